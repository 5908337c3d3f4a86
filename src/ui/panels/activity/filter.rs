//! Which requests the list shows: all, or only those that failed, with a text in them.

use egui::Ui;

use super::{call_words, error_words, failed};
use crate::base::search_text::Search;
use crate::desk::kernel::notices::Activity;
use crate::text;
use crate::ui::tokens::{Tokens, text};
use crate::ui::widgets::{Field, segmented_ui, short_ui};

#[derive(Default)]
pub struct ActivityFilter {
    only_failed: bool,
    text: String,
}

impl ActivityFilter {
    pub fn is_set(&self) -> bool {
        self.only_failed || !self.text.trim().is_empty()
    }

    /// The call, the correlation id or the error has each word of the text.
    pub fn holds(&self, row: &Activity) -> bool {
        if self.only_failed && !failed(row) {
            return false;
        }
        let correlation = row.correlation.as_ref().map(ToString::to_string).unwrap_or_default();
        let words = [call_words(&row.call), &error_words(row), &correlation].join(" ");
        Search::new(&self.text).finds(&words)
    }

    /// Returns whether it was changed. `shown` and `all` are numbers of requests.
    pub fn show_ui(&mut self, ui: &mut Ui, shown: usize, all: usize) -> bool {
        ui.horizontal(|ui| {
            let options =
                [(false, text!("activity-filter-all")), (true, text!("activity-filter-failed"))];
            let name = text!("activity-filter");
            let changed = segmented_ui(ui, name, &mut self.only_failed, &options);
            let search = Field::new(text!("activity-search"))
                .hint(text!("activity-search-hint"))
                .hide_label()
                .search()
                .width(320.0)
                .show_ui(ui, &mut self.text);
            let count = match self.is_set() {
                true => text!("activity-count-matching", count = shown, total = all),
                false => text!("activity-count", count = all),
            };
            short_ui(ui, &count, text::small(), Tokens::of_theme(ui).ink_muted);
            changed || search.changed()
        })
        .inner
    }
}
