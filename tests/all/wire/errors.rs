//! Every error code of section 7.3 as a response, and the warnings of 7.4.

use std::collections::BTreeSet;

use postroom::api::error::{Certainty, ErrorKind};
use postroom::api::{explain, shipment, tracking, user};
use serde_json::Value;

use super::golden;
use super::server::{Reply, Server};
use super::typed;

#[tokio::test]
async fn every_code_reaches_the_caller_whole() {
    let answers = golden::json("error/codes.json");
    for answer in answers["answers"].as_array().unwrap() {
        check(answer).await;
    }
}

async fn check(answer: &Value) {
    let status = u16::try_from(answer["status"].as_u64().unwrap()).unwrap();
    let body = answer["body"].clone();
    let written = body["Errors"][0].clone();
    let code = written["Code"].as_str().unwrap().to_owned();
    let (sent, source) = (body.clone(), body["Source"].clone());
    let server = Server::start(move |_| Reply::Json(status, sent.clone()));
    let error = server.client().send(user::approve_terms(&typed::account_id())).await.unwrap_err();

    assert_eq!(error.codes(), [code.as_str()]);
    assert!(error.has_code(&code) && !error.has_code("NO.SUCH_CODE"));
    assert_eq!(error.status(), Some(status), "{code}");
    assert_eq!(error.correlation.as_ref().unwrap().as_str(), "corr-7");
    let first = &error.errors()[0];
    assert_eq!(Value::from(first.message.clone()), written["Message"]);
    assert_eq!(
        first.additional_info.clone().unwrap_or(Value::Null),
        written["AdditionalInfo"],
        "{code}"
    );
    match &error.kind {
        ErrorKind::Refused { raised_by, .. } => {
            assert_eq!(raised_by.as_deref(), source.as_str(), "{code}");
        }
        other => panic!("{code}: {other:?}"),
    }
    let certainty = if status < 500 { Certainty::Refused } else { Certainty::Unknown };
    assert_eq!(error.certainty(), certainty, "{code}");
    assert!(!error.is_offline(), "{code}");
    let shown = error.to_string();
    assert!(shown.contains("Couldn’t accept the terms") && shown.contains(&code), "{shown}");
}

#[test]
fn every_code_is_explained_and_no_other() {
    let answers = golden::json("error/codes.json");
    let listed: BTreeSet<&str> = answers["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["body"]["Errors"][0]["Code"].as_str().unwrap())
        .collect();
    assert_eq!(explain::codes().collect::<BTreeSet<_>>(), listed);
    assert!(listed.iter().all(|code| explain::explain(code, false).is_some()));
    assert!(explain::explain("NO.SUCH_CODE", false).is_none());
}

#[tokio::test]
async fn warnings_ride_on_a_reply() {
    let golden = golden::json("error/warning.json");
    let body = golden["answer"]["body"].clone();
    let server = Server::with_token(move |_| Reply::Json(200, body.clone()));
    let answer = server
        .client()
        .send(tracking::get(shipment::ShipmentKey::TrackingNumber, "94"))
        .await
        .unwrap();
    let codes: Vec<_> = answer.warnings.iter().map(|w| w.code.as_str()).collect();
    assert_eq!(codes, ["SHIPMENT.TRACKING.ATTRIBUTE_IGNORED"]);
    assert_eq!(answer.correlation.unwrap().as_str(), "corr-7");
}
