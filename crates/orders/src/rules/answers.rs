//! The conditions of a rule as they are compared, and their answers for an order.

use jiff::civil::Date;

use super::Condition;
use super::facts_of_order::{FactsOfOrder, plain_text, plain_zip, postal_code_of};
use super::first_fit::Missing;
use postroom_base::geography;
use postroom_base::measure::WeightUnit;
use postroom_base::measure::exact_weight::ExactWeightSum;
use postroom_base::money::{Amount, Currency, Money};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Holds,
    Fails,
    /// Something of the order, or the sender, is not known yet.
    Unknown(Missing),
}

impl From<bool> for Answer {
    fn from(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

/// The country of the sender's postal service; `None` if it is unknown.
pub(super) type SenderCountry = Option<&'static str>;

/// A condition whose texts were read once for all orders.
pub(super) enum PreparedCondition {
    EveryOrder,
    /// A fault of the condition: it holds for no order.
    Never,
    /// Codes of countries.
    Country(Vec<&'static str>),
    State {
        any_of: Vec<String>,
        scope: Scope,
    },
    ZipRange {
        from: String,
        to: String,
        scope: Scope,
    },
    ZipPrefix {
        any_of: Vec<String>,
        scope: Scope,
    },
    Weight {
        least: Option<ExactWeightSum>,
        most: Option<ExactWeightSum>,
    },
    Value {
        least: Option<Amount>,
        most: Option<Amount>,
        currency: Currency,
    },
    Items(CountRange),
    Pieces(CountRange),
    Parcels(CountRange),
    /// Each pattern as its parts between the `*`.
    Sku(Vec<Vec<String>>),
    Source(Vec<String>),
    Shipping(Vec<String>),
    Note(bool),
    International(bool),
    PoBox(bool),
    Military(bool),
    ShipBy(Date),
}

/// Of which countries states and ZIP codes are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    Anywhere,
    SenderCountry,
}

pub(super) struct CountRange {
    least: Option<u32>,
    most: Option<u32>,
}

impl CountRange {
    fn contains(&self, count: u32) -> bool {
        in_range(self.least, self.most, count)
    }
}

/// Whether the range has an end, and its ends are in order.
fn is_range<T: PartialOrd>(least: Option<T>, most: Option<T>) -> bool {
    match (least, most) {
        (None, None) => false,
        (Some(least), Some(most)) => least <= most,
        _ => true,
    }
}

fn in_range<T: PartialOrd>(least: Option<T>, most: Option<T>, value: T) -> bool {
    least.is_none_or(|least| value >= least) && most.is_none_or(|most| value <= most)
}

/// The rule names countries, or asks for international orders.
pub(super) fn scope_of(conditions: &[Condition]) -> Scope {
    let says_where = conditions.iter().any(|condition| {
        matches!(condition, Condition::Country { .. } | Condition::International(true))
    });
    if says_where { Scope::Anywhere } else { Scope::SenderCountry }
}

impl PreparedCondition {
    pub fn new(condition: &Condition, scope: Scope, today: Date) -> Self {
        let plain_texts = |texts: &[String]| -> Vec<String> {
            let plain = texts.iter().map(|text| plain_text(text));
            plain.filter(|text| !text.is_empty()).collect()
        };
        match condition {
            Condition::EveryOrder => Self::EveryOrder,
            Condition::Country { any_of } => {
                let known = any_of.iter().filter_map(|text| geography::country(text));
                let known = known.map(|country| country.a2.as_str()).collect();
                unless_empty(known, Self::Country)
            }
            Condition::State { any_of } => {
                let states = any_of.iter().map(|text| geography::plain_name(text));
                let states = states.filter(|state| !state.is_empty()).collect();
                unless_empty(states, |any_of| Self::State { any_of, scope })
            }
            Condition::ZipRange { from, to } => {
                let (from, to) = (plain_zip(from), plain_zip(to));
                match from.len() == to.len() && !from.is_empty() && from <= to {
                    true => Self::ZipRange { from, to, scope },
                    false => Self::Never,
                }
            }
            Condition::ZipPrefix { any_of } => {
                let prefixes = any_of.iter().map(|prefix| plain_zip(prefix));
                let prefixes = prefixes.filter(|prefix| !prefix.is_empty()).collect();
                unless_empty(prefixes, |any_of| Self::ZipPrefix { any_of, scope })
            }
            Condition::Weight { least, most, unit } => prepare_weight(least, most, *unit),
            Condition::Value { least, most, currency } => match is_range(*least, *most) {
                true => Self::Value { least: *least, most: *most, currency: *currency },
                false => Self::Never,
            },
            Condition::Items { least, most } => counted(*least, *most, Self::Items),
            Condition::Pieces { least, most } => counted(*least, *most, Self::Pieces),
            Condition::Parcels { least, most } => counted(*least, *most, Self::Parcels),
            Condition::Sku { any_of } => {
                let patterns = plain_texts(any_of).into_iter();
                Self::Sku(patterns.map(|pattern| parts_of(&pattern)).collect())
            }
            Condition::Source { any_of } => Self::Source(plain_texts(any_of)),
            Condition::Shipping { contains } => Self::Shipping(plain_texts(contains)),
            Condition::Note(wanted) => Self::Note(*wanted),
            Condition::International(wanted) => Self::International(*wanted),
            Condition::PoBox(wanted) => Self::PoBox(*wanted),
            Condition::Military(wanted) => Self::Military(*wanted),
            Condition::ShipBy { days } => {
                let span = jiff::Span::new().days(i64::from(*days));
                Self::ShipBy(today.checked_add(span).unwrap_or(Date::MAX))
            }
        }
    }

    pub fn answer(&self, facts: &FactsOfOrder<'_>, sender: SenderCountry) -> Answer {
        match self {
            Self::EveryOrder => Answer::Holds,
            Self::Never => Answer::Fails,
            Self::Country(countries) => country(facts, countries),
            Self::State { any_of, scope } => {
                in_scope(facts, sender, *scope, || state(facts, any_of))
            }
            Self::ZipRange { from, to, scope } => in_scope(facts, sender, *scope, || {
                zip(facts, |zip| {
                    let start = zip.get(..from.len());
                    start.is_some_and(|start| (from.as_str()..=to.as_str()).contains(&start))
                })
            }),
            Self::ZipPrefix { any_of, scope } => in_scope(facts, sender, *scope, || {
                zip(facts, |zip| any_of.iter().any(|prefix| zip.starts_with(prefix)))
            }),
            Self::Weight { least, most } => match facts.weight() {
                Some(weight) => in_range(*least, *most, weight).into(),
                None => Answer::Unknown(Missing::Weight),
            },
            Self::Value { least, most, currency } => match facts.value() {
                Some(Money { amount, currency: of_order }) if of_order == *currency => {
                    in_range(*least, *most, amount).into()
                }
                Some(_) => Answer::Unknown(Missing::Currency),
                None => Answer::Unknown(Missing::Value),
            },
            Self::Items(range) => range.contains(count(facts.order.items.len())).into(),
            Self::Pieces(range) => match facts.pieces() {
                Some(pieces) => range.contains(pieces).into(),
                None => Answer::Unknown(Missing::Quantity),
            },
            // An order without parcels is packed in one.
            Self::Parcels(range) => range.contains(count(facts.order.parcels.len().max(1))).into(),
            Self::Sku(patterns) => {
                let fits = |sku: &String| patterns.iter().any(|pattern| matches(sku, pattern));
                facts.skus().iter().any(fits).into()
            }
            Self::Source(any_of) => any_of.iter().any(|it| it == facts.source()).into(),
            Self::Shipping(contains) => {
                let words = facts.shipping();
                contains.iter().any(|it| words.contains(it.as_str())).into()
            }
            Self::Note(wanted) => (facts.order.note.trim().is_empty() != *wanted).into(),
            Self::International(wanted) => match is_domestic(facts, sender) {
                Ok(domestic) => (domestic != *wanted).into(),
                Err(missing) => Answer::Unknown(missing),
            },
            Self::PoBox(wanted) => (facts.is_po_box() == *wanted).into(),
            Self::Military(wanted) => (facts.is_military() == *wanted).into(),
            Self::ShipBy(last) => facts.order.ship_by.is_some_and(|day| day <= *last).into(),
        }
    }
}

/// A list without entries is a fault.
fn unless_empty<T>(
    list: Vec<T>,
    condition: impl FnOnce(Vec<T>) -> PreparedCondition,
) -> PreparedCondition {
    if list.is_empty() { PreparedCondition::Never } else { condition(list) }
}

fn prepare_weight(least: &str, most: &str, unit: WeightUnit) -> PreparedCondition {
    let read = |text: &str| match text.trim() {
        "" => Some(None),
        text => ExactWeightSum::parse(text, unit).map(Some),
    };
    match read(least).zip(read(most)) {
        Some((least, most)) if is_range(least, most) => PreparedCondition::Weight { least, most },
        _ => PreparedCondition::Never,
    }
}

fn counted(
    least: Option<u32>,
    most: Option<u32>,
    condition: fn(CountRange) -> PreparedCondition,
) -> PreparedCondition {
    match is_range(least, most) {
        true => condition(CountRange { least, most }),
        false => PreparedCondition::Never,
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// A territory of the United States is found under its own code and under theirs, however its
/// address is written.
fn country(facts: &FactsOfOrder<'_>, countries: &[&str]) -> Answer {
    let Some(country) = facts.country() else {
        return Answer::Unknown(Missing::Country);
    };
    let own = country.a2.as_str();
    let is_state_of_us =
        |code: &str| own == "US" && facts.state().iter().any(|it| it.eq_ignore_ascii_case(code));
    let fits = |code: &&str| {
        *code == own || *code == postal_code_of(own) || {
            postal_code_of(code) != *code && is_state_of_us(code)
        }
    };
    countries.iter().any(fits).into()
}

fn state(facts: &FactsOfOrder<'_>, any_of: &[String]) -> Answer {
    let Some(country) = facts.country() else {
        return Answer::Unknown(Missing::Country);
    };
    let is_american = postal_code_of(&country.a2) == "US";
    let state = facts.state();
    if state.is_empty() {
        return match is_american || country.needs_state() {
            true => Answer::Unknown(Missing::State),
            false => Answer::Fails,
        };
    }
    any_of.iter().any(|it| state.contains(it)).into()
}

fn zip(facts: &FactsOfOrder<'_>, fits: impl Fn(&str) -> bool) -> Answer {
    let zip = facts.zip();
    let has_none = |it: &geography::Country| it.postcode_example().is_none();
    match zip.is_empty() {
        false => fits(zip).into(),
        true if facts.country().is_some_and(has_none) => Answer::Fails,
        true => Answer::Unknown(Missing::Zip),
    }
}

/// The answer for an order to a country that is meant.
fn in_scope(
    facts: &FactsOfOrder<'_>,
    sender: SenderCountry,
    scope: Scope,
    answer: impl Fn() -> Answer,
) -> Answer {
    match scope {
        Scope::Anywhere => answer(),
        Scope::SenderCountry => match is_domestic(facts, sender) {
            Ok(true) => answer(),
            Ok(false) => Answer::Fails,
            Err(missing) => Answer::Unknown(missing),
        },
    }
}

/// Whether the parcel stays in the country of the sender's postal service.
fn is_domestic(facts: &FactsOfOrder<'_>, sender: SenderCountry) -> Result<bool, Missing> {
    let to = facts.postal_country().ok_or(Missing::Country)?;
    let from = sender.ok_or(Missing::Sender)?;
    Ok(from == to)
}

fn parts_of(pattern: &str) -> Vec<String> {
    pattern.split('*').map(str::to_owned).collect()
}

/// Whether the text consists of these parts with anything between them.
fn matches(text: &str, parts: &[String]) -> bool {
    let Some((first, others)) = parts.split_first() else {
        return false;
    };
    let Some((last, between)) = others.split_last() else {
        return text == first;
    };
    let Some(mut rest) = text.strip_prefix(first.as_str()) else {
        return false;
    };
    for part in between {
        match rest.split_once(part.as_str()) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last.as_str())
}
