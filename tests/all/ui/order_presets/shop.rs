//! A shop with presets, rules and a trial.

use postroom::desk::order_rules::trial::{ChangedOrder, Trial, TrialAnswer};
use postroom::orders::order::{ChosenBy, ChosenPreset, Hold};
use postroom::orders::rules::{Condition, Placement, Rule, RuleOutcome, RuleTally};

use super::super::board::{accounts, carriers, catalogs};
use super::super::{connected, now};
use crate::prelude::*;

pub fn keyed(key: &str, preset: Preset) -> KeyedPreset {
    KeyedPreset { key: key.to_owned(), revision: 1, preset, ..KeyedPreset::default() }
}

pub fn small_box() -> Preset {
    Preset {
        name: "Small box".to_owned(),
        package: Some(PackageForm {
            length: "8".to_owned(),
            width: "6".to_owned(),
            height: "4".to_owned(),
            ..PackageForm::default()
        }),
        packaging_weight: "3".to_owned(),
        packaging_weight_unit: WeightUnit::Oz,
        key: Some(2),
        ..Preset::default()
    }
}

pub fn rule(key: &str, name: &str, conditions: Vec<Condition>, outcome: RuleOutcome) -> KeyedRule {
    KeyedRule {
        key: key.to_owned(),
        revision: 4,
        rule: Rule { name: name.to_owned(), conditions, outcome },
        ..KeyedRule::default()
    }
}

pub fn preset(key: &str) -> RuleOutcome {
    RuleOutcome::Preset { key: key.to_owned() }
}

pub fn light() -> KeyedRule {
    let weight =
        Condition::Weight { least: String::new(), most: "2".to_owned(), unit: WeightUnit::Lb };
    rule("light", "Light", vec![weight], preset("small"))
}

pub fn abroad() -> KeyedRule {
    let hold = RuleOutcome::Hold { reason: "Ask for the tariff number".to_owned() };
    let conditions = vec![Condition::International(true), Condition::Note(false)];
    KeyedRule { rank: 1, ..rule("abroad", "Abroad", conditions, hold) }
}

/// An account with orders, two presets and two rules.
pub fn shop() -> State {
    let mut state = connected();
    state.carriers.list = Remote::ready(carriers(), now());
    state.carriers.accounts = Remote::ready(accounts(), now());
    state.carriers.catalogs = Remote::ready(catalogs(), now());
    let fast = Preset {
        name: "Fast".to_owned(),
        service: ServiceChoice::CheapestWithin { days: 2 },
        ..Preset::default()
    };
    let orders = &mut state.orders;
    orders.loaded = true;
    orders.by_state = vec![(OrderState::Ready, 300)];
    state.order_rules.documents.presets =
        Arc::new(vec![keyed("fast", fast), keyed("small", small_box())]);
    state.order_rules.documents.rules = vec![light(), abroad()];
    state.order_rules.documents.loaded = true;
    state
}

pub fn open(view: &str, state: State) -> Scene {
    let mut scene = Scene::on(Panel::Orders, state);
    scene.click(view);
    scene
}

pub fn row(scene: &Scene, start: &str) -> String {
    let mut all = scene.stage.elements();
    let found = all.find(|element| element.name.starts_with(start));
    found.expect(start).name
}

pub fn tried(state: &State) -> Trial {
    let chosen = |key: &str| Some(ChosenPreset { key: key.to_owned(), by: ChosenBy::Person });
    let changed = |number: &str, before, after| ChangedOrder {
        id: OrderId::mint(),
        number: number.to_owned(),
        recipient: "Jane Sample".to_owned(),
        before: Placement { preset: before, hold: None },
        after,
    };
    let held = Placement {
        preset: None,
        hold: Some(Hold { reason: "Ask".to_owned(), by_rule: Some("abroad".to_owned()) }),
    };
    let tally = |key: &str, fits| RuleTally { key: key.to_owned(), fits, ..RuleTally::default() };
    let to_small = Placement { preset: chosen("small"), hold: None };
    Trial {
        tried: Arc::new(state.order_rules.documents.rules.clone()),
        read: 300,
        all: 300,
        answer: Some(Ok(TrialAnswer {
            rules: vec![tally("light", 1_204), tally("abroad", 1)],
            unfit: 12,
            left_alone: 4,
            changed: 2,
            listed: vec![changed("#1001", None, to_small), changed("#1002", chosen("fast"), held)],
        })),
    }
}
