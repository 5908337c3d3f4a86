//! Records of a binary sheet that `calamine` does not read. A record is its type, its length and
//! its bytes ([MS-XLSB] 2.1.4).

use std::io::{BufReader, Read};

use crate::read_file::little_endian::u32_at;
use crate::read_file::sheet_builder::Merge;
use crate::read_file::xml_tags::related_part;
use crate::read_file::zip_directory::ZipDirectory;

const ROW: u16 = 0x0000;
const FORMULA_ERROR: u16 = 0x000b;
const MERGED_CELLS: u16 = 0x00b0;
const SHEET_OF_WORKBOOK: u16 = 0x009c;
const WINDOW_OF_WORKBOOK: u16 = 0x009e;
/// The flag of a row whose height is zero.
const HIDDEN: u8 = 0x10;
/// A longer record is damage.
const LONGEST: usize = 16 * 1024 * 1024;

#[derive(Debug, Default)]
pub(super) struct SheetRecords {
    pub merges: Vec<Merge>,
    /// Row, column and error of formulas, counted from 0.
    pub formula_errors: Vec<(u32, u32, &'static str)>,
    /// The numbers of the hidden rows, counted from 1.
    pub hidden_rows: Vec<u64>,
}

impl SheetRecords {
    /// `None` if the sheet is not found or is damaged.
    pub(super) fn read(zip: &ZipDirectory<'_>, sheet: &str) -> Option<Self> {
        let mut records = Records::open(zip, &sheet_path(zip, sheet)?)?;
        let mut found = Self::default();
        let mut row = 0;
        while let Some((kind, record)) = records.next_record()? {
            match kind {
                ROW => {
                    row = u32_at(record, 0)?;
                    if record.get(11)? & HIDDEN != 0 {
                        found.hidden_rows.push(u64::from(row) + 1);
                    }
                }
                FORMULA_ERROR => {
                    let error = error_text(*record.get(8)?);
                    found.formula_errors.push((row, u32_at(record, 0)?, error));
                }
                MERGED_CELLS => found.merges.push(Merge {
                    first_row: u32_at(record, 0)?,
                    last_row: u32_at(record, 4)?,
                    column: u32_at(record, 8)?,
                }),
                _ => {}
            }
        }
        Some(found)
    }
}

/// The place of the open sheet among all sheets.
pub(super) fn open_sheet(zip: &ZipDirectory<'_>) -> Option<usize> {
    let mut records = Records::open(zip, "xl/workbook.bin")?;
    loop {
        let (kind, record) = records.next_record()??;
        if kind == WINDOW_OF_WORKBOOK {
            return usize::try_from(u32_at(record, 24)?).ok();
        }
    }
}

fn error_text(code: u8) -> &'static str {
    match code {
        0x00 => "#NULL!",
        0x07 => "#DIV/0!",
        0x17 => "#REF!",
        0x1d => "#NAME?",
        0x24 => "#NUM!",
        0x2a => "#N/A",
        _ => "#VALUE!",
    }
}

/// Where the sheet with this name is: the workbook names the id of its relationship.
fn sheet_path(zip: &ZipDirectory<'_>, sheet: &str) -> Option<String> {
    let mut records = Records::open(zip, "xl/workbook.bin")?;
    let id = loop {
        let (kind, record) = records.next_record()??;
        if kind == SHEET_OF_WORKBOOK {
            let (id, after) = wide_text(record.get(8..)?)?;
            if wide_text(after)?.0 == sheet {
                break id;
            }
        }
    };
    related_part(zip, ("xl/", "xl/_rels/workbook.bin.rels"), &id)
}

/// A text of UTF-16 with its length before it, and the bytes after it.
fn wide_text(bytes: &[u8]) -> Option<(String, &[u8])> {
    let length = usize::try_from(u32_at(bytes, 0)?).ok()?.checked_mul(2)?;
    let (text, after) = bytes.get(4..)?.split_at_checked(length)?;
    let units = text.chunks_exact(2).filter_map(|unit| unit.try_into().ok());
    let units: Vec<u16> = units.map(u16::from_le_bytes).collect();
    Some((String::from_utf16_lossy(&units), after))
}

struct Records<'b> {
    input: BufReader<Box<dyn Read + 'b>>,
    record: Vec<u8>,
}

impl<'b> Records<'b> {
    fn open(zip: &ZipDirectory<'b>, path: &str) -> Option<Self> {
        let part = zip.part(path)?;
        Some(Self { input: BufReader::new(zip.open(part)?), record: Vec::new() })
    }

    /// The next record, `Some(None)` at the end, `None` if the part is damaged.
    fn next_record(&mut self) -> Option<Option<(u16, &[u8])>> {
        let Some(low) = self.byte() else {
            return Some(None);
        };
        let mut kind = u16::from(low & 0x7f);
        if low & 0x80 != 0 {
            kind |= u16::from(self.byte()? & 0x7f) << 7;
        }
        let mut length = 0_usize;
        for place in 0..4 {
            let byte = self.byte()?;
            length |= usize::from(byte & 0x7f) << (7 * place);
            if byte & 0x80 == 0 {
                break;
            }
        }
        if length > LONGEST {
            return None;
        }
        self.record.resize(length, 0);
        self.input.read_exact(&mut self.record).ok()?;
        Some(Some((kind, &self.record)))
    }

    fn byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        self.input.read_exact(&mut byte).ok()?;
        Some(u8::from_le_bytes(byte))
    }
}
