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
use crate::desk::kernel::event::Event;
use crate::desk::kernel::connectivity;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::session::Link;
use crate::desk::money::send::Errand;
use crate::desk::money::{ports, resolver, send};
use crate::desk::money::ports::Learned;
use crate::desk::kernel::connectivity::Line;
use crate::desk::money::purchase::Purchase;
use crate::desk::money::purchase::PurchaseKind;
use crate::desk::money::purchase::PurchaseStatus;
use crate::store::cache::Scope;
use crate::desk::kernel::notices::Tone;
use crate::desk::{Desk, Held};
use crate::store::journal::{Beside, Entry, EntryState, Journal, JournalError, Kind, NewEntry};

/// One purchase or top-up of the journal.
pub(in crate::desk) const MONEY: Slot = Slot::with_window("purchase of the journal");

/// A frame has room for so many of a long list of doubts.
const TAKEN_UP_AT_ONCE: usize = 50;

/// Commits the intent with what the scale showed, then sends, or holds it back for the
/// regret window.
pub(in crate::desk) fn intend(
    desk: &mut Desk,
    journal: Journal,
    (new, beside): (NewEntry, Beside),
    wait: Duration,
) {
    desk.jobs.spawn_lasting(|outbox| async move {
        let currency = new.expected.map_or(Currency::USD, |money| money.currency);
        let kind = new.kind;
        let intended = journal.intend_with(new, beside).await;
        outbox
            .send(move |desk| {
                desk.buying = None;
                match intended {
                    Ok(entry) => intended_now(desk, entry, wait),
                    Err(JournalError::AlreadyLive { .. }) if kind == Kind::TopUp => {
                        top_up::in_the_way(desk);
                    }
                    Err(JournalError::OverCap { spent, cap }) => {
                        let (cap, spent) = (Money::new(cap, currency), Money::new(spent, currency));
                        let text = format!(
                            "Not topped up: the daily cap is {cap}, and {spent} went in since yesterday"
                        );
                        desk.notice(Tone::Warning, text, None);
                    }
                    Err(JournalError::AlreadyLive { .. }) => desk.notice(
                        Tone::Warning,
                        "This label is being bought or was bought already; do not buy it again",
                        None,
                    ),
                    Err(error) => {
                        let cause = crate::desk::kernel::failure::local("", &error).cause;
                        let text = format!(
                            "Not bought: the purchase cannot be recorded. Free disk space or check the folder’s permissions ({cause})."
                        );
                        crate::desk::money::journal_health::stop(desk, text);
                    }
                }
            })
            .await;
    });
}

/// What the journal has just written down goes out at once.
pub(in crate::desk) fn send_intended(desk: &mut Desk, entry: Entry) {
    intended_now(desk, entry, Duration::ZERO);
}

fn intended_now(desk: &mut Desk, entry: Entry, wait: Duration) {
    let transaction = entry.transaction.clone();
    let status = if wait.is_zero() {
        PurchaseStatus::Sending
    } else {
        let until = desk.clock.now().checked_add(wait).unwrap_or(entry.created);
        desk.held.push(Held {
            transaction: transaction.clone(),
            since: Stopwatch::start(),
            wait,
        });
        PurchaseStatus::Held { until }
    };
    list(desk, &entry, status);
    if wait.is_zero() {
        run(desk, transaction, Errand::Send);
    }
}

/// The regret window of a purchase is over.
pub(in crate::desk) fn send_when_due(desk: &mut Desk) {
    let (due, held) = std::mem::take(&mut desk.held)
        .into_iter()
        .partition::<Vec<_>, _>(|held| held.since.elapsed() >= held.wait);
    desk.held = held;
    for held in due {
        // The line went down meanwhile: what is not sent cannot be in doubt.
        if let Line::Offline { trouble, .. } = &desk.state.line {
            let trouble = Some(trouble.clone());
            set_status(desk, &held.transaction, PurchaseStatus::NotSent { trouble });
            continue;
        }
        run(desk, held.transaction, Errand::Send);
    }
}

pub(in crate::desk) fn send_now(desk: &mut Desk, transaction: TransactionId) {
    if connectivity::refuses(desk, connectivity::NOT_SENT) {
        return;
    }
    desk.held.retain(|held| held.transaction != transaction);
    run(desk, transaction, Errand::Send);
}

pub(in crate::desk) fn cancel(desk: &mut Desk, transaction: TransactionId) {
    if desk.jobs.is_running(&MONEY.about(&transaction)) {
        return desk.notice(Tone::Warning, "Already sent; it can only be refunded", None);
    }
    let Some(journal) = desk.journal.clone() else {
        return;
    };
    desk.held.retain(|held| held.transaction != transaction);
    desk.jobs.spawn_lasting(|outbox| async move {
        let cancelled = journal.cancel(&transaction).await;
        outbox
            .send(move |desk| match cancelled {
                Ok(entry) => {
                    desk.state
                        .purchases
                        .retain(|purchase| purchase.transaction != transaction);
                    let text = format!("Cancelled, nothing was bought: {}", entry.title);
                    desk.notice(Tone::Info, text, None);
                }
                Err(error) => {
                    let text = format!("Not cancelled: {error}");
                    desk.notice(Tone::Warning, text, None);
                }
            })
            .await;
    });
}

/// Looks a purchase in doubt, or one that was not found, up again now.
pub(in crate::desk) fn check_again(desk: &mut Desk, transaction: TransactionId) {
    if desk.jobs.is_running(&MONEY.about(&transaction)) {
        if let Some(nudge) = desk.nudges.get(&transaction) {
            nudge.notify_one();
        }
        return;
    }
    run(desk, transaction, Errand::PickUp);
}

/// What the journal left open, shown before anything else happens.
pub(in crate::desk) fn list_unsettled(desk: &mut Desk, entries: Vec<Entry>) {
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
        list(desk, &entry, status);
    }
}

/// After connecting: everything in doubt under this account is resolved, what belongs to
/// another account waits for it.
pub(in crate::desk) fn resume(desk: &mut Desk) {
    if desk.journal.is_none() {
        return;
    }
    desk.timers.watched = Some(Stopwatch::start());
    desk.announce(Event::DoubtsTakenUp);
    resume_over(desk, desk.link.clone());
}

/// While the sign-in of the account on the screen is still under way: a line that is slow to
/// answer must not keep its doubts waiting. Nothing can be bought over this link yet.
pub(in crate::desk) fn resume_early(desk: &mut Desk, link: Arc<Link>) {
    if desk.scope.as_ref() == Some(&link.scope) {
        resume_over(desk, Some(link));
    }
}

fn resume_over(desk: &mut Desk, link: Option<Arc<Link>>) {
    let Some(journal) = desk.journal.clone() else {
        return;
    };
    desk.jobs.spawn(|outbox| async move {
        let mut entries = match journal.unsettled().await {
            Ok(entries) => entries,
            Err(error) => {
                return outbox
                    .send(move |desk| {
                        desk.timers.unread = true;
                        desk.complain(crate::desk::kernel::failure::local(
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
                .send(move |desk| {
                    for entry in some {
                        resume_entry(desk, entry, link.as_ref());
                    }
                })
                .await;
        }
    });
}

/// Purchases that were not found are looked for now and then, for a day; and whatever a
/// journal that could not be read or written has left open is taken up again.
pub(in crate::desk) fn watch_when_due(desk: &mut Desk) {
    let due = desk
        .timers
        .watched
        .as_ref()
        .is_some_and(|since| since.elapsed() >= desk.pace.watch);
    if due {
        desk.timers.watched = None;
        let unread = std::mem::take(&mut desk.timers.unread);
        let mut shown = desk.state.purchases.iter();
        if unread || shown.any(|purchase| resolver::is_open(&purchase.status)) {
            resume(desk);
        }
    }
}

pub(in crate::desk) fn set_status(
    desk: &mut Desk,
    transaction: &TransactionId,
    status: PurchaseStatus,
) {
    let known = desk
        .state
        .purchases
        .iter_mut()
        .find(|purchase| &purchase.transaction == transaction);
    if let Some(purchase) = known {
        // A slower job's last word comes after a list has settled the purchase.
        if listed::is_done(&purchase.status) && !listed::is_done(&status) {
            return;
        }
        purchase.status = status;
        desk.changed = true;
        if purchase.kind == PurchaseKind::Refund {
            desk.announce(Event::RefundMoved(transaction.clone()));
        }
    }
    if desk.timers.watched.is_none() {
        desk.timers.watched = Some(Stopwatch::start());
    }
    listed::forget_settled(desk);
}

/// Between the click on the draft's label and its row in the journal.
pub(in crate::desk) fn is_beginning(desk: &Desk) -> bool {
    let draft = &desk.state.draft;
    desk.buying.as_ref() == Some(&(draft.order.clone(), draft.sequence))
}

pub(in crate::desk) fn list(desk: &mut Desk, entry: &Entry, status: PurchaseStatus) {
    let purchases = &mut desk.state.purchases;
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
    desk.changed = true;
}

/// Starts the money job of one entry, unless it runs.
pub(in crate::desk) fn run(desk: &mut Desk, transaction: TransactionId, errand: Errand) {
    run_over(desk, desk.link.clone(), transaction, errand);
}

fn run_over(desk: &mut Desk, link: Option<Arc<Link>>, transaction: TransactionId, errand: Errand) {
    let slot = MONEY.about(&transaction);
    if desk.jobs.is_running(&slot) {
        return;
    }
    let Some((journal, link)) = desk.journal.clone().zip(link) else {
        return desk.notice(Tone::Warning, "Connect first; nothing was sent", None);
    };
    let nudge = Arc::clone(
        desk.nudges
            .entry(transaction.clone())
            .or_insert_with(|| Arc::new(Notify::new())),
    );
    let (cache, clock, pace) = (desk.cache.clone(), desk.clock.clone(), desk.pace.clone());
    let links = desk.links.clone();
    desk.jobs.start(slot, |outbox| {
        // Steps of one purchase are all wanted, also after it is picked up again.
        let outbox = outbox.lasting();
        let hands = ports::hands((journal, cache), (link, links), (clock, pace), outbox);
        send::work(hands, transaction, errand, nudge)
    });
}

fn resume_entry(desk: &mut Desk, entry: Entry, link: Option<&Arc<Link>>) {
    let known = desk
        .state
        .purchases
        .iter()
        .any(|purchase| purchase.transaction == entry.transaction);
    if !known {
        list_unsettled(desk, vec![entry.clone()]);
    }
    // It is not on the screen, so the next round is told to read the journal for it.
    desk.timers.unread |= entry.state == EntryState::Rejected;
    if link.is_some() && resolver::is_picked_up(&entry) {
        run_over(desk, link.cloned(), entry.transaction, Errand::PickUp);
    }
}
