//! Costs of a day by service, by preset and by station, and its manifests.

use egui::Ui;
use jiff::tz::TimeZone;

use super::{SmallTable, carrier_column, cost_column, labels_column};
use crate::base::locale::format;
use crate::desk::state::State;
use crate::orders::day_report::{DayReport, Manifest};
use crate::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::widgets::table::{Column, TableState};
use crate::ui::widgets::text::grouped;

pub(super) fn by_service_ui(
    ui: &mut Ui,
    state: &State,
    table: &mut TableState,
    report: &DayReport,
) {
    let rows = report.by_service.iter().map(|row| {
        vec![
            carrier_name(state, &row.carrier),
            spaced(&row.service),
            grouped(row.costs.labels()),
            row.costs.words(),
        ]
    });
    let rows = with_total(rows.collect(), 1, report);
    SmallTable {
        title: text!("order-papers-report-by-service"),
        columns: &[
            carrier_column(),
            Column::wide(text!("order-papers-report-service")),
            labels_column(),
            cost_column(),
        ],
        rows: rows.len(),
    }
    .show_ui(ui, table, |row| rows.get(row).cloned().unwrap_or_default());
}

/// Adds a row with the sum of the others, if there are several. `empty` is the number of its cells
/// between its name and the labels.
fn with_total(mut rows: Vec<Vec<String>>, empty: usize, report: &DayReport) -> Vec<Vec<String>> {
    if rows.len() > 1 {
        let mut total = vec![text!("order-papers-report-total").to_owned()];
        total.extend(std::iter::repeat_n(String::new(), empty));
        total.extend([grouped(report.total.labels()), report.total.words()]);
        rows.push(total);
    }
    rows
}

pub(super) fn by_preset_ui(ui: &mut Ui, table: &mut TableState, report: &DayReport) {
    let rows = report.by_preset.iter().map(|row| {
        let name = row.preset.as_deref();
        let name = name.unwrap_or(text!("order-papers-report-no-preset"));
        let labels = grouped(row.costs.labels());
        vec![name.to_owned(), labels, row.costs.words()]
    });
    let rows = with_total(rows.collect(), 0, report);
    SmallTable {
        title: text!("order-papers-report-by-preset"),
        columns: &[
            Column::wide(text!("order-papers-report-preset")),
            labels_column(),
            cost_column(),
        ],
        rows: rows.len(),
    }
    .show_ui(ui, table, |row| rows.get(row).cloned().unwrap_or_default());
}

/// Only of a day on which several stations bought.
pub(super) fn by_station_ui(ui: &mut Ui, table: &mut TableState, report: &DayReport) {
    if report.by_station.is_empty() {
        return;
    }
    let rows = report.by_station.iter().map(|row| {
        let labels = grouped(row.costs.labels());
        vec![row.station.clone(), labels, row.costs.words()]
    });
    let rows = with_total(rows.collect(), 0, report);
    SmallTable {
        title: text!("stations-report-by-station"),
        columns: &[Column::wide(text!("stations-report-station")), labels_column(), cost_column()],
        rows: rows.len(),
    }
    .show_ui(ui, table, |row| rows.get(row).cloned().unwrap_or_default());
}

pub(super) fn manifests_ui(ui: &mut Ui, state: &State, table: &mut TableState, report: &DayReport) {
    SmallTable {
        title: text!("order-papers-report-manifests"),
        columns: &[
            carrier_column(),
            Column::new(text!("order-papers-report-ship-date"), 104.0).shrinking(92.0),
            Column::wide(text!("order-papers-report-manifest")),
            labels_column(),
        ],
        rows: report.manifests.len(),
    }
    .show_ui(ui, table, |row| {
        let row = report.manifests.get(row).map(|row| {
            vec![
                carrier_name(state, &row.carrier),
                ship_date(state, row),
                row.id.clone(),
                grouped(row.labels),
            ]
        });
        row.unwrap_or_default()
    });
}

/// The day on which its parcels are handed over; empty while the manifest is not loaded.
fn ship_date(state: &State, row: &Manifest) -> String {
    let mut known = state.manifests.known.iter();
    let manifest = known.find(|manifest| {
        let id = manifest.id.as_ref();
        id.is_some_and(|id| id.as_str().eq_ignore_ascii_case(&row.id))
    });
    let date = manifest.and_then(|manifest| manifest.ship_date.as_ref());
    date.map(|date| format::formats().date(date.in_zone(&TimeZone::UTC).date())).unwrap_or_default()
}
