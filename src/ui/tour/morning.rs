//! The morning of a shop: 300 sample orders are imported and corrected, and their labels are bought,
//! printed and handed over; at the end the day's report and the file for the shop are written.

use std::path::PathBuf;
use std::time::Duration;

use egui::{Key, Modifiers};
use serde_json::json;

use super::orders_checked::OrderChecked;
use super::sample_data::sample_data;
use super::{Tour, TourError};
use crate::base::money::Amount;
use crate::desk::intent::Intent;
use crate::desk::kernel::remote::Remote;
use crate::desk::kernel::settings::Theme;
use crate::desk::orders::OrderState;
use crate::desk::state::State;
use crate::ui::panel::Panel;

/// Orders of the sample, and those of them that need attention.
const SAMPLE: u64 = 300;
const NEED_ATTENTION: u64 = 17;
/// The most clicks that a morning may take.
const MOST_CLICKS: usize = 25;
/// Time limit of a step with every order: two seconds each, for a slow machine that is busy.
const BATCH_PATIENCE: Duration = Duration::from_secs(2 * SAMPLE);

fn is_idle(state: &State) -> bool {
    !state.is_busy_with_orders()
}

fn all_are(state: &State, wanted: OrderState) -> bool {
    state.orders.in_state(wanted) == SAMPLE
}

impl Tour<'_> {
    pub(super) fn morning(&mut self) -> Result<(), TourError> {
        self.set_up_once();
        self.go_to(Panel::Shipments)?;
        self.effort = super::Effort::default();
        let before = self.balance()?;

        self.go_to(Panel::Orders)?;
        self.wait("the empty list of orders", |state| state.orders.loaded)?;
        self.end_step("orders-none")?;
        self.import_sample()?;
        let corrected = self.correct_orders()?;
        self.holds(corrected as u64 == NEED_ATTENTION, || {
            format!("{corrected} orders were corrected instead of {NEED_ATTENTION}")
        })?;
        self.wait("orders that are all right", |state| {
            all_are(state, OrderState::Ready) && state.orders.matching == SAMPLE
        })?;
        self.end_step("orders-corrected")?;
        self.click("Select all 300 orders")?;
        self.wait("the selection", |state| state.orders.selection.sums.is_some())?;
        self.end_step("orders-selected")?;
        self.rate_orders()?;
        let topped_up = self.buy_orders()?;
        let orders = self.read_orders(SAMPLE)?;
        self.charged_for(&orders, before, topped_up)?;
        self.print_orders(&orders)?;
        let manifests = self.hand_over_orders()?;
        let report = self.day_report(&orders)?;
        let file = self.file_for_shop(&orders)?;

        let effort = std::mem::take(&mut self.effort);
        let clicks = effort.clicked.len();
        self.told_of_morning = json!({
            "orders": SAMPLE,
            "corrected": corrected,
            "labels": orders.len(),
            "printed": orders.len(),
            "manifests": manifests,
            "dayReport": name_of(&report),
            "fileForShop": name_of(&file),
            "rowsForShop": orders.len(),
            "effort": effort.in_json(),
        });
        self.holds(clicks <= MOST_CLICKS, || {
            format!("the morning took {clicks} clicks instead of {MOST_CLICKS} at most")
        })
    }

    /// What a shop sets once: how much may be put on the balance a day.
    fn set_up_once(&mut self) {
        let mut settings = self.driver.state().settings.clone();
        settings.daily_top_up_cap = Amount::from_cents(1_000_000);
        settings.theme = Theme::Light;
        self.apply(Intent::ChangeSettings(Box::new(settings)));
    }

    fn import_sample(&mut self) -> Result<(), TourError> {
        self.click("Import 300 sample orders")?;
        self.wait("the preview of the orders", |state| {
            matches!(state.order_import.table.preview, Remote::Ready(_))
                && !state.order_rules.documents.rules.is_empty()
        })?;
        self.sample_data = sample_data(self.driver.state());
        self.end_step("orders-import")?;
        self.click("Import the orders")?;
        self.wait("the imported orders", |state| {
            is_idle(state)
                && state.orders.total() == SAMPLE
                && state.orders.in_state(OrderState::NeedsAttention) == NEED_ATTENTION
        })?;
        self.end_step("orders")
    }

    fn rate_orders(&mut self) -> Result<(), TourError> {
        self.while_slow("Get rates", "orders-rating")?;
        self.wait_for_all("the rates of the orders", |state| {
            state.order_batches.work.is_some() && is_idle(state)
        })?;
        self.end_step("orders-rated")?;
        self.click("Close the task")?;
        self.wait("the rated orders", |state| {
            let sums = state.orders.selection.sums.as_ref();
            all_are(state, OrderState::Rated)
                && sums.is_some_and(|sums| sums.priced.len() as u64 == SAMPLE)
        })
    }

    /// Returns by how much the balance was topped up.
    fn buy_orders(&mut self) -> Result<Amount, TourError> {
        self.view("Buy ")?;
        self.end_step("orders-question")?;
        self.click("Top up…")?;
        let topped_up = self.top_up()?;
        // The question is still there.
        self.go_to(Panel::Orders)?;
        self.while_slow("Buy the labels", "orders-buying")?;
        self.wait_for_all("the labels of the orders", |state| {
            state.order_batches.work.is_some() && is_idle(state)
        })?;
        self.end_step("orders-bought")?;
        self.click("Close the task")?;
        self.wait("the bought orders", |state| {
            let sums = state.orders.selection.sums.as_ref();
            all_are(state, OrderState::Bought)
                && sums.is_some_and(|sums| sums.labels.len() as u64 == SAMPLE)
        })?;
        self.end_step("orders-labels")?;
        Ok(topped_up)
    }

    /// Puts enough on the balance for all labels.
    fn top_up(&mut self) -> Result<Amount, TourError> {
        let before = self.balance()?;
        self.type_into("Top-up amount", "4000")?;
        self.click("Top up the balance")?;
        self.click("Confirm top-up")?;
        let topped_up = Amount::from_cents(400_000);
        let expected = before.amount.checked_add(topped_up);
        self.wait("the money", |state| {
            let balance = state.balance.summary.value();
            let now = balance.and_then(|it| it.money());
            now.map(|money| money.amount) == expected
        })?;
        Ok(topped_up)
    }

    /// Prints the labels in the sequence of the pick list, and checks what came out of the printer.
    fn print_orders(&mut self, orders: &[OrderChecked]) -> Result<(), TourError> {
        self.click("Print the labels")?;
        self.wait_for_all("the printed orders", |state| {
            let sums = state.orders.selection.sums.as_ref();
            all_are(state, OrderState::Printed)
                && sums.is_some_and(|sums| sums.labels.iter().all(|label| label.is_printed))
        })?;
        self.end_step("orders-printed")?;
        self.printed_in_sequence(orders)
    }

    /// Returns how many manifests were made.
    fn hand_over_orders(&mut self) -> Result<usize, TourError> {
        let known = |state: &State| state.manifests.known.len();
        let before = known(self.driver.state());
        self.wait("the parcels of the day", |state| state.manifests.day.value().is_some())?;
        self.click("Hand over")?;
        self.end_step("orders-hand-over")?;
        self.click("Hand over the orders")?;
        self.wait_for_all("the orders that are handed over", |state| {
            all_are(state, OrderState::HandedOver)
        })?;
        self.end_step("orders-handed-over")?;
        let made = known(self.driver.state()).saturating_sub(before);
        self.holds(made > 0, || "no manifest was made".to_owned())?;
        Ok(made)
    }

    /// The report of the day of this computer on which the labels were bought, or most of them.
    fn day_report(&mut self, orders: &[OrderChecked]) -> Result<PathBuf, TourError> {
        let (day, labels) = self.day_of_most_labels(orders)?;
        self.click("Day report")?;
        self.wait("a day report", |state| state.order_results.day.report.value().is_some())?;
        // It opens with today, and midnight may have passed since.
        let shown = self.driver.state().order_results.day.day;
        if shown.is_some_and(|shown| shown > day) {
            self.click("The day before")?;
        }
        self.wait("the report of the day", |state| {
            let report = state.order_results.day.report.value();
            report.is_some_and(|report| report.day == day && report.total.labels() as u64 == labels)
        })?;
        self.end_step("orders-day")?;
        self.click("Save CSV…")?;
        let file = self.write_path("day-report.csv")?;
        self.reported(&file, labels)?;
        self.click("All orders")?;
        Ok(file)
    }

    fn file_for_shop(&mut self, orders: &[OrderChecked]) -> Result<PathBuf, TourError> {
        self.click("Tracking file for the shop…")?;
        self.wait("what the file for the shop will have", |state| {
            let preview = state.order_results.shop_files.preview.value();
            preview.is_some_and(|summary| summary.orders as u64 == SAMPLE)
        })?;
        self.end_step("orders-shop-file")?;
        self.click("Save the file…")?;
        let file = self.write_path("shopify-orders.csv")?;
        self.wait("the file for the shop", |state| {
            state.order_results.shop_files.written.is_some()
        })?;
        self.end_step("orders-shop-file-saved")?;
        self.exported(&file, orders)?;
        self.go_back_to_orders()?;
        Ok(file)
    }

    /// Not of the morning any more.
    fn go_back_to_orders(&mut self) -> Result<(), TourError> {
        let clicked = self.effort.clicked.len();
        self.click("All orders")?;
        self.effort.clicked.truncate(clicked);
        Ok(())
    }

    /// Types a path below the folder of the tour where the program asks for one, and waits for the
    /// file. In the place of a system without dialogs, as here, the path is typed.
    fn write_path(&mut self, name: &str) -> Result<PathBuf, TourError> {
        let path = self.out.join(name);
        // A file of an earlier tour is not this one's.
        if path.exists() {
            std::fs::remove_file(&path)
                .map_err(|source| TourError::File { path: path.clone(), source })?;
        }
        self.driver.settle();
        self.press(Modifiers::COMMAND, Key::A);
        self.type_words(&path.display().to_string());
        self.press(Modifiers::NONE, Key::Enter);
        let what = format!("the file {name}");
        let awaited = path.clone();
        self.wait(&what, move |_| awaited.exists())?;
        Ok(path)
    }

    fn wait_for_all(
        &mut self,
        what: &str,
        holds: impl Fn(&State) -> bool,
    ) -> Result<(), TourError> {
        let outcome = self.driver.wait_until(what, BATCH_PATIENCE, holds);
        outcome.map_err(|source| self.failed(source))
    }
}

fn name_of(path: &std::path::Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
