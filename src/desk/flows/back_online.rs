//! Repeats the requests that failed while there was no connection.

use crate::desk::carriers::catalogs;
use crate::desk::labels::{LabelView, documents};
use crate::desk::owner::Desk;
use crate::desk::ship::rates;
use crate::desk::shipments::{list, sync};
use crate::desk::{balance, labels, manifests, tracking};

type Again = fn(&mut Desk);

/// Requests again what failed for lack of a connection, and nothing else: without this, every
/// reconnect would reload everything. Results of user actions that failed stay on the screen.
pub(in crate::desk) fn ask_again(desk: &mut Desk) {
    let state = &mut desk.state;
    for check in
        [&mut state.ship.checks.from, &mut state.ship.checks.to, &mut state.addresses.check]
    {
        check.clear_offline_failure();
    }
    let views = state.labels.views.iter_mut();
    let labels: Vec<_> =
        views.filter_map(|(id, view)| view.forget_offline().then(|| id.clone())).collect();
    let views = state.labels.documents.iter_mut();
    let documents: Vec<_> =
        views.filter_map(|(id, view)| view.forget_offline().then(|| id.clone())).collect();
    let carriers = [
        state.carriers.list.clear_offline_failure(),
        state.carriers.accounts.clear_offline_failure(),
        state.carriers.catalogs.clear_offline_failure(),
    ];
    let parcels = state.tracking.list.iter_mut();
    let lost = parcels.filter_map(|parcel| parcel.tracking.clear_offline_failure().then_some(()));
    let older = &mut state.shipments.sync.trouble;
    let due: [(bool, Again); 9] = [
        (carriers.contains(&true), |desk| {
            desk.carriers(catalogs::refresh_carriers);
        }),
        (lost.count() > 0, |desk| desk.tracking(tracking::refresh_all)),
        (state.shipments.refresh.clear_offline_failure(), |desk| {
            desk.shipments(list::refresh);
        }),
        (older.take_if(|trouble| trouble.offline).is_some(), |desk| {
            desk.shipments(sync::fetch_older)
        }),
        (state.shipments.detail.clear_offline_failure(), |desk| {
            let selected = desk.state.shipments.selected.clone();
            desk.shipments(|me, ctx| list::select(me, ctx, selected));
        }),
        (state.balance.summary.clear_offline_failure(), |desk| {
            desk.balance(balance::refresh);
        }),
        (state.balance.history.entries.clear_offline_failure(), |desk| {
            desk.balance(balance::reload_history);
        }),
        (state.manifests.list.clear_offline_failure(), |desk| {
            desk.manifests(manifests::refresh);
        }),
        (state.ship.quote.clear_offline_failure(), |desk| {
            desk.ship(|ship, ctx| {
                if rates::not_ready(ship, ctx).is_none() {
                    rates::get(ship, ctx);
                }
            });
        }),
    ];
    for (_, again) in due.into_iter().filter(|(due, _)| *due) {
        again(desk);
    }
    for label in labels {
        desk.labels(|me, ctx| labels::show(me, ctx, label));
    }
    for document in documents {
        desk.labels(|me, ctx| documents::show(me, ctx, document));
    }
}

impl LabelView {
    fn forget_offline(&mut self) -> bool {
        let pages = self.pages.clear_offline_failure();
        self.files.clear_offline_failure() || pages
    }
}
