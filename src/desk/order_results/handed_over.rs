//! Records which orders were handed over: their labels are on a manifest, or a person handed them
//! to a carrier that takes none.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::base::id::ShipmentId;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Manifested;
use crate::desk::kernel::failure;
use crate::desk::order_results::OrderResults;
use crate::desk::order_results::label_facts::{self, Fact, take_in_orders};
use crate::message;
use crate::orders::order::Order;
use crate::store::workspace::OrderState;

/// The states of orders that may still be handed over.
pub(in crate::desk) const STATES: [OrderState; 2] = [OrderState::Bought, OrderState::Printed];

/// These shipments are on manifests, as they may have been before.
pub(in crate::desk) fn record(me: &mut OrderResults, ctx: &mut Ctx<'_>, news: Vec<Manifested>) {
    me.manifested.extend(news);
    label_facts::record(me, ctx, Fact::OnManifest);
}

pub(super) fn begin(me: &mut OrderResults, ctx: &mut Ctx<'_>) {
    let news = std::mem::take(&mut me.manifested);
    if news.is_empty() {
        return;
    }
    let mut shipments: Vec<ShipmentId> = Vec::new();
    let mut manifests: HashMap<String, String> = HashMap::new();
    for manifested in &news {
        let id = manifested.manifest.as_ref().map(ToString::to_string).unwrap_or_default();
        for shipment in &manifested.shipments {
            manifests.insert(written_alike(shipment.as_str()), id.clone());
            shipments.push(shipment.clone());
        }
    }
    let (workspace, basis) = (ctx.workspace(), Arc::clone(&me.known.basis));
    let recorded = async move {
        let manifests = Arc::new(manifests);
        let take =
            move |order: &mut Order, _: &HashSet<ShipmentId>| put_on_manifest(order, &manifests);
        let recorded = async {
            let workspace = workspace.open().await?;
            take_in_orders(workspace.as_ref(), &basis, &shipments, &STATES, take).await
        };
        let recorded = recorded.await.map_err(|error| {
            let attempted = message!("order-printing-attempted-hand-over");
            failure::describe_local_error(attempted, &error)
        });
        Ok(recorded?.changed)
    };
    label_facts::start(me, ctx, Fact::OnManifest, recorded, |me, is_written| {
        if !is_written {
            me.manifested.splice(0..0, news);
        }
    });
}

/// One form of an id, whatever case and spaces a server gives it.
pub(in crate::desk) fn written_alike(id: &str) -> String {
    id.trim().to_ascii_lowercase()
}

/// Returns whether a label of the order is newly known to be on a manifest. `manifests` has the id
/// of the manifest of each shipment.
fn put_on_manifest(order: &mut Order, manifests: &HashMap<String, String>) -> bool {
    let mut changed = false;
    for label in &mut order.labels {
        let shipment = label.shipment.as_ref().map(|id| written_alike(id.as_str()));
        let Some(manifest) = shipment.and_then(|shipment| manifests.get(&shipment)) else {
            continue;
        };
        // A manifest whose id is known is better evidence than the word of a person.
        let is_known = label.manifest.as_deref().is_some_and(|known| !known.is_empty());
        if !is_known && label.manifest.as_ref() != Some(manifest) {
            label.manifest = Some(manifest.clone());
            changed = true;
        }
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::orders::order_label::OrderLabel;

    fn label(shipment: &str) -> OrderLabel {
        let label = serde_json::json!({
            "sequence": 1, "transaction": "t", "scope": "TEST/a", "station": "here",
            "status": "bought", "begun": "2026-11-23T08:00:00Z", "expected": null,
            "charged": null, "carrier": "", "service": "", "bought": null,
            "shipment": shipment, "manifest": null
        });
        serde_json::from_value(label).unwrap()
    }

    #[test]
    fn a_label_keeps_its_manifest_and_gets_an_id_that_was_not_known() {
        let mut order = Order { labels: vec![label("a"), label("B")], ..Order::default() };
        let on = |manifest: &str| HashMap::from([("b".to_owned(), manifest.to_owned())]);
        for (manifest, changed, known) in [
            ("", true, ""),
            ("", false, ""),
            ("m1", true, "m1"),
            ("m1", false, "m1"),
            // A shipment is on one manifest; a list that says otherwise changes nothing.
            ("m2", false, "m1"),
            ("", false, "m1"),
        ] {
            assert_eq!(put_on_manifest(&mut order, &on(manifest)), changed);
            assert_eq!(order.labels[1].manifest.as_deref(), Some(known));
        }
        assert_eq!(order.labels[0].manifest, None);
    }
}
