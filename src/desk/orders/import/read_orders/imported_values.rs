//! The fields that an import fills, each as a text: what the file had is compared with what the
//! order has now, and a newer file with both.

use std::borrow::Cow;

use super::columns::Columns;
use super::digest::short_digest;
use super::item::OF_ITEM;
use crate::base::money::Money;
use crate::desk::parcel::draft::PackageForm;
use crate::desk::records::order::{ChosenBy, Order};
use crate::desk::tables::mapping::OrderField;
use crate::text;

/// A field of an order that an import fills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ImportedField {
    Name,
    Company,
    Street1,
    Street2,
    Street3,
    City,
    State,
    Zip,
    Country,
    Phone,
    Email,
    Weight,
    Size,
    PackageType,
    Items,
    Shipping,
    Ordered,
    ShipBy,
    Reference,
    Note,
    Total,
    Preset,
    Canceled,
    Columns,
}

/// The fields of an order that are not blank, one on each line: [`ImportedField::key`], a tab and
/// the value.
pub fn imported_values(order: &Order) -> String {
    let mut text = String::new();
    write_imported_values(order, &mut text);
    text
}

/// As [`imported_values`], behind what the buffer has.
pub(super) fn write_imported_values(order: &Order, text: &mut String) {
    for field in ImportedField::ALL {
        add_imported_value(text, field, &field.value(order));
    }
}

/// Adds the line of a field; a blank value has none.
pub fn add_imported_value(text: &mut String, field: ImportedField, value: &str) {
    if !value.is_empty() {
        for part in [field.key(), "\t", value, "\n"] {
            text.push_str(part);
        }
    }
}

/// The value of a field in [`imported_values`]; empty if it is not there.
pub fn imported_value(imported: &str, field: ImportedField) -> &str {
    let mut lines = imported.lines().filter_map(|line| line.split_once('\t'));
    let found = lines.find(|(key, _)| *key == field.key());
    found.map_or("", |(_, value)| value)
}

impl ImportedField {
    pub const ALL: [Self; 24] = [
        Self::Name,
        Self::Company,
        Self::Street1,
        Self::Street2,
        Self::Street3,
        Self::City,
        Self::State,
        Self::Zip,
        Self::Country,
        Self::Phone,
        Self::Email,
        Self::Weight,
        Self::Size,
        Self::PackageType,
        Self::Items,
        Self::Shipping,
        Self::Ordered,
        Self::ShipBy,
        Self::Reference,
        Self::Note,
        Self::Total,
        Self::Preset,
        Self::Canceled,
        Self::Columns,
    ];

    /// The name under which the value is stored.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Company => "company",
            Self::Street1 => "street1",
            Self::Street2 => "street2",
            Self::Street3 => "street3",
            Self::City => "city",
            Self::State => "state",
            Self::Zip => "zip",
            Self::Country => "country",
            Self::Phone => "phone",
            Self::Email => "email",
            Self::Weight => "weight",
            Self::Size => "size",
            Self::PackageType => "package-type",
            Self::Items => "items",
            Self::Shipping => "shipping",
            Self::Ordered => "ordered",
            Self::ShipBy => "ship-by",
            Self::Reference => "reference",
            Self::Note => "note",
            Self::Total => "total",
            Self::Preset => "preset",
            Self::Canceled => "canceled",
            Self::Columns => "columns",
        }
    }

    /// Whether the table has a column of the field.
    pub(super) fn is_in(self, columns: &Columns<'_>) -> bool {
        let has = |field: OrderField| columns.has(field);
        let is_whole = has(OrderField::Address);
        match self {
            Self::Name => {
                is_whole
                    || has(OrderField::Name)
                    || has(OrderField::FirstName)
                    || has(OrderField::LastName)
            }
            Self::Company => is_whole || has(OrderField::Company),
            Self::Street1 => is_whole || has(OrderField::Street1),
            Self::Street2 => is_whole || has(OrderField::Street2),
            Self::Street3 => is_whole || has(OrderField::Street3),
            Self::City => is_whole || has(OrderField::City),
            Self::State => is_whole || has(OrderField::State),
            Self::Zip => is_whole || has(OrderField::Zip),
            Self::Country => is_whole || has(OrderField::Country),
            Self::Phone => is_whole || has(OrderField::Phone),
            Self::Email => is_whole || has(OrderField::Email),
            Self::Weight => has(OrderField::Weight),
            Self::Size => {
                has(OrderField::Length) || has(OrderField::Width) || has(OrderField::Height)
            }
            Self::PackageType => has(OrderField::PackageType),
            Self::Items => OF_ITEM.into_iter().any(has),
            Self::Shipping => has(OrderField::Shipping),
            Self::Ordered => has(OrderField::Ordered),
            Self::ShipBy => has(OrderField::ShipBy),
            Self::Reference => has(OrderField::Reference),
            Self::Note => has(OrderField::Note),
            Self::Total => has(OrderField::Total),
            Self::Preset => has(OrderField::Preset),
            Self::Canceled => has(OrderField::Status) || has(OrderField::CanceledOn),
            // The headings of the table say which of them it has.
            Self::Columns => true,
        }
    }

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Name => OrderField::Name.name(),
            Self::Company => OrderField::Company.name(),
            Self::Street1 => OrderField::Street1.name(),
            Self::Street2 => OrderField::Street2.name(),
            Self::Street3 => OrderField::Street3.name(),
            Self::City => OrderField::City.name(),
            Self::State => OrderField::State.name(),
            Self::Zip => OrderField::Zip.name(),
            Self::Country => OrderField::Country.name(),
            Self::Phone => OrderField::Phone.name(),
            Self::Email => OrderField::Email.name(),
            Self::Weight => OrderField::Weight.name(),
            Self::Size => text!("order-import-merge-field-size"),
            Self::PackageType => OrderField::PackageType.name(),
            Self::Items => text!("order-import-merge-field-items"),
            Self::Shipping => OrderField::Shipping.name(),
            Self::Ordered => OrderField::Ordered.name(),
            Self::ShipBy => OrderField::ShipBy.name(),
            Self::Reference => OrderField::Reference.name(),
            Self::Note => OrderField::Note.name(),
            Self::Total => OrderField::Total.name(),
            Self::Preset => OrderField::Preset.name(),
            Self::Canceled => text!("order-import-merge-field-canceled"),
            Self::Columns => text!("order-import-merge-field-columns"),
        }
    }

    /// The value as it is compared and stored: on one line, items and columns as a digest.
    pub fn value(self, order: &Order) -> Cow<'_, str> {
        let value = match self {
            Self::Items if order.items.is_empty() => "".into(),
            Self::Items => short_digest(&text_of_items(order)).into(),
            Self::Columns if order.columns.is_empty() => "".into(),
            Self::Columns => short_digest(&text_of_columns(order)).into(),
            Self::Total => order.total.map_or("".into(), |it| text_of_money(it).into()),
            other => other.shown_value(order),
        };
        match value.bytes().any(|byte| matches!(byte, b'\n' | b'\t' | b'\r')) {
            true => value.replace(['\n', '\t', '\r'], " ").into(),
            false => value,
        }
    }

    /// The value as a person reads it.
    pub fn shown_value(self, order: &Order) -> Cow<'_, str> {
        let to = &order.to;
        match self {
            Self::Name => to.name.as_str().into(),
            Self::Company => to.company.as_str().into(),
            Self::Street1 => to.street1.as_str().into(),
            Self::Street2 => to.street2.as_str().into(),
            Self::Street3 => to.street3.as_str().into(),
            Self::City => to.city.as_str().into(),
            Self::State => to.state.as_str().into(),
            Self::Zip => to.zip.as_str().into(),
            Self::Country => to.country.as_str().into(),
            Self::Phone => to.phone.as_str().into(),
            Self::Email => to.email.as_str().into(),
            Self::Weight => of_parcels(order, text_of_weight),
            Self::Size => of_parcels(order, text_of_size),
            Self::PackageType => of_parcels(order, text_of_kind),
            Self::Items => {
                let items = order.items.iter().map(|item| {
                    let name = if item.sku.is_empty() { &item.name } else { &item.sku };
                    format!("{} × {name}", item.quantity)
                });
                items.collect::<Vec<_>>().join(", ").into()
            }
            Self::Shipping => order.shipping.as_str().into(),
            Self::Ordered => order.ordered.map_or("".into(), |day| day.to_string().into()),
            Self::ShipBy => order.ship_by.map_or("".into(), |day| day.to_string().into()),
            Self::Reference => order.reference.as_str().into(),
            Self::Note => order.note.as_str().into(),
            Self::Total => order.total.map_or("".into(), |total| {
                format!("{} {}", total.amount, total.currency.code()).into()
            }),
            Self::Preset => match &order.preset {
                // What a rule chose is no value of a file, and no edit of a person.
                Some(chosen) if !matches!(chosen.by, ChosenBy::Rule { .. }) => {
                    chosen.key.as_str().into()
                }
                _ => "".into(),
            },
            Self::Canceled if order.canceled => "✓".into(),
            Self::Canceled => "".into(),
            Self::Columns => {
                let columns = order.columns.iter();
                let columns = columns.map(|(heading, text)| format!("{heading}: {text}"));
                columns.collect::<Vec<_>>().join(", ").into()
            }
        }
    }

    /// Copies the field from the order of a file.
    pub fn copy(self, from: &Order, to: &mut Order) {
        match self {
            Self::Name => to.to.name.clone_from(&from.to.name),
            Self::Company => to.to.company.clone_from(&from.to.company),
            Self::Street1 => to.to.street1.clone_from(&from.to.street1),
            Self::Street2 => to.to.street2.clone_from(&from.to.street2),
            Self::Street3 => to.to.street3.clone_from(&from.to.street3),
            Self::City => to.to.city.clone_from(&from.to.city),
            Self::State => to.to.state.clone_from(&from.to.state),
            Self::Zip => to.to.zip.clone_from(&from.to.zip),
            Self::Country => to.to.country.clone_from(&from.to.country),
            Self::Phone => to.to.phone.clone_from(&from.to.phone),
            Self::Email => to.to.email.clone_from(&from.to.email),
            Self::Weight => copy_parcel(from, to, |from, to| {
                to.weight.clone_from(&from.weight);
                to.weight_unit = from.weight_unit;
            }),
            Self::Size => copy_parcel(from, to, |from, to| {
                to.length.clone_from(&from.length);
                to.width.clone_from(&from.width);
                to.height.clone_from(&from.height);
                to.length_unit = from.length_unit;
            }),
            Self::PackageType => copy_parcel(from, to, |from, to| to.kind.clone_from(&from.kind)),
            Self::Items => {
                to.items.clone_from(&from.items);
                to.scanned.clear();
            }
            Self::Shipping => to.shipping.clone_from(&from.shipping),
            Self::Ordered => to.ordered = from.ordered,
            Self::ShipBy => to.ship_by = from.ship_by,
            Self::Reference => to.reference.clone_from(&from.reference),
            Self::Note => to.note.clone_from(&from.note),
            Self::Total => to.total = from.total,
            Self::Preset => to.preset.clone_from(&from.preset),
            Self::Canceled => to.canceled = from.canceled,
            Self::Columns => to.columns.clone_from(&from.columns),
        }
        if self.is_of_place() {
            to.to.stored = None;
            to.to.verification = None;
            to.to.residential = None;
            to.suggested_address = None;
        }
    }

    /// Whether a checked address must be checked again after a change.
    fn is_of_place(self) -> bool {
        matches!(
            self,
            Self::Company
                | Self::Street1
                | Self::Street2
                | Self::Street3
                | Self::City
                | Self::State
                | Self::Zip
                | Self::Country
        )
    }
}

/// Copies a part of the first parcel; an order without parcels gets one. A parcel that says nothing
/// any more is removed.
fn copy_parcel(from: &Order, to: &mut Order, copy: fn(&PackageForm, &mut PackageForm)) {
    let nothing = PackageForm::default();
    let source = from.parcels.first().unwrap_or(&nothing);
    if to.parcels.is_empty() {
        to.parcels.push(PackageForm::default());
    }
    if let Some(parcel) = to.parcels.first_mut() {
        copy(source, parcel);
    }
    if from.parcels.is_empty() && to.parcels == [nothing] {
        to.parcels.clear();
    }
}

/// The text of the parcel; of several, all of them, so that no file equals parcels that a person
/// has made.
fn of_parcels(order: &Order, text: fn(&PackageForm) -> Cow<'_, str>) -> Cow<'_, str> {
    match order.parcels.as_slice() {
        [] => "".into(),
        [only] => text(only),
        several => {
            let texts: Vec<Cow<'_, str>> = several.iter().map(text).collect();
            texts.join(" + ").into()
        }
    }
}

fn text_of_weight(parcel: &PackageForm) -> Cow<'_, str> {
    match parcel.weight.as_str() {
        "" => "".into(),
        weight => [weight, " ", parcel.weight_unit.code()].concat().into(),
    }
}

fn text_of_size(parcel: &PackageForm) -> Cow<'_, str> {
    let sides = [&parcel.length, &parcel.width, &parcel.height];
    if sides.iter().all(|side| side.is_empty()) {
        return "".into();
    }
    let [length, width, height] = sides;
    format!("{length} x {width} x {height} {}", parcel.length_unit.code()).into()
}

/// The default type is what a file without types means.
fn text_of_kind(parcel: &PackageForm) -> Cow<'_, str> {
    match parcel.kind == PackageForm::default().kind {
        true => "".into(),
        false => parcel.kind.as_str().into(),
    }
}

/// In millionths: only compared.
fn text_of_money(money: Money) -> String {
    [&money.amount.micros().to_string(), " ", money.currency.code()].concat()
}

fn text_of_items(order: &Order) -> String {
    let mut text = String::with_capacity(128);
    for item in &order.items {
        let value = item.value.map(text_of_money).unwrap_or_default();
        let parts = [
            item.sku.as_str(),
            &item.name,
            &item.quantity,
            &item.weight,
            item.weight_unit.code(),
            &value,
            &item.origin_country,
            &item.tariff_number,
            &item.line_id,
        ];
        for part in parts {
            text.push_str(part);
            text.push('\u{1f}');
        }
        text.push('\u{1e}');
    }
    text
}

fn text_of_columns(order: &Order) -> String {
    let mut text = String::with_capacity(128);
    // In one order, whichever order a file has them in.
    let mut columns: Vec<&(String, String)> = order.columns.iter().collect();
    columns.sort();
    for (heading, cell) in columns {
        for part in [heading.as_str(), "\u{1f}", cell, "\u{1e}"] {
            text.push_str(part);
        }
    }
    text
}
