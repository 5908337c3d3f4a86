//! Tables and mappings of tests, written as texts.

use super::mapping::{MappedColumn, Mapping};
use super::sheet::{Cell, Sheet, SheetRow};
use super::word_lists::stored;

/// A table with `|` between the cells of its rows. A cell such as `#12` in the text is text; one that
/// begins with `n:`, `d:` or `e:` is a number, a date or an error of a spreadsheet.
pub(in crate::desk) fn sheet<'t>(rows: impl IntoIterator<Item = &'t str>) -> Sheet {
    let rows = rows.into_iter().zip(1..).map(|(row, number)| SheetRow {
        number,
        cells: row.split('|').map(cell).collect(),
        fault: None,
    });
    Sheet { name: String::new(), rows: rows.collect() }
}

fn cell(text: &str) -> Cell {
    match text.trim() {
        "" => Cell::Empty,
        text => match text.split_once(':') {
            Some(("n", digits)) => Cell::Number(digits.into()),
            Some(("d", date)) => Cell::Date(date.into()),
            Some(("e", error)) => Cell::Error(error.into()),
            _ => Cell::Text(text.into()),
        },
    }
}

/// The cases of a list: a line, and the lines below it that are indented. `#` begins a comment.
pub(in crate::desk) fn listed(text: &str) -> Vec<(String, Vec<String>)> {
    let mut cases: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(below) => cases.last_mut().unwrap().1.push(below.to_owned()),
            None => cases.push((line.to_owned(), Vec::new())),
        }
    }
    cases
}

/// A mapping of headings to fields by their stored names: `Order: number, Ship to: name`.
pub(in crate::desk) fn mapping(columns: &str) -> Mapping {
    let columns = columns.split(", ").map(|column| {
        let (heading, field) = column.split_once(": ").unwrap();
        let field = Some(stored(field).unwrap());
        MappedColumn { heading: heading.to_owned(), field, ..MappedColumn::default() }
    });
    Mapping { source: "Shop".to_owned(), columns: columns.collect(), ..Mapping::default() }
}
