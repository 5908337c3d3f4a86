//! What AutoBuy does, for the balance and for what may use it up.

use crate::api::account::BalanceSummary;
use crate::base::money::{Currency, Money};
use crate::text;

pub fn currency_of(summary: &BalanceSummary) -> Currency {
    let named = summary.currency.as_deref().and_then(Currency::parse);
    named.unwrap_or_default()
}

/// What AutoBuy will do, in plain words.
pub fn auto_buy_words(summary: &BalanceSummary) -> String {
    let money = |amount| Money::new(amount, currency_of(summary));
    match (summary.is_auto_buy, summary.auto_buy_amount, summary.auto_buy_threshold) {
        (Some(true), Some(amount), Some(threshold)) => {
            text!("balance-auto-buy-on", threshold = money(threshold), amount = money(amount))
        }
        (Some(true), ..) => text!("balance-auto-buy-on-amounts-unknown").to_owned(),
        (Some(false), ..) => text!("balance-auto-buy-off").to_owned(),
        (None, ..) => text!("balance-auto-buy-unknown").to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::money::Amount;

    #[test]
    fn the_sentence_names_both_amounts() {
        let summary = BalanceSummary {
            is_auto_buy: Some(true),
            auto_buy_amount: Some(Amount::from_cents(10_000)),
            auto_buy_threshold: Some(Amount::from_cents(5_000)),
            ..BalanceSummary::default()
        };
        let words = auto_buy_words(&summary);
        assert!(words.contains("$100.00") && words.contains("$50.00"), "{words}");
    }
}
