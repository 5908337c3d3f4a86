//! Loads carriers, carrier accounts and catalogs from the service.

use crate::api;
use crate::desk::carriers;
use crate::desk::carriers::Carriers;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::saved_values;
use crate::desk::kernel::session::{Link, RequestError};
use crate::parcel::catalogs::Catalogs;

const CARRIERS: Slot<Carriers> = Slot::with_account("carriers");

pub(in crate::desk) fn refresh_carriers(me: &mut Carriers, ctx: &mut Ctx<'_>) {
    let Some(link) = ctx.link.clone() else {
        return;
    };
    let cache = ctx.cache.clone();
    me.list.start_loading();
    me.accounts.start_loading();
    me.catalogs.start_loading();
    ctx.jobs.start(CARRIERS, |outbox| async move {
        let carriers = link.send(api::carrier::list()).await;
        if let Ok(value) = &carriers {
            saved_values::save(&cache, &link.scope, saved_values::CARRIERS, value).await;
        }
        outbox
            .send(move |me, ctx| {
                let answer = ctx.note_failure(carriers);
                me.list.settle(answer, ctx.clock.now());
                ctx.announce(Event::CatalogsChanged);
            })
            .await;
        let accounts = link.send(api::carrier_account::list()).await.map(carriers::strip);
        if let Ok(value) = &accounts {
            saved_values::save(&cache, &link.scope, saved_values::CARRIER_ACCOUNTS, value).await;
        }
        outbox
            .send(move |me, ctx| {
                let answer = ctx.note_failure(accounts);
                me.accounts.settle(answer, ctx.clock.now());
                ctx.announce(Event::CatalogsChanged);
            })
            .await;
        let catalogs = load_catalogs(&link).await;
        if let Ok(value) = &catalogs {
            saved_values::save(&cache, &link.scope, saved_values::CATALOGS, value).await;
        }
        outbox
            .send(move |me, ctx| {
                let answer = ctx.note_failure(catalogs);
                me.catalogs.settle(answer, ctx.clock.now());
                ctx.announce(Event::CatalogsChanged);
            })
            .await;
    });
}

async fn load_catalogs(link: &Link) -> Result<Catalogs, RequestError> {
    Ok(Catalogs {
        services: link.send(api::carrier_account::services()).await?,
        special_services: link.send(api::carrier_account::special_services()).await?,
        package_types: link.send(api::carrier_account::package_types()).await?,
    })
}
