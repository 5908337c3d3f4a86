//! Workbooks of Excel since 2007, and of every program that writes `.xlsx`.

mod written_cells;

use std::io::Cursor;

use calamine::{DataRef, Reader, Xlsx, XlsxError, XlsxFormulaMetadata};

use self::written_cells::{CellRecord, hidden_rows, open_sheet, written_cells};
use crate::read_file::cell_value;
use crate::read_file::cell_value::EXACT;
use crate::read_file::error::ReadFileError;
use crate::read_file::sheet_builder::{Merge, SheetBuilder};
use crate::read_file::spreadsheet::{SheetSink, ordered_sheets};
use crate::read_file::zip_directory::ZipDirectory;
use crate::sheet::{Cell, Sheet};

type Book<'b> = Xlsx<Cursor<&'b [u8]>>;

/// Cells whose value `calamine` does not give: it stops at an error that it does not know, such as
/// `#ERROR!`, and it rounds long numbers. They are named by their position among all cells of the
/// sheet, counted from 0, in the order of the file.
#[derive(Default)]
struct OddCells {
    unread: Vec<u64>,
    long_numbers: Vec<u64>,
}

pub(super) fn read(bytes: &[u8], sink: &mut SheetSink<'_>) -> Result<(), ReadFileError> {
    let mut book = Xlsx::new(Cursor::new(bytes)).map_err(refusal)?;
    let zip = ZipDirectory::read(bytes)?;
    let open = open_sheet(&zip).and_then(|at| book.sheets_metadata().get(at));
    let open = open.map(|sheet| sheet.name.clone());
    for name in ordered_sheets(book.sheets_metadata(), open.as_deref()) {
        let mut sheet = SheetBuilder::default();
        let odd = match read_cells(&mut book, &name, &mut sheet) {
            Err(XlsxFailure::NotASheet) => continue,
            Err(XlsxFailure::Refused(error)) => return Err(error),
            Ok(odd) => odd,
        };
        if !odd.unread.is_empty() || !odd.long_numbers.is_empty() {
            replace_odd_cells(&zip, &name, &odd, &mut sheet)?;
        }
        let merges = book.merge_cells_by_sheet_name(&name).map_err(refusal)?;
        let merges: Vec<Merge> = merges.iter().map(Merge::from).collect();
        sheet.repeat_merged(&merges)?;
        sheet.hide(&hidden_rows(&zip, &name).unwrap_or_default());
        let rows = sheet.into_rows();
        sink(Sheet { name, rows })?;
    }
    Ok(())
}

enum XlsxFailure {
    /// A sheet with a chart or a dialog.
    NotASheet,
    Refused(ReadFileError),
}

impl From<ReadFileError> for XlsxFailure {
    fn from(error: ReadFileError) -> Self {
        Self::Refused(error)
    }
}

fn refusal(error: XlsxError) -> ReadFileError {
    match error {
        XlsxError::Password => ReadFileError::Password,
        _ => ReadFileError::Damaged,
    }
}

fn read_cells(
    book: &mut Book<'_>,
    name: &str,
    sheet: &mut SheetBuilder,
) -> Result<OddCells, XlsxFailure> {
    let is_1904 = book.has_1904_epoch();
    let mut cells = match book.worksheet_cells_reader(name) {
        Err(XlsxError::NotAWorksheet(_)) => return Err(XlsxFailure::NotASheet),
        Err(error) => return Err(refusal(error).into()),
        Ok(cells) => cells,
    };
    let mut odd = OddCells::default();
    for place in 0.. {
        let record = match cells.next_cell_with_formula_metadata() {
            Ok(None) => break,
            Ok(Some(record)) => record,
            // The value of one cell is at fault, and the next cell can be read.
            Err(
                XlsxError::CellError(_)
                | XlsxError::CellTAttribute(_)
                | XlsxError::Unexpected(_)
                | XlsxError::UnexpectedNode(_)
                | XlsxError::Unrecognized { .. }
                | XlsxError::ParseFloat(_),
            ) => {
                odd.unread.push(place);
                continue;
            }
            Err(error) => return Err(refusal(error).into()),
        };
        let cell = match (&record.value, &record.formula) {
            (DataRef::Empty, Some(formula)) => formula_without_result(formula),
            (DataRef::Float(number), _) if number.abs() >= EXACT => {
                odd.long_numbers.push(place);
                cell_value::number_cell(*number)
            }
            (value, _) => cell_value::cell(value, is_1904),
        };
        let (row, column) = record.pos;
        sheet.set(row, column, cell)?;
    }
    Ok(odd)
}

/// Programs that cannot calculate write formulas without a result. Their text is shown, so that a
/// person sees what should be there.
fn formula_without_result(formula: &XlsxFormulaMetadata) -> Cell {
    Cell::Error(match formula {
        XlsxFormulaMetadata::Normal { formula } | XlsxFormulaMetadata::Shared { formula, .. } => {
            format!("={formula}").into()
        }
        _ => "=…".into(),
    })
}

fn replace_odd_cells(
    zip: &ZipDirectory<'_>,
    name: &str,
    odd: &OddCells,
    sheet: &mut SheetBuilder,
) -> Result<(), ReadFileError> {
    let mut unread = odd.unread.iter().copied().peekable();
    let mut long_numbers = odd.long_numbers.iter().copied().peekable();
    let mut place = 0;
    let mut replaced = Ok(());
    written_cells(zip, name, &mut |cell: CellRecord<'_>| {
        if unread.next_if_eq(&place).is_some() {
            let text = match cell.kind {
                // The number of a text that is missing.
                Some("s") => "#REF!",
                _ => cell.value,
            };
            let set = sheet.set(cell.row, cell.column, Cell::Error(text.into()));
            replaced = std::mem::replace(&mut replaced, Ok(())).and(set);
        } else if long_numbers.next_if_eq(&place).is_some()
            && let Some(digits) = cell_value::written_digits(cell.value)
        {
            let set = sheet.set(cell.row, cell.column, Cell::Number(digits.into()));
            replaced = std::mem::replace(&mut replaced, Ok(())).and(set);
        }
        place += 1;
    })
    .ok_or(ReadFileError::Damaged)?;
    replaced
}
