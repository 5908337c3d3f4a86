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
use serde_json::{Value, json};

use super::app::App;
use super::facts::with_members;
use super::fail::{self, Fail};
use super::ledger;
use super::page::PageQuery;
use super::purchase::{self, Order};
use super::reply::{JsonText, text_without_nulls, without_nulls};
use super::stamp::{from_ms, stamp};
use super::stored_shipment::{LIST, Stored, by_key, list, package_number};
use super::wire::Call;
use super::{label, refund, tracking};
use postroom_base::text;

const MODULE: &str = "SHIPMENT";
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
