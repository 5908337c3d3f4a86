//! How long the desk waits for what.

use std::time::Duration;

use crate::api::client::TimeOuts;
use crate::base::clock::Stopwatch;

/// How long the desk waits for what; tests hand in a quicker one.
#[derive(Clone, Debug)]
pub struct Pace {
    /// When a purchase in doubt is looked up, counted from the doubt.
    pub look_ups: Vec<Duration>,
    /// After a look-up that got no answer.
    pub unanswered: Duration,
    /// Between typing and saving the draft.
    pub autosave: Duration,
    /// Between the last change of a price input and asking for rates.
    pub rates: Duration,
    pub tracking_in_practice: Duration,
    pub tracking: Duration,
    /// Between tries to get back on line.
    pub reconnect: Duration,
    /// Between looks at purchases that were not found.
    pub watch: Duration,
    /// Between tries to reach a printer that is off.
    pub print_retry: Duration,
    /// Between questions to a queue about a job it took.
    pub print_watch: Duration,
    /// Between looks at manifests that are queued, growing while nothing changes.
    pub manifests: Duration,
    /// Between the start and the first look whether a backup is due, or a large file whole.
    pub backup: Duration,
    /// Between pages of a long list, so as not to crowd the server.
    pub page: Duration,
    /// Between looks for scales.
    pub scale: Duration,
    /// Of every call.
    pub time_outs: TimeOuts,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            look_ups: [0, 2, 5, 15, 30, 60].map(Duration::from_secs).to_vec(),
            unanswered: Duration::from_secs(5),
            autosave: Duration::from_millis(400),
            rates: Duration::from_millis(400),
            tracking_in_practice: Duration::from_secs(5),
            tracking: Duration::from_secs(300),
            reconnect: Duration::from_secs(10),
            watch: Duration::from_secs(600),
            print_retry: Duration::from_secs(5),
            print_watch: Duration::from_secs(2),
            manifests: Duration::from_secs(60),
            backup: Duration::from_secs(60),
            page: Duration::from_millis(200),
            scale: Duration::from_secs(2),
            time_outs: TimeOuts::default(),
        }
    }
}

/// How long it still is until `wait` has passed; `None` where nothing waits.
pub(in crate::desk) fn left(since: Option<&Stopwatch>, wait: Duration) -> Option<Duration> {
    since.map(|since| wait.saturating_sub(since.elapsed()))
}
