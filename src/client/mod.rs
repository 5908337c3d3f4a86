//! The client of the shipping interface: it signs in, sends the calls of `api`, retries reads, and
//! reports exactly how each call ended. `answer` reads the response, `http` is the transport, `header`
//! reads the date headers, `session` holds the token.

mod answer;
mod header;
mod http;
mod session;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ::url::Url;
use jiff::Timestamp;
use serde_json::Value;
use tracing::field::display;

use crate::api::account;
use crate::api::account::Credentials;
use crate::api::call::{Call, CallFacts, Safety};
use crate::api::error::{ApiError, Certainty, ErrorKind, Unsent};
use crate::api::retry;
use crate::api::retry::Decision;
use crate::api::url;
use crate::api::url::{BaseUrl, UrlError};
use crate::base::clock::{Clock, Stopwatch};
use crate::base::id::{CorrelationId, TransactionId};
use crate::base::locale::Message;
use crate::base::secret::Secret;
pub use crate::client::answer::Answer;
use crate::client::answer::{Hop, Unread, read_answer, read_hop};
use crate::client::header::{read_retry_after, read_server_date};
use crate::client::http::roots::Roots;
use crate::client::http::{Failure, HttpTransport, Incoming, Outgoing, Route};
use crate::client::session::{Session, SessionToken};
use crate::text;

/// Timeouts of one request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOuts {
    /// DNS lookup, connecting and the TLS handshake. A request that exceeds it was not sent.
    pub connect: Duration,
    /// The longest time without data once the connection is established.
    pub read: Duration,
    /// From the start to the head of the response, at most `connect` and `read` together. The body
    /// may take eight times as long while data arrives: the labels of many packages are large.
    pub total: Duration,
    /// Replaces `total` for calls that move money.
    pub money: Duration,
}

pub struct Options {
    pub time_outs: TimeOuts,
    /// Largest JSON response, in bytes after decompression.
    pub json_cap: u64,
    /// Largest label file that is downloaded.
    pub label_cap: u64,
    pub clock: Clock,
    /// A file of PEM certificates to trust in addition to the system's.
    pub extra_ca: Option<PathBuf>,
    /// Called after every request, on the thread of the caller.
    pub observer: Arc<dyn Fn(Exchange) + Send + Sync>,
}

/// One request, for the Activity panel and the log. Contains no address, body or token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub at: Timestamp,
    /// `POST /Shipment`, [`LABEL_FILE`] or [`PRACTICE_CONTROLS`].
    pub call: &'static str,
    pub status: Option<u16>,
    pub millis: u64,
    /// 1 for the first attempt.
    pub attempt: u32,
    pub correlation: Option<CorrelationId>,
    /// The server's time when it answered, from `Date` and `Age`.
    pub server_date: Option<Timestamp>,
    /// The error, in this program's own words.
    pub error: Option<Message>,
}

/// A handle; clones share the connections and the session.
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    base: BaseUrl,
    wire: HttpTransport,
    session: Session,
    options: Options,
}

/// One request, except for its token.
struct PreparedRequest<'a> {
    call: CallFacts,
    method: ::http::Method,
    url: Url,
    transaction: Option<&'a TransactionId>,
    body: Option<Arc<[u8]>>,
    cap: u64,
    route: Route,
}

/// Name of the practice service's controls, which say nothing about the service's own calls.
pub const PRACTICE_CONTROLS: &str = "Practice service";
/// Name of a download.
pub const LABEL_FILE: &str = "GET label file";

const CONNECTING: CallFacts = CallFacts::new("base URL", || text!("errors-attempt-connect"));
const DOWNLOAD: CallFacts = CallFacts::new(LABEL_FILE, || text!("errors-attempt-fetch-label"));
const SIGN_IN: CallFacts =
    CallFacts::new("POST /Account/Token", || text!("errors-attempt-sign-in"));

impl Client {
    /// Rejects a base URL that is not https (except for a numeric loopback address) or does not end
    /// with the version segment. Does not connect.
    pub fn new(base_url: &str, options: Options) -> Result<Self, ApiError> {
        let base = url::parse_base(base_url).map_err(|why| {
            let kind = ErrorKind::BadUrl(why);
            ApiError::new(CONNECTING, kind).because(why)
        })?;
        let roots = match &options.extra_ca {
            Some(file) => Roots::with_file(file).map_err(|why| {
                let kind = ErrorKind::NotSent(Unsent::ExtraCa);
                ApiError::new(CONNECTING, kind).because(why)
            })?,
            None => Roots::of_system(),
        };
        Ok(Self(Arc::new(Inner {
            wire: HttpTransport::new(&base.origin, options.time_outs, &roots),
            base,
            session: Session::default(),
            options,
        })))
    }

    /// The base URL without a trailing slash.
    pub fn base_url(&self) -> &str {
        &self.0.base.text
    }

    /// Replaces the credentials and drops the token. The next call that needs a token requests one
    /// with these credentials; with `None` it fails as not signed in.
    pub fn sign_in_with(&self, credentials: Option<Credentials>) {
        self.0.session.replace(credentials);
    }

    /// Sends a call. Reads are sent up to three times; other calls are not retried. After a 401 the
    /// token is renewed once and the same bytes are sent once more with the same transaction id.
    pub async fn send<R: Send + 'static>(&self, call: Call<R>) -> Result<Answer<R>, ApiError> {
        if let Some(fault) = &call.unwritable {
            let kind = ErrorKind::NotSent(Unsent::Request);
            return Err(ApiError::new(call.facts, kind).because(Arc::clone(fault)));
        }
        let mut attempt = 1;
        loop {
            match self.send_signed(&call, attempt).await {
                Ok(answer) => {
                    for oddity in &answer.oddities {
                        let path = oddity.path.as_str();
                        tracing::warn!(call = call.facts.name, path, "a member could not be read");
                    }
                    return Ok(answer);
                }
                Err(error) => wait_or_give_up(call.facts.safety, attempt, error).await?,
            }
            attempt += 1;
        }
    }

    /// Downloads a label file, following at most three redirects. Every redirect is checked like
    /// the first address. The token is sent only to the origin of the base URL.
    pub async fn download(&self, url: &str) -> Result<Answer<Vec<u8>>, ApiError> {
        const REDIRECTS: usize = 3;
        let mut address = self.0.base.of_label(url).map_err(bad_download)?;
        for _ in 0..=REDIRECTS {
            match self.download_hop(&address).await? {
                Hop::Arrived(answer) => return Ok(answer),
                Hop::Onwards(location) => {
                    address = url::next_hop(&address, &location).map_err(bad_download)?;
                }
            }
        }
        Err(bad_download(UrlError::TooManyRedirects))
    }

    /// Sends and receives JSON at an address of the same server that is not a call of the
    /// interface. Sends no token and does not retry.
    pub async fn raw_json(
        &self,
        method: ::http::Method,
        url: &str,
        body: Option<&Value>,
    ) -> Result<Value, ApiError> {
        let mut shape: Call<Value> =
            Call::new(PRACTICE_CONTROLS, || text!("errors-attempt-practice")).write();
        let call = shape.facts;
        let bad = |why: UrlError| ApiError::new(call, ErrorKind::BadUrl(why)).because(why);
        let url = url::parse(url).map_err(bad)?;
        let origin = url::check_download(&url, &self.0.base.origin).map_err(bad)?;
        if origin != self.0.base.origin {
            return Err(bad(UrlError::NotAUrl));
        }
        if let Some(body) = body {
            shape = shape.json(body);
        }
        let parcel = PreparedRequest {
            call,
            method,
            url,
            transaction: None,
            body: shape.body.clone(),
            cap: self.0.options.json_cap,
            route: Route::Fresh,
        };
        let read = |incoming| read_answer(&shape, incoming);
        let answer = self.exchange(&parcel, None, 1, read).await?;
        Ok(answer.value)
    }

    async fn download_hop(&self, address: &Url) -> Result<Hop, ApiError> {
        let inner = &self.0;
        let origin = url::check_download(address, &inner.base.origin).map_err(bad_download)?;
        let parcel = PreparedRequest {
            call: DOWNLOAD,
            method: ::http::Method::GET,
            url: address.clone(),
            transaction: None,
            body: None,
            cap: inner.options.label_cap,
            route: Route::Guarded,
        };
        let bearer = inner
            .session
            .newer_than(None)
            .filter(|_| origin == inner.base.origin)
            .map(|pass| pass.token);
        let mut attempt = 1;
        loop {
            let bearer = bearer.clone();
            match self.exchange(&parcel, bearer, attempt, read_hop).await {
                Ok(hop) => return Ok(hop),
                Err(error) => wait_or_give_up(Safety::Read, attempt, error).await?,
            }
            attempt += 1;
        }
    }

    async fn send_signed<R: Send + 'static>(
        &self,
        call: &Call<R>,
        attempt: u32,
    ) -> Result<Answer<R>, ApiError> {
        if !call.authorized {
            return self.send_once(call, None, attempt).await;
        }
        let signing = |inner: ApiError| sign_in_failed(call.facts, inner);
        let pass = match self.0.session.newer_than(None) {
            Some(pass) => pass,
            None => self.renew(None).await.map_err(signing)?,
        };
        let stale = pass.generation;
        let error = match self.send_once(call, Some(pass.token), attempt).await {
            Err(error) if is_about_token(&error, call.facts.safety) => error,
            other => return other,
        };
        tracing::debug!(call = call.facts.name, %error, "token refused; renewing it once");
        let pass = self.renew(Some(stale)).await.map_err(signing)?;
        match self.send_once(call, Some(pass.token), attempt).await {
            Err(error) if is_about_token(&error, call.facts.safety) => Err(signing(error)),
            other => other,
        }
    }

    /// A token newer than the stale one. Concurrent calls share one request and its failure.
    async fn renew(&self, stale: Option<u64>) -> Result<SessionToken, ApiError> {
        let session = &self.0.session;
        let seen = session.attempts();
        let _turn = session.turn().await;
        if let Some(pass) = session.newer_than(stale) {
            return Ok(pass);
        }
        if let Some(error) = session.failure_since(seen) {
            return Err(error);
        }
        let Some((credentials, epoch)) = session.credentials() else {
            let kind = ErrorKind::NotSent(Unsent::NoCredentials);
            return Err(ApiError::new(SIGN_IN, kind));
        };
        let call = account::token(&credentials);
        let mut attempt = 1;
        let outcome = loop {
            match self.send_once(&call, None, attempt).await {
                Ok(answer) => break Ok(answer.value.token),
                Err(error) => {
                    if let Err(error) = wait_or_give_up(call.facts.safety, attempt, error).await {
                        break Err(error);
                    }
                }
            }
            attempt += 1;
        };
        session.settle(epoch, outcome)
    }

    async fn send_once<R: Send + 'static>(
        &self,
        call: &Call<R>,
        bearer: Option<Secret>,
        attempt: u32,
    ) -> Result<Answer<R>, ApiError> {
        let url = self.0.base.of_call(&call.path, &call.target());
        let url = url.map_err(|why| {
            let kind = ErrorKind::NotSent(Unsent::Request);
            ApiError::new(call.facts, kind).because(why)
        })?;
        let parcel = PreparedRequest {
            call: call.facts,
            method: call.method.clone(),
            url,
            transaction: call.transaction.as_ref(),
            body: call.body.clone(),
            cap: self.0.options.json_cap,
            route: match call.facts.safety {
                Safety::Read => Route::Pooled,
                Safety::Write => Route::Fresh,
                Safety::Money => Route::Money,
            },
        };
        let read = |incoming| read_answer(call, incoming);
        self.exchange(&parcel, bearer, attempt, read).await
    }

    /// Sends one request, reads the response and reports the result to the observer.
    async fn exchange<T>(
        &self,
        parcel: &PreparedRequest<'_>,
        bearer: Option<Secret>,
        attempt: u32,
        read: impl FnOnce(Incoming) -> Result<T, Unread>,
    ) -> Result<T, ApiError> {
        let options = &self.0.options;
        let (call, transaction) = (parcel.call.name, parcel.transaction.map(display));
        tracing::debug!(call, attempt, transaction, "sending a request");
        let at = options.clock.now();
        let stopwatch = Stopwatch::start();
        let outgoing = Outgoing {
            method: parcel.method.clone(),
            url: parcel.url.clone(),
            bearer,
            transaction: parcel.transaction.map(|id| id.as_str().to_owned()),
            body: parcel.body.clone(),
            cap: parcel.cap,
            route: parcel.route,
        };
        let received = match self.0.wire.exchange(outgoing).await {
            Ok(incoming) => Received::of_answer(incoming, parcel.call, &options.clock, read),
            Err(failure) => Received::of_failure(failure, parcel.call),
        };
        let Received { status, correlation, server_date, result } = received;
        let failed = result.as_ref().err();
        let millis = u64::try_from(stopwatch.elapsed().as_millis()).unwrap_or(u64::MAX);
        let failure = failed.map(ApiError::for_log);
        let id = correlation.as_ref().map(display);
        tracing::info!(
            call,
            status,
            millis,
            attempt,
            correlation = id,
            transaction,
            failure,
            "request"
        );
        (options.observer)(Exchange {
            at,
            call,
            status,
            millis,
            attempt,
            correlation,
            server_date,
            error: failed.map(|error| Message::shown(error.kind.clone())),
        });
        result
    }
}

/// How an attempt ended.
struct Received<T> {
    status: Option<u16>,
    correlation: Option<CorrelationId>,
    server_date: Option<Timestamp>,
    result: Result<T, ApiError>,
}

impl<T> Received<T> {
    fn of_answer(
        incoming: Incoming,
        call: CallFacts,
        clock: &Clock,
        read: impl FnOnce(Incoming) -> Result<T, Unread>,
    ) -> Self {
        let date = incoming.date.as_deref();
        let server_date = date.and_then(|date| read_server_date(date, incoming.age.as_deref()));
        let retry_after = incoming.retry_after.as_deref();
        let retry_after_seconds =
            retry_after.and_then(|text| read_retry_after(text, server_date, clock.now()));
        let status = Some(incoming.status);
        let correlation = incoming.correlation.clone().map(CorrelationId::new);
        let result = read(incoming).map_err(|(kind, source)| ApiError {
            correlation: correlation.clone(),
            retry_after_seconds,
            source: source.map(|source| Arc::new(source) as _),
            ..ApiError::new(call, kind)
        });
        Self { status, correlation, server_date, result }
    }

    fn of_failure(failure: Failure, call: CallFacts) -> Self {
        let source = failure.source.map(|source| source as _);
        let error = ApiError { source, ..ApiError::new(call, failure.kind) };
        Self { status: None, correlation: None, server_date: None, result: Err(error) }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            time_outs: TimeOuts::default(),
            // 99 packages, the most of one shipment in this program, with 300 kB of Base64 each, which is
            // twice that of a large label. What is larger is bought all the same: its shipment is found in
            // the lists, of which larger ranges are requested in parts.
            json_cap: 32 << 20,
            label_cap: 25 << 20,
            clock: Clock::System,
            extra_ca: None,
            observer: Arc::new(|_| {}),
        }
    }
}

impl Default for TimeOuts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            read: Duration::from_secs(30),
            total: Duration::from_secs(60),
            money: Duration::from_secs(90),
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Client").field(&self.0.base.text).finish()
    }
}

fn bad_download(why: UrlError) -> ApiError {
    ApiError::new(DOWNLOAD, ErrorKind::BadUrl(why)).because(why)
}

fn sign_in_failed(call: CallFacts, inner: ApiError) -> ApiError {
    ApiError {
        correlation: inner.correlation.clone(),
        ..ApiError::new(call, ErrorKind::SignInFailed(Box::new(inner)))
    }
}

/// Whether a new token could help. A call that changes something is sent again only if the service
/// itself refused it; any other failure may mean that the call was carried out.
fn is_about_token(error: &ApiError, safety: Safety) -> bool {
    error.is_about_sign_in() && (safety == Safety::Read || error.certainty() == Certainty::Refused)
}

/// Waits before the next attempt, or returns the error if there is none.
async fn wait_or_give_up(safety: Safety, attempt: u32, error: ApiError) -> Result<(), ApiError> {
    let decision = error.outcome().map_or(Decision::Stop, |outcome| {
        retry::decide(safety, attempt, outcome, error.retry_after(), jitter())
    });
    match decision {
        Decision::Stop if attempt > 1 => {
            tracing::warn!(call = error.call.name, attempt, "a call is not tried again");
            Err(error)
        }
        Decision::Stop => Err(error),
        Decision::Retry(wait) => {
            tracing::debug!(call = error.call.name, attempt, ?wait, "a call is tried again");
            tokio::time::sleep(wait).await;
            Ok(())
        }
    }
}

/// A random number, uniform from 0 to 1.
fn jitter() -> f64 {
    let [a, b, ..] = *uuid::Uuid::new_v4().as_bytes();
    f64::from(u16::from_be_bytes([a, b])) / f64::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jitter_stays_in_range() {
        assert!((0..1000).map(|_| jitter()).all(|j| (0.0..=1.0).contains(&j)));
    }

    #[test]
    fn time_outs_are_those_of_the_rules() {
        let given = Options::default().time_outs;
        let phases = [given.connect, given.read, given.total, given.money];
        assert_eq!(phases.map(|phase| phase.as_secs()), [10, 30, 60, 90]);
    }
}
