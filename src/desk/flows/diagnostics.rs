//! Collects the counts of all features for a diagnostics report.

use crate::desk::owner::Desk;
use crate::desk::safekeeping;
use crate::desk::safekeeping::SafekeepingIntent;
use crate::desk::safekeeping::diagnostics::Counts;

pub(in crate::desk) fn apply(desk: &mut Desk, intent: SafekeepingIntent) {
    let state = &desk.state;
    let counts = Counts {
        buying_stopped: state.purchases.blocked.as_ref().map(ToString::to_string),
        shipments: state.shipments.total,
        addresses: state.ship.book.count,
        purchases: state.purchases.list.len(),
        print_jobs: state.printing.jobs.len(),
    };
    desk.safekeeping(|me, ctx| safekeeping::apply(me, ctx, intent, &counts));
}
