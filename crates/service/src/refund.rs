//! Refunds (sections 3.3 and 4.6). A refund is approved after one simulated day, and its amount is
//! credited after three; a share, chosen by the shipment's id, is rejected. If the carrier had
//! scanned a parcel of the shipment when the refund was requested, it is always rejected, because
//! the shipment is being carried.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::app::App;
use super::auth::{Env, Identity};
use super::carrier_rules::{self, Rules};
use super::carriers;
use super::db::in_savepoint;
use super::fail::{self, Fail};
use super::ledger::{self, Entry};
use super::luck::Luck;
use super::reply::{Json, Reply};
use super::routing;
use super::shipment;
use super::stamp::from_ms;
use super::stored_shipment::{self, SETTLED, Stored};
use super::tracking;
use super::warnings::Warnings;
use super::wire::Call;
use postroom_base::money::Amount;
use postroom_base::text;

const MODULE: &str = "SHIPMENT";
const DAY_MS: i64 = 86_400_000;
/// The refund period of section 8.
const WINDOW_MS: i64 = 30 * DAY_MS;
/// The refund is approved or rejected after this time.
pub const DECIDED_AFTER_MS: i64 = DAY_MS;
const REFUNDED_AFTER_MS: i64 = 3 * DAY_MS;
/// Booking the refund failed; it is not tried again until the next start.
const PUT_OFF: i64 = 2;

/// POST /Shipment/Refund
pub async fn start(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let transaction_id = call.transaction_id(MODULE)?;
    let body = call.object()?;
    let fields = call.fields(&body)?;
    let key = fields.need_one_of("key")?;
    let value = fields.need_text("value")?;
    let now = app.clock.now_of(&who);
    let stored = app
        .db
        .write(move |tx| {
            if !ledger::claim_transaction_id(tx, &who, &transaction_id, "POST /Shipment/Refund")? {
                return Err(Fail::new(
                    fail::SHIPMENT_VALIDATION_FAILED,
                    text!("practice-service-id-used", id = transaction_id.as_str()),
                ));
            }
            let mut stored = stored_shipment::by_key(tx, &who, key, &value)?;
            check(&stored, now)?;
            if let Some(carrier) = carriers::find(&stored.carrier_code) {
                Rules::load(tx)?.check_reachable(carrier)?;
            }
            // The outcome set for this shipment takes precedence over the one set for all.
            if tracking::was_scanned(&stored, now) {
                stored.refund_outcome = Some("Rejected".to_owned());
            } else if stored.refund_outcome.is_none() {
                stored.refund_outcome = carrier_rules::refund_outcome(tx)?;
            }
            tx.execute(
                "UPDATE shipments SET refund_started_ms = ?1, refund_transaction_id = ?2,
                 refund_outcome = ?3 WHERE id = ?4",
                params![now.as_millisecond(), transaction_id, stored.refund_outcome, stored.id],
            )?;
            stored.refund_started_ms = Some(now.as_millisecond());
            Ok(stored)
        })
        .await?;
    let shown = shipment::show(&app, &stored, &call.headers, None, false).await?;
    Ok(Json(Warnings::in_refund(&body).attach_to(shown)))
}

fn check(stored: &Stored, now: Timestamp) -> Result<(), Fail> {
    let carrier = carriers::find(&stored.carrier_code);
    if !carrier.is_some_and(|carrier| carrier.refunds) {
        return Err(Fail::new(
            fail::SHIPMENT_REFUND_NOT_SUPPORTED,
            text!("practice-service-no-refunds"),
        ));
    }
    let refuse = |why: &str| Err(Fail::new(fail::SHIPMENT_REFUND_VALIDATION_FAILED, why));
    if stored.refund_started_ms.is_some() {
        return refuse(text!("practice-service-refund-asked"));
    }
    if stored.manifest_id.is_some() {
        return refuse(text!("practice-service-refund-manifested"));
    }
    if now.as_millisecond() - stored.created_ms > WINDOW_MS {
        return refuse(text!("practice-service-refund-too-old"));
    }
    Ok(())
}

/// The `refundStatus`, if a refund was requested.
pub fn status(stored: &Stored, now: Timestamp) -> Option<&'static str> {
    let passed = now.as_millisecond() - stored.refund_started_ms?;
    Some(if passed < DECIDED_AFTER_MS {
        "Initiated"
    } else if is_rejected(&stored.id, stored.refund_outcome.as_deref()) {
        "Rejected"
    } else if passed < REFUNDED_AFTER_MS || !stored.refund_settled {
        "Approved"
    } else {
        "Refunded"
    })
}

/// Whether the carrier already had a parcel when the shipment's refund was requested.
pub fn is_settled_by_a_scan(conn: &Connection, shipment_id: &str) -> Result<bool, Fail> {
    let Some(stored) = stored_shipment::with_id(conn, shipment_id)? else {
        return Ok(false);
    };
    let started = stored.refund_started_ms.map(from_ms);
    Ok(started.is_some_and(|at| tracking::was_scanned(&stored, at)))
}

/// One in twenty refunds is rejected if no administrator decided.
fn is_rejected(shipment_id: &str, outcome: Option<&str>) -> bool {
    match outcome {
        Some(outcome) => outcome == "Rejected",
        None => routing::hash_permille("refund", shipment_id) < 50,
    }
}

/// Books the refunds that have become due. Calls that read balances and shipments call it first, so
/// that responses match the clock. It never fails those calls: a refund that cannot be booked is
/// logged and deferred.
pub async fn settle_due(app: &Arc<App>, who: &Identity) {
    if let Err(error) = settle(app, who).await {
        tracing::error!(%error, "booking the refunds that are due");
    }
}

async fn settle(app: &Arc<App>, who: &Identity) -> Result<(), Fail> {
    let now_ms = app.clock.now_of(who).as_millisecond();
    let due_before = now_ms - REFUNDED_AFTER_MS;
    // Read before the rows, so that a concurrent commit makes the result outdated.
    let version = app.db.version();
    let known = *app.refunds.known();
    let earliest_ms = match known {
        Some((seen, earliest_ms)) if seen == version => earliest_ms,
        _ => {
            let earliest: Option<i64> = app
                .db
                .read(|conn| {
                    Ok(conn
                        .prepare_cached(
                            "SELECT min(refund_started_ms) FROM shipments
                             WHERE refund_settled = 0 AND refund_started_ms IS NOT NULL",
                        )?
                        .query_row([], |row| row.get(0))?)
                })
                .await?;
            let earliest_ms = earliest.unwrap_or(i64::MAX);
            *app.refunds.known() = Some((version, earliest_ms));
            earliest_ms
        }
    };
    if earliest_ms > due_before {
        return Ok(());
    }
    // Each account has a clock, and a ledger whose rows must not depend on who else calls.
    let who = who.clone();
    app.db
        .write(move |tx| {
            let mut rows = tx.prepare_cached(
                "SELECT id, account_id, env, charge, refund_transaction_id, refund_started_ms,
                 refund_outcome FROM shipments WHERE refund_settled = 0 AND refund_started_ms <= ?1
                 AND account_id = ?2 ORDER BY refund_started_ms",
            )?;
            let due = rows
                .query_map(params![due_before, who.account_id], Owed::from_row)?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            for owed in due {
                let state = match in_savepoint(tx, || owed.book(tx, &who.luck))? {
                    Ok(()) => SETTLED,
                    Err(error) => {
                        tracing::error!(%error, shipment = owed.id, "a refund cannot be booked");
                        PUT_OFF
                    }
                };
                tx.prepare_cached("UPDATE shipments SET refund_settled = ?1 WHERE id = ?2")?
                    .execute(params![state, owed.id])?;
            }
            Ok(())
        })
        .await
}

/// Called at start: retries the refunds that could not be booked.
pub async fn retry_failed_refunds(app: &App) -> Result<(), Fail> {
    app.db
        .write(|tx| {
            tx.execute(
                "UPDATE shipments SET refund_settled = 0 WHERE refund_settled = ?1",
                [PUT_OFF],
            )?;
            Ok(())
        })
        .await
}

/// A refund that is due.
struct Owed {
    id: String,
    account_id: String,
    env: String,
    charge: i64,
    transaction_id: String,
    started_ms: i64,
    outcome: Option<String>,
}

impl Owed {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            account_id: row.get(1)?,
            env: row.get(2)?,
            charge: row.get(3)?,
            transaction_id: row.get(4)?,
            started_ms: row.get(5)?,
            outcome: row.get(6)?,
        })
    }

    /// Credits the refund. A shipment that was free or whose refund is rejected gets nothing.
    fn book(&self, tx: &Connection, luck: &Luck) -> Result<(), Fail> {
        if self.charge <= 0 || is_rejected(&self.id, self.outcome.as_deref()) {
            return Ok(());
        }
        let who = Identity {
            account_id: self.account_id.clone(),
            user_id: String::new(),
            app_id: String::new(),
            env: Env::parse(&self.env).unwrap_or(Env::Test),
            luck: luck.clone(),
        };
        let entry = Entry {
            transaction_id: &self.transaction_id,
            event_type: "OnRefund",
            amount: Amount::from_micros(self.charge),
            comments: &text!("practice-service-entry-refund", id = self.id.as_str()),
            payment_type: "Balance",
        };
        ledger::book_refund(tx, &who, &entry, self.started_ms + REFUNDED_AFTER_MS)?;
        Ok(())
    }
}
