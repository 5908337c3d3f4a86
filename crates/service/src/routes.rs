//! The route table. Every path below `/v3.1` is in section 4 of the interface, except that of label
//! files; `/practice` exists only in this service.

use std::sync::Arc;

use axum::Router;
use axum::middleware;
use axum::routing::{delete, get, post, put};

use super::{
    App, account, address, admin, carrier, carrier_account, container, faults, guard, label,
    manifest, practice, rate, refund, shipment, tracking, user,
};

/// A full path of the interface. Nesting would have to split and rebuild the URI of every request.
macro_rules! v3_1 {
    ($path:literal) => {
        concat!("/v3.1", $path)
    };
}

pub fn router(app: Arc<App>) -> Router {
    let interface = Router::new()
        .route(v3_1!("/Account/Token"), post(account::token))
        .route(v3_1!("/Account/Postage/Balance"), get(account::balance).put(account::top_up))
        .route(v3_1!("/Account/Postage/AutoBuy"), put(account::auto_buy))
        .route(v3_1!("/Account/Postage/BalanceHistory"), get(account::history))
        .route(v3_1!("/User/SignUp/Customer"), post(user::sign_up))
        .route(v3_1!("/User/ApproveTermsAndConditions"), post(user::approve_terms))
        .route(v3_1!("/Address"), post(address::create))
        .route(v3_1!("/Address/{id}"), get(address::get))
        .route(v3_1!("/Address/{id}/Validate"), post(address::validate))
        .route(v3_1!("/Carrier"), get(carrier::list))
        .route(
            v3_1!("/CarrierAccount"),
            get(carrier_account::list).post(carrier_account::create).put(carrier_account::update),
        )
        .route(v3_1!("/CarrierAccount/Service"), get(carrier_account::services))
        .route(v3_1!("/CarrierAccount/SpecialService"), get(carrier_account::special_services))
        .route(v3_1!("/CarrierAccount/PackageType"), get(carrier_account::package_types))
        .route(v3_1!("/CarrierAccount/{id}"), delete(carrier_account::remove))
        .route(v3_1!("/ShipmentRate"), post(rate::rates))
        .route(v3_1!("/Shipment"), get(shipment::find).post(shipment::create))
        .route(v3_1!("/shipment"), get(shipment::find).post(shipment::create))
        .route(v3_1!("/Shipment/Refund"), post(refund::start))
        .route(v3_1!("/shipment/Refund"), post(refund::start))
        .route(v3_1!("/Shipment/{id}/Label"), get(label::reprint))
        .route(v3_1!("/shipment/{id}/Label"), get(label::reprint))
        .route(v3_1!("/Label/{token}"), get(label::file))
        .route(v3_1!("/Manifest"), get(manifest::find).post(manifest::create))
        .route(v3_1!("/Tracking"), get(tracking::find))
        .route(v3_1!("/Document/POST/99M"), post(container::create));
    let practice = Router::new()
        .route("/clock", get(practice::clock).post(practice::set_clock))
        .route("/faults", get(faults::list).post(faults::add).delete(faults::clear))
        .route("/admin", get(admin::show).post(admin::change).delete(admin::clear))
        .route("/refill", post(practice::refill))
        .route("/card", post(practice::card))
        .route("/track/{number}", get(practice::track_page));
    Router::new()
        .merge(interface)
        .nest("/practice", practice)
        .layer(middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
