//! What an import does to the orders that are there. What a person has changed is kept, and nothing
//! of an order for which money may have been spent is overwritten.

mod three_way;

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;

use super::read_orders::{
    Coverage, ImportedField, ReadOrder, digest_of_order, imported_value, make_numbers_unique,
};
use crate::order::{ChangedInFile, Order};
use crate::readable_row::readable_order;
use crate::{message, text};
use postroom_base::geography::plain_name;
use postroom_base::id::OrderId;
use postroom_base::locale::{Message, format};
use postroom_rows::order::OrderRow;
use postroom_tables::import_note::{ImportNote, ImportNoteKind};
use postroom_tables::mapping::SameNumber;

use three_way::{changes_of_file, complete, has_same_problems, merged};

/// What an import would do, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportPlan {
    pub orders: Vec<PlannedOrder>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlannedOrder {
    pub number: String,
    /// The rows of the file.
    pub rows: Vec<u64>,
    pub step: ImportStep,
    /// What is written; `None` if the order stays as it is.
    pub write: Option<PlannedWrite>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlannedWrite {
    /// The order that is there, with the revision that the write must name; `None` adds one.
    pub existing: Option<(OrderId, i64)>,
    pub order: Box<Order>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportStep {
    New,
    /// The file says what the order has. It may be written all the same, so that the next file is
    /// compared with this one.
    Unchanged,
    Changed(Vec<FieldChange>),
    /// The file has other data, but the order is being bought or was bought. They are kept beside
    /// the order, in [`Order::changed_in_file`].
    ChangedWhileBought(Vec<FieldChange>),
    /// An earlier file had other data than the order that was bought; this one agrees with it again.
    AgreesAgain,
    /// The same order is in the file before.
    Duplicate,
    /// The order that is there was written by a newer version of the program.
    Unreadable,
}

/// A field that the file has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    pub field: ImportedField,
    /// As the order has it, in words.
    pub before: String,
    /// As the file has it.
    pub after: String,
    /// A person has changed the field too, so the order keeps what it has.
    pub kept: bool,
}

/// What a file says of all its orders.
#[derive(Clone, Debug, Default)]
pub struct FileFacts {
    /// The name of the file.
    pub name: String,
    pub coverage: Coverage,
    /// Whether an order with another recipient than the one of its number is the same one all the
    /// same; `None` asks.
    pub same_number: Option<SameNumber>,
}

/// Plans the import of orders. `existing` has the orders of the same source by their numbers, among
/// them those of [`further_numbers`]; `at` is the time of the import.
pub fn plan_import(
    mut read: Vec<ReadOrder>,
    existing: &HashMap<String, OrderRow>,
    file: &FileFacts,
    at: Timestamp,
) -> ImportPlan {
    let duplicates = make_numbers_unique(&mut read);
    let mut given: HashSet<String> = match existing.is_empty() {
        true => HashSet::new(),
        false => read.iter().map(|read| read.order.number.clone()).collect(),
    };
    let planned = read.into_iter().enumerate().map(|(place, read)| {
        let ReadOrder { mut order, rows } = read;
        let row_of = |number: &str| {
            let row = existing.get(number);
            row.filter(|row| row.fields.source == order.source)
        };
        let mut row = row_of(&order.number);
        if !duplicates.contains(&place)
            && let Some(other) = row.and_then(|row| another_order(&order, row, file.same_number))
        {
            let shop_number = order.number.clone();
            let mut further = further_numbers(&shop_number);
            let mine = further.find(|number| {
                let row = row_of(number);
                row.is_none_or(|row| another_order(&order, row, file.same_number).is_none())
                    && (row.is_some() || given.insert(number.clone()))
            });
            row = mine.as_deref().and_then(row_of);
            order.number = mine.unwrap_or_else(|| {
                let digits = order.digest.get(..8).unwrap_or_default();
                format!("{shop_number} ({digits})")
            });
            // Ids tell two orders apart with certainty, a recipient does not.
            let is_certain = !order.shop_id.is_empty() && !other.shop_id.is_empty();
            if !is_certain && file.same_number.is_none() {
                let (kind, other) = (ImportNoteKind::NumberOfAnother, shown_recipient(&other));
                let row = rows.first().copied().unwrap_or_default();
                order.import_notes.push(ImportNote::new(kind, &shop_number, other, row));
            }
            order.digest = digest_of_order(&order);
        }
        let number = order.number.clone();
        let (step, write) = match row {
            _ if duplicates.contains(&place) => (ImportStep::Duplicate, None),
            Some(row) => plan_existing(order, row, &rows, file, at),
            None => (ImportStep::New, Some((None, order))),
        };
        PlannedOrder {
            number,
            rows,
            step,
            write: write.map(|(existing, order)| PlannedWrite { existing, order }),
        }
    });
    ImportPlan { orders: planned.collect() }
}

/// The order of this row, if it is another one than the order of the file. Two ids of the shop
/// decide. Without them, it is another one if neither the name nor the street is the same.
pub fn another_order(
    new: &Order,
    row: &OrderRow,
    same_number: Option<SameNumber>,
) -> Option<Order> {
    // Most orders of a file that is read again are as they were.
    if is_as_read_before(new, row) {
        return None;
    }
    let old = readable_order(row)?;
    if !new.shop_id.is_empty() && !old.shop_id.is_empty() {
        return (new.shop_id != old.shop_id).then_some(old);
    }
    if same_number == Some(SameNumber::Same) {
        return None;
    }
    // A person may have corrected what the file had.
    let before = |field| match old.imported.is_empty() {
        true => field_of(&old, field),
        false => plain_name(imported_value(&old.imported, field)),
    };
    let differs = |field| {
        let (before, now) = (before(field), field_of(new, field));
        !before.is_empty() && !now.is_empty() && before != now
    };
    (differs(ImportedField::Name) && differs(ImportedField::Street1)).then_some(old)
}

/// Whether the file says of the order what the one before said, and nothing was put aside. Told from
/// the text of the row: most orders of a file that is read again are as they were.
fn is_as_read_before(new: &Order, row: &OrderRow) -> bool {
    let json = row.fields.json.as_bytes();
    let holds = |text: &str| memchr::memmem::find(json, text.as_bytes()).is_some();
    row.unreadable.is_none()
        && !new.digest.is_empty()
        && holds(&format!("\"digest\":\"{}\"", new.digest))
        && !holds("\"changed_in_file\":")
}

fn field_of(order: &Order, field: ImportedField) -> String {
    plain_name(&field.value(order))
}

fn shown_recipient(order: &Order) -> String {
    let to = &order.to;
    let parts = [&to.name, &to.street1, &to.city].into_iter().map(String::as_str);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The numbers of further orders that have the number of another one: `1001 (2)` and so on.
pub fn further_numbers(number: &str) -> impl Iterator<Item = String> {
    (2..=MOST_OF_A_NUMBER).map(move |count| format!("{number} ({count})"))
}

/// Shops whose orders share a number.
const MOST_OF_A_NUMBER: usize = 12;

type Write = Option<(Option<(OrderId, i64)>, Box<Order>)>;

fn plan_existing(
    mut new: Box<Order>,
    row: &OrderRow,
    rows: &[u64],
    file: &FileFacts,
    at: Timestamp,
) -> (ImportStep, Write) {
    if is_as_read_before(&new, row) {
        return (ImportStep::Unchanged, None);
    }
    let Some(old) = readable_order(row) else {
        return (ImportStep::Unreadable, None);
    };
    complete(&mut new, &old, &file.coverage);
    let may_cost = row.fields.state.may_have_cost_money() || old.may_have_cost_money();
    // What a newer file said while a label was bought counts once the label is refunded.
    let is_put_aside = old.changed_in_file.is_some() && !may_cost;
    if old.digest == new.digest && !is_put_aside {
        return (ImportStep::Unchanged, None);
    }
    let existing = Some((row.id.clone(), row.revision));
    if !may_cost {
        let (order, changes) = merged(&old, *new, rows.first().copied().unwrap_or_default());
        let is_same = changes.is_empty() && has_same_problems(&old, &order);
        let step = if is_same { ImportStep::Unchanged } else { ImportStep::Changed(changes) };
        return (step, Some((existing, Box::new(order))));
    }
    let changes = changes_of_file(&old, &new);
    let mut order = Box::new(Order { digest: new.digest.clone(), ..old });
    if !changes.is_empty() {
        order.changed_in_file =
            Some(Box::new(ChangedInFile { at, file: file.name.clone(), order: *new }));
        return (ImportStep::ChangedWhileBought(changes), Some((existing, order)));
    }
    match order.changed_in_file.take() {
        Some(_) => (ImportStep::AgreesAgain, Some((existing, order))),
        None => (ImportStep::Unchanged, None),
    }
}

impl ImportStep {
    /// What becomes of the order, in words.
    pub fn text(&self) -> Message {
        match self {
            Self::New => message!("order-import-merge-new"),
            Self::Unchanged => message!("order-import-merge-unchanged"),
            Self::Changed(changes) => {
                let names = |kept: bool| {
                    let changes = changes.iter().filter(move |change| change.kept == kept);
                    changes.map(|change| change.field).collect::<Vec<_>>()
                };
                let (taken, kept) = (names(false), names(true));
                match (taken.is_empty(), kept.is_empty()) {
                    (true, true) => message!("order-import-merge-problems-changed"),
                    (false, true) => Message::composed(move || {
                        text!("order-import-merge-changed", fields = listed(&taken))
                    }),
                    (true, false) => Message::composed(move || {
                        text!("order-import-merge-kept", fields = listed(&kept))
                    }),
                    (false, false) => Message::composed(move || {
                        text!(
                            "order-import-merge-changed-and-kept",
                            fields = listed(&taken),
                            kept = listed(&kept)
                        )
                    }),
                }
            }
            Self::ChangedWhileBought(changes) => {
                let fields: Vec<_> = changes.iter().map(|change| change.field).collect();
                Message::composed(move || {
                    text!("order-import-merge-bought", fields = listed(&fields))
                })
            }
            Self::AgreesAgain => message!("order-import-merge-agrees"),
            Self::Duplicate => message!("order-import-merge-duplicate"),
            Self::Unreadable => message!("order-import-merge-unreadable"),
        }
    }
}

/// What a newer file has otherwise than an order that is being bought or was bought.
pub fn changes_put_aside(order: &Order) -> Vec<FieldChange> {
    let newer = order.changed_in_file.as_ref();
    newer.map_or_else(Vec::new, |newer| changes_of_file(order, &newer.order))
}

impl FieldChange {
    /// `ZIP: 10119 instead of 10118`
    pub fn in_words(&self) -> Message {
        let change = self.clone();
        Message::composed(move || {
            let (field, after) = (change.field.name(), &change.after);
            match (change.before.is_empty(), after.is_empty()) {
                (true, _) => text!("order-import-merge-field-new", field = field, after = after),
                (_, true) => {
                    text!("order-import-merge-field-gone", field = field, before = &change.before)
                }
                _ => text!(
                    "order-import-merge-field",
                    field = field,
                    after = after,
                    before = &change.before
                ),
            }
        })
    }
}

fn listed(fields: &[ImportedField]) -> String {
    let names: Vec<String> = fields.iter().map(|field| field.name().to_owned()).collect();
    format::list(&names)
}

#[cfg(test)]
mod tests;
