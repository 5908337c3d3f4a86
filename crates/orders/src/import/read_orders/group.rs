//! The rows of one order while it is put together.

use super::Reader;
use super::columns::Column;
use super::group_fields::append;
use super::order_numbers::NumberOfRow;
use super::parcel::{FormSize, FormWeight, column_note};
use super::questions::QuestionKind;
use super::recipient::{Recipient, fill_blanks, is_same_recipient, one_line};
use super::skipped_rows::text_of_row;
use crate::order::{Order, OrderItem};
use postroom_base::money::Currency;
use postroom_parcel::draft::AddressForm;
use postroom_tables::import_note::{ImportNote, ImportNoteKind};
use postroom_tables::mapping::{EqualRows, OrderField, cell_at};
use postroom_tables::read_cell::{is_changed_text, is_misread_text, plain_text};
use postroom_tables::sheet::{Cell, RowFault, SheetRow};

#[derive(Default)]
pub(super) struct Group<'a> {
    pub order: Box<Order>,
    pub rows: Vec<u64>,
    /// The rank of the columns of its recipient; `None` as long as no row names one.
    pub rank: Option<u8>,
    /// The row of an order that needs a number made from it.
    pub unnumbered: Option<&'a SheetRow>,
    /// Its rows, to see which further rows and cells repeat them.
    pub sheet_rows: Vec<&'a SheetRow>,
    /// Rows that are another parcel each.
    pub further_parcels: usize,
    /// Lines that are shipped or canceled already, and lines that are never shipped.
    pub lines_over: usize,
    pub lines_not_shipped: usize,
    pub left_out: Vec<OrderItem>,
    pub currency: Option<Currency>,
    pub weight: Option<FormWeight>,
    /// Rows with a weight, and the last one of them.
    pub weighed_rows: u64,
    pub weighed_by: Option<&'a SheetRow>,
    pub weights_differ: bool,
    pub size: Option<FormSize>,
    /// What the shop says of the order's rows, and the first cell that closes it.
    pub open_rows: usize,
    pub canceled_rows: usize,
    pub closed_rows: usize,
    pub closed_by: Option<ImportNote>,
}

/// Notes that are compared with a new one, so that rows of one order do not repeat them.
const COMPARED_NOTES: usize = 8;

/// More bytes than a name, an address or an item has in any script.
const LONGEST_CELL: usize = 2_000;
/// Letters of such a cell that are shown.
const SHOWN_OF_LONG: usize = 40;

impl Group<'_> {
    /// Whether rows of this recipient, and with this id of the shop, belong to the order.
    pub fn is_for(&self, recipient: Option<&AddressForm>, shop_id: &str) -> bool {
        let ids = [self.order.shop_id.as_str(), shop_id];
        if ids.iter().all(|id| !id.is_empty()) && self.order.shop_id != shop_id {
            return false;
        }
        self.rank.is_none() || recipient.is_none_or(|it| is_same_recipient(&self.order.to, it))
    }

    /// Name and place, to tell this order from another one of its number.
    pub fn shown_recipient(&self) -> String {
        let to = &self.order.to;
        let parts = [&to.name, &to.company, &to.street1, &to.street2, &to.city, &to.zip];
        let parts: Vec<&str> = parts.into_iter().map(String::as_str).collect();
        let filled: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        filled.join(", ")
    }

    /// Every line is something that no shop ships: a gift card, a tip.
    pub fn has_nothing_to_ship(&self) -> bool {
        self.order.items.is_empty() && self.lines_not_shipped > 0 && self.lines_over == 0
    }

    pub fn note(&mut self, note: ImportNote) {
        let mut newest = self.order.import_notes.iter().rev().take(COMPARED_NOTES);
        let is_known = newest.any(|known| {
            known.kind == note.kind && known.column == note.column && known.text == note.text
        });
        if !is_known {
            self.order.import_notes.push(note);
        }
    }

    /// Keeps a cell that has no field, or whose field another cell has filled.
    pub fn keep(&mut self, heading: &str, text: &str) {
        self.order.columns.push((heading.to_owned(), text.to_owned()));
    }
}

impl<'a> Reader<'a> {
    pub(super) fn new_group(&self, row: &'a SheetRow, number: NumberOfRow<'a>) -> Group<'a> {
        let mut group = Group {
            rows: Vec::with_capacity(1),
            sheet_rows: Vec::with_capacity(1),
            ..Group::default()
        };
        self.home_country.clone_into(&mut group.order.to.country);
        group.order.shop_id = one_line(self.columns.text(row, OrderField::ShopId));
        let rank = self.columns.address_rank(row);
        match number {
            NumberOfRow::Given(number) => number.clone_into(&mut group.order.number),
            NumberOfRow::NoColumn | NumberOfRow::Missing | NumberOfRow::Damaged(_) => {
                group.unnumbered = Some(row);
            }
        }
        let says_nothing = || rank.is_none() && !self.has_item(row);
        let problem = match number {
            NumberOfRow::Given(_) => None,
            NumberOfRow::Damaged(text) => Some((ImportNoteKind::NumberDamaged, text.to_owned())),
            NumberOfRow::Missing | NumberOfRow::NoColumn if says_nothing() => {
                let text = text_of_row(row);
                group.order.raw_row = Some(text.clone());
                Some((ImportNoteKind::RowUnreadable, text))
            }
            NumberOfRow::Missing => Some((ImportNoteKind::NumberMissing, text_of_row(row))),
            NumberOfRow::NoColumn => None,
        };
        if let Some((kind, text)) = problem {
            group.note(self.columns.note_of(kind, row, OrderField::Number, &text));
        }
        let recipient = rank.map(|rank| (rank, self.read_recipient(row, rank)));
        self.add_row(&mut group, row, recipient);
        group
    }

    /// Adds a row; `recipient` is the one that it names, with the rank of its columns.
    pub(super) fn add_row(
        &self,
        group: &mut Group<'a>,
        row: &'a SheetRow,
        recipient: Option<(u8, Recipient)>,
    ) {
        let names_recipient = recipient.is_some();
        match recipient {
            Some((rank, recipient)) => {
                if group.rank.is_none() {
                    group.rank = Some(rank);
                    group.order.to = recipient.form;
                } else {
                    fill_blanks(&mut group.order.to, recipient.form);
                }
                recipient.notes.into_iter().for_each(|note| group.note(note));
                for (heading, text) in recipient.left_over {
                    group.keep(&heading, &text);
                }
            }
            None => {
                let mut contacts = AddressForm::default();
                contacts.country.clear();
                self.read_contacts(row, &mut contacts);
                fill_blanks(&mut group.order.to, contacts);
            }
        }
        group.rows.push(row.number);
        if !self.is_to_be_read(group, row) {
            return;
        }
        group.sheet_rows.push(row);
        self.add_faults(group, row);
        self.add_texts(group, row);
        self.add_dates(group, row);
        self.add_parcel(group, row);
        self.add_money_and_item(group, row);
        self.add_status(group, row, names_recipient);
        self.add_columns(group, row);
    }

    /// Whether the row says anything that the rows before do not. A row that equals another one of
    /// its order may be a second parcel or line, or the same one.
    fn is_to_be_read(&self, group: &mut Group<'a>, row: &'a SheetRow) -> bool {
        let mut before = group.sheet_rows.iter();
        if before.all(|known| known.cells != row.cells) {
            return true;
        }
        // The shop tells its lines apart.
        if !self.columns.text(row, OrderField::ItemLineId).is_empty() {
            return false;
        }
        match self.mapping.equal_rows {
            Some(EqualRows::Each) if self.has_item(row) => return true,
            Some(EqualRows::Each) => group.further_parcels += 1,
            Some(EqualRows::Same) => {}
            None => {
                let mut questions = self.questions.borrow_mut();
                questions.count_rows(QuestionKind::EqualRows, &group.order.number, 1);
                let (kind, text) = (ImportNoteKind::RowsEqual, text_of_row(row));
                group.note(self.columns.note_of(kind, row, OrderField::Number, &text));
            }
        }
        false
    }

    /// Cells with errors, and rows that could not be decoded.
    fn add_faults(&self, group: &mut Group<'a>, row: &SheetRow) {
        for (at, cell) in row.cells.iter().enumerate() {
            let kind = match cell {
                _ if is_changed_text(cell) => Some(ImportNoteKind::CellChanged),
                Cell::Text(text) if is_misread_text(text) => Some(ImportNoteKind::Undecodable),
                _ => None,
            };
            if let Some(kind) = kind
                && let Some(column) = self.columns.text_column(at)
            {
                group.note(column_note(kind, column, cell, row));
            }
            if cell.text().len() > LONGEST_CELL
                && let Some(column) = self.columns.text_column(at)
            {
                let beginning: String = plain_text(cell).chars().take(SHOWN_OF_LONG).collect();
                group.note(ImportNote {
                    text: beginning,
                    ..column_note(ImportNoteKind::CellTooLong, column, &Cell::Empty, row)
                });
            }
            if let (Cell::Error(text), Some(heading)) = (cell, self.columns.mapped_heading(at)) {
                let (kind, text) = (ImportNoteKind::CellError, text.as_str());
                group.note(ImportNote::new(kind, heading, text, row.number));
            }
        }
        match row.fault {
            None | Some(RowFault::Hidden) => {}
            Some(RowFault::OpenQuote) => {
                let text = text_of_row(row);
                let kind = ImportNoteKind::RowUnreadable;
                group.note(ImportNote::new(kind, "", text.as_str(), row.number));
                match &mut group.order.raw_row {
                    Some(raw) => append(raw, &text, "\n"),
                    raw => *raw = Some(text),
                }
            }
            Some(RowFault::Undecodable) => {
                let mut cells = row.cells.iter().map(Cell::text).enumerate();
                let broken = cells.find(|(_, text)| text.contains(char::REPLACEMENT_CHARACTER));
                let (at, text) = broken.unwrap_or_default();
                let heading = self.columns.heading_at(at).unwrap_or_default();
                group.note(ImportNote::new(ImportNoteKind::Undecodable, heading, text, row.number));
            }
        }
    }

    /// Whether the row before in the order has the same text in this column.
    pub(super) fn is_repeated(&self, group: &Group<'a>, column: &Column<'_>, cell: &Cell) -> bool {
        // The last row is the one that is being read.
        let before = group.sheet_rows.iter().rev().nth(1);
        before.is_some_and(|row| cell_at(row, Some(column.at)).text() == cell.text())
    }

    /// Columns without a field. A row that repeats the one before adds nothing.
    fn add_columns(&self, group: &mut Group<'a>, row: &SheetRow) {
        let kept = self.columns.kept.iter();
        for column in kept.take_while(|column| column.at < row.cells.len()) {
            let cell = cell_at(row, Some(column.at));
            if !cell.is_blank() && !self.is_repeated(group, column, cell) {
                group.keep(&column.heading, cell.text());
            }
        }
    }
}
