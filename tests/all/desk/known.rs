//! The accounts of this computer: remembered with their secrets in a keyring or a vault,
//! switched between, forgotten. No row and no purchase of one ever lands in another.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use postroom::api::user::SignUp;
use postroom::base::secret::Secret;
use postroom::desk::intent::{Intent, SignIn};
use postroom::desk::known::{Kept, Keyring, KnownIntent, Place, VaultState};
use postroom::desk::state::{Connection, Environment, PurchaseStatus, Settings, State};
use postroom::desk::{Desk, DeskError};
use postroom::store::secret::{Pending, Readiness, SecretError, SecretStore};

use super::harness::{Driven, World, is_bought, is_checking, pace};
use crate::wire::tls::{TlsServer, authority};

const PASSWORD: &str = "Canary-Pass-31415";
const PASSPHRASE: &str = "four random words here";

/// A keyring in memory, which can be told to fail.
#[derive(Debug, Default)]
struct Fake {
    items: Mutex<HashMap<String, Secret>>,
    broken: Mutex<bool>,
}

impl Fake {
    fn outcome(&self) -> Result<(), SecretError> {
        match *self.broken.lock().unwrap() {
            true => Err(SecretError::Dismissed),
            false => Ok(()),
        }
    }

    fn len(&self) -> usize {
        self.items.lock().unwrap().len()
    }
}

impl SecretStore for Fake {
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

fn open_with(world: &World, keyring: Option<Arc<Fake>>) -> Driven {
    let mut setup = world.setup();
    setup.keyring = keyring.map(|keyring| keyring as Arc<dyn SecretStore>);
    Driven(Desk::open_paced(setup, pace()).unwrap())
}

fn is_in(environment: Environment) -> impl Fn(&State) -> bool {
    move |state| {
        matches!(&state.connection, Connection::Connected(session) if session.environment == environment)
            && state.balance.value().is_some()
            && !state.balance.is_loading()
    }
}

/// Signs up at the practice service; its test and its production keys.
fn two_accounts(desk: &mut Driven) -> (SignIn, SignIn) {
    desk.apply(Intent::TryPractice);
    desk.run_until("practice", is_in(Environment::Practice));
    let Connection::Connected(practice) = desk.state().connection.clone() else {
        unreachable!()
    };
    desk.apply(Intent::SignUp {
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
    let keys = desk.state().new_keys.clone().unwrap();
    let Connection::TermsPending { account, .. } = desk.state().connection.clone() else {
        unreachable!()
    };
    desk.apply(Intent::ApproveTerms { account });
    desk.run_until("test", is_in(Environment::Test));
    let sign_in = |at: usize| SignIn {
        environment: keys.pairs[at].environment,
        base_url: practice.base_url.clone(),
        api_key: keys.pairs[at].key.clone(),
        api_secret: keys.pairs[at].secret.clone(),
        user_name: keys.user_name.clone(),
        password: Secret::new(PASSWORD),
    };
    (sign_in(0), sign_in(1))
}

fn keep(desk: &mut Driven, sign_in: &SignIn, place: Place, kept: Kept) {
    desk.apply(Intent::Known(KnownIntent::SignInAndKeep {
        sign_in: sign_in.clone(),
        place,
    }));
    let environment = sign_in.environment;
    desk.run_until("kept", |state| {
        is_in(environment)(state) && state.known.accounts.first().is_some_and(|a| a.kept == kept)
    });
}

fn id_of(desk: &Driven, environment: Environment) -> String {
    let mut accounts = desk.state().known.accounts.iter();
    let found = accounts.find(|account| account.environment == environment);
    found.unwrap().id.clone()
}

fn switch(desk: &mut Driven, environment: Environment) {
    let id = id_of(desk, environment);
    desk.apply(Intent::Known(KnownIntent::SwitchTo(id)));
    desk.run_until("switched", is_in(environment));
}

fn close(world: &World, desk: Driven) {
    world.runtime.block_on(desk.0.close());
}

/// No file of the desk holds any of these.
fn assert_nowhere(folder: &Path, secrets: &[&str]) {
    let mut files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_file() {
            continue;
        }
        files += 1;
        let bytes = std::fs::read(&path).unwrap();
        for secret in secrets {
            let found = bytes
                .windows(secret.len())
                .any(|part| part == secret.as_bytes());
            assert!(!found, "a secret is in {}", path.display());
        }
    }
    assert!(files >= 4, "only {files} files were looked through");
}

#[test]
fn an_account_in_the_keyring_opens_by_itself() {
    let world = World::new();
    let keyring = Arc::new(Fake::default());
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    desk.apply(Intent::Known(KnownIntent::LookForKeyring));
    desk.run_until("a keyring", |state| state.known.keyring == Keyring::Ready);
    let (test, _) = two_accounts(&mut desk);
    assert_eq!(desk.state().known.accounts[0].kept, Kept::Nowhere);
    assert_eq!(keyring.len(), 0);
    keep(&mut desk, &test, Place::Keyring, Kept::Keyring);
    assert_eq!(desk.state().known.accounts.len(), 1, "one line an account");
    assert_eq!(keyring.len(), 1);
    close(&world, desk);
    let secrets = [PASSWORD, test.api_secret.expose()];
    assert_nowhere(&world.folder.join("desk"), &secrets);

    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    desk.run_until("open again", is_in(Environment::Test));

    // Forgetting the secrets: asked for at the next start.
    let id = id_of(&desk, Environment::Test);
    desk.apply(Intent::Known(KnownIntent::ForgetSecrets(id)));
    desk.run_until("forgotten", |state| {
        state.known.accounts[0].kept == Kept::Nowhere
    });
    assert_eq!(keyring.len(), 0);
    close(&world, desk);
    let mut desk = open_with(&world, Some(keyring));
    desk.run_until("asked", |state| {
        matches!(
            state.connection,
            Connection::SignInNeeded { trouble: None, .. }
        )
    });
    let known = &desk.state().known;
    assert_eq!(known.wanted.as_ref(), Some(&known.accounts[0].id));
}

#[test]
fn a_keyring_that_refuses_costs_nothing_but_the_comfort() {
    let world = World::new();
    let keyring = Arc::new(Fake::default());
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    let (test, _) = two_accounts(&mut desk);
    *keyring.broken.lock().unwrap() = true;
    desk.apply(Intent::Known(KnownIntent::SignInAndKeep {
        sign_in: test.clone(),
        place: Place::Keyring,
    }));
    desk.run_until("told", |state| {
        let told = |notice: &postroom::desk::state::Notice| {
            notice.trouble.as_ref().is_some_and(|trouble| {
                trouble.attempted == "Remembering the account" && trouble.cause.contains("closed")
            })
        };
        state.notices.iter().any(told)
    });
    assert!(
        is_in(Environment::Test)(desk.state()),
        "signed in all the same"
    );
    assert_eq!(desk.state().known.accounts[0].kept, Kept::Nowhere);
    close(&world, desk);

    // Kept, and the keyring closed at the next start: the form says so.
    *keyring.broken.lock().unwrap() = false;
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    keep(&mut desk, &test, Place::Keyring, Kept::Keyring);
    close(&world, desk);
    *keyring.broken.lock().unwrap() = true;
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    desk.run_until("told at the door", |state| {
        matches!(&state.connection, Connection::SignInNeeded { trouble: Some(trouble), .. }
            if trouble.cause.contains("closed without an answer"))
    });
    // A keyring that will not let go of them keeps the account in the list.
    let id = id_of(&desk, Environment::Test);
    desk.apply(Intent::Known(KnownIntent::Forget(id)));
    desk.run_until("told of it", |state| {
        let about = |notice: &postroom::desk::state::Notice| {
            notice
                .trouble
                .as_ref()
                .is_some_and(|trouble| trouble.attempted == "Forgetting the secrets")
        };
        state.notices.iter().any(about)
    });
    assert_eq!(desk.state().known.accounts.len(), 1);
}

#[test]
fn an_account_in_the_vault_opens_with_the_passphrase() {
    let world = World::new();
    let mut desk = open_with(&world, None);
    desk.apply(Intent::Known(KnownIntent::LookForKeyring));
    desk.run_until("no keyring", |state| {
        matches!(state.known.keyring, Keyring::None(_))
    });
    let (test, production) = two_accounts(&mut desk);
    let passphrase = || Some(Secret::new(PASSPHRASE));
    keep(&mut desk, &test, Place::Vault(passphrase()), Kept::Vault);
    keep(&mut desk, &production, Place::Vault(None), Kept::Vault);
    close(&world, desk);
    let secrets = [
        PASSWORD,
        PASSPHRASE,
        test.api_secret.expose(),
        production.api_secret.expose(),
    ];
    assert_nowhere(&world.folder.join("desk"), &secrets);

    let mut desk = open_with(&world, None);
    let Connection::SignInNeeded { environment, .. } = desk.state().connection.clone() else {
        panic!("{:?}", desk.state().connection);
    };
    assert_eq!(environment, Environment::Production);
    assert_eq!(desk.state().known.vault, VaultState::Locked);
    let unlock = |desk: &mut Driven, words: &str| {
        let words = Secret::new(words);
        desk.apply(Intent::Known(KnownIntent::UnlockVault(words)));
    };
    unlock(&mut desk, "five random words here");
    desk.run_until("refused", |state| {
        state
            .known
            .vault_trouble
            .as_deref()
            .is_some_and(|words| words.contains("not the passphrase"))
    });
    unlock(&mut desk, PASSPHRASE);
    desk.run_until("open", is_in(Environment::Production));
    switch(&mut desk, Environment::Test);
    close(&world, desk);

    // Whoever forgot the passphrase deletes the vault and keeps the list.
    let mut desk = open_with(&world, None);
    let id = id_of(&desk, Environment::Test);
    desk.apply(Intent::Known(KnownIntent::ForgetSecrets(id)));
    assert!(
        desk.state()
            .notices
            .iter()
            .any(|n| n.text.contains("Unlock the vault first"))
    );
    desk.apply(Intent::Known(KnownIntent::DestroyVault));
    desk.run_until("gone", |state| state.known.vault == VaultState::Absent);
    let accounts = &desk.state().known.accounts;
    assert_eq!(accounts.len(), 2);
    assert!(accounts.iter().all(|account| account.kept == Kept::Nowhere));
    assert!(!world.folder.join("desk").join("secrets.vault").exists());
}

#[test]
fn a_switch_rebuilds_every_view_and_keeps_each_draft() {
    let world = World::new();
    let mut desk = open_with(&world, None);
    let (_, production) = two_accounts(&mut desk);
    desk.edit(|draft| draft.to.name = "Test Person".into());
    let test_order = desk.state().draft.order.clone();
    desk.apply(Intent::SignIn(production));
    desk.run_until("production", is_in(Environment::Production));
    assert_eq!(desk.state().draft.to.name, "", "a draft went along");
    desk.edit(|draft| draft.to.name = "Paying Person".into());

    switch(&mut desk, Environment::Test);
    assert_eq!(desk.state().draft.to.name, "Test Person");
    assert_eq!(desk.state().draft.order, test_order);
    desk.apply(Intent::TryPractice);
    desk.run_until("practice", is_in(Environment::Practice));
    assert_ne!(desk.state().draft.to.name, "Test Person");
    desk.run_until("sample addresses", |state| state.book.count > 0);
    desk.choose();
    desk.buy_and_wait();
    desk.run_until("in the list", |state| state.shipments.total == 1);

    // Nothing of practice stays, not for a single frame.
    let id = id_of(&desk, Environment::Production);
    desk.apply(Intent::Known(KnownIntent::SwitchTo(id)));
    desk.run_until("production", |state| {
        assert!(state.shipments.rows.is_empty() && state.tracking.is_empty());
        assert!(state.just_bought.is_none() && state.labels.is_empty());
        assert!(state.purchases.is_empty(), "{:?}", state.purchases);
        assert_ne!(state.known.here.as_ref().unwrap().environment, "PRACTICE");
        is_in(Environment::Production)(state)
    });
    assert_eq!(desk.state().draft.to.name, "Paying Person");
    close(&world, desk);

    // Each is there after a restart as well.
    let mut desk = open_with(&world, None);
    assert_eq!(desk.state().draft.to.name, "Paying Person");
    let id = id_of(&desk, Environment::Test);
    desk.apply(Intent::Known(KnownIntent::SwitchTo(id)));
    desk.run_until("its draft", |state| state.draft.to.name == "Test Person");
    assert!(matches!(
        desk.state().connection,
        Connection::SignInNeeded { .. }
    ));
}

#[test]
fn a_purchase_held_back_is_never_sent_in_anothers_name() {
    let world = World::new();
    let mut desk = open_with(&world, None);
    two_accounts(&mut desk);
    desk.apply(Intent::TryPractice);
    desk.run_until("practice", |state| {
        is_in(Environment::Practice)(state) && state.catalogs.value().is_some()
    });
    desk.choose();
    let settings = Settings {
        regret_secs: 1,
        ..desk.state().settings.clone()
    };
    desk.apply(Intent::ChangeSettings(Box::new(settings)));
    desk.apply(Intent::Buy);
    desk.run_until("held", |state| {
        state
            .purchases
            .first()
            .is_some_and(|p| matches!(p.status, PurchaseStatus::Held { .. }))
    });
    switch(&mut desk, Environment::Test);
    desk.run_until("refused", |state| {
        matches!(&state.purchases.first().unwrap().status,
            PurchaseStatus::NotSent { trouble: Some(trouble) }
                if trouble.advice.starts_with("Switch to that account"))
    });
    // Neither does asking for it help.
    let transaction = desk.state().purchases[0].transaction.clone();
    desk.apply(Intent::SendNow(transaction.clone()));
    desk.run_for(Duration::from_millis(300));
    assert_eq!(world.shipments_at_service(), 0, "sent in another's name");
    let scope = desk.state().purchases[0].scope.clone();
    assert_eq!(scope.environment, "PRACTICE");
    assert_ne!(desk.state().known.here, Some(scope));

    desk.apply(Intent::TryPractice);
    desk.run_until("practice", is_in(Environment::Practice));
    desk.apply(Intent::SendNow(transaction));
    desk.run_until("bought", |state| {
        state.purchases.first().is_some_and(is_bought)
    });
    assert_eq!(world.shipments_at_service(), 1);
}

#[test]
fn doubt_is_cleared_up_under_its_own_account_alone() {
    for (kind, millis) in [
        ("cut_after_commit", 0),
        ("cut_before_commit", 0),
        // The answer comes after the switch for certain.
        ("delay_after_commit", 1500),
    ] {
        let world = World::new();
        let mut desk = open_with(&world, None);
        two_accounts(&mut desk);
        desk.apply(Intent::TryPractice);
        desk.run_until("practice", |state| {
            is_in(Environment::Practice)(state) && state.catalogs.value().is_some()
        });
        desk.choose();
        world.fault("POST /Shipment", kind, millis);
        desk.apply(Intent::Buy);
        desk.run_until("sent", |state| {
            state
                .purchases
                .first()
                .is_some_and(|p| !matches!(p.status, PurchaseStatus::Held { .. }))
        });
        // The line in the journal is committed before the first byte leaves.
        desk.run_for(Duration::from_millis(300));
        switch(&mut desk, Environment::Test);
        // It goes on being looked up where it belongs, and shows nothing of it here.
        let clean = |state: &State| {
            state.shipments.rows.is_empty()
                && state.just_bought.is_none()
                && state.labels.is_empty()
                && state.tracking.is_empty()
        };
        desk.run_until("settled", |state| {
            assert!(clean(state), "{kind}");
            state.purchases.iter().all(is_bought)
        });
        desk.run_for(Duration::from_millis(200));
        assert!(clean(desk.state()), "{kind}");
        assert_eq!(world.shipments_at_service(), 1, "{kind}");
        desk.apply(Intent::TryPractice);
        desk.run_until("back", |state| {
            is_in(Environment::Practice)(state) && state.shipments.total == 1
        });
        assert_eq!(world.shipments_at_service(), 1, "{kind}");
        let journal = super::harness::journal_of(&world.folder);
        assert_eq!(confirmed(&journal), 1, "{kind}");
    }
}

/// After a restart the one who asks is the one who is signed in: it must not look up.
#[test]
fn a_purchase_in_doubt_waits_for_its_account() {
    let world = World::new();
    let mut desk = open_with(&world, None);
    let (test, _) = two_accounts(&mut desk);
    desk.apply(Intent::TryPractice);
    desk.run_until("practice", |state| {
        is_in(Environment::Practice)(state) && state.catalogs.value().is_some()
    });
    desk.choose();
    world.fault("POST /Shipment", "delay_after_commit", 1500);
    desk.apply(Intent::Buy);
    desk.run_until("sending", |state| {
        state
            .purchases
            .first()
            .is_some_and(|p| matches!(p.status, PurchaseStatus::Sending))
    });
    desk.run_for(Duration::from_millis(300));
    drop(desk);

    // Jobs of a desk that was dropped let go of the journal a moment later.
    let mut desk = loop {
        let mut setup = world.setup();
        setup.credentials = Some(test.clone());
        match Desk::open_paced(setup, pace()) {
            Ok(desk) => break Driven(desk),
            Err(error) => assert!(matches!(error, DeskError::InUse), "{error}"),
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    desk.run_until("told whose it is", |state| {
        matches!(&state.purchases.first().unwrap().status,
            PurchaseStatus::Checking { trouble: Some(trouble), .. }
                if trouble.advice.starts_with("Switch to that account"))
            && is_in(Environment::Test)(state)
    });
    desk.run_for(Duration::from_millis(300));
    assert!(is_checking(&desk.state().purchases[0]));
    desk.apply(Intent::TryPractice);
    desk.run_until("bought", |state| {
        is_in(Environment::Practice)(state) && state.purchases.first().is_some_and(is_bought)
    });
    assert_eq!(world.shipments_at_service(), 1);
}

#[test]
fn forgetting_an_account_takes_everything_but_the_journal() {
    let world = World::new();
    let keyring = Arc::new(Fake::default());
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    let (test, production) = two_accounts(&mut desk);
    keep(&mut desk, &test, Place::Keyring, Kept::Keyring);
    keep(&mut desk, &production, Place::Keyring, Kept::Keyring);
    desk.edit(|draft| draft.to.name = "Somebody".into());
    let journal = super::harness::journal_of(&world.folder);
    assert!(journal.exists());
    // The one on the screen.
    let id = id_of(&desk, Environment::Production);
    desk.apply(Intent::Known(KnownIntent::Forget(id.clone())));
    desk.run_until("forgotten", |state| state.known.account(&id).is_none());
    assert!(matches!(desk.state().connection, Connection::None));
    assert!(desk.state().balance.value().is_none() && desk.state().known.here.is_none());
    assert_eq!(keyring.len(), 1);
    // Another one, while nobody is on the screen.
    let id = id_of(&desk, Environment::Test);
    desk.apply(Intent::Known(KnownIntent::Forget(id.clone())));
    desk.run_until("forgotten", |state| state.known.accounts.is_empty());
    assert_eq!(keyring.len(), 0);
    close(&world, desk);
    assert!(journal.exists());
    let cache = rusqlite::Connection::open(world.folder.join("desk").join("cache.db")).unwrap();
    let left: i64 = cache
        .query_row(
            "SELECT count(*) FROM scopes WHERE environment <> 'PRACTICE'",
            [],
            |row| row.get(0),
        )
        .unwrap();
    assert_eq!(left, 0, "rows of an account that was forgotten");
}

#[test]
fn deleting_the_data_takes_the_secrets_too() {
    let world = World::new();
    let keyring = Arc::new(Fake::default());
    let mut desk = open_with(&world, Some(Arc::clone(&keyring)));
    let (test, _) = two_accounts(&mut desk);
    keep(&mut desk, &test, Place::Keyring, Kept::Keyring);
    desk.apply(Intent::DeleteData);
    desk.run_until("deleted", |state| {
        state.known.accounts.is_empty() && state.known.here.is_none()
    });
    assert_eq!(keyring.len(), 0);
    close(&world, desk);
    assert!(!world.folder.join("desk").join("accounts.json").exists());
}

/// A server that cannot prove who it is gets no keys, and nothing of it is written down.
#[test]
fn a_wrong_certificate_is_told_at_the_door() {
    let world = World::new();
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
    desk.apply(Intent::SignIn(sign_in()));
    desk.run_until("told", |state| {
        matches!(&state.connection, Connection::SignInNeeded { trouble: Some(trouble), .. }
            if trouble.cause.contains("certificate is not valid")
                && trouble.advice.contains("certificate authority in Settings"))
    });
    assert_eq!(server.answered.load(std::sync::atomic::Ordering::SeqCst), 0);
    assert!(desk.state().known.accounts.is_empty());
    assert!(!world.folder.join("desk").join("accounts.json").exists());

    // Its authority named in Settings, the same server is believed.
    let settings = Settings {
        ca_file: authority().display().to_string(),
        ..desk.state().settings.clone()
    };
    desk.apply(Intent::ChangeSettings(Box::new(settings)));
    desk.apply(Intent::SignIn(sign_in()));
    desk.run_until("in", |state| {
        matches!(&state.connection, Connection::Connected(_)) && state.balance.value().is_some()
    });
    close(&world, desk);
    let secrets = [PASSWORD, "Canary-Secret-27182"];
    assert_nowhere(&world.folder.join("desk"), &secrets);
}

fn confirmed(journal: &Path) -> i64 {
    let flags = rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY;
    let database = rusqlite::Connection::open_with_flags(journal, flags).unwrap();
    let count = "SELECT count(*) FROM entries WHERE state = 'confirmed'";
    database.query_row(count, [], |row| row.get(0)).unwrap()
}
