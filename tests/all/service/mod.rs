//! The practice service over raw sockets, without the project's client, so that a wrong field name
//! cannot go unnoticed because both sides share it.

mod accounts;
mod addresses;
mod admin;
mod carriers;
pub mod codes;
mod codes_accounts;
mod codes_shipping;
mod conformance;
mod connections;
mod containers;
mod durable;
mod errors;
mod every_call;
mod faults;
mod hostile;
mod http;
mod label_words;
mod labels;
mod main_job;
mod manifest_refusals;
mod manifests;
mod money;
mod neighbours;
mod omitted_fields;
mod pages;
mod practice;
mod rates;
mod sandbox;
pub mod setup;
mod stored_rows;
mod versions;
mod warnings;
