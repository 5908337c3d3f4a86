//! Tables that people bring: files, spreadsheets, the clipboard. What their headings and cells mean,
//! and the address of a row. Orders and the address book are read by the same functions. All but
//! `read_file` is pure; the features write what was read.

pub mod columns;
pub mod headings;
pub mod import_note;
pub mod mapping;
pub mod read_cell;
pub mod read_file;
pub mod recipient;
pub mod sheet;
pub mod shop_words;
#[cfg(test)]
mod test_lists;
#[cfg(test)]
mod test_tables;
pub mod text_encoding;
pub mod word_lists;
#[cfg(test)]
#[path = "../../../assets/language/in_tests.rs"]
mod words;

#[cfg(not(test))]
use postroom_base::{message, text};
#[cfg(test)]
use words::{message, text};

/// The name under which `test_tables` finds this package, here as in the tests of `orders`.
#[cfg(test)]
extern crate self as postroom_tables;
