//! Handing over the parcels of orders: which manifests are made for them, and which parcels cannot be
//! on one. The panel shows the plan before anything is done.

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::base::id::{ManifestId, OrderId, ShipmentId};
use crate::base::locale::Message;
use crate::desk::kernel::event::Manifested;
use crate::desk::kernel::service_time;
use crate::desk::manifests::groups::{Group, GroupId, LeftOut};
use crate::desk::manifests::{self, ManifestIntent, is_without_manifests};
use crate::desk::order_results::handed_over::{self, written_alike};
use crate::desk::orders::change;
use crate::desk::owner::Desk;
use crate::desk::state::State;
use crate::orders::order_edit::OrderEdit;

/// Packages of one manifest that is planned here. The interface names no limit; the practice service
/// has this one, and the form of more would be a book.
const MOST_PACKAGES: u64 = 2_000;

/// What handing over these orders would do.
#[derive(Clone, Debug, Default)]
pub struct HandOverPlan {
    pub manifests: Vec<PlannedManifest>,
    /// Orders whose carrier takes no manifests.
    pub without_manifest: Vec<OrderId>,
    /// Orders whose ship date has passed, with that date: no manifest can be made for them, and they
    /// count as handed over.
    pub past: Vec<(OrderId, Date)>,
    /// Shipments that are on manifests already; only the orders do not say so.
    on_manifest: Vec<Manifested>,
    pub already: usize,
    /// Shipments of a manifest that is asked for and not certain yet.
    pub asked: usize,
    /// Shipments that can be on no manifest, with the reason, for use after a colon.
    pub left_out: Vec<(OrderId, Message)>,
    /// Shipments that this computer has not loaded, or that are not among those that were grouped
    /// ([`ManifestIntent::Seek`]).
    pub unknown: Vec<(OrderId, ShipmentId)>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct PlannedManifest {
    pub group: GroupId,
    pub account_name: String,
    pub shipments: Vec<ShipmentId>,
    packages: u64,
}

impl HandOverPlan {
    /// Whether handing over would change nothing.
    pub fn is_empty(&self) -> bool {
        self.manifests.is_empty()
            && self.without_manifest.is_empty()
            && self.past.is_empty()
            && self.on_manifest.is_empty()
    }
}

/// What a plan was made from. Another one means that the plan may no longer be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlanBasis {
    grouped: Timestamp,
    /// The day has changed at an origin, and the groups do not know it yet.
    is_next_day: bool,
}

impl PlanBasis {
    /// `None` while the shipments of the day are not known.
    pub fn now(state: &State, now: Timestamp) -> Option<Self> {
        let known = state.manifests.day.known()?;
        let server = service_time::at(state.practice_clock.as_ref(), now);
        let next_day = known.value.next_day;
        Some(Self {
            grouped: known.at,
            is_next_day: next_day.is_some_and(|next_day| next_day <= now.min(server)),
        })
    }
}

/// The plan for these orders with their shipments; `None` while the shipments of the day are not
/// known. `now` is this computer's time: a group may be of a day that has passed since it was made.
pub fn plan(
    state: &State,
    orders: &[(OrderId, ShipmentId)],
    now: Timestamp,
) -> Option<HandOverPlan> {
    let places = places(state, now)?;
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
            Some(Place::Group(group, packages)) => plan.add(group, shipment, *packages),
            Some(Place::Past(date)) => plan.past.push((order.clone(), *date)),
            Some(Place::LeftOut(left)) if is_without_manifests(left) => {
                plan.without_manifest.push(order.clone());
            }
            Some(Place::LeftOut(left)) => plan.left_out.push((order.clone(), left.reason.clone())),
            None => plan.unknown.push((order.clone(), shipment.clone())),
        }
    }
    Some(plan)
}

impl HandOverPlan {
    /// Adds a shipment to the last manifest of its group, or to a further one if that is full.
    fn add(&mut self, group: &Group, shipment: &ShipmentId, packages: u32) {
        let packages = u64::from(packages);
        let mut planned = self.manifests.iter_mut().rev();
        let last = planned.find(|planned| planned.group == group.id);
        match last.filter(|last| last.packages + packages <= MOST_PACKAGES) {
            Some(planned) => {
                planned.shipments.push(shipment.clone());
                planned.packages += packages;
            }
            None => self.manifests.push(PlannedManifest {
                group: group.id.clone(),
                account_name: group.account_name.clone(),
                shipments: vec![shipment.clone()],
                packages,
            }),
        }
    }
}

/// Where a shipment stands among those of the day.
enum Place<'a> {
    /// On this manifest, or on one whose existence a person knows of.
    Manifested(Option<ManifestId>),
    Asked,
    /// Its group, and of how many packages it is.
    Group(&'a Group, u32),
    /// This ship date of it has passed.
    Past(Date),
    LeftOut(&'a LeftOut),
}

/// The place of each shipment of the day by its id. What is known of manifests comes last, because
/// it is newer than the groups.
fn places(state: &State, now: Timestamp) -> Option<HashMap<String, Place<'_>>> {
    let manifests = &state.manifests;
    let day = manifests.day.value()?;
    let mut places = HashMap::new();
    for left in &day.left_out {
        places.insert(written_alike(left.parcel.id.as_str()), Place::LeftOut(left));
    }
    for (id, date) in &day.past {
        places.insert(written_alike(id.as_str()), Place::Past(*date));
    }
    let clocks = [service_time::at(state.practice_clock.as_ref(), now), now];
    for group in &day.groups {
        let has_passed = group.has_passed(clocks);
        for parcel in &group.parcels {
            let place = match has_passed {
                true => Place::Past(group.id.ship_date),
                false => Place::Group(group, parcel.packages),
            };
            places.insert(written_alike(parcel.id.as_str()), place);
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

/// Carries the plan out.
pub(in crate::desk) fn hand_over(desk: &mut Desk, orders: &[(OrderId, ShipmentId)]) {
    let Some(plan) = plan(&desk.state, orders, desk.clock.now()) else {
        return;
    };
    let create = plan
        .manifests
        .into_iter()
        .map(|it| ManifestIntent::Create { group: it.group, shipments: it.shipments });
    // What was sought for this is not needed any more.
    for intent in create.chain([ManifestIntent::Seek(Vec::new())]) {
        desk.manifests(|me, ctx| manifests::apply(me, ctx, intent));
    }
    if !plan.on_manifest.is_empty() {
        desk.order_results(|me, ctx| handed_over::record(me, ctx, plan.on_manifest));
    }
    let mut by_hand = plan.without_manifest;
    by_hand.extend(plan.past.into_iter().map(|(order, _)| order));
    if !by_hand.is_empty() {
        desk.orders(|me, ctx| {
            let edit = OrderEdit::HandOver(ctx.clock.now());
            change::edit(me, ctx, by_hand, edit);
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::api::address::Address;
    use crate::base::id::CarrierAccountId;
    use crate::desk::kernel::remote::Remote;
    use crate::desk::manifests::groups::{Parcel, UnmanifestedShipments};

    fn parcel(number: usize, packages: u32) -> Arc<Parcel> {
        Arc::new(Parcel {
            id: ShipmentId::new(format!("s{number}")),
            number: None,
            further_numbers: Vec::new(),
            barcode: None,
            to_name: String::new(),
            to_place: String::new(),
            service: String::new(),
            account_name: String::new(),
            created: Timestamp::UNIX_EPOCH,
            packages,
            with_carrier: false,
        })
    }

    /// How many shipments each planned manifest has, if each is of this many packages.
    fn planned(shipments: usize, packages: u32) -> Vec<usize> {
        let id = GroupId {
            ship_date: "2026-11-23".parse().unwrap(),
            account: CarrierAccountId::new("post"),
            origin: String::new(),
        };
        let group = Group {
            id,
            account_name: "Postal".to_owned(),
            from: Address::default(),
            parcels: (0..shipments).map(|at| parcel(at, packages)).collect(),
        };
        let day = UnmanifestedShipments { groups: vec![group], ..UnmanifestedShipments::default() };
        let now = "2026-11-23T12:00:00Z".parse().unwrap();
        let mut state = State::default();
        state.manifests.day = Remote::ready(day, now);
        let orders: Vec<(OrderId, ShipmentId)> =
            (0..shipments).map(|at| (OrderId::mint(), ShipmentId::new(format!("s{at}")))).collect();
        let plan = plan(&state, &orders, now).unwrap();
        plan.manifests.iter().map(|it| it.shipments.len()).collect()
    }

    #[test]
    fn a_manifest_of_too_many_packages_is_several() {
        assert_eq!(planned(2_000, 1), [2_000]);
        assert_eq!(planned(4_500, 1), [2_000, 2_000, 500]);
        assert_eq!(planned(1_000, 3), [666, 334]);
        // The service says what it thinks of one shipment of so many.
        assert_eq!(planned(2, 2_001), [1, 1]);
    }
}
