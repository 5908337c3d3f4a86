//! A rule as it is typed: each condition with its texts, so that what cannot be read is not lost.

use crate::base::measure::WeightUnit;
use crate::base::money::{Amount, Currency};
use crate::message;
use crate::orders::rules::{Condition, KeyedRule, Rule, RuleFault, RuleOutcome, rule_faults};
use crate::parcel::parse_input;
use crate::text;

/// What a condition asks of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConditionKind {
    EveryOrder,
    #[default]
    Country,
    State,
    ZipRange,
    ZipPrefix,
    Weight,
    Value,
    Items,
    Pieces,
    Parcels,
    Sku,
    Source,
    Shipping,
    Note,
    International,
    PoBox,
    Military,
    ShipBy,
}

impl ConditionKind {
    pub const ALL: [Self; 18] = [
        Self::Country,
        Self::State,
        Self::ZipRange,
        Self::ZipPrefix,
        Self::International,
        Self::PoBox,
        Self::Military,
        Self::Weight,
        Self::Value,
        Self::Items,
        Self::Pieces,
        Self::Parcels,
        Self::Sku,
        Self::Shipping,
        Self::Source,
        Self::Note,
        Self::ShipBy,
        Self::EveryOrder,
    ];

    pub fn words(self) -> &'static str {
        match self {
            Self::EveryOrder => text!("rules-kind-every-order"),
            Self::Country => text!("rules-kind-country"),
            Self::State => text!("rules-kind-state"),
            Self::ZipRange => text!("rules-kind-zip-range"),
            Self::ZipPrefix => text!("rules-kind-zip-prefix"),
            Self::Weight => text!("rules-kind-weight"),
            Self::Value => text!("rules-kind-value"),
            Self::Items => text!("rules-kind-items"),
            Self::Pieces => text!("rules-kind-pieces"),
            Self::Parcels => text!("rules-kind-parcels"),
            Self::Sku => text!("rules-kind-sku"),
            Self::Source => text!("rules-kind-source"),
            Self::Shipping => text!("rules-kind-shipping"),
            Self::Note => text!("rules-kind-note"),
            Self::International => text!("rules-kind-international"),
            Self::PoBox => text!("rules-kind-po-box"),
            Self::Military => text!("rules-kind-military"),
            Self::ShipBy => text!("rules-kind-ship-by"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionForm {
    pub kind: ConditionKind,
    /// Several texts: with commas where names are short, else one on each line.
    pub list: String,
    /// The ends of a range, or a number of days in the second.
    pub least: String,
    pub most: String,
    pub unit: WeightUnit,
    pub currency: String,
    pub yes: bool,
}

impl Default for ConditionForm {
    fn default() -> Self {
        Self {
            kind: ConditionKind::default(),
            list: String::new(),
            least: String::new(),
            most: String::new(),
            unit: WeightUnit::default(),
            currency: Currency::USD.code().to_owned(),
            yes: true,
        }
    }
}

impl ConditionForm {
    pub fn of_condition(condition: &Condition) -> Self {
        let of = |kind| Self { kind, ..Self::default() };
        let listed =
            |kind, texts: &[String], separator| Self { list: texts.join(separator), ..of(kind) };
        let counted = |kind, least: &Option<u32>, most: &Option<u32>| Self {
            least: least.map(|count| count.to_string()).unwrap_or_default(),
            most: most.map(|count| count.to_string()).unwrap_or_default(),
            ..of(kind)
        };
        let answered = |kind, yes: &bool| Self { yes: *yes, ..of(kind) };
        match condition {
            Condition::EveryOrder => of(ConditionKind::EveryOrder),
            Condition::Country { any_of } => listed(ConditionKind::Country, any_of, ", "),
            Condition::State { any_of } => listed(ConditionKind::State, any_of, ", "),
            Condition::ZipPrefix { any_of } => listed(ConditionKind::ZipPrefix, any_of, ", "),
            Condition::Sku { any_of } => listed(ConditionKind::Sku, any_of, "\n"),
            Condition::Source { any_of } => listed(ConditionKind::Source, any_of, "\n"),
            Condition::Shipping { contains } => listed(ConditionKind::Shipping, contains, "\n"),
            Condition::ZipRange { from, to } => {
                Self { least: from.clone(), most: to.clone(), ..of(ConditionKind::ZipRange) }
            }
            Condition::Weight { least, most, unit } => Self {
                least: least.clone(),
                most: most.clone(),
                unit: *unit,
                ..of(ConditionKind::Weight)
            },
            Condition::Value { least, most, currency } => Self {
                least: amount_text(*least),
                most: amount_text(*most),
                currency: currency.code().to_owned(),
                ..of(ConditionKind::Value)
            },
            Condition::Items { least, most } => counted(ConditionKind::Items, least, most),
            Condition::Pieces { least, most } => counted(ConditionKind::Pieces, least, most),
            Condition::Parcels { least, most } => counted(ConditionKind::Parcels, least, most),
            Condition::Note(yes) => answered(ConditionKind::Note, yes),
            Condition::International(yes) => answered(ConditionKind::International, yes),
            Condition::PoBox(yes) => answered(ConditionKind::PoBox, yes),
            Condition::Military(yes) => answered(ConditionKind::Military, yes),
            Condition::ShipBy { days } => {
                Self { most: days.to_string(), ..of(ConditionKind::ShipBy) }
            }
        }
    }

    /// The condition, without what cannot be read; see [`Self::unreadable`].
    pub fn condition(&self) -> Condition {
        let by_comma = || texts(&self.list, &[',', '\n']);
        let by_line = || texts(&self.list, &['\n']);
        let least = || self.least.trim().parse().ok();
        let most = || self.most.trim().parse().ok();
        match self.kind {
            ConditionKind::EveryOrder => Condition::EveryOrder,
            ConditionKind::Country => Condition::Country { any_of: by_comma() },
            ConditionKind::State => Condition::State { any_of: by_comma() },
            ConditionKind::ZipPrefix => Condition::ZipPrefix { any_of: by_comma() },
            ConditionKind::Sku => Condition::Sku { any_of: by_line() },
            ConditionKind::Source => Condition::Source { any_of: by_line() },
            ConditionKind::Shipping => Condition::Shipping { contains: by_line() },
            ConditionKind::ZipRange => Condition::ZipRange {
                from: self.least.trim().to_owned(),
                to: self.most.trim().to_owned(),
            },
            ConditionKind::Weight => Condition::Weight {
                least: self.least.trim().to_owned(),
                most: self.most.trim().to_owned(),
                unit: self.unit,
            },
            ConditionKind::Value => Condition::Value {
                least: parse_input::amount(&self.least).ok(),
                most: parse_input::amount(&self.most).ok(),
                currency: Currency::parse(&self.currency).unwrap_or_default(),
            },
            ConditionKind::Items => Condition::Items { least: least(), most: most() },
            ConditionKind::Pieces => Condition::Pieces { least: least(), most: most() },
            ConditionKind::Parcels => Condition::Parcels { least: least(), most: most() },
            ConditionKind::Note => Condition::Note(self.yes),
            ConditionKind::International => Condition::International(self.yes),
            ConditionKind::PoBox => Condition::PoBox(self.yes),
            ConditionKind::Military => Condition::Military(self.yes),
            ConditionKind::ShipBy => {
                Condition::ShipBy { days: self.most.trim().parse().unwrap_or_default() }
            }
        }
    }

    /// The first typed text that is left out of the condition, because it is no number.
    fn unreadable(&self) -> Option<&str> {
        let is_wrong: fn(&str) -> bool = match self.kind {
            ConditionKind::Value => |text| parse_input::amount(text).is_err(),
            ConditionKind::Items | ConditionKind::Pieces | ConditionKind::Parcels => {
                |text| text.parse::<u32>().is_err()
            }
            ConditionKind::ShipBy => |text| text.parse::<u16>().is_err(),
            _ => return None,
        };
        let ends = [self.least.trim(), self.most.trim()];
        let mut ends = ends.into_iter().filter(|text| !text.is_empty());
        let end = ends.find(|text| is_wrong(text));
        let is_value = self.kind == ConditionKind::Value;
        let currency = self.currency.trim();
        let currency = Some(currency).filter(|code| is_value && Currency::parse(code).is_none());
        end.or(currency)
    }
}

/// The texts between the separators, without blank ones.
fn texts(list: &str, separators: &[char]) -> Vec<String> {
    let texts = list.split(separators).map(str::trim);
    texts.filter(|text| !text.is_empty()).map(str::to_owned).collect()
}

/// Two decimals, so that it is read alike where a comma is the decimal separator.
fn amount_text(amount: Option<Amount>) -> String {
    amount.map_or(String::new(), |amount| amount.round_to_cents().to_string())
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleForm {
    pub name: String,
    pub conditions: Vec<ConditionForm>,
    /// The orders are put on hold.
    pub holds: bool,
    /// The key of the preset.
    pub preset: String,
    pub reason: String,
}

impl RuleForm {
    pub fn of_rule(rule: &Rule) -> Self {
        let conditions = rule.conditions.iter();
        let mut form = Self {
            name: rule.name.clone(),
            conditions: conditions.map(ConditionForm::of_condition).collect(),
            ..Self::default()
        };
        match &rule.outcome {
            RuleOutcome::Preset { key } => form.preset.clone_from(key),
            RuleOutcome::Hold { reason } => {
                form.holds = true;
                form.reason.clone_from(reason);
            }
        }
        form
    }

    pub fn rule(&self) -> Rule {
        Rule {
            name: self.name.trim().to_owned(),
            conditions: self.conditions.iter().map(ConditionForm::condition).collect(),
            outcome: match self.holds {
                true => RuleOutcome::Hold { reason: self.reason.trim().to_owned() },
                false => RuleOutcome::Preset { key: self.preset.clone() },
            },
        }
    }

    /// All faults, those of what cannot be read in place of what follows from them.
    pub fn faults(&self, preset_exists: impl Fn(&str) -> bool) -> Vec<RuleFault> {
        let mut faults = rule_faults(&self.rule(), preset_exists);
        for (place, condition) in self.conditions.iter().enumerate() {
            let Some(text) = condition.unreadable() else {
                continue;
            };
            faults.retain(|fault| fault.condition != Some(place));
            faults.push(RuleFault {
                condition: Some(place),
                message: message!("rules-fault-number-unreadable", text = text),
            });
        }
        faults
    }
}

/// A rule of the list, with the rule that it was opened as.
#[derive(Clone, Debug, Default)]
pub struct EditedRule {
    pub key: String,
    pub revision: i64,
    pub form: RuleForm,
    /// The station and the person that changed it last.
    pub changed_by: String,
    /// As it was opened; `None` for a new rule.
    opened: Option<Rule>,
}

impl EditedRule {
    pub fn of_keyed(keyed: &KeyedRule) -> Self {
        Self {
            key: keyed.key.clone(),
            revision: keyed.revision,
            form: RuleForm::of_rule(&keyed.rule),
            changed_by: keyed.changed_by.clone(),
            opened: Some(keyed.rule.clone()),
        }
    }

    pub fn new_rule() -> Self {
        Self {
            key: uuid::Uuid::new_v4().to_string(),
            revision: 0,
            form: RuleForm { conditions: vec![ConditionForm::default()], ..RuleForm::default() },
            changed_by: String::new(),
            opened: None,
        }
    }

    pub fn is_new(&self) -> bool {
        self.opened.is_none()
    }

    pub fn is_changed(&self) -> bool {
        let opened = self.opened.as_ref();
        opened.is_none_or(|opened| self.form != RuleForm::of_rule(opened))
    }

    /// The rule as it would be kept at this place of the list.
    pub fn keyed(&self, rank: i64) -> KeyedRule {
        let opened = self.opened.clone().filter(|_| !self.is_changed());
        KeyedRule {
            key: self.key.clone(),
            revision: self.revision,
            rank,
            changed_by: self.changed_by.clone(),
            rule: opened.unwrap_or_else(|| self.form.rule()),
        }
    }
}

#[cfg(test)]
mod tests;
