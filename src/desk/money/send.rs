//! The steps of a money job: send, look up, and record the result. Every step commits to the
//! journal before the screen is updated.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::Notify;

use crate::api::error::{ApiError, Certainty, ErrorKind};
use crate::base::id::TransactionId;
use crate::base::money::{Currency, Money};
use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::money::classify_failure::Verdict;
pub use crate::desk::money::look_up::{LookUpProgress, look_up};
use crate::desk::money::ports::{
    JournalStatus, MoneyPorts, Proof, PurchaseAccount, PurchaseEvidence, PurchaseResult,
};
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::resolver::{Refusal, WATCH_HOURS, resolve};
use crate::desk::money::{classify_failure, refund_request, resolver};
use crate::desk::records::shipment_row;
use crate::store::journal::{Entry, EntryKind, EntryState, JournalError};

pub enum Finding {
    Sent(Box<Proof>),
    Failed(Box<ApiError>),
}

/// What a money job is started for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoneyTask {
    /// The user wants it sent: a row that was never sent, or one that was not found.
    Send,
    /// To resolve an uncertain row, or one that was not found and is watched.
    PickUp,
}

/// Runs one money job to its end, after checking that the row belongs to the open account: a
/// transaction id of one account means nothing to another.
pub async fn work(
    hands: MoneyPorts,
    transaction: TransactionId,
    errand: MoneyTask,
    nudge: Arc<Notify>,
) {
    let entry = match hands.records.get(&transaction).await {
        Ok(Some(entry)) => entry,
        Ok(None) => return,
        Err(error) => return blocked(&hands, "The journal cannot be read", &error).await,
    };
    if let Some(trouble) = mismatch(&entry, &hands.place) {
        // A rejected row stays rejected on screen; it is watched when its own account is open.
        if entry.state == EntryState::Rejected {
            return;
        }
        let trouble = Some(trouble);
        let status = match entry.state {
            EntryState::Intent => PurchaseStatus::NotSent { trouble },
            _ => PurchaseStatus::Checking {
                attempts: 0,
                trouble,
                learned: PurchaseEvidence::default(),
            },
        };
        return hands.screen.show(&transaction, status).await;
    }
    match (errand, entry.state) {
        (MoneyTask::Send, EntryState::Intent) => carry_out(hands, entry, nudge).await,
        // The user asked for it, and the id is the same: it cannot be bought twice.
        (MoneyTask::Send, EntryState::Absent)
            if entry.kind != EntryKind::TopUp && !entry.body.is_empty() =>
        {
            carry_out(hands, entry, nudge).await;
        }
        (MoneyTask::PickUp, _) if resolver::is_in_doubt(&entry) => {
            resolve(hands, entry, None, nudge).await;
        }
        (MoneyTask::PickUp, EntryState::Absent | EntryState::Rejected) => {
            resolver::watch_once(hands, entry).await;
        }
        _ => {}
    }
}

/// Marks the row as sending, commits, and sends exactly the bytes in the journal. Returns `Err` if
/// the journal did not commit; then nothing was sent.
pub async fn send(hands: &MoneyPorts, entry: &Entry) -> Result<Finding, ()> {
    let permit = match hands.records.mark_sending(&entry.transaction).await {
        Ok(permit) => permit,
        Err(error) if is_overtaken(&error) => return Err(()),
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
        Ok(proof) => Finding::Sent(Box::new(proof)),
        Err(error) => Finding::Failed(Box::new(error)),
    })
}

/// Records the purchase as bought, stores its label, then updates the screen.
pub(in crate::desk) async fn record_success(hands: &MoneyPorts, entry: &Entry, proof: Proof) {
    match &proof.found {
        PurchaseResult::Shipment(_) => bought(hands, entry, proof).await,
        PurchaseResult::TopUp(..) => topped_up(hands, entry, proof).await,
        PurchaseResult::Refund(_) => refund_request::confirmed(hands, entry, proof).await,
    }
}

/// The balance history contains a label whose shipment cannot be fetched yet. It was bought: from
/// now on it is neither sent again nor treated as not found, and its shipment is looked up.
pub(in crate::desk) async fn charged(hands: &MoneyPorts, entry: &Entry, charge: Money) {
    match hands.records.mark_charged(&entry.transaction, charge).await {
        Ok(_) => {
            let status = PurchaseStatus::Checking {
                attempts: 0,
                trouble: None,
                learned: PurchaseEvidence::Charged,
            };
            hands.screen.show(&entry.transaction, status).await;
        }
        Err(error) => unwritten(hands, &error).await,
    }
}

/// Another path was faster: a list settled the purchase meanwhile.
pub(in crate::desk) fn is_overtaken(error: &JournalError) -> bool {
    matches!(error, JournalError::WrongState { .. })
}

async fn unwritten(hands: &MoneyPorts, error: &JournalError) {
    if !is_overtaken(error) {
        blocked(hands, "The journal cannot be written", error).await;
    }
}

/// The service refused it and look-ups found nothing. It is watched anyway: a delayed list may
/// contain it later.
pub(in crate::desk) async fn reject(hands: &MoneyPorts, entry: &Entry, trouble: Trouble) {
    let text = as_text(&trouble);
    let until = watched_until(hands);
    match hands.records.reject(&entry.transaction, &text, until).await {
        Ok(_) => {
            let status = PurchaseStatus::Rejected {
                trouble: trouble.clone(),
            };
            hands.screen.show(&entry.transaction, status).await;
            hands.screen.refused(entry, trouble).await;
        }
        Err(error) => unwritten(hands, &error).await,
    }
}

fn watched_until(hands: &MoneyPorts) -> Timestamp {
    hands
        .time
        .now()
        .checked_add(SignedDuration::from_hours(WATCH_HOURS))
        .unwrap_or(Timestamp::MAX)
}

pub(in crate::desk) async fn absent(hands: &MoneyPorts, entry: &Entry, trouble: Option<Trouble>) {
    let watched_until = watched_until(hands);
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
        Err(error) => unwritten(hands, &error).await,
    }
}

/// The service answered that it does not have the purchase. Only such an answer ends the watch: a
/// program that was closed for a day has watched nothing.
pub(in crate::desk) async fn still_absent(hands: &MoneyPorts, entry: &Entry) {
    let now = hands.time.now();
    let day = SignedDuration::from_hours(WATCH_HOURS);
    // A clock that was corrected may have skipped the day of the watch.
    let young = resolver::age(hands, entry) < day;
    if entry.watched_until.is_none_or(|until| until > now) || young {
        return;
    }
    // If only this computer's clock dates the row, such a jump cannot be detected. The row is then
    // watched for a second day.
    let may_have_jumped =
        entry.server_time.is_none() && entry.created.duration_until(entry.updated) < day;
    let until = match may_have_jumped {
        true => watched_until(hands),
        false => now,
    };
    if let Err(error) = hands.records.watch(&entry.transaction, until).await {
        unwritten(hands, &error).await;
    }
}

/// After a failed send of an uncertain purchase: the row stays uncertain. Returns false if the
/// journal could not be written; the row then still says that it is being sent.
pub(in crate::desk) async fn keep_in_doubt(
    hands: &MoneyPorts,
    entry: &Entry,
    error: &ApiError,
    arrived: bool,
) -> bool {
    let text = as_text(&failure::describe_api_error(error));
    let marked = if arrived {
        let answer = unreadable(error);
        hands
            .records
            .mark_unknown(&entry.transaction, &text, answer)
            .await
    } else {
        hands.records.mark_unsent(&entry.transaction, &text).await
    };
    if let Err(error) = &marked {
        unwritten(hands, error).await;
    }
    marked.is_ok()
}

/// The body of an unreadable answer, stored so that the cause can be investigated.
fn unreadable(error: &ApiError) -> Option<Vec<u8>> {
    match &error.kind {
        ErrorKind::Unintelligible { body, .. } if !body.is_empty() => Some(body.clone()),
        _ => None,
    }
}

/// The journal cannot record reliably: no further purchase until it can.
pub(in crate::desk) async fn blocked(hands: &MoneyPorts, what: &str, error: &JournalError) {
    let text = format!(
        "{what} ({})",
        failure::describe_local_error("", error).cause
    );
    hands.screen.recording(JournalStatus::Stopped(text)).await;
}

pub(in crate::desk) fn as_text(trouble: &Trouble) -> String {
    serde_json::json!({
        "attempted": trouble.attempted,
        "cause": trouble.cause,
        "codes": trouble.codes,
        "status": trouble.status,
        "correlation": trouble.correlation.as_ref().map(ToString::to_string),
    })
    .to_string()
}

/// "Not found" with the interface's own error code; any other 404 may come from elsewhere.
pub(in crate::desk) fn is_not_found(error: &ApiError) -> bool {
    error.certainty() == Certainty::Refused
        && error.status() == Some(404)
        && error.has_code("SHIPMENT.NOT_FOUND")
}

async fn bought(hands: &MoneyPorts, entry: &Entry, proof: Proof) {
    let PurchaseResult::Shipment(shipment) = &proof.found else {
        return;
    };
    let Some(id) = shipment_row::id_of(shipment) else {
        // The client refuses replies without an id; if one gets here, the purchase stays uncertain.
        tracing::error!("a purchase was answered without a shipment id");
        return;
    };
    let charged = shipment.price_matching(entry.expected);
    if !confirm(hands, entry, id.as_str(), charged, &proof).await {
        return;
    }
    let charged = charged.or(entry.charged);
    let differs = match (entry.expected, charged) {
        (Some(expected), Some(charged)) => expected != charged,
        _ => false,
    };
    let status = PurchaseStatus::Bought {
        shipment: id,
        charged,
        differs,
    };
    hands.screen.done(entry, proof.found, status).await;
}

async fn topped_up(hands: &MoneyPorts, entry: &Entry, proof: Proof) {
    let PurchaseResult::TopUp(account, line) = &proof.found else {
        return;
    };
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
    if !confirm(hands, entry, &result_id, entry.expected, &proof).await {
        return;
    }
    let status = PurchaseStatus::ToppedUp { balance };
    hands.screen.done(entry, proof.found, status).await;
}

/// Records that money moved. Retries until the journal accepts it; no new purchase starts
/// meanwhile.
pub(in crate::desk) async fn confirm(
    hands: &MoneyPorts,
    entry: &Entry,
    result_id: &str,
    charged: Option<Money>,
    proof: &Proof,
) -> bool {
    let mut complained = false;
    loop {
        let done = hands
            .records
            .confirm(
                &entry.transaction,
                result_id,
                charged,
                proof.answer.to_vec(),
            )
            .await;
        match done {
            Ok(_) => {
                if complained {
                    hands.screen.recording(JournalStatus::Again).await;
                }
                return true;
            }
            // Another path confirmed it already, under another id of the same result.
            Err(error) if is_overtaken(&error) => return false,
            Err(error) => {
                if !complained {
                    complained = true;
                    let done = match entry.kind {
                        EntryKind::Label => "Bought",
                        EntryKind::TopUp => "Topped up",
                        EntryKind::Refund => "Refund asked for",
                    };
                    let cause = failure::describe_local_error("", &error).cause;
                    let text = format!(
                        "{done}, but not recorded yet: free disk space; nothing else is bought meanwhile ({cause})"
                    );
                    hands.screen.recording(JournalStatus::Owed(text)).await;
                }
                hands.time.sleep(hands.pace.retry_after_no_answer).await;
            }
        }
    }
}

/// The first send of a row, and the handling of its answer.
async fn carry_out(hands: MoneyPorts, entry: Entry, nudge: Arc<Notify>) {
    let error = match send(&hands, &entry).await {
        Err(()) if entry.state == EntryState::Intent => {
            let status = PurchaseStatus::NotSent { trouble: None };
            return hands.screen.show(&entry.transaction, status).await;
        }
        Err(()) => return,
        Ok(Finding::Sent(proof)) => return record_success(&hands, &entry, *proof).await,
        Ok(Finding::Failed(error)) => error,
    };
    let told = failure::describe_api_error(&error);
    hands.screen.line(told.clone()).await;
    match classify_failure::judge_error(&error, entry.uncertain_once) {
        verdict @ (Verdict::Unsent | Verdict::SignIn) => {
            let written = keep_in_doubt(&hands, &entry, &error, false).await;
            if verdict == Verdict::SignIn {
                hands.screen.turned_away(told.clone()).await;
            }
            // If marking it as unsent failed, the row counts as uncertain.
            if entry.uncertain_once || !written {
                return resolve(hands, entry, None, nudge).await;
            }
            let status = PurchaseStatus::NotSent {
                trouble: Some(told),
            };
            hands.screen.show(&entry.transaction, status).await;
        }
        Verdict::Rejected => reject(&hands, &entry, told).await,
        // Not believed after one look-up: a list may lag behind a purchase, and a gateway that
        // delivers twice returns the second answer.
        Verdict::LookUp => {
            keep_in_doubt(&hands, &entry, &error, true).await;
            let refusal = Refusal {
                of_the_only_one: !entry.uncertain_once,
                trouble: told,
            };
            resolve(hands, entry, Some(refusal), nudge).await;
        }
        Verdict::Unknown => {
            keep_in_doubt(&hands, &entry, &error, true).await;
            resolve(hands, entry, None, nudge).await;
        }
    }
}

/// Whether a row belongs to this account at this server.
pub(in crate::desk) fn belongs(entry: &Entry, place: &PurchaseAccount) -> bool {
    let same_key = entry.account == place.account || place.other_keys.contains(&entry.account);
    let same_account = entry.environment == place.environment && same_key;
    same_account && (place.moves || entry.base_url == place.base_url)
}

fn mismatch(entry: &Entry, place: &PurchaseAccount) -> Option<Trouble> {
    if belongs(entry, place) {
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
