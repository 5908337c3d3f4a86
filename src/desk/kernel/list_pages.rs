//! Reads a list page by page until it is complete, and describes why a list is incomplete.

use std::collections::HashSet;

use jiff::Timestamp;

use crate::api::call::Call;
use crate::api::error::{ApiError, Certainty, ErrorKind};
use crate::api::listing::{IncompleteReason, ListRow, Listing, Outcome, PageSummary, Unread};
use crate::api::page::{DateRange, Page};
use crate::base::clock::desk_zone;
use crate::base::locale::{Message, format};
use crate::desk::kernel::session::Link;
use crate::message;

/// The call of a list: GET /Shipment, GET /Account/Postage/BalanceHistory or GET /Manifest.
pub(in crate::desk) type ListCall<T> = fn(DateRange, Option<&str>) -> Call<Page<T>>;

/// The next page of a listing, `None` at its end. A page that cannot be fetched is requested again
/// in smaller date ranges. Returns an error only if no range would help.
pub(in crate::desk) async fn next<T: ListRow + Send + Sync + 'static>(
    link: &Link,
    listing: &mut Listing,
    list: ListCall<T>,
) -> Result<Option<Page<T>>, ApiError> {
    loop {
        let Some((range, token)) = listing.next() else {
            return Ok(None);
        };
        let is_first = token.is_none() && listing.is_straight();
        match link.client.send(list(range, token)).await {
            Ok(answer) => {
                link.watch.observe_answer(link, &answer.value).await;
                listing.page_received(&answer.value.seen());
                return Ok(Some(answer.value));
            }
            Err(error) => match way_around(&error, is_first) {
                Some(gap) => listing.failed(gap),
                None => return Err(error),
            },
        }
    }
}

/// Appends rows, skipping those already in the list: a purchase made while the list is read moves
/// rows from one page to the next.
pub(in crate::desk) fn add<T: ListRow>(rows: &mut Vec<T>, more: Vec<T>) {
    let mut known: HashSet<u64> = rows.iter().map(|row| PageSummary::row(row).key).collect();
    rows.extend(more.into_iter().filter(|row| known.insert(PageSummary::row(row).key)));
}

/// How to continue after a failed page, or `None`: a refusal of the very first page is a refusal of
/// the whole list.
fn way_around(error: &ApiError, is_first: bool) -> Option<IncompleteReason> {
    match &error.kind {
        ErrorKind::TooLarge => Some(IncompleteReason::TooLarge),
        ErrorKind::Refused { .. }
            if !is_first
                && !error.is_about_sign_in()
                && error.certainty() == Certainty::Refused =>
        {
            Some(IncompleteReason::Refused)
        }
        _ => None,
    }
}

/// Why a list is incomplete, in one sentence; `None` if it is complete.
pub(in crate::desk) fn incomplete(outcome: &Outcome) -> Option<Message> {
    let Some(unread) = outcome.unread.first() else {
        return skipped(outcome.skipped);
    };
    let seen = outcome.rows.saturating_add(outcome.skipped);
    let words = match (unread.gap, outcome.promised) {
        (IncompleteReason::RepeatedPage, _) => message!("errors-list-repeated-page"),
        (IncompleteReason::EndlessPages, _) => message!("errors-list-endless"),
        (IncompleteReason::UnreadableToken, _) => message!("errors-list-unreadable-token"),
        (IncompleteReason::TooFew { .. }, Some(promised)) if promised > seen => {
            message!("errors-list-too-few", promised = promised, seen = seen)
        }
        (IncompleteReason::TooFew { seen, promised }, _) => {
            message!("errors-list-too-few", promised = promised, seen = seen)
        }
        (IncompleteReason::TooFewPages { seen, promised }, _) => {
            message!("errors-list-too-few-pages", promised = promised, seen = seen)
        }
        (IncompleteReason::Unproven, _) => message!("errors-list-unproven"),
        (IncompleteReason::TooLarge, _) => too_large(unread),
        (IncompleteReason::Refused, _) => refused(unread),
    };
    Some(words)
}

/// The sentence for entries that arrived but could not be read.
pub(in crate::desk) fn skipped(count: u64) -> Option<Message> {
    (count > 0).then(|| message!("errors-list-skipped", count = count))
}

fn too_large(unread: &Unread) -> Message {
    match ends(unread) {
        (Some(start), Some(end)) => message!("errors-list-too-large", start = start, end = end),
        (Some(start), None) => message!("errors-list-too-large-since", start = start),
        (None, Some(end)) => message!("errors-list-too-large-before", end = end),
        (None, None) => message!("errors-list-too-large-all"),
    }
}

fn refused(unread: &Unread) -> Message {
    match ends(unread) {
        (Some(start), Some(end)) => message!("errors-list-refused", start = start, end = end),
        (Some(start), None) => message!("errors-list-refused-since", start = start),
        (None, Some(end)) => message!("errors-list-refused-before", end = end),
        (None, None) => message!("errors-list-refused-all"),
    }
}

/// Start and end of the range: `Nov 21, 2026, 10:00 AM`.
fn ends(unread: &Unread) -> (Option<String>, Option<String>) {
    let moment = |at: Timestamp| format::moment(at, &desk_zone());
    let DateRange { start, end } = unread.range;
    (start.map(moment), end.map(moment))
}
