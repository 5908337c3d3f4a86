//! Long work: many rows of one kind, done one after another while the window goes on. Each
//! row keeps what became of it; what failed can be tried again, what waits can be called off.

use std::time::Duration;

use super::state::Trouble;
use crate::base::clock::Stopwatch;

/// One run, as the screen tells it.
#[derive(Clone, Debug)]
pub struct Work {
    /// What is being done: `Asking for refunds`.
    pub title: String,
    pub rows: Vec<WorkRow>,
    /// Called off: what waits stays undone.
    pub cancelled: bool,
    since: Stopwatch,
    /// When the last row was done, counted from the start.
    spent: Duration,
}

#[derive(Clone, Debug)]
pub struct WorkRow {
    /// Tells rows apart for whoever does the work.
    pub key: String,
    /// What the person knows it by.
    pub subject: String,
    pub state: RowState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowState {
    Waiting,
    Doing,
    /// With what came of it: `Initiated`.
    Done(String),
    /// Not known yet whether it was done; it is looked into and must not be done again.
    Doubt,
    Failed(Box<Trouble>),
    CalledOff,
}

/// How many rows stand where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub waiting: usize,
    pub done: usize,
    pub doubt: usize,
    pub failed: usize,
    pub called_off: usize,
}

impl Tally {
    pub fn total(self) -> usize {
        self.waiting + self.done + self.doubt + self.failed + self.called_off
    }

    /// Whatever is no longer waiting or under way.
    pub fn over(self) -> usize {
        self.total() - self.waiting
    }
}

impl Work {
    pub fn new(title: impl Into<String>, rows: impl IntoIterator<Item = (String, String)>) -> Self {
        let row = |(key, subject)| WorkRow {
            key,
            subject,
            state: RowState::Waiting,
        };
        Self {
            title: title.into(),
            rows: rows.into_iter().map(row).collect(),
            cancelled: false,
            since: Stopwatch::start(),
            spent: Duration::ZERO,
        }
    }

    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for row in &self.rows {
            *match row.state {
                RowState::Waiting | RowState::Doing => &mut tally.waiting,
                RowState::Done(_) => &mut tally.done,
                RowState::Doubt => &mut tally.doubt,
                RowState::Failed(_) => &mut tally.failed,
                RowState::CalledOff => &mut tally.called_off,
            } += 1;
        }
        tally
    }

    /// Rows wait or are under way.
    pub fn is_running(&self) -> bool {
        self.tally().waiting > 0
    }

    /// The next row to do.
    pub fn next(&self) -> Option<&WorkRow> {
        let waiting = |row: &&WorkRow| row.state == RowState::Waiting;
        self.rows.iter().find(waiting)
    }

    pub fn settle(&mut self, key: &str, state: RowState) {
        if let Some(row) = self.rows.iter_mut().find(|row| row.key == key) {
            row.state = state;
            self.spent = self.since.elapsed();
        }
    }

    /// What waits is not done any more; what is under way comes to its end.
    pub fn cancel(&mut self) {
        self.cancelled = true;
        for row in &mut self.rows {
            if row.state == RowState::Waiting {
                row.state = RowState::CalledOff;
            }
        }
    }

    /// What failed or was called off waits again. What is in doubt does not: it may have
    /// been done.
    pub fn retry(&mut self) {
        self.cancelled = false;
        self.since = Stopwatch::start();
        self.spent = Duration::ZERO;
        for row in &mut self.rows {
            if matches!(row.state, RowState::Failed(_) | RowState::CalledOff) {
                row.state = RowState::Waiting;
            }
        }
    }

    /// Rows a second, `None` before the first.
    pub fn rate(&self) -> Option<f64> {
        let over = self.tally().over();
        let seconds = self.spent.as_secs_f64();
        (over > 0 && seconds > 0.0).then(|| over as f64 / seconds)
    }

    pub fn time_left(&self) -> Option<Duration> {
        let rate = self.rate()?;
        Duration::try_from_secs_f64(self.tally().waiting as f64 / rate).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work() -> Work {
        let rows = ["a", "b", "c", "d"].map(|key| (key.to_owned(), key.to_uppercase()));
        Work::new("Trying", rows)
    }

    #[test]
    fn what_failed_is_tried_again_and_what_is_in_doubt_is_not() {
        let mut work = work();
        assert_eq!(work.next().unwrap().key, "a");
        assert_eq!(work.time_left(), None);
        work.settle("a", RowState::Done("ok".to_owned()));
        work.settle("b", RowState::Doubt);
        work.settle("c", RowState::Failed(Box::default()));
        work.cancel();
        assert!(!work.is_running() && work.rows[3].state == RowState::CalledOff);
        assert_eq!(
            work.tally(),
            Tally {
                waiting: 0,
                done: 1,
                doubt: 1,
                failed: 1,
                called_off: 1
            }
        );
        work.retry();
        let waiting: Vec<_> = work
            .rows
            .iter()
            .filter(|row| row.state == RowState::Waiting)
            .map(|row| row.key.as_str())
            .collect();
        assert_eq!(waiting, ["c", "d"]);
        assert_eq!(work.tally().over(), 2);
    }
}
