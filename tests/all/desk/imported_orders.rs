//! A desk with orders in its list.

use postroom::desk::kernel::remote::Remote;
use postroom::desk::order_import::intent::OrderImportIntent;
use postroom::desk::state::State;

use super::harness::TestDesk;

/// Domestic orders with weight and size, each ready for rates.
pub fn table(orders: usize) -> String {
    let mut table = String::from(
        "Order number,Name,Street 1,City,State,ZIP,Country,Weight (lb),Length (in),Width (in),Height (in)\n",
    );
    for number in 0..orders {
        table.push_str(&format!(
            "T{number:05},Jane Sample {number},350 5th Ave,New York,NY,10118,US,1.{},10,6,4\n",
            number % 10
        ));
    }
    table
}

/// No batch is running.
pub fn is_idle(state: &State) -> bool {
    !state.is_busy_with_orders()
}

impl TestDesk {
    /// Sets the sender and imports these orders.
    pub fn import_orders(&mut self, table: &str) {
        self.fill();
        self.apply(OrderImportIntent::ReadClipboard(table.to_owned()));
        self.run_until("preview", |state| {
            matches!(state.order_import.table.preview, Remote::Ready(_))
        });
        let before = self.state().orders.total();
        self.apply(OrderImportIntent::Write);
        self.run_until("imported", |state| {
            is_idle(state) && state.orders.total() > before && state.order_batch().is_none()
        });
    }
}
