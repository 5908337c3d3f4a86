//! Trying rules against all orders before they are kept. Orders are read in chunks by a job, so
//! that a hundred thousand of them block nothing.

use std::sync::Arc;

use crate::base::id::OrderId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::order_records::{CHUNK, unreadable};
use crate::desk::order_rules::OrderRules;
use crate::desk::order_rules::restate::OPEN_STATES;
use crate::orders::basis::OrderBasis;
use crate::orders::order::Order;
use crate::orders::order_row::{is_readable, order_of_row, recipient};
use crate::orders::rules::{KeyedRule, Placement, RuleTally, TrialChange, try_rules};
use crate::store::workspace::{OrderQuery, Workspace, WorkspaceError};

const TRY: Slot<OrderRules> = Slot::with_account("trial of rules");

/// Changed orders that are listed; all of them are counted.
pub const MOST_LISTED: usize = 500;

/// The rules that are being tried or were tried last.
#[derive(Clone, Debug, Default)]
pub struct Trial {
    pub tried: Arc<Vec<KeyedRule>>,
    /// Orders that were read so far.
    pub read: u64,
    /// All orders that rules may change.
    pub all: u64,
    /// `None` while orders are being read.
    pub answer: Option<Result<TrialAnswer, Trouble>>,
}

/// What the rules would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialAnswer {
    /// One for each rule, in their order.
    pub rules: Vec<RuleTally>,
    /// Orders that no rule fits.
    pub unfit: u64,
    /// Orders that rules do not change any more: bought, being bought or canceled.
    pub left_alone: u64,
    /// Orders whose preset or hold would change.
    pub changed: u64,
    /// The first [`MOST_LISTED`] of them.
    pub listed: Vec<ChangedOrder>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedOrder {
    pub id: OrderId,
    pub number: String,
    pub recipient: String,
    pub before: Placement,
    pub after: Placement,
}

/// Tries the rules, in this order. A trial that is under way ends.
pub(in crate::desk) fn try_against_orders(
    me: &mut OrderRules,
    ctx: &mut Ctx<'_>,
    rules: Vec<KeyedRule>,
) {
    let rules = Arc::new(rules);
    me.trial = Some(Trial { tried: Arc::clone(&rules), ..Trial::default() });
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.basis));
    ctx.jobs.start(TRY, |outbox| async move {
        let answer = async { run(workspace.open().await?.as_ref(), &basis, &rules, &outbox).await };
        let answer = answer.await;
        outbox
            .send(move |me, _| {
                if let Some(trial) = &mut me.trial {
                    trial.read = trial.all;
                    trial.answer = Some(answer.map_err(|error| unreadable(&error)));
                }
            })
            .await;
    });
}

/// Puts the result aside.
pub(in crate::desk) fn drop_trial(me: &mut OrderRules, ctx: &mut Ctx<'_>) {
    me.trial = None;
    ctx.jobs.abort(&TRY);
}

async fn run(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    rules: &[KeyedRule],
    outbox: &Outbox<OrderRules>,
) -> Result<TrialAnswer, WorkspaceError> {
    let query =
        OrderQuery { states: OPEN_STATES.to_vec(), limit: u32::MAX, ..OrderQuery::default() };
    let ids = workspace.order_ids(query).await?;
    let first = OrderQuery { limit: 1, ..OrderQuery::default() };
    let by_state = workspace.orders(first).await?.by_state;
    let closed = by_state.iter().filter(|(state, _)| !OPEN_STATES.contains(state));
    let mut answer = TrialAnswer {
        left_alone: closed.map(|(_, orders)| orders).sum(),
        ..TrialAnswer::default()
    };
    // Also without orders each rule has its tally.
    add(&mut answer, rules, basis, &[]);
    let (mut read, all) = (0, ids.len() as u64);
    for chunk in ids.chunks(CHUNK) {
        let rows = workspace.orders_by_id(chunk.to_vec()).await?;
        let readable = rows.iter().filter(|row| is_readable(row));
        let orders: Vec<(OrderId, Order)> =
            readable.map(|row| (row.id.clone(), order_of_row(row))).collect();
        answer.left_alone += (rows.len() - orders.len()) as u64;
        add(&mut answer, rules, basis, &orders);
        read += chunk.len() as u64;
        outbox
            .send(move |me, _| {
                if let Some(trial) = &mut me.trial {
                    (trial.read, trial.all) = (read, all);
                }
            })
            .await;
    }
    Ok(answer)
}

/// Adds what the rules would do with these orders.
fn add(
    answer: &mut TrialAnswer,
    rules: &[KeyedRule],
    basis: &OrderBasis,
    orders: &[(OrderId, Order)],
) {
    let pairs = orders.iter().map(|(id, order)| (id, order));
    let trial = try_rules(rules, pairs, &basis.rule_facts());
    match answer.rules.is_empty() {
        true => answer.rules = trial.rules,
        false => {
            for (sum, tally) in answer.rules.iter_mut().zip(trial.rules) {
                sum.fits += tally.fits;
                sum.undecided += tally.undecided;
            }
        }
    }
    answer.unfit += trial.unfit;
    answer.left_alone += trial.left_alone;
    answer.changed += trial.changes.len() as u64;
    // The changes come in the order of the orders.
    let mut left = orders.iter();
    for change in trial.changes {
        if answer.listed.len() == MOST_LISTED {
            return;
        }
        let order = left.find(|(id, _)| *id == change.id);
        answer.listed.extend(order.map(|(_, order)| listed(change, order)));
    }
}

fn listed(change: TrialChange, order: &Order) -> ChangedOrder {
    ChangedOrder {
        id: change.id,
        number: order.number.clone(),
        recipient: recipient(order),
        before: change.before,
        after: change.after,
    }
}
