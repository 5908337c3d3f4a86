//! The way back into an SQLite file that can be taken away.

use postroom::desk::order_import::database::DatabaseIntent;
use postroom::desk::order_results::write_back::{WriteBackIntent, needs_person};
use postroom::orders::order_label::WriteBack;
use postroom::store::outbox::WriteBackEntry;

use super::shop::SqliteShop;
use super::{desk_with_shop, is_written, label};
use crate::prelude::*;

fn only_entry(state: &State) -> Option<&WriteBackEntry> {
    state.order_results.write_backs.open.values().next()
}

fn is_waiting(state: &State) -> bool {
    only_entry(state).is_some_and(|entry| !entry.detail.as_str().is_empty())
}

/// A desk that has bought the label of an order whose database is gone by then.
fn buy_without_database(world: &DeskFixture, shop: &SqliteShop) -> TestDesk {
    let mut desk = world.open_connected();
    desk.use_database(&shop.database(), None);
    let _paper = desk.buy_by_scan();
    world.fault("POST /Shipment", "delay_before_commit", 300);
    desk.scan("1001");
    desk.run_until("buying", |state| super::stage(state) == Some(&ScanStage::Buying));
    shop.take_away();
    desk.run_until_bought("1001");
    desk.run_until("in vain", is_waiting);
    desk
}

#[test]
fn a_database_that_is_gone_gets_the_number_when_it_is_back() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = buy_without_database(&world, &shop);
    let entry = only_entry(desk.state()).unwrap();
    assert_eq!(entry.state, WriteBackState::Waiting);
    assert!(entry.retry_at.is_some() && !needs_person(entry));
    assert_eq!(label(desk.state()).unwrap().write_back, WriteBack::Waiting);
    shop.bring_back();
    let row = entry.row;
    desk.apply(OrderResultIntent::WriteBack(WriteBackIntent::TryNow(row)));
    desk.run_until("written", is_written);
    assert_eq!(shop.written().len(), 1);
    assert_eq!(shop.written()[0].2, 1);
    assert!(desk.state().order_results.write_backs.open.is_empty());
}

#[test]
fn a_restart_between_purchase_and_write_back_loses_and_doubles_nothing() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let desk = buy_without_database(&world, &shop);
    let tracking = label(desk.state()).unwrap().tracking_numbers[0].clone();
    drop(desk);
    shop.bring_back();
    let mut desk = world.open_connected();
    desk.fill();
    desk.run_until("written", |_| !shop.written().is_empty());
    desk.scan("1001");
    desk.run_until("noted", is_written);
    drop(desk);
    // What is written stays so in every further run.
    let mut desk = world.open_connected();
    desk.fill();
    desk.run_until("orders", |state| state.orders.total() == 1);
    desk.run_for(Duration::from_millis(300));
    assert_eq!(shop.written(), [("1001".to_owned(), tracking, 1)]);
}

/// The outbox is lost between purchase and write-back; the wish is stored with the order.
#[test]
fn a_lost_outbox_loses_no_number() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    drop(buy_without_database(&world, &shop));
    for file in ["outbox.db", "outbox.db-wal", "outbox.db-shm"] {
        let _ = fs::remove_file(world.folder.join("desk").join(file));
    }
    shop.bring_back();
    let mut desk = world.open_connected();
    desk.fill();
    desk.run_until("written", |_| !shop.written().is_empty());
    assert_eq!(shop.written()[0].2, 1);
}

/// The workspace did not learn that the database has it: the outbox knows, and nothing is sent again.
#[test]
fn what_the_outbox_knows_as_written_is_not_written_again() {
    let (world, shop, mut desk) = desk_with_shop();
    let _paper = desk.buy_by_scan();
    let orders = world.folder.join("desk").join("practice-orders").join("workspace.db");
    let copy = world.folder.join("workspace-before");
    world.fault("POST /Shipment", "delay_before_commit", 300);
    desk.scan("1001");
    desk.run_until("buying", |state| super::stage(state) == Some(&ScanStage::Buying));
    shop.take_away();
    desk.run_until_bought("1001");
    desk.run_until("in vain", is_waiting);
    // A copy of the orders as they are while the label waits.
    rusqlite::Connection::open(&orders)
        .unwrap()
        .execute("VACUUM INTO ?1", [copy.display().to_string()])
        .unwrap();
    shop.bring_back();
    let row = only_entry(desk.state()).unwrap().row;
    desk.apply(OrderResultIntent::WriteBack(WriteBackIntent::TryNow(row)));
    desk.run_until("written", is_written);
    drop(desk);
    for ending in ["-wal", "-shm"] {
        let _ = fs::remove_file(format!("{}{ending}", orders.display()));
    }
    fs::copy(&copy, &orders).unwrap();
    let mut desk = world.open_connected();
    desk.fill();
    desk.run_until("orders", |state| state.orders.total() == 1);
    desk.scan("1001");
    desk.run_until("noted", is_written);
    assert_eq!(shop.written()[0].2, 1, "not twice");
}

fn change_database(desk: &mut TestDesk, change: impl FnOnce(&mut ShopDatabase)) {
    let keyed = desk.state().order_rules.documents.databases[0].clone();
    let mut database = keyed.document;
    change(&mut database);
    desk.apply(OrderImportIntent::Database(DatabaseIntent::Save {
        key: Some(keyed.key),
        database: Box::new(database.clone()),
        password: None,
        is_remembered: false,
    }));
    desk.run_until("changed", |state| {
        state.order_rules.documents.databases[0].document == database
    });
}

#[test]
fn a_refused_statement_waits_for_a_person_and_can_be_corrected_or_given_up() {
    let (world, shop, mut desk) = desk_with_shop();
    change_database(&mut desk, |database| {
        let settings = database.write_back.as_mut().unwrap();
        settings.statement = settings.statement.replace("carrier =", "no_such_column =");
    });
    let _paper = desk.buy_by_scan();
    for number in ["1001", "1002"] {
        desk.scan(number);
        desk.run_until_bought(number);
    }
    desk.run_until("refused", |state| state.order_results.write_backs.undecided().len() == 2);
    let told = |state: &State, number: &str| {
        let notices = state.notices.iter();
        let mut texts = notices.map(|notice| notice.text.to_string());
        texts.any(|text| text.contains(number) && text.contains("no_such_column"))
    };
    assert!(told(desk.state(), "1001"), "{:?}", desk.state().notices);
    let rows: Vec<i64> = {
        let undecided = desk.state().order_results.write_backs.undecided();
        undecided.iter().map(|entry| entry.row).collect()
    };
    // One is given up, the other is sent with the corrected statement.
    desk.apply(OrderResultIntent::WriteBack(WriteBackIntent::GiveUp(rows[1])));
    desk.run_until("given up", |state| {
        label(state).is_some_and(|label| label.write_back == WriteBack::GivenUp)
    });
    assert_eq!(shop.written(), []);
    change_database(&mut desk, |database| {
        let settings = database.write_back.as_mut().unwrap();
        settings.statement = settings.statement.replace("no_such_column =", "carrier =");
    });
    desk.run_until("idle", |state| state.order_results.write_backs.open.len() == 1);
    desk.run_for(Duration::from_millis(200));
    desk.apply(OrderResultIntent::WriteBack(WriteBackIntent::TryNow(rows[0])));
    desk.run_until("written", |_| shop.written().len() == 1);
    assert_eq!(shop.written()[0].0, "1001");
    // What was given up is not taken up again.
    drop(desk);
    let mut desk = world.open_connected();
    desk.fill();
    desk.run_until("orders", |state| state.orders.total() == 2);
    desk.run_for(Duration::from_millis(300));
    assert_eq!(shop.written().len(), 1);
}

/// While a refund is open nothing is written to the shop. If it is declined, the parcel goes with the label.
#[test]
fn a_refund_that_is_declined_restarts_the_write_back() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = buy_without_database(&world, &shop);
    let bought = label(desk.state()).unwrap().clone();
    world.practice("admin", &json!({ "refunds": "Rejected" }));
    desk.apply(Intent::RequestRefunds(vec![bought.shipment.unwrap()]));
    desk.run_until("given up", |state| {
        listed_label(state).is_some_and(|label| label.write_back == WriteBack::GivenUp)
            && state.order_results.write_backs.open.is_empty()
    });
    shop.bring_back();
    desk.apply(PracticeIntent::JumpDays(4));
    desk.run_until("written", |state| {
        listed_label(state).is_some_and(|label| label.write_back == WriteBack::Written)
    });
    let tracking = bought.tracking_numbers[0].clone();
    assert_eq!(shop.written(), [("1001".to_owned(), tracking, 1)]);
    let refund = listed_label(desk.state()).unwrap().refund.as_ref().unwrap();
    assert_eq!((refund.status.as_str(), refund.stopped_write_back), ("Rejected", false));
}

fn listed_label(state: &State) -> Option<&OrderLabel> {
    state.orders.rows.first()?.order.labels.first()
}

/// A decision that is made while a round is at work is carried out after it.
#[test]
fn two_decisions_at_once_are_both_carried_out() {
    let (_world, shop, mut desk) = desk_with_shop();
    change_database(&mut desk, |database| {
        let settings = database.write_back.as_mut().unwrap();
        settings.statement = settings.statement.replace("carrier =", "no_such_column =");
    });
    let _paper = desk.buy_by_scan();
    for number in ["1001", "1002"] {
        desk.scan(number);
        desk.run_until_bought(number);
    }
    desk.run_until("refused", |state| state.order_results.write_backs.undecided().len() == 2);
    change_database(&mut desk, |database| {
        let settings = database.write_back.as_mut().unwrap();
        settings.statement = settings.statement.replace("no_such_column =", "carrier =");
    });
    let rows: Vec<i64> = {
        let undecided = desk.state().order_results.write_backs.undecided();
        undecided.iter().map(|entry| entry.row).collect()
    };
    // The first begins a round; its answer has not come when the second is made.
    for decision in [WriteBackIntent::TryNow(rows[0]), WriteBackIntent::GiveUp(rows[1])] {
        desk.apply(OrderResultIntent::WriteBack(decision));
    }
    desk.run_until("given up", |state| {
        label(state).is_some_and(|label| label.write_back == WriteBack::GivenUp)
    });
    desk.run_until("written", |_| shop.written().len() == 1);
    assert_eq!(shop.written()[0].0, "1001");
    desk.run_until("over", |state| state.order_results.write_backs.open.is_empty());
}

/// Labels of Practice ship nothing: only a test database gets their numbers.
#[test]
fn labels_of_practice_are_not_written_into_the_shops_own_database() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = world.open_connected();
    desk.use_database(&ShopDatabase { is_test: false, ..shop.database() }, None);
    let _paper = desk.buy_by_scan();
    desk.scan("1001");
    desk.run_until_bought("1001");
    assert_eq!(label(desk.state()).unwrap().write_back, WriteBack::NotWanted);
    // It stays so when the database becomes one for tests; the next label is written.
    change_database(&mut desk, |database| database.is_test = true);
    desk.scan("1002");
    desk.run_until_bought("1002");
    desk.run_until("written", is_written);
    desk.run_for(Duration::from_millis(300));
    let written = shop.written();
    assert_eq!(written.len(), 1, "{written:?}");
    assert_eq!(written[0].0, "1002");
}

#[test]
fn deleting_everything_deletes_what_waits() {
    let world = DeskFixture::new();
    let shop = SqliteShop::new();
    let mut desk = buy_without_database(&world, &shop);
    desk.apply(Intent::DeleteData);
    desk.run_until("deleted", |state| {
        state.notices.iter().any(|notice| notice.text.as_str().contains("deleted"))
            || state.orders.total() == 0
    });
    desk.run_until("signed out", |state| {
        matches!(
            state.safekeeping.local_data_task,
            postroom::desk::safekeeping::local_data::LocalDataTask::Nothing
        )
    });
    drop(desk);
    shop.bring_back();
    let left: i64 = rusqlite::Connection::open(world.folder.join("desk").join("outbox.db"))
        .unwrap()
        .query_row("SELECT count(*) FROM write_backs", [], |row| row.get(0))
        .unwrap();
    assert_eq!(left, 0);
    assert_eq!(shop.written(), []);
}
