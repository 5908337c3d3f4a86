//! A label printer on loopback that takes everything at its own port.

use std::io::Read;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use postroom::label::print::{Destination, Printer};

pub struct LabelPrinter {
    pub address: SocketAddr,
    taken: Arc<AtomicUsize>,
}

impl LabelPrinter {
    pub fn start() -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let taken = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&taken);
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            for stream in listener.incoming() {
                bytes.clear();
                let read = stream.and_then(|mut stream| stream.read_to_end(&mut bytes));
                if read.is_ok_and(|length| length > 0) {
                    count.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        Self { address, taken }
    }

    /// The number of labels that came.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    pub fn settings(&self) -> Printer {
        Printer {
            name: "Labels".to_owned(),
            destination: Destination::Raw {
                host: self.address.ip().to_string(),
                port: self.address.port(),
            },
            ..Printer::default()
        }
    }
}
