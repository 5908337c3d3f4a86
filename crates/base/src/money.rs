//! Exact amounts of money. An [`Amount`] counts millionths of a currency unit in an `i64`: sums are
//! exact in memory and in SQLite's integers, and floating point is never used for prices. [`Money`]
//! is an amount with its currency.
//!
//! In JSON an amount is a number (section 2: `number`). Some servers write numbers as strings, so
//! both are read. It is always written as a number, in the shortest form.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

const SCALE: i64 = 1_000_000;
const SCALE_DIGITS: usize = 6;

/// Millionths of a currency unit; negative for a debit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Amount(i64);

impl Amount {
    pub const ZERO: Self = Self(0);

    pub const fn from_cents(cents: i64) -> Self {
        Self(cents * (SCALE / 100))
    }

    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    pub const fn micros(self) -> i64 {
        self.0
    }

    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    pub fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// `None` if the sum exceeds the range of about ±9.2 × 10¹² units.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    pub fn checked_mul(self, factor: i64) -> Option<Self> {
        self.0.checked_mul(factor).map(Self)
    }

    pub fn abs(self) -> Self {
        Self(self.0.saturating_abs())
    }

    pub fn negated(self) -> Self {
        Self(self.0.saturating_neg())
    }

    /// Rounds to cents, halves away from zero, as price lists do.
    pub fn round_to_cents(self) -> Self {
        let cent = SCALE / 100;
        let half = if self.0 < 0 { -cent / 2 } else { cent / 2 };
        Self(self.0.saturating_add(half) / cent * cent)
    }

    /// The sum of many amounts; `None` on overflow.
    pub fn total(amounts: impl IntoIterator<Item = Self>) -> Option<Self> {
        amounts.into_iter().try_fold(Self::ZERO, |sum, next| sum.checked_add(next))
    }

    /// The value as a float, for charts only. Never use it for arithmetic that ends in a price.
    #[allow(clippy::cast_precision_loss)]
    pub fn for_plotting(self) -> f64 {
        self.0 as f64 / SCALE as f64
    }
}

/// Decimal text with at least two places: `7.90`, `-0.05`, `0.125`.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let whole = self.0.unsigned_abs() / SCALE.unsigned_abs();
        let micros = self.0.unsigned_abs() % SCALE.unsigned_abs();
        let digits = format!("{micros:06}");
        let (cents, rest) = digits.split_at_checked(2).unwrap_or((&digits, ""));
        let rest = rest.trim_end_matches('0');
        f.pad(&format!("{sign}{whole}.{cents}{rest}"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    #[error("an amount is needed, such as 12.50")]
    NotANumber,
    #[error("an amount has at most six decimal places")]
    TooFine,
    #[error("the amount is too large")]
    TooLarge,
}

/// Parses `12`, `12.5`, `-0.05` and JSON's exponent form `1.25E2`.
impl FromStr for Amount {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, AmountError> {
        let (amount, is_exact) = rounded(text)?;
        if is_exact { Ok(amount) } else { Err(AmountError::TooFine) }
    }
}

impl Amount {
    /// Parses an amount as a server wrote it. Any number of decimal places is accepted and rounded
    /// to the millionth, halves away from zero. `$12.50`, `12.50 USD` and `1,234.50` are accepted
    /// too, because their meaning is unambiguous.
    pub fn from_wire(text: &str) -> Result<Self, AmountError> {
        match rounded(text) {
            Ok((amount, _)) => Ok(amount),
            Err(AmountError::NotANumber) => rounded(&without_ornament(text)?).map(|read| read.0),
            Err(error) => Err(error),
        }
    }
}

/// The decimal number in millionths, and whether it is exact (nothing was rounded).
fn rounded(text: &str) -> Result<(Amount, bool), AmountError> {
    let text = text.trim();
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent_of(exponent)?),
        None => (text, 0),
    };
    let (negative, digits) = match mantissa.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, mantissa.strip_prefix('+').unwrap_or(mantissa)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut all = whole.bytes().chain(fraction.bytes());
    if (whole.is_empty() && fraction.is_empty()) || !all.all(|b| b.is_ascii_digit()) {
        return Err(AmountError::NotANumber);
    }
    let zeros = whole.bytes().chain(fraction.bytes()).take_while(|b| *b == b'0');
    let zeros = zeros.count();
    // Digits before the decimal point of the number in millionths, without leading zeros.
    let length = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
    let places = i64::try_from(SCALE_DIGITS).unwrap_or_default();
    let kept = (length(whole) + places)
        .saturating_add(exponent)
        .saturating_sub(i64::try_from(zeros).unwrap_or(i64::MAX));
    let mut digits = whole.bytes().chain(fraction.bytes()).skip(zeros).peekable();
    if digits.peek().is_none() {
        return Ok((Amount::ZERO, true));
    }
    if kept > 19 {
        return Err(AmountError::TooLarge);
    }
    let mut micros: i128 = 0;
    for _ in 0..kept {
        let digit = digits.next().map_or(0, |byte| byte - b'0');
        micros = micros * 10 + i128::from(digit);
    }
    // If the first digit that is cut off is a zero, the rest is less than a half.
    let half = if kept < 0 { None } else { digits.peek().copied() };
    let is_exact = digits.all(|byte| byte == b'0');
    if half.is_some_and(|byte| byte >= b'5') {
        micros += 1;
    }
    let micros = i64::try_from(micros).map_err(|_| AmountError::TooLarge)?;
    Ok((Amount(if negative { -micros } else { micros }), is_exact))
}

fn exponent_of(text: &str) -> Result<i64, AmountError> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return Err(AmountError::NotANumber);
    }
    // An exponent that does not fit `i64` gives a number too large, or one too close to zero.
    let most = if text.starts_with('-') { -1 } else { 1 } * 1_000_000_000_000;
    Ok(text.parse().unwrap_or(most))
}

/// Removes `$` or `USD`, and the commas that group thousands. A comma without a decimal point may
/// be a decimal comma, so it is refused. Any other currency is refused too, because it would be
/// lost.
fn without_ornament(text: &str) -> Result<String, AmountError> {
    let text = text.trim();
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => ("-", rest.trim_start()),
        None => ("", text),
    };
    let text = text
        .strip_prefix("US$")
        .or_else(|| text.strip_prefix('$'))
        .or_else(|| text.strip_prefix("USD"))
        .or_else(|| text.strip_suffix("USD"))
        .unwrap_or(text)
        .trim();
    if text.contains(['e', 'E', '-', '+']) {
        return Err(AmountError::NotANumber);
    }
    let Some((whole, fraction)) = text.split_once('.').filter(|_| text.contains(',')) else {
        return Ok(format!("{sign}{text}"));
    };
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    if !(1..=3).contains(&first.len()) || groups.any(|group| group.len() != 3) {
        return Err(AmountError::NotANumber);
    }
    Ok(format!("{sign}{}.{fraction}", whole.replace(',', "")))
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = self.to_string();
        let text = text.trim_end_matches('0').trim_end_matches('.');
        let text = if text.is_empty() || text == "-" { "0" } else { text };
        serde_json::Number::from_str(text).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::Number(number) => number.to_string(),
            serde_json::Value::String(text) => text,
            other => return Err(de::Error::custom(format!("an amount cannot be {other}"))),
        };
        text.parse().map_err(de::Error::custom)
    }
}

/// A three-letter currency code, upper case. Defaults to `USD`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Currency([u8; 3]);

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.code())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let code = String::deserialize(deserializer)?;
        let message = || de::Error::custom(format_args!("{code:?} is no currency code"));
        Self::parse(&code).ok_or_else(message)
    }
}

impl Currency {
    pub const USD: Self = Self(*b"USD");

    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; 3] = text.trim().as_bytes().try_into().ok()?;
        bytes
            .iter()
            .all(u8::is_ascii_alphabetic)
            .then(|| Self(bytes.map(|b| b.to_ascii_uppercase())))
    }

    /// The currency that a response names; `USD` if it names none or an invalid one.
    pub fn named(code: Option<&str>) -> Self {
        code.and_then(Self::parse).unwrap_or_default()
    }

    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("USD")
    }

    /// The symbol of the currency, if it has a widely known one.
    pub fn symbol(self) -> Option<&'static str> {
        match &self.0 {
            b"USD" => Some("$"),
            b"EUR" => Some("€"),
            b"GBP" => Some("£"),
            _ => None,
        }
    }
}

impl Default for Currency {
    fn default() -> Self {
        Self::USD
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// An amount in a currency. Amounts of different currencies are never added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Money {
    pub amount: Amount,
    pub currency: Currency,
}

impl Money {
    pub const fn new(amount: Amount, currency: Currency) -> Self {
        Self { amount, currency }
    }

    /// `None` when the currencies differ or the sum overflows.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        (self.currency == other.currency)
            .then(|| self.amount.checked_add(other.amount))
            .flatten()
            .map(|amount| Self::new(amount, self.currency))
    }

    /// One sum per currency, in order of first appearance.
    pub fn sum_by_currency(prices: impl IntoIterator<Item = Self>) -> Vec<Self> {
        let mut sums: Vec<Self> = Vec::new();
        for price in prices {
            let together =
                sums.iter_mut().find_map(|sum| sum.checked_add(price).map(|total| (sum, total)));
            match together {
                Some((sum, total)) => *sum = total,
                None => sums.push(price),
            }
        }
        sums
    }

    /// `None` when the currencies differ or the difference overflows.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.checked_add(Self::new(other.amount.negated(), other.currency))
    }
}

/// `$1,234.50`, `-$7.90`, `CHF 12.00`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = self.amount.abs().to_string();
        let (whole, fraction) = plain.split_once('.').unwrap_or((&plain, "00"));
        let mut grouped = String::new();
        for (place, digit) in whole.chars().enumerate() {
            if place > 0 && (whole.len() - place).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        let sign = if self.amount.is_negative() { "-" } else { "" };
        let text = match self.currency.symbol() {
            Some(symbol) => format!("{sign}{symbol}{grouped}.{fraction}"),
            None => format!("{sign}{} {grouped}.{fraction}", self.currency.code()),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_to_micros_and_back() {
        for (text, micros, shown) in [
            ("7.90", 7_900_000, "7.90"),
            ("7.9", 7_900_000, "7.90"),
            ("-0.05", -50_000, "-0.05"),
            ("1.25E2", 125_000_000, "125.00"),
            ("125e-2", 1_250_000, "1.25"),
            ("0.000001", 1, "0.000001"),
            ("0", 0, "0.00"),
            (".5", 500_000, "0.50"),
        ] {
            let amount: Amount = text.parse().unwrap();
            assert_eq!((amount.micros(), amount.to_string().as_str()), (micros, shown), "{text}");
        }
    }

    #[test]
    fn refuses_what_it_cannot_hold() {
        for (text, error) in [
            ("", AmountError::NotANumber),
            ("1,50", AmountError::NotANumber),
            ("NaN", AmountError::NotANumber),
            ("0.0000001", AmountError::TooFine),
            ("1e40", AmountError::TooLarge),
            ("99999999999999", AmountError::TooLarge),
        ] {
            assert_eq!(text.parse::<Amount>(), Err(error), "{text}");
        }
    }

    #[test]
    fn wire_is_a_number_read_also_from_a_string() {
        let amount: Amount = serde_json::from_str("7.90").unwrap();
        assert_eq!(serde_json::to_string(&amount).unwrap(), "7.9");
        assert_eq!(serde_json::from_str::<Amount>("\"7.90\"").unwrap(), amount);
        assert_eq!(serde_json::to_string(&Amount::ZERO).unwrap(), "0");
        assert_eq!(serde_json::to_string(&Amount::from_cents(10_000)).unwrap(), "100");
        assert!(serde_json::from_str::<Amount>("true").is_err());
    }

    #[test]
    fn a_hundred_thousand_labels_sum_exactly() {
        let price: Amount = "7.90".parse().unwrap();
        let sum = Amount::total(std::iter::repeat_n(price, 100_000)).unwrap();
        assert_eq!(sum.to_string(), "790000.00");
    }

    #[test]
    fn shown_with_symbol_and_groups() {
        let money = Money::new(Amount::from_cents(-123_456_789), Currency::USD);
        assert_eq!(money.to_string(), "-$1,234,567.89");
        let chf = Money::new(Amount::from_cents(1200), Currency::parse("chf").unwrap());
        assert_eq!(chf.to_string(), "CHF 12.00");
        assert_eq!(money.checked_add(chf), None);
    }

    #[test]
    fn halves_round_away_from_zero() {
        assert_eq!(Amount::from_micros(1_005_000).round_to_cents(), Amount::from_cents(101));
        assert_eq!(Amount::from_micros(-1_005_000).round_to_cents(), Amount::from_cents(-101));
        assert_eq!(Amount::from_micros(1_004_999).round_to_cents(), Amount::from_cents(100));
    }
}
