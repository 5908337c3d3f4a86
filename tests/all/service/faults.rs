//! The response that each kind of fault produces, and whether the call took effect.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::http::{Answer, try_send};
use super::setup::{Clerk, Running, shipment, signed_in};

/// Sends a purchase that gets one fault, with this transaction id.
fn buy(service: &Running, clerk: &Clerk, rule: &Value, id: &str) -> Option<Answer> {
    service.practice("POST", "/faults", Some(rule.clone())).ok();
    let bearer = format!("Bearer {}", clerk.token);
    let headers = [("Authorization", bearer.as_str()), ("transactionId", id)];
    let order = shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail").to_string();
    try_send(&service.base, "POST", "/Shipment", &headers, Some(&order))
}

fn fault(kind: &str, millis: u64) -> Value {
    json!({"call": "POST /Shipment", "kind": kind, "millis": millis})
}

fn is_bought(clerk: &Clerk, id: &str) -> bool {
    let path = format!("/Shipment?key=TransactionId&value={id}");
    clerk.get(&path).status == 200
}

#[test]
fn answers_are_spoilt_as_asked_and_the_call_is_carried_out_or_not() {
    let (service, clerk) = signed_in();
    for (kind, status, is_json, bought) in [
        ("internal_before_commit", 500, true, false),
        ("internal_after_commit", 500, true, true),
        ("noise_before_commit", 200, false, false),
        ("noise_after_commit", 200, false, true),
        ("portal_page", 200, false, false),
        ("truncated_reply", 200, false, true),
        ("wrong_reply", 200, true, true),
        ("drip", 200, true, true),
    ] {
        let answer = buy(&service, &clerk, &fault(kind, 50), kind).expect(kind);
        assert_eq!(answer.status, status, "{kind}");
        let body: Result<Value, _> = serde_json::from_slice(&answer.bytes);
        assert_eq!(body.is_ok(), is_json, "{kind}");
        if kind.ends_with("_reply") || kind == "drip" {
            let own = body.is_ok_and(|body| body["transactionId"] == kind);
            assert_eq!(own, kind == "drip", "{kind}");
        }
        assert_eq!(is_bought(&clerk, kind), bought, "{kind}");
    }
    let met = service.practice("GET", "/faults", None).ok();
    assert_eq!(met["met"]["drip"], 1);
    assert_eq!(met["met"]["portal_page"], 1);
}

#[test]
fn a_busy_service_says_when_to_come_back() {
    let (service, clerk) = signed_in();
    let rule = fault("unavailable_before_commit", 1500);
    let answer = buy(&service, &clerk, &rule, "busy").unwrap();
    assert_eq!(answer.header("retry-after"), Some("2"));
    assert_eq!(answer.code(), "SHIPMENT.OPERATION_FAILED");
    let rule = fault("unavailable_before_commit", 0);
    let answer = buy(&service, &clerk, &rule, "busy").unwrap();
    assert_eq!(answer.header("retry-after"), None);
}

#[test]
fn a_late_call_happens_after_its_line_was_cut() {
    let (service, clerk) = signed_in();
    let answer = buy(&service, &clerk, &fault("late", 600), "late");
    assert!(answer.is_none(), "{answer:?}");
    assert!(!is_bought(&clerk, "late"));
    let arrived = (0..400).any(|_| {
        std::thread::sleep(Duration::from_millis(25));
        is_bought(&clerk, "late")
    });
    assert!(arrived);
}

#[test]
fn a_duplicate_is_refused_and_nothing_is_bought_twice() {
    let (service, clerk) = signed_in();
    let before = clerk.balance_text();
    let answer = buy(&service, &clerk, &fault("duplicate", 0), "twice").unwrap();
    // The response is that of the second, and the id was used by then.
    assert_eq!(answer.code(), "SHIPMENT.VALIDATION_FAILED");
    assert!(is_bought(&clerk, "twice"));
    let once = clerk.balance_text();
    assert_ne!(once, before);
    let answer = buy(&service, &clerk, &fault("duplicate_late", 0), "late").unwrap();
    assert_eq!(answer.ok()["transactionId"], "late");
    let list = clerk.get("/Shipment").ok();
    assert_eq!(list["results"].as_array().map(Vec::len), Some(2), "{list}");
}

/// `postroom serve --faults FILE`, and the error for a file that has no faults.
#[test]
fn a_file_of_faults_is_met_from_the_start() {
    let folder = std::env::temp_dir().join(format!("postroom-faults-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("faults.json");
    let serve = |text: &str| {
        std::fs::write(&file, text).unwrap();
        Command::new(env!("CARGO_BIN_EXE_postroom"))
            .args(["serve", "--listen", "127.0.0.1:0", "--faults"])
            .arg(&file)
            .arg("--data")
            .arg(folder.join("data"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    for (text, word) in [
        ("nonsense", "not JSON"),
        (r#"{"rules": [{"call": "*", "kind": "earthquake"}]}"#, "kind"),
        (r#"{"rules": [{"call": "*", "kind": "late", "chanse": 1}]}"#, "chanse"),
    ] {
        let said = serve(text).wait_with_output().unwrap();
        let error = String::from_utf8(said.stderr).unwrap();
        assert!(!said.status.success() && error.contains(word), "{text}: {error}");
    }
    let mut served = serve(
        r#"{"seed": 3, "rules": [{"call": "GET /Carrier", "kind": "portal_page", "chance": 1}]}"#,
    );
    let mut line = String::new();
    let mut output = BufReader::new(served.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let base = line.trim().strip_prefix("listening on ").unwrap();
    for _ in 0..3 {
        let answer = try_send(base, "GET", "/Carrier", &[], None).unwrap();
        let page = String::from_utf8(answer.bytes).unwrap();
        assert!(answer.status == 200 && page.contains("Sign in"), "{page}");
    }
    served.kill().unwrap();
    served.wait().unwrap();
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}
