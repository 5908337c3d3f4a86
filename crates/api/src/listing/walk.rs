//! One walk through the pages of a list, from the first page to the last token.

use std::collections::{BTreeSet, HashSet};

use jiff::Timestamp;

use super::{IncompleteReason, Order, PageSummary};

/// Consecutive pages without a new row before the tokens count as endless.
const MOST_BARREN_PAGES: u32 = 50;

/// The pages read so far, and the token of the next one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walk {
    token: Option<String>,
    asked: BTreeSet<String>,
    pages: u64,
    rows: HashSet<u64>,
    /// Elements that could not be decoded. They count as received.
    skipped: u64,
    /// The smallest total the service reported during this walk: the rows that existed at its
    /// start.
    promised: Option<u64>,
    promised_pages: Option<u64>,
    /// A page had a member for a token, so a page without a token is the last one.
    names_next: bool,
    barren_pages: u32,
    last: Option<Timestamp>,
}

/// The result of processing a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Continue with the page that [`Walk::token`] names.
    Go,
    /// All rows that the service reports were received.
    Whole,
    /// There is no next page, and nothing in the response shows that this was all.
    Unproven,
    Gap(IncompleteReason),
}

impl Walk {
    /// The `pageToken` of the next request.
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    pub fn pages(&self) -> u64 {
        self.pages
    }

    /// Distinct rows received, plus those that could not be decoded.
    pub fn seen(&self) -> u64 {
        (self.rows.len() as u64).saturating_add(self.skipped)
    }

    pub fn promised(&self) -> Option<u64> {
        self.promised
    }

    pub fn promised_pages(&self) -> Option<u64> {
        self.promised_pages
    }

    pub(super) fn into_rows(self) -> HashSet<u64> {
        self.rows
    }

    pub fn took(&mut self, page: &PageSummary, order: &mut Order) -> Step {
        self.pages += 1;
        self.skipped = self.skipped.saturating_add(page.skipped);
        let before = self.rows.len();
        for row in &page.rows {
            // A repeated row does not show the order.
            let is_new = self.rows.insert(row.key);
            if let Some(at) = row.at.filter(|_| is_new) {
                order.note(self.last, at);
                self.last = Some(at);
            }
        }
        self.names_next |= page.names_next || page.next.is_some();
        // A total that is less than the rows of this page counts something else.
        let delivered = page.rows.len() as u64 + page.skipped;
        let total = page.total_results.filter(|total| *total >= delivered);
        self.promised = least(self.promised, total);
        self.promised_pages = least(self.promised_pages, page.total_pages);
        let brought = self.rows.len() > before;
        self.barren_pages = if brought { 0 } else { self.barren_pages + 1 };
        match &page.next {
            None => self.at_the_end(page),
            Some(next) => self.go_on(next),
        }
    }

    fn go_on(&mut self, next: &str) -> Step {
        let all = self.promised.is_some_and(|promised| self.seen() >= promised);
        // A token seen before means a loop, whatever was counted on the way.
        if !self.asked.insert(next.to_owned()) {
            return Step::Gap(IncompleteReason::RepeatedPage);
        }
        if self.barren_pages > 0 && all {
            return Step::Whole;
        }
        if self.barren_pages >= MOST_BARREN_PAGES {
            return Step::Gap(IncompleteReason::EndlessPages);
        }
        self.token = Some(next.to_owned());
        Step::Go
    }

    fn at_the_end(&self, page: &PageSummary) -> Step {
        let seen = self.seen();
        if let Some(promised) = self.promised {
            return match seen >= promised {
                true => Step::Whole,
                false => Step::Gap(IncompleteReason::TooFew { seen, promised }),
            };
        }
        if page.next_is_unreadable {
            return Step::Gap(IncompleteReason::UnreadableToken);
        }
        if let Some(promised) = self.promised_pages {
            return match self.pages >= promised {
                true => Step::Whole,
                false => Step::Gap(IncompleteReason::TooFewPages { seen: self.pages, promised }),
            };
        }
        let delivered = page.rows.len() as u64 + page.skipped;
        let short = page.page_size.is_some_and(|size| delivered < size);
        if self.names_next || short || seen == 0 { Step::Whole } else { Step::Unproven }
    }
}

fn least(known: Option<u64>, more: Option<u64>) -> Option<u64> {
    match (known, more) {
        (Some(known), Some(more)) => Some(known.min(more)),
        (known, more) => known.or(more),
    }
}
