//! The fields of an order that a column can fill.

use serde::{Deserialize, Serialize};

use crate::text;

/// The names are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderField {
    Number,
    Name,
    /// Read with [`OrderField::LastName`] where the name is blank.
    FirstName,
    LastName,
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
    /// A whole address in one cell.
    Address,
    /// Two columns whose headings name different units are added: pounds and ounces.
    Weight,
    WeightUnit,
    Length,
    Width,
    Height,
    SizeUnit,
    PackageType,
    Shipping,
    Ordered,
    ShipBy,
    /// Several columns are joined.
    Reference,
    /// Several columns are joined.
    Note,
    Total,
    Currency,
    Preset,
    ItemSku,
    ItemName,
    ItemQuantity,
    /// Two columns whose headings name different units are added.
    ItemWeight,
    ItemWeightUnit,
    /// Of one piece.
    ItemValue,
    /// Of all pieces of the row together. Read where there is no [`OrderField::ItemValue`].
    ItemLineValue,
    ItemOrigin,
    ItemTariffNumber,
    ItemLineId,
    /// Where one line of the order stands: what is shipped or canceled is no piece to ship.
    ItemStatus,
    /// Whether the line is shipped at all; a gift card or a tip is not.
    ItemShips,
    /// The shop's own id of the order, beside its number.
    ShopId,
    /// Where the order stands in the shop, in its own words; see
    /// [`read_words`](crate::desk::tables::shop_words::read_words). Each of several columns counts.
    Status,
    /// When the shop canceled the order; see [`was_done`](crate::desk::tables::shop_words::was_done).
    CanceledOn,
    /// When the shop shipped the order or gave its money back, the tracking number it has, or
    /// whether its buyer asks to cancel it; see [`was_done`](crate::desk::tables::shop_words::was_done).
    ClosedOn,
    /// Not kept at all.
    Ignored,
}

/// The groups in which a menu offers the fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FieldGroup {
    Order,
    Recipient,
    Parcel,
    Item,
}

impl FieldGroup {
    pub const ALL: [Self; 4] = [Self::Order, Self::Recipient, Self::Parcel, Self::Item];

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Order => text!("order-import-field-group-order"),
            Self::Recipient => text!("order-import-field-group-recipient"),
            Self::Parcel => text!("order-import-field-group-parcel"),
            Self::Item => text!("order-import-field-group-item"),
        }
    }

    /// The fields of the group, in the order of the menu.
    pub fn fields(self) -> impl Iterator<Item = OrderField> {
        let all = OrderField::ALL.into_iter();
        all.filter(move |field| field.group() == Some(self))
    }
}

impl OrderField {
    /// Every field but [`OrderField::Ignored`], in the order of the menu.
    pub const ALL: [Self; 46] = [
        Self::Number,
        Self::ShopId,
        Self::Ordered,
        Self::ShipBy,
        Self::Shipping,
        Self::Status,
        Self::CanceledOn,
        Self::ClosedOn,
        Self::Reference,
        Self::Note,
        Self::Total,
        Self::Currency,
        Self::Name,
        Self::FirstName,
        Self::LastName,
        Self::Company,
        Self::Address,
        Self::Street1,
        Self::Street2,
        Self::Street3,
        Self::City,
        Self::State,
        Self::Zip,
        Self::Country,
        Self::Phone,
        Self::Email,
        Self::Preset,
        Self::PackageType,
        Self::Weight,
        Self::WeightUnit,
        Self::Length,
        Self::Width,
        Self::Height,
        Self::SizeUnit,
        Self::ItemSku,
        Self::ItemName,
        Self::ItemQuantity,
        Self::ItemWeight,
        Self::ItemWeightUnit,
        Self::ItemValue,
        Self::ItemLineValue,
        Self::ItemOrigin,
        Self::ItemTariffNumber,
        Self::ItemLineId,
        Self::ItemStatus,
        Self::ItemShips,
    ];

    /// The group of the menu; `None` for [`OrderField::Ignored`], which stands apart.
    pub const fn group(self) -> Option<FieldGroup> {
        Some(match self {
            Self::Number
            | Self::ShopId
            | Self::Ordered
            | Self::ShipBy
            | Self::Shipping
            | Self::Status
            | Self::CanceledOn
            | Self::ClosedOn
            | Self::Reference
            | Self::Note
            | Self::Total
            | Self::Currency => FieldGroup::Order,
            Self::Name
            | Self::FirstName
            | Self::LastName
            | Self::Company
            | Self::Address
            | Self::Street1
            | Self::Street2
            | Self::Street3
            | Self::City
            | Self::State
            | Self::Zip
            | Self::Country
            | Self::Phone
            | Self::Email => FieldGroup::Recipient,
            Self::Preset
            | Self::PackageType
            | Self::Weight
            | Self::WeightUnit
            | Self::Length
            | Self::Width
            | Self::Height
            | Self::SizeUnit => FieldGroup::Parcel,
            Self::ItemSku
            | Self::ItemName
            | Self::ItemQuantity
            | Self::ItemWeight
            | Self::ItemWeightUnit
            | Self::ItemValue
            | Self::ItemLineValue
            | Self::ItemOrigin
            | Self::ItemTariffNumber
            | Self::ItemLineId
            | Self::ItemStatus
            | Self::ItemShips => FieldGroup::Item,
            Self::Ignored => return None,
        })
    }

    /// Whether the field is a part of the address, whose columns change their rank together; see
    /// [`MappedColumn::fallback`](super::MappedColumn::fallback). The phone number and the email
    /// address are no part of it.
    pub const fn is_of_address(self) -> bool {
        let is_person =
            matches!(self, Self::Name | Self::FirstName | Self::LastName | Self::Company);
        is_person || self.is_of_place()
    }

    /// Whether the field says where somebody is.
    pub const fn is_of_place(self) -> bool {
        matches!(
            self,
            Self::Address
                | Self::Street1
                | Self::Street2
                | Self::Street3
                | Self::City
                | Self::State
                | Self::Zip
                | Self::Country
        )
    }

    /// Whether several columns of the same rank may fill the field.
    pub const fn may_have_several_columns(self) -> bool {
        matches!(
            self,
            Self::Reference
                | Self::Note
                | Self::Status
                | Self::CanceledOn
                | Self::ClosedOn
                | Self::Ignored
        )
    }

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => text!("order-import-field-number"),
            Self::Ordered => text!("order-import-field-ordered"),
            Self::ShipBy => text!("order-import-field-ship-by"),
            Self::Shipping => text!("order-import-field-shipping"),
            Self::Status => text!("order-import-field-status"),
            Self::CanceledOn => text!("order-import-field-canceled-on"),
            Self::ClosedOn => text!("order-import-field-closed-on"),
            Self::Reference => text!("order-import-field-reference"),
            Self::Note => text!("order-import-field-note"),
            Self::Total => text!("order-import-field-total"),
            Self::Currency => text!("order-import-field-currency"),
            Self::Name => text!("order-import-field-name"),
            Self::FirstName => text!("order-import-field-first-name"),
            Self::LastName => text!("order-import-field-last-name"),
            Self::Company => text!("order-import-field-company"),
            Self::Address => text!("order-import-field-address"),
            Self::Street1 => text!("order-import-field-street-1"),
            Self::Street2 => text!("order-import-field-street-2"),
            Self::Street3 => text!("order-import-field-street-3"),
            Self::City => text!("order-import-field-city"),
            Self::State => text!("order-import-field-state"),
            Self::Zip => text!("order-import-field-zip"),
            Self::Country => text!("order-import-field-country"),
            Self::Phone => text!("order-import-field-phone"),
            Self::Email => text!("order-import-field-email"),
            Self::Preset => text!("order-import-field-preset"),
            Self::PackageType => text!("order-import-field-package-type"),
            Self::Weight => text!("order-import-field-weight"),
            Self::WeightUnit => text!("order-import-field-weight-unit"),
            Self::Length => text!("order-import-field-length"),
            Self::Width => text!("order-import-field-width"),
            Self::Height => text!("order-import-field-height"),
            Self::SizeUnit => text!("order-import-field-size-unit"),
            Self::ItemSku => text!("order-import-field-item-sku"),
            Self::ItemName => text!("order-import-field-item-name"),
            Self::ItemQuantity => text!("order-import-field-item-quantity"),
            Self::ItemWeight => text!("order-import-field-item-weight"),
            Self::ItemWeightUnit => text!("order-import-field-item-weight-unit"),
            Self::ItemValue => text!("order-import-field-item-value"),
            Self::ItemLineValue => text!("order-import-field-item-line-value"),
            Self::ItemOrigin => text!("order-import-field-item-origin"),
            Self::ItemTariffNumber => text!("order-import-field-item-tariff-number"),
            Self::ItemLineId => text!("order-import-field-item-line-id"),
            Self::ItemStatus => text!("order-import-field-item-status"),
            Self::ItemShips => text!("order-import-field-item-ships"),
            Self::ShopId => text!("order-import-field-shop-id"),
            Self::Ignored => text!("order-import-field-ignored"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_menu_offers_each_field_once() {
        let mut offered: Vec<OrderField> = Vec::new();
        for group in FieldGroup::ALL {
            offered.extend(group.fields());
        }
        offered.sort_unstable();
        let mut all = OrderField::ALL.to_vec();
        all.sort_unstable();
        assert_eq!(offered, all);
        all.dedup();
        assert_eq!(all.len(), OrderField::ALL.len());
        assert_eq!(OrderField::Ignored.group(), None);
    }

    #[test]
    fn each_name_on_screen_is_used_once() {
        let mut names: Vec<&str> = OrderField::ALL.map(OrderField::name).to_vec();
        names.push(OrderField::Ignored.name());
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before);
        assert_eq!(OrderField::Zip.name(), "ZIP");
    }
}
