//! Response bodies: JSON without nulls.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use memchr::memmem::Finder;
use serde_json::Value;

use super::fail::Fail;

pub type Reply = Result<Json, Fail>;

/// A 200 response with a JSON body. Null members are optional fields that are absent, and are left
/// out: the types of section 2 have no null.
pub struct Json(pub Value);

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], without_nulls(self.0).to_string())
            .into_response()
    }
}

/// A 200 response with a body that already is JSON text.
pub struct JsonText(pub String);

impl IntoResponse for JsonText {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

/// Removes the null members of every object in the value.
pub fn without_nulls(mut value: Value) -> Value {
    drop_nulls(&mut value);
    value
}

fn drop_nulls(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| !value.is_null());
            map.values_mut().for_each(drop_nulls);
        }
        Value::Array(list) => list.iter_mut().for_each(drop_nulls),
        _ => {}
    }
}

/// The same for a stored JSON text. Most have no null and are returned unchanged.
pub fn text_without_nulls(text: &str) -> Result<Cow<'_, str>, Fail> {
    static NULL: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new(":null"));
    if NULL.find(text.as_bytes()).is_none() {
        return Ok(Cow::Borrowed(text));
    }
    Ok(Cow::Owned(without_nulls(serde_json::from_str(text)?).to_string()))
}
