//! Settings by category: where each card is, which buttons lead to it, and what the fields accept.

use postroom::api::value::{LabelOrientation, LabelSize};
use postroom::orders::documents::Keyed;
use postroom::orders::shop_database::TlsMode;

use super::board::shipment_row;
use super::connected;
use super::printing::printer;
use crate::prelude::*;

/// The settings as they are after the last change.
fn changed(intents: &[Intent]) -> &Settings {
    let last = intents.iter().rev().find_map(|intent| match intent {
        Intent::ChangeSettings(settings) => Some(&**settings),
        _ => None,
    });
    last.unwrap_or_else(|| panic!("{intents:?}"))
}

const CATEGORIES: [(&str, &str); 6] = [
    ("Printers and labels", "Add printer"),
    ("Purchases", "Undo delay"),
    ("Scale and scanner", "Print command sheet"),
    ("Appearance and language", "Text size"),
    ("Connection and accounts", "Sign out"),
    ("Files and data", "Delete my data…"),
];

#[test]
fn each_category_shows_its_cards_and_no_others() {
    for (width, height) in [(1366, 768), (1024, 700)] {
        let mut scene = Scene::on(Panel::Settings, connected());
        scene.stage.resize((width, height));
        scene.settle();
        for (at, (category, control)) in CATEGORIES.into_iter().enumerate() {
            if width == 1024 {
                scene.click("Category");
            }
            scene.click(category);
            scene.settle();
            scene.check(&format!("settings-{width}-{at}"));
            for (other, wanted) in CATEGORIES {
                let found = scene.stage.find(wanted).is_ok();
                assert_eq!(found, other == category, "{wanted} in {category}");
            }
            let card = scene.element(control).bounds;
            assert!(card.right() < width as f32, "{control}");
            // It is kept while another panel is on screen.
            scene.window.panel = Panel::Balance;
            scene.settle();
            scene.window.panel = Panel::Settings;
            scene.settle();
            assert!(scene.stage.find(control).is_ok(), "{control}");
        }
    }
}

/// Design: what an administrator sets once is below the accounts.
#[test]
fn the_accounts_are_above_the_server_and_its_certificate() {
    let scene = Scene::settings(SettingsCategory::Connection, connected());
    let top = |name: &str| scene.element(name).bounds.top();
    let order = [top("Accounts and secrets"), top("Base URL for test and production")];
    assert!(order.is_sorted(), "{order:?}");
}

/// In a narrow window the cards need the room of the list.
#[test]
fn the_categories_are_a_list_beside_the_cards_or_a_box_above_them() {
    let mut scene = Scene::on(Panel::Settings, connected());
    let bounds = |scene: &Scene, name: &str| scene.element(name).bounds;
    assert!(bounds(&scene, "Files and data").right() < bounds(&scene, "Add printer").left());
    assert!(scene.element("Printers and labels").on);
    assert!(scene.stage.find("Category").is_err());
    scene.stage.resize((1024, 700));
    scene.settle();
    assert!(scene.stage.find("Files and data").is_err());
    let chosen = scene.element("Category").value;
    assert_eq!(chosen.as_deref(), Some("Printers and labels"));
    assert!(bounds(&scene, "Category").bottom() < bounds(&scene, "Add printer").top());
}

#[test]
fn a_search_finds_cards_of_every_category() {
    let mut scene = Scene::on(Panel::Settings, connected());
    scene.type_into("Search settings", "label");
    scene.check("settings-found");
    for found in ["Label format", "Folder for saved labels"] {
        assert!(scene.stage.find(found).is_ok(), "{found}");
    }
    assert!(scene.stage.find("Text size").is_err());
    scene.type_into("Search settings", "dark");
    assert!(scene.stage.find("Text size").is_ok());
    // The box for the category in a narrow window says that every category was searched.
    scene.stage.resize((1024, 700));
    scene.settle();
    let chosen = scene.element("Category").value;
    assert_eq!(chosen.as_deref(), Some("All categories"));
    scene.stage.resize((1366, 768));
    scene.settle();
    scene.type_into("Search settings", "nothing is called so");
    scene.assert_shows("No matches");
    // A category ends the search.
    scene.click("Purchases");
    scene.settle();
    assert!(scene.stage.find("Undo delay").is_ok());
    assert_eq!(scene.element("Search settings").value.as_deref(), Some(""));
}

#[test]
fn a_button_elsewhere_opens_the_category_it_is_about() {
    let mut board = AnsweringScene::new();
    board.open_settings(SettingsCategory::Files);
    board.state.ship.just_bought = Some(shipment_row(0, "PreTransit").id.clone());
    board.go_to(Panel::Ship);
    board.click("Set up a printer");
    board.settle();
    assert!(board.stage.find("Add printer").is_ok());

    board.open_settings(SettingsCategory::Files);
    board.state.ship.just_bought = None;
    board.state.printing.printers = vec![printer("Zebra")];
    board.state.scale.supported = true;
    board.state.settings.weigh_with = "0922:8003:".to_owned();
    board.state.settings.express = true;
    for (pill, control) in [
        ("Scale: ", "Weigh with"),
        ("Printer: ", "Add printer"),
        ("Express mode: buys", "Express limit per label"),
    ] {
        board.go_to(Panel::Balance);
        let pill = board.named(pill);
        board.click(&pill);
        board.settle();
        assert_eq!(board.window.panel, Panel::Settings, "{pill}");
        assert!(board.stage.find(control).is_ok(), "{pill}");
    }
}

/// W19: one place says where a label is saved, and it says the same as the dialog does. Nothing in
/// the empty field looks like a folder.
#[test]
fn the_folder_for_labels_is_told_as_it_is() {
    let mut scene = Scene::settings(SettingsCategory::Files, connected());
    scene.assert_shows("Not chosen yet: saving a label starts in your Documents folder");
    let painted = scene.stage.painted().join("\n");
    assert!(!painted.contains("/home/"), "{painted}");
    scene.type_into("Folder for saved labels", "/srv/labels");
    assert_eq!(changed(&scene.intents()).label_folder, "/srv/labels");
    scene.assert_shows("Saving a label starts in this folder");
    scene.assert_shows("when you save in another one, that one takes its place");
    assert!(!scene.stage.shows("Not chosen yet"));
}

#[test]
fn the_undo_delay_is_none_five_or_ten_seconds() {
    let mut scene = Scene::settings(SettingsCategory::Purchases, connected());
    let delay = scene.element("Undo delay").value;
    assert_eq!(delay.as_deref(), Some("None"));
    scene.click("Undo delay");
    assert!(scene.stage.find("3 seconds").is_err());
    assert!(scene.stage.find("10 seconds").is_ok());
    assert_eq!(changed(&scene.click("5 seconds")).regret_secs, 5);
    // One of an earlier version stays until another is chosen.
    scene.state.settings.regret_secs = 3;
    scene.settle();
    let delay = scene.element("Undo delay").value;
    assert_eq!(delay.as_deref(), Some("3 seconds"));
}

#[test]
fn the_theme_is_that_of_the_system_light_or_dark() {
    let mut state = connected();
    state.settings.theme = Theme::System;
    let mut scene = Scene::settings(SettingsCategory::Appearance, state);
    assert!(scene.element("System").on);
    assert_eq!(changed(&scene.click("Light")).theme, Theme::Light);
    assert_eq!(changed(&scene.click("Dark")).theme, Theme::Dark);
}

#[test]
fn the_label_of_new_shipments_is_chosen_with_the_printers() {
    let mut board = AnsweringScene::new();
    board.open_settings(SettingsCategory::Printers);
    board.shot("settings-labels");
    for (field, before, wanted) in [
        ("Label format", "PDF", "ZPL"),
        ("Label size", "4 × 6 in", "4 × 8 in"),
        ("Orientation", "Portrait", "Landscape"),
    ] {
        assert_eq!(board.value(field), before);
        board.click(field);
        board.click(wanted);
        assert_eq!(board.value(field), wanted);
    }
    let label = board.state.settings.label_defaults();
    assert_eq!(label.file_type, LabelFileType::Zpl);
    assert_eq!(label.size, LabelSize::S4x8);
    assert_eq!(label.orientation, LabelOrientation::Landscape);
}

#[test]
fn amounts_are_read_and_written_in_the_form_of_the_region() {
    let mut scene = Scene::settings(SettingsCategory::Purchases, connected());
    let limit = |scene: &Scene| scene.element("Daily top-up limit").value;
    assert_eq!(limit(&scene).as_deref(), Some("1,000.00"));
    for (typed, cents) in [("2,500", 250_000), ("$750.50", 75_050), ("80", 8_000)] {
        scene.type_into("Daily top-up limit", typed);
        let cap = changed(&scene.intents()).daily_top_up_cap;
        assert_eq!(cap, Amount::from_cents(cents), "{typed}");
    }
    // What was typed is written out once the field is left.
    assert_eq!(limit(&scene).as_deref(), Some("80"));
    scene.key(Key::Tab);
    assert_eq!(limit(&scene).as_deref(), Some("80.00"));
    scene.type_into("Daily top-up limit", "ten");
    assert!(scene.intents().is_empty());
    let problem = scene.element("Daily top-up limit").description;
    assert_eq!(problem.as_deref(), Some("Enter an amount, such as 500.00"));
}

#[test]
fn the_pick_up_time_is_read_and_written_in_the_form_of_the_region() {
    let mut state = connected();
    state.settings.pick_up_time = "16:30".into();
    let mut scene = Scene::settings(SettingsCategory::Purchases, state);
    let time = |scene: &Scene| scene.element("Pick-up time").value;
    assert_eq!(time(&scene).as_deref(), Some("4:30 PM"));
    for (typed, stored) in [("5 pm", "17:00"), ("17:15", "17:15"), ("", "")] {
        scene.type_into("Pick-up time", typed);
        assert_eq!(changed(&scene.intents()).pick_up_time, stored, "{typed}");
    }
    scene.type_into("Pick-up time", "17:15");
    scene.key(Key::Tab);
    assert_eq!(time(&scene).as_deref(), Some("5:15 PM"));
    scene.intents();
    scene.type_into("Pick-up time", "soon");
    assert!(scene.intents().is_empty());
    let problem = scene.element("Pick-up time").description;
    assert_eq!(problem.as_deref(), Some("Enter a time, such as 4:30 PM"));
}

/// A part of a path is another folder, whose files would be moved: nothing is watched while it is typed.
#[test]
fn a_folder_is_watched_only_once_its_whole_path_is_there_and_the_button_is_pressed() {
    let mut scene = Scene::settings(SettingsCategory::Orders, connected());
    scene.type_into("Folder", "incoming");
    assert!(scene.intents().is_empty());
    let watch = scene.element("Watch this folder");
    let reason = watch.description.unwrap_or_default();
    assert!(watch.disabled && reason.contains("whole path"), "{reason}");
    scene.type_into("Folder", "/srv/shop/incoming");
    let intents = scene.click("Watch this folder");
    assert_eq!(changed(&intents).watched_folder, "/srv/shop/incoming");
    let mut state = connected();
    state.settings.watched_folder = "/srv/shop/incoming".to_owned();
    let mut scene = Scene::settings(SettingsCategory::Orders, state);
    scene.check("settings-watched-folder");
    let intents = scene.click("Stop watching");
    assert_eq!(changed(&intents).watched_folder, "");
}

/// Z1, Z2: what another station set up is shown whole before it is used here.
#[test]
fn a_database_of_another_station_says_where_it_goes_and_what_it_asks() {
    let mut state = connected();
    let database = ShopDatabase {
        name: "Shop in Boston".to_owned(),
        host: "10.0.0.66".to_owned(),
        database: "shop".to_owned(),
        user: "reader".to_owned(),
        tls: TlsMode::Off,
        query: "SELECT * FROM orders WHERE number = :number".to_owned(),
        ..ShopDatabase::default()
    };
    state.order_rules.documents.loaded = true;
    state.order_rules.documents.databases = vec![Keyed {
        key: "shop-1".to_owned(),
        revision: 2,
        rank: 0,
        changed_by: "Bench 7 / Tove".to_owned(),
        document: database,
    }];
    state.order_rules.documents.not_allowed = BTreeSet::from(["shop-1".to_owned()]);
    let mut scene = Scene::settings(SettingsCategory::Orders, state);
    scene.stage.set_size(egui::vec2(1366.0, 2400.0));
    scene.settle();
    scene.check("settings-database-of-another");
    for words in ["Bench 7", "10.0.0.66", "port 5432", "user reader", "Not encrypted", ":number"] {
        assert!(scene.stage.painted().iter().any(|it| it.contains(words)), "{words}");
    }
    let intents = scene.click("Allow Shop in Boston on this computer");
    let [Intent::OrderRules(OrderRuleIntent::AllowDatabase(key))] = &intents[..] else {
        panic!("{intents:?}");
    };
    assert_eq!(key, "shop-1"); // Z21: what is given away without encryption is said where it is chosen.
    scene.click("Edit Shop in Boston");
    scene.check("settings-database-not-encrypted");
    let warning = "Everybody on the way to 10.0.0.66 can read";
    assert!(scene.stage.painted().iter().any(|it| it.contains(warning)));
}

/// Z2: the file of the shop's logo is a path on this computer.
#[test]
fn a_logo_that_another_station_chose_is_asked_about_beside_its_path() {
    let mut state = connected();
    state.order_rules.documents.loaded = true;
    state.order_rules.documents.shop.profile.logo = "/home/clerk/.ssh/id".to_owned();
    state.order_rules.documents.refuses_logo = true;
    let mut scene = Scene::settings(SettingsCategory::Orders, state);
    scene.stage.set_size(egui::vec2(1366.0, 2800.0));
    scene.settle();
    scene.check("settings-logo-of-another");
    let intents = scene.click("Allow the logo on this computer");
    let is_allowed = |it: &Intent| matches!(it, Intent::OrderRules(OrderRuleIntent::AllowLogo));
    assert!(intents.iter().any(is_allowed), "{intents:?}");
}
