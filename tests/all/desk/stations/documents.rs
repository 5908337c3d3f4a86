//! Presets, rules and settings that two stations change at the same time: the second is shown both
//! versions, and nothing is lost.

use postroom::desk::orders::DocumentKind;
use postroom::orders::overtaken::OvertakenDocument;
use postroom::orders::rules::{Condition, Rule, RuleOutcome};

use super::*;
use crate::prelude::*;

fn edit(desk: &mut TestDesk, edit: DocumentEdit) {
    desk.apply(OrderRuleIntent::Document(edit));
}

fn preset(state: &State) -> Option<&KeyedPreset> {
    state.order_rules.documents.presets.first()
}

fn overtaken(desk: &TestDesk) -> OvertakenDocument {
    desk.state().order_rules.documents.overtaken[0].clone()
}

fn write(desk: &mut TestDesk, change: impl FnOnce(&mut Preset)) {
    let keyed = preset(desk.state()).unwrap().clone();
    let mut preset = keyed.preset;
    change(&mut preset);
    edit(desk, DocumentEdit::WritePreset { key: Some(keyed.key), preset: Box::new(preset) });
}

/// Two signed stations with one preset, and the second does not know yet what the first did to it.
fn two_versions(shop: &Shop) -> (TestDesk, TestDesk) {
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    one.apply(StationsIntent::Sign { name: "Bench 1".to_owned(), person: "Ana".to_owned() });
    two.run_until("news", |state| state.stations.is_listening);
    let small = Preset {
        name: "Small box".to_owned(),
        packaging_weight: "3".to_owned(),
        ..Preset::default()
    };
    edit(&mut one, DocumentEdit::WritePreset { key: None, preset: Box::new(small) });
    for desk in [&mut one, &mut two] {
        desk.run_until("the preset", |state| preset(state).is_some());
        assert_eq!(preset(desk.state()).unwrap().changed_by, "Bench 1 / Ana");
    }
    write(&mut one, |preset| {
        preset.packaging_weight = "4".to_owned();
        preset.printer = Some("Dock".to_owned());
    });
    one.run_until("written", |state| {
        preset(state).is_some_and(|it| it.preset.packaging_weight == "4")
    });
    // The frames of the second station stand still meanwhile.
    write(&mut two, |preset| {
        preset.packaging_weight = "5".to_owned();
        preset.service = ServiceChoice::CheapestWithin { days: 2 };
    });
    two.run_until("both versions", |state| !state.order_rules.documents.overtaken.is_empty());
    (one, two)
}

#[test]
fn both_versions_of_a_preset_are_shown_and_mine_can_be_kept() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = two_versions(&shop);
    let found = overtaken(&two);
    assert_eq!((found.kind, found.by.as_str()), (DocumentKind::Preset, "Bench 1 / Ana"));
    let differences = found.differences(|_| None);
    let packaging = differences.iter().find(|it| it.before == "3").unwrap();
    assert_eq!((packaging.theirs.as_str(), packaging.mine.as_str()), ("4", "5"));
    two.run_until("a notice", |state| {
        let mut notices = state.notices.iter().map(|notice| notice.text.to_string());
        notices.any(|text| text.contains("Bench 1, Ana changed “Small box” at the same time"))
    });
    // Theirs is in the workspace until somebody decides.
    two.run_until("theirs", |state| {
        preset(state).is_some_and(|it| it.preset.packaging_weight == "4")
    });
    edit(&mut two, DocumentEdit::Decide { kind: found.kind, key: found.key, keeps_mine: true });
    for desk in [&mut one, &mut two] {
        desk.run_until("mine", |state| {
            preset(state).is_some_and(|it| it.preset.packaging_weight == "5")
        });
        let kept = preset(desk.state()).unwrap();
        assert_eq!(kept.preset.service, ServiceChoice::CheapestWithin { days: 2 });
        // What only the first station changed stays.
        assert_eq!(kept.preset.printer.as_deref(), Some("Dock"));
        assert_ne!(kept.changed_by, "Bench 1 / Ana");
        assert!(desk.state().order_rules.documents.overtaken.is_empty());
    }
}

#[test]
fn theirs_can_be_used() {
    let Some(shop) = Shop::prepared() else { return };
    let (_one, mut two) = two_versions(&shop);
    let found = overtaken(&two);
    edit(&mut two, DocumentEdit::Decide { kind: found.kind, key: found.key, keeps_mine: false });
    two.run_until("theirs", |state| {
        state.order_rules.documents.overtaken.is_empty()
            && preset(state).is_some_and(|it| it.preset.packaging_weight == "4")
    });
    assert_eq!(preset(two.state()).unwrap().preset.service, ServiceChoice::Cheapest);
    assert_eq!(shop.server.admin_in("stations", REVISION), "2");
}

const REVISION: &str = "SELECT revision FROM postroom.documents WHERE kind = 'preset'";

#[test]
fn rules_and_the_shop_have_two_versions_too() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    two.run_until("news", |state| state.stations.is_listening);
    let held = |reason: &str| KeyedRule {
        key: "hold".to_owned(),
        rule: Rule {
            name: "Hold".to_owned(),
            conditions: vec![Condition::EveryOrder],
            outcome: RuleOutcome::Hold { reason: reason.to_owned() },
        },
        ..KeyedRule::default()
    };
    let keep = |desk: &mut TestDesk, reason: &str| {
        let before = desk.state().order_rules.documents.rules.clone();
        let revision = before.first().map_or(0, |rule| rule.revision);
        let after = vec![KeyedRule { revision, ..held(reason) }];
        edit(desk, DocumentEdit::KeepRules { before, after });
    };
    let has_rule = |state: &State, reason: &str| {
        let mut rules = state.order_rules.documents.rules.iter();
        rules.any(|keyed| keyed.rule == held(reason).rule)
    };
    keep(&mut one, "Ask");
    for desk in [&mut one, &mut two] {
        desk.run_until("the rule", |state| has_rule(state, "Ask"));
    }
    let before = one.state().order_rules.documents.written;
    keep(&mut one, "Ask Ana");
    edit(
        &mut one,
        DocumentEdit::WriteShop(Box::new(ShopProfile {
            name: "Mugs".to_owned(),
            ..ShopProfile::default()
        })),
    );
    one.run_until("written", |state| state.order_rules.documents.written >= before + 2);
    keep(&mut two, "Ask Bo");
    edit(
        &mut two,
        DocumentEdit::WriteShop(Box::new(ShopProfile {
            name: "Cups".to_owned(),
            slip_text: "Thank you".to_owned(),
            ..ShopProfile::default()
        })),
    );
    two.run_until("both versions", |state| state.order_rules.documents.overtaken.len() == 2);
    for found in two.state().order_rules.documents.overtaken.clone() {
        let shown = found.differences(|_| None);
        let says = |theirs: &str, mine: &str| {
            let mut shown = shown.iter();
            shown.any(|it| it.theirs.contains(theirs) && it.mine.contains(mine))
        };
        match found.kind {
            DocumentKind::Rule => assert!(says("Ask Ana", "Ask Bo"), "{shown:?}"),
            _ => assert!(says("Mugs", "Cups"), "{shown:?}"),
        }
        edit(&mut two, DocumentEdit::Decide { kind: found.kind, key: found.key, keeps_mine: true });
    }
    one.run_until("mine", |state| {
        let shop = &state.order_rules.documents.shop.profile;
        has_rule(state, "Ask Bo") && shop.name == "Cups" && shop.slip_text == "Thank you"
    });
}
