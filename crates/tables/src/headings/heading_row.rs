//! Which row is the heading, and which rows below it are no orders.

use super::super::mapping::FIRST_ROWS;
use super::super::sheet::{Cell, Sheet, SheetRow};
use super::known_tables::is_listed;
use super::words::{meaning_of_words, part_of_address};
use postroom_base::geography::plain_name;

/// The place of the heading in [`Sheet::rows`]; `None` for a table that begins with its data. Title
/// rows above the heading are passed over.
pub fn find_heading_row(sheet: &Sheet) -> Option<usize> {
    let first = || sheet.rows.iter().take(FIRST_ROWS).enumerate();
    let mut best: (usize, Option<usize>) = (0, None);
    for (at, row) in first() {
        let known = known_headings(row);
        if known > best.0 && is_heading_by_words(row, known) {
            best = (known, Some(at));
        }
        // No row further down can be better than one that is known throughout.
        if best.1 == Some(at) && known > 3 && known == filled(row).count() {
            break;
        }
    }
    let width = first().map(|(_, row)| filled(row).count()).max();
    let by_form = || {
        let mut rows = first();
        let found = rows.find(|(at, row)| is_heading_by_form(sheet, *at, row, width.unwrap_or(0)));
        found.map(|(at, _)| at)
    };
    best.1.or_else(by_form)
}

/// Whether a row is an order or a part of one: no footer of a report and no heading that was pasted
/// again.
pub fn is_order_row(row: &SheetRow, heading: Option<&SheetRow>) -> bool {
    !is_footer(row) && !heading.is_some_and(|heading| repeats(row, heading))
}

/// The last lines of the orders report of eBay: `3,record(s) downloaded,from,…` and `Seller ID : …`.
/// Their cells are in the columns by accident.
fn is_footer(row: &SheetRow) -> bool {
    let starts = |cell: &Cell, start: &str| {
        let text = cell.text().trim_start();
        let head = text.get(..start.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(start))
    };
    let cells = filled(row);
    let seller = cells
        .clone()
        .next()
        .is_some_and(|cell| starts(cell, "seller id:") || starts(cell, "seller id :"));
    let count = cells.clone().take(3).any(|cell| starts(cell, "record(s) downloaded"));
    (seller || count) && cells.take(9).count() < 9
}

fn repeats(row: &SheetRow, heading: &SheetRow) -> bool {
    let text = |row: &SheetRow, at: usize| {
        let cell = row.cells.get(at);
        cell.map_or(String::new(), |cell| plain_name(cell.text()))
    };
    let width = row.cells.len().max(heading.cells.len());
    let is_alike = || (0..width).all(|at| text(row, at) == text(heading, at));
    // Most rows differ in their first cell.
    text(row, 0) == text(heading, 0) && filled(row).take(2).count() == 2 && is_alike()
}

fn filled(row: &SheetRow) -> impl Iterator<Item = &Cell> + Clone {
    row.cells.iter().filter(|cell| !cell.is_blank())
}

/// The number of cells that are headings of a published list or have a meaning by their words.
fn known_headings(row: &SheetRow) -> usize {
    let known = filled(row).filter(|cell| {
        let text = cell.text();
        matches!(cell, Cell::Text(_))
            && text.len() <= 60
            && (is_listed(&plain_name(text))
                || meaning_of_words(text).is_some()
                || part_of_address(text).is_some())
    });
    known.count()
}

fn is_heading_by_words(row: &SheetRow, known: usize) -> bool {
    let all = filled(row).count();
    let enough = match all {
        1 => known == 1,
        2 => known == 2,
        // A shop can add any number of columns of its own.
        _ => known >= 2 && (known * 4 >= all || known >= 5),
    };
    enough && !filled(row).any(looks_like_data)
}

/// A row of different words above rows that have numbers, dates or addresses where it has words.
fn is_heading_by_form(sheet: &Sheet, at: usize, row: &SheetRow, width: usize) -> bool {
    let cells: Vec<&Cell> = filled(row).collect();
    let is_title = |cell: &&Cell| {
        let text = cell.text();
        matches!(cell, Cell::Text(_)) && text.chars().count() <= 40 && !has_digits_or_at(text)
    };
    if cells.len() < 2 || cells.len() * 2 < width || !cells.iter().all(is_title) {
        return false;
    }
    let mut titles: Vec<String> = cells.iter().map(|cell| plain_name(cell.text())).collect();
    titles.sort_unstable();
    titles.dedup();
    let below = sheet.rows.iter().skip(at + 1).take(5);
    let differs = below
        .flat_map(filled)
        .any(|cell| !matches!(cell, Cell::Text(_)) || has_digits_or_at(cell.text()));
    titles.len() == cells.len() && differs
}

/// `Address 2` and `Tax 1 Name` are headings, `12 Main St` and `02110` are not.
fn looks_like_data(cell: &Cell) -> bool {
    match cell {
        Cell::Empty => false,
        Cell::Number(_) | Cell::Date(_) | Cell::Error(_) => true,
        Cell::Text(text) => {
            let text = text.trim_start_matches('\'');
            text.contains('@') || text.starts_with(|c: char| c.is_ascii_digit())
        }
    }
}

fn has_digits_or_at(text: &str) -> bool {
    text.contains(|c: char| c.is_numeric() || c == '@')
}
