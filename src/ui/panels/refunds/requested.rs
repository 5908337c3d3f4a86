//! The refunds that were requested, with their status.

use std::sync::Arc;

use egui::Ui;

use super::{RefundsViewState, sums};
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::refunds::intent::RefundIntent;
use crate::desk::refunds::refund_status_text;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::package_numbers::PackageNumbers;
use crate::ui::parts::row_actions::shipment_actions;
use crate::ui::parts::shipment_columns::ShipmentColumns;
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::{
    Column, Icon, Meaning, Table, card, muted_ui, pill_ui, retry_ui, short_ui,
};

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
    let (events, step) = Table::new("refunds asked for", &rows)
        .dimmed(cx.state.shipments.refresh.is_loading())
        .recipient(Column::wide(text!("shipments-column-to")), |row| [&row.to_name, &row.to_place])
        .numbers(Column::new(text!("shipments-column-number"), 204.0), |row| {
            PackageNumbers::of_row(row)
        })
        .column(Column::new(text!("shipments-column-status"), 330.0).shrinking(148.0), |row| {
            let status = row.refund_status.as_deref().unwrap_or_default();
            [word(status), refund_status_text(status)].join(" · ")
        })
        .drawn(|ui, row| status_ui(ui, row.refund_status.as_deref().unwrap_or_default()))
        .moment(
            cx,
            Column::new(text!("shipments-column-bought"), 140.0).shrinking(84.0),
            |tokens| tokens.ink,
            |row| row.created,
        )
        .money(Column::new(text!("shipments-column-price"), 90.0), |row| row.price)
        .with_menu_ui(ui, &mut local.asked, |row| shipment_actions(cx, row, true));
    cx.carry_out(step);
    if let Some(row) = events.opened {
        cx.commands.push(Command::ShowShipment(row.id.clone()));
    }
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

fn status_ui(ui: &mut Ui, status: &str) {
    let (meaning, icon) = match status {
        "Refunded" => (Meaning::Good, Icon::Check),
        "Rejected" => (Meaning::Bad, Icon::Cross),
        "Approved" => (Meaning::Info, Icon::Check),
        _ => (Meaning::Info, Icon::Clock),
    };
    ui.spacing_mut().item_spacing.x = space::S;
    pill_ui(ui, meaning, icon, word(status));
    let ink = Tokens::of_theme(ui).ink_muted;
    short_ui(ui, refund_status_text(status), text::body(), ink);
}
