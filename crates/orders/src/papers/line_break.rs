//! Where a line of text may end. A small part of the Unicode line breaking rules: spaces, hyphens,
//! and scripts that write no spaces. Thai and its neighbors would need a dictionary, so their words
//! are only divided if they do not fit on a line.

/// Whether a line may end between two characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Break {
    /// They belong together.
    Never,
    /// Only inside a word that is wider than a line.
    InWord,
    /// After a hyphen: in such a word this is better than elsewhere. Other words stay whole,
    /// because many are SKUs and order numbers.
    AfterHyphen,
    Allowed,
}

/// Whether a line may end between `before` and `after`, two characters that follow each other.
pub fn break_between(before: char, after: char) -> Break {
    let joined = is_mark(after) || before == '\u{200d}' || is_glue(before) || is_glue(after);
    if joined || is_space(after) {
        return Break::Never;
    }
    if is_space(before) || before == '\u{200b}' {
        return Break::Allowed;
    }
    if NOT_AT_START.contains(after) || NOT_AT_END.contains(before) {
        return Break::Never;
    }
    if is_ideographic(before) || is_ideographic(after) {
        return Break::Allowed;
    }
    if is_hyphen(before) && after.is_alphanumeric() {
        return Break::AfterHyphen;
    }
    Break::InWord
}

/// Whether the character is a space at which lines end.
pub fn is_space(letter: char) -> bool {
    letter.is_whitespace() && !is_glue(letter)
}

/// Spaces and joiners that keep their neighbors together.
fn is_glue(letter: char) -> bool {
    matches!(letter, '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{2060}')
}

fn is_hyphen(letter: char) -> bool {
    matches!(letter, '-' | '/' | '\u{2010}' | '\u{2012}'..='\u{2014}')
}

/// Accents, joiners, variants and skin tones, which belong to the character before them.
fn is_mark(letter: char) -> bool {
    matches!(
        letter,
        '\u{300}'..='\u{36f}'
            | '\u{1ab0}'..='\u{1aff}'
            | '\u{200c}'..='\u{200d}'
            | '\u{20d0}'..='\u{20ff}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{fe20}'..='\u{fe2f}'
            | '\u{1f3fb}'..='\u{1f3ff}'
            | '\u{e0020}'..='\u{e01ef}'
    )
}

/// Characters of scripts whose lines may end after almost every character. Korean is not among
/// them: it writes spaces, and its words stay whole.
fn is_ideographic(letter: char) -> bool {
    matches!(
        letter,
        '\u{2e80}'..='\u{2fdf}'
            | '\u{3000}'..='\u{30ff}'
            | '\u{3105}'..='\u{312f}'
            | '\u{31a0}'..='\u{31ff}'
            | '\u{3200}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{a000}'..='\u{a4cf}'
            | '\u{f900}'..='\u{faff}'
            | '\u{fe30}'..='\u{fe4f}'
            | '\u{ff01}'..='\u{ff9f}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

/// No line begins with these: closing marks, hyphens, small kana, and Thai signs that follow a
/// letter.
const NOT_AT_START: &str = ")]}.,;:!?%’”»…-/‐–—\
    、。，．・：；？！）］｝」』】〕》〉〗〙ー〜々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ｡､｣･ｰ\
    \u{0e2f}\u{0e30}\u{0e32}\u{0e33}\u{0e45}\u{0e46}\u{0eb0}\u{0eb2}\u{0eb3}\u{0ec6}";

/// No line ends with these: opening marks, and Thai and Lao vowels that precede their letter.
const NOT_AT_END: &str = "([{‘“«$€£¥#（［｛「『【〔《〈〖〘｢\
    \u{0e40}\u{0e41}\u{0e42}\u{0e43}\u{0e44}\u{0ec0}\u{0ec1}\u{0ec2}\u{0ec3}\u{0ec4}";

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with `|` where a line may end, `:` where only a long word may be divided, and `~`
    /// where it is divided best.
    fn marked(text: &str) -> String {
        let mut marked = String::new();
        let mut before = None;
        for letter in text.chars() {
            if let Some(before) = before {
                marked.push_str(match break_between(before, letter) {
                    Break::Never => "",
                    Break::InWord => ":",
                    Break::AfterHyphen => "~",
                    Break::Allowed => "|",
                });
            }
            marked.push(letter);
            before = Some(letter);
        }
        marked
    }

    #[test]
    fn lines_end_where_the_script_allows_it() {
        for (text, expected) in [
            ("ab  cd", "a:b  |c:d"),
            ("AB-12/x", "A:B-~1:2/~x"),
            ("12\u{a0}kg", "1:2\u{a0}k:g"),
            ("(a), b", "(a), |b"),
            ("山田、太郎。", "山|田、|太|郎。"),
            ("「東京」ラーメン", "「東|京」|ラー|メ|ン"),
            ("T恤", "T|恤"),
            ("한국 말", "한:국 |말"),
            ("e\u{301}a", "e\u{301}:a"),
            ("👩\u{200d}🔧👍\u{1f3fd}", "👩\u{200d}🔧:👍\u{1f3fd}"),
            ("ไทยำ", "ไท:ยำ"),
            ("a\u{200b}b", "a:\u{200b}|b"),
            ("$5", "$5"),
        ] {
            assert_eq!(marked(text), expected, "{text}");
        }
    }
}
