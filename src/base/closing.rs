//! The end of the program.

use std::time::Duration;

use tokio::runtime::Runtime;

/// Files that are being written are whole within this. What waits for the network longer is
/// left behind: the journal holds what is in doubt, and the next start settles it.
const PATIENCE: Duration = Duration::from_secs(2);

/// Ends the threads of the jobs. Dropping the runtime would wait for each of them, also for one
/// that waits for a server that never answers.
pub fn end(runtime: Runtime) {
    runtime.shutdown_timeout(PATIENCE);
}
