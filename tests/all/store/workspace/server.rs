//! The same workspace tests on a real PostgreSQL, and what only a server has.

mod claims_under_strain;
mod counts;
mod given_up;
mod older_tables;

use postroom::base::tls::TlsFault;
use postroom::store::workspace::shared::{
    ServerFault, WorkspaceAddress, WorkspaceFormat, WorkspaceTls,
};
use postroom::store::workspace::{ClaimTimes, SharedWorkspace, Workspace, WorkspaceError};

use super::places::{Place, run};
use super::{all, claims, fields, new, odd_rows};
use crate::database_servers::{PASSWORD, Server};
use crate::prelude::*;

/// So long that none ends by itself, however slow the computer is.
const TIMES: ClaimTimes =
    ClaimTimes { lease: Duration::from_secs(36_000), answer: Duration::from_secs(3_600) };

/// An empty database of a server, with a role that may do only what a station needs.
pub(super) struct Database<'a> {
    server: &'a Server,
    name: String,
}

impl<'a> Database<'a> {
    /// Without tables.
    pub(super) fn bare(server: &'a Server, name: &str) -> Self {
        server.admin(&format!("CREATE DATABASE {name}"));
        let name = name.to_owned();
        Self { server, name }
    }

    pub(super) fn new(server: &'a Server, name: &str) -> Self {
        let database = Self::bare(server, name);
        run(SharedWorkspace::prepare(database.address("owner"), owner())).unwrap();
        run(SharedWorkspace::grant(database.address("owner"), owner(), "shop")).unwrap();
        database
    }

    pub(super) fn address(&self, user: &str) -> WorkspaceAddress {
        WorkspaceAddress {
            host: "127.0.0.1".to_owned(),
            port: self.server.port(),
            database: self.name.clone(),
            user: user.to_owned(),
            tls: WorkspaceTls::Off,
            ..WorkspaceAddress::default()
        }
    }

    pub(super) fn admin(&self, sql: &str) -> String {
        self.server.admin_in(&self.name, sql)
    }

    /// The workspace as this station opens it, with what only a server has.
    pub(super) fn shared(&self, station: &str) -> SharedWorkspace {
        let (address, password) = (self.address("shop"), Some(Secret::new(PASSWORD)));
        run(SharedWorkspace::open(address, password, station.to_owned(), TIMES)).unwrap()
    }

    pub(super) fn try_open(
        &self,
        user: &str,
        password: Secret,
    ) -> Result<SharedWorkspace, ServerFault> {
        let station = "bench 1".to_owned();
        let opened = SharedWorkspace::open(self.address(user), Some(password), station, TIMES);
        run(opened).map_err(fault)
    }
}

pub(super) fn owner() -> Option<Secret> {
    Some(Secret::new("owner-password"))
}

fn fault(error: WorkspaceError) -> ServerFault {
    match error {
        WorkspaceError::Server { fault, .. } => fault,
        other => panic!("{other:?}"),
    }
}

impl Place for Database<'_> {
    fn open_as(&self, station: &str) -> Box<dyn Workspace> {
        Box::new(self.shared(station))
    }

    fn times(&self) -> ClaimTimes {
        TIMES
    }

    /// The clock of the server cannot be moved, so everything becomes older.
    fn pass(&self, time: SignedDuration) {
        let seconds = time.as_secs();
        self.admin(&format!(
            "UPDATE postroom.orders SET changed = changed - interval '{seconds} s';
             UPDATE postroom.stations SET lease_until = lease_until - interval '{seconds} s';
             UPDATE postroom.claims SET wanted_since = wanted_since - interval '{seconds} s';"
        ));
    }

    fn change_rows(&self, statement: &str) {
        let statement = statement
            .replace("{orders}", "postroom.orders")
            .replace("{details}", "postroom.order_details")
            .replace("{long}", "repeat('x', 40000)")
            .replace("{large}", "repeat('x', 5000000)");
        self.admin(&statement);
    }

    fn odd_rows(&self) -> Vec<(&'static str, &'static str, &'static str)> {
        vec![
            (
                "never",
                "UPDATE {orders} SET changed = 'infinity' WHERE number = 'never'",
                "“changed” has",
            ),
            (
                "before",
                "UPDATE {orders} SET changed = '-infinity' WHERE number = 'before'",
                "“changed” has",
            ),
            (
                "early",
                "UPDATE {orders} SET changed = '4713-01-01 BC' WHERE number = 'early'",
                "“changed” has",
            ),
            (
                "far",
                "UPDATE {orders} SET changed = '294276-01-01' WHERE number = 'far'",
                "“changed” has",
            ),
        ]
    }
}

#[test]
fn every_test_of_the_workspace_holds_on_postgresql() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let tests = super::ALL.iter().chain(claims::ALL).chain(odd_rows::ALL);
    for (at, (name, test)) in tests.enumerate() {
        println!("{name}");
        test(&Database::new(&server, &format!("test{at}")));
    }
}

#[test]
fn a_database_is_prepared_once_and_checked_when_it_is_opened() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::bare(&server, "empty");
    let format = || run(SharedWorkspace::format_at(database.address("owner"), owner())).unwrap();
    let password = || Secret::new(PASSWORD);
    assert_eq!(format(), WorkspaceFormat::None);
    assert_eq!(database.try_open("shop", password()).unwrap_err(), ServerFault::NotPrepared);
    for _ in 0..2 {
        run(SharedWorkspace::prepare(database.address("owner"), owner())).unwrap();
        assert_eq!(format(), WorkspaceFormat::Current);
    }
    let refused = database.try_open("shop", password()).unwrap_err();
    assert!(matches!(refused, ServerFault::NotAllowed(_)), "{refused:?}");
    run(SharedWorkspace::grant(database.address("owner"), owner(), "shop")).unwrap();
    let workspace = database.try_open("shop", password()).unwrap();
    let order = new("1001", "Ann Lee", OrderState::Ready);
    run(workspace.write_orders(vec![order])).unwrap();

    assert_eq!(
        database.try_open("shop", Secret::new("wrong")).unwrap_err(),
        ServerFault::WrongPassword
    );
    let mut elsewhere = database.address("shop");
    elsewhere.database = "nowhere".to_owned();
    let opened = run(SharedWorkspace::format_at(elsewhere, Some(password())));
    assert_eq!(fault(opened.unwrap_err()), ServerFault::NoDatabase);
    let mut encrypted = database.address("shop");
    encrypted.tls = WorkspaceTls::Verified;
    let opened = run(SharedWorkspace::format_at(encrypted, Some(password())));
    assert_eq!(fault(opened.unwrap_err()), ServerFault::NotTrusted(TlsFault::NotEncrypted));
}

/// A newer version moves the tables forward while this one is at work.
#[test]
fn tables_of_a_newer_version_are_written_as_long_as_they_allow_it() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "newer");
    let workspace = database.try_open("shop", Secret::new(PASSWORD)).unwrap();
    let write = |number: &str| {
        let order = new(number, "Ann Lee", OrderState::Ready);
        run(workspace.write_orders(vec![order]))
    };
    write("1001").unwrap();
    database.admin("UPDATE postroom.format SET version = 99");
    assert_eq!(write("1002").unwrap(), [WriteOutcome::Written(1)]);
    database.admin("UPDATE postroom.format SET oldest_writer = 98");
    assert_eq!(fault(write("1003").unwrap_err()), ServerFault::Newer { version: 99 });
    assert!(workspace.reads_only());
    assert_eq!(run(workspace.orders(all())).unwrap().matching, 2);
    let reopened = database.try_open("shop", Secret::new(PASSWORD)).unwrap();
    assert!(reopened.reads_only());
}

#[test]
fn a_server_that_is_away_is_named_and_used_again_when_it_is_back() {
    let Some(mut server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let opened = {
        let database = Database::new(&server, "away");
        database.try_open("shop", Secret::new(PASSWORD)).unwrap()
    };
    let write = |number: &str| {
        let order = new(number, "Ann Lee", OrderState::Ready);
        run(opened.write_orders(vec![order]))
    };
    write("1001").unwrap();
    server.kill();
    assert_eq!(fault(write("1002").unwrap_err()), ServerFault::Away);
    server.start_again();
    write("1003").unwrap();
    assert_eq!(run(opened.orders(all())).unwrap().matching, 2);
}

/// What one station writes, another one hears of.
#[test]
fn news_of_another_station_come_in() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "news");
    let workspace = database.try_open("shop", Secret::new(PASSWORD)).unwrap();
    let other = database.open_as("bench 2");
    run(async {
        let mut news = workspace.news();
        let listening = news.changes.wait_for(|change| change.is_listening).await;
        let before = *listening.unwrap();
        let order = new("1001", "Ann Lee", OrderState::Ready);
        workspace.write_orders(vec![order]).await.unwrap();
        let order = new("1002", "Bob", OrderState::Ready);
        other.write_orders(vec![order]).await.unwrap();
        let after = news.changes.wait_for(|change| change.orders > before.orders);
        assert_eq!(after.await.unwrap().orders, before.orders + 1, "its own is no news");
    });
}

/// Two stations add the same orders at the same time, as two watched folders would.
#[test]
fn orders_that_two_stations_add_at_once_exist_once() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "twice");
    let (one, two) = (database.open_as("bench 1"), database.open_as("bench 2"));
    let writes = || (0..300).map(|at| new(&at.to_string(), "Ann Lee", OrderState::Ready));
    let (first, second) = run(async {
        tokio::join!(
            one.write_orders(writes().collect()),
            two.write_orders(writes().rev().collect())
        )
    });
    let written = |outcomes: Vec<WriteOutcome>| {
        let outcomes = outcomes.into_iter();
        outcomes.filter(|it| matches!(it, WriteOutcome::Written(1))).count()
    };
    assert_eq!(written(first.unwrap()) + written(second.unwrap()), 300);
    assert_eq!(run(one.orders(all())).unwrap().matching, 300);
}

/// What another station does when it claims the order, in one transaction that ends as soon as
/// somebody waits for it.
const CLAIM_THAT_IS_WAITED_FOR: &str = "DO $$ BEGIN
    UPDATE postroom.orders SET revision = 2, state = 'buying', changed_by = 'bench 2';
    UPDATE postroom.order_details SET json = '{\"to\":\"Ann Lee\",\"label\":\"t-1\"}';
    INSERT INTO postroom.claims (order_id, transaction_id, station, purchase, body)
      SELECT id, 't-1', 'bench 2', '', '' FROM postroom.orders;
    FOR turn IN 1..1000 LOOP
      EXIT WHEN EXISTS (SELECT FROM pg_locks WHERE NOT granted);
      PERFORM pg_sleep(0.01);
    END LOOP;
  END $$";

/// Regression test: who had waited for another station's claim got the order's new revision with its
/// old text. Written again, that ended the claim, and the order was bought twice.
#[test]
fn an_order_that_was_waited_for_is_seen_as_it_is_then() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "waited");
    let workspace = database.open_as("bench 1");
    let order = new("1001", "Ann Lee", OrderState::Ready);
    run(workspace.write_orders(vec![order.clone()])).unwrap();
    let outcomes = std::thread::scope(|scope| {
        let claim = scope.spawn(|| database.admin(CLAIM_THAT_IS_WAITED_FOR));
        let is_claiming = "SELECT count(*) FROM pg_locks
            WHERE relation = 'postroom.claims'::regclass AND mode = 'RowExclusiveLock'";
        while database.admin(is_claiming).trim() != "1" {
            assert!(!claim.is_finished(), "nobody has waited for it");
        }
        let rated = OrderWrite {
            revision: Some(1),
            fields: fields("1001", "Ann Lee", OrderState::Rated),
            ..order
        };
        run(workspace.write_orders(vec![rated])).unwrap()
    });
    let [WriteOutcome::Conflict(now)] = outcomes.as_slice() else { panic!("{outcomes:?}") };
    assert_eq!((now.revision, now.fields.state), (2, OrderState::Buying));
    assert!(now.fields.json.contains("t-1"), "{}", now.fields.json);
}

/// Z11: what the server refuses of one order kept all others of the call from being written.
#[test]
fn an_order_that_the_server_refuses_is_refused_alone() {
    let Some(server) = Server::start(ShopDatabaseKind::Postgres) else {
        return;
    };
    let database = Database::new(&server, "refused");
    let workspace = database.open_as("bench 1");
    database.admin(
        "ALTER TABLE postroom.orders ADD CHECK (recipient <> 'Mallory');
         CREATE INDEX ON postroom.orders (recipient)",
    );
    let names = ["Ann", "Mallory", "Bob", "Zero\0byte", "Cleo", "Dan", "Eve"];
    let write = |(at, name): (usize, &&str)| new(&at.to_string(), name, OrderState::Ready);
    let writes: Vec<OrderWrite> = names.iter().enumerate().map(write).collect();
    let outcomes = run(workspace.write_orders(writes)).unwrap();
    let said = outcomes.iter().map(|outcome| match outcome {
        WriteOutcome::Written(1) => "",
        WriteOutcome::Refused(why) if why.as_str().contains("check constraint") => "check",
        WriteOutcome::Refused(why) if why.as_str().contains("encoding") => "encoding",
        other => panic!("{other:?}"),
    });
    let wanted = ["", "check", "", "encoding", "", "", ""];
    assert_eq!(said.collect::<Vec<_>>(), wanted);
    assert_eq!(run(workspace.orders(all())).unwrap().matching, 5);
}
