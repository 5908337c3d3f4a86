//! Bytes to a printer's own port. The printer answers nothing, so what can be said
//! honestly is whether no byte, every byte, or some bytes were handed over.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// What became of the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sent {
    /// Not one byte left: safe to try again.
    Not { reason: String },
    /// All of them, and the connection was closed in order. Not proof of paper.
    All,
    /// Some, or all without an orderly end: a person looks at the printer.
    Unknown { bytes: usize, reason: String },
}

/// How long a printer may take.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    pub connect: Duration,
    /// For each piece: a printer out of paper stops reading.
    pub write: Duration,
    /// For the printer to close its side; most keep it open.
    pub close: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            write: Duration::from_secs(30),
            // A printer that throws the rest away closes within moments; one that keeps the
            // line open costs its next job this long.
            close: Duration::from_secs(3),
        }
    }
}

const PIECE: usize = 16 * 1024;

/// Connects, writes, closes the writing half. Never sends twice.
pub async fn send(host: &str, port: u16, bytes: &[u8], patience: Patience) -> Sent {
    match connect(host, port, patience).await {
        Ok(stream) => hand_over(stream, bytes, patience, || ()).await,
        Err(reason) => Sent::Not { reason },
    }
}

/// The line to the printer, before anything is said on it.
///
/// # Errors
/// A sentence saying why there is none.
pub async fn connect(host: &str, port: u16, patience: Patience) -> Result<TcpStream, String> {
    match timeout(patience.connect, TcpStream::connect((host, port))).await {
        Err(_) => Err("The printer does not answer".to_owned()),
        Ok(Err(error)) => Err(reason(&error)),
        Ok(Ok(stream)) => Ok(stream),
    }
}

/// Writes and closes the writing half; `begun` is called when the first bytes have left.
pub async fn hand_over(
    mut stream: TcpStream,
    bytes: &[u8],
    patience: Patience,
    begun: impl FnOnce(),
) -> Sent {
    let not = |reason: String| Sent::Not { reason };
    let mut begun = Some(begun);
    let mut written = 0;
    while let Some(piece) = bytes.get(written..).filter(|rest| !rest.is_empty()) {
        let piece = piece.get(..PIECE).unwrap_or(piece);
        let broke = |reason: String| match written {
            0 => not(reason),
            bytes => Sent::Unknown { bytes, reason },
        };
        match timeout(patience.write, stream.write(piece)).await {
            Err(_) => return broke("The printer stopped taking data".to_owned()),
            Ok(Err(error)) => return broke(reason(&error)),
            Ok(Ok(0)) => return broke("The printer closed the connection".to_owned()),
            Ok(Ok(count)) => {
                written += count;
                if let Some(begun) = begun.take() {
                    begun();
                }
            }
        }
    }
    let unknown = |reason| Sent::Unknown {
        bytes: written,
        reason,
    };
    if let Err(error) = stream.shutdown().await {
        return unknown(reason(&error));
    }
    // A reset now means that the printer threw away what was still on its way.
    let mut answer = [0; 256];
    let ends = async {
        loop {
            match stream.read(&mut answer).await {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) => return Err(error),
            }
        }
    };
    match timeout(patience.close, ends).await {
        Ok(Err(error)) => unknown(reason(&error)),
        Ok(Ok(())) | Err(_) => Sent::All,
    }
}

fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind::{
        BrokenPipe, ConnectionAborted, ConnectionRefused, ConnectionReset, HostUnreachable,
        NetworkUnreachable,
    };
    match error.kind() {
        ConnectionRefused => "The printer is off, or it listens on another port".to_owned(),
        ConnectionReset | ConnectionAborted | BrokenPipe => {
            "The connection to the printer broke off".to_owned()
        }
        HostUnreachable | NetworkUnreachable => "The printer cannot be reached".to_owned(),
        _ => format!("The printer cannot be reached: {error}"),
    }
}
