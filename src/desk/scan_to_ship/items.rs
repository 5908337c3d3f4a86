//! Checking the items of the scanned order, and its weight.

use crate::base::measure::WeightUnit;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure;
use crate::desk::kernel::jobs::NoSlot;
use crate::desk::kernel::notices::Tone;
use crate::desk::order_records::changes::{Change, write_changes};
use crate::desk::scan_to_ship::{ScanToShip, ScannedOrder, steps};
use crate::message;
use crate::orders::order::Order;
use crate::orders::order_edit::{OrderEdit, apply_edit};
use crate::orders::order_row::is_readable;
use crate::orders::scan_state::{
    BeltStop, ScanPhase, check_item, count_piece, is_code_of, pieces_left,
};
use crate::parcel::draft::Weighed;
use crate::store::workspace::WorkspaceError;

/// Whether the code is that of an item.
pub(super) fn has_code(scanned: &ScannedOrder, code: &str) -> bool {
    let mut items = scanned.order.order.items.iter();
    items.any(|item| is_code_of(item, code))
}

pub(super) fn are_left(me: &ScanToShip) -> bool {
    let scanned = me.open.as_ref();
    scanned.is_some_and(|scanned| {
        is_open(scanned) && pieces_left(&scanned.order.order.items, &scanned.scanned) > 0
    })
}

/// Whether the items can still stop the purchase.
fn is_open(scanned: &ScannedOrder) -> bool {
    let is_before = !matches!(scanned.progress.phase, ScanPhase::Buying | ScanPhase::Over);
    is_before && scanned.shipment().is_none()
}

/// Counts the code as a piece of its item, or stops the belt because it is one too many. Returns
/// false if no item has this code.
pub(super) fn take_code(me: &mut ScanToShip, ctx: &mut Ctx<'_>, code: &str) -> bool {
    let Some(scanned) = &mut me.open else {
        return false;
    };
    if !is_open(scanned) {
        return false;
    }
    match count_piece(&scanned.order.order.items, &scanned.scanned, code) {
        Ok(counts) => take_counts(me, ctx, counts),
        Err(BeltStop::NotInOrder { .. }) => return false,
        Err(stop) => scanned.progress.stop = Some(stop),
    }
    true
}

pub(super) fn stop_for_wrong_item(me: &mut ScanToShip, code: &str) {
    if let Some(scanned) = &mut me.open
        && is_open(scanned)
    {
        let code = code.to_owned();
        scanned.progress.stop = Some(BeltStop::NotInOrder { code });
    }
}

/// Checks the pieces of an item whose code cannot be scanned.
pub(super) fn check_by_hand(me: &mut ScanToShip, ctx: &mut Ctx<'_>, place: usize) {
    let Some(scanned) = me.open.as_ref().filter(|scanned| is_open(scanned)) else {
        return;
    };
    let counts = check_item(&scanned.order.order.items, &scanned.scanned, place);
    take_counts(me, ctx, counts);
}

/// Begins the check of the items anew.
pub(super) fn uncheck(me: &mut ScanToShip, ctx: &mut Ctx<'_>) {
    let Some(scanned) = me.open.as_mut().filter(|scanned| is_open(scanned)) else {
        return;
    };
    scanned.scanned.clear();
    store(me, ctx, |order| {
        apply_edit(order, &OrderEdit::Scanned(Vec::new()));
    });
}

/// Shows and stores the counts. Two pieces may be scanned before the first is stored, so a count never
/// becomes less.
fn take_counts(me: &mut ScanToShip, ctx: &mut Ctx<'_>, counts: Vec<u32>) {
    if let Some(scanned) = &mut me.open {
        scanned.scanned.clone_from(&counts);
    }
    steps::show_pieces_left(me, ctx);
    store(me, ctx, move |order| {
        let stored = |place: usize| order.scanned.get(place).copied().unwrap_or_default();
        let merged = counts.iter().enumerate().map(|(place, count)| stored(place).max(*count));
        let edit = OrderEdit::Scanned(merged.collect());
        apply_edit(order, &edit);
    });
}

/// The weight of the scanned order, from the scale.
pub(in crate::desk) fn take_weight(me: &mut ScanToShip, ctx: &mut Ctx<'_>, weighed: Weighed) {
    let edit = OrderEdit::Weight {
        text: weighed.digits.clone(),
        unit: weighed.unit,
        weighed: Some(weighed),
    };
    set_weight(me, ctx, edit);
}

/// The weight of the scanned order, typed by a person.
pub(super) fn take_typed_weight(
    me: &mut ScanToShip,
    ctx: &mut Ctx<'_>,
    text: String,
    unit: WeightUnit,
) {
    let edit = OrderEdit::Weight { text, unit, weighed: None };
    set_weight(me, ctx, edit);
}

fn set_weight(me: &mut ScanToShip, ctx: &mut Ctx<'_>, edit: OrderEdit) {
    let Some(scanned) = &me.open else {
        return;
    };
    let obstacle = match scanned.progress.phase {
        ScanPhase::Buying => Some(message!("settings-not-weighed-buying")),
        _ if !is_open(scanned) => Some(message!("scan-not-weighed-bought")),
        _ if scanned.is_working() => Some(message!("scan-not-weighed-rating")),
        _ => None,
    };
    if let Some(words) = obstacle {
        return ctx.notice(Tone::Warning, words, None);
    }
    store(me, ctx, move |order| apply_edit(order, &edit));
}

/// Changes the scanned order as it is in the workspace then. There is nothing to undo: the next scan
/// follows at once.
fn store(
    me: &mut ScanToShip,
    ctx: &mut Ctx<'_>,
    edit: impl Fn(&mut Order) + Send + Sync + 'static,
) {
    let Some(scanned) = &mut me.open else {
        return;
    };
    scanned.unwritten += 1;
    let changed = scanned.order.id.clone();
    let (id, basis) = (scanned.order.id.clone(), me.known.basis.clone());
    let workspace = ctx.workspace();
    let work = async move {
        let workspace = workspace.open().await?;
        let mut rows = workspace.orders_by_id(vec![id]).await?.into_iter();
        let row = rows.find(is_readable);
        let changes = row.map(|row| Change::made_to_row(&row, edit)).into_iter().collect();
        write_changes(workspace.as_ref(), &basis, changes).await?;
        Ok::<(), WorkspaceError>(())
    };
    ctx.jobs.answer(NoSlot::<ScanToShip>::until_finished(), work, move |me, ctx, written| {
        let scanned = me.open.as_mut();
        if let Some(scanned) = scanned.filter(|scanned| scanned.order.id == changed) {
            scanned.unwritten = scanned.unwritten.saturating_sub(1);
        }
        match written {
            Ok(()) => ctx.announce(Event::OrdersChanged),
            Err(error) => {
                let attempted = message!("orders-attempted-change");
                ctx.notice_failure(failure::describe_local_error(attempted, &error));
            }
        }
    });
}
