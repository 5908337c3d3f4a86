//! A desk in its own folder, with a practice service that a test can stop, restart and make fail.

use std::future::Future;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use postroom::base::clock::Clock;
use postroom::base::id::ShipmentId;
use postroom::desk::intent::Intent;
use postroom::desk::kernel::session::{Connection, SignIn};
use postroom::desk::kernel::settings::Settings;
use postroom::desk::money::purchase::{Purchase, PurchaseStatus};
use postroom::desk::orders::OrderState;
use postroom::desk::printing::state::PrintRequest;
use postroom::desk::ship::intent::ShipIntent;
use postroom::desk::sign_in::intent::SignInIntent;
use postroom::desk::state::State;
use postroom::desk::{Desk, DeskError, PracticeAccess, PracticeLauncher, Setup, Timing};
use postroom::parcel::draft::{AddressForm, Draft, PackageForm};
use postroom::rows::scope::Environment;
use postroom::service::{Config, Service};
use postroom::ui::driver::Driver;
use tokio::runtime::Runtime;

use crate::reserved_ports::reserve_address;

/// Long enough for the slowest machine; a test that waits this long has failed.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub struct DeskFixture {
    pub folder: PathBuf,
    pub runtime: Runtime,
    service: Arc<Mutex<Option<Service>>>,
    /// The clock of the desk and of the service.
    pub clock: Clock,
}

impl DeskFixture {
    pub fn new() -> Self {
        Self::with_clock(Clock::System)
    }

    /// With a clock that stands still until the test advances it.
    pub fn with_still_clock() -> Self {
        Self::with_clock(Clock::manual(Clock::System.now()))
    }

    pub fn with_clock(clock: Clock) -> Self {
        let folder = std::env::temp_dir().join(format!("postroom-desk-{}", uuid::Uuid::new_v4()));
        std::fs::create_dir_all(&folder).unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        Self { folder, runtime, service: Arc::default(), clock }
    }

    /// Starts the service at the first call, as "Try it now" does; reuses it afterwards.
    pub fn launcher(&self) -> PracticeLauncher {
        let (service, folder) = (Arc::clone(&self.service), self.folder.join("practice"));
        let clock = self.clock.clone();
        Arc::new(move || {
            let (service, folder) = (Arc::clone(&service), folder.clone());
            let clock = clock.clone();
            Box::pin(async move {
                let taken = service.lock().unwrap().take();
                let running = match taken {
                    Some(running) => running,
                    None => start(&folder, clock).await?,
                };
                let access = access(&running).await;
                *service.lock().unwrap() = Some(running);
                access
            }) as Pin<Box<dyn Future<Output = Result<PracticeAccess, String>> + Send>>
        })
    }

    pub fn setup(&self) -> Setup {
        Setup {
            runtime: self.runtime.handle().clone(),
            data_dir: self.folder.join("desk"),
            clock: self.clock.clone(),
            waker: Arc::new(|| {}),
            practice: Some(self.launcher()),
            decoder_program: PathBuf::from(env!("CARGO_BIN_EXE_postroom")),
            base_url: None,
            credentials: None,
            keyring: None,
            ca_file: None,
            workspace: None,
            devices: None,
        }
    }

    /// Opens a desk. The jobs of a dropped desk release the journal a moment later, so it retries.
    pub fn open(&self) -> TestDesk {
        let begun = Instant::now();
        loop {
            match Desk::open_paced(self.setup(), pace()) {
                Err(DeskError::InUse) if begun.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(10));
                }
                opened => return TestDesk(opened.unwrap()),
            }
        }
    }

    /// Opens a desk and connects it to the practice service, with its catalogs loaded.
    pub fn open_connected(&self) -> TestDesk {
        self.open().connected()
    }

    /// The keys of the practice account, for signing in to it as to a remote service.
    pub fn credentials(&self) -> SignIn {
        let access = self.runtime.block_on((self.launcher())()).unwrap();
        SignIn {
            environment: Environment::Test,
            base_url: access.base_url,
            api_key: access.api_key,
            api_secret: access.api_secret,
            user_name: access.user_name,
            password: access.password,
        }
    }

    /// Stops the service and reserves its address, so that no other test's service listens there.
    pub fn stop_service(&self) {
        if let Some(url) = self.end_service() {
            let host = url.strip_prefix("http://").and_then(|rest| rest.split('/').next());
            reserve_address(host.unwrap().parse().unwrap());
        }
    }

    /// Stops the service and returns the URL it had.
    fn end_service(&self) -> Option<String> {
        let running = self.service.lock().unwrap().take()?;
        let url = running.base_url();
        self.runtime.block_on(running.stop());
        Some(url)
    }

    /// Makes the next matching call fail (`/practice/faults`).
    pub fn fault(&self, call: &str, kind: &str, millis: u64) {
        self.faults(call, kind, millis, 1);
    }

    /// Makes the next `count` matching calls fail.
    pub fn faults(&self, call: &str, kind: &str, millis: u64, count: u32) {
        let body =
            serde_json::json!({"call": call, "kind": kind, "millis": millis, "count": count});
        self.practice("faults", &body);
    }

    /// Sends a POST to a route outside the documented interface.
    pub fn practice(&self, route: &str, body: &serde_json::Value) {
        let url = self.running(Service::practice_url);
        let answer = post(&format!("{url}/{route}"), &body.to_string());
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    /// How many calls got this kind of fault.
    pub fn faults_met(&self, kind: &str) -> u64 {
        let counts = self.running(Service::faults_met);
        counts.get(kind).copied().unwrap_or_default()
    }

    pub fn forget_faults(&self) {
        self.running(Service::forget_faults);
    }

    /// Waits for the service: the launcher removes it for a moment while a desk reconnects.
    fn running<T>(&self, ask: impl Fn(&Service) -> T) -> T {
        let begun = Instant::now();
        loop {
            if let Some(service) = self.service.lock().unwrap().as_ref() {
                return ask(service);
            }
            assert!(begun.elapsed() < PATIENCE, "the service is not running");
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    /// The number of shipments in the service's own database.
    pub fn shipments_at_service(&self) -> i64 {
        let file = self.folder.join("practice").join("practice.db");
        let database =
            rusqlite::Connection::open_with_flags(file, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY)
                .unwrap();
        database.query_row("SELECT count(*) FROM shipments", [], |row| row.get(0)).unwrap()
    }
}

/// A desk that is connected to a practice service of its own, with its catalogs loaded.
pub fn connected_desk() -> (DeskFixture, TestDesk) {
    let world = DeskFixture::new();
    let desk = world.open_connected();
    (world, desk)
}

/// The same with a parcel whose cheapest rate is chosen.
pub fn desk_ready_to_buy() -> (DeskFixture, TestDesk) {
    let (world, mut desk) = connected_desk();
    desk.choose();
    (world, desk)
}

impl Drop for DeskFixture {
    fn drop(&mut self) {
        self.end_service();
        // A folder left behind in the system's temporary folder does no harm.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A desk whose frames are driven by the test.
pub struct TestDesk(pub Desk);

impl TestDesk {
    pub fn state(&self) -> &State {
        self.0.state()
    }

    /// Connects to the practice service, and waits for its catalogs and the balance.
    pub fn connected(mut self) -> Self {
        self.apply(SignInIntent::TryPractice);
        self.run_until("connected", is_connected);
        self
    }

    /// The window over this desk, drawn without a display.
    pub fn into_window(self, world: &DeskFixture) -> Driver {
        let folder = world.folder.join("desk");
        Driver::new(self.0, Clock::System, TimeZone::UTC, folder, (1366, 768)).unwrap()
    }

    pub fn apply(&mut self, intent: impl Into<Intent>) {
        self.0.apply(intent);
    }

    pub fn change_settings(&mut self, change: impl FnOnce(&mut Settings)) {
        let mut settings = self.state().settings.clone();
        change(&mut settings);
        self.apply(Intent::ChangeSettings(Box::new(settings)));
    }

    /// Prints labels as the settings of the printers say.
    pub fn print(&mut self, shipments: Vec<ShipmentId>) {
        self.apply(Intent::Print(PrintRequest { shipments, ..PrintRequest::default() }));
    }

    #[track_caller]
    pub fn run_until(&mut self, what: &str, done: impl Fn(&State) -> bool) {
        let begun = Instant::now();
        loop {
            self.0.tick();
            if done(self.0.state()) {
                return;
            }
            assert!(
                begun.elapsed() < PATIENCE,
                "waited in vain for: {what}\n{}",
                describe_state(self.0.state())
            );
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    /// Runs until a notice has these words.
    #[track_caller]
    pub fn run_until_told(&mut self, words: &str) {
        self.run_until(words, |state| {
            state.notices.iter().any(|notice| notice.text.contains(words))
        });
    }

    /// Runs frames for this long, so that responses arrive and timers fire.
    pub fn run_for(&mut self, time: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < time {
            self.0.tick();
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    pub fn edit(&mut self, change: impl FnOnce(&mut Draft)) {
        let mut draft = self.state().ship.draft.clone();
        change(&mut draft);
        self.apply(ShipIntent::EditDraft(Box::new(draft)));
    }

    /// Two addresses and a parcel of 1.5 lb, 10 × 6 × 4 in.
    pub fn fill(&mut self) {
        self.edit(|draft| {
            draft.from = address("Practice Shop", "233 S Wacker Dr", ("Chicago", "IL", "60606"));
            draft.to = address("Jane Sample", "350 5th Ave", ("New York", "NY", "10118"));
            draft.packages = vec![PackageForm {
                weight: "1.5".into(),
                length: "10".into(),
                width: "6".into(),
                height: "4".into(),
                ..PackageForm::default()
            }];
        });
    }

    #[track_caller]
    pub fn quote(&mut self) {
        self.apply(ShipIntent::GetRates);
        self.run_until("rates", |state| {
            !state.ship.quote.is_loading() && state.ship.quote.value().is_some()
        });
    }

    /// Fills in the draft, requests rates and chooses the cheapest one.
    #[track_caller]
    pub fn choose(&mut self) {
        self.fill();
        self.quote();
        self.choose_cheapest();
        assert!(self.state().ship.draft.chosen.is_some(), "{}", describe_state(self.state()));
    }

    /// Chooses the cheapest rate of the quote.
    pub fn choose_cheapest(&mut self) {
        let quote = self.state().ship.quote.value().unwrap();
        self.choose_rate(quote.cheapest.unwrap());
    }

    /// Chooses a rate of the quote by its place.
    pub fn choose_rate(&mut self, place: usize) {
        let rate = self.state().ship.quote.value().unwrap().rates[place].clone();
        self.apply(ShipIntent::ChooseRate(Box::new(rate)));
    }

    /// Buys a label of the first rate of this carrier and waits for it in the list.
    #[track_caller]
    pub fn buy_of(&mut self, carrier: &str, recipient: &str) {
        let before = self.state().shipments.total;
        self.apply(ShipIntent::NewDraft);
        self.fill();
        self.edit(|draft| draft.to.name = recipient.to_owned());
        self.quote();
        let rates = &self.state().ship.quote.value().unwrap().rates;
        let of = rates.iter().find(|it| it.carrier_code.as_deref() == Some(carrier));
        let rate = of.unwrap().clone();
        self.apply(ShipIntent::ChooseRate(Box::new(rate)));
        self.apply(Intent::Buy);
        self.run_until("bought", |state| {
            state.shipments.total == before + 1 && state.ship.just_bought.is_some()
        });
    }

    #[track_caller]
    pub fn buy_and_wait(&mut self) -> Purchase {
        let draft = &self.state().ship.draft;
        let (order, sequence) = (draft.order.clone(), draft.sequence);
        // Until its row is in the journal, the newest purchase is the previous one.
        let this = |purchase: &&Purchase| {
            purchase.order.as_ref() == Some(&order) && purchase.sequence == sequence
        };
        self.apply(Intent::Buy);
        self.run_until("bought", |state| {
            let bought = state.purchases.list.iter().find(this);
            bought.is_some_and(is_bought)
        });
        let bought = self.state().purchases.list.iter().find(this);
        bought.unwrap().clone()
    }

    /// As [`Self::buy_and_wait`], for tests that need only the shipment.
    pub fn buy_a_shipment(&mut self) -> ShipmentId {
        match self.buy_and_wait().status {
            PurchaseStatus::Bought { shipment, .. } => shipment,
            other => unreachable!("{other:?}"),
        }
    }
}

/// Whether the desk is signed in, with the catalogs and the balance of its account.
pub fn is_connected(state: &State) -> bool {
    matches!(state.connection, Connection::Connected(_))
        && state.carriers.catalogs.value().is_some()
        && state.balance.summary.value().is_some()
}

pub fn newest_purchase(state: &State) -> Option<&PurchaseStatus> {
    state.purchases.list.first().map(|purchase| &purchase.status)
}

pub fn is_bought(purchase: &Purchase) -> bool {
    matches!(purchase.status, PurchaseStatus::Bought { .. })
}

pub fn is_checking(purchase: &Purchase) -> bool {
    matches!(purchase.status, PurchaseStatus::Checking { .. })
}

/// The state needed to understand a failed wait.
pub fn describe_state(state: &State) -> String {
    let notices: Vec<_> =
        state.notices.iter().map(|notice| (&notice.text, &notice.trouble)).collect();
    let scan = &state.scan_to_ship;
    let scanned = scan.open.as_ref();
    let by_state = OrderState::ALL.map(|kind| (kind, state.orders.in_state(kind)));
    let by_state: Vec<_> = by_state.into_iter().filter(|(_, orders)| *orders > 0).collect();
    let scanned = scanned.map(|scanned| (&scanned.order.order.number, &scanned.stage));
    format!(
        "scanned {scanned:?} looked up {:?}\norders by state {by_state:?}, work {:?}\nconnection {:?}\nline {:?}\npurchases {:#?}\nproblems {:?}\nquote trouble {:?}\nprint jobs {:#?}\nnotices {notices:#?}",
        scan.look_up,
        state.order_batches.work.as_ref().map(|work| (work.tally(), &work.trouble)),
        state.connection,
        state.connectivity,
        state.purchases.list,
        state.ship.problems,
        state.ship.quote.trouble(),
        state.printing.jobs,
    )
}

/// Delays short enough for a test, in the same order as the real ones.
pub fn pace() -> Timing {
    Timing {
        look_ups: [0, 20, 60, 120].map(Duration::from_millis).to_vec(),
        retry_after_no_answer: Duration::from_millis(100),
        late_answers: vec![Duration::from_millis(100); 5],
        autosave: Duration::from_millis(20),
        // Tests of the desk ask for rates themselves and count the calls.
        rates: Duration::MAX,
        tracking_in_practice: Duration::from_millis(200),
        reconnect: Duration::from_millis(200),
        page: Duration::from_millis(1),
        scale: Duration::from_millis(20),
        watched_file: Some(Duration::from_millis(50)),
        backup: Duration::from_millis(50),
        print_retry: Duration::from_millis(100),
        print_watch: Duration::from_millis(100),
        claims: Duration::from_millis(100),
        // Stations of the tests share the file of one computer.
        claims_alone: Duration::from_millis(100),
        ..Timing::default()
    }
}

pub fn address(name: &str, street: &str, (city, state, zip): (&str, &str, &str)) -> AddressForm {
    AddressForm {
        name: name.into(),
        street1: street.into(),
        city: city.into(),
        state: state.into(),
        zip: zip.into(),
        ..AddressForm::default()
    }
}

pub fn journal_of(folder: &Path) -> PathBuf {
    folder.join("desk").join("journal.db")
}

/// Another computer has every claim of the workspace now, with a lease until this time in
/// microseconds. It has written itself into the orders as taking over does: with a new revision, so
/// that nothing read before is written over it.
pub fn steal_claims(workspace: &rusqlite::Connection, lease_until: i64) {
    let steal = format!(
        "BEGIN IMMEDIATE;
         UPDATE order_details SET json = json_set(json, '$.labels[0].station', 'bench 9')
           WHERE position IN (SELECT position FROM orders JOIN claims ON order_id = id);
         UPDATE orders SET revision = revision + 1, changed_by = 'bench 9'
           WHERE id IN (SELECT order_id FROM claims);
         UPDATE claims SET station = 'bench 9';
         INSERT INTO stations VALUES ('bench 9', {lease_until});
         COMMIT;"
    );
    workspace.execute_batch(&steal).unwrap();
}

/// Makes commits fail as a full disk does, from outside the desk.
pub struct FullDisk(rusqlite::Connection);

impl FullDisk {
    /// `when` is empty or a condition in SQL for what is refused.
    pub fn set(world: &DeskFixture, when: &str) -> Self {
        let connection = rusqlite::Connection::open(journal_of(&world.folder)).unwrap();
        connection
            .execute_batch(&format!(
                "CREATE TRIGGER full_events BEFORE INSERT ON events {when}
                   BEGIN SELECT raise(ABORT, 'the disk is full'); END;
                 CREATE TRIGGER full_probe BEFORE INSERT ON probe
                   BEGIN SELECT raise(ABORT, 'the disk is full'); END;"
            ))
            .unwrap();
        Self(connection)
    }

    pub fn free(self) {
        self.0.execute_batch("DROP TRIGGER full_events; DROP TRIGGER full_probe;").unwrap();
    }
}

async fn start(folder: &Path, clock: Clock) -> Result<Service, String> {
    postroom::catalogs::install();
    let config = Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data_dir: folder.to_owned(),
        day_seconds: 86_400,
        clock,
    };
    postroom::service::start(config).await.map_err(|error| error.to_string())
}

async fn access(service: &Service) -> Result<PracticeAccess, String> {
    let login = service.practice_login().await.map_err(|error| error.to_string())?;
    Ok(PracticeAccess {
        base_url: service.base_url(),
        practice_url: service.practice_url(),
        api_key: login.api_key,
        api_secret: login.api_secret,
        user_name: login.user_name,
        password: login.password,
    })
}

fn post(url: &str, body: &str) -> String {
    let rest = url.strip_prefix("http://").unwrap();
    let (host, path) = rest.split_once('/').unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(
        stream,
        "POST /{path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}
