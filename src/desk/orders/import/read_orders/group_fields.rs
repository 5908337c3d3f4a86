//! What one row adds to its order, field by field.

use super::Reader;
use super::columns::Column;
use super::group::Group;
use super::parcel::column_note;
use super::questions::QuestionKind;
use super::recipient::one_line;
use crate::api::value::PackageType;
use crate::base::geography::plain_name;
use crate::desk::orders::import::mapping::OrderField;
use crate::desk::orders::import::mapping::shop_status::{ShopStatus, read_status, was_done};
use crate::desk::orders::import::read_cell::date::{DateReading, read_date};
use crate::desk::orders::import::read_cell::money::currency_of_code;
use crate::desk::orders::import::read_cell::plain_text;
use crate::desk::orders::import::sheet::{Cell, SheetRow};
use crate::desk::parcel::draft::PackageForm;
use crate::desk::records::order::{ChosenBy, ChosenPreset, ImportNoteKind, Order, OrderItem};

impl<'a> Reader<'a> {
    pub(super) fn add_texts(&self, group: &mut Group<'a>, row: &SheetRow) {
        for (column, cell) in self.columns.filled(row, OrderField::Reference) {
            let text = one_line(plain_text(cell));
            if self.is_repeated(group, column, cell) {
                continue;
            }
            append(&mut group.order.reference, &text, ", ");
        }
        for (column, cell) in self.columns.filled(row, OrderField::Note) {
            if self.is_repeated(group, column, cell) {
                continue;
            }
            append(&mut group.order.note, plain_text(cell), "\n");
        }
        if let Some((column, cell)) = self.columns.first(row, OrderField::Shipping) {
            let text = plain_text(cell);
            if group.order.shipping.is_empty() {
                group.order.shipping = one_line(text);
            } else if group.order.shipping != text && !self.is_repeated(group, column, cell) {
                group.keep(&column.heading, text);
            }
        }
        if let Some((column, cell)) = self.columns.first(row, OrderField::Preset) {
            self.add_preset(group, row, column, cell);
        }
    }

    fn add_preset(&self, group: &mut Group<'a>, row: &SheetRow, column: &Column<'_>, cell: &Cell) {
        let name = plain_text(cell);
        let presets = &self.context.presets;
        let found = presets.get(name).or_else(|| {
            let wanted = name.to_lowercase();
            let mut presets = presets.iter();
            presets.find(|(name, _)| name.to_lowercase() == wanted).map(|(_, key)| key)
        });
        match found {
            None => group.note(column_note(ImportNoteKind::PresetUnknown, column, cell, row)),
            Some(key) if group.order.preset.is_none() => {
                group.order.preset = Some(ChosenPreset { key: key.clone(), by: ChosenBy::File });
            }
            Some(_) if self.is_repeated(group, column, cell) => {}
            Some(_) => group.keep(&column.heading, name),
        }
    }

    pub(super) fn add_dates(&self, group: &mut Group<'a>, row: &SheetRow) {
        for field in [OrderField::Ordered, OrderField::ShipBy] {
            let Some((column, cell)) = self.columns.first(row, field) else {
                continue;
            };
            if self.is_repeated(group, column, cell) {
                continue;
            }
            let (date, kind) = match read_date(cell, column.dates) {
                DateReading::Blank => continue,
                DateReading::Read { date, repaired } => {
                    (Some(date), repaired.then_some(ImportNoteKind::CellRepaired))
                }
                DateReading::TwoReadings => {
                    self.ask(QuestionKind::DateOrder, column, cell);
                    (None, Some(ImportNoteKind::DateUnreadable))
                }
                DateReading::Unreadable => (None, Some(ImportNoteKind::DateUnreadable)),
            };
            if let Some(kind) = kind {
                group.note(column_note(kind, column, cell, row));
            }
            let order = &mut group.order;
            let slot = match field {
                OrderField::Ordered => &mut order.ordered,
                _ => &mut order.ship_by,
            };
            match (*slot, date) {
                (None, date) => *slot = date,
                (Some(known), Some(date)) if known != date => {
                    group.keep(&column.heading, plain_text(cell));
                }
                _ => {}
            }
        }
    }

    pub(super) fn add_parcel(&self, group: &mut Group<'a>, row: &'a SheetRow) {
        let mut notes = Vec::new();
        let weight = self.read_weights(row, OrderField::Weight, OrderField::WeightUnit, &mut notes);
        let size = self.read_sides(row, &mut notes);
        notes.into_iter().for_each(|note| group.note(note));
        if let Some(weight) = weight {
            group.weighed_rows += 1;
            group.weighed_by = Some(row);
            match &group.weight {
                Some(known) => group.weights_differ |= *known != weight,
                None => group.weight = Some(weight),
            }
        }
        match (&group.size, size) {
            (None, Some(size)) => group.size = Some(size),
            (Some(known), Some(size)) if *known != size => {
                let fields = [OrderField::Length, OrderField::Width, OrderField::Height];
                for field in fields {
                    if let Some((column, cell)) = self.columns.first(row, field) {
                        group.keep(&column.heading, plain_text(cell));
                    }
                }
            }
            _ => {}
        }
        if let Some((column, cell)) = self.columns.first(row, OrderField::PackageType) {
            let text = plain_text(cell);
            match package_type(text) {
                PackageType::Unknown(_) if self.is_repeated(group, column, cell) => {}
                PackageType::Unknown(_) => group.keep(&column.heading, text),
                PackageType::Parcel => {}
                kind => edit_parcel(&mut group.order, |parcel| parcel.kind = kind),
            }
        }
    }

    pub(super) fn add_money_and_item(&self, group: &mut Group<'a>, row: &'a SheetRow) {
        if let Some((column, cell)) = self.columns.first(row, OrderField::Currency) {
            match currency_of_code(plain_text(cell)) {
                Some(currency) => group.currency = Some(currency),
                None if self.is_repeated(group, column, cell) => {}
                None => group.keep(&column.heading, plain_text(cell)),
            }
        }
        let mut notes = Vec::new();
        let repeated = self
            .columns
            .first(row, OrderField::Total)
            .filter(|(column, cell)| self.is_repeated(group, column, cell));
        if repeated.is_none() {
            let total = self.read_amount(row, OrderField::Total, group.currency, &mut notes);
            match (group.order.total, total) {
                (None, total) => group.order.total = total,
                (Some(known), Some(total)) if known != total => {
                    if let Some((column, cell)) = self.columns.first(row, OrderField::Total) {
                        group.keep(&column.heading, plain_text(cell));
                    }
                }
                _ => {}
            }
        }
        if let Some(item) = self.read_item(row, group.currency, &mut notes) {
            // The value of a line is divided by its pieces, or kept where they are unknown.
            if item.pieces().is_none()
                && let Some((column, cell)) = self.columns.first(row, OrderField::ItemLineValue)
            {
                group.keep(&column.heading, plain_text(cell));
            }
            // Most orders have one item, and room for four takes a kilobyte.
            if group.order.items.is_empty() {
                group.order.items.reserve_exact(1);
            }
            group.order.items.push(item);
        }
        notes.into_iter().for_each(|note| group.note(note));
    }

    pub(super) fn add_status(&self, group: &mut Group<'a>, row: &SheetRow, names_recipient: bool) {
        let (mut said, mut canceled, mut closed) = (false, None, None);
        for (column, cell) in self.columns.filled(row, OrderField::Status) {
            said = true;
            match read_status(plain_text(cell)) {
                ShopStatus::Open => {}
                ShopStatus::Canceled => canceled = canceled.or(Some((column, cell))),
                ShopStatus::Closed => closed = closed.or(Some((column, cell))),
            }
        }
        for (column, cell) in self.columns.filled(row, OrderField::CanceledOn) {
            if was_done(plain_text(cell)) {
                canceled = canceled.or(Some((column, cell)));
            }
        }
        for (column, cell) in self.columns.filled(row, OrderField::ClosedOn) {
            if was_done(plain_text(cell)) {
                closed = closed.or(Some((column, cell)));
            }
        }
        match (canceled, closed) {
            (Some(_), _) => group.canceled_rows += 1,
            (None, Some(_)) => group.closed_rows += 1,
            // A row that only adds an item says nothing about the order.
            (None, None) if said || names_recipient || group.rows.len() < 2 => {
                group.open_rows += 1;
            }
            (None, None) => {}
        }
        if group.closed_by.is_none()
            && let Some((column, cell)) = canceled.or(closed)
        {
            let note = column_note(ImportNoteKind::ClosedInShop, column, cell, row);
            group.closed_by = Some(note);
        }
    }

    /// A weight in several rows of an order, or beside several pieces, is of the order or of a
    /// piece; only a person knows.
    pub(super) fn decide_weight(&self, group: &mut Group<'a>) {
        let is_open = self.mapping.weight_is.is_none();
        let mut items = group.order.items.iter();
        let has_pieces = items.any(|item| item.pieces().is_some_and(|pieces| pieces > 1));
        let may_be_of_pieces = group.weighed_rows > 1 || (group.rows.len() == 1 && has_pieces);
        if ((is_open && may_be_of_pieces) || group.weights_differ)
            && let Some(row) = group.weighed_by
            && let Some((column, cell)) = self.columns.first(row, OrderField::Weight)
        {
            if is_open {
                let mut questions = self.questions.borrow_mut();
                let text = plain_text(cell);
                questions.count(QuestionKind::WeightIs, column, text, group.weighed_rows);
            }
            group.note(column_note(ImportNoteKind::WeightUnclear, column, cell, row));
            group.weight = None;
        }
        if let Some((digits, unit)) = group.weight.take() {
            edit_parcel(&mut group.order, |parcel| {
                parcel.weight = digits;
                parcel.weight_unit = unit;
            });
        }
        if let Some(size) = group.size.take() {
            edit_parcel(&mut group.order, |parcel| {
                [parcel.length, parcel.width, parcel.height] = size.sides;
                parcel.length_unit = size.unit;
            });
        }
    }

    /// Some shops write a row for the whole order above the rows of its items, with the number of
    /// all pieces. It names no item and is none.
    pub(super) fn leave_out_summary(&self, group: &mut Group<'a>) {
        let items = &group.order.items;
        let is_named = |item: &OrderItem| {
            let names = [&item.sku, &item.name, &item.line_id];
            names.iter().any(|name| !name.is_empty())
        };
        let [first, others @ ..] = items.as_slice() else {
            return;
        };
        let pieces: Option<u32> = others.iter().map(OrderItem::pieces).sum();
        let is_summary = !others.is_empty()
            && !is_named(first)
            && others.iter().all(is_named)
            && first.pieces().is_some()
            && first.pieces() == pieces;
        if is_summary {
            group.order.items.remove(0);
        }
    }

    /// An order of which every row is canceled is canceled. If only some are, or if it was shipped
    /// or paid back, a person decides.
    pub(super) fn decide_status(&self, group: &mut Group<'a>) {
        if group.canceled_rows > 0 && group.closed_rows == 0 && group.open_rows == 0 {
            group.order.canceled = true;
        } else if let Some(note) = group.closed_by.take() {
            group.note(note);
        }
    }
}

/// Changes the only parcel; an order without parcels gets one.
fn edit_parcel(order: &mut Order, edit: impl FnOnce(&mut PackageForm)) {
    if order.parcels.is_empty() {
        order.parcels = vec![PackageForm::default()];
    }
    order.parcels.first_mut().map(edit);
}

/// The package type of the interface, or the words that mean a plain parcel.
fn package_type(text: &str) -> PackageType {
    let plain = plain_name(text);
    let plain_parcel = [
        "package",
        "box",
        "carton",
        "parcel",
        "custom",
        "custompackage",
        "yourpackaging",
        "own",
        "mypackaging",
        "paquete",
        "caja",
        "paket",
    ];
    match plain_parcel.contains(&plain.as_str()) {
        true => PackageType::Parcel,
        false => PackageType::parse(text),
    }
}

/// Adds to a text what it does not end with already.
pub(super) fn append(text: &mut String, more: &str, separator: &str) {
    if text.is_empty() {
        text.push_str(more);
    } else if !text.ends_with(more) {
        text.push_str(separator);
        text.push_str(more);
    }
}
