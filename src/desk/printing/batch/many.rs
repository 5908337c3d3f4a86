//! Printing many labels as a batch job. They are drawn, checked and queued in parts, so that the
//! first labels come out while later ones are drawn and hundreds take no more memory than one part.
//! Each label gets a result. A part with a finding of the self-check waits for the user, and so does
//! everything after it, because each printer gets the labels in the order of the request.

use std::collections::{BTreeSet, VecDeque};

use futures_util::stream::FuturesOrdered;
use futures_util::{Stream, StreamExt};

use crate::base::id::ShipmentId;
use crate::desk::kernel::batch_job;
use crate::desk::kernel::batch_job::{BatchIntent, BatchJob, BatchRow, Progress, RowState};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::RequestError;
use crate::desk::printing;
use crate::desk::printing::batch::hand_over::{
    Queued, Ready, add, already_waiting, ask, tell_queued, tell_refused, unqueued,
};
use crate::desk::printing::batch::shipment_labels::{ShipmentLabels, draw_shipment};
use crate::desk::printing::batch::{Batch, BatchSources, Subjects, ready};
use crate::desk::printing::state::{PrintRequest, Printing};
use crate::label::print::{Half, Printer};
use crate::message;
use crate::store::cache::Scope;
use crate::text;

/// Shipments whose labels are read, drawn and checked at the same time. The decoder's children and
/// the threads of the self-check bound the work; more would only wait for them.
const DRAWN_AT_ONCE: usize = 6;

const PLACE: batch_job::BatchSlot<Printing> = batch_job::BatchSlot {
    slot: Slot::with_account("labels being drawn for a printer"),
    batch: |me| &mut me.work,
    // The jobs that were read before may lack the last ones.
    ended: |_, ctx| printing::refresh(ctx),
};

pub(super) fn begin(
    me: &mut Printing,
    ctx: &mut Ctx<'_>,
    sources: BatchSources,
    printers: Vec<Printer>,
    asked: PrintRequest,
    subjects: &Subjects,
) {
    let subject = |id: &ShipmentId| subjects.get(id).cloned().unwrap_or_else(|| id.to_string());
    let rows = asked.shipments.iter();
    let rows: Vec<_> = rows.map(|id| (id.to_string(), subject(id))).collect();
    let work = BatchJob::new(message!("printing-labels"), rows)
        .finished_as(|| text!("printing-all-queued"));
    me.batch_is_over = false;
    run(me, ctx, sources, printers, asked, work);
}

/// Whether the request is the answer to a question about labels of the batch on screen.
pub(super) fn goes_on(me: &Printing, request: &PrintRequest) -> bool {
    let work = me.work.as_ref().filter(|work| !work.is_running());
    let holds = |work: &BatchJob| {
        let mut shipments = request.shipments.iter();
        shipments.all(|id| work.row(id.as_str()).is_some())
    };
    request.findings_confirmed && work.is_some_and(holds)
}

/// Prints the labels that waited for the answer, and those after them.
pub(super) fn go_on(me: &mut Printing, ctx: &mut Ctx<'_>, request: PrintRequest) {
    let (sources, printers) = match ready(me, ctx, &request) {
        Ok(means) => means,
        Err(reason) => return ctx.notice(Tone::Warning, reason, None),
    };
    let Some(mut work) = me.work.clone() else {
        return;
    };
    let keys: Vec<String> = request.shipments.iter().map(ToString::to_string).collect();
    work.begin_again(&keys);
    run(me, ctx, sources, printers, request, work);
}

/// The user does not print the labels of the question. Their rows can be tried again.
pub(in crate::desk) fn drop_question(me: &mut Printing) {
    let Some(question) = me.question.take() else {
        return;
    };
    let Some(work) = me.work.as_mut().filter(|work| !work.is_running()) else {
        return;
    };
    for id in &question.request.shipments {
        let row = work.row(id.as_str());
        if row.is_some_and(|row| !matches!(row.state, RowState::Failed(_))) {
            work.set_row_state(id.as_str(), RowState::Canceled);
        }
    }
}

/// Controls the batch job of labels being printed.
pub(in crate::desk) fn work(me: &mut Printing, ctx: &mut Ctx<'_>, intent: BatchIntent) {
    if intent.obey(&mut me.work) {
        again(me, ctx);
    }
}

fn again(me: &mut Printing, ctx: &mut Ctx<'_>) {
    let printing = &*me;
    let Some((mut work, mut asked)) = printing.work.clone().zip(printing.batch_request.clone())
    else {
        return;
    };
    let (sources, printers) = match ready(me, ctx, &asked) {
        Ok(means) => means,
        Err(reason) => return ctx.notice(Tone::Warning, reason, None),
    };
    if work.tally().done > 0 {
        asked.start = Half::First;
    }
    asked.findings_confirmed = false;
    asked.shipments = work.retry().into_iter().map(ShipmentId::new).collect();
    run(me, ctx, sources, printers, asked, work);
}

fn run(
    me: &mut Printing,
    ctx: &mut Ctx<'_>,
    sources: BatchSources,
    printers: Vec<Printer>,
    asked: PrintRequest,
    planned: BatchJob,
) {
    if me.work.as_ref().is_some_and(BatchJob::is_running) {
        return ctx.notice(Tone::Info, message!("printing-under-way"), None);
    }
    // The job of a batch that is over may not have left its slot yet, and would keep the answer to
    // its own question from being carried out.
    ctx.jobs.abort(&PLACE.slot);
    me.batch_request = Some(asked.clone());
    let before = planned.tally().done;
    batch_job::start(me, ctx, &PLACE, planned, |progress| async move {
        let mut run = Run {
            sources: &sources,
            progress: &progress,
            queued: usize::try_from(before).unwrap_or(usize::MAX),
            refused: Vec::new(),
            waited: false,
        };
        let ended = run.print_all(&printers, &asked).await;
        run.tell(asked.shipments.len()).await;
        ended
    });
}

/// One run over the labels of a request.
struct Run<'a> {
    sources: &'a BatchSources,
    progress: &'a Progress<Printing>,
    /// Labels of the batch that are in the print queue.
    queued: usize,
    /// Why each of the others could not be printed.
    refused: Vec<String>,
    /// A label waited for its printer already.
    waited: bool,
}

impl Run<'_> {
    /// Prints the labels part by part. Ends early if the user cancels or must be asked.
    async fn print_all(
        &mut self,
        printers: &[Printer],
        asked: &PrintRequest,
    ) -> Result<(), Trouble> {
        let mut left = asked.shipments.as_slice();
        let mut begun = BTreeSet::new();
        // Drawn ahead, in the order of the request, also while a part is queued.
        let mut ahead = FuturesOrdered::new();
        let mut drawn_ahead = VecDeque::new();
        let mut next = asked.shipments.iter();
        // Only the findings that were shown are confirmed.
        let mut confirmed = asked.findings_confirmed;
        while !left.is_empty() {
            let (rest, refused) = (left, self.refused.len());
            let mut batch = Batch::new(printers, asked, std::mem::take(&mut begun));
            let mut drawn: Vec<(&ShipmentId, RowState)> = Vec::new();
            while !batch.is_full() {
                let Some((id, after)) = left.split_first() else {
                    break;
                };
                if self.progress.is_cancelled() {
                    self.stop(drawn).await;
                    return Ok(());
                }
                while ahead.len() + drawn_ahead.len() < DRAWN_AT_ONCE
                    && let Some(id) = next.next()
                {
                    ahead.push_back(draw_shipment(self.sources, printers, asked, id));
                }
                let labels = match drawn_ahead.pop_front() {
                    Some(labels) => labels,
                    None => match ahead.next().await {
                        Some(labels) => labels,
                        None => break,
                    },
                };
                left = after;
                let state = self.take(&mut batch, id, labels).await;
                if matches!(state, RowState::Done(_) | RowState::NeedsReview(_)) {
                    drawn.push((id, state.clone()));
                }
                self.progress.report_rows(1, vec![row(id, state)]).await;
            }
            let mut part = batch.finish();
            begun = std::mem::take(&mut part.begun);
            self.refused.append(&mut part.refused);
            self.waited |= part.waiting > 0;
            // Whoever prints them again is asked once, not part by part.
            part.note_copies(&self.sources.spool, asked).await;
            if !part.doubts.is_empty() && !confirmed {
                // It is drawn again after the answer.
                self.refused.truncate(refused);
                self.wait_for_answer(drawn, left).await;
                let mut request = PrintRequest { shipments: rest.to_vec(), ..asked.clone() };
                if self.queued > 0 {
                    request.start = Half::First;
                }
                if let ([only], []) = (part.printers.as_slice(), left) {
                    request.printer = Some(only.clone());
                }
                let whose = self.sources.scope.clone();
                ask(self.progress.outbox(), whose, request, self.queued, part.doubts).await;
                return Ok(());
            }
            confirmed = false;
            let queued = self.queue(part, drawn);
            while_drawing(queued, &mut ahead, &mut drawn_ahead).await?;
        }
        Ok(())
    }

    async fn take(
        &mut self,
        batch: &mut Batch<'_>,
        id: &ShipmentId,
        labels: ShipmentLabels,
    ) -> RowState {
        match labels {
            ShipmentLabels::Drawn(labels) => batch.take(self.sources, id, *labels).await,
            ShipmentLabels::Refused { name, cause } => batch.refuse(&name, cause),
            ShipmentLabels::NotGathered(setback) => {
                let trouble = setback.trouble.clone();
                let cause = &trouble.cause;
                self.refused.push(text!(
                    "printing-of-recipient",
                    name = id.to_string(),
                    finding = cause,
                ));
                heed(self.progress, self.sources.scope.clone(), setback).await;
                RowState::Failed(Box::new(trouble))
            }
        }
    }

    /// Canceled: what is drawn and not queued is not printed. What is queued stays.
    async fn stop(&self, drawn: Vec<(&ShipmentId, RowState)>) {
        let rows = drawn.into_iter();
        let rows = rows.map(|(id, _)| row(id, RowState::Canceled)).collect();
        self.progress.report_rows(0, rows).await;
        if self.queued > 0 {
            let words = message!("printing-stopped", count = self.queued);
            let tell = move |_: &mut Printing, ctx: &mut Ctx<'_>| {
                ctx.notice(Tone::Info, words, None);
            };
            self.progress.outbox().send(tell).await;
        }
    }

    /// Labels without a finding wait for the answer too: no label is printed before an earlier one.
    async fn wait_for_answer(&self, drawn: Vec<(&ShipmentId, RowState)>, left: &[ShipmentId]) {
        let flawless = drawn.into_iter().filter_map(|(id, state)| match state {
            RowState::NeedsReview(_) => None,
            _ => Some(id),
        });
        let rows = flawless.chain(left).map(|id| {
            let words = message!("printing-waits-for-answer");
            row(id, RowState::Skipped(words))
        });
        self.progress.report_rows(0, rows.collect()).await;
    }

    /// Queues a part in a separate task that runs to its end, even if a switch of accounts ends this
    /// job: its labels are one order for the printer.
    ///
    /// # Errors
    /// The queue takes no more jobs.
    async fn queue(
        &mut self,
        part: Ready,
        drawn: Vec<(&ShipmentId, RowState)>,
    ) -> Result<(), Trouble> {
        let (spool, outbox) = (self.sources.spool.clone(), self.progress.outbox().lasting());
        let adding = tokio::spawn(async move {
            let mut queued = add(&spool, part.jobs).await;
            tell_queued(&outbox, std::mem::take(&mut queued.added)).await;
            queued
        });
        let queued: Queued = adding.await.unwrap_or_default();
        self.waited |= queued.waited;
        let trouble = queued.error.as_ref().map(unqueued);
        let mut rows: Vec<BatchRow> = Vec::with_capacity(drawn.len());
        for (id, state) in drawn {
            let state = match (&trouble, state) {
                (Some(trouble), _) if queued.left.contains(id) => {
                    rows.push(row(id, RowState::Failed(Box::new(trouble.clone()))));
                    continue;
                }
                // The finding stays on screen.
                (_, RowState::NeedsReview(words)) => RowState::NeedsReview(words),
                _ => RowState::Done(message!("printing-queued")),
            };
            self.queued += 1;
            rows.push(row(id, state));
        }
        self.progress.report_rows(0, rows).await;
        trouble.map_or(Ok(()), Err)
    }

    /// Tells what was left out, once for the whole run.
    async fn tell(self, all: usize) {
        let outbox = self.progress.outbox().lasting();
        if self.waited {
            already_waiting(&outbox).await;
        }
        tell_refused(&outbox, all, self.queued > 0, self.refused).await;
    }
}

/// Does the work while labels are drawn, which else stand still until it is done.
async fn while_drawing<T, L>(
    work: impl Future<Output = T>,
    ahead: &mut (impl Stream<Item = L> + Unpin),
    drawn: &mut VecDeque<L>,
) -> T {
    tokio::pin!(work);
    let mut has_more = true;
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            labels = ahead.next(), if has_more => match labels {
                Some(labels) => drawn.push_back(labels),
                None => has_more = false,
            },
        }
    }
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
