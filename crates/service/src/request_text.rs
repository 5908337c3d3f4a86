//! The texts of a request outside its body: headers, the path and the query.

use std::borrow::Cow;

use axum::http::header::{AsHeaderName, HeaderMap, HeaderName};
use percent_encoding::percent_decode_str;

pub const TRANSACTION_ID: HeaderName = HeaderName::from_static("transactionid");

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
