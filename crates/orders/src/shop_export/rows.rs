//! The columns of each shop.

use csv::{QuoteStyle, Terminator, WriterBuilder};

use super::carrier_names::{KnownCarrier, Spelling};
use super::cells::{source_cell, text_cell, without_breaks};
use super::{Order, Shipped, ShopFormat};
use crate::message;
use postroom_base::locale::Message;
use postroom_parcel::rate_ranking::spaced;

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
const EBAY: [&str; 5] =
    ["Order ID", "Line Item ID", "Logistics Status", "Shipment Carrier", "Shipment Tracking"];
const WOOCOMMERCE: [&str; 5] =
    ["order_id", "tracking_provider", "tracking_number", "date_shipped", "status_shipped"];

/// The most characters of Amazon's `carrier-name`.
const AMAZON_CARRIER_LENGTH: usize = 50;

pub(super) fn heading(format: &ShopFormat) -> Vec<String> {
    let names: &[&str] = match format {
        ShopFormat::Shopify { .. } => &SHOPIFY,
        ShopFormat::Amazon => &AMAZON,
        ShopFormat::Ebay => &EBAY,
        ShopFormat::WooCommerce => &WOOCOMMERCE,
        ShopFormat::Own(own) => {
            return own.columns.iter().map(|(name, _)| text_cell(name)).collect();
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

/// The tracking numbers that the format has no place for.
pub(super) fn missing_numbers<'a>(
    format: &ShopFormat,
    order: &Order,
    shipped: &[Shipped<'a>],
) -> Vec<&'a str> {
    let numbers = || shipped.iter().flat_map(|label| &label.numbers).copied();
    match format {
        ShopFormat::Amazon if divided_goods(order, numbers().count()).is_some() => Vec::new(),
        ShopFormat::Amazon => numbers().skip(1).collect(),
        ShopFormat::Shopify { .. } => {
            let others = shipped.iter().skip(1).filter(|label| !same_carrier(label, shipped));
            others.flat_map(|label| &label.numbers).copied().collect()
        }
        ShopFormat::Ebay | ShopFormat::WooCommerce | ShopFormat::Own(_) => Vec::new(),
    }
}

/// What the user must know of an order in the file: what the format cannot tell of its labels, or
/// what is told without being known.
pub(super) fn remark(
    format: &ShopFormat,
    order: &Order,
    shipped: &[Shipped<'_>],
) -> Option<Message> {
    let missing = missing_numbers(format, order, shipped);
    let parcels: usize = shipped.iter().map(|label| label.numbers.len()).sum();
    let is_amazon = matches!(format, ShopFormat::Amazon);
    let count = missing.len();
    match (is_amazon, count) {
        (true, 0) if parcels > 1 => Some(message!("order-papers-shop-goods-divided")),
        (_, 0) => None,
        (true, _) => {
            Some(message!("order-papers-shop-amazon-one-number", count = count, numbers = missing))
        }
        (false, _) => {
            Some(message!("order-papers-shop-numbers-missing", count = count, numbers = missing))
        }
    }
}

/// Some pieces of an item, by the shop's id of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Pieces<'a> {
    line: &'a str,
    count: u64,
}

/// The goods of an order divided among its parcels as evenly as their number allows, in the order of
/// the items. `None` if the shop's ids of the lines or the numbers of pieces are not known, or if
/// there are fewer pieces than parcels.
fn divided_goods(order: &Order, parcels: usize) -> Option<Vec<Vec<Pieces<'_>>>> {
    let mut lines = Vec::with_capacity(order.items.len());
    let mut all: u64 = 0;
    for item in &order.items {
        let line = item.line_id.trim();
        let count = u64::from(item.pieces().filter(|_| !line.is_empty())?);
        all = all.checked_add(count)?;
        lines.push(Pieces { line, count });
    }
    let parcels = u64::try_from(parcels).ok()?;
    if parcels == 0 || all < parcels {
        return None;
    }
    let mut lines = lines.into_iter().peekable();
    let mut divided = Vec::new();
    let mut sent = 0;
    for parcel in 1..=parcels {
        let end = all.checked_mul(parcel)? / parcels;
        let mut goods = Vec::new();
        while sent < end {
            let line = lines.peek_mut()?;
            let count = line.count.min(end - sent);
            goods.push(Pieces { line: line.line, count });
            line.count -= count;
            sent += count;
            if line.count == 0 {
                lines.next();
            }
        }
        divided.push(goods);
    }
    Some(divided)
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

/// One row for an order with one parcel: without an item id and a quantity it confirms the whole
/// order. Several parcels need both in each row, since a second row without them would overwrite the
/// tracking number of the first.
fn amazon(order: &Order, shipped: &[Shipped<'_>]) -> Vec<Vec<String>> {
    let parcels =
        shipped.iter().flat_map(|label| label.numbers.iter().map(move |number| (label, *number)));
    let parcels: Vec<(&Shipped<'_>, &str)> = parcels.collect();
    let divided = match parcels.len() {
        0 | 1 => None,
        count => divided_goods(order, count),
    };
    let Some(divided) = divided else {
        let first = parcels.first();
        let row = first.map(|(label, number)| amazon_row(order, label, number, "", ""));
        return row.into_iter().collect();
    };
    let mut rows = Vec::new();
    for ((label, number), goods) in parcels.into_iter().zip(divided) {
        rows.extend(goods.iter().map(|goods| {
            let count = goods.count.to_string();
            amazon_row(order, label, number, goods.line, &count)
        }));
    }
    rows
}

fn amazon_row(
    order: &Order,
    label: &Shipped<'_>,
    number: &str,
    line: &str,
    pieces: &str,
) -> Vec<String> {
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
        &without_breaks(&source_cell(line)),
        pieces,
        &label.day.to_string(),
        code,
        &name,
        number,
        &without_breaks(&text_cell(&spaced(&label.label.service))),
    ];
    row.map(str::to_owned).to_vec()
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
