//! The stored facts of a purchase: one JSON text with the parts `journey`, `label` and `shown`.
//!
//! Most calls only return `shown` and read a few values of the rest. They extract the parts from
//! the text without parsing it: parsing a text of three thousand characters into a tree and
//! serializing it again took longer than everything else in a call.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fail::Fail;
use super::routing::Stop;

/// The JSON text. Dereferences to a [`Value`], parsed on first use.
#[derive(Clone, Debug)]
pub struct Facts {
    text: String,
    tree: OnceLock<Value>,
}

impl Facts {
    /// The facts of a purchase: the journey, the contents of the label, and the shipment as shown.
    /// `wish` becomes the first member of the label, because most calls need nothing else of it.
    pub fn from_purchase(
        journey: &Journey,
        wish: &Value,
        label: &Value,
        shown: &Value,
    ) -> Result<Self, Fail> {
        let members: Vec<(&str, String)> = label
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, value)| (name.as_str(), value.to_string()))
            .collect();
        let label = object([("wish", wish.to_string())].into_iter().chain(members));
        let parts = [
            (JOURNEY, serde_json::to_string(journey)?),
            ("label", label),
            ("shown", shown.to_string()),
        ];
        Ok(Self::new(object(parts)))
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn new(text: String) -> Self {
        Self { text, tree: OnceLock::new() }
    }

    /// The shipment as returned in responses: a JSON object, found by the nesting of the text
    /// alone. A member of another part, such as an option named `shown`, is never mistaken for it.
    pub fn shipment_json(&self) -> Result<&str, Fail> {
        let shown = self.part(&[SHOWN])?;
        if shown.starts_with('{') && shown.ends_with('}') {
            Ok(shown)
        } else {
            Err(Fail::internal("a shipment that shows no object"))
        }
    }

    /// A part of the text, found by the member names on the path to it.
    pub fn part(&self, way: &[&str]) -> Result<&str, Fail> {
        way.iter()
            .try_fold(self.text.as_str(), |object, name| from_member(object, name))
            .and_then(first_value)
            .ok_or_else(|| Fail::internal(format_args!("a shipment without {way:?}")))
    }

    /// The data that tracking needs. It is the first member, so nothing else is scanned. The first
    /// version of this service stored it in several places.
    pub fn journey(&self) -> Journey<'_> {
        let kept = member(&self.text, JOURNEY).and_then(|text| serde_json::from_str(text).ok());
        kept.unwrap_or_else(|| self.old_journey())
    }

    fn old_journey(&self) -> Journey<'_> {
        let stop = |name: &str| {
            let text = |field: &str| {
                let found = self.pointer(&format!("/shown/{name}/{field}"));
                Cow::Borrowed(found.and_then(Value::as_str).unwrap_or_default())
            };
            Stop {
                city: text("city"),
                state: text("state"),
                zip: text("zip"),
                country: text("country"),
            }
        };
        let whole = |pointer: &str| self.pointer(pointer).and_then(Value::as_i64);
        let text = |pointer: &str| self.pointer(pointer).and_then(Value::as_str);
        let mut to = stop("toAddress");
        if text("/label/toCountry") == Some("US") {
            to.country = Cow::Borrowed("US");
        }
        Journey {
            from: stop("fromAddress"),
            to,
            to_zip: text("/label/toZip").map(Cow::Borrowed),
            ship_ms: whole("/route/shipMs").unwrap_or_default(),
            days: whole("/route/days").unwrap_or(3),
        }
    }
}

impl Deref for Facts {
    type Target = Value;

    fn deref(&self) -> &Value {
        self.tree.get_or_init(|| serde_json::from_str(&self.text).unwrap_or_default())
    }
}

/// Origin, destination and dates of a shipment, for tracking.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Journey<'a> {
    #[serde(borrow)]
    pub from: Stop<'a>,
    /// The country is `US` for every domestic address.
    #[serde(borrow)]
    pub to: Stop<'a>,
    /// Only for domestic shipments: postal barcodes contain it.
    #[serde(borrow)]
    pub to_zip: Option<Cow<'a, str>>,
    pub ship_ms: i64,
    pub days: i64,
}

const JOURNEY: &str = "journey";
const SHOWN: &str = "shown";

/// The value of a member, as unparsed text, of a JSON object that this service wrote itself.
pub fn member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    first_value(from_member(object, name)?)
}

/// The rest of the object's text, from where the value of the member begins.
fn from_member<'a>(object: &'a str, name: &str) -> Option<&'a str> {
    let object = object.trim_start();
    if !object.starts_with('{') {
        return None;
    }
    let bytes = object.as_bytes();
    let (mut at, mut depth, mut key) = (0, 0_usize, 0..0);
    loop {
        match bytes.get(at)? {
            b'"' => {
                let end = text_end(bytes, at + 1)?;
                key = at + 1..end;
                at = end;
            }
            b':' if depth == 1 && object.get(key.clone()) == Some(name) => {
                return object.get(at + 1..);
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 1 => return None,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
    }
}

/// The first value in a text; `None` if its brackets do not match.
fn first_value(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let mut open = Brackets::default();
    let mut at = 0;
    loop {
        match bytes.get(at)? {
            b'"' => at = text_end(bytes, at + 1)?,
            b',' if open.depth == 0 => break,
            b'}' | b']' if open.depth == 0 => break,
            byte @ (b'{' | b'[' | b'}' | b']') => open.meet(*byte)?,
            _ => {}
        }
        at += 1;
    }
    text.get(..at).map(str::trim)
}

/// The open brackets, one bit each: set for `[`.
#[derive(Default)]
struct Brackets {
    depth: u32,
    lists: u64,
}

impl Brackets {
    /// Tracks a bracket. `None` if it closes one of the other kind, or if 64 are open.
    fn meet(&mut self, bracket: u8) -> Option<()> {
        if matches!(bracket, b'{' | b'[') {
            self.depth += 1;
            self.lists = self.lists << 1 | u64::from(bracket == b'[');
            return (self.depth < u64::BITS).then_some(());
        }
        let was_list = self.lists & 1 == 1;
        self.depth -= 1;
        self.lists >>= 1;
        (was_list == (bracket == b']')).then_some(())
    }
}

/// The position of the quote that ends a string.
fn text_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let found = at + memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes.get(found) == Some(&b'"') {
            return Some(found);
        }
        at = found + 2;
    }
}

/// A JSON object with these members, whose values are JSON texts, in this order.
fn object<'a>(members: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let members: Vec<(&str, String)> = members.into_iter().collect();
    let members: Vec<(&str, &str)> =
        members.iter().map(|(name, text)| (*name, text.as_str())).collect();
    with_members("{}", &members)
}

/// Appends members, given as JSON texts, to a JSON object.
pub fn with_members(object: &str, members: &[(&str, &str)]) -> String {
    let room: usize = members.iter().map(|(name, value)| name.len() + value.len() + 4).sum();
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
        for text in [whole.to_string(), serde_json::to_string_pretty(&whole).unwrap()] {
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
    fn what_is_shown_is_found_whatever_was_written_on_the_label() {
        let trap = r#"x","shown":{"y":1},"shown":"#;
        let shown = json!({"name": trap, "shown": {"shown": trap}});
        let wish = json!({"customText1": trap});
        let label = json!({"from": [trap], "to": []});
        let old_label = json!({"wish": wish, "from": [trap], "to": []});
        let nothing = Facts::new("{}".to_owned());
        let journey = nothing.journey();
        for facts in [
            Facts::from_purchase(&journey, &wish, &label, &shown).unwrap(),
            Facts::new(json!({"label": old_label, "route": {}, "shown": shown}).to_string()),
        ] {
            let found: Value = serde_json::from_str(facts.shipment_json().unwrap()).unwrap();
            assert_eq!(found, shown);
            assert_eq!(facts.part(&["shown"]).unwrap(), facts.shipment_json().unwrap());
            assert_eq!(facts["label"], old_label);
            assert!(facts.part(&["label", "shown"]).is_err());
            assert_eq!(facts.part(&["label", "wish"]).unwrap(), wish.to_string());
        }
        // Finding S1: members of other parts with the same name.
        let option = json!({"a": 1, "shown": {"b": [1]}, "z": {"shown": "}"}});
        let label = json!({"option": option, "shown": 3});
        let facts = Facts::from_purchase(&journey, &wish, &label, &shown).unwrap();
        assert_eq!(facts.shipment_json().unwrap(), shown.to_string());
        for damaged in [
            "{}",
            "[]",
            "",
            r#"{"a":1,"shown":{"b":"#,
            r#"{"a":1,"shown":{"b":[}]}"#,
            r#"{"a":1,"shown":"text"}"#,
            r#"{"a":{"shown":{}}}"#,
        ] {
            assert!(Facts::new(damaged.to_owned()).shipment_json().is_err(), "{damaged}");
        }
    }

    #[test]
    fn journeys_of_both_versions_are_read() {
        let stop = |city: &'static str| Stop {
            city: city.into(),
            state: "IL".into(),
            zip: "60606".into(),
            country: "US".into(),
        };
        let journey = Journey {
            from: stop("Chicago"),
            to: stop("Peoria"),
            to_zip: Some("60606".into()),
            ship_ms: 5,
            days: 2,
        };
        let address =
            |city: &str| json!({"city": city, "state": "IL", "zip": "60606", "country": "PR"});
        let mut from = address("Chicago");
        from["country"] = json!("US");
        let label = json!({"toCountry": "US", "toZip": "60606"});
        let shown = json!({"fromAddress": from, "toAddress": address("Peoria")});
        let now = Facts::from_purchase(&journey, &json!({}), &label, &json!({})).unwrap();
        assert_eq!(now.journey(), journey);
        let before = json!({"label": label, "route": {"shipMs": 5, "days": 2}, "shown": shown});
        assert_eq!(Facts::new(before.to_string()).journey(), journey);
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
