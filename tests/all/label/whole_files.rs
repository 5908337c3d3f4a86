//! Files with more pages than are drawn: the preview reports it, and nothing with a missing page
//! is printed or saved.

use postroom::label::Decoder;
use postroom::label::print::{PrintError, prepare};

use super::bombs::pdf::document;
use crate::prelude::*;

const LABEL: &str = "^XA^PW80^LL80^FO1,1^GB9,9,1^FS^XZ";
const MORE_PAGES: &str = "only the first 50 pages are shown";

/// Checks the number of pages shown and the message about what is left out.
fn check(what: &str, bytes: &[u8], pages: usize, left_out: Option<&str>) {
    let limits = Limits::default();
    let shown = decode_reporting(bytes, 72.0, &limits).expect(what);
    assert_eq!(shown.pages.len(), pages, "{what}");
    assert_eq!(shown.left_out.as_deref(), left_out, "{what}");
    let said = |words: &str| shown.warnings.iter().any(|warning| warning == words);
    assert!(left_out.is_none_or(said), "{what}: {:?}", shown.warnings);
    let all = decode_in_process(bytes, 72.0, &limits);
    match left_out {
        None => assert_eq!(all, Ok(shown.pages), "{what}"),
        Some(words) => assert_eq!(all, Err(DecodeError::NotWhole(words.to_owned())), "{what}"),
    }
}

/// A PDF with `count` empty pages of one square inch.
fn leaves(count: usize) -> Vec<u8> {
    let kids: String = (0..count).map(|at| format!("{} 0 R ", at + 3)).collect();
    let mut objects = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Kids[{kids}]/Count {count}>>").into_bytes(),
    ];
    let leaf = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>".to_vec();
    objects.extend(vec![leaf; count]);
    document(&objects)
}

/// Black pages of eight by eight dots; the last one names the directory at `last_next` as the
/// next.
fn tiff(pages: u32, last_next: u32) -> Vec<u8> {
    let mut out = b"II*\0".to_vec();
    out.extend(16_u32.to_le_bytes());
    out.extend([0; 8]);
    const ENTRIES: [(u16, u16, u32); 7] =
        [(256, 3, 8), (257, 3, 8), (258, 3, 1), (259, 3, 1), (262, 3, 1), (273, 4, 8), (279, 4, 8)];
    for page in 1..=pages {
        out.extend((ENTRIES.len() as u16).to_le_bytes());
        for (tag, kind, value) in ENTRIES {
            out.extend(tag.to_le_bytes());
            out.extend(kind.to_le_bytes());
            out.extend(1_u32.to_le_bytes());
            out.extend(value.to_le_bytes());
        }
        let after = out.len() as u32 + 4;
        let next = if page == pages { last_next } else { after };
        out.extend(next.to_le_bytes());
    }
    out
}

#[test]
fn pages_past_the_most_are_said_to_be_missing() {
    check("as many labels as fit", LABEL.repeat(50).as_bytes(), 50, None);
    let settings_after = format!("{}^XA^MMT^XZ", LABEL.repeat(50));
    check("settings after them", settings_after.as_bytes(), 50, None);
    let labels = LABEL.repeat(51);
    check("a label more", labels.as_bytes(), 50, Some(MORE_PAGES));
    check("as many PDF pages", &leaves(50), 50, None);
    check("a PDF page more", &leaves(51), 50, Some(MORE_PAGES));
    check("as many TIFF pages", &tiff(50, 0), 50, None);
    check("a TIFF page more", &tiff(51, 0), 50, Some(MORE_PAGES));
    let damaged = "a page after the last one shown is damaged";
    check("a TIFF cut short", &tiff(2, 900_000), 2, Some(damaged));
}

#[test]
fn commands_and_copies_past_the_most_are_said_to_be_missing() {
    let commands = |count: usize| format!("^XA{}^FO1,1^GB9,9,1^FS^XZ", "^FX".repeat(count));
    check("as many commands", commands(199_995).as_bytes(), 1, None);
    let words = "only the first 200,000 commands are read";
    let more = commands(199_995) + LABEL;
    check("another label behind them", more.as_bytes(), 1, Some(words));
    let copies = |count: u32| format!("^XA^FO1,1^GB9,9,1^FS^PQ{count}^XZ");
    check("as many copies", copies(20).as_bytes(), 20, None);
    let words = "the file asks for 21 copies; 20 are shown";
    check("a copy more", copies(21).as_bytes(), 20, Some(words));
}

#[test]
fn what_lacks_a_page_is_not_printed() {
    let decoder = Decoder::new(PathBuf::from(env!("CARGO_BIN_EXE_postroom")));
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let check = |bytes: &[u8], left_out: Option<&str>| {
        let printer = Printer::default();
        let answer = runtime.block_on(prepare(&decoder, Arc::from(bytes), &printer));
        let error =
            left_out.map(|words| PrintError::Decode(DecodeError::NotWhole(words.to_owned())));
        assert_eq!(answer.err(), error);
    };
    check(LABEL.repeat(50).as_bytes(), None);
    check(LABEL.repeat(51).as_bytes(), Some(MORE_PAGES));
    check(&leaves(51), Some(MORE_PAGES));
}
