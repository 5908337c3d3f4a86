//! Telling a reply from a refusal, and both from anything else that may come back.

use std::fmt;
use std::sync::Arc;

use super::call::Call;
use super::error::{self, ErrorKind, Warning};
use super::http::Incoming;
use super::lenient::{Decoded, Oddity};
use crate::base::id::CorrelationId;

/// A decoded reply with what came around it.
pub struct Answer<R> {
    pub value: R,
    pub status: u16,
    pub correlation: Option<CorrelationId>,
    pub warnings: Vec<Warning>,
    /// Members of the reply that could not be read; `value` is without them.
    pub oddities: Vec<Oddity>,
    /// The reply as received, inflated; empty for a file, which is the value itself.
    pub body: Arc<[u8]>,
}

/// One step of a download.
pub(super) enum Hop {
    Arrived(Answer<Vec<u8>>),
    Onwards(String),
}

/// Why an answer could not be taken, with the decoder's complaint.
pub(super) type Unread = (ErrorKind, Option<serde_json::Error>);

pub(super) fn read_answer<R>(call: &Call<R>, mut incoming: Incoming) -> Result<Answer<R>, Unread> {
    if !(200..300).contains(&incoming.status) {
        return Err((refusal(incoming), None));
    }
    let Decoded {
        value,
        mut oddities,
    } = match (call.decode)(&incoming.body) {
        Ok(decoded) => decoded,
        // What such a call brings back is secrets, and the decoder quotes what it read.
        Err(_) if !call.authorized => {
            incoming.body.clear();
            return Err((unintelligible(incoming), None));
        }
        Err(error) => return Err((unintelligible(incoming), Some(error))),
    };
    if !call.authorized {
        // What such a call brings back is secrets.
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
        Some((errors, raised_by)) if incoming.status >= 400 => ErrorKind::Refused {
            status: incoming.status,
            errors,
            raised_by,
        },
        _ => unintelligible(incoming),
    }
}

fn unintelligible(incoming: Incoming) -> ErrorKind {
    let mut body = incoming.body;
    body.truncate(KEPT_BODY);
    ErrorKind::Unintelligible {
        status: incoming.status,
        body,
    }
}

/// How much of an answer that could not be understood is kept, in bytes.
const KEPT_BODY: usize = 64 * 1024;

/// A reply may be a token, so nothing of it is shown.
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
