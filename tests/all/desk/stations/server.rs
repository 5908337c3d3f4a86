//! Setting the server up, losing it, and what it refuses.

use postroom::desk::stations::{
    PrepareQuestion, ServerFault, SharedStatus, WorkspaceAddress, WorkspaceFormat,
};

use super::{Shop, TestDesk, import, is_lost, is_open, note, order};
use crate::database_servers::PASSWORD;
use crate::prelude::*;

fn use_address(desk: &mut TestDesk, address: WorkspaceAddress, password: &str) {
    desk.apply(StationsIntent::Use {
        address: Box::new(address),
        password: Some(Secret::new(password)),
        is_remembered: true,
    });
}

fn fault(desk: &TestDesk) -> ServerFault {
    match &desk.state().stations.status {
        SharedStatus::Lost { fault, .. } => fault.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_empty_database_is_prepared_after_a_question_and_left_again() {
    let Some(shop) = Shop::empty() else { return };
    let mut desk = shop.alone("one");
    import(&mut desk, &["L1"]);
    desk.apply(StationsIntent::Test {
        address: Box::new(shop.address("owner")),
        password: Some(Secret::new("owner-password")),
    });
    desk.run_until("the test", |state| state.stations.test.value().is_some());
    let found = desk.state().stations.test.value().unwrap().clone();
    assert_eq!(found.format, WorkspaceFormat::None);
    assert!(found.hears && found.may_prepare, "{found:?}");

    use_address(&mut desk, shop.address("owner"), "owner-password");
    desk.run_until("a question", |state| {
        state.stations.status.question() == Some(PrepareQuestion::Make)
    });
    let tables = "SELECT count(*) FROM pg_namespace WHERE nspname = 'postroom'";
    assert_eq!(shop.server.admin_in("stations", tables).trim(), "0");
    assert!(order(desk.state(), "L1").is_none(), "of the other workspace");
    desk.apply(StationsIntent::Prepare);
    desk.run_until("prepared", is_open);
    import(&mut desk, &["S1"]);

    // The password is in no file of the station.
    desk.apply(StationsIntent::Leave);
    desk.run_until("its own orders", |state| {
        state.stations.status == SharedStatus::Local && order(state, "L1").is_some()
    });
    assert!(order(desk.state(), "S1").is_none());
}

#[test]
fn the_station_comes_back_to_the_shared_orders_and_keeps_no_password_in_a_file() {
    let Some(shop) = Shop::prepared() else { return };
    let mut desk = shop.alone("one");
    use_address(&mut desk, shop.address("shop"), PASSWORD);
    desk.run_until("open", is_open);
    import(&mut desk, &["S1"]);
    shop.world.runtime.block_on(desk.0.close());
    let folder = shop.world.folder.join("one");
    for entry in fs::read_dir(&folder).unwrap() {
        let file = entry.unwrap().path();
        let Ok(content) = fs::read(&file) else {
            continue;
        };
        let found = content.windows(PASSWORD.len()).any(|part| part == PASSWORD.as_bytes());
        assert!(!found, "{}", file.display());
    }
    // Without a keyring the password is gone, and the server says so. The address stays.
    let mut desk = super::connected_to_nothing(shop.setup("one"));
    desk.run_until("refused", is_lost);
    assert_eq!(fault(&desk), ServerFault::WrongPassword);
    use_address(&mut desk, shop.address("shop"), PASSWORD);
    desk.run_until("its orders", |state| is_open(state) && order(state, "S1").is_some());
}

#[test]
fn what_the_server_refuses_is_said_and_the_own_orders_stay() {
    let Some(shop) = Shop::prepared() else { return };
    let mut desk = shop.alone("one");
    import(&mut desk, &["L1"]);
    let nowhere = WorkspaceAddress { database: "nowhere".to_owned(), ..shop.address("shop") };
    let closed = WorkspaceAddress { port: 1, ..shop.address("shop") };
    for (address, password, wanted) in [
        (shop.address("shop"), "wrong", ServerFault::WrongPassword),
        (nowhere, PASSWORD, ServerFault::NoDatabase),
        (closed, PASSWORD, ServerFault::Away),
    ] {
        use_address(&mut desk, address, password);
        desk.run_until("refused", is_lost);
        assert_eq!(fault(&desk), wanted);
        assert!(desk.state().order_batches.known.buying_stopped.is_some());
        desk.apply(StationsIntent::Leave);
        desk.run_until("its own orders", |state| order(state, "L1").is_some());
        assert_eq!(desk.state().order_batches.known.buying_stopped, None);
    }
}

#[test]
fn orders_stay_on_screen_while_the_server_is_away_and_it_is_used_again_by_itself() {
    let Some(mut shop) = Shop::prepared() else { return };
    let mut desk = shop.station("one");
    import(&mut desk, &["1001"]);
    shop.server.kill();
    desk.run_until("lost", is_lost);
    assert!(order(desk.state(), "1001").is_some());
    let stopped = desk.state().order_batches.known.buying_stopped.clone();
    assert!(stopped.is_some());
    shop.server.start_again();
    desk.run_until("back", is_open);
    assert_eq!(desk.state().order_batches.known.buying_stopped, None);
    note(&mut desk, "1001", "After the break");
    desk.run_until("written", |state| {
        order(state, "1001").is_some_and(|row| row.order.note == "After the break")
    });
}

/// What accepts connections and says nothing, as a firewall or a hung server does.
#[test]
fn a_server_that_says_nothing_is_away_and_blocks_nothing() {
    let world = DeskFixture::new();
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mut desk = world.open();
    let address = WorkspaceAddress {
        host: "127.0.0.1".to_owned(),
        port: silent.local_addr().unwrap().port(),
        user: "shop".to_owned(),
        ..WorkspaceAddress::default()
    };
    use_address(&mut desk, address, PASSWORD);
    desk.run_until("lost", is_lost);
    assert_eq!(fault(&desk), ServerFault::Away);
    desk.apply(StationsIntent::Leave);
    desk.run_until("its own orders", |state| state.stations.status == SharedStatus::Local);
}

#[test]
fn leaving_at_once_is_not_undone_by_the_wish_before_it() {
    let world = DeskFixture::new();
    let mut desk = world.open();
    let address = WorkspaceAddress {
        host: "127.0.0.1".to_owned(),
        port: 1,
        user: "shop".to_owned(),
        ..WorkspaceAddress::default()
    };
    use_address(&mut desk, address.clone(), PASSWORD);
    desk.apply(StationsIntent::Leave);
    desk.run_for(Duration::from_millis(500));
    assert_eq!(desk.state().stations.status, SharedStatus::Local);
    assert_eq!(desk.state().stations.settings.workspace, None);
    // And the other way round.
    desk.apply(StationsIntent::Leave);
    use_address(&mut desk, address.clone(), PASSWORD);
    desk.run_until("lost", is_lost);
    assert_eq!(desk.state().stations.settings.workspace, Some(address));
}
