//! Labels in the languages of other label printers, and printers that speak them.

use postroom::label::print::{Language, Printer, compose, is_sent_undrawn, language_of};
use postroom::label::{DecodeError, Limits, Page, PrinterLanguage, decode_in_process};

use super::pages;

const EPL2: &[u8] = b"\nN\nq812\nQ1218,24\nA50,30,0,3,1,1,N,\"SHIP TO\"\nP1\n";
const CPCL: &[u8] = b"! 0 200 200 1218 1\r\nTEXT 4 0 30 40 Hello\r\nFORM\r\nPRINT\r\n";
const TSPL: &[u8] = b"SIZE 4,6\r\nCLS\r\nTEXT 50,30,\"3\",0,1,1,\"SHIP TO\"\r\nPRINT 1\r\n";

fn printer(language: Language) -> Printer {
    Printer { name: "Bench".into(), language, ..Printer::default() }
}

#[test]
fn a_label_in_another_language_is_named_and_goes_to_its_printer_only() {
    for (bytes, named, language) in [
        (EPL2, PrinterLanguage::Epl2, Language::Epl2),
        (CPCL, PrinterLanguage::Cpcl, Language::Cpcl),
        (TSPL, PrinterLanguage::Tspl, Language::Tspl),
    ] {
        let drawn = decode_in_process(bytes, 203.0, &Limits::default());
        assert_eq!(drawn, Err(DecodeError::NotDrawn(named)));
        let sentence = DecodeError::NotDrawn(named).to_string();
        assert!(sentence.contains(named.name()), "{sentence}");
        assert_eq!(language_of(bytes), Some(language));
        for other in [Language::Zpl, Language::Epl2, Language::Cpcl, Language::Tspl, Language::Pdf]
        {
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
    let tspl = compose(label, vec![page.clone()], &printer(Language::Tspl)).unwrap();
    assert_eq!(dots_of_tspl(&tspl.bytes), ink(&page));
    let dark = Printer { darkness: Some(20), copies: 3, ..printer(Language::Tspl) };
    let bytes = compose(label, vec![page], &dark).unwrap().bytes;
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains("\r\nDENSITY 10\r\nCLS\r\n") && text.ends_with("\r\nPRINT 1,3\r\n"));
}

/// Finding L12: printers that are sold for labels at home were offered as ZPL, which they do not print.
#[test]
fn printers_of_tspl_are_known_by_their_names() {
    for name in [
        "Rollo Printer",
        "MUNBYN-ITPP941",
        "Xprinter_XP-420B",
        "TSC TE200",
        "usb MFG:Beeprt;CMD:TSPL2;MDL:BY-426",
        "HPRT SL42 label",
    ] {
        assert_eq!(Language::of_printer(name), Some(Language::Tspl), "{name}");
    }
    for name in ["ZDesigner ZD421", "HP LaserJet", "Zebra", "Etsch label printer", ""] {
        assert_eq!(Language::of_printer(name), None, "{name}");
    }
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

/// The dots of a graphic in bytes, in which a bit that is set stays white.
fn dots_of_graphic(bytes: &[u8], head: &str, end: &str) -> Vec<bool> {
    let graphic = bytes.strip_prefix(head.as_bytes()).expect("the size, then a graphic");
    let (graphic, behind) = graphic.split_at(102 * 1218);
    assert_eq!(behind, end.as_bytes());
    let black: Vec<u8> = graphic.iter().map(|byte| !byte).collect();
    unpacked(&black, 102, 812)
}

fn dots_of_epl2(bytes: &[u8]) -> Vec<bool> {
    dots_of_graphic(bytes, "\nN\nq812\nQ1218,24\nGW0,0,102,1218,", "\nP1\n")
}

fn dots_of_tspl(bytes: &[u8]) -> Vec<bool> {
    let head = "\r\nSIZE 101.6 mm,152.4 mm\r\nREFERENCE 0,0\r\nDIRECTION 0,0\r\n\
        CLS\r\nBITMAP 0,0,102,1218,0,";
    dots_of_graphic(bytes, head, "\r\nPRINT 1,1\r\n")
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
