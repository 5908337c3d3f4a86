//! Tries rules against all orders before they are kept.

use super::KeyedRule;
use super::first_fit::{OrderFacts, Place, PreparedRules};
use super::placement::{Placement, is_left_alone, placement_after};
use crate::order::{ChosenPreset, Order};
use postroom_base::id::OrderId;

/// What would become of the orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleTrial {
    /// One for each rule, in their order.
    pub rules: Vec<RuleTally>,
    /// Orders that no rule fits.
    pub unfit: u64,
    /// Orders that rules do not change any more: bought, being bought or canceled.
    pub left_alone: u64,
    /// Orders whose preset or hold changes, in the given order.
    pub changes: Vec<TrialChange>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleTally {
    pub key: String,
    pub name: String,
    /// Orders for which it is the first rule that fits, also those whose preset a person chose.
    pub fits: u64,
    /// Orders for which it cannot be decided.
    pub undecided: u64,
}

/// Another rule that chooses the same preset is no change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialChange {
    pub id: OrderId,
    pub before: Placement,
    pub after: Placement,
}

/// Changes nothing of the orders.
pub fn try_rules<'a>(
    rules: &[KeyedRule],
    orders: impl IntoIterator<Item = (&'a OrderId, &'a Order)>,
    facts: &OrderFacts,
) -> RuleTrial {
    let prepared = PreparedRules::new(rules, facts);
    let tally = |keyed: &KeyedRule| RuleTally {
        key: keyed.key.clone(),
        name: keyed.rule.name.clone(),
        ..RuleTally::default()
    };
    let mut trial = RuleTrial { rules: rules.iter().map(tally).collect(), ..RuleTrial::default() };
    for (id, order) in orders {
        if is_left_alone(order) {
            trial.left_alone += 1;
            continue;
        }
        let place = prepared.first_place(order);
        match &place {
            Place::None => trial.unfit += 1,
            Place::Fits(place) => {
                if let Some(tally) = trial.rules.get_mut(*place) {
                    tally.fits += 1;
                }
            }
            Place::Undecided(place, _) => {
                if let Some(tally) = trial.rules.get_mut(*place) {
                    tally.undecided += 1;
                }
            }
        }
        let before = Placement::of_order(order);
        let after = placement_after(order, &prepared.verdict_of(&place));
        if key_of(&before.preset) != key_of(&after.preset) || before.hold != after.hold {
            trial.changes.push(TrialChange { id: id.clone(), before, after });
        }
    }
    trial
}

fn key_of(preset: &Option<ChosenPreset>) -> Option<&str> {
    preset.as_ref().map(|preset| preset.key.as_str())
}
