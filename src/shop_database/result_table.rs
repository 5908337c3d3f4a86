//! The rows of one order as the database returned them, as text in the form of a table that the
//! import reads.

use crate::orders::shop_database::ShopDatabase;
use crate::rows::limits::{LONGEST_TEXT, is_too_long};
use crate::shop_database::error::ShopDatabaseError;
use crate::tables::mapping::OrderField;
use crate::tables::sheet::{Cell, Sheet, SheetRow};

/// More rows than an order has items.
pub const MOST_ROWS: usize = 1000;

/// A column of a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultColumn {
    pub heading: String,
    /// As the database names it; empty for an SQLite file, whose columns have none.
    pub type_name: String,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResultTable {
    pub columns: Vec<ResultColumn>,
    pub rows: Vec<Vec<Cell>>,
    /// There are more rows than were asked for.
    pub has_more: bool,
}

/// The words of a number: the digits as they came, or text if it is no number, such as `NaN`.
pub fn number_cell(text: &str) -> Cell {
    let is_number = text.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-')
        && text.contains(|letter: char| letter.is_ascii_digit());
    match is_number {
        true => Cell::Number(text.into()),
        false => Cell::Text(text.into()),
    }
}

/// Text without surrounding spaces; blank text is an empty cell.
pub fn text_cell(text: &str) -> Cell {
    match text.trim() {
        "" => Cell::Empty,
        text => Cell::Text(text.into()),
    }
}

/// Refuses a cell that is too long to belong to an order.
pub fn checked_cell(cell: Cell, heading: &str) -> Result<Cell, ShopDatabaseError> {
    if is_too_long(cell.text()) {
        return Err(ShopDatabaseError::LongCell { column: heading.to_owned(), most: LONGEST_TEXT });
    }
    Ok(cell)
}

impl ResultTable {
    /// The table with a row of headings, as the import reads it.
    pub fn into_sheet(self) -> Sheet {
        let headings = self.columns.iter().map(heading_cell).collect();
        let rows = std::iter::once(headings).chain(self.rows);
        Sheet {
            name: String::new(),
            rows: rows
                .zip(1..)
                .map(|(cells, number)| SheetRow { number, cells, fault: None })
                .collect(),
        }
    }

    /// The field of each column.
    pub fn fields(&self, database: &ShopDatabase) -> Vec<Option<OrderField>> {
        fields_of(&self.columns, database)
    }

    /// The number of different orders among the rows: their number or their recipient differs. A row
    /// without any recipient is a further item of the order above it.
    pub fn count_orders(&self, database: &ShopDatabase) -> usize {
        let fields = self.fields(database);
        let mut orders: Vec<(Vec<String>, Vec<String>)> = Vec::new();
        for row in &self.rows {
            let texts = |wanted: fn(OrderField) -> bool| -> Vec<String> {
                let cells = row.iter().zip(&fields);
                let cells = cells.filter(|(_, field)| field.is_some_and(wanted));
                cells.map(|(cell, _)| comparable(cell.text())).collect()
            };
            let number = texts(|field| field == OrderField::Number);
            let recipient = texts(OrderField::is_of_address);
            let is_blank = |texts: &[String]| texts.iter().all(String::is_empty);
            let is_known = orders.iter().any(|(known_number, known)| {
                let same_number = is_blank(&number) || *known_number == number;
                same_number && (is_blank(&recipient) || *known == recipient)
            });
            if !is_known {
                orders.push((number, recipient));
            }
        }
        orders.len()
    }
}

/// The field of each column, as the mapping says. A column that is mapped twice has the first field.
pub fn fields_of(columns: &[ResultColumn], database: &ShopDatabase) -> Vec<Option<OrderField>> {
    let heading =
        SheetRow { cells: columns.iter().map(heading_cell).collect(), ..SheetRow::default() };
    let mut fields = vec![None; columns.len()];
    let mapped = database.mapping.columns.iter();
    for (mapped, place) in mapped.zip(database.mapping.places(&heading)) {
        let field = place.and_then(|place| fields.get_mut(place));
        if let Some(field @ None) = field {
            *field = mapped.field;
        }
    }
    fields
}

fn heading_cell(column: &ResultColumn) -> Cell {
    Cell::Text(column.heading.as_str().into())
}

/// Without differences of case and spaces.
fn comparable(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests;
