//! A file for a shop in columns that the user chose.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::carrier_names::Spelling;
use super::cells::{source_cell, text_cell};
use super::rows::carrier_name;
use super::{Order, Shipped};
use postroom_parcel::rate_ranking::spaced;

/// Columns and delimiter of a file for a shop that has no format here.
///
/// If a column is [`ExportField::TrackingNumber`], each number has its own row; else each label.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OwnExport {
    /// Under which it is kept.
    pub name: String,
    /// The heading and what stands below it.
    pub columns: Vec<(String, ExportField)>,
    pub delimiter: Delimiter,
}

/// The names are stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExportField {
    Number,
    Source,
    Reference,
    Recipient,
    Country,
    TrackingNumber,
    /// All numbers of the label, with spaces between them.
    AllTrackingNumbers,
    /// As Shopify spells it, which is how people know it; another carrier under its own name.
    Carrier,
    /// The service in words.
    Service,
    /// The day of the purchase.
    ShipDate(WrittenDate),
    /// The amount that was charged, with a point and two places; empty if it is not known.
    Cost,
    /// Of the cost, such as `USD`.
    Currency,
    /// A further column of the source, by its heading.
    Column(String),
    /// The same text in every row.
    Text(String),
}

/// The names are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WrittenDate {
    /// `2026-11-23`
    #[default]
    YearFirst,
    /// `11/23/2026`
    MonthFirst,
    /// `23/11/2026`
    DayFirst,
}

impl WrittenDate {
    fn written(self, day: Date) -> String {
        let form = match self {
            Self::YearFirst => "%Y-%m-%d",
            Self::MonthFirst => "%m/%d/%Y",
            Self::DayFirst => "%d/%m/%Y",
        };
        day.strftime(form).to_string()
    }
}

/// The names are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Delimiter {
    #[default]
    Comma,
    Semicolon,
    Tab,
}

impl Delimiter {
    pub(super) fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
        }
    }

    pub(super) fn file_ending(self) -> &'static str {
        match self {
            Self::Comma | Self::Semicolon => "csv",
            Self::Tab => "txt",
        }
    }
}

/// A list for typing tracking numbers into a shop by hand, and the beginning of an own format.
impl Default for OwnExport {
    fn default() -> Self {
        let columns = [
            ("Order", ExportField::Number),
            ("Recipient", ExportField::Recipient),
            ("Tracking number", ExportField::TrackingNumber),
            ("Carrier", ExportField::Carrier),
            ("Service", ExportField::Service),
            ("Shipped", ExportField::ShipDate(WrittenDate::YearFirst)),
        ];
        Self {
            name: String::new(),
            columns: columns.map(|(heading, field)| (heading.to_owned(), field)).to_vec(),
            delimiter: Delimiter::Comma,
        }
    }
}

impl OwnExport {
    pub(super) fn rows(&self, order: &Order, shipped: &[Shipped<'_>]) -> Vec<Vec<String>> {
        let by_number = |(_, field): &(String, ExportField)| *field == ExportField::TrackingNumber;
        let by_number = self.columns.iter().any(by_number);
        let mut rows = Vec::new();
        for label in shipped {
            let numbers = if by_number { label.numbers.len() } else { 1 };
            for number in label.numbers.iter().take(numbers) {
                let fields = self.columns.iter().map(|(_, field)| field);
                rows.push(fields.map(|field| cell(field, order, label, number)).collect());
            }
        }
        rows
    }
}

fn cell(field: &ExportField, order: &Order, shipped: &Shipped<'_>, number: &str) -> String {
    let price = shipped.price();
    match field {
        ExportField::Number => order.number.trim().to_owned(),
        ExportField::Source => text_cell(&order.source),
        ExportField::Reference => text_cell(&order.reference),
        ExportField::Recipient => match order.to.name.trim() {
            "" => text_cell(&order.to.company),
            name => text_cell(name),
        },
        ExportField::Country => text_cell(&order.to.country),
        ExportField::TrackingNumber => number.to_owned(),
        ExportField::AllTrackingNumbers => shipped.numbers.join(" "),
        ExportField::Carrier => carrier_name(shipped, number, Spelling::Shopify),
        ExportField::Service => text_cell(&spaced(&shipped.label.service)),
        ExportField::ShipDate(form) => form.written(shipped.day),
        ExportField::Cost => price.map_or_else(String::new, |price| price.amount.to_string()),
        ExportField::Currency => {
            price.map(|price| price.currency.code().to_owned()).unwrap_or_default()
        }
        ExportField::Column(heading) => {
            let column = order.columns.iter().find(|(name, _)| name == heading);
            column.map_or_else(String::new, |(_, text)| source_cell(text).into_owned())
        }
        ExportField::Text(text) => text_cell(text),
    }
}
