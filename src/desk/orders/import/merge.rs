//! What an import does to the orders that are there. What a person has changed is kept, and nothing
//! of an order for which money may have been spent is overwritten.

mod three_way;

use std::collections::HashMap;

use jiff::Timestamp;

use super::read_orders::{ImportedField, ReadOrder, make_numbers_unique};
use crate::base::id::OrderId;
use crate::base::locale::{Message, format};
use crate::desk::records::order::{ChangedInFile, Order};
use crate::store::workspace::OrderRow;
use crate::{message, text};

use three_way::{changes_of_file, has_same_problems, merged};

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

/// Plans the import of orders. `existing` has the orders of the same source by their numbers; `file`
/// is the name of the file, and `at` the time of the import.
pub fn plan_import(
    mut read: Vec<ReadOrder>,
    existing: &HashMap<String, OrderRow>,
    file: &str,
    at: Timestamp,
) -> ImportPlan {
    let duplicates = make_numbers_unique(&mut read);
    let planned = read.into_iter().enumerate().map(|(place, read)| {
        let ReadOrder { order, rows } = read;
        let number = order.number.clone();
        let row = existing.get(&number);
        let row = row.filter(|row| row.fields.source == order.source);
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

type Write = Option<(Option<(OrderId, i64)>, Box<Order>)>;

fn plan_existing(
    new: Box<Order>,
    row: &OrderRow,
    rows: &[u64],
    file: &str,
    at: Timestamp,
) -> (ImportStep, Write) {
    let Ok(old) = serde_json::from_str::<Order>(&row.fields.json) else {
        return (ImportStep::Unreadable, None);
    };
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
        let step = match is_same {
            true => ImportStep::Unchanged,
            false => ImportStep::Changed(changes),
        };
        return (step, Some((existing, Box::new(order))));
    }
    let changes = changes_of_file(&old, &new);
    let mut order = Box::new(Order { digest: new.digest.clone(), ..old });
    if !changes.is_empty() {
        order.changed_in_file =
            Some(Box::new(ChangedInFile { at, file: file.to_owned(), order: *new }));
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
