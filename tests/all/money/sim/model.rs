//! Everything in a simulation except the program: one state behind one lock, its rules and its log.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use postroom::base::id::TransactionId;
use postroom::desk::money::Purchases;
use postroom::desk::money::send::MoneyTask;
use postroom::store::{Entry, EntryKind};

use super::dice::Dice;
use super::journal::Row;
use super::mutants::Mutant;
use super::service::Service;
use super::service_quirks::{Manners, ServiceQuirk};
use super::virtual_clock::{Side, VirtualClock, held};

/// The settings of a simulation.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The kinds to request, one each; without it, random ones.
    pub kinds: Option<Vec<EntryKind>>,
    /// Of a thousand calls, how many fail.
    pub faulted: u64,
    /// Of a thousand steps of the program, at how many it crashes.
    pub crashes: u64,
    /// The step at which the program crashes.
    pub dies_at: Option<u64>,
    /// The fate of the first call that spends money; the others are random.
    pub first_fate: Option<Fate>,
    /// Of a thousand commits, how many fail.
    pub failing_commits: u64,
    /// How long a commit can still be lost in a power failure. Zero except for a mutant.
    pub unsynced: Duration,
    /// How long the faults last; random without it.
    pub trouble: Option<Duration>,
    /// `None`: random. `Some(None)`: a service without variations.
    pub manner: Option<Option<ServiceQuirk>>,
    pub mutant: Option<Mutant>,
    pub policy: Option<super::policies::Policy>,
    /// Whether the panels sometimes load their lists, which settle the purchases they name.
    pub panels: bool,
    pub telling: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            kinds: None,
            faulted: 500,
            crashes: 20,
            dies_at: None,
            first_fate: None,
            failing_commits: 30,
            unsynced: Duration::ZERO,
            trouble: None,
            manner: None,
            mutant: None,
            policy: None,
            panels: true,
            telling: false,
        }
    }
}

impl Rules {
    /// A connection that is down for longer than a day, and a program that never crashes.
    pub fn line_down() -> Self {
        Self {
            kinds: Some(vec![EntryKind::Label]),
            faulted: 1000,
            trouble: Some(Duration::from_secs(30 * 3600)),
            ..Self::fair()
        }
    }

    /// Only this variation, in every run.
    pub fn with(manner: ServiceQuirk) -> Self {
        Self { manner: Some(Some(manner)), ..Self::default() }
    }

    /// Three of ten commits fail, and the program never crashes.
    pub fn disk_full() -> Self {
        Self { crashes: 0, failing_commits: 300, ..Self::default() }
    }

    /// Nothing fails by itself.
    pub fn fair() -> Self {
        Self { faulted: 0, crashes: 0, failing_commits: 0, manner: Some(None), ..Self::default() }
    }
}

/// The fate of one call that spends money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    Clean,
    Slow,
    /// No DNS name, no connection, no TLS.
    Unsent,
    /// The token was refused, and a new one too.
    TurnedAway,
    /// Never arrives; the program waits until its time-out.
    Swallowed,
    /// Arrives long after the program's time-out.
    Late,
    /// Carried out; the response is lost, cut, garbled or a proxy's.
    AnswerLost,
    /// As above, but never carried out.
    AnswerLostBefore,
    /// 500, 502, 503 or 504; carried out, or with `FailedBefore` not.
    FailedAfter,
    FailedBefore,
    /// The service receives it twice; the program gets the first or the second response.
    Twice,
    /// As above, the second copy hours later.
    TwiceLate,
    /// A refusal with a known code.
    Declined,
    /// A refusal with the code of a used id, for another reason.
    DeclinedAsUsed,
    /// A refusal with a code that this client does not know.
    DeclinedStrangely,
    /// A proxy's page with status 401 instead of the response.
    StrangeUnauthorized,
}

impl Fate {
    pub const ALL: [Self; 16] = [
        Self::Clean,
        Self::Slow,
        Self::Unsent,
        Self::TurnedAway,
        Self::Swallowed,
        Self::Late,
        Self::AnswerLost,
        Self::AnswerLostBefore,
        Self::FailedAfter,
        Self::FailedBefore,
        Self::Twice,
        Self::TwiceLate,
        Self::Declined,
        Self::DeclinedAsUsed,
        Self::DeclinedStrangely,
        Self::StrangeUnauthorized,
    ];
}

/// One thing that the user wants done once.
#[derive(Clone, Debug)]
pub struct UserRequest {
    pub kind: EntryKind,
    /// The user has nothing more to do with it.
    pub over: bool,
    /// How often the user requested it again, each time with another body.
    pub asked: u64,
}

pub struct State {
    pub dice: Dice,
    pub rows: Vec<Row>,
    pub service: Service,
    pub manners: Manners,
    /// The program has received a response since its start, so it knows the service's clock.
    pub heard: bool,
    pub wishes: Vec<UserRequest>,
    /// What the screen shows; empty while the program lends it to the code that ships.
    pub purchases: Purchases,
    pub jobs: BTreeMap<TransactionId, Job>,
    /// Copies of requests that have not reached the service yet.
    pub under_way: BTreeMap<TransactionId, u32>,
    /// Kinds whose first request already had its fate.
    pub sent_first: BTreeSet<u8>,
    /// For programs without a journal: the requests they settled, and whether as bought.
    pub settled: BTreeMap<usize, bool>,
    pub blocked: bool,
    /// A user who never checks again: the program must finish alone.
    pub user_never_rechecks: bool,
    pub up: bool,
    pub steps: u64,
    pub calls: u64,
    /// How many of these calls fell into the period of faults.
    pub exposed: u64,
    pub faults: u64,
    pub crashes: u64,
    crash: bool,
    pub wrong: Vec<String>,
    pub log: Vec<String>,
    rules: Rules,
    calm: Duration,
}

#[derive(Clone, Debug)]
pub struct Job {
    pub task: MoneyTask,
    pub sendings: u32,
    /// When the clerk asked that it is sent again while it runs, until it is.
    pub asked: Option<Duration>,
}

pub struct Model {
    state: Mutex<State>,
    pub pulse: VirtualClock,
    start: Timestamp,
    end: u64,
}

/// Hours from the end of the faults to the end of the run: [`LAST_HOURS`], a day for the watch of
/// what was not found, and a margin.
const REST_HOURS: u64 = 75;
/// Hours after the faults in which the user acts. The program is closed for at most 40, so it is
/// opened again within them.
const LAST_HOURS: u64 = 46;

impl Model {
    pub fn new(seed: u64, rules: &Rules, pulse: VirtualClock) -> Self {
        let mut dice = Dice::new(seed);
        // The faults last for some hours, sometimes for days.
        let calm = match (rules.trouble, dice.chance(100)) {
            (Some(trouble), _) => trouble.as_secs(),
            (None, true) => dice.between(20 * 3600, 60 * 3600),
            (None, false) => dice.between(1800, 3 * 3600),
        };
        let wishes = match &rules.kinds {
            Some(kinds) => kinds.iter().map(|kind| wish(*kind)).collect(),
            None => (0..super::ORDERS)
                .map(|_| {
                    let kinds =
                        [(70, EntryKind::Label), (15, EntryKind::TopUp), (15, EntryKind::Refund)];
                    wish(dice.pick(&kinds, EntryKind::Label))
                })
                .collect(),
        };
        let manners = Manners::draw(&mut dice, rules.manner);
        let service = Service::new(&mut dice, rules.faulted > 0, &manners);
        Self {
            state: Mutex::new(State {
                dice,
                rows: Vec::new(),
                service,
                manners,
                heard: false,
                wishes,
                purchases: Purchases::default(),
                jobs: BTreeMap::new(),
                under_way: BTreeMap::new(),
                sent_first: BTreeSet::new(),
                settled: BTreeMap::new(),
                blocked: false,
                user_never_rechecks: seed.is_multiple_of(4),
                up: false,
                steps: 0,
                calls: 0,
                exposed: 0,
                faults: 0,
                crashes: 0,
                crash: false,
                wrong: Vec::new(),
                log: Vec::new(),
                rules: rules.clone(),
                calm: Duration::from_secs(calm),
            }),
            pulse,
            start: Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * 365 * 56),
            end: calm + REST_HOURS * 3600,
        }
    }

    pub fn begin(&self) {
        self.with(|state, _| {
            for at in 0..state.wishes.len() {
                state.service.prepare(at);
            }
        });
    }

    /// The end of the run, in seconds from its start.
    pub fn end(&self) -> u64 {
        self.end
    }

    pub fn now(&self) -> Timestamp {
        let since = SignedDuration::try_from(self.pulse.now()).unwrap_or_default();
        self.start.checked_add(since).unwrap_or(self.start)
    }

    /// The time of a date on the service's clock; zero for dates before the start of the run.
    pub fn since_start(&self, date: Option<Timestamp>) -> Duration {
        let since = date.map(|date| self.start.duration_until(date));
        let since = since.and_then(|since| Duration::try_from(since).ok());
        since.unwrap_or_default()
    }

    /// The time on the desk's clock.
    pub fn local_now(&self) -> Timestamp {
        let skew = self.with(|state, now| {
            let right = state.manners.put_right.is_some_and(|at| now >= at);
            if right { 0 } else { state.manners.skew }
        });
        let now = self.now();
        now.checked_add(SignedDuration::from_secs(skew)).unwrap_or(now)
    }

    pub fn state(&self) -> MutexGuard<'_, State> {
        held(&self.state)
    }

    pub fn with<T>(&self, work: impl FnOnce(&mut State, Duration) -> T) -> T {
        let now = self.pulse.now();
        work(&mut self.state(), now)
    }

    pub fn log(&self, words: impl FnOnce() -> String) {
        let now = self.pulse.now();
        let mut state = self.state();
        if state.rules.telling {
            let line = format!("{:>12.3} s  {}", now.as_secs_f64(), words());
            state.log.push(line);
        }
    }

    pub fn wrong(&self, words: impl FnOnce() -> String) {
        let words = words();
        self.log(|| format!("WRONG: {words}"));
        self.state().wrong.push(words);
    }

    /// One step of the program, at which it may crash.
    pub async fn step(&self, what: &str) {
        let dies = self.with(|state, now| {
            state.steps += 1;
            let rules = &state.rules;
            let (at, chance) = (rules.dies_at, rules.crashes);
            let chosen = at == Some(state.steps);
            let drawn = chance > 0 && now < state.calm && state.dice.chance(chance);
            if chosen || drawn {
                state.crash = true;
                state.crashes += 1;
            }
            state.crash
        });
        if dies {
            self.log(|| format!("the program dies: {what}"));
            std::future::pending::<()>().await;
        }
    }

    /// The user closes the program. It equals a crash, because closing writes nothing about
    /// purchases.
    pub fn close(&self) {
        self.state().crash = true;
    }

    pub fn take_crash(&self) -> bool {
        std::mem::take(&mut self.state().crash)
    }

    /// A random delay in milliseconds.
    pub async fn pause(&self, low: u64, high: u64) {
        let millis = self.state().dice.between(low, high);
        self.pulse.sleep(Duration::from_millis(millis)).await;
    }

    pub fn begin_task(
        &self,
        side: Side,
        work: impl std::future::Future<Output = ()> + Send + 'static,
    ) {
        self.pulse.begin(side, work);
    }
}

impl State {
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    pub fn is_calm(&self, now: Duration) -> bool {
        now >= self.calm
    }

    /// Hours after the faults, the list of shipments becomes readable.
    pub fn is_readable(&self, now: Duration) -> bool {
        now >= self.calm + Duration::from_secs(6 * 3600)
    }

    /// The user stops early enough for everything to finish before the end of the run.
    pub fn is_late(&self, now: Duration) -> bool {
        now >= self.calm + Duration::from_secs(LAST_HOURS * 3600)
    }

    /// The row as a power failure at this moment would leave it.
    pub fn durable(&self, transaction: &TransactionId, now: Duration) -> Option<&Entry> {
        let row = self.row(transaction)?;
        row.durable(now, self.rules.unsynced)
    }

    pub fn row(&self, transaction: &TransactionId) -> Option<&Row> {
        self.rows.iter().find(|row| &row.entry.transaction == transaction)
    }

    /// The request that an entry belongs to; its title is the number.
    pub fn wish_of(entry: &Entry) -> usize {
        entry.title.parse().unwrap_or(usize::MAX)
    }
}

fn wish(kind: EntryKind) -> UserRequest {
    UserRequest { kind, over: false, asked: 0 }
}
