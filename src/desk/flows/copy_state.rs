//! Copies what a feature must know of another one to it after each change. The cost is a few
//! counters and clones of shared values.

use std::sync::Arc;

use jiff::Timestamp;

use crate::base::id::ShipmentId;
use crate::base::locale::Message;
use crate::desk::flows::scan_to_ship;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::kernel::remote::Remote;
use crate::desk::manifests::KnownToManifests;
use crate::desk::money::Purchases;
use crate::desk::money::purchase::PurchaseStatus;
use crate::desk::money::purchases::is_beginning;
use crate::desk::order_batches::KnownToOrderBatches;
use crate::desk::order_import::KnownToOrderImport;
use crate::desk::order_printing::KnownToOrderPrinting;
use crate::desk::order_results::KnownToOrderResults;
use crate::desk::order_rules::basis::{self, KnownToOrderRules};
use crate::desk::orders::KnownToOrders;
use crate::desk::owner::Desk;
use crate::desk::scale::{self, KnownToScale, free_package};
use crate::desk::ship::{KnownToShip, rates};
use crate::desk::state::State;
use crate::rows::scope::Environment;

pub(in crate::desk) fn to_each(desk: &mut Desk) {
    let state = &mut desk.state;
    rates::hide_services(&mut state.ship, &state.settings.hidden_services);
    let (ship, purchases) = (&state.ship, &state.purchases);
    let draft = &ship.draft;
    let is_being_bought = is_beginning(purchases, draft)
        || purchases.living_try(&draft.order, draft.sequence).is_some();

    let of_draft = if ship.just_bought.is_some() {
        KnownToScale::Bought
    } else if is_being_bought {
        KnownToScale::BeingBought
    } else {
        KnownToScale::Free(free_package(&draft.packages))
    };
    let waited = state.scale.draft == KnownToScale::OfOrder;
    state.scale.draft = scan_to_ship::known_to_scale(state, of_draft);
    let begins_to_wait = !waited && state.scale.draft == KnownToScale::OfOrder;
    let chosen = draft.chosen.as_ref();
    state.carriers.chosen_for_draft = chosen.and_then(|rate| rate.carrier_account_id.clone());
    let in_sight = [&ship.just_bought, &state.shipments.selected];
    state.labels.in_sight = in_sight.into_iter().flatten().cloned().collect();
    let carriers = &state.carriers;
    state.manifests.carriers =
        KnownToManifests { list: shared(&carriers.list), accounts: shared(&carriers.accounts) };
    state.shipments.untracked = Arc::clone(&state.tracking.untracked);
    state.manifests.untracked = Arc::clone(&state.tracking.untracked);
    state.stations.known_busy = state.is_busy_with_orders();
    let sender = state.ship.draft.usual_sender.as_deref();
    state.order_rules.known = KnownToOrderRules {
        catalogs: shared(&carriers.catalogs),
        accounts: shared(&carriers.accounts),
        hidden_services: state.settings.hidden_services.clone(),
        sender: sender.unwrap_or(&state.ship.draft.from).clone(),
    };
    let summary = state.balance.summary.value();
    state.accounts.service_name = summary.and_then(|summary| summary.name.clone());
    state.ship.known = KnownToShip {
        catalogs: shared(&carriers.catalogs),
        accounts: shared(&carriers.accounts),
        presets: Arc::clone(&state.order_rules.documents.presets),
        is_being_bought,
    };
    if let Some(twin) = &mut state.ship.duplicate
        && let Some(started) = purchases_started(&state.purchases, &twin.row.id)
    {
        // The start time of a purchase of this run is known by this machine's clock.
        twin.bought = started;
    }
    desk.order_rules(|me, ctx| basis::renew_when_outdated(me, ctx));
    let state = &mut desk.state;
    let rules = &state.order_rules;
    state.orders.known = KnownToOrders {
        basis: Arc::clone(&rules.basis),
        presets: Arc::clone(&rules.documents.presets),
    };
    state.order_batches.known = KnownToOrderBatches {
        basis: Arc::clone(&rules.basis),
        has_documents: rules.documents.loaded,
        is_importing: state.order_import.writing.as_ref().is_some_and(BatchJob::is_running),
        buying_stopped: buying_stopped(state),
        waits_for_reports: state.stations.missing_reports().is_some(),
        owed_report: state.stations.reports.owed.clone(),
        batched: state.purchases.batched.clone(),
    };
    state.order_import.known = KnownToOrderImport {
        basis: Arc::clone(&rules.basis),
        documents: Arc::clone(&rules.shared),
        is_busy: state.order_batches.is_busy(),
    };
    state.order_printing.known = KnownToOrderPrinting { basis: Arc::clone(&rules.basis) };
    state.order_results.known = KnownToOrderResults {
        basis: Arc::clone(&rules.basis),
        documents: Arc::clone(&rules.shared),
        is_buying: state.order_batches.is_buying(),
    };
    scan_to_ship::tell(desk);
    if begins_to_wait {
        desk.scale(scale::take_resting_weight);
    }
}

/// Why no order can be bought. The workspace of a server says nothing about invented orders.
fn buying_stopped(state: &State) -> Option<Message> {
    let is_practice = state.environment() == Some(Environment::Practice);
    let of_workspace = match is_practice {
        true => None,
        false => state.stations.buying_obstacle(),
    };
    state.purchases.stopped().or(of_workspace)
}

/// When this run started to buy this shipment; `None` if another run bought it.
fn purchases_started(purchases: &Purchases, id: &ShipmentId) -> Option<Timestamp> {
    let mut list = purchases.list.iter();
    let own = list.find(|purchase| {
        matches!(&purchase.status, PurchaseStatus::Bought { shipment, .. } if shipment == id)
    });
    own.map(|purchase| purchase.started)
}

fn shared<T>(remote: &Remote<T>) -> Option<Arc<T>> {
    remote.known().map(|known| Arc::clone(&known.value))
}
