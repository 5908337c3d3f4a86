//! Mappings that were kept, for the next table of the same kind.

use super::super::mapping::{FIRST_ROWS, Mapping, OrderField};
use super::super::sheet::{Sheet, SheetRow};
use super::find_heading_row;
use super::problems::shown_column;
use postroom_base::locale::Message;

/// A saved mapping that fits a table, or nearly.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedMapping {
    /// Its place in the list that was given.
    pub index: usize,
    /// The place of the heading in [`Sheet::rows`]; `None` for a table without one.
    pub heading_row: Option<usize>,
    /// The columns with a field that the table lacks, as they are named on screen. With none, the
    /// mapping is taken without a question.
    pub missing: Vec<Message>,
}

/// Finds the saved mapping for a table. One whose columns are all in the table goes before
/// [`recognize`](super::recognize). One that lacks some, but no more than half, is offered.
///
/// A table that has more than twice the columns of a mapping is of another kind: the few columns of
/// `Name, City, ZIP` are in nearly every export, with other meanings.
pub fn apply_saved(saved: &[Mapping], sheet: &Sheet) -> Option<SavedMapping> {
    let fits = saved.iter().enumerate().filter_map(|(index, mapping)| fit(index, mapping, sheet));
    fits.min_by_key(|(missing, present, saved)| {
        (*missing, std::cmp::Reverse(*present), saved.index)
    })
    .map(|(_, _, saved)| saved)
}

/// The number of columns that are missing, the number of those that are there, and the mapping.
fn fit(index: usize, mapping: &Mapping, sheet: &Sheet) -> Option<(usize, usize, SavedMapping)> {
    if mapping.headless {
        return fit_headless(index, mapping, sheet);
    }
    let heading_row = mapping.heading_row(sheet)?;
    let heading = sheet.rows.get(heading_row)?;
    let places = mapping.places(heading);
    let present = places.iter().flatten().count();
    let titled = filled(heading);
    let columns = mapping.columns.iter().zip(&places);
    let needed = columns.filter(|(column, _)| {
        let field = column.field;
        field.is_some_and(|field| field != OrderField::Ignored)
    });
    let (mut missing, mut there) = (Vec::new(), 0);
    for (column, place) in needed {
        match place {
            Some(_) => there += 1,
            None => missing.push(shown_column(column, false)),
        }
    }
    let is_alike = present * 2 >= titled && there > 0 && missing.len() <= there;
    let saved = SavedMapping { index, heading_row: Some(heading_row), missing };
    is_alike.then_some((saved.missing.len(), present, saved))
}

/// A mapping without headings fits only a table without a heading and with as many columns.
fn fit_headless(
    index: usize,
    mapping: &Mapping,
    sheet: &Sheet,
) -> Option<(usize, usize, SavedMapping)> {
    let width = sheet.rows.iter().take(FIRST_ROWS).map(|row| row.cells.len());
    let last = mapping.columns.iter().map(|column| column.occurrence).max()?;
    if find_heading_row(sheet).is_some() || width.max()? != usize::from(last) + 1 {
        return None;
    }
    let saved = SavedMapping { index, heading_row: None, missing: Vec::new() };
    Some((0, mapping.columns.len(), saved))
}

fn filled(row: &SheetRow) -> usize {
    let cells = row.cells.iter();
    cells.filter(|cell| !cell.is_blank()).count()
}
