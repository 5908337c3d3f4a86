//! Refunds: combines what manifests, the shipment list and the journal know about them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::id::{ShipmentId, TransactionId};
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::purchases;
use crate::desk::order_results::label_refunds;
use crate::desk::owner::Desk;
use crate::desk::refunds;
use crate::desk::refunds::KnownToRefunds;

/// Starts requesting refunds of these shipments, one after another.
pub(in crate::desk) fn request_refunds(desk: &mut Desk, wanted: Vec<ShipmentId>) {
    let state = &desk.state;
    let held = state.manifests.shipments_on_manifests();
    let rows = state.shipments.rows.iter();
    let known = KnownToRefunds {
        stopped: state.purchases.stopped(),
        held: wanted.iter().filter(|id| held.contains(id.as_str())).cloned().collect(),
        rows: rows.filter(|row| wanted.contains(&row.id)).map(Arc::clone).collect(),
    };
    desk.refunds(|me, ctx| refunds::request_refunds(me, ctx, wanted, known));
}

/// Loads which shipments can be refunded and the progress of each refund.
pub(in crate::desk) fn reload_refunds(desk: &mut Desk) {
    let held = desk.state.manifests.shipments_on_manifests();
    let held: BTreeSet<String> = held.into_iter().map(ToOwned::to_owned).collect();
    desk.kernel(|ctx| refunds::reload_refund_lists(ctx, held));
}

/// The status of a refund in the journal changed.
pub(in crate::desk) fn follow(desk: &mut Desk, transaction: &TransactionId) {
    let mut known = desk.state.purchases.list.iter();
    let purchase = known.find(|purchase| &purchase.transaction == transaction);
    if let Some(purchase) = purchase.cloned() {
        if let PurchaseStatus::RefundAsked { shipment, status } = &purchase.status
            && !status.is_empty()
        {
            let news = [(shipment.clone(), status.clone())];
            desk.order_results(|me, ctx| label_refunds::record(me, ctx, news));
        }
        desk.refunds(|me, ctx| refunds::follow(me, ctx, &purchase));
    }
}

/// The list of refunds was read: orders show those of their labels.
pub(in crate::desk) fn tell_orders(desk: &mut Desk) {
    let asked = desk.state.refunds.requested_rows.value();
    let news = asked.into_iter().flatten().filter_map(|row| {
        let status = row.refund_status.clone()?;
        Some((row.id.clone(), status))
    });
    let news: Vec<(ShipmentId, String)> = news.collect();
    desk.order_results(|me, ctx| label_refunds::record(me, ctx, news));
}

/// The journal already has a refund of this shipment: if it was not sent, it is sent now under its
/// own transaction id; otherwise its current status is shown.
pub(in crate::desk) fn written_before(
    desk: &mut Desk,
    id: &ShipmentId,
    transaction: TransactionId,
) {
    let mut known = desk.state.purchases.list.iter();
    let purchase = known.find(|purchase| purchase.transaction == transaction);
    match purchase.map(|purchase| &purchase.status) {
        Some(PurchaseStatus::NotSent { .. }) => {
            desk.purchases(|me, ctx| purchases::send_now(&mut DeskHost::new(me, ctx), transaction));
        }
        Some(_) => follow(desk, &transaction),
        None => desk.refunds(|me, ctx| refunds::asked_before(me, ctx, id)),
    }
}
