//! A separate service for each test, with a clock that moves only when the test moves it.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use jiff::Timestamp;
use postroom::base::clock::Clock;
use postroom::service;
use postroom::service::{Config, Limits, PracticeLogin, Service};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::http::{Answer, send};

pub struct Running {
    pub runtime: Runtime,
    pub service: Option<Service>,
    pub base: String,
    pub practice: String,
    pub folder: PathBuf,
    pub clock: Clock,
}

/// 18:00 UTC on 2026-03-02, a Monday; noon in Chicago.
pub fn noon() -> Timestamp {
    "2026-03-02T18:00:00Z".parse().unwrap()
}

pub fn running() -> Running {
    running_within(Limits::default())
}

/// A service and a client that is signed in to its ready-made account.
pub fn signed_in() -> (Running, Clerk) {
    let service = running();
    let clerk = service.clerk();
    (service, clerk)
}

pub fn running_within(limits: Limits) -> Running {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder =
        std::env::temp_dir().join(format!("postroom-service-{}-{count}", std::process::id()));
    run(folder, Clock::manual(noon()), 86_400, limits)
}

pub fn running_in(folder: PathBuf, clock: Clock, day_seconds: u32) -> Running {
    run(folder, clock, day_seconds, Limits::default())
}

fn run(folder: PathBuf, clock: Clock, day_seconds: u32, limits: Limits) -> Running {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    postroom::catalogs::install();
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data_dir: folder.clone(),
        day_seconds,
        clock: clock.clone(),
    };
    let service = runtime.block_on(service::start_within(config, limits)).unwrap();
    let (base, practice) = (service.base_url(), service.practice_url());
    Running { runtime, service: Some(service), base, practice, folder, clock }
}

impl Running {
    /// Stops the service cleanly and returns its folder, which stays.
    pub fn stop(mut self) -> PathBuf {
        if let Some(service) = self.service.take() {
            self.runtime.block_on(service.stop());
        }
        std::mem::take(&mut self.folder)
    }

    /// The credentials of the ready-made account. Each call creates new secrets and invalidates the
    /// old.
    pub fn login(&self) -> PracticeLogin {
        let service = self.service.as_ref().unwrap();
        self.runtime.block_on(service.practice_login()).unwrap()
    }

    /// A client signed in to the ready-made account.
    pub fn clerk(&self) -> Clerk {
        Clerk::sign_in(&self.base, &self.login())
    }

    pub fn practice(&self, method: &str, path: &str, body: Option<Value>) -> Answer {
        send(&self.practice, method, path, &[], body.map(|body| body.to_string()).as_deref())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(service) = self.service.take() {
            self.runtime.block_on(service.stop());
            std::fs::remove_dir_all(&self.folder).ok();
        }
    }
}

/// A client with a token.
#[derive(Clone)]
pub struct Clerk {
    pub base: String,
    pub token: String,
}

impl Clerk {
    pub fn sign_in(base: &str, login: &PracticeLogin) -> Self {
        let body = json!({
            "apiKey": login.api_key, "apiSecret": login.api_secret.expose(),
            "userName": login.user_name, "password": login.password.expose(),
        });
        let answer = send(base, "POST", "/Account/Token", &[], Some(&body.to_string())).ok();
        Self { base: base.to_owned(), token: answer["token"].as_str().unwrap().to_owned() }
    }

    #[track_caller]
    pub fn get(&self, path: &str) -> Answer {
        self.call("GET", path, &[], None)
    }

    #[track_caller]
    pub fn send(&self, method: &str, path: &str, body: Value) -> Answer {
        self.call(method, path, &[], Some(body))
    }

    #[track_caller]
    pub fn call(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        let mut all = vec![("Authorization", bearer.as_str())];
        all.extend_from_slice(headers);
        send(&self.base, method, path, &all, body.map(|body| body.to_string()).as_deref())
    }

    #[track_caller]
    pub fn buy(&self, transaction_id: &str, body: Value) -> Answer {
        self.call("POST", "/Shipment", &[("transactionId", transaction_id)], Some(body))
    }

    pub fn balance_text(&self) -> String {
        self.get("/Account/Postage/Balance").ok()["balance"].to_string()
    }

    pub fn carrier_account(&self, code: &str) -> String {
        let list = self.get("/CarrierAccount").ok();
        let found = list.as_array().unwrap().iter().find(|account| account["carrierCode"] == code);
        found.unwrap_or_else(|| panic!("{code} in {list}"))["id"].as_str().unwrap().to_owned()
    }
}

pub fn chicago() -> Value {
    json!({"name": "Riley Sample", "street1": "233 S Wacker Dr", "city": "Chicago", "state": "IL", "zip": "60606", "country": "US"})
}

pub fn san_francisco() -> Value {
    json!({"name": "Casey Example", "street1": "1 Ferry Building", "city": "San Francisco", "state": "CA", "zip": "94111", "country": "US"})
}

pub fn berlin() -> Value {
    json!({"name": "Erika Muster", "street1": "Musterallee 1", "city": "Berlin", "zip": "10115", "country": "DE"})
}

pub fn customs() -> Value {
    json!({
        "contentType": "MERCHANDISE", "nonDeliveryOption": "RETURN", "customsSigner": "Riley Sample",
        "customsCertify": true,
        "customsItem": [{"description": "Mug", "quantity": 1, "weight": 1.5, "weightUnit": "lb",
                         "value": 12.5, "hsTariffNumber": "691110", "originCountry": "US"}],
    })
}

/// A parcel of 1.5 lb and 10 × 6 × 4 in, without units.
pub fn parcel() -> Value {
    json!({"packageType": "Parcel", "weight": 1.5, "length": 10, "width": 6, "height": 4})
}

pub fn shipment(carrier_account: &str, service: &str) -> Value {
    json!({
        "fromAddress": chicago(), "toAddress": san_francisco(), "packages": [parcel()],
        "service": service, "carrierAccountId": carrier_account,
    })
}
