//! The client: signs in, sends calls, repeats reads, and says exactly how a call ended.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ::url::Url;
use jiff::Timestamp;
use serde_json::Value;

use super::account::{self, Credentials};
pub use super::answer::Answer;
use super::answer::{Hop, Unread, read_answer, read_hop};
use super::call::{Call, Safety};
use super::error::{ApiError, Certainty, ErrorKind, Unsent};
use super::header::{read_retry_after, read_server_date};
use super::http::roots::Roots;
use super::http::{Incoming, Outgoing, Route, Wire};
use super::retry::{self, Decision};
use super::session::{Pass, Session};
use super::url::{self, BaseUrl, UrlError};
use crate::base::clock::{Clock, Stopwatch};
use crate::base::id::{CorrelationId, TransactionId};
use crate::base::secret::Secret;

/// Phases of one sending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeOuts {
    /// Finding the name, connecting and the TLS handshake together. What takes longer was
    /// provably not sent.
    pub connect: Duration,
    /// The longest silence once the connection stands.
    pub read: Duration,
    /// From the start until the head of the answer is there. Its body may take eight times as
    /// long as long as it never falls silent: labels of many packages are large.
    pub total: Duration,
    /// The same for calls that move money.
    pub money: Duration,
}

pub struct Options {
    pub time_outs: TimeOuts,
    /// Largest JSON answer, in bytes after inflation.
    pub json_cap: u64,
    /// Largest JSON answer that can carry labels of a whole shipment, or confirms a payment.
    pub labels_json_cap: u64,
    /// Largest label that is fetched by its address.
    pub label_cap: u64,
    pub clock: Clock,
    /// A file of PEM certificates that are trusted beside the system's.
    pub extra_ca: Option<PathBuf>,
    /// Called after every sending, on the thread of the caller.
    pub observer: Arc<dyn Fn(Exchange) + Send + Sync>,
}

/// One sending, for the Activity panel and the log. Holds no address, body or token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub at: Timestamp,
    /// `POST /Shipment`, or `label` for a download.
    pub call: &'static str,
    pub status: Option<u16>,
    pub millis: u64,
    /// 1 for the first sending.
    pub attempt: u32,
    pub correlation: Option<CorrelationId>,
    /// What the server's clock said while it answered, from `Date` and `Age`.
    pub server_date: Option<Timestamp>,
    /// How it failed, in this program's own words.
    pub error: Option<String>,
}

/// A handle; clones share connections and sign-in.
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    base: BaseUrl,
    wire: Wire,
    session: Session,
    options: Options,
}

/// One sending of a call: everything but the token.
struct Parcel<'a> {
    attempting: &'static str,
    call: &'static str,
    method: http::Method,
    url: Url,
    transaction: Option<&'a TransactionId>,
    body: Option<Arc<[u8]>>,
    cap: u64,
    route: Route,
}

/// What the routes beside the interface are called in the activity list. Their answers say
/// nothing of the service's own calls.
pub const PRACTICE_CONTROLS: &str = "Practice service";

impl Client {
    /// Refuses an address that is not https (or a loopback number), or does not end
    /// with the version segment. Connects to nothing yet.
    pub fn new(base_url: &str, options: Options) -> Result<Self, ApiError> {
        let base = url::parse_base(base_url).map_err(|why| {
            ApiError::new("Connecting", "base URL", ErrorKind::BadUrl(why)).because(why)
        })?;
        let roots = match &options.extra_ca {
            Some(file) => Roots::with_file(file).map_err(|why| {
                let kind = ErrorKind::NotSent(Unsent::ExtraCa);
                ApiError::new("Connecting", "base URL", kind).because(why)
            })?,
            None => Roots::of_system(),
        };
        Ok(Self(Arc::new(Inner {
            wire: Wire::new(&base.origin, options.time_outs, &roots),
            base,
            session: Session::default(),
            options,
        })))
    }

    /// Without the trailing slash.
    pub fn base_url(&self) -> &str {
        &self.0.base.text
    }

    /// Forgets the token. The next call that needs one asks with these credentials;
    /// with `None` it fails as not signed in.
    pub fn sign_in_with(&self, credentials: Option<Credentials>) {
        self.0.session.replace(credentials);
    }

    /// Sends a call. Reads are repeated here, up to three sendings; nothing else is,
    /// except that a 401 brings one renewal of the token and one more sending of the
    /// same bytes under the same transaction id.
    pub async fn send<R: Send + 'static>(&self, call: Call<R>) -> Result<Answer<R>, ApiError> {
        if let Some(fault) = &call.unwritable {
            let kind = ErrorKind::NotSent(Unsent::Request);
            return Err(ApiError::new(call.attempting, call.name, kind).because(Arc::clone(fault)));
        }
        let mut attempt = 1;
        loop {
            match self.send_signed(&call, attempt).await {
                Ok(answer) => {
                    for oddity in &answer.oddities {
                        let path = oddity.path.as_str();
                        tracing::warn!(call = call.name, path, "a member could not be read");
                    }
                    return Ok(answer);
                }
                Err(error) => wait_or_give_up(call.safety, attempt, error).await?,
            }
            attempt += 1;
        }
    }

    /// Fetches a label by its address, following at most three redirects, each checked
    /// like the first. The token goes along only to the origin of the base URL.
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

    /// JSON to and from an address of the same server that is no call of the interface.
    /// No token goes along, and nothing is sent twice.
    pub async fn raw_json(
        &self,
        method: http::Method,
        url: &str,
        body: Option<&Value>,
    ) -> Result<Value, ApiError> {
        let (attempting, call) = ("Reaching the practice service", PRACTICE_CONTROLS);
        let bad =
            |why: UrlError| ApiError::new(attempting, call, ErrorKind::BadUrl(why)).because(why);
        let url = url::parse(url).map_err(bad)?;
        let origin = url::check_download(&url, &self.0.base.origin).map_err(bad)?;
        if origin != self.0.base.origin {
            return Err(bad(UrlError::NotAUrl));
        }
        let mut shape: Call<Value> = Call::new(call, attempting);
        if let Some(body) = body {
            shape = shape.json(body);
        }
        let parcel = Parcel {
            attempting,
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
        let parcel = Parcel {
            attempting: DOWNLOADING,
            call: LABEL,
            method: http::Method::GET,
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
        let signing = |inner: ApiError| sign_in_failed(call.attempting, call.name, inner);
        let pass = match self.0.session.newer_than(None) {
            Some(pass) => pass,
            None => self.renew(None).await.map_err(signing)?,
        };
        let stale = pass.generation;
        let error = match self.send_once(call, Some(pass.token), attempt).await {
            Err(error) if is_about_token(&error, call.safety) => error,
            other => return other,
        };
        tracing::debug!(call = call.name, %error, "token refused; renewing it once");
        let pass = self.renew(Some(stale)).await.map_err(signing)?;
        match self.send_once(call, Some(pass.token), attempt).await {
            Err(error) if is_about_token(&error, call.safety) => Err(signing(error)),
            other => other,
        }
    }

    /// A token newer than the stale one. Any number of calls that ask at the same time
    /// share one request, and its failure too.
    async fn renew(&self, stale: Option<u64>) -> Result<Pass, ApiError> {
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
            return Err(ApiError::new("Signing in", "POST /Account/Token", kind));
        };
        let call = account::token(&credentials);
        let mut attempt = 1;
        let outcome = loop {
            match self.send_once(&call, None, attempt).await {
                Ok(answer) => break Ok(answer.value.token),
                Err(error) => {
                    if let Err(error) = wait_or_give_up(call.safety, attempt, error).await {
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
            ApiError::new(call.attempting, call.name, kind).because(why)
        })?;
        let parcel = Parcel {
            attempting: call.attempting,
            call: call.name,
            method: call.method.clone(),
            url,
            transaction: call.transaction.as_ref(),
            body: call.body.clone(),
            cap: self.cap_of(call),
            route: match call.safety {
                Safety::Read => Route::Pooled,
                Safety::Write => Route::Fresh,
                Safety::Money => Route::Money,
            },
        };
        let read = |incoming| read_answer(call, incoming);
        self.exchange(&parcel, bearer, attempt, read).await
    }

    /// What moves money is confirmed by its answer, whatever its size. Shipments and documents
    /// carry every label of a shipment.
    fn cap_of<R>(&self, call: &Call<R>) -> u64 {
        let options = &self.0.options;
        let labels = ["/Shipment", "/Document"]
            .iter()
            .any(|place| call.path == *place || call.path.starts_with(&format!("{place}/")));
        match labels || call.safety == Safety::Money {
            true => options.labels_json_cap,
            false => options.json_cap,
        }
    }

    /// Sends once, reads the answer and tells the observer, whatever came of it.
    async fn exchange<T>(
        &self,
        parcel: &Parcel<'_>,
        bearer: Option<Secret>,
        attempt: u32,
        read: impl FnOnce(Incoming) -> Result<T, Unread>,
    ) -> Result<T, ApiError> {
        let options = &self.0.options;
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
        let sent = self.0.wire.exchange(outgoing).await;
        let error = |kind| ApiError::new(parcel.attempting, parcel.call, kind);
        let mut server_date = None;
        let (status, correlation, result) = match sent {
            Ok(incoming) => {
                server_date = incoming
                    .date
                    .as_deref()
                    .and_then(|date| read_server_date(date, incoming.age.as_deref()));
                let status = incoming.status;
                let correlation = incoming.correlation.clone().map(CorrelationId::new);
                let retry_after_seconds = incoming
                    .retry_after
                    .as_deref()
                    .and_then(|text| read_retry_after(text, server_date, options.clock.now()));
                let result = read(incoming).map_err(|(kind, source)| ApiError {
                    correlation: correlation.clone(),
                    retry_after_seconds,
                    ..match source {
                        Some(source) => error(kind).because(source),
                        None => error(kind),
                    }
                });
                (Some(status), correlation, result)
            }
            Err(failure) => {
                let error = error(failure.kind);
                let error = match failure.source {
                    Some(source) => error.because(source),
                    None => error,
                };
                (None, None, Err(error))
            }
        };
        (options.observer)(Exchange {
            at,
            call: parcel.call,
            status,
            millis: u64::try_from(stopwatch.elapsed().as_millis()).unwrap_or(u64::MAX),
            attempt,
            correlation,
            server_date,
            error: result.as_ref().err().map(|error| error.kind.to_string()),
        });
        result
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            time_outs: TimeOuts::default(),
            // A day of lists is a hundredth of it; what is larger is asked for in parts.
            json_cap: 64 << 20,
            // 99 packages, the most a shipment can have here, with 5 MB of Base64 each.
            labels_json_cap: 512 << 20,
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

const DOWNLOADING: &str = "Fetching the label";
const LABEL: &str = "GET label file";
fn bad_download(why: UrlError) -> ApiError {
    ApiError::new(DOWNLOADING, LABEL, ErrorKind::BadUrl(why)).because(why)
}

fn sign_in_failed(attempting: &'static str, call: &'static str, inner: ApiError) -> ApiError {
    ApiError {
        correlation: inner.correlation.clone(),
        ..ApiError::new(attempting, call, ErrorKind::SignInFailed(Box::new(inner)))
    }
}

/// Whether a new token could help. What changes something and was turned away by anything but
/// the service's own words may have been carried out, so it is not sent again from here.
fn is_about_token(error: &ApiError, safety: Safety) -> bool {
    error.is_about_sign_in() && (safety == Safety::Read || error.certainty() == Certainty::Refused)
}

/// Sleeps before the next sending, or hands the error back when there is to be none.
async fn wait_or_give_up(safety: Safety, attempt: u32, error: ApiError) -> Result<(), ApiError> {
    let decision = error.outcome().map_or(Decision::Stop, |outcome| {
        retry::decide(safety, attempt, outcome, error.retry_after(), jitter())
    });
    match decision {
        Decision::Stop => Err(error),
        Decision::Retry(wait) => {
            tokio::time::sleep(wait).await;
            Ok(())
        }
    }
}

/// Evenly from 0 to 1.
fn jitter() -> f64 {
    let [a, b, ..] = *uuid::Uuid::new_v4().as_bytes();
    f64::from(u16::from_be_bytes([a, b])) / f64::from(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jitter_stays_in_range() {
        assert!(
            (0..1000)
                .map(|_| jitter())
                .all(|j| (0.0..=1.0).contains(&j))
        );
    }

    #[test]
    fn time_outs_are_those_of_the_rules() {
        let given = Options::default().time_outs;
        let phases = [given.connect, given.read, given.total, given.money];
        assert_eq!(phases.map(|phase| phase.as_secs()), [10, 30, 60, 90]);
    }
}
