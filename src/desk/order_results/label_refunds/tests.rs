use super::*;
use crate::orders::order_edit::{OrderEdit, apply_edit};

fn label(sequence: u32, shipment: &str, status: LabelStatus) -> OrderLabel {
    let label = serde_json::json!({
        "sequence": sequence, "transaction": format!("t{sequence}"), "scope": "TEST/a",
        "station": "here", "status": status, "begun": "2026-11-23T08:00:00Z", "expected": null,
        "charged": null, "carrier": "", "service": "", "bought": null, "shipment": shipment,
        "manifest": null
    });
    serde_json::from_value(label).unwrap()
}

fn order(labels: Vec<OrderLabel>) -> Order {
    Order { labels, ..Order::default() }
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn refund(order: &mut Order, shipment: &str, status: &str, second: i64) -> bool {
    take_refunds(order, [(&ShipmentId::new(shipment), &status.to_owned())], at(second))
}

#[test]
fn a_refund_is_followed_until_it_is_granted() {
    let mut order = order(vec![label(1, "S1", LabelStatus::Bought)]);
    assert!(!refund(&mut order, "s2", "Initiated", 1), "of another");
    assert!(order.bought_label().is_some());
    // Servers change the case of ids.
    assert!(refund(&mut order, "s1", "Initiated", 2));
    assert!(order.bought_label().is_none() && order.undecided_refund().is_some());
    assert!(!refund(&mut order, "s1", "Initiated", 3), "told again");
    assert_eq!(order.labels[0].refund.as_ref().unwrap().at, at(2));
    for status in ["Approved", "Refunded"] {
        assert!(refund(&mut order, "s1", status, 4));
        assert_eq!(order.labels[0].status, LabelStatus::Refunded, "{status}");
        assert!(order.labels[0].can_be_replaced(), "{status}");
    }
}

#[test]
fn a_declined_refund_leaves_the_label_as_it_was() {
    let mut order = order(vec![label(1, "s1", LabelStatus::Bought)]);
    refund(&mut order, "s1", "Initiated", 1);
    apply_edit(&mut order, &OrderEdit::ReplaceRefunded(at(2)));
    assert!(order.undecided_refund().is_none());
    assert!(refund(&mut order, "s1", "Rejected", 3));
    assert!(order.bought_label().is_some() && order.may_have_cost_money());
    // Requested once more: the earlier decision was about another refund.
    assert!(refund(&mut order, "s1", "Initiated", 4));
    assert!(order.undecided_refund().is_some());
}

/// The parcel goes with the second label, although both cost money in the end.
#[test]
fn a_label_that_was_replaced_is_not_the_parcels_own_again() {
    let mut order = order(vec![label(1, "s1", LabelStatus::Bought)]);
    refund(&mut order, "s1", "Initiated", 1);
    apply_edit(&mut order, &OrderEdit::ReplaceRefunded(at(2)));
    order.labels.push(label(2, "s2", LabelStatus::Bought));
    refund(&mut order, "s1", "Rejected", 3);
    assert_eq!(order.bought_label().map(|label| label.sequence), Some(2));
    let is_replaced: Vec<bool> = order.labels.iter().map(|it| order.is_replaced(it)).collect();
    assert_eq!(is_replaced, [true, false]);
}

#[test]
fn only_a_refund_that_is_known_lets_a_person_buy_again() {
    for (status, refund_status, can) in [
        (LabelStatus::Bought, Some("Initiated"), true),
        (LabelStatus::Bought, Some("Rejected"), false),
        (LabelStatus::Bought, Some("Escalated"), false),
        (LabelStatus::Bought, None, false),
        (LabelStatus::InDoubt, Some("Initiated"), false),
        (LabelStatus::Buying, Some("Refunded"), false),
        (LabelStatus::NotBought, Some("Refunded"), false),
    ] {
        let mut order = order(vec![label(1, "s1", status)]);
        if let Some(refund_status) = refund_status {
            refund(&mut order, "s1", refund_status, 1);
        }
        let before = order.clone();
        apply_edit(&mut order, &OrderEdit::ReplaceRefunded(at(2)));
        assert_eq!(order != before, can, "{status:?} {refund_status:?}");
        assert_eq!(order.labels[0].status == LabelStatus::Refunded, {
            status == LabelStatus::Bought
                && matches!(refund_status, Some("Initiated" | "Escalated"))
        });
    }
}

#[test]
fn a_declined_refund_lets_a_label_be_written_back_that_it_had_stopped() {
    for (stopped, expected) in [(true, WriteBack::Waiting), (false, WriteBack::GivenUp)] {
        let mut order = order(vec![label(1, "s1", LabelStatus::Bought)]);
        refund(&mut order, "s1", "Initiated", 1);
        let label = &mut order.labels[0];
        label.write_back = WriteBack::GivenUp;
        label.refund.as_mut().unwrap().stopped_write_back = stopped;
        refund(&mut order, "s1", "Approved", 2);
        assert_eq!(order.labels[0].write_back, WriteBack::GivenUp);
        refund(&mut order, "s1", "Rejected", 3);
        assert_eq!(order.labels[0].write_back, expected, "{stopped}");
    }
}
