//! From the rows of a table to orders, and what they change. Pure functions; the desk reads the file
//! and writes the orders.

pub mod beside;
pub mod merge;
pub mod read_orders;

pub use crate::desk::tables::{headings, mapping, read_cell, read_file, sheet};
