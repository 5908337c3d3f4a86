//! What one station writes, another one sees.

use super::super::orders::batches::table;
use super::{Shop, TestDesk, id_of, import, note, order, show_all};
use crate::prelude::*;

fn sign(desk: &mut TestDesk) {
    desk.apply(StationsIntent::Sign { name: "Bench 1".to_owned(), person: "Ana".to_owned() });
}

#[test]
fn two_stations_see_the_orders_of_each_other() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    import(&mut one, &["1001", "1002"]);
    two.run_until("the orders of the other", |state| {
        order(state, "1001").is_some() && order(state, "1002").is_some()
    });
    // What is ticked and open here stays while the other one writes.
    let (first, second) = (id_of(&two, "1001"), id_of(&two, "1002"));
    two.apply(OrderIntent::Tick { ids: vec![second.clone()], ticked: true });
    two.apply(OrderIntent::Open(Some(first.clone())));
    note(&mut one, "1001", "Ring twice");
    two.run_until("the note of the other", |state| {
        order(state, "1001").is_some_and(|row| row.order.note == "Ring twice")
    });
    two.run_until("the open order", |state| {
        let open = state.orders.open.as_ref();
        open.is_some_and(|open| open.order.note == "Ring twice")
    });
    assert_eq!(two.state().orders.open.as_ref().unwrap().id, first);
    assert!(two.state().orders.selection.has(&second));
    // The orders of this computer are others.
    let alone = shop.alone("three");
    assert_eq!(alone.state().orders.total(), 0);
}

/// Its Ship has no sender, and the shop has none either.
#[test]
fn a_station_without_a_sender_leaves_the_orders_of_the_others_ready() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    one.import_orders(&table(3));
    for desk in [&mut one, &mut two] {
        desk.run_until("ready", |state| state.orders.in_state(OrderState::Ready) == 3);
    }
    // It computes the states again for a new preset.
    two.apply(OrderRuleIntent::Document(DocumentEdit::WritePreset {
        key: None,
        preset: Box::new(Preset { name: "Small box".to_owned(), ..Preset::default() }),
    }));
    let has_preset = |state: &State| state.order_rules.documents.presets.len() == 1;
    for desk in [&mut one, &mut two] {
        desk.run_until("the preset", has_preset);
        desk.run_for(Duration::from_millis(500));
        assert_eq!(desk.state().orders.in_state(OrderState::Ready), 3);
    }
    // It cannot ship them itself, and says why.
    show_all(&mut two);
    let ids = two.state().orders.rows.iter().map(|row| row.id.clone());
    two.work(OrderWork::GetRates(ids.collect()));
    let work = two.state().order_batches.work.clone().unwrap();
    let is_told = |row: &BatchRow| matches!(row.state, RowState::NeedsReview(_));
    assert!(work.rows.iter().all(is_told), "{:?}", work.rows);
    assert_eq!(two.state().orders.in_state(OrderState::Ready), 3);
}

#[test]
fn a_preset_of_one_station_is_there_at_the_other() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    two.run_until("news", |state| state.stations.is_listening);
    let preset = Preset { name: "Small box".to_owned(), ..Preset::default() };
    one.apply(OrderRuleIntent::Document(DocumentEdit::WritePreset {
        key: None,
        preset: Box::new(preset),
    }));
    two.run_until("the preset of the other", |state| {
        let mut presets = state.order_rules.documents.presets.iter();
        presets.any(|keyed| keyed.preset.name == "Small box")
    });
}

#[test]
fn two_changes_of_the_same_field_are_both_shown_and_the_first_can_be_brought_back() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    sign(&mut one);
    import(&mut one, &["1001"]);
    two.run_until("the order", |state| order(state, "1001").is_some());
    note(&mut one, "1001", "Leave at the door");
    one.run_until("written", |state| {
        order(state, "1001").is_some_and(|row| row.order.note == "Leave at the door")
    });
    // The second station has not seen that yet: its frames stand still.
    note(&mut two, "1001", "Ring twice");
    two.run_until("both versions", |state| {
        let mut notices = state.notices.iter();
        notices.any(|notice| {
            let text = notice.text.to_string();
            text.contains("Bench 1, Ana")
                && text.contains("“Leave at the door”")
                && text.contains("“Ring twice”")
        })
    });
    two.run_until("the second change", |state| {
        order(state, "1001").is_some_and(|row| row.order.note == "Ring twice")
    });
    two.apply(OrderIntent::Undo);
    two.run_until("the first change", |state| {
        order(state, "1001").is_some_and(|row| row.order.note == "Leave at the door")
    });
}

/// Z8: who left a field after the news of the other's change had come in heard nothing of it. Both
/// computers have the name of this host.
#[test]
fn two_changes_of_a_field_are_shown_also_where_the_news_came_in_before_it_was_left() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    assert_eq!(one.state().stations.signed, two.state().stations.signed);
    import(&mut one, &["1001"]);
    two.run_until("the order", |state| order(state, "1001").is_some());
    let named = |desk: &TestDesk, text: &str| OrderIntent::EditEntered {
        entered: Arc::new(order(desk.state(), "1001").unwrap().clone()),
        edit: OrderEdit::To(AddressField::Name, text.to_owned()),
    };
    let mine = named(&two, "Ben from Bench 2");
    let own = named(&one, "Ben from Office");
    one.apply(own);
    two.run_until("the news", |state| {
        order(state, "1001").is_some_and(|row| row.order.to.name == "Ben from Office")
    });
    two.apply(mine);
    let is_told = |state: &State| {
        let mut notices = state.notices.iter();
        notices.any(|notice| {
            let text = notice.text.to_string();
            text.contains("“Ben from Office”") && text.contains("“Ben from Bench 2”")
        })
    };
    two.run_until("both texts", is_told);
    two.apply(OrderIntent::Undo);
    one.run_until("the first change", |state| {
        order(state, "1001").is_some_and(|row| row.order.to.name == "Ben from Office")
    });
    // What this window itself wrote is no collision.
    let before = order(one.state(), "1001").unwrap().clone();
    for text in ["A", "B", "C"] {
        let (entered, edit) = (Arc::new(before.clone()), OrderEdit::Note(text.to_owned()));
        one.apply(OrderIntent::EditEntered { entered, edit });
        one.run_until("the change", |state| {
            order(state, "1001").is_some_and(|row| row.order.note == text)
        });
    }
    let told = one.state().notices.iter().map(|notice| notice.text.to_string());
    assert!(!told.into_iter().any(|text| text.contains("“A”")), "{:?}", one.state().notices);
}

#[test]
fn a_change_says_which_station_and_which_person_made_it() {
    let Some(shop) = Shop::prepared() else { return };
    let (mut one, mut two) = (shop.station("one"), shop.station("two"));
    import(&mut one, &["1001"]);
    sign(&mut one);
    note(&mut one, "1001", "Fragile");
    two.run_until("the change", |state| {
        order(state, "1001").is_some_and(|row| row.changed_by == "Bench 1 / Ana")
    });
    // The names are there at the next start.
    shop.world.runtime.block_on(one.0.close());
    let one = shop.station("one");
    assert_eq!(one.state().stations.signed, "Bench 1 / Ana");
}
