//! Workbooks of Excel 5.0 to 2003.

mod records;

use std::io::Cursor;

use calamine::{Reader, Xls, XlsError};

use self::records::BookRecords;
use crate::read_file::cell_value;
use crate::read_file::error::{OtherFile, ReadFileError};
use crate::read_file::sheet_builder::{Merge, SheetBuilder};
use crate::read_file::spreadsheet::{SheetSink, ordered_sheets};
use crate::sheet::Sheet;

pub(super) fn read(bytes: &[u8], sink: &mut SheetSink<'_>) -> Result<(), ReadFileError> {
    let mut book = Xls::new(Cursor::new(bytes)).map_err(|error| match error {
        XlsError::Cfb(_) => refusal_by_streams(bytes),
        error => refusal(error),
    })?;
    let is_1904 = book.has_1904_epoch();
    let more = BookRecords::read(bytes).unwrap_or_default();
    let names: Vec<String> = book.sheets_metadata().iter().map(|it| it.name.clone()).collect();
    let open = more.open.and_then(|at| names.get(at)).map(String::as_str);
    for name in ordered_sheets(book.sheets_metadata(), open) {
        let mut sheet = SheetBuilder::default();
        let range = book.worksheet_range(&name).map_err(refusal)?;
        let (first_row, first_column) = range.start().unwrap_or_default();
        for (row, column, value) in range.used_cells() {
            let place = |offset: usize| u32::try_from(offset).map_err(|_| ReadFileError::Damaged);
            let (row, column) = (first_row + place(row)?, first_column + place(column)?);
            sheet.set(row, column, cell_value::data_cell(value, is_1904))?;
        }
        let merges = book.merge_cells_by_sheet_name(&name).map_err(refusal)?;
        let merges: Vec<Merge> = merges.iter().map(Merge::from).collect();
        sheet.repeat_merged(&merges)?;
        let place = names.iter().position(|known| *known == name);
        sheet.hide(&place.map(|at| more.hidden_rows(at)).unwrap_or_default());
        let rows = sheet.into_rows();
        sink(Sheet { name, rows })?;
    }
    Ok(())
}

fn refusal(error: XlsError) -> ReadFileError {
    match error {
        XlsError::Password => ReadFileError::Password,
        _ => ReadFileError::Damaged,
    }
}

/// Why a compound file cannot be opened: Word, Outlook and encrypted workbooks of today use such
/// files too. The names of their streams are written in UTF-16.
fn refusal_by_streams(bytes: &[u8]) -> ReadFileError {
    let holds = |name: &str| {
        let wide: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        memchr::memmem::find(bytes, &wide).is_some()
    };
    let documents = ["WordDocument", "PowerPoint Document", "__substg1.0_"];
    if holds("EncryptedPackage") {
        ReadFileError::Password
    } else if documents.into_iter().any(holds) {
        OtherFile::Document.into()
    } else {
        ReadFileError::Damaged
    }
}
