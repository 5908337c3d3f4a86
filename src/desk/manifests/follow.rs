//! Loads the list of manifests page by page, and polls queued manifests until they are generated.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::api;
use crate::api::error::ApiError;
use crate::api::listing::Listing;
use crate::api::manifest::Manifest;
use crate::api::page::{DateRange, Lookup};
use crate::base::clock::Stopwatch;
use crate::base::id::ManifestId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::session::{Link, RequestError};
use crate::desk::kernel::{list_pages, saved_values, service_time, session};
use crate::desk::manifests::{
    FormState, LISTED, LOOK_BACK, ManifestOrder, Manifests, OlderManifests, changed, handed_over,
    mark_regroup_needed, order,
};
use crate::message;
use crate::rows::scope::Environment;

const LIST: Slot<Manifests> = Slot::with_account("manifests");
const WATCH: Slot<Manifests> = Slot::with_account("manifests under way");

/// Overlap of the date ranges of the newer and the older list, because a service may take an end
/// date as the start of that day. Duplicates are merged by id.
const OVERLAP: SignedDuration = SignedDuration::from_hours(48);
/// Manifests polled in one round.
const MOST_WATCHED: usize = 20;
/// How often the pause between rounds is doubled while nothing changes.
const MOST_DOUBLINGS: u32 = 5;

/// The pause before the next round. It grows while nothing changes, to about half an hour.
pub(in crate::desk) fn pause(me: &Manifests, ctx: &Ctx<'_>) -> Duration {
    let first = match ctx.link.as_ref().map(|link| link.environment) {
        Some(Environment::Practice) => ctx.pace.tracking_in_practice,
        _ => ctx.pace.manifests,
    };
    first * 2_u32.pow(me.rounds.min(MOST_DOUBLINGS))
}

/// Loads every page of the manifests of the last weeks ([`LOOK_BACK`]).
pub(in crate::desk) fn refresh(me: &mut Manifests, ctx: &mut Ctx<'_>) {
    mark_regroup_needed(me);
    me.rounds = 0;
    let since = service_time::now(ctx).min(ctx.clock.now());
    let range = DateRange { start: since.checked_sub(LOOK_BACK).ok(), end: None };
    let (pause, now) = (ctx.pace.page, ctx.clock.now());
    let known = newest_known(&*me);
    fetch(me, ctx, move |link, outbox| async move {
        let mut listing = Listing::new(range, now);
        let incomplete = loop {
            match list_pages::next(&link, &mut listing, api::manifest::list).await {
                Ok(Some(page)) => outbox.send(move |me, ctx| arrived(me, ctx, page.results)).await,
                Ok(None) => break list_pages::incomplete(&listing.end()),
                Err(error) if gives_no_list(&error) => {
                    by_ids(&link, &outbox, known).await?;
                    break Some(message!("manifests-list-none"));
                }
                Err(error) => return Err(session::setback(&error)),
            }
            if listing.next().is_some() {
                tokio::time::sleep(pause).await;
            }
        };
        outbox.send(move |me, _| me.incomplete = incomplete).await;
        Ok(())
    });
}

/// Whether the service refuses to list manifests. Section 4.7 can be read so that GET /Manifest
/// requires a key and a value; such a service has no list.
pub(super) fn gives_no_list(error: &ApiError) -> bool {
    matches!(error.status(), Some(400 | 404 | 405 | 422)) && !error.is_about_sign_in()
}

fn newest_known(manifests: &Manifests) -> Vec<ManifestId> {
    let ids = manifests.known.iter().filter_map(|it| it.id.clone());
    ids.take(MOST_WATCHED).collect()
}

/// Without a list, manifests made on this computer are fetched by their ids.
async fn by_ids(
    link: &Link,
    outbox: &Outbox<Manifests>,
    ids: Vec<ManifestId>,
) -> Result<(), RequestError> {
    for id in ids {
        match link.send(api::manifest::get(&id)).await {
            Ok(Lookup::Found(manifest)) => {
                outbox.send(move |me, ctx| arrived(me, ctx, vec![manifest])).await;
            }
            // A deleted manifest must not keep the others from loading.
            Ok(Lookup::Nothing) => {}
            Err(setback) if setback.trouble.status == Some(404) => {}
            Err(setback) => return Err(setback),
        }
    }
    Ok(())
}

/// Loads the next page of older manifests.
pub(super) fn load_older(me: &mut Manifests, ctx: &mut Ctx<'_>) {
    let older = me.older.clone();
    if older.complete || ctx.jobs.is_running(&LIST) {
        return;
    }
    let before = service_time::now(ctx).min(ctx.clock.now());
    let range = DateRange { start: None, end: before.checked_sub(LOOK_BACK - OVERLAP).ok() };
    let now = ctx.clock.now();
    let listing = older.listing.unwrap_or_else(|| Listing::new(range, now));
    fetch(me, ctx, move |link, outbox| async move {
        let mut listing = listing;
        let answer = list_pages::next(&link, &mut listing, api::manifest::list).await;
        let (found, no_list) = match answer {
            Ok(page) => (page.map(|page| page.results), false),
            Err(error) if gives_no_list(&error) => (None, true),
            Err(error) => return Err(session::setback(&error)),
        };
        outbox
            .send(move |me, ctx| {
                arrived(me, ctx, found.unwrap_or_default());
                let manifests = &mut *me;
                let complete = no_list || listing.next().is_none();
                if complete && !no_list {
                    let why = list_pages::incomplete(&listing.clone().end());
                    manifests.incomplete = manifests.incomplete.take().or(why);
                }
                manifests.older =
                    OlderManifests { pages: listing.pages(), complete, listing: Some(listing) };
            })
            .await;
        Ok(())
    });
}

fn fetch<F>(
    me: &mut Manifests,
    ctx: &mut Ctx<'_>,
    work: impl FnOnce(Arc<Link>, Outbox<Manifests>) -> F + Send + 'static,
) where
    F: Future<Output = Result<(), RequestError>> + Send + 'static,
{
    let Some(link) = ctx.link.clone() else {
        return;
    };
    let (cache, scope) = (ctx.cache.clone(), link.scope.clone());
    me.list.start_loading();
    ctx.jobs.start(LIST, |outbox| async move {
        let answer = work(link, outbox.clone()).await;
        if answer.is_ok() {
            saved_values::save(&cache, &scope, LISTED, &()).await;
        }
        outbox
            .finish(move |me, ctx| {
                let answer = ctx.note_failure(answer);
                let now = ctx.clock.now();
                me.list.settle(answer, now);
                watch_soon(me, ctx);
            })
            .await;
    });
}

/// Asks the service about each queued manifest.
pub(super) fn watch(me: &mut Manifests, ctx: &mut Ctx<'_>) {
    let queued = queued(&*me);
    let Some(link) = ctx.link.clone() else {
        return watch_soon(me, ctx);
    };
    if queued.is_empty() || ctx.jobs.is_running(&WATCH) {
        return watch_soon(me, ctx);
    }
    let work = async move {
        let mut found = Vec::new();
        let mut setback = None;
        for id in queued {
            match link.send_required(api::manifest::get(&id)).await {
                Ok(manifest) => found.push(manifest),
                Err(failed) => {
                    let offline = failed.trouble.offline;
                    setback = Some(failed);
                    if offline {
                        break;
                    }
                }
            }
        }
        (found, setback)
    };
    ctx.jobs.answer(WATCH, work, move |me, ctx, (found, setback)| {
        if let Some(setback) = setback {
            // The failure itself is shown with the list. Only what it says about connection
            // and sign-in is used here.
            let _: Result<(), Trouble> = ctx.note_failure(Err(setback));
        }
        me.rounds += 1;
        arrived(me, ctx, found);
        watch_soon(me, ctx);
    });
}

fn queued(manifests: &Manifests) -> Vec<ManifestId> {
    let queued = manifests
        .known
        .iter()
        .filter(|manifest| FormState::of_manifest(manifest) == FormState::Queued);
    queued.filter_map(|manifest| manifest.id.clone()).take(MOST_WATCHED).collect()
}

pub(super) fn watch_soon(me: &mut Manifests, ctx: &mut Ctx<'_>) {
    let waits = !queued(&*me).is_empty();
    me.polled = waits.then(Stopwatch::start);
    if !waits {
        for (asked, ready) in std::mem::take(&mut me.requested_notices) {
            for notice in ctx.notices.iter_mut() {
                if notice.text == asked {
                    notice.text.clone_from(&ready);
                }
            }
        }
    }
}

/// Adds received manifests to the list and settles the orders that they answer.
pub(super) fn arrived(me: &mut Manifests, ctx: &mut Ctx<'_>, found: Vec<Manifest>) {
    let manifests = &mut *me;
    let is_found = |order: &ManifestOrder| found.iter().any(|manifest| order.is_in(manifest));
    let orders = manifests.orders.iter().filter(|order| is_found(order));
    let made: Vec<String> = orders.map(|order| order.number.clone()).collect();
    manifests.confirmed_orders.retain(|order| !is_found(order));
    handed_over::announce_new(ctx, &manifests.known, &found);
    let news = merge(&mut me.known, found);
    for number in &made {
        order::resolved(me, ctx, number);
    }
    if news || !made.is_empty() {
        me.rounds = 0;
        changed(me, ctx);
    }
}

/// Merges manifests into the known ones, newest first. Returns true if something changed.
pub(super) fn merge(known: &mut Vec<Arc<Manifest>>, found: Vec<Manifest>) -> bool {
    let mut news = false;
    for manifest in found {
        let at = known.iter().position(|it| it.id == manifest.id);
        match at.and_then(|at| known.get_mut(at)) {
            Some(same) if **same == manifest => {}
            Some(old) => {
                *old = Arc::new(manifest);
                news = true;
            }
            None => {
                known.push(Arc::new(manifest));
                news = true;
            }
        }
    }
    let made = |manifest: &Arc<Manifest>| {
        let date = manifest.transaction_date.as_ref();
        date.map_or(Timestamp::MIN, |date| date.instant())
    };
    known.sort_by_key(|manifest| std::cmp::Reverse(made(manifest)));
    news
}
