//! Asks the workspace, before each send, whether this computer still has the claim of an order.
//!
//! A lease belongs to a computer, and nobody takes a claim over before it has ended. So while the
//! workspace is away, what was claimed or checked a moment ago is still sent: claimed orders are
//! finished. After that moment a purchase waits until the workspace can be asked.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::base::clock::{Clock, Stopwatch};
use crate::base::id::TransactionId;
use crate::desk::kernel::batch_job::WaitingLine;
use crate::desk::kernel::failure;
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::desk::money::ports::{BoxFuture, ClaimAnswer, ClaimPort};
use crate::message;
use crate::store::workspace::WorkspaceError;

/// A claim that was seen this long ago is still held. Every answer of the workspace leaves at least
/// half of the lease, which is 60 s.
const STILL_HELD: Duration = Duration::from_secs(20);
/// After the workspace gave no answer, what is still held is sent without asking it for this long:
/// each attempt to reach it takes seconds.
const NOT_ASKED: Duration = Duration::from_secs(5);
/// How often somebody who waits looks whether the batch was stopped.
const STOP_SEEN: Duration = Duration::from_millis(100);

/// Who waits for a workspace that is away, and how.
#[derive(Clone)]
pub(in crate::desk) struct Patience {
    /// The batch was stopped by the user.
    pub stop: Arc<AtomicBool>,
    /// Between two attempts.
    pub retry: Duration,
    pub tell: WaitingLine,
}

impl Patience {
    /// Says that the workspace is away and waits for the next attempt. Returns whether to try again:
    /// not after the batch was stopped.
    pub(in crate::desk) async fn wait(&self) -> bool {
        if self.is_stopped() {
            return false;
        }
        (self.tell)(Some(message!("orders-work-workspace-away"))).await;
        let since = Stopwatch::start();
        while since.elapsed() < self.retry && !self.is_stopped() {
            let left = self.retry.saturating_sub(since.elapsed());
            tokio::time::sleep(left.min(STOP_SEEN)).await;
        }
        !self.is_stopped()
    }

    /// It is back.
    pub(in crate::desk) async fn is_over(&self) {
        (self.tell)(None).await;
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// When a claim was last seen to be held, by two clocks: the one goes on while the computer sleeps,
/// the other is not changed by anybody.
#[derive(Clone, Copy)]
pub(in crate::desk) struct Seen {
    watch: Stopwatch,
    at: Timestamp,
}

impl Seen {
    fn is_fresh(&self, now: Timestamp) -> bool {
        let asleep = self.at.duration_until(now);
        let limit = SignedDuration::try_from(STILL_HELD).unwrap_or_default();
        self.watch.elapsed() < STILL_HELD && asleep >= SignedDuration::ZERO && asleep < limit
    }
}

pub(in crate::desk) struct ClaimKeeper {
    workspace: WorkspaceHandle,
    clock: Clock,
    seen: Mutex<HashMap<TransactionId, Seen>>,
    /// When the workspace gave no answer last.
    away: Mutex<Option<Stopwatch>>,
    patience: Option<Patience>,
}

impl ClaimKeeper {
    pub(in crate::desk) fn new(workspace: WorkspaceHandle, clock: Clock) -> Self {
        Self { workspace, clock, seen: Mutex::default(), away: Mutex::default(), patience: None }
    }

    /// Waits for a workspace that is away. Without it, the caller tries again.
    pub(in crate::desk) fn patient(mut self, patience: Patience) -> Self {
        self.patience = Some(patience);
        self
    }

    /// Begins before the workspace is asked: the lease is counted from its answer.
    pub(in crate::desk) fn now(&self) -> Seen {
        Seen { watch: Stopwatch::start(), at: self.clock.now() }
    }

    /// The workspace has just written this claim.
    pub(in crate::desk) fn note_claimed(&self, transaction: &TransactionId, seen: Seen) {
        self.lock().insert(transaction.clone(), seen);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TransactionId, Seen>> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_still_held(&self, transaction: &TransactionId) -> bool {
        let seen = self.lock().get(transaction).copied();
        seen.is_some_and(|seen| seen.is_fresh(self.clock.now()))
    }

    fn note_answer(&self, is_away: bool) {
        let mut away = self.away.lock().unwrap_or_else(PoisonError::into_inner);
        *away = is_away.then(Stopwatch::start);
    }

    fn was_just_away(&self) -> bool {
        let away = self.away.lock().unwrap_or_else(PoisonError::into_inner);
        away.is_some_and(|since| since.elapsed() < NOT_ASKED)
    }

    async fn ask(&self, transaction: &TransactionId) -> Result<bool, WorkspaceError> {
        let workspace = self.workspace.open().await?;
        let held = workspace.hold_claims(vec![transaction.clone()]).await?;
        Ok(held.first().copied().unwrap_or(false))
    }

    /// Whether this computer has the claim, as the workspace says or, while it is away, as it said a
    /// moment ago.
    async fn has_claim(&self, transaction: &TransactionId) -> Result<bool, WorkspaceError> {
        if self.was_just_away() && self.is_still_held(transaction) {
            return Ok(true);
        }
        let now = self.now();
        let asked = self.ask(transaction).await;
        self.note_answer(asked.as_ref().is_err_and(WorkspaceError::passes));
        match asked {
            Ok(true) => self.note_claimed(transaction, now),
            Ok(false) => drop(self.lock().remove(transaction)),
            Err(error) if error.passes() && self.is_still_held(transaction) => return Ok(true),
            Err(_) => {}
        }
        asked
    }

    async fn answer(&self, transaction: &TransactionId) -> ClaimAnswer {
        let mut has_waited = false;
        loop {
            let error = match self.has_claim(transaction).await {
                Ok(held) => {
                    if let Some(patience) = self.patience.as_ref().filter(|_| has_waited) {
                        patience.is_over().await;
                    }
                    return if held { ClaimAnswer::Held } else { ClaimAnswer::TakenOver };
                }
                Err(error) => error,
            };
            if error.passes()
                && let Some(patience) = &self.patience
                && patience.wait().await
            {
                has_waited = true;
                continue;
            }
            let attempted = message!("errors-attempted-claim");
            return ClaimAnswer::Unknown(failure::describe_workspace_error(attempted, &error));
        }
    }
}

impl ClaimPort for ClaimKeeper {
    fn hold<'a>(&'a self, transaction: &'a TransactionId) -> BoxFuture<'a, ClaimAnswer> {
        Box::pin(self.answer(transaction))
    }

    fn is_held_now<'a>(&'a self, transaction: &'a TransactionId) -> BoxFuture<'a, bool> {
        Box::pin(async { self.has_claim(transaction).await.unwrap_or(false) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_that_was_seen_long_ago_counts_no_more() {
        for (seconds, fresh) in [(0, true), (19, true), (20, false), (3600, false), (-1, false)] {
            let at = Timestamp::UNIX_EPOCH;
            let seen = Seen { watch: Stopwatch::start(), at };
            let now = at + SignedDuration::from_secs(seconds);
            assert_eq!(seen.is_fresh(now), fresh, "{seconds} s");
        }
    }
}
