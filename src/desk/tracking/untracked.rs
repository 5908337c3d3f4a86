//! Carriers that offer no tracking. The interface reports this only by a refusal (section 7.3), which
//! is stored; their parcels are then not asked about again. A carrier is known by the name that the
//! list of shipments has for it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::base::id::TrackingNumber;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::saved_values;
use crate::desk::tracking::{Parcels, Tracked};
use crate::store::cache::{Cache, Scope};

/// The names of carriers without tracking.
pub type UntrackedCarriers = BTreeSet<String>;

const KEEP: Slot<Parcels> = Slot::until_finished("carriers without tracking to keep");

/// Under which they are saved.
const UNTRACKED: &str = "untracked-carriers";

/// Whether a request for tracking failed because the carrier offers none.
pub fn is_not_offered(trouble: &Trouble) -> bool {
    trouble.codes.iter().any(|code| code == "SHIPMENT.TRACKING.NOT_SUPPORTED")
}

impl Parcels {
    /// Whether the carrier of a parcel offers no tracking.
    pub fn is_untracked(&self, tracked: &Tracked) -> bool {
        let recipient = self.recipients.get(&tracked.number);
        recipient.is_some_and(|known| self.untracked.contains(&known.carrier))
            || tracked.tracking.trouble().is_some_and(is_not_offered)
    }
}

/// The carrier of a parcel that was sent from here.
pub(super) async fn carrier_of(
    cache: &Cache,
    scope: &Scope,
    number: &TrackingNumber,
) -> Option<String> {
    let record = saved_values::logged(cache.shipment_by_tracking(scope, number).await).flatten();
    record.map(|record| record.carrier).filter(|carrier| !carrier.is_empty())
}

/// A parcel of this carrier was asked about, and the carrier offers tracking or does not.
pub(super) fn learn(me: &mut Parcels, ctx: &mut Ctx<'_>, carrier: String, is_offered: bool) {
    if me.untracked.contains(&carrier) != is_offered {
        return;
    }
    let known = Arc::make_mut(&mut me.untracked);
    match is_offered {
        true => known.remove(&carrier),
        false => known.insert(carrier),
    };
    let (Some(scope), cache) = (ctx.scope.clone(), ctx.cache.clone()) else {
        return;
    };
    let known = Arc::clone(&me.untracked);
    ctx.jobs.start(KEEP, |_| async move {
        saved_values::save(&cache, &scope, UNTRACKED, &*known).await;
    });
}

pub(in crate::desk) async fn rows(cache: &Cache, scope: &Scope) -> UntrackedCarriers {
    saved_values::read(cache, Some(scope), UNTRACKED).await.unwrap_or_default()
}
