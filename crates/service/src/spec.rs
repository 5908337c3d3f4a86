//! The description of the interface as this service speaks it: the calls, their fields, values and
//! errors. It is the only place where a field or a value is named for the outside.
//!
//! Everything else follows from it. `routes.rs` builds the routes from [`CALLS`]. A handler reads a
//! request through `wire::Fields`, which knows the [`Shape`] of the object: a field that is not
//! described cannot be read, nor one of another kind, and the allowed values and limits are taken
//! from here. The warnings about ignored fields are those that a shape does not have. `spec_openapi.rs`
//! writes the same tables as OpenAPI 3.1, and a debug build holds every answer against them
//! (`spec_proof.rs`), so that each test of the service is also a test of the document.

use std::sync::{Arc, LazyLock};

use axum::routing::MethodRouter;

use super::App;
pub use super::spec_calls::CALLS;
pub(crate) use super::spec_openapi as openapi;
pub use super::spec_practice_shapes::*;
pub use super::spec_proof::hold_against;
pub(crate) use super::spec_shapes as shapes;
pub use super::spec_shapes::*;

/// The limit of every text in a request, in bytes.
pub const LONGEST_TEXT: usize = 2000;
/// Every measure is below this.
pub const MEASURE_LIMIT: f64 = 1e9;
/// The longest transaction id; the interface specifies no format.
pub const LONGEST_TRANSACTION_ID: usize = 200;

/// An object of requests, of answers, or of both.
pub struct Shape {
    pub name: &'static str,
    pub words: &'static str,
    pub fields: &'static [Field],
}

/// One field of an object.
pub struct Field {
    pub name: &'static str,
    pub kind: Kind,
    pub words: &'static str,
    pub side: Side,
    pub need: Need,
    /// Whether every answer with this object has the field.
    pub always: bool,
}

/// Where a field occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Both,
    Request,
    Answer,
}

/// Whether a request must have the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    Never,
    Always,
    /// In some cases, which the words of the field name.
    Sometimes,
}

/// What a value is.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A text of at most [`LONGEST_TEXT`] bytes.
    Text,
    /// A date, or a date and a time.
    Time,
    Flag,
    /// A number from 0 up to [`MEASURE_LIMIT`].
    Measure,
    /// An amount of money, of at most six decimal places.
    Amount,
    /// A whole number from the first to the second.
    Whole(u64, u64),
    /// Any number, in answers.
    Number,
    /// One of these values.
    OneOf(&'static [&'static str]),
    /// One of these values, whatever its case, with or without spaces and underscores.
    Loosely(&'static [&'static str]),
    /// A list of texts, from the first to the second number of them.
    Texts(usize, usize),
    /// One text or a list of them, each one of these values.
    SomeOf(&'static [&'static str]),
    Object(&'static Shape),
    /// A list of objects, from the first to the second number of them.
    Objects(&'static Shape, usize, usize),
    /// An object whose members the interface does not name.
    Free,
    /// A list whose entries the interface does not show.
    FreeList,
    /// For each name, a list of objects.
    Catalogue(&'static Shape),
}

/// A query parameter.
pub struct Param {
    pub name: &'static str,
    pub kind: Kind,
    pub must: bool,
    pub words: &'static str,
}

/// What a call answers with status 200.
pub enum Reply {
    Object(&'static Shape),
    /// One of the two: a single object, or a page of them.
    OneOrPage(&'static Shape, &'static Shape),
    List(&'static Shape),
    Catalogue(&'static Shape),
    /// The JSON value `true`.
    True,
    /// A file of one of these media types.
    File(&'static [&'static str]),
}

/// One call.
pub struct CallSpec {
    pub method: &'static str,
    /// The path with its version, and `{id}` for each parameter.
    pub path: &'static str,
    /// Whether the part `Shipment` of the path may also be written `shipment` (section 4.6).
    pub also_lower_case: bool,
    pub title: &'static str,
    pub words: &'static str,
    /// What the codes of its errors begin with.
    pub module: &'static str,
    /// Whether it needs no token.
    pub open: bool,
    /// Whether the header `transactionId` is required.
    pub transaction: bool,
    pub query: &'static [Param],
    pub body: Option<&'static Shape>,
    pub reply: Reply,
    /// The codes that it alone can fail with; those of every call are added by [`CallSpec::codes`].
    pub codes: &'static [&'static str],
    /// A request body that works with the ready-made data, or an empty text.
    pub example: &'static str,
    pub route: fn() -> MethodRouter<Arc<App>>,
}

impl Shape {
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The fields that a request may have.
    pub fn in_requests(&self) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().filter(|field| field.side != Side::Answer)
    }
}

impl CallSpec {
    /// The whole list of codes that the call can fail with.
    pub fn codes(&self) -> Vec<String> {
        let of_module = |kind: &str| format!("{}.{kind}", self.module);
        let mut codes: Vec<String> = self.codes.iter().map(|code| (*code).to_owned()).collect();
        if !self.open {
            codes.push("ACCOUNT.APP.AUTHENTICATION_FAILED".to_owned());
            codes.push("ACCOUNT.NOT_ACTIVE".to_owned());
        }
        if self.body.is_some() || self.transaction || !self.query.is_empty() {
            codes.push(of_module("BAD_REQUEST"));
        }
        if self.path.starts_with("/practice/") && !self.path.starts_with("/practice/track/") {
            codes.push("PRACTICE.AUTHENTICATION_FAILED".to_owned());
        }
        // Too many large bodies at once.
        codes.push(of_module("OPERATION_FAILED"));
        codes.push("INTERNAL_SERVER_ERROR".to_owned());
        codes.sort();
        codes.dedup();
        codes
    }
}

/// A call with the parts of its path.
struct Pattern {
    call: &'static CallSpec,
    parts: Vec<&'static str>,
}

impl Pattern {
    fn new(call: &'static CallSpec) -> Self {
        Self { call, parts: call.path.split('/').collect() }
    }

    /// Whether the path of a request is of this call. Paths differ most in their last part.
    fn fits(&self, asked: &[&str]) -> bool {
        self.parts.len() == asked.len()
            && self.parts.iter().zip(asked).rev().all(|(own, asked)| {
                own == asked
                    || own.starts_with('{')
                    || (self.call.also_lower_case && (*own, *asked) == ("Shipment", "shipment"))
            })
    }
}

/// The call of a request, if there is one.
pub fn find(method: &str, path: &str) -> Option<&'static CallSpec> {
    static PATTERNS: LazyLock<Vec<Pattern>> =
        LazyLock::new(|| CALLS.iter().map(Pattern::new).collect());
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |pattern: &&Pattern| pattern.call.method == method && pattern.fits(&parts);
    let mut all = PATTERNS.iter().filter(fits).map(|pattern| pattern.call);
    // A literal path goes before one with a parameter, as it does in the router.
    let first = all.next()?;
    Some(all.find(|other| !other.path.contains('{')).unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_finds_its_call() {
        for (method, path, title) in [
            ("GET", "/v3.1/Address/7", Some("GET /v3.1/Address/{id}")),
            ("POST", "/v3.1/shipment/Refund", Some("POST /v3.1/Shipment/Refund")),
            ("GET", "/v3.1/shipment/7/Label", Some("GET /v3.1/Shipment/{id}/Label")),
            ("GET", "/v3.1/CarrierAccount/Service", Some("GET /v3.1/CarrierAccount/Service")),
            ("GET", "/v3.1/address/7", None),
            ("PATCH", "/v3.1/Address/7", None),
        ] {
            let found = find(method, path).map(|call| format!("{} {}", call.method, call.path));
            assert_eq!(found.as_deref(), title, "{method} {path}");
        }
        let interface = CALLS.iter().filter(|call| call.path.starts_with("/v3.1/"));
        // The 27 calls of section 4, and the file of a label.
        assert_eq!(interface.filter(|call| !call.path.contains("openapi")).count(), 28);
    }
}
