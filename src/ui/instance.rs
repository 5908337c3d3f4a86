//! One window per data folder. The first one listens on the loopback interface and writes its
//! port and a secret word that only this user can read to the folder. A second start asks it to
//! come to the front, hands it the file it was to open, and exits. The lock on the journal is what prevents two windows on one
//! folder; this is a convenience.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use crate::base::private;

/// The exit code of a start that found a window open.
pub const ALREADY_OPEN: u8 = 2;

const NAME: &str = "instance";
const RAISED: &str = "raised";
const PATIENCE: Duration = Duration::from_secs(2);
/// Attempts to reach a window that is still starting, with a `PAUSE` between them: about 3 s.
const LOOKS: u32 = 60;
const PAUSE: Duration = Duration::from_millis(50);
/// Longest line read from a connection, in bytes: the secret word and the path of a file.
const LONGEST: u64 = 8192;

/// The file in the data folder with the port and the secret word; removed when the window closes.
#[derive(Debug)]
pub struct Note(PathBuf);

impl Drop for Note {
    fn drop(&mut self) {
        // A file left behind does no harm: nobody answers at its port.
        let _ = fs::remove_file(&self.0);
    }
}

/// Listens for later starts; calls `raise` for each on a separate thread, with the file that it was
/// to open.
///
/// # Errors
/// No port on the loopback interface is free, or the folder cannot be written.
pub fn listen(data: &Path, raise: impl Fn(Option<PathBuf>) + Send + 'static) -> io::Result<Note> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let word = uuid::Uuid::new_v4().simple().to_string();
    let note = data.join(NAME);
    let port = listener.local_addr()?.port();
    private::write_bytes(&note, format!("{port} {word}\n").as_bytes())?;
    thread::Builder::new().name("instance".to_owned()).spawn(move || {
        for stream in listener.incoming().flatten() {
            // A caller that disconnects early only misses the reply.
            let _ = answer(stream, &word, &raise);
        }
    })?;
    Ok(Note(note))
}

/// Calls [`raise_open_window`] repeatedly, for when the folder is already locked: a starting window takes
/// the lock first and listens only after its first frame.
pub fn raise_starting_window(data: &Path, open: Option<&Path>) -> bool {
    (0..LOOKS).any(|look| {
        if look > 0 {
            thread::sleep(PAUSE);
        }
        raise_open_window(data, open)
    })
}

/// Asks the window that is open on this folder to come to the front, and to open a file if there is
/// one. True if it confirmed.
pub fn raise_open_window(data: &Path, open: Option<&Path>) -> bool {
    let asked = || -> Option<bool> {
        let note = fs::read_to_string(data.join(NAME)).ok()?;
        let (port, word) = note.trim().split_once(' ')?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.parse().ok()?));
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        stream.set_write_timeout(Some(PATIENCE)).ok()?;
        // The working folder of the window may be another one.
        let open = open.and_then(|file| std::path::absolute(file).ok());
        let open = open.and_then(|file| file.into_os_string().into_string().ok());
        match open.filter(|file| !file.contains(['\n', '\r'])) {
            Some(file) => writeln!(stream, "{word} {file}").ok()?,
            None => writeln!(stream, "{word}").ok()?,
        }
        let mut said = String::new();
        BufReader::new(stream.take(LONGEST)).read_line(&mut said).ok()?;
        Some(said.trim() == RAISED)
    };
    asked().unwrap_or(false)
}

fn answer(stream: TcpStream, word: &str, raise: &impl Fn(Option<PathBuf>)) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut said = String::new();
    BufReader::new((&stream).take(LONGEST)).read_line(&mut said)?;
    let said = said.trim_end_matches(['\n', '\r']);
    let (said, open) = match said.split_once(' ') {
        Some((said, file)) => (said, Some(PathBuf::from(file))),
        None => (said, None),
    };
    if said != word {
        return Ok(());
    }
    raise(open);
    writeln!(&stream, "{RAISED}")
}
