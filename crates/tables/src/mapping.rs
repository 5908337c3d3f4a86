//! Which column of a table is which field of an order, kept under a name.

mod field;

use std::collections::{BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use super::sheet::{Cell, Sheet, SheetRow};
use super::shop_words::ShopChoices;
use postroom_base::measure::{LengthUnit, WeightUnit};

pub use field::{FieldGroup, OrderField};

/// A mapping from columns to fields. A column is named by its heading, so a mapping survives
/// columns that were moved or added.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Mapping {
    pub name: String,
    /// Becomes the source of the orders.
    pub source: String,
    pub columns: Vec<MappedColumn>,
    /// The unit of weights whose cell and heading name none.
    pub weight_unit: Option<WeightUnit>,
    /// The unit of sizes whose cell and heading name none.
    pub length_unit: Option<LengthUnit>,
    pub decimal: Option<DecimalMark>,
    pub dates: Option<DateOrder>,
    /// The currency of amounts that name none, such as `USD`.
    pub currency: String,
    /// Whether a weight column is of one piece of an item or of the whole order.
    pub weight_is: Option<WeightIs>,
    /// What the shop says its own words mean.
    pub words: ShopChoices,
    /// A row that names no number of pieces is one piece.
    pub one_piece_each: bool,
    /// What rows of one order are that are equal in every cell.
    pub equal_rows: Option<EqualRows>,
    /// What orders are whose number is taken by one with another recipient. Never kept: the next file
    /// can have another answer.
    #[serde(skip)]
    pub same_number: Option<SameNumber>,
    /// Rows that the spreadsheet hides are orders, too; `None` asks.
    pub hidden_rows: Option<bool>,
    /// The table has no heading. Each column is named by its place, counted from 0, in
    /// [`MappedColumn::occurrence`]; the headings of the columns are empty.
    pub headless: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MappedColumn {
    /// The heading as it stands in the file.
    pub heading: String,
    /// Which of several columns with this heading, counted from 0.
    #[serde(default)]
    pub occurrence: u16,
    /// `None` keeps the column under its own name.
    pub field: Option<OrderField>,
    /// A column of rank 0 is read first, one of a higher rank only where those of the lower ranks
    /// are blank: the billing address where there is no shipping address. The columns of an address
    /// (recipient, street to country) change their rank together, so that no address is made of
    /// two. It changes if name, company, street, city and postcode of the lower rank are all blank.
    #[serde(default)]
    pub fallback: u8,
}

impl Mapping {
    /// The place of each entry of [`Mapping::columns`] in a heading, counted from 0; `None` if the
    /// table has no such column. Case, spaces and a byte order mark make no difference.
    pub fn places(&self, heading: &SheetRow) -> Vec<Option<usize>> {
        let places = self.columns.iter();
        if self.headless {
            return places.map(|column| Some(usize::from(column.occurrence))).collect();
        }
        let mut titles: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, cell) in heading.cells.iter().enumerate() {
            titles.entry(same_heading(cell.text())).or_default().push(at);
        }
        let place = |column: &MappedColumn| {
            let same = titles.get(&same_heading(&column.heading))?;
            same.get(usize::from(column.occurrence)).copied()
        };
        places.map(place).collect()
    }

    /// The headings of the columns that no field is taken from, from the left.
    pub fn unused_columns(&self, heading: &SheetRow) -> Vec<String> {
        if self.headless {
            return Vec::new();
        }
        let places = self.places(heading).into_iter().zip(&self.columns);
        let used: BTreeSet<usize> =
            places.filter_map(|(place, column)| place.filter(|_| column.field.is_some())).collect();
        let columns = heading.cells.iter().enumerate();
        let unused = columns.filter(|(at, cell)| !used.contains(at) && !cell.is_blank());
        unused.map(|(_, cell)| cell.text().trim_matches(['\u{FEFF}', ' ']).to_owned()).collect()
    }

    /// Whether both are for tables of the same columns, in whatever order.
    pub fn has_form_of(&self, other: &Self) -> bool {
        let columns = |mapping: &Self| {
            let columns = mapping.columns.iter();
            let named = columns.map(|column| (same_heading(&column.heading), column.occurrence));
            named.collect::<BTreeSet<_>>()
        };
        self.headless == other.headless && columns(self) == columns(other)
    }

    /// The row of [`Sheet::rows`] that has the headings of this mapping: the one of the first rows
    /// that has the most of its columns. `None` if no row has any, or if the mapping is headless.
    pub fn heading_row(&self, sheet: &Sheet) -> Option<usize> {
        if self.headless {
            return None;
        }
        let mut best = (0, None);
        for (at, row) in sheet.rows.iter().take(FIRST_ROWS).enumerate() {
            let found = self.places(row).into_iter().flatten().count();
            if found > best.0 {
                best = (found, Some(at));
            }
        }
        best.1
    }
}

/// A heading is looked for in this many rows that are not blank.
pub const FIRST_ROWS: usize = 60;

/// The cell at a place that [`Mapping::places`] returned; empty where the row is shorter.
pub fn cell_at(row: &SheetRow, place: Option<usize>) -> &Cell {
    static EMPTY: Cell = Cell::Empty;
    place.and_then(|at| row.cells.get(at)).unwrap_or(&EMPTY)
}

/// A heading as headings are compared: in lower case, with single spaces, without a byte order mark
/// and other letters that have no width.
pub fn same_heading(heading: &str) -> String {
    let visible = heading.chars().filter(|letter| {
        !matches!(letter, '\u{FEFF}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{AD}')
    });
    let lower: String = visible.flat_map(char::to_lowercase).collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecimalMark {
    Point,
    Comma,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DateOrder {
    MonthFirst,
    DayFirst,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WeightIs {
    OfOrder,
    OfPiece,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EqualRows {
    /// The same row, written twice.
    Same,
    /// Each row counts: two parcels, or two lines of items.
    Each,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameNumber {
    /// Another order, of another shop.
    Another,
    /// The same order, whose recipient has changed.
    Same,
}
