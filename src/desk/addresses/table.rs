//! Tables of addresses. Their columns and cells are read as those of orders.

mod target;

pub use target::Target;

use std::cell::RefCell;

use crate::base::locale::Message;
use crate::message;
use crate::parcel::address_parts;
use crate::parcel::draft::{AddressField, AddressForm};
use crate::parcel::problems::postcode_problem;
use crate::rows::limits::LONGEST_TEXT;
use crate::tables::columns::Columns;
use crate::tables::headings::{fields_of_heading, find_heading_row, is_order_row};
use crate::tables::import_note::ImportNoteKind;
use crate::tables::mapping::{FieldGroup, MappedColumn, Mapping, OrderField, cell_at};
use crate::tables::read_cell::{is_changed_text, is_misread_text, plain_text};
use crate::tables::read_file::{ReadFileError, read_table_of_text};
use crate::tables::recipient::AddressReader;
use crate::tables::sheet::{Cell, RowFault, Sheet, SheetRow};

/// How a text is parsed as a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    pub separator: u8,
    /// A row names the columns.
    pub headings: bool,
    /// The place of that row.
    pub heading_row: usize,
    pub columns: Vec<Column>,
    /// Country of rows that name none.
    pub country: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Column {
    pub target: Target,
    /// As [`MappedColumn::fallback`]: contacts have several addresses.
    rank: u8,
}

/// One row as it will be stored in the book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entry {
    pub form: AddressForm,
    pub groups: Vec<String>,
}

/// The line number of a row and its result.
pub type Read = (u64, Result<Entry, Refused>);

/// A row that is not imported.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refused {
    /// Name of the person or company, if known.
    pub name: String,
    pub why: Message,
}

impl Refused {
    pub fn new(name: impl Into<String>, why: impl Into<Message>) -> Self {
        let (name, why) = (name.into(), why.into());
        Self { name, why }
    }
}

/// A table with its layout.
#[derive(Debug)]
pub struct AddressTable {
    sheet: Sheet,
    pub layout: Layout,
}

impl Layout {
    /// Gives a column a meaning. The column that had it before is no longer imported: two columns
    /// cannot fill the same field.
    pub fn assign(&mut self, at: usize, target: Target) {
        let rank = self.columns.get(at).map_or(0, |column| column.rank);
        let wanted = Column { target, rank };
        for (column, held) in self.columns.iter_mut().enumerate() {
            if column == at {
                *held = wanted;
            } else if *held == wanted {
                held.target = Target::Skip;
            }
        }
    }

    /// The columns by their places, for the reader of tables.
    fn mapping(&self) -> Mapping {
        let columns = self.columns.iter().enumerate().map(|(at, column)| MappedColumn {
            occurrence: u16::try_from(at).unwrap_or(u16::MAX),
            field: column.target.field(),
            fallback: column.rank,
            ..MappedColumn::default()
        });
        Mapping { columns: columns.collect(), headless: true, ..Mapping::default() }
    }
}

impl AddressTable {
    /// Reads a text. What the layout leaves open is guessed: the columns, and without a layout the
    /// separator and whether there are headings.
    ///
    /// # Errors
    /// A [`ReadFileError`] for a table that is too large.
    pub fn read(text: &str, layout: Option<Layout>) -> Result<Self, ReadFileError> {
        let wanted = layout.as_ref().map(|layout| layout.separator);
        let (sheet, separator) = read_table_of_text(text, wanted)?;
        let usual = Layout { country: "US".to_owned(), ..Layout::default() };
        let layout = Layout { separator, ..layout.unwrap_or(usual) };
        let mut table = Self { sheet, layout };
        if table.layout.columns.is_empty() {
            table.guess_columns();
        }
        let widest = table.sheet.rows.iter().map(|row| row.cells.len()).max();
        table.layout.columns.resize(widest.unwrap_or_default(), Column::default());
        Ok(table)
    }

    fn guess_columns(&mut self) {
        let found = find_heading_row(&self.sheet);
        let heading_row = found.unwrap_or_default();
        let fields = fields_of_heading(&self.sheet, heading_row);
        let row = self.sheet.rows.get(heading_row);
        let titles = row.into_iter().flat_map(|row| &row.cells).map(Cell::text);
        let mut columns: Vec<Column> = Vec::new();
        for (title, field) in titles.zip(fields) {
            let of_address =
                |(field, _): &(OrderField, u8)| field.group() == Some(FieldGroup::Recipient);
            let (target, rank) = match field.filter(of_address) {
                Some((field, rank)) => (Target::Field(field), rank),
                None => (Target::of_own_words(title), 0),
            };
            // If two columns have the same meaning, the first one is used.
            let column = Column { target, rank };
            let is_taken = columns.contains(&column);
            columns.push(if is_taken { Column::default() } else { column });
        }
        let known = columns.iter().filter(|column| column.target != Target::Skip).count();
        self.layout.headings = found.is_some() || known > 1;
        self.layout.heading_row = heading_row;
        if !self.layout.headings {
            let usual = as_exported().map(|(target, _)| target);
            columns = usual.map(|target| Column { target, rank: 0 }).collect();
        }
        self.layout.columns = columns;
    }

    fn heading(&self) -> Option<&SheetRow> {
        self.sheet.rows.get(self.layout.heading_row).filter(|_| self.layout.headings)
    }

    /// The rows below the headings.
    fn below(&self) -> &[SheetRow] {
        let first = match self.layout.headings {
            true => self.layout.heading_row + 1,
            false => 0,
        };
        self.sheet.rows.get(first..).unwrap_or_default()
    }

    /// The cells of the first line, trimmed.
    pub fn titles(&self) -> Vec<String> {
        texts(self.heading().or(self.sheet.rows.first()))
    }

    /// The cells of the first row below the headings, trimmed.
    pub fn example(&self) -> Vec<String> {
        texts(self.below().first())
    }

    /// The columns that contain something and are not imported.
    pub fn find_unused(&self) -> Vec<usize> {
        let columns = self.layout.columns.iter().enumerate();
        let skipped = columns.filter(|(_, column)| column.target == Target::Skip);
        let is_filled = |at: &usize| {
            let mut rows = self.below().iter();
            rows.any(|row| row.cells.get(*at).is_some_and(|cell| !cell.is_blank()))
        };
        skipped.map(|(at, _)| at).filter(is_filled).collect()
    }

    /// Reads every row below the headings, until `take` returns `false`.
    pub fn read_rows(&self, take: impl FnMut(Read) -> bool) {
        let (heading, rows) = (self.heading(), self.below());
        let columns = Columns::of_sheet(heading, rows, &self.layout.mapping());
        let reader = AddressReader {
            columns: &columns,
            home_country: &self.layout.country,
            countries: &RefCell::default(),
        };
        let rows = rows.iter().filter(|row| is_order_row(row, heading));
        let _stopped = rows.map(|row| (row.number, self.entry(row, &reader))).all(take);
    }

    fn entry<'a>(
        &'a self,
        row: &'a SheetRow,
        reader: &AddressReader<'_, 'a>,
    ) -> Result<Entry, Refused> {
        let rank = reader.columns.address_rank(row).unwrap_or_default();
        let read = reader.read(row, rank);
        let mut entry = Entry { form: read.form, groups: Vec::new() };
        entry.form.name_by_company();
        for (at, column) in self.layout.columns.iter().enumerate() {
            let text = plain_text(cell_at(row, Some(at)));
            match column.target {
                Target::Residential => entry.form.residential = yes_or_no(text),
                Target::Groups => entry.groups = groups(text),
                Target::Skip | Target::Field(_) => {}
            }
        }
        let unknown = read.notes.iter().find(|note| note.kind == ImportNoteKind::CountryUnknown);
        let why = match row.fault {
            Some(RowFault::Undecodable) => Some(message!("addresses-import-bad-letters")),
            Some(RowFault::OpenQuote) => Some(message!("addresses-import-bad-row")),
            None | Some(RowFault::Hidden) => unknown.map(|note| unknown_country(&note.text)),
        };
        let why = why.or_else(|| unsure_cell(row, reader.columns));
        checked(entry, why)
    }
}

/// Why a cell of the address is not what a person wrote: a spreadsheet has changed it, or a program
/// has read its letters wrongly.
fn unsure_cell(row: &SheetRow, columns: &Columns<'_>) -> Option<Message> {
    let why = |cell: &Cell| match cell {
        _ if is_changed_text(cell) => {
            Some(message!("order-problems-cell-changed", text = plain_text(cell)))
        }
        Cell::Text(text) if is_misread_text(text) => Some(message!("addresses-import-bad-letters")),
        cell if cell.is_cut() => {
            Some(message!("addresses-import-long-cell", most = LONGEST_TEXT as u64))
        }
        _ => None,
    };
    let unsure = row.cells.iter().enumerate().filter_map(|(at, cell)| Some((at, why(cell)?)));
    let mut of_address = unsure.filter(|(at, _)| columns.text_column(*at).is_some());
    of_address.next().map(|(_, why)| why)
}

fn texts(row: Option<&SheetRow>) -> Vec<String> {
    let cells = row.into_iter().flat_map(|row| &row.cells);
    cells.map(|cell| cell.text().to_owned()).collect()
}

/// An entry that the book accepts; `why` is a reason that is known already.
pub fn checked(entry: Entry, why: Option<Message>) -> Result<Entry, Refused> {
    let why = why.or_else(|| address_parts::problem(&entry.form).map(Message::from));
    match why.or_else(|| postcode_problem(&entry.form)) {
        Some(why) => Err(Refused::new(address_parts::shown_name(&entry.form), why)),
        None => Ok(entry),
    }
}

pub fn unknown_country(name: &str) -> Message {
    message!("addresses-import-unknown-country", name = name)
}

/// Columns of an exported file; also assumed for files without headings.
pub fn as_exported() -> impl Iterator<Item = (Target, &'static str)> {
    let targets = OrderField::OF_ADDRESS_FORM.map(Target::Field);
    let further = [
        (Target::Residential, "residential"),
        (Target::Groups, "groups"),
        (Target::Skip, "verification"),
    ];
    targets.into_iter().zip(AddressField::ALL.map(AddressField::code)).chain(further)
}

/// The cells of an entry under [`as_exported`], safe to open in a spreadsheet.
pub fn cells(entry: &Entry) -> [String; 14] {
    let form = &entry.form;
    let yes_or_no = |yes| if yes { "yes" } else { "no" };
    let residential = form.residential.map_or("", yes_or_no);
    let verification = form.verification.as_deref().unwrap_or_default();
    let groups = entry.groups.join("; ");
    let [a, b, c, d, e, f, g, h, i, j, k] = address_parts::parts(form);
    let [l, m, n] = [residential, &groups, verification];
    [a, b, c, d, e, f, g, h, i, j, k, l, m, n].map(crate::base::spreadsheet_cell::escape_formula)
}

/// The names of groups in one text. Google puts an asterisk before each and `:::` between them, and
/// every contact is in the first two.
pub fn groups(text: &str) -> Vec<String> {
    let names = text.split([';', ',']).flat_map(|part| part.split(":::"));
    let names = names.map(|name| name.trim().trim_start_matches("* ").trim());
    let names = names.filter(|name| !["", "myContacts", "starred", "My Contacts"].contains(name));
    names.map(str::to_owned).collect()
}

fn yes_or_no(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "yes" | "y" | "true" | "1" | "residential" | "sí" | "si" | "verdadero" | "residencial" => {
            Some(true)
        }
        "no" | "n" | "false" | "0" | "commercial" | "business" | "falso" | "comercial" => {
            Some(false)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
