//! Two labels per office sheet, one PDF of many labels, and ZPL at 300 dpi: always at the label's
//! true size.

use postroom::label::print::{Half, Language, PrintError, Printer, Sheets, compose, one_pdf};
use postroom::label::{Limits, Page, Verdict, decode_in_process, self_check};
use postroom::service::document::{FileType, LabelFacts, Orientation, Size, render};

use super::{facts, office_printer};

fn page(facts: &LabelFacts, size: Size, dpi: u16) -> Page {
    let bytes = render(facts, FileType::Pdf, size, Orientation::Portrait).expect("a label");
    decoded(&bytes, dpi).remove(0)
}

fn decoded(bytes: &[u8], dpi: u16) -> Vec<Page> {
    decode_in_process(bytes, f32::from(dpi), &Limits::default()).expect("what can be shown")
}

/// The same label for another package.
fn numbered(number: &str) -> LabelFacts {
    LabelFacts { tracking_number: number.to_owned(), ..facts::postal() }
}

const FIRST: &str = "9205590164917312751089";
const SECOND: &str = "9205590164917312751096";

fn office(media_in: (f32, f32), language: Language) -> Printer {
    Printer { media_in, language, two_a_sheet: true, ..office_printer() }
}

/// The dots of a part of a page; true is ink.
fn ink(page: &Page, (x, y): (usize, usize), (width, height): (usize, usize)) -> Vec<bool> {
    let row = page.width_px as usize;
    (y..y + height)
        .flat_map(|y| (x..x + width).map(move |x| page.luma[y * row + x] < 128))
        .collect()
}

fn verdict(page: &Page, half: Half, number: &str) -> Verdict {
    let (width, height) = (page.width_px as usize, page.height_px as usize / 2);
    let top = match half {
        Half::First => 0,
        Half::Second => page.height_px as usize - height,
    };
    let part = Page {
        height_px: height as u32,
        height_in: page.height_in / 2.0,
        luma: page.luma[top * width..(top + height) * width].to_vec(),
        ..page.clone()
    };
    self_check(&[part], number, None).verdict
}

#[test]
fn two_labels_lie_on_a_sheet_at_their_true_size() {
    for (media_in, dots) in [((8.5, 11.0), (2550, 3300)), ((8.27, 11.69), (2481, 3507))] {
        for language in [Language::Pdf, Language::Png] {
            let printer = office(media_in, language);
            let labels = [FIRST, SECOND].map(|number| page(&numbered(number), Size::S4x6, 300));
            let mut sheets = Sheets::new(&printer, Half::First);
            for (key, label) in labels.iter().enumerate() {
                let (burnt, _) = sheets.add(key, label).expect("room");
                let number = [FIRST, SECOND][key];
                let check = self_check(&[burnt], number, None);
                assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
            }
            let sheets = sheets.finish().expect("written");
            assert_eq!(sheets.len(), 1);
            assert_eq!(sheets[0].labels, [0, 1]);
            let sheet = decoded(&sheets[0].bytes, 300).remove(0);
            assert_eq!((sheet.width_px, sheet.height_px), dots, "{language:?}");
            assert_eq!(verdict(&sheet, Half::First, FIRST), Verdict::Matches);
            assert_eq!(verdict(&sheet, Half::Second, SECOND), Verdict::Matches);
            // Dot by dot, rotated by 90°: 6 in wide and 4 in high, centered.
            let half = (dots.0 as usize, dots.1 as usize / 2);
            let at = ((half.0 - 1800) / 2, (half.1 - 1200) / 2);
            let lying = ink(&sheet, at, (1800, 1200));
            let upright = ink(&labels[0], (0, 0), (1200, 1800));
            let same = (0..1200)
                .all(|y| (0..1800).all(|x| lying[y * 1800 + x] == upright[(1799 - x) * 1200 + y]));
            assert!(same, "{media_in:?} {language:?}");
        }
    }
}

#[test]
fn a_used_sheet_begins_in_its_second_half() {
    let printer = office((8.5, 11.0), Language::Pdf);
    let label = page(&numbered(FIRST), Size::S4x6, 300);
    let mut sheets = Sheets::new(&printer, Half::Second);
    for key in 0..4 {
        sheets.add(key, &label).expect("room");
    }
    let sheets = sheets.finish().expect("written");
    let keys: Vec<_> = sheets.iter().map(|sheet| sheet.labels.clone()).collect();
    assert_eq!(keys, [vec![0], vec![1, 2], vec![3]]);
    let halves: Vec<_> = sheets
        .iter()
        .map(|sheet| {
            let sheet = decoded(&sheet.bytes, 300).remove(0);
            [Half::First, Half::Second].map(|half| verdict(&sheet, half, FIRST) == Verdict::Matches)
        })
        .collect();
    assert_eq!(halves, [[false, true], [true, true], [true, false]]);
}

#[test]
fn a_label_that_needs_the_whole_sheet_gets_it() {
    let printer = office((8.5, 11.0), Language::Pdf);
    let small = page(&numbered(FIRST), Size::S7x3, 300);
    let large = page(&numbered(SECOND), Size::Letter, 300);
    let mut sheets = Sheets::new(&printer, Half::First);
    for (key, label) in [&small, &large, &small].into_iter().enumerate() {
        sheets.add(key, label).expect("room");
    }
    let sheets = sheets.finish().expect("written");
    let keys: Vec<_> = sheets.iter().map(|sheet| sheet.labels.clone()).collect();
    assert_eq!(keys, [vec![0], vec![1], vec![2]]);
    let mut used = Sheets::new(&printer, Half::Second);
    let refused = used.add(0, &large).expect_err("half of it is used");
    assert!(matches!(refused, PrintError::NeedsWholeSheet { .. }));
    // A roll of labels has no sheets, whatever the setting.
    let roll = Printer { two_a_sheet: true, ..Printer::default() };
    assert!(!roll.shares_sheets() && printer.shares_sheets());
}

/// What an office printer cannot print near the edges of a sheet is said of labels that share it too.
#[test]
fn ink_in_the_margin_of_a_shared_sheet_is_said() {
    let printer = Printer { dpi: 203, edge_in: 0.13, ..office((8.5, 11.0), Language::Pdf) };
    let label = |(x, y): (u32, u32)| {
        let half = format!("^XA^PW1726^LL1116^FO{x},{y}^BY2^BCN,200,N,N,N,A^FD{FIRST}^FS^XZ");
        decoded(half.as_bytes(), 203).remove(0)
    };
    // The margin has 26 dots. The middle of the sheet is none.
    let (left, top, bottom, inside) = ((6, 500), (300, 6), (300, 910), (300, 500));
    for (half, at, is_lost) in [
        (Half::First, left, true),
        (Half::Second, left, true),
        (Half::First, top, true),
        (Half::Second, top, false),
        (Half::First, bottom, false),
        (Half::Second, bottom, true),
        (Half::First, inside, false),
        (Half::Second, inside, false),
    ] {
        let (burnt, lost) = Sheets::new(&printer, half).add(0, &label(at)).expect("room");
        assert_eq!(matches!(lost, Some(PrintError::Cut(_))), is_lost, "{half:?} {at:?}");
        let reads = self_check(&[burnt], FIRST, None).verdict == Verdict::Matches;
        assert_eq!(reads, at != left, "{half:?} {at:?}");
    }
    // A label that needs a whole sheet.
    let whole = format!("^XA^PW1726^LL2233^FO6,900^BY2^BCN,200,N,N,N,A^FD{FIRST}^FS^XZ");
    let whole = decoded(whole.as_bytes(), 203).remove(0);
    let (_, lost) = Sheets::new(&printer, Half::First).add(0, &whole).expect("room");
    assert!(lost.is_some());
}

#[test]
fn one_pdf_holds_every_label_at_its_own_size() {
    let pages = [page(&numbered(FIRST), Size::S4x6, 300), page(&numbered(SECOND), Size::S7x3, 300)];
    let document = one_pdf(&pages).expect("written");
    let back = decoded(&document, 300);
    assert_eq!(back.len(), 2);
    for (is, was) in back.iter().zip(&pages) {
        let size = (is.width_px as usize, is.height_px as usize);
        assert_eq!((is.width_px, is.height_px), (was.width_px, was.height_px));
        assert!(ink(is, (0, 0), size) == ink(was, (0, 0), size));
    }
}

/// The first and last dot with ink, horizontally and vertically, in inches.
fn extent(page: &Page) -> [f32; 4] {
    let width = page.width_px as usize;
    let inked = || (0..page.luma.len()).filter(|at| page.luma[*at] < 128);
    let columns = inked().map(|at| at % width);
    let rows = inked().map(|at| at / width);
    let across = (columns.clone().min().unwrap(), columns.max().unwrap() + 1);
    let down = (rows.clone().min().unwrap(), rows.max().unwrap() + 1);
    [across.0, across.1, down.0, down.1].map(|dots| dots as f32 / page.dpi)
}

/// The API has no field for a resolution: the server's ZPL is for 203 dpi, and a finer print head
/// would print it at two thirds or a third of its size.
#[test]
fn printer_language_keeps_its_size_on_finer_heads() {
    for size in Size::ALL {
        for orientation in [Orientation::Portrait, Orientation::Landscape] {
            let usual = size == Size::S4x6;
            let classes = [facts::postal(), facts::express(), facts::parcel()];
            for facts in classes.into_iter().take(if usual { 3 } else { 1 }) {
                let label = render(&facts, FileType::Zpl, size, orientation).expect("a label");
                let own = decoded(&label, 203).remove(0);
                let wanted = extent(&own);
                for dpi in [300, 600] {
                    let what = format!("{:?} {size:?} {orientation:?} {dpi}", facts.class);
                    if dpi == 600 && !usual {
                        continue;
                    }
                    let printer = Printer {
                        name: "Fine".into(),
                        dpi,
                        media_in: (own.width_in, own.height_in),
                        ..Printer::default()
                    };
                    let pages = decoded(&label, dpi);
                    let sent = compose(&label, pages, &printer).expect(&what).bytes;
                    let dots = |inches: f32| (inches * f32::from(dpi)).round() as u32;
                    let (wide, high) = (dots(own.width_in), dots(own.height_in));
                    let text = String::from_utf8_lossy(&sent);
                    let begin = format!("^PW{wide}^LL{high}^FO0,0^GFA,");
                    assert!(text.contains(&begin), "{what}: {}", &text[..80]);
                    if dpi == 600 {
                        continue;
                    }
                    let burnt = decoded(&sent, dpi).remove(0);
                    assert_eq!((burnt.width_px, burnt.height_px), (wide, high), "{what}");
                    let is = extent(&burnt);
                    // Edges may move by at most one dot of the coarser head.
                    let near = is.iter().zip(wanted).all(|(a, b)| (a - b).abs() <= 1.01 / 203.0);
                    assert!(near, "{what}: {is:?}, not {wanted:?}");
                    let check = self_check(&[burnt], &facts.tracking_number, None);
                    assert_eq!(check.verdict, Verdict::Matches, "{what}: {}", check.sentence);
                }
            }
        }
    }
}
