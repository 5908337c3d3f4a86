//! Malicious or truncated files: each gives a picture or an error message.

use std::io::Write;

use base64::Engine;
use postroom::label::{DecodeError, Limits, decode_reporting};
use postroom::service::document::{FileType, Orientation, Size, render};

use super::facts;

fn check(what: &str, bytes: &[u8]) -> Result<usize, DecodeError> {
    let limits = Limits::default();
    let answer = decode_reporting(bytes, 203.0, &limits).map(|decoded| decoded.pages);
    if let Ok(pages) = &answer {
        assert!(
            !pages.is_empty() && pages.len() <= limits.max_pages,
            "{what}: {} pages",
            pages.len()
        );
        for page in pages {
            let pixels = u64::from(page.width_px) * u64::from(page.height_px);
            assert_eq!(page.luma.len() as u64, pixels, "{what}");
            assert!(pixels <= limits.max_pixels, "{what}");
        }
    }
    if let Err(error) = &answer {
        let sentence = error.to_string();
        // The message follows the style of the UI: a capital letter at the start and no full
        // stop.
        let capital = sentence.starts_with(char::is_uppercase);
        assert!(capital && !sentence.ends_with('.') && sentence.len() > 20, "{what}: {sentence:?}");
    }
    answer.map(|pages| pages.len())
}

#[test]
fn printer_language_cannot_exhaust_the_reader() {
    let bomb = {
        let mut zlib = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        zlib.write_all(&vec![0_u8; 80_000_000]).expect("in memory");
        base64::engine::general_purpose::STANDARD.encode(zlib.finish().expect("in memory"))
    };
    let many = "^XA^FO1,1^GB9,9,1^FS^XZ".repeat(3_000);
    let deep = "^XA^DFR:A^FS^XFR:A^FS^XZ^XA^XFR:A^FS^FO1,1^GB9,9,1^FS^XZ";
    for (what, source, expected) in [
        ("wide modules", "^XA^BY99999^BCN,99999^FDAB^FS^XZ".to_owned(), 1),
        ("copies", "^XA^FO1,1^GB9,9,1^FS^PQ99999999^XZ".to_owned(), 20),
        ("negative copies", "^XA^FO1,1^GB9,9,1^FS^PQ-5^XZ".to_owned(), 1),
        ("many labels", many, 50),
        (
            "a vast graphic",
            "^XA^FO1,1^GB9,9,1^FS^GFA,4000000000,4000000000,4000000000,FF^FS^XZ".to_owned(),
            1,
        ),
        (
            "an endless run",
            format!("^XA^FO1,1^GB9,9,1^FS^GFA,9,9,3,{}F^FS^XZ", "z".repeat(1_000_000)),
            1,
        ),
        ("a packed bomb", format!("^XA^FO1,1^GFA,9,9,3,:Z64:{bomb}:^FS^GB9,9,1^FS^XZ"), 1),
        ("a raw graphic past the end", "^XA^FO1,1^GB9,9,1^FS^GFB,4000000000,9,3,abc".to_owned(), 1),
        (
            "vast boxes",
            "^XA^GB32000,32000,1^FS^GE32000,32000,32000^FS^GD99999,99999,9^FS^XZ".to_owned(),
            1,
        ),
        ("vast type", "^XA^A0N,32000,32000^FDW^FS^FO1,1^GB9,9,1^FS^XZ".to_owned(), 1),
        (
            "vast block",
            format!(
                "^XA^A0N,20^FB32000,9999,9999,J^FD{}^FS^FO1,1^GB9,9,1^FS^XZ",
                "a b ".repeat(20_000)
            ),
            1,
        ),
        (
            "far away",
            "^XA^FO32000,-32000^GB9,9,1^FS^FO1,1^GB9,9,1^FS^LH-32000,32000^FO9,9^A0I,9^FDx^FS^XZ"
                .to_owned(),
            1,
        ),
        ("a vast label", "^XA^PW99999999^LL99999999^FO1,1^GB9,9,1^FS^XZ".to_owned(), 1),
        ("a format that recalls itself", deep.to_owned(), 1),
        (
            "a vast code",
            format!(
                "^XA^BQN,2,100^FDQA,{}^FS^BXN,200,200^FD{}^FS^B7N,400^FD{0}^FS^BON,10^FD{0}^FS^FO1,1^GB9,9,1^FS^XZ",
                "x".repeat(3_000),
                "y".repeat(3_000)
            ),
            1,
        ),
        (
            "odd signs",
            "^XA^FO1,1^GB9,9,1^FS^BCN^FD\u{0}\u{7f}\u{80}>^FS^CC^^^^^A^FH^FD_^FS^FT^FB^TB^XZ"
                .to_owned(),
            1,
        ),
    ] {
        assert_eq!(check(what, source.as_bytes()), Ok(expected), "{what}");
    }
}

#[test]
fn huge_pictures_are_refused_before_they_are_made() {
    let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    png.extend_from_slice(&30_000_u32.to_be_bytes());
    png.extend_from_slice(&30_000_u32.to_be_bytes());
    png.extend_from_slice(&[1, 0, 0, 0, 0]);
    let crc = flate2_crc(&png[12..]);
    png.extend_from_slice(&crc.to_be_bytes());
    png.extend_from_slice(b"\0\0\0\0IDAT\x35\xaf\x06\x1e");
    assert_eq!(
        check("a vast PNG", &png),
        Err(DecodeError::TooManyPixels { width: 30_000, height: 30_000 })
    );
    let pdf = render(&facts::postal(), FileType::Pdf, Size::S4x6, Orientation::Portrait)
        .expect("a label");
    let text = b"MediaBox[0 0 288 432]";
    let at = pdf.windows(text.len()).position(|window| window == text).expect("a page size");
    let mut vast = pdf.clone();
    vast[at..at + text.len()].copy_from_slice(b"MediaBox[0 0 99999 9]");
    assert!(matches!(check("a vast PDF", &vast), Err(DecodeError::TooManyPixels { .. })));
    let too_large = vec![b'^'; Limits::default().max_bytes + 1];
    assert!(matches!(check("a vast file", &too_large), Err(DecodeError::TooLarge { .. })));
}

fn flate2_crc(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

#[test]
fn files_cut_short_or_changed_never_panic() {
    for file_type in [FileType::Pdf, FileType::Png, FileType::Jpeg, FileType::Tif, FileType::Zpl] {
        let whole = render(&facts::express(), file_type, Size::S7x3, Orientation::Portrait)
            .expect("a label");
        for eighth in 0..8 {
            let cut = whole.len() * eighth / 8;
            let _ = check(&format!("{file_type:?} cut at {cut}"), &whole[..cut]);
            let mut changed = whole.clone();
            for (step, byte) in changed.iter_mut().skip(cut).step_by(997).enumerate() {
                *byte ^= 1 << (step % 8);
            }
            let _ = check(&format!("{file_type:?} changed from {cut}"), &changed);
        }
    }
    assert_eq!(check("nothing", b""), Err(DecodeError::Empty));
    assert_eq!(check("a web page", b"<html><body>502 Bad Gateway"), Err(DecodeError::UnknownType));
}
