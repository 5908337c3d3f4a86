//! Lines whose words run leftward, as Hebrew and Arabic do, beside words and numbers that do
//! not: who stands where is told by the Unicode bidirectional algorithm.

use unicode_bidi::{BidiInfo, Level};

/// The level of every byte of a line. A line that begins with a leftward letter runs leftward
/// as a whole. Line breaks inside are taken as they come.
pub fn levels(line: &str) -> Vec<Level> {
    BidiInfo::new(line, None).levels
}

/// A bracket as it looks in leftward text.
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
