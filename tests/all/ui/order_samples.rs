//! Orders, a label and the list of orders, as the tests of the orders show them.

use postroom::orders::order::Order;

use super::{connected, now};
use crate::prelude::*;

/// A label that was bought at `now()`, without a price.
pub fn label() -> OrderLabel {
    let label = json!({
        "sequence": 1, "transaction": "t", "scope": "PRACTICE/practice", "station": "bench",
        "status": "bought", "begun": now(), "expected": null, "charged": null, "carrier": "Nova",
        "service": "Ground", "bought": now(), "shipment": null, "manifest": null,
    });
    serde_json::from_value(label).unwrap()
}

/// An order of the list, without problems and packages.
pub fn in_list(id: impl Into<String>, state: OrderState, order: Order) -> OrderInList {
    OrderInList {
        id: OrderId::new(id),
        revision: 1,
        state,
        order,
        problems: Vec::new(),
        packages: Vec::new(),
        changed_by: "bench".to_owned(),
        changed: now(),
    }
}

/// The Orders panel with these rows and nothing else.
pub fn listed(rows: Vec<OrderInList>) -> State {
    let mut state = connected();
    let orders = &mut state.orders;
    orders.matching = rows.len() as u64;
    let count = |state: OrderState| rows.iter().filter(|row| row.state == state).count() as u64;
    orders.by_state = OrderState::ALL.map(|state| (state, count(state))).to_vec();
    orders.by_state.retain(|(_, orders)| *orders > 0);
    orders.rows = rows.into_iter().map(Arc::new).collect();
    (orders.loaded, state.order_rules.documents.loaded) = (true, true);
    state
}
