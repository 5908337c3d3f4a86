//! Settles what the journal knows of an order's labels. The journal decides; the order only shows
//! it. A computer settles the labels that it bought itself, since only its own journal has them; that a
//! label was bought is true whoever says so.

mod lost_label;
mod print_found;
mod report;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use jiff::Timestamp;

use crate::api;
use crate::api::shipment::ShipmentKey;
use crate::base::id::{OrderId, ShipmentId, TransactionId};
use crate::base::locale::Message;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::{self, Trouble};
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::session::Link;
use crate::desk::money::batch_purchase::BatchedPurchases;
use crate::desk::order_batches::OrderBatches;
use crate::desk::order_records::CHUNK;
use crate::desk::order_records::changes::{Change, write_changes};
use crate::desk::order_records::documents::read_all;
use crate::message;
use crate::orders::basis::{OrderBasis, scope_text};
use crate::orders::order::Order;
use crate::orders::order_label::OrderLabel;
use crate::orders::order_row::{is_readable, order_of_row};
use crate::orders::order_state::HAS_OPEN_LABEL_APART;
use crate::store::journal::{Entry, EntryState, Journal};
use crate::store::workspace::shared::{PurchaseWithoutOrder, ReportLook};
use crate::store::workspace::{OrderQuery, OrderRow, OrderState, Workspace, WorkspaceError};

pub(in crate::desk::order_batches) use self::lost_label::label_of_claim;
use self::lost_label::{BoughtLately, label_of_entry};
pub(in crate::desk) use self::print_found::print_found;
use self::report::Report;
use crate::orders::fate::{BoughtLabel, Fate, apply_fate_of};

const SETTLE: Slot<OrderBatches> = Slot::with_account("labels of orders being settled");
/// The newest purchases of the journal whose orders are looked at after an absence.
const LATELY: u32 = 1_000;

/// Which orders are settled.
enum Which {
    One(OrderId),
    /// Those with labels that are being bought or in doubt.
    Open,
    /// Also those into which a purchase of this computer could not be written.
    AfterAbsence,
}

/// Settles every label that is being bought or in doubt, in the background.
pub(in crate::desk) fn settle_all(me: &mut OrderBatches, ctx: &mut Ctx<'_>) {
    begin(me, ctx, Which::Open);
}

/// As [`settle_all`], after a start, or after the workspace was away: also labels that were found
/// to be bought when their order could not be written, and was used without them.
pub(in crate::desk) fn settle_after_absence(me: &mut OrderBatches, ctx: &mut Ctx<'_>) {
    begin(me, ctx, Which::AfterAbsence);
}

/// As [`settle_after_absence`], unless that is at work already.
pub(in crate::desk) fn report(me: &mut OrderBatches, ctx: &mut Ctx<'_>) {
    if !is_settling_all(ctx) {
        settle_after_absence(me, ctx);
    }
}

/// Settles one order, after news of its purchase.
pub(in crate::desk) fn settle_one(me: &mut OrderBatches, ctx: &mut Ctx<'_>, id: OrderId) {
    begin(me, ctx, Which::One(id));
}

/// Whether [`settle_all`] is at work.
pub(in crate::desk) fn is_settling_all(ctx: &Ctx<'_>) -> bool {
    ctx.jobs.is_running(&SETTLE)
}

fn begin(me: &mut OrderBatches, ctx: &mut Ctx<'_>, which: Which) {
    let Some(mut settler) = Settler::new(me, ctx) else {
        return;
    };
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let has_documents = me.known.has_documents;
    let report = match which {
        Which::AfterAbsence => Report::due(me, ctx),
        Which::One(_) | Which::Open => None,
    };
    let slot = match &which {
        Which::One(id) => SETTLE.about(id),
        Which::Open | Which::AfterAbsence => SETTLE,
    };
    me.claims.is_unseen |= ctx.jobs.is_running(&slot);
    ctx.jobs.start(slot, |outbox| async move {
        let mut was_open = false;
        let settled = async {
            let workspace = workspace.open().await?;
            was_open = true;
            let is_news = matches!(which, Which::One(_));
            let mut lost = Lost::default();
            let rows = match which {
                Which::One(id) => workspace.orders_by_id(vec![id]).await?,
                Which::Open => open_rows(workspace.as_ref()).await?,
                Which::AfterAbsence => {
                    let mut rows = open_rows(workspace.as_ref()).await?;
                    let of_report = report.as_ref().map_or(0, Report::lost);
                    lost =
                        settler.add_lately_bought(workspace.as_ref(), &mut rows, of_report).await?;
                    rows
                }
            };
            if is_news {
                end_own_claims(workspace.as_ref(), &rows).await?;
            }
            let mut changes = Vec::new();
            for row in rows {
                changes.extend(settler.settle(row).await);
            }
            let mut settled = Settled::of(&changes);
            let basis = match has_documents || changes.is_empty() {
                true => basis,
                false => with_documents(workspace.as_ref(), &basis).await?,
            };
            let unwritten = write_changes(workspace.as_ref(), &basis, changes).await?;
            if let Some(report) = report.filter(|_| lost.is_known && unwritten == 0) {
                settled.reports = report.give(lost.without_order).await?;
            }
            Ok::<Settled, WorkspaceError>(settled)
        };
        let mut settled = settled.await;
        let reports = settled.as_mut().ok().and_then(|settled| settled.reports.take());
        outbox
            .finish(move |me, ctx| {
                if let Some(reports) = reports {
                    ctx.announce(Event::Reported(reports));
                }
                show(me, ctx, settled, was_open);
            })
            .await;
    });
}

fn show(
    me: &mut OrderBatches,
    ctx: &mut Ctx<'_>,
    settled: Result<Settled, WorkspaceError>,
    was_open: bool,
) {
    match settled {
        Ok(settled) if settled.orders == 0 && !me.claims.is_unseen => {
            me.claims.is_refused = false;
        }
        Ok(settled) => {
            (me.claims.is_refused, me.claims.is_unseen) = (false, false);
            settled.tell_of_surplus(ctx);
            ctx.announce(Event::OrdersChanged);
            ctx.announce(Event::OrderLabelsSettled);
        }
        // The journal has it, and the order gets it when the workspace is back. The connection
        // to the server shows why it cannot be used.
        Err(error) if error.passes() || !was_open && error.is_of_server() => {
            me.claims.settle_later();
        }
        Err(error) => {
            // A server that is full or refuses is asked again too, and named once.
            let is_first = !me.claims.is_refused;
            me.claims.is_refused = true;
            me.claims.settle_later();
            if is_first {
                let attempted = message!("orders-attempted-settle");
                ctx.notice_failure(failure::describe_workspace_error(attempted, &error));
            }
        }
    }
}

/// Ends the claims of this computer on orders whose labels another one has settled: they change no
/// more here, so no write of them ends the claim.
async fn end_own_claims(
    workspace: &dyn Workspace,
    rows: &[OrderRow],
) -> Result<(), WorkspaceError> {
    let orders: Vec<Order> = rows.iter().filter(|row| is_readable(row)).map(order_of_row).collect();
    let labels = orders.iter().flat_map(|order| &order.labels);
    let over: Vec<&TransactionId> =
        labels.filter(|label| !label.is_open()).map(|label| &label.transaction).collect();
    if over.is_empty() {
        return Ok(());
    }
    let mut own = workspace.own_claims().await?;
    own.retain(|(_, transaction)| over.contains(&transaction));
    match own.is_empty() {
        true => Ok(()),
        false => workspace.end_claims(own.into_iter().map(|claim| claim.1).collect()).await,
    }
}

/// What was settled.
struct Settled {
    orders: usize,
    /// What the stations say after the report of this computer, if it was given.
    reports: Option<ReportLook>,
    /// The numbers of orders of which more than one label was paid for.
    paid_twice: Vec<String>,
}

impl Settled {
    fn of(changes: &[Change]) -> Self {
        let orders = changes.iter().map(|change| &change.order);
        let twice = orders.filter(|order| order.surplus_labels().next().is_some());
        Self {
            orders: changes.len(),
            reports: None,
            paid_twice: twice.map(|order| order.number.clone()).collect(),
        }
    }

    fn tell_of_surplus(&self, ctx: &mut Ctx<'_>) {
        for number in &self.paid_twice {
            let words = message!("orders-paid-twice", number = number);
            ctx.notice(Tone::Bad, words, None);
        }
    }
}

/// The basis with the presets and the shop. After a sign-in they may not be read yet; without them
/// an order would need the weight that its preset has, or the sender.
async fn with_documents(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
) -> Result<Arc<OrderBasis>, WorkspaceError> {
    let documents = read_all(workspace).await?;
    let presets = documents.presets.iter();
    Ok(Arc::new(OrderBasis {
        presets: presets.map(|keyed| (keyed.key.clone(), keyed.preset.clone())).collect(),
        rules: documents.rules,
        shop: documents.shop.profile,
        ..basis.clone()
    }))
}

/// Asks for the keys first, without the counts of a list: this follows every purchase, and mostly
/// nothing is open.
async fn open_rows(workspace: &dyn Workspace) -> Result<Vec<OrderRow>, WorkspaceError> {
    let open = OrderQuery {
        states: vec![OrderState::Buying, OrderState::InDoubt],
        ..OrderQuery::default()
    };
    // The state of an order says nothing of these labels.
    let apart = OrderQuery { text: HAS_OPEN_LABEL_APART.to_owned(), ..OrderQuery::default() };
    let mut ids = workspace.order_ids(open).await?;
    let known: HashSet<OrderId> = ids.iter().cloned().collect();
    let apart = workspace.order_ids(apart).await?;
    ids.extend(apart.into_iter().filter(|id| !known.contains(id)));
    let mut rows = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        rows.extend(workspace.orders_by_id(chunk.to_vec()).await?);
    }
    Ok(rows)
}

/// What the journal has and the workspace has not.
#[derive(Default)]
struct Lost {
    /// The journal could be read.
    is_known: bool,
    without_order: Vec<PurchaseWithoutOrder>,
}

/// The purchases of the labels of each order.
fn labels_of(rows: &[OrderRow]) -> HashMap<OrderId, HashSet<TransactionId>> {
    let labels = |row| order_of_row(row).labels.into_iter().map(|label| label.transaction);
    rows.iter().map(|row| (row.id.clone(), labels(row).collect())).collect()
}

fn ids_of(rows: &[OrderRow]) -> HashSet<OrderId> {
    rows.iter().map(|row| row.id.clone()).collect()
}

struct Settler {
    journal: Journal,
    /// `None` without a connection: then what the journal does not have stays open.
    link: Option<Arc<Link>>,
    station: Arc<str>,
    now: Timestamp,
    /// Labels that a batch of this run is buying; it records them itself.
    batched: BatchedPurchases,
    /// Empty, unless the orders are looked at after an absence.
    lately: BoughtLately,
}

impl Settler {
    /// `None` without a journal.
    fn new(me: &OrderBatches, ctx: &Ctx<'_>) -> Option<Self> {
        Some(Self {
            journal: ctx.journal.clone()?,
            link: ctx.link.clone(),
            station: ctx.station(),
            now: ctx.clock.now(),
            batched: me.known.batched.clone(),
            lately: HashMap::new(),
        })
    }

    /// Adds the orders of purchases that were, or may have been, made lately: the newest ones, `lost`
    /// more, and those of the claims of this computer.
    async fn add_lately_bought(
        &mut self,
        workspace: &dyn Workspace,
        rows: &mut Vec<OrderRow>,
        lost: u64,
    ) -> Result<Lost, WorkspaceError> {
        let limit = u32::try_from(lost).unwrap_or(u32::MAX).saturating_add(LATELY);
        let mut entries = match self.journal.recent(limit).await {
            Ok(entries) => entries,
            Err(error) => {
                tracing::warn!(%error, "the newest purchases could not be read");
                return Ok(Lost::default());
            }
        };
        entries.retain(|entry| entry.claimed && may_be_bought(entry, self.now));
        let newest = entries.len();
        for (_, transaction) in workspace.own_claims().await? {
            let is_known = entries.iter().any(|entry| entry.transaction == transaction);
            if !is_known && let Ok(Some(entry)) = self.journal.get(&transaction).await {
                entries.extend(Some(entry).filter(|entry| may_be_bought(entry, self.now)));
            }
        }
        let known = ids_of(rows);
        let ids: HashSet<&OrderId> =
            entries.iter().filter_map(|entry| entry.order.as_ref()).collect();
        let ids: Vec<OrderId> =
            ids.into_iter().filter(|id| !known.contains(*id)).cloned().collect();
        for chunk in ids.chunks(CHUNK) {
            rows.extend(workspace.orders_by_id(chunk.to_vec()).await?);
        }
        let without_order = match lost {
            0 => Vec::new(),
            lost => {
                let labels = labels_of(rows);
                let has_label = |entry: &Entry| {
                    let labels = labels.get(entry.order.as_ref()?)?;
                    Some(labels.contains(&entry.transaction))
                };
                self.without_order(entries.get(..newest).unwrap_or_default(), lost, has_label)
            }
        };
        for entry in entries {
            if let Some(order) = entry.order.clone() {
                self.lately.entry(order).or_default().push(entry);
            }
        }
        Ok(Lost { is_known: true, without_order })
    }

    async fn settle(&self, row: OrderRow) -> Option<Change> {
        if !is_readable(&row) {
            return None;
        }
        let mut order = order_of_row(&row);
        let lost = self.lost_labels(&row.id, &order);
        let mut fates = Vec::new();
        for label in &lost {
            if let Some(fate) = self.fate(label).await {
                fates.push((label.transaction.clone(), fate));
            }
        }
        for label in order.labels.iter().filter(|label| self.may_move(label)) {
            if let Some(fate) = self.fate(label).await {
                fates.push((label.transaction.clone(), fate));
            }
        }
        let station = Arc::clone(&self.station);
        let take = move |order: &mut Order| {
            let mut changed = false;
            for label in &lost {
                let mut labels = order.labels.iter();
                if !labels.any(|known| known.transaction == label.transaction) {
                    let newer = order.labels.iter().position(|it| it.begun > label.begun);
                    let place = newer.unwrap_or(order.labels.len());
                    order.labels.insert(place, label.clone());
                    changed = true;
                }
            }
            for (transaction, fate) in &fates {
                changed |= apply_fate_of(&station, order, transaction, fate);
            }
            changed
        };
        take(&mut order).then(|| Change {
            id: row.id,
            revision: row.revision,
            order,
            again: Box::new(move |order| {
                take(order);
            }),
        })
    }

    /// The labels that were, or may have been, bought lately and that the order does not have.
    fn lost_labels(&self, id: &OrderId, order: &Order) -> Vec<OrderLabel> {
        let bought = self.lately.get(id).into_iter().flatten();
        let lost = bought.filter(|entry| {
            let mut labels = order.labels.iter();
            !labels.any(|label| label.transaction == entry.transaction)
                && !self.batched.has(&entry.transaction)
        });
        lost.map(|entry| label_of_entry(entry, order, &self.station)).collect()
    }

    /// Whether more may become known of the label. One that was given up may turn out to be bought.
    fn may_move(&self, label: &OrderLabel) -> bool {
        !label.was_bought() && !self.batched.has(&label.transaction)
    }

    /// `None` if it is not known, and nothing changes. Of a label of another computer, and of one that
    /// was given up, it counts only that it was bought.
    async fn fate(&self, label: &OrderLabel) -> Option<Fate> {
        let is_open_here = label.station == *self.station && label.is_open();
        match self.journal.get(&label.transaction).await {
            Ok(Some(entry)) if is_open_here || entry.state == EntryState::Confirmed => {
                Some(fate_of_entry(&self.journal, &entry, self.now).await)
            }
            Ok(None) if is_open_here => match &self.link {
                Some(link) => fate_at_service(link, label, self.now).await,
                None => None,
            },
            Ok(_) => None,
            Err(error) => {
                tracing::warn!(%error, "a label of an order could not be looked up");
                None
            }
        }
    }
}

/// Whether the purchase was made, or may have been.
pub(in crate::desk::order_batches) fn may_be_bought(entry: &Entry, now: Timestamp) -> bool {
    match entry.state {
        EntryState::Confirmed | EntryState::Sending | EntryState::Unknown => true,
        EntryState::Absent if entry.watched_until.is_some_and(|until| until > now) => true,
        _ => entry.is_charged(),
    }
}

/// The order was claimed and the journal has nothing of it. That is a claim whose purchase was never
/// begun, unless the journal is an older copy; so the service is asked.
pub(in crate::desk::order_batches) async fn fate_at_service(
    link: &Link,
    label: &OrderLabel,
    now: Timestamp,
) -> Option<Fate> {
    if scope_text(&link.scope) != label.scope {
        return None;
    }
    let key = ShipmentKey::TransactionId;
    let call = api::shipment::get_by(key, label.transaction.as_str());
    match link.send(call).await {
        Ok(answer) => Some(match answer.found() {
            Some(shipment) => {
                let charged = shipment.price_matching(label.expected);
                let bought = BoughtLabel::of_shipment(&shipment, charged, now);
                Fate::Bought(Box::new(bought))
            }
            None => Fate::NeverSent,
        }),
        Err(error) if is_not_found(&error.trouble) => Some(Fate::NeverSent),
        Err(error) => {
            let error = error.trouble.evidence;
            tracing::warn!(error, "a label of an order could not be looked up");
            None
        }
    }
}

/// What became of a purchase, as the journal says.
pub(in crate::desk) async fn fate_of_entry(
    journal: &Journal,
    entry: &Entry,
    now: Timestamp,
) -> Fate {
    match entry.state {
        EntryState::Intent => Fate::NotSent,
        EntryState::Sending | EntryState::Unknown => Fate::InDoubt,
        EntryState::Rejected if entry.is_charged() => Fate::InDoubt,
        EntryState::Rejected => Fate::NotBought(refusal_of(entry)),
        EntryState::Absent if entry.is_charged() => Fate::InDoubt,
        EntryState::Absent if entry.watched_until.is_some_and(|until| until > now) => Fate::InDoubt,
        // It was given up because another computer had the claim, and the order says that it is
        // this one's. The other one may have sent it; `claim_watch` takes it up again.
        EntryState::Cancelled if entry.uncertain_once => Fate::InDoubt,
        EntryState::Absent | EntryState::Cancelled => Fate::NotBought(Message::default()),
        EntryState::Confirmed => Fate::Bought(Box::new(bought(journal, entry).await)),
    }
}

/// The label from the answer that the journal keeps.
async fn bought(journal: &Journal, entry: &Entry) -> BoughtLabel {
    let reply = journal.reply(&entry.transaction).await;
    let reply = reply.ok().flatten();
    let shipment =
        reply.and_then(|bytes| api::shipment::from_stored_answer(&entry.transaction, &bytes));
    let label =
        shipment.map(|shipment| BoughtLabel::of_shipment(&shipment, entry.charged, entry.updated));
    let label = label.unwrap_or_default();
    BoughtLabel {
        shipment: entry.result_id.clone().map(ShipmentId::new),
        charged: entry.charged,
        at: label.at.or(Some(entry.updated)),
        ..label
    }
}

/// "Not found" with the interface's own code; any other 404 may come from elsewhere.
fn is_not_found(trouble: &Trouble) -> bool {
    let mut codes = trouble.codes.iter();
    trouble.status == Some(404) && codes.any(|code| code == "SHIPMENT.NOT_FOUND")
}

/// What the codes of the refusal mean, with the words of the service.
fn refusal_of(entry: &Entry) -> Message {
    let trouble = entry.trouble.as_deref().unwrap_or_default();
    let value: serde_json::Value = serde_json::from_str(trouble).unwrap_or_default();
    let said = value.get("cause").and_then(serde_json::Value::as_str);
    let codes = value.get("codes").and_then(serde_json::Value::as_array);
    let codes = codes.into_iter().flatten();
    failure::cause_of_codes(codes.filter_map(serde_json::Value::as_str), said.unwrap_or(trouble))
}

#[cfg(test)]
mod tests;
