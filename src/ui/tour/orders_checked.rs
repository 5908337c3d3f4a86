//! What the morning made, compared with the orders: the charges, the labels that came out of the
//! printer, the day report and the file for the shop.

use std::collections::BTreeMap;
use std::path::Path;

use jiff::civil::Date;

use super::{Tour, TourError};
use crate::base::clock::desk_zone;
use crate::base::id::OrderId;
use crate::base::money::{Amount, Money};
use crate::desk::orders::intent::OrderIntent;
use crate::label::{Limits, decode_in_process, read_barcodes, read_some_code128};
use crate::orders::order::Order;
use crate::orders::papers::pick_order::{PickOrder, pick_order};

/// Dots per inch of the simulated printer.
const DPI: f32 = 203.0;
/// The columns of the file for Shopify that are checked.
const NAME: &str = "Name";
const TRACKING_NUMBER: &str = "Fulfillment: Tracking Number";

/// An order with its label.
pub(super) struct OrderChecked {
    id: OrderId,
    order: Order,
    tracking_number: String,
    charged: Money,
}

impl Tour<'_> {
    /// All orders in the sequence of the list, each with its label.
    pub(super) fn read_orders(&mut self, count: u64) -> Result<Vec<OrderChecked>, TourError> {
        let filter = self.driver.state().orders.filter.clone();
        let mut orders: Vec<OrderChecked> = Vec::new();
        while (orders.len() as u64) < count {
            let first = orders.len() as u64;
            let answered = self.driver.state().orders.answered;
            let filter = filter.clone();
            self.apply(OrderIntent::Show { filter, first });
            self.wait("a part of the list", |state| {
                state.orders.answered > answered && state.orders.first == first
            })?;
            let rows = self.driver.state().orders.rows.clone();
            self.holds(!rows.is_empty(), || format!("only {first} orders are listed"))?;
            for row in rows {
                let number = &row.order.number;
                let label = row.order.bought_label();
                let found = label.and_then(|label| {
                    Some((label.tracking_numbers.first()?.clone(), label.charged?))
                });
                let without = || self.broken(&format!("{number} has no label with its price"));
                let (tracking_number, charged) = found.ok_or_else(without)?;
                orders.push(OrderChecked {
                    id: row.id.clone(),
                    order: row.order.clone(),
                    tracking_number,
                    charged,
                });
            }
        }
        self.apply(OrderIntent::Show { filter, first: 0 });
        Ok(orders)
    }

    /// The day of this computer on which most of the labels were bought, and how many of them.
    pub(super) fn day_of_most_labels(
        &self,
        orders: &[OrderChecked],
    ) -> Result<(Date, u64), TourError> {
        let mut days: BTreeMap<Date, u64> = BTreeMap::new();
        for order in orders {
            let label = order.order.bought_label();
            if let Some(bought) = label.and_then(|label| label.bought) {
                let day = bought.to_zoned(desk_zone()).date();
                *days.entry(day).or_default() += 1;
            }
        }
        let most = days.into_iter().max_by_key(|(_, labels)| *labels);
        most.ok_or_else(|| self.broken("no label has the time of its purchase"))
    }

    /// Checks that the balance fell by exactly the sum of the labels.
    pub(super) fn charged_for(
        &mut self,
        orders: &[OrderChecked],
        before: Money,
        topped_up: Amount,
    ) -> Result<(), TourError> {
        let sum = orders
            .iter()
            .try_fold(Amount::ZERO, |sum, order| sum.checked_add(order.charged.amount));
        let expected = sum.and_then(|sum| before.amount.checked_add(topped_up)?.checked_sub(sum));
        let expected = expected.ok_or_else(|| self.broken("the prices have no sum"))?;
        let what = format!("a balance of {expected} after buying the labels");
        self.wait(&what, |state| {
            let balance = state.balance.summary.value();
            balance.and_then(|it| it.money()).map(|it| it.amount) == Some(expected)
        })
    }

    /// Checks that the printer received each label once, in the sequence of the pick list.
    pub(super) fn printed_in_sequence(&mut self, orders: &[OrderChecked]) -> Result<(), TourError> {
        let picked: Vec<PickOrder<'_>> = orders.iter().map(|order| (&order.order).into()).collect();
        let sequence = pick_order(&picked);
        let expected = sequence.iter().filter_map(|at| orders.get(*at));
        for (place, order) in (1_usize..).zip(expected) {
            let bytes = self.next_print()?;
            let number = &order.tracking_number;
            let read = barcodes_of(&bytes, number).map_err(|reason| self.broken(&reason))?;
            self.holds(read.contains(number.as_str()), || {
                let name = &order.order.number;
                format!("print {place} should be {number} of order {name}, and is {read}")
            })?;
        }
        let run = self.driver.state().order_printing.run.as_ref();
        let run: Vec<&OrderId> = run
            .map(|run| run.labels.iter().map(|label| &label.order).collect())
            .unwrap_or_default();
        let printed: Vec<&OrderId> =
            sequence.iter().filter_map(|at| Some(&orders.get(*at)?.id)).collect();
        self.holds(run == printed, || {
            "the numbers of the last print run are not those that were printed".to_owned()
        })
    }

    /// Checks that the report has all labels of the day with their sum.
    pub(super) fn reported(&mut self, file: &Path, labels: u64) -> Result<(), TourError> {
        let rows = self.table(file)?;
        let of = |section: &str| {
            let rows = rows.iter();
            rows.filter(move |row| row.get("section").is_some_and(|it| it == section))
                .filter_map(|row| row.get("labels")?.parse::<u64>().ok())
                .sum::<u64>()
        };
        let counted = ["total", "service", "preset", "not-printed"].map(of);
        self.holds(counted == [labels, labels, labels, 0], || {
            format!("the day report counts {counted:?} labels instead of {labels}")
        })
    }

    /// Checks that the file for the shop has each order with the tracking number of its label.
    pub(super) fn exported(
        &mut self,
        file: &Path,
        orders: &[OrderChecked],
    ) -> Result<(), TourError> {
        let rows = self.table(file)?;
        let mut written: Vec<(&str, &str)> = rows
            .iter()
            .filter_map(|row| Some((row.get(NAME)?.as_str(), row.get(TRACKING_NUMBER)?.as_str())))
            .collect();
        let mut bought: Vec<(&str, &str)> = orders
            .iter()
            .map(|order| (order.order.number.as_str(), order.tracking_number.as_str()))
            .collect();
        written.sort_unstable();
        bought.sort_unstable();
        let other = bought.iter().find(|label| !written.contains(label));
        self.holds(written == bought, || {
            let (rows, labels) = (written.len(), bought.len());
            format!("the file for the shop has {rows} rows for {labels} labels; lacks {other:?}")
        })
    }

    /// The rows of a CSV file by heading.
    fn table(&self, file: &Path) -> Result<Vec<BTreeMap<String, String>>, TourError> {
        let unreadable = |error: csv::Error| self.broken(&error.to_string());
        let mut reader = csv::Reader::from_path(file).map_err(unreadable)?;
        let rows: Result<_, csv::Error> = reader.deserialize().collect();
        rows.map_err(unreadable)
    }
}

/// What the barcodes of a print say. Where an upright Code 128 has the tracking number, the others are
/// not read: that takes many times longer.
fn barcodes_of(print: &[u8], tracking_number: &str) -> Result<String, String> {
    let pages = decode_in_process(print, DPI, &Limits::default());
    let pages = pages.map_err(|error| error.to_string())?;
    let mut first = pages.iter().flat_map(read_some_code128);
    if let Some(barcode) = first.find(|barcode| barcode.text.contains(tracking_number)) {
        return Ok(barcode.text);
    }
    let barcodes = pages.iter().flat_map(read_barcodes);
    Ok(barcodes.map(|barcode| barcode.text + "\n").collect())
}
