//! Manifests: shipments to hand over, the closing scan, omitted shipments, the forms.

mod groups;

use postroom::api::address::Address;
use postroom::api::manifest::{Manifest, ManifestMessage};
use postroom::desk::manifests::ManifestOrder;
use postroom::desk::manifests::closing::ScanMessage;
use postroom::desk::manifests::groups::{Group, GroupId, LeftOut, Parcel, UnmanifestedShipments};
use postroom::ui::dialogs::FileDialogKind;
use postroom::ui::panels::manifests::View;

use super::files::Dialogs;
use super::{connected, now};
use crate::prelude::*;

const NAMES: [&str; 6] = [
    "Casey Example",
    "Riley Sample",
    "Jordan Placeholder",
    "Erika Muster",
    "Jane Sample",
    "Max Mustermann",
];

fn parcel(nth: usize) -> Arc<Parcel> {
    Arc::new(Parcel {
        id: ShipmentId::new(format!("s-{nth}")),
        number: Some(TrackingNumber::new(format!("94001118992231{nth:08}"))),
        further_numbers: Vec::new(),
        barcode: None,
        to_name: NAMES[nth % NAMES.len()].to_owned(),
        to_place: ["San Francisco, CA", "Chicago, IL", "Berlin, DE"][nth % 3].to_owned(),
        service: ["GroundAdvantage", "PriorityMail"][nth % 2].to_owned(),
        account_name: "Postal main".to_owned(),
        created: now(),
        packages: if nth == 4 { 2 } else { 1 },
        with_carrier: nth >= 50,
    })
}

fn chicago() -> Address {
    Address {
        city: Some("Chicago".into()),
        state: Some("IL".into()),
        zip: Some("60606".into()),
        ..Address::default()
    }
}

fn group(account: &str, name: &str, parcels: Vec<Arc<Parcel>>) -> Group {
    Group {
        id: GroupId {
            ship_date: Date::constant(2026, 11, 21),
            account: CarrierAccountId::new(account),
            origin: "chicago".into(),
        },
        account_name: name.to_owned(),
        from: chicago(),
        parcels,
    }
}

pub(super) fn filled() -> State {
    let mut state = connected();
    let left = |nth: usize, reason: &str| LeftOut { parcel: parcel(nth), reason: reason.into() };
    let day = UnmanifestedShipments {
        groups: vec![
            group("post", "Postal main", (0..14).map(parcel).collect()),
            group("nova", "Nova Express", vec![parcel(20), parcel(21)]),
        ],
        left_out: vec![
            left(30, "refund requested"),
            left(31, "refund requested"),
            left(32, "its carrier doesn’t take manifests"),
        ],
        manifested: 4,
        ..UnmanifestedShipments::default()
    };
    state.manifests.day = Remote::ready(day, now());
    state.manifests.list = Remote::ready((), now());
    state.manifests.known = vec![Arc::new(made("m-2", false)), Arc::new(made("m-1", true))];
    state.manifests.older.complete = true;
    state
}

fn made(id: &str, generated: bool) -> Manifest {
    let code = match generated {
        true => "MANIFEST_GENERATED",
        false => "MANIFEST_QUEUED",
    };
    Manifest {
        id: Some(ManifestId::new(id)),
        shipment_ids: vec!["s-90".into(), "s-91".into()],
        tracking_numbers: vec!["9400111".into(), "9400112".into(), "9400113".into()],
        carrier_account_name: Some("Postal main".into()),
        from_address: Some(chicago()),
        transaction_date: WireTime::parse("2026-11-21T10:30:00Z"),
        ship_date: WireTime::parse("2026-11-21T12:00:00Z"),
        form_number: generated.then(|| "9275 0000 0000 0000 0000 17".into()),
        form_url: generated.then(|| "https://example.com/form".into()),
        messages: vec![ManifestMessage { code: Some(code.into()), description: None }],
        ..Manifest::default()
    }
}

/// A letter page with a frame, like the real form.
fn page() -> Page {
    let (wide, high) = (850_u32, 1100_u32);
    let ink = |x: u32, y: u32| {
        let border = !(40..wide - 40).contains(&x) || !(40..high - 40).contains(&y);
        let outside = !(36..wide - 36).contains(&x) || !(36..high - 36).contains(&y);
        if border && !outside { 0 } else { 255 }
    };
    Page {
        width_px: wide,
        height_px: high,
        dpi: 100.0,
        width_in: 8.5,
        height_in: 11.0,
        luma: (0..high).flat_map(|y| (0..wide).map(move |x| ink(x, y))).collect(),
    }
}

fn on(view: View, state: State) -> Scene {
    let mut scene = Scene::on(Panel::Manifests, state);
    scene.window.local.manifests.view = view;
    scene.settle();
    scene
}

/// The requested manifest: its carrier account and number of shipments.
fn created(intents: &[Intent]) -> Option<(String, usize)> {
    intents.iter().find_map(|intent| match intent {
        Intent::Manifests(ManifestIntent::Create { group, shipments }) => {
            Some((group.account.to_string(), shipments.len()))
        }
        _ => None,
    })
}

#[test]
fn while_empty_it_says_what_a_manifest_is_and_the_next_step() {
    let mut state = connected();
    let mut scene = Scene::on(Panel::Manifests, connected());
    scene.check("manifests-loading");
    scene.assert_shows("Looking for shipments without a manifest…");
    state.manifests.day = Remote::ready(UnmanifestedShipments::default(), now());
    let mut scene = Scene::on(Panel::Manifests, state);
    scene.check("manifests-empty");
    scene.assert_shows("Nothing to hand over yet");
    scene.click("Ship something");
    assert_eq!(scene.window.panel, Panel::Ship);
}

#[test]
fn a_group_is_picked_shipments_are_left_out_and_the_rest_is_asked_for() {
    let mut scene = on(View::Day, filled());
    scene.check("manifests");
    scene.assert_shows("14 of 14 shipments selected");
    scene.assert_shows(
        "3 left out: its carrier doesn’t take manifests (1) and refund requested (2)",
    );
    scene.click("Include Riley Sample, 9400111899223100000001");
    scene.assert_shows("13 of 14 shipments");
    assert!(created(&scene.click("Create manifest…")).is_none(), "it asks first");
    scene.check("manifests-question");
    scene.assert_shows("Create a manifest of 13 shipments?");
    scene.assert_shows("You can’t undo this, and its labels can no longer be refunded");
    scene.assert_shows("Not included: Riley Sample");
    let asked = scene.click("Create manifest");
    assert_eq!(created(&asked), Some(("post".into(), 13)));
    assert!(!scene.stage.shows("Create a manifest of 13 shipments?"));

    scene.click("Nova Express, Chicago, IL, Nov 21: 2 shipments");
    scene.click("Create manifest…");
    scene.click("Cancel");
    scene.click("Clear selection");
    let refused = scene.try_click("Create manifest…");
    assert!(refused.is_err(), "nothing is selected");
}

#[test]
fn a_manifest_is_made_by_keyboard_alone() {
    let mut scene = Scene::new(filled());
    scene.press(Modifiers::COMMAND, Key::Num5);
    assert_eq!(scene.window.panel, Panel::Manifests);
    let focus = |scene: &Scene| {
        let mut elements = scene.stage.elements();
        let focused = elements.find(|it| it.focused && it.is_control());
        focused.map(|it| it.name)
    };
    let mut asked = Vec::new();
    for _ in 0..60 {
        scene.press(Modifiers::NONE, Key::Tab);
        if focus(&scene).as_deref() == Some("Create manifest…") {
            scene.press(Modifiers::NONE, Key::Enter);
            // One Enter too many creates no manifest.
            assert_eq!(focus(&scene).as_deref(), Some("Cancel"));
            let none = scene.press(Modifiers::NONE, Key::Enter);
            assert_eq!(created(&none), None, "{none:?}");
            assert!(scene.try_click("Cancel").is_err());
            scene.click("Create manifest…");
            scene.press(Modifiers::SHIFT, Key::Tab);
            asked = scene.press(Modifiers::NONE, Key::Enter);
            break;
        }
    }
    assert_eq!(created(&asked), Some(("post".into(), 14)), "{asked:?}");
}

#[test]
fn offline_everything_is_readable_and_nothing_can_be_asked_for() {
    let mut state = filled();
    state.connectivity = Connectivity::Offline {
        since: now(),
        trouble: Trouble {
            cause: "the server refused the connection".into(),
            offline: true,
            ..Trouble::default()
        },
    };
    let mut scene = on(View::Day, state);
    scene.check("manifests-offline");
    scene.assert_shows("14 of 14 shipments selected");
    assert!(scene.try_click("Create manifest…").is_err());
}

#[test]
fn trouble_and_doubt_are_told_with_their_step() {
    let mut state = filled();
    let trouble = |attempted: &str, cause: &str| Trouble {
        attempted: attempted.into(),
        cause: cause.into(),
        advice: "Take it out and ask again".into(),
        codes: vec!["MANIFEST.VALIDATION_FAILED".into()],
        status: Some(422),
        ..Trouble::default()
    };
    state.manifests.refused =
        Some(trouble("Couldn’t create the manifest", "One has a past ship date"));
    let order = |number: &str, count: usize, status| ManifestOrder {
        number: number.into(),
        shipments: (0..count).map(|nth| parcel(nth).id.clone()).collect(),
        status,
        ..ManifestOrder::default()
    };
    state.manifests.orders = vec![
        order("one", 5, ManifestOrderStatus::Checking),
        order("two", 2, ManifestOrderStatus::Absent),
    ];
    let mut scene = on(View::Day, state);
    scene.check("manifests-doubt");
    scene.assert_shows("One has a past ship date");
    scene.assert_shows(
        "Manifest of 5 shipments: checking whether it was created; don’t request it again",
    );
    for (step, expected) in [
        ("Check now", "SearchListAgain(\"one\")"),
        ("Request again", "SendOrderAgain(\"two\")"),
        ("Dismiss", "DismissRefused"),
    ] {
        let asked = format!("{:?}", scene.click(step));
        assert!(asked.contains(expected), "{step}: {asked}");
    }
    let mut state = filled();
    let failed = Trouble {
        retry_is_safe: true,
        ..trouble("Couldn’t load the manifests", "The service is down")
    };
    state.manifests.list.settle(Err(failed), now());
    let mut scene = on(View::Made, state);
    scene.check("manifests-error");
    let asked = format!("{:?}", scene.click("Try again"));
    assert!(asked.contains("Refresh"), "{asked}");
    scene.assert_shows("In progress");
}

#[test]
fn the_closing_scan_ticks_what_is_there_and_names_what_is_not() {
    let mut state = filled();
    let scans = &mut state.manifests.scans;
    for nth in [0, 1, 2, 4] {
        let parcel = parcel(nth);
        let number = parcel.number.as_ref().unwrap().to_string();
        scans.scanned_numbers.entry(parcel.id.clone()).or_default().insert(number);
    }
    let said = |number: &str, tone, words: &str| ScanMessage {
        number: number.into(),
        tone,
        words: words.into(),
        at: now(),
    };
    scans.messages.extend([
        said("9400111899223100000002", Tone::Good, "Jordan Placeholder, Berlin, DE"),
        said("9400111899223100000001", Tone::Warning, "Already scanned"),
        said("123", Tone::Bad, "No shipment on this account has this number"),
    ]);
    let mut scene = on(View::Closing, state);
    scene.check("manifests-closing");
    scene.assert_shows("3 of 16 shipments scanned");
    scene.assert_shows("1 of 2 packages");
    scene.assert_shows("11 missing, including Erika Muster, 9400111899223100000003");
    // The scan field has the focus from the start, and keeps it.
    for number in ["94001118992231", "0003"] {
        scene.type_into("Scan parcels", number);
        let asked = format!("{:?}", scene.press(Modifiers::NONE, Key::Enter));
        assert!(asked.contains(&format!("Scan(\"{number}\")")), "{asked}");
        assert!(scene.element("Scan parcels").focused);
    }
    scene.click("Create manifest: Postal main, Chicago, IL, Nov 21");
    let asked = scene.click("Create manifest");
    assert_eq!(created(&asked), Some(("post".into(), 3)), "two packages, one scanned");
    scene.click("Missing (13)");
    assert!(!scene.stage.shows("San Francisco, CA, 9400111899223100000000"));
}

#[test]
fn what_the_carrier_has_is_named_and_taken_only_by_hand() {
    let mut state = filled();
    let day = UnmanifestedShipments {
        groups: vec![
            group("post", "Postal main", vec![parcel(0), parcel(50), parcel(51)]),
            group("nova", "Nova Express", vec![parcel(52)]),
        ],
        ..UnmanifestedShipments::default()
    };
    state.manifests.day = Remote::ready(day, now());
    let mut scene = on(View::Day, state);
    scene.check("manifests-with-the-carrier");
    scene.assert_shows("To hand over (1)");
    scene.assert_shows("1 of 3 shipments");
    scene.assert_shows("With the carrier · Nov 21 · Chicago, IL");
    scene.click("Include Erika Muster, 9400111899223100000051");
    scene.assert_shows("2 of 3 shipments");
    scene.click("Create manifest…");
    scene.assert_shows("Create a manifest of 2 shipments?");
    scene.assert_shows("Not included: Jordan Placeholder, 9400111899223100000050");
    scene.click("Cancel");
    scene.click("Closing scan");
    scene.check("manifests-closing-with-the-carrier");
    scene.assert_shows("0 of 1 shipment scanned");
    let done = "Create manifest: Nova Express, Chicago, IL, Nov 21";
    assert!(scene.stage.find(done).is_err(), "the carrier has all of it");
    scene.click("Missing (1)");
    assert!(!scene.stage.shows("9400111899223100000051"));
    let day = UnmanifestedShipments {
        groups: vec![group("nova", "Nova Express", vec![parcel(52)])],
        ..UnmanifestedShipments::default()
    };
    scene.state.manifests.day = Remote::ready(day, now());
    scene.settle();
    scene.assert_shows("Nothing left to scan");
    scene.assert_shows("Already with the carrier");
}

/// Seven groups, of which only the last, today's, has something to hand over.
fn seven_days() -> State {
    let mut state = filled();
    let of_day = |nth: usize| {
        let parcels = match nth {
            6 => vec![parcel(0), parcel(1)],
            _ => vec![parcel(50 + nth)],
        };
        let mut group = group("post", "Postal Service, Washington, DC", parcels);
        group.id.ship_date = Date::constant(2026, 11, 15 + nth as i8);
        group
    };
    let day = UnmanifestedShipments {
        groups: (0..7).map(of_day).collect(),
        ..UnmanifestedShipments::default()
    };
    state.manifests.day = Remote::ready(day, now());
    state
}

/// W24: what is to be handed over is first and open; what the carrier has comes after it.
#[test]
fn what_is_to_be_handed_over_comes_first() {
    let mut scene = on(View::Day, seven_days());
    scene.check("manifests-seven-days");
    scene.assert_shows("2 of 2 shipments selected");
    let place = |scene: &Scene, day: u32| {
        let start = format!("Postal Service, Washington, DC, Chicago, IL, Nov {day}:");
        let mut elements = scene.stage.elements();
        elements.find(|it| it.name.starts_with(&start)).unwrap().bounds.top()
    };
    assert!(place(&scene, 21) < place(&scene, 15));
    assert!(place(&scene, 15) < place(&scene, 16));
}

/// W23: the button of each group can be reached, and today's is on screen.
#[test]
fn the_closing_scan_shows_the_group_that_is_to_be_handed_over() {
    for (width, height) in [(1366.0, 768.0), (1024.0, 700.0)] {
        let mut scene = on(View::Closing, seven_days());
        scene.stage.set_size(egui::vec2(width, height));
        scene.settle();
        scene.check(&format!("manifests-closing-seven-{width}"));
        let today = "Create manifest: Postal Service, Washington, DC, Chicago, IL, Nov 21";
        let button = scene.element(today).bounds;
        assert!(button.bottom() <= height, "{button:?}");
        scene.assert_shows("Nov 21, Chicago, IL");
    }
}

#[test]
fn a_manifest_opens_its_form_which_prints_and_saves() {
    let mut scene = on(View::Made, filled());
    scene.check("manifests-made");
    let row = |scene: &Scene, state: &str| {
        let elements = scene.stage.elements();
        let mut rows = elements.filter(|it| it.name.contains("Postal main"));
        let row = rows.find(|it| it.name.contains(&format!(", {state}, ")));
        row.unwrap().name
    };
    scene.click(&row(&scene, "In progress"));
    scene.assert_shows(
        "The carrier is creating the form. Postroom keeps checking for it, even after a restart",
    );
    let asked = scene.click(&row(&scene, "Ready"));
    let form = DocumentId::ScanForm(ManifestId::new("m-1"));
    let shown = |intent: &Intent| matches!(intent, Intent::Documents(DocumentIntent::Show(id)) if *id == form);
    assert_eq!(asked.iter().filter(|intent| shown(intent)).count(), 1, "{asked:?}");
    let view = LabelView {
        files: Remote::ready(vec![Arc::from(b"%PDF-1.7".as_slice())], now()),
        pages: Remote::ready(vec![page()], now()),
        ..LabelView::default()
    };
    scene.state.labels.documents.insert(form, view);
    scene.settle();
    scene.check("manifests-form");
    scene.assert_shows("SCAN form 9275 0000 0000 0000 0000 17");
    assert!(scene.try_click("Print form").is_err(), "no printer is set up");
    let dialogs = Dialogs::of(&mut scene.window.local.files);
    scene.click("Save form…");
    let question = dialogs.question();
    assert_eq!(question.title, "Save form");
    let proposed = "SCAN form 9275 0000 0000 0000 0000 17.pdf".to_owned();
    assert_eq!(question.wanted, FileDialogKind::FileToWrite { name: proposed });
    dialogs.choose("/tmp/forms/today.pdf");
    scene.settle();
    let asked = scene.intents();
    let saved = |intent: &Intent| matches!(intent, Intent::Documents(DocumentIntent::Save { to: SaveTo::File { path, .. }, .. }) if path.ends_with("today.pdf"));
    assert!(asked.iter().any(saved), "{asked:?}");
    scene.click("Close manifest");
    assert!(!scene.stage.shows("Close manifest"));
}

#[test]
fn before_the_pick_up_what_is_on_no_manifest_is_remembered() {
    let mut state = filled();
    for (time, words) in [
        ("12:30", Some("Pick-up in 30 minutes: 16 shipments aren’t on a manifest")),
        ("11:50", Some("Pick-up was 10 minutes ago: 16 shipments aren’t on a manifest")),
        ("14:00", None),
        ("", None),
    ] {
        state.settings.pick_up_time = time.into();
        let mut scene = Scene::new(state);
        match words {
            Some(words) => {
                scene.assert_shows(words);
                scene.check("manifests-reminder");
                scene.click("Go to End of day");
                assert_eq!(scene.window.panel, Panel::Manifests);
            }
            None => assert!(!scene.stage.shows("on a manifest"), "{time}"),
        }
        state = scene.stage.into_state().state;
    }
}

/// W23: with seven groups, today's button was below the window.
#[test]
fn the_button_of_each_of_seven_groups_can_be_scrolled_to() {
    let mut state = seven_days();
    let mut day = state.manifests.day.value().unwrap().clone();
    for parcel in day.groups.iter_mut().flat_map(|group| &mut group.parcels) {
        Arc::make_mut(parcel).with_carrier = false;
    }
    state.manifests.day = Remote::ready(day, now());
    let mut scene = on(View::Closing, state);
    for day in 15..=21 {
        let name =
            format!("Create manifest: Postal Service, Washington, DC, Chicago, IL, Nov {day}");
        scene.element(&name);
    }
    scene.check("manifests-closing-seven-waiting");
}
