//! Does one thing for many orders, several at once, and writes what changed in few commits.

use std::collections::{HashSet, VecDeque};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::base::clock::Stopwatch;
use crate::base::id::OrderId;
use crate::desk::kernel::batch_job::{BatchRow, Progress, RowState};
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::{self, Trouble};
use crate::desk::money::claim_keeper::Patience;
use crate::desk::order_batches::OrderBatches;
use crate::desk::order_batches::work::under_way::{Ended, OrderName, UnderWay};
use crate::desk::order_records;
use crate::desk::order_records::changes::{Change, Unwritten, write_and_keep};
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::order::Order;
use crate::orders::order_row::{is_readable, order_of_row, recipient};
use crate::store::workspace::{OrderRow, Workspace, WorkspaceError};
use crate::text;

/// Rows that are read ahead, and results that are written in one commit at most.
const CHUNK: usize = 100;
/// Results wait at most this long for others before they are written.
const LONGEST_WAIT: Duration = Duration::from_millis(200);
/// So many requests in a row without any answer end a batch: the connection is down.
const MOST_UNANSWERED: u32 = 6;

/// What became of one order.
pub(super) struct Finished {
    pub row: BatchRow,
    pub change: Option<Change>,
    /// Why it was not done.
    pub trouble: Option<Trouble>,
    /// The same would meet every other order.
    pub ends_batch: bool,
}

/// Why a batch ends early, told by any of its orders.
#[derive(Clone, Debug, Default)]
pub(super) struct EarlyEnd(Arc<Mutex<Line>>);

/// What the requests of a batch have met so far.
#[derive(Debug, Default)]
struct Line {
    reason: Option<Trouble>,
    /// Requests in a row that got no answer.
    unanswered: u32,
    /// The last failure of a batch that has got no answer at all.
    silence: Option<Trouble>,
    has_answered: bool,
    /// The service does not take the account's sign-in any more.
    refused_sign_in: Option<Trouble>,
}

impl EarlyEnd {
    /// The first reason counts.
    pub fn ask_for(&self, trouble: Trouble) {
        self.line().reason.get_or_insert(trouble);
    }

    pub fn reason(&self) -> Option<Trouble> {
        self.line().reason.clone()
    }

    /// As [`Self::reason`], after the last order. A few orders of which none got an answer have met
    /// the same failure as many.
    pub fn reason_at_end(&self) -> Option<Trouble> {
        let line = self.line();
        line.reason.clone().or_else(|| line.silence.clone())
    }

    /// The service answered, if only to refuse.
    pub fn note_answer(&self) {
        let mut line = self.line();
        (line.unanswered, line.silence, line.has_answered) = (0, None, true);
    }

    /// A request got no answer. One alone says nothing about the requests for the other orders.
    pub fn note_silence(&self, trouble: &Trouble) {
        let mut line = self.line();
        line.unanswered += 1;
        if line.unanswered >= MOST_UNANSWERED {
            line.reason.get_or_insert_with(|| trouble.clone());
        }
        if !line.has_answered {
            line.silence = Some(trouble.clone());
        }
    }

    /// The service refused the sign-in: it would refuse it for every other order too.
    pub fn note_refused_sign_in(&self, trouble: &Trouble) {
        let mut line = self.line();
        line.reason.get_or_insert_with(|| trouble.clone());
        line.refused_sign_in.get_or_insert_with(|| trouble.clone());
    }

    /// Tells the desk, which asks the user to sign in. A purchase tells it by itself.
    async fn announce_refused_sign_in(&self, progress: &Progress<OrderBatches>) {
        let Some(trouble) = self.line().refused_sign_in.take() else {
            return;
        };
        let outbox = progress.outbox();
        outbox.send(move |_, ctx| ctx.announce(Event::SignInRefused(trouble))).await;
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Finished {
    pub fn new(order: &Order, id: &OrderId, state: RowState) -> Self {
        Self::of_row(BatchRow::new(id.as_str(), subject(order), state))
    }

    pub fn of_row(row: BatchRow) -> Self {
        Self { row, change: None, trouble: None, ends_batch: false }
    }

    pub fn with_trouble(mut self, trouble: Trouble) -> Self {
        self.trouble = Some(trouble);
        self
    }

    pub fn with_change(mut self, change: Change) -> Self {
        self.change = Some(change);
        self
    }

    /// Changes the order further.
    pub fn and_then(mut self, next: impl Fn(&mut Order) + Send + 'static) -> Self {
        if let Some(mut change) = self.change.take() {
            next(&mut change.order);
            let first = change.again;
            let again = move |order: &mut Order| {
                first(order);
                next(order);
            };
            self.change = Some(Change { again: Box::new(again), ..change });
        }
        self
    }
}

/// An order that was given to a batch and does not exist any more.
fn removed(id: &OrderId) -> BatchRow {
    let subject = text!("orders-work-removed-order");
    BatchRow::new(id.as_str(), subject, RowState::Skipped(message!("orders-work-removed")))
}

/// An order whose task panicked.
fn crashed(name: &OrderName) -> BatchRow {
    let trouble = Trouble {
        cause: message!("orders-work-crashed"),
        retry_is_safe: true,
        ..Trouble::default()
    };
    name.row(RowState::Failed(Box::new(trouble)))
}

/// `1042 · Jane Sample`
pub(super) fn subject(order: &Order) -> String {
    number_and_name(&order.number, &recipient(order))
}

fn number_and_name(number: &str, name: &str) -> String {
    match name.is_empty() {
        true => number.to_owned(),
        false => format!("{number} · {name}"),
    }
}

/// Runs `one` for each of these orders, `at_once` at a time, in their order, until all are done,
/// the user stops the batch, or `early` has a reason to end. What is under way is finished.
///
/// The next orders wait beside those under way, so that the requests go on while results are
/// written.
pub(super) async fn run<J>(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    ids: Vec<OrderId>,
    at_once: usize,
    progress: &Progress<OrderBatches>,
    early: &EarlyEnd,
    one: impl Fn(OrderRow) -> J,
) -> Result<(), Trouble>
where
    J: Future<Output = Finished> + Send + 'static,
{
    let mut waiting: VecDeque<OrderId> = ids.into();
    let mut rows: VecDeque<OrderRow> = VecDeque::new();
    let mut under_way: UnderWay<Option<Finished>> = UnderWay::new();
    let mut results = Results::default();
    let turns = Arc::new(Semaphore::new(at_once));
    loop {
        while under_way.len() < at_once * 2 && !progress.is_cancelled() && early.reason().is_none()
        {
            if rows.is_empty()
                && let Err(trouble) =
                    read_ahead(workspace, &mut waiting, &mut rows, &mut results).await
            {
                // What is under way ends as usual, and is reported.
                early.ask_for(trouble);
            }
            let Some(row) = rows.pop_front() else { break };
            // Without reading the order, which its task does.
            let subject = number_and_name(&row.fields.number, &row.fields.recipient);
            let name = OrderName { id: row.id.clone(), subject };
            let (turns, early) = (Arc::clone(&turns), early.clone());
            let (stop, order) = (progress.stop_flag(), one(row));
            under_way.spawn(name, async move {
                // Closed by nobody.
                let _turn = turns.acquire().await.ok()?;
                let must_stop = stop.load(Ordering::Relaxed) || early.reason().is_some();
                match must_stop {
                    true => None,
                    false => Some(order.await),
                }
            });
        }
        let mut ended = match results.before_due(under_way.next()).await {
            Some(None) => break,
            Some(ended) => ended,
            None => None,
        };
        while let Some(one) = ended.take() {
            results.take_in(one);
            ended = under_way.next_if_over();
        }
        if results.are_due()
            && let Err(trouble) = results.write(workspace, basis, progress).await
        {
            early.ask_for(trouble);
        }
    }
    let written = results.write(workspace, basis, progress).await;
    written.unwrap_or_else(|trouble| early.ask_for(trouble));
    early.announce_refused_sign_in(progress).await;
    early.reason_at_end().map_or(Ok(()), Err)
}

async fn read_ahead(
    workspace: &dyn Workspace,
    waiting: &mut VecDeque<OrderId>,
    rows: &mut VecDeque<OrderRow>,
    results: &mut Results,
) -> Result<(), Trouble> {
    while rows.is_empty() && !waiting.is_empty() {
        let next = waiting.len().min(CHUNK);
        let ids: Vec<OrderId> = waiting.iter().take(next).cloned().collect();
        let found = workspace.orders_by_id(ids).await.map_err(unreadable)?;
        let known: HashSet<&OrderId> = found.iter().map(|row| &row.id).collect();
        for id in waiting.drain(..next).filter(|id| !known.contains(id)) {
            results.add_removed(&id);
        }
        let (readable, unreadable): (Vec<_>, Vec<_>) = found.into_iter().partition(is_readable);
        for row in unreadable {
            let state = RowState::NeedsReview(message!("orders-work-unreadable"));
            results.add(Finished::new(&order_of_row(&row), &row.id, state));
        }
        rows.extend(readable);
    }
    Ok(())
}

/// Results that are not written yet.
#[derive(Default)]
pub(super) struct Results {
    finished: Vec<Finished>,
    /// Changes that are not written yet, because the workspace is away.
    changes: Vec<Change>,
    patience: Option<Patience>,
    since: Option<Stopwatch>,
}

impl Results {
    /// Keeps the results while the workspace is away. Without it they are lost with the attempt.
    pub fn kept_for(patience: Patience) -> Self {
        Self { patience: Some(patience), ..Self::default() }
    }

    pub fn add(&mut self, finished: Finished) {
        self.finished.push(finished);
    }

    /// An order does not exist any more.
    pub fn add_removed(&mut self, id: &OrderId) {
        self.add(Finished::of_row(removed(id)));
    }

    fn take_in(&mut self, ended: Ended<Option<Finished>>) {
        match ended {
            Ok(finished) => self.finished.extend(finished),
            Err(name) => self.add(Finished::of_row(crashed(&name))),
        }
    }

    /// What the orders under way come to, or `None` at the time when results that wait are to be
    /// written: a request without an answer does not hold up the others.
    pub async fn before_due<T>(&mut self, next: impl Future<Output = T>) -> Option<T> {
        if self.finished.is_empty() {
            return Some(next.await);
        }
        let since = self.since.get_or_insert_with(Stopwatch::start).elapsed();
        tokio::time::timeout(LONGEST_WAIT.saturating_sub(since), next).await.ok()
    }

    pub fn are_due(&mut self) -> bool {
        let since = self.since.get_or_insert_with(Stopwatch::start);
        self.finished.len() >= CHUNK || since.elapsed() >= LONGEST_WAIT
    }

    /// Writes the changes, then shows the rows.
    pub async fn write(
        &mut self,
        workspace: &dyn Workspace,
        basis: &OrderBasis,
        progress: &Progress<OrderBatches>,
    ) -> Result<(), Trouble> {
        let mut rows = Vec::with_capacity(self.finished.len());
        for finished in self.finished.drain(..) {
            rows.push(finished.row);
            self.changes.extend(finished.change);
        }
        let written = self.write_kept(workspace, basis).await;
        let written = written.map_err(|error| {
            failure::describe_workspace_error(message!("orders-attempted-change"), &error)
        });
        // What was bought is in the journal, and its order gets it later.
        if self.patience.is_none() {
            match &written {
                Ok(unwritten) => rows.iter_mut().for_each(|row| tell_unwritten(row, unwritten)),
                Err(trouble) => rows.iter_mut().for_each(|row| self.tell_failed(row, trouble)),
            }
        }
        self.since = None;
        progress.report_rows(rows.len() as u64, rows).await;
        written.map(drop)
    }

    /// A result that could not be written is not done.
    fn tell_failed(&self, row: &mut BatchRow, trouble: &Trouble) {
        if self.changes.iter().any(|change| change.id.as_str() == row.key) {
            (row.price, row.state) = (None, RowState::Failed(Box::new(trouble.clone())));
        }
    }

    async fn write_kept(
        &mut self,
        workspace: &dyn Workspace,
        basis: &OrderBasis,
    ) -> Result<Vec<Unwritten>, WorkspaceError> {
        let mut has_waited = false;
        loop {
            let written = write_and_keep(workspace, basis, &mut self.changes).await;
            let is_away = written.as_ref().is_err_and(WorkspaceError::passes);
            if let Some(patience) = &self.patience {
                if is_away && patience.wait().await {
                    has_waited = true;
                    continue;
                }
                if has_waited {
                    patience.is_over().await;
                }
            }
            return written;
        }
    }
}

/// A result that no order has is not done either.
fn tell_unwritten(row: &mut BatchRow, unwritten: &[Unwritten]) {
    let mut unwritten = unwritten.iter();
    let Some(found) = unwritten.find(|it| it.id.as_str() == row.key) else {
        return;
    };
    row.price = None;
    row.state = match found.is_removed {
        true => RowState::Skipped(message!("orders-work-removed")),
        false => RowState::NeedsReview(message!("orders-work-not-kept")),
    };
}

fn unreadable(error: WorkspaceError) -> Trouble {
    order_records::unreadable(&error)
}

#[cfg(test)]
mod tests;
