//! An incomplete list says so above its rows, with a button to read it again. A manifest that the
//! service knows nothing about is for the user to decide.

use postroom::desk::manifests::ManifestOrder;

use super::{connected, now};
use crate::prelude::*;

const WHY: &str = "The service repeated a page; the list may be incomplete";

#[test]
fn every_list_made_of_shipments_says_that_some_are_missing() {
    for (panel, name) in [
        (Panel::Shipments, "lists-shipments"),
        (Panel::Refunds, "lists-refunds"),
        (Panel::Manifests, "lists-manifests"),
    ] {
        let mut state = connected();
        state.shipments.sync.incomplete = Some(WHY.into());
        let mut scene = Scene::on(panel, state);
        scene.check(name);
        scene.assert_shows(&format!("Some shipments are missing. {WHY}"));
        let asked = scene.click("Load again");
        assert!(
            matches!(
                asked.as_slice(),
                [
                    Intent::Shipments(ShipmentIntent::PauseSync(false)),
                    Intent::Shipments(ShipmentIntent::Refresh)
                ]
            ),
            "{name}: {asked:?}"
        );
        // Once the list is complete, the message disappears.
        scene.state.shipments.sync.complete = true;
        scene.settle();
        assert!(scene.try_click("Load again").is_err(), "{name}");
    }
}

#[test]
fn a_list_that_still_grows_says_so() {
    let mut state = connected();
    state.shipments.sync.running = true;
    let scene = Scene::on(Panel::Refunds, state);
    scene.assert_shows("Older shipments are still loading");
}

#[test]
fn the_history_and_the_manifests_say_why_they_are_not_whole() {
    let mut state = connected();
    let entry = BalanceEntry { id: Some("e-1".to_owned()), ..BalanceEntry::default() };
    state.balance.history.entries = Remote::ready(vec![entry], now());
    state.balance.history.incomplete = Some(WHY.into());
    state.manifests.incomplete = Some(WHY.into());
    let mut scene = Scene::on(Panel::Balance, state);
    scene.assert_shows(WHY);
    let asked = scene.click("Load again");
    assert!(
        matches!(asked.as_slice(), [Intent::Balance(BalanceIntent::LoadHistory(_))]),
        "{asked:?}"
    );
    scene.window.panel = Panel::Manifests;
    scene.settle();
    scene.assert_shows(WHY);
    let asked = scene.click("Load again");
    let refresh = Intent::Manifests(ManifestIntent::Refresh);
    assert_eq!(format!("{asked:?}"), format!("{:?}", [refresh]));
}

/// Finding C14.
#[test]
fn a_manifest_in_doubt_is_decided_by_a_person_and_sent_again_only_after_a_question() {
    let mut state = connected();
    let why = "This service doesn’t list manifests";
    state.manifests.orders = vec![ManifestOrder {
        number: "one".into(),
        shipments: (0..5).map(|nth| ShipmentId::new(format!("s-{nth}"))).collect(),
        status: ManifestOrderStatus::InDoubt(why.into()),
        ..ManifestOrder::default()
    }];
    let mut scene = Scene::on(Panel::Manifests, state);
    scene.check("manifests-undecided");
    for (step, expected) in [
        ("Check again", "SearchListAgain(\"one\")"),
        ("It was created", "ConfirmManifestExists(\"one\")"),
    ] {
        let asked = format!("{:?}", scene.click(step));
        assert!(asked.contains(expected), "{step}: {asked}");
    }
    let asked = scene.click("Send again");
    assert!(asked.is_empty(), "{asked:?}");
    scene.settle();
    scene.check("manifests-send-again");
    scene.assert_shows("Send the manifest of 5 shipments again?");
    let asked = format!("{:?}", scene.click("Cancel"));
    assert!(!asked.contains("SendOrderAgain"), "{asked}");
}
