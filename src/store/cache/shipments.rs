//! Shipments: stored complete, listed newest first, searched by their words.

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use super::schema::{scope_number, scope_number_or_new};
use super::{CacheError, Scope, ShipmentRecord, count_of, sql};
use crate::base::id::{ShipmentId, TrackingNumber};
use crate::store::file::{money_columns, time_column};
use crate::store::fts;

/// A row number is the millisecond of creation followed by a counter of 20 bits. The full-text
/// index returns rows ordered by number and stops early, so newest first costs no sorting.
const ROWS_PER_MILLISECOND: i64 = 1 << 20;
/// Keeps the product within an `i64`. Reached in the year 2245.
const LAST_MILLISECOND: i64 = 8_700_000_000_000;

/// The lowest row number for this millisecond of creation.
pub fn first_row(created: Timestamp) -> i64 {
    let millisecond = created.as_millisecond();
    millisecond.clamp(-LAST_MILLISECOND, LAST_MILLISECOND) * ROWS_PER_MILLISECOND
}

/// The highest row number for this millisecond of creation.
pub fn last_row(created: Timestamp) -> i64 {
    first_row(created) + ROWS_PER_MILLISECOND - 1
}

/// Without a time of receipt, the records are changes of known rows, which keep theirs.
/// For a caller that commits.
pub fn put_shipments(
    transaction: &Connection,
    scope: &Scope,
    records: &[ShipmentRecord],
    received: Option<Timestamp>,
) -> Result<(), CacheError> {
    let write = || {
        let scope = scope_number_or_new(transaction, scope)?;
        records.iter().try_for_each(|record| put_one(transaction, scope, record, received))
    };
    write().map_err(sql("store shipments"))
}

pub fn get(
    connection: &Connection,
    scope: &Scope,
    id: &ShipmentId,
) -> Result<Option<ShipmentRecord>, CacheError> {
    let read = || {
        let scope = scope_number(connection, scope)?;
        connection
            .prepare_cached(
                "SELECT * FROM shipments JOIN shipment_bodies USING (row)
                 WHERE scope = ?1 AND id = ?2",
            )?
            .query_row(params![scope, id.as_str()], read_whole)
            .optional()
    };
    read().map_err(sql("look up a shipment"))
}

/// The record and when the service reported it. Rows of earlier versions have the time of their
/// creation instead: they are at most that old.
pub fn get_with_time(
    connection: &Connection,
    scope: &Scope,
    id: &ShipmentId,
) -> Result<Option<(ShipmentRecord, Timestamp)>, CacheError> {
    let read = || {
        let scope = scope_number(connection, scope)?;
        connection
            .prepare_cached(
                "SELECT *, coalesce(received, created) AS since
                 FROM shipments JOIN shipment_bodies USING (row)
                 WHERE scope = ?1 AND id = ?2",
            )?
            .query_row(params![scope, id.as_str()], |row| {
                Ok((read_whole(row)?, time_column(row, "since")?))
            })
            .optional()
    };
    read().map_err(sql("look up a shipment with its time"))
}

pub fn by_tracking(
    connection: &Connection,
    scope: &Scope,
    number: &TrackingNumber,
) -> Result<Option<ShipmentRecord>, CacheError> {
    let read = || {
        let scope = scope_number(connection, scope)?;
        let first = connection
            .prepare_cached(
                "SELECT * FROM shipments JOIN shipment_bodies USING (row)
                 WHERE scope = ?1 AND tracking_number = ?2
                 ORDER BY row DESC LIMIT 1",
            )?
            .query_row(params![scope, number.as_str()], read_whole)
            .optional()?;
        if first.is_some() {
            return Ok(first);
        }
        by_further_number(connection, scope, number)
    };
    read().map_err(sql("look up a shipment by its tracking number"))
}

/// Looks for the number among those of further packages: through the words, as few shipments have
/// several packages.
fn by_further_number(
    connection: &Connection,
    scope: Option<i64>,
    number: &TrackingNumber,
) -> rusqlite::Result<Option<ShipmentRecord>> {
    let Some(expression) = fts::expression(number.as_str()) else {
        return Ok(None);
    };
    let mut statement = connection.prepare_cached(
        "SELECT s.*, bodies.search_text, bodies.json
         FROM shipment_words AS words CROSS JOIN shipments AS s ON s.row = words.rowid
           JOIN shipment_bodies AS bodies ON bodies.row = s.row
         WHERE shipment_words MATCH ?1 AND s.scope = ?2
         ORDER BY words.rowid DESC",
    )?;
    for record in statement.query_map(params![expression, scope], read_whole)? {
        let record = record?;
        if record.further_numbers.contains(number) {
            return Ok(Some(record));
        }
    }
    Ok(None)
}

/// Stores the numbers of further packages; does nothing if the shipment is not there.
pub fn put_further(
    connection: &mut Connection,
    scope: &Scope,
    id: &ShipmentId,
    numbers: &[TrackingNumber],
) -> Result<(), CacheError> {
    let mut write = || {
        let transaction = connection.transaction()?;
        let scope = scope_number(&transaction, scope)?;
        let known = transaction
            .prepare_cached(
                "SELECT row, search_text FROM shipments JOIN shipment_bodies USING (row)
                 WHERE scope = ?1 AND id = ?2",
            )?
            .query_row(params![scope, id.as_str()], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
            })
            .optional()?;
        if let Some((row, search_text)) = known {
            transaction
                .prepare_cached("UPDATE shipments SET further_numbers = ?2 WHERE row = ?1")?
                .execute(params![row, joined(numbers)])?;
            transaction
                .prepare_cached("DELETE FROM shipment_words WHERE rowid = ?1")?
                .execute([row])?;
            put_words(&transaction, row, &search_text, &joined(numbers))?;
        }
        transaction.commit()
    };
    write().map_err(sql("store the numbers of packages"))
}

fn joined(numbers: &[TrackingNumber]) -> String {
    let numbers: Vec<&str> = numbers.iter().map(TrackingNumber::as_str).collect();
    numbers.join("\n")
}

fn put_words(
    connection: &Connection,
    row: i64,
    search_text: &str,
    further_numbers: &str,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("INSERT INTO shipment_words (rowid, words) VALUES (?1, folded(?2))")?
        .execute(params![row, format!("{search_text} {further_numbers}")])?;
    Ok(())
}

/// Complete records, newest first. The row number contains the time of creation, so only the
/// returned and skipped rows are read.
pub fn whole(
    connection: &Connection,
    scope: &Scope,
    created_from: Timestamp,
    limit: u32,
    skip: u32,
) -> Result<Vec<ShipmentRecord>, CacheError> {
    let first = first_row(created_from);
    let read = || {
        let scope = scope_number(connection, scope)?;
        connection
            .prepare_cached(
                "SELECT * FROM shipments JOIN shipment_bodies USING (row)
                 WHERE scope = ?1 AND row >= ?2 ORDER BY row DESC LIMIT ?3 OFFSET ?4",
            )?
            .query_map(params![scope, first, limit, skip], read_whole)?
            .collect::<rusqlite::Result<Vec<_>>>()
    };
    read().map_err(sql("list whole shipments"))
}

pub fn forget(
    connection: &mut Connection,
    scope: &Scope,
    before: Timestamp,
    most: u32,
) -> Result<u64, CacheError> {
    let mut write = || {
        let transaction = connection.transaction()?;
        let Some(scope) = scope_number(&transaction, scope)? else {
            return Ok(0);
        };
        let old: Vec<(i64, String)> = transaction
            .prepare_cached(
                "SELECT row, id FROM shipments WHERE scope = ?1 AND created < ?2
                 ORDER BY row LIMIT ?3",
            )?
            .query_map(params![scope, before.as_microsecond(), most], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?
            .collect::<rusqlite::Result<_>>()?;
        for (row, id) in &old {
            remove_row(&transaction, *row)?;
            transaction
                .prepare_cached("DELETE FROM labels WHERE scope = ?1 AND shipment = ?2")?
                .execute(params![scope, id])?;
        }
        let gone = i64::try_from(old.len()).unwrap_or_default();
        transaction
            .prepare_cached("UPDATE scopes SET shipments = shipments - ?2 WHERE scope = ?1")?
            .execute([scope, gone])?;
        transaction.commit()?;
        Ok(count_of(gone))
    };
    write().map_err(sql("remove old shipments"))
}

fn put_one(
    connection: &Connection,
    scope: i64,
    record: &ShipmentRecord,
    received: Option<Timestamp>,
) -> rusqlite::Result<()> {
    let known = known_row(connection, scope, &record.id)?.unwrap_or_default();
    // A refund that was requested stays requested. A record without one is older: a list that was
    // read before the request and arrives after its answer.
    let refund_status = record.refund_status.as_ref().or(known.refund_status.as_ref());
    match known.row {
        Some(row) => remove_row(connection, row)?,
        None => {
            connection
                .prepare_cached("UPDATE scopes SET shipments = shipments + 1 WHERE scope = ?1")?
                .execute([scope])?;
        }
    }
    let further_numbers = match record.further_numbers.as_slice() {
        [] => known.further_numbers.unwrap_or_default(),
        numbers => joined(numbers),
    };
    let row = free_row(connection, record.created, known.row)?;
    connection
        .prepare_cached(
            "INSERT INTO shipments (row, scope, id, created, to_name, to_place, carrier, service,
               tracking_number, status, sub_status, price_micros, price_currency, packages,
               refund_status, to_country, to_email, reference, further_numbers, received)
             VALUES (:row, :scope, :id, :created, :to_name, :to_place, :carrier, :service,
               :tracking_number, :status, :sub_status, :price_micros, :price_currency, :packages,
               :refund_status, :to_country, :to_email, :reference, :further_numbers, :received)",
        )?
        .execute(named_params! {
            ":row": row,
            ":scope": scope,
            ":id": record.id.as_str(),
            ":created": record.created.as_microsecond(),
            ":to_name": record.to_name,
            ":to_place": record.to_place,
            ":carrier": record.carrier,
            ":service": record.service,
            ":tracking_number": record.tracking_number.as_ref().map(TrackingNumber::as_str),
            ":status": record.status,
            ":sub_status": record.sub_status,
            ":price_micros": record.price.map(|money| money.amount.micros()),
            ":price_currency": record.price.as_ref().map(|money| money.currency.code()),
            ":packages": record.packages,
            ":refund_status": refund_status,
            ":to_country": record.to_country,
            ":to_email": record.to_email,
            ":reference": record.reference,
            ":further_numbers": further_numbers,
            ":received": received.map(Timestamp::as_microsecond).or(known.received),
        })?;
    connection
        .prepare_cached("INSERT INTO shipment_bodies (row, search_text, json) VALUES (?1, ?2, ?3)")?
        .execute(params![row, record.search_text, record.json])?;
    put_words(connection, row, &record.search_text, &further_numbers)
}

/// What is kept of a row whose record is stored again.
#[derive(Default)]
struct KnownRow {
    row: Option<i64>,
    further_numbers: Option<String>,
    received: Option<i64>,
    refund_status: Option<String>,
}

fn known_row(
    connection: &Connection,
    scope: i64,
    id: &ShipmentId,
) -> rusqlite::Result<Option<KnownRow>> {
    connection
        .prepare_cached(
            "SELECT row, further_numbers, received, refund_status FROM shipments
             WHERE scope = ?1 AND id = ?2",
        )?
        .query_row(params![scope, id.as_str()], |row| {
            Ok(KnownRow {
                row: row.get(0)?,
                further_numbers: row.get(1)?,
                received: row.get(2)?,
                refund_status: row.get(3)?,
            })
        })
        .optional()
}

fn remove_row(connection: &Connection, row: i64) -> rusqlite::Result<()> {
    let statements = [
        "DELETE FROM shipments WHERE row = ?1",
        "DELETE FROM shipment_bodies WHERE row = ?1",
        "DELETE FROM shipment_words WHERE rowid = ?1",
    ];
    each_of(connection, statements, row)
}

/// Runs each statement with the row as its parameter.
pub fn each_of<const N: usize>(
    connection: &Connection,
    statements: [&str; N],
    row: i64,
) -> rusqlite::Result<()> {
    for statement in statements {
        connection.prepare_cached(statement)?.execute([row])?;
    }
    Ok(())
}

/// The row number for a record. An update keeps the old one if the time is unchanged, so that a
/// shipment does not move past others of the same millisecond.
fn free_row(
    connection: &Connection,
    created: Timestamp,
    known: Option<i64>,
) -> rusqlite::Result<i64> {
    let (first, last) = (first_row(created), last_row(created));
    if let Some(row) = known.filter(|row| (first..=last).contains(row)) {
        return Ok(row);
    }
    next_row(connection, "shipments", created)
}

/// The row number after the highest one used in this millisecond.
pub fn next_row(connection: &Connection, table: &str, at: Timestamp) -> rusqlite::Result<i64> {
    let (first, last) = (first_row(at), last_row(at));
    connection
        .prepare_cached(&format!("SELECT max(row) + 1 FROM {table} WHERE row BETWEEN ?1 AND ?2"))?
        .query_row([first, last], |row| row.get::<_, Option<i64>>(0))
        .map(|next| next.unwrap_or(first))
}

fn read_whole(row: &Row<'_>) -> rusqlite::Result<ShipmentRecord> {
    Ok(ShipmentRecord {
        search_text: row.get("search_text")?,
        json: row.get("json")?,
        ..read_listed(row)?
    })
}

pub fn read_listed(row: &Row<'_>) -> rusqlite::Result<ShipmentRecord> {
    let text_or_empty = |column: &str| {
        let text: rusqlite::Result<Option<String>> = row.get(column);
        text.map(Option::unwrap_or_default)
    };
    Ok(ShipmentRecord {
        id: ShipmentId::new(row.get::<_, String>("id")?),
        created: time_column(row, "created")?,
        to_name: row.get("to_name")?,
        to_place: row.get("to_place")?,
        carrier: row.get("carrier")?,
        service: row.get("service")?,
        tracking_number: row.get::<_, Option<String>>("tracking_number")?.map(TrackingNumber::new),
        status: row.get("status")?,
        sub_status: row.get("sub_status")?,
        price: money_columns(row, "price_micros", "price_currency")?,
        packages: row.get("packages")?,
        refund_status: row.get("refund_status")?,
        to_country: text_or_empty("to_country")?,
        to_email: text_or_empty("to_email")?,
        reference: text_or_empty("reference")?,
        further_numbers: text_or_empty("further_numbers")?
            .lines()
            .map(TrackingNumber::new)
            .collect(),
        search_text: String::new(),
        json: String::new(),
    })
}

/// The body of a row that was stored before the newest columns, or an empty text.
pub fn body_of_older_row(connection: &Connection, row: &Row<'_>) -> rusqlite::Result<String> {
    if row.get_ref("reference")? != ValueRef::Null {
        return Ok(String::new());
    }
    connection
        .prepare_cached("SELECT json FROM shipment_bodies WHERE row = ?1")?
        .query_row([row.get::<_, i64>("row")?], |body| body.get(0))
        .optional()
        .map(Option::unwrap_or_default)
}
