//! What a column of a table says of a row, and how it is drawn.

use egui::{Color32, FontId, Ui};

use super::column::Column;
use crate::drawing::bidi::visual_order;
use crate::ui::tokens::{Tokens, text};
use crate::ui::widgets::choice::tick_ui;
use crate::ui::widgets::text::number_cell_ui;
use crate::ui::widgets::words::words_ui;

/// A column with what it says of rows of the type `R`.
pub struct Cells<'c, R> {
    pub column: Column,
    pub is_shown: bool,
    /// The text of a row: it is drawn, copied, and read by screen readers.
    pub words: Box<dyn Fn(&R) -> String + 'c>,
    pub look: Look<'c, R>,
}

type DrawCell<'c, R> = Box<dyn Fn(&mut Ui, &R) + 'c>;

/// How the cells of a column are drawn.
pub enum Look<'c, R> {
    Words {
        font: fn() -> FontId,
        ink: fn(&Tokens) -> Color32,
        /// The whole text is said on hover.
        is_hinted: bool,
    },
    /// A number whose end stays if it is cut.
    Number,
    Tick {
        is_on: Box<dyn Fn(&R) -> bool + 'c>,
        name: Box<dyn Fn(&R) -> String + 'c>,
    },
    Drawn(DrawCell<'c, R>),
}

impl<'c, R> Cells<'c, R> {
    pub fn new(column: Column, words: impl Fn(&R) -> String + 'c) -> Self {
        let look = Look::Words { font: text::body, ink: |tokens| tokens.ink, is_hinted: false };
        Self { column, is_shown: true, words: Box::new(words), look }
    }

    /// Draws the cell of a row; returns whether its check box was clicked.
    pub fn show_ui(&self, ui: &mut Ui, row: &R) -> bool {
        match &self.look {
            Look::Words { font, ink, is_hinted } => {
                let words = (self.words)(row);
                let label = words_ui(ui, &words, font(), ink(Tokens::of_theme(ui)));
                if *is_hinted {
                    label.on_hover_text(visual_order(&words));
                }
            }
            Look::Number => number_cell_ui(ui, &(self.words)(row)),
            Look::Tick { is_on, name } => return tick_ui(ui, &mut is_on(row), &name(row)),
            Look::Drawn(draw) => draw(ui, row),
        }
        false
    }
}
