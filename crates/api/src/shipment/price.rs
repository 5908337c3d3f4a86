//! Finds the price that was charged for a shipment in the rates of its response. The interface does
//! not define which rates those are: the one that was bought, one per package, or all that were
//! quoted. If two interpretations differ the price is unknown; it is never guessed.

use std::collections::BTreeSet;

use super::Shipment;
use crate::rate::Rate;
use postroom_base::money::Money;

impl Shipment {
    /// The price that was charged, if the response is unambiguous.
    pub fn price(&self) -> Option<Money> {
        self.price_matching(None)
    }

    /// Like [`Shipment::price`]. If the response is ambiguous, the interpretation that equals the
    /// expected price is used.
    pub fn price_matching(&self, expected: Option<Money>) -> Option<Money> {
        let readings = self.readings();
        match readings.as_slice() {
            [] => None,
            [only] => *only,
            _ => expected.filter(|expected| readings.contains(&Some(*expected))),
        }
    }

    /// Each price that the rates can mean; `None` stands for a missing total.
    fn readings(&self) -> Vec<Option<Money>> {
        let bought = self.bought_rates();
        let mut readings: Vec<Option<Money>> = Vec::new();
        let mut add = |reading| {
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        };
        match self.split(&bought) {
            Split::Whole => bought.iter().for_each(|rate| add(rate.price())),
            Split::Packages => add(sum(&bought)),
            Split::Unknown => {
                bought.iter().for_each(|rate| add(rate.price()));
                add(sum(&bought));
            }
        }
        readings
    }

    /// The rates of the service and the carrier account that the shipment was bought with. The
    /// carrier may have substituted another service, so a single rate is always the bought one.
    pub fn bought_rates(&self) -> Vec<&Rate> {
        let mut seen = BTreeSet::new();
        let is_new = |rate: &&Rate| match &rate.id {
            Some(id) => seen.insert(id.as_str().trim().to_ascii_lowercase()),
            None => true,
        };
        let rates: Vec<&Rate> = self.rates.iter().filter(is_new).collect();
        if rates.len() < 2 {
            return rates;
        }
        let of_service: Vec<&Rate> = rates
            .iter()
            .filter(|rate| match (&rate.final_service, &self.service) {
                (Some(own), Some(bought)) => own == bought,
                _ => true,
            })
            .copied()
            .collect();
        let of_service = if of_service.is_empty() { rates } else { of_service };
        let of_account: Vec<&Rate> = of_service
            .iter()
            .filter(|rate| match (&rate.carrier_account_id, &self.carrier_account_id) {
                (Some(own), Some(bought)) => own.same_as(bought),
                _ => true,
            })
            .copied()
            .collect();
        if of_account.is_empty() { of_service } else { of_account }
    }

    /// Whether the rates are alternatives or parts of a sum, by the package numbers of their fees.
    fn split(&self, rates: &[&Rate]) -> Split {
        if rates.len() < 2 || !rates.iter().all(|rate| is_like(rate, rates)) {
            return Split::Whole;
        }
        let packages: Vec<BTreeSet<i64>> = rates
            .iter()
            .map(|rate| rate.fees.iter().filter_map(|fee| fee.package_number).collect())
            .collect();
        let together: BTreeSet<i64> = packages.iter().flatten().copied().collect();
        let count: usize = packages.iter().map(BTreeSet::len).sum();
        let each_has_one = packages.iter().all(|own| own.len() == 1);
        if each_has_one && together.len() == count && count == self.packages.len() {
            return Split::Packages;
        }
        let each_has_all = packages.iter().all(|own| own.len() == self.packages.len());
        match each_has_all && self.packages.len() > 1 {
            true => Split::Whole,
            // Several rates of a single package are never added up.
            false if self.packages.len() == 1 => Split::Whole,
            false => Split::Unknown,
        }
    }
}

enum Split {
    /// Each rate is for the whole shipment.
    Whole,
    /// Each rate is for one package.
    Packages,
    Unknown,
}

/// Whether all rates have the same service and account; otherwise they are separate quotes.
fn is_like(rate: &Rate, rates: &[&Rate]) -> bool {
    rates.iter().all(|other| {
        other.final_service == rate.final_service
            && other.carrier_account_id == rate.carrier_account_id
    })
}

/// The sum of the totals. `None` if a total is missing or the currencies differ.
fn sum(rates: &[&Rate]) -> Option<Money> {
    let mut prices = rates.iter().map(|rate| rate.price());
    let first = prices.next()??;
    prices.try_fold(first, |sum, price| sum.checked_add(price?))
}
