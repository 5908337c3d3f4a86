//! Reads the list of shipments into the cache.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::api;
use crate::api::listing::Listing;
use crate::api::page::{DateRange, Page};
use crate::api::shipment::Shipment;
use crate::base::clock::Clock;
use crate::desk::kernel::jobs::Outbox;
use crate::desk::kernel::session::{Link, RequestError};
use crate::desk::kernel::{list_pages, saved_values, session};
use crate::desk::records::shipment_row;
use crate::desk::shipments::list;
use crate::desk::shipments::list::Shipments;
use crate::desk::shipments::sync::mark::{SyncMark, here};
use crate::desk::shipments::sync::{FetchLimit, Fetched, report_progress};
use crate::store::cache::Cache;

/// Overlap of two readings, because a service may take an end date as the start of that day in its
/// time zone, and because rows may be added during a reading. Rows received twice replace each
/// other.
const OVERLAP: SignedDuration = SignedDuration::from_hours(48);

/// What a reading needs.
#[derive(Clone, Copy)]
pub struct Means<'a> {
    pub link: &'a Link,
    pub cache: &'a Cache,
    pub clock: &'a Clock,
    /// Pause between two pages.
    pub pause: Duration,
    pub outbox: &'a Outbox<Shipments>,
}

impl Means<'_> {
    async fn next(&self, listing: &mut Listing) -> Result<Option<Page<Shipment>>, RequestError> {
        if listing.pages() > 0 && listing.next().is_some() {
            tokio::time::sleep(self.pause).await;
        }
        let page = list_pages::next(self.link, listing, api::shipment::list).await;
        let page = page.map_err(|error| session::setback(&error))?;
        if let Some(page) = &page {
            self.keep_page(&page.results).await;
        }
        Ok(page)
    }

    /// Stores the rows of a page. Every row of the list of shipments passes here.
    async fn keep_page(&self, page: &[Shipment]) {
        let now = self.clock.now();
        let rows = page
            .iter()
            .filter_map(|shipment| shipment_row::record_from_shipment(shipment, now))
            .collect();
        saved_values::logged(self.cache.put_shipments(&self.link.scope, rows).await);
    }

    /// Shows the first page with its time. Stored now: further pages may fail, or the window may
    /// close before they arrive.
    async fn show_newest_page(&self) {
        saved_values::save(self.cache, &self.link.scope, saved_values::REFRESHED, &()).await;
        self.outbox.send(list::newest_page_received).await;
    }

    async fn here(&self) -> u64 {
        here(self.cache, &self.link.scope).await
    }

    async fn write(&self, mark: &mut SyncMark) {
        mark.write(self.cache, &self.link.scope).await;
    }
}

/// Fetches new shipments. With the newest first, pages are read from the top until they reach the
/// known rows; otherwise everything since the newest known row is read. The first time only one
/// page is read; the rest is left to [`older`].
pub async fn newest(means: Means<'_>) -> Result<(), RequestError> {
    let mut mark = SyncMark::read(means.cache, &means.link.scope).await;
    while !newest_once(means, &mut mark).await? {}
    let here = means.here().await;
    mark.count(here);
    means.write(&mut mark).await;
    report_progress(means.outbox, &mark, None).await;
    Ok(())
}

/// Returns false if the order of the list differs from the order assumed for reading it.
async fn newest_once(means: Means<'_>, mark: &mut SyncMark) -> Result<bool, RequestError> {
    let known_order = mark.order;
    let from_the_top = known_order.rising == 0;
    let since = mark.newest.filter(|_| !from_the_top);
    let range = DateRange { start: since.and_then(|at| at.checked_sub(OVERLAP).ok()), end: None };
    // The total is only known from a response without a date range.
    mark.promised = None;
    let mut listing = Listing::new(range, means.clock.now());
    while let Some(page) = means.next(&mut listing).await? {
        let newest_shown = from_the_top && listing.pages() == 1 && listing.order().rising == 0;
        match newest_shown {
            true => means.show_newest_page().await,
            false => means.outbox.send(list::search_again).await,
        }
        mark.promised = listing.reported_total().filter(|_| range.start.is_none());
        if mark.is_doubtful() {
            mark.believe_or_begin_anew(listing.reported_total(), means.here().await);
        }
        let order = known_order.and(listing.order());
        let Some(known) = mark.newest else {
            first_page(mark, listing);
            return Ok(true);
        };
        if from_the_top && order.rising > 0 {
            mark.order = order;
            return Ok(false);
        }
        let reach = Reach::of(&page.results);
        let joined = reach.is_some_and(|reach| reach.oldest < known);
        if from_the_top && joined && order.newest_first() {
            mark.newest = mark.newest.max(listing.time_span().map(|(newest, _)| newest));
            mark.order = order;
            mark.caught_up();
            return Ok(true);
        }
    }
    mark.order = known_order.and(listing.order());
    let reach = listing.time_span();
    let outcome = listing.end();
    if !outcome.is_whole() {
        // The newer rows stay unknown and are requested again at the next refresh.
        mark.incomplete = list_pages::incomplete(&outcome);
        return Ok(true);
    }
    if let Some((newest, oldest)) = reach {
        mark.newest = mark.newest.max(Some(newest));
        if range.start.is_none() {
            mark.oldest = mark.oldest.map(|known| known.min(oldest));
        }
    }
    mark.complete |= range.start.is_none();
    mark.unreadable = mark.unreadable.max(outcome.skipped);
    mark.caught_up();
    Ok(true)
}

/// Handles the first page when nothing is known yet. A list with a single page is complete.
fn first_page(mark: &mut SyncMark, listing: Listing) {
    let (ended, reach) = (listing.next().is_none(), listing.time_span());
    mark.complete = false;
    if !ended {
        return;
    }
    mark.order = listing.order();
    let outcome = listing.end();
    if outcome.is_whole() {
        mark.complete = true;
        mark.newest = reach.map(|(newest, _)| newest);
        mark.oldest = reach.map(|(_, oldest)| oldest);
        mark.unreadable = outcome.skipped;
        mark.caught_up();
    }
}

/// Fetches the older shipments until none is left or a request fails. With `again`, a list that
/// could not be read completely is read again from its beginning.
pub async fn older(means: Means<'_>, kept: FetchLimit, again: bool) -> Result<(), RequestError> {
    let mut mark = SyncMark::read(means.cache, &means.link.scope).await;
    mark.keep_for(kept.days);
    if again && mark.incomplete.is_some() {
        mark.begin_anew();
    }
    report_progress(means.outbox, &mark, None).await;
    let mut fetched = Fetched::default();
    while mark.wants_more() {
        older_once(means, kept, &mut mark, &mut fetched).await?;
    }
    Ok(())
}

async fn older_once(
    means: Means<'_>,
    kept: FetchLimit,
    mark: &mut SyncMark,
    fetched: &mut Fetched,
) -> Result<(), RequestError> {
    let known_order = mark.order;
    let end = mark.oldest.filter(|_| known_order.newest_first());
    let start = mark.reached.filter(|_| known_order.oldest_first());
    let goes_on = end.is_some() || start.is_some();
    let start = start.and_then(|at| at.checked_sub(OVERLAP).ok());
    let range = DateRange {
        start: kept.from.max(start),
        end: end.and_then(|at| at.checked_add(OVERLAP).ok()),
    };
    let mut listing = Listing::new(range, means.clock.now());
    while let Some(page) = means.next(&mut listing).await? {
        mark.order = known_order.and(listing.order());
        if let Some(reach) = listing.time_span() {
            note_progress(mark, reach, listing.is_straight());
        }
        means.write(mark).await;
        fetched.page += 1;
        fetched.rows = page.results.len() as u64;
        fetched.all += fetched.rows;
        fetched.left = listing.pages_left();
        if listing.next().is_some() {
            report_progress(means.outbox, mark, Some(*fetched)).await;
        }
    }
    let reach = listing.time_span();
    let outcome = listing.end();
    let here = means.here().await;
    if let Some((newest, oldest)) = reach {
        mark.newest = mark.newest.max(Some(newest));
        mark.oldest = Some(mark.oldest.map_or(oldest, |known| known.min(oldest)));
    }
    match outcome.is_whole() {
        true => {
            mark.complete = true;
            mark.reached = None;
            mark.unreadable = mark.unreadable.max(outcome.skipped);
            mark.caught_up();
            match goes_on {
                // Only a part was read. The total shows whether it was enough.
                true => mark.count(here),
                false => mark.give_up(here),
            }
        }
        false => {
            mark.incomplete = list_pages::incomplete(&outcome);
            mark.give_up(here);
        }
    }
    means.write(mark).await;
    let last = (fetched.page > 0).then_some(*fetched);
    report_progress(means.outbox, mark, last).await;
    Ok(())
}

/// Records how far a reading got, because it may stop after any page.
fn note_progress(mark: &mut SyncMark, (newest, oldest): (Timestamp, Timestamp), straight: bool) {
    let (up, down) = (mark.order.rising, mark.order.falling);
    match (straight, up, down) {
        (true, 0, _) => {
            mark.newest = mark.newest.max(Some(newest));
            mark.oldest = Some(mark.oldest.map_or(oldest, |known| known.min(oldest)));
        }
        (true, _, 0) => {
            (mark.newest, mark.oldest) = (None, None);
            mark.reached = mark.reached.max(Some(newest));
        }
        _ => (mark.newest, mark.oldest, mark.reached) = (None, None, None),
    }
}

/// The creation times of the newest and the oldest row of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reach {
    newest: Timestamp,
    oldest: Timestamp,
}

impl Reach {
    fn of(page: &[Shipment]) -> Option<Self> {
        let mut moments = page
            .iter()
            .filter_map(|shipment| shipment.created_date.as_ref())
            .map(|date| date.instant());
        let first = moments.next()?;
        let one = Self { newest: first, oldest: first };
        Some(moments.fold(one, |reach, at| Self {
            newest: reach.newest.max(at),
            oldest: reach.oldest.min(at),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_reaches_from_its_newest_to_its_oldest_row_in_any_order() {
        let shipment = |at: &str| Shipment {
            created_date: crate::base::clock::WireTime::parse(at),
            ..Shipment::default()
        };
        let page = [
            shipment("2026-11-02T00:00:00Z"),
            shipment("2026-11-05T00:00:00Z"),
            Shipment::default(),
            shipment("2026-11-01T00:00:00Z"),
        ];
        let reach = Reach::of(&page).unwrap();
        assert_eq!(reach.newest.to_string(), "2026-11-05T00:00:00Z");
        assert_eq!(reach.oldest.to_string(), "2026-11-01T00:00:00Z");
        assert_eq!(Reach::of(&[Shipment::default()]), None);
    }
}
