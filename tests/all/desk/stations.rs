//! Desks without a window that share a workspace on a real PostgreSQL, where `POSTROOM_DATABASES` is
//! set (`.ci/run` sets it).

// Clippy's exception for tests covers only `#[test]` functions, not the helpers they share.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod addresses;
mod allowed;
mod bad_input;
mod batch;
mod buying;
mod documents;
mod moving;
mod odd_rows;
mod other_account;
mod pooled;
mod restored;
mod server;
mod sharing;
mod shop;
mod watched;

use postroom::desk::stations::{GivenWorkspace, SharedStatus, WorkspaceAddress};

use self::shop::{Shop, connected, is_open};
use crate::database_servers::{PASSWORD, Server};
use crate::prelude::*;

/// Without waiting for the orders.
fn connected_to_nothing(setup: Setup) -> TestDesk {
    TestDesk(Desk::open_paced(setup, pace()).unwrap())
}

fn is_lost(state: &State) -> bool {
    matches!(state.stations.status, SharedStatus::Lost { .. })
}

/// Imports orders with these numbers.
fn import(desk: &mut TestDesk, numbers: &[&str]) {
    let mut table =
        "Order Number\tRecipient\tStreet\tCity\tState\tZip\tCountry\tWeight (oz)\n".to_owned();
    for number in numbers {
        table += &format!("{number}\tAnn {number}\t350 5th Ave\tNew York\tNY\t10118\tUS\t8\n");
    }
    desk.apply(OrderImportIntent::ReadClipboard(table));
    desk.run_until("preview", |state| matches!(state.order_import.table.preview, Remote::Ready(_)));
    let before = desk.state().orders.total();
    let wanted = before + numbers.len() as u64;
    desk.apply(OrderImportIntent::Write);
    desk.run_until("imported", |state| state.orders.total() == wanted);
    show_all(desk);
}

fn show_all(desk: &mut TestDesk) {
    desk.apply(OrderIntent::Show { filter: OrderFilter::default(), first: 0 });
    desk.run_until("the list", |state| state.orders.rows.len() as u64 == state.orders.total());
}

fn order<'a>(state: &'a State, number: &str) -> Option<&'a OrderInList> {
    let mut rows = state.orders.rows.iter();
    rows.find(|row| row.order.number == number).map(|row| &**row)
}

fn id_of(desk: &TestDesk, number: &str) -> OrderId {
    order(desk.state(), number).unwrap().id.clone()
}

fn note(desk: &mut TestDesk, number: &str, text: &str) {
    let ids = vec![id_of(desk, number)];
    let edit = OrderEdit::Note(text.to_owned());
    desk.apply(OrderIntent::Edit { ids, edit });
}
