//! The orders of the workspace (`store/workspace.rs`): the list with its filter and selection, and
//! changes by a person.

pub mod change;
pub mod intent;
pub mod list;
pub mod selection;

use std::sync::Arc;

use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::orders::change::PersonChanges;
use crate::desk::orders::list::OrderFilter;
use crate::desk::orders::selection::Selection;
use crate::orders::basis::OrderBasis;
use crate::orders::order_row::OrderInList;
use crate::parcel::preset::KeyedPreset;
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
    pub changes: PersonChanges,
    /// What the feature knows of others; copied to it after each change.
    pub(in crate::desk) known: KnownToOrders,
}

#[derive(Debug, Default)]
pub(in crate::desk) struct KnownToOrders {
    /// What states and drafts of orders are computed from.
    pub basis: Arc<OrderBasis>,
    pub presets: Arc<Vec<KeyedPreset>>,
}

impl Orders {
    /// Whether this window has changed the order last.
    pub fn is_changed_here(&self, row: &OrderInList) -> bool {
        self.changes.own.have(&row.id, row.revision)
    }

    /// The number of orders in this state.
    pub fn in_state(&self, state: OrderState) -> u64 {
        let mut counts = self.by_state.iter();
        let found = counts.find(|(of, _)| *of == state);
        found.map_or(0, |(_, orders)| *orders)
    }

    /// The number of all orders.
    pub fn total(&self) -> u64 {
        self.by_state.iter().map(|(_, orders)| orders).sum()
    }
}

impl AccountChange for Orders {
    fn give_up_requests(&mut self) {}

    /// The practice service has a workspace of its own, and prices belong to an account.
    fn forget_rows(&mut self) {
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
