//! Limits on what one client can use at the expense of others: connections, time and memory.

use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Open connections. When all are in use, a new one replaces the one that has kept the service
    /// waiting longest; see `connections.rs`.
    pub connections: usize,
    /// From the first byte of a request head, or from the start of the connection, to its last
    /// byte.
    pub head: Duration,
    /// Between two requests on a connection.
    pub idle: Duration,
    /// After this long without a byte of a head, a body or a response, the client counts as stalled.
    /// Before that, the data may be in the system's buffers, not read yet.
    pub stalled: Duration,
    /// Between two pieces of a body.
    pub body_gap: Duration,
    /// For a whole body.
    pub body: Duration,
    /// How long a client may receive no byte of a response.
    pub answer: Duration,
    /// The largest body of a call with a token (money-safety rule 6).
    pub body_bytes: usize,
    /// The largest body of a call that needs no token.
    pub open_body_bytes: usize,
    /// Memory for all larger bodies together. Small bodies need no permit: there is at most one per
    /// connection.
    pub bodies_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 512,
            head: Duration::from_secs(10),
            idle: Duration::from_secs(90),
            stalled: Duration::from_secs(1),
            body_gap: Duration::from_secs(10),
            body: Duration::from_secs(60),
            answer: Duration::from_secs(30),
            body_bytes: 12 * 1024 * 1024,
            open_body_bytes: 64 * 1024,
            bodies_bytes: 16 * 1024 * 1024,
        }
    }
}
