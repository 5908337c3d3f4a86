//! Changes of orders by a person: one field of one or of many, hold, cancel, delete; each can be
//! undone until the next.
//!
//! A change is applied to the order as the workspace has it then, so that a change of another
//! computer is not lost. What a purchase was begun for is not changed any more.

mod collision;

use std::sync::Arc;

use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::notices::Tone;
use crate::desk::order_records::CHUNK;
use crate::desk::orders::change::collision::{Collision, OwnChanges, SeenOrder};
use crate::desk::orders::{Orders, list};
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::order::Order;
use crate::orders::order_edit::{OrderEdit, apply_edit};
use crate::orders::order_row::{OrderInList, is_readable, order_of_row, write_of};
use crate::orders::rules::{PreparedRules, apply_verdict};
use crate::parcel::preset::{PresetPick, find_preset};
use crate::store::workspace::{OrderRow, OrderWrite, Workspace, WorkspaceError, WriteOutcome};

/// Orders whose change can be undone; more would take too much memory.
const MOST_UNDONE: usize = 20_000;

/// What persons have changed in this run.
#[derive(Debug, Default)]
pub struct PersonChanges {
    /// Undoes the last change, while that is possible.
    pub undo: Option<Undo>,
    /// Counts changes that were written. A form that was opened at a lower count has been saved.
    pub written: u64,
    pub(super) own: OwnChanges,
}

/// The last change, and the orders as they were.
#[derive(Clone, Debug)]
pub struct Undo {
    /// `Weight of 12 orders changed`
    pub text: Message,
    steps: Arc<Vec<UndoStep>>,
}

#[derive(Clone, Debug)]
enum UndoStep {
    Restore {
        id: OrderId,
        /// Of the change: an order that was changed since stays as it is.
        revision: i64,
        order: Box<Order>,
    },
    AddAgain {
        id: OrderId,
        order: Box<Order>,
    },
}

impl UndoStep {
    /// The revision that the change gave the order.
    fn written(&self) -> Option<(OrderId, i64)> {
        match self {
            Self::Restore { id, revision, .. } => Some((id.clone(), *revision)),
            Self::AddAgain { .. } => None,
        }
    }
}

/// What became of a change of several orders.
#[derive(Debug, Default)]
struct Changed {
    written: u64,
    /// Orders that are being bought or were bought.
    bought: u64,
    /// Orders that changed meanwhile or do not exist any more.
    missed: u64,
    /// Orders that cannot be read.
    unreadable: u64,
    undo: Vec<UndoStep>,
    /// Another station changed the same field meanwhile.
    collision: Option<Collision>,
}

/// Changes these orders.
pub(in crate::desk) fn edit(
    me: &mut Orders,
    ctx: &mut Ctx<'_>,
    ids: Vec<OrderId>,
    edit: OrderEdit,
) {
    let seen = SeenOrder::on_screen(me, ctx, &ids);
    edit_seen(me, ctx, ids, edit, seen);
}

/// Changes an order by a field that was entered when the order was as `entered`.
pub(in crate::desk) fn edit_entered(
    me: &mut Orders,
    ctx: &mut Ctx<'_>,
    entered: &OrderInList,
    edit: OrderEdit,
) {
    let seen = SeenOrder::of_row(me, ctx, entered);
    edit_seen(me, ctx, vec![entered.id.clone()], edit, Some(seen));
}

/// Gives the preset to the ticked orders, else to the open one.
pub(in crate::desk) fn use_preset(me: &mut Orders, ctx: &mut Ctx<'_>, pick: &PresetPick) {
    let key = match find_preset(&me.known.presets, pick) {
        Ok(found) => found.key.clone(),
        Err(words) => return ctx.notice(Tone::Warning, words, None),
    };
    let open = me.open.iter().map(|open| open.id.clone());
    let ids = match me.selection.is_empty() {
        true => open.collect(),
        false => me.selection.ids().to_vec(),
    };
    if ids.is_empty() {
        return ctx.notice(Tone::Info, message!("presets-no-order-selected"), None);
    }
    edit(me, ctx, ids, OrderEdit::Preset(Some(key)));
}

fn edit_seen(
    me: &mut Orders,
    ctx: &mut Ctx<'_>,
    ids: Vec<OrderId>,
    edit: OrderEdit,
    seen: Option<SeenOrder>,
) {
    let basis = Arc::clone(&me.known.basis);
    me.changes.own.begin(&ids);
    commit(ctx, ids.clone(), move |workspace| async move {
        let mut changed = Changed::default();
        for chunk in ids.chunks(CHUNK) {
            let seen = seen.as_ref();
            edit_chunk(workspace.as_ref(), &basis, chunk, &edit, seen, &mut changed).await?;
        }
        Ok((message!("orders-undo-changed", orders = changed.written), changed))
    });
}

async fn edit_chunk(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    ids: &[OrderId],
    edit: &OrderEdit,
    seen: Option<&SeenOrder>,
    changed: &mut Changed,
) -> Result<(), WorkspaceError> {
    let rows = workspace.orders_by_id(ids.to_vec()).await?;
    changed.missed += (ids.len() - rows.len().min(ids.len())) as u64;
    let (rows, writes) = prepare(basis, rows, edit, seen, changed);
    let outcomes = workspace.write_orders(writes).await?;
    let mut again = Vec::new();
    for ((id, before), outcome) in rows.into_iter().zip(outcomes) {
        match outcome {
            WriteOutcome::Written(revision) => changed.wrote(id, revision, before),
            WriteOutcome::Conflict(row) if row.id == id => again.push(*row),
            _ => changed.missed += 1,
        }
    }
    // Another computer was faster: the same change of the order as it is now.
    let (rows, writes) = prepare(basis, again, edit, seen, changed);
    let outcomes = workspace.write_orders(writes).await?;
    for ((id, before), outcome) in rows.into_iter().zip(outcomes) {
        match outcome {
            WriteOutcome::Written(revision) => changed.wrote(id, revision, before),
            _ => changed.missed += 1,
        }
    }
    Ok(())
}

/// The orders that the edit changes, as they were, and their writes.
fn prepare(
    basis: &OrderBasis,
    rows: Vec<OrderRow>,
    edit: &OrderEdit,
    seen: Option<&SeenOrder>,
    changed: &mut Changed,
) -> (Vec<(OrderId, Order)>, Vec<OrderWrite>) {
    let mut before = Vec::new();
    let mut writes = Vec::new();
    let facts = basis.rule_facts();
    let rules = PreparedRules::new(&basis.rules, &facts);
    for row in rows {
        if !is_readable(&row) {
            changed.unreadable += 1;
            continue;
        }
        let old = order_of_row(&row);
        if old.may_have_cost_money() && !edit.is_allowed_after_purchase() {
            changed.bought += 1;
            continue;
        }
        let mut new = old.clone();
        apply_edit(&mut new, edit);
        let collision = seen.and_then(|seen| seen.collision(&row, &old, &new));
        changed.collision = collision.or(changed.collision.take());
        // The rules may go by what was changed. None are known before they are read.
        if new != old && !basis.rules.is_empty() {
            let verdict = rules.first_fit(&new);
            apply_verdict(&mut new, &verdict);
        }
        if new != old {
            writes.push(write_of(basis, &row.id, Some(row.revision), &new));
            before.push((row.id, old));
        }
    }
    (before, writes)
}

impl Changed {
    fn wrote(&mut self, id: OrderId, revision: i64, order: Order) {
        self.written += 1;
        if self.undo.len() < MOST_UNDONE {
            let order = Box::new(order);
            self.undo.push(UndoStep::Restore { id, revision, order });
        }
    }
}

/// Deletes orders for which nothing was bought.
pub(in crate::desk) fn remove(ctx: &mut Ctx<'_>, ids: Vec<OrderId>) {
    commit(ctx, Vec::new(), move |workspace| async move {
        let mut changed = Changed::default();
        for chunk in ids.chunks(CHUNK) {
            let rows = workspace.orders_by_id(chunk.to_vec()).await?;
            let (rows, unreadable): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_readable);
            changed.unreadable += unreadable.len() as u64;
            let keys = rows.iter().map(|row| (row.id.clone(), row.revision));
            let outcomes = workspace.remove_orders(keys.collect()).await?;
            for (row, outcome) in rows.into_iter().zip(outcomes) {
                match outcome {
                    WriteOutcome::Removed => {
                        changed.written += 1;
                        if changed.undo.len() < MOST_UNDONE {
                            let order = Box::new(order_of_row(&row));
                            changed.undo.push(UndoStep::AddAgain { id: row.id, order });
                        }
                    }
                    WriteOutcome::Conflict(row) if !row.fields.state.is_removable() => {
                        changed.bought += 1;
                    }
                    _ => changed.missed += 1,
                }
            }
        }
        Ok((message!("orders-undo-deleted", orders = changed.written), changed))
    });
}

pub(in crate::desk) fn undo(me: &mut Orders, ctx: &mut Ctx<'_>) {
    let Some(undo) = me.changes.undo.take() else {
        return;
    };
    let basis = Arc::clone(&me.known.basis);
    commit(ctx, Vec::new(), move |workspace| async move {
        let mut changed = Changed::default();
        for steps in undo.steps.chunks(CHUNK) {
            let writes = steps.iter().map(|step| match step {
                UndoStep::Restore { id, revision, order } => {
                    write_of(&basis, id, Some(*revision), order)
                }
                UndoStep::AddAgain { id, order } => write_of(&basis, id, None, order),
            });
            for outcome in workspace.write_orders(writes.collect()).await? {
                match outcome {
                    WriteOutcome::Written(_) => changed.written += 1,
                    _ => changed.missed += 1,
                }
            }
        }
        Ok((Message::default(), changed))
    });
}

/// Writes to the workspace, keeps how to undo it, and says what could not be changed. `ids` are the
/// orders whose change was begun in [`OwnChanges`].
fn commit<F>(
    ctx: &mut Ctx<'_>,
    ids: Vec<OrderId>,
    write: impl FnOnce(Arc<dyn Workspace>) -> F + Send + 'static,
) where
    F: Future<Output = Result<(Message, Changed), WorkspaceError>> + Send + 'static,
{
    let workspace = ctx.workspace();
    ctx.jobs.spawn_writing(|outbox: Outbox<Orders>| async move {
        let written = async { write(workspace.open().await?).await };
        let written = written.await;
        outbox
            .send(move |me, ctx| match written {
                Ok((text, changed)) => {
                    me.changes.written += 1;
                    me.changes.own.end(&ids, changed.undo.iter().filter_map(UndoStep::written));
                    tell_left_out(ctx, &changed);
                    // What changes nothing leaves the change before it to be undone.
                    if !changed.undo.is_empty() {
                        let is_whole = changed.undo.len() as u64 == changed.written;
                        let steps = Arc::new(changed.undo);
                        me.changes.undo = is_whole.then_some(Undo { text, steps });
                    }
                    list::refresh(me, ctx);
                }
                Err(error) => {
                    me.changes.own.end(&ids, std::iter::empty());
                    let attempted = message!("orders-attempted-change");
                    ctx.notice_failure(failure::describe_workspace_error(attempted, &error));
                }
            })
            .await;
    });
}

fn tell_left_out(ctx: &mut Ctx<'_>, changed: &Changed) {
    if changed.bought > 0 {
        let text = message!("orders-left-bought", orders = changed.bought);
        ctx.notice(Tone::Warning, text, None);
    }
    if let Some(collision) = &changed.collision {
        ctx.notice(Tone::Warning, collision.message(), None);
    }
    if changed.unreadable > 0 {
        let text = message!("orders-left-unreadable", orders = changed.unreadable);
        ctx.notice(Tone::Warning, text, None);
    }
    if changed.missed > 0 {
        let text = message!("orders-left-changed", orders = changed.missed);
        ctx.notice(Tone::Warning, text, None);
    }
    if (MOST_UNDONE as u64) < changed.written && !changed.undo.is_empty() {
        let text = message!("orders-undo-too-many", orders = changed.written);
        ctx.notice(Tone::Info, text, None);
    }
}
