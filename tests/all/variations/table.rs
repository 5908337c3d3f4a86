//! The table of variations: which changes apply to a call, and what must hold with each.

use serde_json::{Value, json};

use super::calls::{CallKind, TestedCall};
use super::change::{Body, Change, Cut, Wire, under};
use super::members::members;
use super::path::Path;
use super::replies;

pub struct Row {
    /// The finding of 22 November 2026 that this row would have found, if any.
    pub finding: &'static str,
    pub name: String,
    /// What is changed in which way, whatever the member is.
    pub variation: String,
    pub change: Change,
    pub must: Expectation,
}

/// What must hold. A panic or a response that never ends violates all of them.
#[derive(Clone, Debug, PartialEq)]
pub enum Expectation {
    /// Everything is read as without the change.
    Same,
    /// The same, except for letters that no reader could know.
    SameLetters,
    SameLettersOrError,
    SameOrError,
    /// Everything but this member is read. The member is read as sent, or it is left out and
    /// reported if it had a meaning.
    Except(Path),
    ExceptOrError(Path),
    /// Like [`Expectation::Except`], for a member that has no meaning or may be lost.
    Without(Path),
    WithoutOrError(Path),
    /// Every element of this list is read, whatever is around them.
    Contains(Path),
    /// The rows of the list are read; paging members may be lost.
    Rows,
    RowsOrError,
    Nothing,
    NothingOrError,
    Error,
    /// A refusal with this code.
    Code(&'static str),
    Any,
}

pub fn rows_of(tried: &TestedCall) -> Vec<Row> {
    let base = tried.base();
    let mut rows = vec![Row {
        finding: "",
        name: "as the second service writes it".to_owned(),
        variation: "none".to_owned(),
        change: Change::None,
        must: Expectation::Same,
    }];
    members(tried, &base, &mut rows);
    wrappers(tried, &base, &mut rows);
    encodings(tried, &mut rows);
    statuses(tried, &mut rows);
    rows
}

fn wrappers(tried: &TestedCall, base: &Value, rows: &mut Vec<Row>) {
    let list = match tried.rows {
        Some("") => base.clone(),
        Some(key) => base[key].clone(),
        None => json!([base]),
    };
    let (rows_of_call, reply) = (list.to_string(), base.to_string());
    let mut add = |finding: &'static str, document: Value, must: Expectation| {
        let variation = document.to_string();
        rows.push(Row {
            finding,
            name: format!("the reply is {}", super::judge::short(&shape(&document))),
            variation: variation.replace(&rows_of_call, "rows").replace(&reply, "reply"),
            change: Change::Document(document),
            must,
        });
    };
    let nothing = match tried.nature {
        CallKind::List | CallKind::Catalog => Expectation::NothingOrError,
        CallKind::LookUp => Expectation::Nothing,
        CallKind::One | CallKind::Money => Expectation::Error,
        CallKind::Write if !tried.identity.is_empty() => Expectation::Error,
        CallKind::Write => Expectation::Any,
    };
    let paged = tried.rows == Some("results");
    let none = if paged { Expectation::Nothing } else { nothing.clone() };
    for (finding, empty) in [
        ("C2 M4", json!([])),
        ("C2 M4", Value::Null),
        ("C2 M4", json!({"results": []})),
        ("C2 M4", json!({"results": null, "totalResults": 0})),
    ] {
        add(finding, empty, none.clone());
    }
    // An empty object has no known form, except if its keys are free.
    let odd = match tried.nature {
        CallKind::LookUp | CallKind::Catalog => Expectation::NothingOrError,
        CallKind::List => Expectation::Error,
        _ => nothing.clone(),
    };
    add("C6", json!({}), odd.clone());
    add(
        "C6",
        json!({"totalResults": 3, "nextPage": null}),
        match tried.nature {
            CallKind::LookUp | CallKind::Catalog => Expectation::Error,
            _ => odd.clone(),
        },
    );
    let word = match nothing {
        Expectation::Any => Expectation::Any,
        _ => Expectation::Error,
    };
    for document in [json!("ok"), json!(0), json!({"success": true, "message": "done"})] {
        add("C6", document, word.clone());
    }
    if *base == json!(true) {
        return;
    }
    let (known, unknown) = match (tried.nature, paged) {
        (CallKind::List, true) => (Expectation::Rows, Expectation::RowsOrError),
        (CallKind::List, false) => (Expectation::RowsOrError, Expectation::RowsOrError),
        (CallKind::LookUp, _) => (Expectation::Same, Expectation::SameOrError),
        _ => (Expectation::SameOrError, Expectation::SameOrError),
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
    add("C6", json!({"data": {"results": list.clone()}, "ok": true}), unknown);
    if tried.nature == CallKind::List {
        let newest_last: Vec<Value> = list.as_array().unwrap().iter().rev().cloned().collect();
        let at = Path::of(tried.rows.unwrap_or_default());
        let mut turned = base.clone();
        at.put(&mut turned, json!(newest_last));
        add("C4", turned, Expectation::Contains(at));
    }
    if tried.name == "GET /Shipment" {
        let other = replies::shipment("SHP-OTHER", "other-transaction", "1ZOTHER");
        add("C8", other.clone(), Expectation::Error);
        add("C8", json!([other]), Expectation::Error);
        add("C8", json!({"results": [other]}), Expectation::Error);
        add("C8", json!([other, base]), Expectation::SameOrError);
    }
    if tried.name == "GET /Manifest" {
        let other = replies::manifest("MAN-OTHER", "SHP-OTHER");
        add("C8", json!([other]), Expectation::Error);
        add("C8", json!([other, base]), Expectation::SameOrError);
    }
}

/// The form of a document without its rows, for the name of a row.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(object) if object.len() > 3 => {
            json!({"…": object.get("id").cloned().unwrap_or(json!("the reply"))})
        }
        Value::Object(object) => {
            object.iter().map(|(key, value)| (key.clone(), shape(value))).collect()
        }
        Value::Array(items) => items.iter().map(shape).collect(),
        other => other.clone(),
    }
}

impl Row {
    /// What the short form of the table has at least once for this row: its variation with this kind
    /// of call, its member of this call, and what must hold for this call after this sort of change.
    pub fn kinds(&self, tried: &TestedCall) -> [String; 4] {
        let (sort, place) = self.change.sort();
        let must = format!("{:?}", self.must);
        let must = must.split('(').next().unwrap_or_default();
        [
            format!("{:?}, {}", tried.nature, self.variation),
            format!("{}, {}", tried.name, place.map(Path::to_string).unwrap_or_default()),
            format!("{}, {sort}, {must}", tried.name),
            format!("finding {}", self.finding),
        ]
    }
}

fn encodings(tried: &TestedCall, rows: &mut Vec<Row>) {
    let mut add = |finding: &'static str, wire: Wire, must: Expectation| {
        let name = format!("{wire:?}");
        let variation = name.clone();
        rows.push(Row { finding, name, variation, change: Change::Wire(wire), must });
    };
    for wire in
        [Wire::Gzip, Wire::GzipInCapitals, Wire::ByteOrderMark, Wire::ManyHeaders, Wire::LongHeader]
    {
        add("C1", wire, Expectation::Same);
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
        add("", Wire::ContentType(kind), Expectation::Same);
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
        add("", wire, Expectation::Same);
    }
    // Many long chunk extensions exceed a limit of the HTTP client, because attacks look like this.
    // No response was read then, so for money the outcome is unknown.
    add("", Wire::ChunkedWithNotes, Expectation::SameOrError);
    for wire in [
        Wire::GzipUnsaid,
        Wire::Deflate,
        Wire::RawDeflate,
        Wire::Utf16,
        Wire::Length(1),
        Wire::Length(100_000),
    ] {
        add("", wire, Expectation::SameOrError);
    }
    add("C1", Wire::Latin1, Expectation::SameLetters);
    add("", Wire::LoneSurrogate, Expectation::SameLettersOrError);
    add("", Wire::RawControl, Expectation::SameLettersOrError);
    // Only labels, and lists of shipments with labels, can be this large.
    match tried.name {
        "POST /Shipment" | "GET /Shipment" | "GET /Shipment/:id/Label" => {
            add("M1a C1", Wire::Padded(9_000_000), Expectation::Same);
        }
        replies::LIST_OF_SHIPMENTS | "GET /Carrier" => {
            add("C12", Wire::Padded(9_000_000), Expectation::SameOrError);
        }
        _ => {}
    }
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
        add("", wire, Expectation::Error);
    }
}

/// Codes of section 7 with their status, and some with a status of another.
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

fn statuses(tried: &TestedCall, rows: &mut Vec<Row>) {
    let mut add = |finding: &'static str, change: Change, must: Expectation| {
        let name = match &change {
            Change::Once(inner) => format!("once {inner:?}"),
            other => format!("{other:?}"),
        };
        let variation = name.clone();
        rows.push(Row { finding, name, variation, change, must });
    };
    for status in [201, 202, 203] {
        add("", Change::Status(status, Body::Reply), Expectation::Same);
    }
    add("", Change::Status(206, Body::Reply), Expectation::SameOrError);
    let empty = match tried.nature {
        CallKind::List | CallKind::LookUp | CallKind::Catalog => Expectation::NothingOrError,
        CallKind::Write if tried.identity.is_empty() => Expectation::Any,
        _ => Expectation::Error,
    };
    for status in [200, 201, 204] {
        add("", Change::Status(status, Body::Empty), empty.clone());
    }
    for status in [301, 302, 303, 307, 308] {
        add("", Change::Status(status, Body::Elsewhere), Expectation::Error);
    }
    add("", Change::Status(304, Body::Empty), Expectation::Error);
    for (status, code) in REFUSALS {
        add("", Change::Status(status, Body::Documented(code)), Expectation::Code(code));
        add("", Change::Status(status, Body::LowerCase(code)), Expectation::Code(code));
        add("", Change::Status(status, Body::One(code)), Expectation::Code(code));
        if code != "CARRIER.AUTHENTICATION_FAILED" {
            for body in [Body::Plain, Body::Html, Body::Empty, Body::Reply] {
                add("", Change::Status(status, body), Expectation::Error);
            }
        }
    }
    let busy = "SHIPMENT.OPERATION_FAILED";
    add("M6", Change::Status(503, Body::Later(busy)), Expectation::Code(busy));
    let key = "ACCOUNT.APP.AUTHENTICATION_FAILED";
    let once = |change| Change::Once(Box::new(change));
    if tried.name == "POST /Account/Token" || tried.name.starts_with("POST /User/") {
        return;
    }
    add("", once(Change::Status(401, Body::Documented(key))), Expectation::Same);
    add("C10 M6", once(Change::Status(403, Body::Documented(key))), Expectation::Same);
    if matches!(tried.nature, CallKind::Write | CallKind::Money) {
        return;
    }
    add("", once(Change::Status(503, Body::Documented(busy))), Expectation::Same);
    add("", once(Change::Status(502, Body::Html)), Expectation::Same);
    add("", once(Change::Wire(Wire::BodyCut(Cut::Half))), Expectation::Same);
    add("", once(Change::Wire(Wire::HeadCut(0))), Expectation::Same);
}
