//! Chooses the rate that a preset asks for, or says why there is none and which rate comes nearest.

use std::cmp::Ordering;

use super::{Preset, ServiceChoice};
use crate::hidden_services::HiddenServices;
use crate::hidden_services::is_rate_hidden;
use crate::message;
use crate::parse_input;
use crate::rate_ranking::service_name;
use crate::restricted_services::is_restricted;
use postroom_api::rate::Rate;
use postroom_api::value::Service;
use postroom_base::id::CarrierAccountId;
use postroom_base::locale::Message;
use postroom_base::money::{Amount, Currency, Money};

/// Why no rate fits the preset, with the rate that comes nearest to what it asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum NoRate {
    /// The carriers gave no rate at all.
    NoneGiven,
    /// None of the preset's account. The nearest is the cheapest of the others.
    NotOfAccount { nearest: Option<Box<Rate>> },
    /// None of the named service. The nearest is the cheapest that may be chosen automatically.
    NotOfService { service: Service, nearest: Option<Box<Rate>> },
    /// Only of services that are never chosen automatically: the shop hides them, or they take
    /// certain goods only. The nearest is the cheapest of them.
    OnlyByName { nearest: Option<Box<Rate>> },
    /// None has a price.
    NoPrice,
    /// Only prices of 0 or below. The nearest is the first of them.
    NotAboveZero { nearest: Box<Rate> },
    /// None says how many days it takes. The nearest is the cheapest.
    NoDays { nearest: Box<Rate> },
    /// None takes at most so many days. The nearest is the fastest.
    NotWithinDays { days: u16, nearest: Box<Rate> },
    /// None costs at most so much. The nearest is the cheapest.
    NotUnderAmount { limit: Money, nearest: Box<Rate> },
    /// The preset's amount cannot be read.
    AmountUnreadable { text: String },
}

/// The rate that the preset asks for.
///
/// Services for certain goods only, and services that the shop hides, are chosen only if the preset
/// names them. A rate without a price is never chosen, as nobody would know what it costs, nor one of
/// 0 or below, which is more often a fault than a gift. A rate without delivery days is neither fast nor within a number of days. Of two that are equally good
/// the cheaper is chosen, then the faster, then the first of the list. Prices of several currencies
/// cannot be compared: those of the first priced rate's currency are chosen from.
pub fn choose_rate<'a>(
    preset: &Preset,
    rates: &'a [Rate],
    hidden: &HiddenServices,
) -> Result<&'a Rate, NoRate> {
    if rates.is_empty() {
        return Err(NoRate::NoneGiven);
    }
    let all: Vec<&Rate> = rates.iter().collect();
    let of_account = match &preset.account {
        None => all,
        Some(account) => rates_of_account(&all, account, hidden)?,
    };
    match &preset.service {
        ServiceChoice::Cheapest => {
            let rates = automatic(&of_account, hidden)?;
            cheapest(&rates).ok_or_else(|| no_price(&rates))
        }
        ServiceChoice::Named(service) => named(&of_account, service, hidden),
        ServiceChoice::CheapestWithin { days } => {
            cheapest_within(&automatic(&of_account, hidden)?, *days)
        }
        ServiceChoice::FastestUnder { amount } => {
            fastest_under(&automatic(&of_account, hidden)?, amount)
        }
    }
}

fn rates_of_account<'a>(
    rates: &[&'a Rate],
    account: &CarrierAccountId,
    hidden: &HiddenServices,
) -> Result<Vec<&'a Rate>, NoRate> {
    let is_of_account = |rate: &&Rate| {
        let of_rate = rate.carrier_account_id.as_ref();
        of_rate.is_some_and(|of_rate| of_rate.same_as(account))
    };
    let found: Vec<&Rate> = rates.iter().copied().filter(is_of_account).collect();
    match found.is_empty() {
        false => Ok(found),
        true => Err(NoRate::NotOfAccount { nearest: cheapest_automatic(rates, hidden) }),
    }
}

fn named<'a>(
    rates: &[&'a Rate],
    service: &Service,
    hidden: &HiddenServices,
) -> Result<&'a Rate, NoRate> {
    let is_named = |rate: &&Rate| rate.final_service.as_ref() == Some(service);
    let found: Vec<&Rate> = rates.iter().copied().filter(is_named).collect();
    match found.is_empty() {
        false => cheapest(&found).ok_or_else(|| no_price(&found)),
        true => Err(NoRate::NotOfService {
            service: service.clone(),
            nearest: cheapest_automatic(rates, hidden),
        }),
    }
}

/// The rates that may be chosen without naming their service.
fn automatic<'a>(rates: &[&'a Rate], hidden: &HiddenServices) -> Result<Vec<&'a Rate>, NoRate> {
    let may_be_chosen = |rate: &&Rate| !is_restricted(rate) && !is_rate_hidden(hidden, rate);
    let found: Vec<&Rate> = rates.iter().copied().filter(may_be_chosen).collect();
    match found.is_empty() {
        false => Ok(found),
        true => Err(NoRate::OnlyByName { nearest: boxed(cheapest(rates)) }),
    }
}

fn cheapest_automatic(rates: &[&Rate], hidden: &HiddenServices) -> Option<Box<Rate>> {
    boxed(cheapest(&automatic(rates, hidden).ok()?))
}

fn cheapest_within<'a>(all: &[&'a Rate], days: u16) -> Result<&'a Rate, NoRate> {
    let rates = comparable(all, None);
    let timed: Vec<&Rate> = rates.iter().copied().filter(has_days).collect();
    let in_time = |rate: &&Rate| days_of(rate).is_some_and(|it| it <= f64::from(days));
    let in_time: Vec<&Rate> = timed.iter().copied().filter(in_time).collect();
    if let Some(chosen) = cheapest(&in_time) {
        return Ok(chosen);
    }
    Err(match (fastest(&timed), cheapest(&rates)) {
        (Some(fastest), _) => NoRate::NotWithinDays { days, nearest: Box::new(fastest.clone()) },
        (None, Some(cheapest)) => NoRate::NoDays { nearest: Box::new(cheapest.clone()) },
        (None, None) => no_price(all),
    })
}

fn fastest_under<'a>(rates: &[&'a Rate], amount: &str) -> Result<&'a Rate, NoRate> {
    let limit = parse_input::amount(amount).ok();
    let Some(limit) = limit.filter(|limit| *limit > Amount::ZERO) else {
        let text = amount.trim().to_owned();
        return Err(NoRate::AmountUnreadable { text });
    };
    let symbol = currency_of_symbol(amount);
    let affordable = |rate: &&Rate| rate.total_fee.is_some_and(|fee| fee <= limit);
    let affordable: Vec<&Rate> = comparable(rates, symbol).into_iter().filter(affordable).collect();
    let timed: Vec<&Rate> = affordable.iter().copied().filter(has_days).collect();
    if let Some(chosen) = fastest(&timed) {
        return Ok(chosen);
    }
    let nearest = cheapest(&affordable).or_else(|| cheapest(rates));
    let Some((nearest, price)) = nearest.and_then(|rate| Some((rate, rate.price()?))) else {
        return Err(no_price(rates));
    };
    let nearest = Box::new(nearest.clone());
    Err(match affordable.is_empty() {
        true => NoRate::NotUnderAmount {
            limit: Money::new(limit, symbol.unwrap_or(price.currency)),
            nearest,
        },
        false => NoRate::NoDays { nearest },
    })
}

/// Why none of these can be compared.
fn no_price(rates: &[&Rate]) -> NoRate {
    let not_above_zero = rates.iter().find(|rate| is_not_above_zero(rate));
    match not_above_zero {
        Some(rate) => NoRate::NotAboveZero { nearest: Box::new((*rate).clone()) },
        None => NoRate::NoPrice,
    }
}

fn is_not_above_zero(rate: &Rate) -> bool {
    rate.total_fee.is_some_and(|fee| fee <= Amount::ZERO)
}

/// Which rate was left out because of its price.
pub fn left_out(rates: &[Rate]) -> Option<Message> {
    let rate = rates.iter().find(|rate| is_not_above_zero(rate))?;
    Some(message!("presets-rate-left-out", rate = words_of(rate)))
}

/// The rates whose prices are above 0 and can be compared: those in this currency, or in that of the
/// first such rate.
fn comparable<'a>(rates: &[&'a Rate], currency: Option<Currency>) -> Vec<&'a Rate> {
    let currency_of = |rate: &Rate| {
        rate.price().filter(|price| price.amount > Amount::ZERO).map(|price| price.currency)
    };
    let first = || rates.iter().find_map(|rate| currency_of(rate));
    let Some(currency) = currency.or_else(first) else {
        return Vec::new();
    };
    let rates = rates.iter().copied();
    rates.filter(|rate| currency_of(rate) == Some(currency)).collect()
}

/// The currency whose symbol was typed before the amount.
fn currency_of_symbol(amount: &str) -> Option<Currency> {
    let symbol = amount.trim().chars().next()?;
    let known = ["USD", "EUR", "GBP"];
    let mut known = known.iter().filter_map(|code| Currency::parse(code));
    known.find(|currency| currency.symbol() == Some(symbol.to_string().as_str()))
}

fn cheapest<'a>(rates: &[&'a Rate]) -> Option<&'a Rate> {
    let rates = comparable(rates, None);
    let by = |a: &&Rate, b: &&Rate| by_price(a, b).then_with(|| by_days(a, b));
    rates.into_iter().min_by(by)
}

fn fastest<'a>(rates: &[&'a Rate]) -> Option<&'a Rate> {
    let by = |a: &&Rate, b: &&Rate| by_days(a, b).then_with(|| by_price(a, b));
    rates.iter().copied().min_by(by)
}

/// Only for rates with a price in one currency.
fn by_price(a: &Rate, b: &Rate) -> Ordering {
    a.total_fee.cmp(&b.total_fee)
}

/// Rates without days last.
fn by_days(a: &Rate, b: &Rate) -> Ordering {
    let days = |rate: &Rate| days_of(rate).unwrap_or(f64::INFINITY);
    days(a).total_cmp(&days(b))
}

/// `None` also for a number of days that cannot be meant.
fn days_of(rate: &Rate) -> Option<f64> {
    let days = rate.delivery_days;
    days.filter(|days| days.is_finite() && *days >= 0.0)
}

fn has_days(rate: &&Rate) -> bool {
    days_of(rate).is_some()
}

fn boxed(rate: Option<&Rate>) -> Option<Box<Rate>> {
    rate.cloned().map(Box::new)
}

impl NoRate {
    /// What the preset asks for, that no rate fits, and the nearest rate that there is.
    pub fn in_words(&self) -> Message {
        match self {
            Self::NoneGiven => message!("presets-no-rate-given"),
            Self::NoPrice => message!("presets-no-rate-price"),
            Self::NotAboveZero { nearest } => {
                message!("presets-no-rate-above-zero", rate = words_of(nearest))
            }
            Self::AmountUnreadable { text } => {
                message!("presets-no-rate-amount-unreadable", text = text)
            }
            Self::NotOfAccount { nearest: None } => message!("presets-no-rate-account"),
            Self::NotOfAccount { nearest: Some(nearest) } => {
                message!("presets-no-rate-account-nearest", rate = words_of(nearest))
            }
            Self::NotOfService { service, nearest: None } => {
                message!("presets-no-rate-service", service = service_name(service))
            }
            Self::NotOfService { service, nearest: Some(nearest) } => message!(
                "presets-no-rate-service-nearest",
                service = service_name(service),
                rate = words_of(nearest)
            ),
            Self::OnlyByName { nearest: None } => message!("presets-no-rate-by-name"),
            Self::OnlyByName { nearest: Some(nearest) } => {
                message!("presets-no-rate-by-name-nearest", rate = words_of(nearest))
            }
            Self::NoDays { nearest } => {
                message!("presets-no-rate-days-unknown", rate = words_of(nearest))
            }
            Self::NotWithinDays { days, nearest } => {
                message!("presets-no-rate-within-days", days = *days, rate = words_of(nearest))
            }
            Self::NotUnderAmount { limit, nearest } => {
                message!("presets-no-rate-under-amount", limit = *limit, rate = words_of(nearest))
            }
        }
    }
}

/// `Ground Advantage, $7.90, 3 days`
fn words_of(rate: &Rate) -> Message {
    let service = rate.final_service.as_ref().map(service_name);
    let service = service.or_else(|| rate.carrier_code.clone());
    let service = service.unwrap_or_default();
    match (rate.price(), days_of(rate)) {
        (Some(price), Some(days)) => {
            message!("presets-rate-price-days", service = service, price = price, days = days)
        }
        (Some(price), None) => message!("presets-rate-price", service = service, price = price),
        (None, _) => service.into(),
    }
}

#[cfg(test)]
mod tests;
