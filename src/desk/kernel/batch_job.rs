//! Batch jobs: long work on many rows of one kind, done in the background. Each row stores its
//! result; failed rows can be retried and waiting rows canceled. A list that is known in advance is
//! stored row by row. Of a million rows only the notable ones are stored; the rest is counted.

pub(in crate::desk) mod early_end;
mod job;
pub(in crate::desk) mod pause;
pub(in crate::desk) mod row_engine;
pub(in crate::desk) mod under_way;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::base::locale::{Message, TextOf};
use crate::base::money::Money;
pub(in crate::desk) use crate::desk::kernel::batch_job::job::{
    BatchSlot, Progress, WaitingLine, start,
};
use crate::desk::kernel::failure::Trouble;
use crate::text;

/// Rows that succeeded are all alike; past this many they are only counted.
const ALIKE_KEPT: u64 = 10_000;

/// One batch job as the screen shows it.
#[derive(Clone, Debug)]
pub struct BatchJob {
    /// What is being done, for example `Asking for refunds`.
    pub title: Message,
    pub words: BatchWords,
    pub rows: Vec<BatchRow>,
    /// Canceled by the user: waiting rows are not done.
    pub cancelled: bool,
    /// Why the job ended early.
    pub trouble: Option<Trouble>,
    /// Why it does not go on at the moment.
    pub waiting_for: Option<Message>,
    tally: RowCounts,
    /// Index into `rows` of each key.
    places: HashMap<String, usize>,
    /// A job adds rows as they are done, and the batch ends when that job ends.
    open: bool,
    /// The number of waiting rows is not known.
    unknown: bool,
    /// Retrying is pointless: the same row would fail the same way again.
    once: bool,
    /// Whoever runs the batch knows the rows that were expected and never came.
    knows_unlisted: bool,
    /// Expected rows that a batch that was cut short never listed.
    unlisted: u64,
    stop: Arc<AtomicBool>,
    since: Stopwatch,
    /// Time from the start to the last row that was done.
    spent: Duration,
}

/// The words for what succeeded.
#[derive(Clone, Copy, Debug)]
pub struct BatchWords {
    /// The title once every row succeeded, for example `Refunds requested`.
    pub finished: TextOf,
    /// The result of one row: a refund that was requested is not done yet.
    pub row_done: TextOf,
    /// The filter for all rows with that result.
    pub rows_done: TextOf,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchRow {
    /// Identifies the row within the batch.
    pub key: String,
    /// The row's name for the user.
    pub subject: String,
    /// The line of the file that the row came from.
    pub line: Option<u64>,
    /// The row's entry in the address book, if there is one to open.
    pub entry: Option<i64>,
    /// The amount of money that the row is about.
    pub price: Option<Money>,
    /// What was not considered for the row, and why.
    pub left_out: Option<Message>,
    pub state: RowState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowState {
    Waiting,
    Doing,
    /// With the result, for example `Initiated`.
    Done(Message),
    /// Skipped because there was nothing to do, with the reason.
    Skipped(Message),
    /// Done, but the user must review the result.
    NeedsReview(Message),
    /// Unknown whether it was done. It is being looked up and must not be done again.
    Uncertain,
    Failed(Box<Trouble>),
    Canceled,
}

/// What the user asks of a batch job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchIntent {
    Cancel,
    /// Retries what failed or was canceled; never rows with an unknown outcome.
    Retry,
    /// Removes the results of a finished batch from the screen.
    Close,
}

impl BatchIntent {
    /// Stops the batch, or takes its results off the screen. Returns whether its undone rows are to be
    /// tried again, which only the feature can do.
    pub(in crate::desk) fn obey(self, batch: &mut Option<BatchJob>) -> bool {
        let Some(work) = batch else {
            return false;
        };
        match self {
            Self::Cancel => work.cancel(),
            Self::Retry => return work.can_retry(),
            Self::Close if work.is_running() => {}
            Self::Close => *batch = None,
        }
        false
    }
}

/// Number of rows in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowCounts {
    pub waiting: u64,
    pub done: u64,
    pub left: u64,
    pub look: u64,
    pub doubt: u64,
    pub failed: u64,
    pub called_off: u64,
}

impl RowCounts {
    pub fn total(self) -> u64 {
        self.waiting + self.over()
    }

    /// Whether no row failed, waits for an answer, is uncertain or was not done.
    pub fn all_succeeded(self) -> bool {
        self.total() == self.done + self.left
    }

    /// Rows that are no longer waiting or in progress.
    pub fn over(self) -> u64 {
        self.done + self.left + self.look + self.doubt + self.failed + self.called_off
    }

    fn of(&mut self, state: &RowState) -> &mut u64 {
        match state {
            RowState::Waiting | RowState::Doing => &mut self.waiting,
            RowState::Done(_) => &mut self.done,
            RowState::Skipped(_) => &mut self.left,
            RowState::NeedsReview(_) => &mut self.look,
            RowState::Uncertain => &mut self.doubt,
            RowState::Failed(_) => &mut self.failed,
            RowState::Canceled => &mut self.called_off,
        }
    }
}

impl BatchRow {
    pub(in crate::desk) fn is_undone(&self) -> bool {
        matches!(self.state, RowState::Failed(_) | RowState::Canceled)
    }

    pub fn new(key: impl Into<String>, subject: impl Into<String>, state: RowState) -> Self {
        Self {
            key: key.into(),
            subject: subject.into(),
            line: None,
            entry: None,
            price: None,
            left_out: None,
            state,
        }
    }

    pub fn priced(mut self, price: Option<Money>) -> Self {
        self.price = price;
        self
    }

    pub fn with_entry(mut self, row: i64) -> Self {
        self.entry = Some(row);
        self
    }

    pub fn at_line(mut self, line: u64) -> Self {
        self.line = Some(line);
        self
    }
}

impl BatchJob {
    /// A batch of rows that are all known, each given as its key and its name for the user.
    pub fn new(
        title: impl Into<Message>,
        rows: impl IntoIterator<Item = (String, String)>,
    ) -> Self {
        let rows = rows.into_iter();
        Self::of_rows(
            title,
            rows.map(|(key, subject)| BatchRow::new(key, subject, RowState::Waiting)),
        )
    }

    /// As [`BatchJob::new`], with complete rows.
    pub fn of_rows(title: impl Into<Message>, rows: impl IntoIterator<Item = BatchRow>) -> Self {
        let mut work = Self::with_expected_rows(title, 0);
        work.open = false;
        for row in rows {
            work.add(row);
        }
        work
    }

    /// Whether the row is waiting, in progress, uncertain or done, so that it must not be requested
    /// again.
    pub fn is_active_or_done(&self, key: &str) -> bool {
        self.row(key).is_some_and(|row| {
            matches!(
                row.state,
                RowState::Waiting | RowState::Doing | RowState::Uncertain | RowState::Done(_)
            )
        })
    }

    pub fn row(&self, key: &str) -> Option<&BatchRow> {
        self.places.get(key).and_then(|place| self.rows.get(*place))
    }

    /// A batch of `total` rows, which are added as they are done.
    pub fn with_expected_rows(title: impl Into<Message>, total: u64) -> Self {
        Self {
            title: title.into(),
            words: BatchWords {
                finished: || text!("parts-work-finished"),
                row_done: || text!("errors-batch-done"),
                rows_done: || text!("errors-batch-all-done"),
            },
            rows: Vec::new(),
            cancelled: false,
            trouble: None,
            waiting_for: None,
            tally: RowCounts { waiting: total, ..RowCounts::default() },
            places: HashMap::new(),
            open: true,
            unknown: false,
            once: false,
            knows_unlisted: false,
            unlisted: 0,
            stop: Arc::default(),
            since: Stopwatch::start(),
            spent: Duration::ZERO,
        }
    }

    /// Sets how many rows are still expected; `None` if the number is not known.
    pub fn expect(&mut self, left: Option<u64>) {
        self.unknown = left.is_none();
        self.tally.waiting = left.unwrap_or_default();
    }

    /// Whether the total number of rows is not known.
    pub fn is_unknown(&self) -> bool {
        self.unknown && self.open
    }

    /// Sets the title for the time after the last row, if every row succeeded.
    pub fn finished_as(mut self, finished: TextOf) -> Self {
        self.words.finished = finished;
        self
    }

    /// Marks the batch as not worth retrying.
    pub fn without_retry(mut self) -> Self {
        self.once = true;
        self
    }

    /// Also rows that were expected and never listed can be retried: whoever runs the batch knows
    /// them.
    pub fn with_known_rows(mut self) -> Self {
        self.knows_unlisted = true;
        self
    }

    pub fn tally(&self) -> RowCounts {
        self.tally
    }

    /// Whether rows are waiting or in progress.
    pub fn is_running(&self) -> bool {
        self.open || self.tally.waiting > 0
    }

    /// The next row to do.
    pub fn next(&self) -> Option<&BatchRow> {
        let waiting = |row: &&BatchRow| row.state == RowState::Waiting;
        self.rows.iter().find(waiting)
    }

    fn add(&mut self, row: BatchRow) {
        *self.tally.of(&row.state) += 1;
        self.places.insert(row.key.clone(), self.rows.len());
        self.rows.push(row);
    }

    pub fn set_row_state(&mut self, key: &str, state: RowState) {
        let place = self.places.get(key).copied();
        if let Some(row) = place.and_then(|place| self.rows.get_mut(place)) {
            let before = self.tally.of(&row.state);
            *before = before.saturating_sub(1);
            *self.tally.of(&state) += 1;
            row.state = state;
            self.spent = self.since.elapsed();
        }
    }

    /// Counts `over` more rows as finished. `rows` are the notable ones among them; the others
    /// needed nothing done.
    pub fn add_finished_rows(&mut self, over: u64, rows: Vec<BatchRow>) {
        let told = rows.len() as u64;
        for row in rows {
            if self.places.contains_key(&row.key) {
                self.set_row_state(&row.key, row.state);
                continue;
            }
            self.tally.waiting = self.tally.waiting.saturating_sub(1);
            let alike = matches!(row.state, RowState::Done(_)) && self.tally.done >= ALIKE_KEPT;
            if alike {
                self.tally.done += 1;
            } else {
                self.add(row);
            }
        }
        let untold = over.saturating_sub(told);
        self.tally.waiting = self.tally.waiting.saturating_sub(untold);
        self.tally.left += untold;
        self.spent = self.since.elapsed();
    }

    /// The job added its last row, or ended early with `trouble`.
    pub fn end(&mut self, trouble: Option<Trouble>) {
        self.open = false;
        self.waiting_for = None;
        // Canceling after the last row cancels nothing.
        let stopped = self.stop.load(Ordering::Relaxed) && self.tally.waiting > 0;
        let short = stopped || trouble.is_some();
        self.trouble = trouble;
        self.drop_waiting();
        // Rows that were expected but never listed count as canceled if the batch was cut short. Of
        // known rows none may be missing in the counts.
        if short || self.knows_unlisted {
            self.unlisted = self.tally.waiting;
            self.tally.called_off += self.tally.waiting;
        }
        if !short {
            self.cancelled = false;
        }
        self.tally.waiting = 0;
        self.spent = self.since.elapsed();
    }

    fn drop_waiting(&mut self) {
        for row in &mut self.rows {
            if row.state == RowState::Waiting {
                row.state = RowState::Canceled;
                self.tally.waiting = self.tally.waiting.saturating_sub(1);
                self.tally.called_off += 1;
            }
        }
    }

    /// Cancels the waiting rows; a row in progress is finished.
    pub fn cancel(&mut self) {
        self.cancelled = true;
        self.stop.store(true, Ordering::Relaxed);
        if !self.open {
            self.drop_waiting();
        }
    }

    /// Whether some row can be retried now.
    pub fn can_retry(&self) -> bool {
        let has_unlisted = self.knows_unlisted && self.unlisted > 0;
        !self.once
            && !self.is_running()
            && (has_unlisted || self.rows.iter().any(BatchRow::is_undone))
    }

    /// Sets failed and canceled rows to waiting and returns their keys. Rows with an unknown
    /// outcome stay as they are: they may have been done.
    pub fn retry(&mut self) -> Vec<String> {
        let undone = self.rows.iter().filter(|row| row.is_undone());
        let keys: Vec<String> = undone.map(|row| row.key.clone()).collect();
        self.begin_again(&keys);
        keys
    }

    /// Sets these rows to waiting, whatever became of them.
    pub fn begin_again(&mut self, keys: &[String]) {
        self.cancelled = false;
        self.trouble = None;
        self.stop = Arc::default();
        self.since = Stopwatch::start();
        self.spent = Duration::ZERO;
        for key in keys {
            self.set_row_state(key, RowState::Waiting);
        }
    }

    /// Rows per second; `None` before the first row.
    pub fn rate(&self) -> Option<f64> {
        let over = self.tally.over();
        let seconds = self.spent.as_secs_f64();
        (over > 0 && seconds > 0.0).then(|| over as f64 / seconds)
    }

    pub fn time_left(&self) -> Option<Duration> {
        if self.unknown {
            return None;
        }
        let rate = self.rate()?;
        Duration::try_from_secs_f64(self.tally.waiting as f64 / rate).ok()
    }
}

#[cfg(test)]
mod tests;
