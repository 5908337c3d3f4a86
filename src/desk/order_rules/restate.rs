//! Computes the states of orders again after a change of what they depend on: presets, rules, the
//! shop, the catalogs. Orders for which a purchase was begun keep theirs.

use std::sync::Arc;

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::order_records::{CHUNK, unreadable};
use crate::desk::order_rules::OrderRules;
use crate::orders::basis::OrderBasis;
use crate::orders::order_row::{is_readable, order_of_row, write_of};
use crate::orders::rules::{PreparedRules, apply_verdict};
use crate::store::workspace::{OrderQuery, OrderState, Workspace, WorkspaceError};

const RESTATE: Slot<OrderRules> = Slot::with_account("states of the orders");

/// The states that can change without a change of the order itself.
pub(super) const OPEN_STATES: [OrderState; 4] =
    [OrderState::NeedsAttention, OrderState::Ready, OrderState::Rated, OrderState::OnHold];

pub(in crate::desk) fn restate_open_orders(me: &OrderRules, ctx: &mut Ctx<'_>) {
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.basis));
    let work = async move { restate(workspace.open().await?.as_ref(), &basis).await };
    ctx.jobs.answer_or_notice(RESTATE, work, unreadable, |_, ctx, changed| {
        if changed > 0 {
            ctx.announce(Event::OrdersChanged);
        }
    });
}

/// Applies the rules to every open order and writes those whose preset, hold or state changes.
/// Returns their number. An order that changes meanwhile is left to its own change.
async fn restate(workspace: &dyn Workspace, basis: &OrderBasis) -> Result<u64, WorkspaceError> {
    let query =
        OrderQuery { states: OPEN_STATES.to_vec(), limit: u32::MAX, ..OrderQuery::default() };
    let ids = workspace.order_ids(query).await?;
    let mut changed = 0;
    let facts = basis.rule_facts();
    let rules = PreparedRules::new(&basis.rules, &facts);
    for chunk in ids.chunks(CHUNK) {
        let rows = workspace.orders_by_id(chunk.to_vec()).await?;
        let mut writes = Vec::new();
        for row in rows.iter().filter(|row| is_readable(row)) {
            let before = order_of_row(row);
            let mut order = before.clone();
            apply_verdict(&mut order, &rules.first_fit(&before));
            let write = write_of(basis, &row.id, Some(row.revision), &order);
            let same = write.fields.state == row.fields.state
                && write.fields.preset == row.fields.preset
                && order == before;
            if !same {
                writes.push(write);
            }
        }
        changed += writes.len() as u64;
        if !writes.is_empty() {
            workspace.write_orders(writes).await?;
        }
    }
    Ok(changed)
}
