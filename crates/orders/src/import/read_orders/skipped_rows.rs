//! Rows of a table that are no orders.

use super::columns::Columns;
use crate::message;
use postroom_base::geography::plain_name;
use postroom_base::locale::Message;
use postroom_tables::headings::is_order_row;
use postroom_tables::mapping::OrderField;
use postroom_tables::sheet::SheetRow;
use postroom_tables::word_lists::has_word;

/// A row that is no order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SkippedRow {
    /// As [`SheetRow::number`].
    pub row: u64,
    pub reason: SkipReason,
    /// The cells of the row with tabs between them.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SkipReason {
    Blank,
    /// The headings again, as where several files were joined.
    HeadingAgain,
    /// The sum of a column.
    Total,
    /// What a shop writes below its orders: their number, the seller.
    Footer,
    /// The spreadsheet hides it.
    Hidden,
    /// An order of which nothing is shipped: gift cards, tips.
    NothingToShip,
}

impl SkipReason {
    pub fn text(self) -> Message {
        match self {
            Self::Blank => message!("order-import-row-skipped-blank"),
            Self::HeadingAgain => message!("order-import-row-skipped-heading"),
            Self::Total => message!("order-import-row-skipped-total"),
            Self::Hidden => message!("order-import-row-skipped-hidden"),
            Self::NothingToShip => message!("order-import-row-skipped-nothing-to-ship"),
            Self::Footer => message!("order-import-row-skipped-footer"),
        }
    }
}

/// Why the row is no order; `None` if it is one, or may be one.
pub(super) fn skip_reason(
    row: &SheetRow,
    heading: Option<&SheetRow>,
    columns: &Columns<'_>,
) -> Option<SkipReason> {
    if row.cells.iter().all(|cell| cell.is_blank()) {
        return Some(SkipReason::Blank);
    }
    if heading.is_some_and(|heading| is_heading_again(row, heading)) {
        return Some(SkipReason::HeadingAgain);
    }
    // The heading is compared above, so only the footer is left.
    if !is_order_row(row, None) {
        return Some(SkipReason::Footer);
    }
    let mut cells = row.cells.iter().filter(|cell| !cell.is_blank());
    let first = cells.next().map_or("", |cell| cell.text().trim());
    if !is_total(first) {
        return None;
    }
    // A row that names a place may be an order, whatever else it says.
    let is_free = |field| {
        let text = columns.text(row, field);
        text.is_empty() || text == first
    };
    let place = [
        OrderField::Number,
        OrderField::Name,
        OrderField::Street1,
        OrderField::City,
        OrderField::Zip,
        OrderField::Address,
    ];
    place.into_iter().all(is_free).then_some(SkipReason::Total)
}

fn is_heading_again(row: &SheetRow, heading: &SheetRow) -> bool {
    let mut filled = 0;
    for (at, cell) in row.cells.iter().enumerate() {
        let text = cell.text().trim();
        if text.is_empty() {
            continue;
        }
        let title = heading.cells.get(at).map_or("", |title| title.text());
        if !title.trim().eq_ignore_ascii_case(text) {
            return false;
        }
        filled += 1;
    }
    let titles = heading.cells.iter().filter(|title| !title.is_blank());
    filled >= titles.count().min(2)
}

fn is_total(text: &str) -> bool {
    text.len() <= 24 && has_word("total row", &plain_name(text))
}

/// The cells of a row with tabs between them, without those that are blank at its end.
pub(super) fn text_of_row(row: &SheetRow) -> String {
    let mut text = String::new();
    for (at, cell) in row.cells.iter().enumerate() {
        if at > 0 {
            text.push('\t');
        }
        text.push_str(cell.text());
    }
    text.truncate(text.trim_end().len());
    text
}
