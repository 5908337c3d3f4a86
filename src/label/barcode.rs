//! Reads the barcodes of a page.

use rxing::common::HybridBinarizer;
use rxing::multi::{GenericMultipleBarcodeReader, MultipleBarcodeReader};
use rxing::{
    BarcodeFormat, BinaryBitmap, DecodeHints, Luma8LuminanceSource, MultiUseMultiFormatReader,
};

use super::Page;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Barcode {
    /// The name, such as `code 128`.
    pub symbology: String,
    /// The content. A function character inside is given as the group separator, U+001D.
    pub text: String,
}

/// The symbologies that carriers print. Retail symbologies are left out: their short codes are
/// falsely detected within the bars of longer ones.
const FORMATS: [BarcodeFormat; 6] = [
    BarcodeFormat::CODE_128,
    BarcodeFormat::CODE_39,
    BarcodeFormat::DATA_MATRIX,
    BarcodeFormat::QR_CODE,
    BarcodeFormat::PDF_417,
    BarcodeFormat::AZTEC,
];

/// Every barcode found, without duplicates, in the order found.
pub fn read_barcodes(page: &Page) -> Vec<Barcode> {
    read_formats(page, &FORMATS)
}

/// Reads only Code 128, which tracking numbers are printed in: several times faster than all.
pub fn read_code128(page: &Page) -> Vec<Barcode> {
    read_formats(page, &[BarcodeFormat::CODE_128])
}

fn read_formats(page: &Page, formats: &[BarcodeFormat]) -> Vec<Barcode> {
    let mut found: Vec<Barcode> = Vec::new();
    // The reader can panic on unexpected pictures; that counts as no barcode found.
    let read = std::panic::catch_unwind(|| read(page, formats)).unwrap_or_default();
    for barcode in read {
        if !found.contains(&barcode) {
            found.push(barcode);
        }
    }
    found
}

fn read(page: &Page, formats: &[BarcodeFormat]) -> Vec<Barcode> {
    let Ok(source) = Luma8LuminanceSource::new(page.luma.clone(), page.width_px, page.height_px)
    else {
        return Vec::new();
    };
    let hints = DecodeHints {
        PossibleFormats: Some(formats.iter().copied().collect()),
        TryHarder: Some(true),
        AssumeGs1: Some(true),
        ..DecodeHints::default()
    };
    let mut reader = GenericMultipleBarcodeReader::new(MultiUseMultiFormatReader::default());
    let mut picture = BinaryBitmap::new(HybridBinarizer::new(source));
    reader
        .decode_multiple_with_hints(&mut picture, &hints)
        .unwrap_or_default()
        .iter()
        .map(|result| Barcode {
            symbology: result.getBarcodeFormat().to_string(),
            text: result.getText().trim_start_matches("]C1").to_owned(),
        })
        .collect()
}
