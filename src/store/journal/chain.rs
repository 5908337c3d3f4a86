//! The chain of events. Each event holds the complete state of its entry at that moment as JSON,
//! the SHA-256 of that text, the previous event's hash, and its own hash. A change, a gap or a
//! reordering is detected, and the entries can be rebuilt from the events.

use std::path::Path;

use rusqlite::{Connection, Row, params};
use serde::Serialize;

use super::row::{self, Stored, sql};
use super::{Entry, JournalError, Proof};
use crate::base::money::Money;
use crate::text;

/// The previous hash of the first event.
pub(super) const BEGINNING: &str = "";

pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(ring::digest::digest(&ring::digest::SHA256, bytes).as_ref())
}

/// Appends the event that describes the entry as it is in this transaction.
pub fn append(connection: &Connection, stored: &Stored) -> rusqlite::Result<()> {
    use rusqlite::OptionalExtension;
    let last = connection
        .prepare_cached("SELECT number, hash FROM events ORDER BY number DESC LIMIT 1")?
        .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let (before, previous): (i64, String) = last.unwrap_or((0, BEGINNING.to_owned()));
    let payload = payload(stored)?;
    let event = Event {
        number: before + 1,
        transaction: stored.entry.transaction.as_str().to_owned(),
        state: stored.entry.state.word().to_owned(),
        at: stored.entry.updated.as_microsecond(),
        digest: sha256_hex(payload.as_bytes()),
        previous,
        payload,
    };
    connection
        .prepare_cached(
            "INSERT INTO events (number, txn, state, at, payload, digest, previous, hash)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            event.number,
            event.transaction,
            event.state,
            event.at,
            event.payload,
            event.digest,
            event.previous,
            event.hash(),
        ])?;
    Ok(())
}

/// Checks every link, then every entry against its last event and every body against its
/// checksum. Returns the number of events.
pub fn verify(connection: &mut Connection, path: &Path) -> Result<u64, JournalError> {
    // One transaction, so that a commit in between is not reported as damage.
    let view = connection.transaction().map_err(sql("read the chain of events"))?;
    let events = verify_events(&view, path)?;
    verify_entries(&view, path)?;
    Ok(events)
}

/// The number of events and the hash of the last one.
pub(super) fn head(connection: &Connection) -> Result<Proof, JournalError> {
    use rusqlite::OptionalExtension;
    let last = connection
        .prepare_cached("SELECT number, hash FROM events ORDER BY number DESC LIMIT 1")
        .and_then(|mut rows| {
            rows.query_row([], |row| Ok((row.get::<_, i64>(0)?, row.get(1)?))).optional()
        })
        .map_err(sql("read the chain of events"))?;
    let (events, last_hash) = last.unwrap_or((0, BEGINNING.to_owned()));
    Ok(Proof { events: u64::try_from(events).unwrap_or_default(), last_hash })
}

fn verify_events(connection: &Connection, path: &Path) -> Result<u64, JournalError> {
    let failed = || sql("read the chain of events");
    let mut statement =
        connection.prepare("SELECT * FROM events ORDER BY number").map_err(failed())?;
    let mut rows = statement.query([]).map_err(failed())?;
    let (mut count, mut previous) = (0_u64, BEGINNING.to_owned());
    for expected in 1_i64.. {
        let Some(row) = rows.next().map_err(failed())? else {
            break;
        };
        let (event, hash) = read(row).map_err(failed())?;
        let whole = event.number == expected
            && event.previous == previous
            && event.digest == sha256_hex(event.payload.as_bytes())
            && event.hash() == hash;
        if !whole {
            let detail = text!("storage-detail-event", event = expected.to_string());
            return Err(damaged(path, detail));
        }
        previous = hash;
        count += 1;
    }
    Ok(count)
}

fn verify_entries(connection: &Connection, path: &Path) -> Result<(), JournalError> {
    let failed = || sql("compare entries with their events");
    let mut statement = connection
        .prepare(
            "SELECT entries.*, (SELECT payload FROM events WHERE events.txn = entries.txn
                                ORDER BY events.number DESC LIMIT 1) AS last_payload
             FROM entries ORDER BY entries.number",
        )
        .map_err(failed())?;
    let mut rows = statement.query([]).map_err(failed())?;
    while let Some(row) = rows.next().map_err(failed())? {
        let stored = row::read_stored(row).map_err(failed())?;
        let last: Option<String> = row.get("last_payload").map_err(failed())?;
        let entry = &stored.entry;
        if sha256_hex(&entry.body) != entry.sha256 {
            let transaction = entry.transaction.as_str();
            let detail = text!("storage-detail-request", transaction = transaction);
            return Err(damaged(path, detail));
        }
        if last != Some(payload(&stored).map_err(failed())?) {
            let transaction = entry.transaction.as_str();
            let detail = text!("storage-detail-entry", transaction = transaction);
            return Err(damaged(path, detail));
        }
    }
    Ok(())
}

pub(super) struct Event {
    pub number: i64,
    pub transaction: String,
    pub state: String,
    pub at: i64,
    pub payload: String,
    pub digest: String,
    pub previous: String,
}

impl Event {
    /// Every part is preceded by its length, so that no two events hash the same bytes.
    pub fn hash(&self) -> String {
        let (number, at) = (self.number.to_string(), self.at.to_string());
        let parts = [&self.previous, &number, &self.transaction, &self.state, &at, &self.digest];
        let text: String = parts.iter().map(|part| format!("{}:{part};", part.len())).collect();
        sha256_hex(text.as_bytes())
    }
}

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<(Event, String)> {
    let event = Event {
        number: row.get("number")?,
        transaction: row.get("txn")?,
        state: row.get("state")?,
        at: row.get("at")?,
        payload: row.get("payload")?,
        digest: row.get("digest")?,
        previous: row.get("previous")?,
    };
    Ok((event, row.get("hash")?))
}

/// The state of an entry as the chain stores it. A later version may add a field only if the
/// field is left out while it has its default, or older entries would no longer match their
/// events.
#[derive(Serialize)]
struct Payload<'a> {
    number: i64,
    transaction: &'a str,
    kind: &'a str,
    order: Option<&'a str>,
    sequence: u32,
    environment: &'a str,
    account: &'a str,
    base_url: &'a str,
    call: &'a str,
    sha256: &'a str,
    expected: Option<(i64, &'a str)>,
    title: &'a str,
    state: &'a str,
    attempts: u32,
    uncertain_once: bool,
    created: i64,
    updated: i64,
    result_id: Option<&'a str>,
    charged: Option<(i64, &'a str)>,
    trouble: Option<&'a str>,
    watched_until: Option<i64>,
    reply_sha256: Option<String>,
    overtaken: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    witness: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server_time: Option<i64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    claimed: bool,
}

fn payload(stored: &Stored) -> rusqlite::Result<String> {
    fn money(money: Option<&Money>) -> Option<(i64, &str)> {
        money.map(|money| (money.amount.micros(), money.currency.code()))
    }
    let Entry {
        number,
        transaction,
        kind,
        order,
        sequence,
        environment,
        account,
        base_url,
        call,
        body: _,
        expected,
        title,
        sha256,
        state,
        attempts,
        uncertain_once,
        created,
        updated,
        result_id,
        charged,
        trouble,
        watched_until,
        server_time,
        claimed,
    } = &stored.entry;
    let payload = Payload {
        number: *number,
        transaction: transaction.as_str(),
        kind: kind.word(),
        order: order.as_ref().map(|order| order.as_str()),
        sequence: *sequence,
        environment,
        account,
        base_url,
        call,
        sha256,
        expected: money(expected.as_ref()),
        title,
        state: state.word(),
        attempts: *attempts,
        uncertain_once: *uncertain_once,
        created: created.as_microsecond(),
        updated: updated.as_microsecond(),
        result_id: result_id.as_deref(),
        charged: money(charged.as_ref()),
        trouble: trouble.as_deref(),
        watched_until: watched_until.map(|time| time.as_microsecond()),
        reply_sha256: stored.reply.as_deref().map(sha256_hex),
        overtaken: stored.superseded,
        origin: stored.origin.as_deref(),
        witness: stored.witness.as_deref(),
        server_time: server_time.map(|time| time.as_microsecond()),
        claimed: *claimed,
    };
    serde_json::to_string(&payload)
        .map_err(|source| rusqlite::Error::ToSqlConversionFailure(Box::new(source)))
}

fn damaged(path: &Path, detail: String) -> JournalError {
    JournalError::Damaged { path: path.to_owned(), detail }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::clock::Clock;
    use crate::store::file;
    use crate::store::journal::{EntryContext, EntryKind, NewEntry, change, schema};

    #[test]
    fn an_event_forged_with_a_fitting_hash_breaks_the_next_link() {
        let path = Path::new("memory");
        let mut connection = Connection::open_in_memory().unwrap();
        file::migrate(&mut connection, path, schema::STEPS).unwrap();
        for number in 0..3 {
            let new = NewEntry {
                kind: EntryKind::Label,
                order: Some(crate::base::id::OrderId::new(format!("o-{number}"))),
                sequence: 0,
                environment: "test".to_owned(),
                account: "a".to_owned(),
                base_url: String::new(),
                call: String::new(),
                body: Vec::new(),
                expected: None,
                title: String::new(),
            };
            let context = EntryContext::default();
            change::intend_within(&connection, &Clock::System, new, context).unwrap();
        }
        assert_eq!(verify(&mut connection, path).unwrap(), 3);
        let (mut event, _) =
            connection.query_row("SELECT * FROM events WHERE number = 2", [], read).unwrap();
        event.at += 1;
        connection.execute_batch("DROP TRIGGER events_are_never_changed").unwrap();
        connection
            .execute(
                "UPDATE events SET at = ?1, hash = ?2 WHERE number = 2",
                params![event.at, event.hash()],
            )
            .unwrap();
        let error = verify(&mut connection, path).unwrap_err().to_string();
        assert!(error.contains("event 3 doesn’t fit"), "{error}");
    }
}
