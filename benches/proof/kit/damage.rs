//! Damaged files. A journal is copied, hurt at a seeded place and opened: either everything in
//! it is as it was, or it is refused with its reason. A cache is rebuilt or reads as it did.

use std::collections::BTreeMap;
use std::path::Path;

use postroom::base::clock::Clock;
use postroom::base::id::OrderId;
use postroom::base::money::{Amount, Currency, Money};
use postroom::store::{Cache, Journal, JournalError, Kind, NewEntry};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use super::{Dice, Failure, Folder};

const PAGE: usize = 4096;
const PURCHASES: u32 = 60;
/// Beside the journal: its last event, and that nothing is bought before a comparison with
/// the service.
const MARK: &str = "journal.mark";
const OWED: &str = "journal.owed";

/// What came of so many damaged copies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hurt {
    /// Opened, and nothing in it had changed.
    pub whole: u64,
    /// Refused with its reason, stopped until it is compared with the service, or moved aside
    /// and begun anew.
    pub refused: u64,
    /// Opened with something changed or gone: the seeds.
    pub silent: Vec<String>,
    /// How often each kind of damage was done.
    pub kinds: BTreeMap<&'static str, u64>,
}

/// Hurts `copies` of a journal. With `log`, its last commits are still in the log beside it,
/// as after a kill, and the log may be what is hurt. SQLite takes a damaged log for one that
/// ends there: the journal has to tell by itself that it ends too early.
pub fn journals(folder: &Folder, (seed, copies): (u64, u64), log: bool) -> Result<Hurt, Failure> {
    let original = folder.join(if log { "killed" } else { "closed" });
    let held = fill(&original)?;
    let files = if log {
        kept(&original)?
    } else {
        drop(held);
        kept(&original)?
    };
    let content = rows(&original.join("journal.db"))?;
    let mut hurt = Hurt::default();
    for copy in 0..copies {
        let mut dice = Dice::new(seed.wrapping_add(copy));
        let place = folder.join("hurt");
        let _ = std::fs::remove_dir_all(&place);
        std::fs::create_dir_all(&place)?;
        let chosen = dice.place(files.len().min(2));
        let mut kind = "";
        for (at, (name, bytes)) in files.iter().enumerate() {
            let mut bytes = bytes.clone();
            if at == chosen {
                kind = spoil(&mut bytes, &mut dice);
            }
            std::fs::write(place.join(name), bytes)?;
        }
        *hurt.kinds.entry(kind).or_default() += 1;
        match Journal::open(&place, Clock::System) {
            Err(JournalError::Damaged { .. }) => hurt.refused += 1,
            Err(error) => hurt.silent.push(format!("{seed}+{copy} {kind}: {error}")),
            Ok(journal) => {
                drop(journal);
                if rows(&place.join("journal.db"))? == content {
                    hurt.whole += 1;
                } else if place.join(OWED).exists() {
                    hurt.refused += 1;
                } else {
                    let file = files.get(chosen).map_or("", |(name, _)| name);
                    hurt.silent.push(format!("{seed}+{copy} {kind} of {file}"));
                }
            }
        }
    }
    Ok(hurt)
}

/// Hurts copies of a cache, which must open every time and take new rows.
pub fn caches(folder: &Folder, (seed, copies): (u64, u64)) -> Result<Hurt, Failure> {
    let original = folder.join("cache");
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let opened = Cache::open(&original, Clock::System)?;
    for number in 0..PURCHASES {
        let key = format!("row {number}");
        runtime.block_on(opened.cache.put(None, &key, "\"text\"".repeat(100)))?;
    }
    drop(opened);
    let bytes = std::fs::read(original.join("cache.db"))?;
    let mut hurt = Hurt::default();
    for copy in 0..copies {
        let mut dice = Dice::new(seed.wrapping_add(copy));
        let place = folder.join("hurt-cache");
        let _ = std::fs::remove_dir_all(&place);
        std::fs::create_dir_all(&place)?;
        let mut bytes = bytes.clone();
        let kind = spoil(&mut bytes, &mut dice);
        *hurt.kinds.entry(kind).or_default() += 1;
        std::fs::write(place.join("cache.db"), bytes)?;
        let opened = Cache::open(&place, Clock::System)?;
        let alive = runtime.block_on(async {
            opened.cache.put(None, "row 1", "2".to_owned()).await?;
            opened.cache.get(None, "row 1").await
        })?;
        if alive.is_none_or(|row| row.json != "2") {
            hurt.silent
                .push(format!("{seed}+{copy} {kind}: takes no rows"));
        } else if opened.rebuilt {
            hurt.refused += 1;
        } else {
            hurt.whole += 1;
        }
    }
    Ok(hurt)
}

/// One kind of damage at a seeded place.
fn spoil(bytes: &mut Vec<u8>, dice: &mut Dice) -> &'static str {
    let at = dice.place(bytes.len());
    let range = |from: usize, length: usize, end: usize| from.min(end)..(from + length).min(end);
    let end = bytes.len();
    match dice.below(6) {
        0 => {
            let bit = 1 << dice.below(8);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= bit;
            }
            "one bit turned"
        }
        1 => {
            for _ in 0..8 {
                let (at, value) = (dice.place(end), dice.next() as u8);
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = value;
                }
            }
            "eight bytes changed"
        }
        2 => {
            bytes.truncate(at);
            "cut anywhere"
        }
        3 => {
            bytes.truncate(at / PAGE * PAGE);
            "cut between pages"
        }
        4 => {
            let page = range(at / PAGE * PAGE, PAGE, end);
            if let Some(page) = bytes.get_mut(page) {
                page.fill(0);
            }
            "a page zeroed"
        }
        _ => {
            let from = dice.place(end) / PAGE * PAGE;
            let source = bytes
                .get(range(from, PAGE, end))
                .unwrap_or_default()
                .to_vec();
            let target = range(at / PAGE * PAGE, source.len(), end);
            if let Some(page) = bytes.get_mut(target.clone()) {
                page.copy_from_slice(source.get(..target.len()).unwrap_or_default());
            }
            "a page written in another's place"
        }
    }
}

/// Purchases in every state; the handle keeps the log from being folded into the file.
fn fill(place: &Path) -> Result<Journal, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let journal = Journal::open(place, Clock::System)?;
    runtime.block_on(async {
        for number in 0..PURCHASES {
            let entry = journal.intend(label(number)).await?;
            let id = &entry.transaction;
            if number % 7 == 0 {
                continue;
            }
            journal.mark_sending(id).await?;
            match number % 5 {
                0 => drop(journal.mark_unknown(id, "\"time-out\"").await?),
                1 => drop(journal.reject(id, "\"no such ZIP\"").await?),
                _ => {
                    let charged = Some(Money::new(Amount::from_cents(795), Currency::USD));
                    let reply = vec![b'r'; 700];
                    journal
                        .confirm(id, &format!("s-{number}"), charged, reply)
                        .await?;
                }
            }
        }
        Ok::<(), Failure>(())
    })?;
    Ok(journal)
}

pub fn label(number: u32) -> NewEntry {
    NewEntry {
        kind: Kind::Label,
        order: Some(OrderId::new(format!("order {number}"))),
        sequence: 1,
        environment: "Practice".to_owned(),
        account: "damage".to_owned(),
        base_url: "http://127.0.0.1:1/v3.1".to_owned(),
        call: "POST /Shipment".to_owned(),
        body: format!("{{\"label\":{number}}}").repeat(20).into_bytes(),
        expected: Some(Money::new(Amount::from_cents(795), Currency::USD)),
        title: format!("Label {number}"),
    }
}

/// The journal and, where there are any, its log and its mark; not SQLite's shared memory.
fn kept(place: &Path) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut files = Vec::new();
    for name in ["journal.db", "journal.db-wal", MARK] {
        let path = place.join(name);
        if path.exists() {
            files.push((name.to_owned(), std::fs::read(path)?));
        }
    }
    Ok(files)
}

/// Every column of every row that is never to be lost.
fn rows(path: &Path) -> Result<Vec<Vec<Value>>, Failure> {
    let journal = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut all = Vec::new();
    for sql in [
        "SELECT * FROM entries ORDER BY number",
        "SELECT * FROM events ORDER BY number",
    ] {
        let mut read = journal.prepare(sql)?;
        let columns = read.column_count();
        let found = read.query_map([], |row| {
            (0..columns)
                .map(|column| row.get::<_, Value>(column))
                .collect::<Result<Vec<_>, _>>()
        })?;
        for row in found {
            all.push(row?);
        }
    }
    Ok(all)
}
