//! The calls of section 4, and those that only this service has.

use std::sync::LazyLock;

use axum::routing::{delete, get, post, put};

use crate::call_spec::CallSpec;
use crate::spec::{Kind, Param, Reply};
use crate::spec_openapi as openapi;
use crate::spec_practice_shapes::*;
use crate::spec_shapes::*;
use crate::{
    account, address, admin, carrier, carrier_account, container, fault_calls, journal_calls,
    label, manifest, practice, rate, refund, shipment, tracking, user, world,
};

/// What other calls take from here.
const CALL: CallSpec = CallSpec {
    method: "GET",
    path: "",
    also_lower_case: false,
    title: "",
    words: "",
    module: "",
    open: false,
    transaction: false,
    query: &[],
    body: None,
    reply: Reply::True,
    codes: &[],
    example: "",
    route: || get(account::balance),
};

const fn param(name: &'static str, kind: Kind, words: &'static str) -> Param {
    Param { name, kind, must: false, words }
}

const fn must(name: &'static str, kind: Kind, words: &'static str) -> Param {
    Param { name, kind, must: true, words }
}

static SHIPMENT_KEYS: [&str; 4] = ["Id", "ShipmentId", "TransactionId", "TrackingNumber"];
const PAGE_TOKEN: Param =
    param("pageToken", Kind::Text, "What nextPage or previousPage was; null for the first page.");
const START: Param = param("startDate", Kind::Time, "The first day or moment.");
const END: Param =
    param("endDate", Kind::Time, "The last day or moment; a day without a time is included.");
const PACKAGE_NUMBER: Param =
    param("packageNumber", Kind::Whole(1, u32::MAX as u64), "Only this package.");
const BY_KEY: Param = param("apiKey", Kind::Text, "The account with this key.");
static PAGED: [Param; 3] = [PAGE_TOKEN, START, END];
static PDF: [&str; 5] =
    ["application/pdf", "image/tiff", "application/x-zpl", "image/png", "image/jpeg"];

/// What the carrier, its service and its parcels can be refused for.
macro_rules! with_pricing_codes {
    ($($code:literal),* $(,)?) => {
        &[
            "ACCOUNT.APP.VALIDATION_FAILED",
            "ADDRESS.NOT_FOUND",
            "ADDRESS.VALIDATION_FAILED",
            "CARRIER.AUTHENTICATION_FAILED",
            "CARRIER.NOT_ACTIVE",
            "CARRIER.NOT_SUPPORTED",
            "CARRIERACCOUNT.NOT_ACTIVE",
            "CARRIERACCOUNT.NOT_FOUND",
            "PACKAGETYPE.NOT_ACTIVE",
            "PACKAGETYPE.NOT_FOUND",
            "PACKAGETYPE.NOT_SUPPORTED",
            "PACKAGETYPE.VALIDATION_FAILED",
            "SERVICE.NOT_ACTIVE",
            "SERVICE.NOT_SUPPORTED",
            "SHIPMENT.OPERATION_FAILED",
            "SPECIALSERVICE.NOT_SUPPORTED",
            "SPECIALSERVICE.VALIDATION_FAILED",
            $($code),*
        ]
    };
}

const CARRIER_ACCOUNT_CODES: &[&str] = &[
    "ACCOUNT.APP.VALIDATION_FAILED",
    "ADDRESS.NOT_FOUND",
    "CARRIER.NOT_ACTIVE",
    "CARRIER.NOT_SUPPORTED",
    "CARRIERACCOUNT.CONFIG.NOT_AUTHORIZED",
    "CARRIERACCOUNT.NOT_FOUND",
    "CARRIERACCOUNT.VALIDATION_FAILED",
];

pub static CALLS: &[CallSpec] = &[
    CallSpec {
        method: "POST",
        path: "/v3.1/Account/Token",
        title: "Makes a token",
        words: "Every other call sends it as Authorization: Bearer. A Test key makes a token of the sandbox.",
        module: "ACCOUNT",
        open: true,
        body: Some(&TOKEN_REQUEST),
        reply: Reply::Object(&TOKEN),
        codes: &[
            "ACCOUNT.APP.AUTHENTICATION_FAILED",
            "ACCOUNT.NOT_ACTIVE",
            "USER.NOT_FOUND",
            "USER.VALIDATION_FAILED",
        ],
        example: r#"{"apiKey": "$API_KEY", "apiSecret": "$API_SECRET", "userName": "$USER_NAME", "password": "$PASSWORD"}"#,
        route: || post(account::token),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/Account/Postage/Balance",
        title: "Shows the balance",
        module: "ACCOUNT",
        reply: Reply::Object(&BALANCE),
        codes: &["ACCOUNT.NOT_FOUND"],
        ..CALL
    },
    CallSpec {
        method: "PUT",
        path: "/v3.1/Account/Postage/Balance",
        title: "Adds money from the card on file",
        module: "ACCOUNT",
        transaction: true,
        body: Some(&TOP_UP_REQUEST),
        reply: Reply::Object(&ACCOUNT),
        codes: &[
            "ACCOUNT.BALANCE.VALIDATION_FAILED",
            "ACCOUNT.NOT_FOUND",
            "ACCOUNT.PAYMENT_FAILED",
            "ACCOUNT.VALIDATION_FAILED",
        ],
        example: r#"{"balance": 25}"#,
        route: || put(account::top_up),
        ..CALL
    },
    CallSpec {
        method: "PUT",
        path: "/v3.1/Account/Postage/AutoBuy",
        title: "Sets when money is added by itself",
        module: "ACCOUNT",
        body: Some(&AUTO_BUY_REQUEST),
        reply: Reply::Object(&ACCOUNT),
        codes: &["ACCOUNT.NOT_FOUND", "ACCOUNT.VALIDATION_FAILED"],
        example: r#"{"isAutoBuy": true, "autoBuyAmount": 50, "autoBuyThreshold": 10}"#,
        route: || put(account::auto_buy),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/Account/Postage/BalanceHistory",
        title: "Lists what changed the balance",
        module: "ACCOUNT",
        query: &PAGED,
        reply: Reply::Object(&HISTORY_PAGE),
        codes: &["ACCOUNT.VALIDATION_FAILED"],
        route: || get(account::history),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/v3.1/User/SignUp/Customer",
        title: "Signs up a customer",
        words: "The terms of the new account are approved next.",
        module: "USER",
        open: true,
        body: Some(&SIGN_UP_REQUEST),
        reply: Reply::Object(&SIGN_UP),
        codes: &[
            "ACCOUNT.PARENT.NOT_FOUND",
            "ACCOUNT.PARENT.VALIDATION_FAILED",
            "ACCOUNT.VALIDATION_FAILED",
            "USER.VALIDATION_FAILED",
        ],
        example: r#"{"email": "jane@shop.example", "password": "correct horse", "companyName": "Sample Shop", "firstName": "Jane", "lastName": "Sample"}"#,
        route: || post(user::sign_up),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/v3.1/User/ApproveTermsAndConditions",
        title: "Approves the terms of an account",
        module: "USER",
        open: true,
        body: Some(&TERMS_REQUEST),
        reply: Reply::Object(&TERMS),
        codes: &["ACCOUNT.NOT_ACTIVE", "ACCOUNT.NOT_FOUND", "ACCOUNT.VALIDATION_FAILED"],
        example: r#"{"accountId": "$ACCOUNT_ID"}"#,
        route: || post(user::approve_terms),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/v3.1/Address",
        title: "Stores or checks an address",
        words: "At least one of save and verify is true.",
        module: "ADDRESS",
        body: Some(&ADDRESS),
        reply: Reply::Object(&ADDRESS),
        codes: &["ADDRESS.NOT_FOUND", "ADDRESS.VALIDATION_FAILED"],
        example: r#"{"name": "Jane Sample", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118", "save": true, "verify": true}"#,
        route: || post(address::create),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/Address/{id}",
        title: "Shows a stored address",
        module: "ADDRESS",
        reply: Reply::Object(&ADDRESS),
        codes: &["ADDRESS.NOT_FOUND"],
        route: || get(address::get),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/v3.1/Address/{id}/Validate",
        title: "Checks a stored address",
        module: "ADDRESS",
        reply: Reply::Object(&ADDRESS),
        codes: &["ADDRESS.NOT_FOUND"],
        route: || post(address::validate),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/Carrier",
        title: "Lists the carriers",
        module: "CARRIER",
        reply: Reply::List(&CARRIER),
        route: || get(carrier::list),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/CarrierAccount",
        title: "Lists the carrier accounts",
        module: "CARRIERACCOUNT",
        reply: Reply::List(&CARRIER_ACCOUNT),
        route: || get(carrier_account::list),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/v3.1/CarrierAccount",
        title: "Adds a carrier account",
        module: "CARRIERACCOUNT",
        body: Some(&CARRIER_ACCOUNT_REQUEST),
        reply: Reply::Object(&CARRIER_ACCOUNT),
        codes: CARRIER_ACCOUNT_CODES,
        example: r#"{"name": "Second postal account", "carrierCode": "POST-eVS", "configuration": {}}"#,
        route: || post(carrier_account::create),
        ..CALL
    },
    CallSpec {
        method: "PUT",
        path: "/v3.1/CarrierAccount",
        title: "Changes a carrier account",
        module: "CARRIERACCOUNT",
        body: Some(&CARRIER_ACCOUNT_UPDATE),
        reply: Reply::Object(&CARRIER_ACCOUNT),
        codes: CARRIER_ACCOUNT_CODES,
        example: r#"{"id": "$CARRIER_ACCOUNT_ID", "name": "Postal account", "carrierCode": "POST-eVS", "configuration": {}}"#,
        route: || put(carrier_account::update),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/CarrierAccount/Service",
        title: "Lists the services of each carrier",
        module: "CARRIERACCOUNT",
        reply: Reply::Catalogue(&CATALOGUE_ENTRY),
        route: || get(carrier_account::services),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/CarrierAccount/SpecialService",
        title: "Lists the special services of each carrier",
        module: "CARRIERACCOUNT",
        reply: Reply::Catalogue(&CATALOGUE_ENTRY),
        route: || get(carrier_account::special_services),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/CarrierAccount/PackageType",
        title: "Lists the package types of each carrier",
        module: "CARRIERACCOUNT",
        reply: Reply::Catalogue(&PACKAGE_TYPE_ENTRY),
        route: || get(carrier_account::package_types),
        ..CALL
    },
    CallSpec {
        method: "DELETE",
        path: "/v3.1/CarrierAccount/{carrierAccountId}",
        title: "Removes a carrier account",
        module: "CARRIERACCOUNT",
        codes: &[
            "ACCOUNT.APP.VALIDATION_FAILED",
            "CARRIERACCOUNT.NOT_FOUND",
            "CARRIER.NOT_SUPPORTED",
        ],
        route: || delete(carrier_account::remove),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/v3.1/ShipmentRate",
        title: "Rates a shipment",
        words: "Without a carrier account or service, for all of them. It fails only if there is no rate at all.",
        module: "SHIPMENTRATE",
        body: Some(&RATE_REQUEST),
        reply: Reply::Object(&RATES),
        codes: with_pricing_codes![
            "SHIPMENTRATE.NOT_FOUND",
            "SHIPMENTRATE.SPECIALSERVICEPARAM.VALIDATION_FAILED",
            "SHIPMENTRATE.VALIDATION_FAILED",
        ],
        example: r#"{"fromAddress": {"name": "Sample Shop", "street1": "233 S Wacker Dr", "city": "Chicago", "state": "IL", "zip": "60606"}, "toAddress": {"name": "Jane Sample", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118"}, "packages": [{"weight": 1.5, "length": 10, "width": 6, "height": 4}]}"#,
        route: || post(rate::rates),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/Shipment",
        also_lower_case: true,
        title: "Shows a shipment, or lists all",
        words: "With key and value one shipment; without them a page of all.",
        module: "SHIPMENT",
        query: &[
            param("key", Kind::OneOf(&SHIPMENT_KEYS), "What value is."),
            param("value", Kind::Text, "The value of the key; required with it."),
            PACKAGE_NUMBER,
            PAGE_TOKEN,
            START,
            END,
            param("client", Kind::Text, "Has no meaning here."),
        ],
        reply: Reply::OneOrPage(&SHIPMENT, &SHIPMENT_PAGE),
        codes: &["SHIPMENT.NOT_FOUND", "SHIPMENT.VALIDATION_FAILED"],
        route: || get(shipment::find),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/v3.1/Shipment",
        also_lower_case: true,
        title: "Buys a label",
        words: "The header transactionId is unique per purchase; a repeated one buys nothing.",
        module: "SHIPMENT",
        transaction: true,
        body: Some(&SHIPMENT_REQUEST),
        reply: Reply::Object(&SHIPMENT),
        codes: with_pricing_codes![
            "ACCOUNT.BALANCE.VALIDATION_FAILED",
            "ACCOUNT.NOT_FOUND",
            "SHIPMENT.LABEL.VALIDATION_FAILED",
            "SHIPMENT.NOT_FOUND",
            "SHIPMENT.OPTION.ATTRIBUTE_IGNORED",
            "SHIPMENT.SPECIALSERVICEPARAM.VALIDATION_FAILED",
            "SHIPMENT.VALIDATION_FAILED",
        ],
        example: r#"{"fromAddress": {"name": "Sample Shop", "street1": "233 S Wacker Dr", "city": "Chicago", "state": "IL", "zip": "60606"}, "toAddress": {"name": "Jane Sample", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118"}, "packages": [{"weight": 1.5, "length": 10, "width": 6, "height": 4}], "service": "PriorityMail", "carrierAccountId": "$CARRIER_ACCOUNT_ID"}"#,
        route: || post(shipment::create),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/v3.1/Shipment/Refund",
        also_lower_case: true,
        title: "Requests a refund",
        module: "SHIPMENT",
        transaction: true,
        body: Some(&REFUND_REQUEST),
        reply: Reply::Object(&SHIPMENT),
        codes: &[
            "CARRIER.AUTHENTICATION_FAILED",
            "SHIPMENT.NOT_FOUND",
            "SHIPMENT.REFUND.NOT_SUPPORTED",
            "SHIPMENT.REFUND.VALIDATION_FAILED",
            "SHIPMENT.VALIDATION_FAILED",
        ],
        example: r#"{"key": "Id", "value": "$SHIPMENT_ID"}"#,
        route: || post(refund::start),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/Shipment/{id}/Label",
        also_lower_case: true,
        title: "Shows a label again",
        words: "The same label, to the byte.",
        module: "SHIPMENT",
        query: &[PACKAGE_NUMBER],
        reply: Reply::Object(&LABEL),
        codes: &["SHIPMENT.NOT_FOUND"],
        route: || get(label::reprint),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/Label/{token}",
        title: "The file of a label, a form or container labels",
        words: "The address in labels and formUrl. Its token cannot be guessed and is all that it needs.",
        module: "SHIPMENT.LABEL",
        open: true,
        reply: Reply::File(&PDF),
        codes: &[
            "DOCUMENT.OPERATION_FAILED",
            "MANIFEST.OPERATION_FAILED",
            "SHIPMENT.LABEL.NOT_FOUND",
            "SHIPMENT.OPERATION_FAILED",
        ],
        route: || get(label::file),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/Manifest",
        title: "Shows a manifest, or lists all",
        words: "With key and value one manifest; without them a page of all.",
        module: "MANIFEST",
        query: &[
            param("key", Kind::OneOf(&["Id"]), "What value is."),
            param("value", Kind::Text, "The id; required with key."),
            PAGE_TOKEN,
            START,
            END,
        ],
        reply: Reply::OneOrPage(&MANIFEST, &MANIFEST_PAGE),
        codes: &["MANIFEST.NOT_FOUND", "MANIFEST.VALIDATION_FAILED"],
        route: || get(manifest::find),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/v3.1/Manifest",
        title: "Makes a manifest",
        words: "A shipment is on at most one, and cannot be refunded then.",
        module: "MANIFEST",
        body: Some(&MANIFEST_REQUEST),
        reply: Reply::Object(&MANIFEST),
        codes: &[
            "ACCOUNT.APP.VALIDATION_FAILED",
            "ADDRESS.NOT_FOUND",
            "ADDRESS.VALIDATION_FAILED",
            "CARRIER.AUTHENTICATION_FAILED",
            "CARRIER.NOT_SUPPORTED",
            "CARRIERACCOUNT.NOT_ACTIVE",
            "CARRIERACCOUNT.NOT_FOUND",
            "MANIFEST.NOT_SUPPORTED",
            "MANIFEST.VALIDATION_FAILED",
            "SHIPMENT.OPERATION_FAILED",
        ],
        example: r#"{"fromAddress": {"name": "Sample Shop", "street1": "233 S Wacker Dr", "city": "Chicago", "state": "IL", "zip": "60606"}, "carrierAccountId": "$CARRIER_ACCOUNT_ID", "key": "Id", "value": ["$SHIPMENT_ID"], "async": true}"#,
        route: || post(manifest::create),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/Tracking",
        title: "Tracks a package",
        words: "Other query parameters are ignored with a warning.",
        module: "SHIPMENT.TRACKING",
        query: &[
            must("key", Kind::OneOf(&SHIPMENT_KEYS), "What value is."),
            must("value", Kind::Text, "The value of the key."),
        ],
        reply: Reply::Object(&TRACKING),
        codes: &[
            "SHIPMENT.NOT_FOUND",
            "SHIPMENT.TRACKING.NOT_SUPPORTED",
            "SHIPMENT.VALIDATION_FAILED",
        ],
        route: || get(tracking::find),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/v3.1/Document/POST/99M",
        title: "Prints container labels",
        module: "DOCUMENT",
        body: Some(&CONTAINER_REQUEST),
        reply: Reply::Object(&LABEL),
        codes: &[
            "ACCOUNT.APP.VALIDATION_FAILED",
            "ADDRESS.VALIDATION_FAILED",
            "CARRIER.NOT_SUPPORTED",
            "CARRIERACCOUNT.NOT_ACTIVE",
            "CARRIERACCOUNT.NOT_FOUND",
            "DOCUMENT.VALIDATION_FAILED",
        ],
        example: r#"{"fromAddress": {"name": "Sample Shop", "street1": "233 S Wacker Dr", "city": "Chicago", "state": "IL", "zip": "60606"}, "toAddress": {"name": "Distribution Center", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118"}, "contentCode": "MIXED", "type": "ContainerLabel", "carrierAccountId": "$CARRIER_ACCOUNT_ID", "pages": 2}"#,
        route: || post(container::create),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/openapi.json",
        title: "This description as JSON",
        module: "SVC",
        open: true,
        reply: Reply::File(&["application/json"]),
        route: || get(openapi::in_json::<false>),
        ..CALL
    },
    CallSpec {
        path: "/v3.1/openapi.yaml",
        title: "This description as YAML",
        module: "SVC",
        open: true,
        reply: Reply::File(&["application/yaml"]),
        route: || get(openapi::in_yaml::<false>),
        ..CALL
    },
    CallSpec {
        path: "/practice/clock",
        title: "Shows the simulated clock",
        module: "PRACTICE",
        open: true,
        query: &[BY_KEY],
        codes: &["PRACTICE.NOT_FOUND"],
        reply: Reply::Object(&CLOCK),
        route: || get(practice::clock),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/practice/clock",
        title: "Changes the simulated clock",
        module: "PRACTICE",
        open: true,
        body: Some(&CLOCK_CHANGE),
        reply: Reply::Object(&CLOCK),
        codes: &["PRACTICE.NOT_FOUND"],
        example: r#"{"jump": {"days": 3}}"#,
        route: || post(practice::set_clock),
        ..CALL
    },
    CallSpec {
        path: "/practice/faults",
        title: "Shows the pending faults",
        module: "PRACTICE",
        open: true,
        reply: Reply::Object(&FAULTS),
        route: || get(fault_calls::list),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/practice/faults",
        title: "Adds faults",
        module: "PRACTICE",
        open: true,
        body: Some(&FAULTS_REQUEST),
        reply: Reply::Object(&FAULTS),
        codes: &["PRACTICE.NOT_FOUND", "PRACTICE.VALIDATION_FAILED"],
        example: r#"{"call": "POST /Shipment", "kind": "cut_after_commit", "count": 1}"#,
        route: || post(fault_calls::add),
        ..CALL
    },
    CallSpec {
        method: "DELETE",
        path: "/practice/faults",
        title: "Removes the faults",
        words: "Those of one account, or all.",
        module: "PRACTICE",
        open: true,
        query: &[BY_KEY],
        codes: &["PRACTICE.NOT_FOUND"],
        reply: Reply::Object(&FAULTS),
        route: || delete(fault_calls::clear),
        ..CALL
    },
    CallSpec {
        path: "/practice/admin",
        title: "Shows what the administrator has changed",
        module: "PRACTICE",
        open: true,
        reply: Reply::Object(&ADMIN),
        route: || get(admin::show),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/practice/admin",
        title: "Makes a change of the administrator",
        module: "PRACTICE",
        open: true,
        body: Some(&ADMIN_CHANGE),
        reply: Reply::Object(&ADMIN),
        codes: &["PRACTICE.NOT_FOUND", "PRACTICE.VALIDATION_FAILED"],
        example: r#"{"carrier": "NOVA", "outage": true}"#,
        route: || post(admin::change),
        ..CALL
    },
    CallSpec {
        method: "DELETE",
        path: "/practice/admin",
        title: "Undoes the changes of the administrator",
        module: "PRACTICE",
        open: true,
        reply: Reply::Object(&ADMIN),
        route: || delete(admin::clear),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/practice/accounts",
        title: "Makes an account that can be used at once",
        words: "For a test that wants one of its own.",
        module: "PRACTICE",
        open: true,
        body: Some(&NEW_ACCOUNT),
        reply: Reply::Object(&NEW_ACCOUNT_MADE),
        codes: &[
            "ACCOUNT.PARENT.VALIDATION_FAILED",
            "ACCOUNT.VALIDATION_FAILED",
            "PRACTICE.VALIDATION_FAILED",
            "USER.VALIDATION_FAILED",
        ],
        example: r#"{"name": "orders"}"#,
        route: || post(world::create),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/practice/snapshot",
        title: "Keeps the state of an account, or everything",
        words: "Its rows, ids, clock and faults. A hundred are kept, in memory.",
        module: "PRACTICE",
        open: true,
        body: Some(&SNAPSHOT_REQUEST),
        reply: Reply::Object(&SNAPSHOT),
        codes: &["PRACTICE.NOT_FOUND"],
        example: r#"{"apiKey": "$API_KEY"}"#,
        route: || post(world::snapshot),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/practice/reset",
        title: "Brings back how an account, or everything, was",
        module: "PRACTICE",
        open: true,
        body: Some(&RESET_REQUEST),
        reply: Reply::Object(&RESET),
        codes: &["PRACTICE.NOT_FOUND", "PRACTICE.VALIDATION_FAILED"],
        example: r#"{"apiKey": "$API_KEY"}"#,
        route: || post(world::reset),
        ..CALL
    },
    CallSpec {
        path: "/practice/calls",
        title: "Shows which calls were made",
        words: "Of the interface, without those of this list. What is named in the query is all that is shown.",
        module: "PRACTICE",
        open: true,
        query: &[
            BY_KEY,
            param("call", Kind::Text, "Such as POST /Shipment."),
            param("status", Kind::Text, "The status of the answer, such as 422."),
            param("code", Kind::Text, "The code of the error."),
            param("after", Kind::Text, "Only calls after this number."),
        ],
        reply: Reply::Object(&CALLS_KEPT),
        codes: &["PRACTICE.NOT_FOUND"],
        route: || get(journal_calls::list),
        ..CALL
    },
    CallSpec {
        method: "DELETE",
        path: "/practice/calls",
        title: "Forgets which calls were made",
        module: "PRACTICE",
        open: true,
        query: &[BY_KEY],
        reply: Reply::Object(&CALLS_FORGOTTEN),
        codes: &["PRACTICE.NOT_FOUND"],
        route: || delete(journal_calls::clear),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/practice/refill",
        title: "Adds practice money",
        module: "PRACTICE",
        open: true,
        body: Some(&REFILL_REQUEST),
        reply: Reply::Object(&REFILLED),
        codes: &["ACCOUNT.BALANCE.VALIDATION_FAILED", "ACCOUNT.NOT_FOUND", "PRACTICE.NOT_FOUND"],
        example: r#"{"amount": 500}"#,
        route: || post(practice::refill),
        ..CALL
    },
    CallSpec {
        method: "POST",
        path: "/practice/card",
        title: "Lets cards be declined, or not",
        module: "PRACTICE",
        open: true,
        body: Some(&CARD_REQUEST),
        reply: Reply::Object(&CARD_STATE),
        example: r#"{"declines": true}"#,
        route: || post(practice::card),
        ..CALL
    },
    CallSpec {
        path: "/practice/track/{number}",
        title: "The page behind trackingUrl",
        module: "PRACTICE",
        open: true,
        reply: Reply::File(&["text/plain; charset=utf-8"]),
        codes: &["PRACTICE.NOT_FOUND"],
        route: || get(practice::track_page),
        ..CALL
    },
    CallSpec {
        path: "/practice/openapi.json",
        title: "This description as JSON",
        module: "SVC",
        open: true,
        reply: Reply::File(&["application/json"]),
        route: || get(openapi::in_json::<true>),
        ..CALL
    },
    CallSpec {
        path: "/practice/openapi.yaml",
        title: "This description as YAML",
        module: "SVC",
        open: true,
        reply: Reply::File(&["application/yaml"]),
        route: || get(openapi::in_yaml::<true>),
        ..CALL
    },
];

/// A call with the parts of its path.
struct Pattern {
    call: &'static CallSpec,
    parts: Vec<&'static str>,
}

impl Pattern {
    fn new(call: &'static CallSpec) -> Self {
        Self { call, parts: call.path.split('/').collect() }
    }

    /// Whether the path of a request is of this call. Paths differ most in their last part.
    fn fits(&self, asked: &[&str]) -> bool {
        self.parts.len() == asked.len()
            && self.parts.iter().zip(asked).rev().all(|(own, asked)| {
                own == asked
                    || own.starts_with('{')
                    || (self.call.also_lower_case && (*own, *asked) == ("Shipment", "shipment"))
            })
    }
}

/// The call of a request, if there is one.
pub fn find(method: &str, path: &str) -> Option<&'static CallSpec> {
    static PATTERNS: LazyLock<Vec<Pattern>> =
        LazyLock::new(|| CALLS.iter().map(Pattern::new).collect());
    let parts: Vec<&str> = path.split('/').collect();
    let fits = |pattern: &&Pattern| pattern.call.method == method && pattern.fits(&parts);
    let mut all = PATTERNS.iter().filter(fits).map(|pattern| pattern.call);
    // A literal path goes before one with a parameter, as it does in the router.
    let first = all.next()?;
    Some(all.find(|other| !other.path.contains('{')).unwrap_or(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_finds_its_call() {
        for (method, path, title) in [
            ("GET", "/v3.1/Address/7", Some("GET /v3.1/Address/{id}")),
            ("POST", "/v3.1/shipment/Refund", Some("POST /v3.1/Shipment/Refund")),
            ("GET", "/v3.1/shipment/7/Label", Some("GET /v3.1/Shipment/{id}/Label")),
            ("GET", "/v3.1/CarrierAccount/Service", Some("GET /v3.1/CarrierAccount/Service")),
            ("GET", "/v3.1/address/7", None),
            ("PATCH", "/v3.1/Address/7", None),
        ] {
            let found = find(method, path).map(|call| format!("{} {}", call.method, call.path));
            assert_eq!(found.as_deref(), title, "{method} {path}");
        }
        let interface = CALLS.iter().filter(|call| call.path.starts_with("/v3.1/"));
        // The 27 calls of section 4, and the file of a label.
        assert_eq!(interface.filter(|call| !call.path.contains("openapi")).count(), 28);
    }
}
