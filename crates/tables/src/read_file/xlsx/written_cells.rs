//! The cells of a sheet as they are written in the file.

use crate::read_file::xml_tags::{DONE, NEXT, Tag, TagKind, each_tag, elements, related_part};
use crate::read_file::zip_directory::ZipDirectory;

/// A cell with its place, counted from 0.
pub(super) struct CellRecord<'a> {
    pub row: u32,
    pub column: u32,
    /// The attribute `t`: `e` is an error, `s` the number of a shared text.
    pub kind: Option<&'a str>,
    /// What stands between the tags of the value.
    pub value: &'a str,
}

/// Calls `each` with the cells of a sheet, in the order of the file. `None` if the sheet is not
/// found or ends early.
pub(super) fn written_cells(
    zip: &ZipDirectory<'_>,
    sheet: &str,
    each: &mut dyn FnMut(CellRecord<'_>),
) -> Option<()> {
    let path = sheet_path(zip, sheet)?;
    let (mut row, mut column) = (0_u32, 0_u32);
    let (mut has_begun, mut has_ended) = (false, false);
    // The cell that is open, and its value.
    let (mut open, mut value) = (None, String::new());
    each_tag(zip, &path, |tag| {
        match (tag.local_name(), tag.kind) {
            ("sheetData", TagKind::Close) => {
                has_ended = true;
                return DONE;
            }
            ("sheetData", _) => has_begun = true,
            _ if !has_begun => {}
            ("row", TagKind::Close) => (row, column) = (row.checked_add(1)?, 0),
            ("row", _) => {
                if let Some(number) = tag.number("r") {
                    row = u32::try_from(number).ok()?.checked_sub(1)?;
                }
                if tag.kind == TagKind::Empty {
                    (row, column) = (row.checked_add(1)?, 0);
                }
            }
            ("v", TagKind::Close) => tag.text_before.trim().clone_into(&mut value),
            ("c", TagKind::Open | TagKind::Empty) => {
                let place = match tag.attribute("r") {
                    Some(reference) => place(&reference)?,
                    None => (row, column),
                };
                column = place.1.checked_add(1)?;
                value.clear();
                let cell = (place, tag.attribute("t"));
                match tag.kind {
                    TagKind::Open => open = Some(cell),
                    _ => each(record(&cell, &value)),
                }
            }
            ("c", TagKind::Close) => {
                if let Some(cell) = open.take() {
                    each(record(&cell, &value));
                }
            }
            _ => {}
        }
        NEXT
    })?;
    has_ended.then_some(())
}

fn record<'a>((place, kind): &'a ((u32, u32), Option<String>), value: &'a str) -> CellRecord<'a> {
    CellRecord { row: place.0, column: place.1, kind: kind.as_deref(), value }
}

/// The numbers of the rows that a sheet hides, counted from 1. `None` if the sheet is not found or
/// ends early.
pub(super) fn hidden_rows(zip: &ZipDirectory<'_>, sheet: &str) -> Option<Vec<u64>> {
    let path = sheet_path(zip, sheet)?;
    // Most sheets hide nothing, and looking at each tag of a large one takes a second.
    if !zip.has(&path, b"hidden=")? {
        return Some(Vec::new());
    }
    let (mut hidden, mut row) = (Vec::new(), 0_u64);
    each_tag(zip, &path, |tag| {
        match (tag.local_name(), tag.kind) {
            ("sheetData", TagKind::Close) => return DONE,
            ("row", TagKind::Open | TagKind::Empty) => {
                row = tag.number("r").unwrap_or(row.saturating_add(1));
                let is_hidden = tag.attribute("hidden");
                if is_hidden.is_some_and(|it| matches!(it.as_str(), "1" | "true")) {
                    hidden.push(row);
                }
            }
            _ => {}
        }
        NEXT
    })?;
    Some(hidden)
}

/// The place among all sheets of the one that was open when the file was saved.
pub(super) fn open_sheet(zip: &ZipDirectory<'_>) -> Option<usize> {
    let (_, _, workbook) = workbook_path(zip)?;
    let views = elements(zip, &workbook, "workbookView", |tag| tag.number("activeTab"))?;
    usize::try_from(views.into_iter().next()?).ok()
}

/// Row and column of a reference such as `BC23`, counted from 0.
fn place(reference: &str) -> Option<(u32, u32)> {
    let digits = reference.find(|letter: char| letter.is_ascii_digit())?;
    let (letters, digits) = reference.split_at_checked(digits)?;
    let column = letters.bytes().try_fold(0_u32, |column, letter| {
        let letter = letter.to_ascii_uppercase();
        let value = letter.is_ascii_uppercase().then(|| letter - b'A' + 1)?;
        column.checked_mul(26)?.checked_add(u32::from(value))
    })?;
    let row: u32 = digits.parse().ok()?;
    Some((row.checked_sub(1)?, column.checked_sub(1)?))
}

/// The folder, the file and the whole path of the workbook, which the package names.
fn workbook_path(zip: &ZipDirectory<'_>) -> Option<(String, String, String)> {
    let is_workbook = |tag: &Tag<'_>| {
        let kind = tag.attribute("Type");
        kind.is_some_and(|kind| kind.ends_with("/officeDocument"))
    };
    let workbook = elements(zip, "_rels/.rels", "Relationship", |tag| {
        is_workbook(tag).then(|| tag.attribute("Target"))?
    })?;
    let workbook = workbook.into_iter().next()?;
    let workbook = workbook.trim_start_matches('/');
    let (folder, file) = match workbook.rfind('/') {
        Some(slash) => workbook.split_at_checked(slash + 1)?,
        None => ("", workbook),
    };
    Some((folder.to_owned(), file.to_owned(), workbook.to_owned()))
}

/// Where the sheet with this name is: the package names the workbook, the workbook the id of the
/// sheet, and its relationships the part with that id.
fn sheet_path(zip: &ZipDirectory<'_>, sheet: &str) -> Option<String> {
    let (folder, file, workbook) = workbook_path(zip)?;
    let ids = elements(zip, &workbook, "sheet", |tag| {
        let id = tag.local_attribute("id")?;
        (tag.attribute("name")? == sheet).then_some(id)
    })?;
    let id = ids.into_iter().next()?;
    let relationships = format!("{folder}_rels/{file}.rels");
    related_part(zip, (&folder, &relationships), &id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_places() {
        for (reference, expected) in [
            ("A1", Some((0, 0))),
            ("bc23", Some((22, 54))),
            ("XFD1048576", Some((1_048_575, 16_383))),
            ("A0", None),
            ("7", None),
            ("A", None),
            ("A-1", None),
            ("AAAAAAAAAAAA1", None),
        ] {
            assert_eq!(place(reference), expected, "{reference}");
        }
    }
}
