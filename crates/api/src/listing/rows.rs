//! The row types of the three lists of the interface.

use std::borrow::Cow;

use jiff::Timestamp;

use super::{ListRow, PageSummary};
use crate::account::BalanceEntry;
use crate::manifest::Manifest;
use crate::page::Page;
use crate::shipment::Shipment;
use postroom_base::clock::WireTime;

impl ListRow for Shipment {
    fn key(&self) -> Option<Cow<'_, str>> {
        self.id.as_ref().map(|id| id.as_str().into())
    }

    fn moment(&self) -> Option<Timestamp> {
        self.created_date.as_ref().map(WireTime::instant)
    }
}

impl ListRow for BalanceEntry {
    /// The id alone is not a key: some services give every entry the same id.
    fn key(&self) -> Option<Cow<'_, str>> {
        let id = self.id.as_deref().filter(|id| !id.trim().is_empty())?;
        let transaction = self.transaction_id.as_ref().map(|id| id.as_str()).unwrap_or_default();
        Some(format!("{id} {transaction} {:?} {:?}", self.moment(), self.amount).into())
    }

    fn moment(&self) -> Option<Timestamp> {
        let at = self.transaction_date.as_ref();
        at.or(self.created_date.as_ref()).map(WireTime::instant)
    }
}

impl ListRow for Manifest {
    fn key(&self) -> Option<Cow<'_, str>> {
        self.id.as_ref().map(|id| id.as_str().into())
    }

    fn moment(&self) -> Option<Timestamp> {
        self.transaction_date.as_ref().map(WireTime::instant)
    }
}

impl<T: ListRow> Page<T> {
    /// The metadata of the page, for [`Listing`](super::Listing).
    pub fn seen(&self) -> PageSummary {
        PageSummary {
            rows: self.results.iter().map(PageSummary::row).collect(),
            skipped: self.skipped as u64,
            next: self.next_page.clone(),
            names_next: self.names_next,
            next_is_unreadable: self.next_is_unreadable,
            total_results: self.total_results,
            total_pages: self.total_pages,
            page_size: self.page_size,
        }
    }
}
