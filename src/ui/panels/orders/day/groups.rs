//! Costs of a day by preset and by station.

use egui::Ui;

use super::{SmallTable, cost_column, labels_column};
use crate::desk::orders::day_report::DayReport;
use crate::text;
use crate::ui::widgets::table::{Column, TableState};
use crate::ui::widgets::text::grouped;

pub(super) fn by_preset_ui(ui: &mut Ui, table: &mut TableState, report: &DayReport) {
    SmallTable {
        title: text!("order-papers-report-by-preset"),
        columns: &[
            Column::wide(text!("order-papers-report-preset")),
            labels_column(),
            cost_column(),
        ],
        rows: report.by_preset.len(),
    }
    .show_ui(ui, table, |row| {
        let row = report.by_preset.get(row).map(|row| {
            let name = row.preset.as_deref();
            let name = name
                .unwrap_or(text!("order-papers-report-no-preset"))
                .to_owned();
            vec![name, grouped(row.costs.labels()), row.costs.words()]
        });
        row.unwrap_or_default()
    });
}

/// Only of a day on which several stations bought.
pub(super) fn by_station_ui(ui: &mut Ui, table: &mut TableState, report: &DayReport) {
    if report.by_station.is_empty() {
        return;
    }
    SmallTable {
        title: text!("stations-report-by-station"),
        columns: &[
            Column::wide(text!("stations-report-station")),
            labels_column(),
            cost_column(),
        ],
        rows: report.by_station.len(),
    }
    .show_ui(ui, table, |row| {
        let row = report.by_station.get(row).map(|row| {
            let labels = grouped(row.costs.labels());
            vec![row.station.clone(), labels, row.costs.words()]
        });
        row.unwrap_or_default()
    });
}
