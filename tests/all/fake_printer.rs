//! A printer of the network, as the tests of printing need one.

use std::io::Read;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A printer on loopback that stores the bytes of each connection.
pub struct FakePrinter {
    pub address: SocketAddr,
    taken: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl FakePrinter {
    pub fn at(
        address: SocketAddr,
        handle: impl Fn(&mut TcpStream) -> Vec<u8> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).unwrap();
        let address = listener.local_addr().unwrap();
        let taken = Arc::new(Mutex::new(Vec::new()));
        let keep = Arc::clone(&taken);
        let handle = Arc::new(handle);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let (handle, keep) = (Arc::clone(&handle), Arc::clone(&keep));
                // A connection that stays open keeps no other waiting.
                std::thread::spawn(move || {
                    let bytes = handle(&mut stream);
                    // A connection without a byte prints nothing. Before the connection closes,
                    // because the job then counts as sent.
                    if !bytes.is_empty() {
                        keep.lock().unwrap().push(bytes);
                    }
                });
            }
        });
        Self { address, taken }
    }

    pub fn on(address: SocketAddr) -> Self {
        Self::at(address, |stream| {
            let mut bytes = Vec::new();
            stream.read_to_end(&mut bytes).unwrap();
            bytes
        })
    }

    /// Disconnects in the middle of the first label.
    pub fn that_breaks_off_once() -> Self {
        let first = Mutex::new(true);
        Self::at(any_loopback_address(), move |stream| {
            let mut bytes = vec![0; 64];
            if std::mem::take(&mut *first.lock().unwrap()) {
                // Closing a connection with unread data resets it.
                stream.read_exact(&mut bytes).unwrap();
            } else {
                bytes.clear();
                stream.read_to_end(&mut bytes).unwrap();
            }
            bytes
        })
    }

    pub fn count(&self) -> usize {
        self.taken.lock().unwrap().len()
    }

    pub fn taken(&self) -> Vec<Vec<u8>> {
        self.taken.lock().unwrap().clone()
    }
}

/// Where there is more than one loopback address, not the one of the other servers: a client whose
/// server was stopped may look for it at a port that a printer has got since.
pub fn any_loopback_address() -> SocketAddr {
    let host = if cfg!(target_os = "macos") { [127, 0, 0, 1] } else { [127, 0, 0, 9] };
    SocketAddr::from((host, 0))
}
