//! The menu of a row: the actions on it, the same as its buttons, and the texts that can be copied.
//! An action that is not possible now shows the reason below its text.

use std::borrow::Cow;

use egui::{
    Id, Key, Modifiers, Popup, PopupCloseBehavior, PopupKind, Pos2, RectAlign, Response, RichText,
    ScrollArea, Ui, vec2,
};

use super::button::Button;
use super::icon::Icon;
use crate::text;
use crate::ui::tokens::{Tokens, size, space, text};

/// Width of the menu; fits the start of a table cell on one line.
const WIDTH: f32 = 304.0;

/// One action with its effect.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuItem<A> {
    pub words: String,
    /// The accessible name, if the text alone would be ambiguous.
    pub name: Option<String>,
    pub shortcut: Option<Cow<'static, str>>,
    /// Why it is not possible now.
    pub reason: Option<String>,
    /// It is the option in use, of several in this menu.
    pub is_chosen: bool,
    pub does: A,
}

impl<A> MenuItem<A> {
    pub fn new(words: impl Into<String>, does: A) -> Self {
        Self {
            words: words.into(),
            name: None,
            shortcut: None,
            reason: None,
            is_chosen: false,
            does,
        }
    }

    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    pub fn shortcut(mut self, shortcut: impl Into<Cow<'static, str>>) -> Self {
        self.shortcut = Some(shortcut.into());
        self
    }

    pub fn disabled_because<R: Into<String>>(mut self, reason: Option<R>) -> Self {
        self.reason = reason.map(Into::into);
        self
    }

    pub fn chosen(mut self, is_chosen: bool) -> Self {
        self.is_chosen = is_chosen;
        self
    }

    /// The same item with what it does made part of something else.
    pub fn map<B>(self, wrap: impl FnOnce(A) -> B) -> MenuItem<B> {
        MenuItem {
            words: self.words,
            name: self.name,
            shortcut: self.shortcut,
            reason: self.reason,
            is_chosen: self.is_chosen,
            does: wrap(self.does),
        }
    }
}

/// The entry that was picked, or that the menu was closed.
pub enum Picked<A> {
    Step(A),
    /// This text goes to the clipboard.
    Copy(String),
    Closed,
}

/// Shows the menu. `copies` are pairs of a label and the text to copy. Up and Down
/// move, Enter picks, Esc closes.
pub fn menu_ui<A>(
    ui: &Ui,
    id: &str,
    at: Pos2,
    steps: Vec<MenuItem<A>>,
    copies: Vec<(String, String)>,
) -> Option<Picked<A>> {
    let mut picked = None;
    let mut open = true;
    let popup_id = Id::unique(format!("menu of {id}"));
    let first_frame = ui.ctx().read_response(popup_id).is_none();
    let popup = Popup::new(popup_id, ui.ctx().clone(), at, ui.layer_id())
        .kind(PopupKind::Menu)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .accessible_name(text!("parts-row-menu"))
        .open_bool(&mut open);
    popup.show(|ui| {
        ui.set_width(WIDTH);
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut first = first_frame || ui.memory(|memory| memory.focused().is_none());
        let parted = !steps.is_empty();
        for step in steps {
            if step_ui(ui, &step, &mut first) {
                picked = Some(Picked::Step(step.does));
            }
        }
        if parted {
            ui.add_space(space::XS);
            ui.separator();
            ui.add_space(space::XS);
        }
        for (at, (words, copied)) in copies.into_iter().enumerate() {
            let shortcut = (at == 0).then_some("Ctrl+C");
            let mut button = Button::item(&words);
            if let Some(shortcut) = shortcut {
                button = button.shortcut(shortcut);
            }
            if item_ui(ui, button, None, &mut first) {
                picked = Some(Picked::Copy(copied));
            }
        }
    });
    match picked {
        Some(picked) => Some(picked),
        None => (!open).then_some(Picked::Closed),
    }
}

fn step_ui<A>(ui: &mut Ui, step: &MenuItem<A>, first: &mut bool) -> bool {
    let mut button = Button::item(&step.words);
    if let Some(name) = &step.name {
        button = button.name(name);
    }
    if let Some(shortcut) = &step.shortcut {
        button = button.shortcut(shortcut);
    }
    if step.is_chosen {
        button = button.icon(Icon::Check).pressed();
    }
    item_ui(ui, button, step.reason.as_deref(), first)
}

/// The first enabled entry gets the keyboard focus.
fn item_ui(ui: &mut Ui, button: Button<'_>, reason: Option<&str>, first: &mut bool) -> bool {
    let button = button.disabled_because(reason);
    let response = button.show_ui(ui);
    if let Some(reason) = reason {
        ui.horizontal(|ui| {
            ui.spacing_mut().interact_size.y = size::ICON;
            ui.add_space(space::M);
            let label = RichText::new(reason).font(text::small());
            let label = label.color(Tokens::of_theme(ui).ink_muted);
            ui.add(egui::Label::new(label).wrap());
        });
        ui.add_space(space::XS);
    } else if std::mem::take(first) {
        response.request_focus();
    }
    response.clicked()
}

/// A longer menu of a button scrolls.
const MOST_WITHOUT_SCROLLING: usize = 12;
/// Width of the menu of a button; its texts are short.
const MORE_WIDTH: f32 = 216.0;

/// A button that opens a menu of the less usual actions. `name` is its accessible name.
pub fn more_ui<A>(ui: &mut Ui, name: &str, steps: Vec<MenuItem<A>>) -> Option<A> {
    let button = Button::secondary(text!("parts-more"));
    menu_button_ui(ui, button.name(name), name, steps)
}

/// The width that the button of a menu with these words needs, in points.
pub fn menu_button_width(ui: &Ui, words: &str) -> f32 {
    let button = Button::secondary(words).icon(Icon::Down).compact();
    button.width(ui)
}

/// A compact button that opens a menu, which has the accessible name `name`.
pub fn menu_button_ui<A>(
    ui: &mut Ui,
    button: Button<'_>,
    name: &str,
    steps: Vec<MenuItem<A>>,
) -> Option<A> {
    let button = button.icon(Icon::Down).compact().show_ui(ui);
    let id = Popup::default_response_id(&button);
    let was_open = Popup::is_id_open(ui.ctx(), id);
    let mut first = button.clicked() && !was_open;
    let mut picked = None;
    Popup::menu(&button).align(RectAlign::BOTTOM_END).accessible_name(name).show(|ui| {
        ui.set_width(MORE_WIDTH);
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
        ui.spacing_mut().item_spacing.y = 0.0;
        // The style of egui's menus has less.
        ui.spacing_mut().button_padding = vec2(space::M, space::XS);
        let mut steps_ui = |ui: &mut Ui, steps: Vec<MenuItem<A>>| {
            for step in steps {
                if step_ui(ui, &step, &mut first) {
                    picked = Some(step.does);
                }
            }
        };
        match steps.len() > MOST_WITHOUT_SCROLLING {
            false => steps_ui(ui, steps),
            true => {
                let height = MOST_WITHOUT_SCROLLING as f32 * size::CONTROL;
                let area = ScrollArea::vertical().max_height(height);
                area.show(ui, |ui| steps_ui(ui, steps));
            }
        }
    });
    if was_open && !Popup::is_id_open(ui.ctx(), id) {
        button.request_focus();
    }
    picked
}

/// The menu of something other than a table row. It opens by the right mouse button, or by the Menu
/// key or Shift+F10 while the element has the focus.
pub fn menu_of_ui<A>(
    ui: &Ui,
    response: &Response,
    steps: impl FnOnce() -> Vec<MenuItem<A>>,
    copies: impl FnOnce() -> Vec<(String, String)>,
) -> Option<A> {
    let id = response.id.with("menu");
    let by_key = response.has_focus()
        && ui.input_mut(|input| {
            input.consume_key(Modifiers::NONE, Key::Menu)
                || input.consume_key(Modifiers::SHIFT, Key::F10)
        });
    let at = if by_key {
        Some(response.rect.left_bottom())
    } else {
        response.secondary_clicked().then(|| response.interact_pointer_pos()).flatten()
    };
    if let Some(at) = at {
        ui.data_mut(|data| data.insert_temp(id, at));
    }
    let at: Pos2 = ui.data(|data| data.get_temp(id))?;
    let picked = menu_ui(ui, &format!("{id:?}"), at, steps(), copies())?;
    ui.data_mut(|data| data.remove::<Pos2>(id));
    response.request_focus();
    match picked {
        Picked::Step(step) => return Some(step),
        Picked::Copy(words) => ui.ctx().copy_text(words),
        Picked::Closed => {}
    }
    None
}
