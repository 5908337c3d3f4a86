//! Changes of orders, written on the revision they were made on.

use crate::base::id::OrderId;
use crate::orders::basis::OrderBasis;
use crate::orders::order::Order;
use crate::orders::order_row::{is_readable, order_of_row, write_of};
use crate::store::workspace::{OrderRow, Workspace, WorkspaceError, WriteOutcome};

/// An order with what the batch found out. The change is applied to the order as it is by then if
/// another computer changed it meanwhile.
pub(in crate::desk) struct Change {
    pub id: OrderId,
    pub revision: i64,
    pub order: Order,
    pub again: Box<dyn Fn(&mut Order) + Send>,
}

impl Change {
    /// Makes the change to the order as it was read.
    pub fn made_to(
        id: OrderId,
        revision: i64,
        mut order: Order,
        change: impl Fn(&mut Order) + Send + 'static,
    ) -> Self {
        change(&mut order);
        Self { id, revision, order, again: Box::new(change) }
    }

    pub fn made_to_row(row: &OrderRow, change: impl Fn(&mut Order) + Send + 'static) -> Self {
        Self::made_to(row.id.clone(), row.revision, order_of_row(row), change)
    }
}

/// A change that its order did not get.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::desk) struct Unwritten {
    pub id: OrderId,
    /// The order does not exist any more.
    pub is_removed: bool,
}

/// Writes the changes in one commit, and those that another computer overtook once more. Returns how
/// many orders that exist did not get theirs.
pub(in crate::desk) async fn write_changes(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    mut changes: Vec<Change>,
) -> Result<usize, WorkspaceError> {
    let unwritten = write_and_keep(workspace, basis, &mut changes).await?;
    Ok(unwritten.iter().filter(|unwritten| !unwritten.is_removed).count())
}

/// As [`write_changes`]; what could not be written because of an error stays in `changes`. Returns
/// what no order has.
pub(in crate::desk) async fn write_and_keep(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    changes: &mut Vec<Change>,
) -> Result<Vec<Unwritten>, WorkspaceError> {
    let mut unwritten = Vec::new();
    // Each round is lost only to a write of another computer at the very same moment.
    for _ in 0..5 {
        if changes.is_empty() {
            return Ok(unwritten);
        }
        let writes = changes
            .iter()
            .map(|change| write_of(basis, &change.id, Some(change.revision), &change.order));
        let outcomes = workspace.write_orders(writes.collect()).await?;
        let mut overtaken = Vec::new();
        for (mut change, outcome) in changes.drain(..).zip(outcomes) {
            match outcome {
                WriteOutcome::Written(_) | WriteOutcome::Removed => {}
                WriteOutcome::Conflict(row) if row.id == change.id && is_readable(&row) => {
                    change.revision = row.revision;
                    change.order = order_of_row(&row);
                    (change.again)(&mut change.order);
                    overtaken.push(change);
                }
                // An order of a newer version is never written back.
                WriteOutcome::Conflict(_) | WriteOutcome::Refused(_) => {
                    unwritten.push(Unwritten { id: change.id, is_removed: false });
                }
                WriteOutcome::Missing => {
                    unwritten.push(Unwritten { id: change.id, is_removed: true });
                }
            }
        }
        *changes = overtaken;
    }
    if !changes.is_empty() {
        tracing::warn!(
            "results of orders could not be written: other computers change them all the time"
        );
    }
    let rest = changes.drain(..).map(|change| Unwritten { id: change.id, is_removed: false });
    unwritten.extend(rest);
    Ok(unwritten)
}
