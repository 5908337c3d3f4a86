//! Reads the barcodes of a page.

use rxing::common::HybridBinarizer;
use rxing::multi::{GenericMultipleBarcodeReader, MultipleBarcodeReader};
use rxing::{
    BarcodeFormat, BinaryBitmap, DecodeHints, Luma8LuminanceSource, MultiUseMultiFormatReader,
};

use super::Page;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Barcode {
    /// As `code 128`.
    pub symbology: String,
    /// Function characters inside are given as the group separator, U+001D.
    pub text: String,
}

/// The symbologies that carriers print. Retail codes are left out: their short codes
/// are found by mistake in the bars of longer ones.
const FORMATS: [BarcodeFormat; 6] = [
    BarcodeFormat::CODE_128,
    BarcodeFormat::CODE_39,
    BarcodeFormat::DATA_MATRIX,
    BarcodeFormat::QR_CODE,
    BarcodeFormat::PDF_417,
    BarcodeFormat::AZTEC,
];

/// Every barcode found, each once, in the order found.
pub fn read_barcodes(page: &Page) -> Vec<Barcode> {
    let mut found: Vec<Barcode> = Vec::new();
    let read = std::panic::catch_unwind(|| read(page)).unwrap_or_default();
    for barcode in read {
        if !found.contains(&barcode) {
            found.push(barcode);
        }
    }
    found
}

fn read(page: &Page) -> Vec<Barcode> {
    let Ok(source) = Luma8LuminanceSource::new(page.luma.clone(), page.width_px, page.height_px)
    else {
        return Vec::new();
    };
    let mut hints = DecodeHints {
        PossibleFormats: Some(FORMATS.into_iter().collect()),
        TryHarder: Some(true),
        AssumeGs1: Some(true),
        ..DecodeHints::default()
    };
    let mut reader = GenericMultipleBarcodeReader::new(MultiUseMultiFormatReader::default());
    let results = reader.decode_multiple_with_hints(
        &mut BinaryBitmap::new(HybridBinarizer::new(source)),
        &mut hints,
    );
    results
        .unwrap_or_default()
        .iter()
        .map(|result| Barcode {
            symbology: result.getBarcodeFormat().to_string(),
            text: result.getText().trim_start_matches("]C1").to_owned(),
        })
        .collect()
}
