//! Reading what servers really send: numbers as strings, `null` for an empty list,
//! a single value where a list is meant. Numbers go through `serde_json::Value`
//! because `arbitrary_precision` does not survive untagged enums.

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

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
