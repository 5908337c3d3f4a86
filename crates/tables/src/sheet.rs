//! A table as it was read from a file or from the clipboard, before anything is known of orders.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::text_encoding::Encoding;
use postroom_rows::limits::{LONGEST_TEXT, is_too_long};

/// The sheets of a file; a text file has one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Workbook {
    /// The name of the file without its folder, or empty for the clipboard.
    pub file: String,
    /// Sheets with at least one row: the one that was open, the others, hidden ones last.
    pub sheets: Vec<Sheet>,
    pub kind: FileKind,
    /// How a text file or the clipboard was read; `None` for a spreadsheet.
    pub text_form: Option<TextForm>,
}

/// What a text file does not say of itself. It is guessed, and a person can correct it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextForm {
    pub encoding: Encoding,
    pub delimiter: u8,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// Of a spreadsheet; empty for a text file.
    pub name: String,
    /// Rows with at least one cell that is not blank. Rows above the heading are among them.
    pub rows: Vec<SheetRow>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SheetRow {
    /// The row or line of the file in which it begins, counted from 1.
    pub number: u64,
    pub cells: Vec<Cell>,
    /// Why the row may be wrong: an unclosed quote, characters that cannot be decoded, or hidden.
    pub fault: Option<RowFault>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RowFault {
    /// A quote was opened and never closed; the row ends at its line.
    OpenQuote,
    /// Bytes that are no text in this encoding; they are shown as `\u{FFFD}`.
    Undecodable,
    /// The spreadsheet hides the row: a filter, or a person. Only spreadsheets have it.
    Hidden,
}

/// Texts of up to 23 bytes, which are nearly all, lie in the cell itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Cell {
    #[default]
    Empty,
    /// As it stands in the file, without surrounding spaces. Line ends are `\n`, zero bytes are left
    /// out, and `="02035"`, by which a table keeps a text from becoming a number, is `02035`.
    Text(SmolStr),
    /// A number of a spreadsheet in digits, for example `2035` or `0.5`: whole numbers with every
    /// digit that is stored, others rounded to the 15 digits that a spreadsheet shows. The format
    /// of the cell is not part of it.
    Number(SmolStr),
    /// A day or a moment of a spreadsheet, as `2026-11-23` or `2026-11-23T14:05:00`. A time without
    /// a day is a text such as `14:05:00`.
    Date(SmolStr),
    /// An error of a spreadsheet, for example `#REF!`, or a formula without a stored result.
    Error(SmolStr),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FileKind {
    #[default]
    DelimitedText,
    Spreadsheet,
    Clipboard,
}

impl SheetRow {
    /// Cuts texts that are longer than a field of an order. The import says so of each.
    pub fn cut_long_cells(&mut self) {
        for cell in &mut self.cells {
            if is_too_long(cell.text()) {
                *cell = Cell::Text(cell.text().chars().take(LONGEST_TEXT).collect());
            }
        }
    }
}

impl Cell {
    /// Whether the text may have been longer.
    pub fn is_cut(&self) -> bool {
        let text = self.text();
        text.len() >= LONGEST_TEXT && text.chars().nth(LONGEST_TEXT - 1).is_some()
    }

    /// The text that a person sees; empty for an empty cell.
    pub fn text(&self) -> &str {
        match self {
            Self::Empty => "",
            Self::Text(text) | Self::Number(text) | Self::Date(text) | Self::Error(text) => text,
        }
    }

    pub fn is_blank(&self) -> bool {
        self.text().trim().is_empty()
    }
}
