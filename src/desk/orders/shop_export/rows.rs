//! The columns of each shop.

use csv::{QuoteStyle, Terminator, WriterBuilder};

use super::carrier_names::{KnownCarrier, Spelling};
use super::cells::{text_cell, without_breaks};
use super::{Order, Shipped, ShopFormat};
use crate::base::locale::Message;
use crate::desk::parcel::rate_ranking::spaced;
use crate::message;

const SHOPIFY: [&str; 7] = [
    "Name",
    "Command",
    "Line: Type",
    "Fulfillment: Status",
    "Fulfillment: Tracking Company",
    "Fulfillment: Tracking Number",
    "Fulfillment: Send Receipt",
];
const AMAZON: [&str; 8] = [
    "order-id",
    "order-item-id",
    "quantity",
    "ship-date",
    "carrier-code",
    "carrier-name",
    "tracking-number",
    "ship-method",
];
const EBAY: [&str; 5] = [
    "Order ID",
    "Line Item ID",
    "Logistics Status",
    "Shipment Carrier",
    "Shipment Tracking",
];
const WOOCOMMERCE: [&str; 5] = [
    "order_id",
    "tracking_provider",
    "tracking_number",
    "date_shipped",
    "status_shipped",
];

/// The most characters of Amazon's `carrier-name`.
const AMAZON_CARRIER_LENGTH: usize = 50;

pub(super) fn heading(format: &ShopFormat) -> Vec<String> {
    let names: &[&str] = match format {
        ShopFormat::Shopify { .. } => &SHOPIFY,
        ShopFormat::Amazon => &AMAZON,
        ShopFormat::Ebay => &EBAY,
        ShopFormat::WooCommerce => &WOOCOMMERCE,
        ShopFormat::Own(own) => {
            return own
                .columns
                .iter()
                .map(|(name, _)| text_cell(name))
                .collect();
        }
    };
    names.iter().map(|name| (*name).to_owned()).collect()
}

pub(super) fn of_order(
    format: &ShopFormat,
    order: &Order,
    shipped: &[Shipped<'_>],
) -> Vec<Vec<String>> {
    match format {
        ShopFormat::Shopify { notify_customers } => shopify(order, shipped, *notify_customers),
        ShopFormat::Amazon => amazon(order, shipped),
        ShopFormat::Ebay => ebay(order, shipped),
        ShopFormat::WooCommerce => woocommerce(order, shipped),
        ShopFormat::Own(own) => own.rows(order, shipped),
    }
}

/// What the format cannot tell of these labels.
pub(super) fn what_is_missing(format: &ShopFormat, shipped: &[Shipped<'_>]) -> Option<Message> {
    let told: Vec<&str> = match format {
        ShopFormat::Amazon => shipped
            .iter()
            .flat_map(|label| &label.numbers)
            .skip(1)
            .copied()
            .collect(),
        ShopFormat::Shopify { .. } => shipped
            .iter()
            .skip(1)
            .filter(|label| !same_carrier(label, shipped))
            .flat_map(|label| &label.numbers)
            .copied()
            .collect(),
        ShopFormat::Ebay | ShopFormat::WooCommerce | ShopFormat::Own(_) => return None,
    };
    let count = told.len();
    (count > 0).then(|| {
        message!(
            "order-papers-shop-numbers-missing",
            count = count,
            numbers = told
        )
    })
}

/// The name of the label's carrier as the shop spells it; a carrier that is in no shop's list under
/// its own name.
pub(super) fn carrier_name(shipped: &Shipped<'_>, number: &str, spelling: Spelling) -> String {
    let label = shipped.label;
    match KnownCarrier::of_label(&label.carrier, &label.service, number) {
        Some(known) => known.name(spelling).to_owned(),
        None => text_cell(&label.carrier),
    }
}

/// The carrier of the label by its first tracking number.
fn first_carrier(label: &Shipped<'_>) -> String {
    let number = label.numbers.first().copied().unwrap_or_default();
    carrier_name(label, number, Spelling::Shopify)
}

fn same_carrier(label: &Shipped<'_>, shipped: &[Shipped<'_>]) -> bool {
    let first = shipped.first();
    first.is_some_and(|first| first_carrier(first) == first_carrier(label))
}

/// One row: a fulfillment has one carrier and any number of tracking numbers, separated by commas,
/// and a second fulfillment would find no goods left.
fn shopify(order: &Order, shipped: &[Shipped<'_>], notify: bool) -> Vec<Vec<String>> {
    let Some(first) = shipped.first() else {
        return Vec::new();
    };
    let labels = shipped.iter().filter(|label| same_carrier(label, shipped));
    let numbers: Vec<&str> = labels.flat_map(|label| &label.numbers).copied().collect();
    let row = [
        order.number.trim(),
        "UPDATE",
        "Fulfillment Line",
        "success",
        &first_carrier(first),
        &numbers.join(","),
        if notify { "TRUE" } else { "FALSE" },
    ];
    vec![row.map(str::to_owned).to_vec()]
}

/// One row: without an item id and a quantity it confirms the whole order. Several rows would need
/// the number of pieces of each item in each parcel, which is not known, and a second row without
/// them would overwrite the first.
fn amazon(order: &Order, shipped: &[Shipped<'_>]) -> Vec<Vec<String>> {
    let first = shipped.first();
    let Some((label, number)) = first.and_then(|label| Some((label, label.numbers.first()?)))
    else {
        return Vec::new();
    };
    let known = KnownCarrier::of_label(&label.label.carrier, &label.label.service, number);
    let (code, name) = match known {
        Some(known) => (known.name(Spelling::Amazon), String::new()),
        None => {
            let name = without_breaks(&text_cell(&label.label.carrier));
            ("Other", name.chars().take(AMAZON_CARRIER_LENGTH).collect())
        }
    };
    let row = [
        order.number.trim(),
        "",
        "",
        &label.day.to_string(),
        code,
        &name,
        number,
        &without_breaks(&text_cell(&spaced(&label.label.service))),
    ];
    vec![row.map(str::to_owned).to_vec()]
}

/// One row for each parcel, for the whole order.
fn ebay(order: &Order, shipped: &[Shipped<'_>]) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for label in shipped {
        for number in &label.numbers {
            let carrier = carrier_name(label, number, Spelling::Ebay);
            let row = [order.number.trim(), "", "SHIPPED", &carrier, number];
            rows.push(row.map(str::to_owned).to_vec());
        }
    }
    rows
}

/// One row for each parcel. Only the last one changes the state of the order to shipped (1), so
/// that the customer gets one message with every number; the others leave it as it is (0).
fn woocommerce(order: &Order, shipped: &[Shipped<'_>]) -> Vec<Vec<String>> {
    let parcels: usize = shipped.iter().map(|label| label.numbers.len()).sum();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for label in shipped {
        for number in &label.numbers {
            let carrier = carrier_name(label, number, Spelling::WooCommerce);
            let day = label.day.strftime("%m-%d-%Y").to_string();
            let status = if rows.len() + 1 == parcels { "1" } else { "0" };
            let row = [order.number.trim(), &carrier, number, &day, status];
            rows.push(row.map(str::to_owned).to_vec());
        }
    }
    rows
}

/// The rows as the bytes of a file. Amazon reads no quotes.
pub(super) fn bytes(format: &ShopFormat, rows: &[Vec<String>]) -> Vec<u8> {
    let (delimiter, quotes) = match format {
        ShopFormat::Amazon => (b'\t', QuoteStyle::Never),
        ShopFormat::Own(own) => (own.delimiter.byte(), QuoteStyle::Necessary),
        ShopFormat::Shopify { .. } | ShopFormat::Ebay | ShopFormat::WooCommerce => {
            (b',', QuoteStyle::Necessary)
        }
    };
    let mut writer = WriterBuilder::new()
        .delimiter(delimiter)
        .quote_style(quotes)
        .terminator(Terminator::CRLF)
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows {
        // Memory takes every write.
        let _ = writer.write_record(row);
    }
    writer.into_inner().unwrap_or_default()
}
