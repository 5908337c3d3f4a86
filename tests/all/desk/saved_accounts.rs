//! The accounts of this computer: remembered with their secrets in a keyring or a vault, and
//! forgotten. Switching between two accounts is tested in `switching`.

use postroom::api::user::SignUp;
use postroom::base::id::AccountId;
use postroom::desk::sign_in::saved_accounts::{SecretDestination, SecretLocation, VaultState};
use postroom::store::secret::{Pending, Readiness, SecretError, SecretStore};

use crate::prelude::*;
use crate::wire::tls::{TlsServer, authority};

pub const PASSWORD: &str = "Canary-Pass-31415";
pub const PASSPHRASE: &str = "four random words here";

/// An in-memory keyring that can be made to fail or hang.
#[derive(Debug, Default)]
pub struct FakeKeyring {
    pub items: Mutex<HashMap<String, Secret>>,
    pub broken: Mutex<bool>,
    pub hangs: Mutex<bool>,
}

impl FakeKeyring {
    fn outcome(&self) -> Result<(), SecretError> {
        match *self.broken.lock().unwrap() {
            true => Err(SecretError::Dismissed),
            false => Ok(()),
        }
    }

    pub fn len(&self) -> usize {
        self.items.lock().unwrap().len()
    }
}

impl SecretStore for FakeKeyring {
    fn probe(&self) -> Pending<'_, Readiness> {
        Box::pin(async { self.outcome().map(|()| Readiness::Ready) })
    }

    fn put<'a>(&'a self, item: &'a str, label: &'a str, secret: &'a Secret) -> Pending<'a, ()> {
        assert!(label.starts_with("Postroom: "), "{label}");
        Box::pin(async move {
            self.outcome()?;
            let mut items = self.items.lock().unwrap();
            items.insert(item.to_owned(), secret.clone());
            Ok(())
        })
    }

    fn get<'a>(&'a self, item: &'a str) -> Pending<'a, Option<Secret>> {
        Box::pin(async move {
            if *self.hangs.lock().unwrap() {
                std::future::pending::<()>().await;
            }
            self.outcome()?;
            Ok(self.items.lock().unwrap().get(item).cloned())
        })
    }

    fn remove<'a>(&'a self, item: &'a str) -> Pending<'a, ()> {
        Box::pin(async move {
            self.outcome()?;
            self.items.lock().unwrap().remove(item);
            Ok(())
        })
    }
}

pub fn open_with(world: &DeskFixture, keyring: Option<Arc<FakeKeyring>>) -> TestDesk {
    let mut setup = world.setup();
    setup.keyring = keyring.map(|keyring| keyring as Arc<dyn SecretStore>);
    TestDesk(Desk::open_paced(setup, pace()).unwrap())
}

pub fn is_in(environment: Environment) -> impl Fn(&State) -> bool {
    move |state| {
        matches!(&state.connection, Connection::Connected(session) if session.environment == environment)
            && state.balance.summary.value().is_some()
            && !state.balance.summary.is_loading()
    }
}

/// Signs up at the practice service and returns the test and production sign-ins.
pub fn two_accounts(desk: &mut TestDesk) -> (SignIn, SignIn) {
    let account = sign_up(desk);
    let keys = desk.state().accounts.new_keys.clone().unwrap();
    desk.apply(SignInIntent::ApproveTerms { account, place: None });
    desk.run_until("test", is_in(Environment::Test));
    let Connection::Connected(session) = desk.state().connection.clone() else { unreachable!() };
    let base_url = session.base_url;
    let sign_in = |at: usize| SignIn {
        environment: keys.pairs[at].environment,
        base_url: base_url.clone(),
        api_key: keys.pairs[at].key.clone(),
        api_secret: keys.pairs[at].secret.clone(),
        user_name: keys.user_name.clone(),
        password: Secret::new(PASSWORD),
    };
    (sign_in(0), sign_in(1))
}

/// W31: at the next start, both keys of a new account were gone unless somebody had copied them.
#[test]
fn the_keys_of_a_new_account_are_kept_with_its_terms() {
    for kept in [true, false] {
        let world = DeskFixture::new();
        let keyring = Arc::new(FakeKeyring::default());
        let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
        let account = sign_up(&mut desk);
        let place = kept.then_some(SecretDestination::Keyring);
        desk.apply(SignInIntent::ApproveTerms { account, place });
        desk.run_until("test", is_in(Environment::Test));
        if !kept {
            // The window still has them, until they are copied.
            assert!(desk.state().accounts.new_keys.is_some());
            desk.apply(SignInIntent::KeysCopied);
            assert!(desk.state().accounts.new_keys.is_none());
            close(&world, desk);
            assert_eq!(keyring.len(), 0);
            continue;
        }
        desk.run_until("both kept", |state| {
            let accounts = &state.accounts.saved.accounts;
            let is_kept = accounts.iter().filter(|it| it.kept == SecretLocation::Keyring);
            is_kept.count() == 2
        });
        assert!(desk.state().accounts.new_keys.is_none());
        close(&world, desk);
        let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
        desk.run_until("the test account", is_in(Environment::Test));
        switch(&mut desk, Environment::Production);
        close(&world, desk);
    }
}

/// Signs up at the practice service, up to the terms.
fn sign_up(desk: &mut TestDesk) -> AccountId {
    desk.apply(SignInIntent::TryPractice);
    desk.run_until("practice", is_in(Environment::Practice));
    let Connection::Connected(practice) = desk.state().connection.clone() else { unreachable!() };
    desk.apply(SignInIntent::SignUp {
        base_url: practice.base_url.clone(),
        form: Box::new(SignUp {
            email: "clerk@example.com".into(),
            password: Secret::new(PASSWORD),
            company_name: "Byron Books".into(),
            first_name: "Robin".into(),
            last_name: "Sample".into(),
            signup_key: None,
        }),
    });
    desk.run_until("the terms", |state| {
        matches!(state.connection, Connection::TermsPending { .. })
    });
    let Connection::TermsPending { account, .. } = desk.state().connection.clone() else {
        unreachable!()
    };
    account
}

pub fn keep(desk: &mut TestDesk, sign_in: &SignIn, place: SecretDestination, kept: SecretLocation) {
    desk.apply(SignInIntent::SignInAndKeep { sign_in: sign_in.clone(), place });
    let environment = sign_in.environment;
    desk.run_until("kept", |state| {
        is_in(environment)(state)
            && state.accounts.saved.accounts.first().is_some_and(|a| a.kept == kept)
    });
}

pub fn id_of(desk: &TestDesk, environment: Environment) -> String {
    let mut accounts = desk.state().accounts.saved.accounts.iter();
    let found = accounts.find(|account| account.environment == environment);
    found.unwrap().id.clone()
}

pub fn switch(desk: &mut TestDesk, environment: Environment) {
    let id = id_of(desk, environment);
    desk.apply(SignInIntent::SwitchTo(id));
    desk.run_until("switched", is_in(environment));
}

pub fn close(world: &DeskFixture, desk: TestDesk) {
    world.runtime.block_on(desk.0.close());
}

/// Asserts that no file of the desk contains any of these secrets.
pub fn assert_nowhere(folder: &Path, secrets: &[&str]) {
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_file() {
            continue;
        }
        files += 1;
        let bytes = fs::read(&path).unwrap();
        for secret in secrets {
            let found = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!found, "a secret is in {}", path.display());
        }
    }
    assert!(files >= 4, "only {files} files were looked through");
}

/// A keyring that never answers: one click cancels the wait; other accounts can still be opened.

#[test]
fn an_account_in_the_vault_opens_with_the_passphrase() {
    let world = DeskFixture::new();
    let mut desk = open_with(&world, None);
    desk.apply(SignInIntent::LookForKeyring);
    desk.run_until("no keyring", |state| matches!(state.accounts.saved.keyring, Keyring::None(_)));
    let (test, production) = two_accounts(&mut desk);
    let passphrase = || Some(Secret::new(PASSPHRASE));
    keep(&mut desk, &test, SecretDestination::Vault(passphrase()), SecretLocation::Vault);
    keep(&mut desk, &production, SecretDestination::Vault(None), SecretLocation::Vault);
    close(&world, desk);
    let secrets = [PASSWORD, PASSPHRASE, test.api_secret.expose(), production.api_secret.expose()];
    assert_nowhere(&world.folder.join("desk"), &secrets);

    let mut desk = open_with(&world, None);
    let Connection::SignInNeeded { environment, .. } = desk.state().connection.clone() else {
        panic!("{:?}", desk.state().connection);
    };
    assert_eq!(environment, Environment::Production);
    assert_eq!(desk.state().accounts.saved.vault, VaultState::Locked);
    let unlock = |desk: &mut TestDesk, words: &str| {
        let words = Secret::new(words);
        desk.apply(SignInIntent::UnlockVault(words));
    };
    unlock(&mut desk, "five random words here");
    desk.run_until("refused", |state| {
        state
            .accounts
            .saved
            .vault_trouble
            .as_deref()
            .is_some_and(|words| words.contains("isn’t the passphrase"))
    });
    unlock(&mut desk, PASSPHRASE);
    desk.run_until("open", is_in(Environment::Production));
    switch(&mut desk, Environment::Test);
    close(&world, desk);

    // A user who forgot the passphrase deletes the vault and keeps the list.
    let mut desk = open_with(&world, None);
    let id = id_of(&desk, Environment::Test);
    desk.apply(SignInIntent::ForgetSecrets(id));
    assert!(desk.state().notices.iter().any(|n| n.text.contains("Unlock the vault first")));
    desk.apply(SignInIntent::DestroyVault);
    desk.run_until("gone", |state| state.accounts.saved.vault == VaultState::Absent);
    let accounts = &desk.state().accounts.saved.accounts;
    assert_eq!(accounts.len(), 2);
    assert!(accounts.iter().all(|account| account.kept == SecretLocation::Nowhere));
    assert!(!world.folder.join("desk").join("secrets.vault").exists());
}

#[test]
fn forgetting_an_account_takes_everything_but_the_journal() {
    let world = DeskFixture::new();
    let keyring = Arc::new(FakeKeyring::default());
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    let (test, production) = two_accounts(&mut desk);
    keep(&mut desk, &test, SecretDestination::Keyring, SecretLocation::Keyring);
    keep(&mut desk, &production, SecretDestination::Keyring, SecretLocation::Keyring);
    desk.edit(|draft| draft.to.name = "Somebody".into());
    let journal = super::harness::journal_of(&world.folder);
    assert!(journal.exists());
    // Forgets the account that is open.
    let id = id_of(&desk, Environment::Production);
    desk.apply(SignInIntent::Forget(id.clone()));
    desk.run_until("forgotten", |state| state.accounts.saved.account(&id).is_none());
    assert!(matches!(desk.state().connection, Connection::None));
    assert!(
        desk.state().balance.summary.value().is_none()
            && desk.state().accounts.saved.current_scope.is_none()
    );
    assert_eq!(keyring.len(), 1);
    // Forgets another account while none is open.
    let id = id_of(&desk, Environment::Test);
    desk.apply(SignInIntent::Forget(id.clone()));
    desk.run_until("forgotten", |state| state.accounts.saved.accounts.is_empty());
    assert_eq!(keyring.len(), 0);
    close(&world, desk);
    assert!(journal.exists());
    let cache = rusqlite::Connection::open(world.folder.join("desk").join("cache.db")).unwrap();
    let left: i64 = cache
        .query_row("SELECT count(*) FROM scopes WHERE environment <> 'PRACTICE'", [], |row| {
            row.get(0)
        })
        .unwrap();
    assert_eq!(left, 0, "rows of an account that was forgotten");
}

#[test]
fn deleting_the_data_takes_the_secrets_too() {
    let world = DeskFixture::new();
    let keyring = Arc::new(FakeKeyring::default());
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    let (test, _) = two_accounts(&mut desk);
    keep(&mut desk, &test, SecretDestination::Keyring, SecretLocation::Keyring);
    desk.apply(Intent::DeleteData);
    desk.run_until("deleted", |state| {
        state.accounts.saved.accounts.is_empty() && state.accounts.saved.current_scope.is_none()
    });
    assert_eq!(keyring.len(), 0);
    close(&world, desk);
    assert!(!world.folder.join("desk").join("accounts.json").exists());
}

/// A server with an invalid certificate receives no keys, and nothing about it is stored.
#[test]
fn a_wrong_certificate_is_told_at_the_door() {
    let world = DeskFixture::new();
    let server = TlsServer::with("good");
    let sign_in = || SignIn {
        environment: Environment::Production,
        base_url: server.base_url(),
        api_key: "key".into(),
        api_secret: Secret::new("Canary-Secret-27182"),
        user_name: "clerk".into(),
        password: Secret::new(PASSWORD),
    };
    let mut desk = open_with(&world, None);
    desk.apply(SignInIntent::SignIn(sign_in()));
    desk.run_until("told", |state| {
        matches!(&state.connection, Connection::SignInNeeded { trouble: Some(trouble), .. }
            if trouble.cause.contains("certificate isn’t valid")
                && trouble.advice.contains("certificate authority in Settings"))
    });
    assert_eq!(server.answered.load(std::sync::atomic::Ordering::SeqCst), 0);
    assert!(desk.state().accounts.saved.accounts.is_empty());
    assert!(!world.folder.join("desk").join("accounts.json").exists());

    // With its certificate authority set in Settings, the same server is trusted.
    let settings =
        Settings { ca_file: authority().display().to_string(), ..desk.state().settings.clone() };
    desk.apply(Intent::ChangeSettings(Box::new(settings)));
    desk.apply(SignInIntent::SignIn(sign_in()));
    desk.run_until("in", |state| {
        matches!(&state.connection, Connection::Connected(_))
            && state.balance.summary.value().is_some()
    });
    close(&world, desk);
    let secrets = [PASSWORD, "Canary-Secret-27182"];
    assert_nowhere(&world.folder.join("desk"), &secrets);
}
