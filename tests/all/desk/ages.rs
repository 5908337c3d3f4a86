//! The age of what is shown is the time the service reported it, also after a restart without a
//! connection.

use crate::prelude::*;

const HALF_AN_HOUR: SignedDuration = SignedDuration::from_mins(33);

/// A desk that is signed in as to a remote service, with a clock of the test.
fn open(world: &DeskFixture, sign_in: &SignIn, clock: &Clock) -> TestDesk {
    loop {
        let mut setup = world.setup();
        setup.practice = None;
        setup.credentials = Some(sign_in.clone());
        setup.clock = clock.clone();
        match Desk::open_paced(setup, pace()) {
            // The previous desk releases its files a moment later.
            Err(DeskError::InUse) => std::thread::sleep(Duration::from_millis(10)),
            opened => return TestDesk(opened.unwrap()),
        }
    }
}

fn connected(world: &DeskFixture, sign_in: &SignIn, clock: &Clock) -> TestDesk {
    let mut desk = open(world, sign_in, clock);
    desk.run_until("everything read", |state| {
        matches!(state.connection, Connection::Connected(_))
            && state.carriers.catalogs.value().is_some()
            && state.balance.summary.value().is_some()
            && state.shipments.refresh.value().is_some()
            && !state.shipments.refresh.is_loading()
            && !state.shipments.sync.running
            && state.manifests.list.value().is_some()
            && !state.manifests.list.is_loading()
    });
    desk
}

/// W11: the list said “33 min ago” over a label bought a moment ago.
#[test]
fn a_purchase_in_an_old_list_fetches_the_list_again() {
    let world = DeskFixture::new();
    let clock = Clock::manual(Clock::System.now());
    let mut desk = connected(&world, &world.credentials(), &clock);
    clock.advance(HALF_AN_HOUR);
    desk.choose();
    desk.buy_and_wait();
    desk.run_until("a list of now", |state| {
        let list = &state.shipments.refresh;
        state.shipments.total == 1 && list.known().is_some_and(|list| list.at >= clock.now())
    });
}

/// W11: a closing scan and the opening of a shipment made old data look new.
#[test]
fn what_is_done_here_makes_no_saved_list_or_shipment_younger() {
    let world = DeskFixture::new();
    let sign_in = world.credentials();
    let clock = Clock::manual(Clock::System.now());
    let mut desk = connected(&world, &sign_in, &clock);
    desk.choose();
    let id = desk.buy_a_shipment();
    desk.run_until("its row and the new balance", |state| {
        state.shipments.total == 1 && !state.balance.summary.is_loading()
    });
    let received = clock.now();
    clock.advance(HALF_AN_HOUR);
    let number = desk.state().shipments.rows[0].tracking_number.clone();
    desk.apply(ManifestIntent::Scan(number.unwrap().to_string()));
    desk.run_for(Duration::from_millis(300));
    world.runtime.block_on(desk.0.close());
    world.stop_service();

    let mut desk = open(&world, &sign_in, &clock);
    desk.run_until("offline, with the saved rows", |state| {
        matches!(state.connectivity, Connectivity::Offline { .. }) && state.shipments.total == 1
    });
    desk.apply(ShipmentIntent::Select(Some(id)));
    desk.run_until("the saved shipment", |state| state.shipments.detail.known().is_some());
    let state = desk.state();
    let ages = [
        ("manifests", state.manifests.list.known().map(|it| it.at)),
        ("shipments", state.shipments.refresh.known().map(|it| it.at)),
        ("shipment", state.shipments.detail.known().map(|it| it.at)),
        ("balance", state.balance.summary.known().map(|it| it.at)),
    ];
    for (what, at) in ages {
        assert!(at.is_some_and(|at| at <= received), "{what}: {at:?}, {received}");
    }
}
