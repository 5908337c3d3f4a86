//! Faults asked for through `/practice/faults`: the next matching calls are delayed, cut
//! off or answered wrongly, before or after the call took effect. So a client can be
//! shown every doubt a real network holds.

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use serde_json::{Value, json};

use super::App;
use super::fail::{self, Code, Fail};
use super::wire::{Call, Fields, Json, Reply};

const MODULE: &str = "PRACTICE";
const KINDS: [&str; 10] = [
    "delay_before_commit",
    "delay_after_commit",
    "cut_before_commit",
    "cut_after_commit",
    "cut_mid_reply",
    "unavailable_before_commit",
    "unavailable_after_commit",
    "garbage_before_commit",
    "garbage_after_commit",
    "error",
];
const LONGEST_DELAY_MS: f64 = 600_000.0;

/// Marks an answer that is wrong on purpose, so that the guard leaves it alone.
#[derive(Clone)]
pub struct Injected;

#[derive(Clone, Debug)]
pub struct Fault {
    /// `POST /Shipment`, `GET /Shipment/:id/Label`, or `*`.
    call: String,
    kind: &'static str,
    /// What the kind `error` answers with: any code of section 7.3.
    code: Option<Code>,
    delay: Duration,
    left: u64,
}

#[derive(Default)]
pub struct Faults(Mutex<Vec<Fault>>);

impl Faults {
    fn list(&self) -> std::sync::MutexGuard<'_, Vec<Fault>> {
        self.0.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// The first fault that matches, used up by one.
    fn take(&self, method: &str, path: &str) -> Option<Fault> {
        let mut list = self.list();
        let at = list
            .iter()
            .position(|fault| matches(&fault.call, method, path))?;
        let fault = list.get_mut(at)?;
        fault.left = fault.left.saturating_sub(1);
        let taken = fault.clone();
        if taken.left == 0 {
            list.remove(at);
        }
        Some(taken)
    }
}

/// `POST /practice/faults {"call":"POST /Shipment","kind":"delay_after_commit","millis":3000,"count":1}`
pub async fn add(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object(MODULE)?;
    let fields = Fields::new(MODULE, &body)?;
    let kind = fields
        .one_of("kind", &KINDS)?
        .ok_or_else(|| fields.missing("kind"))?;
    let code = error_code(&fields, kind)?;
    let millis = fields
        .measure("millis")?
        .unwrap_or(0.0)
        .min(LONGEST_DELAY_MS);
    let count = fields
        .raw("count")
        .map_or(Some(1), Value::as_u64)
        .filter(|count| *count > 0);
    let count =
        count.ok_or_else(|| Fail::bad_request(MODULE, "count must be a whole number above 0."))?;
    let fault = Fault {
        call: fields.need_text("call")?,
        kind,
        code,
        delay: Duration::from_secs_f64(millis / 1000.0),
        left: count,
    };
    app.faults.list().push(fault);
    list(State(app)).await
}

/// The code the kind `error` needs, so that also codes whose condition the interface
/// does not show can be met.
fn error_code(fields: &Fields<'_>, kind: &str) -> Result<Option<Code>, Fail> {
    match (kind, fields.text("code")?) {
        ("error", None) => Err(fields.missing("code")),
        ("error", Some(text)) => Code::listed(&text).map(Some).ok_or_else(|| {
            Fail::invalid(
                MODULE,
                format!("code cannot be {text:?}; allowed: the codes of section 7.3."),
            )
        }),
        (_, Some(_)) => Err(Fail::bad_request(
            MODULE,
            "code goes with the kind error only.",
        )),
        (_, None) => Ok(None),
    }
}

pub async fn list(State(app): State<Arc<App>>) -> Reply {
    let faults: Vec<Value> = app.faults.list().iter().map(show).collect();
    Ok(Json(json!({"faults": faults, "kinds": KINDS})))
}

pub async fn clear(State(app): State<Arc<App>>) -> Reply {
    app.faults.list().clear();
    list(State(app)).await
}

/// Around every call of the interface, inside of the guard.
pub async fn inject(app: &App, request: Request, next: Next) -> Response {
    let Some(path) = request.uri().path().strip_prefix("/v3.1") else {
        return next.run(request).await;
    };
    let fault = app.faults.take(request.method().as_str(), path);
    let changes_nothing = request.method() == Method::GET;
    let run = async move {
        let Some(fault) = fault else {
            return next.run(request).await;
        };
        if let Some(code) = fault.code {
            let words = "The practice service was asked for this answer.";
            return Fail::new(code, words).into_response();
        }
        match fault.kind {
            "cut_before_commit" => return cut(Bytes::new()),
            "unavailable_before_commit" => return unavailable(),
            "garbage_before_commit" => return garbage(),
            "delay_before_commit" => tokio::time::sleep(fault.delay).await,
            _ => {}
        }
        let response = next.run(request).await;
        match fault.kind {
            "delay_after_commit" => tokio::time::sleep(fault.delay).await,
            "cut_after_commit" => return cut(Bytes::new()),
            "cut_mid_reply" => return half(response).await,
            "unavailable_after_commit" => return unavailable(),
            "garbage_after_commit" => return garbage(),
            _ => {}
        }
        response
    };
    if changes_nothing {
        return run.await;
    }
    // On its own task, a call goes on when its client hangs up, as behind a real front end.
    tokio::spawn(run)
        .await
        .unwrap_or_else(|error| Fail::internal(error).into_response())
}

fn matches(wanted: &str, method: &str, path: &str) -> bool {
    if wanted == "*" {
        return true;
    }
    let Some((wanted_method, wanted_path)) = wanted.trim().split_once(' ') else {
        return false;
    };
    let (mut wanted_parts, mut parts) = (wanted_path.trim().split('/'), path.split('/'));
    let same = loop {
        match (wanted_parts.next(), parts.next()) {
            (None, None) => break true,
            (Some(w), Some(p)) if w.starts_with(':') || w.eq_ignore_ascii_case(p) => {}
            _ => break false,
        }
    };
    same && wanted_method.eq_ignore_ascii_case(method)
}

fn show(fault: &Fault) -> Value {
    json!({
        "call": fault.call, "kind": fault.kind, "code": fault.code.as_ref().map(Code::as_str),
        "millis": fault.delay.as_millis() as u64, "count": fault.left,
    })
}

/// The connection ends after `sent` bytes of the body, before the head when there are none.
fn cut(sent: Bytes) -> Response {
    let mut response = Response::new(Body::new(Broken(
        Some(sent).filter(|sent| !sent.is_empty()),
    )));
    response.extensions_mut().insert(Injected);
    response
}

async fn half(response: Response) -> Response {
    let (mut parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX)
        .await
        .unwrap_or_default();
    parts
        .headers
        .insert(header::CONTENT_LENGTH, bytes.len().into());
    parts.extensions.insert(Injected);
    let (_, body) = cut(bytes.slice(..bytes.len() / 2)).into_parts();
    Response::from_parts(parts, body)
}

fn unavailable() -> Response {
    Fail::new(
        fail::SHIPMENT_OPERATION_FAILED,
        "The carrier does not answer (a practice fault).",
    )
    .into_response()
}

fn garbage() -> Response {
    let page = "<html><body><h1>Bad gateway</h1></body></html>";
    let mut response = (
        StatusCode::BAD_GATEWAY,
        [(header::CONTENT_TYPE, "text/html")],
        page,
    )
        .into_response();
    response.extensions_mut().insert(Injected);
    response
}

/// A body that breaks off: hyper closes the connection when it meets the error.
struct Broken(Option<Bytes>);

#[derive(Debug, thiserror::Error)]
#[error("the reply is cut off on purpose")]
struct CutOff;

impl HttpBody for Broken {
    type Data = Bytes;
    type Error = CutOff;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, CutOff>>> {
        Poll::Ready(Some(self.0.take().map(Frame::data).ok_or(CutOff)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_match_by_method_and_path() {
        for (wanted, method, path, same) in [
            ("POST /Shipment", "POST", "/shipment", true),
            ("POST /Shipment", "GET", "/Shipment", false),
            ("POST /Shipment", "POST", "/Shipment/Refund", false),
            ("GET /Shipment/:id/Label", "GET", "/Shipment/7/Label", true),
            ("*", "GET", "/Carrier", true),
        ] {
            assert_eq!(
                matches(wanted, method, path),
                same,
                "{wanted} {method} {path}"
            );
        }
    }
}
