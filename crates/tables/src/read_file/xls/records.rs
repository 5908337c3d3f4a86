//! What `calamine` does not read of an older workbook: which sheet was open, and which rows are
//! hidden. A record is its type, its length and its bytes ([MS-XLS] 2.1.4).

use std::io::{Cursor, Read};

use crate::read_file::little_endian::{u16_at, u32_at};

const BOUND_SHEET: u16 = 0x0085;
const WINDOW: u16 = 0x003d;
const ROW: u16 = 0x0208;
const BEGIN: u16 = 0x0809;
const END: u16 = 0x000a;
/// The flag of a row whose height is zero.
const HIDDEN: u16 = 0x0020;

#[derive(Debug, Default)]
pub(super) struct BookRecords {
    stream: Vec<u8>,
    /// Where the records of each sheet begin, in the order of the sheets.
    sheets: Vec<usize>,
    /// The place of the open sheet among all sheets.
    pub open: Option<usize>,
}

impl BookRecords {
    /// `None` if the file has no stream of a workbook.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let mut file = cfb::CompoundFile::open(Cursor::new(bytes)).ok()?;
        // `Book` is the name in Excel 5.0 and 95.
        let opened = file.open_stream("/Workbook").or_else(|_| file.open_stream("/Book"));
        let mut stream = Vec::new();
        opened.ok()?.read_to_end(&mut stream).ok()?;
        let mut book = Self { stream, ..Self::default() };
        let (mut sheets, mut open) = (Vec::new(), None);
        for (kind, record) in Records::at(&book.stream, 0) {
            match kind {
                BOUND_SHEET => sheets.push(u32_at(record, 0)? as usize),
                WINDOW => open = open.or(u16_at(record, 10).map(usize::from)),
                _ => {}
            }
        }
        (book.sheets, book.open) = (sheets, open);
        Some(book)
    }

    /// The numbers of the hidden rows of a sheet, counted from 1.
    pub(super) fn hidden_rows(&self, sheet: usize) -> Vec<u64> {
        let Some(begin) = self.sheets.get(sheet) else {
            return Vec::new();
        };
        let rows = Records::at(&self.stream, *begin).filter(|(kind, _)| *kind == ROW);
        let hidden = rows.filter_map(|(_, record)| {
            let is_hidden = u16_at(record, 12)? & HIDDEN != 0;
            is_hidden.then(|| Some(u64::from(u16_at(record, 0)?) + 1)).flatten()
        });
        hidden.collect()
    }
}

/// The records of one part of the workbook, with those of charts inside it.
struct Records<'b> {
    rest: &'b [u8],
    depth: usize,
}

impl<'b> Records<'b> {
    fn at(stream: &'b [u8], begin: usize) -> Self {
        Self { rest: stream.get(begin..).unwrap_or_default(), depth: 0 }
    }
}

impl<'b> Iterator for Records<'b> {
    type Item = (u16, &'b [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (kind, length) = (u16_at(self.rest, 0)?, u16_at(self.rest, 2)?);
        let (record, rest) = self.rest.get(4..)?.split_at_checked(usize::from(length))?;
        self.rest = rest;
        match kind {
            BEGIN => self.depth += 1,
            END => {
                self.depth = self.depth.saturating_sub(1);
                if self.depth == 0 {
                    self.rest = &[];
                }
            }
            _ => {}
        }
        Some((kind, record))
    }
}
