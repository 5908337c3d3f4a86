//! A label whose purchase was uncertain is printed without being asked for once it is found, where the
//! settings say so: by the station that finished the purchase. A station that comes back and finds that
//! another one has finished it only says so.

use std::sync::Arc;

use super::Settler;
use crate::base::id::{OrderId, ShipmentId, TransactionId};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::order_batches::OrderBatches;
use crate::desk::order_records::changes::write_changes;
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::order_label::LabelStatus;
use crate::orders::order_row::{is_readable, order_of_row};
use crate::store::workspace::{Workspace, WorkspaceError};

const PRINT: Slot<OrderBatches> = Slot::with_account("found label of an order");

/// Who has finished the purchase of a label.
enum FinishedBy {
    ThisStation(ShipmentId),
    /// With the number of the order and the name of the station.
    Another(String, String),
    /// The label is not there any more, or was refunded.
    Nobody,
}

/// The purchase of this order's label was found.
pub(in crate::desk) fn print_found(
    me: &mut OrderBatches,
    ctx: &mut Ctx<'_>,
    id: OrderId,
    transaction: TransactionId,
) {
    let is_wanted = ctx.settings.auto_print;
    let Some(settler) = Settler::new(me, ctx).filter(|_| is_wanted) else {
        return;
    };
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    ctx.jobs.start(PRINT.about(&transaction), |outbox| async move {
        let finished = async {
            let workspace = workspace.open().await?;
            finished_by(workspace.as_ref(), &basis, &settler, id, &transaction).await
        };
        let finished = finished.await;
        outbox
            .send(move |_, ctx| match finished {
                Ok(FinishedBy::ThisStation(shipment)) => {
                    ctx.announce(Event::OrderLabelFound(shipment));
                }
                Ok(FinishedBy::Another(number, station)) => {
                    let words =
                        message!("orders-found-elsewhere", number = number, station = station);
                    ctx.notice(Tone::Info, words, None);
                }
                Ok(FinishedBy::Nobody) => {}
                // It is in the list of the orders, to be printed there.
                Err(error) => ctx.notice_failure(failure::describe_workspace_error(
                    message!("orders-attempted-print-found"),
                    &error,
                )),
            })
            .await;
    });
}

/// Settles the order first: from then on no other station takes the purchase over.
async fn finished_by(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    settler: &Settler,
    id: OrderId,
    transaction: &TransactionId,
) -> Result<FinishedBy, WorkspaceError> {
    let rows = workspace.orders_by_id(vec![id.clone()]).await?;
    for row in rows {
        if let Some(change) = settler.settle(row).await {
            write_changes(workspace, basis, vec![change]).await?;
        }
    }
    let rows = workspace.orders_by_id(vec![id]).await?;
    let Some(row) = rows.into_iter().next().filter(is_readable) else {
        return Ok(FinishedBy::Nobody);
    };
    let order = order_of_row(&row);
    let mut labels = order.labels.iter();
    let label = labels.find(|label| label.transaction == *transaction);
    let Some(label) = label.filter(|label| label.status == LabelStatus::Bought) else {
        return Ok(FinishedBy::Nobody);
    };
    if label.station != *settler.station {
        let station = label.station_name().to_owned();
        return Ok(FinishedBy::Another(order.number, station));
    }
    let shipment = label.shipment.clone();
    Ok(shipment.map_or(FinishedBy::Nobody, FinishedBy::ThisStation))
}
