//! The rows of the table that change one member of a reply: missing, empty, of another type, in
//! another spelling, twice, or with unknown members beside it.

use serde_json::{Value, json};

use super::calls::{CallKind, TestedCall};
use super::change::{Change, Replacement, Spelling, spell};
use super::path::{Path, Step, every_object, every_place, pruned};
use super::table::{Expectation, Row};

/// The replacements for a member of any type.
fn instead() -> [Replacement; 11] {
    [
        Replacement::Missing,
        Replacement::Value(Value::Null),
        Replacement::Value(json!("")),
        Replacement::Value(json!({})),
        Replacement::Value(json!([])),
        Replacement::Value(json!([null])),
        Replacement::Value(json!(true)),
        Replacement::Value(json!(0)),
        Replacement::Value(json!("No")),
        Replacement::Value(json!(7)),
        Replacement::Value(json!({"zzDeep": [{"a": 1}]})),
    ]
}

pub fn members(tried: &TestedCall, base: &Value, rows: &mut Vec<Row>) {
    let walked = |place: &Path| place.0.len() <= tried.depth;
    for place in every_place(base).into_iter().filter(walked) {
        let old = place.get(base).cloned().unwrap_or_default();
        for put in instead() {
            rows.push(member(tried, &place, put));
        }
        let (kind, others) = other_words(&place, &old);
        for (at, (finding, put)) in others.into_iter().enumerate() {
            let variation = format!("{kind} {at}");
            let row = member(tried, &place, Replacement::Value(put));
            rows.push(Row { finding, variation, ..row });
        }
        for spelling in [Spelling::Pascal, Spelling::Lower, Spelling::Snake] {
            rows.extend(spelled(tried, &place, spelling));
        }
        if matches!(place.last(), Some(Step::Key(_))) {
            rows.push(Row {
                finding: "",
                name: format!("{place} twice"),
                variation: "twice".to_owned(),
                change: Change::Twice(place.clone()),
                must: Expectation::Same,
            });
        }
        if old.is_array() {
            rows.push(Row {
                finding: "C7",
                name: format!("{place} with strangers among its elements"),
                variation: "strangers among".to_owned(),
                change: Change::Among(place.clone(), json!([null, 7, "x", {}, [], {"zz": 1}])),
                must: Expectation::Contains(place.clone()),
            });
        }
    }
    for place in every_object(base).into_iter().filter(walked) {
        let keyed = tried.nature == CallKind::Catalog && place.0.is_empty();
        rows.push(Row {
            finding: "",
            name: format!("an unknown member in {place}"),
            variation: "an unknown member".to_owned(),
            must: if keyed || is_free(&place) { Expectation::Any } else { Expectation::Same },
            change: Change::Beside(place),
        });
    }
}

/// Members whose form the interface does not define are stored as received.
fn is_free(place: &Path) -> bool {
    let free = ["configuration", "errors", "forms"];
    place.0.iter().any(|step| matches!(step, Step::Key(key) if free.contains(&key.as_str())))
}

fn member(tried: &TestedCall, place: &Path, put: Replacement) -> Row {
    let (shown, new) = match &put {
        Replacement::Missing => ("missing".to_owned(), None),
        Replacement::Value(value) => (format!("= {}", super::judge::short(value)), Some(value)),
    };
    let must = member_must(tried, place, new);
    let bought = matches!(tried.nature, CallKind::Money);
    Row {
        finding: match place.last() {
            _ if bought => "C1 M1b",
            Some(Step::At(_)) => "C7",
            _ => "",
        },
        name: format!("{place} {shown}"),
        variation: shown,
        change: Change::Member(place.clone(), put),
        must,
    }
}

fn member_must(tried: &TestedCall, place: &Path, new: Option<&Value>) -> Expectation {
    let name = place.to_string();
    let says = new.is_some_and(|new| !pruned(new).is_null());
    if tried.rows == Some(name.as_str()) {
        return match new {
            None => Expectation::Error,
            Some(_) if !says => Expectation::NothingOrError,
            Some(_) => Expectation::ExceptOrError(place.clone()),
        };
    }
    if tried.whose.contains(&name.as_str()) {
        let ours = place.get(&tried.base()).cloned().unwrap_or_default();
        return match new {
            // The same id in another spelling.
            Some(new) if says && super::judge::means(&ours, new) => Expectation::Same,
            Some(Value::String(_) | Value::Number(_)) if says => Expectation::Error,
            _ => Expectation::WithoutOrError(place.clone()),
        };
    }
    // If the reply does not have the type of a label, its content determines it.
    if tried.name == "POST /Document/POST/99M" && name == "labelType" {
        return Expectation::Without(place.clone());
    }
    if tried.identity.contains(&name.as_str()) {
        // An id that is a number is still an id.
        return match new {
            Some(Value::Number(_)) if name == "id" => Expectation::Except(place.clone()),
            _ => Expectation::ExceptOrError(place.clone()),
        };
    }
    Expectation::Except(place.clone())
}

const WORDS: [&str; 24] = [
    "status",
    "subStatus",
    "service",
    "finalService",
    "packageType",
    "finalPackageType",
    "labelType",
    "labelFileType",
    "labelSize",
    "labelOrientation",
    "refundStatus",
    "level",
    "role",
    "type",
    "verificationStatus",
    "referenceType",
    "carrierCode",
    "dimensionUnit",
    "weightUnit",
    "eventType",
    "transactionType",
    "subscriptionPlan",
    "ratingType",
    "code",
];

/// The kind of the member, and the replacements for members of this kind, with the finding.
fn other_words(place: &Path, old: &Value) -> (&'static str, Vec<(&'static str, Value)>) {
    let key = match place.last() {
        Some(Step::Key(key)) => key.as_str(),
        _ => "",
    };
    match old {
        Value::Number(number) => ("number", numbers(&number.to_string())),
        Value::String(_) if key.ends_with("Date") || key.starts_with("date") => ("time", times()),
        Value::String(text) if key == "transactionId" => {
            let upper = ("M3", json!(text.to_uppercase()));
            let lower = ("M3", json!(text.to_lowercase()));
            ("transaction", vec![upper, lower, ("M3", json!(format!(" {text}\n")))])
        }
        Value::String(text) if WORDS.contains(&key) => {
            let mut spaced = String::new();
            for letter in text.chars() {
                if letter.is_uppercase() && !spaced.is_empty() {
                    spaced.push(' ');
                }
                spaced.push(letter);
            }
            let words = vec![
                ("C13", json!("ZzLaterWord")),
                ("", json!(text.to_lowercase())),
                ("", json!(text.to_uppercase())),
                ("", json!(spaced)),
            ];
            ("word", words)
        }
        Value::Bool(flag) => {
            let capitals = ("", json!(flag.to_string().to_uppercase()));
            let word = ("C1", json!(if *flag { "Yes" } else { "No" }));
            ("flag", vec![capitals, word, ("C1", json!(u8::from(*flag)))])
        }
        Value::String(text) if !text.is_empty() => {
            ("text", vec![("", json!(format!("  {text} ")))])
        }
        _ => ("", Vec::new()),
    }
}

fn numbers(text: &str) -> Vec<(&'static str, Value)> {
    let plain: f64 = text.parse().unwrap();
    let raw = |text: String| serde_json::from_str::<Value>(&text).unwrap();
    let dot = if text.contains('.') { "" } else { "." };
    let zeros = "0".repeat(39 - text.len());
    vec![
        ("", json!(text)),
        ("", json!(format!(" {text} "))),
        ("M6", raw(format!("{text}{dot}{zeros}"))),
        ("M6", raw(format!("{plain:e}").replace('e', "E+").replace("E+-", "E-"))),
        ("M6", raw("1.2345678901E2".to_owned())),
        ("M6", raw("1".repeat(39))),
        ("M6", raw("1E400".to_owned())),
        ("", json!("$1,234.50")),
        ("C1", json!("2-4 days")),
        ("", json!("NaN")),
    ]
}

fn times() -> Vec<(&'static str, Value)> {
    vec![
        ("C15", json!("0001-01-01T00:00:00")),
        ("", json!("soon")),
        ("", json!(1_763_626_530)),
        ("", json!("/Date(1763626530000)/")),
        ("", json!("2026-11-20")),
        ("", json!("2026-11-20T08:15:30+05:30")),
        ("", json!("20/11/2026 08:15")),
    ]
}

fn spelled(tried: &TestedCall, place: &Path, spelling: Spelling) -> Option<Row> {
    let Some(Step::Key(key)) = place.last() else {
        return None;
    };
    let other = spell(key, spelling);
    // The keys of a catalogue and of a configuration are chosen by others.
    let free = tried.nature == CallKind::Catalog && place.0.len() == 1;
    if other == *key || free || is_free(&place.parent()) {
        return None;
    }
    let name = place.to_string();
    let needed = tried.identity.contains(&name.as_str()) || tried.whose.contains(&name.as_str());
    Some(Row {
        finding: "",
        name: format!("{place} spelled {other}"),
        variation: format!("{spelling:?}"),
        must: match tried.rows {
            Some(rows) if rows == name => Expectation::RowsOrError,
            _ if needed => Expectation::WithoutOrError(place.clone()),
            _ => Expectation::Without(place.clone()),
        },
        change: Change::Spelled(place.clone(), spelling),
    })
}
