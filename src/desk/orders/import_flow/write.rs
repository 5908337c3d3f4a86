//! Writing an import into the workspace.

use std::sync::Arc;

use tokio::sync::mpsc;

use super::OrderImport;
use super::reader::Reader;
use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::desk::kernel::batch_job::{self, BatchJob, BatchSlot, Progress};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::orders::order_keys::OrderKeys;
use crate::desk::orders::unattended_import::Beforehand;
use crate::desk::orders::{Orders, list};
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::import::merge::ImportPlan;
use crate::orders::order_row::write_of;
use crate::orders::rules::{PreparedRules, apply_verdict};
use crate::store::workspace::{
    OrderState, OrderWrite, Stopped, Workspace, WorkspaceError, WriteOutcome,
};
use crate::text;

/// Orders that are written in one commit. The disk takes as long for one as for all of them, and
/// nothing else is written meanwhile.
const WRITTEN_AT_ONCE: usize = 10_000;

/// Letters of a refused order's number that are shown.
const SHOWN_NUMBER: usize = 40;

/// The job that writes an import.
const WRITE: BatchSlot<Orders> = BatchSlot {
    slot: Slot::with_account("write imported orders"),
    batch: |me| &mut me.work,
    ended: |me, ctx| {
        // Nothing is left to be read of an import that went well.
        if me.work.as_ref().is_some_and(|work| work.trouble.is_none()) {
            me.work = None;
        }
        list::refresh(me, ctx);
    },
};

/// Writes the orders. Unless the plan of the preview still holds, they are read once more, since some
/// may have been bought or changed since then.
pub(super) fn write_orders(me: &mut Orders, ctx: &mut Ctx<'_>) {
    if me.work.as_ref().is_some_and(BatchJob::is_running) {
        return ctx.notice(Tone::Info, message!("orders-work-busy"), None);
    }
    let (Some(preview), Some(source)) = (me.import.preview.value(), me.import.source.take()) else {
        return;
    };
    let reader = Reader {
        source,
        sheet: preview.sheet,
        corrected: Some((preview.heading_row, preview.mapping.clone())),
        saved: Vec::new(),
        beforehand: Beforehand::default(),
        basis: Arc::clone(&me.basis),
        at: ctx.clock.now(),
    };
    let counts = preview.counts;
    let total = counts.new + counts.changed + counts.changed_while_bought;
    let ready = me.import.ready.take();
    let ready = ready.filter(|ready| ready.is_for(&me.basis));
    // A preview that is still being made would come back to the screen.
    ctx.jobs.abort(&super::IMPORT);
    me.import = OrderImport::default();
    let workspace = ctx.workspace();
    let batch = BatchJob::with_expected_rows(message!("orders-import-working"), total)
        .finished_as(|| text!("orders-import-ended"));
    batch_job::start(me, ctx, &WRITE, batch, |progress| async move {
        let written = async {
            let workspace = workspace.open().await?;
            let ready = match ready {
                Some(ready) => ready.if_still_right(workspace.as_ref()).await?,
                None => None,
            };
            let plan = match ready {
                Some(plan) => plan,
                None => reader.plan_to_write(workspace.as_ref()).await?,
            };
            write_plan(workspace.as_ref(), &reader.basis, plan, Some(&progress)).await
        };
        let written = written.await.map_err(|error| {
            failure::describe_workspace_error(message!("orders-attempted-change"), &error)
        })?;
        let outbox = progress.outbox().clone();
        outbox.send(move |_, ctx| written.tell(ctx)).await;
        Ok(())
    });
}

/// Writes the orders of a plan in some commits. While one is written, the next is prepared.
/// `progress` hears of each.
pub(in crate::desk) async fn write_plan(
    workspace: &dyn Workspace,
    basis: &Arc<OrderBasis>,
    plan: ImportPlan,
    progress: Option<&Progress<Orders>>,
) -> Result<Written, WorkspaceError> {
    let keys = OrderKeys::read(workspace).await?;
    let basis = Arc::clone(basis);
    let (prepared, mut chunks) = mpsc::channel(1);
    let preparing = tokio::task::spawn_blocking(move || {
        let mut orders = plan.orders.into_iter();
        while !orders.as_slice().is_empty() {
            let orders = orders.by_ref().take(WRITTEN_AT_ONCE).collect();
            let writes = writes_of(ImportPlan { orders }, &basis, &keys);
            // The other end is closed if writing has failed.
            if !writes.is_empty() && prepared.blocking_send(writes).is_err() {
                break;
            }
        }
    });
    let mut written = Written::default();
    while let Some(writes) = chunks.recv().await {
        let orders = writes.len() as u64;
        written.write(workspace, writes).await?;
        if let Some(progress) = progress {
            progress.report_rows(orders, Vec::new()).await;
        }
    }
    preparing.await.map_err(|_| Stopped)?;
    Ok(written)
}

/// What an import has written.
#[derive(Debug, Default)]
pub(in crate::desk) struct Written {
    /// Key and state of each order, in the order of the plan; `None` if it was overtaken or refused.
    pub stored: Vec<Option<(OrderId, OrderState)>>,
    /// The orders that the workspace does not take: the place in `stored`, the number and why.
    pub refused: Vec<(usize, String, Message)>,
    pub orders: u64,
    pub need_attention: u64,
    /// Changed by another computer at the same moment; the next import of the file takes them.
    pub overtaken: u64,
}

impl Written {
    async fn write(
        &mut self,
        workspace: &dyn Workspace,
        writes: Vec<OrderWrite>,
    ) -> Result<(), WorkspaceError> {
        let named = writes.iter().map(|write| {
            let number: String = write.fields.number.chars().take(SHOWN_NUMBER).collect();
            (write.id.clone(), write.fields.state, number)
        });
        let named: Vec<(OrderId, OrderState, String)> = named.collect();
        let outcomes = workspace.write_orders(writes).await?;
        for ((id, state, number), outcome) in named.into_iter().zip(outcomes) {
            let is_written = matches!(outcome, WriteOutcome::Written(_));
            match outcome {
                WriteOutcome::Written(_) => {
                    self.orders += 1;
                    self.need_attention += u64::from(state == OrderState::NeedsAttention);
                }
                WriteOutcome::Refused(why) => self.refused.push((self.stored.len(), number, why)),
                _ => self.overtaken += 1,
            }
            self.stored.push(is_written.then_some((id, state)));
        }
        Ok(())
    }

    fn tell(&self, ctx: &mut Ctx<'_>) {
        let (tone, text) = match self.need_attention {
            0 => (Tone::Good, message!("orders-import-done", count = self.orders)),
            // The filter shows them from now on; the notice need not stay over the list.
            attention => (
                Tone::Info,
                message!(
                    "orders-import-done-attention",
                    count = self.orders,
                    attention = attention
                ),
            ),
        };
        ctx.notice(tone, text, None);
        if let Some((_, number, why)) = self.refused.first() {
            let refused = self.refused.len() as u64;
            let text =
                message!("orders-import-refused", orders = refused, number = number, reason = why);
            ctx.notice(Tone::Warning, text, None);
        }
        if self.overtaken > 0 {
            let text = message!("orders-left-changed", orders = self.overtaken);
            ctx.notice(Tone::Warning, text, None);
        }
    }
}

/// Orders that the import writes, with the presets that the rules choose.
pub(in crate::desk) fn writes_of(
    plan: ImportPlan,
    basis: &OrderBasis,
    keys: &OrderKeys,
) -> Vec<OrderWrite> {
    let facts = basis.rule_facts();
    let rules = PreparedRules::new(&basis.rules, &facts);
    let writes = plan.orders.into_iter().filter_map(|planned| planned.write);
    let writes = writes.map(|write| {
        let (id, revision) = match write.existing {
            Some((id, revision)) => (id, Some(revision)),
            None => (keys.key_of(&write.order.source, &write.order.number), None),
        };
        let mut order = write.order;
        let verdict = rules.first_fit(&order);
        apply_verdict(&mut order, &verdict);
        write_of(basis, &id, revision, &order)
    });
    writes.collect()
}
