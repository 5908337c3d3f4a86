//! What special services cost, by the rates that were asked for with them: it is shown where a service is
//! not chosen yet.

use std::collections::BTreeMap;

use crate::api::rate::{Fee, Rate};
use crate::api::value::SpecialService;
use crate::base::money::{Amount, Money};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::saved_values;
use crate::desk::ship::Ship;
use crate::parcel::draft::Draft;
use crate::store::cache::{Cache, Scope};

/// The last price for one package, by carrier account, service and special service.
pub type SpecialPrices = BTreeMap<String, Money>;

const KEEP: Slot<Ship> = Slot::until_finished("prices of special services to keep");

/// Under which they are saved.
const PRICES: &str = "special-prices";

/// What a service costs by this rate, for all packages; `None` if the rate does not tell it apart.
pub fn fee_of(rate: &Rate, service: &SpecialService) -> Option<Money> {
    let is_of = |fee: &&Fee| fee.kind.as_deref() == Some(service.as_str());
    let fees: Option<Vec<Amount>> = rate.fees.iter().filter(is_of).map(|fee| fee.fee).collect();
    let sum = Amount::total(fees.filter(|fees| !fees.is_empty())?)?;
    Some(Money::new(sum, rate.price()?.currency))
}

/// What a service that this rate was asked for without is likely to cost.
pub fn last_price(
    known: &SpecialPrices,
    rate: &Rate,
    service: &SpecialService,
    packages: usize,
) -> Option<Money> {
    let one = known.get(&key(rate, service)?)?;
    Some(Money::new(one.amount.checked_mul(i64::try_from(packages).ok()?)?, one.currency))
}

fn key(rate: &Rate, service: &SpecialService) -> Option<String> {
    let account = rate.carrier_account_id.as_ref()?.as_str();
    Some(format!("{account} {} {}", rate.final_service.as_ref()?.as_str(), service.as_str()))
}

/// Takes over [`prices`], and saves them.
pub(super) fn learn(me: &mut Ship, ctx: &mut Ctx<'_>, asked: &Draft, rates: &[Rate]) {
    let mut learned = me.special_prices.clone();
    learned.extend(prices(asked, rates));
    let (false, Some(scope)) = (learned == me.special_prices, ctx.scope.clone()) else {
        return;
    };
    me.special_prices = learned.clone();
    let cache = ctx.cache.clone();
    ctx.jobs.start(KEEP, |_| async move {
        saved_values::save(&cache, &scope, PRICES, &learned).await;
    });
}

/// What the rates for a draft say of the services that are chosen in it.
pub fn prices(asked: &Draft, rates: &[Rate]) -> SpecialPrices {
    let packages = i64::try_from(asked.packages.len()).unwrap_or(i64::MAX).max(1);
    let chosen = || asked.options.special_services.iter();
    let each = rates.iter().flat_map(|rate| chosen().map(move |service| (rate, service)));
    each.filter_map(|(rate, service)| {
        let all = fee_of(rate, service)?;
        let one = Amount::from_micros(all.amount.micros() / packages);
        Some((key(rate, service)?, Money::new(one, all.currency)))
    })
    .collect()
}

pub(in crate::desk) async fn rows(cache: &Cache, scope: &Scope) -> SpecialPrices {
    saved_values::read(cache, Some(scope), PRICES).await.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::value::Service;
    use crate::base::id::CarrierAccountId;

    /// W14: what a service cost for two packages is known for three, and for no other service of the
    /// carrier.
    #[test]
    fn a_price_is_known_once_a_rate_said_it() {
        let mut asked = Draft::default();
        asked.packages.push(asked.packages[0].clone());
        asked.options.special_services.insert(SpecialService::Insurance);
        let fee = |kind: &str| Fee {
            kind: Some(kind.to_owned()),
            fee: Some(Amount::from_cents(270)),
            ..Fee::default()
        };
        let rate = Rate {
            carrier_account_id: Some(CarrierAccountId::new("a")),
            final_service: Some(Service::Ground),
            total_fee: Some(Amount::from_cents(1_540)),
            fees: vec![fee("Base"), fee("Insurance"), fee("Insurance")],
            ..Rate::default()
        };
        let known = prices(&asked, std::slice::from_ref(&rate));
        let price = |rate: &Rate, service| last_price(&known, rate, &service, 3);
        let dollars = |price: Option<Money>| price.map(|price| price.amount.to_string());
        assert_eq!(dollars(price(&rate, SpecialService::Insurance)).as_deref(), Some("8.10"));
        assert_eq!(price(&rate, SpecialService::Cod), None);
        let other = Rate { final_service: Some(Service::NextDayAir), ..rate };
        assert_eq!(price(&other, SpecialService::Insurance), None);
    }
}
