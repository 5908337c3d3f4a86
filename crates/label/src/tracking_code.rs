//! How carriers write a tracking number into the codes of a label: alone, with routing before it, or
//! as one field of a longer message.

#[cfg(test)]
mod tests;

use super::Barcode;

/// The codes of carriers that hold more than the tracking number. What is between brackets is the
/// number; `d5` stands for five digits, `x5` for five letters or digits, `x5-9` for five to nine, and
/// other words for themselves. Codes are compared without spaces and signs, such as the `%` of DPD.
///
/// Sources, in the order of the rows:
/// - USPS: Publication 199, "Intelligent Mail Package Barcode": 420 and a ZIP code of five or nine
///   digits, then the number, mostly of 20 to 34 digits.
/// - FedEx: "Ground Package Label Specification": 34 digits that begin with 96 and end with a number
///   of 12 digits, and 22 digits that begin with 96 and end with one of 15. "ASTRA bar code" of Express:
///   34 digits that begin with 100, and the older 32 digits, with the form id after the number, as in the PDF417.
/// - DPD: "Paketschein-Spezifikation" 2.4: postcode, number, service and country; the check character
///   is only in the readable line.
/// - GLS: the parcel number of 11 digits with its check digit.
/// - Australia Post: "eParcel barcode": routing, product, then the article, which begins with the
///   consignment; on newer labels the article is a GS1 element (91) after the product (01).
/// - GS1 "General Specifications", 3.2: serial shipping container code (00), alone or after a postcode
///   (420) or contents (02, 37), serial number (21), internal number (91), consignment (401) and
///   shipment (402).
/// - ANSI MH10.8.2 and ISO/IEC 15459: licence plates with the data identifiers J and 1J to 6J, as DHL
///   writes them.
///
/// UPS ("Guide to Labeling": 1Z and 16 characters) divides the number among the fields of a MaxiCode, see
/// [`of_ups`], and writes it alone in lines. Royal Mail, Canada Post, PostNL and Deutsche Post write the
/// number alone, or as a whole field of a Data Matrix.
const WRITINGS: [&str; 22] = [
    "420 d5 [ d8-34 ]",
    "420 d9 [ d8-34 ]",
    "96 d20 [ d12 ]",
    "96 d5 [ d15 ]",
    "100 d19 [ d12 ]",
    "d16 [ d12 ] d4",
    "[ d12 ] d4",
    "x7 [ d14 ] d6",
    "x7 [ d14 ] d6 x1",
    "[ d11 ] d1",
    "997 d5 [ x16 ]",
    "997 d5 [ x10 ] x6",
    "01 d14 91 [ x10-30 ]",
    "01 d14 91 [ x10 ] x11-13",
    "00 [ d18 ]",
    "420 d5 00 [ d18 ]",
    "02 d14 37 d1-8 00 [ d18 ]",
    "21 [ x8-20 ]",
    "91 [ x8-30 ]",
    "401 [ x8-30 ]",
    "402 [ d17 ]",
    "J [ x10-35 ]",
];

/// Numbers that are shorter can be a part of a message by chance: a ZIP code, a date.
const LEAST_NUMBER: usize = 8;

/// What a code says about the number that it should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holding {
    Number,
    /// Another number of the same kind: that of another parcel.
    WrongNumber,
    /// Something else.
    Other,
}

/// Compares a code with the numbers of a parcel: its tracking number, and its barcode if the service
/// gives one.
pub fn holding(barcode: &Barcode, numbers: &[&str]) -> Holding {
    let wanted: Vec<String> = numbers.iter().flat_map(|number| spellings(number)).collect();
    let whole = bare(&barcode.text);
    let parts = parts(&barcode.text);
    let is_part = |number: &String| number.len() >= LEAST_NUMBER && parts.contains(number);
    if wanted.iter().any(|number| *number == whole || is_part(number)) {
        return Holding::Number;
    }
    let is_wrong = |part: &String| {
        let may_be = |number: &String| barcode.is_linear() || is_close(part, number);
        wanted.iter().any(|number| is_another(part, number) && may_be(number))
    };
    match is_wrong(&whole) || parts.iter().any(is_wrong) {
        true => Holding::WrongNumber,
        false => Holding::Other,
    }
}

/// The number as its carrier can write it in a code.
fn spellings(number: &str) -> Vec<String> {
    let bare = bare(number);
    let shorter = match bare.as_bytes() {
        [] => return Vec::new(),
        // The readable line of DHL has the data identifier of the licence plate.
        [b'J', b'J', ..] => bare.get(1..),
        // The application identifier of GS1.
        [b'0', b'0', ..] if bare.len() == 20 && has_right_check(&bare) == Some(true) => {
            bare.get(2..)
        }
        // The readable line of DPD has a check character (ISO/IEC 7064, MOD 37,36).
        [.., check] if bare.len() == 15 => {
            bare.get(..14).filter(|number| check_37_36(number) == Some(*check))
        }
        _ => None,
    };
    let shorter = shorter.map(str::to_owned);
    std::iter::once(bare).chain(shorter).collect()
}

/// The fields of a message and the numbers that [`WRITINGS`] finds in them.
fn parts(text: &str) -> Vec<String> {
    let is_separator =
        |sign: char| sign.is_control() || matches!(sign, '|' | ';' | ',' | '(' | ')' | '/' | '=');
    let fields: Vec<String> = text.split(is_separator).map(bare).collect();
    let mut parts: Vec<String> = fields.windows(4).filter_map(of_ups).collect();
    let texts = fields.into_iter().chain([bare(text)]).filter(|field| !field.is_empty());
    for field in texts {
        parts.extend(WRITINGS.iter().filter_map(|writing| number_in(&field, writing)));
        parts.push(field);
    }
    parts
}

/// The number in four fields of a MaxiCode of UPS: class of service, 1Z with the end of the number, UPSN,
/// and the shipper ("Guide to Labeling", appendix on MaxiCode).
fn of_ups(fields: &[String]) -> Option<String> {
    let [class, end, code, shipper] = fields else {
        return None;
    };
    let (class, end) = (class.strip_prefix('0')?, end.strip_prefix("1Z")?);
    let is_number = code == "UPSN" && class.len() == 2 && end.len() == 8 && shipper.len() == 6;
    is_number.then(|| format!("1Z{shipper}{class}{end}"))
}

/// The part of the text that the pattern has between brackets, if the text is written like that. At
/// most one word of a pattern has a variable length.
fn number_in(text: &str, pattern: &str) -> Option<String> {
    let words = || pattern.split(' ').filter(|word| !matches!(*word, "[" | "]")).map(Word::of);
    let least: usize = words().map(|word| word.least).sum();
    let mut slack = text.len().checked_sub(least)?;
    let (mut rest, mut number, mut is_number) = (text, String::new(), false);
    for word in pattern.split(' ') {
        if matches!(word, "[" | "]") {
            is_number = word == "[";
            continue;
        }
        let word = Word::of(word);
        let more = slack.min(word.most - word.least);
        slack -= more;
        let (own, after) = rest.split_at_checked(word.least + more)?;
        if !word.kind.takes(own) {
            return None;
        }
        if is_number {
            number.push_str(own);
        }
        rest = after;
    }
    rest.is_empty().then_some(number)
}

/// One word of a pattern in [`WRITINGS`].
struct Word<'a> {
    kind: Kind<'a>,
    least: usize,
    most: usize,
}

enum Kind<'a> {
    Digits,
    Letters,
    Itself(&'a str),
}

impl<'a> Word<'a> {
    fn of(word: &'a str) -> Self {
        let (kind, counts) = match word.split_at_checked(1) {
            Some(("d", counts)) => (Kind::Digits, counts),
            Some(("x", counts)) => (Kind::Letters, counts),
            _ => return Self { kind: Kind::Itself(word), least: word.len(), most: word.len() },
        };
        let (least, most) = counts.split_once('-').unwrap_or((counts, counts));
        let count = |text: &str| text.parse().unwrap_or(0);
        Self { kind, least: count(least), most: count(most) }
    }
}

impl Kind<'_> {
    fn takes(&self, text: &str) -> bool {
        match self {
            Self::Digits => text.bytes().all(|byte| byte.is_ascii_digit()),
            Self::Letters => true,
            Self::Itself(word) => text == *word,
        }
    }
}

/// Whether the two have digits and letters at the same places.
fn is_another(part: &str, number: &str) -> bool {
    let kind = |byte: &u8| byte.is_ascii_digit();
    part.len() == number.len()
        && part.bytes().map(|b| kind(&b)).eq(number.bytes().map(|b| kind(&b)))
}

/// Whether a field of a message, which could be anything that looks alike, is a number of its kind:
/// its check digit is right, or only one character differs.
fn is_close(part: &str, number: &str) -> bool {
    let differing = part.bytes().zip(number.bytes()).filter(|(a, b)| a != b).count();
    number.len() >= LEAST_NUMBER && (differing == 1 || has_right_check(part) == Some(true))
}

/// Whether the check digit is right, if the rule of the carrier is known.
///
/// Rules: UPS "Guide to Labeling" (1Z); UPU standard S10; DHL Express (the remainder of the first nine
/// digits by 7); FedEx Express (weights 3, 1, 7 modulo 11); GS1 "General Specifications", 7.9, which
/// USPS, FedEx Ground and Canada Post use too.
fn has_right_check(number: &str) -> Option<bool> {
    let digits: Option<Vec<u32>> = number.chars().map(|sign| sign.to_digit(10)).collect();
    let weighted = |digits: &[u32], weights: &[u32]| -> u32 {
        digits.iter().zip(weights.iter().cycle()).map(|(digit, weight)| digit * weight).sum()
    };
    let Some(digits) = digits else {
        return match number.as_bytes() {
            [b'1', b'Z', body @ .., check] if body.len() == 15 => {
                let value = |byte: &u8| match byte {
                    b'0'..=b'9' => u32::from(byte - b'0'),
                    _ => u32::from(byte.saturating_sub(63)) % 10,
                };
                let body: Vec<u32> = body.iter().map(value).collect();
                Some((10 - weighted(&body, &[1, 2]) % 10) % 10 == value(check))
            }
            [a, b, body @ .., c, d]
                if body.len() == 9 && [a, b, c, d].iter().all(|byte| byte.is_ascii_uppercase()) =>
            {
                let body: Option<Vec<u32>> =
                    body.iter().map(|byte| char::from(*byte).to_digit(10)).collect();
                let body = body?;
                let (check, serial) = body.split_last()?;
                let rest = 11 - weighted(serial, &[8, 6, 4, 2, 3, 5, 9, 7]) % 11;
                Some(match rest {
                    10 => *check == 0,
                    11 => *check == 5,
                    rest => *check == rest,
                })
            }
            _ => None,
        };
    };
    let (check, body) = digits.split_last()?;
    let right = match digits.len() {
        10 => body.iter().fold(0, |rest, digit| (rest * 10 + digit) % 7),
        12 => weighted(body, &[3, 1, 7]) % 11 % 10,
        15 | 16 | 18 | 20 | 22 | 26 | 30 | 34 => {
            let body: Vec<u32> = body.iter().rev().copied().collect();
            (10 - weighted(&body, &[3, 1]) % 10) % 10
        }
        _ => return None,
    };
    Some(right == *check)
}

/// The check character of ISO/IEC 7064, MOD 37,36, which DPD uses.
fn check_37_36(text: &str) -> Option<u8> {
    const SIGNS: &[u8; 36] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut product = 36;
    for sign in text.bytes() {
        let value = SIGNS.iter().position(|known| *known == sign)?;
        let sum = (product + value) % 36;
        product = if sum == 0 { 36 } else { sum } * 2 % 37;
    }
    SIGNS.get((37 - product) % 36).copied()
}

fn bare(text: &str) -> String {
    let kept = text.chars().filter(char::is_ascii_alphanumeric);
    kept.map(|sign| sign.to_ascii_uppercase()).collect()
}
