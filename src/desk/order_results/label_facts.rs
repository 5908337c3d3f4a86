//! What other features learn about labels gets into their orders: that they were printed, that they are on
//! a manifest, what became of their refunds. One rule holds for all: what cannot be written is kept and
//! reported on screen once. It is written when the workspace answers again.

use std::collections::HashSet;

use crate::base::id::ShipmentId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::order_records::changes::{Change, write_changes};
use crate::desk::order_records::find_by_shipment::orders_of_shipments;
use crate::desk::order_results::OrderResults;
use crate::desk::order_results::handed_over;
use crate::desk::order_results::label_refunds;
use crate::desk::order_results::print_history;
use crate::desk::order_results::write_back;
use crate::orders::basis::OrderBasis;
use crate::orders::order::Order;
use crate::store::workspace::{OrderState, Workspace, WorkspaceError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    Printed,
    OnManifest,
    Refunded,
}

/// How far the facts of each kind are recorded.
#[derive(Debug, Default)]
pub(in crate::desk) struct FactRecords {
    printed: FactRecord,
    on_manifest: FactRecord,
    refunded: FactRecord,
}

#[derive(Debug, Default)]
struct FactRecord {
    /// A job was started whose answer was not applied. A job that replaces it finds nothing to record, and
    /// still has to show what the other recorded.
    is_unanswered: bool,
    /// The last job could not write.
    has_failed: bool,
}

impl Fact {
    const ALL: [Self; 3] = [Self::Printed, Self::OnManifest, Self::Refunded];

    const fn slot(self) -> Slot<OrderResults> {
        match self {
            Self::Printed => Slot::with_account("print history of orders"),
            Self::OnManifest => Slot::with_account("orders on manifests"),
            Self::Refunded => Slot::with_account("refunds of orders' labels"),
        }
    }

    fn begin(self, me: &mut OrderResults, ctx: &mut Ctx<'_>) {
        match self {
            Self::Printed => print_history::begin(me, ctx),
            Self::OnManifest => handed_over::begin(me, ctx),
            Self::Refunded => label_refunds::begin(me, ctx),
        }
    }
}

impl FactRecords {
    fn of(&mut self, fact: Fact) -> &mut FactRecord {
        match fact {
            Fact::Printed => &mut self.printed,
            Fact::OnManifest => &mut self.on_manifest,
            Fact::Refunded => &mut self.refunded,
        }
    }
}

/// There is news of this kind. A job that is at work takes it up when it has ended.
pub(super) fn record(me: &mut OrderResults, ctx: &mut Ctx<'_>, fact: Fact) {
    if !ctx.jobs.is_running(&fact.slot()) {
        fact.begin(me, ctx);
    }
}

/// The workspace has answered: what could not be written is tried again.
pub(in crate::desk) fn try_again(me: &mut OrderResults, ctx: &mut Ctx<'_>) {
    for fact in Fact::ALL {
        if me.facts.of(fact).has_failed {
            record(me, ctx, fact);
        }
    }
}

/// Starts a job that records facts and returns how many orders it changed. `after` gets to know whether
/// that was written: if not, it keeps the facts.
pub(super) fn start(
    me: &mut OrderResults,
    ctx: &mut Ctx<'_>,
    fact: Fact,
    job: impl Future<Output = Result<usize, Trouble>> + Send + 'static,
    after: impl FnOnce(&mut OrderResults, bool) + Send + 'static,
) {
    let shows_earlier = std::mem::replace(&mut me.facts.of(fact).is_unanswered, true);
    ctx.jobs.start(fact.slot(), |outbox| async move {
        let recorded = job.await;
        let show = move |me: &mut OrderResults, ctx: &mut Ctx<'_>| {
            after(me, recorded.is_ok());
            let record = me.facts.of(fact);
            record.is_unanswered = false;
            let had_failed = std::mem::replace(&mut record.has_failed, recorded.is_err());
            if shows_earlier || recorded.as_ref().is_ok_and(|changed| *changed > 0) {
                ctx.announce(Event::OrdersChanged);
                if fact == Fact::Refunded {
                    write_back::take_up(me, ctx);
                }
            }
            match recorded {
                Ok(_) => fact.begin(me, ctx),
                Err(trouble) if !had_failed => ctx.notice_failure(trouble),
                Err(_) => {}
            }
        };
        outbox.finish(show).await;
    });
}

/// What was found of the shipments.
pub(super) struct Recorded {
    /// Orders that changed.
    pub changed: usize,
    /// The shipments that are labels of orders.
    pub known: HashSet<ShipmentId>,
}

/// Makes `take` change the orders of these shipments that are in one of the states, or in any if none is
/// given. It gets the shipments of the order, and returns whether it has changed the order.
pub(super) async fn take_in_orders(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    shipments: &[ShipmentId],
    states: &[OrderState],
    take: impl Fn(&mut Order, &HashSet<ShipmentId>) -> bool + Clone + Send + 'static,
) -> Result<Recorded, WorkspaceError> {
    let mut known = HashSet::new();
    let mut changes = Vec::new();
    for of in orders_of_shipments(workspace, shipments, states).await? {
        known.extend(of.shipments.iter().cloned());
        let (mut order, take) = (of.order, take.clone());
        if take(&mut order, &of.shipments) {
            changes.push(Change {
                id: of.row.id,
                revision: of.row.revision,
                order,
                again: Box::new(move |order| {
                    take(order, &of.shipments);
                }),
            });
        }
    }
    let changed = changes.len();
    write_changes(workspace, basis, changes).await?;
    Ok(Recorded { changed, known })
}
