//! Tracking: the watch list, the route on the map, labels never scanned.

use postroom::api::tracking::{Tracking, TrackingEvent};
use postroom::api::value::TrackingStatus;
use postroom::desk::shipments::never_scanned::{NeverScannedLabel, NeverScannedLabels};
use postroom::desk::tracking::Tracked;
use postroom::desk::tracking::recipients::Recipient;
use postroom::desk::tracking::route::{Route, Stop};
use postroom::drawing::map;
use postroom::ui::window::Window;

use super::{connected, now};
use crate::prelude::*;

fn stop(lon: f64, lat: f64, place: &str, status: TrackingStatus) -> Stop {
    map::warm_up();
    Stop {
        lon,
        lat,
        place: place.to_owned(),
        at: Some(WireTime::from_timestamp(now())),
        status: Some(status),
    }
}

fn event(at: &str, status: TrackingStatus, words: &str, city: &str) -> TrackingEvent {
    TrackingEvent {
        city: Some(city.into()),
        state: Some("IL".into()),
        zip: Some("60606".into()),
        country: Some("US".into()),
        date_time: WireTime::parse(at),
        status: Some(status),
        sub_status: Some(words.into()),
    }
}

fn tracked(number: &str, status: TrackingStatus, events: Vec<TrackingEvent>) -> Tracked {
    let tracking =
        Tracking { status: Some(status), tracking_details: events, ..Tracking::default() };
    Tracked { number: TrackingNumber::new(number), tracking: Remote::ready(tracking, now()) }
}

#[test]
fn tracking_shows_the_parcel_in_trouble_first_and_its_days() {
    let mut state = connected();
    state.tracking.list = vec![
        tracked("9400100000000000000011", TrackingStatus::InTransit, Vec::new()),
        tracked(
            "9400100000000000000022",
            TrackingStatus::Delayed,
            vec![
                event("2026-11-19T08:00:00Z", TrackingStatus::InTransit, "Accepted", "Atlanta"),
                event("2026-11-20T21:10:00Z", TrackingStatus::Delayed, "Weather delay", "Chicago"),
                event(
                    "2026-11-20T09:00:00Z",
                    TrackingStatus::InTransit,
                    "Arrived at facility",
                    "Chicago",
                ),
            ],
        ),
        tracked("9400100000000000000033", TrackingStatus::Delivered, Vec::new()),
    ];
    state.tracking.route = Some(Route {
        number: TrackingNumber::new("9400100000000000000022"),
        scans: 3,
        stops: Some(vec![
            stop(-84.4, 33.7, "Atlanta, GA", TrackingStatus::InTransit),
            stop(-87.6, 41.9, "Chicago, IL", TrackingStatus::Delayed),
        ]),
    });
    let mut scene = Scene::on(Panel::Tracking, state);
    scene.check("tracking");
    scene.assert_shows("Map of 2 places, from Atlanta, GA to Chicago, IL");
    scene.assert_shows("Weather delay");
    scene.assert_shows("Friday, November 20, 2026");
    scene.type_into("Tracking numbers", "9400100000000000000044 9400100000000000000055");
    let intents = scene.click("Track");
    assert!(
        matches!(intents.as_slice(), [Intent::Tracking(TrackingIntent::Track { text })] if text.ends_with("55")),
        "{intents:?}"
    );
    let intents = scene.click("Stop watching");
    assert!(
        matches!(intents.as_slice(), [Intent::Tracking(TrackingIntent::Untrack(_))]),
        "{intents:?}"
    );
}

/// W14
#[test]
fn each_number_stands_with_its_recipient() {
    let mut state = connected();
    state.tracking.list = ["940011", "940022"]
        .map(|number| tracked(number, TrackingStatus::InTransit, Vec::new()))
        .into();
    let recipient = Recipient {
        name: "Casey Example".to_owned(),
        place: "San Francisco CA".to_owned(),
        ..Recipient::default()
    };
    let number = TrackingNumber::new("940022");
    state.tracking.recipients.insert(number, recipient);
    let mut scene = Scene::on(Panel::Tracking, state);
    scene.check("tracking-recipients");
    scene.element("Casey Example, San Francisco CA, 940022, In transit");
    scene.element("940011, In transit");
}

/// W1
#[test]
fn a_narrow_window_shows_the_number_and_its_buttons_whole() {
    let mut state = connected();
    let number = "9400100000000000000022";
    let scan = event(
        "2026-11-20T09:00:00Z",
        TrackingStatus::OutForDelivery,
        "On the vehicle for delivery",
        "Chicago",
    );
    let mut parcel = tracked(number, TrackingStatus::OutForDelivery, vec![scan]);
    if let Remote::Ready(known) = &mut parcel.tracking {
        let mut tracking = (*known.value).clone();
        tracking.tracking_url = Some("https://example.com/".into());
        known.value = Arc::new(tracking);
    }
    state.tracking.list = vec![parcel];
    let recipient = Recipient {
        name: "Casey Example with a long name".to_owned(),
        place: "San Francisco CA".to_owned(),
        ..Recipient::default()
    };
    let number = TrackingNumber::new(number);
    state.tracking.recipients.insert(number, recipient);
    let mut scene = Scene::on(Panel::Tracking, state);
    scene.stage.set_size(egui::vec2(1024.0, 700.0));
    scene.settle();
    scene.check("tracking-1024");
    for control in ["Carrier’s page", "Stop watching", "Track"] {
        let place = scene.element(control).bounds;
        assert!(place.right() <= 1024.0, "{control} ends at {place:?}");
    }
}

/// W12: as in the details of a shipment, a scan without a zone stays as the carrier wrote it.
#[test]
fn a_scan_without_a_zone_stands_as_written_and_that_is_said_once() {
    let mut state = connected();
    let scans = ["2026-11-20T21:10:00", "2026-11-20T08:05:00"];
    let scans = scans.map(|at| event(at, TrackingStatus::InTransit, "Arrived", "Chicago"));
    state.tracking.list = vec![tracked("940011", TrackingStatus::InTransit, scans.into())];
    let mut scene = Scene::on(Panel::Tracking, state);
    scene.window = Window::installed(TimeZone::get("Asia/Tokyo").unwrap());
    scene.window.panel = Panel::Tracking;
    scene.settle();
    scene.assert_shows("Friday, November 20, 2026");
    scene.assert_shows("9:10\u{a0}PM");
    let note = "Times are local to the place of the scan where the carrier gave no time zone";
    let shown = scene.stage.elements();
    assert_eq!(shown.filter(|element| element.name == note).count(), 1);
    let scan = event("2026-11-20T21:10:00Z", TrackingStatus::InTransit, "Arrived", "Chicago");
    scene.state.tracking.list = vec![tracked("940022", TrackingStatus::InTransit, vec![scan])];
    scene.settle();
    // With a zone it is in the time of the desk, as all other times.
    scene.assert_shows("Saturday, November 21, 2026");
    scene.assert_shows("6:10\u{a0}AM");
    assert!(!scene.stage.shows(note));
}

#[test]
fn a_parcel_that_is_asked_about_again_says_so_as_lists_do() {
    let mut state = connected();
    state.tracking.list = vec![tracked("940011", TrackingStatus::InTransit, Vec::new())];
    let known = state.tracking.list[0].tracking.known().cloned();
    state.tracking.list[0].tracking = Remote::Loading { previous: known.clone() };
    let mut scene = Scene::on(Panel::Tracking, state);
    scene.assert_shows("Refreshing…");
    let trouble =
        Trouble {
            attempted: "Couldn’t load tracking".into(), offline: true, ..Trouble::default()
        };
    scene.state.tracking.list[0].tracking =
        Remote::Failed { trouble: trouble.clone(), previous: known };
    scene.settle();
    scene.assert_shows("Couldn’t load tracking");
    // The offline banner already reports it for every panel.
    let since = now();
    scene.state.connectivity = Connectivity::Offline { since, trouble };
    scene.settle();
    assert!(!scene.stage.shows("Couldn’t load tracking"));
}

/// W26: a carrier without tracking is said so; it is no error, and trying again cannot help.
#[test]
fn a_parcel_of_a_carrier_without_tracking_is_no_error() {
    let mut state = connected();
    let mut parcel = tracked("OR1234567890", TrackingStatus::PreTransit, Vec::new());
    let trouble = Trouble {
        attempted: "Couldn’t load tracking".into(),
        cause: "This carrier doesn’t offer tracking".into(),
        codes: vec!["SHIPMENT.TRACKING.NOT_SUPPORTED".into()],
        status: Some(422),
        retry_is_safe: true,
        ..Trouble::default()
    };
    parcel.tracking = Remote::Failed { trouble, previous: parcel.tracking.known().cloned() };
    state.tracking.list = vec![parcel];
    let mut scene = Scene::on(Panel::Tracking, state);
    scene.check("tracking-not-offered");
    scene.assert_shows("This carrier offers no tracking");
    for gone in ["Couldn’t load tracking", "Try again", "Not scanned yet"] {
        assert!(!scene.stage.shows(gone), "{gone}");
    }
}

#[test]
fn the_parcel_being_read_stays_when_the_list_sorts_itself_anew() {
    let mut state = connected();
    let parcel = |number| tracked(number, TrackingStatus::InTransit, Vec::new());
    state.tracking.list = vec![parcel("940011"), parcel("940022")];
    let mut scene = Scene::on(Panel::Tracking, state);
    let stopped = |intents: Vec<Intent>| {
        let mut named = intents.into_iter().filter_map(|intent| match intent {
            Intent::Tracking(TrackingIntent::Untrack(number)) => Some(number),
            _ => None,
        });
        named.next().unwrap()
    };
    let first = stopped(scene.click("Stop watching"));
    scene.state.tracking.list.reverse();
    let newer = Some("2026-11-21T11:00:00Z");
    for (parcel, at) in scene.state.tracking.list.iter_mut().zip([newer, None]) {
        let scans = at.map(|at| event(at, TrackingStatus::DeliveryFailed, "Refused", "Joliet"));
        *parcel =
            tracked(parcel.number.as_str(), TrackingStatus::InTransit, scans.into_iter().collect());
    }
    scene.settle();
    assert_eq!(stopped(scene.click("Stop watching")), first);
}

#[test]
fn an_empty_tracking_panel_names_the_next_step() {
    let mut scene = Scene::on(Panel::Tracking, connected());
    scene.check("tracking-empty");
    scene.assert_shows("No parcels on your watch list");
}

#[test]
fn the_map_is_asked_for_once_a_parcel_and_moves_under_the_keys() {
    let mut state = connected();
    let number = "9400100000000000000022";
    let scan = event("2026-11-20T09:00:00Z", TrackingStatus::InTransit, "", "Chicago");
    state.tracking.list = vec![tracked(number, TrackingStatus::InTransit, vec![scan])];
    let mut scene = Scene::on(Panel::Tracking, state);
    let asked = scene.click("Zoom in");
    assert!(
        asked
            .iter()
            .any(|intent| matches!(intent, Intent::Tracking(TrackingIntent::ShowRoute(of)) if of == number)),
        "{asked:?}"
    );
    let route = |scans, stops| Route { number: TrackingNumber::new(number), scans, stops };
    scene.state.tracking.route = Some(route(1, None));
    scene.settle();
    assert!(scene.click("Zoom out").is_empty(), "it is under way");
    scene.state.tracking.route =
        Some(route(1, Some(vec![stop(-87.6, 41.9, "Chicago, IL", TrackingStatus::InTransit)])));
    scene.settle();
    scene.assert_shows("Map of Chicago, IL");
    // After another scan the route on the map is outdated.
    scene.state.tracking.route = Some(route(0, Some(Vec::new())));
    assert!(!scene.click("Zoom in").is_empty());
}

/// W63: a shipment with the status "Other" shows its last event.
#[test]
fn another_status_is_told_by_its_event() {
    let mut state = connected();
    let scan = event("2026-11-20T09:00:00Z", TrackingStatus::Other, "PickupAtCarrierFacility", "");
    let mut parcel = tracked("940011", TrackingStatus::Other, vec![scan]);
    if let Remote::Ready(known) = &mut parcel.tracking {
        let mut tracking = (*known.value).clone();
        tracking.sub_status = Some("PickupAtCarrierFacility".into());
        known.value = Arc::new(tracking);
    }
    state.tracking.list = vec![parcel];
    let mut scene = Scene::on(Panel::Tracking, state);
    scene.check("tracking-other");
    scene.element("940011, Pickup at carrier facility");
    let named: Vec<String> = scene.stage.elements().map(|it| it.name).collect();
    assert!(!named.iter().any(|name| name == "Other"), "{named:?}");
}

#[test]
fn the_watch_list_is_cut_down_by_state() {
    let mut state = connected();
    state.tracking.list = vec![
        tracked("940011", TrackingStatus::InTransit, Vec::new()),
        tracked("940022", TrackingStatus::Delivered, Vec::new()),
        tracked("940033", TrackingStatus::OutForDelivery, Vec::new()),
    ];
    let mut scene = Scene::on(Panel::Tracking, state);
    scene.click("Completed");
    assert!(scene.stage.shows("940022") && !scene.stage.shows("940011"));
    scene.click("Today");
    assert!(scene.stage.shows("940033") && !scene.stage.shows("940022"));
    scene.click("Problems");
    scene.assert_shows("No parcels with this status");
}

#[test]
fn labels_never_scanned_are_listed_with_the_money_at_risk() {
    let mut state = connected();
    let row = |nth: i64| NeverScannedLabel {
        days: nth,
        row: Arc::new(ShipmentRow {
            id: ShipmentId::new(format!("s-{nth}")),
            created: now(),
            to_name: format!("Recipient {nth}"),
            to_place: "Omaha NE".into(),
            to_email: String::new(),
            reference: String::new(),
            carrier: "POST-eVS".into(),
            service: "GroundAdvantage".into(),
            tracking_number: Some(TrackingNumber::new(format!("94001{nth}"))),
            further_numbers: match nth {
                5 => vec![TrackingNumber::new("9400199")],
                _ => Vec::new(),
            },
            status: "PreTransit".into(),
            sub_status: String::new(),
            price: Some(Money::new(Amount::from_cents(430), Currency::USD)),
            packages: if nth == 5 { 2 } else { 1 },
            refund_status: None,
        }),
    };
    state.shipments.never_scanned_labels = Remote::ready(
        NeverScannedLabels {
            rows: vec![row(1), row(5)],
            matching: 2,
            at_risk: vec![Money::new(Amount::from_cents(860), Currency::USD)],
        },
        now(),
    );
    let mut scene = Scene::on(Panel::Tracking, state);
    scene.click("Not scanned (2)");
    scene.check("tracking-never-left");
    scene.assert_shows("2 labels never scanned, $8.60 at risk");
    scene.assert_shows("Recipient 5");
    // W2: the numbers of all packages are in the row.
    scene.assert_shows("+1");
    let names: Vec<String> = scene.stage.elements().map(|it| it.name).collect();
    assert!(names.iter().any(|it| it.contains("940015 9400199")));
    scene.state.shipments.never_scanned_labels =
        Remote::ready(NeverScannedLabels::default(), now());
    scene.settle();
    scene.check("tracking-never-left-empty");
    scene.assert_shows("No label is overdue for a scan");
}
