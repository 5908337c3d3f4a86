//! Groups of shipments that look alike, and the panel in a narrow window.

use postroom::base::locale;

use super::super::settings_language::is_own_process;
use super::*;

/// W14: two groups that share the name of the account, the city or the date are told apart.
#[test]
fn groups_that_look_alike_differ_by_account_street_date_and_count() {
    let mut state = filled();
    let from = |street: &str| Address { street1: Some(street.to_owned()), ..chicago() };
    let mut wacker = group("acct-000111", "Postal", vec![parcel(1)]);
    wacker.from = from("233 S Wacker Dr");
    let mut clark = group("acct-000111", "Postal", vec![parcel(2), parcel(3)]);
    clark.id.origin = "clark".to_owned();
    clark.from = from("1 N Clark St");
    let mut later = wacker.clone();
    later.id.ship_date = Date::constant(2026, 11, 22);
    let mut other = wacker.clone();
    other.id.account = CarrierAccountId::new("acct-000222");
    let day = UnmanifestedShipments {
        groups: vec![wacker, clark, later, other],
        ..UnmanifestedShipments::default()
    };
    state.manifests.day = Remote::ready(day, now());
    let mut scene = on(View::Day, state);
    scene.check("manifests-alike");
    for name in [
        "Postal (…000111), 233 S Wacker Dr, Chicago, IL, Nov 21: 1 shipment",
        "Postal (…000111), 1 N Clark St, Chicago, IL, Nov 21: 2 shipments",
        "Postal (…000111), 233 S Wacker Dr, Chicago, IL, Nov 22: 1 shipment",
        "Postal (…000222), 233 S Wacker Dr, Chicago, IL, Nov 21: 1 shipment",
    ] {
        scene.element(name);
    }
    scene.assert_shows("Ships Nov 22 · 233 S Wacker Dr, Chicago, IL");
}

#[test]
fn what_is_left_out_is_listed_with_its_reason() {
    let mut scene = on(View::LeftOut, filled());
    scene.check("manifests-left-out");
    scene.assert_shows("Its carrier doesn’t take manifests");
    let mut state = filled();
    state.manifests.day = Remote::ready(UnmanifestedShipments::default(), now());
    let scene = on(View::LeftOut, state);
    scene.assert_shows("Nothing is left out");
}

/// W2: the numbers of all packages are in the row of the shipment, wherever it is listed.
#[test]
fn a_row_has_the_number_of_each_package() {
    let second = "9400111899223199999999";
    let mut several = Parcel::clone(&parcel(4));
    several.further_numbers = vec![TrackingNumber::new(second)];
    let several = Arc::new(several);
    let left = LeftOut { parcel: Arc::clone(&several), reason: "refund requested".into() };
    let day = UnmanifestedShipments {
        groups: vec![group("post", "Postal main", vec![parcel(1), several])],
        left_out: vec![left],
        ..UnmanifestedShipments::default()
    };
    for view in [View::Day, View::Closing, View::LeftOut] {
        let mut state = filled();
        state.manifests.day = Remote::ready(day.clone(), now());
        let scene = on(view, state);
        scene.assert_shows("+1");
        let both = format!("9400111899223100000004 {second}");
        let mut elements = scene.stage.elements();
        assert!(elements.any(|it| it.name.contains(&both)), "{view:?}");
    }
}

/// W1: at 1024×700 every view shows its controls whole.
#[test]
fn a_narrow_window_shows_every_view_whole() {
    let whole = |scene: &Scene, name: &str| {
        let place = scene.element(name).bounds;
        assert!(place.right() <= 1024.0, "{name} ends at {place:?}");
    };
    for (view, name, controls) in [
        (View::Day, "day", ["Create manifest…", "Clear selection"]),
        (
            View::Closing,
            "closing",
            ["Add parcel", "Create manifest: Postal main, Chicago, IL, Nov 21"],
        ),
        (View::LeftOut, "left-out", ["Refresh manifests", "Left out (3)"]),
        (View::Made, "made", ["Refresh manifests", "Manifests (2)"]),
    ] {
        let mut scene = on(view, filled());
        scene.stage.set_size(egui::vec2(1024.0, 700.0));
        scene.settle();
        scene.check(&format!("manifests-1024-{name}"));
        for control in controls {
            whole(&scene, control);
        }
        if view == View::Made {
            scene.window.local.manifests.open = Some(ManifestId::new("m-1"));
            scene.settle();
            scene.check("manifests-1024-form");
            whole(&scene, "Copy tracking numbers");
            scene.click("Close manifest");
            whole(&scene, "Manifests (2)");
        }
    }
}

/// W14: where a number does not fit, its last digits are seen and the whole is read aloud.
#[test]
fn a_narrow_list_keeps_the_last_digits_of_a_number() {
    let mut scene = on(View::Day, filled());
    scene.state.settings.scale = 1.25;
    scene.stage.resize((1024, 700));
    scene.settle();
    scene.settle();
    let painted = scene.stage.painted();
    let short: Vec<_> = painted.iter().filter(|it| it.starts_with('…')).collect();
    assert!(!short.is_empty(), "{painted:?}");
    assert!(short.iter().any(|it| it.ends_with("00000003")), "{short:?}");
    assert!(scene.stage.shows("9400111899223100000003"));
}

#[test]
fn the_question_has_its_date_in_the_language_of_the_window() {
    if is_own_process("manifests::groups::the_question_has_its_date_in_the_language_of_the_window")
    {
        dates_the_question();
    }
}

fn dates_the_question() {
    let mut scene = on(View::Day, filled());
    scene.click("Create manifest…");
    let shows = |scene: &Scene, date: &str| {
        let mut all = scene.stage.elements();
        all.any(|element| element.name.ends_with(&format!("Chicago, IL, {date}")))
    };
    assert!(shows(&scene, "Nov 21"));
    locale::choose("es-ES");
    scene.settle();
    assert!(shows(&scene, "21 nov"));
    assert!(!shows(&scene, "Nov 21"));
}
