//! Writing and removing orders on PostgreSQL. Everything here runs inside one transaction.

use std::collections::{HashMap, HashSet};

use sqlx::postgres::PgConnection;
use sqlx::{AssertSqlSafe, Executor, Row};

use super::{ServerFault, orders, words};
use crate::base::id::{OrderId, TransactionId};
use crate::store::workspace::{OrderRow, OrderWrite, WriteOutcome};

/// Orders of one statement.
const AT_ONCE: usize = 2_000;

/// Who writes.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a> {
    /// The name of the computer, which claims are made in.
    pub(super) station: &'a str,
    /// How the orders are signed.
    pub(super) author: &'a str,
}

/// Writes the orders and returns one outcome for each.
pub(super) async fn write(
    connection: &mut PgConnection,
    writes: &[OrderWrite],
    by: Writer<'_>,
) -> Result<Vec<WriteOutcome>, sqlx::Error> {
    let mut outcomes = Vec::with_capacity(writes.len());
    let mut rest = writes;
    while !rest.is_empty() {
        let (group, _) = rest.split_at(independent(rest));
        let of_group = write_group(connection, group, by).await?;
        rest = rest.get(of_group.len().max(1)..).unwrap_or_default();
        outcomes.extend(of_group);
    }
    Ok(outcomes)
}

/// As [`write`], but an order that the server refuses is refused alone, with what the server says.
pub(super) async fn write_apart(
    connection: &mut PgConnection,
    writes: &[OrderWrite],
    by: Writer<'_>,
) -> Result<Vec<WriteOutcome>, sqlx::Error> {
    let mut outcomes = Vec::with_capacity(writes.len());
    // The next ones last.
    let mut parts = vec![writes];
    while let Some(part) = parts.pop() {
        connection.execute("SAVEPOINT part").await?;
        let error = match write(connection, part, by).await {
            Ok(written) => {
                connection.execute("RELEASE SAVEPOINT part").await?;
                outcomes.extend(written);
                continue;
            }
            Err(error) => error,
        };
        let ServerFault::Refused(reason) = ServerFault::from_error(&error) else {
            return Err(error);
        };
        connection.execute("ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part").await?;
        if part.len() <= 1 {
            outcomes.push(WriteOutcome::Refused(reason.into()));
        } else {
            let (first, second) = part.split_at(part.len() / 2);
            parts.extend([second, first]);
        }
    }
    Ok(outcomes)
}

/// The number of orders at the beginning of which no two have the same key or the same number: what
/// one of them writes does not change what the next one finds.
fn independent(writes: &[OrderWrite]) -> usize {
    let mut ids = HashSet::new();
    let mut numbers = HashSet::new();
    for (at, write) in writes.iter().take(AT_ONCE).enumerate() {
        let number = (write.fields.source.as_str(), write.fields.number.as_str());
        if !ids.insert(write.id.as_str()) || !numbers.insert(number) {
            return at;
        }
    }
    writes.len().min(AT_ONCE)
}

/// Writes the orders up to the first one that gets another number: that frees its old number for the
/// next ones. Returns an outcome for each of these.
async fn write_group(
    connection: &mut PgConnection,
    writes: &[OrderWrite],
    by: Writer<'_>,
) -> Result<Vec<WriteOutcome>, sqlx::Error> {
    let ids: Vec<OrderId> = writes.iter().map(|write| write.id.clone()).collect();
    let known = locked(connection, &ids).await?;
    let known: HashMap<&str, &OrderRow> = known.iter().map(|row| (row.id.as_str(), row)).collect();
    let is_renamed = |write: &OrderWrite| {
        let before = known.get(write.id.as_str());
        before.is_some_and(|row| {
            (&row.fields.source, &row.fields.number) != (&write.fields.source, &write.fields.number)
        })
    };
    let renamed = writes.iter().position(is_renamed);
    let writes = writes.get(..renamed.map_or(writes.len(), |at| at + 1)).unwrap_or(writes);
    // An order that keeps its number has it alone.
    let numbered =
        writes.iter().filter(|write| !known.contains_key(write.id.as_str()) || is_renamed(write));
    let numbered: Vec<&OrderWrite> = numbered.collect();
    let same_number = of_numbers(connection, &numbered).await?;
    let mut outcomes = Vec::with_capacity(writes.len());
    let (mut new, mut changed) = (Vec::new(), Vec::new());
    for (at, write) in writes.iter().enumerate() {
        let before = known.get(write.id.as_str()).copied();
        let before = match (write.revision, before) {
            (Some(revision), Some(row)) if row.may_be_written_on(revision) => Some(row),
            (_, Some(row)) => {
                outcomes.push(WriteOutcome::Conflict(Box::new(row.clone())));
                continue;
            }
            (Some(_), None) => {
                outcomes.push(WriteOutcome::Missing);
                continue;
            }
            (None, None) => {
                if let Some(reason) = write.refusal() {
                    outcomes.push(WriteOutcome::Refused(reason));
                    continue;
                }
                None
            }
        };
        let number = (write.fields.source.as_str(), write.fields.number.as_str());
        if let Some(other) = same_number.get(&number).filter(|row| row.id != write.id) {
            outcomes.push(WriteOutcome::Conflict(Box::new((*other).clone())));
            continue;
        }
        match before {
            Some(row) => {
                outcomes.push(WriteOutcome::Written(row.revision + 1));
                changed.push((write, row));
            }
            None => {
                outcomes.push(WriteOutcome::Written(1));
                new.push((at, write));
            }
        }
    }
    for (at, row) in insert(connection, &new, by.author).await? {
        if let Some(outcome) = outcomes.get_mut(at) {
            *outcome = WriteOutcome::Conflict(Box::new(row));
        }
    }
    update(connection, &changed, by).await?;
    Ok(outcomes)
}

/// The orders with these keys, locked until the end of the transaction. Every transaction locks in
/// the order of the keys, so that no two wait for each other.
///
/// They are read after they were locked, by a statement of its own. One statement that locks and
/// joins returns, where it had to wait, the order as it is now with its details from before.
pub(super) async fn locked(
    connection: &mut PgConnection,
    ids: &[OrderId],
) -> Result<Vec<OrderRow>, sqlx::Error> {
    let keys: Vec<&str> = ids.iter().map(OrderId::as_str).collect();
    let statement = "SELECT id FROM postroom.orders WHERE id = ANY($1) ORDER BY id FOR UPDATE";
    let locked: Vec<String> = sqlx::query_scalar(statement)
        .persistent(false)
        .bind(keys)
        .fetch_all(&mut *connection)
        .await?;
    let locked: Vec<OrderId> = locked.into_iter().map(OrderId::new).collect();
    orders::by_id(connection, &locked).await
}

#[derive(Default)]
struct ByNumber(HashMap<(String, String), OrderRow>);

impl ByNumber {
    fn get(&self, (source, number): &(&str, &str)) -> Option<&OrderRow> {
        self.0.get(&((*source).to_owned(), (*number).to_owned()))
    }
}

/// The orders that have the source and number of one of the writes.
async fn of_numbers(
    connection: &mut PgConnection,
    writes: &[&OrderWrite],
) -> Result<ByNumber, sqlx::Error> {
    if writes.is_empty() {
        return Ok(ByNumber::default());
    }
    let sources: Vec<&str> = writes.iter().map(|write| write.fields.source.as_str()).collect();
    let numbers: Vec<&str> = writes.iter().map(|write| write.fields.number.as_str()).collect();
    let statement = format!(
        "SELECT {} FROM unnest($1::text[], $2::text[]) AS k (source, number)
         JOIN postroom.orders o ON o.source = k.source AND o.number = k.number
         LEFT JOIN postroom.order_details d ON d.position = o.position",
        orders::columns()
    );
    let query = sqlx::query(AssertSqlSafe(statement)).persistent(false);
    let rows = query.bind(sources).bind(numbers).fetch_all(connection).await?;
    let rows = orders::order_rows(&rows)?.into_iter();
    Ok(ByNumber(
        rows.map(|row| ((row.fields.source.clone(), row.fields.number.clone()), row)).collect(),
    ))
}

/// The columns of orders for `unnest`.
#[derive(Default)]
struct Columns<'a> {
    ids: Vec<&'a str>,
    revisions: Vec<i64>,
    sources: Vec<&'a str>,
    numbers: Vec<&'a str>,
    states: Vec<&'a str>,
    recipients: Vec<&'a str>,
    ship_by: Vec<Option<String>>,
    presets: Vec<Option<&'a str>>,
}

impl<'a> Columns<'a> {
    fn push(&mut self, write: &'a OrderWrite, revision: i64) {
        let fields = &write.fields;
        self.ids.push(write.id.as_str());
        self.revisions.push(revision);
        self.sources.push(&fields.source);
        self.numbers.push(&fields.number);
        self.states.push(fields.state.code());
        self.recipients.push(&fields.recipient);
        self.ship_by.push(fields.ship_by.map(|day| day.to_string()));
        self.presets.push(fields.preset.as_deref());
    }
}

const UNNEST: &str = "unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[]) WITH ORDINALITY AS w (id, revision, source, number, state, recipient, ship_by, preset, at)";

async fn run_with(
    connection: &mut PgConnection,
    statement: String,
    columns: Columns<'_>,
    author: &str,
) -> Result<Vec<sqlx::postgres::PgRow>, sqlx::Error> {
    sqlx::query(AssertSqlSafe(statement))
        .persistent(false)
        .bind(columns.ids)
        .bind(columns.revisions)
        .bind(columns.sources)
        .bind(columns.numbers)
        .bind(columns.states)
        .bind(columns.recipients)
        .bind(columns.ship_by)
        .bind(columns.presets)
        .bind(author)
        .fetch_all(connection)
        .await
}

/// Adds the orders. Returns those whose number another station has added at the same time, each with
/// the order of that station.
async fn insert(
    connection: &mut PgConnection,
    new: &[(usize, &OrderWrite)],
    author: &str,
) -> Result<Vec<(usize, OrderRow)>, sqlx::Error> {
    if new.is_empty() {
        return Ok(Vec::new());
    }
    let mut columns = Columns::default();
    for (_, write) in new {
        columns.push(write, 1);
    }
    let statement = format!(
        "INSERT INTO postroom.orders
           (id, revision, source, number, state, recipient, ship_by, preset, changed, changed_by)
         SELECT id, revision, source, number, state, recipient, ship_by, preset, now(), $9
         FROM {UNNEST} ORDER BY at ON CONFLICT (source, number) DO NOTHING RETURNING id, position"
    );
    let rows = run_with(connection, statement, columns, author).await?;
    let positions: HashMap<String, i64> = rows
        .iter()
        .map(|row| Ok((row.try_get(0)?, row.try_get(1)?)))
        .collect::<Result<_, sqlx::Error>>()?;
    let mut details = Vec::new();
    let mut taken = Vec::new();
    for (at, write) in new {
        match positions.get(write.id.as_str()) {
            Some(position) => details.push((*position, *write)),
            None => taken.push((*at, *write)),
        }
    }
    write_details(connection, &details).await?;
    let mut conflicts = Vec::new();
    for (at, write) in taken {
        let fields = &write.fields;
        let numbers = std::slice::from_ref(&fields.number);
        let found = orders::by_number(connection, Some(&fields.source), numbers).await?;
        // It was there a moment ago; without it the whole transaction is tried again.
        let row = found.into_iter().next().ok_or(sqlx::Error::RowNotFound)?;
        conflicts.push((at, row));
    }
    Ok(conflicts)
}

async fn update(
    connection: &mut PgConnection,
    changed: &[(&OrderWrite, &OrderRow)],
    by: Writer<'_>,
) -> Result<(), sqlx::Error> {
    if changed.is_empty() {
        return Ok(());
    }
    let mut columns = Columns::default();
    for (write, row) in changed {
        columns.push(write, row.revision + 1);
    }
    let statement = format!(
        "UPDATE postroom.orders o SET revision = w.revision, source = w.source, number = w.number,
           state = w.state, recipient = w.recipient, ship_by = w.ship_by, preset = w.preset,
           changed = now(), changed_by = $9
         FROM {UNNEST} WHERE o.id = w.id"
    );
    run_with(connection, statement, columns, by.author).await?;
    let details: Vec<(i64, &OrderWrite)> = changed
        .iter()
        .filter(|(write, row)| write.fields.json != row.fields.json)
        .map(|(write, row)| (row.position, *write))
        .collect();
    write_details(connection, &details).await?;
    let writes = changed.iter().map(|(write, _)| *write);
    end_claims(connection, writes, by.station).await
}

async fn write_details(
    connection: &mut PgConnection,
    details: &[(i64, &OrderWrite)],
) -> Result<(), sqlx::Error> {
    if details.is_empty() {
        return Ok(());
    }
    let positions: Vec<i64> = details.iter().map(|(position, _)| *position).collect();
    let json: Vec<&str> = details.iter().map(|(_, write)| write.fields.json.as_str()).collect();
    let vectors: Vec<String> =
        details.iter().map(|(_, write)| words::vector(&write.fields.search_text)).collect();
    sqlx::query(
        "INSERT INTO postroom.order_details (position, json, words)
         SELECT position, json, vector::tsvector
         FROM unnest($1::bigint[], $2::text[], $3::text[]) AS w (position, json, vector)
         ON CONFLICT (position) DO UPDATE SET json = excluded.json, words = excluded.words",
    )
    .persistent(false)
    .bind(positions)
    .bind(json)
    .bind(vectors)
    .execute(connection)
    .await
    .map(drop)
}

/// A claim ends with its purchase, whatever the state of the order: a return label is bought for an
/// order that was shipped. Only the station that has it ends it: another one may know that the label
/// was bought, and does not know what that station still does for it.
async fn end_claims<'a>(
    connection: &mut PgConnection,
    writes: impl Iterator<Item = &'a OrderWrite> + Clone,
    station: &str,
) -> Result<(), sqlx::Error> {
    let orders: Vec<&str> = writes.clone().map(|write| write.id.as_str()).collect();
    let open = writes.flat_map(|write| &write.open_purchases);
    let open: Vec<&str> = open.map(TransactionId::as_str).collect();
    let statement = "DELETE FROM postroom.claims
         WHERE order_id = ANY($1) AND transaction_id <> ALL($2) AND station = $3";
    sqlx::query(statement)
        .persistent(false)
        .bind(orders)
        .bind(open)
        .bind(station)
        .execute(connection)
        .await
        .map(drop)
}

/// Those of the orders that are claimed.
pub(super) async fn claimed_orders(
    connection: &mut PgConnection,
    ids: &[OrderId],
) -> Result<HashSet<String>, sqlx::Error> {
    let keys: Vec<&str> = ids.iter().map(OrderId::as_str).collect();
    let statement = "SELECT order_id FROM postroom.claims WHERE order_id = ANY($1)";
    let claimed: Vec<String> =
        sqlx::query_scalar(statement).persistent(false).bind(keys).fetch_all(connection).await?;
    Ok(claimed.into_iter().collect())
}

/// Removes the orders of these revisions and returns one outcome for each.
pub(super) async fn remove(
    connection: &mut PgConnection,
    wanted: &[(OrderId, i64)],
) -> Result<Vec<WriteOutcome>, sqlx::Error> {
    let ids: Vec<OrderId> = wanted.iter().map(|(id, _)| id.clone()).collect();
    let rows = locked(connection, &ids).await?;
    let claimed = claimed_orders(connection, &ids).await?;
    let mut rows: HashMap<String, OrderRow> =
        rows.into_iter().map(|row| (row.id.as_str().to_owned(), row)).collect();
    let mut outcomes = Vec::with_capacity(wanted.len());
    let mut positions = Vec::new();
    for (id, revision) in wanted {
        outcomes.push(match rows.remove(id.as_str()) {
            None => WriteOutcome::Missing,
            Some(row)
                if !row.may_be_written_on(*revision)
                    || !row.fields.state.is_removable()
                    || claimed.contains(id.as_str()) =>
            {
                WriteOutcome::Conflict(Box::new(row))
            }
            Some(row) => {
                positions.push(row.position);
                WriteOutcome::Removed
            }
        });
    }
    for statement in [
        "DELETE FROM postroom.order_details WHERE position = ANY($1)",
        "DELETE FROM postroom.orders WHERE position = ANY($1)",
    ] {
        let query = sqlx::query(statement).persistent(false).bind(&positions);
        query.execute(&mut *connection).await?;
    }
    Ok(outcomes)
}
