//! What the members of answers may look like: numbers as strings, `null` for an empty list, a single
//! value in place of a list. The type of a member decides how it is read, so a struct of the interface
//! is declared in [`wire!`](wire) without a word about it. Numbers go through `serde_json::Value`
//! because `arbitrary_precision` does not work with untagged enums. An unreadable value is an error of
//! that one member; `lenient` skips the member and reports it.

use std::fmt;
use std::marker::PhantomData;

use jiff::Timestamp;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, Error, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use postroom_base::clock::WireTime;
use postroom_base::id::{
    AccountId, AddressId, CarrierAccountId, ManifestId, RateId, ShipmentId, TrackingNumber,
    TransactionId, UserId,
};
use postroom_base::money::Amount;
use postroom_base::secret::Secret;

/// Declares structs of the interface. Their names on the wire are in camel case. Each member is read as
/// its type says, a missing one has its default, and one that says nothing is not written. Members after
/// a `;` have attributes of their own instead.
macro_rules! wire {
    ($(
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[$note:meta])* pub $member:ident: $type:ty,)*
            $(; $($own:tt)*)?
        }
    )+) => {$(
        $(#[$about])*
        #[serde(rename_all = "camelCase", default)]
        pub struct $name {
            $(
                $(#[$note])*
                #[serde(
                    deserialize_with = "crate::tolerant::Member::read",
                    skip_serializing_if = "crate::tolerant::Member::says_nothing"
                )]
                pub $member: $type,
            )*
            $($($own)*)?
        }

        impl crate::tolerant::Single for $name {}
    )+};
}

/// A member of a struct of the interface.
pub(super) trait Member: Sized {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;

    /// Whether the member is left out of what is written.
    fn says_nothing(&self) -> bool {
        false
    }
}

/// A value that may be missing.
pub(super) trait Single: DeserializeOwned {
    fn read_optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        Option::deserialize(from)
    }
}

impl<T: Single> Member for Option<T> {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        T::read_optional(from)
    }

    fn says_nothing(&self) -> bool {
        self.is_none()
    }
}

/// `null` is an empty list, a single value is a list of one.
impl<T: DeserializeOwned> Member for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ListOf(PhantomData))
    }

    fn says_nothing(&self) -> bool {
        self.is_empty()
    }
}

impl Member for Secret {
    fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self::new(Option::<String>::deserialize(from)?.unwrap_or_default()))
    }
}

/// Values that are read as they are.
macro_rules! exact {
    ($($type:ty)+) => { $(impl Single for $type {})+ };
}

exact! {
    AccountId AddressId CarrierAccountId ManifestId RateId ShipmentId TrackingNumber TransactionId UserId
    Map<String, Value>
}

impl<T: Single> Single for Box<T> {}

/// A number, or a number in quotes; `null`, a missing field and `""` are `None`.
impl Single for f64 {
    fn read_optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        let number = match Option::<Value>::deserialize(from)? {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => return Ok(None),
            Some(Value::Number(number)) => number.as_f64(),
            Some(Value::String(text)) => text.trim().parse().ok(),
            Some(_) => None,
        };
        match number.filter(|number| number.is_finite()) {
            Some(number) => Ok(Some(number)),
            None => Err(D::Error::custom("not a number")),
        }
    }
}

/// A whole number, written as `1`, `1.0` or `"1"`.
impl Single for i64 {
    fn read_optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        match f64::read_optional(from)? {
            None => Ok(None),
            #[allow(clippy::cast_possible_truncation)]
            Some(number) if number.fract() == 0.0 && number.abs() <= EXACT => {
                Ok(Some(number as i64))
            }
            Some(_) => Err(D::Error::custom("not a whole number")),
        }
    }
}

/// `true`, `"true"`, `1`, `"yes"` and their opposites; `null` and `""` are `None`.
impl Single for bool {
    fn read_optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        let Some(text) = String::read_optional(from)? else {
            return Ok(None);
        };
        match text.trim().to_ascii_lowercase().as_str() {
            "" => Ok(None),
            "true" | "1" | "1.0" | "yes" | "y" => Ok(Some(true)),
            "false" | "0" | "0.0" | "no" | "n" => Ok(Some(false)),
            _ => Err(D::Error::custom("neither true nor false")),
        }
    }
}

/// A time, or `None` for `null`, `""` and the first day of the year 1, which some servers send for
/// an unset date. Seconds and milliseconds since 1970 are read too.
impl Single for WireTime {
    fn read_optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        let Some(text) = String::read_optional(from)? else {
            return Ok(None);
        };
        if text.trim().is_empty() || text.trim().starts_with("0001-01-01") {
            return Ok(None);
        }
        match WireTime::parse(&text).or_else(|| since_1970(&text)) {
            Some(time) => Ok(Some(time)),
            None => Err(D::Error::custom("not a time")),
        }
    }
}

/// An amount; `null` and `""` are `None`. Servers that calculate in floating point send
/// `7.8999999999999995`, so amounts are rounded to the millionth.
impl Single for Amount {
    fn read_optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        match Option::<Value>::deserialize(from)? {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(None),
            Some(Value::String(text)) => {
                Amount::from_wire(&text).map(Some).map_err(D::Error::custom)
            }
            Some(Value::Number(number)) => {
                Amount::from_wire(&number.to_string()).map(Some).map_err(D::Error::custom)
            }
            Some(_) => Err(D::Error::custom("not an amount")),
        }
    }
}

/// Text; a bare number or boolean is converted to text.
impl Single for String {
    fn read_optional<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Self>, D::Error> {
        match Option::<Value>::deserialize(from)? {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(Value::Number(number)) => Ok(Some(number.to_string())),
            Some(Value::Bool(flag)) => Ok(Some(flag.to_string())),
            Some(_) => Err(D::Error::custom("not text")),
        }
    }
}

/// Reads `1709287200`, `1709287200000` and `/Date(1709287200000)/`. Only the years 2000 to 2099 are
/// accepted, so that other numbers are not mistaken for a time.
fn since_1970(text: &str) -> Option<WireTime> {
    const YEARS: std::ops::Range<i64> = 946_684_800..4_102_444_800;
    let text = text.trim();
    let digits =
        text.strip_prefix("/Date(").and_then(|rest| rest.strip_suffix(")/")).unwrap_or(text);
    let number: i64 = digits.parse().ok()?;
    let time = if YEARS.contains(&number) {
        Timestamp::from_second(number)
    } else if YEARS.contains(&number.div_euclid(1000)) {
        Timestamp::from_millisecond(number)
    } else {
        return None;
    };
    time.ok().map(WireTime::from_timestamp)
}

/// A page token; `null`, `""` and `false` mean that there is no such page.
pub(super) fn token<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    match Option::<Value>::deserialize(deserializer)? {
        None | Some(Value::Null | Value::Bool(false)) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text).filter(|text| !text.trim().is_empty())),
        Some(Value::Number(number)) => Ok(Some(number.to_string())),
        Some(_) => Err(D::Error::custom("not a page token")),
    }
}

/// Reads the elements from the deserializer itself, so that errors have the element's index.
struct ListOf<T>(PhantomData<T>);

impl<'de, T: DeserializeOwned> Visitor<'de> for ListOf<T> {
    type Value = Vec<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Vec<T>, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            list.push(element);
        }
        Ok(list)
    }

    fn visit_unit<E: Error>(self) -> Result<Vec<T>, E> {
        Ok(Vec::new())
    }

    fn visit_none<E: Error>(self) -> Result<Vec<T>, E> {
        Ok(Vec::new())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<T>, D::Error> {
        deserializer.deserialize_any(self)
    }

    /// A number arrives as a map too; `T` rejects it.
    fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<Vec<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(members)).map(|single| vec![single])
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Vec<T>, E> {
        if text.trim().is_empty() {
            return Ok(Vec::new());
        }
        T::deserialize(text.into_deserializer()).map(|single| vec![single])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    struct Fields {
        #[serde(default, deserialize_with = "Member::read")]
        amount: Option<Amount>,
        #[serde(default, deserialize_with = "Member::read")]
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
            // Finding M6: more digits than a double has, and exponents, must not change an amount.
            ("7.900000000000000000000000000000000000001", Some(7_900_000)),
            ("0.1234567890123456789012345678901234567890123456789", Some(123_457)),
            ("1.2345678901E2", Some(123_456_789)),
            ("-1.2345678901e2", Some(-123_456_789)),
            ("123456789.01E-7", Some(12_345_679)),
            ("1E2", Some(100_000_000)),
            ("1E-400", Some(0)),
            ("\"$12.50\"", Some(12_500_000)),
            ("\"12.50 USD\"", Some(12_500_000)),
            ("\"1,234.50\"", Some(1_234_500_000)),
            ("\"-$1,234,567.5\"", Some(-1_234_567_500_000)),
            ("\"12.50\"", Some(12_500_000)),
            ("\"\"", None),
            ("null", None),
        ] {
            let read: Fields = serde_json::from_str(&format!("{{\"amount\":{text}}}")).unwrap();
            assert_eq!(read.amount.map(Amount::micros), micros, "{text}");
        }
        for text in ["lots", "12 34", "1,234", "1,23", "€12.50", "1.234,50", "1,23,456.00", "1e40"]
        {
            let fields = serde_json::from_str::<Fields>(&format!("{{\"amount\":\"{text}\"}}"));
            assert!(fields.is_err(), "{text}");
        }
    }

    #[test]
    fn a_time_that_is_none() {
        for (text, read) in [
            ("\"2024-03-01T10:00:00\"", Some("2024-03-01T10:00:00Z")),
            ("1709287200", Some("2024-03-01T10:00:00Z")),
            ("\"1709287200500\"", Some("2024-03-01T10:00:00.5Z")),
            ("\"/Date(1709287200000)/\"", Some("2024-03-01T10:00:00Z")),
            ("\"0001-01-01T00:00:00\"", None),
            ("\"\"", None),
            ("null", None),
        ] {
            let fields: Fields = serde_json::from_str(&format!("{{\"time\":{text}}}")).unwrap();
            let instant = fields.time.map(|time| time.instant().to_string());
            assert_eq!(instant.as_deref(), read, "{text}");
        }
        for text in ["\"soon\"", "7", "{}", "[]"] {
            let fields = serde_json::from_str::<Fields>(&format!("{{\"time\":{text}}}"));
            assert!(fields.is_err(), "{text}");
        }
    }
}
