//! The open connections: what each is waiting for and since when, so that connections that stall
//! can be closed and new connections can always be accepted.
//!
//! The phase of a connection is updated from several places: arriving bytes begin a request head
//! ([`MonitoredStream`]), a further read shows that the head is incomplete ([`MonitoredStream`]), a complete head
//! begins the work and the body ([`ConnectionState::begin`], `body.rs`), and a flushed response ends it
//! ([`MonitoredStream`]).

use std::collections::HashMap;
use std::io;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::sync::Notify;

use super::limits::Limits;
use super::refused_head;
use postroom_base::clock::Stopwatch;

/// What a connection is waiting for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Phase {
    /// A request head of which nothing has been read yet, or which was read a moment ago.
    New,
    /// The rest of a head that has been read in part.
    Head,
    /// The next request.
    Idle,
    /// The rest of a body.
    Body,
    /// This service, which is working on the response.
    Working,
    /// The client, which is receiving the response.
    Answering,
}

impl Phase {
    fn of(number: u8) -> Self {
        match number {
            0 => Self::New,
            1 => Self::Head,
            2 => Self::Idle,
            3 => Self::Body,
            4 => Self::Working,
            _ => Self::Answering,
        }
    }
}

/// One open connection.
#[derive(Debug)]
pub struct ConnectionState {
    phase: AtomicU8,
    /// When the phase began, and when a byte was last transferred in it.
    since_ms: AtomicU64,
    moved_ms: AtomicU64,
    /// Whether bytes of a head have been read.
    read: AtomicBool,
    close: Notify,
}

impl ConnectionState {
    fn new() -> Self {
        let now = now_ms();
        Self {
            phase: AtomicU8::new(Phase::New as u8),
            since_ms: AtomicU64::new(now),
            moved_ms: AtomicU64::new(now),
            read: AtomicBool::new(false),
            close: Notify::new(),
        }
    }

    fn phase(&self) -> Phase {
        Phase::of(self.phase.load(Ordering::Relaxed))
    }

    fn enter(&self, phase: Phase) {
        let now = now_ms();
        self.since_ms.store(now, Ordering::Relaxed);
        self.moved_ms.store(now, Ordering::Relaxed);
        self.read.store(false, Ordering::Relaxed);
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    /// The request head is complete.
    pub fn begin(&self) {
        self.enter(Phase::Working);
    }

    pub fn begin_body(&self) {
        self.enter(Phase::Body);
    }

    fn received(&self) {
        match self.phase() {
            Phase::Idle => self.enter(Phase::New),
            Phase::Body => self.moved_ms.store(now_ms(), Ordering::Relaxed),
            _ => {}
        }
        self.read.store(true, Ordering::Relaxed);
    }

    /// More bytes are requested, so what has been read of a head is incomplete. The start time of
    /// the head stays.
    fn wanting(&self) {
        if self.phase() == Phase::New && self.read.load(Ordering::Relaxed) {
            self.phase.store(Phase::Head as u8, Ordering::Relaxed);
        }
    }

    /// A response is being sent. Anything sent in phase `Body` is a `100 Continue`.
    fn sending(&self, moved: bool) {
        match self.phase() {
            Phase::Body => {}
            Phase::Answering if moved => self.moved_ms.store(now_ms(), Ordering::Relaxed),
            Phase::Answering => {}
            _ => self.enter(Phase::Answering),
        }
    }

    fn flushed(&self) {
        if self.phase() == Phase::Answering {
            self.enter(Phase::Idle);
        }
    }

    /// Resolves when the table asks to close this connection: it is too slow, or a new one needs
    /// its slot.
    pub async fn close_requested(&self) {
        self.close.notified().await;
    }

    fn late(&self, now: u64, limits: &Limits) -> bool {
        let since = elapsed(now, &self.since_ms);
        match self.phase() {
            Phase::New | Phase::Head => since > limits.head,
            Phase::Idle => since > limits.idle,
            Phase::Answering => elapsed(now, &self.moved_ms) > limits.answer,
            // `body.rs` has its own timeout for bodies, so that a late one still gets a response.
            Phase::Body | Phase::Working => false,
        }
    }

    /// The priority for closing this connection in favor of a new one (highest first), and how long
    /// it has been waiting. `None` while the service is working or the client is still receiving
    /// the response.
    fn eviction_priority(&self, now: u64, stalled: Duration) -> Option<(u8, Duration)> {
        let (since, still) = (elapsed(now, &self.since_ms), elapsed(now, &self.moved_ms));
        match self.phase() {
            Phase::New | Phase::Head if since > stalled => Some((4, since)),
            Phase::Body if still > stalled => Some((4, still)),
            // A client that already got a response will return; an incomplete head may never be
            // completed.
            Phase::Head => Some((3, since)),
            Phase::Idle => Some((2, since)),
            Phase::New | Phase::Body => Some((1, since)),
            Phase::Answering if still > stalled => Some((0, still)),
            Phase::Answering | Phase::Working => None,
        }
    }
}

fn elapsed(now: u64, from: &AtomicU64) -> Duration {
    Duration::from_millis(now.saturating_sub(from.load(Ordering::Relaxed)))
}

/// Milliseconds since the first call.
fn now_ms() -> u64 {
    static START: LazyLock<Stopwatch> = LazyLock::new(Stopwatch::start);
    START.elapsed().as_millis() as u64
}

/// All open connections, by a sequence number.
#[derive(Default)]
pub struct Connections {
    lines: Mutex<Lines>,
    /// Wakes a task that waits for a slot.
    left: Notify,
}

#[derive(Default)]
struct Lines {
    next: u64,
    open: HashMap<u64, Arc<ConnectionState>>,
}

/// A slot in the table, released when dropped.
pub struct ConnectionSlot {
    table: Arc<Connections>,
    number: u64,
    pub line: Arc<ConnectionState>,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.table.lines().open.remove(&self.number);
        self.table.left.notify_one();
    }
}

impl Connections {
    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(|broken| broken.into_inner())
    }

    /// Waits for a slot for a new connection. If the table is full, closes the connection that has
    /// kept the service waiting longest; if all are working, waits for the first to end.
    pub async fn acquire_slot(self: &Arc<Self>, limits: &Limits) -> ConnectionSlot {
        loop {
            let left = self.left.notified();
            if let Some(place) = self.place(limits) {
                return place;
            }
            left.await;
        }
    }

    fn place(self: &Arc<Self>, limits: &Limits) -> Option<ConnectionSlot> {
        let mut lines = self.lines();
        if lines.open.len() >= limits.connections && !lines.close_one(limits.stalled) {
            return None;
        }
        let number = lines.next;
        lines.next += 1;
        let line = Arc::new(ConnectionState::new());
        lines.open.insert(number, Arc::clone(&line));
        Some(ConnectionSlot { table: Arc::clone(self), number, line })
    }

    /// Closes the connection that has stalled longest. Used when the system has no resources for
    /// another.
    pub fn close_one(&self, limits: &Limits) {
        self.lines().close_one(limits.stalled);
    }

    /// How many wait for their next request.
    pub fn idle(&self) -> usize {
        let lines = self.lines();
        let idle = lines.open.values().filter(|line| line.phase() == Phase::Idle);
        idle.count()
    }

    /// Closes the connections that have exceeded their timeout.
    pub fn close_late(&self, limits: &Limits) {
        let now = now_ms();
        for line in self.lines().open.values() {
            if line.late(now, limits) {
                line.close.notify_one();
            }
        }
    }

    /// On shutdown: closes the connections whose request has not completely arrived.
    pub fn close_waiting(&self) {
        for line in self.lines().open.values() {
            let waiting = [Phase::New, Phase::Head, Phase::Idle, Phase::Body];
            if waiting.contains(&line.phase()) {
                line.close.notify_one();
            }
        }
    }
}

impl Lines {
    /// Removes the connection from the table at once; its task ends a moment later.
    fn close_one(&mut self, stalled: Duration) -> bool {
        let longest = longest_waited_for(&self.open, stalled);
        let line = longest.and_then(|number| self.open.remove(&number));
        if let Some(line) = &line {
            line.close.notify_one();
        }
        line.is_some()
    }
}

fn longest_waited_for(open: &HashMap<u64, Arc<ConnectionState>>, stalled: Duration) -> Option<u64> {
    let now = now_ms();
    open.iter()
        .filter_map(|(number, line)| Some((line.eviction_priority(now, stalled)?, *number)))
        // Of two that started in the same millisecond, the earlier one.
        .max_by_key(|(waited, number)| (*waited, std::cmp::Reverse(*number)))
        .map(|(_, number)| number)
}

/// A stream that reports its reads and writes to its [`ConnectionState`].
pub struct MonitoredStream<S> {
    stream: S,
    line: Arc<ConnectionState>,
    /// Sent in place of hyper's answer to a head that it refuses.
    refusal: Option<Refusal>,
}

struct Refusal {
    bytes: Vec<u8>,
    sent: usize,
    /// How many bytes of hyper's answer it stands for.
    replaces: usize,
}

impl<S> MonitoredStream<S> {
    pub fn new(stream: S, line: Arc<ConnectionState>) -> Self {
        Self { stream, line, refusal: None }
    }

    /// Notes that these bytes are hyper's own answer, which is replaced: no call has begun.
    fn note_refusal(&mut self, bytes: &[u8]) {
        let is_before_call = matches!(self.line.phase(), Phase::New | Phase::Head | Phase::Idle);
        if is_before_call && self.refusal.is_none() {
            let answer = refused_head::answer_for(bytes);
            self.refusal = answer.map(|own| Refusal { bytes: own, sent: 0, replaces: bytes.len() });
        }
    }

    fn sent(&self, sent: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        self.line.sending(sent.is_ready());
        sent
    }
}

impl<S: AsyncWrite + Unpin> MonitoredStream<S> {
    /// Sends the answer that replaces hyper's; `None` if there is none.
    fn send_refusal(&mut self, context: &mut Context<'_>) -> Option<Poll<io::Result<usize>>> {
        let refusal = self.refusal.as_mut()?;
        while let Some(rest) = refusal.bytes.get(refusal.sent..).filter(|rest| !rest.is_empty()) {
            match Pin::new(&mut self.stream).poll_write(context, rest) {
                Poll::Ready(Ok(0)) => {
                    return Some(Poll::Ready(Err(io::ErrorKind::WriteZero.into())));
                }
                Poll::Ready(Ok(sent)) => refusal.sent += sent,
                other => return Some(other),
            }
        }
        let replaced = refusal.replaces;
        self.refusal = None;
        Some(Poll::Ready(Ok(replaced)))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for MonitoredStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.line.wanting();
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.line.received();
        }
        read
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for MonitoredStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.note_refusal(bytes);
        let sent = match self.send_refusal(context) {
            Some(sent) => sent,
            None => Pin::new(&mut self.stream).poll_write(context, bytes),
        };
        self.sent(sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let [piece] = pieces {
            return self.poll_write(context, piece);
        }
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, pieces);
        self.sent(sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        if matches!(flushed, Poll::Ready(Ok(()))) {
            self.line.flushed();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(phase: Phase, since_ms: u64, moved_ms: u64) -> Arc<ConnectionState> {
        let line = ConnectionState::new();
        line.phase.store(phase as u8, Ordering::Relaxed);
        line.since_ms.store(since_ms, Ordering::Relaxed);
        line.moved_ms.store(moved_ms, Ordering::Relaxed);
        Arc::new(line)
    }

    /// The times are relative to a fixed `now`, so all of them are in the past.
    #[test]
    fn the_one_that_is_waited_for_longest_gives_up_its_place() {
        std::thread::sleep(Duration::from_millis(5));
        let _ = now_ms();
        let waits = |phases: &[(Phase, u64)]| {
            let now = 100_000;
            let lines = phases.iter().map(|(phase, ago)| line(*phase, now - ago, now - ago));
            let waited = lines.enumerate().filter_map(|(number, line)| {
                let stalled = Duration::from_secs(1);
                Some((line.eviction_priority(now, stalled)?, std::cmp::Reverse(number)))
            });
            waited.max().map(|(_, number)| number.0)
        };
        use Phase::{Answering, Body, Head, Idle, New, Working};
        for (phases, chosen) in [
            (&[(Working, 9_000), (Answering, 10)][..], None),
            (&[(Working, 9_000), (New, 1)], Some(1)),
            (&[(Head, 5), (New, 1_009), (Idle, 9_000)], Some(1)),
            // New connections and those that had a response stay, even if there are incomplete
            // heads.
            (&[(Idle, 800), (Head, 3), (New, 900)], Some(1)),
            (&[(New, 5), (New, 9), (Idle, 1)], Some(2)),
            (&[(New, 5), (Body, 9), (Working, 9_000)], Some(1)),
            (&[(Idle, 5), (Idle, 9), (Body, 100)], Some(1)),
            (&[(Idle, 5), (Body, 1_001)], Some(1)),
            (&[(Body, 1), (Body, 3), (Answering, 9_000)], Some(1)),
            (&[(Answering, 900), (Answering, 9_000)], Some(1)),
            (&[(Head, 5), (Head, 9), (Body, 100)], Some(1)),
            (&[(New, 7), (New, 7)], Some(0)),
        ] {
            assert_eq!(waits(phases), chosen, "{phases:?}");
        }
    }

    #[test]
    fn a_connection_goes_from_head_to_answer_and_back() {
        let line = ConnectionState::new();
        line.wanting();
        assert_eq!(line.phase(), Phase::New, "nothing was read");
        line.received();
        assert_eq!(line.phase(), Phase::New, "it may be the whole head");
        line.wanting();
        assert_eq!(line.phase(), Phase::Head);
        line.begin();
        line.received();
        line.flushed();
        assert_eq!(line.phase(), Phase::Working);
        line.begin_body();
        line.sending(true);
        line.flushed();
        assert_eq!(line.phase(), Phase::Body, "100 Continue is no answer");
        line.begin();
        line.sending(false);
        assert_eq!(line.phase(), Phase::Answering);
        line.flushed();
        assert_eq!(line.phase(), Phase::Idle);
        line.wanting();
        assert_eq!(line.phase(), Phase::Idle);
        line.received();
        assert_eq!(line.phase(), Phase::New);
        line.wanting();
        assert_eq!(line.phase(), Phase::Head);
    }
}
