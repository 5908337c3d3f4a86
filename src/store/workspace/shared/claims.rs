//! Claims on PostgreSQL. Everything here runs inside one short transaction; none is open while a
//! label is bought. The clock of the server judges leases.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::{AssertSqlSafe, Row};

use super::order_writes::{self, Writer};
use super::orders;
use super::reports::{Counts, MOST_COUNTED, ROWS, counts_of};
use super::seen::SeenWorkspaces;
use crate::base::id::{OrderId, TransactionId};
use crate::store::workspace::{
    ClaimTimes, ClaimedPurchase, LapsedClaim, OrderClaim, OrderRow, OrderWrite, WriteOutcome,
};

/// Says that this computer is there, and that it keeps what others asked it for. A lease of which
/// more than half is left stays as it is, so that the row is not written for every label.
pub(super) async fn renew_lease(
    connection: &mut PgConnection,
    station: &str,
    lease: Duration,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO postroom.stations (name, lease_until, version)
         VALUES ($1, now() + $2::bigint * interval '1 millisecond', $3)
         ON CONFLICT (name) DO UPDATE
           SET lease_until = excluded.lease_until, version = excluded.version
           WHERE stations.lease_until < now() + $2::bigint * interval '0.5 millisecond'",
    )
    .persistent(false)
    .bind(station)
    .bind(milliseconds(lease))
    .bind(env!("CARGO_PKG_VERSION"))
    .execute(&mut *connection)
    .await?;
    sqlx::query(
        "UPDATE postroom.claims SET wanted_by = NULL, wanted_since = NULL
         WHERE station = $1 AND wanted_by IS NOT NULL",
    )
    .persistent(false)
    .bind(station)
    .execute(connection)
    .await
    .map(drop)
}

/// Whether [`renew_lease`] would change anything. Asking first writes nothing and locks nothing, and it
/// is asked before each label. While more than half of the lease is left nobody can ask for a claim of
/// this computer, so nothing changes between this answer and the use of the claim.
async fn needs_renewal(
    connection: &mut PgConnection,
    station: &str,
    lease: Duration,
) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar(
        "SELECT NOT EXISTS (SELECT FROM postroom.stations
             WHERE name = $1 AND lease_until >= now() + $2::bigint * interval '0.5 millisecond')
           OR EXISTS (SELECT FROM postroom.claims WHERE station = $1 AND wanted_by IS NOT NULL)",
    )
    .persistent(false)
    .bind(station)
    .bind(milliseconds(lease))
    .fetch_one(connection)
    .await
}

pub(super) async fn claim(
    connection: &mut PgConnection,
    claims: &[OrderClaim],
    by: Writer<'_>,
    times: ClaimTimes,
    seen: &SeenWorkspaces,
) -> Result<(Vec<WriteOutcome>, Option<Counted>), sqlx::Error> {
    renew_lease(connection, by.station, times.lease).await?;
    let free = free_orders(connection, claims).await?;
    let mut busy = Vec::new();
    let mut writes = Vec::new();
    for claim in claims {
        match free.contains(claim.write.id.as_str()) {
            true => writes.push(claim.write.clone()),
            false => busy.push(claim.write.id.clone()),
        }
    }
    let written = order_writes::write(connection, &writes, by).await?;
    let mut written: HashMap<&str, WriteOutcome> =
        writes.iter().map(|write| write.id.as_str()).zip(written).collect();
    let busy = match busy.is_empty() {
        true => Vec::new(),
        false => orders::by_id(connection, &busy).await?,
    };
    let mut busy: HashMap<&str, &OrderRow> =
        busy.iter().map(|row| (row.id.as_str(), row)).collect();
    let mut outcomes = Vec::with_capacity(claims.len());
    let mut claimed = Vec::new();
    for claim in claims {
        let id = claim.write.id.as_str();
        let outcome = match (written.remove(id), busy.remove(id)) {
            (Some(outcome), _) => outcome,
            (None, Some(row)) => WriteOutcome::Conflict(Box::new(row.clone())),
            (None, None) => WriteOutcome::Missing,
        };
        if matches!(outcome, WriteOutcome::Written(_)) {
            claimed.push(claim);
        }
        outcomes.push(outcome);
    }
    if claimed.is_empty() {
        return Ok((outcomes, None));
    }
    let counted = insert(connection, &claimed, 0, by.station, seen).await?;
    Ok((outcomes, Some(counted)))
}

/// The orders that nobody else is writing at this moment and nobody has claimed, locked until the
/// end of the transaction.
///
/// Who has claimed them is read after they were locked, by their keys. In one statement the server may
/// read every claim instead, also those that have ended: while a dump runs, these are not cleaned.
async fn free_orders(
    connection: &mut PgConnection,
    claims: &[OrderClaim],
) -> Result<HashSet<String>, sqlx::Error> {
    let ids: Vec<&str> = claims.iter().map(|claim| claim.write.id.as_str()).collect();
    let ids: Vec<String> = sqlx::query_scalar(
        "SELECT o.id FROM postroom.orders o
         WHERE o.id = ANY($1) ORDER BY o.id FOR UPDATE OF o SKIP LOCKED",
    )
    .persistent(false)
    .bind(ids)
    .fetch_all(&mut *connection)
    .await?;
    let locked: Vec<OrderId> = ids.into_iter().map(OrderId::new).collect();
    let claimed = order_writes::claimed_orders(connection, &locked).await?;
    let keys = locked.iter().map(|id| id.as_str().to_owned());
    Ok(keys.filter(|id| !claimed.contains(id)).collect())
}

/// What the stations have bought when the claim was written, and the count of this one with it.
pub(super) struct Counted {
    pub counts: Counts,
    pub own: i64,
}

/// Claims as the columns of their table.
#[derive(Default)]
pub(super) struct ClaimColumns<'a> {
    pub orders: Vec<&'a str>,
    pub transactions: Vec<&'a str>,
    pub contexts: Vec<&'a str>,
    pub bodies: Vec<&'a [u8]>,
}

impl<'a> ClaimColumns<'a> {
    pub fn of_claims(
        claims: impl Iterator<Item = (&'a OrderId, &'a TransactionId, &'a ClaimedPurchase)>,
    ) -> Self {
        let mut columns = Self::default();
        for (order, transaction, purchase) in claims {
            columns.orders.push(order.as_str());
            columns.transactions.push(transaction.as_str());
            columns.contexts.push(&purchase.context);
            columns.bodies.push(&purchase.body);
        }
        columns
    }
}

/// Writes the claims and counts them, or one that was taken over. Fails where the database has gone back
/// to an older copy and reports are missing. That is read last, when the orders are locked: whoever
/// replaces the tables waits for this transaction, or was seen by it.
async fn insert(
    connection: &mut PgConnection,
    claims: &[&OrderClaim],
    taken_over: usize,
    station: &str,
    seen: &SeenWorkspaces,
) -> Result<Counted, sqlx::Error> {
    let columns = claims.iter().map(|it| (&it.write.id, &it.transaction, &it.purchase));
    let columns = ClaimColumns::of_claims(columns);
    let bought = i64::try_from(claims.len() + taken_over).unwrap_or(i64::MAX);
    let statement = format!(
        "WITH counted AS (
           UPDATE postroom.stations SET purchases = least(purchases, $4) + $3 WHERE name = $2
           RETURNING purchases),
         claimed AS (
           INSERT INTO postroom.claims (order_id, transaction_id, station, purchase, body)
           SELECT order_id, transaction_id, $2, purchase, body
           FROM unnest($5::text[], $6::text[], $7::text[], $8::bytea[])
             AS c (order_id, transaction_id, purchase, body))
         SELECT (SELECT purchases FROM counted) AS own, {ROWS}"
    );
    let known = seen.known().await;
    let rows = sqlx::query(AssertSqlSafe(statement))
        .persistent(false)
        .bind(known.stations(station))
        .bind(station)
        .bind(bought)
        .bind(MOST_COUNTED)
        .bind(columns.orders)
        .bind(columns.transactions)
        .bind(columns.contexts)
        .bind(columns.bodies)
        .fetch_all(connection)
        .await?;
    let counts = counts_of(&rows)?;
    counts.check(&known.of_workspace(&counts.workspace))?;
    let own = rows.first().map_or(Ok(None), |row| row.try_get("own"))?;
    Ok(Counted { counts, own: own.unwrap_or_default() })
}

pub(super) async fn hold(
    connection: &mut PgConnection,
    transactions: &[TransactionId],
    station: &str,
    lease: Duration,
) -> Result<Vec<bool>, sqlx::Error> {
    if needs_renewal(connection, station, lease).await? {
        renew_lease(connection, station, lease).await?;
    }
    let keys: Vec<&str> = transactions.iter().map(TransactionId::as_str).collect();
    let held: Vec<String> = sqlx::query_scalar(
        "SELECT transaction_id FROM postroom.claims WHERE transaction_id = ANY($1) AND station = $2",
    )
    .persistent(false)
    .bind(keys)
    .bind(station)
    .fetch_all(connection)
    .await?;
    let is_held =
        |transaction: &TransactionId| held.iter().any(|held| held == transaction.as_str());
    Ok(transactions.iter().map(is_held).collect())
}

/// The condition of a claim `c` that may be taken: the lease of its computer has ended, and it was
/// asked after that, long enough ago. A computer that the server does not know has no lease.
const TAKEABLE: &str = "c.wanted_since < now() - $2::bigint * interval '1 millisecond'
    AND NOT EXISTS (SELECT FROM postroom.stations s
      WHERE s.name = c.station AND s.lease_until >= c.wanted_since)";

pub(super) async fn own(
    connection: &mut PgConnection,
    station: &str,
) -> Result<Vec<(OrderId, TransactionId)>, sqlx::Error> {
    let statement = "SELECT order_id, transaction_id FROM postroom.claims
         WHERE station = $1 ORDER BY order_id";
    let rows = sqlx::query(statement).persistent(false).bind(station).fetch_all(connection).await?;
    rows.iter()
        .map(|row| {
            let order = OrderId::new(row.try_get::<String, _>(0)?);
            let transaction = TransactionId::new(row.try_get::<String, _>(1)?);
            Ok((order, transaction))
        })
        .collect()
}

pub(super) async fn end(
    connection: &mut PgConnection,
    transactions: &[TransactionId],
    station: &str,
    times: ClaimTimes,
) -> Result<(), sqlx::Error> {
    let keys: Vec<&str> = transactions.iter().map(TransactionId::as_str).collect();
    let statement = format!(
        "DELETE FROM postroom.claims c
         WHERE c.transaction_id = ANY($3) AND (c.station = $1 OR ({TAKEABLE}))"
    );
    sqlx::query(AssertSqlSafe(statement))
        .persistent(false)
        .bind(station)
        .bind(milliseconds(times.answer))
        .bind(keys)
        .execute(connection)
        .await
        .map(drop)
}

pub(super) async fn lapsed(
    connection: &mut PgConnection,
    station: &str,
    times: ClaimTimes,
) -> Result<Vec<LapsedClaim>, sqlx::Error> {
    // A question may have met the renewal of the lease: after its end it is asked again.
    sqlx::query(
        "UPDATE postroom.claims SET wanted_by = $1, wanted_since = now() WHERE order_id IN
           (SELECT c.order_id FROM postroom.claims c
              LEFT JOIN postroom.stations s ON s.name = c.station
            WHERE c.station <> $1 AND (s.lease_until IS NULL OR s.lease_until < now())
              AND (c.wanted_since IS NULL OR c.wanted_since <= s.lease_until)
            ORDER BY c.order_id FOR UPDATE OF c SKIP LOCKED)",
    )
    .persistent(false)
    .bind(station)
    .execute(&mut *connection)
    .await?;
    // Some of them at a time, others with each look: those that cannot be finished here hide none.
    let statement = format!(
        "SELECT c.order_id, c.transaction_id, c.station, c.purchase, c.body,
           ({TAKEABLE}) AS may_be_taken
         FROM postroom.claims c WHERE c.station <> $1 AND c.wanted_since IS NOT NULL
         ORDER BY random() LIMIT 200"
    );
    let rows = sqlx::query(AssertSqlSafe(statement))
        .persistent(false)
        .bind(station)
        .bind(milliseconds(times.answer))
        .fetch_all(connection)
        .await?;
    rows.iter().map(lapsed_claim).collect()
}

fn lapsed_claim(row: &PgRow) -> Result<LapsedClaim, sqlx::Error> {
    Ok(LapsedClaim {
        order: OrderId::new(row.try_get::<String, _>("order_id")?),
        transaction: TransactionId::new(row.try_get::<String, _>("transaction_id")?),
        station: row.try_get("station")?,
        purchase: ClaimedPurchase { context: row.try_get("purchase")?, body: row.try_get("body")? },
        may_be_taken: row.try_get::<Option<bool>, _>("may_be_taken")?.unwrap_or_default(),
    })
}

pub(super) async fn take_over(
    connection: &mut PgConnection,
    claim: &LapsedClaim,
    write: &OrderWrite,
    by: Writer<'_>,
    times: ClaimTimes,
    seen: &SeenWorkspaces,
) -> Result<(WriteOutcome, Option<Counted>), sqlx::Error> {
    renew_lease(connection, by.station, times.lease).await?;
    let order = std::slice::from_ref(&claim.order);
    let before = order_writes::locked(connection, order).await?;
    let Some(before) = before.into_iter().next() else {
        return Ok((WriteOutcome::Missing, None));
    };
    if !write.revision.is_some_and(|revision| before.may_be_written_on(revision)) {
        return Ok((WriteOutcome::Conflict(Box::new(before)), None));
    }
    let statement = format!(
        "UPDATE postroom.claims c SET station = $1, wanted_by = NULL, wanted_since = NULL
         WHERE c.transaction_id = $3 AND c.station = $4 AND {TAKEABLE}"
    );
    let taken = sqlx::query(AssertSqlSafe(statement))
        .persistent(false)
        .bind(by.station)
        .bind(milliseconds(times.answer))
        .bind(claim.transaction.as_str())
        .bind(&claim.station)
        .execute(&mut *connection)
        .await?;
    if taken.rows_affected() == 0 {
        return Ok((WriteOutcome::Conflict(Box::new(before)), None));
    }
    let outcomes = order_writes::write(connection, std::slice::from_ref(write), by).await?;
    let counted = insert(connection, &[], 1, by.station, seen).await?;
    Ok((outcomes.into_iter().next().unwrap_or(WriteOutcome::Missing), Some(counted)))
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
