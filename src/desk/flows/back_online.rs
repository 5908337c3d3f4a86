//! Answers arrive again: what was asked meanwhile is asked once more.

use crate::desk::carriers::catalogs;
use crate::desk::labels::documents;
use crate::desk::ship::rates;
use crate::desk::shipments::{list, sync};
use crate::desk::labels::LabelView;
use crate::desk::{Desk, balance, labels, manifests, tracking};

type Again = fn(&mut Desk);

/// Asks again for what was asked while nobody answered, and only for that: without this, every
/// reconnect would reload everything. What a person did and what failed of it stays told.
pub(in crate::desk) fn ask_again(desk: &mut Desk) {
    let state = &mut desk.state;
    for check in [
        &mut state.checks.from,
        &mut state.checks.to,
        &mut state.addresses.check,
    ] {
        check.forget_offline();
    }
    let views = state.labels.iter_mut();
    let labels: Vec<_> = views
        .filter_map(|(id, view)| view.forget_offline().then(|| id.clone()))
        .collect();
    let views = state.documents.iter_mut();
    let documents: Vec<_> = views
        .filter_map(|(id, view)| view.forget_offline().then(|| id.clone()))
        .collect();
    let carriers = [
        state.carriers.forget_offline(),
        state.carrier_accounts.forget_offline(),
        state.catalogs.forget_offline(),
    ];
    let parcels = state.tracking.iter_mut();
    let lost = parcels.filter_map(|parcel| parcel.tracking.forget_offline().then_some(()));
    let older = &mut state.sync.trouble;
    let due: [(bool, Again); 9] = [
        (carriers.contains(&true), catalogs::refresh_carriers),
        (lost.count() > 0, tracking::refresh_all),
        (state.shipments.refresh.forget_offline(), list::refresh),
        (
            older.take_if(|trouble| trouble.offline).is_some(),
            sync::go_on,
        ),
        (state.shipments.detail.forget_offline(), |desk| {
            list::select(desk, desk.state.shipments.selected.clone());
        }),
        (state.balance.forget_offline(), balance::refresh),
        (
            state.history.entries.forget_offline(),
            balance::reload_history,
        ),
        (state.manifests.list.forget_offline(), manifests::refresh),
        (state.quote.forget_offline(), |desk| {
            if rates::not_ready(desk).is_none() {
                rates::get(desk);
            }
        }),
    ];
    for (_, again) in due.into_iter().filter(|(due, _)| *due) {
        again(desk);
    }
    for label in labels {
        labels::show(desk, label);
    }
    for document in documents {
        documents::show(desk, document);
    }
}

impl LabelView {
    fn forget_offline(&mut self) -> bool {
        let pages = self.pages.forget_offline();
        self.files.forget_offline() || pages
    }
}
