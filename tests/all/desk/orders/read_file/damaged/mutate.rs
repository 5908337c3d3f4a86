//! Spreadsheets and tables of text with damage, generated from a seed, and what must still be true of them.

use std::path::{Path, PathBuf};

use postroom::tables::read_file::{ReadFileError, ReadOptions, read_file};
use postroom::tables::sheet::{FileKind, Workbook};

use super::change::Draw;
use super::workbooks::{unzip, zip};

pub const FORMATS: [&str; 5] = ["xlsx", "ods", "xlsb", "xls", TEXT];
/// The exports of the shops. Their bytes are changed as they are: text has no parts.
pub const TEXT: &str = "csv";

/// An intact file.
pub struct Original {
    pub bytes: Vec<u8>,
    pub workbook: Workbook,
}

/// What a damaged workbook may become.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// A table or a sentence: its parts were changed and packed again.
    Anything,
    /// The same rows, if it is read: only values were changed.
    SameRows,
    /// The same table, if it is read: the file was damaged, and the checksums tell.
    SameTable,
}

/// The intact files of a format: the same workbook once, or the tables of all shops.
pub fn originals(format: &str) -> Vec<Original> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/orders");
    if format != TEXT {
        return vec![original(&folder.join(format!("orders.{format}")))];
    }
    let files = std::fs::read_dir(folder.join("shops")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    // The same seed takes the same files on every computer.
    files.sort();
    files.iter().map(|file| original(file)).collect()
}

fn original(file: &Path) -> Original {
    let name = file.file_name().unwrap().to_str().unwrap();
    let bytes = std::fs::read(file).unwrap();
    let workbook = read_file(name, &bytes, &ReadOptions::default()).unwrap();
    Original { bytes, workbook }
}

/// The same workbook with damage.
pub fn damaged(draw: &mut Draw, original: &Original) -> (Vec<u8>, Expected) {
    let whole = &original.bytes;
    if original.workbook.kind == FileKind::DelimitedText {
        return damaged_text(draw, whole);
    }
    if !whole.starts_with(b"PK") {
        let mut bytes = whole.clone();
        for _ in 0..=draw.below(4) {
            // The header and the records before the padding matter most.
            let room = *draw.one(&[512, 1_500, 3_000, bytes.len()]);
            change(draw, &mut bytes, room, false);
        }
        return (bytes, Expected::Anything);
    }
    if draw.chance(30) {
        let mut bytes = whole.clone();
        for _ in 0..=draw.below(3) {
            let room = bytes.len();
            change(draw, &mut bytes, room, true);
        }
        return (bytes, Expected::SameTable);
    }
    let mut parts = unzip(whole);
    let only_values = draw.chance(40) && original_is_xml(&parts);
    let tables: Vec<usize> = (0..parts.len())
        .filter(|at| {
            let name = &parts[*at].0;
            !only_values || name.contains("/sheet") || name == "content.xml"
        })
        .collect();
    let (_, part) = &mut parts[*draw.one(&tables)];
    for _ in 0..=draw.below(4) {
        if only_values {
            change_value(draw, part);
        } else {
            let room = part.len();
            change(draw, part, room, false);
        }
    }
    let parts: Vec<(&str, &[u8])> =
        parts.iter().map(|(name, part)| (name.as_str(), part.as_slice())).collect();
    let expected = if only_values { Expected::SameRows } else { Expected::Anything };
    (zip(&parts), expected)
}

/// A table of text with other letters and digits, or with any bytes changed.
fn damaged_text(draw: &mut Draw, whole: &[u8]) -> (Vec<u8>, Expected) {
    let mut bytes = whole.to_vec();
    if draw.chance(40) {
        for _ in 0..=draw.below(40) {
            let at = draw.below(bytes.len());
            if let Some(byte) = bytes.get_mut(at).filter(|byte| byte.is_ascii_alphanumeric()) {
                *byte = *draw.one(b"0123456789AZaz");
            }
        }
        return (bytes, Expected::SameRows);
    }
    for _ in 0..=draw.below(8) {
        let room = bytes.len();
        change(draw, &mut bytes, room, false);
    }
    (bytes, Expected::Anything)
}

fn original_is_xml(parts: &[(String, Vec<u8>)]) -> bool {
    parts.iter().all(|(name, _)| !name.ends_with(".bin"))
}

/// The first ten are numbers.
const PIECES: [&[u8]; 28] = [
    b"0",
    b"-1",
    b"9",
    b"65535",
    b"65536",
    b"1048577",
    b"4294967295",
    b"4294967296",
    b"99999999999999999999",
    b"1e400",
    b"\"",
    b"<",
    b">",
    b"/>",
    b"</c>",
    b"<row>",
    b"&",
    b"&#0;",
    b"<!--",
    b"\0\0\0\0",
    b"\xff\xff\xff\xff",
    b"\x00\x80",
    b"\r\n",
    b",",
    b";",
    b"\t",
    b"\"\"",
    b"\xef\xbb\xbf",
];

/// Changes bytes within the first `room` ones.
fn change(draw: &mut Draw, bytes: &mut Vec<u8>, room: usize, keeps_length: bool) {
    let at = draw.below(room.min(bytes.len()) + 1);
    let upto = (at + 1 + draw.below(24)).min(bytes.len());
    let kind = draw.below(10);
    match if keeps_length { kind % 4 } else { kind } {
        0..=2 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << draw.below(8);
            }
        }
        3 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = *draw.one(b"\x00\x01\x7f\x80\xff09<>\"");
            }
        }
        4 | 5 => {
            let piece = *draw.one(&PIECES);
            let end = (at + draw.below(4)).min(bytes.len());
            bytes.splice(at..end, piece.iter().copied());
        }
        6 => drop(bytes.drain(at..upto)),
        7 => {
            let piece = bytes[at..upto].to_vec();
            let most = if draw.chance(10) { 2_000 } else { 10 };
            let times = 1 + draw.below(most);
            bytes.splice(at..at, piece.repeat(times));
        }
        8 if draw.chance(20) => bytes.truncate(at),
        _ => {
            // Another number in place of the next one.
            let digit = |byte: &u8| byte.is_ascii_digit();
            if let Some(more) = bytes[at..].iter().position(digit) {
                let start = at + more;
                let long = bytes[start..].iter().take_while(|byte| digit(byte)).count();
                let piece = *draw.one(&PIECES[..10]);
                bytes.splice(start..start + long, piece.iter().copied());
            }
        }
    }
}

/// Replaces the text of an element that has no other in it, such as `<v>12</v>`.
fn change_value(draw: &mut Draw, part: &mut Vec<u8>) {
    // None of them is blank, so no row may become blank.
    const VALUES: [&str; 10] = [
        "0",
        "-1",
        "1e400",
        "1e-400",
        "99999999999999999999",
        "#SPILL!",
        "x",
        "é",
        "NaN",
        "2026-02-30",
    ];
    let closings: Vec<usize> = ["</v>", "</t>", "</text:p>"]
        .iter()
        .flat_map(|closing| memchr::memmem::find_iter(part, closing.as_bytes()))
        .collect();
    if closings.is_empty() {
        return;
    }
    let end = *draw.one(&closings);
    let Some(start) = part[..end].iter().rposition(|byte| *byte == b'>') else {
        return;
    };
    part.splice(start + 1..end, draw.one(&VALUES).bytes());
}

/// Checks what became of a damaged workbook.
pub fn judge(
    read: &Result<Workbook, ReadFileError>,
    expected: Expected,
    original: &Original,
) -> Result<(), String> {
    let workbook = match read {
        Err(ReadFileError::WorkerStart(reason)) => return Err(format!("no child: {reason}")),
        Err(error) => {
            let sentence = error.to_string();
            let is_sentence = sentence.starts_with(char::is_uppercase) && sentence.len() > 20;
            return if is_sentence { Ok(()) } else { Err(sentence) };
        }
        Ok(workbook) => workbook,
    };
    for sheet in &workbook.sheets {
        let numbers: Vec<u64> = sheet.rows.iter().map(|row| row.number).collect();
        if !numbers.is_sorted() || numbers.contains(&0) || numbers.is_empty() {
            return Err(format!("rows {numbers:?}"));
        }
        if sheet.rows.iter().any(|row| row.cells.iter().all(|cell| cell.is_blank())) {
            return Err("a blank row".to_owned());
        }
    }
    let rows = |workbook: &Workbook| -> Vec<(String, Vec<u64>)> {
        let sheets = workbook.sheets.iter();
        sheets
            .map(|sheet| {
                let numbers = sheet.rows.iter().map(|row| row.number);
                (sheet.name.clone(), numbers.collect())
            })
            .collect()
    };
    let is_lost = match expected {
        Expected::Anything => false,
        Expected::SameRows => rows(&original.workbook) != rows(workbook),
        Expected::SameTable => workbook.sheets != original.workbook.sheets,
    };
    if is_lost {
        return Err(format!("{expected:?}, but {:?}", rows(workbook)));
    }
    Ok(())
}
