//! Presets given to orders by a key or a menu, and how many orders would lose one that is deleted.

use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::notices::Tone;
use crate::desk::orders::change;
use crate::desk::orders::restate::OPEN_STATES;
use crate::desk::orders::{Orders, list};
use crate::message;
use crate::orders::order_edit::OrderEdit;
use crate::parcel::preset::{PresetPick, find_preset};
use crate::store::workspace::OrderQuery;

const COUNT: Slot<Orders> = Slot::with_account("orders of a preset");

/// How many orders have a preset.
#[derive(Clone, Debug)]
pub struct PresetUse {
    /// The key of the preset.
    pub key: String,
    /// Orders for which no purchase was begun. `None` while they are being counted.
    pub orders: Option<Result<u64, Trouble>>,
}

/// Gives the preset to the ticked orders, else to the open one.
pub(in crate::desk) fn use_preset(me: &mut Orders, ctx: &mut Ctx<'_>, pick: &PresetPick) {
    let key = match find_preset(&me.documents.presets, pick) {
        Ok(found) => found.key.clone(),
        Err(words) => return ctx.notice(Tone::Warning, words, None),
    };
    let open = me.open.iter().map(|open| open.id.clone());
    let ids = match me.selection.is_empty() {
        true => open.collect(),
        false => me.selection.ids().to_vec(),
    };
    if ids.is_empty() {
        return ctx.notice(Tone::Info, message!("presets-no-order-selected"), None);
    }
    change::edit(me, ctx, ids, OrderEdit::Preset(Some(key)));
}

/// Counts the orders that have the preset and are not bought.
pub(in crate::desk) fn count_orders(me: &mut Orders, ctx: &mut Ctx<'_>, key: String) {
    let query = OrderQuery {
        states: OPEN_STATES.to_vec(),
        preset: Some(key.clone()),
        limit: 1,
        ..OrderQuery::default()
    };
    me.preset_use = Some(PresetUse { key, orders: None });
    let workspace = ctx.workspace();
    ctx.jobs.start(COUNT, |outbox| async move {
        let counted = async { workspace.open().await?.orders(query).await };
        let counted = counted.await;
        outbox
            .send(move |me, _| {
                if let Some(counting) = &mut me.preset_use {
                    let orders = counted.map(|page| page.matching);
                    counting.orders = Some(orders.map_err(|error| list::unreadable(&error)));
                }
            })
            .await;
    });
}
