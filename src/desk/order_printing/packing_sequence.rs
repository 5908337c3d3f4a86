//! Orders in the sequence in which they are packed: pick lists, packing slips and labels have the
//! same, so that a label meets its parcel without searching.

use std::collections::HashMap;

use crate::base::id::OrderId;
use crate::desk::order_records::CHUNK;
use crate::orders::order::Order;
use crate::orders::order_row::order_of_row;
use crate::orders::papers::pick_order::{PickOrder, pick_order};
use crate::store::workspace::{Workspace, WorkspaceError};

/// Reads these orders, sorted for packing. Orders that are alike keep their sequence; orders that do
/// not exist any more are left out.
pub(in crate::desk) async fn read_for_packing(
    workspace: &dyn Workspace,
    ids: &[OrderId],
) -> Result<Vec<(OrderId, Order)>, WorkspaceError> {
    Ok(sorted_for_packing(read_all(workspace, ids).await?))
}

/// Reads these orders in this sequence. One that does not exist any more is empty, so that the others
/// keep their places.
pub(in crate::desk) async fn read_in_sequence(
    workspace: &dyn Workspace,
    ids: &[OrderId],
) -> Result<Vec<(OrderId, Order)>, WorkspaceError> {
    let mut found: HashMap<OrderId, Order> = read_all(workspace, ids).await?.into_iter().collect();
    let orders = ids.iter().map(|id| {
        let order = found.remove(id).unwrap_or_default();
        (id.clone(), order)
    });
    Ok(orders.collect())
}

async fn read_all(
    workspace: &dyn Workspace,
    ids: &[OrderId],
) -> Result<Vec<(OrderId, Order)>, WorkspaceError> {
    let mut orders = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let rows = workspace.orders_by_id(chunk.to_vec()).await?.into_iter();
        orders.extend(rows.map(|row| (row.id.clone(), order_of_row(&row))));
    }
    Ok(orders)
}

fn sorted_for_packing(orders: Vec<(OrderId, Order)>) -> Vec<(OrderId, Order)> {
    let picked: Vec<PickOrder<'_>> = orders.iter().map(|(_, order)| order.into()).collect();
    let sequence = pick_order(&picked);
    let mut orders: Vec<Option<(OrderId, Order)>> = orders.into_iter().map(Some).collect();
    let in_sequence = sequence.into_iter();
    in_sequence.filter_map(|at| orders.get_mut(at).and_then(Option::take)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::order::OrderItem;

    #[test]
    fn orders_of_one_item_come_first_and_those_alike_keep_their_sequence() {
        let order = |number: &str, skus: &[(&str, &str)]| {
            let items = skus.iter().map(|(sku, quantity)| OrderItem {
                sku: (*sku).to_owned(),
                quantity: (*quantity).to_owned(),
                ..OrderItem::default()
            });
            let order =
                Order { number: number.to_owned(), items: items.collect(), ..Order::default() };
            (OrderId::new(number), order)
        };
        let sorted = sorted_for_packing(vec![
            order("none", &[]),
            order("both", &[("A10", "1"), ("A2", "1")]),
            order("ten", &[("A10", "1")]),
            order("two of two", &[("A2", "2")]),
            order("first two", &[("A2", "1")]),
            order("second two", &[("A2", "1")]),
        ]);
        let numbers: Vec<&str> = sorted.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(numbers, ["first two", "second two", "two of two", "ten", "both", "none"]);
    }
}
