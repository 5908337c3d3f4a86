//! Spreadsheets of every kind, one sheet after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};

use calamine::{Dimensions, SheetType, SheetVisible};

use crate::read_file::error::ReadFileError;
use crate::read_file::file_type::FileType;
use crate::read_file::sheet_builder::Merge;
use crate::read_file::zip_directory::ZipDirectory;
use crate::read_file::{ods, xls, xlsb, xlsx};
use crate::sheet::Sheet;

/// Receives each sheet as soon as it is read, also empty ones.
pub(super) type SheetSink<'a> = dyn FnMut(Sheet) -> Result<(), ReadFileError> + 'a;

/// Reads a spreadsheet that is in the file with this type. A file can make `calamine` panic; that
/// ends here. Endless loops and gigabytes of memory end only with the child process.
///
/// # Errors
/// A [`ReadFileError`]; the sheets before it are of no use then.
pub(super) fn read_each_sheet(
    kind: FileType,
    bytes: &[u8],
    sink: &mut SheetSink<'_>,
) -> Result<(), ReadFileError> {
    if kind != FileType::Xls {
        ZipDirectory::read(bytes)?.verify()?;
    }
    let read = catch_unwind(AssertUnwindSafe(|| match kind {
        FileType::Xlsx => xlsx::read(bytes, sink),
        FileType::Xlsb => xlsb::read(bytes, sink),
        FileType::Ods => ods::read(bytes, sink),
        FileType::Xls => xls::read(bytes, sink),
        FileType::Text => Err(ReadFileError::Damaged),
    }));
    read.unwrap_or(Err(ReadFileError::Damaged))
}

/// The names of the sheets with cells: the one that was open when the file was saved, then the
/// others, hidden ones last, which often hold lists for the others.
pub(super) fn ordered_sheets(sheets: &[calamine::Sheet], open: Option<&str>) -> Vec<String> {
    let with_cells = sheets.iter().filter(|sheet| sheet.typ == SheetType::WorkSheet);
    let mut ordered: Vec<&calamine::Sheet> = with_cells.collect();
    ordered.sort_by_key(|sheet| {
        let is_visible = sheet.visible == SheetVisible::Visible;
        (!is_visible, Some(sheet.name.as_str()) != open)
    });
    ordered.into_iter().map(|sheet| sheet.name.clone()).collect()
}

impl From<&Dimensions> for Merge {
    fn from(merged: &Dimensions) -> Self {
        Self { first_row: merged.start.0, last_row: merged.end.0, column: merged.start.1 }
    }
}
