//! The journal of calls: what a test asks afterwards. The last thousand calls of the interface are
//! kept in memory, with their bodies if those are short, and without secrets.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::call_spec::CallSpec;
use super::request_text;
use super::stamp::stamp_z;

/// How many calls are kept; the oldest goes first.
const MOST: usize = 1_000;
/// A longer body is not kept, only its length.
const LONGEST_BODY: usize = 8 * 1024;
/// What the name of a secret contains, in lower case.
const SECRET_NAMES: [&str; 4] = ["password", "secret", "token", "authorization"];
/// `pageToken` is none.
const NO_SECRETS: [&str; 1] = ["pageToken"];

/// What a handler knows of a call, for the journal.
#[derive(Default)]
pub struct Seen {
    /// `None` for a call that did not reach its handler, or whose handler reads nothing but its path.
    pub call: Option<&'static CallSpec>,
    pub account_id: Option<String>,
    pub transaction_id: Option<String>,
    pub body: Bytes,
}

/// Filled while the call is carried out.
pub type Slot = Arc<Mutex<Seen>>;

/// The slot of a request.
pub fn slot_of(headers: &HeaderMap) -> Slot {
    let transaction_id =
        request_text::header_text(headers, request_text::TRANSACTION_ID).map(str::to_owned);
    Arc::new(Mutex::new(Seen { transaction_id, ..Seen::default() }))
}

/// Adds the account of a call that did not reach its handler.
pub fn add_account(slot: &Slot, account: impl FnOnce() -> Option<String>) {
    let mut seen = slot.lock().unwrap_or_else(|broken| broken.into_inner());
    if seen.account_id.is_none() {
        seen.account_id = account();
    }
}

pub struct Entry {
    pub number: u64,
    at: Timestamp,
    method: Method,
    /// The path of the request, or the call's own if that of the request is a secret.
    path: Cow<'static, str>,
    /// As it was sent; of a secret only the name.
    query: String,
    pub seen: Seen,
    body_bytes: usize,
    pub status: StatusCode,
    pub code: Option<String>,
    faulty: bool,
    correlation_id: String,
}

/// The end of a call.
pub struct Outcome {
    /// For a call whose handler did not say which one it is.
    pub call: Option<&'static CallSpec>,
    pub status: StatusCode,
    pub code: Option<String>,
    pub faulty: bool,
    pub correlation_id: String,
}

#[derive(Default)]
pub struct Ring {
    pub made: u64,
    pub entries: VecDeque<Entry>,
}

#[derive(Default)]
pub struct Journal(Mutex<Ring>);

impl Journal {
    pub fn ring(&self) -> MutexGuard<'_, Ring> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    pub fn keep(&self, at: Timestamp, method: Method, uri: &Uri, slot: &Slot, outcome: Outcome) {
        let seen = std::mem::take(&mut *slot.lock().unwrap_or_else(|broken| broken.into_inner()));
        let body_bytes = seen.body.len();
        let body = without_secrets(&seen.body).unwrap_or_default();
        let call = seen.call.or(outcome.call);
        let path = match call {
            // Whoever knows this address can read the label.
            Some(call) if call.path.ends_with("{token}") => call.path.into(),
            _ => uri.path().to_owned().into(),
        };
        let entry = Entry {
            number: 0,
            at,
            path,
            method,
            query: uri.query().map(query_without_secrets).unwrap_or_default(),
            seen: Seen { call, body, ..seen },
            body_bytes,
            status: outcome.status,
            code: outcome.code,
            faulty: outcome.faulty,
            correlation_id: outcome.correlation_id,
        };
        let mut ring = self.ring();
        ring.made += 1;
        let number = ring.made;
        if ring.entries.len() == MOST {
            ring.entries.pop_front();
        }
        ring.entries.push_back(Entry { number, ..entry });
    }

    /// How many calls there were, and how many of them are kept.
    pub fn counts(&self) -> (u64, usize) {
        let ring = self.ring();
        (ring.made, ring.entries.len())
    }
}

fn is_secret(name: &str) -> bool {
    let has = |part: &str| {
        let mut places = name.as_bytes().windows(part.len());
        places.any(|place| place.eq_ignore_ascii_case(part.as_bytes()))
    };
    !NO_SECRETS.contains(&name) && SECRET_NAMES.iter().any(|part| has(part))
}

fn query_without_secrets(query: &str) -> String {
    let mut kept = String::with_capacity(query.len());
    for pair in query.split('&') {
        let name = pair.split_once('=').map_or(pair, |(name, _)| name);
        if !kept.is_empty() {
            kept.push('&');
        }
        kept.push_str(if is_secret(&request_text::decoded(name)) { name } else { pair });
    }
    kept
}

/// The body as it is kept: `None` if it is too long, or no JSON and thus nothing that a secret could be
/// taken out of.
fn without_secrets(body: &Bytes) -> Option<Bytes> {
    if body.is_empty() {
        return Some(Bytes::new());
    }
    if body.len() > LONGEST_BODY {
        return None;
    }
    let lower = body.to_ascii_lowercase();
    let has = |part: &str| memchr::memmem::find(&lower, part.as_bytes()).is_some();
    // An escape can hide a name.
    if !SECRET_NAMES.iter().any(|part| has(part)) && memchr::memchr(b'\\', body).is_none() {
        return Some(body.clone());
    }
    let mut value: Value = serde_json::from_slice(body).ok()?;
    hide(&mut value);
    serde_json::to_vec(&value).ok().map(Bytes::from)
}

fn hide(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                if is_secret(name) {
                    *value = json!("hidden");
                } else {
                    hide(value);
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(hide),
        _ => {}
    }
}

impl Entry {
    /// The call as it is named in answers, such as `POST /Shipment`.
    fn call(&self) -> Option<String> {
        let path = self.seen.call?.path;
        Some(format!("{} {}", self.method, path.trim_start_matches("/v3.1")))
    }

    pub fn is_of(&self, call: &str) -> bool {
        self.call().is_some_and(|own| own.eq_ignore_ascii_case(call.trim()))
    }

    pub fn show(&self) -> Value {
        let text = String::from_utf8_lossy(&self.seen.body);
        let body = match serde_json::from_slice::<Value>(&self.seen.body) {
            Ok(body @ Value::Object(_)) => body,
            _ => Value::Null,
        };
        let query = request_text::query(Some(&self.query));
        let query: serde_json::Map<String, Value> =
            query.into_iter().map(|(name, value)| (name, json!(value))).collect();
        json!({
            "number": self.number,
            "at": stamp_z(self.at),
            "call": self.call(),
            "method": self.method.as_str(),
            "path": self.path,
            "query": query,
            "accountId": self.seen.account_id,
            "transactionId": self.seen.transaction_id,
            "bodyText": (body.is_null() && !text.is_empty()).then_some(text),
            "body": body,
            "bodyBytes": self.body_bytes,
            "status": self.status.as_u16(),
            "code": self.code,
            "faulty": self.faulty,
            "correlationId": self.correlation_id,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec_calls::find;

    fn kept(body: &str) -> Option<String> {
        let kept = without_secrets(&Bytes::copy_from_slice(body.as_bytes()))?;
        Some(String::from_utf8(kept.to_vec()).unwrap())
    }

    #[test]
    fn a_secret_is_never_kept() {
        for body in [
            r#"{"apiKey":"k","apiSecret":"sesame","password":"sesame"}"#,
            r#"{"PASSWORD":"sesame"}"#,
            r#"{"a":[{"accessToken":{"b":"sesame"}}]}"#,
            // The name is written with an escape.
            "{\"\\u0070assword\":\"sesame\"}",
            // No JSON: nothing is kept of it.
            r#"{"password":"sesame""#,
        ] {
            assert!(!kept(body).unwrap_or_default().contains("sesame"), "{body}");
        }
        let plain = r#"{"name":"Jane"}"#;
        assert_eq!(kept(plain).as_deref(), Some(plain));
        assert_eq!(kept(&format!("{{\"a\":\"{}\"}}", "x".repeat(LONGEST_BODY))), None);
        assert!(is_secret("Authorization") && !is_secret("pageToken"));
        assert_eq!(
            query_without_secrets("&a=b%20c&to%6Ben=sesame&ApiSecret=sesame&pageToken=d&token"),
            "a=b%20c&to%6Ben&ApiSecret&pageToken=d&token"
        );
    }

    #[test]
    fn the_oldest_calls_go_first() {
        let journal = Journal::default();
        for _ in 0..MOST + 5 {
            let outcome = Outcome {
                call: find("GET", "/v3.1/Label/sesame"),
                status: StatusCode::OK,
                code: None,
                faulty: false,
                correlation_id: String::new(),
            };
            let uri = Uri::from_static("/v3.1/Label/sesame?token=sesame");
            journal.keep(Timestamp::UNIX_EPOCH, Method::GET, &uri, &Slot::default(), outcome);
        }
        assert_eq!(journal.counts(), (MOST as u64 + 5, MOST));
        let ring = journal.ring();
        assert_eq!(ring.entries.front().map(|entry| entry.number), Some(6));
        let shown = ring.entries.front().map(Entry::show).unwrap();
        assert_eq!(shown["path"], json!("/v3.1/Label/{token}"));
        assert!(!shown.to_string().contains("sesame"), "{shown}");
    }
}
