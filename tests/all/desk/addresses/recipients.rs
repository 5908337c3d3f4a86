//! Recipients of labels in the address book.

use super::*;

/// W13: a recipient who was typed is found by name afterwards, once, and first of the recent ones;
/// an address that was never shipped to is not recent.
#[test]
fn a_recipient_a_label_was_bought_to_is_offered_afterwards() {
    let (_world, mut desk) = connected_desk();
    desk.run_until("the samples", |state| state.ship.book.count == 12);
    assert_eq!(desk.state().ship.book.recent, Vec::new());
    let before = desk.state().ship.book.count;
    for name in ["Quentin Newcomer", "QUENTIN NEWCOMER"] {
        desk.choose();
        desk.edit(|draft| draft.to.name = name.into());
        desk.quote();
        desk.choose_rate(0);
        desk.buy_and_wait();
        desk.run_until("the recipient", |state| !state.ship.book.recent.is_empty());
    }
    desk.apply(ShipIntent::SearchBook { text: "quentin".to_owned() });
    desk.run_until("Quentin", |state| state.ship.book.rows.len() == 1);
    let book = &desk.state().ship.book;
    assert_eq!(book.count, before + 1, "not twice");
    let recent: Vec<&str> = book.recent.iter().map(|it| it.address.name.as_str()).collect();
    assert_eq!(recent, ["Quentin Newcomer"]);
}
