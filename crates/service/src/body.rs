//! Reads request bodies within limits of size, time and memory.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::connections::ConnectionState;
use super::fail::{Code, Fail};
use super::limits::Limits;

/// How much of a refused body is still read and discarded: a client that is cut off while writing
/// often never reads the response.
const DRAIN_BYTES: usize = 64 * 1024 * 1024;
/// The same limit for a caller that is not authenticated: more than a typical request contains.
const STRANGER_DRAIN_BYTES: usize = 256 * 1024;
/// How long a refused client may send nothing before the response is sent.
const DRAIN_PATIENCE: Duration = Duration::from_millis(500);
const STRANGER_DRAIN_PATIENCE: Duration = Duration::from_millis(50);
/// Bodies up to this size need no permit.
const SMALL_BYTES: usize = 64 * 1024;
const UNIT_BYTES: usize = 1024;

/// The memory budget for larger bodies, held from the first byte until the call is answered.
pub struct BodyMemoryBudget {
    room: Arc<Semaphore>,
    limits: Limits,
}

/// A complete body, with the permit for the memory it uses.
#[derive(Default)]
pub struct BufferedBody {
    pub bytes: Bytes,
    /// Released when the call is over.
    pub memory_permit: Option<OwnedSemaphorePermit>,
}

/// Why a body was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyReadError {
    TooLarge(usize),
    BrokeOff,
    Slow,
    /// Too many large bodies at once.
    NoRoom,
}

impl BodyReadError {
    pub fn fail(self, module: &str) -> Fail {
        let refuse = |status, words: String| Fail::bad_request(module, words).with_status(status);
        match self {
            Self::TooLarge(most) => refuse(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("The body is larger than {} kB.", most / 1024),
            ),
            Self::BrokeOff => {
                refuse(StatusCode::BAD_REQUEST, "The body broke off before its end.".to_owned())
            }
            Self::Slow => {
                refuse(StatusCode::REQUEST_TIMEOUT, "The body did not arrive in time.".to_owned())
            }
            Self::NoRoom => Fail::new(
                Code::from_module_and_kind(module, "OPERATION_FAILED"),
                "Too many large requests at once; send this one again in a moment.",
            ),
        }
    }
}

impl BodyMemoryBudget {
    pub fn new(limits: Limits) -> Self {
        let units = limits.bodies_bytes / UNIT_BYTES;
        Self { room: Arc::new(Semaphore::new(units.min(Semaphore::MAX_PERMITS))), limits }
    }

    /// Reads the complete body of an authenticated caller.
    pub async fn read(
        &self,
        body: Body,
        line: Option<&ConnectionState>,
    ) -> Result<BufferedBody, BodyReadError> {
        self.read_up_to(self.limits.body_bytes, body, line).await
    }

    /// Reads the complete body of a call that needs no token.
    pub async fn read_open(
        &self,
        body: Body,
        line: Option<&ConnectionState>,
    ) -> Result<BufferedBody, BodyReadError> {
        self.read_up_to(self.limits.open_body_bytes, body, line).await
    }

    async fn read_up_to(
        &self,
        most: usize,
        mut body: Body,
        line: Option<&ConnectionState>,
    ) -> Result<BufferedBody, BodyReadError> {
        if body.is_end_stream() {
            return Ok(BufferedBody::default());
        }
        if let Some(line) = line {
            line.begin_body();
        }
        let reading = self.collect(most, &mut body);
        let read = match tokio::time::timeout(self.limits.body, reading).await {
            Ok(read) => read,
            Err(_) => Err(BodyReadError::Slow),
        };
        if matches!(read, Err(BodyReadError::TooLarge(_) | BodyReadError::NoRoom)) {
            let draining = drain(body, DRAIN_BYTES, DRAIN_PATIENCE);
            tokio::time::timeout(self.limits.body, draining).await.ok();
        }
        if let Some(line) = line {
            line.begin();
        }
        read
    }

    async fn collect(&self, most: usize, body: &mut Body) -> Result<BufferedBody, BodyReadError> {
        let announced = body.size_hint();
        // A body whose announced size is too large is never buffered.
        if announced.lower() > most as u64 {
            return Err(BodyReadError::TooLarge(most));
        }
        let mut whole = Vec::new();
        let mut room: Option<OwnedSemaphorePermit> = None;
        loop {
            let data = match tokio::time::timeout(self.limits.body_gap, next(body)).await {
                Ok(Some(Some(data))) => data,
                Ok(Some(None)) => break,
                Ok(None) => return Err(BodyReadError::BrokeOff),
                Err(_) => return Err(BodyReadError::Slow),
            };
            let length = whole.len() + data.len();
            if length > most {
                return Err(BodyReadError::TooLarge(most));
            }
            if length > whole.capacity() {
                // Doubles the capacity, but never beyond what can still arrive.
                let end = announced.upper().map_or(most, |upper| upper as usize);
                let wanted = (whole.capacity() * 2).min(end.min(most)).max(length);
                self.take(&mut room, wanted)?;
                whole.reserve_exact(wanted - whole.len());
            }
            whole.extend_from_slice(&data);
        }
        Ok(BufferedBody { bytes: whole.into(), memory_permit: room })
    }

    /// Acquires permits for a body of this size.
    fn take(
        &self,
        room: &mut Option<OwnedSemaphorePermit>,
        bytes: usize,
    ) -> Result<(), BodyReadError> {
        if bytes <= SMALL_BYTES {
            return Ok(());
        }
        let held = room.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let more = bytes.div_ceil(UNIT_BYTES).saturating_sub(held);
        let more = u32::try_from(more).map_err(|_| BodyReadError::NoRoom)?;
        let taken = Arc::clone(&self.room)
            .try_acquire_many_owned(more)
            .map_err(|_| BodyReadError::NoRoom)?;
        match room {
            Some(room) => room.merge(taken),
            None => *room = Some(taken),
        }
        Ok(())
    }
}

/// Reads and discards a little of the body of a refused caller.
pub async fn drop_unread(body: Body) {
    if !body.is_end_stream() {
        drain(body, STRANGER_DRAIN_BYTES, STRANGER_DRAIN_PATIENCE).await;
    }
}

async fn drain(mut body: Body, most: usize, patience: Duration) {
    let mut taken = 0;
    while taken < most {
        match tokio::time::timeout(patience, next(&mut body)).await {
            Ok(Some(Some(data))) => taken += data.len(),
            _ => return,
        }
    }
}

/// The next data frame: `Some(None)` at the end, `None` if the connection broke off.
async fn next(body: &mut Body) -> Option<Option<Bytes>> {
    loop {
        let frame = std::future::poll_fn(|context| Pin::new(&mut *body).poll_frame(context)).await;
        match frame {
            None => return Some(None),
            Some(Err(_)) => return None,
            // Trailers are not used.
            Some(Ok(frame)) => {
                if let Ok(data) = frame.into_data() {
                    return Some(Some(data));
                }
            }
        }
    }
}
