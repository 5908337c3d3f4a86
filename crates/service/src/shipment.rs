//! Shipments (section 4.6): creating a shipment buys its labels.
//!
//! The debit, its history row, the used transaction id and the shipment are written in one SQLite
//! transaction. The data for labels and responses is stored at the purchase; later changes of
//! addresses or carrier accounts do not change a shipment.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::HeaderMap;
use jiff::Timestamp;
use memchr::memmem::Finder;
use rusqlite::{Connection, ToSql, params};
use serde_json::{Value, json};

use super::App;
use super::auth::Identity;
use super::facts::{Facts, with_members};
use super::fail::{self, Fail};
use super::ledger;
use super::page::{Page, PageQuery, PagedTable};
use super::purchase::{self, Order};
use super::reply::{JsonText, text_without_nulls, without_nulls};
use super::wire::{Call, from_ms, stamp};
use super::{label, refund, tracking};
use postroom_base::text;

const MODULE: &str = "SHIPMENT";
/// Selects shipments with their parcels in one statement: one row per parcel.
macro_rules! select {
    ($which:literal) => {
        concat!(
            "SELECT s.id, s.carrier_code, s.created_ms, s.refund_started_ms, s.facts,
             p.package_number, p.tracking_number, p.label_token, s.manifest_id, s.refund_outcome,
             s.refund_settled, s.transaction_id, s.account_id, s.carrier_account_id
             FROM shipments s JOIN parcels p ON p.shipment_id = s.id WHERE ",
            $which
        )
    };
}

/// All shipments as a paged list.
pub const LIST: PagedTable = PagedTable { table: "shipments", at: "created_ms" };

/// A stored shipment with the facts of its purchase.
#[derive(Clone, Debug)]
pub struct Stored {
    pub id: String,
    pub carrier_code: String,
    pub created_ms: i64,
    pub facts: Facts,
    pub refund_started_ms: Option<i64>,
    pub manifest_id: Option<String>,
    /// `Approved` or `Rejected` if an administrator decided; otherwise chance decides.
    pub refund_outcome: Option<String>,
    /// Whether the outcome of the refund is booked.
    pub refund_settled: bool,
    pub transaction_id: String,
    pub account_id: String,
    pub carrier_account_id: String,
    pub parcels: Vec<StoredParcel>,
}

#[derive(Clone, Debug)]
pub struct StoredParcel {
    pub number: u32,
    pub tracking_number: String,
    pub label_token: String,
}

/// POST /Shipment, also spelled /shipment.
pub async fn create(State(app): State<Arc<App>>, call: Call) -> Result<JsonText, Fail> {
    let who = call.caller()?;
    let transaction_id = call.transaction_id(MODULE)?;
    let (caller, id) = (who.clone(), transaction_id.clone());
    let used = app.db.read(move |conn| ledger::is_used(conn, &caller, &id)).await?;
    if used {
        return Err(already_used(&transaction_id));
    }
    let body = call.object()?;
    let order = Order::read(&call.fields(&body)?, &body)?;
    let (now, machine_now) = (app.clock.now_of(&who), app.clock.machine_now());
    let tokens = order.parcels.iter().map(|_| who.luck.text()).collect::<Result<Vec<_>, _>>()?;
    let (stored, ignored) = app
        .db
        .write(move |tx| {
            if !ledger::claim_transaction_id(tx, &who, &transaction_id, "POST /Shipment")? {
                return Err(already_used(&transaction_id));
            }
            let (number, now_ms) = LIST.next(tx, &who, now.as_millisecond())?;
            let purchase = purchase::Purchase {
                who: &who,
                transaction_id: &transaction_id,
                number,
                tokens,
                now: from_ms(now_ms),
                machine_now,
            };
            purchase::buy(tx, order, purchase)
        })
        .await?;
    let text = show_text(&app, &stored, &call.headers, None, true).await?;
    Ok(JsonText(ignored.ride_text(text)))
}

fn already_used(transaction_id: &str) -> Fail {
    Fail::new(
        fail::SHIPMENT_VALIDATION_FAILED,
        text!("practice-service-id-used", id = transaction_id),
    )
}

/// GET /Shipment: one shipment by key, or a page of all.
pub async fn find(State(app): State<Arc<App>>, call: Call) -> Result<JsonText, Fail> {
    let who = call.caller()?;
    refund::settle_due(&app, &who).await;
    let package = package_number(&call)?;
    if let Some(key) = call.param("key") {
        let (key, value) = (key.to_owned(), call.need_param(MODULE, "value")?.to_owned());
        let stored = app.db.read(move |conn| by_key(conn, &who, &key, &value)).await?;
        let text = show_text(&app, &stored, &call.headers, package, true).await?;
        return Ok(JsonText(text));
    }
    if call.param("value").is_some() {
        return Err(Fail::bad_request(MODULE, "The query parameter key is required."));
    }
    let window = PageQuery::read(&call, MODULE)?;
    let (shipments, page) = app.db.read(move |conn| list(conn, &who, window)).await?;
    let mut results = Vec::with_capacity(shipments.len());
    for stored in shipments {
        results.push(show_text(&app, &stored, &call.headers, package, false).await?);
    }
    Ok(JsonText(page.wrap_texts(&results)))
}

pub fn package_number(call: &Call) -> Result<Option<u32>, Fail> {
    let number = call.whole_param(MODULE, "packageNumber")?;
    Ok(number.and_then(|number| u32::try_from(number).ok()))
}

/// The shipment of section 2.20 as a JSON tree.
pub async fn show(
    app: &Arc<App>,
    stored: &Stored,
    headers: &HeaderMap,
    package: Option<u32>,
    with_content: bool,
) -> Result<Value, Fail> {
    let text = show_text(app, stored, headers, package, with_content).await?;
    Ok(serde_json::from_str(&text)?)
}

/// The shipment of section 2.20 as JSON text: the facts of the purchase, and what has changed
/// since. Lists leave out Base64 labels; the reprint call has them.
///
/// A row with damaged JSON is still a purchase. It is shown by its columns, with an error, so that
/// neither its page nor a call that changed it fails.
pub async fn show_text(
    app: &Arc<App>,
    stored: &Stored,
    headers: &HeaderMap,
    package: Option<u32>,
    with_content: bool,
) -> Result<String, Fail> {
    match stored.facts.shipment_json() {
        Ok(kept) => whole_text(app, stored, kept, headers, package, with_content).await,
        Err(cause) => Ok(columns(stored, stored.now(app), headers, &cause).to_string()),
    }
}

/// A shipment shown by the columns of its row, without its JSON.
fn columns(stored: &Stored, now: Timestamp, headers: &HeaderMap, cause: &Fail) -> Value {
    let mut entry = cause.entry();
    if let Some(map) = entry.as_object_mut() {
        let words = "What was kept of this shipment cannot be read.";
        map.insert("Message".to_owned(), json!(words));
    }
    without_nulls(json!({
        "id": stored.id,
        "accountId": stored.account_id,
        "transactionId": stored.transaction_id,
        "carrierCode": stored.carrier_code,
        "carrierAccountId": stored.carrier_account_id,
        "createdDate": stamp(stored.created()),
        "tracking": tracking::embedded(stored, now, headers),
        "refundStatus": refund::status(stored, now),
        "errors": [entry],
    }))
}

async fn whole_text(
    app: &Arc<App>,
    stored: &Stored,
    kept: &str,
    headers: &HeaderMap,
    package: Option<u32>,
    with_content: bool,
) -> Result<String, Fail> {
    let now = stored.now(app);
    let tracking = tracking::embedded_text(stored, package, now, headers)?;
    let (labels, errors) = match label::answer(app, stored, headers, package, with_content).await {
        Ok(labels) => (Some(labels), "[]".to_owned()),
        // The label is bought and paid for: report the error instead of failing the call.
        Err(cause) if with_content && package.is_none() => {
            (None, json!([cause.entry()]).to_string())
        }
        Err(cause) => return Err(cause),
    };
    let mut members = vec![("tracking", tracking.as_str()), ("errors", &errors)];
    if let Some(labels) = &labels {
        members.push(("postageLabel", labels));
    }
    let status = refund::status(stored, now).map(|status| json!(status).to_string());
    if let Some(status) = &status {
        members.push(("refundStatus", status));
    }
    let kept = as_shown_today(kept)?;
    match package {
        None => Ok(with_members(&kept, &members)),
        Some(number) => Ok(with_members(&only_package(&kept, number)?, &members)),
    }
}

/// Earlier versions stored absent fields as nulls, and customs information that section 2.20 does
/// not have. Most texts have neither and are returned unchanged.
fn as_shown_today(kept: &str) -> Result<Cow<'_, str>, Fail> {
    static CUSTOMS: LazyLock<Finder<'_>> = LazyLock::new(|| Finder::new("\"customsInfo\":"));
    if CUSTOMS.find(kept.as_bytes()).is_none() {
        return text_without_nulls(kept);
    }
    let mut shown = without_nulls(serde_json::from_str(kept)?);
    if let Some(map) = shown.as_object_mut() {
        map.remove("customsInfo");
    }
    Ok(Cow::Owned(shown.to_string()))
}

fn only_package(shipment: &str, number: u32) -> Result<String, Fail> {
    let mut shipment: Value = serde_json::from_str(shipment)?;
    let packages = shipment.get_mut("packages").and_then(Value::as_array_mut);
    let packages = packages.ok_or_else(|| Fail::internal("a shipment without packages"))?;
    packages.retain(|entry| {
        entry.get("packageNumber").and_then(Value::as_u64) == Some(u64::from(number))
    });
    if packages.is_empty() {
        return Err(Fail::new(
            fail::SHIPMENT_NOT_FOUND,
            format!("The shipment has no package {number}."),
        ));
    }
    Ok(shipment.to_string())
}

/// The shipment with this key and value, or `SHIPMENT.NOT_FOUND`.
pub fn by_key(conn: &Connection, who: &Identity, key: &str, value: &str) -> Result<Stored, Fail> {
    look_up(conn, who, key, value)?.ok_or_else(|| {
        Fail::new(
            fail::SHIPMENT_NOT_FOUND,
            text!("practice-service-no-shipment", key = key, value = value),
        )
    })
}

/// The caller's shipment with this key and value.
pub fn look_up(
    conn: &Connection,
    who: &Identity,
    key: &str,
    value: &str,
) -> Result<Option<Stored>, Fail> {
    let sql = match key {
        "Id" | "ShipmentId" => select!("s.account_id = ?1 AND s.env = ?2 AND s.id = ?3"),
        "TransactionId" => {
            select!("s.account_id = ?1 AND s.env = ?2 AND s.transaction_id = ?3")
        }
        "TrackingNumber" => select!(
            "s.account_id = ?1 AND s.env = ?2 AND
             s.id = (SELECT shipment_id FROM parcels WHERE tracking_number = ?3)"
        ),
        _ => {
            return Err(Fail::invalid(
                MODULE,
                format!(
                    "key cannot be {key:?}; allowed: Id, ShipmentId, TransactionId, TrackingNumber."
                ),
            ));
        }
    };
    let found = select(conn, sql, params![who.account_id, who.env.code(), value])?;
    Ok(found.into_iter().next())
}

/// The shipment with this id, of any account.
pub fn with_id(conn: &Connection, id: &str) -> Result<Option<Stored>, Fail> {
    let found = select(conn, select!("s.id = ?1"), params![id])?;
    Ok(found.into_iter().next())
}

/// Like [`with_id`], but the shipment must exist. For label files, whose URL is the authorization.
pub fn by_id(conn: &Connection, id: &str) -> Result<Stored, Fail> {
    let found = with_id(conn, id)?;
    found.ok_or_else(|| Fail::internal(format_args!("the shipment {id} is gone")))
}

fn list(conn: &Connection, who: &Identity, window: PageQuery) -> Result<(Vec<Stored>, Page), Fail> {
    let page = window.page(conn, &LIST, who)?;
    let sql = select!(
        "s.account_id = ?1 AND s.env = ?2 AND s.number BETWEEN ?3 AND ?4 ORDER BY s.number DESC"
    );
    let scope = params![who.account_id, who.env.code(), page.first, page.last];
    Ok((select(conn, sql, scope)?, page))
}

fn select(conn: &Connection, sql: &str, scope: &[&dyn ToSql]) -> Result<Vec<Stored>, Fail> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query(scope)?;
    let mut found: Vec<Stored> = Vec::new();
    while let Some(row) = rows.next()? {
        let id = row.get_ref(0)?.as_str().map_err(Fail::internal)?;
        let parcel = StoredParcel {
            number: row.get(5)?,
            tracking_number: row.get(6)?,
            label_token: row.get(7)?,
        };
        match found.last_mut() {
            Some(stored) if stored.id == id => stored.parcels.push(parcel),
            _ => found.push(Stored {
                id: id.to_owned(),
                carrier_code: row.get(1)?,
                created_ms: row.get(2)?,
                refund_started_ms: row.get(3)?,
                facts: Facts::new(row.get(4)?),
                manifest_id: row.get(8)?,
                refund_outcome: row.get(9)?,
                refund_settled: row.get::<_, i64>(10)? == refund::SETTLED,
                transaction_id: row.get(11)?,
                account_id: row.get(12)?,
                carrier_account_id: row.get(13)?,
                parcels: vec![parcel],
            }),
        }
    }
    for stored in &mut found {
        stored.parcels.sort_by_key(|parcel| parcel.number);
    }
    Ok(found)
}

impl Stored {
    /// A string of the facts by its JSON pointer.
    pub fn fact(&self, pointer: &str) -> &str {
        self.facts.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    /// The time of its account.
    pub fn now(&self, app: &App) -> Timestamp {
        app.clock.now_of_account(&self.account_id)
    }

    pub fn created(&self) -> Timestamp {
        from_ms(self.created_ms)
    }
}
