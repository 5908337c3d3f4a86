//! GET /Carrier (section 4.4): the carriers that can be configured.

use std::sync::Arc;

use axum::extract::State;
use serde_json::{Value, json};

use super::app::App;
use super::auth::Env;
use super::carrier_rules::Rules;
use super::carriers::{CARRIERS, catalogue_id};
use super::reply::{Json, Reply};
use super::stamp::{from_ms, stamp};
use super::wire::Call;

/// The creation date of all catalogue entries: 1 January 2024.
pub const CATALOGUE_MS: i64 = 1_704_067_200_000;

pub async fn list(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let rules = app.db.read(Rules::load).await?;
    let carriers: Vec<Value> = CARRIERS
        .iter()
        .filter(|carrier| who.env == Env::Production || carrier.in_test)
        .filter(|carrier| rules.carrier(carrier).is_ok())
        .map(|carrier| {
            json!({
                "id": catalogue_id("carrier", carrier.code, ""),
                "code": carrier.code,
                "name": carrier.name,
                "description": (carrier.description)(),
                "logo": format!("https://help.example.com/carriers/{}.png", carrier.code),
                "createdDate": stamp(from_ms(CATALOGUE_MS)),
            })
        })
        .collect();
    Ok(Json(Value::Array(carriers)))
}
