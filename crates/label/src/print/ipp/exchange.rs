//! One request and its answer, over HTTP. An answer is data of another computer: it is read up to a
//! limit, and only then taken apart.

use std::error::Error;
use std::io::{Cursor, Read};
use std::time::Duration;

use ipp::parser::IppParser;
use ipp::request::IppRequestResponse;

use postroom_base::{text, tls};

use super::{CONNECT, with_port};

/// In bytes. The attributes of a large office printer take less than half of this; once they are read,
/// those of a hostile one can take a hundred times as much memory.
const LARGEST_ANSWER: usize = 512 * 1024;

/// Why there is no answer that can be used; something may have been sent.
#[derive(Debug, thiserror::Error)]
pub enum Unanswered {
    /// An HTTP status other than success.
    #[error("HTTP {0}")]
    Status(u16),
    #[error("{0}")]
    Reason(String),
}

/// Sends the request and reads the answer, in at most this time. Blocks the calling thread, as all
/// callers in this module do.
pub fn exchange(
    uri: &http::Uri,
    request: IppRequestResponse,
    patience: Duration,
) -> Result<IppRequestResponse, Unanswered> {
    let mut body = Vec::new();
    request.into_read().read_to_end(&mut body).map_err(reason_of)?;
    tls::install_provider();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(reason_of)?;
    let answer = runtime.block_on(post(http_address(uri), body, patience));
    // A name lookup may still be running; it is abandoned.
    runtime.shutdown_background();
    IppParser::new(Cursor::new(answer?)).parse().map_err(reason_of)
}

async fn post(address: String, body: Vec<u8>, patience: Duration) -> Result<Vec<u8>, Unanswered> {
    let client = reqwest::Client::builder().connect_timeout(CONNECT).timeout(patience);
    let client = client.redirect(reqwest::redirect::Policy::none()).build().map_err(reason_of)?;
    let request = client.post(address).header("content-type", "application/ipp").body(body);
    let mut response = request.send().await.map_err(reason_of)?;
    if !response.status().is_success() {
        return Err(Unanswered::Status(response.status().as_u16()));
    }
    let mut answer = Vec::new();
    while let Some(part) = response.chunk().await.map_err(reason_of)? {
        if answer.len() + part.len() > LARGEST_ANSWER {
            return Err(Unanswered::Reason(text!("printing-answer-too-large").to_owned()));
        }
        answer.extend_from_slice(&part);
    }
    Ok(answer)
}

/// `http://host:631/path` of `ipp://host/path`.
fn http_address(uri: &http::Uri) -> String {
    let place = with_port(uri.authority().map_or("", http::uri::Authority::as_str));
    let path = uri.path_and_query().map_or("/", http::uri::PathAndQuery::as_str);
    match uri.scheme_str() {
        Some("ipp") => format!("http://{place}{path}"),
        Some("ipps") => format!("https://{place}{path}"),
        _ => uri.to_string(),
    }
}

/// The innermost cause; the outer ones only say that a request failed.
fn reason_of(error: impl Error) -> Unanswered {
    let mut cause: &dyn Error = &error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    Unanswered::Reason(cause.to_string())
}
