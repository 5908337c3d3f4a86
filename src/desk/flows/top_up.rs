//! Adding funds, in the currency of the balance.

use crate::base::money::Amount;
use crate::desk::money::purchases::top_up;
use crate::desk::owner::Desk;

pub(in crate::desk) fn begin(desk: &mut Desk, amount: Amount) {
    let currency = desk.state.currency();
    desk.purchases(|me, ctx| top_up::begin(me, ctx, amount, currency));
}
