//! A shop with a data folder and a practice service that it uses as a remote one, and the real
//! program running batches on it.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;

use postroom::desk::flows::batch_run::run_batch;
use postroom::orders::batch_report::{BatchExit, parse_batch_arguments};
use postroom::service::{Config, Service};

use super::super::super::harness::{address, steal_claims};
use crate::prelude::*;

/// Long enough for the slowest machine, and for the look-ups of a purchase that never arrived.
const PATIENCE: Duration = Duration::from_secs(300);

pub const HEADING: &str = "Order number,Name,Street 1,City,State,ZIP,Country,Weight (lb),Length (in),Width (in),Height (in)\n";

pub fn row(number: &str, weight: &str) -> String {
    format!("{number},Jane {number},350 5th Ave,New York,NY,10118,US,{weight},10,6,4\n")
}

/// Orders that can be bought as they are.
pub fn table(orders: usize) -> String {
    let rows = (0..orders).map(|at| row(&format!("T{at:03}"), &format!("1.{}", at % 10)));
    std::iter::once(HEADING.to_owned()).chain(rows).collect()
}

pub fn batch_command(data: &Path, file: &Path, arguments: &[&str]) -> Command {
    command_of("batch", data, file, arguments)
}

/// The program with this data folder, in the folder that it is in.
fn command_of(word: &str, data: &Path, file: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_postroom"));
    command
        .arg(word)
        .arg(file)
        .args(arguments)
        .arg("--data")
        .arg(data)
        .current_dir(data.parent().unwrap())
        .env("LC_ALL", "en_US.UTF-8")
        .env_remove("DBUS_SESSION_BUS_ADDRESS")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

pub fn sign_in(command: &mut Command, secrets: &SignIn) {
    command
        .args(["--base-url", &secrets.base_url])
        .env("POSTROOM_API_KEY", &secrets.api_key)
        .env("POSTROOM_API_SECRET", secrets.api_secret.expose())
        .env("POSTROOM_USER", &secrets.user_name)
        .env("POSTROOM_PASSWORD", secrets.password.expose())
        .env("POSTROOM_ENVIRONMENT", "Test");
}

pub struct Shop {
    pub world: DeskFixture,
    sign_in: SignIn,
    /// Stops with the runtime of `world`.
    restarted: Option<Service>,
}

/// What a run of the program left.
pub struct Ran {
    pub code: Option<i32>,
    pub lines: Vec<Value>,
    pub stderr: String,
}

impl Shop {
    /// A shop whose sender is set.
    pub fn new() -> Self {
        let world = DeskFixture::new();
        let sign_in = world.credentials();
        let shop = Self { world, sign_in, restarted: None };
        shop.with_desk(|desk| {
            desk.write_document(DocumentEdit::WriteShop(Box::new(ShopProfile {
                sender: address("Test Shop", "233 S Wacker Dr", ("Chicago", "IL", "60606")),
                ..ShopProfile::default()
            })));
        });
        shop
    }

    /// Opens the desk of the window on the folder, for as long as `with` takes.
    pub fn with_desk<T>(&self, with: impl FnOnce(&mut TestDesk) -> T) -> T {
        let mut desk = self.open_desk();
        desk.run_until("the documents", |state| {
            matches!(state.connection, Connection::Connected(_))
                && state.order_rules.documents.loaded
                && state.orders.loaded
        });
        let outcome = with(&mut desk);
        self.world.runtime.block_on(desk.0.close());
        outcome
    }

    pub fn open_desk(&self) -> TestDesk {
        let mut setup = self.world.setup();
        setup.credentials = Some(self.sign_in.clone());
        TestDesk(Desk::open_paced(setup, pace()).unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.world.folder.join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, content).unwrap();
        path
    }

    /// The names of the label files.
    pub fn labels(&self) -> BTreeSet<String> {
        let Ok(files) = fs::read_dir(self.path("labels")) else {
            return BTreeSet::new();
        };
        let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    /// The program, signed in to the service.
    pub fn command(&self, file: &Path, arguments: &[&str]) -> Command {
        let mut command = self.command_without_sign_in(file, arguments);
        sign_in(&mut command, &self.sign_in);
        command
    }

    /// The program that watches this folder, signed in to the service.
    pub fn watch_command(&self, folder: &Path, arguments: &[&str]) -> Command {
        let mut command = command_of("watch", &self.path("desk"), folder, arguments);
        sign_in(&mut command, &self.sign_in);
        command
    }

    pub fn command_without_sign_in(&self, file: &Path, arguments: &[&str]) -> Command {
        batch_command(&self.path("desk"), file, arguments)
    }

    #[track_caller]
    pub fn run(&self, file: &Path, arguments: &[&str]) -> Ran {
        Running::start(self.command(file, arguments)).wait()
    }

    /// A run that buys, in this process and with short times: the program waits a minute and more
    /// before it gives up looking for a purchase.
    pub fn start_paced(&self, file: &Path) -> Running {
        let mut setup = self.world.setup();
        setup.credentials = Some(self.sign_in.clone());
        let labels = self.path("labels");
        let words = [file.as_os_str(), "--buy".as_ref(), "--out".as_ref(), labels.as_os_str()];
        let arguments = parse_batch_arguments(words.map(ToOwned::to_owned)).unwrap();
        let (out, mut report) = std::io::pipe().unwrap();
        let run = move || {
            run_batch(setup, pace(), &arguments, None, &mut report, &AtomicBool::new(false))
        };
        Running::new(Process::Thread(std::thread::spawn(run)), out)
    }

    /// Buys every rated order in the window while the service is down: the purchases are in the
    /// journal and not sent. Then the service is back at its address.
    pub fn leave_unsent(&mut self, orders: u64) {
        let mut desk = self.open_desk();
        desk.run_until("the rated orders", |state| {
            matches!(state.connection, Connection::Connected(_))
                && state.orders.in_state(OrderState::Rated) == orders
        });
        desk.tick_all_orders();
        let priced = desk.state().orders.selection.sums.clone().unwrap().priced;
        assert_eq!(priced.len() as u64, orders);
        self.world.stop_service();
        desk.apply(OrderBatchIntent::Begin(OrderWork::Buy(priced)));
        desk.run_until("unsent", |state| {
            let work = state.order_batches.work.as_ref();
            work.is_some_and(|work| !work.is_running())
                && state.orders.in_state(OrderState::Buying) == orders
        });
        self.world.runtime.block_on(desk.0.close());
        self.sign_in = self.restart_service();
    }

    /// Waits until the service has bought so many labels.
    #[track_caller]
    pub fn wait_for_shipments(&self, count: i64) {
        let begun = Instant::now();
        while self.world.shipments_at_service() < count {
            assert!(begun.elapsed() < PATIENCE, "the labels were not bought");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn steal_claims(&self) {
        steal_claims(&self.orders_file(), 9_000_000_000_000_000);
    }

    /// Changes an order as another station does.
    pub fn change_order(&self, number: &str, change: impl FnOnce(&mut Value)) {
        let file = self.orders_file();
        let place = "position = (SELECT position FROM orders WHERE number = ?1)";
        let read = format!("SELECT json FROM order_details WHERE {place}");
        let json: String = file.query_row(&read, [number], |row| row.get(0)).unwrap();
        let mut order = serde_json::from_str(&json).unwrap();
        change(&mut order);
        let write = format!("UPDATE order_details SET json = ?2 WHERE {place}");
        assert_eq!(file.execute(&write, [number, &order.to_string()]).unwrap(), 1);
    }

    fn orders_file(&self) -> rusqlite::Connection {
        let file = rusqlite::Connection::open(self.path("desk").join("workspace.db")).unwrap();
        file.busy_timeout(PATIENCE).unwrap();
        file
    }

    /// Stops the service in the middle of what it does.
    pub fn stop_service(&self) {
        self.world.stop_service();
    }

    /// The service is back at its address.
    pub fn bring_back_service(&mut self) {
        self.sign_in = self.restart_service();
    }

    /// Starts the service again where it was, with the secrets of its new run.
    fn restart_service(&mut self) -> SignIn {
        let address = self.sign_in.base_url.strip_prefix("http://").unwrap();
        let address = address.split('/').next().unwrap().parse().unwrap();
        let config = Config {
            listen: address,
            data_dir: self.world.folder.join("practice"),
            day_seconds: 86_400,
            clock: Clock::System,
        };
        let (service, login) = self.world.runtime.block_on(async {
            let service = postroom::service::start(config).await.unwrap();
            let login = service.practice_login().await.unwrap();
            (service, login)
        });
        assert_eq!(service.base_url(), self.sign_in.base_url);
        self.restarted = Some(service);
        SignIn { api_secret: login.api_secret, password: login.password, ..self.sign_in.clone() }
    }

    /// Runs with `--buy` until no order is in doubt any more, as the documentation advises.
    #[track_caller]
    pub fn buy_until_settled(&self, file: &Path) -> Ran {
        for _ in 0..5 {
            let ran = self.start_paced(file).wait();
            if ran.code != Some(5) {
                return ran;
            }
        }
        panic!("an order stays in doubt");
    }
}

impl TestDesk {
    pub fn write_document(&mut self, edit: DocumentEdit) {
        let written = self.state().order_rules.documents.written;
        self.apply(OrderRuleIntent::Document(edit));
        self.run_until("written", |state| {
            state.order_rules.documents.written > written && state.order_rules.documents.loaded
        });
        self.show_orders();
    }

    /// Reads the list once more.
    pub fn show_orders(&mut self) -> &State {
        let answered = self.state().orders.answered;
        self.apply(OrderIntent::Show { filter: OrderFilter::default(), first: 0 });
        self.run_until("the list", |state| state.orders.answered > answered);
        self.state()
    }
}

/// The program while it runs. It is killed if the test ends before it does.
pub struct Running {
    process: Process,
    out: Option<BufReader<Box<dyn Read>>>,
    lines: Vec<Value>,
}

enum Process {
    Child(Child),
    Thread(JoinHandle<BatchExit>),
    Ended,
}

impl Running {
    pub fn start(mut command: Command) -> Self {
        let mut child = command.spawn().unwrap();
        let out = child.stdout.take().unwrap();
        Self::new(Process::Child(child), out)
    }

    fn new(process: Process, out: impl Read + 'static) -> Self {
        Self { process, out: Some(BufReader::new(Box::new(out))), lines: Vec::new() }
    }

    fn child(&mut self) -> &mut Child {
        match &mut self.process {
            Process::Child(child) => child,
            _ => panic!("it is no process of its own"),
        }
    }

    /// Reads lines until so many have this stage.
    #[track_caller]
    pub fn read_until(&mut self, stage: &str, count: usize) {
        while staged(&self.lines, stage).len() < count {
            assert!(self.read_line(), "it ended before {count} {stage}: {:?}", self.lines);
        }
    }

    /// False at the end of the output.
    fn read_line(&mut self) -> bool {
        let mut line = String::new();
        let out = self.out.as_mut().unwrap();
        if out.read_line(&mut line).unwrap() == 0 {
            return false;
        }
        // A killed run leaves whole lines.
        assert!(line.ends_with('\n'), "{line}");
        self.lines.push(serde_json::from_str(&line).unwrap());
        true
    }

    /// Ends the program as a power failure does.
    pub fn kill(mut self) -> Vec<Value> {
        self.child().kill().unwrap();
        self.child().wait().unwrap();
        while self.read_line() {}
        std::mem::take(&mut self.lines)
    }

    /// Closes the reading end of the output, and waits for the exit code.
    #[cfg(unix)]
    pub fn stop_reading(mut self) -> (Option<i32>, String) {
        let mut stderr = String::new();
        let mut pipe = self.child().stderr.take().unwrap();
        drop(self.out.take());
        pipe.read_to_string(&mut stderr).unwrap();
        (self.child().wait().unwrap().code(), stderr)
    }

    #[cfg(unix)]
    pub fn interrupt(&mut self) {
        let id = self.child().id().to_string();
        let status = Command::new("kill").args(["-INT", &id]).status().unwrap();
        assert!(status.success());
    }

    #[track_caller]
    pub fn wait(mut self) -> Ran {
        let begun = Instant::now();
        while self.read_line() {
            assert!(begun.elapsed() < PATIENCE, "{:?}", self.lines);
        }
        let mut stderr = String::new();
        let code = match std::mem::replace(&mut self.process, Process::Ended) {
            Process::Child(mut child) => {
                child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
                child.wait().unwrap().code()
            }
            Process::Thread(thread) => Some(thread.join().unwrap().code().into()),
            Process::Ended => None,
        };
        let ran = Ran { code, lines: std::mem::take(&mut self.lines), stderr };
        if let Some(summary) = ran.lines.last() {
            assert_eq!(summary["stage"], "summary", "{summary}");
            assert_eq!(summary["exit_code"], i64::from(code.unwrap()), "{summary}");
            assert_eq!(counted(summary), summary["orders"].as_u64().unwrap(), "{summary}");
        }
        ran
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Process::Child(child) = &mut self.process {
            // It has mostly ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Ran {
    pub fn summary(&self) -> &Value {
        self.lines.last().unwrap()
    }

    pub fn staged(&self, stage: &str) -> Vec<&Value> {
        staged(&self.lines, stage)
    }

    /// The numbers of the orders that have this stage.
    pub fn orders(&self, stage: &str) -> Vec<String> {
        let lines = self.staged(stage).into_iter();
        lines.map(|line| text(line, "order")).collect()
    }

    /// The stages of each order, in their sequence.
    pub fn stages(&self) -> BTreeMap<String, Vec<String>> {
        let mut stages: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in self.lines.iter().filter(|line| line.get("order").is_some()) {
            let order = stages.entry(text(line, "order")).or_default();
            order.push(text(line, "stage"));
        }
        stages
    }
}

/// The sum of the counts, of which each order is in exactly one.
fn counted(summary: &Value) -> u64 {
    let counts = [
        "ready",
        "rated",
        "would_buy",
        "bought",
        "bought_before",
        "bought_elsewhere",
        "refunded",
        "on_hold",
        "canceled",
        "needs_attention",
        "not_rated",
        "refused",
        "not_bought",
        "in_doubt",
        "not_tried",
    ];
    counts.into_iter().map(|count| summary[count].as_u64().unwrap()).sum()
}

pub fn staged<'a>(lines: &'a [Value], stage: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["stage"] == stage).collect()
}

pub fn text(line: &Value, member: &str) -> String {
    line[member].as_str().unwrap_or_default().to_owned()
}
