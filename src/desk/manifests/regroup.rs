//! When the shipments on no manifest are grouped, and which of them: the newest, and those that a
//! person asked about.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::base::clock::Stopwatch;
use crate::base::id::ShipmentId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::{pace, service_time};
use crate::desk::manifests::groups::{self, GroupingShipment, Origins, Sources};
use crate::desk::manifests::parcel_of_shipment::slip_of_record;
use crate::desk::manifests::{LOOK_BACK, MOST_SHIPMENTS, Manifests, closing, unsupported_carriers};
use crate::message;
use crate::store::cache::{Cache, Scope, ShipmentRecord};

/// Groups the shipments that are on no manifest yet.
const GROUPS: Slot<Manifests> = Slot::with_account("shipments without a manifest");

/// Shipments read at a time; a whole shipment is many times larger than a [`GroupingShipment`].
const CHUNK: u32 = 250;
/// Longest pause between two groupings, so that frequent purchases do not cause thousands of
/// shipments to be read each time.
const REST: Duration = Duration::from_secs(1);
/// The pause after a grouping is this many times its duration, up to [`REST`].
const REST_FACTOR: u32 = 10;

/// Groups these shipments too from now on, in place of those that were sought before.
pub(super) fn seek(me: &mut Manifests, shipments: Vec<ShipmentId>) {
    me.seeking = !shipments.is_empty();
    me.stale |= me.seeking;
    me.sought = shipments;
}

pub(super) fn regroup_when_due(me: &mut Manifests, ctx: &mut Ctx<'_>) {
    if next_wake(me, ctx).is_some_and(|wait| wait.is_zero()) {
        me.stale = false;
        regroup_shipments(me, ctx);
    }
}

/// Time until the next grouping; `None` if none is pending.
pub(super) fn next_wake(me: &Manifests, ctx: &Ctx<'_>) -> Option<Duration> {
    if ctx.jobs.is_running(&GROUPS) {
        return None;
    }
    if me.stale {
        let grouped = me.grouped.as_ref();
        let left = grouped.and_then(|(since, rest)| pace::remaining(Some(since), *rest));
        return Some(left.unwrap_or_default());
    }
    // The groups themselves go by the earlier of the two clocks.
    let now = service_time::now(ctx).min(ctx.clock.now());
    let left = me.next_day?.duration_since(now);
    Some(Duration::try_from(left).unwrap_or_default())
}

/// Reads the newest shipments and the ones sought, reduced to what grouping needs. Returns whether
/// there are more recent ones than were read.
async fn read(
    cache: &Cache,
    scope: &Scope,
    since: Timestamp,
    sought: &[ShipmentId],
) -> Result<(Vec<GroupingShipment>, bool), String> {
    let mut slips = Slips::default();
    let mut capped = true;
    for skip in (0..MOST_SHIPMENTS).step_by(CHUNK as usize) {
        let records = cache.whole_shipments(scope, since, CHUNK, skip).await;
        let records = records.map_err(|error| error.to_string())?;
        let last = records.len() < CHUNK as usize;
        slips = slips.with(records).await?;
        if last {
            capped = false;
            break;
        }
    }
    for ids in sought.chunks(CHUNK as usize) {
        let mut records = Vec::new();
        for id in ids.iter().filter(|id| !slips.seen.contains(*id)) {
            let record = cache.shipment(scope, id).await;
            records.extend(record.map_err(|error| error.to_string())?);
        }
        slips = slips.with(records).await?;
    }
    Ok((slips.all, capped))
}

#[derive(Default)]
struct Slips {
    all: Vec<GroupingShipment>,
    seen: BTreeSet<ShipmentId>,
    origins: Origins,
}

impl Slips {
    /// Adds shipments. Purchases in the meantime move rows from one chunk to the next, so duplicates
    /// are dropped.
    async fn with(mut self, records: Vec<ShipmentRecord>) -> Result<Self, String> {
        let added = tokio::task::spawn_blocking(move || {
            for row in &records {
                let slip = slip_of_record(row, &mut self.origins);
                let fresh = slip.filter(|slip| self.seen.insert(slip.id().clone()));
                self.all.extend(fresh);
            }
            self
        });
        added.await.map_err(|error| error.to_string())
    }
}

/// Groups the shipments in the cache again.
pub(super) fn regroup_shipments(me: &mut Manifests, ctx: &mut Ctx<'_>) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let now = service_time::now(ctx);
    let Ok(since) = now.min(ctx.clock.now()).checked_sub(LOOK_BACK) else {
        return;
    };
    let manifests = &*me;
    let vouched = manifests.confirmed_orders.iter();
    let mut sources = Sources {
        shipments: Vec::new(),
        known: manifests.known.clone(),
        orders: manifests.orders.clone(),
        vouched: vouched.flat_map(|order| order.shipments.clone()).collect(),
        unsupported: unsupported_carriers::accounts_without_manifests(me),
        untracked: Arc::clone(&me.untracked),
        now: [now, ctx.clock.now()],
        capped: false,
    };
    me.next_day = None;
    let (cache, sought) = (ctx.cache.clone(), me.sought.clone());
    let work = async move {
        let watch = Stopwatch::start();
        let grouped = match read(&cache, &scope, since, &sought).await {
            Ok((shipments, capped)) => tokio::task::spawn_blocking(move || {
                (sources.shipments, sources.capped) = (shipments, capped);
                groups::group(&sources)
            })
            .await
            .map_err(|error| error.to_string()),
            Err(cause) => Err(cause),
        };
        let answer = grouped.map_err(|cause| Trouble {
            attempted: message!("manifests-error-group"),
            cause: cause.into(),
            advice: message!("manifests-error-group-advice"),
            retry_is_safe: true,
            ..Trouble::default()
        });
        let took = watch.elapsed();
        (answer, took, sought)
    };
    ctx.jobs.answer(GROUPS, work, move |me, ctx, (answer, took, sought)| {
        let now = ctx.clock.now();
        // After a failure the next change is waited for, not asked again and again.
        me.next_day = answer.as_ref().ok().and_then(|day| day.next_day);
        me.day.settle(answer, now);
        me.seeking &= me.sought != sought;
        let rest = REST.min(took * REST_FACTOR);
        me.grouped = Some((Stopwatch::start(), rest));
        closing::forget_gone(me);
    });
}
