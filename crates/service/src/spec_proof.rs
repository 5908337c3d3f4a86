//! Holds answers against the description. Debug builds do it with every answer of a handler, so a
//! test that meets an undescribed member, value or code fails.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use postroom_base::clock::WireTime;
use serde_json::Value;

use crate::app::App;
use crate::call_spec::CallSpec;
use crate::fail::Fail;
use crate::spec::{Kind, Reply, Shape, Side};

/// The routes of a call; in a debug build its answers are checked.
pub fn hold_against(
    call: &'static CallSpec,
    routes: MethodRouter<Arc<App>>,
) -> MethodRouter<Arc<App>> {
    if !cfg!(debug_assertions) {
        return routes;
    }
    routes.layer(axum::middleware::from_fn(move |request: Request, next: Next| async move {
        check(call, next.run(request).await).await
    }))
}

async fn check(call: &'static CallSpec, response: Response) -> Response {
    if let Some(fail) = response.extensions().get::<Fail>() {
        let code = fail.code.as_str();
        return match call.codes().iter().any(|known| known == code) {
            true => response,
            false => undescribed(call, &format!("fails with {code}")),
        };
    }
    if response.status() != StatusCode::OK {
        return response;
    }
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.unwrap_or_default().to_owned();
    if let Reply::File(kinds) = &call.reply {
        return match kinds.contains(&kind.as_str()) {
            true => response,
            false => undescribed(call, &format!("answers {kind}")),
        };
    }
    let (parts, body) = response.into_parts();
    let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else {
        return undescribed(call, "breaks off");
    };
    let misfit = match serde_json::from_slice(&bytes) {
        Ok(value) => call.reply.misfit(&value),
        Err(error) => Some(format!("is no JSON: {error}")),
    };
    match misfit {
        Some(misfit) => undescribed(call, &misfit),
        None => Response::from_parts(parts, Body::from(bytes)),
    }
}

fn undescribed(call: &CallSpec, what: &str) -> Response {
    let words = format!("the answer to {} {} {what}", call.method, call.path);
    Fail::internal(words).into_response()
}

impl Reply {
    /// What of an answer is not as described.
    fn misfit(&self, value: &Value) -> Option<String> {
        match self {
            Self::Object(shape) => shape.misfit(value, ""),
            Self::OneOrPage(one, page) => match value.get("results") {
                Some(_) => page.misfit(value, ""),
                None => one.misfit(value, ""),
            },
            Self::List(shape) => Kind::Objects(shape, 0, usize::MAX).misfit(value, ""),
            Self::Catalogue(shape) => Kind::Catalogue(shape).misfit(value, ""),
            Self::True => (*value != Value::Bool(true)).then(|| "is not true".to_owned()),
            Self::File(_) => None,
        }
    }
}

impl Shape {
    fn misfit(&self, value: &Value, path: &str) -> Option<String> {
        let Some(members) = value.as_object() else {
            return Some(format!("{path} is no object"));
        };
        let described = |name: &str| self.field(name).filter(|field| field.side != Side::Request);
        let free = self.name == "CarrierConfiguration";
        for (name, value) in members {
            let path = format!("{path}/{name}");
            match described(name) {
                None if free => {}
                None => return Some(format!("has {path}, which is not described")),
                Some(field) => {
                    if let Some(misfit) = field.kind.misfit(value, &path) {
                        return Some(misfit);
                    }
                }
            }
        }
        let missing = self.fields.iter().find(|field| {
            field.always && field.side != Side::Request && !members.contains_key(field.name)
        })?;
        Some(format!("lacks {path}/{}", missing.name))
    }
}

impl Kind {
    fn misfit(&self, value: &Value, path: &str) -> Option<String> {
        let is_text_of =
            |values: &[&str]| value.as_str().is_some_and(|text| values.contains(&text));
        let fits = match self {
            Self::Text => value.is_string(),
            Self::Time => value.as_str().is_some_and(|text| WireTime::parse(text).is_some()),
            Self::Flag => value.is_boolean(),
            Self::Measure | Self::Amount | Self::Whole(..) | Self::Number => value.is_number(),
            Self::OneOf(values) | Self::Loosely(values) | Self::SomeOf(values) => {
                is_text_of(values)
            }
            Self::Texts(..) => {
                value.as_array().is_some_and(|list| list.iter().all(Value::is_string))
            }
            Self::Free => value.is_object(),
            Self::FreeList => value.is_array(),
            Self::Object(shape) => return shape.misfit(value, path),
            Self::Objects(shape, ..) => {
                let list = value.as_array();
                return match list {
                    None => Some(format!("{path} is no list")),
                    Some(list) => list.iter().find_map(|entry| shape.misfit(entry, path)),
                };
            }
            Self::Catalogue(shape) => {
                let lists = value.as_object();
                return match lists {
                    None => Some(format!("{path} is no object")),
                    Some(lists) => lists.iter().find_map(|(name, list)| {
                        Self::Objects(shape, 0, usize::MAX).misfit(list, &format!("{path}/{name}"))
                    }),
                };
            }
        };
        (!fits).then(|| format!("has {value} at {path}"))
    }
}
