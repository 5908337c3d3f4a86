use super::*;
use crate::sheet::{Cell, RowFault};
use postroom_rows::limits::LONGEST_TEXT;

fn read(bytes: &[u8]) -> Result<Workbook, ReadFileError> {
    read_file("orders.csv", bytes, &ReadOptions::default())
}

/// The texts of all cells of the only sheet.
fn texts(workbook: &Workbook) -> Vec<Vec<&str>> {
    let [sheet] = workbook.sheets.as_slice() else {
        panic!("{} sheets", workbook.sheets.len());
    };
    let rows = sheet.rows.iter();
    rows.map(|row| row.cells.iter().map(Cell::text).collect()).collect()
}

fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

#[test]
fn text_is_read_in_every_encoding() {
    let text = "Order;Name\n1;Jürgen Groß\n2;Ann\n";
    let rows = vec![vec!["Order", "Name"], vec!["1", "Jürgen Groß"], vec!["2", "Ann"]];
    let marked = format!("\u{feff}{text}");
    let cases: [(Encoding, Vec<u8>); 8] = [
        (Encoding::Utf8, text.as_bytes().to_vec()),
        (Encoding::Utf8, marked.as_bytes().to_vec()),
        (Encoding::Utf16Le, utf16(text, u16::to_le_bytes)),
        (Encoding::Utf16Le, utf16(&marked, u16::to_le_bytes)),
        (Encoding::Utf16Be, utf16(text, u16::to_be_bytes)),
        (Encoding::Utf16Be, utf16(&marked, u16::to_be_bytes)),
        (Encoding::Latin1, b"Order;Name\n1;J\xfcrgen Gro\xdf\n2;Ann\n".to_vec()),
        (Encoding::DosWestern, b"Order;Name\n1;J\x81rgen Gro\xe1\n2;Ann\n".to_vec()),
    ];
    for (encoding, bytes) in cases {
        let workbook = read(&bytes).unwrap();
        let form = TextForm { encoding, delimiter: b';' };
        assert_eq!(workbook.text_form, Some(form));
        assert_eq!(texts(&workbook), rows);
        assert_eq!(workbook.kind, FileKind::DelimitedText);
        assert_eq!(workbook.file, "orders.csv");
    }
}

/// Z14: a cell of 21 MB was imported as a name.
#[test]
fn a_cell_is_cut_at_the_longest_text_of_an_order() {
    for letter in ["x", "é"] {
        let (whole, huge) = (letter.repeat(LONGEST_TEXT), letter.repeat(LONGEST_TEXT * 20));
        let table = format!("Order\tName\n1\t{whole}\n2\t{huge}\n3\tAnn\n");
        let pasted = read_clipboard(&table).unwrap();
        let file = read(table.as_bytes()).unwrap();
        let (sheet, _) = read_table_of_text(&table, Some(b'\t')).unwrap();
        let mut sheets = SheetCollector::default();
        let cells = vec![Cell::Text("2".into()), Cell::Text(huge.as_str().into())];
        let row = SheetRow { number: 2, cells, fault: None };
        sheets.add(Sheet { name: String::new(), rows: vec![row] }).unwrap();
        let spreadsheet = sheets.into_workbook().unwrap();
        for rows in [
            &pasted.sheets[0].rows[1..],
            &file.sheets[0].rows[1..],
            &sheet.rows[1..],
            &spreadsheet.sheets[0].rows,
        ] {
            let cut = rows.iter().find(|row| row.cells[0].text() == "2").unwrap();
            assert_eq!(cut.cells[1].text(), whole);
            assert!(cut.cells[1].is_cut());
        }
        assert!(!pasted.sheets[0].rows[3].cells[1].is_cut());
    }
}

#[test]
fn a_wrong_guess_can_be_corrected() {
    // Too short for a guess: the letter is as good in either code page.
    let bytes = b"1;\xc5\n";
    assert_eq!(texts(&read(bytes).unwrap()), [["1", "Å"]]);
    let options = ReadOptions { encoding: Some(Encoding::Greek), delimiter: Some(b',') };
    let workbook = read_file("a", bytes, &options).unwrap();
    assert_eq!(texts(&workbook), [["1;Ε"]]);
    let options = ReadOptions { encoding: Some(Encoding::Utf8), delimiter: None };
    let workbook = read_file("a", bytes, &options).unwrap();
    assert_eq!(texts(&workbook), [["1", "\u{fffd}"]]);
    assert_eq!(workbook.sheets[0].rows[0].fault, Some(RowFault::Undecodable));
}

#[test]
fn a_file_that_is_no_table_is_told_by_its_content() {
    let unfinished = ReadFileError::Unfinished;
    let other = |other| ReadFileError::NotATable(other);
    let mut boundless = b"PK\x03\x04".to_vec();
    boundless.extend([7; 200]);
    let cases: [(&[u8], ReadFileError); 26] = [
        (b"", ReadFileError::Empty),
        (b"\n\n ,,\n", ReadFileError::NoRows),
        (b"\xef\xbb\xbf", ReadFileError::NoRows),
        (&[0; 5_000], unfinished.clone()),
        (&boundless, unfinished),
        (b"%PDF-1.7\n%\xe2\xe3", other(OtherFile::Pdf)),
        (b"\r\n%PDF-1.4", other(OtherFile::Pdf)),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", other(OtherFile::Picture)),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", other(OtherFile::Picture)),
        (b"GIF89a\x01", other(OtherFile::Picture)),
        (b"RIFF\x10\0\0\0WEBPVP8 ", other(OtherFile::Picture)),
        (b"\0\0\0\x18ftypheic\0\0\0\0", other(OtherFile::Picture)),
        (b"\x1f\x8b\x08\0", other(OtherFile::Archive)),
        (b"7z\xbc\xaf\x27\x1c\0\x04", other(OtherFile::Archive)),
        (b"Rar!\x1a\x07\x01\0", other(OtherFile::Archive)),
        (b"{\\rtf1\\ansi Orders}", other(OtherFile::Document)),
        (b"\n<html><body><table>", other(OtherFile::WebPage)),
        (b"<!DOCTYPE html>\n<p>", other(OtherFile::WebPage)),
        (b"<TABLE border=1><tr><td>1", other(OtherFile::WebPage)),
        (b"<?xml version=\"1.0\"?><orders/>", other(OtherFile::Data)),
        (b"[\n {\"order\": 1}]", other(OtherFile::Data)),
        (b"{\"order\": 1}", other(OtherFile::Data)),
        (
            b"<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\">",
            other(OtherFile::ForeignSpreadsheet),
        ),
        (b"\x09\x04\x06\0\0\0\x10\0", other(OtherFile::ForeignSpreadsheet)),
        (b"SQLite format 3\0\x10\0\x01", other(OtherFile::Unknown)),
        (b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0\xb8", other(OtherFile::Unknown)),
    ];
    for (bytes, expected) in cases {
        let start = bytes.get(..30).unwrap_or(bytes);
        assert_eq!(read(bytes), Err(expected), "{start:?}");
    }
}

#[test]
fn what_only_looks_like_another_file_is_a_table() {
    for text in [
        "PK,Name\n1,Ann\n",
        "[1],Name\n",
        "{order},Name\n",
        "MZ,Name\n",
        "\t1,2\n",
        "%,PDF\n",
        "< 1 lb,Name\n",
        "BZh,Name\n",
        "RIFF,Name\n",
    ] {
        let workbook = read(text.as_bytes());
        assert!(workbook.is_ok(), "{text:?}: {workbook:?}");
    }
}

#[test]
fn notes_of_open_workbooks_are_no_tables() {
    let note = b"\x05Sarah          ";
    for name in ["~$orders.xlsx", ".~lock.orders.ods#"] {
        let read = read_file(name, note, &ReadOptions::default());
        assert_eq!(read, Err(OtherFile::LockFile.into()));
    }
    let table = "a,b\n".repeat(1_000);
    assert!(read_file("~$a.csv", table.as_bytes(), &ReadOptions::default()).is_ok());
}

#[test]
fn a_file_that_is_too_large_is_refused() {
    let bytes = vec![b'a'; 256 * 1024 * 1024];
    let expected = ReadFileError::TooLarge { megabytes: 256, most: 256 };
    assert_eq!(read(&bytes), Err(expected));
    // Ten million cells and one, in few bytes.
    let mut wide = ",".repeat(10_000_000);
    wide.insert(0, 'x');
    let expected = ReadFileError::TooManyCells { most: 10_000_000 };
    assert_eq!(read(wide.as_bytes()), Err(expected));
}

#[test]
fn the_clipboard_is_read_as_spreadsheets_write_it() {
    let check = |text: &str, expected: &[&[&str]]| {
        let workbook = read_clipboard(text).unwrap();
        assert_eq!(workbook.kind, FileKind::Clipboard);
        assert_eq!(texts(&workbook), expected, "{text:?}");
    };
    check("1\tAnn\r\n2\tBob\r\n", &[&["1", "Ann"], &["2", "Bob"]]);
    check("1\t\"1 A St\nAustin\"\tx\n", &[&["1", "1 A St\nAustin", "x"]]);
    check("1\t5\" pipe\t\"Best\" mug\n", &[&["1", "5\" pipe", "\"Best\" mug"]]);
    check("1,Ann\n2,Bob\n", &[&["1", "Ann"], &["2", "Bob"]]);
    check("1001\n1002\n", &[&["1001"], &["1002"]]);
    // Commas in one cell of one column are no columns beside tabs.
    check("1\tAustin, TX\n2\tBoise, ID\n", &[&["1", "Austin, TX"], &["2", "Boise, ID"]]);
    for nothing in ["", "\n\n", "\t\t\n"] {
        assert!(matches!(read_clipboard(nothing), Err(ReadFileError::NoRows)));
    }
}

#[test]
fn every_refusal_is_a_sentence() {
    let other = [
        OtherFile::Pdf,
        OtherFile::Picture,
        OtherFile::Archive,
        OtherFile::Document,
        OtherFile::WebPage,
        OtherFile::Data,
        OtherFile::ForeignSpreadsheet,
        OtherFile::LockFile,
        OtherFile::Unknown,
    ];
    let mut errors = vec![
        ReadFileError::Empty,
        ReadFileError::NoRows,
        ReadFileError::TooLarge { megabytes: 300, most: 256 },
        ReadFileError::UnpacksTooLarge { megabytes: 2_000, most: 1_024 },
        ReadFileError::TooManyCells { most: 10_000_000 },
        ReadFileError::Password,
        ReadFileError::Unfinished,
        ReadFileError::Damaged,
        ReadFileError::TimedOut,
        ReadFileError::OutOfMemory,
        ReadFileError::WorkerDied,
        ReadFileError::WorkerStart("no such file".to_owned()),
    ];
    errors.extend(other.map(ReadFileError::NotATable));
    let sentences: Vec<String> = errors.iter().map(ToString::to_string).collect();
    for (at, sentence) in sentences.iter().enumerate() {
        let is_sentence = sentence.starts_with(char::is_uppercase) && sentence.contains(' ');
        assert!(is_sentence, "{sentence}");
        assert!(!sentences[..at].contains(sentence), "{sentence} twice");
    }
}
