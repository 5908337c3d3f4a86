//! The practice service over raw sockets. No client of ours: a wrong field name must not
//! be able to hide on both sides.

mod addresses;
mod carriers;
mod conformance;
mod containers;
mod durable;
mod errors;
mod every_call;
mod hostile;
mod http;
mod labels;
mod main_job;
mod manifest_refusals;
mod manifests;
mod money;
mod practice;
mod rates;
pub mod setup;
