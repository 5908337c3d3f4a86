//! Reading orders from tables: files, spreadsheets, the clipboard. Pure functions; the desk reads
//! the file and writes the orders.

pub mod beside;
pub mod merge;
pub mod read_orders;
