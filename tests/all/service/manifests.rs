//! Manifests: a shipment is on at most one, and each has a form.

use postroom::label::{Limits, Verdict, decode_in_process, self_check};
use serde_json::{Value, json};

use super::http::{Answer, send};
use super::main_job::signed_up;
use super::setup::{Clerk, Running, chicago, parcel, running_in, shipment, signed_in};

const TODAY: &str = "2026-03-02";

pub fn jump(service: &Running, hours: u32) {
    let body = json!({"jump": {"hours": hours}});
    service.practice("POST", "/clock", Some(body)).ok();
}

pub fn request(account: &str, key: &str, values: &[&str]) -> Value {
    json!({
        "fromAddress": chicago(), "carrierAccountId": account, "key": key, "value": values,
        "shipDate": TODAY, "async": true,
    })
}

#[track_caller]
pub fn manifest(clerk: &Clerk, account: &str, key: &str, values: &[&str]) -> Answer {
    clerk.send("POST", "/Manifest", request(account, key, values))
}

/// Buys a label and returns the shipment's id.
#[track_caller]
pub fn bought(clerk: &Clerk, transaction: &str, account: &str, service: &str) -> String {
    let made = clerk.buy(transaction, shipment(account, service)).ok();
    made["id"].as_str().unwrap().to_owned()
}

#[track_caller]
fn found(clerk: &Clerk, id: &Value) -> Value {
    let id = id.as_str().unwrap();
    clerk.get(&format!("/Manifest?key=Id&value={id}")).ok()
}

/// The values that a refusal lists, with the start of each reason.
pub fn refused(answer: &Answer) -> Vec<(String, String)> {
    let info = answer.json()["Errors"][0]["AdditionalInfo"].clone();
    let list = info["refused"].as_array().unwrap().iter();
    list.map(|it| {
        let text = |name: &str| it[name].as_str().unwrap().to_owned();
        (text("value"), text("reason"))
    })
    .collect()
}

#[test]
fn a_queued_manifest_becomes_a_form_that_scans() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let mut order = shipment(&account, "PriorityMail");
    order["packages"] = json!([parcel(), parcel()]);
    let pair = clerk.buy("pair", order).ok();
    let second = bought(&clerk, "second", &account, "GroundAdvantage");
    let first = pair["id"].as_str().unwrap();
    let made = manifest(&clerk, &account, "ShipmentId", &[first, &second]).ok();
    assert_eq!(made["shipmentIds"], json!([first, second]));
    assert_eq!(made["transactionIds"], json!(["pair", "second"]));
    assert_eq!(made["trackingNumbers"].as_array().unwrap().len(), 3);
    assert_eq!(made["trackingNumbers"][0], pair["tracking"]["trackingNumber"]);
    assert_eq!(made["carrierCode"], "POST-eVS");
    assert_eq!(made["carrierAccountId"], json!(account));
    assert_eq!(made["appId"], pair["appId"]);
    assert!(made["fromAddress"]["id"].is_string());
    assert!(made["shipDate"].as_str().unwrap().starts_with(TODAY));
    assert_eq!(made["messageCode"], "MANIFEST_QUEUED");
    assert_eq!(made["message"], made["messages"][0]["description"]);
    let codes = |manifest: &Value| -> Vec<String> {
        let messages = manifest["messages"].as_array().unwrap().iter();
        messages.map(|it| it["code"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(
        codes(&made),
        ["MANIFEST_QUEUED", "SVC3.FIELD_DEPRECATED"],
        "the notice comes with the answer to the request that used the field"
    );
    assert!(made.get("formUrl").is_none() && made.get("formNumber").is_none());
    assert_eq!(codes(&found(&clerk, &made["id"])), ["MANIFEST_QUEUED"]);

    jump(&service, 1);
    let ready = found(&clerk, &made["id"]);
    assert_eq!(codes(&ready), ["MANIFEST_GENERATED"]);
    assert_eq!(ready["messageCode"], "MANIFEST_GENERATED");
    for name in ["id", "trackingNumbers", "fromAddress", "transactionDate"] {
        assert_eq!(ready[name], made[name], "{name}");
    }
    let number = ready["formNumber"].as_str().unwrap();
    let url = ready["formUrl"].as_str().unwrap();
    assert!(url.starts_with(&format!("{}/Label/", service.base)), "{url}");
    let form = send(url, "GET", "", &[], None);
    assert_eq!(form.status, 200);
    assert_eq!(form.header("content-type"), Some("application/pdf"));
    let pages = decode_in_process(&form.bytes, 203.0, &Limits::default()).unwrap();
    let check = self_check(&pages, number, Some((8.5, 11.0)));
    assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
    assert!(send(url, "GET", "", &[], None).bytes == form.bytes);
    assert_eq!(clerk.get("/Manifest").ok()["results"], json!([ready]));
}

#[test]
fn without_async_the_form_is_there_at_once() {
    let (_service, clerk) = signed_in();
    let account = clerk.carrier_account("NOVA");
    for (at, flag) in [json!(false), Value::Null].into_iter().enumerate() {
        let id = bought(&clerk, &format!("at-once-{at}"), &account, "Ground");
        let mut body = request(&account, "Id", &[&id]);
        body["async"] = flag;
        // Without a ship date in the request, that of the shipments is used.
        body.as_object_mut().unwrap().remove("shipDate");
        let made = clerk.send("POST", "/Manifest", body).ok();
        assert_eq!(made["messageCode"], "MANIFEST_GENERATED");
        assert_eq!(made["messages"][1]["code"], "SVC3.FIELD_DEPRECATED");
        assert!(made["shipDate"].as_str().unwrap().starts_with(TODAY));
        let url = made["formUrl"].as_str().unwrap();
        assert!(send(url, "GET", "", &[], None).bytes.starts_with(b"%PDF-"));
    }
}

#[test]
fn each_key_names_shipments() {
    let (_service, clerk) = signed_in();
    let account = clerk.carrier_account("ORBIT");
    for key in ["Id", "ShipmentId", "TrackingNumber", "TransactionId"] {
        let mut order = shipment(&account, "Ecommerce");
        order["packages"] = json!([parcel(), parcel()]);
        let made = clerk.buy(key, order).ok();
        let value = match key {
            "TrackingNumber" => &made["tracking"]["trackingNumber"],
            "TransactionId" => &made["transactionId"],
            _ => &made["id"],
        };
        let value = value.as_str().unwrap();
        let answer = manifest(&clerk, &account, key, &[value]).ok();
        assert_eq!(answer["shipmentIds"], json!([made["id"]]), "{key}");
        let numbers = answer["trackingNumbers"].as_array().unwrap();
        assert_eq!(numbers.len(), 2, "{key} names the whole shipment");
    }
    // Naming a shipment by both of its tracking numbers puts it on the manifest once.
    let mut order = shipment(&account, "Ecommerce");
    order["packages"] = json!([parcel(), parcel()]);
    clerk.buy("both", order).ok();
    let other = bought(&clerk, "other", &account, "Ecommerce");
    let list = clerk.get(&format!("/Shipment?key=Id&value={other}")).ok();
    let last = list["tracking"]["trackingNumber"].as_str().unwrap();
    let both = both_numbers(&clerk, "both");
    let values = [both[0].as_str(), both[1].as_str(), last];
    let answer = manifest(&clerk, &account, "TrackingNumber", &values).ok();
    assert_eq!(answer["shipmentIds"].as_array().unwrap().len(), 2);
    assert_eq!(answer["trackingNumbers"], json!(values));
}

/// The tracking numbers of both packages, which have to be requested one by one.
fn both_numbers(clerk: &Clerk, transaction: &str) -> [String; 2] {
    let one = clerk.get(&format!("/Shipment?key=TransactionId&value={transaction}")).ok();
    let first = one["tracking"]["trackingNumber"].as_str().unwrap().to_owned();
    // Numbers with a letter prefix end in three digits for the package and a check digit.
    let stem = &first[..first.len() - 4];
    let second = (0..10).map(|digit| format!("{stem}002{digit}")).find(|number| {
        let path = format!("/Shipment?key=TrackingNumber&value={number}");
        clerk.get(&path).status == 200
    });
    [first, second.unwrap()]
}

#[test]
fn many_hands_put_a_shipment_on_one_manifest() {
    let (_service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let ids: Vec<String> =
        (0..8).map(|at| bought(&clerk, &format!("hands-{at}"), &account, "PriorityMail")).collect();
    // Each thread names two neighboring shipments, so two neighboring threads cannot both succeed.
    let threads: Vec<_> = (0..8)
        .map(|at| {
            let (clerk, account) = (clerk.clone(), account.clone());
            let pair = [ids[at].clone(), ids[(at + 1) % 8].clone()];
            std::thread::spawn(move || manifest(&clerk, &account, "Id", &[&pair[0], &pair[1]]))
        })
        .collect();
    let mut taken = Vec::new();
    let mut refusals = 0;
    for thread in threads {
        let answer = thread.join().unwrap();
        if answer.status == 200 {
            for id in answer.json()["shipmentIds"].as_array().unwrap() {
                taken.push(id.as_str().unwrap().to_owned());
            }
        } else {
            assert_eq!(answer.code(), "MANIFEST.VALIDATION_FAILED");
            refusals += 1;
        }
    }
    let whole = taken.len();
    taken.sort();
    taken.dedup();
    assert_eq!(taken.len(), whole, "a shipment is on two manifests");
    assert!(refusals >= 4, "{refusals}");
    let listed = clerk.get("/Manifest").ok();
    assert_eq!(listed["totalResults"], json!(whole / 2));
}

#[test]
fn a_manifested_shipment_is_not_refunded() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let refund = |clerk: &Clerk, id: &str| {
        clerk.call(
            "POST",
            "/Shipment/Refund",
            &[("transactionId", &format!("refund-{id}"))],
            Some(json!({"key": "ShipmentId", "value": id})),
        )
    };
    let id = bought(&clerk, "gone", &account, "PriorityMail");
    manifest(&clerk, &account, "Id", &[&id]).ok();
    let answer = refund(&clerk, &id);
    assert_eq!(answer.code(), "SHIPMENT.REFUND.VALIDATION_FAILED");
    jump(&service, 1);
    let answer = refund(&clerk, &id);
    assert_eq!(answer.code(), "SHIPMENT.REFUND.VALIDATION_FAILED");
    // If both are requested at the same time, only one of them succeeds.
    for round in 0..4 {
        let id = bought(&clerk, &format!("torn-{round}"), &account, "PriorityMail");
        let (other, asked) = (clerk.clone(), id.clone());
        let race = std::thread::spawn(move || {
            other.call(
                "POST",
                "/Shipment/Refund",
                &[("transactionId", &format!("refund-{asked}"))],
                Some(json!({"key": "ShipmentId", "value": asked})),
            )
        });
        let manifested = manifest(&clerk, &account, "Id", &[&id]);
        let refunded = race.join().unwrap();
        let good = [manifested.status, refunded.status];
        assert!(good.contains(&200) && good.contains(&422), "{good:?}");
    }
}

#[test]
fn accounts_and_environments_see_only_their_own() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let id = bought(&clerk, "mine", &account, "PriorityMail");
    let made = manifest(&clerk, &account, "Id", &[&id]).ok();
    let free = bought(&clerk, "free", &account, "PriorityMail");
    for test in [false, true] {
        let (other, _) = signed_up(&service.base, &format!("Other {test}"), test);
        let body = json!({"name": "Main", "carrierCode": "POST-eVS", "configuration": {}});
        let own = other.send("POST", "/CarrierAccount", body).ok();
        let own = own["id"].as_str().unwrap();
        let path = format!("/Manifest?key=Id&value={}", made["id"].as_str().unwrap());
        assert_eq!(other.get(&path).code(), "MANIFEST.NOT_FOUND");
        assert_eq!(other.get("/Manifest").ok()["totalResults"], json!(0));
        let answer = manifest(&other, &account, "Id", &[&free]);
        assert_eq!(answer.code(), "CARRIERACCOUNT.NOT_FOUND");
        let answer = manifest(&other, own, "Id", &[&free]);
        assert_eq!(refused(&answer)[0].1, "no shipment has this Id");
    }
    // A Test key of the same account creates only Test manifests.
    let (live, made) = signed_up(&service.base, "Two keys", false);
    let login = json!({
        "apiKey": made["apps"][0]["testApiKey"], "apiSecret": made["apps"][0]["testApiSecret"],
        "userName": made["user"]["userName"], "password": "correct horse",
    });
    let token = send(&service.base, "POST", "/Account/Token", &[], Some(&login.to_string()));
    let sandbox =
        Clerk { base: live.base.clone(), token: token.ok()["token"].as_str().unwrap().to_owned() };
    let body = json!({"name": "Main", "carrierCode": "POST-eVS", "configuration": {}});
    let own = sandbox.send("POST", "/CarrierAccount", body).ok();
    let own = own["id"].as_str().unwrap();
    let id = bought(&sandbox, "sandbox", own, "PriorityMail");
    manifest(&sandbox, own, "Id", &[&id]).ok();
    assert_eq!(sandbox.get("/Manifest").ok()["totalResults"], json!(1));
    assert_eq!(live.get("/Manifest").ok()["totalResults"], json!(0));
}

#[test]
fn a_list_of_manifests_comes_in_pages() {
    let (_service, clerk) = signed_in();
    let account = clerk.carrier_account("ORBIT");
    let mut made = Vec::new();
    for at in 0..22 {
        let id = bought(&clerk, &format!("page-{at}"), &account, "Ecommerce");
        let answer = manifest(&clerk, &account, "Id", &[&id]).ok();
        made.push(answer["id"].clone());
    }
    made.reverse();
    let first = clerk.get("/Manifest").ok();
    assert_eq!((&first["totalResults"], &first["totalPages"]), (&json!(22), &json!(2)));
    assert_eq!((&first["pageSize"], &first["previousPage"]), (&json!(20), &Value::Null));
    let next = first["nextPage"].as_str().unwrap();
    let second = clerk.get(&format!("/Manifest?pageToken={next}")).ok();
    let ids: Vec<Value> = [&first, &second]
        .iter()
        .flat_map(|page| page["results"].as_array().unwrap())
        .map(|entry| entry["id"].clone())
        .collect();
    assert_eq!(ids, made);
    let days = |start: &str, end: &str| {
        let path = format!("/Manifest?startDate={start}&endDate={end}");
        clerk.get(&path).ok()["totalResults"].clone()
    };
    assert_eq!(days("2026-03-01", TODAY), json!(22));
    assert_eq!(days("2026-03-03", "2026-03-04"), json!(0));
}

/// Copies the files while the service runs, with the WAL not checkpointed, as a kill leaves them.
#[test]
fn an_answered_manifest_is_there_after_a_kill() {
    let (service, clerk) = signed_in();
    let account = clerk.carrier_account("POST-eVS");
    let id = bought(&clerk, "killed", &account, "PriorityMail");
    let mut body = request(&account, "Id", &[&id]);
    body["async"] = json!(false);
    let made = clerk.send("POST", "/Manifest", body).ok();
    let path = |url: &Value| {
        let url = url.as_str().unwrap();
        url[url.find("/Label/").unwrap()..].to_owned()
    };
    let form = path(&made["formUrl"]);
    let drawn = send(&service.base, "GET", &form, &[], None).bytes;
    let copy = service.folder.with_extension("killed");
    std::fs::create_dir_all(&copy).unwrap();
    for name in ["practice.db", "practice.db-wal"] {
        std::fs::copy(service.folder.join(name), copy.join(name)).unwrap();
    }
    let after = running_in(copy, service.clock.clone(), 86_400);
    let clerk = after.clerk();
    let again = found(&clerk, &made["id"]);
    assert_eq!(again["formNumber"], made["formNumber"]);
    assert_eq!(path(&again["formUrl"]), form);
    assert!(send(&after.base, "GET", &form, &[], None).bytes == drawn);
    let answer = manifest(&clerk, &account, "Id", &[&id]);
    assert_eq!(refused(&answer)[0].1, "it is on a manifest already");
}
