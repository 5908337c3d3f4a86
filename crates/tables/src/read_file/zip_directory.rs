//! The directory of a zip file: names and sizes of its parts, before anything is unpacked.

use std::io::Read;

use flate2::bufread::DeflateDecoder;

use crate::read_file::error::ReadFileError;
use crate::read_file::little_endian::{u16_at, u32_at, u64_at};

/// A workbook of many sheets and pictures has some hundred parts.
const MOST_PARTS: u64 = 20_000;
/// The tables of a workbook when they are unpacked. 100,000 orders of 20 columns are about 100 MB in
/// `.xlsx` and 270 MB in `.ods`.
pub(super) const MOST_UNPACKED_MB: u64 = 1024;
const MB: u64 = 1024 * 1024;

pub(super) struct ZipDirectory<'b> {
    bytes: &'b [u8],
    parts: Vec<Part>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    name: String,
    is_encrypted: bool,
    method: u16,
    checksum: u32,
    packed: u64,
    unpacked: u64,
    /// Where its own header begins.
    offset: u64,
}

impl<'b> ZipDirectory<'b> {
    /// Reads the directory at the end of the file.
    ///
    /// # Errors
    /// [`ReadFileError::Unfinished`] if there is none, as in a file that is still being written;
    /// [`ReadFileError::Damaged`] if it cannot be right; [`ReadFileError::Password`] if the zip is
    /// encrypted; [`ReadFileError::UnpacksTooLarge`].
    pub(super) fn read(bytes: &'b [u8]) -> Result<Self, ReadFileError> {
        let end = end_of_directory(bytes).ok_or(ReadFileError::Unfinished)?;
        let (count, mut at) = directory_place(bytes, end).ok_or(ReadFileError::Damaged)?;
        if count > MOST_PARTS {
            return Err(ReadFileError::Damaged);
        }
        let mut parts = Vec::new();
        for _ in 0..count {
            let (part, next) = Part::read(bytes, at).ok_or(ReadFileError::Damaged)?;
            parts.push(part);
            at = next;
        }
        let tables = parts.iter().filter(|part| part.is_read());
        if tables.clone().any(|part| part.is_encrypted) {
            return Err(ReadFileError::Password);
        }
        let unpacked = tables.fold(0_u64, |sum, part| sum.saturating_add(part.unpacked));
        if unpacked > MOST_UNPACKED_MB * MB {
            return Err(ReadFileError::UnpacksTooLarge {
                megabytes: unpacked / MB,
                most: MOST_UNPACKED_MB,
            });
        }
        Ok(Self { bytes, parts })
    }

    /// Unpacks the parts that are tables once and compares them with their checksums. `calamine`
    /// does not see a changed digit, and would unpack more than the directory says. A table whose
    /// name is damaged in the directory would be missed without a word, such as the styles that
    /// tell dates from numbers.
    ///
    /// # Errors
    /// [`ReadFileError::Damaged`].
    pub(super) fn verify(&self) -> Result<(), ReadFileError> {
        let mut buffer = vec![0; 64 * 1024];
        for part in &self.parts {
            let right = match part.is_read() {
                true => self.is_intact(part, &mut buffer).unwrap_or(false),
                false => !self.own_name(part).is_some_and(|name| is_table(&name)),
            };
            if !right {
                return Err(ReadFileError::Damaged);
            }
        }
        Ok(())
    }

    fn is_intact(&self, part: &Part, buffer: &mut [u8]) -> Option<bool> {
        let mut input = self.open(part)?;
        let mut sum = flate2::Crc::new();
        loop {
            match input.read(buffer).ok()? {
                0 => break,
                read => sum.update(buffer.get(..read)?),
            }
        }
        let is_whole = u64::from(sum.amount()) == part.unpacked;
        Some(is_whole && sum.sum() == part.checksum)
    }

    /// Whether these bytes are anywhere in the unpacked part. `None` if it cannot be unpacked.
    pub(super) fn has(&self, name: &str, wanted: &[u8]) -> Option<bool> {
        let mut input = self.open(self.part(name)?)?;
        let mut buffer = vec![0; 64 * 1024];
        // What a block ends with may be the beginning of it.
        let mut kept = 0;
        loop {
            let read = input.read(buffer.get_mut(kept..)?).ok()?;
            if read == 0 {
                return Some(false);
            }
            let filled = kept + read;
            if memchr::memmem::find(buffer.get(..filled)?, wanted).is_some() {
                return Some(true);
            }
            let from = filled.saturating_sub(wanted.len());
            buffer.copy_within(from..filled, 0);
            kept = filled - from;
        }
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().map(|part| part.name.as_str())
    }

    /// The part with this name, in any case, as spreadsheet programs look it up.
    pub(super) fn part(&self, name: &str) -> Option<&Part> {
        let mut parts = self.parts.iter();
        parts.find(|part| part.name.eq_ignore_ascii_case(name))
    }

    /// The unpacked bytes of a part, never more than the directory says. `None` if its own header
    /// has another name, or if it is compressed in another way than spreadsheets are.
    pub(super) fn open(&self, part: &Part) -> Option<Box<dyn Read + 'b>> {
        if self.own_name(part)? != part.name {
            return None;
        }
        let header = self.header(part)?;
        let start = 30 + usize::from(u16_at(header, 26)?) + usize::from(u16_at(header, 28)?);
        let packed = usize::try_from(part.packed).ok()?;
        let packed = header.get(start..)?.get(..packed)?;
        match part.method {
            0 => Some(Box::new(packed.take(part.unpacked))),
            8 => Some(Box::new(DeflateDecoder::new(packed).take(part.unpacked))),
            _ => None,
        }
    }

    /// The bytes from the part's own header on.
    fn header(&self, part: &Part) -> Option<&'b [u8]> {
        let header = self.bytes.get(usize::try_from(part.offset).ok()?..)?;
        header.starts_with(b"PK\x03\x04").then_some(header)
    }

    /// The name in the part's own header, which repeats that in the directory.
    fn own_name(&self, part: &Part) -> Option<String> {
        let header = self.header(part)?;
        let length = usize::from(u16_at(header, 26)?);
        let name = header.get(30..30 + length)?;
        Some(String::from_utf8_lossy(name).replace('\\', "/"))
    }

    /// The first bytes of a part.
    pub(super) fn content(&self, name: &str, most: u64) -> Option<Vec<u8>> {
        let part = self.part(name)?;
        let mut content = Vec::new();
        self.open(part)?.take(most).read_to_end(&mut content).ok()?;
        Some(content)
    }
}

impl Part {
    /// The entry of the directory that begins at `at`, and where the next one begins.
    fn read(bytes: &[u8], at: u64) -> Option<(Self, u64)> {
        let entry = bytes.get(usize::try_from(at).ok()?..)?;
        if !entry.starts_with(b"PK\x01\x02") {
            return None;
        }
        let length = |place| u16_at(entry, place).map(usize::from);
        let (name, extra, comment) = (length(28)?, length(30)?, length(32)?);
        let extra_field = entry.get(46 + name..46 + name + extra)?;
        let mut part = Self {
            name: String::from_utf8_lossy(entry.get(46..46 + name)?).replace('\\', "/"),
            is_encrypted: u16_at(entry, 8)? & 1 != 0,
            method: u16_at(entry, 10)?,
            checksum: u32_at(entry, 16)?,
            packed: u64::from(u32_at(entry, 20)?),
            unpacked: u64::from(u32_at(entry, 24)?),
            offset: u64::from(u32_at(entry, 42)?),
        };
        part.widen(extra_field);
        let next = at + u64::try_from(46 + name + extra + comment).ok()?;
        Some((part, next))
    }

    /// Replaces sizes that do not fit in four bytes by those of the Zip64 extra field.
    fn widen(&mut self, mut extra: &[u8]) {
        while let (Some(id), Some(length)) = (u16_at(extra, 0), u16_at(extra, 2)) {
            let end = 4 + usize::from(length);
            let field = extra.get(4..end).unwrap_or_default();
            extra = extra.get(end..).unwrap_or_default();
            if id != 1 {
                continue;
            }
            let mut wide = field.chunks_exact(8);
            for size in [&mut self.unpacked, &mut self.packed, &mut self.offset] {
                if *size == u64::from(u32::MAX)
                    && let Some(value) = wide.next().and_then(|value| u64_at(value, 0))
                {
                    *size = value;
                }
            }
        }
    }

    /// Whether reading the tables unpacks this part: pictures and attached files are not read.
    fn is_read(&self) -> bool {
        is_table(&self.name)
    }
}

fn is_table(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    [".xml", ".rels", ".bin"].iter().any(|end| name.ends_with(end))
}

/// Where the record at the end of the file begins.
fn end_of_directory(bytes: &[u8]) -> Option<usize> {
    // The record has 22 bytes and a comment of at most 65,535.
    const LONGEST: usize = 22 + 65_535;
    let from = bytes.len().saturating_sub(LONGEST);
    let tail = bytes.get(from..)?;
    let at = memchr::memmem::rfind(tail, b"PK\x05\x06")?;
    Some(from + at)
}

/// The number of parts, and where the directory begins.
fn directory_place(bytes: &[u8], end: usize) -> Option<(u64, u64)> {
    let record = bytes.get(end..)?;
    let count = u64::from(u16_at(record, 10)?);
    let offset = u64::from(u32_at(record, 16)?);
    if count != u64::from(u16::MAX) && offset != u64::from(u32::MAX) {
        return Some((count, offset));
    }
    // Zip64: a locator before this record says where its larger form is.
    let locator = bytes.get(end.checked_sub(20)?..)?;
    if !locator.starts_with(b"PK\x06\x07") {
        return Some((count, offset));
    }
    let large = bytes.get(usize::try_from(u64_at(locator, 8)?).ok()?..)?;
    if !large.starts_with(b"PK\x06\x06") {
        return None;
    }
    Some((u64_at(large, 32)?, u64_at(large, 48)?))
}
