//! Encodings that write a character in two bytes.

use super::super::Encoding;

/// An encoding with the bytes that begin a character, and which characters are frequent.
struct Pairs {
    encoding: Encoding,
    leads: fn(u8) -> bool,
    trails: fn(u8) -> bool,
    /// Bytes above 0x7F that are a character alone.
    single: fn(u8) -> bool,
    frequent: fn(u8, u8) -> bool,
    /// Fewer characters than these prove nothing.
    least: usize,
}

/// In the order of how much each demands.
const CANDIDATES: [Pairs; 4] = [
    Pairs {
        encoding: Encoding::Korean,
        leads: |byte| byte >= 0xa1,
        trails: |byte| byte >= 0xa1,
        single: |_| false,
        // The syllables. Frequent Chinese characters are there too, but not only there.
        frequent: |lead, _| matches!(lead, 0xb0..=0xc8),
        least: 4,
    },
    Pairs {
        encoding: Encoding::ChineseSimplified,
        leads: |byte| byte >= 0xa1,
        trails: |byte| byte >= 0xa1,
        single: |_| false,
        frequent: |lead, _| matches!(lead, 0xb0..=0xd7),
        least: 2,
    },
    Pairs {
        encoding: Encoding::Japanese,
        leads: |byte| matches!(byte, 0x81..=0x9f | 0xe0..=0xef),
        trails: |byte| matches!(byte, 0x40..=0x7e | 0x80..=0xfc),
        single: |byte| matches!(byte, 0xa1..=0xdf),
        frequent: |lead, trail| match lead {
            0x82 => trail >= 0x4f,
            0x83 => trail <= 0x96,
            _ => matches!(lead, 0x81 | 0x88..=0x97),
        },
        least: 2,
    },
    Pairs {
        encoding: Encoding::ChineseTraditional,
        leads: |byte| matches!(byte, 0xa1..=0xf9),
        trails: |byte| matches!(byte, 0x40..=0x7e | 0xa1..=0xfe),
        single: |_| false,
        frequent: |lead, _| matches!(lead, 0xa4..=0xc6),
        least: 2,
    },
];

/// The encoding of two bytes in which the sample is valid and consists of frequent characters, if
/// there is one. Accented letters of other texts stand alone between ASCII letters; these
/// characters stand together.
pub(super) fn detect(sample: &[u8]) -> Option<Encoding> {
    let mut candidates = CANDIDATES.iter();
    candidates.find(|pairs| pairs.explains(sample)).map(|pairs| pairs.encoding)
}

impl Pairs {
    fn explains(&self, sample: &[u8]) -> bool {
        let (mut all, mut frequent, mut together, mut run) = (0_usize, 0, 0, 0_usize);
        let mut bytes = sample.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            if byte < 0x80 || (self.single)(byte) {
                together += if run > 1 { run } else { 0 };
                run = 0;
                continue;
            }
            let Some(trail) = bytes.next_if(|trail| (self.trails)(*trail)) else {
                return false;
            };
            if !(self.leads)(byte) {
                return false;
            }
            all += 1;
            run += 1;
            frequent += usize::from((self.frequent)(byte, trail));
        }
        together += if run > 1 { run } else { 0 };
        all >= self.least && frequent * 10 >= all * 9 && together * 10 >= all * 8
    }
}
