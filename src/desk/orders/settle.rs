//! Settles what the journal knows of an order's labels. The journal decides; the order only shows
//! it. A computer settles the labels that it bought itself, since only its own journal has them.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::Timestamp;

use crate::api;
use crate::api::shipment::{Shipment, ShipmentKey};
use crate::base::id::{OrderId, ShipmentId, TransactionId};
use crate::base::locale::Message;
use crate::base::money::Money;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::{self, Trouble};
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::session::Link;
use crate::desk::money::batch_purchase::BatchedPurchases;
use crate::desk::orders::basis::{OrderBasis, scope_text};
use crate::desk::orders::order_row::{is_readable, order_of_row};
use crate::desk::orders::order_state::HAS_OPEN_RETURN_LABEL;
use crate::desk::orders::work::{Change, write_changes};
use crate::desk::orders::{Orders, documents, list, print_history, write_back_flow};
use crate::desk::parcel::rate_ranking::service_name;
use crate::desk::records::order::{LabelStatus, Order, OrderLabel};
use crate::store::journal::{Entry, EntryState, Journal};
use crate::store::workspace::{OrderQuery, OrderRow, OrderState, Workspace, WorkspaceError};

const SETTLE: Slot<Orders> = Slot::with_account("labels of orders being settled");

/// What became of one attempt to buy a label, as far as it is known.
#[derive(Clone, Debug)]
pub(in crate::desk) enum Fate {
    /// In the journal and not sent.
    NotSent,
    InDoubt,
    Bought(Box<BoughtLabel>),
    /// With the reason, if the service gave one.
    NotBought(Message),
    /// Neither the journal nor the service has it: it was never sent.
    NeverSent,
}

#[derive(Clone, Debug, Default)]
pub(in crate::desk) struct BoughtLabel {
    pub shipment: Option<ShipmentId>,
    pub charged: Option<Money>,
    pub carrier: String,
    pub service: String,
    pub tracking_numbers: Vec<String>,
    pub at: Option<Timestamp>,
}

impl BoughtLabel {
    pub(in crate::desk) fn of_shipment(
        shipment: &Shipment,
        charged: Option<Money>,
        at: Timestamp,
    ) -> Self {
        let number = shipment.tracking_number().map(ToString::to_string);
        Self {
            shipment: crate::desk::records::shipment_row::id_of(shipment),
            charged,
            carrier: shipment.carrier_code.clone().unwrap_or_default(),
            service: shipment
                .service
                .as_ref()
                .map(service_name)
                .unwrap_or_default(),
            tracking_numbers: number.into_iter().collect(),
            at: Some(at),
        }
    }
}

/// Applies the fate of an attempt to its label. Returns whether it changed anything.
pub(in crate::desk) fn apply_fate(
    order: &mut Order,
    transaction: &TransactionId,
    fate: &Fate,
) -> bool {
    let labels = &mut order.labels;
    let Some(place) = labels
        .iter()
        .position(|label| label.transaction == *transaction)
    else {
        return false;
    };
    if matches!(fate, Fate::NeverSent) {
        labels.remove(place);
        return true;
    }
    let Some(label) = labels.get_mut(place) else {
        return false;
    };
    let before = label.clone();
    match fate {
        Fate::NotSent => label.status = LabelStatus::Buying,
        Fate::InDoubt => label.status = LabelStatus::InDoubt,
        Fate::NotBought(refusal) => {
            label.status = LabelStatus::NotBought;
            label.refusal.clone_from(refusal);
        }
        Fate::Bought(bought) => mark_bought(label, bought),
        Fate::NeverSent => {}
    }
    *label != before
}

/// Applies the fate of an attempt of this computer. Once another computer has taken the purchase over,
/// only that one knows what became of it; that it was bought is true whoever says so.
pub(in crate::desk) fn apply_fate_of(
    station: &str,
    order: &mut Order,
    transaction: &TransactionId,
    fate: &Fate,
) -> bool {
    let mut labels = order.labels.iter();
    let label = labels.find(|label| label.transaction == *transaction);
    let is_theirs = label.is_some_and(|label| label.station != station);
    if is_theirs && !matches!(fate, Fate::Bought(_)) {
        return false;
    }
    apply_fate(order, transaction, fate)
}

fn mark_bought(label: &mut OrderLabel, bought: &BoughtLabel) {
    // A refund that was requested meanwhile stays.
    if label.status != LabelStatus::Refunded {
        label.status = LabelStatus::Bought;
    }
    label.refusal = Message::default();
    label.shipment.clone_from(&bought.shipment);
    label.charged = bought.charged.or(label.charged);
    label.bought = bought.at.or(label.bought);
    for (mine, theirs) in [
        (&mut label.carrier, &bought.carrier),
        (&mut label.service, &bought.service),
    ] {
        if !theirs.is_empty() {
            mine.clone_from(theirs);
        }
    }
    if !bought.tracking_numbers.is_empty() {
        label.tracking_numbers.clone_from(&bought.tracking_numbers);
    }
}

/// Settles every label that is being bought or in doubt, in the background.
pub(in crate::desk) fn settle_all(me: &mut Orders, ctx: &mut Ctx<'_>) {
    begin(me, ctx, None);
}

/// Settles one order, after news of its purchase.
pub(in crate::desk) fn settle_one(me: &mut Orders, ctx: &mut Ctx<'_>, id: OrderId) {
    begin(me, ctx, Some(id));
}

/// Whether [`settle_all`] is at work.
pub(in crate::desk) fn is_settling_all(ctx: &Ctx<'_>) -> bool {
    ctx.jobs.is_running(&SETTLE)
}

fn begin(me: &mut Orders, ctx: &mut Ctx<'_>, only: Option<OrderId>) {
    let Some(journal) = ctx.journal.clone() else {
        return;
    };
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.basis));
    let has_documents = me.documents.loaded;
    let settler = Settler {
        journal,
        link: ctx.link.clone(),
        station: ctx.station(),
        now: ctx.clock.now(),
        batched: me.known.batched.clone(),
    };
    let slot = match &only {
        Some(id) => SETTLE.about(id),
        None => SETTLE,
    };
    ctx.jobs.start(slot, |outbox| async move {
        let settled = async {
            let workspace = workspace.open().await?;
            let rows = match only {
                Some(id) => workspace.orders_by_id(vec![id]).await?,
                None => open_rows(workspace.as_ref()).await?,
            };
            let mut changes = Vec::new();
            for row in rows {
                changes.extend(settler.settle(row).await);
            }
            let settled = changes.len();
            let basis = match has_documents || changes.is_empty() {
                true => basis,
                false => with_documents(workspace.as_ref(), &basis).await?,
            };
            write_changes(workspace.as_ref(), &basis, changes).await?;
            Ok::<usize, WorkspaceError>(settled)
        };
        let settled = settled.await;
        outbox
            .send(move |me, ctx| match settled {
                Ok(0) => {}
                Ok(_) => {
                    me.refunds.look_again();
                    list::refresh(me, ctx);
                    write_back_flow::take_up(me, ctx);
                    // The label may have been printed before its order knew that it was bought.
                    print_history::record(me, ctx);
                }
                // The journal has it, and the order gets it when the workspace is back.
                Err(error) if error.passes() => me.claims.settle_later(),
                Err(error) => ctx.notice_failure(failure::describe_workspace_error(
                    crate::message!("orders-attempted-settle"),
                    &error,
                )),
            })
            .await;
    });
}

/// The basis with the presets and the shop. After a sign-in they may not be read yet; without them
/// an order would need the weight that its preset has, or the sender.
async fn with_documents(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
) -> Result<Arc<OrderBasis>, WorkspaceError> {
    let documents = documents::read_all(workspace).await?;
    let presets = documents.presets.iter();
    Ok(Arc::new(OrderBasis {
        presets: presets
            .map(|keyed| (keyed.key.clone(), keyed.preset.clone()))
            .collect(),
        rules: documents.rules,
        shop: documents.shop.profile,
        ..basis.clone()
    }))
}

async fn open_rows(workspace: &dyn Workspace) -> Result<Vec<OrderRow>, WorkspaceError> {
    let query = OrderQuery {
        states: vec![OrderState::Buying, OrderState::InDoubt],
        limit: u32::MAX,
        ..OrderQuery::default()
    };
    let mut rows = workspace.orders(query).await?.rows;
    // The state of an order says nothing of its return labels.
    let query = OrderQuery {
        text: HAS_OPEN_RETURN_LABEL.to_owned(),
        limit: u32::MAX,
        ..OrderQuery::default()
    };
    let returning = workspace.orders(query).await?.rows;
    let known: HashSet<OrderId> = rows.iter().map(|row| row.id.clone()).collect();
    rows.extend(returning.into_iter().filter(|row| !known.contains(&row.id)));
    Ok(rows)
}

struct Settler {
    journal: Journal,
    /// `None` without a connection: then what the journal does not have stays open.
    link: Option<Arc<Link>>,
    station: Arc<str>,
    now: Timestamp,
    /// Labels that a batch of this run is buying; it records them itself.
    batched: BatchedPurchases,
}

impl Settler {
    async fn settle(&self, row: OrderRow) -> Option<Change> {
        if !is_readable(&row) {
            return None;
        }
        let mut order = order_of_row(&row);
        let mut fates = Vec::new();
        for label in order.labels.iter().filter(|label| self.is_open(label)) {
            if let Some(fate) = self.fate(label).await {
                fates.push((label.transaction.clone(), fate));
            }
        }
        let station = Arc::clone(&self.station);
        let take = move |order: &mut Order| {
            let mut changed = false;
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

    fn is_open(&self, label: &OrderLabel) -> bool {
        label.station == *self.station
            && !self.batched.has(&label.transaction)
            && matches!(label.status, LabelStatus::Buying | LabelStatus::InDoubt)
    }

    /// `None` if it is not known, and nothing changes.
    async fn fate(&self, label: &OrderLabel) -> Option<Fate> {
        match self.journal.get(&label.transaction).await {
            Ok(Some(entry)) => Some(self.fate_of_entry(&entry).await),
            Ok(None) => self.fate_at_service(label).await,
            Err(error) => {
                tracing::warn!(%error, "a label of an order could not be looked up");
                None
            }
        }
    }

    async fn fate_of_entry(&self, entry: &Entry) -> Fate {
        match entry.state {
            EntryState::Intent => Fate::NotSent,
            EntryState::Sending | EntryState::Unknown => Fate::InDoubt,
            EntryState::Rejected if entry.is_charged() => Fate::InDoubt,
            EntryState::Rejected => Fate::NotBought(refusal_of(entry)),
            EntryState::Absent if entry.is_charged() => Fate::InDoubt,
            EntryState::Absent if entry.watched_until.is_some_and(|until| until > self.now) => {
                Fate::InDoubt
            }
            EntryState::Absent | EntryState::Cancelled => Fate::NotBought(Message::default()),
            EntryState::Confirmed => Fate::Bought(Box::new(self.bought(entry).await)),
        }
    }

    /// The label from the answer that the journal keeps.
    async fn bought(&self, entry: &Entry) -> BoughtLabel {
        let reply = self.journal.reply(&entry.transaction).await;
        let reply = reply.ok().flatten();
        let shipment =
            reply.and_then(|bytes| api::shipment::from_stored_answer(&entry.transaction, &bytes));
        let label = shipment
            .map(|shipment| BoughtLabel::of_shipment(&shipment, entry.charged, entry.updated));
        let label = label.unwrap_or_default();
        BoughtLabel {
            shipment: entry.result_id.clone().map(ShipmentId::new),
            charged: entry.charged,
            at: label.at.or(Some(entry.updated)),
            ..label
        }
    }

    /// The order was claimed and the journal has nothing of it. That is a claim whose purchase was
    /// never begun, unless the journal is an older copy; so the service is asked.
    async fn fate_at_service(&self, label: &OrderLabel) -> Option<Fate> {
        let link = self.link.as_ref()?;
        if scope_text(&link.scope) != label.scope {
            return None;
        }
        let key = ShipmentKey::TransactionId;
        let call = api::shipment::get_by(key, label.transaction.as_str());
        match link.send(call).await {
            Ok(answer) => Some(match answer.found() {
                Some(shipment) => {
                    let charged = shipment.price_matching(label.expected);
                    let bought = BoughtLabel::of_shipment(&shipment, charged, self.now);
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
    failure::cause_of_codes(
        codes.filter_map(serde_json::Value::as_str),
        said.unwrap_or(trouble),
    )
}

#[cfg(test)]
mod tests;
