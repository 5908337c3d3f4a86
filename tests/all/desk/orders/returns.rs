//! Return labels of orders that were shipped, against the real practice service: bought by the same
//! batch as their own labels, with lost answers, a restart, and no second one by mistake.

use postroom::desk::orders::selection::{ReturnSums, ReturnsToBuy};
use postroom::orders::agreed_return::AgreedReturn;
use postroom::orders::order::Order;
use postroom::orders::shop_export;
use postroom::orders::shop_export::{ExportOrder, ShopFormat};

use super::batches::table;
use crate::prelude::*;

fn is_idle(state: &State) -> bool {
    !state.is_busy_with_orders()
}

fn returns(state: &State) -> Option<&ReturnSums> {
    Some(&state.orders.selection.sums.as_ref()?.returns)
}

impl TestDesk {
    /// Orders with their own labels.
    pub fn ship_orders(&mut self, count: usize) {
        self.import_rated(count);
        self.buy_all();
        self.apply(OrderBatchIntent::Work(BatchIntent::Close));
        self.run_until("shipped", |state| {
            state.orders.in_state(OrderState::Bought) == count as u64
        });
    }

    fn close_batch(&mut self) -> (RowCounts, Vec<RowState>) {
        let work = self.state().order_batches.work.clone().unwrap();
        self.apply(OrderBatchIntent::Work(BatchIntent::Close));
        let rows = work.rows.iter().map(|row| row.state.clone());
        (work.tally(), rows.collect())
    }

    /// What the question about return labels of all orders has.
    pub fn returns_to_buy(&mut self, another: bool) -> ReturnsToBuy {
        self.tick_all_orders();
        returns(self.state()).unwrap().to_buy(another)
    }

    pub fn rate_returns(&mut self, another: bool) {
        let wanted = self.returns_to_buy(another);
        self.work(OrderWork::RateReturns(wanted.orders()));
        self.close_batch();
    }

    fn buy_returns(&mut self, agreed: &[AgreedReturn]) -> (RowCounts, Vec<RowState>) {
        self.work(OrderWork::BuyReturns(agreed.to_vec()));
        self.close_batch()
    }

    /// The order of each row, as soon as `done` holds for it.
    fn orders_when(&mut self, what: &str, done: impl Fn(&Order) -> bool) -> Vec<Order> {
        self.run_until(what, |state| {
            let rows = &state.orders.rows;
            !rows.is_empty() && rows.iter().all(|row| done(&row.order))
        });
        let rows = self.state().orders.rows.iter();
        rows.map(|row| row.order.clone()).collect()
    }
}

fn has_returns(order: &Order, count: usize) -> bool {
    order.return_labels().count() == count
}

#[test]
fn one_return_label_is_bought_beside_the_orders_own() {
    let (world, mut desk) = connected_desk();
    desk.import_orders(&table(1));
    // Nothing comes back that was not sent.
    let ids = desk.tick_all_orders();
    assert!(desk.returns_to_buy(false).is_empty());
    desk.work(OrderWork::RateReturns(ids));
    let (counts, rows) = desk.close_batch();
    assert_eq!(counts.look, 1, "{rows:?}");
    desk.rate_all();
    desk.buy_all();
    desk.close_batch();

    desk.rate_returns(false);
    let wanted = desk.returns_to_buy(false);
    assert_eq!((wanted.agreed.len(), wanted.unrated.len()), (1, 0));
    assert_eq!(wanted.agreed[0].bought_before, 0);
    assert_eq!(wanted.totals, [wanted.agreed[0].price]);
    assert_eq!(world.shipments_at_service(), 1, "a rate costs nothing");
    let (counts, rows) = desk.buy_returns(&wanted.agreed);
    assert_eq!(counts.done, 1, "{rows:?}");
    assert_eq!(world.shipments_at_service(), 2);

    let orders = desk.orders_when("the return label", |order| has_returns(order, 1));
    let own = orders[0].bought_label().unwrap();
    let back = orders[0].return_labels().next().unwrap();
    assert!(back.is_return && !own.is_return);
    assert_ne!(own.shipment, back.shipment);
    assert_ne!(own.sequence, back.sequence);
    assert_eq!(back.charged, Some(wanted.agreed[0].price));
    assert_eq!(desk.state().orders.rows[0].state, OrderState::Bought);
    // The customer sends it to the shop.
    let shipment = back.shipment.clone().unwrap();
    desk.run_until("the shipment", |state| {
        let mut rows = state.shipments.rows.iter();
        rows.any(|row| row.id == shipment && row.to_name == "Practice Shop")
    });

    // The shop hears of the order's own parcel only.
    let zone = TimeZone::UTC;
    let export = ExportOrder { order: &orders[0], zone: &zone };
    let exported = shop_export::write(&ShopFormat::Ebay, &[export]);
    let file = String::from_utf8(exported.bytes).unwrap();
    assert!(file.contains(&own.tracking_numbers[0]), "{file}");
    assert!(!file.contains(&back.tracking_numbers[0]), "{file}");
    assert_eq!(exported.rows, 1);
    // Its number finds the order when the parcel is back.
    let filter = OrderFilter { text: back.tracking_numbers[0].clone(), ..Default::default() };
    desk.apply(OrderIntent::Show { filter, first: 0 });
    desk.run_until("found", |state| state.orders.matching == 1);
}

#[test]
fn many_return_labels_have_their_own_line_in_the_day_report() {
    let (world, mut desk) = connected_desk();
    desk.ship_orders(15);
    desk.rate_returns(false);
    let wanted = desk.returns_to_buy(false);
    assert_eq!(wanted.agreed.len(), 15);
    assert_eq!(wanted.carriers.iter().map(|it| it.labels).sum::<u64>(), 15);
    let (counts, rows) = desk.buy_returns(&wanted.agreed);
    assert_eq!(counts.done, 15, "{rows:?}");
    assert_eq!(world.shipments_at_service(), 30);
    desk.orders_when("all", |order| has_returns(order, 1));
    assert_eq!(desk.state().orders.in_state(OrderState::Bought), 15);

    let today = Timestamp::now().to_zoned(TimeZone::system()).date();
    desk.apply(OrderResultIntent::ReadDay(today));
    desk.run_until("the day", |state| matches!(state.order_results.day.report, Remote::Ready(_)));
    let report = desk.state().order_results.day.report.value().unwrap();
    assert_eq!((report.total.labels(), report.return_labels.labels()), (15, 15));
    let (_, sum) = report.return_labels.sums().next().unwrap();
    assert_eq!([sum], wanted.totals[..]);
    assert_eq!(report.not_printed.len(), 15, "the orders' own labels");
}

/// A third of the answers is lost: every return label is bought exactly once all the same.
#[test]
fn lost_answers_buy_no_return_label_twice() {
    let (world, mut desk) = connected_desk();
    desk.ship_orders(12);
    desk.rate_returns(false);
    let wanted = desk.returns_to_buy(false);
    world.faults("POST /Shipment", "cut_after_commit", 0, 4);
    desk.buy_returns(&wanted.agreed);
    desk.orders_when("settled", |order| {
        has_returns(order, 1) && order.open_return_label().is_none()
    });
    assert_eq!(world.shipments_at_service(), 24);
}

/// The desk ends while return labels are being bought; the next one settles what it finds, although
/// the state of their orders says nothing of them.
#[test]
fn a_restart_settles_return_labels() {
    let (world, mut desk) = connected_desk();
    desk.ship_orders(24);
    desk.rate_returns(false);
    let wanted = desk.returns_to_buy(false);
    world.faults("POST /Shipment", "delay_before_commit", 40, 24);
    desk.apply(OrderBatchIntent::Begin(OrderWork::BuyReturns(wanted.agreed)));
    desk.run_until("some", |state| {
        let work = state.order_batches.work.as_ref();
        work.is_some_and(|work| work.tally().done > 3)
    });
    drop(desk);
    world.forget_faults();
    let mut desk = world.open_connected();
    desk.fill();
    desk.run_until("the orders", |state| state.orders.loaded && state.orders.rows.len() == 24);
    // One that was marked as being sent and never got onto the line stays in doubt until it is sent
    // again, which is possible once it was looked up.
    for round in 0.. {
        let ids = desk.tick_all_orders();
        if returns(desk.state()).unwrap().open == 0 {
            break;
        }
        assert!(round < 1000, "a return label stays in doubt");
        desk.work(OrderWork::SendUnsent(ids));
        desk.close_batch();
    }
    let orders =
        desk.orders_when("nothing is left open", |order| order.open_return_label().is_none());
    let bought = orders.iter().filter(|order| has_returns(order, 1)).count();
    assert!(bought > 3, "{bought}");
    assert_eq!(world.shipments_at_service() as usize, 24 + bought);
    // The others are bought as if nothing had happened.
    let wanted = desk.returns_to_buy(false);
    assert_eq!(wanted.agreed.len(), 24 - bought);
    // A slow desk may have ended after the last one.
    if !wanted.agreed.is_empty() {
        desk.buy_returns(&wanted.agreed);
    }
    desk.orders_when("all", |order| has_returns(order, 1));
    assert_eq!(world.shipments_at_service(), 48);
}

#[test]
fn a_second_return_label_takes_a_decision_of_its_own() {
    let (world, mut desk) = connected_desk();
    desk.ship_orders(3);
    desk.rate_returns(false);
    let first = desk.returns_to_buy(false).agreed;
    desk.buy_returns(&first);
    desk.orders_when("one each", |order| has_returns(order, 1));
    // The same decision again: a double click, or another computer.
    let (counts, rows) = desk.buy_returns(&first);
    assert_eq!((counts.done, counts.look), (0, 3), "{rows:?}");
    assert!(desk.returns_to_buy(false).is_empty());
    assert_eq!(world.shipments_at_service(), 6);
    // Asked for, each gets one more, once.
    let second = desk.returns_to_buy(true).agreed;
    let before: Vec<usize> = second.iter().map(|it| it.bought_before).collect();
    assert_eq!(before, [1, 1, 1]);
    let mut twice = second.clone();
    twice.push(second[0].clone());
    let (counts, rows) = desk.buy_returns(&twice);
    assert_eq!(counts.done + counts.look, 3, "{rows:?}");
    desk.orders_when("two each", |order| has_returns(order, 2));
    desk.buy_returns(&second);
    desk.run_until("idle", is_idle);
    assert_eq!(world.shipments_at_service(), 9);
    let sequences: Vec<u32> =
        desk.state().orders.rows[0].order.labels.iter().map(|label| label.sequence).collect();
    assert_eq!(sequences, [1, 2, 3]);
}

/// A price that is not the agreed one is not paid, as for the orders' own labels.
#[test]
fn a_return_label_is_bought_at_the_agreed_price_only() {
    let (world, mut desk) = connected_desk();
    desk.ship_orders(1);
    desk.rate_returns(false);
    let mut agreed = desk.returns_to_buy(false).agreed;
    agreed[0].price.amount = agreed[0].price.amount.negated();
    let (counts, rows) = desk.buy_returns(&agreed);
    assert_eq!((counts.done, counts.look), (0, 1), "{rows:?}");
    agreed[0].order = OrderId::new("another");
    let (counts, _) = desk.buy_returns(&agreed);
    assert_eq!(counts.done, 0);
    assert_eq!(world.shipments_at_service(), 1);
}
