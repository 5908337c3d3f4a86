//! Switches the account on the screen: all rows of the previous one are replaced.

use crate::desk::balance::history;
use crate::desk::flows::leave_account::forget_rows;
use crate::desk::flows::order_workspace;
use crate::desk::flows::saved_rows;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::saved_values;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::owner::{Desk, to_desk};
use crate::desk::ship::{Ship, draft_edit};
use crate::desk::{addresses, tracking};
use crate::parcel::draft::Draft;
use crate::store::cache::Scope;

/// Shows the rows of another account; nothing of the previous one stays.
pub(in crate::desk) fn enter(desk: &mut Desk, scope: Scope) {
    if desk.scope.as_ref() == Some(&scope) {
        return;
    }
    forget_rows(desk);
    let kept = change_drafts(desk, &scope);
    desk.scope = Some(scope.clone());
    desk.state.accounts.saved.current_scope = Some(scope.clone());
    desk.kernel(|ctx| ctx.show_notices_of_account());
    // Settled purchases are shown only with their account; unsettled ones stay visible everywhere.
    let purchases = &mut desk.state.purchases.list;
    purchases.retain(|purchase| purchase.scope == scope || !is_settled(&purchase.status));
    desk.ship(draft_edit::recheck);
    desk.addresses(addresses::enter);
    order_workspace::enter(desk);
    let cache = desk.cache.clone();
    desk.jobs.spawn(|outbox: Outbox<()>| async move {
        saved_values::logged(cache.enter_scope(&scope).await);
        let rows = saved_rows::rows(&cache, &scope).await;
        let draft = match kept {
            DraftLocation::OnDisk(fresh) => {
                saved_values::read(&cache, Some(&scope), saved_values::DRAFT)
                    .await
                    .map(|draft: Draft| (fresh, draft))
            }
            DraftLocation::Here => None,
        };
        let fold = to_desk(move |desk| {
            saved_rows::show(desk, rows);
            if let Some((fresh, draft)) = draft {
                take_up(desk, &fresh, draft);
            }
            desk.balance(history::reload_ledger);
            desk.tracking(tracking::refresh_all);
        });
        outbox.send_to_desk(fold).await;
    });
}

/// Where the draft of the new account is.
enum DraftLocation {
    /// On the screen already.
    Here,
    /// Possibly in the cache; until it is read, this new draft is on the screen.
    OnDisk(Box<Draft>),
}

/// Swaps the drafts. A draft stays with its account, so that a parcel of one shop is not finished
/// in another's name, nor a practice parcel for real money.
fn change_drafts(desk: &mut Desk, to: &Scope) -> DraftLocation {
    let Some(from) = desk.scope.clone() else {
        // The draft was started before anyone signed in.
        return DraftLocation::Here;
    };
    let ship = &mut desk.state.ship;
    let left = std::mem::take(&mut ship.draft);
    if let Ok(json) = serde_json::to_string(&left) {
        let (cache, from) = (desk.cache.clone(), from.clone());
        desk.jobs.spawn_writing(|_: Outbox<Ship>| async move {
            saved_values::logged(cache.put(Some(&from), saved_values::DRAFT, json).await);
        });
    }
    ship.drafts.insert(from, left);
    let known = ship.drafts.remove(to);
    let fresh = ship.draft.clone();
    match known {
        Some(draft) => {
            put_back(desk, draft);
            DraftLocation::Here
        }
        None => {
            put_back(desk, fresh.clone());
            DraftLocation::OnDisk(Box::new(fresh))
        }
    }
}

/// Shows the draft read from the cache, unless the user has started another one meanwhile.
fn take_up(desk: &mut Desk, fresh: &Draft, kept: Draft) {
    if desk.state.ship.draft == *fresh {
        put_back(desk, kept);
    }
}

/// Restores the draft that the account was left with. If it was bought meanwhile, it is no longer a
/// draft.
fn put_back(desk: &mut Desk, draft: Draft) {
    let is_bought = desk.state.purchases.list.iter().any(|purchase| {
        purchase.order.as_ref() == Some(&draft.order)
            && purchase.sequence == draft.sequence
            && matches!(purchase.status, PurchaseStatus::Bought { .. })
    });
    desk.ship(|ship, ctx| draft_edit::put_back(ship, ctx, draft, is_bought));
}

fn is_settled(status: &PurchaseStatus) -> bool {
    match status {
        PurchaseStatus::Bought { .. }
        | PurchaseStatus::ToppedUp { .. }
        | PurchaseStatus::RefundAsked { .. }
        | PurchaseStatus::Rejected { .. } => true,
        PurchaseStatus::Held { .. }
        | PurchaseStatus::NotSent { .. }
        | PurchaseStatus::Sending
        | PurchaseStatus::Checking { .. }
        | PurchaseStatus::Absent { .. } => false,
    }
}
