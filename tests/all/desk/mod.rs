//! Tests of the desk without a window, against the real practice service in this process.

mod accounts;
mod address_files;
mod addresses;
mod balance;
mod canary;
mod carriers;
mod children;
mod closing;
mod containers;
mod crashes;
mod cups;
mod data;
mod delivered;
mod doubts;
mod express;
pub mod harness;
mod keeping;
mod keyrings;
mod known;
mod label_files;
mod lister;
mod lists;
mod main_job;
mod manifests;
mod many;
mod money;
mod office;
mod offline;
mod past;
pub mod printing;
mod printing_many;
mod rates;
mod refund_stops;
mod refunds;
mod refused;
mod salvage;
#[cfg(unix)]
mod scale;
mod scans;
mod spooler;
mod switching;
mod sync;
mod twin;
#[cfg(unix)]
mod witness;
