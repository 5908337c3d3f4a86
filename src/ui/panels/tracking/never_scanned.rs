//! The never-left radar: labels bought a day or more ago that no carrier has scanned.

use egui::Ui;

use crate::base::locale::format::list;
use crate::desk::shipments::intent::ShipmentIntent;
use crate::desk::shipments::never_scanned::NeverScannedLabels;
use crate::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::package_numbers::PackageNumbers;
use crate::ui::parts::row_actions::shipment_actions;
use crate::ui::parts::shipment_columns::ShipmentColumns;
use crate::ui::parts::shipments_missing::shipments_missing_ui;
use crate::ui::widgets::{
    Column, Icon, Meaning, Table, TableState, card, grouped, money_words, muted_ui, pill_ui,
    retry_ui,
};

/// From this age on, in days, a parcel is more likely lost or forgotten than late.
const LONG_DAYS: i64 = 3;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, table: &mut TableState) {
    if retry_ui(ui, cx.trouble_to_show(&cx.state.shipments.never_scanned_labels)) {
        cx.ask(ShipmentIntent::RefreshNeverScanned);
    }
    shipments_missing_ui(ui, cx);
    let Some(known) = cx.state.shipments.never_scanned_labels.known() else {
        muted_ui(ui, text!("tracking-unscanned-looking"));
        return;
    };
    let radar = std::sync::Arc::clone(&known.value);
    if radar.rows.is_empty() {
        card::empty_ui(
            ui,
            Icon::Check,
            text!("tracking-unscanned-empty-title"),
            text!("tracking-unscanned-empty"),
            None,
        );
        return;
    }
    ui.horizontal(|ui| {
        muted_ui(ui, &summary(&radar));
        cx.freshness_ui(ui, &cx.state.shipments.refresh);
    });
    let (events, step) = Table::new("labels never scanned", &radar.rows)
        .dimmed(cx.state.shipments.refresh.is_loading())
        .column(Column::new(text!("tracking-column-days"), 64.0).right(), |label| {
            grouped(label.days)
        })
        .drawn(|ui, label| {
            let is_long = label.days >= LONG_DAYS;
            let meaning = if is_long { Meaning::Bad } else { Meaning::Warning };
            pill_ui(ui, meaning, Icon::Clock, &grouped(label.days));
        })
        .recipient(Column::wide(text!("shipments-column-to")), |label| {
            [&label.row.to_name, &label.row.to_place]
        })
        .column(Column::new(text!("shipments-column-service"), 200.0).shrinking(110.0), |label| {
            spaced(&label.row.service)
        })
        .numbers(Column::new(text!("shipments-column-number"), 190.0).shrinking(130.0), |label| {
            PackageNumbers::of_row(&label.row)
        })
        .moment(
            cx,
            Column::new(text!("tracking-column-created"), 140.0).shrinking(84.0),
            |tokens| tokens.ink,
            |label| label.row.created,
        )
        .money(Column::new(text!("shipments-column-price"), 90.0), |label| label.row.price)
        .with_menu_ui(ui, table, |label| shipment_actions(cx, &label.row, true));
    cx.carry_out(step);
    if let Some(label) = events.opened {
        cx.commands.push(Command::ShowShipment(label.row.id.clone()));
    }
}

fn summary(radar: &NeverScannedLabels) -> String {
    let sums: Vec<String> = radar.at_risk.iter().copied().map(money_words).collect();
    let amount = if sums.is_empty() { "–".to_owned() } else { list(&sums) };
    let shown = radar.rows.len() as u64;
    if radar.matching > shown {
        return text!(
            "tracking-unscanned-summary-newest",
            count = radar.matching,
            shown = shown,
            amount = amount
        );
    }
    text!("tracking-unscanned-summary", count = radar.matching, amount = amount)
}
