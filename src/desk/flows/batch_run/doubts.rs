//! Purchases whose outcome was not known when they were told: the desk looks them up, and the run
//! waits for it at its end.

use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::base::id::{OrderId, TransactionId};
use crate::desk::flows::batch_run::sorting::bought;
use crate::desk::flows::batch_run::{Run, Step};
use crate::desk::money::purchase::PurchaseStatus;
use crate::orders::batch_report::OrderEvent;
use crate::orders::order::Order;
use crate::orders::order_label::{LabelStatus, OrderLabel};
use crate::orders::order_row::order_of_row;

/// More than the look-ups of a purchase that never arrived, until it is sent again.
const LONGEST: Duration = Duration::from_secs(150);
/// Without a connection for so long, nothing more will be known soon. The lost answer of a purchase is
/// itself taken for a lost connection at first.
const OFFLINE: Duration = Duration::from_secs(20);
/// From the end of the last look-up until the order shows it.
const SETTLING: Duration = Duration::from_secs(3);

#[derive(Clone, Debug)]
pub(super) struct Doubt {
    pub order: OrderId,
    pub transaction: TransactionId,
    /// An earlier run began the purchase.
    pub is_earlier: bool,
}

impl Run<'_, '_> {
    /// Tells of the purchases that an earlier run began for orders that are not in this file.
    pub(super) fn tell_earlier_purchases(&mut self) -> Step<()> {
        let earlier = self.prepared.earlier.iter();
        let others = earlier.filter(|label| !self.orders.contains_key(&label.order));
        let others: Vec<Doubt> = others
            .map(|label| Doubt {
                order: label.order.clone(),
                transaction: label.transaction.clone(),
                is_earlier: true,
            })
            .collect();
        let open = self.tell_settled(others)?;
        for (doubt, order) in self.read_orders(open)? {
            // What was never sent is no doubt. It waits for its own file, or for the window.
            if labels_status(&order, &doubt) == Some(LabelStatus::InDoubt) {
                let event = OrderEvent::InDoubt {
                    transaction: doubt.transaction.to_string(),
                    begun_earlier: true,
                };
                self.tell_of(&doubt.order, &order, &event);
                self.doubts.push(doubt);
            }
        }
        Ok(())
    }

    /// Waits until the outcome of each purchase is known, or nothing more will be known soon.
    pub(super) fn wait_for_doubts(&mut self) -> Step<()> {
        let mut open = std::mem::take(&mut self.doubts);
        let since = Stopwatch::start();
        let mut idle: Option<Stopwatch> = None;
        let mut offline: Option<Stopwatch> = None;
        while !open.is_empty() && !self.must_stop() && since.elapsed() < LONGEST {
            self.headless.turn();
            open = self.tell_settled(open)?;
            self.save_labels()?;
            if self.headless.desk.state().is_offline() {
                idle = None;
                if offline.get_or_insert_with(Stopwatch::start).elapsed() >= OFFLINE {
                    break;
                }
                continue;
            }
            offline = None;
            if self.are_looked_up(&open) {
                idle = None;
            } else if idle.get_or_insert_with(Stopwatch::start).elapsed() >= SETTLING {
                break;
            }
        }
        Ok(())
    }

    fn are_looked_up(&self, doubts: &[Doubt]) -> bool {
        let listed = self.headless.desk.state.purchases.list.iter();
        let mut looked_up = listed.filter(|purchase| {
            matches!(purchase.status, PurchaseStatus::Checking { .. } | PurchaseStatus::Sending)
        });
        looked_up.any(|purchase| {
            let mut doubts = doubts.iter();
            doubts.any(|doubt| doubt.transaction == purchase.transaction)
        })
    }

    /// Tells of those whose outcome is known by now, and returns the others.
    fn tell_settled(&mut self, doubts: Vec<Doubt>) -> Step<Vec<Doubt>> {
        let mut open = Vec::new();
        for (doubt, order) in self.read_orders(doubts)? {
            let label = label_of(&order, &doubt);
            let event = match (label, label.map(|label| label.status)) {
                (Some(label), Some(LabelStatus::Bought | LabelStatus::Refunded)) => {
                    if self.orders.contains_key(&doubt.order) {
                        self.labels.add(&doubt.order, label);
                        self.note_unnumbered(&doubt.order, label);
                    }
                    bought(&order, label, doubt.is_earlier)
                }
                (Some(label), Some(LabelStatus::NotBought)) => OrderEvent::Refused {
                    transaction: doubt.transaction.to_string(),
                    reason: label.refusal.to_string(),
                    codes: Vec::new(),
                    begun_earlier: doubt.is_earlier,
                },
                (Some(_), _) => {
                    open.push(doubt);
                    continue;
                }
                (None, _) => OrderEvent::NotBought {
                    transaction: None,
                    reason: "the purchase was never sent".to_owned(),
                    codes: Vec::new(),
                },
            };
            self.tell_of(&doubt.order, &order, &event);
        }
        Ok(open)
    }

    fn read_orders(&mut self, doubts: Vec<Doubt>) -> Step<Vec<(Doubt, Order)>> {
        let ids: Vec<OrderId> = doubts.iter().map(|doubt| doubt.order.clone()).collect();
        let rows = self.orders_by_id(&ids)?;
        let orders = doubts.into_iter().filter_map(|doubt| {
            let row = rows.iter().find(|row| row.id == doubt.order)?;
            Some((doubt, order_of_row(row)))
        });
        Ok(orders.collect())
    }
}

fn label_of<'a>(order: &'a Order, doubt: &Doubt) -> Option<&'a OrderLabel> {
    let mut labels = order.labels.iter();
    labels.find(|label| label.transaction == doubt.transaction)
}

fn labels_status(order: &Order, doubt: &Doubt) -> Option<LabelStatus> {
    label_of(order, doubt).map(|label| label.status)
}
