//! After a crash: the report exists and contains no secret, and the journal has every row.

use std::process::{Command, Stdio};

use postroom::base::crash;
use postroom::desk::safekeeping::{Previewed, crash_folder};

use crate::prelude::*;

const DIR: &str = "POSTROOM_PANIC_DIR";
const CANARY: &str = "canary-4711-secret";

/// In the child: a purchase is committed to the journal, then the program panics on the test
/// thread.
fn panic_as_child() -> bool {
    let Ok(dir) = std::env::var(DIR) else {
        return false;
    };
    let dir = Path::new(&dir);
    crash::install(crash_folder(dir), Clock::System);
    let journal = Journal::open(dir, Clock::System).unwrap();
    let secret = Secret::new(CANARY);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let new = NewEntry {
            kind: EntryKind::Label,
            order: Some(OrderId::new("order")),
            sequence: 1,
            environment: "PRACTICE".into(),
            account: "account".into(),
            base_url: "http://127.0.0.1/v3.1".into(),
            call: "POST /Shipment".into(),
            body: b"{}".to_vec(),
            expected: None,
            title: "Ground to Ann".into(),
        };
        let entry = journal.intend(new).await.unwrap();
        journal.mark_sending(&entry.transaction).await.unwrap();
    });
    panic!("signing in with {} as `Jane Sample` went wrong", secret.expose());
}

#[test]
fn a_panic_after_the_commit_loses_no_row_and_its_report_is_offered_without_secrets() {
    if panic_as_child() {
        return;
    }
    let world = DeskFixture::new();
    let folder = world.folder.join("desk");
    let ended = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "desk::crashes::a_panic_after_the_commit_loses_no_row_and_its_report_is_offered_without_secrets",
            "--nocapture",
        ])
        .env(DIR, &folder)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    assert!(!ended.status.success());
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(said.contains("a fault in Postroom at"), "{said}");
    assert!(!said.contains(CANARY) && !said.contains("Jane"), "{said}");

    let mut desk = world.open();
    let purchases = &desk.state().purchases.list;
    assert_eq!(purchases.len(), 1);
    let status = &purchases[0].status;
    assert!(matches!(status, PurchaseStatus::Checking { .. }), "{status:?}");

    desk.run_until("the offer", |state| state.safekeeping.crashes == 1);
    desk.apply(SafekeepingIntent::ShowCrashes);
    let preview = desk.state().safekeeping.preview.clone().unwrap();
    assert_eq!(preview.what, Previewed::Crashes);
    for words in [
        "Reason: signing in with … as (11 letters) went wrong",
        "tests/all/desk/crashes.rs",
        env!("CARGO_PKG_VERSION"),
    ] {
        assert!(preview.text.contains(words), "{words}: {}", preview.text);
    }
    assert!(!preview.text.contains(CANARY) && !preview.text.contains("Jane"));
    let file = world.folder.join("kept.txt");
    desk.apply(SafekeepingIntent::SavePreview { file: file.clone() });
    desk.run_until("saved", |state| state.safekeeping.preview.is_none());
    assert_eq!(fs::read_to_string(&file).unwrap(), &*preview.text);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let report = fs::read_dir(crash_folder(&folder)).unwrap().next().unwrap();
        for path in [file, report.unwrap().path()] {
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{}", path.display());
        }
    }
    desk.apply(SafekeepingIntent::DeleteCrashes);
    desk.run_until("deleted", |_| crash::reports(&crash_folder(&folder)).is_empty());
    assert_eq!(desk.state().safekeeping.crashes, 0);
}
