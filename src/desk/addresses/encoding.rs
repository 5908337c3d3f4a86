//! Text encodings of imported address files. `encoding_rs` has the conversion tables; the encoding
//! of a file is guessed here.

use crate::text;

/// The text encoding of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    #[default]
    Utf8,
    /// Latin-1 as Windows writes it (code page 1252).
    Latin1,
    CentralEuropean,
    Cyrillic,
    Greek,
    Turkish,
    Baltic,
    Japanese,
    ChineseSimplified,
    ChineseTraditional,
    Korean,
    Utf16Le,
    Utf16Be,
}

impl Encoding {
    pub const ALL: [Self; 13] = [
        Self::Utf8,
        Self::Latin1,
        Self::CentralEuropean,
        Self::Cyrillic,
        Self::Greek,
        Self::Turkish,
        Self::Baltic,
        Self::Japanese,
        Self::ChineseSimplified,
        Self::ChineseTraditional,
        Self::Korean,
        Self::Utf16Le,
        Self::Utf16Be,
    ];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Latin1 => text!("addresses-encoding-latin1"),
            Self::CentralEuropean => text!("addresses-encoding-central-european"),
            Self::Cyrillic => text!("addresses-encoding-cyrillic"),
            Self::Greek => text!("addresses-encoding-greek"),
            Self::Turkish => text!("addresses-encoding-turkish"),
            Self::Baltic => text!("addresses-encoding-baltic"),
            Self::Japanese => text!("addresses-encoding-japanese"),
            Self::ChineseSimplified => text!("addresses-encoding-chinese-simplified"),
            Self::ChineseTraditional => text!("addresses-encoding-chinese-traditional"),
            Self::Korean => text!("addresses-encoding-korean"),
            Self::Utf16Le => "UTF-16",
            Self::Utf16Be => text!("addresses-encoding-utf16-big-endian"),
        }
    }

    /// Guesses the encoding: from a byte order mark, else UTF-16 from the position of zero bytes,
    /// else UTF-8 if the bytes are valid, else Latin-1.
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

    /// Decodes the bytes and drops a byte order mark. Bytes that are invalid in this encoding
    /// become `�`.
    pub fn decode(self, bytes: &[u8]) -> String {
        self.table().decode_with_bom_removal(bytes).0.into_owned()
    }

    fn table(self) -> &'static encoding_rs::Encoding {
        match self {
            Self::Utf8 => encoding_rs::UTF_8,
            Self::Latin1 => encoding_rs::WINDOWS_1252,
            Self::CentralEuropean => encoding_rs::WINDOWS_1250,
            Self::Cyrillic => encoding_rs::WINDOWS_1251,
            Self::Greek => encoding_rs::WINDOWS_1253,
            Self::Turkish => encoding_rs::WINDOWS_1254,
            Self::Baltic => encoding_rs::WINDOWS_1257,
            Self::Japanese => encoding_rs::SHIFT_JIS,
            Self::ChineseSimplified => encoding_rs::GB18030,
            Self::ChineseTraditional => encoding_rs::BIG5,
            Self::Korean => encoding_rs::EUC_KR,
            Self::Utf16Le => encoding_rs::UTF_16LE,
            Self::Utf16Be => encoding_rs::UTF_16BE,
        }
    }
}

const SAMPLE: usize = 4096;
