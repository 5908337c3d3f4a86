//! The steps a money job is made of: send, look up, and write down what was learned.
//! Every step commits to the journal before the screen hears of it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::jobs::Outbox;
use super::labels::LabelFile;
use super::link::Link;
use super::outcome;
use super::resolver::WATCH_HOURS;
use super::state::{PurchaseStatus, Tone, Trouble};
use super::{
    Desk, Pace, balance, keeping, labels, purchase, record, refunds, ship, shipments, tracking,
    trouble,
};
use crate::api;
use crate::api::account::{Account, BalanceEntry};
use crate::api::error::{ApiError, Certainty};
use crate::api::page::DateRange;
use crate::api::shipment::{Key, Shipment};
use crate::base::clock::Clock;
use crate::base::id::{ShipmentId, TransactionId};
use crate::base::money::{Currency, Money};
use crate::store::cache::Cache;
use crate::store::journal::{Entry, Journal, JournalError, Kind};

/// What a money job owns.
#[derive(Clone)]
pub(super) struct Hands {
    pub journal: Journal,
    pub cache: Cache,
    pub link: Arc<Link>,
    pub clock: Clock,
    pub pace: Pace,
    pub outbox: Outbox,
}

/// The proof that money moved.
pub(super) enum Found {
    Shipment(Box<Shipment>),
    TopUp(Option<Box<Account>>, Option<Box<BalanceEntry>>),
    /// With its `refundStatus`.
    Refund(Box<Shipment>),
}

pub(super) enum Finding {
    Sent(Box<Found>),
    Failed(Box<ApiError>),
}

/// Entries of a top-up lie this close to its journal row, whatever the clocks say.
const HISTORY_MARGIN: SignedDuration = SignedDuration::from_hours(48);
/// Pages of the balance history read for one look-up.
const HISTORY_PAGES: usize = 20;

impl Hands {
    pub(super) async fn tell(&self, transaction: &TransactionId, status: PurchaseStatus) {
        let transaction = transaction.clone();
        self.outbox
            .send(move |desk| purchase::set_status(desk, &transaction, status))
            .await;
    }

    pub(super) async fn line(&self, trouble: Trouble) {
        self.outbox.send(move |desk| desk.note_line(&trouble)).await;
    }
}

/// Marks the row as sending, commits, and sends exactly the bytes the journal holds.
/// `Err` when the journal would not commit: then nothing was sent.
pub(super) async fn send(hands: &Hands, entry: &Entry) -> Result<Finding, ()> {
    let permit = match hands.journal.mark_sending(&entry.transaction).await {
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
        .tell(&entry.transaction, PurchaseStatus::Sending)
        .await;
    let transaction = permit.transaction().clone();
    let body: Arc<[u8]> = Arc::from(permit.body());
    let client = &hands.link.client;
    let sent = match entry.kind {
        Kind::Label => client
            .send(api::shipment::create_bytes(transaction, body))
            .await
            .map(|answer| Found::Shipment(Box::new(answer.value))),
        Kind::TopUp => client
            .send(api::account::top_up_bytes(transaction, body))
            .await
            .map(|answer| Found::TopUp(Some(Box::new(answer.value)), None)),
        Kind::Refund => client
            .send(api::shipment::refund_bytes(transaction, body))
            .await
            .map(|answer| Found::Refund(Box::new(answer.value))),
    };
    Ok(match sent {
        Ok(found) => Finding::Sent(Box::new(found)),
        Err(error) => Finding::Failed(Box::new(error)),
    })
}

/// Whether the service knows the transaction. `Ok(None)` is its word that it does not.
pub(super) async fn look_up(hands: &Hands, entry: &Entry) -> Result<Option<Found>, ApiError> {
    match entry.kind {
        Kind::Label => look_up_shipment(hands, entry).await,
        Kind::TopUp => look_up_history(hands, entry).await,
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
    match hands.journal.reject(&entry.transaction, &text).await {
        Ok(_) => {
            let notice = trouble.clone();
            let title = entry.title.clone();
            let refused = match entry.kind {
                Kind::Label => "Not bought",
                Kind::TopUp => "Not topped up",
                Kind::Refund => "Not asked for",
            };
            hands
                .tell(&entry.transaction, PurchaseStatus::Rejected { trouble })
                .await;
            hands
                .outbox
                .send(move |desk| {
                    desk.notice(Tone::Bad, format!("{refused}: {title}"), Some(notice));
                })
                .await;
        }
        Err(error) => blocked(hands, "The journal cannot be written", &error).await,
    }
}

pub(super) async fn absent(hands: &Hands, entry: &Entry) {
    let now = hands.clock.now();
    let watched_until = now
        .checked_add(SignedDuration::from_hours(WATCH_HOURS))
        .unwrap_or(Timestamp::MAX);
    match hands
        .journal
        .mark_absent(&entry.transaction, watched_until)
        .await
    {
        Ok(_) => {
            hands
                .tell(&entry.transaction, PurchaseStatus::Absent { watched_until })
                .await;
        }
        Err(error) => blocked(hands, "The journal cannot be written", &error).await,
    }
}

/// After a send that failed while in doubt: the row stays in doubt.
pub(super) async fn keep_in_doubt(hands: &Hands, entry: &Entry, error: &ApiError, arrived: bool) {
    let text = as_text(&trouble::of(error));
    let marked = if arrived {
        hands.journal.mark_unknown(&entry.transaction, &text).await
    } else {
        hands.journal.mark_unsent(&entry.transaction, &text).await
    };
    if let Err(error) = marked {
        blocked(hands, "The journal cannot be written", &error).await;
    }
}

/// The journal cannot be trusted to record: no further purchase until it can.
pub(super) async fn blocked(hands: &Hands, what: &str, error: &JournalError) {
    let text = format!("{what} ({})", trouble::local("", error).cause);
    hands
        .outbox
        .send(move |desk| keeping::writable::stop(desk, text))
        .await;
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
    let call = api::shipment::get_by(Key::TransactionId, entry.transaction.as_str());
    match hands.link.client.send(call).await {
        Ok(answer) => {
            let ours = answer
                .value
                .transaction_id
                .as_ref()
                .is_none_or(|id| id == &entry.transaction);
            let whole = ours && record::id_of(&answer.value).is_some();
            Ok(whole.then(|| Found::Shipment(Box::new(answer.value))))
        }
        Err(error) if is_not_found(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The interface has no look-up of a top-up; its history entry carries the id (2.5).
async fn look_up_history(hands: &Hands, entry: &Entry) -> Result<Option<Found>, ApiError> {
    let range = DateRange {
        start: entry.created.checked_sub(HISTORY_MARGIN).ok(),
        end: None,
    };
    let mut page_token: Option<String> = None;
    for _ in 0..HISTORY_PAGES {
        let call = api::account::balance_history(range, page_token.as_deref());
        let page = hands.link.client.send(call).await?.value;
        let line = page
            .results
            .into_iter()
            .find(|line| line.transaction_id.as_ref() == Some(&entry.transaction));
        if let Some(line) = line {
            return Ok(Some(Found::TopUp(None, Some(Box::new(line)))));
        }
        match page.next_page {
            Some(token) => page_token = Some(token),
            None => break,
        }
    }
    Ok(None)
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
    let charged = shipment.price();
    let reply = serde_json::to_vec(&shipment).unwrap_or_default();
    if !confirm(hands, entry, id.as_str(), charged, reply).await {
        return;
    }
    let scope = &hands.link.scope;
    let files = labels::files_of(&shipment);
    if let Some(record) = record::of(&shipment, hands.clock.now()) {
        super::snapshot::logged(hands.cache.put_shipments(scope, vec![record]).await);
    }
    labels::keep(&hands.cache, scope, &id, &files).await;
    if let Some(number) = shipment.tracking_number() {
        let json = serde_json::to_string(&shipment.tracking).unwrap_or_default();
        super::snapshot::logged(hands.cache.put_tracking(scope, number, json).await);
    }
    let differs = match (entry.expected, charged) {
        (Some(expected), Some(charged)) => expected != charged,
        _ => false,
    };
    let (entry, link) = (entry.clone(), Arc::clone(&hands.link));
    let status = PurchaseStatus::Bought {
        shipment: id.clone(),
        charged,
        differs,
    };
    hands
        .outbox
        .send(move |desk| show_bought(desk, &entry, &link, (id, shipment, files), status))
        .await;
}

fn show_bought(
    desk: &mut Desk,
    entry: &Entry,
    link: &Link,
    (id, shipment, files): (ShipmentId, Shipment, Vec<LabelFile>),
    status: PurchaseStatus,
) {
    if let PurchaseStatus::Bought {
        charged: Some(charged),
        differs: true,
        ..
    } = &status
    {
        let expected = entry.expected.unwrap_or_default();
        let text = format!("{} cost {charged}; the quote said {expected}", entry.title);
        desk.notice(Tone::Warning, text, None);
    }
    purchase::set_status(desk, &entry.transaction, status);
    if desk.scope.as_ref() != Some(&link.scope) {
        return;
    }
    let on_screen = entry.order.as_ref() == Some(&desk.state.draft.order)
        && entry.sequence == desk.state.draft.sequence;
    if on_screen {
        desk.state.just_bought = Some(id.clone());
        ship::reset_after_purchase(desk);
    } else {
        let text = format!("Bought: {}", entry.title);
        desk.notice(Tone::Good, text, None);
    }
    labels::arrived(desk, &id, &shipment, files);
    if let (Some(number), Some(tracking)) = (shipment.tracking_number(), &shipment.tracking) {
        tracking::watch(desk, number.clone(), Some(tracking.clone()));
    }
    shipments::search_again(desk);
    super::manifests::stale(desk);
    balance::refresh(desk);
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
    let title = entry.title.clone();
    hands
        .tell(&entry.transaction, PurchaseStatus::ToppedUp { balance })
        .await;
    let scope = hands.link.scope.clone();
    hands
        .outbox
        .send(move |desk| {
            desk.notice(Tone::Good, format!("Done: {title}"), None);
            if desk.scope.as_ref() == Some(&scope) {
                balance::refresh(desk);
                balance::reload_history(desk);
            }
        })
        .await;
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
            .journal
            .confirm(&entry.transaction, result_id, charged, reply.clone())
            .await;
        match done {
            Ok(_) => {
                if complained {
                    hands.outbox.send(keeping::writable::recorded).await;
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
                    hands
                        .outbox
                        .send(move |desk| keeping::writable::unrecorded(desk, text))
                        .await;
                }
                tokio::time::sleep(hands.pace.unanswered).await;
            }
        }
    }
}

/// The first send of an entry, and what its answer leads to.
pub(super) async fn carry_out(hands: Hands, entry: Entry, nudge: Arc<tokio::sync::Notify>) {
    use super::outcome::Verdict;
    use super::resolver::{Refusal, resolve};
    let error = match send(&hands, &entry).await {
        Err(()) => {
            let status = PurchaseStatus::NotSent { trouble: None };
            return hands.tell(&entry.transaction, status).await;
        }
        Ok(Finding::Sent(proof)) => return found(&hands, &entry, *proof).await,
        Ok(Finding::Failed(error)) => error,
    };
    let told = trouble::of(&error);
    hands.line(told.clone()).await;
    match outcome::judge_error(entry.kind, &error, entry.uncertain_once) {
        verdict @ (Verdict::Unsent | Verdict::SignIn) => {
            keep_in_doubt(&hands, &entry, &error, false).await;
            if verdict == Verdict::SignIn {
                super::connect::ask_to_sign_in(&hands.outbox, &hands.link, told.clone()).await;
            }
            if entry.uncertain_once {
                return resolve(hands, entry, None, nudge).await;
            }
            let status = PurchaseStatus::NotSent {
                trouble: Some(told),
            };
            hands.tell(&entry.transaction, status).await;
        }
        Verdict::Rejected => reject(&hands, &entry, told).await,
        Verdict::LookUp => match look_up(&hands, &entry).await {
            Ok(Some(proof)) => found(&hands, &entry, proof).await,
            Ok(None) if !entry.uncertain_once => reject(&hands, &entry, told).await,
            _ => {
                keep_in_doubt(&hands, &entry, &error, true).await;
                let refusal = Refusal {
                    ambiguous: entry.uncertain_once
                        && outcome::says_id_used(entry.kind, &error.codes()),
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
