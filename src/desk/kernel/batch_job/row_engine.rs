//! The one loop of every batch that does several rows at once: it begins rows in their sequence, and
//! has what came of them written in few commits, while the next ones are under way.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Semaphore;

use crate::base::clock::Stopwatch;
use crate::desk::kernel::batch_job::early_end::EarlyEnd;
use crate::desk::kernel::batch_job::under_way::UnderWay;
use crate::desk::kernel::batch_job::{BatchRow, RowState};
use crate::desk::kernel::failure::Trouble;
use crate::message;

/// Results that are written together at most.
pub(in crate::desk) const WRITTEN_TOGETHER: usize = 100;
/// Results wait at most this long for others before they are written.
const LONGEST_WAIT: Duration = Duration::from_millis(200);

/// Which row a task is about, for a row that is lost with its task.
pub(in crate::desk) struct RowName {
    /// As [`BatchRow::key`].
    pub key: String,
    /// As [`BatchRow::subject`].
    pub subject: String,
}

impl RowName {
    pub(in crate::desk) fn row(self, state: RowState) -> BatchRow {
        BatchRow::new(self.key, self.subject, state)
    }

    /// The row's task panicked, and what it did can be done again.
    pub(in crate::desk) fn crashed(self) -> BatchRow {
        let trouble = Trouble {
            cause: message!("parts-work-crashed"),
            retry_is_safe: true,
            ..Trouble::default()
        };
        self.row(RowState::Failed(Box::new(trouble)))
    }
}

/// What the source of a batch has.
pub(in crate::desk) enum NextRows<R> {
    /// The next rows; none at the end.
    Rows(Vec<R>),
    /// The source is away. What is over is written, and the source is asked again.
    AskAgain,
}

/// One kind of batch: where its rows come from, what is done for one, and where the results go.
pub(in crate::desk) trait RowBatch {
    /// A row that waits for its turn.
    type Row: Send;
    /// What the task of a row comes to.
    type Outcome: Send + 'static;

    fn early(&self) -> &EarlyEnd;

    /// Reads more rows. After a failure, [`Self::early`] has the reason.
    fn next_rows(&mut self) -> impl Future<Output = NextRows<Self::Row>> + Send;

    /// The task of a row. It is first polled when it is the row's turn, and decides then what becomes
    /// of a row whose batch has ended meanwhile.
    fn begin(
        &self,
        row: Self::Row,
    ) -> (RowName, impl Future<Output = Self::Outcome> + Send + 'static);

    /// Takes in what came of a row, or nothing if its task panicked. Returns a row that is to be tried
    /// again.
    fn take_in(
        &mut self,
        name: RowName,
        outcome: Option<Self::Outcome>,
    ) -> impl Future<Output = Option<Self::Row>> + Send;

    /// Results that are not written yet.
    fn unwritten(&self) -> usize;

    /// Writes the results and shows them. After a failure, [`Self::early`] has the reason.
    fn write(&mut self) -> impl Future<Output = ()> + Send;
}

/// Does the rows of a batch, `at_once` at a time, until all are done or the batch must stop. What is
/// under way is finished. Returns the rows that were read and not begun; the last results are left to
/// write.
///
/// The next rows wait beside those under way, so that requests go on while results are written.
pub(in crate::desk) async fn run_rows<B: RowBatch>(
    batch: &mut B,
    at_once: usize,
) -> VecDeque<B::Row> {
    let turns = Arc::new(Semaphore::new(at_once));
    let mut under_way = UnderWay::new();
    let mut ahead = VecDeque::new();
    // Since when the oldest result waits to be written.
    let mut waits: Option<Stopwatch> = None;
    loop {
        while under_way.len() < at_once * 2 && !batch.early().must_stop() {
            if ahead.is_empty() {
                match batch.next_rows().await {
                    NextRows::Rows(rows) => ahead.extend(rows),
                    NextRows::AskAgain => {
                        while let Some((name, outcome)) = under_way.next_if_over() {
                            ahead.extend(batch.take_in(name, outcome).await);
                        }
                        batch.write().await;
                        waits = None;
                        continue;
                    }
                }
            }
            let Some(row) = ahead.pop_front() else { break };
            let (name, task) = batch.begin(row);
            let turns = Arc::clone(&turns);
            under_way.spawn(name, async move {
                // Closed by nobody.
                let _turn = turns.acquire().await;
                task.await
            });
        }
        if batch.unwritten() > 0 {
            waits.get_or_insert_with(Stopwatch::start);
        }
        let mut ended = match &waits {
            None => under_way.next().await,
            // A request without an answer does not hold up results that wait.
            Some(since) => {
                let left = LONGEST_WAIT.saturating_sub(since.elapsed());
                match tokio::time::timeout(left, under_way.next()).await {
                    Ok(ended) => ended,
                    Err(_) => {
                        batch.write().await;
                        waits = None;
                        continue;
                    }
                }
            }
        };
        if ended.is_none() {
            break;
        }
        while let Some((name, outcome)) = ended {
            ahead.extend(batch.take_in(name, outcome).await);
            ended = under_way.next_if_over();
        }
        let is_due = waits.as_ref().is_some_and(|since| since.elapsed() >= LONGEST_WAIT);
        if is_due || batch.unwritten() >= WRITTEN_TOGETHER {
            batch.write().await;
            waits = None;
        }
    }
    ahead
}
