//! Everything that was reported to a client is still stored after a restart.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;

use jiff::SignedDuration;
use postroom::base::clock::Clock;
use postroom::base::money::Amount;
use serde_json::json;

use super::http::send;
use super::main_job::signed_up;
use super::setup::{Clerk, running, running_in, shipment, signed_in};

#[test]
fn everything_survives_a_restart_and_time_goes_on() {
    let (service, clerk) = signed_in();
    let bought =
        clerk.buy("kept", shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail")).ok();
    let url = bought["postageLabel"]["labels"][0].as_str().unwrap().to_owned();
    let balance = clerk.balance_text();
    service.practice("POST", "/clock", Some(json!({"jump": {"days": 2}}))).ok();
    let time = service.practice("GET", "/clock", None).ok()["now"].as_str().unwrap().to_owned();
    assert_eq!(time, "2026-03-04T18:00:00.000Z");
    let label = send(&url, "GET", "", &[], None).bytes;
    let clock = service.clock.clone();
    let folder = service.stop();
    clock.advance(SignedDuration::from_secs(60));

    let service = running_in(folder, clock, 86_400);
    let again = service.practice("GET", "/clock", None).ok();
    assert_eq!(again["now"], json!(time), "a clean stop keeps the time to the millisecond");
    let old = super::setup::Clerk { base: service.base.clone(), token: clerk.token };
    assert_eq!(
        old.get("/Carrier").code(),
        "ACCOUNT.APP.AUTHENTICATION_FAILED",
        "keys last one run"
    );
    let clerk = service.clerk();
    assert_eq!(clerk.balance_text(), balance);
    let found = clerk.get("/Shipment?key=TransactionId&value=kept").ok();
    assert_eq!(found["id"], bought["id"]);
    assert_eq!(found["rates"], bought["rates"]);
    let url = found["postageLabel"]["labels"][0].as_str().unwrap();
    assert!(send(url, "GET", "", &[], None).bytes == label);
    let order = shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail");
    assert_eq!(clerk.buy("kept", order).code(), "SHIPMENT.VALIDATION_FAILED");
}

/// Copies the files while the service runs, with the WAL not checkpointed, as a kill leaves them.
#[test]
fn what_was_answered_is_there_after_a_kill() {
    let (service, clerk) = signed_in();
    service.practice("POST", "/clock", Some(json!({"dayLength": 60}))).ok();
    let account = clerk.carrier_account("POST-eVS");
    for number in 0..5 {
        clerk.buy(&format!("kill-{number}"), shipment(&account, "PriorityMail")).ok();
    }
    let balance = clerk.balance_text();
    let time = service.practice("GET", "/clock", None).ok()["now"].as_str().unwrap().to_owned();
    let copy = service.folder.with_extension("killed");
    std::fs::create_dir_all(&copy).unwrap();
    for name in ["practice.db", "practice.db-wal"] {
        std::fs::copy(service.folder.join(name), copy.join(name)).unwrap();
    }
    let after = running_in(copy, service.clock.clone(), 60);
    let clerk = after.clerk();
    assert_eq!(clerk.balance_text(), balance);
    for number in 0..5 {
        let path = format!("/Shipment?key=TransactionId&value=kill-{number}");
        assert_eq!(clerk.get(&path).status, 200, "{number}");
    }
    let later = after.practice("GET", "/clock", None).ok();
    assert!(later["now"].as_str().unwrap() >= time.as_str(), "{later} after {time}");
}

/// `postroom serve` in a separate process, which is killed when dropped, without a clean stop.
struct Served {
    child: Child,
    base: String,
}

impl Served {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_postroom"))
            .args(["serve", "--listen", "127.0.0.1:0", "--day-seconds", "86400", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let base = line.trim().strip_prefix("listening on ").unwrap().to_owned();
        Self { child, base }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

#[test]
fn a_kill_under_load_loses_nothing_that_was_answered() {
    let folder = std::env::temp_dir().join(format!("postroom-kill-{}", std::process::id()));
    let mut served = Served::start(&folder);
    let (clerk, made) = signed_up(&served.base, "killed", false);
    let top_up = [("transactionId", "money")];
    let money = json!({"balance": 90000});
    clerk.call("PUT", "/Account/Postage/Balance", &top_up, Some(money)).ok();
    let new = json!({"name": "Post", "carrierCode": "POST-eVS", "configuration": {}});
    let account = clerk.send("POST", "/CarrierAccount", new).ok();
    let order = shipment(account["id"].as_str().unwrap(), "PriorityMail");

    // Each buyer continues until the service no longer responds.
    let (answered, answers) = mpsc::channel();
    let buyers: Vec<_> = (0..16)
        .map(|buyer| {
            let (base, token) = (clerk.base.clone(), clerk.token.clone());
            let (order, answered) = (order.to_string(), answered.clone());
            std::thread::spawn(move || {
                for number in 0.. {
                    let id = format!("kill-{buyer}-{number}");
                    match try_buy(&base, &token, &id, &order) {
                        Some(()) => answered.send(id).unwrap(),
                        None => return,
                    }
                }
            })
        })
        .collect();
    drop(answered);
    let mut bought: Vec<String> = answers.iter().take(100).collect();
    served.child.kill().unwrap();
    served.child.wait().unwrap();
    bought.extend(answers.iter());
    for buyer in buyers {
        buyer.join().unwrap();
    }

    let served = Served::start(&folder);
    let app = &made["apps"][0];
    let login = json!({"apiKey": app["apiKey"], "apiSecret": app["apiSecret"],
                       "userName": made["user"]["userName"], "password": "correct horse"});
    let token = send(&served.base, "POST", "/Account/Token", &[], Some(&login.to_string())).ok();
    let clerk =
        Clerk { base: served.base.clone(), token: token["token"].as_str().unwrap().to_owned() };
    assert!(bought.len() >= 100);
    for id in &bought {
        let path = format!("/Shipment?key=TransactionId&value={id}");
        assert_eq!(clerk.get(&path).status, 200, "{id} was answered and is gone");
    }
    // Some purchases were written without a response; none of them may be incomplete.
    let price: Amount = clerk.get(&format!("/Shipment?key=TransactionId&value={}", bought[0])).ok()
        ["rates"][0]["totalFee"]
        .to_string()
        .parse()
        .unwrap();
    let count = clerk.get("/Shipment").ok()["totalResults"].as_u64().unwrap();
    let spent = Amount::total((0..count).map(|_| price)).unwrap();
    let left: Amount = "90000".parse().unwrap();
    assert_eq!(clerk.balance_text().parse::<Amount>().unwrap(), left.checked_sub(spent).unwrap());
    let rows = clerk.get("/Account/Postage/BalanceHistory").ok()["totalResults"].as_u64();
    assert_eq!(rows, Some(count + 1));
    drop(served);
    std::fs::remove_dir_all(&folder).ok();
}

/// Sends a purchase; `None` once the connection breaks.
fn try_buy(base: &str, token: &str, id: &str, order: &str) -> Option<()> {
    let address = base.strip_prefix("http://")?.split('/').next()?;
    let mut stream = TcpStream::connect(address).ok()?;
    let head = format!(
        "POST /v3.1/Shipment HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Authorization: Bearer {token}\r\ntransactionId: {id}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{order}",
        order.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok()?;
    answer.starts_with(b"HTTP/1.1 200 ").then_some(())
}

#[test]
fn no_secret_is_on_the_disk() {
    let service = running();
    let login =
        service.runtime.block_on(service.service.as_ref().unwrap().practice_login()).unwrap();
    let clerk = service.clerk();
    clerk.get("/Carrier").ok();
    let secrets =
        [login.api_secret.expose().to_owned(), login.password.expose().to_owned(), clerk.token];
    let folder = service.stop();
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        files += 1;
        for secret in &secrets {
            assert!(!bytes.windows(secret.len()).any(|window| window == secret.as_bytes()));
        }
    }
    assert!(files >= 1);
    drop(running_in(folder, Clock::System, 60));
}
