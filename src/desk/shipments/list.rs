//! The list of shipments: read from the cache at once, updated from the service in the background.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp, Zoned};

use crate::api;
use crate::api::shipment::{Shipment, ShipmentKey};
use crate::base::clock::desk_zone;
use crate::base::id::{ShipmentId, TrackingNumber};
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::{LoadedValue, Remote};
use crate::desk::kernel::{saved_values, service_time};
use crate::desk::records::scale_reading::ScaleReading;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::records::{package_numbers, scale_reading, shipment_row};
use crate::desk::shipments::never_scanned::NeverScannedLabels;
use crate::desk::shipments::sync::Sync;
use crate::desk::shipments::{never_scanned, sync};
use crate::message;
use crate::store::cache::{Cache, Scope, ShipmentQuery};

#[derive(Debug, Default)]
pub struct Shipments {
    pub sync: Sync,
    /// Labels that were never scanned.
    pub never_scanned_labels: Remote<NeverScannedLabels>,
    /// The result of the last scanned number.
    pub scanned: Scanned,
    pub search: String,
    pub filter: ShipmentFilter,
    pub rows: Vec<Arc<ShipmentRow>>,
    /// Number of matching shipments counted in the cache. With `more`, the count is not complete.
    pub matching: u64,
    pub more: bool,
    pub total: u64,
    /// Counts responses of the cache; `rows` are from the latest.
    pub answered: u64,
    pub refresh: Remote<()>,
    pub selected: Option<ShipmentId>,
    pub detail: Remote<Shipment>,
    /// What the scale showed for the selected shipment.
    pub weighed: Vec<ScaleReading>,
    /// The names of carriers that offer no tracking.
    pub(in crate::desk) untracked: Arc<BTreeSet<String>>,
}

impl AccountChange for Shipments {
    fn give_up_requests(&mut self) {
        let Self {
            refresh,
            detail,
            never_scanned_labels: radar,
            sync,
            scanned: _,
            search: _,
            filter: _,
            rows: _,
            matching: _,
            more: _,
            total: _,
            answered: _,
            selected: _,
            weighed: _,
            untracked: _,
        } = self;
        refresh.cancel_loading();
        detail.cancel_loading();
        radar.cancel_loading();
        sync::end_run(sync, None);
    }

    /// Keeps `scanned`: the window compares its counter with the last value it saw.
    fn forget_rows(&mut self) {
        *self = Self { scanned: std::mem::take(&mut self.scanned), ..Self::default() };
    }
}

/// The last scanned number that was looked up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scanned {
    /// Counts the results. The window shows a result when the counter changes.
    pub answered: u64,
    /// `None` if the number belongs to no known shipment; then it is tracked.
    pub shipment: Option<ShipmentId>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ShipmentFilter {
    #[default]
    All,
    Today,
    InTransit,
    Problem,
    Refundable,
    Delivered,
}

const REFRESH: Slot<Shipments> = Slot::with_account("newest shipments");
const SEARCH: Slot<Shipments> = Slot::with_account("shipment search");
const SCANNED: Slot<Shipments> = Slot::with_account("scanned number");
const DETAIL: Slot<Shipments> = Slot::with_account("shipment");

/// Rows read from the cache at a time.
pub(in crate::desk) const PAGE: u32 = 200;
/// A purchase adds a row to a list older than this only together with a refresh; otherwise the age
/// of the list would contradict the row.
const NEW_ENOUGH: SignedDuration = SignedDuration::from_secs(60);
/// Section 8: a refund must be requested within 30 days of creation.
const REFUND_DAYS: i64 = 30;

pub(in crate::desk) fn search(
    me: &mut Shipments,
    ctx: &mut Ctx<'_>,
    text: String,
    filter: ShipmentFilter,
) {
    me.search = text;
    me.filter = filter;
    search_again(me, ctx);
}

/// Reads the rows of the current search again, as many as are loaded now.
pub(in crate::desk) fn search_again(me: &mut Shipments, ctx: &mut Ctx<'_>) {
    let shown = u32::try_from(me.rows.len()).unwrap_or(PAGE);
    find(me, ctx, 0, shown.max(PAGE));
}

pub(in crate::desk) fn load_more(me: &mut Shipments, ctx: &mut Ctx<'_>) {
    let known = &*me;
    let shown = known.rows.len() as u64;
    if (shown < known.matching || known.more) && !ctx.jobs.is_running(&SEARCH) {
        find(me, ctx, shown, PAGE);
    }
}

/// Fetches new shipments from the service, then continues with older ones.
pub(in crate::desk) fn refresh(me: &mut Shipments, ctx: &mut Ctx<'_>) {
    let Some(link) = ctx.link.clone() else {
        return;
    };
    let (cache, clock, pause) = (ctx.cache.clone(), ctx.clock.clone(), ctx.pace.page);
    me.refresh.start_loading();
    ctx.jobs.start(REFRESH, |outbox| async move {
        let answer = sync::newest(&link, &cache, &clock, pause, &outbox).await;
        if answer.is_ok() {
            saved_values::save(&cache, &link.scope, saved_values::REFRESHED, &()).await;
        }
        outbox
            .send(move |me, ctx| {
                let answer = ctx.note_failure(answer);
                let now = ctx.clock.now();
                me.refresh.settle(answer, now);
                never_scanned::reload_never_scanned(me, ctx);
                ctx.announce(Event::ShipmentsChanged);
                sync::fetch_older(me, ctx);
            })
            .await;
    });
}

/// The newest rows were received and are shown with their age, while further pages are read.
pub(in crate::desk) fn newest_page_received(me: &mut Shipments, ctx: &mut Ctx<'_>) {
    if me.refresh.is_loading() {
        let previous = LoadedValue { value: Arc::new(()), at: ctx.clock.now(), cached: false };
        me.refresh = Remote::Loading { previous: Some(previous) };
    }
    search_again(me, ctx);
}

/// Shows a purchase in the list.
pub(in crate::desk) fn show_bought(me: &mut Shipments, ctx: &mut Ctx<'_>) {
    search_again(me, ctx);
    let since = me.refresh.known().map(|known| known.at);
    let old = since.is_none_or(|at| at.duration_until(ctx.clock.now()) > NEW_ENOUGH);
    // A refresh would interrupt the one under way.
    if old && !me.refresh.is_loading() && !me.sync.running {
        refresh(me, ctx);
    }
}

pub(in crate::desk) fn select(me: &mut Shipments, ctx: &mut Ctx<'_>, shipment: Option<ShipmentId>) {
    me.selected.clone_from(&shipment);
    me.detail = Remote::NotAsked;
    me.weighed.clear();
    let (Some(id), Some(scope)) = (shipment, ctx.scope.clone()) else {
        return;
    };
    me.detail.start_loading();
    let (cache, link, clock) = (ctx.cache.clone(), ctx.link.clone(), ctx.clock.clone());
    let journal = ctx.journal.clone();
    ctx.jobs.start(DETAIL, |outbox| async move {
        let weighed = scale_reading::look_up(journal.as_ref(), &scope, id.as_str()).await;
        outbox.send(move |me, _| me.weighed = weighed).await;
        let known = cached_detail(&cache, &scope, &id).await;
        let asking = link.is_some();
        outbox
            .send(move |me, _| {
                let Some((shipment, at)) = known else { return };
                me.detail = Remote::from_cache(shipment, at);
                if asking {
                    me.detail.start_loading();
                }
            })
            .await;
        let Some(link) = link else { return };
        let answer = link.send_required(api::shipment::get_by(ShipmentKey::Id, id.as_str())).await;
        if let Ok(shipment) = &answer
            && let Some(row) = shipment_row::record_from_shipment(shipment, clock.now())
        {
            saved_values::logged(cache.put_shipments(&scope, vec![row]).await);
        }
        outbox
            .send(move |me, ctx| {
                let answer = ctx.note_failure(answer);
                let now = ctx.clock.now();
                me.detail.settle(answer, now);
                ctx.announce(Event::ShipmentsChanged);
                ctx.announce(Event::RefundsChanged);
            })
            .await;
    });
}

/// A cached shipment and when the service reported it.
async fn cached_detail(
    cache: &Cache,
    scope: &Scope,
    id: &ShipmentId,
) -> Option<(Shipment, Timestamp)> {
    let (record, at) = saved_values::logged(cache.shipment_with_time(scope, id).await).flatten()?;
    Some((shipment_row::shipment(&record)?, at))
}

/// Selects the shipment of a scanned number. It is looked up in the cache, because it is often not
/// among the rows on screen.
pub(in crate::desk) fn look_up_scanned(ctx: &mut Ctx<'_>, code: String) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let cache = ctx.cache.clone();
    let work = async move {
        let bare = package_numbers::bare_number(&code).to_owned();
        let mut known = of_number(&cache, &scope, &bare).await;
        if known.is_none() && bare != code {
            known = of_number(&cache, &scope, &code).await;
        }
        (known, code)
    };
    ctx.jobs.answer(SCANNED, work, move |me, ctx, (known, code)| {
        match &known {
            Some(_) => select(me, ctx, known.clone()),
            // An order may have it; the answer follows.
            None => return ctx.announce(Event::NumberUnknown(code)),
        }
        let scanned = &mut me.scanned;
        scanned.answered += 1;
        scanned.shipment = known;
    });
}

/// The scanned number belongs neither to a shipment nor to an order.
pub(in crate::desk) fn note_unknown_scan(me: &mut Shipments) {
    me.scanned.answered += 1;
    me.scanned.shipment = None;
}

async fn of_number(cache: &Cache, scope: &Scope, number: &str) -> Option<ShipmentId> {
    let number = TrackingNumber::new(number);
    let found = cache.shipment_by_tracking(scope, &number).await;
    saved_values::logged(found).flatten().map(|known| known.id)
}

/// The cache query of the current search; the export uses the same.
pub(in crate::desk) fn query(
    me: &Shipments,
    ctx: &Ctx<'_>,
    offset: u64,
    limit: u32,
) -> ShipmentQuery {
    let shipments = me;
    let now = service_time::now(ctx).to_zoned(desk_zone());
    ShipmentQuery { offset, limit, ..filtered(&shipments.search, shipments.filter, &now) }
}

fn filtered(text: &str, filter: ShipmentFilter, now: &Zoned) -> ShipmentQuery {
    let statuses = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let mut query = ShipmentQuery {
        // A scanned number may carry the ZIP of the recipient in front, which no shipment contains.
        text: package_numbers::bare_number(text).to_owned(),
        limit: PAGE,
        ..ShipmentQuery::default()
    };
    match filter {
        ShipmentFilter::All => {}
        ShipmentFilter::Today => {
            query.created_from = now.start_of_day().ok().map(|start| start.timestamp());
        }
        ShipmentFilter::InTransit => {
            query.statuses = statuses(&["InTransit", "OutForDelivery", "Delayed"]);
        }
        ShipmentFilter::Problem => {
            query.statuses = statuses(&["Delayed", "DeliveryFailed", "Other"]);
        }
        ShipmentFilter::Delivered => query.statuses = statuses(&["Delivered"]),
        ShipmentFilter::Refundable => {
            let days = SignedDuration::from_hours(REFUND_DAYS * 24);
            query.created_from = now.timestamp().checked_sub(days).ok();
            query.statuses = statuses(&["PreTransit"]);
            query.refunded = Some(false);
        }
    }
    query
}

fn find(me: &mut Shipments, ctx: &mut Ctx<'_>, offset: u64, limit: u32) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let query = query(me, ctx, offset, limit);
    let cache = ctx.cache.clone();
    ctx.jobs.start(SEARCH, |outbox| async move {
        let found = cache.first_shipments(&scope, query.clone()).await;
        let uncounted = found.as_ref().is_ok_and(|page| page.more);
        outbox
            .send(move |me, ctx| match found {
                Ok(page) => {
                    let shown = &mut *me;
                    if offset == 0 {
                        shown.rows.clear();
                    }
                    shown.rows.extend(page.rows.into_iter().map(shipment_row::row));
                    (shown.matching, shown.more) = (page.matching, page.more);
                    shown.total = page.total;
                    shown.answered += 1;
                }
                Err(error) => {
                    let attempted = message!("shipments-failed-search");
                    ctx.notice_failure(failure::describe_local_error(attempted, &error));
                }
            })
            .await;
        if !uncounted {
            return;
        }
        // The rows are sent first, because counting may go through many more rows.
        let count = ShipmentQuery { limit: 0, ..query };
        let counted = saved_values::logged(cache.find_shipments(&scope, count).await);
        outbox
            .finish(move |me, _| {
                if let Some(page) = counted {
                    let shown = &mut *me;
                    (shown.matching, shown.more) = (page.matching, page.more);
                }
            })
            .await;
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters_become_queries() {
        let now: Zoned = "2026-11-21T15:00[UTC]".parse().unwrap();
        for (filter, from, statuses, refunded) in [
            (ShipmentFilter::All, None, 0, None),
            (ShipmentFilter::Today, Some("2026-11-21T00:00:00Z"), 0, None),
            (ShipmentFilter::Problem, None, 3, None),
            (ShipmentFilter::Refundable, Some("2026-10-22T15:00:00Z"), 1, Some(false)),
        ] {
            let query = filtered("x", filter, &now);
            assert_eq!(
                (
                    query.created_from.map(|time| time.to_string()).as_deref(),
                    query.statuses.len(),
                    query.refunded
                ),
                (from, statuses, refunded),
                "{filter:?}"
            );
        }
    }
}
