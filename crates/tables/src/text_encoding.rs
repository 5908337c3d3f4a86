//! Text encodings of imported files. `encoding_rs` has most conversion tables; the encoding of a
//! file is guessed in [`detect`].

mod detect;

use std::borrow::Cow;

use crate::text;
use postroom_base::dos_code_page as dos;

/// The text encoding of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    Hebrew,
    Arabic,
    Vietnamese,
    Thai,
    /// Excel for Mac writes it as plain "CSV".
    MacRoman,
    /// Code page 850.
    DosWestern,
    /// Code page 437.
    DosUnitedStates,
    /// Code page 866.
    DosCyrillic,
}

impl Encoding {
    pub const ALL: [Self; 21] = [
        Self::Utf8,
        Self::Latin1,
        Self::CentralEuropean,
        Self::Cyrillic,
        Self::Greek,
        Self::Turkish,
        Self::Baltic,
        Self::Hebrew,
        Self::Arabic,
        Self::Vietnamese,
        Self::Thai,
        Self::Japanese,
        Self::ChineseSimplified,
        Self::ChineseTraditional,
        Self::Korean,
        Self::MacRoman,
        Self::DosWestern,
        Self::DosUnitedStates,
        Self::DosCyrillic,
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
            Self::Hebrew => text!("order-import-file-encoding-hebrew"),
            Self::Arabic => text!("order-import-file-encoding-arabic"),
            Self::Vietnamese => text!("order-import-file-encoding-vietnamese"),
            Self::Thai => text!("order-import-file-encoding-thai"),
            Self::MacRoman => text!("order-import-file-encoding-mac-roman"),
            Self::DosWestern => text!("order-import-file-encoding-dos-western"),
            Self::DosUnitedStates => text!("order-import-file-encoding-dos-united-states"),
            Self::DosCyrillic => text!("order-import-file-encoding-dos-cyrillic"),
        }
    }

    /// Guesses the encoding: from a byte order mark, else UTF-16 from the position of zero bytes,
    /// else UTF-8 if the bytes are valid or nearly so, else a code page by the words that its
    /// characters make. Latin-1 if nothing speaks for another one.
    pub fn detect(bytes: &[u8]) -> Self {
        detect::detect(bytes)
    }

    /// Decodes the bytes and drops a byte order mark. Bytes that are invalid in this encoding
    /// become `�`.
    pub fn decode(self, bytes: &[u8]) -> String {
        self.decode_in_place(bytes).into_owned()
    }

    /// Like [`Self::decode`], without a copy if the bytes are the text already.
    pub fn decode_in_place(self, bytes: &[u8]) -> Cow<'_, str> {
        match self.table() {
            Table::Web(encoding) => encoding.decode_with_bom_removal(bytes).0,
            Table::Dos(high) => Cow::Owned(dos::decode(bytes, high)),
        }
    }

    /// Like [`Self::decode_in_place`], but lines that are UTF-8 among lines of a code page are read as
    /// UTF-8: bytes of another code page are hardly ever valid.
    pub fn decode_by_lines(self, bytes: &[u8]) -> Cow<'_, str> {
        let has_letters_of_one_byte = match self.table() {
            Table::Web(encoding) => encoding.is_single_byte(),
            Table::Dos(_) => true,
        };
        let is_utf8 = |line: &[u8]| !line.is_ascii() && std::str::from_utf8(line).is_ok();
        if !has_letters_of_one_byte || !bytes.split(|byte| *byte == b'\n').any(is_utf8) {
            return self.decode_in_place(bytes);
        }
        let lines = bytes.split_inclusive(|byte| *byte == b'\n');
        let lines = lines.map(|line| match is_utf8(line) {
            true => String::from_utf8_lossy(line),
            false => self.decode_in_place(line),
        });
        lines.collect::<String>().into()
    }

    fn table(self) -> Table {
        Table::Web(match self {
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
            Self::Hebrew => encoding_rs::WINDOWS_1255,
            Self::Arabic => encoding_rs::WINDOWS_1256,
            Self::Vietnamese => encoding_rs::WINDOWS_1258,
            Self::Thai => encoding_rs::WINDOWS_874,
            Self::MacRoman => encoding_rs::MACINTOSH,
            Self::DosCyrillic => encoding_rs::IBM866,
            Self::DosWestern => return Table::Dos(dos::CODE_PAGE_850),
            Self::DosUnitedStates => return Table::Dos(dos::CODE_PAGE_437),
        })
    }
}

/// Where the characters of an encoding are listed.
enum Table {
    Web(&'static encoding_rs::Encoding),
    /// The characters of the upper half.
    Dos(&'static str),
}

#[cfg(test)]
mod tests;
