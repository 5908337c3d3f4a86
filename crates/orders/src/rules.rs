//! Rules that choose a preset for an order, or put it on hold. The first that fits wins.

mod answers;
mod facts_of_order;
mod first_fit;
mod placement;
mod po_box;
mod rule_faults;
mod rule_trial;
mod rule_words;

pub use first_fit::{Missing, OrderFacts, PreparedRules, RuleVerdict, first_fit};
pub use placement::{Placement, apply_verdict, lift_hold, placement_after, with_verdict};
pub use rule_faults::{RuleFault, rule_faults};
pub use rule_trial::{RuleTally, RuleTrial, TrialChange, try_rules};
pub use rule_words::{condition_in_words, rule_in_words};

use serde::{Deserialize, Serialize};

use postroom_base::measure::WeightUnit;
use postroom_base::money::{Amount, Currency};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rule {
    pub name: String,
    /// All must hold. A rule without conditions fits no order, as it would take them all by
    /// mistake; [`Condition::EveryOrder`] says it on purpose.
    pub conditions: Vec<Condition>,
    pub outcome: RuleOutcome,
}

/// A rule of the workspace.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KeyedRule {
    pub key: String,
    pub revision: i64,
    /// The rules are tried in the order of their ranks.
    pub rank: i64,
    /// The station and the person that changed it last.
    pub changed_by: String,
    pub rule: Rule,
}

/// The names are stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleOutcome {
    /// The order gets the preset with this key.
    Preset { key: String },
    /// The order waits for a person.
    Hold { reason: String },
}

impl Default for RuleOutcome {
    fn default() -> Self {
        Self::Preset { key: String::new() }
    }
}

/// What a rule asks of an order. Texts are compared without regard to case. The names are stored.
///
/// States and ZIP codes are those of the countries that the rule names, or of all countries if it
/// asks for international orders. In a rule that does neither, they are of the sender's country: a
/// rule for ZIP 10000 to 14999 means New York and not Berlin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    EveryOrder,
    /// One of these, as codes or names. The United States include their territories.
    Country {
        any_of: Vec<String>,
    },
    /// One of these, as codes or names.
    State {
        any_of: Vec<String>,
    },
    /// From one to the other, both included. Both ends have the same number of characters, and only
    /// so many of a ZIP are compared.
    ZipRange {
        from: String,
        to: String,
    },
    /// The ZIP begins with one of these.
    ZipPrefix {
        any_of: Vec<String>,
    },
    /// Of the whole order, without packaging. An empty end is open; both ends are included.
    Weight {
        least: String,
        most: String,
        unit: WeightUnit,
    },
    /// Of the goods. Both ends are included.
    Value {
        least: Option<Amount>,
        most: Option<Amount>,
        currency: Currency,
    },
    /// The number of different items.
    Items {
        least: Option<u32>,
        most: Option<u32>,
    },
    /// The number of pieces of all items.
    Pieces {
        least: Option<u32>,
        most: Option<u32>,
    },
    Parcels {
        least: Option<u32>,
        most: Option<u32>,
    },
    /// An item has one of these SKUs; `*` stands for any characters.
    Sku {
        any_of: Vec<String>,
    },
    Source {
        any_of: Vec<String>,
    },
    /// The shop's words for the shipping contain one of these.
    Shipping {
        contains: Vec<String>,
    },
    /// Whether the order has a note.
    Note(bool),
    /// Whether the parcel crosses a border.
    International(bool),
    PoBox(bool),
    /// Whether the address is military: APO, FPO or DPO.
    Military(bool),
    /// The order must be shipped within so many days from today, or should have been already.
    ShipBy {
        days: u16,
    },
}

#[cfg(test)]
#[allow(clippy::type_complexity, reason = "tables of cases")]
mod tests;
