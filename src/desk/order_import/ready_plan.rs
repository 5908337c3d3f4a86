//! The plan of a preview, kept so that a large file is not read once more for writing it.

use crate::desk::order_records::import::preview::ImportPreview;
use crate::desk::order_records::import::reader::{Planned, context_of, has_no_order};
use crate::orders::basis::OrderBasis;
use crate::orders::import::beside::FreedBeside;
use crate::orders::import::merge::ImportPlan;
use crate::orders::import::read_orders::ImportContext;
use crate::store::workspace::{Workspace, WorkspaceError};

/// A plan of more orders is not kept: while the preview is looked at, an order takes about two
/// kilobytes.
const MOST_ORDERS: usize = 150_000;

/// A plan that is made from the file alone. It holds as long as the workspace still has no order of
/// its source.
#[derive(Debug)]
pub(super) struct ReadyPlan {
    plan: FreedBeside<ImportPlan>,
    /// Of all its orders.
    source: String,
    /// What its orders were read with. Presets and states are given when they are written.
    context: ImportContext,
}

impl ReadyPlan {
    /// The preview, and its plan if that may be written later.
    pub(super) fn of_planned(
        planned: Planned,
        basis: &OrderBasis,
    ) -> (ImportPreview, Option<Self>) {
        let Planned { preview, plan, is_first } = planned;
        let is_kept = is_first && plan.orders.len() <= MOST_ORDERS;
        let ready = is_kept.then(|| Self {
            plan: FreedBeside::new(plan),
            source: preview.mapping.source.clone(),
            context: context_of(basis),
        });
        (preview, ready)
    }

    /// Whether the orders would be read the same now.
    pub(super) fn is_for(&self, basis: &OrderBasis) -> bool {
        self.context == context_of(basis)
    }

    /// The plan, unless orders of its source have come meanwhile.
    pub(super) async fn if_still_right(
        self,
        workspace: &dyn Workspace,
    ) -> Result<Option<ImportPlan>, WorkspaceError> {
        let is_right = has_no_order(workspace, &self.source).await?;
        Ok(self.plan.into_inner().filter(|_| is_right))
    }
}
