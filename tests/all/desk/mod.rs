//! The desk without a window, against the real practice service in this process.

mod address_files;
mod addresses;
mod carriers;
mod cups;
mod harness;
mod main_job;
mod manifests;
mod money;
mod offline;
mod printing;
mod printing_many;
mod refund_stops;
mod refunds;
mod sync;
