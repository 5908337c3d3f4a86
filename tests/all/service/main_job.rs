//! The main workflow: sign up, configure, rate, buy, track.

use serde_json::{Value, json};

use super::http::send;
use super::setup::{Clerk, chicago, parcel, running, san_francisco, shipment};

/// A new customer, from sign-up to token.
pub fn signed_up(base: &str, company: &str, test: bool) -> (Clerk, Value) {
    let body = json!({
        "email": format!("{company}@example.com"), "password": "correct horse", "companyName": company,
        "firstName": "Riley", "lastName": "Sample",
    });
    let made = send(base, "POST", "/User/SignUp/Customer", &[], Some(&body.to_string())).ok();
    let terms = json!({"accountId": made["account"]["id"]});
    let approved =
        send(base, "POST", "/User/ApproveTermsAndConditions", &[], Some(&terms.to_string())).ok();
    assert_eq!(approved, json!({"accountId": made["account"]["id"], "result": "Activated"}));
    let app = &made["apps"][0];
    let (key, secret) =
        if test { ("testApiKey", "testApiSecret") } else { ("apiKey", "apiSecret") };
    let login = json!({
        "apiKey": app[key], "apiSecret": app[secret],
        "userName": made["user"]["userName"], "password": "correct horse",
    });
    let token = send(base, "POST", "/Account/Token", &[], Some(&login.to_string())).ok();
    (Clerk { base: base.to_owned(), token: token["token"].as_str().unwrap().to_owned() }, made)
}

#[test]
fn from_sign_up_to_a_tracked_label() {
    let service = running();
    let (clerk, made) = signed_up(&service.base, "main-job", false);
    assert_eq!(made["status"], "TnCPending");
    assert_eq!(made["account"]["status"], "TnCPending");
    assert_eq!(made["user"]["account"]["parentAccount"]["level"], "Partner");
    assert_eq!(made["apiKey"], made["apps"][0]["apiKey"]);
    assert_eq!(made["apps"][0]["status"], "Enabled");
    for name in ["accessToken", "refreshToken"] {
        assert!(made[name].is_string(), "{name}");
    }

    assert_eq!(clerk.balance_text(), "0");
    let account = clerk
        .call(
            "PUT",
            "/Account/Postage/Balance",
            &[("transactionId", "top-1")],
            Some(json!({"balance": 100})),
        )
        .ok();
    assert_eq!(account["balance"], json!(100));
    assert_eq!(account["users"][0]["role"], "AccountAdmin");

    let mut saved = chicago();
    saved["save"] = json!(true);
    let address = clerk.send("POST", "/Address", saved).ok();
    let address_id = address["id"].as_str().unwrap();
    assert_eq!(clerk.get(&format!("/Address/{address_id}")).ok()["city"], "Chicago");

    let new = json!({"name": "Post", "carrierCode": "POST-eVS", "configuration": {"shipFromAddressId": address_id}});
    let carrier = clerk.send("POST", "/CarrierAccount", new).ok();
    assert_eq!(carrier["configuration"], json!({"ShipFromAddressId": address_id}));
    let carrier_id = carrier["id"].as_str().unwrap();

    let ask = json!({"fromAddress": {"id": address_id}, "toAddress": san_francisco(), "packages": [parcel()],
                     "service": "PriorityMail"});
    let rate = clerk.send("POST", "/ShipmentRate", ask).ok()["rates"][0].clone();
    assert_eq!(rate["finalService"], "PriorityMail");

    let mut order = shipment(carrier_id, "PriorityMail");
    order["fromAddress"] = json!({"id": address_id});
    let bought = clerk.call("POST", "/shipment", &[("transactionId", "buy-1")], Some(order)).ok();
    assert_eq!(bought["transactionId"], "buy-1");
    assert_eq!(bought["fromAddress"]["id"], address_id);
    assert!(bought["toAddress"]["id"].is_string());
    assert_eq!(bought["rates"][0]["totalFee"], rate["totalFee"]);
    let package = &bought["packages"][0];
    assert_eq!((&package["dimensionUnit"], &package["weightUnit"]), (&json!("in"), &json!("lb")));
    assert_eq!(package["isRectangle"], json!(true));
    assert_eq!(package["packageNumber"], json!(1));
    let label = &bought["postageLabel"];
    assert_eq!(
        (
            &label["labelType"],
            &label["labelFileType"],
            &label["labelSize"],
            &label["labelOrientation"]
        ),
        (&json!("Url"), &json!("PDF"), &json!("4x6"), &json!("Portrait"))
    );
    assert_eq!(bought["tracking"]["status"], "PreTransit");
    assert_eq!(bought["tracking"]["subStatus"], "LabelGenerated");

    let url = label["labels"][0].as_str().unwrap();
    let file = send(url, "GET", "", &[], None);
    assert_eq!(file.status, 200);
    assert!(file.bytes.starts_with(b"%PDF-"));
    let again = send(url, "GET", "", &[], None);
    assert!(file.bytes == again.bytes, "a reprint is the same to the byte");

    let id = bought["id"].as_str().unwrap();
    assert_eq!(clerk.get(&format!("/Shipment/{id}/Label")).ok()["labels"], label["labels"]);
    let number = bought["tracking"]["trackingNumber"].as_str().unwrap();
    assert!(number.len() == 22 && number.starts_with('9'), "{number}");
    for (key, value) in
        [("Id", id), ("ShipmentId", id), ("TransactionId", "buy-1"), ("TrackingNumber", number)]
    {
        let found = clerk.get(&format!("/Shipment?key={key}&value={value}")).ok();
        assert_eq!(found["id"], id, "{key}");
    }

    let history = clerk.get("/Account/Postage/BalanceHistory").ok();
    let entry = &history["results"][0];
    assert_eq!(entry["transactionId"], "buy-1");
    assert_eq!(
        (&entry["eventType"], &entry["transactionType"]),
        (&json!("OnLabelGenerate"), &json!("Debit"))
    );
    assert!(entry["PaymentTypeId"].is_string());
    assert_eq!(entry["originalAmount"].to_string(), format!("-{}", rate["totalFee"]));
    assert_eq!(entry["balance"].to_string(), clerk.balance_text());
}

#[test]
fn nothing_works_before_the_terms_are_approved() {
    let service = running();
    let body = json!({"email": "a@example.com", "password": "p", "companyName": "A", "firstName": "B", "lastName": "C"});
    let text = body.to_string();
    let made = send(&service.base, "POST", "/User/SignUp/Customer", &[], Some(&text)).ok();
    let clerk = Clerk {
        base: service.base.clone(),
        token: made["accessToken"].as_str().unwrap().to_owned(),
    };
    assert_eq!(clerk.get("/Carrier").code(), "ACCOUNT.NOT_ACTIVE");
    let login = json!({"apiKey": made["apps"][0]["apiKey"], "apiSecret": made["apps"][0]["apiSecret"],
                       "userName": made["user"]["userName"], "password": "p"});
    let refused = send(&service.base, "POST", "/Account/Token", &[], Some(&login.to_string()));
    assert_eq!(refused.code(), "ACCOUNT.NOT_ACTIVE");
    let terms = json!({"accountId": made["account"]["id"]}).to_string();
    send(&service.base, "POST", "/User/ApproveTermsAndConditions", &[], Some(&terms)).ok();
    clerk.get("/Carrier").ok();
    let again = send(&service.base, "POST", "/User/ApproveTermsAndConditions", &[], Some(&terms));
    assert_eq!(again.code(), "ACCOUNT.VALIDATION_FAILED");
    let same = send(&service.base, "POST", "/User/SignUp/Customer", &[], Some(&text));
    assert_eq!(same.code(), "USER.VALIDATION_FAILED");
}

#[test]
fn a_test_key_sees_and_pays_nothing_of_production() {
    let service = running();
    let (clerk, _) = signed_up(&service.base, "sandbox", true);
    let new = |code: &str| json!({"name": code, "carrierCode": code, "configuration": {}});
    let refused = clerk.send("POST", "/CarrierAccount", new("NOVA"));
    assert_eq!(refused.code(), "ACCOUNT.APP.VALIDATION_FAILED");
    let account = clerk.send("POST", "/CarrierAccount", new("POST-ePostage")).ok();
    let bought =
        clerk.buy("t-1", shipment(account["id"].as_str().unwrap(), "GroundAdvantage")).ok();
    assert!(bought["rates"][0]["totalFee"].as_f64().unwrap() > 0.0);
    assert_eq!(clerk.balance_text(), "0");
    assert_eq!(service.clerk().get("/Shipment").ok()["totalResults"], json!(0));
}
