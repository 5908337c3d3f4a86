//! Tracking numbers in the columns that shops take.
//!
//! | format | who reads the file |
//! |---|---|
//! | Shopify | Shopify itself reads no file of tracking numbers. The columns are those of the sheet `Orders` of the app Matrixify, and the word `Orders` in the name of the file tells it so |
//! | Amazon | Seller Central, *Upload Order Related Files*: the shipping confirmation, text with tabs |
//! | eBay | the order fulfillment feed of the Merchant Integration Platform. The template of Seller Hub Reports has other columns; an own format can give them |
//! | WooCommerce | the CSV import of the extension Advanced Shipment Tracking. WooCommerce itself reads no such file |
//! | Etsy | nobody: Etsy has no upload, and its partners read the shop over a connection. So there is no format for it, only [`why_not_etsy`]; an own format lists the numbers for typing |
//!
//! Every file is UTF-8 without a byte order mark, because some of these programs would take the
//! mark for a part of the first heading; lines end with CR LF. What happens to a cell that begins
//! like a formula is in [`cells`].

pub mod carrier_names;
mod cells;
mod own_export;
mod rows;

#[cfg(test)]
mod tests;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::message;
use crate::order::Order;
use crate::order_label::{LabelStatus, OrderLabel};
use postroom_base::locale::Message;
use postroom_base::money::Money;

pub use own_export::{Delimiter, ExportField, OwnExport, WrittenDate};

/// Which shop the file is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ShopFormat {
    Shopify {
        /// Whether Shopify writes to the customers that their parcels are on the way.
        notify_customers: bool,
    },
    Amazon,
    Ebay,
    WooCommerce,
    Own(OwnExport),
}

impl ShopFormat {
    /// The formats of shops, in the order in which they are offered.
    pub const OF_SHOPS: [Self; 4] =
        [Self::Shopify { notify_customers: true }, Self::Amazon, Self::Ebay, Self::WooCommerce];

    /// The name under which a label remembers that it was exported. Of an own format its own name.
    pub fn code(&self) -> String {
        match self {
            Self::Shopify { .. } => "shopify".to_owned(),
            Self::Amazon => "amazon".to_owned(),
            Self::Ebay => "ebay".to_owned(),
            Self::WooCommerce => "woocommerce".to_owned(),
            Self::Own(own) => format!("own:{}", own.name.trim()),
        }
    }

    /// Which program reads the file, and what to choose there.
    pub fn reader(&self) -> Message {
        match self {
            Self::Shopify { .. } => message!("order-papers-shop-reader-shopify"),
            Self::Amazon => message!("order-papers-shop-reader-amazon"),
            Self::Ebay => message!("order-papers-shop-reader-ebay"),
            Self::WooCommerce => message!("order-papers-shop-reader-woocommerce"),
            Self::Own(_) => message!("order-papers-shop-reader-own"),
        }
    }
}

/// Why there is no format for Etsy, and what to do instead.
pub fn why_not_etsy() -> Message {
    message!("order-papers-shop-etsy")
}

/// An order that may be exported, and the time zone in which its days are meant.
#[derive(Clone, Copy, Debug)]
pub struct ExportOrder<'a> {
    pub order: &'a Order,
    pub zone: &'a TimeZone,
}

/// A file for a shop, and what is not in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exported {
    pub bytes: Vec<u8>,
    /// With the day of the newest label, for example `amazon-shipping-confirmation-2026-11-23.txt`.
    pub file_name: String,
    /// Rows without the heading.
    pub rows: usize,
    /// Tracking numbers in the file.
    pub numbers: usize,
    /// The orders that are not in the file.
    pub left_out: Vec<ExportRemark>,
    /// The orders that are in the file without some of their tracking numbers, or with goods that
    /// were divided among them.
    pub incomplete: Vec<ExportRemark>,
}

/// What the user must know of one order of an export.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportRemark {
    /// The place of the order among those that were given.
    pub place: usize,
    /// The number of the order.
    pub order: String,
    pub reason: Message,
}

/// What a label tells the shop.
struct Shipped<'a> {
    label: &'a OrderLabel,
    /// The day of the purchase.
    day: Date,
    numbers: Vec<&'a str>,
}

impl Shipped<'_> {
    fn price(&self) -> Option<Money> {
        self.label.charged
    }
}

/// Writes the orders in the columns of a shop. An order with several labels or parcels has a row
/// for each tracking number where the format allows it.
pub fn write(format: &ShopFormat, orders: &[ExportOrder<'_>]) -> Exported {
    let mut rows = vec![rows::heading(format)];
    let mut exported = Exported::default();
    let mut newest = None;
    for (place, export) in orders.iter().enumerate() {
        let order = export.order;
        let remark = |reason| ExportRemark { place, order: order.number.clone(), reason };
        match shipped(format, export) {
            Ok(shipped) => {
                newest = newest.max(shipped.iter().map(|label| label.day).max());
                rows.extend(rows::of_order(format, order, &shipped));
                let missing = rows::missing_numbers(format, order, &shipped).len();
                let numbers: usize = shipped.iter().map(|label| label.numbers.len()).sum();
                exported.numbers += numbers - missing.min(numbers);
                let words = rows::remark(format, order, &shipped);
                exported.incomplete.extend(words.map(remark));
            }
            Err(reason) => exported.left_out.push(remark(reason)),
        }
    }
    exported.rows = rows.len().saturating_sub(1);
    exported.bytes = rows::bytes(format, &rows);
    exported.file_name = file_name(format, newest);
    exported
}

/// The labels of the order that the shop is told of, or why there are none.
fn shipped<'a>(format: &ShopFormat, export: &ExportOrder<'a>) -> Result<Vec<Shipped<'a>>, Message> {
    let order = export.order;
    let number = order.number.trim();
    if number.is_empty() {
        return Err(message!("order-papers-shop-no-number"));
    }
    if !cells::is_safe_identifier(number) {
        return Err(message!("order-papers-shop-unsafe-number"));
    }
    if matches!(format, ShopFormat::Amazon) && !is_amazon_number(number) {
        return Err(message!("order-papers-shop-not-amazon"));
    }
    if order.canceled {
        return Err(message!("order-papers-shop-canceled"));
    }
    let bought = order.labels.iter().filter(|label| is_valid(order, label));
    let mut shipped: Vec<Shipped<'a>> = bought
        .map(|label| {
            let at = label.bought.unwrap_or(label.begun);
            let numbers = label.tracking_numbers.iter().map(|number| number.trim());
            Shipped {
                label,
                day: export.zone.to_datetime(at).date(),
                numbers: numbers.filter(|number| !number.is_empty()).collect(),
            }
        })
        .collect();
    if shipped.is_empty() {
        return Err(why_not_shipped(order));
    }
    shipped.retain(|label| !label.numbers.is_empty());
    if shipped.is_empty() {
        return Err(message!("order-papers-shop-no-tracking-number"));
    }
    let mut numbers = shipped.iter().flat_map(|label| &label.numbers);
    if !numbers.all(|number| cells::is_safe_identifier(number)) {
        return Err(message!("order-papers-shop-unsafe-tracking-number"));
    }
    Ok(shipped)
}

/// Whether a file for a shop tells of this label of the order.
pub fn is_for_shops(order: &Order, label: &OrderLabel) -> bool {
    let mut numbers = label.tracking_numbers.iter();
    is_valid(order, label) && numbers.any(|number| !number.trim().is_empty())
}

/// Whether each label of the order that a shop is told of was exported in the format with this
/// code. A label that was bought since makes the order new.
pub fn was_exported(order: &Order, code: &str) -> bool {
    let mut labels = order.labels.iter().filter(|label| is_for_shops(order, label)).peekable();
    let has = |label: &OrderLabel| label.exported.iter().any(|export| export.format == code);
    labels.peek().is_some() && labels.all(has)
}

/// The parcel goes with the label that was bought last, also if the refund of an earlier one was
/// declined.
fn is_valid(order: &Order, label: &OrderLabel) -> bool {
    label.status == LabelStatus::Bought && !label.is_return && !order.is_replaced(label)
}

fn why_not_shipped(order: &Order) -> Message {
    match order.newest_label().map(|label| label.status) {
        Some(LabelStatus::Buying) => message!("order-papers-shop-buying"),
        Some(LabelStatus::InDoubt) => message!("order-papers-shop-in-doubt"),
        Some(LabelStatus::Refunded) => message!("order-papers-shop-refunded"),
        Some(LabelStatus::Bought | LabelStatus::NotBought) | None => {
            message!("order-papers-shop-not-bought")
        }
    }
}

/// Whether the number has the form of Amazon's order numbers, such as `058-3563777-5518068`.
fn is_amazon_number(number: &str) -> bool {
    let parts: Vec<&str> = number.split('-').collect();
    let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    match parts.as_slice() {
        [first, second, third] => {
            (first.len(), second.len(), third.len()) == (3, 7, 7)
                && first.bytes().all(|byte| byte.is_ascii_alphanumeric())
                && is_digits(second)
                && is_digits(third)
        }
        _ => false,
    }
}

fn file_name(format: &ShopFormat, newest: Option<Date>) -> String {
    let (name, ending) = match format {
        ShopFormat::Shopify { .. } => ("Orders-tracking", "csv"),
        ShopFormat::Amazon => ("amazon-shipping-confirmation", "txt"),
        ShopFormat::Ebay => ("ebay-order-fulfillment", "csv"),
        ShopFormat::WooCommerce => ("woocommerce-tracking", "csv"),
        ShopFormat::Own(own) => ("tracking-numbers", own.delimiter.file_ending()),
    };
    match newest {
        Some(day) => format!("{name}-{day}.{ending}"),
        None => format!("{name}.{ending}"),
    }
}
