//! Beginning, resuming and canceling purchases. The journal commits before anything is sent;
//! [`super::send`] carries a purchase out and [`super::resolver`] finds out what became of an
//! uncertain one.
//!
//! Nothing here knows the desk: what it needs of the program is [`PurchaseHost`], so that the
//! simulator of the tests runs these very functions.

mod listed;
mod schedule;
pub mod top_up;

use std::sync::Arc;
use std::time::Duration;

use crate::base::clock::Stopwatch;
use crate::base::id::TransactionId;
use crate::desk::kernel::failure;
use crate::desk::kernel::notices::Tone;
use crate::desk::money::host::{AnswerLives, JournalWork, PurchaseHost};
use crate::desk::money::nudge::Nudge;
use crate::desk::money::ports::PurchaseEvidence;
use crate::desk::money::purchase::{Purchase, PurchaseKind, PurchaseStatus};
use crate::desk::money::send::MoneyTask;
use crate::desk::money::{Held, Purchases, resolver};
use crate::message;
use crate::parcel::draft::Draft;
use crate::store::cache::Scope;
use crate::store::journal::{Entry, EntryContext, EntryKind, EntryState, NewEntry};

pub(in crate::desk) use schedule::{
    next_wake, resume, resume_early, send_when_due, watch_when_due,
};

/// Entries that are taken up in one frame; the rest follows in the next ones.
const TAKEN_UP_AT_ONCE: usize = 50;

/// Commits the purchase to the journal, then sends it, or holds it back for `wait`.
pub fn begin(host: &mut dyn PurchaseHost, new: NewEntry, beside: EntryContext, wait: Duration) {
    let work: JournalWork = Box::new(move |journal| {
        Box::pin(async move {
            let intended = journal.intend(new.clone(), beside).await;
            Box::new(move |host: &mut dyn PurchaseHost| {
                host.purchases().buying = None;
                match intended {
                    Ok(entry) => begun(host, entry, wait),
                    Err(error) => host.not_begun(&new, error),
                }
            }) as _
        })
    });
    host.with_journal(AnswerLives::Always, work);
}

/// Sends what the journal has just committed, or holds it back for `wait`.
pub fn begun(host: &mut dyn PurchaseHost, entry: Entry, wait: Duration) {
    let transaction = entry.transaction.clone();
    let status = if wait.is_zero() {
        PurchaseStatus::Sending
    } else {
        let until = host.now().checked_add(wait).unwrap_or(entry.created);
        host.purchases().held_back.push(Held {
            transaction: transaction.clone(),
            since: Stopwatch::start(),
            wait,
        });
        PurchaseStatus::Held { until }
    };
    list(host, &entry, status);
    if wait.is_zero() {
        run(host, transaction, MoneyTask::Send);
    }
}

/// The wait of a purchase is over. While the connection is down it is not sent: what is not
/// sent cannot become uncertain.
pub fn release(host: &mut dyn PurchaseHost, transaction: TransactionId) {
    match host.offline() {
        Some(trouble) => {
            let trouble = Some(trouble);
            set_status(host, &transaction, PurchaseStatus::NotSent { trouble });
        }
        None => run(host, transaction, MoneyTask::Send),
    }
}

/// Sends a purchase that is held or was not sent, and again one that was refused while it is still
/// being looked up.
pub fn send_now(host: &mut dyn PurchaseHost, transaction: TransactionId) {
    if host.refuses_offline() {
        return;
    }
    let held = &mut host.purchases().held_back;
    held.retain(|held| held.transaction != transaction);
    let Purchases { list, nudges, .. } = host.purchases();
    let was_refused = list.iter().any(|purchase| {
        let learned = PurchaseEvidence::Refused;
        purchase.transaction == transaction
            && matches!(purchase.status, PurchaseStatus::Checking { learned: it, .. } if it == learned)
    });
    match nudges.get(&transaction) {
        Some(nudge) if was_refused => nudge.send_again(),
        _ => run(host, transaction, MoneyTask::Send),
    }
}

/// Cancels a purchase that was not sent. One that is being sent can only be refunded.
pub fn cancel(host: &mut dyn PurchaseHost, transaction: TransactionId) {
    if host.is_running(&transaction) {
        let text = message!("errors-cancel-already-sent");
        return host.notice(Tone::Warning, text);
    }
    let work: JournalWork = Box::new(move |journal| {
        Box::pin(async move {
            let cancelled = journal.cancel(&transaction).await;
            Box::new(move |host: &mut dyn PurchaseHost| match cancelled {
                Ok(entry) => {
                    let purchases = &mut host.purchases().list;
                    purchases.retain(|purchase| purchase.transaction != transaction);
                    // Another computer must not finish what a person canceled here.
                    if let (EntryKind::Label, Some(order)) = (entry.kind, entry.order) {
                        host.label_changed(order);
                    }
                    let text = message!("errors-canceled", title = entry.title);
                    host.notice(Tone::Info, text);
                }
                Err(error) => {
                    let text = message!("errors-not-canceled", error = error.to_string());
                    host.notice(Tone::Warning, text);
                }
            }) as _
        })
    });
    host.with_journal(AnswerLives::Always, work);
}

/// Looks an uncertain purchase, or one that was not found, up again now.
pub fn check_again(host: &mut dyn PurchaseHost, transaction: TransactionId) {
    if !host.is_running(&transaction) {
        return run(host, transaction, MoneyTask::PickUp);
    }
    if let Some(nudge) = host.purchases().nudges.get(&transaction) {
        nudge.look_up();
    }
}

/// Lists what the journal left open, before anything is looked up.
pub fn list_unsettled(host: &mut dyn PurchaseHost, entries: Vec<Entry>) {
    for entry in entries {
        let status = match entry.state {
            // A refusal that is only watched was shown when it came.
            EntryState::Rejected if !entry.is_charged() => continue,
            EntryState::Intent
                if host.purchases().carried_out_elsewhere.contains(&entry.transaction) =>
            {
                continue;
            }
            EntryState::Intent => PurchaseStatus::NotSent { trouble: None },
            EntryState::Absent if !entry.is_charged() => PurchaseStatus::Absent {
                watched_until: entry.watched_until.unwrap_or(entry.updated),
                trouble: None,
            },
            _ => PurchaseStatus::Checking {
                attempts: 0,
                trouble: None,
                learned: match entry.is_charged() {
                    true => PurchaseEvidence::Charged,
                    false => PurchaseEvidence::Nothing,
                },
            },
        };
        list(host, &entry, status);
    }
}

/// Reads what the journal has open, lists it, and looks up what is uncertain under this account.
/// What belongs to another account waits for it.
pub fn resume_unsettled(host: &mut dyn PurchaseHost) {
    let work: JournalWork = Box::new(|journal| {
        Box::pin(async move {
            let unsettled = journal.unsettled().await;
            Box::new(move |host: &mut dyn PurchaseHost| match unsettled {
                Ok(entries) => resume_entries(host, entries),
                Err(error) => {
                    host.purchases().unread = true;
                    let attempted = message!("errors-attempt-read-journal");
                    host.complain(failure::describe_local_error(attempted, &error));
                }
            }) as _
        })
    });
    host.with_journal(AnswerLives::WithAccount, work);
}

fn resume_entries(host: &mut dyn PurchaseHost, mut entries: Vec<Entry>) {
    let rest = entries.split_off(entries.len().min(TAKEN_UP_AT_ONCE));
    for entry in entries {
        resume_entry(host, entry);
    }
    if !rest.is_empty() {
        let next: JournalWork = Box::new(|_| {
            Box::pin(async move {
                Box::new(move |host: &mut dyn PurchaseHost| resume_entries(host, rest)) as _
            })
        });
        host.with_journal(AnswerLives::WithAccount, next);
    }
}

fn resume_entry(host: &mut dyn PurchaseHost, entry: Entry) {
    let mut listed = host.purchases().list.iter();
    if !listed.any(|purchase| purchase.transaction == entry.transaction) {
        // A batch that is sending it lists it if it becomes uncertain.
        if host.is_running(&entry.transaction) {
            return;
        }
        list_unsettled(host, vec![entry.clone()]);
    }
    // A refusal is not listed, so the next round must read the journal to find it.
    host.purchases().unread |= entry.state == EntryState::Rejected;
    if host.is_connected() && resolver::is_picked_up(&entry) {
        run(host, entry.transaction, MoneyTask::PickUp);
    }
}

/// Whether something is open that [`resume_unsettled`] looks up: an uncertain or missing
/// purchase that is listed, or a journal that could not be read. Forgets the latter.
pub fn take_must_resume(me: &mut Purchases) -> bool {
    let unread = std::mem::take(&mut me.unread);
    let mut listed = me.list.iter();
    unread || listed.any(|purchase| resolver::is_open(&purchase.status))
}

/// Shows what a money job reports of a purchase.
pub fn set_status(
    host: &mut dyn PurchaseHost,
    transaction: &TransactionId,
    status: PurchaseStatus,
) {
    let mut listed = host.purchases().list.iter_mut();
    if let Some(purchase) = listed.find(|purchase| &purchase.transaction == transaction) {
        // A slower job may report after a list has settled the purchase.
        if listed::is_done(&purchase.status) && !listed::is_done(&status) {
            return;
        }
        let is_news = !purchase.status.lacks_money() && status.lacks_money();
        purchase.status = status;
        let (kind, order) = (purchase.kind, purchase.order.clone());
        host.list_changed();
        if is_news {
            host.money_was_short();
        }
        match (kind, order) {
            (PurchaseKind::Refund, _) => host.refund_changed(transaction),
            (PurchaseKind::Label, Some(order)) => host.label_changed(order),
            (PurchaseKind::Label | PurchaseKind::TopUp, _) => {}
        }
    }
    let watched = &mut host.purchases().watched;
    watched.get_or_insert_with(Stopwatch::start);
}

/// Between the click that buys the draft's label and its row in the journal.
pub(in crate::desk) fn is_beginning(me: &Purchases, draft: &Draft) -> bool {
    me.buying.as_ref() == Some(&(draft.order.clone(), draft.sequence))
}

/// Lists a purchase of a batch whose outcome is uncertain; its job, which `nudge` wakes, goes on.
pub fn list_in_doubt(
    host: &mut dyn PurchaseHost,
    entry: &Entry,
    status: PurchaseStatus,
    nudge: Arc<Nudge>,
) {
    let nudges = &mut host.purchases().nudges;
    nudges.insert(entry.transaction.clone(), nudge);
    list(host, entry, status);
    let watched = &mut host.purchases().watched;
    watched.get_or_insert_with(Stopwatch::start);
}

fn list(host: &mut dyn PurchaseHost, entry: &Entry, status: PurchaseStatus) {
    let lacks_money = status.lacks_money();
    let purchases = &mut host.purchases().list;
    purchases.retain(|purchase| purchase.transaction != entry.transaction);
    purchases.insert(
        0,
        Purchase {
            transaction: entry.transaction.clone(),
            kind: match entry.kind {
                EntryKind::Label => PurchaseKind::Label,
                EntryKind::TopUp => PurchaseKind::TopUp,
                EntryKind::Refund => PurchaseKind::Refund,
            },
            order: entry.order.clone(),
            sequence: entry.sequence,
            title: entry.title.clone(),
            expected: entry.expected,
            status,
            started: entry.created,
            scope: Scope { environment: entry.environment.clone(), account: entry.account.clone() },
            given_up: false,
        },
    );
    host.list_changed();
    if lacks_money {
        host.money_was_short();
    }
}

/// Starts the money job of one row, unless it is running.
pub fn run(host: &mut dyn PurchaseHost, transaction: TransactionId, task: MoneyTask) {
    if host.is_running(&transaction) {
        return;
    }
    if !host.is_connected() {
        let text = message!("errors-not-connected-not-sent");
        return host.notice(Tone::Warning, text);
    }
    let nudges = &mut host.purchases().nudges;
    let nudge = nudges.entry(transaction.clone()).or_insert_with(|| Arc::new(Nudge::default()));
    let nudge = Arc::clone(nudge);
    host.start_job(transaction, task, nudge);
}
