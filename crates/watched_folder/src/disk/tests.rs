use std::time::{Duration, UNIX_EPOCH};

use super::*;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Writes a file and returns its stamp.
    fn write(&self, name: &str, content: &str) -> Stamp {
        let path = self.0.path().join(name);
        fs::write(&path, content).unwrap();
        stamp_of(&fs::metadata(path).unwrap())
    }

    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        for folder in [self.0.path().to_owned(), self.0.path().join("done")] {
            for entry in fs::read_dir(folder).into_iter().flatten() {
                let entry = entry.unwrap();
                if entry.file_type().unwrap().is_file() {
                    names.push(entry.file_name().into_string().unwrap());
                }
            }
        }
        names.sort();
        names
    }

    fn moved(&self, name: &str, stamp: Stamp, digest: Option<ContentDigest>) -> MoveOutcome {
        move_with_note(&Move {
            folder: self.0.path(),
            name: OsStr::new(name),
            stamp,
            digest,
            note: &Note::ImportedBefore(String::new()),
        })
    }
}

#[test]
fn only_what_was_seen_is_read() {
    let folder = Folder::new();
    let path = folder.0.path().join("a.csv");
    let seen = folder.write("a.csv", "1001");
    assert_eq!(read_steady(&path, seen, 4).unwrap(), b"1001");
    let too_large = read_steady(&path, seen, 3);
    assert!(matches!(too_large, Err(ReadProblem::TooLarge)));
    for other in [Stamp { bytes: 3, ..seen }, Stamp { modified: Some(UNIX_EPOCH), ..seen }] {
        let read = read_steady(&path, other, 10);
        assert!(matches!(read, Err(ReadProblem::Changed)), "{other:?}");
    }
    let gone = read_steady(&folder.0.path().join("b.csv"), seen, 10);
    assert!(matches!(gone, Err(ReadProblem::Changed)));
}

/// Z21: a file that is exchanged for a pipe after it was seen.
#[test]
#[cfg(target_os = "linux")]
fn a_pipe_is_not_waited_for() {
    let (reader, writer) = io::pipe().unwrap();
    drop(writer);
    let path = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&reader));
    let opened = open_unless_written(Path::new(&path)).unwrap();
    assert!(!opened.metadata().unwrap().is_file());
}

#[test]
fn a_locked_file_is_in_use() {
    let folder = Folder::new();
    let path = folder.0.path().join("a.csv");
    let seen = folder.write("a.csv", "1001");
    let writer = OpenOptions::new().write(true).open(&path).unwrap();
    writer.lock().unwrap();
    let read = read_steady(&path, seen, 10);
    assert!(matches!(read, Err(ReadProblem::InUse)), "{read:?}");
    drop(writer);
    assert!(read_steady(&path, seen, 10).is_ok());
}

#[cfg(unix)]
#[test]
fn a_link_in_place_of_the_file_is_not_followed() {
    let folder = Folder::new();
    let seen = folder.write("elsewhere.csv", "1001");
    let link = folder.0.path().join("a.csv");
    std::os::unix::fs::symlink(folder.0.path().join("elsewhere.csv"), &link).unwrap();
    let read = read_steady(&link, seen, 10);
    assert!(matches!(read, Err(ReadProblem::Changed)), "{read:?}");
    let listed = list_files(folder.0.path()).unwrap();
    let names: Vec<&OsStr> = listed.iter().map(|file| file.name.as_os_str()).collect();
    assert_eq!(names, ["elsewhere.csv"]);
}

#[test]
fn a_content_that_was_not_imported_is_returned() {
    let folder = Folder::new();
    let stamp = folder.write("a.csv", "1001");
    // The file was replaced by one of the same size and time.
    let outcome = folder.moved("a.csv", stamp, Some(digest_of(b"2002")));
    assert!(matches!(outcome, MoveOutcome::Changed), "{outcome:?}");
    assert_eq!(folder.names(), ["a.csv"], "without a note");
    let outcome = folder.moved("a.csv", stamp, Some(digest_of(b"1001")));
    assert!(matches!(outcome, MoveOutcome::Moved { .. }), "{outcome:?}");
    assert_eq!(folder.names(), ["a.csv", "a.csv.result.csv"]);
}

#[test]
fn a_changed_or_missing_file_is_not_moved() {
    let folder = Folder::new();
    let stamp = folder.write("a.csv", "1001");
    let older =
        Stamp { modified: stamp.modified.map(|time| time - Duration::from_secs(1)), ..stamp };
    for (name, stamp) in [("a.csv", older), ("b.csv", stamp)] {
        let outcome = folder.moved(name, stamp, None);
        assert!(matches!(outcome, MoveOutcome::Changed), "{outcome:?}");
    }
    assert_eq!(folder.names(), ["a.csv"]);
    let outcome = folder.moved("a.csv", stamp, None);
    assert!(matches!(outcome, MoveOutcome::Moved { .. }), "{outcome:?}");
}

/// Z17 (k): the other computer has written its note and has not moved the file yet.
#[test]
fn a_file_that_another_computer_moves_gets_no_number() {
    let folder = Folder::new();
    let seen = folder.write("photo.jpg", "1");
    let done = folder.0.path().join("done");
    fs::create_dir(&done).unwrap();
    let note = format!("photo.jpg{}", Note::ImportedBefore(String::new()).suffix());
    fs::write(done.join(&note), "").unwrap();
    let (from, to) = (folder.0.path().join("photo.jpg"), done.join("photo.jpg"));
    let other = thread::spawn(move || {
        thread::sleep(Duration::from_millis(150));
        fs::rename(from, to).unwrap();
    });
    let outcome = folder.moved("photo.jpg", seen, None);
    other.join().unwrap();
    assert!(matches!(outcome, MoveOutcome::Changed), "{outcome:?}");
    assert_eq!(folder.names(), ["photo.jpg".to_owned(), note]);
}

/// The note of a computer that was killed between the two.
#[test]
fn a_note_that_stayed_behind_holds_up_nothing() {
    let folder = Folder::new();
    let seen = folder.write("photo.jpg", "1");
    let done = folder.0.path().join("done");
    fs::create_dir(&done).unwrap();
    let suffix = Note::ImportedBefore(String::new()).suffix();
    fs::write(done.join(format!("photo.jpg{suffix}")), "").unwrap();
    let outcome = folder.moved("photo.jpg", seen, None);
    assert!(matches!(outcome, MoveOutcome::Moved { .. }), "{outcome:?}");
    assert!(folder.names().contains(&"photo (2).jpg".to_owned()), "{:?}", folder.names());
}

#[test]
fn a_file_of_the_same_size_is_equal_only_by_its_content() {
    let folder = Folder::new();
    let done = folder.0.path().join("done");
    let mut imported = ImportedFiles::default();
    let mut find = |content: &str| {
        let bytes = u64::try_from(content.len()).unwrap();
        let digest = digest_of(content.as_bytes());
        imported.find_equal(&done, &digest, bytes).unwrap()
    };
    assert_eq!(find("1001"), None, "the folder does not exist");
    fs::create_dir(&done).unwrap();
    fs::write(done.join("b.csv"), "1001").unwrap();
    fs::write(done.join("c.csv"), "1001").unwrap();
    fs::write(done.join("c.csv.result.csv"), "2002").unwrap();
    assert_eq!(find("1001").as_deref(), Some("b.csv"));
    assert_eq!(find("2002"), None, "a result file is no import");
    assert_eq!(find("10010"), None);
    fs::remove_file(done.join("b.csv")).unwrap();
    assert_eq!(find("1001").as_deref(), Some("c.csv"));
    fs::remove_file(done.join("c.csv")).unwrap();
    assert_eq!(find("1001"), None);
}
