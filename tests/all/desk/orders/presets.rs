//! Presets in Ship and in Orders, and rules that are tried before they are kept, against the real
//! practice service.

use postroom::api::value::Service;
use postroom::desk::order_rules::trial::TrialAnswer;
use postroom::desk::orders::DocumentKind;
use postroom::orders::order::ChosenBy;
use postroom::orders::rules::{Condition, Rule, RuleOutcome};
use postroom::parcel::preset::{PresetPick, choose_rate};

use super::super::harness::{address, describe_state};
use crate::prelude::*;

fn named(name: &str, service: ServiceChoice) -> Preset {
    Preset { name: name.to_owned(), service, ..Preset::default() }
}

fn digit(digit: u8) -> ShipIntent {
    ShipIntent::UsePreset(PresetPick::Digit(digit))
}

impl TestDesk {
    /// Writes these presets, with the digits 1, 2, and so on. Returns their keys in the workspace.
    fn write_presets(&mut self, presets: &[Preset]) -> Vec<String> {
        self.run_until("documents", |state| state.order_rules.documents.loaded);
        for (preset, digit) in presets.iter().zip(1_u8..) {
            let preset = Preset { key: Some(digit), ..preset.clone() };
            let name = preset.name.clone();
            self.apply(OrderRuleIntent::Document(DocumentEdit::WritePreset {
                key: None,
                preset: Box::new(preset),
            }));
            self.run_until("preset", |state| key_of(state, &name).is_some());
        }
        let keys = presets.iter();
        keys.map(|preset| key_of(self.state(), &preset.name).unwrap()).collect()
    }

    /// Imports domestic orders; the weight of each is its place in pounds, from 0.1.
    fn import_weighed(&mut self, orders: usize) {
        let mut table = String::from(
            "Order number,Name,Street 1,City,State,ZIP,Country,Weight (lb),Length (in),Width (in),Height (in)\n",
        );
        for number in 1..=orders {
            let (whole, tenth) = (number / 10, number % 10);
            table.push_str(&format!(
                "T{number:05},Jane Sample {number},350 5th Ave,New York,NY,10118,US,{whole}.{tenth},10,6,4\n"
            ));
        }
        self.fill();
        self.apply(OrderImportIntent::ReadClipboard(table));
        self.run_until("preview", |state| {
            matches!(state.order_import.table.preview, Remote::Ready(_))
        });
        self.apply(OrderImportIntent::Write);
        self.run_until("imported", |state| {
            state.orders.total() == orders as u64 && state.order_batch().is_none()
        });
    }

    fn keep_rules(&mut self, before: Vec<KeyedRule>, after: Vec<KeyedRule>) {
        let written = self.state().order_rules.documents.written;
        let edit = DocumentEdit::KeepRules { before, after };
        self.apply(OrderRuleIntent::Document(edit));
        self.run_until("rules written", |state| state.order_rules.documents.written > written);
    }

    fn try_rules(&mut self, rules: Vec<KeyedRule>) -> TrialAnswer {
        self.apply(OrderRuleIntent::TryRules(rules));
        let begun = self.state().order_rules.trial.clone().unwrap();
        assert!(begun.answer.is_none(), "the window waits for nothing");
        self.run_until("trial", |state| {
            let trial = state.order_rules.trial.as_ref();
            trial.is_some_and(|trial| trial.answer.is_some())
        });
        let trial = self.state().order_rules.trial.clone().unwrap();
        trial.answer.unwrap().unwrap()
    }

    /// The presets of the orders on screen, in their order, by name; `-` for none.
    fn presets_of_orders(&self) -> Vec<String> {
        let orders = &self.state().orders;
        let name = |key: &str| {
            let mut presets = self.state().order_rules.documents.presets.iter();
            let found = presets.find(|keyed| keyed.key == key);
            found.map_or("?".to_owned(), |keyed| keyed.preset.name.clone())
        };
        let rows = orders.rows.iter();
        rows.map(|row| match &row.order.preset {
            Some(chosen) => name(&chosen.key),
            None => "-".to_owned(),
        })
        .collect()
    }

    fn has_notice(&self, words: &str) -> bool {
        let mut notices = self.state().notices.iter();
        notices.any(|notice| notice.text.to_string().contains(words))
    }
}

fn key_of(state: &State, name: &str) -> Option<String> {
    let mut presets = state.order_rules.documents.presets.iter();
    let found = presets.find(|keyed| keyed.preset.name == name);
    found.map(|keyed| keyed.key.clone())
}

fn chosen(state: &State) -> Option<Service> {
    let rate = state.ship.draft.chosen.as_ref()?;
    rate.final_service.clone()
}

/// A rule for orders of at most this many pounds.
fn up_to(key: &str, pounds: &str, preset: &str) -> KeyedRule {
    KeyedRule {
        key: key.to_owned(),
        revision: 0,
        rank: 0,
        changed_by: String::new(),
        rule: Rule {
            name: format!("Up to {pounds}"),
            conditions: vec![Condition::Weight {
                least: String::new(),
                most: pounds.to_owned(),
                unit: WeightUnit::Lb,
            }],
            outcome: RuleOutcome::Preset { key: preset.to_owned() },
        },
    }
}

#[test]
fn a_preset_fills_the_draft_and_chooses_the_rate() {
    let (_world, mut desk) = connected_desk();
    let within = Preset {
        package: Some(PackageForm {
            length: "9".to_owned(),
            width: "7".to_owned(),
            height: "5".to_owned(),
            ..PackageForm::default()
        }),
        from: Some(address("Dock 4", "233 S Wacker Dr", ("Chicago", "IL", "60606"))),
        ..named("Fast", ServiceChoice::CheapestWithin { days: 2 })
    };
    let media = named("Books", ServiceChoice::Named(Service::MediaMail));
    desk.write_presets(&[within.clone(), media]);
    desk.fill();
    desk.apply(digit(1));
    let draft = &desk.state().ship.draft;
    assert_eq!(draft.from.name, "Dock 4");
    let package = &draft.packages[0];
    assert_eq!((package.weight.as_str(), package.length.as_str()), ("1.5", "9"));
    assert_eq!(draft.chosen, None);
    desk.quote();
    let state = desk.state();
    let rates = &state.ship.quote.value().unwrap().rates;
    let wanted = choose_rate(&within, rates, &state.settings.hidden_services).unwrap();
    assert_eq!(state.ship.draft.chosen.as_ref(), Some(wanted));
    assert!(wanted.delivery_days.unwrap() <= 2.0);
    let first_fee = wanted.total_fee;
    // An edit of the parcel drops the choice; with the new rates the preset chooses again.
    desk.edit(|draft| draft.packages[0].weight = "6".into());
    assert_eq!(chosen(desk.state()), None);
    desk.quote();
    let state = desk.state();
    let again = state.ship.draft.chosen.as_ref().unwrap();
    assert!(again.delivery_days.unwrap() <= 2.0 && again.total_fee > first_fee);
    // Another preset whose parcel is the same chooses from the rates on screen at once. Services
    // for certain goods are chosen by their name.
    desk.apply(digit(2));
    assert_eq!(chosen(desk.state()), Some(Service::MediaMail));
    // The person has the last word, also when rates arrive again.
    let quote = desk.state().ship.quote.value().unwrap();
    let mut others = quote.rates.iter();
    let own = others.find(|rate| rate.final_service == Some(Service::PriorityMail));
    let own = own.unwrap().clone();
    desk.apply(ShipIntent::ChooseRate(Box::new(own)));
    assert!(desk.state().ship.preset.is_none());
    desk.quote();
    assert_eq!(chosen(desk.state()), Some(Service::PriorityMail));
}

#[test]
fn a_preset_that_no_rate_fits_says_why() {
    let (_world, mut desk) = connected_desk();
    let cheap = ServiceChoice::FastestUnder { amount: "0.05".to_owned() };
    let abroad = ServiceChoice::Named(Service::PriorityMailIntl);
    desk.write_presets(&[named("Cheap", cheap), named("Abroad", abroad)]);
    desk.choose();
    desk.apply(digit(1));
    assert!(desk.has_notice("No rate costs at most $0.05. The cheapest: "));
    assert_eq!(chosen(desk.state()), None, "no other rate is taken instead");
    desk.apply(digit(2));
    assert!(
        desk.has_notice("No carrier offers Priority Mail Intl for this parcel. The cheapest: ")
    );
    desk.quote();
    assert_eq!(chosen(desk.state()), None);
    desk.apply(digit(7));
    assert!(desk.has_notice("No preset has the key Ctrl+Alt+7"));
    desk.apply(ShipIntent::UsePreset(PresetPick::Key("gone".to_owned())));
    assert!(desk.has_notice("This preset no longer exists"));
}

#[test]
fn a_preset_of_the_next_parcel_leaves_the_one_just_bought() {
    let (_world, mut desk) = connected_desk();
    let small = Preset {
        package: Some(PackageForm {
            length: "8".to_owned(),
            width: "6".to_owned(),
            height: "4".to_owned(),
            ..PackageForm::default()
        }),
        ..named("Small", ServiceChoice::Cheapest)
    };
    desk.write_presets(&[small]);
    desk.choose();
    desk.apply(digit(1));
    desk.quote();
    let first = desk.state().ship.draft.order.clone();
    desk.buy_a_shipment();
    assert!(desk.state().ship.just_bought.is_some());
    assert!(desk.state().ship.preset.is_none(), "the next parcel has none yet");
    desk.apply(digit(1));
    let ship = &desk.state().ship;
    assert!(ship.just_bought.is_none() && ship.draft.order != first);
    assert_eq!(ship.draft.packages[0].length, "8");
    assert!(ship.preset.is_some());
}

#[test]
fn the_selected_orders_get_the_preset_else_the_open_one() {
    let (_world, mut desk) = connected_desk();
    let keys = desk.write_presets(&[
        named("Light", ServiceChoice::Cheapest),
        named("Heavy", ServiceChoice::CheapestWithin { days: 3 }),
    ]);
    desk.import_weighed(3);
    let pick = |digit| OrderIntent::UsePreset(PresetPick::Digit(digit));
    desk.apply(pick(1));
    assert!(desk.has_notice("Select the orders that get the preset"));
    let ids: Vec<_> = desk.state().orders.rows.iter().map(|row| row.id.clone()).collect();
    desk.apply(OrderIntent::Open(Some(ids[2].clone())));
    desk.apply(pick(2));
    desk.run_until("the open one", |state| state.orders.changes.undo.is_some());
    desk.run_until("rows", |state| state.orders.rows.iter().any(|row| row.order.preset.is_some()));
    assert_eq!(desk.presets_of_orders(), ["-", "-", "Heavy"]);
    desk.apply(OrderIntent::Tick { ids: ids[..2].to_vec(), ticked: true });
    desk.apply(pick(1));
    desk.run_until("the selected", |state| {
        state.orders.rows.iter().all(|row| row.order.preset.is_some())
    });
    assert_eq!(desk.presets_of_orders(), ["Light", "Light", "Heavy"]);
    let row = &desk.state().orders.rows[0];
    assert_eq!(row.order.preset.as_ref().unwrap().by, ChosenBy::Person);
    // How many orders would lose a preset that is deleted.
    for (key, expected) in keys.iter().zip([2, 1]) {
        desk.apply(OrderRuleIntent::CountOrdersOf(key.clone()));
        desk.run_until("the count", |state| {
            let counted = state.order_rules.preset_use.as_ref();
            counted.is_some_and(|counted| counted.key == *key && counted.orders.is_some())
        });
        let counted = desk.state().order_rules.preset_use.clone().unwrap();
        assert_eq!(counted.orders.unwrap().unwrap(), expected);
    }
}

#[test]
fn rules_are_tried_before_they_are_kept() {
    // More than two chunks of orders.
    const ORDERS: u64 = 1_100;
    let (_world, mut desk) = connected_desk();
    let keys = desk.write_presets(&[
        named("Light", ServiceChoice::Cheapest),
        named("Heavy", ServiceChoice::CheapestWithin { days: 3 }),
    ]);
    desk.import_weighed(usize::try_from(ORDERS).unwrap());
    let rules = vec![up_to("light", "30", &keys[0]), up_to("heavy", "90", &keys[1])];
    let answer = desk.try_rules(rules.clone());
    let fits: Vec<u64> = answer.rules.iter().map(|tally| tally.fits).collect();
    assert_eq!((fits, answer.unfit, answer.left_alone), (vec![300, 600], 200, 0));
    assert_eq!((answer.changed, answer.listed.len()), (900, 500));
    assert_eq!(answer.listed[0].number, "T00001");
    assert!(answer.listed[0].before.preset.is_none());
    let after = answer.listed[0].after.preset.clone().unwrap();
    assert_eq!(after.key, keys[0]);
    let trial = desk.state().order_rules.trial.clone().unwrap();
    assert_eq!((trial.read, trial.all), (ORDERS, ORDERS));
    // Nothing was changed.
    assert!(desk.presets_of_orders().iter().all(|preset| preset == "-"));
    assert!(desk.state().order_rules.documents.rules.is_empty());
    // Kept: the orders get their presets by themselves, and nothing is left to change.
    desk.keep_rules(Vec::new(), rules);
    desk.run_until("applied", |state| {
        let rows = &state.orders.rows;
        rows.first().is_some_and(|row| row.order.preset.is_some())
    });
    let kept = desk.state().order_rules.documents.rules.clone();
    let again = desk.try_rules(kept);
    assert_eq!((again.changed, again.unfit), (0, 200));
    desk.apply(OrderRuleIntent::DropTrial);
    assert!(desk.state().order_rules.trial.is_none());
}

#[test]
fn rules_are_kept_in_their_order_on_the_revisions_that_were_opened() {
    let (_world, mut desk) = connected_desk();
    let keys = desk.write_presets(&[named("Light", ServiceChoice::Cheapest)]);
    let rules = ["a", "b", "c"].map(|key| up_to(key, "5", &keys[0]));
    desk.keep_rules(Vec::new(), rules.to_vec());
    desk.run_until("three rules", |state| state.order_rules.documents.rules.len() == 3);
    let stored = |desk: &TestDesk| -> Vec<String> {
        let rules = desk.state().order_rules.documents.rules.iter();
        rules.map(|rule| rule.key.clone()).collect()
    };
    assert_eq!(stored(&desk), ["a", "b", "c"]);
    // Moved, removed and added at once.
    let opened = desk.state().order_rules.documents.rules.clone();
    let new = up_to("d", "9", &keys[0]);
    let after = vec![opened[2].clone(), new, opened[0].clone()];
    desk.keep_rules(opened.clone(), after);
    desk.run_until("the new order", |state| {
        state.order_rules.documents.rules.first().is_some_and(|rule| rule.key == "c")
    });
    assert_eq!(stored(&desk), ["c", "d", "a"]);
    // On revisions that are not the newest nothing is overwritten.
    let mut stale = opened.clone();
    stale[0].rule.name = "Stale".to_owned();
    desk.keep_rules(opened, stale);
    desk.run_until_told("changed “Stale” at the same time");
    let named = |state: &State| {
        state.order_rules.documents.rules.iter().any(|rule| rule.rule.name == "Stale")
    };
    assert!(!named(desk.state()), "{}", describe_state(desk.state()));
}

#[test]
fn a_deleted_preset_leaves_its_orders_in_need_of_attention() {
    let (_world, mut desk) = connected_desk();
    let keys = desk.write_presets(&[named("Light", ServiceChoice::Cheapest)]);
    desk.import_weighed(2);
    let ids: Vec<_> = desk.state().orders.rows.iter().map(|row| row.id.clone()).collect();
    desk.apply(OrderIntent::Tick { ids, ticked: true });
    desk.apply(OrderIntent::UsePreset(PresetPick::Key(keys[0].clone())));
    desk.run_until("the preset", |state| {
        state.orders.rows.iter().all(|row| row.order.preset.is_some())
    });
    let kind = DocumentKind::Preset;
    let key = keys[0].clone();
    desk.apply(OrderRuleIntent::Document(DocumentEdit::Remove { kind, key }));
    desk.run_until("attention", |state| state.orders.in_state(OrderState::NeedsAttention) == 2);
    assert!(desk.state().ship.preset.is_none());
    desk.apply(digit(1));
    assert!(desk.has_notice("No preset has the key Ctrl+Alt+1"));
}
