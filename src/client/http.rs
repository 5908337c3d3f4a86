//! Sends single requests. The only file that uses the HTTP library.
//!
//! The library never sends a request twice on its own: redirects and retries are off, and a request
//! that changes something has its own connection, which is not reused.
//!
//! A failed lookup, connection or TLS handshake means that the request was certainly not sent; the
//! library reports these cases. After that the request may have arrived, whatever the error.
//! Dropping an exchange closes its connection.

mod body;
mod guard;
pub(super) mod roots;

use std::io;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use http::{HeaderMap, HeaderValue, Method, header};
use reqwest::{Body, Client, ClientBuilder, Request, Response, redirect, retry};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::timeout;
use url::Url;

use self::body::{Intake, Unusable};
use self::guard::{Guard, NoSuchName, PrivateAddress};
use self::roots::Roots;
use crate::api::error::{ErrorKind, Lost, Unsent};
use crate::api::url::{Origin, UrlError};
use crate::base::error_causes::{causes, find_cause};
use crate::base::secret::Secret;
use crate::base::tls;
use crate::client::TimeOuts;

/// The HTTP clients of one API client: pooled connections for reads, new connections for calls that
/// change something, and guarded ones for labels. A pooled connection may have closed unnoticed,
/// which would leave a purchase with an unknown outcome for no reason.
pub(super) struct HttpTransport {
    pooled: LazyClient,
    fresh: LazyClient,
    guarded: LazyClient,
    time_outs: TimeOuts,
    /// Held by the large answer that is being read, so that several do not lie in memory at once.
    large: Arc<Mutex<()>>,
}

/// An HTTP client, built on first use because that reads the system's certificate authorities.
struct LazyClient {
    built: OnceLock<Result<Client, Arc<reqwest::Error>>>,
    build: Box<dyn Fn() -> Result<Client, reqwest::Error> + Send + Sync>,
}

/// One request to send.
pub(super) struct Outgoing {
    pub method: Method,
    pub url: Url,
    pub bearer: Option<Secret>,
    pub transaction: Option<String>,
    pub body: Option<Arc<[u8]>>,
    /// Largest body that is accepted, in bytes after decompression.
    pub cap: u64,
    pub route: Route,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    Pooled,
    Fresh,
    /// Like `Fresh`, with the longer timeout of calls that move money.
    Money,
    Guarded,
}

pub(super) struct Incoming {
    pub status: u16,
    pub correlation: Option<String>,
    pub retry_after: Option<String>,
    pub location: Option<String>,
    pub date: Option<String>,
    pub age: Option<String>,
    pub body: Vec<u8>,
    /// Of a large answer, until it was read.
    _large: Option<OwnedMutexGuard<()>>,
}

/// A request without a usable response, and the library's error if it is worth storing.
pub(super) struct Failure {
    pub kind: ErrorKind,
    pub source: Option<Arc<reqwest::Error>>,
}

/// A body may take this many times as long as the timeout for its head: the labels of many packages
/// arrive over a slow connection, and no server can hold a call forever.
pub(super) const BODY_TIMES: u32 = 8;
const KEPT_CONNECTIONS: usize = 4;
/// An answer of more bytes than this waits until no other such answer is being read.
const LARGE_BYTES: usize = 2 << 20;
/// A proxy can add many headers to a response. Their total size is limited to 400 kB by the
/// library.
const MOST_HEADERS: usize = 1000;

impl HttpTransport {
    pub fn new(base: &Origin, time_outs: TimeOuts, roots: &Roots) -> Self {
        tls::install_provider();
        let loopback = base.is_literal_loopback();
        let line = |kept: usize, direct: bool, guard: Guard| {
            let roots = roots.clone();
            LazyClient::new(move || {
                let plan = || plan(loopback, direct, kept, time_outs.connect, guard);
                roots.trusted_by(plan()).build().or_else(|_| roots.only_trusted_by(plan()).build())
            })
        };
        let limit = time_outs.connect;
        Self {
            // A proxy for the internet must not see traffic to this machine.
            pooled: line(KEPT_CONNECTIONS, loopback, Guard::open(limit)),
            fresh: line(0, loopback, Guard::open(limit)),
            // A proxy would resolve names itself, so its addresses could not be checked. Labels are
            // therefore downloaded directly.
            guarded: line(0, true, Guard::closed(limit, loopback)),
            time_outs,
            large: Arc::default(),
        }
    }

    /// Sends one request and reads the whole response. The head must arrive within the total
    /// timeout, or within the sum of the connect and read timeouts if that is shorter. After that
    /// the body may be slow, but must not pause for longer than the read timeout.
    pub async fn exchange(&self, outgoing: Outgoing) -> Result<Incoming, Failure> {
        let (route, cap) = (outgoing.route, outgoing.cap);
        let client = match self.line(route).client() {
            Ok(client) => client,
            Err(error) => {
                let kind = ErrorKind::NotSent(Unsent::Tls);
                return Err(Failure::of(kind, Some(error)));
            }
        };
        let request =
            request(outgoing).map_err(|_| Failure::plain(ErrorKind::NotSent(Unsent::Request)))?;
        let total = match route {
            Route::Money => self.time_outs.money,
            _ => self.time_outs.total,
        };
        // Connection failures are reported before this timeout, so after it the request was sent.
        let silence = self.time_outs.connect.saturating_add(self.time_outs.read);
        let response = match timeout(total.min(silence), client.execute(request)).await {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => return Err(failure(error)),
            Err(_) => return Err(Failure::plain(ErrorKind::NoAnswer(Lost::TimeOut))),
        };
        let mut incoming = Incoming::without_body(&response);
        let status = incoming.status;
        let taking = self.take(response, cap, route != Route::Guarded);
        (incoming.body, incoming._large) =
            match timeout(total.saturating_mul(BODY_TIMES), taking).await {
                Ok(Ok(body)) => body,
                Ok(Err(BodyReadError::Unusable(why))) => {
                    return Err(Failure::plain(unusable(why, status)));
                }
                Ok(Err(BodyReadError::Lost(error))) => {
                    let kind = ErrorKind::NoAnswer(lost(&error, true));
                    return Err(Failure::of(kind, Some(Arc::new(error.without_url()))));
                }
                Ok(Err(BodyReadError::Silence)) | Err(_) => {
                    return Err(Failure::plain(ErrorKind::NoAnswer(Lost::TimeOut)));
                }
            };
        Ok(incoming)
    }

    async fn take(
        &self,
        mut response: Response,
        cap: u64,
        json: bool,
    ) -> Result<(Vec<u8>, Option<OwnedMutexGuard<()>>), BodyReadError> {
        let headers = response.headers();
        let encodings = headers
            .get_all(header::CONTENT_ENCODING)
            .into_iter()
            .map(|value| value.to_str().unwrap_or("not a name"));
        let declared = text(headers, "content-length").and_then(|length| length.parse().ok());
        let mut intake =
            Intake::new(encodings, declared, cap, json).map_err(BodyReadError::Unusable)?;
        let mut large = None;
        loop {
            match timeout(self.time_outs.read, response.chunk()).await {
                Ok(Ok(Some(piece))) => intake.push(&piece).map_err(BodyReadError::Unusable)?,
                Ok(Ok(None)) => {
                    return Ok((intake.finish().map_err(BodyReadError::Unusable)?, large));
                }
                Ok(Err(error)) => return Err(BodyReadError::Lost(error)),
                Err(_) => return Err(BodyReadError::Silence),
            }
            if large.is_none() && intake.size() > LARGE_BYTES {
                large = Some(Arc::clone(&self.large).lock_owned().await);
            }
        }
    }

    fn line(&self, route: Route) -> &LazyClient {
        match route {
            Route::Pooled => &self.pooled,
            Route::Fresh | Route::Money => &self.fresh,
            Route::Guarded => &self.guarded,
        }
    }
}

impl LazyClient {
    fn new(build: impl Fn() -> Result<Client, reqwest::Error> + Send + Sync + 'static) -> Self {
        Self { built: OnceLock::new(), build: Box::new(build) }
    }

    fn client(&self) -> Result<&Client, Arc<reqwest::Error>> {
        let built = self.built.get_or_init(|| (self.build)().map_err(Arc::new));
        built.as_ref().map_err(Arc::clone)
    }
}

impl Incoming {
    fn without_body(response: &Response) -> Self {
        let text = |name| text(response.headers(), name);
        Self {
            status: response.status().as_u16(),
            correlation: text("x-correlation-id"),
            retry_after: text("retry-after"),
            location: text("location"),
            date: text("date"),
            age: text("age"),
            body: Vec::new(),
            _large: None,
        }
    }
}

/// Why a body was not read to its end.
enum BodyReadError {
    Silence,
    Lost(reqwest::Error),
    Unusable(Unusable),
}

/// The service has responded, so none of these errors proves that a call was not carried out.
fn unusable(why: Unusable, status: u16) -> ErrorKind {
    match why {
        Unusable::TooLarge => ErrorKind::TooLarge,
        Unusable::Truncated => ErrorKind::NoAnswer(Lost::Truncated),
        Unusable::Unreadable => ErrorKind::Unintelligible { status, body: Vec::new() },
    }
}

impl Failure {
    fn plain(kind: ErrorKind) -> Self {
        Self::of(kind, None)
    }

    fn of(kind: ErrorKind, source: Option<Arc<reqwest::Error>>) -> Self {
        Self { kind, source }
    }
}

/// Configures an HTTP client. `direct` bypasses any proxy. `kept` is the size of the connection
/// pool; with 0 there is no pool, so the library has no second connection to send a request again.
fn plan(
    loopback: bool,
    direct: bool,
    kept: usize,
    connect: Duration,
    guard: Guard,
) -> ClientBuilder {
    let builder = Client::builder()
        .http1_only()
        .retry(retry::never())
        .redirect(redirect::Policy::none())
        .referer(false)
        .https_only(!loopback)
        .user_agent(concat!("Postroom/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(connect)
        .pool_max_idle_per_host(kept)
        .pool_idle_timeout(Duration::from_secs(15))
        .http1_max_headers(MOST_HEADERS)
        .http1_ignore_invalid_headers_in_responses(true)
        .http1_allow_obsolete_multiline_headers_in_responses(true)
        .http1_allow_spaces_after_header_name_in_responses(true)
        .dns_resolver(guard);
    if direct { builder.no_proxy() } else { builder }
}

fn request(outgoing: Outgoing) -> Result<Request, http::Error> {
    // A POST or PUT without a body still declares that its length is zero.
    let needs_length = outgoing.method != Method::GET && outgoing.method != Method::DELETE;
    let mut request = Request::new(outgoing.method, outgoing.url);
    let headers = request.headers_mut();
    if outgoing.route != Route::Guarded {
        headers.insert(header::ACCEPT, HeaderValue::from_static("application/json"));
    }
    // Lists and tables shrink to a tenth of their size. A response about money is not compressed:
    // one less source of damage on the way.
    let coding = match outgoing.route {
        Route::Pooled => "gzip",
        _ => "identity",
    };
    headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(coding));
    if let Some(token) = &outgoing.bearer {
        let mut value = HeaderValue::try_from(format!("Bearer {}", token.expose()))?;
        value.set_sensitive(true);
        headers.insert(header::AUTHORIZATION, value);
    }
    if let Some(transaction) = &outgoing.transaction {
        headers.insert("transactionid", HeaderValue::try_from(transaction)?);
    }
    match outgoing.body {
        Some(body) => {
            let json = HeaderValue::from_static("application/json");
            headers.insert(header::CONTENT_TYPE, json);
            *request.body_mut() = Some(Body::from(body.to_vec()));
        }
        None if needs_length => {
            headers.insert(header::CONTENT_LENGTH, HeaderValue::from_static("0"));
        }
        None => {}
    }
    Ok(request)
}

/// Converts the error of a request that failed before the head of a response.
fn failure(error: reqwest::Error) -> Failure {
    if find_cause::<PrivateAddress>(&error).is_some() {
        return Failure::plain(ErrorKind::BadUrl(UrlError::Private));
    }
    let kind = if error.is_builder() {
        ErrorKind::NotSent(Unsent::Request)
    } else if error.is_connect() {
        ErrorKind::NotSent(unsent(&error))
    } else {
        ErrorKind::NoAnswer(lost(&error, false))
    };
    Failure::of(kind, Some(Arc::new(error.without_url())))
}

fn unsent(error: &reqwest::Error) -> Unsent {
    if find_cause::<NoSuchName>(error).is_some() {
        return Unsent::Dns;
    }
    if error.is_timeout() {
        return Unsent::ConnectTimeOut;
    }
    if let Some(error) = find_cause::<rustls::Error>(error) {
        return match error {
            rustls::Error::InvalidCertificate(_) | rustls::Error::NoCertificatesPresented => {
                Unsent::Certificate
            }
            _ => Unsent::Tls,
        };
    }
    let kinds = causes(error).filter_map(|cause| cause.downcast_ref().map(io::Error::kind));
    match kinds.filter(|kind| *kind != io::ErrorKind::Other).last() {
        Some(io::ErrorKind::ConnectionRefused) => Unsent::Refused,
        // Nothing of the request was sent yet, so it is the TLS handshake that broke off.
        Some(
            io::ErrorKind::ConnectionReset
            | io::ErrorKind::UnexpectedEof
            | io::ErrorKind::BrokenPipe,
        ) => Unsent::Tls,
        Some(io::ErrorKind::TimedOut) => Unsent::ConnectTimeOut,
        _ => Unsent::Unreachable,
    }
}

fn lost(error: &reqwest::Error, head_read: bool) -> Lost {
    if error.is_timeout() {
        return Lost::TimeOut;
    }
    let broken = if head_read { Lost::Truncated } else { Lost::Broken };
    match find_cause::<hyper::Error>(error) {
        Some(error) if error.is_parse() => Lost::Protocol,
        Some(error) if error.is_incomplete_message() || error.is_canceled() => broken,
        _ if find_cause::<io::Error>(error).is_some() => broken,
        _ => Lost::Protocol,
    }
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}
