//! The description as OpenAPI 3.1: one document of the interface, and one of the practice calls. Both
//! are the same for every caller, so they are written once.
//!
//! No library that derives such a document fits (utoipa, aide, schemars): each takes it from types
//! that serde fills, while requests are read here field by field, each refusal with the code and the
//! words that the interface wants, and an answer is often text that was stored years before. The
//! tables beside this file are read by both sides instead.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use axum::http::header;
use axum::response::IntoResponse;
use serde_json::{Map, Value, json};

use crate::call_spec::CallSpec;
use crate::fail::Code;
use crate::spec::{
    Field, Kind, LONGEST_TEXT, LONGEST_TRANSACTION_ID, MEASURE_LIMIT, Need, Param, Reply, Shape,
    Side,
};
use crate::spec_calls::CALLS;
use crate::spec_practice_shapes;
use crate::spec_shapes as shapes;
use crate::spec_yaml as yaml;

/// What the paths of a document begin with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Interface,
    Practice,
}

impl Part {
    fn prefix(self) -> &'static str {
        match self {
            Self::Interface => "/v3.1",
            Self::Practice => "/practice",
        }
    }
}

/// The document as JSON and as YAML.
struct Texts {
    json: String,
    yaml: String,
}

static INTERFACE: LazyLock<Texts> = LazyLock::new(|| Texts::of(Part::Interface));
static PRACTICE: LazyLock<Texts> = LazyLock::new(|| Texts::of(Part::Practice));

impl Texts {
    fn of(part: Part) -> Self {
        let document = document(part);
        let json = serde_json::to_string_pretty(&document).unwrap_or_default();
        Self { json: format!("{json}\n"), yaml: yaml::write(&document) }
    }
}

fn texts(part: Part) -> &'static Texts {
    match part {
        Part::Interface => &INTERFACE,
        Part::Practice => &PRACTICE,
    }
}

/// The document as JSON text.
pub fn json_text(part: Part) -> &'static str {
    &texts(part).json
}

/// The document as YAML text.
pub fn yaml_text(part: Part) -> &'static str {
    &texts(part).yaml
}

/// GET /openapi.json of the part.
pub async fn in_json<const PRACTICE: bool>() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], json_text(part_of(PRACTICE)))
}

/// GET /openapi.yaml of the part.
pub async fn in_yaml<const PRACTICE: bool>() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/yaml")], yaml_text(part_of(PRACTICE)))
}

fn part_of(practice: bool) -> Part {
    if practice { Part::Practice } else { Part::Interface }
}

/// The calls of a document, with their paths below its server.
pub fn calls_of(part: Part) -> impl Iterator<Item = (&'static str, &'static CallSpec)> {
    CALLS.iter().filter_map(move |call| Some((call.path.strip_prefix(part.prefix())?, call)))
}

/// Which schemas a document needs: each shape as it is in requests, in answers, or both.
#[derive(Default)]
struct Uses {
    request: BTreeSet<&'static str>,
    answer: BTreeSet<&'static str>,
}

impl Uses {
    fn meet(&mut self, shape: &'static Shape, side: Side) {
        let met = if side == Side::Request { &mut self.request } else { &mut self.answer };
        if !met.insert(shape.name) {
            return;
        }
        for field in fields_of(shape, side) {
            match field.kind {
                Kind::Object(inner) | Kind::Objects(inner, ..) | Kind::Catalogue(inner) => {
                    self.meet(inner, side);
                }
                _ => {}
            }
        }
    }

    /// The name of the schema: an object that requests and answers share has two.
    fn name(&self, shape: &Shape, side: Side) -> String {
        match side {
            Side::Request if self.answer.contains(shape.name) => format!("{}Input", shape.name),
            _ => shape.name.to_owned(),
        }
    }

    fn refer(&self, shape: &Shape, side: Side) -> Value {
        json!({"$ref": format!("#/components/schemas/{}", self.name(shape, side))})
    }
}

/// The fields of one side. A second spelling of a field, which is read as well, is only in its words:
/// generated code could not tell the two apart.
fn fields_of(shape: &'static Shape, side: Side) -> impl Iterator<Item = &'static Field> {
    let other = if side == Side::Request { Side::Answer } else { Side::Request };
    let of_side = move |field: &&'static Field| field.side != other;
    let is_first = move |field: &&'static Field| {
        let mut same = shape.fields.iter().filter(of_side);
        let first = same.find(|one| one.name.eq_ignore_ascii_case(field.name));
        first.is_some_and(|first| first.name == field.name)
    };
    shape.fields.iter().filter(of_side).filter(is_first)
}

/// The whole document.
pub fn document(part: Part) -> Value {
    let mut uses = Uses::default();
    uses.meet(&shapes::ERROR_BODY, Side::Answer);
    for (_, call) in calls_of(part) {
        if let Some(body) = call.body {
            uses.meet(body, Side::Request);
        }
        match &call.reply {
            Reply::Object(shape) | Reply::List(shape) | Reply::Catalogue(shape) => {
                uses.meet(shape, Side::Answer);
            }
            Reply::OneOrPage(one, page) => {
                uses.meet(one, Side::Answer);
                uses.meet(page, Side::Answer);
            }
            Reply::True | Reply::File(_) => {}
        }
    }
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for (path, call) in calls_of(part) {
        let operations = paths.entry(path).or_default();
        operations.insert(call.method.to_lowercase(), operation(&uses, path, call));
    }
    let mut schemas = Map::new();
    for shape in shapes::SHAPES.iter().chain(spec_practice_shapes::PRACTICE_SHAPES) {
        for (side, met) in [(Side::Request, &uses.request), (Side::Answer, &uses.answer)] {
            if met.contains(shape.name) {
                schemas.insert(uses.name(shape, side), schema(&uses, shape, side));
            }
        }
    }
    let (title, words) = match part {
        Part::Interface => ("Shipping Label Service", INTERFACE_WORDS),
        Part::Practice => ("Practice calls", PRACTICE_WORDS),
    };
    json!({
        "openapi": "3.1.0",
        "info": {"title": title, "version": "3.1", "description": words,
                 "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"}},
        "servers": [{"url": part.prefix()}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
            "headers": {"X-Correlation-ID": {
                "description": "Correlates a request with the server; every answer has it.",
                "required": true, "schema": {"type": "string"},
            }},
        },
    })
}

const INTERFACE_WORDS: &str = "The shipping interface as the practice service speaks it. In requests a null \
counts as an absent field, an empty text as an absent one, and a text is trimmed. An object may have \
members that are not named here; of rates, shipments and refunds they are named in Warnings. Every \
refusal has the body ErrorBody. Faults that were asked for (/practice/faults) change the answers of \
the calls they meet to anything at all.";

const PRACTICE_WORDS: &str = "What exists only in the practice service: the clock, the faults, the money and \
the administrator. These calls need no token.";

/// A name for generated code: `getShipmentLabel`.
fn operation_id(path: &str, call: &CallSpec) -> String {
    let mut id = call.method.to_lowercase();
    for part in path.split(['/', '.']).filter(|part| !part.is_empty()) {
        let part = part.strip_prefix('{').and_then(|part| part.strip_suffix('}')).unwrap_or(part);
        let mut letters = part.chars();
        id.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        id.extend(letters);
    }
    id
}

fn operation(uses: &Uses, path: &str, call: &CallSpec) -> Value {
    let mut words = call.words.to_owned();
    if call.also_lower_case {
        words =
            format!("{words} The path also works with shipment in lower case.").trim().to_owned();
    }
    let mut parameters: Vec<Value> = path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
        .map(|name| {
            let schema = json!({"type": "string", "minLength": 1});
            json!({"name": name, "in": "path", "required": true, "schema": schema})
        })
        .collect();
    if call.transaction {
        parameters.push(json!({
            "name": "transactionId", "in": "header", "required": true,
            "description": "Unique per transaction of the account. Plain ASCII.",
            "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_TRANSACTION_ID,
                       "pattern": "^[!-~]([ -~]*[!-~])?$"},
            "example": "order-1001",
        }));
    }
    parameters.extend(call.query.iter().map(|param| parameter(uses, param)));
    let mut operation = json!({
        "operationId": operation_id(path, call),
        "summary": call.title,
        "tags": [path.split(['/', '.']).nth(1).unwrap_or_default()],
        "responses": responses(uses, call),
        "security": if call.open { json!([]) } else { json!([{"token": []}]) },
    });
    let Some(map) = operation.as_object_mut() else {
        return operation;
    };
    if !words.is_empty() {
        map.insert("description".to_owned(), json!(words));
    }
    if !parameters.is_empty() {
        map.insert("parameters".to_owned(), Value::Array(parameters));
    }
    if let Some(body) = call.body {
        let mut content = json!({"schema": uses.refer(body, Side::Request)});
        if let (Some(content), Ok(example)) =
            (content.as_object_mut(), serde_json::from_str::<Value>(call.example))
        {
            content.insert("example".to_owned(), example);
        }
        let body = json!({"required": true, "content": {"application/json": content}});
        map.insert("requestBody".to_owned(), body);
    }
    operation
}

fn parameter(uses: &Uses, param: &Param) -> Value {
    // A query has no null, and its texts have no limit but that of the address.
    let schema = match param.kind {
        Kind::Text => json!({"type": "string"}),
        kind => value_schema(uses, &kind, Side::Request, true),
    };
    json!({
        "name": param.name, "in": "query", "required": param.must, "description": param.words,
        "schema": schema,
        // An empty value counts as an absent one.
        "allowEmptyValue": !param.must && !matches!(param.kind, Kind::Time),
    })
}

fn responses(uses: &Uses, call: &CallSpec) -> Value {
    let json_of = |schema: Value| json!({"application/json": {"schema": schema}});
    let list_of =
        |shape: &'static Shape| json!({"type": "array", "items": uses.refer(shape, Side::Answer)});
    let content = match &call.reply {
        Reply::Object(shape) => json_of(uses.refer(shape, Side::Answer)),
        Reply::OneOrPage(one, page) => json_of(
            json!({"oneOf": [uses.refer(one, Side::Answer), uses.refer(page, Side::Answer)]}),
        ),
        Reply::List(shape) => json_of(list_of(shape)),
        Reply::Catalogue(shape) => {
            json_of(json!({"type": "object", "additionalProperties": list_of(shape)}))
        }
        Reply::True => json_of(json!({"type": "boolean", "const": true})),
        Reply::File(kinds) => {
            let file = |kind: &str| match kind {
                "application/json" => json!({"schema": {"type": "object"}}),
                "application/yaml" => json!({"schema": {}}),
                _ => json!({"schema": {"type": "string", "format": "binary"}}),
            };
            kinds.iter().map(|kind| ((*kind).to_owned(), file(kind))).collect()
        }
    };
    let correlation =
        json!({"X-Correlation-ID": {"$ref": "#/components/headers/X-Correlation-ID"}});
    let mut responses = Map::new();
    responses.insert(
        "200".to_owned(),
        json!({"description": "Carried out.", "headers": correlation, "content": content}),
    );
    let mut by_status: BTreeMap<u16, BTreeSet<String>> = BTreeMap::new();
    let mut add = |status: u16, code: String| by_status.entry(status).or_default().insert(code);
    for code in call.codes() {
        add(Code::from_text(&code).status().as_u16(), code);
    }
    // What is refused before the call itself, whatever it is.
    let refused = || crate::request_text::module_of(call.path);
    for status in [400, 405, 408, 413] {
        add(status, format!("{}.BAD_REQUEST", refused()));
    }
    for status in [400, 414, 431] {
        add(status, "SVC.BAD_REQUEST".to_owned());
    }
    add(403, "SVC.NOT_AUTHORIZED".to_owned());
    add(404, format!("{}.NOT_FOUND", refused()));
    for (status, codes) in by_status {
        let codes: Vec<String> = codes.into_iter().collect();
        responses.insert(
            status.to_string(),
            json!({
                "description": format!("{}: {}.", meaning(status), codes.join(", ")),
                "headers": correlation,
                "content": json_of(uses.refer(&shapes::ERROR_BODY, Side::Answer)),
                "x-error-codes": codes,
            }),
        );
    }
    Value::Object(responses)
}

fn meaning(status: u16) -> &'static str {
    match status {
        400 => "The request cannot be read, lacks a field, or its body is not application/json",
        401 => "No valid token or credentials",
        403 => "Not allowed, or sent by a web page or to another host name",
        404 => "Not found",
        405 => "Not a method of this path",
        408 => "The body did not arrive in time",
        413 => "The body is too large",
        414 => "The address is too long",
        422 => "A value is not allowed, or the state forbids it",
        431 => "The headers are too large",
        500 => "An error of the service",
        _ => "The service or a carrier cannot do it now",
    }
}

/// The schema of an object on one side.
fn schema(uses: &Uses, shape: &'static Shape, side: Side) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for field in fields_of(shape, side) {
        let must = match side {
            Side::Request => field.need == Need::Always,
            _ => field.always,
        };
        if must {
            required.push(field.name);
        }
        let mut schema = value_schema(uses, &field.kind, side, must);
        if let Some(map) = schema.as_object_mut() {
            let mut words = field.words.to_owned();
            if let Kind::Loosely(values) = field.kind {
                words = format!(
                    "One of {}; case, spaces and underscores do not matter.",
                    values.join(", ")
                );
            }
            if !words.is_empty() {
                map.insert("description".to_owned(), json!(words));
            }
        }
        properties.insert(field.name.to_owned(), schema);
    }
    let mut schema =
        json!({"type": "object", "description": shape.words, "properties": properties});
    if let Some(map) = schema.as_object_mut()
        && !required.is_empty()
    {
        map.insert("required".to_owned(), json!(required));
    }
    schema
}

/// The schema of a value. What a request need not have may also be null there.
fn value_schema(uses: &Uses, kind: &Kind, side: Side, must: bool) -> Value {
    let asked = side == Side::Request;
    let list = |items: Value, least: usize, most: usize| {
        let mut list = json!({"type": "array", "items": items});
        if let Some(map) = list.as_object_mut().filter(|_| asked) {
            if least > 0 {
                map.insert("minItems".to_owned(), json!(least));
            }
            if most < usize::MAX {
                map.insert("maxItems".to_owned(), json!(most));
            }
        }
        list
    };
    let mut schema = match kind {
        Kind::Text if asked && must => {
            json!({"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT, "pattern": "\\S"})
        }
        Kind::Text | Kind::Loosely(_) if asked => {
            json!({"type": "string", "maxLength": LONGEST_TEXT})
        }
        Kind::Text | Kind::Loosely(_) => json!({"type": "string"}),
        Kind::Time => json!({"type": "string", "pattern": "^\\d{4}-\\d{2}-\\d{2}",
            "examples": ["2026-03-02", "2026-03-02T18:00:00.000Z"]}),
        Kind::Flag => json!({"type": "boolean"}),
        Kind::Measure if asked => {
            json!({"type": "number", "minimum": 0, "exclusiveMaximum": MEASURE_LIMIT})
        }
        Kind::Measure | Kind::Amount | Kind::Number => json!({"type": "number"}),
        Kind::Whole(least, u64::MAX) => json!({"type": "integer", "minimum": least}),
        Kind::Whole(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
        Kind::OneOf(values) => json!({"type": "string", "enum": values}),
        Kind::Texts(least, most) => list(json!({"type": "string"}), *least, *most),
        Kind::SomeOf(values) => {
            let one = json!({"type": "string", "enum": values});
            json!({"oneOf": [one, {"type": "array", "items": one}]})
        }
        Kind::Object(shape) => uses.refer(shape, side),
        Kind::Objects(shape, least, most) => list(uses.refer(shape, side), *least, *most),
        Kind::Free => json!({"type": "object", "additionalProperties": true}),
        Kind::FreeList => json!({"type": "array", "items": {}}),
        Kind::Catalogue(shape) => json!({"type": "object", "additionalProperties":
            {"type": "array", "items": uses.refer(shape, side)}}),
    };
    if asked && !must {
        or_null(&mut schema);
    }
    schema
}

/// Lets a schema accept null as well.
fn or_null(schema: &mut Value) {
    let null = json!({"type": "null"});
    let Some(map) = schema.as_object_mut() else {
        return;
    };
    if let Some(Value::Array(choices)) = map.get_mut("oneOf") {
        choices.push(null);
    } else if let Some(kind) = map.get("type").cloned() {
        map.insert("type".to_owned(), json!([kind, "null"]));
        if let Some(Value::Array(values)) = map.get_mut("enum") {
            values.push(Value::Null);
        }
    } else {
        let whole = Value::Object(std::mem::take(map));
        map.insert("oneOf".to_owned(), Value::Array(vec![whole, null]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::Fields;

    #[test]
    fn every_reference_of_a_document_leads_somewhere() {
        fn refer(value: &Value, found: &mut Vec<String>) {
            // A null is only ever one of the allowed values.
            let null_schemas = value.get("oneOf").and_then(Value::as_array);
            assert!(!null_schemas.is_some_and(|list| list.contains(&Value::Null)), "{value}");
            match value {
                Value::Object(map) => {
                    if let Some(Value::String(target)) = map.get("$ref") {
                        found.push(target.clone());
                    }
                    map.values().for_each(|value| refer(value, found));
                }
                Value::Array(list) => list.iter().for_each(|value| refer(value, found)),
                _ => {}
            }
        }
        for part in [Part::Interface, Part::Practice] {
            let document = document(part);
            let mut found = Vec::new();
            refer(&document, &mut found);
            assert!(found.len() > 50);
            for target in found {
                assert!(document.pointer(&target[1..]).is_some(), "{target}");
            }
        }
    }

    #[test]
    fn an_example_has_only_described_fields_and_all_that_is_required() {
        for call in CALLS.iter().filter(|call| call.body.is_some()) {
            let body: Value = serde_json::from_str(call.example).expect(call.path);
            let shape = call.body.unwrap();
            let fields = Fields::new(call.module, shape, &body).unwrap();
            for name in fields.names() {
                assert!(
                    shape.in_requests().any(|field| field.name == name),
                    "{} {name}",
                    call.path
                );
            }
            for field in shape.in_requests().filter(|field| field.need == Need::Always) {
                assert!(body.get(field.name).is_some(), "{} lacks {}", call.path, field.name);
            }
        }
    }

    #[test]
    fn an_optional_value_may_be_null_and_a_required_one_not() {
        let document = document(Part::Interface);
        let at = |pointer: &str| document.pointer(pointer).unwrap_or_else(|| panic!("{pointer}"));
        let schemas = "/components/schemas";
        assert_eq!(
            at(&format!("{schemas}/AddressInput/properties/company/type")),
            &json!(["string", "null"])
        );
        assert_eq!(at(&format!("{schemas}/TokenRequest/properties/apiKey/type")), &json!("string"));
        let values = at(&format!("{schemas}/PackageInput/properties/weightUnit/enum"));
        assert_eq!(values, &json!(["oz", "lb", "g", "kg", null]));
        let errors = at("/paths/~1Shipment~1Refund/post/responses/422/x-error-codes");
        assert!(errors.as_array().unwrap().contains(&json!("SHIPMENT.REFUND.NOT_SUPPORTED")));
    }
}
