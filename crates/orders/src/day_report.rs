//! What happened on a day: labels, costs, refunds, manifests, and what was not shipped and why.
//!
//! Labels belong to the day on which they were bought, as it begins and ends where the shop is. An
//! order does not store when its refund was asked for or its state changed. So refunds are those of
//! the day's labels, and what was not shipped is so now, at the time of the report.

mod costs;
mod not_shipped;
mod sections;
mod table;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::order::Order;
use crate::order_label::{LabelStatus, OrderLabel};
use postroom_base::id::OrderId;
use postroom_base::locale::Message;
use postroom_base::money::Money;
use postroom_rows::order::OrderState;

pub use costs::Costs;
pub use not_shipped::{NotShipped, WhyNotShipped};
pub use sections::{ReportColumn, ReportSection};

/// A day with its first moment and the first moment after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayBounds {
    pub day: Date,
    pub begins: Timestamp,
    pub ends: Timestamp,
}

impl DayBounds {
    /// The day in a time zone; 23 or 25 hours long when the clocks change. `None` at the end of the
    /// calendar.
    pub fn in_zone(day: Date, zone: &TimeZone) -> Option<Self> {
        let begin_of = |day: Date| Some(day.to_zoned(zone.clone()).ok()?.timestamp());
        Some(Self { day, begins: begin_of(day)?, ends: begin_of(day.tomorrow().ok()?)? })
    }

    /// Whether a valid label of the order, other than a return label, was bought on the day.
    pub fn has_label_of(&self, order: &Order) -> bool {
        order.labels.iter().any(|label| {
            let is_valid = label.status == LabelStatus::Bought && !label.is_return;
            is_valid && self.contains(label.bought.unwrap_or(label.begun))
        })
    }

    fn contains(&self, at: Timestamp) -> bool {
        (self.begins..self.ends).contains(&at)
    }
}

/// An order of the workspace with what the report needs to know of it.
#[derive(Clone, Debug)]
pub struct ReportedOrder<'a> {
    pub id: &'a OrderId,
    pub order: &'a Order,
    pub state: OrderState,
    /// In words, if the order needs attention.
    pub first_problem: Option<Message>,
    /// The name of its preset.
    pub preset: Option<&'a str>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct DayReport {
    pub day: Date,
    /// The labels of the orders themselves that were bought and not refunded.
    pub total: Costs,
    /// The return labels that were bought and not refunded. They are in no other sum and list.
    pub return_labels: Costs,
    /// By carrier and service, in this order.
    pub by_service: Vec<ServiceCosts>,
    /// By the name of the preset; orders without one come last.
    pub by_preset: Vec<PresetCosts>,
    /// By the name of the station that bought them, if several did.
    pub by_station: Vec<StationCosts>,
    /// Labels of the day whose refund was asked for or granted.
    pub refunds: Vec<Refund>,
    pub refunded: Costs,
    pub manifests: Vec<Manifest>,
    /// Labels that are not refunded and on no manifest.
    pub without_manifest: usize,
    /// Labels that are not refunded and were printed at least once.
    pub printed: usize,
    /// The labels that were never printed and not refunded.
    pub not_printed: Vec<NotPrinted>,
    /// In the order in which the orders came.
    pub not_shipped: Vec<NotShipped>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ServiceCosts {
    pub carrier: String,
    /// As the service codes it, for example `PriorityMail`.
    pub service: String,
    pub costs: Costs,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PresetCosts {
    pub preset: Option<String>,
    pub costs: Costs,
}

#[derive(Clone, Debug, PartialEq)]
pub struct StationCosts {
    pub station: String,
    pub costs: Costs,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Refund {
    pub id: OrderId,
    /// The number of the order.
    pub order: String,
    pub carrier: String,
    pub service: String,
    pub charged: Option<Money>,
}

/// The order of a label that was not printed.
#[derive(Clone, Debug, PartialEq)]
pub struct NotPrinted {
    pub id: OrderId,
    /// The number of the order.
    pub order: String,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Manifest {
    /// Its id at the service.
    pub id: String,
    pub carrier: String,
    /// The day's labels on it.
    pub labels: usize,
}

impl DayReport {
    /// Reads every order once.
    pub fn of_orders<'a>(
        bounds: &DayBounds,
        orders: impl IntoIterator<Item = ReportedOrder<'a>>,
    ) -> Self {
        let mut collected = CollectedDay::of_day(*bounds);
        for reported in orders {
            collected.add(&reported);
        }
        collected.finished()
    }
}

/// The report while orders are added. It keeps nothing of an order but what the report says of it,
/// so that a job can read orders in chunks.
#[derive(Debug)]
pub struct CollectedDay {
    bounds: DayBounds,
    total: Costs,
    return_labels: Costs,
    by_service: BTreeMap<(String, String), Costs>,
    by_preset: BTreeMap<String, Costs>,
    without_preset: Costs,
    by_station: BTreeMap<String, Costs>,
    refunds: Vec<Refund>,
    refunded: Costs,
    manifests: BTreeMap<(String, String), usize>,
    without_manifest: usize,
    printed: usize,
    not_printed: Vec<NotPrinted>,
    not_shipped: Vec<NotShipped>,
}

impl CollectedDay {
    /// A day without orders.
    pub fn of_day(bounds: DayBounds) -> Self {
        Self {
            bounds,
            total: Costs::default(),
            return_labels: Costs::default(),
            by_service: BTreeMap::new(),
            by_preset: BTreeMap::new(),
            without_preset: Costs::default(),
            by_station: BTreeMap::new(),
            refunds: Vec::new(),
            refunded: Costs::default(),
            manifests: BTreeMap::new(),
            without_manifest: 0,
            printed: 0,
            not_printed: Vec::new(),
            not_shipped: Vec::new(),
        }
    }

    pub fn add(&mut self, reported: &ReportedOrder<'_>) {
        for label in &reported.order.labels {
            let was_bought = label.was_bought();
            if was_bought && self.bounds.contains(label.bought.unwrap_or(label.begun)) {
                self.add_label(reported, label);
            }
        }
        self.not_shipped.extend(NotShipped::of_order(reported));
    }

    fn add_label(&mut self, reported: &ReportedOrder<'_>, label: &OrderLabel) {
        let (id, order) = (reported.id.clone(), reported.order.number.clone());
        if label.status == LabelStatus::Refunded {
            self.refunded.add(label.charged);
            return self.refunds.push(Refund {
                id,
                order,
                carrier: label.carrier.clone(),
                service: label.service.clone(),
                charged: label.charged,
            });
        }
        if label.is_return {
            return self.return_labels.add(label.charged);
        }
        self.total.add(label.charged);
        let of_service = (label.carrier.clone(), label.service.clone());
        let of_service = self.by_service.entry(of_service).or_default();
        of_service.add(label.charged);
        let of_preset = match reported.preset {
            Some(name) => self.by_preset.entry(name.to_owned()).or_default(),
            None => &mut self.without_preset,
        };
        of_preset.add(label.charged);
        let of_station = self.by_station.entry(label.station_name().to_owned());
        of_station.or_default().add(label.charged);
        match &label.manifest {
            Some(manifest) => {
                let manifest = (label.carrier.clone(), manifest.clone());
                *self.manifests.entry(manifest).or_default() += 1;
            }
            None => self.without_manifest += 1,
        }
        match label.prints.is_empty() {
            true => self.not_printed.push(NotPrinted { id, order }),
            false => self.printed += 1,
        }
    }

    pub fn finished(self) -> DayReport {
        let by_service = self.by_service.into_iter();
        let by_preset = self.by_preset.into_iter();
        let mut by_preset: Vec<PresetCosts> =
            by_preset.map(|(name, costs)| PresetCosts { preset: Some(name), costs }).collect();
        if self.without_preset.labels() > 0 {
            by_preset.push(PresetCosts { preset: None, costs: self.without_preset });
        }
        let is_split = self.by_station.len() > 1;
        let by_station = self.by_station.into_iter().filter(|_| is_split);
        let manifests = self.manifests.into_iter();
        DayReport {
            day: self.bounds.day,
            total: self.total,
            return_labels: self.return_labels,
            by_service: by_service
                .map(|((carrier, service), costs)| ServiceCosts { carrier, service, costs })
                .collect(),
            by_preset,
            by_station: by_station
                .map(|(station, costs)| StationCosts { station, costs })
                .collect(),
            refunds: self.refunds,
            refunded: self.refunded,
            manifests: manifests
                .map(|((carrier, id), labels)| Manifest { id, carrier, labels })
                .collect(),
            without_manifest: self.without_manifest,
            printed: self.printed,
            not_printed: self.not_printed,
            not_shipped: self.not_shipped,
        }
    }
}
