//! The stored data on screen: the journal's export as proof.

use postroom::desk::safekeeping::{AccountComparison, Preview, Previewed, ProofFormat};
use postroom::store::journal::ComparisonReason;

use super::connected;
use super::files::Dialogs;
use crate::prelude::*;

#[test]
fn the_journal_is_exported_by_button_and_by_keyboard() {
    let mut scene = Scene::on(Panel::Activity, connected());
    assert!(scene.click("Export journal…").is_empty());
    scene.check("activity-export-journal");
    scene.click("JSON");
    let exported = |intents: &[Intent], name: &str, wanted: ProofFormat| {
        let exported = |intent: &Intent| {
            matches!(intent, Intent::Safekeeping(SafekeepingIntent::ExportJournal { file, format })
                if file.ends_with(name) && *format == wanted)
        };
        assert!(intents.iter().any(exported), "{intents:?}");
    };
    let dialogs = Dialogs::of(&mut scene.window.local.files);
    scene.click("Save the journal as…");
    dialogs.choose("/tmp/j.json");
    scene.settle();
    exported(&scene.intents(), "j.json", ProofFormat::Json);
    assert!(scene.stage.find("Save the journal as…").is_err());

    let mut scene = Scene::on(Panel::Ship, connected());
    scene.press(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::J);
    scene.settle();
    assert_eq!(scene.window.panel, Panel::Activity);
    let dialogs = Dialogs::of(&mut scene.window.local.files);
    // The button already has the keyboard focus.
    scene.press(Modifiers::NONE, Key::Enter);
    dialogs.choose("/tmp/j.csv");
    scene.settle();
    exported(&scene.intents(), "j.csv", ProofFormat::Csv);
    scene.press(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::J);
    scene.settle();
    assert!(scene.press(Modifiers::NONE, Key::Escape).is_empty());
    scene.settle();
    assert!(scene.stage.find("Save the journal as…").is_err());
}

#[test]
fn diagnostics_are_shown_and_saved_as_shown() {
    let mut scene = Scene::settings(SettingsCategory::Files, connected());
    let intents = scene.click("Diagnostics…");
    assert!(
        matches!(intents.as_slice(), [Intent::Safekeeping(SafekeepingIntent::ShowDiagnostics)]),
        "{intents:?}"
    );
    let lines = "2026-11-21T12:00:00Z POST /Shipment 200 412 ms, try 1\n".repeat(60);
    scene.state.safekeeping.preview = Some(Preview {
        what: Previewed::Diagnostics,
        text: format!("Postroom 0.1.0 on linux x86_64\n\n{lines}").into(),
    });
    scene.settle();
    scene.check("diagnostics");
    scene.assert_shows("This is everything that would be saved");
    let dialogs = Dialogs::of(&mut scene.window.local.files);
    scene.click("Save this text");
    scene.check("diagnostics-saving");
    dialogs.choose("/tmp/d.txt");
    scene.settle();
    let intents = scene.intents();
    let saved = |intent: &Intent| {
        matches!(intent, Intent::Safekeeping(SafekeepingIntent::SavePreview { file })
            if file.ends_with("d.txt"))
    };
    assert!(intents.iter().any(saved), "{intents:?}");
    let intents = scene.click("Close preview");
    assert!(matches!(intents.as_slice(), [Intent::Safekeeping(SafekeepingIntent::ClosePreview)]));
}

#[test]
fn a_crash_report_is_offered_at_the_start_also_before_signing_in() {
    for state in [connected(), State::default()] {
        let mut scene = Scene::on(Panel::Activity, state);
        scene.state.safekeeping.crashes = 1;
        scene.settle();
        scene.check("crash-offer");
        scene.assert_shows("A report was saved on this computer. It hasn’t been sent anywhere.");
        for (button, wanted) in [
            ("View report", "ShowCrashes"),
            ("Delete report", "DeleteCrashes"),
            ("Decide later", "PostponeCrashReports"),
        ] {
            let asked = format!("{:?}", scene.click(button));
            assert_eq!(asked, format!("[Safekeeping({wanted})]"));
        }
        scene.state.safekeeping.preview = Some(Preview {
            what: Previewed::Crashes,
            text: "Postroom 0.1.0\nReason: out of paper".into(),
        });
        scene.settle();
        scene.check("crash-preview");
        let asked = format!("{:?}", scene.click("Delete report"));
        assert_eq!(asked, "[Safekeeping(DeleteCrashes)]");
    }
}

#[test]
fn what_stops_buying_after_damage_or_a_restored_copy_is_a_red_band() {
    let mut state = connected();
    state.purchases.account_comparison = Some(AccountComparison {
        why: ComparisonReason::Salvaged,
        entries: 412,
        doubtful: 3,
        seen: 200,
        trouble: None,
    });
    let mut scene = Scene::on(Panel::Shipments, state);
    scene.check("journal-salvaged");
    scene.assert_shows(
        "The purchase journal was damaged; 412 purchases were saved, 3 of them on a broken chain",
    );
    scene.assert_shows("200 entries compared so far");
    let sweep = scene.state.purchases.account_comparison.as_mut().unwrap();
    sweep.why = ComparisonReason::Restored;
    sweep.trouble = Some("No answer within 30 s".into());
    scene.settle();
    scene.check("journal-restored");
    scene.assert_shows("An older copy of the purchase journal was restored");
    scene.assert_shows("not compared yet: No answer within 30 s");
    scene.state.purchases.account_comparison = None;
    scene.settle();
    assert!(!scene.stage.shows("purchase journal"));
}

#[test]
fn settings_tell_when_the_last_backup_was_made_by_itself() {
    let mut scene = Scene::settings(SettingsCategory::Files, connected());
    scene.assert_shows("Not backed up yet; backups run automatically every day");
    scene.state.safekeeping.backup.last = "2026-11-21T09:00:00Z".parse().ok();
    scene.settle();
    scene.check("settings-backup");
    scene.assert_shows("Backed up automatically every day, last 3 h ago");
    scene.state.safekeeping.backup.trouble = Some("the disk is full".into());
    scene.settle();
    scene.check("settings-backup-failed");
    scene.assert_shows("The last daily backup failed: the disk is full");
}
