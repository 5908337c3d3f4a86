//! The Connect, Balance, Activity, Practice and Settings panels.

use super::{connected, now, theme};
use crate::prelude::*;
use postroom::api::account::CreditCard;
use postroom::base::id::AccountId;
use postroom::desk::balance::history::Range;
use postroom::desk::kernel::notices::Activity;
use postroom::desk::kernel::service_time::PracticeClock;
use postroom::desk::sign_in::new_keys::{KeyPair, NewKeys};

pub(super) fn start() -> State {
    State { settings: Settings { theme: theme(), ..Settings::default() }, ..State::default() }
}

#[test]
fn the_first_page_leads_to_practice_and_folds_the_keys_away() {
    let mut scene = Scene::new(start());
    scene.check("connect");
    assert_eq!(scene.focus().as_deref(), Some("Try it now"));
    for folded in ["API key", "Company", "Your accounts"] {
        assert!(!scene.stage.shows(folded), "{folded}");
    }
    let begun = scene.key(Key::Enter);
    assert!(matches!(begun.as_slice(), [Intent::SignIn(SignInIntent::TryPractice)]), "{begun:?}");
    let intents = scene.click("Try it now");
    assert!(
        matches!(intents.as_slice(), [Intent::SignIn(SignInIntent::TryPractice)]),
        "{intents:?}"
    );
}

#[test]
fn signing_in_says_what_is_missing_before_any_call() {
    let mut scene = Scene::new(start());
    assert!(scene.click("Enter keys").is_empty());
    assert_eq!(scene.focus().as_deref(), Some("Base URL"));
    assert!(scene.click("Sign in").is_empty());
    scene.check("connect-missing");
    let field = scene.element("API key");
    assert_eq!(field.description.as_deref(), Some("Required"));
    scene.type_into("Base URL", "http://api.example.com");
    let field = scene.element("Base URL");
    assert!(field.description.unwrap().contains("https://"));
    for (name, text) in [
        ("Base URL", "https://api.example.com/v3.1"),
        ("API key", "key"),
        ("API secret", "secret"),
        ("User name", "clerk"),
        ("Account password", "pass"),
    ] {
        scene.type_into(name, text);
    }
    let intents = scene.click("Sign in");
    let [Intent::SignIn(SignInIntent::SignIn(sign_in))] = intents.as_slice() else {
        panic!("{intents:?}");
    };
    assert_eq!(sign_in.base_url, "https://api.example.com/v3.1");
    assert_eq!(sign_in.password.expose(), "pass");
}

#[test]
fn signing_up_is_a_form_behind_a_button() {
    let mut scene = Scene::new(start());
    assert!(!scene.stage.shows("Company"));
    assert!(scene.click("Fill in the form").is_empty());
    assert!(scene.click("Create account").is_empty());
    let company = scene.element("Company");
    assert_eq!(company.description.as_deref(), Some("Required"));
    scene.check("sign-up-missing");
    for (name, text) in [
        ("Sign-up base URL", "https://api.example.com/v3.1"),
        ("Company", "Byron Books"),
        ("First name", "Robin"),
        ("Last name", "Byron"),
        ("Email", "robin@byron.example"),
        ("New password", "pass"),
    ] {
        scene.type_into(name, text);
    }
    let intents = scene.click("Create account");
    let [Intent::SignIn(SignInIntent::SignUp { base_url, form })] = intents.as_slice() else {
        panic!("{intents:?}");
    };
    assert_eq!(base_url, "https://api.example.com/v3.1");
    assert_eq!(form.company_name, "Byron Books");
    assert_eq!(form.signup_key, None);
    scene.click("Hide: Create an account");
    assert!(!scene.stage.shows("Company"));
}

/// In the smallest window everything to press on the first page is in sight, also with a form open.
#[test]
fn the_first_page_fits_the_smallest_window() {
    let mut scene = Scene::new(start());
    scene.stage.resize((1024, 700));
    scene.settle();
    scene.check("connect-1024");
    let bottom = |scene: &Scene, name: &str| scene.element(name).bounds.bottom();
    assert!(bottom(&scene, "Fill in the form") < 700.0);
    scene.click("Enter keys");
    scene.check("connect-keys-1024");
    assert!(bottom(&scene, "Account password") < 700.0);
}

#[test]
fn terms_are_accepted_only_after_the_tick() {
    let mut state = start();
    state.connection = Connection::TermsPending {
        account: AccountId::new("a-1"),
        account_name: "Byron Books".into(),
    };
    let pair = |environment, key: &str| KeyPair {
        environment,
        key: key.into(),
        secret: Secret::new(format!("canary of {key}")),
    };
    state.accounts.new_keys = Some(NewKeys {
        user_name: "robin-1".into(),
        pairs: vec![pair(Environment::Test, "t-key"), pair(Environment::Production, "p-key")],
        copied: false,
    });
    state.accounts.saved.keyring = Keyring::Ready;
    let mut scene = Scene::new(state);
    scene.check("terms");
    assert!(!scene.stage.shows("canary"), "a secret is only copied");
    scene.click("Copy the production secret");
    assert_eq!(scene.stage.copied().as_deref(), Some("canary of p-key"));
    assert!(scene.try_click("Accept and activate").is_err());
    scene.click("I have read the terms and conditions and accept them for this account");
    let intents = scene.click("Accept and activate");
    assert!(
        matches!(intents.as_slice(), [Intent::SignIn(SignInIntent::ApproveTerms { .. })]),
        "{intents:?}"
    );
}

#[test]
fn a_refused_sign_in_shows_code_and_correlation_id() {
    let mut state = start();
    state.connection = Connection::SignInNeeded {
        environment: Environment::Test,
        trouble: Some(Trouble {
            attempted: "Couldn’t sign in".into(),
            cause: "The user name or password is wrong".into(),
            advice: "Check both and try again".into(),
            codes: vec!["AUTHENTICATION.FAILED".into()],
            status: Some(401),
            correlation: Some(CorrelationId::new("c-77")),
            ..Trouble::default()
        }),
    };
    let mut scene = Scene::new(state);
    scene.check("sign-in-refused");
    scene.assert_shows("AUTHENTICATION.FAILED");
    scene.assert_shows("c-77");
    scene.click("Copy details");
    assert!(scene.stage.copied().unwrap().contains("c-77"));
}

pub(super) fn rich() -> State {
    let mut state = connected();
    let summary = BalanceSummary {
        balance: Some(Amount::from_cents(49_210)),
        is_auto_buy: Some(true),
        auto_buy_amount: Some(Amount::from_cents(10_000)),
        auto_buy_threshold: Some(Amount::from_cents(5_000)),
        credit_card: Some(CreditCard { last_four: Some("4242".into()), ..CreditCard::default() }),
        ..BalanceSummary::default()
    };
    state.balance.summary = Remote::ready(summary, now());
    let entries = (0..40i64)
        .map(|step| BalanceEntry {
            event_type: Some("Print".into()),
            transaction_date: WireTime::parse(&format!("2026-11-{:02}T10:00:00Z", 20 - step / 3)),
            amount: Some(Amount::from_cents(-790)),
            balance: Some(Amount::from_cents(49_210 + step * 790)),
            comments: Some(format!("Label {step}")),
            ..BalanceEntry::default()
        })
        .collect();
    state.balance.history.entries = Remote::ready(entries, now());
    state.balance.history.total_results = Some(40);
    state
}

#[test]
fn a_top_up_asks_with_the_amount_before_money_moves() {
    let mut scene = Scene::on(Panel::Balance, rich());
    scene.check("balance");
    scene.assert_shows("when the balance falls below $50.00, $100.00 is added");
    scene.assert_shows("4242");
    scene.type_into("Top-up amount", "0.5");
    assert!(scene.click("Top up the balance").is_empty());
    assert!(scene.element("Top-up amount").description.unwrap().contains("1.00"));
    scene.type_into("Top-up amount", "25");
    assert!(scene.click("Top up the balance").is_empty());
    scene.assert_shows("Top up $25.00?");
    scene.check("top-up");
    let intents = scene.click("Confirm top-up");
    assert!(
        matches!(intents.as_slice(), [Intent::TopUp { amount }] if *amount == Amount::from_cents(2500)),
        "{intents:?}"
    );
}

#[test]
fn auto_buy_and_the_range_are_changed_from_their_forms() {
    let mut scene = Scene::on(Panel::Balance, rich());
    scene.click("Change AutoBuy");
    scene.type_into("Add this much", "200");
    let intents = scene.click("Save AutoBuy");
    assert!(
        matches!(intents.as_slice(), [Intent::Balance(BalanceIntent::SetAutoBuy(request))]
            if request.auto_buy_amount == Amount::from_cents(20_000) && request.is_auto_buy),
        "{intents:?}"
    );
    let intents = scene.click("7 days");
    assert!(
        matches!(intents.as_slice(), [Intent::Balance(BalanceIntent::LoadHistory(Range::Days(7)))]),
        "{intents:?}"
    );
}

pub(super) fn requests() -> Vec<Activity> {
    let request = |(status, error): (_, Option<&str>)| Activity {
        whose: None,
        at: now(),
        call: "POST /ShipmentRate".into(),
        status,
        millis: 41,
        attempt: 1,
        correlation: Some(CorrelationId::new("0f3c9a1e-2222-4444-8888-1234567890ab")),
        error: error.map(Into::into),
    };
    let answers = [(Some(200), None), (None, Some("timed out"))];
    answers.into_iter().map(request).collect()
}

/// The list goes back over days, so a request of another day says its day.
#[test]
fn activity_says_the_day_of_a_request_that_is_not_of_today() {
    let mut state = connected();
    let moments =
        [("2026-11-20T23:59:58Z", "Nov 20, 11:59:58 PM"), ("2026-11-21T00:00:01Z", "12:00:01 AM")];
    let [first, second] =
        moments.map(|(at, _)| Activity { at: at.parse().unwrap(), ..requests().remove(0) });
    state.activity.push_back(second.clone());
    let mut scene = Scene::on(Panel::Activity, state);
    let painted = |scene: &Scene, words: &str| {
        let painted = scene.stage.painted().into_iter();
        painted.map(|text| text.replace('\u{a0}', " ")).any(|text| text == words)
    };
    assert!(painted(&scene, moments[1].1), "today");
    scene.state.activity.push_back(first);
    for (width, height) in [(1366, 768), (1024, 700)] {
        scene.stage.resize((width, height));
        scene.settle();
        for (_, words) in moments {
            assert!(painted(&scene, words), "{words} at {width}");
        }
        scene.check("activity-of-two-days");
    }
}

#[test]
fn activity_lists_requests_and_copies_them() {
    let mut state = connected();
    state.activity.extend(requests());
    let mut scene = Scene::on(Panel::Activity, state);
    scene.check("activity");
    scene.assert_shows("No answer");
    scene.click("Copy all");
    let copied = scene.stage.copied().unwrap();
    assert_eq!(copied.lines().count(), 3);
    assert!(copied.contains("Timed out"));
    // As the region writes it, with seconds.
    let copied = copied.replace('\u{a0}', " ");
    assert!(copied.contains("12:00:00 PM"), "{copied}");
}

#[test]
fn activity_is_filtered_by_failure_and_by_text() {
    let mut state = connected();
    state.activity.extend(requests());
    let mut other = requests().remove(0);
    other.call = "GET /Rates".into();
    other.correlation = Some(CorrelationId::new("77aa0000-1111"));
    state.activity.push_back(other);
    let mut scene = Scene::on(Panel::Activity, state);
    scene.assert_shows("3 requests");
    scene.click("Failed");
    scene.assert_shows("1 of 3");
    assert!(!scene.stage.shows("GET /Rates"));
    scene.click("Copy these");
    let copied = scene.stage.copied().unwrap();
    assert_eq!(copied.lines().count(), 2, "{copied}");
    scene.click("All");
    for (wanted, shown) in [("rates", 1), ("77AA", 1), ("TIMED", 1), ("post /ship", 2)] {
        scene.type_into("Search requests", wanted);
        scene.assert_shows(&format!("{shown} of 3"));
    }
    scene.type_into("Search requests", "nothing like it");
    scene.assert_shows("No matches");
    scene.click("Show all");
    scene.assert_shows("3 requests");
}

#[test]
fn the_practice_clock_is_paused_and_moved() {
    let mut state = connected();
    state.practice_clock =
        Some(PracticeClock { now: now(), read: now(), day_seconds: 60, paused: false });
    let mut scene = Scene::on(Panel::Practice, state);
    scene.check("practice");
    let check = |intents: Vec<Intent>, fits: fn(&PracticeIntent) -> bool| {
        assert!(
            matches!(intents.as_slice(), [Intent::Practice(intent)] if fits(intent)),
            "{intents:?}"
        );
    };
    check(scene.click("Pause the clock"), |intent| matches!(intent, PracticeIntent::Pause(true)));
    check(scene.click("Skip a day"), |intent| matches!(intent, PracticeIntent::JumpDays(1)));
    check(scene.click("Refill the balance"), |intent| matches!(intent, PracticeIntent::Refill));
}

#[test]
fn drills_and_troubles_of_ones_own_are_asked_for_and_listed() {
    let mut scene = Scene::on(Panel::Practice, connected());
    let asked = scene.click("The answer to a purchase is lost");
    let faults = asked.iter().map(|it| match it {
        Intent::Practice(PracticeIntent::AddFault(fault)) => fault.clone(),
        other => panic!("{other:?}"),
    });
    let drill: Vec<_> = faults.collect();
    let told: Vec<_> = drill.iter().map(|it| (it.call.as_str(), &it.kind, it.count)).collect();
    // W49: the label was found so fast that nothing could be watched.
    let wanted =
        [("POST /Shipment", &FaultKind::CutAfter, 1), ("GET /Shipment", &FaultKind::SlowBefore, 2)];
    assert_eq!(told, wanted);
    let asked = scene.click("Make it fail");
    let [Intent::Practice(PracticeIntent::AddFault(own))] = asked.as_slice() else {
        panic!("{asked:?}");
    };
    assert_eq!(own.call, "POST /Shipment");
    let buttons = ["A purchase never arrives", "Make it fail"];
    let before = buttons.map(|name| scene.element(name).bounds);
    scene.state.practice.faults = drill;
    scene.settle();
    // W49: a second click hit another drill.
    assert_eq!(buttons.map(|name| scene.element(name).bounds), before);
    scene.check("practice-trouble");
    scene.assert_shows("Pending failures");
    let asked = scene.click("Clear all failures");
    assert!(
        matches!(asked.as_slice(), [Intent::Practice(PracticeIntent::ClearFaults)]),
        "{asked:?}"
    );
}

#[test]
fn settings_change_one_thing_at_a_time() {
    let mut scene = Scene::settings(SettingsCategory::Appearance, connected());
    scene.check("settings");
    let wanted = if theme() == Theme::Dark { "Light" } else { "Dark" };
    let intents = scene.click(wanted);
    let Some(Intent::ChangeSettings(settings)) = intents.last() else {
        panic!("{intents:?}");
    };
    assert_ne!(settings.theme, theme());
    assert_eq!(settings.scale, 1.0);
    scene.click("Purchases");
    scene.assert_shows("Daily top-up limit ($)");
    scene.type_into("Daily top-up limit", "ten");
    assert!(scene.element("Daily top-up limit").description.is_some());
}
