//! A line to the server that falls silent: connections stay open, and nothing comes through.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crate::prelude::*;

pub struct Line {
    pub port: u16,
    is_silent: Arc<AtomicBool>,
}

impl Line {
    pub fn to(server: u16) -> Self {
        Self::silent_from(server, b"")
    }

    /// Falls silent by itself when these bytes are sent to the server, and does not carry them.
    pub fn silent_from(server: u16, last: &'static [u8]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let is_silent = Arc::new(AtomicBool::new(false));
        let silent = Arc::clone(&is_silent);
        thread::spawn(move || {
            for client in listener.incoming() {
                let Ok(client) = client else { return };
                let Ok(server) = TcpStream::connect(("127.0.0.1", server)) else {
                    continue;
                };
                let ends = [
                    (client.try_clone().unwrap(), server.try_clone().unwrap(), last),
                    (server, client, b"".as_slice()),
                ];
                for (from, to, last) in ends {
                    let silent = Arc::clone(&silent);
                    thread::spawn(move || carry(from, to, &silent, last));
                }
            }
        });
        Self { port, is_silent }
    }

    pub fn set_silent(&self, is_silent: bool) {
        self.is_silent.store(is_silent, Ordering::SeqCst);
    }
}

/// What was said during the silence comes late, as from a line that was congested.
fn carry(mut from: TcpStream, mut to: TcpStream, silent: &AtomicBool, last: &[u8]) {
    let mut buffer = [0; 65_536];
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        if !last.is_empty() && buffer[..length].windows(last.len()).any(|bytes| bytes == last) {
            silent.store(true, Ordering::SeqCst);
        }
        while silent.load(Ordering::SeqCst) {
            thread::sleep(Duration::from_millis(20));
        }
        if to.write_all(&buffer[..length]).is_err() {
            break;
        }
    }
    let _ = from.shutdown(Shutdown::Both);
    let _ = to.shutdown(Shutdown::Both);
}
