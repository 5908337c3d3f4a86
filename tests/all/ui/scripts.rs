//! Names and places that run leftward, wherever the window shows them.

use std::sync::Arc;

use postroom::desk::addresses::contact::Contact;
use postroom::desk::draft::AddressForm;
use postroom::desk::state::{Notice, Tone};
use postroom::ui::panels::Panel;

use super::Scene;
use super::keyboard::bought;
use super::now;

const HEBREW: &str = "דוד כהן";
const MIXED: &str = "שלום 12 Main St";
const ARABIC: &str = "محمد علي";

#[test]
fn leftward_names_stand_as_they_are_read_and_are_told_as_they_are_spoken() {
    let mut state = bought();
    for (row, (name, place)) in state.shipments.rows.iter_mut().zip([
        (HEBREW, "תל אביב 6100001 IL"),
        (MIXED, "Haifa (חיפה) IL"),
        (ARABIC, "دبي AE"),
    ]) {
        let row = Arc::make_mut(row);
        (row.to_name, row.to_place) = (name.to_owned(), place.to_owned());
    }
    state.notices.push(Notice {
        whose: None,
        id: 1,
        tone: Tone::Good,
        text: format!("$7.90 came back for {HEBREW}"),
        trouble: None,
        at: now(),
    });
    let form = AddressForm {
        name: HEBREW.to_owned(),
        company: ARABIC.to_owned(),
        street1: "רחוב הרצל 12".to_owned(),
        city: "תל אביב".to_owned(),
        zip: "6100001".to_owned(),
        country: "IL".to_owned(),
        ..AddressForm::default()
    };
    state.draft.to = form.clone();
    let contact = Arc::new(Contact {
        row: 1,
        form,
        groups: Vec::new(),
        last_used: None,
        id: None,
    });
    state.addresses.rows = vec![Arc::clone(&contact)];
    state.addresses.open = Some(contact);
    state.addresses.matching = 1;
    state.addresses.loaded = true;
    let mut scene = Scene::on(Panel::Shipments, state);
    scene.check("leftward shipments");
    for words in [HEBREW, MIXED, ARABIC] {
        scene.assert_shows(words);
    }
    scene.window.local.panel = Panel::Addresses;
    scene.settle();
    scene.check("leftward addresses");
    scene.assert_shows(HEBREW);
    scene.assert_shows("רחוב הרצל 12");
    scene.window.local.panel = Panel::Ship;
    scene.settle();
    scene.check("leftward ship");
}
