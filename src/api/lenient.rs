//! Reads an answer member by member. What cannot be read is left out and reported as an
//! [`Oddity`]; the rest of the answer stays. A label that was paid for is never lost
//! because of one odd field.

mod reader;
mod repair;

use std::collections::BTreeMap;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(super) use reader::same_name;
use reader::{Context, Reader, Step};

/// A member of an answer that could not be read. The value was decoded without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Oddity {
    /// Where it stands: `rates[0].deliveryDays`; empty for the whole answer.
    pub path: String,
    /// What it was: JSON text of at most 200 characters, without secrets.
    pub was: String,
}

impl Oddity {
    /// With its path counted from the row that stands at `place`.
    pub(super) fn below(&self, place: &str) -> Self {
        let path = self.path.strip_prefix(place).unwrap_or(&self.path);
        Self {
            path: path.trim_start_matches('.').to_owned(),
            was: self.was.clone(),
        }
    }
}

/// `rates[0].deliveryDays was "2-4 days"`
impl fmt::Display for Oddity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(f, "the answer was {}", self.was),
            path => write!(f, "{path} was {}", self.was),
        }
    }
}

/// A value and what had to be left out of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded<R> {
    pub value: R,
    pub oddities: Vec<Oddity>,
}

impl<R> Decoded<R> {
    pub(super) fn whole(value: R) -> Self {
        Self {
            value,
            oddities: Vec::new(),
        }
    }

    pub(super) fn try_map<T, E>(
        self,
        change: impl FnOnce(R) -> Result<T, E>,
    ) -> Result<Decoded<T>, E> {
        Ok(Decoded {
            value: change(self.value)?,
            oddities: self.oddities,
        })
    }
}

/// Reads JSON text into an `R`, with what had to be left out. An error means that the
/// bytes are no JSON, or no `R` at all.
pub fn from_slice<R: DeserializeOwned>(
    bytes: &[u8],
) -> Result<(R, Vec<Oddity>), serde_json::Error> {
    let mut oddities = Vec::new();
    let value = parse(bytes, &mut oddities)?;
    let read = from_value(&value, "", &mut oddities)?;
    Ok((read, oddities))
}

/// The JSON of an answer: a byte order mark, UTF-16, a stray byte and the few mistakes
/// that some writers of JSON make are put right first.
pub(super) fn parse(bytes: &[u8], oddities: &mut Vec<Oddity>) -> Result<Value, serde_json::Error> {
    let text = repair::text(bytes, oddities);
    match serde_json::from_str(&text) {
        Ok(value) => Ok(value),
        Err(error) => match repair::json(&text) {
            Some(mended) => {
                let value = serde_json::from_str(&mended).map_err(|_| error)?;
                oddities.push(Oddity {
                    path: String::new(),
                    was: "JSON with mistakes, which were put right".to_owned(),
                });
                Ok(value)
            }
            None => Err(error),
        },
    }
}

/// Reads an `R` from a part of an answer that stands at `place`.
pub(super) fn from_value<R: DeserializeOwned>(
    value: &Value,
    place: &str,
    oddities: &mut Vec<Oddity>,
) -> Result<R, serde_json::Error> {
    // Long texts are labels. They are copied only once nothing is left to leave out.
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
        // Nothing can be left out of what is no object and no list.
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
            oddities.push(Oddity {
                path: written(place, path),
                was: shown(odd, place, path),
            });
        }
    }
}

/// After so many odd members below one member of the top, that member is left out whole.
const MOST_REMOVALS: usize = 100;

const SHOWN: usize = 200;

/// An oddity for a part of an answer that is left out by its caller.
pub(super) fn oddity(path: String, value: &Value) -> Oddity {
    let was = shown(value, &path, &[]);
    Oddity { path, was }
}

/// `""`, `[]` and `{}` in the place of an object say that there is none; nothing is lost
/// with them. An empty element of a list is a gap and is reported.
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

/// The part at a path, whose innermost step comes first.
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
    // A label of megabytes is not written out for the sake of its first letters.
    if let Value::String(text) = value {
        let start: String = text.chars().take(SHOWN).collect();
        let text = serde_json::to_string(&start).unwrap_or_default();
        return crate::base::secret::mask(&cut(&text)).unwrap_or_default();
    }
    let text = serde_json::to_string(value).unwrap_or_default();
    crate::base::secret::mask(&cut(&text)).unwrap_or_default()
}

fn cut(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

fn holds_secret(value: &Value) -> bool {
    match value {
        Value::Object(members) => members
            .iter()
            .any(|(name, value)| may_be_secret(name) || holds_secret(value)),
        Value::Array(items) => items.iter().any(holds_secret),
        _ => false,
    }
}

fn may_be_secret(name: &str) -> bool {
    const SECRET: [&str; 6] = [
        "secret",
        "password",
        "token",
        "apikey",
        "configuration",
        "routing",
    ];
    let name = name.to_ascii_lowercase();
    SECRET.iter().any(|word| name.contains(word))
}
