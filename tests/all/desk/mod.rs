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
mod duplicate_alert;
mod express;
pub mod harness;
mod keyrings;
mod label_files;
mod lister;
mod lists;
mod main_job;
mod manifests;
mod many_labels;
mod money;
mod office;
mod offline;
pub mod printing;
mod printing_many;
mod rate_history;
mod rates;
#[cfg(unix)]
mod recorded_weights;
mod refund_stops;
mod refunds;
mod refused;
mod safekeeping;
mod salvage;
mod saved_accounts;
#[cfg(unix)]
mod scale;
mod scans;
mod spooler;
mod switching;
mod sync;
mod uncertain_purchases;
