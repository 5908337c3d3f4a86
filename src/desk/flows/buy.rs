//! Turns the draft into a purchase: reports why it cannot be bought, or writes the intent to the
//! journal.

use std::time::Duration;

use crate::api;
use crate::base::locale::Message;
use crate::desk::kernel::connectivity;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::Connection;
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::purchases::{begin, is_beginning};
use crate::desk::owner::Desk;
use crate::desk::records::scale_reading;
use crate::desk::ship::{draft_edit, rates};
use crate::message;
use crate::parcel::rate_ranking::service_name;
use crate::parcel::{problems, requests};
use crate::store::journal::{EntryContext, EntryKind, NewEntry};
use crate::text;

/// Buys the draft at the chosen rate, or reports why it cannot.
pub(in crate::desk) fn buy(desk: &mut Desk) {
    desk.ship(draft_edit::recheck);
    if desk.kernel(|ctx| connectivity::warn_if_offline(ctx, connectivity::not_bought)) {
        return;
    }
    if let Some(reason) = obstacle(desk) {
        return desk.kernel(|ctx| ctx.notice(Tone::Warning, reason, None));
    }
    let Some(link) = desk.link.clone() else {
        return;
    };
    let draft = desk.state.ship.draft.clone();
    let Some(rate) = &draft.chosen else { return };
    let Ok(body) = api::call::to_bytes(&requests::shipment_request(&draft, rate)) else {
        let text = message!("ship-flow-unwritten");
        return desk.kernel(|ctx| ctx.notice(Tone::Bad, text, None));
    };
    let service = rate.final_service.as_ref().map(service_name);
    let new = NewEntry {
        kind: EntryKind::Label,
        order: Some(draft.order.clone()),
        sequence: draft.sequence,
        environment: link.scope.environment.clone(),
        account: link.scope.account.clone(),
        base_url: link.base_url.clone(),
        call: "POST /Shipment".to_owned(),
        body: body.to_vec(),
        expected: rate.price(),
        title: text!(
            "ship-flow-title",
            service = service.unwrap_or_default(),
            name = &draft.to.name
        ),
    };
    tracing::debug!(order = %draft.order, sequence = draft.sequence, "a label is to be bought");
    let key = (draft.order.clone(), draft.sequence);
    desk.state.purchases.buying = Some(key);
    let wait = Duration::from_secs(u64::from(desk.state.settings.regret_secs));
    let beside = EntryContext {
        scale_reading: scale_reading::readings_json(&draft.packages),
        server_time: link.server_clock.now(&desk.clock),
        ..EntryContext::default()
    };
    desk.purchases(|me, ctx| begin(&mut DeskHost::new(me, ctx), new, beside, wait));
}

/// Why nothing can be bought now; `None` when it can.
fn obstacle(desk: &Desk) -> Option<Message> {
    let state = &desk.state;
    let draft = &state.ship.draft;
    if let Some(stopped) = state.buying_stopped() {
        return Some(stopped);
    }
    if desk.journal.is_none() {
        return Some(message!("ship-flow-no-journal"));
    }
    if desk.link.is_none() || !matches!(state.connection, Connection::Connected(_)) {
        return Some(message!("ship-flow-no-account"));
    }
    match state.active_purchase_of_draft().map(|purchase| &purchase.status) {
        Some(PurchaseStatus::Bought { .. }) => {
            return Some(message!("ship-flow-bought-already"));
        }
        Some(PurchaseStatus::Held { .. } | PurchaseStatus::NotSent { .. }) => {
            return Some(message!("ship-flow-waiting"));
        }
        Some(_) => {
            return Some(message!("ship-flow-checking"));
        }
        None => {}
    }
    if is_beginning(&state.purchases, draft) {
        return Some(message!("ship-flow-buying"));
    }
    if draft.chosen.is_none() {
        return Some(message!("ship-flow-no-rate"));
    }
    if !rates::quote_is_current(&state.ship) {
        return Some(message!("ship-flow-outdated"));
    }
    let problem = state.ship.problems.first()?;
    Some(message!(
        "ship-flow-problem",
        field = problems::field_name_message(problem.field),
        problem = &problem.message
    ))
}
