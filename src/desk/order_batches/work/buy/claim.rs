//! Claiming orders for buying: the order is marked as being bought, with the transaction id of its
//! purchase and the bytes of its request, before the journal knows of it. Two computers cannot claim
//! the same order, and one that falls silent leaves what another needs to finish the purchase.

use std::collections::{HashMap, VecDeque};

use crate::api;
use crate::api::rate::Rate;
use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::base::money::Money;
use crate::desk::kernel::batch_job::RowState;
use crate::desk::money::batch_purchase::{BatchBuyer, Batched, BatchedPurchases, LabelOutcome};
use crate::desk::order_batches::claim_context::ClaimContext;
use crate::desk::order_batches::claimed_request::PURCHASE;
use crate::desk::order_batches::work::AT_ONCE;
use crate::desk::order_batches::work::buy::{Shop, Wanted};
use crate::desk::order_batches::work::get_rates::RateInquiry;
use crate::desk::order_batches::work::runner::{Finished, Results};
use crate::desk::records::scale_reading;
use crate::message;
use crate::orders::basis::scope_text;
use crate::orders::fate::Fate;
use crate::orders::order::{Order, OrderQuote};
use crate::orders::order_label::{LabelStatus, OrderLabel, WriteBack};
use crate::orders::order_row::{is_readable, order_of_row, write_of};
use crate::parcel::draft::Draft;
use crate::parcel::rate_ranking::service_name;
use crate::parcel::requests;
use crate::store::journal::{Entry, EntryContext, EntryKind, EntryState, Journal, NewEntry};
use crate::store::workspace::{
    ClaimedPurchase, OrderClaim, OrderRow, WorkspaceError, WriteOutcome,
};
use crate::text;

/// Orders that are claimed in one commit; as many are under way at most, and as many wait.
const CLAIMED_AT_ONCE: usize = AT_ONCE * 2;

/// An order that something else has changed before its claim was written is read and claimed anew,
/// this often at most.
const MOST_CLAIMS: u32 = 3;

/// The orders that are not claimed yet.
pub(super) struct Waiting {
    rest: VecDeque<(OrderId, Agreed)>,
    /// How often orders were claimed in vain.
    in_vain: HashMap<OrderId, u32>,
    /// Those whose claims the workspace did not confirm, because it was away.
    prepared: Vec<Claimed>,
}

/// What a person has agreed to.
#[derive(Clone, Copy)]
enum Agreed {
    /// The order's own label at this price.
    Label(Money),
    /// A return label at this price, with the number of return labels that the order had before.
    Return(Money, usize),
    /// The label that is in the journal.
    Unsent,
}

impl Waiting {
    pub(super) fn new(wanted: Wanted) -> Self {
        let rest = match wanted {
            Wanted::New(agreed) => {
                agreed.into_iter().map(|(id, price)| (id, Agreed::Label(price))).collect()
            }
            Wanted::Returns(agreed) => agreed
                .into_iter()
                .map(|it| (it.order, Agreed::Return(it.price, it.bought_before)))
                .collect(),
            Wanted::Unsent(ids) => ids.into_iter().map(|id| (id, Agreed::Unsent)).collect(),
        };
        Self { rest, in_vain: HashMap::new(), prepared: Vec::new() }
    }

    /// Puts an order in front that was changed before it was claimed. What it is by then is checked as
    /// if it had not been looked at. False if that was done often enough.
    fn claim_again(&mut self, label: &Claimed) -> bool {
        let count = self.in_vain.entry(label.id.clone()).or_default();
        *count += 1;
        let goes_on = *count < MOST_CLAIMS;
        if goes_on {
            self.rest.push_front((label.id.clone(), label.agreed));
        }
        goes_on
    }
}

/// An order that this batch may buy a label for.
pub(super) struct Claimed {
    pub(super) id: OrderId,
    pub(super) revision: i64,
    pub(super) order: Order,
    pub(super) label: OrderLabel,
    /// How often the label was put onto the line in vain.
    pub(super) rounds: u32,
    agreed: Agreed,
    purchase: Purchase,
    all_batched: BatchedPurchases,
    batched: Option<Batched>,
    /// What the price is for, if this computer has not asked for it.
    unasked: Option<Box<(Draft, Rate)>>,
}

enum Purchase {
    /// Not in the journal yet.
    New(Box<(NewEntry, EntryContext)>),
    /// In the journal, and not sent.
    Unsent,
}

impl Claimed {
    pub(super) fn is_new(&self) -> bool {
        matches!(self.purchase, Purchase::New(_))
    }

    /// Asks the service for the price, if another station has written it into the order. Returns why the
    /// label is not bought.
    pub(super) async fn refuse_price(&mut self, inquiry: &RateInquiry) -> Option<Finished> {
        let unasked = self.unasked.take()?;
        let (draft, rate) = *unasked;
        let agreed = self.label.expected.unwrap_or_default();
        let state = match inquiry.price_now(&draft, &rate).await {
            Ok(Some(now)) if is_covered(now, agreed) => return None,
            Ok(Some(now)) => RowState::NeedsReview(message!(
                "orders-work-other-price",
                price = now,
                agreed = agreed
            )),
            Ok(None) => RowState::NeedsReview(message!("orders-work-outdated")),
            Err(error) => {
                let state = RowState::Failed(Box::new(error.trouble.clone()));
                return Some(self.finished(state, Fate::NeverSent).with_trouble(error.trouble));
            }
        };
        // The price that the order shows is not the service's.
        let is_return = self.label.is_return;
        Some(self.finished(state, Fate::NeverSent).and_then(move |order| match is_return {
            true => order.return_quote = None,
            false => order.quote = None,
        }))
    }

    /// Sends the label's purchase.
    pub(super) async fn send(&mut self, buyer: &BatchBuyer) -> LabelOutcome {
        let Some(batched) = self.batched.take() else {
            return self.send_again(buyer).await;
        };
        match std::mem::replace(&mut self.purchase, Purchase::Unsent) {
            Purchase::New(new) => {
                let (new, beside) = *new;
                buyer.buy(new, beside, batched).await
            }
            Purchase::Unsent => match buyer.journal().get(&self.label.transaction).await {
                Ok(Some(entry)) => buyer.send(entry, batched).await,
                Ok(None) => LabelOutcome::NotSent { trouble: None },
                Err(error) => LabelOutcome::NotRecorded(error),
            },
        }
    }

    /// The purchase is in the journal by now.
    async fn send_again(&mut self, buyer: &BatchBuyer) -> LabelOutcome {
        let transaction = self.label.transaction.clone();
        match buyer.journal().get(&transaction).await {
            Ok(Some(entry)) => {
                let batched = self.all_batched.reserve(transaction);
                buyer.send(entry, batched).await
            }
            Ok(None) => LabelOutcome::NotSent { trouble: None },
            Err(error) => LabelOutcome::NotRecorded(error),
        }
    }
}

impl Shop {
    /// Claims the next orders; those that cannot be bought are results at once. After an error the
    /// same orders are claimed by the next call, under the same transaction ids.
    pub(super) async fn claim_next(
        &self,
        waiting: &mut Waiting,
        results: &mut Results,
    ) -> Result<Vec<Claimed>, WorkspaceError> {
        let mut claimed = Vec::new();
        while claimed.is_empty() && !(waiting.prepared.is_empty() && waiting.rest.is_empty()) {
            if waiting.prepared.is_empty() {
                self.prepare_next(waiting, results).await?;
            }
            claimed = self.write_claims(waiting, results).await?;
        }
        Ok(claimed)
    }

    async fn prepare_next(
        &self,
        waiting: &mut Waiting,
        results: &mut Results,
    ) -> Result<(), WorkspaceError> {
        let next = waiting.rest.len().min(CLAIMED_AT_ONCE);
        let ids = waiting.rest.iter().take(next).map(|(id, _)| id.clone());
        let rows = self.workspace.orders_by_id(ids.collect()).await?;
        for (id, agreed) in waiting.rest.drain(..next) {
            let Some(row) = rows.iter().find(|row| row.id == id) else {
                results.add_removed(&id);
                continue;
            };
            match self.prepare(row, agreed).await {
                Ok(label) => waiting.prepared.push(label),
                Err(why) => {
                    let order = order_of_row(row);
                    let state = RowState::NeedsReview(why);
                    results.add(Finished::new(&order, &id, state));
                }
            }
        }
        Ok(())
    }

    /// One commit for all claims; an order that was changed meanwhile is claimed again.
    async fn write_claims(
        &self,
        waiting: &mut Waiting,
        results: &mut Results,
    ) -> Result<Vec<Claimed>, WorkspaceError> {
        let new = waiting.prepared.iter().filter(|label| label.is_new());
        let claims: Vec<OrderClaim> = new.map(|label| self.claim_of(label)).collect();
        let seen = self.keeper.now();
        let outcomes = match claims.is_empty() {
            true => Vec::new(),
            false => self.workspace.claim_orders(claims).await?,
        };
        let (new, mut claimed): (Vec<Claimed>, Vec<Claimed>) =
            waiting.prepared.drain(..).partition(Claimed::is_new);
        for (mut label, outcome) in new.into_iter().zip(outcomes) {
            let is_changed = matches!(&outcome, WriteOutcome::Conflict(row) if row.id == label.id);
            match self.claimed_revision(&label, outcome) {
                Some(revision) => {
                    label.revision = revision;
                    let transaction = &label.label.transaction;
                    self.keeper.note_claimed(transaction, seen);
                    claimed.push(label);
                }
                None if is_changed && waiting.claim_again(&label) => {}
                None => {
                    let state = RowState::NeedsReview(message!("orders-work-changed-meanwhile"));
                    results.add(Finished::new(&label.order, &label.id, state));
                }
            }
        }
        Ok(claimed)
    }

    /// The claim with what another computer needs to finish the purchase.
    fn claim_of(&self, label: &Claimed) -> OrderClaim {
        let purchase = match &label.purchase {
            Purchase::New(new) => {
                let (new, beside) = new.as_ref();
                ClaimedPurchase {
                    context: ClaimContext::of_purchase(new, beside, label.label.begun).to_json(),
                    body: new.body.clone(),
                }
            }
            Purchase::Unsent => ClaimedPurchase::default(),
        };
        OrderClaim {
            write: write_of(&self.basis, &label.id, Some(label.revision), &label.order),
            transaction: label.label.transaction.clone(),
            purchase,
        }
    }

    /// The revision of an order that is claimed. The connection may have been lost after the server
    /// had written the claim; then the order shows it.
    fn claimed_revision(&self, label: &Claimed, outcome: WriteOutcome) -> Option<i64> {
        match outcome {
            WriteOutcome::Written(revision) => Some(revision),
            WriteOutcome::Conflict(row) if row.id == label.id => {
                let order = order_of_row(&row);
                let mut labels = order.labels.iter();
                let mine = labels.any(|it| {
                    it.transaction == label.label.transaction && it.station == *self.station
                });
                mine.then_some(row.revision)
            }
            _ => None,
        }
    }

    async fn prepare(&self, row: &OrderRow, agreed: Agreed) -> Result<Claimed, Message> {
        if !is_readable(row) {
            return Err(message!("orders-work-unreadable"));
        }
        match agreed {
            Agreed::Label(price) => self.prepare_new(row, price),
            Agreed::Return(price, before) => self.prepare_return(row, price, before),
            Agreed::Unsent => self.prepare_unsent(row).await,
        }
    }

    fn prepare_new(&self, row: &OrderRow, agreed: Money) -> Result<Claimed, Message> {
        let order = order_of_row(row);
        if order.may_have_cost_money() {
            return Err(message!("orders-work-bought-already"));
        }
        if order.undecided_refund().is_some() {
            return Err(message!("orders-work-refunded"));
        }
        if order.canceled || order.hold.is_some() {
            return Err(message!("orders-work-on-hold"));
        }
        let assessed = self.basis.assess(&row.id, &order);
        if let Some(problem) = assessed.problems.first() {
            let problem = problem.in_words();
            return Err(message!("orders-work-problem", problem = problem));
        }
        let quote = order.quote.clone();
        self.claim_label(row, order, assessed.draft, quote, agreed, None)
    }

    /// A return label of an order that was shipped.
    fn prepare_return(
        &self,
        row: &OrderRow,
        agreed: Money,
        bought_before: usize,
    ) -> Result<Claimed, Message> {
        let order = order_of_row(row);
        let draft = self.basis.return_draft(&row.id, &order);
        if let Some(why) = self.basis.return_obstacle(&order, &draft) {
            return Err(why);
        }
        // Nobody has decided to buy one more.
        if order.return_labels().count() != bought_before {
            return Err(message!("order-returns-bought-already"));
        }
        let quote = order.return_quote.clone();
        self.claim_label(row, order, draft, quote, agreed, Some(bought_before))
    }

    /// Claims the order for the label that the quote is for, at the price that was agreed to.
    fn claim_label(
        &self,
        row: &OrderRow,
        mut order: Order,
        draft: Draft,
        quote: Option<Box<OrderQuote>>,
        agreed: Money,
        returns_before: Option<usize>,
    ) -> Result<Claimed, Message> {
        let is_return = returns_before.is_some();
        let quote = quote.filter(|quote| self.basis.is_current(&order, quote, &draft));
        let Some(quote) = quote else {
            return Err(message!("orders-work-outdated"));
        };
        let price = quote.rate.price();
        if price != Some(agreed) {
            return Err(message!(
                "orders-work-other-price",
                price = price.unwrap_or_default(),
                agreed = agreed
            ));
        }
        let request = requests::shipment_request(&draft, &quote.rate);
        let body = api::call::to_bytes(&request);
        let body = body.map_err(|_| message!("orders-work-unwritable"))?;
        let transaction = Journal::new_transaction();
        let scope = &self.buyer.link().scope;
        let label = OrderLabel {
            scope: scope_text(scope),
            station: self.station.to_string(),
            signed: self.author.signed(),
            carrier: quote.rate.carrier_code.clone().unwrap_or_default(),
            service: quote.rate.final_service.as_ref().map(service_name).unwrap_or_default(),
            expected: Some(agreed),
            is_return,
            write_back: match is_return {
                // The shop's database has the number of the parcel that the customer waits for.
                true => WriteBack::NotWanted,
                false => self.basis.wanted_write_back(&order, scope),
            },
            ..OrderLabel::begun(transaction.clone(), draft.sequence, self.clock.now())
        };
        order.labels.push(label.clone());
        let is_certain = self.basis.is_of_service(&quote);
        let new = NewEntry {
            kind: EntryKind::Label,
            order: Some(row.id.clone()),
            sequence: draft.sequence,
            environment: scope.environment.clone(),
            account: scope.account.clone(),
            base_url: self.buyer.link().base_url.clone(),
            call: PURCHASE.to_owned(),
            body: body.to_vec(),
            expected: Some(agreed),
            title: title(&order, &label.service, &draft, is_return),
        };
        let beside = EntryContext {
            scale_reading: scale_reading::readings_json(&draft.packages),
            server_time: self.buyer.link().server_clock.now(&self.clock),
            claimed: true,
            ..EntryContext::default()
        };
        Ok(Claimed {
            id: row.id.clone(),
            revision: row.revision,
            order,
            label,
            rounds: 0,
            agreed: match returns_before {
                None => Agreed::Label(agreed),
                Some(before) => Agreed::Return(agreed, before),
            },
            purchase: Purchase::New(Box::new((new, beside))),
            all_batched: self.batched.clone(),
            batched: Some(self.batched.reserve(transaction)),
            unasked: (!is_certain).then(|| Box::new((draft, quote.rate))),
        })
    }

    /// A label that an earlier batch left in the journal.
    async fn prepare_unsent(&self, row: &OrderRow) -> Result<Claimed, Message> {
        let order = order_of_row(row);
        let mut labels = order.labels.iter();
        let open = labels.find(|label| {
            let open = matches!(label.status, LabelStatus::Buying | LabelStatus::InDoubt);
            open && label.station == *self.station && !self.batched.has(&label.transaction)
        });
        let Some(label) = open.cloned() else {
            return Err(message!("orders-work-nothing-unsent"));
        };
        if label.scope != scope_text(&self.buyer.link().scope) {
            return Err(message!("orders-work-other-account"));
        }
        let entry = self.buyer.journal().get(&label.transaction).await;
        let may_be_sent = |entry: &Entry| {
            matches!(entry.state, EntryState::Intent | EntryState::Absent) && !entry.is_charged()
        };
        match entry {
            Ok(Some(entry)) if may_be_sent(&entry) => {}
            Ok(_) => return Err(message!("orders-work-nothing-unsent")),
            Err(error) => return Err(error.to_string().into()),
        }
        let batched = self.batched.reserve(label.transaction.clone());
        Ok(Claimed {
            id: row.id.clone(),
            revision: row.revision,
            order,
            label,
            rounds: 0,
            agreed: Agreed::Unsent,
            purchase: Purchase::Unsent,
            all_batched: self.batched.clone(),
            batched: Some(batched),
            unasked: None,
        })
    }
}

/// Whether what was agreed to is enough for the price.
pub(in crate::desk::order_batches) fn is_covered(price: Money, agreed: Money) -> bool {
    price.currency == agreed.currency && price.amount <= agreed.amount
}

/// `1042 · Ground to Jane Sample`; stays in the journal as it was written.
fn title(order: &Order, service: &str, draft: &Draft, is_return: bool) -> String {
    if is_return {
        return text!(
            "order-returns-purchase-title",
            number = &order.number,
            service = service,
            name = &draft.from.name
        );
    }
    text!("orders-purchase-title", number = &order.number, service = service, name = &draft.to.name)
}
