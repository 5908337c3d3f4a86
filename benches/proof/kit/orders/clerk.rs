//! The clerk of a desk without a window, in a child process that may be killed at any moment: imports
//! the orders, asks for rates, buys, sends what was not sent, and begins again with what failed.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use postroom::base::id::OrderId;
use postroom::desk::intent::Intent;
use postroom::desk::kernel::batch_job::BatchIntent;
use postroom::desk::kernel::remote::Remote;
use postroom::desk::order_batches::OrderBatchIntent;
use postroom::desk::order_batches::work::OrderWork;
use postroom::desk::order_import::intent::OrderImportIntent;
use postroom::desk::order_rules::intent::OrderRuleIntent;
use postroom::desk::orders::OrderState;
use postroom::desk::orders::intent::OrderIntent;
use postroom::desk::orders::list::OrderFilter;
use postroom::desk::state::State;
use postroom::orders::documents::DocumentEdit;
use postroom::orders::shop_profile::ShopProfile;
use serde_json::Value;

use super::super::crash::access;
use super::super::shop::{ShopDesk, quick};
use super::super::trade::idle;
use super::super::{Failure, PATIENCE};
use super::{sender, table};

/// Before the clerk looks again at labels in doubt.
const PAUSE: Duration = Duration::from_millis(200);
/// For the sums of a selection that may have become empty.
const LONGEST_SUM: Duration = Duration::from_secs(5);

struct OrderClerk {
    counter: ShopDesk,
    orders: u64,
}

/// The child's task. Returns when every order shows its label.
pub fn work(task: &Value) -> Result<(), Failure> {
    let folder = PathBuf::from(super::super::crash::text(task, "folder"));
    let orders = task.get("orders").and_then(Value::as_u64);
    let mut counter = ShopDesk::open_only(folder, &access(task), &quick())?;
    counter.connect()?;
    let mut clerk = OrderClerk { counter, orders: orders.unwrap_or_default() };
    clerk.set_up_shop()?;
    clerk.import()?;
    while !clerk.go_on()? {}
    clerk.counter.close();
    Ok(())
}

impl OrderClerk {
    fn state(&self) -> &State {
        self.counter.desk.state()
    }

    fn ask(&mut self, intent: impl Into<Intent>) {
        self.counter.desk.apply(intent);
    }

    fn in_state(&self, state: OrderState) -> u64 {
        self.state().orders.in_state(state)
    }

    fn set_up_shop(&mut self) -> Result<(), Failure> {
        self.counter.wait("the documents", |state| state.order_rules.documents.loaded)?;
        set_up_shop(&mut self.counter)
    }

    /// Imports the table, unless a clerk before has done it to the end.
    fn import(&mut self) -> Result<(), Failure> {
        self.show(&[])?;
        while self.state().orders.total() < self.orders {
            import_table(&mut self.counter, self.orders)?;
            self.show(&[])?;
        }
        Ok(())
    }

    /// Does once what can be done for the orders as they are. Returns whether all are bought.
    fn go_on(&mut self) -> Result<bool, Failure> {
        self.show(&[])?;
        if self.in_state(OrderState::Bought) == self.orders {
            return Ok(true);
        }
        let attention = self.in_state(OrderState::NeedsAttention);
        if attention > 0 {
            return Err(format!("{attention} orders need attention").into());
        }
        // What was claimed and not sent comes first, as the panel offers it.
        if self.in_state(OrderState::Buying) + self.in_state(OrderState::InDoubt) > 0 {
            let ids = self.tick(&[OrderState::Buying, OrderState::InDoubt])?;
            self.work(OrderWork::SendUnsent(ids))?;
        }
        let mut is_busy = false;
        if self.in_state(OrderState::Ready) > 0 {
            is_busy = true;
            let ids = self.tick(&[OrderState::Ready])?;
            self.work(OrderWork::GetRates(ids))?;
            self.show(&[])?;
        }
        if self.in_state(OrderState::Rated) > 0 {
            is_busy = true;
            self.tick(&[OrderState::Rated])?;
            let sums = self.state().orders.selection.sums.clone();
            self.work(OrderWork::Buy(sums.unwrap_or_default().priced))?;
        }
        if !is_busy {
            idle(&mut self.counter, PAUSE);
        }
        Ok(false)
    }

    /// Reads the list, and with it the number of orders in each state.
    fn show(&mut self, states: &[OrderState]) -> Result<(), Failure> {
        let answered = self.state().orders.answered;
        self.ask(OrderIntent::Show {
            filter: OrderFilter { states: states.to_vec(), ..OrderFilter::default() },
            first: 0,
        });
        self.counter.wait("the list", |state| state.orders.answered > answered)
    }

    /// Ticks every order in these states; there may be none by now.
    fn tick(&mut self, states: &[OrderState]) -> Result<Vec<OrderId>, Failure> {
        self.show(states)?;
        self.ask(OrderIntent::UntickAll);
        self.ask(OrderIntent::TickAll);
        let begun = Instant::now();
        self.counter.wait("the sums", |state| {
            let selection = &state.orders.selection;
            let is_empty = selection.is_empty() && begun.elapsed() > LONGEST_SUM;
            selection.sums.is_some() || is_empty
        })?;
        Ok(self.state().orders.selection.ids().to_vec())
    }

    /// Runs a batch to its end, whatever that is; what it left is taken up again.
    fn work(&mut self, work: OrderWork) -> Result<(), Failure> {
        if work.ids().is_empty() {
            return Ok(());
        }
        self.ask(OrderBatchIntent::Begin(work));
        let begun = Instant::now();
        while !is_idle(self.state()) {
            if begun.elapsed() > 10 * PATIENCE {
                return Err(format!("a batch does not end: {}", self.counter.tell()).into());
            }
            self.counter.frame();
        }
        self.ask(OrderBatchIntent::Work(BatchIntent::Close));
        Ok(())
    }
}

/// Names the sender of the orders, unless that was done before.
pub fn set_up_shop(counter: &mut ShopDesk) -> Result<(), Failure> {
    let documents = &counter.desk.state().order_rules.documents;
    if !documents.shop.profile.sender.is_blank() {
        return Ok(());
    }
    let written = documents.written;
    let shop = ShopProfile { sender: sender(), ..ShopProfile::default() };
    let edit = DocumentEdit::WriteShop(Box::new(shop));
    counter.desk.apply(OrderRuleIntent::Document(edit));
    counter.wait("the sender", |state| {
        let documents = &state.order_rules.documents;
        documents.written > written && documents.loaded
    })
}

/// Imports so many orders.
pub fn import_table(counter: &mut ShopDesk, orders: u64) -> Result<(), Failure> {
    let table = OrderImportIntent::ReadClipboard(table(orders));
    counter.desk.apply(table);
    counter.wait("the preview", |state| {
        matches!(state.order_import.table.preview, Remote::Ready(_))
    })?;
    counter.desk.apply(OrderImportIntent::Write);
    counter.wait("the import", is_idle)
}

/// Whether no batch is at work.
pub fn is_idle(state: &State) -> bool {
    !state.is_busy_with_orders()
}
