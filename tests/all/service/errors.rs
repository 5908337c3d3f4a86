//! Failures: their form, their codes, and that none of them stops the service.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use serde_json::{Value, json};

use super::http::{parse, raw, send};
use super::setup::{Clerk, berlin, customs, running, shipment, signed_in};

#[test]
fn every_answer_has_a_fresh_correlation_id_and_every_failure_the_shape() {
    let (service, clerk) = signed_in();
    let first = clerk.get("/Carrier");
    let second = clerk.get("/Carrier");
    assert_ne!(
        first.header("x-correlation-id").unwrap(),
        second.header("x-correlation-id").unwrap()
    );
    for (method, path, headers, body, status, code) in [
        ("GET", "/Nothing", vec![], None, 404, "SVC.NOT_FOUND"),
        ("GET", "/Shipment/1/2/3", vec![], None, 404, "SHIPMENT.NOT_FOUND"),
        ("DELETE", "/Shipment", vec![], None, 405, "SHIPMENT.BAD_REQUEST"),
        ("GET", "/Carrier", vec![], None, 401, "ACCOUNT.APP.AUTHENTICATION_FAILED"),
        (
            "GET",
            "/Carrier",
            vec![("Authorization", "Basic eDp5")],
            None,
            401,
            "ACCOUNT.APP.AUTHENTICATION_FAILED",
        ),
        (
            "GET",
            "/Carrier",
            vec![("Authorization", "Bearer")],
            None,
            401,
            "ACCOUNT.APP.AUTHENTICATION_FAILED",
        ),
        ("GET", "/Carrier", vec![("Host", "evil.example")], None, 403, "SVC.NOT_AUTHORIZED"),
        ("GET", "/Carrier", vec![("Origin", "http://127.0.0.1")], None, 403, "SVC.NOT_AUTHORIZED"),
        (
            "POST",
            "/Account/Token",
            vec![("Content-Type", "text/plain")],
            Some("{}"),
            400,
            "ACCOUNT.BAD_REQUEST",
        ),
        ("POST", "/Account/Token", vec![], Some("{"), 400, "ACCOUNT.BAD_REQUEST"),
        ("POST", "/Account/Token", vec![], Some("[]"), 400, "ACCOUNT.BAD_REQUEST"),
        ("POST", "/Account/Token", vec![], Some(r#"{"apiKey":"a"}"#), 400, "ACCOUNT.BAD_REQUEST"),
        (
            "POST",
            "/Account/Token",
            vec![],
            Some(r#"{"apiKey":"a","apiSecret":"b","userName":"c","password":"d"}"#),
            401,
            "ACCOUNT.APP.AUTHENTICATION_FAILED",
        ),
        (
            "POST",
            "/Account/Token",
            vec![],
            Some(r#"{"apiKey":"a","apiSecret":"b","userName":"c@d.e","password":"d"}"#),
            422,
            "USER.VALIDATION_FAILED",
        ),
        (
            "POST",
            "/User/ApproveTermsAndConditions",
            vec![],
            Some(r#"{"accountId":"x"}"#),
            404,
            "ACCOUNT.NOT_FOUND",
        ),
    ] {
        let answer = send(&service.base, method, path, &headers, body);
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (status, code),
            "{method} {path} {body:?}"
        );
    }
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let answer =
        send(&service.base, "POST", "/Account/Token", &[], Some(&format!("{{\"a\":{deep}}}")));
    assert_eq!(answer.code(), "ACCOUNT.BAD_REQUEST");
}

#[test]
fn a_body_beyond_the_cap_is_refused_before_it_is_read() {
    let service = running();
    let address =
        service.base.strip_prefix("http://").unwrap().split_once('/').unwrap().0.to_owned();
    let head = format!(
        "POST /v3.1/Account/Token HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: 13000000\r\n\r\n{{"
    );
    let answer = parse(&raw(&address, head.as_bytes()).unwrap()).unwrap();
    assert_eq!((answer.status, answer.code().as_str()), (413, "ACCOUNT.BAD_REQUEST"));
}

#[test]
fn only_whole_fresh_tokens_of_this_service_pass() {
    let (service, clerk) = signed_in();
    let (header, rest) = clerk.token.split_once('.').unwrap();
    let (claims, tag) = rest.split_once('.').unwrap();
    let seen: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(header).unwrap()).unwrap();
    assert_eq!(seen["alg"], "HS256");
    let body: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    assert!(body["exp"].is_number());
    let mut longer = body.clone();
    longer["exp"] = json!(99_999_999_999_i64);
    let longer = URL_SAFE_NO_PAD.encode(longer.to_string());
    let none = URL_SAFE_NO_PAD.encode(r#"{"alg":"none","typ":"JWT"}"#);
    let flipped = if let Some(rest) = tag.strip_prefix('A') {
        format!("B{rest}")
    } else {
        format!("A{}", &tag[1..])
    };
    for (what, token) in [
        ("no algorithm", format!("{none}.{claims}.")),
        ("no algorithm, old tag", format!("{none}.{claims}.{tag}")),
        ("another tag", format!("{header}.{claims}.{flipped}")),
        ("a longer life", format!("{header}.{longer}.{tag}")),
        ("no tag", format!("{header}.{claims}.")),
        ("rubbish", "a.b.c".to_owned()),
    ] {
        let forged = Clerk { token, ..clerk.clone() };
        assert_eq!(forged.get("/Carrier").code(), "ACCOUNT.APP.AUTHENTICATION_FAILED", "{what}");
    }
    clerk.get("/Carrier").ok();
    service.clock.advance(SignedDuration::from_secs(3601));
    assert_eq!(clerk.get("/Carrier").code(), "ACCOUNT.APP.AUTHENTICATION_FAILED", "expired");
}

#[test]
fn a_shipment_that_cannot_be_says_why_and_costs_nothing() {
    let (_service, clerk) = signed_in();
    let before = clerk.balance_text();
    let account = clerk.carrier_account("POST-eVS");
    let with = |more: Value| {
        let mut order = shipment(&account, "PriorityMail");
        for (key, value) in more.as_object().unwrap() {
            if value.is_null() {
                order.as_object_mut().unwrap().remove(key);
            } else {
                order[key] = value.clone();
            }
        }
        order
    };
    let abroad = json!({"toAddress": berlin(), "service": "PriorityMailIntl"});
    let mut without_number = customs();
    without_number["customsItem"][0].as_object_mut().unwrap().remove("hsTariffNumber");
    let mut text = with(abroad.clone());
    text["customsInfo"] = customs();
    text["postageLabel"] = json!({"customText1": "hello"});
    let mut returns = with(abroad.clone());
    returns["customsInfo"] = customs();
    returns["specialService"] = json!("Returns");
    let mut no_tariff = with(abroad.clone());
    no_tariff["customsInfo"] = without_number;
    for (number, (order, code, word)) in [
        (with(json!({"fromAddress": null})), "SHIPMENT.BAD_REQUEST", "fromAddress"),
        (with(json!({"toAddress": {"name": "A"}})), "SHIPMENT.BAD_REQUEST", "toAddress."),
        (with(json!({"packages": null})), "SHIPMENT.BAD_REQUEST", "packages"),
        (with(json!({"service": null})), "SHIPMENT.BAD_REQUEST", "service"),
        (with(json!({"carrierAccountId": null})), "SHIPMENT.BAD_REQUEST", "carrierAccountId"),
        (with(json!({"service": "PriorityMale"})), "SERVICE.NOT_SUPPORTED", "PriorityMale"),
        (with(json!({"service": "Ground"})), "SERVICE.NOT_SUPPORTED", "Ground"),
        (with(json!({"shipDate": "2026-02-20"})), "SHIPMENT.VALIDATION_FAILED", "shipDate"),
        (with(json!({"shipDate": "soon"})), "SHIPMENT.BAD_REQUEST", "shipDate"),
        (
            with(json!({"postageLabel": {"labelFileType": "GIF"}})),
            "SHIPMENT.VALIDATION_FAILED",
            "labelFileType",
        ),
        (with(json!({"postageLabel": {"labelSize": 4}})), "SHIPMENT.BAD_REQUEST", "labelSize"),
        (
            with(json!({"option": {"POST_EntryFacilityType": "MOON"}})),
            "SHIPMENT.VALIDATION_FAILED",
            "EntryFacility",
        ),
        (
            with(json!({"billTo": {"type": "ThirdParty", "account": "1"}})),
            "SHIPMENT.BAD_REQUEST",
            "billTo.zip",
        ),
        (with(json!({"specialService": {"a": 1}})), "SHIPMENT.BAD_REQUEST", "specialService"),
        (
            with(json!({"specialService": ["Insurance"]})),
            "SHIPMENT.SPECIALSERVICEPARAM.VALIDATION_FAILED",
            "insuranceAmount",
        ),
        (with(abroad.clone()), "SHIPMENT.VALIDATION_FAILED", "ustoms"),
        (text, "SHIPMENT.LABEL.VALIDATION_FAILED", "customText1"),
        (returns, "SHIPMENT.VALIDATION_FAILED", "eturn"),
        (no_tariff, "SHIPMENT.VALIDATION_FAILED", "hsTariffNumber"),
    ]
    .into_iter()
    .enumerate()
    {
        let answer = clerk.buy(&format!("bad-{number}"), order.clone());
        assert_eq!(answer.code(), code, "{order}");
        assert!(answer.message().contains(word), "{} lacks {word}", answer.message());
    }
    let no_id = clerk.send("POST", "/Shipment", with(json!({})));
    assert_eq!(no_id.code(), "SHIPMENT.BAD_REQUEST");
    assert_eq!(clerk.balance_text(), before);
    assert_eq!(clerk.get("/Shipment").ok()["totalResults"], json!(0));
    // The refused transaction id can be used again.
    clerk.buy("bad-0", with(json!({}))).ok();
    let mut good = with(abroad);
    good["customsInfo"] = customs();
    clerk.buy("abroad", good).ok();
}

#[test]
fn look_ups_that_find_nothing_say_so() {
    let (_service, clerk) = signed_in();
    for (path, code) in [
        ("/Shipment?key=Id&value=x", "SHIPMENT.NOT_FOUND"),
        ("/Shipment?key=Colour&value=x", "SHIPMENT.VALIDATION_FAILED"),
        ("/Shipment?key=Id", "SHIPMENT.BAD_REQUEST"),
        ("/Shipment?value=x", "SHIPMENT.BAD_REQUEST"),
        ("/Shipment/x/Label", "SHIPMENT.NOT_FOUND"),
        ("/Tracking?key=TrackingNumber&value=1", "SHIPMENT.NOT_FOUND"),
        ("/Tracking", "SHIPMENT.TRACKING.BAD_REQUEST"),
        ("/Label/guess", "SHIPMENT.LABEL.NOT_FOUND"),
        ("/Shipment?packageNumber=null", "SHIPMENT.BAD_REQUEST"),
        ("/Shipment?startDate=yesterday", "SHIPMENT.BAD_REQUEST"),
        ("/Shipment?startDate=2026-03-02&endDate=2026-03-01", "SHIPMENT.VALIDATION_FAILED"),
        ("/Manifest?key=Id&value=x", "MANIFEST.NOT_FOUND"),
        ("/Manifest?key=TrackingNumber&value=x", "MANIFEST.VALIDATION_FAILED"),
        ("/Manifest?key=Id", "MANIFEST.BAD_REQUEST"),
        ("/Manifest?value=x", "MANIFEST.BAD_REQUEST"),
        ("/Manifest?startDate=2026-03-02&endDate=2026-03-02", "MANIFEST.VALIDATION_FAILED"),
    ] {
        assert_eq!(clerk.get(path).code(), code, "{path}");
    }
}

/// C11: answers of the HTTP layer had neither a body nor a correlation id.
#[test]
fn a_head_that_is_no_request_is_refused_in_the_shape_too() {
    let service = running();
    let (address, _) = service.base.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let many: String = (0..150).map(|nth| format!("X-{nth}: a\r\n")).collect();
    for (head, status) in [
        ("no request at all\r\n\r\n".to_owned(), 400),
        (format!("GET / HTTP/1.1\r\nHost: {address}\r\nno header\r\n\r\n"), 400),
        (format!("GET / HTTP/1.1\r\nHost: {address}\r\n{many}\r\n"), 431),
    ] {
        let answer = parse(&raw(address, head.as_bytes()).unwrap()).unwrap();
        assert_eq!(answer.status, status, "{head:.60}");
        assert_eq!(answer.code(), "SVC.BAD_REQUEST", "{head:.60}");
    }
}

/// C11: an id that is no plain text was told to be missing.
#[test]
fn a_transaction_id_that_is_no_text_is_invalid_and_not_missing() {
    let (service, clerk) = signed_in();
    let (address, prefix) = service.base.strip_prefix("http://").unwrap().split_once('/').unwrap();
    for (line, words) in [
        (&b"transactionId: \xf0\x9f\x93\xa6\r\n"[..], "is invalid"),
        (b"transactionId: \r\n", "is required"),
        (b"", "is required"),
    ] {
        let mut head = format!(
            "POST /{prefix}/Shipment HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
             Authorization: Bearer {}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n",
            clerk.token
        )
        .into_bytes();
        head.extend_from_slice(line);
        head.extend_from_slice(b"\r\n{}");
        let answer = parse(&raw(address, &head).unwrap()).unwrap();
        assert_eq!(answer.code(), "SHIPMENT.BAD_REQUEST");
        assert!(answer.message().contains(words), "{}", answer.message());
    }
}

/// C11: the member by which the JSON library hands over numbers passed as a number.
#[test]
fn a_number_is_a_number_and_nothing_that_is_read_as_one() {
    let (service, clerk) = signed_in();
    for name in ["$serde_json::private::Number", "\\u0024serde_json::private::Number"] {
        let weight = format!(r#"{{"{name}":"5"}}"#);
        let body =
            format!(r#"{{"isAutoBuy":true,"autoBuyAmount":{weight},"autoBuyThreshold":10}}"#);
        let bearer = format!("Bearer {}", clerk.token);
        let headers = [("Authorization", bearer.as_str())];
        let answer = send(&service.base, "PUT", "/Account/Postage/AutoBuy", &headers, Some(&body));
        assert_eq!(answer.status, 400, "{}", String::from_utf8_lossy(&answer.bytes));
        assert!(answer.message().contains("autoBuyAmount"), "{}", answer.message());
    }
}
