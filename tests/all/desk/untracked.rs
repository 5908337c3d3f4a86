//! Carriers that offer no tracking: learned from the refusal, kept, and not asked again.

use crate::prelude::*;

/// The calls for tracking that the service refused.
fn refused(desk: &TestDesk) -> usize {
    let calls = desk.state().activity.iter();
    calls.filter(|it| it.call.contains("/Tracking") && it.status == Some(422)).count()
}

/// W26: one refusal is enough, also after a restart. Before, each parcel was asked about in each
/// round, for ever. W25: its parcels are no labels that were never scanned.
#[test]
fn a_carrier_that_offers_no_tracking_is_asked_once() {
    let (world, mut desk) = connected_desk();
    desk.buy_of("ORBIT", "Recipient 1");
    desk.apply(TrackingIntent::Refresh);
    desk.run_until("asked", |state| {
        state.activity.iter().any(|it| it.call.contains("/Tracking") && it.status == Some(422))
    });
    // Rounds come every 200 ms here.
    desk.run_for(Duration::from_millis(900));
    assert_eq!(refused(&desk), 1, "asked again");
    desk.buy_of("ORBIT", "Recipient 2");
    desk.apply(TrackingIntent::Refresh);
    desk.run_for(Duration::from_millis(500));
    assert_eq!(refused(&desk), 1, "another parcel of the carrier was asked about");
    desk.buy_of("POST-eVS", "Recipient 3");
    desk.run_until("all are to be handed over", |state| {
        let day = state.manifests.day.value();
        day.is_some_and(|day| {
            day.groups.iter().map(|group| group.parcels.len()).sum::<usize>() == 3
        })
    });
    assert_eq!(desk.state().manifests.waiting(), 1, "nothing says when the carrier has the others");
    world.practice("clock", &json!({ "jump": { "days": 0.5 } }));
    world.runtime.block_on(desk.0.close());

    let mut desk = world.open_connected();
    desk.run_until("the list", |state| state.tracking.list.len() == 3);
    desk.apply(TrackingIntent::Refresh);
    desk.run_for(Duration::from_millis(500));
    assert_eq!(refused(&desk), 0, "forgotten over the restart");
    world.practice("clock", &json!({ "jump": { "days": 9 } }));
    desk.apply(TrackingIntent::Refresh);
    desk.run_until("labels never scanned are looked for", |state| {
        state.shipments.never_scanned_labels.value().is_some()
    });
    desk.run_for(Duration::from_millis(600));
    let never = desk.state().shipments.never_scanned_labels.value().unwrap();
    assert!(never.rows.is_empty() && never.matching == 0, "{never:?}");
}
