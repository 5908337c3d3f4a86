//! No server, wrong server, no credentials: nothing typed is lost.

use postroom::base::secret::Secret;
use postroom::desk::intent::{Intent, SignIn};
use postroom::desk::state::{Connection, Environment, Line};
use postroom::desk::{Desk, DeskError};

use super::harness::{Driven, World, pace};

#[test]
fn an_unreachable_server_shows_offline_and_loses_nothing() {
    let world = World::new();
    let mut setup = world.setup();
    setup.credentials = Some(sign_in(&closed_port()));
    let mut desk = Driven(Desk::open_paced(setup, pace()).unwrap());
    desk.fill();
    desk.run_until("offline", |state| {
        matches!(state.line, Line::Offline { .. })
            && matches!(state.connection, Connection::Connected(_))
    });
    let Line::Offline { trouble, .. } = &desk.state().line else {
        unreachable!()
    };
    assert!(trouble.offline && !trouble.cause.is_empty() && !trouble.advice.is_empty());
    assert_eq!(desk.state().draft.to.name, "Jane Sample");
    desk.run_until("saved", |state| state.draft_saved);
    drop(desk);

    let desk = world.open();
    assert_eq!(desk.state().draft.to.name, "Jane Sample", "saved by itself");
}

#[test]
fn a_first_sign_in_that_reaches_nobody_stays_at_the_door() {
    let world = World::new();
    let mut desk = world.open();
    desk.apply(Intent::SignIn(sign_in(&closed_port())));
    desk.run_until("told", |state| {
        matches!(&state.connection, Connection::SignInNeeded { trouble: Some(trouble), .. }
            if trouble.offline)
    });
    desk.apply(Intent::SignIn(sign_in("ftp://example.com")));
    desk.run_until("told what is wrong", |state| {
        matches!(&state.connection, Connection::SignInNeeded { trouble: Some(trouble), .. }
            if trouble.cause.contains("https"))
    });
}

#[test]
fn the_server_going_away_and_coming_back() {
    let world = World::new();
    let mut desk = world.ready();
    desk.fill();
    let Connection::Connected(gone) = desk.state().connection.clone() else {
        unreachable!()
    };
    world.stop_service();
    desk.apply(Intent::GetRates);
    desk.run_until("offline", |state| {
        matches!(state.line, Line::Offline { .. }) && !state.quote.is_loading()
    });
    assert!(desk.state().quote.trouble().unwrap().offline);
    assert!(desk.state().balance.value().is_some(), "old values stay");
    // The desk knocks again by itself; the launcher starts the service anew, elsewhere.
    desk.run_until("back", |state| {
        matches!(&state.connection, Connection::Connected(now) if now.base_url != gone.base_url)
            && matches!(state.line, Line::Online { .. })
    });
    desk.quote();
}

#[test]
fn wrong_credentials_say_so() {
    let world = World::new();
    let desk = world.ready();
    let Connection::Connected(session) = desk.state().connection.clone() else {
        unreachable!()
    };
    let mut desk = desk;
    desk.apply(Intent::SignIn(SignIn {
        base_url: session.base_url,
        ..sign_in("")
    }));
    desk.run_until("refused", |state| {
        matches!(&state.connection, Connection::SignInNeeded { trouble: Some(trouble), .. }
            if trouble.codes == ["ACCOUNT.APP.AUTHENTICATION_FAILED"])
    });
}

#[test]
fn a_second_window_is_refused() {
    let world = World::new();
    let _first = world.open();
    assert!(matches!(Desk::open(world.setup()), Err(DeskError::InUse)));
}

#[test]
fn rows_of_one_world_never_show_in_another() {
    let world = World::new();
    let mut desk = world.ready();
    desk.choose();
    desk.buy_and_wait();
    desk.run_until("the row", |state| state.shipments.rows.len() == 1);
    let Connection::Connected(session) = desk.state().connection.clone() else {
        unreachable!()
    };
    // The same service under an account that was signed up in this test.
    desk.apply(Intent::SignUp {
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
    desk.run_until("terms", |state| {
        matches!(state.connection, Connection::TermsPending { .. })
    });
    let Connection::TermsPending { account, .. } = desk.state().connection.clone() else {
        unreachable!()
    };
    desk.apply(Intent::ApproveTerms { account });
    desk.run_until("the second account", |state| {
        matches!(&state.connection, Connection::Connected(session)
            if session.environment == Environment::Test)
            // Not for a single frame.
            && {
                assert!(state.shipments.rows.is_empty() && state.tracking.is_empty());
                !state.shipments.refresh.is_loading()
            }
    });
    desk.run_for(std::time::Duration::from_millis(300));
    let state = desk.state();
    assert!(state.shipments.rows.is_empty() && state.tracking.is_empty());
    assert!(state.labels.is_empty() && state.just_bought.is_none());
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

/// An address that nothing listens on.
fn closed_port() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}/v3.1", listener.local_addr().unwrap())
}
