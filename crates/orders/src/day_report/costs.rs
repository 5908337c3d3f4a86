//! Sums of prices, one for each currency.

use std::collections::BTreeMap;

use postroom_base::locale::format;
use postroom_base::money::{Amount, Currency, Money};

/// The price of some labels. Amounts of different currencies are never added, and a label whose
/// price is not known is counted apart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Costs {
    /// The number of labels and their sum.
    by_currency: BTreeMap<Currency, (usize, Money)>,
    unpriced: usize,
}

impl Costs {
    /// Adds a label. One that no sum can hold counts as one without a price.
    pub fn add(&mut self, charged: Option<Money>) {
        let Some(sum) = charged.and_then(|price| self.sum_with(price)) else {
            self.unpriced += 1;
            return;
        };
        let (labels, _) = self.of_currency(sum.currency);
        self.by_currency.insert(sum.currency, (labels + 1, sum));
    }

    fn sum_with(&self, price: Money) -> Option<Money> {
        self.of_currency(price.currency).1.checked_add(price)
    }

    fn of_currency(&self, currency: Currency) -> (usize, Money) {
        let known = self.by_currency.get(&currency).copied();
        known.unwrap_or((0, Money::new(Amount::ZERO, currency)))
    }

    /// The number of labels.
    pub fn labels(&self) -> usize {
        let priced = self.by_currency.values().map(|(labels, _)| labels);
        priced.sum::<usize>() + self.unpriced
    }

    /// The number of labels whose price is not known.
    pub fn unpriced(&self) -> usize {
        self.unpriced
    }

    /// The number of labels and their sum, by currency code.
    pub fn sums(&self) -> impl Iterator<Item = (usize, Money)> {
        self.by_currency.values().copied()
    }

    /// `$12.40`, or `€8.00 and $12.40`; empty if no price is known.
    pub fn words(&self) -> String {
        let sums: Vec<String> = self.sums().map(|(_, sum)| format::money(sum)).collect();
        format::list(&sums)
    }
}
