//! Finding L1: ZPL is sent to its printer as delivered, unless it is provably larger than the
//! paper. Ink some dots beyond a known size is drawn at that size and reported.

use postroom::label::print::{PrintError, compose, compose_or_cut};
use postroom::label::{Decoded, LabelFormat, sniff};

use super::office_printer;
use crate::prelude::*;

const NUMBER: &str = "1Z12345E0205271688";

/// A carrier's label: `size` is its declared size, and a bar ends its ink at these dots to the
/// right and down.
fn label(size: &str, right: u32, below: u32) -> String {
    format!(
        "^XA{size}^LH0,0^FO60,60^BY3^BCN,200,N,N,N,A^FD{NUMBER}^FS\
         ^FO60,300^A0N,40,40^FDRILEY SAMPLE^FS\
         ^FO{},{}^GB40,10,10^FS^XZ",
        right - 40,
        below - 10
    )
}

fn drawn(label: &str) -> Decoded {
    decode_reporting(label.as_bytes(), 203.0, &Limits::default()).unwrap()
}

fn printer(media_in: (f32, f32), dpi: u16, language: Language) -> Printer {
    Printer { name: "Bench".into(), media_in, dpi, language, ..Printer::default() }
}

#[test]
fn the_page_is_what_the_label_says_or_the_nearest_known_size() {
    let check = |label: &str, size_in: (f32, f32), said: &[&str]| {
        let drawn = drawn(label);
        let page = &drawn.pages[0];
        let near = |a: f32, b: f32| (a - b).abs() < 0.01;
        let is = (page.width_in, page.height_in);
        assert!(near(is.0, size_in.0) && near(is.1, size_in.1), "{is:?}: {label}");
        assert_eq!(drawn.ink_outside_page, said, "{label}");
        assert_eq!(drawn.warnings, Vec::<String>::new(), "{label}");
    };
    check(&label("", 800, 1_200), (4.0, 6.0), &[]);
    check(
        &label("", 800, 1_230),
        (4.0, 6.0),
        &["The label’s ink ends 12 dots below 6 in; the printer may cut it off"],
    );
    check(
        &label("", 836, 1_200),
        (4.0, 6.0),
        &["The label’s ink ends 24 dots right of 4 in; the printer may cut it off"],
    );
    check(
        &label("", 836, 1_228),
        (4.0, 6.0),
        &[
            "The label’s ink ends 24 dots right of 4 in and 10 dots below 6 in; the printer may cut it off",
        ],
    );
    // The width of a print head is not the width of a paper.
    check(&label("^PW832", 800, 1_200), (4.0, 6.0), &[]);
    check(&label("^PW832^LL1230", 800, 1_200), (4.0, 6.0), &[]);
    check(&label("", 800, 1_290), (4.0, 6.5), &[]);
    check(&label("", 800, 1_600), (4.0, 8.0), &[]);
    check(&label("", 1_200, 800), (6.0, 4.0), &[]);
    check(&label("", 1_400, 600), (7.0, 3.0), &[]);
    check(&label("^PW1218", 1_200, 800), (6.0, 4.0), &[]);
    check(&label("", 1_700, 2_200), (8.5, 11.0), &[]);
    // The declared size is used, whatever the known sizes are.
    check(
        &label("^PW500^LL700", 480, 600),
        (500.0 / 203.0, 700.0 / 203.0),
        &["The label’s ink ends 127 dots right of 2.46 in; the printer may cut it off"],
    );
    check(&label("^PW812^LL1624", 800, 1_100), (4.0, 8.0), &[]);
}

#[test]
fn printer_language_is_passed_on_unless_it_is_longer_than_the_paper() {
    let passes = |label: &str, media_in: (f32, f32)| {
        let printer = printer(media_in, 203, Language::Zpl);
        let prepared = compose(label.as_bytes(), drawn(label).pages, &printer);
        let prepared = prepared.unwrap_or_else(|error| panic!("{error}: {label}"));
        let has_label = prepared.bytes.windows(label.len()).any(|part| part == label.as_bytes());
        assert!(has_label, "{label}");
        let check = self_check(&prepared.pages, NUMBER, None);
        assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
    };
    let usual = (4.0, 6.0);
    passes(&label("", 800, 1_200), usual);
    passes(&label("", 800, 1_228), usual);
    passes(&label("", 800, 1_230), usual);
    passes(&label("", 836, 1_230), usual);
    passes(&label("^PW832", 800, 1_200), usual);
    passes(&label("^PW832^LL1230", 830, 1_230), usual);
    passes(&label("^PW812^LL1218", 800, 1_200), usual);
    passes(&label("", 800, 1_200), (4.0, 8.0));
    // If no length is declared, the last ink counts and not the usual length.
    passes(&label("", 800, 400), (4.0, 2.0));
    // The prefixes that a driver sets at the start of each file are the default ones.
    passes(&format!("CT~~CD,~CC^~CT~\n{}", label("", 800, 1_230)), usual);

    let refused = |label: &str, words: &str| {
        let printer = printer(usual, 203, Language::Zpl);
        let error = compose(label.as_bytes(), drawn(label).pages, &printer).unwrap_err();
        assert!(error.to_string().starts_with(words), "{error}: {label}");
    };
    // What is blank on a longer page is no loss.
    passes(&label("^PW812^LL1624", 800, 1_100), usual);
    refused(&label("", 800, 1_290), "The label is 4 × 6.5 in, but Bench holds 4 × 6 in");

    // A label rotated by 90° is drawn and turned, as before.
    let lying = label("^PW1218^LL812", 1_200, 800);
    let printer = printer(usual, 203, Language::Zpl);
    let sent = compose(lying.as_bytes(), drawn(&lying).pages, &printer).unwrap();
    assert!(sent.bytes != lying.as_bytes());
}

#[test]
fn other_printers_get_the_nearest_size_drawn_at_100_percent_with_its_barcode() {
    for (dpi, language) in [(300, Language::Zpl), (203, Language::Pdf), (300, Language::Png)] {
        let what = format!("{language:?} at {dpi}");
        let label = label("", 836, 1_230);
        let printer = printer((4.0, 6.0), dpi, language);
        let pages =
            decode_in_process(label.as_bytes(), f32::from(dpi), &Limits::default()).unwrap();
        let sent = compose(label.as_bytes(), pages, &printer).expect(&what);
        assert!(language != Language::Zpl || sent.bytes != label.as_bytes(), "{what}");
        assert!(sniff(&sent.bytes) != Some(LabelFormat::Zpl) || language == Language::Zpl);
        let back = decode_in_process(&sent.bytes, f32::from(dpi), &Limits::default()).expect(&what);
        let check = self_check(&back, NUMBER, Some((4.0, 6.0)));
        assert_eq!(check.verdict, Verdict::Matches, "{what}: {}", check.sentence);
    }
}

/// Finding L8: ink where an office printer prints nothing went out without a word, and the check before
/// printing read it.
#[test]
fn ink_in_the_margin_of_an_office_printer_is_a_question() {
    let office = Printer { dpi: 203, ..office_printer() };
    let with_margin = Printer { edge_in: 0.13, ..office.clone() };
    let letter = |left: u32| {
        format!("^XA^PW1726^LL2233^FO{left},900^BY2^BCN,200,N,N,N,A^FD{NUMBER}^FS^XZ").into_bytes()
    };
    let drawn = |bytes: &[u8]| decode_in_process(bytes, 203.0, &Limits::default()).unwrap();
    let reads = |pages: &[_]| self_check(pages, NUMBER, None).verdict == Verdict::Matches;
    for (left, lost) in [(200, None), (26, None), (6, Some("2.5 mm")), (2, Some("3 mm"))] {
        let label = letter(left);
        let pdf = compose(&label, drawn(&label), &office).unwrap();
        assert!(reads(&pdf.pages), "{left}");
        for (bytes, is_sent_as_it_is) in [(&label, false), (&pdf.bytes, true)] {
            let composed = compose_or_cut(bytes, drawn(bytes), &with_margin).unwrap();
            let (prepared, cut) = composed;
            assert_eq!(&prepared.bytes == bytes, is_sent_as_it_is, "{left}");
            match lost {
                None => assert_eq!(cut, None, "{left}"),
                Some(lost) => {
                    let Some(PrintError::Cut(words)) = &cut else { panic!("{left}: {cut:?}") };
                    assert!(words.contains("within 3.3 mm") && words.contains(lost), "{words}");
                    assert_eq!(compose(bytes, drawn(bytes), &with_margin).err(), cut);
                }
            }
            assert_eq!(reads(&prepared.pages), lost.is_none(), "{left}: {cut:?}");
        }
    }
}
