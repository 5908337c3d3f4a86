//! From a scanned number to its order.

use std::sync::Arc;

use super::{ScanLookUp, ScanToShip, ScannedOrder, go_on, items};
use crate::base::id::OrderId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::workspaces::WorkspaceHandle;
use crate::desk::order_records::import::keyed::{KeyedImport, Unfilled};
use crate::desk::order_records::unreadable;
use crate::orders::order_row::{OrderInList, in_list};
use crate::store::workspace::{OrderRow, OrderState, WorkspaceError};

const SEARCH: Slot<ScanToShip> = Slot::with_account("order of a scanned number");
const ASK: Slot<ScanToShip> = Slot::with_account("order of the shop's database");

/// No carrier's number is shorter.
const SHORTEST_OF_PARCEL: usize = 8;

/// What a number means that no order has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::desk) enum Unfound {
    /// It may be the number of a parcel.
    MayBeParcel,
    /// It was meant as the number of an order, so the person is told.
    Told,
    /// Items are being checked, and this is none of them.
    WrongItem,
}

/// Looks for the number in the workspace, then in the shop's database.
pub(super) fn look_up(me: &mut ScanToShip, ctx: &mut Ctx<'_>, number: &str, unfound: Unfound) {
    ctx.jobs.abort(&ASK);
    if unfound != Unfound::WrongItem {
        // The parcel at hand is another one by now.
        me.open = None;
    }
    let number = number.to_owned();
    me.look_up = Some(ScanLookUp::Searching { number: number.clone() });
    let workspace = ctx.workspace();
    let work = async move {
        let found = orders_with_number(&workspace, &number).await;
        (found, number)
    };
    ctx.jobs.answer(SEARCH, work, move |me, ctx, (found, number)| match found {
        Ok(rows) if rows.is_empty() => not_in_workspace(me, ctx, number, unfound),
        Ok(rows) => found_here(me, ctx, number, rows),
        Err(error) => {
            let reason = error.to_string().into();
            show(me, ScanLookUp::Refused { number, reason });
        }
    });
}

async fn orders_with_number(
    workspace: &WorkspaceHandle,
    number: &str,
) -> Result<Vec<OrderRow>, WorkspaceError> {
    let spellings = spellings(number);
    let workspace = workspace.open().await?;
    workspace.orders_by_number(None, spellings).await
}

/// Looks for the number in the workspace only. Nothing is shown if no order has it.
pub(super) fn look_up_here(ctx: &mut Ctx<'_>, number: &str, is_scanned: bool) {
    let number = number.to_owned();
    let workspace = ctx.workspace();
    let work = async move {
        let found = orders_with_number(&workspace, &number).await;
        (found, number)
    };
    ctx.jobs.answer(SEARCH, work, move |me, ctx, (found, number)| match found {
        Ok(rows) if rows.is_empty() => {}
        Ok(rows) => {
            me.is_used |= is_scanned;
            me.is_typed = !is_scanned;
            found_here(me, ctx, number, rows);
        }
        Err(error) => ctx.notice_failure(unreadable(&error)),
    });
}

/// Some shops write a number sign before the number in one place and leave it out in another.
fn spellings(number: &str) -> Vec<String> {
    let other = match number.strip_prefix('#') {
        Some(bare) => bare.to_owned(),
        None => format!("#{number}"),
    };
    vec![number.to_owned(), other]
}

pub(super) fn show(me: &mut ScanToShip, look_up: ScanLookUp) {
    me.look_up = Some(look_up);
    me.answered += 1;
}

/// Ends what is being looked up.
pub(super) fn give_up(me: &mut ScanToShip, ctx: &mut Ctx<'_>) {
    ctx.jobs.abort(&SEARCH);
    ctx.jobs.abort(&ASK);
    me.look_up = None;
}

fn found_here(me: &mut ScanToShip, ctx: &mut Ctx<'_>, number: String, rows: Vec<OrderRow>) {
    let is_exact = |row: &OrderRow| row.fields.number == number;
    let has_exact = rows.iter().any(is_exact);
    let rows = rows.into_iter().filter(|row| !has_exact || is_exact(row));
    let mut orders: Vec<OrderRow> = rows.collect();
    orders.sort_by_key(|row| (!can_be_shipped(row), std::cmp::Reverse(row.position)));
    let orders = orders.into_iter().map(|row| Arc::new(in_list(row, &me.known.basis)));
    let orders: Vec<Arc<OrderInList>> = orders.collect();
    match orders.as_slice() {
        [only] => open(me, ctx, Arc::clone(only), None),
        _ => show(me, ScanLookUp::Several { number, orders }),
    }
}

fn can_be_shipped(row: &OrderRow) -> bool {
    let state = row.fields.state;
    !state.may_have_cost_money() && state != OrderState::Canceled
}

/// A person picks one of several orders.
pub(super) fn pick(me: &mut ScanToShip, ctx: &mut Ctx<'_>, id: &OrderId) {
    let Some(ScanLookUp::Several { orders, .. }) = &me.look_up else {
        return;
    };
    let picked = orders.iter().find(|order| order.id == *id).cloned();
    if let Some(picked) = picked {
        open(me, ctx, picked, None);
    }
}

fn open(
    me: &mut ScanToShip,
    ctx: &mut Ctx<'_>,
    order: Arc<OrderInList>,
    filled_from: Option<String>,
) {
    let id = order.id.clone();
    me.look_up = None;
    me.next = None;
    me.open = Some(ScannedOrder {
        filled_from,
        seen: me.known.lists_read,
        is_typed: me.is_typed,
        ..ScannedOrder::new(order)
    });
    me.answered += 1;
    ctx.announce(Event::OrderToOpen(id));
    go_on(me, ctx);
}

fn not_in_workspace(me: &mut ScanToShip, ctx: &mut Ctx<'_>, number: String, unfound: Unfound) {
    if unfound == Unfound::WrongItem {
        me.look_up = None;
        me.answered += 1;
        items::stop_for_wrong_item(me, &number);
        return go_on(me, ctx);
    }
    let Some(import) = keyed_import(me, ctx) else {
        me.look_up = None;
        return match unfound {
            Unfound::MayBeParcel if number.chars().count() >= SHORTEST_OF_PARCEL => {
                ctx.announce(Event::NumberOfNoOrder(number));
            }
            _ => show(me, ScanLookUp::Nothing { number, database: None }),
        };
    };
    let database = import.database.name.clone();
    show(me, ScanLookUp::Asking { number: number.clone(), database: database.clone() });
    let work = async move {
        let filled = import.fill(&number).await;
        (filled, number)
    };
    ctx.jobs.answer(ASK, work, move |me, ctx, (filled, number)| match filled {
        Ok(row) => {
            let order = Arc::new(in_list(row, &me.known.basis));
            open(me, ctx, order, Some(database));
            ctx.announce(Event::OrdersChanged);
        }
        Err(Unfilled::Nothing) => {
            let database = Some(database);
            show(me, ScanLookUp::Nothing { number, database });
        }
        Err(Unfilled::Refused(reason)) => {
            show(me, ScanLookUp::Refused { number, reason });
        }
    });
}

/// The database that is asked for numbers, if one is set.
fn keyed_import(me: &mut ScanToShip, ctx: &mut Ctx<'_>) -> Option<KeyedImport> {
    let key = me.known.documents.shop.profile.keyed_database.as_str();
    let mut databases = me.known.documents.databases.iter();
    let keyed = databases.find(|keyed| keyed.key == key)?;
    Some(KeyedImport {
        is_allowed: !me.known.documents.not_allowed.contains(key),
        key: keyed.key.clone(),
        database: Arc::new(keyed.document.clone()),
        places: ctx.secret_places.clone(),
        workspace: ctx.workspace(),
        basis: Arc::clone(&me.known.basis),
        at: ctx.clock.now(),
    })
}
