//! Where parcels are: numbers typed, pasted or scanned, and a watch list kept fresh at
//! a polite pace.

pub mod route;

use std::collections::BTreeSet;

use crate::api;
use crate::api::shipment::Key;
use crate::api::tracking::Tracking;
use crate::api::value::TrackingStatus;
use crate::base::clock::Stopwatch;
use crate::base::id::TrackingNumber;
use crate::desk::Desk;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::saved_values;
use crate::desk::records::shipment_row;
use crate::desk::kernel::notices::Tone;

/// The parcels that are watched.
#[derive(Debug, Default)]
pub struct Parcels {
    pub list: Vec<Tracked>,
    /// The way of the parcel whose timeline is open.
    pub route: Option<Route>,
    /// Since the last round.
    polled: Option<Stopwatch>,
}


#[derive(Clone, Debug)]
pub struct Tracked {
    pub number: TrackingNumber,
    pub tracking: Remote<Tracking>,
}

const TRACKING: Slot = Slot::with_account("tracking");

/// Shorter words of a pasted text are not tracking numbers.
const SHORTEST: usize = 6;
/// Beyond this a paste is taken for an accident.
const MOST_AT_ONCE: usize = 500;
/// On the watch list, where every label bought here lands by itself.
const MOST_WATCHED: usize = 2_000;

pub(in crate::desk) fn track(desk: &mut Desk, text: &str) {
    let mut numbers = numbers(text);
    if numbers.is_empty() {
        return desk.notice(Tone::Info, "No tracking number in that text", None);
    }
    numbers.truncate(MOST_AT_ONCE);
    for number in &numbers {
        watch(desk, number.clone(), None);
    }
    fetch(desk, numbers);
}

/// Puts a number on the watch list, with what is known of it.
pub(in crate::desk) fn watch(desk: &mut Desk, number: TrackingNumber, known: Option<Tracking>) {
    let Some(scope) = desk.scope.clone() else {
        return;
    };
    let now = desk.clock.now();
    let at = desk
        .state
        .tracking
        .iter()
        .position(|tracked| tracked.number == number);
    match (at.and_then(|at| desk.state.tracking.get_mut(at)), known) {
        (Some(tracked), Some(known)) => tracked.tracking = Remote::ready(known, now),
        (Some(_), None) => {}
        (None, known) => {
            let json = known
                .as_ref()
                .and_then(|known| serde_json::to_string(known).ok())
                .unwrap_or_default();
            let tracking = known.map_or(Remote::NotAsked, |known| Remote::ready(known, now));
            let kept = number.clone();
            desk.state.tracking.insert(0, Tracked { number, tracking });
            make_room(desk);
            let cache = desk.cache.clone();
            desk.jobs.spawn_writing(|_| async move {
                saved_values::logged(cache.put_tracking(&scope, &kept, json).await);
            });
        }
    }
    start_timer(desk);
}

/// Beyond the limit what has arrived leaves the list first, then what is at its end.
pub(in crate::desk) fn make_room(desk: &mut Desk) {
    while desk.state.tracking.len() > MOST_WATCHED {
        let list = &desk.state.tracking;
        let arrived = |tracked: &Tracked| tracked.tracking.value().is_some_and(is_final);
        let at = list.iter().rposition(arrived).unwrap_or(list.len() - 1);
        let Some(number) = list.get(at).map(|tracked| tracked.number.to_string()) else {
            return;
        };
        untrack(desk, number);
    }
}

pub(in crate::desk) fn untrack(desk: &mut Desk, number: String) {
    let number = TrackingNumber::new(number);
    desk.state
        .tracking
        .retain(|tracked| tracked.number != number);
    let (Some(scope), cache) = (desk.scope.clone(), desk.cache.clone()) else {
        return;
    };
    desk.jobs.spawn_writing(|_| async move {
        saved_values::logged(cache.untrack(&scope, &number).await);
    });
}

/// Asks for everything that can still move.
pub(in crate::desk) fn refresh_all(desk: &mut Desk) {
    let numbers: Vec<_> = desk
        .state
        .tracking
        .iter()
        .filter(|tracked| {
            tracked
                .tracking
                .value()
                .is_none_or(|known| !is_final(known))
        })
        .map(|tracked| tracked.number.clone())
        .collect();
    fetch(desk, numbers);
    desk.announce(Event::ParcelsTracked);
    start_timer(desk);
}

pub(in crate::desk) fn poll_when_due(desk: &mut Desk) {
    let pause = desk.polling_pause();
    let due = desk
        .timers
        .tracked
        .as_ref()
        .is_some_and(|since| since.elapsed() >= pause);
    if due {
        desk.timers.tracked = None;
        if desk.jobs.is_running(&TRACKING) {
            // The round before still runs; the next one is counted from here.
            start_timer(desk);
        } else {
            refresh_all(desk);
        }
        desk.announce(Event::TrackingCameRound);
    }
}

/// Exceptions on top, then what moved last; numbers without news at the end.
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
                times
                    .filter_map(|event| event.date_time.as_ref())
                    .map(|time| time.instant())
                    .max()
            })
            .map(std::cmp::Reverse)
    };
    list.sort_by_key(|tracked| {
        let moved = moved(tracked);
        (rank(tracked), moved.is_none(), moved)
    });
}

/// Nothing more will come: the parcel arrived or was called back.
pub fn is_final(tracking: &Tracking) -> bool {
    let returned = tracking
        .sub_status
        .as_deref()
        .is_some_and(|text| text.eq_ignore_ascii_case("Returned"));
    match tracking.status {
        Some(TrackingStatus::Delivered | TrackingStatus::Cancelled) => true,
        Some(TrackingStatus::DeliveryFailed) => returned,
        _ => false,
    }
}

/// Numbers of a typed, pasted or scanned text, separated by anything, each once.
fn numbers(text: &str) -> Vec<TrackingNumber> {
    let mut seen = BTreeSet::new();
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.len() >= SHORTEST && word.chars().any(|c| c.is_ascii_digit()))
        .map(str::to_ascii_uppercase)
        .filter(|word| seen.insert(word.clone()))
        .map(TrackingNumber::new)
        .collect()
}

fn start_timer(desk: &mut Desk) {
    let moving = desk.state.tracking.iter().any(|tracked| {
        tracked
            .tracking
            .value()
            .is_none_or(|known| !is_final(known))
    });
    if moving && desk.link.is_some() && desk.timers.tracked.is_none() {
        desk.timers.tracked = Some(Stopwatch::start());
    }
}

/// One after the other, so that a long list never crowds the server.
fn fetch(desk: &mut Desk, numbers: Vec<TrackingNumber>) {
    let Some(link) = desk.link.clone() else {
        return;
    };
    if numbers.is_empty() {
        return;
    }
    // A round under way is given up for the new one, which has its numbers too.
    let wanted: BTreeSet<_> = numbers.iter().cloned().collect();
    let mut queue = numbers;
    for tracked in &mut desk.state.tracking {
        if wanted.contains(&tracked.number) {
            tracked.tracking.start_loading();
        } else if tracked.tracking.is_loading() {
            queue.push(tracked.number.clone());
        }
    }
    let cache = desk.cache.clone();
    desk.jobs.start(TRACKING, |outbox| async move {
        for number in queue {
            let answer = link
                .ask(api::tracking::get(Key::TrackingNumber, number.as_str()))
                .await;
            let mut moved = false;
            if let Ok(tracking) = &answer {
                let json = serde_json::to_string(tracking).unwrap_or_default();
                saved_values::logged(cache.put_tracking(&link.scope, &number, json).await);
                moved = shipment_row::follow_tracking(&cache, &link.scope, tracking).await;
            }
            let offline = answer
                .as_ref()
                .is_err_and(|setback| setback.trouble.offline);
            outbox
                .send(move |desk| {
                    let answer = desk.heed(answer);
                    let now = desk.clock.now();
                    let list = &mut desk.state.tracking;
                    if let Some(tracked) = list.iter_mut().find(|known| known.number == number) {
                        tracked.tracking.settle(answer, now);
                    }
                    if moved {
                        sort(&mut desk.state.tracking);
                        desk.announce(Event::ShipmentsChanged);
                    }
                })
                .await;
            if offline {
                break;
            }
        }
        outbox
            .send(|desk| {
                // What was scanned meanwhile has left.
                desk.announce(Event::ParcelsTracked);
                for tracked in &mut desk.state.tracking {
                    // What the round did not come to shows its old value again.
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
            ("parcel no. 12345", vec![]),
            ("", vec![]),
        ] {
            let numbers: Vec<_> = numbers(text).iter().map(ToString::to_string).collect();
            assert_eq!(numbers, found, "{text:?}");
        }
    }
}
