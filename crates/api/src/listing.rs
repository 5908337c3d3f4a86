//! Reads complete lists. The interface does not define the order of a list, the size of its pages,
//! or whether totals are present (sections 4.1, 4.6 and 4.7). So a list counts as complete only
//! when all rows that the service reports were received.
//!
//! [`Listing`] is a state machine without network access: it returns the next request and receives
//! the pages. If the pages do not lead to the end (a repeated token, totals that are not reached, a
//! response that is too large), it requests the same dates in smaller ranges. Ranges that cannot be
//! read completely are in [`Outcome::unread`].

mod rows;
mod slices;
mod walk;

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use self::walk::{Step, Walk};

use self::slices::{Slice, SliceKind};
use super::page::DateRange;

/// Consecutive requests that fail or bring no new row, before the rest is given up.
const MOST_FRUITLESS: u32 = 40;
/// Once a token has led back, so many pages of smaller ranges in a row without a new row show that no
/// range helps.
const MOST_BARREN_PAGES: u32 = 100;
/// The most pages that are read after a token has led back.
const MOST_PAGES_AFTER_REPEAT: u64 = 2_000;

/// A row of a list, as far as [`Listing`] needs to know it.
pub trait ListRow: Serialize {
    /// The unique key of the row; compared ignoring case.
    fn key(&self) -> Option<Cow<'_, str>>;
    /// The row's creation or transaction time.
    fn moment(&self) -> Option<Timestamp>;
}

/// The metadata of one page of a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageSummary {
    pub rows: Vec<RowSeen>,
    /// Elements that could not be read.
    pub skipped: u64,
    pub next: Option<String>,
    /// The page has a member for the next token, even if it is empty.
    pub names_next: bool,
    /// There is a next page, but its token could not be read.
    pub next_is_unreadable: bool,
    pub total_results: Option<u64>,
    pub total_pages: Option<u64>,
    pub page_size: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowSeen {
    /// Equal for equal rows. A hash, because a list may have a million rows.
    pub key: u64,
    pub at: Option<Timestamp>,
}

/// Order of the rows in a list, counted from the rows received.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Order {
    /// Adjacent rows of which the later one is older.
    pub falling: u64,
    /// Adjacent rows of which the later one is newer.
    pub rising: u64,
}

/// Why a list, or a range of it, was not read completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IncompleteReason {
    RepeatedPage,
    EndlessPages,
    /// The token of the next page could not be read.
    UnreadableToken,
    TooFew {
        seen: u64,
        promised: u64,
    },
    TooFewPages {
        seen: u64,
        promised: u64,
    },
    /// Neither totals nor tokens, and no dates to divide the list by.
    Unproven,
    TooLarge,
    /// A later page, or a smaller range, was refused.
    Refused,
}

/// State of reading a list.
#[derive(Clone, Debug)]
pub struct Listing {
    now: Timestamp,
    slice: Slice,
    walk: Walk,
    /// Ranges still to be read, the next one last.
    todo: Vec<Slice>,
    ended: bool,
    /// Rows of the earlier walks.
    seen: HashSet<u64>,
    skipped: u64,
    promised: Option<u64>,
    order: Order,
    newest: Option<Timestamp>,
    oldest: Option<Timestamp>,
    pages: u64,
    fruitless: u32,
    /// Pages of smaller ranges in a row that brought no new row.
    barren: u32,
    /// The number of pages that were read when a token led back for the first time.
    repeated_at: Option<u64>,
    unread: Vec<Unread>,
}

/// A range that was not read completely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    pub range: DateRange,
    pub gap: IncompleteReason,
}

/// Result of reading a list.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Number of distinct rows.
    pub rows: u64,
    /// Elements that were received but could not be decoded.
    pub skipped: u64,
    pub promised: Option<u64>,
    pub order: Order,
    pub newest: Option<Timestamp>,
    pub oldest: Option<Timestamp>,
    pub unread: Vec<Unread>,
}

impl PageSummary {
    pub fn row<T: ListRow>(row: &T) -> RowSeen {
        let key = match row.key().filter(|key| !key.trim().is_empty()) {
            Some(key) => hash(key.trim().to_lowercase().as_bytes()),
            // Without a key, equal rows count as one: a missing row is detected, a duplicate is
            // not.
            None => hash(&serde_json::to_vec(row).unwrap_or_default()),
        };
        RowSeen { key, at: row.moment() }
    }
}

fn hash(bytes: &[u8]) -> u64 {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

impl Order {
    /// At least one pair of rows proves it, and none contradicts it.
    pub fn newest_first(self) -> bool {
        self.falling > 0 && self.rising == 0
    }

    pub fn oldest_first(self) -> bool {
        self.rising > 0 && self.falling == 0
    }

    pub fn and(self, other: Self) -> Self {
        Self {
            falling: self.falling.saturating_add(other.falling),
            rising: self.rising.saturating_add(other.rising),
        }
    }

    fn note(&mut self, before: Option<Timestamp>, at: Timestamp) {
        match before {
            Some(before) if at < before => self.falling += 1,
            Some(before) if at > before => self.rising += 1,
            _ => {}
        }
    }
}

impl Listing {
    /// Starts a list. `now` is the service's time, or this computer's if the service's is unknown.
    /// It limits the ranges to request; later rows are accepted too.
    pub fn new(range: DateRange, now: Timestamp) -> Self {
        Self {
            now,
            slice: Slice { range, kind: SliceKind::Whole },
            walk: Walk::default(),
            todo: Vec::new(),
            ended: false,
            seen: HashSet::new(),
            skipped: 0,
            promised: None,
            order: Order::default(),
            newest: None,
            oldest: None,
            pages: 0,
            fruitless: 0,
            barren: 0,
            repeated_at: None,
            unread: Vec::new(),
        }
    }

    /// The next request: a range and a page token. `None` at the end.
    pub fn next(&self) -> Option<(DateRange, Option<&str>)> {
        (!self.ended).then(|| (self.slice.range, self.walk.token()))
    }

    /// The order found so far.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Pages read so far, in all ranges.
    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// Whether the first walk still runs, so that no range was requested again.
    pub fn is_straight(&self) -> bool {
        self.slice.kind == SliceKind::Whole
    }

    /// Number of rows in the whole range, as the service reports it.
    pub fn reported_total(&self) -> Option<u64> {
        self.promised
    }

    /// Remaining pages of the first walk, if the service reports their number.
    pub fn pages_left(&self) -> Option<u64> {
        let left = |all: u64| all.saturating_sub(self.walk.pages());
        self.walk.promised_pages().map(left).filter(|_| self.is_straight())
    }

    /// The newest and the oldest time of all rows so far.
    pub fn time_span(&self) -> Option<(Timestamp, Timestamp)> {
        self.newest.zip(self.oldest)
    }

    pub fn page_received(&mut self, page: &PageSummary) {
        if self.ended {
            return;
        }
        self.pages += 1;
        self.skipped = self.skipped.saturating_add(page.skipped);
        for at in page.rows.iter().filter_map(|row| row.at) {
            self.newest = self.newest.max(Some(at));
            self.oldest = Some(self.oldest.map_or(at, |oldest| oldest.min(at)));
        }
        let is_known = |row: &RowSeen| self.seen.contains(&row.key);
        let is_barren = !self.is_straight() && page.rows.iter().all(is_known);
        self.barren = if is_barren { self.barren + 1 } else { 0 };
        let step = match self.walk.took(page, &mut self.order) {
            Step::Go if self.leads_nowhere() => Step::Gap(IncompleteReason::RepeatedPage),
            step => step,
        };
        if self.is_straight() {
            self.promised = self.walk.promised();
        }
        match step {
            Step::Go => {}
            Step::Whole => {
                self.fruitless = 0;
                self.close_walk();
                self.go_on();
            }
            Step::Unproven => {
                let fresh = self.close_walk();
                self.prove(fresh);
                self.go_on();
            }
            Step::Gap(gap) => {
                let foreign = page.rows.iter().filter_map(|row| row.at);
                let foreign = self.slice.is_left_by(foreign);
                self.part(gap, foreign);
            }
        }
    }

    /// Reports that the last request brought no page: too large, or refused.
    pub fn failed(&mut self, gap: IncompleteReason) {
        if !self.ended {
            self.part(gap, false);
        }
    }

    /// Stops early: the caller has what it needs.
    pub fn stop(&mut self) {
        self.close_walk();
        self.ended = true;
        self.todo.clear();
    }

    pub fn end(mut self) -> Outcome {
        self.close_walk();
        let mut outcome = Outcome {
            rows: self.seen.len() as u64,
            skipped: self.skipped,
            promised: self.promised,
            order: self.order,
            newest: self.newest,
            oldest: self.oldest,
            unread: self.unread,
        };
        let seen = outcome.rows.saturating_add(outcome.skipped);
        // Every range was complete by itself, but together they have too few rows.
        if let Some(promised) = outcome.promised.filter(|promised| seen < *promised)
            && outcome.unread.is_empty()
        {
            outcome.unread.push(Unread {
                range: DateRange::default(),
                gap: IncompleteReason::TooFew { seen, promised },
            });
        }
        outcome
    }

    /// Adds the rows of the walk to the earlier ones; returns how many are new.
    fn close_walk(&mut self) -> u64 {
        let rows = std::mem::take(&mut self.walk).into_rows();
        if self.seen.is_empty() {
            self.seen = rows;
            return self.seen.len() as u64;
        }
        let before = self.seen.len();
        self.seen.extend(rows);
        (self.seen.len() - before) as u64
    }

    /// Whether smaller ranges do not help against a token that leads back.
    fn leads_nowhere(&self) -> bool {
        self.repeated_at.is_some_and(|at| {
            self.barren > MOST_BARREN_PAGES || self.pages - at > MOST_PAGES_AFTER_REPEAT
        })
    }

    fn go_on(&mut self) {
        match self.todo.pop() {
            Some(slice) => self.slice = slice,
            None => self.ended = true,
        }
    }

    /// Requests the ranges before and after the rows received: a list without a wrapper cannot
    /// report that there is more.
    fn prove(&mut self, fresh: u64) {
        if fresh == 0 {
            return;
        }
        let whole = self.slice.range;
        match self.newest.zip(self.oldest) {
            Some((newest, oldest)) => {
                self.todo.extend(slices::around(whole, newest, oldest, self.order));
            }
            None => self.unread.push(Unread { range: whole, gap: IncompleteReason::Unproven }),
        }
    }

    /// Splits the range into two, or reports it as unread.
    fn part(&mut self, gap: IncompleteReason, foreign: bool) {
        let straight = self.is_straight();
        let began = self.walk.pages() > 0;
        let fresh = self.close_walk();
        if fresh == 0 && !straight {
            self.fruitless += 1;
        }
        if gap == IncompleteReason::RepeatedPage {
            self.repeated_at.get_or_insert(self.pages);
        }
        let range = self.slice.range;
        // Rows outside the range and none that is new: the service ignores the dates.
        let in_vain = (foreign && fresh == 0 && !straight)
            || self.fruitless > MOST_FRUITLESS
            || self.leads_nowhere();
        let refused = gap == IncompleteReason::Refused && !began;
        // Endless tokens do not end in a smaller range either.
        let halves = match in_vain || refused || gap == IncompleteReason::EndlessPages {
            true => None,
            false => slices::halves(range, self.oldest, self.newest, self.now),
        };
        match halves {
            Some([older, newer]) => self.todo.extend([older, newer]),
            None => self.unread.push(Unread { range, gap }),
        }
        if in_vain {
            let left = std::mem::take(&mut self.todo).into_iter();
            let left = left.filter(|slice| slice.kind != SliceKind::Around);
            self.unread.extend(left.map(|slice| Unread { range: slice.range, gap }));
        }
        self.go_on();
    }
}

impl Outcome {
    /// Whether all rows that the service reports were received.
    pub fn is_whole(&self) -> bool {
        self.unread.is_empty()
    }
}
