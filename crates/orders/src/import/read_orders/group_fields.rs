//! What one row adds to its order, field by field.

use super::Reader;
use super::columns::Column;
use super::group::Group;
use super::parcel::column_note;
use super::questions::QuestionKind;
use super::recipient::one_line;
use crate::order::{ChosenBy, ChosenPreset, Order, OrderItem};
use postroom_api::value::PackageType;
use postroom_base::geography::plain_name;
use postroom_parcel::draft::PackageForm;
use postroom_tables::import_note::ImportNoteKind;
use postroom_tables::mapping::OrderField;
use postroom_tables::read_cell::date::{DateReading, read_date};
use postroom_tables::read_cell::money::currency_of_code;
use postroom_tables::read_cell::plain_text;
use postroom_tables::sheet::{Cell, SheetRow};
use postroom_tables::shop_words::{ShopWord, WordColumn, is_open_payment, is_piece, was_done};
use postroom_tables::word_lists::has_word;

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
                // Nothing depends on the day of the order.
                DateReading::Unreadable if field == OrderField::Ordered => {
                    (None, Some(ImportNoteKind::DateIgnored))
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
        let to_ship = self.has_item(row) && self.is_line_to_ship(group, row);
        let item = match to_ship {
            true => self.read_item(row, group.currency, &mut notes),
            false => {
                let left_out = self.read_item(row, group.currency, &mut Vec::new());
                group.left_out.extend(left_out);
                None
            }
        };
        let mut items = group.order.items.iter();
        let same_line = item.as_ref().filter(|item| !item.line_id.is_empty()).and_then(|item| {
            items.find(|known| known.line_id == item.line_id).map(|known| known == item)
        });
        if same_line == Some(false)
            && let Some((column, cell)) = self.columns.first(row, OrderField::ItemLineId)
        {
            notes.push(column_note(ImportNoteKind::LinesDisagree, column, cell, row));
        }
        if let Some(item) = item.filter(|_| same_line.is_none()) {
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

    pub(super) fn add_status(
        &self,
        group: &mut Group<'a>,
        row: &'a SheetRow,
        names_recipient: bool,
    ) {
        let mut said = false;
        let mut cells = Vec::new();
        let columns = [
            (OrderField::Status, WordColumn::Status),
            (OrderField::Shipping, WordColumn::Shipping),
        ];
        for (field, kind) in columns {
            for (column, cell) in self.columns.filled(row, field) {
                said |= field == OrderField::Status;
                let (text, choices) = (plain_text(cell), &self.mapping.words);
                match self.words.borrow_mut().read(kind, text, choices) {
                    Ok(ShopWord::Ship)
                        if kind == WordColumn::Status
                            && is_open_payment(&column.heading, text, choices) =>
                    {
                        cells.push((ShopWord::Held, column, cell));
                    }
                    Ok(meaning) => cells.push((meaning, column, cell)),
                    Err(words) => {
                        self.ask_for_word(group, row, (kind, words), (column, cell));
                    }
                }
            }
        }
        let dates = [
            (OrderField::CanceledOn, ShopWord::Canceled),
            (OrderField::ClosedOn, ShopWord::Closed),
        ];
        for (field, meaning) in dates {
            let filled = self.columns.filled(row, field);
            let done = filled.filter(|(_, cell)| was_done(plain_text(cell)));
            cells.extend(done.map(|(column, cell)| (meaning, column, cell)));
        }
        // Of several cells with one meaning, the first one is named.
        let gravest = cells.into_iter().rev().max_by_key(|(meaning, ..)| *meaning);
        let gravest = gravest.filter(|(meaning, ..)| *meaning != ShopWord::Ship);
        if let Some((meaning, column, cell)) = gravest {
            let kind = match meaning {
                ShopWord::Held => ImportNoteKind::HeldInShop,
                ShopWord::NotCarried => ImportNoteKind::NotCarried,
                _ => ImportNoteKind::ClosedInShop,
            };
            let note = column_note(kind, column, cell, row);
            match meaning {
                ShopWord::Canceled => group.canceled_rows += 1,
                ShopWord::Closed => group.closed_rows += 1,
                _ => return group.note(note),
            }
            group.closed_by = group.closed_by.take().or(Some(note));
        } else if said || names_recipient || group.rows.len() < 2 {
            // A row that only adds an item says nothing about the order.
            group.open_rows += 1;
        }
    }

    /// Asks what a word means; until then the order needs attention.
    fn ask_for_word(
        &self,
        group: &mut Group<'a>,
        row: &SheetRow,
        (kind, words): (WordColumn, String),
        (column, cell): (&Column<'_>, &Cell),
    ) {
        self.ask(QuestionKind::Word(kind, words), column, cell);
        group.note(column_note(ImportNoteKind::WordUnknown, column, cell, row));
    }

    /// A weight in several rows of an order, or beside several pieces, is of the order or of a
    /// piece; only a person knows.
    pub(super) fn decide_weight(&self, group: &mut Group<'a>) {
        let is_open = self.mapping.weight_is.is_none();
        let mut items = group.order.items.iter();
        let has_pieces = items.any(|item| item.pieces().is_some_and(|pieces| pieces > 1));
        if group.weights_differ
            && let Some(row) = group.weighed_by
            && let Some((column, cell)) = self.columns.first(row, OrderField::Weight)
        {
            let note = column_note(ImportNoteKind::WeightsDiffer, column, cell, row);
            group.note(note);
            group.weight = None;
        }
        let may_be_of_pieces = group.weighed_rows > 1 || (group.rows.len() == 1 && has_pieces);
        if is_open
            && may_be_of_pieces
            && let Some(row) = group.weighed_by
            && let Some((column, cell)) = self.columns.first(row, OrderField::Weight)
        {
            let mut questions = self.questions.borrow_mut();
            let text = plain_text(cell);
            questions.count(QuestionKind::WeightIs, column, text, group.weighed_rows);
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
        if group.further_parcels > 0 {
            edit_parcel(&mut group.order, |_| {});
            let parcel = group.order.parcels.first().cloned().into_iter();
            let further = parcel.flat_map(|it| std::iter::repeat_n(it, group.further_parcels));
            group.order.parcels.extend(further);
        }
    }

    /// Whether the line of a row is still to be shipped. Lines that are shipped or canceled, and those
    /// that are never shipped, are told and are no pieces.
    fn is_line_to_ship(&self, group: &mut Group<'a>, row: &'a SheetRow) -> bool {
        let is_over = match self.columns.first(row, OrderField::ItemStatus) {
            None => false,
            Some((column, cell)) => {
                let (text, choices) = (plain_text(cell), &self.mapping.words);
                match self.words.borrow_mut().read(WordColumn::Status, text, choices) {
                    Ok(meaning) => meaning >= ShopWord::Closed,
                    Err(words) => {
                        let word = (WordColumn::Status, words);
                        self.ask_for_word(group, row, word, (column, cell));
                        false
                    }
                }
            }
        };
        let names = [OrderField::ItemName, OrderField::ItemSku];
        let named = names.iter().find_map(|field| self.columns.first(row, *field));
        let ships = self.columns.text(row, OrderField::ItemShips);
        let is_never = match named {
            Some((column, cell)) if ships.is_empty() && !is_over => {
                match is_piece(plain_text(cell), &self.mapping.words) {
                    Ok(is_piece) => !is_piece,
                    Err(words) => {
                        let word = (WordColumn::Item, words);
                        self.ask_for_word(group, row, word, (column, cell));
                        false
                    }
                }
            }
            _ => !ships.is_empty() && !was_done(ships),
        };
        group.lines_over += usize::from(is_over);
        group.lines_not_shipped += usize::from(is_never && !is_over);
        if !is_over && !is_never {
            return true;
        }
        if let Some((column, cell)) = named {
            group.note(column_note(ImportNoteKind::LineLeftOut, column, cell, row));
        }
        false
    }

    /// Some shops write a row for the whole order above the rows of its items, with the number of
    /// all pieces. It names no item and is none.
    pub(super) fn leave_out_summary(&self, group: &mut Group<'a>) {
        // Nothing is left to be shipped: a person who ships it again needs the lines.
        if group.order.items.is_empty() && group.lines_over > 0 {
            group.order.items.append(&mut group.left_out);
            let notes = &mut group.order.import_notes;
            notes.retain(|note| note.kind != ImportNoteKind::LineLeftOut);
        }
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
    match has_word("plain parcel", &plain_name(text)) {
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
