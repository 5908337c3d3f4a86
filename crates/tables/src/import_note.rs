//! What the reading of a table changed, filled in or could not read.

use serde::{Deserialize, Serialize};

/// What an import did to a field, or why it could not read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ImportNote {
    pub kind: ImportNoteKind,
    /// The heading of the column, if it belongs to one.
    pub column: String,
    /// The cell's text as it came.
    pub text: String,
    /// The row of the file, counted from 1 with the heading.
    pub row: u64,
    /// A person has looked at it, or changed the field.
    pub settled: bool,
}

impl ImportNote {
    pub fn new(
        kind: ImportNoteKind,
        column: impl Into<String>,
        text: impl Into<String>,
        row: u64,
    ) -> Self {
        Self { kind, column: column.into(), text: text.into(), row, settled: false }
    }
}

/// The names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ImportNoteKind {
    /// Information: a postcode got its zeros back.
    ZipRestored,
    /// Information: a number that the spreadsheet had written in scientific notation, or a date that
    /// it had written as the number of a day.
    CellRepaired,
    /// Information: the file had no state, and the city says which.
    StateFilled,
    /// Problem: the row could not be read as an order.
    RowUnreadable,
    /// Problem: the row has no order number.
    NumberMissing,
    /// Problem: the spreadsheet has shortened the order number, such as `1.23457E+11`, or turned it
    /// into a date.
    NumberDamaged,
    /// Problem: two different orders of the file have one number.
    NumberTwice,
    /// Problem: a weight that cannot be read.
    WeightUnreadable,
    /// Problem: a weight with two readings, such as `1,250`, or without a unit.
    WeightUnclear,
    /// Problem: a size that cannot be read.
    SizeUnreadable,
    /// Problem: a size with two readings or without a unit.
    SizeUnclear,
    /// Problem: a quantity that is no whole number of pieces.
    QuantityUnreadable,
    /// Problem: there are items, and no column has the number of pieces.
    QuantityMissing,
    /// Problem: an amount of money that cannot be read.
    ValueUnreadable,
    /// Problem: an amount of money with two readings, such as `1,250`.
    ValueUnclear,
    /// Problem: a date that cannot be read or has two readings.
    DateUnreadable,
    /// Problem: no such country.
    CountryUnknown,
    /// Problem: the cell holds a formula without a result, or an error such as `#REF!`.
    CellError,
    /// Problem: the rows of this order disagree about its recipient.
    RowsDisagree,
    /// Problem: characters of the row could not be decoded.
    Undecodable,
    /// Problem: the shop says that the order was shipped or that its money was given back.
    ClosedInShop,
    /// Problem: the shop says that the order is not paid, on hold, or looked at for fraud.
    HeldInShop,
    /// Problem: no carrier brings the order: the buyer collects it, or nothing is shipped.
    NotCarried,
    /// Problem: a word of the shop about the order or its shipping that is not known.
    WordUnknown,
    /// Problem: the spreadsheet has turned a text into a date or shortened it.
    CellChanged,
    /// Problem: a cell is longer than anything that such a column holds.
    CellTooLong,
    /// Problem: the rows of this order have different weights.
    WeightsDiffer,
    /// Problem: rows of this order are equal. They may be two parcels, or one row written twice.
    RowsEqual,
    /// Problem: two rows have one line of the shop's order with different contents.
    LinesDisagree,
    /// Problem: the order that is there has this number, and is another one.
    NumberOfAnother,
    /// Information: a line of the shop's order that is shipped already or is no piece to ship.
    LineLeftOut,
    /// Information: the date of the order cannot be read. Nothing depends on it.
    DateIgnored,
    /// Problem: the file names a preset that does not exist.
    PresetUnknown,
    /// Problem: a newer file has another value than the file before, and a person has changed the
    /// field too. The person's value is kept; `column` is the field's key as in [`Order::imported`],
    /// and `text` the value of the newer file.
    ChangedByBoth,
}

impl ImportNoteKind {
    /// Whether an order with this note needs attention until the note is settled.
    pub const fn is_problem(self) -> bool {
        !matches!(
            self,
            Self::ZipRestored
                | Self::CellRepaired
                | Self::StateFilled
                | Self::LineLeftOut
                | Self::DateIgnored
        )
    }
}
