//! Tables as text. Quotes are read as spreadsheets write them; a quote that is wrong costs at most
//! its line.

mod delimiter;
mod record;

use self::delimiter::{columns_of, find_delimiter};
use self::record::Records;
use crate::read_file::error::ReadFileError;
use crate::read_file::too_many_cells;
use crate::sheet::{RowFault, SheetRow};

/// The rows of a text and the delimiter between their cells.
#[derive(Debug)]
pub(super) struct DelimitedRows {
    pub rows: Vec<SheetRow>,
    pub delimiter: u8,
}

/// Reads a decoded text. `wanted` is the delimiter that a person chose; `usual` is taken if the
/// text does not show one.
///
/// # Errors
/// [`ReadFileError::TooManyCells`].
pub(super) fn read_rows(
    text: &str,
    wanted: Option<u8>,
    usual: u8,
) -> Result<DelimitedRows, ReadFileError> {
    let text = text.trim_end_matches('\0');
    let (declared, begin) = declared_delimiter(text);
    let wanted = wanted.filter(|byte| can_delimit(*byte));
    let delimiter = wanted.or(declared).unwrap_or_else(|| find_delimiter(text, usual));
    let columns = columns_of(text, begin, delimiter);
    let mut records = Records::new(text, begin, delimiter).expect_columns(columns);
    // A search in the whole text is fast; without a hit no row has to be searched.
    let has_undecodable = memchr::memmem::find(text.as_bytes(), REPLACEMENT).is_some();
    let (mut rows, mut cells) = (Vec::new(), 0);
    while let Some(record) = records.next_record() {
        let fault = if record.open_quote {
            Some(RowFault::OpenQuote)
        } else if has_undecodable && record.text.contains('\u{fffd}') {
            Some(RowFault::Undecodable)
        } else {
            None
        };
        let number = record.line;
        let is_blank = fault.is_none() && records.cells().iter().all(|cell| cell.is_blank());
        if is_blank {
            continue;
        }
        cells += records.cells().len();
        too_many_cells(cells)?;
        let mut row = SheetRow { number, cells: records.take_cells(), fault };
        row.cut_long_cells();
        rows.push(row);
    }
    Ok(DelimitedRows { rows, delimiter })
}

/// `U+FFFD`, which stands for bytes that are no text.
const REPLACEMENT: &[u8] = "\u{fffd}".as_bytes();

/// A delimiter is one ASCII character with no other meaning.
fn can_delimit(byte: u8) -> bool {
    byte.is_ascii() && !matches!(byte, b'"' | b'\r' | b'\n' | 0)
}

/// The delimiter that a first line such as `sep=;` declares, for Excel, and where the table begins
/// after it.
fn declared_delimiter(text: &str) -> (Option<u8>, Begin) {
    const LONGEST: usize = 16;
    let none = (None, Begin { at: 0, line: 1 });
    let end = memchr::memchr2(b'\r', b'\n', text.as_bytes()).unwrap_or(text.len());
    let Some(line) = text.get(..end).filter(|line| line.len() <= LONGEST) else {
        return none;
    };
    let inner = line.trim_matches(['"', ' ', '\u{feff}']);
    let Some(name) = inner.get(..4).filter(|name| name.eq_ignore_ascii_case("sep=")) else {
        return none;
    };
    let delimiter = match inner.get(name.len()..).unwrap_or_default().as_bytes() {
        b"\\t" => b'\t',
        // A program that saved the table again has added delimiters up to its width.
        [first, rest @ ..] if can_delimit(*first) && rest.iter().all(|byte| byte == first) => {
            *first
        }
        _ => return none,
    };
    let rest = text.get(end..).unwrap_or_default();
    let line_end = if rest.starts_with("\r\n") { 2 } else { rest.len().min(1) };
    let begin = Begin { at: end + line_end, line: 2 };
    (Some(delimiter), begin)
}

/// Where a table begins in a text: the byte, and the line counted from 1.
#[derive(Clone, Copy, Debug)]
struct Begin {
    at: usize,
    line: u64,
}

#[cfg(test)]
mod tests;
