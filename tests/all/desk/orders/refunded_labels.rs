//! A label of an order that is refunded: the order shows it, shops and the day report are not told of
//! it, and another label is bought only after a person has decided so.

use postroom::desk::order_results::export::{ExportChoice, ExportSummary, ExportedOrders};
use postroom::orders::shop_export::ShopFormat;

use crate::prelude::*;

const REFUND: &str = "POST /Shipment/Refund";

fn bought(orders: usize) -> (DeskFixture, TestDesk) {
    let (world, mut desk) = connected_desk();
    desk.import_rated(orders);
    desk.buy_all();
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.run_until("bought", |state| {
        state.orders.in_state(OrderState::Bought) == orders as u64
            && state.shipments.rows.len() == orders
            && rows(state).len() == orders
            && rows(state).iter().all(|row| row.order.bought_label().is_some())
    });
    (world, desk)
}

fn rows(state: &State) -> Vec<&OrderInList> {
    state.orders.rows.iter().map(AsRef::as_ref).collect()
}

fn first(state: &State) -> &OrderInList {
    state.orders.rows.first().unwrap()
}

fn first_label(state: &State) -> &OrderLabel {
    first(state).order.labels.first().unwrap()
}

fn shipment(state: &State) -> ShipmentId {
    first_label(state).shipment.clone().unwrap()
}

fn refund_status(state: &State) -> Option<&str> {
    let refund = first_label(state).refund.as_ref()?;
    Some(refund.status.as_str())
}

fn request_refund(desk: &mut TestDesk) {
    let wanted = vec![shipment(desk.state())];
    desk.apply(Intent::RequestRefunds(wanted));
}

/// The first of the orders, with a refund that will be granted or declined.
fn refunded(orders: usize, outcome: &str) -> (DeskFixture, TestDesk) {
    let (world, mut desk) = bought(orders);
    world.practice("admin", &json!({ "refunds": outcome }));
    request_refund(&mut desk);
    desk.run_until("refunded", |state| {
        state.orders.in_state(OrderState::Refunded) == 1
            && first(state).state == OrderState::Refunded
    });
    (world, desk)
}

/// Waits until the change was written, or turned out to change nothing.
fn change(desk: &mut TestDesk, intent: OrderIntent) {
    let before = desk.state().orders.changes.written;
    desk.apply(intent);
    desk.run_until("the change", |state| state.orders.changes.written > before);
}

fn decide(desk: &mut TestDesk) -> OrderId {
    let id = first(desk.state()).id.clone();
    let edit = OrderIntent::Edit {
        ids: vec![id.clone()],
        edit: OrderEdit::ReplaceRefunded(Timestamp::UNIX_EPOCH),
    };
    change(desk, edit);
    id
}

fn preview(desk: &mut TestDesk) -> ExportSummary {
    desk.tick_all_orders();
    let choice = ExportChoice {
        format: ShopFormat::WooCommerce,
        orders: ExportedOrders::Selected,
        only_new: false,
    };
    desk.apply(OrderResultIntent::PreviewExport(Box::new(choice)));
    desk.run_until("preview", |state| {
        matches!(state.order_results.shop_files.preview, Remote::Ready(_))
    });
    let files = &desk.state().order_results.shop_files;
    files.preview.value().unwrap().clone()
}

#[test]
fn a_refund_that_is_requested_and_granted_is_shown_in_its_order() {
    let (world, mut desk) = refunded(2, "Approved");
    assert_eq!(refund_status(desk.state()), Some("Initiated"));
    assert_eq!(desk.state().orders.in_state(OrderState::Bought), 1);
    desk.apply(PracticeIntent::JumpDays(4));
    desk.run_until("granted", |state| refund_status(state) == Some("Refunded"));
    assert_eq!(first(desk.state()).state, OrderState::Refunded);
    // A program that ended before the order said so learns it at its next start.
    let status = refund_status(desk.state()).unwrap().to_owned();
    world.runtime.block_on(desk.0.close());
    let file = world.folder.join("desk/practice-orders/workspace.db");
    let forgotten = rusqlite::Connection::open(file)
        .unwrap()
        .execute(
            "UPDATE order_details SET json =
               json_set(json, '$.labels[0].status', 'bought', '$.labels[0].refund', NULL)
             WHERE json LIKE '%\"refunded\"%'",
            [],
        )
        .unwrap();
    assert_eq!(forgotten, 1);
    let mut desk = world.open_connected();
    desk.tick_all_orders();
    desk.run_until("known again", |state| {
        rows(state).len() == 2
            && first_label(state).status == LabelStatus::Refunded
            && refund_status(state) == Some(&status)
    });
}

#[test]
fn a_refund_that_is_declined_leaves_the_order_bought() {
    let (world, mut desk) = refunded(1, "Rejected");
    decide(&mut desk);
    desk.run_until("decided", |state| first(state).state == OrderState::Ready);
    desk.apply(PracticeIntent::JumpDays(4));
    desk.run_until("declined", |state| refund_status(state) == Some("Rejected"));
    assert_eq!(first(desk.state()).state, OrderState::Bought);
    assert_eq!(first_label(desk.state()).status, LabelStatus::Bought);
    assert_eq!(preview(&mut desk).rows, 1, "the shop is told of it again");
    let id = first(desk.state()).id.clone();
    desk.work(OrderWork::GetRates(vec![id]));
    assert_eq!(first(desk.state()).state, OrderState::Bought);
    assert_eq!(world.shipments_at_service(), 1);
}

#[test]
fn a_shop_is_not_told_of_a_refunded_label() {
    let (_world, mut desk) = refunded(3, "Approved");
    let summary = preview(&mut desk);
    assert_eq!(summary.rows, 2);
    let left: Vec<(&str, String)> = summary
        .left_out
        .iter()
        .map(|remark| (remark.number.as_str(), remark.reason.to_string()))
        .collect();
    assert_eq!(left, [("T00000", "The label was refunded".to_owned())]);
}

#[test]
fn a_refunded_order_is_bought_again_only_after_a_decision() {
    let (world, mut desk) = refunded(2, "Approved");
    // Neither rates nor a batch that buys everything changes anything.
    let id = first(desk.state()).id.clone();
    desk.rate_all();
    desk.tick_all_orders();
    let sums = desk.state().orders.selection.sums.clone().unwrap();
    assert!(sums.priced.is_empty(), "{:?}", sums.priced);
    assert_eq!(first(desk.state()).state, OrderState::Refunded);
    let price = first_label(desk.state()).charged.unwrap();
    desk.work(OrderWork::Buy(vec![(id.clone(), price)]));
    let row = desk.state().order_batches.work.as_ref().unwrap().rows[0].clone();
    assert!(
        matches!(&row.state, RowState::NeedsReview(why) if why.starts_with("Its label was refunded")),
        "{row:?}"
    );
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    change(&mut desk, OrderIntent::Delete(vec![id.clone()]));
    assert_eq!(desk.state().orders.total(), 2, "it is not deleted either");
    assert_eq!(world.shipments_at_service(), 2);

    assert_eq!(decide(&mut desk), id);
    desk.run_until("decided", |state| first(state).state == OrderState::Ready);
    assert!(first(desk.state()).order.quote.is_none(), "the old price is not the new one");
    desk.rate_all();
    desk.run_until("rated", |state| first(state).state == OrderState::Rated);
    desk.buy_all();
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.run_until("bought", |state| first(state).state == OrderState::Bought);
    assert_eq!(world.shipments_at_service(), 3);
    let order = first(desk.state()).order.clone();
    let statuses: Vec<LabelStatus> = order.labels.iter().map(|label| label.status).collect();
    assert_eq!(statuses, [LabelStatus::Refunded, LabelStatus::Bought]);
    assert_eq!(order.labels[1].sequence, 2);
    // One decision is one label.
    desk.rate_all();
    desk.tick_all_orders();
    let sums = desk.state().orders.selection.sums.clone().unwrap();
    assert!(sums.priced.is_empty(), "{:?}", sums.priced);
    let summary = preview(&mut desk);
    assert_eq!((summary.rows, summary.left_out.len()), (2, 0));
}

#[test]
fn while_a_refund_is_in_doubt_nothing_can_be_bought_in_its_place() {
    let (world, mut desk) = bought(1);
    world.fault(REFUND, "cut_after_commit", 0);
    world.faults("GET /Shipment", "unavailable_before_commit", 0, 10_000);
    request_refund(&mut desk);
    desk.run_until("in doubt", |state| {
        let work = state.refunds.work.as_ref();
        work.is_some_and(|work| work.tally().doubt == 1)
    });
    decide(&mut desk);
    assert!(desk.state().orders.changes.undo.is_none(), "it has no effect");
    assert_eq!(first(desk.state()).state, OrderState::Bought);
    let id = first(desk.state()).id.clone();
    let price = first_label(desk.state()).charged.unwrap();
    desk.work(OrderWork::Buy(vec![(id, price)]));
    let row = desk.state().order_batches.work.as_ref().unwrap().rows[0].clone();
    assert!(
        matches!(&row.state, RowState::NeedsReview(why) if why.starts_with("Its label was bought")),
        "{row:?}"
    );
    assert_eq!(first_label(desk.state()).refund, None);
    assert_eq!(world.shipments_at_service(), 1);
    // The service's word ends the doubt.
    world.forget_faults();
    desk.run_until("refunded", |state| {
        first(state).state == OrderState::Refunded && refund_status(state) == Some("Initiated")
    });
}
