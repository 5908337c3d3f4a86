//! The selection of orders: what is done for it is done for what the list shows.

use postroom::desk::orders::list::TO_DO;

use super::super::imported_orders::table;
use crate::prelude::*;

fn show(desk: &mut TestDesk, filter: OrderFilter) {
    desk.apply(OrderIntent::Show { filter, first: 0 });
    desk.run_for(Duration::from_millis(200));
}

fn ready() -> OrderFilter {
    OrderFilter { states: vec![OrderState::Ready], ..OrderFilter::default() }
}

/// W17: 300 were selected, the filter showed 3, and *Print again* offered 286 labels.
#[test]
fn ticked_orders_outside_the_filter_are_not_acted_on_and_come_back_with_it() {
    let (_world, mut desk) = connected_desk();
    desk.import_orders(&table(4));
    let all = desk.tick_all_orders();
    let text = OrderFilter { text: "T00002".to_owned(), ..OrderFilter::default() };
    show(&mut desk, text.clone());
    let selection = &desk.state().orders.selection;
    assert_eq!((selection.ids(), selection.outside()), (&all[2..3], 3));
    let sums = selection.sums.as_ref().unwrap();
    assert_eq!(sums.by_state.values().sum::<u64>(), 1, "the buttons count what is shown");

    show(&mut desk, OrderFilter { text: "nobody".to_owned(), ..OrderFilter::default() });
    assert!(desk.state().orders.selection.is_empty());
    // What is unticked here stays so.
    show(&mut desk, text);
    desk.apply(OrderIntent::Tick { ids: vec![all[2].clone()], ticked: false });
    show(&mut desk, OrderFilter::default());
    let selection = &desk.state().orders.selection;
    let mut ids = selection.ids().to_vec();
    ids.sort();
    let mut rest = vec![all[0].clone(), all[1].clone(), all[3].clone()];
    rest.sort();
    assert_eq!((ids, selection.outside()), (rest, 0));
}

/// An order that leaves the list leaves the selection, except by a batch: the list follows it to the
/// next step.
#[test]
fn a_selected_order_that_leaves_the_list_is_not_acted_on() {
    let (_world, mut desk) = connected_desk();
    desk.import_orders(&table(3));
    desk.tick_all_orders();
    show(&mut desk, ready());
    let ids = desk.state().orders.selection.ids().to_vec();
    assert_eq!(ids.len(), 3);
    let held = ids[0].clone();
    desk.apply(OrderIntent::Edit { ids: vec![held], edit: OrderEdit::Hold(String::new()) });
    desk.run_until("left", |state| state.orders.selection.len() == 2);
    assert_eq!(desk.state().orders.selection.outside(), 0, "it is put on hold and done with");

    let ids = desk.state().orders.selection.ids().to_vec();
    desk.work(OrderWork::GetRates(ids.clone()));
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.run_until("the rated orders", |state| {
        let orders = &state.orders;
        orders.filter.states == TO_DO && orders.selection.in_state(OrderState::Rated) == 2
    });
    assert_eq!(desk.state().orders.selection.ids(), ids);
}
