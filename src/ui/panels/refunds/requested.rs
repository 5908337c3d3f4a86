//! The refunds that were requested, with their status.

use std::sync::Arc;

use egui::Ui;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{RefundsViewState, menu, price, sums};
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::refunds::intent::RefundIntent;
use crate::desk::refunds::refund_status_text;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::package_numbers::PackageNumbers;
use crate::ui::parts::recipient::name_and_place_ui;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::notice::retry_ui;
use crate::ui::widgets::table::{Column, Table};
use crate::ui::widgets::text::{moment, money_cell_ui, muted_ui, pill_ui};
use crate::ui::widgets::words::{moment_cell_ui, short_ui};
use crate::ui::widgets::{Icon, Meaning, card};

fn columns() -> [Column; 5] {
    [
        Column::wide(text!("shipments-column-to")),
        Column::new(text!("shipments-column-number"), 204.0),
        Column::new(text!("shipments-column-status"), 330.0).shrinking(148.0),
        Column::new(text!("shipments-column-bought"), 140.0).shrinking(84.0),
        Column::new(text!("shipments-column-price"), 90.0).right(),
    ]
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RefundsViewState) {
    if retry_ui(ui, cx.state.refunds.requested_rows.trouble()) {
        cx.ask(RefundIntent::Refresh);
    }
    let rows: Vec<Arc<ShipmentRow>> =
        cx.state.refunds.requested_rows.value().cloned().unwrap_or_default();
    if rows.is_empty() {
        card::empty_ui(
            ui,
            Icon::Back,
            text!("refunds-requested-empty-title"),
            text!("refunds-requested-empty"),
            None,
        );
        return;
    }
    let over = |row: &&Arc<ShipmentRow>, word: &str| row.refund_status.as_deref() == Some(word);
    let back = sums(rows.iter().filter(|row| over(row, "Refunded")).map(AsRef::as_ref));
    let waiting = rows.iter().filter(|row| !over(row, "Refunded") && !over(row, "Rejected"));
    let waiting = sums(waiting.map(AsRef::as_ref));
    let told = match (waiting.is_empty(), back.is_empty()) {
        (true, true) => String::new(),
        (false, true) => text!("refunds-pending", pending = waiting),
        (true, false) => text!("refunds-returned", returned = back),
        (false, false) => text!("refunds-pending-and-returned", pending = waiting, returned = back),
    };
    muted_ui(ui, &told);
    let (now, zone) = (cx.now, cx.zone.clone());
    let mut table = local.asked;
    let (events, step) = Table::new("refunds asked for", &columns(), rows.len())
        .dimmed(cx.state.shipments.refresh.is_loading())
        .with_menu_ui(
            ui,
            &mut table,
            |row| rows.get(row).map(|row| asked_cells(row, &zone)).unwrap_or_default(),
            |ui, row, column| {
                if let Some(row) = rows.get(row) {
                    asked_cell_ui(ui, row, column, now, &zone);
                }
            },
            |row| menu(cx, rows.get(row).map(AsRef::as_ref)),
        );
    local.asked = table;
    cx.carry_out(step);
    if let Some(row) = events.opened.and_then(|row| rows.get(row)) {
        cx.commands.push(Command::ShowShipment(row.id.clone()));
    }
}

fn asked_cells(row: &ShipmentRow, zone: &TimeZone) -> Vec<String> {
    let status = row.refund_status.as_deref().unwrap_or_default();
    vec![
        format!("{}, {}", row.to_name, row.to_place),
        PackageNumbers::of_row(row).words(),
        [word(status), refund_status_text(status)].join(" · "),
        moment(row.created, zone),
        price(row),
    ]
}

/// A readable word for a refund status.
fn word(status: &str) -> &str {
    match status {
        "Initiated" => text!("refunds-status-requested"),
        "Approved" => text!("refunds-status-approved"),
        "Rejected" => text!("refunds-status-declined"),
        "Refunded" => text!("refunds-status-refunded"),
        other => other,
    }
}

fn asked_cell_ui(ui: &mut Ui, row: &ShipmentRow, column: usize, now: Timestamp, zone: &TimeZone) {
    let tokens = Tokens::of_theme(ui);
    match column {
        0 => name_and_place_ui(ui, &row.to_name, &row.to_place),
        2 => {
            let status = row.refund_status.as_deref().unwrap_or_default();
            let (meaning, icon) = match status {
                "Refunded" => (Meaning::Good, Icon::Check),
                "Rejected" => (Meaning::Bad, Icon::Cross),
                "Approved" => (Meaning::Info, Icon::Check),
                _ => (Meaning::Info, Icon::Clock),
            };
            ui.spacing_mut().item_spacing.x = space::S;
            pill_ui(ui, meaning, icon, word(status));
            short_ui(ui, refund_status_text(status), text::body(), tokens.ink_muted);
        }
        1 => PackageNumbers::of_row(row).show_ui(ui),
        4 => money_cell_ui(ui, row.price),
        _ => {
            moment_cell_ui(ui, row.created, now, zone, tokens.ink);
        }
    }
}
