//! Which character is between the cells of a text.

use super::Begin;
use super::record::Records;

/// The delimiters that programs write, the most usual first.
const DELIMITERS: [u8; 4] = *b",;\t|";
/// So many rows show the form of a table.
const SAMPLE_ROWS: usize = 60;
/// And so many bytes; a table with very long cells shows it in fewer rows.
const SAMPLE_BYTES: usize = 256 * 1024;

/// Finds the delimiter that splits the first rows best: into the same number of cells, the more the
/// better, and the first row too.
pub(super) fn find_delimiter(text: &str, usual: u8) -> u8 {
    let mut best = (usual, 0.0);
    for delimiter in DELIMITERS {
        let begin = Begin { at: 0, line: 1 };
        let widths = widths(text, begin, delimiter);
        // A tab or a bar within a cell is rare, a comma is frequent.
        let weight = match delimiter {
            b'\t' => 1.6,
            b'|' => 1.2,
            b';' => 1.1,
            _ => 1.0,
        };
        let fit = fit(&widths) * weight;
        if fit > best.1 {
            best = (delimiter, fit);
        }
    }
    best.0
}

/// How many columns the rows have, if most of the first ones have as many.
pub(super) fn columns_of(text: &str, begin: Begin, delimiter: u8) -> Option<usize> {
    let widths = widths(text, begin, delimiter);
    let (width, rows) = most_frequent(&widths)?;
    (rows * 2 > widths.len()).then_some(width)
}

fn fit(widths: &[usize]) -> f64 {
    let Some((width, rows)) = most_frequent(widths) else {
        return 0.0;
    };
    let all = widths.len() as f64;
    let undivided = widths.iter().filter(|width| **width == 1).count() as f64;
    let first_is_divided = widths.first().is_some_and(|width| *width > 1);
    let same = rows as f64 / all;
    // Below 1 for a row whose headings have no such delimiter: then it is part of the cells.
    let headings = if first_is_divided { 1.0 } else { 0.3 };
    same * (1.0 - undivided / all) * (width as f64).ln() * headings
}

/// The most frequent width above 1, the larger one of equals, and how many rows have it.
fn most_frequent(widths: &[usize]) -> Option<(usize, usize)> {
    let divided = widths.iter().copied().filter(|width| *width > 1);
    let counted = divided.map(|width| {
        let rows = widths.iter().filter(|other| **other == width).count();
        (width, rows)
    });
    counted.max_by_key(|(width, rows)| (*rows, *width))
}

/// The number of cells of each of the first rows that are not blank.
fn widths(text: &str, begin: Begin, delimiter: u8) -> Vec<usize> {
    let sample = text.get(..text.floor_char_boundary(SAMPLE_BYTES)).unwrap_or(text);
    let is_cut = sample.len() < text.len();
    let mut records = Records::new(sample, begin, delimiter);
    let mut widths = Vec::new();
    while widths.len() < SAMPLE_ROWS && records.next_record().is_some() {
        if records.cells().iter().any(|cell| !cell.is_blank()) {
            widths.push(records.cells().len());
        }
    }
    if is_cut && widths.len() > 1 && widths.len() < SAMPLE_ROWS {
        // The last row may be cut too.
        widths.pop();
    }
    widths
}
