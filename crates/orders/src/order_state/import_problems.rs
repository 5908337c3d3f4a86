//! What the import could not read, as problems of the order.

use super::order_problems::{OrderProblem, OrderProblemField};
use crate::import::read_orders::ImportedField;
use crate::message;
use crate::order::Order;
use postroom_base::locale::Message;
use postroom_parcel::draft::{AddressField, CustomsItemField, Field, PackageField};
use postroom_rows::limits::LONGEST_TEXT;
use postroom_tables::import_note::{ImportNote, ImportNoteKind};

/// One problem for each note that is open.
pub(super) fn problems_of_notes(order: &Order) -> Vec<OrderProblem> {
    let notes = order.import_notes.iter().enumerate();
    let open = notes.filter(|(_, note)| note.kind.is_problem() && !note.settled);
    open.map(|(place, note)| OrderProblem {
        field: OrderProblemField::Note(place),
        name: name_of(note),
        message: words_of(note),
    })
    .collect()
}

/// The heading of the column, else the row of the file. A field that both have changed is named by
/// its key, because there may be no column for it.
fn name_of(note: &ImportNote) -> Message {
    let mut fields = ImportedField::ALL.into_iter();
    if note.kind == ImportNoteKind::ChangedByBoth
        && let Some(field) = fields.find(|field| field.key() == note.column)
    {
        return Message::composed(move || field.name().to_owned());
    }
    match note.column.trim() {
        "" => message!("order-problems-field-row-of-file", row = note.row),
        column => column.into(),
    }
}

fn words_of(note: &ImportNote) -> Message {
    let text = note.text.trim();
    match note.kind {
        ImportNoteKind::ZipRestored
        | ImportNoteKind::CellRepaired
        | ImportNoteKind::LineLeftOut
        | ImportNoteKind::StateFilled
        | ImportNoteKind::DateIgnored => text.into(),
        ImportNoteKind::RowUnreadable => message!("order-problems-row-unreadable"),
        ImportNoteKind::NumberMissing => message!("order-problems-number-missing"),
        ImportNoteKind::NumberDamaged => message!("order-problems-number-damaged", text = text),
        ImportNoteKind::NumberTwice => message!("order-problems-number-twice", text = text),
        ImportNoteKind::WeightUnreadable => {
            message!("order-problems-weight-unreadable", text = text)
        }
        ImportNoteKind::WeightUnclear => message!("order-problems-weight-unclear", text = text),
        ImportNoteKind::SizeUnreadable => message!("order-problems-size-unreadable", text = text),
        ImportNoteKind::SizeUnclear => message!("order-problems-size-unclear", text = text),
        ImportNoteKind::QuantityUnreadable => {
            message!("order-problems-quantity-unreadable", text = text)
        }
        ImportNoteKind::QuantityMissing => {
            message!("order-problems-quantity-missing", text = text)
        }
        ImportNoteKind::ValueUnreadable => {
            message!("order-problems-value-unreadable", text = text)
        }
        ImportNoteKind::ValueUnclear => message!("order-problems-value-unclear", text = text),
        ImportNoteKind::DateUnreadable => message!("order-problems-date-unreadable", text = text),
        ImportNoteKind::CountryUnknown => message!("order-problems-country-unknown", text = text),
        ImportNoteKind::CellError => message!("order-problems-cell-error", text = text),
        ImportNoteKind::RowsDisagree => message!("order-problems-rows-disagree", text = text),
        ImportNoteKind::Undecodable => message!("order-problems-undecodable", text = text),
        ImportNoteKind::ClosedInShop => message!("order-problems-closed-in-shop", text = text),
        ImportNoteKind::HeldInShop => message!("order-problems-held-in-shop", text = text),
        ImportNoteKind::NotCarried => message!("order-problems-not-carried", text = text),
        ImportNoteKind::WordUnknown => message!("order-problems-word-unknown", text = text),
        ImportNoteKind::CellChanged => message!("order-problems-cell-changed", text = text),
        ImportNoteKind::CellTooLong => {
            message!("order-problems-cell-too-long", text = text, most = LONGEST_TEXT as u64)
        }
        ImportNoteKind::WeightsDiffer => message!("order-problems-weights-differ", text = text),
        ImportNoteKind::RowsEqual => message!("order-problems-rows-equal"),
        ImportNoteKind::LinesDisagree => message!("order-problems-lines-disagree", text = text),
        ImportNoteKind::NumberOfAnother => {
            message!("order-problems-number-of-another", text = text)
        }
        ImportNoteKind::PresetUnknown => message!("order-problems-preset-unknown", text = text),
        ImportNoteKind::ChangedByBoth => message!("order-problems-changed-by-both", text = text),
    }
}

/// Whether an open note is the reason for this problem of the draft, which then would be told
/// twice.
pub(super) fn explains(order: &Order, field: Field) -> bool {
    let has = |kinds: &[ImportNoteKind]| {
        let mut notes = order.open_import_problems();
        notes.any(|note| kinds.contains(&note.kind))
    };
    match field {
        Field::To(AddressField::Country) => has(&[ImportNoteKind::CountryUnknown]),
        Field::Package(_, PackageField::Weight) => {
            has(&[ImportNoteKind::WeightUnreadable, ImportNoteKind::WeightUnclear])
        }
        Field::Package(_, PackageField::Length | PackageField::Width | PackageField::Height) => {
            has(&[ImportNoteKind::SizeUnreadable, ImportNoteKind::SizeUnclear])
        }
        Field::CustomsItem(_, CustomsItemField::Quantity) => {
            has(&[ImportNoteKind::QuantityUnreadable])
        }
        Field::CustomsItem(_, CustomsItemField::Value) => {
            has(&[ImportNoteKind::ValueUnreadable, ImportNoteKind::ValueUnclear])
        }
        Field::CustomsItem(_, CustomsItemField::Weight) => has(&[
            ImportNoteKind::WeightUnreadable,
            ImportNoteKind::WeightUnclear,
            ImportNoteKind::QuantityUnreadable,
        ]),
        _ => false,
    }
}
