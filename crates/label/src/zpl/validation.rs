//! `^CV`: what a printer that checks the data of barcodes finds wrong with it.

use super::barcode::Symbology;
use super::linear::mod10;
use super::linear::retail::Retail;

impl Symbology {
    /// The letter of the message that the printer prints in place of the barcode: `C` for a
    /// character outside the set, `L` and `S` for data that is too long or too short, and `E` for a
    /// wrong check digit. `None` where nothing is known to be wrong.
    ///
    /// A number of EAN or UPC with its right check digit is not taken for too long: the manual
    /// names no other number that could have a wrong one.
    pub fn fault(&self, text: &str) -> Option<char> {
        let allowed = match self {
            Self::Interleaved { .. }
            | Self::BarsOfFive { .. }
            | Self::Msi { .. }
            | Self::Retail(_) => "",
            Self::Planet | Self::Postal { .. } | Self::Code11 { .. } => "-",
            Self::Codabar { .. } => "-$:/.+",
            Self::Plessey { .. } => "ABCDEF",
            _ => return None,
        };
        let fits = |character: char| character.is_ascii_digit() || allowed.contains(character);
        if !text.chars().all(fits) {
            return Some('C');
        }
        let Self::Retail(kind) = self else {
            return None;
        };
        let usual = match kind {
            Retail::Ean13 => 12,
            Retail::Ean8 => 7,
            Retail::UpcA { .. } => 11,
            Retail::Extension => {
                return match text.len() {
                    2 | 5 => None,
                    ..=4 => Some('S'),
                    _ => Some('L'),
                };
            }
            Retail::UpcE { .. } => return None,
        };
        if text.len() < usual {
            return Some('S');
        }
        let (number, check) = text.split_at_checked(usual)?;
        match check.parse::<u32>() {
            _ if check.len() > 1 => Some('L'),
            Ok(check) if check != mod10(number) => Some('E'),
            _ => None,
        }
    }
}
