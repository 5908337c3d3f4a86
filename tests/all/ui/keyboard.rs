//! The main action of each panel by keyboard alone; these tests use no pointer.

use postroom::desk::kernel::notices::Activity;
use postroom::desk::kernel::service_time::PracticeClock;
use postroom::parcel::{rate_ranking, requests};
use postroom::ui::tokens::{Tokens, size};

use super::board::{rates, shipment_row};
use super::panels::{rich, start};
use super::refunds::three;
use super::{connected, now, theme};
use crate::prelude::*;

#[track_caller]
fn only(mut intents: Vec<Intent>) -> Intent {
    assert_eq!(intents.len(), 1, "{intents:?}");
    intents.remove(0)
}

/// As in the guide: names, weight and sizes typed, a rate picked, Ctrl+Enter.
#[test]
fn a_label_is_bought() {
    let mut board = AnsweringScene::new();
    let tab_to = |board: &mut AnsweringScene, wanted: &str| {
        for _ in 0..150 {
            board.press(Modifiers::NONE, Key::Tab);
            if board.focus().is_some_and(|name| name.starts_with(wanted)) {
                return;
            }
        }
        panic!("Tab never came to {wanted}");
    };
    for (field, words) in [
        ("Sender name", "Riley Sample"),
        ("Sender street", "233 S Wacker Dr"),
        ("Sender city", "Chicago"),
        ("Sender state", "IL"),
        ("Sender ZIP", "60606"),
        ("Recipient name", "Casey Example"),
        ("Recipient street", "1 Ferry Building"),
        ("Recipient city", "San Francisco"),
        ("Recipient state", "CA"),
        ("Recipient ZIP", "94111"),
        ("Weight", "1.5"),
        ("Length", "10"),
        ("Width", "6"),
        ("Height", "4"),
    ] {
        tab_to(&mut board, field);
        board.burst(vec![egui::Event::Text(words.to_owned())]);
    }
    board.press(Modifiers::COMMAND, Key::R);
    tab_to(&mut board, "Ground Advantage, ");
    board.press(Modifiers::NONE, Key::Space);
    assert!(board.state.ship.draft.chosen.is_some());
    board.press(Modifiers::COMMAND, Key::Enter);
    assert_eq!(board.count(|intent| matches!(intent, Intent::Buy)), 1);
}

#[test]
fn a_rate_is_carried_to_the_wizard() {
    let mut state = connected();
    let draft = Draft::default();
    state.ship.quote = Remote::ready(rate_ranking::quote(draft.order.clone(), rates()), now());
    assert!(requests::rate_inputs_equal(&draft, &draft));
    state.ship.draft = draft;
    let mut scene = Scene::on(Panel::Rates, state);
    scene.tab_to("Table of rates");
    scene.key(Key::ArrowDown);
    scene.key(Key::ArrowDown);
    let intent = only(scene.key(Key::Enter));
    let Intent::Ship(ShipIntent::ChooseRate(rate)) = intent else {
        panic!("{intent:?}");
    };
    assert_eq!(rate.total_fee, Some(Amount::from_cents(1022)), "the second");
    assert_eq!(scene.window.panel, Panel::Ship);
}

pub(super) fn bought() -> State {
    let mut state = connected();
    state.shipments.rows = (1..=3).map(|nth| shipment_row(nth, "PreTransit")).collect();
    state.shipments.total = 3;
    state.shipments.matching = 3;
    state.printing.printers = vec![Printer::default()];
    state
}

#[test]
fn a_shipment_is_printed_again_and_refunded() {
    let mut scene = Scene::on(Panel::Shipments, bought());
    scene.tab_to("Table of shipments");
    let intent = only(scene.key(Key::ArrowDown));
    assert!(
        matches!(&intent, Intent::Shipments(ShipmentIntent::Select(Some(id))) if id.as_str() == "s-1"),
        "{intent:?}"
    );
    scene.state.shipments.selected = Some(ShipmentId::new("s-1"));
    scene.settle();
    let printed = |intents: &[Intent]| {
        matches!(intents, [.., Intent::Print(request)]
            if request.shipments == [ShipmentId::new("s-1")])
    };
    let by_shortcut = scene.press(Modifiers::COMMAND, Key::P);
    assert!(printed(&by_shortcut), "{by_shortcut:?}");
    scene.press(Modifiers::SHIFT, Key::F10);
    assert_eq!(scene.focus().as_deref(), Some("Print"));
    let by_menu = scene.key(Key::Enter);
    assert!(printed(&by_menu), "{by_menu:?}");
    // With the Menu key, down to the refund. Back in the panel, the table has the focus again.
    scene.key(Key::Menu);
    scene.key(Key::ArrowDown);
    scene.key(Key::ArrowDown);
    assert_eq!(scene.focus().as_deref(), Some("Refund…"));
    scene.key(Key::Enter);
    assert_eq!(scene.window.panel, Panel::Refunds);
    // Esc closes a menu and nothing else.
    scene.window.panel = Panel::Shipments;
    scene.settle();
    scene.tab_to("Table of shipments");
    scene.key(Key::Menu);
    assert!(!scene.menu().is_empty());
    scene.key(Key::Escape);
    assert!(scene.menu().is_empty());
    assert!(scene.stage.shows("Table of shipments"));
}

/// Enter presses the focused button of an open shipment, not a row of the table beside it.
#[test]
fn enter_on_a_button_beside_a_table_is_the_button() {
    let mut state = bought();
    state.shipments.selected = Some(ShipmentId::new("s-1"));
    let mut scene = Scene::on(Panel::Shipments, state);
    scene.tab_to("Ship again");
    let asked = scene.key(Key::Enter);
    assert!(matches!(asked.first(), Some(Intent::Ship(ShipIntent::ShipAnother(_)))), "{asked:?}");
}

#[test]
fn refunds_are_asked_for() {
    let mut scene = Scene::on(Panel::Refunds, three());
    scene.tab_to("Table of refundable labels");
    scene.key(Key::ArrowDown);
    scene.key(Key::Space);
    scene.assert_shows("1 selected, $4.30");
    scene.tab_to("Request refunds…");
    scene.key(Key::Enter);
    scene.tab_to("Request refund");
    let intent = only(scene.key(Key::Enter));
    assert!(matches!(&intent, Intent::RequestRefunds(ids) if ids.len() == 1), "{intent:?}");
}

#[test]
fn a_number_is_tracked_and_dropped() {
    let mut state = connected();
    state.tracking.list = vec![postroom::desk::tracking::Tracked {
        number: TrackingNumber::new("9400111899223100000001"),
        tracking: Remote::NotAsked,
    }];
    let mut scene = Scene::on(Panel::Tracking, state);
    scene.tab_to("Tracking numbers");
    scene.write("9400111899223100000009");
    let asked = scene.key(Key::Enter);
    assert!(
        matches!(asked.as_slice(), [Intent::Tracking(TrackingIntent::Track { text }), ..] if text.ends_with("09")),
        "{asked:?}"
    );
    scene.tab_to("9400111899223100000001, ");
    scene.key(Key::Menu);
    assert_eq!(scene.focus().as_deref(), Some("Stop watching"));
    let dropped = scene.key(Key::Enter);
    assert!(
        dropped.iter().any(|intent| matches!(intent, Intent::Tracking(TrackingIntent::Untrack(_)))),
        "{dropped:?}"
    );
}

#[test]
fn the_balance_is_topped_up() {
    let mut scene = Scene::on(Panel::Balance, rich());
    scene.tab_to("Top-up amount");
    scene.write("25");
    scene.tab_to("Top up the balance");
    scene.key(Key::Enter);
    scene.assert_shows("Top up $25.00?");
    scene.tab_to("Confirm top-up");
    let intent = only(scene.key(Key::Enter));
    assert!(
        matches!(intent, Intent::TopUp { amount } if amount == Amount::from_cents(2500)),
        "{intent:?}"
    );
}

#[test]
fn a_request_is_copied_for_support() {
    let mut state = connected();
    for nth in 1..=3 {
        state.activity.push_front(Activity {
            whose: None,
            at: now(),
            call: format!("GET /Shipment/{nth}"),
            status: Some(200),
            millis: 41,
            attempt: 1,
            correlation: None,
            error: None,
        });
    }
    let mut scene = Scene::on(Panel::Activity, state);
    scene.tab_to("Table of activity");
    scene.key(Key::ArrowDown);
    scene.key(Key::End);
    scene.press_copy();
    let copied = scene.stage.copied().unwrap();
    assert!(copied.contains("/1") && !copied.contains("/2"), "{copied}");
    scene.tab_to("Copy all");
    scene.key(Key::Enter);
    assert_eq!(scene.stage.copied().unwrap().lines().count(), 4);
}

#[test]
fn the_practice_clock_jumps_and_a_fault_is_set() {
    let mut state = connected();
    state.practice_clock =
        Some(PracticeClock { now: now(), read: now(), day_seconds: 60, paused: false });
    let mut scene = Scene::on(Panel::Practice, state);
    scene.tab_to("Skip a day");
    let intent = only(scene.key(Key::Enter));
    assert!(matches!(intent, Intent::Practice(PracticeIntent::JumpDays(1))), "{intent:?}");
    scene.tab_to("The answer to a purchase is lost");
    let intents = scene.key(Key::Enter);
    assert!(
        matches!(intents.first(), Some(Intent::Practice(PracticeIntent::AddFault(fault)))
            if fault.kind == FaultKind::CutAfter),
        "{intents:?}"
    );
}

#[test]
fn a_setting_is_changed() {
    let mut scene = Scene::settings(SettingsCategory::Appearance, connected());
    let (name, wanted) = match theme() {
        Theme::Dark => ("Light", Theme::Light),
        _ => ("Dark", Theme::Dark),
    };
    scene.tab_to(name);
    let asked = scene.key(Key::Space);
    assert!(
        matches!(asked.last(), Some(Intent::ChangeSettings(settings)) if settings.theme == wanted),
        "{asked:?}"
    );
}

#[test]
fn both_doors_open() {
    let mut scene = Scene::new(start());
    // The keyboard begins at practice.
    let intent = only(scene.key(Key::Enter));
    assert!(matches!(intent, Intent::SignIn(SignInIntent::TryPractice)), "{intent:?}");
    let mut scene = Scene::new(start());
    scene.tab_to("Enter keys");
    assert!(scene.key(Key::Enter).is_empty());
    assert_eq!(scene.focus().as_deref(), Some("Base URL"));
    scene.write("https://api.example.com/v3.1");
    for (field, words) in [
        ("API key", "key"),
        ("API secret", "secret"),
        ("User name", "clerk"),
        ("Account password", "pass"),
    ] {
        scene.tab_to(field);
        scene.write(words);
    }
    scene.tab_to("Sign in");
    let intent = only(scene.key(Key::Enter));
    assert!(
        matches!(&intent, Intent::SignIn(SignInIntent::SignIn(sign_in)) if sign_in.user_name == "clerk"),
        "{intent:?}"
    );
}

/// Each panel is opened by its shortcut, its controls are reached by Tab, and Esc leads back.
#[test]
fn every_panel_is_reached_and_left() {
    let mut scene = Scene::new(rich());
    for (key, panel) in [
        (Key::Num2, Panel::Orders),
        (Key::Num3, Panel::Shipments),
        (Key::Num4, Panel::Tracking),
        (Key::Num5, Panel::Manifests),
        (Key::Num6, Panel::Refunds),
        (Key::Num7, Panel::Addresses),
        (Key::Num8, Panel::Balance),
        (Key::Num9, Panel::Rates),
        (Key::Num1, Panel::Ship),
        (Key::F6, Panel::Carriers),
        (Key::F7, Panel::Containers),
        (Key::F8, Panel::Activity),
        (Key::F9, Panel::Practice),
        (Key::Comma, Panel::Settings),
    ] {
        let ctrl = match key {
            Key::F6 | Key::F7 | Key::F8 | Key::F9 => Modifiers::NONE,
            _ => Modifiers::COMMAND,
        };
        scene.press(ctrl, key);
        assert_eq!(scene.window.panel, panel);
        scene.check(&format!("by-key-{panel:?}").to_lowercase());
        scene.key(Key::Tab);
        assert!(scene.focus().is_some_and(|name| !name.is_empty()), "{panel:?}");
    }
}

/// Whether a line of the color and width of the focus ring is in the frame.
fn shows_ring(scene: &Scene) -> bool {
    fn is_ring(shape: &egui::Shape) -> bool {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().any(is_ring),
            egui::Shape::Rect(rect) => {
                rect.stroke.width >= size::FOCUS_RING
                    && rect.stroke.color == Tokens::scheme(theme() == Theme::Dark).focus
            }
            _ => false,
        }
    }
    let shapes = scene.stage.output().shapes.iter();
    shapes.filter(|it| it.clip_rect.is_positive()).any(|it| is_ring(&it.shape))
}

/// Finding "Colour": the focus ring is visible on every kind of control.
#[test]
fn every_control_with_the_keyboard_has_a_ring() {
    let mut missing = BTreeSet::new();
    for panel in Panel::ALL {
        let mut scene = Scene::on(panel, bought());
        for _ in 0..60 {
            scene.key(Key::Tab);
            let Some(focus) = scene.focus() else { continue };
            if !shows_ring(&scene) {
                missing.insert(format!("{panel:?}: {focus}"));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
