//! The text by which an order is found.

use crate::order::Order;
use crate::order_label::WriteBack;
use postroom_base::id::ShipmentId;

/// A column can hold a whole product description; its beginning is enough to find the order.
const MOST_CHARS_OF_ONE: usize = 500;
/// A telephone number with so many digits is also found without the signs between them.
const PHONE_DIGITS: usize = 7;

/// A word of every order with a label that waits for being written back, so that such orders are
/// found among all others. No customer's name begins like it.
pub const WAITS_FOR_WRITE_BACK: &str = "xxwaitsforwriteback";

/// A word of every order with a label that is being bought or may have been bought and of which its
/// state says nothing: a return label, or a label beside one that was bought. The word is from a time
/// when only return labels had it.
pub const HAS_OPEN_LABEL_APART: &str = "xxhasopenreturnlabel";

/// Every text of the order that a person might type, one on each line: number, source, recipient,
/// items, texts of the shop, tracking numbers and shipments of labels, and further columns.
pub fn search_text(order: &Order) -> String {
    let to = &order.to;
    let digits: String = to.phone.chars().filter(char::is_ascii_digit).collect();
    let mut texts: Vec<&str> = vec![
        &order.number,
        &order.source,
        &order.reference,
        &to.name,
        &to.company,
        &to.street1,
        &to.street2,
        &to.street3,
        &to.city,
        &to.state,
        &to.zip,
        &to.country,
        &to.email,
        &to.phone,
        &order.shipping,
        &order.note,
    ];
    if digits.len() >= PHONE_DIGITS {
        texts.push(&digits);
    }
    for item in &order.items {
        texts.extend([item.sku.as_str(), item.name.as_str()]);
    }
    for label in &order.labels {
        let numbers = label.tracking_numbers.iter();
        texts.extend(numbers.map(String::as_str));
        // By it the order of a print job or of a manifest is found.
        texts.extend(label.shipment.as_ref().map(ShipmentId::as_str));
    }
    let waits = order.labels.iter().any(|label| {
        let was_bought = label.was_bought();
        was_bought && label.write_back == WriteBack::Waiting
    });
    texts.extend(waits.then_some(WAITS_FOR_WRITE_BACK));
    let is_bought = order.bought_label().is_some();
    let mut open = order.labels.iter().filter(|label| label.is_open());
    let apart = open.any(|label| label.is_return || is_bought);
    texts.extend(apart.then_some(HAS_OPEN_LABEL_APART));
    texts.extend(order.columns.iter().map(|(_, value)| value.as_str()));
    texts.extend(order.raw_row.as_deref());
    let texts = texts.into_iter().map(|text| beginning(text.trim()));
    let given: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    given.join("\n")
}

fn beginning(text: &str) -> &str {
    let end = text.char_indices().nth(MOST_CHARS_OF_ONE);
    let end = end.map_or(text.len(), |(end, _)| end);
    text.get(..end).unwrap_or(text)
}
