//! The Refunds panel: labels that can still be refunded, the question before the request, the rows
//! of the batch job.

use postroom::desk::refunds::Refundable;
use postroom::desk::refunds::intent::RefundIntent;
use postroom::ui::tokens::size;

use super::{connected, now};
use crate::prelude::*;

fn row(nth: usize, refund: Option<&str>) -> Arc<ShipmentRow> {
    Arc::new(ShipmentRow {
        id: ShipmentId::new(format!("s-{nth}")),
        created: now(),
        to_name: format!("Recipient {nth}"),
        to_place: "Omaha NE".into(),
        to_email: String::new(),
        reference: String::new(),
        carrier: "POST-eVS".into(),
        service: "GroundAdvantage".into(),
        tracking_number: Some(TrackingNumber::new(format!("94001118992231000{nth:05}"))),
        further_numbers: Vec::new(),
        status: "PreTransit".into(),
        sub_status: String::new(),
        price: Some(Money::new(Amount::from_cents(430), Currency::USD)),
        packages: 1,
        refund_status: refund.map(ToOwned::to_owned),
    })
}

pub(super) fn three() -> State {
    let mut state = connected();
    let open = [(1, 29, false), (2, 1, false), (3, 12, true)];
    let open = open.map(|(nth, days_left, scanned)| Refundable {
        row: row(nth, None),
        days_left,
        scanned,
    });
    state.refunds.refundable_rows = Remote::ready(open.to_vec(), now());
    let asked = ["Initiated", "Approved", "Rejected", "Refunded"];
    let asked = asked.iter().enumerate();
    state.refunds.requested_rows =
        Remote::ready(asked.map(|(nth, word)| row(10 + nth, Some(word))).collect(), now());
    state
}

#[test]
fn chosen_labels_are_asked_for_after_a_question_that_names_the_money() {
    let mut scene = Scene::on(Panel::Refunds, three());
    scene.check("refunds");
    scene.assert_shows("Refundable (2)");
    scene.assert_shows("$8.60 can still be refunded");
    assert!(!scene.stage.shows("Recipient 3"), "scanned ones come on demand");
    scene.click("Select Recipient 2, 9400111899223100000002");
    scene.assert_shows("1 selected, $4.30");
    assert!(scene.click("Request refunds…").is_empty());
    scene.check("refunds-asking");
    scene.assert_shows("Request a $4.30 refund?");
    assert!(scene.click("Cancel refund request").is_empty());
    scene.click("Select all");
    scene.click("Request refunds…");
    let asked = scene.click("Request 2 refunds");
    let [Intent::RequestRefunds(wanted)] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    assert_eq!(wanted.len(), 2);
}

/// W29: the question says that the carrier has the parcel, and that such a refund is declined as a
/// rule.
#[test]
fn a_refund_of_a_scanned_parcel_says_so() {
    let mut scene = Scene::on(Panel::Refunds, three());
    scene.click("Select Recipient 2, 9400111899223100000002");
    scene.click("Request refunds…");
    assert!(!scene.stage.shows("usually declined"));
    scene.click("Cancel refund request");
    scene.click("Include scanned parcels");
    scene.assert_shows("$8.60 can still be refunded");
    scene.click("Select all");
    scene.click("Request refunds…");
    scene.check("refunds-asking-scanned");
    scene.assert_shows("scanned 1 of them");
    scene.assert_shows("usually declined");
}

/// W71: who cancels the refund of one shipment is back at that shipment, and Refunds is as it was.
#[test]
fn a_canceled_refund_leads_back_to_its_shipment() {
    let mut state = three();
    state.shipments.rows = vec![row(3, None)];
    state.shipments.total = 1;
    state.shipments.selected = Some(ShipmentId::new("s-3"));
    let mut scene = Scene::on(Panel::Shipments, state);
    scene.click("Refund…");
    scene.assert_shows("Request a $4.30 refund?");
    scene.click("Cancel refund request");
    assert_eq!(scene.window.panel, Panel::Shipments);
    scene.window.panel = Panel::Refunds;
    scene.settle();
    assert!(!scene.stage.shows("Recipient 3"), "scanned parcels are listed");
    assert!(!scene.stage.shows("1 selected"));
}

#[test]
fn an_empty_list_offers_nothing_to_tick_or_to_ask_for() {
    let mut state = three();
    state.refunds.refundable_rows = Remote::ready(Vec::new(), now());
    let mut scene = Scene::on(Panel::Refunds, state);
    scene.check("refunds-none");
    scene.assert_shows("Nothing to refund");
    for button in ["Select all", "Clear selection", "Request refunds…"] {
        assert!(scene.stage.find(button).is_err(), "{button}");
    }
}

#[test]
fn by_keyboard_alone() {
    use egui::{Key, Modifiers};
    let mut scene = Scene::on(Panel::Refunds, three());
    let none = Modifiers::NONE;
    // Move into the table, to its first row, and tick it.
    scene.press(none, Key::ArrowDown);
    scene.press(none, Key::Space);
    scene.assert_shows("1 selected, $4.30");
}

/// Design: the words of an empty list are no wider than is comfortable to read.
#[test]
fn a_long_explanation_of_an_empty_list_is_wrapped() {
    let mut state = three();
    let known = state.refunds.refundable_rows.value().cloned().unwrap();
    let scanned = known.into_iter().map(|row| Refundable { scanned: true, ..row });
    state.refunds.refundable_rows = Remote::ready(scanned.collect(), now());
    let scene = Scene::on(Panel::Refunds, state);
    let mut elements = scene.stage.elements();
    let words = elements.find(|it| it.name.contains("Include scanned parcels”")).unwrap();
    let middle = scene.element("Nothing to refund").bounds.center().x;
    assert!(words.bounds.width() <= size::READING, "{:?}", words.bounds);
    assert!((words.bounds.center().x - middle).abs() < 1.0, "{:?}", words.bounds);
}

#[test]
fn nothing_is_asked_for_while_it_cannot_be() {
    let mut state = three();
    state.connectivity = Connectivity::Offline { since: now(), trouble: Trouble::default() };
    let mut scene = Scene::on(Panel::Refunds, state);
    scene.click("Select all");
    scene.check("refunds-offline");
    assert!(scene.element("Request refunds…").disabled);
    scene.state.refunds.refundable_rows = Remote::ready(Vec::new(), now());
    scene.settle();
    scene.check("refunds-empty");
    scene.assert_shows("Nothing to refund");
    scene.state.refunds.refundable_rows = Remote::NotAsked;
    scene.settle();
    scene.assert_shows("Looking for refundable labels");
}

#[test]
fn each_row_of_the_work_tells_its_end_and_what_was_asked_for_its_status() {
    let mut state = three();
    let rows = (1..=5).map(|nth| (format!("s-{nth}"), format!("Recipient {nth}, Omaha NE $4.30")));
    let mut work = BatchJob::new("Requesting refunds", rows);
    work.set_row_state("s-1", RowState::Done("Initiated".into()));
    work.set_row_state("s-2", RowState::Uncertain);
    work.set_row_state(
        "s-3",
        RowState::Failed(Box::new(Trouble {
            attempted: "Couldn’t request the refund".into(),
            cause: "This carrier doesn’t give refunds".into(),
            advice: "The label can’t be refunded".into(),
            codes: vec!["SHIPMENT.REFUND.NOT_SUPPORTED".into()],
            correlation: Some(CorrelationId::new("c-1")),
            ..Trouble::default()
        })),
    );
    state.refunds.work = Some(work);
    let mut scene = Scene::on(Panel::Refunds, state);
    scene.check("refunds-work");
    scene.assert_shows("This carrier doesn’t give refunds. The label can’t be refunded");
    assert!(matches!(
        scene.click("Cancel the task").as_slice(),
        [Intent::Refunds(RefundIntent::Batch(BatchIntent::Cancel))]
    ));
    scene.click("Failed 1");
    assert!(!scene.stage.shows("Recipient 2, Omaha NE $4.30"));
    if let Some(work) = &mut scene.state.refunds.work {
        work.cancel();
    }
    scene.settle();
    assert!(matches!(
        scene.click("Retry failed rows").as_slice(),
        [Intent::Refunds(RefundIntent::Batch(BatchIntent::Retry))]
    ));
    scene.state.refunds.work = None;
    scene.click("Requested (4)");
    scene.check("refunds-asked");
    scene.assert_shows("$8.60 pending, $4.30 refunded");
    scene.assert_shows("Back in your balance");
}

#[test]
fn a_shipment_leads_to_the_question_and_an_old_one_says_why_not() {
    let mut state = three();
    let mut old = (*row(4, None)).clone();
    old.created = "2026-10-01T00:00:00Z".parse().unwrap();
    state.shipments.rows = vec![row(3, None), Arc::new(old)];
    state.shipments.selected = Some(ShipmentId::new("s-4"));
    let mut scene = Scene::on(Panel::Shipments, state);
    let refund = scene.element("Refund…");
    assert!(refund.disabled, "{refund:?}");
    scene.state.shipments.selected = Some(ShipmentId::new("s-3"));
    scene.settle();
    scene.click("Refund…");
    assert_eq!(scene.window.panel, Panel::Refunds);
    scene.assert_shows("Request a $4.30 refund?");
}

#[test]
fn what_is_being_asked_for_tells_its_label_and_its_price_and_is_no_longer_in_the_list() {
    let mut state = three();
    let open = state.refunds.refundable_rows.value().unwrap().clone();
    let rows = open.iter().take(2).map(|label| {
        let number = label.row.tracking_number.as_ref().unwrap();
        let subject = format!("{}, {number}", label.row.to_name);
        BatchRow::new(label.row.id.as_str(), subject, RowState::Waiting).priced(label.row.price)
    });
    let mut work = BatchJob::of_rows("Requesting refunds", rows);
    work.set_row_state("s-1", RowState::Doing);
    state.refunds.work = Some(work);
    let mut scene = Scene::on(Panel::Refunds, state);
    scene.check("refunds-running");
    scene.assert_shows("Recipient 1, 9400111899223100000001");
    scene.assert_shows("Refundable (0)");
    assert!(!scene.stage.shows("can still be refunded"));
    // Prices are right-aligned in their column.
    let prices: Vec<f32> = scene
        .stage
        .elements()
        .filter(|element| element.name == "$4.30")
        .map(|element| element.bounds.right())
        .collect();
    assert_eq!(prices.len(), 2, "{prices:?}");
    assert!((prices[0] - prices[1]).abs() < 1.0 && prices[0] > 1200.0, "{prices:?}");
    if let Some(work) = &mut scene.state.refunds.work {
        work.set_row_state("s-1", RowState::Failed(Box::default()));
        work.cancel();
    }
    scene.settle();
    scene.assert_shows("Refundable (2)");
}
