//! All shipments: shown from the cache at once and refreshed in the background, with search,
//! filters, a table of any length, and the details of one shipment beside it.

mod chosen;
mod detail;

use egui::{RichText, Ui};
use jiff::Timestamp;

use crate::api::value::TrackingStatus;
use crate::desk::parcel::rate_ranking::spaced;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::shipments::intent::ShipmentIntent;
use crate::desk::shipments::list::ShipmentFilter;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::dialogs::FileAction;
use crate::ui::panel::Panel;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::parts::refresh_button::refresh_button_ui;
use crate::ui::parts::shipments_missing::shipments_missing_ui;
use crate::ui::parts::tracking_words::status_display;
use crate::ui::parts::{label_view, row_actions};
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::card::empty_ui;
use crate::ui::widgets::choice::segmented_ui;
use crate::ui::widgets::field::column_ui;
use crate::ui::widgets::notice::retry_ui;
use crate::ui::widgets::table::{Column, Table, TableState};
use crate::ui::widgets::text::{
    age, heading_ui, moment, money_ui, money_words, number_cell_ui, pill_ui, short_moment,
    small_muted_ui,
};
use crate::ui::widgets::words::words_ui;
use crate::ui::widgets::{Button, Field, Icon, Meaning};

#[derive(Debug, Default)]
pub struct ShipmentsViewState {
    table: TableState,
    search: String,
    filter: ShipmentFilter,
    label: label_view::LabelViewState,
    chosen: chosen::Chosen,
    asked_more_at: usize,
}

/// A check box that chooses the row for printing or saving with others.
const CHOSEN: Column = Column::new("", 28.0);
/// Width of the detail pane; fits the row of buttons for a label.
const SIDE: f32 = 416.0;
/// Below this width, only the columns that distinguish rows are shown beside the detail pane.
const ROOM_FOR_ALL: f32 = 1000.0;
const TRACKING_NUMBER: usize = 4;
const NARROW_COLUMNS: [usize; 5] = [0, 1, 2, 5, 6];

fn columns() -> [Column; 7] {
    [
        CHOSEN,
        Column::new(text!("shipments-column-bought"), 116.0),
        Column::wide(text!("shipments-column-to")),
        Column::new(text!("shipments-column-service"), 170.0).growing(0.35),
        Column::new(text!("shipments-column-number"), 190.0),
        Column::new(text!("shipments-column-status"), 164.0),
        Column::new(text!("shipments-column-price"), 80.0).right(),
    ]
}

fn filters() -> [(ShipmentFilter, &'static str); 6] {
    [
        (ShipmentFilter::All, text!("shipments-filter-all")),
        (ShipmentFilter::Today, text!("shipments-filter-today")),
        (
            ShipmentFilter::InTransit,
            text!("shipments-filter-in-transit"),
        ),
        (ShipmentFilter::Problem, text!("shipments-filter-problems")),
        (
            ShipmentFilter::Refundable,
            text!("shipments-filter-refundable"),
        ),
        (
            ShipmentFilter::Delivered,
            text!("shipments-filter-delivered"),
        ),
    ]
}

/// Shows the panel with the shipment that the desk selected. Clears a search without
/// results, which would hide it.
pub fn go_to(cx: &mut Cx<'_>, local: &mut ShipmentsViewState) {
    cx.go_to(Panel::Shipments);
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
    search_ui(ui, cx, local);
    chosen::bar_ui(ui, cx, &mut local.chosen);
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
    let room = ui.available_size();
    let selected = state.shipments.selected.clone();
    let beside = selected.is_some() && room.x >= SIDE * 2.0;
    let width = if beside {
        room.x - SIDE - space::L
    } else {
        room.x
    };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        let narrow = beside && width < ROOM_FOR_ALL;
        column_ui(ui, width, |ui| table_ui(ui, cx, local, narrow));
        if let Some(shipment) = selected.filter(|_| beside) {
            column_ui(ui, SIDE, |ui| {
                detail::show_ui(ui, cx, &mut local.label, &shipment, room.y);
            });
        }
    });
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let shipments = &cx.state.shipments;
    ui.horizontal(|ui| {
        heading_ui(ui, text!("shipments-title"));
        cx.freshness_ui(ui, &shipments.refresh);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if refresh_button_ui(ui, text!("shipments-refresh")) {
                cx.ask(ShipmentIntent::Refresh);
            }
            let nothing = shipments
                .rows
                .is_empty()
                .then_some(text!("shipments-export-nothing"));
            let export = Button::secondary(text!("shipments-export"))
                .hint(text!("shipments-export-hint"))
                .disabled_because(nothing.or(cx.files_busy));
            if export.show_ui(ui).clicked() {
                cx.choose_file(FileAction::ExportShipments);
            }
        });
    });
}

fn search_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipmentsViewState) {
    let shipments = &cx.state.shipments;
    ui.horizontal(|ui| {
        let changed = Field::new(text!("shipments-search"))
            .hint(text!("shipments-search-hint"))
            .hide_label()
            .search()
            .width(280.0)
            .show_ui(ui, &mut local.search)
            .changed();
        let name = text!("shipments-filter");
        let filtered = segmented_ui(ui, name, &mut local.filter, &filters());
        if changed || filtered {
            ask_search(cx, local);
        }
        let (matching, total) = (shipments.matching, shipments.total);
        let words = match shipments.more {
            true => text!("shipments-count-more", matching = matching, total = total),
            false if matching == total => text!("shipments-count", count = total),
            false => text!(
                "shipments-count-matching",
                matching = matching,
                total = total
            ),
        };
        small_muted_ui(ui, &words);
        if shipments.sync.running {
            small_muted_ui(ui, text!("shipments-loading-older"));
        }
    });
}

fn ask_search(cx: &mut Cx<'_>, local: &mut ShipmentsViewState) {
    local.asked_more_at = 0;
    cx.ask(ShipmentIntent::Search {
        text: local.search.trim().to_owned(),
        filter: local.filter,
    });
}

fn table_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut ShipmentsViewState, narrow: bool) {
    let shipments = &cx.state.shipments;
    let rows = &shipments.rows;
    // The desk stores the selected shipment and the table a row; new shipments move the rows.
    local.table.selected = shipments
        .selected
        .as_ref()
        .and_then(|id| rows.iter().position(|row| row.id == *id));
    let all = columns();
    let columns: Vec<Column> = match narrow {
        true => NARROW_COLUMNS
            .iter()
            .filter_map(|column| all.get(*column).copied())
            .collect(),
        false => all.to_vec(),
    };
    let column_of = |shown: usize| {
        if narrow {
            NARROW_COLUMNS.get(shown).copied().unwrap_or_default()
        } else {
            shown
        }
    };
    let chosen = &mut local.chosen;
    let words = |row: usize| {
        let all = rows.get(row).map(|row| cells(cx, row)).unwrap_or_default();
        // The tracking number is copied most often, so the menu always offers it.
        let number = all.get(TRACKING_NUMBER).cloned();
        let shown: Vec<String> = match narrow {
            true => NARROW_COLUMNS
                .iter()
                .filter_map(|column| all.get(*column).cloned())
                .collect(),
            false => all,
        };
        shown.into_iter().chain(number).collect()
    };
    let steps = |row: usize| {
        let row = rows.get(row);
        row.map(|row| row_actions::shipment_actions(cx, row, false))
            .unwrap_or_default()
    };
    let table = Table::new("shipments", &columns, rows.len());
    let table = table.dimmed(shipments.refresh.is_loading());
    let (events, step) = table.with_menu_ui(
        ui,
        &mut local.table,
        words,
        |ui, row, column| {
            if let Some(row) = rows.get(row) {
                match column_of(column) {
                    0 => chosen.cell_ui(ui, row),
                    column => cell_ui(ui, cx, row, column),
                }
            }
        },
        steps,
    );
    cx.carry_out(step);
    if let Some(row) = events.ticked.and_then(|row| rows.get(row)) {
        local.chosen.toggle(row);
    }
    if let Some(row) = events
        .selected
        .or(events.opened)
        .and_then(|row| rows.get(row))
    {
        cx.ask(ShipmentIntent::Select(Some(row.id.clone())));
    }
    let loaded = rows.len() as u64;
    let more = loaded < shipments.matching || shipments.more;
    if events.at_end && more && local.asked_more_at != rows.len() {
        local.asked_more_at = rows.len();
        cx.ask(ShipmentIntent::LoadMore);
    }
}

fn cells(cx: &Cx<'_>, row: &ShipmentRow) -> Vec<String> {
    vec![
        String::new(),
        moment(row.created, cx.zone),
        format!("{}, {}", row.to_name, row.to_place),
        format!(
            "{} {}",
            carrier_name(cx.state, &row.carrier),
            spaced(&row.service)
        ),
        row.tracking_number
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
        status_words(row),
        row.price.map(money_words).unwrap_or_default(),
    ]
}

fn cell_ui(ui: &mut Ui, cx: &Cx<'_>, row: &ShipmentRow, column: usize) {
    let tokens = Tokens::of_theme(ui);
    match column {
        1 => {
            ui.label(RichText::new(since(row.created, cx)).color(tokens.ink_muted))
                .on_hover_ui(|ui| {
                    ui.label(moment(row.created, cx.zone));
                });
        }
        2 => {
            ui.spacing_mut().item_spacing.x = space::S;
            words_ui(ui, &row.to_name, text::body_medium(), tokens.ink);
            words_ui(ui, &row.to_place, text::body(), tokens.ink_muted);
        }
        3 => {
            let packages = match row.packages {
                0 | 1 => String::new(),
                count => format!(" × {count}"),
            };
            ui.label(
                RichText::new(format!("{}{packages}", spaced(&row.service))).color(tokens.ink),
            )
            .on_hover_ui(|ui| {
                ui.label(carrier_name(cx.state, &row.carrier));
            });
        }
        4 => {
            let number = row
                .tracking_number
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default();
            number_cell_ui(ui, &number);
        }
        5 => {
            let (meaning, icon) = status_look(&row.status);
            pill_ui(ui, meaning, icon, &status_words(row)).on_hover_text(&row.sub_status);
        }
        6 => {
            money_ui(ui, row.price);
        }
        _ => {}
    }
}

fn status_words(row: &ShipmentRow) -> String {
    if let Some(refund) = &row.refund_status {
        return match refund.as_str() {
            "Initiated" => text!("shipments-status-refund-requested").to_owned(),
            "Approved" => text!("shipments-status-refund-approved").to_owned(),
            "Rejected" => text!("shipments-status-refund-declined").to_owned(),
            "Refunded" => text!("shipments-status-refunded").to_owned(),
            other => text!("shipments-status-refund-other", status = other),
        };
    }
    match TrackingStatus::parse(&row.status) {
        _ if row.status.is_empty() => text!("shipments-status-untracked").to_owned(),
        TrackingStatus::Unknown(status) => sentence(&spaced(&status)),
        status => status_display(Some(&status)).2,
    }
}

/// Changes `Held At Customs` to `Held at customs`.
fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => first.to_string() + &chars.as_str().to_lowercase(),
        None => String::new(),
    }
}

fn status_look(status: &str) -> (Meaning, Icon) {
    match status {
        "Delivered" => (Meaning::Good, Icon::Check),
        "InTransit" => (Meaning::Info, Icon::Truck),
        "OutForDelivery" => (Meaning::Info, Icon::House),
        "Delayed" => (Meaning::Warning, Icon::Clock),
        "DeliveryFailed" | "Cancelled" => (Meaning::Bad, Icon::Warning),
        _ => (Meaning::Neutral, Icon::Dot),
    }
}

/// The age of `at`. A time in the future is shown as a date: the practice service runs
/// ahead of this computer's clock.
fn since(at: Timestamp, cx: &Cx<'_>) -> String {
    if at > cx.now {
        short_moment(at, cx.now, cx.zone)
    } else {
        age(at, cx.now)
    }
}
