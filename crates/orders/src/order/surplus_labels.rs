//! Labels that were paid for although the order needs only one.

use crate::order::Order;
use crate::order_label::{LabelStatus, OrderLabel};

impl Order {
    /// Labels that were paid for beside the one that the order is shipped with. They are good, so
    /// they cost money until they are refunded. One for which a refund was requested is not here: a
    /// person has decided about it.
    pub fn surplus_labels(&self) -> impl Iterator<Item = &OrderLabel> {
        let used = self.used_label();
        let paid = self.labels.iter().filter(|label| is_paid(label));
        paid.filter(move |label| used.is_some_and(|used| used.transaction != label.transaction))
    }

    /// Of several labels that were paid for, the one that is on its way, else the one that was
    /// printed, else the newest.
    fn used_label(&self) -> Option<&OrderLabel> {
        let paid = || self.labels.iter().rev().filter(|label| is_paid(label));
        let is_sent = |label: &&OrderLabel| label.manifest.is_some() || label.handed_over.is_some();
        let is_printed = |label: &&OrderLabel| !label.prints.is_empty();
        let sent = paid().find(is_sent);
        sent.or_else(|| paid().find(is_printed)).or_else(|| paid().next())
    }
}

fn is_paid(label: &OrderLabel) -> bool {
    label.status == LabelStatus::Bought && !label.is_return && label.refund.is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order_label::LabelRefund;
    use postroom_base::id::TransactionId;

    fn label(transaction: &str) -> OrderLabel {
        let label = serde_json::json!({
            "sequence": 1, "transaction": transaction, "scope": "TEST/a", "station": "here",
            "status": "bought", "begun": "2026-11-23T08:00:00Z", "expected": null, "charged": null,
            "carrier": "", "service": "", "bought": null, "shipment": transaction, "manifest": null
        });
        serde_json::from_value(label).unwrap()
    }

    fn surplus(labels: Vec<OrderLabel>) -> Vec<TransactionId> {
        let order = Order { labels, ..Order::default() };
        let surplus = order.surplus_labels();
        surplus.map(|label| label.transaction.clone()).collect()
    }

    #[test]
    fn of_two_paid_labels_the_one_that_is_not_used_is_surplus() {
        let ids = |ids: &[&str]| ids.iter().map(|id| TransactionId::new(*id)).collect();
        let (a, b) = (label("a"), label("b"));
        assert_eq!(surplus(vec![a.clone()]), Vec::new());
        let none: Vec<TransactionId> = ids(&["a"]);
        assert_eq!(surplus(vec![a.clone(), b.clone()]), none);
        let sent = OrderLabel { manifest: Some("m".to_owned()), ..a.clone() };
        let newer: Vec<TransactionId> = ids(&["b"]);
        assert_eq!(surplus(vec![sent, b.clone()]), newer);
        let declined = OrderLabel {
            refund: Some(LabelRefund {
                status: "Rejected".to_owned(),
                at: jiff::Timestamp::UNIX_EPOCH,
                replace: None,
                stopped_write_back: false,
            }),
            ..a.clone()
        };
        assert_eq!(surplus(vec![declined, b.clone()]), Vec::new());
        let back = OrderLabel { is_return: true, ..a };
        assert_eq!(surplus(vec![back, b]), Vec::new());
    }
}
