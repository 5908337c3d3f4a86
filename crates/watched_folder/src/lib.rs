//! A folder whose files are imported as orders. A file is taken when it is whole, imported, and
//! moved to `done/` beside a result file, or to `failed/` beside the reason.
//!
//! A file is imported before it is moved, and an import that is repeated changes nothing (the orders
//! keep the digest of their rows). So a crash in between repeats the import at the next start, and
//! then the file is moved. `done/` is the memory of the folder: a file with
//! the content of one in there is not imported but moved beside it.

mod completeness;
mod disk;
mod folder_event;
mod names;
mod result_file;
mod rounds;
mod steadiness;
mod system_events;

use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use crate::system_events::SystemEvents;
use postroom_base::clock::Stopwatch;
use postroom_base::locale::Message;

pub use folder_event::FolderEvent;
pub use rounds::WatchedFolder;
pub use steadiness::{Hindrance, Look, SeenFile, Stamp, Steadiness, SteadinessRules, SteadyFile};

/// The folder of imported files, in the watched folder.
pub const DONE: &str = "done";
/// The folder of files that cannot be imported.
pub const FAILED: &str = "failed";

#[derive(Clone, Copy, Debug)]
pub struct WatchedFolderSettings {
    pub steadiness: SteadinessRules,
    /// The longest pause between two looks. Network shares send no events.
    pub poll: Duration,
    /// The pause between an event and the look that it causes.
    pub after_event: Duration,
    /// For this long it is checked that a file in `done/` does not grow any more.
    pub late_writers: Duration,
    /// A larger file is refused.
    pub largest_bytes: u64,
}

impl Default for WatchedFolderSettings {
    fn default() -> Self {
        Self {
            steadiness: SteadinessRules::default(),
            poll: Duration::from_secs(10),
            after_event: Duration::from_millis(250),
            late_writers: Duration::from_secs(120),
            largest_bytes: 256 * 1024 * 1024,
        }
    }
}

/// Receives what is in the folder.
pub trait WatchedFolderSink: Send + Sync {
    /// Imports the orders of a file. The same content again adds only what is missing, because a
    /// crash repeats the import.
    ///
    /// # Errors
    /// See [`ImportRefusal`]. Of an unreadable file nothing was imported.
    fn import_file(
        &self,
        name: &str,
        content: Arc<[u8]>,
    ) -> impl Future<Output = Result<ImportSummary, ImportRefusal>> + Send;

    /// Is told what happens, in this order.
    fn receive_event(&self, event: FolderEvent) -> impl Future<Output = ()> + Send;

    /// Runs between the commit of the import and the move of the file. Tests end the program here.
    fn before_move(&self, _name: &str) -> impl Future<Output = ()> + Send {
        std::future::ready(())
    }
}

/// What became of the orders of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportSummary {
    /// In the order of the file.
    pub orders: Vec<OrderResult>,
    /// Rows that are no orders, with the reason.
    pub skipped: Vec<(u64, Message)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct OrderResult {
    /// The row of the file in which the order begins, counted from 1 with the heading.
    pub row: u64,
    pub number: String,
    pub outcome: OrderOutcome,
    pub needs_attention: bool,
    /// Why it needs attention, or what the import changed.
    pub notes: Vec<Message>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderOutcome {
    Added,
    Updated,
    /// The workspace has it as it is in the file.
    Unchanged,
    /// It is being bought or was bought; what the file says is kept beside it.
    KeptAside,
    /// The workspace does not take it.
    Refused,
}

/// Why a file was not imported.
#[derive(Clone, Debug, PartialEq)]
pub enum ImportRefusal {
    /// The file cannot be read as orders; it goes to `failed/`.
    Unreadable(Message),
    /// Orders cannot be stored at the moment; the file stays and is tried again.
    Unavailable(Message),
    /// Its orders could not be stored, and the reason may lie in the file: the files behind it are
    /// taken, and it goes to `failed/` if it fails again and again.
    Failed(Message),
}

impl ImportSummary {
    /// The number of orders with this outcome.
    pub fn count(&self, outcome: OrderOutcome) -> usize {
        let orders = self.orders.iter();
        orders.filter(|order| order.outcome == outcome).count()
    }

    pub fn in_need_of_attention(&self) -> usize {
        let orders = self.orders.iter();
        orders.filter(|order| order.needs_attention).count()
    }
}

/// Watches the folder until `closing` is ready. A file that is being imported is finished first. Must
/// run in a tokio runtime.
pub async fn watch(
    folder: PathBuf,
    settings: WatchedFolderSettings,
    sink: impl WatchedFolderSink,
    closing: impl Future<Output = ()> + Send,
) {
    let running = Stopwatch::start();
    let mut watched = WatchedFolder::new(folder, settings, sink);
    let mut events = SystemEvents::default();
    let mut closing = pin!(closing);
    loop {
        // Before the look, so that no change falls between the look and the wait for events.
        events.receive_from(watched.folder()).await;
        let files = watched.find_steady_files(running.elapsed()).await;
        if !watched.is_available() {
            events.stop();
        }
        for file in files {
            tokio::select! {
                biased;
                () = &mut closing => return,
                () = std::future::ready(()) => {}
            }
            watched.take_file(file, running.elapsed()).await;
            if watched.is_paused(running.elapsed()) {
                break;
            }
        }
        let pause = watched.pause(running.elapsed());
        let next_look = async {
            tokio::select! {
                () = events.next() => tokio::time::sleep(settings.after_event).await,
                () = tokio::time::sleep(pause) => {}
            }
        };
        tokio::select! {
            biased;
            () = &mut closing => return,
            () = next_look => {}
        }
    }
}
#[cfg(test)]
#[path = "../../../assets/language/in_tests.rs"]
mod words;

#[cfg(not(test))]
use postroom_base::{message, text};
#[cfg(test)]
use words::{message, text};
