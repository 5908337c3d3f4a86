//! The service as the server of somebody else's tests: the same to the byte with the same seed, and
//! several tests side by side.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::expect_used)]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use postroom_base::clock::Clock;
use postroom_base::secret::Secret;
use postroom_service::{Config, Extras, Limits, Service, start_with};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

#[path = "../../../assets/language/sources.rs"]
mod sources;

struct Double {
    runtime: Runtime,
    service: Option<Service>,
    address: SocketAddr,
    folder: PathBuf,
    accounts: Vec<Value>,
}

impl Double {
    fn start(seed: Option<u64>) -> Self {
        Self::with(Extras { seed, is_temporary: true, ..Extras::default() })
    }

    fn with(mut extras: Extras) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("postroom-double-{}-{count}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("accounts.json");
        let accounts =
            json!({"accounts": [{"name": "orders"}, {"name": "returns", "balance": 100}]});
        std::fs::write(&file, accounts.to_string()).unwrap();
        extras.accounts = Some(file);
        postroom_base::locale::install(&sources::SOURCES);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let config = Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            data_dir: folder.clone(),
            day_seconds: 86_400,
            clock: Clock::manual("2026-03-02T18:00:00Z".parse().unwrap()),
        };
        let (service, accounts) =
            runtime.block_on(start_with(config, Limits::default(), extras)).unwrap();
        let address =
            service.base_url()["http://".len()..].split('/').next().unwrap().parse().unwrap();
        Self { runtime, service: Some(service), address, folder, accounts }
    }

    /// The whole answer, its head too.
    fn raw(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        // The port differs between runs, and addresses in answers are those of the Host header.
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        let body = body.map(Value::to_string).unwrap_or_default();
        if !body.is_empty() {
            request.push_str("Content-Type: application/json\r\n");
        }
        request.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        answer
    }

    fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Value>,
    ) -> (u16, Value) {
        let answer = self.raw(method, path, headers, body.as_ref());
        let (head, body) = split(&answer);
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_slice(body).unwrap_or_default())
    }

    fn practice(&self, method: &str, path: &str, body: Option<Value>) -> Value {
        let (status, answer) = self.send(method, &format!("/practice{path}"), &[], body);
        assert_eq!(status, 200, "{method} {path}: {answer}");
        answer
    }

    fn client(&self, account: usize) -> Client<'_> {
        Client::new(self, self.accounts[account].clone())
    }
}

impl Drop for Double {
    fn drop(&mut self) {
        if let Some(service) = self.service.take() {
            self.runtime.block_on(service.stop());
        }
        std::fs::remove_dir_all(&self.folder).ok();
    }
}

fn split(answer: &[u8]) -> (String, &[u8]) {
    let at = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    (String::from_utf8_lossy(&answer[..at]).into_owned(), &answer[at + 4..])
}

/// A client of one account that keeps every answer.
struct Client<'a> {
    double: &'a Double,
    account: Value,
    token: String,
    heard: Vec<Vec<u8>>,
}

impl<'a> Client<'a> {
    fn new(double: &'a Double, account: Value) -> Self {
        let mut client = Self { double, account, token: String::new(), heard: Vec::new() };
        let wish = json!({
            "apiKey": client.account["apiKey"], "apiSecret": client.account["apiSecret"],
            "userName": client.account["userName"], "password": client.account["password"],
        });
        let answer = client.call("POST", "/Account/Token", Some(wish));
        client.token = answer["token"].as_str().unwrap().to_owned();
        client
    }

    fn call(&mut self, method: &str, path: &str, body: Option<Value>) -> Value {
        let bearer = format!("Bearer {}", self.token);
        let transaction = format!("transaction-{}", self.heard.len());
        let headers = [("Authorization", bearer.as_str()), ("transactionId", &transaction)];
        let path = format!("/v3.1{path}");
        let answer = self.double.raw(method, &path, &headers, body.as_ref());
        let value = serde_json::from_slice(split(&answer).1).unwrap_or_default();
        self.heard.push(answer);
        value
    }

    fn carrier(&self, code: &str) -> Value {
        self.account["carrierAccounts"][code].clone()
    }

    fn buy(&mut self, kind: &str) -> Value {
        let order = json!({
            "fromAddress": shop(), "toAddress": jane(), "service": "PriorityMail",
            "packages": [{"weight": 1.5, "length": 10, "width": 6, "height": 4}],
            "carrierAccountId": self.carrier("POST-eVS"),
            "postageLabel": {"labelFileType": kind, "labelType": if kind == "PNG" { "Base64" } else { "Url" }},
        });
        let bought = self.call("POST", "/Shipment", Some(order));
        assert!(bought["id"].is_string(), "{bought}");
        bought
    }

    /// Everything that a client does, with the files.
    fn journey(&mut self) {
        let mut address = jane();
        address["save"] = json!(true);
        address["verify"] = json!(true);
        let stored = self.call("POST", "/Address", Some(address));
        self.call("GET", &format!("/Address/{}", stored["id"].as_str().unwrap()), None);
        let rates = json!({"fromAddress": shop(), "toAddress": {"id": stored["id"]},
                           "packages": [{"weight": 1.5, "length": 10, "width": 6, "height": 4}]});
        let rates = self.call("POST", "/ShipmentRate", Some(rates));
        assert!(rates["rates"].as_array().unwrap().len() > 5, "{rates}");
        let mut bought = Vec::new();
        for kind in ["PDF", "TIF", "ZPL", "PNG", "ZPL2", "JPEG"] {
            let shipment = self.buy(kind);
            if let Some(path) = shipment["postageLabel"]["labels"][0]
                .as_str()
                .and_then(|url| url.split_once("/v3.1"))
            {
                self.call("GET", path.1, None);
            }
            bought.push(shipment["id"].clone());
        }
        self.call("POST", "/Shipment/Refund", Some(json!({"key": "Id", "value": bought.pop()})));
        let manifest = json!({"fromAddress": shop(), "carrierAccountId": self.carrier("POST-eVS"),
                              "key": "Id", "value": bought, "async": false});
        let manifest = self.call("POST", "/Manifest", Some(manifest));
        let form = manifest["formUrl"].as_str().unwrap_or_else(|| panic!("{manifest}"));
        let form = form.split_once("/v3.1").unwrap().1.to_owned();
        self.call("GET", &form, None);
        let containers = json!({"fromAddress": shop(), "toAddress": jane(), "contentCode": "MIXED", "pages": 2,
                                "type": "ContainerLabel", "carrierAccountId": self.carrier("POST-eVS")});
        let containers = self.call("POST", "/Document/POST/99M", Some(containers));
        let file =
            containers["labels"][0].as_str().unwrap().split_once("/v3.1").unwrap().1.to_owned();
        self.call("GET", &file, None);
        self.call("PUT", "/Account/Postage/Balance", Some(json!({"balance": 25})));
        self.call("GET", "/Account/Postage/BalanceHistory", None);
        self.call("GET", "/Shipment", None);
        self.call("GET", "/Address/nowhere", None);
    }

    /// What was heard, without what counts all answers of the service.
    fn own(&self) -> Vec<String> {
        let own = |answer: &Vec<u8>| {
            let (head, body) = split(answer);
            let lines = head.lines().filter(|line| !line.starts_with("x-correlation-id"));
            format!("{} {body:?}", lines.collect::<Vec<_>>().join("|"))
        };
        self.heard.iter().map(own).collect()
    }
}

fn shop() -> Value {
    json!({"name": "Sample Shop", "street1": "233 S Wacker Dr", "city": "Chicago", "state": "IL", "zip": "60606"})
}

fn jane() -> Value {
    json!({"name": "Jane Sample", "street1": "350 5th Ave", "city": "New York", "state": "NY", "zip": "10118"})
}

#[test]
fn one_seed_is_one_row_of_answers() {
    let heard = |seed| {
        let double = Double::start(Some(seed));
        let mut client = double.client(0);
        client.journey();
        let new = json!({"email": "a@b.example", "password": "p", "companyName": "C", "firstName": "F",
                         "lastName": "L"});
        client.call("POST", "/User/SignUp/Customer", Some(new));
        client.heard
    };
    let (first, again, other) = (heard(7), heard(7), heard(8));
    assert_eq!(first.len(), again.len());
    for (at, (one, two)) in first.iter().zip(&again).enumerate() {
        assert!(one == two, "answer {at}:\n{}", String::from_utf8_lossy(one));
    }
    assert_ne!(first, other);
}

#[test]
fn what_another_account_does_changes_no_byte() {
    let heard = |disturbed: bool| {
        let double = Double::start(Some(7));
        let mut client = double.client(0);
        if disturbed {
            double.client(1).journey();
        }
        client.journey();
        client.own()
    };
    let (alone, beside) = (heard(false), heard(true));
    for (at, (one, two)) in alone.iter().zip(&beside).enumerate() {
        assert!(one == two, "answer {at}:\n{}\n{}", &one[..300], &two[..300]);
    }
}

#[test]
fn an_account_has_faults_and_a_clock_of_its_own() {
    let double = Double::start(None);
    let (mut orders, mut returns) = (double.client(0), double.client(1));
    let fault = json!({"apiKey": "orders-key", "call": "GET /Carrier", "kind": "internal_before_commit", "count": 9});
    double.practice("POST", "/faults", Some(fault));
    let code = |answer: &Value| answer["Errors"][0]["Code"].clone();
    assert_eq!(code(&orders.call("GET", "/Carrier", None)), json!("INTERNAL_SERVER_ERROR"));
    assert_eq!(returns.call("GET", "/Carrier", None).as_array().unwrap().len(), 4);
    double.practice("DELETE", "/faults?apiKey=orders-key", None);
    assert!(orders.call("GET", "/Carrier", None).is_array());

    let (bought, kept) = (orders.buy("PDF"), returns.buy("PDF"));
    let jump = json!({"apiKey": "orders-key", "jump": {"days": 20}});
    assert_eq!(
        double.practice("POST", "/clock", Some(jump))["now"],
        json!("2026-03-22T18:00:00.000Z")
    );
    assert_eq!(double.practice("GET", "/clock", None)["now"], json!("2026-03-02T18:00:00.000Z"));
    let status = |client: &mut Client<'_>, shipment: &Value| {
        let id = shipment["id"].as_str().unwrap();
        client.call("GET", &format!("/Tracking?key=Id&value={id}"), None)["status"].clone()
    };
    assert_ne!(status(&mut orders, &bought), json!("PreTransit"));
    assert_eq!(status(&mut returns, &kept), json!("PreTransit"));
}

/// A refund is booked by the clock of its account, even if everybody's clock is far behind.
#[test]
fn a_refund_is_paid_by_the_clock_of_its_account() {
    let double = Double::start(None);
    let mut orders = double.client(0);
    let bought = orders.buy("PDF");
    double.practice("POST", "/admin", Some(json!({"refunds": "Approved"})));
    orders.call("POST", "/Shipment/Refund", Some(json!({"key": "Id", "value": bought["id"]})));
    let balance = |client: &mut Client<'_>| {
        client.call("GET", "/Account/Postage/Balance", None)["balance"].clone()
    };
    assert_ne!(balance(&mut orders), json!(500.0));
    double.practice("POST", "/clock", Some(json!({"apiKey": "orders-key", "jump": {"days": 4}})));
    assert_eq!(balance(&mut orders).as_f64(), Some(500.0));
}

#[test]
fn what_was_kept_comes_back_to_the_byte() {
    let double = Double::start(Some(7));
    let mut orders = double.client(0);
    orders.buy("PDF");
    let name = double.practice("POST", "/snapshot", Some(json!({"apiKey": "orders-key"})));
    let after = |double: &Double| {
        let mut client = double.client(0);
        client.journey();
        client.own()
    };
    let first = after(&double);
    let others = double.client(1).buy("PDF");
    let back = json!({"apiKey": "orders-key", "snapshot": name["snapshot"]});
    assert_eq!(double.practice("POST", "/reset", Some(back)), json!({"accounts": 1}));
    assert_eq!(after(&double), first);
    // The other account is as it was.
    let id = others["id"].as_str().unwrap().to_owned();
    assert_eq!(
        double.client(1).call("GET", &format!("/Shipment?key=Id&value={id}"), None)["id"],
        others["id"]
    );

    // Everything, as it began.
    assert_eq!(double.practice("POST", "/reset", Some(json!({}))), json!({"accounts": 2}));
    for account in [0, 1] {
        let list = double.client(account).call("GET", "/Shipment", None);
        assert_eq!(list["totalResults"], json!(0), "{list}");
    }
    assert_eq!(after(&double), after(&Double::start(Some(7))));
    let (status, _) = double.send("POST", "/practice/reset", &[], Some(json!({"snapshot": "s99"})));
    assert_eq!(status, 404);
    let foreign = json!({"apiKey": "returns-key", "snapshot": name["snapshot"]});
    let (status, _) = double.send("POST", "/practice/reset", &[], Some(foreign));
    assert_eq!(status, 422);
}

#[test]
fn an_account_is_made_by_its_name_once() {
    let double = Double::start(None);
    let made = double.practice("POST", "/accounts", Some(json!({"name": "mine", "balance": 3})));
    let mut client = Client::new(&double, made);
    assert_eq!(client.call("GET", "/Account/Postage/Balance", None)["balance"].as_f64(), Some(3.0));
    for (wish, wanted) in [
        (json!({"name": "mine"}), 422),
        (json!({"name": "other", "apiKey": "mine-key"}), 422),
        (json!({"name": "other", "balance": -1}), 422),
        (json!({}), 400),
    ] {
        let (status, answer) = double.send("POST", "/practice/accounts", &[], Some(wish));
        assert_eq!(status, wanted, "{answer}");
    }
    assert_eq!(
        double.practice("POST", "/reset", Some(json!({"apiKey": "mine-key"})))["accounts"],
        json!(1)
    );
}

#[test]
fn the_journal_tells_which_calls_were_made() {
    let double = Double::start(None);
    let mut orders = double.client(0);
    let bought = orders.buy("PDF");
    orders.call("GET", "/Address/nowhere", None);
    double.client(1).buy("PDF");
    let journal = |query: &str| double.practice("GET", &format!("/calls{query}"), None);
    let own = journal("?apiKey=orders-key&call=POST%20/Shipment");
    assert_eq!(own["count"], json!(1), "{own}");
    let call = &own["calls"][0];
    assert_eq!(call["status"], json!(200));
    assert_eq!(call["transactionId"], bought["transactionId"]);
    assert_eq!(call["body"]["toAddress"]["zip"], json!("10118"));
    assert_eq!(call["accountId"], bought["accountId"]);
    assert_eq!(journal("?call=post%20/shipment")["count"], json!(2));
    let failed = journal("?status=404");
    assert_eq!(
        (&failed["count"], &failed["calls"][0]["code"]),
        (&json!(1), &json!("ADDRESS.NOT_FOUND"))
    );
    assert_eq!(journal("?code=ADDRESS.NOT_FOUND")["count"], json!(1));
    let after = failed["calls"][0]["number"].as_u64().unwrap();
    assert_eq!(journal(&format!("?after={after}"))["count"], json!(2));

    let whole = journal("").to_string();
    let label = bought["postageLabel"]["labels"][0].as_str().unwrap();
    for secret in
        ["orders-secret", "orders-password", &orders.token, label.rsplit('/').next().unwrap()]
    {
        assert!(!whole.contains(secret), "{secret} in {whole}");
    }
    assert_eq!(double.practice("DELETE", "/calls?apiKey=orders-key", None)["count"], json!(2));
    assert_eq!(journal("?apiKey=orders-key")["count"], json!(0));
    assert_ne!(journal("")["count"], json!(0));
}

#[test]
fn the_page_needs_nothing_else_and_takes_no_orders() {
    let double = Double::start(None);
    let answer = double.raw("GET", "/", &[], None);
    let (head, body) = split(&answer);
    let page = String::from_utf8(body.to_vec()).unwrap();
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("default-src 'none'"), "{head}");
    for wanted in [
        "/ShipmentRate",
        "/practice/openapi.json",
        "orders-key",
        "curl -s -X POST",
        "width=device-width",
    ] {
        assert!(page.contains(wanted), "{wanted}");
    }
    for unwanted in ["<script", "<img", "<link", "src=", "orders-secret", "https://"] {
        assert!(!page.contains(unwanted), "{unwanted}");
    }
    let (status, _) = double.send("GET", "/", &[("Origin", "https://a.example")], None);
    assert_eq!(status, 403);
    let mut stream = TcpStream::connect(double.address).unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
}

#[test]
fn with_a_password_the_page_and_the_practice_calls_ask_for_it() {
    let admin_password = Some(Secret::new("open sesame"));
    let double = Double::with(Extras { admin_password, is_temporary: true, ..Extras::default() });
    // admin:open sesame, and admin:sesame
    let right = ("Authorization", "Basic YWRtaW46b3BlbiBzZXNhbWU=");
    let wrong = ("Authorization", "Basic YWRtaW46c2VzYW1l");
    for path in ["/", "/practice/clock", "/practice/calls"] {
        for (headers, wanted) in [(&[][..], 401), (&[wrong], 401), (&[right], 200)] {
            let (status, answer) = double.send("GET", path, headers, None);
            assert_eq!(status, wanted, "{path} {headers:?}: {answer}");
        }
    }
    let (head, _) = split(&double.raw("GET", "/", &[], None)).clone();
    assert!(head.contains("www-authenticate: Basic"), "{head}");
    // A client of the interface needs no such password.
    let mut client = double.client(0);
    let bought = client.buy("PDF");
    let number = bought["tracking"]["trackingNumber"].as_str().unwrap();
    let answer = double.raw("GET", &format!("/practice/track/{number}"), &[], None);
    assert!(split(&answer).0.starts_with("HTTP/1.1 200"));
}

/// The manual links to each example, and `run` runs each.
#[test]
fn every_example_is_in_the_manual_and_is_run() {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let manual = std::fs::read_to_string(docs.join("practice-service.md")).unwrap();
    let runner = std::fs::read_to_string(docs.join("examples/run")).unwrap();
    let mut count = 0;
    for entry in std::fs::read_dir(docs.join("examples")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(manual.contains(&format!("](examples/{name})")), "{name} is not linked");
        assert!(name == "run" || runner.contains(&name), "{name} is not run");
        count += 1;
    }
    assert_eq!(count, 6);
    assert_eq!(manual.matches("](examples/").count(), count, "a link leads nowhere");
}

/// Every practice call of the description is in the manual.
#[test]
fn every_practice_call_is_in_the_manual() {
    let manual = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/practice-service.md");
    let manual = std::fs::read_to_string(manual).unwrap();
    let double = Double::start(None);
    let document = double.practice("GET", "/openapi.json", None);
    for path in document["paths"].as_object().unwrap().keys() {
        let path = path.split(['{', '.']).next().unwrap();
        assert!(manual.contains(&format!("/practice{path}")), "{path}");
    }
}
