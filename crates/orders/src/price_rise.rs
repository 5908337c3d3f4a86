//! A label that was charged above its quote. Nothing can refuse such a price, because it is known only
//! once it is paid; but nobody has agreed to it, so what buys without a person stops.

use postroom_base::money::{Amount, Money};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriceRise {
    WithinLimit,
    AboveLimit,
}

/// How a charge is above its quote; `None` if it is not, or if one of the two is not known. Another
/// currency than that of the quote cannot be compared, and nobody has agreed to it either.
pub fn price_rise(
    expected: Option<Money>,
    charged: Option<Money>,
    limit: Amount,
) -> Option<PriceRise> {
    let (expected, charged) = (expected?, charged?);
    if expected.currency != charged.currency {
        return Some(PriceRise::AboveLimit);
    }
    if charged.amount <= expected.amount {
        return None;
    }
    let rise = charged.amount.checked_sub(expected.amount);
    Some(match rise.is_some_and(|rise| rise <= limit) {
        true => PriceRise::WithinLimit,
        false => PriceRise::AboveLimit,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use postroom_base::money::Currency;

    #[test]
    fn only_a_charge_above_its_quote_is_a_rise() {
        let euro = Currency::parse("EUR").unwrap();
        let usd = |cents| Some(Money::new(Amount::from_cents(cents), Currency::USD));
        let limit = Amount::from_cents(50);
        for (expected, charged, rise) in [
            (usd(447), usd(447), None),
            (usd(447), usd(400), None),
            (usd(447), usd(448), Some(PriceRise::WithinLimit)),
            (usd(447), usd(497), Some(PriceRise::WithinLimit)),
            (usd(447), usd(498), Some(PriceRise::AboveLimit)),
            (usd(447), Some(Money::new(Amount::from_cents(1), euro)), Some(PriceRise::AboveLimit)),
            (usd(i64::MIN / 20_000), usd(i64::MAX / 20_000), Some(PriceRise::AboveLimit)),
            (None, usd(747), None),
            (usd(447), None, None),
        ] {
            assert_eq!(price_rise(expected, charged, limit), rise, "{expected:?} {charged:?}");
        }
        let any = price_rise(usd(447), usd(448), Amount::ZERO);
        assert_eq!(any, Some(PriceRise::AboveLimit));
    }
}
