//! Express mode: Enter in a weight field, or the barcode of a command, buys the label. Only a draft
//! that is visibly ready is bought this way: complete, with a price that is known, recent and under
//! the limit. The other checks of a purchase (duplicate alert, regret window, confirmation in
//! Production) still apply.

use jiff::{SignedDuration, Timestamp};

use crate::base::money::Money;
use crate::desk::flows::buy;
use crate::desk::kernel::connectivity;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::{Connection, Environment};
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::purchases;
use crate::desk::owner::Desk;
use crate::desk::parcel::problems;
use crate::desk::ship::duplicate_alert;
use crate::desk::state::State;

/// An older price is not bought without the user looking at it.
const FRESH: SignedDuration = SignedDuration::from_mins(15);

/// Why a scan may not buy the draft's label; `None` when it may.
pub fn obstacle(state: &State, now: Timestamp) -> Option<String> {
    let settings = &state.settings;
    if !settings.express {
        let words = "express mode is off, so that no scan buys anything: Settings, Scanner";
        return Some(words.to_owned());
    }
    if state.ship.just_bought.is_some() {
        return Some("the label on the screen is bought; start the next shipment".to_owned());
    }
    if let Some(stopped) = state.buying_stopped() {
        return Some(stopped);
    }
    if state.is_offline() {
        return Some("offline, the draft is kept".to_owned());
    }
    let draft = &state.ship.draft;
    if state.active_purchase_of_draft().is_some() {
        return Some("it is being bought already".to_owned());
    }
    let quote = state
        .ship
        .quote
        .known()
        .filter(|_| !state.ship.quote_outdated);
    let quote = quote.filter(|known| known.value.order == draft.order && !known.cached);
    if state.ship.quote.is_loading()
        || (quote.is_none() && problems::ready_for_quote(&state.ship.problems))
    {
        return Some("the price is not known yet; again once it is there".to_owned());
    }
    if let Some(problem) = state.ship.problems.first() {
        let field = problems::field_name(problem.field);
        return Some(format!("{field}: {}", problem.message));
    }
    let age = quote.map(|known| now.duration_since(known.at));
    if state.ship.quote.trouble().is_some()
        || age.is_none_or(|age| age > FRESH || age.is_negative())
    {
        return Some("the price is no longer fresh: get rates again".to_owned());
    }
    let price = draft
        .chosen
        .as_ref()
        .and_then(crate::api::rate::Rate::price);
    let Some(price) = price else {
        return Some("the rate has no price".to_owned());
    };
    let limit = Money::new(settings.express_limit, price.currency);
    let Some(balance) = state
        .balance
        .summary
        .value()
        .and_then(|balance| balance.money())
    else {
        return Some("the balance is not known".to_owned());
    };
    if balance.currency != price.currency {
        return Some("the price is not in the currency of the balance".to_owned());
    }
    if price.amount > limit.amount {
        return Some(format!(
            "{price} is over the limit of express mode, {limit}: Ctrl+Enter buys it"
        ));
    }
    let words = "a label like this was bought just before: Ctrl+Enter buys it too";
    state.ship.duplicate.as_ref().map(|_| words.to_owned())
}

/// Buys the draft, or reports why it cannot.
pub(in crate::desk) fn buy(desk: &mut Desk) {
    if desk.kernel(|ctx| connectivity::warn_if_offline(ctx, connectivity::NOT_BOUGHT)) {
        return;
    }
    desk.ship(crate::desk::ship::draft_edit::recheck);
    let mut reason = obstacle(&desk.state, desk.clock.now());
    if reason.is_none() && desk.jobs.is_running(&duplicate_alert::DUPLICATE) {
        reason = Some("a label like this is being looked for; again in a moment".to_owned());
    }
    let production = match &desk.state.connection {
        Connection::Connected(session) => session.environment == Environment::Production,
        _ => false,
    };
    if reason.is_none() && production {
        reason = Some("in Production the amount is confirmed first".to_owned());
    }
    match reason {
        Some(reason) => {
            let text = format!("Not bought: {reason}");
            desk.kernel(|ctx| ctx.notice(Tone::Warning, text, None));
        }
        None => buy::buy(desk),
    }
}

/// Cancels every purchase in its regret window.
pub(in crate::desk) fn cancel_held(desk: &mut Desk) {
    let held: Vec<_> = desk
        .state
        .purchases
        .list
        .iter()
        .filter(|purchase| matches!(purchase.status, PurchaseStatus::Held { .. }))
        .map(|purchase| purchase.transaction.clone())
        .collect();
    if held.is_empty() {
        let words = "Nothing was cancelled: no purchase is held back";
        desk.kernel(|ctx| ctx.notice(Tone::Info, words, None));
    }
    for transaction in held {
        desk.purchases(|me, ctx| purchases::cancel(&mut DeskHost::new(me, ctx), transaction));
    }
}
