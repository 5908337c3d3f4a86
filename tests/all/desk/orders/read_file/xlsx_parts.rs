//! What each part of a workbook becomes.

use postroom::tables::read_file::{OtherFile, ReadFileError};
use postroom::tables::sheet::Cell;

use super::workbooks::{Xlsx, ZipPart, ods, zip, zip_of};
use super::{date, error, number, read, rows, text};

/// The rows of the sheet `Orders`.
fn orders(workbook: &Xlsx) -> Vec<(u64, Vec<Cell>)> {
    rows(&read("a.xlsx", &workbook.bytes()).unwrap(), "Orders")
}

#[test]
fn each_kind_of_cell_is_read() {
    for (cell, expected) in [
        ("<c r=\"A1\"><v>2035</v></c>", number("2035")),
        ("<c r=\"A1\"><v>2035.0</v></c>", number("2035")),
        ("<c r=\"A1\"><v>0.30000000000000004</v></c>", number("0.3")),
        ("<c r=\"A1\"><v>9.40551E+21</v></c>", number("9405510000000000000000")),
        ("<c r=\"A1\"><v>94055118992231234567</v></c>", number("94055118992231234567")),
        ("<c r=\"A1\"><v>9.4055118992231234567E+21</v></c>", number("9405511899223123456700")),
        ("<c r=\"A1\" t=\"n\"><v>1E-3</v></c>", number("0.001")),
        ("<c r=\"A1\" t=\"str\"><f>A2</f><v>02035</v></c>", text("02035")),
        ("<c r=\"A1\" t=\"inlineStr\"><is><t> Ann </t></is></c>", text("Ann")),
        (
            "<c r=\"A1\" t=\"inlineStr\"><is><r><t>1 A &amp;</t></r><r><t> B</t></r></is></c>",
            text("1 A &B"),
        ),
        (
            "<c r=\"A1\" t=\"inlineStr\"><is><t>1 A St_x000D_\nAustin</t></is></c>",
            text("1 A St\nAustin"),
        ),
        ("<c r=\"A1\" t=\"b\"><v>0</v></c>", text("FALSE")),
        ("<c r=\"A1\" t=\"d\"><v>2026-11-23</v></c>", date("2026-11-23")),
        ("<c r=\"A1\" t=\"e\"><v>#REF!</v></c>", error("#REF!")),
        // Errors that came after the standard.
        ("<c r=\"A1\" t=\"e\"><v>#SPILL!</v></c>", error("#SPILL!")),
        ("<c r=\"A1\" t=\"e\"><v>#ERROR!</v></c>", error("#ERROR!")),
        // A formula without a result, from a program that cannot calculate.
        ("<c r=\"A1\"><f>B2*2</f></c>", error("=B2*2")),
        ("<c r=\"A1\"><f>SUM(B1:B2)</f><v/></c>", error("=SUM(B1:B2)")),
        ("<c r=\"A1\"><f t=\"shared\" si=\"0\"/></c>", error("=…")),
        ("<c r=\"A1\"><f>B2*2</f><v>0</v></c>", number("0")),
    ] {
        let workbook = Xlsx::of(&format!("<row r=\"1\">{cell}</row>"));
        assert_eq!(orders(&workbook), [(1, vec![expected])], "{cell}");
    }
}

#[test]
fn a_cell_that_cannot_be_read_costs_no_other() {
    let workbook = Xlsx::of(
        "<row r=\"1\"><c r=\"A1\"><v>1</v></c><c r=\"B1\" t=\"s\"><v>77</v></c><c r=\"C1\"><v>3</v></c></row>\
         <row r=\"2\"><c r=\"A2\" t=\"e\"><v>#BUSY!</v></c></row>\
         <row r=\"3\"><c r=\"A3\"><v>94055118992231234567</v></c><c r=\"B3\" t=\"b\"><v>maybe</v></c></row>",
    );
    let expected = [
        (1, vec![number("1"), error("#REF!"), number("3")]),
        (2, vec![error("#BUSY!")]),
        (3, vec![number("94055118992231234567"), error("maybe")]),
    ];
    assert_eq!(orders(&workbook), expected);
}

#[test]
fn shared_texts_are_read_with_their_runs() {
    let mut workbook = Xlsx::of(
        "<row r=\"2\"><c r=\"B2\" t=\"s\"><v>0</v></c><c r=\"D2\" t=\"s\"><v>1</v></c>\
         <c r=\"E2\" t=\"s\"><v>2</v></c></row>",
    );
    workbook.shared_strings = "<si><t>Ann &lt;3</t></si><si><r><t xml:space=\"preserve\">Gift </t></r>\
        <r><rPr><b/></rPr><t>wrap</t></r></si><si><t>東京</t><rPh sb=\"0\" eb=\"2\"><t>トウキョウ</t></rPh></si>"
        .to_owned();
    let expected =
        [(2, vec![Cell::Empty, text("Ann <3"), Cell::Empty, text("Gift wrap"), text("東京")])];
    assert_eq!(orders(&workbook), expected);
}

#[test]
fn numbers_are_dates_by_their_format() {
    let formats = [
        ("yyyy-mm-dd", date("2026-11-23")),
        ("d.m.yy", date("2026-11-23")),
        ("[$-409]mmmm d, yyyy;@", date("2026-11-23")),
        ("00000", number("46349")),
        ("0 &quot;days&quot;", number("46349")),
        ("[h]:mm", text("1112376:00:00")),
    ];
    for (format, expected) in formats {
        let mut workbook = Xlsx::of("<row r=\"1\"><c r=\"A1\" s=\"1\"><v>46349</v></c></row>");
        workbook.formats = vec![format];
        assert_eq!(orders(&workbook), [(1, vec![expected])], "{format}");
    }
    let mut workbook = Xlsx::of(
        "<row r=\"1\"><c r=\"A1\" s=\"1\"><v>44887</v></c><c r=\"B1\" s=\"1\"><v>44887.5</v></c></row>",
    );
    workbook.formats = vec!["yyyy-mm-dd"];
    workbook.workbook_properties = "<workbookPr date1904=\"1\"/>";
    let expected = [(1, vec![date("2026-11-23"), date("2026-11-23T12:00:00")])];
    assert_eq!(orders(&workbook), expected);
}

#[test]
fn merged_cells_are_repeated_downward_only() {
    let cell = |place: &str, value: &str| format!("<c r=\"{place}\"><v>{value}</v></c>");
    let row =
        |number: u32, cells: &[String]| format!("<row r=\"{number}\">{}</row>", cells.concat());
    let mut workbook = Xlsx::of("");
    workbook.sheets[0].2 = format!(
        "<sheetData>{}{}{}{}</sheetData><mergeCells><mergeCell ref=\"A1:C1\"/>\
         <mergeCell ref=\"A2:B4\"/></mergeCells>",
        row(1, &[cell("A1", "1")]),
        row(2, &[cell("A2", "1001"), cell("C2", "5")]),
        // The cells that a merge covers stand in the file, with nothing in them.
        row(3, &["<c r=\"A3\"/><c r=\"B3\"/>".to_owned(), cell("C3", "6")]),
        row(5, &[cell("C5", "7")]),
    );
    let expected = [
        (1, vec![number("1")]),
        (2, vec![number("1001"), Cell::Empty, number("5")]),
        (3, vec![number("1001"), Cell::Empty, number("6")]),
        (5, vec![Cell::Empty, Cell::Empty, number("7")]),
    ];
    assert_eq!(orders(&workbook), expected);
}

#[test]
fn places_are_counted_where_the_file_does_not_name_them() {
    let workbook = Xlsx::of(
        "<row><c><v>1</v></c><c/><c><v>3</v></c></row><row/>\
         <row><c t=\"e\"><v>#SPILL!</v></c><c><v>94055118992231234567</v></c></row>",
    );
    let expected = [
        (1, vec![number("1"), Cell::Empty, number("3")]),
        (3, vec![error("#SPILL!"), number("94055118992231234567")]),
    ];
    assert_eq!(orders(&workbook), expected);
}

#[test]
fn sheets_come_in_order_and_hidden_ones_last() {
    let sheet = |value: u32| format!("<sheetData><row><c><v>{value}</v></c></row></sheetData>");
    let mut workbook = Xlsx::of("");
    workbook.sheets = vec![
        ("Rates", "state=\"veryHidden\"", sheet(1)),
        ("B &amp; C", "", sheet(2)),
        ("Lists", "state=\"hidden\"", sheet(3)),
        ("Blank", "", "<sheetData><row><c t=\"str\"><v> </v></c></row></sheetData>".to_owned()),
        ("A", "", sheet(4)),
    ];
    let workbook = read("a.xlsx", &workbook.bytes()).unwrap();
    let names: Vec<&str> = workbook.sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    assert_eq!(names, ["B & C", "A", "Rates", "Lists"]);
    assert_eq!(rows(&workbook, "Lists"), [(1, vec![number("3")])]);
}

#[test]
fn a_workbook_without_a_value_has_no_rows() {
    assert_eq!(read("a.xlsx", &Xlsx::of("").bytes()), Err(ReadFileError::NoRows));
}

#[test]
fn tables_of_open_document_are_read() {
    let cell = |attributes: &str, text: &str| {
        format!("<table:table-cell {attributes}><text:p>{text}</text:p></table:table-cell>")
    };
    let string = |text: &str| cell("office:value-type=\"string\"", text);
    let float =
        |value: &str| cell(&format!("office:value-type=\"float\" office:value=\"{value}\""), value);
    let row = |attributes: &str, cells: &[String]| {
        format!("<table:table-row {attributes}>{}</table:table-row>", cells.concat())
    };
    let empty = "<table:table-cell table:number-columns-repeated=\"2\"/>".to_owned();
    let spanned = cell(
        "office:value-type=\"string\" table:number-rows-spanned=\"3\" table:number-columns-spanned=\"1\"",
        "1001",
    );
    let covered = "<table:covered-table-cell/>".to_owned();
    let rows_of_table = [
        row("table:number-rows-repeated=\"2\"", &["<table:table-cell/>".to_owned()]),
        row("", &[empty.clone(), spanned, float("2035")]),
        row("", &[empty.clone(), covered.clone(), float("0.1")]),
        row("", &[empty.clone(), covered, string("a<text:s text:c=\"2\"/>b")]),
        row("table:number-rows-repeated=\"2\"", &[empty.clone(), string("1002")]),
        row(
            "",
            &[
                cell("office:value-type=\"time\" office:time-value=\"PT14H05M00S\"", "2:05 PM"),
                cell("table:formula=\"of:=[.B2]*2\"", ""),
                cell("table:formula=\"of:=1/0\" office:value-type=\"string\"", "Err:502"),
            ],
        ),
    ]
    .concat();
    let table = format!("<table:table table:name=\"Orders\">{rows_of_table}</table:table>");
    let workbook = read("a.ods", &ods(&table)).unwrap();
    let blank = || vec![Cell::Empty, Cell::Empty];
    let with = |cells: Vec<Cell>| blank().into_iter().chain(cells).collect::<Vec<_>>();
    let expected = [
        (3, with(vec![text("1001"), number("2035")])),
        (4, with(vec![text("1001"), number("0.1")])),
        (5, with(vec![text("1001"), text("a  b")])),
        (6, with(vec![text("1002")])),
        (7, with(vec![text("1002")])),
        (8, vec![text("14:05:00"), error("=[.B2]*2"), error("Err:502")]),
    ];
    assert_eq!(rows(&workbook, "Orders"), expected);
}

#[test]
fn a_zip_that_is_no_workbook_is_told_by_its_parts() {
    let word = zip(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", b"<w/>")]);
    let slides = zip(&[("[Content_Types].xml", b"<Types/>"), ("ppt/presentation.xml", b"<p/>")]);
    let numbers = zip(&[("Index/Document.iwa", b"x"), ("Metadata/Properties.plist", b"x")]);
    let letter = zip(&[
        ("mimetype", b"application/vnd.oasis.opendocument.text"),
        ("content.xml", b"<office/>"),
    ]);
    let archive = zip(&[("orders.csv", b"a,b\n1,2\n")]);
    for (bytes, expected) in [
        (word, OtherFile::Document),
        (slides, OtherFile::Document),
        (letter, OtherFile::Document),
        (numbers, OtherFile::ForeignSpreadsheet),
        (archive, OtherFile::Archive),
    ] {
        assert_eq!(read("a.xlsx", &bytes), Err(expected.into()));
    }
}

#[test]
fn a_workbook_that_unpacks_to_gigabytes_is_refused_before() {
    let mut parts: Vec<ZipPart<'_>> = Vec::new();
    let workbook = Xlsx::of("<row><c><v>1</v></c></row>").parts();
    for (name, part) in &workbook {
        parts.push(ZipPart::new(name, part.as_bytes()));
    }
    parts[0].unpacked_size = u32::MAX - 1;
    let expected = ReadFileError::UnpacksTooLarge { megabytes: 4_096, most: 1_024 };
    assert_eq!(read("a.xlsx", &zip_of(&parts)), Err(expected));
    // Pictures are not unpacked.
    parts[0].unpacked_size = u32::try_from(workbook[0].1.len()).unwrap();
    let mut picture = ZipPart::new("xl/media/image1.png", b"x");
    picture.unpacked_size = u32::MAX - 1;
    parts.push(picture);
    assert!(read("a.xlsx", &zip_of(&parts)).is_ok());
}

#[test]
fn a_part_that_is_not_what_the_directory_says_is_damaged() {
    let workbook = Xlsx::of("<row><c><v>1</v></c></row>").parts();
    let broken = |harm: fn(&mut ZipPart<'_>)| {
        let parts = workbook.iter();
        let mut parts: Vec<ZipPart<'_>> =
            parts.map(|(name, part)| ZipPart::new(name, part.as_bytes())).collect();
        harm(&mut parts[0]);
        read("a.xlsx", &zip_of(&parts)).map(|workbook| workbook.sheets.len())
    };
    assert_eq!(broken(|_| {}), Ok(1));
    for harm in [
        |part: &mut ZipPart<'_>| part.checksum ^= 1,
        |part: &mut ZipPart<'_>| part.unpacked_size -= 1,
        |part: &mut ZipPart<'_>| part.unpacked_size += 1,
        |part: &mut ZipPart<'_>| part.packed.truncate(10),
    ] {
        assert_eq!(broken(harm), Err(ReadFileError::Damaged));
    }
    let mut file = Xlsx::of("<row><c><v>1</v></c></row>").bytes();
    file[10] ^= 1;
    assert!(read("a.xlsx", &file).is_ok(), "the time of a part");
    file[30] ^= 1;
    assert_eq!(read("a.xlsx", &file), Err(ReadFileError::Damaged), "its name");
}
