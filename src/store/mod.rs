//! What this desk keeps on disk: `journal.db` (money; never deleted), `cache.db`
//! (rebuildable), `book.db` (the address book) and `print.db` (printers and their jobs). Each file has one named writer
//! thread behind a bounded channel and a few read connections; callers only await.
//!
//! Bodies and snapshots are bytes and JSON text here: the store knows nothing of the
//! interface's types, of the network or of what a purchase is worth repeating for.

pub mod backup;
pub mod book;
pub mod cache;
mod file;
mod fts;
pub mod journal;
mod look;
pub mod secret;
pub mod small;
pub mod spool;
mod worker;

pub use book::{Book, BookError, BookPage, BookQuery, BookRecord, Change, Filed};
pub use cache::{
    Cache, CacheError, Opened, Scope, ShipmentPage, ShipmentQuery, ShipmentRecord, Snapshot,
};
pub use file::FileError;
pub use journal::{Beside, Entry, EntryState, Journal, JournalError, Kind, NewEntry, SendPermit};
pub use look::through as look_through;
pub use spool::{JobRecord, JobState, NewJob, Spool, SpoolError};
