//! Tests of the desk without a window, against the real practice service in this process.

mod accounts;
mod address_files;
mod addresses;
mod ages;
mod balance;
mod base_url;
mod canary;
mod carriers;
mod children;
mod closing;
mod containers;
mod crashes;
mod cups;
mod data;
mod delivered;
mod drafts;
mod duplicate_alert;
mod express;
mod finder;
pub mod harness;
pub mod imported_orders;
mod keyrings;
mod label_defaults;
mod label_files;
mod lister;
mod lists;
mod main_job;
mod manifests;
mod many_labels;
mod money;
mod office;
mod offline;
mod orders;
mod package_numbers;
pub mod printing;
mod printing_many;
mod rate_history;
mod rates;
#[cfg(unix)]
mod recorded_weights;
mod refund_stops;
mod refunds;
mod refused;
mod return_label;
mod safekeeping;
mod salvage;
mod saved_accounts;
#[cfg(unix)]
mod scale;
mod scans;
mod spooler;
#[cfg(unix)]
pub mod stations;
mod switching;
mod sync;
mod uncertain_purchases;
mod untracked;
