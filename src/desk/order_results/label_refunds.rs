//! Records in the orders what the service says of the refunds of their labels. Only the service's
//! word counts: while a refund is being requested, or its outcome is not known, the order is as
//! before, and nothing can be bought in its place.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use jiff::Timestamp;

use crate::api::value::RefundStatus;
use crate::base::id::ShipmentId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::order_results::OrderResults;
use crate::desk::order_results::label_facts::{self, Fact, take_in_orders};
use crate::desk::records::shipment_row::is_void;
use crate::message;
use crate::orders::order::Order;
use crate::orders::order_label::{LabelRefund, LabelStatus, OrderLabel, WriteBack};

/// What is known of the refunds of shipments, orders' labels among them.
#[derive(Debug, Default)]
pub(in crate::desk) struct SeenRefunds {
    /// The status of each shipment that the orders have, or that belongs to no order.
    recorded: HashMap<ShipmentId, String>,
    /// Not recorded yet.
    waiting: HashMap<ShipmentId, String>,
}

impl SeenRefunds {
    /// Labels got to know their shipments: refunds that belonged to no order may be theirs.
    pub(super) fn look_again(&mut self) {
        self.recorded.clear();
    }
}

/// The service has refunds of these shipments, with these statuses, perhaps for some time.
pub(in crate::desk) fn record(
    me: &mut OrderResults,
    ctx: &mut Ctx<'_>,
    refunds: impl IntoIterator<Item = (ShipmentId, String)>,
) {
    let seen = &mut me.refunds;
    for (shipment, status) in refunds {
        if seen.recorded.get(&shipment) != Some(&status) {
            seen.waiting.insert(shipment, status);
        }
    }
    label_facts::record(me, ctx, Fact::Refunded);
}

pub(super) fn begin(me: &mut OrderResults, ctx: &mut Ctx<'_>) {
    let news = Arc::new(std::mem::take(&mut me.refunds.waiting));
    if news.is_empty() {
        return;
    }
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let (now, refunds) = (ctx.clock.now(), Arc::clone(&news));
    let recorded = async move {
        let shipments: Vec<ShipmentId> = refunds.keys().cloned().collect();
        let take = move |order: &mut Order, own: &HashSet<ShipmentId>| {
            let own = refunds.iter().filter(|(shipment, _)| own.contains(*shipment));
            take_refunds(order, own, now)
        };
        let recorded = async {
            let workspace = workspace.open().await?;
            take_in_orders(workspace.as_ref(), &basis, &shipments, &[], take).await
        };
        let recorded = recorded.await.map_err(|error| {
            let attempted = message!("order-printing-attempted-refunds");
            failure::describe_local_error(attempted, &error)
        });
        Ok(recorded?.changed)
    };
    label_facts::start(me, ctx, Fact::Refunded, recorded, move |me, is_written| {
        let news = news.iter().map(|(shipment, status)| (shipment.clone(), status.clone()));
        match is_written {
            true => me.refunds.recorded.extend(news),
            // What was told meanwhile is newer.
            false => {
                for (shipment, status) in news {
                    me.refunds.waiting.entry(shipment).or_insert(status);
                }
            }
        }
    });
}

/// Returns whether any label of the order changed.
fn take_refunds<'a>(
    order: &mut Order,
    refunds: impl IntoIterator<Item = (&'a ShipmentId, &'a String)>,
    now: Timestamp,
) -> bool {
    let mut changed = false;
    for (shipment, status) in refunds {
        for label in order.labels_of(shipment) {
            changed |= take_refund(label, status, now);
        }
    }
    changed
}

/// A declined refund leaves the label valid, and the shop gets its number if it does not have it yet.
/// A status that is not known is kept, and the label must not be used.
fn take_refund(label: &mut OrderLabel, status: &str, now: Timestamp) -> bool {
    let was_bought = label.was_bought();
    let is_known = label.refund.as_ref().is_some_and(|refund| refund.status == status);
    if !was_bought || is_known {
        return false;
    }
    let is_declined = status == RefundStatus::Rejected.as_str();
    let before = label.refund.take();
    let stopped_write_back = before.as_ref().is_some_and(|it| it.stopped_write_back);
    let decided = before.and_then(|refund| refund.replace);
    label.refund = Some(LabelRefund {
        status: status.to_owned(),
        at: now,
        // A refund that is requested once more needs a decision of its own.
        replace: decided.filter(|_| !is_declined),
        stopped_write_back,
    });
    label.status = match is_void(Some(status)) {
        true => LabelStatus::Refunded,
        false => LabelStatus::Bought,
    };
    if stopped_write_back && label.status == LabelStatus::Bought {
        label.write_back = WriteBack::Waiting;
    }
    true
}

#[cfg(test)]
mod tests;
