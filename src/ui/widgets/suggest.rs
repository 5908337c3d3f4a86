//! A text field with suggestions below it. They come with the first character, with the down arrow and
//! with a click, because the list covers what is below. Arrow keys move through them, Enter or a click
//! picks one, Esc hides them; Tab moves to the next field as usual.

use std::fmt::Debug;
use std::hash::Hash;

use egui::{
    Event, Id, Key, LayerId, Modifiers, Popup, PopupKind, RectAlign, Response, RichText,
    ScrollArea, Sense, Ui, vec2,
};

use super::field::Field;
use crate::drawing::bidi::visual_order;
use crate::ui::tokens::{Tokens, size, text};

/// One suggestion.
#[derive(Clone, Debug)]
pub struct Offer {
    pub title: String,
    pub detail: String,
}

pub struct Outcome {
    pub response: Response,
    /// The suggestion picked in this frame.
    pub taken: Option<usize>,
    /// Several lines pasted into the field. They are not inserted, because they are an
    /// address block and not a search.
    pub block: Option<String>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Memory {
    selected: usize,
    open: bool,
    /// The list was asked for since the field has had the keyboard.
    wanted: bool,
}

/// Shows the field. `id` is the field's identity; `heading` is shown above the suggestions.
pub fn suggest_ui(
    ui: &mut Ui,
    field: Field<'_>,
    id: impl Hash + Debug + Copy,
    value: &mut String,
    heading: &str,
    offers: &[Offer],
) -> Outcome {
    let own = Id::unique(id);
    let popup = own.with("offers");
    let mut memory: Memory = ui.data(|data| data.get_temp(own)).unwrap_or_default();
    let focused = ui.memory(|memory| memory.has_focus(own));
    let mut taken = None;
    let before = memory.selected;
    if focused && memory.open && !offers.is_empty() {
        taken = keys(ui, &mut memory, offers.len());
    } else if focused {
        memory.wanted |= ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown));
    }
    let moved = memory.selected != before;
    let block = if focused { take_block(ui) } else { None };
    let on_popup = memory.open
        && ui.ctx().pointer_interact_pos().and_then(|at| ui.ctx().layer_id_at(at))
            == Some(LayerId::new(PopupKind::Popup.order(), popup));
    let response = field.id(id).show_ui(ui, value);
    if response.changed() || response.clicked() {
        memory.wanted = true;
        memory.selected = 0;
    }
    memory.selected = memory.selected.min(offers.len().saturating_sub(1));
    let open = (response.has_focus() || on_popup)
        && !offers.is_empty()
        && memory.wanted
        && taken.is_none()
        && block.is_none();
    let clicked = Popup::from_response(&response)
        .id(popup)
        .kind(PopupKind::Popup)
        .open(open)
        .align(RectAlign::BOTTOM_START)
        .align_alternatives(&[RectAlign::TOP_START])
        .width(response.rect.width())
        .show(|ui| offers_ui(ui, heading, offers, &mut memory.selected, moved))
        .and_then(|inner| inner.inner);
    memory.open = open && clicked.is_none();
    taken = taken.or(clicked);
    if taken.is_some() || !(response.has_focus() || on_popup) {
        memory = Memory::default();
    }
    ui.data_mut(|data| data.insert_temp(own, memory));
    Outcome { response, taken, block }
}

/// A paste of several lines, taken from the input before a one-line field would join them.
pub fn take_block(ui: &Ui) -> Option<String> {
    take_paste(ui, |text| text.trim().lines().count() > 1)
}

/// A paste that is wanted, taken from the input before a field gets it.
pub fn take_paste(ui: &Ui, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
    ui.input_mut(|input| {
        let mut events = input.events.iter();
        let at = events.position(|it| matches!(it, Event::Paste(text) if is_wanted(text)))?;
        match input.events.remove(at) {
            Event::Paste(text) => Some(text),
            _ => None,
        }
    })
}

fn keys(ui: &Ui, memory: &mut Memory, count: usize) -> Option<usize> {
    ui.input_mut(|input| {
        if input.consume_key(Modifiers::NONE, Key::ArrowDown) {
            memory.selected = (memory.selected + 1) % count;
        }
        if input.consume_key(Modifiers::NONE, Key::ArrowUp) {
            memory.selected = (memory.selected + count - 1) % count;
        }
        if input.consume_key(Modifiers::NONE, Key::Escape) {
            memory.wanted = false;
        }
        input.consume_key(Modifiers::NONE, Key::Enter).then_some(memory.selected)
    })
}

/// `moved`: the selection moved by key, so it is scrolled to.
fn offers_ui(
    ui: &mut Ui,
    heading: &str,
    offers: &[Offer],
    selected: &mut usize,
    moved: bool,
) -> Option<usize> {
    let tokens = Tokens::of_theme(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    if !heading.is_empty() {
        ui.label(RichText::new(heading).font(text::small()).color(tokens.ink_muted));
    }
    let mut taken = None;
    ScrollArea::vertical().max_height(MENU_HEIGHT).show(ui, |ui| {
        let moving = ui.input(|input| input.pointer.is_moving());
        for (index, offer) in offers.iter().enumerate() {
            let title = RichText::new(visual_order(&offer.title))
                .font(text::body_medium())
                .color(tokens.ink);
            let detail = RichText::new(visual_order(&offer.detail))
                .font(text::small())
                .color(tokens.ink_muted);
            let response = ui
                .add(
                    egui::Button::selectable(index == *selected, title)
                        .right_text(detail)
                        .truncate()
                        .sense(Sense::CLICK)
                        .min_size(vec2(ui.available_width(), size::CONTROL)),
                )
                .accessible_name(format!("{}, {}", offer.title, offer.detail));
            if index == *selected && moved {
                response.scroll_to_me(None);
            }
            if response.hovered() && moving {
                *selected = index;
            }
            if response.clicked() {
                taken = Some(index);
            }
        }
    });
    taken
}

const MENU_HEIGHT: f32 = 260.0;
