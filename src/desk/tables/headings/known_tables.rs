//! Tables whose columns are published: exports of shops and templates of shipping programs.

use std::collections::HashSet;
use std::sync::OnceLock;

use super::super::mapping::OrderField;
use super::{Shop, Template, shops, templates};
use crate::base::measure::{LengthUnit, WeightUnit};
use crate::desk::tables::mapping::{DateOrder, DecimalMark, WeightIs};

/// One published list of columns. Headings are in the spelling of
/// [`plain_name`](crate::base::geography::plain_name), so case, spaces, hyphens, underscores and a
/// byte order mark make no difference.
pub(super) struct KnownTable {
    pub origin: Origin,
    /// Headings that other tables rarely have; [`KnownTable::fewest`] of them tell the table.
    pub distinct: &'static [&'static str],
    pub fewest: usize,
    /// The field of each column. Of several entries for one field and rank, the first that is in
    /// the sheet is used, and the others are kept under their own names.
    pub fields: &'static [KnownColumn],
    /// Columns for a field that another column of the list has too, filled in other rows.
    pub also: &'static [KnownColumn],
    /// Columns that are kept under their own names.
    pub kept: &'static [&'static str],
    pub notation: Notation,
}

/// A heading, its field, and the rank as in
/// [`MappedColumn::fallback`](crate::desk::tables::mapping::MappedColumn::fallback).
pub(super) type KnownColumn = (&'static str, OrderField, u8);

#[derive(Clone, Copy)]
pub(super) enum Origin {
    Shop(Shop),
    Template(Template),
}

/// How a table writes its values, as far as its origin says. The rest follows from its cells.
#[derive(Clone, Copy)]
pub(super) struct Notation {
    pub decimal: Option<DecimalMark>,
    pub dates: Option<DateOrder>,
    pub weight_unit: Option<WeightUnit>,
    pub length_unit: Option<LengthUnit>,
    pub weight_is: Option<WeightIs>,
    /// As [`Mapping::currency`](crate::desk::tables::mapping::Mapping::currency).
    pub currency: &'static str,
}

impl Notation {
    pub const UNKNOWN: Self = Self {
        decimal: None,
        dates: None,
        weight_unit: None,
        length_unit: None,
        weight_is: None,
        currency: "",
    };
}

impl KnownTable {
    /// Every heading of the list.
    fn titles(&self) -> impl Iterator<Item = &'static str> {
        let fields = self.fields.iter().chain(self.also);
        fields.map(|(title, ..)| *title).chain(self.kept.iter().copied())
    }

    /// The number of columns of the sheet that are in this list, or `None` if too few of them are
    /// distinct.
    fn score(&self, titles: &HashSet<&str>) -> Option<usize> {
        let distinct = self.distinct.iter().filter(|title| titles.contains(**title));
        let listed = || self.titles().filter(|title| titles.contains(title)).count();
        (distinct.count() >= self.fewest).then(listed)
    }

    /// Whether the list has this heading.
    pub fn lists(&self, title: &str) -> bool {
        self.titles().any(|listed| listed == title)
    }
}

/// The table that a heading row belongs to: the one that lists the most of its columns.
pub(super) fn known_table(titles: &[String]) -> Option<&'static KnownTable> {
    let titles: HashSet<&str> = titles.iter().map(String::as_str).collect();
    let mut best: Option<(usize, &'static KnownTable)> = None;
    for table in all_tables() {
        if let Some(score) = table.score(&titles)
            && best.is_none_or(|(most, _)| score > most)
        {
            best = Some((score, table));
        }
    }
    best.map(|(_, table)| table)
}

/// Whether any published list has this heading.
pub(super) fn is_listed(title: &str) -> bool {
    static TITLES: OnceLock<HashSet<&str>> = OnceLock::new();
    let titles = TITLES.get_or_init(|| {
        let titles = all_tables().map(KnownTable::titles);
        titles.flatten().collect()
    });
    titles.contains(title)
}

fn all_tables() -> impl Iterator<Item = &'static KnownTable> {
    shops::TABLES.iter().chain(templates::TABLES)
}
