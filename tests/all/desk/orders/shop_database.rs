//! The shop's own database, against real servers where `POSTROOM_DATABASES` is set (`.ci/run` sets
//! it), and against SQLite files always.

#[cfg(unix)]
mod fetching;
#[cfg(unix)]
mod outages;
#[cfg(unix)]
mod proxy;
mod sqlite;
#[cfg(unix)]
mod types;
#[cfg(unix)]
mod writing;

use jiff::tz::Offset;
use postroom::orders::shop_database::TlsMode;
use postroom::shop_database::error::ShopDatabaseError;
use postroom::shop_database::fetch::{Fetched, fetch};
use postroom::shop_database::write_back::values::WriteBackValues;
use postroom::shop_database::write_back::{Delivery, SETTLING, Shop, deliver_due, enqueue};
use postroom::shop_database::{remove_password, store_password, stored_password};
use postroom::store::outbox::{ShopOutbox, WriteBackEntry};
use postroom::store::secret::vault::{Cost, Vault};
use postroom::tables::mapping::MappedColumn;
use postroom::tables::sheet::Cell;

use crate::prelude::*;

/// A folder for one test, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        let name = format!("postroom-shop-{}", uuid::Uuid::new_v4());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir(&folder).unwrap();
        Self(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// The zone of the computer in these tests, five hours behind.
fn zone() -> TimeZone {
    TimeZone::fixed(Offset::from_seconds(-5 * 3600).unwrap())
}

fn clock() -> Clock {
    Clock::manual("2026-11-23T14:00:00Z".parse().unwrap())
}

fn try_fetch(
    database: &ShopDatabase,
    secret: Option<&Secret>,
    number: &str,
) -> Result<Fetched, ShopDatabaseError> {
    run(fetch(database, secret, number, &zone()))
}

/// The rows without their headings.
fn rows(sheet: &Sheet) -> Vec<Vec<Cell>> {
    sheet.rows[1..].iter().map(|row| row.cells.clone()).collect()
}

fn texts(sheet: &Sheet) -> Vec<Vec<&str>> {
    let rows = sheet.rows[1..].iter();
    rows.map(|row| row.cells.iter().map(Cell::text).collect()).collect()
}

fn mapping(columns: &[(&str, OrderField)]) -> Mapping {
    let columns = columns.iter().map(|(heading, field)| MappedColumn {
        heading: (*heading).to_owned(),
        field: Some(*field),
        ..MappedColumn::default()
    });
    Mapping { columns: columns.collect(), ..Mapping::default() }
}

/// A label of the order with this number.
fn label(number: &str) -> WriteBackValues {
    WriteBackValues {
        number: number.to_owned(),
        tracking_number: format!("9400{number}"),
        carrier: "USPS".to_owned(),
        service: "Ground Advantage".to_owned(),
        cost: Some(Money::new(Amount::from_cents(1240), Currency::USD)),
        time: "2026-11-23T14:05:09Z".parse().unwrap(),
        transaction_id: TransactionId::new(format!("transaction-{number}")),
        order_id: OrderId::new(format!("order-{number}")),
    }
}

/// An outbox on disk with its clock, and what is delivered from it.
struct Desk {
    folder: Folder,
    clock: Clock,
    outbox: Option<ShopOutbox>,
}

impl Desk {
    fn new() -> Self {
        let mut desk = Self { folder: Folder::new(), clock: clock(), outbox: None };
        desk.start();
        desk
    }

    fn start(&mut self) {
        let opened = ShopOutbox::open(&self.folder.0, self.clock.clone(), SETTLING);
        self.outbox = Some(opened.unwrap());
    }

    /// As after the end of the program, however it came.
    fn restart(&mut self) {
        self.outbox = None;
        self.start();
    }

    fn outbox(&self) -> &ShopOutbox {
        self.outbox.as_ref().unwrap()
    }

    fn bought(&self, number: &str) -> i64 {
        run(enqueue(self.outbox(), "shop", &label(number))).unwrap()
    }

    fn deliver(&self, database: &ShopDatabase, secret: Option<Secret>) -> Delivery {
        let shop = Shop { key: "shop".to_owned(), database: Arc::new(database.clone()), secret };
        run(deliver_due(self.outbox(), &[shop], &zone())).unwrap()
    }

    fn entry(&self, row: i64) -> WriteBackEntry {
        let entries = run(self.outbox().newest_entries()).unwrap();
        entries.into_iter().find(|entry| entry.row == row).unwrap()
    }

    fn state(&self, row: i64) -> WriteBackState {
        self.entry(row).state
    }

    /// Everything that waits for its time is due.
    fn wait(&self) {
        self.clock.advance(SignedDuration::from_hours(1));
    }
}

#[test]
fn the_password_rests_where_the_other_secrets_do() {
    let folder = Folder::new();
    let cost = Cost { memory_kib: 64, passes: 1, lanes: 1 };
    let vault = Vault::with_cost(&folder.0, cost);
    vault.unlock(&Secret::new("correct horse battery")).unwrap();
    let database = ShopDatabase { name: "Test shop".to_owned(), ..ShopDatabase::default() };
    let password = Secret::new("canary of the shop");
    let stored = store_password(&vault, "key-1", &database, &password);
    run(stored).unwrap();
    assert_eq!(run(stored_password(&vault, "key-1", &database)).unwrap(), Some(password));
    // Z1: it goes nowhere else, whatever another station writes into the settings.
    let named = |name: &str| name.to_owned();
    for elsewhere in [
        ShopDatabase { host: named("127.0.0.2"), ..database.clone() },
        ShopDatabase { port: 5433, ..database.clone() },
        ShopDatabase { user: named("mallory"), ..database.clone() },
        ShopDatabase { tls: TlsMode::Off, ..database.clone() },
        ShopDatabase { certificate: named("/tmp/ca.pem"), ..database.clone() },
        ShopDatabase { kind: ShopDatabaseKind::MySql, ..database.clone() },
    ] {
        assert_eq!(run(stored_password(&vault, "key-1", &elsewhere)).unwrap(), None);
    }
    let renamed =
        ShopDatabase { name: named("Shop"), query: named("SELECT 1"), ..database.clone() };
    assert!(run(stored_password(&vault, "key-1", &renamed)).unwrap().is_some());
    assert_eq!(run(stored_password(&vault, "key-2", &database)).unwrap(), None);
    let locked = Vault::with_cost(&folder.0, cost);
    assert!(run(stored_password(&locked, "key-1", &database)).is_err());
    run(remove_password(&vault, "key-1", &database)).unwrap();
    assert_eq!(run(stored_password(&vault, "key-1", &database)).unwrap(), None);
}
