//! The cache follows the account's shipments: new ones first, at every refresh, then the
//! older ones behind everything else until all are here. A mark in the cache says between
//! which two moments nothing is missing, so a stopped run goes on where it was.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::jobs::{Outbox, Slot};
use super::link::{Link, Setback};
use super::state::Trouble;
use super::work::{RowState, Work, WorkIntent, WorkRow};
use super::{Desk, data, radar, record, shipments, snapshot};
use crate::api;
use crate::api::page::DateRange;
use crate::api::shipment::Shipment;
use crate::base::clock::{Clock, desk_zone};
use crate::store::cache::{Cache, Scope};

const MARK: &str = "shipments-mark";
/// An end date may mean the start of its day, wherever the server is. Rows that come twice
/// replace themselves.
const OVERLAP: SignedDuration = SignedDuration::from_hours(48);
/// Pages between two looks at the list on screen.
const PAGES_A_LOOK: u64 = 10;

/// What the screen tells of it.
#[derive(Clone, Debug, Default)]
pub struct Sync {
    /// Older shipments are being fetched now.
    pub running: bool,
    /// A person said so; it goes on when they say so, or at the next start.
    pub paused: bool,
    /// Every shipment of the account is in the cache.
    pub complete: bool,
    /// Nothing newer than this is missing.
    pub back_to: Option<Timestamp>,
    /// Rows fetched in this run.
    pub fetched: u64,
    pub trouble: Option<Trouble>,
    /// The run under way or just ended, with a row for each page.
    pub work: Option<Work>,
}

/// From `oldest` to `newest` the cache has every shipment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Mark {
    #[serde(with = "moment")]
    newest: Option<Timestamp>,
    #[serde(with = "moment")]
    oldest: Option<Timestamp>,
    complete: bool,
    /// The setting under which it was filled.
    kept_days: u32,
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

/// How far back shipments are wanted.
#[derive(Clone, Copy, Debug)]
struct Kept {
    days: u32,
    from: Option<Timestamp>,
}

/// The moments a page reaches from and to.
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
        let one = Self {
            newest: first,
            oldest: first,
        };
        Some(moments.fold(one, |reach, at| Self {
            newest: reach.newest.max(at),
            oldest: reach.oldest.min(at),
        }))
    }
}

/// Fetches what is new: pages from the newest down to what is known to be here. The first
/// time that is one page; what lies below is for [`go_on`].
pub(super) async fn newest(
    link: &Link,
    cache: &Cache,
    clock: &Clock,
    pause: Duration,
    outbox: &Outbox,
) -> Result<(), Setback> {
    let mut mark = read_mark(cache, &link.scope).await;
    let mut token: Option<String> = None;
    let mut top: Option<Timestamp> = None;
    loop {
        let page = link
            .ask(api::shipment::list(DateRange::default(), token.as_deref()))
            .await?;
        keep_page(cache, &link.scope, &page.results, clock).await;
        outbox.send(shipments::search_again).await;
        let reach = Reach::of(&page.results);
        top = top.or(reach.map(|reach| reach.newest));
        // A server that names the same page twice would be asked for ever.
        let next = page.next_page.filter(|next| token.as_ref() != Some(next));
        if mark.newest.is_none() {
            mark.oldest = reach.map(|reach| reach.oldest);
        }
        let joined = mark
            .newest
            .is_none_or(|known| reach.is_none_or(|reach| reach.oldest < known));
        if next.is_none() && mark.newest.is_none() {
            mark.complete = true;
        }
        if joined || next.is_none() {
            break;
        }
        token = next;
        tokio::time::sleep(pause).await;
    }
    mark.newest = top.or(mark.newest);
    write_mark(cache, &link.scope, mark).await;
    Ok(())
}

/// Fetches the older shipments, as far as it gets.
pub(super) fn go_on(desk: &mut Desk) {
    let Some(link) = desk.link.clone() else {
        return;
    };
    if desk.state.sync.paused || desk.jobs.is_running(&Slot::Sync) {
        return;
    }
    let (cache, clock, pause) = (desk.cache.clone(), desk.clock.clone(), desk.pace.page);
    let kept = Kept {
        days: desk.state.settings.keep_shipments_days,
        from: data::cutoff(desk),
    };
    desk.state.sync.running = true;
    desk.state.sync.trouble = None;
    desk.state.sync.fetched = 0;
    desk.state.sync.work = None;
    desk.jobs.start(Slot::Sync, |outbox| async move {
        let answer = older(&link, &cache, (&clock, pause), kept, &outbox).await;
        outbox
            .send(move |desk| {
                let trouble = desk.heed(answer).err();
                end(desk, trouble.clone());
                desk.state.sync.trouble = trouble;
                data::forget_old(desk);
                shipments::search_again(desk);
                radar::look(desk);
                super::manifests::stale(desk);
            })
            .await;
    });
}

pub(super) fn pause(desk: &mut Desk, paused: bool) {
    desk.state.sync.paused = paused;
    if paused {
        // What is under way is kept up to its last page.
        desk.jobs.call_off(&Slot::Sync);
        end(desk, None);
    } else {
        go_on(desk);
    }
}

fn end(desk: &mut Desk, trouble: Option<Trouble>) {
    let sync = &mut desk.state.sync;
    sync.running = false;
    let Some(work) = sync.work.as_mut().filter(|work| work.is_running()) else {
        return;
    };
    if let Some(trouble) = &trouble {
        let state = RowState::Failed(Box::new(trouble.clone()));
        work.take(
            1,
            vec![WorkRow::new("rest", "The pages after these", state)],
        );
    }
    // What was not fetched is no row called off: the next run begins there.
    work.expect(Some(0));
    work.end(None);
}

/// What a person asks of the run.
pub(super) fn work(desk: &mut Desk, intent: WorkIntent) {
    let work = &mut desk.state.sync.work;
    let running = work.as_ref().is_some_and(Work::is_running);
    match intent {
        WorkIntent::Cancel => pause(desk, true),
        WorkIntent::Retry => pause(desk, false),
        WorkIntent::Close if !running => *work = None,
        WorkIntent::Close => {}
    }
}

async fn older(
    link: &Link,
    cache: &Cache,
    (clock, pause): (&Clock, Duration),
    kept: Kept,
    outbox: &Outbox,
) -> Result<(), Setback> {
    let mut mark = read_mark(cache, &link.scope).await;
    if mark.kept_days != kept.days {
        // What was left out or taken away under another setting is asked for again.
        mark.kept_days = kept.days;
        mark.oldest = None;
        mark.complete = false;
    }
    let range = DateRange {
        start: kept.from,
        end: mark.oldest.and_then(|at| at.checked_add(OVERLAP).ok()),
    };
    let mut token: Option<String> = None;
    let (mut fetched, mut pages) = (0, 0);
    let mut all: Option<u64> = None;
    tell(outbox, mark, None).await;
    while !mark.complete {
        let page = link
            .ask(api::shipment::list(range, token.as_deref()))
            .await?;
        keep_page(cache, &link.scope, &page.results, clock).await;
        fetched += page.results.len() as u64;
        pages += 1;
        if let Some(reach) = Reach::of(&page.results) {
            mark.oldest = Some(mark.oldest.map_or(reach.oldest, |at| at.min(reach.oldest)));
        }
        let next = page.next_page.filter(|next| token.as_ref() != Some(next));
        mark.complete = next.is_none();
        write_mark(cache, &link.scope, mark).await;
        all = page.total_pages.or(all);
        let told = Fetched {
            page: pages,
            rows: page.results.len() as u64,
            all: fetched,
            left: all.map(|all| all.saturating_sub(pages)),
        };
        tell(outbox, mark, Some(told)).await;
        token = next;
        if token.is_some() {
            tokio::time::sleep(pause).await;
        }
    }
    Ok(())
}

/// One page of the older shipments.
#[derive(Clone, Copy, Debug)]
struct Fetched {
    page: u64,
    rows: u64,
    /// In this run.
    all: u64,
    /// Pages still to come, where the service tells.
    left: Option<u64>,
}

impl Fetched {
    fn row(self, back_to: Option<Timestamp>) -> WorkRow {
        let what = match self.rows {
            1 => "1 shipment".to_owned(),
            count => format!("{count} shipments"),
        };
        let reached = back_to.map(|at| at.to_zoned(desk_zone()));
        let words = reached.map_or_else(String::new, |at| {
            at.strftime("Back to %-d %b %Y, %H:%M").to_string()
        });
        let subject = format!("Page {}, {what}", self.page);
        WorkRow::new(self.page.to_string(), subject, RowState::Done(words))
    }
}

async fn tell(outbox: &Outbox, mark: Mark, fetched: Option<Fetched>) {
    outbox
        .send(move |desk| {
            let sync = &mut desk.state.sync;
            sync.back_to = mark.oldest;
            sync.complete = mark.complete;
            let Some(fetched) = fetched else { return };
            sync.fetched = fetched.all;
            let work = sync
                .work
                .get_or_insert_with(|| Work::counted("Fetching older shipments by pages", 0));
            work.take(1, vec![fetched.row(mark.oldest)]);
            work.expect(if mark.complete { Some(0) } else { fetched.left });
            if fetched.page % PAGES_A_LOOK == 0 {
                shipments::search_again(desk);
            }
        })
        .await;
}

async fn keep_page(cache: &Cache, scope: &Scope, page: &[Shipment], clock: &Clock) {
    let now = clock.now();
    let rows = page
        .iter()
        .filter_map(|shipment| record::of(shipment, now))
        .collect();
    snapshot::logged(cache.put_shipments(scope, rows).await);
}

async fn read_mark(cache: &Cache, scope: &Scope) -> Mark {
    snapshot::read(cache, Some(scope), MARK)
        .await
        .unwrap_or_default()
}

async fn write_mark(cache: &Cache, scope: &Scope, mark: Mark) {
    snapshot::keep(cache, scope, MARK, &mark).await;
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
