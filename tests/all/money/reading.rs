//! A long balance history over a bad connection: the lookup of a top-up still ends.

use postroom::api::call::CallFacts;
use postroom::api::error::{ApiError, ErrorKind, Lost, ServiceError};
use postroom::api::page::{DateRange, Page};
use postroom::api::shipment::{Shipment, ShipmentKey};
use postroom::desk::money::ports::{BoxFuture, ClockPort, MoneyPorts, Proof, Seen, ServicePort};
use postroom::desk::money::send;
use postroom::desk::money::send::LookUpProgress;
use postroom::store::{Entry, SendPermit};

use super::sim::model::{Model, Rules};
use super::sim::program::Program;
use super::sim::virtual_clock::VirtualClock;
use crate::prelude::*;

const PAGES: usize = 12;

/// A history of which every page fails a few times before it is returned.
struct FailingHistory {
    /// How often each page was requested.
    asked: Mutex<HashMap<usize, usize>>,
    failures: usize,
    failure: fn() -> ErrorKind,
    /// The transaction of the last page's entry.
    line: Option<TransactionId>,
    /// Changes the last page into an unusual one.
    last: fn(Page<BalanceEntry>) -> Page<BalanceEntry>,
}

impl ServicePort for FailingHistory {
    fn send(&self, _: EntryKind, _: SendPermit) -> BoxFuture<'_, Result<Proof, ApiError>> {
        unreachable!("a look-up sends nothing")
    }

    fn shipment<'a>(
        &'a self,
        _: ShipmentKey,
        _: &'a str,
    ) -> BoxFuture<'a, Result<Option<Seen>, ApiError>> {
        unreachable!("a top-up is no shipment")
    }

    fn shipments(
        &self,
        _: DateRange,
        _: Option<String>,
    ) -> BoxFuture<'_, Result<Page<Shipment>, ApiError>> {
        unreachable!("a top-up is no shipment")
    }

    fn balance_history(
        &self,
        _range: DateRange,
        page_token: Option<String>,
    ) -> BoxFuture<'_, Result<Page<BalanceEntry>, ApiError>> {
        let number: usize = page_token.map_or(0, |token| token.parse().unwrap());
        let mut asked = self.asked.lock().unwrap();
        let times = asked.entry(number).or_default();
        *times += 1;
        let answer = if *times <= self.failures {
            let call = CallFacts::new("GET /Account/Postage/BalanceHistory", || "Reading");
            Err(ApiError::new(call, (self.failure)()))
        } else {
            let last = number + 1 == PAGES;
            let entry = BalanceEntry {
                transaction_id: self.line.clone().filter(|_| last),
                ..BalanceEntry::default()
            };
            let page = Page {
                results: vec![entry],
                next_page: (!last).then(|| (number + 1).to_string()),
                ..Page::default()
            };
            Ok(if last { (self.last)(page) } else { page })
        };
        Box::pin(std::future::ready(answer))
    }
}

/// A clock whose pauses end immediately.
struct NoWait;

impl ClockPort for NoWait {
    fn now(&self) -> Timestamp {
        Timestamp::UNIX_EPOCH
    }

    fn server_now(&self) -> Option<Timestamp> {
        None
    }

    fn sleep(&self, _: Duration) -> BoxFuture<'_, ()> {
        Box::pin(std::future::ready(()))
    }
}

fn top_up() -> (MoneyPorts, Entry) {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::open(folder.path(), Clock::System).unwrap();
    let new = NewEntry {
        kind: EntryKind::TopUp,
        order: None,
        sequence: 1,
        environment: "test".to_owned(),
        account: "key".to_owned(),
        base_url: "https://service.example/v3.1".to_owned(),
        call: "PUT /Account/Postage/Balance".to_owned(),
        body: b"{}".to_vec(),
        expected: None,
        title: "Top-up".to_owned(),
    };
    let entry = now(journal.intend(new)).unwrap();
    let rules = Rules::fair();
    let model = Arc::new(Model::new(1, &rules, VirtualClock::new()));
    let mut ports = Program::new(&model, &rules).hands();
    ports.clock = Arc::new(NoWait);
    (ports, entry)
}

/// Looks the top-up up until a lookup succeeds. Returns the number of attempts, how often each page
/// was requested, and whether the entry was found.
fn look(failures: usize, failure: fn() -> ErrorKind, there: bool) -> (usize, Vec<usize>, bool) {
    let (mut ports, entry) = top_up();
    let bad = Arc::new(FailingHistory {
        asked: Mutex::default(),
        failures,
        failure,
        line: there.then(|| entry.transaction.clone()),
        last: |page| page,
    });
    ports.service = Arc::clone(&bad) as Arc<dyn ServicePort>;
    let mut reading = LookUpProgress::default();
    for tries in 1..=PAGES * 10 {
        if let Ok(found) = now(send::look_up(&ports, &entry, &mut reading)) {
            let asked = bad.asked.lock().unwrap();
            let each = (0..PAGES).map(|page| asked.get(&page).copied().unwrap_or_default());
            return (tries, each.collect(), found.is_some());
        }
    }
    panic!("never read to its end");
}

fn expired() -> ErrorKind {
    ErrorKind::Refused {
        status: 400,
        errors: Box::new([ServiceError {
            code: "ACCOUNT.VALIDATION_FAILED".to_owned(),
            message: "pageToken".to_owned(),
            additional_info: None,
        }]),
        raised_by: None,
    }
}

fn now<T>(promise: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().build();
    runtime.unwrap().block_on(promise)
}

#[test]
fn a_reading_that_broke_off_goes_on_where_it_was() {
    for there in [true, false] {
        let (tries, asked, found) = look(2, || ErrorKind::NoAnswer(Lost::TimeOut), there);
        assert_eq!(found, there);
        assert_eq!(asked, [3; PAGES], "a page that was read is not read again");
        assert_eq!(tries, 2 * PAGES + 1);
    }
}

#[test]
fn a_page_that_is_refused_begins_the_reading_anew() {
    let (tries, asked, found) = look(1, expired, true);
    assert!(found);
    assert_eq!(tries, PAGES + 1);
    assert_eq!(asked[0], PAGES + 1);
}

/// A history that may continue does not prove that the top-up is absent.
#[test]
fn a_history_that_is_not_whole_never_says_that_a_top_up_is_absent() {
    type Last = fn(Page<BalanceEntry>) -> Page<BalanceEntry>;
    let cases: [(&str, Last); 4] = [
        ("more rows are promised", |page| Page { total_results: Some(PAGES as u64 + 5), ..page }),
        ("more pages are promised", |page| Page { total_pages: Some(PAGES as u64 + 1), ..page }),
        ("the next page has a token of another type", |page| Page {
            next_is_unreadable: true,
            ..page
        }),
        ("the last page leads back to the second", |page| Page {
            next_page: Some("1".to_owned()),
            ..page
        }),
    ];
    for (name, last) in cases {
        let (mut ports, entry) = top_up();
        ports.service = Arc::new(FailingHistory {
            asked: Mutex::default(),
            failures: 0,
            failure: expired,
            line: None,
            last,
        });
        let mut reading = LookUpProgress::default();
        for _ in 0..3 {
            let found = now(send::look_up(&ports, &entry, &mut reading));
            assert!(found.is_err(), "{name}: {found:?}");
        }
    }
}
