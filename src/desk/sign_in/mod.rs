//! Signing in: the practice service, accounts of the service, signing up, and reconnecting.
//! `opening` switches between the saved accounts, `secret_storage` stores their secrets where the user wants
//! them.

pub mod intent;
pub mod practice_access;
mod secret_storage;
mod sign_up;

pub mod new_keys;
pub(in crate::desk) mod opening;
pub mod saved_accounts;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::api;
use crate::api::account::BalanceSummary;
use crate::base::clock::Stopwatch;
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::{Event, Unlogged};
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{Outbox, Slot};
use crate::desk::kernel::notices::Tone;
use crate::desk::kernel::saved_values::LastAccount;
use crate::desk::kernel::session::{ClientConfig, Connection, Link, RequestError, Session, SignIn};
use crate::desk::kernel::{pace, saved_values, session};
use crate::desk::money::reconcile::JournalReconciler;
use crate::desk::sign_in::new_keys::NewKeys;
pub(in crate::desk) use crate::desk::sign_in::opening::{
    forget_everyone, note_account_id, open_chosen, read_list, save_at_closing,
};
use crate::desk::sign_in::practice_access::{PracticeAccess, PracticeLauncher};
use crate::desk::sign_in::saved_accounts::{SavedAccount, SavedAccounts, SecretLocation};
pub(in crate::desk) use crate::desk::sign_in::secret_storage::{AccountFiles, every_secret};
pub(in crate::desk) use crate::desk::sign_in::sign_up::{approve_terms, keys_copied, sign_up};
use crate::message;
use crate::rows::scope::Environment;
use crate::store::cache::Scope;

/// The accounts saved on this computer, and the state of signing in.
#[derive(Default)]
pub struct Accounts {
    pub saved: SavedAccounts,
    /// Keys of an account created in this run, until they are copied or kept.
    pub new_keys: Option<NewKeys>,
    /// Credentials to sign in with automatically, from the environment or the last sign-in.
    pub(in crate::desk) credentials: Option<SignIn>,
    /// An account created in this run whose terms are not accepted yet, and its production keys.
    signed_up: Option<SignIn>,
    signed_up_production: Option<SignIn>,
    /// The stores of secrets, and where to store them once signing in succeeds.
    pub(in crate::desk) secrets: AccountFiles,
    to_keep: Option<SecretLocation>,
    pub(in crate::desk) practice: Option<PracticeLauncher>,
    /// An accepted sign-in, or an account chosen by the user, while its rows come on screen.
    proven: Option<Box<Proven>>,
    chosen: Option<SavedAccount>,
    /// The service's name of the account on screen.
    pub(in crate::desk) service_name: Option<String>,
}

/// Leaves out the fields that hold secrets.
impl fmt::Debug for Accounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { saved: known, new_keys, .. } = self;
        f.debug_struct("Accounts")
            .field("known", known)
            .field("new_keys", new_keys)
            .finish_non_exhaustive()
    }
}

impl Accounts {
    pub(in crate::desk) fn new(
        secrets: AccountFiles,
        practice: Option<PracticeLauncher>,
        credentials: Option<SignIn>,
    ) -> Self {
        Self { secrets, practice, credentials, ..Self::default() }
    }
}

/// Signing in. Its answers stay valid although it switches the account on screen itself.
pub(in crate::desk) const CONNECT: Slot<Accounts> = Slot::with_account("connect");

/// The scope of an account's rows: in practice the user name, otherwise the API key, which several
/// users may share.
pub(in crate::desk) fn scope_of(environment: Environment, api_key: &str, user_name: &str) -> Scope {
    let account = match environment {
        Environment::Practice => user_name.to_owned(),
        Environment::Test | Environment::Production => session::key_mark(api_key),
    };
    Scope { environment: environment.word().to_owned(), account }
}

/// Opens an account automatically: the one of the environment variables, else the one of the last
/// run.
pub(in crate::desk) fn open_account_at_start(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    if let Some(mut credentials) = me.credentials.clone() {
        if credentials.base_url.is_empty() {
            credentials.base_url = ctx.settings.base_url.clone();
        }
        return sign_in(me, ctx, credentials);
    }
    match ctx.settings.last_environment {
        Some(Environment::Practice) if me.practice.is_some() => try_practice(me, ctx),
        Some(environment) if environment != Environment::Practice => {
            opening::open_last(me, ctx, environment);
        }
        _ => {}
    }
}

pub(in crate::desk) fn try_practice(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    let Some(launcher) = me.practice.clone() else {
        return ctx.notice_here(Tone::Warning, message!("connect-no-practice"));
    };
    begin(ctx, Environment::Practice, None);
    // Practice must work even if the configured file of certificates is missing.
    let mut means = ClientConfig::from_ctx(ctx);
    means.ca = None;
    let eyes = JournalReconciler::from_ctx(ctx);
    ctx.jobs.start(CONNECT, |outbox| async move {
        let access = match launcher().await {
            Ok(access) => access,
            Err(cause) => {
                let trouble = Trouble {
                    attempted: message!("connect-failed-practice"),
                    cause: cause.into(),
                    advice: message!("connect-failed-practice-advice"),
                    retry_is_safe: true,
                    ..Trouble::default()
                };
                return outbox
                    .finish(move |me, ctx| failed(me, ctx, Environment::Practice, trouble, None))
                    .await;
            }
        };
        let sign_in = sign_in_of(&access);
        connect(outbox, &means, &eyes, sign_in, Some(access.practice_url)).await;
    });
}

pub(in crate::desk) fn sign_in(me: &mut Accounts, ctx: &mut Ctx<'_>, sign_in: SignIn) {
    if sign_in.environment == Environment::Practice && sign_in.api_key.is_empty() {
        return try_practice(me, ctx);
    }
    let scope = scope_of(sign_in.environment, &sign_in.api_key, &sign_in.user_name);
    begin(ctx, sign_in.environment, Some(&scope));
    me.credentials = Some(sign_in.clone());
    let (means, eyes) = (ClientConfig::from_ctx(ctx), JournalReconciler::from_ctx(ctx));
    ctx.jobs.start(CONNECT, |outbox| async move {
        connect(outbox, &means, &eyes, sign_in, None).await;
    });
}

/// Marks the connection as being opened. An account that is open stays open while it reconnects;
/// any other is left at once, so that nothing is requested or bought in its name meanwhile.
fn begin(ctx: &mut Ctx<'_>, environment: Environment, scope: Option<&Scope>) {
    let open = matches!(&*ctx.connection, Connection::Connected(session)
        if session.environment == environment)
        && scope.is_none_or(|scope| ctx.scope.as_ref() == Some(scope));
    if !open {
        *ctx.link = None;
        *ctx.connection = Connection::Connecting { environment };
    }
}

/// Verifies the credentials by requesting the balance, which is needed anyway. `practice_url` is
/// only set for the practice service.
async fn connect(
    outbox: Outbox<Accounts>,
    means: &ClientConfig,
    eyes: &JournalReconciler,
    sign_in: SignIn,
    practice_url: Option<String>,
) {
    let environment = sign_in.environment;
    let scope = scope_of(environment, &sign_in.api_key, &sign_in.user_name);
    let client = match session::client(&sign_in.base_url, Some(scope.clone()), means, &outbox) {
        Ok(client) => client,
        Err(error) => {
            let trouble = crate::desk::kernel::failure::describe_api_error(&error);
            return outbox.finish(move |me, ctx| failed(me, ctx, environment, trouble, None)).await;
        }
    };
    client.sign_in_with(Some(session::credentials(&sign_in)));
    let link = Arc::new(Link {
        scope,
        environment,
        base_url: client.base_url().to_owned(),
        practice_url,
        client,
        server_clock: means.server_clock.clone(),
        watch: Arc::new(eyes.of_job(&outbox)),
    });
    let early = Arc::clone(&link);
    outbox.send(move |_, ctx| ctx.announce(Event::SignInUnderWay(Unlogged(early)))).await;
    let answer = link.send(api::account::balance()).await;
    outbox
        .finish(move |me, ctx| match answer {
            Ok(summary) => {
                let scope = link.scope.clone();
                me.proven = Some(Box::new(Proven { link, sign_in, summary }));
                ctx.announce(Event::SignInProven(scope));
            }
            Err(RequestError { trouble, .. }) => {
                // The balance is read only to try the sign-in.
                let attempted = message!("errors-attempt-sign-in");
                let trouble = Trouble { attempted, ..trouble };
                failed(me, ctx, environment, trouble, Some(link));
            }
        })
        .await;
}

/// An accepted sign-in, with its connection and the balance that verified it.
struct Proven {
    link: Arc<Link>,
    sign_in: SignIn,
    summary: BalanceSummary,
}

/// Completes the sign-in. The rows of the account are on screen already.
pub(in crate::desk) fn connected(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    let Some(proven) = me.proven.take() else {
        return;
    };
    let Proven { link, sign_in, summary } = *proven;
    let account_name = summary
        .name
        .clone()
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| sign_in.user_name.clone());
    *ctx.connection = Connection::Connected(Session {
        environment: link.environment,
        base_url: link.base_url.clone(),
        account_name: account_name.clone(),
    });
    *ctx.link = Some(Arc::clone(&link));
    ctx.links.add_proven(&link);
    remember_world(ctx, &link, account_name.clone());
    opening::signed_in(me, ctx, &link.base_url, sign_in, account_name);
    ctx.announce(Event::SignedIn(Unlogged(Box::new(summary))));
    // The observer's report of this response may have been dropped, so the connection is marked
    // here.
    ctx.note_answer_received(ctx.clock.now());
}

/// A failed sign-in. Without an answer, an account on screen stays open with its cached rows; a
/// refusal, or another account, leads to the Connect panel.
fn failed(
    me: &mut Accounts,
    ctx: &mut Ctx<'_>,
    environment: Environment,
    trouble: Trouble,
    link: Option<Arc<Link>>,
) {
    ctx.note_connection_failure(&trouble);
    opening::not_signed_in(me, &trouble);
    let link = link.filter(|link| trouble.offline && ctx.scope.as_ref() == Some(&link.scope));
    if let Some(link) = link {
        let account_name = me.service_name.clone().unwrap_or_else(|| link.scope.account.clone());
        *ctx.connection = Connection::Connected(Session {
            environment,
            base_url: link.base_url.clone(),
            account_name,
        });
        *ctx.link = Some(link);
        ctx.announce(Event::PurchaseResumeRequested);
    } else {
        *ctx.connection = Connection::SignInNeeded { environment, trouble: Some(trouble) };
    }
    *ctx.retried = Some(Stopwatch::start());
}

pub(in crate::desk) fn sign_out(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    opening::forget_run(me);
    leave_account(me, ctx);
    ctx.settings.last_environment = None;
    crate::desk::kernel::settings::save_settings(ctx);
}

/// Leaves the account for the Connect panel. Accounts signed in during this run can be opened again
/// without secrets.
fn leave_account(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    ctx.jobs.next_epoch();
    ctx.announce(Event::AccountLeft);
    *ctx.link = None;
    me.credentials = None;
    me.signed_up = None;
    me.to_keep = None;
    *ctx.retried = None;
    me.saved.opening_account_id = None;
    *ctx.connection = Connection::None;
}

/// While offline, tries to reconnect at intervals.
pub(in crate::desk) fn retry_when_due(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    let due = ctx.retried.as_ref().is_some_and(|since| since.elapsed() >= ctx.pace.reconnect);
    if due {
        reconnect(me, ctx);
    }
}

pub(in crate::desk) fn next_wake(ctx: &Ctx<'_>) -> Option<Duration> {
    pace::remaining(ctx.retried.as_ref(), ctx.pace.reconnect)
}

/// Reconnects, unless an attempt is under way: restarting it each time would never succeed on a
/// slow connection.
pub(in crate::desk) fn reconnect(me: &mut Accounts, ctx: &mut Ctx<'_>) {
    *ctx.retried = Some(Stopwatch::start());
    if ctx.jobs.is_running(&CONNECT) {
        return tracing::debug!("an attempt to connect is under way");
    }
    match (&*ctx.connection, me.credentials.clone()) {
        (Connection::Connected(session), credentials) => match (session.environment, credentials) {
            (Environment::Practice, _) if me.practice.is_some() => try_practice(me, ctx),
            (_, Some(credentials)) => sign_in(me, ctx, credentials),
            _ => ctx.announce(Event::BalanceOutdated),
        },
        (Connection::SignInNeeded { trouble: Some(trouble), .. }, Some(credentials))
            if trouble.offline =>
        {
            sign_in(me, ctx, credentials)
        }
        _ => *ctx.retried = None,
    }
}

/// The token was refused and could not be renewed. The practice service creates new secrets at each
/// start, so they are fetched automatically and the screen stays as it is.
pub(in crate::desk) fn sign_in_refused(me: &mut Accounts, ctx: &mut Ctx<'_>, trouble: &Trouble) {
    let Connection::Connected(session) = &*ctx.connection else {
        return;
    };
    let environment = session.environment;
    if environment == Environment::Practice && me.practice.is_some() {
        if !ctx.jobs.is_running(&CONNECT) {
            try_practice(me, ctx);
        }
        return;
    }
    *ctx.connection = Connection::SignInNeeded { environment, trouble: Some(trouble.clone()) };
}

fn remember_world(ctx: &mut Ctx<'_>, link: &Link, account_name: String) {
    let world = LastAccount {
        environment: link.environment,
        account: link.scope.account.clone(),
        account_name,
        base_url: link.base_url.clone(),
    };
    let settings = &mut *ctx.settings;
    settings.last_environment = Some(link.environment);
    if link.environment != Environment::Practice {
        settings.use_base_url(&link.base_url);
    }
    crate::desk::kernel::settings::save_settings(ctx);
    let Ok(json) = serde_json::to_string(&world) else {
        return;
    };
    let cache = ctx.cache.clone();
    ctx.jobs.spawn_writing(|_: Outbox<Accounts>| async move {
        saved_values::logged(cache.put(None, saved_values::WORLD, json).await);
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
