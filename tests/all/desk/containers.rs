//! Container labels: created by the service, stored on this computer, drawn with their barcodes.

use postroom::desk::containers::{ContainerIntent, ContainerOrder};

use super::harness::address;
use crate::prelude::*;

fn order(desk: &TestDesk, carrier: &str, pages: u32) -> ContainerOrder {
    let accounts = desk.state().carriers.accounts.value().unwrap();
    let account = accounts.iter().find(|account| account.carrier_code.as_deref() == Some(carrier));
    ContainerOrder {
        from: address("Practice Shop", "233 S Wacker Dr", ("Chicago", "IL", "60606")),
        to: address("Plant", "1 Ferry Building", ("San Francisco", "CA", "94111")),
        content_code: "FLATS-7".into(),
        account: account.unwrap().id.clone().unwrap(),
        pages,
    }
}

#[test]
fn labels_are_made_kept_and_drawn_without_the_network_later() {
    let (world, mut desk) = connected_desk();
    desk.run_until("accounts", |state| state.carriers.accounts.value().is_some());
    let wanted = order(&desk, "POST-eVS", 3);
    desk.apply(ContainerIntent::Make(Box::new(wanted)));
    desk.run_until("made", |state| !state.containers.under_way && state.containers.made.len() == 1);
    let made = desk.state().containers.made[0].clone();
    assert_eq!((made.content_code.as_str(), made.pages), ("FLATS-7", 3));
    assert_eq!(made.to, "Plant");
    assert_eq!(desk.state().containers.latest.as_ref(), Some(&made.name));
    world.runtime.block_on(desk.0.close());
    world.stop_service();

    let mut desk = world.open();
    desk.apply(ContainerIntent::ReadMade);
    desk.run_until("the list", |state| state.containers.made == [made.clone()]);
    let document = made.document();
    desk.apply(DocumentIntent::Show(document.clone()));
    desk.run_until("three pages", |state| {
        let view = state.labels.documents.get(&document);
        view.and_then(|view| view.pages.value()).is_some_and(|pages| pages.len() == 3)
    });
    let page = &desk.state().labels.documents[&document].pages.value().unwrap()[0];
    assert_eq!((page.width_in, page.height_in), (4.0, 6.0));
}

#[test]
fn a_carrier_without_containers_says_so_and_nothing_is_kept() {
    let (_world, mut desk) = connected_desk();
    desk.run_until("accounts", |state| state.carriers.accounts.value().is_some());
    let wanted = order(&desk, "NOVA", 1);
    desk.apply(ContainerIntent::Make(Box::new(wanted)));
    desk.run_until("refused", |state| state.containers.trouble.is_some());
    let state = desk.state();
    let trouble = state.containers.trouble.as_ref().unwrap();
    assert_eq!(trouble.codes, ["CARRIER.NOT_SUPPORTED"]);
    assert!(!trouble.retry_is_safe, "it would be refused again");
    assert!(trouble.correlation.is_some());
    assert!(state.containers.made.is_empty() && !state.containers.under_way);
}

#[test]
fn a_failure_may_be_tried_again_and_is_forgotten_once_the_line_falls() {
    let (world, mut desk) = connected_desk();
    desk.run_until("accounts", |state| state.carriers.accounts.value().is_some());
    let wanted = order(&desk, "POST-eVS", 1);
    world.fault("POST /Document/POST/99M", "unavailable_before_commit", 0);
    desk.apply(ContainerIntent::Make(Box::new(wanted)));
    desk.run_until("failed", |state| state.containers.trouble.is_some());
    assert!(desk.state().containers.trouble.as_ref().unwrap().retry_is_safe);
    world.stop_service();
    desk.apply(BalanceIntent::Refresh);
    desk.run_until("offline", State::is_offline);
    assert_eq!(desk.state().containers.trouble, None);
}
