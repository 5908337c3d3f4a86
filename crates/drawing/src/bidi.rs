//! Visual order of lines that mix right-to-left words, such as Hebrew and Arabic, with
//! left-to-right words and numbers. The order follows the Unicode bidirectional algorithm.

use std::borrow::Cow;

use unicode_bidi::{BidiInfo, Level};

/// The embedding level of every byte of a line. A line that starts with a right-to-left letter runs
/// right to left as a whole. Line breaks in it are treated as ordinary characters.
pub fn levels(line: &str) -> Vec<Level> {
    BidiInfo::new(line, None).levels
}

/// The mirrored bracket, as it appears in right-to-left text.
pub fn mirrored(letter: char) -> char {
    match letter {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        other => other,
    }
}

/// Whether the line may contain right-to-left letters: all characters below Hebrew are left to
/// right.
pub fn may_contain_rtl(line: &str) -> bool {
    line.chars().any(|letter| letter >= '\u{590}')
}

/// The words of a line in visual order from the left, for a renderer that shapes the letters of
/// each word but places the words one after the other. For display only: text that is copied,
/// searched or read aloud stays in logical order.
pub fn visual_order(line: &str) -> Cow<'_, str> {
    if !may_contain_rtl(line) {
        return Cow::Borrowed(line);
    }
    let info = BidiInfo::new(line, None);
    if !info.has_rtl() {
        return Cow::Borrowed(line);
    }
    let mut words: Vec<(Level, &str)> = Vec::new();
    for (range, level) in same_level(line, &info.levels) {
        let text = line.get(range).unwrap_or_default();
        if level.is_rtl() {
            words.extend(pieces(text).into_iter().map(|word| (level, word)));
        } else {
            words.push((level, text));
        }
    }
    let levels: Vec<Level> = words.iter().map(|(level, _)| *level).collect();
    BidiInfo::reorder_visual(&levels)
        .into_iter()
        .filter_map(|at| words.get(at))
        .flat_map(|(level, word)| {
            let alone = level.is_rtl() && word.chars().count() == 1;
            let turn = move |letter| if alone { mirrored(letter) } else { letter };
            word.chars().map(turn)
        })
        .collect::<String>()
        .into()
}

fn same_level(line: &str, levels: &[Level]) -> Vec<(std::ops::Range<usize>, Level)> {
    let mut runs: Vec<(std::ops::Range<usize>, Level)> = Vec::new();
    for (at, letter) in line.char_indices() {
        let level = levels.get(at).copied().unwrap_or(Level::ltr());
        let end = at + letter.len_utf8();
        match runs.last_mut() {
            Some((range, last)) if *last == level => range.end = end,
            _ => runs.push((at..end, level)),
        }
    }
    runs
}

/// Splits text into words and the single characters that separate them.
fn pieces(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut from = 0;
    for (at, letter) in text.char_indices() {
        let between = letter.is_whitespace() || letter.is_ascii_punctuation();
        // Separators in the window's texts, and Arabic commas.
        let sign = matches!(letter, '«' | '»' | '…' | '·' | '–' | '“' | '”' | '،' | '؛');
        if between || sign {
            found.extend(text.get(from..at));
            from = at + letter.len_utf8();
            found.extend(text.get(at..from));
        }
    }
    found.extend(text.get(from..));
    found.retain(|piece| !piece.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_as_they_are_seen() {
        for (spoken, seen) in [
            ("Ann Reed", "Ann Reed"),
            ("山田 太郎", "山田 太郎"),
            ("דוד כהן", "כהן דוד"),
            ("דוד כהן 12", "12 כהן דוד"),
            ("Apt 5, דוד כהן", "Apt 5, כהן דוד"),
            ("שלום 12 Main St", "Main St 12 שלום"),
            ("דוד (כהן), Tel Aviv", "Tel Aviv ,(כהן) דוד"),
            ("محمد علي", "علي محمد"),
            ("", ""),
        ] {
            assert_eq!(visual_order(spoken), seen, "{spoken}");
        }
    }

    #[test]
    fn a_line_without_leftward_words_is_not_copied() {
        assert!(matches!(visual_order("Žofie 東京"), Cow::Borrowed(_)));
    }
}
