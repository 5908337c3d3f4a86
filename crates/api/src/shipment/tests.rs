use super::*;
use postroom_base::money::Money;

/// Findings C8 and M3: a row counts if it is the requested one, in any spelling. A response about
/// another one is neither that row nor an empty result.
#[test]
fn a_shipment_is_the_one_asked_for_or_the_answer_is_not_understood() {
    let row = r#"{"id":"S-1","transactionId":"TX-a ","tracking":{"trackingNumber":"9400 1000 0000 0000 0000 01"}}"#;
    let other = r#"{"id":"S-2","transactionId":"TX-b"}"#;
    let found = Some("S-1");
    for (text, key, value, read) in [
        (row.to_owned(), ShipmentKey::Id, "S-1", Ok(found)),
        (row.to_owned(), ShipmentKey::Id, "s-1", Ok(found)),
        (row.to_owned(), ShipmentKey::Id, "S-9", Err(())),
        (row.to_owned(), ShipmentKey::TransactionId, "tx-A", Ok(found)),
        (row.to_owned(), ShipmentKey::TransactionId, "TX-b", Err(())),
        (row.to_owned(), ShipmentKey::TrackingNumber, "9400100000000000000001", Ok(found)),
        (row.to_owned(), ShipmentKey::TrackingNumber, "9400100000000000000002", Err(())),
        (format!("[{other},{row}]"), ShipmentKey::TransactionId, "TX-a", Ok(found)),
        (format!("[{other},{row}]"), ShipmentKey::TransactionId, "TX-c", Err(())),
        (format!(r#"{{"data":{{"shipment":{row}}}}}"#), ShipmentKey::Id, "S-1", Ok(found)),
        (r#"{"id":"S-1"}"#.into(), ShipmentKey::TransactionId, "TX-a", Ok(found)),
        (r#"[{"id":"S-1"},{"id":"S-2"}]"#.into(), ShipmentKey::TransactionId, "TX-a", Err(())),
        // Finding C2: every empty response means that there is none.
        ("[]".into(), ShipmentKey::TransactionId, "TX-a", Ok(None)),
        ("null".into(), ShipmentKey::TransactionId, "TX-a", Ok(None)),
        (r#"{"results":[]}"#.into(), ShipmentKey::TransactionId, "TX-a", Ok(None)),
        (r#"{"results":[],"totalResults":0}"#.into(), ShipmentKey::Id, "S-1", Ok(None)),
        // These responses do not.
        (r#"{"results":[],"totalResults":1}"#.into(), ShipmentKey::Id, "S-1", Err(())),
        (r#"{"results":[7]}"#.into(), ShipmentKey::Id, "S-1", Err(())),
        ("{}".into(), ShipmentKey::Id, "S-1", Err(())),
        (r#"{"transactionId":"TX-a"}"#.into(), ShipmentKey::TransactionId, "TX-a", Err(())),
    ] {
        let decoded = (get_by(key, value).decode)(text.as_bytes());
        let decoded = decoded.map(|decoded| decoded.value.found()).map_err(drop);
        let id = decoded.map(|row| row.and_then(|row| row.id));
        let read = read.map(|id: Option<&str>| id.map(ShipmentId::new));
        assert_eq!(id, read, "{text} by {key:?} {value}");
    }
}

/// Findings M1(b) and C1: the ids alone confirm a purchase, whatever else the response contains.
#[test]
fn a_purchase_is_confirmed_by_its_identity() {
    for (text, confirmed) in [
        (r#"{"id":"S-1","transactionId":"tx-1"}"#, true),
        (r#"{"id":"S-1"}"#, true),
        (r#"{"id":"S-1","transactionId":" TX-1 "}"#, true),
        (r#"{"Id":"S-1","TransactionID":"tx-1"}"#, true),
        (r#"{"id":4711,"transactionId":null}"#, true),
        ("\u{feff}{\"id\":\"S-1\"}", true),
        (r#"[{"id":"S-1"}]"#, true),
        (r#"{"shipment":{"id":"S-1"}}"#, true),
        (r#"{"data":{"id":"S-1"}}"#, true),
        (r#"{"results":[{"id":"S-1"}]}"#, true),
        (r#"[{"id":"S-0","transactionId":"tx-0"},{"id":"S-1","transactionId":"tx-1"}]"#, true),
        (
            r#"{"id":"S-1","weight":NaN,"note":"a
b"}"#,
            true,
        ),
        (r#"{"id":"S-1","name":"\ud800"}"#, true),
        (r#"{"id":"S-1","transactionId":"tx-2"}"#, false),
        (r#"{"transactionId":"tx-1"}"#, false),
        (r#"{"id":"","transactionId":"tx-1"}"#, false),
        (r#"[{"id":"S-1"},{"id":"S-2"}]"#, false),
        ("{}", false),
        ("[]", false),
        ("null", false),
        ("true", false),
        (r#"{"id":"S-1""#, false),
    ] {
        let call = create(TransactionId::new("tx-1"), &ShipmentRequest::default());
        let decoded = (call.decode)(text.as_bytes());
        assert_eq!(decoded.is_ok(), confirmed, "{text}");
    }
}

/// Members that could not be read are stored with the shipment.
#[test]
fn a_shipment_keeps_what_could_not_be_read() {
    let text = br#"{"results":[{"id":"S-1","rates":[{"deliveryDays":"2-4 days","totalFee":7.9}],
        "billTo":"","shipDate":"soon"}]}"#;
    let call = create(TransactionId::new("tx-1"), &ShipmentRequest::default());
    let shipment = (call.decode)(text).unwrap().value;
    let told: Vec<String> = shipment.unreadable_members.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["rates[0].deliveryDays was \"2-4 days\"", "shipDate was \"soon\"",]);
    let kept = serde_json::to_string(&shipment).unwrap();
    assert_eq!(serde_json::from_str::<Shipment>(&kept).unwrap(), shipment);
}

/// Finding C11.
#[test]
fn the_price_is_that_of_the_rate_that_was_bought() {
    let rate = |service: &str, account: &str, fee: &str| {
        format!(r#"{{"finalService":"{service}","carrierAccountId":"{account}","totalFee":{fee}}}"#)
    };
    let part = |package: u32, fee: &str| {
        format!(
            r#"{{"finalService":"Ground","carrierAccountId":"c1","totalFee":{fee},
                "fees":[{{"packageNumber":{package},"fee":{fee}}}]}}"#
        )
    };
    let (ground, air) = (rate("Ground", "c1", "7.90"), rate("NextDayAir", "c1", "31"));
    let elsewhere = rate("Ground", "c2", "8.10");
    for (rates, packages, expected, price) in [
        (vec![ground.clone()], 1, None, Some("7.90")),
        // The response contains all rates that were quoted.
        (vec![air.clone(), ground.clone(), elsewhere], 1, None, Some("7.90")),
        // The carrier substituted another service.
        (vec![air.clone()], 1, None, Some("31")),
        (vec![air.clone(), rate("SecondDayAir", "c1", "20")], 1, None, None),
        (vec![air, rate("SecondDayAir", "c1", "20")], 1, Some("20"), Some("20")),
        // One rate per package.
        (vec![part(1, "7.90"), part(2, "5")], 2, None, Some("12.90")),
        // Two rates of one service without package numbers: a sum, or the same quote twice.
        (vec![ground.clone(), ground.clone()], 2, None, None),
        (vec![ground.clone(), ground.clone()], 2, Some("15.80"), Some("15.80")),
        (vec![ground.clone(), ground.clone()], 2, Some("7.90"), Some("7.90")),
        (vec![ground.clone(), ground.clone()], 2, Some("9"), None),
        (vec![ground.clone(), ground], 1, None, Some("7.90")),
        (vec![rate("Ground", "c1", "null")], 1, Some("7.90"), None),
        (vec![], 1, Some("7.90"), None),
    ] {
        let text = format!(
            r#"{{"id":"s","service":"Ground","carrierAccountId":"C1","rates":[{}],"packages":[{}]}}"#,
            rates.join(","),
            vec!["{}"; packages].join(",")
        );
        let shipment: Shipment = serde_json::from_str(&text).unwrap();
        let dollars = |text: &str| Money::new(text.parse().unwrap(), Default::default());
        let read = shipment.price_matching(expected.map(dollars));
        assert_eq!(read, price.map(dollars), "{text} expecting {expected:?}");
    }
}
