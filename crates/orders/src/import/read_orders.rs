//! From the rows of a table to orders. Pure: the same rows and mapping give the same orders.
//!
//! Every row below the heading becomes a part of exactly one order or is named in
//! [`ReadOrders::skipped`]. What cannot be read keeps its order in need of attention, and what
//! concerns a whole column is asked as a [`Question`].

mod digest;
mod group;
mod group_fields;
mod imported_values;
mod information;
mod item;
mod order_numbers;
mod parcel;
mod parts;
mod questions;
mod recipient;
mod skipped_rows;

use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::import::beside::usual_parts;
use crate::order::Order;
use postroom_base::geography;
use postroom_base::money::Currency;
use postroom_tables::columns;
use postroom_tables::import_note::{ImportNote, ImportNoteKind};
use postroom_tables::mapping::{Mapping, OrderField};
use postroom_tables::read_cell::country::CountryLookup;
use postroom_tables::read_cell::money::currency_of_code;
use postroom_tables::read_cell::plain_text;
use postroom_tables::sheet::{Cell, RowFault, Sheet, SheetRow};
use postroom_tables::shop_words::WordLookup;

pub use digest::digest_of_order;
pub use imported_values::{ImportedField, add_imported_value, imported_value, imported_values};
pub use information::information_of_note;
pub use order_numbers::make_numbers_unique;
pub use questions::{Answer, Question, QuestionKind, same_number_question};
pub use skipped_rows::{SkipReason, SkippedRow};

use columns::{Column, Columns};
use digest::digest_with_buffer;
use group::Group;
use imported_values::write_imported_values;
use order_numbers::NumberOfRow;
use questions::QuestionTally;
use skipped_rows::{skip_reason, text_of_row};

/// What an import knows besides the table and its mapping.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportContext {
    /// The sender's country, by code or name: of orders that name none. Blank for the United States.
    pub home_country: String,
    /// The currency of amounts that name none, until a person has answered.
    pub usual_currency: Currency,
    /// The keys of the presets by name.
    pub presets: HashMap<String, String>,
}

impl Default for ImportContext {
    fn default() -> Self {
        Self {
            home_country: "US".to_owned(),
            usual_currency: Currency::USD,
            presets: HashMap::new(),
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadOrders {
    /// In the order of their first rows; each number is there once.
    pub orders: Vec<ReadOrder>,
    pub skipped: Vec<SkippedRow>,
    pub questions: Vec<Question>,
    pub coverage: Coverage,
}

/// What a table says anything about. The rest of an order that is there stays as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Coverage {
    /// The fields for which it has no column.
    pub lacks: Vec<ImportedField>,
    /// The headings that it has.
    pub headings: Vec<String>,
}

impl Coverage {
    fn of(columns: &Columns<'_>) -> Self {
        let lacks = ImportedField::ALL.into_iter().filter(|field| !field.is_in(columns));
        let kept = columns.kept.iter().map(|column| column.heading.to_string());
        let titles = columns.titles().map(str::to_owned);
        Self { lacks: lacks.collect(), headings: kept.chain(titles).collect() }
    }
}

/// An order with the rows that it was read from, as [`SheetRow::number`].
#[derive(Clone, Debug, PartialEq)]
pub struct ReadOrder {
    /// In a box, since a hundred thousand of them are moved some times.
    pub order: Box<Order>,
    pub rows: Vec<u64>,
}

/// Reads the rows below a heading; `heading_row` is an index into [`Sheet::rows`], or `None` for a
/// table without a heading.
pub fn read_orders(
    sheet: &Sheet,
    heading_row: Option<usize>,
    mapping: &Mapping,
    context: &ImportContext,
) -> ReadOrders {
    let heading = heading_row.and_then(|at| sheet.rows.get(at));
    let below = heading_row.map_or(0, |at| at.saturating_add(1));
    let below = sheet.rows.get(below..).unwrap_or_default();
    let mut columns = Columns::of_sheet(heading, below, mapping);
    let mut read = ReadOrders::default();
    let mut rows: Vec<&SheetRow> = Vec::with_capacity(below.len());
    let mut hidden = 0;
    for row in below {
        let is_hidden = row.fault == Some(RowFault::Hidden);
        let reason = skip_reason(row, heading, &columns);
        hidden += u64::from(is_hidden && reason.is_none());
        let is_left_out = is_hidden && mapping.hidden_rows != Some(true);
        match reason.or(is_left_out.then_some(SkipReason::Hidden)) {
            Some(reason) => {
                read.skipped.push(SkippedRow { row: row.number, reason, text: text_of_row(row) })
            }
            None => rows.push(row),
        }
    }
    columns.learn(&rows);
    let home = geography::country(&context.home_country);
    let home_country = home.map_or("US", |country| country.a2.as_str());
    let currency = currency_of_code(&mapping.currency);
    let reader = || Reader {
        columns: &columns,
        mapping,
        context,
        home_country,
        currency,
        countries: RefCell::default(),
        words: RefCell::default(),
        questions: RefCell::default(),
    };
    let parts = usual_parts(rows.len());
    let (orders, nothing_to_ship, mut questions) =
        parts::read_in_parts(&rows, &columns, parts, reader);
    if hidden > 0 && mapping.hidden_rows.is_none() {
        let mut skipped = read.skipped.iter();
        let example = skipped.find(|row| row.reason == SkipReason::Hidden);
        let example = example.map_or_else(String::new, |row| row.text.replace('\t', ", "));
        questions.count_rows(QuestionKind::HiddenRows, &example, hidden);
    }
    read.orders = orders;
    read.skipped.extend(nothing_to_ship);
    read.coverage = Coverage::of(&columns);
    read.questions = questions.into_questions(home_country, context.usual_currency);
    read
}

/// What reading a row needs.
struct Reader<'a> {
    columns: &'a Columns<'a>,
    mapping: &'a Mapping,
    context: &'a ImportContext,
    /// Two-letter code.
    home_country: &'static str,
    /// The currency that the mapping names.
    currency: Option<Currency>,
    countries: RefCell<CountryLookup<'a>>,
    words: RefCell<WordLookup<'a>>,
    questions: RefCell<QuestionTally>,
}

/// The orders of one number; mostly there is one.
struct SameNumber {
    first: usize,
    /// Those whose rows disagree with the first one about the recipient.
    others: Vec<usize>,
    /// The order to which a row without a recipient belongs.
    newest: usize,
}

impl SameNumber {
    fn groups(&self) -> impl Iterator<Item = usize> {
        std::iter::once(self.first).chain(self.others.iter().copied())
    }
}

/// Rows of one number are compared with at most this many recipients.
const MOST_RECIPIENTS: usize = 16;

type ByNumber<'a> = HashMap<&'a str, SameNumber>;

impl<'a> Reader<'a> {
    fn group_rows(&self, rows: &[&'a SheetRow]) -> (Vec<Group<'a>>, ByNumber<'a>) {
        let mut groups: Vec<Group<'a>> = Vec::with_capacity(rows.len());
        let mut by_number: ByNumber<'a> = HashMap::with_capacity(rows.len());
        // The order of the row above.
        let mut above: Option<usize> = None;
        for row in rows {
            let number = self.number_of_row(row);
            // Many reports write the columns of an order only in its first row.
            let continues = number == NumberOfRow::Missing
                && self.has_item(row)
                && self.columns.address_rank(row).is_none();
            if let Some(group) = above.and_then(|at| groups.get_mut(at))
                && continues
            {
                self.add_row(group, row, None);
                continue;
            }
            above = Some(groups.len());
            let NumberOfRow::Given(text) = number else {
                groups.push(self.new_group(row, number));
                continue;
            };
            let same = match by_number.entry(text) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(free) => {
                    free.insert(SameNumber {
                        first: groups.len(),
                        others: Vec::new(),
                        newest: groups.len(),
                    });
                    groups.push(self.new_group(row, number));
                    continue;
                }
            };
            let rank = self.columns.address_rank(row);
            let shop_id = self.columns.text(row, OrderField::ShopId);
            // A shop that repeats only the billing address leaves the recipient blank.
            let newest = groups.get(same.newest).and_then(|group| group.rank);
            let recipient = match (rank, newest) {
                (Some(rank), Some(newest)) if rank > newest => None,
                (Some(rank), _) => Some((rank, self.read_recipient(row, rank))),
                (None, _) => None,
            };
            let form = recipient.as_ref().map(|(_, recipient)| &recipient.form);
            let found = {
                let known = same.groups().take(MOST_RECIPIENTS);
                let mut known = std::iter::once(same.newest).chain(known);
                known.find(|at| {
                    let group = groups.get(*at);
                    group.is_some_and(|group| group.is_for(form, shop_id))
                })
            };
            match found.and_then(|at| Some((at, groups.get_mut(at)?))) {
                Some((at, group)) => {
                    same.newest = at;
                    above = Some(at);
                    self.add_row(group, row, recipient);
                }
                None => {
                    same.newest = groups.len();
                    same.others.push(groups.len());
                    groups.push(self.new_group(row, number));
                }
            }
        }
        (groups, by_number)
    }

    /// Orders of one number that go to different recipients stay apart. The first one keeps the
    /// number, the others get one of their own, which `is_given` says no row has.
    fn mark_disagreements(
        &self,
        groups: &mut [Group<'a>],
        by_number: &ByNumber<'a>,
        is_given: impl Fn(&str) -> bool,
    ) {
        for (number, same) in by_number.iter().filter(|(_, same)| !same.others.is_empty()) {
            let recipient = |at: Option<usize>| {
                let group = at.and_then(|at| groups.get(at));
                group.map(Group::shown_recipient).unwrap_or_default()
            };
            let first = recipient(Some(same.first));
            let second = recipient(same.others.first().copied());
            let heading = self.heading_of(OrderField::Number);
            let mut count = 1_usize;
            for at in same.groups() {
                let Some(group) = groups.get_mut(at) else {
                    continue;
                };
                let is_first = at == same.first;
                let other = if is_first { &second } else { &first };
                let row = group.rows.first().copied().unwrap_or_default();
                group.note(ImportNote::new(ImportNoteKind::RowsDisagree, &heading, other, row));
                if is_first {
                    continue;
                }
                group.order.number = loop {
                    count += 1;
                    let candidate = format!("{number} ({count})");
                    if !is_given(&candidate) {
                        break candidate;
                    }
                };
                // What the shop calls it is not lost.
                let shop = (heading.clone(), (*number).to_owned());
                group.order.columns.push(shop);
            }
        }
    }

    /// The orders, and those that have nothing to ship.
    fn finish(&self, groups: Vec<Group<'a>>) -> (Vec<ReadOrder>, Vec<SkippedRow>) {
        // One buffer for all: a string that grew keeps memory that it does not use.
        let mut buffer = String::new();
        let mut skipped = Vec::new();
        let mut orders = Vec::with_capacity(groups.len());
        for mut group in groups {
            if group.has_nothing_to_ship() {
                let text =
                    group.sheet_rows.first().map_or_else(String::new, |row| text_of_row(row));
                skipped.extend(group.rows.iter().map(|row| SkippedRow {
                    row: *row,
                    reason: SkipReason::NothingToShip,
                    text: text.clone(),
                }));
                continue;
            }
            self.leave_out_summary(&mut group);
            self.decide_weight(&mut group);
            self.decide_status(&mut group);
            let Group { mut order, rows, .. } = group;
            order.to.name_by_company();
            order.source.clone_from(&self.mapping.source);
            buffer.clear();
            write_imported_values(&order, &mut buffer);
            order.imported = buffer.as_str().to_owned();
            order.digest = digest_with_buffer(&order, &mut buffer);
            orders.push(ReadOrder { order, rows });
        }
        (orders, skipped)
    }

    /// Counts a cell about which a question is asked.
    fn ask(&self, kind: QuestionKind, column: &Column<'_>, cell: &Cell) {
        let mut questions = self.questions.borrow_mut();
        questions.count(kind, column, plain_text(cell), 1);
    }

    /// The heading of the first column of a field.
    fn heading_of(&self, field: OrderField) -> String {
        self.columns.heading_of(field)
    }
}

#[cfg(test)]
mod tests;
