//! How the bytes of a text file are letters.

/// How the bytes of a file are letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    #[default]
    Utf8,
    /// Latin-1 as Windows writes it (code page 1252).
    Latin1,
    Utf16Le,
    Utf16Be,
}

impl Encoding {
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Utf8, "UTF-8"),
        (Self::Latin1, "Latin-1 (Windows)"),
        (Self::Utf16Le, "UTF-16"),
        (Self::Utf16Be, "UTF-16, big end first"),
    ];

    /// The mark at the beginning tells; else where zero bytes are; else whether it is UTF-8.
    pub fn detect(bytes: &[u8]) -> Self {
        match bytes {
            [0xef, 0xbb, 0xbf, ..] => return Self::Utf8,
            [0xff, 0xfe, ..] => return Self::Utf16Le,
            [0xfe, 0xff, ..] => return Self::Utf16Be,
            _ => {}
        }
        let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
        let zeros = |odd: usize| {
            let places = sample.iter().skip(odd).step_by(2);
            places.filter(|byte| **byte == 0).count()
        };
        let (even, odd) = (zeros(0), zeros(1));
        if (even + odd) * 5 > sample.len() {
            return if odd > even {
                Self::Utf16Le
            } else {
                Self::Utf16Be
            };
        }
        match std::str::from_utf8(bytes) {
            Ok(_) => Self::Utf8,
            Err(_) => Self::Latin1,
        }
    }

    /// What is no letter in this encoding becomes `�`; the mark at the beginning goes.
    pub fn decode(self, bytes: &[u8]) -> String {
        let units = |read: fn([u8; 2]) -> u16| {
            let pairs = bytes
                .chunks_exact(2)
                .filter_map(|pair| pair.try_into().ok());
            char::decode_utf16(pairs.map(read))
                .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect()
        };
        let text: String = match self {
            Self::Utf8 => String::from_utf8_lossy(bytes).into_owned(),
            Self::Latin1 => bytes.iter().map(|byte| windows_letter(*byte)).collect(),
            Self::Utf16Le => units(u16::from_le_bytes),
            Self::Utf16Be => units(u16::from_be_bytes),
        };
        match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        }
    }
}

const SAMPLE: usize = 4096;

/// Code page 1252 where it differs from Latin-1.
fn windows_letter(byte: u8) -> char {
    const UPPER: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    let special = byte
        .checked_sub(0x80)
        .and_then(|at| UPPER.get(usize::from(at)));
    special.copied().unwrap_or(char::from(byte))
}
