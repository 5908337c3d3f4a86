//! The ticked orders: their keys, and sums over all of them, on screen or not.

mod return_sums;

use std::collections::{BTreeMap, HashSet};

use crate::base::id::{OrderId, ShipmentId};
use crate::base::money::{Amount, Currency, Money};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::order_records::{CHUNK, unreadable};
use crate::desk::orders::{Orders, list};
use crate::orders::basis::OrderBasis;
use crate::orders::order_row::readable_order;
use crate::store::workspace::{OrderState, Workspace, WorkspaceError};

pub use return_sums::{PossibleReturn, ReturnSums, ReturnsToBuy};

const ALL: Slot<Orders> = Slot::with_account("all orders of the list");
const FOLLOW: Slot<Orders> = Slot::with_account("selected orders of the list");
const SUM: Slot<Orders> = Slot::with_account("sum of the selected orders");

/// The ticked orders of the list. What is done for the selection is done for what the list shows.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    ids: HashSet<OrderId>,
    /// In the order in which they were ticked, or of the list if all were.
    sequence: Vec<OrderId>,
    /// Ticked orders that do not match the filter. They are selected again when they do.
    aside: Vec<OrderId>,
    /// Of the orders as they were read last; `None` while they are being read.
    pub sums: Option<SelectionSums>,
}

/// What a batch of the selected orders would do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SelectionSums {
    pub by_state: BTreeMap<OrderState, u64>,
    /// The rated orders by carrier, in the order of the first of each.
    pub carriers: Vec<CarrierSum>,
    /// The rated orders by currency.
    pub totals: Vec<Money>,
    /// Each rated order with the price that is shown for it.
    pub priced: Vec<(OrderId, Money)>,
    /// Orders whose price changed with the latest rates.
    pub price_changes: u64,
    /// By how much all of these changed, by currency; less than zero if they are cheaper.
    pub changed_by: Vec<Money>,
    /// Orders that were changed since they were rated. They are not bought before they are rated
    /// again.
    pub outdated: u64,
    /// The labels that were bought, in the order of the selection.
    pub labels: Vec<SelectedLabel>,
    pub returns: ReturnSums,
}

/// The label of a selected order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectedLabel {
    pub order: OrderId,
    pub shipment: ShipmentId,
    pub is_printed: bool,
    pub is_handed_over: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CarrierSum {
    pub carrier: String,
    pub labels: u64,
    pub total: Money,
}

/// Adds the price of a label to the sum of its carrier. Currencies are not mixed.
fn add_to_carrier(carriers: &mut Vec<CarrierSum>, carrier: &str, price: Money) {
    let same =
        |sum: &&mut CarrierSum| sum.carrier == carrier && sum.total.currency == price.currency;
    if let Some(sum) = carriers.iter_mut().find(same) {
        sum.labels += 1;
        let amount = sum.total.amount.checked_add(price.amount);
        sum.total.amount = amount.unwrap_or(sum.total.amount);
    } else {
        carriers.push(CarrierSum { carrier: carrier.to_owned(), labels: 1, total: price });
    }
}

impl SelectionSums {
    /// Remembers that the price of an order is not the one that was shown before.
    fn add_change(&mut self, before: Money, price: Money) {
        self.price_changes += 1;
        let Some(by) = price.checked_sub(before) else {
            return;
        };
        let mut changes = self.changed_by.iter_mut();
        match changes.find(|change| change.currency == by.currency) {
            Some(change) => *change = change.checked_add(by).unwrap_or(*change),
            None => self.changed_by.push(by),
        }
    }
}

impl Selection {
    pub fn len(&self) -> usize {
        self.sequence.len()
    }

    pub fn is_empty(&self) -> bool {
        self.sequence.is_empty()
    }

    pub fn has(&self, id: &OrderId) -> bool {
        self.ids.contains(id)
    }

    pub fn ids(&self) -> &[OrderId] {
        &self.sequence
    }

    /// The number of selected orders in this state; 0 while it is not known.
    pub fn in_state(&self, state: OrderState) -> u64 {
        let sums = self.sums.as_ref();
        let count = sums.and_then(|sums| sums.by_state.get(&state));
        count.copied().unwrap_or_default()
    }

    /// The number of ticked orders that the list does not show.
    pub fn outside(&self) -> usize {
        self.aside.len()
    }

    fn set(&mut self, ids: Vec<OrderId>) {
        self.ids = ids.iter().cloned().collect();
        self.sequence = ids;
        self.sums = None;
    }

    pub fn tick(&mut self, ids: Vec<OrderId>, ticked: bool) {
        if ticked {
            for id in ids {
                if self.ids.insert(id.clone()) {
                    self.sequence.push(id);
                }
            }
            self.aside.retain(|id| !self.ids.contains(id));
        } else {
            for id in &ids {
                self.ids.remove(id);
            }
            self.sequence.retain(|id| self.ids.contains(id));
        }
        self.sums = None;
    }
}

/// The list shows other orders: those that are ticked and not among them are put aside.
pub(super) fn follow_filter(me: &mut Orders, ctx: &mut Ctx<'_>) {
    ctx.jobs.abort(&FOLLOW);
    let mut ticked = std::mem::take(&mut me.selection.sequence);
    ticked.append(&mut me.selection.aside);
    if me.filter.is_all() || ticked.is_empty() {
        me.selection.set(ticked);
        return sum_up(me, ctx);
    }
    // Until it is known which of them are shown, none is selected.
    me.selection.set(Vec::new());
    me.selection.aside = ticked;
    ctx.jobs.abort(&SUM);
    let workspace = ctx.workspace();
    let query = me.filter.query(0, u32::MAX);
    let work = async move { workspace.open().await?.order_ids(query).await };
    ctx.jobs.answer_or_notice(FOLLOW, work, unreadable, move |me, ctx, shown| {
        let shown: HashSet<OrderId> = shown.into_iter().collect();
        let aside = std::mem::take(&mut me.selection.aside);
        let (shown, aside) = aside.into_iter().partition(|id| shown.contains(id));
        me.selection.aside = aside;
        me.selection.tick(shown, true);
        sum_up(me, ctx);
    });
}

/// Ticks or unticks these orders.
pub(in crate::desk) fn tick(me: &mut Orders, ctx: &mut Ctx<'_>, ids: Vec<OrderId>, ticked: bool) {
    me.selection.tick(ids, ticked);
    sum_up(me, ctx);
}

/// Ticks every order that matches the filter, whether it is on screen or not.
pub(in crate::desk) fn tick_all(me: &mut Orders, ctx: &mut Ctx<'_>) {
    let workspace = ctx.workspace();
    let query = me.filter.query(0, u32::MAX);
    let work = async move { workspace.open().await?.order_ids(query).await };
    ctx.jobs.answer_or_notice(ALL, work, unreadable, move |me, ctx, ids| {
        me.selection.set(ids);
        me.selection.tick(Vec::new(), true);
        sum_up(me, ctx);
    });
}

pub(in crate::desk) fn untick_all(me: &mut Orders, ctx: &mut Ctx<'_>) {
    me.selection = Selection::default();
    for job in [&ALL, &FOLLOW, &SUM] {
        ctx.jobs.abort(job);
    }
}

/// Reads the selected orders and adds them up. Orders that do not exist any more leave the
/// selection, and so do those whose state the list does not show any more.
pub(in crate::desk) fn sum_up(me: &mut Orders, ctx: &mut Ctx<'_>) {
    if me.selection.is_empty() {
        me.selection.sums = None;
        return ctx.jobs.abort(&SUM);
    }
    let ids = me.selection.sequence.clone();
    let states = me.filter.states.clone();
    let (workspace, basis) = (ctx.workspace(), me.known.basis.clone());
    let work = async move {
        let workspace = workspace.open().await?;
        sums_of(workspace.as_ref(), &basis, &ids, &states).await
    };
    ctx.jobs.answer_or_notice(
        SUM,
        work,
        unreadable,
        move |me, ctx, Summed { sums, found, left }| {
            me.selection.set(found);
            me.selection.aside.extend(left);
            me.selection.sums = Some(sums);
            if ctx.jobs.take_stale(&SUM) {
                sum_up(me, ctx);
            }
        },
    );
}

/// As [`sum_up`], after news of other computers: sums that are being read come first.
pub(in crate::desk) fn follow_news(me: &mut Orders, ctx: &mut Ctx<'_>) {
    if !ctx.jobs.mark_stale(&SUM) {
        sum_up(me, ctx);
    }
}

/// What was found of some orders.
#[derive(Debug, Default)]
pub(in crate::desk) struct Summed {
    pub sums: SelectionSums,
    /// The keys of those that exist and are added up.
    found: Vec<OrderId>,
    /// Of those in other states in which something is to be done. The others are done with.
    left: Vec<OrderId>,
}

/// The sums of these orders, as far as they are in one of these states; none for any state.
pub(in crate::desk) async fn sums_of(
    workspace: &dyn Workspace,
    basis: &OrderBasis,
    ids: &[OrderId],
    states: &[OrderState],
) -> Result<Summed, WorkspaceError> {
    let Summed { mut sums, mut found, mut left } = Summed::default();
    let mut totals: BTreeMap<Currency, Amount> = BTreeMap::new();
    for chunk in ids.chunks(CHUNK) {
        for row in workspace.orders_by_id(chunk.to_vec()).await? {
            let readable = readable_order(&row);
            let state = readable.as_ref().map_or(OrderState::Unreadable, |_| row.fields.state);
            if !states.is_empty() && !states.contains(&state) {
                if list::TO_DO.contains(&state) {
                    left.push(row.id);
                }
                continue;
            }
            *sums.by_state.entry(state).or_default() += 1;
            found.push(row.id.clone());
            let Some(order) = readable else { continue };
            if let Some(label) = order.bought_label()
                && let Some(shipment) = label.shipment.clone()
            {
                sums.labels.push(SelectedLabel {
                    order: row.id.clone(),
                    shipment,
                    is_printed: !label.prints.is_empty(),
                    is_handed_over: label.manifest.is_some() || label.handed_over.is_some(),
                });
            }
            sums.returns.add(basis, &row.id, &order);
            if state != OrderState::Rated {
                let was_rated = state == OrderState::Ready && order.quote.is_some();
                sums.outdated += u64::from(was_rated);
                continue;
            }
            let Some(quote) = &order.quote else { continue };
            let is_current = basis.is_current(&order, quote, &basis.draft(&row.id, &order));
            let Some(price) = quote.rate.price().filter(|_| is_current) else {
                continue;
            };
            let sum = totals.get(&price.currency).copied().unwrap_or_default();
            // A price that makes the sum overflow is a fault, and such an order is not bought.
            let Some(sum) = sum.checked_add(price.amount) else {
                continue;
            };
            totals.insert(price.currency, sum);
            if let Some(before) = quote.changed_from {
                sums.add_change(before, price);
            }
            sums.priced.push((row.id, price));
            let carrier = quote.rate.carrier_code.as_deref().unwrap_or_default();
            add_to_carrier(&mut sums.carriers, carrier, price);
        }
    }
    let totals = totals.into_iter();
    sums.totals = totals.map(|(currency, amount)| Money::new(amount, currency)).collect();
    Ok(Summed { sums, found, left })
}
