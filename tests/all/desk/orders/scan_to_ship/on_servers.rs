//! The same way with PostgreSQL and MariaDB, where `POSTROOM_DATABASES` is set.

use postroom::desk::order_import::database::DatabaseIntent;

use super::shop::{TABLES, WRITTEN, set_up};
use super::{is_written, label, stage};
use crate::database_servers::{PASSWORD, Server};
use crate::prelude::*;

fn scan_buy_restart_and_write_once(kind: ShopDatabaseKind) {
    let Some(mut server) = Server::start(kind) else { return };
    server.make(TABLES);
    let (world, mut desk) = connected_desk();
    desk.use_database(&set_up(server.database()), Some(PASSWORD));
    let _paper = desk.buy_by_scan();
    desk.scan("1001");
    desk.run_until_bought("1001");
    desk.run_until("written", is_written);
    let first = label(desk.state()).unwrap().tracking_numbers[0].clone();
    assert_eq!(server.shop(WRITTEN), format!("1001\t{first}\t1"));
    // The server goes down while a label is being bought, and the desk ends after it.
    world.fault("POST /Shipment", "delay_before_commit", 1_000);
    desk.scan("1002");
    desk.run_until("buying", |state| stage(state) == Some(&ScanStage::Buying));
    server.stop();
    desk.run_until_bought("1002");
    desk.run_until("in vain", |state| {
        let mut open = state.order_results.write_backs.open.values();
        open.any(|entry| !entry.detail.as_str().is_empty())
    });
    let second = label(desk.state()).unwrap().tracking_numbers[0].clone();
    drop(desk);
    server.start_again();
    let mut desk = world.open_connected();
    desk.fill();
    // The password was only for the run that ended.
    desk.run_until("databases", |state| !state.order_rules.documents.databases.is_empty());
    let keyed = desk.state().order_rules.documents.databases[0].clone();
    desk.apply(OrderImportIntent::Database(DatabaseIntent::Save {
        key: Some(keyed.key),
        database: Box::new(keyed.document),
        password: Some(Secret::new(PASSWORD)),
        is_remembered: false,
    }));
    desk.run_until("written", |_| {
        server.shop(WRITTEN) == format!("1001\t{first}\t1\n1002\t{second}\t1")
    });
    desk.scan("1002");
    desk.run_until("noted", is_written);
    assert_eq!(world.shipments_at_service(), 2);
    assert_eq!(server.shop(WRITTEN), format!("1001\t{first}\t1\n1002\t{second}\t1"));
}

on_both_servers!(scan_buy_restart_and_write_once);
