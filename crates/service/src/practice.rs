//! `/practice`: control of what the interface does not offer: the clock, the money, the declined
//! card, and the tracking page.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use jiff::SignedDuration;
use rusqlite::OptionalExtension;
use serde_json::{Value, json};

use super::app::App;
use super::auth::{Env, Identity};
use super::db;
use super::fail::{Code, Fail};
use super::ledger::{self, Entry};
use super::reply::{Json, Reply};
use super::stamp::stamp_z;
use super::stored_shipment;
use super::wire::Call;
use super::world;
use postroom_base::money::Amount;
use postroom_base::text;

const MODULE: &str = "PRACTICE";
const FARTHEST_JUMP_HOURS: f64 = 24.0 * 366.0;

/// GET /practice/clock
pub async fn clock(State(app): State<Arc<App>>, call: Call) -> Reply {
    let account = match call.param("apiKey") {
        Some(key) => Some(world::account_of_key(&app, key).await?),
        None => None,
    };
    Ok(show_clock(&app, account.as_deref()))
}

fn show_clock(app: &App, account: Option<&str>) -> Json {
    let state = app.clock.state_of(account);
    let now = account.map_or_else(|| app.clock.now(), |id| app.clock.now_of_account(id));
    Json(json!({"now": stamp_z(now), "dayLength": state.day_seconds, "paused": state.paused}))
}

/// POST /practice/clock: any of `dayLength` (seconds per simulated day), `paused`, `jump`
/// (`{"days": 1, "hours": 6}`, forward only).
pub async fn set_clock(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object()?;
    let fields = call.fields(&body)?;
    let day_seconds = match fields.whole("dayLength")? {
        None => None,
        Some(given) => {
            let seconds = given.ok().and_then(|seconds| u32::try_from(seconds).ok());
            Some(seconds.ok_or_else(|| {
                Fail::bad_request(MODULE, "dayLength must be a whole number from 1 to 86400.")
            })?)
        }
    };
    let mut jump = SignedDuration::ZERO;
    if let Some(fields) = fields.object("jump")? {
        let hours =
            fields.measure("days")?.unwrap_or(0.0) * 24.0 + fields.measure("hours")?.unwrap_or(0.0);
        jump = SignedDuration::from_secs_f64(hours.min(FARTHEST_JUMP_HOURS) * 3600.0);
    }
    let (account, paused) = (world::named_account(&app, &fields).await?, fields.flag("paused")?);
    match &account {
        Some(id) => app.clock.change_own(id, day_seconds, paused, jump),
        None => {
            app.clock.change(day_seconds, paused, jump);
            app.clock.persist(&app.db, false).await?;
        }
    }
    Ok(show_clock(&app, account.as_deref()))
}

/// POST /practice/refill `{"apiKey": "…", "amount": 500}`: adds practice money. Without a key, to
/// every Production balance.
pub async fn refill(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object()?;
    let fields = call.fields(&body)?;
    let amount = fields.amount("amount")?.unwrap_or(Amount::from_cents(50_000));
    if amount <= Amount::ZERO || amount > ledger::MOST || amount != amount.round_to_cents() {
        return Err(Fail::bad_request(MODULE, "amount must be above 0 and in whole cents."));
    }
    let key = fields.text("apiKey")?;
    let now_ms = app.clock.now().as_millisecond();
    let lucks = Arc::clone(&app);
    let balances = app
        .db
        .write(move |tx| {
            let accounts: Vec<(String, String)> = tx
                .prepare_cached(
                    "SELECT account_id, CASE WHEN test_api_key = ?1 THEN 'T' ELSE 'P' END FROM apps
                     WHERE ?1 IS NULL OR api_key = ?1 OR test_api_key = ?1",
                )?
                .query_map([&key], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect::<rusqlite::Result<_>>()?;
            if accounts.is_empty() {
                return Err(Fail::new(
                    Code::from_module_and_kind(MODULE, "NOT_FOUND"),
                    "No account has this key.",
                ));
            }
            let (mut balances, mut refused) = (Vec::new(), None);
            for (account_id, env) in accounts {
                let env = Env::parse(&env).unwrap_or(Env::Production);
                let luck = lucks.keys.lucks.row(&account_id);
                let (user_id, app_id) = (String::new(), String::new());
                let who = Identity { account_id, user_id, app_id, env, luck };
                let id = who.luck.id();
                let entry = Entry {
                    transaction_id: &id,
                    event_type: "OnAddFunds",
                    amount,
                    comments: text!("practice-service-entry-practice-money"),
                    payment_type: "Practice",
                };
                // An account that is damaged or at its limit must not prevent refilling the others.
                match db::in_savepoint(tx, || ledger::book(tx, &who, &entry, now_ms))? {
                    Ok(balance) => {
                        balances.push(json!({"accountId": who.account_id, "balance": balance}));
                    }
                    Err(fail) => refused = Some(fail),
                }
            }
            match refused {
                Some(fail) if balances.is_empty() => Err(fail),
                _ => Ok(balances),
            }
        })
        .await?;
    Ok(Json(json!({ "balances": balances })))
}

/// POST /practice/card `{"declines": true}`: sets whether the card on file is declined, for the
/// account of `apiKey` or for all.
pub async fn card(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object()?;
    let fields = call.fields(&body)?;
    let declines = fields.need_flag("declines")?;
    let key = fields.text("apiKey")?;
    let accounts = app
        .db
        .write(move |tx| {
            Ok(tx.execute(
                "UPDATE accounts SET card_declines = ?1 WHERE ?2 IS NULL OR id IN
                 (SELECT account_id FROM apps WHERE api_key = ?2 OR test_api_key = ?2)",
                rusqlite::params![declines, key],
            )?)
        })
        .await?;
    Ok(Json(json!({"declines": declines, "accounts": accounts})))
}

/// GET /practice/track/:number: the page of `trackingUrl`, as plain text.
pub async fn track_page(
    State(app): State<Arc<App>>,
    Path(number): Path<String>,
) -> Result<Response, Fail> {
    let asked = number.clone();
    let id: Option<String> = app
        .db
        .read(move |conn| {
            Ok(conn
                .query_row(
                    "SELECT shipment_id FROM parcels WHERE tracking_number = ?1",
                    [asked],
                    |row| row.get(0),
                )
                .optional()?)
        })
        .await?;
    let id = id.ok_or_else(|| {
        Fail::new(Code::from_module_and_kind(MODULE, "NOT_FOUND"), "No parcel has this number.")
    })?;
    let stored = app.db.read(move |conn| stored_shipment::by_id(conn, &id)).await?;
    let trip = super::tracking::embedded(&stored, stored.now(&app), &axum::http::HeaderMap::new());
    let mut page = format!("Parcel {number} (practice)\n\n");
    for scan in trip.get("trackingDetails").and_then(Value::as_array).into_iter().flatten() {
        let text = |name: &str| scan.get(name).and_then(Value::as_str).unwrap_or_default();
        page.push_str(&format!(
            "{}  {} {} {}  {} / {}\n",
            text("dateTime"),
            text("city"),
            text("state"),
            text("country"),
            text("status"),
            text("subStatus")
        ));
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], page).into_response())
}
