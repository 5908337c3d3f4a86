//! Address validation against the sample file and its `expected` column.

use serde_json::{Value, json};

use super::setup::signed_in;

/// Status, the field with the error, words of the suggestion, and fields filled in or corrected,
/// for every value of the column `expected`.
type Wanted = (&'static str, &'static str, &'static str, &'static [(&'static str, &'static str)]);

fn wanted(expected: &str) -> Wanted {
    match expected {
        "ok" => ("Success", "", "", &[]),
        "normalise case" => {
            ("Success", "", "", &[("city", "MEMPHIS"), ("state", "TN"), ("street2", "APT 4")])
        }
        "suggest San Francisco" => ("Failed", "city", "San Francisco", &[]),
        "suggest Philadelphia" => ("Failed", "city", "Philadelphia", &[]),
        "suggest Chicago" => ("Failed", "city", "Chicago", &[]),
        "suggest OR or ZIP 041xx" => ("Failed", "state", "OR or ZIP 041xx", &[]),
        "suggest Tacoma or 981xx" => ("Failed", "city", "Tacoma or ZIP 981xx", &[]),
        "fill candidate ZIPs" => ("Failed", "zip", "80202", &[]),
        "fill Miami FL" => ("Success", "", "", &[("city", "MIAMI"), ("state", "FL")]),
        "unknown ZIP" => ("Failed", "zip", "", &[]),
        "suggest 02108" => ("Failed", "zip", "02108", &[]),
        "street required" => ("Failed", "street1", "", &[]),
        "map to GA" => ("Success", "", "", &[("state", "GA")]),
        "line length limits" => ("Failed", "name", "", &[]),
        other => panic!("the sample file has a new expectation: {other}"),
    }
}

#[test]
fn every_sample_address_gets_what_its_row_expects() {
    let (_service, clerk) = signed_in();
    let text = std::fs::read_to_string("assets/samples/sample_addresses_us.csv").unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let headers = reader.headers().unwrap().clone();
    let mut count = 0;
    for row in reader.records() {
        let row = row.unwrap();
        let field =
            |name: &str| row[headers.iter().position(|header| header == name).unwrap()].to_owned();
        let mut body = json!({"verify": true, "country": "US"});
        for name in ["name", "street1", "street2", "city", "state", "zip"] {
            body[name] = json!(field(name));
        }
        let answer = clerk.send("POST", "/Address", body.clone()).ok();
        let expected = field("expected");
        let (status, place, suggestion, fields) = wanted(&expected);
        assert_eq!(answer["verificationStatus"], status, "{expected}: {answer}");
        let errors = answer["errors"].as_array().unwrap();
        assert_eq!(errors.is_empty(), status == "Success", "{answer}");
        if let Some(error) = errors.first() {
            assert_eq!(error["AdditionalInfo"]["field"], place, "{expected}: {answer}");
            assert_eq!(error["Code"], "ADDRESS.VALIDATION_FAILED");
            let given = error["AdditionalInfo"]["suggestion"].as_str().unwrap_or_default();
            assert!(given.contains(suggestion), "{expected}: {answer}");
        }
        for (name, value) in fields {
            assert_eq!(answer[*name], *value, "{expected}: {answer}");
        }
        count += 1;
    }
    assert_eq!(count, 30);
}

#[test]
fn every_foreign_sample_is_deliverable() {
    let (_service, clerk) = signed_in();
    let text = std::fs::read_to_string("assets/samples/sample_addresses_intl.csv").unwrap();
    for row in csv::Reader::from_reader(text.as_bytes())
        .deserialize::<std::collections::HashMap<String, String>>()
    {
        let mut body = json!({"verify": true});
        for (name, value) in row.unwrap() {
            if !matches!(name.as_str(), "script" | "latin_name") {
                body[name] = json!(value);
            }
        }
        let answer = clerk.send("POST", "/Address", body.clone()).ok();
        assert_eq!(answer["verificationStatus"], "Success", "{answer}");
    }
}

#[test]
fn save_and_verify_mean_what_they_say() {
    let (_service, clerk) = signed_in();
    let home = |more: Value| {
        let mut body = json!({"name": "A", "street1": "233 S Wacker Dr", "city": "chicago", "state": "IL", "zip": "60606"});
        for (key, value) in more.as_object().unwrap() {
            body[key] = value.clone();
        }
        clerk.send("POST", "/Address", body)
    };
    assert_eq!(home(json!({})).code(), "ADDRESS.VALIDATION_FAILED");
    assert_eq!(home(json!({"save": false, "verify": false})).code(), "ADDRESS.VALIDATION_FAILED");
    assert_eq!(
        home(json!({"save": true, "country": "Atlantis"})).code(),
        "ADDRESS.VALIDATION_FAILED"
    );
    assert_eq!(
        home(json!({"save": true, "referenceType": "Passport"})).code(),
        "ADDRESS.VALIDATION_FAILED"
    );
    let kept = home(json!({"save": true})).ok();
    assert_eq!(kept["city"], "chicago", "saving alone corrects nothing");
    let id = kept["id"].as_str().unwrap();
    let checked = clerk.call("POST", &format!("/Address/{id}/Validate"), &[], None).ok();
    assert_eq!(
        (&checked["city"], &checked["verificationStatus"]),
        (&json!("CHICAGO"), &json!("Success"))
    );
    assert_eq!(clerk.get(&format!("/Address/{id}")).ok()["city"], "CHICAGO");
    let looked = home(json!({"verify": true})).ok();
    assert_eq!(looked["id"], Value::Null, "verifying alone stores nothing");
    assert_eq!(clerk.get("/Address/no-such-id").code(), "ADDRESS.NOT_FOUND");
}
