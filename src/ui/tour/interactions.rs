//! Steps that need interaction beyond opening a panel: a row's menu, keyboard focus, the palette,
//! the preview of an import, a closing scan, and running refunds.

use egui::{Key, Modifiers};

use super::{Tour, TourError, write};
use crate::desk::addresses::AddressIntent;
use crate::desk::addresses::import::ImportIntent;
use crate::desk::intent::Intent;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::labels::documents::DocumentId;
use crate::desk::manifests::FormState;
use crate::desk::practice::{Fault, FaultKind, PracticeIntent};
use crate::desk::ship::intent::ShipIntent;
use crate::desk::ship::rate_history::RateHistoryIntent;
use crate::ui::panel::Panel;

/// Two valid rows and one that cannot be read.
const TABLE: &str = "Name;Company;Street;City;State;ZIP;Country;Phone\n\
    Jürgen Groß;;Löwenstraße 1;Bonn;;53111;Germany;\n\
    Ann Lee;Sample Goods;12 Main St;Chicago;IL;60606;US;312 555 0100\n\
    Robin Example;;5 Nowhere Rd;Atlantis;;1;Atlantis;\n";
/// Delay of responses, long enough to take a picture of the running batch job.
const SLOW_MS: u64 = 1_200;
/// More than the number of controls in a panel.
const MOST_TABS: usize = 80;

/// The account of the practice service whose carrier accepts no manifests.
const WITHOUT_MANIFESTS: &str = "ePostage";

impl Tour<'_> {
    /// Runs before faults are added to the service.
    pub(super) fn deeds(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Shipments)?;
        self.key(Key::ArrowDown);
        self.key(Key::Menu);
        self.end_step("row-menu")?;
        self.key(Key::Escape);
        self.driver.press(Modifiers::COMMAND, Key::K);
        self.end_step("palette")?;
        self.key(Key::Escape);
        self.go_to(Panel::Balance)?;
        // Past the top bar and the navigation rail, to the first field of the panel.
        let mut tabs = 0;
        while !self.has_focus("Top-up amount") {
            self.key(Key::Tab);
            tabs += 1;
            self.holds(tabs < MOST_TABS, || "Tab leads to no field".to_owned())?;
        }
        self.end_step("keyboard")?;
        self.past()?;
        self.import()
    }

    fn has_focus(&self, name: &str) -> bool {
        let mut elements = self.driver.elements();
        elements.any(|element| element.focused && element.name == name)
    }

    /// The past quotes of this tour.
    fn past(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Rates)?;
        self.click("Past quotes")?;
        self.wait("the past quotes", |state| state.ship.rate_history.rows.len() >= 3)?;
        self.end_step("past-quotes")?;
        let newest = self.driver.state().ship.rate_history.rows.first().map(|row| row.row);
        self.driver.desk().apply(ShipIntent::RateHistory(RateHistoryIntent::Open(newest)));
        self.wait("the quote", |state| state.ship.rate_history.open.is_some())?;
        self.end_step("past-quote")?;
        self.click("All rates")
    }

    fn import(&mut self) -> Result<(), TourError> {
        let file = self.out.join("addresses.csv");
        write(&file, TABLE.as_bytes())?;
        self.go_to(Panel::Addresses)?;
        let read = ImportIntent::ReadFile(file);
        let read = Intent::Addresses(AddressIntent::Import(read));
        self.driver.desk().apply(read);
        self.wait("the preview", |state| state.addresses.import.preview.value().is_some())?;
        self.end_step("import")?;
        let run = Intent::Addresses(AddressIntent::Import(ImportIntent::Run));
        self.driver.desk().apply(run);
        self.wait("the imported rows", |state| {
            let work = state.addresses.work.as_ref();
            work.is_some_and(|work| !work.is_running())
        })?;
        self.end_step("imported")?;
        self.click("Close the task")
    }

    /// The shipments just bought, before the practice carrier collects them.
    pub(super) fn just_bought(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Manifests)?;
        self.wait("the parcels of the day", |state| {
            let day = state.manifests.day.value();
            day.is_some_and(|day| day.groups.iter().any(|group| group.parcels.len() > 1))
        })?;
        self.end_step("manifests-to-hand-over")?;
        self.go_to(Panel::Refunds)?;
        self.wait("what can be refunded", |state| {
            let open = state.refunds.refundable_rows.value();
            open.is_some_and(|rows| rows.iter().any(|row| !row.scanned))
        })?;
        self.end_step("refunds-open")
    }

    /// Runs after the simulated failures, whose panels need parcels without a manifest.
    pub(super) fn manifest(&mut self) -> Result<(), TourError> {
        let day = self.driver.state().manifests.day.value();
        let groups = day.into_iter().flat_map(|day| &day.groups);
        let parcel = groups
            .filter(|group| !group.account_name.contains(WITHOUT_MANIFESTS))
            .find_map(|group| group.parcels.first().cloned())
            .ok_or_else(|| self.broken("no parcel waits for a manifest"))?;
        let number = parcel.number.clone();
        let number = number.ok_or_else(|| self.broken("the parcel has no tracking number"))?;
        self.go_to(Panel::Manifests)?;
        self.click("Closing scan")?;
        self.type_into("Scan parcels", number.as_str())?;
        self.click("Add parcel")?;
        self.wait("the scanned parcel", |state| !state.manifests.scans.scanned_numbers.is_empty())?;
        self.end_step("closing-scan")?;
        let create = self.driver.name_of("Create manifest: ");
        let create = create.map_err(|source| self.failed(source))?;
        self.click(&create)?;
        self.end_step("manifest-question")?;
        self.click("Create manifest")?;
        self.wait("the manifest", |state| {
            !state.manifests.known.is_empty() && state.manifests.orders.is_empty()
        })?;
        let shipment = parcel.id.clone();
        self.wait("the day without what is on the manifest", |state| {
            let day = state.manifests.day.value();
            day.is_some_and(|day| day.left_out.iter().all(|left| left.parcel.id != shipment))
        })?;
        self.view("Manifests (")?;
        self.end_step("manifests-list")?;
        self.apply(PracticeIntent::JumpDays(1));
        self.wait("the finished form", |state| {
            let known = state.manifests.known.first();
            let form = known.map(|manifest| FormState::of_manifest(manifest));
            form == Some(FormState::Generated)
        })?;
        self.key(Key::ArrowDown);
        self.wait("the form on the screen", |state| {
            let mut forms = state.labels.documents.iter();
            forms.any(|(id, form)| {
                matches!(id, DocumentId::ScanForm(_)) && form.pages.value().is_some()
            })
        })?;
        self.end_step("manifest-form")?;
        self.view("Left out")?;
        self.end_step("manifests-left-out")?;
        self.view("To hand over")
    }

    /// Runs last, because refunded shipments disappear from every other list.
    pub(super) fn refunds(&mut self) -> Result<(), TourError> {
        let slow = Fault {
            call: "POST /Shipment/Refund".to_owned(),
            kind: FaultKind::SlowBefore,
            millis: SLOW_MS,
            count: 10,
        };
        let slow = Intent::Practice(PracticeIntent::AddFault(slow));
        self.driver.desk().apply(slow);
        self.wait("a slow service", |state| !state.practice.faults.is_empty())?;
        self.go_to(Panel::Refunds)?;
        self.wait("what can be refunded", |state| {
            let rows = state.refunds.refundable_rows.value();
            rows.is_some_and(|rows| rows.len() >= 2)
        })?;
        // A practice day has passed, so the carrier has scanned them.
        self.click("Include scanned parcels")?;
        self.click("Select all")?;
        self.click("Request refunds…")?;
        self.end_step("refund-question")?;
        self.click("Request 2 refunds")?;
        self.wait("one refund of several", |state| {
            let work = state.refunds.work.as_ref();
            work.is_some_and(|work| work.is_running() && work.tally().over() > 0)
        })?;
        self.end_step("refunds-running")?;
        self.wait("every refund", |state| {
            let work = state.refunds.work.as_ref();
            work.is_some_and(|work: &BatchJob| !work.is_running())
        })?;
        self.end_step("refunds-done")?;
        self.view("Requested")?;
        self.end_step("refunds-asked")
    }

    fn key(&mut self, key: Key) {
        self.press(Modifiers::NONE, key);
    }
}
