//! Reading what servers really send: numbers as strings, `null` for an empty list,
//! a single value where a list is meant. Numbers go through `serde_json::Value`
//! because `arbitrary_precision` does not survive untagged enums.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::base::clock::WireTime;
use crate::base::money::{Amount, AmountError};

/// A number, or a number in quotes; `null`, a missing field and `""` are `None`.
pub(super) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    match Option::<Value>::deserialize(deserializer)? {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Number(number)) => Ok(number.as_f64()),
        Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
        Some(Value::String(text)) => text.trim().parse().map(Some).map_err(D::Error::custom),
        Some(other) => Err(D::Error::custom(format!("{other} is not a number"))),
    }
}

/// A whole number that may come as `1`, `1.0` or `"1"`.
pub(super) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    #[allow(clippy::cast_possible_truncation)]
    Ok(number(deserializer)?.map(|n| n.round() as i64))
}

/// `true`, `"true"` or `null`.
pub(super) fn boolean<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<bool>, D::Error> {
    match Option::<Value>::deserialize(deserializer)? {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(flag)),
        Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => Ok(Some(true)),
        Some(Value::String(text)) if text.eq_ignore_ascii_case("false") => Ok(Some(false)),
        Some(other) => Err(D::Error::custom(format!("{other} is not true or false"))),
    }
}

/// A time; what cannot be read as one is `None`. A shipment that was paid for must not
/// become unreadable over the date of one scan.
pub(super) fn time<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<WireTime>, D::Error> {
    Ok(text(deserializer)?.as_deref().and_then(WireTime::parse))
}

/// An amount. Servers that reckon in binary fractions write `7.8999999999999995`: what
/// is finer than a millionth is rounded to the millionth.
pub(super) fn amount<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Amount>, D::Error> {
    let Some(text) = text(deserializer)?.filter(|text| !text.trim().is_empty()) else {
        return Ok(None);
    };
    match text.parse::<Amount>() {
        Ok(amount) => Ok(Some(amount)),
        Err(AmountError::TooFine) => round(text.trim()).map(Some).map_err(D::Error::custom),
        Err(error) => Err(D::Error::custom(error)),
    }
}

/// Rounds decimal text to six places, halves away from zero, digit by digit.
fn round(text: &str) -> Result<Amount, AmountError> {
    let Some((whole, fraction)) = text.split_once('.') else {
        return Ok(Amount::ZERO);
    };
    if fraction.contains(['e', 'E']) {
        // Six digits are lost to a negative exponent only in numbers near zero.
        return Ok(Amount::ZERO);
    }
    let (kept, rest) = fraction.split_at_checked(6).unwrap_or((fraction, ""));
    let down: Amount = format!("{whole}.{kept}").parse()?;
    if !rest.starts_with(['5', '6', '7', '8', '9']) {
        return Ok(down);
    }
    let step = if whole.starts_with('-') { -1 } else { 1 };
    down.checked_add(Amount::from_micros(step))
        .ok_or(AmountError::TooLarge)
}

/// Text; a bare number or boolean is taken as its text.
pub(super) fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    match Option::<Value>::deserialize(deserializer)? {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(Value::Bool(flag)) => Ok(Some(flag.to_string())),
        Some(other) => Err(D::Error::custom(format!("{other} is not text"))),
    }
}

/// A list; `null` is empty, a lone value is a list of one.
pub(super) fn list<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let items = match Option::<Value>::deserialize(deserializer)? {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::Array(items)) => items,
        Some(Value::String(text)) if text.is_empty() => return Ok(Vec::new()),
        Some(single) => vec![single],
    };
    items
        .into_iter()
        .map(|item| serde_json::from_value(item).map_err(D::Error::custom))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Fields {
        #[serde(default, deserialize_with = "amount")]
        amount: Option<Amount>,
        #[serde(default, deserialize_with = "time")]
        time: Option<WireTime>,
    }

    #[test]
    fn amounts_of_servers_that_reckon_in_binary() {
        for (text, micros) in [
            ("7.9", Some(7_900_000)),
            ("7.8999999999999995", Some(7_900_000)),
            ("-7.8999999999999995", Some(-7_900_000)),
            ("-0.30000000000000004", Some(-300_000)),
            ("0.00000049", Some(0)),
            ("1.5E-9", Some(0)),
            ("\"12.50\"", Some(12_500_000)),
            ("\"\"", None),
            ("null", None),
        ] {
            let read: Fields = serde_json::from_str(&format!("{{\"amount\":{text}}}")).unwrap();
            assert_eq!(read.amount.map(Amount::micros), micros, "{text}");
        }
        assert!(serde_json::from_str::<Fields>("{\"amount\":\"lots\"}").is_err());
    }

    #[test]
    fn a_time_that_is_none() {
        for (text, read) in [
            ("\"2024-03-01T10:00:00\"", true),
            ("\"\"", false),
            ("\"soon\"", false),
            ("null", false),
        ] {
            let fields: Fields = serde_json::from_str(&format!("{{\"time\":{text}}}")).unwrap();
            assert_eq!(fields.time.is_some(), read, "{text}");
        }
    }
}
