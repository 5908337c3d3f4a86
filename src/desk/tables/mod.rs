//! Tables that people bring: files, spreadsheets, the clipboard. What their headings and cells mean,
//! and the address of a row. Orders and the address book are read by the same functions. All but
//! `read_file` is pure; the features write what was read.

pub mod columns;
pub mod headings;
pub mod mapping;
pub mod read_cell;
pub mod read_file;
pub mod recipient;
pub mod sheet;
pub mod shop_words;
#[cfg(test)]
pub(super) mod test_tables;
pub mod word_lists;
