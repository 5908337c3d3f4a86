//! Tracking numbers and label files that the service has only some time after a purchase. The run asks
//! for them some times more before its end, each time after a longer pause.

use std::sync::Arc;

use crate::api;
use crate::api::shipment::ShipmentKey;
use crate::base::id::{OrderId, ShipmentId, TransactionId};
use crate::desk::flows::batch_run::{Run, Step};
use crate::desk::kernel::session::Link;
use crate::desk::money::adapters::keep_bought_shipment;
use crate::desk::order_records::changes::{Change, write_changes};
use crate::desk::records::package_numbers;
use crate::orders::batch_report::OrderEvent;
use crate::orders::order_label::OrderLabel;
use crate::orders::order_row::order_of_row;
use crate::store::cache::Cache;
use crate::store::workspace::OrderRow;

/// Requests for tracking numbers that are under way at once.
const AT_ONCE: usize = 4;

/// A bought label whose tracking numbers are not known yet.
#[derive(Clone, Debug)]
pub(super) struct Unnumbered {
    order: OrderId,
    transaction: TransactionId,
    shipment: ShipmentId,
}

impl Run<'_, '_> {
    /// Remembers a bought label if it has no tracking number yet.
    pub(super) fn note_unnumbered(&mut self, order: &OrderId, label: &OrderLabel) {
        if let Some(shipment) = label.shipment.clone().filter(|_| label.tracking_numbers.is_empty())
        {
            let transaction = label.transaction.clone();
            self.unnumbered.push(Unnumbered { order: order.clone(), transaction, shipment });
        }
    }

    pub(super) fn wait_for_late_answers(&mut self) -> Step<()> {
        for pause in self.headless.desk.pace.late_answers.clone() {
            let is_complete = self.unnumbered.is_empty() && self.labels.late.is_empty();
            if is_complete || self.must_stop() || self.headless.desk.state().is_offline() {
                break;
            }
            self.headless.run_until(pause, |_| false);
            if !self.must_stop() {
                self.ask_for_numbers()?;
                self.labels.ask_again();
                self.finish_labels()?;
            }
        }
        Ok(())
    }

    fn ask_for_numbers(&mut self) -> Step<()> {
        let asked = std::mem::take(&mut self.unnumbered);
        let desk = &self.headless.desk;
        let (cache, now) = (desk.cache.clone(), desk.clock.now());
        let Some(link) = desk.link.clone().filter(|_| !asked.is_empty()) else {
            return Ok(());
        };
        let answers = self.headless.run_job(async move {
            let mut answers = Vec::with_capacity(asked.len());
            for some in asked.chunks(AT_ONCE) {
                let mut asking = tokio::task::JoinSet::new();
                for label in some.iter().cloned() {
                    let (link, cache) = (Arc::clone(&link), cache.clone());
                    asking.spawn(async move {
                        let numbers = numbers_of(&link, &cache, &label.shipment, now).await;
                        (label, numbers)
                    });
                }
                answers.extend(asking.join_all().await);
            }
            answers
        })?;
        let (named, unnamed): (Vec<_>, Vec<_>) =
            answers.into_iter().partition(|(_, numbers)| !numbers.is_empty());
        self.unnumbered = unnamed.into_iter().map(|(label, _)| label).collect();
        self.record_numbers(named)
    }

    /// Writes the numbers into the orders, and tells of them.
    fn record_numbers(&mut self, named: Vec<(Unnumbered, Vec<String>)>) -> Step<()> {
        let ids: Vec<OrderId> = named.iter().map(|(label, _)| label.order.clone()).collect();
        let rows = self.orders_by_id(&ids)?;
        let named: Vec<(&OrderRow, Unnumbered, Vec<String>)> = named
            .into_iter()
            .filter_map(|(label, numbers)| {
                let row = rows.iter().find(|row| row.id == label.order)?;
                Some((row, label, numbers))
            })
            .collect();
        let basis = Arc::clone(&self.prepared.import.basis);
        let workspace = self.workspace();
        self.patiently(|| {
            let changes = named.iter().map(|(row, label, numbers)| numbered(row, label, numbers));
            write_changes(workspace.as_ref(), &basis, changes.collect())
        })?;
        for (row, label, tracking_numbers) in named {
            let transaction = label.transaction.to_string();
            let event = OrderEvent::TrackingNumbers { transaction, tracking_numbers };
            self.tell_of(&row.id, &order_of_row(row), &event);
        }
        Ok(())
    }
}

/// The tracking numbers of a shipment; none if the service does not name them yet.
async fn numbers_of(
    link: &Link,
    cache: &Cache,
    id: &ShipmentId,
    now: jiff::Timestamp,
) -> Vec<String> {
    let answer = link.send(api::shipment::get_by(ShipmentKey::Id, id.as_str())).await;
    let Some(shipment) = answer.ok().and_then(|found| found.found()) else {
        return Vec::new();
    };
    if shipment.tracking_number().is_none() {
        return Vec::new();
    }
    keep_bought_shipment(cache, &link.scope, &shipment, now).await;
    package_numbers::of_shipment(cache, link, &shipment).await
}

fn numbered(row: &OrderRow, label: &Unnumbered, numbers: &[String]) -> Change {
    let (transaction, numbers) = (label.transaction.clone(), numbers.to_vec());
    Change::made_to_row(row, move |order| {
        let mut labels = order.labels.iter_mut();
        let label = labels.find(|label| label.transaction == transaction);
        if let Some(label) = label.filter(|label| label.tracking_numbers.is_empty()) {
            label.tracking_numbers.clone_from(&numbers);
        }
    })
}
