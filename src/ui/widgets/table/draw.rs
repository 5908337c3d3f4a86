//! Draws a table: its header, and the rows that are visible.

use egui::{Align, Id, Layout, Rect, Response, RichText, Role, Sense, Stroke, Ui, UiBuilder};
use egui_extras::{Column as Width, TableBuilder, TableRow};

use super::column::{Column, LEAST, follow_width, shown, widths};
use super::header::header_ui;
use super::needs::Needs;
use super::{OpenMenu, Pressed, Table, TableState, rows};
use crate::ui::tokens::{DIMMED, Tokens, size, space};
use crate::ui::widgets::spoken::{say_row, selectable_info};

/// How far the background of a selected row extends beyond the columns, in points.
const EDGE: f32 = 6.0;

/// How far the outermost edges of letters may extend beyond their column, in points: the last
/// letter of a text at the right edge was cut.
const EDGE_OF_LETTERS: egui::Vec2 = egui::vec2(1.0, 0.0);

/// What the rows of a table have in common while they are drawn.
struct Drawing<'a> {
    stop: &'a Response,
    tokens: &'static Tokens,
    /// The columns that have room, with their numbers.
    columns: Vec<(usize, Column)>,
    needs: Needs,
    /// The left and the right edge of the background of a row.
    edges: egui::Rangef,
    selected_row: Option<Id>,
    rows_place: Rect,
}

impl<R> Table<'_, '_, R> {
    pub(super) fn draw_ui(
        &self,
        ui: &mut Ui,
        stop: &Response,
        state: &mut TableState,
        pressed: &mut Pressed,
        scroll_to: Option<usize>,
    ) {
        let tokens = Tokens::of_theme(ui);
        let (mut selected_row, mut rows_place) = (None, Rect::NOTHING);
        let inside = UiBuilder::new().id_salt(self.id).accessibility_parent(stop.id);
        ui.scope_builder(inside, |ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::M, 0.0);
            ui.spacing_mut().scroll.bar_outer_margin = -size::BAR_BESIDE;
            let edges = clip_to_edges(ui);
            follow_width(ui, stop.id);
            let all: Vec<Column> = self.cells.iter().map(|cells| cells.column).collect();
            let shown = shown(&all, ui.available_width()).into_iter();
            let columns: Vec<(usize, Column)> =
                shown.filter_map(|at| Some((at, *all.get(at)?))).collect();
            let needs = Needs::load(ui, stop.id, &columns, ui.available_width());
            let builder = self.builder(ui, &columns, &needs, scroll_to);
            let mut drawing =
                Drawing { stop, tokens, columns, needs, edges, selected_row: None, rows_place };
            builder
                .header(size::CONTROL_COMPACT + space::XS, |mut header| {
                    for (place, (_, column)) in drawing.columns.iter().enumerate() {
                        header.col(|ui| {
                            ui.set_clip_rect(ui.clip_rect().expand2(EDGE_OF_LETTERS));
                            let title = |ui: &mut Ui| {
                                pressed.sort_changed |= header_ui(ui, *column, state);
                            };
                            drawing.needs.measure(place, ui, title);
                        });
                    }
                })
                .body(|body| {
                    body.rows(size::TABLE_ROW, self.total, |row| {
                        self.row_ui(row, &mut drawing, state, pressed);
                    });
                });
            (selected_row, rows_place) = (drawing.selected_row, drawing.rows_place);
            drawing.needs.store(ui, stop.id);
        });
        rows::remember(ui.ctx(), rows_place);
        say_row(stop, selected_row);
        if stop.has_focus() && state.selected.is_none() {
            // Until a row is chosen, the ring is around all of them.
            let place = stop.rect.expand(EDGE).intersect(ui.clip_rect());
            ring(ui.painter(), place, tokens);
        }
    }

    fn builder<'u>(
        &self,
        ui: &'u mut Ui,
        columns: &[(usize, Column)],
        needs: &Needs,
        scroll_to: Option<usize>,
    ) -> TableBuilder<'u> {
        let columns: Vec<Column> = columns.iter().map(|(_, column)| *column).collect();
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
    }

    fn row_ui(
        &self,
        mut row: TableRow<'_, '_>,
        drawing: &mut Drawing<'_>,
        state: &mut TableState,
        pressed: &mut Pressed,
    ) {
        let index = row.index();
        pressed.drawn = Some(match pressed.drawn {
            Some((top, bottom)) => (top.min(index), bottom.max(index)),
            None => (index, index),
        });
        let selected = state.selected == Some(index);
        row.set_selected(selected);
        let pointed = self.cells_ui(&mut row, drawing, pressed);
        let response = row.response();
        drawing.rows_place |= response.rect;
        if selected && drawing.stop.has_focus() {
            // Around the background of the row.
            let place = Rect::from_x_y_ranges(drawing.edges, response.rect.y_range());
            let painter = response.ctx.layer_painter(response.layer_id);
            ring(&painter, place, drawing.tokens);
        }
        let mut words = self.texts(index);
        words.retain(|word| !word.is_empty());
        selectable_info(&response, Role::Row, selected, &words.join(", "));
        if selected {
            drawing.selected_row = Some(response.id);
        }
        if response.clicked() || pointed.is_some() {
            state.selected = Some(index);
            pressed.selected = Some(index);
        }
        if response.clicked() {
            // An opened menu takes the keyboard itself.
            drawing.stop.request_focus();
            pressed.clicked = Some(index);
        }
        if response.double_clicked() {
            pressed.opened = Some(index);
        }
        if pointed.is_some() {
            let at = response.interact_pointer_pos().or(Some(response.rect.left_bottom()));
            state.menu = Some(OpenMenu { row: index, column: pointed, at });
        }
        if let Some(menu) = &mut state.menu
            && menu.row == index
            && menu.at.is_none()
        {
            menu.at = Some(response.rect.left_bottom());
        }
    }

    /// Draws the cells of a row; returns the column that was clicked with the right mouse button.
    fn cells_ui(
        &self,
        row: &mut TableRow<'_, '_>,
        drawing: &mut Drawing<'_>,
        pressed: &mut Pressed,
    ) -> Option<usize> {
        let index = row.index();
        let loaded = self.row(index);
        let mut pointed = None;
        // A row is read with the cells in it; its first cell stands for it.
        let mut own: Option<Id> = None;
        for (place_of_column, (at, column)) in drawing.columns.iter().enumerate() {
            let (_, response) = row.col(|ui| {
                ui.set_clip_rect(ui.clip_rect().expand2(EDGE_OF_LETTERS));
                if self.dimmed {
                    ui.set_opacity(DIMMED);
                }
                // Apart from the cell's own layout, which would add its width to that of its
                // contents and place the row beyond the window.
                let place = UiBuilder::new().max_rect(ui.max_rect());
                let mut place = place.layout(match column.right {
                    true => Layout::right_to_left(Align::Center),
                    false => Layout::left_to_right(Align::Center),
                });
                if let Some(row) = own {
                    place = place.accessibility_parent(row);
                }
                let contents = |ui: &mut Ui| {
                    if let Some((row, cells)) = loaded.zip(self.cells.get(*at)) {
                        if cells.show_ui(ui, row) {
                            pressed.ticked = Some(index);
                        }
                    } else if self.first_titled() == Some(*at) {
                        ui.label(RichText::new("…").color(Tokens::of_theme(ui).ink_muted));
                    }
                };
                drawing.needs.measure(place_of_column, &mut ui.new_child(place), contents);
            });
            own.get_or_insert(response.id);
            if response.clicked() || response.double_clicked() {
                pressed.column = Some(*at);
            }
            if response.secondary_clicked() {
                pointed = Some(*at);
            }
        }
        pointed
    }
}

/// The background and focus ring of a selected row extend slightly beyond the text, but less than
/// half a gap. Returns their left and right edge.
fn clip_to_edges(ui: &mut Ui) -> egui::Rangef {
    let mut clip = ui.clip_rect();
    let edges = ui.available_rect_before_wrap().x_range().expand(EDGE);
    clip.min.x = clip.min.x.max(edges.min);
    clip.max.x = clip.max.x.min(edges.max + size::BAR_BESIDE - EDGE);
    ui.set_clip_rect(clip);
    edges
}

fn ring(painter: &egui::Painter, place: Rect, tokens: &Tokens) {
    let ring = Stroke::new(size::FOCUS_RING, tokens.focus);
    painter.rect_stroke(place, 0.0, ring, egui::StrokeKind::Inside);
}
