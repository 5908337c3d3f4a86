//! Texts about a rate: its name, its arrival and the names of its badges.

use jiff::tz::TimeZone;

use crate::api::rate::Rate;
use crate::base::locale::format;
use crate::desk::state::State;
use crate::parcel::restricted_services::allowed_use;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::widgets::clock_time;

/// Whether two rates are the same offer: the same id, or the same account, service and fee.
pub fn same_rate(a: &Rate, b: &Rate) -> bool {
    (a.id.is_some() && a.id == b.id)
        || (a.carrier_account_id == b.carrier_account_id
            && a.final_service == b.final_service
            && a.total_fee == b.total_fee)
}

/// The names of the badges.
pub mod badge {
    use crate::text;

    pub fn cheapest() -> &'static str {
        text!("rates-badge-cheapest")
    }

    pub fn fastest() -> &'static str {
        text!("rates-badge-fastest")
    }

    pub fn best_value() -> &'static str {
        text!("rates-badge-best-value")
    }
}

/// What a service that takes certain goods only is for.
pub fn only_for(rate: &Rate) -> Option<&'static str> {
    rate.final_service.as_ref().and_then(allowed_use)
}

/// `3 days, Tue, Nov 24, guaranteed`, as far as the carrier reports it.
pub fn arrival(rate: &Rate, zone: &TimeZone) -> String {
    let date = rate.delivery_date.as_ref();
    let date = date.map(|date| format::formats().weekday_date(date.in_zone(zone).date()));
    let when = match (rate.delivery_days.map(days_words), date) {
        (Some(days), Some(date)) => Some(text!("rates-arrival", days = days, date = date)),
        (days, date) => days.or(date),
    };
    match (when, rate.delivery_date_guaranteed == Some(true)) {
        (Some(when), true) => text!("rates-arrival-guaranteed", arrival = when),
        (Some(when), false) => when,
        (None, true) => text!("rates-arrival-only-guaranteed").to_owned(),
        (None, false) => text!("rates-arrival-unknown").to_owned(),
    }
}

/// `1 day`, `2.5 days`
pub fn days_words(days: f64) -> String {
    text!("rates-days", days = days)
}

/// The name of the carrier, with the name of the account if that differs.
pub fn account_words(state: &State, rate: &Rate) -> String {
    carrier_account_name(
        state,
        rate.carrier_code.as_deref().unwrap_or_default(),
        account_name(state, rate),
    )
}

/// The name of the rate's account: as the rate says it, or else as the list of accounts does.
pub fn account_name<'a>(state: &'a State, rate: &'a Rate) -> &'a str {
    let told = rate.carrier_account_name.as_deref();
    let listed = || {
        let id = rate.carrier_account_id.as_ref()?;
        let mut accounts = state.carriers.accounts.value()?.iter();
        let account = accounts.find(|account| account.id.as_ref() == Some(id))?;
        account.name.as_deref()
    };
    let name = told.filter(|name| !name.trim().is_empty()).or_else(listed);
    name.unwrap_or_default()
}

/// The same from a carrier code and the name of an account.
pub fn carrier_account_name(state: &State, code: &str, account: &str) -> String {
    let carrier = carrier_name(state, code);
    if account.contains(&carrier) {
        account.to_owned()
    } else if carrier.contains(account) {
        carrier
    } else {
        format!("{carrier}, {account}")
    }
}

pub fn carrier_name(state: &State, code: &str) -> String {
    state
        .carriers
        .list
        .value()
        .and_then(|carriers| {
            carriers.iter().find(|carrier| carrier.code.as_deref() == Some(code))?.name.clone()
        })
        .unwrap_or_else(|| code.to_owned())
}

/// How much less a similar parcel once cost; `None` if there was no cheaper one, or if the
/// prices on screen are outdated.
pub fn cheaper_words(cx: &Cx<'_>) -> Option<String> {
    let state = cx.state;
    if state.ship.quote_outdated || state.ship.quote.is_loading() {
        return None;
    }
    let cheaper = state.ship.rate_history.cheaper.as_ref()?;
    let then = cheaper.at.to_zoned(cx.zone.clone());
    let today = cx.now.to_zoned(cx.zone.clone());
    let (price, service) = (cheaper.price?, &cheaper.service);
    if then.date() == today.date() {
        let time = clock_time(cheaper.at, cx.zone);
        return Some(text!("rates-cheaper-today", time = time, price = price, service = service));
    }
    let date = match then.year() == today.year() {
        true => format::formats().date_of_year(then.date()),
        false => format::formats().date(then.date()),
    };
    Some(text!("rates-cheaper", date = date, price = price, service = service))
}
