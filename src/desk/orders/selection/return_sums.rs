//! What can be done about the return labels of the selected orders.

use super::{CarrierSum, add_to_carrier};
use crate::base::id::{OrderId, ShipmentId};
use crate::base::money::Money;
use crate::orders::agreed_return::AgreedReturn;
use crate::orders::basis::{OrderBasis, scope_text};
use crate::orders::order::Order;
use crate::orders::order_label::OrderLabel;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReturnSums {
    /// The orders that were shipped and can get a return label.
    pub possible: Vec<PossibleReturn>,
    /// Orders that were shipped and can get none, such as those to another country.
    pub impossible: u64,
    /// Orders whose return label is being bought or may have been bought.
    pub open: u64,
    /// The return labels that this account has bought.
    pub bought: Vec<ShipmentId>,
}

/// An order that can get a return label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PossibleReturn {
    pub order: OrderId,
    /// The number of return labels that it has.
    pub bought_before: usize,
    /// The carrier's code and the price of its current rate.
    pub rate: Option<(String, Money)>,
}

/// What buying some of them would cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReturnsToBuy {
    /// Those with a current rate.
    pub agreed: Vec<AgreedReturn>,
    pub carriers: Vec<CarrierSum>,
    /// By currency.
    pub totals: Vec<Money>,
    /// Those without one.
    pub unrated: Vec<OrderId>,
}

impl ReturnSums {
    pub(super) fn add(&mut self, basis: &OrderBasis, id: &OrderId, order: &Order) {
        let scope = basis.scope.as_ref().map(scope_text);
        let own = |label: &&OrderLabel| Some(&label.scope) == scope.as_ref();
        let bought = order.return_labels().filter(own);
        self.bought.extend(bought.filter_map(|label| label.shipment.clone()));
        if order.open_return_label().is_some() {
            self.open += 1;
            return;
        }
        if order.bought_label().is_none() {
            return;
        }
        let draft = basis.return_draft(id, order);
        if basis.return_obstacle(order, &draft).is_some() {
            self.impossible += 1;
            return;
        }
        let quote = order.return_quote.as_ref();
        let quote = quote.filter(|quote| basis.is_current(order, quote, &draft));
        let rate = quote.and_then(|quote| {
            let carrier = quote.rate.carrier_code.clone().unwrap_or_default();
            Some((carrier, quote.rate.price()?))
        });
        self.possible.push(PossibleReturn {
            order: id.clone(),
            bought_before: order.return_labels().count(),
            rate,
        });
    }

    /// The number of orders that have a return label and could get another.
    pub fn with_one(&self) -> usize {
        let possible = self.possible.iter();
        possible.filter(|it| it.bought_before > 0).count()
    }

    /// Those that get one: each order without a return label, and if `another`, also the others.
    pub fn to_buy(&self, another: bool) -> ReturnsToBuy {
        let mut wanted = ReturnsToBuy::default();
        let possible = self.possible.iter();
        for order in possible.filter(|it| another || it.bought_before == 0) {
            let Some((carrier, price)) = &order.rate else {
                wanted.unrated.push(order.order.clone());
                continue;
            };
            // A price that makes the sum overflow is a fault, and such a label is not bought.
            if !wanted.add_to_total(*price) {
                continue;
            }
            add_to_carrier(&mut wanted.carriers, carrier, *price);
            wanted.agreed.push(AgreedReturn {
                order: order.order.clone(),
                price: *price,
                bought_before: order.bought_before,
            });
        }
        wanted
    }
}

impl ReturnsToBuy {
    pub fn is_empty(&self) -> bool {
        self.agreed.is_empty() && self.unrated.is_empty()
    }

    /// Every order of these, with a rate or without.
    pub fn orders(&self) -> Vec<OrderId> {
        let rated = self.agreed.iter().map(|it| it.order.clone());
        rated.chain(self.unrated.iter().cloned()).collect()
    }

    fn add_to_total(&mut self, price: Money) -> bool {
        let mut totals = self.totals.iter_mut();
        let Some(total) = totals.find(|total| total.currency == price.currency) else {
            self.totals.push(price);
            return true;
        };
        let sum = total.checked_add(price);
        *total = sum.unwrap_or(*total);
        sum.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::money::{Amount, Currency};

    fn order(id: &str, bought_before: usize, cents: Option<i64>) -> PossibleReturn {
        let price = |cents| Money::new(Amount::from_cents(cents), Currency::USD);
        PossibleReturn {
            order: OrderId::new(id),
            bought_before,
            rate: cents.map(|cents| ("POST-eVS".to_owned(), price(cents))),
        }
    }

    fn label(status: &str, is_return: bool) -> OrderLabel {
        let label = serde_json::json!({
            "sequence": 1, "transaction": "t", "scope": "TEST/a", "station": "here",
            "status": status, "begun": "2026-11-23T08:00:00Z", "expected": null,
            "charged": null, "carrier": "", "service": "", "bought": null,
            "shipment": null, "manifest": null, "is_return": is_return
        });
        serde_json::from_value(label).unwrap()
    }

    #[test]
    fn what_was_not_sent_or_went_abroad_does_not_come_back() {
        let basis = OrderBasis::default();
        let sums = |country: &str, labels: Vec<OrderLabel>| {
            let mut order = Order { labels, ..Order::default() };
            order.to.country = country.to_owned();
            let mut sums = ReturnSums::default();
            sums.add(&basis, &OrderId::new("o"), &order);
            let draft = basis.return_draft(&OrderId::new("o"), &order);
            let why = basis.return_obstacle(&order, &draft);
            (sums, why.map(|why| why.to_string()).unwrap_or_default())
        };
        let (not_sent, why) = sums("US", Vec::new());
        assert_eq!(not_sent, ReturnSums::default());
        assert!(why.contains("wasn’t bought"), "{why}");
        let (abroad, why) = sums("CA", vec![label("bought", false)]);
        assert_eq!((abroad.impossible, abroad.possible.len()), (1, 0));
        assert!(why.contains("another country"), "{why}");
        let returning = vec![label("bought", false), label("in-doubt", true)];
        let (open, why) = sums("US", returning);
        assert_eq!((open.open, open.impossible), (1, 0));
        assert!(why.contains("may have been bought"), "{why}");
        // A label of the order itself that was refunded brings nothing back.
        let (refunded, _) = sums("US", vec![label("refunded", false)]);
        assert_eq!(refunded, ReturnSums::default());
    }

    #[test]
    fn a_second_return_label_is_bought_only_if_it_is_wanted() {
        let sums = ReturnSums {
            possible: vec![
                order("a", 0, Some(700)),
                order("b", 1, Some(800)),
                order("c", 0, None),
                order("d", 2, None),
            ],
            ..ReturnSums::default()
        };
        let dollars = |cents| vec![Money::new(Amount::from_cents(cents), Currency::USD)];
        assert_eq!(sums.with_one(), 2);
        let wanted = sums.to_buy(false);
        assert_eq!(wanted.totals, dollars(700));
        assert_eq!(wanted.orders(), [OrderId::new("a"), OrderId::new("c")]);
        let wanted = sums.to_buy(true);
        assert_eq!(wanted.totals, dollars(1500));
        assert_eq!(wanted.carriers[0].labels, 2);
        let before: Vec<usize> = wanted.agreed.iter().map(|it| it.bought_before).collect();
        assert_eq!(before, [0, 1]);
        assert_eq!(wanted.unrated, [OrderId::new("c"), OrderId::new("d")]);
    }
}
