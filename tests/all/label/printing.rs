//! Labels converted for printers: exact dots, their own barcode, 100 % or a refusal. The bytes
//! are read back by the ZPL renderer and by a PDF reader.

use std::io::Read;
use std::net::TcpListener;

use postroom::label::print::raw::RawTimeouts;
use postroom::label::print::{PrintError, SendOutcome, Turn, compose, raw, test_page};
use postroom::label::{LabelFormat, sniff};
use postroom::service::document::{FileType, Orientation, Size, render};

use super::{facts, office_printer};
use crate::prelude::*;

fn label(file_type: FileType, size: Size, orientation: Orientation) -> Vec<u8> {
    render(&facts::postal(), file_type, size, orientation).expect("a label")
}

fn decoded(bytes: &[u8], dpi: u16) -> Vec<Page> {
    decode_in_process(bytes, f32::from(dpi), &Limits::default()).expect("what can be shown")
}

fn printed(bytes: &[u8], printer: &Printer) -> Result<Vec<u8>, PrintError> {
    compose(bytes, decoded(bytes, printer.dpi), printer).map(|prepared| prepared.bytes)
}

fn printer(dpi: u16, language: Language) -> Printer {
    Printer { name: "Bench".into(), dpi, language, ..Printer::default() }
}

/// Checks what the printer prints: the exact dots of its paper, and the right barcode.
fn check(sent: &[u8], printer: &Printer, what: &str) -> Page {
    let mut pages = decoded(sent, printer.dpi);
    assert_eq!(pages.len(), 1, "{what}");
    let dots = |inches: f32| (inches * f32::from(printer.dpi)).round() as u32;
    let (wide, high) = printer.media_in;
    let page = pages.remove(0);
    assert_eq!((page.width_px, page.height_px), (dots(wide), dots(high)), "{what}");
    let number = facts::postal().tracking_number;
    let check = self_check(std::slice::from_ref(&page), &number, Some(printer.media_in));
    assert_eq!(check.verdict, Verdict::Matches, "{what}: {}", check.sentence);
    page
}

#[test]
fn every_kind_of_file_reaches_a_label_printer_dot_for_dot() {
    for dpi in [203, 300] {
        for kind in [FileType::Pdf, FileType::Png, FileType::Tif, FileType::Jpeg, FileType::Zpl] {
            let what = format!("{kind:?} at {dpi}");
            let printer = printer(dpi, Language::Zpl);
            let label = label(kind, Size::S4x6, Orientation::Portrait);
            let sent = printed(&label, &printer).expect(&what);
            let text = String::from_utf8_lossy(&sent);
            if kind == FileType::Zpl && dpi == 203 {
                let has_label = sent.windows(label.len()).any(|part| part == label);
                assert!(has_label, "the printer's own words pass through");
            } else {
                let (wide, high) = (4 * u32::from(dpi), 6 * u32::from(dpi));
                let row = wide.div_ceil(8);
                let graphic = format!("^PW{wide}^LL{high}^FO0,0^GFA,{0},{0},{row},", row * high);
                assert!(text.contains(&graphic), "{what}: {}", &text[..120]);
            }
            check(&sent, &printer, &what);
        }
    }
}

#[test]
fn a_graphic_has_the_very_dots_of_the_label() {
    let printer = printer(203, Language::Zpl);
    let label = label(FileType::Png, Size::S4x6, Orientation::Portrait);
    let sent = printed(&label, &printer).expect("printed");
    let ink =
        |pages: &[Page]| -> Vec<bool> { pages[0].luma.iter().map(|level| *level < 128).collect() };
    assert!(ink(&decoded(&sent, 203)) == ink(&decoded(&label, 203)));
    let moved = Printer { offset: (9, 4), ..printer };
    let sent = printed(&label, &moved).expect("printed");
    let (before, after) = (ink(&decoded(&label, 203)), ink(&decoded(&sent, 203)));
    let at = |dots: &[bool], x: usize, y: usize| dots[y * 812 + x];
    let same =
        (0..1218 - 4).all(|y| (0..812 - 9).all(|x| at(&before, x, y) == at(&after, x + 9, y + 4)));
    assert!(same, "nine dots right and four down");
}

#[test]
fn an_office_printer_gets_a_page_of_exactly_that_size() {
    for kind in [FileType::Zpl, FileType::Png, FileType::Tif, FileType::Pdf] {
        for language in [Language::Pdf, Language::Png] {
            let what = format!("{kind:?} as {language:?}");
            let printer = printer(300, language);
            let label = label(kind, Size::S4x6, Orientation::Portrait);
            let sent = printed(&label, &printer).expect(&what);
            let wanted = match language {
                Language::Pdf => LabelFormat::Pdf,
                _ => LabelFormat::Png,
            };
            assert_eq!(sniff(&sent), Some(wanted), "{what}");
            let page = check(&sent, &printer, &what);
            assert!((page.width_in - 4.0).abs() < 0.01, "{what}");
        }
    }
    // On a larger sheet the label keeps its size and is centered.
    let sheet = Printer { dpi: 203, ..office_printer() };
    let label = label(FileType::Zpl, Size::S4x6, Orientation::Portrait);
    let sent = printed(&label, &sheet).expect("printed");
    check(&sent, &sheet, "on a sheet");
}

#[test]
fn a_label_is_turned_but_never_shrunk() {
    let roll = printer(203, Language::Zpl);
    let lying = label(FileType::Pdf, Size::S4x6, Orientation::Landscape);
    check(&printed(&lying, &roll).expect("printed"), &roll, "lying");
    for (size, words) in [
        (Size::S4x8, "The label is 4 × 8 in, but Bench holds 4 × 6 in"),
        (Size::Letter, "The label is 8.5 × 11 in, but Bench holds 4 × 6 in"),
    ] {
        let large = label(FileType::Pdf, size, Orientation::Portrait);
        let refused = printed(&large, &roll).expect_err("too large");
        assert!(refused.to_string().starts_with(words), "{refused}");
    }
    for turn in [Turn::Half, Turn::None] {
        let turned = Printer { turn, ..roll.clone() };
        let label = label(FileType::Zpl, Size::S4x6, Orientation::Portrait);
        check(&printed(&label, &turned).expect("printed"), &turned, "turned");
    }
}

#[test]
fn copies_and_darkness_are_told_to_the_printer() {
    let printer = Printer { copies: 3, darkness: Some(12), ..printer(203, Language::Zpl) };
    for kind in [FileType::Zpl, FileType::Pdf] {
        let label = label(kind, Size::S4x6, Orientation::Portrait);
        let sent = printed(&label, &printer).expect("printed");
        let text = String::from_utf8(sent.clone()).unwrap();
        assert!(text.starts_with("~SD12\n"), "{kind:?}");
        assert_eq!(text.matches("^PQ3").count(), 1, "{kind:?}");
        assert_eq!(decoded(&sent, 203).len(), 3, "{kind:?}");
    }
    // A raw port receives no number of copies: the document contains the pages three times.
    let office = Printer { language: Language::Pdf, ..printer };
    let label = label(FileType::Pdf, Size::S4x6, Orientation::Portrait);
    let sent = printed(&label, &office).expect("printed");
    assert_eq!(decoded(&sent, 203).len(), 3);
}

#[test]
fn a_test_page_reaches_every_edge() {
    for language in [Language::Zpl, Language::Pdf, Language::Png] {
        let printer = printer(203, language);
        let sent = test_page(&printer).expect("a page");
        let page = decoded(&sent, 203).remove(0);
        assert_eq!((page.width_px, page.height_px), (812, 1218), "{language:?}");
        let ink = |x: usize, y: usize| page.luma[y * 812 + x] < 128;
        for (x, y) in [(0, 0), (811, 0), (0, 1217), (811, 1217)] {
            assert!(ink(x, y), "{language:?} {x} {y}");
        }
        assert!(read_barcodes(&page).is_empty());
        if let Some(folder) = std::env::var_os("POSTROOM_PICTURES") {
            let path = Path::new(&folder).join("test-page.png");
            fs::write(path, test_page(&self::printer(203, Language::Png)).unwrap()).unwrap();
        }
    }
}

fn sent(port: u16, bytes: &[u8], write: Duration) -> SendOutcome {
    let patience =
        RawTimeouts { connect: Duration::from_secs(30), write, close: Duration::from_millis(200) };
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(raw::send(
        "127.0.0.1",
        port,
        bytes,
        patience,
    ))
}

/// For a printer that accepts everything: a busy machine may be slow.
const LONG: Duration = Duration::from_secs(60);

#[test]
fn every_byte_arrives_or_the_truth_is_told() {
    let bytes: Vec<u8> = (0..24_000_000_u32).map(|at| (at % 251) as u8).collect();
    let listen = || {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        (listener, port)
    };
    // A printer that accepts everything.
    let (listener, port) = listen();
    let taken = std::thread::spawn(move || {
        let mut got = Vec::new();
        listener.accept().unwrap().0.read_to_end(&mut got).unwrap();
        got
    });
    assert_eq!(sent(port, &bytes, LONG), SendOutcome::All);
    assert!(taken.join().unwrap() == bytes);
    // Nobody listens: nothing was sent.
    let port = crate::desk::printing::unreachable_printer_address().port();
    assert!(matches!(sent(port, &bytes, LONG), SendOutcome::Not { .. }));
    // A printer that closes the connection in the middle.
    let (listener, port) = listen();
    let gone = std::thread::spawn(move || {
        let mut some = [0; 4096];
        listener.accept().unwrap().0.read_exact(&mut some).unwrap();
    });
    let outcome = sent(port, &bytes, LONG);
    gone.join().unwrap();
    assert!(matches!(outcome, SendOutcome::Unknown { bytes, .. } if bytes > 0), "{outcome:?}");
    // A small job fits into the socket's buffer at once. A printer that discards it a moment
    // later is still detected.
    let (listener, port) = listen();
    let gone = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut some = [0; 64];
        stream.read_exact(&mut some).unwrap();
        std::thread::sleep(Duration::from_millis(800));
    });
    let outcome = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(raw::send("127.0.0.1", port, &bytes[..2_000], RawTimeouts::default()));
    gone.join().unwrap();
    assert!(
        matches!(&outcome, SendOutcome::Unknown { bytes: 2_000, reason } if reason.contains("connection to the printer was lost")),
        "{outcome:?}"
    );
    // A printer that is out of paper and stops reading.
    let (listener, port) = listen();
    let outcome = sent(port, &bytes, Duration::from_millis(400));
    drop(listener);
    assert!(
        matches!(&outcome, SendOutcome::Unknown { reason, .. } if reason.contains("stopped accepting")),
        "{outcome:?}"
    );
}
