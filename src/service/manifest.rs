//! Calls of sections 4.7 and 4.9. This practice service does not make manifests and
//! container labels yet; it says so in the interface's error shape, after the same
//! checks of token and required fields.

use std::sync::Arc;

use axum::extract::State;

use super::App;
use super::auth::identify;
use super::fail::{Code, Fail};
use super::wire::{Call, Fields, Reply};

/// POST /Manifest
pub async fn create(State(app): State<Arc<App>>, call: Call) -> Reply {
    identify(&app, &call).await?;
    let body = call.object("MANIFEST")?;
    let fields = Fields::new("MANIFEST", &body)?;
    fields.need_object("fromAddress")?;
    fields.need_text("carrierAccountId")?;
    fields.need_text("key")?;
    if fields.texts("value")?.is_empty() {
        return Err(fields.missing("value"));
    }
    Err(not_yet("MANIFEST", "manifests"))
}

/// GET /Manifest
pub async fn find(State(app): State<Arc<App>>, call: Call) -> Reply {
    identify(&app, &call).await?;
    Err(not_yet("MANIFEST", "manifests"))
}

/// POST /Document/POST/99M
pub async fn container_labels(State(app): State<Arc<App>>, call: Call) -> Reply {
    identify(&app, &call).await?;
    Err(not_yet("SVC", "container labels"))
}

fn not_yet(module: &str, what: &str) -> Fail {
    Fail::new(
        Code::of(module, "OPERATION_FAILED"),
        format!("This practice service does not make {what} yet."),
    )
}
