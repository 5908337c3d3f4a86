//! A card that is one line until its button unfolds it.

use std::cell::Cell;

use egui::Ui;

use crate::text;
use crate::ui::widgets::{Button, Card, Icon};

/// What the folded card says: its title, what it is for, and its button.
pub(super) struct FoldWords {
    pub title: &'static str,
    pub explained: &'static str,
    pub open: &'static str,
}

/// `contents` learns whether the card was unfolded in this frame.
pub(super) fn fold_ui(
    ui: &mut Ui,
    words: &FoldWords,
    is_open: &mut bool,
    contents: impl FnOnce(&mut Ui, bool),
) {
    let was_open = *is_open;
    let pressed = Cell::new(false);
    Card::new(words.title).aside(words.explained).switch().show_with_ui(
        ui,
        |ui| {
            let name = text!("connect-fold-name", card = words.title);
            let button = match was_open {
                true => Button::quiet(text!("connect-fold")).name(&name).icon(Icon::Up),
                false => Button::secondary(words.open).icon(Icon::Down),
            };
            pressed.set(button.show_ui(ui).clicked());
        },
        |ui| {
            let is_open = was_open != pressed.get();
            if is_open {
                contents(ui, !was_open);
            }
        },
    );
    *is_open = was_open != pressed.get();
}
