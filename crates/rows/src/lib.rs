//! The rows that are stored, as plain data: what the stores write and read, and what the desk computes
//! from them. Named here once, so that neither needs the other.

pub mod author;
pub mod document;
pub mod limits;
pub mod order;
pub mod scope;
#[cfg(test)]
#[path = "../../../assets/language/in_tests.rs"]
mod words;

#[cfg(not(test))]
use postroom_base::{message, text};
#[cfg(test)]
use words::{message, text};
