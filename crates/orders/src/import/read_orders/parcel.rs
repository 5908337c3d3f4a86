//! Weight and size of a row.

use super::Reader;
use super::columns::Column;
use super::questions::QuestionKind;
use postroom_base::measure::weight_words::weight_unit_of_word;
use postroom_base::measure::{LengthUnit, WeightUnit};
use postroom_tables::import_note::{ImportNote, ImportNoteKind};
use postroom_tables::mapping::OrderField;
use postroom_tables::read_cell::plain_text;
use postroom_tables::read_cell::size::{SizeReading, length_unit_of_word, read_size};
use postroom_tables::read_cell::weight::{WeightReading, read_weight, sum_of_units};
use postroom_tables::sheet::{Cell, SheetRow};

/// A weight as it enters a form.
pub(super) type FormWeight = (String, WeightUnit);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormSize {
    pub sides: [String; 3],
    pub unit: LengthUnit,
}

impl Reader<'_> {
    /// The weight in the columns of a field; `unit_field` is the column of its unit. Two columns of
    /// different units are added.
    pub(super) fn read_weights(
        &self,
        row: &SheetRow,
        field: OrderField,
        unit_field: OrderField,
        notes: &mut Vec<ImportNote>,
    ) -> Option<FormWeight> {
        // The columns are read by rank, and only those of the first rank that is filled.
        let columns = &self.columns;
        let mut filled = columns.filled(row, field);
        let first = filled.next()?;
        let second = filled.next().filter(|(column, _)| column.rank == first.0.rank);
        drop(filled);
        let one = self.read_one_weight(row, first, unit_field, notes);
        let two = second.and_then(|second| self.read_one_weight(row, second, unit_field, notes));
        match (one, two) {
            (Some((one, one_unit)), Some((two, two_unit))) => {
                let sum = sum_of_units((&one, one_unit), (&two, two_unit));
                if sum.is_none()
                    && let Some((column, cell)) = second
                {
                    notes.push(column_note(ImportNoteKind::WeightUnclear, column, cell, row));
                }
                sum
            }
            (one, two) => one.or(two),
        }
    }

    fn read_one_weight(
        &self,
        row: &SheetRow,
        (column, cell): (&Column<'_>, &Cell),
        unit_field: OrderField,
        notes: &mut Vec<ImportNote>,
    ) -> Option<FormWeight> {
        let named = match self.columns.text(row, unit_field) {
            "" => None,
            word => match weight_unit_of_word(word) {
                Some(unit) => Some(unit),
                None => {
                    notes.push(ImportNote {
                        text: [plain_text(cell), " ", word].concat(),
                        ..column_note(ImportNoteKind::WeightUnreadable, column, cell, row)
                    });
                    return None;
                }
            },
        };
        let kind = match read_weight(cell, named.or(column.weight_unit), column.decimal) {
            WeightReading::Blank => return None,
            WeightReading::Read { digits, unit, repaired } => {
                if repaired {
                    notes.push(column_note(ImportNoteKind::CellRepaired, column, cell, row));
                }
                return Some((digits, unit));
            }
            WeightReading::TwoReadings => {
                self.ask(QuestionKind::DecimalMark, column, cell);
                ImportNoteKind::WeightUnclear
            }
            WeightReading::NoUnit => {
                self.ask(QuestionKind::WeightUnit, column, cell);
                ImportNoteKind::WeightUnclear
            }
            WeightReading::Unreadable => ImportNoteKind::WeightUnreadable,
        };
        notes.push(column_note(kind, column, cell, row));
        None
    }

    /// The size in the columns of length, width and height. One cell may have all sides.
    pub(super) fn read_sides(
        &self,
        row: &SheetRow,
        notes: &mut Vec<ImportNote>,
    ) -> Option<FormSize> {
        let mut size = FormSize { sides: Default::default(), unit: LengthUnit::default() };
        let mut unit_of_size = None;
        let fields = [OrderField::Length, OrderField::Width, OrderField::Height];
        for (place, field) in fields.into_iter().enumerate() {
            let Some((column, cell)) = self.columns.first(row, field) else {
                continue;
            };
            let (sides, unit) = match self.read_one_size(row, column, cell, place) {
                Ok(Some(read)) => read,
                Ok(None) => continue,
                Err(kind) => {
                    notes.push(column_note(kind, column, cell, row));
                    continue;
                }
            };
            // A form has one unit for all sides.
            if unit_of_size.is_some_and(|before| before != unit) {
                notes.push(column_note(ImportNoteKind::SizeUnclear, column, cell, row));
                continue;
            }
            unit_of_size = Some(unit);
            for (side, read) in size.sides.iter_mut().zip(sides) {
                if side.is_empty() {
                    *side = read;
                }
            }
        }
        size.unit = unit_of_size?;
        Some(size)
    }

    /// The sides of one cell; a single one is put into its place. `Ok(None)` for a cell without a
    /// size.
    fn read_one_size(
        &self,
        row: &SheetRow,
        column: &Column<'_>,
        cell: &Cell,
        place: usize,
    ) -> Result<Option<([String; 3], LengthUnit)>, ImportNoteKind> {
        let named = match self.columns.text(row, OrderField::SizeUnit) {
            "" => None,
            word => match length_unit_of_word(word) {
                Some(unit) => Some(unit),
                None => return Err(ImportNoteKind::SizeUnreadable),
            },
        };
        let unit = named.or(column.length_unit).or(self.mapping.length_unit);
        match read_size(cell, unit, column.decimal) {
            SizeReading::Blank => Ok(None),
            SizeReading::TwoReadings => {
                self.ask(QuestionKind::DecimalMark, column, cell);
                Err(ImportNoteKind::SizeUnclear)
            }
            SizeReading::NoUnit => {
                self.ask(QuestionKind::LengthUnit, column, cell);
                Err(ImportNoteKind::SizeUnclear)
            }
            SizeReading::Unreadable => Err(ImportNoteKind::SizeUnreadable),
            SizeReading::Several(sides, unit) => Ok(Some((sides, unit))),
            SizeReading::One(side, unit) => {
                let mut sides: [String; 3] = Default::default();
                if let Some(slot) = sides.get_mut(place) {
                    *slot = side;
                }
                Ok(Some((sides, unit)))
            }
        }
    }
}

/// A note about a cell.
pub(super) fn column_note(
    kind: ImportNoteKind,
    column: &Column<'_>,
    cell: &Cell,
    row: &SheetRow,
) -> ImportNote {
    ImportNote::new(kind, column.heading.as_ref(), plain_text(cell), row.number)
}
