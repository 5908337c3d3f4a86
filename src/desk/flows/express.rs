//! Express mode: Enter in a weight field, or the barcode of a command, buys the label. Only a draft
//! that is visibly ready is bought this way: complete, with a price that is known, recent and under
//! the limit. The other checks of a purchase (duplicate alert, undo delay, confirmation in
//! Production) still apply.

use jiff::{SignedDuration, Timestamp};

use crate::base::locale::Message;
use crate::base::money::Money;
use crate::desk::flows::buy;
use crate::desk::kernel::connectivity;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::Connection;
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::purchases;
use crate::desk::owner::Desk;
use crate::desk::ship::duplicate_alert;
use crate::desk::state::State;
use crate::message;
use crate::parcel::problems;
use crate::rows::scope::Environment;

/// An older price is not bought without the user looking at it.
const FRESH: SignedDuration = SignedDuration::from_mins(15);

/// Why a scan may not buy the draft's label; `None` when it may.
pub fn obstacle(state: &State, now: Timestamp) -> Option<Message> {
    let settings = &state.settings;
    if !settings.express {
        return Some(message!("ship-flow-express-off"));
    }
    if state.ship.just_bought.is_some() {
        return Some(message!("ship-flow-express-done"));
    }
    if let Some(stopped) = state.buying_stopped() {
        return Some(stopped);
    }
    if state.is_offline() {
        return Some(message!("ship-flow-express-offline"));
    }
    let draft = &state.ship.draft;
    if state.active_purchase_of_draft().is_some() {
        return Some(message!("ship-flow-express-buying"));
    }
    let quote = state.ship.quote.known().filter(|_| !state.ship.quote_outdated);
    let quote = quote.filter(|known| known.value.order == draft.order && !known.cached);
    if state.ship.quote.is_loading()
        || (quote.is_none() && problems::ready_for_quote(&state.ship.problems))
    {
        return Some(message!("ship-flow-express-no-price-yet"));
    }
    if let Some(problem) = state.ship.problems.first() {
        return Some(message!(
            "ship-flow-problem",
            field = problems::field_name_message(problem.field),
            problem = &problem.message
        ));
    }
    let age = quote.map(|known| now.duration_since(known.at));
    if state.ship.quote.trouble().is_some()
        || age.is_none_or(|age| age > FRESH || age.is_negative())
    {
        return Some(message!("ship-flow-express-old-price"));
    }
    let price = draft.chosen.as_ref().and_then(crate::api::rate::Rate::price);
    let Some(price) = price else {
        return Some(message!("ship-flow-express-no-price"));
    };
    let limit = Money::new(settings.express_limit, price.currency);
    let Some(balance) = state.balance.believed().and_then(|known| known.value.money()) else {
        return Some(message!("ship-flow-express-no-balance"));
    };
    if balance.currency != price.currency {
        return Some(message!("ship-flow-express-currency"));
    }
    if price.amount > limit.amount {
        return Some(message!("ship-flow-express-limit", price = price, limit = limit));
    }
    if let Some(doubt) = state.ship.doubt_about_recipient() {
        return Some(message!("ship-flow-express-address", reason = doubt));
    }
    let twin = state.ship.duplicate.as_ref();
    twin.map(|_| message!("ship-flow-express-duplicate"))
}

/// Buys the draft, or reports why it cannot.
pub(in crate::desk) fn buy(desk: &mut Desk) {
    if desk.kernel(|ctx| connectivity::warn_if_offline(ctx, connectivity::not_bought)) {
        return;
    }
    desk.ship(crate::desk::ship::draft_edit::recheck);
    let mut reason = obstacle(&desk.state, desk.clock.now());
    if reason.is_none() && desk.jobs.is_running(&duplicate_alert::DUPLICATE) {
        reason = Some(message!("ship-flow-express-searching"));
    }
    let production = match &desk.state.connection {
        Connection::Connected(session) => session.environment == Environment::Production,
        _ => false,
    };
    if reason.is_none() && production {
        reason = Some(message!("ship-flow-express-production"));
    }
    match reason {
        Some(reason) => desk.kernel(|ctx| ctx.notice(Tone::Warning, reason, None)),
        None => buy::buy(desk),
    }
}

/// Cancels every purchase in its undo delay.
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
        let words = message!("ship-flow-nothing-held");
        desk.kernel(|ctx| ctx.notice(Tone::Info, words, None));
    }
    for transaction in held {
        desk.purchases(|me, ctx| purchases::cancel(&mut DeskHost::new(me, ctx), transaction));
    }
}
