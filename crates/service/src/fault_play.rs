//! Carries out each kind of fault.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use serde_json::Value;
use tokio::sync::mpsc;
use uuid::Uuid;

use super::app::App;
use super::fail::{self, Fail};
use super::faults::{Fault, FaultAction, When, mix};
use super::identify::identify;
use super::{body, request_text, spec_calls};
use postroom_base::text;

/// A slow response is sent in this many pieces, or one byte at a time if it is shorter.
const DRIPS: usize = 16;

/// Marks a response that is wrong on purpose, so that the guard does not replace it.
#[derive(Clone)]
pub struct Injected;

/// Wraps every call of the interface, inside the guard.
pub async fn inject(app: &Arc<App>, request: Request, next: Next) -> Response {
    let Some(path) = request.uri().path().strip_prefix("/v3.1") else {
        return next.run(request).await;
    };
    let account = match app.faults.has_rules_of_accounts() {
        true => request_text::header_text(request.headers(), header::AUTHORIZATION)
            .and_then(|header| app.keys.account_of(header, app.clock.machine_now())),
        false => None,
    };
    let fault = app.faults.take(request.method().as_str(), path, account.as_deref());
    let changes_nothing = request.method() == Method::GET;
    let app = Arc::clone(app);
    let run = async move {
        match fault {
            Some(fault) => play(&app, fault, request, next).await,
            None => next.run(request).await,
        }
    };
    if changes_nothing {
        return run.await;
    }
    // On its own task, a call continues when its client disconnects, as behind a real front end.
    tokio::spawn(run).await.unwrap_or_else(|error| Fail::internal(error).into_response())
}

async fn play(app: &App, fault: Fault, request: Request, next: Next) -> Response {
    use When::{After, Before};
    let delay = fault.delay;
    match fault.act {
        FaultAction::Delay(Before) => {
            tokio::time::sleep(delay).await;
            next.run(request).await
        }
        FaultAction::Delay(After) => {
            let response = next.run(request).await;
            tokio::time::sleep(delay).await;
            response
        }
        FaultAction::Cut(Before) => cut(Bytes::new()),
        FaultAction::Unavailable(Before) => unavailable(delay),
        FaultAction::Internal(Before) => internal(),
        FaultAction::ProxyPage(Before) => page(StatusCode::BAD_GATEWAY, "Bad gateway"),
        FaultAction::Noise(Before) => noise(fault.dice),
        FaultAction::KeyRequired => match without_key(&request) {
            Some(fail) => fail.into_response(),
            None => next.run(request).await,
        },
        FaultAction::PortalPage => page(StatusCode::OK, "Sign in to this network"),
        FaultAction::Error => {
            let code = fault.code.unwrap_or_else(fail::Code::internal);
            let words = text!("practice-service-drill-answer");
            Fail::new(code, words).into_response()
        }
        FaultAction::Late => {
            tokio::spawn(async move {
                tokio::time::sleep(delay).await;
                next.run(request).await
            });
            cut(Bytes::new())
        }
        FaultAction::Duplicate | FaultAction::DuplicateLate => {
            let (first, second) = match twice(app, request).await {
                Ok(both) => both,
                Err(fail) => return fail.into_response(),
            };
            let answer = next.clone().run(first).await;
            if fault.act == FaultAction::Duplicate {
                tokio::time::sleep(delay).await;
                return next.run(second).await;
            }
            tokio::spawn(async move {
                tokio::time::sleep(delay).await;
                next.run(second).await
            });
            answer
        }
        act => spoil(act, fault, next.run(request).await).await,
    }
}

/// Modifies the response of a call that was carried out.
async fn spoil(act: FaultAction, fault: Fault, response: Response) -> Response {
    match act {
        FaultAction::Cut(_) => cut(Bytes::new()),
        FaultAction::CutMidReply => half(response).await,
        FaultAction::Unavailable(_) => unavailable(fault.delay),
        FaultAction::Internal(_) => internal(),
        FaultAction::ProxyPage(_) => page(StatusCode::BAD_GATEWAY, "Bad gateway"),
        FaultAction::Noise(_) => noise(fault.dice),
        FaultAction::Truncated => {
            let (parts, bytes) = taken_apart(response).await;
            let body = Body::from(bytes.slice(..bytes.len() * 2 / 3));
            put_together(parts, body)
        }
        FaultAction::WrongReply => {
            let (parts, bytes) = taken_apart(response).await;
            put_together(parts, Body::from(another_transaction(bytes, fault.dice)))
        }
        FaultAction::Drip => {
            let (mut parts, bytes) = taken_apart(response).await;
            parts.headers.insert(header::CONTENT_LENGTH, bytes.len().into());
            put_together(parts, drip(bytes, fault.delay))
        }
        // The other kinds act before the call is carried out.
        _ => response,
    }
}

/// Two copies of the request. The body of an unauthenticated caller is discarded.
async fn twice(app: &App, request: Request) -> Result<(Request, Request), Fail> {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path();
    let is_open = spec_calls::find(parts.method.as_str(), path).is_some_and(|call| call.open);
    let read = if is_open {
        app.bodies.read_open(body, None).await
    } else {
        if let Err(fail) = identify(app, &parts.headers).await {
            body::drop_unread(body).await;
            return Err(fail);
        }
        app.bodies.read(body, None).await
    };
    let bytes = read.map_err(|refusal| refusal.fail(request_text::module_of(path)))?.bytes;
    let first = Request::from_parts(parts.clone(), Body::from(bytes.clone()));
    Ok((first, Request::from_parts(parts, Body::from(bytes))))
}

async fn taken_apart(response: Response) -> (axum::http::response::Parts, Bytes) {
    let (mut parts, body) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
    (parts, bytes)
}

fn put_together(mut parts: axum::http::response::Parts, body: Body) -> Response {
    parts.extensions.insert(Injected);
    Response::from_parts(parts, body)
}

/// Ends the connection after `sent` bytes of the body, or before the response head if there are
/// none.
fn cut(sent: Bytes) -> Response {
    let mut response = Response::new(Body::new(Broken(Some(sent).filter(|sent| !sent.is_empty()))));
    response.extensions_mut().insert(Injected);
    response
}

async fn half(response: Response) -> Response {
    let (mut parts, bytes) = taken_apart(response).await;
    parts.headers.insert(header::CONTENT_LENGTH, bytes.len().into());
    let (_, body) = cut(bytes.slice(..bytes.len() / 2)).into_parts();
    put_together(parts, body)
}

fn without_key(request: &Request) -> Option<Fail> {
    let query = request_text::query(request.uri().query());
    let given = |name: &str| query.iter().any(|(key, value)| key == name && !value.is_empty());
    let lacking = ["key", "value"].into_iter().find(|name| !given(name))?;
    let words = format!("The query parameter {lacking} is required.");
    Some(Fail::bad_request(request_text::module_of(request.uri().path()), words))
}

/// 503. With a delay, the Retry-After header has it in whole seconds.
fn unavailable(delay: Duration) -> Response {
    let mut response =
        Fail::new(fail::SHIPMENT_OPERATION_FAILED, text!("practice-service-drill-down"))
            .into_response();
    if !delay.is_zero() {
        let seconds = delay.as_millis().div_ceil(1000) as u64;
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

fn internal() -> Response {
    Fail::new(fail::Code::internal(), text!("practice-service-drill-fail")).into_response()
}

fn page(status: StatusCode, words: &str) -> Response {
    let page = format!("<html><body><h1>{words}</h1></body></html>");
    let mut response = (status, [(header::CONTENT_TYPE, "text/html")], page).into_response();
    response.extensions_mut().insert(Injected);
    response
}

fn noise(dice: u64) -> Response {
    let bytes: Vec<u8> = (0..64).flat_map(|at| mix(dice.wrapping_add(at)).to_le_bytes()).collect();
    let kind = [(header::CONTENT_TYPE, "application/json")];
    let mut response = (StatusCode::OK, kind, bytes).into_response();
    response.extensions_mut().insert(Injected);
    response
}

fn another_transaction(bytes: Bytes, dice: u64) -> Bytes {
    let Ok(Value::Object(mut answer)) = serde_json::from_slice(&bytes) else {
        return bytes;
    };
    match answer.get_mut("transactionId") {
        Some(id) => *id = Uuid::from_u64_pair(mix(dice), dice).to_string().into(),
        None => return bytes,
    }
    serde_json::to_vec(&answer).map_or(bytes, Bytes::from)
}

fn drip(bytes: Bytes, over: Duration) -> Body {
    let size = bytes.len().div_ceil(DRIPS).max(1);
    let (drops, body) = mpsc::channel(1);
    tokio::spawn(async move {
        let mut rest = bytes;
        while !rest.is_empty() {
            tokio::time::sleep(over / DRIPS as u32).await;
            let drop = rest.split_to(size.min(rest.len()));
            if drops.send(drop).await.is_err() {
                return;
            }
        }
    });
    Body::new(Dripping(body))
}

/// A body whose pieces arrive over a channel.
struct Dripping(mpsc::Receiver<Bytes>);

impl HttpBody for Dripping {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = self.0.poll_recv(context);
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// A body that fails: hyper closes the connection when it gets the error.
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
