//! When and how the program ends.

use std::time::Duration;

use tokio::runtime::Runtime;

/// Time limit for background jobs at shutdown. File writes finish within it. Longer network
/// requests are abandoned: purchases with an unknown outcome are in the journal, and the next start
/// resolves them.
const PATIENCE: Duration = Duration::from_secs(2);

/// Waits for Ctrl+C, or for what a system says to a program that should end: the signal SIGTERM, and on
/// Windows Ctrl+Break (all that a program in a group of its own hears), the closed window of the
/// console, and the end of the session.
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
    #[cfg(windows)]
    tokio::select! {
        () = wait_for_console() => {}
        () = wait_for_ctrl_c() => {}
    }
    #[cfg(not(any(unix, windows)))]
    wait_for_ctrl_c().await;
}

#[cfg(windows)]
async fn wait_for_console() {
    use tokio::signal::windows::{ctrl_break, ctrl_close, ctrl_logoff, ctrl_shutdown};
    match (ctrl_break(), ctrl_close(), ctrl_logoff(), ctrl_shutdown()) {
        (Ok(mut stop), Ok(mut close), Ok(mut sign_out), Ok(mut power_off)) => tokio::select! {
            _ = stop.recv() => {}
            _ = close.recv() => {}
            _ = sign_out.recv() => {}
            _ = power_off.recv() => {}
        },
        (Err(error), ..) | (_, Err(error), ..) | (_, _, Err(error), _) | (.., Err(error)) => {
            tracing::warn!(%error, "only Ctrl-C will be clean");
            std::future::pending::<()>().await;
        }
    }
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
