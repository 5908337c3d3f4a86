//! The window of a start whose data folder cannot be used.

use std::path::{Path, PathBuf};

use egui::{Key, Modifiers, Ui};
use postroom::ui::refused_start::{RefusedStart, RefusedStartAnswer};
use postroom::ui::stage::{Stage, window_stage};

type Shown = (RefusedStart, Vec<RefusedStartAnswer>);

fn refused() -> Stage<Shown> {
    let reason = "Couldn’t create the folder /srv/postroom: Not a directory".to_owned();
    let start = RefusedStart::new(reason, Path::new("/srv/postroom"));
    let draw = |ui: &mut Ui, (start, answers): &mut Shown| answers.extend(start.show_ui(ui));
    window_stage((1024, 700), (start, Vec::new()), draw).unwrap()
}

/// W75: a person who clicked an icon saw nothing.
#[test]
fn a_folder_that_cannot_be_used_is_said_and_another_one_is_tried() {
    let mut stage = refused();
    assert!(stage.shows("Couldn’t create the folder /srv/postroom: Not a directory"));
    super::assert_well_set(&stage.text_faults(), "refused start");
    assert_eq!(stage.nameless(), []);
    stage.click("Try again").unwrap();
    stage.type_into("Data folder", "/home/ada/postroom").unwrap();
    stage.press(Modifiers::NONE, Key::Enter);
    stage.click("Quit").unwrap();
    let (_, answers) = stage.into_state();
    let start = |folder: &str| RefusedStartAnswer::Start(PathBuf::from(folder));
    let wanted = [start("/srv/postroom"), start("/home/ada/postroom"), RefusedStartAnswer::Quit];
    assert_eq!(answers, wanted);
}

#[test]
fn without_a_folder_nothing_is_tried() {
    let mut stage = refused();
    stage.type_into("Data folder", " ").unwrap();
    stage.press(Modifiers::NONE, Key::Enter);
    assert!(stage.click("Try again").is_err());
    let (_, answers) = stage.into_state();
    assert_eq!(answers, []);
}
