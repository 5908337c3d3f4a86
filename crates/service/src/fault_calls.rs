//! The calls that show, add and remove faults.

use std::sync::Arc;

use axum::extract::State;

use super::app::App;
use super::reply::{Json, Reply};
use super::wire::Call;
use super::world;

/// `POST /practice/faults {"call":"POST
/// /Shipment","kind":"delay_after_commit","millis":3000,"count":1}`, or the content of a faults
/// file.
pub async fn add(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object()?;
    let account = world::named_account(&app, &call.fields(&body)?).await?;
    app.faults.add_rules(&body, account.as_deref())?;
    list(State(app)).await
}

pub async fn list(State(app): State<Arc<App>>) -> Reply {
    Ok(Json(app.faults.show()))
}

/// DELETE /practice/faults: those of the account of `apiKey`, or all.
pub async fn clear(State(app): State<Arc<App>>, call: Call) -> Reply {
    match call.param("apiKey") {
        None => app.faults.forget(),
        Some(key) => {
            let account = world::account_of_key(&app, key).await?;
            app.faults.set_rules_of(Some(&account), Vec::new());
        }
    }
    list(State(app)).await
}
