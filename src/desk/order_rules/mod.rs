//! What orders are judged by: the documents of the workspace with their presets and rules, and what
//! follows from them together with the account. Rules are tried here, and states of orders are computed
//! again when they change.

mod allowed_here;
pub(in crate::desk) mod basis;
pub(in crate::desk) mod documents;
pub mod intent;
pub mod preset_use;
mod restate;
pub mod trial;

use std::sync::Arc;

use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::order_rules::basis::KnownToOrderRules;
use crate::desk::order_rules::preset_use::PresetUse;
use crate::desk::order_rules::trial::Trial;
use crate::orders::basis::OrderBasis;
use crate::orders::documents::Documents;

#[derive(Debug, Default)]
pub struct OrderRules {
    pub documents: Documents,
    /// The same documents, as other features have them.
    pub(in crate::desk) shared: Arc<Documents>,
    /// What states and drafts of orders are computed from.
    pub(in crate::desk) basis: Arc<OrderBasis>,
    /// The rules that were tried last, and what they would do.
    pub trial: Option<Trial>,
    /// How many orders have the preset that may be deleted.
    pub preset_use: Option<PresetUse>,
    /// What the feature knows of others; copied to it after each change.
    pub known: KnownToOrderRules,
}

impl AccountChange for OrderRules {
    fn give_up_requests(&mut self) {}

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}

/// Carriers, accounts or their catalogs arrived: problems may come or go.
pub(in crate::desk) fn catalogs_changed(me: &mut OrderRules, ctx: &mut Ctx<'_>) {
    if me.documents.loaded {
        restate::restate_open_orders(me, ctx);
    }
}
