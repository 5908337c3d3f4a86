//! The language of the window, chosen in Settings. It is one for the whole process, so this test runs
//! in a process of its own.

use std::process::Command;

use jiff::tz::TimeZone;
use postroom::base::clock::Clock;
use postroom::ui::driver::Driver;
use postroom::ui::panel::Panel;
use postroom::ui::settings_category::SettingsCategory;

use crate::desk::harness::DeskFixture;

/// Set in the process that may change the language.
const CHILD: &str = "POSTROOM_TEST_LANGUAGE";

#[test]
fn the_language_changes_in_the_next_frame_and_stays() {
    if std::env::var_os(CHILD).is_some() {
        return changes_language();
    }
    let ended = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "ui::settings_language::the_language_changes_in_the_next_frame_and_stays",
            "--nocapture",
        ])
        .env(CHILD, "1")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&[ended.stdout, ended.stderr].concat()).into_owned();
    assert!(ended.status.success(), "{said}");
    assert!(said.contains("1 passed"), "{said}");
}

fn window(world: &DeskFixture) -> Driver {
    let desk = world.open_connected();
    let folder = world.folder.join("desk");
    let mut window =
        Driver::new(desk.0, Clock::System, TimeZone::UTC, folder, (1366, 768)).unwrap();
    window.window().panel = Panel::Settings;
    let settings = &mut window.window().local.settings;
    settings.open(SettingsCategory::Appearance);
    window.settle();
    window
}

fn changes_language() {
    let world = DeskFixture::new();
    let mut window = window(&world);
    assert_eq!(
        window.find("Language").unwrap().value.as_deref(),
        Some("System")
    );
    window.click("Language").unwrap();
    window.click("Español").unwrap();
    window.settle();
    assert!(window.shows("Apariencia e idioma"), "at once");
    assert!(!window.shows("Appearance"));
    assert_eq!(window.state().settings.language, "es");
    assert!(window.text_faults().is_empty());
    for category in SettingsCategory::ALL {
        window.click(category.title()).unwrap();
        window.settle();
        let faults = window.text_faults();
        assert!(faults.is_empty(), "{category:?}: {faults:?}");
    }

    // At the next start the language is the same, and English is found by its own name.
    drop(window.into_desk());
    let mut window = self::window(&world);
    assert!(window.shows("Apariencia e idioma"));
    window.click("Idioma").unwrap();
    window.click("English").unwrap();
    window.settle();
    assert!(window.shows("Appearance and language"));
    assert_eq!(window.state().settings.language, "en");
}
