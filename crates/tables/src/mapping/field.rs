//! The fields of an order that a column can fill.

use serde::{Deserialize, Serialize};

use crate::text;

/// Everything that is said of each field: its group of the menu and its name on screen, in the order
/// of the menu. The fields of an address stand together, and the place is their end.
macro_rules! order_fields {
    ($($group:ident { $($(#[$about:meta])* $field:ident: $name:expr,)* })*) => {
        /// The names are stored.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum OrderField {
            $($($(#[$about])* $field,)*)*
            /// Not kept at all.
            Ignored,
        }

        impl OrderField {
            /// Every field but [`OrderField::Ignored`], in the order of the menu.
            pub const ALL: [Self; Self::Ignored as usize] = [$($(Self::$field,)*)*];

            /// The group of the menu; `None` for [`OrderField::Ignored`], which stands apart.
            pub const fn group(self) -> Option<FieldGroup> {
                match self {
                    $($(Self::$field)|* => Some(FieldGroup::$group),)*
                    Self::Ignored => None,
                }
            }

            /// The name on screen.
            pub fn name(self) -> &'static str {
                match self {
                    $($(Self::$field => $name,)*)*
                    Self::Ignored => text!("order-import-field-ignored"),
                }
            }
        }
    };
}

order_fields! {
    Order {
        Number: text!("order-import-field-number"),
        /// The shop's own id of the order, beside its number.
        ShopId: text!("order-import-field-shop-id"),
        Ordered: text!("order-import-field-ordered"),
        ShipBy: text!("order-import-field-ship-by"),
        Shipping: text!("order-import-field-shipping"),
        /// The state of the order in the shop, in the words of the shop; see
        /// [`read_words`](crate::shop_words::read_words). Each of several columns counts.
        Status: text!("order-import-field-status"),
        /// When the shop canceled the order; see [`was_done`](crate::shop_words::was_done).
        CanceledOn: text!("order-import-field-canceled-on"),
        /// When the shop shipped the order or gave its money back, the tracking number it has, or
        /// whether its buyer asks to cancel it; see [`was_done`](crate::shop_words::was_done).
        ClosedOn: text!("order-import-field-closed-on"),
        /// Several columns are joined.
        Reference: text!("order-import-field-reference"),
        /// Several columns are joined.
        Note: text!("order-import-field-note"),
        Total: text!("order-import-field-total"),
        Currency: text!("order-import-field-currency"),
    }
    Recipient {
        Name: text!("order-import-field-name"),
        /// Read with [`OrderField::LastName`] where the name is blank.
        FirstName: text!("order-import-field-first-name"),
        LastName: text!("order-import-field-last-name"),
        Company: text!("order-import-field-company"),
        /// A whole address in one cell.
        Address: text!("order-import-field-address"),
        Street1: text!("order-import-field-street-1"),
        Street2: text!("order-import-field-street-2"),
        Street3: text!("order-import-field-street-3"),
        City: text!("order-import-field-city"),
        State: text!("order-import-field-state"),
        Zip: text!("order-import-field-zip"),
        Country: text!("order-import-field-country"),
        Phone: text!("order-import-field-phone"),
        Email: text!("order-import-field-email"),
    }
    Parcel {
        Preset: text!("order-import-field-preset"),
        PackageType: text!("order-import-field-package-type"),
        /// Two columns whose headings name different units are added: pounds and ounces.
        Weight: text!("order-import-field-weight"),
        WeightUnit: text!("order-import-field-weight-unit"),
        Length: text!("order-import-field-length"),
        Width: text!("order-import-field-width"),
        Height: text!("order-import-field-height"),
        SizeUnit: text!("order-import-field-size-unit"),
    }
    Item {
        ItemSku: text!("order-import-field-item-sku"),
        ItemName: text!("order-import-field-item-name"),
        ItemQuantity: text!("order-import-field-item-quantity"),
        /// Two columns whose headings name different units are added.
        ItemWeight: text!("order-import-field-item-weight"),
        ItemWeightUnit: text!("order-import-field-item-weight-unit"),
        /// Of one piece.
        ItemValue: text!("order-import-field-item-value"),
        /// Of all pieces of the row together. Read where there is no [`OrderField::ItemValue`].
        ItemLineValue: text!("order-import-field-item-line-value"),
        ItemOrigin: text!("order-import-field-item-origin"),
        ItemTariffNumber: text!("order-import-field-item-tariff-number"),
        ItemLineId: text!("order-import-field-item-line-id"),
        /// Where one line of the order stands: what is shipped or canceled is no piece to ship.
        ItemStatus: text!("order-import-field-item-status"),
        /// Whether the line is shipped at all; a gift card or a tip is not.
        ItemShips: text!("order-import-field-item-ships"),
    }
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
    /// The fields that an address has places for, in the order of
    /// [`AddressField::ALL`](postroom_parcel::draft::AddressField::ALL).
    pub const OF_ADDRESS_FORM: [Self; 11] = [
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
    ];

    /// Whether the field is a part of the address, whose columns change their rank together; see
    /// [`MappedColumn::fallback`](super::MappedColumn::fallback). The phone number and the email
    /// address are no part of it.
    pub fn is_of_address(self) -> bool {
        (Self::Name..=Self::Country).contains(&self)
    }

    /// Whether the field says where somebody is.
    pub fn is_of_place(self) -> bool {
        (Self::Address..=Self::Country).contains(&self)
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
}

#[cfg(test)]
mod tests {
    use super::*;

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
