//! Waiting for the server of a shared workspace. While it is away nothing new is bought, and what was
//! bought is reported when it is back.

use std::time::Duration;

use crate::base::id::OrderId;
use crate::desk::flows::batch_run::{Early, Run, Step, complain, in_words};
use crate::desk::owner::Desk;
use crate::orders::batch_report::RunEnd;
use crate::store::workspace::{OrderRow, WorkspaceError};

/// Between two attempts to reach the server.
const RETRY: Duration = Duration::from_secs(1);

/// Why the desk would not begin some work.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Obstacle {
    pub reason: String,
    /// It may end without anybody doing anything here.
    pub passes: bool,
}

/// Why the desk would not begin to buy.
pub(super) fn buying_obstacle(desk: &Desk) -> Option<Obstacle> {
    let state = &desk.state;
    let reason = state.order_batches.known.buying_stopped.as_ref()?;
    Some(Obstacle {
        reason: reason.to_string(),
        passes: state.buying_stopped().is_none() && state.stations.status.passes(),
    })
}

impl Run<'_, '_> {
    /// Runs the desk until what keeps it from buying is over, or will not end by itself, or the run
    /// must stop.
    pub(super) fn wait_until_buying_may_begin(&mut self) {
        let mut is_told = false;
        while let Some(obstacle) = buying_obstacle(&self.headless.desk) {
            if !obstacle.passes || self.must_stop() {
                return;
            }
            if !is_told {
                complain(&obstacle.reason);
                is_told = true;
            }
            self.headless.turn();
        }
    }

    pub(super) fn orders_by_id(&mut self, ids: &[OrderId]) -> Step<Vec<OrderRow>> {
        let workspace = self.workspace();
        self.patiently(|| workspace.orders_by_id(ids.to_vec()))
    }

    /// Makes the attempt again until the server of the workspace is there, or the run must stop.
    pub(super) fn patiently<T, F>(&mut self, attempt: impl Fn() -> F) -> Step<T>
    where
        F: Future<Output = Result<T, WorkspaceError>>,
    {
        let mut is_told = false;
        loop {
            let error = match self.headless.wait_for(attempt()) {
                Ok(found) => return Ok(found),
                Err(error) => error,
            };
            if !error.passes() || self.must_stop() {
                return Err(self.ended_by_workspace(error));
            }
            if !is_told {
                complain(&in_words(&error));
                is_told = true;
            }
            self.headless.run_until(RETRY, |_| false);
        }
    }

    /// Once a purchase was begun, the run was stopped: its exit code must not say that nothing was
    /// sent.
    fn ended_by_workspace(&self, error: WorkspaceError) -> Early {
        match self.has_begun_buying {
            true => Early::End(RunEnd::Stopped { reason: in_words(&error) }),
            false => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::desk::flows::copy_state;
    use crate::desk::stations::{ServerFault, SharedStatus};

    #[test]
    fn only_a_server_that_may_come_back_is_waited_for() {
        let lost = |fault| SharedStatus::Lost {
            fault,
            since: Timestamp::UNIX_EPOCH,
            is_tried_again: true,
        };
        crate::desk::tests::with_desk(|desk| {
            for (status, passes) in [
                (SharedStatus::Local, None),
                (SharedStatus::Open { newer: None }, None),
                (SharedStatus::Opening, Some(true)),
                (lost(ServerFault::Away), Some(true)),
                (lost(ServerFault::WrongPassword), Some(false)),
                (SharedStatus::Open { newer: Some(99) }, Some(false)),
            ] {
                desk.state.stations.status = status.clone();
                copy_state::to_each(desk);
                let obstacle = buying_obstacle(desk);
                let found = obstacle.map(|obstacle| obstacle.passes);
                assert_eq!(found, passes, "{status:?}");
            }
            // A server that comes back does not repair the journal.
            desk.state.stations.status = lost(ServerFault::Away);
            desk.state.purchases.blocked = Some("the journal is damaged".into());
            copy_state::to_each(desk);
            let obstacle = buying_obstacle(desk).map(|obstacle| obstacle.passes);
            assert_eq!(obstacle, Some(false));
        });
    }
}
