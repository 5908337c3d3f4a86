//! Views behind a switch or button of their panel, which are not visible when the panel opens.

use egui::{Key, Modifiers};

use super::{Tour, TourError};
use crate::desk::addresses::AddressIntent;
use crate::desk::ship::intent::ShipIntent;
use crate::ui::panel::Panel;
use crate::ui::settings_category::SettingsCategory;

impl Tour<'_> {
    /// Creates the content of the filled panels: a draft with rates, a container label, and an
    /// address that is twice in the address book.
    pub(super) fn fill(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Containers)?;
        for (field, name) in [("Container from", "Riley"), ("Container to", "Casey")] {
            self.type_into(field, name)?;
            self.wait("the addresses found", |state| {
                let rows = &state.ship.book.rows;
                !rows.is_empty() && rows.iter().all(|row| row.address.name.starts_with(name))
            })?;
            self.driver.press(Modifiers::NONE, Key::Enter);
        }
        self.type_into("Content code", "FLATS-7")?;
        self.type_into("How many", "2")?;
        self.click("Create labels")?;
        self.wait("the container labels", |state| {
            !state.containers.under_way && !state.containers.made.is_empty()
        })?;
        self.wait("the container labels drawn", |state| {
            let mut forms = state.labels.documents.values();
            forms.any(|form| form.pages.value().is_some())
        })?;
        self.end_step("containers-made")?;
        self.filled_draft()
    }

    /// A draft like the last one with its rates, instead of the label just bought.
    fn filled_draft(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Ship)?;
        self.click("Ship another like this")?;
        self.wait("rates of a filled draft", |state| {
            state.ship.just_bought.is_none()
                && !state.ship.quote_outdated
                && state.ship.quote.value().is_some()
                && !state.ship.quote.is_loading()
        })
    }

    pub(super) fn views(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Rates)?;
        self.click("Compare packages")?;
        for package in ["Small Flat Rate Box", "Medium Flat Rate Box 1"] {
            self.click(package)?;
        }
        self.click("Compare prices")?;
        self.wait("the packages compared", |state| {
            let columns = &state.ship.comparison.columns;
            columns.len() > 1 && columns.iter().all(|column| !column.answer.is_loading())
        })?;
        self.end_step("packages-side-by-side")?;
        self.click("All rates")?;
        self.go_to(Panel::Tracking)?;
        self.view("Not scanned")?;
        self.end_step("never-left")?;
        self.view("Watch list")?;
        self.go_to(Panel::Balance)?;
        self.click("Change AutoBuy")?;
        self.end_step("autobuy-form")?;
        self.click("Cancel changes to AutoBuy")?;
        self.settings()?;
        self.addresses()
    }

    fn settings(&mut self) -> Result<(), TourError> {
        for category in SettingsCategory::ALL {
            self.open_settings(category)?;
            self.end_step(&format!("settings-{category:?}").to_lowercase())?;
        }
        self.type_into("Search settings", "label")?;
        self.end_step("settings-found")?;
        self.type_into("Search settings", "")
    }

    fn addresses(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Addresses)?;
        let row = self.driver.name_of("Casey Example").map_err(|source| self.failed(source))?;
        self.click(&row)?;
        self.end_step("address-detail")?;
        self.type_into("Search addresses", "nobody of this name")?;
        self.wait("that nobody is found", |state| state.addresses.rows.is_empty())?;
        self.end_step("addresses-none-found")?;
        self.type_into("Search addresses", "")?;
        self.wait("everybody again", |state| !state.addresses.rows.is_empty())?;
        // The same address in capital letters, as another user might have typed it.
        let rows = self.driver.state().addresses.rows.iter();
        let mut twin = rows
            .map(|contact| &contact.form)
            .find(|form| form.name == "Casey Example")
            .cloned()
            .ok_or_else(|| self.broken("Casey Example is not in the book"))?;
        twin.street1 = twin.street1.to_uppercase();
        self.apply(ShipIntent::PutInBook(Box::new(twin)));
        self.wait("the second entry", |state| {
            let rows = state.addresses.rows.iter();
            rows.filter(|contact| contact.form.name == "Casey Example").count() > 1
        })?;
        self.click("Find duplicates")?;
        self.wait("the duplicates", |state| {
            let pairs = state.addresses.duplicates.value();
            pairs.is_some_and(|pairs| !pairs.is_empty())
        })?;
        self.end_step("addresses-duplicates")?;
        self.apply(AddressIntent::DropDuplicates);
        Ok(())
    }

    /// Clicks a switch of the panel by the start of its name, which a count may follow.
    pub(super) fn view(&mut self, start: &str) -> Result<(), TourError> {
        let view = self.driver.name_of(start).map_err(|source| self.failed(source))?;
        self.click(&view)
    }
}
