//! Tests of the grouping.

use super::*;

fn shipment(id: &str, change: impl FnOnce(&mut Shipment)) -> (Shipment, Timestamp) {
    let mut shipment: Shipment = serde_json::from_str(&format!(
        r#"{{"id":"{id}","carrierAccountId":"post","carrierAccountName":"Postal",
            "shipDate":"2026-11-21T12:00:00Z","packages":[{{}}],
            "fromAddress":{{"id":"a-{id}","street1":"233 S Wacker Dr","city":"Chicago",
              "state":"IL","zip":"60606"}},
            "toAddress":{{"name":"Jane"}},"tracking":{{"status":"PreTransit"}}}}"#,
    ))
    .unwrap();
    change(&mut shipment);
    (shipment, now())
}

fn now() -> Timestamp {
    "2026-11-21T15:00:00Z".parse().unwrap()
}

fn day(
    shipments: Vec<(Shipment, Timestamp)>,
    change: impl FnOnce(&mut Sources),
) -> UnmanifestedShipments {
    let mut origins = Origins::new();
    let slips = shipments.into_iter();
    let slips = slips.filter_map(|(shipment, at)| slip(shipment, at, Vec::new(), &mut origins));
    let mut sources = Sources {
        shipments: slips.collect(),
        known: Vec::new(),
        orders: Vec::new(),
        vouched: BTreeSet::new(),
        unsupported: BTreeSet::new(),
        untracked: Arc::default(),
        now: [now(); 2],
        capped: false,
    };
    change(&mut sources);
    group(&sources)
}

fn ids(day: &UnmanifestedShipments) -> Vec<String> {
    let of = |group: &Group| {
        let parcels = group.parcels.iter();
        parcels.map(|it| it.id.as_str()).collect::<Vec<_>>().join(" ")
    };
    day.groups.iter().map(of).collect()
}

#[test]
fn account_origin_and_ship_date_make_a_group() {
    let plain = |_: &mut Shipment| {};
    let day = day(
        vec![
            shipment("a", plain),
            // Stored twice, with another id and in upper case: still the same place.
            shipment("b", |it| {
                let from = it.from_address.as_mut().unwrap();
                from.street1 = Some("233 S WACKER DR ".into());
            }),
            shipment("c", |it| it.carrier_account_id = Some(CarrierAccountId::new("nova"))),
            shipment("d", |it| it.ship_date = WireTime::parse("2026-11-22")),
            shipment("e", |it| {
                it.from_address.as_mut().unwrap().zip = Some("60607".into());
            }),
        ],
        |_| {},
    );
    assert_eq!(ids(&day), ["c", "a b", "e", "d"]);
    assert_eq!((day.left_out.len(), day.manifested), (0, 0));
}

#[test]
fn what_the_carrier_has_stays_and_is_not_to_be_handed_over() {
    let scanned = |it: &mut Shipment| {
        it.tracking.as_mut().unwrap().status = Some(TrackingStatus::InTransit);
    };
    let day = day(
        vec![
            shipment("a", scanned),
            shipment("b", |it| it.tracking = None),
            shipment("c", |it| it.ship_date = WireTime::parse("2026-11-22")),
        ],
        |_| {},
    );
    assert_eq!(ids(&day), ["a b", "c"]);
    let counts = ["2026-11-21", "2026-11-22"].map(|day_of| {
        let date = day_of.parse().unwrap();
        day.to_hand_over(date).count()
    });
    assert_eq!(counts, [1, 2]);
}

#[test]
fn what_is_left_out_is_named() {
    let order = ManifestOrder { shipments: vec![ShipmentId::new("d")], ..ManifestOrder::default() };
    let manifest = Manifest { shipment_ids: vec!["c".into()], ..Manifest::default() };
    let day = day(
        vec![
            shipment("a", |it| it.refund_status = Some(RefundStatus::Initiated)),
            shipment("b", |it| it.refund_status = Some(RefundStatus::Rejected)),
            shipment("c", |_| {}),
            shipment("d", |_| {}),
            shipment("e", |it| it.ship_date = WireTime::parse("2026-11-20")),
            shipment("f", |it| {
                it.ship_date = WireTime::parse("2026-11-20");
                it.tracking.as_mut().unwrap().status = Some(TrackingStatus::InTransit);
            }),
            shipment("g", |it| it.carrier_account_id = Some(CarrierAccountId::new("no"))),
            shipment("h", |it| it.ship_date = None),
        ],
        |sources| {
            sources.orders = vec![order];
            sources.known = vec![Arc::new(manifest)];
            sources.unsupported = [CarrierAccountId::new("no")].into();
        },
    );
    assert_eq!(ids(&day), ["b"], "after a rejection the label is good");
    assert_eq!(day.manifested, 1);
    let reasons: Vec<(&str, &str)> =
        day.left_out.iter().map(|left| (left.parcel.id.as_str(), left.reason.as_str())).collect();
    assert_eq!(
        reasons,
        [
            ("a", "refund requested"),
            ("d", "its manifest isn’t confirmed yet"),
            ("e", "ship date Nov 20 has passed"),
            ("g", "its carrier doesn’t take manifests"),
            ("h", "its account, origin, or ship date is unknown"),
        ]
    );
}

#[test]
fn today_is_the_date_where_the_parcel_stands() {
    // Two in the morning in London is the evening before in Chicago.
    let late: Timestamp = "2026-11-22T02:00:00Z".parse().unwrap();
    let day = day(vec![shipment("a", |_| {})], |sources| {
        sources.now = [late; 2];
    });
    assert_eq!(ids(&day), ["a"]);
}

/// Also those that the list of what is left out does not have: with the carrier, or bought long ago.
#[test]
fn what_can_be_on_no_manifest_any_more_has_its_date() {
    let yesterday = |it: &mut Shipment| it.ship_date = WireTime::parse("2026-11-20");
    let status = |status: TrackingStatus| {
        move |it: &mut Shipment| {
            yesterday(it);
            it.tracking.as_mut().unwrap().status = Some(status);
        }
    };
    let manifest = Manifest { shipment_ids: vec!["manifested".into()], ..Manifest::default() };
    let old = (shipment("old", yesterday).0, now() - LEFT_OUT_PERIOD);
    let day = day(
        vec![
            shipment("waiting", yesterday),
            shipment("scanned", status(TrackingStatus::InTransit)),
            old,
            shipment("no account", |it| {
                yesterday(it);
                it.carrier_account_id = None;
            }),
            shipment("rejected", |it| {
                yesterday(it);
                it.refund_status = Some(RefundStatus::Rejected);
            }),
            shipment("refunded", |it| {
                yesterday(it);
                it.refund_status = Some(RefundStatus::Initiated);
            }),
            shipment("canceled", status(TrackingStatus::Cancelled)),
            shipment("manifested", yesterday),
            shipment("today", |_| {}),
        ],
        |sources| sources.known = vec![Arc::new(manifest)],
    );
    let mut past: Vec<&str> = day.past.keys().map(ShipmentId::as_str).collect();
    past.sort_unstable();
    assert_eq!(past, ["no account", "old", "rejected", "scanned", "waiting"]);
    assert!(day.past.values().all(|date| date.to_string() == "2026-11-20"));
    let left: Vec<(&str, &str)> =
        day.left_out.iter().map(|left| (left.parcel.id.as_str(), left.reason.as_str())).collect();
    let passed = "ship date Nov 20 has passed";
    assert_eq!(
        left,
        [
            ("waiting", passed),
            ("no account", passed),
            ("rejected", passed),
            ("canceled", "canceled"),
        ]
    );
}

#[test]
fn the_groups_hold_until_the_first_midnight_at_an_origin() {
    let los_angeles = |it: &mut Shipment| {
        it.from_address.as_mut().unwrap().zip = Some("90001".into());
    };
    for (shipments, now, next_day) in [
        (vec![shipment("a", |_| {})], "2026-11-21T15:00:00Z", Some("2026-11-22T06:00:00Z")),
        (vec![shipment("a", los_angeles)], "2026-11-21T15:00:00Z", Some("2026-11-22T08:00:00Z")),
        (
            vec![shipment("a", los_angeles), shipment("b", |_| {})],
            "2026-11-22T05:59:59Z",
            Some("2026-11-22T06:00:00Z"),
        ),
        // Chicago's group has passed, that of Los Angeles has not.
        (
            vec![shipment("a", los_angeles), shipment("b", |_| {})],
            "2026-11-22T06:00:00Z",
            Some("2026-11-22T08:00:00Z"),
        ),
        (vec![shipment("a", |_| {})], "2026-11-22T06:00:00Z", None),
    ] {
        let now: Timestamp = now.parse().unwrap();
        let day = day(shipments, |sources| sources.now = [now; 2]);
        let next_day = next_day.map(|at: &str| at.parse::<Timestamp>().unwrap());
        assert_eq!(day.next_day, next_day, "{now}");
    }
}
