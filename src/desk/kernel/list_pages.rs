//! Reads a list page by page until it is complete, and describes why a list is incomplete.

use std::collections::HashSet;

use jiff::Timestamp;

use crate::api::call::Call;
use crate::api::error::{ApiError, Certainty, ErrorKind};
use crate::api::listing::{IncompleteReason, ListRow, Listing, Outcome, PageSummary, Unread};
use crate::api::page::{DateRange, Page};
use crate::base::clock::desk_zone;
use crate::desk::kernel::session::Link;

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
    rows.extend(
        more.into_iter()
            .filter(|row| known.insert(PageSummary::row(row).key)),
    );
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
pub(in crate::desk) fn incomplete(outcome: &Outcome) -> Option<String> {
    let Some(unread) = outcome.unread.first() else {
        return skipped(outcome.skipped);
    };
    let seen = outcome.rows.saturating_add(outcome.skipped);
    let words = match (unread.gap, outcome.promised) {
        (IncompleteReason::RepeatedPage, _) => {
            "The service repeated a page; the list may be incomplete".to_owned()
        }
        (IncompleteReason::EndlessPages, _) => {
            "The service names further pages without end; the list may be incomplete".to_owned()
        }
        (IncompleteReason::UnreadableToken, _) => {
            "The service names a next page in a form this version does not know".to_owned()
        }
        (IncompleteReason::TooFew { .. }, Some(promised)) if promised > seen => {
            format!("The service says it has {promised} entries and gave {seen}")
        }
        (IncompleteReason::TooFew { seen, promised }, _) => {
            format!("The service says it has {promised} entries and gave {seen}")
        }
        (IncompleteReason::TooFewPages { seen, promised }, _) => {
            format!("The service says it has {promised} pages and gave {seen}")
        }
        (IncompleteReason::Unproven, _) => {
            "The service does not say whether this is the whole list".to_owned()
        }
        (IncompleteReason::TooLarge, _) => {
            format!("What the service has {} is too large to read", days(unread))
        }
        (IncompleteReason::Refused, _) => {
            format!("The service refused what it has {}", days(unread))
        }
    };
    Some(words)
}

/// The sentence for entries that arrived but could not be read.
pub(in crate::desk) fn skipped(count: u64) -> Option<String> {
    match count {
        0 => None,
        1 => Some("One entry of the list could not be read".to_owned()),
        count => Some(format!("{count} entries of the list could not be read")),
    }
}

/// `from 21 Nov 2026, 10:00 to 21 Nov 2026, 10:01`
fn days(unread: &Unread) -> String {
    let moment = |at: Timestamp| {
        let at = at.to_zoned(desk_zone());
        at.strftime("%-d %b %Y, %H:%M").to_string()
    };
    let DateRange { start, end } = unread.range;
    match (start.map(moment), end.map(moment)) {
        (Some(start), Some(end)) => format!("from {start} to {end}"),
        (Some(start), None) => format!("from {start} on"),
        (None, Some(end)) => format!("before {end}"),
        (None, None) => "in its list".to_owned(),
    }
}
