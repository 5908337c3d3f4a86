//! Switching between two accounts: no row and no purchase of one ever appears in the other.

use super::harness::{is_bought, is_checking, journal_of};
use super::saved_accounts::{close, id_of, is_in, open_with, switch, two_accounts};
use crate::prelude::*;

#[test]
fn a_switch_rebuilds_every_view_and_keeps_each_draft() {
    let world = DeskFixture::new();
    let mut desk = open_with(&world, None);
    let (_, production) = two_accounts(&mut desk);
    desk.edit(|draft| draft.to.name = "Test Person".into());
    let test_order = desk.state().ship.draft.order.clone();
    desk.apply(SignInIntent::SignIn(production));
    desk.run_until("production", is_in(Environment::Production));
    assert_eq!(desk.state().ship.draft.to.name, "", "a draft went along");
    desk.edit(|draft| draft.to.name = "Paying Person".into());

    switch(&mut desk, Environment::Test);
    assert_eq!(desk.state().ship.draft.to.name, "Test Person");
    assert_eq!(desk.state().ship.draft.order, test_order);
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("practice", is_in(Environment::Practice));
    assert_ne!(desk.state().ship.draft.to.name, "Test Person");
    desk.run_until("sample addresses", |state| state.ship.book.count > 0);
    desk.choose();
    desk.buy_and_wait();
    desk.run_until("in the list", |state| state.shipments.total == 1);

    // Nothing of the practice account stays, not for a single frame.
    let id = id_of(&desk, Environment::Production);
    desk.apply(SignInIntent::SwitchTo(id));
    desk.run_until("production", |state| {
        assert!(state.shipments.rows.is_empty() && state.tracking.list.is_empty());
        assert!(state.ship.just_bought.is_none() && state.labels.views.is_empty());
        assert!(state.purchases.list.is_empty(), "{:?}", state.purchases.list);
        assert_ne!(state.accounts.saved.current_scope.as_ref().unwrap().environment, "PRACTICE");
        is_in(Environment::Production)(state)
    });
    assert_eq!(desk.state().ship.draft.to.name, "Paying Person");
    close(&world, desk);

    // Each draft is still there after a restart.
    let mut desk = open_with(&world, None);
    assert_eq!(desk.state().ship.draft.to.name, "Paying Person");
    let id = id_of(&desk, Environment::Test);
    desk.apply(SignInIntent::SwitchTo(id));
    desk.run_until("its draft", |state| state.ship.draft.to.name == "Test Person");
    assert!(matches!(desk.state().connection, Connection::SignInNeeded { .. }));
}

#[test]
fn a_purchase_held_back_is_never_sent_in_anothers_name() {
    let world = DeskFixture::new();
    let mut desk = open_with(&world, None);
    two_accounts(&mut desk);
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("practice", |state| {
        is_in(Environment::Practice)(state) && state.carriers.catalogs.value().is_some()
    });
    desk.choose();
    let settings = Settings { regret_secs: 1, ..desk.state().settings.clone() };
    desk.apply(Intent::ChangeSettings(Box::new(settings)));
    desk.apply(Intent::Buy);
    desk.run_until("held", |state| {
        matches!(newest_purchase(state), Some(PurchaseStatus::Held { .. }))
    });
    switch(&mut desk, Environment::Test);
    desk.run_until("refused", |state| {
        matches!(&state.purchases.list.first().unwrap().status,
            PurchaseStatus::NotSent { trouble: Some(trouble) }
                if trouble.advice.starts_with("Switch to that account"))
    });
    // Requesting it explicitly does not send it either.
    let transaction = desk.state().purchases.list[0].transaction.clone();
    desk.apply(PurchaseIntent::SendNow(transaction.clone()));
    desk.run_for(Duration::from_millis(300));
    assert_eq!(world.shipments_at_service(), 0, "sent in another's name");
    let scope = desk.state().purchases.list[0].scope.clone();
    assert_eq!(scope.environment, "PRACTICE");
    assert_ne!(desk.state().accounts.saved.current_scope, Some(scope));

    desk.apply(SignInIntent::TryPractice);
    desk.run_until("practice", is_in(Environment::Practice));
    desk.apply(PurchaseIntent::SendNow(transaction));
    desk.run_until("bought", |state| state.purchases.list.first().is_some_and(is_bought));
    assert_eq!(world.shipments_at_service(), 1);
}

#[test]
fn doubt_is_cleared_up_under_its_own_account_alone() {
    for (kind, millis) in [
        ("cut_after_commit", 0),
        ("cut_before_commit", 0),
        // The response certainly arrives after the switch.
        ("delay_after_commit", 1500),
    ] {
        let world = DeskFixture::new();
        let mut desk = open_with(&world, None);
        two_accounts(&mut desk);
        desk.apply(SignInIntent::TryPractice);
        desk.run_until("practice", |state| {
            is_in(Environment::Practice)(state) && state.carriers.catalogs.value().is_some()
        });
        desk.choose();
        world.fault("POST /Shipment", kind, millis);
        desk.apply(Intent::Buy);
        desk.run_until("sent", |state| {
            state
                .purchases
                .list
                .first()
                .is_some_and(|p| !matches!(p.status, PurchaseStatus::Held { .. }))
        });
        // The journal row is committed before the first byte is sent.
        desk.run_for(Duration::from_millis(300));
        switch(&mut desk, Environment::Test);
        // The lookups continue under its own account, and nothing of it is shown under this one.
        let clean = |state: &State| {
            state.shipments.rows.is_empty()
                && state.ship.just_bought.is_none()
                && state.labels.views.is_empty()
                && state.tracking.list.is_empty()
        };
        desk.run_until("settled", |state| {
            assert!(clean(state), "{kind}");
            state.purchases.list.iter().all(is_bought)
        });
        desk.run_for(Duration::from_millis(200));
        assert!(clean(desk.state()), "{kind}");
        assert_eq!(world.shipments_at_service(), 1, "{kind}");
        desk.apply(SignInIntent::TryPractice);
        desk.run_until("back", |state| {
            is_in(Environment::Practice)(state) && state.shipments.total == 1
        });
        assert_eq!(world.shipments_at_service(), 1, "{kind}");
        let journal = journal_of(&world.folder);
        assert_eq!(confirmed(&journal), 1, "{kind}");
    }
}

/// After a restart another account is signed in, and must not look the purchase up.
#[test]
fn a_purchase_in_doubt_waits_for_its_account() {
    let world = DeskFixture::new();
    let mut desk = open_with(&world, None);
    let (test, _) = two_accounts(&mut desk);
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("practice", |state| {
        is_in(Environment::Practice)(state) && state.carriers.catalogs.value().is_some()
    });
    desk.choose();
    world.fault("POST /Shipment", "delay_after_commit", 1500);
    desk.apply(Intent::Buy);
    desk.run_until("sending", |state| {
        matches!(newest_purchase(state), Some(PurchaseStatus::Sending))
    });
    desk.run_for(Duration::from_millis(300));
    drop(desk);

    let mut desk = open_as(&world, &test);
    desk.run_until("told whose it is", |state| {
        matches!(&state.purchases.list.first().unwrap().status,
            PurchaseStatus::Checking { trouble: Some(trouble), .. }
                if trouble.advice.starts_with("Switch to that account"))
            && is_in(Environment::Test)(state)
    });
    desk.run_for(Duration::from_millis(300));
    assert!(is_checking(&desk.state().purchases.list[0]));
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("bought", |state| {
        is_in(Environment::Practice)(state) && state.purchases.list.first().is_some_and(is_bought)
    });
    assert_eq!(world.shipments_at_service(), 1);
}

fn confirmed(journal: &Path) -> i64 {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let database = rusqlite::Connection::open_with_flags(journal, flags).unwrap();
    let count = "SELECT count(*) FROM entries WHERE state = 'confirmed'";
    database.query_row(count, [], |row| row.get(0)).unwrap()
}

#[test]
fn sentences_and_requests_stay_with_their_account() {
    let world = DeskFixture::new();
    let mut desk = open_with(&world, None);
    let (_, production) = two_accounts(&mut desk);
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("practice", is_in(Environment::Practice));
    const SAID: &str = "There’s no tracking number in that text";
    desk.apply(TrackingIntent::Track { text: "x".into() });
    let says = |state: &State| state.notices.iter().any(|notice| notice.text == SAID);
    assert!(says(desk.state()));
    desk.run_until("requests", |state| state.activity.len() > 3);
    let sent = desk.state().activity.clone();

    desk.apply(SignInIntent::SignIn(production));
    desk.run_until("production", |state| {
        if state.accounts.saved.current_scope.as_ref().unwrap().environment != "PRACTICE" {
            assert!(!says(state), "a sentence of the practice world");
            for line in &state.activity {
                assert!(!sent.contains(line), "{line:?}");
                assert!(
                    line.whose.is_none() || line.whose == state.accounts.saved.current_scope,
                    "{line:?}"
                );
            }
        }
        is_in(Environment::Production)(state)
    });
    assert!(!desk.state().activity.is_empty(), "its own sign-in is listed");

    desk.apply(SignInIntent::TryPractice);
    desk.run_until("practice", is_in(Environment::Practice));
    for line in &sent {
        assert!(desk.state().activity.contains(line), "{line:?} is lost");
    }
    let times: Vec<_> = desk.state().activity.iter().map(|line| line.at).collect();
    assert!(times.is_sorted_by(|newer, older| newer >= older), "newest first");
}

/// Finding M6: when an API key was replaced, its uncertain purchases belonged to an account that
/// could no longer be opened. The service's account id shows that both keys belong to one account.
#[test]
fn a_purchase_in_doubt_is_settled_after_its_key_was_replaced() {
    let world = DeskFixture::new();
    // Starts the service.
    drop(world.open_connected());
    let paying = |sign_in: SignIn| SignIn { environment: Environment::Production, ..sign_in };
    let old = paying(world.credentials());
    let mut desk = open_as(&world, &old);
    desk.choose();
    desk.buy_and_wait();
    desk.apply(ShipmentIntent::Refresh);
    desk.run_until("the account's id", |state| {
        let mut accounts = state.accounts.saved.accounts.iter();
        accounts.any(|account| account.account_id.is_some())
    });
    desk.choose();
    for call in ["GET /Shipment", "GET /Account/Postage/BalanceHistory"] {
        world.faults(call, "unavailable_before_commit", 0, 10_000);
    }
    world.fault("POST /Shipment", "cut_after_commit", 0);
    desk.apply(Intent::Buy);
    desk.run_until("in doubt", |state| state.purchases.list.first().is_some_and(is_checking));
    drop(desk);
    world.forget_faults();

    const REPLACEMENT: &str = "pk_that_replaces_the_old_one";
    let practice = world.folder.join("practice").join("practice.db");
    let database = rusqlite::Connection::open(practice).unwrap();
    let replace = "UPDATE apps SET api_key = ?1 WHERE api_key = ?2";
    let rows = database.execute(replace, [REPLACEMENT, &old.api_key]);
    assert_eq!(rows.unwrap(), 1);
    let new = SignIn { api_key: REPLACEMENT.to_owned(), ..old };
    let mut desk = open_as(&world, &new);
    desk.run_until("bought", |state| state.purchases.list.iter().all(is_bought));
    assert_eq!(world.shipments_at_service(), 2);
    assert_eq!(confirmed(&journal_of(&world.folder)), 2);
}

/// Retries: the jobs of a dropped desk release the journal a moment later.
fn open_as(world: &DeskFixture, sign_in: &SignIn) -> TestDesk {
    let mut desk = loop {
        let mut setup = world.setup();
        setup.credentials = Some(sign_in.clone());
        match Desk::open_paced(setup, pace()) {
            Ok(desk) => break TestDesk(desk),
            Err(error) => assert!(matches!(error, DeskError::InUse), "{error}"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    desk.run_until("connected", |state| {
        is_in(sign_in.environment)(state) && state.carriers.catalogs.value().is_some()
    });
    desk
}
