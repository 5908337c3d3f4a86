//! The whole route table. Every path below `/v3.1` stands in section 4 of the interface,
//! except the address of a label file; `/practice` exists only in this service.

use std::sync::Arc;

use axum::Router;
use axum::middleware;
use axum::routing::{delete, get, post, put};

use super::{
    App, account, address, admin, carrier, carrier_account, container, faults, guard, label,
    manifest, practice, rate, refund, shipment, tracking, user,
};

pub fn router(app: Arc<App>) -> Router {
    let interface = Router::new()
        .route("/Account/Token", post(account::token))
        .route(
            "/Account/Postage/Balance",
            get(account::balance).put(account::top_up),
        )
        .route("/Account/Postage/AutoBuy", put(account::auto_buy))
        .route("/Account/Postage/BalanceHistory", get(account::history))
        .route("/User/SignUp/Customer", post(user::sign_up))
        .route("/User/ApproveTermsAndConditions", post(user::approve_terms))
        .route("/Address", post(address::create))
        .route("/Address/{id}", get(address::get))
        .route("/Address/{id}/Validate", post(address::validate))
        .route("/Carrier", get(carrier::list))
        .route(
            "/CarrierAccount",
            get(carrier_account::list)
                .post(carrier_account::create)
                .put(carrier_account::update),
        )
        .route("/CarrierAccount/Service", get(carrier_account::services))
        .route(
            "/CarrierAccount/SpecialService",
            get(carrier_account::special_services),
        )
        .route(
            "/CarrierAccount/PackageType",
            get(carrier_account::package_types),
        )
        .route("/CarrierAccount/{id}", delete(carrier_account::remove))
        .route("/ShipmentRate", post(rate::rates))
        .route("/Shipment", get(shipment::find).post(shipment::create))
        .route("/shipment", get(shipment::find).post(shipment::create))
        .route("/Shipment/Refund", post(refund::start))
        .route("/shipment/Refund", post(refund::start))
        .route("/Shipment/{id}/Label", get(label::reprint))
        .route("/shipment/{id}/Label", get(label::reprint))
        .route("/Label/{token}", get(label::file))
        .route("/Manifest", get(manifest::find).post(manifest::create))
        .route("/Tracking", get(tracking::find))
        .route("/Document/POST/99M", post(container::create));
    let practice = Router::new()
        .route("/clock", get(practice::clock).post(practice::set_clock))
        .route(
            "/faults",
            get(faults::list).post(faults::add).delete(faults::clear),
        )
        .route(
            "/admin",
            get(admin::show).post(admin::change).delete(admin::clear),
        )
        .route("/refill", post(practice::refill))
        .route("/card", post(practice::card))
        .route("/track/{number}", get(practice::track_page));
    Router::new()
        .nest("/v3.1", interface)
        .nest("/practice", practice)
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            faults::inject,
        ))
        .layer(middleware::from_fn_with_state(
            Arc::clone(&app),
            guard::guard,
        ))
        .with_state(app)
}
