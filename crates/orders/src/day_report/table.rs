//! The report as a file.
//!
//! One file with one table: every row names its section, and a column that has no meaning in it is
//! empty. So a spreadsheet program can filter and sum it, which a file with several tables, one
//! below the other, does not allow. Headings and codes are the same in every language.

use csv::{Terminator, WriterBuilder};

use super::{Costs, DayReport};
use postroom_base::money::Money;
use postroom_base::spreadsheet_cell::escape_formula;

const COLUMNS: [&str; 14] = [
    "day",
    "section",
    "carrier",
    "service",
    "preset",
    "order",
    "recipient",
    "ship_by",
    "reason",
    "manifest",
    "labels",
    "amount",
    "currency",
    "station",
];

#[derive(Clone, Default)]
struct Row {
    section: &'static str,
    carrier: String,
    service: String,
    preset: String,
    order: String,
    recipient: String,
    ship_by: String,
    reason: String,
    manifest: String,
    labels: Option<usize>,
    money: Option<Money>,
    station: String,
}

impl DayReport {
    /// The report as CSV in UTF-8, with lines that end with CR LF.
    pub fn csv(&self) -> Vec<u8> {
        let mut writer = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
        // Memory takes every write.
        let _ = writer.write_record(COLUMNS);
        let day = self.day.to_string();
        for row in self.rows() {
            let _ = writer.write_record(row.cells(&day));
        }
        writer.into_inner().unwrap_or_default()
    }

    /// For example `day-report-2026-11-23.csv`, without the ending.
    pub fn file_stem(&self) -> String {
        format!("day-report-{}", self.day)
    }

    fn rows(&self) -> Vec<Row> {
        let of = |section| Row { section, ..Row::default() };
        let mut rows = Vec::new();
        rows.extend(of_costs(&of("total"), &self.total));
        for costs in &self.by_service {
            let mut row = of("service");
            row.carrier.clone_from(&costs.carrier);
            row.service.clone_from(&costs.service);
            rows.extend(of_costs(&row, &costs.costs));
        }
        for costs in &self.by_preset {
            let mut row = of("preset");
            row.preset = costs.preset.clone().unwrap_or_default();
            rows.extend(of_costs(&row, &costs.costs));
        }
        for costs in &self.by_station {
            let mut row = of("station");
            row.station.clone_from(&costs.station);
            rows.extend(of_costs(&row, &costs.costs));
        }
        rows.extend(of_costs(&of("return"), &self.return_labels));
        for refund in &self.refunds {
            let mut row = of("refund");
            row.order.clone_from(&refund.order);
            row.carrier.clone_from(&refund.carrier);
            row.service.clone_from(&refund.service);
            row.labels = Some(1);
            row.money = refund.charged;
            rows.push(row);
        }
        for manifest in &self.manifests {
            let mut row = of("manifest");
            row.carrier.clone_from(&manifest.carrier);
            row.manifest.clone_from(&manifest.id);
            row.labels = Some(manifest.labels);
            rows.push(row);
        }
        for label in &self.not_printed {
            let mut row = of("not-printed");
            row.order.clone_from(&label.order);
            row.labels = Some(1);
            rows.push(row);
        }
        for order in &self.not_shipped {
            let mut row = of("not-shipped");
            row.order.clone_from(&order.order);
            row.recipient.clone_from(&order.recipient);
            row.ship_by = order.ship_by.map(|day| day.to_string()).unwrap_or_default();
            row.reason = format!("{}: {}", order.why.code(), order.reason);
            rows.push(row);
        }
        rows
    }
}

/// A row for each currency, and one without an amount for labels whose price is not known.
fn of_costs(row: &Row, costs: &Costs) -> Vec<Row> {
    let priced = costs.sums().map(|(labels, sum)| (labels, Some(sum)));
    let unpriced = (costs.unpriced() > 0).then_some((costs.unpriced(), None));
    let all = priced.chain(unpriced);
    all.map(|(labels, money)| Row { labels: Some(labels), money, ..row.clone() }).collect()
}

impl Row {
    fn cells(&self, day: &str) -> [String; 14] {
        let money = self.money;
        [
            day.to_owned(),
            self.section.to_owned(),
            escape_formula(&self.carrier),
            escape_formula(&self.service),
            escape_formula(&self.preset),
            escape_formula(&self.order),
            escape_formula(&self.recipient),
            self.ship_by.clone(),
            escape_formula(&self.reason),
            escape_formula(&self.manifest),
            self.labels.map(|count| count.to_string()).unwrap_or_default(),
            money.map(|money| money.amount.to_string()).unwrap_or_default(),
            money.map(|money| money.currency.code().to_owned()).unwrap_or_default(),
            escape_formula(&self.station),
        ]
    }
}
