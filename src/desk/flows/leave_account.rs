//! The account on the screen is left, or another one comes: what becomes of each feature.

use crate::desk::flows::copy_state;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::owner::Desk;
use crate::desk::ship::draft_edit;
use crate::desk::state::State;

/// Takes the mark of waiting off everything whose job a switch of accounts ends.
pub(in crate::desk) fn give_up_requests(desk: &mut Desk) {
    each(&mut desk.state, |feature| feature.give_up_requests());
}

/// Takes everything of an account off the screen.
pub(in crate::desk) fn forget_rows(desk: &mut Desk) {
    desk.jobs.next_epoch();
    desk.link = None;
    desk.state.practice_clock = None;
    each(&mut desk.state, |feature| feature.forget_rows());
    copy_state::to_each(desk);
    desk.ship(draft_edit::recheck);
}

/// Every field of the state is named, so that a new one says here what becomes of it.
fn each(state: &mut State, with: fn(&mut dyn AccountChange)) {
    let State {
        addresses,
        balance,
        carriers,
        containers,
        labels,
        manifests,
        practice,
        printing,
        refunds,
        ship,
        shipments,
        tracking,
        // Of this computer, or of every account at once: they wait for nothing.
        connection: _,
        line: _,
        settings: _,
        notices: _,
        activity: _,
        practice_clock: _,
        accounts: _,
        purchases: _,
        safekeeping: _,
        scale: _,
    } = state;
    let features: [&mut dyn AccountChange; 12] = [
        addresses, balance, carriers, containers, labels, manifests, practice, printing, refunds,
        ship, shipments, tracking,
    ];
    for feature in features {
        with(feature);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::kernel::remote::Remote;
    use crate::desk::parcel::catalogs::Catalogs;

    /// The next draft must not be checked against what the last account's carriers offer.
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
