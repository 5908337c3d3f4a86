//! Views of the orders that the morning does not need: work under way, menus, questions, a table
//! whose columns are unclear, and scanned orders.

use egui::{Key, Modifiers};

use super::all::{MANY, SLOW_MS};
use super::{Extent, Tour, TourError};
use crate::desk::kernel::remote::Remote;
use crate::desk::order_import::intent::OrderImportIntent;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::practice::{Fault, FaultKind, PracticeIntent};
use crate::desk::scan_to_ship::ScanIntent;
use crate::desk::scan_to_ship::{ScanLookUp, ScanStep};
use crate::orders::scan_state::ScanStage;
use crate::ui::panel::Panel;
use crate::ui::settings_category::SettingsCategory;

/// A table whose columns and units are unclear.
const UNCLEAR: &str = "Ticket\tWho\tWhere\tTown\tZip\tHeft\tSent on
T-1\tCasey Example\t1 Ferry Building\tSan Francisco\t94111\t1,250\t03/04/2026
T-2\tRobin Example\t233 S Wacker Dr\tChicago\t60606\t2,500\t05/06/2026";
/// Two orders for scan to ship. The second has no weight.
const SCANNED: &str = "Order Number\tRecipient Name\tAddress Line 1\tCity\tState\tPostal Code\tCountry\tItem SKU\tItem Name\tQuantity\tTotal weight (oz)
T-20261123-1\tCasey Example\t1 Ferry Building\tSan Francisco\tCA\t94111\tUS\tFLATS-7\tLarge label\t2\t9
T-20261123-2\tRobin Example\t233 S Wacker Dr\tChicago\tIL\t60606\tUS\tFLATS-7\tLarge label\t1\t";
/// The headings that a file of own columns begins with, in the language of the form's first opening.
const HEADINGS: [&str; 6] =
    ["Order", "Recipient", "Tracking number", "Carrier", "Service", "Shipped"];

impl Tour<'_> {
    pub(super) fn order_views(&mut self) -> Result<(), TourError> {
        for table in [UNCLEAR, SCANNED] {
            let cells = table.split(['\t', '\n']).map(str::to_owned);
            self.sample_data.extend(cells);
        }
        // This computer, on each order that it changed.
        let rows = &self.driver.state().orders.rows;
        let stations: Vec<String> = rows.iter().map(|row| row.changed_by.clone()).collect();
        self.sample_data.extend(stations);
        self.go_to(Panel::Orders)?;
        self.end_step("orders-all-done")?;
        self.click("Show all orders")?;
        self.wait("all orders", |state| state.orders.matching > 0)?;
        self.view("Select all ")?;
        self.wait("the selection", |state| state.orders.selection.sums.is_some())?;
        self.menus()?;
        self.shop_file_of_own_columns()?;
        self.click("Clear")?;
        self.found_none()?;
        self.opened()?;
        self.unclear_table()?;
        self.import_orders_to_scan()?;
        self.scanned()?;
        self.open_settings(SettingsCategory::Orders)?;
        self.end_step("settings-orders-filled")?;
        self.click("Add a database")?;
        self.end_step("settings-shop-database")
    }

    /// Clicks, and shows the work while it is under way.
    pub(super) fn while_slow(&mut self, button: &str, step: &str) -> Result<(), TourError> {
        if self.extent == Extent::Main {
            return self.click(button);
        }
        self.apply(PracticeIntent::AddFault(Fault {
            call: "*".to_owned(),
            kind: FaultKind::SlowBefore,
            millis: SLOW_MS,
            count: MANY,
        }));
        self.wait("slow answers", |state| !state.practice.faults.is_empty())?;
        self.click(button)?;
        self.wait("the work with the orders", |state| {
            let work = state.order_batches.work.as_ref();
            work.is_some_and(|work| work.is_running() && work.tally().over() > 0)
        })?;
        self.end_step(step)?;
        self.apply(PracticeIntent::ClearFaults);
        self.wait("quick answers", |state| state.practice.faults.is_empty())
    }

    /// What the selected orders can be done with, besides the row of buttons.
    fn menus(&mut self) -> Result<(), TourError> {
        self.click("More actions")?;
        self.end_step("orders-more")?;
        self.click("Print again…")?;
        self.end_step("orders-print-again")?;
        self.press(Modifiers::NONE, Key::Escape);
        self.click("Packing slips and pick list")?;
        self.end_step("orders-papers")?;
        self.press(Modifiers::NONE, Key::Escape);
        for (item, step) in [("Edit…", "orders-edit-many"), ("Return labels…", "orders-returns")]
        {
            self.click("More actions")?;
            self.click(item)?;
            self.end_step(step)?;
            self.press(Modifiers::NONE, Key::Escape);
        }
        Ok(())
    }

    fn shop_file_of_own_columns(&mut self) -> Result<(), TourError> {
        self.click("Tracking file for the shop…")?;
        self.click("Format")?;
        self.click("Columns of your own")?;
        let known = self.sample_data.len();
        self.sample_data.extend(HEADINGS.map(str::to_owned));
        self.end_step("orders-shop-file-own")?;
        self.sample_data.truncate(known);
        self.click("All orders")
    }

    fn found_none(&mut self) -> Result<(), TourError> {
        self.type_into("Search orders", "nobody of this name")?;
        self.wait("that no order is found", |state| state.orders.matching == 0)?;
        self.end_step("orders-none-found")?;
        self.type_into("Search orders", "")?;
        self.wait("the orders again", |state| state.orders.matching > 0)
    }

    /// An order with its label, its print and its manifest.
    fn opened(&mut self) -> Result<(), TourError> {
        let rows = &self.driver.state().orders.rows;
        let first = rows.first().map(|row| row.id.clone());
        let first = first.ok_or_else(|| self.broken("no order is listed"))?;
        self.apply(OrderIntent::Open(Some(first)));
        self.wait("an open order", |state| state.orders.open.is_some())?;
        self.end_step("orders-detail")?;
        self.apply(OrderIntent::Open(None));
        Ok(())
    }

    fn preview(&mut self, table: &str) -> Result<(), TourError> {
        self.apply(OrderImportIntent::ReadClipboard(table.to_owned()));
        self.wait("the preview of a table", |state| {
            matches!(state.order_import.table.preview, Remote::Ready(_))
        })
    }

    fn unclear_table(&mut self) -> Result<(), TourError> {
        self.preview(UNCLEAR)?;
        self.end_step("orders-import-unclear")?;
        self.apply(OrderImportIntent::Cancel);
        Ok(())
    }

    fn import_orders_to_scan(&mut self) -> Result<(), TourError> {
        let before = self.driver.state().orders.total();
        self.preview(SCANNED)?;
        self.apply(OrderImportIntent::Write);
        self.wait("the orders to scan", |state| {
            state.orders.total() == before + 2
                && matches!(state.order_import.table.preview, Remote::NotAsked)
        })
    }

    /// An order that waits for the price, one that waits for its weight, and a number of no order.
    fn scanned(&mut self) -> Result<(), TourError> {
        self.scan("T-20261123-1", |stage| matches!(stage, ScanStage::Priced(_)))?;
        self.end_step("orders-scanned-priced")?;
        self.apply(ScanIntent::Step(ScanStep::End));
        self.scan("T-20261123-2", |stage| matches!(stage, ScanStage::Weight))?;
        self.end_step("orders-scanned-weight")?;
        self.apply(ScanIntent::Step(ScanStep::End));
        self.scan("#2001", |stage| matches!(stage, ScanStage::Bought))?;
        self.end_step("orders-scanned-bought")?;
        self.apply(ScanIntent::Step(ScanStep::End));
        self.apply(ScanIntent::Scan("990017".to_owned()));
        self.wait("that the number is of no order", |state| {
            let found = state.scan_to_ship.look_up.as_ref();
            matches!(found, Some(ScanLookUp::Nothing { .. }))
        })?;
        self.end_step("orders-scanned-nothing")?;
        self.apply(ScanIntent::Step(ScanStep::End));
        Ok(())
    }

    fn scan(&mut self, number: &str, is_there: fn(&ScanStage) -> bool) -> Result<(), TourError> {
        self.apply(ScanIntent::Scan(number.to_owned()));
        self.wait(&format!("the scanned order {number}"), |state| {
            let open = state.scan_to_ship.open.as_ref();
            open.is_some_and(|scanned| is_there(&scanned.stage))
        })
    }
}
