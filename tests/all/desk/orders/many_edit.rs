//! One change of many orders, undone in one step.

use postroom::base::measure::LengthUnit;

use super::batches::table;
use crate::prelude::*;

/// Weight, unit of the size, length and note of each order.
fn facts(state: &State) -> Vec<(String, LengthUnit, String, String)> {
    let rows = state.orders.rows.iter();
    rows.map(|row| {
        let package = &row.packages[0];
        let weight = format!("{} {}", package.weight, package.weight_unit.code());
        let note = row.order.note.clone();
        (weight, package.length_unit, package.length.clone(), note)
    })
    .collect()
}

#[test]
fn several_fields_of_many_orders_change_and_are_undone_together() {
    let (_world, mut desk) = connected_desk();
    desk.import_orders(&table(3));
    desk.run_until("rows", |state| state.orders.rows.len() == 3);
    let before = facts(desk.state());
    let ids = desk.tick_all_orders();
    desk.apply(OrderIntent::Edit {
        ids,
        edit: OrderEdit::Several(vec![
            OrderEdit::Weight { text: "12".to_owned(), unit: WeightUnit::Oz, weighed: None },
            OrderEdit::SizeUnit(LengthUnit::Cm),
            OrderEdit::Size(["30", "20", "10"].map(str::to_owned)),
            OrderEdit::Note("Fragile".to_owned()),
        ]),
    });
    let after = ("12 oz".to_owned(), LengthUnit::Cm, "30".to_owned(), "Fragile".to_owned());
    desk.run_until("changed", |state| facts(state) == vec![after.clone(); 3]);
    let undo = desk.state().orders.changes.undo.clone().unwrap();
    assert_eq!(undo.text.as_str(), "Last change: 3 orders");
    desk.apply(OrderIntent::Undo);
    desk.run_until("undone", |state| facts(state) == before);
}

/// The offer to undo a change goes when a person closes it, and when the orders go on.
#[test]
fn a_change_is_offered_to_be_undone_until_the_next_step() {
    let (_world, mut desk) = connected_desk();
    desk.import_orders(&table(1));
    let ids = desk.tick_all_orders();
    let change = |desk: &mut TestDesk, note: &str| {
        desk.apply(OrderIntent::Edit { ids: ids.clone(), edit: OrderEdit::Note(note.to_owned()) });
        desk.run_until("changed", |state| state.orders.changes.undo.is_some());
    };
    change(&mut desk, "Fragile");
    desk.apply(OrderIntent::DropUndo);
    assert!(desk.state().orders.changes.undo.is_none());
    change(&mut desk, "Very fragile");
    desk.apply(OrderBatchIntent::Begin(OrderWork::GetRates(ids.clone())));
    assert!(desk.state().orders.changes.undo.is_none());
}

/// A note may be changed after the purchase, a weight not: together they may not.
#[test]
fn a_bought_order_keeps_everything_if_one_of_the_changes_is_not_allowed() {
    let (_world, mut desk) = connected_desk();
    desk.import_rated(1);
    desk.buy_all();
    let bought = |state: &State| {
        let row = state.orders.rows.first();
        row.is_some_and(|row| row.order.bought_label().is_some())
    };
    desk.run_until("bought", bought);
    let id = desk.state().orders.rows[0].id.clone();
    let note = OrderEdit::Note("Thanks".to_owned());
    let size = OrderEdit::SizeUnit(LengthUnit::Cm);
    desk.apply(OrderIntent::Edit {
        ids: vec![id.clone()],
        edit: OrderEdit::Several(vec![note.clone(), size]),
    });
    desk.run_until_told("stays as it is");
    assert_eq!(desk.state().orders.rows[0].order.note, "");
    desk.apply(OrderIntent::Edit { ids: vec![id], edit: OrderEdit::Several(vec![note]) });
    desk.run_until("noted", |state| state.orders.rows[0].order.note == "Thanks");
}
