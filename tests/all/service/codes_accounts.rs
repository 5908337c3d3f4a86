//! The cases of [`super::codes`] that concern accounts, users, addresses and carrier accounts.

use serde_json::{Value, json};

use super::codes::{Case, TestService, case, merge};
use super::http::{Answer, send};
use super::main_job::signed_up;
use super::setup::{chicago, parcel, san_francisco, shipment};

const SIGN_UP: &str = "POST /User/SignUp/Customer";
const APPROVE: &str = "POST /User/ApproveTermsAndConditions";
const TOKEN: &str = "POST /Account/Token";
const TOP_UP: &str = "PUT /Account/Postage/Balance";

pub fn cases() -> Vec<Case> {
    let mut all = accounts();
    all.extend(carriers());
    all
}

fn customer(name: &str, more: Value) -> Value {
    let mut body = json!({"email": format!("{name}@example.com"), "password": "p", "companyName": name,
                          "firstName": "A", "lastName": "B"});
    merge(&mut body, more);
    body
}

fn sign_up(stage: &TestService, name: &str, more: Value) -> Answer {
    let path = "/User/SignUp/Customer";
    stage.open("POST", path, customer(name, more))
}

/// Signs up a new account, approves its terms, and requests a token with its Production key.
fn log_in(stage: &TestService, name: &str, more: Value) -> Answer {
    let made = sign_up(stage, name, json!({})).ok();
    let terms = json!({"accountId": made["account"]["id"]});
    stage.open("POST", "/User/ApproveTermsAndConditions", terms).ok();
    let app = &made["apps"][0];
    let mut login = json!({"apiKey": app["apiKey"], "apiSecret": app["apiSecret"],
                           "userName": made["user"]["userName"], "password": "p"});
    merge(&mut login, more);
    stage.open("POST", "/Account/Token", login)
}

fn top_up(stage: &TestService, id: &str, amount: f64) -> Answer {
    let body = json!({ "balance": amount });
    let path = "/Account/Postage/Balance";
    stage.clerk.call("PUT", path, &[("transactionId", id)], Some(body))
}

fn with_token(stage: &TestService, header: &str) -> Answer {
    let headers = [("Authorization", header)];
    send(&stage.service.base, "GET", "/Carrier", &headers, None)
}

fn accounts() -> Vec<Case> {
    vec![
        case("ACCOUNT.NOT_ACTIVE", "GET /Carrier", "terms not approved", |stage| {
            let made = sign_up(stage, "hasty", json!({})).ok();
            with_token(stage, &format!("Bearer {}", made["accessToken"].as_str().unwrap()))
        }),
        case("ACCOUNT.NOT_ACTIVE", "GET /Carrier", "account closed", |stage| {
            let (clerk, made) = signed_up(&stage.service.base, "closing", false);
            stage.admin(json!({"accountId": made["account"]["id"], "closed": true}));
            clerk.get("/Carrier")
        }),
        case("ACCOUNT.NOT_FOUND", APPROVE, "account id does not exist", |stage| {
            stage.open("POST", "/User/ApproveTermsAndConditions", json!({"accountId": "x"}))
        }),
        case("ACCOUNT.PAYMENT_FAILED", TOP_UP, "the card is declined", |stage| {
            let card = |declines: bool| {
                let body = json!({ "declines": declines });
                stage.service.practice("POST", "/card", Some(body)).ok()
            };
            card(true);
            let answer = top_up(stage, "declined", 10.0);
            card(false);
            answer
        }),
        case(
            "ACCOUNT.VALIDATION_FAILED",
            "GET /Account/Postage/BalanceHistory",
            "start date not before end date",
            |stage| {
                let path =
                    "/Account/Postage/BalanceHistory?startDate=2026-03-02&endDate=2026-03-01";
                stage.clerk.get(path)
            },
        ),
        case("ACCOUNT.VALIDATION_FAILED", APPROVE, "terms already accepted", |stage| {
            let (_, made) = signed_up(&stage.service.base, "eager", false);
            let terms = json!({"accountId": made["account"]["id"]});
            stage.open("POST", "/User/ApproveTermsAndConditions", terms)
        }),
        case(
            "ACCOUNT.VALIDATION_FAILED",
            SIGN_UP,
            "account exists for the company name",
            |stage| {
                sign_up(stage, "namesake", json!({})).ok();
                sign_up(stage, "other", json!({"companyName": "namesake"}))
            },
        ),
        case(
            "ACCOUNT.APP.AUTHENTICATION_FAILED",
            "GET /Carrier",
            "authorization header malformed",
            |stage| with_token(stage, "Bearer"),
        ),
        case("ACCOUNT.APP.AUTHENTICATION_FAILED", TOKEN, "invalid secret", |stage| {
            log_in(stage, "forgetful", json!({"apiSecret": "wrong"}))
        }),
        case("ACCOUNT.APP.AUTHENTICATION_FAILED", "GET /Carrier", "invalid token", |stage| {
            with_token(stage, "Bearer a.b.c")
        }),
        case(
            "ACCOUNT.APP.VALIDATION_FAILED",
            "POST /CarrierAccount",
            "test token used with an unsupported carrier",
            |stage| {
                let (clerk, _) = signed_up(&stage.service.base, "tester", true);
                let body = json!({"name": "n", "carrierCode": "NOVA", "configuration": {}});
                clerk.send("POST", "/CarrierAccount", body)
            },
        ),
        case("ACCOUNT.BALANCE.VALIDATION_FAILED", TOP_UP, "amount below 1", |stage| {
            top_up(stage, "too-little", 0.99)
        }),
        case(
            "ACCOUNT.BALANCE.VALIDATION_FAILED",
            "POST /Shipment",
            "insufficient funds",
            |stage| {
                let (clerk, _) = signed_up(&stage.service.base, "penniless", false);
                let new = json!({"name": "n", "carrierCode": "NOVA", "configuration": {}});
                let account = clerk.send("POST", "/CarrierAccount", new).ok();
                clerk.buy("unpaid", shipment(account["id"].as_str().unwrap(), "Ground"))
            },
        ),
        case("ACCOUNT.PARENT.NOT_FOUND", SIGN_UP, "signupKey of no partner", |stage| {
            sign_up(stage, "stranger", json!({"signupKey": "sk-9"}))
        }),
        case("ACCOUNT.PARENT.NOT_FOUND", SIGN_UP, "empty signupKey", |stage| {
            sign_up(stage, "stranger", json!({"signupKey": " "}))
        }),
        case(
            "ACCOUNT.PARENT.VALIDATION_FAILED",
            SIGN_UP,
            "an account of one partner signs up through another",
            |stage| {
                sign_up(stage, "faithful", json!({"signupKey": "sk-1"})).ok();
                sign_up(stage, "faithful", json!({"signupKey": "sk-2"}))
            },
        ),
        case("ADDRESS.VALIDATION_FAILED", "POST /Address", "neither save nor verify", |stage| {
            stage.clerk.send("POST", "/Address", chicago())
        }),
        case("ADDRESS.VALIDATION_FAILED", "POST /Address", "invalid country code", |stage| {
            let mut address = chicago();
            merge(&mut address, json!({"save": true, "country": "XQ"}));
            stage.clerk.send("POST", "/Address", address)
        }),
        case("ADDRESS.VALIDATION_FAILED", "POST /ShipmentRate", "address invalid", |stage| {
            let mut address = chicago();
            merge(&mut address, json!({"state": "CA"}));
            stage.rate(json!({ "toAddress": address }))
        }),
        case("USER.NOT_FOUND", TOKEN, "e-mail does not exist", |stage| {
            log_in(stage, "mistaken", json!({"userName": "nobody@example.com"}))
        }),
        case("USER.VALIDATION_FAILED", TOKEN, "user name required instead of e-mail", |stage| {
            log_in(stage, "wordy", json!({"userName": "wordy@example.com"}))
        }),
        case("USER.VALIDATION_FAILED", SIGN_UP, "e-mail already exists", |stage| {
            sign_up(stage, "twice", json!({})).ok();
            sign_up(stage, "twice", json!({"companyName": "Another"}))
        }),
    ]
}

fn carriers() -> Vec<Case> {
    const CREATE: &str = "POST /CarrierAccount";
    const RATE: &str = "POST /ShipmentRate";
    vec![
        case("CARRIER.AUTHENTICATION_FAILED", RATE, "the carrier refuses the service", |stage| {
            stage.admin(json!({"carrier": "NOVA", "credentialsRefused": true}));
            stage.rate_one("NOVA", "Ground", json!({}))
        }),
        case("CARRIER.NOT_ACTIVE", CREATE, "disabled by an administrator", |stage| {
            stage.admin(json!({"carrier": "NOVA", "disabled": true}));
            stage.new_carrier_account(json!({}))
        }),
        case("CARRIER.NOT_ACTIVE", RATE, "disabled by an administrator", |stage| {
            stage.admin(json!({"carrier": "NOVA", "disabled": true}));
            stage.rate(json!({"carrierAccountId": stage.clerk.carrier_account("NOVA")}))
        }),
        case("CARRIER.NOT_SUPPORTED", CREATE, "a carrier of the past", |stage| {
            stage.new_carrier_account(json!({"carrierCode": "LUNAR"}))
        }),
        case("CARRIERACCOUNT.NOT_ACTIVE", RATE, "awaiting approval", |stage| {
            let id = stage.clerk.carrier_account("NOVA");
            stage.admin(json!({"carrierAccountId": id, "status": "AwaitingApproval"}));
            stage.rate_one("NOVA", "Ground", json!({}))
        }),
        case(
            "CARRIERACCOUNT.NOT_ACTIVE",
            "POST /Shipment",
            "disabled by an administrator",
            |stage| {
                let id = stage.clerk.carrier_account("NOVA");
                stage.admin(json!({"carrierAccountId": id, "status": "Disabled"}));
                stage.buy("held", "NOVA", "Ground", json!({}))
            },
        ),
        case("CARRIERACCOUNT.NOT_FOUND", RATE, "no carrier account for the id", |stage| {
            stage.rate(json!({"carrierAccountId": "x"}))
        }),
        case("CARRIERACCOUNT.NOT_FOUND", RATE, "none associated with the app", |stage| {
            let (clerk, _) = signed_up(&stage.service.base, "bare", false);
            let ask = json!({"fromAddress": chicago(), "toAddress": san_francisco(), "packages": [parcel()]});
            clerk.send("POST", "/ShipmentRate", ask)
        }),
        case(
            "CARRIERACCOUNT.NOT_FOUND",
            "PUT /CarrierAccount",
            "no carrier account for the id, to change",
            |stage| {
                let body =
                    json!({"id": "x", "name": "X", "carrierCode": "NOVA", "configuration": {}});
                stage.clerk.send("PUT", "/CarrierAccount", body)
            },
        ),
        case(
            "CARRIERACCOUNT.NOT_FOUND",
            "DELETE /CarrierAccount/:carrierAccountId",
            "no carrier account for the id, to delete",
            |stage| stage.clerk.call("DELETE", "/CarrierAccount/x", &[], None),
        ),
        case("CARRIERACCOUNT.NOT_FOUND", CREATE, "carrier code invalid", |stage| {
            stage.new_carrier_account(json!({"carrierCode": "GHOST"}))
        }),
        case("CARRIERACCOUNT.VALIDATION_FAILED", CREATE, "the name exists", |stage| {
            stage.new_carrier_account(json!({"name": "Nova Express"}))
        }),
        case(
            "CARRIERACCOUNT.CONFIG.NOT_AUTHORIZED",
            CREATE,
            "shipFromAddressId of somebody else",
            |stage| {
                let (other, _) = signed_up(&stage.service.base, "neighbour", false);
                let mut address = chicago();
                merge(&mut address, json!({"save": true}));
                let id = other.send("POST", "/Address", address).ok()["id"].clone();
                stage.new_carrier_account(json!({"configuration": {"shipFromAddressId": id}}))
            },
        ),
    ]
}
