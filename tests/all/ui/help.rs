//! The help in the window: the guide, the keys and what Postroom is.

use super::connected;
use crate::prelude::*;

fn opened(panel: Panel) -> Scene {
    let mut scene = Scene::on(panel, connected());
    scene.key(Key::F1);
    scene.settle();
    scene
}

/// W34: F1 did nothing. It opens the page of the panel on screen, and Esc leads back to the panel.
#[test]
fn f1_opens_the_page_of_the_panel() {
    for (panel, words) in [
        (Panel::Refunds, "Requested follows each refund until the money is back"),
        (Panel::Manifests, "A manifest, also called SCAN form"),
        (Panel::Practice, "Clock: parcels, deliveries and refunds follow"),
    ] {
        let mut scene = opened(panel);
        scene.check(&format!("help-{panel:?}"));
        let has = |scene: &Scene, words: &str| {
            scene.stage.elements().any(|it| it.name.starts_with(words))
        };
        assert!(has(&scene, words), "{panel:?}");
        scene.key(Key::Escape);
        scene.settle();
        assert!(!has(&scene, words), "{panel:?}");
        assert_eq!(scene.window.panel, panel);
    }
}

/// W34: before anybody is signed in, there is help with the first start.
#[test]
fn f1_helps_before_the_first_account() {
    let mut scene = Scene::new(State::default());
    scene.settle();
    scene.key(Key::F1);
    scene.settle();
    scene.check("help-first-start");
    scene.assert_shows("Remembered accounts");
}

/// W34: the guide can be searched, Enter opens the first page found, a link leads to its page.
#[test]
fn the_guide_is_searched_and_linked() {
    let mut scene = opened(Panel::Ship);
    scene.type_into("Search the guide", "two labels per sheet");
    scene.settle();
    scene.check("help-search");
    let entries = |scene: &Scene| {
        let all = scene.stage.elements();
        let entries =
            all.filter(|it| it.role == egui::accesskit::Role::Tab && it.bounds.left() < 450.0);
        entries
            .map(|it| it.name)
            .filter(|name| name == "Printing" || name == "Balance")
            .collect::<Vec<_>>()
    };
    assert!(entries(&scene).contains(&"Printing".to_owned()));
    scene.key(Key::Enter);
    scene.settle();
    let there = |words: &str| scene.stage.elements().any(|it| it.name.starts_with(words));
    assert!(there("Two labels per sheet, in the form of an office printer"));
    scene.check("help-found");
    scene.type_into("Search the guide", "zzzz");
    scene.settle();
    scene.assert_shows("No page has all of these words");

    let mut scene = opened(Panel::Settings);
    let link = scene
        .stage
        .elements()
        .find(|it| it.role == egui::accesskit::Role::Link && it.name == "The scale");
    let at = link.unwrap().bounds.center();
    for pressed in [true, false] {
        let modifiers = Modifiers::NONE;
        let button = egui::PointerButton::Primary;
        scene.stage.burst(vec![
            egui::Event::PointerMoved(at),
            egui::Event::PointerButton { pos: at, button, pressed, modifiers },
        ]);
    }
    scene.settle();
    let there = |words: &str| scene.stage.elements().any(|it| it.name.starts_with(words));
    assert!(there("USB scales that follow"));
}

/// W34: there was no list of keys. It is made of the commands.
#[test]
fn the_keys_are_listed() {
    let mut scene = opened(Panel::Ship);
    scene.type_into("Search the guide", "everywhere");
    scene.key(Key::Enter);
    scene.settle();
    scene.check("help-keys");
    for words in ["F6", "Go to Carriers", "Ctrl+Shift+J", "Ctrl+Alt+1 … Ctrl+Alt+9"] {
        scene.assert_shows(words);
    }
}

/// W34: what Postroom is, and where the data is.
#[test]
fn about_names_version_licenses_and_the_data_folder() {
    let mut scene = Scene::on(Panel::Balance, connected());
    scene.window.local.settings.data_dir = Some("/home/ana/.local/share/postroom".into());
    scene.press(Modifiers::COMMAND, Key::K);
    scene.type_into("Find anything", "about");
    scene.intents();
    scene.state.finder.found = "about".to_owned();
    scene.settle();
    scene.key(Key::Enter);
    scene.settle();
    scene.check("help-about");
    let version = format!("Version {}", env!("CARGO_PKG_VERSION"));
    for words in [
        version.as_str(),
        // `cargo test` is no package, and is built to be tested.
        "Debug build, made from source",
        "/home/ana/.local/share/postroom",
        "Program libraries",
    ] {
        scene.assert_shows(words);
    }
    let asked = scene.click("Open folder");
    let opens =
        |intent: &Intent| matches!(intent, Intent::Safekeeping(SafekeepingIntent::OpenDataFolder));
    assert!(asked.iter().any(opens), "{asked:?}");
}
