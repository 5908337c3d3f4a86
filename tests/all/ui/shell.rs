//! The top bar, navigation rail, banners, notices and command palette.

use egui::accesskit::Role;

use super::{connected, is_whole, now, times_painted};
use crate::prelude::*;
use postroom::api::manifest::Manifest;
use postroom::api::tracking::Tracking;
use postroom::api::value::TrackingStatus;
use postroom::desk::kernel::notices::NoticeStep;
use postroom::desk::tracking::Tracked;
use postroom::ui::stage::Element;

/// W11: a balance of an earlier run, or one that was not refreshed, looked current in the top bar.
#[test]
fn an_old_balance_says_its_age_in_the_top_bar() {
    let summary =
        || BalanceSummary { balance: Some(Amount::from_cents(49_210)), ..Default::default() };
    let earlier = now() - SignedDuration::from_mins(33);
    for (known, told) in [
        (Remote::ready(summary(), now()), false),
        (Remote::ready(summary(), earlier), true),
        (Remote::from_cache(summary(), earlier), true),
    ] {
        let mut state = connected();
        state.balance.summary = known;
        let scene = Scene::on(Panel::Addresses, state);
        assert_eq!(scene.stage.shows("The balance is from 33 min ago"), told);
    }
}

fn in_doubt(transaction: &str) -> Purchase {
    Purchase {
        transaction: TransactionId::new(transaction),
        kind: PurchaseKind::Label,
        order: None,
        sequence: 1,
        title: "Label to Ada Byron, Chicago".into(),
        expected: Some(Money::new(Amount::from_cents(790), Currency::USD)),
        status: PurchaseStatus::Checking {
            attempts: 2,
            trouble: None,
            learned: Default::default(),
        },
        started: now(),
        scope: super::practice(),
        given_up: false,
    }
}

/// Z17: twelve purchases of a station that was lost left 100 of 768 pixels for the panel.
#[test]
fn many_purchases_in_doubt_leave_room_for_the_panel() {
    let mut state = connected();
    state.purchases.list = (0..12).map(|number| in_doubt(&format!("t-{number}"))).collect();
    let mut scene = Scene::on(Panel::Addresses, state);
    scene.settle();
    scene.check("shell-many-purchases");
    let search = scene.element("New address").bounds;
    assert!(search.top() < 330.0, "{search:?}");
}

#[test]
fn a_purchase_in_doubt_is_told_above_every_panel() {
    let mut state = connected();
    state.purchases.list.push(in_doubt("t-1"));
    state.balance.summary = Remote::ready(
        BalanceSummary {
            balance: Some(Amount::from_cents(49_210)),
            is_auto_buy: Some(false),
            ..Default::default()
        },
        now(),
    );
    state.connectivity = Connectivity::Offline {
        since: now(),
        trouble: Trouble { cause: "the server can’t be reached".into(), ..Trouble::default() },
    };
    let mut scene = Scene::on(Panel::Balance, state);
    scene.check("doubt");
    scene.assert_shows("don’t buy it again");
    scene.assert_shows("1 open problem");
    scene.assert_shows("PRACTICE");
    scene.assert_shows("$492.10");
    scene.assert_shows("AutoBuy off");
    let offline = scene.element("Offline since 12:00\u{a0}PM");
    let told = offline.description.unwrap();
    assert_eq!(
        told,
        "The server can’t be reached. Nothing is bought while you’re offline. \
         Top-ups and new entries have to wait."
    );
    let painted = scene.stage.painted();
    let times = painted.iter().filter(|words| words.contains("ffline"));
    assert_eq!(times.count(), 1, "offline is said once: {painted:?}");
    let intents = scene.click("Check now");
    assert!(
        matches!(intents.as_slice(), [Intent::Purchases(PurchaseIntent::CheckAgain(_))]),
        "{intents:?}"
    );
}

/// The names of the rail's entries, from the top.
fn rail(scene: &Scene) -> Vec<Element> {
    let entries = scene.stage.elements();
    entries.filter(|it| it.role == Role::Tab).collect()
}

/// Finding "Design": daily work first, what is looked up rarely below a rule at the bottom, and a
/// number only where something is to do.
#[test]
fn the_rail_has_daily_work_first_and_counts_what_is_to_do() {
    let mut state = super::panels::rich();
    state.shipments.total = 1_000;
    state.ship.book.count = 40;
    let parcel = |number: &str, status| Tracked {
        number: TrackingNumber::new(number),
        tracking: Remote::ready(Tracking { status: Some(status), ..Tracking::default() }, now()),
    };
    state.tracking.list = vec![
        parcel("1Z1", TrackingStatus::Delayed),
        parcel("1Z2", TrackingStatus::InTransit),
        parcel("1Z3", TrackingStatus::DeliveryFailed),
        parcel("1Z4", TrackingStatus::Delivered),
    ];
    let mut scene = Scene::on(Panel::Shipments, state);
    let entries = rail(&scene);
    let names: Vec<&str> = entries.iter().map(|it| it.name.as_str()).collect();
    let wanted = [
        "Ship",
        "Orders",
        "Shipments",
        "Tracking",
        "End of day",
        "Refunds",
        "Addresses",
        "Balance",
        "Rates",
        "Carriers",
        "Containers",
        "Activity",
        "Practice",
        "Settings",
    ];
    assert_eq!(names, wanted);
    let counted: Vec<_> = entries
        .iter()
        .filter_map(|it| Some((it.name.as_str(), it.description.as_deref()?)))
        // Without a number, the description is the shortcut.
        .filter(|(_, told)| told.chars().all(|letter| letter.is_ascii_digit()))
        .collect();
    assert_eq!(counted, [("Tracking", "2")]);
    let gap = |upper: &str, lower: &str| {
        scene.element(lower).bounds.top() - scene.element(upper).bounds.bottom()
    };
    assert!(gap("Refunds", "Addresses") > gap("Ship", "Orders"));
    assert!(gap("Rates", "Carriers") > 100.0, "the last group is at the bottom");
    scene.check("rail");
    // The end of the day is the panel of the manifests.
    scene.click("End of day");
    assert_eq!(scene.window.panel, Panel::Manifests);
}

/// Findings W1 and W39: in a narrow window, or with large text, the rail is narrow, and its words stay.
#[test]
fn the_rail_keeps_its_words_in_a_narrow_window() {
    let mut scene = Scene::on(Panel::Ship, connected());
    let wide = scene.element("Shipments").bounds.width();
    for (size, scale) in [((1024, 700), 1.0), ((1366, 768), 1.5), ((1024, 700), 1.5)] {
        scene.state.settings.scale = scale;
        scene.settle();
        scene.stage.resize(size);
        scene.settle();
        scene.settle();
        let entry = scene.element("Shipments").bounds.width();
        assert!(entry < wide * 0.7, "{entry} of {wide}");
        let cut: Vec<String> = rail(&scene).into_iter().map(|it| it.name).collect();
        let cut: Vec<_> = cut.iter().filter(|it| !is_whole(&scene.stage, it)).collect();
        assert!(cut.is_empty(), "{size:?} at {scale}: {cut:?}");
    }
    assert_eq!(rail(&scene).len(), Panel::ALL.len());
    scene.check("rail-narrow");
    scene.click("Containers");
    assert_eq!(scene.window.panel, Panel::Containers);
    // With large text in a low window every entry is still reached.
    scene.state.settings.scale = 2.0;
    scene.stage.resize((1024, 700));
    scene.settle();
    scene.click("Settings");
    assert_eq!(scene.window.panel, Panel::Settings);
}

/// Design: switching panels moves no heading.
#[test]
fn the_headings_of_the_panels_are_at_one_height() {
    let mut tops = Vec::new();
    for panel in Panel::ALL.into_iter().filter(|panel| *panel != Panel::Ship) {
        let scene = Scene::on(panel, super::panels::rich());
        let mut elements = scene.stage.elements();
        let heading = elements.find(|it| it.role == Role::Heading).unwrap();
        tops.push((heading.name, heading.bounds.top()));
    }
    let (_, first) = tops[0];
    let moved: Vec<_> = tops.iter().filter(|(_, top)| (top - first).abs() > 0.5).collect();
    assert!(moved.is_empty(), "not at {first}: {moved:?}");
}

#[test]
fn panels_are_reached_by_click_and_by_key() {
    let mut scene = Scene::new(connected());
    scene.click("Tracking");
    assert_eq!(scene.window.panel, Panel::Tracking);
    for (key, panel) in [
        (Key::Num1, Panel::Ship),
        (Key::Num5, Panel::Manifests),
        (Key::Num6, Panel::Refunds),
        (Key::Num9, Panel::Rates),
        (Key::Comma, Panel::Settings),
    ] {
        scene.press(Modifiers::COMMAND, key);
        assert_eq!(scene.window.panel, panel);
    }
}

/// On a US keyboard, plus is Shift and the key of the equals sign.
#[test]
fn text_grows_with_plus_and_with_the_key_of_the_equals_sign() {
    for (key, wanted) in [(Key::Plus, 1.1), (Key::Equals, 1.1), (Key::Minus, 0.9)] {
        let mut scene = Scene::on(Panel::Orders, connected());
        let intents = scene.press(Modifiers::COMMAND, key);
        let scale = intents.iter().find_map(|intent| match intent {
            Intent::ChangeSettings(settings) => Some(settings.scale),
            _ => None,
        });
        assert!(scale.is_some_and(|it| (it - wanted).abs() < 0.01), "{key:?}: {intents:?}");
    }
}

#[test]
fn the_palette_finds_a_panel_and_a_number() {
    let mut scene = Scene::new(connected());
    scene.press(Modifiers::COMMAND, Key::K);
    scene.check("palette");
    scene.type_into("Find anything", "acti");
    scene.press(Modifiers::NONE, Key::Enter);
    assert_eq!(scene.window.panel, Panel::Activity);
    scene.press(Modifiers::COMMAND, Key::K);
    scene.type_into("Find anything", "9400111899223344556677");
    let intents = scene.press(Modifiers::NONE, Key::Enter);
    assert!(
        intents
            .iter()
            .any(|intent| matches!(intent, Intent::Tracking(TrackingIntent::Track { text }) if text.starts_with("9400"))),
        "{intents:?}"
    );
}

#[test]
fn a_notice_tells_its_trouble_and_goes_away() {
    let mut state = connected();
    state.notices.push(Notice {
        whose: None,
        id: 7,
        tone: Tone::Bad,
        text: "The rates could not be loaded".into(),
        trouble: Some(Trouble {
            attempted: "Couldn’t get rates".into(),
            cause: "The ZIP code does not exist".into(),
            codes: vec!["ADDRESS.VALIDATION_FAILED".into()],
            ..Trouble::default()
        }),
        at: now(),
        ..Notice::default()
    });
    let mut scene = Scene::on(Panel::Settings, state);
    scene.check("notice");
    scene.assert_shows("ADDRESS.VALIDATION_FAILED");
    let intents = scene.click("Dismiss: The rates could not be loaded");
    assert!(matches!(intents.as_slice(), [Intent::DismissNotice(7)]), "{intents:?}");
}

/// W40: the cause stood in a notice twice.
#[test]
fn a_notice_says_its_cause_once() {
    let cause = "No printer has 8.5 × 11 in paper";
    let trouble = Trouble {
        attempted: "Couldn’t print the form".into(),
        cause: cause.into(),
        ..Trouble::default()
    };
    let text = format!("Couldn’t print the form: {cause}").into();
    let mut state = connected();
    state.notices =
        vec![Notice { id: 1, tone: Tone::Bad, text, trouble: Some(trouble), ..Notice::default() }];
    let mut scene = Scene::on(Panel::Settings, state);
    scene.settle();
    assert_eq!(times_painted(&scene.stage, cause), 1);
}

/// W74: a notice lay over the end of the form of a new address.
#[test]
fn a_notice_leaves_the_form_of_a_new_address() {
    let mut board = super::addresses::filled();
    board.stage.resize((1024, 700));
    board.go_to(Panel::Addresses);
    board.click("New address");
    board.settle();
    let words = "The carrier declined the refund";
    let text = words.into();
    board.state.notices.push(Notice { id: 1, tone: Tone::Warning, text, ..Notice::default() });
    board.settle();
    board.settle();
    let all = board.stage.elements();
    let told = all.filter(|it| it.name.contains(words)).map(|it| it.bounds);
    let told = told.reduce(egui::Rect::union).unwrap();
    let all = board.stage.elements();
    let fields = all.filter(|it| it.role == Role::TextInput && it.bounds.intersects(told));
    assert_eq!(fields.map(|it| it.name).collect::<Vec<_>>(), Vec::<String>::new());
    assert!(board.stage.find("Street").is_ok());
}

#[test]
fn a_notice_covers_nothing_to_press() {
    for panel in [Panel::Ship, Panel::Settings, Panel::Balance] {
        let mut state = connected();
        for id in 1..3 {
            state.notices.push(Notice {
                whose: None,
                id,
                tone: Tone::Good,
                text: format!("Manifest {id} requested. The form comes automatically.").into(),
                trouble: None,
                at: now(),
                ..Notice::default()
            });
        }
        let mut scene = Scene::on(panel, state);
        scene.check(&format!("notices-{panel:?}"));
        let area = |memory: &egui::Memory| memory.area_rect(egui::Id::unique("notices"));
        let toasts = scene.stage.ctx.memory(area).unwrap();
        let elements = scene.stage.elements();
        let controls = elements.filter(|it| it.is_control() && !it.name.starts_with("Dismiss"));
        // Controls below the visible part of a scrolled page do not count.
        let seen = controls.filter(|it| it.bounds.top() < 752.0);
        let covered: Vec<String> =
            seen.filter(|it| it.bounds.intersects(toasts)).map(|it| it.name).collect();
        assert_eq!(covered, Vec::<String>::new(), "{panel:?}: {toasts:?}");
        let inside = egui::Rect::from_min_max(egui::pos2(0.0, 48.0), egui::pos2(1366.0, 768.0));
        assert!(inside.contains_rect(toasts), "{panel:?}: {toasts:?}");
    }
}

/// W45, W55, W27: a notice leads to what it is about, and goes when it has.
#[test]
fn a_notice_leads_to_its_file_its_form_and_the_balance() {
    let file = PathBuf::from("/tmp/labels/1001.pdf");
    let notice =
        |id: u64, text: &str| Notice { id, text: text.into(), at: now(), ..Notice::default() };
    let trouble = Trouble {
        codes: vec!["ACCOUNT.BALANCE.VALIDATION_FAILED".to_owned()],
        ..Trouble::default()
    };
    let saved = Notice {
        step: Some(NoticeStep::File(file.clone())),
        ..notice(1, "Saved to /tmp/labels/1001.pdf")
    };
    let requested = Notice {
        step: Some(NoticeStep::Manifest(ManifestId::new("m-1"))),
        ..notice(2, "Manifest requested")
    };
    let refused = Notice { trouble: Some(trouble), ..notice(3, "Not bought") };
    for (notice, button, wanted, panel) in [
        (&saved, "Open", "OpenPath(\"/tmp/labels/1001.pdf\")", Panel::Addresses),
        (&saved, "Show in folder", "OpenPath(\"/tmp/labels\")", Panel::Addresses),
        (&requested, "Show form", "DismissNotice(2)", Panel::Manifests),
        (&refused, "Top up…", "DismissNotice(3)", Panel::Balance),
    ] {
        let mut state = connected();
        state.notices = vec![notice.clone()];
        let made = |code: &str| {
            let manifest = Manifest {
                id: Some(ManifestId::new("m-1")),
                message_code: Some(code.to_owned()),
                ..Manifest::default()
            };
            vec![Arc::new(manifest)]
        };
        state.manifests.known = made("MANIFEST_QUEUED");
        let mut scene = Scene::on(Panel::Addresses, state);
        // The carrier has not made it yet.
        assert!(!scene.stage.shows("Show form"), "{button}");
        scene.state.manifests.known = made("MANIFEST_GENERATED");
        scene.settle();
        scene.check(&format!("notice-{}", button.len()));
        let asked = format!("{:?}", scene.click(button));
        assert!(asked.contains(wanted), "{button}: {asked}");
        assert!(asked.contains("DismissNotice"), "{button}: {asked}");
        assert_eq!(scene.window.panel, panel, "{button}");
    }
}
