//! Everything that was bought: the list, its search, keeping it like the account, and files of it.

pub(in crate::desk) mod export;
pub mod list;
pub mod never_scanned;
pub mod sync;
