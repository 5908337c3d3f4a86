//! The files of the watched folder: listing, reading, moving. Everything here blocks.

use std::collections::{HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use ring::digest::{Context, SHA256};

use crate::names;
use crate::result_file::Note;
use crate::steadiness::{SeenFile, Stamp};
use crate::text;
use postroom_base::clock::Stopwatch;
use postroom_base::private;

pub type ContentDigest = [u8; 32];

/// Another computer has a file in place at most this long after its note, unless it was killed between.
const OTHER_MOVER: Duration = Duration::from_secs(2);
const OTHER_MOVER_POLL: Duration = Duration::from_millis(50);

/// The regular files of the folder. Folders and symbolic links are left out.
///
/// # Errors
/// Any error of reading the folder. A file that vanishes meanwhile is none.
pub fn list_files(folder: &Path) -> io::Result<Vec<SeenFile>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // What Windows lists is outdated while a program has the file open.
        let Ok(metadata) = fs::symlink_metadata(entry.path()) else {
            continue;
        };
        if metadata.is_file() {
            files.push(SeenFile { name: entry.file_name(), stamp: stamp_of(&metadata) });
        }
    }
    Ok(files)
}

fn stamp_of(metadata: &Metadata) -> Stamp {
    Stamp { bytes: metadata.len(), modified: metadata.modified().ok() }
}

/// Why a file was not read.
#[derive(Debug)]
pub enum ReadProblem {
    /// It was removed, replaced or written meanwhile; the next looks show what is there.
    Changed,
    /// Another program has it open for writing.
    InUse,
    TooLarge,
    Unreadable(io::Error),
}

/// Reads a file that was seen with this stamp. Its content belongs to the stamp: a file that changes
/// while it is read is not returned.
///
/// # Errors
/// See [`ReadProblem`].
pub fn read_steady(path: &Path, seen: Stamp, largest: u64) -> Result<Vec<u8>, ReadProblem> {
    if !has_stamp(path, seen)? {
        return Err(ReadProblem::Changed);
    }
    if seen.bytes > largest {
        return Err(ReadProblem::TooLarge);
    }
    let file = open_unless_written(path)?;
    // It may be another file by now, such as a pipe, which is never read to its end.
    if !file.metadata()?.is_file() {
        return Err(ReadProblem::Changed);
    }
    match file.try_lock_shared() {
        Err(TryLockError::WouldBlock) => return Err(ReadProblem::InUse),
        // Many network file systems have no locks.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    let mut content = Vec::new();
    let mut limited = (&file).take(largest.saturating_add(1));
    limited.read_to_end(&mut content)?;
    let is_whole = u64::try_from(content.len()).is_ok_and(|bytes| bytes == seen.bytes);
    let is_same = stamp_of(&file.metadata()?) == seen && has_stamp(path, seen)?;
    if is_whole && is_same { Ok(content) } else { Err(ReadProblem::Changed) }
}

/// Whether the path is a regular file, no symbolic link, with this stamp.
fn has_stamp(path: &Path, seen: Stamp) -> io::Result<bool> {
    let metadata = fs::symlink_metadata(path)?;
    Ok(metadata.is_file() && stamp_of(&metadata) == seen)
}

/// Opens the file for reading. A pipe does not wait for its other end. On Windows this fails while
/// another program has it open for writing, and no other can begin to write; it may be renamed meanwhile.
fn open_unless_written(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(windows)]
    {
        const FILE_SHARE_READ: u32 = 1;
        const FILE_SHARE_DELETE: u32 = 4;
        std::os::windows::fs::OpenOptionsExt::share_mode(
            &mut options,
            FILE_SHARE_READ | FILE_SHARE_DELETE,
        );
    }
    #[cfg(target_os = "linux")]
    {
        const O_NONBLOCK: i32 = 0o4000;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, O_NONBLOCK);
    }
    options.open(path)
}

impl From<io::Error> for ReadProblem {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Changed,
            _ if is_in_use(&error) => Self::InUse,
            _ => Self::Unreadable(error),
        }
    }
}

/// Whether the error says that another program uses the file.
fn is_in_use(error: &io::Error) -> bool {
    const SHARING_VIOLATION: i32 = 32;
    const LOCK_VIOLATION: i32 = 33;
    let codes = [Some(SHARING_VIOLATION), Some(LOCK_VIOLATION)];
    matches!(error.kind(), io::ErrorKind::ResourceBusy | io::ErrorKind::WouldBlock)
        || (cfg!(windows) && codes.contains(&error.raw_os_error()))
}

pub fn digest_of(content: &[u8]) -> ContentDigest {
    let mut context = Context::new(&SHA256);
    context.update(content);
    finished(context)
}

/// The digest of a file's content.
///
/// # Errors
/// Any error of the file system.
pub fn digest_of_file(path: &Path) -> io::Result<ContentDigest> {
    let mut file = File::open(path)?;
    let mut context = Context::new(&SHA256);
    let mut buffer = vec![0; 64 * 1024];
    loop {
        let bytes = file.read(&mut buffer)?;
        match buffer.get(..bytes) {
            None | Some([]) => return Ok(finished(context)),
            Some(read) => context.update(read),
        }
    }
}

fn finished(context: Context) -> ContentDigest {
    let mut digest = ContentDigest::default();
    let found = context.finish();
    for (to, from) in digest.iter_mut().zip(found.as_ref()) {
        *to = *from;
    }
    digest
}

/// A file to move, and the note that is written beside it.
pub struct Move<'a> {
    pub folder: &'a Path,
    pub name: &'a OsStr,
    /// As the file was when it was imported or refused.
    pub stamp: Stamp,
    /// `None` if the file was refused without being read.
    pub digest: Option<ContentDigest>,
    pub note: &'a Note,
}

/// What became of a file that was to be moved.
#[derive(Debug)]
pub enum MoveOutcome {
    Moved {
        path: PathBuf,
    },
    /// It was removed or has another content now, which is still in the folder.
    Changed,
    /// It stays where it was.
    NotMoved(io::Error),
}

/// Moves a file and writes the note beside it. No file is replaced: if the name is taken, both get a
/// number. The note is written first, and with it the name is taken for other computers that watch
/// the same folder.
pub fn move_with_note(file: &Move<'_>) -> MoveOutcome {
    let source = file.folder.join(file.name);
    match has_stamp(&source, file.stamp) {
        Ok(true) => {}
        Ok(false) => return MoveOutcome::Changed,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return MoveOutcome::Changed,
        Err(error) => return MoveOutcome::NotMoved(error),
    }
    let folder = file.folder.join(file.note.folder());
    let (path, note) = match take_name(&folder, file) {
        Ok(Some(paths)) => paths,
        Ok(None) => return MoveOutcome::Changed,
        Err(error) => return MoveOutcome::NotMoved(error),
    };
    if let Err(error) = fs::rename(&source, &path) {
        remove_note(&note);
        // Another computer that watches the folder was faster, or a person.
        return match fs::symlink_metadata(&source) {
            Err(gone) if gone.kind() == io::ErrorKind::NotFound => MoveOutcome::Changed,
            _ => MoveOutcome::NotMoved(error),
        };
    }
    // It may have been replaced between the last check and the move.
    let is_same = match file.digest {
        Some(digest) => digest_of_file(&path).is_ok_and(|found| found == digest),
        None => has_stamp(&path, file.stamp).unwrap_or(false),
    };
    if !is_same {
        return match return_to_folder(file.folder, &path, file.name) {
            Ok(()) => {
                remove_note(&note);
                MoveOutcome::Changed
            }
            Err(error) => MoveOutcome::NotMoved(error),
        };
    }
    for changed in [&folder, file.folder] {
        if let Err(error) = private::sync_dir(changed) {
            // Network file systems may refuse it. A lost move is repeated at the next start.
            tracing::debug!(%error, folder = %changed.display(), "flushing a watched folder");
        }
    }
    MoveOutcome::Moved { path }
}

/// Writes the note under a name for which neither it nor the file exists. Returns the path for the
/// file and that of the note; `None` if another computer moved the file meanwhile.
fn take_name(folder: &Path, file: &Move<'_>) -> io::Result<Option<(PathBuf, PathBuf)>> {
    let suffix = file.note.suffix();
    fs::create_dir_all(folder)?;
    // Whoever may write the watched folder could else have files put into any other one.
    if !fs::symlink_metadata(folder)?.is_dir() {
        return Err(io::Error::other(text!("order-import-folder-is-link")));
    }
    if is_moved_elsewhere(folder, file) {
        return Ok(None);
    }
    let mut taken = lower_case_names(folder)?;
    loop {
        let name = names::free_name(&file.name.to_string_lossy(), |name| {
            let name = name.to_lowercase();
            taken.contains(&format!("{name}{suffix}")) || taken.contains(&name)
        });
        let note_name = format!("{name}{suffix}");
        let note = folder.join(&note_name);
        let created = match File::create_new(&note) {
            Ok(created) => created,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                if is_moved_elsewhere(folder, file) {
                    return Ok(None);
                }
                taken.insert(note_name.to_lowercase());
                continue;
            }
            Err(error) => return Err(error),
        };
        let mut out = BufWriter::new(&created);
        let written = file.note.write_to(&mut out).and_then(|()| out.flush());
        drop(out);
        if let Err(error) = written.and_then(|()| created.sync_all()) {
            drop(created);
            remove_note(&note);
            return Err(error);
        }
        return Ok(Some((folder.join(name), note)));
    }
}

/// A note without its file is that of another computer which moves the same file just now, or of one
/// that was killed between the two. Waits for the first; without it the file would get a number that
/// has no first.
fn is_moved_elsewhere(folder: &Path, file: &Move<'_>) -> bool {
    let mut note = file.name.to_owned();
    note.push(file.note.suffix());
    let (note, moved, source) =
        (folder.join(note), folder.join(file.name), file.folder.join(file.name));
    let watch = Stopwatch::start();
    while exists(&note) && !exists(&moved) && watch.elapsed() < OTHER_MOVER {
        if !exists(&source) {
            return true;
        }
        thread::sleep(OTHER_MOVER_POLL);
    }
    !exists(&source)
}

fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn remove_note(note: &Path) {
    if let Err(error) = fs::remove_file(note) {
        tracing::warn!(%error, note = %note.display(), "a note without its file stays behind");
    }
}

/// The names in a folder in lower case, because some file systems do not distinguish it.
fn lower_case_names(folder: &Path) -> io::Result<HashSet<String>> {
    let mut names = HashSet::new();
    for entry in fs::read_dir(folder)? {
        names.insert(entry?.file_name().to_string_lossy().to_lowercase());
    }
    Ok(names)
}

/// Moves a file back to the watched folder, under its name or a free one.
///
/// # Errors
/// Any error of the file system.
pub fn return_to_folder(folder: &Path, path: &Path, name: &OsStr) -> io::Result<()> {
    let taken = lower_case_names(folder)?;
    let free =
        names::free_name(&name.to_string_lossy(), |name| taken.contains(&name.to_lowercase()));
    fs::rename(path, folder.join(free))
}

/// The size of a regular file.
///
/// # Errors
/// Any error of the file system.
pub fn size_of_file(path: &Path) -> io::Result<u64> {
    fs::symlink_metadata(path).map(|metadata| metadata.len())
}

/// The imported files in `done/`, to recognize a content that was imported before. Sizes and digests
/// are kept, so that a new file costs no look at all the others.
#[derive(Debug, Default)]
pub struct ImportedFiles {
    files: HashMap<OsString, ImportedFile>,
}

#[derive(Debug)]
struct ImportedFile {
    bytes: u64,
    digest: Option<ContentDigest>,
}

impl ImportedFiles {
    /// The name of an imported file with this content.
    ///
    /// # Errors
    /// Any error of reading the folder; a folder that does not exist is empty.
    pub fn find_equal(
        &mut self,
        done: &Path,
        content: &ContentDigest,
        bytes: u64,
    ) -> io::Result<Option<String>> {
        self.read_names(done)?;
        let mut equal: Vec<&OsString> = Vec::new();
        for (name, file) in &mut self.files {
            if file.bytes != bytes {
                continue;
            }
            if file.digest.is_none() {
                file.digest = digest_of_file(&done.join(name)).ok();
            }
            if file.digest.as_ref() == Some(content) {
                equal.push(name);
            }
        }
        let first = equal.into_iter().min();
        Ok(first.map(|name| name.to_string_lossy().into_owned()))
    }

    fn read_names(&mut self, done: &Path) -> io::Result<()> {
        let entries = match fs::read_dir(done) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                self.files.clear();
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let mut known = std::mem::take(&mut self.files);
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name();
            if names::is_never_imported(&name.to_string_lossy()) {
                continue;
            }
            let file = match known.remove(&name) {
                Some(file) => Some(file),
                None => entry.metadata().ok().filter(Metadata::is_file).map(|found| {
                    let bytes = found.len();
                    ImportedFile { bytes, digest: None }
                }),
            };
            self.files.extend(file.map(|file| (name, file)));
        }
        Ok(())
    }

    /// Forgets what is known of a file that is no longer the imported one.
    pub fn forget(&mut self, name: &OsStr) {
        self.files.remove(name);
    }
}

#[cfg(test)]
mod tests;
