//! The routes, built from the table of calls in `spec_calls.rs`. Every path below `/v3.1` is in
//! section 4 of the interface, except those of label files and of its description; `/practice` exists
//! only in this service.

use std::sync::Arc;

use axum::middleware;
use axum::routing::get;
use axum::{Extension, Router};

use super::app::App;
use super::spec_calls::CALLS;
use super::spec_proof::hold_against;
use super::{front, guard};

pub fn router(app: Arc<App>) -> Router {
    let mut router = Router::new().route("/", get(front::page));
    for call in CALLS {
        let routes = || hold_against(call, (call.route)().layer(Extension(call)));
        router = router.route(call.path, routes());
        if call.also_lower_case {
            router = router.route(&call.path.replace("/Shipment", "/shipment"), routes());
        }
    }
    router.layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard)).with_state(app)
}
