//! Reading orders from tables of every kind: each row becomes a part of one order or is named as
//! skipped, and no number that is read has a second reading.

mod mutated;

use std::collections::HashSet;

use postroom::base::measure::parse_number;
use postroom::orders::import::read_orders::{ReadOrders, imported_values, read_orders};
use postroom::tables::headings::recognize;
use postroom::tables::read_file::read_file;

use crate::prelude::*;

/// Reads a sheet twice and checks what must hold for every table.
fn read_and_check(
    name: &str,
    sheet: &Sheet,
    heading_row: Option<usize>,
    mapping: &Mapping,
) -> ReadOrders {
    let context = ImportContext::default();
    let read = read_orders(sheet, heading_row, mapping, &context);
    let again = read_orders(sheet, heading_row, mapping, &context);
    assert!(read == again, "{name}: the same table was read differently");
    let below = sheet.rows.len() - heading_row.map_or(0, |at| at + 1).min(sheet.rows.len());
    let mut rows: Vec<u64> = read.skipped.iter().map(|skipped| skipped.row).collect();
    rows.extend(read.orders.iter().flat_map(|order| &order.rows));
    assert_eq!(rows.len(), below, "{name}: every row is read or skipped");
    let below: HashSet<u64> = sheet.rows.iter().rev().take(below).map(|it| it.number).collect();
    let rows: HashSet<u64> = rows.into_iter().collect();
    assert_eq!(rows, below, "{name}: no row is lost");
    let mut numbers = HashSet::new();
    for read in &read.orders {
        let order = &read.order;
        assert!(!order.number.trim().is_empty(), "{name}: {:?}", read.rows);
        assert!(numbers.insert(&order.number), "{name}: {} is there twice", order.number);
        assert!(!read.rows.is_empty(), "{name}: {}", order.number);
        assert_eq!(order.imported, imported_values(order), "{name}: {}", order.number);
        let parcels = order.parcels.iter();
        let sides = parcels.flat_map(|it| [&it.weight, &it.length, &it.width, &it.height]);
        let weights = order.items.iter().map(|item| &item.weight);
        for number in sides.chain(weights).filter(|text| !text.is_empty()) {
            let value = parse_number(number);
            assert!(value.is_some(), "{name}: {number}");
            assert_eq!(value, number.parse().ok(), "{name}: {number} has one reading");
        }
    }
    read
}

fn golden_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/orders");
    let mut files = Vec::new();
    for folder in [folder.join("shops"), folder] {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The sheets of all golden files that are tables.
fn golden_sheets() -> Vec<(String, Sheet)> {
    let mut sheets = Vec::new();
    for path in golden_files() {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = fs::read(&path).unwrap();
        if let Ok(workbook) = read_file(&name, &bytes, &ReadOptions::default()) {
            let of_file = workbook.sheets.into_iter();
            sheets.extend(of_file.map(|sheet| (format!("{name} {}", sheet.name), sheet)));
        }
    }
    sheets
}

#[test]
fn every_row_of_every_golden_file_is_accounted_for() {
    let (mut orders, mut tables) = (0, 0);
    for (name, sheet) in golden_sheets() {
        let recognized = recognize(&sheet);
        let read = read_and_check(&name, &sheet, recognized.heading_row, &recognized.mapping);
        orders += read.orders.len();
        tables += 1;
    }
    assert!(tables >= 15 && orders >= 30, "{tables} tables, {orders} orders");
}
