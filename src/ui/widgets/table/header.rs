//! The titles of the columns; those that sort are buttons.

use egui::{Align, Layout, RichText, Role, Sense, Ui, WidgetInfo};

use super::column::Column;
use super::{Sort, TableState};
use crate::text;
use crate::ui::tokens::{Tokens, size, text};
use crate::ui::widgets::icon::{self, Icon};

/// A title; a click on one that sorts changes the order. Returns whether it did.
pub fn header_ui(ui: &mut Ui, column: Column, state: &mut TableState) -> bool {
    let tokens = Tokens::of_theme(ui);
    let words = RichText::new(column.title).font(text::label()).color(tokens.ink_muted);
    let layout = if column.right {
        Layout::right_to_left(Align::Center)
    } else {
        Layout::left_to_right(Align::Center)
    };
    ui.with_layout(layout, |ui| {
        let Some(key) = column.sorts else {
            if !column.title.is_empty() {
                let title = ui.label(words);
                title.widget_info(|| WidgetInfo::labeled(Role::ColumnHeader, true, column.title));
            }
            return false;
        };
        let sorted = state.sort.filter(|sort| sort.key == key);
        let label = egui::Label::new(words).selectable(false).sense(Sense::click());
        let response = ui.add(label);
        if let Some(sort) = sorted {
            let (rect, _) = ui.allocate_exact_size(
                egui::vec2(size::ICON_SMALL, size::ICON_SMALL),
                Sense::empty(),
            );
            let arrow = if sort.descending { Icon::Down } else { Icon::Up };
            icon::paint(ui.painter(), rect, arrow, tokens.ink_muted);
        }
        let name = text!("parts-sort-by", column = column.title.to_lowercase());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let is_clicked = response.on_hover_text(&name).clicked();
        if is_clicked {
            let descending = sorted.is_some_and(|sort| !sort.descending);
            state.sort = Some(Sort { key, descending });
        }
        is_clicked
    })
    .inner
}
