//! Requests whose head hyper refuses before this service sees them: a line that is no HTTP (400), an
//! address that is too long (414), headers that are too large (431). Its answer has no body, and no
//! correlation id, which every answer carries (section 7.1).

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::StatusCode;
use postroom_base::clock::Clock;
use uuid::Uuid;

use super::fail::Fail;

/// This service's answer in place of hyper's own; `None` if these bytes are no such answer.
pub fn answer_for(bytes: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(bytes).ok()?;
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    let status = StatusCode::from_u16(status).ok().filter(StatusCode::is_client_error)?;
    if !body.is_empty() {
        return None;
    }
    let why = match status {
        StatusCode::URI_TOO_LONG => "The address of the request is too long.",
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => "The headers of the request are too large.",
        _ => "The request is no HTTP request.",
    };
    let fail = Fail::bad_request("SVC", why).with_status(status);
    // Neither the method nor the address could be read.
    let body = fail.body("", "", Clock::System.now()).to_string();
    let (length, id) = (body.len(), correlation_id());
    Some(
        format!(
            "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\nx-correlation-id: {id}\r\n\r\n{body}"
        )
        .into_bytes(),
    )
}

/// A unique id for every response (section 7.1): a random number per run plus a counter. A new
/// random number per response would cost a system call each time.
pub fn correlation_id() -> String {
    static FIRST: LazyLock<u128> = LazyLock::new(|| Uuid::new_v4().as_u128());
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = u128::from(COUNT.fetch_add(1, Ordering::Relaxed));
    Uuid::from_u128(FIRST.wrapping_add(count)).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_refusal_without_a_body_is_replaced() {
        for (bytes, is_replaced) in [
            (&b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"[..], true),
            (b"HTTP/1.1 431 Request Header Fields Too Large\r\n\r\n", true),
            (b"HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}", false),
            (b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", false),
            (b"HTTP/1.1 4", false),
            (b"\xff\r\n\r\n", false),
        ] {
            assert_eq!(answer_for(bytes).is_some(), is_replaced, "{bytes:?}");
        }
    }
}
