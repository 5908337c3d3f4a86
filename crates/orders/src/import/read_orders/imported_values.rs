//! The fields that an import fills, each as a text: what the file had is compared with what the
//! order has now, and a newer file with both.

use std::borrow::Cow;

use super::columns::Columns;
use super::digest::short_digest;
use crate::order::{ChosenBy, Order};
use crate::text;
use postroom_base::money::Money;
use postroom_parcel::draft::PackageForm;
use postroom_tables::mapping::OrderField;

/// Everything that is said of each field: the name under which its value is stored, the columns that
/// fill it, and its place in the order if it is a text.
macro_rules! imported_fields {
    ($($field:ident $key:literal from [$($column:ident)*] $(as $($place:ident).+)?;)*) => {
        /// A field of an order that an import fills.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ImportedField {
            $($field,)*
        }

        impl ImportedField {
            /// In the order in which their values are stored.
            pub const ALL: [Self; [$(Self::$field),*].len()] = [$(Self::$field),*];

            /// The name under which the value is stored.
            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$field => $key,)*
                }
            }

            /// The fields of a table that fill it, the one that names it on screen first.
            pub(super) const fn columns(self) -> &'static [OrderField] {
                match self {
                    $(Self::$field => &[$(OrderField::$column),*],)*
                }
            }

            /// The text of the order that it is; `None` for a field that is none.
            fn text(self, order: &Order) -> Option<&String> {
                match self {
                    $($(Self::$field => Some(&order.$($place).+),)?)*
                    _ => None,
                }
            }

            fn text_mut(self, order: &mut Order) -> Option<&mut String> {
                match self {
                    $($(Self::$field => Some(&mut order.$($place).+),)?)*
                    _ => None,
                }
            }
        }
    };
}

imported_fields! {
    Name "name" from [Name FirstName LastName Address] as to.name;
    Company "company" from [Company Address] as to.company;
    Street1 "street1" from [Street1 Address] as to.street1;
    Street2 "street2" from [Street2 Address] as to.street2;
    Street3 "street3" from [Street3 Address] as to.street3;
    City "city" from [City Address] as to.city;
    State "state" from [State Address] as to.state;
    Zip "zip" from [Zip Address] as to.zip;
    Country "country" from [Country Address] as to.country;
    Phone "phone" from [Phone Address] as to.phone;
    Email "email" from [Email Address] as to.email;
    Weight "weight" from [Weight];
    Size "size" from [Length Width Height];
    PackageType "package-type" from [PackageType];
    Items "items" from [
        ItemSku ItemName ItemQuantity ItemValue ItemLineValue ItemWeight ItemLineId
        ItemTariffNumber ItemOrigin
    ];
    Shipping "shipping" from [Shipping] as shipping;
    Ordered "ordered" from [Ordered];
    ShipBy "ship-by" from [ShipBy];
    Reference "reference" from [Reference] as reference;
    Note "note" from [Note] as note;
    Total "total" from [Total];
    Preset "preset" from [Preset];
    Canceled "canceled" from [Status CanceledOn];
    Columns "columns" from [];
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
    /// Whether the table has a column of the field. The headings of the table say which of its
    /// [`ImportedField::Columns`] it has.
    pub(super) fn is_in(self, columns: &Columns<'_>) -> bool {
        self == Self::Columns || self.columns().iter().any(|field| columns.has(*field))
    }

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Size => text!("order-import-merge-field-size"),
            Self::Items => text!("order-import-merge-field-items"),
            Self::Canceled => text!("order-import-merge-field-canceled"),
            Self::Columns => text!("order-import-merge-field-columns"),
            other => other.columns().first().map_or("", |field| field.name()),
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
        if let Some(text) = self.text(order) {
            return text.as_str().into();
        }
        match self {
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
            Self::Ordered => order.ordered.map_or("".into(), |day| day.to_string().into()),
            Self::ShipBy => order.ship_by.map_or("".into(), |day| day.to_string().into()),
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
            _ => "".into(),
        }
    }

    /// Copies the field from the order of a file.
    pub fn copy(self, from: &Order, to: &mut Order) {
        if let (Some(from), Some(to)) = (self.text(from), self.text_mut(to)) {
            to.clone_from(from);
        }
        match self {
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
            Self::Ordered => to.ordered = from.ordered,
            Self::ShipBy => to.ship_by = from.ship_by,
            Self::Total => to.total = from.total,
            Self::Preset => to.preset.clone_from(&from.preset),
            Self::Canceled => to.canceled = from.canceled,
            Self::Columns => to.columns.clone_from(&from.columns),
            _ => {}
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
        (Self::Company..=Self::Country).contains(&self)
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
    if parcel.kind == PackageForm::default().kind { "".into() } else { parcel.kind.as_str().into() }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A text under another's name would be stored, compared and changed in its place.
    #[test]
    fn each_text_has_the_place_of_its_name() {
        let mut texts = 0;
        for field in ImportedField::ALL {
            let mut from = Order::default();
            let Some(text) = field.text_mut(&mut from) else { continue };
            "filled".clone_into(text);
            let mut to = Order::default();
            field.copy(&from, &mut to);
            let whole = serde_json::to_value(&to).unwrap();
            let members = [&whole, &whole["to"]].map(|it| it.as_object().unwrap().iter());
            let filled = members.into_iter().flatten().filter(|(_, value)| *value == "filled");
            assert_eq!(filled.map(|(name, _)| name.as_str()).collect::<Vec<_>>(), [field.key()]);
            texts += 1;
        }
        assert_eq!(texts, 14);
    }
}
