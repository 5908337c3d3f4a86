//! What is kept, on screen: the journal as proof.

use egui::{Key, Modifiers};

use postroom::desk::intent::Intent;
use postroom::desk::keeping::{KeepingIntent, ProofFormat};
use postroom::ui::panels::Panel;

use super::{Scene, connected};

#[test]
fn the_journal_is_exported_by_button_and_by_keyboard() {
    let mut scene = Scene::on(Panel::Activity, connected());
    assert!(scene.click("Export journal…").is_empty());
    scene.check("activity-export-journal");
    scene.click("JSON");
    assert!(
        scene
            .element("Export the journal to file")
            .value
            .is_some_and(|path| path.ends_with("postroom-journal.json"))
    );
    let intents = scene.click("Export the journal");
    assert!(
        matches!(intents.as_slice(), [Intent::Keeping(KeepingIntent::ExportJournal { file, format })]
            if file.ends_with("postroom-journal.json") && *format == ProofFormat::Json),
        "{intents:?}"
    );
    assert!(scene.stage.find("Export the journal").is_err());

    let mut scene = Scene::on(Panel::Ship, connected());
    scene.press(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::J);
    scene.settle();
    assert_eq!(scene.window.local.panel, Panel::Activity);
    // The field has the keyboard already.
    let intents = scene.press(Modifiers::NONE, Key::Enter);
    assert!(
        matches!(intents.as_slice(), [Intent::Keeping(KeepingIntent::ExportJournal { file, format })]
            if file.ends_with("postroom-journal.csv") && *format == ProofFormat::Csv),
        "{intents:?}"
    );
    scene.press(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::J);
    scene.settle();
    assert!(scene.press(Modifiers::NONE, Key::Escape).is_empty());
    scene.settle();
    assert!(scene.stage.find("Export the journal").is_err());
}
