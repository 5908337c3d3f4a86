//! Code 128 as `^BC` programs it.

use super::{Bars, LONGEST, from_modules, mod10};
use postroom_base::code128;

/// Encodes `^BC` in one of its modes. The mode `D` prints its text larger than the others.
pub fn code128(data: &str, mode: u8, dots: i32) -> Option<Bars> {
    if data.len() > LONGEST {
        return None;
    }
    let fnc1 = code128::FNC1_CHAR;
    let (codes, text) = match mode {
        b'A' => {
            let contents = data.replace(">8", &fnc1.to_string());
            (automatic(&contents)?, data.replace(">8", ""))
        }
        b'D' => {
            let (contents, text) = element_string(data);
            (automatic(&contents)?, text)
        }
        // The manual fills missing digits on the right.
        b'U' => {
            let digits = super::digits(data, 19);
            let digits = format!("{digits:0<19}");
            let whole = format!("{digits}{}", mod10(&digits));
            (automatic(&format!("{fnc1}{whole}"))?, whole)
        }
        _ => invoked(data),
    };
    Some(Bars {
        widths: from_modules(&code128::modules(&codes), dots),
        text: text.chars().filter(|c| !c.is_control()).collect(),
    })
}

/// The data with a check digit of GS1 at its end. `None` if the data is not a number, or if its mode
/// adds the digit itself. The codes of the data that choose a subset are not part of the number; in
/// subset A pairs of digits are other characters.
pub fn with_check_digit(data: &str, mode: u8) -> Option<String> {
    if matches!(mode, b'D' | b'U') {
        return None;
    }
    let mut number = String::new();
    let mut rest = data.chars();
    while let Some(character) = rest.next() {
        match character {
            '>' => match rest.next()? {
                '8' => {}
                ':' | ';' | '5' | '6' if mode != b'A' => {}
                _ => return None,
            },
            '0'..='9' => number.push(character),
            _ => return None,
        }
    }
    let check = Some(&number).filter(|number| !number.is_empty());
    Some(format!("{data}{}", mod10(check?)))
}

/// The contents and the text of mode D: FNC1 first, and parentheses and spaces only in the text.
/// The check digit of a shipping or trade item number in parentheses (00, 01, 02) is added if it is
/// missing.
fn element_string(data: &str) -> (String, String) {
    let fnc1 = code128::FNC1_CHAR;
    let data = data.replace(">8", &fnc1.to_string());
    let mut text = String::new();
    for (at, part) in data.split('(').enumerate() {
        if at > 0 {
            text.push('(');
        }
        let (value, rest) = match part.find(fnc1) {
            Some(end) => part.split_at(end),
            None => (part, ""),
        };
        text.push_str(value.trim_end());
        let missing = [("00)", 17), ("01)", 13), ("02)", 13)];
        let found = missing.iter().find_map(|(name, count)| {
            let number: String = value.strip_prefix(name)?.chars().filter(|c| *c != ' ').collect();
            let whole = number.len() == *count && number.bytes().all(|b| b.is_ascii_digit());
            (at > 0 && whole).then(|| mod10(&number))
        });
        text.extend(found.and_then(|check| char::from_digit(check, 10)));
        text.push_str(rest);
    }
    let bare: String = text.chars().filter(|c| !matches!(c, '(' | ')' | ' ')).collect();
    let contents = format!("{fnc1}{}", bare.trim_start_matches(fnc1));
    (contents, text.replace(fnc1, ""))
}

/// The codes with subsets chosen by the printer. Control characters need subset A.
fn automatic(contents: &str) -> Option<Vec<u8>> {
    code128::encode(contents).or_else(|| with_controls(contents))
}

/// Codes for text with control characters: the current subset is kept as long as it can.
fn with_controls(contents: &str) -> Option<Vec<u8>> {
    let mut codes = Vec::new();
    let mut subset = None;
    for character in contents.chars() {
        if character == code128::FNC1_CHAR {
            if subset.is_none() {
                subset = Some(Subset::B);
                codes.push(code128::START_B);
            }
            codes.push(code128::FNC1);
            continue;
        }
        let value = u8::try_from(u32::from(character)).ok().filter(|value| *value < 128)?;
        let needs = match (value, subset) {
            (0..=31, _) => Subset::A,
            (96..=127, _) | (_, None) => Subset::B,
            (_, Some(current)) => current,
        };
        if subset != Some(needs) {
            codes.push(match (subset, needs) {
                (None, Subset::A) => code128::START_A,
                (None, _) => code128::START_B,
                (Some(_), Subset::A) => code128::CODE_A,
                (Some(_), _) => code128::CODE_B,
            });
            subset = Some(needs);
        }
        codes.push(if value < 32 { value + 64 } else { value - 32 });
    }
    (!codes.is_empty()).then_some(codes)
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Subset {
    A,
    B,
    C,
}

/// Encodes data with the invocation codes of the normal mode of `^BC`. The default is subset B; in
/// A and C each pair of digits is the value of a character.
pub fn invoked(data: &str) -> (Vec<u8>, String) {
    let mut codes: Vec<u8> = Vec::new();
    let mut text = String::new();
    let mut subset = Subset::B;
    let mut shifted = false;
    let mut rest = data.chars().peekable();
    let begin = |codes: &mut Vec<u8>, subset: Subset| {
        if codes.is_empty() {
            codes.push(match subset {
                Subset::A => code128::START_A,
                Subset::B => code128::START_B,
                Subset::C => code128::START_C,
            });
        }
    };
    while let Some(character) = rest.next() {
        if character == '>' {
            let Some(sign) = rest.next() else { break };
            let switch = match sign {
                '9' | '7' => Some((Subset::A, code128::CODE_A)),
                ':' | '6' => Some((Subset::B, code128::CODE_B)),
                ';' | '5' => Some((Subset::C, code128::CODE_C)),
                _ => None,
            };
            if let Some((to, code)) = switch {
                // A start code in the data adds nothing if its subset is the current one. The other
                // codes of the current subset are FNC4 there.
                if codes.is_empty() {
                    begin(&mut codes, to);
                } else if to != subset || matches!(sign, '6' | '7') {
                    codes.push(code);
                }
                subset = to;
                continue;
            }
            begin(&mut codes, subset);
            match sign {
                '8' => codes.push(code128::FNC1),
                '4' => {
                    codes.push(98);
                    shifted = true;
                }
                '3' => codes.push(97),
                '2' => codes.push(96),
                '1' => codes.push(95),
                '=' => {
                    codes.push(94);
                    text.push('~');
                }
                '<' => {
                    codes.push(62);
                    text.push('^');
                }
                '0' => {
                    codes.push(30);
                    text.push('>');
                }
                _ => {}
            }
            continue;
        }
        match subset {
            Subset::B => {
                let value = u32::from(character);
                let code = match value {
                    0..=31 if shifted => value + 64,
                    32..=127 => value - 32,
                    _ => continue,
                };
                begin(&mut codes, subset);
                codes.extend(u8::try_from(code));
                text.push(character);
                shifted = false;
            }
            Subset::A | Subset::C => {
                // A pair needs two digits: what is no digit is dropped, with the digit before it.
                let Some(tens) = character.to_digit(10) else {
                    continue;
                };
                if rest.peek() == Some(&'>') {
                    continue;
                }
                let Some(units) = rest.next().and_then(|next| next.to_digit(10)) else {
                    continue;
                };
                begin(&mut codes, subset);
                let value = tens * 10 + units;
                codes.extend(u8::try_from(value));
                match subset {
                    // The text of subset A has the characters, not their values.
                    Subset::A if value < 64 => text.extend(char::from_u32(value + 32)),
                    Subset::A => {}
                    _ => text.extend([tens, units].map(|d| char::from_digit(d, 10).unwrap_or('0'))),
                }
            }
        }
    }
    begin(&mut codes, subset);
    (codes, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invocation_codes_choose_the_subset() {
        let check = |data: &str, codes: &[u8], text: &str| {
            assert_eq!(invoked(data), (codes.to_vec(), text.to_owned()), "{data:?}");
        };
        check(">;>8421234", &[105, 102, 42, 12, 34], "421234");
        check("Ab1", &[104, 33, 66, 17], "Ab1");
        check(">:A>5123>6B", &[104, 33, 99, 12, 100, 34], "A12B");
        check("a>0b", &[104, 65, 30, 66], "a>b");
        check("", &[104], "");
        check(">", &[104], "");
        // The manual's example: pairs of digits in subset A spell a word.
        check(">935473637171824", &[103, 35, 47, 36, 37, 17, 18, 24], "CODE128");
        check(">:CODE128", &[104, 35, 47, 36, 37, 17, 18, 24], "CODE128");
        check(">;12x34", &[105, 12, 34], "1234");
        check(">;12x345", &[105, 12, 34], "1234");
        check(">;1x23", &[105, 23], "23");
        check(">:>4\u{9}a", &[104, 98, 73, 65], "\u{9}a");
        check("a>6b", &[104, 65, 100, 66], "ab");
    }

    #[test]
    fn element_strings_have_parentheses_only_in_the_text() {
        let check = |data: &str, contents: &str, text: &str| {
            let contents = contents.replace('#', &code128::FNC1_CHAR.to_string());
            assert_eq!(element_string(data), (contents, text.to_owned()), "{data:?}");
        };
        check("(420) 78704", "#42078704", "(420) 78704");
        check("(10)AB>8(21)7", "#10AB#217", "(10)AB(21)7");
        check("(00)10012345123456789", "#00100123451234567895", "(00)100123451234567895");
        check("(01)0061414112345", "#0100614141123452", "(01)00614141123452");
        check("(01)00614141123452", "#0100614141123452", "(01)00614141123452");
    }

    #[test]
    fn a_number_gets_its_check_digit() {
        let check = |data: &str, mode: u8, expected: Option<&str>| {
            assert_eq!(with_check_digit(data, mode).as_deref(), expected, "{data:?}");
        };
        check("0061414112345", b'N', Some("00614141123452"));
        check(">;>80061414112345", b'N', Some(">;>800614141123452"));
        check(">80061414112345", b'A', Some(">800614141123452"));
        check(">:A1", b'N', None);
        check(">:>01", b'N', None);
        check(">91718", b'N', None);
        check(">;>8", b'N', None);
        check("0061414112345", b'U', None);
        check("(01)0061414112345", b'D', None);
    }

    #[test]
    fn control_characters_use_subset_a() {
        assert_eq!(automatic("A\u{9}b"), Some(vec![104, 33, 101, 73, 100, 66]));
        assert_eq!(automatic("\u{9}AB"), Some(vec![103, 73, 33, 34]));
        assert_eq!(automatic("é"), None);
    }
}
