//! A server that goes away at the worst moment: every label is in the shop exactly once.

use postroom::shop_database::write_back::{SETTLING, Shop, deliver_due};
use postroom::store::outbox::WriteBackEntry;

use super::proxy::{Break, Proxy};
use super::writing::{COUNTING, ORDERS, VERIFY, row, with_settings};
use super::{Desk, run, zone};
use crate::database_servers::{Server, password};
use crate::prelude::*;

/// A server with its orders, the line to it, and a desk with one label that was just bought.
struct Outage {
    server: Arc<Mutex<Server>>,
    proxy: Proxy,
    desk: Desk,
    row: i64,
}

impl Outage {
    fn begin(kind: ShopDatabaseKind) -> Option<Self> {
        let server = Server::start(kind)?;
        server.make(ORDERS);
        let proxy = Proxy::to(server.port());
        let desk = Desk::new();
        let row = desk.bought("1001");
        Some(Self { server: Arc::new(Mutex::new(server)), proxy, desk, row })
    }

    fn database(&self, verify: &str) -> ShopDatabase {
        let server = self.server.lock().unwrap();
        with_settings(server.database_behind(self.proxy.port), COUNTING, verify)
    }

    fn deliver(&self, database: &ShopDatabase) -> WriteBackEntry {
        self.desk.deliver(database, Some(password()));
        self.desk.entry(self.row)
    }

    /// The label is delivered now, and is in the shop once.
    #[track_caller]
    fn is_written_once(&self, database: &ShopDatabase) {
        let entry = self.deliver(database);
        assert_eq!(entry.state, WriteBackState::Written, "{}", entry.detail);
        assert_eq!(self.in_shop(), ONCE);
    }

    /// The tracking number and the number of times it was written.
    fn in_shop(&self) -> String {
        row(&self.server.lock().unwrap(), "1001")
    }

    fn never_written(&self) -> bool {
        self.in_shop().ends_with("\t0") || self.in_shop() == "NULL\t0"
    }
}

const ONCE: &str = "94001001\t1";

fn server_that_is_down(kind: ShopDatabaseKind) {
    let Some(mut outage) = Outage::begin(kind) else { return };
    let database = outage.database(VERIFY);
    outage.server.lock().unwrap().stop();
    for attempt in 1..=3 {
        let entry = outage.deliver(&database);
        assert_eq!(entry.state, WriteBackState::Waiting, "{}", entry.detail);
        assert_eq!(entry.attempts, attempt);
        assert!(!entry.is_in_doubt);
        assert!(entry.detail.contains("127.0.0.1"), "{}", entry.detail);
        assert!(outage.desk.deliver(&database, Some(password())).tried.is_empty());
        outage.desk.wait();
    }
    outage.desk.restart();
    outage.server.lock().unwrap().start_again();
    outage.is_written_once(&database);
}

on_both_servers!(server_that_is_down);

/// The server commits, is killed, and nobody hears of the commit.
fn answer_that_is_lost(kind: ShopDatabaseKind) {
    let Some(mut outage) = Outage::begin(kind) else { return };
    let database = outage.database(VERIFY);
    let server = Arc::clone(&outage.server);
    let kill = Box::new(move || server.lock().unwrap().kill());
    outage.proxy.arm(Break::AfterCommit(kill));
    let entry = outage.deliver(&database);
    assert!(!outage.proxy.is_armed());
    assert_eq!(entry.state, WriteBackState::Unknown, "{}", entry.detail);
    assert!(entry.is_in_doubt);
    let verify_at = outage.desk.outbox().now() + SETTLING;
    assert_eq!(entry.retry_at, Some(verify_at), "the server is left to settle");
    // It is still down when it is verified first.
    outage.desk.clock.advance(SETTLING);
    let entry = outage.deliver(&database);
    assert_eq!(entry.state, WriteBackState::Unknown, "{}", entry.detail);
    outage.desk.restart();
    outage.server.lock().unwrap().start_again();
    assert_eq!(outage.in_shop(), ONCE, "the commit was kept");
    outage.desk.wait();
    outage.is_written_once(&database);
}

on_both_servers!(answer_that_is_lost);

/// The commit itself is lost, so nothing was kept and the label is sent again.
fn commit_that_is_lost(kind: ShopDatabaseKind) {
    let Some(outage) = Outage::begin(kind) else { return };
    let database = outage.database(VERIFY);
    outage.proxy.arm(Break::BeforeCommit);
    let entry = outage.deliver(&database);
    assert_eq!(entry.state, WriteBackState::Unknown, "{}", entry.detail);
    assert!(outage.never_written(), "{}", outage.in_shop());
    outage.desk.wait();
    outage.is_written_once(&database);
}

on_both_servers!(commit_that_is_lost);

/// Without a verify query, only a person or a promise of the statement can go on.
fn nobody_can_verify(kind: ShopDatabaseKind) {
    let Some(outage) = Outage::begin(kind) else { return };
    let mut database = outage.database("");
    outage.proxy.arm(Break::AfterCommit(Box::new(|| {})));
    let entry = outage.deliver(&database);
    assert_eq!((entry.state, entry.retry_at), (WriteBackState::Unknown, None));
    assert!(entry.detail.contains("choose here"), "{}", entry.detail);
    outage.desk.wait();
    assert!(outage.desk.deliver(&database, Some(password())).tried.is_empty());
    // A person who asks for it to be tried again is asked the same.
    assert!(run(outage.desk.outbox().retry(outage.row)).unwrap());
    let entry = outage.deliver(&database);
    assert_eq!((entry.state, entry.retry_at), (WriteBackState::Unknown, None));
    assert_eq!(outage.in_shop(), ONCE);
    // Declared repeatable, it is repeated.
    if let Some(settings) = &mut database.write_back {
        settings.is_repeatable = true;
    }
    assert!(run(outage.desk.outbox().retry(outage.row)).unwrap());
    let entry = outage.deliver(&database);
    assert_eq!(entry.state, WriteBackState::Written);
    assert_eq!(outage.in_shop(), "94001001\t2");
}

on_both_servers!(nobody_can_verify);

/// The program ends while the statement waits for a row that somebody else holds.
fn program_that_ends(kind: ShopDatabaseKind) {
    let Some(mut outage) = Outage::begin(kind) else { return };
    let database = ShopDatabase { statement_seconds: 30, ..outage.database(VERIFY) };
    let holder = Arc::clone(&outage.server);
    let hold = match kind {
        ShopDatabaseKind::Postgres => {
            "BEGIN; UPDATE orders SET carrier = 'x' WHERE number = '1001';
             SELECT pg_sleep(4); COMMIT"
        }
        _ => {
            "USE shop; BEGIN; UPDATE orders SET carrier = 'x' WHERE number = '1001';
             SELECT SLEEP(4); COMMIT"
        }
    };
    let holding = std::thread::spawn(move || holder.lock().unwrap().admin(hold));
    std::thread::sleep(Duration::from_secs(1));
    let shop = Shop {
        key: "shop".to_owned(),
        database: Arc::new(database.clone()),
        secret: Some(password()),
    };
    let outbox = outage.desk.outbox().clone();
    run(async {
        let shops = [shop];
        let zone = zone();
        let round = deliver_due(&outbox, &shops, &zone);
        let round = tokio::time::timeout(Duration::from_secs(1), round).await;
        assert!(round.is_err(), "it waits for the row");
    });
    drop(outbox);
    let entry = outage.desk.entry(outage.row);
    assert_eq!(entry.state, WriteBackState::Unknown, "{}", entry.detail);
    outage.desk.restart();
    holding.join().unwrap();
    // The server may have carried the statement out; it has certainly not committed it.
    let begun = Instant::now();
    while !outage.never_written() || begun.elapsed() < Duration::from_secs(1) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{}", outage.in_shop());
    }
    outage.desk.wait();
    outage.is_written_once(&database);
}

on_both_servers!(program_that_ends);

/// Another program holds the row for longer than the limit.
fn row_that_is_held(kind: ShopDatabaseKind) {
    let Some(outage) = Outage::begin(kind) else { return };
    let database = ShopDatabase { statement_seconds: 1, ..outage.database(VERIFY) };
    let holder = Arc::clone(&outage.server);
    let hold = match kind {
        ShopDatabaseKind::Postgres => {
            "BEGIN; SELECT * FROM orders FOR UPDATE; SELECT pg_sleep(4); COMMIT"
        }
        _ => "USE shop; BEGIN; SELECT * FROM orders FOR UPDATE; SELECT SLEEP(4); COMMIT",
    };
    let holding = std::thread::spawn(move || holder.lock().unwrap().admin(hold));
    std::thread::sleep(Duration::from_secs(1));
    let entry = outage.deliver(&database);
    assert_eq!(entry.state, WriteBackState::Failed, "{}", entry.detail);
    assert!(entry.retry_at.is_some(), "it is tried again");
    assert!(!entry.is_in_doubt, "the server has undone it");
    holding.join().unwrap();
    outage.desk.wait();
    outage.is_written_once(&database);
}

on_both_servers!(row_that_is_held);

/// A wrong password is no reason to lose anything, and nothing is sent with it.
#[test]
fn a_refused_password_waits() {
    let Some(outage) = Outage::begin(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = outage.database(VERIFY);
    let delivery = outage.desk.deliver(&database, None);
    assert!(delivery.tried.is_empty());
    let [(key, reason)] = delivery.unreachable.as_slice() else { panic!("{delivery:?}") };
    assert_eq!(key, "shop");
    assert!(reason.contains("password"), "{reason}");
    outage.desk.wait();
    assert_eq!(outage.deliver(&database).state, WriteBackState::Written);
}

/// The line is dead and neither side knows it: the server still holds the row for a commit that
/// never comes, until its own limit ends that.
fn line_that_is_dead(kind: ShopDatabaseKind) {
    let Some(outage) = Outage::begin(kind) else { return };
    let database = ShopDatabase { statement_seconds: 1, ..outage.database(VERIFY) };
    outage.proxy.arm(Break::Silently);
    let begun = Instant::now();
    let entry = outage.deliver(&database);
    assert_eq!(entry.state, WriteBackState::Unknown, "{}", entry.detail);
    assert!(begun.elapsed() < Duration::from_secs(10), "given up in time");
    // The clock of the desk goes ahead; for the server it is only seconds later.
    outage.desk.wait();
    let entry = outage.deliver(&database);
    assert_eq!(entry.state, WriteBackState::Unknown, "{}", entry.detail);
    assert!(entry.is_in_doubt, "the row is held by what is in doubt");
    assert!(entry.retry_at.is_some());
    let settling = Duration::from_secs(SETTLING.as_secs().unsigned_abs());
    std::thread::sleep(settling.saturating_sub(begun.elapsed()));
    outage.desk.wait();
    outage.is_written_once(&database);
}

on_both_servers!(line_that_is_dead);
