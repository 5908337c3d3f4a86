//! A table that is read as orders, and what its import would do.

use std::sync::Arc;

use crate::base::locale::Message;
use crate::orders::import::read_orders::{Answer, Question, SkippedRow};
use crate::store::workspace::OrderState;
use crate::tables::headings::MappingProblem;
use crate::tables::mapping::Mapping;
use crate::tables::read_file::ReadOptions;
use crate::tables::sheet::{TextForm, Workbook};

#[derive(Clone, Debug)]
pub(in crate::desk) struct ImportSource {
    /// The file as it was read, to read it again with other options; `None` for the clipboard.
    pub bytes: Option<Arc<[u8]>>,
    pub options: ReadOptions,
    pub workbook: Arc<Workbook>,
}

/// What an import of the table would do.
#[derive(Clone, Debug, Default)]
pub struct ImportPreview {
    /// The name of the file; empty for the clipboard.
    pub file: String,
    pub options: ReadOptions,
    /// How a text file was read; `None` for a spreadsheet.
    pub text_form: Option<TextForm>,
    /// The names of the sheets, and the one that is shown.
    pub sheets: Vec<String>,
    pub sheet: usize,
    /// The place of the heading among the rows; `None` for a table without one.
    pub heading_row: Option<usize>,
    pub mapping: Mapping,
    /// What stands below the heading of each column of the mapping: the first cell that is not blank.
    pub examples: Vec<String>,
    /// The headings of the columns that no field is taken from.
    pub unused_columns: Vec<String>,
    /// The key of the saved mapping that was taken.
    pub saved_mapping: Option<String>,
    /// The name of the shop or program whose table it is.
    pub origin: Option<&'static str>,
    /// Nothing needs to be asked.
    pub sure: bool,
    pub problems: Vec<MappingProblem>,
    pub questions: Vec<Question>,
    pub skipped: Vec<SkippedRow>,
    pub counts: ImportCounts,
    /// The first orders that the import would write.
    pub orders: Vec<PreviewedOrder>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportCounts {
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    /// Changed in the file, but bought or being bought.
    pub changed_while_bought: u64,
    /// Of the new and changed ones.
    pub need_attention: u64,
}

impl ImportCounts {
    pub(super) fn add(&mut self, other: Self) {
        self.new += other.new;
        self.changed += other.changed;
        self.unchanged += other.unchanged;
        self.changed_while_bought += other.changed_while_bought;
        self.need_attention += other.need_attention;
    }
}

#[derive(Clone, Debug)]
pub struct PreviewedOrder {
    pub number: String,
    pub recipient: String,
    pub state: OrderState,
    /// The first problem, if it needs attention.
    pub problem: Option<Message>,
    pub is_new: bool,
}

/// What is said of a file before it is read.
#[derive(Clone, Debug, Default)]
pub(in crate::desk) struct Beforehand {
    /// The name of the sheet; `None` for the one that was open.
    pub sheet: Option<String>,
    pub answers: Vec<Answer>,
    /// The name of the shop.
    pub source: Option<String>,
}
