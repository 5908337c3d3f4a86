//! Refunds: what can still come back, asking for it through the journal, one shipment after
//! another, and following what was asked for to its end (sections 3.3, 4.6 and 8).

mod eligible;
mod watch;

use std::sync::Arc;

use jiff::SignedDuration;
use serde_json::json;

use crate::api::shipment::Key;
use crate::base::id::{OrderId, ShipmentId, TransactionId};
use crate::desk::Desk;
use crate::desk::kernel::batch_job::{RowState, Work, WorkIntent, WorkRow};
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::{failure, service_time};
use crate::desk::money::purchases;
use crate::desk::records::shipment_row;
pub use crate::desk::refunds::eligible::{Refundable, obstacle};
use crate::desk::refunds::eligible::{WINDOW_DAYS, refundable};
pub(in crate::desk) use crate::desk::refunds::watch::{ask_again, poll_when_due, refresh};
use crate::desk::refunds::watch::{is_over, start_timer};
use crate::desk::kernel::session::Connection;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::failure::Trouble;
use crate::store::cache::ShipmentQuery;
use crate::store::journal::{JournalError, Kind, NewEntry};

const REFUNDS: Slot = Slot::with_account("refunds");

/// From here on the days left are a warning.
pub const SHORT_DAYS: i64 = 3;
/// Rows of one list on screen.
const MOST: u32 = 1000;

/// The panel's three lists.
#[derive(Clone, Debug, Default)]
pub struct Refunds {
    /// Nothing stands against asking.
    pub open: Remote<Vec<Refundable>>,
    /// Asked for: under way, come back, or refused by the carrier.
    pub asked: Remote<Vec<Arc<ShipmentRow>>>,
    pub work: Option<Work>,
    /// Since what is under way was last asked about.
    polled: Option<Stopwatch>,
}

impl Refunds {
    /// Asked for and not yet at their end.
    pub fn under_way(&self) -> u64 {
        let asked = self.asked.value().into_iter().flatten();
        asked
            .filter(|row| {
                row.refund_status
                    .as_deref()
                    .is_some_and(|word| !is_over(word))
            })
            .count() as u64
    }

    /// Unscanned labels that can be refunded for [`SHORT_DAYS`] days at most.
    pub fn running_out(&self) -> usize {
        let open = self.open.value().into_iter().flatten();
        open.filter(|row| !row.scanned && row.days_left <= SHORT_DAYS)
            .count()
    }
}

/// A refund status in a sentence.
pub fn said(status: &str) -> &str {
    match status {
        "Initiated" => "with the carrier, 2 to 4 weeks",
        "Approved" => "approved; the money is on its way",
        "Rejected" => "refused by the carrier",
        "Refunded" => "back on your balance",
        other => other,
    }
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next();
    first
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(letters)
        .collect()
}

/// Reads both lists from the cache.
pub(in crate::desk) fn look(desk: &mut Desk) {
    let Some(scope) = desk.scope.clone() else {
        return;
    };
    let now = service_time::now(desk);
    let window = SignedDuration::from_hours(WINDOW_DAYS * 24);
    let open = ShipmentQuery {
        created_from: now.checked_sub(window).ok(),
        refunded: Some(false),
        limit: MOST,
        ..ShipmentQuery::default()
    };
    let asked = ShipmentQuery {
        refunded: Some(true),
        limit: MOST,
        ..ShipmentQuery::default()
    };
    let cache = desk.cache.clone();
    desk.jobs.start(REFUNDS, |outbox| async move {
        let open = cache.find_shipments(&scope, open).await;
        let asked = cache.find_shipments(&scope, asked).await;
        outbox
            .send(move |desk| {
                let at = desk.clock.now();
                let failed = |error| failure::local("Reading what can be refunded", &error);
                let held = desk.state.manifests.held();
                let open = open.map_err(failed).map(|page| {
                    page.rows
                        .into_iter()
                        .map(shipment_row::row)
                        .filter(|row| !held.contains(row.id.as_str()))
                        .filter_map(|row| refundable(row, now))
                        .collect()
                });
                let asked = asked
                    .map_err(failed)
                    .map(|page| page.rows.into_iter().map(shipment_row::row).collect());
                desk.state.refunds.open.settle(open, at);
                desk.state.refunds.asked.settle(asked, at);
                start_timer(desk);
            })
            .await;
    });
}

/// Begins asking for these, one after the other.
pub(in crate::desk) fn ask(desk: &mut Desk, wanted: Vec<ShipmentId>) {
    if desk.journal.is_none() {
        return desk.notice(Tone::Warning, "Not asked: the journal cannot be used", None);
    }
    if desk.link.is_none() {
        return desk.notice(Tone::Warning, "Connect first to ask for refunds", None);
    }
    if let Some(reason) = desk.state.buying_stopped() {
        return desk.notice(Tone::Warning, reason, None);
    }
    if desk
        .state
        .refunds
        .work
        .as_ref()
        .is_some_and(Work::is_running)
    {
        return desk.notice(Tone::Info, "Refunds are being asked for already", None);
    }
    let now = service_time::now(desk);
    let mut rows = Vec::new();
    let mut refused = Vec::new();
    for id in wanted {
        match find(desk, &id) {
            Some(row) => match obstacle(&row, now, desk.state.manifests.hold(&row.id)) {
                None => {
                    let row_of = WorkRow::new(id.as_str(), subject(&row), RowState::Waiting);
                    rows.push(row_of.priced(row.price));
                }
                Some(reason) => refused.push(format!("{}: {reason}", subject(&row))),
            },
            None => refused.push(format!("{id} is not on this computer")),
        }
    }
    if let Some(first) = refused.first() {
        let text = match refused.len() {
            1 => first.clone(),
            count => format!("{count} cannot be refunded, among them {first}"),
        };
        desk.notice(Tone::Warning, text, None);
    }
    if !rows.is_empty() {
        let mut work = Work::of_rows("Asking for refunds", rows);
        work.done_word = "Asked for";
        desk.state.refunds.work = Some(work);
        go_on(desk);
    }
}

pub(in crate::desk) fn work(desk: &mut Desk, intent: WorkIntent) {
    let Some(work) = &mut desk.state.refunds.work else {
        return;
    };
    match intent {
        WorkIntent::Cancel => work.cancel(),
        WorkIntent::Retry if work.can_retry() => {
            work.retry();
            go_on(desk);
        }
        WorkIntent::Close if !work.is_running() => desk.state.refunds.work = None,
        WorkIntent::Retry | WorkIntent::Close => {}
    }
}

/// Labels to one person are told apart by their number.
fn subject(row: &ShipmentRow) -> String {
    match &row.tracking_number {
        Some(number) => format!("{}, {number}", row.to_name),
        None => format!("{}, {}", row.to_name, row.to_place),
    }
}

/// The row as any list of the screen knows it.
fn find(desk: &Desk, id: &ShipmentId) -> Option<Arc<ShipmentRow>> {
    let state = &desk.state;
    let open = state.refunds.open.value().into_iter().flatten();
    let asked = state.refunds.asked.value().into_iter().flatten();
    open.map(|refundable| &refundable.row)
        .chain(asked)
        .chain(&state.shipments.rows)
        .find(|row| row.id == *id)
        .cloned()
}

/// Starts the next row, unless one is on its way.
fn go_on(desk: &mut Desk) {
    let Some(work) = &mut desk.state.refunds.work else {
        return;
    };
    let under_way = work.rows.iter().any(|row| row.state == RowState::Doing);
    let Some(next) = work.next().filter(|_| !under_way).cloned() else {
        return;
    };
    work.settle(&next.key, RowState::Doing);
    let id = ShipmentId::new(next.key.as_str());
    let (Some(journal), Some(link)) = (desk.journal.clone(), desk.link.clone()) else {
        let trouble = Trouble {
            attempted: "Asking for a refund".to_owned(),
            cause: "The account is not connected any more".to_owned(),
            advice: "Connect, then try what failed again".to_owned(),
            ..Trouble::default()
        };
        return settled(desk, &id, RowState::Failed(Box::new(trouble)));
    };
    let body = json!({ "key": Key::Id.as_str(), "value": id.as_str() });
    let new = NewEntry {
        kind: Kind::Refund,
        // The journal knows one living refund of each.
        order: Some(OrderId::new(id.as_str())),
        sequence: 0,
        environment: link.scope.environment.clone(),
        account: link.scope.account.clone(),
        base_url: link.base_url.clone(),
        call: "POST /Shipment/Refund".to_owned(),
        body: body.to_string().into_bytes(),
        expected: find(desk, &id).and_then(|row| row.price),
        title: format!("Refund, {}", next.subject),
    };
    desk.jobs.spawn_lasting(|outbox| async move {
        let intended = journal.intend(new).await;
        outbox
            .send(move |desk| match intended {
                Ok(entry) => purchases::send_intended(desk, entry),
                Err(JournalError::AlreadyLive { transaction }) => {
                    written_before(desk, &id, transaction);
                }
                Err(error) => {
                    let trouble = failure::local("Writing the refund down", &error);
                    settled(desk, &id, RowState::Failed(Box::new(trouble)));
                }
            })
            .await;
    });
}

/// The journal holds a refund of this shipment already: one that was not sent goes out
/// now, under its own id; every other one is shown as it stands.
fn written_before(desk: &mut Desk, id: &ShipmentId, transaction: TransactionId) {
    let known = desk
        .state
        .purchases
        .iter()
        .find(|purchase| purchase.transaction == transaction);
    match known.map(|purchase| &purchase.status) {
        Some(PurchaseStatus::NotSent { .. }) => purchases::send_now(desk, transaction),
        Some(_) => follow(desk, &transaction),
        None => {
            let trouble = Trouble {
                attempted: "Asking for a refund".to_owned(),
                cause: "It was asked for before".to_owned(),
                advice: "Refresh; its status stands under what was asked for".to_owned(),
                ..Trouble::default()
            };
            settled(desk, id, RowState::Failed(Box::new(trouble)));
        }
    }
}

/// Without a line or an account every further row would only be written down and not
/// sent, so the rest is called off and waits for a person.
fn settled(desk: &mut Desk, id: &ShipmentId, state: RowState) {
    let connected = matches!(desk.state.connection, Connection::Connected(_));
    let offline = matches!(&state, RowState::Failed(trouble) if trouble.offline);
    if let Some(work) = &mut desk.state.refunds.work {
        work.settle(id.as_str(), state);
        if offline || !connected {
            work.cancel();
        }
    }
    desk.changed = true;
    go_on(desk);
}

/// A refund of the journal moved on: its row of the work follows.
pub(in crate::desk) fn follow(desk: &mut Desk, transaction: &TransactionId) {
    let known = desk
        .state
        .purchases
        .iter()
        .find(|purchase| &purchase.transaction == transaction);
    let Some((order, status)) = known.and_then(|purchase| {
        let order = purchase.order.clone()?;
        Some((order, purchase.status.clone()))
    }) else {
        return;
    };
    let state = match status {
        PurchaseStatus::Held { .. } | PurchaseStatus::Sending => return,
        PurchaseStatus::NotSent { trouble } => {
            RowState::Failed(Box::new(trouble.unwrap_or_else(not_sent)))
        }
        PurchaseStatus::Checking { .. } | PurchaseStatus::Absent { .. } => RowState::Doubt,
        PurchaseStatus::RefundAsked { status, .. } => RowState::Done(capital(said(&status))),
        PurchaseStatus::Rejected { trouble } => RowState::Failed(Box::new(trouble)),
        PurchaseStatus::Bought { .. } | PurchaseStatus::ToppedUp { .. } => return,
    };
    settled(desk, &ShipmentId::new(order.as_str()), state);
}

fn not_sent() -> Trouble {
    Trouble {
        attempted: "Asking for a refund".to_owned(),
        cause: "It is written down but was not sent".to_owned(),
        advice: "Try what failed again; nothing was asked for yet".to_owned(),
        retry_is_safe: true,
        ..Trouble::default()
    }
}
