//! The desk without a window, against the real practice service in this process.

mod cups;
mod harness;
mod main_job;
mod manifests;
mod money;
mod offline;
mod printing;
mod printing_many;
mod refunds;
mod sync;
