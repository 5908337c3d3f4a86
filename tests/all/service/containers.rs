//! Container labels with a 99M barcode.

use std::collections::BTreeSet;

use postroom::label::{Limits, decode_in_process, read_barcodes};
use serde_json::{Value, json};

use super::http::send;
use super::setup::{Clerk, chicago, running_in, san_francisco, signed_in};

const PATH: &str = "/Document/POST/99M";

fn request(account: &str) -> Value {
    json!({
        "fromAddress": chicago(), "toAddress": san_francisco(), "contentCode": "CC1",
        "type": "ContainerLabel", "carrierAccountId": account,
    })
}

/// The container numbers of a document, read from its pages.
fn numbers(url: &str) -> Vec<String> {
    let file = send(url, "GET", "", &[], None);
    assert_eq!((file.status, file.header("content-type")), (200, Some("application/pdf")));
    let pages = decode_in_process(&file.bytes, 203.0, &Limits::default()).unwrap();
    pages
        .iter()
        .map(|page| {
            assert_eq!((page.width_px, page.height_px), (812, 1218));
            let codes = read_barcodes(page);
            assert_eq!(codes.len(), 1, "{codes:?}");
            codes[0].text.clone()
        })
        .collect()
}

fn document(clerk: &Clerk, body: Value) -> String {
    let answer = clerk.send("POST", PATH, body).ok();
    let shape = json!({
        "labelType": "Url", "labelFileType": "PDF", "labelSize": "4x6",
        "labelOrientation": "Portrait", "labels": [answer["labels"][0]],
    });
    assert_eq!(answer, shape);
    answer["labels"][0].as_str().unwrap().to_owned()
}

#[test]
fn each_page_is_a_container_with_a_number_of_its_own() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let balance = clerk.balance_text();
    let one = document(&clerk, request(&account));
    let mut body = request(&account);
    body["pages"] = json!(3);
    let three = document(&clerk, body);
    let (mut all, more) = (numbers(&one), numbers(&three));
    assert_eq!((all.len(), more.len()), (1, 3));
    all.extend(more);
    let different: BTreeSet<&String> = all.iter().collect();
    assert_eq!(different.len(), 4, "{all:?}");
    for number in &all {
        assert!(number.starts_with("99M") && number.len() == 21, "{number}");
    }
    assert_eq!(clerk.balance_text(), balance, "container labels cost nothing");
    // A document is drawn once and then stored, and numbers continue after a restart.
    let path = three[three.find("/Label/").unwrap()..].to_owned();
    let clock = service.clock.clone();
    let folder = service.stop();
    let file = rusqlite::Connection::open(folder.join("practice.db")).unwrap();
    let mark = "UPDATE papers SET file = CAST('kept' AS BLOB) WHERE file IS NOT NULL";
    assert_eq!(file.execute(mark, []).unwrap(), 2);
    drop(file);
    let service = running_in(folder, clock, 86_400);
    assert_eq!(send(&service.base, "GET", &path, &[], None).bytes, b"kept");
    let clerk = service.clerk();
    let walk_in = clerk.carrier_account("POST-ePostage");
    let next = numbers(&document(&clerk, request(&walk_in)));
    assert!(!different.contains(&next[0]), "{next:?}");
}

#[test]
fn wrong_requests_get_the_codes_of_their_pattern() {
    let (service, clerk) = signed_in();
    let saved = clerk
        .send("POST", "/Address", {
            let mut address = chicago();
            address["save"] = json!(true);
            address
        })
        .ok();
    let good = request(&clerk.carrier_account("POST-eVS"));
    let disabled = clerk.carrier_account("POST-ePostage");
    let body = json!({"id": disabled, "name": "Walk-in", "carrierCode": "POST-ePostage",
                      "configuration": {}, "status": "Disabled"});
    clerk.send("PUT", "/CarrierAccount", body).ok();
    let mut far = chicago();
    far["state"] = json!("CA");
    let nova = clerk.carrier_account("NOVA");
    for (field, value, code) in [
        ("fromAddress", Value::Null, "DOCUMENT.BAD_REQUEST"),
        ("toAddress", Value::Null, "DOCUMENT.BAD_REQUEST"),
        ("fromAddress", json!({"id": saved["id"]}), "DOCUMENT.BAD_REQUEST"),
        ("toAddress", json!({"id": saved["id"]}), "DOCUMENT.BAD_REQUEST"),
        ("toAddress", json!({"name": "Dock 4"}), "DOCUMENT.BAD_REQUEST"),
        ("toAddress", far, "ADDRESS.VALIDATION_FAILED"),
        ("contentCode", Value::Null, "DOCUMENT.BAD_REQUEST"),
        ("contentCode", json!(7), "DOCUMENT.BAD_REQUEST"),
        ("contentCode", json!("A".repeat(21)), "DOCUMENT.VALIDATION_FAILED"),
        ("contentCode", json!("A\nB"), "DOCUMENT.VALIDATION_FAILED"),
        ("type", Value::Null, "DOCUMENT.BAD_REQUEST"),
        ("type", json!("PalletLabel"), "DOCUMENT.VALIDATION_FAILED"),
        ("carrierAccountId", Value::Null, "DOCUMENT.BAD_REQUEST"),
        ("carrierAccountId", json!("x"), "CARRIERACCOUNT.NOT_FOUND"),
        ("carrierAccountId", json!(disabled), "CARRIERACCOUNT.NOT_ACTIVE"),
        ("carrierAccountId", json!(nova), "CARRIER.NOT_SUPPORTED"),
        ("pages", json!("2"), "DOCUMENT.BAD_REQUEST"),
        ("pages", json!(1.5), "DOCUMENT.BAD_REQUEST"),
        ("pages", json!(0), "DOCUMENT.VALIDATION_FAILED"),
        ("pages", json!(-1), "DOCUMENT.VALIDATION_FAILED"),
        ("pages", json!(101), "DOCUMENT.VALIDATION_FAILED"),
    ] {
        let mut body = good.clone();
        body[field] = value;
        let answer = clerk.send("POST", PATH, body.clone());
        assert_eq!(answer.code(), code, "{field}: {}", body[field]);
    }
    let nobody = Clerk { base: service.base.clone(), token: "x".to_owned() };
    assert_eq!(nobody.send("POST", PATH, good).code(), "ACCOUNT.APP.AUTHENTICATION_FAILED");
}
