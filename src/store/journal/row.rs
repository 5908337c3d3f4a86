//! Entry rows: queries, and the columns a change writes.

use jiff::{SignedDuration, Timestamp};
use rusqlite::{Connection, OptionalExtension, Params, Row, named_params, params};

use super::{Entry, EntryKind, EntryState, JournalError, reply};
use crate::base::id::{OrderId, ShipmentId, TransactionId};
use crate::base::money::Amount;
use crate::store::file::{bad_column, money_columns, optional_time_column, time_column};
use crate::store::file_step::log_failed_call;

/// An entry with the columns that only the journal itself uses.
pub struct Stored {
    pub entry: Entry,
    pub reply: Option<Vec<u8>>,
    pub superseded: bool,
    /// Where the row came from, if it was not written by a purchase of this installation.
    pub origin: Option<String>,
    /// What the scale showed, see [`super::scale_reading`].
    pub witness: Option<String>,
}

pub fn get(
    connection: &Connection,
    transaction: &TransactionId,
) -> Result<Option<Entry>, JournalError> {
    Ok(load(connection, transaction)?.map(|stored| stored.entry))
}

pub fn load(
    connection: &Connection,
    transaction: &TransactionId,
) -> Result<Option<Stored>, JournalError> {
    connection
        .prepare_cached("SELECT * FROM entries WHERE txn = ?1")
        .and_then(|mut rows| rows.query_row([transaction.as_str()], read_stored).optional())
        .map_err(sql("look up a transaction"))
}

pub fn reply(
    connection: &Connection,
    transaction: &TransactionId,
) -> Result<Option<Vec<u8>>, JournalError> {
    connection
        .query_row("SELECT reply FROM entries WHERE txn = ?1", [transaction.as_str()], |row| {
            row.get(0)
        })
        .optional()
        .map(|stored| stored.flatten().map(reply::unpacked))
        .map_err(sql("look up an answer"))
}

pub fn unsettled(connection: &Connection) -> Result<Vec<Entry>, JournalError> {
    list(
        connection,
        "SELECT * FROM entries WHERE state IN ('intent', 'sending', 'unknown')
           OR (state IN ('absent', 'rejected') AND (watched_until > updated
             OR (kind = 'label' AND charged_micros IS NOT NULL))) ORDER BY number",
        [],
    )
}

pub fn unconfirmed(
    connection: &Connection,
    transactions: &[TransactionId],
    shipments: &[ShipmentId],
) -> Result<Vec<Entry>, JournalError> {
    let mut open = list(
        connection,
        "SELECT * FROM entries
         WHERE state IN ('intent', 'sending', 'unknown', 'absent', 'rejected') ORDER BY number",
        [],
    )?;
    open.retain(|entry| {
        let asks_for = |order: &OrderId| {
            let known = |id: &ShipmentId| same(id.as_str(), order.as_str());
            entry.kind == EntryKind::Refund && shipments.iter().any(known)
        };
        let known = |id: &TransactionId| same(id.as_str(), entry.transaction.as_str());
        transactions.iter().any(known) || entry.order.as_ref().is_some_and(asks_for)
    });
    Ok(open)
}

/// Whether two spellings are the same id.
fn same(left: &str, right: &str) -> bool {
    left.trim().eq_ignore_ascii_case(right.trim())
}

/// The newest top-up of this account that may still arrive and was not given up by the user.
pub fn living_top_up(
    connection: &Connection,
    environment: &str,
    account: &str,
) -> Result<Option<Entry>, JournalError> {
    let living = list(
        connection,
        "SELECT * FROM entries WHERE kind = 'top_up' AND overtaken = 0
           AND state IN ('intent', 'sending', 'unknown', 'absent')
           AND environment = ?1 AND account = ?2 ORDER BY number DESC LIMIT 1",
        [environment, account],
    )?;
    Ok(living.into_iter().next())
}

pub fn recent(connection: &Connection, limit: u32) -> Result<Vec<Entry>, JournalError> {
    list(connection, "SELECT * FROM entries ORDER BY number DESC LIMIT ?1", [limit])
}

/// The transaction that is the current purchase of this order's label.
pub fn living(
    connection: &Connection,
    order: &OrderId,
    sequence: u32,
) -> Result<Option<TransactionId>, JournalError> {
    connection
        .prepare_cached(
            "SELECT txn FROM entries WHERE kind = 'label' AND overtaken = 0
               AND state IN ('intent', 'sending', 'unknown', 'confirmed', 'absent')
               AND order_id = ?1 AND sequence = ?2",
        )
        .and_then(|mut rows| {
            rows.query_row(params![order.as_str(), sequence], |row| row.get::<_, String>(0))
                .optional()
        })
        .map(|found| found.map(TransactionId::new))
        .map_err(sql("look for a living purchase"))
}

/// The transaction that already requests a refund of this shipment.
pub fn living_refund(
    connection: &Connection,
    environment: &str,
    account: &str,
    shipment: &OrderId,
) -> Result<Option<TransactionId>, JournalError> {
    connection
        .query_row(
            "SELECT txn FROM entries WHERE kind = 'refund' AND overtaken = 0
               AND state IN ('intent', 'sending', 'unknown', 'confirmed', 'absent')
               AND environment = ?1 AND account = ?2 AND order_id = ?3",
            params![environment, account, shipment.as_str()],
            |row| row.get::<_, String>(0),
        )
        .optional()
        .map(|found| found.map(TransactionId::new))
        .map_err(sql("look for a living refund"))
}

pub fn topped_up(
    connection: &Connection,
    environment: &str,
    account: &str,
    now: Timestamp,
    server_now: Option<Timestamp>,
) -> Result<Amount, JournalError> {
    const DAY: SignedDuration = SignedDuration::from_hours(24);
    let mut statement = connection
        .prepare_cached(
            "SELECT coalesce(expected_micros, charged_micros, 0) AS amount, created, server_time
             FROM entries
             WHERE kind = 'top_up' AND state NOT IN ('rejected', 'cancelled')
               AND environment = ?1 AND account = ?2 ORDER BY number DESC",
        )
        .map_err(sql("add up the top-ups"))?;
    let mut rows = statement.query([environment, account]).map_err(sql("add up the top-ups"))?;
    let mut sum = Amount::default();
    while let Some(row) = rows.next().map_err(sql("add up the top-ups"))? {
        let read = || {
            let micros: i64 = row.get("amount")?;
            let created = time_column(row, "created")?;
            Ok((micros, created, server_time(row)?))
        };
        let (micros, created, server) = read().map_err(sql("add up the top-ups"))?;
        // Uses the server's time if both times are known. A row with a time in the future was
        // written by a clock that was ahead; it counts.
        let age = match (server, server_now) {
            (Some(then), Some(now)) => then.duration_until(now),
            _ => created.duration_until(now),
        };
        // Rows are sorted newest first, so all rows after an old one are older.
        if age > DAY {
            break;
        }
        // A sum that overflows exceeds every cap.
        sum = sum.checked_add(Amount::from_micros(micros)).unwrap_or(Amount::from_micros(i64::MAX));
    }
    Ok(sum)
}

fn server_time(row: &Row<'_>) -> rusqlite::Result<Option<Timestamp>> {
    match optional_time_column(row, "server_time") {
        Err(rusqlite::Error::InvalidColumnName(_)) => Ok(None),
        read => read,
    }
}

fn claimed(row: &Row<'_>) -> rusqlite::Result<bool> {
    match row.get("claimed") {
        Err(rusqlite::Error::InvalidColumnName(_)) => Ok(false),
        read => read,
    }
}

pub fn drift(
    connection: &Connection,
    environment: &str,
    account: &str,
) -> Result<(Vec<Entry>, u64), JournalError> {
    let compared = "FROM entries WHERE kind = 'label' AND state = 'confirmed'
       AND environment = ?1 AND account = ?2
       AND expected_micros IS NOT NULL AND charged_micros IS NOT NULL";
    let entries = list(
        connection,
        &format!(
            "SELECT * {compared} AND (expected_micros <> charged_micros
               OR expected_currency <> charged_currency)
             ORDER BY number DESC LIMIT 1000"
        ),
        [environment, account],
    )?;
    let count: i64 = connection
        .query_row(&format!("SELECT count(*) {compared}"), [environment, account], |row| row.get(0))
        .map_err(sql("compare quotes with charges"))?;
    Ok((entries, u64::try_from(count).unwrap_or_default()))
}

/// Inserts a new row and returns its number.
pub fn insert_stored(connection: &Connection, stored: &Stored) -> rusqlite::Result<i64> {
    insert_as(connection, None, stored)
}

/// Inserts a row with every column as given, including its number.
pub fn insert_whole(connection: &Connection, stored: &Stored) -> rusqlite::Result<()> {
    insert_as(connection, Some(stored.entry.number), stored).map(drop)
}

fn insert_as(
    connection: &Connection,
    number: Option<i64>,
    stored: &Stored,
) -> rusqlite::Result<i64> {
    let entry = &stored.entry;
    connection
        .prepare_cached(
            "INSERT INTO entries (number, txn, kind, order_id, sequence, environment, account,
               base_url, call, body, sha256, expected_micros, expected_currency, title, state,
               attempts, uncertain_once, created, updated, result_id, charged_micros,
               charged_currency, trouble, watched_until, reply, overtaken, origin, witness,
               server_time, claimed)
             VALUES (:number, :txn, :kind, :order_id, :sequence, :environment, :account,
               :base_url, :call, :body, :sha256, :expected_micros, :expected_currency, :title,
               :state, :attempts, :uncertain_once, :created, :updated, :result_id,
               :charged_micros, :charged_currency, :trouble, :watched_until, :reply,
               :overtaken, :origin, :witness, :server_time, :claimed)",
        )?
        .insert(named_params! {
            ":number": number,
            ":txn": entry.transaction.as_str(),
            ":kind": entry.kind.word(),
            ":order_id": entry.order.as_ref().map(OrderId::as_str),
            ":sequence": entry.sequence,
            ":environment": entry.environment,
            ":account": entry.account,
            ":base_url": entry.base_url,
            ":call": entry.call,
            ":body": entry.body,
            ":sha256": entry.sha256,
            ":expected_micros": entry.expected.map(|money| money.amount.micros()),
            ":expected_currency": entry.expected.as_ref().map(|money| money.currency.code()),
            ":title": entry.title,
            ":state": entry.state.word(),
            ":attempts": entry.attempts,
            ":uncertain_once": entry.uncertain_once,
            ":created": entry.created.as_microsecond(),
            ":updated": entry.updated.as_microsecond(),
            ":result_id": entry.result_id,
            ":charged_micros": entry.charged.map(|money| money.amount.micros()),
            ":charged_currency": entry.charged.as_ref().map(|money| money.currency.code()),
            ":trouble": entry.trouble,
            ":watched_until": entry.watched_until.map(Timestamp::as_microsecond),
            ":reply": stored.reply,
            ":overtaken": stored.superseded,
            ":origin": stored.origin,
            ":witness": stored.witness,
            ":server_time": entry.server_time.map(Timestamp::as_microsecond),
            ":claimed": entry.claimed,
        })
}

/// Writes only the columns that a change may modify.
pub fn update(connection: &Connection, stored: &Stored) -> rusqlite::Result<()> {
    let entry = &stored.entry;
    connection
        .prepare_cached(
            "UPDATE entries SET state = :state, attempts = :attempts,
               uncertain_once = :uncertain_once, updated = :updated, result_id = :result_id,
               charged_micros = :charged_micros, charged_currency = :charged_currency,
               trouble = :trouble, watched_until = :watched_until, reply = :reply,
               overtaken = :overtaken, origin = :origin
             WHERE number = :number",
        )?
        .execute(named_params! {
            ":number": entry.number,
            ":state": entry.state.word(),
            ":attempts": entry.attempts,
            ":uncertain_once": entry.uncertain_once,
            ":updated": entry.updated.as_microsecond(),
            ":result_id": entry.result_id,
            ":charged_micros": entry.charged.map(|money| money.amount.micros()),
            ":charged_currency": entry.charged.as_ref().map(|money| money.currency.code()),
            ":trouble": entry.trouble,
            ":watched_until": entry.watched_until.map(Timestamp::as_microsecond),
            ":reply": stored.reply,
            ":overtaken": stored.superseded,
            ":origin": stored.origin,
        })?;
    Ok(())
}

pub fn read_stored(row: &Row<'_>) -> rusqlite::Result<Stored> {
    Ok(Stored {
        entry: read(row)?,
        reply: row.get("reply")?,
        superseded: row.get("overtaken")?,
        origin: added(row, "origin")?,
        witness: added(row, "witness")?,
    })
}

/// A column added by a later format. A journal of an earlier format is checked and salvaged
/// before it is migrated.
fn added(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<String>> {
    match row.get(column) {
        Err(rusqlite::Error::InvalidColumnName(_)) => Ok(None),
        read => read,
    }
}

pub fn sql(attempted: &'static str) -> impl FnOnce(rusqlite::Error) -> JournalError {
    move |source| {
        log_failed_call(attempted, &source);
        JournalError::Sql { attempted, source }
    }
}

fn list(
    connection: &Connection,
    query: &str,
    params: impl Params,
) -> Result<Vec<Entry>, JournalError> {
    connection
        .prepare_cached(query)
        .and_then(|mut rows| rows.query_map(params, read)?.collect())
        .map_err(sql("list the purchases"))
}

fn read(row: &Row<'_>) -> rusqlite::Result<Entry> {
    Ok(Entry {
        number: row.get("number")?,
        transaction: TransactionId::new(row.get::<_, String>("txn")?),
        kind: word(row, "kind", EntryKind::from_word)?,
        order: row.get::<_, Option<String>>("order_id")?.map(OrderId::new),
        sequence: row.get("sequence")?,
        environment: row.get("environment")?,
        account: row.get("account")?,
        base_url: row.get("base_url")?,
        call: row.get("call")?,
        body: row.get("body")?,
        expected: money_columns(row, "expected_micros", "expected_currency")?,
        title: row.get("title")?,
        sha256: row.get("sha256")?,
        state: word(row, "state", EntryState::from_word)?,
        attempts: row.get("attempts")?,
        uncertain_once: row.get("uncertain_once")?,
        created: time_column(row, "created")?,
        updated: time_column(row, "updated")?,
        result_id: row.get("result_id")?,
        charged: money_columns(row, "charged_micros", "charged_currency")?,
        trouble: row.get("trouble")?,
        watched_until: optional_time_column(row, "watched_until")?,
        server_time: server_time(row)?,
        claimed: claimed(row)?,
    })
}

fn word<T>(
    row: &Row<'_>,
    column: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> rusqlite::Result<T> {
    let text: String = row.get(column)?;
    parse(&text).ok_or_else(|| bad_column(format!("{column} is {text:?}").into()))
}
