//! What is wrong with a mapping for a table.

use std::collections::{BTreeMap, HashSet};

use super::super::mapping::{MappedColumn, Mapping, OrderField, cell_at};
use super::super::sheet::{Sheet, SheetRow};
use super::rows_below;
use super::units::weight_unit_of_heading;
use crate::message;
use postroom_base::locale::Message;

/// One thing to be settled before the rows can be read. Columns are named as on screen.
#[derive(Clone, Debug, PartialEq)]
pub enum MappingProblem {
    NumberMissing,
    RecipientMissing,
    AddressMissing,
    /// A part of the address that nearly every address has.
    FieldMissing(OrderField),
    /// The table has no rows below its heading.
    RowsMissing,
    /// The table lacks a column that the mapping gives a field.
    ColumnMissing(Message),
    /// Several columns with different contents are one field.
    FieldTwice(OrderField, Vec<String>),
    /// A column has the whole address, and others have parts of it.
    AddressTwice(Message),
}

impl MappingProblem {
    pub fn message(&self) -> Message {
        match self {
            Self::NumberMissing => message!("order-import-mapping-number-missing"),
            Self::RecipientMissing => message!("order-import-mapping-recipient-missing"),
            Self::AddressMissing => message!("order-import-mapping-address-missing"),
            Self::FieldMissing(field) => {
                message!("order-import-mapping-field-missing", field = shown(*field))
            }
            Self::RowsMissing => message!("order-import-mapping-rows-missing"),
            Self::ColumnMissing(column) => {
                message!("order-import-mapping-column-missing", column = column)
            }
            Self::FieldTwice(field, columns) => {
                let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
                message!(
                    "order-import-mapping-field-twice",
                    field = shown(*field),
                    columns = columns
                )
            }
            Self::AddressTwice(column) => {
                message!("order-import-mapping-address-twice", column = column)
            }
        }
    }
}

fn shown(field: OrderField) -> Message {
    Message::composed(move || field.name().to_owned())
}

/// A column as it is named on screen: by its heading, else by its place.
pub(super) fn shown_column(column: &MappedColumn, headless: bool) -> Message {
    let number = usize::from(column.occurrence) + 1;
    match column.occurrence {
        _ if headless || column.heading.is_empty() => {
            message!("order-import-mapping-nth-column", number = number)
        }
        0 => Message::from(column.heading.as_str()),
        _ => {
            message!("order-import-mapping-nth-heading", column = &column.heading, number = number)
        }
    }
}

/// What is wrong with a mapping for a table; an empty list means that its orders can be read with
/// these columns.
pub fn problems(mapping: &Mapping, sheet: &Sheet) -> Vec<MappingProblem> {
    let heading_row = mapping.heading_row(sheet);
    let heading = match mapping.headless {
        true => sheet.rows.first(),
        false => heading_row.and_then(|at| sheet.rows.get(at)),
    };
    let Some(heading) = heading else {
        return vec![MappingProblem::RowsMissing];
    };
    let places = mapping.places(heading);
    let checked = Checked { mapping, places, sheet, heading_row };
    let mut found = checked.missing_columns();
    found.extend(checked.missing_fields());
    if rows_below(sheet, heading_row).next().is_none() {
        found.push(MappingProblem::RowsMissing);
    }
    found.extend(checked.fields_twice());
    found
}

struct Checked<'a> {
    mapping: &'a Mapping,
    places: Vec<Option<usize>>,
    sheet: &'a Sheet,
    heading_row: Option<usize>,
}

impl Checked<'_> {
    fn rows(&self) -> impl Iterator<Item = &SheetRow> {
        rows_below(self.sheet, self.heading_row)
    }

    fn columns<'b>(&'b self, fields: &'b [OrderField]) -> impl Iterator<Item = &'b MappedColumn> {
        let columns = self.mapping.columns.iter().zip(&self.places);
        columns.filter_map(|(column, place)| {
            let field = column.field.filter(|_| place.is_some())?;
            fields.contains(&field).then_some(column)
        })
    }

    fn has(&self, field: OrderField) -> bool {
        self.columns(&[field]).next().is_some()
    }

    /// Whether a column is given the field, also one that the table lacks, which is told already.
    fn names(&self, field: OrderField) -> bool {
        let mut columns = self.mapping.columns.iter();
        columns.any(|column| column.field == Some(field))
    }

    fn shown(&self, column: &MappedColumn) -> Message {
        shown_column(column, self.mapping.headless)
    }

    fn missing_columns(&self) -> Vec<MappingProblem> {
        let columns = self.mapping.columns.iter().zip(&self.places);
        let missing = columns.filter(|(column, place)| {
            let needed = column.field.is_some_and(|it| it != OrderField::Ignored);
            needed && place.is_none()
        });
        missing.map(|(column, _)| MappingProblem::ColumnMissing(self.shown(column))).collect()
    }

    fn missing_fields(&self) -> Vec<MappingProblem> {
        let mut found = Vec::new();
        if !self.names(OrderField::Number) {
            found.push(MappingProblem::NumberMissing);
        }
        let whole = self.columns(&[OrderField::Address]).next();
        let recipient =
            [OrderField::Name, OrderField::FirstName, OrderField::LastName, OrderField::Company];
        let has_whole = self.names(OrderField::Address);
        if !has_whole && !recipient.iter().any(|field| self.names(*field)) {
            found.push(MappingProblem::RecipientMissing);
        }
        let parts = [OrderField::Street1, OrderField::City, OrderField::Zip];
        let missing: Vec<OrderField> =
            parts.into_iter().filter(|field| !self.names(*field)).collect();
        match whole {
            Some(column) if parts.into_iter().any(|field| self.has(field)) => {
                found.push(MappingProblem::AddressTwice(self.shown(column)));
            }
            _ if has_whole => {}
            _ if missing.len() == parts.len() => found.push(MappingProblem::AddressMissing),
            _ => found.extend(missing.into_iter().map(MappingProblem::FieldMissing)),
        }
        found
    }

    /// Fields with several columns of one rank that are filled in the same row and differ.
    fn fields_twice(&self) -> Vec<MappingProblem> {
        let mut groups: BTreeMap<(OrderField, u8), Vec<(usize, &MappedColumn)>> = BTreeMap::new();
        for (column, place) in self.mapping.columns.iter().zip(&self.places) {
            if let (Some(field), Some(place)) = (column.field, place)
                && !field.may_have_several_columns()
            {
                let group = groups.entry((field, column.fallback)).or_default();
                group.push((*place, column));
            }
        }
        groups.retain(|(field, _), columns| columns.len() > 1 && !are_added(*field, columns));
        let mut found = Vec::new();
        for ((field, _), columns) in groups {
            let differs = |row: &SheetRow| {
                let cells = columns.iter().map(|(at, _)| cell_at(row, Some(*at)).text());
                let mut texts = cells.map(str::trim).filter(|text| !text.is_empty());
                let first = texts.next();
                texts.any(|text| Some(text) != first)
            };
            if self.rows().any(differs) {
                let names = columns.iter().map(|(_, column)| self.shown(column));
                let names = names.map(|name| name.to_string()).collect();
                found.push(MappingProblem::FieldTwice(field, names));
            }
        }
        found
    }
}

/// Whether the columns are weights in different units, which are added.
fn are_added(field: OrderField, columns: &[(usize, &MappedColumn)]) -> bool {
    if !matches!(field, OrderField::Weight | OrderField::ItemWeight) {
        return false;
    }
    let mut units = HashSet::new();
    columns.iter().all(|(_, column)| {
        let unit = weight_unit_of_heading(&column.heading);
        unit.is_some_and(|unit| units.insert(unit))
    })
}
