//! One look at the watched folder after the other, and what is done with a file that is whole.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::completeness;
use crate::disk;
use crate::disk::{ContentDigest, ImportedFiles, Move, MoveOutcome, ReadProblem};
use crate::folder_event::FolderEvent;
use crate::message;
use crate::result_file::Note;
use crate::steadiness::{Hindrance, SeenFile, Stamp, Steadiness, SteadyFile};
use crate::{DONE, FAILED, ImportRefusal, WatchedFolderSettings, WatchedFolderSink};
use postroom_base::locale::Message;

/// So many failures of one file are the file's.
const MOST_FAILURES: u32 = 3;

/// The state of one watched folder. It has no clock: each call brings the time, counted from any
/// fixed moment.
#[derive(Debug)]
pub struct WatchedFolder<S> {
    folder: PathBuf,
    settings: WatchedFolderSettings,
    sink: S,
    steadiness: Steadiness,
    /// Whether the last look could read the folder.
    available: Option<bool>,
    imported: ImportedFiles,
    /// Files that were imported or refused and could not be moved yet.
    unmoved: HashMap<OsString, Unmoved>,
    /// Contents for which [`FolderEvent::FileWaits`] was sent.
    waiting: HashMap<OsString, Stamp>,
    /// Contents whose import failed, and how often.
    failures: HashMap<OsString, (Stamp, u32)>,
    moved: Vec<MovedFile>,
    import_pause: Option<ImportPause>,
}

/// A file whose import is over. It is not imported again, only moved.
#[derive(Clone, Debug)]
struct Unmoved {
    stamp: Stamp,
    digest: Option<ContentDigest>,
    note: Note,
    attempts: u32,
}

/// A file that was moved a short time ago. A program that still has it open may go on writing.
#[derive(Clone, Debug)]
struct MovedFile {
    path: PathBuf,
    /// Its name in the watched folder.
    name: OsString,
    bytes: u64,
    until: Duration,
}

/// No file is taken before this time, because orders could not be stored.
#[derive(Debug)]
struct ImportPause {
    until: Duration,
    attempts: u32,
}

impl<S: WatchedFolderSink> WatchedFolder<S> {
    pub fn new(folder: PathBuf, settings: WatchedFolderSettings, sink: S) -> Self {
        Self {
            folder,
            settings,
            sink,
            steadiness: Steadiness::new(settings.steadiness),
            available: None,
            imported: ImportedFiles::default(),
            unmoved: HashMap::new(),
            waiting: HashMap::new(),
            failures: HashMap::new(),
            moved: Vec::new(),
            import_pause: None,
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether the last look could read the folder.
    pub fn is_available(&self) -> bool {
        self.available == Some(true)
    }

    /// Looks at the folder and returns the files to take with [`Self::take_file`].
    pub async fn find_steady_files(&mut self, at: Duration) -> Vec<SteadyFile> {
        self.return_growing_files(at).await;
        let folder = self.folder.clone();
        let seen = match blocking(move || disk::list_files(&folder)).await {
            Ok(seen) => seen,
            Err(error) => {
                // Files that come back with the folder need two looks again.
                self.steadiness.add_look(at, &[]);
                if self.available != Some(false) {
                    self.available = Some(false);
                    let reason = error.to_string().into();
                    self.send(FolderEvent::FolderUnavailable { reason }).await;
                }
                return Vec::new();
            }
        };
        if self.available != Some(true) {
            self.available = Some(true);
            self.send(FolderEvent::FolderAvailable).await;
        }
        self.forget_changed(&seen).await;
        let look = self.steadiness.add_look(at, &seen);
        for (name, hindrance) in look.hindered {
            let stamp = seen.iter().find(|file| file.name == name);
            if let Some(stamp) = stamp.map(|file| file.stamp) {
                self.send_wait(&name, stamp, reason_of(hindrance)).await;
            }
        }
        if self.is_paused(at) {
            return Vec::new();
        }
        look.steady
    }

    /// Whether no file is taken at this time, because orders could not be stored.
    pub fn is_paused(&self, at: Duration) -> bool {
        let pause = self.import_pause.as_ref();
        pause.is_some_and(|pause| at < pause.until)
    }

    /// Imports a file and moves it. Everything that can go wrong is sent to the sink as an event.
    pub async fn take_file(&mut self, file: SteadyFile, at: Duration) {
        let is_unmoved = |unmoved: &Unmoved| unmoved.stamp == file.stamp;
        if !self.unmoved.get(&file.name).is_some_and(is_unmoved) {
            let Some(finished) = self.finish_import(&file, at).await else {
                return;
            };
            self.unmoved.insert(file.name.clone(), finished);
        }
        self.move_file(&file.name, at).await;
    }

    /// How long to wait for the next look, if no event comes before.
    pub fn pause(&self, at: Duration) -> Duration {
        let paused_until = self.import_pause.as_ref().map(|pause| pause.until);
        let due = match paused_until.filter(|until| *until > at) {
            Some(until) => Some(until),
            None => self.steadiness.next_due(at),
        };
        let most = self.settings.poll;
        due.map_or(most, |due| due.saturating_sub(at).min(most))
    }

    /// Reads and imports a file. `None`: it is taken later, if it is still there.
    async fn finish_import(&mut self, file: &SteadyFile, at: Duration) -> Option<Unmoved> {
        let finished = |digest, note| Unmoved { stamp: file.stamp, digest, note, attempts: 0 };
        let name = file.name.to_string_lossy().into_owned();
        let content = match self.read(file).await {
            Ok(content) => content,
            Err(ReadProblem::Changed) => return None,
            Err(ReadProblem::TooLarge) => {
                let reason = message!(
                    "order-import-folder-too-large",
                    megabytes = self.settings.largest_bytes / (1024 * 1024)
                );
                return Some(finished(None, self.refuse(name, reason).await));
            }
            Err(problem) => {
                self.steadiness.postpone(&file.name, at);
                if file.is_overdue {
                    let reason = match problem {
                        ReadProblem::Unreadable(error) => error.to_string().into(),
                        _ => message!("order-import-folder-in-use"),
                    };
                    self.send_wait(&file.name, file.stamp, reason).await;
                }
                return None;
            }
        };
        if !file.is_overdue && completeness::find_unfinished(&content).is_some() {
            self.steadiness.postpone(&file.name, at);
            return None;
        }
        let digest = disk::digest_of(&content);
        if let Some(first) = self.find_imported_before(digest, file.stamp.bytes).await {
            let note = Note::ImportedBefore(first.clone());
            let file = name;
            self.send(FolderEvent::FileImportedBefore { file, first }).await;
            return Some(finished(Some(digest), note));
        }
        let answer = self.sink.import_file(&name, content).await;
        if let Err(ImportRefusal::Unavailable(reason)) = answer {
            self.pause_import(at, reason).await;
            return None;
        }
        if matches!(answer, Err(ImportRefusal::Failed(_))) && self.has_tries_left(file) {
            self.steadiness.postpone(&file.name, at);
            return None;
        }
        if self.import_pause.take().is_some() {
            self.send(FolderEvent::ImportAvailable).await;
        }
        let note = match answer {
            Ok(summary) => {
                let summary = Arc::new(summary);
                let note = Note::Imported(Arc::clone(&summary));
                let file = name.clone();
                self.send(FolderEvent::FileImported { file, summary }).await;
                self.sink.before_move(&name).await;
                note
            }
            Err(
                ImportRefusal::Unreadable(reason)
                | ImportRefusal::Unavailable(reason)
                | ImportRefusal::Failed(reason),
            ) => self.refuse(name, reason).await,
        };
        Some(finished(Some(digest), note))
    }

    /// Counts a failure of this content.
    fn has_tries_left(&mut self, file: &SteadyFile) -> bool {
        // Those of another content are forgotten with each look.
        let (_, failures) = self.failures.entry(file.name.clone()).or_insert((file.stamp, 0));
        *failures += 1;
        *failures < MOST_FAILURES
    }

    async fn read(&self, file: &SteadyFile) -> Result<Arc<[u8]>, ReadProblem> {
        let path = self.folder.join(&file.name);
        let (stamp, largest) = (file.stamp, self.settings.largest_bytes);
        let reading =
            tokio::task::spawn_blocking(move || disk::read_steady(&path, stamp, largest)).await;
        reading
            .unwrap_or_else(|cut| Err(ReadProblem::Unreadable(io::Error::other(cut))))
            .map(Arc::from)
    }

    async fn refuse(&self, file: String, reason: Message) -> Note {
        let note = Note::Refused(reason.clone());
        self.send(FolderEvent::FileRefused { file, reason }).await;
        note
    }

    async fn pause_import(&mut self, at: Duration, reason: Message) {
        let attempts = self.import_pause.as_ref().map_or(0, |pause| pause.attempts);
        let factor = 2_u32.saturating_pow(attempts.min(5));
        let pause = self.settings.steadiness.retry_after.saturating_mul(factor);
        self.import_pause = Some(ImportPause {
            until: at.saturating_add(pause),
            attempts: attempts.saturating_add(1),
        });
        if attempts == 0 {
            self.send(FolderEvent::ImportUnavailable { reason }).await;
        }
    }

    /// The name of a file in `done/` with this content. If `done/` cannot be read, the orders' own
    /// digests still keep the import from making anything twice.
    async fn find_imported_before(&mut self, digest: ContentDigest, bytes: u64) -> Option<String> {
        let done = self.folder.join(DONE);
        let mut imported = std::mem::take(&mut self.imported);
        let (imported, found) = blocking(move || {
            let found = imported.find_equal(&done, &digest, bytes);
            Ok((imported, found))
        })
        .await
        .unwrap_or_else(|error| (ImportedFiles::default(), Err(error)));
        self.imported = imported;
        found.unwrap_or_else(|error| {
            tracing::warn!(%error, "reading the imported files of a watched folder");
            None
        })
    }

    async fn move_file(&mut self, name: &OsStr, at: Duration) {
        let Some(unmoved) = self.unmoved.get(name).cloned() else {
            return;
        };
        let (folder, file) = (self.folder.clone(), name.to_owned());
        let (stamp, to) = (unmoved.stamp, unmoved.note.folder());
        let moving = blocking(move || {
            Ok(disk::move_with_note(&Move {
                folder: &folder,
                name: &file,
                stamp: unmoved.stamp,
                digest: unmoved.digest,
                note: &unmoved.note,
            }))
        });
        match moving.await.unwrap_or_else(MoveOutcome::NotMoved) {
            MoveOutcome::Moved { path } => {
                self.moved.push(MovedFile {
                    path,
                    name: name.to_owned(),
                    bytes: stamp.bytes,
                    until: at.saturating_add(self.settings.late_writers),
                });
            }
            MoveOutcome::Changed => {}
            MoveOutcome::NotMoved(error) => {
                self.steadiness.postpone(name, at);
                let Some(unmoved) = self.unmoved.get_mut(name) else {
                    return;
                };
                unmoved.attempts = unmoved.attempts.saturating_add(1);
                // A virus scanner may hold a new file for a moment.
                if unmoved.attempts > 1 {
                    let reason = error.to_string();
                    let reason = match to {
                        FAILED => message!("order-import-folder-not-moved-failed", reason = reason),
                        _ => message!("order-import-folder-not-moved-done", reason = reason),
                    };
                    self.send_wait(name, stamp, reason).await;
                }
                return;
            }
        }
        self.unmoved.remove(name);
        self.failures.remove(name);
        self.end_wait(name).await;
    }

    /// Moves files back that have grown since they were moved: a program went on writing to them.
    /// Back in the folder they are imported again when they are whole.
    async fn return_growing_files(&mut self, at: Duration) {
        self.moved.retain(|file| at < file.until);
        if self.moved.is_empty() {
            return;
        }
        let (folder, moved) = (self.folder.clone(), self.moved.clone());
        let checking = blocking(move || {
            let grew = |file: &&MovedFile| {
                disk::size_of_file(&file.path).is_ok_and(|bytes| bytes > file.bytes)
            };
            let mut returned = Vec::new();
            for file in moved.iter().filter(grew) {
                match disk::return_to_folder(&folder, &file.path, &file.name) {
                    Ok(()) => returned.push(file.path.clone()),
                    Err(error) => tracing::warn!(
                        %error,
                        file = %file.path.display(),
                        "an imported file has grown and cannot be moved back"
                    ),
                }
            }
            Ok(returned)
        });
        for path in checking.await.unwrap_or_default() {
            self.moved.retain(|file| file.path != path);
            if let Some(name) = path.file_name() {
                self.imported.forget(name);
            }
        }
    }

    /// Forgets what is known of files that are gone or have another content.
    async fn forget_changed(&mut self, seen: &[SeenFile]) {
        if self.unmoved.is_empty() && self.waiting.is_empty() && self.failures.is_empty() {
            return;
        }
        let stamps: HashMap<&OsStr, Stamp> =
            seen.iter().map(|file| (file.name.as_os_str(), file.stamp)).collect();
        let is_same = |name: &OsString, stamp: Stamp| stamps.get(name.as_os_str()) == Some(&stamp);
        self.unmoved.retain(|name, unmoved| is_same(name, unmoved.stamp));
        self.failures.retain(|name, (stamp, _)| is_same(name, *stamp));
        let ended: Vec<OsString> = self
            .waiting
            .iter()
            .filter(|(name, stamp)| !is_same(name, **stamp))
            .map(|(name, _)| name.clone())
            .collect();
        for name in ended {
            self.end_wait(&name).await;
        }
    }

    async fn send_wait(&mut self, name: &OsStr, stamp: Stamp, reason: Message) {
        if self.waiting.insert(name.to_owned(), stamp).is_none() {
            let file = name.to_string_lossy().into_owned();
            self.send(FolderEvent::FileWaits { file, reason }).await;
        }
    }

    async fn end_wait(&mut self, name: &OsStr) {
        if self.waiting.remove(name).is_some() {
            let file = name.to_string_lossy().into_owned();
            self.send(FolderEvent::FileWaitEnded { file }).await;
        }
    }

    async fn send(&self, event: FolderEvent) {
        self.sink.receive_event(event).await;
    }
}

fn reason_of(hindrance: Hindrance) -> Message {
    match hindrance {
        Hindrance::Empty => message!("order-import-folder-empty"),
        Hindrance::OpenInOffice { lock } => message!("order-import-folder-open", lock = lock),
    }
}

/// Runs file system calls on a thread that may wait.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|cut| Err(io::Error::other(cut)))
}
