//! Drawing and reading labels test each other: they share only the typeface and the bar patterns.

use postroom::label::{Decoded, LabelFormat, SelfCheck, sniff};
use postroom::service::document::{DrawError, FileType, LabelFacts, Orientation, Size, render};

use super::{facts, pages};
use crate::prelude::*;

const PORTRAIT: Orientation = Orientation::Portrait;

fn drawn(facts: &LabelFacts, file_type: FileType, size: Size, orientation: Orientation) -> Vec<u8> {
    render(facts, file_type, size, orientation).expect("a label")
}

/// Draws a label in a file type and reads it back: file type, exact size, and its own barcode.
fn check(facts: &LabelFacts, file_type: FileType, size: Size, orientation: Orientation) -> Page {
    let bytes = drawn(facts, file_type, size, orientation);
    let what = format!("{} {file_type:?} {size:?} {orientation:?}", facts.service_code);
    let kind = match file_type {
        FileType::Pdf => LabelFormat::Pdf,
        FileType::Tif => LabelFormat::Tiff,
        FileType::Zpl | FileType::Zpl2 => LabelFormat::Zpl,
        FileType::Png => LabelFormat::Png,
        FileType::Jpeg => LabelFormat::Jpeg,
    };
    assert_eq!(sniff(&bytes), Some(kind), "{what}");
    let Decoded { mut pages, warnings, left_out, .. } =
        decode_reporting(&bytes, 203.0, &Limits::default()).expect("a label");
    assert_eq!((pages.len(), warnings, left_out), (1, Vec::new(), None), "{what}");
    let (wide, high) = match orientation {
        Orientation::Portrait => size.inches(),
        Orientation::Landscape => (size.inches().1, size.inches().0),
    };
    let page = pages.remove(0);
    let pixels = ((wide * 203.0).round() as u32, (high * 203.0).round() as u32);
    assert_eq!((page.width_px, page.height_px), pixels, "{what}");
    // A Letter page is half a dot off the grid; all other sizes are exact.
    let near = |a: f32, b: f32| (a - b).abs() <= if size == Size::Letter { 0.003 } else { 1e-5 };
    assert!(
        near(page.width_in, wide) && near(page.height_in, high),
        "{what}: {} × {}",
        page.width_in,
        page.height_in
    );
    let SelfCheck { verdict, sentence, .. } =
        self_check(std::slice::from_ref(&page), &facts.tracking_number, Some((wide, high)));
    assert_eq!(verdict, Verdict::Matches, "{what}: {sentence}");
    page
}

#[test]
fn every_file_type_reads_back_its_tracking_number_at_its_size() {
    for facts in [facts::postal(), facts::express(), facts::parcel()] {
        for file_type in [FileType::Pdf, FileType::Png, FileType::Zpl] {
            check(&facts, file_type, Size::S4x6, PORTRAIT);
        }
    }
    for file_type in [FileType::Tif, FileType::Jpeg, FileType::Zpl2] {
        check(&facts::postal(), file_type, Size::S4x6, PORTRAIT);
    }
}

#[test]
fn every_size_and_orientation_reads_back() {
    for size in Size::ALL {
        check(&facts::crowded(), FileType::Png, size, PORTRAIT);
    }
    for file_type in [FileType::Pdf, FileType::Zpl] {
        check(&facts::parcel(), file_type, Size::S4x6, Orientation::Landscape);
        check(&facts::postal(), file_type, Size::S7x3, PORTRAIT);
    }
}

/// The dots of a page's barcode: the tallest block of equal rows, right of a column, with more
/// changes between ink and paper than a frame has. Returns its top row, height and dots.
fn bars(page: &Page, from_column: usize) -> (usize, usize, Vec<bool>) {
    let rows: Vec<Vec<bool>> = page
        .luma
        .chunks(page.width_px as usize)
        .map(|row| row[from_column..].iter().map(|level| *level < 128).collect())
        .collect();
    let changes = |row: &[bool]| row.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let mut top = 0;
    let mut tallest = (0, 0, Vec::new());
    for alike in rows.chunk_by(|a, b| a == b) {
        if changes(&alike[0]) > 30 && alike.len() > tallest.1 {
            tallest = (top, alike.len(), alike[0].clone());
        }
        top += alike.len();
    }
    tallest
}

#[test]
fn the_two_emitters_agree_on_the_bars_to_the_pixel() {
    for (facts, size, column) in [
        (facts::postal(), Size::S4x6, 0),
        (facts::express(), Size::S4x8, 0),
        (facts::postal(), Size::S6x4, 0),
        // The addresses are next to the bars.
        (facts::parcel(), Size::S7x3, 640),
    ] {
        let read = |file_type| pages(&drawn(&facts, file_type, size, PORTRAIT)).remove(0);
        let from_pdf = bars(&read(FileType::Pdf), column);
        let from_zpl = bars(&read(FileType::Zpl), column);
        assert!(from_pdf.1 > 100, "{size:?}: {} rows of bars", from_pdf.1);
        assert!(
            from_pdf == from_zpl,
            "{size:?}: {:?} and {:?}",
            (from_pdf.0, from_pdf.1),
            (from_zpl.0, from_zpl.1)
        );
    }
}

#[test]
fn nothing_is_printed_past_the_frame() {
    for size in [Size::S4x6, Size::S6x4, Size::S4x8, Size::S7x3] {
        for file_type in [FileType::Png, FileType::Zpl] {
            let page = pages(&drawn(&facts::crowded(), file_type, size, PORTRAIT)).remove(0);
            let (width, height) = (page.width_px as usize, page.height_px as usize);
            let edge = |x: usize, y: usize| x < 16 || y < 16 || x >= width - 16 || y >= height - 16;
            let dirty = page
                .luma
                .iter()
                .enumerate()
                .find(|(at, level)| edge(at % width, at / width) && **level < 250);
            assert_eq!(dirty, None, "{file_type:?} {size:?}");
        }
    }
}

#[test]
fn a_script_the_printer_may_lack_goes_out_as_dots() {
    let facts = LabelFacts {
        carrier_name: "Ταχυδρομείο".to_owned(),
        custom_texts: [Some("Хрупкое".to_owned()), None, None],
        ..facts::express()
    };
    let zpl = drawn(&facts, FileType::Zpl, Size::S4x6, PORTRAIT);
    let text = String::from_utf8(zpl.clone()).expect("text");
    assert_eq!((text.matches("^GFA").count(), text.matches("^FR^GFA").count()), (2, 1));
    assert!(!text.contains("Хрупкое") && !text.contains("Ταχυδρομείο"));
    // The black band contains the name in white, with as many white dots as in the PDF.
    let band = |bytes: &[u8]| {
        let page = pages(bytes).remove(0);
        let row = |y: usize| page.luma[y * 812 + 30..y * 812 + 500].iter();
        (30..150).flat_map(row).filter(|level| **level >= 128).count()
    };
    let pdf = drawn(&facts, FileType::Pdf, Size::S4x6, PORTRAIT);
    assert!(band(&pdf) > 2_000);
    assert_eq!(band(&zpl), band(&pdf));
}

/// The text of a ZPL label, with wrapped lines joined again.
fn field_text(zpl: &[u8]) -> String {
    let text = String::from_utf8_lossy(zpl);
    let fields: Vec<&str> = text
        .split("^FD")
        .skip(1)
        .filter_map(|rest| rest.split("^FS").next())
        .flat_map(str::split_whitespace)
        .collect();
    fields.join(" ")
}

#[test]
fn declarations_and_returns_are_on_every_size_and_leave_the_barcode_readable() {
    let returned = LabelFacts { is_return: true, ..facts::postal() };
    for size in Size::ALL {
        for facts in [&facts::declared(), &returned] {
            check(facts, FileType::Png, size, PORTRAIT);
        }
        let text = field_text(&drawn(&facts::declared(), FileType::Zpl, size, PORTRAIT));
        for words in ["CUSTOMS DECLARATION", "Signed Dana Fields", "HS 6912.00", "48 USD"] {
            assert!(text.contains(words), "{size:?} {words}: {text}");
        }
        let back = String::from_utf8(drawn(&returned, FileType::Zpl, size, PORTRAIT));
        assert!(back.expect("text").contains("RETURN · PRIORITY MAIL"), "{size:?}");
    }
}

/// A name in another script is drawn the same way in both file types and never as nothing,
/// whatever typefaces this machine has.
#[test]
fn names_in_other_scripts_are_drawn_on_both_paths() {
    let pictures = std::env::var_os("POSTROOM_PICTURES").map(PathBuf::from);
    for to in [
        ["山田太郎", "محمد علي", "Žofie"],
        ["สมชาย ใจดี", "김민준 서울", "Ðặng Thị Łucja"],
        ["דוד כהן 12", "राजेश कुमार", "Νίκος Жук"],
    ] {
        let facts = LabelFacts { to: to.map(str::to_owned).to_vec(), ..facts::express() };
        let read = |file_type| pages(&drawn(&facts, file_type, Size::S4x6, PORTRAIT)).remove(0);
        let (pdf, zpl) = (read(FileType::Pdf), read(FileType::Zpl));
        if let Some(folder) = &pictures {
            for (kind, page) in [("pdf", &pdf), ("zpl", &zpl)] {
                let path = folder.join(format!("scripts-{}-{kind}.png", to[2]));
                let grey = image::ExtendedColorType::L8;
                image::save_buffer(path, &page.luma, page.width_px, page.height_px, grey).unwrap();
            }
        }
        // Between the caption of the receiver and the Latin line.
        let ink = |page: &Page| -> Vec<bool> {
            let row = |y: usize| page.luma[y * 812 + 30..y * 812 + 780].iter();
            (495..590).flat_map(row).map(|level| *level < 128).collect()
        };
        assert!(ink(&pdf).iter().filter(|dark| **dark).count() > 1_500);
        assert!(ink(&pdf) == ink(&zpl), "{to:?}");
    }
}

#[test]
fn files_state_their_resolution() {
    let holds = |file_type, mark: &[u8]| {
        let bytes = drawn(&facts::postal(), file_type, Size::S4x6, PORTRAIT);
        assert!(
            bytes.windows(mark.len()).any(|window| window == mark),
            "{file_type:?} lacks {mark:?}"
        );
    };
    // 203 dots per inch are 7992 per meter.
    holds(FileType::Png, b"pHYs\x00\x00\x1f\x38\x00\x00\x1f\x38\x01");
    holds(FileType::Jpeg, b"JFIF\0\x01\x02\x01\x00\xcb\x00\xcb");
    holds(FileType::Zpl, b"^PW812\n^LL1218\n");
    holds(FileType::Pdf, b"MediaBox[0 0 288 432]");
}

/// In Code 128, some values have two meanings depending on the subset: as a pair of digits, 99
/// does not switch the subset.
#[test]
fn every_pair_of_digits_survives_printer_language() {
    for tens in 0..10 {
        let pairs: String = (0..10).map(|units| format!("{tens}{units}")).collect();
        let number = format!("92{pairs}");
        let facts = LabelFacts { tracking_number: number.clone(), ..facts::postal() };
        check(&facts, FileType::Zpl, Size::S4x6, PORTRAIT);
    }
}

#[test]
fn a_wrong_label_is_recognised() {
    let verdict = |facts: &LabelFacts, number: &str, inches| {
        let pages = pages(&drawn(facts, FileType::Png, Size::S4x6, PORTRAIT));
        self_check(&pages, number, Some(inches)).verdict
    };
    let postal = facts::postal();
    let number = postal.tracking_number.clone();
    assert_eq!(verdict(&postal, &number, (6.0, 4.0)), Verdict::Matches);
    assert_eq!(
        verdict(&postal, &number, (4.0, 8.0)),
        Verdict::WrongSize { width_in: 4.0, height_in: 6.0 }
    );
    let found = format!("42094704{number}");
    assert_eq!(verdict(&postal, "9205590164917312751080", (4.0, 6.0)), Verdict::Differs { found });
    let mut blank = pages(&drawn(&postal, FileType::Png, Size::S4x6, PORTRAIT));
    blank[0].luma.fill(255);
    assert_eq!(self_check(&blank, &number, None).verdict, Verdict::NoBarcode);
}

#[test]
fn what_no_barcode_can_hold_is_an_error() {
    let refused = |number: &str| {
        let facts = LabelFacts { tracking_number: number.to_owned(), ..facts::parcel() };
        render(&facts, FileType::Zpl, Size::S4x6, PORTRAIT).expect_err("no barcode")
    };
    assert!(matches!(refused("ÄÖ"), DrawError::Barcode(text) if text == "ÄÖ"));
    assert!(matches!(refused(""), DrawError::Barcode(_)));
    assert!(matches!(refused(&"X9".repeat(40)), DrawError::BarcodeTooWide { .. }));
}
