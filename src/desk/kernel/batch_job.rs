//! Long work: many rows of one kind, done while the window goes on. Each row keeps what became
//! of it; what failed can be tried again, what waits can be called off. A list known beforehand
//! stands here row for row; of a million only the rows worth telling do, and the rest is counted.

mod job;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::base::money::Money;
pub(in crate::desk) use crate::desk::kernel::batch_job::job::{Place, Progress, start};
use crate::desk::kernel::failure::Trouble;

/// Rows that simply worked are all alike; past this many only their number is kept.
const ALIKE_KEPT: u64 = 10_000;

/// One run, as the screen tells it.
#[derive(Clone, Debug)]
pub struct Work {
    /// What is being done: `Asking for refunds`.
    pub title: String,
    /// What a row is called that worked: a refund that was asked for is not done yet.
    pub done_word: &'static str,
    pub rows: Vec<WorkRow>,
    /// Called off: what waits stays undone.
    pub cancelled: bool,
    /// What ended it before its time.
    pub trouble: Option<Trouble>,
    tally: Tally,
    /// Where in `rows` each key stands.
    places: HashMap<String, usize>,
    /// A job hands rows in as they are done; the work is over when the job is.
    open: bool,
    /// How many rows wait is not known.
    unknown: bool,
    /// The same row would fail the same way again.
    once: bool,
    stop: Arc<AtomicBool>,
    since: Stopwatch,
    /// When the last row was done, counted from the start.
    spent: Duration,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkRow {
    /// Tells rows apart for whoever does the work.
    pub key: String,
    /// What the person knows it by.
    pub subject: String,
    /// Line of the file it came from.
    pub line: Option<u64>,
    /// Entry of the address book, where there is one to open.
    pub entry: Option<i64>,
    /// What it is about in money.
    pub price: Option<Money>,
    pub state: RowState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowState {
    Waiting,
    Doing,
    /// With what came of it: `Initiated`.
    Done(String),
    /// There was nothing to do, and why.
    Left(String),
    /// Done, and a person has to look at what came of it.
    Look(String),
    /// Not known yet whether it was done; it is looked into and must not be done again.
    Doubt,
    Failed(Box<Trouble>),
    CalledOff,
}

/// What a person asks of a running work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkIntent {
    Cancel,
    /// Once more what failed or was called off; nothing in doubt.
    Retry,
    /// Takes the results of an ended work off the screen.
    Close,
}

/// How many rows stand where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub waiting: u64,
    pub done: u64,
    pub left: u64,
    pub look: u64,
    pub doubt: u64,
    pub failed: u64,
    pub called_off: u64,
}

impl Tally {
    pub fn total(self) -> u64 {
        self.waiting + self.over()
    }

    /// Whatever is no longer waiting or under way.
    pub fn over(self) -> u64 {
        self.done + self.left + self.look + self.doubt + self.failed + self.called_off
    }

    fn of(&mut self, state: &RowState) -> &mut u64 {
        match state {
            RowState::Waiting | RowState::Doing => &mut self.waiting,
            RowState::Done(_) => &mut self.done,
            RowState::Left(_) => &mut self.left,
            RowState::Look(_) => &mut self.look,
            RowState::Doubt => &mut self.doubt,
            RowState::Failed(_) => &mut self.failed,
            RowState::CalledOff => &mut self.called_off,
        }
    }
}

impl WorkRow {
    pub fn new(key: impl Into<String>, subject: impl Into<String>, state: RowState) -> Self {
        Self {
            key: key.into(),
            subject: subject.into(),
            line: None,
            entry: None,
            price: None,
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

impl Work {
    /// Of rows that are all known, each with its key and what a person knows it by.
    pub fn new(title: impl Into<String>, rows: impl IntoIterator<Item = (String, String)>) -> Self {
        let rows = rows.into_iter();
        Self::of_rows(
            title,
            rows.map(|(key, subject)| WorkRow::new(key, subject, RowState::Waiting)),
        )
    }

    /// The same, of rows that say more of themselves.
    pub fn of_rows(title: impl Into<String>, rows: impl IntoIterator<Item = WorkRow>) -> Self {
        let mut work = Self::counted(title, 0);
        work.open = false;
        for row in rows {
            work.add(row);
        }
        work
    }

    /// Whether the row waits, is under way, in doubt or done: nothing to be asked for again.
    pub fn has_in_hand(&self, key: &str) -> bool {
        let row = self.places.get(key).and_then(|place| self.rows.get(*place));
        row.is_some_and(|row| {
            matches!(
                row.state,
                RowState::Waiting | RowState::Doing | RowState::Doubt | RowState::Done(_)
            )
        })
    }

    /// Of so many rows, which come as they are done.
    pub fn counted(title: impl Into<String>, total: u64) -> Self {
        Self {
            title: title.into(),
            done_word: "Done",
            rows: Vec::new(),
            cancelled: false,
            trouble: None,
            tally: Tally {
                waiting: total,
                ..Tally::default()
            },
            places: HashMap::new(),
            open: true,
            unknown: false,
            once: false,
            stop: Arc::default(),
            since: Stopwatch::start(),
            spent: Duration::ZERO,
        }
    }

    /// So many rows are expected beside those that are over; `None` is not known.
    pub fn expect(&mut self, left: Option<u64>) {
        self.unknown = left.is_none();
        self.tally.waiting = left.unwrap_or_default();
    }

    /// How many rows there are in all is not known.
    pub fn is_unknown(&self) -> bool {
        self.unknown && self.open
    }

    /// Nothing of it is worth trying again.
    pub fn once(mut self) -> Self {
        self.once = true;
        self
    }

    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// Rows wait or are under way.
    pub fn is_running(&self) -> bool {
        self.open || self.tally.waiting > 0
    }

    /// The next row to do.
    pub fn next(&self) -> Option<&WorkRow> {
        let waiting = |row: &&WorkRow| row.state == RowState::Waiting;
        self.rows.iter().find(waiting)
    }

    fn add(&mut self, row: WorkRow) {
        *self.tally.of(&row.state) += 1;
        self.places.insert(row.key.clone(), self.rows.len());
        self.rows.push(row);
    }

    pub fn settle(&mut self, key: &str, state: RowState) {
        let place = self.places.get(key).copied();
        if let Some(row) = place.and_then(|place| self.rows.get_mut(place)) {
            let before = self.tally.of(&row.state);
            *before = before.saturating_sub(1);
            *self.tally.of(&state) += 1;
            row.state = state;
            self.spent = self.since.elapsed();
        }
    }

    /// So many rows more are over. `rows` are those worth telling; there was nothing to do
    /// about the others.
    pub fn take(&mut self, over: u64, rows: Vec<WorkRow>) {
        let told = rows.len() as u64;
        for row in rows {
            if self.places.contains_key(&row.key) {
                self.settle(&row.key, row.state);
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

    /// The job handed in its last row, or ended before its time.
    pub fn end(&mut self, trouble: Option<Trouble>) {
        self.open = false;
        // Who cancels after the last row cancelled nothing.
        let stopped = self.stop.load(Ordering::Relaxed) && self.tally.waiting > 0;
        let short = stopped || trouble.is_some();
        self.trouble = trouble;
        self.drop_waiting();
        // What nobody listed was only expected, unless it was kept from being done.
        if short {
            self.tally.called_off += self.tally.waiting;
        } else {
            self.cancelled = false;
        }
        self.tally.waiting = 0;
        self.spent = self.since.elapsed();
    }

    fn drop_waiting(&mut self) {
        for row in &mut self.rows {
            if row.state == RowState::Waiting {
                row.state = RowState::CalledOff;
                self.tally.waiting = self.tally.waiting.saturating_sub(1);
                self.tally.called_off += 1;
            }
        }
    }

    /// What waits is not done any more; what is under way comes to its end.
    pub fn cancel(&mut self) {
        self.cancelled = true;
        self.stop.store(true, Ordering::Relaxed);
        if !self.open {
            self.drop_waiting();
        }
    }

    /// Whether some row can be tried again now.
    pub fn can_retry(&self) -> bool {
        !self.once && !self.is_running() && self.rows.iter().any(is_undone)
    }

    /// What failed or was called off waits again; answers its keys. What is in doubt does
    /// not: it may have been done.
    pub fn retry(&mut self) -> Vec<String> {
        self.cancelled = false;
        self.trouble = None;
        self.stop = Arc::default();
        self.since = Stopwatch::start();
        self.spent = Duration::ZERO;
        let undone = self.rows.iter().filter(|row| is_undone(row));
        let keys: Vec<String> = undone.map(|row| row.key.clone()).collect();
        for key in &keys {
            self.settle(key, RowState::Waiting);
        }
        keys
    }

    /// Rows a second, `None` before the first.
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

fn is_undone(row: &WorkRow) -> bool {
    matches!(row.state, RowState::Failed(_) | RowState::CalledOff)
}

#[cfg(test)]
mod tests;
