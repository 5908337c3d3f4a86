//! Encodes the text of a MaxiCode as codewords of its five character sets.

/// More characters than any symbol holds.
const LONGEST: usize = 200;

/// The characters of sets A and B from value 34 on.
const REST_OF_A: &str = "\"#$%&'()*+,-./0123456789:";
const REST_OF_B: &str = "}~\u{7f};<=>?[\\]^_ ,./:@!|";
/// The characters of sets C, D and E from values 32, 32 and 35 on.
const REST_OF_C: &str =
    "ÛÜÝÞßª¬±²³µ¹º¼½¾\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}";
const REST_OF_D: &str =
    "ûüýþÿ¡¨«¯°´·¸»¿\u{8a}\u{8b}\u{8c}\u{8d}\u{8e}\u{8f}\u{90}\u{91}\u{92}\u{93}\u{94}";
const REST_OF_E: &str =
    "\u{1f}\u{9f}\u{a0}¢£¤¥¦§©\u{ad}®¶\u{95}\u{96}\u{97}\u{98}\u{99}\u{9a}\u{9b}\u{9c}\u{9d}\u{9e}";

/// The first set that contains a character, counted from A, and the character's value in it.
pub fn value(character: char) -> Option<(u8, u8)> {
    let within = |rest: &str, from: u8| {
        let at = rest.chars().position(|held| held == character)?;
        u8::try_from(at).ok().map(|at| from + at)
    };
    let code = u32::from(character);
    let from = |first: u32| u8::try_from(code - first).unwrap_or(0);
    match character {
        '\r' => Some((0, 0)),
        'A'..='Z' => Some((0, 1 + from(65))),
        '\u{1c}'..='\u{1e}' => Some((0, 28 + from(0x1c))),
        ' ' => Some((0, 32)),
        '`'..='z' => Some((1, from(96))),
        '{' => Some((1, 32)),
        'À'..='Ú' => Some((2, from(0xc0))),
        'à'..='ú' => Some((3, from(0xe0))),
        '\0'..='\u{1a}' => Some((4, from(0))),
        '\u{1b}' => Some((4, 30)),
        _ => (within(REST_OF_A, 34).map(|value| (0, value)))
            .or_else(|| within(REST_OF_B, 34).map(|value| (1, value)))
            .or_else(|| within(REST_OF_C, 32).map(|value| (2, value)))
            .or_else(|| within(REST_OF_D, 32).map(|value| (3, value)))
            .or_else(|| within(REST_OF_E, 35).map(|value| (4, value))),
    }
}

/// The value in set B of a character whose first set is A, if B contains it too.
fn value_in_b(character: char) -> Option<u8> {
    match character {
        '\u{1c}'..='\u{1e}' => value(character).map(|(_, value)| value),
        _ => {
            let at = REST_OF_B.chars().position(|held| held == character)?;
            u8::try_from(at).ok().map(|at| 34 + at)
        }
    }
}

/// Encodes a text with the fewest codewords. Encoding starts in set A. In sets A and B, a shift
/// codeword encodes one character of another set, a latch switches between A and B, and nine
/// digits can be packed into six codewords.
pub fn encoded(text: &str) -> Option<Vec<u8>> {
    const DIGITS: u8 = 31;
    const SHIFT: u8 = 59;
    const CHANGE: u8 = 63;
    let characters: Vec<char> = text.chars().collect();
    if characters.len() > LONGEST {
        return None;
    }
    // The shortest encoding up to each position, ending in set A and in set B.
    let mut best: Vec<[Option<Vec<u8>>; 2]> = vec![[None, None]; characters.len() + 1];
    *best.first_mut()? = [Some(Vec::new()), None];
    for at in 0..=characters.len() {
        let [a, b] = best.get(at)?.clone();
        let changed = |way: &Option<Vec<u8>>| {
            let way = way.as_ref()?;
            Some(way.iter().copied().chain([CHANGE]).collect::<Vec<u8>>())
        };
        let ways = [shorter(a.clone(), changed(&b)), shorter(b, changed(&a))];
        *best.get_mut(at)? = ways.clone();
        let Some(character) = characters.get(at).copied() else {
            break;
        };
        let (set, value) = value(character)?;
        for (in_b, way) in ways.into_iter().enumerate() {
            let Some(way) = way else { continue };
            let here = match (set, in_b) {
                (0, 0) | (1, 1) => Some(value),
                (0, _) => value_in_b(character),
                _ => None,
            };
            let words = match here {
                Some(value) => vec![value],
                // 59 shifts to the other one of A and B, 60 to 62 to C, D and E.
                None if set < 2 => vec![SHIFT, value],
                None => vec![SHIFT + set - 1, value],
            };
            extend(&mut best, at + 1, in_b, &way, &words);
            if let Some(number) = nine_digits(&characters, at) {
                let words = (0..5).rev().map(|part| (number >> (6 * part) & 63) as u8);
                let words: Vec<u8> = [DIGITS].into_iter().chain(words).collect();
                extend(&mut best, at + 9, in_b, &way, &words);
            }
        }
    }
    let [a, b] = best.pop()?;
    shorter(a, b)
}

fn shorter(one: Option<Vec<u8>>, other: Option<Vec<u8>>) -> Option<Vec<u8>> {
    match (one, other) {
        (Some(one), Some(other)) => Some(if other.len() < one.len() { other } else { one }),
        (one, other) => one.or(other),
    }
}

fn extend(best: &mut [[Option<Vec<u8>>; 2]], at: usize, in_b: usize, way: &[u8], words: &[u8]) {
    if let Some(place) = best.get_mut(at).and_then(|ways| ways.get_mut(in_b)) {
        let longer = [way, words].concat();
        *place = shorter(place.take(), Some(longer));
    }
}

fn nine_digits(characters: &[char], at: usize) -> Option<u32> {
    let nine = characters.get(at..at + 9)?;
    nine.iter().try_fold(0, |number: u32, digit| Some(number * 10 + digit.to_digit(10)?))
}
