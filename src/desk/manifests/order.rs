//! Requesting a manifest. It costs nothing, but it cannot be undone and has no transaction id. So
//! it is recorded before it is sent, and if its response was lost, the list is searched for it
//! before anything is sent again (`docs/money.md`).

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::api;
use crate::api::address::Address;
use crate::api::call::{CallFacts, Safety};
use crate::api::error::{ApiError, Certainty, ErrorKind};
use crate::api::listing::Listing;
use crate::api::manifest::{Manifest, ManifestRequest};
use crate::api::page::DateRange;
use crate::api::shipment::ShipmentKey;
use crate::base::id::{ManifestId, ShipmentId, same_id};
use crate::base::locale::{Message, format};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::{Notice, NoticeStep, Tone};
use crate::desk::kernel::session::{Link, RequestError};
use crate::desk::kernel::{failure, list_pages, service_time, session};
use crate::desk::manifests::follow::{arrived, gives_no_list, merge, watch_soon};
use crate::desk::manifests::groups::GroupId;
use crate::desk::manifests::{
    ManifestOrder, ManifestOrderStatus, Manifests, ORDERS, changed, handed_over, regroup,
};
use crate::message;
use crate::store::cache::CacheError;
use crate::text;

/// One manifest order, by our own id.
const ORDER: Slot<Manifests> = Slot::with_account("manifest");

/// The list is searched from this long before the order: manifests are dated by the server's clock,
/// and this computer's may be days ahead.
const MARGIN: SignedDuration = SignedDuration::from_hours(31 * 24);
/// Known manifests made less than this long before the order, or later, must be in the list;
/// otherwise the list proves nothing.
const LATELY: SignedDuration = SignedDuration::from_hours(48);

impl ManifestOrder {
    fn request(&self) -> ManifestRequest {
        // For a stored address the id alone is enough (section 2.6), and is preferred.
        let from = match &self.from.id {
            Some(id) => Address::by_id(id.clone()),
            None => self.from.clone(),
        };
        ManifestRequest {
            from_address: from,
            carrier_account_id: self.account.clone(),
            key: ShipmentKey::ShipmentId,
            value: self.shipments.iter().map(ToString::to_string).collect(),
            ship_date: Some(self.ship_date.clone()),
            asynchronous: true,
        }
    }

    fn asked_at(&self) -> Timestamp {
        Timestamp::from_microsecond(self.asked).unwrap_or_default()
    }

    /// Whether a manifest contains every shipment of the order, which identifies it.
    pub(super) fn is_in(&self, manifest: &Manifest) -> bool {
        let holds = |id: &ShipmentId| holds(manifest, id);
        !self.shipments.is_empty() && self.shipments.iter().all(holds)
    }

    /// Whether a response can belong to this order: it names some of its shipments, or none.
    fn may_be(&self, manifest: &Manifest) -> bool {
        manifest.shipment_ids.is_empty() || self.shipments.iter().any(|id| holds(manifest, id))
    }
}

fn holds(manifest: &Manifest, id: &ShipmentId) -> bool {
    let mut named = manifest.shipment_ids.iter();
    named.any(|named| same_id(named, id.as_str()))
}

pub(super) fn create(
    me: &mut Manifests,
    ctx: &mut Ctx<'_>,
    group: &GroupId,
    shipments: &[ShipmentId],
) {
    if ctx.link.is_none() {
        return ctx.notice(Tone::Warning, message!("manifests-sign-in-first"), None);
    }
    let manifests = &*me;
    if !manifests.restored {
        return ctx.notice(Tone::Warning, message!("manifests-still-loading"), None);
    }
    let mut groups = manifests.day.value().into_iter().flat_map(|day| &day.groups);
    let Some(group) = groups.find(|known| known.id == *group) else {
        return;
    };
    // The groups are made again in the first moments of a day. Until then they are those of the day
    // before, and the service would refuse its ship date.
    if group.has_passed([service_time::now(ctx), ctx.clock.now()]) {
        let day = format::formats().date_of_year(group.id.ship_date);
        me.stale = true;
        return ctx.notice(Tone::Warning, message!("manifests-day-passed", day = day), None);
    }
    // After a double click, the shipments are part of the first order already.
    let free = |id: &ShipmentId| !manifests.orders.iter().any(|it| it.shipments.contains(id));
    let shipments: Vec<ShipmentId> = group
        .parcels
        .iter()
        .map(|parcel| parcel.id.clone())
        .filter(|id| shipments.contains(id) && free(id))
        .collect();
    if shipments.is_empty() {
        return;
    }
    let now = ctx.clock.now();
    let order = ManifestOrder {
        number: uuid::Uuid::new_v4().to_string(),
        account: group.id.account.clone(),
        from: group.from.clone(),
        ship_date: group.id.ship_date.to_string(),
        shipments,
        asked: service_time::now(ctx).min(now).as_microsecond(),
        doubted: false,
        status: ManifestOrderStatus::Sending,
    };
    let number = order.number.clone();
    me.refused = None;
    me.orders.push(order);
    send(me, ctx, &number);
}

/// Records the order, then sends it.
fn send(me: &mut Manifests, ctx: &mut Ctx<'_>, number: &str) {
    let (Some(link), Some(scope)) = (ctx.link.clone(), ctx.scope.clone()) else {
        return;
    };
    let Some(order) = order_mut(me, number) else {
        return;
    };
    order.status = ManifestOrderStatus::Sending;
    let request = order.request();
    regroup::regroup_shipments(me, ctx);
    let Ok(json) = serde_json::to_string(&me.orders) else {
        return;
    };
    let (cache, number) = (ctx.cache.clone(), number.to_owned());
    let slot = ORDER.about(&number);
    ctx.jobs.start(slot, |outbox| async move {
        if let Err(error) = cache.put(Some(&scope), ORDERS, json).await {
            let fold =
                move |me: &mut Manifests, ctx: &mut Ctx<'_>| not_recorded(me, ctx, &number, &error);
            return outbox.send(fold).await;
        }
        let answer = link.client.send(api::manifest::create(&request)).await;
        let answer = answer.map(|answer| answer.value);
        outbox.send(move |me, ctx| answered(me, ctx, &number, answer)).await;
    });
}

fn not_recorded(me: &mut Manifests, ctx: &mut Ctx<'_>, number: &str, error: &CacheError) {
    let trouble = failure::describe_local_error(message!("manifests-error-save"), error);
    give_up(me, ctx, number, trouble);
}

fn answered(
    me: &mut Manifests,
    ctx: &mut Ctx<'_>,
    number: &str,
    answer: Result<Manifest, ApiError>,
) {
    let meant = |manifest: &Manifest| {
        let mut orders = me.orders.iter();
        orders.any(|order| order.number == number && order.may_be(manifest))
    };
    let error = match answer {
        // A manifest of other shipments says nothing about this order.
        Ok(manifest) if !meant(&manifest) => {
            let (status, body) = (200, Vec::new());
            let kind = ErrorKind::Unintelligible { status, body };
            let attempting = || text!("manifests-error-create");
            let call = CallFacts {
                uncertain: || text!("errors-uncertain-create-manifest"),
                safety: Safety::Write,
                ..CallFacts::new("POST /Manifest", attempting)
            };
            ApiError::new(call, kind)
        }
        Ok(manifest) => {
            if let Some(order) = me.orders.iter().find(|order| order.number == number) {
                handed_over::announce_order(ctx, order, Some(&manifest));
            }
            merge(&mut me.known, vec![manifest]);
            me.rounds = 0;
            resolved(me, ctx, number);
            changed(me, ctx);
            return watch_soon(me, ctx);
        }
        Err(error) => error,
    };
    let certainty = error.certainty();
    let unsupported = error.has_code("MANIFEST.NOT_SUPPORTED");
    let heeded: Result<(), Trouble> = ctx.note_failure(Err(session::setback(&error)));
    let (Some(order), Err(trouble)) = (order_mut(me, number), heeded) else {
        return;
    };
    let account = order.account.clone();
    match certainty {
        // This attempt had no effect, but the outcome of an earlier one is still unknown.
        Certainty::NotSent | Certainty::Refused if order.doubted => {
            search(me, ctx, number, IfNotFound::Believe(Box::new(trouble)));
        }
        Certainty::NotSent | Certainty::Refused => {
            if unsupported {
                me.unsupported.insert(account);
            }
            give_up(me, ctx, number, trouble);
        }
        Certainty::Unknown => {
            order.doubted = true;
            changed(me, ctx);
            search(me, ctx, number, IfNotFound::Wait);
        }
    }
}

/// The order failed: its shipments can be ordered again.
fn give_up(me: &mut Manifests, ctx: &mut Ctx<'_>, number: &str, trouble: Trouble) {
    me.orders.retain(|it| it.number != number);
    me.refused = Some(trouble);
    changed(me, ctx);
}

/// A manifest contains the order's shipments. Removes the order.
pub(super) fn resolved(me: &mut Manifests, ctx: &mut Ctx<'_>, number: &str) {
    let manifests = &mut *me;
    let Some(at) = manifests.orders.iter().position(|it| it.number == number) else {
        return;
    };
    let order = manifests.orders.remove(at);
    for id in &order.shipments {
        manifests.scans.scanned_numbers.remove(id);
    }
    let count = order.shipments.len();
    let words = message!("manifests-notice-requested", count = count);
    let ready = message!("manifests-notice-ready", count = count);
    manifests.requested_notices.push((words.clone(), ready));
    let made = manifests.known.iter().find(|manifest| order.is_in(manifest));
    let step = made.and_then(|manifest| manifest.id.clone()).map(NoticeStep::Manifest);
    let (whose, tone) = (ctx.scope.clone(), Tone::Good);
    ctx.show_notice(Notice { whose, tone, text: words, step, ..Notice::default() });
}

/// After connecting: searches for every order whose outcome is unknown.
pub(super) fn resume(me: &mut Manifests, ctx: &mut Ctx<'_>) {
    let numbers: Vec<String> = me
        .orders
        .iter()
        .filter(|order| order.status == ManifestOrderStatus::Checking)
        .map(|order| order.number.clone())
        .collect();
    for number in numbers {
        look_up(me, ctx, &number);
    }
}

pub(super) fn look_up(me: &mut Manifests, ctx: &mut Ctx<'_>, number: &str) {
    let Some(order) = order_mut(me, number) else {
        return;
    };
    if order.status != ManifestOrderStatus::Sending {
        order.doubted = true;
        search(me, ctx, number, IfNotFound::Wait);
    }
}

/// Searches the list once more, then sends the request again. An `Absent` order is sent only if the
/// list proves that the manifest does not exist; an `InDoubt` order also if the list cannot tell,
/// because the user has decided.
pub(super) fn ask_again(me: &mut Manifests, ctx: &mut Ctx<'_>, number: &str) {
    let Some(order) = order_mut(me, number) else {
        return;
    };
    match order.status {
        ManifestOrderStatus::Absent => search(me, ctx, number, IfNotFound::Send { unseen: false }),
        ManifestOrderStatus::InDoubt(_) => {
            search(me, ctx, number, IfNotFound::Send { unseen: true })
        }
        ManifestOrderStatus::Sending | ManifestOrderStatus::Checking => {}
    }
}

/// The user knows that the manifest exists. Its shipments count as handed over.
pub(super) fn it_was_made(me: &mut Manifests, ctx: &mut Ctx<'_>, number: &str) {
    let manifests = &mut *me;
    let in_doubt = |order: &ManifestOrder| {
        let open =
            matches!(order.status, ManifestOrderStatus::InDoubt(_) | ManifestOrderStatus::Absent);
        order.number == number && open
    };
    let Some(at) = manifests.orders.iter().position(in_doubt) else {
        return;
    };
    let order = manifests.orders.remove(at);
    for id in &order.shipments {
        manifests.scans.scanned_numbers.remove(id);
    }
    handed_over::announce_order(ctx, &order, None);
    manifests.confirmed_orders.push(order);
    changed(me, ctx);
}

/// What to do if the list was searched repeatedly without finding the manifest.
#[derive(Clone)]
enum IfNotFound {
    /// Show it, and let the user decide.
    Wait,
    /// A later attempt was refused, which is now believed.
    Believe(Box<Trouble>),
    /// `unseen`: also if the list cannot tell.
    Send { unseen: bool },
}

/// Result of searching the list once.
struct ListSearch {
    found: Vec<Manifest>,
    /// Why a manifest that is not in the list may exist all the same.
    unproven: Option<Message>,
}

/// Searches the list at growing intervals. A request that fails proves nothing and is repeated.
fn search(me: &mut Manifests, ctx: &mut Ctx<'_>, number: &str, then: IfNotFound) {
    let Some(link) = ctx.link.clone() else {
        return;
    };
    let Some(order) = order_mut(me, number) else {
        return;
    };
    order.status = ManifestOrderStatus::Checking;
    let order = order.clone();
    let looks = match then {
        IfNotFound::Send { .. } => ctx.pace.look_ups.iter().take(1).copied().collect(),
        _ => ctx.pace.look_ups.clone(),
    };
    let (unanswered, now) = (ctx.pace.retry_after_no_answer, ctx.clock.now());
    let known = made_here(&*me, &order);
    let slot = ORDER.about(&order.number);
    ctx.jobs.start(slot, |outbox| async move {
        let mut unproven = None;
        for pause in looks {
            tokio::time::sleep(pause).await;
            let look = loop {
                match look(&link, &order, &known, now).await {
                    Ok(look) => break look,
                    Err(setback) => {
                        let heed = move |_: &mut Manifests, ctx: &mut Ctx<'_>| {
                            let _: Result<(), Trouble> = ctx.note_failure(Err(setback));
                        };
                        outbox.send(heed).await;
                        tokio::time::sleep(unanswered).await;
                    }
                }
            };
            let made = look.found.iter().any(|manifest| order.is_in(manifest));
            outbox.send(move |me, ctx| arrived(me, ctx, look.found)).await;
            if made {
                return outbox.send(watch_soon).await;
            }
            unproven = look.unproven;
        }
        outbox.send(move |me, ctx| not_there(me, ctx, &order.number, then, unproven)).await;
    });
}

fn not_there(
    me: &mut Manifests,
    ctx: &mut Ctx<'_>,
    number: &str,
    then: IfNotFound,
    unproven: Option<Message>,
) {
    let status = match (then, unproven) {
        (IfNotFound::Send { unseen: true }, _) | (IfNotFound::Send { .. }, None) => {
            return send(me, ctx, number);
        }
        (IfNotFound::Believe(trouble), None) => return give_up(me, ctx, number, *trouble),
        (IfNotFound::Wait, None) => ManifestOrderStatus::Absent,
        (_, Some(why)) => ManifestOrderStatus::InDoubt(why),
    };
    if let Some(order) = order_mut(me, number) {
        order.status = status;
    }
}

/// Manifests made around the time of the order that are known to exist. A list without them is
/// incomplete.
fn made_here(manifests: &Manifests, order: &ManifestOrder) -> Vec<ManifestId> {
    let since = order.asked_at().checked_sub(LATELY).unwrap_or_default();
    let made_since = |manifest: &&Arc<Manifest>| {
        let made = manifest.transaction_date.as_ref();
        made.is_some_and(|made| made.instant() >= since)
    };
    let known = manifests.known.iter().filter(made_since);
    known.filter_map(|manifest| manifest.id.clone()).collect()
}

/// Loads every manifest made around the time of the order or later.
async fn look(
    link: &Link,
    order: &ManifestOrder,
    known: &[ManifestId],
    now: Timestamp,
) -> Result<ListSearch, RequestError> {
    let range = DateRange { start: order.asked_at().checked_sub(MARGIN).ok(), end: None };
    let mut found: Vec<Manifest> = Vec::new();
    let mut listing = Listing::new(range, now);
    let unproven = loop {
        match list_pages::next(link, &mut listing, api::manifest::list).await {
            Ok(Some(page)) => found.extend(page.results),
            Ok(None) => break list_pages::incomplete(&listing.end()),
            Err(error) if gives_no_list(&error) => {
                break Some(message!("manifests-why-no-list"));
            }
            Err(error) if is_another_shape(&error) => {
                break Some(message!("manifests-why-unknown-list"));
            }
            Err(error) => return Err(session::setback(&error)),
        }
        if found.iter().any(|manifest| order.is_in(manifest)) {
            break None;
        }
    };
    let lists = |id: &ManifestId| found.iter().any(|it| it.id.as_ref() == Some(id));
    let left_out = known.iter().any(|id| !lists(id));
    let contradicts = || left_out.then(|| message!("manifests-why-incomplete-list"));
    let unproven = unproven.or_else(contradicts);
    Ok(ListSearch { found, unproven })
}

/// A successful response that is not a list. Asking again returns the same.
fn is_another_shape(error: &ApiError) -> bool {
    let success = error.status().is_some_and(|status| (200..300).contains(&status));
    success && matches!(error.kind, ErrorKind::Unintelligible { .. })
}

fn order_mut<'a>(me: &'a mut Manifests, number: &str) -> Option<&'a mut ManifestOrder> {
    let orders = &mut me.orders;
    orders.iter_mut().find(|order| order.number == number)
}
