//! Orders by the hundred: a program imports a table, asks for rates and buys the labels, while a
//! third of its calls meet faults; it is killed at random moments and started again on the same
//! folder, until every order has its label. The program is either a desk without a window, in a
//! child of this process, or `postroom batch`. The service is in this process and is never killed.

pub mod audit;
pub mod clerk;
pub mod kills;
pub mod program;

use std::process::Child;
use std::time::{Duration, Instant};

use postroom::parcel::draft::AddressForm;
use serde_json::json;

use super::crash::{Program, spawn};
use super::shop::{Server, faults};
use super::{Failure, Folder};
use audit::{OrderAudit, audit_orders};
use kills::{Deaths, Place};
use program::BatchProgram;

const REAL_DAY: u32 = 86_400;
/// The latest copy of a request that a fault delays, with some time to spare.
const LATEST_COPY: Duration = Duration::from_secs(2);

/// Exit codes of `postroom batch` after which it is run again: some orders remain, nothing sent, in
/// doubt, stopped (`docs/batch.md`).
const LEFT_SOMETHING: [i32; 4] = [1, 4, 5, 6];

const PLACES: [(&str, &str, &str, &str); 5] = [
    ("350 5th Ave", "New York", "NY", "10118"),
    ("600 Congress Ave", "Austin", "TX", "78701"),
    ("1 Market St", "San Francisco", "CA", "94105"),
    ("400 Broad St", "Seattle", "WA", "98109"),
    ("1 Peachtree St", "Atlanta", "GA", "30303"),
];

#[derive(Clone, Copy, Debug)]
pub struct Trial {
    pub orders: u64,
    pub kills: u64,
    pub seed: u64,
    /// The share of calls for rates, labels and look-ups that meet a fault.
    pub faulted: f64,
}

/// The result of one trial.
pub struct Tried {
    pub deaths: Deaths,
    pub found: OrderAudit,
    /// Calls by the fault they met.
    pub met: Vec<(&'static str, u64)>,
    pub took: Duration,
}

/// The number of an order, counted from 0.
pub fn number(at: u64) -> String {
    format!("T{at:05}")
}

/// Orders that can be bought as they are, for five places and with sixty weights. Each has a
/// recipient of its own.
pub fn table(orders: u64) -> String {
    let mut table = String::from(
        "Order number,Name,Street 1,City,State,ZIP,Country,Weight (lb),Length (in),Width (in),Height (in)\n",
    );
    for (at, (street, city, state, zip)) in (0..orders).zip(PLACES.iter().cycle()) {
        let (number, ounces) = (number(at), 4 + at * 7 % 60);
        let weight = ounces as f64 / 16.0;
        table.push_str(&format!(
            "{number},Jane {number},{street},{city},{state},{zip},US,{weight:.2},10,6,4\n"
        ));
    }
    table
}

pub fn sender() -> AddressForm {
    AddressForm {
        name: "Proof Shop".into(),
        street1: "233 S Wacker Dr".into(),
        city: "Chicago".into(),
        state: "IL".into(),
        zip: "60606".into(),
        ..AddressForm::default()
    }
}

/// A desk without a window buys the orders, and its clerk goes on after each kill. `child` starts
/// this program again.
pub fn by_desk(trial: &Trial, child: Program<'_>) -> Result<Tried, Failure> {
    let folder = Folder::new("proof-orders")?;
    let desk = folder.join("desk");
    // The practice service has a workspace of its own.
    let workspace = desk.join("practice-orders").join("workspace.db");
    let place = Place::new(desk.clone(), workspace, trial.orders);
    let start = |server: &Server| {
        let task = json!({
            "what": "orders", "folder": desk, "orders": trial.orders,
            "base": server.login.base_url, "practice": server.login.practice_url,
            "key": server.login.api_key, "secret": server.login.api_secret.expose(),
            "user": server.login.user_name, "password": server.login.password.expose(),
        });
        spawn(child, &task)
    };
    carry_out(trial, &folder, (&place, &[]), (|_: &Server| Ok(()), start))
}

/// `postroom batch --buy` buys the orders of a file; the same command is given again after each kill,
/// and after each run that left something.
pub fn by_program(trial: &Trial) -> Result<Tried, Failure> {
    let folder = Folder::new("proof-batch")?;
    let desk = folder.join("desk");
    let place = Place::new(desk.clone(), desk.join("workspace.db"), trial.orders);
    let run = BatchProgram::new(&folder, trial.orders)?;
    let steps = (|server: &Server| run.set_up_shop(server), |server: &Server| run.start(server));
    let mut tried = carry_out(trial, &folder, (&place, &LEFT_SOMETHING), steps)?;
    run.check_report(&mut tried.found)?;
    run.check_labels(&mut tried.found)?;
    Ok(tried)
}

fn carry_out(
    trial: &Trial,
    folder: &Folder,
    (place, goes_on): (&Place, &[i32]),
    (prepare, start): (
        impl FnOnce(&Server) -> Result<(), Failure>,
        impl Fn(&Server) -> Result<Child, Failure>,
    ),
) -> Result<Tried, Failure> {
    let begun = Instant::now();
    let service = folder.join("service");
    let server = Server::start(service.clone(), REAL_DAY)?;
    server.refill(900_000)?;
    prepare(&server)?;
    server.meet(folder, &faults(trial.seed, trial.faulted, trial.faulted))?;
    let deaths = kills::kill_and_restart(trial, place, goes_on, || start(&server))?;
    let met = server.met();
    std::thread::sleep(LATEST_COPY);
    server.stop();
    Ok(Tried { deaths, found: audit_orders(place, &service)?, met, took: begun.elapsed() })
}
