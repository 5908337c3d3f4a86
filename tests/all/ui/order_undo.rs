//! The line that says what was changed last and offers to undo it.

use crate::prelude::*;

const PATIENCE: Duration = Duration::from_secs(60);
const TABLE: &str = "Order number,Name,Street 1,City,State,ZIP,Country,Weight (lb)
1001,Casey Example,1 Ferry Building,San Francisco,CA,94111,US,1.5
";

/// The list of what is to be done does not show it then.
fn is_held(state: &State) -> bool {
    state.orders.in_state(OrderState::OnHold) == 1
}

fn hold(window: &mut Driver, id: &OrderId) {
    window
        .desk()
        .apply(OrderIntent::Edit { ids: vec![id.clone()], edit: OrderEdit::Hold(String::new()) });
    let changed = |state: &State| is_held(state) && state.orders.changes.undo.is_some();
    window.wait_until("the change", PATIENCE, changed).unwrap();
    window.settle();
    assert!(window.shows("Last change: 1 order"));
}

#[test]
fn the_cross_closes_the_line_and_keeps_the_change_and_undo_takes_it_back() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(TABLE);
    let ids = desk.tick_all_orders();
    let id = &ids[0];
    let mut window = desk.into_window(&world);
    window.window().panel = Panel::Orders;
    window.settle();

    hold(&mut window, id);
    window.click("Close this notice").unwrap();
    window.settle();
    assert!(!window.shows("Last change: 1 order"), "the line is closed");
    assert!(window.find("Undo").is_err(), "and with it the offer");
    assert!(window.state().orders.changes.undo.is_none());
    assert!(is_held(window.state()), "the change stays");

    window.desk().apply(OrderIntent::Edit { ids: vec![id.clone()], edit: OrderEdit::Release });
    let released = |state: &State| !is_held(state) && state.orders.changes.undo.is_some();
    window.wait_until("no hold", PATIENCE, released).unwrap();
    hold(&mut window, id);
    window.click("Undo").unwrap();
    let undone = |state: &State| !is_held(state);
    window.wait_until("undone", PATIENCE, undone).unwrap();
    window.settle();
    assert!(!window.shows("Last change: 1 order"));
}

/// W50: only the button undid, in Orders and in Addresses. A text field undoes its own typing.
#[test]
fn ctrl_z_undoes_the_last_change_unless_a_text_is_typed() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(TABLE);
    let ids = desk.tick_all_orders();
    let mut window = desk.into_window(&world);
    window.window().panel = Panel::Orders;
    window.settle();
    hold(&mut window, &ids[0]);
    window.type_into("Search orders", "1001").unwrap();
    window.press(Modifiers::COMMAND, Key::Z);
    window.settle();
    assert!(window.state().orders.changes.undo.is_some(), "the search has the keyboard");
    window.press(Modifiers::NONE, Key::Tab);
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_until("undone", PATIENCE, |state| !is_held(state)).unwrap();

    window.window().panel = Panel::Addresses;
    window.wait_until("the book", PATIENCE, |state| state.addresses.loaded).unwrap();
    let before = window.state().addresses.matching;
    let form = Box::new(AddressForm {
        name: "Jane Sample".to_owned(),
        street1: "1 Ferry Building".to_owned(),
        city: "San Francisco".to_owned(),
        state: "CA".to_owned(),
        zip: "94111".to_owned(),
        country: "US".to_owned(),
        ..AddressForm::default()
    });
    let save = AddressIntent::Save { row: None, form, groups: Vec::new(), seen: None };
    window.desk().apply(Intent::Addresses(save));
    let there = |state: &State| state.addresses.matching == before + 1;
    window.wait_until("the address", PATIENCE, there).unwrap();
    let row = window.state().addresses.rows[0].row;
    window.desk().apply(Intent::Addresses(AddressIntent::Remove(row)));
    let deleted = |state: &State| state.addresses.matching == before;
    window.wait_until("deleted", PATIENCE, deleted).unwrap();
    window.press(Modifiers::COMMAND, Key::Z);
    window.wait_until("the address again", PATIENCE, there).unwrap();
}
