//! Weights as people say them, in every field that takes one.

use super::order_grid::{edits, in_list, shop, weight};
use crate::prelude::*;

/// W8: the text stays as it is typed, and is in the unit of the field once the field is left.
#[test]
fn a_weight_in_ship_is_typed_in_any_unit() {
    for (typed, pounds) in [
        ("2 lb 3 oz", "2.1875"),
        ("1lb 8oz", "1.5"),
        ("40 oz", "2.5"),
        ("3 lbs, 4 ounces", "3.25"),
        ("1,5 kg", "3.307"),
        ("100 g", "0.2205"),
        ("12.50", "12.50"),
        ("4.5 pounds", "4.5"),
    ] {
        let mut board = AnsweringScene::new();
        board.type_into("Weight", typed);
        assert_eq!(board.value("Weight"), typed);
        assert_eq!(board.state.ship.draft.packages[0].weight, pounds, "{typed}");
        assert_eq!(board.state.ship.draft.packages[0].weight_unit, WeightUnit::Lb);
        board.type_into("Length", "8");
        assert_eq!(board.value("Weight"), pounds);
    }
}

/// W8: what is no weight stays in the field with the reason, and is never said to be pounds.
#[test]
fn a_text_that_is_no_weight_is_never_given_a_unit() {
    let mut board = AnsweringScene::new();
    for wrong in ["2 lb 3", "6 stone", "1 oz 2 lb"] {
        board.type_into("Weight", wrong);
        board.type_into("Length", "8");
        assert_eq!(board.value("Weight"), wrong);
    }
    let mut state = shop();
    state.orders.rows[0] = Arc::new(in_list(1, "six ounces"));
    let scene = Scene::on(Panel::Orders, state);
    assert!(scene.stage.shows("six ounces"));
    assert!(!scene.stage.shows("six ounces lb"));
}

fn the_weight(intents: &[Intent]) -> OrderEdit {
    edits(intents).pop().map(|(_, edit)| edit).unwrap()
}

/// W8: *Correct* said “6 oz lb”.
#[test]
fn a_weight_of_an_order_is_typed_in_any_unit() {
    for (typed, pounds) in [("6 oz", "0.375"), ("2 lb 12 oz", "2.75"), ("0,5 kg", "1.1024")] {
        let mut state = shop();
        state.orders.open = Some(Arc::clone(&state.orders.rows[0]));
        let mut scene = Scene::on(Panel::Orders, state);
        scene.type_into("Weight", typed);
        let intents = scene.key(Key::Enter);
        assert_eq!(the_weight(&intents), weight(pounds, WeightUnit::Lb), "{typed}");
    }
}

/// W8: the form of many orders, too.
#[test]
fn a_weight_of_many_orders_is_typed_in_any_unit() {
    let mut scene = super::order_grid::many();
    scene.type_into("Weight, new value", "2 lb 3 oz");
    let intents = scene.click("Change the orders");
    let OrderEdit::Several(edits) = the_weight(&intents) else {
        panic!("{intents:?}");
    };
    assert_eq!(edits, [weight("2.1875", WeightUnit::Lb)]);
}

/// W8: a cell of the list keeps the unit that was typed, the smaller one of two.
#[test]
fn a_cell_of_the_list_takes_two_units() {
    let mut state = shop();
    state.orders.open = None;
    let mut scene = Scene::on(Panel::Orders, state);
    super::order_grid::click_text(&mut scene, "1.1 lb", 2);
    scene.write("2 lb 3 oz");
    let intents = scene.key(Key::Enter);
    assert_eq!(the_weight(&intents), weight("35", WeightUnit::Oz));
    assert!(intents.iter().any(|it| matches!(it, Intent::Orders(OrderIntent::EditEntered { .. }))));
}
