//! Files as tables: real spreadsheets of each kind, what each part of a workbook becomes, and files
//! that no program may survive.

mod child;
mod damaged;
mod workbooks;
mod xlsx_parts;

use std::path::{Path, PathBuf};

use postroom::tables::read_file::{OtherFile, ReadFileError, ReadOptions, read_file};
use postroom::tables::sheet::{Cell, FileKind, RowFault, Workbook};

fn golden(name: &str) -> Vec<u8> {
    let path = golden_folder().join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/orders")
}

fn read(name: &str, bytes: &[u8]) -> Result<Workbook, ReadFileError> {
    read_file(name, bytes, &ReadOptions::default())
}

fn text(text: &str) -> Cell {
    Cell::Text(text.into())
}

fn number(digits: &str) -> Cell {
    Cell::Number(digits.into())
}

fn date(date: &str) -> Cell {
    Cell::Date(date.into())
}

fn error(error: &str) -> Cell {
    Cell::Error(error.into())
}

/// The rows of a sheet with their numbers.
fn rows(workbook: &Workbook, sheet: &str) -> Vec<(u64, Vec<Cell>)> {
    let found = workbook.sheets.iter().find(|found| found.name == sheet);
    let found = found.unwrap_or_else(|| panic!("no sheet {sheet}"));
    let rows = found.rows.iter();
    rows.map(|row| (row.number, row.cells.clone())).collect()
}

/// The same workbook in each format. It has a hidden sheet before the others, an empty sheet, an
/// empty row, an order number and a name that are merged over two rows, a ZIP code that is a number,
/// a day, a moment, a formula, an error and a truth value.
#[test]
fn the_same_workbook_reads_the_same_in_each_format() {
    let headings = ["Order", "Name", "ZIP", "Ordered", "Pickup", "Weight", "Item", "Total", "Note"];
    let expected = vec![
        (1, headings.map(text).to_vec()),
        (
            2,
            vec![
                text("1001"),
                text("Zoë Müller"),
                number("2035"),
                date("2026-11-23"),
                date("2026-11-23T14:05:00"),
                number("0.5"),
                text("Mug"),
                number("12.9"),
                text("Gift wrap"),
            ],
        ),
        (
            3,
            vec![
                text("1001"),
                text("Zoë Müller"),
                Cell::Empty,
                Cell::Empty,
                Cell::Empty,
                number("1.25"),
                text("Cup"),
                number("7"),
            ],
        ),
        (
            5,
            vec![
                text("1002"),
                text("Ann O’Brien"),
                number("94105"),
                date("2026-11-24"),
                Cell::Empty,
                number("3"),
                text("Plate"),
                error("#N/A"),
                text("TRUE"),
            ],
        ),
    ];
    for name in ["orders.xlsx", "orders.ods", "orders.xls", "orders.xlsb"] {
        // The name does not matter.
        let workbook = read("orders.csv", &golden(name)).unwrap();
        let sheets: Vec<&str> = workbook.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
        assert_eq!(sheets, ["Orders", "Returns", "Lists"], "{name}");
        assert_eq!(rows(&workbook, "Orders"), expected, "{name}");
        let returns = [(1, vec![text("Return")]), (2, vec![text("9001")])];
        assert_eq!(rows(&workbook, "Returns"), returns, "{name}");
        assert_eq!(workbook.kind, FileKind::Spreadsheet);
        assert_eq!((workbook.file.as_str(), workbook.text_form), ("orders.csv", None));
    }
}

/// O12, in the formats that keep it in records of bytes: the second and the fifth row of the orders
/// are hidden, and the returns were open.
#[test]
fn binary_workbooks_tell_hidden_rows_and_the_open_sheet() {
    for (name, plain) in [("hidden.xls", "orders.xls"), ("hidden.xlsb", "orders.xlsb")] {
        let workbook = read(name, &golden(name)).unwrap();
        let sheets: Vec<&str> = workbook.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
        assert_eq!(sheets, ["Returns", "Orders", "Lists"], "{name}");
        let hidden = workbook.sheets[1].rows.iter();
        let hidden = hidden.filter(|row| row.fault == Some(RowFault::Hidden));
        assert_eq!(hidden.map(|row| row.number).collect::<Vec<_>>(), [2, 5], "{name}");
        let all_shown = read(plain, &golden(plain)).unwrap();
        assert_eq!(rows(&workbook, "Orders"), rows(&all_shown, "Orders"), "{name}");
    }
}

#[test]
fn days_of_old_mac_workbooks_are_counted_from_1904() {
    let workbook = read("a.xls", &golden("dates-1904.xls")).unwrap();
    let expected = [(1, vec![date("2026-11-23")]), (2, vec![date("2026-11-23T14:05:00")])];
    assert_eq!(rows(&workbook, "Dates"), expected);
}

#[test]
fn workbooks_that_cannot_be_opened_say_why() {
    for (name, expected) in [
        ("password.xlsx", ReadFileError::Password),
        ("password.xls", ReadFileError::Password),
        ("password.ods", ReadFileError::Password),
        ("letter.doc", OtherFile::Document.into()),
    ] {
        assert_eq!(read(name, &golden(name)), Err(expected), "{name}");
    }
}

/// A program that writes a zip writes its directory last.
#[test]
fn a_workbook_without_its_end_is_unfinished() {
    for name in ["orders.xlsx", "orders.ods", "orders.xlsb"] {
        let whole = golden(name);
        for part in [50, whole.len() / 2, whole.len() - 30] {
            let read = read(name, &whole[..part]);
            assert_eq!(read, Err(ReadFileError::Unfinished), "{name}, {part} bytes");
        }
    }
    let whole = golden("orders.xls");
    let read = read("orders.xls", &whole[..whole.len() / 2]);
    assert_eq!(read, Err(ReadFileError::Damaged));
}
