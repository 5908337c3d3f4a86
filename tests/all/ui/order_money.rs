//! What is asked before labels of many orders are bought, and return labels of orders that were
//! shipped.

use postroom::api::carrier::Carrier;
use postroom::desk::orders::selection::{CarrierSum, PossibleReturn, ReturnSums, SelectionSums};
use postroom::orders::agreed_return::AgreedReturn;
use postroom::orders::order::Order;

use super::{now, order_samples};
use crate::prelude::*;

pub fn dollars(cents: i64) -> Money {
    Money::new(Amount::from_cents(cents), Currency::USD)
}

pub fn id(number: usize) -> OrderId {
    OrderId::new(format!("id-{number}"))
}

fn row(number: usize, state: OrderState, labels: Vec<OrderLabel>) -> OrderInList {
    let mut order = Order { number: format!("#{number}"), labels, ..Order::default() };
    order.to.name = format!("Customer {number}");
    order_samples::in_list(format!("id-{number}"), state, order)
}

/// Four orders of this state, all selected.
pub fn selected(state: OrderState, sums: SelectionSums) -> State {
    let rows = (1..=4).map(|number| row(number, state, Vec::new()));
    let mut desk = order_samples::listed(rows.collect());
    desk.carriers.list = Remote::ready(
        vec![Carrier {
            code: Some("POST-eVS".to_owned()),
            name: Some("Postal Service".to_owned()),
            ..Carrier::default()
        }],
        now(),
    );
    desk.balance.summary = Remote::ready(
        BalanceSummary {
            balance: Some(Amount::from_cents(10_000)),
            currency: Some("USD".to_owned()),
            ..BalanceSummary::default()
        },
        now(),
    );
    desk.printing.printers = vec![super::printing::printer("Zebra")];
    desk.orders.selection.tick((1..=4).map(id).collect(), true);
    desk.orders.selection.sums = Some(sums);
    desk
}

fn begun(intents: &[Intent]) -> Vec<OrderWork> {
    let works = intents.iter().filter_map(|intent| match intent {
        Intent::OrderBatches(OrderBatchIntent::Begin(work)) => Some(work.clone()),
        _ => None,
    });
    works.collect()
}

fn check_in_all_sizes(scene: &mut Scene, name: &str) {
    for (width, height, scale) in [(1366.0, 768.0, 1.0), (1024.0, 700.0, 1.0), (1366.0, 768.0, 2.0)]
    {
        scene.state.settings.scale = scale;
        scene.stage.set_size(egui::vec2(width, height));
        scene.settle();
        scene.check(&format!("{name}-{width}-{scale}"));
    }
}

#[test]
fn the_question_before_buying_names_the_carriers_and_what_changed() {
    let carrier = |code: &str, labels, cents| CarrierSum {
        carrier: code.to_owned(),
        labels,
        total: dollars(cents),
    };
    let sums = SelectionSums {
        carriers: vec![carrier("POST-eVS", 2, 9_000), carrier("NOVA", 1, 3_100)],
        totals: vec![dollars(12_100)],
        priced: (1..=3).map(|number| (id(number), dollars(4_000))).collect(),
        price_changes: 2,
        changed_by: vec![dollars(120)],
        outdated: 1,
        ..SelectionSums::default()
    };
    let mut scene = Scene::on(Panel::Orders, selected(OrderState::Rated, sums));
    scene.click("Buy 3 labels, $121.00");
    for words in [
        "Postal Service, 2 labels",
        "$90.00",
        // A carrier that the account does not list has only its code.
        "NOVA, 1 label",
        "Balance $100.00",
        "Total, 3 labels",
        "$121.00",
        "The balance lacks $21.00: it pays about 2 labels, then buying stops.",
        "The prices of 2 orders changed with the latest rates: $1.20 more in all.",
        "1 order was changed since it was rated.",
    ] {
        scene.assert_shows(words);
    }
    assert!(!scene.stage.shows("POST-eVS"));
    check_in_all_sizes(&mut scene, "orders-buy-question");
    let works = begun(&scene.click("Buy the labels"));
    assert!(matches!(works.as_slice(), [OrderWork::Buy(priced)] if priced.len() == 3));
}

fn possible(number: usize, bought_before: usize, cents: Option<i64>) -> PossibleReturn {
    PossibleReturn {
        order: id(number),
        bought_before,
        rate: cents.map(|cents| ("POST-eVS".to_owned(), dollars(cents))),
    }
}

fn shipped(possible: Vec<PossibleReturn>) -> SelectionSums {
    SelectionSums {
        returns: ReturnSums {
            possible,
            impossible: 1,
            open: 0,
            bought: vec![ShipmentId::new("r1")],
        },
        ..SelectionSums::default()
    }
}

#[test]
fn return_labels_are_rated_and_bought_from_one_question() {
    let unrated = shipped(vec![possible(1, 0, None), possible(2, 0, None), possible(3, 1, None)]);
    let mut scene = Scene::on(Panel::Orders, selected(OrderState::HandedOver, unrated));
    scene.click("More actions");
    scene.click("Return labels…");
    scene.assert_shows("2 return labels");
    scene.assert_shows("1 order can’t get one");
    check_in_all_sizes(&mut scene, "orders-return-question");
    let works = begun(&scene.click("Get rates of return labels"));
    assert_eq!(works, [OrderWork::RateReturns(vec![id(1), id(2)])]);

    // The question is still there when the rates are.
    let rated = vec![possible(1, 0, Some(700)), possible(2, 0, None), possible(3, 1, Some(900))];
    scene.state.orders.selection.sums = Some(shipped(rated));
    scene.settle();
    scene.assert_shows("Postal Service, 1 label");
    scene.assert_shows("Buy 1 return label, $7.00");
    check_in_all_sizes(&mut scene, "orders-return-question-rated");
    // Another label for an order that has one takes a check mark.
    scene.click("Buy another for the order that has a return label");
    let works = begun(&scene.click("Buy 2 return labels, $16.00"));
    let agreed = |number, cents, bought_before| AgreedReturn {
        order: id(number),
        price: dollars(cents),
        bought_before,
    };
    let wanted = vec![agreed(1, 700, 0), agreed(3, 900, 1)];
    assert_eq!(works, [OrderWork::BuyReturns(wanted)]);
    assert!(!scene.stage.shows("Buy 2 return labels"), "closed");

    scene.click("More actions");
    let printed = scene.click("Print 1 return label");
    assert!(printed.iter().any(|intent| {
        matches!(intent, Intent::Print(request) if request.shipments == [ShipmentId::new("r1")])
    }));
}

#[test]
fn orders_that_were_not_shipped_get_no_return_label() {
    let mut scene = Scene::on(Panel::Orders, selected(OrderState::Ready, SelectionSums::default()));
    scene.click("More actions");
    let menu = scene.menu();
    let item = menu.iter().find(|item| item.name == "Return labels…");
    assert!(item.is_some_and(|item| item.disabled), "{menu:?}");
    scene.key(Key::Escape);
}

#[test]
fn an_order_shows_its_return_label_beside_its_own_and_asks_for_one() {
    let label = |sequence: u32, is_return: bool| OrderLabel {
        sequence,
        transaction: TransactionId::new(format!("t{sequence}")),
        shipment: Some(ShipmentId::new(format!("s{sequence}"))),
        is_return,
        tracking_numbers: vec![format!("940010000000000000000{sequence}")],
        ..order_samples::label()
    };
    let sums = shipped(vec![possible(1, 1, None)]);
    let mut state = selected(OrderState::HandedOver, sums);
    let open = row(1, OrderState::HandedOver, vec![label(1, false), label(2, true)]);
    state.orders.open = Some(Arc::new(open));
    let mut scene = Scene::on(Panel::Orders, state);
    let marks = scene.stage.elements().filter(|it| it.name == "Return label");
    assert_eq!(marks.count(), 1);
    for number in ["9400100000000000000001", "9400100000000000000002"] {
        scene.assert_shows(number);
    }
    scene.check("orders-return-detail");
    let printed = scene.click("Print 1 return label");
    assert!(printed.iter().any(|intent| {
        matches!(intent, Intent::Print(request) if request.shipments == [ShipmentId::new("s2")])
    }));
    // For one order the same question is asked as for many.
    let intents = scene.click("Return label…");
    let ticked = intents.iter().find_map(|intent| match intent {
        Intent::Orders(OrderIntent::Tick { ids, ticked: true }) => Some(ids.clone()),
        _ => None,
    });
    assert_eq!(ticked, Some(vec![id(1)]));
    scene.assert_shows("The customers send the parcels back to your shop.");
}

/// W30: the question leads to an amount that is enough, and back.
#[test]
fn too_little_money_leads_to_an_amount_that_is_enough_and_back() {
    let sums = SelectionSums {
        totals: vec![dollars(12_150)],
        priced: (1..=3).map(|number| (id(number), dollars(4_050))).collect(),
        ..SelectionSums::default()
    };
    let mut scene = Scene::on(Panel::Orders, selected(OrderState::Rated, sums));
    scene.click("Buy 3 labels, $121.50");
    scene.click("Top up…");
    scene.settle();
    assert_eq!(scene.window.panel, Panel::Balance);
    let value = scene.element("Top-up amount").value.unwrap_or_default();
    assert!(value.starts_with("22"), "{value}");
    scene.click("Back to Orders");
    assert_eq!(scene.window.panel, Panel::Orders);
}
