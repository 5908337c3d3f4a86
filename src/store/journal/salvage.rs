//! Salvages a damaged journal: builds a new journal from the readable parts, so that work can go
//! on, and writes a file that lists every event found and whether its chain holds. The damaged
//! files are kept unchanged.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rusqlite::Connection;
use serde::Serialize;

use super::pending_comparison::{self, ComparisonReason, PendingComparison};
use super::raw_events::{self, Events, Found};
use super::row::{self, Stored, sql};
use super::schema::STEPS;
use super::view::{View, money};
use super::{Entry, EntryKind, EntryState, JournalError, Proof, chain, open, swap};
use crate::base::clock::Clock;
use crate::base::id::{OrderId, TransactionId};
use crate::base::private;
use crate::store::file;
use crate::store::file::{FileStep, io_error};

/// Values of the `origin` column.
const SALVAGED: &str = "salvaged";
const DOUBTFUL: &str = "salvaged, chain broken";

/// What was found in a damaged journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salvage {
    pub entries: u64,
    /// How many of the entries are on a broken chain.
    pub doubtful: u64,
    /// The number of events found, and how many there were originally, if known.
    pub events: u64,
    pub original_events: Option<u64>,
    /// The folder with the damaged files and `salvage.json`.
    pub folder: PathBuf,
}

/// Builds a new journal from what is readable of the damaged one. When it is opened next, a
/// comparison with the server is due. Reads every byte several times: not for the UI thread, and
/// only if needed.
///
/// # Errors
/// The journal is open in another window, or the disk fails. Then the journal is unchanged.
pub fn salvage(dir: &Path, clock: &Clock) -> Result<Salvage, JournalError> {
    let _instance = open::take_instance_lock(dir)?;
    // Includes folders of an earlier salvage that was interrupted. Listed before the new folder
    // is made.
    let mut sources = swap::unfinished(dir);
    let folder = swap::put_aside(dir, "damaged", clock)?;
    sources.push(folder.clone());
    let of = pending_comparison::marked(dir);
    let mut found = Events::new();
    let mut rows = BTreeMap::new();
    for source in &sources {
        read(source, of, &mut found, &mut rows)?;
    }
    let whole = raw_events::mark_whole(&mut found);
    let entries = entries_of(&found, rows, of.is_some_and(|of| whole >= of));
    let doubtful = entries.iter().filter(|stored| is_doubtful(stored)).count() as u64;

    let list = folder.join("salvage.json");
    let report = Report {
        events_found: found.len(),
        chain_holds_up_to: whole,
        events_known_to_have_been: of,
        events: found.values().collect(),
    };
    private::write_atomically(&list, |out| Ok(serde_json::to_writer_pretty(out, &report)?))
        .map_err(io_error(FileStep::Write, &list))?;

    let draft = dir.join("journal.db.salvaged");
    let count = entries.len() as u64;
    let head = build(&draft, entries)?;
    let owed = PendingComparison {
        entries: count,
        doubtful,
        folder: Some(folder.clone()),
        ..PendingComparison::new(ComparisonReason::Salvaged, None)
    };
    pending_comparison::write_owed(&pending_comparison::owed_path(dir), &owed)?;
    swap::take_place(dir, &draft)?;
    pending_comparison::write_mark(dir, &head)?;
    for source in &sources {
        swap::done(source)?;
    }
    Ok(Salvage {
        entries: count,
        doubtful,
        events: found.len() as u64,
        original_events: of,
        folder,
    })
}

#[derive(Serialize)]
struct Report<'a> {
    events_found: usize,
    chain_holds_up_to: u64,
    events_known_to_have_been: Option<u64>,
    events: Vec<&'a Found>,
}

type Rows = BTreeMap<String, Stored>;

/// Reads the raw bytes first, then whatever SQL can read from a working copy.
fn read(
    source: &Path,
    of: Option<u64>,
    found: &mut Events,
    rows: &mut Rows,
) -> Result<(), JournalError> {
    let path = source.join("journal.db");
    for file in file::with_side_files(&path).iter().take(2) {
        match fs::read(file) {
            Ok(bytes) => raw_events::from_bytes(&bytes, found),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
            Err(error) => return Err(io_error(FileStep::Read, file)(error).into()),
        }
    }
    let most = found.keys().map(|(number, _)| *number).max().unwrap_or(0);
    let most = most.max(of.unwrap_or(0)).saturating_add(1000);
    let working = source.join("reading");
    private::create_or_restrict_dir(&working).map_err(io_error(FileStep::MakeFolder, &working))?;
    for file in file::with_side_files(&path).iter().take(2) {
        if let (Some(name), true) = (file.file_name(), file.exists()) {
            let copy = working.join(name);
            fs::copy(file, &copy).map_err(io_error(FileStep::Copy, file))?;
            private::open_private_file(&copy).map_err(io_error(FileStep::Write, &copy))?;
        }
    }
    // A file that SQL cannot open has already yielded all it can through its bytes.
    if let Ok(connection) = file::connect_bare(&working.join("journal.db")) {
        raw_events::from_sql(&connection, most, found);
        rows_from_sql(&connection, most, rows);
    }
    fs::remove_dir_all(&working).map_err(io_error(FileStep::Remove, &working))?;
    Ok(())
}

fn rows_from_sql(connection: &Connection, most: u64, rows: &mut Rows) {
    let mut reach = |query: &str, number: Option<i64>| -> rusqlite::Result<()> {
        let mut statement = connection.prepare_cached(query)?;
        let mut read = match number {
            Some(number) => statement.query([number])?,
            None => statement.query([])?,
        };
        while let Some(found) = read.next()? {
            let stored = row::read_stored(found)?;
            rows.insert(stored.entry.transaction.as_str().to_owned(), stored);
        }
        Ok(())
    };
    if reach("SELECT * FROM entries ORDER BY number", None).is_ok() {
        return;
    }
    for number in 1..=i64::try_from(most).unwrap_or(i64::MAX) {
        // Rows that cannot be read are expected in a damaged file.
        let _ = reach("SELECT * FROM entries WHERE number = ?1", Some(number));
    }
}

/// One entry per purchase of which anything is left, ordered by number. `complete` means that no
/// event is missing, so the last event found of an entry is its last one.
fn entries_of(found: &Events, mut rows: Rows, complete: bool) -> Vec<Stored> {
    let mut last: BTreeMap<&str, &Found> = BTreeMap::new();
    for event in found.values() {
        let known = last.get(event.transaction.as_str());
        // If two events have the same number, the one on the chain wins.
        if known.is_none_or(|known| event.event > known.event || event.chain_holds) {
            last.insert(&event.transaction, event);
        }
    }
    let mut entries: Vec<Stored> = last
        .into_values()
        .filter_map(|event| {
            let row = rows.remove(&event.transaction);
            let mut stored = of_view(&event.view, row)?;
            let sure = event.chain_holds && complete;
            stored.origin = Some(if event.chain_holds { SALVAGED } else { DOUBTFUL }.to_owned());
            if !sure {
                settle_doubt(&mut stored);
            }
            Some(stored)
        })
        .collect();
    // A row without any event may have a damaged id. Sending its request under a wrong id would
    // buy a second time, so the request is removed and the entry can only be looked up. If its
    // number is already used, it is the same entry.
    let mut taken: BTreeSet<i64> = entries.iter().map(|stored| stored.entry.number).collect();
    let alone = rows.into_values();
    entries.extend(alone.filter(|stored| taken.insert(stored.entry.number)).map(|mut stored| {
        stored.origin = Some(DOUBTFUL.to_owned());
        stored.entry.body = Vec::new();
        stored.entry.sha256 = chain::sha256_hex(&[]);
        settle_doubt(&mut stored);
        stored
    }));
    entries.sort_by_key(|stored| stored.entry.number);
    entries
}

/// A later event may be lost, so a purchase that was not settled may have been sent.
fn settle_doubt(stored: &mut Stored) {
    let entry = &mut stored.entry;
    if matches!(entry.state, EntryState::Intent | EntryState::Sending) {
        entry.state = EntryState::Unknown;
        entry.uncertain_once = true;
    }
}

fn is_doubtful(stored: &Stored) -> bool {
    stored.origin.as_deref() == Some(DOUBTFUL)
}

/// The state from the chain, with the request and the response of the row if they still match
/// their checksums.
fn of_view(view: &View, row: Option<Stored>) -> Option<Stored> {
    let (body, reply) = row.map_or((Vec::new(), None), |row| (row.entry.body, row.reply));
    let body = if chain::sha256_hex(&body) == view.sha256 { body } else { Vec::new() };
    let reply =
        reply.filter(|reply| view.reply_sha256.as_deref() == Some(&chain::sha256_hex(reply)));
    let time = |micros: i64| jiff::Timestamp::from_microsecond(micros).ok();
    Some(Stored {
        entry: Entry {
            number: view.number,
            transaction: TransactionId::new(view.transaction.as_str()),
            kind: EntryKind::from_word(&view.kind)?,
            order: view.order.as_deref().map(OrderId::new),
            sequence: view.sequence,
            environment: view.environment.clone(),
            account: view.account.clone(),
            base_url: view.base_url.clone(),
            call: view.call.clone(),
            sha256: chain::sha256_hex(&body),
            body,
            expected: money(view.expected.as_ref()),
            title: view.title.clone(),
            state: EntryState::from_word(&view.state)?,
            attempts: view.attempts,
            uncertain_once: view.uncertain_once,
            created: time(view.created)?,
            updated: time(view.updated)?,
            result_id: view.result_id.clone(),
            charged: money(view.charged.as_ref()),
            trouble: view.trouble.clone(),
            watched_until: view.watched_until.and_then(time),
            server_time: view.server_time.and_then(time),
            claimed: view.claimed,
        },
        reply,
        superseded: view.overtaken,
        origin: None,
        witness: view.witness.clone(),
    })
}

fn build(draft: &Path, entries: Vec<Stored>) -> Result<Proof, JournalError> {
    for leftover in file::with_side_files(draft) {
        swap::remove(&leftover)?;
    }
    let failed = || sql("write the salvaged purchases");
    let handle = file::private_file(draft)?;
    let mut connection = file::connect_bare(draft)?;
    file::migrate(&mut connection, draft, STEPS)?;
    let transaction = connection.transaction().map_err(failed())?;
    for mut stored in entries {
        if place(&transaction, &stored).is_err() {
            // Two purchases of one label, or two refunds of one shipment. The one inserted first
            // stays the current one, as with a rejected purchase that turns out to have been
            // made.
            stored.superseded = true;
            stored.origin = Some(DOUBTFUL.to_owned());
            place(&transaction, &stored).map_err(failed())?;
        }
    }
    transaction.commit().map_err(failed())?;
    let head = chain::head(&connection)?;
    connection.close().map_err(|(_, source)| file::sql_error(FileStep::Write, draft)(source))?;
    handle.sync_all().map_err(io_error(FileStep::Write, draft))?;
    Ok(head)
}

/// Inserts the row and appends one event for it to the new chain.
fn place(connection: &Connection, stored: &Stored) -> rusqlite::Result<()> {
    connection.execute_batch("SAVEPOINT place")?;
    let placed =
        row::insert_whole(connection, stored).and_then(|()| chain::append(connection, stored));
    connection.execute_batch(match placed {
        Ok(()) => "RELEASE place",
        Err(_) => "ROLLBACK TO place; RELEASE place",
    })?;
    placed
}
