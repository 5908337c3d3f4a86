//! Shipments: the list and its search, keeping the cache up to date with the account, and exports.

pub(in crate::desk) mod export;
pub mod intent;
pub mod list;
pub mod never_scanned;
pub mod sync;
