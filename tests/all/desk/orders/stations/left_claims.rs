//! Claims that nobody is busy with any more end, whoever settled their order, and return labels are
//! claimed like others.

use postroom::desk::money::intent::PurchaseIntent;

use super::*;

/// No purchase is answered, and nobody can look one up.
fn silence(shop: &Shop) {
    shop.lose_purchases("internal_after_commit");
    shop.world.faults("GET /Shipment", "internal_before_commit", 0, 10_000);
}

/// The first station knows what the second one had taken over and could not finish. The claim of the
/// second one ends all the same.
#[test]
fn a_claim_ends_although_another_station_settled_its_order() {
    let (shop, mut one, priced) = Shop::with_rated(1);
    silence(&shop);
    one.work(OrderWork::Buy(priced));
    drop(one);
    let mut two = shop.station("bench-2");
    let before = shop.claims();
    shop.let_take_over(&mut two);
    shop.wait_until(&mut two, "the claim is taken over", |shop| shop.claims() != before);
    drop(two);
    shop.world.forget_faults();
    let mut one = shop.station("bench-1");
    let [label] = wait_for_labels(&mut one, 1).try_into().unwrap();
    assert_eq!(shop.world.shipments_at_service(), 1);
    if !shop.claims().is_empty() {
        shop.let_take_over(&mut one);
    }
    shop.wait_until(&mut one, "the claim of the other one ends", |shop| shop.claims().is_empty());
    assert_eq!(labels(&mut one), [label]);
}

/// The second station has finished what the first one took back before it knew.
#[test]
fn a_station_ends_its_claim_of_an_order_that_another_one_settled() {
    let (shop, mut one, priced) = Shop::with_rated(1);
    silence(&shop);
    one.work(OrderWork::Buy(priced));
    assert_eq!(shop.claims().len(), 1);
    // What another station writes that found the purchase in a list.
    shop.settle_behind_its_back();
    shop.wait_until(&mut one, "the claim ends", |shop| shop.claims().is_empty());
}

/// It never sent the purchase, so no person has to cancel it there.
#[test]
fn what_was_not_sent_before_another_station_bought_it_is_over_at_both() {
    let (shop, mut one, priced) = Shop::with_rated(1);
    shop.world.stop_service();
    one.work(OrderWork::Buy(priced));
    let states = |shop: &Shop| -> Vec<String> {
        let entries = shop.in_journal("bench-1").into_iter();
        entries.map(|(_, state)| state).collect()
    };
    assert_eq!(states(&shop), ["intent"]);
    drop(one);
    let mut two = shop.station("bench-2");
    shop.let_take_over(&mut two);
    let [label] = wait_for_labels(&mut two, 1).try_into().unwrap();
    let mut one = shop.station("bench-1");
    // The list of the account may say that it was bought before the claims are looked at.
    shop.wait_until(&mut one, "it is over", |shop| {
        let state = states(shop);
        state == ["cancelled"] || state == ["confirmed"]
    });
    one.run_until("no purchase is open", |state| {
        let mut listed = state.purchases.list.iter();
        listed.all(|purchase| matches!(purchase.status, PurchaseStatus::Bought { .. }))
    });
    assert_eq!(labels(&mut one), [label]);
    assert_eq!(shop.world.shipments_at_service(), 1);
}

/// What a person canceled before it was sent is not bought by another station later.
#[test]
fn a_canceled_purchase_gives_its_order_back() {
    let (shop, mut one, priced) = Shop::with_rated(1);
    shop.world.stop_service();
    one.work(OrderWork::Buy(priced));
    let [(transaction, _)] = shop.claims().try_into().unwrap();
    let states: Vec<String> = shop.in_journal("bench-1").into_iter().map(|it| it.1).collect();
    assert_eq!(states, ["intent"]);
    let transaction = postroom::base::id::TransactionId::new(transaction);
    // What follows the end of the batch is over.
    one.run_for(Duration::from_millis(500));
    one.apply(PurchaseIntent::Cancel(transaction));
    shop.wait_until(&mut one, "the claim ends", |shop| shop.claims().is_empty());
    one.run_until("ready to be bought", |state| state.orders.in_state(OrderState::Rated) == 1);
}

#[test]
fn two_stations_that_buy_return_labels_of_the_same_orders_buy_one_each() {
    let shop = Shop::new();
    let mut one = shop.station("bench-1");
    one.ship_orders(4);
    one.rate_returns(false);
    let agreed = one.returns_to_buy(false).agreed;
    assert_eq!(agreed.len(), 4);
    let mut two = shop.station("bench-2");
    shop.world.faults("POST /Shipment", "delay_before_commit", 20, 8);
    begin_at_both([&mut one, &mut two], &OrderWork::BuyReturns(agreed), PATIENCE);
    assert_eq!(shop.world.shipments_at_service(), 8);
    let labels = wait_for_labels(&mut two, 8);
    assert_eq!(labels.iter().filter(|label| label.is_return).count(), 4);
    assert_eq!(shop.claims(), []);
}

/// The order is shipped, so its state says nothing of the return label.
#[test]
fn a_return_label_that_a_dead_station_left_is_bought_once_by_another() {
    for kind in ["internal_before_commit", "internal_after_commit"] {
        let shop = Shop::new();
        let mut one = shop.station("bench-1");
        one.ship_orders(1);
        one.rate_returns(false);
        let agreed = one.returns_to_buy(false).agreed;
        shop.lose_purchases(kind);
        shop.world.faults("GET /Shipment", "internal_before_commit", 0, 10_000);
        one.work(OrderWork::BuyReturns(agreed));
        let [(transaction, _)] = shop.claims().try_into().unwrap();
        drop(one);
        let mut two = shop.station("bench-2");
        // Writing the order for another reason leaves the claim.
        let ids = two.tick_all_orders();
        let edit = postroom::orders::order_edit::OrderEdit::Note("fragile".to_owned());
        two.apply(OrderIntent::Edit { ids, edit });
        two.run_until("the note", |state| {
            let mut rows = state.orders.rows.iter();
            rows.any(|row| row.order.note == "fragile")
        });
        assert_eq!(shop.claims().len(), 1);
        shop.world.forget_faults();
        shop.let_take_over(&mut two);
        let bought = wait_for_labels(&mut two, 2);
        let back: Vec<_> = bought.iter().filter(|label| label.is_return).collect();
        assert_eq!(back.len(), 1);
        assert_eq!(back[0].transaction.as_str(), transaction);
        assert_eq!(shop.world.shipments_at_service(), 2, "{kind}");
        shop.wait_until(&mut two, "the claim ends", |shop| shop.claims().is_empty());
    }
}

impl Shop {
    /// Another station writes that the label of every order is bought.
    fn settle_behind_its_back(&self) {
        let file = self.file();
        let changed = file
            .execute(
                "UPDATE order_details SET json = json_set(json, '$.labels[0].status', 'bought',
                   '$.labels[0].shipment', 'shp_elsewhere')",
                [],
            )
            .unwrap();
        assert_eq!(changed, 1);
        file.execute("UPDATE orders SET revision = revision + 1, state = 'bought'", []).unwrap();
    }
}
