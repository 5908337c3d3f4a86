//! This computer's data in Settings: what a deletion removes is listed beforehand.

use postroom::desk::safekeeping::local_data::LocalDataTask;

use super::connected;
use super::files::Dialogs;
use crate::prelude::*;

fn kept() -> State {
    let mut state = connected();
    state.ship.book.count = 412;
    state.shipments.total = 1_204;
    state
}

#[test]
fn deleting_names_what_is_lost_and_what_stays() {
    let mut scene = Scene::settings(SettingsCategory::Files, kept());
    scene.check("settings-data");
    assert!(scene.click("Delete my data…").is_empty());
    scene.check("settings-delete");
    for words in [
        "412 addresses are lost for good",
        "1,204 shipments and their labels, the balance, and the history come back",
        "The purchase journal stays",
    ] {
        scene.assert_shows(words);
    }
    assert!(scene.click("Cancel").is_empty());
    scene.click("Delete my data…");
    let intents = scene.click("Delete data");
    assert!(matches!(intents.as_slice(), [Intent::DeleteData]), "{intents:?}");
}

#[test]
fn fewer_days_are_asked_about_and_more_are_not() {
    let mut scene = Scene::settings(SettingsCategory::Files, kept());
    scene.click("Keep shipments and labels");
    assert!(scene.click("90 days").is_empty());
    scene.assert_shows("Keep only 90 days?");
    assert!(scene.click("Cancel").is_empty());
    scene.click("Keep shipments and labels");
    scene.click("90 days");
    let changed = |intents: Vec<Intent>, days: u32| {
        assert!(
            matches!(intents.as_slice(), [Intent::ChangeSettings(settings)]
                if settings.keep_shipments_days == days),
            "{intents:?}"
        );
    };
    changed(scene.click("Remove older shipments"), 90);
    scene.state.settings.keep_shipments_days = 90;
    scene.settle();
    scene.click("Keep shipments and labels");
    changed(scene.click("Forever"), 0);
}

#[test]
fn a_backup_goes_where_it_is_told_and_only_once_at_a_time() {
    let mut scene = Scene::settings(SettingsCategory::Files, kept());
    let dialogs = Dialogs::of(&mut scene.window.local.files);
    scene.click("Back up now…");
    dialogs.choose("/media/stick");
    scene.settle();
    let intents = scene.intents();
    assert!(
        intents
            .iter()
            .any(|intent| matches!(intent, Intent::Safekeeping(SafekeepingIntent::BackUp { folder }) if folder.ends_with("stick"))),
        "{intents:?}"
    );
    scene.state.safekeeping.local_data_task = LocalDataTask::BackingUp;
    scene.settle();
    assert!(scene.element("Back up now…").disabled);
    assert!(scene.element("Delete my data…").disabled);
}

#[test]
fn fetching_older_shipments_tells_how_far_it_is_and_can_be_stopped() {
    let mut state = kept();
    state.shipments.sync.running = true;
    state.shipments.sync.fetched = 60;
    let mut work = BatchJob::with_expected_rows("Fetching older shipments by pages", 12);
    let pages = (1..=3).map(|page| {
        let what = format!("Page {page}, 20 shipments");
        let back = RowState::Done("Back to 3 Nov 2026, 14:05".into());
        BatchRow::new(page.to_string(), what, back)
    });
    work.add_finished_rows(3, pages.collect());
    state.shipments.sync.work = Some(work);
    let mut board = AnsweringScene::sized(1366, 2400);
    board.state = state;
    board.open_settings(SettingsCategory::Files);
    board.shot("settings-fetching");
    assert!(board.stage.shows("60 loaded"));
    assert!(board.stage.shows("Page 3, 20 shipments"));
    board.click("Cancel the task");
    let stopped = |intent: &Intent| {
        matches!(intent, Intent::Shipments(ShipmentIntent::SyncBatch(BatchIntent::Cancel)))
    };
    assert_eq!(board.count(stopped), 1);
}
