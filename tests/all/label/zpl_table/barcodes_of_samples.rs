//! Every barcode of every label sample is read.

use rxing::BarcodeFormat::{self, EAN_13, ITF};

use super::read_as;
use crate::label::mutate::samples;
use crate::prelude::*;

/// The barcodes that the program reads, sorted, by file and page. A file that is not listed has
/// none.
const FOUND: &[(&str, usize, &[&str])] = &[
    ("B3.zpl", 0, &["CODE39 123"]),
    ("B7.zpl", 0, &["PDF417 content for testing 1234567890"]),
    ("BC_D.zpl", 0, &["420787049261290358123456789012"]),
    ("BC_U.zpl", 0, &["12345678901234567890"]),
    ("BC_auto.zpl", 0, &["1Z999AA10123456784"]),
    ("BC_rotR.zpl", 0, &["ROTATE12345"]),
    ("BC_subC_FNC1.zpl", 0, &["420787049261290358123456789012"]),
    ("BD_mode2.zpl", 0, &[MAXICODE]),
    (
        "BD_mode3.zpl",
        0,
        &[
            "RG12 8\u{1d}826\u{1d}066\u{1d}UX[)>\u{1e}01\u{1d}961Z12345675\u{1d}UPSN\u{1d}1X2X3X\u{1d}195\u{1e}\u{4}",
        ],
    ),
    ("BO_aztec.zpl", 0, &["Aztec 1234 test"]),
    ("BQ.zpl", 0, &["https://example.com/track/123456"]),
    ("BX.zpl", 0, &["DataMatrix 12345 ABCDE"]),
    ("BX_GS1.zpl", 0, &["420787049261290358123456789012"]),
    ("cairo_4x6.pdf", 0, GS1),
    ("container_99m_4x8.zpl", 0, &["99M901234567000000417"]),
    (
        "dhl_express_4x6.zpl",
        0,
        &[
            "2LDE40212+42000000",
            "9876543210",
            "JD014600006281230704",
            "https://example.com/t/9876543210",
        ],
    ),
    (
        "fedex_ground_4x6.zpl",
        0,
        &[
            "9632001960112233445000771234567890",
            "[)>\u{1e}01\u{1d}0204101\u{1d}840\u{1d}019\u{1d}7712345678900000\u{1d}FDEG\u{1d}\
             112233445\u{1d}279\u{1d}\u{1d}1/1\u{1d}11.40LB\u{1d}N\u{1d}905 CONGRESS ST\u{1d}\
             PORTLAND\u{1d}ME\u{1d}GRETA LINDHOLM\u{1e}06\u{1d}10ZGD009\u{1d}12Z2075550188\u{1d}\
             \u{1e}\u{4}",
        ],
    ),
    ("multi_stored_format.zpl", 0, &["1Z999AA10123456784"]),
    ("multi_stored_format.zpl", 1, &["1Z999AA10123456785"]),
    ("royalmail_7x3_landscape.zpl", 0, &["AB123456785GB", "JGB 6131234567890123456789ABCDEF    "]),
    // Its producer made a page of 4 × 6 points.
    ("tiff2pdf_g4_4x6.pdf", 0, &[]),
    ("typst_4x6.pdf", 0, GS1),
    ("ups_ground_4x6.zpl", 0, &["1Z1X2X3X0312345675", "42060601", MAXICODE]),
    (
        "usps_ground_advantage_4x6.zpl",
        0,
        &["42078704\u{1d}9261290358123456789012", "420787041105\u{1d}9261290358123456789012"],
    ),
    ("weasyprint_4x6.pdf", 0, GS1),
];
const MAXICODE: &str = "[)>\u{1e}01\u{1d}96606010000\u{1d}840\u{1d}003\u{1d}1Z12345675\u{1d}UPSN\u{1d}1X2X3X\u{1d}195\u{1d}\u{1d}\
     1/2\u{1d}12\u{1d}N\u{1d}\u{1d}CHICAGO\u{1d}IL\u{1e}\u{4}";
const GS1: &[&str] = &["42078704\u{1d}9261290358123456789012"];

/// What the other files of the folders `pdf` and `tiff` have on each page.
const USUAL: &[&str] =
    &["420787049261290358123456789012", "https://example.com/t/9261290358123456789012"];

/// The barcodes of kinds that the program does not look for, with their text.
const OTHERS: &[(&str, BarcodeFormat, &str)] =
    &[("B2.zpl", ITF, "12345678"), ("BE.zpl", EAN_13, "5901234123457")];

/// A page with black and white exchanged if most of it is black: one sample is a negative.
fn positive(page: &Page) -> Page {
    let dark = page.luma.iter().filter(|level| **level < 128).count();
    let is_negative = dark > page.luma.len() / 2;
    let turned = |level: &u8| if is_negative { 255 - level } else { *level };
    Page { luma: page.luma.iter().map(turned).collect(), ..page.clone() }
}

#[test]
fn every_barcode_of_the_samples_is_read() {
    let mut found: BTreeMap<(String, usize), Vec<String>> = BTreeMap::new();
    let mut expected: BTreeMap<(String, usize), Vec<String>> = BTreeMap::new();
    for folder in ["zpl", "zpl-commands", "pdf", "tiff"] {
        for (name, bytes) in samples(folder) {
            let Ok(pages) = decode_in_process(&bytes, 203.0, &Limits::default()) else {
                continue;
            };
            for (at, page) in pages.iter().enumerate() {
                let listed = FOUND.iter().find(|row| (row.0, row.1) == (name.as_str(), at));
                let usual = if folder.starts_with("zpl") { &[][..] } else { USUAL };
                let texts = listed.map_or(usual, |row| row.2);
                let key = (name.clone(), at);
                expected.insert(key.clone(), texts.iter().map(|text| (*text).to_owned()).collect());
                let mut read: Vec<String> =
                    read_barcodes(&positive(page)).into_iter().map(|b| b.text).collect();
                read.sort();
                found.insert(key, read);
            }
            for (_, format, text) in OTHERS.iter().filter(|row| row.0 == name) {
                assert_eq!(read_as(&pages[0], *format), Ok((*text).to_owned()), "{name}");
            }
        }
    }
    let unlike: Vec<_> =
        found.iter().filter(|(key, texts)| expected.get(key) != Some(texts)).collect();
    assert!(unlike.is_empty(), "{unlike:#?}");
    assert!(FOUND.iter().all(|row| found.contains_key(&(row.0.to_owned(), row.1))));
}
