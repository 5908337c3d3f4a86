//! What the user is told of the watched folder.

use std::sync::Arc;

use crate::message;
use crate::{ImportSummary, OrderOutcome};
use postroom_base::locale::Message;

#[derive(Clone, Debug, PartialEq)]
pub enum FolderEvent {
    /// The folder can be read: at the start, and after `FolderUnavailable`.
    FolderAvailable,
    /// The folder cannot be read. Comes once, until it is back.
    FolderUnavailable {
        reason: Message,
    },
    /// A file was imported. It is still to be moved.
    FileImported {
        file: String,
        summary: Arc<ImportSummary>,
    },
    /// A file has the content of `first`, which is in `done/`; it was not imported.
    FileImportedBefore {
        file: String,
        first: String,
    },
    /// A file cannot be imported. It is still to be moved.
    FileRefused {
        file: String,
        reason: Message,
    },
    /// A file is not taken, or it cannot be moved. Comes once for each content of a file.
    FileWaits {
        file: String,
        reason: Message,
    },
    /// What `FileWaits` said is over.
    FileWaitEnded {
        file: String,
    },
    /// Orders cannot be stored, and no file is taken. Comes once, until they can.
    ImportUnavailable {
        reason: Message,
    },
    ImportAvailable,
}

impl FolderEvent {
    /// The event as a notice; `None` if it only ends an earlier one.
    pub fn notice(&self) -> Option<Message> {
        Some(match self {
            Self::FolderAvailable | Self::FileWaitEnded { .. } | Self::ImportAvailable => {
                return None;
            }
            Self::FolderUnavailable { reason } => {
                message!("order-import-folder-unavailable", reason = reason)
            }
            Self::FileImported { file, summary } => message!(
                "order-import-folder-imported",
                file = file,
                added = summary.count(OrderOutcome::Added),
                updated = summary.count(OrderOutcome::Updated),
                unchanged = summary.count(OrderOutcome::Unchanged),
                kept = summary.count(OrderOutcome::KeptAside),
                refused = summary.count(OrderOutcome::Refused),
                attention = summary.in_need_of_attention()
            ),
            Self::FileImportedBefore { file, first } => {
                message!("order-import-folder-imported-before", file = file, first = first)
            }
            Self::FileRefused { file, reason } => {
                message!("order-import-folder-refused", file = file, reason = reason)
            }
            Self::FileWaits { file, reason } => {
                message!("order-import-folder-waits", file = file, reason = reason)
            }
            Self::ImportUnavailable { reason } => {
                message!("order-import-folder-paused", reason = reason)
            }
        })
    }
}
