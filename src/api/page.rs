//! Paged replies, and the three shapes a list may come in.

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Error};
use serde_json::{Map, Value};

use super::tolerant;

/// One page of a list, shaped as the reply of GET /Account/Postage/BalanceHistory
/// (section 4.1). A list that came without a wrapper is one page holding everything.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T> {
    pub results: Vec<T>,
    /// The reply has a member for the next page, whether or not it names one.
    pub names_next: bool,
    /// What `pageToken` of the next request must be; `None` on the last page.
    pub next_page: Option<String>,
    pub previous_page: Option<String>,
    pub page_size: Option<u64>,
    pub total_results: Option<u64>,
    pub total_pages: Option<u64>,
}

impl<T> Default for Page<T> {
    fn default() -> Self {
        Self {
            results: Vec::new(),
            names_next: false,
            next_page: None,
            previous_page: None,
            page_size: None,
            total_results: None,
            total_pages: None,
        }
    }
}

/// `startDate` and `endDate`, both optional, sent as ISO 8601 timestamps as the samples do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DateRange {
    pub start: Option<Timestamp>,
    pub end: Option<Timestamp>,
}

impl DateRange {
    pub(super) fn start_text(&self) -> Option<String> {
        self.start.map(|time| time.to_string())
    }

    pub(super) fn end_text(&self) -> Option<String> {
        self.end.map(|time| time.to_string())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct Wrapper {
    #[serde(deserialize_with = "tolerant::text")]
    next_page: Option<String>,
    #[serde(deserialize_with = "tolerant::text")]
    previous_page: Option<String>,
    #[serde(deserialize_with = "tolerant::whole")]
    page_size: Option<i64>,
    #[serde(deserialize_with = "tolerant::whole")]
    total_results: Option<i64>,
    #[serde(deserialize_with = "tolerant::whole")]
    total_pages: Option<i64>,
}

/// Reads a bare array, a single object or a wrapper. The wrapper of some lists is not
/// shown by the interface (sections 4.6 and 4.7), so `also` names further keys under
/// which the list may lie besides `results`.
pub(super) fn read<T: DeserializeOwned>(
    bytes: &[u8],
    also: &str,
) -> Result<Page<T>, serde_json::Error> {
    match serde_json::from_slice(bytes)? {
        Value::Null => Ok(Page::default()),
        Value::Array(items) => Ok(Page {
            results: all(items)?,
            ..Page::default()
        }),
        Value::Object(object) => match list_key(&object, also) {
            Some(key) => wrapped(object, &key),
            None => Ok(Page {
                results: all(vec![Value::Object(object)])?,
                ..Page::default()
            }),
        },
        other => Err(Error::custom(format!("{other} is not a list"))),
    }
}

fn list_key(object: &Map<String, Value>, also: &str) -> Option<String> {
    object
        .iter()
        .find(|(key, value)| {
            (key.eq_ignore_ascii_case("results") || key.eq_ignore_ascii_case(also))
                && matches!(value, Value::Array(_) | Value::Null)
        })
        .map(|(key, _)| key.clone())
}

fn wrapped<T: DeserializeOwned>(
    mut object: Map<String, Value>,
    key: &str,
) -> Result<Page<T>, serde_json::Error> {
    let items = match object.remove(key) {
        Some(Value::Array(items)) => items,
        _ => Vec::new(),
    };
    let names_next = object.contains_key("nextPage");
    let wrapper: Wrapper = serde_json::from_value(Value::Object(object))?;
    let count = |number: Option<i64>| number.and_then(|n| u64::try_from(n).ok());
    Ok(Page {
        results: all(items)?,
        names_next,
        next_page: wrapper.next_page.filter(|token| !token.is_empty()),
        previous_page: wrapper.previous_page.filter(|token| !token.is_empty()),
        page_size: count(wrapper.page_size),
        total_results: count(wrapper.total_results),
        total_pages: count(wrapper.total_pages),
    })
}

fn all<T: DeserializeOwned>(items: Vec<Value>) -> Result<Vec<T>, serde_json::Error> {
    items.into_iter().map(serde_json::from_value).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::shipment::Shipment;

    #[test]
    fn a_list_is_read_from_any_of_its_shapes() {
        let one = r#"{"id":"s1","packages":[{"weight":1}],"rates":[]}"#;
        for (text, ids, next) in [
            (format!("[{one}]"), vec!["s1"], None),
            (one.to_owned(), vec!["s1"], None),
            (
                format!(r#"{{"results":[{one}],"nextPage":"t2","totalResults":"21"}}"#),
                vec!["s1"],
                Some("t2"),
            ),
            (
                format!(r#"{{"shipments":[{one}],"nextPage":null}}"#),
                vec!["s1"],
                None,
            ),
            (
                r#"{"results":[],"nextPage":"","totalResults":0}"#.into(),
                vec![],
                None,
            ),
            ("[]".into(), vec![], None),
            ("null".into(), vec![], None),
        ] {
            let page: Page<Shipment> = read(text.as_bytes(), "shipments").unwrap();
            let read: Vec<_> = page
                .results
                .iter()
                .map(|s| s.id.as_ref().unwrap().as_str())
                .collect();
            assert_eq!((read, page.next_page.as_deref()), (ids, next), "{text}");
        }
        assert!(read::<Shipment>(b"\"gone\"", "shipments").is_err());
    }
}
