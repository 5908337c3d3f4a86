//! Claims in `workspace.db`. The window and a `postroom batch` of one computer have the same name,
//! so leases matter only where a file was opened under another one.

use rusqlite::{Connection, OptionalExtension, params};

use super::local_orders::{Writer, write_order};
use super::order_page;
use super::{ClaimTimes, ClaimedPurchase, LapsedClaim, OrderClaim, OrderWrite, WriteOutcome};
use crate::base::id::{OrderId, TransactionId};

/// Who asks, and when, in microseconds.
#[derive(Clone, Copy)]
pub(super) struct Asking<'a> {
    pub(super) now: i64,
    pub(super) station: &'a str,
    /// Who signs the orders that are written.
    pub(super) author: &'a str,
    pub(super) times: ClaimTimes,
}

impl<'a> Asking<'a> {
    fn writer(&self) -> Writer<'a> {
        Writer { now: self.now, station: self.station, author: self.author }
    }

    fn later(&self, time: std::time::Duration) -> i64 {
        let micros = i64::try_from(time.as_micros()).unwrap_or(i64::MAX);
        self.now.saturating_add(micros)
    }
}

fn renew_lease(connection: &Connection, asking: Asking<'_>) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO stations VALUES (?1, ?2)
             ON CONFLICT (name) DO UPDATE SET lease_until = excluded.lease_until",
        )?
        .execute(params![asking.station, asking.later(asking.times.lease)])?;
    connection
        .prepare_cached("UPDATE claims SET wanted_since = NULL WHERE station = ?1")?
        .execute([asking.station])?;
    Ok(())
}

/// Renews the lease once half of it is over: a commit for each label would cost as much as its
/// purchase in the journal.
fn renew_when_due(connection: &Connection, asking: Asking<'_>) -> rusqlite::Result<()> {
    let half = asking.later(asking.times.lease / 2);
    let is_long = connection
        .prepare_cached("SELECT 1 FROM stations WHERE name = ?1 AND lease_until >= ?2")?
        .exists(params![asking.station, half])?;
    let is_asked = connection
        .prepare_cached("SELECT 1 FROM claims WHERE station = ?1 AND wanted_since IS NOT NULL")?
        .exists([asking.station])?;
    match is_long && !is_asked {
        true => Ok(()),
        false => renew_lease(connection, asking),
    }
}

pub(super) fn claim(
    connection: &Connection,
    claims: &[OrderClaim],
    asking: Asking<'_>,
) -> rusqlite::Result<Vec<WriteOutcome>> {
    renew_lease(connection, asking)?;
    let claim = |claim: &OrderClaim| {
        let order = claim.write.id.as_str();
        if is_claimed(connection, &claim.write.id)? {
            let row = order_page::by_id(connection, &claim.write.id)?;
            return Ok(
                row.map_or(WriteOutcome::Missing, |row| WriteOutcome::Conflict(Box::new(row)))
            );
        }
        let outcome = write_order(connection, &claim.write, asking.writer())?;
        if matches!(outcome, WriteOutcome::Written(_)) {
            connection
                .prepare_cached("INSERT INTO claims VALUES (?1, ?2, ?3, ?4, ?5, NULL)")?
                .execute(params![
                    order,
                    claim.transaction.as_str(),
                    asking.station,
                    claim.purchase.context,
                    claim.purchase.body
                ])?;
        }
        Ok(outcome)
    };
    claims.iter().map(claim).collect()
}

pub(super) fn is_claimed(connection: &Connection, order: &OrderId) -> rusqlite::Result<bool> {
    connection.prepare_cached("SELECT 1 FROM claims WHERE order_id = ?1")?.exists([order.as_str()])
}

/// A claim ends with its purchase, whatever the state of the order: a return label is bought for an
/// order that was shipped. Only the computer that has it ends it: another one may know that the label
/// was bought, and does not know what that computer still does for it.
pub(super) fn end_if_settled(
    connection: &Connection,
    order: &OrderId,
    open_purchases: &[TransactionId],
    station: &str,
) -> rusqlite::Result<()> {
    let claimed: Option<String> = connection
        .prepare_cached("SELECT transaction_id FROM claims WHERE order_id = ?1 AND station = ?2")?
        .query_row([order.as_str(), station], |row| row.get(0))
        .optional()?;
    let is_over =
        |claimed: &String| !open_purchases.iter().any(|open| open.as_str() == claimed.as_str());
    if claimed.as_ref().is_some_and(is_over) {
        connection
            .prepare_cached("DELETE FROM claims WHERE order_id = ?1")?
            .execute([order.as_str()])?;
    }
    Ok(())
}

pub(super) fn hold(
    connection: &Connection,
    transactions: &[TransactionId],
    asking: Asking<'_>,
) -> rusqlite::Result<Vec<bool>> {
    renew_when_due(connection, asking)?;
    let mut held = connection
        .prepare_cached("SELECT 1 FROM claims WHERE transaction_id = ?1 AND station = ?2")?;
    let transactions = transactions.iter();
    transactions
        .map(|transaction| held.exists(params![transaction.as_str(), asking.station]))
        .collect()
}

pub(super) fn own(
    connection: &Connection,
    station: &str,
) -> rusqlite::Result<Vec<(OrderId, TransactionId)>> {
    connection
        .prepare_cached(
            "SELECT order_id, transaction_id FROM claims WHERE station = ?1 ORDER BY order_id",
        )?
        .query_map([station], |row| {
            let order = OrderId::new(row.get::<_, String>(0)?);
            Ok((order, TransactionId::new(row.get::<_, String>(1)?)))
        })?
        .collect()
}

pub(super) fn end(
    connection: &Connection,
    transactions: &[TransactionId],
    asking: Asking<'_>,
) -> rusqlite::Result<()> {
    let mut end = connection.prepare_cached(&format!(
        "DELETE FROM claims WHERE transaction_id = ?4
           AND (station = ?1 OR wanted_since < ?3 AND {LAPSED})"
    ))?;
    for transaction in transactions {
        end.execute(params![
            asking.station,
            asking.now,
            asked_before(asking),
            transaction.as_str()
        ])?;
    }
    Ok(())
}

/// The condition of a claim whose station has no lease at the time `?2`.
const LAPSED: &str = "NOT EXISTS (SELECT 1 FROM stations
    WHERE stations.name = claims.station AND stations.lease_until >= ?2)";

pub(super) fn lapsed(
    connection: &Connection,
    asking: Asking<'_>,
) -> rusqlite::Result<Vec<LapsedClaim>> {
    connection
        .prepare_cached(&format!(
            "UPDATE claims SET wanted_since = ?2
             WHERE station <> ?1 AND wanted_since IS NULL AND {LAPSED}"
        ))?
        .execute(params![asking.station, asking.now])?;
    // Some of them at a time, others with each look: those that cannot be finished here hide none.
    connection
        .prepare_cached(&format!(
            "SELECT order_id, transaction_id, station, purchase, body, wanted_since < ?3 AND {LAPSED}
             FROM claims WHERE station <> ?1 AND wanted_since IS NOT NULL
             ORDER BY random() LIMIT 200"
        ))?
        .query_map(
            params![asking.station, asking.now, asked_before(asking)],
            |row| {
                Ok(LapsedClaim {
                    order: OrderId::new(row.get::<_, String>(0)?),
                    transaction: TransactionId::new(row.get::<_, String>(1)?),
                    station: row.get(2)?,
                    purchase: ClaimedPurchase {
                        context: row.get(3)?,
                        body: row.get(4)?,
                    },
                    may_be_taken: row.get(5)?,
                })
            },
        )?
        .collect()
}

/// Who was asked before this time has not answered.
fn asked_before(asking: Asking<'_>) -> i64 {
    let answer = i64::try_from(asking.times.answer.as_micros()).unwrap_or(i64::MAX);
    asking.now.saturating_sub(answer)
}

pub(super) fn take_over(
    connection: &Connection,
    claim: &LapsedClaim,
    write: &OrderWrite,
    asking: Asking<'_>,
) -> rusqlite::Result<WriteOutcome> {
    renew_lease(connection, asking)?;
    let Some(before) = order_page::by_id(connection, &claim.order)? else {
        return Ok(WriteOutcome::Missing);
    };
    if !write.revision.is_some_and(|revision| before.may_be_written_on(revision)) {
        return Ok(WriteOutcome::Conflict(Box::new(before)));
    }
    let taken = connection
        .prepare_cached(&format!(
            "UPDATE claims SET station = ?1, wanted_since = NULL
             WHERE transaction_id = ?4 AND station = ?5 AND wanted_since < ?3 AND {LAPSED}
             RETURNING 1"
        ))?
        .query_row(
            params![
                asking.station,
                asking.now,
                asked_before(asking),
                claim.transaction.as_str(),
                claim.station
            ],
            |_| Ok(()),
        )
        .optional()?;
    match taken {
        None => Ok(WriteOutcome::Conflict(Box::new(before))),
        Some(()) => write_order(connection, write, asking.writer()),
    }
}
