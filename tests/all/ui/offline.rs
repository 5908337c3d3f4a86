//! Every panel over a real desk: with the service, and without it on the data that an earlier
//! session left in the cache. Each control has a name and is reached by Tab.

use super::assert_well_set;
use crate::prelude::*;

/// The text before the age of cached data.
const AGE: &str = "saved ";
const PATIENCE: Duration = Duration::from_secs(60);
const SIZE: (usize, usize) = (1366, 768);

/// A desk with the keys of an account whose service may be unreachable.
fn desk(world: &DeskFixture, sign_in: &SignIn) -> TestDesk {
    let mut setup = world.setup();
    setup.practice = None;
    setup.credentials = Some(sign_in.clone());
    loop {
        // The previous desk releases its files a moment later.
        match Desk::open_paced(setup, pace()) {
            Err(DeskError::InUse) => {
                std::thread::sleep(Duration::from_millis(10));
                setup = world.setup();
                setup.practice = None;
                setup.credentials = Some(sign_in.clone());
            }
            opened => return TestDesk(opened.unwrap()),
        }
    }
}

fn window(world: &DeskFixture, desk: TestDesk) -> Driver {
    let folder = world.folder.join("desk");
    Driver::new(desk.0, Clock::System, TimeZone::UTC, folder, SIZE).unwrap()
}

/// Shows the panel and waits for its responses.
fn show(window: &mut Driver, panel: Panel) {
    window.window().panel = panel;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_millis(400) {
        window.settle();
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Asserts that no control lacks a name.
#[track_caller]
fn named(window: &Driver, panel: Panel) {
    for element in window.elements() {
        assert!(!element.is_control() || !element.name.trim().is_empty(), "{panel:?}: {element:?}");
    }
}

/// Asserts that Tab reaches every enabled control.
#[track_caller]
fn reached_by_tab(window: &mut Driver, panel: Panel) {
    window.press(Modifiers::NONE, Key::Escape);
    let wanted: BTreeSet<String> = window
        .elements()
        .filter(|element| element.is_control() && !element.disabled)
        .filter(|element| element.role != egui::accesskit::Role::Row)
        .map(|element| element.name)
        .collect();
    let mut come_by = BTreeSet::new();
    let mut way = Vec::new();
    for _ in 0..wanted.len() * 2 + 20 {
        window.press(Modifiers::NONE, Key::Tab);
        let focused = window.elements().find(|element| element.focused);
        let name = focused.map_or_else(String::new, |element| element.name);
        come_by.insert(name.clone());
        way.push(name);
    }
    let missed: Vec<_> = wanted.difference(&come_by).collect();
    assert!(missed.is_empty(), "{panel:?}: {missed:?}; the way: {way:?}");
}

#[test]
fn every_panel_has_names_keys_and_the_saved_data_while_the_service_is_away() {
    let world = DeskFixture::new();
    let sign_in = world.credentials();
    let mut first = desk(&world, &sign_in);
    first.run_until("connected", is_connected);
    first.choose();
    first.buy_and_wait();
    first.apply(ShipIntent::NewDraft);
    let mut online = window(&world, first);
    for panel in Panel::ALL {
        if panel == Panel::Practice {
            continue;
        }
        show(&mut online, panel);
        named(&online, panel);
        reached_by_tab(&mut online, panel);
    }
    world.runtime.block_on(online.into_desk().close());
    world.stop_service();

    let mut second = desk(&world, &sign_in);
    second.run_until("offline", |state| {
        matches!(state.connectivity, Connectivity::Offline { .. })
            && matches!(state.connection, Connection::Connected(_))
    });
    let mut window = window(&world, second);
    window.wait_until("the saved rows", PATIENCE, |state| state.shipments.total == 1).unwrap();
    for (panel, has, cannot) in [
        (Panel::Ship, &["Balance $"][..], "Rates have to wait"),
        (Panel::Rates, &[], "New rates have to wait"),
        (Panel::Shipments, &["Jane Sample", AGE], "newer shipments have to wait"),
        (Panel::Refunds, &["Jane Sample"], "Refund requests have to wait"),
        (Panel::Manifests, &["Jane Sample", AGE], "Manifests have to wait"),
        (Panel::Tracking, &["Label created", AGE], "New scans have to wait"),
        (Panel::Addresses, &["Stored on this computer"], "Address checks have to wait"),
        (Panel::Carriers, &["Enabled", AGE], "Accounts can’t be changed"),
        (Panel::Balance, &["Top-up", AGE], "Top-ups and new"),
        (Panel::Containers, &[], "New labels have to wait"),
        (Panel::Activity, &["No answer"], "without an answer are listed"),
        (Panel::Settings, &["Printers and labels"], "can be changed"),
    ] {
        show(&mut window, panel);
        named(&window, panel);
        assert_well_set(&window.text_faults(), &format!("offline {panel:?}"));
        if let Some(folder) = std::env::var_os("POSTROOM_PICTURES") {
            let name = format!("offline-{panel:?}.png").to_lowercase();
            let path = Path::new(&folder).join(name);
            window.settle();
            window.screenshot(&path).unwrap();
        }
        // What has to wait is said once, with the pill in the top bar.
        let mut all = window.elements();
        let pill = all.find(|element| element.name.starts_with("Offline since"));
        let told = pill.and_then(|pill| pill.description).unwrap_or_default();
        assert!(told.contains(cannot), "{panel:?}: {told:?}");
        assert!(!window.shows("Nothing is bought while"), "{panel:?}");
        for words in has {
            let shown = match *words == AGE {
                true => window.elements().any(|element| element.name.starts_with(AGE)),
                false => window.shows(words),
            };
            assert!(
                shown,
                "{panel:?} does not show {words}: {:?}",
                window.elements().map(|element| element.name).collect::<Vec<_>>()
            );
        }
    }
}
