//! The checks before and after every handler: refusing requests from web pages in a browser, as the
//! service listens on loopback, adding the correlation id, and writing the error body of section
//! 7.1 for every failure, including those outside any handler.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::app::App;
use super::fail::{Code, Fail};
use super::fault_play::{self, Injected};
use super::journal::{self, Outcome};
use super::refused_head::correlation_id;
use super::reply::Json;
use super::request_text::{header_text, module_of};
use super::spec_calls;

/// What is refused without the administrator's password.
const PASSWORD_WANTED: &str = "PRACTICE.AUTHENTICATION_FAILED";
const CORRELATION: HeaderName = HeaderName::from_static("x-correlation-id");

pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let slot = is_kept(uri.path()).then(|| journal::slot_of(request.headers()));
    // Of a call that does not reach its handler, the token tells the account.
    let bearer = request.headers().get(header::AUTHORIZATION).cloned();
    let mut request = request;
    if let Some(slot) = &slot {
        request.extensions_mut().insert(Arc::clone(slot));
    }
    let mut code = None;
    let admitted = admit(&request, app.listen_ip).and_then(|()| authorize(&app, &request));
    let mut response = match admitted {
        Ok(()) => fault_play::inject(&app, request, next).await,
        Err(fail) => fail.into_response(),
    };
    let refused = response.status().is_client_error() || response.status().is_server_error();
    if refused && response.extensions().get::<Injected>().is_none() {
        let fail = response
            .extensions_mut()
            .remove::<Fail>()
            .unwrap_or_else(|| without_handler(response.status(), &method, uri.path()));
        code = Some(fail.code.as_str().to_owned());
        tracing::debug!(%method, path = uri.path(), code = fail.code.as_str(), "refused");
        if fail.code.as_str() == PASSWORD_WANTED {
            let asks = HeaderValue::from_static("Basic realm=\"practice\", charset=\"UTF-8\"");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, asks);
        }
        let kept = [header::ALLOW, header::RETRY_AFTER, header::WWW_AUTHENTICATE]
            .map(|name| Some((name.clone(), response.headers().get(&name)?.clone())));
        let body = fail.body(method.as_str(), &uri.to_string(), app.clock.machine_now());
        response = (fail.http_status(), Json(body)).into_response();
        response.headers_mut().extend(kept.into_iter().flatten());
    }
    if let Some(date) = app.clock.date_header() {
        response.headers_mut().insert(header::DATE, date);
    }
    let correlation_id = match app.keys.lucks.is_seeded() {
        true => app.keys.lucks.row("correlation").id(),
        false => correlation_id(),
    };
    if let Ok(value) = HeaderValue::from_str(&correlation_id) {
        response.headers_mut().insert(CORRELATION, value);
    }
    if let Some(slot) = &slot {
        journal::add_account(slot, || {
            app.keys.account_of(bearer.as_ref()?.to_str().ok()?, app.clock.machine_now())
        });
        let faulty = response.extensions().get::<Injected>().is_some();
        let call = spec_calls::find(method.as_str(), uri.path());
        let outcome = Outcome { call, status: response.status(), code, faulty, correlation_id };
        app.journal.keep(app.clock.machine_now(), method, &uri, slot, outcome);
    }
    response
}

/// Whether the journal keeps the calls of this path: those of the interface.
fn is_kept(path: &str) -> bool {
    path.starts_with("/v3.1/") && !path.starts_with("/v3.1/openapi.")
}

/// The page and the practice calls need the administrator's password, if there is one. The page of a
/// tracking number is for everybody who has the number.
fn authorize(app: &App, request: &Request) -> Result<(), Fail> {
    let path = request.uri().path();
    let is_admins =
        path == "/" || path.starts_with("/practice/") && !path.starts_with("/practice/track/");
    let (Some(password), true) = (&app.admin_password, is_admins) else {
        return Ok(());
    };
    let given = header_text(request.headers(), header::AUTHORIZATION)
        .and_then(|text| text.strip_prefix("Basic "))
        .and_then(|text| STANDARD.decode(text.trim()).ok())
        .and_then(|bytes| String::from_utf8(bytes).ok());
    let given = given.as_deref().and_then(|pair| pair.strip_prefix("admin:")).unwrap_or_default();
    match app.keys.secrets_equal(given, password.expose()) {
        true => Ok(()),
        false => Err(Fail::new(
            Code::from_text(PASSWORD_WANTED),
            "The administrator's password is required (user name: admin).",
        )),
    }
}

/// Money-safety rule 6. Checks host names and not ports: a web page of another site can never send
/// these names, but a local proxy may use another port.
fn admit(request: &Request, listen_ip: IpAddr) -> Result<(), Fail> {
    let headers = request.headers();
    let forbid =
        |why: &str| Err(Fail::new(Code::from_module_and_kind("SVC", "NOT_AUTHORIZED"), why));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    if !host_allowed(host, listen_ip) {
        return forbid("The Host header names another machine.");
    }
    if headers.contains_key(header::ORIGIN) {
        return forbid("Requests from web pages are refused.");
    }
    let length = number(headers, &header::CONTENT_LENGTH);
    let has_body =
        length.is_some_and(|length| length > 0) || headers.contains_key(header::TRANSFER_ENCODING);
    if has_body && !is_json(headers) {
        return Err(Fail::bad_request(
            module_of(request.uri().path()),
            "The Content-Type of a body must be application/json.",
        ));
    }
    Ok(())
}

fn host_allowed(host: &str, listen_ip: IpAddr) -> bool {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((name, port)) => (name, port.strip_prefix(':').unwrap_or(port)),
            None => return false,
        },
        None => host.split_once(':').unwrap_or((host, "")),
    };
    let named = name.eq_ignore_ascii_case("localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback() || ip == listen_ip);
    named && port.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn number(headers: &HeaderMap, name: &HeaderName) -> Option<usize> {
    headers.get(name)?.to_str().ok()?.trim().parse().ok()
}

/// The error for a failure of the router itself. Section 7.2 has no row for 405.
fn without_handler(status: StatusCode, method: &Method, path: &str) -> Fail {
    let module = module_of(path);
    match status {
        StatusCode::NOT_FOUND => Fail::new(
            Code::from_module_and_kind(module, "NOT_FOUND"),
            format!("There is nothing at {path}."),
        ),
        StatusCode::METHOD_NOT_ALLOWED => {
            Fail::bad_request(module, format!("{method} is not a method of {path}."))
                .with_status(status)
        }
        status if status.is_client_error() => {
            Fail::bad_request(module, "The request could not be read.").with_status(status)
        }
        status => Fail::internal(format_args!("status {status} without a reason")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_host_names_pass() {
        let listen = IpAddr::from([192, 168, 0, 7]);
        for (host, allowed) in [
            ("127.0.0.1:8331", true),
            ("localhost", true),
            ("[::1]:8331", true),
            ("192.168.0.7:8331", true),
            ("192.168.0.8:8331", false),
            ("127.0.0.1.evil.example", false),
            ("localhost.evil.example:80", false),
            ("localhost:80@evil", false),
            ("", false),
        ] {
            assert_eq!(host_allowed(host, listen), allowed, "{host}");
        }
    }
}
