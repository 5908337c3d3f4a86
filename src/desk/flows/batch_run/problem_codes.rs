//! The problems of an order as the report names them: fields in words for programs, which no
//! language changes.

use crate::orders::batch_report::BatchProblem;
use crate::orders::order::Order;
use crate::orders::order_state::{OrderProblem, OrderProblemField};
use crate::parcel::draft::{CustomsItemField, Field, PackageField};
use crate::tables::import_note::ImportNoteKind;

pub(super) fn problems_of(order: &Order, problems: &[OrderProblem]) -> Vec<BatchProblem> {
    let problems = problems.iter().map(|problem| BatchProblem {
        field: field_code(order, problem.field),
        text: problem.in_words().to_string(),
    });
    problems.collect()
}

/// Empty if the problem is about no single field.
fn field_code(order: &Order, field: OrderProblemField) -> String {
    match field {
        OrderProblemField::Draft(field) => code_of_draft(field),
        OrderProblemField::Note(place) => {
            let note = order.import_notes.get(place);
            note.map_or("", |note| code_of_note(note.kind)).to_owned()
        }
        OrderProblemField::Number => "number".to_owned(),
        OrderProblemField::Preset => "preset".to_owned(),
        OrderProblemField::Quantity(place) => format!("items.{}.quantity", place + 1),
        OrderProblemField::Address => "to".to_owned(),
        OrderProblemField::Row => String::new(),
    }
}

fn code_of_draft(field: Field) -> String {
    match field {
        Field::From(field) => format!("from.{}", field.code()),
        Field::To(field) => format!("to.{}", field.code()),
        Field::Return(field) => format!("return.{}", field.code()),
        Field::Package(place, field) => {
            format!("parcels.{}.{}", place + 1, code_of_package(field))
        }
        Field::CustomsItem(place, field) => {
            format!("items.{}.{}", place + 1, code_of_item(field))
        }
        Field::Option(_) => "options".to_owned(),
        Field::Customs(_) => "customs".to_owned(),
        Field::Rate => "rate".to_owned(),
    }
}

const fn code_of_package(field: PackageField) -> &'static str {
    match field {
        PackageField::Kind => "type",
        PackageField::Weight => "weight",
        PackageField::Length => "length",
        PackageField::Width => "width",
        PackageField::Height => "height",
    }
}

const fn code_of_item(field: CustomsItemField) -> &'static str {
    match field {
        CustomsItemField::Description => "description",
        CustomsItemField::Quantity => "quantity",
        CustomsItemField::Weight => "weight",
        CustomsItemField::Value => "value",
        CustomsItemField::HsTariffNumber => "tariff-number",
        CustomsItemField::OriginCountry => "origin",
    }
}

const fn code_of_note(kind: ImportNoteKind) -> &'static str {
    match kind {
        ImportNoteKind::ZipRestored => "to.zip",
        ImportNoteKind::StateFilled => "to.state",
        ImportNoteKind::NumberMissing
        | ImportNoteKind::NumberDamaged
        | ImportNoteKind::NumberTwice
        | ImportNoteKind::NumberOfAnother => "number",
        ImportNoteKind::WeightUnreadable
        | ImportNoteKind::WeightUnclear
        | ImportNoteKind::WeightsDiffer => "weight",
        ImportNoteKind::SizeUnreadable | ImportNoteKind::SizeUnclear => "size",
        ImportNoteKind::QuantityUnreadable | ImportNoteKind::QuantityMissing => "quantity",
        ImportNoteKind::ValueUnreadable | ImportNoteKind::ValueUnclear => "value",
        ImportNoteKind::DateUnreadable | ImportNoteKind::DateIgnored => "date",
        ImportNoteKind::CountryUnknown => "to.country",
        ImportNoteKind::RowsDisagree => "to",
        ImportNoteKind::ClosedInShop
        | ImportNoteKind::HeldInShop
        | ImportNoteKind::NotCarried
        | ImportNoteKind::WordUnknown => "status",
        ImportNoteKind::LinesDisagree | ImportNoteKind::LineLeftOut => "items",
        ImportNoteKind::PresetUnknown => "preset",
        ImportNoteKind::CellRepaired
        | ImportNoteKind::RowUnreadable
        | ImportNoteKind::CellError
        | ImportNoteKind::CellChanged
        | ImportNoteKind::CellTooLong
        | ImportNoteKind::RowsEqual
        | ImportNoteKind::Undecodable
        | ImportNoteKind::ChangedByBoth => "",
    }
}
