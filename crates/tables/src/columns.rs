//! The columns of a table with what is known of each before its cells are read.

use std::borrow::Cow;

use crate::headings::units::{length_unit_of_heading, weight_unit_of_heading};
use crate::import_note::{ImportNote, ImportNoteKind};
use crate::mapping::{DateOrder, DecimalMark, Mapping, OrderField, WeightIs, cell_at};
use crate::read_cell::date::order_of_date;
use crate::read_cell::money::{currency_of_heading, number_of_amount};
use crate::read_cell::nothing::says_nothing;
use crate::read_cell::number::{Marks, marks_of};
use crate::read_cell::plain_text;
use crate::sheet::{Cell, SheetRow};
use postroom_base::measure::{LengthUnit, WeightUnit};
use postroom_base::money::Currency;

pub struct Column<'a> {
    pub at: usize,
    /// As it stands in the file; the letter of a spreadsheet for a column without one.
    pub heading: Cow<'a, str>,
    pub rank: u8,
    /// The heading or the mapping names it.
    pub weight_unit: Option<WeightUnit>,
    /// The heading itself names it.
    pub length_unit: Option<LengthUnit>,
    pub currency: Option<Currency>,
    /// By the mapping, or by cells of the column that have only one reading.
    pub decimal: Option<DecimalMark>,
    pub dates: Option<DateOrder>,
}

/// The columns of a table, by field.
pub struct Columns<'a> {
    /// Indexed by [`OrderField`]; the columns of a field by rank.
    by_field: Vec<Vec<Column<'a>>>,
    /// Columns without a field, by place.
    pub kept: Vec<Column<'a>>,
    /// Ranks of the columns of an address, the first one first.
    pub address_ranks: Vec<u8>,
    /// The heading of each column by place, and whether it has a field.
    headings: Vec<(&'a str, bool)>,
}

impl<'a> Columns<'a> {
    pub fn of_sheet(
        heading: Option<&'a SheetRow>,
        rows: &'a [SheetRow],
        mapping: &Mapping,
    ) -> Self {
        static NO_HEADING: SheetRow = SheetRow { number: 0, cells: Vec::new(), fault: None };
        let heading = heading.unwrap_or(&NO_HEADING);
        let widest = rows.iter().map(|row| row.cells.len()).max();
        let width = widest.unwrap_or_default().max(heading.cells.len());
        let mut fields: Vec<Option<(Option<OrderField>, u8)>> = vec![None; width];
        for (column, place) in mapping.columns.iter().zip(mapping.places(heading)) {
            if let Some(slot) = place.and_then(|at| fields.get_mut(at))
                && slot.is_none()
            {
                *slot = Some((column.field, column.fallback));
            }
        }
        let mut columns = Self {
            by_field: Vec::new(),
            kept: Vec::new(),
            address_ranks: Vec::new(),
            headings: vec![("", false); width],
        };
        columns.by_field.resize_with(FIELDS, Vec::new);
        for (at, found) in fields.into_iter().enumerate() {
            let title = heading.cells.get(at).map_or("", |cell| cell.text().trim());
            let (field, rank) = found.unwrap_or_default();
            let field = match (field, mapping.weight_is) {
                (Some(OrderField::Weight), Some(WeightIs::OfPiece)) => Some(OrderField::ItemWeight),
                (Some(OrderField::WeightUnit), Some(WeightIs::OfPiece)) => {
                    Some(OrderField::ItemWeightUnit)
                }
                (field, _) => field,
            };
            if field == Some(OrderField::Ignored) {
                continue;
            }
            let column = Column {
                at,
                heading: match title {
                    "" => Cow::Owned(letters_of(at)),
                    title => Cow::Borrowed(title),
                },
                rank,
                weight_unit: weight_unit_of_heading(title).or(mapping.weight_unit),
                length_unit: length_unit_of_heading(title),
                currency: currency_of_heading(title),
                decimal: mapping.decimal,
                dates: mapping.dates,
            };
            if let Some(slot) = columns.headings.get_mut(at) {
                *slot = (title, field.is_some());
            }
            match field {
                Some(field) => {
                    let is_new = !columns.address_ranks.contains(&rank);
                    if field.is_of_address() && is_new {
                        columns.address_ranks.push(rank);
                    }
                    if let Some(of_field) = columns.by_field.get_mut(field as usize) {
                        of_field.push(column);
                    }
                }
                None => columns.kept.push(column),
            }
        }
        for of_field in &mut columns.by_field {
            of_field.sort_by_key(|column| column.rank);
        }
        columns.address_ranks.sort_unstable();
        columns
    }

    pub fn for_field(&self, field: OrderField) -> &[Column<'a>] {
        self.by_field.get(field as usize).map_or(&[], Vec::as_slice)
    }

    pub fn has(&self, field: OrderField) -> bool {
        !self.for_field(field).is_empty()
    }

    /// The first cell of the field that is neither blank nor an error, by rank.
    pub fn first<'r>(
        &self,
        row: &'r SheetRow,
        field: OrderField,
    ) -> Option<(&Column<'a>, &'r Cell)> {
        self.filled(row, field).next()
    }

    /// The cells of the field that are neither blank nor errors nor words for nothing, by rank.
    pub fn filled<'s, 'r>(
        &'s self,
        row: &'r SheetRow,
        field: OrderField,
    ) -> impl Iterator<Item = (&'s Column<'a>, &'r Cell)> {
        let columns = self.for_field(field).iter();
        columns.map(|column| (column, cell_at(row, Some(column.at)))).filter(move |(_, cell)| {
            let text = plain_text(cell);
            !text.is_empty() && !says_nothing(field, text)
        })
    }

    /// As [`Columns::first`], as a text without the apostrophe of a spreadsheet.
    pub fn text<'r>(&self, row: &'r SheetRow, field: OrderField) -> &'r str {
        self.first(row, field).map_or("", |(_, cell)| plain_text(cell))
    }

    /// The text of an address field in the columns of one rank. The person of a rank that has no
    /// columns for one is that of the first rank: a contact with several addresses.
    pub fn text_of_rank<'r>(&self, row: &'r SheetRow, field: OrderField, rank: u8) -> &'r str {
        let rank = match self.address_ranks.first() {
            Some(first) if PERSON.contains(&field) && !self.names_person(rank) => *first,
            _ => rank,
        };
        let mut of_rank = self.filled(row, field).filter(|(column, _)| column.rank == rank);
        of_rank.next().map_or("", |(_, cell)| plain_text(cell))
    }

    fn names_person(&self, rank: u8) -> bool {
        let mut columns = PERSON.iter().flat_map(|field| self.for_field(*field));
        columns.any(|column| column.rank == rank)
    }

    /// The rank of the address that the row has; `None` if it has none.
    pub fn address_rank(&self, row: &SheetRow) -> Option<u8> {
        let is_filled = |rank: &u8, fields: &[OrderField]| {
            let mut fields = fields.iter();
            fields.any(|field| !self.text_of_rank(row, *field, *rank).is_empty())
        };
        let mut ranks = self.address_ranks.iter();
        let share_person = !ranks.all(|rank| self.names_person(*rank));
        // Where the ranks have one person, only the place tells which of them is filled.
        let by_place = || self.address_ranks.iter().find(|rank| is_filled(rank, &PLACE));
        let by_any = || {
            let mut ranks = self.address_ranks.iter();
            ranks.find(|rank| is_filled(rank, &PERSON) || is_filled(rank, &PLACE))
        };
        share_person.then(by_place).flatten().or_else(by_any).copied()
    }

    /// The heading of the first column of a field.
    pub fn heading_of(&self, field: OrderField) -> String {
        let first = self.for_field(field).first();
        first.map_or_else(String::new, |column| column.heading.to_string())
    }

    /// A note about a field of a row.
    pub fn note_of(
        &self,
        kind: ImportNoteKind,
        row: &SheetRow,
        field: OrderField,
        text: &str,
    ) -> ImportNote {
        ImportNote::new(kind, self.heading_of(field), text, row.number)
    }

    /// The headings of all columns, blank ones too.
    pub fn titles(&self) -> impl Iterator<Item = &'a str> {
        self.headings.iter().map(|(title, _)| *title)
    }

    /// A column of texts that a spreadsheet can turn into dates, by its place.
    pub fn text_column(&self, at: usize) -> Option<&Column<'a>> {
        use OrderField::{ItemLineId, ItemName, ItemSku, ItemTariffNumber, Phone};
        let of_item = [ItemSku, ItemName, ItemTariffNumber, ItemLineId];
        let is_text = |it: &OrderField| it.is_of_address() || *it == Phone || of_item.contains(it);
        let fields = OrderField::ALL.into_iter().filter(is_text);
        fields.flat_map(|field| self.for_field(field)).find(|column| column.at == at)
    }

    /// The heading of a column by its place.
    pub fn heading_at(&self, at: usize) -> Option<&'a str> {
        self.headings.get(at).map(|(heading, _)| *heading)
    }

    /// The heading of a column that has a field, by its place.
    pub fn mapped_heading(&self, at: usize) -> Option<&'a str> {
        let (heading, has_field) = self.headings.get(at)?;
        has_field.then_some(*heading)
    }

    /// Lets the cells of each column decide what its mapping leaves open.
    pub fn learn(&mut self, rows: &[&SheetRow]) {
        let numbers = [
            OrderField::Weight,
            OrderField::ItemWeight,
            OrderField::Length,
            OrderField::Width,
            OrderField::Height,
            OrderField::Total,
            OrderField::ItemValue,
            OrderField::ItemLineValue,
            OrderField::ItemQuantity,
        ];
        for field in numbers {
            for column in self.by_field.get_mut(field as usize).into_iter().flatten() {
                if column.decimal.is_none() {
                    column.decimal = only_one(rows.iter().filter_map(|row| {
                        match cell_at(row, Some(column.at)) {
                            Cell::Text(text) => decimal_of_text(text),
                            _ => None,
                        }
                    }));
                }
            }
        }
        for field in [OrderField::Ordered, OrderField::ShipBy] {
            for column in self.by_field.get_mut(field as usize).into_iter().flatten() {
                if column.dates.is_none() {
                    let cells = rows.iter().map(|row| cell_at(row, Some(column.at)));
                    column.dates = only_one(cells.filter_map(order_of_date));
                }
            }
        }
    }
}

/// The fields that say who gets a parcel, and those that say where.
const PERSON: [OrderField; 4] =
    [OrderField::Name, OrderField::Company, OrderField::LastName, OrderField::FirstName];
const PLACE: [OrderField; 6] = [
    OrderField::Street1,
    OrderField::Zip,
    OrderField::City,
    OrderField::Street2,
    OrderField::Street3,
    OrderField::Address,
];

/// The number of fields, with [`OrderField::Ignored`].
const FIELDS: usize = OrderField::ALL.len() + 1;

/// What all of them say; `None` if there are none or if two disagree.
fn only_one<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|other| other == first).then_some(first)
}

/// The decimal mark of a text that has only one reading. Of a text with a unit or a currency, the
/// number is read.
fn decimal_of_text(text: &str) -> Option<DecimalMark> {
    // Most cells have no separator at all.
    if !text.contains(['.', ',']) {
        return None;
    }
    match marks_of(text).or_else(|| marks_of(number_of_amount(text)?))? {
        Marks::Clear(mark) => Some(mark),
        Marks::None | Marks::Either => None,
    }
}

/// `A` for the first column, `AA` for the 27th.
pub fn letters_of(at: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = at + 1;
    while rest > 0 {
        let letter = u8::try_from((rest - 1) % 26).unwrap_or_default();
        letters.push(char::from(b'A' + letter));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}
