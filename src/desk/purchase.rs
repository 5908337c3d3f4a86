//! What may be bought, and the rows of the journal on the screen. The journal commits
//! before anything is sent; `settle` carries it out and `resolver` clears up doubt.

use std::sync::Arc;
use std::time::Duration;

use jiff::SignedDuration;
use tokio::sync::Notify;

use super::jobs::Slot;
use super::resolver;
use super::settle::{self, Hands};
use super::state::{
    Connection, Environment, Purchase, PurchaseKind, PurchaseStatus, Tone, Trouble,
};
use super::{Desk, Held, check, keeping, rates, request, ship};
use crate::api;
use crate::api::account::TopUpRequest;
use crate::base::clock::Stopwatch;
use crate::base::id::TransactionId;
use crate::base::money::{Amount, Currency, Money};
use crate::store::journal::{Entry, EntryState, Journal, JournalError, Kind, NewEntry};

/// Section 8: the least that can be topped up.
const LEAST_TOP_UP: Amount = Amount::from_cents(100);

/// Buys the draft at the chosen rate, or says what stands in the way.
pub(super) fn buy(desk: &mut Desk) {
    ship::recheck(desk);
    if let Some(reason) = obstacle(desk) {
        return desk.notice(Tone::Warning, reason, None);
    }
    let (Some(journal), Some(link)) = (desk.journal.clone(), desk.link.clone()) else {
        return;
    };
    let draft = desk.state.draft.clone();
    let Some(rate) = &draft.chosen else { return };
    let Ok(body) = api::call::to_bytes(&request::shipment_request(&draft, rate)) else {
        return desk.notice(Tone::Bad, "The request could not be written", None);
    };
    let service = rate.final_service.as_ref().map(ToString::to_string);
    let new = NewEntry {
        kind: Kind::Label,
        order: Some(draft.order.clone()),
        sequence: draft.sequence,
        environment: link.scope.environment.clone(),
        account: link.scope.account.clone(),
        base_url: link.base_url.clone(),
        call: "POST /Shipment".to_owned(),
        body: body.to_vec(),
        expected: rate.price(),
        title: format!("{} to {}", service.unwrap_or_default(), draft.to.name),
    };
    let key = (draft.order.clone(), draft.sequence);
    desk.buying = Some(key);
    let wait = Duration::from_secs(u64::from(desk.state.settings.regret_secs));
    intend(desk, journal, new, wait);
}

/// Adds funds, through the journal like any purchase.
pub(super) fn top_up(desk: &mut Desk, amount: Amount) {
    let (Some(journal), Some(link)) = (desk.journal.clone(), desk.link.clone()) else {
        return desk.notice(Tone::Warning, "Connect first to top up", None);
    };
    if let Some(reason) = desk.state.buying_stopped() {
        return desk.notice(Tone::Warning, reason, None);
    }
    if amount < LEAST_TOP_UP {
        return desk.notice(Tone::Warning, "A top-up is at least 1.00", None);
    }
    let Ok(body) = api::call::to_bytes(&TopUpRequest { balance: amount }) else {
        return desk.notice(Tone::Bad, "The request could not be written", None);
    };
    let currency = desk
        .state
        .balance
        .value()
        .and_then(|summary| summary.money())
        .map_or(Currency::USD, |money| money.currency);
    let money = Money::new(amount, currency);
    let cap = desk.state.settings.daily_top_up_cap;
    let since = desk
        .clock
        .now()
        .checked_sub(SignedDuration::from_hours(24))
        .unwrap_or_default();
    let new = NewEntry {
        kind: Kind::TopUp,
        order: None,
        sequence: 0,
        environment: link.scope.environment.clone(),
        account: link.scope.account.clone(),
        base_url: link.base_url.clone(),
        call: "PUT /Account/Postage/Balance".to_owned(),
        body: body.to_vec(),
        expected: Some(money),
        title: format!("Top-up of {money}"),
    };
    desk.jobs.spawn(|outbox| async move {
        let spent = journal
            .topped_up_since(&new.environment, &new.account, since)
            .await;
        outbox
            .send(move |desk| match spent {
                Ok(spent) if spent.checked_add(amount).is_none_or(|sum| sum > cap) => {
                    let cap = Money::new(cap, currency);
                    let spent = Money::new(spent, currency);
                    let text = format!(
                        "Not topped up: the daily cap is {cap}, and {spent} went in since yesterday"
                    );
                    desk.notice(Tone::Warning, text, None);
                }
                Ok(_) => intend(desk, journal, new, Duration::ZERO),
                Err(error) => {
                    desk.complain(super::trouble::local("Reading the journal", &error));
                }
            })
            .await;
    });
}

/// Commits the intent, then sends, or holds it back for the regret window.
fn intend(desk: &mut Desk, journal: Journal, new: NewEntry, wait: Duration) {
    desk.jobs.spawn_lasting(|outbox| async move {
        let intended = journal.intend(new).await;
        outbox
            .send(move |desk| {
                desk.buying = None;
                match intended {
                    Ok(entry) => intended_now(desk, entry, wait),
                    Err(JournalError::AlreadyLive { .. }) => desk.notice(
                        Tone::Warning,
                        "This label is being bought or was bought already; do not buy it again",
                        None,
                    ),
                    Err(error) => {
                        let cause = super::trouble::local("", &error).cause;
                        let text = format!(
                            "Not bought: the purchase cannot be recorded. Free disk space or check the folder's permissions ({cause})"
                        );
                        keeping::writable::stop(desk, text);
                    }
                }
            })
            .await;
    });
}

/// What the journal has just written down goes out at once.
pub(super) fn send_intended(desk: &mut Desk, entry: Entry) {
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
        carry_out(desk, transaction);
    }
}

/// The regret window of a purchase is over.
pub(super) fn send_when_due(desk: &mut Desk) {
    let (due, held) = std::mem::take(&mut desk.held)
        .into_iter()
        .partition::<Vec<_>, _>(|held| held.since.elapsed() >= held.wait);
    desk.held = held;
    for held in due {
        carry_out(desk, held.transaction);
    }
}

pub(super) fn send_now(desk: &mut Desk, transaction: TransactionId) {
    desk.held.retain(|held| held.transaction != transaction);
    carry_out(desk, transaction);
}

pub(super) fn cancel(desk: &mut Desk, transaction: TransactionId) {
    if desk.jobs.is_running(&Slot::Money(transaction.clone())) {
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
pub(super) fn check_again(desk: &mut Desk, transaction: TransactionId) {
    if desk.jobs.is_running(&Slot::Money(transaction.clone())) {
        if let Some(nudge) = desk.nudges.get(&transaction) {
            nudge.notify_one();
        }
        return;
    }
    pick_up(desk, transaction, |entry| {
        resolver::is_in_doubt(entry) || entry.state == EntryState::Absent
    });
}

/// What the journal left open, shown before anything else happens.
pub(super) fn list_unsettled(desk: &mut Desk, entries: Vec<Entry>) {
    for entry in entries {
        let status = match entry.state {
            EntryState::Intent => PurchaseStatus::NotSent { trouble: None },
            EntryState::Absent => PurchaseStatus::Absent {
                watched_until: entry.watched_until.unwrap_or(entry.updated),
            },
            _ => PurchaseStatus::Checking {
                attempts: 0,
                trouble: None,
            },
        };
        list(desk, &entry, status);
    }
}

/// After connecting: everything in doubt under this account is resolved, what belongs to
/// another account waits for it.
pub(super) fn resume(desk: &mut Desk) {
    let Some(journal) = desk.journal.clone() else {
        return;
    };
    desk.timers.watched = Some(Stopwatch::start());
    keeping::sweep::begin_when_owed(desk);
    desk.jobs.spawn(|outbox| async move {
        let unsettled = journal.unsettled().await;
        outbox
            .send(move |desk| match unsettled {
                Ok(entries) => {
                    for entry in entries {
                        resume_entry(desk, entry);
                    }
                }
                Err(error) => {
                    desk.complain(super::trouble::local("Reading the journal", &error));
                }
            })
            .await;
    });
}

/// Purchases that were not found are looked for now and then, for a day.
pub(super) fn watch_when_due(desk: &mut Desk) {
    let due = desk
        .timers
        .watched
        .as_ref()
        .is_some_and(|since| since.elapsed() >= desk.pace.watch);
    if due {
        desk.timers.watched = None;
        let absent = |purchase: &Purchase| matches!(purchase.status, PurchaseStatus::Absent { .. });
        if desk.state.purchases.iter().any(absent) {
            resume(desk);
        }
    }
}

pub(super) fn set_status(desk: &mut Desk, transaction: &TransactionId, status: PurchaseStatus) {
    let known = desk
        .state
        .purchases
        .iter_mut()
        .find(|purchase| &purchase.transaction == transaction);
    if let Some(purchase) = known {
        purchase.status = status;
        desk.changed = true;
        if purchase.kind == PurchaseKind::Refund {
            super::refunds::follow(desk, transaction);
        }
    }
    if desk.timers.watched.is_none() {
        desk.timers.watched = Some(Stopwatch::start());
    }
}

/// Why nothing can be bought now; `None` when it can.
fn obstacle(desk: &Desk) -> Option<String> {
    let state = &desk.state;
    let draft = &state.draft;
    if let Some(stopped) = state.buying_stopped() {
        return Some(stopped);
    }
    if desk.journal.is_none() {
        return Some("Not bought: the purchase journal cannot be used".to_owned());
    }
    if desk.link.is_none() || !matches!(state.connection, Connection::Connected(_)) {
        return Some("Not bought: connect to an account first".to_owned());
    }
    let same_label = |purchase: &&Purchase| {
        purchase.order.as_ref() == Some(&draft.order) && purchase.sequence == draft.sequence
    };
    let live = state
        .purchases
        .iter()
        .filter(same_label)
        .find(|purchase| !matches!(purchase.status, PurchaseStatus::Rejected { .. }));
    match live.map(|purchase| &purchase.status) {
        Some(PurchaseStatus::Bought { .. }) => {
            return Some("This label was bought already; start a new one".to_owned());
        }
        Some(PurchaseStatus::Held { .. } | PurchaseStatus::NotSent { .. }) => {
            return Some("This purchase is waiting to be sent; send it or cancel it".to_owned());
        }
        Some(_) => {
            return Some("Checking whether it was bought, do not buy again".to_owned());
        }
        None => {}
    }
    if desk.buying.as_ref() == Some(&(draft.order.clone(), draft.sequence)) {
        return Some("This label is being bought".to_owned());
    }
    if draft.chosen.is_none() {
        return Some("Not bought: choose a rate first".to_owned());
    }
    if !rates::quote_is_current(desk) {
        return Some("Not bought: the shipment changed, get rates again".to_owned());
    }
    let problem = state.problems.first()?;
    Some(format!(
        "Not bought: {}: {}",
        check::field_name(problem.field),
        problem.message
    ))
}

fn list(desk: &mut Desk, entry: &Entry, status: PurchaseStatus) {
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
        },
    );
    desk.changed = true;
}

/// Reads the entry and carries it out, if it is still unsent.
fn carry_out(desk: &mut Desk, transaction: TransactionId) {
    let slot = Slot::Money(transaction.clone());
    if desk.jobs.is_running(&slot) {
        return;
    }
    run(
        desk,
        transaction,
        |entry| entry.state == EntryState::Intent,
        true,
    );
}

fn pick_up(desk: &mut Desk, transaction: TransactionId, wanted: fn(&Entry) -> bool) {
    run(desk, transaction, wanted, false);
}

/// Starts the money job of one entry after making sure that it belongs to the account
/// that is open: an id of one account means nothing to another.
fn run(desk: &mut Desk, transaction: TransactionId, wanted: fn(&Entry) -> bool, send: bool) {
    let Some((journal, link)) = desk.journal.clone().zip(desk.link.clone()) else {
        return desk.notice(Tone::Warning, "Connect first; nothing was sent", None);
    };
    let nudge = Arc::clone(
        desk.nudges
            .entry(transaction.clone())
            .or_insert_with(|| Arc::new(Notify::new())),
    );
    let (cache, clock, pace) = (desk.cache.clone(), desk.clock.clone(), desk.pace.clone());
    let slot = Slot::Money(transaction.clone());
    desk.jobs.start_lasting(slot, |outbox| async move {
        let hands = Hands {
            journal,
            cache,
            link,
            clock,
            pace,
            // Steps of one purchase are all wanted, also after it is picked up again.
            outbox: outbox.lasting(),
        };
        let entry = match hands.journal.get(&transaction).await {
            Ok(Some(entry)) => entry,
            Ok(None) => return,
            Err(error) => {
                return settle::blocked(&hands, "The journal cannot be read", &error).await;
            }
        };
        if let Some(trouble) = mismatch(&entry, &hands) {
            let status = if entry.state == EntryState::Intent {
                PurchaseStatus::NotSent {
                    trouble: Some(trouble),
                }
            } else {
                PurchaseStatus::Checking {
                    attempts: 0,
                    trouble: Some(trouble),
                }
            };
            return hands.tell(&transaction, status).await;
        }
        if !wanted(&entry) {
            return;
        }
        if send {
            settle::carry_out(hands, entry, nudge).await;
        } else if entry.state == EntryState::Absent {
            resolver::watch_once(hands, entry).await;
        } else {
            resolver::resolve(hands, entry, None, nudge).await;
        }
    });
}

fn resume_entry(desk: &mut Desk, entry: Entry) {
    let known = desk
        .state
        .purchases
        .iter()
        .any(|purchase| purchase.transaction == entry.transaction);
    if !known {
        list_unsettled(desk, vec![entry.clone()]);
    }
    let running = desk
        .jobs
        .is_running(&Slot::Money(entry.transaction.clone()));
    if !running && (resolver::is_in_doubt(&entry) || entry.state == EntryState::Absent) {
        pick_up(desk, entry.transaction, |entry| {
            resolver::is_in_doubt(entry) || entry.state == EntryState::Absent
        });
    }
}

/// The practice service listens on another port at each start, so its address does not
/// tell it from itself; for every other server it does.
fn mismatch(entry: &Entry, hands: &Hands) -> Option<Trouble> {
    let link = &hands.link;
    let same_account =
        entry.environment == link.scope.environment && entry.account == link.scope.account;
    let same_server = link.environment == Environment::Practice || entry.base_url == link.base_url;
    if same_account && same_server {
        return None;
    }
    Some(Trouble {
        attempted: format!("Checking {}", entry.title),
        cause: format!(
            "It belongs to account {} in {} at {}",
            entry.account, entry.environment, entry.base_url
        ),
        advice: "Switch to that account; it is checked there by itself".to_owned(),
        ..Trouble::default()
    })
}
