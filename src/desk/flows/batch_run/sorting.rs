//! Where each order of the file stands before anything is rated or bought.

use std::collections::HashMap;

use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::desk::flows::batch_run::doubts::Doubt;
use crate::desk::flows::batch_run::import::CHUNK;
use crate::desk::flows::batch_run::problem_codes::problems_of;
use crate::desk::flows::batch_run::{Run, Step};
use crate::desk::order_records::import::unattended::{ImportedFile, ImportedOrder};
use crate::message;
use crate::orders::batch_report::{BatchGoal, BatchOrder, BatchProblem, LeftOut, OrderEvent};
use crate::orders::order::Order;
use crate::orders::order_label::{LabelStatus, OrderLabel};
use crate::orders::order_row::{order_of_row, readable_order};
use crate::orders::order_state::OrderProblem;
use crate::parcel::rate_ranking::service_name;
use crate::store::journal::EntryState;
use crate::store::workspace::{OrderRow, OrderState};
use crate::watched_folder::OrderOutcome;

/// The orders that are rated or bought, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Sorted {
    pub ready: Vec<OrderId>,
    /// Orders whose purchase an earlier run wrote to the journal and did not send.
    pub unsent: Vec<OrderId>,
}

/// An order of the file as it is in the workspace, or as a dry run would make it.
pub(super) struct Standing<'a> {
    pub name: &'a BatchOrder,
    pub id: &'a OrderId,
    pub order: &'a Order,
    pub state: OrderState,
    pub problems: &'a [OrderProblem],
    /// What the import did. It is a problem if the file has another order than the one that is
    /// being bought.
    pub note: Option<&'a Message>,
    pub is_kept_aside: bool,
    pub is_readable: bool,
}

/// What is done next for an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// It was told where it stands.
    Nothing,
    Rate,
    SendUnsent,
}

impl Run<'_, '_> {
    /// Tells of each order that is not to be rated or bought, and returns the others.
    pub(super) fn sort_orders(&mut self, file: &ImportedFile) -> Step<Sorted> {
        let mut sorted = Sorted::default();
        for chunk in file.orders.chunks(CHUNK) {
            let asked = chunk.iter().filter(|imported| !self.is_told_without_row(imported));
            let ids: Vec<OrderId> = asked.filter_map(|imported| imported.id.clone()).collect();
            let rows = self.orders_by_id(&ids)?;
            let rows: HashMap<&OrderId, &OrderRow> =
                rows.iter().map(|row| (&row.id, row)).collect();
            for imported in chunk.iter().filter(|order| !order.is_repeated) {
                let name = super::import::name_of(imported);
                if imported.id.is_some() && self.is_told_without_row(imported) {
                    self.tell_unopened(&name, imported.state);
                    continue;
                }
                let row = imported.id.as_ref().and_then(|id| rows.get(id));
                let Some(row) = row else { continue };
                let readable = readable_order(row);
                let is_readable = readable.is_some();
                let order = readable.unwrap_or_else(|| order_of_row(row));
                let assessed = self.prepared.import.basis.assess(&row.id, &order);
                let next = self.tell_standing(&Standing {
                    name: &name,
                    id: &row.id,
                    order: &order,
                    // The stored state may be from before a change of the shop that the problems are
                    // of.
                    state: assessed.state,
                    problems: &assessed.problems,
                    note: imported.note.as_ref(),
                    is_kept_aside: imported.outcome == OrderOutcome::KeptAside,
                    is_readable,
                });
                match next {
                    Next::Nothing => {}
                    Next::Rate => sorted.ready.push(row.id.clone()),
                    Next::SendUnsent => sorted.unsent.push(row.id.clone()),
                }
            }
        }
        Ok(sorted)
    }

    /// Whether the state that the import left the order in says all that is told of it. A preset
    /// that is given afterwards can change the state.
    fn is_told_without_row(&self, imported: &ImportedOrder) -> bool {
        let is_final = self.arguments.goal == BatchGoal::Import && self.prepared.preset.is_none();
        is_final && imported.is_readable && !is_opened(imported.state)
    }

    /// Tells where an order stands if it is not to be rated or bought.
    pub(super) fn tell_standing(&mut self, at: &Standing<'_>) -> Next {
        if !at.is_readable {
            let problems = vec![problem_of_note(at.note)];
            self.tell(at.name, &OrderEvent::NeedsAttention { problems });
            return Next::Nothing;
        }
        match at.state {
            OrderState::Buying | OrderState::InDoubt => return self.tell_open(at),
            OrderState::Bought | OrderState::Printed | OrderState::HandedOver => {
                self.tell_bought(at);
            }
            OrderState::NeedsAttention => {
                let problems = problems_of(at.order, at.problems);
                self.tell(at.name, &OrderEvent::NeedsAttention { problems });
            }
            state => return self.tell_unopened(at.name, state),
        }
        Next::Nothing
    }

    /// As [`Self::tell_standing`], of an order whose state says everything.
    fn tell_unopened(&mut self, name: &BatchOrder, state: OrderState) -> Next {
        let left_out = match state {
            OrderState::Refunded => LeftOut::Refunded,
            OrderState::OnHold => LeftOut::OnHold,
            OrderState::Canceled => LeftOut::Canceled,
            _ => {
                if self.arguments.goal == BatchGoal::Import {
                    self.tell(name, &OrderEvent::Ready);
                }
                return Next::Rate;
            }
        };
        self.tell(name, &OrderEvent::LeftOut(left_out));
        Next::Nothing
    }

    fn tell_bought(&mut self, at: &Standing<'_>) {
        let label = at.order.bought_label();
        let is_settled = label.is_some_and(|label| self.earlier.contains(&label.transaction));
        match label.filter(|_| is_settled) {
            Some(label) => self.tell(at.name, &bought(at.order, label, true)),
            None => self.tell(at.name, &OrderEvent::LeftOut(LeftOut::BoughtBefore)),
        }
        let buys = self.arguments.goal == BatchGoal::Buy && !self.arguments.dry_run;
        if let Some(label) = label.filter(|_| buys) {
            // A run that was killed may have bought it and not saved it.
            let is_new = !at.order.saved_labels.contains(&label.transaction);
            if is_new && label.prints.is_empty() {
                self.labels.add(at.id, label);
            }
        }
    }

    /// Of an order that is being bought, or may have been bought.
    fn tell_open(&mut self, at: &Standing<'_>) -> Next {
        let Some(label) = open_label(at.order).cloned() else {
            return Next::Nothing;
        };
        let transaction = label.transaction.to_string();
        if self.is_bought_elsewhere(at.order) {
            self.tell(at.name, &OrderEvent::LeftOut(LeftOut::BoughtElsewhere));
            return Next::Nothing;
        }
        if !self.is_unsent(&label) {
            let is_mine = self.earlier.contains(&label.transaction);
            if is_mine && !self.arguments.dry_run {
                self.doubts.push(Doubt {
                    order: at.id.clone(),
                    transaction: label.transaction,
                    is_earlier: true,
                });
            }
            let event = OrderEvent::InDoubt { transaction, begun_earlier: true };
            self.tell(at.name, &event);
            return Next::Nothing;
        }
        if at.is_kept_aside {
            // The label would be that of the order as it was before.
            let problems = vec![problem_of_note(at.note)];
            self.tell(at.name, &OrderEvent::NeedsAttention { problems });
            return Next::Nothing;
        }
        let (goal, dry_run) = (self.arguments.goal, self.arguments.dry_run);
        let event = match (goal, label.expected) {
            (BatchGoal::Buy, _) if !dry_run => return Next::SendUnsent,
            (BatchGoal::Buy, Some(price)) => OrderEvent::WouldBuy {
                service: service_of_label(at.order, &label),
                carrier: label.carrier,
                price,
            },
            _ => OrderEvent::NotBought {
                transaction: Some(transaction),
                reason: "an earlier run was ended before it sent this purchase; a run with --buy \
                         sends it"
                    .to_owned(),
                codes: Vec::new(),
            },
        };
        self.tell(at.name, &event);
        Next::Nothing
    }

    /// Whether the purchase is in the journal of this computer and may be sent: it was never sent,
    /// or was looked for in vain.
    fn is_unsent(&self, label: &OrderLabel) -> bool {
        let Some(journal) = &self.headless.desk.journal else {
            return false;
        };
        let entry = self.headless.wait_for(journal.get(&label.transaction));
        entry.ok().flatten().is_some_and(|entry| {
            matches!(entry.state, EntryState::Intent | EntryState::Absent) && !entry.is_charged()
        })
    }
}

/// Whether more than its state is told of an order.
fn is_opened(state: OrderState) -> bool {
    state == OrderState::NeedsAttention || state.may_have_cost_money()
}

/// The label that is being bought, or may have been bought.
pub(super) fn open_label(order: &Order) -> Option<&OrderLabel> {
    let mut labels = order.labels.iter().rev();
    labels.find(|label| {
        let is_open = matches!(label.status, LabelStatus::Buying | LabelStatus::InDoubt);
        is_open && !label.is_return
    })
}

pub(super) fn bought(order: &Order, label: &OrderLabel, begun_earlier: bool) -> OrderEvent {
    OrderEvent::Bought {
        transaction: label.transaction.to_string(),
        carrier: label.carrier.clone(),
        service: service_of_label(order, label),
        expected: label.expected,
        charged: label.charged,
        tracking_numbers: label.tracking_numbers.clone(),
        begun_earlier,
    }
}

/// The service as the interface spells it. A label has it as it is written for people, so it is
/// taken from the quote that the label was bought for.
fn service_of_label(order: &Order, label: &OrderLabel) -> String {
    let quote = order.quote.as_ref();
    let quoted = quote.and_then(|quote| quote.rate.final_service.as_ref());
    let same = quoted.filter(|service| service_name(service) == label.service);
    same.map_or_else(|| label.service.clone(), ToString::to_string)
}

pub(super) fn problem_of_note(note: Option<&Message>) -> BatchProblem {
    let note = note.cloned();
    BatchProblem {
        field: String::new(),
        text: note.unwrap_or_else(|| message!("orders-work-unreadable")).to_string(),
    }
}
