//! The difference between the service's clock, known from the `Date` header of its answers, and
//! this computer's. A clock that is days off must not hide a purchase from a list requested by
//! date.

use std::sync::{Arc, Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

use crate::base::clock::{Clock, desk_zone};
use crate::base::locale::{Message, format};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::notices::Tone;
use crate::message;

/// A larger difference is reported.
const NOTABLE: SignedDuration = SignedDuration::from_mins(5);

/// How far the service's clock is ahead, once an answer had a date. Clones share the value.
#[derive(Clone, Debug, Default)]
pub(in crate::desk) struct ServerClock(Arc<Mutex<Option<SignedDuration>>>);

impl ServerClock {
    /// Records that an answer had the date `server` when this computer's clock showed `local`.
    pub(in crate::desk) fn note(&self, local: Timestamp, server: Timestamp) {
        let mut ahead = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *ahead = Some(local.duration_until(server));
    }

    pub(in crate::desk) fn now(&self, own: &Clock) -> Option<Timestamp> {
        let ahead = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        own.now().checked_add(ahead?).ok()
    }
}

/// Reports a difference once, with both times.
pub(in crate::desk) fn report_difference(ctx: &mut Ctx<'_>, local: Timestamp, server: Timestamp) {
    if !is_notable(local, server) {
        ctx.aside.clock_told = false;
        return;
    }
    if std::mem::replace(&mut ctx.aside.clock_told, true) {
        return;
    }
    ctx.notice_here(Tone::Warning, words(local, server));
}

fn is_notable(local: Timestamp, server: Timestamp) -> bool {
    local.duration_until(server).abs() > NOTABLE
}

fn words(local: Timestamp, server: Timestamp) -> Message {
    let time = |at: Timestamp| format::moment(at, &desk_zone());
    message!("errors-clock-differs", local = time(local), server = time(server))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finding M2: the clock difference is measured, and reported above five minutes.
    #[test]
    fn a_clock_that_is_off_is_measured_and_told() {
        let own: Timestamp = "2026-11-22T10:00:00Z".parse().unwrap();
        for (server, notable) in [
            ("2026-11-22T10:00:00Z", false),
            ("2026-11-22T10:05:00Z", false),
            ("2026-11-22T10:05:01Z", true),
            ("2026-11-22T09:54:59Z", true),
            ("2026-11-12T10:00:00Z", true),
        ] {
            let server: Timestamp = server.parse().unwrap();
            assert_eq!(is_notable(own, server), notable, "{server}");
            let clock = Clock::manual(own);
            let known = ServerClock::default();
            assert_eq!(known.now(&clock), None);
            known.note(own, server);
            clock.advance(SignedDuration::from_secs(60));
            let later = server + SignedDuration::from_secs(60);
            assert_eq!(known.now(&clock), Some(later));
        }
        let text = words(own, "2026-11-12T10:00:00Z".parse().unwrap());
        assert!(text.contains("Nov 22") && text.contains("Nov 12"), "{text}");
    }
}
