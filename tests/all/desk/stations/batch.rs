//! `postroom batch` on a shared PostgreSQL, as scripts run it.

use super::super::harness::address;
use super::super::orders::batch_command::kit::{Ran, Running, batch_command, sign_in, table, text};
use super::*;
use crate::prelude::*;

const BUY: [&str; 3] = ["--buy", "--out", "labels"];
/// One more than the batch rates and buys at once.
const TWO_PORTIONS: usize = 201;
/// So long that a station whose pauses between two attempts have grown stays away for ten seconds more.
const OUTAGE: Duration = Duration::from_secs(17);

impl Shop {
    /// The sender that every station ships from.
    pub(super) fn set_sender(&self) {
        let mut desk = self.station("office");
        desk.write_document(DocumentEdit::WriteShop(Box::new(ShopProfile {
            sender: address("Test Shop", "233 S Wacker Dr", ("Chicago", "IL", "60606")),
            ..ShopProfile::default()
        })));
        self.world.runtime.block_on(desk.0.close());
    }

    fn write_table(&self, orders: usize) -> PathBuf {
        let file = self.world.folder.join("orders.csv");
        fs::write(&file, table(orders)).unwrap();
        file
    }

    /// The program on the shared workspace, in the data folder of this station.
    fn batch(&self, station: &str, file: &Path, arguments: &[&str]) -> Running {
        self.batch_with(&self.world.credentials(), station, file, arguments)
    }

    /// As [`Self::batch`]; `credentials` are good until the next ones are made.
    fn batch_with(
        &self,
        credentials: &SignIn,
        station: &str,
        file: &Path,
        arguments: &[&str],
    ) -> Running {
        let data = self.world.folder.join(station);
        let mut command = batch_command(&data, file, arguments);
        sign_in(&mut command, credentials);
        let workspace = self.address("shop");
        let workspace = format!(
            "postgres://{}@{}:{}/{}?tls=off",
            workspace.user, workspace.host, workspace.port, workspace.database
        );
        command.args(["--workspace", &workspace]).env("POSTROOM_WORKSPACE_PASSWORD", PASSWORD);
        Running::start(command)
    }

    fn labels_on_disk(&self) -> usize {
        let files = fs::read_dir(self.world.folder.join("labels"));
        files.map_or(0, Iterator::count)
    }

    fn orders_in(&self, state: OrderState) -> i64 {
        let state = state.code();
        self.number(&format!("SELECT count(*) FROM postroom.orders WHERE state = '{state}'"))
    }
}

fn bought(ran: &Ran) -> u64 {
    ran.summary()["bought"].as_u64().unwrap()
}

#[test]
fn a_batch_buys_the_orders_of_the_database_once() {
    let Some(shop) = Shop::prepared() else { return };
    shop.set_sender();
    let file = shop.write_table(3);
    let ran = shop.batch("bench-1", &file, &BUY).wait();
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!((bought(&ran), shop.orders_in(OrderState::Bought)), (3, 3));
    assert_eq!(shop.labels_on_disk(), 3);
    assert_eq!(shop.claims(), 0);
    // A window of another station shows them, and a batch there leaves them alone.
    let mut desk = shop.station("bench-2");
    desk.run_until("the orders", |state| state.orders.in_state(OrderState::Bought) == 3);
    shop.world.runtime.block_on(desk.0.close());
    let again = shop.batch("bench-2", &file, &BUY).wait();
    assert_eq!(again.code, Some(0), "{} {:?}", again.stderr, again.lines);
    assert_eq!(again.summary()["bought_before"], 3);
    assert_eq!(shop.world.shipments_at_service(), 3);
}

/// Z5, Z12: two scripts at two stations get the same file at the same moment. None calls the work of
/// the other an error, and each label is in one of their folders.
#[test]
fn two_batches_of_one_file_share_it() {
    let Some(shop) = Shop::prepared() else { return };
    shop.set_sender();
    let file = shop.write_table(60);
    shop.world.faults("POST /Shipment", "delay_before_commit", 100, 80);
    let stations = ["bench-1", "bench-2"];
    let folders = ["labels-1", "labels-2"];
    let credentials = shop.world.credentials();
    let runs = [0, 1].map(|at| {
        let arguments = ["--buy", "--out", folders[at]];
        shop.batch_with(&credentials, stations[at], &file, &arguments)
    });
    let ran = runs.map(Running::wait);
    let told: Vec<_> = ran.iter().map(|ran| (ran.code, &ran.stderr, ran.summary())).collect();
    assert_eq!(ran.iter().map(bought).sum::<u64>(), 60, "{told:?}");
    assert_eq!(shop.world.shipments_at_service(), 60);
    assert_eq!(shop.orders_in(OrderState::Bought), 60);
    let mut saved = Vec::new();
    for (folder, ran) in folders.into_iter().zip(&ran) {
        assert_eq!(ran.code, Some(0), "{told:?}");
        assert!(bought(ran) > 0, "{told:?}");
        for stage in ["not-rated", "not-bought", "in-doubt", "label-not-saved"] {
            assert_eq!(ran.orders(stage), Vec::<String>::new(), "{stage} {told:?}");
        }
        let files = fs::read_dir(file.with_file_name(folder)).unwrap();
        saved.extend(files.map(|file| file.unwrap().file_name()));
    }
    let is_once = |name| saved.iter().filter(|other| *other == name).count() == 1;
    assert!(saved.len() == 60 && saved.iter().all(is_once), "{saved:?}");
}

/// The database goes away while labels are bought, for longer than a station waits between its first
/// attempts to reach it.
#[test]
fn a_batch_goes_on_when_the_database_is_back() {
    let Some(mut shop) = Shop::prepared() else { return };
    shop.set_sender();
    shop.world.practice("refill", &json!({"amount": 5_000}));
    let file = shop.write_table(TWO_PORTIONS);
    let mut running = shop.batch("bench-1", &file, &BUY);
    running.read_until("bought", 5);
    shop.server.kill();
    std::thread::sleep(OUTAGE);
    shop.server.start_again();
    let ran = running.wait();
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.summary());
    assert_eq!(bought(&ran), TWO_PORTIONS as u64);
    assert_eq!(shop.orders_in(OrderState::Bought), TWO_PORTIONS as i64);
    assert_eq!(shop.world.shipments_at_service(), TWO_PORTIONS as i64);
    assert_eq!(shop.labels_on_disk(), TWO_PORTIONS);
    assert!(ran.stderr.contains("does not answer"), "{}", ran.stderr);
}

/// Z6: the database refuses the run while labels are bought. Those whose orders it cannot write any more
/// were told as rated, so that a script might have bought them again.
#[test]
fn a_run_that_the_database_refuses_tells_of_what_it_sent() {
    let Some(shop) = Shop::prepared() else { return };
    shop.set_sender();
    let file = shop.write_table(60);
    // The first six of those that are sent together are bought at once, the others are on their way then.
    shop.world.faults("POST /Shipment", "delay_before_commit", 0, 6);
    shop.world.faults("POST /Shipment", "delay_before_commit", 3_000, 80);
    let mut running = shop.batch("bench-1", &file, &BUY);
    running.read_until("bought", 5);
    shop.server.admin_in("stations", "ALTER ROLE shop PASSWORD 'another'");
    shop.server.admin_in(
        "stations",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'shop'",
    );
    let ran = running.wait();
    assert_eq!(ran.code, Some(5), "{} {:?}", ran.stderr, ran.lines);
    let stages = ran.stages();
    let last_are = |wanted: &str| {
        let last = stages
            .values()
            .filter_map(|stages| stages.iter().rev().find(|stage| !stage.starts_with("label-")));
        last.filter(|stage| *stage == wanted).count() as i64
    };
    let at_service = shop.world.shipments_at_service();
    assert!(last_are("bought") < at_service, "{:?}", ran.lines);
    assert_eq!(last_are("bought") + last_are("in-doubt"), at_service, "{:?}", ran.lines);
    assert_eq!(ran.summary()["in_doubt"], last_are("in-doubt"));
}

/// A newer version of Postroom has moved the tables forward and forbids this one to write.
#[test]
fn a_batch_that_may_only_read_buys_nothing_and_says_why() {
    let Some(shop) = Shop::prepared() else { return };
    shop.set_sender();
    let file = shop.write_table(2);
    let imported = shop.batch("bench-1", &file, &[]).wait();
    assert_eq!(imported.code, Some(0), "{}", imported.stderr);
    shop.server.admin_in("stations", "UPDATE postroom.format SET version = 99, oldest_writer = 99");
    let ran = shop.batch("bench-1", &file, &BUY).wait();
    assert_eq!(ran.code, Some(7), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.summary()["result"], "data-unavailable");
    let reason = text(ran.summary(), "reason");
    assert!(reason.contains("newer version of Postroom (99)"), "{reason}");
    assert_eq!(shop.world.shipments_at_service(), 0);
}

/// Z10 without a window: a run waits, names the stations and ends; it buys when they have reported, or
/// with the option.
#[test]
fn a_batch_waits_for_reports_after_an_older_copy_was_put_back() {
    let Some(shop) = Shop::prepared() else { return };
    shop.set_sender();
    let file = shop.write_table(3);
    assert_eq!(shop.batch("bench-1", &file, &[]).wait().code, Some(0));
    let before = shop.server.dump("stations");
    assert_eq!(shop.batch("bench-1", &file, &BUY).wait().code, Some(0));
    shop.server.restore("stations", &before);
    let ran = shop.batch("bench-2", &file, &BUY).wait();
    assert_eq!(ran.code, Some(7), "{} {:?}", ran.stderr, ran.lines);
    let name = fs::read_to_string(shop.world.folder.join("bench-1/station.txt")).unwrap();
    let reason = text(ran.summary(), "reason");
    assert!(reason.contains(name.trim()) && reason.contains("older copy"), "{reason}");
    assert_eq!(shop.world.shipments_at_service(), 3);
    // A dry run of the station that bought is enough.
    let ran = shop.batch("bench-1", &file, &["--dry-run"]).wait();
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    // A window that nobody opens any more has to report too.
    let office = fs::read_to_string(shop.world.folder.join("office/station.txt")).unwrap();
    let owing = "SELECT string_agg(name, ',') FROM postroom.stations
        WHERE tables <> 'postroom.claims'::regclass";
    let owing = shop.server.admin_in("stations", owing);
    assert_eq!(shop.orders_in(OrderState::Bought), 3);
    if !owing.trim().is_empty() {
        assert_eq!(owing.trim(), office.trim());
    }
    let arguments = [&BUY[..], &["--without-reports"]].concat();
    let ran = shop.batch("bench-2", &file, &arguments).wait();
    assert_eq!(ran.code, Some(0), "{} {:?}", ran.stderr, ran.lines);
    assert_eq!(ran.summary()["bought_before"], 3);
    assert_eq!(shop.world.shipments_at_service(), 3);
}
