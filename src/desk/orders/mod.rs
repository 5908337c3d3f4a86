//! Orders of a shop by the hundred: import, presets and rules, buying, printing and handing over
//! many, papers, and the way back to the shop. Orders live in the workspace (`store/workspace.rs`).

pub mod change;
mod claim_context;
pub(in crate::desk) mod claim_watch;
mod claimed_request;
pub mod claims_elsewhere;
pub mod intent;
pub mod known;
pub mod list;
pub mod moving;
pub mod selection;
pub(in crate::desk) mod settle;
pub mod work;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::id::OrderId;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::remote::Remote;
use crate::desk::orders::change::{OwnChanges, Undo};
use crate::desk::orders::claim_watch::ClaimWatch;
use crate::desk::orders::claims_elsewhere::ClaimElsewhere;
use crate::desk::orders::known::KnownToOrders;
use crate::desk::orders::list::OrderFilter;
use crate::desk::orders::moving::MoveReport;
use crate::desk::orders::selection::Selection;
use crate::desk::orders::work::OrderWork;
use crate::orders::basis::OrderBasis;
use crate::orders::order_row::OrderInList;
pub use crate::store::workspace::{DocumentKind, OrderSort, OrderState};

/// The orders of the workspace that belongs to the account on the screen.
#[derive(Debug, Default)]
pub struct Orders {
    pub filter: OrderFilter,
    /// Position of the first of `rows` in the whole list.
    pub first: u64,
    pub rows: Vec<Arc<OrderInList>>,
    /// The number of orders that match the filter.
    pub matching: u64,
    /// The number of orders in each state, whatever the filter; states without orders are left out.
    pub by_state: Vec<(OrderState, u64)>,
    pub sources: Vec<String>,
    /// The first window was read.
    pub loaded: bool,
    /// Counts windows that were read; `rows` are from the latest.
    pub answered: u64,
    /// Why the orders could not be read.
    pub trouble: Option<Trouble>,
    pub open: Option<Arc<OrderInList>>,
    pub selection: Selection,
    /// Orders on their way from one workspace to another, and what became of them.
    pub moving: Remote<MoveReport>,
    pub(in crate::desk) own_changes: OwnChanges,
    pub(in crate::desk) claims: ClaimWatch,
    /// Orders that wait for a computer with another account.
    pub claims_elsewhere: BTreeMap<OrderId, ClaimElsewhere>,
    /// Undoes the last change, while that is possible.
    pub undo: Option<Undo>,
    /// Counts changes that were written. A form that was opened at a lower count has been saved.
    pub written: u64,
    /// The batch job that is running or has just ended, and what it is for.
    pub work: Option<BatchJob>,
    pub work_kind: Option<OrderWork>,
    /// The results that were on screen when the batch of the scanned order began.
    pub(in crate::desk) set_aside: Option<(BatchJob, OrderWork)>,
    /// What the feature knows of others; copied to it after each change.
    pub known: KnownToOrders,
    /// What states and drafts of orders are computed from; copied as `known` is.
    pub(in crate::desk) basis: Arc<OrderBasis>,
}

impl Orders {
    /// Whether this window has changed the order last.
    pub fn is_changed_here(&self, row: &OrderInList) -> bool {
        self.own_changes.have(&row.id, row.revision)
    }

    /// The number of orders in this state.
    pub fn in_state(&self, state: OrderState) -> u64 {
        let mut counts = self.by_state.iter();
        let found = counts.find(|(of, _)| *of == state);
        found.map_or(0, |(_, orders)| *orders)
    }

    /// Whether a batch buys labels.
    pub(in crate::desk) fn is_buying(&self) -> bool {
        let buys = matches!(self.work_kind, Some(OrderWork::Buy(_) | OrderWork::SendUnsent(_)));
        buys && self.is_busy()
    }

    /// Whether a batch is at work.
    pub(in crate::desk) fn is_busy(&self) -> bool {
        self.work.as_ref().is_some_and(BatchJob::is_running)
    }

    /// The number of all orders.
    pub fn total(&self) -> u64 {
        self.by_state.iter().map(|(_, orders)| orders).sum()
    }
}

impl AccountChange for Orders {
    fn give_up_requests(&mut self) {}

    /// The practice service has a workspace of its own, and prices belong to an account.
    /// A batch that buys ends between two labels.
    fn forget_rows(&mut self) {
        if let Some(work) = &mut self.work {
            work.cancel();
        }
        let filter = std::mem::take(&mut self.filter);
        *self = Self {
            filter: OrderFilter { sort: filter.sort, ..OrderFilter::default() },
            ..Self::default()
        };
    }
}

/// Other stations have written. What is typed, ticked and open here stays.
pub(in crate::desk) fn news(me: &mut Orders, ctx: &mut Ctx<'_>) {
    if me.loaded {
        list::follow_news(me, ctx);
    }
}
