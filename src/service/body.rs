//! Reading a request's body within bounds.

use std::pin::Pin;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};

/// Larger bodies are refused (money-safety rule 6).
const CAP_BYTES: usize = 12 * 1024 * 1024;
/// So much of a refused body is still taken off the wire and dropped: who is cut off while
/// writing often never reads why.
const DRAIN_BYTES: usize = 64 * 1024 * 1024;
/// How long a refused sender may be silent before the answer goes out.
const DRAIN_PATIENCE: Duration = Duration::from_millis(500);

/// The whole body; `None` where it is larger than the cap or broke off.
pub async fn read(mut body: Body) -> Option<Bytes> {
    // What is announced too large is never kept.
    if body.size_hint().lower() > CAP_BYTES as u64 {
        drain(body, 0).await;
        return None;
    }
    let mut whole = Vec::new();
    while let Some(data) = next(&mut body).await? {
        if whole.len() + data.len() > CAP_BYTES {
            drain(body, whole.len()).await;
            return None;
        }
        whole.extend_from_slice(&data);
    }
    Some(whole.into())
}

async fn drain(mut body: Body, mut taken: usize) {
    while taken < DRAIN_BYTES {
        match tokio::time::timeout(DRAIN_PATIENCE, next(&mut body)).await {
            Ok(Some(Some(data))) => taken += data.len(),
            _ => return,
        }
    }
}

/// `Some(None)` at the end, `None` where the connection broke off.
async fn next(body: &mut Body) -> Option<Option<Bytes>> {
    loop {
        let frame = std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        match frame {
            None => return Some(None),
            Some(Err(_)) => return None,
            // Trailers say nothing that is asked for here.
            Some(Ok(frame)) => {
                if let Ok(data) = frame.into_data() {
                    return Some(Some(data));
                }
            }
        }
    }
}
