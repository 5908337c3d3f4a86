//! Ports that the system gives to nobody else while the tests run.

// Clippy's exception for tests covers only `#[test]` functions, not the helpers they share.
#![allow(clippy::unwrap_used)]

use std::net::SocketAddr;

/// A port of 127.0.0.1 on which nobody listens yet. A server that is given its number gets it, also
/// after a restart.
pub fn reserve_port() -> u16 {
    reserve_address(SocketAddr::from(([127, 0, 0, 1], 0))).port()
}

/// Reserves an address: nobody listens on it, and only a bind to exactly this port gets it. Without
/// this, the system would give a free port to the next test that asks for any.
pub fn reserve_address(address: SocketAddr) -> SocketAddr {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    // As listeners do; otherwise no listener could bind the port again.
    socket.set_reuseaddr(true).unwrap();
    if socket.bind(address).is_err() {
        return address;
    }
    let address = socket.local_addr().unwrap();
    // Until the test process ends.
    std::mem::forget(socket);
    address
}
