//! Spreadsheets of OpenDocument.

mod merged_rows;

use std::io::Cursor;

use calamine::{Data, Ods, OdsError, Reader};

use self::merged_rows::{open_table, rows_beyond};
use crate::read_file::cell_value;
use crate::read_file::error::ReadFileError;
use crate::read_file::sheet_builder::SheetBuilder;
use crate::read_file::spreadsheet::{SheetSink, ordered_sheets};
use crate::read_file::too_many_cells;
use crate::read_file::zip_directory::ZipDirectory;
use crate::sheet::{Cell, Sheet};

/// The list of parts, of which each may be encrypted.
const MANIFEST_BYTES: u64 = 1024 * 1024;

pub(super) fn read(bytes: &[u8], sink: &mut SheetSink<'_>) -> Result<(), ReadFileError> {
    let zip = ZipDirectory::read(bytes)?;
    let manifest = zip.content("META-INF/manifest.xml", MANIFEST_BYTES).unwrap_or_default();
    if memchr::memmem::find(&manifest, b"encryption-data").is_some() {
        return Err(ReadFileError::Password);
    }
    // Before `calamine`, which never ends if a table does not.
    let mut rows_beyond = rows_beyond(&zip).ok_or(ReadFileError::Damaged)?;
    let open = open_table(&zip);
    let mut book = Ods::new(Cursor::new(bytes)).map_err(refusal)?;
    for name in ordered_sheets(book.sheets_metadata(), open.as_deref()) {
        let mut sheet = SheetBuilder::default();
        let values = book.worksheet_range(&name).map_err(refusal)?;
        let formulas = book.worksheet_formula(&name).map_err(refusal)?;
        let (first_row, first_column) = values.start().unwrap_or_default();
        for (row, column, value) in values.used_cells() {
            let place = (first_row + count(row)?, first_column + count(column)?);
            let is_formula = formulas.get_value(place).is_some_and(|text| !text.is_empty());
            let cell = match value {
                Data::String(text) if is_formula && is_error(text) => {
                    Cell::Error(text.trim().into())
                }
                value => cell_value::data_cell(value, false),
            };
            sheet.set(place.0, place.1, cell)?;
        }
        let (first_row, first_column) = formulas.start().unwrap_or_default();
        for (row, column, formula) in formulas.used_cells() {
            let place = (first_row + count(row)?, first_column + count(column)?);
            let value = values.get_value(place);
            if value.is_none_or(|value| *value == Data::Empty) {
                // Written by a program that cannot calculate.
                let text = formula.strip_prefix("of:").unwrap_or(formula);
                sheet.set(place.0, place.1, Cell::Error(text.into()))?;
            }
        }
        let beyond = rows_beyond.remove(&name).unwrap_or_default();
        sheet.repeat_merged(&beyond.merges)?;
        sheet.hide(&beyond.hidden);
        let rows = sheet.into_rows();
        sink(Sheet { name, rows })?;
    }
    Ok(())
}

fn count(offset: usize) -> Result<u32, ReadFileError> {
    u32::try_from(offset).map_err(|_| ReadFileError::Damaged)
}

fn refusal(error: OdsError) -> ReadFileError {
    match error {
        OdsError::Password => ReadFileError::Password,
        OdsError::CellLimitExceeded { requested, .. } => {
            too_many_cells(requested).err().unwrap_or(ReadFileError::Damaged)
        }
        _ => ReadFileError::Damaged,
    }
}

/// The words by which LibreOffice shows an error.
fn is_error(text: &str) -> bool {
    let text = text.trim();
    let is_code = text.strip_prefix("Err:").is_some_and(|code| code.parse::<u16>().is_ok());
    let is_word = text.starts_with('#') && text.ends_with(['!', '?', 'A']);
    is_code || is_word
}
