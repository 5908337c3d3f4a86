//! The connection to one account of one server, and the account that its rows belong to.

use std::any::Any;
use std::collections::HashMap;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use jiff::SignedDuration;

use crate::api::account::Credentials;
use crate::api::call::Call;
use crate::api::error::ApiError;
use crate::base::clock::Clock;
use crate::base::id::AccountId;
use crate::base::secret::Secret;
use crate::client::{Client, Exchange, Options, TimeOuts};
use crate::desk::kernel::ctx::Ctx;
use crate::desk::kernel::event::Event;
use crate::desk::kernel::failure::Trouble;
use crate::desk::kernel::jobs::{Feature, Outbox};
use crate::desk::kernel::notices::Activity;
use crate::desk::kernel::server_clock::ServerClock;
use crate::desk::kernel::{failure, server_clock};
use crate::rows::scope::Environment;
use crate::store::cache::Scope;

#[derive(Clone, Debug, Default)]
pub enum Connection {
    /// First start, or signed out: the Connect panel.
    #[default]
    None,
    Connecting {
        environment: Environment,
    },
    Connected(Session),
    /// Credentials are missing or were rejected; cached data stays readable.
    SignInNeeded {
        environment: Environment,
        trouble: Option<Trouble>,
    },
    /// Signed up, terms not yet accepted (section 3.1).
    TermsPending {
        account: AccountId,
        account_name: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    pub environment: Environment,
    pub base_url: String,
    pub account_name: String,
}

#[derive(Clone, Debug)]
pub struct SignIn {
    pub environment: Environment,
    pub base_url: String,
    pub api_key: String,
    pub api_secret: Secret,
    pub user_name: String,
    pub password: Secret,
}

pub(in crate::desk) struct Link {
    pub client: Client,
    pub scope: Scope,
    pub environment: Environment,
    pub base_url: String,
    /// The address of the practice controls; only the practice service has it.
    pub practice_url: Option<String>,
    pub server_clock: ServerClock,
    /// Compares arriving lists with the journal.
    pub watch: Arc<dyn AnswerWatch>,
}

/// The newest proven link of each account. An uncertain purchase can outlive the sign-in, or the
/// practice service, that it was sent through.
#[derive(Clone, Default)]
pub(in crate::desk) struct Links(Arc<Mutex<Proven>>);

#[derive(Default)]
struct Proven {
    links: Vec<Arc<Link>>,
    /// The service's id for the account of a scope, once a row has named it.
    account_ids: HashMap<Scope, String>,
    /// The key marks of the other API keys of the same account.
    other_keys: HashMap<Scope, Vec<String>>,
}

/// A weak reference to [`Links`]. A link that owned the list that contains it would never be
/// dropped, and would keep the journal open.
#[derive(Clone)]
pub(in crate::desk) struct WeakLinks(Weak<Mutex<Proven>>);

impl WeakLinks {
    pub(in crate::desk) fn upgrade(&self) -> Option<Links> {
        self.0.upgrade().map(Links)
    }
}

impl Links {
    pub(in crate::desk) fn downgrade(&self) -> WeakLinks {
        WeakLinks(Arc::downgrade(&self.0))
    }

    pub(in crate::desk) fn add_proven(&self, link: &Arc<Link>) {
        let links = &mut self.lock().links;
        links.retain(|known| known.scope != link.scope);
        links.push(Arc::clone(link));
    }

    /// Records the service's id of an account; returns whether it was new.
    pub(in crate::desk) fn note_account_id(&self, scope: &Scope, id: &str) -> bool {
        let known = &mut self.lock().account_ids;
        known.insert(scope.clone(), id.to_owned()).as_deref() != Some(id)
    }

    pub(in crate::desk) fn set_other_keys(&self, other_keys: HashMap<Scope, Vec<String>>) {
        self.lock().other_keys = other_keys;
    }

    pub(in crate::desk) fn other_keys(&self, scope: &Scope) -> Vec<String> {
        self.lock().other_keys.get(scope).cloned().unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, Proven> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The proven link to the same account and server, if there is one.
    pub(in crate::desk) fn known(&self, link: &Link) -> Option<Arc<Link>> {
        let links = &self.lock().links;
        let same = |known: &&Arc<Link>| {
            let moves = known.environment == Environment::Practice;
            known.scope == link.scope && (moves || known.base_url == link.base_url)
        };
        links.iter().find(same).map(Arc::clone)
    }

    /// The newest link to replace `first`: always the same account and the same server. Only the
    /// practice service may have another address, as it changes at each start.
    pub(in crate::desk) fn newest(&self, first: &Arc<Link>) -> Arc<Link> {
        let links = &self.lock().links;
        let same = |link: &&Arc<Link>| {
            let moves = link.environment == Environment::Practice;
            link.scope == first.scope && (moves || link.base_url == first.base_url)
        };
        Arc::clone(links.iter().find(same).unwrap_or(first))
    }
}

/// A failed call, and whether the user must sign in.
pub(in crate::desk) struct RequestError {
    pub trouble: Trouble,
    pub sign_in: bool,
}

/// Inspects every answer of a link, whatever was requested.
pub(in crate::desk) trait AnswerWatch: Send + Sync {
    fn observe_answer<'a>(
        &'a self,
        link: &'a Link,
        answer: &'a (dyn Any + Send + Sync),
    ) -> Pin<Box<dyn Future<Output = ()> + Send + 'a>>;
}

impl Link {
    pub(in crate::desk) async fn send<R: Send + Sync + 'static>(
        &self,
        call: Call<R>,
    ) -> Result<R, RequestError> {
        match self.client.send(call).await {
            Ok(answer) => {
                // Any answer that names an uncertain purchase can settle it, whoever requested it.
                self.watch.observe_answer(self, &answer.value).await;
                Ok(answer.value)
            }
            Err(error) => Err(setback(&error)),
        }
    }
}

impl Ctx<'_> {
    /// Updates the connection and sign-in state from a failure.
    pub(in crate::desk) fn note_failure<T>(
        &mut self,
        answer: Result<T, RequestError>,
    ) -> Result<T, Trouble> {
        answer.map_err(|setback| {
            self.note_connection_failure(&setback.trouble);
            if setback.sign_in {
                self.announce(Event::SignInRefused(setback.trouble.clone()));
            }
            setback.trouble
        })
    }
}

pub(in crate::desk) fn setback(error: &ApiError) -> RequestError {
    RequestError {
        trouble: failure::describe_api_error(error),
        sign_in: failure::needs_sign_in(error),
    }
}

/// What a client needs from the desk.
pub(in crate::desk) struct ClientConfig {
    clock: Clock,
    time_outs: TimeOuts,
    /// A file of certificates trusted besides the system's.
    pub(in crate::desk) ca: Option<PathBuf>,
    /// Shared by the clients of one server.
    pub(in crate::desk) server_clock: ServerClock,
}

impl ClientConfig {
    pub(in crate::desk) fn from_ctx(ctx: &Ctx<'_>) -> Self {
        Self {
            clock: ctx.clock.clone(),
            time_outs: ctx.pace.time_outs,
            ca: ctx.ca_file(),
            server_clock: ServerClock::default(),
        }
    }
}

/// A client that records every request in the activity list.
pub(in crate::desk) fn client<F: Feature>(
    base_url: &str,
    whose: Option<Scope>,
    means: &ClientConfig,
    outbox: &Outbox<F>,
) -> Result<Client, ApiError> {
    let outbox: Outbox<()> = outbox.lasting().to();
    let server_clock = means.server_clock.clone();
    let options = Options {
        extra_ca: means.ca.clone(),
        time_outs: means.time_outs,
        clock: means.clock.clone(),
        observer: Arc::new(move |exchange| {
            if let Some(server) = exchange.server_date {
                // The answer took most of the time between sending and now.
                let took = i64::try_from(exchange.millis).unwrap_or_default();
                let took = SignedDuration::from_millis(took);
                let local = exchange.at.checked_add(took).unwrap_or(exchange.at);
                server_clock.note(local, server);
                outbox.offer(move |_, ctx| server_clock::report_difference(ctx, local, server));
            }
            let activity = activity(exchange, whose.clone());
            // Losing an activity entry is better than delaying a purchase.
            outbox.offer(move |_, ctx| ctx.note_activity(activity));
        }),
        ..Options::default()
    };
    Client::new(base_url, options)
}

pub(in crate::desk) fn credentials(sign_in: &SignIn) -> Credentials {
    Credentials {
        api_key: sign_in.api_key.clone(),
        api_secret: sign_in.api_secret.clone(),
        user_name: sign_in.user_name.clone(),
        password: sign_in.password.clone(),
    }
}

/// Identifies an API key without revealing it. The key is half of the credentials, so no file
/// contains it: the journal, the cache and the list of accounts store this instead.
pub(in crate::desk) fn key_mark(api_key: &str) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, api_key.as_bytes());
    let hex: String = digest.as_ref().iter().take(10).map(|byte| format!("{byte:02x}")).collect();
    format!("key-{hex}")
}

fn activity(exchange: Exchange, whose: Option<Scope>) -> Activity {
    Activity {
        whose,
        at: exchange.at,
        call: exchange.call.to_owned(),
        status: exchange.status,
        millis: exchange.millis,
        attempt: exchange.attempt,
        correlation: exchange.correlation,
        error: exchange.error,
    }
}
