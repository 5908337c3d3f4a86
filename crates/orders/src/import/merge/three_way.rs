//! The file as it was, the file as it is, and the order as a person has it.

use super::FieldChange;
use crate::import::read_orders::{Coverage, ImportedField, add_imported_value, imported_value};
use crate::order::Order;
use postroom_tables::import_note::{ImportNote, ImportNoteKind};

/// Gives the order of a file what its table has no column for: the order that is there keeps it.
pub(super) fn complete(new: &mut Order, old: &Order, coverage: &Coverage) {
    let Coverage { lacks, headings } = coverage;
    let further = old.columns.iter().filter(|(heading, _)| !headings.contains(heading));
    let further: Vec<(String, String)> = further.cloned().collect();
    if lacks.is_empty() && further.is_empty() {
        return;
    }
    for field in lacks {
        field.copy(old, new);
    }
    // Parcels that a person made are not those of a file.
    let parcel = [ImportedField::Weight, ImportedField::Size, ImportedField::PackageType];
    if parcel.iter().any(|field| lacks.contains(field)) && old.parcels.len() > 1 {
        new.parcels.clone_from(&old.parcels);
    }
    new.columns.extend(further);
    let mut imported = String::new();
    for field in ImportedField::ALL {
        match field {
            ImportedField::Columns => {
                add_imported_value(&mut imported, field, &field.value(new));
            }
            _ if lacks.contains(&field) => {
                let before = imported_value(&old.imported, field);
                add_imported_value(&mut imported, field, before);
            }
            _ => {
                let now = imported_value(&new.imported, field);
                add_imported_value(&mut imported, field, now);
            }
        }
    }
    new.imported = imported;
}

/// The order with what the file has changed, and the changes. A field that a person has changed
/// keeps its value; if the file has changed it too, the order gets a note of `row`.
pub(super) fn merged(old: &Order, new: Order, row: u64) -> (Order, Vec<FieldChange>) {
    let mut order = old.clone();
    let mut changes = Vec::new();
    for field in ImportedField::ALL {
        let (before, after) = (field.value(old), field.value(&new));
        let imported = imported_value(&old.imported, field);
        if after == imported || after == before {
            continue;
        }
        let kept = before != imported;
        if !kept {
            field.copy(&new, &mut order);
        }
        changes.push(change_of(field, old, &new, kept));
    }
    order.import_notes = notes_after(old, &new, &changes, row);
    order.changed_in_file = None;
    order.raw_row = new.raw_row;
    order.digest = new.digest;
    if !new.shop_id.is_empty() {
        order.shop_id = new.shop_id;
    }
    order.imported = new.imported;
    (order, changes)
}

/// The fields in which a file differs from the one that the order was read from.
pub(super) fn changes_of_file(old: &Order, new: &Order) -> Vec<FieldChange> {
    let fields = ImportedField::ALL.into_iter().filter(|field| {
        let after = field.value(new);
        match old.imported.is_empty() {
            true => after != field.value(old),
            false => after != imported_value(&old.imported, *field),
        }
    });
    let changes = fields.map(|field| change_of(field, old, new, true));
    changes.collect()
}

fn change_of(field: ImportedField, old: &Order, new: &Order, kept: bool) -> FieldChange {
    FieldChange {
        field,
        before: field.shown_value(old).into_owned(),
        after: field.shown_value(new).into_owned(),
        kept,
    }
}

/// The notes of the newer file, settled where a person has settled the same note before, and a note
/// for each field that both have changed.
fn notes_after(old: &Order, new: &Order, changes: &[FieldChange], row: u64) -> Vec<ImportNote> {
    let mut notes = new.import_notes.clone();
    for note in &mut notes {
        let mut before = old.import_notes.iter();
        let same = before.find(|known| is_same(known, note));
        note.settled = same.is_some_and(|known| known.settled);
    }
    // Of an earlier file, as long as the file has not changed the field again.
    let changed = |note: &ImportNote| {
        let mut changes = changes.iter();
        changes.any(|change| {
            // Earlier versions stored the name on screen.
            [change.field.key(), change.field.name()].contains(&note.column.as_str())
        })
    };
    let earlier = old.import_notes.iter().filter(|note| note.kind == ImportNoteKind::ChangedByBoth);
    notes.extend(earlier.filter(|note| !changed(note)).cloned());
    let by_both = changes.iter().filter(|change| change.kept);
    notes.extend(by_both.map(|change| {
        ImportNote::new(ImportNoteKind::ChangedByBoth, change.field.key(), &change.after, row)
    }));
    notes
}

fn is_same(one: &ImportNote, other: &ImportNote) -> bool {
    one.kind == other.kind && one.column == other.column && one.text == other.text
}

/// Whether two versions of an order have the same problems of import and the same unreadable row.
pub(super) fn has_same_problems(one: &Order, other: &Order) -> bool {
    let problems = |order: &Order| {
        let notes = order.import_notes.iter();
        let problems = notes.filter(|note| note.kind.is_problem());
        problems.cloned().collect::<Vec<_>>()
    };
    let (ours, theirs) = (problems(one), problems(other));
    ours.len() == theirs.len()
        && ours.iter().zip(&theirs).all(|(one, other)| is_same(one, other))
        && one.raw_row == other.raw_row
}
