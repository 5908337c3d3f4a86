//! Claims: an order is bought by one computer, and another one finishes what it left.

use postroom::store::workspace::{ClaimedPurchase, LapsedClaim, OrderClaim, Workspace};

use super::places::{Place, run};
use super::{fields, new};
use crate::prelude::*;

on_every_workspace!(
    an_order_is_claimed_by_one_of_two,
    a_claim_ends_with_its_purchase,
    a_claim_of_a_return_label_outlasts_other_writes_of_the_shipped_order,
    a_claim_ends_only_with_a_write_of_the_computer_that_has_it,
    an_order_with_a_claim_is_not_removed,
    every_claim_of_a_dead_computer_is_found_however_many_they_are,
    a_claim_is_taken_over_only_after_its_computer_was_asked,
    a_computer_that_answers_keeps_its_claims,
    a_claim_is_taken_over_by_one_of_two,
    a_claim_whose_order_was_changed_is_not_taken,
);

/// A new order that is ready, and its key.
pub(super) fn ready(workspace: &dyn Workspace, number: &str) -> OrderId {
    let order = new(number, "Ann Lee", OrderState::Ready);
    run(workspace.write_orders(vec![order.clone()])).unwrap();
    order.id
}

/// The order in this state; `t-1` is the purchase of its label while it is open.
pub(super) fn state(id: &OrderId, number: &str, revision: i64, state: OrderState) -> OrderWrite {
    let is_open = matches!(state, OrderState::Buying | OrderState::InDoubt);
    let open = is_open.then(|| TransactionId::new("t-1"));
    OrderWrite {
        id: id.clone(),
        revision: Some(revision),
        fields: fields(number, "Ann Lee", state),
        open_purchases: open.into_iter().collect(),
    }
}

pub(super) fn claim(id: &OrderId, number: &str, transaction: &str) -> OrderClaim {
    OrderClaim {
        write: state(id, number, 1, OrderState::Buying),
        transaction: TransactionId::new(transaction),
        purchase: ClaimedPurchase {
            context: format!("{{\"for\":\"{transaction}\"}}"),
            body: b"{\"a\":1}\n\x00\xff".to_vec(),
        },
    }
}

pub(super) fn holds(workspace: &dyn Workspace, transaction: &str) -> bool {
    let transactions = vec![TransactionId::new(transaction)];
    run(workspace.hold_claims(transactions)).unwrap()[0]
}

pub(super) fn lapsed(workspace: &dyn Workspace) -> Vec<LapsedClaim> {
    run(workspace.lapsed_claims()).unwrap()
}

fn an_order_is_claimed_by_one_of_two(place: &dyn Place) {
    let (one, two) = (place.open_as("bench 1"), place.open_as("bench 2"));
    let (a, b) = (ready(&*one, "1001"), ready(&*one, "1002"));
    let mine = vec![claim(&a, "1001", "t-1")];
    assert_eq!(run(one.claim_orders(mine)).unwrap(), [WriteOutcome::Written(2)]);
    let both = vec![claim(&a, "1001", "t-2"), claim(&b, "1002", "t-3")];
    let outcomes = run(two.claim_orders(both)).unwrap();
    let [WriteOutcome::Conflict(now), WriteOutcome::Written(2)] = outcomes.as_slice() else {
        panic!("{outcomes:?}")
    };
    assert_eq!((now.revision, now.fields.state), (2, OrderState::Buying));
    assert_eq!(now.changed_by, "bench 1");
    assert!(holds(&*one, "t-1") && !holds(&*two, "t-1"));
    assert!(holds(&*two, "t-3") && !holds(&*two, "t-2"));
    // On its newest revision the order is claimed all the same.
    let mut again = claim(&a, "1001", "t-4");
    again.write.revision = Some(2);
    let outcomes = run(two.claim_orders(vec![again])).unwrap();
    assert!(matches!(outcomes.as_slice(), [WriteOutcome::Conflict(_)]));
    let unknown = vec![claim(&OrderId::mint(), "1009", "t-5")];
    assert_eq!(run(two.claim_orders(unknown)).unwrap(), [WriteOutcome::Missing]);
}

fn a_claim_ends_with_its_purchase(place: &dyn Place) {
    let workspace = place.open();
    let id = ready(&*workspace, "1001");
    run(workspace.claim_orders(vec![claim(&id, "1001", "t-1")])).unwrap();
    for (revision, now, is_held) in [
        (2, OrderState::InDoubt, true),
        (3, OrderState::Buying, true),
        (4, OrderState::Bought, false),
    ] {
        run(workspace.write_orders(vec![state(&id, "1001", revision, now)])).unwrap();
        assert_eq!(holds(&*workspace, "t-1"), is_held, "{now:?}");
    }
}

fn a_claim_of_a_return_label_outlasts_other_writes_of_the_shipped_order(place: &dyn Place) {
    let (one, two) = (place.open_as("bench 1"), place.open_as("bench 2"));
    let id = ready(&*one, "1001");
    let shipped = |revision, open: &[&str]| OrderWrite {
        open_purchases: open.iter().map(|id| TransactionId::new(*id)).collect(),
        ..state(&id, "1001", revision, OrderState::HandedOver)
    };
    let mut back = claim(&id, "1001", "t-7");
    back.write = shipped(1, &["t-7"]);
    assert_eq!(run(one.claim_orders(vec![back])).unwrap(), [WriteOutcome::Written(2)]);
    // Another bench writes the order, for example because it was printed again.
    run(two.write_orders(vec![shipped(2, &["t-7"])])).unwrap();
    assert!(holds(&*one, "t-7"));
    let mut another = claim(&id, "1001", "t-8");
    another.write = shipped(3, &["t-7", "t-8"]);
    let outcomes = run(two.claim_orders(vec![another.clone()])).unwrap();
    assert!(matches!(outcomes.as_slice(), [WriteOutcome::Conflict(_)]));
    run(one.write_orders(vec![shipped(3, &[])])).unwrap();
    assert!(!holds(&*one, "t-7"), "its purchase is over");
    another.write = shipped(4, &["t-8"]);
    let outcomes = run(two.claim_orders(vec![another])).unwrap();
    assert_eq!(outcomes, [WriteOutcome::Written(5)]);
}

/// What another computer knows of the label, it knows from an earlier attempt of its own.
fn a_claim_ends_only_with_a_write_of_the_computer_that_has_it(place: &dyn Place) {
    let (one, two) = (place.open_as("bench 1"), place.open_as("bench 2"));
    let id = ready(&*one, "1001");
    run(one.claim_orders(vec![claim(&id, "1001", "t-1")])).unwrap();
    let bought = |revision| vec![state(&id, "1001", revision, OrderState::Bought)];
    let written = run(two.write_orders(bought(2))).unwrap();
    assert_eq!(written, [WriteOutcome::Written(3)]);
    assert!(holds(&*one, "t-1"), "it has not settled its purchase yet");
    run(one.write_orders(bought(3))).unwrap();
    assert!(!holds(&*one, "t-1"));
}

/// Without its order nobody could finish or end the claim, and an order that is imported again under
/// the same key could never be bought.
fn an_order_with_a_claim_is_not_removed(place: &dyn Place) {
    let (one, two) = (place.open_as("bench 1"), place.open_as("bench 2"));
    let id = ready(&*one, "1001");
    let mut back = claim(&id, "1001", "t-1");
    back.write.fields.state = OrderState::Ready;
    run(one.claim_orders(vec![back])).unwrap();
    for workspace in [&one, &two] {
        let outcomes = run(workspace.remove_orders(vec![(id.clone(), 2)])).unwrap();
        assert!(matches!(outcomes.as_slice(), [WriteOutcome::Conflict(_)]));
    }
    let ready = state(&id, "1001", 2, OrderState::Ready);
    run(one.write_orders(vec![ready])).unwrap();
    let outcomes = run(two.remove_orders(vec![(id, 3)])).unwrap();
    assert_eq!(outcomes, [WriteOutcome::Removed]);
}

/// Those that this computer cannot finish, because they are of another account, hide no others.
fn every_claim_of_a_dead_computer_is_found_however_many_they_are(place: &dyn Place) {
    const CLAIMS: usize = 230;
    let (one, two) = (place.open_as("bench 1"), place.open_as("bench 2"));
    let ids: Vec<OrderId> = (0..CLAIMS).map(|at| ready(&*one, &at.to_string())).collect();
    let claims = ids.iter().enumerate().map(|(at, id)| {
        let mut claim = claim(id, &at.to_string(), &format!("t-{at}"));
        claim.write.open_purchases = vec![claim.transaction.clone()];
        claim
    });
    run(one.claim_orders(claims.collect())).unwrap();
    place.pass_lease();
    lapsed(&*two);
    place.pass_answer();
    let mut found = std::collections::HashSet::new();
    for _ in 0..100 {
        let claims = lapsed(&*two).into_iter();
        found.extend(claims.filter(|it| it.may_be_taken).map(|it| it.transaction));
        if found.len() == CLAIMS {
            break;
        }
    }
    assert_eq!(found.len(), CLAIMS);
}

fn a_claim_is_taken_over_only_after_its_computer_was_asked(place: &dyn Place) {
    let (one, two) = (place.open_as("bench 1"), place.open_as("bench 2"));
    let id = ready(&*one, "1001");
    let claimed = claim(&id, "1001", "t-1");
    run(one.claim_orders(vec![claimed.clone()])).unwrap();
    assert_eq!(lapsed(&*two), []);
    let take = |found: &LapsedClaim| {
        let write = state(&id, "1001", 2, OrderState::InDoubt);
        run(two.take_over_claim(found.clone(), write)).unwrap()
    };
    place.pass_lease();
    let found = lapsed(&*two);
    let [first] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((first.station.as_str(), first.may_be_taken), ("bench 1", false));
    assert!(matches!(take(first), WriteOutcome::Conflict(_)), "it was only just asked");
    place.pass_answer();
    let found = lapsed(&*two);
    assert!(found[0].may_be_taken);
    assert_eq!(found[0].purchase, claimed.purchase);
    assert_eq!((&found[0].order, &found[0].transaction), (&id, &claimed.transaction));
    assert_eq!(take(&found[0]), WriteOutcome::Written(3));
    assert!(holds(&*two, "t-1"));
    assert!(!holds(&*one, "t-1"), "who comes back late sends nothing");
    assert_eq!(lapsed(&*one), []);
}

fn a_computer_that_answers_keeps_its_claims(place: &dyn Place) {
    let (one, two) = (place.open_as("bench 1"), place.open_as("bench 2"));
    let id = ready(&*one, "1001");
    run(one.claim_orders(vec![claim(&id, "1001", "t-1")])).unwrap();
    place.pass_lease();
    let asked = lapsed(&*two);
    assert_eq!(asked.len(), 1);
    assert!(holds(&*one, "t-1"), "nobody has taken it yet");
    place.pass_answer();
    assert_eq!(lapsed(&*two), [], "it has answered");
    let write = state(&id, "1001", 2, OrderState::InDoubt);
    let taken = run(two.take_over_claim(asked[0].clone(), write)).unwrap();
    assert!(matches!(taken, WriteOutcome::Conflict(_)));
    assert!(holds(&*one, "t-1"));
}

fn a_claim_is_taken_over_by_one_of_two(place: &dyn Place) {
    let one = place.open_as("bench 1");
    let id = ready(&*one, "1001");
    run(one.claim_orders(vec![claim(&id, "1001", "t-1")])).unwrap();
    place.pass_lease();
    let (two, three) = (place.open_as("bench 2"), place.open_as("bench 3"));
    lapsed(&*two);
    place.pass_answer();
    let (found, also_found) = (lapsed(&*two), lapsed(&*three));
    assert!(found[0].may_be_taken && also_found[0].may_be_taken);
    let take = |workspace: &dyn Workspace, claim: &LapsedClaim| {
        let write = state(&id, "1001", 2, OrderState::InDoubt);
        run(workspace.take_over_claim(claim.clone(), write)).unwrap()
    };
    assert_eq!(take(&*two, &found[0]), WriteOutcome::Written(3));
    assert!(matches!(take(&*three, &also_found[0]), WriteOutcome::Conflict(_)));
    assert!(holds(&*two, "t-1") && !holds(&*three, "t-1"));
}

fn a_claim_whose_order_was_changed_is_not_taken(place: &dyn Place) {
    let (one, two) = (place.open_as("bench 1"), place.open_as("bench 2"));
    let id = ready(&*one, "1001");
    run(one.claim_orders(vec![claim(&id, "1001", "t-1")])).unwrap();
    place.pass_lease();
    lapsed(&*two);
    place.pass_answer();
    let found = lapsed(&*two);
    let bought = state(&id, "1001", 2, OrderState::Bought);
    run(one.write_orders(vec![bought])).unwrap();
    for revision in [2, 3] {
        let write = state(&id, "1001", revision, OrderState::InDoubt);
        let taken = run(two.take_over_claim(found[0].clone(), write)).unwrap();
        assert!(matches!(taken, WriteOutcome::Conflict(_)), "{revision}");
    }
    let now = run(two.orders_by_id(vec![id])).unwrap();
    assert_eq!(now[0].fields.state, OrderState::Bought);
}
