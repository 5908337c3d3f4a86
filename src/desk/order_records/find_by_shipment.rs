//! Finds the orders that labels belong to.

use std::collections::{HashMap, HashSet};

use crate::base::id::{OrderId, ShipmentId};
use crate::desk::order_records::CHUNK;
use crate::orders::order::Order;
use crate::orders::order_row::{is_readable, order_of_row};
use crate::store::workspace::{OrderQuery, OrderRow, OrderState, Workspace, WorkspaceError};

/// An order with those of the shipments that are its labels.
pub(in crate::desk) struct OrderOfShipments {
    pub row: OrderRow,
    pub order: Order,
    pub shipments: HashSet<ShipmentId>,
}

/// The orders of these shipments that are in one of the states, or in any if none is given. Most
/// shipments of other origin have none. Orders that this version cannot read are left out.
pub(in crate::desk) async fn orders_of_shipments(
    workspace: &dyn Workspace,
    shipments: &[ShipmentId],
    states: &[OrderState],
) -> Result<Vec<OrderOfShipments>, WorkspaceError> {
    let mut found: HashMap<OrderId, HashSet<ShipmentId>> = HashMap::new();
    let mut sequence: Vec<OrderId> = Vec::new();
    for shipment in shipments {
        let query = OrderQuery {
            text: shipment.as_str().to_owned(),
            states: states.to_vec(),
            ..OrderQuery::default()
        };
        for id in workspace.order_ids(query).await? {
            if !found.contains_key(&id) {
                sequence.push(id.clone());
            }
            found.entry(id).or_default().insert(shipment.clone());
        }
    }
    let mut orders = Vec::with_capacity(sequence.len());
    for chunk in sequence.chunks(CHUNK) {
        for row in workspace.orders_by_id(chunk.to_vec()).await? {
            if !is_readable(&row) {
                continue;
            }
            let order = order_of_row(&row);
            // The words of another order may begin like the id.
            let mut own = found.remove(&row.id).unwrap_or_default();
            own.retain(|shipment| {
                let mut ids = order.labels.iter().filter_map(|it| it.shipment.as_ref());
                ids.any(|id| id.same_as(shipment))
            });
            if !own.is_empty() {
                orders.push(OrderOfShipments { row, order, shipments: own });
            }
        }
    }
    Ok(orders)
}
