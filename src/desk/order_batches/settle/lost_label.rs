//! Labels that the journal has and whose orders have not: the orders were restored from an older copy,
//! or their server lost its last commits. Without its label an order would be bought again.

use std::collections::HashMap;

use serde_json::Value;

use crate::base::id::{OrderId, TransactionId};
use crate::desk::order_batches::claim_context::ClaimContext;
use crate::orders::basis::scope_text;
use crate::orders::order::Order;
use crate::orders::order_label::{LabelStatus, OrderLabel, WriteBack};
use crate::store::cache::Scope;
use crate::store::journal::Entry;

/// The purchases that were, or may have been, made lately, by their orders.
pub(super) type BoughtLately = HashMap<OrderId, Vec<Entry>>;

/// The label of a purchase, as it was when it was claimed, as far as the journal tells.
pub(super) fn label_of_entry(entry: &Entry, order: &Order, station: &str) -> OrderLabel {
    let context = ClaimContext::of_entry(entry);
    label_of_claim(&entry.transaction, &context, &entry.body, order, station)
}

/// As [`label_of_entry`], of a purchase that another computer left as a claim.
pub(in crate::desk::order_batches) fn label_of_claim(
    transaction: &TransactionId,
    context: &ClaimContext,
    body: &[u8],
    order: &Order,
    station: &str,
) -> OrderLabel {
    let (environment, account) = (context.environment.clone(), context.account.clone());
    let scope = Scope { environment, account };
    OrderLabel {
        scope: scope_text(&scope),
        station: station.to_owned(),
        status: LabelStatus::InDoubt,
        expected: context.expected,
        is_return: comes_from_recipient(body, order),
        // Whether the shop's database has its number is not known.
        write_back: WriteBack::NotWanted,
        ..OrderLabel::begun(transaction.clone(), context.sequence, context.begun)
    }
}

/// Whether the parcel of this request goes from the recipient of the order to somebody else.
fn comes_from_recipient(body: &[u8], order: &Order) -> bool {
    let request: Value = serde_json::from_slice(body).unwrap_or_default();
    let is_recipient = |side: &str| {
        let street = request.get(side).and_then(|address| address.get("street1"));
        let street = street.and_then(Value::as_str).unwrap_or_default().trim();
        !street.is_empty() && street.eq_ignore_ascii_case(order.to.street1.trim())
    };
    is_recipient("fromAddress") && !is_recipient("toAddress")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parcel::draft::AddressForm;

    #[test]
    fn a_parcel_from_the_recipient_comes_back() {
        let order = Order {
            to: AddressForm { street1: "350 5th Ave ".to_owned(), ..AddressForm::default() },
            ..Order::default()
        };
        let shop = r#"{"street1":"1 Main St"}"#;
        let customer = r#"{"street1":"350 5TH AVE"}"#;
        for (from, to, is_return) in [
            (customer, shop, true),
            (shop, customer, false),
            (customer, customer, false),
            ("{}", "{}", false),
        ] {
            let body = format!(r#"{{"fromAddress":{from},"toAddress":{to}}}"#);
            assert_eq!(comes_from_recipient(body.as_bytes(), &order), is_return);
        }
        assert!(!comes_from_recipient(b"", &order));
    }
}
