//! The accounts of this computer: the list, the texts of "Remember", switching by keyboard, and a
//! purchase of another account.

use postroom::desk::sign_in::saved_accounts::{
    KeyringKind, SavedAccount, SecretDestination, SecretLocation, VaultState,
};

use super::{connected, now, theme};
use crate::prelude::*;

fn account(id: &str, name: &str, environment: Environment, kept: SecretLocation) -> SavedAccount {
    SavedAccount {
        id: id.into(),
        environment,
        base_url: "https://api.shipping.example/v3.1".into(),
        key_mark: format!("key-{id}"),
        key_end: "9a27c1".into(),
        api_key: None,
        account_id: None,
        user_name: "robin.sample.4711".into(),
        name: name.into(),
        kept,
    }
}

fn three() -> Vec<SavedAccount> {
    vec![
        account("a", "Byron Books", Environment::Production, SecretLocation::Keyring),
        account("b", "Byron Books", Environment::Test, SecretLocation::Nowhere),
        account(
            "c",
            "Lovelace Engines and Difference Machines Wholesale Limited",
            Environment::Production,
            SecretLocation::Vault,
        ),
    ]
}

fn at_the_door() -> State {
    let mut state = State {
        connection: Connection::SignInNeeded {
            environment: Environment::Production,
            trouble: None,
        },
        settings: Settings {
            theme: theme(),
            base_url: "https://api.shipping.example/v3.1".into(),
            ..Settings::default()
        },
        ..State::default()
    };
    state.accounts.saved.accounts = three();
    state.accounts.saved.practice = true;
    // Independent of the system on which the test runs.
    state.accounts.saved.keyring_kind = KeyringKind::SecretService;
    state.accounts.saved.vault_file = "/home/robin/.local/share/postroom/secrets.vault".into();
    state
}

/// Signed in to the first of the three accounts.
fn inside() -> State {
    let mut state = connected();
    let door = at_the_door();
    state.accounts.saved = door.accounts.saved;
    state.accounts.saved.current_scope = Some(state.accounts.saved.accounts[0].scope());
    let Connection::Connected(session) = &mut state.connection else { unreachable!() };
    session.environment = Environment::Production;
    session.account_name = "Byron Books".into();
    state
}

fn one(intents: &[Intent]) -> &SignInIntent {
    match intents {
        [Intent::SignIn(intent)] => intent,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_door_lists_the_accounts_and_unlocks_the_vault() {
    let mut state = at_the_door();
    state.accounts.saved.vault = VaultState::Locked;
    state.accounts.saved.opening_account_id = Some("c".into());
    let mut scene = Scene::new(state);
    scene.check("accounts-door");
    scene.assert_shows("secrets in this computer’s keyring");
    scene.assert_shows("PRODUCTION");
    scene.assert_shows("Unlock the vault to open Lovelace");
    assert_eq!(scene.focus().as_deref(), Some("Vault passphrase"));
    // The form is filled in for the requested account, except for its secrets.
    scene.click("Enter keys");
    assert_eq!(scene.element("User name").value.as_deref(), Some("robin.sample.4711"));
    let intents = scene.click("Open Byron Books, test");
    assert!(matches!(one(&intents), SignInIntent::SwitchTo(id) if id == "b"));

    assert!(scene.element("Unlock").disabled);
    scene.type_into("Vault passphrase", "four random words here");
    let intents = scene.click("Unlock");
    assert!(
        matches!(one(&intents), SignInIntent::UnlockVault(words) if words.expose() == "four random words here")
    );
    assert!(!format!("{intents:?}").contains("random"), "told to a log");
    scene.state.accounts.saved.vault_trouble =
        Some("this is not the passphrase of the vault".into());
    scene.settle();
    scene.check("accounts-wrong-passphrase");
    scene.assert_shows("this is not the passphrase");
}

/// Enter at the start opens the first saved account, and practice is not the main action.
#[test]
fn saved_accounts_come_first() {
    let mut scene = Scene::new(at_the_door());
    scene.check("connect-accounts");
    let first = "Open Byron Books, production";
    assert_eq!(scene.focus().as_deref(), Some(first));
    let top = |name: &str| scene.element(name).bounds.top();
    assert!(top(first) < top("Try it now"));
    assert!(!scene.stage.shows("API key"), "folded away");
    let intents = scene.key(Key::Enter);
    assert!(matches!(one(&intents), SignInIntent::SwitchTo(id) if id == "a"));
}

/// Without stored secrets only the keys help, so their form is open and has the keyboard.
#[test]
fn an_account_without_its_secrets_asks_for_them_at_once() {
    let mut state = at_the_door();
    state.accounts.saved.opening_account_id = Some("b".into());
    let mut scene = Scene::new(state);
    scene.check("connect-secrets-missing");
    assert_eq!(scene.focus().as_deref(), Some("API key"));
    assert_eq!(scene.element("User name").value.as_deref(), Some("robin.sample.4711"));
}

fn fill(scene: &mut Scene) {
    for (field, words) in [
        ("API key", "pk_live"),
        ("API secret", "s3cret"),
        ("User name", "clerk"),
        ("Account password", "pass"),
    ] {
        scene.type_into(field, words);
    }
}

#[test]
fn remember_says_where_and_asks_for_no_more_than_it_needs() {
    let mut state = at_the_door();
    state.accounts.saved.accounts.clear();
    let mut scene = Scene::new(state);
    scene.assert_shows("Secrets stay in memory; you enter them at each start");
    fill(&mut scene);
    let intents = scene.click("Sign in");
    assert!(matches!(intents.as_slice(), [Intent::SignIn(SignInIntent::SignIn(_))]), "{intents:?}");

    fill(&mut scene);
    let intents = scene.click("Remember on this computer");
    assert!(
        intents.iter().all(|intent| matches!(intent, Intent::SignIn(SignInIntent::LookForKeyring)))
            && !intents.is_empty()
    );
    scene.state.accounts.saved.keyring = Keyring::Asking;
    scene.settle();
    assert!(scene.element("Sign in").disabled);

    scene.state.accounts.saved.keyring = Keyring::Ready;
    scene.settle();
    scene.check("remember-keyring");
    scene.assert_shows("go into this computer’s keyring");
    let intents = scene.click("Sign in");
    assert!(
        matches!(one(&intents), SignInIntent::SignInAndKeep { place: SecretDestination::Keyring, sign_in }
            if sign_in.password.expose() == "pass")
    );
}

#[test]
fn without_a_keyring_a_vault_is_offered() {
    let mut state = at_the_door();
    state.accounts.saved.accounts.clear();
    state.accounts.saved.keyring = Keyring::None("there is no session bus".into());
    let mut scene = Scene::new(state);
    fill(&mut scene);
    scene.click("Remember on this computer");
    scene.assert_shows("This computer’s keyring can’t be used (there is no session bus)");
    assert!(scene.click("Sign in").is_empty());
    scene.assert_shows("Required");
    scene.type_into("New passphrase", "four random words here");
    assert!(scene.click("Sign in").is_empty());
    scene.check("remember-vault");
    scene.assert_shows("The passphrases don’t match");
    scene.type_into("Repeat the passphrase", "four random words here");
    let intents = scene.click("Sign in");
    assert!(
        matches!(one(&intents), SignInIntent::SignInAndKeep { place: SecretDestination::Vault(Some(words)), .. }
            if words.expose() == "four random words here")
    );
}

#[test]
fn accounts_are_switched_by_keyboard_alone() {
    let mut scene = Scene::on(Panel::Shipments, inside());
    let chord = Modifiers::COMMAND.plus(Modifiers::SHIFT);
    let of_accounts = |intents: Vec<Intent>| -> Vec<Intent> {
        let mut all = intents;
        // The palette also searches addresses and shipments.
        all.retain(|intent| matches!(intent, Intent::SignIn(_)));
        all
    };
    assert!(of_accounts(scene.press(chord, Key::A)).is_empty());
    scene.settle();
    scene.check("accounts-switch");
    for words in ["Switch to Byron Books, test", "Switch to practice", "Switch to another account…"]
    {
        scene.assert_shows(words);
    }
    assert!(!scene.stage.shows("Switch to Byron Books, production"));
    let mut intents = scene.press(Modifiers::NONE, Key::Enter);
    scene.settle();
    intents.extend(scene.intents());
    let intents = of_accounts(intents);
    assert!(matches!(one(&intents), SignInIntent::SwitchTo(id) if id == "b"));
    // The account name in the top bar opens the same panel.
    scene.click("Account: Byron Books");
    scene.settle();
    scene.assert_shows("Switch to practice");
}

#[test]
fn settings_tell_where_secrets_are_and_forget_them() {
    let mut state = inside();
    state.accounts.saved.vault = VaultState::Open;
    state.accounts.saved.keyring = Keyring::Ready;
    state.purchases.list.push(doubtful(&state.accounts.saved.accounts[2]));
    let mut scene = Scene::settings(SettingsCategory::Connection, state);
    scene.check("accounts-settings");
    scene.assert_shows("This computer’s keyring works");
    scene.assert_shows("/home/robin/.local/share/postroom/secrets.vault");
    assert!(scene.element("Open Byron Books, production").disabled);
    let intents = scene.click("Forget the secrets of Byron Books, production");
    assert!(matches!(one(&intents), SignInIntent::ForgetSecrets(id) if id == "a"));
    let last = "Forget Lovelace Engines and Difference Machines Wholesale Limited, production…";
    assert!(scene.click(last).is_empty());
    scene.check("accounts-forget");
    for words in [
        "Its secret and password in the vault are deleted",
        "The purchase journal is kept",
        "1 of its purchases isn’t settled",
    ] {
        scene.assert_shows(words);
    }
    assert!(scene.click("Cancel").is_empty());
    scene.click(last);
    let intents = scene.click("Forget account");
    assert!(matches!(one(&intents), SignInIntent::Forget(id) if id == "c"));
    scene.click("Delete the vault…");
    scene.assert_shows("Lovelace Engines and Difference Machines Wholesale Limited are deleted");
    let intents = scene.click("Delete the vault");
    assert!(matches!(one(&intents), SignInIntent::DestroyVault));
}

/// Every text uses the name that the keyring has on its system.
#[test]
fn a_keyring_is_called_what_its_system_calls_it() {
    for (kind, name, at_the_beginning) in [
        (
            KeyringKind::CredentialManager,
            "Windows Credential Manager",
            "Windows Credential Manager",
        ),
        (KeyringKind::Keychain, "the macOS Keychain", "The macOS Keychain"),
    ] {
        let mut state = at_the_door();
        state.accounts.saved.keyring_kind = kind;
        let mut scene = Scene::new(state);
        scene.assert_shows(&format!("secrets in {name}"));
        scene.click("Enter keys");
        scene.click("Remember on this computer");
        scene.state.accounts.saved.keyring = Keyring::Asking;
        scene.settle();
        scene.assert_shows(&format!("Trying {name}"));
        scene.state.accounts.saved.keyring = Keyring::Ready;
        scene.settle();
        scene.check(&format!("remember-{kind:?}"));
        scene.assert_shows(&format!("go into {name}. No Postroom file"));
        scene.state.accounts.saved.keyring = Keyring::AsksFirst;
        scene.settle();
        scene.assert_shows(&format!("go into {name}, which will ask"));
        scene.state.accounts.saved.keyring = Keyring::None("why".into());
        scene.settle();
        scene.assert_shows(&format!("{at_the_beginning} can’t be used (why)"));

        let mut state = inside();
        state.accounts.saved.keyring_kind = kind;
        let mut scene = Scene::settings(SettingsCategory::Connection, state);
        scene.assert_shows(&format!("{at_the_beginning} hasn’t been needed yet"));
        let intents = scene.click(&format!("Try {name}"));
        assert!(matches!(one(&intents), SignInIntent::LookForKeyring));
        scene.check(&format!("accounts-settings-{kind:?}"));
        scene.click("Forget Byron Books, production…");
        scene.assert_shows(&format!("in {name} are deleted"));
        assert!(!scene.stage.shows("keyring"));

        let mut state = at_the_door();
        state.accounts.saved.keyring_kind = kind;
        state.accounts.saved.opening_account_id = Some("a".into());
        state.connection = Connection::Connecting { environment: Environment::Production };
        let scene = Scene::new(state);
        let asks = scene.stage.shows(&format!("{at_the_beginning} may ask"));
        assert_eq!(asks, kind == KeyringKind::Keychain);
    }
}

/// A keyring that shows no prompt and never answers must not block the window.
#[test]
fn waiting_for_a_sign_in_can_be_called_off() {
    let mut state = at_the_door();
    state.accounts.saved.opening_account_id = Some("a".into());
    state.connection = Connection::Connecting { environment: Environment::Production };
    let mut scene = Scene::new(state);
    scene.check("accounts-connecting");
    scene.assert_shows("PRODUCTION");
    scene.assert_shows("Byron Books");
    scene.assert_shows("This computer’s keyring may ask");
    let intents = scene.click("Cancel");
    assert!(matches!(one(&intents), SignInIntent::SignInToAnother));
}

fn doubtful(owner: &SavedAccount) -> Purchase {
    Purchase {
        transaction: TransactionId::new("t-9"),
        kind: PurchaseKind::Label,
        order: None,
        sequence: 1,
        title: "Priority Mail to Casey Example".into(),
        expected: None,
        status: PurchaseStatus::Checking {
            attempts: 3,
            trouble: None,
            learned: Default::default(),
        },
        started: now(),
        scope: owner.scope(),
        given_up: false,
    }
}

#[test]
fn doubt_of_another_account_offers_the_switch_and_nothing_else() {
    let mut state = inside();
    state.purchases.list.push(doubtful(&state.accounts.saved.accounts[1]));
    let mut scene = Scene::on(Panel::Balance, state);
    scene.check("accounts-doubt-elsewhere");
    scene.assert_shows("Byron Books, test: Priority Mail to Casey Example");
    assert!(!scene.stage.shows("Check now"));
    let intents = scene.click("Switch to it");
    assert!(matches!(one(&intents), SignInIntent::SwitchTo(id) if id == "b"));
}
