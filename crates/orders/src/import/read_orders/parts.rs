//! A large table is read in parts beside each other. The orders and the questions are those of
//! reading it in one piece.

use std::collections::HashMap;

use super::columns::Columns;
use super::group::Group;
use super::order_numbers::number_unnumbered;
use super::questions::QuestionTally;
use super::{ByNumber, ReadOrder, Reader, SkippedRow};
use crate::import::beside::each_beside;
use postroom_tables::mapping::OrderField;
use postroom_tables::sheet::SheetRow;

/// What one part of the rows has given so far.
struct PartRead<'a> {
    groups: Vec<Group<'a>>,
    by_number: ByNumber<'a>,
    questions: QuestionTally,
}

/// Reads the rows in at most so many parts, with a reader for each.
pub(super) fn read_in_parts<'a>(
    rows: &[&'a SheetRow],
    columns: &Columns<'a>,
    most_parts: usize,
    reader: impl Fn() -> Reader<'a> + Sync,
) -> (Vec<ReadOrder>, Vec<SkippedRow>, QuestionTally) {
    let parts = parts_of(rows, columns, most_parts);
    let read = each_beside(parts, |rows| {
        let reader = reader();
        let (groups, by_number) = reader.group_rows(rows);
        PartRead { groups, by_number, questions: reader.questions.into_inner() }
    });
    let mut questions = QuestionTally::default();
    let (mut groups, mut numbers) = (Vec::new(), Vec::new());
    for part in read {
        questions.add(part.questions);
        groups.push(part.groups);
        numbers.push(part.by_number);
    }
    let is_given = |number: &str| numbers.iter().any(|part| part.contains_key(number));
    let marking = reader();
    for (groups, by_number) in groups.iter_mut().zip(&numbers) {
        marking.mark_disagreements(groups, by_number, is_given);
    }
    drop(numbers);
    number_unnumbered(&mut groups);
    let finished = each_beside(groups, |groups| {
        let reader = reader();
        let orders = reader.finish(groups);
        (orders, reader.questions.into_inner())
    });
    let (mut all, mut skipped) = (Vec::new(), Vec::new());
    for ((orders, nothing_to_ship), asked) in finished {
        questions.add(asked);
        skipped.extend(nothing_to_ship);
        if all.is_empty() { all = orders } else { all.extend(orders) }
    }
    (all, skipped, questions)
}

/// Divides the rows so that all rows of a number are in one part, as they are in files that are in
/// order. Rows that cannot be divided so stay together.
fn parts_of<'r, 'a>(
    rows: &'r [&'a SheetRow],
    columns: &Columns<'a>,
    most: usize,
) -> Vec<&'r [&'a SheetRow]> {
    let number = |row: &'a SheetRow| columns.text(row, OrderField::Number);
    let most = most.min(rows.len());
    let mut parts = Vec::new();
    let mut rest = rows;
    for left in (2..=most).rev() {
        let mut at = rest.len() / left;
        // Rows of one order are mostly below each other.
        while let (Some(before), Some(row)) = (rest.get(at.wrapping_sub(1)), rest.get(at))
            && match number(row) {
                // A row without a number can belong to the one above.
                "" => columns.has(OrderField::Number),
                given => number(before) == given,
            }
        {
            at += 1;
        }
        let Some((part, after)) = rest.split_at_checked(at) else {
            break;
        };
        parts.push(part);
        rest = after;
    }
    parts.push(rest);
    if parts.len() < 2 {
        return vec![rows];
    }
    let mut part_of: HashMap<&str, usize> = HashMap::with_capacity(rows.len());
    for (place, part) in parts.iter().enumerate() {
        for row in *part {
            let number = number(row);
            if !number.is_empty() && *part_of.entry(number).or_insert(place) != place {
                return vec![rows];
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests;
