//! What this computer knows of the list of shipments: between which moments nothing is
//! missing, in which order the service lists them, and how many it says there are.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::api::listing::Order;
use crate::desk::kernel::{list_pages, saved_values};
use crate::store::cache::{Cache, Scope, ShipmentQuery};

const KEY: &str = "shipments-mark";
/// Marks of earlier builds took any page for the newest rows, and an empty list for the end.
const VERSION: u32 = 2;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Mark {
    version: u32,
    /// What is newer is not known to be here.
    #[serde(with = "moment")]
    pub newest: Option<Timestamp>,
    /// From here to `newest` nothing is missing. Only for a list that gives the newest first.
    #[serde(with = "moment")]
    pub oldest: Option<Timestamp>,
    /// Up to here nothing is missing. Only for a list that gives the oldest first.
    #[serde(with = "moment")]
    pub reached: Option<Timestamp>,
    /// Everything up to `newest` is here.
    pub complete: bool,
    /// The setting under which it was filled.
    pub kept_days: u32,
    pub order: Order,
    /// Rows of the whole list, as the service last said.
    pub promised: Option<u64>,
    /// Rows that came and cannot be kept, and rows that never came.
    pub missing: u64,
    /// Entries that came and could not be read.
    pub unreadable: u64,
    /// Why the last reading did not get everything.
    pub incomplete: Option<String>,
}

/// A moment as microseconds, as everywhere in the cache.
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

impl Mark {
    pub async fn read(cache: &Cache, scope: &Scope) -> Self {
        let mark: Option<Self> = saved_values::read(cache, Some(scope), KEY).await;
        mark.unwrap_or_default()
    }

    pub async fn write(&mut self, cache: &Cache, scope: &Scope) {
        self.version = VERSION;
        saved_values::keep(cache, scope, KEY, self).await;
    }

    /// Of an earlier build, and not yet compared with what the service says it has.
    pub fn is_doubtful(&self) -> bool {
        self.version < VERSION
    }

    /// Such a mark is believed only where as many rows are here as the service has.
    pub fn believe_or_begin_anew(&mut self, promised: Option<u64>, here: u64) {
        let all_here = promised.is_some_and(|promised| here >= promised);
        match self.complete && self.kept_days == 0 && all_here {
            true => self.version = VERSION,
            false => {
                *self = Self {
                    version: VERSION,
                    kept_days: self.kept_days,
                    ..Self::default()
                };
            }
        }
    }

    /// The list is to be read from its beginning.
    pub fn begin_anew(&mut self) {
        self.oldest = None;
        self.reached = None;
        self.complete = false;
        self.incomplete = None;
        self.missing = 0;
        self.unreadable = 0;
    }

    /// Under another setting, what was left out or taken away is asked for again.
    pub fn keep_for(&mut self, days: u32) {
        if self.kept_days != days {
            self.begin_anew();
            self.kept_days = days;
        }
    }

    /// What is newer came. Where everything else is here too, only what could not be read is
    /// left to say.
    pub fn caught_up(&mut self) {
        if self.complete {
            self.incomplete = list_pages::skipped(self.unreadable);
        }
    }

    pub fn is_whole(&self) -> bool {
        self.complete && self.incomplete.is_none()
    }

    /// Compares what is here with the number that the service gives for its whole list.
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

    /// What a reading from the beginning did not bring, so that it is not read again for that.
    pub fn give_up(&mut self, here: u64) {
        let promised = self.promised.unwrap_or(here);
        self.missing = promised.saturating_sub(here);
    }

    /// There is something to fetch, and a reading that could bring it.
    pub fn wants_more(&self) -> bool {
        !self.complete && self.incomplete.is_none()
    }
}

/// How many shipments of the account are here.
pub async fn here(cache: &Cache, scope: &Scope) -> u64 {
    let counted = cache.find_shipments(scope, ShipmentQuery::default()).await;
    saved_values::logged(counted).map_or(0, |page| page.total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(change: impl FnOnce(&mut Mark)) -> Mark {
        let mut mark = Mark {
            version: VERSION,
            newest: Some(Timestamp::UNIX_EPOCH),
            oldest: Some(Timestamp::UNIX_EPOCH),
            complete: true,
            ..Mark::default()
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
            let mut mark: Mark = serde_json::from_str(json).unwrap();
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
        short.incomplete = Some("fewer".to_owned());
        short.give_up(90);
        short.count(90);
        assert!(!short.wants_more(), "the same ten are not looked for again");
        short.promised = Some(101);
        short.count(90);
        assert!(short.wants_more(), "one more is");
        let mut found = mark(|mark| {
            mark.promised = Some(100);
            mark.complete = false;
            mark.incomplete = Some("fewer".to_owned());
        });
        found.count(100);
        assert!(found.complete && found.incomplete.is_none());
        // A person keeps only some: the number of all says nothing.
        let mut some = mark(|mark| (mark.promised, mark.kept_days) = (Some(100), 30));
        some.count(90);
        assert!(some.complete);
    }
}
