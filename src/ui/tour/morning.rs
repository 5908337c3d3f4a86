//! The morning of a shop: 300 sample orders are imported, rated and bought.

use super::{Tour, TourError};
use crate::base::money::Amount;
use crate::desk::intent::Intent;
use crate::desk::kernel::batch_job::BatchJob;
use crate::desk::kernel::remote::Remote;
use crate::desk::orders::OrderState;
use crate::desk::state::State;
use crate::ui::panel::Panel;

/// Orders of the sample, and those of them that need attention.
const SAMPLE: u64 = 300;
const NEED_ATTENTION: u64 = 17;

fn is_idle(state: &State) -> bool {
    !state.orders.work.as_ref().is_some_and(BatchJob::is_running)
}

impl Tour<'_> {
    pub(super) fn morning(&mut self) -> Result<(), TourError> {
        self.go_to(Panel::Orders)?;
        self.wait("the empty list of orders", |state| state.orders.loaded)?;
        self.end_step("orders-none")?;
        self.click("Import 300 sample orders")?;
        self.wait("the preview of the orders", |state| {
            matches!(state.orders.import.preview, Remote::Ready(_))
                && !state.orders.documents.rules.is_empty()
        })?;
        self.end_step("orders-import")?;
        self.click("Import the orders")?;
        self.wait("the imported orders", |state| {
            is_idle(state)
                && state.orders.total() == SAMPLE
                && state.orders.in_state(OrderState::NeedsAttention) == NEED_ATTENTION
        })?;
        self.end_step("orders")?;
        self.click("Select all 300 orders")?;
        self.wait("the selection", |state| {
            state.orders.selection.sums.is_some()
        })?;
        self.end_step("orders-selected")?;
        self.click("Get rates")?;
        self.wait("the rates of the orders", |state| {
            state.orders.work.is_some() && is_idle(state)
        })?;
        self.end_step("orders-rated")?;
        self.click("Close the task")?;
        self.wait("the rated orders", |state| {
            state.orders.in_state(OrderState::Rated) == SAMPLE - NEED_ATTENTION
                && state
                    .orders
                    .selection
                    .sums
                    .as_ref()
                    .is_some_and(|sums| sums.priced.len() as u64 == SAMPLE - NEED_ATTENTION)
        })?;
        let buy = self
            .driver
            .name_of("Buy ")
            .map_err(|source| self.failed(source))?;
        self.click(&buy)?;
        self.end_step("orders-question")?;
        self.click("Top up…")?;
        self.top_up()?;
        self.go_to(Panel::Orders)?;
        let buy = self
            .driver
            .name_of("Buy ")
            .map_err(|source| self.failed(source))?;
        self.click(&buy)?;
        self.click("Buy the labels")?;
        self.wait("the labels of the orders", |state| {
            state.orders.work.is_some() && is_idle(state)
        })?;
        self.end_step("orders-bought")?;
        self.click("Close the task")?;
        self.wait("the bought orders", |state| {
            state.orders.in_state(OrderState::Bought) == SAMPLE - NEED_ATTENTION
        })?;
        self.end_step("orders-labels")
    }

    /// Puts enough on the balance for all labels.
    fn top_up(&mut self) -> Result<(), TourError> {
        let mut settings = self.driver.state().settings.clone();
        settings.daily_top_up_cap = Amount::from_cents(1_000_000);
        self.apply(Intent::ChangeSettings(Box::new(settings)));
        let before = self.balance()?;
        self.type_into("Top-up amount", "4000")?;
        self.click("Top up the balance")?;
        self.click("Confirm top-up")?;
        self.wait("the money", |state| {
            let balance = state.balance.summary.value();
            balance
                .and_then(|it| it.money())
                .is_some_and(|it| it.amount > before.amount)
        })
    }
}
