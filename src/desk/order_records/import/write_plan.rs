//! Writing the plan of an import into the workspace.

use std::sync::Arc;

use tokio::sync::mpsc;

use crate::base::id::OrderId;
use crate::base::locale::Message;
use crate::desk::kernel::batch_job::Progress;
use crate::desk::kernel::jobs::Feature;
use crate::desk::order_records::order_keys::OrderKeys;
use crate::orders::basis::OrderBasis;
use crate::orders::import::merge::ImportPlan;
use crate::orders::order_row::write_of;
use crate::orders::rules::{PreparedRules, apply_verdict};
use crate::store::workspace::{
    OrderState, OrderWrite, Stopped, Workspace, WorkspaceError, WriteOutcome,
};

/// Orders that are written in one commit. The disk takes as long for one as for all of them, and
/// nothing else is written meanwhile.
const WRITTEN_AT_ONCE: usize = 10_000;

/// Letters of a refused order's number that are shown.
const SHOWN_NUMBER: usize = 40;

/// Writes the orders of a plan in some commits. While one is written, the next is prepared.
/// `progress` hears of each.
pub(in crate::desk) async fn write_plan<F: Feature>(
    workspace: &dyn Workspace,
    basis: &Arc<OrderBasis>,
    plan: ImportPlan,
    progress: Option<&Progress<F>>,
) -> Result<Written, WorkspaceError> {
    let keys = OrderKeys::read(workspace).await?;
    let basis = Arc::clone(basis);
    let (prepared, mut chunks) = mpsc::channel(1);
    let preparing = tokio::task::spawn_blocking(move || {
        let mut orders = plan.orders.into_iter();
        while !orders.as_slice().is_empty() {
            let orders = orders.by_ref().take(WRITTEN_AT_ONCE).collect();
            let writes = writes_of(ImportPlan { orders }, &basis, &keys);
            // The other end is closed if writing has failed.
            if !writes.is_empty() && prepared.blocking_send(writes).is_err() {
                break;
            }
        }
    });
    let mut written = Written::default();
    while let Some(writes) = chunks.recv().await {
        let orders = writes.len() as u64;
        written.write(workspace, writes).await?;
        if let Some(progress) = progress {
            progress.report_rows(orders, Vec::new()).await;
        }
    }
    preparing.await.map_err(|_| Stopped)?;
    Ok(written)
}

/// What an import has written.
#[derive(Debug, Default)]
pub(in crate::desk) struct Written {
    /// Key and state of each order, in the order of the plan; `None` if it was overtaken or refused.
    pub stored: Vec<Option<(OrderId, OrderState)>>,
    /// The orders that the workspace does not take: the place in `stored`, the number and why.
    pub refused: Vec<(usize, String, Message)>,
    pub orders: u64,
    pub need_attention: u64,
    /// Changed by another computer at the same moment; the next import of the file takes them.
    pub overtaken: u64,
}

impl Written {
    async fn write(
        &mut self,
        workspace: &dyn Workspace,
        writes: Vec<OrderWrite>,
    ) -> Result<(), WorkspaceError> {
        let named = writes.iter().map(|write| {
            let number: String = write.fields.number.chars().take(SHOWN_NUMBER).collect();
            (write.id.clone(), write.fields.state, number)
        });
        let named: Vec<(OrderId, OrderState, String)> = named.collect();
        let outcomes = workspace.write_orders(writes).await?;
        for ((id, state, number), outcome) in named.into_iter().zip(outcomes) {
            let is_written = matches!(outcome, WriteOutcome::Written(_));
            match outcome {
                WriteOutcome::Written(_) => {
                    self.orders += 1;
                    self.need_attention += u64::from(state == OrderState::NeedsAttention);
                }
                WriteOutcome::Refused(why) => self.refused.push((self.stored.len(), number, why)),
                _ => self.overtaken += 1,
            }
            self.stored.push(is_written.then_some((id, state)));
        }
        Ok(())
    }
}

/// Orders that the import writes, with the presets that the rules choose.
pub(in crate::desk) fn writes_of(
    plan: ImportPlan,
    basis: &OrderBasis,
    keys: &OrderKeys,
) -> Vec<OrderWrite> {
    let facts = basis.rule_facts();
    let rules = PreparedRules::new(&basis.rules, &facts);
    let writes = plan.orders.into_iter().filter_map(|planned| planned.write);
    let writes = writes.map(|write| {
        let (id, revision) = match write.existing {
            Some((id, revision)) => (id, Some(revision)),
            None => (keys.key_of(&write.order.source, &write.order.number), None),
        };
        let mut order = write.order;
        let verdict = rules.first_fit(&order);
        apply_verdict(&mut order, &verdict);
        write_of(basis, &id, revision, &order)
    });
    writes.collect()
}
