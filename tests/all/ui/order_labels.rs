//! The labels in the details of an order: prints, hand-over, refunds and the decision to buy another.

use postroom::api::manifest::Manifest;
use postroom::desk::money::ports::PurchaseEvidence;
use postroom::desk::order_batches::claims_elsewhere::{ClaimElsewhere, WhyElsewhere};
use postroom::desk::order_printing::print_run::{LabelOfRun, PrintOrders, PrintRun};
use postroom::orders::order::Order;
use postroom::orders::order_label::{LabelPrint, LabelRefund};

use super::board::shipment_row;
use super::{connected, now, order_samples, practice};
use crate::prelude::*;

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn label(shipment: &str) -> OrderLabel {
    OrderLabel {
        begun: at("2026-11-21T08:00:00Z"),
        bought: Some(at("2026-11-21T08:00:00Z")),
        shipment: Some(ShipmentId::new(shipment)),
        tracking_numbers: vec!["9400100000000000000000".to_owned()],
        ..order_samples::label()
    }
}

fn print(time: &str, printer: &str, job: i64) -> LabelPrint {
    LabelPrint { at: at(time), printer: printer.to_owned(), by: "bench".to_owned(), job }
}

/// The order with these labels, open beside the list.
fn open(state: OrderState, labels: Vec<OrderLabel>) -> State {
    let mut order = Order { number: "1042".to_owned(), labels, ..Order::default() };
    order.to.name = "Ann Lee".to_owned();
    let mut desk = order_samples::listed(vec![order_samples::in_list("id-1", state, order)]);
    desk.orders.open = desk.orders.rows.first().cloned();
    desk
}

fn decisions(intents: &[Intent]) -> usize {
    let is_decision = |intent: &&Intent| {
        matches!(
            intent,
            Intent::Orders(OrderIntent::Edit { ids, edit: OrderEdit::ReplaceRefunded(_) })
                if ids.len() == 1
        )
    };
    intents.iter().filter(is_decision).count()
}

#[test]
fn prints_and_the_manifest_are_in_the_details() {
    let mut handed_over = label("s1");
    handed_over.prints =
        vec![print("2026-11-21T08:10:00Z", "Zebra", 1), print("2026-11-21T09:20:00Z", "Dock", 2)];
    handed_over.manifest = Some("M-ID".to_owned());
    let mut state = open(OrderState::HandedOver, vec![handed_over.clone()]);
    state.manifests.known = vec![Arc::new(Manifest {
        id: Some(ManifestId::new("m-id")),
        form_number: Some("9275090000".to_owned()),
        transaction_date: WireTime::parse("2026-11-21T10:30:00Z"),
        ..Manifest::default()
    })];
    let mut scene = Scene::on(Panel::Orders, state);
    for words in
        ["Printed 2 times", "on Zebra by bench", "on Dock by bench", "On manifest 9275090000 of "]
    {
        scene.assert_shows(words);
    }
    scene.check("order-handed-over");

    handed_over.manifest = None;
    handed_over.handed_over = Some(at("2026-11-21T11:00:00Z"));
    handed_over.prints.truncate(1);
    let scene = Scene::on(Panel::Orders, open(OrderState::HandedOver, vec![handed_over.clone()]));
    scene.assert_shows(", without a manifest");
    assert!(!scene.stage.shows("Printed 1 time"), "the line says it");
    // The manifest is known to exist, and nothing else of it.
    handed_over.manifest = Some(String::new());
    let scene = Scene::on(Panel::Orders, open(OrderState::HandedOver, vec![handed_over]));
    scene.assert_shows("On a manifest whose number isn’t known");
}

#[test]
fn another_label_is_bought_only_by_a_decision() {
    let mut refunded = label("s1");
    refunded.status = LabelStatus::Refunded;
    refunded.refund = Some(LabelRefund {
        status: "Initiated".to_owned(),
        at: at("2026-11-21T09:00:00Z"),
        replace: None,
        stopped_write_back: false,
    });
    for (theme, scale, name) in
        [(Theme::Light, 1.0, "order-refunded"), (Theme::Dark, 2.0, "order-refunded-dark-200")]
    {
        let mut state = open(OrderState::Refunded, vec![refunded.clone()]);
        state.settings = Settings { theme, scale, ..state.settings };
        let mut scene = Scene::on(Panel::Orders, state);
        if scale > 1.0 {
            // Where there is no room beside the list, the details cover it.
            scene.click("1042, Refunded, Ann Lee");
        }
        scene.assert_shows("With the carrier, 2 to 4 weeks");
        scene.check(name);
        assert_eq!(decisions(&scene.click("Allow another label")), 1);
    }
    // Decided: the order is one like any other.
    if let Some(refund) = &mut refunded.refund {
        refund.replace = Some(at("2026-11-21T10:00:00Z"));
    }
    let mut scene = Scene::on(Panel::Orders, open(OrderState::Ready, vec![refunded.clone()]));
    scene.assert_shows("It was decided to buy another label in its place");
    assert!(scene.try_click("Allow another label").is_err());
    // Nothing is concluded from a status of a newer service.
    if let Some(refund) = &mut refunded.refund {
        (refund.status, refund.replace) = ("Escalated".to_owned(), None);
    }
    let mut scene = Scene::on(Panel::Orders, open(OrderState::Refunded, vec![refunded]));
    scene.assert_shows("Escalated");
    assert!(scene.try_click("Allow another label").is_err());
}

#[test]
fn a_refund_in_doubt_is_told_and_offers_no_other_label() {
    let mut state = open(OrderState::Bought, vec![label("s1")]);
    state.purchases.list.push(Purchase {
        transaction: TransactionId::new("r"),
        kind: PurchaseKind::Refund,
        order: Some(OrderId::new("s1")),
        sequence: 0,
        title: "Refund".to_owned(),
        expected: None,
        status: PurchaseStatus::Checking {
            attempts: 1,
            trouble: None,
            learned: PurchaseEvidence::default(),
        },
        started: now(),
        scope: practice(),
        given_up: false,
    });
    let mut scene = Scene::on(Panel::Orders, state);
    scene.assert_shows("A refund is being requested");
    assert!(scene.try_click("Allow another label").is_err());
}

/// A run of which 40 of 90 labels were put into the print queue.
#[test]
fn the_rest_of_a_run_that_ended_early_is_proposed() {
    let mut state = connected();
    let label = |number: usize| LabelOfRun {
        order: OrderId::new(format!("o{number}")),
        number: number.to_string(),
        recipient: "Ann Lee".to_owned(),
        shipment: ShipmentId::new(format!("s{number}")),
        printer: (number <= 40).then(|| "Zebra".to_owned()),
    };
    state.orders = {
        let mut orders = open(OrderState::Printed, Vec::new()).orders;
        orders.open = None;
        orders
    };
    state.order_printing.run =
        Some(PrintRun { begun: now(), labels: (1..=90).map(label).collect() });
    state.printing.printers = vec![super::printing::printer("Zebra")];
    let mut scene = Scene::on(Panel::Orders, state);
    scene.click("Print again…");
    scene.assert_shows("The last print run: 90 labels");
    scene.assert_shows("Only 40 of the 90 were put into the print queue");
    scene.assert_shows("41: order 41, Ann Lee");
    scene.check("print-the-rest");
    let asked = scene.click("Print this part again");
    let ranges: Vec<(Option<usize>, Option<usize>)> = asked
        .iter()
        .filter_map(|intent| match intent {
            Intent::PrintOrders(PrintOrders { from, to, .. }) => Some((*from, *to)),
            _ => None,
        })
        .collect();
    assert_eq!(ranges, [(Some(41), Some(90))]);
}

/// The orders of a morning: the desk prints them in parts.
#[test]
fn hundreds_of_shipments_are_printed_at_once() {
    let mut state = connected();
    let rows = (0..450).map(|number| {
        let mut row = (*shipment_row(0, "PreTransit")).clone();
        row.id = ShipmentId::new(format!("s{number}"));
        row.to_name = format!("Customer {number}");
        Arc::new(row)
    });
    state.shipments.rows = rows.collect();
    (state.shipments.total, state.shipments.matching) = (450, 450);
    state.printing.printers = vec![super::printing::printer("Zebra")];
    let mut scene = Scene::on(Panel::Shipments, state);
    let first = scene.state.shipments.rows[0].clone();
    let number = first.tracking_number.as_ref().unwrap();
    scene.click(&format!("Select {}, {number}", first.to_name));
    scene.click("Select all");
    scene.assert_shows("450 selected");
    let asked = scene.click("Print selected");
    let printed: Vec<usize> = asked
        .iter()
        .filter_map(|intent| match intent {
            Intent::Print(request) => Some(request.shipments.len()),
            _ => None,
        })
        .collect();
    assert_eq!(printed, [450]);
}

/// Only a station with the account that began the purchase can finish it.
#[test]
fn a_claim_of_another_account_is_on_the_order() {
    let mut begun = label("s1");
    begun.status = LabelStatus::InDoubt;
    begun.signed = "Bench 3 / Bo".to_owned();
    let mut state = open(OrderState::InDoubt, vec![begun]);
    let claim = ClaimElsewhere {
        transaction: TransactionId::new("t"),
        station: "bench 1a2b".to_owned(),
        account: "second@shop".to_owned(),
        begun: at("2026-11-21T08:00:00Z"),
        why: WhyElsewhere::OtherAccount,
    };
    state.order_batches.claims_elsewhere.insert(OrderId::new("id-1"), claim.clone());
    let mut scene = Scene::on(Panel::Orders, state);
    scene.assert_shows("Other account");
    scene.assert_shows("Bench 3, Bo began to buy this label with account second@shop");
    scene.assert_shows("Only a station that is signed in to that account can finish it.");
    scene.check("order-claim-elsewhere");
    scene.click("Sign in to it…");
    scene.settle();
    scene.assert_shows("Switch to another account…");
    scene.key(Key::Escape);
    // Z3: its request is not what the order asks for.
    let asks = "Express to Mallory, Miami, 60 lb, agreed at $7.96".into();
    let why = WhyElsewhere::OtherRequest(asks);
    let claims = &mut scene.state.order_batches.claims_elsewhere;
    claims.insert(OrderId::new("id-1"), ClaimElsewhere { why, ..claim.clone() });
    scene.settle();
    scene.assert_shows("Other request");
    scene.assert_shows("Bench 3, Bo left this purchase unfinished");
    scene.assert_shows("Express to Mallory, Miami, 60 lb");
    scene.check("order-claim-differs");
    let asked = scene.click("Finish it as it was left");
    let [Intent::OrderBatches(OrderBatchIntent::FinishAsLeft(transaction))] = &asked[..] else {
        panic!("{asked:?}");
    };
    assert_eq!(transaction.as_str(), "t");
    // Z9: the other station reaches the service at another address.
    let why = WhyElsewhere::OtherAddress("https://gateway.example/v3.1".to_owned());
    let claims = &mut scene.state.order_batches.claims_elsewhere;
    claims.insert(OrderId::new("id-1"), ClaimElsewhere { why, ..claim.clone() });
    scene.settle();
    scene.assert_shows("Other address");
    scene.assert_shows("https://gateway.example/v3.1");
    scene.check("order-claim-other-address");
    let asked = scene.click("It is the same service");
    assert!(
        matches!(asked[..], [Intent::OrderBatches(OrderBatchIntent::FinishAsLeft(_))]),
        "{asked:?}"
    );
    // The claim is of an attempt that is over.
    let claims = &mut scene.state.order_batches.claims_elsewhere;
    let older = ClaimElsewhere { transaction: TransactionId::new("older"), ..claim };
    claims.insert(OrderId::new("id-1"), older);
    scene.settle();
    assert!(!scene.stage.shows("Other account"));
}

/// Two labels were paid for. The one that is not used is named, and its refund is one step away.
#[test]
fn a_second_paid_label_offers_its_refund() {
    let mut used = label("s1");
    used.prints = vec![print("2026-11-21T08:05:00Z", "Zebra", 1)];
    let mut second = label("s2");
    (second.sequence, second.transaction) = (2, TransactionId::new("t-2"));
    let words = "This label was paid for too";
    for (theme, scale, name) in
        [(Theme::Light, 1.0, "order-paid-twice"), (Theme::Dark, 2.0, "order-paid-twice-dark-200")]
    {
        let mut state = open(OrderState::Bought, vec![used.clone(), second.clone()]);
        state.settings = Settings { theme, scale, ..state.settings };
        let mut scene = Scene::on(Panel::Orders, state);
        if scale > 1.0 {
            scene.click("1042, Bought, Ann Lee");
        }
        scene.assert_shows(words);
        scene.check(name);
        scene.click("Refund this label…");
        assert_eq!(scene.window.panel, Panel::Refunds);
    }
    let mut scene = Scene::on(Panel::Orders, open(OrderState::Bought, vec![used]));
    assert!(scene.try_click("Refund this label…").is_err(), "it is used");
}
