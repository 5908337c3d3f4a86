//! Carriers, their accounts and catalogues, asked for once an account is open.

use crate::api;
use crate::desk::jobs::Slot;
use crate::desk::link::{Link, Setback};
use crate::desk::state::Catalogs;
use crate::desk::{Desk, accounts, manifests, ship, snapshot};

const CARRIERS: Slot = Slot::with_account("carriers");

pub(in crate::desk) fn refresh_carriers(desk: &mut Desk) {
    let Some(link) = desk.link.clone() else {
        return;
    };
    let cache = desk.cache.clone();
    desk.state.carriers.start_loading();
    desk.state.carrier_accounts.start_loading();
    desk.state.catalogs.start_loading();
    desk.jobs.start(CARRIERS, |outbox| async move {
        let carriers = link.ask(api::carrier::list()).await;
        if let Ok(value) = &carriers {
            snapshot::keep(&cache, &link.scope, snapshot::CARRIERS, value).await;
        }
        outbox
            .send(move |desk| {
                let answer = desk.heed(carriers);
                desk.state.carriers.settle(answer, desk.clock.now());
                manifests::stale(desk);
            })
            .await;
        let accounts = link.ask(api::carrier_account::list()).await;
        let accounts = accounts.map(accounts::strip);
        if let Ok(value) = &accounts {
            snapshot::keep(&cache, &link.scope, snapshot::CARRIER_ACCOUNTS, value).await;
        }
        outbox
            .send(move |desk| {
                let answer = desk.heed(accounts);
                desk.state.carrier_accounts.settle(answer, desk.clock.now());
                manifests::stale(desk);
                ship::recheck(desk);
            })
            .await;
        let catalogs = load_catalogs(&link).await;
        if let Ok(value) = &catalogs {
            snapshot::keep(&cache, &link.scope, snapshot::CATALOGS, value).await;
        }
        outbox
            .send(move |desk| {
                let answer = desk.heed(catalogs);
                desk.state.catalogs.settle(answer, desk.clock.now());
                ship::recheck(desk);
            })
            .await;
    });
}

async fn load_catalogs(link: &Link) -> Result<Catalogs, Setback> {
    Ok(Catalogs {
        services: link.ask(api::carrier_account::services()).await?,
        special_services: link.ask(api::carrier_account::special_services()).await?,
        package_types: link.ask(api::carrier_account::package_types()).await?,
    })
}
