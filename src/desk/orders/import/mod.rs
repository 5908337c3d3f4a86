//! Reading orders from tables: files, spreadsheets, the clipboard. Pure functions; the desk reads
//! the file and writes the orders.

pub mod beside;
pub mod headings;
pub mod mapping;
pub mod merge;
pub mod read_cell;
pub mod read_file;
pub mod read_orders;
pub mod sheet;
pub mod shop_words;
