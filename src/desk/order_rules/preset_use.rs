//! How many orders would lose a preset that is deleted.

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::order_records::unreadable;
use crate::desk::order_rules::OrderRules;
use crate::desk::order_rules::restate::OPEN_STATES;
use crate::store::workspace::OrderQuery;

const COUNT: Slot<OrderRules> = Slot::with_account("orders of a preset");

/// How many orders have a preset.
#[derive(Clone, Debug)]
pub struct PresetUse {
    /// The key of the preset.
    pub key: String,
    /// Orders for which no purchase was begun. `None` while they are being counted.
    pub orders: Option<Result<u64, Trouble>>,
}

/// Counts the orders that have the preset and are not bought.
pub(in crate::desk) fn count_orders(me: &mut OrderRules, ctx: &mut Ctx<'_>, key: String) {
    let query = OrderQuery {
        states: OPEN_STATES.to_vec(),
        preset: Some(key.clone()),
        limit: 1,
        ..OrderQuery::default()
    };
    me.preset_use = Some(PresetUse { key, orders: None });
    let workspace = ctx.workspace();
    let work = async move { workspace.open().await?.orders(query).await };
    ctx.jobs.answer(COUNT, work, move |me, _, counted| {
        if let Some(counting) = &mut me.preset_use {
            let orders = counted.map(|page| page.matching);
            counting.orders = Some(orders.map_err(|error| unreadable(&error)));
        }
    });
}
