//! Orders that need attention: a value that a person types settles what the import could not read,
//! and the rules go by it.

use postroom::orders::order::{ChosenBy, Order};

use crate::prelude::*;

/// The sample with its presets and rules; the list shows the orders that need attention.
fn sample(world: &DeskFixture) -> TestDesk {
    let mut desk = world.open_connected();
    desk.fill();
    desk.apply(OrderImportIntent::ReadSample);
    desk.run_until("preview", |state| {
        matches!(state.order_import.table.preview, Remote::Ready(_))
            && !state.order_rules.documents.rules.is_empty()
    });
    desk.apply(OrderImportIntent::Write);
    desk.run_until("imported", |state| state.orders.total() == 300);
    desk.apply(OrderIntent::Show {
        filter: OrderFilter { states: vec![OrderState::NeedsAttention], ..OrderFilter::default() },
        first: 0,
    });
    desk.run_until("those that need attention", |state| {
        state.orders.rows.len() == 17 && state.orders.matching == 17
    });
    desk
}

fn order<'a>(desk: &'a TestDesk, number: &str) -> &'a OrderInList {
    let mut rows = desk.state().orders.rows.iter();
    rows.find(|row| row.order.number == number).unwrap()
}

/// The order once this change of it is stored and read again; it is the open one.
fn changed(
    desk: &mut TestDesk,
    (id, edit): (&OrderId, OrderEdit),
    is_stored: impl Fn(&Order) -> bool,
) -> OrderInList {
    desk.apply(OrderIntent::Open(Some(id.clone())));
    let ids = vec![id.clone()];
    desk.apply(OrderIntent::Edit { ids, edit });
    desk.run_until("changed", |state| {
        let open = state.orders.open.as_ref();
        open.is_some_and(|open| open.id == *id && is_stored(&open.order))
    });
    let open = desk.state().orders.open.clone().unwrap();
    (*open).clone()
}

#[test]
fn a_typed_value_settles_what_the_file_had_and_the_rules_go_by_it() {
    let world = DeskFixture::new();
    let mut desk = sample(&world);
    let country = order(&desk, "#2028");
    assert_eq!(country.order.preset, None, "no rule can be decided");
    let id = country.id.clone();
    let edit = OrderEdit::To(AddressField::Country, "NO".to_owned());
    let country = changed(&mut desk, (&id, edit), |order| order.to.country == "NO");
    assert_eq!(country.problems, []);
    assert_eq!(country.state, OrderState::Ready);
    let preset = country.order.preset.unwrap();
    assert_eq!(preset.key, "practice-abroad");
    assert!(matches!(preset.by, ChosenBy::Rule { .. }), "{preset:?}");

    let id = order(&desk, "#2063").id.clone();
    let weight = |text: &str| OrderEdit::Weight {
        text: text.to_owned(),
        unit: WeightUnit::Oz,
        weighed: None,
    };
    // An empty weight says nothing.
    let empty = OrderEdit::Several(vec![weight(""), OrderEdit::Note("light".to_owned())]);
    let row = changed(&mut desk, (&id, empty), |order| order.note == "light");
    assert_eq!(row.state, OrderState::NeedsAttention);
    let row = changed(&mut desk, (&id, weight("7.2")), |order| {
        order.parcels.first().is_some_and(|it| it.weight == "7.2")
    });
    assert_eq!((row.problems, row.state), (vec![], OrderState::Ready));

    let row = order(&desk, "#2078");
    let (id, mut items) = (row.id.clone(), row.order.items.clone());
    for (quantity, state) in [("many", OrderState::NeedsAttention), ("2", OrderState::Ready)] {
        items[0].quantity = quantity.to_owned();
        let edit = OrderEdit::Items(items.clone());
        let row = changed(&mut desk, (&id, edit), |order| order.items[0].quantity == quantity);
        assert_eq!(row.state, state, "{quantity}: {:?}", row.problems);
    }
}
