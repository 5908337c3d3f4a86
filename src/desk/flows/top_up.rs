//! Adding funds, in the currency of the balance.

use crate::base::money::{Amount, Currency};
use crate::desk::money::purchases::top_up;
use crate::desk::owner::Desk;

pub(in crate::desk) fn begin(desk: &mut Desk, amount: Amount) {
    let summary = desk.state.balance.summary.value();
    let currency = summary
        .and_then(|summary| summary.money())
        .map_or(Currency::USD, |money| money.currency);
    desk.purchases(|me, ctx| top_up::begin(me, ctx, amount, currency));
}
