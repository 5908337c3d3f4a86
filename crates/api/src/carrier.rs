//! Carriers and the catalogs: sections 2.7, 2.9 and the calls of 4.4.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::call::Call;
use super::lenient::{self, Decoded};
use super::page::{self, ListItem};
use crate::text;
use postroom_base::clock::WireTime;

wire! {
    /// A carrier that can be configured (section 2.7).
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct Carrier {
        pub id: Option<String>,
        pub code: Option<String>,
        pub name: Option<String>,
        pub description: Option<String>,
        pub logo: Option<String>,
        pub created_date: Option<WireTime>,
    }

    /// An entry of the service, special-service or package-type catalog (section 2.9). Only package
    /// types have sizes.
    #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
    pub struct CatalogEntry {
        pub code: Option<String>,
        pub name: Option<String>,
        pub length: Option<f64>,
        pub width: Option<f64>,
        pub height: Option<f64>,
        pub id: Option<String>,
        pub created_date: Option<WireTime>,
    }
}

/// A catalog: entries by carrier code (section 4.4).
pub type Catalog = BTreeMap<String, Vec<CatalogEntry>>;

/// The carriers that can be configured.
pub fn list() -> Call<Vec<Carrier>> {
    Call::with_decoder(
        "GET /Carrier",
        || text!("errors-attempt-read-carriers"),
        |bytes| page::read(bytes)?.try_map(|page| Ok(page.results)),
    )
}

/// Reads a catalog: an object keyed by carrier code, bare or in a wrapper. Entries that cannot be
/// read are skipped, and so are members that are not lists of entries. A response with only such
/// members is an error.
pub(super) fn read_catalog(bytes: &[u8]) -> Result<Decoded<Catalog>, serde_json::Error> {
    let mut oddities = Vec::new();
    let answer = lenient::parse(bytes, &mut oddities)?;
    let carriers = match unwrapped(&answer) {
        Value::Null => None,
        // Some serializers write an empty object as `[]`.
        Value::Array(items) if items.is_empty() => None,
        Value::Object(members) => Some(members),
        _ => return Err(Error::custom("the answer is no catalogue")),
    };
    let mut value = Catalog::new();
    let carriers = carriers.into_iter().flatten();
    let mut strange = 0;
    for (code, entries) in carriers {
        let Value::Array(items) = entries else {
            if !entries.is_null() {
                strange += 1;
                oddities.push(lenient::oddity(code.clone(), entries));
            }
            continue;
        };
        let mut known = Vec::new();
        for (number, item) in items.iter().enumerate() {
            let place = format!("{code}[{number}]");
            let entry = match is_entry(item) {
                true => lenient::from_value(item, &place, &mut oddities).ok(),
                false => None,
            };
            match entry {
                Some(entry) => known.push(entry),
                None => oddities.push(lenient::oddity(place, item)),
            }
        }
        if known.is_empty() && !items.is_empty() {
            strange += 1;
            continue;
        }
        value.insert(code.clone(), known);
    }
    if value.is_empty() && strange > 0 {
        return Err(Error::custom("the answer is no catalogue"));
    }
    Ok(Decoded { value, oddities })
}

/// The catalog without its wrappers: objects with a single member, or a list with one object.
fn unwrapped(answer: &Value) -> &Value {
    let inner = match answer {
        Value::Object(members) => members.values().next().filter(|_| members.len() == 1),
        Value::Array(items) => items.first().filter(|_| items.len() == 1),
        _ => None,
    };
    match inner {
        Some(Value::Object(_)) if !inner.is_some_and(is_entry) => inner.map_or(answer, unwrapped),
        // The list may be that of a single carrier.
        Some(Value::Array(items)) => match items.as_slice() {
            [only @ Value::Object(_)] if !is_entry(only) => unwrapped(only),
            _ => answer,
        },
        _ => answer,
    }
}

/// Whether the value is an entry of a catalog and not a wrapper.
fn is_entry(value: &Value) -> bool {
    const MARKS: [&str; 3] = ["code", "name", "id"];
    let Value::Object(members) = value else {
        return false;
    };
    let mut names = members.iter().filter(|(_, value)| !value.is_array());
    names.any(|(name, _)| MARKS.iter().any(|mark| lenient::same_name(mark, name)))
}

impl ListItem for Carrier {
    const NAME: &'static str = "carrier";
    const MARKS: &'static [&'static str] = &["id", "code", "name"];
    const KEYS: &'static [&'static str] = &["carriers", "carrier"];
}
