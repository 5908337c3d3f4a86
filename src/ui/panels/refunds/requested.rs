//! The refunds that were requested, with their status.

use std::sync::Arc;

use egui::Ui;
use jiff::tz::TimeZone;

use super::{RefundsViewState, menu, number, price, recipient_ui, sums};
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::refunds::intent::RefundIntent;
use crate::desk::refunds::refund_status_text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::notice::{capital, retry_ui};
use crate::ui::widgets::table::{Column, Table};
use crate::ui::widgets::text::{moment, money_cell_ui, muted_ui, number_cell_ui, pill_ui};
use crate::ui::widgets::words::{short_ui, words_ui};
use crate::ui::widgets::{Icon, Meaning, card};

const ASKED: [Column; 5] = [
    Column::wide("To"),
    Column::new("Tracking number", 190.0),
    Column::new("Status", 330.0),
    Column::new("Bought", 140.0),
    Column::new("Price", 90.0).right(),
];

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut RefundsViewState) {
    if retry_ui(ui, cx.state.refunds.requested_rows.trouble()) {
        cx.ask(RefundIntent::Refresh);
    }
    let rows: Vec<Arc<ShipmentRow>> = cx
        .state
        .refunds
        .requested_rows
        .value()
        .cloned()
        .unwrap_or_default();
    if rows.is_empty() {
        card::empty_ui(
            ui,
            Icon::Back,
            "No refund was asked for yet",
            "What you ask for stands here until the money is back",
            None,
        );
        return;
    }
    let over = |row: &&Arc<ShipmentRow>, word: &str| row.refund_status.as_deref() == Some(word);
    let back = sums(
        rows.iter()
            .filter(|row| over(row, "Refunded"))
            .map(AsRef::as_ref),
    );
    let waiting = rows
        .iter()
        .filter(|row| !over(row, "Refunded") && !over(row, "Rejected"));
    let waiting = sums(waiting.map(AsRef::as_ref));
    let told = [(waiting, "under way"), (back, "came back")];
    let told: Vec<String> = told
        .iter()
        .filter(|(sum, _)| !sum.is_empty())
        .map(|(sum, words)| format!("{sum} {words}"))
        .collect();
    muted_ui(ui, &told.join(", "));
    let zone = cx.zone.clone();
    let mut table = local.asked;
    let (events, step) = Table::new("refunds asked for", &ASKED, rows.len())
        .dimmed(cx.state.shipments.refresh.is_loading())
        .with_menu_ui(
            ui,
            &mut table,
            |row| {
                rows.get(row)
                    .map(|row| asked_cells(row, &zone))
                    .unwrap_or_default()
            },
            |ui, row, column| {
                if let Some(row) = rows.get(row) {
                    asked_cell_ui(ui, row, column, &zone);
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
        number(row),
        format!("{}: {}", word(status), refund_status_text(status)),
        moment(row.created, zone),
        price(row),
    ]
}

/// A readable word for a refund status.
fn word(status: &str) -> &str {
    match status {
        "Initiated" => "Under way",
        "Rejected" => "Refused",
        other => other,
    }
}

fn asked_cell_ui(ui: &mut Ui, row: &ShipmentRow, column: usize, zone: &TimeZone) {
    let tokens = Tokens::of_theme(ui);
    match column {
        0 => recipient_ui(ui, row),
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
            short_ui(
                ui,
                &capital(refund_status_text(status)),
                text::body(),
                tokens.ink_muted,
            );
        }
        1 => number_cell_ui(ui, &number(row)),
        4 => money_cell_ui(ui, row.price),
        _ => {
            let words = asked_cells(row, zone).into_iter().nth(column);
            words_ui(ui, &words.unwrap_or_default(), text::body(), tokens.ink);
        }
    }
}
