//! One parcel as plain data, independent of the desk: the draft, its problems, the requests built
//! from it, and the comparison of its rates. Nothing here has side effects.

pub mod address_check;
pub mod address_parts;
pub mod catalogs;
pub mod comparable_parcel;
pub mod draft;
pub mod hidden_services;
pub mod last_service;
pub mod missing_rates;
pub mod names;
pub mod parse_input;
pub mod paste_address;
pub mod postcode;
pub mod preset;
pub mod problems;
pub mod rate_ranking;
pub mod requests;
pub mod restricted_services;
#[cfg(test)]
#[path = "../../tables/src/test_lists.rs"]
mod test_lists;
#[cfg(test)]
#[path = "../../../assets/language/in_tests.rs"]
mod words;

#[cfg(not(test))]
use postroom_base::{message, text};
#[cfg(test)]
use words::{message, text};
