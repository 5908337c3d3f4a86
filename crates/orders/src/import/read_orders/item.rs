//! Items and amounts of money of a row.

use super::parcel::column_note;
use super::questions::QuestionKind;
use super::recipient::one_line;
use super::{ImportedField, Reader};
use crate::order::OrderItem;
use postroom_base::measure::WeightUnit;
use postroom_base::money::{Amount, Currency, Money};
use postroom_tables::import_note::{ImportNote, ImportNoteKind};
use postroom_tables::mapping::OrderField;
use postroom_tables::read_cell::money::{MoneyReading, read_money};
use postroom_tables::read_cell::{QuantityReading, plain_text, read_quantity, read_tariff_number};
use postroom_tables::sheet::{Cell, SheetRow};

impl<'a> Reader<'a> {
    /// Whether the row names an item.
    pub(super) fn has_item(&self, row: &SheetRow) -> bool {
        let mut fields = ImportedField::Items.columns().iter();
        fields.any(|field| !self.columns.text(row, *field).is_empty())
    }

    /// The item of a row, if it has one. `currency` is that of the order.
    pub(super) fn read_item(
        &self,
        row: &'a SheetRow,
        currency: Option<Currency>,
        notes: &mut Vec<ImportNote>,
    ) -> Option<OrderItem> {
        if !self.has_item(row) {
            return None;
        }
        let text = |field| one_line(self.columns.text(row, field));
        let quantity = self.read_pieces(row, notes);
        let unit_field = match self.columns.has(OrderField::ItemWeightUnit) {
            true => OrderField::ItemWeightUnit,
            false => OrderField::WeightUnit,
        };
        let weight = self.read_weights(row, OrderField::ItemWeight, unit_field, notes);
        let (weight, weight_unit) = weight.unwrap_or((String::new(), WeightUnit::default()));
        let mut item = OrderItem {
            sku: text(OrderField::ItemSku),
            name: text(OrderField::ItemName),
            quantity,
            weight,
            weight_unit,
            value: self.read_amount(row, OrderField::ItemValue, currency, notes),
            origin_country: self.read_origin(row),
            tariff_number: self.read_tariff(row, notes),
            line_id: text(OrderField::ItemLineId),
        };
        if item.value.is_none() && self.columns.text(row, OrderField::ItemValue).is_empty() {
            let line = self.read_amount(row, OrderField::ItemLineValue, currency, notes);
            item.value = match (line, item.pieces()) {
                (Some(line), Some(pieces)) => {
                    Some(Money::new(share_of(line.amount, i64::from(pieces)), line.currency))
                }
                _ => None,
            };
        }
        Some(item)
    }

    /// The number of pieces; what cannot be read stays as it is. Without a column, whether each row is
    /// one piece is asked.
    fn read_pieces(&self, row: &SheetRow, notes: &mut Vec<ImportNote>) -> String {
        let Some((column, cell)) = self.columns.first(row, OrderField::ItemQuantity) else {
            if let Some(column) = self.columns.for_field(OrderField::ItemQuantity).first() {
                let kind = ImportNoteKind::QuantityUnreadable;
                notes.push(column_note(kind, column, &Cell::Empty, row));
                return String::new();
            }
            if !self.mapping.one_piece_each {
                return self.ask_for_pieces(row, notes);
            }
            return "1".to_owned();
        };
        match read_quantity(cell, column.decimal) {
            QuantityReading::Read(pieces) => return pieces,
            QuantityReading::Unclear => self.ask(QuestionKind::DecimalMark, column, cell),
            QuantityReading::Blank | QuantityReading::Unreadable => {}
        }
        let kind = ImportNoteKind::QuantityUnreadable;
        notes.push(column_note(kind, column, cell, row));
        plain_text(cell).to_owned()
    }

    fn read_tariff(&self, row: &SheetRow, notes: &mut Vec<ImportNote>) -> String {
        let Some((column, cell)) = self.columns.first(row, OrderField::ItemTariffNumber) else {
            return String::new();
        };
        let (number, restored) = read_tariff_number(&one_line(plain_text(cell)));
        if restored {
            notes.push(column_note(ImportNoteKind::ZipRestored, column, cell, row));
        }
        number
    }

    fn ask_for_pieces(&self, row: &SheetRow, notes: &mut Vec<ImportNote>) -> String {
        let names = [OrderField::ItemName, OrderField::ItemSku];
        let named = names.iter().find_map(|field| self.columns.first(row, *field));
        let text = named.map_or("", |(_, cell)| plain_text(cell));
        let mut questions = self.questions.borrow_mut();
        questions.count_rows(QuestionKind::Pieces, text, 1);
        let heading = named.map_or("", |(column, _)| column.heading.as_ref());
        notes.push(ImportNote::new(ImportNoteKind::QuantityMissing, heading, text, row.number));
        "1".to_owned()
    }

    /// The code of the country of origin, or the text if no country has this name.
    fn read_origin(&self, row: &'a SheetRow) -> String {
        let text = self.columns.text(row, OrderField::ItemOrigin);
        let found = match text {
            "" => None,
            text => self.countries.borrow_mut().find(text),
        };
        found.map_or_else(|| one_line(text), |country| country.a2.clone())
    }

    /// The amount of a field. Its currency is what the cell names, else `of_order`, else what the
    /// heading or the mapping names, else the usual one, which is then asked about.
    pub(super) fn read_amount(
        &self,
        row: &SheetRow,
        field: OrderField,
        of_order: Option<Currency>,
        notes: &mut Vec<ImportNote>,
    ) -> Option<Money> {
        let (column, cell) = self.columns.first(row, field)?;
        let known = of_order.or(column.currency).or(self.currency);
        let likely = known.unwrap_or(self.context.usual_currency);
        let kind = match read_money(cell, Some(likely), column.decimal) {
            MoneyReading::Blank => return None,
            MoneyReading::Read { amount, currency } => {
                if currency.or(known).is_none() && !amount.is_zero() {
                    self.ask(QuestionKind::Currency, column, cell);
                }
                return Some(Money::new(amount, currency.unwrap_or(likely)));
            }
            MoneyReading::TwoReadings => {
                self.ask(QuestionKind::DecimalMark, column, cell);
                ImportNoteKind::ValueUnclear
            }
            MoneyReading::SharedSign => {
                if known.is_none() {
                    self.ask(QuestionKind::Currency, column, cell);
                }
                ImportNoteKind::ValueUnreadable
            }
            MoneyReading::Unreadable => ImportNoteKind::ValueUnreadable,
        };
        notes.push(column_note(kind, column, cell, row));
        None
    }
}

/// A share of an amount, rounded to the millionth with halves up.
fn share_of(amount: Amount, pieces: i64) -> Amount {
    let micros = amount.micros();
    let doubled = micros.rem_euclid(pieces).saturating_mul(2);
    let share = micros.div_euclid(pieces);
    Amount::from_micros(share.saturating_add(i64::from(doubled >= pieces)))
}
