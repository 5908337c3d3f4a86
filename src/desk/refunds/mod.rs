//! Refunds: which shipments are refundable, requesting refunds through the journal one after the
//! other, and following them until they are completed (sections 3.3, 4.6 and 8).

mod eligible;
pub mod intent;
mod watch;

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::SignedDuration;
use serde_json::json;

use crate::api::shipment::ShipmentKey;
use crate::base::clock::Stopwatch;
use crate::base::id::{OrderId, ShipmentId};
use crate::base::locale::Message;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::batch_job::{BatchIntent, BatchJob, BatchRow, BatchWords, RowState};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::{Event, Unlogged};
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::session::Connection;
use crate::desk::kernel::{failure, service_time};
use crate::desk::money::purchase::{Purchase, PurchaseStatus};
use crate::desk::records::shipment_row;
use crate::desk::records::shipment_row::ShipmentRow;
pub use crate::desk::refunds::eligible::{Refundable, obstacle};
use crate::desk::refunds::eligible::{WINDOW_DAYS, refundable};
use crate::desk::refunds::watch::{is_over, start_timer};
pub(in crate::desk) use crate::desk::refunds::watch::{
    next_wake, poll_refunds_in_progress, poll_when_due, refresh,
};
use crate::message;
use crate::store::cache::ShipmentQuery;
use crate::store::journal::{EntryKind, JournalError, NewEntry};
use crate::text;

const REFUNDS: Slot<Refunds> = Slot::with_account("refunds");

/// With this many days left or fewer a warning is shown.
pub const SHORT_DAYS: i64 = 3;
/// Rows of one list on screen.
const MOST: u32 = 1000;

/// The lists of the Refunds panel.
#[derive(Clone, Debug, Default)]
pub struct Refunds {
    /// Shipments that can be refunded.
    pub refundable_rows: Remote<Vec<Refundable>>,
    /// Requested refunds: in progress, refunded, or rejected by the carrier.
    pub requested_rows: Remote<Vec<Arc<ShipmentRow>>>,
    pub work: Option<BatchJob>,
    /// Time since refunds in progress were last polled.
    polled: Option<Stopwatch>,
}

impl AccountChange for Refunds {
    fn give_up_requests(&mut self) {
        let Self { refundable_rows: open, requested_rows: asked, work: _, polled: _ } = self;
        open.cancel_loading();
        asked.cancel_loading();
    }

    fn forget_rows(&mut self) {
        *self = Self { polled: self.polled.take(), ..Self::default() };
    }
}

impl Refunds {
    /// The batch job, unless it is one refund that goes as it should: then a notice is enough.
    pub fn work_to_show(&self) -> Option<&BatchJob> {
        let fine = |row: &BatchRow| {
            use RowState::{Doing, Done, Waiting};
            matches!(row.state, Waiting | Doing | Done(_))
        };
        let work = self.work.as_ref()?;
        (work.rows.len() > 1 || !work.rows.iter().all(fine)).then_some(work)
    }

    /// Number of requested refunds that are not completed.
    pub fn under_way(&self) -> u64 {
        let asked = self.requested_rows.value().into_iter().flatten();
        asked.filter(|row| row.refund_status.as_deref().is_some_and(|word| !is_over(word))).count()
            as u64
    }

    /// Number of unscanned labels that can be refunded for at most [`SHORT_DAYS`] more days.
    pub fn running_out(&self) -> usize {
        let open = self.refundable_rows.value().into_iter().flatten();
        open.filter(|row| !row.scanned && row.days_left <= SHORT_DAYS).count()
    }
}

/// An explanation of a refund status.
pub fn refund_status_text(status: &str) -> &str {
    match status {
        "Initiated" => text!("refunds-explained-requested"),
        "Approved" => text!("refunds-explained-approved"),
        "Rejected" => text!("refunds-explained-declined"),
        "Refunded" => text!("refunds-explained-refunded"),
        other => other,
    }
}

/// Reads both lists from the cache. `held` are the shipments on a manifest, which cannot be
/// refunded.
pub(in crate::desk) fn reload_refund_lists(ctx: &mut Ctx<'_>, held: BTreeSet<String>) {
    let Some(scope) = ctx.scope.clone() else {
        return;
    };
    let now = service_time::now(ctx);
    let window = SignedDuration::from_hours(WINDOW_DAYS * 24);
    let open = ShipmentQuery {
        created_from: now.checked_sub(window).ok(),
        refunded: Some(false),
        limit: MOST,
        ..ShipmentQuery::default()
    };
    let asked = ShipmentQuery { refunded: Some(true), limit: MOST, ..ShipmentQuery::default() };
    let cache = ctx.cache.clone();
    ctx.jobs.start(REFUNDS, |outbox| async move {
        let open = cache.find_shipments(&scope, open).await;
        let asked = cache.find_shipments(&scope, asked).await;
        outbox
            .send(move |me, ctx| {
                let at = ctx.clock.now();
                let failed =
                    |error| failure::describe_local_error(message!("refunds-failed-list"), &error);
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
                me.refundable_rows.settle(open, at);
                me.requested_rows.settle(asked, at);
                start_timer(me);
                ctx.announce(Event::RefundsRead);
            })
            .await;
    });
}

/// What refunds need to know of other features.
#[derive(Debug, Default)]
pub(in crate::desk) struct KnownToRefunds {
    /// Why no refund can be requested now.
    pub stopped: Option<Message>,
    /// The requested shipments that are on a manifest.
    pub held: BTreeSet<ShipmentId>,
    /// The requested shipments that are in the list of shipments.
    pub rows: Vec<Arc<ShipmentRow>>,
}

/// Requests refunds for these shipments, one after the other.
pub(in crate::desk) fn request_refunds(
    me: &mut Refunds,
    ctx: &mut Ctx<'_>,
    wanted: Vec<ShipmentId>,
    known: KnownToRefunds,
) {
    if ctx.journal.is_none() {
        return ctx.notice(Tone::Warning, message!("refunds-no-journal"), None);
    }
    if ctx.link.is_none() {
        return ctx.notice(Tone::Warning, message!("refunds-sign-in"), None);
    }
    if let Some(reason) = known.stopped {
        return ctx.notice(Tone::Warning, reason, None);
    }
    if me.work.as_ref().is_some_and(BatchJob::is_running) {
        return ctx.notice(Tone::Info, message!("refunds-already-running"), None);
    }
    let now = service_time::now(ctx);
    let mut rows = Vec::new();
    let mut refused = Vec::new();
    for id in wanted {
        match find(me, &known.rows, &id) {
            Some(row) => match obstacle(&row, now, known.held.contains(&row.id)) {
                None => {
                    let row_of = BatchRow::new(id.as_str(), subject(&row), RowState::Waiting);
                    rows.push(row_of.priced(row.price));
                }
                Some(reason) => refused.push(message!(
                    "refunds-impossible",
                    label = subject(&row),
                    reason = reason
                )),
            },
            None => refused.push(message!("refunds-not-here", shipment = id.as_str())),
        }
    }
    if let Some(first) = refused.first() {
        let text = match refused.len() {
            1 => first.clone(),
            count => message!("refunds-impossible-many", count = count, first = first),
        };
        ctx.notice(Tone::Warning, text, None);
    }
    if !rows.is_empty() {
        let mut work = BatchJob::of_rows(message!("refunds-requesting"), rows);
        work.words = BatchWords {
            finished: || text!("refunds-all-requested"),
            row_done: || text!("refunds-row-requested"),
            rows_done: || text!("refunds-rows-requested"),
        };
        me.work = Some(work);
        go_on(me, ctx);
    }
}

pub(in crate::desk) fn work(me: &mut Refunds, ctx: &mut Ctx<'_>, intent: BatchIntent) {
    if intent.obey(&mut me.work)
        && let Some(work) = &mut me.work
    {
        work.retry();
        go_on(me, ctx);
    }
}

/// The number distinguishes labels to the same recipient.
fn subject(row: &ShipmentRow) -> String {
    match &row.tracking_number {
        Some(number) => format!("{}, {number}", row.to_name),
        None => format!("{}, {}", row.to_name, row.to_place),
    }
}

/// The row of a shipment from any list that has it.
fn find(me: &Refunds, rows: &[Arc<ShipmentRow>], id: &ShipmentId) -> Option<Arc<ShipmentRow>> {
    let open = me.refundable_rows.value().into_iter().flatten();
    let asked = me.requested_rows.value().into_iter().flatten();
    open.map(|refundable| &refundable.row)
        .chain(asked)
        .chain(rows)
        .find(|row| row.id == *id)
        .cloned()
}

/// Starts the next row, unless one is in progress.
fn go_on(me: &mut Refunds, ctx: &mut Ctx<'_>) {
    let Some(work) = &mut me.work else {
        return;
    };
    let under_way = work.rows.iter().any(|row| row.state == RowState::Doing);
    let Some(next) = work.next().filter(|_| !under_way).cloned() else {
        return;
    };
    work.set_row_state(&next.key, RowState::Doing);
    let id = ShipmentId::new(next.key.as_str());
    let (Some(journal), Some(link)) = (ctx.journal.clone(), ctx.link.clone()) else {
        let trouble = Trouble {
            attempted: message!("refunds-failed"),
            cause: message!("refunds-signed-out"),
            advice: message!("refunds-signed-out-advice"),
            ..Trouble::default()
        };
        return settled(me, ctx, &id, RowState::Failed(Box::new(trouble)));
    };
    let body = json!({ "key": ShipmentKey::Id.as_str(), "value": id.as_str() });
    let new = NewEntry {
        kind: EntryKind::Refund,
        // The journal allows one live refund per shipment.
        order: Some(OrderId::new(id.as_str())),
        sequence: 0,
        environment: link.scope.environment.clone(),
        account: link.scope.account.clone(),
        base_url: link.base_url.clone(),
        call: "POST /Shipment/Refund".to_owned(),
        body: body.to_string().into_bytes(),
        expected: next.price,
        title: text!("refunds-entry", label = &next.subject),
    };
    ctx.jobs.spawn_lasting(|outbox: Outbox<Refunds>| async move {
        let intended = journal.intend(new).await;
        outbox
            .send(move |me, ctx| match intended {
                Ok(entry) => ctx.announce(Event::RefundIntended(Unlogged(Box::new(entry)))),
                Err(JournalError::AlreadyLive { transaction }) => {
                    ctx.announce(Event::RefundWrittenBefore { id, transaction });
                }
                Err(error) => {
                    let attempted = message!("refunds-failed-record");
                    let trouble = failure::describe_local_error(attempted, &error);
                    settled(me, ctx, &id, RowState::Failed(Box::new(trouble)));
                }
            })
            .await;
    });
}

/// The refund was requested before, and that request is not on screen.
pub(in crate::desk) fn asked_before(me: &mut Refunds, ctx: &mut Ctx<'_>, id: &ShipmentId) {
    let trouble = Trouble {
        attempted: message!("refunds-failed"),
        cause: message!("refunds-asked-before"),
        advice: message!("refunds-asked-before-advice"),
        ..Trouble::default()
    };
    settled(me, ctx, id, RowState::Failed(Box::new(trouble)));
}

/// Sets the result of a row and starts the next one. Without a connection or an account the
/// remaining rows are canceled: they would be recorded but not sent.
fn settled(me: &mut Refunds, ctx: &mut Ctx<'_>, id: &ShipmentId, state: RowState) {
    let connected = matches!(ctx.connection, Connection::Connected(_));
    let offline = matches!(&state, RowState::Failed(trouble) if trouble.offline);
    if let Some(work) = &mut me.work {
        if let (RowState::Done(_), [row]) = (&state, work.rows.as_slice())
            && !matches!(row.state, RowState::Done(_))
        {
            let words = message!("refunds-asked-notice", label = &row.subject);
            ctx.notice(Tone::Good, words, None);
        }
        work.set_row_state(id.as_str(), state);
        if offline || !connected {
            work.cancel();
        }
    }
    *ctx.changed = true;
    go_on(me, ctx);
}

/// A refund in the journal changed; its row of the batch job is updated.
pub(in crate::desk) fn follow(me: &mut Refunds, ctx: &mut Ctx<'_>, purchase: &Purchase) {
    let Some(order) = purchase.order.clone() else {
        return;
    };
    let status = purchase.status.clone();
    let state = match status {
        PurchaseStatus::Held { .. } | PurchaseStatus::Sending => return,
        PurchaseStatus::NotSent { trouble } => {
            RowState::Failed(Box::new(trouble.unwrap_or_else(not_sent)))
        }
        PurchaseStatus::Checking { .. } | PurchaseStatus::Absent { .. } => RowState::Uncertain,
        PurchaseStatus::RefundAsked { status, .. } => {
            RowState::Done(Message::composed(move || refund_status_text(&status).to_owned()))
        }
        PurchaseStatus::Rejected { trouble } => RowState::Failed(Box::new(trouble)),
        PurchaseStatus::Bought { .. } | PurchaseStatus::ToppedUp { .. } => return,
    };
    settled(me, ctx, &ShipmentId::new(order.as_str()), state);
}

fn not_sent() -> Trouble {
    Trouble {
        attempted: message!("refunds-failed"),
        cause: message!("refunds-not-sent"),
        advice: message!("refunds-not-sent-advice"),
        retry_is_safe: true,
        ..Trouble::default()
    }
}
