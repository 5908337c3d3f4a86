//! Handing over the parcels of orders: which manifests are made for them, and which parcels cannot be
//! on one. The panel shows the plan before anything is done.

use std::collections::HashMap;

use crate::base::id::{ManifestId, OrderId, ShipmentId};
use crate::base::locale::Message;
use crate::desk::kernel::event::Manifested;
use crate::desk::manifests::groups::{Group, GroupId, LeftOut};
use crate::desk::manifests::{self, ManifestIntent, is_without_manifests};
use crate::desk::orders::change::{self, OrderEdit};
use crate::desk::orders::handed_over;
use crate::desk::owner::Desk;
use crate::desk::state::State;

/// What handing over these orders would do.
#[derive(Clone, Debug, Default)]
pub struct HandOverPlan {
    pub manifests: Vec<PlannedManifest>,
    /// Orders whose carrier takes no manifests.
    pub without_manifest: Vec<OrderId>,
    /// Shipments that are on manifests already; only the orders do not say so.
    on_manifest: Vec<Manifested>,
    pub already: usize,
    /// Shipments of a manifest that is asked for and not certain yet.
    pub asked: usize,
    /// Shipments that can be on no manifest, with the reason, for use after a colon.
    pub left_out: Vec<(OrderId, Message)>,
    /// Shipments that this computer has not loaded, or that were bought weeks ago.
    pub unknown: Vec<OrderId>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlannedManifest {
    pub group: GroupId,
    pub account_name: String,
    pub shipments: Vec<ShipmentId>,
}

impl HandOverPlan {
    /// Whether handing over would change anything.
    pub fn is_empty(&self) -> bool {
        self.manifests.is_empty() && self.without_manifest.is_empty() && self.on_manifest.is_empty()
    }
}

/// The plan for these orders with their shipments; `None` while the shipments of the day are not
/// known.
pub fn plan(state: &State, orders: &[(OrderId, ShipmentId)]) -> Option<HandOverPlan> {
    let places = places(state)?;
    let mut plan = HandOverPlan::default();
    for (order, shipment) in orders {
        match places.get(&written_alike(shipment.as_str())) {
            Some(Place::Manifested(manifest)) => {
                plan.already += 1;
                plan.on_manifest.push(Manifested {
                    manifest: manifest.clone(),
                    shipments: vec![shipment.clone()],
                });
            }
            Some(Place::Asked) => plan.asked += 1,
            Some(Place::Group(group)) => plan.add(group, shipment),
            Some(Place::LeftOut(left)) if is_without_manifests(left) => {
                plan.without_manifest.push(order.clone());
            }
            Some(Place::LeftOut(left)) => plan.left_out.push((order.clone(), left.reason.clone())),
            None => plan.unknown.push(order.clone()),
        }
    }
    Some(plan)
}

impl HandOverPlan {
    fn add(&mut self, group: &Group, shipment: &ShipmentId) {
        let mut planned = self.manifests.iter_mut();
        match planned.find(|planned| planned.group == group.id) {
            Some(planned) => planned.shipments.push(shipment.clone()),
            None => self.manifests.push(PlannedManifest {
                group: group.id.clone(),
                account_name: group.account_name.clone(),
                shipments: vec![shipment.clone()],
            }),
        }
    }
}

/// Where a shipment stands among those of the day.
enum Place<'a> {
    /// On this manifest, or on one whose existence a person knows of.
    Manifested(Option<ManifestId>),
    Asked,
    Group(&'a Group),
    LeftOut(&'a LeftOut),
}

/// The place of each shipment of the day by its id. What is known of manifests comes last, because
/// it is newer than the groups.
fn places(state: &State) -> Option<HashMap<String, Place<'_>>> {
    let manifests = &state.manifests;
    let day = manifests.day.value()?;
    let mut places = HashMap::new();
    for left in &day.left_out {
        places.insert(written_alike(left.parcel.id.as_str()), Place::LeftOut(left));
    }
    for group in &day.groups {
        for parcel in &group.parcels {
            places.insert(written_alike(parcel.id.as_str()), Place::Group(group));
        }
    }
    for id in manifests.orders.iter().flat_map(|order| &order.shipments) {
        places.insert(written_alike(id.as_str()), Place::Asked);
    }
    for id in manifests.shipments_on_manifests() {
        places.insert(written_alike(id), Place::Manifested(None));
    }
    for manifest in &manifests.known {
        for id in &manifest.shipment_ids {
            places.insert(written_alike(id), Place::Manifested(manifest.id.clone()));
        }
    }
    Some(places)
}

/// Servers change the case of ids.
fn written_alike(id: &str) -> String {
    id.trim().to_ascii_lowercase()
}

/// Carries the plan out.
pub(in crate::desk) fn hand_over(desk: &mut Desk, orders: &[(OrderId, ShipmentId)]) {
    let Some(plan) = plan(&desk.state, orders) else {
        return;
    };
    for planned in plan.manifests {
        let create = ManifestIntent::Create {
            group: planned.group,
            shipments: planned.shipments,
        };
        desk.manifests(|me, ctx| manifests::apply(me, ctx, create));
    }
    if !plan.on_manifest.is_empty() {
        desk.orders(|me, ctx| handed_over::record(me, ctx, plan.on_manifest));
    }
    if !plan.without_manifest.is_empty() {
        desk.orders(|me, ctx| {
            let edit = OrderEdit::HandOver(ctx.clock.now());
            change::edit(me, ctx, plan.without_manifest, edit);
        });
    }
}
