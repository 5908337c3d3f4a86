//! Delays and intervals of the desk.

use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::client::TimeOuts;

/// Delays and intervals of the desk; tests use shorter ones.
#[derive(Clone, Debug)]
pub struct Timing {
    /// When to look up a purchase with an unknown outcome, counted from when it became unknown.
    pub look_ups: Vec<Duration>,
    /// Pause after a look-up that got no answer.
    pub retry_after_no_answer: Duration,
    /// Before each further question of a batch for tracking numbers and label files that the service
    /// did not have.
    pub late_answers: Vec<Duration>,
    /// Between the last edit and saving the draft.
    pub autosave: Duration,
    /// Between the last change of a price input and asking for rates.
    pub rates: Duration,
    pub tracking_in_practice: Duration,
    pub tracking: Duration,
    /// Between automatic refreshes of the balance and the newest shipments.
    pub refresh: Duration,
    /// At least between refreshes of the balance while a batch buys.
    pub balance_while_buying: Duration,
    /// Between attempts to reconnect.
    pub reconnect: Duration,
    /// Between look-ups of purchases that were not found.
    pub watch: Duration,
    /// Between attempts to reach a printer that is off.
    pub print_retry: Duration,
    /// Between status requests to a printer about a job it accepted.
    pub print_watch: Duration,
    /// Between status requests for queued manifests; longer while nothing changes.
    pub manifests: Duration,
    /// Between the start and the first check for a due backup or a damaged large file.
    pub backup: Duration,
    /// Between pages of a long list, to limit the load on the server.
    pub page: Duration,
    /// Between searches for scales.
    pub scale: Duration,
    /// How long a file of the watched folder must not change before its orders are imported; `None`
    /// to leave the folder alone.
    pub watched_file: Option<Duration>,
    /// Between looks at the claims of other computers. Several times in a lease.
    pub claims: Duration,
    /// The same in a workspace of this computer alone, while nothing is claimed.
    pub claims_alone: Duration,
    /// Timeouts of every call.
    pub time_outs: TimeOuts,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            look_ups: [0, 2, 5, 15, 30, 60].map(Duration::from_secs).to_vec(),
            retry_after_no_answer: Duration::from_secs(5),
            late_answers: [5, 15, 45].map(Duration::from_secs).to_vec(),
            autosave: Duration::from_millis(400),
            rates: Duration::from_millis(400),
            tracking_in_practice: Duration::from_secs(5),
            tracking: Duration::from_secs(300),
            refresh: Duration::from_secs(240),
            balance_while_buying: Duration::from_secs(10),
            reconnect: Duration::from_secs(10),
            watch: Duration::from_secs(600),
            print_retry: Duration::from_secs(5),
            print_watch: Duration::from_secs(2),
            manifests: Duration::from_secs(60),
            backup: Duration::from_secs(60),
            page: Duration::from_millis(200),
            scale: Duration::from_secs(2),
            // More than the 2 s in which some file systems count their times.
            watched_file: Some(Duration::from_secs(3)),
            claims: Duration::from_secs(15),
            claims_alone: Duration::from_secs(240),
            time_outs: TimeOuts::default(),
        }
    }
}

/// Time left until `wait` has passed since `since`; `None` if no timer runs.
pub(in crate::desk) fn remaining(since: Option<&Stopwatch>, wait: Duration) -> Option<Duration> {
    since.map(|since| wait.saturating_sub(since.elapsed()))
}
