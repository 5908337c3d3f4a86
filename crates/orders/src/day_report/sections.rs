//! The report as tables for the screen and for paper, in the language of the window.

use super::{DayReport, WhyNotShipped};
use crate::text;
use postroom_base::locale::format;
use postroom_parcel::rate_ranking::spaced;

/// A table with its title.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportSection {
    pub title: String,
    pub columns: Vec<ReportColumn>,
    /// As many cells as there are columns.
    pub rows: Vec<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ReportColumn {
    pub heading: &'static str,
    /// Numbers and amounts stand at the right.
    pub is_number: bool,
}

impl DayReport {
    /// `Day report for Monday, November 23, 2026`
    pub fn title(&self) -> String {
        let day = format::formats().long_date(self.day);
        text!("order-papers-report-title", day = day)
    }

    /// The summary and every section that has a row.
    pub fn sections(&self) -> Vec<ReportSection> {
        let sections = [
            self.summary(),
            self.costs_by_service(),
            self.costs_by_preset(),
            self.costs_by_station(),
            self.refund_rows(),
            self.manifest_rows(),
            self.not_printed_rows(),
            self.not_shipped_rows(),
        ];
        let mut sections = sections.into_iter().collect::<Vec<_>>();
        sections.retain(|section| !section.rows.is_empty());
        sections
    }

    fn summary(&self) -> ReportSection {
        let mut rows = vec![vec![
            text!("order-papers-report-labels-bought").to_owned(),
            count(self.total.labels()),
            self.total.words(),
        ]];
        let mut counted = |name: &str, labels: usize, cost: String| {
            if labels > 0 {
                rows.push(vec![name.to_owned(), count(labels), cost]);
            }
        };
        let none = String::new;
        counted(text!("order-papers-report-price-unknown"), self.total.unpriced(), none());
        counted(
            text!("order-papers-report-return-labels"),
            self.return_labels.labels(),
            self.return_labels.words(),
        );
        counted(
            text!("order-papers-report-refunds"),
            self.refunded.labels(),
            self.refunded.words(),
        );
        counted(text!("order-papers-report-printed"), self.printed, none());
        counted(text!("order-papers-report-not-printed"), self.not_printed.len(), none());
        let on_manifests = self.manifests.iter().map(|manifest| manifest.labels).sum();
        counted(text!("order-papers-report-on-manifests"), on_manifests, none());
        counted(text!("order-papers-report-without-manifest"), self.without_manifest, none());
        for (why, name) in [
            (WhyNotShipped::NeedsAttention, text!("order-papers-report-needs-attention")),
            (WhyNotShipped::OnHold, text!("order-papers-report-on-hold")),
            (WhyNotShipped::Refused, text!("order-papers-report-refused-orders")),
            (WhyNotShipped::InDoubt, text!("order-papers-report-in-doubt-orders")),
            (WhyNotShipped::Buying, text!("order-papers-report-buying-orders")),
            (WhyNotShipped::Refunded, text!("order-papers-report-refunded-orders")),
            (WhyNotShipped::Waiting, text!("order-papers-report-waiting-orders")),
        ] {
            let orders = self.not_shipped.iter().filter(|order| order.why == why);
            counted(name, orders.count(), none());
        }
        ReportSection {
            title: text!("order-papers-report-summary").to_owned(),
            columns: vec![
                words(text!("order-papers-report-what")),
                number(text!("order-papers-report-count")),
                number(text!("order-papers-report-cost")),
            ],
            rows,
        }
    }

    fn costs_by_service(&self) -> ReportSection {
        let rows = self.by_service.iter().map(|row| {
            vec![
                row.carrier.clone(),
                spaced(&row.service),
                count(row.costs.labels()),
                row.costs.words(),
            ]
        });
        ReportSection {
            title: text!("order-papers-report-by-service").to_owned(),
            columns: vec![
                words(text!("order-papers-report-carrier")),
                words(text!("order-papers-report-service")),
                number(text!("order-papers-report-labels")),
                number(text!("order-papers-report-cost")),
            ],
            rows: rows.collect(),
        }
    }

    fn costs_by_preset(&self) -> ReportSection {
        let rows = self.by_preset.iter().map(|row| {
            let preset = row.preset.as_deref();
            vec![
                preset.unwrap_or(text!("order-papers-report-no-preset")).to_owned(),
                count(row.costs.labels()),
                row.costs.words(),
            ]
        });
        ReportSection {
            title: text!("order-papers-report-by-preset").to_owned(),
            columns: vec![
                words(text!("order-papers-report-preset")),
                number(text!("order-papers-report-labels")),
                number(text!("order-papers-report-cost")),
            ],
            rows: rows.collect(),
        }
    }

    fn costs_by_station(&self) -> ReportSection {
        let rows = self
            .by_station
            .iter()
            .map(|row| vec![row.station.clone(), count(row.costs.labels()), row.costs.words()]);
        ReportSection {
            title: text!("stations-report-by-station").to_owned(),
            columns: vec![
                words(text!("stations-report-station")),
                number(text!("order-papers-report-labels")),
                number(text!("order-papers-report-cost")),
            ],
            rows: rows.collect(),
        }
    }

    fn refund_rows(&self) -> ReportSection {
        let rows = self.refunds.iter().map(|refund| {
            vec![
                refund.order.clone(),
                refund.carrier.clone(),
                spaced(&refund.service),
                refund.charged.map(format::money).unwrap_or_default(),
            ]
        });
        ReportSection {
            title: text!("order-papers-report-refunds").to_owned(),
            columns: vec![
                words(text!("order-papers-report-order")),
                words(text!("order-papers-report-carrier")),
                words(text!("order-papers-report-service")),
                number(text!("order-papers-report-cost")),
            ],
            rows: rows.collect(),
        }
    }

    fn manifest_rows(&self) -> ReportSection {
        let rows = self.manifests.iter().map(|manifest| {
            vec![manifest.carrier.clone(), manifest.id.clone(), count(manifest.labels)]
        });
        ReportSection {
            title: text!("order-papers-report-manifests").to_owned(),
            columns: vec![
                words(text!("order-papers-report-carrier")),
                words(text!("order-papers-report-manifest")),
                number(text!("order-papers-report-labels")),
            ],
            rows: rows.collect(),
        }
    }

    fn not_printed_rows(&self) -> ReportSection {
        let rows = self.not_printed.iter().map(|label| vec![label.order.clone()]);
        ReportSection {
            title: text!("order-papers-report-not-printed").to_owned(),
            columns: vec![words(text!("order-papers-report-order"))],
            rows: rows.collect(),
        }
    }

    fn not_shipped_rows(&self) -> ReportSection {
        let rows = self.not_shipped.iter().map(|order| {
            let ship_by = order.ship_by.map(|day| format::formats().date(day));
            vec![
                order.order.clone(),
                order.recipient.clone(),
                ship_by.unwrap_or_default(),
                order.reason.to_string(),
            ]
        });
        ReportSection {
            title: text!("order-papers-report-not-shipped").to_owned(),
            columns: vec![
                words(text!("order-papers-report-order")),
                words(text!("order-papers-report-recipient")),
                words(text!("order-papers-report-ship-by")),
                words(text!("order-papers-report-reason")),
            ],
            rows: rows.collect(),
        }
    }
}

fn words(heading: &'static str) -> ReportColumn {
    ReportColumn { heading, is_number: false }
}

fn number(heading: &'static str) -> ReportColumn {
    ReportColumn { heading, is_number: true }
}

/// A number as the locale writes it.
fn count(number: usize) -> String {
    format::formats().decimal(&number.to_string())
}
