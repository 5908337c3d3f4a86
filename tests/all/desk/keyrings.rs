//! Secrets in the keyring of the system: one that works, refuses or hangs.

use super::saved_accounts::*;
use crate::prelude::*;
use postroom::desk::sign_in::saved_accounts::{SecretDestination, SecretLocation};
use postroom::store::secret::SecretStore;
use postroom::store::secret::vault::Vault;

#[test]
fn an_account_in_the_keyring_opens_by_itself() {
    let world = DeskFixture::new();
    let keyring = Arc::new(FakeKeyring::default());
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    desk.apply(SignInIntent::LookForKeyring);
    desk.run_until("a keyring", |state| state.accounts.saved.keyring == Keyring::Ready);
    let (test, _) = two_accounts(&mut desk);
    assert_eq!(desk.state().accounts.saved.accounts[0].kept, SecretLocation::Nowhere);
    assert_eq!(keyring.len(), 0);
    keep(&mut desk, &test, SecretDestination::Keyring, SecretLocation::Keyring);
    assert_eq!(desk.state().accounts.saved.accounts.len(), 1, "one line an account");
    assert_eq!(keyring.len(), 1);
    close(&world, desk);
    let secrets = [PASSWORD, test.api_secret.expose()];
    assert_nowhere(&world.folder.join("desk"), &secrets);

    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    desk.run_until("open again", is_in(Environment::Test));

    // After its secrets are forgotten, the account needs a sign-in at the next start.
    let id = id_of(&desk, Environment::Test);
    desk.apply(SignInIntent::ForgetSecrets(id));
    desk.run_until("forgotten", |state| {
        state.accounts.saved.accounts[0].kept == SecretLocation::Nowhere
    });
    assert_eq!(keyring.len(), 0);
    close(&world, desk);
    let mut desk = open_with(&world, Some(keyring));
    desk.run_until("asked", |state| {
        matches!(state.connection, Connection::SignInNeeded { trouble: None, .. })
    });
    let known = &desk.state().accounts.saved;
    assert_eq!(known.opening_account_id.as_ref(), Some(&known.accounts[0].id));
}

#[test]
fn a_keyring_that_refuses_costs_nothing_but_the_comfort() {
    let world = DeskFixture::new();
    let keyring = Arc::new(FakeKeyring::default());
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    let (test, _) = two_accounts(&mut desk);
    *keyring.broken.lock().unwrap() = true;
    desk.apply(SignInIntent::SignInAndKeep {
        sign_in: test.clone(),
        place: SecretDestination::Keyring,
    });
    desk.run_until("told", |state| {
        let told = |notice: &Notice| {
            notice.trouble.as_ref().is_some_and(|trouble| {
                trouble.attempted == "Couldn’t remember the account"
                    && trouble.cause.contains("closed")
            })
        };
        state.notices.iter().any(told)
    });
    assert!(is_in(Environment::Test)(desk.state()), "signed in all the same");
    assert_eq!(desk.state().accounts.saved.accounts[0].kept, SecretLocation::Nowhere);
    close(&world, desk);

    // The secrets are stored, but the keyring fails at the next start: the sign-in form says so.
    *keyring.broken.lock().unwrap() = false;
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    keep(&mut desk, &test, SecretDestination::Keyring, SecretLocation::Keyring);
    close(&world, desk);
    *keyring.broken.lock().unwrap() = true;
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    desk.run_until("told at the door", |state| {
        matches!(&state.connection, Connection::SignInNeeded { trouble: Some(trouble), .. }
            if trouble.cause.contains("closed without an answer"))
    });
    // If the keyring fails to delete the secrets, the account stays in the list.
    let id = id_of(&desk, Environment::Test);
    desk.apply(SignInIntent::Forget(id));
    desk.run_until("told of it", |state| {
        let about = |notice: &Notice| {
            notice
                .trouble
                .as_ref()
                .is_some_and(|trouble| trouble.attempted == "Couldn’t forget the secrets")
        };
        state.notices.iter().any(about)
    });
    assert_eq!(desk.state().accounts.saved.accounts.len(), 1);
}

#[test]
fn a_keyring_that_hangs_holds_nobody_up() {
    let world = DeskFixture::new();
    let keyring = Arc::new(FakeKeyring::default());
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    let (test, _) = two_accounts(&mut desk);
    keep(&mut desk, &test, SecretDestination::Keyring, SecretLocation::Keyring);
    close(&world, desk);
    *keyring.hangs.lock().unwrap() = true;
    let mut desk = open_with(&world, Some(keyring));
    desk.run_for(Duration::from_millis(100));
    assert!(matches!(
        desk.state().connection,
        Connection::Connecting { environment: Environment::Test }
    ));
    desk.apply(SignInIntent::SignInToAnother);
    assert!(matches!(desk.state().connection, Connection::None));
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("practice", is_in(Environment::Practice));
}

/// For users of the vault from before this system's keyring was supported.
#[test]
fn an_account_that_moves_to_the_keyring_leaves_the_vault() {
    let world = DeskFixture::new();
    let keyring = Arc::new(FakeKeyring::default());
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    let (test, production) = two_accounts(&mut desk);
    let vault = SecretDestination::Vault(Some(Secret::new(PASSPHRASE)));
    keep(&mut desk, &test, vault, SecretLocation::Vault);
    keep(&mut desk, &production, SecretDestination::Vault(None), SecretLocation::Vault);
    let (moved, stuck) = (id_of(&desk, Environment::Test), id_of(&desk, Environment::Production));
    keep(&mut desk, &test, SecretDestination::Keyring, SecretLocation::Keyring);
    close(&world, desk);
    assert_eq!(keyring.len(), 1);
    let file = Vault::at(&world.folder.join("desk"));
    file.unlock(&Secret::new(PASSPHRASE)).unwrap();
    let held = |item: &str| world.runtime.block_on(file.get(item)).unwrap().is_some();
    assert!(!held(&moved), "in two places");
    assert!(held(&stuck));

    // Secrets cannot be removed from a locked vault: this is reported.
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    keep(&mut desk, &production, SecretDestination::Keyring, SecretLocation::Keyring);
    assert_eq!(keyring.len(), 2);
    assert!(held(&stuck));
    let said = "Older secrets of the account stay in the vault: the vault is locked";
    let notices = &desk.state().notices;
    assert!(notices.iter().any(|n| n.text == said), "{notices:?}");
    close(&world, desk);
}
