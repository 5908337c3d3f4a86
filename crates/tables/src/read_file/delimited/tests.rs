use super::*;
use crate::sheet::Cell;
use crate::test_lists::listed;

/// Line number, fault and the texts of the cells.
type Row<'a> = (u64, Option<RowFault>, Vec<&'a str>);

fn check(text: &str, wanted: Option<u8>, delimiter: u8, expected: &[Row<'_>]) {
    let table = read_rows(text, wanted, b',').unwrap();
    let rows = table.rows.iter().map(|row| {
        let cells = row.cells.iter().map(Cell::text);
        (row.number, row.fault, cells.collect())
    });
    let rows: Vec<Row<'_>> = rows.collect();
    assert_eq!(rows, expected, "{text:?}");
    assert_eq!(char::from(table.delimiter), char::from(delimiter), "{text:?}");
}

#[test]
fn rows_end_at_any_line_end() {
    let expected = [(1, None, vec!["a", "b"]), (2, None, vec!["c", "d"])];
    for text in ["a,b\nc,d", "a,b\r\nc,d\r\n", "a,b\rc,d\r", "a,b\nc,d\n\n\n"] {
        check(text, None, b',', &expected);
    }
    // A program that wrote each line end twice.
    let twice = [(1, None, vec!["a", "b"]), (3, None, vec!["c", "d"])];
    check("a,b\r\r\nc,d\r\r\n", None, b',', &twice);
    let mixed = [(1, None, vec!["a", "b"]), (2, None, vec!["c", "d"]), (3, None, vec!["e", "f"])];
    check("a,b\rc,d\ne,f\r\n", None, b',', &mixed);
}

/// A wrong quote costs at most its line.
#[test]
fn quoted_cells_are_read_as_spreadsheets_write_them() {
    assert!(!can_delimit(b'"'));
    let cases = listed(include_str!("tests/quotes.txt"));
    assert_eq!(cases.len(), 17);
    for (text, expected) in cases {
        let text = text.replace("\\n", "\n").replace("\\r", "\r");
        let table = read_rows(&text, None, b',').unwrap();
        assert_eq!(table.delimiter, b',', "{text}");
        let rows = table.rows.iter().map(|row| {
            let mark = if row.fault == Some(RowFault::OpenQuote) { "!" } else { "" };
            let cells: Vec<&str> = row.cells.iter().map(Cell::text).collect();
            let row = format!("{}{mark} {}", row.number, cells.join(" | ").replace('\n', "\\n"));
            row.trim_end().to_owned()
        });
        assert_eq!(rows.collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn a_quote_that_closes_after_implausibly_much_ends_at_its_line() {
    let lines = |count: usize| "some words\n".repeat(count);
    let read = |text: &str| {
        let rows = read_rows(text, Some(b','), b',').unwrap().rows;
        (rows.len(), rows.iter().filter(|row| row.fault.is_some()).count())
    };
    let note = |words: &str| format!("n,note\n1,\"{words}\"\n2,b\n");
    assert_eq!(read(&note(&lines(150))), (3, 0));
    // The header, the row with the quote, its other lines, the line with only the closing quote, the
    // last row. Both lines with a quote have a fault.
    assert_eq!(read(&note(&lines(300))), (303, 2));
    let long_line = "word ".repeat(10_000);
    assert_eq!(read(&note(&format!("{long_line}\nend"))), (3, 0));
    assert_eq!(read(&note(&format!("{long_line}\n{long_line}"))), (4, 1));
    // One line is not too long.
    assert_eq!(read(&note(&"word ".repeat(100_000))), (3, 0));
}

#[test]
fn each_row_of_a_file_full_of_quotes_is_read() {
    // No line has the number of quotes that it should have.
    let text: String = (0..2_000)
        .map(|row| format!("{row},\"name {row},\"\"x\"{},z\n", "\"".repeat(row % 7)))
        .collect();
    let rows = read_rows(&text, Some(b','), b',').unwrap().rows;
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(row.cells.first().map(Cell::text), Some(at.to_string().as_str()));
    }
    assert_eq!(rows.len(), 2_000);
}

#[test]
fn the_delimiter_is_found_in_the_first_rows() {
    let cases: [(u8, &str); 14] = [
        (b',', "Order,Name,City\n1,Ann,Austin\n"),
        (b';', "Order;Name;City\n1;Ann;Austin\n"),
        (b'\t', "Order\tName\tCity\n1\tAnn\tAustin\n"),
        (b'|', "Order|Name|City\n1|Ann|Austin\n"),
        // Decimal commas in every row.
        (b';', "Order;Weight;Price\n1;1,5;12,90\n2;0,7;8,00\n3;2,25;19,99\n"),
        (b';', "Order;Weight\n1;1,5\n2;0,7\n3;2,25\n"),
        // Commas in every address.
        (
            b'\t',
            "Order\tName\tAddress\n1\tAnn\t1 A St, Apt 2, Austin, TX\n2\tBob\t3 B St, 4, Boise, ID\n",
        ),
        (b';', "Order;Address\n1;1 A St, Austin, TX\n2;3 B St, Boise, ID\n"),
        // Tags with semicolons in a table with commas.
        (b',', "Order,Tags,City\n1,a;b;c,Austin\n2,d;e;f,Boise\n"),
        // Quoted cells with other delimiters.
        (b';', "\"Order\";\"Items, all\"\n\"1\";\"a, b, c\"\n\"2\";\"d, e, f\"\n"),
        // A title and blank lines above.
        (b';', "Orders of November 23, 2026\n\nOrder;Name;City\n1;Ann;Austin\n2;Bob;Boise\n"),
        // Ragged rows.
        (
            b';',
            "Order;Name;City;Note\n1;Ann;Austin\n2;Bob;Boise;x;y\n3;Cy;Cody;a, b\n4;Di;Dover;c, d\n",
        ),
        // One column.
        (b',', "Order\n1001\n1002\n"),
        (b',', ""),
    ];
    for (delimiter, text) in cases {
        let found = find_delimiter(text, b',');
        assert_eq!(char::from(found), char::from(delimiter), "{text:?}");
    }
}

#[test]
fn a_person_or_the_first_line_can_name_the_delimiter() {
    let rows = [(2, None, vec!["a,b", "c"])];
    check("sep=;\r\na,b;c\r\n", None, b';', &rows);
    check("\"sep=;\"\na,b;c\n", None, b';', &rows);
    check("SEP=;;\na,b;c\n", None, b';', &rows);
    check("sep=\\t\na,b\tc\n", None, b'\t', &rows);
    check("sep=\t\na,b\tc\n", None, b'\t', &rows);
    // A person's choice is stronger, and the line is no row either way.
    check("sep=;\na,b;c\n", Some(b','), b',', &[(2, None, vec!["a", "b;c"])]);
    check("a~b;c\n", Some(b'~'), b'~', &[(1, None, vec!["a", "b;c"])]);
    // What cannot delimit is ignored.
    check("a,b\n", Some(b'"'), b',', &[(1, None, vec!["a", "b"])]);
    check("a,b\n", Some(0xe9), b',', &[(1, None, vec!["a", "b"])]);
    // Another line that begins so is a row.
    check("sep=ab,c\n", None, b',', &[(1, None, vec!["sep=ab", "c"])]);
}

#[test]
fn rows_stay_as_ragged_as_they_are() {
    let text = "a,b,c\n1\n1,2,3,4,,\n,,\n   ,\t\n,,x\n";
    let expected = [
        (1, None, vec!["a", "b", "c"]),
        (2, None, vec!["1"]),
        (3, None, vec!["1", "2", "3", "4", "", ""]),
        (6, None, vec!["", "", "x"]),
    ];
    check(text, Some(b','), b',', &expected);
}

#[test]
fn damaged_characters_are_told_with_their_row() {
    let text = "a,b\n1,M\u{fffd}ller\n2,Ann\n\0\0,c\0d\n\0\0\0";
    let expected = [
        (1, None, vec!["a", "b"]),
        (2, Some(RowFault::Undecodable), vec!["1", "M\u{fffd}ller"]),
        (3, None, vec!["2", "Ann"]),
        (4, None, vec!["", "cd"]),
    ];
    check(text, None, b',', &expected);
}
