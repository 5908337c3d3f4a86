//! A shop: the real desk in one folder, the real practice service in another, faults between them.
//! This module depends on the internals of neither.

use std::path::PathBuf;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use postroom::base::clock::Clock;
use postroom::base::locale::Message;
use postroom::base::money::Amount;
use postroom::client::TimeOuts;
use postroom::desk::intent::Intent;
use postroom::desk::kernel::session::{Connection, SignIn};
use postroom::desk::money::purchase::PurchaseStatus;
use postroom::desk::sign_in::intent::SignInIntent;
use postroom::desk::state::State;
use postroom::desk::stations::GivenWorkspace;
use postroom::desk::{Desk, DeskError, PracticeAccess, PracticeLauncher, Setup, Timing, Waker};
use postroom::service::{Config, Service};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

use super::gate::Gate;
use super::{Failure, Folder, PATIENCE};

/// Time between two frames of the desk.
const FRAME: Duration = Duration::from_millis(1);

/// Faults of calls that move money, and of look-ups, with their delays in milliseconds. The delays
/// match the short timing of [`quick`]; two of the kinds take longer than the client waits.
const MONEY_KINDS: [(&str, u64); 20] = [
    ("delay_before_commit", 40),
    ("delay_after_commit", 40),
    ("delay_before_commit", 900),
    ("cut_before_commit", 0),
    ("cut_after_commit", 0),
    ("cut_mid_reply", 0),
    ("unavailable_before_commit", 0),
    ("unavailable_after_commit", 1),
    ("internal_before_commit", 0),
    ("internal_after_commit", 0),
    ("garbage_before_commit", 0),
    ("garbage_after_commit", 0),
    ("noise_after_commit", 0),
    ("truncated_reply", 0),
    ("wrong_reply", 0),
    ("drip", 100),
    ("late", 250),
    ("duplicate", 0),
    ("duplicate_late", 150),
    ("portal_page", 0),
];
const LOOK_UP_KINDS: [(&str, u64); 8] = [
    ("cut_before_commit", 0),
    ("cut_mid_reply", 0),
    ("unavailable_before_commit", 0),
    ("internal_before_commit", 0),
    ("noise_before_commit", 0),
    ("portal_page", 0),
    ("delay_before_commit", 60),
    ("truncated_reply", 0),
];
const MONEY_CALLS: [&str; 3] =
    ["POST /Shipment", "PUT /Account/Postage/Balance", "POST /Shipment/Refund"];
const LOOK_UPS: [&str; 3] =
    ["GET /Shipment", "GET /Account/Postage/BalanceHistory", "POST /ShipmentRate"];

/// The content of a faults file: `share` of all money calls get a fault, evenly of every kind, and
/// `look_ups` of the look-ups that resolve them and of the requests for rates.
pub fn faults(seed: u64, share: f64, look_ups: f64) -> Value {
    let rules = |calls: &[&str], kinds: &[(&str, u64)], share: f64| -> Vec<Value> {
        let every = |call: &&str| {
            let rule = |(at, (kind, millis)): (usize, &(&str, u64))| {
                // A rule is tried only if the rules before it did not apply.
                let each = share / kinds.len() as f64;
                let chance = (each / (1.0 - each * at as f64)).min(1.0);
                json!({"call": call, "kind": kind, "millis": millis, "chance": chance})
            };
            kinds.iter().enumerate().map(rule).collect::<Vec<_>>()
        };
        calls.iter().flat_map(every).collect()
    };
    let mut all = rules(&MONEY_CALLS, &MONEY_KINDS, share);
    all.extend(rules(&LOOK_UPS, &LOOK_UP_KINDS, look_ups));
    json!({"seed": seed, "rules": all})
}

pub fn money_kinds() -> impl Iterator<Item = (&'static str, u64)> {
    MONEY_KINDS.into_iter()
}

/// The desk's timing for the proof: the delays of a purchase are about a hundred times shorter.
pub fn quick() -> Timing {
    Timing {
        look_ups: [0, 20, 60, 120].map(Duration::from_millis).to_vec(),
        retry_after_no_answer: Duration::from_millis(60),
        autosave: Duration::from_secs(5),
        // The robot asks for rates itself.
        rates: Duration::MAX,
        tracking_in_practice: Duration::from_secs(600),
        reconnect: Duration::from_millis(200),
        watch: Duration::from_secs(1),
        page: Duration::from_millis(1),
        time_outs: TimeOuts { money: Duration::from_millis(700), ..TimeOuts::default() },
        ..Timing::default()
    }
}

/// The service with its own runtime and port, so that it outlives desks and child processes.
pub struct Server {
    runtime: Runtime,
    service: Service,
    gate: Option<Gate>,
    pub login: PracticeAccess,
}

impl Server {
    pub fn start(data_dir: PathBuf, day_seconds: u32) -> Result<Self, Failure> {
        let runtime = threads(2)?;
        let config = Config {
            listen: std::net::SocketAddr::from(([127, 0, 0, 1], 0)),
            data_dir,
            day_seconds,
            clock: Clock::System,
        };
        let (service, login) = runtime.block_on(async {
            let service = postroom::service::start(config).await?;
            let login = service.practice_login().await?;
            Ok::<_, Failure>((service, login))
        })?;
        let login = PracticeAccess {
            base_url: service.base_url(),
            practice_url: service.practice_url(),
            api_key: login.api_key,
            api_secret: login.api_secret,
            user_name: login.user_name,
            password: login.password,
        };
        // One carrier is enough and makes rate requests fast.
        for carrier in ["NOVA", "ORBIT", "POST-ePostage"] {
            let url = format!("{}/admin", login.practice_url);
            let change = json!({"carrier": carrier, "disabled": true});
            ask(&url, &[], change.to_string().as_bytes())?;
        }
        Ok(Self { runtime, service, gate: None, login })
    }

    /// Desks that are opened after this reach the service through a gateway with quirks.
    pub fn stand_behind_a_gate(&mut self, seed: u64) -> Result<(), Failure> {
        let service = self.login.base_url.split('/').nth(2).unwrap_or_default();
        let gate = Gate::open(&self.runtime, service.parse()?, seed)?;
        self.login.base_url = format!("http://{}/v3.1", gate.address);
        self.gate = Some(gate);
        Ok(())
    }

    /// Applies faults to the following calls, from a file as `serve --faults` reads it.
    pub fn meet(&self, folder: &Folder, faults: &Value) -> Result<(), Failure> {
        let file = folder.join("faults.json");
        std::fs::write(&file, faults.to_string())?;
        Ok(self.service.load_faults(&file)?)
    }

    pub fn clear_faults(&self) {
        self.service.forget_faults();
        if let Some(gate) = &self.gate {
            gate.let_be();
        }
    }

    /// Number of calls by fault or quirk.
    pub fn met(&self) -> Vec<(&'static str, u64)> {
        let habits = self.gate.iter().flat_map(Gate::met);
        self.service.faults_met().into_iter().chain(habits).collect()
    }

    /// Adds money to the practice balance.
    pub fn refill(&self, dollars: u64) -> Result<(), Failure> {
        let url = format!("{}/refill", self.login.practice_url);
        ask(&url, &[], json!({ "amount": dollars }).to_string().as_bytes())?;
        Ok(())
    }

    pub fn stop(self) {
        self.runtime.block_on(self.service.stop());
        self.runtime.shutdown_timeout(Duration::from_secs(2));
    }
}

/// What a desk is started with.
#[derive(Clone, Default)]
pub struct DeskStart {
    /// Signs in as to a remote service.
    pub credentials: Option<SignIn>,
    /// The workspace of a server instead of the one of its folder.
    pub workspace: Option<GivenWorkspace>,
}

/// The desk, with its own runtime.
pub struct ShopDesk {
    pub desk: Desk,
    /// The desk's clock; it runs as fast as the system's.
    clock: Clock,
    turned: Instant,
    _runtime: Runtime,
}

impl ShopDesk {
    /// Opens the desk of a folder and connects it. The jobs of a desk that was just closed release
    /// the journal a moment later.
    pub fn open(folder: PathBuf, login: &PracticeAccess, pace: &Timing) -> Result<Self, Failure> {
        Self::open_off(folder, login, pace, SignedDuration::ZERO)
    }

    /// Like [`ShopDesk::open`], with a clock that is `ahead` of the system's.
    pub fn open_off(
        folder: PathBuf,
        login: &PracticeAccess,
        pace: &Timing,
        ahead: SignedDuration,
    ) -> Result<Self, Failure> {
        let clock = match ahead.is_zero() {
            true => Clock::System,
            false => Clock::manual(Clock::System.now().checked_add(ahead)?),
        };
        let jobs: (usize, Waker) = (2, Arc::new(|| {}));
        let start = DeskStart::default();
        let mut counter = Self::open_with(folder, login, (pace, clock), jobs, start)?;
        counter.connect()?;
        Ok(counter)
    }

    pub fn open_only(
        folder: PathBuf,
        login: &PracticeAccess,
        pace: &Timing,
    ) -> Result<Self, Failure> {
        Self::open_woken(folder, login, pace, (2, Arc::new(|| {})))
    }

    /// Like [`ShopDesk::open_only`], with a number of job threads and a waker.
    pub fn open_woken(
        folder: PathBuf,
        login: &PracticeAccess,
        pace: &Timing,
        jobs: (usize, Waker),
    ) -> Result<Self, Failure> {
        let start = DeskStart::default();
        Self::open_with(folder, login, (pace, Clock::System), jobs, start)
    }

    /// Opens the desk of a folder and signs it in as to a remote service. The orders of the practice
    /// service and of all others are kept apart.
    pub fn open_signed_in(
        folder: PathBuf,
        login: &PracticeAccess,
        pace: &Timing,
        sign_in: SignIn,
    ) -> Result<Self, Failure> {
        let start = DeskStart { credentials: Some(sign_in), workspace: None };
        Self::open_started(folder, login, pace, start)
    }

    /// The same with what a command line may give.
    pub fn open_started(
        folder: PathBuf,
        login: &PracticeAccess,
        pace: &Timing,
        start: DeskStart,
    ) -> Result<Self, Failure> {
        let thread = std::thread::current();
        let jobs: (usize, Waker) = (2, Arc::new(move || thread.unpark()));
        Self::open_with(folder, login, (pace, Clock::System), jobs, start)
    }

    fn open_with(
        folder: PathBuf,
        login: &PracticeAccess,
        (pace, clock): (&Timing, Clock),
        (workers, waker): (usize, Waker),
        start: DeskStart,
    ) -> Result<Self, Failure> {
        let runtime = threads(workers)?;
        let begun = Instant::now();
        let desk = loop {
            let setup = Setup {
                runtime: runtime.handle().clone(),
                data_dir: folder.clone(),
                clock: clock.clone(),
                waker: Arc::clone(&waker),
                practice: Some(launcher(login.clone())),
                // Labels are stored as bytes and not drawn: the proof is about money.
                decoder_program: PathBuf::from("no-decoder-in-this-proof"),
                base_url: None,
                credentials: start.credentials.clone(),
                keyring: None,
                ca_file: None,
                workspace: start.workspace.clone(),
                devices: None,
            };
            match Desk::open_paced(setup, pace.clone()) {
                Err(DeskError::InUse) if begun.elapsed() < PATIENCE => std::thread::sleep(FRAME),
                opened => break opened?,
            }
        };
        Ok(Self { desk, clock, turned: Instant::now(), _runtime: runtime })
    }

    pub fn connect(&mut self) -> Result<(), Failure> {
        self.desk.apply(SignInIntent::TryPractice);
        self.wait("the connection", |state| {
            matches!(state.connection, Connection::Connected(_))
                && state.carriers.catalogs.value().is_some()
                && state.balance.summary.value().is_some()
        })?;
        self.lift_limits();
        Ok(())
    }

    /// The daily limit must not block a thousand top-ups, and labels are bought without a delay.
    pub fn lift_limits(&mut self) {
        let mut settings = self.desk.state().settings.clone();
        settings.daily_top_up_cap = Amount::from_cents(100_000_000_000);
        settings.regret_secs = 0;
        self.desk.apply(Intent::ChangeSettings(Box::new(settings)));
    }

    pub fn frame(&mut self) {
        let now = Instant::now();
        let since = now.duration_since(std::mem::replace(&mut self.turned, now));
        self.clock.advance(SignedDuration::try_from(since).unwrap_or_default());
        self.desk.tick();
        std::thread::sleep(FRAME);
    }

    pub fn wait(&mut self, what: &str, done: impl Fn(&State) -> bool) -> Result<(), Failure> {
        let begun = Instant::now();
        while !done(self.desk.state()) {
            if begun.elapsed() > PATIENCE {
                return Err(format!("waited in vain for {what}: {}", self.tell()).into());
            }
            self.frame();
        }
        Ok(())
    }

    /// What the desk shows the user, for errors of waits.
    pub fn tell(&self) -> String {
        let state = self.desk.state();
        let notices: Vec<&Message> = state.notices.iter().map(|notice| &notice.text).collect();
        let open: Vec<_> = state
            .purchases
            .list
            .iter()
            .filter(|purchase| !is_settled(&purchase.status))
            .map(|purchase| format!("{} {:?}", purchase.title, purchase.status))
            .collect();
        format!(
            "{:?}; {:?}; blocked {:?}; problems {:?}; open {open:?}; notices {notices:?}",
            state.connection, state.connectivity, state.purchases.blocked, state.ship.problems
        )
    }

    pub fn close(self) {
        let Self { desk, _runtime, .. } = self;
        _runtime.block_on(desk.close());
        _runtime.shutdown_timeout(Duration::from_secs(2));
    }
}

/// Whether the desk takes no further step on its own, except that an absent purchase is watched.
pub fn is_settled(status: &PurchaseStatus) -> bool {
    !matches!(
        status,
        PurchaseStatus::Held { .. }
            | PurchaseStatus::NotSent { .. }
            | PurchaseStatus::Sending
            | PurchaseStatus::Checking { .. }
    )
}

/// The service runs already; every desk gets the same login.
fn launcher(login: PracticeAccess) -> PracticeLauncher {
    let login = Arc::new(Mutex::new(login));
    Arc::new(move || {
        let login = login.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Box::pin(async move { Ok(login) })
            as Pin<Box<dyn Future<Output = Result<PracticeAccess, String>> + Send>>
    })
}

fn threads(workers: usize) -> Result<Runtime, Failure> {
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(workers).enable_all().build()?)
}

/// Sends a POST over a new socket, without the client under test; returns the body of a 200.
pub fn ask(url: &str, headers: &[(&str, &str)], body: &[u8]) -> Result<Value, Failure> {
    use std::io::{Read, Write};
    let rest = url.strip_prefix("http://").ok_or("not http")?;
    let (host, path) = rest.split_once('/').ok_or("no path")?;
    let mut head = format!(
        "POST /{path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n",
        body.len()
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut stream = std::net::TcpStream::connect(host)?;
    stream.write_all(head.as_bytes())?;
    stream.write_all(b"\r\n")?;
    stream.write_all(body)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let (_, content) = answer.split_once("\r\n\r\n").unwrap_or_default();
    if answer.starts_with("HTTP/1.1 200") {
        Ok(serde_json::from_str(content)?)
    } else {
        Err(format!("{url}: {answer}").into())
    }
}
