//! A preset or another document that two stations changed: both versions, and the choice.

use postroom::desk::orders::DocumentKind;
use postroom::orders::overtaken::OvertakenDocument;
use postroom::store::workspace::DocumentRow;

use super::shop::{keyed, open, row, shop, small_box};
use super::written;
use crate::prelude::*;

/// Another station writes the small box.
pub fn change_elsewhere(scene: &mut Scene) {
    let mut theirs = small_box();
    theirs.package.as_mut().unwrap().length = "10".to_owned();
    theirs.packaging_weight = "5".to_owned();
    let mut presets = scene.state.order_rules.documents.presets.to_vec();
    presets[1] = KeyedPreset {
        revision: 2,
        changed_by: "Bench 1 / Ana".to_owned(),
        ..keyed("small", theirs)
    };
    scene.state.order_rules.documents.presets = Arc::new(presets);
    scene.settle();
}

/// Another computer changed the preset that is being typed in.
#[test]
fn both_versions_of_a_preset_are_shown_and_mine_can_be_kept() {
    let mut scene = open("Presets", shop());
    scene.click(&row(&scene, "Small box"));
    scene.type_into("Length", "9");
    change_elsewhere(&mut scene);
    scene.assert_shows("Bench 1, Ana changed this preset meanwhile.");
    scene.assert_shows("Package: it was 8; there it is 10; here it is 9");
    scene.assert_shows("Weight of the packaging: it was 3; there it is 5; here it is 3");
    scene.check("order-presets-overtaken");
    assert!(scene.element("Save").disabled);
    assert_eq!(scene.element("Length").value.as_deref(), Some("9"));
    scene.click("Keep mine");
    let (key, preset) = written(&scene.click("Save"));
    assert_eq!(key.as_deref(), Some("small"));
    // What only the other station changed stays.
    assert_eq!(preset.packaging_weight, "5");
    assert_eq!(preset.package.unwrap().length, "9");
}

#[test]
fn the_version_of_another_station_can_be_used() {
    let mut scene = open("Presets", shop());
    scene.click(&row(&scene, "Small box"));
    scene.assert_shows("Weight of the packaging");
    scene.type_into("Length", "9");
    let mut theirs = small_box();
    theirs.package.as_mut().unwrap().length = "10".to_owned();
    let mut presets = scene.state.order_rules.documents.presets.to_vec();
    presets[1] =
        KeyedPreset { revision: 2, changed_by: "Bench 1".to_owned(), ..keyed("small", theirs) };
    scene.state.order_rules.documents.presets = Arc::new(presets);
    scene.settle();
    scene.click("Use theirs");
    assert_eq!(scene.element("Length").value.as_deref(), Some("10"));
    scene.assert_shows("Last changed by Bench 1");
    assert!(scene.element("Save").disabled, "nothing is changed");
}

/// A change that was overtaken before anybody knew, of a document that no form shows.
#[test]
fn a_change_that_was_not_saved_waits_for_a_decision() {
    let mut state = shop();
    let row = |text: &str, by: &str| DocumentRow {
        kind: DocumentKind::Mapping,
        key: "etsy".to_owned(),
        name: "Etsy".to_owned(),
        rank: 0,
        json: json!({"name": "Etsy", "source": text}).to_string(),
        revision: 2,
        changed_by: by.to_owned(),
    };
    state.order_rules.documents.overtaken = vec![OvertakenDocument {
        kind: DocumentKind::Mapping,
        key: "etsy".to_owned(),
        name: "Etsy".to_owned(),
        by: "Bench 1 / Ana".to_owned(),
        before: row("Shop", "").json,
        theirs: Some(row("Etsy shop", "Bench 1 / Ana")),
        mine: Some(row("Mugs", "")),
    }];
    let mut scene = open("Presets", state);
    scene.assert_shows("Bench 1, Ana changed “Etsy” at the same time");
    scene.assert_shows("Content: it was Shop; there it is Etsy shop; here it is Mugs");
    scene.check("order-document-overtaken");
    let intents = scene.click("Use theirs");
    assert!(
        intents.iter().any(|intent| matches!(
            intent,
            Intent::OrderRules(OrderRuleIntent::Document(DocumentEdit::Decide {
                kind: DocumentKind::Mapping,
                keeps_mine: false,
                ..
            }))
        )),
        "{intents:?}"
    );
}
