//! What the purchase journal of this computer knows of a run that ended before its orders could say
//! what became of them: the server of the workspace refused it, or its disk is full.

use crate::base::id::TransactionId;
use crate::desk::flows::batch_run::portions::LONGEST_ENDING;
use crate::desk::flows::batch_run::{Run, complain, in_words};
use crate::desk::kernel::batch_job::BatchIntent;
use crate::desk::order_batches::OrderBatchIntent;
use crate::orders::batch_report::OrderEvent;
use crate::store::journal::{Entry, EntryKind, EntryState};

/// Entries of other work of this computer, which may have been begun beside the run.
const OTHERS: usize = 200;

impl Run<'_, '_> {
    /// Tells of each purchase that this run began and has not told of. Such an order must not be
    /// bought by other means.
    pub(super) fn tell_unsettled(&mut self) {
        if !self.has_begun_buying {
            return;
        }
        self.headless.desk.apply(OrderBatchIntent::Work(BatchIntent::Cancel));
        self.headless.run_until(LONGEST_ENDING, |desk| !desk.state.is_busy_with_orders());
        let Some(journal) = self.headless.desk.journal.clone() else {
            return;
        };
        let limit = u32::try_from(self.orders.len() + OTHERS).unwrap_or(u32::MAX);
        let entries = match self.headless.wait_for(journal.recent(limit)) {
            Ok(entries) => entries,
            Err(error) => return complain(&in_words(&error)),
        };
        for entry in entries {
            let is_of_run = entry.kind == EntryKind::Label && entry.created >= self.begun;
            let order = entry.order.as_ref().and_then(|order| self.orders.get(order)).cloned();
            let Some(order) = order.filter(|_| is_of_run && !self.is_told(&entry.transaction))
            else {
                continue;
            };
            if let Some(event) = event_of(&entry) {
                self.tell(&order, &event);
            }
        }
    }

    fn is_told(&self, transaction: &TransactionId) -> bool {
        self.told.contains(transaction.as_str())
    }
}

/// `None` if nothing was sent and nothing will be.
fn event_of(entry: &Entry) -> Option<OrderEvent> {
    let transaction = entry.transaction.to_string();
    match entry.state {
        EntryState::Cancelled => None,
        EntryState::Rejected if !entry.is_charged() => None,
        EntryState::Intent => Some(OrderEvent::NotBought {
            transaction: Some(transaction),
            reason: "the run ended before it sent this purchase; the next run with --buy sends it"
                .to_owned(),
            codes: Vec::new(),
        }),
        _ => Some(OrderEvent::InDoubt { transaction, begun_earlier: false }),
    }
}
