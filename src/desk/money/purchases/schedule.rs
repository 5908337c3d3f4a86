//! When the desk sends what it holds back and looks up what is open.

use std::sync::Arc;
use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::pace;
use crate::desk::kernel::session::Link;
use crate::desk::money::desk_host::DeskHost;
use crate::desk::money::purchases::{listed, release, resume_unsettled, take_must_resume};
use crate::desk::money::{Held, Purchases};

/// Sends the purchases whose wait is over.
pub(in crate::desk) fn send_when_due(me: &mut Purchases, ctx: &mut Ctx<'_>) {
    // Not where a purchase settles: other features must first receive how it ended.
    listed::forget_settled(me);
    let is_due = |held: &Held| held.since.elapsed() >= held.wait;
    let (due, held) = std::mem::take(&mut me.held_back).into_iter().partition::<Vec<_>, _>(is_due);
    me.held_back = held;
    for held in due {
        release(&mut DeskHost::new(me, ctx), held.transaction);
    }
}

/// How long until a wait is over or the next look-up is due.
pub(in crate::desk) fn next_wake(me: &Purchases, ctx: &Ctx<'_>) -> Option<Duration> {
    let held = me.held_back.iter();
    held.filter_map(|held| pace::remaining(Some(&held.since), held.wait))
        .chain(pace::remaining(me.watched.as_ref(), ctx.pace.watch))
        .min()
}

/// After connecting: looks up everything that is uncertain under this account.
pub(in crate::desk) fn resume(me: &mut Purchases, ctx: &mut Ctx<'_>) {
    if ctx.journal.is_none() {
        return;
    }
    me.watched = Some(Stopwatch::start());
    ctx.announce(Event::PurchasesResumed);
    resume_unsettled(&mut DeskHost::new(me, ctx));
}

/// While the sign-in of the account on the screen is still under way: a slow connection must
/// not delay its uncertain purchases. Nothing can be bought over this link yet.
pub(in crate::desk) fn resume_early(me: &mut Purchases, ctx: &mut Ctx<'_>, link: Arc<Link>) {
    if ctx.scope.as_ref() == Some(&link.scope) {
        resume_unsettled(&mut DeskHost::over(me, ctx, Some(link)));
    }
}

/// Looks for missing purchases from time to time for a day, and takes up again what a journal
/// that could not be read or written has left open.
pub(in crate::desk) fn watch_when_due(me: &mut Purchases, ctx: &mut Ctx<'_>) {
    let since = me.watched.as_ref();
    if since.is_some_and(|since| since.elapsed() >= ctx.pace.watch) {
        me.watched = None;
        if take_must_resume(me) {
            resume(me, ctx);
        }
    }
}
