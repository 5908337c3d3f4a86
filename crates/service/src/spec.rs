//! The description of the interface as this service speaks it: the calls, their fields, values and
//! errors. It is the only place where a field or a value is named for the outside.
//!
//! Everything else follows from it. `routes.rs` builds the routes from the table of calls in
//! `spec_calls.rs`. A handler reads a request through [`Fields`](super::fields::Fields), which knows
//! the [`Shape`] of the object: a field that is not described cannot be read, nor one of another kind,
//! and the allowed values and limits are taken from here. The warnings about ignored fields are those
//! that a shape does not have. `spec_openapi.rs` writes the same tables as OpenAPI 3.1, and a debug
//! build holds every answer against them (`spec_proof.rs`), so that each test of the service is also a
//! test of the document.

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

impl Shape {
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// The fields that a request may have.
    pub fn in_requests(&self) -> impl Iterator<Item = &'static Field> {
        self.fields.iter().filter(|field| field.side != Side::Answer)
    }
}
