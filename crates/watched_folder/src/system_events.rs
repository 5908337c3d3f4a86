//! Events of the file system, which make a change visible sooner than the next poll.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::sync::mpsc::{self, Receiver};

/// The events of one folder, without those of its folders.
#[derive(Default)]
pub struct SystemEvents {
    receiving: Option<Receiving>,
}

struct Receiving {
    /// Ends with this value.
    _watcher: RecommendedWatcher,
    changes: Receiver<()>,
    /// The folder itself was removed or renamed: a new one of its name sends no events here.
    is_lost: Arc<AtomicBool>,
}

impl SystemEvents {
    /// Receives events from now on, if it does not yet. Without them the folder is only polled.
    pub async fn receive_from(&mut self, folder: &Path) {
        let is_lost = |receiving: &Receiving| receiving.is_lost.load(Ordering::Relaxed);
        if self.receiving.as_ref().is_some_and(is_lost) {
            self.stop();
        }
        if self.receiving.is_some() {
            return;
        }
        let folder = folder.to_owned();
        // A network folder may let the caller wait.
        let started = tokio::task::spawn_blocking(move || start(&folder)).await;
        match started {
            Ok(Ok(receiving)) => self.receiving = receiving,
            Ok(Err(error)) => tracing::debug!(%error, "a watched folder sends no events"),
            Err(error) => tracing::warn!(%error, "starting to watch a folder"),
        }
    }

    pub fn stop(&mut self) {
        self.receiving = None;
    }

    /// Waits for the next change; forever if no events are received.
    pub async fn next(&mut self) {
        let change = match &mut self.receiving {
            Some(receiving) => receiving.changes.recv().await,
            None => None,
        };
        if change.is_none() {
            // The sender ends with the watcher, or there is none.
            std::future::pending::<()>().await;
        }
    }
}

/// `None` if the folder does not exist.
fn start(folder: &Path) -> notify::Result<Option<Receiving>> {
    if !folder.is_dir() {
        return Ok(None);
    }
    // One change is as good as many: the next look sees them all.
    let (sender, changes) = mpsc::channel(1);
    let is_lost = Arc::new(AtomicBool::new(false));
    let (lost, itself) = (Arc::clone(&is_lost), folder.to_owned());
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        let is_change = match &event {
            Ok(event) => {
                if ends_the_folder(event, &itself) {
                    lost.store(true, Ordering::Relaxed);
                }
                is_change(&event.kind)
            }
            Err(_) => {
                lost.store(true, Ordering::Relaxed);
                true
            }
        };
        if is_change {
            // A full channel has a change already.
            let _ = sender.try_send(());
        }
    })?;
    watcher.watch(folder, RecursiveMode::NonRecursive)?;
    Ok(Some(Receiving { _watcher: watcher, changes, is_lost }))
}

/// Reading a file or the folder, as each look does, is no change.
fn is_change(kind: &EventKind) -> bool {
    match kind {
        EventKind::Access(access) => *access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

fn ends_the_folder(event: &Event, folder: &Path) -> bool {
    let is_end =
        matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
    is_end && event.paths.iter().any(|path| path == folder)
}

#[cfg(test)]
mod tests {
    use notify::event::{CreateKind, DataChange, RemoveKind, RenameMode};

    use super::*;

    #[test]
    fn looks_cause_no_looks() {
        let of_event = |kind: EventKind, path: &str| {
            let event = Event::new(kind).add_path(path.into());
            (is_change(&kind), ends_the_folder(&event, Path::new("/orders")))
        };
        let opened = AccessKind::Open(AccessMode::Any);
        let written = AccessKind::Close(AccessMode::Write);
        let data = ModifyKind::Data(DataChange::Any);
        let renamed = ModifyKind::Name(RenameMode::From);
        for (kind, path, change, end) in [
            (EventKind::Access(opened), "/orders", false, false),
            (EventKind::Access(AccessKind::Read), "/orders/a", false, false),
            (EventKind::Access(written), "/orders/a", true, false),
            (EventKind::Create(CreateKind::File), "/orders/a", true, false),
            (EventKind::Modify(data), "/orders/a", true, false),
            (EventKind::Modify(renamed), "/orders/a", true, false),
            (EventKind::Modify(renamed), "/orders", true, true),
            (EventKind::Remove(RemoveKind::File), "/orders/a", true, false),
            (EventKind::Remove(RemoveKind::Folder), "/orders", true, true),
        ] {
            assert_eq!(of_event(kind, path), (change, end), "{kind:?} {path}");
        }
    }
}
