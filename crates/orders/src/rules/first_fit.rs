//! Which rule an order falls under.

use jiff::civil::Date;

use super::answers::{Answer, PreparedCondition, SenderCountry, scope_of};
use super::facts_of_order::{FactsOfOrder, postal_code_of};
use super::{KeyedRule, RuleOutcome};
use crate::message;
use crate::order::Order;
use postroom_base::geography;
use postroom_base::locale::Message;

/// What rules must know besides the order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderFacts {
    /// The sender's country, as a code or a name.
    pub sender_country: String,
    pub today: Date,
}

impl OrderFacts {
    fn sender_postal_country(&self) -> SenderCountry {
        let country = geography::country(&self.sender_country);
        country.map(|country| postal_code_of(&country.a2))
    }
}

/// What the rules say of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleVerdict {
    /// The first rule that fits, as it is named now.
    Fits {
        key: String,
        name: String,
        outcome: RuleOutcome,
    },
    None,
    /// This rule may fit or not, so no later one may win: a rule for heavy parcels comes before the
    /// one for all others, and an order whose weight is missing may be a heavy one.
    Undecided {
        key: String,
        name: String,
        missing: Missing,
    },
}

/// What must be known to decide a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Missing {
    Country,
    /// The sender's country.
    Sender,
    State,
    Zip,
    Weight,
    Value,
    /// The value is in another currency than the rule's.
    Currency,
    /// A quantity of pieces.
    Quantity,
}

impl RuleVerdict {
    /// Why no rule was chosen although one might fit; `None` for the other verdicts.
    pub fn why_undecided(&self) -> Option<Message> {
        let Self::Undecided { name, missing, .. } = self else {
            return None;
        };
        Some(match missing {
            Missing::Country => message!("rules-undecided-country", rule = name),
            Missing::Sender => message!("rules-undecided-sender", rule = name),
            Missing::State => message!("rules-undecided-state", rule = name),
            Missing::Zip => message!("rules-undecided-zip", rule = name),
            Missing::Weight => message!("rules-undecided-weight", rule = name),
            Missing::Value => message!("rules-undecided-value", rule = name),
            Missing::Currency => message!("rules-undecided-currency", rule = name),
            Missing::Quantity => message!("rules-undecided-quantity", rule = name),
        })
    }
}

/// The rules with their texts read once, for many orders.
pub struct PreparedRules<'a> {
    rules: Vec<PreparedRule<'a>>,
    sender: SenderCountry,
}

struct PreparedRule<'a> {
    keyed: &'a KeyedRule,
    conditions: Vec<PreparedCondition>,
}

/// The place of a rule in the list, or why none was chosen.
pub(super) enum Place {
    Fits(usize),
    None,
    Undecided(usize, Missing),
}

impl<'a> PreparedRules<'a> {
    pub fn new(rules: &'a [KeyedRule], facts: &OrderFacts) -> Self {
        let prepare = |keyed: &'a KeyedRule| {
            let conditions = &keyed.rule.conditions;
            let scope = scope_of(conditions);
            let conditions = conditions.iter();
            PreparedRule {
                keyed,
                conditions: conditions
                    .map(|condition| PreparedCondition::new(condition, scope, facts.today))
                    .collect(),
            }
        };
        Self { rules: rules.iter().map(prepare).collect(), sender: facts.sender_postal_country() }
    }

    pub fn first_fit(&self, order: &Order) -> RuleVerdict {
        self.verdict_of(&self.first_place(order))
    }

    pub(super) fn first_place(&self, order: &Order) -> Place {
        let facts = FactsOfOrder::new(order);
        for (place, rule) in self.rules.iter().enumerate() {
            let keyed = rule.keyed;
            let is_hold = matches!(keyed.rule.outcome, RuleOutcome::Hold { .. });
            if is_hold && order.lifted_holds.contains(&keyed.key) {
                continue;
            }
            match rule.answer(&facts, self.sender) {
                Answer::Holds => return Place::Fits(place),
                Answer::Fails => {}
                Answer::Unknown(missing) => return Place::Undecided(place, missing),
            }
        }
        Place::None
    }

    pub(super) fn verdict_of(&self, place: &Place) -> RuleVerdict {
        let rule = |place: &usize| self.rules.get(*place).map(|rule| rule.keyed);
        match place {
            Place::None => RuleVerdict::None,
            Place::Fits(place) => match rule(place) {
                Some(keyed) => RuleVerdict::Fits {
                    key: keyed.key.clone(),
                    name: keyed.rule.name.clone(),
                    outcome: keyed.rule.outcome.clone(),
                },
                None => RuleVerdict::None,
            },
            Place::Undecided(place, missing) => match rule(place) {
                Some(keyed) => RuleVerdict::Undecided {
                    key: keyed.key.clone(),
                    name: keyed.rule.name.clone(),
                    missing: *missing,
                },
                None => RuleVerdict::None,
            },
        }
    }
}

impl PreparedRule<'_> {
    /// A condition that fails decides the rule, whatever else is missing.
    fn answer(&self, facts: &FactsOfOrder<'_>, sender: SenderCountry) -> Answer {
        if self.conditions.is_empty() {
            return Answer::Fails;
        }
        let mut answer = Answer::Holds;
        for condition in &self.conditions {
            match condition.answer(facts, sender) {
                Answer::Holds => {}
                Answer::Fails => return Answer::Fails,
                Answer::Unknown(missing) if answer == Answer::Holds => {
                    answer = Answer::Unknown(missing);
                }
                Answer::Unknown(_) => {}
            }
        }
        answer
    }
}

/// The verdict of the rules on one order; [`PreparedRules`] is faster for many.
pub fn first_fit(rules: &[KeyedRule], order: &Order, facts: &OrderFacts) -> RuleVerdict {
    PreparedRules::new(rules, facts).first_fit(order)
}
