//! Queues of the Windows print spooler: which there are, a job into one, and what Windows
//! says of that job afterwards. Printer language goes through as it is (datatype RAW).
//!
//! The library that speaks to the spooler ends the process where no printer is the usual
//! one, and forgets to give memory back. So it only ever runs in a short-lived child of
//! this program, like the decoders of label files do.

#[cfg(windows)]
mod child;
#[cfg(any(windows, test))]
mod told;
#[cfg(windows)]
mod worker;

use std::path::PathBuf;

#[cfg(not(windows))]
use super::cups::{Progress, Queue, Spooled};

#[cfg(windows)]
pub use self::worker::run_worker;

/// What a queue's address begins with; its name follows.
pub const SCHEME: &str = "winspool:";

/// The way to the spooler of this computer. Calls must run on a tokio runtime with io and
/// time; each ends by itself.
#[derive(Clone, Debug)]
pub struct Spooler {
    #[cfg(windows)]
    program: PathBuf,
}

#[cfg(not(windows))]
const ELSEWHERE: &str = "This is a queue of a Windows computer; choose a printer of this one";

impl Spooler {
    /// `program` is this application's binary, which answers to `spooler-worker`.
    #[cfg_attr(not(windows), expect(unused_variables, reason = "no child here"))]
    pub fn new(program: PathBuf) -> Self {
        Self {
            #[cfg(windows)]
            program,
        }
    }
}

/// Data brought here from a Windows computer names queues that are not here.
#[cfg(not(windows))]
impl Spooler {
    /// # Errors
    /// Always: this is no Windows computer.
    pub async fn queues(&self) -> Result<Vec<Queue>, String> {
        Err(ELSEWHERE.to_owned())
    }

    /// Sends nothing: there is no such queue here.
    pub async fn print(&self, _queue: &str, _title: &str, _bytes: Vec<u8>) -> Spooled {
        Spooled::Refused {
            reason: ELSEWHERE.to_owned(),
        }
    }

    /// Nobody here can tell.
    pub async fn progress(&self, _queue: &str, _title: &str, _job: i32, _known: &str) -> Progress {
        Progress::NoAnswer {
            reason: ELSEWHERE.to_owned(),
        }
    }

    /// # Errors
    /// Always: this is no Windows computer.
    pub async fn cancel(&self, _queue: &str, _title: &str, _job: i32) -> Result<(), String> {
        Err(ELSEWHERE.to_owned())
    }
}
