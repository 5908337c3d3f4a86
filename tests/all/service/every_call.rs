//! A valid request for each of the 27 calls, against one running service.

use std::cell::Cell;

use serde_json::{Value, json};

use super::http::{Answer, send};
use super::setup::{Clerk, Running, chicago, parcel, running, san_francisco, shipment};

/// A service with an account, an address, a carrier account, a shipment and a manifest.
pub struct PreparedService {
    pub service: Running,
    pub clerk: Clerk,
    pub login: Value,
    pub account: String,
    pub address: Value,
    pub shipment: Value,
    pub manifest: Value,
    /// An account that signed up and has not approved the terms.
    pub fresh_account: String,
    transactions: Cell<u32>,
}

/// A request before it is sent.
#[derive(Clone, Debug)]
pub struct Request {
    /// The name of the call in section 4.
    pub call: &'static str,
    pub path: String,
    pub body: Option<Value>,
    /// The fields that the tables of section 4 mark with `*`.
    pub required: &'static [&'static str],
    pub transaction: Option<String>,
    pub token: bool,
}

impl Request {
    pub fn method(&self) -> &'static str {
        self.call.split_once(' ').unwrap().0
    }
}

pub fn world() -> PreparedService {
    let service = running();
    let login = service.login();
    let clerk = Clerk::sign_in(&service.base, &login);
    let money = json!({"amount": 50_000});
    service.practice("POST", "/refill", Some(money)).ok();
    let account = clerk.carrier_account("POST-eVS");
    let mut address = chicago();
    address["save"] = json!(true);
    let address = clerk.send("POST", "/Address", address).ok();
    let order = shipment(&account, "PriorityMail");
    let bought = clerk.buy("world-shipment", order.clone()).ok();
    let manifested = clerk.buy("world-manifested", order).ok();
    let manifest = json!({
        "fromAddress": chicago(), "carrierAccountId": account, "key": "Id",
        "value": [manifested["id"]], "async": true,
    });
    let manifest = clerk.send("POST", "/Manifest", manifest).ok();
    let mut world = PreparedService {
        login: json!({
            "apiKey": login.api_key, "apiSecret": login.api_secret.expose(),
            "userName": login.user_name, "password": login.password.expose(),
        }),
        account,
        address: address["id"].clone(),
        shipment: bought,
        manifest: manifest["id"].clone(),
        fresh_account: String::new(),
        transactions: Cell::new(0),
        clerk,
        service,
    };
    world.fresh_account = world.signed_up();
    world
}

impl PreparedService {
    fn next(&self) -> u32 {
        self.transactions.set(self.transactions.get() + 1);
        self.transactions.get()
    }

    /// The id of a new account that has not approved the terms.
    pub fn signed_up(&self) -> String {
        let made = self.send(&self.request("POST /User/SignUp/Customer")).ok();
        made["account"]["id"].as_str().unwrap().to_owned()
    }

    pub fn send(&self, request: &Request) -> Answer {
        let bearer = format!("Bearer {}", self.clerk.token);
        let mut headers = Vec::new();
        if request.token {
            headers.push(("Authorization", bearer.as_str()));
        }
        headers.extend(request.transaction.as_deref().map(|id| ("transactionId", id)));
        let body = request.body.as_ref().map(Value::to_string);
        send(&self.service.base, request.method(), &request.path, &headers, body.as_deref())
    }

    /// A request that succeeds, with new values for whatever must be unique.
    pub fn request(&self, call: &'static str) -> Request {
        let number = self.next();
        let route = call.split_once(' ').unwrap().1;
        let shipment_id = self.shipment["id"].as_str().unwrap();
        let mut request = Request {
            call,
            path: route.to_owned(),
            body: None,
            required: &[],
            transaction: None,
            token: true,
        };
        let mut with = |body: Value, required: &'static [&'static str]| {
            request.body = Some(body);
            request.required = required;
        };
        match call {
            "POST /Account/Token" => {
                with(self.login.clone(), &["apiKey", "apiSecret", "userName", "password"])
            }
            "PUT /Account/Postage/Balance" => with(json!({"balance": 10}), &["balance"]),
            "PUT /Account/Postage/AutoBuy" => with(
                json!({"isAutoBuy": false, "autoBuyAmount": 50, "autoBuyThreshold": 5}),
                &["isAutoBuy", "autoBuyAmount", "autoBuyThreshold"],
            ),
            "POST /User/SignUp/Customer" => with(
                json!({
                    "email": format!("c{number}@example.com"), "password": "correct horse",
                    "companyName": format!("Company {number}"), "firstName": "Riley",
                    "lastName": "Sample",
                }),
                &["email", "password", "companyName", "firstName", "lastName"],
            ),
            "POST /User/ApproveTermsAndConditions" => {
                let account = self.fresh_account.clone();
                with(json!({"accountId": account}), &["accountId"]);
            }
            "POST /Address" => {
                let mut address = chicago();
                address["save"] = json!(true);
                with(address, &["name", "street1", "city", "zip"]);
            }
            "POST /CarrierAccount" => with(
                json!({"name": format!("Account {number}"), "carrierCode": "NOVA", "configuration": {}}),
                &["name", "carrierCode", "configuration"],
            ),
            "PUT /CarrierAccount" => with(
                json!({
                    "id": self.own_carrier_account(), "name": format!("Renamed {number}"),
                    "carrierCode": "NOVA", "configuration": {},
                }),
                &["id", "name", "carrierCode", "configuration"],
            ),
            "POST /ShipmentRate" => with(
                json!({
                    "fromAddress": chicago(), "toAddress": san_francisco(), "packages": [parcel()],
                }),
                &["fromAddress", "toAddress", "packages"],
            ),
            "POST /Shipment" => with(
                shipment(&self.account, "PriorityMail"),
                &["fromAddress", "toAddress", "packages", "service", "carrierAccountId"],
            ),
            "POST /Shipment/Refund" => {
                with(json!({"key": "Id", "value": self.bought()}), &["key", "value"])
            }
            "POST /Manifest" => with(
                json!({
                    "fromAddress": chicago(), "carrierAccountId": self.account, "key": "Id",
                    "value": [self.bought()], "async": true,
                }),
                &["fromAddress", "carrierAccountId", "key", "value"],
            ),
            "POST /Document/POST/99M" => with(
                json!({
                    "fromAddress": chicago(), "toAddress": san_francisco(), "contentCode": "PM",
                    "type": "ContainerLabel", "carrierAccountId": self.account, "pages": 2,
                }),
                &["fromAddress", "toAddress", "contentCode", "type", "carrierAccountId"],
            ),
            _ => {}
        }
        request.path = match call {
            "GET /Address/:id" | "POST /Address/:id/Validate" => {
                route.replace(":id", self.address.as_str().unwrap())
            }
            "DELETE /CarrierAccount/:carrierAccountId" => {
                route.replace(":carrierAccountId", &self.own_carrier_account())
            }
            "GET /Shipment/:id/Label" => route.replace(":id", shipment_id),
            "GET /Shipment" | "GET /Tracking" => format!("{route}?key=Id&value={shipment_id}"),
            "GET /Manifest" => format!("{route}?key=Id&value={}", self.manifest.as_str().unwrap()),
            _ => route.to_owned(),
        };
        let money = ["PUT /Account/Postage/Balance", "POST /Shipment", "POST /Shipment/Refund"];
        request.transaction = money.contains(&call).then(|| format!("every-{number}"));
        request.token = !matches!(
            call,
            "POST /Account/Token"
                | "POST /User/SignUp/Customer"
                | "POST /User/ApproveTermsAndConditions"
        );
        request
    }

    fn bought(&self) -> Value {
        self.send(&self.request("POST /Shipment")).ok()["id"].clone()
    }

    fn own_carrier_account(&self) -> String {
        let made = self.send(&self.request("POST /CarrierAccount")).ok();
        made["id"].as_str().unwrap().to_owned()
    }
}
