//! Tables of tests, written as texts. The tests of `orders` use them too.

use postroom_tables::sheet::{Cell, Sheet, SheetRow};

/// A table with `|` between the cells of its rows. A cell such as `#12` in the text is text; one that
/// begins with `n:`, `d:` or `e:` is a number, a date or an error of a spreadsheet.
pub fn sheet<'t>(rows: impl IntoIterator<Item = &'t str>) -> Sheet {
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
