//! Files of this installation: `journal.db` (purchases; never deleted), `cache.db` (can be
//! rebuilt), `book.db` (the address book), `workspace.db` (orders), `print.db` (printers and their
//! jobs) and `outbox.db` (what goes back to a shop's database). Each file has one named writer
//! thread behind a bounded channel; all but `print.db` and `outbox.db` also have a few read
//! connections. Callers only await. `shop_file` reads SQLite files of other programs.
//!
//! Bodies and snapshots are bytes and JSON text here: the store does not depend on the types of
//! the API, on the network, or on the rules for retrying a purchase.

pub mod backup;
pub mod book;
pub mod cache;
mod file;
mod file_step;
mod fts;
mod integrity_check;
pub mod journal;
pub mod outbox;
mod replace_database;
pub mod secret;
pub mod shop_file;
pub mod small;
pub mod spool;
mod worker;
pub mod workspace;

pub use book::{Book, BookChange, BookError, BookPage, BookQuery, BookRecord, GroupedRecord};
pub use cache::{
    Cache, CacheError, Opened, Scope, ShipmentPage, ShipmentQuery, ShipmentRecord, Snapshot,
};
pub use file::{FileError, FileStep};
pub use integrity_check::check_in_background as look_through;
pub use journal::{
    Entry, EntryContext, EntryKind, EntryState, Journal, JournalError, NewEntry, SendPermit,
};
pub use spool::{JobRecord, JobState, NewJob, Spool, SpoolError};
