//! A second label for the same parcel: the wizard warns about it and offers a reprint first.

use postroom::desk::ship::duplicate_alert::DuplicateShipment;

use super::board::shipment_row;
use super::theme;
use crate::prelude::*;

fn twins() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    board.state.settings.theme = theme();
    board.ready_to_buy();
    board.state.ship.duplicate = Some(DuplicateShipment {
        row: shipment_row(0, "PreTransit"),
        bought: board.now.checked_sub(SignedDuration::from_mins(3)).unwrap(),
    });
    board.settle();
    board
}

#[test]
fn the_wizard_says_it_before_buying_and_does_not_block() {
    let mut board = twins();
    board.shot("twin");
    assert!(board.stage.shows("Same parcel twice? A label with this weight for Casey Example"));
    assert!(board.stage.shows("a similar label was just bought"));
    // Without a printer the button is shown and gives the reason why it is disabled.
    assert!(board.stage.find("Reprint label").unwrap().disabled);
    assert_eq!(board.bad_names(), Vec::<String>::new());
    board.click("Buy label");
    assert_eq!(board.count(|intent| matches!(intent, Intent::Buy)), 1);
}

#[test]
fn it_can_be_looked_at_and_waved_away() {
    let mut board = twins();
    board.click("Different parcel");
    let waved = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::DismissDuplicateAlert(id)) if id.as_str() == "s-0");
    assert_eq!(board.count(waved), 1);
    board.click("Show label bought earlier");
    assert_eq!(board.window.panel, Panel::Shipments);
}

/// W16: a copy is meant to be like the label just bought, so it is asked about when it is bought.
#[test]
fn a_copy_is_asked_about_when_it_is_bought() {
    let mut board = twins();
    board.state.ship.copy = Some(board.state.ship.draft.order.clone());
    board.settle();
    assert!(!board.stage.shows("Same parcel twice?"));
    assert!(!board.stage.shows("a similar label was just bought"));
    board.click("Buy label");
    let bought = |intent: &Intent| matches!(intent, Intent::Buy);
    assert_eq!(board.count(bought), 0);
    assert!(board.stage.shows("Buy another label like this?"));
    assert!(board.stage.shows("for Casey Example"));
    board.shot("twin-question");
    board.click("Cancel");
    assert_eq!(board.count(bought), 0);
    board.click("Buy label");
    board.click("Buy for $7.90");
    assert_eq!(board.count(bought), 1);
}
