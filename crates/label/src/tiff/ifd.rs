//! Reads the directories of a TIFF file for data the decoder does not expose: the position of a
//! page's strips and tags. Supports classic TIFF and BigTIFF in both byte orders.

/// More directories than any label has. Also ends a loop of directories.
const MOST_DIRECTORIES: usize = 64;
const MOST_ENTRIES: u64 = 4_096;

/// The tags with the offsets of chunks and their lengths.
const STRIPS: (u16, u16) = (273, 279);
const TILES: (u16, u16) = (324, 325);

#[derive(Clone, Copy, Debug)]
struct Layout {
    little: bool,
    big: bool,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    tag: u16,
    kind: u16,
    count: u64,
    /// The offset of its values in the file.
    at: usize,
}

/// The tags of one page.
#[derive(Clone, Debug)]
pub struct Directory {
    layout: Layout,
    entries: Vec<Entry>,
}

/// The readable directories in order, and whether these are all.
pub fn directories(bytes: &[u8]) -> (Vec<Directory>, bool) {
    let layout = Layout {
        little: bytes.starts_with(b"II"),
        big: matches!(bytes.get(2..4), Some([43, 0] | [0, 43])),
    };
    let first = if layout.big { layout.number(bytes, 8, 8) } else { layout.number(bytes, 4, 4) };
    let mut next = first.unwrap_or(0);
    let mut found = Vec::new();
    while next != 0 && found.len() < MOST_DIRECTORIES {
        let Some((directory, after)) = layout.directory(bytes, next) else {
            break;
        };
        found.push(directory);
        next = after;
    }
    (found, next == 0)
}

impl Layout {
    /// An unsigned integer of `long` bytes.
    fn number(self, bytes: &[u8], at: usize, long: usize) -> Option<u64> {
        let raw = bytes.get(at..at.checked_add(long)?)?;
        let join = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        Some(if self.little { raw.iter().rev().fold(0, join) } else { raw.iter().fold(0, join) })
    }

    /// A directory and the offset of the next one; 0 for the last.
    fn directory(self, bytes: &[u8], at: u64) -> Option<(Directory, u64)> {
        let at = usize::try_from(at).ok()?;
        let (count_long, entry_long, word) = if self.big { (8, 20, 8) } else { (2, 12, 4) };
        let count = self.number(bytes, at, count_long)?;
        if count > MOST_ENTRIES {
            return None;
        }
        let start = at.checked_add(count_long)?;
        let mut entries = Vec::new();
        for index in 0..count as usize {
            let entry = start.checked_add(index * entry_long)?;
            let kind = self.number(bytes, entry + 2, 2)? as u16;
            let count = self.number(bytes, entry + 4, word)?;
            let inside = entry + 4 + word;
            let fits = count.saturating_mul(long_of(kind) as u64) <= word as u64;
            entries.push(Entry {
                tag: self.number(bytes, entry, 2)? as u16,
                kind,
                count,
                at: if fits {
                    inside
                } else {
                    usize::try_from(self.number(bytes, inside, word)?).ok()?
                },
            });
        }
        let link = start.checked_add(count as usize * entry_long)?;
        let next = self.number(bytes, link, word).unwrap_or(0);
        let directory = Directory { layout: self, entries };
        Some((directory, next))
    }
}

/// The size of a value of this type in bytes.
fn long_of(kind: u16) -> usize {
    match kind {
        3 | 8 => 2,
        4 | 9 | 11 | 13 => 4,
        5 | 10 | 12 | 16..=18 => 8,
        _ => 1,
    }
}

impl Directory {
    fn entry(&self, tag: u16) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.tag == tag)
    }

    /// The integers of a tag, at most as many as the file has bytes.
    pub fn numbers(&self, bytes: &[u8], tag: u16) -> Vec<u64> {
        let Some(entry) = self.entry(tag) else {
            return Vec::new();
        };
        let long = long_of(entry.kind);
        let count = entry.count.min(bytes.len() as u64) as usize;
        (0..count)
            .map_while(|index| {
                let at = entry.at.checked_add(index * long)?;
                self.layout.number(bytes, at, long)
            })
            .collect()
    }

    pub fn number(&self, bytes: &[u8], tag: u16) -> Option<u64> {
        let entry = self.entry(tag)?;
        self.layout.number(bytes, entry.at, long_of(entry.kind))
    }

    /// The value of a rational tag, such as a resolution.
    pub fn fraction(&self, bytes: &[u8], tag: u16) -> Option<f32> {
        let entry = self.entry(tag).filter(|entry| entry.kind == 5)?;
        let above = self.layout.number(bytes, entry.at, 4)?;
        let below = self.layout.number(bytes, entry.at.checked_add(4)?, 4)?;
        (below > 0).then(|| above as f32 / below as f32)
    }

    /// The position of a tag's first value in the file.
    pub fn place(&self, tag: u16) -> Option<std::ops::Range<usize>> {
        let entry = self.entry(tag)?;
        Some(entry.at..entry.at.checked_add(long_of(entry.kind))?)
    }

    pub fn little(&self) -> bool {
        self.layout.little
    }

    pub fn tiled(&self) -> bool {
        self.entry(TILES.0).is_some()
    }

    /// The positions of the page's strips or tiles in the file.
    pub fn chunks(&self, bytes: &[u8]) -> Vec<std::ops::Range<usize>> {
        let (starts, lengths) = if self.tiled() { TILES } else { STRIPS };
        let starts = self.numbers(bytes, starts);
        let lengths = self.numbers(bytes, lengths);
        let end = bytes.len();
        starts
            .iter()
            .zip(lengths)
            .map(|(start, length)| {
                let start = (*start as usize).min(end);
                start..start.saturating_add(length as usize).min(end)
            })
            .collect()
    }
}
