//! The statements that add, change and remove an order of `workspace.db`.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rusqlite::{CachedStatement, Connection, OptionalExtension, params};

use super::local_claims;
use super::order_page;
use super::{OrderRow, OrderState, OrderWrite, WriteOutcome};
use crate::base::id::OrderId;

const FIRST_REVISION: i64 = 1;

/// When the words of a new order get into the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Words {
    AtOnce,
    /// See [`super::many_orders`].
    Later,
}

/// When an order is written, in microseconds, and who writes it.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    pub(super) now: i64,
    /// The name of the computer, which claims are made in.
    pub(super) station: &'a str,
    /// How the order is signed.
    pub(super) author: &'a str,
}

pub(super) fn write_order(
    connection: &Connection,
    write: &OrderWrite,
    by: Writer<'_>,
) -> rusqlite::Result<WriteOutcome> {
    let mut outcomes = write_orders(connection, std::slice::from_ref(write), by, Words::AtOnce)?;
    Ok(outcomes.pop().unwrap_or(WriteOutcome::Missing))
}

/// Writes orders, the words of new ones as said.
pub(super) fn write_orders(
    connection: &Connection,
    writes: &[OrderWrite],
    by: Writer<'_>,
    words: Words,
) -> rusqlite::Result<Vec<WriteOutcome>> {
    let mut adding = AddOrders::new(connection, words)?;
    let mut changed_words = ChangedWords::default();
    let outcomes = writes.iter().map(|write| match write.revision {
        None => adding.add(write, by),
        Some(revision) => change_order(connection, write, revision, by, &mut changed_words),
    });
    let outcomes = outcomes.collect::<rusqlite::Result<_>>()?;
    adding.count()?;
    changed_words.index(connection)?;
    Ok(outcomes)
}

/// The positions of orders whose words have changed, and the words.
///
/// They are indexed after everything else: a statement that fires a trigger has its own savepoint, and
/// at each savepoint FTS5 writes what it has gathered as one more part of the index.
#[derive(Default)]
struct ChangedWords<'a>(Vec<(i64, &'a str)>);

impl ChangedWords<'_> {
    fn index(self, connection: &Connection) -> rusqlite::Result<()> {
        for (position, words) in self.0 {
            connection
                .prepare_cached("DELETE FROM owed_words WHERE position = ?1")?
                .execute([position])?;
            connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO order_words (rowid, words) VALUES (?1, folded(?2))",
                )?
                .execute(params![position, words])?;
        }
        Ok(())
    }
}

/// The statements that add an order, looked up once for many. [`Self::count`] ends it.
struct AddOrders<'c> {
    connection: &'c Connection,
    added: BTreeMap<OrderState, i64>,
    order: CachedStatement<'c>,
    details: CachedStatement<'c>,
    words: CachedStatement<'c>,
}

impl<'c> AddOrders<'c> {
    /// The indexes refuse an order that is there already, so none is looked up beforehand. With `OR
    /// IGNORE`, SQLite needs no copies of the pages that it changes.
    fn new(connection: &'c Connection, words: Words) -> rusqlite::Result<Self> {
        Ok(Self {
            connection,
            added: BTreeMap::new(),
            order: connection.prepare_cached(
                "INSERT OR IGNORE INTO orders (id, revision, source, number, state, recipient,
                   ship_by, preset, changed, changed_by)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
            )?,
            details: connection.prepare_cached(
                "INSERT INTO order_details (position, json, words_digest) VALUES (?1, ?2, ?3)",
            )?,
            words: connection.prepare_cached(match words {
                Words::AtOnce => "INSERT INTO order_words (rowid, words) VALUES (?1, folded(?2))",
                Words::Later => "INSERT INTO owed_words VALUES (?1, folded(?2))",
            })?,
        })
    }

    fn add(&mut self, write: &OrderWrite, by: Writer<'_>) -> rusqlite::Result<WriteOutcome> {
        if let Some(reason) = write.refusal() {
            return Ok(WriteOutcome::Refused(reason));
        }
        let fields = &write.fields;
        let ship_by = fields.ship_by.map(|day| day.to_string());
        let added = self.order.execute(params![
            write.id.as_str(),
            FIRST_REVISION,
            fields.source,
            fields.number,
            fields.state.code(),
            fields.recipient,
            ship_by,
            fields.preset,
            by.now,
            by.author
        ])?;
        if added == 0 {
            let same_id = order_page::by_id(self.connection, &write.id)?;
            let row = match same_id {
                Some(row) => Some(row),
                None => same_number(self.connection, write)?,
            };
            return Ok(
                row.map_or(WriteOutcome::Missing, |row| WriteOutcome::Conflict(Box::new(row)))
            );
        }
        let position = self.connection.last_insert_rowid();
        let digest = words_digest(&fields.search_text);
        self.details.execute(params![position, fields.json, digest])?;
        self.words.execute(params![position, fields.search_text])?;
        *self.added.entry(fields.state).or_default() += 1;
        Ok(WriteOutcome::Written(FIRST_REVISION))
    }

    /// Adds to the counts of the states. Triggers count what is changed and removed; one for each
    /// added order takes a tenth of the time of an import.
    fn count(self) -> rusqlite::Result<()> {
        let mut begin =
            self.connection.prepare_cached("INSERT OR IGNORE INTO state_counts VALUES (?1, 0)")?;
        let mut add = self
            .connection
            .prepare_cached("UPDATE state_counts SET orders = orders + ?2 WHERE state = ?1")?;
        for (state, orders) in self.added {
            begin.execute([state.code()])?;
            add.execute(params![state.code(), orders])?;
        }
        Ok(())
    }
}

fn change_order<'a>(
    connection: &Connection,
    write: &'a OrderWrite,
    revision: i64,
    by: Writer<'_>,
    changed_words: &mut ChangedWords<'a>,
) -> rusqlite::Result<WriteOutcome> {
    let fields = &write.fields;
    let Some(before) = order_page::by_id(connection, &write.id)? else {
        return Ok(WriteOutcome::Missing);
    };
    if !before.may_be_written_on(revision) {
        return Ok(WriteOutcome::Conflict(Box::new(before)));
    }
    let is_renamed =
        (&before.fields.source, &before.fields.number) != (&fields.source, &fields.number);
    if is_renamed && let Some(other) = same_number(connection, write)? {
        return Ok(WriteOutcome::Conflict(Box::new(other)));
    }
    let revision = revision + 1;
    let ship_by = fields.ship_by.map(|day| day.to_string());
    connection
        .prepare_cached(
            "UPDATE orders SET revision = ?2, source = ?3, number = ?4, state = ?5,
               recipient = ?6, ship_by = ?7, preset = ?8, changed = ?9, changed_by = ?10
             WHERE position = ?1",
        )?
        .execute(params![
            before.position,
            revision,
            fields.source,
            fields.number,
            fields.state.code(),
            fields.recipient,
            ship_by,
            fields.preset,
            by.now,
            by.author
        ])?;
    local_claims::end_if_settled(connection, &write.id, &write.open_purchases, by.station)?;
    if before.fields.json == fields.json {
        // Its words are those of the order itself, which is as it was.
        return Ok(WriteOutcome::Written(revision));
    }
    // Indexing its words is the most of what a change costs.
    let digest = words_digest(&fields.search_text);
    let has_same_words: Option<bool> = connection
        .prepare_cached("SELECT words_digest = ?2 FROM order_details WHERE position = ?1")?
        .query_row(params![before.position, digest], |row| row.get(0))
        .optional()?
        .flatten();
    connection
        .prepare_cached(
            "UPDATE order_details SET json = ?2, words_digest = ?3 WHERE position = ?1",
        )?
        .execute(params![before.position, fields.json, digest])?;
    if has_same_words != Some(true) {
        changed_words.0.push((before.position, &fields.search_text));
    }
    Ok(WriteOutcome::Written(revision))
}

/// Tells whether words are the same as before. That of another version of the program may differ: then
/// they are indexed once more.
fn words_digest(words: &str) -> i64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish().cast_signed()
}

/// Another order of the same source with the same number.
fn same_number(connection: &Connection, write: &OrderWrite) -> rusqlite::Result<Option<OrderRow>> {
    let fields = &write.fields;
    let same = order_page::by_number(connection, Some(&fields.source), &fields.number)?;
    Ok(same.into_iter().find(|row| row.id != write.id))
}

pub(super) fn remove_order(
    connection: &Connection,
    id: &OrderId,
    revision: i64,
) -> rusqlite::Result<WriteOutcome> {
    let Some(row) = order_page::by_id(connection, id)? else {
        return Ok(WriteOutcome::Missing);
    };
    let is_claimed = local_claims::is_claimed(connection, id)?;
    if !row.may_be_written_on(revision) || !row.fields.state.is_removable() || is_claimed {
        return Ok(WriteOutcome::Conflict(Box::new(row)));
    }
    for statement in [
        "DELETE FROM orders WHERE position = ?1",
        "DELETE FROM order_details WHERE position = ?1",
        "DELETE FROM owed_words WHERE position = ?1",
        "DELETE FROM order_words WHERE rowid = ?1",
    ] {
        connection.prepare_cached(statement)?.execute([row.position])?;
    }
    Ok(WriteOutcome::Removed)
}
