//! Typed client of the shipping interface. One file per resource holds its types and
//! then its calls; `call` says what a call is, `client` sends it, `answer`
//! reads what comes back, `http` is the wire, `header` reads the headers about time,
//! `session` the token, `retry` the decision to repeat, `error` and `explain` what went
//! wrong; `value` holds every enumerated value; `lenient` reads an answer member by member
//! with the readers of `tolerant`. Knows nothing of the practice service, of SQLite or of windows.

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
pub mod manifest;
pub mod package;
pub mod page;
pub mod rate;
pub mod retry;
mod session;
pub mod shipment;
mod tolerant;
pub mod tracking;
mod url;
pub mod user;
pub mod value;
