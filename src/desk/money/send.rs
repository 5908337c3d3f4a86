//! The steps of a money job: send, look up, and record the result. Every step commits to the
//! journal before the screen is updated.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::api::error::{ApiError, Certainty, ErrorKind};
use crate::api::shipment;
use crate::base::id::TransactionId;
use crate::base::locale::Message;
use crate::base::money::{Currency, Money};
use crate::base::redact::outline;
use crate::desk::kernel::failure;
use crate::desk::kernel::failure::Trouble;
use crate::desk::money::classify_failure::Verdict;
pub use crate::desk::money::look_up::{LookUpProgress, look_up};
use crate::desk::money::nudge::Nudge;
use crate::desk::money::ports::{
    ClaimAnswer, JournalStatus, MoneyPorts, Proof, PurchaseAccount, PurchaseEvidence,
    PurchaseResult,
};
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::resolver::{Refusal, WATCH_HOURS, resolve};
use crate::desk::money::{classify_failure, refund_request, resolver};
use crate::message;
use crate::rows::scope::Environment;
use crate::store::journal::{Entry, EntryKind, EntryState, JournalError, SendPermit};

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
pub async fn run_money_job(
    ports: MoneyPorts,
    transaction: TransactionId,
    task: MoneyTask,
    nudge: Arc<Nudge>,
) {
    let entry = match ports.journal.get(&transaction).await {
        Ok(Some(entry)) => entry,
        Ok(None) => return tracing::warn!(%transaction, "a purchase is not in the journal"),
        Err(error) => {
            return report_stopped(&ports, &error, |cause| {
                message!("errors-journal-unreadable", cause = cause)
            })
            .await;
        }
    };
    if let Some(trouble) = mismatch(&entry, &ports.account) {
        tracing::info!(%transaction, "a purchase waits for its own account");
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
        return ports.screen.show(&transaction, status).await;
    }
    match (task, entry.state) {
        (MoneyTask::Send, EntryState::Intent) => carry_out(ports, entry, nudge).await,
        // The user asked for it, and the id is the same: it cannot be bought twice.
        (MoneyTask::Send, EntryState::Absent)
            if entry.kind != EntryKind::TopUp && !entry.body.is_empty() =>
        {
            carry_out(ports, entry, nudge).await;
        }
        (MoneyTask::PickUp, _) if resolver::is_in_doubt(&entry) => {
            resolve(ports, entry, None, nudge).await;
        }
        (MoneyTask::PickUp, EntryState::Absent | EntryState::Rejected) => {
            resolver::watch_once(ports, entry).await;
        }
        (_, state) => tracing::debug!(%transaction, ?task, ?state, "a purchase needs nothing"),
    }
}

/// Why nothing was sent.
pub enum Unsent {
    /// The journal did not commit, or a list settled the purchase meanwhile.
    NotMarked,
    /// Another computer has the claim of the order.
    TakenOver,
    /// The workspace could not be asked who has the claim.
    ClaimUnknown(Trouble),
}

/// Marks the row as sending, commits, and sends exactly the bytes in the journal. A purchase of a
/// shared order is sent only while this computer has its claim.
pub async fn send(ports: &MoneyPorts, entry: &Entry) -> Result<Finding, Unsent> {
    if entry.claimed {
        let claim = ports.claims.hold(&entry.transaction).await;
        tracing::debug!(transaction = %entry.transaction, claim = %outline(&claim), "a claim");
        match claim {
            ClaimAnswer::Held => {}
            ClaimAnswer::TakenOver => return Err(Unsent::TakenOver),
            ClaimAnswer::Unknown(trouble) => return Err(Unsent::ClaimUnknown(trouble)),
        }
    }
    let permit = match ports.journal.mark_sending(&entry.transaction).await {
        Ok(permit) => permit,
        Err(error) if is_overtaken(&error) => return Err(Unsent::NotMarked),
        Err(error) => {
            report_stopped(ports, &error, |cause| {
                message!("errors-journal-not-sent", cause = cause)
            })
            .await;
            return Err(Unsent::NotMarked);
        }
    };
    Ok(send_permitted(ports, entry, permit).await)
}

async fn send_permitted(ports: &MoneyPorts, entry: &Entry, permit: SendPermit) -> Finding {
    ports.screen.show(&entry.transaction, PurchaseStatus::Sending).await;
    match ports.service.send(entry.kind, permit).await {
        Ok(proof) => Finding::Sent(Box::new(proof)),
        Err(error) => Finding::Failed(Box::new(error)),
    }
}

/// Runs the money job of a row that was written and marked as being sent in one commit.
pub async fn run_marked_job(
    ports: MoneyPorts,
    entry: Entry,
    permit: SendPermit,
    nudge: Arc<Nudge>,
) {
    let finding = send_permitted(&ports, &entry, permit).await;
    take_answer(ports, entry, nudge, finding).await;
}

/// Records the purchase as bought, stores its label, then updates the screen.
pub(in crate::desk) async fn record_success(ports: &MoneyPorts, entry: &Entry, proof: Proof) {
    match &proof.found {
        PurchaseResult::Shipment(_) => record_bought_label(ports, entry, proof).await,
        PurchaseResult::TopUp(..) => record_top_up(ports, entry, proof).await,
        PurchaseResult::Refund(_) => refund_request::confirmed(ports, entry, proof).await,
    }
}

/// The balance history contains a label whose shipment cannot be fetched yet. It was bought: from
/// now on it is neither sent again nor treated as not found, and its shipment is looked up.
pub(in crate::desk) async fn record_charge(ports: &MoneyPorts, entry: &Entry, charge: Money) {
    match ports.journal.mark_charged(&entry.transaction, charge).await {
        Ok(_) => {
            let status = PurchaseStatus::Checking {
                attempts: 0,
                trouble: None,
                learned: PurchaseEvidence::Charged,
            };
            ports.screen.show(&entry.transaction, status).await;
        }
        Err(error) => report_unwritten(ports, &error).await,
    }
}

/// Another path was faster: a list settled the purchase meanwhile.
pub(in crate::desk) fn is_overtaken(error: &JournalError) -> bool {
    matches!(error, JournalError::WrongState { .. })
}

async fn report_unwritten(ports: &MoneyPorts, error: &JournalError) {
    if !is_overtaken(error) {
        report_stopped(ports, error, |cause| message!("errors-journal-unwritable", cause = cause))
            .await;
    }
}

/// The service refused it and look-ups found nothing. It is watched anyway: a delayed list may
/// contain it later.
pub(in crate::desk) async fn reject(ports: &MoneyPorts, entry: &Entry, trouble: Trouble) {
    let text = as_text(&trouble);
    let until = watched_until(ports);
    match ports.journal.reject(&entry.transaction, &text, until).await {
        Ok(_) => {
            let status = PurchaseStatus::Rejected { trouble: trouble.clone() };
            ports.screen.show(&entry.transaction, status).await;
            ports.screen.refused(entry, trouble).await;
        }
        Err(error) => report_unwritten(ports, &error).await,
    }
}

fn watched_until(ports: &MoneyPorts) -> Timestamp {
    ports.clock.now().checked_add(SignedDuration::from_hours(WATCH_HOURS)).unwrap_or(Timestamp::MAX)
}

pub(in crate::desk) async fn record_absent(
    ports: &MoneyPorts,
    entry: &Entry,
    trouble: Option<Trouble>,
) {
    let watched_until = watched_until(ports);
    match ports.journal.mark_absent(&entry.transaction, watched_until).await {
        Ok(_) => {
            let status = PurchaseStatus::Absent { watched_until, trouble };
            ports.screen.show(&entry.transaction, status).await;
        }
        Err(error) => report_unwritten(ports, &error).await,
    }
}

/// The service answered that it does not have the purchase. Only such an answer ends the watch: a
/// program that was closed for a day has watched nothing.
pub(in crate::desk) async fn end_watch_when_over(ports: &MoneyPorts, entry: &Entry) {
    let now = ports.clock.now();
    let day = SignedDuration::from_hours(WATCH_HOURS);
    // A clock that was corrected may have skipped the day of the watch.
    let young = resolver::age(ports, entry) < day;
    if entry.watched_until.is_none_or(|until| until > now) || young {
        return;
    }
    // If only this computer's clock dates the row, such a jump cannot be detected. The row is then
    // watched for a second day.
    let may_have_jumped =
        entry.server_time.is_none() && entry.created.duration_until(entry.updated) < day;
    let until = match may_have_jumped {
        true => watched_until(ports),
        false => now,
    };
    if let Err(error) = ports.journal.watch(&entry.transaction, until).await {
        report_unwritten(ports, &error).await;
    }
}

/// After a failed send of an uncertain purchase: the row stays uncertain. Returns false if the
/// journal could not be written; the row then still says that it is being sent.
pub(in crate::desk) async fn keep_in_doubt(
    ports: &MoneyPorts,
    entry: &Entry,
    error: &ApiError,
    arrived: bool,
) -> bool {
    let text = as_text(&failure::describe_api_error(error));
    let marked = if arrived {
        let answer = unreadable(error);
        ports.journal.mark_unknown(&entry.transaction, &text, answer).await
    } else {
        ports.journal.mark_unsent(&entry.transaction, &text).await
    };
    if let Err(error) = &marked {
        report_unwritten(ports, error).await;
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
pub(in crate::desk) async fn report_stopped(
    ports: &MoneyPorts,
    error: &JournalError,
    words: fn(Message) -> Message,
) {
    tracing::error!(%error, "the journal cannot record, so nothing is bought");
    let text = words(failure::describe_local_error("", error).cause);
    ports.screen.recording(JournalStatus::Stopped(text)).await;
}

/// The failure as the journal keeps it: the same in every language.
pub(in crate::desk) fn as_text(trouble: &Trouble) -> String {
    serde_json::json!({
        "cause": trouble.evidence,
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

async fn record_bought_label(ports: &MoneyPorts, entry: &Entry, proof: Proof) {
    let PurchaseResult::Shipment(shipment) = &proof.found else {
        return;
    };
    let Some(id) = shipment::id_of(shipment) else {
        // The client refuses replies without an id; if one gets here, the purchase stays uncertain.
        tracing::error!("a purchase was answered without a shipment id");
        return;
    };
    let charged = shipment.price_matching(entry.expected);
    if !confirm(ports, entry, id.as_str(), charged, &proof).await {
        return;
    }
    let charged = charged.or(entry.charged);
    let differs = match (entry.expected, charged) {
        (Some(expected), Some(charged)) => expected != charged,
        _ => false,
    };
    let status = PurchaseStatus::Bought { shipment: id, charged, differs };
    ports.screen.done(entry, proof.found, status).await;
}

async fn record_top_up(ports: &MoneyPorts, entry: &Entry, proof: Proof) {
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
    if !confirm(ports, entry, &result_id, entry.expected, &proof).await {
        return;
    }
    let status = PurchaseStatus::ToppedUp { balance };
    ports.screen.done(entry, proof.found, status).await;
}

/// Records that money moved. Retries until the journal accepts it; no new purchase starts
/// meanwhile.
pub(in crate::desk) async fn confirm(
    ports: &MoneyPorts,
    entry: &Entry,
    result_id: &str,
    charged: Option<Money>,
    proof: &Proof,
) -> bool {
    let mut complained = false;
    loop {
        let done = ports
            .journal
            .confirm(&entry.transaction, result_id, charged, proof.answer.to_vec())
            .await;
        match done {
            Ok(_) => {
                if complained {
                    ports.screen.recording(JournalStatus::Again).await;
                }
                return true;
            }
            // Another path confirmed it already, under another id of the same result.
            Err(error) if is_overtaken(&error) => return false,
            Err(error) => {
                if !complained {
                    complained = true;
                    let transaction = &entry.transaction;
                    tracing::error!(%transaction, result_id, %error, "a purchase is not recorded yet");
                    let cause = failure::describe_local_error("", &error).cause;
                    let text = match entry.kind {
                        EntryKind::Label => message!("errors-unrecorded-label", cause = cause),
                        EntryKind::TopUp => message!("errors-unrecorded-top-up", cause = cause),
                        EntryKind::Refund => message!("errors-unrecorded-refund", cause = cause),
                    };
                    ports.screen.recording(JournalStatus::Owed(text)).await;
                }
                ports.clock.sleep(ports.pace.retry_after_no_answer).await;
            }
        }
    }
}

/// Sends a row and handles the answer.
async fn carry_out(ports: MoneyPorts, entry: Entry, nudge: Arc<Nudge>) {
    let finding = match send(&ports, &entry).await {
        Err(Unsent::TakenOver) => return give_up_claim(&ports, &entry).await,
        Err(Unsent::ClaimUnknown(trouble)) => {
            return show_unsent(&ports, &entry, Some(trouble)).await;
        }
        Err(Unsent::NotMarked) if entry.state == EntryState::Intent => {
            return show_unsent(&ports, &entry, None).await;
        }
        Err(Unsent::NotMarked) => return,
        Ok(finding) => finding,
    };
    take_answer(ports, entry, nudge, finding).await;
}

async fn take_answer(ports: MoneyPorts, entry: Entry, nudge: Arc<Nudge>, finding: Finding) {
    let error = match finding {
        Finding::Sent(proof) => return record_success(&ports, &entry, *proof).await,
        Finding::Failed(error) => error,
    };
    let told = failure::describe_api_error(&error);
    ports.screen.line(told.clone()).await;
    let verdict = classify_failure::judge_error(&error, entry.uncertain_once);
    let transaction = &entry.transaction;
    tracing::info!(%transaction, ?verdict, error = error.for_log(), "a purchase was not confirmed");
    match verdict {
        verdict @ (Verdict::Unsent | Verdict::SignIn) => {
            let written = keep_in_doubt(&ports, &entry, &error, false).await;
            if verdict == Verdict::SignIn {
                ports.screen.turned_away(told.clone()).await;
            }
            // If marking it as unsent failed, the row counts as uncertain.
            if entry.uncertain_once || !written {
                return resolve(ports, entry, None, nudge).await;
            }
            let status = PurchaseStatus::NotSent { trouble: Some(told) };
            ports.screen.show(&entry.transaction, status).await;
        }
        Verdict::Rejected => reject(&ports, &entry, told).await,
        // Not believed after one look-up: a list may lag behind a purchase, and a gateway that
        // delivers twice returns the second answer.
        Verdict::LookUp => {
            keep_in_doubt(&ports, &entry, &error, true).await;
            let refusal = Refusal { of_every_send: !entry.uncertain_once, trouble: told };
            resolve(ports, entry, Some(refusal), nudge).await;
        }
        Verdict::Unknown => {
            keep_in_doubt(&ports, &entry, &error, true).await;
            resolve(ports, entry, None, nudge).await;
        }
    }
}

/// The row is as it was before somebody asked to send it.
async fn show_unsent(ports: &MoneyPorts, entry: &Entry, trouble: Option<Trouble>) {
    let status = match entry.state {
        EntryState::Absent => PurchaseStatus::Absent {
            watched_until: entry.watched_until.unwrap_or(entry.updated),
            trouble,
        },
        _ => PurchaseStatus::NotSent { trouble },
    };
    ports.screen.show(&entry.transaction, status).await;
}

/// Another computer carries the purchase out. What was sent from here may have bought it all the
/// same, so it is watched like any purchase that was not found; what was never sent is given up.
pub(in crate::desk) async fn give_up_claim(ports: &MoneyPorts, entry: &Entry) {
    match ports.journal.give_up(&entry.transaction).await {
        Ok(_) => ports.screen.taken_over(entry).await,
        Err(error) if is_overtaken(&error) => {
            let trouble = Trouble {
                attempted: message!("errors-attempt-check", title = &entry.title),
                cause: message!("errors-claim-taken-over"),
                advice: message!("errors-advice-claim-taken-over"),
                ..Trouble::default()
            };
            record_absent(ports, entry, Some(trouble)).await;
        }
        Err(error) => report_unwritten(ports, &error).await,
    }
}

/// Whether a row belongs to this account at this server.
pub(in crate::desk) fn is_of_account(entry: &Entry, place: &PurchaseAccount) -> bool {
    place.is_at(&entry.environment, &entry.account, &entry.base_url)
}

fn mismatch(entry: &Entry, place: &PurchaseAccount) -> Option<Trouble> {
    if is_of_account(entry, place) {
        return None;
    }
    Some(Trouble {
        attempted: message!("errors-attempt-check", title = &entry.title),
        cause: message!(
            "errors-other-account",
            account = &entry.account,
            environment = Environment::name_of(&entry.environment),
            server = &entry.base_url
        ),
        advice: message!("errors-advice-switch-account"),
        ..Trouble::default()
    })
}
