//! What a purchase is kept as: one JSON text with the parts `label`, `route` and `shown`.
//!
//! Most calls only send `shown` on and look at a few words of the rest. They take the parts
//! out of the text as they are; reading a text of three thousand characters into a tree and
//! writing it out again took longer than everything else a call does.

use std::ops::Deref;
use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::Value;

use super::fail::Fail;
use super::routing::Stop;

/// Also a [`Value`], read when it is first used as one.
#[derive(Clone, Debug)]
pub struct Facts {
    text: String,
    tree: OnceLock<Value>,
}

impl Facts {
    pub fn new(text: String) -> Self {
        Self {
            text,
            tree: OnceLock::new(),
        }
    }

    /// A part as it stands in the text, by the names that lead to it.
    pub fn part(&self, way: &[&str]) -> Result<&str, Fail> {
        way.iter()
            .try_fold(self.text.as_str(), |object, name| member(object, name))
            .ok_or_else(|| Fail::internal(format_args!("a shipment without {way:?}")))
    }

    /// The words tracking needs.
    pub fn glance(&self) -> Glance {
        serde_json::from_str(&self.text).unwrap_or_default()
    }
}

impl Deref for Facts {
    type Target = Value;

    fn deref(&self) -> &Value {
        self.tree
            .get_or_init(|| serde_json::from_str(&self.text).unwrap_or_default())
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Glance {
    pub label: Destination,
    pub route: Route,
    pub shown: Ends,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Destination {
    pub to_country: String,
    pub to_zip: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Route {
    pub ship_ms: Option<i64>,
    pub days: Option<i64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Ends {
    pub from_address: Stop,
    pub to_address: Stop,
}

/// The value of a member of a JSON object that this service wrote itself, as it stands there.
fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    let bytes = object.as_bytes();
    let (mut at, mut depth, mut key, mut value) = (0, 0_usize, "", None);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => {
                let end = text_end(bytes, at + 1)?;
                if depth == 1 && value.is_none() {
                    key = object.get(at + 1..end)?;
                }
                at = end;
            }
            b':' if depth == 1 && value.is_none() && key == name => value = Some(at + 1),
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        let ends = depth == 0 || (depth == 1 && bytes.get(at) == Some(&b','));
        if ends && let Some(start) = value {
            return object.get(start..at).map(str::trim);
        }
        at += 1;
    }
    None
}

/// Where the quote stands that ends a text.
fn text_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let found = at + memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes.get(found) == Some(&b'"') {
            return Some(found);
        }
        at = found + 2;
    }
}

/// A JSON object with more members, given as JSON texts.
pub fn with_members(object: &str, members: &[(&str, &str)]) -> String {
    let room: usize = members
        .iter()
        .map(|(name, value)| name.len() + value.len() + 4)
        .sum();
    let mut text = String::with_capacity(object.len() + room);
    text.push_str(object.trim_end().strip_suffix('}').unwrap_or(object));
    for (name, value) in members {
        if !text.ends_with('{') {
            text.push(',');
        }
        for piece in ["\"", *name, "\":", *value] {
            text.push_str(piece);
        }
    }
    text.push('}');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parts_are_what_a_parser_finds() {
        let inner = json!({"a": "x,}\":\"", "b": ["]", {"shown": 1}], "c": "\\", "label": "shown"});
        let whole =
            json!({"label": {"wish": inner, "shown": "not this"}, "route": -1.5, "shown": inner});
        for text in [
            whole.to_string(),
            serde_json::to_string_pretty(&whole).unwrap(),
        ] {
            let facts = Facts::new(text);
            for (way, wanted) in [
                (&["shown"][..], &inner),
                (&["label", "wish"], &inner),
                (&["label", "wish", "b"], &inner["b"]),
                (&["label", "wish", "label"], &inner["label"]),
                (&["route"], &whole["route"]),
            ] {
                let part: Value = serde_json::from_str(facts.part(way).unwrap()).unwrap();
                assert_eq!(&part, wanted, "{way:?}");
            }
            for way in [&["nothing"][..], &["shown", "wish"], &["route", "x"]] {
                assert!(facts.part(way).is_err(), "{way:?}");
            }
            assert_eq!(facts["route"], whole["route"]);
        }
        assert!(Facts::new("{\"a\":\"".to_owned()).part(&["a"]).is_err());
    }

    #[test]
    fn members_are_added_to_any_object() {
        for (object, wanted) in [
            ("{}", json!({"x": [1], "y": null})),
            (r#"{"a":"}"}"#, json!({"a": "}", "x": [1], "y": null})),
        ] {
            let text = with_members(object, &[("x", "[1]"), ("y", "null")]);
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), wanted);
        }
    }
}
