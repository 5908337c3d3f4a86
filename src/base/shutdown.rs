//! Shutdown of the program.

use std::time::Duration;

use tokio::runtime::Runtime;

/// Time limit for background jobs at shutdown. File writes finish within it. Longer network
/// requests are abandoned: purchases with an unknown outcome are in the journal, and the next start
/// resolves them.
const PATIENCE: Duration = Duration::from_secs(2);

/// Stops the runtime's threads. Dropping the runtime would wait for every blocking job, even for
/// one whose server never answers.
pub fn shutdown_runtime(runtime: Runtime) {
    runtime.shutdown_timeout(PATIENCE);
}
