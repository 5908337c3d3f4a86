//! The report of this computer after the shared workspace went back to an older copy: what it bought
//! is in the orders again, so other stations may go on buying.

use std::sync::Arc;

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::shared_place::SharedPlace;
use crate::desk::money::batch_purchase::BatchedPurchases;
use crate::desk::order_batches::OrderBatches;
use crate::desk::order_batches::claim_context::ClaimContext;
use crate::desk::order_batches::settle::Settler;
use crate::store::journal::Entry;
use crate::store::workspace::shared::{OwedReport, PurchaseWithoutOrder, ReportLook};
use crate::store::workspace::{ClaimedPurchase, WorkspaceError};

/// Lost purchases that are looked for beside the newest ones of any day, whatever the workspace counts.
const MOST_LOST: u64 = 20_000;

pub(super) struct Report {
    place: Arc<SharedPlace>,
    owed: OwedReport,
    batched: BatchedPurchases,
}

impl Report {
    /// `None` if nobody asks, or while a batch is sending: what it sends is reported when it has ended.
    pub fn due(me: &OrderBatches, ctx: &Ctx<'_>) -> Option<Self> {
        let owed = me.known.owed_report.clone()?;
        let is_signed_in = ctx.scope.is_some() && ctx.workspace_is_shared();
        let place = ctx.workspaces.shared_place().filter(|_| is_signed_in)?;
        let batched = me.known.batched.clone();
        batched.is_empty().then_some(Self { place, owed, batched })
    }

    pub fn lost(&self) -> u64 {
        self.owed.lost.min(MOST_LOST)
    }

    /// Returns what the stations say afterwards.
    pub async fn give(
        self,
        without_order: Vec<PurchaseWithoutOrder>,
    ) -> Result<Option<ReportLook>, WorkspaceError> {
        if !self.batched.is_empty() {
            return Ok(None);
        }
        let workspace = self.place.open().await?;
        workspace.report(&self.owed, &without_order).await?;
        workspace.look_for_reports().await.map(Some)
    }
}

impl Settler {
    /// The purchases after the copy whose orders are not in the workspace. `entries` begin with the
    /// newest, and the first one that its order has was there when the copy was made.
    pub(super) fn without_order(
        &self,
        entries: &[Entry],
        lost: u64,
        has_label: impl Fn(&Entry) -> Option<bool>,
    ) -> Vec<PurchaseWithoutOrder> {
        let mut found = Vec::new();
        for entry in entries.iter().take(usize::try_from(lost).unwrap_or(usize::MAX)) {
            match (has_label(entry), &entry.order) {
                (Some(true), _) => break,
                (None, Some(order)) => found.push(PurchaseWithoutOrder {
                    order: order.clone(),
                    transaction: entry.transaction.clone(),
                    purchase: ClaimedPurchase {
                        context: ClaimContext::of_entry(entry).to_json(),
                        body: entry.body.clone(),
                    },
                }),
                _ => {}
            }
        }
        found
    }
}
