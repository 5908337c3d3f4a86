//! Whose rows are on the screen: another account's replace them whole.

use crate::desk::balance::history;
use crate::desk::balance::history::Ledger;
use crate::desk::containers::Containers;
use crate::desk::flows::saved_rows;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::saved_values;
use crate::desk::parcel::draft::Draft;
use crate::desk::refunds::Refunds;
use crate::desk::ship::rate_history::PastQuotes;
use crate::desk::ship::{compare, draft_edit};
use crate::desk::shipments::sync::Sync;
use crate::desk::ship::address_sides::AddressChecks;
use crate::desk::balance::History;
use crate::desk::money::purchase::PurchaseStatus;
use crate::store::cache::Scope;
use crate::desk::shipments::list::Shipments;
use crate::desk::{Desk, addresses, carriers, manifests, tracking};

/// Puts another account's rows on the screen: nothing of the one before stays.
pub(in crate::desk) fn enter(desk: &mut Desk, scope: Scope) {
    if desk.scope.as_ref() == Some(&scope) {
        return;
    }
    forget_rows(desk);
    let kept = change_drafts(desk, &scope);
    desk.scope = Some(scope.clone());
    desk.state.known.here = Some(scope.clone());
    desk.sort_out();
    // What is settled is a row of its account; what is not stays in sight everywhere.
    let purchases = &mut desk.state.purchases;
    purchases.retain(|purchase| purchase.scope == scope || !is_settled(&purchase.status));
    draft_edit::recheck(desk);
    addresses::enter(desk);
    let cache = desk.cache.clone();
    desk.jobs.spawn(|outbox| async move {
        saved_values::logged(cache.enter_scope(&scope).await);
        let rows = saved_rows::rows(&cache, &scope).await;
        let draft = match kept {
            Kept::OnDisk(fresh) => saved_values::read(&cache, Some(&scope), saved_values::DRAFT)
                .await
                .map(|draft: Draft| (fresh, draft)),
            Kept::Here => None,
        };
        outbox
            .send(move |desk| {
                saved_rows::show(desk, rows);
                if let Some((fresh, draft)) = draft {
                    take_up(desk, &fresh, draft);
                }
                history::look(desk);
                tracking::refresh_all(desk);
            })
            .await;
    });
}

/// Takes everything of an account off the screen.
pub(in crate::desk) fn forget_rows(desk: &mut Desk) {
    desk.jobs.next_epoch();
    desk.link = None;
    desk.quoted = None;
    compare::forget(desk);
    let state = &mut desk.state;
    state.balance = Remote::NotAsked;
    state.history = History::default();
    state.ledger = Ledger::default();
    state.carriers = Remote::NotAsked;
    state.carrier_accounts = Remote::NotAsked;
    state.catalogs = Remote::NotAsked;
    state.accounts = carriers::Accounts::default();
    state.checks = AddressChecks::default();
    state.quote = Remote::NotAsked;
    state.quote_outdated = false;
    state.past = PastQuotes::default();
    state.just_bought = None;
    state.shipments = Shipments::default();
    state.sync = Sync::default();
    state.refunds = Refunds::default();
    state.containers = Containers::default();
    state.labels.clear();
    state.printing.work = None;
    state.printing.asked = None;
    state.printing.question = None;
    state.manifests = manifests::Manifests::default();
    state.documents.clear();
    // The book stays; what the account that is left was asked about it does not.
    state.addresses.check = Remote::NotAsked;
    state.addresses.storing = Remote::NotAsked;
    state.tracking.clear();
    state.route = None;
    state.radar = Remote::NotAsked;
    state.practice = None;
    state.practice_faults.clear();
    state.draft.chosen = None;
    state.twin = None;
    desk.likeness = None;
    let state = &mut desk.state;
    for side in [&mut state.draft.from, &mut state.draft.to] {
        // Ids of stored addresses belong to the account they were stored under.
        side.stored = None;
    }
    draft_edit::recheck(desk);
}

/// Where the draft of the account that is entered is.
enum Kept {
    /// On the screen already.
    Here,
    /// Perhaps in the cache; until then this fresh one is on the screen.
    OnDisk(Box<Draft>),
}

/// A draft stays with its account: a parcel of one shop is not finished in another's name,
/// nor one of the practice world for real money.
fn change_drafts(desk: &mut Desk, to: &Scope) -> Kept {
    let Some(from) = desk.scope.clone() else {
        // The draft was begun before anybody was signed in.
        return Kept::Here;
    };
    let left = std::mem::take(&mut desk.state.draft);
    if let Ok(json) = serde_json::to_string(&left) {
        let (cache, from) = (desk.cache.clone(), from.clone());
        desk.jobs.spawn_writing(|_| async move {
            saved_values::logged(cache.put(Some(&from), saved_values::DRAFT, json).await);
        });
    }
    desk.drafts.insert(from, left);
    let known = desk.drafts.remove(to);
    let kept = match &known {
        Some(_) => Kept::Here,
        None => Kept::OnDisk(Box::new(desk.state.draft.clone())),
    };
    match known {
        Some(draft) => draft_edit::put_back(desk, draft),
        None => draft_edit::put_back(desk, desk.state.draft.clone()),
    }
    kept
}

/// The draft read from the cache, unless somebody has begun another meanwhile.
fn take_up(desk: &mut Desk, fresh: &Draft, kept: Draft) {
    if desk.state.draft == *fresh {
        draft_edit::put_back(desk, kept);
    }
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
