//! The 27 calls as the client makes them, and the kind of each. GET /Shipment and GET /Manifest are
//! two calls in one: for one object, and for a list.

use std::future::Future;
use std::pin::Pin;

use postroom::api::call::Call;
use postroom::api::error::ApiError;
use postroom::api::page::{DateRange, Lookup, Page};
use postroom::api::shipment::{ShipmentKey, ShipmentRequest};
use postroom::api::user::{App, SignUpReply, TermsReply};
use postroom::api::{
    account, address, carrier, carrier_account, document, manifest, rate, shipment, tracking, user,
};
use postroom::base::id::{AccountId, AddressId};
use postroom::client::Client;
use serde::Serialize;

use super::replies::{self, LIST_OF_MANIFESTS, LIST_OF_SHIPMENTS};
use crate::prelude::*;
use crate::wire::server::credentials;
use crate::wire::typed;

/// The result of a call, without the client's types.
pub enum CallResult {
    Read {
        value: Value,
        oddities: Vec<String>,
    },
    /// The service reported that the object does not exist.
    Nothing,
    Failed(Box<ApiError>),
}

pub type Run = Pin<Box<dyn Future<Output = CallResult> + Send>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallKind {
    /// Reads one object.
    One,
    /// Looks up one object, which may not exist.
    LookUp,
    /// A page or a bare list.
    List,
    /// Lists under keys that the service chooses.
    Catalog,
    /// A change that does not involve money.
    Write,
    /// A change that is confirmed by the identity of the created object.
    Money,
}

pub struct TestedCall {
    /// The name in section 4, with an addition if the call is two calls.
    pub name: &'static str,
    pub nature: CallKind,
    /// The path of the rows in the reply.
    pub rows: Option<&'static str>,
    /// Other keys under which the client finds rows.
    pub also: &'static [&'static str],
    /// Members without which the reply is invalid.
    pub identity: &'static [&'static str],
    /// Members that identify the caller's object: another value means another caller's reply.
    pub whose: &'static [&'static str],
    /// The deepest member that is varied. If two calls read the same kind of object, one is varied
    /// at every depth and the other only at the top.
    pub depth: usize,
    pub run: fn(Client) -> Run,
}

impl TestedCall {
    pub fn base(&self) -> Value {
        replies::reply(self.name)
    }

    /// The call of section 4 that it belongs to.
    pub fn call(&self) -> &'static str {
        match self.name {
            LIST_OF_SHIPMENTS => "GET /Shipment",
            LIST_OF_MANIFESTS => "GET /Manifest",
            other => other,
        }
    }
}

macro_rules! tried {
    ($name:expr, $nature:ident, $call:expr) => {
        tried!($name, $nature, $call, written)
    };
    ($name:expr, $nature:ident, $call:expr, $back:expr) => {
        TestedCall {
            name: $name,
            nature: CallKind::$nature,
            rows: None,
            also: &[],
            identity: &[],
            whose: &[],
            depth: usize::MAX,
            run: |client| Box::pin(read_back(client, $call, $back)),
        }
    };
}

async fn read_back<R: Send + 'static>(
    client: Client,
    call: Call<R>,
    back: fn(R) -> Option<Value>,
) -> CallResult {
    match client.send(call).await {
        Ok(answer) => match back(answer.value) {
            Some(value) => CallResult::Read {
                value,
                oddities: answer.oddities.into_iter().map(|oddity| oddity.path).collect(),
            },
            None => CallResult::Nothing,
        },
        Err(error) => CallResult::Failed(Box::new(error)),
    }
}

fn written<R: Serialize>(value: R) -> Option<Value> {
    Some(serde_json::to_value(value).unwrap())
}

fn looked_up<R: Serialize>(answer: Lookup<R>) -> Option<Value> {
    answer.found().and_then(written)
}

fn paged<R: Serialize>(page: Page<R>) -> Option<Value> {
    Some(json!({
        "results": serde_json::to_value(page.results).unwrap(),
        "nextPage": page.next_page,
        "previousPage": page.previous_page,
        "pageSize": page.page_size,
        "totalResults": page.total_results,
        "totalPages": page.total_pages,
    }))
}

pub fn all() -> Vec<TestedCall> {
    let mut all = vec![
        TestedCall {
            identity: &["token"],
            ..tried!("POST /Account/Token", Write, account::token(&credentials()), |token| Some(
                json!({"token": token.token.expose()})
            ))
        },
        tried!("GET /Account/Postage/Balance", One, account::balance()),
        TestedCall {
            identity: &["id", "balance"],
            ..tried!(
                "PUT /Account/Postage/Balance",
                Money,
                account::top_up(transaction(), "100".parse().unwrap())
            )
        },
        TestedCall {
            depth: 1,
            ..tried!(
                "PUT /Account/Postage/AutoBuy",
                Write,
                account::set_auto_buy(&typed::auto_buy())
            )
        },
        TestedCall {
            rows: Some("results"),
            ..tried!(
                "GET /Account/Postage/BalanceHistory",
                List,
                account::balance_history(DateRange::default(), None),
                paged
            )
        },
        TestedCall {
            depth: 3,
            ..tried!(
                "POST /User/SignUp/Customer",
                Write,
                user::sign_up(&typed::sign_up()),
                signed_up
            )
        },
        tried!(
            "POST /User/ApproveTermsAndConditions",
            Write,
            user::approve_terms(&AccountId::new(replies::ACCOUNT)),
            |TermsReply { account_id, result }| {
                Some(json!({"accountId": account_id, "result": result}))
            }
        ),
        TestedCall {
            depth: 1,
            whose: &["id"],
            ..tried!("GET /Address/:id", One, address::get(&address_id()))
        },
        tried!("POST /Address", Write, address::create(&typed::new_address())),
        TestedCall {
            depth: 1,
            ..tried!("POST /Address/:id/Validate", Write, address::validate(&address_id()))
        },
    ];
    all.extend(of_carriers());
    all.extend(of_shipments());
    all
}

fn of_carriers() -> Vec<TestedCall> {
    vec![
        TestedCall { rows: Some(""), ..tried!("GET /Carrier", List, carrier::list()) },
        TestedCall {
            depth: 2,
            rows: Some(""),
            ..tried!("GET /CarrierAccount", List, carrier_account::list())
        },
        tried!("POST /CarrierAccount", Write, carrier_account::create(&typed::carrier_account())),
        TestedCall {
            depth: 1,
            ..tried!(
                "PUT /CarrierAccount",
                Write,
                carrier_account::update(&typed::changed_carrier_account())
            )
        },
        tried!(
            "DELETE /CarrierAccount/:carrierAccountId",
            Write,
            carrier_account::delete(&CarrierAccountId::new(replies::CARRIER_ACCOUNT))
        ),
        tried!("GET /CarrierAccount/Service", Catalog, carrier_account::services()),
        TestedCall {
            depth: 1,
            ..tried!(
                "GET /CarrierAccount/SpecialService",
                Catalog,
                carrier_account::special_services()
            )
        },
        tried!("GET /CarrierAccount/PackageType", Catalog, carrier_account::package_types()),
        TestedCall {
            rows: Some("rates"),
            ..tried!("POST /ShipmentRate", List, rate::quote(&typed::rate_request()))
        },
    ]
}

fn of_shipments() -> Vec<TestedCall> {
    vec![
        TestedCall {
            depth: 1,
            also: &["shipments"],
            identity: &["id"],
            whose: &["transactionId"],
            ..tried!(
                "GET /Shipment",
                LookUp,
                shipment::get_by(ShipmentKey::TransactionId, replies::TRANSACTION),
                looked_up
            )
        },
        TestedCall {
            depth: 3,
            rows: Some("results"),
            also: &["shipments"],
            ..tried!(LIST_OF_SHIPMENTS, List, shipment::list(DateRange::default(), None), paged)
        },
        TestedCall {
            identity: &["id"],
            whose: &["transactionId"],
            ..tried!(
                "POST /Shipment",
                Money,
                shipment::create(transaction(), &ShipmentRequest::default())
            )
        },
        TestedCall {
            depth: 1,
            identity: &["refundStatus"],
            whose: &["id"],
            ..tried!(
                "POST /Shipment/Refund",
                Money,
                shipment::refund(transaction(), ShipmentKey::Id, replies::SHIPMENT)
            )
        },
        tried!(
            "GET /Shipment/:id/Label",
            One,
            shipment::label(&ShipmentId::new(replies::SHIPMENT), None)
        ),
        TestedCall {
            depth: 1,
            also: &["manifests"],
            identity: &["id"],
            ..tried!("POST /Manifest", Money, manifest::create(&typed::manifest()))
        },
        TestedCall {
            also: &["manifests"],
            identity: &["id"],
            whose: &["id"],
            ..tried!(
                "GET /Manifest",
                LookUp,
                manifest::get(&ManifestId::new(replies::MANIFEST)),
                looked_up
            )
        },
        TestedCall {
            depth: 3,
            rows: Some("results"),
            also: &["manifests"],
            ..tried!(LIST_OF_MANIFESTS, List, manifest::list(DateRange::default(), None), paged)
        },
        TestedCall {
            whose: &["trackingNumber"],
            ..tried!(
                "GET /Tracking",
                One,
                tracking::get(ShipmentKey::TrackingNumber, replies::TRACKING)
            )
        },
        TestedCall {
            depth: 1,
            ..tried!(
                "POST /Document/POST/99M",
                Write,
                document::container_label_99m(&typed::container_label()),
                |reply| reply.label.and_then(written)
            )
        },
    ]
}

fn transaction() -> TransactionId {
    TransactionId::new(replies::TRANSACTION)
}

fn address_id() -> AddressId {
    AddressId::new(replies::ADDRESS)
}

fn signed_up(reply: SignUpReply) -> Option<Value> {
    Some(json!({
        "user": reply.user,
        "accessToken": reply.access_token.expose(),
        "refreshToken": reply.refresh_token.expose(),
        "apiKey": reply.api_key,
        "account": reply.account,
        "apps": reply.apps.into_iter().map(app).collect::<Vec<_>>(),
        "status": reply.status,
    }))
}

fn app(app: App) -> Value {
    json!({
        "id": app.id,
        "accountId": app.account_id,
        "appId": app.app_id,
        "partnerAccountId": app.partner_account_id,
        "partnerName": app.partner_name,
        "appName": app.app_name,
        "appDescription": app.app_description,
        "apiVersion": app.api_version,
        "helpUrl": app.help_url,
        "dateCreated": app.date_created,
        "apiKey": app.api_key,
        "apiSecret": app.api_secret.expose(),
        "testApiKey": app.test_api_key,
        "testApiSecret": app.test_api_secret.expose(),
        "status": app.status,
    })
}
