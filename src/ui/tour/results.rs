//! What the purchases lead to: the list of shipments, tracking, the balance, and the record.

use crate::base::money::Money;
use crate::ui::panel::Panel;
use crate::ui::settings_category::SettingsCategory;
use serde_json::json;

use super::{Bought, Extent, Tour, TourError, write};

impl Tour<'_> {
    pub(super) fn shipments(&mut self, first: &Bought) -> Result<(), TourError> {
        self.go_to(Panel::Shipments)?;
        let id = first.shipment.clone();
        self.wait("three shipments in the list", |state| {
            state.shipments.rows.len() >= 3 && state.shipments.rows.iter().any(|row| row.id == id)
        })?;
        let shown = self.driver.shows("Casey Example");
        self.holds(shown, || "the list does not name the recipient".to_owned())?;
        self.end_step("shipments")
    }

    /// Checks that the carrier has scanned the parcel after a practice day.
    pub(super) fn tracking(&mut self, first: &Bought) -> Result<(), TourError> {
        let state = self.driver.state();
        let row = state.shipments.rows.iter().find(|row| row.id == first.shipment);
        let number = row
            .and_then(|row| row.tracking_number.clone())
            .ok_or_else(|| self.broken("the shipment has no tracking number"))?;
        self.go_to(Panel::Practice)?;
        self.click("Skip a day")?;
        self.end_step("practice")?;
        self.go_to(Panel::Tracking)?;
        self.wait("a scan of the parcel", |state| {
            state.tracking.list.iter().any(|tracked| {
                tracked.number == number
                    && tracked
                        .tracking
                        .value()
                        .is_some_and(|tracking| tracking.tracking_details.len() > 1)
            })
        })?;
        let shown = self.driver.shows(number.as_str());
        self.holds(shown, || format!("{number} is not on the tracking panel"))?;
        self.wait("the way on the map", |state| {
            let on_map = state.tracking.route.as_ref().and_then(|route| route.stops.as_ref());
            let left = state
                .shipments
                .never_scanned_labels
                .value()
                .is_some_and(|radar| radar.matching == 0);
            on_map.is_some_and(|stops| !stops.is_empty()) && left
        })?;
        self.end_step("tracking")
    }

    pub(super) fn balance_panel(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Balance)?;
        self.wait("three debits in the history", |state| {
            state.balance.history.entries.value().is_some_and(|entries| {
                let debit = |amount: crate::base::money::Amount| amount.is_negative();
                entries.iter().filter(|entry| entry.amount.is_some_and(debit)).count() >= 3
            })
        })?;
        self.end_step("balance")?;
        self.open_settings(SettingsCategory::Appearance)?;
        self.click("Dark")?;
        self.end_step("settings")?;
        // The other extents take every picture in both themes, or none.
        if self.extent != Extent::Main {
            return Ok(());
        }
        self.go_to(Panel::Shipments)?;
        self.end_step("dark")
    }

    pub(super) fn record(
        &mut self,
        before: Money,
        after: Money,
        first: &Bought,
    ) -> Result<(), TourError> {
        let record = json!({
            "shipment": first.shipment.as_str(),
            "trackingNumber": self.labels.first().and_then(|label| label.get("trackingNumber")),
            "price": first.charged.amount,
            "currency": first.charged.currency.code(),
            "balanceBefore": before.amount,
            "balanceAfter": after.amount,
            "labels": self.labels,
            "morning": self.told_of_morning,
            "steps": self.steps,
            "plainTexts": self.plain_texts,
        });
        let text = format!("{record:#}\n");
        write(&self.out.join("tour.json"), text.as_bytes())
    }
}
