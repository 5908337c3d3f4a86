//! Errors of calls, and how certain it is that a failed call had no effect.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;

use super::call::CallFacts;
use super::explain;
use super::lenient;
use super::retry::Outcome;
use super::url::UrlError;
use crate::text;
use postroom_base::id::CorrelationId;

/// A failed call: what was attempted, how it failed, and the source if there is one.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}: {kind}", (.call.attempting)())]
pub struct ApiError {
    pub call: CallFacts,
    pub kind: ErrorKind,
    pub correlation: Option<CorrelationId>,
    pub retry_after_seconds: Option<u32>,
    #[source]
    pub source: Option<Arc<dyn Error + Send + Sync>>,
}

#[derive(Clone, thiserror::Error)]
pub enum ErrorKind {
    #[error("{0}")]
    BadUrl(UrlError),
    /// No part of the request left this machine.
    #[error("{0}")]
    NotSent(Unsent),
    /// The request may have arrived, but no complete response was received.
    #[error("{0}")]
    NoAnswer(Lost),
    /// A response in the error format of section 7.1, whatever its status.
    #[error("{}", refusal(*status, errors))]
    Refused {
        status: u16,
        errors: Box<[ServiceError]>,
        /// `Source`: the subsystem or external provider that raised the error.
        raised_by: Option<Box<str>>,
    },
    /// A response that is neither the expected one nor an error of section 7.1: a proxy's page, a
    /// redirect, a bare 5xx, a response with the wrong fields.
    #[error("{}", unintelligible(*status))]
    Unintelligible { status: u16, body: Vec<u8> },
    /// No token could be obtained, so the call itself was not sent, or was refused for lack of a
    /// valid token.
    #[error("{}", text!("errors-kind-sign-in-failed", cause = .0.kind.to_string()))]
    SignInFailed(Box<ApiError>),
    /// The response is larger than this client accepts.
    #[error("{}", text!("errors-kind-too-large"))]
    TooLarge,
}

/// Why a request was not sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsent {
    #[error("{}", text!("errors-unsent-dns"))]
    Dns,
    #[error("{}", text!("errors-unsent-refused"))]
    Refused,
    #[error("{}", text!("errors-unsent-unreachable"))]
    Unreachable,
    #[error("{}", text!("errors-unsent-tls"))]
    Tls,
    /// Signed by an untrusted authority, issued for another name, or expired.
    #[error("{}", text!("errors-unsent-certificate"))]
    Certificate,
    #[error("{}", text!("errors-unsent-extra-ca"))]
    ExtraCa,
    #[error("{}", text!("errors-unsent-connect-time-out"))]
    ConnectTimeOut,
    #[error("{}", text!("errors-unsent-no-credentials"))]
    NoCredentials,
    #[error("{}", text!("errors-unsent-request"))]
    Request,
    #[error("{}", text!("errors-unsent-closing"))]
    Closing,
}

/// How the response was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Lost {
    #[error("{}", text!("errors-lost-broken"))]
    Broken,
    #[error("{}", text!("errors-lost-truncated"))]
    Truncated,
    #[error("{}", text!("errors-lost-time-out"))]
    TimeOut,
    #[error("{}", text!("errors-lost-protocol"))]
    Protocol,
}

/// One element of `Errors` (section 7.1).
#[derive(Clone, Debug, PartialEq)]
pub struct ServiceError {
    pub code: String,
    pub message: String,
    /// Code and message of an external provider, as received.
    pub additional_info: Option<Value>,
}

/// A warning in a successful response (section 7.4).
#[derive(Clone, Debug, PartialEq)]
pub struct Warning {
    pub code: String,
    pub message: String,
    pub additional_info: Option<Value>,
}

/// How certain it is that a failed call had no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Certainly not carried out: the request was not sent, or was refused for lack of a valid
    /// token.
    NotSent,
    /// Refused by the service with error codes that this client knows.
    Refused,
    /// Any other failure. The call may have been carried out.
    Unknown,
}

/// What the status alone says.
fn unintelligible(status: u16) -> String {
    let number = status.to_string();
    match status {
        401 | 403 => text!("errors-kind-no-access", status = number),
        404 => text!("errors-kind-nothing-there", status = number),
        410 => text!("errors-kind-gone", status = number),
        429 => text!("errors-kind-too-many", status = number),
        502..=504 => text!("errors-kind-unavailable", status = number),
        500..600 => text!("errors-kind-failed", status = number),
        _ => text!("errors-kind-unintelligible", status = number),
    }
}

impl ApiError {
    pub fn new(call: CallFacts, kind: ErrorKind) -> Self {
        Self { call, kind, correlation: None, retry_after_seconds: None, source: None }
    }

    /// Sets the `Retry-After` time of the response.
    pub fn with_retry_after(mut self, seconds: u32) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }

    pub fn because(mut self, source: impl Error + Send + Sync + 'static) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    pub fn certainty(&self) -> Certainty {
        match &self.kind {
            ErrorKind::BadUrl(_) | ErrorKind::NotSent(_) | ErrorKind::SignInFailed(_) => {
                Certainty::NotSent
            }
            ErrorKind::Refused { status, errors, .. } => {
                let known = !errors.is_empty()
                    && errors.iter().all(|error| explain::is_known(&error.code, *status));
                if (400..500).contains(status) && known {
                    Certainty::Refused
                } else {
                    Certainty::Unknown
                }
            }
            ErrorKind::NoAnswer(_) | ErrorKind::Unintelligible { .. } | ErrorKind::TooLarge => {
                Certainty::Unknown
            }
        }
    }

    /// Whether the service, or what stands before it, answered the call itself: asked again the same
    /// way it would probably answer the same.
    pub fn is_answer(&self) -> bool {
        match &self.kind {
            ErrorKind::Refused { .. } => !self.is_about_sign_in(),
            ErrorKind::Unintelligible { .. }
            | ErrorKind::TooLarge
            | ErrorKind::NoAnswer(Lost::Truncated | Lost::Protocol) => true,
            ErrorKind::BadUrl(_)
            | ErrorKind::NotSent(_)
            | ErrorKind::NoAnswer(Lost::Broken | Lost::TimeOut)
            | ErrorKind::SignInFailed(_) => false,
        }
    }

    /// How it failed, without the words of the service, which may name a person.
    pub fn for_log(&self) -> String {
        match &self.kind {
            ErrorKind::Refused { .. } => self.codes().join(" "),
            ErrorKind::SignInFailed(inner) => format!("SignInFailed: {}", inner.for_log()),
            kind => format!("{kind:?}"),
        }
    }

    /// Every error code of the response, or of the sign-in response if signing in failed.
    pub fn codes(&self) -> Vec<&str> {
        self.errors().iter().map(|error| error.code.as_str()).collect()
    }

    pub fn has_code(&self, code: &str) -> bool {
        self.errors().iter().any(|error| error.code == code)
    }

    pub fn errors(&self) -> &[ServiceError] {
        match &self.kind {
            ErrorKind::Refused { errors, .. } => errors,
            ErrorKind::SignInFailed(inner) => inner.errors(),
            _ => &[],
        }
    }

    pub fn status(&self) -> Option<u16> {
        match &self.kind {
            ErrorKind::Refused { status, .. } | ErrorKind::Unintelligible { status, .. } => {
                Some(*status)
            }
            ErrorKind::SignInFailed(inner) => inner.status(),
            _ => None,
        }
    }

    /// Whether the refusal concerns this client's own token: any 401, and a 403 whose code ends
    /// with `AUTHENTICATION_FAILED` (section 7.2; the other codes of a 403 concern permissions).
    /// Excluded is a carrier that refuses the service's credentials: it comes with the same status,
    /// and a new token would not help.
    pub fn is_about_sign_in(&self) -> bool {
        let codes = self.codes();
        let ours = |code: &&str| !code.starts_with("CARRIER");
        match self.status() {
            Some(401) => codes.is_empty() || codes.iter().any(ours),
            Some(403) => {
                codes.iter().any(|code| ours(code) && code.ends_with("AUTHENTICATION_FAILED"))
            }
            _ => false,
        }
    }

    /// Whether no response was received: the network or the address is at fault, not the request.
    pub fn is_offline(&self) -> bool {
        match &self.kind {
            ErrorKind::NotSent(why) => !matches!(
                why,
                Unsent::NoCredentials | Unsent::Request | Unsent::Closing | Unsent::ExtraCa
            ),
            ErrorKind::NoAnswer(_) => true,
            ErrorKind::SignInFailed(inner) => inner.is_offline(),
            _ => false,
        }
    }

    /// How long the server asked the client to wait, from `Retry-After`.
    pub fn retry_after(&self) -> Option<Duration> {
        match &self.kind {
            ErrorKind::SignInFailed(inner) => inner.retry_after(),
            _ => self.retry_after_seconds.map(|seconds| Duration::from_secs(seconds.into())),
        }
    }

    pub fn outcome(&self) -> Option<Outcome> {
        match &self.kind {
            ErrorKind::NotSent(_) if self.is_offline() => Some(Outcome::NotSent),
            ErrorKind::NoAnswer(_) => Some(Outcome::NoAnswer),
            ErrorKind::Unintelligible { status, .. } if (200..300).contains(status) => {
                Some(Outcome::Garbled)
            }
            ErrorKind::Refused { status, .. } | ErrorKind::Unintelligible { status, .. } => {
                Some(Outcome::Status(*status))
            }
            _ => None,
        }
    }
}

/// A body may contain anything, even a token, so `Debug` shows only its length.
impl fmt::Debug for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadUrl(why) => f.debug_tuple("BadUrl").field(why).finish(),
            Self::NotSent(why) => f.debug_tuple("NotSent").field(why).finish(),
            Self::NoAnswer(how) => f.debug_tuple("NoAnswer").field(how).finish(),
            Self::Refused { status, errors, raised_by } => f
                .debug_struct("Refused")
                .field("status", status)
                .field("errors", errors)
                .field("raised_by", raised_by)
                .finish(),
            Self::Unintelligible { status, body } => f
                .debug_struct("Unintelligible")
                .field("status", status)
                .field("body_bytes", &body.len())
                .finish(),
            Self::SignInFailed(inner) => f.debug_tuple("SignInFailed").field(inner).finish(),
            Self::TooLarge => f.write_str("TooLarge"),
        }
    }
}

fn refusal(status: u16, errors: &[ServiceError]) -> String {
    let status = status.to_string();
    match errors.first() {
        Some(ServiceError { message, code, .. }) => {
            text!("errors-kind-refused", status = status, message = message, code = code)
        }
        None => text!("errors-kind-refused-bare", status = status),
    }
}

/// `Errors` and `Source` of section 7.1.
pub type Refusal = (Box<[ServiceError]>, Option<Box<str>>);

/// Reads the error format of section 7.1, in either capitalization: `Errors` as a list or a single
/// object, or one error at the root or under `Error`. `None` if the body is something else. An
/// element of `Errors` that is not an error object becomes an error without a code, so that the
/// list is not mistaken for a complete one.
pub fn read_refusal(body: &[u8]) -> Option<Refusal> {
    let value = lenient::parse(body, &mut Vec::new()).ok()?;
    let errors: Box<[ServiceError]> = match field(&value, "Errors") {
        Some(Value::Array(entries)) => entries.iter().map(service_error).collect(),
        Some(single @ Value::Object(_)) => Box::new([service_error(single)]),
        Some(Value::Null) | None => {
            let single = field(&value, "Error").filter(|error| error.is_object());
            Box::new([service_error(single.unwrap_or(&value))])
        }
        Some(_) => return None,
    };
    let raised_by = field(&value, "Source").and_then(Value::as_str).map(Box::from);
    let is_refusal = errors.iter().any(|error| !error.code.is_empty());
    is_refusal.then_some((errors, raised_by))
}

fn service_error(entry: &Value) -> ServiceError {
    ServiceError {
        code: text_of(entry, "Code"),
        message: text_of(entry, "Message"),
        additional_info: field(entry, "AdditionalInfo").filter(|info| !info.is_null()).cloned(),
    }
}

/// Reads the warnings of a response. The interface documents their form but not their key (section
/// 7.4), so `Warnings` is assumed.
pub fn read_warnings(body: &[u8]) -> Vec<Warning> {
    if !body.windows(8).any(|part| part == b"arnings\"") {
        return Vec::new();
    }
    let Ok(value) = lenient::parse(body, &mut Vec::new()) else {
        return Vec::new();
    };
    let entries = match field(&value, "Warnings") {
        Some(Value::Array(entries)) => entries.as_slice(),
        Some(single @ Value::Object(_)) => std::slice::from_ref(single),
        _ => &[],
    };
    let warnings = entries.iter().map(service_error).map(|error| Warning {
        code: error.code,
        message: error.message,
        additional_info: error.additional_info,
    });
    warnings.filter(|warning| !warning.code.is_empty()).collect()
}

/// A text member; a number is converted to its digits.
fn text_of(entry: &Value, key: &str) -> String {
    match field(entry, key) {
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn field<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    value
        .as_object()?
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(key))
        .map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, codes: &[&str]) -> ErrorKind {
        ErrorKind::Refused {
            status,
            errors: codes
                .iter()
                .map(|code| ServiceError {
                    code: (*code).to_owned(),
                    message: String::new(),
                    additional_info: None,
                })
                .collect(),
            raised_by: None,
        }
    }

    #[test]
    fn certainty_errs_on_the_side_of_unknown() {
        let sign_in =
            ApiError::new(CallFacts::new("b", || "a"), ErrorKind::NoAnswer(Lost::TimeOut));
        for (kind, certainty) in [
            (ErrorKind::NotSent(Unsent::Dns), Certainty::NotSent),
            (ErrorKind::SignInFailed(Box::new(sign_in)), Certainty::NotSent),
            (ErrorKind::NoAnswer(Lost::Broken), Certainty::Unknown),
            (ErrorKind::TooLarge, Certainty::Unknown),
            (ErrorKind::Unintelligible { status: 404, body: vec![] }, Certainty::Unknown),
            (refused(422, &["ACCOUNT.BALANCE.VALIDATION_FAILED"]), Certainty::Refused),
            (refused(400, &["ADDRESS.BAD_REQUEST"]), Certainty::Refused),
            (refused(422, &["ADDRESS.BAD_REQUEST"]), Certainty::Unknown),
            (refused(422, &["LATER.NEW_THING"]), Certainty::Unknown),
            (refused(422, &["SHIPMENT.VALIDATION_FAILED", "LATER.NEW_THING"]), Certainty::Unknown),
            (refused(503, &["SHIPMENT.OPERATION_FAILED"]), Certainty::Unknown),
            (refused(500, &["INTERNAL_SERVER_ERROR"]), Certainty::Unknown),
            (refused(422, &[]), Certainty::Unknown),
        ] {
            let shown = format!("{kind:?}");
            let error = ApiError::new(CallFacts::new("POST /Shipment", || "Buying"), kind);
            assert_eq!(error.certainty(), certainty, "{shown}");
        }
    }

    /// An unreadable error beside a readable one leaves the outcome unknown.
    #[test]
    fn an_unreadable_error_makes_no_definitive_refusal() {
        for (body, certainty) in [
            (r#"{"Errors":[{"Code":"ADDRESS.VALIDATION_FAILED"}]}"#, Certainty::Refused),
            (
                r#"{"Errors":{"code":" ADDRESS.VALIDATION_FAILED ","message":7}}"#,
                Certainty::Refused,
            ),
            (
                r#"{"Errors":[{"Code":"ADDRESS.VALIDATION_FAILED"},"bought all the same"]}"#,
                Certainty::Unknown,
            ),
            (r#"{"Errors":[{"Code":422}]}"#, Certainty::Unknown),
        ] {
            let (errors, raised_by) = read_refusal(body.as_bytes()).unwrap();
            let kind = ErrorKind::Refused { status: 422, errors, raised_by };
            let error = ApiError::new(CallFacts::new("POST /Shipment", || "Buying"), kind);
            assert_eq!(error.certainty(), certainty, "{body}");
        }
    }

    #[test]
    fn a_refusal_is_told_from_other_bodies() {
        for (body, read) in [
            (r#"{"Errors":[{"Code":"A.B","Message":"m"}]}"#, true),
            (r#"{"errors":[{"code":"A.B"}]}"#, true),
            (r#"{"Errors":[]}"#, false),
            (r#"{"Errors":[{"Message":"m"}]}"#, false),
            (r#"{"Errors":{"Code":"A.B","Message":"m"}}"#, true),
            (r#"{"Errors":[{"Code":4711}]}"#, true),
            (r#"{"Code":"A.B","Message":"m"}"#, true),
            (r#"{"error":{"code":"A.B"}}"#, true),
            ("\u{feff}{\"Errors\":[{\"Code\":\"A.B\"}]}", true),
            (r#"{"Errors":"A.B"}"#, false),
            (r#"{"Errors":{"zip":["is wrong"]}}"#, false),
            (r#"{"error":"invalid_request"}"#, false),
            (r#"[{"Code":"A.B"}]"#, false),
            ("<html>502</html>", false),
            ("", false),
        ] {
            assert_eq!(read_refusal(body.as_bytes()).is_some(), read, "{body}");
        }
    }

    /// Finding C7: all of these were "couldn't be understood".
    #[test]
    fn an_answer_without_words_is_told_by_its_status() {
        for (status, words) in [
            (200, "the answer (status 200) couldn’t be understood"),
            (302, "the answer (status 302) couldn’t be understood"),
            (403, "the server doesn’t allow this (status 403)"),
            (404, "the server has nothing at this address (status 404)"),
            (410, "what was asked for isn’t there any more (status 410)"),
            (429, "the server has too many requests at the moment (status 429)"),
            (500, "the server had a failure (status 500)"),
            (503, "the server isn’t available at the moment (status 503)"),
        ] {
            let kind = ErrorKind::Unintelligible { status, body: Vec::new() };
            assert_eq!(kind.to_string(), words);
        }
    }

    /// Finding C9: only what answered is asked less often, and by its list instead.
    #[test]
    fn an_error_of_the_connection_or_of_the_sign_in_is_no_answer() {
        for (kind, is_answer) in [
            (refused(500, &["INTERNAL_SERVER_ERROR"]), true),
            (refused(422, &["SHIPMENT.VALIDATION_FAILED"]), true),
            (refused(401, &["ACCOUNT.APP.AUTHENTICATION_FAILED"]), false),
            (ErrorKind::Unintelligible { status: 404, body: Vec::new() }, true),
            (ErrorKind::TooLarge, true),
            (ErrorKind::NoAnswer(Lost::Truncated), true),
            (ErrorKind::NoAnswer(Lost::Broken), false),
            (ErrorKind::NoAnswer(Lost::TimeOut), false),
            (ErrorKind::NotSent(Unsent::Dns), false),
        ] {
            let error = ApiError::new(CallFacts::new("GET /Shipment", || "Reading"), kind);
            assert_eq!(error.is_answer(), is_answer, "{error}");
        }
    }
}
