//! A new account: both key pairs are shown, neither is written to disk, and each opens its own
//! environment.

use postroom::api::user::SignUp;

use crate::prelude::*;

const PASSWORD: &str = "Correct-horse-7-battery";

fn open_in(environment: Environment) -> impl Fn(&State) -> bool {
    move |state| {
        matches!(&state.connection, Connection::Connected(session) if session.environment == environment)
            && state.balance.summary.value().is_some()
            && !state.balance.summary.is_loading()
    }
}

#[test]
fn a_new_account_comes_with_test_and_production_keys() {
    let (world, mut desk) = connected_desk();
    let Connection::Connected(practice) = desk.state().connection.clone() else { unreachable!() };
    let form = SignUp {
        email: "clerk@example.com".into(),
        password: Secret::new(PASSWORD),
        company_name: "Byron Books".into(),
        first_name: "Robin".into(),
        last_name: "Sample".into(),
        signup_key: None,
    };
    desk.apply(SignInIntent::SignUp { base_url: practice.base_url.clone(), form: Box::new(form) });
    desk.run_until("the terms", |state| {
        matches!(state.connection, Connection::TermsPending { .. })
    });
    let keys = desk.state().accounts.new_keys.clone().unwrap();
    let environments: Vec<_> = keys.pairs.iter().map(|pair| pair.environment).collect();
    assert_eq!(environments, [Environment::Test, Environment::Production]);
    let Connection::TermsPending { account, .. } = desk.state().connection.clone() else {
        unreachable!()
    };
    desk.apply(SignInIntent::ApproveTerms { account, place: None });
    desk.run_until("the test environment", open_in(Environment::Test));
    assert!(desk.state().accounts.new_keys.is_some(), "told until they are copied");
    desk.apply(SignInIntent::KeysCopied);
    assert_eq!(desk.state().accounts.new_keys, None);

    // The production keys that were copied open the production environment.
    let pair = &keys.pairs[1];
    desk.apply(SignInIntent::SignIn(SignIn {
        environment: Environment::Production,
        base_url: practice.base_url,
        api_key: pair.key.clone(),
        api_secret: pair.secret.clone(),
        user_name: keys.user_name.clone(),
        password: Secret::new(PASSWORD),
    }));
    desk.run_until("the production environment", open_in(Environment::Production));
    world.runtime.block_on(desk.0.close());

    let secrets = keys.pairs.iter().map(|pair| pair.secret.expose());
    let secrets: Vec<&str> = secrets.chain([PASSWORD]).collect();
    for path in super::canary::files(&world.folder.join("desk")) {
        let bytes = fs::read(&path).unwrap();
        for secret in &secrets {
            let found = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found, "a secret is in {}", path.display());
        }
    }
}

/// C7: a sign-in that failed was a balance that could not be refreshed.
#[test]
fn a_failed_sign_in_is_called_one() {
    let world = DeskFixture::new();
    let credentials = world.credentials();
    world.faults("GET /Account/Postage/Balance", "garbage_before_commit", 0, 100);
    let mut desk = world.open();
    desk.apply(SignInIntent::SignIn(credentials));
    let trouble = |state: &State| match &state.connection {
        Connection::SignInNeeded { trouble, .. } => trouble.clone(),
        _ => None,
    };
    desk.run_until("it failed", |state| trouble(state).is_some());
    assert_eq!(trouble(desk.state()).unwrap().attempted, "Couldn’t sign in");
}
