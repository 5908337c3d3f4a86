//! Carriers, their accounts and catalogues, asked for once an account is open.

use crate::api;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::saved_values;
use crate::desk::kernel::session::{Link, Setback};
use crate::desk::parcel::catalogs::Catalogs;
use crate::desk::{Desk, carriers};

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
            saved_values::keep(&cache, &link.scope, saved_values::CARRIERS, value).await;
        }
        outbox
            .send(move |desk| {
                let answer = desk.heed(carriers);
                desk.state.carriers.settle(answer, desk.clock.now());
                desk.announce(Event::CatalogsChanged);
            })
            .await;
        let accounts = link.ask(api::carrier_account::list()).await;
        let accounts = accounts.map(carriers::strip);
        if let Ok(value) = &accounts {
            saved_values::keep(&cache, &link.scope, saved_values::CARRIER_ACCOUNTS, value).await;
        }
        outbox
            .send(move |desk| {
                let answer = desk.heed(accounts);
                desk.state.carrier_accounts.settle(answer, desk.clock.now());
                desk.announce(Event::CatalogsChanged);
            })
            .await;
        let catalogs = load_catalogs(&link).await;
        if let Ok(value) = &catalogs {
            saved_values::keep(&cache, &link.scope, saved_values::CATALOGS, value).await;
        }
        outbox
            .send(move |desk| {
                let answer = desk.heed(catalogs);
                desk.state.catalogs.settle(answer, desk.clock.now());
                desk.announce(Event::CatalogsChanged);
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
