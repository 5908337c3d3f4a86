//! Tables from the bytes of a file or from the clipboard. What a file is follows from its content.
//!
//! A formula is its stored result; without one the cell is an error that shows the formula. The value
//! of merged cells is repeated downward. The sheet that was open comes first, hidden sheets come last.
//! Hidden columns are read as the others; hidden rows are marked, and a person is asked about them.
//!
//! Text is read here. Spreadsheets are read by `calamine`, which some files bring to panic, to loop
//! or to take gigabytes; so the desk reads them with [`read_file_in_child`], and only tests and the
//! child process use [`read_file`] for them.

mod cell_value;
mod child;
mod cleaned_text;
mod delimited;
mod error;
mod file_type;
mod little_endian;
mod ods;
mod sheet_builder;
mod spreadsheet;
mod worker;
mod xls;
mod xlsb;
mod xlsx;
mod xml_tags;
mod zip_directory;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

pub use self::child::read_file_in_child;
pub use self::error::{OtherFile, ReadFileError};
pub use self::worker::run_sheet_worker;

use self::delimited::read_rows;
use self::file_type::{FileType, file_type};
use self::spreadsheet::read_each_sheet;
use super::sheet::{FileKind, Sheet, SheetRow, TextForm, Workbook};
use crate::text_encoding::Encoding;
use postroom_base::read_limited;

/// What a person knows better than the guess about a text file. Spreadsheets need none of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    pub encoding: Option<Encoding>,
    /// One ASCII character; any other is ignored.
    pub delimiter: Option<u8>,
}

/// A file is in memory as a whole, as bytes and as text. 100,000 orders of 20 columns are about 30 MB.
const MOST_MEGABYTES: u64 = 256;
const MEGABYTE: u64 = 1024 * 1024;
/// Cells of all sheets, with the empty ones between others: about 600 MB of memory. That is a million
/// rows of nine columns, or 100,000 of the widest export of a shop, which has 79.
const MOST_CELLS: u64 = 10_000_000;

/// The largest file that is opened; a million rows of a shop are smaller.
pub const LARGEST_TABLE: u64 = 512 * MEGABYTE;

/// The name of a file without its folder, and its content. `too_large` says that it is larger than
/// anything that is read.
pub async fn read_whole(
    path: PathBuf,
    too_large: fn() -> &'static str,
) -> (String, io::Result<Arc<[u8]>>) {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let reading = tokio::task::spawn_blocking(move || {
        let read = read_limited::read_file(&path, LARGEST_TABLE).map(Arc::from);
        read.map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => io::Error::other(too_large()),
            _ => error,
        })
    });
    (name, reading.await.unwrap_or_else(|panic| Err(io::Error::other(panic))))
}

/// Reads the table of a file. `name` is the name of the file without its folder.
///
/// # Errors
/// A [`ReadFileError`], whose `Display` tells a clerk what to do.
pub fn read_file(
    name: &str,
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<Workbook, ReadFileError> {
    let kind = checked_file_type(name, bytes)?;
    let mut workbook = match kind {
        FileType::Text => read_text(bytes, options)?,
        _ => read_spreadsheet(kind, bytes)?,
    };
    workbook.file = name.to_owned();
    Ok(workbook)
}

/// Reads a table that was copied from a spreadsheet or from a text. Without a table in it, the
/// workbook has no sheets.
pub fn read_clipboard(text: &str) -> Result<Workbook, ReadFileError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let table = read_rows(text, None, b'\t')?;
    if table.rows.is_empty() {
        return Err(ReadFileError::NoRows);
    }
    Ok(text_workbook(table, FileKind::Clipboard, Encoding::Utf8))
}

/// Reads the table of a decoded text, and returns its delimiter. `wanted` is the one that a person
/// chose.
///
/// # Errors
/// [`ReadFileError::TooManyCells`].
pub fn read_table_of_text(text: &str, wanted: Option<u8>) -> Result<(Sheet, u8), ReadFileError> {
    let table = read_rows(text, wanted, b',')?;
    Ok((Sheet { name: String::new(), rows: table.rows }, table.delimiter))
}

fn checked_file_type(name: &str, bytes: &[u8]) -> Result<FileType, ReadFileError> {
    let megabytes = bytes.len() as u64 / MEGABYTE;
    if megabytes >= MOST_MEGABYTES {
        return Err(ReadFileError::TooLarge { megabytes, most: MOST_MEGABYTES });
    }
    file_type(name, bytes)
}

fn read_text(bytes: &[u8], options: &ReadOptions) -> Result<Workbook, ReadFileError> {
    // A program that made room for the file before writing it left zeros.
    let filled = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
    let written = bytes.get(..filled).unwrap_or(bytes);
    let encoding = options.encoding.unwrap_or_else(|| Encoding::detect(written));
    let bytes = match encoding {
        // The last character may end with a zero.
        Encoding::Utf16Le | Encoding::Utf16Be => bytes.get(..filled.next_multiple_of(2)),
        _ => bytes.get(..filled),
    };
    let bytes = bytes.unwrap_or(written);
    let text = match options.encoding {
        // Two exports that were put together can have two encodings.
        None => encoding.decode_by_lines(bytes),
        Some(_) => encoding.decode_in_place(bytes),
    };
    let table = read_rows(&text, options.delimiter, b',')?;
    if table.rows.is_empty() {
        return Err(ReadFileError::NoRows);
    }
    Ok(text_workbook(table, FileKind::DelimitedText, encoding))
}

fn text_workbook(table: delimited::DelimitedRows, kind: FileKind, encoding: Encoding) -> Workbook {
    let sheet = Sheet { name: String::new(), rows: table.rows };
    Workbook {
        file: String::new(),
        sheets: if sheet.rows.is_empty() { Vec::new() } else { vec![sheet] },
        kind,
        text_form: Some(TextForm { encoding, delimiter: table.delimiter }),
    }
}

fn read_spreadsheet(kind: FileType, bytes: &[u8]) -> Result<Workbook, ReadFileError> {
    let mut sheets = SheetCollector::default();
    read_each_sheet(kind, bytes, &mut |sheet| sheets.add(sheet))?;
    sheets.into_workbook()
}

/// Collects the sheets of a spreadsheet that have rows.
#[derive(Default)]
struct SheetCollector {
    sheets: Vec<Sheet>,
    cells: usize,
}

impl SheetCollector {
    fn add(&mut self, mut sheet: Sheet) -> Result<(), ReadFileError> {
        sheet.rows.iter_mut().for_each(SheetRow::cut_long_cells);
        self.cells += sheet.rows.iter().map(|row| row.cells.len()).sum::<usize>();
        too_many_cells(self.cells)?;
        if !sheet.rows.is_empty() {
            self.sheets.push(sheet);
        }
        Ok(())
    }

    fn into_workbook(self) -> Result<Workbook, ReadFileError> {
        if self.sheets.is_empty() {
            return Err(ReadFileError::NoRows);
        }
        Ok(Workbook { sheets: self.sheets, kind: FileKind::Spreadsheet, ..Workbook::default() })
    }
}

/// # Errors
/// [`ReadFileError::TooManyCells`] if a table with so many cells is not read.
fn too_many_cells(cells: usize) -> Result<(), ReadFileError> {
    if cells as u64 > MOST_CELLS {
        return Err(ReadFileError::TooManyCells { most: MOST_CELLS });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
