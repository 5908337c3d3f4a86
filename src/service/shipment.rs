//! Shipments (section 4.6): creating one buys its labels.
//!
//! The debit, the history row, the used transaction id and the shipment are one SQLite
//! transaction. What a label and a response need is kept as it was at the purchase;
//! addresses or carrier accounts that change later change no shipment.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::{Map, Value, json};

use super::App;
use super::auth::{Identity, identify};
use super::fail::{self, Fail};
use super::ledger;
use super::order::{self, Order};
use super::page::{PAGE_SIZE, Window};
use super::wire::{Call, Json, Reply};
use super::{label, refund, tracking};

const MODULE: &str = "SHIPMENT";
const COLUMNS: &str =
    "id, carrier_code, created_ms, facts, refund_started_ms, manifest_id, refund_outcome";

/// A row, with the JSON of the purchase.
#[derive(Clone, Debug)]
pub struct Stored {
    pub id: String,
    pub carrier_code: String,
    pub created_ms: i64,
    pub facts: Value,
    pub refund_started_ms: Option<i64>,
    pub manifest_id: Option<String>,
    /// `Approved` or `Rejected` where an administrator decided; else chance does.
    pub refund_outcome: Option<String>,
    pub parcels: Vec<StoredParcel>,
}

#[derive(Clone, Debug)]
pub struct StoredParcel {
    pub number: u32,
    pub tracking_number: String,
    pub label_token: String,
}

/// POST /Shipment, also written /shipment.
pub async fn create(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = identify(&app, &call).await?;
    let transaction_id = call.transaction_id(MODULE)?;
    let (caller, id) = (who.clone(), transaction_id.clone());
    let used = app
        .db
        .read(move |conn| ledger::is_used(conn, &caller, &id))
        .await?;
    if used {
        return Err(already_used(&transaction_id));
    }
    let body = call.object(MODULE)?;
    let order = Order::read(&body)?;
    let (now, machine_now) = (app.clock.now(), app.clock.machine_now());
    let tokens = order
        .parcels
        .iter()
        .map(|_| app.keys.random_text())
        .collect::<Result<Vec<_>, _>>()?;
    let (stored, ignored) = app
        .db
        .write(move |tx| {
            if !ledger::use_once(tx, &who, &transaction_id, "POST /Shipment")? {
                return Err(already_used(&transaction_id));
            }
            let purchase = order::Purchase {
                who: &who,
                transaction_id: &transaction_id,
                tokens,
                now,
                machine_now,
            };
            order::buy(tx, order, purchase)
        })
        .await?;
    let shown = show(&app, stored, &call.headers, None, true).await?;
    Ok(Json(ignored.ride(shown)))
}

fn already_used(transaction_id: &str) -> Fail {
    Fail::new(
        fail::SHIPMENT_VALIDATION_FAILED,
        format!("The transaction id {transaction_id:?} has already been used."),
    )
}

/// GET /Shipment: one by key, or a page of all.
pub async fn find(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = identify(&app, &call).await?;
    refund::settle_due(&app).await?;
    let package = package_number(&call)?;
    if let Some(key) = call.param("key") {
        let (key, value) = (key.to_owned(), call.need_param(MODULE, "value")?.to_owned());
        let stored = app
            .db
            .read(move |conn| by_key(conn, &who, &key, &value))
            .await?;
        return Ok(Json(
            show(&app, stored, &call.headers, package, true).await?,
        ));
    }
    if call.param("value").is_some() {
        return Err(Fail::bad_request(
            MODULE,
            "The query parameter key is required.",
        ));
    }
    let window = Window::read(&call, MODULE)?;
    let (shipments, total, newest) = app.db.read(move |conn| list(conn, &who, window)).await?;
    let mut results = Vec::with_capacity(shipments.len());
    for stored in shipments {
        results.push(show(&app, stored, &call.headers, package, false).await?);
    }
    Ok(Json(window.wrap(results, total, newest)))
}

pub fn package_number(call: &Call) -> Result<Option<u32>, Fail> {
    call.param("packageNumber")
        .map(|text| {
            text.parse().map_err(|_| {
                Fail::bad_request(MODULE, "packageNumber must be a whole number from 1.")
            })
        })
        .transpose()
}

/// Section 2.20. In lists, Base64 labels are left out: the reprint call has them.
pub async fn show(
    app: &Arc<App>,
    stored: Stored,
    headers: &HeaderMap,
    package: Option<u32>,
    with_content: bool,
) -> Result<Value, Fail> {
    let now = app.clock.now();
    let tracking = tracking::embedded(&stored, package, now, headers);
    let status = refund::status(&stored, now);
    let (labels, errors) = match label::answer(app, &stored, headers, package, with_content).await {
        Ok(labels) => (labels, Vec::new()),
        // The label is bought and paid: say what is wrong instead of failing the call.
        Err(cause) if with_content && package.is_none() => (Value::Null, vec![cause.entry()]),
        Err(cause) => return Err(cause),
    };
    let mut shown = stored.facts.get("shown").cloned().unwrap_or_default();
    let Some(map) = shown.as_object_mut() else {
        return Err(Fail::internal("a shipment without facts"));
    };
    map.insert("tracking".to_owned(), tracking);
    map.insert("postageLabel".to_owned(), labels);
    map.insert("errors".to_owned(), Value::Array(errors));
    if let Some(status) = status {
        map.insert("refundStatus".to_owned(), json!(status));
    }
    keep_package(map, package)?;
    Ok(shown)
}

fn keep_package(shipment: &mut Map<String, Value>, package: Option<u32>) -> Result<(), Fail> {
    let (Some(number), Some(Value::Array(packages))) = (package, shipment.get_mut("packages"))
    else {
        return Ok(());
    };
    packages.retain(|entry| {
        entry.get("packageNumber").and_then(Value::as_u64) == Some(u64::from(number))
    });
    if packages.is_empty() {
        return Err(Fail::new(
            fail::SHIPMENT_NOT_FOUND,
            format!("The shipment has no package {number}."),
        ));
    }
    Ok(())
}

/// The shipment a key and value name; `SHIPMENT.NOT_FOUND` where there is none.
pub fn by_key(conn: &Connection, who: &Identity, key: &str, value: &str) -> Result<Stored, Fail> {
    look_up(conn, who, key, value)?.ok_or_else(|| {
        Fail::new(
            fail::SHIPMENT_NOT_FOUND,
            format!("There is no shipment with the {key} {value:?}."),
        )
    })
}

/// The shipment a key and value name, among the caller's own.
pub fn look_up(
    conn: &Connection,
    who: &Identity,
    key: &str,
    value: &str,
) -> Result<Option<Stored>, Fail> {
    let column = match key {
        "Id" | "ShipmentId" => "id = ?3",
        "TransactionId" => "transaction_id = ?3",
        "TrackingNumber" => "id = (SELECT shipment_id FROM parcels WHERE tracking_number = ?3)",
        _ => {
            return Err(Fail::invalid(
                MODULE,
                format!(
                    "key cannot be {key:?}; allowed: Id, ShipmentId, TransactionId, TrackingNumber."
                ),
            ));
        }
    };
    let row = conn
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM shipments WHERE account_id = ?1 AND env = ?2 AND {column}"
        ))?
        .query_row(params![who.account_id, who.env.code(), value], raw)
        .optional()?;
    row.map(|row| complete(conn, row)).transpose()
}

/// Whoever owns it; for label files, whose address is its own permission.
pub fn by_id(conn: &Connection, id: &str) -> Result<Stored, Fail> {
    let row = conn
        .prepare_cached(&format!("SELECT {COLUMNS} FROM shipments WHERE id = ?1"))?
        .query_row([id], raw)?;
    complete(conn, row)
}

fn list(
    conn: &Connection,
    who: &Identity,
    window: Window,
) -> Result<(Vec<Stored>, i64, i64), Fail> {
    let newest: i64 = conn.query_row("SELECT coalesce(max(seq), 0) FROM shipments", [], |row| {
        row.get(0)
    })?;
    let newest = window.newest_or(newest);
    let scope = params![
        who.account_id,
        who.env.code(),
        window.start_ms,
        window.end_ms,
        newest
    ];
    const WHERE: &str = "FROM shipments WHERE account_id = ?1 AND env = ?2 AND created_ms >= ?3 AND created_ms <= ?4 AND seq <= ?5";
    let total: i64 = conn
        .prepare_cached(&format!("SELECT count(*) {WHERE}"))?
        .query_row(scope, |row| row.get(0))?;
    let rows = conn
        .prepare_cached(&format!(
            "SELECT {COLUMNS} {WHERE} ORDER BY seq DESC LIMIT {PAGE_SIZE} OFFSET {}",
            window.offset()
        ))?
        .query_map(scope, raw)?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    let shipments = rows
        .into_iter()
        .map(|row| complete(conn, row))
        .collect::<Result<_, _>>()?;
    Ok((shipments, total, newest))
}

struct RawRow {
    stored: Stored,
    facts: String,
}

fn raw(row: &Row<'_>) -> rusqlite::Result<RawRow> {
    let stored = Stored {
        id: row.get(0)?,
        carrier_code: row.get(1)?,
        created_ms: row.get(2)?,
        facts: Value::Null,
        refund_started_ms: row.get(4)?,
        manifest_id: row.get(5)?,
        refund_outcome: row.get(6)?,
        parcels: Vec::new(),
    };
    Ok(RawRow {
        stored,
        facts: row.get(3)?,
    })
}

fn complete(conn: &Connection, row: RawRow) -> Result<Stored, Fail> {
    let mut stored = row.stored;
    stored.facts = serde_json::from_str(&row.facts)?;
    stored.parcels = conn
        .prepare_cached(
            "SELECT package_number, tracking_number, label_token FROM parcels
             WHERE shipment_id = ?1 ORDER BY package_number",
        )?
        .query_map([&stored.id], |row| {
            Ok(StoredParcel {
                number: row.get(0)?,
                tracking_number: row.get(1)?,
                label_token: row.get(2)?,
            })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(stored)
}

impl Stored {
    /// A text of the facts by its pointer.
    pub fn fact(&self, pointer: &str) -> &str {
        self.facts
            .pointer(pointer)
            .and_then(Value::as_str)
            .unwrap_or_default()
    }

    pub fn created(&self) -> Timestamp {
        super::wire::from_ms(self.created_ms)
    }
}
