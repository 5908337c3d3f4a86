//! The categories of Settings. A button elsewhere opens Settings at the one that it is about.

use crate::text;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SettingsCategory {
    #[default]
    Printers,
    Purchases,
    Orders,
    Stations,
    Devices,
    Appearance,
    Connection,
    Files,
}

impl SettingsCategory {
    pub const ALL: [Self; 8] = [
        Self::Printers,
        Self::Purchases,
        Self::Orders,
        Self::Stations,
        Self::Devices,
        Self::Appearance,
        Self::Connection,
        Self::Files,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Self::Printers => text!("settings-category-printers"),
            Self::Purchases => text!("settings-category-purchases"),
            Self::Orders => text!("settings-category-orders"),
            Self::Stations => text!("settings-category-stations"),
            Self::Devices => text!("settings-category-devices"),
            Self::Appearance => text!("settings-category-appearance"),
            Self::Connection => text!("settings-category-connection"),
            Self::Files => text!("settings-category-files"),
        }
    }
}
