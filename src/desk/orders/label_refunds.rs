//! Records in the orders what the service says of the refunds of their labels. Only the service's
//! word counts: while a refund is being requested, or its outcome is not known, the order is as
//! before, and nothing can be bought in its place.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;

use crate::api::value::RefundStatus;
use crate::base::id::ShipmentId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::Slot;
use crate::desk::orders::basis::OrderBasis;
use crate::desk::orders::find_by_shipment::orders_of_shipments;
use crate::desk::orders::work::{Change, write_changes};
use crate::desk::orders::{Orders, list, write_back_flow};
use crate::desk::records::order::Order;
use crate::desk::records::order_label::{LabelRefund, LabelStatus, OrderLabel, WriteBack};
use crate::desk::records::shipment_row::is_void;
use crate::message;
use crate::store::workspace::{Workspace, WorkspaceError};

const RECORD: Slot<Orders> = Slot::with_account("refunds of orders' labels");

/// What is known of the refunds of shipments, orders' labels among them.
#[derive(Debug, Default)]
pub(in crate::desk) struct SeenRefunds {
    /// The status of each shipment that the orders have, or that belongs to no order.
    recorded: HashMap<ShipmentId, String>,
    /// Not recorded yet.
    waiting: HashMap<ShipmentId, String>,
    /// A job was started whose answer was not applied. A later job replaces a finished one whose
    /// answer waits, and shows then what both recorded.
    is_unanswered: bool,
}

impl SeenRefunds {
    /// Labels got to know their shipments: refunds that belonged to no order may be theirs.
    pub(super) fn look_again(&mut self) {
        self.recorded.clear();
    }
}

/// The service has refunds of these shipments, with these statuses, perhaps for some time.
pub(in crate::desk) fn record(
    me: &mut Orders,
    ctx: &mut Ctx<'_>,
    refunds: impl IntoIterator<Item = (ShipmentId, String)>,
) {
    let seen = &mut me.refunds;
    for (shipment, status) in refunds {
        if seen.recorded.get(&shipment) != Some(&status) {
            seen.waiting.insert(shipment, status);
        }
    }
    if !ctx.jobs.is_running(&RECORD) {
        begin(me, ctx);
    }
}

fn begin(me: &mut Orders, ctx: &mut Ctx<'_>) {
    let news = std::mem::take(&mut me.refunds.waiting);
    if news.is_empty() {
        return;
    }
    let shows_earlier = std::mem::replace(&mut me.refunds.is_unanswered, true);
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.basis));
    let now = ctx.clock.now();
    ctx.jobs.start(RECORD, |outbox| async move {
        let recorded = async {
            let workspace = workspace.open().await?;
            record_all(workspace.as_ref(), &basis, &news, now).await
        };
        let recorded = recorded.await;
        outbox
            .finish(move |me, ctx| {
                me.refunds.is_unanswered = false;
                match recorded {
                    Ok(changed) => {
                        me.refunds.recorded.extend(news);
                        if changed > 0 || shows_earlier {
                            list::refresh(me, ctx);
                            write_back_flow::take_up(me, ctx);
                        }
                    }
                    // They are told again with the next list of refunds.
                    Err(error) => {
                        let attempted = message!("order-printing-attempted-refunds");
                        ctx.notice_failure(failure::describe_local_error(attempted, &error));
                    }
                }
                begin(me, ctx);
            })
            .await;
    });
}

/// Returns the number of orders that changed.
async fn record_all(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    news: &HashMap<ShipmentId, String>,
    now: Timestamp,
) -> Result<usize, WorkspaceError> {
    let shipments: Vec<ShipmentId> = news.keys().cloned().collect();
    let found = orders_of_shipments(workspace, &shipments, &[]).await?;
    let mut changes = Vec::new();
    for of in found {
        let own = of.shipments.into_iter().filter_map(|shipment| {
            let status = news.get(&shipment)?.clone();
            Some((shipment, status))
        });
        let own: Vec<(ShipmentId, String)> = own.collect();
        let take = move |order: &mut Order| take_refunds(order, &own, now);
        let mut order = of.order;
        if take(&mut order) {
            changes.push(Change {
                id: of.row.id,
                revision: of.row.revision,
                order,
                again: Box::new(move |order| {
                    take(order);
                }),
            });
        }
    }
    let changed = changes.len();
    write_changes(workspace, basis, changes).await?;
    Ok(changed)
}

/// Returns whether any label of the order changed.
fn take_refunds(order: &mut Order, refunds: &[(ShipmentId, String)], now: Timestamp) -> bool {
    let mut changed = false;
    for (shipment, status) in refunds {
        let labels = order.labels.iter_mut();
        let is_own = |label: &&mut OrderLabel| {
            let own = label.shipment.as_ref();
            own.is_some_and(|own| own.same_as(shipment))
        };
        for label in labels.filter(is_own) {
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
