//! The scale on screen: its reading, weighing by a key, and help when it cannot be read.

use postroom::base::locale;
use postroom::base::measure::ExactWeight;
use postroom::desk::scale::{Reading, Scale, ScaleFault, Scales, Status};
use postroom::parcel::draft::Weighed;

use super::settings_language::is_own_process;
use super::{connected, now, theme};
use crate::prelude::*;

fn postal() -> Scale {
    Scale {
        id: "0922:8003:".to_owned(),
        name: "DYMO 10 lb USB Postal Scale".to_owned(),
        node: "hidraw2".to_owned(),
        vendor: "0922".to_owned(),
        product: "8003".to_owned(),
        // Tests cannot construct a layout's parts; the desk's tests read one from a descriptor.
        layout: Err(String::new()),
    }
}

/// A current reading in tenths of an ounce.
fn reading(status: Status, tenths: i64) -> Reading {
    Reading {
        status,
        weight: Ok(ExactWeight { steps: tenths, exponent: -1, unit: WeightUnit::Oz }),
        at: now(),
    }
}

fn scales(reading: Option<Reading>) -> Scales {
    let scale = Scale { layout: Ok(postroom::desk::scale::Layout { id: Some(3) }), ..postal() };
    let mut scales = none_connected();
    scales.found = vec![scale.clone()];
    scales.used = Some(scale);
    scales.reading = reading;
    scales
}

fn none_connected() -> Scales {
    let mut scales = Scales::default();
    scales.supported = true;
    scales
}

fn with(scale: Scales) -> State {
    State { scale, ..connected() }
}

fn board(scale: Scales) -> AnsweringScene {
    let mut board = AnsweringScene::new();
    board.now = now();
    board.state.settings.theme = theme();
    board.state.scale = scale;
    board.settle();
    board
}

fn weighed(board: &AnsweringScene, package: usize) -> usize {
    board.count(|intent| {
        matches!(intent, Intent::Scale(ScaleIntent::Weigh { package: it }) if *it == package)
    })
}

#[test]
fn the_key_weighs_the_package_in_use_from_any_panel() {
    let mut board = board(scales(Some(reading(Status::Stable, 123))));
    assert!(board.stage.shows("12.3 oz on the scale"));
    board.press(Modifiers::NONE, Key::F2);
    assert_eq!(weighed(&board, 0), 1);
    board.click("Weigh");
    assert_eq!(weighed(&board, 0), 2);
    board.click("Add package");
    board.click("Weight of package 2");
    board.press(Modifiers::NONE, Key::F2);
    assert_eq!(weighed(&board, 1), 1, "{:?}", board.asked);
    board.click("Weigh package 2");
    assert_eq!(weighed(&board, 1), 2);
    board.go_to(Panel::Balance);
    board.press(Modifiers::NONE, Key::F2);
    assert_eq!(board.window.panel, Panel::Ship);
    assert_eq!(weighed(&board, 0) + weighed(&board, 1), 5);
    assert_eq!(board.bad_names(), Vec::<String>::new());
}

#[test]
fn what_cannot_be_taken_disables_the_button_and_says_why() {
    for (status, words) in [
        (Status::Moving, "The scale is still moving"),
        (Status::Zero, "The scale is empty"),
        (Status::UnderZero, "below zero"),
        (Status::OverLimit, "too heavy"),
    ] {
        let board = board(scales(Some(reading(status, 50))));
        assert!(board.stage.find("Weigh").unwrap().disabled, "{words}");
        let said = |element: postroom::ui::stage::Element| element.name.contains(words);
        assert!(board.stage.elements().any(said), "{words}");
    }
    let mut old = reading(Status::Stable, 50);
    old.at = now() - SignedDuration::from_secs(4);
    let board = board(scales(Some(old)));
    assert!(board.stage.find("Weigh").unwrap().disabled);
    assert!(board.stage.shows("Scale: no new reading"));
}

#[test]
fn a_figure_typed_as_the_scale_fills_the_field_replaces_the_weight() {
    let mut board = board(scales(Some(reading(Status::Stable, 123))));
    board.click("Weight");
    let package = &mut board.state.ship.draft.packages[0];
    package.weight = "12.3".to_owned();
    package.weight_unit = WeightUnit::Oz;
    package.weighed =
        Some(Weighed { digits: "12.3".to_owned(), unit: WeightUnit::Oz, ..Weighed::default() });
    board.recheck_draft();
    board.letters("9");
    assert_eq!(board.value("Weight"), "9");
    assert!(!board.state.ship.draft.packages[0].is_weighed());
}

#[test]
fn the_top_bar_tells_what_the_scale_shows() {
    for (name, status, words) in [
        ("scale-stable", Status::Stable, "Scale: 12.3 oz"),
        ("scale-moving", Status::Moving, "Scale: Scale moving"),
        ("scale-empty", Status::Zero, "Scale: Scale empty"),
        ("scale-fault", Status::Fault, "Scale: Scale fault"),
    ] {
        let mut scene = Scene::new(with(scales(Some(reading(status, 123)))));
        assert!(scene.element(words).is_control(), "{words}");
        scene.check(name);
    }
    // Without a scale, the top bar does not mention scales.
    let scene = Scene::new(with(none_connected()));
    assert!(!scene.stage.shows("Scale"));
    let mut missed = with(none_connected());
    missed.settings.weigh_with = "0922:8003:".to_owned();
    let mut scene = Scene::new(missed);
    scene.click("Scale: Scale not connected");
    scene.settle();
    assert_eq!(scene.window.panel, Panel::Settings);
    scene.assert_shows("0922:8003: (not connected)");
}

/// A board with everything that the top bar may show at once.
fn crowded(width: usize, balance: i64) -> AnsweringScene {
    let mut board = AnsweringScene::sized(width, 768);
    board.now = now();
    board.ready_to_buy();
    board.state.settings.theme = theme();
    board.state.settings.express = true;
    board.state.scale = scales(Some(reading(Status::Stable, 1234)));
    board.state.printing.printers = vec![super::printing::printer("Label printer")];
    board.state.purchases.blocked = Some("The disk is full".into());
    board.state.connectivity = Connectivity::Online { last_answer: now() };
    let money = BalanceSummary {
        balance: Some(Amount::from_cents(balance)),
        currency: Some("USD".to_owned()),
        is_auto_buy: Some(true),
        ..BalanceSummary::default()
    };
    board.state.balance.summary = Remote::ready(money, now());
    board.settle();
    board
}

#[test]
fn the_top_bar_holds_everything_at_once() {
    let mut board = crowded(1366, 123_456_789);
    board.shot("top-bar-crowded");
    let left = |board: &AnsweringScene, start: &str| {
        let mut all = board.stage.elements();
        let found = all.find(|it| it.name.starts_with(start) && it.bounds.top() < 40.0);
        found.map(|it| it.bounds)
    };
    let money = left(&board, "AutoBuy on").unwrap();
    for name in ["Express mode", "1 open problem", "Scale: 123.4 oz"] {
        let bounds = left(&board, name).unwrap();
        assert!(bounds.left() > money.right(), "{name}: {bounds} {money}");
    }
    // With less room, items without problems are hidden first; "Express mode" always stays.
    let narrow = crowded(1180, 123_456_789);
    let money = left(&narrow, "AutoBuy on").unwrap();
    let express = left(&narrow, "Express mode").unwrap();
    assert!(express.left() > money.right(), "{express} {money}");
    assert!(left(&narrow, "Scale: ").is_none_or(|it| it.left() > money.right()));
    assert!(left(&narrow, "Printer: ").is_none_or(|it| it.left() > money.right()));
}

#[test]
fn what_is_said_elsewhere_too_leaves_the_top_bar_before_the_printer() {
    let mut without = 0;
    for width in (900..=1300).step_by(50) {
        let mut board = crowded(width, 12_345);
        board.state.purchases.blocked = None;
        board.state.scale = scales(None);
        board.state.scale.fault = Some(ScaleFault::NoRights);
        let money = BalanceSummary {
            balance: Some(Amount::from_cents(12_345)),
            currency: Some("USD".to_owned()),
            is_auto_buy: Some(false),
            ..BalanceSummary::default()
        };
        board.state.balance.summary = Remote::ready(money, now());
        board.settle();
        board.shot(&format!("top-bar-express-{width}"));
        let printer = board.stage.shows("Printer: Label printer");
        let off = board.stage.shows("AutoBuy off");
        assert!(printer || !off, "{width}");
        without += usize::from(printer && !off);
    }
    assert!(without > 0, "there is a width for the printer alone");
}

#[test]
fn settings_choose_the_scale_and_the_reading_is_live() {
    let mut state = with(scales(Some(reading(Status::Stable, 123))));
    state.scale.found.push(Scale {
        id: "0eb8:f000:77".to_owned(),
        name: "Mettler Toledo".to_owned(),
        ..postal()
    });
    let mut scene = Scene::settings(SettingsCategory::Devices, state);
    scene.check("settings-scale");
    scene.click("Weigh with");
    let asked = scene.click("Mettler Toledo");
    let chosen = |intent: &Intent| matches!(intent, Intent::ChangeSettings(settings) if settings.weigh_with == "0eb8:f000:77");
    assert!(asked.iter().any(chosen), "{asked:?}");
    let asked = scene.click("Take a stable weight automatically");
    let taken = |intent: &Intent| matches!(intent, Intent::ChangeSettings(settings) if settings.weigh_by_itself);
    assert!(asked.iter().any(taken), "{asked:?}");
}

#[test]
fn without_rights_the_line_for_the_system_can_be_copied() {
    let mut state = with(scales(None));
    state.scale.fault = Some(ScaleFault::NoRights);
    let mut scene = Scene::settings(SettingsCategory::Devices, state);
    scene.check("settings-scale-no-rights");
    scene.click("Copy line");
    scene.settle();
    assert_eq!(
        scene.stage.copied().unwrap_or_default(),
        postal().rule(),
        "the line as it goes into the file"
    );
}

#[test]
fn unknown_scales_and_systems_are_named() {
    let mut state = with(scales(None));
    let why = "Its report has an unknown layout: the state isn’t its first byte";
    state.scale.used = Some(Scale { layout: Err(why.to_owned()), ..postal() });
    let mut scene = Scene::settings(SettingsCategory::Devices, state);
    scene.assert_shows(why);
    scene.check("settings-scale-unknown");
    let scene = Scene::settings(SettingsCategory::Devices, connected());
    scene.assert_shows("Scales aren’t supported on this system");
    let scene = Scene::settings(SettingsCategory::Devices, with(none_connected()));
    scene.assert_shows("No scale found");
}

#[test]
fn the_reading_has_the_decimal_separator_of_the_region() {
    if is_own_process("scale::the_reading_has_the_decimal_separator_of_the_region") {
        locale::choose("es-ES");
        let state = with(scales(Some(reading(Status::Stable, 123))));
        Scene::new(state).assert_shows("12,3 oz");
    }
}
