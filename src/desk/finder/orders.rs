//! The search among the orders of the workspace, whatever the list on screen holds.

use crate::base::id::OrderId;
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::orders::order::Order;
use crate::store::workspace::{OrderQuery, OrderRow, OrderSort, WorkspaceError};

/// An order as the palette shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundOrder {
    pub id: OrderId,
    pub number: String,
    pub recipient: String,
    pub reference: String,
}

impl FoundOrder {
    /// The reference of an order that this version can't decode is not shown.
    fn of_row(row: OrderRow) -> Self {
        let order = serde_json::from_str::<Order>(&row.fields.json);
        Self {
            id: row.id,
            number: row.fields.number,
            recipient: row.fields.recipient,
            reference: order.map(|order| order.reference).unwrap_or_default(),
        }
    }
}

/// The newest orders that have these words.
pub(super) async fn find(workspace: WorkspaceHandle, text: &str, most: u32) -> Vec<FoundOrder> {
    let query = OrderQuery {
        text: text.to_owned(),
        sort: OrderSort::Newest,
        limit: most,
        ..OrderQuery::default()
    };
    let page = async { workspace.open().await?.orders(query).await };
    let page: Result<_, WorkspaceError> = page.await;
    let page = page.inspect_err(|error| tracing::warn!(%error, "orders are not searched"));
    let rows = page.map(|page| page.rows).unwrap_or_default();
    rows.into_iter().map(FoundOrder::of_row).collect()
}
