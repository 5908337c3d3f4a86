//! One window a data folder. The first one listens on the loopback and leaves its port,
//! with a word only this user can read, in the folder; a second start asks it to come
//! forward and ends. The lock on the journal is what keeps two apart; this is courtesy.

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
/// A window is drawn within this many looks and pauses.
const LOOKS: u32 = 60;
const PAUSE: Duration = Duration::from_millis(50);
/// More than a word and the end of its line.
const LONGEST: u64 = 128;

/// The note in the folder; it goes when the window closes.
#[derive(Debug)]
pub struct Note(PathBuf);

impl Drop for Note {
    fn drop(&mut self) {
        // A note left behind is found out: nobody answers at its port.
        let _ = fs::remove_file(&self.0);
    }
}

/// Listens for further starts; `raise` is called for each on a thread of its own.
///
/// # Errors
/// No port on the loopback, or the folder cannot be written.
pub fn listen(data: &Path, raise: impl Fn() + Send + 'static) -> io::Result<Note> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let word = uuid::Uuid::new_v4().simple().to_string();
    let note = data.join(NAME);
    let port = listener.local_addr()?.port();
    private::write_bytes(&note, format!("{port} {word}\n").as_bytes())?;
    thread::Builder::new()
        .name("instance".to_owned())
        .spawn(move || {
            for stream in listener.incoming().flatten() {
                // A caller who hangs up early loses nothing but the answer.
                let _ = answer(stream, &word, &raise);
            }
        })?;
    Ok(Note(note))
}

/// As [`ask_first`], where the lock of the folder is taken: a window takes it when it begins,
/// and listens once it has drawn its first frame.
pub fn ask_one_that_begins(data: &Path) -> bool {
    (0..LOOKS).any(|look| {
        if look > 0 {
            thread::sleep(PAUSE);
        }
        ask_first(data)
    })
}

/// Asks the window that is open on this folder to come forward. True when it said so.
pub fn ask_first(data: &Path) -> bool {
    let asked = || -> Option<bool> {
        let note = fs::read_to_string(data.join(NAME)).ok()?;
        let (port, word) = note.trim().split_once(' ')?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.parse().ok()?));
        let mut stream = TcpStream::connect_timeout(&address, PATIENCE).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).ok()?;
        stream.set_write_timeout(Some(PATIENCE)).ok()?;
        writeln!(stream, "{word}").ok()?;
        let mut said = String::new();
        BufReader::new(stream.take(LONGEST))
            .read_line(&mut said)
            .ok()?;
        Some(said.trim() == RAISED)
    };
    asked().unwrap_or(false)
}

fn answer(stream: TcpStream, word: &str, raise: &impl Fn()) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut said = String::new();
    BufReader::new((&stream).take(LONGEST)).read_line(&mut said)?;
    if said.trim() != word {
        return Ok(());
    }
    raise();
    writeln!(&stream, "{RAISED}")
}
