//! Does one thing for many orders, several at once, and writes what changed in few commits.

use std::collections::{HashSet, VecDeque};

use crate::base::id::OrderId;
use crate::desk::kernel::batch_job::early_end::EarlyEnd;
use crate::desk::kernel::batch_job::row_engine::{
    NextRows, RowBatch, RowName, WRITTEN_TOGETHER, run_rows,
};
use crate::desk::kernel::batch_job::{BatchRow, Progress, RowState};
use crate::desk::kernel::failure::{self, Trouble};
use crate::desk::money::claim_keeper::Patience;
use crate::desk::order_batches::OrderBatches;
use crate::desk::order_batches::work::AT_ONCE;
use crate::desk::order_records;
use crate::desk::order_records::changes::{Change, Unwritten, write_and_keep};
use crate::message;
use crate::orders::basis::OrderBasis;
use crate::orders::order::Order;
use crate::orders::order_row::{is_readable, order_of_row, recipient};
use crate::store::workspace::{OrderRow, Workspace, WorkspaceError};
use crate::text;

/// What became of one order.
pub(super) struct Finished {
    pub row: BatchRow,
    pub change: Option<Change>,
    /// Why it was not done.
    pub trouble: Option<Trouble>,
    /// The same would meet every other order.
    pub ends_batch: bool,
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

/// Runs `one` for each of these orders, several at a time, in their order.
///
/// # Errors
/// Why the batch ended early.
pub(super) async fn run<F, J>(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    ids: Vec<OrderId>,
    progress: &Progress<OrderBatches>,
    early: &EarlyEnd,
    one: F,
) -> Result<(), Trouble>
where
    F: Fn(OrderRow) -> J + Send,
    J: Future<Output = Finished> + Send + 'static,
{
    let results = Results::default();
    let mut batch =
        OrderRows { workspace, basis, waiting: ids.into(), progress, early, one, results };
    run_rows(&mut batch, AT_ONCE).await;
    batch.write().await;
    early.end(progress).await
}

/// A batch that does the same for each of some orders.
struct OrderRows<'a, F> {
    workspace: &'a dyn Workspace,
    basis: &'a OrderBasis,
    waiting: VecDeque<OrderId>,
    progress: &'a Progress<OrderBatches>,
    early: &'a EarlyEnd,
    one: F,
    results: Results,
}

impl<F, J> RowBatch for OrderRows<'_, F>
where
    F: Fn(OrderRow) -> J + Send,
    J: Future<Output = Finished> + Send + 'static,
{
    type Row = OrderRow;
    /// Missing for an order whose turn came after the end.
    type Outcome = Option<Finished>;

    fn early(&self) -> &EarlyEnd {
        self.early
    }

    async fn next_rows(&mut self) -> NextRows<OrderRow> {
        while !self.waiting.is_empty() {
            let next = self.waiting.len().min(WRITTEN_TOGETHER);
            let ids: Vec<OrderId> = self.waiting.iter().take(next).cloned().collect();
            let found = match self.workspace.orders_by_id(ids).await {
                Ok(found) => found,
                Err(error) => {
                    self.early.ask_for(order_records::unreadable(&error));
                    break;
                }
            };
            let known: HashSet<&OrderId> = found.iter().map(|row| &row.id).collect();
            for id in self.waiting.drain(..next).filter(|id| !known.contains(id)) {
                self.results.add_removed(&id);
            }
            let (readable, unreadable): (Vec<_>, Vec<_>) = found.into_iter().partition(is_readable);
            for row in unreadable {
                let state = RowState::NeedsReview(message!("orders-work-unreadable"));
                self.results.add(Finished::new(&order_of_row(&row), &row.id, state));
            }
            if !readable.is_empty() {
                return NextRows::Rows(readable);
            }
        }
        NextRows::Rows(Vec::new())
    }

    fn begin(
        &self,
        row: OrderRow,
    ) -> (RowName, impl Future<Output = Self::Outcome> + Send + 'static) {
        // Without reading the order, which its task does.
        let subject = number_and_name(&row.fields.number, &row.fields.recipient);
        let name = RowName { key: row.id.as_str().to_owned(), subject };
        let (early, order) = (self.early.clone(), (self.one)(row));
        let task = async move {
            match early.must_stop() {
                true => None,
                false => Some(order.await),
            }
        };
        (name, task)
    }

    async fn take_in(&mut self, name: RowName, outcome: Option<Self::Outcome>) -> Option<OrderRow> {
        match outcome {
            Some(finished) => self.results.finished.extend(finished),
            None => self.results.add(Finished::of_row(name.crashed())),
        }
        None
    }

    fn unwritten(&self) -> usize {
        self.results.len()
    }

    async fn write(&mut self) {
        let written = self.results.write(self.workspace, self.basis, self.progress).await;
        written.unwrap_or_else(|trouble| self.early.ask_for(trouble));
    }
}

/// Results that are not written yet.
#[derive(Default)]
pub(super) struct Results {
    finished: Vec<Finished>,
    /// Changes that are not written yet, because the workspace is away.
    changes: Vec<Change>,
    patience: Option<Patience>,
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

    pub fn len(&self) -> usize {
        self.finished.len()
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

#[cfg(test)]
mod tests;
