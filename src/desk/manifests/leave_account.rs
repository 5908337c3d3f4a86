//! What happens to the state of manifests when another account comes on screen.

use crate::desk::kernel::account_change::AccountChange;
use crate::desk::manifests::Manifests;

impl AccountChange for Manifests {
    fn give_up_requests(&mut self) {
        let Self {
            day,
            list,
            known: _,
            incomplete: _,
            older: _,
            orders: _,
            confirmed_orders: _,
            refused: _,
            requested_notices: _,
            scans: _,
            unsupported: _,
            untracked: _,
            restored: _,
            unsaved: _,
            polled: _,
            rounds: _,
            stale: _,
            grouped: _,
            next_day: _,
            sought: _,
            seeking: _,
            carriers: _,
        } = self;
        day.cancel_loading();
        list.cancel_loading();
    }

    fn forget_rows(&mut self) {
        *self = Self {
            polled: self.polled.take(),
            rounds: self.rounds,
            stale: self.stale,
            grouped: self.grouped.take(),
            ..Self::default()
        };
    }
}
