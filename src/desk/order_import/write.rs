//! Writing an import into the workspace.

use std::sync::Arc;

use crate::desk::kernel::batch_job::{self, BatchJob, BatchSlot};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::order_import::OrderImport;
use crate::desk::order_import::table::{IMPORT, TableImport};
use crate::desk::order_records::import::preview::Beforehand;
use crate::desk::order_records::import::reader::Reader;
use crate::desk::order_records::import::write_plan::{Written, write_plan};
use crate::message;
use crate::text;

/// The job that writes an import.
const WRITE: BatchSlot<OrderImport> = BatchSlot {
    slot: Slot::with_account("write imported orders"),
    batch: |me| &mut me.writing,
    ended: |me, ctx| {
        // Nothing is left to be read of an import that went well.
        if me.writing.as_ref().is_some_and(|writing| writing.trouble.is_none()) {
            me.writing = None;
        }
        ctx.announce(Event::OrdersChanged);
    },
};

/// Writes the orders. Unless the plan of the preview still holds, they are read once more, since some
/// may have been bought or changed since then.
pub(super) fn write_orders(me: &mut OrderImport, ctx: &mut Ctx<'_>) {
    if me.known.is_busy || me.writing.as_ref().is_some_and(BatchJob::is_running) {
        return ctx.notice(Tone::Info, message!("orders-work-busy"), None);
    }
    let (Some(preview), Some(source)) = (me.table.preview.value(), me.table.source.take()) else {
        return;
    };
    let reader = Reader {
        source,
        sheet: preview.sheet,
        corrected: Some((preview.heading_row, preview.mapping.clone())),
        saved: Vec::new(),
        beforehand: Beforehand::default(),
        basis: Arc::clone(&me.known.basis),
        at: ctx.clock.now(),
    };
    let counts = preview.counts;
    let total = counts.new + counts.changed + counts.changed_while_bought;
    let ready = me.table.ready.take();
    let ready = ready.filter(|ready| ready.is_for(&me.known.basis));
    // A preview that is still being made would come back to the screen.
    ctx.jobs.abort(&IMPORT);
    me.table = TableImport::default();
    ctx.announce(Event::OrderImportBegun);
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
        outbox.send(move |_, ctx| tell(&written, ctx)).await;
        Ok(())
    });
}

fn tell(written: &Written, ctx: &mut Ctx<'_>) {
    let (tone, text) = match written.need_attention {
        0 => (Tone::Good, message!("orders-import-done", count = written.orders)),
        // The filter shows them from now on; the notice need not stay over the list.
        attention => (
            Tone::Info,
            message!("orders-import-done-attention", count = written.orders, attention = attention),
        ),
    };
    ctx.notice(tone, text, None);
    if let Some((_, number, why)) = written.refused.first() {
        let refused = written.refused.len() as u64;
        let text =
            message!("orders-import-refused", orders = refused, number = number, reason = why);
        ctx.notice(Tone::Warning, text, None);
    }
    if written.overtaken > 0 {
        let text = message!("orders-left-changed", orders = written.overtaken);
        ctx.notice(Tone::Warning, text, None);
    }
}
