//! The desk without a window, against the real practice service in this process.

mod accounts;
mod address_files;
mod addresses;
mod balance;
mod carriers;
mod containers;
mod cups;
mod data;
mod harness;
mod known;
mod main_job;
mod manifests;
mod money;
mod offline;
mod printing;
mod printing_many;
mod rates;
mod refund_stops;
mod refunds;
mod refused;
mod switching;
mod sync;
mod twin;
