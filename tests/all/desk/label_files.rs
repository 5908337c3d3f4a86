//! Findings C9, C15 and M6: missing labels are reported when there are fewer labels than packages,
//! and URLs are parsed as a browser parses them.

use postroom::label::SelfCheck;

use super::delivered::{bought, reopen_with_label_files};
use crate::prelude::*;

/// A shipment of three packages of which only the first label is on this computer.
fn one_of_three(world: &DeskFixture) -> (TestDesk, ShipmentId) {
    let mut desk = world.open_connected();
    desk.choose();
    desk.edit(|draft| {
        let package = draft.packages[0].clone();
        draft.packages = vec![package; 3];
    });
    desk.quote();
    desk.choose_cheapest();
    let shipment = bought(&mut desk);
    let view = &desk.state().labels.views[&shipment];
    let check = view.check.as_ref().unwrap();
    assert_eq!(check.verdict, Verdict::Matches, "{}", check.sentence);
    let desk = reopen_with_label_files(world, desk, &shipment, |mut files| {
        files.truncate(1);
        files
    });
    (desk, shipment)
}

fn shown(desk: &mut TestDesk, shipment: &ShipmentId) -> SelfCheck {
    desk.apply(LabelIntent::Show(shipment.clone()));
    let checked = |view: &LabelView| view.check.is_some() && view.pages.value().is_some();
    desk.run_until("the check", |state| state.labels.views.get(shipment).is_some_and(checked));
    desk.state().labels.views[shipment].check.clone().unwrap()
}

#[test]
fn labels_that_are_missing_are_said_and_never_called_right() {
    let world = DeskFixture::new();
    let (mut desk, shipment) = one_of_three(&world);
    world.stop_service();
    let check = shown(&mut desk, &shipment);
    assert_eq!(check.sentence, "2 of 3 labels are missing; download the label again");
    assert!(check.verdict != Verdict::Matches);
}

#[test]
fn labels_that_are_missing_are_fetched_package_by_package() {
    let world = DeskFixture::new();
    let (mut desk, shipment) = one_of_three(&world);
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("connected", |state| matches!(state.connection, Connection::Connected(_)));
    let check = shown(&mut desk, &shipment);
    assert_eq!(
        (check.verdict, desk.state().labels.views[&shipment].files.value().unwrap().len()),
        (Verdict::Matches, 3),
        "{}",
        check.sentence
    );
}

/// Finding M6: the text before an `@` is not the host.
#[test]
fn only_addresses_of_the_web_are_opened() {
    let world = DeskFixture::new();
    let mut desk = world.open();
    for url in [
        "http://127.0.0.1:1@evil.example/",
        "http://localhost:80@evil.example/",
        "https://user:word@example.com/",
        "https://",
        "http://127.0.0.1.evil.example/",
        "http://localhost.evil.example:80/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "https:example",
    ] {
        desk.apply(Intent::OpenUrl(url.into()));
        desk.run_until("an answer", |state| !state.notices.is_empty());
        let notice = desk.state().notices.last().unwrap();
        assert_eq!(notice.text, "Only web addresses can be opened", "{url}");
        let id = notice.id;
        desk.apply(Intent::DismissNotice(id));
    }
}
