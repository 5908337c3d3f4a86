//! The never-left radar: labels bought a day or more ago that no carrier has scanned.

use egui::Ui;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::base::locale::format::list;
use crate::desk::shipments::intent::ShipmentIntent;
use crate::desk::shipments::never_scanned::{NeverScannedLabel, NeverScannedLabels};
use crate::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::parts::package_numbers::PackageNumbers;
use crate::ui::parts::recipient::name_and_place_ui;
use crate::ui::parts::row_actions::shipment_actions;
use crate::ui::parts::shipments_missing::shipments_missing_ui;
use crate::ui::tokens::{Tokens, text};
use crate::ui::widgets::notice::retry_ui;
use crate::ui::widgets::table::{Column, Table, TableState};
use crate::ui::widgets::text::{grouped, moment, money_cell_ui, money_words, muted_ui, pill_ui};
use crate::ui::widgets::words::{moment_cell_ui, words_ui};
use crate::ui::widgets::{Icon, Meaning, card};

/// From this age on, in days, a parcel is more likely lost or forgotten than late.
const LONG_DAYS: i64 = 3;

fn columns() -> [Column; 6] {
    [
        Column::new(text!("tracking-column-days"), 64.0).right(),
        Column::wide(text!("shipments-column-to")),
        Column::new(text!("shipments-column-service"), 200.0).shrinking(110.0),
        Column::new(text!("shipments-column-number"), 190.0).shrinking(130.0),
        Column::new(text!("tracking-column-created"), 140.0).shrinking(84.0),
        Column::new(text!("shipments-column-price"), 90.0).right(),
    ]
}

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
    let rows = &radar.rows;
    let (now, zone) = (cx.now, cx.zone.clone());
    let (events, step) = Table::new("labels never scanned", &columns(), rows.len())
        .dimmed(cx.state.shipments.refresh.is_loading())
        .with_menu_ui(
            ui,
            table,
            |row| rows.get(row).map(|row| cells(row, &zone)).unwrap_or_default(),
            |ui, row, column| {
                if let Some(row) = rows.get(row) {
                    cell_ui(ui, row, column, now, &zone);
                }
            },
            |row| rows.get(row).map(|row| shipment_actions(cx, &row.row, true)).unwrap_or_default(),
        );
    cx.carry_out(step);
    if let Some(row) = events.opened.and_then(|row| rows.get(row)) {
        cx.commands.push(Command::ShowShipment(row.row.id.clone()));
    }
}

fn summary(radar: &NeverScannedLabels) -> String {
    let sums: Vec<String> = radar.at_risk.iter().copied().map(money_words).collect();
    let amount = match sums.is_empty() {
        true => "–".to_owned(),
        false => list(&sums),
    };
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

fn cells(never_left: &NeverScannedLabel, zone: &TimeZone) -> Vec<String> {
    let row = &never_left.row;
    vec![
        grouped(never_left.days),
        format!("{}, {}", row.to_name, row.to_place),
        spaced(&row.service),
        PackageNumbers::of_row(row).words(),
        moment(row.created, zone),
        row.price.map(money_words).unwrap_or_default(),
    ]
}

fn cell_ui(
    ui: &mut Ui,
    never_left: &NeverScannedLabel,
    column: usize,
    now: Timestamp,
    zone: &TimeZone,
) {
    let tokens = Tokens::of_theme(ui);
    let row = &never_left.row;
    match column {
        0 => {
            let meaning =
                if never_left.days >= LONG_DAYS { Meaning::Bad } else { Meaning::Warning };
            pill_ui(ui, meaning, Icon::Clock, &grouped(never_left.days));
        }
        1 => name_and_place_ui(ui, &row.to_name, &row.to_place),
        3 => PackageNumbers::of_row(row).show_ui(ui),
        4 => {
            moment_cell_ui(ui, row.created, now, zone, tokens.ink);
        }
        5 => money_cell_ui(ui, row.price),
        _ => {
            let words = cells(never_left, zone);
            let words = words.into_iter().nth(column).unwrap_or_default();
            words_ui(ui, &words, text::body(), tokens.ink);
        }
    }
}
