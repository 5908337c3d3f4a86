//! One row of a text after the other.

use std::borrow::Cow;

use super::Begin;
use crate::read_file::cell_value::text_cell;
use crate::sheet::Cell;

/// A quoted cell is not larger than a cell of Excel can be (32,767 characters), with room for
/// quotes and accents. A larger one of several lines was opened by mistake.
const MOST_QUOTED_BYTES: usize = 64 * 1024;
/// Nor has it more lines than these.
const MOST_QUOTED_LINES: u64 = 200;
/// A table of fewer columns does not show whether a line is a row of it.
const LEAST_COLUMNS: usize = 3;

pub(super) struct Records<'t> {
    text: &'t str,
    at: usize,
    line: u64,
    delimiter: u8,
    /// How many columns most rows have, if known.
    columns: Option<usize>,
    cells: Vec<Cell>,
}

/// A row; its cells are in [`Records::cells`].
#[derive(Clone, Copy)]
pub(super) struct Record<'t> {
    /// The line in which it begins, counted from 1.
    pub line: u64,
    pub text: &'t str,
    /// A quote was opened and not closed where it could have been.
    pub open_quote: bool,
    /// It has lines inside of quotes.
    has_lines: bool,
}

/// A cell, and where it ends: at a delimiter, at the end of a line or of the text.
struct Parsed<'t> {
    value: Cow<'t, str>,
    end: usize,
    /// Line ends inside of quotes.
    lines: u64,
    doubtful: bool,
}

impl<'t> Records<'t> {
    pub(super) fn new(text: &'t str, begin: Begin, delimiter: u8) -> Self {
        Self { text, at: begin.at, line: begin.line, delimiter, columns: None, cells: Vec::new() }
    }

    /// Uses the number of columns to recognize quotes that swallow rows.
    pub(super) fn expect_columns(mut self, columns: Option<usize>) -> Self {
        self.columns = columns.filter(|columns| *columns >= LEAST_COLUMNS);
        self
    }

    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    pub(super) fn take_cells(&mut self) -> Vec<Cell> {
        let room = Vec::with_capacity(self.cells.len());
        std::mem::replace(&mut self.cells, room)
    }

    /// Reads the next row, which may be blank. `None` at the end of the text.
    pub(super) fn next_record(&mut self) -> Option<Record<'t>> {
        let begin = (self.at, self.line);
        let record = self.read_record(true)?;
        if !record.has_lines || !self.swallows_rows(&record) {
            return Some(record);
        }
        (self.at, self.line) = begin;
        self.read_record(false)
    }

    /// `lines`: whether a quoted cell may have several.
    fn read_record(&mut self, lines: bool) -> Option<Record<'t>> {
        if self.at >= self.text.len() {
            return None;
        }
        let (begin, line) = (self.at, self.line);
        let (mut open_quote, mut has_lines) = (false, false);
        self.cells.clear();
        loop {
            let parsed = self.cell(self.at, lines);
            open_quote |= parsed.doubtful;
            has_lines |= parsed.lines > 0;
            self.line += parsed.lines;
            self.cells.push(text_cell(&parsed.value));
            let ended = self.byte(parsed.end);
            if ended == Some(self.delimiter) {
                self.at = parsed.end + 1;
                continue;
            }
            let two = ended == Some(b'\r') && self.byte(parsed.end + 1) == Some(b'\n');
            self.line += u64::from(ended.is_some());
            self.at = parsed.end + if two { 2 } else { usize::from(ended.is_some()) };
            return Some(Record {
                line,
                text: self.text.get(begin..parsed.end).unwrap_or_default(),
                open_quote,
                has_lines,
            });
        }
    }

    /// Whether the lines of this row are rows of their own, because a quote was opened by mistake
    /// and a later one, perhaps an inch mark, closes it. A row of the right width may have two lines
    /// that look like rows, such as those of an address with commas.
    fn swallows_rows(&self, record: &Record<'t>) -> bool {
        let Some(columns) = self.columns else {
            return false;
        };
        let delimiters = |line: &str| memchr::memchr_iter(self.delimiter, line.as_bytes()).count();
        let is_row = |line: &&str| delimiters(line) + 1 == columns;
        let lines = record.text.split(['\r', '\n']).filter(|line| !line.is_empty());
        let all = lines.clone().count();
        let rows = lines.clone().filter(is_row).count();
        let first_is_row = lines.clone().next().is_some_and(|line| is_row(&line));
        let wrong_width = self.cells.len() != columns;
        (rows >= 3 && rows * 2 > all) || (wrong_width && first_is_row)
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// Reads the cell that begins at this byte.
    fn cell(&self, begin: usize, lines: bool) -> Parsed<'t> {
        let quote = self.skip_blanks(begin);
        let is_quoted = self.byte(quote) == Some(b'"');
        if is_quoted && let Some(parsed) = self.quoted(quote + 1, lines) {
            return parsed;
        }
        let rest = self.text.as_bytes().get(begin..).unwrap_or_default();
        let length = memchr::memchr3(self.delimiter, b'\r', b'\n', rest);
        let end = begin + length.unwrap_or(rest.len());
        let value = self.text.get(begin..end).unwrap_or_default();
        // `"Bob" Smith` was written without quoting; `"Bob Smith` was opened and not closed.
        let quotes = || memchr::memchr_iter(b'"', value.as_bytes()).count();
        Parsed {
            value: Cow::Borrowed(value),
            end,
            lines: 0,
            doubtful: is_quoted && quotes() % 2 == 1,
        }
    }

    /// Reads a quoted cell from after its opening quote, if a quote closes it within reason.
    fn quoted(&self, begin: usize, lines: bool) -> Option<Parsed<'t>> {
        let mut value: Cow<'t, str> = Cow::Borrowed("");
        // Where the piece begins that is not in the value yet, and where the search goes on.
        let (mut piece, mut at) = (begin, begin);
        let (mut stray, mut doubtful, mut line_ends) = (false, false, 0);
        // Where it ends if its last quote should have been doubled, as in `"Rod 36""`.
        let mut earlier: Option<Parsed<'t>> = None;
        while let Some(quote) = self.next_quote(begin, at, line_ends > 0) {
            line_ends += count_line_ends(self.text.get(at..quote)?);
            if line_ends > 0 && (stray || !lines || line_ends > MOST_QUOTED_LINES) {
                break;
            }
            if self.byte(quote + 1) == Some(b'"') {
                push(&mut value, self.text.get(piece..=quote)?);
                (piece, at) = (quote + 2, quote + 2);
                let end = self.skip_blanks(at);
                if line_ends == 0 && earlier.is_none() && self.ends_cell(end) {
                    earlier = Some(Parsed { value: value.clone(), end, lines: 0, doubtful: false });
                }
                continue;
            }
            let end = self.skip_blanks(quote + 1);
            if self.ends_cell(end) {
                push(&mut value, self.text.get(piece..quote)?);
                let parsed = Parsed { value, end, lines: line_ends, doubtful };
                return if doubtful { earlier.or(Some(parsed)) } else { Some(parsed) };
            }
            // A quote that was not doubled, as in `"32" TV"`. In another line it could as well open
            // a cell of the next row.
            if line_ends > 0 {
                break;
            }
            stray = true;
            let before = self.text.get(begin..quote)?.trim_end_matches(' ');
            let last = before.bytes().last();
            doubtful |= last == Some(self.delimiter);
            push(&mut value, self.text.get(piece..=quote)?);
            (piece, at) = (quote + 1, quote + 1);
        }
        earlier
    }

    /// The next quote of a cell that begins at `begin`: in the same line, or not much further.
    fn next_quote(&self, begin: usize, at: usize, has_lines: bool) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let limit = begin.saturating_add(MOST_QUOTED_BYTES).min(bytes.len());
        let near = bytes.get(at..limit).unwrap_or_default();
        if let Some(more) = memchr::memchr(b'"', near) {
            return Some(at + more);
        }
        let rest = bytes.get(at..).filter(|_| !has_lines)?;
        let more = memchr::memchr3(b'"', b'\r', b'\n', rest)?;
        (rest.get(more) == Some(&b'"')).then_some(at + more)
    }

    fn ends_cell(&self, at: usize) -> bool {
        match self.byte(at) {
            None | Some(b'\r' | b'\n') => true,
            Some(byte) => byte == self.delimiter,
        }
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        let is_blank = |byte: u8| matches!(byte, b' ' | b'\t') && byte != self.delimiter;
        while self.byte(at).is_some_and(is_blank) {
            at += 1;
        }
        at
    }
}

fn push<'t>(value: &mut Cow<'t, str>, piece: &'t str) {
    if value.is_empty() {
        *value = Cow::Borrowed(piece);
    } else {
        value.to_mut().push_str(piece);
    }
}

/// The number of line ends: CR, LF, or both together.
fn count_line_ends(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let mut ends = 0;
    for at in memchr::memchr2_iter(b'\r', b'\n', bytes) {
        let is_second =
            bytes.get(at) == Some(&b'\n') && at > 0 && bytes.get(at - 1) == Some(&b'\r');
        ends += u64::from(!is_second);
    }
    ends
}
