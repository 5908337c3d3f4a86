//! Announces which shipments are on manifests, so that what they belong to counts as handed over.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::api::manifest::Manifest;
use crate::base::id::ShipmentId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::{Event, Manifested, Unlogged};
use crate::desk::manifests::{ManifestOrder, Manifests};

/// At the start, the manifests of this time are announced again: the program may have ended before
/// it was recorded who is on them.
const LATELY: SignedDuration = SignedDuration::from_hours(3 * 24);

/// Announces those of the received manifests that are new or hold other shipments than before.
/// Called before they are merged into the known ones.
pub(super) fn announce_new(ctx: &mut Ctx<'_>, known: &[Arc<Manifest>], found: &[Manifest]) {
    let is_new = |manifest: &&Manifest| {
        let mut same = known.iter().filter(|it| it.id == manifest.id);
        same.all(|it| it.shipment_ids != manifest.shipment_ids)
    };
    announce(ctx, found.iter().filter(is_new).map(manifested));
}

/// Announces the shipments of an order for a manifest. The answer may have named only its id.
pub(super) fn announce_order(ctx: &mut Ctx<'_>, order: &ManifestOrder, made: Option<&Manifest>) {
    let manifested = Manifested {
        manifest: made.and_then(|manifest| manifest.id.clone()),
        shipments: order.shipments.clone(),
    };
    announce(ctx, [manifested].into_iter());
}

/// Announces the manifests that were restored at the start.
pub(super) fn announce_recent(me: &Manifests, ctx: &mut Ctx<'_>) {
    let oldest = ctx.clock.now().checked_sub(LATELY).unwrap_or(Timestamp::MIN);
    let known = me.known.iter().filter(|manifest| {
        let made = manifest.transaction_date.as_ref();
        made.is_some_and(|made| made.instant() >= oldest)
    });
    let known = known.map(|manifest| manifested(manifest));
    let vouched = me
        .confirmed_orders
        .iter()
        .map(|order| Manifested { manifest: None, shipments: order.shipments.clone() });
    announce(ctx, known.chain(vouched));
}

fn manifested(manifest: &Manifest) -> Manifested {
    let shipments = manifest.shipment_ids.iter();
    Manifested {
        manifest: manifest.id.clone(),
        shipments: shipments.map(ShipmentId::new).collect(),
    }
}

fn announce(ctx: &mut Ctx<'_>, news: impl Iterator<Item = Manifested>) {
    let news: Vec<Manifested> = news.filter(|it| !it.shipments.is_empty()).collect();
    if !news.is_empty() {
        ctx.announce(Event::ShipmentsManifested(Unlogged(news)));
    }
}
