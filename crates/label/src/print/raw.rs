//! Sends bytes to the printer's own port. The printer sends no response, so the result only says
//! whether no byte, every byte, or some bytes were sent.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use postroom_base::text;

/// The outcome of sending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendOutcome {
    /// No byte was sent: safe to retry.
    Not { reason: String },
    /// All bytes were sent and the connection was closed normally. This does not prove that the
    /// label was printed.
    All,
    /// Some bytes were sent, or all without a normal close: the user has to check the printer.
    Unknown { bytes: usize, reason: String },
}

/// Time limits for the printer.
#[derive(Clone, Copy, Debug)]
pub struct RawTimeouts {
    pub connect: Duration,
    /// For each write: a printer that is out of paper stops reading.
    pub write: Duration,
    /// For the printer to close its side; most keep it open.
    pub close: Duration,
}

impl Default for RawTimeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            write: Duration::from_secs(30),
            // A printer that discards the rest closes within moments. For a printer that keeps
            // the connection open, the next job waits this long.
            close: Duration::from_secs(3),
        }
    }
}

const PIECE: usize = 16 * 1024;

/// Connects, writes the bytes, and closes the writing half. Never sends twice.
pub async fn send(host: &str, port: u16, bytes: &[u8], patience: RawTimeouts) -> SendOutcome {
    match connect(host, port, patience).await {
        Ok(stream) => hand_over(stream, bytes, patience, || ()).await,
        Err(reason) => SendOutcome::Not { reason },
    }
}

/// Opens the connection to the printer without sending anything.
///
/// # Errors
/// A message saying why it cannot be opened.
pub async fn connect(host: &str, port: u16, patience: RawTimeouts) -> Result<TcpStream, String> {
    match timeout(patience.connect, TcpStream::connect((host, port))).await {
        Err(_) => Err(text!("printing-no-answer").to_owned()),
        Ok(Err(error)) => Err(reason(&error)),
        Ok(Ok(stream)) => Ok(stream),
    }
}

/// Writes the bytes and closes the writing half. Calls `begun` when the first bytes have been
/// written.
pub async fn hand_over(
    mut stream: TcpStream,
    bytes: &[u8],
    patience: RawTimeouts,
    begun: impl FnOnce(),
) -> SendOutcome {
    let not = |reason: String| SendOutcome::Not { reason };
    let mut begun = Some(begun);
    let mut written = 0;
    while let Some(piece) = bytes.get(written..).filter(|rest| !rest.is_empty()) {
        let piece = piece.get(..PIECE).unwrap_or(piece);
        let broke = |reason: String| match written {
            0 => not(reason),
            bytes => SendOutcome::Unknown { bytes, reason },
        };
        match timeout(patience.write, stream.write(piece)).await {
            Err(_) => return broke(text!("printing-stopped-reading").to_owned()),
            Ok(Err(error)) => return broke(reason(&error)),
            Ok(Ok(0)) => return broke(text!("printing-closed").to_owned()),
            Ok(Ok(count)) => {
                written += count;
                if let Some(begun) = begun.take() {
                    begun();
                }
            }
        }
    }
    let unknown = |reason| SendOutcome::Unknown { bytes: written, reason };
    if let Err(error) = stream.shutdown().await {
        return unknown(reason(&error));
    }
    // A connection reset now means that the printer discarded unread data.
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
        Ok(Ok(())) | Err(_) => SendOutcome::All,
    }
}

fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind::{
        BrokenPipe, ConnectionAborted, ConnectionRefused, ConnectionReset, HostUnreachable,
        NetworkUnreachable,
    };
    match error.kind() {
        ConnectionRefused => text!("printing-refused-connection").to_owned(),
        ConnectionReset | ConnectionAborted | BrokenPipe => {
            text!("printing-connection-broke").to_owned()
        }
        HostUnreachable | NetworkUnreachable => text!("printing-unreachable").to_owned(),
        _ => text!("printing-unreachable-because", reason = error.to_string()),
    }
}
