//! When and how the program ends.

use std::time::Duration;

use tokio::runtime::Runtime;

/// Time limit for background jobs at shutdown. File writes finish within it. Longer network
/// requests are abandoned: purchases with an unknown outcome are in the journal, and the next start
/// resolves them.
const PATIENCE: Duration = Duration::from_secs(2);

/// Waits for Ctrl+C, or for the signal by which a system asks a program to end.
pub async fn wait_for_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminate) => {
                tokio::select! {
                    _ = terminate.recv() => {}
                    () = wait_for_ctrl_c() => {}
                }
            }
            Err(error) => {
                tracing::warn!(%error, "SIGTERM will not be clean");
                wait_for_ctrl_c().await;
            }
        }
    }
    #[cfg(not(unix))]
    wait_for_ctrl_c().await;
}

async fn wait_for_ctrl_c() {
    if let Err(error) = tokio::signal::ctrl_c().await {
        tracing::error!(%error, "Ctrl-C cannot be heard");
        std::future::pending::<()>().await;
    }
}

/// Stops the runtime's threads. Dropping the runtime would wait for every blocking job, even for
/// one whose server never answers.
pub fn shutdown_runtime(runtime: Runtime) {
    runtime.shutdown_timeout(PATIENCE);
}
