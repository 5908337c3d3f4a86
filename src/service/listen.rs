//! Taking connections and serving HTTP/1.1 on each, within the [`Limits`].

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

use super::connections::{Connections, Place, Watched};
use super::limits::Limits;

/// What hyper keeps of a head or of a body that nobody has asked for yet.
const BUFFER_BYTES: usize = 64 * 1024;
/// After an error of the listener itself, such as no file descriptor left.
const BREATHER: Duration = Duration::from_millis(20);

/// Connections the system holds until they are taken. Of one more it drops the first packet,
/// and the client sends the next a second later.
const WAITING: u32 = 4_096;

pub fn bind(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // As elsewhere: a service that starts again takes its port again. On Windows it would
    // take one that is in use.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

/// Serves until `stop` turns true, then until every call under way is answered.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    mut stop: watch::Receiver<bool>,
) {
    let connections = Arc::new(Connections::default());
    // Closed once the last connection has ended.
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

/// The next connection, with its place.
async fn accept(
    listener: &TcpListener,
    connections: &Arc<Connections>,
    limits: &Limits,
) -> (TcpStream, Place) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => return (stream, connections.enter(limits).await),
            Err(error) => {
                tracing::warn!(%error, "taking a connection");
                connections.close_one();
                tokio::time::sleep(BREATHER).await;
            }
        }
    }
}

async fn connection(
    stream: TcpStream,
    place: Place,
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
    let io = TokioIo::new(Watched::new(stream, Arc::clone(&line)));
    let mut http = http1::Builder::new();
    // The table of connections watches heads: it tells a half one from none at all.
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
            () = place.line.closing() => return,
            () = stopped(&mut stop), if !stopping => {
                stopping = true;
                serving.as_mut().graceful_shutdown();
            }
        }
    }
}

/// A dropped sender means that nobody can stop the service any more.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    if stop.wait_for(|stop| *stop).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Late connections are closed within a quarter of the shortest patience.
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
