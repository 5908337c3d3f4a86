//! One sending over the wire, blocking. The only file that knows the HTTP library.
//!
//! Whether anything left is not guessed from the error: the outermost transport notes
//! the first byte it is asked to send. A failure before that note, in the name, the
//! connection or the TLS handshake, is provably unsent.

pub(super) mod roots;

use std::cell::Cell;
use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use http::{HeaderMap, HeaderValue, Method, Request, Uri, header};
use ureq::config::Config;
use ureq::tls::{TlsConfig, TlsProvider};
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, DefaultConnector, NextTimeout, Transport,
};
use ureq::{Agent, Proxy, Timeout};

use self::roots::Roots;
use super::client::TimeOuts;
use super::error::{ErrorKind, Lost, Unsent};
use super::url::{Origin, UrlError, is_public};
use crate::base::secret::Secret;

/// The connections of one client: kept ones for reading, fresh ones for everything that
/// changes something (a pooled socket may have died unnoticed, which for a purchase is
/// an unknown outcome for nothing), and guarded ones for labels.
#[derive(Debug)]
pub(super) struct Wire {
    pooled: Agent,
    fresh: Agent,
    /// As `fresh`, with the longer time-out of calls that move money.
    money: Agent,
    guarded: Agent,
}

/// One request as bytes.
pub(super) struct Outgoing {
    pub method: Method,
    pub url: String,
    pub bearer: Option<Secret>,
    pub transaction: Option<String>,
    pub body: Option<Arc<[u8]>>,
    /// Largest body that is read, in bytes.
    pub cap: u64,
    pub route: Route,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    Pooled,
    Fresh,
    Money,
    Guarded,
}

pub(super) struct Incoming {
    pub status: u16,
    pub correlation: Option<String>,
    pub retry_after: Option<String>,
    pub date: Option<String>,
    pub location: Option<String>,
    pub body: Vec<u8>,
}

/// A sending without an answer, and the library's error where it is worth keeping.
pub(super) struct Failure {
    pub kind: ErrorKind,
    pub source: Option<ureq::Error>,
}

impl Wire {
    pub fn new(base: &Origin, time_outs: TimeOuts, roots: &Roots) -> Self {
        let loopback = base.is_literal_loopback();
        // A proxy for the world outside must not see what is said to this machine.
        let proxy = if loopback {
            None
        } else {
            Proxy::try_from_env()
        };
        let agent = |idle: usize, proxy: Option<Proxy>, total: Duration, resolver: Guard| {
            let config = Config::builder()
                .http_status_as_error(false)
                .https_only(!loopback)
                .max_redirects(0)
                .max_redirects_will_error(false)
                .proxy(proxy)
                .tls_config(tls(roots))
                .user_agent(concat!("Postroom/", env!("CARGO_PKG_VERSION")))
                .max_idle_connections(idle)
                .max_idle_connections_per_host(idle)
                .timeout_resolve(Some(time_outs.connect))
                .timeout_connect(Some(time_outs.connect))
                .timeout_per_read(Some(time_outs.read))
                .timeout_per_write(Some(time_outs.read))
                .timeout_global(Some(total))
                .build();
            Agent::with_parts(config, Watch::default(), resolver)
        };
        Self {
            pooled: agent(4, proxy.clone(), time_outs.total, Guard::open()),
            fresh: agent(0, proxy.clone(), time_outs.total, Guard::open()),
            money: agent(0, proxy, time_outs.money, Guard::open()),
            // Through a proxy the addresses could not be checked, so labels go directly.
            guarded: agent(0, None, time_outs.total, Guard::closed(loopback)),
        }
    }

    /// Sends once and reads the whole answer. Blocks, at most for the total time-out.
    pub fn exchange(&self, outgoing: Outgoing) -> Result<Incoming, Failure> {
        let request = match build(&outgoing) {
            Ok(request) => request,
            Err(_) => return Err(Failure::plain(ErrorKind::NotSent(Unsent::Request))),
        };
        let agent = match outgoing.route {
            Route::Pooled => &self.pooled,
            Route::Fresh => &self.fresh,
            Route::Money => &self.money,
            Route::Guarded => &self.guarded,
        };
        // A POST without a body still says that its length is zero.
        let needs_length = outgoing.method != Method::GET && outgoing.method != Method::DELETE;
        let body = outgoing
            .body
            .map(|bytes| bytes.to_vec())
            .or_else(|| needs_length.then(Vec::new));
        SENT.set(false);
        let answer = match body {
            Some(body) => agent.run(request.map(|()| body)),
            None => agent.run(request),
        };
        let answer = answer.map_err(|error| failure(error, false))?;
        let (head, body) = answer.into_parts();
        let body = body
            .into_with_config()
            // The limit is refused when reached, the cap only when passed.
            .limit(outgoing.cap.saturating_add(1))
            .read_to_vec()
            .map_err(|error| failure(error, true))?;
        Ok(Incoming {
            status: head.status.as_u16(),
            correlation: text(&head.headers, "x-correlation-id"),
            retry_after: text(&head.headers, "retry-after"),
            date: text(&head.headers, "date"),
            location: text(&head.headers, "location"),
            body,
        })
    }
}

impl Failure {
    fn plain(kind: ErrorKind) -> Self {
        Self { kind, source: None }
    }
}

fn failure(error: ureq::Error, head_read: bool) -> Failure {
    if refused_by_guard(&error) {
        return Failure::plain(ErrorKind::BadUrl(UrlError::Private));
    }
    let kind = if !SENT.get() {
        ErrorKind::NotSent(unsent(&error))
    } else if matches!(error, ureq::Error::BodyExceedsLimit(_)) {
        ErrorKind::TooLarge
    } else {
        ErrorKind::NoAnswer(lost(&error, head_read))
    };
    Failure {
        kind,
        source: Some(error),
    }
}

fn build(outgoing: &Outgoing) -> Result<Request<()>, http::Error> {
    let mut request = Request::builder()
        .method(outgoing.method.clone())
        .uri(&outgoing.url);
    if outgoing.route != Route::Guarded {
        request = request.header(header::ACCEPT, "application/json");
    }
    if outgoing.body.is_some() {
        request = request.header(header::CONTENT_TYPE, "application/json");
    }
    if let Some(token) = &outgoing.bearer {
        let mut value = HeaderValue::try_from(format!("Bearer {}", token.expose()))?;
        value.set_sensitive(true);
        request = request.header(header::AUTHORIZATION, value);
    }
    if let Some(transaction) = &outgoing.transaction {
        request = request.header("transactionId", transaction);
    }
    request.body(())
}

fn text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers.get(name)?.to_str().ok().map(str::to_owned)
}

fn tls(roots: &Roots) -> TlsConfig {
    TlsConfig::builder()
        .provider(TlsProvider::Rustls)
        .root_certs(roots.certs())
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .build()
}

fn unsent(error: &ureq::Error) -> Unsent {
    match error {
        ureq::Error::HostNotFound | ureq::Error::Timeout(Timeout::Resolve) => Unsent::Dns,
        ureq::Error::Timeout(_) => Unsent::ConnectTimeOut,
        ureq::Error::Rustls(error) => unsure_of(error),
        ureq::Error::Tls(_) | ureq::Error::TlsRequired => Unsent::Tls,
        ureq::Error::BadUri(_) | ureq::Error::Http(_) | ureq::Error::RequireHttpsOnly(_) => {
            Unsent::Request
        }
        ureq::Error::Io(error) => match error.kind() {
            _ if error.get_ref().is_some_and(|e| e.is::<rustls::Error>()) => error
                .get_ref()
                .and_then(|inner| inner.downcast_ref())
                .map_or(Unsent::Tls, unsure_of),
            io::ErrorKind::ConnectionRefused => Unsent::Refused,
            // Before anything of ours was sent, only the TLS handshake can break off.
            io::ErrorKind::ConnectionReset
            | io::ErrorKind::UnexpectedEof
            | io::ErrorKind::BrokenPipe => Unsent::Tls,
            io::ErrorKind::TimedOut => Unsent::ConnectTimeOut,
            _ => Unsent::Unreachable,
        },
        ureq::Error::Other(inner) if inner.is::<NoSuchName>() => Unsent::Dns,
        _ => Unsent::Unreachable,
    }
}

fn unsure_of(error: &rustls::Error) -> Unsent {
    match error {
        rustls::Error::InvalidCertificate(_) | rustls::Error::NoCertificatesPresented => {
            Unsent::Certificate
        }
        _ => Unsent::Tls,
    }
}

fn lost(error: &ureq::Error, head_read: bool) -> Lost {
    match error {
        ureq::Error::Timeout(_) => Lost::TimeOut,
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => Lost::TimeOut,
        ureq::Error::Io(_) if head_read => Lost::Truncated,
        ureq::Error::Io(_) => Lost::Broken,
        _ => Lost::Protocol,
    }
}

thread_local! {
    /// Whether the exchange running on this thread has handed bytes to its connection.
    /// An exchange stays on one thread from beginning to end.
    static SENT: Cell<bool> = const { Cell::new(false) };
}

/// The library's own chain of connectors with a note-taker on top.
#[derive(Debug, Default)]
struct Watch(DefaultConnector);

#[derive(Debug)]
struct Watched(Box<dyn Transport>);

impl Connector<()> for Watch {
    type Out = Watched;

    fn connect(
        &self,
        details: &ConnectionDetails,
        chained: Option<()>,
    ) -> Result<Option<Watched>, ureq::Error> {
        Ok(self.0.connect(details, chained)?.map(Watched))
    }
}

impl Transport for Watched {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.0.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), ureq::Error> {
        SENT.set(true);
        self.0.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, ureq::Error> {
        self.0.await_input(timeout)
    }

    fn is_open(&mut self) -> bool {
        self.0.is_open()
    }

    fn is_tls(&self) -> bool {
        self.0.is_tls()
    }
}

/// Resolves names and lets only permitted addresses through, so that a public name
/// which points into a private network is refused at the moment of connecting.
#[derive(Debug)]
struct Guard {
    inner: DefaultResolver,
    public_only: bool,
    loopback_too: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("the name leads to no public address")]
struct PrivateAddress;

#[derive(Debug, thiserror::Error)]
#[error("looking up the name failed")]
struct NoSuchName(#[source] io::Error);

impl Guard {
    fn open() -> Self {
        Self {
            inner: DefaultResolver::default(),
            public_only: false,
            loopback_too: true,
        }
    }

    fn closed(loopback_too: bool) -> Self {
        Self {
            inner: DefaultResolver::default(),
            public_only: true,
            loopback_too,
        }
    }
}

impl Guard {
    fn permits(&self, ip: IpAddr) -> bool {
        !self.public_only || is_public(ip) || (self.loopback_too && ip.is_loopback())
    }
}

impl Resolver for Guard {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self
            .inner
            .resolve(uri, config, timeout)
            .map_err(|error| match error {
                // Told apart here, since an io error says nothing of its phase.
                ureq::Error::Io(source) => ureq::Error::Other(Box::new(NoSuchName(source))),
                other => other,
            })?;
        let mut permitted = self.empty();
        for address in &found {
            if self.permits(address.ip()) {
                permitted.push(*address);
            }
        }
        if permitted.is_empty() {
            return Err(ureq::Error::Other(Box::new(PrivateAddress)));
        }
        Ok(permitted)
    }
}

fn refused_by_guard(error: &ureq::Error) -> bool {
    matches!(error, ureq::Error::Other(inner) if inner.is::<PrivateAddress>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_leads_to_private_addresses_leads_nowhere() {
        let (far, near, calls) = (Guard::closed(false), Guard::closed(true), Guard::open());
        for (ip, from_far, from_near) in [
            ("93.184.216.34", true, true),
            ("10.0.0.1", false, false),
            ("172.16.5.4", false, false),
            ("192.168.1.1", false, false),
            ("169.254.169.254", false, false),
            ("fe80::1", false, false),
            ("fd00::1", false, false),
            ("::ffff:10.0.0.1", false, false),
            ("127.0.0.1", false, true),
            ("::1", false, true),
        ] {
            let ip: IpAddr = ip.parse().unwrap();
            assert_eq!(far.permits(ip), from_far, "{ip} from afar");
            assert_eq!(near.permits(ip), from_near, "{ip} from here");
            assert!(
                calls.permits(ip),
                "a server of one's own network is allowed"
            );
        }
    }
}
