//! Binary workbooks of Excel since 2007.

mod records;

use std::io::Cursor;

use calamine::{Reader, Xlsb, XlsbError};

use self::records::{SheetRecords, open_sheet};
use crate::read_file::cell_value;
use crate::read_file::error::ReadFileError;
use crate::read_file::sheet_builder::SheetBuilder;
use crate::read_file::spreadsheet::{SheetSink, ordered_sheets};
use crate::read_file::zip_directory::ZipDirectory;
use crate::sheet::{Cell, Sheet};

pub(super) fn read(bytes: &[u8], sink: &mut SheetSink<'_>) -> Result<(), ReadFileError> {
    let zip = ZipDirectory::read(bytes)?;
    let mut book = Xlsb::new(Cursor::new(bytes)).map_err(refusal)?;
    let is_1904 = book.has_1904_epoch();
    let open = open_sheet(&zip).and_then(|at| book.sheets_metadata().get(at));
    let open = open.map(|sheet| sheet.name.clone());
    for name in ordered_sheets(book.sheets_metadata(), open.as_deref()) {
        let mut sheet = SheetBuilder::default();
        let mut cells = book.worksheet_cells_reader(&name).map_err(refusal)?;
        while let Some(cell) = cells.next_cell().map_err(refusal)? {
            let (row, column) = cell.get_position();
            let value = cell_value::cell(cell.get_value(), is_1904);
            sheet.set(row, column, value)?;
        }
        // `calamine` leaves out formulas whose result is an error, and merged cells.
        let more = SheetRecords::read(&zip, &name).ok_or(ReadFileError::Damaged)?;
        for (row, column, error) in more.formula_errors {
            sheet.set(row, column, Cell::Error(error.into()))?;
        }
        sheet.repeat_merged(&more.merges)?;
        sheet.hide(&more.hidden_rows);
        let rows = sheet.into_rows();
        sink(Sheet { name, rows })?;
    }
    Ok(())
}

fn refusal(error: XlsbError) -> ReadFileError {
    match error {
        XlsbError::Password => ReadFileError::Password,
        _ => ReadFileError::Damaged,
    }
}
