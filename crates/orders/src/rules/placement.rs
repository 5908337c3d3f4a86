//! What a verdict of the rules changes in an order.

use std::borrow::Cow;

use super::RuleOutcome;
use super::first_fit::RuleVerdict;
use crate::order::{ChosenBy, ChosenPreset, Hold, Order};

/// Preset and hold of an order: all that rules change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    pub preset: Option<ChosenPreset>,
    pub hold: Option<Hold>,
}

impl Placement {
    pub fn of_order(order: &Order) -> Self {
        Self { preset: order.preset.clone(), hold: order.hold.clone() }
    }
}

/// Whether rules change nothing of the order any more: a purchase was begun, or it is canceled.
pub(super) fn is_left_alone(order: &Order) -> bool {
    order.canceled || order.may_have_cost_money()
}

/// Preset and hold of the order after the verdict.
///
/// What a person decided stays: a preset that a person chose or that the file named, and a person's
/// hold. What a rule decided before goes if the rules do not decide it again. Only while they are
/// undecided a rule's hold stays, because to let such an order go could be wrong.
pub fn placement_after(order: &Order, verdict: &RuleVerdict) -> Placement {
    let is_of_rule = |preset: &&ChosenPreset| matches!(preset.by, ChosenBy::Rule { .. });
    let of_person = order.preset.as_ref().filter(|preset| !is_of_rule(preset));
    let of_rule = match verdict {
        RuleVerdict::Fits { key, name, outcome: RuleOutcome::Preset { key: preset } } => {
            Some(ChosenPreset {
                key: preset.clone(),
                by: ChosenBy::Rule { key: key.clone(), name: name.clone() },
            })
        }
        _ => None,
    };
    let kept = order.hold.as_ref().filter(|hold| hold.by_rule.is_none());
    let hold = match (kept, verdict) {
        (Some(of_person), _) => Some(of_person.clone()),
        (None, RuleVerdict::Fits { key, outcome: RuleOutcome::Hold { reason }, .. }) => {
            Some(Hold { reason: reason.clone(), by_rule: Some(key.clone()) })
        }
        (None, RuleVerdict::Undecided { .. }) => order.hold.clone(),
        (None, RuleVerdict::Fits { .. } | RuleVerdict::None) => None,
    };
    Placement { preset: of_person.cloned().or(of_rule), hold }
}

/// Gives the order what the verdict says, as [`placement_after`] has it. An order that is being
/// bought, was bought or is canceled stays as it is. Returns whether something changed.
pub fn apply_verdict(order: &mut Order, verdict: &RuleVerdict) -> bool {
    if is_left_alone(order) {
        return false;
    }
    let after = placement_after(order, verdict);
    let changes = after != Placement::of_order(order);
    order.preset = after.preset;
    order.hold = after.hold;
    changes
}

/// The order with what the verdict says, as [`apply_verdict`] gives it. Most orders are not copied.
pub fn with_verdict<'a>(order: &'a Order, verdict: &RuleVerdict) -> Cow<'a, Order> {
    let mut order = Cow::Borrowed(order);
    let stays =
        is_left_alone(&order) || placement_after(&order, verdict) == Placement::of_order(&order);
    if !stays {
        apply_verdict(order.to_mut(), verdict);
    }
    order
}

/// Lets an order go that was on hold, for a person. The rule that held it does not hold it again.
pub fn lift_hold(order: &mut Order) {
    let rule = order.hold.take().and_then(|hold| hold.by_rule);
    if let Some(rule) = rule
        && !order.lifted_holds.contains(&rule)
    {
        order.lifted_holds.push(rule);
    }
}
