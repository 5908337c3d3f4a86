//! The list of a combo box. It opens with the current value highlighted; Up, Down, Home and End
//! move the highlight, Enter takes it, Esc and Tab close the list without a change. Typing filters
//! a list with a search field and moves the highlight in one without; a letter opens a closed list and
//! is the first one typed into it. Afterwards the box has the keyboard.

use egui::{
    Align2, Atom, AtomExt, ComboBox, Event, EventFilter, Id, IdSalt, Key, Modifiers, Popup,
    PopupCloseBehavior, Response, RichText, Role, Sense, TextEdit, TextStyle, TextWrapMode, Ui,
    UiBuilder, vec2,
};

use super::icon::{self, Icon};
use super::keyboard;
use super::spoken::selectable_info;
use super::words::{line_width, seen};
use crate::drawing::bidi::visual_order;
use crate::text;
use crate::ui::theme::margins;
use crate::ui::tokens::{Tokens, size, space, text};

/// One row of the list.
pub struct Row {
    /// What is returned when the row is taken.
    pub index: usize,
    pub words: String,
    /// Whether it is the current value.
    pub chosen: bool,
    /// Why it cannot be taken.
    pub blocked: Option<String>,
}

/// What a closed box shows.
pub struct Closed<'a> {
    /// For screen readers, unique on screen.
    pub name: &'a str,
    pub width: f32,
    pub shown: &'a str,
}

/// The list while it is open.
#[derive(Clone, Debug, Default)]
struct Opened {
    filter: String,
    /// The highlighted row, by its index.
    at: Option<usize>,
    /// The highlight moved by key, so its row is scrolled to.
    moved: bool,
    /// Letters typed one after the other into a list without a search field, and when.
    typed: String,
    typed_at: f64,
}

impl Opened {
    /// A list that opens with these letters.
    fn with(letters: String, search: bool, now: f64) -> Self {
        match search {
            true => Self { filter: letters, ..Self::default() },
            false => Self { typed: letters, typed_at: now, ..Self::default() },
        }
    }
}

/// Seconds after which a typed letter begins a new word.
const PAUSE: f64 = 1.0;
const MENU_WIDTH: f32 = 240.0;
const MENU_ROW: f32 = 28.0;

/// Opens the list of the box with this name, which is drawn next in this `ui`.
pub fn open_list(ui: &Ui, name: &str) {
    Popup::open_id(ui.ctx(), list_id(ui, name).with("popup"));
}

/// Whether the list of the box with this name is open.
pub fn is_list_open(ui: &Ui, name: &str) -> bool {
    ComboBox::is_open(ui.ctx(), list_id(ui, name))
}

/// As the combo box makes its own.
fn list_id(ui: &Ui, name: &str) -> Id {
    ui.make_persistent_id(IdSalt::new(IdSalt::new(name)))
}

/// A combo box; returns its response, and the index of the row taken in this frame. `rows` lists
/// what a filter leaves.
pub fn dropdown_ui(
    ui: &mut Ui,
    closed: &Closed<'_>,
    search: bool,
    rows: impl Fn(&str) -> Vec<Row>,
) -> (Response, Option<usize>) {
    let salt = IdSalt::new(closed.name);
    let id = list_id(ui, closed.name);
    let (popup, memory) = (id.with("popup"), id.with("opened"));
    let was_open = ComboBox::is_open(ui.ctx(), id);
    let mut opened = ui.data(|data| data.get_temp::<Opened>(memory));
    let mut picked = None;
    if was_open {
        let opened = opened.get_or_insert_default();
        let listed = rows(&opened.filter);
        highlight_something(opened, &listed);
        let press = pressed(ui, opened, &listed, search);
        let free = |row: &&Row| Some(row.index) == opened.at && row.blocked.is_none();
        if press == Some(Press::Take) {
            picked = listed.iter().find(free).map(|row| row.index);
        }
        if picked.is_some() || press == Some(Press::Leave) {
            Popup::close_id(ui.ctx(), popup);
        } else {
            hold_keys(ui, id);
        }
    } else if ui.is_enabled() && ui.memory(|memory| memory.has_focus(id)) {
        hold_arrows(ui, id);
        let letters = if opens(ui) { Some(String::new()) } else { take_letters(ui) };
        if let Some(letters) = letters {
            Popup::open_id(ui.ctx(), popup);
            opened = Some(Opened::with(letters, search, ui.input(|input| input.time)));
        }
    }
    let behavior = match search {
        true => PopupCloseBehavior::CloseOnClickOutside,
        false => PopupCloseBehavior::CloseOnClick,
    };
    let inner = ComboBox::from_id_salt(salt)
        .width(closed.width)
        .truncate()
        .close_behavior(behavior)
        .selected_text(selected_words(ui, closed.shown, closed.width))
        .show_ui(ui, |ui| {
            let mut state = opened.take().unwrap_or_default();
            if search {
                ui.set_min_width(closed.width.max(MENU_WIDTH));
                if search_line_ui(ui, closed.name, &mut state.filter) {
                    state.at = None;
                }
            }
            let listed = rows(&state.filter);
            highlight_something(&mut state, &listed);
            let clicked = rows_ui(ui, &listed, &mut state);
            if clicked.is_some() {
                ui.close();
            }
            ui.data_mut(|data| data.insert_temp(memory, state));
            clicked
        });
    let response = inner.response;
    let is_open = inner.inner.is_some();
    picked = picked.or(inner.inner.flatten());
    if !is_open || picked.is_some() {
        ui.data_mut(|data| data.remove_temp::<Opened>(memory));
    }
    // The keyboard is on the box while its list is open and after it closed, unless the user
    // pressed something else.
    let elsewhere = ui.input(|input| input.pointer.any_pressed()) && picked.is_none();
    let closes = was_open && !is_open || picked.is_some();
    let lists = is_open && !search && !response.has_focus();
    if closes && !elsewhere || lists {
        response.request_focus();
    }
    spoken_ui(ui, closed, &response, is_open.then_some(popup));
    (response, picked)
}

/// What screen readers say of the box and of its open list.
fn spoken_ui(ui: &mut Ui, closed: &Closed<'_>, response: &Response, open: Option<Id>) {
    response.ctx.accesskit_node_builder(response.id, |node| {
        node.set_label(closed.name);
        node.set_value(closed.shown);
        node.set_expanded(open.is_some());
    });
    if let Some(list) = open {
        ui.ctx().accesskit_node_builder(list, |node| node.set_label(closed.name));
    }
    value_ui(ui, response, closed.shown);
}

/// The value as the chosen option inside the box: on Linux, screen readers find it only there.
fn value_ui(ui: &mut Ui, response: &Response, shown: &str) {
    if shown.is_empty() {
        return;
    }
    let inside = UiBuilder::new()
        .id_salt("value")
        .max_rect(response.rect)
        .accessibility_parent(response.id)
        .accessibility_role(Role::ListBoxOption)
        .accessibility_label(shown);
    let value = ui.new_child(inside);
    let own = value.unique_id();
    ui.ctx().accesskit_node_builder(own, |node| node.set_selected(true));
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Press {
    Take,
    Leave,
}

/// Whether a closed box with the keyboard is asked to open; Space and Enter press it as any button.
fn opens(ui: &Ui) -> bool {
    ui.input_mut(|input| {
        [Key::ArrowDown, Key::ArrowUp].into_iter().any(|key| {
            input.consume_key(Modifiers::NONE, key) || input.consume_key(Modifiers::ALT, key)
        })
    })
}

/// The keys of an open list, taken before another control sees them.
fn pressed(ui: &Ui, opened: &mut Opened, rows: &[Row], search: bool) -> Option<Press> {
    let free: Vec<&Row> = rows.iter().filter(|row| row.blocked.is_none()).collect();
    let at = || free.iter().position(|row| Some(row.index) == opened.at);
    let mut place = at();
    let (leave, take) = ui.input_mut(|input| {
        let last = free.len().checked_sub(1);
        let down = input.count_and_consume_key(Modifiers::NONE, Key::ArrowDown);
        let up = input.count_and_consume_key(Modifiers::NONE, Key::ArrowUp);
        if down > 0 {
            place = last.map(|last| place.map_or(0, |at| at + down).min(last));
        }
        if up > 0 {
            place = place.map(|at| at.saturating_sub(up));
        }
        if !search && input.consume_key(Modifiers::NONE, Key::Home) {
            place = last.map(|_| 0);
        }
        if !search && input.consume_key(Modifiers::NONE, Key::End) {
            place = last;
        }
        let leave = input.consume_key(Modifiers::NONE, Key::Escape)
            || input.consume_key(Modifiers::NONE, Key::Tab)
            || input.consume_key(Modifiers::SHIFT, Key::Tab);
        let take = input.consume_key(Modifiers::NONE, Key::Enter)
            || !search && opened.typed.is_empty() && input.consume_key(Modifiers::NONE, Key::Space);
        (leave, take)
    });
    if place != at() {
        opened.at = place.and_then(|at| free.get(at)).map(|row| row.index);
        opened.moved = true;
    }
    if !search {
        type_ahead(ui, opened, &free);
    }
    if leave {
        return Some(Press::Leave);
    }
    take.then_some(Press::Take)
}

/// Letters typed into a list without a search field highlight the first row that begins with them.
fn type_ahead(ui: &Ui, opened: &mut Opened, free: &[&Row]) {
    let now = ui.input(|input| input.time);
    if now - opened.typed_at > PAUSE {
        opened.typed.clear();
    }
    let Some(letters) = take_letters(ui) else {
        return;
    };
    opened.typed_at = now;
    opened.typed.push_str(&letters);
    highlight_typed(opened, free);
}

fn highlight_typed(opened: &mut Opened, free: &[&Row]) {
    let typed = opened.typed.to_lowercase();
    let begins = |row: &&&Row| !typed.is_empty() && row.words.to_lowercase().starts_with(&typed);
    if let Some(row) = free.iter().find(begins) {
        opened.at = Some(row.index);
        opened.moved = true;
    }
}

/// The letters typed in this frame, taken from the input. A space alone is a press.
fn take_letters(ui: &Ui) -> Option<String> {
    let letters = ui.input_mut(|input| {
        let mut letters = String::new();
        input.events.retain(|event| match event {
            Event::Text(text) if !text.trim().is_empty() || !letters.is_empty() => {
                letters.push_str(text);
                false
            }
            _ => true,
        });
        letters
    });
    (!letters.is_empty()).then_some(letters)
}

/// The current value at first; after a change of the filter the first row.
fn highlight_something(opened: &mut Opened, rows: &[Row]) {
    let listed = |row: &&Row| Some(row.index) == opened.at;
    if rows.iter().any(|row| listed(&row)) {
        return;
    }
    let free = || rows.iter().filter(|row| row.blocked.is_none());
    let current = || rows.iter().find(|row| row.chosen);
    let first = match opened.filter.is_empty() {
        true => current().or_else(|| free().next()),
        false => free().next(),
    };
    opened.at = first.map(|row| row.index);
    opened.moved = true;
    highlight_typed(opened, &free().collect::<Vec<_>>());
}

/// Arrows do not move the focus away from a closed box: they open it.
fn hold_arrows(ui: &Ui, id: Id) {
    let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
}

/// While the list is open, Tab and Esc close it and nothing else.
fn hold_keys(ui: &Ui, id: Id) {
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, EVERY_KEY));
    keyboard::hold_tab(ui.ctx(), id);
}

const EVERY_KEY: EventFilter =
    EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };

/// The width of a closed box that shows the longest of these texts whole, between `least` and `most`.
pub fn combo_width<'a>(
    ui: &Ui,
    texts: impl IntoIterator<Item = &'a str>,
    (least, most): (f32, f32),
) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    let width = |words: &str| line_width(ui, &visual_order(words), &font);
    let widest = texts.into_iter().map(width).fold(0.0, f32::max);
    (widest + beside(ui)).ceil().min(most).max(least)
}

/// What of a closed box is beside its text.
fn beside(ui: &Ui) -> f32 {
    let spacing = ui.spacing();
    2.0 * spacing.button_padding.x + spacing.icon_spacing + spacing.icon_width
}

/// The text of the chosen option as a combo box of this width displays it.
fn selected_words<'a>(ui: &Ui, words: &'a str, width: f32) -> std::borrow::Cow<'a, str> {
    let font = TextStyle::Button.resolve(ui.style());
    let room = (width - beside(ui)).max(0.0);
    seen(ui, words, &font, TextWrapMode::Truncate, room)
}

/// The search field, which has the keyboard; returns whether its text changed.
fn search_line_ui(ui: &mut Ui, name: &str, filter: &mut String) -> bool {
    let tokens = Tokens::of_theme(ui);
    let response = ui
        .add(
            TextEdit::singleline(filter)
                .hint_text(RichText::new(text!("parts-search")).color(tokens.ink_muted))
                .margin(margins(space::S, space::XS))
                .align(egui::Align2::LEFT_CENTER)
                .min_size(vec2(0.0, size::CONTROL))
                .event_filter(EVERY_KEY)
                .desired_width(f32::INFINITY),
        )
        .accessible_name(text!("parts-search-in", list = name.to_lowercase()));
    if !response.has_focus() {
        response.request_focus();
        // What was typed into the closed box stands before the cursor.
        keyboard::to_end(ui.ctx(), response.id);
    }
    keyboard::hold_tab(ui.ctx(), response.id);
    response.changed()
}

fn rows_ui(ui: &mut Ui, rows: &[Row], opened: &mut Opened) -> Option<usize> {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().interact_size.y = MENU_ROW;
    if rows.is_empty() {
        let ink = Tokens::of_theme(ui).ink_muted;
        let words = RichText::new(text!("parts-no-matches")).font(text::small());
        ui.label(words.color(ink));
    }
    let moving = ui.input(|input| input.pointer.is_moving());
    let moved = std::mem::take(&mut opened.moved);
    let mut clicked = None;
    for row in rows {
        let highlighted = opened.at == Some(row.index);
        let response =
            ui.add_enabled_ui(row.blocked.is_none(), |ui| row_ui(ui, row, highlighted)).inner;
        let response = match &row.blocked {
            Some(reason) => response.on_disabled_hover_text(reason),
            None => response,
        };
        if highlighted && moved {
            response.scroll_to_me(None);
        }
        if response.hovered() && moving {
            opened.at = Some(row.index);
        }
        if response.clicked() {
            clicked = Some(row.index);
        }
    }
    clicked
}

/// The highlighted row has a ground, the current value a check mark.
fn row_ui(ui: &mut Ui, row: &Row, highlighted: bool) -> Response {
    let ink = Tokens::of_theme(ui).accent_ink;
    let chosen = row.chosen;
    let mark = Atom::paint(vec2(size::ICON_SMALL, size::ICON_SMALL), move |ui, place| {
        if chosen {
            icon::paint(ui.painter(), place.rect, Icon::Check, ink);
        }
    });
    let words = visual_order(&row.words).into_owned();
    let words = words.atom_grow(true).atom_align(Align2::LEFT_CENTER);
    let button = egui::Button::selectable(highlighted, (words, mark)).sense(Sense::CLICK);
    let response = ui.add(button.min_size(vec2(ui.available_width(), MENU_ROW)));
    selectable_info(&response, Role::ListBoxOption, chosen, &row.words);
    response
}
