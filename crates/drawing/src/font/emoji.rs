//! Emoji: pictures among the letters. A typeface for text has none of them, and a line reads well
//! without them.

/// Whether the character is an emoji or a part of one.
pub fn is_emoji(letter: char) -> bool {
    matches!(
        letter,
        '\u{1f000}'..='\u{1faff}'
            | '\u{2600}'..='\u{27bf}'
            | '\u{231a}'..='\u{231b}'
            | '\u{23e9}'..='\u{23fa}'
            | '\u{2b05}'..='\u{2b07}'
            | '\u{2b1b}'..='\u{2b1c}'
            | '\u{2b50}'
            | '\u{2b55}'
            // The frame of a key, and the letters of a flag's region.
            | '\u{20e3}'
            | '\u{e0020}'..='\u{e007f}'
    )
}
