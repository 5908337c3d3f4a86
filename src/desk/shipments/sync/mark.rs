//! What is known about the list of shipments: for which period nothing is missing, the order in
//! which the service lists them, and how many it reports.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::api::listing::Order;
use crate::base::locale::Message;
use crate::desk::kernel::{list_pages, saved_values};
use crate::store::cache::{Cache, Scope, ShipmentQuery};

const KEY: &str = "shipments-mark";
/// Marks of earlier builds are unreliable: they took any page for the newest rows, and an empty
/// list for the end.
const VERSION: u32 = 2;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SyncMark {
    version: u32,
    /// Newer shipments may be missing.
    #[serde(with = "moment")]
    pub newest: Option<Timestamp>,
    /// From here to `newest` nothing is missing. Only for a list with the newest first.
    #[serde(with = "moment")]
    pub oldest: Option<Timestamp>,
    /// Up to here nothing is missing. Only for a list with the oldest first.
    #[serde(with = "moment")]
    pub reached: Option<Timestamp>,
    /// Nothing up to `newest` is missing.
    pub complete: bool,
    /// The setting of days to keep for which the cache was filled.
    pub kept_days: u32,
    pub order: Order,
    /// Number of rows in the whole list, as the service last reported it.
    pub promised: Option<u64>,
    /// Reported rows that could not be stored or were never received.
    pub missing: u64,
    /// Received entries that could not be read.
    pub unreadable: u64,
    /// Why the last run could not read everything.
    pub incomplete: Option<Message>,
}

/// A timestamp as microseconds, as everywhere in the cache.
mod moment {
    use jiff::Timestamp;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(at: &Option<Timestamp>, to: S) -> Result<S::Ok, S::Error> {
        at.map(Timestamp::as_microsecond).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Timestamp>, D::Error> {
        let micros = Option::<i64>::deserialize(from)?;
        Ok(micros.and_then(|micros| Timestamp::from_microsecond(micros).ok()))
    }
}

impl SyncMark {
    pub async fn read(cache: &Cache, scope: &Scope) -> Self {
        let mark: Option<Self> = saved_values::read(cache, Some(scope), KEY).await;
        mark.unwrap_or_default()
    }

    pub async fn write(&mut self, cache: &Cache, scope: &Scope) {
        self.version = VERSION;
        saved_values::save(cache, scope, KEY, self).await;
    }

    /// Whether the mark is from an earlier build and was not compared with the service's total yet.
    pub fn is_doubtful(&self) -> bool {
        self.version < VERSION
    }

    /// Keeps a mark of an earlier build only if the cache has as many rows as the service reports.
    pub fn believe_or_begin_anew(&mut self, promised: Option<u64>, here: u64) {
        let all_here = promised.is_some_and(|promised| here >= promised);
        match self.complete && self.kept_days == 0 && all_here {
            true => self.version = VERSION,
            false => {
                *self = Self { version: VERSION, kept_days: self.kept_days, ..Self::default() };
            }
        }
    }

    /// Resets the mark, so that the list is read from its beginning.
    pub fn begin_anew(&mut self) {
        self.oldest = None;
        self.reached = None;
        self.complete = false;
        self.incomplete = None;
        self.missing = 0;
        self.unreadable = 0;
    }

    /// If the setting changed, shipments left out or removed under the old one are fetched again.
    pub fn keep_for(&mut self, days: u32) {
        if self.kept_days != days {
            self.begin_anew();
            self.kept_days = days;
        }
    }

    /// The newer shipments were received. If all others are in the cache too, only unreadable
    /// entries remain to be reported.
    pub fn caught_up(&mut self) {
        if self.complete {
            self.incomplete = list_pages::skipped(self.unreadable);
        }
    }

    pub fn is_whole(&self) -> bool {
        self.complete && self.incomplete.is_none()
    }

    /// Compares the number of rows in the cache with the service's total.
    pub fn count(&mut self, here: u64) {
        let Some(promised) = self.promised.filter(|_| self.kept_days == 0) else {
            return;
        };
        let accounted = here.saturating_add(self.missing);
        if accounted < promised && (self.complete || self.incomplete.is_some()) {
            self.begin_anew();
        }
        if self.incomplete.is_some() && here >= promised {
            self.complete = true;
            self.incomplete = None;
            self.missing = 0;
        }
    }

    /// Records how many rows a complete reading did not bring, so that they are not searched for
    /// again.
    pub fn give_up(&mut self, here: u64) {
        let promised = self.promised.unwrap_or(here);
        self.missing = promised.saturating_sub(here);
    }

    /// Whether there are shipments left that another reading could bring.
    pub fn wants_more(&self) -> bool {
        !self.complete && self.incomplete.is_none()
    }
}

/// Number of shipments of the account in the cache.
pub async fn here(cache: &Cache, scope: &Scope) -> u64 {
    let counted = cache.find_shipments(scope, ShipmentQuery::default()).await;
    saved_values::logged(counted).map_or(0, |page| page.total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(change: impl FnOnce(&mut SyncMark)) -> SyncMark {
        let mut mark = SyncMark {
            version: VERSION,
            newest: Some(Timestamp::UNIX_EPOCH),
            oldest: Some(Timestamp::UNIX_EPOCH),
            complete: true,
            ..SyncMark::default()
        };
        change(&mut mark);
        mark
    }

    /// Findings C3 and C4: what an earlier build called complete may not be.
    #[test]
    fn a_mark_of_an_earlier_build_is_believed_only_with_as_many_rows_as_the_service_has() {
        for (promised, here, complete) in [
            (Some(100), 100, true),
            (Some(100), 20, false),
            (Some(5_000), 412, false),
            (None, 100, false),
        ] {
            let json = r#"{"newest":1,"oldest":0,"complete":true,"kept_days":0}"#;
            let mut mark: SyncMark = serde_json::from_str(json).unwrap();
            assert!(mark.is_doubtful());
            mark.believe_or_begin_anew(promised, here);
            assert_eq!(mark.complete, complete, "{promised:?}, {here}");
            assert_eq!(mark.newest.is_some(), complete, "{promised:?}, {here}");
            assert!(!mark.is_doubtful());
        }
    }

    #[test]
    fn fewer_rows_than_the_service_has_are_read_again_once() {
        let mut short = mark(|mark| mark.promised = Some(100));
        short.count(90);
        assert!(!short.complete && short.oldest.is_none());
        short.incomplete = Some("fewer".into());
        short.give_up(90);
        short.count(90);
        assert!(!short.wants_more(), "the same ten are not looked for again");
        short.promised = Some(101);
        short.count(90);
        assert!(short.wants_more(), "one more is");
        let mut found = mark(|mark| {
            mark.promised = Some(100);
            mark.complete = false;
            mark.incomplete = Some("fewer".into());
        });
        found.count(100);
        assert!(found.complete && found.incomplete.is_none());
        // With a limited period, the service's total says nothing.
        let mut some = mark(|mark| (mark.promised, mark.kept_days) = (Some(100), 30));
        some.count(90);
        assert!(some.complete);
    }
}
