//! Kills the process with SIGKILL. This test starts itself again as a child that buys labels, and
//! kills it at each step of a purchase and at arbitrary moments. The child writes what the server
//! would have received to a file; the journal must agree with that file afterwards.

use std::fs::{self, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use postroom::store::Entry;

use super::{Folder, label, run};
use crate::prelude::*;

const SCENARIO: &str = "POSTROOM_CRASH_SCENARIO";
const DIR: &str = "POSTROOM_CRASH_DIR";

#[test]
fn a_killed_purchase_is_in_the_state_the_rules_say() {
    if act_as_child() {
        return;
    }
    let test = "store::crash::a_killed_purchase_is_in_the_state_the_rules_say";
    for (scenario, wanted, uncertain) in [
        ("intended", EntryState::Intent, false),
        ("marked", EntryState::Unknown, true),
        ("sent", EntryState::Unknown, true),
        ("unsent", EntryState::Intent, false),
        ("unknown", EntryState::Unknown, true),
        ("sent again", EntryState::Unknown, true),
        ("absent", EntryState::Absent, true),
        ("rejected", EntryState::Rejected, false),
        ("confirmed", EntryState::Confirmed, false),
    ] {
        let folder = Folder::new("kill");
        let mut child = start(test, scenario, folder.path());
        wait_for_line(&mut child, scenario);
        kill(child);
        let journal = Journal::open(folder.path(), Clock::System).unwrap();
        let entries = run(journal.recent(10)).unwrap();
        assert_eq!(entries.len(), 1, "{scenario}");
        assert_eq!(entries[0].state, wanted, "{scenario}");
        assert_eq!(entries[0].uncertain_once, uncertain, "{scenario}");
        check_against_the_service(&journal, &folder);
    }
}

#[test]
fn killed_at_any_moment_nothing_is_lost_and_nothing_doubled() {
    if act_as_child() {
        return;
    }
    let test = "store::crash::killed_at_any_moment_nothing_is_lost_and_nothing_doubled";
    // One folder for all rounds, so that each child continues from what the last one left.
    let folder = Folder::new("kill-any");
    for round in 0..12 {
        let mut child = start(test, "buy on", folder.path());
        // Killed while buying the label after this many, at an arbitrary point.
        for _ in 0..=round * 3 {
            wait_for_line(&mut child, "bought");
        }
        kill(child);
        let journal = Journal::open(folder.path(), Clock::System).unwrap();
        check_against_the_service(&journal, &folder);
    }
}

/// I1: every request the server received has an entry that was marked as sending. I2: one
/// purchase per label. I6: the same bytes on every attempt. I7, I9: what was settled before the
/// kill still is.
fn check_against_the_service(journal: &Journal, folder: &Folder) {
    run(journal.verify_chain()).unwrap();
    let entries = run(journal.recent(100_000)).unwrap();
    let by_id: HashMap<&str, &Entry> =
        entries.iter().map(|entry| (entry.transaction.as_str(), entry)).collect();
    assert!(entries.iter().all(|entry| entry.state != EntryState::Sending));
    let mut seen: HashMap<String, String> = HashMap::new();
    let mut labels: HashMap<String, String> = HashMap::new();
    let log = fs::read_to_string(folder.file("service.log")).unwrap_or_default();
    for line in log.lines() {
        let [what, id, detail] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let entry = by_id.get(id).unwrap_or_else(|| panic!("no entry for {line}"));
        match what {
            "saw" => {
                assert!(entry.attempts > 0, "{line}");
                assert_ne!(entry.state, EntryState::Cancelled, "{line}");
                assert_eq!(entry.body, detail.as_bytes(), "{line}");
                let earlier = seen.insert(id.to_owned(), detail.to_owned());
                assert!(earlier.is_none_or(|earlier| earlier == detail), "{line}");
                let buyer = labels.insert(detail.to_owned(), id.to_owned());
                assert!(buyer.is_none_or(|buyer| buyer == id), "bought twice: {line}");
            }
            "settled" => assert_eq!(entry.state.to_string(), detail, "{line}"),
            _ => panic!("{line}"),
        }
    }
}

/// In the child process: runs the scenario and never returns.
fn act_as_child() -> bool {
    let (Ok(scenario), Ok(dir)) = (std::env::var(SCENARIO), std::env::var(DIR)) else {
        return false;
    };
    let dir = Path::new(&dir);
    let journal = Journal::open(dir, Clock::System).unwrap();
    if scenario == "buy on" {
        run(buy_on(&journal, dir));
    } else {
        run(play(&journal, dir, &scenario));
        say(&scenario);
    }
    loop {
        std::thread::park();
    }
}

async fn play(journal: &Journal, dir: &Path, scenario: &str) {
    let id = journal.intend(label("order", 1)).await.unwrap().transaction;
    if scenario == "intended" {
        return;
    }
    let permit = journal.mark_sending(&id).await.unwrap();
    match scenario {
        "marked" => return,
        "unsent" => {
            journal.mark_unsent(&id, "\"offline\"").await.unwrap();
            return;
        }
        _ => service_sees(dir, &id, permit.body()),
    }
    match scenario {
        "rejected" => {
            journal.reject(&id, "\"bad ZIP\"").await.unwrap();
            note(dir, &format!("settled {id} rejected"));
        }
        "confirmed" => {
            journal.confirm(&id, "s-1", None, Vec::new()).await.unwrap();
            note(dir, &format!("settled {id} confirmed"));
        }
        "sent" => {}
        _ => drop(journal.mark_unknown(&id, "\"time-out\"").await.unwrap()),
    }
    match scenario {
        "sent again" => {
            let permit = journal.mark_sending(&id).await.unwrap();
            service_sees(dir, &id, permit.body());
        }
        "absent" => {
            let watched = "2999-01-01T00:00:00Z".parse().unwrap();
            journal.mark_absent(&id, watched).await.unwrap();
            note(dir, &format!("settled {id} absent"));
        }
        _ => {}
    }
}

/// Settles the purchases an earlier child left, under the same ids, then buys one label after
/// another.
async fn buy_on(journal: &Journal, dir: &Path) {
    for entry in journal.unsettled().await.unwrap() {
        finish(journal, dir, &entry.transaction).await;
    }
    let bought = journal.recent(1).await.unwrap();
    let mut sequence = bought.first().map_or(0, |entry| entry.sequence);
    loop {
        sequence += 1;
        let entry = journal.intend(label("order", sequence)).await.unwrap();
        finish(journal, dir, &entry.transaction).await;
        say("bought");
    }
}

async fn finish(journal: &Journal, dir: &Path, id: &TransactionId) {
    let permit = journal.mark_sending(id).await.unwrap();
    service_sees(dir, id, permit.body());
    let result = format!("shipment of {id}");
    journal.confirm(id, &result, None, Vec::new()).await.unwrap();
    note(dir, &format!("settled {id} confirmed"));
}

fn service_sees(dir: &Path, id: &TransactionId, body: &[u8]) {
    note(dir, &format!("saw {id} {}", std::str::from_utf8(body).unwrap()));
}

/// One write call per line, so that a kill leaves complete lines.
fn note(dir: &Path, line: &str) {
    let mut options = OpenOptions::new();
    let mut log = options.append(true).create(true).open(dir.join("service.log")).unwrap();
    log.write_all(format!("{line}\n").as_bytes()).unwrap();
}

/// Writes to standard error, because the test harness captures the output of `println!`.
fn say(line: &str) {
    let mut out = std::io::stderr();
    out.write_all(format!("{line}\n").as_bytes()).unwrap();
}

fn start(test: &str, scenario: &str, dir: &Path) -> (Child, BufReader<std::process::ChildStderr>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(SCENARIO, scenario)
        .env(DIR, dir)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap());
    (child, lines)
}

fn wait_for_line(child: &mut (Child, BufReader<std::process::ChildStderr>), wanted: &str) {
    let mut all = String::new();
    loop {
        let mut line = String::new();
        let read = child.1.read_line(&mut line).unwrap();
        assert!(read > 0, "the child ended before {wanted:?}: {all}");
        if line.trim_end() == wanted {
            return;
        }
        all.push_str(&line);
    }
}

fn kill((mut child, _): (Child, BufReader<std::process::ChildStderr>)) {
    child.kill().unwrap();
    child.wait().unwrap();
}
