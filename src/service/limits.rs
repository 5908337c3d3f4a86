//! What one client may take from all the others: connections, time and memory.

use std::time::Duration;

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Open connections. The next one takes the place of the one that has kept the service
    /// waiting longest; see `connections.rs`.
    pub connections: usize,
    /// From the first byte of a request's head, or from the connection, to its last byte.
    pub head: Duration,
    /// Between two requests of one connection.
    pub idle: Duration,
    /// Between two pieces of a body.
    pub body_gap: Duration,
    /// For a whole body.
    pub body: Duration,
    /// How long a client may take no byte of an answer.
    pub answer: Duration,
    /// The largest body of a call with a token (money-safety rule 6).
    pub body_bytes: usize,
    /// The largest body of a call that needs no token.
    pub open_body_bytes: usize,
    /// Memory for all larger bodies together. Small ones need no permission: there is one
    /// for each connection at most.
    pub bodies_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 512,
            head: Duration::from_secs(10),
            idle: Duration::from_secs(90),
            body_gap: Duration::from_secs(10),
            body: Duration::from_secs(60),
            answer: Duration::from_secs(30),
            body_bytes: 12 * 1024 * 1024,
            open_body_bytes: 64 * 1024,
            bodies_bytes: 16 * 1024 * 1024,
        }
    }
}
