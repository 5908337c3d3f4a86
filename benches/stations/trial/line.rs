//! The line between a station and the database: a proxy that can be cut, slow, silent or closed.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::super::kit::{Dice, Failure};

/// Between two looks whether a silence or the trial is over.
const LOOK: Duration = Duration::from_millis(20);
/// Between two troubles of one line: a time, and pieces that are carried. On a computer that is busy
/// with other things nothing would get through between two times.
const REST_MS: (u64, u64) = (2_000, 10_000);
const REST_PIECES: (u64, u64) = (100, 500);
const DELAY_MS: (u64, u64) = (100, 400);
const SLOW_MS: (u64, u64) = (1_000, 5_000);
const SILENT_MS: (u64, u64) = (1_000, 10_000);
const CLOSED_MS: (u64, u64) = (500, 4_000);

/// A proxy on a port of its own. It ends when it is dropped.
pub struct Line {
    pub port: u16,
    way: Arc<Way>,
}

struct Way {
    target: SocketAddr,
    /// Both sides of every connection, by its number.
    pairs: Mutex<Vec<(u64, [TcpStream; 2])>>,
    /// Each piece waits this long, in milliseconds.
    delay: AtomicU64,
    /// Carried since the line was opened.
    pieces: AtomicU64,
    is_silent: AtomicBool,
    is_closed: AtomicBool,
    has_ended: AtomicBool,
    troubles: Mutex<Troubles>,
}

/// What happened on lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct Troubles {
    pub connections: u64,
    /// Connections that were cut.
    pub cut: u64,
    pub slow: u64,
    pub silent: u64,
    /// Times in which no connection was taken.
    pub closed: u64,
}

impl Troubles {
    pub fn add(&mut self, other: Self) {
        self.connections += other.connections;
        self.cut += other.cut;
        self.slow += other.slow;
        self.silent += other.silent;
        self.closed += other.closed;
    }
}

impl Line {
    /// A line without troubles.
    pub fn open(target: u16) -> Result<Self, Failure> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let port = listener.local_addr()?.port();
        let way = Arc::new(Way {
            target: SocketAddr::from(([127, 0, 0, 1], target)),
            pairs: Mutex::default(),
            delay: AtomicU64::new(0),
            pieces: AtomicU64::new(0),
            is_silent: AtomicBool::new(false),
            is_closed: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
            troubles: Mutex::default(),
        });
        let accepting = Arc::clone(&way);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if accepting.has_ended.load(Ordering::Relaxed) {
                    return;
                }
                // A connection that fails is one that the other side sees as closed.
                if !accepting.is_closed.load(Ordering::Relaxed) {
                    let _ = carry(&accepting, stream);
                }
            }
        });
        Ok(Self { port, way })
    }

    /// Troubles at random times, until the line ends.
    pub fn trouble(&self, seed: u64) {
        let way = Arc::clone(&self.way);
        std::thread::spawn(move || {
            let mut dice = Dice::new(seed);
            loop {
                let (least, most) = REST_PIECES;
                let pieces = least + dice.below(most - least);
                if !way.rest(draw(&mut dice, REST_MS), pieces) {
                    return;
                }
                way.one_trouble(&mut dice);
            }
        });
    }

    pub fn met(&self) -> Troubles {
        *lock(&self.way.troubles)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        self.way.has_ended.store(true, Ordering::Relaxed);
        self.way.cut();
        // The thread that accepts sees it.
        let _ = TcpStream::connect(("127.0.0.1", self.port));
    }
}

fn draw(dice: &mut Dice, (least, most): (u64, u64)) -> Duration {
    Duration::from_millis(least + dice.below(most - least))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Way {
    /// Waits for this time and so many pieces. Returns `false` if the line has ended.
    fn rest(&self, time: Duration, pieces: u64) -> bool {
        let (begun, until) = (Instant::now(), self.pieces.load(Ordering::Relaxed) + pieces);
        let is_over = || begun.elapsed() >= time && self.pieces.load(Ordering::Relaxed) >= until;
        while !is_over() && !self.has_ended.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK);
        }
        !self.has_ended.load(Ordering::Relaxed)
    }

    fn one_trouble(&self, dice: &mut Dice) {
        match dice.below(4) {
            0 => {
                let cut = self.cut();
                lock(&self.troubles).cut += cut;
            }
            1 => {
                lock(&self.troubles).slow += 1;
                let delay = draw(dice, DELAY_MS).as_millis();
                let delay = u64::try_from(delay).unwrap_or_default();
                self.delay.store(delay, Ordering::Relaxed);
                self.rest(draw(dice, SLOW_MS), 0);
                self.delay.store(0, Ordering::Relaxed);
            }
            2 => {
                lock(&self.troubles).silent += 1;
                self.is_silent.store(true, Ordering::Relaxed);
                self.rest(draw(dice, SILENT_MS), 0);
                self.is_silent.store(false, Ordering::Relaxed);
            }
            _ => {
                self.is_closed.store(true, Ordering::Relaxed);
                let cut = self.cut();
                let mut troubles = lock(&self.troubles);
                (troubles.closed, troubles.cut) = (troubles.closed + 1, troubles.cut + cut);
                drop(troubles);
                self.rest(draw(dice, CLOSED_MS), 0);
                self.is_closed.store(false, Ordering::Relaxed);
            }
        }
    }

    /// Cuts every connection. Returns their number.
    fn cut(&self) -> u64 {
        let pairs = std::mem::take(&mut *lock(&self.pairs));
        for stream in pairs.iter().flat_map(|(_, pair)| pair) {
            // It may be closed already.
            let _ = stream.shutdown(Shutdown::Both);
        }
        pairs.len() as u64
    }
}

fn carry(way: &Arc<Way>, near: TcpStream) -> std::io::Result<()> {
    let far = TcpStream::connect(way.target)?;
    near.set_nodelay(true)?;
    far.set_nodelay(true)?;
    let ways = [(near.try_clone()?, far.try_clone()?), (far.try_clone()?, near.try_clone()?)];
    let number = {
        let mut troubles = lock(&way.troubles);
        troubles.connections += 1;
        troubles.connections
    };
    lock(&way.pairs).push((number, [near, far]));
    for (from, to) in ways {
        let way = Arc::clone(way);
        std::thread::spawn(move || {
            pump(&way, &from, &to);
            // Either may be closed already.
            let _ = from.shutdown(Shutdown::Both);
            let _ = to.shutdown(Shutdown::Both);
            // What has ended is not counted as cut.
            lock(&way.pairs).retain(|(other, _)| *other != number);
        });
    }
    Ok(())
}

/// Carries pieces one way until one side ends.
fn pump(way: &Way, mut from: &TcpStream, mut to: &TcpStream) {
    let mut piece = vec![0; 64 * 1024];
    while let Ok(length) = from.read(&mut piece) {
        if length == 0 {
            return;
        }
        while way.is_silent.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK);
        }
        let delay = way.delay.load(Ordering::Relaxed);
        if delay > 0 {
            std::thread::sleep(Duration::from_millis(delay));
        }
        let piece = piece.get(..length).unwrap_or_default();
        if to.write_all(piece).is_err() {
            return;
        }
        way.pieces.fetch_add(1, Ordering::Relaxed);
    }
}
