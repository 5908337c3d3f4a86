//! Strict parsing of requests, with types that are not shared with the client. Errors name the
//! field that is missing or of the wrong type.

use std::borrow::Cow;
use std::fmt::Display;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, OriginalUri, Request};
use axum::http::header::{AsHeaderName, HeaderMap, HeaderName, HeaderValue};
use jiff::tz::TimeZone;
use jiff::{Timestamp, civil::Date};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use tokio::sync::OwnedSemaphorePermit;

use super::auth::{self, Identity};
use super::connections::ConnectionState;
use super::fail::Fail;
use super::journal::Slot;
use super::spec::{
    self, CallSpec, Field, Kind, LONGEST_TEXT, LONGEST_TRANSACTION_ID, MEASURE_LIMIT, Need, Param,
    Shape, Side,
};
use super::{App, body};
use postroom_base::clock::WireTime;
use postroom_base::money::Amount;
use postroom_base::number_token::without_number_token;

const DEPTH_CAP: usize = 32;
/// Every value takes about a hundred bytes in memory, whatever its size in the request. A manifest,
/// the longest request, has 2,000.
const VALUES_CAP: usize = 100_000;

pub const TRANSACTION_ID: HeaderName = HeaderName::from_static("transactionid");

/// A request as handlers see it.
pub struct Call {
    pub headers: HeaderMap,
    pub query: Vec<(String, String)>,
    pub body: Bytes,
    /// The description of this call.
    spec: &'static CallSpec,
    /// The caller, if the call needs a token; identified before the body was read.
    caller: Option<Arc<Identity>>,
    /// The permit for the memory of the body.
    _room: Option<OwnedSemaphorePermit>,
}

impl FromRequest<Arc<App>> for Call {
    type Rejection = Fail;

    /// Identifies the caller before reading the body, so that unauthenticated callers use no
    /// memory.
    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self, Fail> {
        let (parts, body) = request.into_parts();
        // The full path, even if a nested router has removed its prefix.
        let original = parts.extensions.get::<OriginalUri>();
        let path = original.map_or(parts.uri.path(), |uri| uri.path());
        let line = parts.extensions.get::<Arc<ConnectionState>>();
        let line = line.map(Arc::as_ref);
        let spec = spec::find(parts.method.as_str(), path)
            .ok_or_else(|| Fail::internal(format_args!("{path} has no description")))?;
        let (caller, read) = if spec.open {
            (None, app.bodies.read_open(body, line).await)
        } else {
            match auth::identify(app, &parts.headers).await {
                Ok(who) => (Some(who), app.bodies.read(body, line).await),
                Err(fail) => {
                    body::drop_unread(body).await;
                    return Err(fail);
                }
            }
        };
        let whole = read.map_err(|refusal| refusal.fail(module_of(path)))?;
        if let Some(slot) = parts.extensions.get::<Slot>() {
            let mut seen = slot.lock().unwrap_or_else(|broken| broken.into_inner());
            seen.call = Some(spec);
            seen.account_id = caller.as_ref().map(|who| who.account_id.clone());
            seen.body = whole.bytes.clone();
        }
        Ok(Self {
            headers: parts.headers,
            query: query(parts.uri.query()),
            body: whole.bytes,
            spec,
            caller,
            _room: whole.memory_permit,
        })
    }
}

impl Call {
    /// The caller identified by the token. Fails on a path that needs no token.
    pub fn caller(&self) -> Result<Arc<Identity>, Fail> {
        let caller = self.caller.clone();
        caller.ok_or_else(|| Fail::internal("a call without a token asks for its caller"))
    }

    /// The text of a header; `None` if it is absent, empty or not text.
    pub fn header(&self, name: impl AsHeaderName) -> Option<&str> {
        header_text(&self.headers, name)
    }

    /// The value of a query parameter. An empty value counts as omitted, and `null` as a page token
    /// (section 4.1). A parameter that is not described has none.
    pub fn param(&self, name: &str) -> Option<&str> {
        self.described(name)?;
        self.query
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
            .filter(|value| !(value.is_empty() || name == "pageToken" && *value == "null"))
    }

    fn described(&self, name: &str) -> Option<&'static Param> {
        let found = self.spec.query.iter().find(|param| param.name == name);
        if found.is_none() {
            tracing::error!(name, path = self.spec.path, "a query parameter is not described");
        }
        found
    }

    /// A whole number within the described limits.
    pub fn whole_param(&self, module: &str, name: &str) -> Result<Option<u64>, Fail> {
        let (Some(param), Some(text)) = (self.described(name), self.param(name)) else {
            return Ok(None);
        };
        let Kind::Whole(least, most) = param.kind else {
            return Err(Fail::internal(format_args!("{name} is described otherwise")));
        };
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        let words = || format!("{name} must be a whole number from {least}.");
        number.map(Some).ok_or_else(|| Fail::bad_request(module, words()))
    }

    pub fn need_param(&self, module: &str, name: &str) -> Result<&str, Fail> {
        self.param(name).ok_or_else(|| {
            Fail::bad_request(module, format!("The query parameter {name} is required."))
        })
    }

    /// The `transactionId` header (section 8). The interface specifies no format; this service
    /// limits its length.
    pub fn transaction_id(&self, module: &str) -> Result<String, Fail> {
        let id = self.header(TRANSACTION_ID).ok_or_else(|| {
            // A header that is there and is no text has other characters than those of ASCII.
            let is_text = |value: &HeaderValue| value.to_str().is_ok();
            let is_given = self.headers.get(TRANSACTION_ID).is_some_and(|value| !is_text(value));
            Fail::bad_request(
                module,
                match is_given {
                    true => "The header transactionId is invalid: it is not plain ASCII.",
                    false => "The header transactionId is required.",
                },
            )
        })?;
        if id.len() > LONGEST_TRANSACTION_ID {
            return Err(Fail::bad_request(
                module,
                format!(
                    "The header transactionId is longer than {LONGEST_TRANSACTION_ID} characters."
                ),
            ));
        }
        if !self.spec.transaction {
            return Err(Fail::internal("a call without a transaction id reads it"));
        }
        Ok(id.to_owned())
    }

    /// A time of the query, and whether it is a date without a time. An empty value is an error.
    pub fn time_param(&self, module: &str, name: &str) -> Result<Option<(Timestamp, bool)>, Fail> {
        let mut given = self.query.iter().filter(|(key, _)| key == name);
        let (Some(_), Some((_, text))) = (self.described(name), given.next()) else {
            return Ok(None);
        };
        let time = WireTime::parse(text)
            .ok_or_else(|| Fail::bad_request(module, format!("{name} is not a date: {text:?}.")))?;
        Ok(Some((time.instant(), text.trim().parse::<Date>().is_ok() && text.trim().len() == 10)))
    }

    /// The fields of the body, which [`Call::object`] has read.
    pub fn fields<'a>(&self, body: &'a Value) -> Result<Fields<'a>, Fail> {
        let shape = self.spec.body;
        let shape = shape.ok_or_else(|| Fail::internal("a call without a body reads it"))?;
        Fields::new(self.spec.module, shape, body)
    }

    /// The body as a JSON object.
    pub fn object(&self) -> Result<Value, Fail> {
        let module = self.spec.module;
        let (deepest, values) = shape(&self.body);
        if deepest > DEPTH_CAP {
            return Err(Fail::bad_request(module, "The body is nested too deeply."));
        }
        if values > VALUES_CAP {
            return Err(Fail::bad_request(module, "The body holds too many values."));
        }
        let no_json = |error: &dyn Display| {
            Fail::bad_request(module, format!("The body is not JSON: {error}."))
        };
        let text = std::str::from_utf8(&self.body).map_err(|error| no_json(&error))?;
        let text = without_number_token(text);
        let value: Value = serde_json::from_str(&text).map_err(|error| no_json(&error))?;
        if value.is_object() {
            Ok(value)
        } else {
            Err(Fail::bad_request(module, "The body must be a JSON object."))
        }
    }
}

/// The text of a header; `None` if it is absent, empty or not text.
pub fn header_text(headers: &HeaderMap, name: impl AsHeaderName) -> Option<&str> {
    headers.get(name)?.to_str().ok().map(str::trim).filter(|text| !text.is_empty())
}

/// The module prefix for the codes of failures before a handler.
pub fn module_of(path: &str) -> &'static str {
    let path = path.strip_prefix("/v3.1").unwrap_or(path).to_ascii_lowercase();
    const MODULES: [(&str, &str); 10] = [
        ("/account", "ACCOUNT"),
        ("/user", "USER"),
        ("/address", "ADDRESS"),
        ("/carrieraccount", "CARRIERACCOUNT"),
        ("/carrier", "CARRIER"),
        ("/shipmentrate", "SHIPMENTRATE"),
        ("/shipment", "SHIPMENT"),
        ("/manifest", "MANIFEST"),
        ("/tracking", "SHIPMENT.TRACKING"),
        ("/document", "DOCUMENT"),
    ];
    MODULES.iter().find(|(prefix, _)| path.starts_with(prefix)).map_or("SVC", |(_, module)| module)
}

/// The fields of one JSON object of a request, with its description, and its path for messages. What
/// is not described cannot be read: that is an error of this service.
#[derive(Clone)]
pub struct Fields<'a> {
    pub module: &'static str,
    shape: &'static Shape,
    path: String,
    map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    pub fn new(
        module: &'static str,
        shape: &'static Shape,
        value: &'a Value,
    ) -> Result<Self, Fail> {
        Self::at(module, shape, String::new(), value)
    }

    fn at(
        module: &'static str,
        shape: &'static Shape,
        path: String,
        value: &'a Value,
    ) -> Result<Self, Fail> {
        match value.as_object() {
            Some(map) => Ok(Self { module, shape, path, map }),
            None => Err(Fail::bad_request(module, format!("{path} must be an object."))),
        }
    }

    pub fn field_path(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// The names of the fields that are not null.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        let given = self.map.iter().filter(|(_, value)| !value.is_null());
        given.map(|(name, _)| name.as_str())
    }

    /// The value of a described field, of whatever kind.
    pub fn raw(&self, name: &str) -> Option<&'a Value> {
        let described = self.shape.field(name).filter(|field| field.side != Side::Answer);
        if described.is_none() {
            tracing::error!(name, shape = self.shape.name, "a field is not described");
        }
        described.and(self.map.get(name)).filter(|value| !value.is_null())
    }

    /// The description of a field that the caller reads as one of these kinds. `needed` is whether it
    /// refuses a request without the field.
    fn described(
        &self,
        name: &str,
        needed: bool,
        fits: impl Fn(&Kind) -> bool,
    ) -> Result<&'static Field, Fail> {
        let in_requests = |field: &&'static Field| field.side != Side::Answer;
        let found = self.shape.field(name).filter(in_requests).filter(|field| fits(&field.kind));
        let wrong_need = if needed { Need::Never } else { Need::Always };
        found.filter(|field| field.need != wrong_need).ok_or_else(|| {
            Fail::internal(format_args!("{} describes {name} otherwise", self.shape.name))
        })
    }

    pub fn missing(&self, name: &str) -> Fail {
        Fail::bad_request(self.module, format!("{} is required.", self.field_path(name)))
    }

    fn wrong(&self, name: &str, wanted: &str) -> Fail {
        Fail::bad_request(self.module, format!("{} must be {wanted}.", self.field_path(name)))
    }

    /// A string, trimmed; an empty one counts as absent.
    pub fn text(&self, name: &str) -> Result<Option<String>, Fail> {
        self.described(name, false, is_text)?;
        self.read_text(name)
    }

    fn read_text(&self, name: &str) -> Result<Option<String>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::String(text)) => {
                let text = text.trim();
                if text.len() > LONGEST_TEXT {
                    let most = format!("at most {LONGEST_TEXT} characters long");
                    return Err(self.wrong(name, &most));
                }
                Ok((!text.is_empty()).then(|| text.to_owned()))
            }
            Some(_) => Err(self.wrong(name, "a string")),
        }
    }

    pub fn need_text(&self, name: &str) -> Result<String, Fail> {
        self.described(name, true, is_text)?;
        self.read_text(name)?.ok_or_else(|| self.missing(name))
    }

    pub fn flag(&self, name: &str) -> Result<Option<bool>, Fail> {
        self.described(name, false, |kind| matches!(kind, Kind::Flag))?;
        self.read_flag(name)
    }

    pub fn need_flag(&self, name: &str) -> Result<bool, Fail> {
        self.described(name, true, |kind| matches!(kind, Kind::Flag))?;
        self.read_flag(name)?.ok_or_else(|| self.missing(name))
    }

    fn read_flag(&self, name: &str) -> Result<Option<bool>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => Err(self.wrong(name, "true or false")),
        }
    }

    /// A finite number that is not negative.
    pub fn measure(&self, name: &str) -> Result<Option<f64>, Fail> {
        self.described(name, false, |kind| matches!(kind, Kind::Measure))?;
        self.read_measure(name)
    }

    /// A required measure whose absence the caller refuses itself.
    pub fn measure_or_missing(&self, name: &str) -> Result<Option<f64>, Fail> {
        self.described(name, true, |kind| matches!(kind, Kind::Measure))?;
        self.read_measure(name)
    }

    pub fn need_measure(&self, name: &str) -> Result<f64, Fail> {
        self.described(name, true, |kind| matches!(kind, Kind::Measure))?;
        self.read_measure(name)?.ok_or_else(|| self.missing(name))
    }

    fn read_measure(&self, name: &str) -> Result<Option<f64>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::Number(number)) => number
                .as_f64()
                .filter(|value| value.is_finite() && *value >= 0.0 && *value < MEASURE_LIMIT)
                .map(Some)
                .ok_or_else(|| self.wrong(name, "a number that is not negative")),
            Some(_) => Err(self.wrong(name, "a number")),
        }
    }

    pub fn amount(&self, name: &str) -> Result<Option<Amount>, Fail> {
        self.described(name, false, |kind| matches!(kind, Kind::Amount))?;
        self.read_amount(name)
    }

    fn read_amount(&self, name: &str) -> Result<Option<Amount>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::Number(number)) => number
                .to_string()
                .parse()
                .map(Some)
                .map_err(|error| self.wrong(name, &format!("an amount: {error}"))),
            Some(_) => Err(self.wrong(name, "a number")),
        }
    }

    pub fn need_amount(&self, name: &str) -> Result<Amount, Fail> {
        self.described(name, true, |kind| matches!(kind, Kind::Amount))?;
        self.read_amount(name)?.ok_or_else(|| self.missing(name))
    }

    /// A whole number within the described limits: `None` if it is absent, and the value itself if it
    /// is anything else.
    pub fn whole(&self, name: &str) -> Result<Option<Result<u64, &'a Value>>, Fail> {
        let field = self.described(name, false, |kind| matches!(kind, Kind::Whole(..)))?;
        let Kind::Whole(least, most) = field.kind else {
            return Ok(None);
        };
        Ok(self.raw(name).map(|value| {
            value.as_u64().filter(|number| (least..=most).contains(number)).ok_or(value)
        }))
    }

    pub fn object(&self, name: &str) -> Result<Option<Fields<'a>>, Fail> {
        let field = self.described(name, false, |kind| matches!(kind, Kind::Object(_)))?;
        self.read_object(field)
    }

    fn read_object(&self, field: &Field) -> Result<Option<Fields<'a>>, Fail> {
        let Kind::Object(shape) = field.kind else {
            return Ok(None);
        };
        let path = self.field_path(field.name);
        self.raw(field.name).map(|value| Self::at(self.module, shape, path, value)).transpose()
    }

    pub fn need_object(&self, name: &str) -> Result<Fields<'a>, Fail> {
        let field = self.described(name, true, |kind| matches!(kind, Kind::Object(_)))?;
        self.read_object(field)?.ok_or_else(|| self.missing(name))
    }

    pub fn objects(&self, name: &str) -> Result<Option<Vec<Fields<'a>>>, Fail> {
        let field = self.described(name, false, |kind| matches!(kind, Kind::Objects(..)))?;
        self.read_objects(field)
    }

    /// A list of as many objects as described; an empty one counts as missing.
    pub fn need_objects(&self, name: &str) -> Result<Vec<Fields<'a>>, Fail> {
        let field = self.described(name, true, |kind| matches!(kind, Kind::Objects(..)))?;
        let list = self.read_objects(field)?.filter(|list| !list.is_empty());
        let list = list.ok_or_else(|| self.missing(name))?;
        match field.kind {
            Kind::Objects(_, _, most) if list.len() > most => {
                Err(Fail::invalid(self.module, format!("{name} holds more than {most}.")))
            }
            _ => Ok(list),
        }
    }

    fn read_objects(&self, field: &Field) -> Result<Option<Vec<Fields<'a>>>, Fail> {
        let Kind::Objects(shape, ..) = field.kind else {
            return Ok(None);
        };
        let name = field.name;
        match self.raw(name) {
            None => Ok(None),
            Some(Value::Array(list)) => list
                .iter()
                .enumerate()
                .map(|(at, value)| {
                    let path = format!("{}[{at}]", self.field_path(name));
                    Self::at(self.module, shape, path, value)
                })
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(self.wrong(name, "a list")),
        }
    }

    /// A string or a list of strings, like `specialService` (section 2.12).
    pub fn texts(&self, name: &str) -> Result<Vec<String>, Fail> {
        self.described(name, false, |kind| matches!(kind, Kind::SomeOf(_)))?;
        self.read_texts(name)
    }

    /// A list of strings; a single string is none. An empty list counts as missing. The second result
    /// is the most that there may be.
    pub fn need_texts(&self, name: &str) -> Result<(Vec<String>, usize), Fail> {
        let field = self.described(name, true, |kind| matches!(kind, Kind::Texts(..)))?;
        if self.raw(name).is_some_and(Value::is_string) {
            return Err(self.wrong(name, "a list of strings"));
        }
        let texts = self.read_texts(name)?;
        match field.kind {
            Kind::Texts(_, most) if !texts.is_empty() => Ok((texts, most)),
            _ => Err(self.missing(name)),
        }
    }

    fn read_texts(&self, name: &str) -> Result<Vec<String>, Fail> {
        match self.raw(name) {
            None => Ok(Vec::new()),
            Some(Value::String(text)) if text.trim().is_empty() => Ok(Vec::new()),
            Some(Value::String(text)) => Ok(vec![text.trim().to_owned()]),
            Some(Value::Array(list)) => list
                .iter()
                .map(|value| {
                    value
                        .as_str()
                        .map(|text| text.trim().to_owned())
                        .ok_or_else(|| self.wrong(name, "a list of strings"))
                })
                .collect(),
            Some(_) => Err(self.wrong(name, "a string or a list of strings")),
        }
    }

    /// One of the described values, which must match exactly.
    pub fn one_of(&self, name: &str) -> Result<Option<&'static str>, Fail> {
        let field = self.described(name, false, |kind| matches!(kind, Kind::OneOf(_)))?;
        self.read_one_of(field, |text, value| text == value)
    }

    pub fn need_one_of(&self, name: &str) -> Result<&'static str, Fail> {
        let field = self.described(name, true, |kind| matches!(kind, Kind::OneOf(_)))?;
        self.read_one_of(field, |text, value| text == value)?.ok_or_else(|| self.missing(name))
    }

    /// One of the described values, whatever its case, spaces and underscores: samples of the
    /// interface write these values in capitals and with spaces.
    pub fn loosely(&self, name: &str) -> Result<Option<&'static str>, Fail> {
        let field = self.described(name, false, |kind| matches!(kind, Kind::Loosely(_)))?;
        let plain = |text: &str| {
            text.chars().filter(|c| *c != ' ' && *c != '_').collect::<String>().to_lowercase()
        };
        self.read_one_of(field, |text, value| plain(text) == plain(value))
    }

    fn read_one_of(
        &self,
        field: &Field,
        is_same: impl Fn(&str, &str) -> bool,
    ) -> Result<Option<&'static str>, Fail> {
        let (Kind::OneOf(allowed) | Kind::Loosely(allowed)) = field.kind else {
            return Ok(None);
        };
        let Some(text) = self.read_text(field.name)? else {
            return Ok(None);
        };
        allowed.iter().find(|value| is_same(&text, value)).copied().map(Some).ok_or_else(|| {
            Fail::invalid(
                self.module,
                format!(
                    "{} cannot be {text:?}; allowed: {}.",
                    self.field_path(field.name),
                    allowed.join(", ")
                ),
            )
        })
    }
}

fn is_text(kind: &Kind) -> bool {
    matches!(kind, Kind::Text | Kind::Time | Kind::OneOf(_))
}

/// A timestamp such as `2026-11-21T00:26:21.123Z`.
pub fn stamp_z(at: Timestamp) -> String {
    format!("{}Z", stamp(at))
}

/// A timestamp such as `2026-11-21T00:26:21.123`, the other format of the interface (section 2).
pub fn stamp(at: Timestamp) -> String {
    // Formatted by hand because almost every response has several.
    let at = TimeZone::UTC.to_datetime(at);
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}",
        at.year(),
        at.month(),
        at.day(),
        at.hour(),
        at.minute(),
        at.second(),
        at.millisecond()
    )
}

pub fn from_ms(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// The name or the value of a query parameter. Most have nothing to decode.
pub fn decoded(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|byte| matches!(byte, b'+' | b'%')) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned())
}

pub fn query(text: Option<&str>) -> Vec<(String, String)> {
    text.unwrap_or_default()
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(key).into_owned(), decoded(value).into_owned())
        })
        .collect()
}

/// The nesting depth of the brackets outside strings, and an upper bound for the number of values.
fn shape(json: &[u8]) -> (usize, usize) {
    let (mut deepest, mut now, mut in_text, mut escaped) = (0_usize, 0_usize, false, false);
    let mut values = 1;
    for byte in json {
        match (in_text, *byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_text = !in_text,
            (false, b'{' | b'[') => {
                now += 1;
                deepest = deepest.max(now);
                values += 1;
            }
            (false, b',') => values += 1,
            (false, b'}' | b']') => now = now.saturating_sub(1),
            _ => {}
        }
    }
    (deepest, values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_shape_counts_brackets_and_values_outside_of_texts() {
        for (json, wanted) in [
            ("{}", (1, 2)),
            (r#"{"a":"[[,[["}"#, (1, 2)),
            (r#"{"a":[{"b":"\"["},7]}"#, (3, 5)),
            ("", (0, 1)),
        ] {
            assert_eq!(shape(json.as_bytes()), wanted, "{json}");
        }
    }

    #[test]
    fn failures_name_the_field() {
        let body = json!({"fromAddress": {"id": 3, "referenceType": "x"}, "specialService": [1]});
        let fields = Fields::new("SHIPMENT", &spec::SHIPMENT_REQUEST, &body).unwrap();
        let inner = fields.need_object("fromAddress").unwrap();
        for (fail, words) in [
            (inner.text("id").unwrap_err(), "fromAddress.id must be a string."),
            (inner.need_text("name").unwrap_err(), "fromAddress.name is required."),
            (
                inner.one_of("referenceType").unwrap_err(),
                "fromAddress.referenceType cannot be \"x\"; allowed: TaxCode, VATNumber, ImportExportCode.",
            ),
            (
                fields.texts("specialService").unwrap_err(),
                "specialService must be a list of strings.",
            ),
        ] {
            assert_eq!(fail.message, words);
        }
    }

    #[test]
    fn only_what_is_described_can_be_read() {
        let body = json!({"service": "Ground", "colour": "red", "packages": []});
        let fields = Fields::new("SHIPMENT", &spec::SHIPMENT_REQUEST, &body).unwrap();
        assert_eq!(fields.need_text("service").unwrap(), "Ground");
        for (reader, read) in [
            ("an unknown field", fields.text("colour").map(drop)),
            ("another kind", fields.flag("service").map(drop)),
            ("a required field as an optional one", fields.text("service").map(drop)),
            ("an optional field as a required one", fields.need_object("option").map(drop)),
            ("a field of answers", fields.text("id").map(drop)),
        ] {
            assert_eq!(read.unwrap_err().code, crate::fail::Code::internal(), "{reader}");
        }
        assert!(fields.raw("colour").is_none());
    }

    #[test]
    fn query_is_decoded_and_null_is_omitted() {
        let call = Call {
            headers: HeaderMap::new(),
            query: query(Some("key=TrackingNumber&value=a%20b+c&pageToken=null")),
            body: Bytes::new(),
            spec: spec::find("GET", "/v3.1/Shipment").unwrap(),
            caller: None,
            _room: None,
        };
        assert_eq!(call.param("value"), Some("a b c"));
        assert_eq!(call.param("pageToken"), None);
    }
}
