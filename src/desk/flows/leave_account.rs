//! Resets each feature when the account on the screen is left or replaced.

use crate::desk::flows::copy_state;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::owner::Desk;
use crate::desk::ship::draft_edit;
use crate::desk::state::State;

/// Clears the loading state of every request whose job ends when the account is left.
pub(in crate::desk) fn give_up_requests(desk: &mut Desk) {
    each(&mut desk.state, |feature| feature.give_up_requests());
}

/// Removes all data of the account from the screen.
pub(in crate::desk) fn forget_rows(desk: &mut Desk) {
    desk.jobs.next_epoch();
    desk.link = None;
    desk.state.practice_clock = None;
    each(&mut desk.state, |feature| feature.forget_rows());
    copy_state::to_each(desk);
    desk.ship(draft_edit::recheck);
}

/// Names every field of the state, so that a new field does not compile until it is handled.
fn each(state: &mut State, with: fn(&mut dyn AccountChange)) {
    let State {
        addresses,
        balance,
        carriers,
        containers,
        finder,
        labels,
        manifests,
        order_batches,
        order_import,
        order_moves,
        order_printing,
        order_results,
        order_rules,
        orders,
        practice,
        printing,
        refunds,
        scan_to_ship,
        ship,
        shipments,
        tracking,
        // They belong to this computer or to all accounts at once, so no account's request is
        // pending.
        connection: _,
        connectivity: _,
        settings: _,
        notices: _,
        activity: _,
        practice_clock: _,
        accounts: _,
        purchases: _,
        safekeeping: _,
        stations: _,
        scale: _,
    } = state;
    let features: [&mut dyn AccountChange; 21] = [
        addresses,
        balance,
        carriers,
        containers,
        finder,
        labels,
        manifests,
        order_batches,
        order_import,
        order_moves,
        order_printing,
        order_results,
        order_rules,
        orders,
        practice,
        printing,
        refunds,
        scan_to_ship,
        ship,
        shipments,
        tracking,
    ];
    for feature in features {
        with(feature);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::kernel::remote::Remote;
    use crate::parcel::catalogs::Catalogs;

    /// The next draft must not be checked against the catalogs of the previous account.
    #[test]
    fn what_a_feature_knows_of_another_goes_with_the_account() {
        crate::desk::tests::with_desk(|desk| {
            let now = desk.clock.now();
            desk.state.carriers.catalogs = Remote::ready(Catalogs::default(), now);
            copy_state::to_each(desk);
            assert!(desk.state.ship.known.catalogs.is_some());
            forget_rows(desk);
            assert!(desk.state.ship.known.catalogs.is_none());
        });
    }
}
