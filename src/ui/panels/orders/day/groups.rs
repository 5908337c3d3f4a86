//! Costs of a day by service, by preset and by station, and its manifests.

use egui::Ui;
use jiff::tz::TimeZone;

use super::{carrier_column, cost_column, labels_column, small_table_ui};
use crate::base::locale::format;
use crate::desk::state::State;
use crate::orders::day_report::{Costs, DayReport, Manifest};
use crate::parcel::rate_ranking::spaced;
use crate::text;
use crate::ui::parts::rate_words::carrier_name;
use crate::ui::widgets::{Column, TableState, grouped};

/// The labels of one service, preset or station, and what they cost.
struct Group {
    /// Of a service.
    carrier: Option<String>,
    name: String,
    labels: String,
    cost: String,
}

impl Group {
    fn new(carrier: Option<String>, name: String, costs: &Costs) -> Self {
        Self { carrier, name, labels: grouped(costs.labels()), cost: costs.words() }
    }
}

/// A table of groups, with a row of their sum if there are several.
fn groups_ui(
    ui: &mut Ui,
    state: &mut TableState,
    title: &'static str,
    name: &'static str,
    mut groups: Vec<Group>,
    report: &DayReport,
) {
    let has_carriers = groups.iter().any(|group| group.carrier.is_some());
    if groups.len() > 1 {
        let total = text!("order-papers-report-total").to_owned();
        let (carrier, name) = match has_carriers {
            true => (Some(total), String::new()),
            false => (None, total),
        };
        groups.push(Group::new(carrier, name, &report.total));
    }
    small_table_ui(ui, state, title, &groups, |table| {
        let table =
            table.column(carrier_column(), |group| group.carrier.clone().unwrap_or_default());
        let table = table.medium().shown(has_carriers);
        let table = table.column(Column::wide(name), |group| group.name.clone());
        let table = if has_carriers { table.muted() } else { table.medium() };
        table
            .column(labels_column(), |group| group.labels.clone())
            .column(cost_column(), |group| group.cost.clone())
    });
}

pub(super) fn by_service_ui(
    ui: &mut Ui,
    state: &State,
    table: &mut TableState,
    report: &DayReport,
) {
    let groups = report.by_service.iter().map(|row| {
        Group::new(Some(carrier_name(state, &row.carrier)), spaced(&row.service), &row.costs)
    });
    let title = text!("order-papers-report-by-service");
    groups_ui(ui, table, title, text!("order-papers-report-service"), groups.collect(), report);
}

pub(super) fn by_preset_ui(ui: &mut Ui, table: &mut TableState, report: &DayReport) {
    let groups = report.by_preset.iter().map(|row| {
        let name = row.preset.as_deref().unwrap_or(text!("order-papers-report-no-preset"));
        Group::new(None, name.to_owned(), &row.costs)
    });
    let title = text!("order-papers-report-by-preset");
    groups_ui(ui, table, title, text!("order-papers-report-preset"), groups.collect(), report);
}

/// Only of a day on which several stations bought.
pub(super) fn by_station_ui(ui: &mut Ui, table: &mut TableState, report: &DayReport) {
    let groups = report.by_station.iter();
    let groups = groups.map(|row| Group::new(None, row.station.clone(), &row.costs));
    let title = text!("stations-report-by-station");
    groups_ui(ui, table, title, text!("stations-report-station"), groups.collect(), report);
}

pub(super) fn manifests_ui(ui: &mut Ui, state: &State, table: &mut TableState, report: &DayReport) {
    let title = text!("order-papers-report-manifests");
    small_table_ui(ui, table, title, &report.manifests, |table| {
        table
            .column(carrier_column(), |row| carrier_name(state, &row.carrier))
            .medium()
            .column(
                Column::new(text!("order-papers-report-ship-date"), 104.0).shrinking(92.0),
                |row| ship_date(state, row),
            )
            .muted()
            .column(Column::wide(text!("order-papers-report-manifest")), |row| row.id.clone())
            .muted()
            .column(labels_column(), |row| grouped(row.labels))
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
