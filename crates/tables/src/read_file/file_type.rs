//! What a file is, by its content. Names lie: shops name HTML and CSV files `.xls`.

use crate::read_file::error::{OtherFile, ReadFileError};
use crate::read_file::zip_directory::ZipDirectory;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileType {
    Text,
    /// Also `.xlsm`.
    Xlsx,
    Xlsb,
    Ods,
    /// Excel 5.0 to 2003.
    Xls,
}

/// Marks within this many first bytes of a text decide what it is.
const START: usize = 1024;
/// Control characters are looked for in this many first bytes.
const CONTROL_SAMPLE: usize = 64 * 1024;

/// # Errors
/// The file is no table.
pub(super) fn file_type(name: &str, bytes: &[u8]) -> Result<FileType, ReadFileError> {
    if is_lock_file(name, bytes) {
        return Err(OtherFile::LockFile.into());
    }
    match bytes {
        [] => Err(ReadFileError::Empty),
        [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => zip_type(bytes),
        [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ..] => Ok(FileType::Xls),
        // Excel 2 to 4, which begins with the record BOF. In a text the second byte cannot follow
        // a tab.
        [0x09, 0 | 2 | 4 | 8, ..] => Err(OtherFile::ForeignSpreadsheet.into()),
        _ => match other_file(bytes) {
            Some(other) => Err(other.into()),
            None => text_type(bytes),
        },
    }
}

/// Excel writes `~$orders.xlsx` beside an open workbook, LibreOffice `.~lock.orders.ods#`.
fn is_lock_file(name: &str, bytes: &[u8]) -> bool {
    const LARGEST: usize = 1024;
    let named = name.starts_with("~$") || (name.starts_with(".~lock.") && name.ends_with('#'));
    named && bytes.len() <= LARGEST
}

fn zip_type(bytes: &[u8]) -> Result<FileType, ReadFileError> {
    let zip = ZipDirectory::read(bytes)?;
    let below = |folder: &str| zip.names().any(|name| starts_with(name, folder));
    if zip.part("xl/workbook.bin").is_some() {
        return Ok(FileType::Xlsb);
    }
    if zip.part("[Content_Types].xml").is_some() {
        return if below("word/") || below("ppt/") {
            Err(OtherFile::Document.into())
        } else {
            Ok(FileType::Xlsx)
        };
    }
    if zip.part("mimetype").is_some() && zip.part("content.xml").is_some() {
        let mime = zip.content("mimetype", 200).unwrap_or_default();
        // Its templates have the same beginning.
        return if mime.starts_with(b"application/vnd.oasis.opendocument.spreadsheet") {
            Ok(FileType::Ods)
        } else {
            Err(OtherFile::Document.into())
        };
    }
    if below("Index/") || zip.part("Index.zip").is_some() {
        return Err(OtherFile::ForeignSpreadsheet.into());
    }
    Err(OtherFile::Archive.into())
}

fn starts_with(name: &str, folder: &str) -> bool {
    let start = name.get(..folder.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(folder))
}

/// Files that begin with a mark of their own.
fn other_file(bytes: &[u8]) -> Option<OtherFile> {
    const MARKS: [(&[u8], OtherFile); 15] = [
        (b"\x89PNG\r\n", OtherFile::Picture),
        (b"\xff\xd8\xff", OtherFile::Picture),
        (b"GIF87a", OtherFile::Picture),
        (b"GIF89a", OtherFile::Picture),
        (b"II*\0", OtherFile::Picture),
        (b"MM\0*", OtherFile::Picture),
        (b"\x1f\x8b\x08", OtherFile::Archive),
        (b"BZh91AY&SY", OtherFile::Archive),
        (b"7z\xbc\xaf\x27\x1c", OtherFile::Archive),
        (b"Rar!\x1a\x07", OtherFile::Archive),
        (b"\xfd7zXZ\0", OtherFile::Archive),
        (b"\x28\xb5\x2f\xfd", OtherFile::Archive),
        (b"{\\rtf", OtherFile::Document),
        (b"bplist00", OtherFile::Data),
        (b"SQLite format 3\0", OtherFile::Unknown),
    ];
    let start = bytes.get(..START).unwrap_or(bytes);
    let marked = MARKS.iter().find(|(mark, _)| bytes.starts_with(mark));
    if let Some((_, other)) = marked {
        return Some(*other);
    }
    if memchr::memmem::find(start, b"%PDF-").is_some() {
        return Some(OtherFile::Pdf);
    }
    match bytes.get(..12) {
        Some([b'R', b'I', b'F', b'F', .., b'W', b'E', b'B', b'P'])
        | Some([_, _, _, _, b'f', b't', b'y', b'p', ..]) => Some(OtherFile::Picture),
        _ => marked_up(start),
    }
}

/// HTML, XML and JSON, also in UTF-16.
fn marked_up(start: &[u8]) -> Option<OtherFile> {
    let letters = start.iter().copied();
    let letters = letters.filter(|byte| !matches!(byte, 0 | 0xef | 0xbb | 0xbf | 0xfe | 0xff));
    let lower: Vec<u8> = letters.map(|byte| byte.to_ascii_lowercase()).collect();
    let lower = lower.trim_ascii_start();
    let holds = |mark: &str| memchr::memmem::find(lower, mark.as_bytes()).is_some();
    match lower {
        [b'<', ..] if holds("urn:schemas-microsoft-com:office:spreadsheet") => {
            Some(OtherFile::ForeignSpreadsheet)
        }
        [b'<', ..] if holds("opendocument.spreadsheet") => Some(OtherFile::ForeignSpreadsheet),
        [b'<', ..] if holds("<html") || holds("<table") || holds("<!doctype html") => {
            Some(OtherFile::WebPage)
        }
        [b'<', b'?' | b'!' | b'a'..=b'z', ..] => Some(OtherFile::Data),
        [b'{' | b'[', rest @ ..] => match rest.trim_ascii_start() {
            [b'"', ..] | [b'{', ..] => Some(OtherFile::Data),
            _ => None,
        },
        _ => None,
    }
}

/// Text has next to no control characters; zero bytes are those of UTF-16, or of a gap at the end.
fn text_type(bytes: &[u8]) -> Result<FileType, ReadFileError> {
    let sample = bytes.get(..CONTROL_SAMPLE).unwrap_or(bytes);
    let ended = sample.len() < CONTROL_SAMPLE;
    let filled = sample.iter().rposition(|byte| *byte != 0);
    let Some(last) = filled else {
        // A program has made room for the file and has written nothing yet.
        return Err(ReadFileError::Unfinished);
    };
    let sample = if ended { sample.get(..=last).unwrap_or(sample) } else { sample };
    let zeros = sample.iter().filter(|byte| **byte == 0).count();
    let controls = sample.iter().filter(|byte| is_control(**byte)).count();
    // Half of ASCII text in UTF-16 are zeros.
    let too_many_zeros = zeros * 10 > sample.len() * 6;
    if controls * 50 > sample.len() || too_many_zeros {
        return Err(OtherFile::Unknown.into());
    }
    Ok(FileType::Text)
}

/// Control characters that no program writes into tables.
fn is_control(byte: u8) -> bool {
    matches!(byte, 1..=8 | 0x0e..=0x19 | 0x1b | 0x7f)
}
