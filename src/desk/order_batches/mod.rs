//! Many orders at once: their addresses are checked, rates got and labels bought. Claims keep two
//! stations from buying one label, and what became of each purchase is written into its order.

mod claim_context;
pub(in crate::desk) mod claim_watch;
mod claimed_request;
pub mod claims_elsewhere;
pub(in crate::desk) mod settle;
pub mod work;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::id::{OrderId, TransactionId};
use crate::base::locale::Message;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::batch_job::{BatchIntent, BatchJob};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::money::batch_purchase::BatchedPurchases;
use crate::desk::order_batches::claim_watch::ClaimWatch;
use crate::desk::order_batches::claims_elsewhere::ClaimElsewhere;
use crate::desk::order_batches::work::OrderWork;
use crate::orders::basis::OrderBasis;
use crate::store::workspace::shared::OwedReport;

#[derive(Debug, Default)]
pub struct OrderBatches {
    /// The batch job that is running or has just ended, and what it is for.
    pub work: Option<BatchJob>,
    pub work_kind: Option<OrderWork>,
    /// The results that were on screen when the batch of the scanned order began.
    pub(in crate::desk) set_aside: Option<(BatchJob, OrderWork)>,
    claims: ClaimWatch,
    /// Orders that wait for a computer with another account.
    pub claims_elsewhere: BTreeMap<OrderId, ClaimElsewhere>,
    /// What the feature knows of others; copied to it after each change.
    pub known: KnownToOrderBatches,
}

#[derive(Clone, Debug, Default)]
pub struct KnownToOrderBatches {
    pub(in crate::desk) basis: Arc<OrderBasis>,
    /// The documents of the workspace were read.
    pub has_documents: bool,
    /// An import is being written.
    pub is_importing: bool,
    /// Why nothing can be bought now.
    pub buying_stopped: Option<Message>,
    /// Orders are not bought before other stations have reported.
    pub waits_for_reports: bool,
    /// What this computer has to report to the shared workspace.
    pub owed_report: Option<OwedReport>,
    /// Labels that a batch is buying.
    pub(in crate::desk) batched: BatchedPurchases,
}

impl OrderBatches {
    /// Whether a batch buys labels.
    pub(in crate::desk) fn is_buying(&self) -> bool {
        let buys = matches!(self.work_kind, Some(OrderWork::Buy(_) | OrderWork::SendUnsent(_)));
        buys && self.is_busy()
    }

    /// Whether a batch is at work.
    pub(in crate::desk) fn is_busy(&self) -> bool {
        self.work.as_ref().is_some_and(BatchJob::is_running)
    }
}

impl AccountChange for OrderBatches {
    fn give_up_requests(&mut self) {}

    /// Prices belong to an account. A batch that buys ends between two labels.
    fn forget_rows(&mut self) {
        if let Some(work) = &mut self.work {
            work.cancel();
        }
        *self = Self::default();
    }
}

#[derive(Clone, Debug)]
pub enum OrderBatchIntent {
    /// Begins a batch of the ticked orders.
    Begin(OrderWork),
    /// Stops, retries or closes the batch on screen.
    Work(BatchIntent),
    /// Finishes the purchase that another computer left, although its request is not what the order
    /// asks for.
    FinishAsLeft(TransactionId),
}

pub(in crate::desk) fn apply(me: &mut OrderBatches, ctx: &mut Ctx<'_>, intent: OrderBatchIntent) {
    match intent {
        OrderBatchIntent::Begin(work) => work::begin(me, ctx, work),
        OrderBatchIntent::Work(intent) => work::apply(me, ctx, intent),
        OrderBatchIntent::FinishAsLeft(transaction) => claim_watch::allow(me, ctx, transaction),
    }
}
