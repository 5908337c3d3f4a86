//! Tables of any length: only visible rows are laid out; headers sort; one row is selected by click
//! or arrow keys; Ctrl+C copies rows as tab-separated text; the right mouse button, the Menu key or
//! Shift+F10 opens the menu of a row.

mod column;
mod copy;
mod header;
mod names;
mod needs;
mod rows;

use egui::{Align, Id, Key, Layout, Modifiers, Rect, Response, Role, Sense, Ui, UiBuilder};
use egui_extras::{Column as Width, TableBuilder};

pub use column::{Column, shown};
use column::{LEAST, follow_width, widths};
use copy::beginning;
pub use copy::tsv;
use header::header_ui;
use needs::Needs;
pub use needs::add_cut;
pub use rows::rows_on_screen;

use super::menu::{MenuItem, Picked, menu_ui};
use super::spoken::{answer_free_keys, say_row, selectable_info};
use crate::text;
use crate::ui::tokens::{DIMMED, Tokens, size, space};

/// State of a table between frames.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TableState {
    pub selected: Option<usize>,
    pub sort: Option<Sort>,
    menu: Option<OpenMenu>,
    /// The table takes the keyboard when it is drawn next.
    wants_focus: bool,
    /// The row that is scrolled to when the table is drawn next.
    scroll_to: Option<usize>,
}

impl TableState {
    /// Gives the keyboard to the table, such as when it comes back in place of something else.
    pub fn take_focus(&mut self) {
        self.wants_focus = true;
    }

    /// Shows this row when the table is drawn next.
    pub fn scroll_to(&mut self, row: usize) {
        self.scroll_to = Some(row);
    }
}

/// How far the background of a selected row extends beyond the columns, in points.
const EDGE: f32 = 6.0;

/// How far the outermost edges of letters may extend beyond their column, in points: the last
/// letter of a text at the right edge was cut.
const EDGE_OF_LETTERS: egui::Vec2 = egui::vec2(1.0, 0.0);

/// The open menu of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
struct OpenMenu {
    row: usize,
    /// The column under the pointer; `None` if opened by keyboard.
    column: Option<usize>,
    /// `None` until the row is drawn.
    at: Option<egui::Pos2>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sort {
    pub column: usize,
    pub descending: bool,
}

/// The events of this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableEvents {
    /// The row the selection moved to, by click or keyboard.
    pub selected: Option<usize>,
    /// The row that was clicked.
    pub clicked: Option<usize>,
    /// The row opened by double click or Enter.
    pub opened: Option<usize>,
    /// The column that was clicked or double-clicked.
    pub column: Option<usize>,
    /// The row on which Space was pressed.
    pub ticked: Option<usize>,
    pub sort_changed: bool,
    /// The last row is visible, so more rows can be loaded.
    pub at_end: bool,
}

/// Draws cells through `cell(ui, row, column)`. `text(row)` returns the texts of a row, which are
/// its accessible name and what is copied. Texts beyond the number of columns are in no column, but
/// the row's menu offers to copy them. A column that has no room is not drawn; its texts are still in
/// the accessible name and in what is copied.
pub struct Table<'a> {
    pub id: &'static str,
    pub columns: &'a [Column],
    pub rows: usize,
    pub row_height: f32,
    /// The maximum height; without it the table fills its panel.
    pub max_height: Option<f32>,
    /// The rows that are loaded, if not all are: only those can be copied.
    pub known: Option<std::ops::Range<usize>>,
    /// The rows are outdated, and new ones are being loaded.
    pub dimmed: bool,
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
            dimmed: false,
        }
    }

    /// For lists of which only a window is loaded.
    pub fn known(mut self, rows: std::ops::Range<usize>) -> Self {
        self.known = Some(rows);
        self
    }

    /// Fades outdated rows until the new ones arrive; the headers do not change.
    pub fn dimmed(mut self, dimmed: bool) -> Self {
        self.dimmed = dimmed;
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
        cell: impl FnMut(&mut Ui, usize, usize),
    ) -> TableEvents {
        let steps = |_| Vec::<MenuItem<()>>::new();
        self.with_menu_ui(ui, state, text, cell, steps).0
    }

    /// Draws the table with a menu for each row; returns the action picked from it.
    pub fn with_menu_ui<A>(
        &self,
        ui: &mut Ui,
        state: &mut TableState,
        text: impl Fn(usize) -> Vec<String>,
        mut cell: impl FnMut(&mut Ui, usize, usize),
        steps: impl Fn(usize) -> Vec<MenuItem<A>>,
    ) -> (TableEvents, Option<A>) {
        let mut events = TableEvents::default();
        if state.selected.is_some_and(|row| row >= self.rows) {
            state.selected = None;
        }
        let stop = self.stop_ui(ui);
        if std::mem::take(&mut state.wants_focus) {
            stop.request_focus();
        }
        let scroll_to = self.keys(ui, &stop, state, &text, &mut events);
        let scroll_to = state.scroll_to.take().or(scroll_to);
        let scroll_to = scroll_to.filter(|row| *row < self.rows);
        let ring = egui::Stroke::new(size::FOCUS_RING, Tokens::of_theme(ui).focus);
        let mut selected_row = None;
        let mut rows_place = Rect::NOTHING;
        let inside = UiBuilder::new().id_salt(self.id).accessibility_parent(stop.id);
        ui.scope_builder(inside, |ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::M, 0.0);
            ui.spacing_mut().scroll.bar_outer_margin = -size::BAR_BESIDE;
            // The background and focus ring of a selected row extend slightly beyond the
            // text, but less than half a gap.
            let mut clip = ui.clip_rect();
            let edges = ui.available_rect_before_wrap().x_range().expand(EDGE);
            clip.min.x = clip.min.x.max(edges.min);
            clip.max.x = clip.max.x.min(edges.max + size::BAR_BESIDE - EDGE);
            ui.set_clip_rect(clip);
            follow_width(ui, stop.id);
            let shown: Vec<(usize, Column)> = shown(self.columns, ui.available_width())
                .into_iter()
                .filter_map(|at| Some((at, *self.columns.get(at)?)))
                .collect();
            let columns: Vec<Column> = shown.iter().map(|(_, column)| *column).collect();
            let mut needs = Needs::load(ui, stop.id, &shown, ui.available_width());
            let mut widths = widths(&columns, ui.available_width());
            needs.share(&mut widths);
            let mut builder = TableBuilder::new(ui)
                .striped(false)
                // The table is a single Tab stop; its cells are not.
                .sense(Sense::CLICK)
                .auto_shrink([false, self.max_height.is_some()])
                // Not higher than its room, below which its last rows would be out of sight.
                .min_scrolled_height(0.0)
                .cell_layout(Layout::left_to_right(Align::Center));
            if let Some(height) = self.max_height {
                builder = builder.max_scroll_height(height);
            }
            for width in widths {
                builder = builder.column(match width {
                    Some(points) => Width::exact(points).clip(true),
                    None => Width::remainder().at_least(LEAST).clip(true),
                });
            }
            if let Some(row) = scroll_to {
                // At once: rows on the way would be loaded in vain.
                builder = builder.scroll_to_row(row, None).animate_scrolling(false);
            }
            builder
                .header(size::CONTROL_COMPACT + space::XS, |mut header| {
                    for (place, (index, column)) in shown.iter().enumerate() {
                        header.col(|ui| {
                            ui.set_clip_rect(ui.clip_rect().expand2(EDGE_OF_LETTERS));
                            let title = |ui: &mut Ui| {
                                header_ui(ui, *column, *index, state, &mut events);
                            };
                            needs.measure(place, ui, title);
                        });
                    }
                })
                .body(|body| {
                    body.rows(self.row_height, self.rows, |mut row| {
                        let index = row.index();
                        events.at_end |= index + 1 == self.rows;
                        let selected = state.selected == Some(index);
                        row.set_selected(selected);
                        let mut pointed = None;
                        // A row is read with the cells in it; its first cell stands for it.
                        let mut own: Option<Id> = None;
                        for (place_of_column, (at, column)) in shown.iter().enumerate() {
                            let at = *at;
                            let (_, response) = row.col(|ui| {
                                ui.set_clip_rect(ui.clip_rect().expand2(EDGE_OF_LETTERS));
                                if self.dimmed {
                                    ui.set_opacity(DIMMED);
                                }
                                let layout = match column.right {
                                    true => Layout::right_to_left(Align::Center),
                                    false => Layout::left_to_right(Align::Center),
                                };
                                // Apart from the cell's own layout, which would add its width to
                                // that of its contents and place the row beyond the window.
                                let mut place =
                                    UiBuilder::new().max_rect(ui.max_rect()).layout(layout);
                                if let Some(row) = own {
                                    place = place.accessibility_parent(row);
                                }
                                let contents = |ui: &mut Ui| cell(ui, index, at);
                                needs.measure(place_of_column, &mut ui.new_child(place), contents);
                            });
                            own.get_or_insert(response.id);
                            if response.clicked() || response.double_clicked() {
                                events.column = Some(at);
                            }
                            if response.secondary_clicked() {
                                pointed = Some(at);
                            }
                        }
                        let response = row.response();
                        rows_place |= response.rect;
                        if selected && stop.has_focus() {
                            // Around the background of the row.
                            let heights = response.rect.y_range();
                            let place = Rect::from_x_y_ranges(edges, heights);
                            let inside = egui::StrokeKind::Inside;
                            let painter = response.ctx.layer_painter(response.layer_id);
                            painter.rect_stroke(place, 0.0, ring, inside);
                        }
                        let mut words = text(index);
                        words.truncate(self.columns.len());
                        words.retain(|word| !word.is_empty());
                        selectable_info(&response, Role::Row, selected, &words.join(", "));
                        if selected {
                            selected_row = Some(response.id);
                        }
                        if response.clicked() || pointed.is_some() {
                            state.selected = Some(index);
                            events.selected = Some(index);
                        }
                        if response.clicked() {
                            // An opened menu takes the keyboard itself.
                            stop.request_focus();
                            events.clicked = Some(index);
                        }
                        if response.double_clicked() {
                            events.opened = Some(index);
                        }
                        if pointed.is_some() {
                            let at = response.interact_pointer_pos();
                            state.menu = Some(OpenMenu {
                                row: index,
                                column: pointed,
                                at: at.or(Some(response.rect.left_bottom())),
                            });
                        }
                        if let Some(menu) = &mut state.menu
                            && menu.row == index
                            && menu.at.is_none()
                        {
                            menu.at = Some(response.rect.left_bottom());
                        }
                    });
                });
            needs.store(ui, stop.id);
        });
        rows::remember(ui.ctx(), rows_place);
        say_row(&stop, selected_row);
        if stop.has_focus() && state.selected.is_none() {
            // Until a row is chosen, the ring is around all of them.
            let place = stop.rect.expand(EDGE).intersect(ui.clip_rect());
            let inside = egui::StrokeKind::Inside;
            ui.painter().rect_stroke(place, 0.0, ring, inside);
        }
        let picked = self.menu_of_row_ui(ui, &stop, state, &text, steps);
        (events, picked)
    }

    /// Whether the table has the keyboard, for keys that a panel adds to it.
    pub fn has_focus(&self, ui: &Ui) -> bool {
        ui.memory(|memory| memory.has_focus(self.stop_id()))
    }

    fn stop_id(&self) -> Id {
        Id::unique(format!("keys of {}", self.id))
    }

    /// The Tab stop of the table, which holds its keyboard focus.
    fn stop_ui(&self, ui: &Ui) -> Response {
        let place = ui.available_rect_before_wrap();
        let id = self.stop_id();
        let stop = ui.interact(place, id, Sense::FOCUSABLE);
        let name = names::of_table(self.id);
        stop.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Table, true, &name));
        let arrows = egui::EventFilter { vertical_arrows: true, ..egui::EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
        stop
    }

    fn menu_of_row_ui<A>(
        &self,
        ui: &Ui,
        stop: &Response,
        state: &mut TableState,
        text: &impl Fn(usize) -> Vec<String>,
        steps: impl Fn(usize) -> Vec<MenuItem<A>>,
    ) -> Option<A> {
        let menu = state.menu?;
        if menu.row >= self.rows {
            state.menu = None;
            return None;
        }
        let at = menu.at.unwrap_or(stop.rect.left_top());
        let copies = self.copies(menu, text);
        let picked = menu_ui(ui, self.id, at, steps(menu.row), copies)?;
        state.menu = None;
        stop.request_focus();
        match picked {
            Picked::Step(step) => return Some(step),
            Picked::Copy(words) => ui.ctx().copy_text(words),
            Picked::Closed => {}
        }
        None
    }

    /// The texts to copy from the menu: the row, and the cell under the pointer or, if opened by
    /// keyboard, every cell that has a title.
    fn copies(
        &self,
        menu: OpenMenu,
        text: &impl Fn(usize) -> Vec<String>,
    ) -> Vec<(String, String)> {
        let rows = menu.row..menu.row + 1;
        let mut copies = vec![(text!("parts-copy-row").to_owned(), self.tsv(rows, text))];
        let mut cells = text(menu.row);
        let hidden = cells.split_off(cells.len().min(self.columns.len()));
        for (at, (column, words)) in self.columns.iter().zip(cells).enumerate() {
            let wanted = menu.column.is_none_or(|column| column == at);
            if wanted && !column.title.is_empty() && !words.is_empty() {
                copies.push((text!("parts-copy-text", text = beginning(&words)), words));
            }
        }
        for words in hidden {
            let offered = copies.iter().any(|(_, copied)| *copied == words);
            if !words.is_empty() && !offered {
                copies.push((text!("parts-copy-text", text = beginning(&words)), words));
            }
        }
        copies
    }

    fn tsv(&self, rows: std::ops::Range<usize>, text: &impl Fn(usize) -> Vec<String>) -> String {
        // Columns without a title contain check boxes or the gap for the scroll bar, and no text.
        let titled = |cells: Vec<String>| -> Vec<String> {
            let columns = self.columns.iter().zip(cells);
            columns.filter(|(column, _)| !column.title.is_empty()).map(|(_, cell)| cell).collect()
        };
        let titles = self.columns.iter().map(|column| column.title.to_owned());
        tsv(titled(titles.collect()), rows.map(|row| titled(text(row))))
    }

    /// Handles keys while the table has the focus, or nothing else has it.
    fn keys(
        &self,
        ui: &Ui,
        stop: &Response,
        state: &mut TableState,
        text: &impl Fn(usize) -> Vec<String>,
        events: &mut TableEvents,
    ) -> Option<usize> {
        let free = ui.memory(|memory| memory.focused().is_none());
        let ours = stop.has_focus() || free;
        if self.rows == 0 || !ours || state.menu.is_some() || !ui.is_enabled() {
            return None;
        }
        if free {
            answer_free_keys(stop);
        }
        let chosen = state.selected.is_some();
        let take = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let down = take(Key::ArrowDown);
        let up = chosen && take(Key::ArrowUp);
        let first = chosen && take(Key::Home);
        let last = chosen && take(Key::End);
        let enter = chosen && take(Key::Enter);
        let space = chosen && take(Key::Space);
        let menu = chosen
            && (take(Key::Menu)
                || ui.input_mut(|input| input.consume_key(Modifiers::SHIFT, Key::F10)));
        let copy = ui.input_mut(|input| {
            let before = input.events.len();
            input.events.retain(|event| !matches!(event, egui::Event::Copy));
            input.events.len() < before
        });
        if copy {
            let rows = match state.selected {
                Some(row) => row..row + 1,
                None => self.known.clone().unwrap_or(0..self.rows),
            };
            ui.ctx().copy_text(self.tsv(rows, text));
        }
        if enter {
            events.opened = state.selected;
        }
        if space {
            events.ticked = state.selected;
        }
        if let Some(row) = state.selected.filter(|_| menu) {
            state.menu = Some(OpenMenu { row, column: None, at: None });
        }
        let moved = match state.selected {
            None if down => 0,
            Some(row) if down => (row + 1).min(self.rows - 1),
            Some(row) if up => row.saturating_sub(1),
            Some(_) if first => 0,
            Some(_) if last => self.rows - 1,
            _ => return None,
        };
        state.selected = Some(moved);
        events.selected = Some(moved);
        Some(moved)
    }
}
