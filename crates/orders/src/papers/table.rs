//! A table of texts on paper: columns as wide as their texts, rows with lines between them.

use super::flow::{Cell, Flow, Piece, Row, Side};
use super::page_style::PageStyle;
use super::typeset::{TextStyle, Typefaces};

#[derive(Clone, Copy, Debug)]
pub struct Column {
    pub heading: &'static str,
    pub side: Side,
    pub style: TextStyle,
    pub width: ColumnWidth,
}

/// Widths as parts of the width between the margins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnWidth {
    /// As wide as its widest text, but no wider than this part; wider texts are wrapped.
    OfTexts { at_most: f32 },
    /// This part.
    Part(f32),
    /// What the other columns leave. One column of a table has this width.
    Rest,
}

/// Adds a table to the pages: its head, which is repeated on each page, and one row for each list
/// of texts. `tick` puts a box before each row.
pub fn add_table<'f>(
    flow: &mut Flow<'f>,
    faces: &'f Typefaces,
    style: &PageStyle,
    columns: &[Column],
    rows: &[Vec<String>],
    tick: bool,
) {
    let (head, rows) = table_rows(faces, style, columns, rows, tick);
    flow.begin_table(head);
    for row in rows {
        flow.add_row(row);
    }
    flow.end_table();
}

/// The head and the rows of a table, see [`add_table`].
pub fn table_rows<'f>(
    faces: &'f Typefaces,
    style: &PageStyle,
    columns: &[Column],
    rows: &[Vec<String>],
    tick: bool,
) -> (Row<'f>, impl Iterator<Item = Row<'f>>) {
    let indent = if tick { style.body.size + style.gutter / 2.0 } else { 0.0 };
    let places = column_places(faces, style, columns, rows, indent);
    let headings = columns.iter().map(|column| (column.heading, style.label));
    let head = Row {
        cells: cells_of(faces, &places, columns, headings),
        above: style.part_gap,
        below: style.row_gap,
        rule: style.rule,
        ..Row::default()
    };
    let rows = rows.iter().map(move |row| {
        let styles = columns.iter().map(|column| column.style);
        let texts = row.iter().map(String::as_str).zip(styles);
        let mut cells = cells_of(faces, &places, columns, texts);
        if tick {
            let text_size = style.body.size;
            let mut cell = Cell::at(style.frame.left, text_size);
            cell.pieces.push(Piece::TickBox { text_size });
            cells.push(cell);
        }
        Row {
            cells,
            above: style.row_gap,
            below: style.row_gap,
            rule: style.hairline,
            ..Row::default()
        }
    });
    (head, rows)
}

fn cells_of<'f, 't>(
    faces: &'f Typefaces,
    places: &[(f32, f32)],
    columns: &[Column],
    texts: impl Iterator<Item = (&'t str, TextStyle)>,
) -> Vec<Cell<'f>> {
    let cells = places.iter().zip(columns).zip(texts);
    let cells = cells.map(|(((left, width), column), (words, style))| {
        let mut cell = Cell::at(*left, *width);
        cell.add_text(faces, words, style, column.side);
        cell
    });
    cells.collect()
}

/// The left side and the width of each column in points.
fn column_places(
    faces: &Typefaces,
    style: &PageStyle,
    columns: &[Column],
    rows: &[Vec<String>],
    indent: f32,
) -> Vec<(f32, f32)> {
    let whole = style.frame.width() - indent;
    let width_of = |(at, column): (usize, &Column)| match column.width {
        ColumnWidth::Part(part) => Some(whole * part),
        ColumnWidth::Rest => None,
        ColumnWidth::OfTexts { at_most } => {
            let heading = faces.line(column.heading, style.label).width;
            let texts = rows.iter().filter_map(|row| row.get(at));
            let widths = texts.map(|words| faces.line(words, column.style).width);
            // Rounding must not wrap the widest one.
            let widest = widths.fold(heading, f32::max) + 0.1;
            Some(widest.min((whole * at_most).max(heading + 0.1)))
        }
    };
    let widths: Vec<Option<f32>> = columns.iter().enumerate().map(width_of).collect();
    let gaps = columns.len().saturating_sub(1) as f32 * style.gutter;
    let rest = whole - gaps - widths.iter().flatten().sum::<f32>();
    let mut left = style.frame.left + indent;
    let places = widths.into_iter().map(|width| {
        let width = width.unwrap_or(rest);
        let place = (left, width);
        left += width + style.gutter;
        place
    });
    places.collect()
}
