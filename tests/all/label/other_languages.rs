//! Labels in the languages of other label printers, and printers that speak them.

use postroom::label::print::{Language, Printer, compose, is_sent_undrawn, language_of};
use postroom::label::{DecodeError, Limits, Page, PrinterLanguage, decode_in_process};

use super::pages;

const EPL2: &[u8] = b"\nN\nq812\nQ1218,24\nA50,30,0,3,1,1,N,\"SHIP TO\"\nP1\n";
const CPCL: &[u8] = b"! 0 200 200 1218 1\r\nTEXT 4 0 30 40 Hello\r\nFORM\r\nPRINT\r\n";

fn printer(language: Language) -> Printer {
    Printer { name: "Bench".into(), language, ..Printer::default() }
}

#[test]
fn a_label_in_another_language_is_named_and_goes_to_its_printer_only() {
    for (bytes, named, language) in [
        (EPL2, PrinterLanguage::Epl2, Language::Epl2),
        (CPCL, PrinterLanguage::Cpcl, Language::Cpcl),
    ] {
        let drawn = decode_in_process(bytes, 203.0, &Limits::default());
        assert_eq!(drawn, Err(DecodeError::NotDrawn(named)));
        let sentence = DecodeError::NotDrawn(named).to_string();
        assert!(sentence.contains(named.name()), "{sentence}");
        assert_eq!(language_of(bytes), Some(language));
        for other in [Language::Zpl, Language::Epl2, Language::Cpcl, Language::Pdf] {
            let speaks = other == language;
            assert_eq!(is_sent_undrawn(bytes, &printer(other)), speaks, "{other:?}");
        }
        let two = Printer { copies: 2, ..printer(language) };
        let sent = compose(bytes, Vec::new(), &printer(language)).unwrap();
        assert_eq!((sent.bytes.as_slice(), sent.pages.len()), (bytes, 0));
        assert_eq!(compose(bytes, Vec::new(), &two).unwrap().bytes, bytes.repeat(2));
    }
}

/// A label that is drawn goes to such a printer as dots.
#[test]
fn any_other_label_is_sent_as_dots() {
    let label = b"^XA^PW812^LL1218^FO8,16^GB24,40,24^FS^FO800,1200^GB12,18,12^FS^XZ";
    let page = pages(label).remove(0);
    let epl = compose(label, vec![page.clone()], &printer(Language::Epl2)).unwrap();
    assert_eq!(dots_of_epl2(&epl.bytes), ink(&page));
    let cpcl = compose(label, vec![page.clone()], &printer(Language::Cpcl)).unwrap();
    assert_eq!(dots_of_cpcl(&cpcl.bytes), ink(&page));
}

fn ink(page: &Page) -> Vec<bool> {
    page.luma.iter().map(|level| *level < 128).collect()
}

/// The first `width` dots of each row; the highest bit comes first.
fn unpacked(bytes: &[u8], row_bytes: usize, width: usize) -> Vec<bool> {
    let rows = bytes.chunks(row_bytes);
    let dot = |row: &[u8], x: usize| row[x / 8] >> (7 - x % 8) & 1 == 1;
    rows.flat_map(|row| (0..width).map(move |x| dot(row, x))).collect()
}

fn dots_of_epl2(bytes: &[u8]) -> Vec<bool> {
    let head = b"\nN\nq812\nQ1218,24\nGW0,0,102,1218,";
    let graphic = bytes.strip_prefix(head).expect("the size, then a graphic");
    let (graphic, end) = graphic.split_at(102 * 1218);
    assert_eq!(end, b"\nP1\n");
    // A bit that is set stays white.
    let black: Vec<u8> = graphic.iter().map(|byte| !byte).collect();
    unpacked(&black, 102, 812)
}

fn dots_of_cpcl(bytes: &[u8]) -> Vec<bool> {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let head = "! 0 200 200 1218 1\r\nPAGE-WIDTH 812\r\nEG 102 1218 0 0 ";
    let digits = text.strip_prefix(head).expect("the size, then a graphic");
    let digits = digits.strip_suffix("\r\nFORM\r\nPRINT\r\n").expect("the end");
    let pair = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    let black: Vec<u8> = digits.as_bytes().chunks(2).map(pair).collect();
    assert_eq!(black.len(), 102 * 1218);
    unpacked(&black, 102, 812)
}
