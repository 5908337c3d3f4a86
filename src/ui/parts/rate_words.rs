//! Texts about a rate: its name, its arrival and its badges.

use egui::Ui;
use jiff::tz::TimeZone;

use crate::api::rate::Rate;
use crate::desk::parcel::rate_ranking::Quote;
use crate::desk::state::State;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::text::{clock_time, pill_ui};
use crate::ui::widgets::{Icon, Meaning};

/// Whether two rates are the same offer: the same id, or the same account, service and fee.
pub fn same_rate(a: &Rate, b: &Rate) -> bool {
    (a.id.is_some() && a.id == b.id)
        || (a.carrier_account_id == b.carrier_account_id
            && a.final_service == b.final_service
            && a.total_fee == b.total_fee)
}

/// The badges Cheapest, Fastest and Best value: with a word and an icon, not only a color.
pub fn badges_ui(ui: &mut Ui, quote: &Quote, index: usize) {
    ui.spacing_mut().item_spacing.x = space::XS;
    if quote.cheapest == Some(index) {
        pill_ui(ui, Meaning::Good, Icon::Tag, "Cheapest");
    }
    if quote.fastest == Some(index) {
        pill_ui(ui, Meaning::Info, Icon::Clock, "Fastest");
    }
    if quote.best_value == Some(index) && quote.cheapest != quote.best_value {
        pill_ui(ui, Meaning::Neutral, Icon::Check, "Best value");
    }
}

/// `3 days, Tue 24 Nov, guaranteed`, as far as the carrier reports it.
pub fn arrival(rate: &Rate, zone: &TimeZone) -> String {
    let mut parts = Vec::new();
    if let Some(days) = rate.delivery_days {
        parts.push(days_words(days));
    }
    if let Some(date) = &rate.delivery_date {
        parts.push(date.in_zone(zone).strftime("%a %-d %b").to_string());
    }
    if rate.delivery_date_guaranteed == Some(true) {
        parts.push("guaranteed".to_owned());
    }
    match parts.is_empty() {
        true => "delivery time not said".to_owned(),
        false => parts.join(", "),
    }
}

pub fn days_words(days: f64) -> String {
    if (days - 1.0).abs() < f64::EPSILON {
        "1 day".to_owned()
    } else {
        format!("{days} days")
    }
}

/// The name of the carrier, with the name of the account if that differs.
pub fn account_words(state: &State, rate: &Rate) -> String {
    let account = rate.carrier_account_name.as_deref().unwrap_or_default();
    carrier_account_name(
        state,
        rate.carrier_code.as_deref().unwrap_or_default(),
        account,
    )
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
            carriers
                .iter()
                .find(|carrier| carrier.code.as_deref() == Some(code))?
                .name
                .clone()
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
    let when = if then.date() == today.date() {
        format!("today at {}", clock_time(cheaper.at, cx.zone))
    } else if then.year() == today.year() {
        then.strftime("on %-d %b").to_string()
    } else {
        then.strftime("on %-d %b %Y").to_string()
    };
    let (price, service) = (cheaper.price?, &cheaper.service);
    Some(format!(
        "This parcel was cheaper {when}: {price} as {service}"
    ))
}
