//! The rows of an account from the cache, shown before the network answers.

use std::sync::Arc;

use crate::api::account::{BalanceEntry, BalanceSummary};
use crate::api::carrier::Carrier;
use crate::api::carrier_account::CarrierAccount;
use crate::base::id::TrackingNumber;
use crate::desk::flows::copy_state;
use crate::desk::kernel::remote::{LoadedValue, Remote};
use crate::desk::kernel::saved_values::{
    BALANCE, CARRIER_ACCOUNTS, CARRIERS, CATALOGS, HISTORY, REFRESHED, SavedValue, logged,
    read_with_time, readable,
};
use crate::desk::owner::Desk;
use crate::desk::records::shipment_row;
use crate::desk::ship::special_prices::{self, SpecialPrices};
use crate::desk::shipments::list;
use crate::desk::tracking::Tracked;
use crate::desk::tracking::untracked::{self, UntrackedCarriers};
use crate::desk::{manifests, tracking};
use crate::parcel::catalogs::Catalogs;
use crate::store::cache::{Cache, Scope, ShipmentPage, ShipmentQuery, Snapshot};

/// Everything the cache stores about one account.
#[derive(Default)]
pub(in crate::desk) struct Rows {
    balance: SavedValue<BalanceSummary>,
    history: SavedValue<Vec<BalanceEntry>>,
    carriers: SavedValue<Vec<Carrier>>,
    carrier_accounts: SavedValue<Vec<CarrierAccount>>,
    catalogs: SavedValue<Catalogs>,
    refreshed: SavedValue<()>,
    shipments: Option<ShipmentPage>,
    tracked: Vec<(TrackingNumber, Snapshot)>,
    untracked: UntrackedCarriers,
    special_prices: SpecialPrices,
    manifests: manifests::Rows,
}

pub(in crate::desk) async fn rows(cache: &Cache, scope: &Scope) -> Rows {
    let query = ShipmentQuery { limit: list::PAGE, ..ShipmentQuery::default() };
    let scope_given = Some(scope);
    Rows {
        balance: read_with_time(cache, scope_given, BALANCE).await,
        history: read_with_time(cache, scope_given, HISTORY).await,
        carriers: read_with_time(cache, scope_given, CARRIERS).await,
        carrier_accounts: read_with_time(cache, scope_given, CARRIER_ACCOUNTS).await,
        catalogs: read_with_time(cache, scope_given, CATALOGS).await,
        refreshed: read_with_time(cache, scope_given, REFRESHED).await,
        shipments: logged(cache.find_shipments(scope, query).await),
        tracked: logged(cache.tracked(scope).await).unwrap_or_default(),
        untracked: untracked::rows(cache, scope).await,
        special_prices: special_prices::rows(cache, scope).await,
        manifests: manifests::rows(cache, scope).await,
    }
}

/// Shows cached rows wherever this run has no answer yet.
pub(in crate::desk) fn show(desk: &mut Desk, rows: Rows) {
    let state = &mut desk.state;
    prefer_answer(&mut state.balance.summary, rows.balance);
    prefer_answer(&mut state.balance.history.entries, rows.history);
    prefer_answer(&mut state.carriers.list, rows.carriers);
    prefer_answer(&mut state.carriers.accounts, rows.carrier_accounts);
    prefer_answer(&mut state.carriers.catalogs, rows.catalogs);
    prefer_answer(&mut state.shipments.refresh, rows.refreshed);
    if let Some(page) = rows.shipments
        && state.shipments.rows.is_empty()
        && state.shipments.search.is_empty()
    {
        state.shipments.rows = page.rows.into_iter().map(shipment_row::row).collect();
        state.shipments.matching = page.matching;
        state.shipments.total = page.total;
    }
    Arc::make_mut(&mut state.tracking.untracked).extend(rows.untracked);
    for (service, price) in rows.special_prices {
        state.ship.special_prices.entry(service).or_insert(price);
    }
    for (number, snapshot) in rows.tracked {
        if state.tracking.list.iter().any(|known| known.number == number) {
            continue;
        }
        let read = readable(&snapshot.json, "the tracking of a parcel");
        let tracking = match read {
            Some(value) => Remote::from_cache(value, snapshot.at),
            None => Remote::NotAsked,
        };
        state.tracking.list.push(Tracked { number, tracking });
    }
    tracking::sort(&mut state.tracking.list);
    desk.tracking(tracking::make_room);
    desk.tracking(tracking::recipients::look_up);
    desk.manifests(|me, ctx| manifests::show(me, ctx, rows.manifests));
    desk.changed = true;
    copy_state::to_each(desk);
}

fn prefer_answer<T>(remote: &mut Remote<T>, kept: SavedValue<T>) {
    let (Some((value, at)), None) = (kept, remote.known()) else {
        return;
    };
    let previous = LoadedValue { value: std::sync::Arc::new(value), at, cached: true };
    *remote = match std::mem::take(remote) {
        Remote::Loading { .. } => Remote::Loading { previous: Some(previous) },
        Remote::Failed { trouble, .. } => Remote::Failed { trouble, previous: Some(previous) },
        _ => Remote::Ready(previous),
    };
}
