//! All shipments: shown from the cache at once and refreshed in the background, with search,
//! filters, a table of any length, and the details of one shipment beside it.

mod cells;
mod chosen;
mod detail;

use egui::Ui;

use crate::base::id::ShipmentId;
use crate::desk::shipments::intent::ShipmentIntent;
use crate::desk::shipments::list::ShipmentFilter;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::panel::Panel;
use crate::ui::panels::shipments::detail::{DetailViewState, Place};
use crate::ui::parts::label_view::LabelViewState;
use crate::ui::parts::refresh_button::refresh_button_ui;
use crate::ui::parts::row_actions;
use crate::ui::parts::shipments_missing::shipments_missing_ui;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::{
    Button, Field, Icon, Table, TableState, column_ui, combo_box_ui, empty_ui, from_right_ui,
    heading_ui, line_ui, panes_ui, retry_ui, segmented_ui, small_muted_ui, take_escape,
};

#[derive(Debug, Default)]
pub struct ShipmentsViewState {
    table: TableState,
    search: String,
    filter: ShipmentFilter,
    detail: DetailViewState,
    /// The detail covers the list, if there is no room beside it.
    covers: bool,
    chosen: chosen::Chosen,
    asked_more_at: usize,
}

/// Width of the detail pane; fits the row of buttons for a label.
const SIDE: f32 = 416.0;
/// From this width on, the detail is beside the list; below it, in place of the list.
const BESIDE: f32 = 1000.0;
/// The search field; shorter than the least, it gives way.
const SEARCH: f32 = 280.0;
const LEAST_SEARCH: f32 = 140.0;
/// The filters side by side, as a box, and the width from which they stand side by side.
const SEGMENTS: f32 = 480.0;
const FILTERS: f32 = 140.0;
const ROOM_FOR_SEGMENTS: f32 = 720.0;
/// Room for the number of shipments.
const COUNT: f32 = 96.0;

impl ShipmentsViewState {
    /// Shows the shipment that is being selected, also where it covers the list.
    pub fn open_detail(&mut self) {
        self.covers = true;
    }

    /// The view of the shipment's label.
    pub fn label_view(&mut self) -> &mut LabelViewState {
        &mut self.detail.label
    }
}

fn filters() -> [(ShipmentFilter, &'static str); 6] {
    [
        (ShipmentFilter::All, text!("shipments-filter-all")),
        (ShipmentFilter::Today, text!("shipments-filter-today")),
        (ShipmentFilter::InTransit, text!("shipments-filter-in-transit")),
        (ShipmentFilter::Problem, text!("shipments-filter-problems")),
        (ShipmentFilter::Refundable, text!("shipments-filter-refundable")),
        (ShipmentFilter::Delivered, text!("shipments-filter-delivered")),
    ]
}

/// Shows the panel with the shipment that the desk selected. Clears a search without
/// results, which would hide it.
pub fn go_to(cx: &mut Cx<'_>, local: &mut ShipmentsViewState) {
    cx.go_to(Panel::Shipments);
    local.open_detail();
    if cx.state.shipments.rows.is_empty() {
        local.search.clear();
        local.filter = ShipmentFilter::All;
        ask_search(cx, local);
    }
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipmentsViewState) {
    let state = cx.state;
    head_ui(ui, cx);
    if retry_ui(ui, cx.trouble_to_show(&state.shipments.refresh)) {
        cx.ask(ShipmentIntent::Refresh);
    }
    // While older shipments are being loaded, the search line says so.
    if !state.shipments.sync.running {
        shipments_missing_ui(ui, cx);
    }
    if state.shipments.total == 0 && state.shipments.rows.is_empty() {
        if empty_ui(
            ui,
            Icon::Shipments,
            text!("shipments-empty-title"),
            text!("shipments-empty"),
            Some(text!("shipments-empty-button")),
        ) {
            cx.go_to(Panel::Ship);
        }
        return;
    }
    let is_narrow = ui.available_width() < BESIDE;
    if let Some(shipment) = state.shipments.selected.as_ref()
        && is_narrow
        && local.covers
    {
        return over_list_ui(ui, cx, local, shipment);
    }
    line_ui(ui, size::CONTROL, |ui| filters_ui(ui, cx, local));
    chosen::progress_ui(ui, cx, &mut local.chosen);
    chosen::saving_ui(ui, cx, &mut local.chosen);
    if state.shipments.rows.is_empty() {
        if empty_ui(
            ui,
            Icon::Search,
            text!("shipments-no-match-title"),
            text!("shipments-no-match"),
            Some(text!("shipments-no-match-button")),
        ) {
            local.search.clear();
            local.filter = ShipmentFilter::All;
            ask_search(cx, local);
        }
        return;
    }
    if is_narrow {
        return table_ui(ui, cx, local, false);
    }
    panes_ui(ui, |ui| {
        let room = ui.available_size();
        let selected = state.shipments.selected.clone();
        let Some(shipment) = selected else {
            return column_ui(ui, room.x, |ui| table_ui(ui, cx, local, false));
        };
        let width = room.x - SIDE - space::L;
        column_ui(ui, width, |ui| table_ui(ui, cx, local, true));
        column_ui(ui, SIDE, |ui| {
            detail::show_ui(ui, cx, &mut local.detail, &shipment, Place::BesideList, room.y);
        });
    });
}

/// The selected shipment in place of the list.
fn over_list_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut ShipmentsViewState,
    shipment: &ShipmentId,
) {
    let height = ui.available_height();
    let back = detail::show_ui(ui, cx, &mut local.detail, shipment, Place::OverList, height);
    if back || take_escape(ui) {
        local.covers = false;
        local.table.take_focus();
    }
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let shipments = &cx.state.shipments;
    ui.horizontal(|ui| {
        heading_ui(ui, text!("shipments-title"));
        cx.freshness_ui(ui, &shipments.refresh);
        from_right_ui(ui, |ui| {
            if refresh_button_ui(ui, text!("shipments-refresh")) {
                cx.ask(ShipmentIntent::Refresh);
            }
            let nothing = shipments.rows.is_empty().then_some(text!("shipments-export-nothing"));
            let export = Button::secondary(text!("shipments-export"))
                .hint(text!("shipments-export-hint"))
                .disabled_because(nothing.or(cx.files_busy));
            if export.show_ui(ui).clicked() {
                cx.choose_file(FileAction::ExportShipments);
            }
        });
    });
}

/// The search with its filters, or with the actions on the chosen rows in place of the filters.
fn filters_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipmentsViewState) {
    let room = ui.available_width();
    let choosing = !local.chosen.is_empty();
    let beside = match choosing {
        true => local.chosen.room(cx),
        false if room >= ROOM_FOR_SEGMENTS => SEGMENTS,
        false => FILTERS + space::S,
    };
    let search = (room - beside - space::S).min(SEARCH);
    let mut changed = false;
    if search >= LEAST_SEARCH {
        changed = Field::new(text!("shipments-search"))
            .hint(text!("shipments-search-hint"))
            .hide_label()
            .search()
            .expects_scans()
            .width(search)
            .show_ui(ui, &mut local.search)
            .changed();
    }
    if choosing {
        chosen::actions_ui(ui, cx, &mut local.chosen);
    } else {
        let name = text!("shipments-filter");
        changed |= match room >= ROOM_FOR_SEGMENTS {
            true => segmented_ui(ui, name, &mut local.filter, &filters()),
            false => combo_box_ui(ui, name, FILTERS, &mut local.filter, &filters()),
        };
        if ui.available_width() >= COUNT {
            count_ui(ui, cx);
        }
    }
    if changed {
        ask_search(cx, local);
    }
}

fn count_ui(ui: &mut Ui, cx: &Cx<'_>) {
    let shipments = &cx.state.shipments;
    let (matching, total) = (shipments.matching, shipments.total);
    let words = match shipments.more {
        true => text!("shipments-count-more", matching = matching, total = total),
        false if matching == total => text!("shipments-count", count = total),
        false => text!("shipments-count-matching", matching = matching, total = total),
    };
    small_muted_ui(ui, &words);
    if shipments.sync.running {
        small_muted_ui(ui, text!("shipments-loading-older"));
    }
}

fn ask_search(cx: &mut Cx<'_>, local: &mut ShipmentsViewState) {
    local.asked_more_at = 0;
    cx.ask(ShipmentIntent::Search { text: local.search.trim().to_owned(), filter: local.filter });
}

fn table_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipmentsViewState, beside: bool) {
    let shipments = &cx.state.shipments;
    let rows = &shipments.rows;
    // The desk stores the selected shipment and the table a row; new shipments move the rows.
    local.table.selected =
        shipments.selected.as_ref().and_then(|id| rows.iter().position(|row| row.id == *id));
    let shown = cells::shown(cx, ui.available_width(), beside);
    let several = rows.iter().any(|row| row.packages > 1);
    let chosen = &local.chosen;
    let mut table = Table::new("shipments", rows)
        .dimmed(shipments.refresh.is_loading())
        // The tracking number is copied most often, so the menu always offers it.
        .copies(|row| row.numbers().map(ToString::to_string).collect())
        .ticks(|row| chosen.has(row), |row| chosen::name_of(row));
    for cell in &shown {
        table = table.column(cell.column(several), |row| cell.words(cx, row));
        table = table.drawn(|ui, row| cell.show_ui(ui, cx, row));
    }
    let (events, step) = table
        .with_menu_ui(ui, &mut local.table, |row| row_actions::shipment_actions(cx, row, false));
    cx.carry_out(step);
    if let Some(row) = events.ticked {
        local.chosen.toggle(row);
    }
    // The arrow keys select a row; a click or Enter also opens it where it covers the list.
    if let Some(row) = events.entered() {
        local.covers = events.clicked.or(events.opened).is_some();
        cx.ask(ShipmentIntent::Select(Some(row.id.clone())));
    }
    let loaded = rows.len() as u64;
    let more = loaded < shipments.matching || shipments.more;
    if events.at_end && more && local.asked_more_at != rows.len() {
        local.asked_more_at = rows.len();
        cx.ask(ShipmentIntent::LoadMore);
    }
}
