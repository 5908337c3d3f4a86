//! The card of a scanned order, and order numbers that are entered into the search.

mod search;
mod sizes;

use postroom::base::locale::Message;
use postroom::base::measure::ExactWeight;
use postroom::desk::printing::state::PrintJob;
use postroom::desk::scale::{Layout, Reading, Scale, ScaleFault, Status};
use postroom::desk::scan_to_ship::{ScanLookUp, ScannedOrder};
use postroom::orders::order::{Order, OrderQuote};
use postroom::orders::scan_state::BeltStop;

use super::board::rates;
use super::scans::scan;
use super::{now, order_samples};
use crate::prelude::*;

const BUY: &str = "Buy label, $7.90";

fn price() -> Money {
    Money::new(Amount::from_cents(790), Currency::USD)
}

fn in_list(number: &str, source: &str) -> OrderInList {
    let item = |sku: &str, name: &str, quantity: &str| OrderItem {
        sku: sku.to_owned(),
        name: name.to_owned(),
        quantity: quantity.to_owned(),
        ..OrderItem::default()
    };
    let mut order = Order {
        number: number.to_owned(),
        source: source.to_owned(),
        items: vec![item("MUG", "A mug with a handle", "2"), item("CUP-1", "A cup", "1")],
        quote: Some(Box::new(OrderQuote {
            rate: rates().remove(0),
            inputs: String::new(),
            at: now(),
            scope: "PRACTICE/practice".to_owned(),
            changed_from: None,
        })),
        ..Order::default()
    };
    order.to.name = "Ann Lee".to_owned();
    order.to.city = "New York".to_owned();
    OrderInList {
        packages: vec![PackageForm {
            weight: "1.5".to_owned(),
            weight_unit: WeightUnit::Lb,
            ..PackageForm::default()
        }],
        ..order_samples::in_list(format!("id-{source}-{number}"), OrderState::Rated, order)
    }
}

fn label() -> OrderLabel {
    OrderLabel {
        charged: Some(price()),
        carrier: "Postal".to_owned(),
        service: "Ground Advantage".to_owned(),
        shipment: Some(ShipmentId::new("s-1")),
        ..order_samples::label()
    }
}

/// Orders, with a list of two.
fn shop() -> State {
    order_samples::listed(vec![in_list("1001", "Shopify"), in_list("1002", "Shopify")])
}

fn scanned_at(stage: ScanStage) -> ScannedOrder {
    let mut scanned = ScannedOrder::new(Arc::new(in_list("1001", "Shopify")));
    scanned.stage = stage;
    scanned
}

fn with_order(scanned: ScannedOrder) -> State {
    let mut state = shop();
    state.scan_to_ship.open = Some(scanned);
    state
}

fn with_look_up(look_up: ScanLookUp) -> State {
    let mut state = shop();
    state.scan_to_ship.look_up = Some(look_up);
    state
}

fn on(state: State) -> Scene {
    Scene::on(Panel::Orders, state)
}

fn steps(intents: &[Intent]) -> Vec<ScanStep> {
    let steps = intents.iter().filter_map(|intent| match intent {
        Intent::ScanToShip(ScanIntent::Step(step)) => Some(step.clone()),
        _ => None,
    });
    steps.collect()
}

fn is_over_limit() -> Message {
    postroom::message!("scan-over-limit", price = price(), limit = price())
}

#[test]
fn a_person_buys_the_scanned_order_with_one_key() {
    let mut scene = on(with_order(scanned_at(ScanStage::Priced(price()))));
    for words in ["1001", "Ann Lee", "1.5 lb", "Ground Advantage, $7.90", "2 ×"] {
        scene.assert_shows(words);
    }
    let buys = [ScanStep::Buy(price())];
    assert_eq!(steps(&scene.press(Modifiers::COMMAND, Key::Enter)), buys);
    assert_eq!(steps(&scene.click(BUY)), buys);
    // A scanner whose characters were lost ends with Enter: it buys only on the button.
    let mut scene = on(with_order(scanned_at(ScanStage::Priced(price()))));
    assert_eq!(steps(&scene.key(Key::Enter)), []);
    for _ in 0..super::MOST_TABS {
        if scene.focus().as_deref() == Some(BUY) {
            break;
        }
        scene.key(Key::Tab);
    }
    assert_eq!(scene.focus().as_deref(), Some(BUY));
    assert_eq!(steps(&scene.key(Key::Enter)), buys);
    // More than the limit: the reason is beside the price.
    let mut scanned = scanned_at(ScanStage::Priced(price()));
    scanned.halt = Some(is_over_limit());
    let mut scene = on(with_order(scanned));
    scene.assert_shows("express mode limit of $7.90");
    assert_eq!(steps(&scene.click(BUY)), buys);
    // Escape puts it aside.
    assert_eq!(steps(&scene.key(Key::Escape)), [ScanStep::End]);
}

#[test]
fn a_halt_is_a_sentence_with_a_way_on() {
    let why = "To Street: Enter the street";
    let mut scene = on(with_order(scanned_at(ScanStage::Halted(why.into()))));
    scene.assert_shows(why);
    assert_eq!(steps(&scene.press(Modifiers::COMMAND, Key::Enter)), [], "there is no price");
    assert_eq!(steps(&scene.click("Try again")), [ScanStep::GoOn]);
    let mut scanned = scanned_at(ScanStage::Halted(why.into()));
    scanned.filled_from = Some("Shop in Boston".to_owned());
    let mut state = with_order(scanned);
    state.scan_to_ship.next = Some("1002".to_owned());
    let mut scene = on(state);
    scene.assert_shows("Filled from Shop in Boston");
    scene.assert_shows("Next: 1002");
    assert_eq!(steps(&scene.click("Open")), [ScanStep::OpenNext]);
}

fn checking(stage: ScanStage, counts: &[u32]) -> Scene {
    let mut scanned = scanned_at(stage);
    scanned.scanned = counts.to_vec();
    let mut state = with_order(scanned);
    state.order_rules.documents.shop.profile.scan_checks_items = true;
    on(state)
}

#[test]
fn a_wrong_item_stops_until_a_person_confirms() {
    let mut scene = checking(ScanStage::Items(2), &[1, 0]);
    scene.assert_shows("Scan the items: 2 pieces left");
    scene.assert_shows("1 of 2");
    assert_eq!(steps(&scene.click("Check A cup by hand")), [ScanStep::CheckItem(1)]);
    assert_eq!(steps(&scene.click("Check all items again")), [ScanStep::UncheckItems]);
    // A code of three characters is one while items are checked.
    scan(&mut scene.stage, "MUG");
    let scanned: Vec<String> = scene
        .intents()
        .iter()
        .filter_map(|intent| match intent {
            Intent::ScanToShip(ScanIntent::Scan(code)) => Some(code.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(scanned, ["MUG"]);
    let stop = BeltStop::NotInOrder { code: "PLATE".to_owned() };
    let mut scene = checking(ScanStage::Stopped(stop), &[1, 0]);
    scene.assert_shows("PLATE isn’t in this order");
    assert_eq!(steps(&scene.press(Modifiers::COMMAND, Key::Enter)), []);
    assert!(scene.stage.find("Check A cup by hand").is_err());
    assert_eq!(steps(&scene.click("I took it out")), [ScanStep::Confirm]);
}

fn several() -> ScanLookUp {
    ScanLookUp::Several {
        number: "1001".to_owned(),
        orders: vec![Arc::new(in_list("1001", "Shopify")), Arc::new(in_list("1001", "Etsy"))],
    }
}

#[test]
fn one_of_several_orders_of_a_number_is_chosen() {
    let mut scene = on(with_look_up(several()));
    scene.assert_shows("Several orders have this number");
    let picked = ScanStep::Pick(OrderId::new("id-Etsy-1001"));
    assert_eq!(steps(&scene.click("Open order of Etsy")), [picked]);
}

fn unreachable() -> ScanLookUp {
    ScanLookUp::Refused {
        number: "1001".to_owned(),
        reason: "Can’t connect to the database at db.shop.example: the connection was refused"
            .into(),
    }
}

#[test]
fn a_number_that_opens_nothing_says_why() {
    let mut scene = on(with_look_up(unreachable()));
    scene.assert_shows("1001");
    scene.assert_shows("Can’t connect to the database at db.shop.example");
    assert_eq!(steps(&scene.click("Try again")), [ScanStep::GoOn]);
    let mut scene = on(with_look_up(ScanLookUp::Nothing {
        number: "1Z999AA10123456784".to_owned(),
        database: Some("Shop in Boston".to_owned()),
    }));
    scene.assert_shows("neither here nor in Shop in Boston");
    // An order opened before would be taken for the one of this number.
    scene.state.orders.open = Some(Arc::new(in_list("1001", "Shopify")));
    scene.settle();
    assert!(!scene.stage.shows("Order 1001"));
    scene.state.scan_to_ship.look_up = None;
    scene.settle();
    assert!(scene.stage.shows("Order 1001"), "it is shown without the scan");
    scene.state.scan_to_ship.look_up =
        Some(ScanLookUp::Nothing { number: "1Z999AA10123456784".to_owned(), database: None });
    scene.settle();
    scene.click("Track as a parcel");
    assert_eq!(scene.window.panel, Panel::Tracking);
}

fn with_scale(status: Status, tenths: i64) -> State {
    let mut scanned = scanned_at(ScanStage::Weight);
    let mut order = in_list("1001", "Shopify");
    order.packages[0].weight.clear();
    scanned.order = Arc::new(order);
    let mut state = with_order(scanned);
    state.scale.supported = true;
    state.scale.used = Some(Scale {
        id: "0922:8003:".to_owned(),
        name: "Postal scale".to_owned(),
        node: "hidraw2".to_owned(),
        vendor: "0922".to_owned(),
        product: "8003".to_owned(),
        layout: Ok(Layout { id: Some(3) }),
    });
    state.scale.reading = Some(Reading {
        status,
        weight: Ok(ExactWeight { steps: tenths, exponent: -1, unit: WeightUnit::Oz }),
        at: now(),
    });
    state
}

fn is_painted(scene: &Scene, words: &str) -> bool {
    scene.stage.painted().iter().any(|text| text.contains(words))
}

/// W19: the keyboard was not in the field, and what was typed was lost.
#[test]
fn a_weight_that_is_awaited_is_typed_at_once() {
    let mut state = with_scale(Status::Zero, 0);
    state.scale.used = None;
    let mut scene = on(state);
    scene.stage.burst(vec![egui::Event::Text("9.2".to_owned())]);
    let asked = steps(&scene.key(Key::Enter));
    let weight = ScanStep::Weight { text: "9.2".to_owned(), unit: WeightUnit::Lb };
    assert_eq!(asked, [weight]);
}

/// A person at the belt reads why the scale gives no weight, without pointing at anything.
#[test]
fn the_card_says_why_the_scale_gives_no_weight() {
    for (status, words) in [
        (Status::Moving, "The scale is still moving"),
        (Status::UnderZero, "The scale is below zero"),
        (Status::OverLimit, "too heavy for the scale"),
        (Status::Fault, "The scale reports a fault"),
    ] {
        let mut scene = on(with_scale(status, 77));
        scene.assert_shows("Put the parcel on the scale");
        assert!(is_painted(&scene, words), "{words}");
        assert!(scene.element("Weigh").disabled, "{words}");
        scene.check(&format!("orders-scan-scale-{status:?}"));
    }
    let mut state = with_scale(Status::Stable, 77);
    let reading = state.scale.reading.as_mut().unwrap();
    reading.at = now() - SignedDuration::from_secs(5);
    assert!(is_painted(&on(state), "The last reading is old"));
    let mut state = with_scale(Status::Stable, 77);
    state.scale.reading = None;
    assert!(is_painted(&on(state), "hasn’t shown a weight yet"));
    // A scale that cannot be read is no help.
    let mut state = with_scale(Status::Stable, 77);
    (state.scale.reading, state.scale.fault) = (None, Some(ScaleFault::NoRights));
    let scene = on(state);
    assert!(is_painted(&scene, "Enter the weight of the parcel"));
    assert!(!is_painted(&scene, "Put the parcel on the scale"));
    // An empty scale is what the card asks to fill.
    let scene = on(with_scale(Status::Zero, 0));
    assert!(!is_painted(&scene, "The scale is empty"));
    // A weight at rest is taken with the button and with the key.
    let mut scene = on(with_scale(Status::Stable, 77));
    let weighs = |asked: &[Intent]| matches!(asked, [Intent::Scale(ScaleIntent::WeighOrder)]);
    assert!(weighs(&scene.click("Weigh")));
    assert!(weighs(&scene.key(Key::F2)));
}

fn bought(job: JobState) -> State {
    let mut scanned = scanned_at(ScanStage::Bought);
    let mut order = in_list("1001", "Shopify");
    order.state = OrderState::Bought;
    order.order.labels.push(label());
    scanned.order = Arc::new(order);
    let mut state = with_order(scanned);
    let printer = Printer { name: "Zebra".to_owned(), ..Printer::default() };
    state.printing.jobs.push(PrintJob {
        row: 1,
        subject: format!("PRACTICE/practice/{}/1", ShipmentId::new("s-1")),
        title: "Label".into(),
        printer: printer.clone(),
        state: job,
        detail: match job {
            JobState::Queued => "The printer is off or not connected".to_owned(),
            _ => String::new(),
        },
        remote: None,
        updated: now(),
    });
    state.printing.printers.push(printer);
    state
}

#[test]
fn a_bought_order_tells_what_became_of_its_label() {
    for (job, words) in [
        (JobState::Sent, "Sent to Zebra"),
        (JobState::Queued, "The printer is off or not connected"),
        (JobState::Failed, "Not printed on Zebra"),
        (JobState::Interrupted, "it’s not known whether this printed"),
    ] {
        let mut scene = on(bought(job));
        scene.assert_shows("Label bought, $7.90. Scan the next order.");
        scene.assert_shows(words);
        let asked = scene.click("Print again");
        assert!(
            matches!(asked.as_slice(), [Intent::Print(request)]
                if request.shipments == [ShipmentId::new("s-1")]),
            "{asked:?}"
        );
    }
    let mut state = bought(JobState::Sent);
    state.printing.printers.clear();
    let scene = on(state);
    assert!(scene.element("Print again").disabled);
    assert!(is_painted(&scene, "printer"));
    // Bought before, and never printed: that must not be missed.
    let mut state = bought(JobState::Sent);
    state.printing.jobs.clear();
    let mut scene = on(state);
    scene.assert_shows("Label bought, $7.90, and not printed yet.");
    assert!(matches!(scene.click("Print label").as_slice(), [Intent::Print(_)]));
    scene.state.scan_to_ship.open.as_mut().unwrap().is_printing = true;
    scene.settle();
    scene.assert_shows("Scan the next order.");
    // Handed over before: a parcel that comes by a second time.
    let scanned = scene.state.scan_to_ship.open.as_mut().unwrap();
    Arc::make_mut(&mut scanned.order).state = OrderState::HandedOver;
    scene.settle();
    scene.assert_shows("Handed over before. Its label cost $7.90.");
    assert!(!is_painted(&scene, "Scan the next order."));
    // Bought by another station, which prints it: here it is only offered.
    let mut state = bought(JobState::Sent);
    state.printing.jobs.clear();
    let scanned = state.scan_to_ship.open.as_mut().unwrap();
    scanned.is_elsewhere = true;
    let station = scanned.order.order.labels[0].station_name().to_owned();
    let mut scene = on(state);
    scene.assert_shows(&format!("Label bought at {station}, which prints it."));
    scene.check("order-scan-bought-elsewhere");
    assert!(matches!(scene.click("Print label").as_slice(), [Intent::Print(_)]));
}

/// The key F2 changes the selected row, the barcode means the scale: from Orders it leads to Ship, as
/// from every panel.
#[test]
fn the_barcode_to_weigh_changes_no_order() {
    let mut scene = on(shop());
    scan(&mut scene.stage, "*WEIGH*");
    assert_eq!(scene.window.panel, Panel::Ship);
    let asked = scene.intents();
    let changes = |intent: &Intent| matches!(intent, Intent::Orders(OrderIntent::Edit { .. }));
    assert!(!asked.iter().any(changes), "{asked:?}");
}
