//! The log: a private file of limited size, and the latest lines in memory. Every line is redacted
//! before it is written to either.
//!
//! `logs/postroom.log` is the newest. A full one is renamed to `.1`, `.1` to `.2`, and so on.
//!
//! The file has warnings and what a purchase needs to be followed later. Every step of a job is of
//! the level *debug*. These lines are only in memory: ten thousand labels have half a million.

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use tracing::Subscriber;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::prelude::*;

use super::{private, redact};

const NAME: &str = "postroom.log";
/// Size limit of one file.
const MOST_BYTES: u64 = 1 << 20;
/// Full files kept besides the newest.
const KEPT: u32 = 7;
/// Lines in memory.
const RECENT: usize = 2000;

static LATEST: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

/// A handle to the log file; clones write to the same file.
#[derive(Clone, Debug)]
pub struct LogFile(Arc<Mutex<Rotating>>);

#[derive(Debug)]
struct Rotating {
    path: PathBuf,
    /// `None` after a failed write; the next line reopens it.
    file: Option<File>,
    bytes: u64,
    most_bytes: u64,
}

impl LogFile {
    /// Appends to `folder/postroom.log`; the folder is made private.
    ///
    /// # Errors
    /// Any error of the file system.
    pub fn open(folder: &Path) -> io::Result<Self> {
        Self::open_capped(folder, MOST_BYTES)
    }

    fn open_capped(folder: &Path, most_bytes: u64) -> io::Result<Self> {
        private::create_or_restrict_dir(folder)?;
        let mut log = Rotating { path: folder.join(NAME), file: None, bytes: 0, most_bytes };
        log.reopen()?;
        Ok(Self(Arc::new(Mutex::new(log))))
    }
}

/// Expects one call per line, as `tracing_subscriber` writes. A failed write, such as on a full
/// disk, loses log lines and is not reported.
impl Write for LogFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = redact::redact_line(&String::from_utf8_lossy(bytes));
        let mut log = self.0.lock().unwrap_or_else(|broken| broken.into_inner());
        if log.write_line(line.as_bytes()).is_err() {
            log.file = None;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The latest lines in memory, redacted.
#[derive(Clone, Copy, Debug)]
struct RecentLines;

impl Write for RecentLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = redact::redact_line(String::from_utf8_lossy(bytes).trim_end());
        let mut latest = LATEST.lock().unwrap_or_else(|broken| broken.into_inner());
        if latest.len() == RECENT {
            latest.pop_front();
        }
        latest.push_back(line);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Standard error with redacted lines, because some desktops store it in files.
#[derive(Clone, Copy, Debug)]
pub struct RedactedStderr;

impl Write for RedactedStderr {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = redact::redact_line(&String::from_utf8_lossy(bytes));
        io::stderr().write_all(line.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Opens the log file in this folder. An error is reported once on standard error; the program runs
/// without the file.
pub fn open_or_report(folder: &Path) -> Option<LogFile> {
    LogFile::open(folder)
        .inspect_err(|error| {
            let _ = writeln!(io::stderr(), "postroom: the log file cannot be written: {error}");
        })
        .ok()
}

/// Writes the log of this process from now on, as [`subscriber`] does. To be called once.
pub fn write_to(file: Option<LogFile>) {
    subscriber(file).init();
}

/// Writes warnings to standard error, and those with requests and what became of purchases to the
/// log file. The lines in memory have the level *debug* of our own code too.
pub fn subscriber(file: Option<LogFile>) -> impl Subscriber + Send + Sync {
    // The windowing crate's warnings (a display without a size, no settings daemon) are usual on
    // servers and of no use to a clerk.
    let warnings =
        Targets::new().with_default(LevelFilter::WARN).with_target("winit", LevelFilter::ERROR);
    let ours = |level| warnings.clone().with_target("postroom", level);
    let to_file = file.map(|file| {
        fmt::layer().with_writer(move || file.clone()).with_filter(ours(LevelFilter::INFO))
    });
    let to_memory = fmt::layer().with_writer(|| RecentLines).with_filter(ours(LevelFilter::DEBUG));
    let to_stderr = fmt::layer().with_writer(|| RedactedStderr).with_filter(warnings);
    tracing_subscriber::registry().with(to_stderr).with(to_memory).with(to_file)
}

impl Rotating {
    fn reopen(&mut self) -> io::Result<()> {
        let file = private::open_private_append(&self.path)?;
        self.bytes = file.metadata()?.len();
        self.file = Some(file);
        Ok(())
    }

    fn write_line(&mut self, line: &[u8]) -> io::Result<()> {
        if self.file.is_none() {
            self.reopen()?;
        }
        let length = line.len() as u64;
        if self.bytes > 0 && self.bytes.saturating_add(length) > self.most_bytes {
            self.file = None;
            for number in (1..KEPT).rev() {
                let (from, to) = (numbered(&self.path, number), numbered(&self.path, number + 1));
                if from.exists() {
                    fs::rename(from, to)?;
                }
            }
            fs::rename(&self.path, numbered(&self.path, 1))?;
            self.reopen()?;
        }
        if let Some(file) = &mut self.file {
            file.write_all(line)?;
            self.bytes = self.bytes.saturating_add(length);
        }
        Ok(())
    }
}

/// The lines in memory, oldest first. Empty if another thread holds the lock.
pub fn recent_log_lines() -> Vec<String> {
    LATEST.try_lock().map(|lines| lines.iter().cloned().collect()).unwrap_or_default()
}

/// The existing log files, newest first.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let newest = folder.join(NAME);
    let older = (1..=KEPT).map(|number| numbered(&newest, number));
    std::iter::once(newest.clone()).chain(older).filter(|path| path.exists()).collect()
}

fn numbered(path: &Path, number: u32) -> PathBuf {
    private::beside(path, &format!(".{number}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_log_is_put_aside_and_the_oldest_goes() {
        let kept = tempfile::tempdir().unwrap();
        let folder = kept.path();
        let mut log = LogFile::open_capped(folder, 100).unwrap();
        for number in 0..50 {
            let line = format!("line {number:02} with the password=hunter2 in it\n");
            assert_eq!(log.write(line.as_bytes()).unwrap(), line.len());
        }
        let found = files(folder);
        assert_eq!(found.len(), 8);
        assert_eq!(fs::read_dir(folder).unwrap().count(), 8);
        let newest = fs::read_to_string(&found[0]).unwrap();
        assert!(newest.ends_with("line 49 with the password=… in it\n"), "{newest}");
        for path in &found {
            let text = fs::read_to_string(path).unwrap();
            assert!(text.len() <= 100 && !text.contains("hunter2"), "{text}");
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                let mode = fs::metadata(path).unwrap().permissions().mode();
                assert_eq!(mode & 0o777, 0o600);
            }
        }
        drop(log);
        let mut log = LogFile::open_capped(folder, 1000).unwrap();
        log.write_all(b"after a restart\n").unwrap();
        let text = fs::read_to_string(&found[0]).unwrap();
        assert!(text.contains("line 49") && text.ends_with("after a restart\n"));
    }
    /// The file has no line of the level debug, so it is not full after a day.
    #[test]
    fn what_is_below_the_level_of_the_file_is_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let log = LogFile::open(folder.path()).unwrap();
        tracing::subscriber::with_default(subscriber(Some(log)), || {
            for number in 0..RECENT {
                tracing::debug!(number, "a step with password=hunter2");
            }
            tracing::info!("a request");
        });
        let file = fs::read_to_string(folder.path().join(NAME)).unwrap();
        assert!(file.contains("a request") && !file.contains("a step"), "{file}");
        let latest = recent_log_lines();
        assert_eq!(latest.len(), RECENT);
        let [.., step, request] = &*latest else { unreachable!() };
        assert!(step.ends_with("a step with password=… number=1999"), "{step}");
        assert!(request.ends_with("a request"), "{request}");
    }
}
