//! A spooler simulated with files: the result of each of its answers.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use postroom::desk::intent::Intent;
use postroom::desk::printing::intent::PrintingIntent;
use postroom::desk::printing::state::PrintRequest;
use postroom::desk::state::State;
use postroom::label::print::cups::{Progress, SpoolOutcome};
use postroom::label::print::spooler::Spooler;
use postroom::store::spool::JobState;
use tokio::runtime::Runtime;

use super::queue;
use crate::desk::harness::DeskFixture;
use crate::desk::printing::{buy, set_up};

const OUT_OF_PAPER: u32 = 0x10;
const OFF: u32 = 0x80;

/// The spooler's folder, empty except for a default printer; one test at a time uses it.
struct Files {
    folder: PathBuf,
    _turn: MutexGuard<'static, ()>,
}

impl Files {
    fn new() -> Option<Self> {
        static TURN: Mutex<()> = Mutex::new(());
        let folder = PathBuf::from(std::env::var_os("POSTROOM_SPOOLER_FOLDER")?);
        let turn = TURN.lock().unwrap_or_else(|broken| broken.into_inner());
        for entry in std::fs::read_dir(&folder).unwrap() {
            std::fs::remove_file(entry.unwrap().path()).unwrap();
        }
        let files = Self { folder, _turn: turn };
        files.put("usual", &wide("Front desk"));
        Some(files)
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.folder.join(name), bytes).unwrap();
    }

    fn take(&self, name: &str) {
        std::fs::remove_file(self.folder.join(name)).unwrap();
    }

    fn status(&self, queue: &str, status: u32) {
        self.put(&format!("queue-{queue}"), status.to_string().as_bytes());
    }

    fn state(&self, job: i32, state: u32) {
        self.put(&format!("job-{job}.state"), state.to_string().as_bytes());
    }

    fn document(&self, job: i32) -> Vec<u8> {
        std::fs::read(self.folder.join(format!("job-{job}.document"))).unwrap()
    }

    fn jobs(&self) -> usize {
        let names = std::fs::read_dir(&self.folder).unwrap();
        names
            .filter(|entry| {
                let name = entry.as_ref().unwrap().file_name();
                name.to_str().unwrap().ends_with(".document")
            })
            .count()
    }
}

fn wide(words: &str) -> Vec<u8> {
    words.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn way() -> (Runtime, Spooler) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let program = PathBuf::from(env!("CARGO_BIN_EXE_postroom"));
    (runtime, Spooler::new(program))
}

fn waits(words: &str) -> Progress {
    Progress::Waiting { words: words.to_owned() }
}

/// With letters beyond ASCII, as printers and people have in their names.
const QUEUE: &str = "Größe 4×6";
const TITLE: &str = "Zoë Ångström, 9400";

#[test]
fn queues_take_bytes_whole_and_windows_tells_what_became_of_them() {
    let Some(files) = Files::new() else { return };
    let (runtime, spooler) = way();
    let ask = |job: i32, known: &str| runtime.block_on(spooler.progress(QUEUE, TITLE, job, known));
    let send = |bytes: &[u8]| runtime.block_on(spooler.print(QUEUE, TITLE, bytes.to_vec()));
    files.status(QUEUE, 0);
    files.status("Back room", OFF);
    let mut found = runtime.block_on(spooler.queues()).unwrap();
    found.sort_by(|a, b| a.name.cmp(&b.name));
    let told: Vec<(&str, &str)> =
        found.iter().map(|queue| (queue.uri.as_str(), queue.state.as_str())).collect();
    let off = "The printer is off or not connected";
    assert_eq!(told, [("winspool:Back room", off), ("winspool:Größe 4×6", "Ready")]);

    let bytes: Vec<u8> = (0..250_000_u32).map(|at| (at % 253) as u8).collect();
    assert_eq!(send(&bytes), SpoolOutcome::Accepted { job: 1 });
    assert!(files.document(1) == bytes, "the very bytes");
    assert_eq!(ask(1, ""), waits(""));
    files.state(1, 0x40);
    assert_eq!(ask(1, ""), waits("Windows is waiting for the printer"));
    files.status(QUEUE, OUT_OF_PAPER);
    assert_eq!(ask(1, ""), waits("The printer is out of paper"));
    files.status(QUEUE, 0);
    files.state(1, 0x80);
    assert_eq!(ask(1, ""), Progress::Printed);

    // A job with the same number after a restart of the spooler is not this one.
    let other = runtime.block_on(spooler.progress(QUEUE, "Somebody else", 1, ""));
    assert!(matches!(other, Progress::Gone { .. }), "{other:?}");
    files.state(1, 0x4);
    let deleted = ask(1, "");
    assert!(matches!(deleted, Progress::Failed { .. }), "{deleted:?}");
    files.take("job-1.state");
    let gone = ask(1, "");
    assert!(matches!(gone, Progress::Gone { .. }), "{gone:?}");
    let gone = ask(1, "The printer is out of paper");
    assert!(matches!(gone, Progress::Forgotten { .. }), "{gone:?}");
    files.put("silent", b"");
    let silent = ask(1, "");
    assert!(matches!(silent, Progress::NoAnswer { .. }), "{silent:?}");
    files.take("silent");

    assert_eq!(send(b"^XA^XZ"), SpoolOutcome::Accepted { job: 2 });
    assert_eq!(runtime.block_on(spooler.cancel(QUEUE, TITLE, 2)), Ok(()));
    let again = runtime.block_on(spooler.cancel(QUEUE, TITLE, 2));
    assert!(again.is_err(), "{again:?}");
}

#[test]
fn what_windows_did_not_take_is_not_called_sent() {
    let Some(files) = Files::new() else { return };
    let (runtime, spooler) = way();
    let send = |queue: &str| runtime.block_on(spooler.print(queue, "t", vec![b'^'; 1000]));
    files.status(QUEUE, 0);
    files.put("refuses", b"");
    let refused = send(QUEUE);
    assert!(matches!(refused, SpoolOutcome::Refused { .. }), "{refused:?}");
    files.take("refuses");
    let none = send("Not here");
    assert!(matches!(none, SpoolOutcome::Not { .. }), "{none:?}");
    assert_eq!(files.jobs(), 0);
    // The disk fills while Windows accepts the job: the job exists, with half of its bytes.
    files.put("full", b"");
    let doubt = send(QUEUE);
    assert!(matches!(doubt, SpoolOutcome::Unknown { .. }), "{doubt:?}");
    assert_eq!(files.document(1).len(), 500);
    files.take("full");
    // Without a default printer the library ends its process; the window stays open and prints.
    files.take("usual");
    let lost = runtime.block_on(spooler.queues());
    assert!(lost.is_err(), "{lost:?}");
    assert_eq!(send(QUEUE), SpoolOutcome::Accepted { job: 2 });
    files.take("job-2.state");
    files.take(&format!("queue-{QUEUE}"));
    assert_eq!(runtime.block_on(spooler.queues()), Ok(Vec::new()));
    let nowhere = Spooler::new(PathBuf::from("no-such-program.exe"));
    let not = runtime.block_on(nowhere.print(QUEUE, "t", vec![1]));
    assert!(matches!(not, SpoolOutcome::Not { .. }), "{not:?}");
}

fn newest(state: &State) -> Option<(JobState, String)> {
    let job = state.printing.jobs.first()?;
    Some((job.state, job.detail.clone()))
}

#[test]
fn a_label_waits_for_its_printer_and_is_sent_once() {
    let Some(files) = Files::new() else { return };
    files.status("Front desk", OFF);
    let world = DeskFixture::new();
    let mut desk = world.open_connected();
    desk.apply(PrintingIntent::FindPrinters);
    desk.run_until("found", |state| state.printing.found.value().is_some());
    let found = desk.state().printing.found.value().unwrap().clone();
    assert_eq!(found[0].uri, "winspool:Front desk");
    set_up(&mut desk, queue("Front desk"));
    let shipment = buy(&mut desk);
    let print =
        Intent::Print(PrintRequest { shipments: vec![shipment], ..PrintRequest::default() });
    desk.apply(print.clone());
    desk.run_until("told that it is off", |state| {
        newest(state).is_some_and(|(state, words)| {
            state == JobState::Sent && words == "The printer is off or not connected"
        })
    });
    assert!(files.document(1).starts_with(b"~CC^"));
    // Closed and reopened while the job waits: Windows has it, and it is not sent again.
    world.runtime.block_on(desk.0.close());
    let mut desk = world.open();
    desk.run_for(Duration::from_millis(500));
    assert_eq!(newest(desk.state()).unwrap().0, JobState::Sent);
    files.status("Front desk", 0);
    files.state(1, 0x80);
    desk.run_until("printed", |state| {
        newest(state).is_some_and(|(state, _)| state == JobState::Printed)
    });
    assert_eq!(files.jobs(), 1, "one copy");

    // Windows drops the job without a status: it stays "sent", and the desk stops asking.
    desk.apply(print);
    desk.run_until("in the queue", |state| {
        state.printing.jobs.len() == 2 && newest(state).unwrap().0 == JobState::Sent
    });
    files.take("job-2.state");
    desk.run_until("let go", |state| {
        newest(state).is_some_and(|(_, words)| words.contains("printed or deleted"))
    });
    let job = &desk.state().printing.jobs[0];
    assert_eq!((job.state, job.remote), (JobState::Sent, None));
}
