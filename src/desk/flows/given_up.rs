//! What was being asked of an account when it is left: the answers never come, so nothing on
//! screen may go on waiting for them.

use crate::desk::kernel::remote::Remote;
use crate::desk::shipments::sync::end_run;
use crate::desk::labels::LabelView;
use crate::desk::state::{State};

/// Takes the mark of waiting off everything whose job a switch of accounts ends. What was
/// known before stays. Every field of the state is named, so that a new one says here what
/// becomes of it.
pub(in crate::desk) fn give_up_requests(state: &mut State) {
    let State {
        balance,
        history,
        ledger,
        carriers,
        carrier_accounts,
        catalogs,
        accounts,
        addresses,
        checks,
        quote,
        comparison,
        shipments,
        sync,
        refunds,
        labels,
        manifests,
        documents,
        containers,
        tracking,
        radar,
        // Their jobs outlive a switch, or they wait for nothing.
        connection: _,
        known: _,
        new_keys: _,
        line: _,
        book: _,
        scale: _,
        draft: _,
        draft_saved: _,
        problems: _,
        quote_outdated: _,
        past: _,
        twin: _,
        purchases: _,
        buying_blocked: _,
        just_bought: _,
        scanned: _,
        printing: _,
        route: _,
        activity: _,
        notices: _,
        practice: _,
        practice_faults: _,
        settings: _,
        care: _,
        keeping: _,
    } = state;
    balance.give_up();
    history.entries.give_up();
    ledger.services.give_up();
    ledger.drift.give_up();
    ledger.exporting = None;
    carriers.give_up();
    carrier_accounts.give_up();
    catalogs.give_up();
    accounts.under_way = None;
    addresses.check.give_up();
    addresses.storing.give_up();
    checks.from.give_up();
    checks.to.give_up();
    quote.give_up();
    for reason in &mut comparison.reasons {
        reason.answer.give_up();
    }
    for column in &mut comparison.columns {
        column.answer.give_up();
    }
    shipments.refresh.give_up();
    shipments.detail.give_up();
    end_run(sync, None);
    refunds.open.give_up();
    refunds.asked.give_up();
    for view in labels.values_mut().chain(documents.values_mut()) {
        give_up_label(view);
    }
    manifests.day.give_up();
    manifests.list.give_up();
    containers.under_way = false;
    for tracked in tracking {
        tracked.tracking.give_up();
    }
    radar.give_up();
}

fn give_up_label(view: &mut LabelView) {
    view.files.give_up();
    view.pages.give_up();
    view.zoomed.give_up();
}

impl<T> Remote<T> {
    fn give_up(&mut self) {
        if let Self::Loading { previous } = self {
            *self = previous.take().map_or(Self::NotAsked, Self::Ready);
        }
    }
}
