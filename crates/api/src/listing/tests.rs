//! Lists of every form, read by the state machine from a service in memory.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};

use super::*;
use crate::account::BalanceEntry;
use crate::page::Page;
use postroom_base::id::TransactionId;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Sorted {
    NewestFirst,
    OldestFirst,
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Tokens {
    Numbers,
    /// No token and no member for one: rows that do not fit on the page are not reported.
    None,
    /// From this page on, the token is that of page 2.
    Circle(usize),
    /// From this page on, the token is that of the same page.
    Stuck(usize),
    /// Always a next page.
    Endless,
    /// No token from this page on, even if rows are left.
    Cut(usize),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Dates {
    Moments,
    /// A date means the start of its day.
    Days,
    Ignored,
}

#[derive(Clone, Debug)]
struct Service {
    rows: Vec<(u64, Timestamp)>,
    sorted: Sorted,
    page: usize,
    tokens: Tokens,
    dates: Dates,
    totals: bool,
    /// A page with more rows than this is too large.
    too_many: usize,
    /// New rows added with each request.
    growing: u64,
    /// Refuses the pages after this one.
    refused_after: usize,
    asked: usize,
}

fn now() -> Timestamp {
    "2026-11-22T10:00:00Z".parse().unwrap()
}

/// Eight rows a day, the last one ten minutes ago.
fn service(count: u64) -> Service {
    let at = |nth: u64| now() - SignedDuration::from_mins(10 + 180 * (count - 1 - nth) as i64);
    Service {
        rows: (0..count).map(|nth| (nth, at(nth))).collect(),
        sorted: Sorted::NewestFirst,
        page: 20,
        tokens: Tokens::Numbers,
        dates: Dates::Moments,
        totals: true,
        too_many: usize::MAX,
        growing: 0,
        refused_after: usize::MAX,
        asked: 0,
    }
}

impl Service {
    fn answer(
        &mut self,
        range: DateRange,
        token: Option<&str>,
    ) -> Result<PageSummary, IncompleteReason> {
        self.asked += 1;
        for nth in 0..self.growing {
            let id = 1_000_000 + self.asked as u64 * 10 + nth;
            let at = now() + SignedDuration::from_secs(self.asked as i64);
            self.rows.push((id, at));
        }
        let read = |at: Option<Timestamp>| match self.dates {
            Dates::Moments => at,
            Dates::Days => at.map(|at| {
                let seconds = at.as_second();
                Timestamp::from_second(seconds - seconds.rem_euclid(86_400)).unwrap()
            }),
            Dates::Ignored => None,
        };
        let (start, end) = (read(range.start), read(range.end));
        let mut rows: Vec<(u64, Timestamp)> = self.rows.clone();
        rows.retain(|(_, at)| start.is_none_or(|start| *at >= start));
        rows.retain(|(_, at)| end.is_none_or(|end| *at < end));
        match self.sorted {
            Sorted::NewestFirst => rows.sort_by_key(|(_, at)| std::cmp::Reverse(*at)),
            Sorted::OldestFirst => rows.sort_by_key(|(_, at)| *at),
            Sorted::Not => rows.sort_by_key(|(id, _)| id * 7919 % 10_007),
        }
        let number = token.map_or(1, |token| token.parse().unwrap());
        if number > self.refused_after {
            return Err(IncompleteReason::Refused);
        }
        let pages = rows.len().div_ceil(self.page).max(1);
        let total = rows.len() as u64;
        let skip = (number - 1) * self.page;
        let rows: Vec<_> = rows.into_iter().skip(skip).take(self.page).collect();
        if rows.len() > self.too_many {
            return Err(IncompleteReason::TooLarge);
        }
        let following = (number < pages).then_some(number + 1);
        let next = match self.tokens {
            Tokens::Numbers => following,
            Tokens::None => None,
            Tokens::Circle(at) if number >= at => Some(2),
            Tokens::Stuck(at) if number >= at => Some(number),
            Tokens::Cut(at) if number >= at => None,
            Tokens::Endless => Some(number + 1),
            _ => following,
        };
        let seen = |(id, at): &(u64, Timestamp)| RowSeen { key: *id, at: Some(*at) };
        Ok(PageSummary {
            next_is_unreadable: false,
            rows: rows.iter().map(seen).collect(),
            skipped: 0,
            next: next.map(|next| next.to_string()),
            names_next: self.tokens != Tokens::None,
            total_results: self.totals.then_some(total),
            total_pages: self.totals.then_some(pages as u64),
            page_size: self.totals.then_some(self.page as u64),
        })
    }
}

/// The outcome and the ids that were received.
fn read(service: &mut Service, range: DateRange) -> (Outcome, BTreeSet<u64>) {
    read_at(service, range, now())
}

/// Like [`read`], with the given current time.
fn read_at(service: &mut Service, range: DateRange, now: Timestamp) -> (Outcome, BTreeSet<u64>) {
    let mut listing = Listing::new(range, now);
    let mut ids = BTreeSet::new();
    while let Some((range, token)) = listing.next() {
        match service.answer(range, token) {
            Ok(page) => {
                ids.extend(page.rows.iter().map(|row| row.key));
                listing.page_received(&page);
            }
            Err(gap) => listing.failed(gap),
        }
        assert!(service.asked < 20_000, "asked without end: {service:?}");
    }
    (listing.end(), ids)
}

#[track_caller]
fn check(what: &str, mut service: Service, whole: bool, most_asked: usize) -> Outcome {
    let there: BTreeSet<u64> = service.rows.iter().map(|(id, _)| *id).collect();
    let (outcome, ids) = read(&mut service, DateRange::default());
    let missing = there.difference(&ids).count();
    assert_eq!(outcome.is_whole(), whole, "{what}: {outcome:?}");
    assert!(!whole || missing == 0, "{what}: {missing} rows missing");
    assert_eq!(outcome.rows, ids.len() as u64, "{what}: each row once");
    assert!(service.asked <= most_asked, "{what}: {} asks", service.asked);
    outcome
}

/// Findings C3, C4, M6 and C12.
#[test]
fn a_list_of_any_shape_is_read_whole() {
    for sorted in [Sorted::NewestFirst, Sorted::OldestFirst, Sorted::Not] {
        for page in [1, 7, 20, 1_000] {
            for totals in [true, false] {
                let what = format!("{sorted:?} by {page}, totals {totals}");
                let shape = Service { sorted, page, totals, ..service(230) };
                let pages = 230_usize.div_ceil(page);
                check(&what, shape.clone(), true, pages);
                let grown = Service { growing: 1, ..shape.clone() };
                // With one row per page, a new row per request is never caught up with.
                if page > 1 {
                    check(&format!("{what}, growing"), grown, true, 2 * pages + 60);
                }
                for at in [2, 5] {
                    let stuck = Service { tokens: Tokens::Stuck(at), ..shape.clone() };
                    if page >= 7 {
                        check(&format!("{what}, stuck at {at}"), stuck, true, 900);
                    }
                }
            }
        }
    }
    check("empty", service(0), true, 1);
    let bare = Service { tokens: Tokens::None, totals: false, page: 1_000, ..service(300) };
    check("everything in one answer", bare, true, 4);
}

#[test]
fn what_the_pages_keep_back_is_asked_for_by_dates() {
    for (what, shape, most_asked) in [
        ("no token after page 2", Service { tokens: Tokens::Cut(2), ..service(230) }, 200),
        (
            "a bare list of the newest 20",
            Service { tokens: Tokens::None, totals: false, ..service(230) },
            80,
        ),
        (
            "a bare list of the newest 20, by days",
            Service { tokens: Tokens::None, totals: false, dates: Dates::Days, ..service(230) },
            80,
        ),
        (
            "a bare list of the oldest 20",
            Service {
                tokens: Tokens::None,
                totals: false,
                sorted: Sorted::OldestFirst,
                ..service(230)
            },
            80,
        ),
        ("too large from ten rows on", Service { too_many: 9, ..service(230) }, 400),
        (
            "too large from ten rows on, by days",
            Service { too_many: 9, dates: Dates::Days, ..service(230) },
            400,
        ),
        ("pages after the third refused", Service { refused_after: 3, ..service(230) }, 200),
    ] {
        check(what, shape, true, most_asked);
    }
}

/// Finding M6: if in doubt the list is not complete, and reading it terminates.
#[test]
fn what_cannot_be_known_to_be_whole_is_said() {
    let same_moment = |shape: Service| {
        let rows = shape.rows.iter().map(|(id, _)| (*id, now()));
        Service { rows: rows.collect(), ..shape }
    };
    for (what, shape, gap) in [
        (
            "stuck, of one moment",
            same_moment(Service { tokens: Tokens::Stuck(2), ..service(90) }),
            IncompleteReason::RepeatedPage,
        ),
        (
            "in a circle, and dates ignored",
            Service { tokens: Tokens::Circle(4), dates: Dates::Ignored, ..service(90) },
            IncompleteReason::RepeatedPage,
        ),
        (
            "endless, and nothing said",
            Service { tokens: Tokens::Endless, totals: false, ..service(90) },
            IncompleteReason::EndlessPages,
        ),
        (
            "fewer than it says, of one moment",
            same_moment(Service { tokens: Tokens::Cut(2), ..service(90) }),
            IncompleteReason::TooFew { seen: 40, promised: 90 },
        ),
        (
            "too large a day",
            Service { too_many: 3, dates: Dates::Days, ..service(90) },
            IncompleteReason::TooLarge,
        ),
        (
            "too large, and dates ignored",
            Service { too_many: 3, dates: Dates::Ignored, ..service(90) },
            IncompleteReason::TooLarge,
        ),
    ] {
        let outcome = check(what, shape, false, 2_000);
        let last = outcome.unread.last().map(|unread| unread.gap);
        assert_eq!(last, Some(gap), "{what}: {outcome:?}");
    }
}

/// Finding C10: rows of one day, and a service that ignores the dates: each smaller range led through
/// the whole circle once more.
#[test]
fn a_token_that_leads_back_is_not_followed_through_every_range() {
    let recent = |shape: Service| {
        let rows = shape.rows.iter().map(|(id, _)| (*id, now() - SignedDuration::from_secs(60)));
        Service { rows: rows.collect(), ..shape }
    };
    for (what, dates) in [("ignored", Dates::Ignored), ("kept", Dates::Moments)] {
        let shape = Service { tokens: Tokens::Circle(17), dates, totals: false, ..service(400) };
        let outcome = check(what, recent(shape), false, 17 + 101 + 17);
        let last = outcome.unread.last().map(|unread| unread.gap);
        assert_eq!(last, Some(IncompleteReason::RepeatedPage), "{what}: {outcome:?}");
    }
}

/// Endless tokens are no longer followed once all reported rows were received.
#[test]
fn endless_tokens_end_where_the_totals_are_met() {
    let shape = Service { tokens: Tokens::Endless, ..service(90) };
    check("endless", shape, true, 6);
}

#[test]
fn a_total_that_its_own_rows_exceed_is_no_total() {
    let mut walk = Walk::default();
    let page = PageSummary {
        rows: vec![RowSeen { key: 1, at: None }, RowSeen { key: 2, at: None }],
        total_results: Some(0),
        ..PageSummary::default()
    };
    let step = walk.took(&page, &mut Order::default());
    assert_eq!(step, Step::Unproven);
}

#[test]
fn rows_without_dates_or_totals_prove_nothing() {
    let mut listing = Listing::new(DateRange::default(), now());
    listing.page_received(&PageSummary {
        rows: vec![RowSeen { key: 1, at: None }],
        ..PageSummary::default()
    });
    assert_eq!(listing.next(), None);
    assert!(!listing.end().is_whole());
}

#[test]
fn rows_that_could_not_be_read_were_seen() {
    let mut listing = Listing::new(DateRange::default(), now());
    listing.page_received(&PageSummary {
        rows: vec![RowSeen { key: 1, at: None }],
        skipped: 2,
        total_results: Some(3),
        ..PageSummary::default()
    });
    let outcome = listing.end();
    assert!(outcome.is_whole() && outcome.skipped == 2, "{outcome:?}");
}

/// Each entry of a balance history counts, even if a service gives all of them one id.
#[test]
fn lines_of_a_history_with_the_same_id_are_several_lines() {
    let line = |nth: usize| BalanceEntry {
        id: Some("90210".to_owned()),
        transaction_id: Some(TransactionId::new(format!("t-{nth}"))),
        ..BalanceEntry::default()
    };
    let pages = |next: Option<&str>, results| Page::<BalanceEntry> {
        results,
        next_page: next.map(str::to_owned),
        names_next: true,
        total_results: Some(4),
        ..Page::default()
    };
    let mut listing = Listing::new(DateRange::default(), now());
    listing.page_received(&pages(Some("2"), vec![line(1), line(2)]).seen());
    // A new entry in between moves another one from one page to the next.
    listing.page_received(&pages(None, vec![line(2), line(3), line(4)]).seen());
    let outcome = listing.end();
    assert!(outcome.is_whole() && outcome.rows == 4, "{outcome:?}");
}

/// A clock that is behind by more than the length of the range does not change the range.
#[test]
fn a_range_in_the_future_of_this_computer_is_asked_for_in_parts() {
    let mut service = Service { too_many: 20, page: 1_000, ..service(100) };
    let ids: BTreeSet<u64> = service.rows.iter().map(|(id, _)| *id).collect();
    let range = DateRange { start: Some(service.rows[0].1), end: None };
    let slow = now() - SignedDuration::from_hours(24 * 30);
    let (outcome, seen) = read_at(&mut service, range, slow);
    assert!(outcome.is_whole(), "{outcome:?}");
    assert_eq!(seen, ids);
}
