//! Typed client of the shipping interface. One file per resource holds its types and then its
//! calls. `call` defines a call, `client` sends it, `answer` reads the response, `http` is the
//! transport, `header` reads the date headers, `session` holds the token, `retry` decides on
//! retries, `error` and `explain` describe failures. `page` and `listing` read lists, `value` has
//! every enumerated value, and `lenient` decodes a response member by member with the readers of
//! `tolerant`. Uses neither the practice service nor SQLite nor the user interface.

pub mod account;
pub mod address;
mod answer;
pub mod call;
pub mod carrier;
pub mod carrier_account;
pub mod client;
pub mod customs;
pub mod document;
pub mod error;
pub mod explain;
mod header;
mod http;
pub mod label;
pub mod lenient;
pub mod listing;
pub mod manifest;
pub mod package;
pub mod page;
pub mod rate;
pub mod retry;
mod session;
pub mod shipment;
mod tolerant;
pub mod tracking;
pub mod url;
pub mod user;
pub mod value;
