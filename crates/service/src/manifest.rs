//! Manifests (sections 2.21 and 4.7): shipments that are handed to the carrier together.
//!
//! One transaction checks every value, stores the manifest and marks its shipments, so that a
//! shipment is on at most one manifest even with concurrent requests. A queued manifest is already
//! complete: only its form becomes available later, by the simulated clock.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::{Value, json};

use super::app::App;
use super::auth::Identity;
use super::document::{FormFacts, FormPackage};
use super::fail::{self, Fail};
use super::label::{label_class, origin};
use super::manifest_order::{self, CheckedManifest, Order};
use super::number;
use super::page::{PageQuery, PagedTable};
use super::paper::{self, DocumentKind};
use super::reply::{Json, Reply};
use super::stamp::{stamp, stamp_z};
use super::stored_shipment::Stored;
use super::wire::Call;
use super::{purchase, tariff};

pub const MODULE: &str = "MANIFEST";
const COLUMNS: &str = "id, body, ready_ms, form_token";
/// How long a manifest stays queued, in simulated time.
const QUEUED_MS: i64 = 10 * 60 * 1000;
const QUEUED: (&str, &str) = ("MANIFEST_QUEUED", "Manifest is queued");
const GENERATED: (&str, &str) = ("MANIFEST_GENERATED", "Manifest is generated");
const DEPRECATED: (&str, &str) =
    ("SVC3.FIELD_DEPRECATED", "message and messageCode are replaced by messages");

/// A stored manifest: the unchanging part of the response, and when the form is ready.
struct Made {
    body: Value,
    ready_ms: i64,
    form_token: String,
}

/// POST /Manifest
pub async fn create(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let body = call.object()?;
    let order = Order::read(&call.fields(&body)?)?;
    let (now, machine_now) = (app.clock.now_of(&who), app.clock.machine_now());
    let token = who.luck.text()?;
    let made = app
        .db
        .write(move |tx| {
            let cleared = manifest_order::check_manifest(tx, &who, order, now, machine_now)?;
            keep(tx, &who, cleared, token, now)
        })
        .await?;
    let mut shown = made.show(now, &call.headers);
    if let Some(Value::Array(messages)) = shown.get_mut("messages") {
        messages.push(message(DEPRECATED));
    }
    Ok(Json(shown))
}

/// All manifests as a paged list.
const LIST: PagedTable = PagedTable { table: "manifests", at: "created_ms" };

/// GET /Manifest: one manifest by its id, or a page of all.
pub async fn find(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let now = app.clock.now_of(&who);
    let Some(key) = call.param("key") else {
        if call.param("value").is_some() {
            return Err(Fail::bad_request(MODULE, "The query parameter key is required."));
        }
        return list(&app, who, &call).await;
    };
    if key != "Id" {
        return Err(Fail::new(
            fail::MANIFEST_VALIDATION_FAILED,
            format!("key cannot be {key:?}; allowed: Id."),
        ));
    }
    let id = call.need_param(MODULE, "value")?.to_owned();
    let made = app.db.read(move |conn| by_id(conn, &who, &id)).await?;
    Ok(Json(made.show(now, &call.headers)))
}

fn by_id(conn: &Connection, who: &Identity, id: &str) -> Result<Made, Fail> {
    conn.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM manifests WHERE account_id = ?1 AND env = ?2 AND id = ?3"
    ))?
    .query_row(params![who.account_id, who.env.code(), id], raw)
    .optional()?
    .map(RawRow::read)
    .ok_or_else(|| {
        Fail::new(fail::MANIFEST_NOT_FOUND, format!("There is no manifest with the id {id:?}."))
    })
}

/// A page of the account's manifests, newest first. The interface does not define a wrapper for
/// this list; this uses the one of the balance history.
async fn list(app: &Arc<App>, who: Arc<Identity>, call: &Call) -> Reply {
    let window = PageQuery::read(call, MODULE)?;
    let now = app.clock.now_of(&who);
    let (rows, page) = app
        .db
        .read(move |conn| {
            let page = window.page(conn, &LIST, &who)?;
            let rows = conn
                .prepare_cached(&format!(
                    "SELECT {COLUMNS} FROM manifests WHERE account_id = ?1 AND env = ?2
                     AND number BETWEEN ?3 AND ?4 ORDER BY number DESC"
                ))?
                .query_map(params![who.account_id, who.env.code(), page.first, page.last], raw)?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            Ok((rows, page))
        })
        .await?;
    let results = rows.into_iter().map(|row| row.read().show(now, &call.headers));
    Ok(Json(page.wrap(results.collect())))
}

/// Stores the manifest and its form's facts, and marks each shipment.
fn keep(
    conn: &Connection,
    who: &Identity,
    cleared: CheckedManifest,
    form_token: String,
    now: Timestamp,
) -> Result<Made, Fail> {
    let CheckedManifest { from, account, carrier, shipments, ship_date, at_once } = cleared;
    let (number, now_ms) = LIST.next(conn, who, now.as_millisecond())?;
    let ready_ms = if at_once { now_ms } else { now_ms + QUEUED_MS };
    let from = purchase::ensure_address_stored(conn, who, from, now_ms)?;
    let id = who.luck.id();
    let serial: i64 =
        conn.query_row("SELECT coalesce(max(seq), 0) + 1 FROM manifests", [], |row| row.get(0))?;
    let form_number = number::serial(conn, who, serial, number)?;
    let form_number = number::form_number(carrier.class, form_number);
    let packages: Vec<FormPackage> = shipments.iter().flat_map(packages).collect();
    let local = now.to_zoned(TimeZone::UTC);
    let facts = FormFacts {
        carrier_name: carrier.name.to_owned(),
        carrier_account_name: account.name.clone(),
        class: label_class(carrier.class),
        form_number: form_number.clone(),
        from: from.lines(),
        ship_date: ship_date.to_string(),
        made: local.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        shipment_count: shipments.len(),
        packages,
    };
    paper::store(conn, &form_token, DocumentKind::ScanForm, &facts, ready_ms)?;
    let ids: Vec<&str> = shipments.iter().map(|stored| stored.id.as_str()).collect();
    let transactions: Vec<&str> =
        shipments.iter().map(|stored| stored.transaction_id.as_str()).collect();
    let numbers: Vec<&str> =
        facts.packages.iter().map(|package| package.tracking_number.as_str()).collect();
    let body = json!({
        "formNumber": form_number,
        "shown": {
            "id": id,
            "appId": who.app_id,
            "shipmentIds": ids,
            "trackingNumbers": numbers,
            "transactionIds": transactions,
            "carrierAccountName": account.name,
            "carrierCode": account.carrier_code,
            "carrierAccountId": account.id,
            "fromAddress": from,
            "transactionDate": stamp(now),
            "shipDate": stamp_z(purchase::ship_moment(ship_date).unwrap_or(now)),
        },
    });
    conn.prepare_cached(
        "INSERT INTO manifests(seq, id, account_id, env, body, ready_ms, created_ms, form_token, number)
         VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?
    .execute(params![
        serial,
        id,
        who.account_id,
        who.env.code(),
        body.to_string(),
        ready_ms,
        now_ms,
        form_token,
        number
    ])?;
    for stored in &shipments {
        conn.prepare_cached("UPDATE shipments SET manifest_id = ?1 WHERE id = ?2")?
            .execute(params![id, stored.id])?;
    }
    Ok(Made { body, ready_ms, form_token })
}

fn packages(stored: &Stored) -> Vec<FormPackage> {
    let code = stored.fact("/shown/service");
    let service = tariff::service(code).map_or(code, |service| service.name);
    let to = match stored.fact("/label/toZip").get(..5) {
        Some(zip) => zip,
        None => stored.fact("/label/toCountry"),
    };
    stored
        .parcels
        .iter()
        .map(|parcel| {
            let at = parcel.number.saturating_sub(1);
            FormPackage {
                tracking_number: parcel.tracking_number.clone(),
                service_name: service.to_owned(),
                weight_text: stored.fact(&format!("/label/parcels/{at}/weight")).to_owned(),
                destination: to.to_owned(),
            }
        })
        .collect()
}

impl Made {
    /// The manifest of section 2.21 in its state at `now`.
    fn show(&self, now: Timestamp, headers: &HeaderMap) -> Value {
        let mut shown = self.body.get("shown").cloned().unwrap_or_default();
        let ready = self.ready_ms <= now.as_millisecond();
        let state = if ready { GENERATED } else { QUEUED };
        if let Some(map) = shown.as_object_mut() {
            if ready {
                if let Some(number) = self.body.get("formNumber") {
                    map.insert("formNumber".to_owned(), number.clone());
                }
                let url = format!("{}/v3.1/Label/{}", origin(headers), self.form_token);
                map.insert("formUrl".to_owned(), json!(url));
            }
            map.insert("message".to_owned(), json!(state.1));
            map.insert("messageCode".to_owned(), json!(state.0));
            map.insert("messages".to_owned(), json!([message(state)]));
        }
        shown
    }
}

fn message((code, description): (&str, &str)) -> Value {
    json!({"code": code, "description": description})
}

struct RawRow {
    id: String,
    body: String,
    ready_ms: i64,
    form_token: String,
}

fn raw(row: &Row<'_>) -> rusqlite::Result<RawRow> {
    Ok(RawRow {
        id: row.get(0)?,
        body: row.get(1)?,
        ready_ms: row.get(2)?,
        form_token: row.get(3)?,
    })
}

impl RawRow {
    /// Parses the stored JSON. A damaged row is shown by its columns, so that its page does not
    /// fail.
    fn read(self) -> Made {
        let whole = serde_json::from_str(&self.body).ok();
        let body = whole.filter(|body: &Value| body.get("shown").is_some_and(Value::is_object));
        Made {
            body: body.unwrap_or_else(|| {
                tracing::error!(manifest = self.id, "a stored manifest cannot be read");
                json!({"shown": {"id": self.id}})
            }),
            ready_ms: self.ready_ms,
            form_token: self.form_token,
        }
    }
}
