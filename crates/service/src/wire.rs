//! Strict parsing of requests, with types that are not shared with the client. Errors name the
//! field that is missing or of the wrong type.

use std::fmt::Display;

use axum::body::Bytes;
use axum::extract::{FromRequest, OriginalUri, Request};
use axum::http::{HeaderMap, HeaderValue};
use jiff::tz::TimeZone;
use jiff::{Timestamp, civil::Date};
use percent_encoding::percent_decode_str;
use serde_json::{Map, Value};
use tokio::sync::OwnedSemaphorePermit;

use super::auth::{self, Identity};
use super::connections::ConnectionState;
use super::fail::Fail;
use super::{App, body};
use postroom_base::clock::WireTime;
use postroom_base::money::Amount;
use postroom_base::number_token::without_number_token;

const DEPTH_CAP: usize = 32;
/// Every value takes about a hundred bytes in memory, whatever its size in the request. A manifest,
/// the longest request, has 2,000.
const VALUES_CAP: usize = 100_000;
/// The calls without a token (section 4), in addition to the practice routes.
const OPEN: [&str; 3] =
    ["/v3.1/Account/Token", "/v3.1/User/SignUp/Customer", "/v3.1/User/ApproveTermsAndConditions"];

/// A request as handlers see it.
pub struct Call {
    pub headers: HeaderMap,
    pub query: Vec<(String, String)>,
    pub body: Bytes,
    /// The caller, if the call needs a token; identified before the body was read.
    caller: Option<Identity>,
    /// The permit for the memory of the body.
    _room: Option<OwnedSemaphorePermit>,
}

impl FromRequest<std::sync::Arc<App>> for Call {
    type Rejection = Fail;

    /// Identifies the caller before reading the body, so that unauthenticated callers use no
    /// memory.
    async fn from_request(request: Request, app: &std::sync::Arc<App>) -> Result<Self, Fail> {
        let (parts, body) = request.into_parts();
        // The full path, even if a nested router has removed its prefix.
        let original = parts.extensions.get::<OriginalUri>();
        let path = original.map_or(parts.uri.path(), |uri| uri.path());
        let line = parts.extensions.get::<std::sync::Arc<ConnectionState>>();
        let line = line.map(std::sync::Arc::as_ref);
        let (caller, read) = if is_open(path) {
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
        Ok(Self {
            headers: parts.headers,
            query: query(parts.uri.query()),
            body: whole.bytes,
            caller,
            _room: whole.memory_permit,
        })
    }
}

/// Whether a call of this path needs no token.
pub fn is_open(path: &str) -> bool {
    OPEN.contains(&path) || path.starts_with("/practice/")
}

impl Call {
    /// The caller identified by the token. Fails on a path that needs no token.
    pub fn caller(&self) -> Result<Identity, Fail> {
        let caller = self.caller.clone();
        caller.ok_or_else(|| Fail::internal("a call without a token asks for its caller"))
    }

    /// The text of a header; `None` if it is absent, empty or not text.
    pub fn header(&self, name: &str) -> Option<&str> {
        header_text(&self.headers, name)
    }

    /// The value of a query parameter. An empty value counts as omitted, and `null` as a page token
    /// (section 4.1).
    pub fn param(&self, name: &str) -> Option<&str> {
        self.query
            .iter()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value.as_str())
            .filter(|value| !(value.is_empty() || name == "pageToken" && *value == "null"))
    }

    pub fn need_param(&self, module: &str, name: &str) -> Result<&str, Fail> {
        self.param(name).ok_or_else(|| {
            Fail::bad_request(module, format!("The query parameter {name} is required."))
        })
    }

    /// The `transactionId` header (section 8). The interface specifies no format; this service
    /// limits its length.
    pub fn transaction_id(&self, module: &str) -> Result<String, Fail> {
        let id = self.header("transactionId").ok_or_else(|| {
            // A header that is there and is no text has other characters than those of ASCII.
            let is_text = |value: &HeaderValue| value.to_str().is_ok();
            let is_given = self.headers.get("transactionId").is_some_and(|value| !is_text(value));
            Fail::bad_request(
                module,
                match is_given {
                    true => "The header transactionId is invalid: it is not plain ASCII.",
                    false => "The header transactionId is required.",
                },
            )
        })?;
        if id.len() > 200 {
            return Err(Fail::bad_request(
                module,
                "The header transactionId is longer than 200 characters.",
            ));
        }
        Ok(id.to_owned())
    }

    /// A time of the query, and whether it is a date without a time. An empty value is an error.
    pub fn time_param(&self, module: &str, name: &str) -> Result<Option<(Timestamp, bool)>, Fail> {
        let mut given = self.query.iter().filter(|(key, _)| key == name);
        let Some((_, text)) = given.next() else {
            return Ok(None);
        };
        let time = WireTime::parse(text)
            .ok_or_else(|| Fail::bad_request(module, format!("{name} is not a date: {text:?}.")))?;
        Ok(Some((time.instant(), text.trim().parse::<Date>().is_ok() && text.trim().len() == 10)))
    }

    /// The body as a JSON object.
    pub fn object(&self, module: &'static str) -> Result<Value, Fail> {
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
pub fn header_text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
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

/// The fields of one JSON object of a request, with its path for messages.
#[derive(Clone)]
pub struct Fields<'a> {
    pub module: &'static str,
    path: String,
    map: &'a Map<String, Value>,
}

impl<'a> Fields<'a> {
    pub fn new(module: &'static str, value: &'a Value) -> Result<Self, Fail> {
        Self::at(module, String::new(), value)
    }

    fn at(module: &'static str, path: String, value: &'a Value) -> Result<Self, Fail> {
        match value.as_object() {
            Some(map) => Ok(Self { module, path, map }),
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

    pub fn raw(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    pub fn missing(&self, name: &str) -> Fail {
        Fail::bad_request(self.module, format!("{} is required.", self.field_path(name)))
    }

    fn wrong(&self, name: &str, wanted: &str) -> Fail {
        Fail::bad_request(self.module, format!("{} must be {wanted}.", self.field_path(name)))
    }

    /// A string, trimmed; an empty one counts as absent.
    pub fn text(&self, name: &str) -> Result<Option<String>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::String(text)) => {
                let text = text.trim();
                if text.len() > 2000 {
                    return Err(self.wrong(name, "at most 2000 characters long"));
                }
                Ok((!text.is_empty()).then(|| text.to_owned()))
            }
            Some(_) => Err(self.wrong(name, "a string")),
        }
    }

    pub fn need_text(&self, name: &str) -> Result<String, Fail> {
        self.text(name)?.ok_or_else(|| self.missing(name))
    }

    pub fn flag(&self, name: &str) -> Result<Option<bool>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => Err(self.wrong(name, "true or false")),
        }
    }

    /// A finite number that is not negative.
    pub fn measure(&self, name: &str) -> Result<Option<f64>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::Number(number)) => number
                .as_f64()
                .filter(|value| value.is_finite() && *value >= 0.0 && *value < 1e9)
                .map(Some)
                .ok_or_else(|| self.wrong(name, "a number that is not negative")),
            Some(_) => Err(self.wrong(name, "a number")),
        }
    }

    pub fn amount(&self, name: &str) -> Result<Option<Amount>, Fail> {
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
        self.amount(name)?.ok_or_else(|| self.missing(name))
    }

    pub fn object(&self, name: &str) -> Result<Option<Fields<'a>>, Fail> {
        self.raw(name).map(|value| Self::at(self.module, self.field_path(name), value)).transpose()
    }

    pub fn need_object(&self, name: &str) -> Result<Fields<'a>, Fail> {
        self.object(name)?.ok_or_else(|| self.missing(name))
    }

    pub fn objects(&self, name: &str) -> Result<Option<Vec<Fields<'a>>>, Fail> {
        match self.raw(name) {
            None => Ok(None),
            Some(Value::Array(list)) => list
                .iter()
                .enumerate()
                .map(|(at, value)| {
                    Self::at(self.module, format!("{}[{at}]", self.field_path(name)), value)
                })
                .collect::<Result<_, _>>()
                .map(Some),
            Some(_) => Err(self.wrong(name, "a list")),
        }
    }

    /// A string or a list of strings, like `specialService` (section 2.12).
    pub fn texts(&self, name: &str) -> Result<Vec<String>, Fail> {
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

    /// One of the allowed values, which must match exactly.
    pub fn one_of(
        &self,
        name: &str,
        allowed: &[&'static str],
    ) -> Result<Option<&'static str>, Fail> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        allowed.iter().find(|value| **value == text).copied().map(Some).ok_or_else(|| {
            Fail::invalid(
                self.module,
                format!(
                    "{} cannot be {text:?}; allowed: {}.",
                    self.field_path(name),
                    allowed.join(", ")
                ),
            )
        })
    }
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

pub fn query(text: Option<&str>) -> Vec<(String, String)> {
    let decode = |text: &str| {
        // Most texts have nothing to decode.
        if !text.contains(['+', '%']) {
            return text.to_owned();
        }
        percent_decode_str(&text.replace('+', " ")).decode_utf8_lossy().into_owned()
    };
    text.unwrap_or_default()
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(key), decode(value))
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
        let body = json!({"a": {"b": 3, "c": "x"}, "list": [1]});
        let fields = Fields::new("SHIPMENT", &body).unwrap();
        let inner = fields.need_object("a").unwrap();
        for (fail, words) in [
            (inner.text("b").unwrap_err(), "a.b must be a string."),
            (inner.need_text("d").unwrap_err(), "a.d is required."),
            (inner.one_of("c", &["y"]).unwrap_err(), "a.c cannot be \"x\"; allowed: y."),
            (fields.texts("list").unwrap_err(), "list must be a list of strings."),
        ] {
            assert_eq!(fail.message, words);
        }
    }

    #[test]
    fn query_is_decoded_and_null_is_omitted() {
        let call = Call {
            headers: HeaderMap::new(),
            query: query(Some("key=TrackingNumber&value=a%20b+c&pageToken=null")),
            body: Bytes::new(),
            caller: None,
            _room: None,
        };
        assert_eq!(call.param("value"), Some("a b c"));
        assert_eq!(call.param("pageToken"), None);
    }
}
