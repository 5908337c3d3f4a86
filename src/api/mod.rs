//! Typed client of the shipping interface. One file per resource holds its types and
//! then its calls; `value` holds every enumerated value, `tolerant` what makes reading
//! forgiving. Knows nothing of the practice service, of SQLite or of windows.

pub mod account;
pub mod address;
pub mod carrier;
pub mod carrier_account;
pub mod customs;
pub mod label;
pub mod manifest;
pub mod package;
pub mod rate;
pub mod shipment;
mod tolerant;
pub mod tracking;
pub mod user;
pub mod value;
