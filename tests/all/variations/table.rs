//! The table of variations: which changes apply to a call, and what must hold with each.

use serde_json::{Value, json};

use super::calls::{Nature, Tried};
use super::change::{Body, Change, Cut, Put, Spelling, Wire, spell, under};
use super::path::{Path, Step, every_object, every_place, pruned};
use super::replies;

pub struct Row {
    /// The finding of 22 November 2026 this row would have found, where there is one.
    pub finding: &'static str,
    pub name: String,
    pub change: Change,
    pub must: Must,
}

/// What must hold. A panic or an answer that never comes holds with none of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Must {
    /// Everything is read as without the change.
    Same,
    /// The same, apart from letters that no reader could know.
    SameLetters,
    SameLettersOrError,
    SameOrError,
    /// Everything but this member is read. The member is read as given, or left out and told
    /// where it said something.
    Except(Path),
    ExceptOrError(Path),
    /// As [`Must::Except`] for a member that says nothing or may be lost.
    Without(Path),
    WithoutOrError(Path),
    /// Every element of this list is read, whatever stands beside them.
    Contains(Path),
    /// The rows of the list; what is said about pages may be lost.
    Rows,
    RowsOrError,
    Nothing,
    NothingOrError,
    Error,
    /// A refusal with this code.
    Code(&'static str),
    Any,
}

pub fn rows_of(tried: &Tried) -> Vec<Row> {
    let base = tried.base();
    let mut rows = vec![Row {
        finding: "",
        name: "as the second service writes it".to_owned(),
        change: Change::None,
        must: Must::Same,
    }];
    members(tried, &base, &mut rows);
    wrappers(tried, &base, &mut rows);
    encodings(tried, &mut rows);
    statuses(tried, &mut rows);
    rows
}

/// What a member may hold instead, whatever it was.
fn instead() -> [Put; 11] {
    [
        Put::Missing,
        Put::Value(Value::Null),
        Put::Value(json!("")),
        Put::Value(json!({})),
        Put::Value(json!([])),
        Put::Value(json!([null])),
        Put::Value(json!(true)),
        Put::Value(json!(0)),
        Put::Value(json!("No")),
        Put::Value(json!(7)),
        Put::Value(json!({"zzDeep": [{"a": 1}]})),
    ]
}

fn members(tried: &Tried, base: &Value, rows: &mut Vec<Row>) {
    for place in every_place(base) {
        let old = place.get(base).cloned().unwrap_or_default();
        for put in instead() {
            rows.push(member(tried, &place, put));
        }
        for (word, put) in other_words(&place, &old) {
            rows.push(Row {
                finding: word,
                ..member(tried, &place, Put::Value(put))
            });
        }
        for spelling in [Spelling::Pascal, Spelling::Lower, Spelling::Snake] {
            rows.extend(spelled(tried, &place, spelling));
        }
        if matches!(place.last(), Some(Step::Key(_))) {
            rows.push(Row {
                finding: "",
                name: format!("{place} twice"),
                change: Change::Twice(place.clone()),
                must: Must::Same,
            });
        }
        if old.is_array() {
            rows.push(Row {
                finding: "C7",
                name: format!("{place} with strangers among its elements"),
                change: Change::Among(place.clone(), json!([null, 7, "x", {}, [], {"zz": 1}])),
                must: Must::Contains(place.clone()),
            });
        }
    }
    for place in every_object(base) {
        let keyed = tried.nature == Nature::Catalog && place.0.is_empty();
        rows.push(Row {
            finding: "",
            name: format!("an unknown member in {place}"),
            must: if keyed || is_free(&place) {
                Must::Any
            } else {
                Must::Same
            },
            change: Change::Beside(place),
        });
    }
}

/// Members whose shape the interface does not show are kept as they come.
fn is_free(place: &Path) -> bool {
    let free = ["configuration", "errors", "forms"];
    place
        .0
        .iter()
        .any(|step| matches!(step, Step::Key(key) if free.contains(&key.as_str())))
}

fn member(tried: &Tried, place: &Path, put: Put) -> Row {
    let (shown, new) = match &put {
        Put::Missing => ("missing".to_owned(), None),
        Put::Value(value) => (format!("= {}", super::judge::short(value)), Some(value)),
    };
    let must = member_must(tried, place, new);
    let bought = matches!(tried.nature, Nature::Money);
    Row {
        finding: match place.last() {
            _ if bought => "C1 M1b",
            Some(Step::At(_)) => "C7",
            _ => "",
        },
        name: format!("{place} {shown}"),
        change: Change::Member(place.clone(), put),
        must,
    }
}

fn member_must(tried: &Tried, place: &Path, new: Option<&Value>) -> Must {
    let name = place.to_string();
    let says = new.is_some_and(|new| !pruned(new).is_null());
    if tried.rows == Some(name.as_str()) {
        return match new {
            None => Must::Error,
            Some(_) if !says => Must::NothingOrError,
            Some(_) => Must::ExceptOrError(place.clone()),
        };
    }
    if tried.whose.contains(&name.as_str()) {
        let ours = place.get(&tried.base()).cloned().unwrap_or_default();
        return match new {
            // The same id in another spelling.
            Some(new) if says && super::judge::means(&ours, new) => Must::Same,
            Some(Value::String(_) | Value::Number(_)) if says => Must::Error,
            _ => Must::WithoutOrError(place.clone()),
        };
    }
    if tried.identity.contains(&name.as_str()) {
        // An id that came as a number is one.
        return match new {
            Some(Value::Number(_)) if name == "id" => Must::Except(place.clone()),
            _ => Must::ExceptOrError(place.clone()),
        };
    }
    Must::Except(place.clone())
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

/// What only a member of this kind may hold, with the finding.
fn other_words(place: &Path, old: &Value) -> Vec<(&'static str, Value)> {
    let key = match place.last() {
        Some(Step::Key(key)) => key.as_str(),
        _ => "",
    };
    match old {
        Value::Number(number) => numbers(&number.to_string()),
        Value::String(_) if key.ends_with("Date") || key.starts_with("date") => times(),
        Value::String(text) if key == "transactionId" => vec![
            ("M3", json!(text.to_uppercase())),
            ("M3", json!(text.to_lowercase())),
            ("M3", json!(format!(" {text}\n"))),
        ],
        Value::String(text) if WORDS.contains(&key) => {
            let mut spaced = String::new();
            for letter in text.chars() {
                if letter.is_uppercase() && !spaced.is_empty() {
                    spaced.push(' ');
                }
                spaced.push(letter);
            }
            vec![
                ("C13", json!("ZzLaterWord")),
                ("", json!(text.to_lowercase())),
                ("", json!(text.to_uppercase())),
                ("", json!(spaced)),
            ]
        }
        Value::Bool(flag) => vec![
            ("", json!(flag.to_string().to_uppercase())),
            ("C1", json!(if *flag { "Yes" } else { "No" })),
            ("C1", json!(u8::from(*flag))),
        ],
        Value::String(text) if !text.is_empty() => vec![("", json!(format!("  {text} ")))],
        _ => Vec::new(),
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
        (
            "M6",
            raw(format!("{plain:e}").replace('e', "E+").replace("E+-", "E-")),
        ),
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

fn spelled(tried: &Tried, place: &Path, spelling: Spelling) -> Option<Row> {
    let Some(Step::Key(key)) = place.last() else {
        return None;
    };
    let other = spell(key, spelling);
    // The keys of a catalogue and of a configuration are somebody's own words.
    let free = tried.nature == Nature::Catalog && place.0.len() == 1;
    if other == *key || free || is_free(&place.parent()) {
        return None;
    }
    let name = place.to_string();
    let needed = tried.identity.contains(&name.as_str()) || tried.whose.contains(&name.as_str());
    Some(Row {
        finding: "",
        name: format!("{place} spelled {other}"),
        must: match tried.rows {
            Some(rows) if rows == name => Must::RowsOrError,
            _ if needed => Must::WithoutOrError(place.clone()),
            _ => Must::Without(place.clone()),
        },
        change: Change::Spelled(place.clone(), spelling),
    })
}

fn wrappers(tried: &Tried, base: &Value, rows: &mut Vec<Row>) {
    let mut add = |finding: &'static str, document: Value, must: Must| {
        rows.push(Row {
            finding,
            name: format!("the reply is {}", super::judge::short(&shape(&document))),
            change: Change::Document(document),
            must,
        });
    };
    let nothing = match tried.nature {
        Nature::List | Nature::Catalog => Must::NothingOrError,
        Nature::LookUp => Must::Nothing,
        Nature::One | Nature::Money => Must::Error,
        Nature::Write if !tried.identity.is_empty() => Must::Error,
        Nature::Write => Must::Any,
    };
    let paged = tried.rows == Some("results");
    let none = if paged {
        Must::Nothing
    } else {
        nothing.clone()
    };
    for (finding, empty) in [
        ("C2 M4", json!([])),
        ("C2 M4", Value::Null),
        ("C2 M4", json!({"results": []})),
        ("C2 M4", json!({"results": null, "totalResults": 0})),
    ] {
        add(finding, empty, none.clone());
    }
    // An object in which there is nothing is of no known shape, except where keys are free.
    let odd = match tried.nature {
        Nature::LookUp | Nature::Catalog => Must::NothingOrError,
        Nature::List => Must::Error,
        _ => nothing.clone(),
    };
    add("C6", json!({}), odd.clone());
    add(
        "C6",
        json!({"totalResults": 3, "nextPage": null}),
        match tried.nature {
            Nature::LookUp | Nature::Catalog => Must::Error,
            _ => odd.clone(),
        },
    );
    let word = match nothing {
        Must::Any => Must::Any,
        _ => Must::Error,
    };
    for document in [
        json!("ok"),
        json!(0),
        json!({"success": true, "message": "done"}),
    ] {
        add("C6", document, word.clone());
    }
    if *base == json!(true) {
        return;
    }
    let list = match tried.rows {
        Some("") => base.clone(),
        Some(key) => base[key].clone(),
        None => json!([base]),
    };
    let (known, unknown) = match (tried.nature, paged) {
        (Nature::List, true) => (Must::Rows, Must::RowsOrError),
        (Nature::List, false) => (Must::RowsOrError, Must::RowsOrError),
        (Nature::LookUp, _) => (Must::Same, Must::SameOrError),
        _ => (Must::SameOrError, Must::SameOrError),
    };
    add("", list.clone(), known.clone());
    add("", under("results", list.clone()), known.clone());
    for key in tried.also {
        add("", under(key, list.clone()), known.clone());
    }
    for key in ["Results", "items", "data", "zzRows", "result", "value"] {
        add("C6", under(key, list.clone()), unknown.clone());
        add("C6", under(key, base.clone()), unknown.clone());
    }
    let by_number: serde_json::Map<String, Value> = list
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
        .map(|(at, row)| (at.to_string(), row.clone()))
        .collect();
    add("C6", Value::Object(by_number), unknown.clone());
    add(
        "C6",
        json!({"data": {"results": list.clone()}, "ok": true}),
        unknown,
    );
    if tried.nature == Nature::List {
        let newest_last: Vec<Value> = list.as_array().unwrap().iter().rev().cloned().collect();
        let at = Path::of(tried.rows.unwrap_or_default());
        let mut turned = base.clone();
        at.put(&mut turned, json!(newest_last));
        add("C4", turned, Must::Contains(at));
    }
    if tried.name == "GET /Shipment" {
        let other = replies::shipment("SHP-OTHER", "other-transaction", "1ZOTHER");
        add("C8", other.clone(), Must::Error);
        add("C8", json!([other]), Must::Error);
        add("C8", json!({"results": [other]}), Must::Error);
        add("C8", json!([other, base]), Must::SameOrError);
    }
    if tried.name == "GET /Manifest" {
        let other = replies::manifest("MAN-OTHER", "SHP-OTHER");
        add("C8", json!([other]), Must::Error);
        add("C8", json!([other, base]), Must::SameOrError);
    }
}

/// The shape of a document without its rows, for a name.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(object) if object.len() > 3 => {
            json!({"…": object.get("id").cloned().unwrap_or(json!("the reply"))})
        }
        Value::Object(object) => object
            .iter()
            .map(|(key, value)| (key.clone(), shape(value)))
            .collect(),
        Value::Array(items) => items.iter().map(shape).collect(),
        other => other.clone(),
    }
}

fn encodings(tried: &Tried, rows: &mut Vec<Row>) {
    let mut add = |finding: &'static str, wire: Wire, must: Must| {
        rows.push(Row {
            finding,
            name: format!("{wire:?}"),
            change: Change::Wire(wire),
            must,
        });
    };
    for wire in [
        Wire::Gzip,
        Wire::GzipInCapitals,
        Wire::ByteOrderMark,
        Wire::ManyHeaders,
        Wire::LongHeader,
    ] {
        add("C1", wire, Must::Same);
    }
    for kind in [
        None,
        Some("application/json; charset=utf-8"),
        Some("application/json;charset=ISO-8859-1"),
        Some("text/json"),
        Some("text/html"),
        Some("application/octet-stream"),
        Some("nonsense"),
    ] {
        add("", Wire::ContentType(kind), Must::Same);
    }
    for wire in [
        Wire::Chunked,
        Wire::ChunkedOneByOne,
        Wire::NoLength,
        Wire::Http10,
        Wire::Continued,
        Wire::EarlyHints,
        Wire::Spaces,
        Wire::Drip,
        Wire::SlowHead,
        Wire::TwoAnswers,
    ] {
        add("", wire, Must::Same);
    }
    for wire in [
        Wire::GzipUnsaid,
        Wire::Deflate,
        Wire::RawDeflate,
        Wire::Utf16,
        Wire::Length(1),
        Wire::Length(100_000),
    ] {
        add("", wire, Must::SameOrError);
    }
    add("C1", Wire::Latin1, Must::SameLetters);
    add("", Wire::LoneSurrogate, Must::SameLettersOrError);
    add("", Wire::RawControl, Must::SameLettersOrError);
    let large = match tried.name {
        "POST /Shipment" | "GET /Shipment" | "GET /Shipment/:id/Label" => Must::Same,
        _ => Must::SameOrError,
    };
    add("M1a C1 C12", Wire::Padded(9_000_000), large);
    for wire in [
        Wire::HeadCut(0),
        Wire::HeadCut(11),
        Wire::HeadCut(60),
        Wire::BodyCut(Cut::Nothing),
        Wire::BodyCut(Cut::OneByte),
        Wire::BodyCut(Cut::Half),
        Wire::BodyCut(Cut::LastByte),
        Wire::Length(-1),
        Wire::HangBefore,
        Wire::HangAfterHead,
        Wire::HangInBody,
    ] {
        add("", wire, Must::Error);
    }
}

/// Codes of section 7 under the status they belong to, and some that belong to none.
const REFUSALS: [(u16, &str); 12] = [
    (400, "SHIPMENT.BAD_REQUEST"),
    (401, "ACCOUNT.APP.AUTHENTICATION_FAILED"),
    (401, "CARRIER.AUTHENTICATION_FAILED"),
    (403, "CARRIERACCOUNT.CONFIG.NOT_AUTHORIZED"),
    (404, "SHIPMENT.NOT_FOUND"),
    (409, "SHIPMENT.CONFLICT_OF_LATER"),
    (422, "SHIPMENT.VALIDATION_FAILED"),
    (429, "ACCOUNT.TOO_MANY"),
    (500, "INTERNAL_SERVER_ERROR"),
    (502, "SVC.BAD_GATEWAY"),
    (503, "SHIPMENT.OPERATION_FAILED"),
    (504, "SVC.TIMED_OUT"),
];

fn statuses(tried: &Tried, rows: &mut Vec<Row>) {
    let mut add = |finding: &'static str, change: Change, must: Must| {
        let name = match &change {
            Change::Once(inner) => format!("once {inner:?}"),
            other => format!("{other:?}"),
        };
        rows.push(Row {
            finding,
            name,
            change,
            must,
        });
    };
    for status in [201, 202, 203] {
        add("", Change::Status(status, Body::Reply), Must::Same);
    }
    add("", Change::Status(206, Body::Reply), Must::SameOrError);
    let empty = match tried.nature {
        Nature::List | Nature::LookUp | Nature::Catalog => Must::NothingOrError,
        Nature::Write if tried.identity.is_empty() => Must::Any,
        _ => Must::Error,
    };
    for status in [200, 201, 204] {
        add("", Change::Status(status, Body::Empty), empty.clone());
    }
    for status in [301, 302, 303, 307, 308] {
        add("", Change::Status(status, Body::Elsewhere), Must::Error);
    }
    add("", Change::Status(304, Body::Empty), Must::Error);
    for (status, code) in REFUSALS {
        add(
            "",
            Change::Status(status, Body::Documented(code)),
            Must::Code(code),
        );
        add(
            "",
            Change::Status(status, Body::LowerCase(code)),
            Must::Code(code),
        );
        add(
            "",
            Change::Status(status, Body::One(code)),
            Must::Code(code),
        );
        if code != "CARRIER.AUTHENTICATION_FAILED" {
            for body in [Body::Plain, Body::Html, Body::Empty, Body::Reply] {
                add("", Change::Status(status, body), Must::Error);
            }
        }
    }
    let busy = "SHIPMENT.OPERATION_FAILED";
    add(
        "M6",
        Change::Status(503, Body::Later(busy)),
        Must::Code(busy),
    );
    let key = "ACCOUNT.APP.AUTHENTICATION_FAILED";
    let once = |change| Change::Once(Box::new(change));
    if tried.name == "POST /Account/Token" || tried.name.starts_with("POST /User/") {
        return;
    }
    add(
        "",
        once(Change::Status(401, Body::Documented(key))),
        Must::Same,
    );
    add(
        "C10 M6",
        once(Change::Status(403, Body::Documented(key))),
        Must::Same,
    );
    if matches!(tried.nature, Nature::Write | Nature::Money) {
        return;
    }
    add(
        "",
        once(Change::Status(503, Body::Documented(busy))),
        Must::Same,
    );
    add("", once(Change::Status(502, Body::Html)), Must::Same);
    add("", once(Change::Wire(Wire::BodyCut(Cut::Half))), Must::Same);
    add("", once(Change::Wire(Wire::HeadCut(0))), Must::Same);
}
