//! Getting to an account: the practice service, signing in, signing up, and what is
//! loaded once there.

use std::sync::Arc;

use super::containers::Containers;
use super::history::{self, Ledger};
use super::intent::SignIn;
use super::jobs::{Outbox, Slot};
use super::link::{self, Link, Setback};
use super::new_keys::NewKeys;
use super::refunds::Refunds;
use super::remote::Remote;
use super::snapshot::{self, World};
use super::state::{
    AddressChecks, Catalogs, Connection, Environment, History, Session, Shipments, Tone, Trouble,
};
use super::sync::Sync;
use super::{Desk, PracticeAccess, balance, book, practice, purchase, shipments, tracking};
use crate::api;
use crate::api::account::BalanceSummary;
use crate::api::user::SignUp;
use crate::base::clock::Stopwatch;
use crate::base::id::AccountId;
use crate::store::cache::Scope;

/// Whose rows: in practice the user, elsewhere the key, which several users may share.
pub(super) fn scope_of(environment: Environment, api_key: &str, user_name: &str) -> Scope {
    let account = match environment {
        Environment::Practice => user_name.to_owned(),
        Environment::Test | Environment::Production => link::key_mark(api_key),
    };
    Scope {
        environment: environment.word().to_owned(),
        account,
    }
}

/// What to open without being asked: the account of the environment variables, else the
/// world of the last run.
pub(super) fn at_start(desk: &mut Desk) {
    if let Some(mut credentials) = desk.credentials.clone() {
        if credentials.base_url.is_empty() {
            credentials.base_url = desk.state.settings.base_url.clone();
        }
        return sign_in(desk, credentials);
    }
    match desk.state.settings.last_environment {
        Some(Environment::Practice) if desk.practice.is_some() => try_practice(desk),
        Some(environment) if environment != Environment::Practice => {
            desk.state.connection = Connection::SignInNeeded {
                environment,
                trouble: None,
            };
        }
        _ => {}
    }
}

pub(super) fn try_practice(desk: &mut Desk) {
    let Some(launcher) = desk.practice.clone() else {
        return desk.notice(Tone::Warning, "There is no practice service here", None);
    };
    begin(desk, Environment::Practice);
    let clock = desk.clock.clone();
    desk.jobs.start_lasting(Slot::Connect, |outbox| async move {
        let access = match launcher().await {
            Ok(access) => access,
            Err(cause) => {
                let trouble = Trouble {
                    attempted: "Starting the practice service".to_owned(),
                    cause,
                    advice: "Try again; if it stays, check the disk's free space".to_owned(),
                    retry_is_safe: true,
                    ..Trouble::default()
                };
                return outbox
                    .send(move |desk| failed(desk, Environment::Practice, trouble, None))
                    .await;
            }
        };
        let sign_in = sign_in_of(&access);
        connect(outbox, &clock, sign_in, Some(access.practice_url)).await;
    });
}

pub(super) fn sign_in(desk: &mut Desk, sign_in: SignIn) {
    if sign_in.environment == Environment::Practice && sign_in.api_key.is_empty() {
        return try_practice(desk);
    }
    begin(desk, sign_in.environment);
    desk.credentials = Some(sign_in.clone());
    let clock = desk.clock.clone();
    desk.jobs.start_lasting(Slot::Connect, |outbox| async move {
        connect(outbox, &clock, sign_in, None).await;
    });
}

/// An account that is open stays open while the desk knocks again.
fn begin(desk: &mut Desk, environment: Environment) {
    let open = matches!(&desk.state.connection, Connection::Connected(session)
        if session.environment == environment);
    if !open {
        desk.state.connection = Connection::Connecting { environment };
    }
}

/// Proves the credentials with the balance, which is wanted first anyway.
async fn connect(
    outbox: Outbox,
    clock: &crate::base::clock::Clock,
    sign_in: SignIn,
    practice_url: Option<String>,
) {
    let environment = sign_in.environment;
    let scope = scope_of(environment, &sign_in.api_key, &sign_in.user_name);
    let client = match link::client(&sign_in.base_url, clock, &outbox) {
        Ok(client) => client,
        Err(error) => {
            let trouble = super::trouble::of(&error);
            return outbox
                .send(move |desk| failed(desk, environment, trouble, None))
                .await;
        }
    };
    client.sign_in_with(Some(link::credentials(&sign_in)));
    let link = Arc::new(Link {
        scope,
        environment,
        base_url: client.base_url().to_owned(),
        practice_url,
        client,
    });
    let answer = link.ask(api::account::balance()).await;
    let user_name = sign_in.user_name;
    outbox
        .send(move |desk| match answer {
            Ok(summary) => connected(desk, link, &user_name, Some(summary)),
            Err(Setback { trouble, .. }) => failed(desk, environment, trouble, Some(link)),
        })
        .await;
}

fn connected(desk: &mut Desk, link: Arc<Link>, user: &str, summary: Option<BalanceSummary>) {
    enter(desk, link.scope.clone());
    let account_name = summary
        .as_ref()
        .and_then(|summary| summary.name.clone())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| user.to_owned());
    desk.state.connection = Connection::Connected(Session {
        environment: link.environment,
        base_url: link.base_url.clone(),
        account_name: account_name.clone(),
    });
    desk.timers.retried = None;
    desk.link = Some(Arc::clone(&link));
    remember_world(desk, &link, account_name);
    match summary {
        Some(summary) => balance::arrived(desk, summary),
        None => balance::refresh(desk),
    }
    super::data::forget_old(desk);
    refresh_carriers(desk);
    shipments::refresh(desk);
    balance::reload_history(desk);
    tracking::refresh_all(desk);
    purchase::resume(desk);
    super::manifests::resume(desk);
    if link.environment == Environment::Practice {
        practice::refresh_clock(desk);
        book::seed_when_empty(desk);
    }
}

/// Without an answer a known account stays open on its cached rows; a refusal, or an
/// account never seen, leads to the Connect panel.
fn failed(desk: &mut Desk, environment: Environment, trouble: Trouble, link: Option<Arc<Link>>) {
    desk.note_line(&trouble);
    let link = link.filter(|link| trouble.offline && desk.scope.as_ref() == Some(&link.scope));
    if let Some(link) = link {
        let account_name = desk
            .state
            .balance
            .value()
            .and_then(|summary| summary.name.clone())
            .unwrap_or_else(|| link.scope.account.clone());
        desk.state.connection = Connection::Connected(Session {
            environment,
            base_url: link.base_url.clone(),
            account_name,
        });
        desk.link = Some(link);
        purchase::resume(desk);
    } else {
        desk.state.connection = Connection::SignInNeeded {
            environment,
            trouble: Some(trouble),
        };
    }
    desk.timers.retried = Some(Stopwatch::start());
}

/// Puts another account's rows on the screen: nothing of the one before stays.
pub(super) fn enter(desk: &mut Desk, scope: Scope) {
    if desk.scope.as_ref() == Some(&scope) {
        return;
    }
    forget_rows(desk);
    desk.scope = Some(scope.clone());
    super::addresses::enter(desk);
    let cache = desk.cache.clone();
    desk.jobs.spawn(|outbox| async move {
        let rows = snapshot::rows(&cache, &scope).await;
        outbox
            .send(move |desk| {
                snapshot::show(desk, rows);
                history::look(desk);
                tracking::refresh_all(desk);
            })
            .await;
    });
}

/// Takes everything of an account off the screen.
pub(super) fn forget_rows(desk: &mut Desk) {
    desk.jobs.next_epoch();
    desk.link = None;
    desk.quoted = None;
    super::compare::forget(desk);
    let state = &mut desk.state;
    state.balance = Remote::NotAsked;
    state.history = History::default();
    state.ledger = Ledger::default();
    state.carriers = Remote::NotAsked;
    state.carrier_accounts = Remote::NotAsked;
    state.catalogs = Remote::NotAsked;
    state.accounts = super::accounts::Accounts::default();
    state.checks = AddressChecks::default();
    state.quote = Remote::NotAsked;
    state.quote_outdated = false;
    state.just_bought = None;
    state.shipments = Shipments::default();
    state.sync = Sync::default();
    state.refunds = Refunds::default();
    state.containers = Containers::default();
    state.labels.clear();
    state.manifests = super::manifests::Manifests::default();
    state.documents.clear();
    state.tracking.clear();
    state.route = None;
    state.radar = Remote::NotAsked;
    state.practice = None;
    state.practice_faults.clear();
    state.draft.chosen = None;
    state.twin = None;
    desk.likeness = None;
    let state = &mut desk.state;
    for side in [&mut state.draft.from, &mut state.draft.to] {
        // Ids of stored addresses belong to the account they were stored under.
        side.stored = None;
    }
    super::ship::recheck(desk);
}

pub(super) fn leave(desk: &mut Desk) {
    desk.jobs.next_epoch();
    desk.link = None;
    desk.credentials = None;
    desk.signed_up = None;
    desk.state.new_keys = None;
    desk.timers.retried = None;
    desk.state.connection = Connection::None;
    desk.state.settings.last_environment = None;
    super::open::save_settings(desk);
}

pub(super) fn refresh_carriers(desk: &mut Desk) {
    let Some(link) = desk.link.clone() else {
        return;
    };
    let cache = desk.cache.clone();
    desk.state.carriers.start_loading();
    desk.state.carrier_accounts.start_loading();
    desk.state.catalogs.start_loading();
    desk.jobs.start(Slot::Carriers, |outbox| async move {
        let carriers = link.ask(api::carrier::list()).await;
        if let Ok(value) = &carriers {
            snapshot::keep(&cache, &link.scope, snapshot::CARRIERS, value).await;
        }
        outbox
            .send(move |desk| {
                let answer = desk.heed(carriers);
                desk.state.carriers.settle(answer, desk.clock.now());
            })
            .await;
        let accounts = link.ask(api::carrier_account::list()).await;
        let accounts = accounts.map(super::accounts::strip);
        if let Ok(value) = &accounts {
            snapshot::keep(&cache, &link.scope, snapshot::CARRIER_ACCOUNTS, value).await;
        }
        outbox
            .send(move |desk| {
                let answer = desk.heed(accounts);
                desk.state.carrier_accounts.settle(answer, desk.clock.now());
                super::ship::recheck(desk);
            })
            .await;
        let catalogs = load_catalogs(&link).await;
        if let Ok(value) = &catalogs {
            snapshot::keep(&cache, &link.scope, snapshot::CATALOGS, value).await;
        }
        outbox
            .send(move |desk| {
                let answer = desk.heed(catalogs);
                desk.state.catalogs.settle(answer, desk.clock.now());
                super::ship::recheck(desk);
            })
            .await;
    });
}

/// While off line, knocks again now and then; everything else waits for that answer.
pub(super) fn retry_when_due(desk: &mut Desk) {
    let due = desk
        .timers
        .retried
        .as_ref()
        .is_some_and(|since| since.elapsed() >= desk.pace.reconnect);
    if !due {
        return;
    }
    desk.timers.retried = Some(Stopwatch::start());
    match (&desk.state.connection, desk.credentials.clone()) {
        (Connection::Connected(session), credentials) => match (session.environment, credentials) {
            (Environment::Practice, _) if desk.practice.is_some() => try_practice(desk),
            (_, Some(credentials)) => sign_in(desk, credentials),
            _ => balance::refresh(desk),
        },
        (
            Connection::SignInNeeded {
                trouble: Some(trouble),
                ..
            },
            Some(credentials),
        ) if trouble.offline => sign_in(desk, credentials),
        _ => desk.timers.retried = None,
    }
}

/// The token was refused and could not be renewed. The practice service makes new
/// secrets at each start, so there the desk fetches them by itself.
pub(super) fn turned_away(desk: &mut Desk, trouble: &Trouble) {
    let Connection::Connected(session) = &desk.state.connection else {
        return;
    };
    let environment = session.environment;
    desk.state.connection = Connection::SignInNeeded {
        environment,
        trouble: Some(trouble.clone()),
    };
    if environment == Environment::Practice {
        try_practice(desk);
    }
}

/// From a job: the token was refused and could not be renewed.
pub(super) async fn ask_to_sign_in(outbox: &Outbox, link: &Link, trouble: Trouble) {
    let scope = link.scope.clone();
    outbox
        .send(move |desk| {
            if desk.scope.as_ref() == Some(&scope) {
                turned_away(desk, &trouble);
            }
        })
        .await;
}

pub(super) fn sign_up(desk: &mut Desk, base_url: String, form: SignUp) {
    desk.state.connection = Connection::Connecting {
        environment: Environment::Test,
    };
    let clock = desk.clock.clone();
    desk.jobs.start_lasting(Slot::Connect, |outbox| async move {
        let environment = Environment::Test;
        let client = link::client(&base_url, &clock, &outbox);
        let reply = match client {
            Ok(client) => client
                .send(api::user::sign_up(&form))
                .await
                .map(|answer| answer.value),
            Err(error) => Err(error),
        };
        let password = form.password.clone();
        outbox
            .send(move |desk| match reply {
                Ok(reply) => signed_up(desk, base_url, password, reply),
                Err(error) => failed(desk, environment, super::trouble::of(&error), None),
            })
            .await;
    });
}

/// The new account opens on its test keys: nothing can be charged by mistake.
fn signed_up(
    desk: &mut Desk,
    base_url: String,
    password: crate::base::secret::Secret,
    reply: api::user::SignUpReply,
) {
    let account = reply.account.unwrap_or_default();
    let app = reply.apps.into_iter().next();
    let user_name = reply
        .user
        .and_then(|user| user.user_name)
        .unwrap_or_default();
    desk.state.new_keys = app.as_ref().map(|app| NewKeys::of(app, &user_name));
    desk.signed_up = app.map(|app| SignIn {
        environment: Environment::Test,
        base_url,
        api_key: app.test_api_key.unwrap_or_default(),
        api_secret: app.test_api_secret,
        user_name,
        password,
    });
    desk.state.connection = Connection::TermsPending {
        account: account.id.unwrap_or_default(),
        account_name: account.name.unwrap_or_default(),
    };
}

pub(super) fn approve_terms(desk: &mut Desk, account: AccountId) {
    let Some(new) = desk.signed_up.clone() else {
        return desk.notice(Tone::Warning, "Sign up first, then accept the terms", None);
    };
    let clock = desk.clock.clone();
    desk.jobs.start_lasting(Slot::Connect, |outbox| async move {
        let reply = match link::client(&new.base_url, &clock, &outbox) {
            Ok(client) => client
                .send(api::user::approve_terms(&account))
                .await
                .map(|_| ()),
            Err(error) => Err(error),
        };
        outbox
            .send(move |desk| match reply {
                Ok(()) => {
                    desk.signed_up = None;
                    desk.state.new_keys = None;
                    desk.state.settings.base_url = new.base_url.clone();
                    sign_in(desk, new);
                }
                Err(error) => desk.complain(super::trouble::of(&error)),
            })
            .await;
    });
}

async fn load_catalogs(link: &Link) -> Result<Catalogs, Setback> {
    Ok(Catalogs {
        services: link.ask(api::carrier_account::services()).await?,
        special_services: link.ask(api::carrier_account::special_services()).await?,
        package_types: link.ask(api::carrier_account::package_types()).await?,
    })
}

fn remember_world(desk: &mut Desk, link: &Link, account_name: String) {
    let world = World {
        environment: link.environment,
        account: link.scope.account.clone(),
        account_name,
        base_url: link.base_url.clone(),
    };
    let settings = &mut desk.state.settings;
    settings.last_environment = Some(link.environment);
    if link.environment != Environment::Practice {
        settings.base_url.clone_from(&link.base_url);
    }
    super::open::save_settings(desk);
    let Ok(json) = serde_json::to_string(&world) else {
        return;
    };
    let cache = desk.cache.clone();
    desk.jobs.spawn_lasting(|_| async move {
        snapshot::logged(cache.put(None, snapshot::WORLD, json).await);
    });
}

fn sign_in_of(access: &PracticeAccess) -> SignIn {
    SignIn {
        environment: Environment::Practice,
        base_url: access.base_url.clone(),
        api_key: access.api_key.clone(),
        api_secret: access.api_secret.clone(),
        user_name: access.user_name.clone(),
        password: access.password.clone(),
    }
}
