//! Compares rates: badges, filter and sorting.

use std::cmp::Ordering;

use crate::hidden_services::HiddenServices;
use crate::hidden_services::is_rate_hidden;
use crate::restricted_services::is_restricted;
use postroom_api::rate::Rate;
use postroom_api::value::Service;
pub use postroom_base::code_words::spaced;
use postroom_base::id::OrderId;
use postroom_base::search_text::Search;

/// Badges are only for rates of services that take all goods and that the shop offers.
#[derive(Clone, Debug)]
pub struct Quote {
    /// The order whose draft the rates are for.
    pub order: OrderId,
    pub rates: Vec<Rate>,
    /// The rates of services that the shop does not offer.
    pub hidden: Vec<Rate>,
    pub cheapest: Option<usize>,
    pub fastest: Option<usize>,
    /// The cheapest of those within a day of the fastest half; see [`quote`].
    pub best_value: Option<usize>,
}

/// For best value, a rate may be this much slower than the fastest half.
const GRACE_DAYS: f64 = 1.0;

/// Builds a quote: the rates in their original order, with their badges.
pub fn quote(order: OrderId, rates: Vec<Rate>) -> Quote {
    let quote =
        Quote { order, rates, hidden: Vec::new(), cheapest: None, fastest: None, best_value: None };
    quote.with_badges(|_| true)
}

impl Quote {
    /// The same rates without those of hidden services, except the rate that the draft keeps.
    pub fn hiding(self, hidden: &HiddenServices, keeps: impl Fn(&Rate) -> bool) -> Self {
        let all = self.rates.into_iter().chain(self.hidden);
        let (rates, not_offered) =
            all.partition(|rate| keeps(rate) || !is_rate_hidden(hidden, rate));
        let quote = Self { rates, hidden: not_offered, ..self };
        quote.with_badges(|rate| !is_rate_hidden(hidden, rate))
    }

    /// Whether [`Quote::hiding`] would change nothing.
    pub fn hides(&self, hidden: &HiddenServices, keeps: impl Fn(&Rate) -> bool) -> bool {
        let shown = |rate: &Rate| keeps(rate) || !is_rate_hidden(hidden, rate);
        self.rates.iter().all(shown) && !self.hidden.iter().any(shown)
    }

    /// All rates, the hidden ones last; the badges stay where they are.
    pub fn with_hidden(&self) -> Self {
        let mut quote = self.clone();
        quote.rates.append(&mut quote.hidden);
        quote
    }

    /// How many services are hidden, each carrier's counted separately.
    pub fn hidden_services(&self) -> usize {
        let service = |rate: &Rate| (rate.carrier_code.clone(), service_text(rate).to_owned());
        let mut services: Vec<_> = self.hidden.iter().map(service).collect();
        services.sort();
        services.dedup();
        services.len()
    }

    fn with_badges(self, offered: impl Fn(&Rate) -> bool) -> Self {
        let rates = &self.rates;
        let eligible = |rate: &Rate| offered(rate) && !is_restricted(rate);
        let cheapest = best(rates, eligible, by_price);
        let fastest = best(
            rates,
            |rate| rate.delivery_days.is_some() && eligible(rate),
            |a, b| by_days(a, b).then_with(|| by_price(a, b)),
        );
        let best_value = best_value(rates, eligible);
        Self { cheapest, fastest, best_value, ..self }
    }
}

/// Finds the cheapest rate within a day of the fastest half: sorts the known delivery days, takes
/// the slowest of the faster half, allows one more day, and chooses by price.
fn best_value(rates: &[Rate], eligible: impl Fn(&Rate) -> bool) -> Option<usize> {
    let candidates = rates.iter().filter(|rate| eligible(rate));
    let mut days: Vec<f64> = candidates.filter_map(|rate| rate.delivery_days).collect();
    days.sort_by(f64::total_cmp);
    let limit = days.get(days.len().checked_sub(1)? / 2)? + GRACE_DAYS;
    best(
        rates,
        |rate| eligible(rate) && rate.delivery_days.is_some_and(|days| days <= limit),
        |a, b| by_price(a, b).then_with(|| by_days(a, b)),
    )
}

/// Only prices of one currency are comparable: that of the first rate.
fn best(
    rates: &[Rate],
    eligible: impl Fn(&Rate) -> bool,
    order: impl Fn(&Rate, &Rate) -> Ordering,
) -> Option<usize> {
    let currency = rates.iter().find_map(Rate::price)?.currency;
    rates
        .iter()
        .enumerate()
        .filter(|(_, rate)| {
            eligible(rate) && rate.price().is_some_and(|price| price.currency == currency)
        })
        .min_by(|(_, a), (_, b)| order(a, b))
        .map(|(index, _)| index)
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SortKey {
    #[default]
    Price,
    Days,
    Date,
    Carrier,
    Service,
    Account,
    Zone,
}

/// Row indices in the requested order. Rates without a value sort last in both directions.
pub fn sorted(rates: &[Rate], key: SortKey, descending: bool) -> Vec<usize> {
    let mut rows: Vec<(usize, &Rate)> = rates.iter().enumerate().collect();
    rows.sort_by(|(_, a), (_, b)| {
        let known = |rate: &Rate| match key {
            SortKey::Price => rate.total_fee.is_some(),
            SortKey::Days => rate.delivery_days.is_some(),
            SortKey::Date => rate.delivery_date.is_some(),
            SortKey::Zone => rate.zone.is_some(),
            _ => true,
        };
        let plain = match key {
            SortKey::Price => by_price(a, b),
            SortKey::Days => by_days(a, b),
            SortKey::Date => {
                let at = |rate: &Rate| rate.delivery_date.as_ref().map(|date| date.instant());
                at(a).cmp(&at(b))
            }
            SortKey::Carrier => a.carrier_code.cmp(&b.carrier_code),
            SortKey::Service => service_text(a).cmp(service_text(b)),
            SortKey::Account => a.carrier_account_name.cmp(&b.carrier_account_name),
            SortKey::Zone => zone_number(a).cmp(&zone_number(b)).then_with(|| a.zone.cmp(&b.zone)),
        };
        let turned = if descending { plain.reverse() } else { plain };
        known(b).cmp(&known(a)).then(turned).then_with(|| by_price(a, b))
    });
    rows.into_iter().map(|(index, _)| index).collect()
}

/// Whether the row contains every word of the filter.
pub fn matches(rate: &Rate, filter: &str) -> bool {
    let row = [
        rate.carrier_code.as_deref().unwrap_or_default(),
        rate.carrier_account_name.as_deref().unwrap_or_default(),
        &rate.final_service.as_ref().map(service_name).unwrap_or_default(),
        service_text(rate),
    ]
    .join(" ");
    Search::new(filter).finds(&row)
}

/// The service's name in words: `Express12:00DOC` becomes `Express 12:00 DOC`, `GroundAdvantage`
/// becomes `Ground Advantage`.
pub fn service_name(service: &Service) -> String {
    spaced(service.as_str())
}

fn by_price(a: &Rate, b: &Rate) -> Ordering {
    a.total_fee.is_none().cmp(&b.total_fee.is_none()).then_with(|| a.total_fee.cmp(&b.total_fee))
}

fn by_days(a: &Rate, b: &Rate) -> Ordering {
    let days = |rate: &Rate| rate.delivery_days.unwrap_or(f64::INFINITY);
    days(a).total_cmp(&days(b))
}

fn service_text(rate: &Rate) -> &str {
    rate.final_service.as_ref().map(Service::as_str).unwrap_or_default()
}

fn zone_number(rate: &Rate) -> Option<u32> {
    rate.zone.as_deref()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use postroom_base::money::Amount;

    fn rate(service: Service, cents: i64, days: Option<f64>) -> Rate {
        Rate {
            final_service: Some(service),
            carrier_code: Some("POST-eVS".to_owned()),
            total_fee: Some(Amount::from_cents(cents)),
            delivery_days: days,
            ..Rate::default()
        }
    }

    #[test]
    fn badges_follow_their_rules() {
        /// Cents and days of each rate.
        type Offers<'a> = &'a [(i64, Option<f64>)];
        let cases: [(&str, Offers<'_>, [Option<usize>; 3]); 6] = [
            ("nothing", &[], [None, None, None]),
            ("one", &[(500, Some(2.0))], [Some(0); 3]),
            (
                "slow is cheapest, two days is good value",
                &[(400, Some(8.0)), (700, Some(3.0)), (900, Some(2.0)), (2500, Some(1.0))],
                [Some(0), Some(3), Some(1)],
            ),
            (
                "the cheaper of two equally fast",
                &[(900, Some(1.0)), (800, Some(1.0))],
                [Some(1), Some(1), Some(1)],
            ),
            (
                "unknown days are never the fastest",
                &[(300, None), (900, Some(2.0))],
                [Some(0), Some(1), Some(1)],
            ),
            ("no days at all", &[(300, None)], [Some(0), None, None]),
        ];
        for (case, rates, expected) in cases {
            let rates =
                rates.iter().map(|(cents, days)| rate(Service::Ground, *cents, *days)).collect();
            let quote = quote(OrderId::new("order"), rates);
            assert_eq!([quote.cheapest, quote.fastest, quote.best_value], expected, "{case}");
        }
    }

    /// W15
    #[test]
    fn a_restricted_service_has_no_badge() {
        let rates = vec![
            rate(Service::MediaMail, 300, Some(1.0)),
            rate(Service::GroundAdvantage, 790, Some(5.0)),
            rate(Service::parse("Library Mail"), 250, Some(0.5)),
            rate(Service::PriorityMail, 1140, Some(2.0)),
            rate(Service::BoundPrintedMatter, 200, Some(0.5)),
        ];
        let quote = quote(OrderId::new("order"), rates);
        let badges = [quote.cheapest, quote.fastest, quote.best_value];
        assert_eq!(badges, [Some(1), Some(3), Some(3)]);
    }

    /// W15
    #[test]
    fn hidden_services_leave_the_quote_and_come_back() {
        let rates = vec![
            rate(Service::Ground, 500, Some(5.0)),
            rate(Service::FirstClass, 700, Some(3.0)),
            rate(Service::PriorityMail, 900, Some(2.0)),
        ];
        let mut hidden = HiddenServices::new();
        let of_post = hidden.entry("POST-eVS".to_owned()).or_default();
        of_post.extend(["Ground".to_owned(), "FirstClass".to_owned()]);
        let all = quote(OrderId::new("order"), rates);
        assert!(!all.hides(&hidden, |_| false));
        let kept = |rate: &Rate| rate.final_service == Some(Service::FirstClass);
        let some = all.hiding(&hidden, kept);
        assert!(some.hides(&hidden, kept));
        let services: Vec<_> = some.rates.iter().map(service_text).collect();
        assert_eq!(services, ["FirstClass", "PriorityMail"]);
        assert_eq!((some.hidden.len(), some.hidden_services()), (1, 1));
        assert_eq!(some.cheapest, Some(1), "the kept one has no badge");
        let shown = some.with_hidden();
        assert_eq!((shown.rates.len(), shown.cheapest), (3, Some(1)));
        let back = some.hiding(&HiddenServices::new(), |_| false);
        assert_eq!((back.rates.len(), back.hidden.len()), (3, 0));
        let cheapest = back.cheapest.map(|index| service_text(&back.rates[index]));
        assert_eq!(cheapest, Some("Ground"));
    }

    #[test]
    fn other_currencies_do_not_win() {
        let mut foreign = rate(Service::Ground, 1, Some(1.0));
        foreign.currency = Some("JPY".to_owned());
        let quote =
            quote(OrderId::new("order"), vec![rate(Service::Ground, 500, Some(2.0)), foreign]);
        assert_eq!(quote.cheapest, Some(0));
    }

    #[test]
    fn sorts_both_ways_with_unknown_last() {
        let rates = [
            rate(Service::Ground, 900, Some(3.0)),
            rate(Service::FirstClass, 500, None),
            rate(Service::NextDayAir, 2500, Some(1.0)),
        ];
        for (key, descending, expected) in [
            (SortKey::Price, false, [1, 0, 2]),
            (SortKey::Price, true, [2, 0, 1]),
            (SortKey::Days, false, [2, 0, 1]),
            (SortKey::Days, true, [0, 2, 1]),
            (SortKey::Service, false, [1, 0, 2]),
        ] {
            assert_eq!(sorted(&rates, key, descending), expected, "{key:?} {descending}");
        }
    }

    #[test]
    fn filters_by_every_word() {
        let rate = rate(Service::GroundAdvantage, 500, None);
        for (filter, found) in
            [("", true), ("ground adv", true), ("POST ground", true), ("evs express", false)]
        {
            assert_eq!(matches(&rate, filter), found, "{filter}");
        }
    }
}
