//! Accepts connections and serves HTTP/1.1 on each, within the [`Limits`].

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::{mpsc, watch};

use super::connections::{ConnectionSlot, Connections, MonitoredStream};
use super::limits::Limits;

/// The most that hyper buffers of a head, or of a body that has not been read yet.
const BUFFER_BYTES: usize = 64 * 1024;
/// The pause after an error of the listener itself, such as no file descriptor left.
const BREATHER: Duration = Duration::from_millis(20);

/// The backlog: connections that the system holds until they are accepted. When it is full, the
/// system drops the first packet, and the client retries a second later.
const WAITING: u32 = 4_096;

pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // Lets a restarted service use its port again. Not on Windows, where the option would allow
    // binding a port that is in use.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

/// Serves until `stop` is true, then until every call in progress is answered.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    connections: Arc<Connections>,
    limits: Limits,
    mut stop: watch::Receiver<bool>,
) {
    // This channel closes once the last connection has ended.
    let (open, mut all_closed) = mpsc::channel::<Infallible>(1);
    let watching = tokio::spawn(watch_the_clock(Arc::clone(&connections), limits));
    loop {
        let stream = tokio::select! {
            stream = accept(&listener, &connections, &limits) => stream,
            () = stopped(&mut stop) => break,
        };
        let (stream, place) = stream;
        let serving = connection(stream, place, router.clone(), stop.clone());
        let open = open.clone();
        tokio::spawn(async move {
            serving.await;
            drop(open);
        });
    }
    drop(listener);
    drop(open);
    connections.close_waiting();
    all_closed.recv().await;
    watching.abort();
}

/// Accepts the next connection and gets a slot for it.
async fn accept(
    listener: &TcpListener,
    connections: &Arc<Connections>,
    limits: &Limits,
) -> (TcpStream, ConnectionSlot) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, connections.acquire_slot(limits).await),
            Err(error) => {
                tracing::warn!(%error, "taking a connection");
                connections.close_one(limits);
                tokio::time::sleep(BREATHER).await;
            }
        }
    }
}

async fn connection(
    stream: TcpStream,
    place: ConnectionSlot,
    router: Router,
    mut stop: watch::Receiver<bool>,
) {
    let line = Arc::clone(&place.line);
    let router = TowerToHyperService::new(router);
    let service = service_fn(|request: axum::http::Request<Incoming>| {
        line.begin();
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Arc::clone(&line));
        router.call(request)
    });
    let io = TokioIo::new(MonitoredStream::new(stream, Arc::clone(&line)));
    let mut http = http1::Builder::new();
    // The connection table checks the head timeout: it can tell an incomplete head from none at
    // all.
    http.header_read_timeout(None).max_buf_size(BUFFER_BYTES);
    let mut serving = std::pin::pin!(http.serve_connection(io, service));
    let mut stopping = false;
    loop {
        tokio::select! {
            served = serving.as_mut() => {
                if let Err(error) = served {
                    tracing::trace!(%error, "a connection broke off");
                }
                return;
            }
            () = place.line.close_requested() => return,
            () = stopped(&mut stop), if !stopping => {
                stopping = true;
                serving.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Waits for `stop`. If the sender was dropped, the service can no longer be stopped, so this never
/// ends.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    if stop.wait_for(|stop| *stop).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Closes late connections, at the latest a quarter of the shortest timeout after it expires.
async fn watch_the_clock(connections: Arc<Connections>, limits: Limits) {
    let shortest = limits.head.min(limits.idle).min(limits.answer);
    let pause = (shortest / 4).clamp(Duration::from_millis(5), Duration::from_secs(1));
    let mut tick = tokio::time::interval(pause);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tick.tick().await;
        connections.close_late(&limits);
    }
}
