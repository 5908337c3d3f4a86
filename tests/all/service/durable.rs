//! What was answered is there after a restart.

use jiff::SignedDuration;
use postroom::base::clock::Clock;
use serde_json::json;

use super::http::send;
use super::setup::{running, running_in, shipment};

#[test]
fn everything_survives_a_restart_and_time_goes_on() {
    let service = running();
    let clerk = service.clerk();
    let bought = clerk
        .buy(
            "kept",
            shipment(&clerk.carrier_account("POST-eVS"), "PriorityMail"),
        )
        .ok();
    let url = bought["postageLabel"]["labels"][0]
        .as_str()
        .unwrap()
        .to_owned();
    let balance = clerk.balance_text();
    service
        .practice("POST", "/clock", Some(json!({"jump": {"days": 2}})))
        .ok();
    let time = service.practice("GET", "/clock", None).ok()["now"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(time, "2026-03-04T18:00:00.000Z");
    let label = send(&url, "GET", "", &[], None).bytes;
    let clock = service.clock.clone();
    let folder = service.stop();
    clock.advance(SignedDuration::from_secs(60));

    let service = running_in(folder, clock, 86_400);
    let again = service.practice("GET", "/clock", None).ok();
    assert_eq!(
        again["now"],
        json!(time),
        "a clean stop keeps the time to the millisecond"
    );
    let old = super::setup::Clerk {
        base: service.base.clone(),
        token: clerk.token,
    };
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
    assert_eq!(
        clerk.buy("kept", order).code(),
        "SHIPMENT.VALIDATION_FAILED"
    );
}

/// The files as a kill leaves them: copied while the service runs, the log not folded in.
#[test]
fn what_was_answered_is_there_after_a_kill() {
    let service = running();
    let clerk = service.clerk();
    service
        .practice("POST", "/clock", Some(json!({"dayLength": 60})))
        .ok();
    let account = clerk.carrier_account("POST-eVS");
    for number in 0..5 {
        clerk
            .buy(
                &format!("kill-{number}"),
                shipment(&account, "PriorityMail"),
            )
            .ok();
    }
    let balance = clerk.balance_text();
    let time = service.practice("GET", "/clock", None).ok()["now"]
        .as_str()
        .unwrap()
        .to_owned();
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
    assert!(
        later["now"].as_str().unwrap() >= time.as_str(),
        "{later} after {time}"
    );
}

#[test]
fn no_secret_is_on_the_disk() {
    let service = running();
    let login = service
        .runtime
        .block_on(service.service.as_ref().unwrap().practice_login())
        .unwrap();
    let clerk = service.clerk();
    clerk.get("/Carrier").ok();
    let secrets = [
        login.api_secret.expose().to_owned(),
        login.password.expose().to_owned(),
        clerk.token,
    ];
    let folder = service.stop();
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        files += 1;
        for secret in &secrets {
            assert!(
                !bytes
                    .windows(secret.len())
                    .any(|window| window == secret.as_bytes())
            );
        }
    }
    assert!(files >= 1);
    drop(running_in(folder, Clock::System, 60));
}
