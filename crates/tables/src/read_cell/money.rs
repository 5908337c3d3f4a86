//! Amounts of money of a cell: `$1,234.50`, `1.234,50 €`, `USD 12`, `(3.00)`.

use super::number::{NumberReading, read_number};
use super::plain_text;
use crate::mapping::DecimalMark;
use crate::sheet::Cell;
use crate::word_lists::key_of;
use postroom_base::geography;
use postroom_base::money::{Amount, Currency};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoneyReading {
    Blank,
    Read {
        amount: Amount,
        /// What the cell names.
        currency: Option<Currency>,
    },
    /// A number with two readings, such as `1,250`.
    TwoReadings,
    /// A sign of several currencies, such as `kr`, and none of them is likely.
    SharedSign,
    Unreadable,
}

/// Reads an amount. `likely` is the currency of the column: it decides which dollar `$` is.
/// `decimal` is used if the number has two readings.
pub fn read_money(
    cell: &Cell,
    likely: Option<Currency>,
    decimal: Option<DecimalMark>,
) -> MoneyReading {
    let (text, decimal) = match cell {
        Cell::Empty => return MoneyReading::Blank,
        Cell::Number(digits) => (digits.as_str(), Some(DecimalMark::Point)),
        Cell::Text(_) => (plain_text(cell), decimal),
        Cell::Date(_) | Cell::Error(_) => return MoneyReading::Unreadable,
    };
    if text.is_empty() {
        return MoneyReading::Blank;
    }
    let Some(parts) = split_amount(text) else {
        return MoneyReading::Unreadable;
    };
    let mut currency = None;
    for word in [parts.before, parts.after] {
        match named_currency(word, likely) {
            Named::Nothing => {}
            // Of `$12 CAD`, the code says more than the sign, whichever stands first.
            Named::Currency(found) if currency.is_none() || is_code(word) => currency = Some(found),
            Named::Currency(_) => {}
            Named::Shared => return MoneyReading::SharedSign,
            Named::Unknown => return MoneyReading::Unreadable,
        }
    }
    match read_number(parts.number, decimal) {
        NumberReading::Read { digits, .. } => match Amount::from_wire(&digits) {
            Ok(amount) => MoneyReading::Read {
                amount: if parts.negative { amount.negated() } else { amount },
                currency,
            },
            Err(_) => MoneyReading::Unreadable,
        },
        NumberReading::Unclear => MoneyReading::TwoReadings,
        NumberReading::Unreadable => MoneyReading::Unreadable,
    }
}

/// The number of an amount, without its sign and its currency.
pub fn number_of_amount(text: &str) -> Option<&str> {
    split_amount(text).map(|parts| parts.number)
}

struct AmountParts<'a> {
    negative: bool,
    before: &'a str,
    number: &'a str,
    after: &'a str,
}

fn split_amount(text: &str) -> Option<AmountParts<'_>> {
    let text = text.trim();
    let in_brackets = text.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
    let text = in_brackets.unwrap_or(text);
    let first = text.find(|c: char| c.is_ascii_digit())?;
    let last = text.rfind(|c: char| c.is_ascii_digit())?;
    // `.50` begins with its decimal mark; the point of `Fr. 50` does not touch the digits.
    let before = text.get(..first)?;
    let start = match before.strip_suffix(['.', ',']) {
        Some(rest) if !rest.ends_with(char::is_alphabetic) => rest.len(),
        _ => first,
    };
    let (before, number) = (text.get(..start)?, text.get(start..=last)?);
    let after = text.get(last + 1..)?;
    // `12.-` and `12,–` have no cents.
    let no_cents = [".-", ",-", ".–", ",–", ".—", ",—"];
    let after = no_cents.iter().find_map(|it| after.strip_prefix(it)).unwrap_or(after);
    let is_minus = |c: char| matches!(c, '-' | '−' | '–');
    let minus = before.contains(is_minus) || after.contains(is_minus);
    let is_around = |c: char| is_minus(c) || c == '+' || c.is_whitespace();
    let (before, after) = (before.trim_matches(is_around), after.trim_matches(is_around));
    let after = after.strip_prefix(['.', ',']).unwrap_or(after).trim_start();
    Some(AmountParts { negative: minus || in_brackets.is_some(), before, number, after })
}

enum Named {
    Nothing,
    Currency(Currency),
    Shared,
    Unknown,
}

fn is_code(word: &str) -> bool {
    word.len() == 3 && word.bytes().all(|b| b.is_ascii_alphabetic())
}

/// The currency that a sign or a code names. A sign of several currencies, such as `kr`, names one
/// only if the column is likely to be of it.
fn named_currency(word: &str, likely: Option<Currency>) -> Named {
    let code = match word {
        "" => return Named::Nothing,
        "$" => return shared_sign(&DOLLARS, likely, Some("USD")),
        "¥" | "￥" => return shared_sign(&["JPY", "CNY"], likely, None),
        "kr" | "kr." | "Kr" | "Kr." => {
            return shared_sign(&["SEK", "NOK", "DKK", "ISK"], likely, None);
        }
        word => key_of("currency sign", word).unwrap_or(word),
    };
    currency_of_code(code).map_or(Named::Unknown, Named::Currency)
}

const DOLLARS: [&str; 13] =
    ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "TWD", "MXN", "ARS", "CLP", "COP", "BBD", "JMD"];

fn shared_sign(codes: &[&str], likely: Option<Currency>, usual: Option<&str>) -> Named {
    let likely = likely.filter(|it| codes.contains(&it.code()));
    match likely.or_else(|| usual.and_then(Currency::parse)) {
        Some(currency) => Named::Currency(currency),
        None => Named::Shared,
    }
}

/// The currency of a three-letter code that some country uses.
pub fn currency_of_code(word: &str) -> Option<Currency> {
    let currency = Currency::parse(word)?;
    let usual = ["USD", "EUR", "GBP", "CAD", "AUD", "JPY"];
    let known = usual.contains(&currency.code())
        || geography::countries().iter().any(|country| country.currency == currency.code());
    known.then_some(currency)
}

/// The currency that a heading names: `Price (EUR)`, `total_usd`, `Amount €`.
pub fn currency_of_heading(heading: &str) -> Option<Currency> {
    let sign = [("€", "EUR"), ("£", "GBP"), ("US$", "USD")];
    if let Some((_, code)) = sign.iter().find(|(sign, _)| heading.contains(sign)) {
        return Currency::parse(code);
    }
    let words = heading.split(|c: char| !c.is_alphanumeric());
    let is_upper = |word: &str| word.bytes().all(|b| b.is_ascii_uppercase());
    let mut codes = words.filter(|word| is_code(word) && (is_upper(word) || *word == "usd"));
    // These codes are also words of headings.
    let also_words = ["ALL", "CUP", "MOP", "PEN", "TOP", "TRY"];
    codes.find_map(|word| currency_of_code(word).filter(|_| !also_words.contains(&word)))
}

#[cfg(test)]
mod tests;
