//! Does one thing for many orders, several at once, and writes what changed in few commits.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinSet;

use crate::base::clock::Stopwatch;
use crate::base::id::OrderId;
use crate::desk::kernel::batch_job::{BatchRow, Progress, RowState};
use crate::desk::kernel::failure::{self, Trouble};
use crate::desk::orders::Orders;
use crate::desk::orders::basis::OrderBasis;
use crate::desk::orders::order_row::{order_of_row, write_of};
use crate::desk::records::order::Order;
use crate::message;
use crate::store::workspace::{OrderRow, Workspace, WorkspaceError, WriteOutcome};

/// Rows that are read ahead, and results that are written in one commit at most.
const CHUNK: usize = 100;
/// Results wait at most this long for others before they are written.
const LONGEST_WAIT: Duration = Duration::from_millis(200);

/// What became of one order.
pub(super) struct Finished {
    pub row: BatchRow,
    pub change: Option<Change>,
    /// Why it was not done.
    pub trouble: Option<Trouble>,
    /// The same would meet every other order.
    pub ends_batch: bool,
}

/// An order with what the batch found out. The change is applied to the order as it is by then if
/// another computer changed it meanwhile.
pub(in crate::desk) struct Change {
    pub id: OrderId,
    pub revision: i64,
    pub order: Order,
    pub again: Box<dyn Fn(&mut Order) + Send>,
}

/// Why a batch ends early, told by any of its orders.
#[derive(Clone, Default)]
pub(super) struct EarlyEnd(Arc<Mutex<Option<Trouble>>>);

impl EarlyEnd {
    /// The first reason counts.
    pub fn ask_for(&self, trouble: Trouble) {
        let mut reason = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reason.get_or_insert(trouble);
    }

    pub fn reason(&self) -> Option<Trouble> {
        let reason = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        reason.clone()
    }
}

impl Finished {
    pub fn new(order: &Order, id: &OrderId, state: RowState) -> Self {
        Self {
            row: BatchRow::new(id.as_str(), subject(order), state),
            change: None,
            trouble: None,
            ends_batch: false,
        }
    }

    pub fn with_trouble(mut self, trouble: Trouble) -> Self {
        self.trouble = Some(trouble);
        self
    }

    pub fn with_change(mut self, change: Change) -> Self {
        self.change = Some(change);
        self
    }
}

/// `1042 · Jane Sample`
pub(super) fn subject(order: &Order) -> String {
    let name = match order.to.name.trim().is_empty() {
        true => order.to.company.trim(),
        false => order.to.name.trim(),
    };
    match name.is_empty() {
        true => order.number.clone(),
        false => format!("{} · {name}", order.number),
    }
}

/// Runs `one` for each of these orders, `at_once` at a time, in their order, until all are done,
/// the user stops the batch, or `early` has a reason to end. What is under way is finished.
pub(super) async fn run<J>(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    ids: Vec<OrderId>,
    at_once: usize,
    (progress, early): (&Progress<Orders>, &EarlyEnd),
    one: impl Fn(OrderRow) -> J,
) -> Result<(), Trouble>
where
    J: Future<Output = Finished> + Send + 'static,
{
    let mut waiting: VecDeque<OrderId> = ids.into();
    let mut rows: VecDeque<OrderRow> = VecDeque::new();
    let mut tasks: JoinSet<Finished> = JoinSet::new();
    let mut results = Results::default();
    loop {
        while tasks.len() < at_once && !progress.is_cancelled() && early.reason().is_none() {
            if rows.is_empty() {
                read_ahead(workspace, &mut waiting, &mut rows, &mut results).await?;
            }
            let Some(row) = rows.pop_front() else { break };
            tasks.spawn(one(row));
        }
        match tasks.join_next().await {
            Some(Ok(finished)) => results.finished.push(finished),
            // A panic of one order ends there; its crash report names it.
            Some(Err(_)) => results.lost += 1,
            None => break,
        }
        while let Some(Ok(finished)) = tasks.try_join_next() {
            results.finished.push(finished);
        }
        if results.are_due() {
            results.write(workspace, basis, progress).await?;
        }
    }
    results.write(workspace, basis, progress).await?;
    early.reason().map_or(Ok(()), Err)
}

async fn read_ahead(
    workspace: &dyn Workspace,
    waiting: &mut VecDeque<OrderId>,
    rows: &mut VecDeque<OrderRow>,
    results: &mut Results,
) -> Result<(), Trouble> {
    while rows.is_empty() && !waiting.is_empty() {
        let ids: Vec<OrderId> = waiting.drain(..waiting.len().min(CHUNK)).collect();
        let found = workspace
            .orders_by_id(ids.clone())
            .await
            .map_err(unreadable)?;
        results.lost += (ids.len() - found.len().min(ids.len())) as u64;
        rows.extend(found);
    }
    Ok(())
}

/// Results that are not written yet.
#[derive(Default)]
pub(super) struct Results {
    finished: Vec<Finished>,
    /// Orders that do not exist any more.
    lost: u64,
    since: Option<Stopwatch>,
}

impl Results {
    pub fn add(&mut self, finished: Finished) {
        self.finished.push(finished);
    }

    /// An order does not exist any more.
    pub fn add_lost(&mut self) {
        self.lost += 1;
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
        progress: &Progress<Orders>,
    ) -> Result<(), Trouble> {
        let mut rows = Vec::with_capacity(self.finished.len());
        let mut changes = Vec::new();
        for finished in self.finished.drain(..) {
            rows.push(finished.row);
            changes.extend(finished.change);
        }
        let written = write_changes(workspace, basis, changes).await;
        let over = rows.len() as u64 + std::mem::take(&mut self.lost);
        self.since = None;
        progress.report_rows(over, rows).await;
        written.map_err(|error| {
            failure::describe_local_error(message!("orders-attempted-change"), &error)
        })
    }
}

/// Writes the changes in one commit, and those that another computer overtook once more.
pub(in crate::desk) async fn write_changes(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    changes: Vec<Change>,
) -> Result<(), WorkspaceError> {
    let mut changes = changes;
    // Each round is lost only to a write of another computer at the very same moment.
    for _ in 0..5 {
        if changes.is_empty() {
            return Ok(());
        }
        let writes = changes
            .iter()
            .map(|change| write_of(basis, &change.id, Some(change.revision), &change.order));
        let outcomes = workspace.write_orders(writes.collect()).await?;
        let mut overtaken = Vec::new();
        for (mut change, outcome) in changes.into_iter().zip(outcomes) {
            if let WriteOutcome::Conflict(row) = outcome
                && row.id == change.id
            {
                change.revision = row.revision;
                change.order = order_of_row(&row);
                (change.again)(&mut change.order);
                overtaken.push(change);
            }
        }
        changes = overtaken;
    }
    tracing::warn!(
        "results of orders could not be written: other computers change them all the time"
    );
    Ok(())
}

fn unreadable(error: WorkspaceError) -> Trouble {
    crate::desk::orders::list::unreadable(&error)
}
