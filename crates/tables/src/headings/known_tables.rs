//! Tables whose columns are published: exports of shops and templates of shipping programs, from
//! `assets/orders/known_tables.txt`.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::super::mapping::{Mapping, OrderField};
use crate::word_lists::{lines_of, stored};

/// One published list of columns. Headings are in the spelling of
/// [`plain_name`](postroom_base::geography::plain_name).
#[derive(Default)]
pub(super) struct KnownTable {
    /// The name of the shop or program, the same in every language.
    pub name: &'static str,
    /// Headings that other tables rarely have; [`KnownTable::fewest`] of them tell the table.
    distinct: Vec<&'static str>,
    fewest: usize,
    /// The field of each column. Of several entries for one field and rank, the first that is in
    /// the sheet is used, and the others are kept under their own names.
    pub fields: Vec<KnownColumn>,
    /// Columns for a field that another column of the list has too, filled in other rows.
    pub also: Vec<KnownColumn>,
    /// Every heading of the list.
    titles: HashSet<&'static str>,
    /// How the table writes its values, as far as its origin says. The rest follows from its cells.
    pub notation: Mapping,
}

/// A heading, its field, and the rank as in
/// [`MappedColumn::fallback`](crate::mapping::MappedColumn::fallback).
pub(super) type KnownColumn = (&'static str, OrderField, u8);

impl KnownTable {
    /// Takes a line of the list.
    fn take(&mut self, key: &'static str, words: Vec<&'static str>) {
        let word = words.first().copied().unwrap_or_default();
        let notation = &mut self.notation;
        match key {
            "fewest" => self.fewest = word.parse().unwrap_or(usize::MAX),
            "distinct" => self.distinct.extend(words),
            "kept" => self.titles.extend(words),
            "decimal mark" => notation.decimal = stored(word),
            "order of dates" => notation.dates = stored(word),
            "unit of weight" => notation.weight_unit = stored(word),
            "unit of length" => notation.length_unit = stored(word),
            "weight is" => notation.weight_is = stored(word),
            "usual currency" => word.clone_into(&mut notation.currency),
            _ => {
                let (columns, key) = match key.strip_prefix("also ") {
                    Some(key) => (&mut self.also, key),
                    None => (&mut self.fields, key),
                };
                let (name, rank) = key.split_once(' ').unwrap_or((key, "0"));
                if let Some((field, rank)) = stored(name).zip(rank.parse().ok()) {
                    columns.extend(words.iter().map(|title| (*title, field, rank)));
                    self.titles.extend(words);
                }
            }
        }
    }

    /// The number of columns of the sheet that are in this list, or `None` if too few of them are
    /// distinct.
    fn score(&self, titles: &HashSet<&str>) -> Option<usize> {
        let distinct = self.distinct.iter().filter(|title| titles.contains(**title));
        (distinct.count() >= self.fewest).then(|| self.titles.intersection(titles).count())
    }

    /// Whether the list has this heading.
    pub fn lists(&self, title: &str) -> bool {
        self.titles.contains(title)
    }
}

/// The table that a heading row belongs to: the one that lists the most of its columns.
pub(super) fn known_table(titles: &[String]) -> Option<&'static KnownTable> {
    let titles: HashSet<&str> = titles.iter().map(String::as_str).collect();
    let scored = TABLES.iter().rev().filter_map(|table| Some((table.score(&titles)?, table)));
    // Of equals, the first one.
    scored.max_by_key(|(score, _)| *score).map(|(_, table)| table)
}

/// Whether any published list has this heading.
pub(super) fn is_listed(title: &str) -> bool {
    TABLES.iter().any(|table| table.lists(title))
}

static TABLES: LazyLock<Vec<KnownTable>> = LazyLock::new(|| {
    let mut tables: Vec<KnownTable> = Vec::new();
    let mut last = "";
    for (section, key, words) in
        lines_of(include_str!("../../../../assets/orders/known_tables.txt"))
    {
        if section != last {
            let name = section.split(':').next().unwrap_or(section);
            tables.push(KnownTable { name, ..KnownTable::default() });
            last = section;
        }
        if let Some(table) = tables.last_mut() {
            table.take(key, words);
        }
    }
    tables
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_lists_is_understood() {
        assert_eq!(TABLES.len(), 11);
        let titles = |table: &KnownTable| table.titles.len();
        assert_eq!(TABLES.iter().map(titles).sum::<usize>(), 750);
        for table in TABLES.iter() {
            assert!((3..=5).contains(&table.fewest), "{}", table.name);
            assert!(table.distinct.iter().all(|title| table.lists(title)), "{}", table.name);
        }
        assert_eq!(TABLES.iter().filter(|table| table.notation == Mapping::default()).count(), 1);
    }
}
