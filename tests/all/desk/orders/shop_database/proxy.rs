//! A line to a database server that breaks at a chosen moment: around the `COMMIT` of a client.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Sender};
use std::thread;

use crate::prelude::*;

/// When the line breaks. Everything else passes.
pub enum Break {
    /// The `COMMIT` never reaches the server.
    BeforeCommit,
    /// The server has committed and answered, but the client never hears of it. Then this is done.
    AfterCommit(Box<dyn FnOnce() + Send>),
    /// The `COMMIT` never reaches the server, and nobody is told that the line is dead.
    Silently,
}

pub struct Proxy {
    pub port: u16,
    armed: Arc<Mutex<Option<Break>>>,
}

impl Proxy {
    pub fn to(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let armed: Arc<Mutex<Option<Break>>> = Arc::default();
        let shared = Arc::clone(&armed);
        thread::spawn(move || {
            for client in listener.incoming() {
                let Ok(client) = client else { return };
                let server = SocketAddr::from(([127, 0, 0, 1], server));
                // Without a server the client sees its connection closed.
                let Ok(server) = TcpStream::connect(server) else {
                    continue;
                };
                let armed = Arc::clone(&shared);
                thread::spawn(move || carry(client, server, &armed));
            }
        });
        Self { port, armed }
    }

    pub fn arm(&self, kind: Break) {
        *self.armed.lock().unwrap() = Some(kind);
    }

    /// Whether it was armed and has not broken yet.
    pub fn is_armed(&self) -> bool {
        self.armed.lock().unwrap().is_some()
    }
}

fn carry(mut client: TcpStream, mut server: TcpStream, armed: &Mutex<Option<Break>>) {
    let (mute, answered) = answers(&client, &server);
    let mut buffer = [0; 65_536];
    while let Ok(length @ 1..) = client.read(&mut buffer) {
        let sent = &buffer[..length];
        let is_commit = sent.windows(6).any(|letters| letters == b"COMMIT");
        let kind = is_commit.then(|| armed.lock().unwrap().take()).flatten();
        match kind {
            None => {
                if server.write_all(sent).is_err() {
                    break;
                }
            }
            Some(Break::BeforeCommit) => break,
            Some(Break::Silently) => {
                thread::sleep(Duration::from_secs(60));
                break;
            }
            Some(Break::AfterCommit(then)) => {
                mute.send(()).unwrap();
                server.write_all(sent).unwrap();
                answered.recv_timeout(Duration::from_secs(20)).unwrap();
                then();
                break;
            }
        }
    }
    let _ = client.shutdown(Shutdown::Both);
    let _ = server.shutdown(Shutdown::Both);
}

/// Carries what the server says, until it is muted; then the next answer is only reported.
fn answers(client: &TcpStream, server: &TcpStream) -> (Sender<()>, mpsc::Receiver<()>) {
    let (mute, muted) = mpsc::channel();
    let (report, answered) = mpsc::channel();
    let (mut client, mut server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
    thread::spawn(move || {
        let mut buffer = [0; 65_536];
        let mut is_muted = false;
        while let Ok(length @ 1..) = server.read(&mut buffer) {
            is_muted |= muted.try_recv().is_ok();
            if is_muted {
                let _ = report.send(());
            } else if client.write_all(&buffer[..length]).is_err() {
                break;
            }
        }
        let _ = client.shutdown(Shutdown::Both);
    });
    (mute, answered)
}
