//! Paged responses, the forms of a list, and the lookup of one row in a list.

use jiff::Timestamp;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Error};
use serde_json::{Map, Value};

use super::lenient::{self, Decoded, UnreadableMember};
use super::tolerant::{self, Member};

/// One page of a list, with the fields of the response of GET /Account/Postage/BalanceHistory
/// (section 4.1). A list without a wrapper is a single page.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T> {
    pub results: Vec<T>,
    /// The response has a member for the next page, even if it is empty.
    pub names_next: bool,
    /// The response names a next page in a form that could not be read. It is also reported as an
    /// oddity.
    pub next_is_unreadable: bool,
    /// Rows that could not be decoded at all. Each is also reported as an oddity.
    pub skipped: usize,
    /// The `pageToken` of the next request; `None` on the last page.
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
            next_is_unreadable: false,
            skipped: 0,
            next_page: None,
            previous_page: None,
            page_size: None,
            total_results: None,
            total_pages: None,
        }
    }
}

/// The result of requesting one object.
#[derive(Clone, Debug, PartialEq)]
pub enum Lookup<T> {
    Found(T),
    /// The service answered that there is none: an empty list or `null`.
    Nothing,
}

impl<T> Lookup<T> {
    pub fn found(self) -> Option<T> {
        match self {
            Self::Found(thing) => Some(thing),
            Self::Nothing => None,
        }
    }
}

/// A type that a list can contain.
pub(super) trait ListItem: DeserializeOwned {
    /// The name for messages, such as `shipment`.
    const NAME: &'static str;
    /// Members that identify an object as such a row; one of them is enough.
    const MARKS: &'static [&'static str];
    /// Keys that can hold such rows, in addition to the usual ones.
    const KEYS: &'static [&'static str] = &[];

    /// Stores the members of this row that could not be read, for types that have a field for them.
    fn note(&mut self, _oddities: Vec<UnreadableMember>) {}
}

/// `startDate` and `endDate`, both optional, sent as ISO 8601 timestamps as in the samples.
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

/// Reads a list in any of its forms: a bare array, a single row, or a wrapper around either. The
/// interface does not document the wrapper of some lists (sections 4.6 and 4.7). An object that is
/// none of these is an error, never an empty list.
pub(super) fn read<T: ListItem>(bytes: &[u8]) -> Result<Decoded<Page<T>>, serde_json::Error> {
    let mut oddities = Vec::new();
    let value = lenient::parse(bytes, &mut oddities)?;
    let value = page(&value, &mut oddities)?;
    Ok(Decoded { value, oddities })
}

/// Reads the row that `naming` identifies as the requested one. A row without an identity is
/// accepted only if it is the only one. Any other response with rows is an error.
pub(super) fn look_up<T: ListItem>(
    bytes: &[u8],
    naming: impl Fn(&T) -> RowMatch,
) -> Result<Decoded<Lookup<T>>, serde_json::Error> {
    let Decoded { value, oddities } = read::<T>(bytes)?;
    let is_alone = value.results.len() == 1 && value.skipped == 0;
    let says_none = value.skipped == 0 && value.total_results.unwrap_or_default() == 0;
    if value.results.is_empty() && says_none {
        let value = Lookup::Nothing;
        return Ok(Decoded { value, oddities });
    }
    let mut silent = None;
    for row in value.results {
        match naming(&row) {
            RowMatch::Requested => {
                let value = Lookup::Found(row);
                return Ok(Decoded { value, oddities });
            }
            RowMatch::Silent => silent = Some(row),
            RowMatch::Another => {}
        }
    }
    match silent.filter(|_| is_alone) {
        Some(row) => Ok(Decoded { value: Lookup::Found(row), oddities }),
        None => Err(Error::custom(format!(
            "the answer names another {} than the one asked for",
            T::NAME
        ))),
    }
}

/// Like [`look_up`], for a response that must contain the row.
pub(super) fn one<T: ListItem>(
    bytes: &[u8],
    naming: impl Fn(&T) -> RowMatch,
) -> Result<Decoded<T>, serde_json::Error> {
    look_up(bytes, naming)?.try_map(|looked_up| {
        looked_up.found().ok_or_else(|| Error::custom(format!("the reply holds no {}", T::NAME)))
    })
}

/// Whether a row is the requested one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowMatch {
    Requested,
    /// The row has no identity to compare.
    Silent,
    Another,
}

/// Keys under which services put their lists.
const LISTS: [&str; 14] = [
    "results",
    "result",
    "data",
    "items",
    "content",
    "records",
    "rows",
    "list",
    "value",
    "values",
    "elements",
    "_embedded",
    "response",
    "payload",
];

/// Keys under which services put the totals of a list.
const FIGURES: [&str; 4] = ["meta", "paging", "pagination", "page"];

/// Nesting limit of wrappers.
const DEPTH: usize = 3;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Wrapper {
    #[serde(deserialize_with = "tolerant::token")]
    next_page: Option<String>,
    #[serde(deserialize_with = "tolerant::token")]
    previous_page: Option<String>,
    #[serde(deserialize_with = "Member::read")]
    page_size: Option<i64>,
    #[serde(deserialize_with = "Member::read")]
    total_results: Option<i64>,
    #[serde(deserialize_with = "Member::read")]
    total_pages: Option<i64>,
}

pub(super) fn page<T: ListItem>(
    value: &Value,
    oddities: &mut Vec<UnreadableMember>,
) -> Result<Page<T>, serde_json::Error> {
    let mut page = Page::default();
    if fill(&mut page, value, "", DEPTH, oddities)? {
        return Ok(page);
    }
    Err(Error::custom(format!(
        "the list came in a shape this version does not know; it is no {} and holds none",
        T::NAME
    )))
}

/// Fills the page if the value holds such rows in a known form.
fn fill<T: ListItem>(
    page: &mut Page<T>,
    value: &Value,
    place: &str,
    depth: usize,
    oddities: &mut Vec<UnreadableMember>,
) -> Result<bool, serde_json::Error> {
    let object = match value {
        Value::Null => return Ok(true),
        Value::Array(items) => {
            rows(page, items, place, oddities);
            return Ok(true);
        }
        Value::Object(object) => object,
        _ => return Ok(false),
    };
    figures(page, object, place, oddities)?;
    // A row can contain lists itself, and a wrapper can have its own id.
    let marks = count_marks::<T>(value);
    if marks > 1 {
        rows(page, std::slice::from_ref(value), place, oddities);
        return Ok(true);
    }
    if let Some((key, Value::Array(items))) = member(object, T::KEYS, Value::is_array) {
        rows(page, items, &within(place, key), oddities);
        return Ok(true);
    }
    let inner = member(object, T::KEYS, Value::is_object).filter(|_| depth > 0);
    if marks == 1 && inner.is_none_or(|(_, inner)| count_marks::<T>(inner) == 0) {
        rows(page, std::slice::from_ref(value), place, oddities);
        return Ok(true);
    }
    if let Some((key, inner)) = inner {
        return fill(page, inner, &within(place, key), depth - 1, oddities);
    }
    let mut lists = object.iter().filter(|(_, value)| holds_rows::<T>(value));
    if let (Some((key, Value::Array(items))), None) = (lists.next(), lists.next()) {
        rows(page, items, &within(place, key), oddities);
        return Ok(true);
    }
    let says_none = member(object, T::KEYS, Value::is_null).is_some();
    Ok(says_none || page.total_results == Some(0))
}

fn rows<T: ListItem>(
    page: &mut Page<T>,
    items: &[Value],
    place: &str,
    oddities: &mut Vec<UnreadableMember>,
) {
    for (number, item) in items.iter().enumerate() {
        // A single row has the path of the response, without an index.
        let place = match item {
            _ if items.len() == 1 && place.is_empty() => String::new(),
            _ => format!("{place}[{number}]"),
        };
        let before = oddities.len();
        match lenient::from_value::<T>(item, &place, oddities) {
            Ok(mut row) => {
                let own = oddities.get(before..).unwrap_or_default();
                if !own.is_empty() {
                    row.note(own.iter().map(|oddity| oddity.below(&place)).collect());
                }
                page.results.push(row);
            }
            Err(_) => {
                page.skipped += 1;
                oddities.push(lenient::oddity(place, item));
            }
        }
    }
}

fn figures<T>(
    page: &mut Page<T>,
    object: &Map<String, Value>,
    place: &str,
    oddities: &mut Vec<UnreadableMember>,
) -> Result<(), serde_json::Error> {
    let further = FIGURES
        .iter()
        .filter_map(|key| object.get(*key))
        .filter(|value| value.is_object())
        .cloned();
    for part in std::iter::once(Value::Object(own_figures(object))).chain(further) {
        let mut names = part.as_object().into_iter().flat_map(Map::keys);
        page.names_next |= names.any(|name| lenient::same_name("nextPage", name));
        let before = oddities.len();
        let wrapper: Wrapper = lenient::from_value(&part, place, oddities)?;
        let mut odd = oddities.get(before..).unwrap_or_default().iter();
        page.next_is_unreadable |= odd.any(|oddity| {
            let member = oddity.below(place).path;
            let name = member.split(['.', '[']).next().unwrap_or_default();
            lenient::same_name("nextPage", name)
        });
        let count = |number: Option<i64>| number.and_then(|n| u64::try_from(n).ok());
        page.next_page = wrapper.next_page.or(page.next_page.take());
        page.previous_page = wrapper.previous_page.or(page.previous_page.take());
        page.page_size = count(wrapper.page_size).or(page.page_size);
        page.total_results = count(wrapper.total_results).or(page.total_results);
        page.total_pages = count(wrapper.total_pages).or(page.total_pages);
    }
    Ok(())
}

/// Members of the wrapper itself. They are read whatever they contain, so that an unreadable one is
/// reported.
const OWN: [&str; 5] = ["nextPage", "previousPage", "pageSize", "totalResults", "totalPages"];

/// The members of the wrapper itself, without the rows.
fn own_figures(object: &Map<String, Value>) -> Map<String, Value> {
    object
        .iter()
        .filter(|(name, _)| OWN.iter().any(|own| lenient::same_name(own, name)))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

fn member<'a>(
    object: &'a Map<String, Value>,
    also: &[&str],
    fits: impl Fn(&Value) -> bool,
) -> Option<(&'a String, &'a Value)> {
    also.iter().chain(&LISTS).find_map(|key| {
        object.iter().find(|(name, value)| name.eq_ignore_ascii_case(key) && fits(value))
    })
}

fn count_marks<T: ListItem>(value: &Value) -> usize {
    let Value::Object(object) = value else {
        return 0;
    };
    let is_mark = |name: &&String| T::MARKS.iter().any(|mark| lenient::same_name(mark, name));
    object.keys().filter(is_mark).count()
}

fn holds_rows<T: ListItem>(value: &Value) -> bool {
    value.as_array().is_some_and(|items| {
        !items.is_empty() && items.iter().all(|item| count_marks::<T>(item) > 0)
    })
}

fn within(place: &str, key: &str) -> String {
    if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") }
}

#[cfg(test)]
mod tests;
