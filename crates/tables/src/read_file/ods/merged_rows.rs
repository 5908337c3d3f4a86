//! Cells that are merged over several rows, and hidden rows, which `calamine` does not give for
//! OpenDocument.

use std::collections::HashMap;

use crate::read_file::sheet_builder::Merge;
use crate::read_file::xml_tags::{DONE, NEXT, TagKind, each_tag};
use crate::read_file::zip_directory::ZipDirectory;

/// What `calamine` does not give of a sheet.
#[derive(Default)]
pub(super) struct RowsBeyond {
    pub merges: Vec<Merge>,
    /// The numbers of hidden rows, counted from 1.
    pub hidden: Vec<u64>,
}

/// A hidden row can be repeated up to the end of the sheet.
const MOST_HIDDEN: u64 = 1_048_576;

/// The name of the sheet that was open when the file was saved.
pub(super) fn open_table(zip: &ZipDirectory<'_>) -> Option<String> {
    let (mut is_open_table, mut open) = (false, None);
    each_tag(zip, "settings.xml", |tag| {
        if is_open_table {
            open = Some(tag.text_before.to_owned());
            return DONE;
        }
        is_open_table = tag.kind == TagKind::Open
            && tag.attribute("config:name").as_deref() == Some("ActiveTable");
        NEXT
    })?;
    open
}

/// The merged cells and the hidden rows of each sheet, by its name. `None` if the content cannot be
/// read, or ends within a table or within a note on a cell.
pub(super) fn rows_beyond(zip: &ZipDirectory<'_>) -> Option<HashMap<String, RowsBeyond>> {
    let mut all: HashMap<String, RowsBeyond> = HashMap::new();
    let mut sheet = String::new();
    let (mut row, mut column) = (0_u64, 0_u64);
    let mut rows_repeated = 1;
    let (mut in_table, mut in_note) = (false, false);
    each_tag(zip, "content.xml", |tag| {
        match (tag.name, tag.kind) {
            ("table:table", TagKind::Close) => in_table = false,
            ("office:annotation", kind) => in_note = kind == TagKind::Open,
            ("table:table", TagKind::Open) => {
                in_table = true;
                sheet = tag.attribute("table:name").unwrap_or_default();
                row = 0;
            }
            ("table:table-row", TagKind::Open | TagKind::Empty) => {
                rows_repeated = tag.number("table:number-rows-repeated").unwrap_or(1);
                if matches!(
                    tag.attribute("table:visibility").as_deref(),
                    Some("collapse" | "filter")
                ) {
                    let last = row.saturating_add(rows_repeated).min(MOST_HIDDEN);
                    all.entry(sheet.clone()).or_default().hidden.extend(row + 1..=last);
                }
                column = 0;
                if tag.kind == TagKind::Empty {
                    row = row.saturating_add(rows_repeated);
                }
            }
            ("table:table-row", TagKind::Close) => row = row.saturating_add(rows_repeated),
            ("table:table-cell" | "table:covered-table-cell", TagKind::Open | TagKind::Empty) => {
                let span = tag.number("table:number-rows-spanned").unwrap_or(1);
                if span > 1
                    && let Ok(first_row) = u32::try_from(row)
                    && let Ok(column) = u32::try_from(column)
                {
                    let rows = u32::try_from(span - 1).unwrap_or(u32::MAX);
                    all.entry(sheet.clone()).or_default().merges.push(Merge {
                        first_row,
                        last_row: first_row.saturating_add(rows),
                        column,
                    });
                }
                let repeated = tag.number("table:number-columns-repeated").unwrap_or(1);
                column = column.saturating_add(repeated);
            }
            _ => {}
        }
        NEXT
    })?;
    (!in_table && !in_note).then_some(all)
}
