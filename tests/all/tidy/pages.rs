//! The pages that are read as a whole stay short, and their sentences too.

use std::fs;

use crate::source_files::root;

/// A longer sentence is two.
const MOST_WORDS: usize = 30;
/// A cell with more to say is a paragraph, below the table or on a page of its own.
const MOST_SENTENCES_OF_A_CELL: usize = 3;

#[test]
fn the_map_of_the_code_is_read_in_one_go() {
    is_no_longer_than("docs/ARCHITECTURE.md", 400);
}

#[test]
fn a_version_is_told_on_one_page() {
    is_no_longer_than("CHANGELOG.md", 80);
}

#[test]
fn pages_about_the_code_have_short_sentences_and_cells() {
    for name in ["docs/ARCHITECTURE.md", "docs/dependencies.md"] {
        let faults = hard_to_read(&page(name));
        assert!(faults.is_empty(), "{name}: {faults:#?}");
    }
}

#[test]
fn long_sentences_and_full_cells_are_seen() {
    let words = |count: usize| vec!["word"; count].join(" ");
    let of_sentence = |count: usize| hard_to_read(&format!("- {}.\n", words(count)));
    assert!(of_sentence(MOST_WORDS).is_empty());
    assert_eq!(of_sentence(MOST_WORDS + 1), ["line 1: a sentence of 31 words"]);
    let wrapped = format!("Short.\n\n1. {}\n   {}\n2. Next\n", words(20), words(20));
    assert_eq!(hard_to_read(&wrapped), ["line 3: a sentence of 40 words"]);
    assert!(hard_to_read(&format!("```\n{}\n```\n", words(40))).is_empty());
    assert!(hard_to_read("| One. | Two. Three! Four? |\n").is_empty());
    let barred = hard_to_read("| One. Two \\| three. Four. Five. |\n");
    assert_eq!(barred, ["line 1: a cell of 4 sentences"]);
    let full = hard_to_read("| a | One *two.* Three (four.) `Five.` six |\n");
    assert_eq!(full, ["line 1: a cell of 4 sentences"]);
}

fn page(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap()
}

fn is_no_longer_than(name: &str, most: usize) {
    let lines = page(name).lines().count();
    assert!(lines <= most, "{name} has {lines} lines, at most {most}");
}

fn hard_to_read(page: &str) -> Vec<String> {
    let mut faults = Vec::new();
    for piece in pieces(page) {
        let (line, sentences) = (piece.line, words_of_sentences(&piece.text));
        let longest = sentences.iter().max().copied().unwrap_or_default();
        if longest > MOST_WORDS {
            faults.push(format!("line {line}: a sentence of {longest} words"));
        }
        if piece.is_cell && sentences.len() > MOST_SENTENCES_OF_A_CELL {
            faults.push(format!("line {line}: a cell of {} sentences", sentences.len()));
        }
    }
    faults
}

/// A heading, a paragraph, an item of a list or a cell of a table: no sentence goes beyond it.
struct Piece {
    /// The line in which it begins.
    line: usize,
    text: String,
    is_cell: bool,
}

/// The pieces of a page of Markdown, without its blocks of code.
fn pieces(page: &str) -> Vec<Piece> {
    let mut found: Vec<Piece> = Vec::new();
    let (mut goes_on, mut is_code) = (false, false);
    for (at, text) in page.lines().enumerate() {
        let (line, text) = (at + 1, text.trim());
        if text.starts_with("```") {
            (goes_on, is_code) = (false, !is_code);
        } else if is_code || text.is_empty() {
            goes_on = false;
        } else if let Some(row) = text.strip_prefix('|') {
            // A bar behind a backslash is one of the text.
            let row = row.replace("\\|", "");
            let cells = row.split('|').map(str::to_owned);
            found.extend(cells.map(|text| Piece { line, text, is_cell: true }));
            goes_on = false;
        } else {
            let is_heading = text.starts_with('#');
            match found.last_mut().filter(|_| goes_on && !is_heading && !is_item(text)) {
                Some(piece) => {
                    piece.text.push(' ');
                    piece.text.push_str(text);
                }
                None => found.push(Piece { line, text: text.to_owned(), is_cell: false }),
            }
            goes_on = !is_heading;
        }
    }
    found
}

fn is_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    line.starts_with("- ") || line.starts_with("* ") || rest != line && rest.starts_with(". ")
}

/// How many words each sentence has. It ends at a period, a question mark or an exclamation mark
/// before a space, and never at a colon or a semicolon.
fn words_of_sentences(text: &str) -> Vec<usize> {
    let mut sentences = Vec::new();
    let mut words = 0;
    for word in text.split_whitespace() {
        words += usize::from(word.contains(char::is_alphanumeric));
        let bare = word.trim_end_matches(['*', '_', '`', ')', ']', '"', '\'', '”', '’']);
        if bare.ends_with(['.', '?', '!']) {
            sentences.push(std::mem::take(&mut words));
        }
    }
    sentences.push(words);
    sentences.retain(|words| *words > 0);
    sentences
}
