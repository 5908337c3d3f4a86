//! Two processes with one journal. In each round both try to buy the same label at the same moment;
//! the one that gets the journal buys it. A holder of a permit appends a line to a file instead of
//! sending, so the lines of the file are what a service would have received.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use postroom::base::clock::Clock;
use postroom::base::id::OrderId;
use postroom::store::{EntryKind, EntryState, Journal, JournalError, NewEntry};
use serde_json::{Value, json};

use super::crash::{Program, say, spawn, text};
use super::{Failure, Folder, PATIENCE};

const READY: &str = "ready";

/// Results of the rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Raced {
    pub rounds: u64,
    /// Rounds in which one process found the journal locked by the other.
    pub locked_out: u64,
    /// Rounds in which one process found the label already bought.
    pub already_bought: u64,
    pub double: u64,
    pub lost: u64,
}

pub fn run(folder: &Folder, rounds: u64, program: Program<'_>) -> Result<Raced, Failure> {
    let place = folder.join("race");
    std::fs::create_dir_all(&place)?;
    let task = json!({"what": "race", "folder": place});
    let mut racers = Vec::new();
    for _ in 0..2 {
        let mut child = spawn(program, &task)?;
        let lines = BufReader::new(child.stderr.take().ok_or("no standard error")?).lines();
        let input = child.stdin.take().ok_or("no standard input")?;
        racers.push((child, input, lines));
    }
    let mut raced = Raced::default();
    let outcome = (0..rounds).try_for_each(|round| {
        for (_, input, _) in &mut racers {
            writeln!(input, "{round}")?;
        }
        let mut said = Vec::new();
        for (_, _, lines) in &mut racers {
            let wanted = |line: &String| line.starts_with("race ");
            let line = lines.by_ref().map_while(Result::ok).find(wanted);
            said.push(line.ok_or("a racer ended")?);
        }
        raced.rounds += 1;
        raced.locked_out += u64::from(said.iter().any(|line| line.contains("locked")));
        raced.already_bought += u64::from(said.iter().any(|line| line.contains("already")));
        Ok::<(), Failure>(())
    });
    for (mut child, input, _) in racers {
        drop(input);
        child.kill()?;
        child.wait()?;
    }
    outcome?;
    count(&place, &mut raced)?;
    Ok(raced)
}

/// Checks that each label is once in the file of sent requests and confirmed in the journal.
fn count(place: &Path, raced: &mut Raced) -> Result<(), Failure> {
    let sent = std::fs::read_to_string(place.join("sent.log"))?;
    let mut labels: Vec<&str> = sent.lines().collect();
    labels.sort_unstable();
    let all = labels.len();
    labels.dedup();
    raced.double = (all - labels.len()) as u64;
    let journal = Journal::open(place, Clock::System)?;
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let entries = runtime.block_on(journal.recent(u32::MAX))?;
    runtime.block_on(journal.verify_chain())?;
    let confirmed = entries.iter().filter(|entry| entry.state == EntryState::Confirmed).count();
    raced.lost =
        raced.rounds.saturating_sub(labels.len() as u64) + raced.rounds.abs_diff(confirmed as u64);
    Ok(())
}

/// The child's task: one round per line of standard input.
pub fn race(task: &Value) -> Result<(), Failure> {
    let place = PathBuf::from(text(task, "folder"));
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    say(READY);
    for round in std::io::stdin().lines() {
        let said = runtime.block_on(buy(&place, &round?))?;
        say(&format!("race {said}"));
    }
    Ok(())
}

async fn buy(place: &Path, round: &str) -> Result<String, Failure> {
    let begun = Instant::now();
    let mut said = String::new();
    let journal = loop {
        match Journal::open(place, Clock::System) {
            Ok(journal) => break journal,
            Err(JournalError::InUse { .. }) if begun.elapsed() < PATIENCE => {
                "locked ".clone_into(&mut said);
                std::thread::yield_now();
            }
            Err(error) => return Err(error.into()),
        }
    };
    let entry = match journal.intend(label(round)).await {
        Ok(entry) => entry,
        Err(JournalError::AlreadyLive { .. }) => return Ok(said + "already"),
        Err(error) => return Err(error.into()),
    };
    let permit = journal.mark_sending(&entry.transaction).await?;
    let mut log = OpenOptions::new().append(true).create(true).open(place.join("sent.log"))?;
    let body = String::from_utf8_lossy(permit.body());
    log.write_all(format!("{body}\n").as_bytes())?;
    journal.confirm(&entry.transaction, round, None, Vec::new()).await?;
    Ok(said + "bought")
}

fn label(round: &str) -> NewEntry {
    NewEntry {
        kind: EntryKind::Label,
        order: Some(OrderId::new(round)),
        sequence: 1,
        environment: "Practice".to_owned(),
        account: "race".to_owned(),
        base_url: "http://127.0.0.1:1/v3.1".to_owned(),
        call: "POST /Shipment".to_owned(),
        body: format!("label {round}").into_bytes(),
        expected: None,
        title: "Label".to_owned(),
    }
}
