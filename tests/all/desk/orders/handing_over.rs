//! Handing over orders whose day has passed: no manifest can be made for them, and none is asked for.

use postroom::desk::flows::hand_over_orders::{HandOverPlan, PlanBasis, plan};

use super::printing::{bought, selected};
use crate::prelude::*;

const ORDERS: usize = 6;
const AN_HOUR: SignedDuration = SignedDuration::from_hours(1);

/// Orders bought half an hour before midnight in Chicago, where the sender is, and a plan that hands
/// them all over by manifest.
struct Evening {
    world: DeskFixture,
    desk: TestDesk,
    orders: Vec<(OrderId, ShipmentId)>,
}

impl Evening {
    fn new() -> Self {
        let half_past_eleven: Timestamp = "2026-11-24T05:30:00Z".parse().unwrap();
        let world = DeskFixture::with_clock(Clock::manual(half_past_eleven));
        let mut desk = bought(&world, ORDERS);
        desk.tick_all_orders();
        let orders = selected(desk.state());
        let clock = world.clock.clone();
        desk.run_until("a plan for all", |state| {
            let plan = plan(state, &orders, clock.now());
            plan.is_some_and(|plan| count(&plan) == ORDERS)
        });
        Self { world, desk, orders }
    }

    fn plan(&self) -> HandOverPlan {
        plan(self.desk.state(), &self.orders, self.world.clock.now()).unwrap()
    }

    /// Hands the orders over and waits until all of them are.
    fn hand_over(&mut self) {
        self.desk.apply(Intent::HandOverOrders(self.orders.clone()));
        // A request for a manifest would be here before it is sent.
        assert!(self.desk.state().manifests.orders.is_empty());
        self.desk.run_until("handed over", |state| {
            state.orders.in_state(OrderState::HandedOver) == ORDERS as u64
        });
        let manifests = &self.desk.state().manifests;
        assert!(manifests.known.is_empty() && manifests.orders.is_empty());
        assert!(manifests.refused.is_none(), "{:?}", manifests.refused);
    }
}

/// Parcels on planned manifests.
fn count(plan: &HandOverPlan) -> usize {
    plan.manifests.iter().map(|it| it.shipments.len()).sum()
}

fn groups(state: &State) -> usize {
    state.manifests.day.value().map_or(0, |day| day.groups.len())
}

/// The groups are still those of the evening when the orders are handed over.
#[test]
fn orders_of_yesterday_are_handed_over_without_a_manifest() {
    let mut evening = Evening::new();
    evening.world.clock.advance(AN_HOUR);
    assert!(groups(evening.desk.state()) > 0);
    let planned = evening.plan();
    assert_eq!((planned.past.len(), count(&planned)), (ORDERS, 0));
    assert!(!planned.is_empty());
    evening.hand_over();
}

#[test]
fn a_new_day_groups_the_parcels_again() {
    let mut evening = Evening::new();
    let basis = |evening: &Evening| {
        PlanBasis::now(evening.desk.state(), evening.world.clock.now()).unwrap()
    };
    let before = basis(&evening);
    evening.world.clock.advance(AN_HOUR);
    assert_ne!(basis(&evening), before, "the question is asked anew at once");
    evening.desk.run_until("other groups", |state| groups(state) == 0);
    let day = evening.desk.state().manifests.day.value().unwrap();
    assert_eq!((day.left_out.len(), day.past.len()), (ORDERS, ORDERS));
    assert_eq!(evening.plan().past.len(), ORDERS);
    evening.hand_over();
}

/// In End of day the group of the evening may be on screen for a moment longer.
#[test]
fn a_manifest_of_yesterday_is_not_asked_for() {
    let mut evening = Evening::new();
    let planned = evening.plan().manifests.remove(0);
    evening.world.clock.advance(AN_HOUR);
    evening
        .desk
        .apply(ManifestIntent::Create { group: planned.group, shipments: planned.shipments });
    assert!(evening.desk.state().manifests.orders.is_empty());
    evening.desk.run_until("told, and other groups", |state| {
        let mut notices = state.notices.iter();
        let is_told = notices.any(|notice| notice.text.contains("Nov 23 has passed"));
        is_told && groups(state) == 0
    });
    assert!(evening.desk.state().manifests.refused.is_none());
}

/// Shipments that are not among the newest of the last weeks are looked up when they are asked about.
#[test]
fn orders_of_weeks_ago_are_found_and_handed_over() {
    let mut evening = Evening::new();
    evening.world.clock.advance(AN_HOUR * 24 * 40);
    evening.desk.run_until("other groups", |state| {
        let day = state.manifests.day.value().unwrap();
        day.groups.is_empty() && day.past.is_empty()
    });
    let planned = evening.plan();
    assert_eq!((planned.unknown.len(), planned.is_empty()), (ORDERS, true));
    let unknown = planned.unknown.into_iter();
    let mut sought: Vec<ShipmentId> = unknown.map(|(_, shipment)| shipment).collect();
    sought.push(ShipmentId::new("of another computer"));
    evening.desk.apply(ManifestIntent::Seek(sought));
    assert!(evening.desk.state().manifests.is_seeking());
    evening.desk.run_until("found", |state| !state.manifests.is_seeking());
    let planned = evening.plan();
    assert_eq!((planned.past.len(), planned.unknown.len()), (ORDERS, 0));
    evening.hand_over();
}
