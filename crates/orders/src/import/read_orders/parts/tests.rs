use std::cell::RefCell;

use super::*;
use crate::import::read_orders::{ImportContext, Question};
use crate::test_mapping;
use crate::test_tables;
use postroom_base::money::Currency;

const COLUMNS: &str = "Order: number, Name: name, City: city, Weight: weight, Date: ordered";

/// The orders and the questions of a table read in at most so many parts, and the rows of each part.
fn read(lines: &[&str], most: usize) -> (Vec<ReadOrder>, Vec<Question>, Vec<usize>) {
    let heading = "Order|Name|City|Weight|Date".to_owned();
    let lines = lines.iter().map(|line| line.replace(',', "|"));
    let lines: Vec<String> = std::iter::once(heading).chain(lines).collect();
    let sheet = test_tables::sheet(lines.iter().map(String::as_str));
    let mapping = test_mapping::mapping(COLUMNS);
    let (heading, below) = sheet.rows.split_first().unwrap();
    let columns = Columns::of_sheet(Some(heading), below, &mapping);
    let context = ImportContext::default();
    let reader = || Reader {
        columns: &columns,
        mapping: &mapping,
        context: &context,
        home_country: "US",
        currency: None,
        countries: RefCell::default(),
        words: RefCell::default(),
        questions: RefCell::default(),
    };
    let rows: Vec<&SheetRow> = below.iter().collect();
    let parts = parts_of(&rows, &columns, most).iter().map(|part| part.len()).collect();
    let (orders, _, questions) = read_in_parts(&rows, &columns, most, reader);
    (orders, questions.into_questions("US", Currency::USD), parts)
}

#[test]
fn a_table_read_in_parts_gives_what_it_gives_in_one_piece() {
    let lines = [
        "1,Anna,Omaha,2,03/04/2026",
        "1,Bert,Boston,2,",
        // The number that the order of Bert would get otherwise.
        "7,Carl,Denver,3,",
        ",Dora,Omaha,4,05/06/2026",
        "8,Emil,Omaha,1,",
        "9,Finn,Omaha,1,",
        "9,Finn,Omaha,1,",
        "9,Finn,Omaha,2,07/08/2026",
        ",Dora,Omaha,4,05/06/2026",
        "1 (2),Gerd,Omaha,5,",
        "11,Hans,Omaha,6,09/10/2026",
        "12,Ida,Omaha,7,02/01/2026",
    ];
    let (orders, questions, parts) = read(&lines, 1);
    assert_eq!(parts, [12]);
    let numbers: Vec<&str> = orders.iter().map(|it| it.order.number.as_str()).collect();
    assert!(numbers.contains(&"1 (3)"), "{numbers:?}");
    let (first, second) = (numbers[3], numbers[6]);
    assert_eq!(format!("{first}-2"), second);
    assert!(questions.len() > 1, "{questions:?}");
    for (most, expected) in [(2, vec![9, 3]), (3, vec![4, 5, 3]), (4, vec![4, 5, 1, 2])] {
        let (in_parts, asked, parts) = read(&lines, most);
        assert_eq!(in_parts, orders, "{most}");
        assert_eq!(asked, questions, "{most}");
        assert_eq!(parts, expected, "{most}");
    }
}

#[test]
fn rows_of_one_number_stay_together() {
    let below_each_other = ["1,A,X,,", "2,B,X,,", "2,B,X,,", "2,B,X,,", "3,C,X,,", "4,D,X,,"];
    let (orders, _, parts) = read(&below_each_other, 3);
    assert_eq!((orders.len(), parts), (4, vec![4, 1, 1]));
    let apart = ["1,A,X,,", "2,B,X,,", "3,C,X,,", "4,D,X,,", "1,A,X,,", "5,E,X,,"];
    let (orders, _, parts) = read(&apart, 3);
    assert_eq!((orders.len(), parts), (5, vec![6]));
    assert_eq!(orders[0].rows, [2, 6]);
    let (orders, _, parts) = read(&[], 3);
    assert_eq!((orders.len(), parts), (0, vec![0]));
}
