//! Queues of the Windows print spooler: lists them, sends a job to one, and asks Windows for the
//! state of a job. ZPL is sent unchanged (datatype RAW).
//!
//! The library used for the spooler terminates the process if there is no default printer, and it
//! leaks memory. So it only runs in a short-lived child process of this program, like the
//! decoders of label files.

#[cfg(windows)]
mod child;
#[cfg(any(windows, test))]
mod spooler_messages;
#[cfg(windows)]
mod worker;

use std::path::PathBuf;

#[cfg(not(windows))]
use super::cups::{Progress, Queue, SpoolOutcome};
#[cfg(not(windows))]
use postroom_base::text;

#[cfg(windows)]
pub use self::worker::run_worker;

/// The prefix of a queue's address, followed by its name.
pub const SCHEME: &str = "winspool:";

/// Access to the spooler of this computer. Calls must run on a tokio runtime with io and time,
/// and each has a time limit.
#[derive(Clone, Debug)]
pub struct Spooler {
    #[cfg(windows)]
    program: PathBuf,
}

#[cfg(not(windows))]
fn elsewhere() -> String {
    text!("printing-windows-elsewhere").to_owned()
}

impl Spooler {
    /// `program` is this application's binary, which has the subcommand `spooler-worker`.
    #[cfg_attr(not(windows), expect(unused_variables, reason = "no child here"))]
    pub fn new(program: PathBuf) -> Self {
        Self {
            #[cfg(windows)]
            program,
        }
    }
}

/// Settings copied from a Windows computer may refer to queues that do not exist on this system.
#[cfg(not(windows))]
impl Spooler {
    /// # Errors
    /// Always: this is not a Windows computer.
    pub async fn queues(&self) -> Result<Vec<Queue>, String> {
        Err(elsewhere())
    }

    /// Sends nothing: this system has no such queue.
    pub async fn print(&self, _queue: &str, _title: &str, _bytes: Vec<u8>) -> SpoolOutcome {
        SpoolOutcome::Refused { reason: elsewhere() }
    }

    /// Always [`Progress::NoAnswer`]: the state is unknown on this system.
    pub async fn progress(&self, _queue: &str, _title: &str, _job: i32, _known: &str) -> Progress {
        Progress::NoAnswer { reason: elsewhere() }
    }

    /// # Errors
    /// Always: this is not a Windows computer.
    pub async fn cancel(&self, _queue: &str, _title: &str, _job: i32) -> Result<(), String> {
        Err(elsewhere())
    }
}
