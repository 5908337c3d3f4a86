//! The calls that show the journal and empty it.

use std::sync::Arc;

use axum::extract::State;
use serde_json::{Value, json};

use super::app::App;
use super::journal::Entry;
use super::reply::{Json, Reply};
use super::wire::Call;
use super::world;

/// GET /practice/calls
pub async fn list(State(app): State<Arc<App>>, call: Call) -> Reply {
    let account = match call.param("apiKey") {
        Some(key) => Some(world::account_of_key(&app, key).await?),
        None => None,
    };
    let (wanted, status, code) = (call.param("call"), call.param("status"), call.param("code"));
    let after = call.param("after").and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    let ring = app.journal.ring();
    let calls: Vec<Value> = ring
        .entries
        .iter()
        .filter(|entry| account.is_none() || entry.seen.account_id == account)
        .filter(|entry| wanted.is_none_or(|wanted| entry.is_of(wanted)))
        .filter(|entry| status.is_none_or(|status| entry.status.as_str() == status))
        .filter(|entry| code.is_none_or(|code| entry.code.as_deref() == Some(code)))
        .filter(|entry| entry.number > after)
        .map(Entry::show)
        .collect();
    let forgotten = ring.made - ring.entries.len() as u64;
    Ok(Json(json!({"count": calls.len(), "calls": calls, "forgotten": forgotten})))
}

/// DELETE /practice/calls
pub async fn clear(State(app): State<Arc<App>>, call: Call) -> Reply {
    let account = match call.param("apiKey") {
        Some(key) => Some(world::account_of_key(&app, key).await?),
        None => None,
    };
    let mut ring = app.journal.ring();
    let before = ring.entries.len();
    ring.entries.retain(|entry| account.is_some() && entry.seen.account_id != account);
    let count = before - ring.entries.len();
    Ok(Json(json!({"count": count})))
}
