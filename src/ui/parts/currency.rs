//! The currency of the account.

use crate::api::account::BalanceSummary;
use crate::base::money::Currency;
use crate::desk::state::State;

/// The wallet's currency; the usual one before the balance was read once.
pub fn currency(state: &State) -> Currency {
    let summary = state.balance.summary.value();
    let money = summary.and_then(BalanceSummary::money);
    money.map(|money| money.currency).unwrap_or_default()
}
