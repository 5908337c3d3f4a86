//! Several labels as one long work: each with what became of it, and none to the printer
//! before every one was drawn and checked.

use crate::base::id::ShipmentId;
use crate::desk::kernel::batch_job;
use crate::desk::kernel::batch_job::{Progress, RowState, Work, WorkIntent, WorkRow};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::Setback;
use crate::desk::printing::batch::hand_over::hand_over;
use crate::desk::printing::batch::{Batch, Shop, Subjects, ready};
use crate::desk::printing::shown::PrintRequest;
use crate::desk::printing::shown::Printing;
use crate::label::print::Printer;
use crate::store::cache::Scope;

const PLACE: batch_job::Place<Printing> = batch_job::Place {
    slot: Slot::answers_remain("labels being drawn for a printer"),
    of: |me| &mut me.work,
    ended: |_, _| {},
};

pub(super) fn begin(
    me: &mut Printing,
    ctx: &mut Ctx<'_>,
    (shop, printers): (Shop, Vec<Printer>),
    asked: PrintRequest,
    subjects: &Subjects,
) {
    let subject = |id: &ShipmentId| subjects.get(id).cloned().unwrap_or_else(|| id.to_string());
    let rows = asked.shipments.iter();
    let rows: Vec<_> = rows.map(|id| (id.to_string(), subject(id))).collect();
    let work = Work::new("Printing labels", rows);
    run(me, ctx, (shop, printers), asked, work);
}

/// What a person asks of the labels being printed.
pub(in crate::desk) fn work(me: &mut Printing, ctx: &mut Ctx<'_>, intent: WorkIntent) {
    let Some(work) = &mut me.work else {
        return;
    };
    match intent {
        WorkIntent::Cancel => work.cancel(),
        WorkIntent::Retry if work.can_retry() => again(me, ctx),
        WorkIntent::Close if !work.is_running() => me.work = None,
        WorkIntent::Retry | WorkIntent::Close => {}
    }
}

fn again(me: &mut Printing, ctx: &mut Ctx<'_>) {
    let printing = &*me;
    let Some((mut work, mut asked)) = printing.work.clone().zip(printing.asked.clone()) else {
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
    (shop, printers): (Shop, Vec<Printer>),
    asked: PrintRequest,
    planned: Work,
) {
    if ctx.jobs.is_running(&PLACE.slot) {
        return ctx.notice(Tone::Info, "Labels are being drawn for the printer", None);
    }
    me.asked = Some(asked.clone());
    batch_job::start(me, ctx, &PLACE, planned, |progress| async move {
        let mut batch = Batch::new(&printers, &asked);
        let mut drawn: Vec<&ShipmentId> = Vec::new();
        for id in &asked.shipments {
            if progress.is_cancelled() {
                // Whoever calls a print off wants no paper, of what is drawn neither.
                let rows = drawn.into_iter();
                let rows = rows.map(|id| row(id, RowState::CalledOff)).collect();
                progress.tell(0, rows).await;
                return Ok(());
            }
            let state = match shop.gather(id).await {
                Ok((files, expected)) => batch.take(&shop, id, files, expected).await,
                Err(setback) => {
                    let trouble = setback.trouble.clone();
                    let cause = &trouble.cause;
                    batch.refused.push(format!("{id}: {cause}"));
                    heed(&progress, shop.scope.clone(), setback).await;
                    RowState::Failed(Box::new(trouble))
                }
            };
            if matches!(state, RowState::Done(_)) {
                drawn.push(id);
            }
            progress.tell(1, vec![row(id, state)]).await;
        }
        let finished = batch.finish();
        let queued = drawn.into_iter();
        let queued = queued.map(|id| row(id, RowState::Done("In the print queue".to_owned())));
        let queued: Vec<WorkRow> = queued.collect();
        let outbox = progress.outbox().clone();
        let request = asked.clone();
        // Begun is finished: half a batch in the queue is worse than all of it, also when
        // another account is entered meanwhile, which ends this job.
        let handing = tokio::spawn(async move {
            hand_over((&shop.spool, &shop.scope), outbox, request, finished).await
        });
        if handing.await.unwrap_or(false) {
            progress.tell(0, queued).await;
        }
        Ok(())
    });
}

async fn heed(progress: &Progress<Printing>, whose: Scope, setback: Setback) {
    let heed = move |_: &mut Printing, ctx: &mut Ctx<'_>| {
        if ctx.scope.as_ref() == Some(&whose) {
            // Its row tells it.
            let _: Result<(), Trouble> = ctx.heed(Err(setback));
        }
    };
    progress.outbox().send(heed).await;
}

fn row(id: &ShipmentId, state: RowState) -> WorkRow {
    WorkRow::new(id.to_string(), id.to_string(), state)
}
