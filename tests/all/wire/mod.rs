//! The client's side of the wire, held against `tests/golden`: JSON transcribed by hand
//! from the interface.

mod calls;
mod errors;
pub mod golden;
mod label;
mod server;
mod transport;
mod values;
