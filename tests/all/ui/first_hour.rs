//! The first hour of a newcomer: an account, its keys, its first steps, a first label and the way back.

use postroom::api::value::Eelpfc;
use postroom::base::id::AccountId;
use postroom::desk::kernel::service_time::PracticeClock;
use postroom::desk::kernel::session::Session;
use postroom::desk::sign_in::new_keys::{KeyPair, NewKeys};
use postroom::desk::sign_in::saved_accounts::SecretDestination;
use postroom::ui::widgets::text::money_words;

use super::board::{berlin, complete_draft, shipment_row};
use super::{connected, now, theme};
use crate::prelude::*;

fn start() -> State {
    let mut state = State::default();
    state.settings.theme = theme();
    state
}

const FORM: [(&str, &str); 5] = [
    ("Company", "Byron Books"),
    ("First name", "Robin"),
    ("Last name", "Byron"),
    ("Email", "robin@byron.example"),
    ("New password", "pass"),
];

/// The form for a new account, filled in, with this address.
fn signing_up(base_url: &str) -> Scene {
    let mut scene = Scene::new(start());
    scene.click("Fill in the form");
    scene.type_into("Sign-up base URL", base_url);
    for (name, text) in FORM {
        scene.type_into(name, text);
    }
    scene
}

/// W33: an address without the version was sent, the password was emptied and the address not marked.
#[test]
fn a_wrong_address_is_marked_and_the_password_stays() {
    for (base_url, words) in [
        ("https://api.example.com", "The address must end with the version, /v3.1"),
        ("api.example.com/v3.1", "This isn’t a web address"),
        ("http://api.example.com/v3.1", "The address must begin with https://"),
    ] {
        let mut scene = signing_up(base_url);
        let asked = scene.click("Create account");
        assert!(asked.is_empty(), "{asked:?}");
        scene.check("sign-up-url");
        let problem = scene.element("Sign-up base URL").description.unwrap_or_default();
        assert!(problem.starts_with(words), "{problem}");
        let password = scene.element("New password");
        assert_ne!(password.description.as_deref(), Some("Required"));
    }
}

/// W33: Enter sends the form. If nothing answers at the address, the form marks it and shows the error.
#[test]
fn enter_sends_the_form_and_its_answer_stands_in_it() {
    let mut scene = signing_up("https://api.example.com/v3.1");
    scene.stage.click("Email").unwrap();
    let asked = scene.key(Key::Enter);
    assert!(matches!(asked.as_slice(), [Intent::SignIn(SignInIntent::SignUp { .. })]), "{asked:?}");
    scene.state.connection = Connection::SignInNeeded {
        environment: Environment::Test,
        trouble: Some(Trouble {
            attempted: "Couldn’t create the account".into(),
            cause: "no such host".into(),
            offline: true,
            ..Trouble::default()
        }),
    };
    scene.settle();
    scene.check("sign-up-unanswered");
    let trouble = scene.element("Couldn’t create the account").bounds;
    let [head, first] = ["Hide: Create an account", "Sign-up base URL"];
    let [head, first] = [head, first].map(|name| scene.element(name).bounds);
    assert!(head.bottom() < trouble.top() && trouble.bottom() < first.top(), "in the form");
    let problem = scene.element("Sign-up base URL").description.unwrap_or_default();
    assert!(problem.starts_with("No such service answered"), "{problem}");
    // The password stays: the form can be sent again at once.
    let asked = scene.click("Create account");
    let [Intent::SignIn(SignInIntent::SignUp { form, .. })] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    assert_eq!(form.password.expose(), "pass");
    // Another address is not marked for what the last one did.
    scene.type_into("Sign-up base URL", "https://ship.example.com/v3.1");
    scene.settle();
    assert_eq!(scene.element("Sign-up base URL").description, None);
}

/// W33: so does the form of an account that exists.
#[test]
fn enter_signs_in() {
    let mut scene = Scene::new(start());
    scene.click("Enter keys");
    for (name, text) in [
        ("Base URL", "https://api.example.com/v3.1"),
        ("API key", "key"),
        ("API secret", "secret"),
        ("User name", "clerk"),
        ("Account password", "pass"),
    ] {
        scene.type_into(name, text);
    }
    let asked = scene.key(Key::Enter);
    assert!(matches!(asked.as_slice(), [Intent::SignIn(SignInIntent::SignIn(_))]), "{asked:?}");
}

fn new_keys() -> NewKeys {
    let pair = |environment, key: &str| KeyPair {
        environment,
        key: key.into(),
        secret: Secret::new(format!("secret of {key}")),
    };
    NewKeys {
        user_name: "robin-1".into(),
        pairs: vec![pair(Environment::Test, "t-key"), pair(Environment::Production, "p-key")],
        copied: false,
    }
}

/// W31: the keys of a new account are offered to the keyring with the terms, and that is the usual way.
#[test]
fn the_keys_of_a_new_account_are_kept_unless_declined() {
    for (declined, kept) in [(false, true), (true, false)] {
        let mut state = start();
        state.connection = Connection::TermsPending {
            account: AccountId::new("a-1"),
            account_name: "Byron Books".into(),
        };
        state.accounts.new_keys = Some(new_keys());
        state.accounts.saved.keyring = Keyring::Ready;
        let mut scene = Scene::new(state);
        scene.settle();
        scene.check("terms-keys");
        scene.click("I have read the terms and conditions and accept them for this account");
        if declined {
            scene.click("Remember on this computer");
        }
        let asked = scene.click("Accept and activate");
        let [Intent::SignIn(SignInIntent::ApproveTerms { place, .. })] = asked.as_slice() else {
            panic!("{asked:?}");
        };
        assert_eq!(matches!(place, Some(SecretDestination::Keyring)), kept);
    }
}

/// W31: all keys are copied at once, or one by one; then they count as copied.
#[test]
fn copied_keys_are_reported() {
    let open = || {
        let mut state = start();
        state.connection = Connection::TermsPending {
            account: AccountId::new("a-1"),
            account_name: "Byron Books".into(),
        };
        state.accounts.new_keys = Some(new_keys());
        Scene::new(state)
    };
    let is_copied = |asked: &[Intent]| {
        asked.iter().any(|it| matches!(it, Intent::SignIn(SignInIntent::KeysCopied)))
    };
    let mut scene = open();
    let asked = scene.click("Copy all keys");
    assert!(is_copied(&asked), "{asked:?}");
    let copied = scene.stage.copied().unwrap();
    for words in ["robin-1", "t-key", "secret of t-key", "p-key", "secret of p-key"] {
        assert!(copied.contains(words), "{words}");
    }
    let mut scene = open();
    let one_by_one =
        ["the test key", "the test secret", "the production key", "the production secret"];
    for (nth, words) in one_by_one.into_iter().enumerate() {
        let asked = scene.click(&format!("Copy {words}"));
        assert_eq!(is_copied(&asked), nth == 3, "{words}: {asked:?}");
    }
}

/// W31: closing the window asks while the keys of a new account are neither copied nor kept.
#[test]
fn closing_asks_while_new_keys_are_unsaved() {
    let mut state = connected();
    state.accounts.new_keys = Some(new_keys());
    let mut scene = Scene::on(Panel::Balance, state);
    scene.assert_shows(
        "The keys of your new account aren’t saved yet. The service never shows them again.",
    );
    let close = |scene: &mut Scene| {
        let viewport = scene.stage.ctx.viewport_id();
        let input = scene.stage.input_mut();
        let window = input.viewports.entry(viewport).or_default();
        window.events.push(egui::ViewportEvent::Close);
        scene.stage.step();
        scene.stage.input_mut().viewports.entry(viewport).or_default().events.clear();
        scene.settle();
    };
    close(&mut scene);
    scene.check("close-with-unsaved-keys");
    scene.assert_shows("Close without the keys?");
    assert_eq!(scene.focus().as_deref(), Some("Don’t close"));
    scene.click("Don’t close");
    assert!(!scene.stage.shows("Close without the keys?"));
    scene.state.accounts.new_keys = None;
    close(&mut scene);
    assert!(!scene.stage.shows("Close without the keys?"));
}

fn failed<T>(trouble: Trouble) -> Remote<T> {
    Remote::Failed { trouble, previous: None }
}

fn real_account() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    board.state.connection = Connection::Connected(Session {
        environment: Environment::Test,
        base_url: "https://api.example.com/v3.1".to_owned(),
        account_name: "Byron Books".to_owned(),
    });
    board
}

/// W32: the first rate of a new account was a red box with a code. It is a step to take.
#[test]
fn a_real_account_has_first_steps() {
    let mut board = real_account();
    board.state.carriers.accounts = Remote::ready(Vec::new(), now());
    board.state.ship.quote = failed(Trouble {
        attempted: "Couldn’t get rates".into(),
        cause: "There is no such carrier account".into(),
        codes: vec!["CARRIERACCOUNT.NOT_FOUND".into()],
        status: Some(404),
        correlation: Some(CorrelationId::new("c-1")),
        ..Trouble::default()
    });
    board.settle();
    board.shot("first-steps");
    assert!(board.stage.shows("First steps"));
    assert!(!board.stage.shows("Couldn’t get rates"), "no error where a step is to be taken");
    board.click("Add a carrier account");
    board.settle();
    assert_eq!(board.window.panel, Panel::Carriers);
    // Practice has carriers, and who has bought knows the way.
    let mut board = AnsweringScene::new();
    board.settle();
    assert!(!board.stage.shows("First steps"));
    let mut board = real_account();
    board.state.shipments.total = 1;
    board.settle();
    assert!(!board.stage.shows("First steps"));
}

/// W32: where labels are not billed, the window wanted a top-up for one, and said that it was charged.
#[test]
fn a_test_label_costs_nothing() {
    for (mut board, is_free) in [(real_account(), true), (AnsweringScene::new(), false)] {
        let balance = board.state.balance.summary.value().unwrap().clone();
        let nothing = BalanceSummary { balance: Some(Amount::ZERO), ..balance };
        board.state.balance.summary = Remote::ready(nothing, now());
        board.ready_to_buy();
        assert_eq!(board.stage.shows("Test labels cost nothing"), is_free);
        assert_eq!(board.stage.shows("Top up first"), !is_free);
        let row = shipment_row(0, "PreTransit");
        let price = money_words(row.price.unwrap());
        board.state.shipments.rows = vec![row.clone()];
        board.state.ship.just_bought = Some(row.id.clone());
        board.settle();
        board.shot("bought-test");
        assert_eq!(board.stage.shows("Test labels cost nothing"), is_free);
        assert_eq!(board.stage.shows(&price), !is_free);
    }
}

/// W32: an error leads to the place that mends it.
#[test]
fn an_error_leads_to_what_mends_it() {
    for (code, button, panel) in [
        ("CARRIERACCOUNT.NOT_ACTIVE", "Go to Carriers", Panel::Carriers),
        ("CARRIER.AUTHENTICATION_FAILED", "Go to Carriers", Panel::Carriers),
        ("ACCOUNT.BALANCE.VALIDATION_FAILED", "Go to Balance", Panel::Balance),
    ] {
        let mut board = real_account();
        board.state.ship.quote = failed(Trouble {
            attempted: "Couldn’t get rates".into(),
            codes: vec![code.into()],
            ..Trouble::default()
        });
        board.settle();
        board.click(button);
        board.settle();
        assert_eq!(board.window.panel, panel, "{code}");
    }
}

/// W37: from a label just bought there was no way back.
#[test]
fn a_label_just_bought_can_be_refunded() {
    let mut board = AnsweringScene::new();
    let row = shipment_row(0, "PreTransit");
    board.state.shipments.rows = vec![row.clone()];
    board.state.ship.just_bought = Some(row.id.clone());
    board.settle();
    board.shot("bought-refund");
    board.click("Refund…");
    board.settle();
    assert_eq!(board.window.panel, Panel::Refunds);
}

/// W37: the undo delay is offered once, beside the first label.
#[test]
fn the_undo_delay_is_offered_once() {
    for (answer, seconds) in [("Wait 10 seconds", 10), ("No, thanks", 0)] {
        let mut board = AnsweringScene::new();
        let row = shipment_row(0, "PreTransit");
        board.state.shipments.rows = vec![row.clone()];
        board.state.ship.just_bought = Some(row.id.clone());
        board.settle();
        assert!(board.stage.shows("Undo a purchase"));
        board.click(answer);
        board.settle();
        assert_eq!(board.state.settings.regret_secs, seconds);
        assert!(!board.stage.shows("Undo a purchase"));
    }
}

/// W38: the date of practice was nowhere in the frame, and the next day only in its panel.
#[test]
fn practice_shows_its_date_and_goes_on_by_a_day() {
    let clock = |now: &str| {
        let now: Timestamp = now.parse().unwrap();
        PracticeClock { now, read: super::now(), day_seconds: 86_400, paused: false }
    };
    for width in [1024, 1366, 1920] {
        let mut state = connected();
        state.practice_clock = Some(clock("2026-12-02T09:00:00Z"));
        let mut scene = Scene::new(state);
        scene.stage.resize((width, 768));
        scene.window.panel = Panel::Tracking;
        scene.settle();
        scene.check(&format!("practice-date-{width}"));
        scene.assert_shows("Dec 2");
        let asked = scene.click("Go to the next practice day");
        scene.settle();
        let mut asked = asked.into_iter().chain(scene.intents());
        let goes_on = |it: Intent| matches!(it, Intent::Practice(PracticeIntent::JumpDays(1)));
        assert!(asked.any(goes_on));
    }
    let mut state = connected();
    state.connection = real_account().state.connection.clone();
    let mut scene = Scene::on(Panel::Tracking, state);
    assert!(scene.try_click("Go to the next practice day").is_err());
}

fn abroad() -> AnsweringScene {
    let mut board = AnsweringScene::new();
    board.state.ship.draft = complete_draft();
    board.state.ship.draft.to = berlin();
    board.recheck_draft();
    board
}

/// W13: the first item had to be added before it could be filled in.
#[test]
fn the_first_item_of_a_declaration_is_there() {
    let mut board = abroad();
    assert!(board.state.ship.draft.customs.items.is_empty());
    let name = board.named("Item 1 description");
    board.type_into(&name, "Cotton T-shirts");
    board.settle();
    let items = &board.state.ship.draft.customs.items;
    assert_eq!(items.len(), 1);
    assert_eq!(items[0].description, "Cotton T-shirts");
    assert_eq!(items[0].origin_country, "US");
    board.shot("customs-first-item");
}

/// W13: the export filing was a list of codes without a word, the currency a free text, and the signer
/// a hint that looked like a value.
#[test]
fn customs_speak_in_words() {
    let mut board = abroad();
    board.click("Add item");
    board.settle();
    board.click("Export filing");
    board.settle();
    board.shot("customs-filing");
    for words in [
        "Exempt: each kind up to $2,500 (NOEEI 30.37(a))",
        "Exempt: to Canada (NOEEI 30.36)",
        "Filed, with its number (AES ITN)",
    ] {
        assert!(board.stage.shows(words), "{words}");
    }
    board.click("Exempt: each kind up to $2,500 (NOEEI 30.37(a))");
    board.settle();
    assert_eq!(board.state.ship.draft.customs.eelpfc, Some(Eelpfc::NoEei3037a));
    board.click("Currency");
    board.settle();
    board.letters("mexi");
    board.settle();
    board.press(Modifiers::NONE, Key::Enter);
    board.settle();
    assert_eq!(board.state.ship.draft.customs.currency, "MXN");
    board.click(&format!("Sign as {}", board.state.ship.draft.from.name.clone()));
    board.settle();
    assert_eq!(board.state.ship.draft.customs.signer, board.state.ship.draft.from.name);
    board.shot("customs-words");
}

/// W13: the guide explains the words, from the card itself.
#[test]
fn the_card_of_customs_leads_to_its_page() {
    let mut board = abroad();
    board.click("Customs in the guide");
    board.settle();
    let explained =
        board.stage.elements().any(|it| it.name.starts_with("HS number: the worldwide number"));
    assert!(explained);
}

/// W38: the clock of the practice service says nothing about a real account.
#[test]
fn a_real_account_has_no_practice_day() {
    let mut state = connected();
    state.practice_clock =
        Some(PracticeClock { now: now(), read: now(), day_seconds: 86_400, paused: false });
    state.connection = real_account().state.connection.clone();
    let mut scene = Scene::on(Panel::Tracking, state);
    assert!(scene.try_click("Go to the next practice day").is_err());
}
