//! The client's requests and replies, compared with `tests/golden`: JSON transcribed by hand from
//! the interface.

mod arriving;
mod calls;
mod download;
mod errors;
pub mod golden;
pub mod limits;
mod odd_reply_members;
mod sending;
mod served;
pub mod server;
pub mod tls;
mod transport;
pub mod typed;
mod values;
