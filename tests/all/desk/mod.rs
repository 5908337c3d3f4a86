//! The desk without a window, against the real practice service in this process.

mod accounts;
mod balance;
mod cups;
mod data;
mod harness;
mod main_job;
mod money;
mod offline;
mod printing;
mod printing_many;
mod rates;
mod refunds;
mod sync;
mod twin;
