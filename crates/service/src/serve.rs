//! `postroom serve`: runs only the practice service, until Ctrl-C or SIGTERM.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{Config, start};
use postroom_base::clock::Clock;
use postroom_base::shutdown;

/// The open file limit to request; the system may allow less.
const FILES: u64 = 2_048;

/// Runs the service until Ctrl-C or SIGTERM. Prints exactly `listening on
/// http://127.0.0.1:8331/v3.1` on standard output once it accepts connections. Failures go to
/// standard error with exit code 1. `faults` is a file of faults to inject. Without `allow_remote`
/// only a loopback address is listened on: whoever reaches the service may also change its clock, its
/// money and its faults.
pub fn serve_blocking(
    listen: SocketAddr,
    allow_remote: bool,
    data_dir: PathBuf,
    day_seconds: u32,
    faults: Option<&Path>,
) -> ExitCode {
    if !listen.ip().is_loopback() && !allow_remote {
        return complain(&format!(
            "{listen} can be reached from other computers, and whoever reaches the service may change \
             it. Give --allow-remote if that is wanted"
        ));
    }
    // At most two files per connection, and some for the database.
    if let Err(error) = rlimit::increase_nofile_limit(FILES) {
        tracing::warn!(%error, "the limit of open files stays as it is");
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return complain(&format!("starting the runtime: {error}")),
    };
    runtime.block_on(async {
        let config = Config { listen, data_dir, day_seconds, clock: Clock::System };
        let service = match start(config).await {
            Ok(service) => service,
            Err(error) => return complain(&error.to_string()),
        };
        if let Some(Err(error)) = faults.map(|file| service.load_faults(file)) {
            service.stop().await;
            return complain(&error.to_string());
        }
        let mut out = std::io::stdout();
        if writeln!(out, "listening on {}", service.base_url()).and_then(|()| out.flush()).is_err()
        {
            // If nobody reads standard output, the service is still useful.
            tracing::warn!("the address could not be printed");
        }
        shutdown::wait_for_signal().await;
        service.stop().await;
        ExitCode::SUCCESS
    })
}

fn complain(words: &str) -> ExitCode {
    // The error message of a failing command, so it goes to standard error.
    let _ = writeln!(std::io::stderr(), "postroom serve: {words}");
    ExitCode::FAILURE
}
