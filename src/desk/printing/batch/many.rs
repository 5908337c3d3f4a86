//! Printing several labels as a batch job. Each label gets a result, and none is queued before all
//! are drawn and checked.

use crate::base::id::ShipmentId;
use crate::desk::kernel::batch_job;
use crate::desk::kernel::batch_job::{BatchIntent, BatchJob, BatchRow, Progress, RowState};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::RequestError;
use crate::desk::printing::batch::hand_over::hand_over;
use crate::desk::printing::batch::{Batch, BatchSources, Subjects, ready};
use crate::desk::printing::state::{PrintRequest, Printing};
use crate::label::print::Printer;
use crate::message;
use crate::store::cache::Scope;
use crate::text;

const PLACE: batch_job::BatchSlot<Printing> = batch_job::BatchSlot {
    slot: Slot::with_account("labels being drawn for a printer"),
    batch: |me| &mut me.work,
    ended: |_, _| {},
};

pub(super) fn begin(
    me: &mut Printing,
    ctx: &mut Ctx<'_>,
    (sources, printers): (BatchSources, Vec<Printer>),
    asked: PrintRequest,
    subjects: &Subjects,
) {
    let subject = |id: &ShipmentId| subjects.get(id).cloned().unwrap_or_else(|| id.to_string());
    let rows = asked.shipments.iter();
    let rows: Vec<_> = rows.map(|id| (id.to_string(), subject(id))).collect();
    let work = BatchJob::new(message!("printing-labels"), rows);
    run(me, ctx, (sources, printers), asked, work);
}

/// Controls the batch job of labels being printed.
pub(in crate::desk) fn work(me: &mut Printing, ctx: &mut Ctx<'_>, intent: BatchIntent) {
    let Some(work) = &mut me.work else {
        return;
    };
    match intent {
        BatchIntent::Cancel => work.cancel(),
        BatchIntent::Retry if work.can_retry() => again(me, ctx),
        BatchIntent::Close if !work.is_running() => me.work = None,
        BatchIntent::Retry | BatchIntent::Close => {}
    }
}

fn again(me: &mut Printing, ctx: &mut Ctx<'_>) {
    let printing = &*me;
    let Some((mut work, mut asked)) = printing.work.clone().zip(printing.batch_request.clone())
    else {
        return;
    };
    let means = match ready(me, ctx, &asked) {
        Ok(means) => means,
        Err(reason) => return ctx.notice(Tone::Warning, reason, None),
    };
    asked.shipments = work.retry().into_iter().map(ShipmentId::new).collect();
    run(me, ctx, means, asked, work);
}

fn run(
    me: &mut Printing,
    ctx: &mut Ctx<'_>,
    (sources, printers): (BatchSources, Vec<Printer>),
    asked: PrintRequest,
    planned: BatchJob,
) {
    if ctx.jobs.is_running(&PLACE.slot) {
        return ctx.notice(Tone::Info, message!("printing-under-way"), None);
    }
    me.batch_request = Some(asked.clone());
    batch_job::start(me, ctx, &PLACE, planned, |progress| async move {
        let mut batch = Batch::new(&printers, &asked);
        let mut drawn: Vec<&ShipmentId> = Vec::new();
        for id in &asked.shipments {
            if progress.is_cancelled() {
                // After a cancellation nothing is printed, including labels that are drawn already.
                let rows = drawn.into_iter();
                let rows = rows.map(|id| row(id, RowState::Canceled)).collect();
                progress.report_rows(0, rows).await;
                return Ok(());
            }
            let state = match sources.gather(id).await {
                Ok((files, expected)) => batch.take(&sources, id, files, expected).await,
                Err(setback) => {
                    let trouble = setback.trouble.clone();
                    let cause = &trouble.cause;
                    batch.refused.push(text!(
                        "printing-of-recipient",
                        name = id.to_string(),
                        finding = cause,
                    ));
                    heed(&progress, sources.scope.clone(), setback).await;
                    RowState::Failed(Box::new(trouble))
                }
            };
            if matches!(state, RowState::Done(_)) {
                drawn.push(id);
            }
            progress.report_rows(1, vec![row(id, state)]).await;
        }
        let finished = batch.finish();
        let queued = drawn.into_iter();
        let queued = queued.map(|id| row(id, RowState::Done(message!("printing-queued"))));
        let queued: Vec<BatchRow> = queued.collect();
        let outbox = progress.outbox().clone();
        let request = asked.clone();
        // Queueing runs to its end in a separate task, even if a switch of accounts ends this job:
        // half a batch in the queue is worse than all of it.
        let handing = tokio::spawn(async move {
            hand_over((&sources.spool, &sources.scope), outbox, request, finished).await
        });
        if handing.await.unwrap_or(false) {
            progress.report_rows(0, queued).await;
        }
        Ok(())
    });
}

async fn heed(progress: &Progress<Printing>, whose: Scope, setback: RequestError) {
    let heed = move |_: &mut Printing, ctx: &mut Ctx<'_>| {
        if ctx.scope.as_ref() == Some(&whose) {
            // The row of the batch job shows the failure.
            let _: Result<(), Trouble> = ctx.note_failure(Err(setback));
        }
    };
    progress.outbox().send(heed).await;
}

fn row(id: &ShipmentId, state: RowState) -> BatchRow {
    BatchRow::new(id.to_string(), id.to_string(), state)
}
