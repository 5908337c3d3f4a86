use super::*;
use crate::tables::mapping::{MappedColumn, Mapping};

fn database() -> ShopDatabase {
    let columns = [
        ("number", 0, OrderField::Number),
        ("name", 0, OrderField::Name),
        ("Street", 0, OrderField::Street1),
        ("street", 1, OrderField::Street2),
        ("sku", 0, OrderField::ItemSku),
    ];
    let columns = columns.map(|(heading, occurrence, field)| MappedColumn {
        heading: heading.to_owned(),
        occurrence,
        field: Some(field),
        ..MappedColumn::default()
    });
    ShopDatabase {
        mapping: Mapping { columns: columns.to_vec(), ..Mapping::default() },
        ..ShopDatabase::default()
    }
}

fn table(rows: &[[&str; 5]]) -> ResultTable {
    let headings = ["NUMBER", "name", "street", "street", "sku"];
    ResultTable {
        columns: headings
            .map(|heading| ResultColumn {
                heading: heading.to_owned(),
                type_name: "TEXT".to_owned(),
            })
            .to_vec(),
        rows: rows.iter().map(|row| row.map(text_cell).to_vec()).collect(),
        has_more: false,
    }
}

#[test]
fn columns_are_matched_by_heading_and_occurrence() {
    let wanted = [
        Some(OrderField::Number),
        Some(OrderField::Name),
        Some(OrderField::Street1),
        Some(OrderField::Street2),
        Some(OrderField::ItemSku),
    ];
    assert_eq!(table(&[]).fields(&database()), wanted);
    assert_eq!(table(&[]).fields(&ShopDatabase::default()), [None; 5]);
}

#[test]
fn orders_are_told_apart_by_number_and_recipient() {
    for (rows, orders) in [
        (vec![], 0),
        (vec![["1", "Ann Lee", "1 Main", "", "A"]], 1),
        // Two items of one order.
        (vec![["1", "Ann Lee", "1 Main", "", "A"], ["1", "ann  lee ", "1 main", "", "B"]], 1),
        // The recipient is only in the first row.
        (
            vec![
                ["1", "Ann Lee", "1 Main", "", "A"],
                ["1", "", "", "", "B"],
                ["", "", "", "", "C"],
            ],
            1,
        ),
        (vec![["1", "Ann Lee", "1 Main", "", "A"], ["1", "Bob Ray", "1 Main", "", "B"]], 2),
        // Another apartment is another recipient.
        (vec![["1", "Ann Lee", "1 Main", "Apt 1", "A"], ["1", "Ann Lee", "1 Main", "", "B"]], 2),
        // Two orders of one customer.
        (vec![["1", "Ann Lee", "1 Main", "", "A"], ["2", "Ann Lee", "1 Main", "", "A"]], 2),
        (
            vec![
                ["1", "Ann Lee", "1 Main", "", "A"],
                ["2", "", "", "", "B"],
                ["1", "Ann Lee", "1 Main", "", "C"],
            ],
            2,
        ),
    ] {
        assert_eq!(table(&rows).count_orders(&database()), orders, "{rows:?}");
    }
}

#[test]
fn a_sheet_begins_with_the_headings() {
    let sheet = table(&[["1", " Ann ", " ", "", "007"]]).into_sheet();
    let texts = |row: &SheetRow| -> Vec<String> {
        row.cells.iter().map(|cell| cell.text().to_owned()).collect()
    };
    assert_eq!(sheet.rows.len(), 2);
    assert_eq!(texts(&sheet.rows[0]), ["NUMBER", "name", "street", "street", "sku"]);
    assert_eq!(texts(&sheet.rows[1]), ["1", "Ann", "", "", "007"]);
    assert_eq!(sheet.rows[1].cells[2], Cell::Empty);
    assert_eq!((sheet.rows[0].number, sheet.rows[1].number), (1, 2));
}

#[test]
fn cells_keep_digits_and_refuse_what_is_too_long() {
    for (text, is_number) in [
        ("12.400", true),
        ("-3", true),
        ("1e+20", true),
        ("NaN", false),
        ("Infinity", false),
        ("-", false),
    ] {
        let wanted = match is_number {
            true => Cell::Number(text.into()),
            false => Cell::Text(text.into()),
        };
        assert_eq!(number_cell(text), wanted);
    }
    let cell = |count: usize| checked_cell(Cell::Text("é".repeat(count).into()), "note");
    assert!(cell(LONGEST_TEXT).is_ok());
    let refused = ShopDatabaseError::LongCell { column: "note".to_owned(), most: LONGEST_TEXT };
    assert_eq!(cell(LONGEST_TEXT + 1), Err(refused));
}
