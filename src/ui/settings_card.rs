//! The cards of Settings: the category of each, and the words that a search finds it by.

use crate::base::search_text::folded;
use crate::text;
use crate::ui::search_words::words_of;
use crate::ui::settings_category::SettingsCategory;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SettingsCard {
    Printers,
    Labels,
    Queue,
    Purchases,
    PickUp,
    Shop,
    ScanToShip,
    ShopDatabase,
    WatchedFolder,
    Stations,
    Scale,
    Scanner,
    Appearance,
    Connection,
    Accounts,
    Files,
    Data,
    Sync,
}

impl SettingsCard {
    pub const ALL: [Self; 18] = [
        Self::Printers,
        Self::Labels,
        Self::Queue,
        Self::Purchases,
        Self::PickUp,
        Self::Shop,
        Self::ScanToShip,
        Self::ShopDatabase,
        Self::WatchedFolder,
        Self::Stations,
        Self::Scale,
        Self::Scanner,
        Self::Appearance,
        Self::Accounts,
        Self::Connection,
        Self::Files,
        Self::Data,
        Self::Sync,
    ];

    pub fn category(self) -> SettingsCategory {
        match self {
            Self::Printers | Self::Labels | Self::Queue => SettingsCategory::Printers,
            Self::Purchases | Self::PickUp => SettingsCategory::Purchases,
            Self::Shop | Self::ScanToShip | Self::ShopDatabase | Self::WatchedFolder => {
                SettingsCategory::Orders
            }
            Self::Stations => SettingsCategory::Stations,
            Self::Scale | Self::Scanner => SettingsCategory::Devices,
            Self::Appearance => SettingsCategory::Appearance,
            Self::Connection | Self::Accounts => SettingsCategory::Connection,
            Self::Files | Self::Data | Self::Sync => SettingsCategory::Files,
        }
    }

    /// Whether every word of the search begins a word of the card, of its category, or of what people
    /// call it.
    pub fn is_found(self, search: &str) -> bool {
        let mut words = self.names();
        words.push(self.category().title());
        words.extend(words_of(&self.key()));
        let words = folded(&words.join(" "));
        let searched = folded(search);
        let mut searched = searched.split_whitespace();
        searched.all(|wanted| words.split_whitespace().any(|word| word.starts_with(wanted)))
    }

    /// Its name in the list of search words.
    pub fn key(self) -> String {
        format!("Card({self:?})")
    }

    pub fn title(self) -> &'static str {
        self.names().first().copied().unwrap_or_default()
    }

    /// Its title and the names of its settings.
    pub fn names(self) -> Vec<&'static str> {
        match self {
            Self::Printers => vec![
                text!("settings-printers"),
                text!("settings-printer-add"),
                text!("settings-auto-print"),
                text!("settings-printer-language"),
                text!("settings-test-print"),
            ],
            Self::Labels => vec![
                text!("settings-labels"),
                text!("settings-label-format"),
                text!("settings-label-size"),
                text!("settings-label-orientation"),
            ],
            Self::Queue => vec![text!("settings-queue")],
            Self::Purchases => vec![
                text!("settings-purchases"),
                text!("settings-undo-delay"),
                text!("settings-top-up-limit"),
            ],
            Self::PickUp => vec![text!("settings-pick-up"), text!("settings-pick-up-time")],
            Self::ScanToShip => vec![
                text!("scan-settings"),
                text!("scan-settings-checks"),
                text!("scan-settings-buys"),
            ],
            Self::Shop => vec![
                text!("order-printing-shop"),
                text!("order-printing-shop-name"),
                text!("order-printing-shop-text"),
                text!("order-printing-shop-logo"),
                text!("order-printing-shop-paper"),
                text!("order-printing-shop-sender"),
                text!("order-papers-slip-titles"),
            ],
            Self::ShopDatabase => vec![
                text!("shop-database-settings"),
                text!("shop-database-way-back"),
                text!("shop-database-query"),
                "PostgreSQL MySQL MariaDB SQLite",
            ],
            Self::WatchedFolder => {
                vec![text!("watched-folder"), text!("watched-folder-path")]
            }
            Self::Stations => vec![
                text!("stations-title"),
                text!("stations-share"),
                text!("stations-name"),
                text!("stations-person"),
                "PostgreSQL PgBouncer",
            ],
            Self::Scale => vec![
                text!("settings-scale"),
                text!("settings-scale-choice"),
                text!("settings-scale-automatic"),
            ],
            Self::Scanner => vec![
                text!("settings-scanner"),
                text!("settings-print-sheet"),
                text!("settings-express"),
                text!("settings-express-limit"),
            ],
            Self::Appearance => vec![
                text!("settings-appearance"),
                text!("settings-theme"),
                text!("settings-theme-light"),
                text!("settings-theme-dark"),
                text!("settings-text-size"),
                text!("settings-language"),
                "English",
                "Español",
            ],
            Self::Connection => vec![
                text!("settings-connection"),
                text!("settings-base-url"),
                text!("settings-certificate"),
                text!("settings-sign-out"),
            ],
            Self::Accounts => vec![text!("parts-accounts-and-secrets")],
            Self::Files => vec![
                text!("settings-files"),
                text!("settings-label-folder"),
                text!("settings-label-names"),
                text!("settings-type-paths"),
            ],
            Self::Data => vec![
                text!("settings-data"),
                text!("settings-keep-shipments"),
                text!("settings-back-up"),
                text!("settings-diagnostics"),
                text!("settings-delete-data"),
            ],
            Self::Sync => vec![text!("settings-sync")],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_category_has_a_card_and_their_order_is_the_same() {
        let mut categories: Vec<_> = SettingsCard::ALL.iter().map(|card| card.category()).collect();
        categories.dedup();
        assert_eq!(categories, SettingsCategory::ALL);
    }

    #[test]
    fn a_card_is_found_by_the_beginnings_of_its_words() {
        assert!(SettingsCard::Appearance.is_found("dark"));
        assert!(SettingsCard::Appearance.is_found("Text si"));
        assert!(SettingsCard::Files.is_found("folder label"));
        assert!(!SettingsCard::Files.is_found("older"));
        assert!(!SettingsCard::Files.is_found("folder zebra"));
    }
}
