//! The steps a money job is made of: send, look up, and write down what was learned.
//! Every step commits to the journal before the screen hears of it.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;

use super::money::{Found, Hands, Place, Recording};
use super::outcome::{self, Verdict};
use super::resolver::{self, Refusal, WATCH_HOURS, resolve};
use super::state::{PurchaseStatus, Trouble};
use super::{record, refunds, trouble};
use crate::api::account::{Account, BalanceEntry};
use crate::api::error::{ApiError, Certainty, ErrorKind};
use crate::api::page::DateRange;
use crate::api::shipment::{Key, Shipment};
use crate::base::id::TransactionId;
use crate::base::money::{Currency, Money};
use crate::store::journal::{Entry, EntryState, JournalError, Kind};

pub enum Finding {
    Sent(Box<Found>),
    Failed(Box<ApiError>),
}

/// What a money job is started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errand {
    /// A person wants it sent: a row that was written down, or one that was not found.
    Send,
    /// A row in doubt, or one that was not found and is watched.
    PickUp,
}

/// Entries of a top-up lie this close to its journal row, whatever the clocks say.
const HISTORY_MARGIN: SignedDuration = SignedDuration::from_hours(48);
/// Pages of the balance history read without a pause in between.
const PAGES_AT_ONCE: usize = 20;
/// More than any shop has; a server that never ends its list is given up on.
const MOST_PAGES: usize = 10_000;

/// One money job from its row to its end, after making sure that the row belongs to the
/// account that is open: an id of one account means nothing to another.
pub async fn work(hands: Hands, transaction: TransactionId, errand: Errand, nudge: Arc<Notify>) {
    let entry = match hands.records.get(&transaction).await {
        Ok(Some(entry)) => entry,
        Ok(None) => return,
        Err(error) => return blocked(&hands, "The journal cannot be read", &error).await,
    };
    if let Some(trouble) = mismatch(&entry, &hands.place) {
        let trouble = Some(trouble);
        let status = match entry.state {
            EntryState::Intent => PurchaseStatus::NotSent { trouble },
            _ => PurchaseStatus::Checking {
                attempts: 0,
                trouble,
            },
        };
        return hands.screen.show(&transaction, status).await;
    }
    match (errand, entry.state) {
        (Errand::Send, EntryState::Intent) => carry_out(hands, entry, nudge).await,
        // A person's word, and the same id: it cannot be bought twice.
        (Errand::Send, EntryState::Absent)
            if entry.kind != Kind::TopUp && !entry.body.is_empty() =>
        {
            carry_out(hands, entry, nudge).await;
        }
        (Errand::PickUp, EntryState::Absent) => resolver::watch_once(hands, entry).await,
        (Errand::PickUp, _) if resolver::is_in_doubt(&entry) => {
            resolve(hands, entry, None, nudge).await;
        }
        _ => {}
    }
}

/// Marks the row as sending, commits, and sends exactly the bytes the journal holds.
/// `Err` when the journal would not commit: then nothing was sent.
pub async fn send(hands: &Hands, entry: &Entry) -> Result<Finding, ()> {
    let permit = match hands.records.mark_sending(&entry.transaction).await {
        Ok(permit) => permit,
        Err(error) => {
            blocked(
                hands,
                "Not bought: the purchase cannot be recorded. Free disk space",
                &error,
            )
            .await;
            return Err(());
        }
    };
    hands
        .screen
        .show(&entry.transaction, PurchaseStatus::Sending)
        .await;
    Ok(match hands.wire.send(entry.kind, permit).await {
        Ok(found) => Finding::Sent(Box::new(found)),
        Err(error) => Finding::Failed(Box::new(error)),
    })
}

/// How far a look-up of many pages has come. One that broke off goes on with the page that
/// failed: over a bad line, a long history would else never be read to its end.
#[derive(Debug, Default)]
pub struct Reading {
    next: Option<String>,
    /// Page tokens that were followed.
    seen: HashSet<String>,
}

/// Whether the service knows the transaction. `Ok(None)` is its word that it does not.
pub async fn look_up(
    hands: &Hands,
    entry: &Entry,
    reading: &mut Reading,
) -> Result<Option<Found>, ApiError> {
    match entry.kind {
        Kind::Label => look_up_shipment(hands, entry).await,
        Kind::TopUp => look_up_history(hands, entry, reading).await,
        Kind::Refund => refunds::look_up(hands, entry).await,
    }
}

/// Writes the purchase down as bought, keeps its label, then tells the screen.
pub(super) async fn found(hands: &Hands, entry: &Entry, found: Found) {
    match found {
        Found::Shipment(shipment) => bought(hands, entry, *shipment).await,
        Found::TopUp(account, line) => topped_up(hands, entry, account, line).await,
        Found::Refund(shipment) => refunds::asked(hands, entry, *shipment).await,
    }
}

pub(super) async fn reject(hands: &Hands, entry: &Entry, trouble: Trouble) {
    let text = as_text(&trouble);
    match hands.records.reject(&entry.transaction, &text).await {
        Ok(_) => {
            let status = PurchaseStatus::Rejected {
                trouble: trouble.clone(),
            };
            hands.screen.show(&entry.transaction, status).await;
            hands.screen.refused(entry, trouble).await;
        }
        Err(error) => blocked(hands, "The journal cannot be written", &error).await,
    }
}

pub(super) async fn absent(hands: &Hands, entry: &Entry, trouble: Option<Trouble>) {
    let now = hands.time.now();
    let watched_until = now
        .checked_add(SignedDuration::from_hours(WATCH_HOURS))
        .unwrap_or(Timestamp::MAX);
    match hands
        .records
        .mark_absent(&entry.transaction, watched_until)
        .await
    {
        Ok(_) => {
            let status = PurchaseStatus::Absent {
                watched_until,
                trouble,
            };
            hands.screen.show(&entry.transaction, status).await;
        }
        Err(error) => blocked(hands, "The journal cannot be written", &error).await,
    }
}

/// The service was asked and does not know it. Only such an answer ends the watch: a
/// program that was closed for a day has watched nothing.
pub(super) async fn still_absent(hands: &Hands, entry: &Entry) {
    let now = hands.time.now();
    if entry.watched_until.is_none_or(|until| until > now) {
        return;
    }
    if let Err(error) = hands.records.mark_absent(&entry.transaction, now).await {
        blocked(hands, "The journal cannot be written", &error).await;
    }
}

/// After a send that failed while in doubt: the row stays in doubt. False when the journal
/// could not be written; then the row says that it is being sent.
pub(super) async fn keep_in_doubt(
    hands: &Hands,
    entry: &Entry,
    error: &ApiError,
    arrived: bool,
) -> bool {
    let text = as_text(&trouble::of(error));
    let marked = if arrived {
        hands.records.mark_unknown(&entry.transaction, &text).await
    } else {
        hands.records.mark_unsent(&entry.transaction, &text).await
    };
    if let Err(error) = &marked {
        blocked(hands, "The journal cannot be written", error).await;
    }
    marked.is_ok()
}

/// The journal cannot be trusted to record: no further purchase until it can.
pub(super) async fn blocked(hands: &Hands, what: &str, error: &JournalError) {
    let text = format!("{what} ({})", trouble::local("", error).cause);
    hands.screen.recording(Recording::Stopped(text)).await;
}

pub(super) fn as_text(trouble: &Trouble) -> String {
    serde_json::json!({
        "attempted": trouble.attempted,
        "cause": trouble.cause,
        "codes": trouble.codes,
        "status": trouble.status,
        "correlation": trouble.correlation.as_ref().map(ToString::to_string),
    })
    .to_string()
}

async fn look_up_shipment(hands: &Hands, entry: &Entry) -> Result<Option<Found>, ApiError> {
    let key = Key::TransactionId;
    match hands.wire.shipment(key, entry.transaction.as_str()).await {
        Ok(shipment) => {
            let ours = shipment
                .transaction_id
                .as_ref()
                .is_none_or(|id| id == &entry.transaction);
            let whole = ours && record::id_of(&shipment).is_some();
            Ok(whole.then(|| Found::Shipment(Box::new(shipment))))
        }
        Err(error) if is_not_found(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The interface has no look-up of a top-up; its history entry carries the id (2.5). Read to
/// its end: on a busy day hundreds of lines come after it.
async fn look_up_history(
    hands: &Hands,
    entry: &Entry,
    reading: &mut Reading,
) -> Result<Option<Found>, ApiError> {
    let range = DateRange {
        start: entry.created.checked_sub(HISTORY_MARGIN).ok(),
        end: None,
    };
    while reading.seen.len() < MOST_PAGES {
        let asked = hands.wire.balance_history(range, reading.next.clone());
        let page = match asked.await {
            Ok(page) => page,
            Err(error) => {
                // A page that the service no longer knows is no place to go on from.
                if error.certainty() == Certainty::Refused {
                    *reading = Reading::default();
                }
                return Err(error);
            }
        };
        let line = page
            .results
            .into_iter()
            .find(|line| line.transaction_id.as_ref() == Some(&entry.transaction));
        if let Some(line) = line {
            return Ok(Some(Found::TopUp(None, Some(Box::new(line)))));
        }
        let Some(token) = page.next_page else {
            *reading = Reading::default();
            return Ok(None);
        };
        // A token that comes again leads in a circle.
        if !reading.seen.insert(token.clone()) {
            break;
        }
        reading.next = Some(token);
        if reading.seen.len() >= PAGES_AT_ONCE {
            hands.time.sleep(hands.pace.page).await;
        }
    }
    *reading = Reading::default();
    // Not seen on the pages that were read is not a word of the service.
    Err(ApiError::new(
        "Reading the balance history",
        "GET /Account/Postage/BalanceHistory",
        ErrorKind::TooLarge,
    ))
}

/// "Not found" in the interface's own words; any other 404 is a stranger's.
pub(super) fn is_not_found(error: &ApiError) -> bool {
    error.certainty() == Certainty::Refused
        && error.status() == Some(404)
        && error.has_code("SHIPMENT.NOT_FOUND")
}

async fn bought(hands: &Hands, entry: &Entry, shipment: Shipment) {
    let Some(id) = record::id_of(&shipment) else {
        // The client refuses replies without an id; one that slips through stays in doubt.
        tracing::error!("a purchase was answered without a shipment id");
        return;
    };
    let charged = shipment.price_near(entry.expected);
    let reply = serde_json::to_vec(&shipment).unwrap_or_default();
    if !confirm(hands, entry, id.as_str(), charged, reply).await {
        return;
    }
    let differs = match (entry.expected, charged) {
        (Some(expected), Some(charged)) => expected != charged,
        _ => false,
    };
    let status = PurchaseStatus::Bought {
        shipment: id,
        charged,
        differs,
    };
    let proof = Found::Shipment(Box::new(shipment));
    hands.screen.done(entry, proof, status).await;
}

async fn topped_up(
    hands: &Hands,
    entry: &Entry,
    account: Option<Box<Account>>,
    line: Option<Box<BalanceEntry>>,
) {
    let currency = entry.expected.map_or(Currency::USD, |money| money.currency);
    let balance = account
        .as_ref()
        .and_then(|account| account.balance)
        .or(line.as_ref().and_then(|line| line.balance))
        .map(|amount| Money::new(amount, currency));
    let result_id = line
        .as_ref()
        .and_then(|line| line.id.clone())
        .or_else(|| account.as_ref()?.id.as_ref().map(ToString::to_string))
        .unwrap_or_default();
    let reply = match (&account, &line) {
        (Some(account), _) => serde_json::to_vec(account),
        (None, line) => serde_json::to_vec(line),
    };
    let reply = reply.unwrap_or_default();
    if !confirm(hands, entry, &result_id, entry.expected, reply).await {
        return;
    }
    let status = PurchaseStatus::ToppedUp { balance };
    let proof = Found::TopUp(account, line);
    hands.screen.done(entry, proof, status).await;
}

/// Money moved, so the row must say so: tried until it does, and no new purchase meanwhile.
pub(super) async fn confirm(
    hands: &Hands,
    entry: &Entry,
    result_id: &str,
    charged: Option<Money>,
    reply: Vec<u8>,
) -> bool {
    let mut complained = false;
    loop {
        let done = hands
            .records
            .confirm(&entry.transaction, result_id, charged, reply.clone())
            .await;
        match done {
            Ok(_) => {
                if complained {
                    hands.screen.recording(Recording::Again).await;
                }
                return true;
            }
            Err(error) => {
                if !complained {
                    complained = true;
                    let done = match entry.kind {
                        Kind::Label => "Bought",
                        Kind::TopUp => "Topped up",
                        Kind::Refund => "Refund asked for",
                    };
                    let cause = trouble::local("", &error).cause;
                    let text = format!(
                        "{done}, but not recorded yet: free disk space; nothing else is bought meanwhile ({cause})"
                    );
                    hands.screen.recording(Recording::Owed(text)).await;
                }
                hands.time.sleep(hands.pace.unanswered).await;
            }
        }
    }
}

/// The first send of an entry, and what its answer leads to.
async fn carry_out(hands: Hands, entry: Entry, nudge: Arc<Notify>) {
    let error = match send(&hands, &entry).await {
        Err(()) if entry.state == EntryState::Intent => {
            let status = PurchaseStatus::NotSent { trouble: None };
            return hands.screen.show(&entry.transaction, status).await;
        }
        Err(()) => return,
        Ok(Finding::Sent(proof)) => return found(&hands, &entry, *proof).await,
        Ok(Finding::Failed(error)) => error,
    };
    let told = trouble::of(&error);
    hands.screen.line(told.clone()).await;
    match outcome::judge_error(entry.kind, &error, entry.uncertain_once) {
        verdict @ (Verdict::Unsent | Verdict::SignIn) => {
            let written = keep_in_doubt(&hands, &entry, &error, false).await;
            if verdict == Verdict::SignIn {
                hands.screen.turned_away(told.clone()).await;
            }
            // Where the mark of sending could not be taken back, the row is in doubt.
            if entry.uncertain_once || !written {
                return resolve(hands, entry, None, nudge).await;
            }
            let status = PurchaseStatus::NotSent {
                trouble: Some(told),
            };
            hands.screen.show(&entry.transaction, status).await;
        }
        Verdict::Rejected => reject(&hands, &entry, told).await,
        Verdict::LookUp => match look_up(&hands, &entry, &mut Reading::default()).await {
            Ok(Some(proof)) => found(&hands, &entry, proof).await,
            Ok(None) if !entry.uncertain_once => reject(&hands, &entry, told).await,
            _ => {
                keep_in_doubt(&hands, &entry, &error, true).await;
                let refusal = Refusal {
                    of_the_only_one: !entry.uncertain_once,
                    trouble: told,
                };
                resolve(hands, entry, Some(refusal), nudge).await;
            }
        },
        Verdict::Unknown => {
            keep_in_doubt(&hands, &entry, &error, true).await;
            resolve(hands, entry, None, nudge).await;
        }
    }
}

fn mismatch(entry: &Entry, place: &Place) -> Option<Trouble> {
    let same_account = entry.environment == place.environment && entry.account == place.account;
    let same_server = place.moves || entry.base_url == place.base_url;
    if same_account && same_server {
        return None;
    }
    Some(Trouble {
        attempted: format!("Checking {}", entry.title),
        cause: format!(
            "It belongs to account {} in {} at {}",
            entry.account, entry.environment, entry.base_url
        ),
        advice: "Switch to that account; it is checked there automatically".to_owned(),
        ..Trouble::default()
    })
}
