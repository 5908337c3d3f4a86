//! Checks whether the service has a purchase: by its transaction id, and if the answer to that is an
//! error or cannot be read, through the lists that contain it.

use jiff::{SignedDuration, Timestamp};

use crate::api::account::BalanceEntry;
use crate::api::call::CallFacts;
use crate::api::error::{ApiError, Certainty, ErrorKind};
use crate::api::listing::{IncompleteReason, ListRow, Listing, Outcome};
use crate::api::page::{DateRange, Page};
use crate::api::shipment;
use crate::api::shipment::{Shipment, ShipmentKey};
use crate::base::id::TransactionId;
use crate::base::locale::TextOf;
use crate::base::money::{Currency, Money};
use crate::desk::money::ports::{BoxFuture, MoneyPorts, Proof, PurchaseResult};
use crate::desk::money::{refund_request, send};
use crate::store::journal::{Entry, EntryKind};
use crate::text;

/// Rows of a purchase are dated this close to its journal row, by the service's clock.
const MARGIN: SignedDuration = SignedDuration::from_hours(48);
/// Number of pages that are read without a pause in between.
const PAGES_AT_ONCE: u64 = 20;
/// More pages than any account has; a server whose list never ends is given up on.
const MOST_PAGES: u64 = 10_000;

/// Progress of a look-up over many pages. A look-up that was interrupted continues with the page
/// that failed. Without this, a long history would never be read completely over a bad connection.
#[derive(Debug, Default)]
pub struct LookUpProgress {
    history: Option<Listing>,
    /// Used when the look-up by id is answered without the shipment and without saying that there is
    /// none.
    shipments: Option<Listing>,
}

/// Checks whether the service has the transaction. `Ok(None)` means that the service said it does
/// not.
pub async fn look_up(
    ports: &MoneyPorts,
    entry: &Entry,
    reading: &mut LookUpProgress,
) -> Result<Option<Proof>, ApiError> {
    match entry.kind {
        EntryKind::Label => look_up_label(ports, entry, reading).await,
        EntryKind::TopUp => {
            let line = line_of(ports, entry, reading).await?;
            Ok(line.map(|line| Proof::of_row(PurchaseResult::TopUp(None, Some(Box::new(line))))))
        }
        EntryKind::Refund => refund_request::look_up(ports, entry).await,
    }
}

/// Looks a label up by its id. If the answer to that is an error or cannot be read, the list of
/// shipments contains the same row, and the balance history shows at least whether it was bought. That
/// a list lacks the row proves nothing: the error stays.
async fn look_up_label(
    ports: &MoneyPorts,
    entry: &Entry,
    reading: &mut LookUpProgress,
) -> Result<Option<Proof>, ApiError> {
    let error = match by_id(ports, entry).await {
        Err(error) if error.is_answer() && error.retry_after().is_none() => error,
        answered => return answered,
    };
    let pages = |range, token| ports.service.shipments(range, token);
    let named = |row: &Shipment| {
        row.transaction_id.as_ref().is_some_and(|id| is_of(id, entry))
            && shipment::id_of(row).is_some()
    };
    if let Ok(Some(shipment)) =
        find(ports, &mut reading.shipments, since(entry), pages, named).await
    {
        let found = PurchaseResult::Shipment(Box::new(shipment));
        return Ok(Some(Proof::of_row(found)));
    }
    if !entry.is_charged()
        && let Ok(Some(line)) = line_of(ports, entry, reading).await
    {
        send::record_charge(ports, entry, charge_of(&line, entry)).await;
    }
    Err(error)
}

async fn by_id(ports: &MoneyPorts, entry: &Entry) -> Result<Option<Proof>, ApiError> {
    let key = ShipmentKey::TransactionId;
    match ports.service.shipment(key, entry.transaction.as_str()).await {
        Ok(None) => Ok(None),
        Ok(Some(seen)) => {
            let shipment = seen.shipment;
            let id = shipment.transaction_id.as_ref();
            // A row of another purchase, or one without an id, proves nothing about this one.
            if !id.is_none_or(|id| is_of(id, entry)) || shipment::id_of(&shipment).is_none() {
                return Err(strange(|| text!("errors-attempt-read-shipment"), "GET /Shipment"));
            }
            Ok(Some(Proof { found: PurchaseResult::Shipment(shipment), answer: seen.answer }))
        }
        Err(error) if send::is_not_found(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Finds the balance history entry of a purchase. The interface has no look-up of a top-up; its
/// history entry has the transaction id (2.5). The history is read to its end: on a busy day
/// hundreds of entries follow.
async fn line_of(
    ports: &MoneyPorts,
    entry: &Entry,
    reading: &mut LookUpProgress,
) -> Result<Option<BalanceEntry>, ApiError> {
    let pages = |range, token| ports.service.balance_history(range, token);
    let named =
        |line: &BalanceEntry| line.transaction_id.as_ref().is_some_and(|id| is_of(id, entry));
    find(ports, &mut reading.history, since(entry), pages, named).await
}

/// The first matching row of a list; `None` once everything the service has was read. If the list
/// may be incomplete, a missing row proves nothing and the result is an error.
async fn find<'a, T: ListRow>(
    ports: &MoneyPorts,
    reading: &mut Option<Listing>,
    range: DateRange,
    pages: impl Fn(DateRange, Option<String>) -> BoxFuture<'a, Result<Page<T>, ApiError>>,
    named: impl Fn(&T) -> bool,
) -> Result<Option<T>, ApiError> {
    let now = || {
        let server = ports.clock.server_now();
        server.unwrap_or_else(|| ports.clock.now())
    };
    let listing = reading.get_or_insert_with(|| Listing::new(range, now()));
    while listing.pages() < MOST_PAGES {
        let Some((range, token)) = listing.next() else {
            break;
        };
        let token = token.map(str::to_owned);
        match pages(range, token).await {
            Ok(page) => {
                listing.page_received(&page.seen());
                if let Some(row) = page.results.into_iter().find(&named) {
                    *reading = None;
                    return Ok(Some(row));
                }
            }
            Err(error) if matches!(error.kind, ErrorKind::TooLarge) => {
                listing.failed(IncompleteReason::TooLarge);
            }
            Err(error) => {
                // A page that the service no longer knows cannot be continued from.
                if error.certainty() == Certainty::Refused {
                    *reading = None;
                }
                return Err(error);
            }
        }
        if listing.pages() >= PAGES_AT_ONCE {
            ports.clock.sleep(ports.pace.page).await;
        }
    }
    let ended = listing.next().is_none();
    let outcome = reading.take().map(Listing::end);
    let whole = |outcome: Outcome| outcome.is_whole() && outcome.skipped == 0;
    match ended && outcome.is_some_and(whole) {
        true => Ok(None),
        false => Err(strange(|| text!("errors-attempt-read-whole-list"), "GET list")),
    }
}

/// Whether the id is this purchase's, in any spelling.
pub(in crate::desk) fn is_of(id: &TransactionId, entry: &Entry) -> bool {
    id.same_as(&entry.transaction)
}

/// The cost of a label according to its entry in the balance history.
pub(in crate::desk) fn charge_of(line: &BalanceEntry, entry: &Entry) -> Money {
    let amount = line.amount.or(line.original_amount).unwrap_or_default();
    let currency = match (&line.currency, entry.expected) {
        (None, Some(expected)) => expected.currency,
        (named, _) => Currency::named(named.as_deref()),
    };
    Money::new(amount.abs(), currency)
}

/// The range of dates to search. It uses only the service's clock: this computer's may have been
/// days off when the row was written. If the service's time was not known, the whole list is read.
fn since(entry: &Entry) -> DateRange {
    let start = entry.server_time;
    DateRange {
        start: start.and_then(|start: Timestamp| start.checked_sub(MARGIN).ok()),
        end: None,
    }
}

/// An answer that describes another item than the requested one, or is incomplete.
pub(in crate::desk) fn strange(attempting: TextOf, call: &'static str) -> ApiError {
    let (status, body) = (200, Vec::new());
    ApiError::new(CallFacts::new(call, attempting), ErrorKind::Unintelligible { status, body })
}
