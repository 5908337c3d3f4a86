//! Tables of any length: only visible rows are laid out; headers sort; one row is
//! selected by click or arrow keys; Ctrl+C copies rows as tab-separated text.

use egui::{Align, Key, Layout, Modifiers, RichText, Sense, Ui};
use egui_extras::{Column as Width, TableBuilder};

use super::icon::{self, Icon};
use crate::ui::tokens::{Tokens, size, space, text};

/// A column: its words, its room, whether figures stand at the right, whether it sorts.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub title: &'static str,
    /// Points; the columns without one share what is left.
    pub width: Option<f32>,
    pub right: bool,
    pub sortable: bool,
}

impl Column {
    pub const fn new(title: &'static str, width: f32) -> Self {
        Self {
            title,
            width: Some(width),
            right: false,
            sortable: false,
        }
    }

    /// Takes what the others leave.
    pub const fn wide(title: &'static str) -> Self {
        Self {
            title,
            width: None,
            right: false,
            sortable: false,
        }
    }

    pub const fn right(mut self) -> Self {
        self.right = true;
        self
    }

    pub const fn sortable(mut self) -> Self {
        self.sortable = true;
        self
    }
}

/// What a table remembers between frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableState {
    pub selected: Option<usize>,
    pub sort: Option<Sort>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    pub column: usize,
    pub descending: bool,
}

/// What happened in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableEvents {
    /// The selection moved here, by click or key.
    pub selected: Option<usize>,
    /// Double click or Enter.
    pub opened: Option<usize>,
    pub sort_changed: bool,
    /// The last row is in sight: time to load more.
    pub at_end: bool,
}

/// Draws rows through `cell(ui, row, column)`; `text(row)` gives a row's plain words, its
/// name in the accessibility tree and what is copied.
pub struct Table<'a> {
    pub id: &'static str,
    pub columns: &'a [Column],
    pub rows: usize,
    pub row_height: f32,
    /// Caps the height; without it the table fills its panel.
    pub max_height: Option<f32>,
    /// Rows whose words are known, where that is not all: only they are copied.
    pub known: Option<std::ops::Range<usize>>,
}

impl<'a> Table<'a> {
    pub fn new(id: &'static str, columns: &'a [Column], rows: usize) -> Self {
        Self {
            id,
            columns,
            rows,
            row_height: size::TABLE_ROW,
            max_height: None,
            known: None,
        }
    }

    /// For lists of which only a window is loaded.
    pub fn known(mut self, rows: std::ops::Range<usize>) -> Self {
        self.known = Some(rows);
        self
    }

    pub fn max_height(mut self, points: f32) -> Self {
        self.max_height = Some(points);
        self
    }

    pub fn show_ui(
        &self,
        ui: &mut Ui,
        state: &mut TableState,
        text: impl Fn(usize) -> Vec<String>,
        mut cell: impl FnMut(&mut Ui, usize, usize),
    ) -> TableEvents {
        let mut events = TableEvents::default();
        if state.selected.is_some_and(|row| row >= self.rows) {
            state.selected = None;
        }
        let scroll_to = self.keys(ui, state, &text, &mut events);
        ui.push_id(self.id, |ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::M, 0.0);
            let mut builder = TableBuilder::new(ui)
                .striped(false)
                .sense(Sense::click())
                .auto_shrink([false, self.max_height.is_some()])
                .cell_layout(Layout::left_to_right(Align::Center));
            if let Some(height) = self.max_height {
                builder = builder.max_scroll_height(height).min_scrolled_height(0.0);
            }
            for column in self.columns {
                builder = builder.column(match column.width {
                    Some(points) => Width::exact(points).clip(true),
                    None => Width::remainder().at_least(80.0).clip(true),
                });
            }
            if let Some(row) = scroll_to {
                builder = builder.scroll_to_row(row, None);
            }
            builder
                .header(size::CONTROL_COMPACT + space::XS, |mut header| {
                    for (index, column) in self.columns.iter().enumerate() {
                        header.col(|ui| header_ui(ui, *column, index, state, &mut events));
                    }
                })
                .body(|body| {
                    body.rows(self.row_height, self.rows, |mut row| {
                        let index = row.index();
                        events.at_end |= index + 1 == self.rows;
                        row.set_selected(state.selected == Some(index));
                        for (at, column) in self.columns.iter().enumerate() {
                            row.col(|ui| {
                                ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Truncate);
                                if column.right {
                                    let right = Layout::right_to_left(Align::Center);
                                    ui.with_layout(right, |ui| cell(ui, index, at));
                                } else {
                                    cell(ui, index, at);
                                }
                            });
                        }
                        let response = row.response();
                        let selected = state.selected == Some(index);
                        response.widget_info(|| {
                            let mut words = text(index);
                            words.retain(|word| !word.is_empty());
                            let name = words.join(", ");
                            egui::WidgetInfo::selected(egui::Role::Row, true, selected, name)
                        });
                        if response.clicked() {
                            state.selected = Some(index);
                            events.selected = Some(index);
                        }
                        if response.double_clicked() {
                            events.opened = Some(index);
                        }
                    });
                });
        });
        events
    }

    /// Arrow keys, Enter and Ctrl+C while no text field has the keyboard.
    fn keys(
        &self,
        ui: &Ui,
        state: &mut TableState,
        text: &impl Fn(usize) -> Vec<String>,
        events: &mut TableEvents,
    ) -> Option<usize> {
        if self.rows == 0 || ui.ctx().egui_wants_keyboard_input() || !ui.is_enabled() {
            return None;
        }
        // The first key takes hold of the table, unless it is meant for something else.
        let free = ui.memory(|memory| memory.focused().is_none());
        let (down, up, enter, copy) = ui.input_mut(|input| {
            (
                (state.selected.is_some() || free)
                    && input.consume_key(Modifiers::NONE, Key::ArrowDown),
                state.selected.is_some() && input.consume_key(Modifiers::NONE, Key::ArrowUp),
                state.selected.is_some() && input.consume_key(Modifiers::NONE, Key::Enter),
                input
                    .events
                    .iter()
                    .any(|event| matches!(event, egui::Event::Copy)),
            )
        });
        if copy {
            let rows = match state.selected {
                Some(row) => row..row + 1,
                None => self.known.clone().unwrap_or(0..self.rows),
            };
            let titles = self.columns.iter().map(|column| column.title.to_owned());
            ui.ctx().copy_text(tsv(titles.collect(), rows.map(text)));
        }
        if enter {
            events.opened = state.selected;
        }
        let moved = match (state.selected, down, up) {
            (None, true, _) => 0,
            (Some(current), true, false) => (current + 1).min(self.rows - 1),
            (Some(current), false, true) => current.saturating_sub(1),
            _ => return None,
        };
        state.selected = Some(moved);
        events.selected = Some(moved);
        Some(moved)
    }
}

/// Rows as tab-separated text under their titles; tabs and line breaks inside a cell
/// become spaces so that columns stay columns.
pub fn tsv(titles: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    std::iter::once(titles)
        .chain(rows)
        .map(|row| {
            let cells: Vec<String> = row
                .into_iter()
                .map(|cell| cell.replace(['\t', '\n', '\r'], " "))
                .collect();
            cells.join("\t")
        })
        .collect::<Vec<_>>()
        .join("\n")
}

fn header_ui(
    ui: &mut Ui,
    column: Column,
    index: usize,
    state: &mut TableState,
    events: &mut TableEvents,
) {
    let tokens = Tokens::of(ui);
    let words = RichText::new(column.title)
        .font(text::label())
        .color(tokens.ink_muted);
    let layout = if column.right {
        Layout::right_to_left(Align::Center)
    } else {
        Layout::left_to_right(Align::Center)
    };
    ui.with_layout(layout, |ui| {
        if !column.sortable {
            ui.label(words);
            return;
        }
        let sorted = state.sort.filter(|sort| sort.column == index);
        let label = egui::Label::new(words)
            .selectable(false)
            .sense(Sense::click());
        let response = ui.add(label);
        if let Some(sort) = sorted {
            let (rect, _) = ui.allocate_exact_size(
                egui::vec2(size::ICON_SMALL, size::ICON_SMALL),
                Sense::empty(),
            );
            let arrow = if sort.descending {
                Icon::Down
            } else {
                Icon::Up
            };
            icon::paint(ui.painter(), rect, arrow, tokens.ink_muted);
        }
        let name = format!("Sort by {}", column.title.to_lowercase());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        if response.on_hover_text(&name).clicked() {
            state.sort = Some(Sort {
                column: index,
                descending: sorted.is_some_and(|sort| !sort.descending),
            });
            events.sort_changed = true;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copied_rows_stay_rows() {
        let rows = vec![vec!["a\tb".to_owned(), "c\nd".to_owned()]];
        let text = tsv(vec!["One".into(), "Two".into()], rows.into_iter());
        assert_eq!(text, "One\tTwo\na b\tc d");
    }
}
