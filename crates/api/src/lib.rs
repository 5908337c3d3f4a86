//! The shipping interface as typed calls. One file per resource holds its types and then its calls.
//! `call` defines a call, `retry` decides on retries, `error` and `explain` describe failures. `page`
//! and `listing` read lists, `value` has every enumerated value, and `lenient` decodes a response
//! member by member with the readers of `tolerant`. Nothing here sends a call: the room `client` of the
//! program does. Uses neither the practice service nor SQLite nor the user interface.

#[macro_use]
mod tolerant;

pub mod account;
pub mod address;
pub mod call;
pub mod carrier;
pub mod carrier_account;
pub mod customs;
pub mod document;
pub mod error;
pub mod explain;
pub mod label;
pub mod lenient;
pub mod listing;
pub mod manifest;
pub mod package;
pub mod page;
pub mod rate;
pub mod retry;
pub mod shipment;
pub mod tracking;
pub mod url;
pub mod user;
pub mod value;
#[cfg(test)]
#[path = "../../../assets/language/in_tests.rs"]
mod words;

#[cfg(not(test))]
use postroom_base::text;
#[cfg(test)]
use words::text;
