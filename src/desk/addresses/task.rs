//! Long work over many addresses: how far it is, what became of each row, and the way out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;

use super::{AddressIntent, Remote, check, refresh};
use crate::desk::Desk;
use crate::desk::jobs::{Outbox, Slot};
use crate::desk::state::Trouble;

#[derive(Clone, Debug)]
pub struct Task {
    /// `Importing addresses`
    pub what: &'static str,
    pub kind: Kind,
    pub total: u64,
    pub done: u64,
    pub started: Timestamp,
    pub ended: Option<Timestamp>,
    pub cancelled: bool,
    /// What ended it before its time.
    pub trouble: Option<Trouble>,
    /// Every row that did not simply work, and the first of those that did.
    pub results: Vec<RowResult>,
    /// Rows of each outcome, in the order of [`Outcome::ALL`].
    pub counts: [u64; 4],
    stop: Arc<AtomicBool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Import,
    Check,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowResult {
    /// Line of the file; none for entries of the book.
    pub line: Option<u64>,
    /// Entry of the book, where there is one to open.
    pub row: Option<i64>,
    pub name: String,
    pub outcome: Outcome,
    /// What happened, in words.
    pub words: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    #[default]
    Done,
    /// There was nothing to do.
    Left,
    /// A person has to look.
    Doubt,
    Failed,
}

impl Outcome {
    pub const ALL: [Self; 4] = [Self::Done, Self::Left, Self::Doubt, Self::Failed];
}

#[derive(Clone, Debug)]
pub enum TaskIntent {
    Cancel,
    /// Once more for the rows that failed.
    Retry,
    Close,
}

/// Rows that worked are all alike; past this many only their number is kept.
const SUCCESSES_KEPT: u64 = 10_000;

/// A running task as its job sees it.
pub(super) struct Progress {
    outbox: Outbox,
    stop: Arc<AtomicBool>,
}

pub(super) fn apply(desk: &mut Desk, intent: TaskIntent) {
    let Some(task) = &desk.state.addresses.task else {
        return;
    };
    match intent {
        TaskIntent::Cancel => task.stop.store(true, Ordering::Relaxed),
        TaskIntent::Retry => {
            let failed = task
                .results
                .iter()
                .filter(|result| result.outcome == Outcome::Failed);
            let rows: Vec<i64> = failed.filter_map(|result| result.row).collect();
            check::again(desk, rows);
        }
        TaskIntent::Close if task.ended.is_some() => desk.state.addresses.task = None,
        TaskIntent::Close => {}
    }
}

/// Shows a new task and starts its job, unless one is running.
pub(super) fn start<F>(
    desk: &mut Desk,
    (what, kind, total): (&'static str, Kind, u64),
    work: impl FnOnce(Progress) -> F,
) where
    F: Future<Output = Result<(), Trouble>> + Send + 'static,
{
    if desk.jobs.is_running(&Slot::AddressTask) {
        return;
    }
    desk.state.addresses.duplicates = Remote::NotAsked;
    let task = Task::new(what, kind, total, desk.clock.now());
    let stop = Arc::clone(&task.stop);
    desk.state.addresses.task = Some(task);
    desk.jobs.start_lasting(Slot::AddressTask, |outbox| {
        let progress = Progress {
            outbox: outbox.clone(),
            stop,
        };
        let working = work(progress);
        async move {
            let worked = working.await;
            outbox.send(move |desk| end(desk, worked.err())).await;
        }
    });
}

fn end(desk: &mut Desk, trouble: Option<Trouble>) {
    if let Some(trouble) = &trouble {
        desk.note_line(trouble);
    }
    let now = desk.clock.now();
    if let Some(task) = &mut desk.state.addresses.task {
        task.ended = Some(now);
        task.cancelled = task.stop.load(Ordering::Relaxed) && task.done < task.total;
        task.trouble = trouble;
    }
    refresh(desk);
}

impl Progress {
    pub(super) fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// As [`Task::take`], from the job.
    pub(super) async fn tell(&self, rows: u64, results: Vec<RowResult>) {
        self.outbox
            .send(move |desk| {
                if let Some(task) = &mut desk.state.addresses.task {
                    task.take(rows, results);
                }
            })
            .await;
    }
}

impl Task {
    pub fn new(what: &'static str, kind: Kind, total: u64, now: Timestamp) -> Self {
        Self {
            what,
            kind,
            total,
            done: 0,
            started: now,
            ended: None,
            cancelled: false,
            trouble: None,
            results: Vec::new(),
            counts: [0; 4],
            stop: Arc::default(),
        }
    }

    /// So many rows more are done; `results` are those worth telling.
    pub fn take(&mut self, rows: u64, results: Vec<RowResult>) {
        self.done += rows;
        for result in results {
            let place = Outcome::ALL
                .iter()
                .position(|outcome| *outcome == result.outcome);
            let Some(count) = place.and_then(|place| self.counts.get_mut(place)) else {
                continue;
            };
            *count += 1;
            if result.outcome != Outcome::Done || *count <= SUCCESSES_KEPT {
                self.results.push(result);
            }
        }
    }

    /// Whether there are rows that can be tried again.
    pub fn can_retry(&self) -> bool {
        self.kind == Kind::Check
            && self.ended.is_some()
            && self
                .results
                .iter()
                .any(|result| result.outcome == Outcome::Failed)
    }
}

impl From<TaskIntent> for AddressIntent {
    fn from(intent: TaskIntent) -> Self {
        Self::Task(intent)
    }
}
