//! Strict parsing of requests, with types that are not shared with the client. Errors name the
//! field that is missing or of the wrong type.

use std::fmt::Display;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequest, OriginalUri, Request};
use axum::http::header::{AsHeaderName, HeaderMap, HeaderValue};
use jiff::{Timestamp, civil::Date};
use serde_json::Value;
use tokio::sync::OwnedSemaphorePermit;

use super::app::App;
use super::auth::Identity;
use super::body;
use super::call_spec::CallSpec;
use super::connections::ConnectionState;
use super::fail::Fail;
use super::fields::Fields;
use super::identify::identify;
use super::journal::Slot;
use super::request_text::{TRANSACTION_ID, header_text, module_of, query};
use super::spec::{Kind, LONGEST_TRANSACTION_ID, Param};
use postroom_base::clock::WireTime;
use postroom_base::number_token::without_number_token;

const DEPTH_CAP: usize = 32;
/// Every value takes about a hundred bytes in memory, whatever its size in the request. A manifest,
/// the longest request, has 2,000.
const VALUES_CAP: usize = 100_000;

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
        let spec = parts.extensions.get::<&'static CallSpec>().copied();
        let spec = spec
            .filter(|spec| spec.method == parts.method.as_str())
            .ok_or_else(|| Fail::internal(format_args!("{path} has no description")))?;
        let (caller, read) = if spec.open {
            (None, app.bodies.read_open(body, line).await)
        } else {
            match identify(app, &parts.headers).await {
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
        let shape =
            self.spec.body.ok_or_else(|| Fail::internal("a call without a body reads it"))?;
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
    fn query_is_decoded_and_null_is_omitted() {
        let call = Call {
            headers: HeaderMap::new(),
            query: query(Some("key=TrackingNumber&value=a%20b+c&pageToken=null")),
            body: Bytes::new(),
            spec: crate::spec_calls::find("GET", "/v3.1/Shipment").unwrap(),
            caller: None,
            _room: None,
        };
        assert_eq!(call.param("value"), Some("a b c"));
        assert_eq!(call.param("pageToken"), None);
    }
}
