//! Tracking: numbers typed, pasted or scanned, and a watch list that is refreshed at moderate
//! intervals.

pub mod intent;
pub mod recipients;
pub mod route;
pub mod untracked;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use crate::api;
use crate::api::shipment::ShipmentKey;
use crate::api::tracking::Tracking;
use crate::api::value::TrackingStatus;
use crate::base::clock::Stopwatch;
use crate::base::id::TrackingNumber;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::{pace, saved_values};
use crate::desk::records::package_numbers::bare_number;
use crate::desk::records::shipment_row;
use crate::desk::tracking::recipients::Recipient;
use crate::desk::tracking::route::Route;
use crate::desk::tracking::untracked::{UntrackedCarriers, is_not_offered};
use crate::message;

/// The tracked parcels.
#[derive(Debug, Default)]
pub struct Parcels {
    pub list: Vec<Tracked>,
    /// To whom the parcels of known shipments go.
    pub recipients: BTreeMap<TrackingNumber, Recipient>,
    /// The route of the parcel whose timeline is open.
    pub route: Option<Route>,
    /// The carriers that offer no tracking.
    pub untracked: Arc<UntrackedCarriers>,
    /// Time since the last round of polling.
    polled: Option<Stopwatch>,
}

impl AccountChange for Parcels {
    fn give_up_requests(&mut self) {
        for tracked in &mut self.list {
            tracked.tracking.cancel_loading();
        }
    }

    fn forget_rows(&mut self) {
        let Self { list, recipients, route, untracked, polled: _ } = self;
        list.clear();
        recipients.clear();
        *route = None;
        *untracked = Arc::default();
    }
}

#[derive(Clone, Debug)]
pub struct Tracked {
    pub number: TrackingNumber,
    pub tracking: Remote<Tracking>,
}

const TRACKING: Slot<Parcels> = Slot::with_account("tracking");

/// Shorter words of a text are not taken for tracking numbers.
const SHORTEST: usize = 6;
/// Most numbers taken from one text; a longer paste is assumed to be an accident.
const MOST_AT_ONCE: usize = 500;
/// Length of the watch list, to which every label bought here is added automatically.
const MOST_WATCHED: usize = 2_000;

pub(in crate::desk) fn track(me: &mut Parcels, ctx: &mut Ctx<'_>, text: &str) {
    let mut numbers = numbers(text);
    if numbers.is_empty() {
        return ctx.notice(Tone::Info, message!("tracking-no-number"), None);
    }
    numbers.truncate(MOST_AT_ONCE);
    for number in &numbers {
        watch(me, ctx, number.clone(), None);
    }
    fetch(me, ctx, numbers, Wish::OfPerson);
}

/// Adds a number to the watch list, with its tracking if known.
pub(in crate::desk) fn watch(
    me: &mut Parcels,
    ctx: &mut Ctx<'_>,
    number: TrackingNumber,
    known: Option<Tracking>,
) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let now = ctx.clock.now();
    let at = me.list.iter().position(|tracked| tracked.number == number);
    match (at.and_then(|at| me.list.get_mut(at)), known) {
        (Some(tracked), Some(known)) => tracked.tracking = Remote::ready(known, now),
        (Some(_), None) => {}
        (None, known) => {
            let json = known
                .as_ref()
                .and_then(|known| serde_json::to_string(known).ok())
                .unwrap_or_default();
            let tracking = known.map_or(Remote::NotAsked, |known| Remote::ready(known, now));
            let kept = number.clone();
            me.list.insert(0, Tracked { number, tracking });
            make_room(me, ctx);
            let cache = ctx.cache.clone();
            ctx.jobs.spawn_writing(|_: Outbox<Parcels>| async move {
                saved_values::logged(cache.put_tracking(&scope, &kept, json).await);
            });
            recipients::look_up(me, ctx);
        }
    }
    start_timer(me, ctx);
}

/// Shortens the list to its limit: the last delivered parcel is removed first, else the last entry.
pub(in crate::desk) fn make_room(me: &mut Parcels, ctx: &mut Ctx<'_>) {
    while me.list.len() > MOST_WATCHED {
        let list = &me.list;
        let arrived = |tracked: &Tracked| tracked.tracking.value().is_some_and(is_final);
        let at = list.iter().rposition(arrived).unwrap_or(list.len() - 1);
        let Some(number) = list.get(at).map(|tracked| tracked.number.to_string()) else {
            return;
        };
        untrack(me, ctx, number);
    }
}

pub(in crate::desk) fn untrack(me: &mut Parcels, ctx: &mut Ctx<'_>, number: String) {
    let number = TrackingNumber::new(number);
    me.list.retain(|tracked| tracked.number != number);
    let (Some(scope), cache) = (ctx.scope.clone(), ctx.cache.clone()) else {
        return;
    };
    ctx.jobs.spawn_writing(|_: Outbox<Parcels>| async move {
        saved_values::logged(cache.untrack(&scope, &number).await);
    });
}

/// Requests the tracking of every parcel that can still move and whose carrier offers it.
pub(in crate::desk) fn refresh_all(me: &mut Parcels, ctx: &mut Ctx<'_>) {
    let numbers: Vec<_> = me
        .list
        .iter()
        .filter(|tracked| is_moving(me, tracked))
        .map(|tracked| tracked.number.clone())
        .collect();
    fetch(me, ctx, numbers, Wish::OfRound);
    ctx.announce(Event::ParcelsTracked);
    start_timer(me, ctx);
}

pub(in crate::desk) fn poll_when_due(me: &mut Parcels, ctx: &mut Ctx<'_>) {
    let pause = ctx.polling_pause();
    let due = me.polled.as_ref().is_some_and(|since| since.elapsed() >= pause);
    if due {
        me.polled = None;
        if ctx.jobs.is_running(&TRACKING) {
            // The previous round is still running; the next one is timed from now.
            start_timer(me, ctx);
        } else {
            refresh_all(me, ctx);
        }
        ctx.announce(Event::TrackingTimerFired);
    }
}

pub(in crate::desk) fn next_wake(me: &Parcels, ctx: &Ctx<'_>) -> Option<Duration> {
    pace::remaining(me.polled.as_ref(), ctx.polling_pause())
}

/// Sorts exceptions first and delivered or canceled parcels last. Within each group the latest
/// event comes first, and numbers without events last.
pub(in crate::desk) fn sort(list: &mut [Tracked]) {
    let rank = |tracked: &Tracked| match tracked.tracking.value().and_then(|t| t.status.clone()) {
        Some(TrackingStatus::DeliveryFailed | TrackingStatus::Delayed | TrackingStatus::Other) => 0,
        Some(TrackingStatus::Delivered | TrackingStatus::Cancelled) => 2,
        _ => 1,
    };
    let moved = |tracked: &Tracked| {
        tracked
            .tracking
            .value()
            .and_then(|tracking| {
                let times = tracking.tracking_details.iter();
                times.filter_map(|event| event.date_time.as_ref()).map(|time| time.instant()).max()
            })
            .map(std::cmp::Reverse)
    };
    list.sort_by_key(|tracked| {
        let moved = moved(tracked);
        (rank(tracked), moved.is_none(), moved)
    });
}

/// Whether no further event is expected: the parcel was delivered, returned or canceled.
pub fn is_final(tracking: &Tracking) -> bool {
    let returned =
        tracking.sub_status.as_deref().is_some_and(|text| text.eq_ignore_ascii_case("Returned"));
    match tracking.status {
        Some(TrackingStatus::Delivered | TrackingStatus::Cancelled) => true,
        Some(TrackingStatus::DeliveryFailed) => returned,
        _ => false,
    }
}

/// Tracking numbers in a text, in upper case, without duplicates.
fn numbers(text: &str) -> Vec<TrackingNumber> {
    let mut seen = BTreeSet::new();
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() >= SHORTEST && word.chars().any(|c| c.is_ascii_digit()))
        // A scanned number may carry the ZIP of the recipient in front, which no carrier knows.
        .map(|word| bare_number(word).to_ascii_uppercase())
        .filter(|word| seen.insert(word.clone()))
        .map(TrackingNumber::new)
        .collect()
}

/// Whether there may be news of a parcel.
fn is_moving(me: &Parcels, tracked: &Tracked) -> bool {
    tracked.tracking.value().is_none_or(|known| !is_final(known)) && !me.is_untracked(tracked)
}

fn start_timer(me: &mut Parcels, ctx: &mut Ctx<'_>) {
    let moving = me.list.iter().any(|tracked| is_moving(me, tracked));
    if moving && ctx.link.is_some() && me.polled.is_none() {
        me.polled = Some(Stopwatch::start());
    }
}

/// Who wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    /// Also of a carrier that is known to offer no tracking: it may do so by now.
    OfPerson,
    OfRound,
}

/// Requests the tracking one number at a time, so that a long list does not overload the server.
fn fetch(me: &mut Parcels, ctx: &mut Ctx<'_>, numbers: Vec<TrackingNumber>, wish: Wish) {
    let Some(link) = ctx.link.clone() else {
        return;
    };
    if numbers.is_empty() {
        return;
    }
    // A round under way is replaced by the new one, which also takes its remaining numbers.
    let wanted: BTreeSet<_> = numbers.iter().cloned().collect();
    let mut queue = numbers;
    for tracked in &mut me.list {
        if wanted.contains(&tracked.number) {
            tracked.tracking.start_loading();
        } else if tracked.tracking.is_loading() {
            queue.push(tracked.number.clone());
        }
    }
    let cache = ctx.cache.clone();
    let mut silent = (*me.untracked).clone();
    ctx.jobs.start(TRACKING, |outbox| async move {
        for number in queue {
            let carrier = untracked::carrier_of(&cache, &link.scope, &number).await;
            let is_silent = carrier.as_ref().is_some_and(|carrier| silent.contains(carrier));
            if is_silent && wish == Wish::OfRound {
                tracing::debug!(%number, "a parcel is not tracked: its carrier offers none");
                continue;
            }
            let answer =
                link.send(api::tracking::get(ShipmentKey::TrackingNumber, number.as_str())).await;
            let mut moved = false;
            if let Ok(tracking) = &answer {
                let json = serde_json::to_string(tracking).unwrap_or_default();
                saved_values::logged(cache.put_tracking(&link.scope, &number, json).await);
                moved = shipment_row::follow_tracking(&cache, &link.scope, tracking).await;
            }
            let offline = answer.as_ref().is_err_and(|setback| setback.trouble.offline);
            let is_offered = match &answer {
                Ok(_) => Some(true),
                Err(setback) => is_not_offered(&setback.trouble).then_some(false),
            };
            if is_offered == Some(false) {
                silent.extend(carrier.clone());
            }
            outbox
                .send(move |me, ctx| {
                    let answer = ctx.note_failure(answer);
                    let now = ctx.clock.now();
                    if let Some((carrier, is_offered)) = carrier.zip(is_offered) {
                        untracked::learn(me, ctx, carrier, is_offered);
                    }
                    let list = &mut me.list;
                    if let Some(tracked) = list.iter_mut().find(|known| known.number == number) {
                        tracked.tracking.settle(answer, now);
                    }
                    if moved {
                        sort(&mut me.list);
                        ctx.announce(Event::ShipmentsChanged);
                    }
                })
                .await;
            if offline {
                tracing::warn!("a round of tracking ends early, without a connection");
                break;
            }
        }
        outbox
            .finish(|me, ctx| {
                // Parcels scanned in the meantime leave the list of labels never scanned.
                ctx.announce(Event::ParcelsTracked);
                for tracked in &mut me.list {
                    // Numbers that the round did not reach show their previous value again.
                    if let Remote::Loading { previous } = &tracked.tracking {
                        tracked.tracking = previous.clone().map_or(Remote::NotAsked, Remote::Ready);
                    }
                }
            })
            .await;
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_in_any_text() {
        for (text, found) in [
            ("9400111 9400112", vec!["9400111", "9400112"]),
            ("1z999aa1;\n1Z999AA1,", vec!["1Z999AA1"]),
            ("420941119400111899223100000018", vec!["9400111899223100000018"]),
            ("parcel no. 12345", vec![]),
            ("", vec![]),
        ] {
            let numbers: Vec<_> = numbers(text).iter().map(ToString::to_string).collect();
            assert_eq!(numbers, found, "{text:?}");
        }
    }
}
