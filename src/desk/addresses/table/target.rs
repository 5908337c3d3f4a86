//! The meaning of the columns of an address table.

use crate::base::geography::plain_name;
use crate::tables::mapping::{FieldGroup, OrderField};
use crate::tables::word_lists::key_of;
use crate::text;

/// The meaning of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    #[default]
    Skip,
    /// One of [`FieldGroup::Recipient`].
    Field(OrderField),
    Residential,
    Groups,
}

impl Target {
    /// Every meaning, in the order of the menu.
    pub fn all() -> Vec<Self> {
        let fields = FieldGroup::Recipient.fields().map(Self::Field);
        [Self::Skip].into_iter().chain(fields).chain([Self::Residential, Self::Groups]).collect()
    }

    /// The name on screen.
    pub fn name(self) -> &'static str {
        match self {
            Self::Skip => text!("addresses-import-skip-column"),
            Self::Field(field) => field.name(),
            Self::Residential => text!("addresses-residential"),
            Self::Groups => text!("addresses-field-groups"),
        }
    }

    pub(super) fn field(self) -> Option<OrderField> {
        match self {
            Self::Field(field) => Some(field),
            Self::Skip | Self::Residential | Self::Groups => None,
        }
    }

    /// The meaning of a heading that only addresses have.
    pub(super) fn of_own_words(heading: &str) -> Self {
        match key_of("address book", &plain_name(heading)) {
            Some("groups") => Self::Groups,
            Some(_) => Self::Residential,
            None => Self::Skip,
        }
    }
}
