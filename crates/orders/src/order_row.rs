//! Between the rows of the workspace and the orders on screen.

use jiff::Timestamp;

use crate::basis::OrderBasis;
use crate::order::Order;
use crate::order_state::{OrderProblem, order_fields, search_text};
use crate::readable_row::read_order;
pub use crate::readable_row::{is_readable, readable_order};
use postroom_base::id::{OrderId, TransactionId};
use postroom_parcel::draft::PackageForm;
use postroom_rows::order::{OrderFields, OrderRow, OrderState, OrderWrite};

/// Letters that are shown of an order that cannot be read.
const SHOWN_TEXT: usize = 2_000;

/// An order of the list, with what follows from it.
#[derive(Clone, Debug)]
pub struct OrderInList {
    pub id: OrderId,
    /// The revision that a change must name.
    pub revision: i64,
    /// The state that is stored, by which filters and counts go, unless the order cannot be read.
    pub state: OrderState,
    pub order: Order,
    pub problems: Vec<OrderProblem>,
    /// The parcels as they would be sent.
    pub packages: Vec<PackageForm>,
    /// The station and the person that changed it last, and when.
    pub changed_by: String,
    pub changed: Timestamp,
}

impl OrderInList {
    /// Whether its fields cannot be changed.
    pub fn is_fixed(&self) -> bool {
        self.state == OrderState::Unreadable || self.order.may_have_cost_money()
    }
}

/// The order of a row. One that cannot be read is shown as its text, and needs attention: a newer
/// version of the program may have written it.
pub fn order_of_row(row: &OrderRow) -> Order {
    read_order(row).unwrap_or_else(|reason| {
        tracing::error!(%reason, id = row.id.as_str(), "an order cannot be read");
        let json = row.fields.json.chars().take(SHOWN_TEXT);
        let mut order = Order {
            number: row.fields.number.clone(),
            source: row.fields.source.clone(),
            raw_row: Some(reason.as_str().chars().chain(['\n']).chain(json).collect()),
            ..Order::default()
        };
        order.to.name.clone_from(&row.fields.recipient);
        order
    })
}

pub fn in_list(row: OrderRow, basis: &OrderBasis) -> OrderInList {
    let readable = readable_order(&row);
    let state = readable.as_ref().map_or(OrderState::Unreadable, |_| row.fields.state);
    let order = readable.unwrap_or_else(|| order_of_row(&row));
    let assessed = basis.assess(&row.id, &order);
    OrderInList {
        id: row.id,
        revision: row.revision,
        state,
        order,
        problems: assessed.problems,
        packages: assessed.draft.packages,
        changed_by: row.changed_by,
        changed: row.changed,
    }
}

/// The name of the recipient, or of the company.
pub fn recipient(order: &Order) -> String {
    let names = [&order.to.name, &order.to.company];
    let mut names = names.into_iter().map(|name| name.trim());
    let name = names.find(|name| !name.is_empty());
    name.unwrap_or_default().to_owned()
}

/// The labels that are being bought or in doubt.
fn open_purchases(order: &Order) -> Vec<TransactionId> {
    let open = order.labels.iter().filter(|label| label.is_open());
    open.map(|label| label.transaction.clone()).collect()
}

/// The write that adds the order of a row to another workspace, in the state that it has.
pub fn copy_of(row: &OrderRow) -> OrderWrite {
    let order = order_of_row(row);
    OrderWrite {
        id: row.id.clone(),
        revision: None,
        fields: OrderFields { search_text: search_text(&order), ..row.fields.clone() },
        open_purchases: open_purchases(&order),
    }
}

/// The write of an order, with its state and its words. `revision` is `None` for a new order.
pub fn write_of(
    basis: &OrderBasis,
    id: &OrderId,
    revision: Option<i64>,
    order: &Order,
) -> OrderWrite {
    let assessed = basis.assess(id, order);
    OrderWrite {
        id: id.clone(),
        revision,
        fields: order_fields(order, assessed.state),
        open_purchases: open_purchases(order),
    }
}

#[cfg(test)]
mod tests;
