//! Orders on their way to a shared workspace and through a file.

use postroom::desk::order_moves::{MoveIntent, MoveReport, Moved};
use postroom::desk::stations::GivenWorkspace;

use super::{PASSWORD, Secret, Shop, TestDesk, connected, import, is_open, note, order};
use crate::prelude::*;

pub(super) fn carry_out(desk: &mut TestDesk, intent: MoveIntent) -> MoveReport {
    desk.apply(intent);
    desk.run_until("moved", |state| {
        matches!(state.order_moves.moving, Remote::Ready(_) | Remote::Failed { .. })
    });
    let moving = &desk.state().order_moves.moving;
    let report = moving.value().filter(|_| moving.trouble().is_none());
    report.unwrap_or_else(|| panic!("{moving:?}")).clone()
}

fn moved(copied: u64, were_there: u64) -> Moved {
    Moved { copied, were_there }
}

fn add_preset(desk: &mut TestDesk, name: &str) {
    let preset = Preset { name: name.to_owned(), ..Preset::default() };
    desk.apply(OrderRuleIntent::Document(DocumentEdit::WritePreset {
        key: None,
        preset: Box::new(preset),
    }));
    desk.run_until("the preset", |state| !state.order_rules.documents.presets.is_empty());
}

#[test]
fn the_orders_of_a_computer_are_copied_in_once() {
    let Some(shop) = Shop::prepared() else { return };
    let mut own = shop.alone("one");
    import(&mut own, &["1001", "1002", "1003"]);
    note(&mut own, "1002", "Fragile");
    add_preset(&mut own, "Small box");
    shop.world.runtime.block_on(own.0.close());

    let mut other = shop.station("two");
    import(&mut other, &["1003"]);
    let given =
        GivenWorkspace { address: shop.address("shop"), password: Some(Secret::new(PASSWORD)) };
    let mut desk = connected(Setup { workspace: Some(given), ..shop.setup("one") });
    desk.run_until("open", is_open);
    let report = carry_out(&mut desk, MoveIntent::CopyOwn);
    assert_eq!(report.orders, moved(2, 1));
    assert_eq!(report.documents.copied, 1);
    other.run_until("the copied orders", |state| {
        state.orders.total() == 3 && order(state, "1002").is_some()
    });
    assert_eq!(order(other.state(), "1002").unwrap().order.note, "Fragile");
    // The words of a copied order are found.
    let filter = OrderFilter { text: "fragile".to_owned(), ..Default::default() };
    other.apply(OrderIntent::Show { filter, first: 0 });
    other.run_until("found", |state| state.orders.matching == 1);

    let report = carry_out(&mut desk, MoveIntent::CopyOwn);
    assert_eq!(report.orders, moved(0, 3));
}

/// The file is the same whichever workspace it comes from.
#[test]
fn a_shared_workspace_goes_through_a_file_into_the_one_of_a_computer() {
    let Some(shop) = Shop::prepared() else { return };
    let mut desk = shop.station("one");
    import(&mut desk, &["1001", "1002"]);
    add_preset(&mut desk, "Small box");
    let file = shop.world.folder.join("orders.db");
    let export = |replace| MoveIntent::Export { file: file.clone(), replace };
    let report = carry_out(&mut desk, export(false));
    assert_eq!((report.orders, report.documents.copied), (moved(2, 0), 1));
    // A file that is there is not replaced without a question.
    desk.apply(export(false));
    desk.run_until("refused", |state| state.order_moves.moving.trouble().is_some());
    assert!(!shop.world.folder.join("one").join("moving").exists());

    let mut alone = shop.alone("two");
    let report = carry_out(&mut alone, MoveIntent::Import(file));
    assert_eq!((report.orders, report.documents.copied), (moved(2, 0), 1));
    alone.run_until("the copies", |state| {
        let mut presets = state.order_rules.documents.presets.iter();
        order(state, "1002").is_some() && presets.any(|it| it.preset.name == "Small box")
    });
}

/// Without a server: from one computer to another.
#[test]
fn the_orders_of_a_computer_go_through_a_file_into_another() {
    let (one, two) = (DeskFixture::new(), DeskFixture::new());
    let mut from = one.open_connected();
    import(&mut from, &["1001"]);
    let file = one.folder.join("orders.db");
    carry_out(&mut from, MoveIntent::Export { file: file.clone(), replace: false });
    let mut to = two.open_connected();
    let report = carry_out(&mut to, MoveIntent::Import(file));
    assert_eq!(report.orders, moved(1, 0));
    to.run_until("the list", |state| state.orders.total() == 1);
    // What is no such file is refused, and nothing is left behind.
    let other = two.folder.join("other.db");
    fs::write(&other, "no database").unwrap();
    to.apply(MoveIntent::Import(other));
    to.run_until("refused", |state| state.order_moves.moving.trouble().is_some());
    assert_eq!(to.state().orders.total(), 1);
    assert!(!two.folder.join("desk").join("moving").exists());
}
