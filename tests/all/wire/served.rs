//! The service's side: each golden request, sent as raw bytes over a socket to the practice
//! service, gets the golden reply, with ids and times masked.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

use postroom::base::clock::{Clock, WireTime};
use postroom::service;
use postroom::service::Config;
use serde_json::{Map, Value, json};

use super::golden::{self, Golden, plain};

/// The goldens in an order in which each finds the objects it refers to.
const PLAY: &[Scene] = &[
    Scene {
        golden: "user/sign_up",
        own: &[
            "user.role",
            "user.isActivated",
            "user.account.parentAccount",
            "user.account.subscriptionPlan",
            "user.account.autoBuyAmount",
            "user.account.autoBuyThreshold",
            "account.subscriptionPlan",
            "account.autoBuyAmount",
            "account.autoBuyThreshold",
            "apps.appDescription",
            "apps.partnerName",
        ],
        absent: &[
            "user.lastLoginDate",
            "account.users.lastLoginDate",
            "user.account.parentAccount.isAutoBuy",
        ],
        beyond: &["user.account.parentAccount.subscriptionPlan"],
    },
    Scene::exact("user/approve_terms"),
    Scene::exact("account/token"),
    Scene {
        golden: "account/balance",
        own: &[
            "autoBuyAmount",
            "autoBuyThreshold",
            "isAutoBuy",
            "balance",
            "creditCardPaymentAccountResponse",
        ],
        absent: &["achPaymentAccountResponse"],
        beyond: &[],
    },
    Scene {
        golden: "account/top_up",
        own: &["autoBuyAmount", "autoBuyThreshold", "balance"],
        absent: &[],
        beyond: &[],
    },
    Scene { golden: "account/auto_buy", own: &["balance"], absent: &[], beyond: &[] },
    Scene { golden: "address/create", own: &[], absent: &["source"], beyond: &[] },
    Scene { golden: "address/get", own: &[], absent: &["save", "verify", "source"], beyond: &[] },
    Scene {
        golden: "address/validate",
        own: &[],
        absent: &["save", "verify", "source"],
        beyond: &[],
    },
    Scene { golden: "carrier/list", own: &["*"], absent: &[], beyond: &[] },
    Scene::exact("carrier_account/create"),
    Scene::exact("carrier_account/list"),
    Scene::catalogue("carrier_account/services"),
    Scene::catalogue("carrier_account/special_services"),
    Scene::catalogue("carrier_account/package_types"),
    Scene {
        golden: "rate/quote",
        own: &["rates.totalFee", "rates.fees", "rates.deliveryDays"],
        absent: &["rates.fees.ratingType"],
        // The golden has parameters of special services that it does not choose.
        beyond: &["Warnings"],
    },
    Scene::shipment("shipment/create", &SHIPMENT_OWN),
    Scene::shipment("shipment/get", &SHIPMENT_OWN),
    Scene {
        golden: "shipment/label",
        own: &[],
        absent: &[],
        // Fields of 2.16 that 4.6 does not list again.
        beyond: &["customText1", "customText2", "customText3"],
    },
    Scene {
        golden: "tracking/get",
        own: &["status", "subStatus", "trackingDetails"],
        absent: &[],
        beyond: &[],
    },
    Scene::shipment("shipment/refund", &REFUND_OWN),
    Scene {
        golden: "account/balance_history",
        own: &["results", "totalPages", "totalResults"],
        absent: &["nextPage", "previousPage"],
        beyond: &[],
    },
    // A refunded shipment cannot be manifested, so it is bought again with another transaction id.
    Scene::shipment(BOUGHT, &SHIPMENT_OWN),
    Scene { golden: "manifest/create", own: &[], absent: &FROM_ABSENT, beyond: &[] },
    Scene { golden: "manifest/get", own: &[], absent: &FROM_ABSENT, beyond: &[] },
    // Section 4.9 shows no reply; the practice service's reply has the fields of 2.16.
    Scene::exact("document/container_label_99m"),
    Scene::exact("carrier_account/update"),
    Scene::exact("carrier_account/delete"),
];

const BOUGHT: &str = "shipment/create";

const FROM_ABSENT: [&str; 3] = ["fromAddress.save", "fromAddress.verify", "fromAddress.source"];

const SHIPMENT_OWN: [&str; 4] =
    ["packages.finalWeight", "rates.totalFee", "rates.fees", "rates.deliveryDays"];

/// A refund stops the parcel, which changes its tracking.
const REFUND_OWN: [&str; 6] = {
    let [weight, total, fees, days] = SHIPMENT_OWN;
    [weight, total, fees, days, "tracking.status", "tracking.subStatus"]
};

const SHIPMENT_ABSENT: [&str; 9] = [
    "fromAddress.save",
    "fromAddress.verify",
    "fromAddress.source",
    "altReturnAddress.save",
    "altReturnAddress.verify",
    "altReturnAddress.source",
    "toAddress.isResidential",
    "rates.fees.ratingType",
    "billTo",
];

/// The differences allowed between a golden's reply and the service's. Paths have keys only,
/// without list indices.
struct Scene {
    golden: &'static str,
    /// Values that are specific to this service: prices, catalogues, texts. Only their types are
    /// compared, and every entry of a list with the golden's first. `*` means the whole reply.
    own: &'static [&'static str],
    /// Optional fields of the golden that this service leaves out or sends as null.
    absent: &'static [&'static str],
    /// Fields of this service that the golden does not have.
    beyond: &'static [&'static str],
}

impl Scene {
    const fn exact(golden: &'static str) -> Self {
        Self { golden, own: &[], absent: &[], beyond: &[] }
    }

    const fn catalogue(golden: &'static str) -> Self {
        Self { golden, own: &["*"], absent: &[], beyond: &["POST-ePostage", "NOVA", "ORBIT"] }
    }

    /// A shipment, whose prices come from this service's tariff.
    const fn shipment(golden: &'static str, own: &'static [&'static str]) -> Self {
        Self {
            golden,
            own,
            absent: &SHIPMENT_ABSENT,
            // Not among the fields of 2.20.
            beyond: &["customsInfo"],
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn golden_requests_bring_the_golden_replies() {
    let folder = std::env::temp_dir().join(format!("postroom-served-{}", std::process::id()));
    postroom::catalogs::install();
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data_dir: folder.clone(),
        day_seconds: 86_400,
        clock: Clock::manual("2024-03-01T10:00:00Z".parse().unwrap()),
    };
    let service = service::start(config).await.unwrap();
    let base = service.base_url();
    let rest = base.strip_prefix("http://").unwrap();
    let (address, _) = rest.split_once('/').unwrap();
    let mut known = BTreeMap::new();
    let mut before_buying: Option<BTreeMap<String, String>> = None;
    let mut differences = Vec::new();
    for scene in PLAY {
        let golden = golden::load(scene.golden);
        if scene.golden == BOUGHT {
            if let Some(before) = &before_buying {
                known = before.clone();
                let id = golden.headers["transactionId"].as_str().unwrap();
                known.insert(id.to_owned(), "the-second-time".to_owned());
            }
            before_buying.get_or_insert_with(|| known.clone());
        }
        if scene.golden == "manifest/get" {
            // The form in the golden is ready; before that, the manifest is queued.
            wait_an_hour(address);
        }
        let (status, body) = send(address, &golden, &known);
        if status != 200 {
            differences.push(format!("{}: {status} {body}", scene.golden));
            continue;
        }
        let shown = golden.reply.clone().unwrap_or_else(container_reply);
        let wanted = &shown;
        let mut found = Found { scene, known: &known, differences: &mut differences };
        found.compare("", wanted, &body);
        learn("", wanted, &body, &mut known);
    }
    assert_eq!(differences, Vec::<String>::new());
    service.stop().await;
    std::fs::remove_dir_all(folder).ok();
}

#[test]
fn every_golden_has_a_scene() {
    let played: BTreeSet<String> =
        PLAY.iter().map(|scene| format!("{}.json", scene.golden)).collect();
    let written: BTreeSet<String> = golden::all_calls().into_iter().map(|g| g.file).collect();
    assert_eq!(played, written);
}

/// The practice service's reply to a call whose reply the interface does not show.
fn container_reply() -> Value {
    json!({
        "labelType": "Url",
        "labelFileType": "PDF",
        "labelSize": "4x6",
        "labelOrientation": "Portrait",
        "labels": ["https://labels.example.com/containers.pdf"],
    })
}

fn wait_an_hour(address: &str) {
    let body = r#"{"jump":{"hours":1}}"#;
    let request = format!(
        "POST /practice/clock HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    assert_eq!(exchange(address, &request).0, 200);
}

struct Found<'a> {
    scene: &'a Scene,
    known: &'a BTreeMap<String, String>,
    differences: &'a mut Vec<String>,
}

impl Found<'_> {
    fn compare(&mut self, path: &str, golden: &Value, real: &Value) {
        let mut owned = self.scene.own.iter();
        let own = owned.any(|own| *own == "*" || below(path, own));
        match (golden, real) {
            (Value::Object(golden), Value::Object(real)) => self.objects(path, golden, real),
            (Value::Array(golden), Value::Array(real)) if own || golden.is_empty() => {
                if real.is_empty() && !golden.is_empty() {
                    self.report(path, "a list", "an empty one");
                }
                for entry in real {
                    if let Some(first) = golden.first() {
                        self.compare(path, first, entry);
                    }
                }
            }
            (Value::Array(golden), Value::Array(real)) if golden.len() == real.len() => {
                for (golden, real) in golden.iter().zip(real) {
                    self.compare(path, golden, real);
                }
            }
            (Value::String(golden), Value::String(real)) => {
                if !own && !self.same_text(path, golden, real) {
                    self.report(path, golden, real);
                }
            }
            (Value::Number(_), Value::Number(_)) | (Value::Bool(_), Value::Bool(_)) if own => {}
            (golden, real) if plain(golden) == plain(real) => {}
            (golden, real) => self.report(path, golden, real),
        }
    }

    fn objects(&mut self, path: &str, golden: &Map<String, Value>, real: &Map<String, Value>) {
        for (key, value) in golden {
            let path = join(path, key);
            match real.get(key).filter(|value| !value.is_null()) {
                Some(real) => self.compare(&path, value, real),
                None if self.scene.absent.contains(&path.as_str()) => {}
                None => self.report(&path, value, "nothing"),
            }
        }
        for (key, value) in real {
            let path = join(path, key);
            let allowed = value.is_null() || self.scene.beyond.contains(&path.as_str());
            if !golden.contains_key(key) && !allowed {
                self.report(&path, "nothing", value);
            }
        }
    }

    fn same_text(&self, path: &str, golden: &str, real: &str) -> bool {
        if let Some(known) = self.known.get(golden) {
            return known == real;
        }
        if is_identity(path, golden) {
            return !real.is_empty();
        }
        if golden.contains('T') && WireTime::parse(golden).is_some() {
            return WireTime::parse(real).is_some();
        }
        // A verified address is returned in capitals.
        golden.eq_ignore_ascii_case(real)
    }

    fn report(&mut self, path: &str, golden: impl std::fmt::Display, real: impl std::fmt::Display) {
        let name = self.scene.golden;
        self.differences.push(format!("{name} {path}: {golden} became {real}"));
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}

fn below(path: &str, own: &str) -> bool {
    path.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Whether the value is an id, key, token or number that the service generates.
fn is_identity(path: &str, golden: &str) -> bool {
    let key = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let uuid = golden.len() == 36 && golden.matches('-').count() == 4;
    uuid || ["key", "secret", "token", "username", "number", "url", "labels"]
        .iter()
        .any(|ending| key.ends_with(ending))
}

/// Maps the identities of the golden to those of the service.
fn learn(path: &str, golden: &Value, real: &Value, known: &mut BTreeMap<String, String>) {
    match (golden, real) {
        (Value::Object(golden), Value::Object(real)) => {
            for (key, value) in golden {
                if let Some(real) = real.get(key) {
                    learn(&join(path, key), value, real, known);
                }
            }
        }
        (Value::Array(golden), Value::Array(real)) => {
            for (golden, real) in golden.iter().zip(real) {
                learn(path, golden, real, known);
            }
        }
        (Value::String(golden), Value::String(real)) if is_identity(path, golden) => {
            known.entry(golden.clone()).or_insert_with(|| real.clone());
        }
        _ => {}
    }
}

/// Sends the golden request with the service's identities in place of the golden's.
fn send(address: &str, golden: &Golden, known: &BTreeMap<String, String>) -> (u16, Value) {
    let real = |text: &str| known.get(text).cloned().unwrap_or_else(|| text.to_owned());
    let path: Vec<String> = golden.path.split('/').map(real).collect();
    let query: Vec<String> = golden
        .query
        .iter()
        // A page token is valid only for the service that created it.
        .filter(|(key, _)| *key != "pageToken")
        .map(|(key, value)| format!("{key}={}", real(value.as_str().unwrap())))
        .collect();
    let query = if query.is_empty() { String::new() } else { format!("?{}", query.join("&")) };
    let mut request = format!(
        "{} /v3.1{}{query} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n",
        golden.method,
        path.join("/"),
    );
    for (name, value) in &golden.headers {
        let value = value.as_str().unwrap();
        let value = match value.strip_prefix("Bearer ") {
            Some(_) => format!("Bearer {}", known["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"]),
            None => real(value),
        };
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    let body = golden.body.as_ref().map(|body| substitute(body, &real).to_string());
    let body = body.unwrap_or_default();
    request.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    exchange(address, &request)
}

fn exchange(address: &str, request: &str) -> (u16, Value) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, serde_json::from_str(body).unwrap())
}

fn substitute(value: &Value, real: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::String(real(text)),
        Value::Array(items) => items.iter().map(|item| substitute(item, real)).collect(),
        Value::Object(object) => Value::Object(
            object
                .iter()
                .map(|(key, value)| (key.clone(), substitute(value, real)))
                .collect::<Map<_, _>>(),
        ),
        other => other.clone(),
    }
}
