//! What may be bought, and the rows of the journal on the screen. The journal commits
//! before anything is sent; `settle` carries it out and `resolver` clears up doubt.

mod listed;
pub(in crate::desk) mod top_up;

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;

use crate::base::clock::Stopwatch;
use crate::base::id::TransactionId;
use crate::base::money::{Currency, Money};
use crate::desk::kernel::connectivity;
use crate::desk::kernel::connectivity::Line;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::pace;
use crate::desk::kernel::session::Link;
use crate::desk::money::ports::Learned;
use crate::desk::money::purchase::Purchase;
use crate::desk::money::purchase::PurchaseKind;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::send::Errand;
use crate::desk::money::{Held, Purchases};
use crate::desk::money::{ports, resolver, send};
use crate::desk::parcel::draft::Draft;
use crate::store::cache::Scope;
use crate::store::journal::{Beside, Entry, EntryState, Journal, JournalError, Kind, NewEntry};

/// One purchase or top-up of the journal.
pub(in crate::desk) const MONEY: Slot<Purchases> = Slot::with_window("purchase of the journal");

/// A frame has room for so many of a long list of doubts.
const TAKEN_UP_AT_ONCE: usize = 50;

/// Commits the intent with what the scale showed, then sends, or holds it back for the
/// regret window.
pub(in crate::desk) fn intend(
    ctx: &mut Ctx<'_>,
    journal: Journal,
    (new, beside): (NewEntry, Beside),
    wait: Duration,
) {
    ctx.jobs.spawn_lasting(|outbox: Outbox<Purchases>| async move {
        let currency = new.expected.map_or(Currency::USD, |money| money.currency);
        let kind = new.kind;
        let intended = journal.intend_with(new, beside).await;
        outbox
            .send(move |me, ctx| {
                me.buying = None;
                match intended {
                    Ok(entry) => intended_now(me, ctx, entry, wait),
                    Err(JournalError::AlreadyLive { .. }) if kind == Kind::TopUp => {
                        top_up::in_the_way(ctx);
                    }
                    Err(JournalError::OverCap { spent, cap }) => {
                        let (cap, spent) = (Money::new(cap, currency), Money::new(spent, currency));
                        let text = format!(
                            "Not topped up: the daily cap is {cap}, and {spent} went in since yesterday"
                        );
                        ctx.notice(Tone::Warning, text, None);
                    }
                    Err(JournalError::AlreadyLive { .. }) => ctx.notice(
                        Tone::Warning,
                        "This label is being bought or was bought already; do not buy it again",
                        None,
                    ),
                    Err(error) => {
                        let cause = crate::desk::kernel::failure::local("", &error).cause;
                        let text = format!(
                            "Not bought: the purchase cannot be recorded. Free disk space or check the folder’s permissions ({cause})."
                        );
                        crate::desk::money::journal_health::stop(me, ctx, text);
                    }
                }
            })
            .await;
    });
}

/// What the journal has just written down goes out at once.
pub(in crate::desk) fn send_intended(me: &mut Purchases, ctx: &mut Ctx<'_>, entry: Entry) {
    intended_now(me, ctx, entry, Duration::ZERO);
}

fn intended_now(me: &mut Purchases, ctx: &mut Ctx<'_>, entry: Entry, wait: Duration) {
    let transaction = entry.transaction.clone();
    let status = if wait.is_zero() {
        PurchaseStatus::Sending
    } else {
        let until = ctx.clock.now().checked_add(wait).unwrap_or(entry.created);
        me.held.push(Held {
            transaction: transaction.clone(),
            since: Stopwatch::start(),
            wait,
        });
        PurchaseStatus::Held { until }
    };
    list(me, ctx, &entry, status);
    if wait.is_zero() {
        run(me, ctx, transaction, Errand::Send);
    }
}

/// The regret window of a purchase is over.
pub(in crate::desk) fn send_when_due(me: &mut Purchases, ctx: &mut Ctx<'_>) {
    // Not where a purchase settles: others are still to hear how it ended.
    listed::forget_settled(me);
    let (due, held) = std::mem::take(&mut me.held)
        .into_iter()
        .partition::<Vec<_>, _>(|held| held.since.elapsed() >= held.wait);
    me.held = held;
    for held in due {
        // The line went down meanwhile: what is not sent cannot be in doubt.
        if let Line::Offline { trouble, .. } = &*ctx.line {
            let trouble = Some(trouble.clone());
            set_status(
                me,
                ctx,
                &held.transaction,
                PurchaseStatus::NotSent { trouble },
            );
            continue;
        }
        run(me, ctx, held.transaction, Errand::Send);
    }
}

pub(in crate::desk) fn next_wake(me: &Purchases, ctx: &Ctx<'_>) -> Option<Duration> {
    let held = me.held.iter();
    held.filter_map(|held| pace::left(Some(&held.since), held.wait))
        .chain(pace::left(me.watched.as_ref(), ctx.pace.watch))
        .min()
}

pub(in crate::desk) fn send_now(me: &mut Purchases, ctx: &mut Ctx<'_>, transaction: TransactionId) {
    if connectivity::refuses(ctx, connectivity::NOT_SENT) {
        return;
    }
    me.held.retain(|held| held.transaction != transaction);
    run(me, ctx, transaction, Errand::Send);
}

pub(in crate::desk) fn cancel(me: &mut Purchases, ctx: &mut Ctx<'_>, transaction: TransactionId) {
    if ctx.jobs.is_running(&MONEY.about(&transaction)) {
        return ctx.notice(Tone::Warning, "Already sent; it can only be refunded", None);
    }
    let Some(journal) = ctx.journal.clone() else {
        return;
    };
    me.held.retain(|held| held.transaction != transaction);
    ctx.jobs
        .spawn_lasting(|outbox: Outbox<Purchases>| async move {
            let cancelled = journal.cancel(&transaction).await;
            outbox
                .send(move |me, ctx| match cancelled {
                    Ok(entry) => {
                        me.list
                            .retain(|purchase| purchase.transaction != transaction);
                        let text = format!("Cancelled, nothing was bought: {}", entry.title);
                        ctx.notice(Tone::Info, text, None);
                    }
                    Err(error) => {
                        let text = format!("Not cancelled: {error}");
                        ctx.notice(Tone::Warning, text, None);
                    }
                })
                .await;
        });
}

/// Looks a purchase in doubt, or one that was not found, up again now.
pub(in crate::desk) fn check_again(
    me: &mut Purchases,
    ctx: &mut Ctx<'_>,
    transaction: TransactionId,
) {
    if ctx.jobs.is_running(&MONEY.about(&transaction)) {
        if let Some(nudge) = me.nudges.get(&transaction) {
            nudge.notify_one();
        }
        return;
    }
    run(me, ctx, transaction, Errand::PickUp);
}

/// What the journal left open, shown before anything else happens.
pub(in crate::desk) fn list_unsettled(me: &mut Purchases, ctx: &mut Ctx<'_>, entries: Vec<Entry>) {
    for entry in entries {
        let status = match entry.state {
            // A refusal that is only watched was told when it came.
            EntryState::Rejected if !entry.is_charged() => continue,
            EntryState::Intent => PurchaseStatus::NotSent { trouble: None },
            EntryState::Absent if !entry.is_charged() => PurchaseStatus::Absent {
                watched_until: entry.watched_until.unwrap_or(entry.updated),
                trouble: None,
            },
            _ => PurchaseStatus::Checking {
                attempts: 0,
                trouble: None,
                learned: match entry.is_charged() {
                    true => Learned::Charged,
                    false => Learned::Nothing,
                },
            },
        };
        list(me, ctx, &entry, status);
    }
}

/// After connecting: everything in doubt under this account is resolved, what belongs to
/// another account waits for it.
pub(in crate::desk) fn resume(me: &mut Purchases, ctx: &mut Ctx<'_>) {
    if ctx.journal.is_none() {
        return;
    }
    me.watched = Some(Stopwatch::start());
    ctx.announce(Event::DoubtsTakenUp);
    let link = ctx.link.clone();
    resume_over(ctx, link);
}

/// While the sign-in of the account on the screen is still under way: a line that is slow to
/// answer must not keep its doubts waiting. Nothing can be bought over this link yet.
pub(in crate::desk) fn resume_early(ctx: &mut Ctx<'_>, link: Arc<Link>) {
    if ctx.scope.as_ref() == Some(&link.scope) {
        resume_over(ctx, Some(link));
    }
}

fn resume_over(ctx: &mut Ctx<'_>, link: Option<Arc<Link>>) {
    let Some(journal) = ctx.journal.clone() else {
        return;
    };
    ctx.jobs.spawn(|outbox: Outbox<Purchases>| async move {
        let mut entries = match journal.unsettled().await {
            Ok(entries) => entries,
            Err(error) => {
                return outbox
                    .send(move |me, ctx| {
                        me.unread = true;
                        ctx.complain(crate::desk::kernel::failure::local(
                            "Reading the journal",
                            &error,
                        ));
                    })
                    .await;
            }
        };
        while !entries.is_empty() {
            let rest = entries.split_off(entries.len().min(TAKEN_UP_AT_ONCE));
            let some = std::mem::replace(&mut entries, rest);
            let link = link.clone();
            outbox
                .send(move |me, ctx| {
                    for entry in some {
                        resume_entry(me, ctx, entry, link.as_ref());
                    }
                })
                .await;
        }
    });
}

/// Purchases that were not found are looked for now and then, for a day; and whatever a
/// journal that could not be read or written has left open is taken up again.
pub(in crate::desk) fn watch_when_due(me: &mut Purchases, ctx: &mut Ctx<'_>) {
    let due = me
        .watched
        .as_ref()
        .is_some_and(|since| since.elapsed() >= ctx.pace.watch);
    if due {
        me.watched = None;
        let unread = std::mem::take(&mut me.unread);
        let mut shown = me.list.iter();
        if unread || shown.any(|purchase| resolver::is_open(&purchase.status)) {
            resume(me, ctx);
        }
    }
}

pub(in crate::desk) fn set_status(
    me: &mut Purchases,
    ctx: &mut Ctx<'_>,
    transaction: &TransactionId,
    status: PurchaseStatus,
) {
    let known = me
        .list
        .iter_mut()
        .find(|purchase| &purchase.transaction == transaction);
    if let Some(purchase) = known {
        // A slower job's last word comes after a list has settled the purchase.
        if listed::is_done(&purchase.status) && !listed::is_done(&status) {
            return;
        }
        purchase.status = status;
        *ctx.changed = true;
        if purchase.kind == PurchaseKind::Refund {
            ctx.announce(Event::RefundMoved(transaction.clone()));
        }
    }
    if me.watched.is_none() {
        me.watched = Some(Stopwatch::start());
    }
}

/// Between the click on the draft's label and its row in the journal.
pub(in crate::desk) fn is_beginning(me: &Purchases, draft: &Draft) -> bool {
    me.buying.as_ref() == Some(&(draft.order.clone(), draft.sequence))
}

pub(in crate::desk) fn list(
    me: &mut Purchases,
    ctx: &mut Ctx<'_>,
    entry: &Entry,
    status: PurchaseStatus,
) {
    let purchases = &mut me.list;
    purchases.retain(|purchase| purchase.transaction != entry.transaction);
    purchases.insert(
        0,
        Purchase {
            transaction: entry.transaction.clone(),
            kind: match entry.kind {
                Kind::Label => PurchaseKind::Label,
                Kind::TopUp => PurchaseKind::TopUp,
                Kind::Refund => PurchaseKind::Refund,
            },
            order: entry.order.clone(),
            sequence: entry.sequence,
            title: entry.title.clone(),
            expected: entry.expected,
            status,
            started: entry.created,
            scope: Scope {
                environment: entry.environment.clone(),
                account: entry.account.clone(),
            },
            given_up: false,
        },
    );
    *ctx.changed = true;
}

/// Starts the money job of one entry, unless it runs.
pub(in crate::desk) fn run(
    me: &mut Purchases,
    ctx: &mut Ctx<'_>,
    transaction: TransactionId,
    errand: Errand,
) {
    let link = ctx.link.clone();
    run_over(me, ctx, link, transaction, errand);
}

fn run_over(
    me: &mut Purchases,
    ctx: &mut Ctx<'_>,
    link: Option<Arc<Link>>,
    transaction: TransactionId,
    errand: Errand,
) {
    let slot = MONEY.about(&transaction);
    if ctx.jobs.is_running(&slot) {
        return;
    }
    let Some((journal, link)) = ctx.journal.clone().zip(link) else {
        return ctx.notice(Tone::Warning, "Connect first; nothing was sent", None);
    };
    let nudge = Arc::clone(
        me.nudges
            .entry(transaction.clone())
            .or_insert_with(|| Arc::new(Notify::new())),
    );
    let (cache, clock, pace) = (ctx.cache.clone(), ctx.clock.clone(), ctx.pace.clone());
    let links = ctx.links.clone();
    ctx.jobs.start(slot, |outbox| {
        // Steps of one purchase are all wanted, also after it is picked up again.
        let outbox = outbox.lasting();
        let hands = ports::hands((journal, cache), (link, links), (clock, pace), outbox);
        send::work(hands, transaction, errand, nudge)
    });
}

fn resume_entry(me: &mut Purchases, ctx: &mut Ctx<'_>, entry: Entry, link: Option<&Arc<Link>>) {
    let known = me
        .list
        .iter()
        .any(|purchase| purchase.transaction == entry.transaction);
    if !known {
        list_unsettled(me, ctx, vec![entry.clone()]);
    }
    // It is not on the screen, so the next round is told to read the journal for it.
    me.unread |= entry.state == EntryState::Rejected;
    if link.is_some() && resolver::is_picked_up(&entry) {
        run_over(me, ctx, link.cloned(), entry.transaction, Errand::PickUp);
    }
}
