//! The search of the command palette while the user types: recipients in the address book and
//! shipments of the account, read from the files of this computer, and orders of the workspace.

pub mod orders;

use std::sync::Arc;
use std::time::Duration;

use crate::desk::finder::orders::FoundOrder;
use crate::desk::kernel::account_change::AccountChange;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::jobs::Slot;
use crate::desk::kernel::saved_values;
use crate::desk::records::shipment_row::ShipmentRow;
use crate::desk::records::stored_address::BookEntry;
use crate::desk::records::{package_numbers, shipment_row};
use crate::store::book::{Book, BookRecord};
use crate::store::cache::{Cache, Scope, ShipmentQuery};

/// What was found for the text typed last.
#[derive(Debug, Default)]
pub struct Finder {
    /// The text that the rows were found for.
    pub found: String,
    pub recipients: Vec<BookEntry>,
    pub shipments: Vec<Arc<ShipmentRow>>,
    pub orders: Vec<FoundOrder>,
}

impl AccountChange for Finder {
    fn give_up_requests(&mut self) {}

    fn forget_rows(&mut self) {
        *self = Self::default();
    }
}

#[derive(Clone, Debug)]
pub enum FinderIntent {
    Find(String),
}

const FIND: Slot<Finder> = Slot::with_account("search of the palette");

/// More rows than the palette shows of each kind: of several, the user types another word.
const MOST: u32 = 12;
/// What the files of this computer have is not kept waiting longer for the server of a shared
/// workspace; its orders are shown when they come.
const WAIT_FOR_ORDERS: Duration = Duration::from_millis(80);

pub(in crate::desk) fn apply(_: &mut Finder, ctx: &mut Ctx<'_>, intent: FinderIntent) {
    let FinderIntent::Find(text) = intent;
    let (cache, book, scope) = (ctx.cache.clone(), ctx.book.clone(), ctx.scope.clone());
    let workspace = ctx.workspace();
    ctx.jobs.start(FIND, |outbox| async move {
        // A search without a letter or digit would find every row.
        if !text.chars().any(char::is_alphanumeric) {
            let nothing = Finder { found: text, ..Finder::default() };
            return outbox.send(move |me, _| *me = nothing).await;
        }
        let words = text.clone();
        let mut orders = Box::pin(orders::find(workspace, &words, MOST));
        let (recipients, shipments, in_time) = tokio::join!(
            recipients(&book, &text),
            shipments(&cache, scope.as_ref(), &text),
            tokio::time::timeout(WAIT_FOR_ORDERS, &mut orders),
        );
        let is_late = in_time.is_err();
        let found =
            Finder { found: text, recipients, shipments, orders: in_time.unwrap_or_default() };
        outbox.send(move |me, _| *me = found).await;
        if is_late {
            let late = orders.await;
            outbox.send(move |me, _| me.orders = late).await;
        }
    });
}

async fn recipients(book: &Book, text: &str) -> Vec<BookEntry> {
    let found = book.find(text, MOST).await;
    let found = found.inspect_err(|error| tracing::warn!(%error, "the address book is not read"));
    let rows = found.unwrap_or_default().into_iter();
    rows.filter_map(entry).collect()
}

fn entry(record: BookRecord) -> Option<BookEntry> {
    Some(BookEntry {
        row: record.row,
        address: saved_values::readable(&record.json, "an address of the book")?,
        last_used: record.last_used,
    })
}

/// A scanned number may carry the ZIP of the recipient in front, which no shipment contains.
async fn shipments(cache: &Cache, scope: Option<&Scope>, text: &str) -> Vec<Arc<ShipmentRow>> {
    let Some(scope) = scope else {
        return Vec::new();
    };
    let bare = package_numbers::bare_number(text.trim());
    let query = |text: &str| ShipmentQuery {
        text: text.to_owned(),
        limit: MOST,
        ..ShipmentQuery::default()
    };
    let mut found = Vec::new();
    for text in [text, bare] {
        let page = cache.first_shipments(scope, query(text)).await;
        found = saved_values::logged(page).map_or_else(Vec::new, |page| page.rows);
        if !found.is_empty() || bare == text {
            break;
        }
    }
    found.into_iter().map(shipment_row::row).collect()
}
