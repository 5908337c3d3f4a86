//! Decodes a response member by member. A member that cannot be read is skipped and reported as an
//! [`UnreadableMember`]; the rest of the response is used. A paid label is never lost because of one invalid
//! field.

mod reader;
mod repair;

use std::collections::BTreeMap;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::text;
use postroom_base::number_token::without_number_token;

pub(super) use reader::same_name;
use reader::{Context, Reader, Step};

/// A member of a response that could not be read. The value was decoded without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadableMember {
    /// The path of the member: `rates[0].deliveryDays`. Empty for the whole response.
    pub path: String,
    /// The unreadable content: JSON text of at most 200 characters, without secrets.
    pub was: String,
}

impl UnreadableMember {
    /// The oddity with its path relative to the row at `place`.
    pub(super) fn below(&self, place: &str) -> Self {
        let path = self.path.strip_prefix(place).unwrap_or(&self.path);
        Self { path: path.trim_start_matches('.').to_owned(), was: self.was.clone() }
    }
}

/// For example `rates[0].deliveryDays was "2-4 days"`.
impl fmt::Display for UnreadableMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => f.write_str(&text!("errors-unreadable-answer", was = &self.was)),
            path => f.write_str(&text!("errors-unreadable-member", path = path, was = &self.was)),
        }
    }
}

/// A decoded value, and the members that were skipped.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded<R> {
    pub value: R,
    pub oddities: Vec<UnreadableMember>,
}

impl<R> Decoded<R> {
    pub(super) fn whole(value: R) -> Self {
        Self { value, oddities: Vec::new() }
    }

    pub(super) fn try_map<T, E>(
        self,
        change: impl FnOnce(R) -> Result<T, E>,
    ) -> Result<Decoded<T>, E> {
        Ok(Decoded { value: change(self.value)?, oddities: self.oddities })
    }
}

/// Decodes JSON text into an `R`, with the members that were skipped. An error means that the bytes
/// are not JSON or cannot be read as an `R` at all.
pub fn from_slice<R: DeserializeOwned>(
    bytes: &[u8],
) -> Result<(R, Vec<UnreadableMember>), serde_json::Error> {
    let mut oddities = Vec::new();
    let value = parse(bytes, &mut oddities)?;
    let read = from_value(&value, "", &mut oddities)?;
    Ok((read, oddities))
}

/// Parses the JSON of a response. A byte order mark, UTF-16, UTF-32, invalid bytes and a few common
/// mistakes of JSON serializers are repaired first.
pub(super) fn parse(
    bytes: &[u8],
    oddities: &mut Vec<UnreadableMember>,
) -> Result<Value, serde_json::Error> {
    let text = repair::text(bytes, oddities);
    let text = without_number_token(&text);
    match serde_json::from_str(&text) {
        Ok(value) => Ok(value),
        Err(error) => match repair::json(&text) {
            Some(mended) => {
                let value = serde_json::from_str(&mended).map_err(|_| error)?;
                oddities.push(UnreadableMember {
                    path: String::new(),
                    was: "JSON with mistakes, which were put right".to_owned(),
                });
                Ok(value)
            }
            None => Err(error),
        },
    }
}

/// Decodes an `R` from the part of a response at the path `place`.
pub(super) fn from_value<R: DeserializeOwned>(
    value: &Value,
    place: &str,
    oddities: &mut Vec<UnreadableMember>,
) -> Result<R, serde_json::Error> {
    // Long texts are labels. They are copied only in the last pass, after all removals.
    let mut context = Context::rehearsal();
    let mut removals: BTreeMap<Step, usize> = BTreeMap::new();
    loop {
        let fault = match R::deserialize(Reader::new(value, &context)) {
            Ok(read) if !context.is_rehearsal => return Ok(read),
            Ok(_) => {
                context.is_rehearsal = false;
                continue;
            }
            Err(fault) => fault,
        };
        // Only a member of an object or a list can be skipped.
        let Some(first) = fault.path.last() else {
            return Err(serde::de::Error::custom(fault.message));
        };
        let count = removals.entry(first.clone()).or_default();
        *count += 1;
        let path = if *count > MOST_REMOVALS {
            std::slice::from_ref(first)
        } else {
            fault.path.as_slice()
        };
        let Some(odd) = find(value, path) else {
            return Err(serde::de::Error::custom(fault.message));
        };
        if !context.leave_out(odd) {
            return Err(serde::de::Error::custom(fault.message));
        }
        if !says_nothing(odd, path) {
            oddities.push(UnreadableMember {
                path: written(place, path),
                was: shown(odd, place, path),
            });
        }
    }
}

/// After this many skipped members below one top-level member, that member is skipped as a whole.
const MOST_REMOVALS: usize = 100;

const SHOWN: usize = 200;

/// An oddity for a part of a response that the caller skips.
pub(super) fn oddity(path: String, value: &Value) -> UnreadableMember {
    let was = shown(value, &path, &[]);
    UnreadableMember { path, was }
}

/// Whether the value is empty. `""`, `[]` and `{}` in place of an object mean that there is none,
/// so nothing is lost. An empty element of a list is a gap and is reported.
fn says_nothing(value: &Value, path: &[Step]) -> bool {
    let is_empty = match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    };
    is_empty && matches!(path.first(), Some(Step::Member(_)))
}

/// The value at a path, whose innermost step comes first.
fn find<'a>(value: &'a Value, path: &[Step]) -> Option<&'a Value> {
    path.iter().rev().try_fold(value, |value, step| match step {
        Step::Member(name) => value.as_object()?.get(name),
        Step::Element(place) => value.as_array()?.get(*place),
    })
}

fn written(place: &str, path: &[Step]) -> String {
    let mut text = place.to_owned();
    for step in path.iter().rev() {
        match step {
            Step::Member(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
            Step::Element(place) => text.push_str(&format!("[{place}]")),
        }
    }
    text
}

fn shown(value: &Value, place: &str, path: &[Step]) -> String {
    let names = path.iter().filter_map(|step| match step {
        Step::Member(name) => Some(name.as_str()),
        Step::Element(_) => None,
    });
    if names.chain([place]).any(may_be_secret) || holds_secret(value) {
        return "(not shown)".to_owned();
    }
    // Avoids serializing a label of several megabytes to show its first characters.
    if let Value::String(text) = value {
        let start: String = text.chars().take(SHOWN).collect();
        let text = serde_json::to_string(&start).unwrap_or_default();
        return postroom_base::secret::mask_secrets(&cut(&text)).unwrap_or_default();
    }
    let text = serde_json::to_string(value).unwrap_or_default();
    postroom_base::secret::mask_secrets(&cut(&text)).unwrap_or_default()
}

fn cut(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

fn holds_secret(value: &Value) -> bool {
    match value {
        Value::Object(members) => {
            members.iter().any(|(name, value)| may_be_secret(name) || holds_secret(value))
        }
        Value::Array(items) => items.iter().any(holds_secret),
        _ => false,
    }
}

fn may_be_secret(name: &str) -> bool {
    const SECRET: [&str; 6] = ["secret", "password", "token", "apikey", "configuration", "routing"];
    let name = name.to_ascii_lowercase();
    SECRET.iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipment::Shipment;

    fn read(text: &str) -> (Shipment, Vec<String>) {
        let (shipment, oddities) = from_slice::<Shipment>(text.as_bytes()).unwrap();
        (shipment, oddities.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn each_odd_member_is_left_out_and_named() {
        let (shipment, told) = read(
            r#"{"id":7,"service":{"a":1},"carrierCode":["x"],"billTo":"","forms":null,
                "packages":[{"weight":"12 lb","oversized":"No"},null,{"weight":2}],
                "postageLabel":{"labels":[null,"AAAA",{"url":"https://x/1"}],"labelType":""},
                "specialService":"Insurance","fromAddress":[],"shipDate":"0001-01-01T00:00:00"}"#,
        );
        let mut told = told;
        told.sort();
        assert_eq!(
            told,
            [
                "carrierCode was [\"x\"]",
                "packages[0].weight was \"12 lb\"",
                "packages[1] was null",
                "postageLabel.labels[0] was null",
                "service was {\"a\":1}",
            ]
        );
        let label = shipment.postage_label.unwrap();
        assert_eq!(label.labels, ["AAAA", "https://x/1"]);
        assert_eq!(shipment.packages.len(), 2);
        assert_eq!(shipment.packages[0].oversized, Some(false));
        assert_eq!(shipment.special_service.len(), 1);
        assert_eq!(shipment.id.unwrap().as_str(), "7");
        assert!(shipment.ship_date.is_none() && shipment.bill_to.is_none());
    }

    #[test]
    fn a_long_label_is_whole_whatever_stands_beside_it() {
        let long = "A".repeat(100_000);
        let (shipment, told) = read(&format!(
            r#"{{"id":"s","shipDate":"soon","postageLabel":{{"labels":["{long}"]}}}}"#
        ));
        assert_eq!(shipment.postage_label.unwrap().labels, [long]);
        assert_eq!(told.len(), 1);
    }

    #[test]
    fn a_member_odd_beyond_measure_is_left_out_whole() {
        let rates = vec![r#"{"deliveryDays":"soon"}"#; MOST_REMOVALS + 20].join(",");
        let (shipment, told) = read(&format!(r#"{{"id":"s","rates":[{rates}]}}"#));
        assert_eq!((shipment.rates.len(), told.len()), (0, MOST_REMOVALS + 1));
        assert!(shipment.id.is_some());
    }

    #[test]
    fn other_encodings_and_small_mistakes_are_put_right() {
        let text = r#"{"id":"s","carrierCode":"é"}"#;
        let utf16: Vec<u8> = [0xFF, 0xFE]
            .into_iter()
            .chain(text.encode_utf16().flat_map(u16::to_le_bytes))
            .collect();
        let utf32 = |unit: fn(u32) -> [u8; 4]| -> Vec<u8> {
            let marked = std::iter::once('\u{feff}').chain(text.chars());
            marked.flat_map(|char| unit(char.into())).collect()
        };
        for (bytes, code, odd) in [
            (utf32(u32::to_le_bytes), "é", 0),
            (utf32(u32::to_be_bytes), "é", 0),
            (text.as_bytes().to_vec(), "é", 0),
            (format!("\u{feff}{text}").into_bytes(), "é", 0),
            (utf16, "é", 0),
            (b"{\"id\":\"s\",\"carrierCode\":\"\xe9\"}".to_vec(), "\u{fffd}", 1),
            (b"{\"id\":\"s\",\"carrierCode\":\"a\nb\"}".to_vec(), "a\nb", 1),
            (b"{\"id\":\"s\",\"carrierCode\":\"\\ud83d\"}".to_vec(), "\u{fffd}", 1),
            (b"{\"id\":\"s\",\"carrierCode\":\"NaN\",\"x\":NaN}".to_vec(), "NaN", 1),
        ] {
            let (shipment, oddities) = from_slice::<Shipment>(&bytes).unwrap();
            let shown = String::from_utf8_lossy(&bytes).into_owned();
            assert_eq!(shipment.carrier_code.as_deref(), Some(code), "{shown}");
            assert_eq!(oddities.len(), odd, "{shown}");
        }
        for broken in ["", "<html>", "{\"id\":\"s\"", "{\"id\":\"s\"}}", "{id:1}"] {
            assert!(from_slice::<Shipment>(broken.as_bytes()).is_err(), "{broken}");
        }
    }

    /// Finding C11: one such member made the whole answer unreadable.
    #[test]
    fn the_name_by_which_numbers_are_handed_over_is_a_member_as_any_other() {
        let (shipment, told) = read(
            r#"{"id":"s","packages":[{"weight":{"$serde_json::private::Number":"x"}},
                {"weight":{"\u0024serde_json::private::Number":"5"}}]}"#,
        );
        assert_eq!(shipment.id.unwrap().as_str(), "s");
        let weights = shipment.packages.iter().map(|package| package.weight);
        assert_eq!(weights.collect::<Vec<_>>(), [None, None]);
        assert_eq!(told.len(), 2, "{told:?}");
    }

    #[test]
    fn no_secret_is_shown() {
        use crate::carrier_account::CarrierAccount;
        for text in [
            r#"{"id":"c","configuration":"password=hunter2"}"#,
            r#"{"id":"c","name":{"password":"hunter2"}}"#,
        ] {
            let (_, oddities) = from_slice::<CarrierAccount>(text.as_bytes()).unwrap();
            assert_eq!(oddities.len(), 1, "{text}");
            assert_eq!(oddities[0].was, "(not shown)", "{text}");
        }
    }
}
