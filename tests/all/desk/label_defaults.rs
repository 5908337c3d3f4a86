//! The label of new shipments: a setting, which lives with the printer.

use postroom::api::value::LabelSize;

use crate::prelude::*;

fn set_format(desk: &mut TestDesk, format: LabelFileType) {
    desk.change_settings(|settings| {
        let mut label = settings.label_defaults();
        label.file_type = format;
        settings.new_label = Some(label);
    });
}

#[test]
fn a_new_draft_takes_the_label_of_the_settings_and_one_in_work_keeps_its_own() {
    let world = DeskFixture::new();
    let mut desk = world.open();
    let format = |desk: &TestDesk| desk.state().ship.draft.label.file_type.clone();
    // Nothing was entered yet, so the first parcel has it already.
    set_format(&mut desk, LabelFileType::Png);
    assert_eq!(format(&desk), LabelFileType::Png);
    desk.fill();
    set_format(&mut desk, LabelFileType::Zpl);
    assert_eq!(format(&desk), LabelFileType::Png, "in work");
    desk.apply(ShipIntent::NewDraft);
    assert_eq!(format(&desk), LabelFileType::Zpl);
    // A label chosen for one shipment is not that of the next.
    desk.edit(|draft| draft.label.size = LabelSize::Letter);
    desk.apply(ShipIntent::NewDraft);
    assert_eq!(desk.state().ship.draft.label.size, LabelSize::S4x6);
}

/// In earlier versions each draft had the label of the one before; that one becomes the setting.
#[test]
fn the_label_of_an_earlier_version_becomes_the_setting() {
    let old: Settings = serde_json::from_str("{}").unwrap();
    assert_eq!(old.new_label, None);
    let world = DeskFixture::new();
    let mut desk = world.open();
    desk.change_settings(|settings| settings.new_label = None);
    desk.edit(|draft| draft.label.file_type = LabelFileType::Zpl);
    desk.run_until("the draft saved", |state| state.ship.draft_saved);
    drop(desk);
    let desk = world.open();
    let label = desk.state().settings.label_defaults();
    assert_eq!(label.file_type, LabelFileType::Zpl);
}
