//! What the features of orders do when an account is shown, when another workspace is chosen, when its
//! server is back, and when other stations have written.

use crate::desk::flows::copy_state;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::order_batches::settle;
use crate::desk::order_printing::print_run;
use crate::desk::order_results::print_history;
use crate::desk::order_rules::documents;
use crate::desk::orders;
use crate::desk::owner::Desk;
use crate::desk::state::State;

/// Shows what the workspace has for the account on screen, which may be without a connection.
pub(in crate::desk) fn enter(desk: &mut Desk) {
    desk.kernel(documents::read);
    desk.kernel(print_run::read);
}

/// The account on the screen is signed in: what an earlier run left open is settled.
pub(in crate::desk) fn signed_in(desk: &mut Desk) {
    enter(desk);
    desk.order_batches(settle::settle_after_absence);
    desk.order_results(print_history::record);
}

/// Shows the orders of the workspace that is used from now on.
pub(in crate::desk) fn chosen(desk: &mut Desk) {
    for feature in features(&mut desk.state) {
        feature.give_up_requests();
        feature.forget_rows();
    }
    // What is known of the account stays.
    copy_state::to_each(desk);
    take_up(desk);
}

/// The server answers, for the first time or again. What happened meanwhile to labels that this
/// computer bought and printed is written before anything else.
pub(in crate::desk) fn back(desk: &mut Desk) {
    if desk.kernel(|ctx| ctx.workspace_is_shared()) {
        take_up(desk);
    }
}

fn take_up(desk: &mut Desk) {
    match (desk.scope.is_some(), desk.link.is_some()) {
        (false, _) => {}
        (true, false) => enter(desk),
        (true, true) => signed_in(desk),
    }
}

/// Other stations have written orders, and perhaps documents.
pub(in crate::desk) fn news(desk: &mut Desk, of_documents: bool) {
    if !desk.kernel(|ctx| ctx.workspace_is_shared()) {
        return;
    }
    match of_documents {
        true => desk.kernel(documents::read_changes),
        false => desk.orders(orders::news),
    }
}

/// Those whose state is of one workspace.
fn features(state: &mut State) -> [&mut dyn AccountChange; 8] {
    [
        &mut state.order_batches,
        &mut state.order_import,
        &mut state.order_moves,
        &mut state.order_printing,
        &mut state.order_results,
        &mut state.order_rules,
        &mut state.orders,
        &mut state.scan_to_ship,
    ]
}
