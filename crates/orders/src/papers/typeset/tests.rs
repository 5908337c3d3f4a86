use super::*;

const STYLE: TextStyle = TextStyle::regular(10.0);

fn faces() -> Typefaces {
    Typefaces::open().unwrap()
}

fn wrapped(text: &str, width: f32) -> Vec<String> {
    let faces = faces();
    let lines = faces.wrapped(text, STYLE, width);
    for line in &lines {
        assert!(line.width <= width + 0.02, "{:?} of {text:?}", line.words());
    }
    lines.iter().map(|line| line.words().to_owned()).collect()
}

#[test]
fn texts_are_wrapped_at_the_width() {
    let faces = faces();
    let width = |words: &str| faces.line(words, STYLE).width + 0.01;
    for (text, widest, expected) in [
        ("", "x", &[][..]),
        (" \n \t", "x", &[]),
        ("Blue mug", "Blue mug", &["Blue mug"]),
        ("Blue mug", "Blue mu", &["Blue", "mug"]),
        // Spaces at the end of a line need no room.
        ("Blues   mug", "Blues", &["Blues", "mug"]),
        ("Salt-and-pepper", "Salt-and-", &["Salt-and-", "pepper"]),
        // A word that fits on a line is not divided.
        ("A, SKU-0001", "SKU-0001", &["A,", "SKU-0001"]),
        ("AAAAAAAAAA B", "AAAA", &["AAAA", "AAAA", "AA B"]),
        ("one\r\n\r\n\r\ntwo\n", "one two", &["one", "", "two"]),
        ("12\u{a0}kg of it", "12 kg o", &["12\u{a0}kg", "of it"]),
        ("a\tb\u{7}c", "a b c d", &["a b c"]),
        ("Cup\u{ad}board", "Cupboard", &["Cupboard"]),
    ] {
        assert_eq!(wrapped(text, width(widest)), expected, "{text:?}");
    }
}

#[test]
fn no_letter_is_lost_however_narrow() {
    let words =
        "Handbemalte Porzellantasse, 山田太郎、東京。 مرحبا بالعالم שלום עולם ผ้าไหมไทย 👍🏽 é";
    for width in [1.0, 7.0, 25.0, 80.0, 400.0] {
        let faces = faces();
        let lines = faces.wrapped(words, STYLE, width);
        let letters = |text: &str| -> String {
            text.chars().filter(|letter| !letter.is_whitespace()).collect()
        };
        let all: String = lines.iter().map(|line| letters(line.words())).collect();
        assert_eq!(all, letters(words), "{width}");
    }
}

#[test]
fn a_long_text_is_wrapped_the_same_in_one_piece_and_in_several() {
    // Longer than what is measured at once.
    let long = "Tasse 山田 ".repeat(400);
    let faces = faces();
    let lines = faces.wrapped(&long, STYLE, 200.0);
    let one = lines.first().map(|line| line.words().to_owned()).unwrap();
    assert!(lines.len() > 60, "{}", lines.len());
    let mut expected = long.trim().to_owned();
    expected.retain(|letter| letter != ' ');
    let mut all: String = lines.iter().map(Line::words).collect();
    all.retain(|letter| letter != ' ');
    assert_eq!(all, expected);
    for line in &lines {
        assert!(line.width <= 200.02 && line.width > 0.0);
    }
    // Every line is nearly full: none ends where a measured part ends.
    for line in lines.iter().take(lines.len() - 1) {
        assert!(line.width > 140.0, "{} after {one}", line.words());
    }
}

#[test]
fn lines_of_a_paragraph_have_its_direction() {
    let faces = faces();
    // The second line begins with a Latin word, the third with a number.
    let lines = faces.wrapped("שלום עולם Latin word 12 345", STYLE, 55.0);
    assert!(lines.len() > 1);
    assert!(lines.iter().all(|line| line.leftward));
    let lines = faces.wrapped("Latin word שלום עולם", STYLE, 60.0);
    assert!(lines.len() > 1);
    assert!(!lines.iter().any(|line| line.leftward));
    // Marks take no room and are not drawn.
    let rightward = faces.line("12 (3)", STYLE);
    let leftward = faces.shaped("12 (3)", STYLE, true);
    assert!((rightward.width - leftward.width).abs() < 0.01);
    assert_eq!(leftward.text, "\u{200f}12 (3)");
    assert_eq!(leftward.words(), "12 (3)");
    let first = leftward.runs.first().and_then(|run| run.glyphs.first());
    // Read from the right, the bracket is at the left.
    assert_eq!(first.map(|glyph| &leftward.text[glyph.text.clone()]), Some(")"));
}

#[test]
fn a_shortened_text_says_so() {
    let faces = faces();
    let whole = faces.line("Ann Reed", STYLE).width;
    for (width, expected) in [(whole + 0.1, "Ann Reed"), (whole - 1.0, "Ann Re…"), (1.0, "…")] {
        let line = faces.shortened("Ann Reed", STYLE, width);
        assert_eq!(line.words(), expected, "{width}");
    }
    let line = faces.shortened(&"Ann ".repeat(50_000), STYLE, 100.0);
    assert!(line.words().ends_with('…') && line.width <= 100.0);
}

#[test]
fn glyphs_name_the_text_they_stand_for() {
    let faces = faces();
    for text in ["Ann Reed", "שלום Ann", "ผ้าไหม 12", "a\u{301}é"] {
        let line = faces.line(text, STYLE);
        let mut covered: Vec<usize> = line
            .runs
            .iter()
            .flat_map(|run| &run.glyphs)
            .flat_map(|glyph| glyph.text.clone())
            .collect();
        covered.sort_unstable();
        covered.dedup();
        assert_eq!(covered, (0..text.len()).collect::<Vec<_>>(), "{text}");
    }
}
