//! A round of load: several keep-alive connections, each of which sends its next request when the
//! previous one is answered.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use postroom::base::clock::Stopwatch;

use crate::load::{Connection, Failure};

/// Creates the n-th request, head and body.
pub type Requests = Arc<dyn Fn(usize) -> Vec<u8> + Send + Sync>;

/// The limits of a round; it ends when the first one is reached.
#[derive(Clone, Copy)]
pub struct Bound {
    pub connections: usize,
    pub requests: usize,
    pub time: Duration,
}

/// The measurements of a round.
#[derive(Clone, Default)]
pub struct Round {
    pub seconds: f64,
    /// Times from the first byte sent to the last byte received, sorted.
    pub times: Vec<Duration>,
}

impl Round {
    pub fn per_second(&self) -> f64 {
        count(self.times.len()) / self.seconds
    }

    pub fn percentile(&self, percent: usize) -> Duration {
        let at = (self.times.len() * percent / 100).min(self.times.len().saturating_sub(1));
        self.times.get(at).copied().unwrap_or_default()
    }
}

/// Sends requests to `address` from a separate thread and runtime. Every response must be a 200.
pub fn round(address: SocketAddr, requests: Requests, bound: Bound) -> Result<Round, Failure> {
    std::thread::spawn(move || {
        tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?
            .block_on(drive(address, requests, bound))
    })
    .join()
    .map_err(|_| "the load generator panicked")?
}

async fn drive(address: SocketAddr, requests: Requests, bound: Bound) -> Result<Round, Failure> {
    let mut ready = Vec::new();
    for _ in 0..bound.connections {
        ready.push(Connection::open(address).await?);
    }
    let (next, times) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(Vec::new())));
    let watch = Stopwatch::start();
    let mut running = Vec::new();
    for mut connection in ready {
        let (next, times) = (Arc::clone(&next), Arc::clone(&times));
        let (requests, begun) = (Arc::clone(&requests), watch);
        running.push(tokio::spawn(async move {
            let mut own = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= bound.requests || begun.elapsed() >= bound.time {
                    break;
                }
                let request = requests(number);
                let watch = Stopwatch::start();
                let answer = connection.send(&request).await?;
                own.push(watch.elapsed());
                answer.good()?;
            }
            let mut all = times.lock().unwrap_or_else(PoisonError::into_inner);
            all.extend(own);
            Ok::<(), Failure>(())
        }));
    }
    for connection in running {
        connection.await??;
    }
    let seconds = watch.elapsed().as_secs_f64();
    let mut times = std::mem::take(&mut *times.lock().unwrap_or_else(PoisonError::into_inner));
    times.sort_unstable();
    Ok(Round { seconds, times })
}

#[allow(clippy::cast_precision_loss)]
fn count(number: usize) -> f64 {
    number as f64
}
