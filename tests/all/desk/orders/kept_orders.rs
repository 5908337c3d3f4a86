//! Backups of the orders: the daily one, the one into a folder, and what happens when it is put back.

use postroom::desk::safekeeping::local_data::LocalDataTask;
use postroom::desk::safekeeping::put_backup_in_place;
use postroom::store::outbox::{NewWriteBack, SETTLING, ShopOutbox};
use postroom::store::workspace::{LocalWorkspace, OrderQuery, Workspace};

use super::batches::table;
use crate::prelude::*;

/// A desk of an account whose orders are no practice orders.
fn signed_in(world: &DeskFixture) -> TestDesk {
    let mut desk = world.open();
    desk.apply(SignInIntent::SignIn(world.credentials()));
    desk.run_until("signed in", is_connected);
    desk
}

fn back_up(world: &DeskFixture, desk: &mut TestDesk) -> PathBuf {
    let folder = world.folder.join("copies");
    desk.apply(SafekeepingIntent::BackUp { folder: folder.clone() });
    desk.run_until("the backup", |state| {
        state.safekeeping.local_data_task == LocalDataTask::Nothing
    });
    let inside = fs::read_dir(&folder).unwrap();
    let inside: Vec<PathBuf> = inside.map(|entry| entry.unwrap().path()).collect();
    let [copy] = inside.as_slice() else { panic!("{inside:?}") };
    copy.clone()
}

fn numbers(world: &DeskFixture, folder: &Path) -> Vec<String> {
    let workspace = LocalWorkspace::open(folder, Clock::System, "another".to_owned()).unwrap();
    let query = OrderQuery { limit: u32::MAX, ..OrderQuery::default() };
    let page = world.runtime.block_on(workspace.orders(query)).unwrap();
    let rows = page.rows.into_iter();
    rows.map(|row| row.fields.number).collect()
}

#[test]
fn a_backup_holds_the_orders_and_what_waits_for_the_shop() {
    let world = DeskFixture::new();
    let data = world.folder.join("desk");
    // A label that an earlier run could not write back.
    let outbox = ShopOutbox::open(&data, Clock::System, SETTLING).unwrap();
    let entry = NewWriteBack {
        shop: "shop".to_owned(),
        order: OrderId::new("o"),
        number: "1042".to_owned(),
        transaction: TransactionId::new("t"),
        values: "{}".to_owned(),
    };
    world.runtime.block_on(outbox.add(entry)).unwrap();
    drop(outbox);
    let mut desk = signed_in(&world);
    desk.import_orders(&table(5));
    let copy = back_up(&world, &mut desk);
    let said = desk.state().notices.last().unwrap().text.to_string();
    assert!(said.contains("orders, presets and rules"), "{said}");
    assert_eq!(numbers(&world, &copy).len(), 5);
    let kept = ShopOutbox::open(&copy, Clock::System, SETTLING).unwrap();
    let entries = world.runtime.block_on(kept.open_entries()).unwrap();
    assert_eq!(entries.len(), 1);
}

#[test]
fn the_daily_backup_holds_the_orders() {
    let world = DeskFixture::new();
    let mut desk = signed_in(&world);
    desk.import_orders(&table(3));
    let last = |desk: &TestDesk| desk.state().safekeeping.backup.clone();
    desk.run_until("a backup", |state| {
        state.safekeeping.backup.last.is_some() && !state.safekeeping.backup.running
    });
    assert_eq!(last(&desk).trouble, None);
    world.runtime.block_on(desk.0.close());
    // The first backup of the day may have been made before the orders came.
    let folder = world.folder.join("desk").join("backups");
    fs::remove_dir_all(&folder).unwrap();
    let mut desk = signed_in(&world);
    desk.run_until("a backup", |state| {
        state.safekeeping.backup.last.is_some() && !state.safekeeping.backup.running
    });
    assert_eq!(last(&desk).trouble, None);
    let copies = fs::read_dir(&folder).unwrap();
    let mut copies = copies.map(|entry| entry.unwrap().path());
    let copy = copies.find(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("workspace-") && name.ends_with(".db")
    });
    let opened = world.folder.join("opened");
    fs::create_dir_all(&opened).unwrap();
    fs::copy(copy.unwrap(), opened.join("workspace.db")).unwrap();
    assert_eq!(numbers(&world, &opened).len(), 3);
}

/// The backup is older than the purchases: the journal knows them, and no label is bought twice.
#[test]
fn a_backup_that_is_put_back_buys_no_label_again() {
    let world = DeskFixture::new();
    let mut desk = signed_in(&world);
    desk.import_orders(&table(4));
    desk.rate_all();
    desk.run_until("rated", |state| state.orders.in_state(OrderState::Rated) == 4);
    let copy = back_up(&world, &mut desk).join("workspace.db");
    desk.buy_all();
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 4);
    let before = world.shipments_at_service();
    let data = world.folder.join("desk");
    let refused = put_backup_in_place(&data, &copy, true).unwrap_err();
    assert!(refused.contains("another Postroom window"), "{refused}");
    world.runtime.block_on(desk.0.close());

    let noise = world.folder.join("noise.db");
    fs::write(&noise, "no database").unwrap();
    assert!(put_backup_in_place(&data, &noise, true).is_err());
    let told = put_backup_in_place(&data, &copy, true).unwrap();
    assert!(told.starts_with("restored"), "{told}");
    let aside = fs::read_dir(&data).unwrap().find_map(|entry| {
        let name = entry.unwrap().file_name().into_string().unwrap();
        name.starts_with("workspace-replaced-").then_some(name)
    });
    assert_eq!(numbers(&world, &data.join(aside.unwrap())).len(), 4);

    let mut desk = signed_in(&world);
    desk.run_until("as it was", |state| state.orders.in_state(OrderState::Rated) == 4);
    desk.buy_all();
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.run_until("known from the journal", |state| {
        state.orders.in_state(OrderState::Bought) == 4
    });
    assert_eq!(world.shipments_at_service(), before);
}

/// The backup is older than the orders, too: they come from the same file once more.
#[test]
fn orders_that_are_imported_again_after_a_backup_was_put_back_are_not_bought_again() {
    let world = DeskFixture::new();
    let mut desk = signed_in(&world);
    desk.import_orders(&table(1));
    let copy = back_up(&world, &mut desk).join("workspace.db");
    desk.import_orders(&table(4));
    desk.rate_all();
    desk.buy_all();
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.run_until("bought", |state| state.orders.in_state(OrderState::Bought) == 4);
    let before = world.shipments_at_service();
    world.runtime.block_on(desk.0.close());
    put_backup_in_place(&world.folder.join("desk"), &copy, true).unwrap();
    let mut desk = signed_in(&world);
    desk.run_until("as it was", |state| state.orders.total() == 1);
    desk.import_orders(&table(4));
    desk.rate_all();
    desk.buy_all();
    desk.apply(OrderBatchIntent::Work(BatchIntent::Close));
    desk.run_until("known from the journal", |state| {
        state.orders.in_state(OrderState::Bought) == 4
    });
    assert_eq!(world.shipments_at_service(), before);
}
