//! Files of shops and shipping programs: which they are, which heading is which field, and the
//! orders that are read from them.

mod orders_of_files;

use std::path::Path;

use postroom::tables::headings::{Recognition, problems, recognize};
use postroom::tables::mapping::OrderField as F;
use postroom::tables::sheet::{Cell, Sheet, SheetRow};

/// A file, the name of the shop or program that it is of, and its columns that have a field.
struct Export {
    file: String,
    origin: Option<String>,
    columns: Vec<String>,
}

fn exports() -> Vec<Export> {
    let listed = listed("columns.txt").into_iter().map(|(file, mut columns)| {
        let origin = columns.first().and_then(|line| Some(line.strip_prefix("is of ")?.to_owned()));
        columns.drain(..usize::from(origin.is_some()));
        Export { file, origin, columns }
    });
    listed.collect()
}

/// The lines about each file in a list beside the files.
fn listed(list: &str) -> Vec<(String, Vec<String>)> {
    let text = String::from_utf8(bytes_of(list)).unwrap();
    let mut files: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.strip_prefix("  ") {
            Some(line) => files.last_mut().unwrap().1.push(line.to_owned()),
            None => files.push((line.to_owned(), Vec::new())),
        }
    }
    assert!(files.len() >= 7, "{list}");
    files
}

fn bytes_of(file: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/orders/shops");
    std::fs::read(folder.join(file)).unwrap()
}

/// The table of a file, read by the `csv` crate alone so that a fault of our own reader is no fault
/// of this test.
fn sheet_of(export: &Export) -> Sheet {
    let bytes = bytes_of(&export.file);
    let text = match String::from_utf8(bytes) {
        Ok(text) => text.trim_start_matches('\u{FEFF}').to_owned(),
        Err(error) => error.as_bytes().iter().map(|byte| char::from(*byte)).collect(),
    };
    let separator = match text.lines().next().unwrap() {
        heading if heading.contains('\t') => b'\t',
        heading if heading.contains(';') => b';',
        _ => b',',
    };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(separator)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.unwrap();
        let cells: Vec<Cell> = record.iter().map(cell).collect();
        if cells.iter().any(|cell| !cell.is_blank()) {
            let number = record.position().unwrap().line();
            rows.push(SheetRow { number, cells, fault: None });
        }
    }
    Sheet { rows, ..Sheet::default() }
}

fn cell(text: &str) -> Cell {
    match text.trim() {
        "" => Cell::Empty,
        text => Cell::Text(text.into()),
    }
}

/// The headings that have a field, as the list of this test has them.
fn given(read: &Recognition) -> Vec<String> {
    let columns = read.mapping.columns.iter();
    let given = columns.filter_map(|column| {
        let field = column.field?;
        Some(format!("{}: {field:?} {}", column.heading, column.fallback))
    });
    given.collect()
}

#[test]
fn each_file_is_recognized_without_a_question() {
    assert_eq!((exports().len(), listed("orders.txt").len()), (16, 16));
    for export in exports() {
        let sheet = sheet_of(&export);
        let read = recognize(&sheet);
        assert_eq!(read.origin, export.origin.as_deref(), "{}", export.file);
        assert_eq!(given(&read), export.columns, "{}", export.file);
        assert!(read.sure, "{}", export.file);
        assert_eq!(read.heading_row, Some(0), "{}", export.file);
        let name = export.origin.as_deref().unwrap_or_default();
        assert_eq!(read.mapping.source, name, "{}", export.file);
        let columns = sheet.rows[0].cells.len();
        assert_eq!(read.mapping.columns.len(), columns, "{}", export.file);
    }
}

/// Makes a heading row out of another one.
type Change = fn(&mut Sheet);

/// Moves every column: the last one becomes the first one, and so on.
fn turn_around(sheet: &mut Sheet) {
    let width = sheet.rows.iter().map(|row| row.cells.len()).max().unwrap();
    for row in &mut sheet.rows {
        row.cells.resize(width, Cell::Empty);
        row.cells.reverse();
    }
}

fn rename(sheet: &mut Sheet, new: impl Fn(&str) -> String) {
    for cell in &mut sheet.rows[0].cells {
        *cell = self::cell(&new(cell.text()));
    }
}

/// Adds a column before the first one and one behind the last one.
fn add_columns(sheet: &mut Sheet) {
    for (at, row) in sheet.rows.iter_mut().enumerate() {
        let cell = |text: &str| match at {
            0 => Cell::Text(text.into()),
            at => Cell::Text(format!("x{at}").into()),
        };
        row.cells.insert(0, cell("Picked by"));
        row.cells.push(cell("Shelf"));
    }
}

#[test]
fn changed_files_are_still_recognized() {
    let changes: [(&str, Change); 7] = [
        ("turned around", turn_around),
        ("in capitals", |sheet| rename(sheet, str::to_uppercase)),
        ("in small letters", |sheet| rename(sheet, str::to_lowercase)),
        ("with underscores", |sheet| {
            rename(sheet, |title| title.replace([' ', '-'], "_"));
        }),
        ("with spaces and a byte order mark", |sheet| {
            rename(sheet, |title| format!("\u{FEFF}  {title} "));
        }),
        ("with more columns", add_columns),
        ("below a title", |sheet| {
            let title = SheetRow {
                number: 1,
                cells: vec![Cell::Text("Orders of this week".into())],
                fault: None,
            };
            sheet.rows.insert(0, title);
        }),
    ];
    for export in exports() {
        for (change, apply) in changes {
            let what = format!("{} {change}", export.file);
            let mut sheet = sheet_of(&export);
            apply(&mut sheet);
            let read = recognize(&sheet);
            assert_eq!(read.origin, export.origin.as_deref(), "{what}");
            assert!(read.sure, "{what}");
            let fields = read.mapping.columns.iter().filter(|column| column.field.is_some());
            assert_eq!(fields.count(), export.columns.len(), "{what}");
        }
    }
}

/// Columns that a shop may leave out, and that others may lack: each one in turn.
#[test]
fn a_file_without_one_of_its_columns_is_still_of_its_shop() {
    for export in exports() {
        let whole = sheet_of(&export);
        for at in 0..whole.rows[0].cells.len() {
            let mut sheet = whole.clone();
            let removed = sheet.rows[0].cells[at].text().to_owned();
            for row in &mut sheet.rows {
                if at < row.cells.len() {
                    row.cells.remove(at);
                }
            }
            let read = recognize(&sheet);
            assert_eq!(read.origin, export.origin.as_deref(), "{} without {removed}", export.file);
            assert_eq!(read.heading_row, Some(0), "{} without {removed}", export.file);
        }
    }
}

/// A table of one heading and one row.
fn sheet_with(heading: &str) -> Sheet {
    let titles: Vec<Cell> = heading.split(',').map(cell).collect();
    let values = titles.iter().map(|_| Cell::Text("x".into())).collect();
    let row = |number, cells| SheetRow { number, cells, fault: None };
    Sheet { rows: vec![row(1, titles), row(2, values)], ..Sheet::default() }
}

/// Exports of the same shops with other columns, and tables that only look like them.
#[test]
fn other_exports_are_recognized_as_far_as_they_go() {
    for (heading, lines) in listed("other_tables.txt") {
        let sheet = sheet_with(&heading);
        let read = recognize(&sheet);
        let behind = |start| lines.iter().filter_map(move |line| line.strip_prefix(start));
        assert_eq!(read.origin, behind("is of ").next(), "{heading}");
        let wrong = problems(&read.mapping, &sheet).into_iter().map(|it| format!("{it:?}"));
        let wrong: Vec<String> = wrong.collect();
        assert_eq!(wrong, behind("lacks ").collect::<Vec<_>>(), "{heading}");
        let squarespace = heading.starts_with("Order ID,");
        assert_eq!(read.sure, wrong.is_empty() && !squarespace, "{heading}");
        for (title, field) in lines.iter().filter_map(|line| line.split_once(": ")) {
            let mut columns = read.mapping.columns.iter();
            let column = columns.find(|column| column.heading == title);
            let found = column.unwrap().field.map(|field| format!("{field:?}"));
            assert_eq!(found.as_deref(), Some(field), "{title}");
        }
    }
}

#[test]
fn columns_that_were_added_to_an_export_fill_what_it_lacks() {
    let mut sheet = sheet_of(&exports()[0]);
    for (at, row) in sheet.rows.iter_mut().enumerate() {
        let texts = match at {
            0 => ["Weight (oz)", "Preset", "City", "Total weight"],
            _ => ["9", "Small box", "Ely", "1"],
        };
        row.cells.extend(texts.map(|text| Cell::Text(text.into())));
    }
    let read = recognize(&sheet);
    assert!(read.sure);
    let field = |title: &str| {
        let mut columns = read.mapping.columns.iter();
        columns.find(|column| column.heading == title).unwrap().field
    };
    assert_eq!(field("Weight (oz)"), Some(F::Weight));
    assert_eq!(field("Preset"), Some(F::Preset));
    // The address of the shop's own columns is not mixed with another one.
    assert_eq!(field("City"), None);
    assert_eq!(field("Total weight"), None);
}
