//! A full disk and a read-only folder: no purchase is started, and existing data stays intact. A
//! child process runs with a file size limit of the operating system.

use std::os::unix::process::CommandExt;
use std::process::Command;

use super::{Folder, label, run};
use crate::prelude::*;

const DIR: &str = "POSTROOM_FULL_DIR";

/// Large enough that a few of them reach the limit.
fn large(sequence: u32) -> NewEntry {
    NewEntry { body: vec![b'x'; 20_000], ..label("order", sequence) }
}

#[test]
fn a_full_disk_begins_no_purchase_and_loses_none() {
    if let Ok(dir) = std::env::var(DIR) {
        let journal = Journal::open(Path::new(&dir), Clock::System).unwrap();
        for sequence in 0..1000 {
            if let Err(error) = run(journal.intend(large(sequence))) {
                assert!(matches!(error, JournalError::Sql { .. }), "{error:?}");
                assert!(run(journal.probe()).is_err(), "a commit is said to be possible");
                println!("recorded {sequence}");
                return;
            }
        }
        panic!("no limit was met");
    }
    let folder = Folder::new("full");
    drop(Journal::open(folder.path(), Clock::System).unwrap());
    // The signal of the limit is ignored, so that writing fails as on a full disk.
    let test = "store::full_disk::a_full_disk_begins_no_purchase_and_loses_none";
    let output = Command::new("sh")
        .arg("-c")
        .arg("trap '' XFSZ; ulimit -f 600; exec \"$0\" --exact \"$1\" --nocapture")
        .arg(std::env::current_exe().unwrap())
        .arg(test)
        .env(DIR, folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let told = format!("{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}");
    let recorded = said
        .lines()
        .find_map(|line| line.split("recorded ").nth(1))
        .unwrap_or_else(|| panic!("{told}"));
    let recorded: usize = recorded.trim().parse().unwrap();
    assert!(recorded > 0, "{told}");

    let journal = Journal::open(folder.path(), Clock::System).unwrap();
    run(journal.verify_chain()).unwrap();
    assert_eq!(run(journal.recent(2000)).unwrap().len(), recorded);
    // There is space again.
    run(journal.probe()).unwrap();
    run(journal.intend(large(5000))).unwrap();
}

#[test]
fn a_read_only_folder_is_called_that_and_not_damaged() {
    if let Ok(dir) = std::env::var(DIR) {
        let error = Journal::open(Path::new(&dir), Clock::System).unwrap_err();
        assert!(!matches!(error, JournalError::Damaged { .. }), "{error:?}");
        println!("refused: {error}");
        return;
    }
    let folder = Folder::new("read-only");
    let journal = Journal::open(folder.path(), Clock::System).unwrap();
    run(journal.intend(label("order", 1))).unwrap();
    drop(journal);
    let before = std::fs::read(folder.file("journal.db")).unwrap();
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let rights = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    for name in ["journal.db", "journal.lock", "journal.mark"] {
        rights(&folder.file(name), 0o444);
    }
    rights(folder.path(), 0o555);
    let mut child = Command::new(std::env::current_exe().unwrap());
    child
        .args([
            "--exact",
            "store::full_disk::a_read_only_folder_is_called_that_and_not_damaged",
            "--nocapture",
        ])
        .env(DIR, folder.path());
    if std::fs::metadata("/proc/self").unwrap().uid() == 0 {
        // Root may write everywhere, so the child runs as another user.
        child.uid(65534);
    }
    let output = child.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    rights(folder.path(), 0o755);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("refused: couldn’t open the purchase journal"), "{said}");
    assert_eq!(std::fs::read(folder.file("journal.db")).unwrap(), before);
}
