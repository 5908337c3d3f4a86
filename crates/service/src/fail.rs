//! The errors of a call, with their status (section 7.2) and body (section 7.1).
//!
//! A handler returns a [`Fail`]; `guard.rs` writes the body, because only it has the method, the
//! URL and the correlation id.

use std::borrow::Cow;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use jiff::Timestamp;
use postroom_base::text;
use serde_json::{Value, json};

/// A machine-readable error code. The codes listed in section 7.3 are constants; others follow the
/// patterns of section 7.2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code(Cow<'static, str>);

macro_rules! codes {
    ($($name:ident = $text:literal)+) => {
        $(pub const $name: Code = Code(Cow::Borrowed($text));)+
        /// All codes of section 7.3, in its order.
        pub const LISTED: &[Code] = &[$($name),+];
    };
}

codes! {
    ACCOUNT_NOT_ACTIVE = "ACCOUNT.NOT_ACTIVE"
    ACCOUNT_NOT_FOUND = "ACCOUNT.NOT_FOUND"
    ACCOUNT_PAYMENT_FAILED = "ACCOUNT.PAYMENT_FAILED"
    ACCOUNT_VALIDATION_FAILED = "ACCOUNT.VALIDATION_FAILED"
    ACCOUNT_APP_AUTHENTICATION_FAILED = "ACCOUNT.APP.AUTHENTICATION_FAILED"
    ACCOUNT_APP_VALIDATION_FAILED = "ACCOUNT.APP.VALIDATION_FAILED"
    ACCOUNT_BALANCE_VALIDATION_FAILED = "ACCOUNT.BALANCE.VALIDATION_FAILED"
    ACCOUNT_PARENT_NOT_FOUND = "ACCOUNT.PARENT.NOT_FOUND"
    ACCOUNT_PARENT_VALIDATION_FAILED = "ACCOUNT.PARENT.VALIDATION_FAILED"
    ADDRESS_VALIDATION_FAILED = "ADDRESS.VALIDATION_FAILED"
    CARRIER_AUTHENTICATION_FAILED = "CARRIER.AUTHENTICATION_FAILED"
    CARRIER_NOT_ACTIVE = "CARRIER.NOT_ACTIVE"
    CARRIER_NOT_SUPPORTED = "CARRIER.NOT_SUPPORTED"
    CARRIERACCOUNT_NOT_ACTIVE = "CARRIERACCOUNT.NOT_ACTIVE"
    CARRIERACCOUNT_NOT_FOUND = "CARRIERACCOUNT.NOT_FOUND"
    CARRIERACCOUNT_VALIDATION_FAILED = "CARRIERACCOUNT.VALIDATION_FAILED"
    CARRIERACCOUNT_CONFIG_NOT_AUTHORIZED = "CARRIERACCOUNT.CONFIG.NOT_AUTHORIZED"
    MANIFEST_NOT_FOUND = "MANIFEST.NOT_FOUND"
    MANIFEST_NOT_SUPPORTED = "MANIFEST.NOT_SUPPORTED"
    MANIFEST_VALIDATION_FAILED = "MANIFEST.VALIDATION_FAILED"
    PACKAGETYPE_NOT_ACTIVE = "PACKAGETYPE.NOT_ACTIVE"
    PACKAGETYPE_NOT_FOUND = "PACKAGETYPE.NOT_FOUND"
    PACKAGETYPE_NOT_SUPPORTED = "PACKAGETYPE.NOT_SUPPORTED"
    PACKAGETYPE_VALIDATION_FAILED = "PACKAGETYPE.VALIDATION_FAILED"
    SERVICE_NOT_ACTIVE = "SERVICE.NOT_ACTIVE"
    SERVICE_NOT_SUPPORTED = "SERVICE.NOT_SUPPORTED"
    SHIPMENT_BAD_REQUEST = "SHIPMENT.BAD_REQUEST"
    SHIPMENT_NOT_FOUND = "SHIPMENT.NOT_FOUND"
    SHIPMENT_OPERATION_FAILED = "SHIPMENT.OPERATION_FAILED"
    SHIPMENT_VALIDATION_FAILED = "SHIPMENT.VALIDATION_FAILED"
    SHIPMENT_LABEL_VALIDATION_FAILED = "SHIPMENT.LABEL.VALIDATION_FAILED"
    SHIPMENT_REFUND_NOT_SUPPORTED = "SHIPMENT.REFUND.NOT_SUPPORTED"
    SHIPMENT_REFUND_VALIDATION_FAILED = "SHIPMENT.REFUND.VALIDATION_FAILED"
    SHIPMENT_SPECIALSERVICEPARAM_VALIDATION_FAILED = "SHIPMENT.SPECIALSERVICEPARAM.VALIDATION_FAILED"
    SHIPMENT_TRACKING_NOT_SUPPORTED = "SHIPMENT.TRACKING.NOT_SUPPORTED"
    SHIPMENT_OPTION_ATTRIBUTE_IGNORED = "SHIPMENT.OPTION.ATTRIBUTE_IGNORED"
    SHIPMENTRATE_NOT_FOUND = "SHIPMENTRATE.NOT_FOUND"
    SHIPMENTRATE_VALIDATION_FAILED = "SHIPMENTRATE.VALIDATION_FAILED"
    SHIPMENTRATE_SPECIALSERVICEPARAM_VALIDATION_FAILED = "SHIPMENTRATE.SPECIALSERVICEPARAM.VALIDATION_FAILED"
    SPECIALSERVICE_NOT_SUPPORTED = "SPECIALSERVICE.NOT_SUPPORTED"
    SPECIALSERVICE_VALIDATION_FAILED = "SPECIALSERVICE.VALIDATION_FAILED"
    USER_NOT_FOUND = "USER.NOT_FOUND"
    USER_VALIDATION_FAILED = "USER.VALIDATION_FAILED"
}

impl Code {
    /// A code by the pattern of section 7.2, such as `ADDRESS` with `BAD_REQUEST`.
    pub fn from_module_and_kind(module: &str, kind: &str) -> Self {
        Self(Cow::Owned(format!("{module}.{kind}")))
    }

    /// The code with this text.
    pub fn from_text(text: &str) -> Self {
        Self(Cow::Owned(text.to_owned()))
    }

    pub fn internal() -> Self {
        Self(Cow::Borrowed("INTERNAL_SERVER_ERROR"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The code with this text, if section 7.3 lists it.
    pub fn listed(text: &str) -> Option<Self> {
        LISTED.iter().find(|code| code.as_str() == text).cloned()
    }

    /// The status by section 7.2. Only `NOT_AUTHORIZED` is 403: the table lists
    /// `AUTHENTICATION_FAILED` under both 401 and 403, and section 5 specifies 401.
    pub fn status(&self) -> StatusCode {
        let kind = self.0.rsplit_once('.').map_or(&*self.0, |(_, kind)| kind);
        match kind {
            "BAD_REQUEST" => StatusCode::BAD_REQUEST,
            "AUTHENTICATION_FAILED" => StatusCode::UNAUTHORIZED,
            "NOT_AUTHORIZED" => StatusCode::FORBIDDEN,
            "NOT_FOUND" => StatusCode::NOT_FOUND,
            "VALIDATION_FAILED" | "NOT_SUPPORTED" | "NOT_ACTIVE" | "PAYMENT_FAILED"
            | "ATTRIBUTE_IGNORED" => StatusCode::UNPROCESSABLE_ENTITY,
            "OPERATION_FAILED" => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// One failed call.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}: {message}", code.as_str())]
pub struct Fail {
    pub code: Code,
    pub message: String,
    /// `AdditionalInfo` of section 7.1; an empty object if there is none.
    info: Value,
    status: StatusCode,
    /// `Source` of section 7.1: this service, or the carrier that raised the error.
    raised_by: &'static str,
}

impl Fail {
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        let status = code.status();
        Self { code, message: message.into(), info: json!({}), status, raised_by: "SVC" }
    }

    /// A field of the request is missing or has the wrong type: 400.
    pub fn bad_request(module: &str, message: impl Into<String>) -> Self {
        Self::new(Code::from_module_and_kind(module, "BAD_REQUEST"), message)
    }

    /// A field has a value that is not allowed: 422.
    pub fn invalid(module: &str, message: impl Into<String>) -> Self {
        Self::new(Code::from_module_and_kind(module, "VALIDATION_FAILED"), message)
    }

    /// An error that the caller cannot fix. The cause is logged and not sent to the caller.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "the practice service failed");
        Self::new(Code::internal(), text!("practice-service-failed"))
    }

    pub fn with_info(mut self, info: Value) -> Self {
        self.info = info;
        self
    }

    /// An error of a carrier, with the code and message it gave (section 7.1).
    pub fn of_carrier(mut self, carrier: &'static str, code: &str, message: &str) -> Self {
        self.raised_by = carrier;
        self.info = json!({"Code": code, "Message": message});
        self
    }

    /// Overrides the status, for the statuses that section 7.2 does not list (405, 413).
    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// The element of `Errors` (section 7.1), also used for warnings (7.4).
    pub fn entry(&self) -> Value {
        json!({"Code": self.code.as_str(), "Message": self.message, "AdditionalInfo": self.info})
    }

    /// The response body of section 7.1.
    pub fn body(&self, method: &str, url: &str, at: Timestamp) -> Value {
        json!({
            "StatusCode": self.status.as_u16(),
            "TimeStamp": super::stamp::stamp_z(at),
            "Source": self.raised_by,
            "Method": method,
            "Url": url,
            "Errors": [self.entry()],
        })
    }

    pub fn http_status(&self) -> StatusCode {
        self.status
    }
}

impl From<rusqlite::Error> for Fail {
    fn from(error: rusqlite::Error) -> Self {
        Self::internal(format_args!("database: {error}"))
    }
}

impl From<serde_json::Error> for Fail {
    fn from(error: serde_json::Error) -> Self {
        Self::internal(format_args!("stored JSON: {error}"))
    }
}

impl IntoResponse for Fail {
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_status_of_their_pattern() {
        for (code, status) in [
            (SHIPMENT_BAD_REQUEST, 400),
            (ACCOUNT_APP_AUTHENTICATION_FAILED, 401),
            (CARRIERACCOUNT_CONFIG_NOT_AUTHORIZED, 403),
            (SHIPMENT_NOT_FOUND, 404),
            (ACCOUNT_PAYMENT_FAILED, 422),
            (CARRIER_NOT_ACTIVE, 422),
            (Code::internal(), 500),
            (SHIPMENT_OPERATION_FAILED, 503),
        ] {
            assert_eq!(code.status().as_u16(), status, "{}", code.as_str());
        }
        assert_eq!(LISTED.len(), 43);
    }
}
