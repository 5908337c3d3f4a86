//! What the drawing process finds out about a file, as codes. The language of the window is not
//! known there, so the window's process makes the sentences.

use std::fmt;

use serde::{Deserialize, Serialize};

use postroom_base::locale::format;
use postroom_base::text;

/// One remark about a file, or about one of its pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Note {
    /// The file has more pages than are drawn.
    MorePages {
        most: usize,
    },
    MoreCommands {
        most: usize,
    },
    MoreCopies {
        asked: i32,
        most: i32,
    },
    DamagedPage,
    /// The symbol could not be drawn from its data.
    NotDrawn {
        symbol: SymbolKind,
        data: String,
    },
    UnknownCommand {
        name: String,
    },
    /// A printer draws a Data Matrix of this quality otherwise: only quality 200 is drawn here.
    OlderDataMatrix {
        quality: i32,
    },
    /// A printer draws a QR code of model 1, which is drawn as model 2 here.
    OlderQr,
    UnknownCharset {
        number: String,
    },
    AbsentGraphic {
        name: String,
    },
    MoreGraphics,
    GraphicSize,
    GraphicData,
    GraphicChecksum,
    AbsentFormat {
        name: String,
    },
    EndlessFormat {
        name: String,
    },
    /// A font that is not in every printer.
    OtherFont {
        name: String,
    },
    /// Text in a script that the fonts in every printer lack.
    ForeignScript {
        text: String,
    },
    /// The label has the date or time of its printing.
    PrinterClock,
    /// The label has data that its printer reads from an RFID tag.
    TagData,
    /// A picture of a kind that is not drawn.
    ForeignPicture {
        name: String,
    },
    /// The printer checks the data of barcodes and finds a fault, which it prints as this letter.
    RefusedBarcode {
        symbol: SymbolKind,
        code: char,
    },
    /// The printer can divide the data among several symbols.
    DividedBarcode {
        symbol: SymbolKind,
    },
    /// An Aztec code that is marked as a menu or as one of several.
    MarkedAztec,
    /// A font from which the printer takes letters that another lacks.
    LinkedFont {
        name: String,
    },
    /// Data with numbers of other fields, whose data the printer puts there.
    EmbeddedFields {
        data: String,
    },
}

/// What a field of a label shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SymbolKind {
    Text,
    Aztec,
    Codabar,
    Codablock,
    Code11,
    Code128,
    Code39,
    Code49,
    Code93,
    DataBar,
    DataMatrix,
    Ean13,
    Ean8,
    Extension,
    Industrial,
    Interleaved,
    Logmars,
    MaxiCode,
    MicroPdf417,
    Msi,
    Pdf417,
    Plessey,
    Postal,
    Qr,
    Standard,
    Tlc39,
    UpcA,
    UpcE,
}

/// Ink outside the page: how many dots, beyond which edge in inches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct InkOutside {
    pub right: Option<(i32, f32)>,
    pub below: Option<(i32, f32)>,
}

/// What a file needs that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unsupported {
    Compression(String),
    Colors(String),
    /// In the words of the library that reads the file.
    Other(String),
}

impl Note {
    /// A clause of a list of remarks, in the language of this process.
    pub fn words(&self) -> String {
        match self {
            Self::MorePages { most } => text!("labels-more-pages", most = *most),
            Self::MoreCommands { most } => text!("labels-more-commands", most = *most),
            Self::MoreCopies { asked, most } => {
                text!("labels-more-copies", asked = *asked, most = *most)
            }
            Self::DamagedPage => text!("labels-damaged-page").to_owned(),
            Self::NotDrawn { symbol, data } => {
                text!("labels-not-drawn", symbol = symbol.words(), data = data)
            }
            Self::UnknownCommand { name } => text!("labels-unknown-command", name = name),
            Self::OlderDataMatrix { quality } => {
                text!("labels-older-data-matrix", quality = *quality)
            }
            Self::OlderQr => text!("labels-older-qr").to_owned(),
            Self::UnknownCharset { number } => text!("labels-unknown-charset", number = number),
            Self::AbsentGraphic { name } => text!("labels-absent-graphic", name = name),
            Self::MoreGraphics => text!("labels-more-graphics").to_owned(),
            Self::GraphicSize => text!("labels-graphic-size").to_owned(),
            Self::GraphicData => text!("labels-graphic-data").to_owned(),
            Self::GraphicChecksum => text!("labels-graphic-checksum").to_owned(),
            Self::AbsentFormat { name } => text!("labels-absent-format", name = name),
            Self::EndlessFormat { name } => text!("labels-endless-format", name = name),
            Self::OtherFont { name } => text!("labels-other-font", name = name),
            Self::ForeignScript { text } => text!("labels-foreign-script", text = text),
            Self::PrinterClock => text!("labels-printer-clock").to_owned(),
            Self::TagData => text!("labels-tag-data").to_owned(),
            Self::ForeignPicture { name } => text!("labels-foreign-picture", name = name),
            Self::RefusedBarcode { symbol, code } => {
                text!("labels-refused-barcode", symbol = symbol.words(), code = code.to_string())
            }
            Self::DividedBarcode { symbol } => {
                text!("labels-divided-barcode", symbol = symbol.words())
            }
            Self::MarkedAztec => text!("labels-marked-aztec").to_owned(),
            Self::LinkedFont { name } => text!("labels-linked-font", name = name),
            Self::EmbeddedFields { data } => text!("labels-embedded-fields", data = data),
        }
    }
}

impl SymbolKind {
    fn words(self) -> &'static str {
        match self {
            Self::Text => text!("labels-symbol-text"),
            Self::Aztec => text!("labels-symbol-aztec"),
            Self::Codabar => text!("labels-symbol-codabar"),
            Self::Codablock => text!("labels-symbol-codablock"),
            Self::Code11 => text!("labels-symbol-code-11"),
            Self::Code128 => text!("labels-symbol-code-128"),
            Self::Code39 => text!("labels-symbol-code-39"),
            Self::Code49 => text!("labels-symbol-code-49"),
            Self::Code93 => text!("labels-symbol-code-93"),
            Self::DataBar => text!("labels-symbol-databar"),
            Self::DataMatrix => text!("labels-symbol-data-matrix"),
            Self::Ean13 => text!("labels-symbol-ean-13"),
            Self::Ean8 => text!("labels-symbol-ean-8"),
            Self::Extension => text!("labels-symbol-extension"),
            Self::Industrial => text!("labels-symbol-industrial"),
            Self::Interleaved => text!("labels-symbol-interleaved"),
            Self::Logmars => text!("labels-symbol-logmars"),
            Self::MaxiCode => text!("labels-symbol-maxicode"),
            Self::MicroPdf417 => text!("labels-symbol-micro-pdf417"),
            Self::Msi => text!("labels-symbol-msi"),
            Self::Pdf417 => text!("labels-symbol-pdf417"),
            Self::Plessey => text!("labels-symbol-plessey"),
            Self::Postal => text!("labels-symbol-postal"),
            Self::Qr => text!("labels-symbol-qr"),
            Self::Standard => text!("labels-symbol-standard"),
            Self::Tlc39 => text!("labels-symbol-tlc39"),
            Self::UpcA => text!("labels-symbol-upc-a"),
            Self::UpcE => text!("labels-symbol-upc-e"),
        }
    }
}

impl InkOutside {
    /// A sentence about the ink, in the language of this process.
    pub fn words(&self) -> Option<String> {
        let edge = |inches: f32| format::formats().decimal(&inches.to_string());
        match (self.right, self.below) {
            (None, None) => None,
            (Some((dots, inches)), None) => {
                let inches = edge(inches);
                Some(text!("labels-ink-right", dots = dots, inches = inches))
            }
            (None, Some((dots, inches))) => {
                let inches = edge(inches);
                Some(text!("labels-ink-below", dots = dots, inches = inches))
            }
            (Some((right_dots, right)), Some((below_dots, below))) => Some(text!(
                "labels-ink-right-and-below",
                right_dots = right_dots,
                right = edge(right),
                below_dots = below_dots,
                below = edge(below),
            )),
        }
    }
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Compression(method) => {
                f.write_str(&text!("labels-unknown-compression", method = method))
            }
            Self::Colors(colors) => f.write_str(&text!("labels-unknown-colors", colors = colors)),
            Self::Other(words) => f.write_str(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_arrives_as_it_was_sent() {
        let notes = vec![
            Note::MoreCopies { asked: 21, most: 20 },
            Note::NotDrawn { symbol: SymbolKind::Qr, data: "ü".to_owned() },
            Note::OlderDataMatrix { quality: 80 },
            Note::OlderQr,
        ];
        let sent = serde_json::to_vec(&notes).unwrap();
        assert_eq!(serde_json::from_slice::<Vec<Note>>(&sent).unwrap(), notes);
    }

    #[test]
    fn one_dot_is_one_dot() {
        postroom_base::locale::install(&crate::texts_of_program::SOURCES);
        let ink = InkOutside { right: Some((1, 4.1)), below: None };
        let words = ink.words().unwrap();
        assert!(words.contains("1 dot right of 4.1 in"), "{words}");
        assert_eq!(InkOutside::default().words(), None);
    }
}
