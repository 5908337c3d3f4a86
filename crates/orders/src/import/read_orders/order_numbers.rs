//! Order numbers: of a row, made from a row, and different from each other.

use std::collections::{HashMap, HashSet};

use super::digest::{digest_of_order, short_digest};
use super::group::Group;
use super::{ReadOrder, Reader};
use postroom_tables::import_note::{ImportNote, ImportNoteKind};
use postroom_tables::mapping::OrderField;
use postroom_tables::read_cell::{is_damaged_identifier, plain_text};
use postroom_tables::sheet::SheetRow;

/// The number of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberOfRow<'a> {
    Given(&'a str),
    /// The table has no column for it.
    NoColumn,
    Missing,
    /// As the spreadsheet has changed it.
    Damaged(&'a str),
}

impl<'a> Reader<'a> {
    pub(super) fn number_of_row(&self, row: &'a SheetRow) -> NumberOfRow<'a> {
        match self.columns.first(row, OrderField::Number) {
            Some((_, cell)) if is_damaged_identifier(cell) => NumberOfRow::Damaged(cell.text()),
            Some((_, cell)) => NumberOfRow::Given(plain_text(cell)),
            None if self.columns.has(OrderField::Number) => NumberOfRow::Missing,
            None => NumberOfRow::NoColumn,
        }
    }
}

/// Gives orders without a number one that is made from their row: it stays the same when the file is
/// read again, also if other rows were added. The orders may be in several parts.
pub(super) fn number_unnumbered(parts: &mut [Vec<Group<'_>>]) {
    let all = || parts.iter().flatten();
    if all().all(|group| group.unnumbered.is_none()) {
        return;
    }
    let given = all().filter(|group| group.unnumbered.is_none());
    let given = given.map(|group| group.order.number.clone());
    let mut taken: HashSet<String> = given.collect();
    let mut made: HashMap<String, u32> = HashMap::new();
    for group in parts.iter_mut().flatten() {
        let Some(row) = group.unnumbered else {
            continue;
        };
        let base = made_number(row);
        let count = made.entry(base.clone()).or_default();
        group.order.number = loop {
            *count += 1;
            let candidate = match *count {
                1 => base.clone(),
                count => format!("{base}-{count}"),
            };
            if taken.insert(candidate.clone()) {
                break candidate;
            }
        };
    }
}

/// `R-` and ten hexadecimal digits of everything in the row.
fn made_number(row: &SheetRow) -> String {
    let mut text = String::new();
    for cell in &row.cells {
        text.push_str(cell.text());
        text.push('\u{1f}');
    }
    let digest = short_digest(text.trim_end_matches('\u{1f}'));
    let digits = digest.get(..10).unwrap_or(&digest);
    format!("R-{}", digits.to_ascii_uppercase())
}

/// Makes the numbers of orders of several sheets different. An order that has the number of another
/// one and differs from it gets a number of its own and needs attention. The places of orders that
/// are equal to an earlier one are returned; they keep its number.
pub fn make_numbers_unique(orders: &mut [ReadOrder]) -> HashSet<usize> {
    let mut equal = HashSet::new();
    let numbers: HashSet<&str> = orders.iter().map(|it| it.order.number.as_str()).collect();
    if numbers.len() == orders.len() {
        return equal;
    }
    let mut taken: HashSet<String> = numbers.into_iter().map(str::to_owned).collect();
    // The digests of the orders that came with a number, and the numbers they have now.
    let mut seen: HashMap<String, Vec<(String, String)>> = HashMap::new();
    for (place, read) in orders.iter_mut().enumerate() {
        let order = &mut read.order;
        let (number, digest) = (order.number.clone(), order.digest.clone());
        let same = seen.entry(number.clone()).or_default();
        let known = same.iter().find(|(of, _)| *of == digest);
        let own = match known {
            Some((_, own)) => {
                equal.insert(place);
                own.clone()
            }
            None => {
                let own = match same.is_empty() {
                    true => number.clone(),
                    false => free_number(&number, same.len() + 1, &mut taken),
                };
                same.push((digest, own.clone()));
                own
            }
        };
        if own != number {
            order.number = own;
            let (kind, row) = (ImportNoteKind::NumberTwice, read.rows.first().copied());
            order.import_notes.push(ImportNote::new(kind, "", number, row.unwrap_or_default()));
            order.digest = digest_of_order(order);
        }
    }
    equal
}

/// `1001 (2)`, or with the next number that is free.
fn free_number(number: &str, from: usize, taken: &mut HashSet<String>) -> String {
    let mut count = from;
    loop {
        let candidate = format!("{number} ({count})");
        if taken.insert(candidate.clone()) {
            return candidate;
        }
        count += 1;
    }
}
