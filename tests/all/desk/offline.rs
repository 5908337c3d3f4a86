//! No server, wrong server, wrong credentials: nothing typed is lost.

use postroom::desk::balance::history::Range;
use postroom::desk::carriers::CarrierIntent;
use postroom::desk::practice::Fault;

use super::harness::is_bought;
use crate::prelude::*;
use crate::reserved_ports::reserve_port;

#[test]
fn an_unreachable_server_shows_offline_and_loses_nothing() {
    let world = DeskFixture::new();
    let mut setup = world.setup();
    setup.credentials = Some(sign_in(&closed_port()));
    let mut desk = TestDesk(Desk::open_paced(setup, pace()).unwrap());
    desk.fill();
    desk.run_until("offline", |state| {
        matches!(state.connectivity, Connectivity::Offline { .. })
            && matches!(state.connection, Connection::Connected(_))
    });
    let Connectivity::Offline { trouble, .. } = &desk.state().connectivity else { unreachable!() };
    assert!(trouble.offline && !trouble.cause.is_empty() && !trouble.advice.is_empty());
    assert_eq!(desk.state().ship.draft.to.name, "Jane Sample");
    desk.run_until("saved", |state| state.ship.draft_saved);
    drop(desk);

    let desk = world.open();
    assert_eq!(desk.state().ship.draft.to.name, "Jane Sample", "saved by itself");
}

#[test]
fn a_first_sign_in_that_reaches_nobody_stays_at_the_door() {
    let world = DeskFixture::new();
    let mut desk = world.open();
    desk.apply(SignInIntent::SignIn(sign_in(&closed_port())));
    desk.run_until("told", |state| {
        matches!(&state.connection, Connection::SignInNeeded { trouble: Some(trouble), .. }
            if trouble.offline)
    });
    desk.apply(SignInIntent::SignIn(sign_in("ftp://example.com")));
    desk.run_until("told what is wrong", |state| {
        matches!(&state.connection, Connection::SignInNeeded { trouble: Some(trouble), .. }
            if trouble.cause.contains("https"))
    });
}

#[test]
fn the_server_going_away_and_coming_back() {
    let (world, mut desk) = connected_desk();
    desk.fill();
    let Connection::Connected(gone) = desk.state().connection.clone() else { unreachable!() };
    world.stop_service();
    desk.apply(ShipIntent::GetRates);
    desk.run_until("offline", |state| {
        matches!(state.connectivity, Connectivity::Offline { .. }) && !state.ship.quote.is_loading()
    });
    assert!(desk.state().ship.quote.trouble().unwrap().offline);
    assert!(desk.state().balance.summary.value().is_some(), "old values stay");
    // The desk reconnects automatically; the launcher restarts the service on another port.
    desk.run_until("back", |state| {
        matches!(&state.connection, Connection::Connected(now) if now.base_url != gone.base_url)
            && matches!(state.connectivity, Connectivity::Online { .. })
    });
    desk.quote();
}

fn is_offline(state: &State) -> bool {
    matches!(state.connectivity, Connectivity::Offline { .. })
}

/// A desk that learns of the connection state only through the requests of a test.
fn quiet(world: &DeskFixture) -> TestDesk {
    let pace = Timing {
        reconnect: Duration::from_secs(3600),
        tracking_in_practice: Duration::from_secs(3600),
        ..pace()
    };
    let mut desk = TestDesk(Desk::open_paced(world.setup(), pace).unwrap());
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("connected", |state| {
        matches!(state.connection, Connection::Connected(_))
            && state.carriers.catalogs.value().is_some()
            && !state.shipments.refresh.is_loading()
            && !state.manifests.list.is_loading()
            && !state.balance.history.entries.is_loading()
    });
    desk
}

#[test]
fn nothing_that_buys_begins_while_the_line_is_down_and_all_of_it_once_it_is_back() {
    let world = DeskFixture::new();
    let mut desk = quiet(&world);
    desk.change_settings(|settings| {
        settings.express = true;
        settings.express_limit = Amount::from_cents(100_000);
    });
    desk.choose();
    let draft = desk.state().ship.draft.clone();
    for begin in
        [Intent::Buy, Intent::BuyExpress, Intent::TopUp { amount: Amount::from_cents(500) }]
    {
        world.faults("*", "cut_before_commit", 0, 1000);
        desk.apply(BalanceIntent::Refresh);
        desk.run_until("offline", |state| is_offline(state) && !state.balance.summary.is_loading());
        world.forget_faults();
        desk.apply(begin.clone());
        let said = desk.state().notices.last().unwrap().text.clone();
        let why = ["You can’t buy until you’re back online", "You’re offline"];
        assert!(why.iter().any(|why| said.starts_with(why)), "{said}");
        // An attempt to buy makes the desk reconnect at once.
        desk.run_until("back", |state| !is_offline(state));
        assert!(desk.state().purchases.list.is_empty(), "{begin:?}");
    }
    assert_eq!(desk.state().ship.draft, draft);
    assert_eq!(world.shipments_at_service(), 0);
    desk.buy_and_wait();
    assert_eq!(world.shipments_at_service(), 1);
}

#[test]
fn a_purchase_held_back_is_not_sent_into_a_line_that_went_down() {
    let world = DeskFixture::new();
    let mut desk = quiet(&world);
    let mut settings = desk.state().settings.clone();
    // Long enough for the connection to fail meanwhile, even on a busy machine.
    settings.regret_secs = 5;
    desk.apply(Intent::ChangeSettings(Box::new(settings)));
    desk.choose();
    desk.apply(Intent::Buy);
    desk.run_until("held", |state| {
        let first = state.purchases.list.first();
        first.is_some_and(|it| matches!(it.status, PurchaseStatus::Held { .. }))
    });
    // Only the balance request is cut: a purchase would arrive.
    world.faults("GET /Account/Postage/Balance", "cut_before_commit", 0, 1000);
    desk.apply(BalanceIntent::Refresh);
    desk.run_until("not sent", |state| {
        let first = state.purchases.list.first();
        first.is_some_and(|it| matches!(it.status, PurchaseStatus::NotSent { .. }))
    });
    assert_eq!(world.shipments_at_service(), 0);
    world.forget_faults();
    let transaction = desk.state().purchases.list[0].transaction.clone();
    desk.apply(PurchaseIntent::SendNow(transaction.clone()));
    desk.run_until("back", |state| !is_offline(state));
    desk.apply(PurchaseIntent::SendNow(transaction));
    desk.run_until("bought", |state| is_bought(&state.purchases.list[0]));
    assert_eq!(world.shipments_at_service(), 1);
}

#[test]
fn what_was_asked_in_vain_is_asked_again_once_the_line_is_back() {
    let world = DeskFixture::new();
    let mut desk = quiet(&world);
    desk.fill();
    world.faults("*", "cut_before_commit", 0, 1000);
    for ask in [
        Intent::Ship(ShipIntent::GetRates),
        Intent::Shipments(ShipmentIntent::Refresh),
        Intent::Carriers(CarrierIntent::Refresh),
        Intent::Manifests(ManifestIntent::Refresh),
    ] {
        desk.apply(ask);
    }
    let lost = |state: &State| {
        [
            state.ship.quote.trouble(),
            state.shipments.refresh.trouble(),
            state.carriers.list.trouble(),
            state.manifests.list.trouble(),
        ]
        .iter()
        .filter(|trouble| trouble.is_some_and(|trouble| trouble.offline))
        .count()
    };
    desk.run_until("all lost", |state| lost(state) == 4);
    let last = desk.state().shipments.refresh.known().unwrap().at;
    world.forget_faults();
    // One successful response to any request is enough.
    desk.apply(BalanceIntent::LoadHistory(Range::Days(7)));
    desk.run_until("all there", |state| {
        lost(state) == 0
            && state.ship.quote.value().is_some()
            && !state.carriers.list.is_loading()
            && !state.manifests.list.is_loading()
            && state.shipments.refresh.known().is_some_and(|known| known.at > last)
    });
}

#[test]
fn the_end_of_a_drill_brings_the_line_back_at_once() {
    let world = DeskFixture::new();
    let mut desk = quiet(&world);
    let cut = Fault { call: "*".to_owned(), kind: FaultKind::CutBefore, millis: 0, count: 1000 };
    desk.apply(PracticeIntent::AddFault(cut));
    desk.run_until("the drill", |state| !state.practice.faults.is_empty());
    desk.apply(BalanceIntent::Refresh);
    desk.run_until("offline", |state| is_offline(state) && !state.balance.summary.is_loading());
    desk.apply(PracticeIntent::ClearFaults);
    desk.run_until("back", |state| !is_offline(state) && state.balance.summary.trouble().is_none());
}

#[test]
fn wrong_credentials_say_so() {
    let world = DeskFixture::new();
    let desk = world.open_connected();
    let Connection::Connected(session) = desk.state().connection.clone() else { unreachable!() };
    let mut desk = desk;
    desk.apply(SignInIntent::SignIn(SignIn { base_url: session.base_url, ..sign_in("") }));
    desk.run_until("refused", |state| {
        matches!(&state.connection, Connection::SignInNeeded { trouble: Some(trouble), .. }
            if trouble.codes == ["ACCOUNT.APP.AUTHENTICATION_FAILED"])
    });
}

#[test]
fn a_second_window_is_refused() {
    let world = DeskFixture::new();
    let _first = world.open();
    assert!(matches!(Desk::open(world.setup()), Err(DeskError::InUse)));
}

#[test]
fn rows_of_one_world_never_show_in_another() {
    let (_world, mut desk) = desk_ready_to_buy();
    desk.buy_and_wait();
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    let Connection::Connected(session) = desk.state().connection.clone() else { unreachable!() };
    // The same service with another account, signed up in this test.
    desk.apply(SignInIntent::SignUp {
        base_url: session.base_url,
        form: Box::new(postroom::api::user::SignUp {
            email: "second@example.com".into(),
            password: Secret::new("Correct-Horse-9-Battery"),
            company_name: "Second Shop".into(),
            first_name: "Sam".into(),
            last_name: "Sample".into(),
            signup_key: None,
        }),
    });
    desk.run_until("terms", |state| matches!(state.connection, Connection::TermsPending { .. }));
    let Connection::TermsPending { account, .. } = desk.state().connection.clone() else {
        unreachable!()
    };
    desk.apply(SignInIntent::ApproveTerms { account, place: None });
    desk.run_until("the second account", |state| {
        matches!(&state.connection, Connection::Connected(session)
            if session.environment == Environment::Test)
            // Not for a single frame.
            && {
                assert!(state.shipments.rows.is_empty() && state.tracking.list.is_empty());
                !state.shipments.refresh.is_loading()
            }
    });
    desk.run_for(Duration::from_millis(300));
    let state = desk.state();
    assert!(state.shipments.rows.is_empty() && state.tracking.list.is_empty());
    assert!(state.labels.views.is_empty() && state.ship.just_bought.is_none());
}

fn sign_in(base_url: &str) -> SignIn {
    SignIn {
        environment: Environment::Test,
        base_url: base_url.to_owned(),
        api_key: "key".into(),
        api_secret: Secret::new("secret"),
        user_name: "nobody".into(),
        password: Secret::new("password"),
    }
}

/// A base URL on which nothing listens.
fn closed_port() -> String {
    format!("http://127.0.0.1:{}/v3.1", reserve_port())
}
