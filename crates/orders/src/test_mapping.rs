//! Mappings of tests, written as texts.

use postroom_tables::mapping::{MappedColumn, Mapping};
use postroom_tables::word_lists::stored;

/// A mapping of headings to fields by their stored names: `Order: number, Ship to: name`.
pub fn mapping(columns: &str) -> Mapping {
    let columns = columns.split(", ").map(|column| {
        let (heading, field) = column.split_once(": ").unwrap();
        let field = Some(stored(field).unwrap());
        MappedColumn { heading: heading.to_owned(), field, ..MappedColumn::default() }
    });
    Mapping { source: "Shop".to_owned(), columns: columns.collect(), ..Mapping::default() }
}
