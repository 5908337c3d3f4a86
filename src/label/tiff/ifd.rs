//! The directories of a TIFF, read by ourselves for what the decoder keeps back: where a
//! page's strips and its tags lie in the file. Classic and Big, both byte orders.

/// More directories than any label has; a loop of them ends here too.
const MOST_DIRECTORIES: usize = 64;
const MOST_ENTRIES: u64 = 4_096;

/// The tags of where chunks begin and how long they are.
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
    /// Where its values begin in the file.
    at: usize,
}

/// One page's tags.
#[derive(Clone, Debug)]
pub struct Directory {
    layout: Layout,
    entries: Vec<Entry>,
}

/// The directories in order, as far as they can be read, and whether those are all.
pub fn directories(bytes: &[u8]) -> (Vec<Directory>, bool) {
    let layout = Layout {
        little: bytes.starts_with(b"II"),
        big: matches!(bytes.get(2..4), Some([43, 0] | [0, 43])),
    };
    let first = if layout.big {
        layout.number(bytes, 8, 8)
    } else {
        layout.number(bytes, 4, 4)
    };
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
    /// A whole number of so many bytes.
    fn number(self, bytes: &[u8], at: usize, long: usize) -> Option<u64> {
        let raw = bytes.get(at..at.checked_add(long)?)?;
        let join = |sum: u64, byte: &u8| sum << 8 | u64::from(*byte);
        Some(if self.little {
            raw.iter().rev().fold(0, join)
        } else {
            raw.iter().fold(0, join)
        })
    }

    /// A directory, and where the next one lies; 0 when it is the last.
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
        let directory = Directory {
            layout: self,
            entries,
        };
        Some((directory, next))
    }
}

/// Bytes a value of a kind takes.
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

    /// The whole numbers of a tag, no more of them than the file can hold.
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

    /// Dots an inch or whatever a fraction tells.
    pub fn fraction(&self, bytes: &[u8], tag: u16) -> Option<f32> {
        let entry = self.entry(tag).filter(|entry| entry.kind == 5)?;
        let above = self.layout.number(bytes, entry.at, 4)?;
        let below = self.layout.number(bytes, entry.at.checked_add(4)?, 4)?;
        (below > 0).then(|| above as f32 / below as f32)
    }

    /// Where a tag's first value lies and how many bytes it has.
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

    /// Where the page's strips or tiles lie in the file.
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
