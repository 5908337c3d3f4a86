//! A station: a desk without a window, in a child process that may be killed at any moment. It picks
//! some orders from a random place of the list, asks for rates, buys, and picks again until every
//! order of the shop has its label. What others have claimed is left to them; what a dead station
//! left is taken over by the program itself.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use postroom::base::id::OrderId;
use postroom::base::money::Money;
use postroom::desk::PracticeAccess;
use postroom::desk::Timing;
use postroom::desk::intent::Intent;
use postroom::desk::kernel::batch_job::BatchIntent;
use postroom::desk::kernel::session::{Connection, SignIn};
use postroom::desk::order_batches::OrderBatchIntent;
use postroom::desk::order_batches::work::OrderWork;
use postroom::desk::orders::OrderState;
use postroom::desk::orders::intent::OrderIntent;
use postroom::desk::orders::list::OrderFilter;
use postroom::desk::state::State;
use postroom::desk::stations::{GivenWorkspace, WorkspaceAddress};
use postroom::rows::scope::Environment;
use serde_json::Value;

use super::super::kit::crash::{access, text};
use super::super::kit::orders::clerk::is_idle;
use super::super::kit::shop::{DeskStart, ShopDesk, is_settled, quick};
use super::super::kit::trade::idle;
use super::super::kit::{Dice, Failure, PATIENCE};
use super::database::Database;

/// Between two looks of a station, which is woken by its answers.
const LONGEST_SLEEP: Duration = Duration::from_millis(50);
/// Before a station that has nothing to do looks again.
const PAUSE: Duration = Duration::from_millis(500);
/// Between two looks at the claims of others.
const CLAIMS_LOOKED_AT: Duration = Duration::from_secs(1);
/// Before the list is asked for once more, without an answer.
const ASK_AGAIN: Duration = Duration::from_secs(5);
/// A database that is away, stopped and cut for longer than this has a fault.
const LONGEST_AWAY: Duration = PATIENCE.saturating_mul(3);
/// A batch waits for a database that is away, and takes its time on a slow line.
const LONGEST_BATCH: Duration = PATIENCE.saturating_mul(10);

/// Orders of one round.
const FEWEST: u64 = 20;
const MOST: u64 = 50;

pub struct Station {
    pub counter: ShopDesk,
    name: String,
    dice: Dice,
}

/// The pace of a station: that of the proof, with its own looks at the claims of others.
pub fn pace() -> Timing {
    Timing { claims: CLAIMS_LOOKED_AT, ..quick() }
}

/// Signs in as to a remote service.
pub fn sign_in(login: &PracticeAccess) -> SignIn {
    SignIn {
        environment: Environment::Test,
        base_url: login.base_url.clone(),
        api_key: login.api_key.clone(),
        api_secret: login.api_secret.clone(),
        user_name: login.user_name.clone(),
        password: login.password.clone(),
    }
}

/// The child's task. Returns when every order shows its label.
pub fn work(task: &Value) -> Result<(), Failure> {
    end_with_parent();
    let mut station = Station::open(task)?;
    let number = |name: &str| task.get(name).and_then(Value::as_u64).unwrap_or_default();
    station.begin_with(number("seed"));
    while !station.go_on(number("orders"))? {}
    station.close();
    Ok(())
}

/// A child whose parent has ended is of no use, and its standard input ends with the parent.
pub fn end_with_parent() {
    std::thread::spawn(|| {
        let mut rest = Vec::new();
        let _ = std::io::stdin().read_to_end(&mut rest);
        std::process::exit(1);
    });
}

/// The name under which the station of this folder claims orders.
pub fn station_name(folder: &Path) -> Result<String, Failure> {
    let name = std::fs::read_to_string(folder.join("station.txt"))?;
    Ok(name.trim().to_owned())
}

impl Station {
    /// Opens the desk of the task, signed in and with the shop's papers.
    pub fn open(task: &Value) -> Result<Self, Failure> {
        let folder = PathBuf::from(text(task, "folder"));
        let login = access(task);
        let address = task.get("workspace").cloned().unwrap_or_default();
        let address: WorkspaceAddress = serde_json::from_value(address)?;
        let counter = open_desk(folder.clone(), &login, address)?;
        let mut station = Self { counter, name: station_name(&folder)?, dice: Dice::new(0) };
        station.wait("the sign-in", LONGEST_AWAY, |state| {
            matches!(state.connection, Connection::Connected(_))
                && state.carriers.catalogs.value().is_some()
                && state.balance.summary.value().is_some()
                && state.order_rules.documents.loaded
        })?;
        station.counter.lift_limits();
        Ok(station)
    }

    fn state(&self) -> &State {
        self.counter.desk.state()
    }

    fn ask(&mut self, intent: impl Into<Intent>) {
        self.counter.desk.apply(intent);
    }

    fn in_state(&self, state: OrderState) -> u64 {
        self.state().orders.in_state(state)
    }

    pub fn wait(
        &mut self,
        what: &str,
        limit: Duration,
        done: impl Fn(&State) -> bool,
    ) -> Result<(), Failure> {
        let begun = Instant::now();
        while !done(self.state()) {
            if begun.elapsed() > limit {
                return Err(format!("waited in vain for {what}: {}", self.tell()).into());
            }
            turn(&mut self.counter);
        }
        Ok(())
    }

    fn tell(&self) -> String {
        let state = self.state();
        let (orders, stations) = (&state.orders, &state.stations.status);
        format!(
            "{}; {stations:?}; orders {:?}, trouble {:?}; work {:?}",
            self.counter.tell(),
            orders.by_state,
            orders.trouble,
            state.order_batches.work
        )
    }

    /// Reads the list from its place `first`, and with it the number of orders in each state.
    pub fn show(&mut self, filter: OrderFilter, first: u64) -> Result<(), Failure> {
        let (answered, begun) = (self.state().orders.answered, Instant::now());
        while self.state().orders.answered <= answered {
            if begun.elapsed() > LONGEST_AWAY {
                return Err(format!("the list does not come: {}", self.tell()).into());
            }
            let filter = filter.clone();
            self.ask(OrderIntent::Show { filter, first });
            let asked = Instant::now();
            while self.state().orders.answered <= answered && asked.elapsed() < ASK_AGAIN {
                turn(&mut self.counter);
            }
        }
        Ok(())
    }

    /// Does one round. Returns whether every order has its label.
    fn go_on(&mut self, orders: u64) -> Result<bool, Failure> {
        self.show(OrderFilter::default(), 0)?;
        if self.in_state(OrderState::Bought) == orders {
            return Ok(true);
        }
        let attention = self.in_state(OrderState::NeedsAttention);
        if attention > 0 {
            return Err(format!("{attention} orders need attention").into());
        }
        // What was claimed here and not sent comes first, as the panel offers it.
        let unsent = self.own_open_orders()?;
        if !unsent.is_empty() {
            self.run(OrderWork::SendUnsent(unsent))?;
        }
        let open = self.in_state(OrderState::Ready) + self.in_state(OrderState::Rated);
        if open == 0 {
            idle(&mut self.counter, PAUSE);
            return Ok(false);
        }
        let ids = self.pick(open)?;
        self.run(OrderWork::GetRates(ids.clone()))?;
        self.buy(ids)?;
        Ok(false)
    }

    /// Orders that this station has claimed and that no batch is at work for.
    pub fn own_open_orders(&mut self) -> Result<Vec<OrderId>, Failure> {
        let states = vec![OrderState::Buying, OrderState::InDoubt];
        let count: u64 = states.iter().map(|state| self.in_state(*state)).sum();
        if count == 0 {
            return Ok(Vec::new());
        }
        let filter = OrderFilter { states, ..OrderFilter::default() };
        self.show(filter, 0)?;
        let rows = self.state().orders.rows.iter();
        let own = rows.filter(|row| {
            let mut labels = row.order.labels.iter();
            labels.any(|label| label.is_open() && label.station == self.name)
        });
        Ok(own.map(|row| row.id.clone()).collect())
    }

    /// Some open orders from a random place.
    pub fn pick(&mut self, open: u64) -> Result<Vec<OrderId>, Failure> {
        let filter = OrderFilter {
            states: vec![OrderState::Ready, OrderState::Rated],
            ..OrderFilter::default()
        };
        let most = FEWEST + self.dice.below(MOST - FEWEST + 1);
        let first = self.dice.below(open.saturating_sub(most) + 1);
        self.show(filter, first)?;
        let rows = self.state().orders.rows.iter();
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        Ok(rows.take(most).map(|row| row.id.clone()).collect())
    }

    /// Its random choices from now on.
    pub fn begin_with(&mut self, seed: u64) {
        self.dice = Dice::new(seed);
    }

    /// Buys the orders at the prices that the ticks show.
    pub fn buy(&mut self, ids: Vec<OrderId>) -> Result<(), Failure> {
        let priced = self.priced(ids);
        self.run(OrderWork::Buy(priced))
    }

    /// The orders that can be bought, with the prices that the ticks show.
    pub fn priced(&mut self, ids: Vec<OrderId>) -> Vec<(OrderId, Money)> {
        if ids.is_empty() {
            return Vec::new();
        }
        self.ask(OrderIntent::UntickAll);
        self.ask(OrderIntent::Tick { ids, ticked: true });
        let begun = Instant::now();
        loop {
            let sums = self.state().orders.selection.sums.clone();
            // The sums cannot be read while the database is away.
            if sums.is_some() || begun.elapsed() > ASK_AGAIN {
                return sums.unwrap_or_default().priced;
            }
            turn(&mut self.counter);
        }
    }

    /// Runs a batch to its end, whatever that is; what it left is taken up in another round.
    pub fn run(&mut self, work: OrderWork) -> Result<(), Failure> {
        if work.ids().is_empty() {
            return Ok(());
        }
        self.ask(OrderBatchIntent::Begin(work));
        self.wait("the end of a batch", LONGEST_BATCH, is_idle)?;
        self.ask(OrderBatchIntent::Work(BatchIntent::Close));
        Ok(())
    }

    /// Lets the last purchases come to their end, and closes the desk. What has not come to its end
    /// is found by the audit.
    fn close(mut self) {
        let begun = Instant::now();
        let is_open = |state: &State| {
            let mut purchases = state.purchases.list.iter();
            purchases.any(|purchase| !is_settled(&purchase.status))
        };
        while is_open(self.state()) && begun.elapsed() < PATIENCE {
            turn(&mut self.counter);
        }
        // Claims of labels that another station has settled end at the next look.
        idle(&mut self.counter, CLAIMS_LOOKED_AT * 2);
        self.counter.close();
    }
}

/// Applies the answers that are there, then sleeps until there may be more, as the program does.
fn turn(counter: &mut ShopDesk) {
    counter.desk.tick();
    let wake = counter.desk.next_wake().unwrap_or(LONGEST_SLEEP);
    std::thread::park_timeout(wake.min(LONGEST_SLEEP));
}

/// The desk of a folder on the shared workspace.
pub fn open_desk(
    folder: PathBuf,
    login: &PracticeAccess,
    address: WorkspaceAddress,
) -> Result<ShopDesk, Failure> {
    let start = DeskStart {
        credentials: Some(sign_in(login)),
        workspace: Some(GivenWorkspace { address, password: Some(Database::password()) }),
    };
    ShopDesk::open_started(folder, login, &pace(), start)
}
