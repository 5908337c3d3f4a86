//! A station that buys while a hostile one writes: it rates and buys some orders, asks the shop's database
//! for one, and begins again, until its parent says that it is enough. Then it settles what is open.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use postroom::desk::intent::Intent;
use postroom::desk::order_batches::work::OrderWork;
use postroom::desk::order_import::database::DatabaseIntent;
use postroom::desk::order_import::intent::OrderImportIntent;
use postroom::desk::order_rules::intent::OrderRuleIntent;
use postroom::desk::orders::OrderState;
use postroom::desk::orders::list::OrderFilter;
use postroom::desk::scan_to_ship::ScanIntent;
use postroom::desk::stations::intent::StationsIntent;
use postroom::orders::documents::DocumentEdit;
use postroom::orders::shop_database::{ShopDatabase, ShopDatabaseKind, TlsMode};
use serde_json::Value;

use super::super::kit::Failure;
use super::super::kit::crash::text;
use super::super::kit::shop::is_settled;
use super::super::kit::trade::idle;
use super::database::Database;
use super::station::{Station, end_with_parent};

/// The prices that the station agreed to, a line of order and millionths each.
pub const AGREED: &str = "agreed.txt";
/// Lists that could not be read, a line each.
pub const UNREADABLE: &str = "unreadable.txt";

/// A station that has settled everything for so long is done.
const QUIET: Duration = Duration::from_secs(20);
/// A lease, the questions about it and the look-ups of a purchase take less than this together.
const LONGEST_SETTLING: Duration = Duration::from_secs(240);

/// The child's task.
pub fn work(task: &Value) -> Result<(), Failure> {
    end_with_parent();
    let folder = PathBuf::from(text(task, "folder"));
    let stop = PathBuf::from(text(task, "stop"));
    let number = |name: &str| task.get(name).and_then(Value::as_u64).unwrap_or_default();
    let pause = Duration::from_millis(number("pause"));
    let mut station = Station::open(task)?;
    station.begin_with(number("seed"));
    if number("at") == 0 {
        station.set_up_database(number("database"))?;
    }
    let mut agreed = noted(&folder, AGREED)?;
    let mut unreadable = noted(&folder, UNREADABLE)?;
    while !stop.exists() {
        station.say_yes_to_missing_reports();
        station.show(OrderFilter::default(), 0)?;
        if let Some(trouble) = &station.counter.desk.state().orders.trouble {
            writeln!(unreadable, "{trouble:?}")?;
        }
        station.counter.desk.apply(ScanIntent::Scan("CANARY-1".to_owned()));
        if station.open_orders() > 0 {
            let ids = station.pick(station.open_orders())?;
            station.run(OrderWork::GetRates(ids.clone()))?;
            // A person looks at the prices first.
            idle(&mut station.counter, pause);
            let priced = station.priced(ids);
            for (order, price) in &priced {
                writeln!(agreed, "{order}\t{}", price.amount.micros())?;
            }
            agreed.sync_data()?;
            station.run(OrderWork::Buy(priced))?;
        } else {
            idle(&mut station.counter, pause);
        }
    }
    station.settle()?;
    station.counter.close();
    Ok(())
}

/// A person saves what a hostile station has set up, with a password, and asks for an order there: proves
/// that the traps catch.
pub fn obey(task: &Value) -> Result<(), Failure> {
    end_with_parent();
    let mut station = Station::open(task)?;
    let documents = &station.counter.desk.state().order_rules.documents;
    let mut profile = documents.shop.profile.clone();
    for keyed in documents.databases.clone() {
        profile.keyed_database.clone_from(&keyed.key);
        station.counter.desk.apply(OrderImportIntent::Database(DatabaseIntent::Save {
            key: Some(keyed.key),
            database: Box::new(keyed.document),
            password: Some(Database::password()),
            is_remembered: false,
        }));
        let write = DocumentEdit::WriteShop(Box::new(profile.clone()));
        station.counter.desk.apply(OrderRuleIntent::Document(write));
        idle(&mut station.counter, Duration::from_secs(1));
        station.counter.desk.apply(ScanIntent::Scan("CANARY-1".to_owned()));
        idle(&mut station.counter, Duration::from_secs(3));
    }
    station.counter.close();
    Ok(())
}

fn noted(folder: &Path, name: &str) -> Result<File, Failure> {
    Ok(OpenOptions::new().create(true).append(true).open(folder.join(name))?)
}

impl Station {
    fn open_orders(&self) -> u64 {
        let orders = &self.counter.desk.state().orders;
        orders.in_state(OrderState::Ready) + orders.in_state(OrderState::Rated)
    }

    /// A database of the shop with a password that is worth stealing.
    fn set_up_database(&mut self, port: u64) -> Result<(), Failure> {
        let database = ShopDatabase {
            name: "Orders".to_owned(),
            kind: ShopDatabaseKind::Postgres,
            host: "127.0.0.1".to_owned(),
            port: u16::try_from(port)?,
            database: "stations".to_owned(),
            user: "shop".to_owned(),
            tls: TlsMode::Off,
            query: "SELECT number FROM postroom.orders WHERE number = :number".to_owned(),
            ..ShopDatabase::default()
        };
        self.counter.desk.apply(OrderImportIntent::Database(DatabaseIntent::Save {
            key: Some("orders".to_owned()),
            database: Box::new(database),
            password: Some(Database::password()),
            is_remembered: false,
        }));
        idle(&mut self.counter, Duration::from_secs(1));
        Ok(())
    }

    /// A person looks at the stations that are named, and goes on without them.
    fn say_yes_to_missing_reports(&mut self) {
        let reports = self.counter.desk.state().stations.reports.clone();
        if !reports.missing.is_empty() {
            let yes = StationsIntent::BuyWithoutReports(Box::new(reports));
            self.counter.desk.apply(Intent::Stations(yes));
        }
    }

    /// Goes on until everything that this station has begun has come to its end.
    fn settle(&mut self) -> Result<(), Failure> {
        let (begun, mut quiet) = (Instant::now(), Instant::now());
        while quiet.elapsed() < QUIET && begun.elapsed() < LONGEST_SETTLING {
            self.say_yes_to_missing_reports();
            let unsent = self.own_open_orders()?;
            let mut purchases = self.counter.desk.state().purchases.list.iter();
            if !unsent.is_empty() || purchases.any(|purchase| !is_settled(&purchase.status)) {
                quiet = Instant::now();
            }
            self.run(OrderWork::SendUnsent(unsent))?;
            idle(&mut self.counter, Duration::from_secs(1));
        }
        Ok(())
    }
}
