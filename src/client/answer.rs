//! Classifies responses: the expected response, an error of the service, or anything else.

use std::fmt;
use std::sync::Arc;

use crate::api::call::Call;
use crate::api::error;
use crate::api::error::{ErrorKind, Warning};
use crate::api::lenient::{Decoded, UnreadableMember};
use crate::base::id::CorrelationId;
use crate::client::http::Incoming;

/// A decoded response with its metadata.
pub struct Answer<R> {
    pub value: R,
    pub status: u16,
    pub correlation: Option<CorrelationId>,
    pub warnings: Vec<Warning>,
    /// Members of the response that could not be read; `value` does not have them.
    pub oddities: Vec<UnreadableMember>,
    /// The body as received, decompressed. Empty for a file, which is the value itself.
    pub body: Arc<[u8]>,
}

/// Result of one request of a download: the file or a redirect.
pub(super) enum Hop {
    Arrived(Answer<Vec<u8>>),
    Onwards(String),
}

/// Why a response could not be used, with the decoder's error if there is one.
pub(super) type Unread = (ErrorKind, Option<serde_json::Error>);

pub(super) fn read_answer<R>(call: &Call<R>, mut incoming: Incoming) -> Result<Answer<R>, Unread> {
    if !(200..300).contains(&incoming.status) {
        return Err((refusal(incoming), None));
    }
    let Decoded { value, mut oddities } = match (call.decode)(&incoming.body) {
        Ok(decoded) => decoded,
        // These responses contain secrets, and the decoder's error quotes its input.
        Err(_) if !call.authorized => {
            incoming.body.clear();
            return Err((unintelligible(incoming), None));
        }
        Err(error) => return Err((unintelligible(incoming), Some(error))),
    };
    if !call.authorized {
        // These responses contain secrets.
        for oddity in &mut oddities {
            oddity.was = "(not shown)".to_owned();
        }
    }
    Ok(Answer {
        value,
        oddities,
        status: incoming.status,
        correlation: incoming.correlation.map(CorrelationId::new),
        warnings: error::read_warnings(&incoming.body),
        body: Arc::from(incoming.body),
    })
}

pub(super) fn read_hop(incoming: Incoming) -> Result<Hop, Unread> {
    match incoming.status {
        200..=299 => Ok(Hop::Arrived(Answer {
            value: incoming.body,
            status: incoming.status,
            correlation: incoming.correlation.map(CorrelationId::new),
            warnings: Vec::new(),
            oddities: Vec::new(),
            body: Arc::default(),
        })),
        301 | 302 | 303 | 307 | 308 => match incoming.location {
            Some(location) => Ok(Hop::Onwards(location)),
            None => Err((unintelligible(incoming), None)),
        },
        _ => Err((refusal(incoming), None)),
    }
}

fn refusal(incoming: Incoming) -> ErrorKind {
    match error::read_refusal(&incoming.body) {
        Some((errors, raised_by)) if incoming.status >= 400 => {
            ErrorKind::Refused { status: incoming.status, errors, raised_by }
        }
        _ => unintelligible(incoming),
    }
}

fn unintelligible(incoming: Incoming) -> ErrorKind {
    let mut body = incoming.body;
    body.truncate(KEPT_BODY);
    body.shrink_to_fit();
    ErrorKind::Unintelligible { status: incoming.status, body }
}

/// How many bytes of an unintelligible response are stored.
const KEPT_BODY: usize = 64 * 1024;

/// The response may be a token, so `Debug` shows none of its content.
impl<R> fmt::Debug for Answer<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Answer")
            .field("status", &self.status)
            .field("correlation", &self.correlation)
            .field("warnings", &self.warnings.len())
            .field("body_bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}
