//! Damaged files. A copy of a journal is damaged at a random place and opened: either its content
//! is unchanged, or it is refused with a reason. A damaged cache is rebuilt or works as before.

use std::collections::BTreeMap;
use std::path::Path;

use postroom::base::clock::Clock;
use postroom::base::id::OrderId;
use postroom::base::money::{Amount, Currency, Money};
use postroom::store::{Cache, EntryKind, Journal, JournalError, NewEntry};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags};

use super::{Dice, Failure, Folder};

const PAGE: usize = 4096;
const PURCHASES: u32 = 60;
/// Files beside the journal: the one with its last event, and the one that blocks purchases until
/// the journal is compared with the service.
const MARK: &str = "journal.mark";
const OWED: &str = "journal.owed";

/// Results of the damaged copies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hurt {
    /// Opened, with unchanged content.
    pub whole: u64,
    /// Refused with a reason, blocked until it is compared with the service, or moved aside and
    /// recreated.
    pub refused: u64,
    /// Opened with changed or missing rows: the seeds.
    pub silent: Vec<String>,
    /// Number of copies by kind of damage.
    pub kinds: BTreeMap<&'static str, u64>,
}

/// Damages `copies` of a journal. With `log`, the last commits are still in the write-ahead log, as
/// after a kill, and the log may be the damaged file. SQLite takes a damaged log for a shorter one,
/// so the journal itself must detect that it ends too early.
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

/// Damages copies of a cache, which must always open and accept new rows.
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
            hurt.silent.push(format!("{seed}+{copy} {kind}: takes no rows"));
        } else if opened.rebuilt {
            hurt.refused += 1;
        } else {
            hurt.whole += 1;
        }
    }
    Ok(hurt)
}

/// Applies one kind of damage at a random place.
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
            let source = bytes.get(range(from, PAGE, end)).unwrap_or_default().to_vec();
            let target = range(at / PAGE * PAGE, source.len(), end);
            if let Some(page) = bytes.get_mut(target.clone()) {
                page.copy_from_slice(source.get(..target.len()).unwrap_or_default());
            }
            "a page written in another's place"
        }
    }
}

/// Creates purchases in every state. The returned handle keeps SQLite from merging the log into the
/// file.
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
                    journal.confirm(id, &format!("s-{number}"), charged, reply).await?;
                }
            }
        }
        Ok::<(), Failure>(())
    })?;
    Ok(journal)
}

pub fn label(number: u32) -> NewEntry {
    NewEntry {
        kind: EntryKind::Label,
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

/// The journal with its log and its mark if they exist, but not SQLite's shared memory.
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

/// Every column of every row that must never be lost.
fn rows(path: &Path) -> Result<Vec<Vec<Value>>, Failure> {
    let journal = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let mut all = Vec::new();
    for sql in ["SELECT * FROM entries ORDER BY number", "SELECT * FROM events ORDER BY number"] {
        let mut read = journal.prepare(sql)?;
        let columns = read.column_count();
        let found = read.query_map([], |row| {
            (0..columns).map(|column| row.get::<_, Value>(column)).collect::<Result<Vec<_>, _>>()
        })?;
        for row in found {
            all.push(row?);
        }
    }
    Ok(all)
}
