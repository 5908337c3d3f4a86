//! Many stations, one PostgreSQL: each station is a child process with a data folder of its own and a
//! line to the database that is cut, slow and silent at random. Stations are killed with -9 at random
//! moments; most are started again on the same folder, some a long time later and some never, so that
//! the others have to finish what they had begun. The database is stopped and killed. A third of the
//! calls to the service meet faults. In the end every order shows its label.

pub mod audit;
pub mod besieged;
pub mod claim;
pub mod cpu;
pub mod database;
pub mod events;
pub mod growth;
pub mod held;
pub mod hostile;
mod hostile_sql;
pub mod line;
pub mod news;
pub mod pool;
pub mod station;

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use postroom::desk::kernel::session::Connection;
use serde_json::{Value, json};

use super::kit::crash::{Program, spawn_telling, task_of_parent, text};
use super::kit::orders::clerk::{import_table, set_up_shop};
use super::kit::shop::{Server, faults};
use super::kit::{Failure, Folder};
use audit::{StationAudit, audit_stations};
use database::Database;
use events::Events;
use line::{Line, Troubles};
use pool::Pool;

pub const REAL_DAY: u32 = 86_400;
/// The latest copy of a request that a fault delays, with some time to spare.
const LATEST_COPY: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug)]
pub struct Trial {
    pub stations: usize,
    pub orders: u64,
    pub kills: u64,
    /// Of the kills, those after which the station is never started again.
    pub lost: u64,
    /// Of the kills, those after which it is started when others have taken over what it had.
    pub late: u64,
    /// How often the database is stopped or killed.
    pub restarts: u64,
    pub seed: u64,
    /// The share of calls for rates, labels and look-ups that meet a fault.
    pub faulted: f64,
    /// The stations reach the database through PgBouncer.
    pub is_pooled: bool,
    /// The lease of a station that is killed with claims, and not started again at once, ends at the
    /// kill. Nobody waits a minute for it.
    pub ages_leases: bool,
}

/// The result of one trial.
#[derive(Debug)]
pub struct Tried {
    pub found: StationAudit,
    pub kills: u64,
    pub starts: u64,
    /// Stations that were never started again.
    pub lost: u64,
    pub late: u64,
    pub database_stops: u64,
    pub database_kills: u64,
    /// Claims that the killed stations left, by what became of the station.
    pub claims_left: BTreeMap<&'static str, u64>,
    pub troubles: Troubles,
    /// Calls by the fault they met.
    pub met: Vec<(&'static str, u64)>,
    /// From the first start of a station to the last label.
    pub took: Duration,
}

/// Everything that a trial runs.
pub struct Place {
    pub database: Database,
    /// Ends after the trial.
    _pool: Option<Pool>,
    pub server: Server,
    pub desks: Vec<Desk>,
    pub trial: Trial,
    pub folder: Folder,
}

/// One station, running or not.
pub struct Desk {
    pub folder: PathBuf,
    /// Standard error of all its runs.
    pub errors: PathBuf,
    line: Line,
    /// To the database itself, where the other one leads to a pool.
    direct: Option<Line>,
    pub child: Option<Child>,
    pub is_lost: bool,
    /// When it is started again.
    pub due: Option<Instant>,
}

impl Drop for Desk {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            // It has mostly ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Does what the parent of this process asked for; `false` if there is no parent.
pub fn act_as_station() -> Result<bool, Failure> {
    let Some(task) = task_of_parent()? else {
        return Ok(false);
    };
    match text(&task, "what").as_str() {
        "station" => station::work(&task)?,
        "growth" => growth::work(&task)?,
        "besieged" => besieged::work(&task)?,
        "hostile" => hostile::work(&task)?,
        "obedient" => besieged::obey(&task)?,
        other => return Err(format!("no such task: {other}").into()),
    }
    Ok(true)
}

/// Carries the trial out. `child` starts this program again.
pub fn run(trial: &Trial, child: Program<'_>) -> Result<Tried, Failure> {
    let mut place = Place::set_up(*trial)?;
    let faulted = faults(trial.seed, trial.faulted, trial.faulted);
    place.server.meet(&place.folder, &faulted)?;
    let begun = Instant::now();
    let mut events = Events::new(trial);
    for at in 0..trial.stations {
        place.start(at, child)?;
        let desk = place.desks.get(at).ok_or("no such station")?;
        desk.trouble(trial.seed + at as u64);
        events.starts += 1;
    }
    events.carry_out(&mut place, child)?;
    let took = begun.elapsed();
    let met = place.server.met();
    std::thread::sleep(LATEST_COPY);
    let Place { database, server, desks, folder, .. } = place;
    server.stop();
    let mut troubles = Troubles::default();
    for desk in &desks {
        troubles.add(desk.line.met());
        if let Some(direct) = &desk.direct {
            troubles.add(direct.met());
        }
    }
    let found = audit_stations(&database, &desks, trial.orders, &folder.join("service"))?;
    Ok(Tried {
        found,
        kills: events.kills,
        starts: events.starts,
        lost: events.lost,
        late: events.late,
        database_stops: events.database_stops,
        database_kills: events.database_kills,
        claims_left: events.claims_left,
        troubles,
        met,
        took,
    })
}

impl Place {
    /// The service, the database with all orders, and the stations with their lines. The first
    /// orders of a shop come from its office, whose line has no troubles.
    pub fn set_up(trial: Trial) -> Result<Self, Failure> {
        let folder = Folder::new("stations")?;
        let server = Server::start(folder.join("service"), REAL_DAY)?;
        server.refill(900_000)?;
        let database = Database::start(&[])?;
        let port = database.server.port();
        let pool = trial.is_pooled.then(|| Pool::start(port)).transpose()?;
        let pooled = pool.as_ref().map(|pool| pool.port);
        let mut desks = Vec::new();
        for at in 0..trial.stations {
            let direct = pooled.map(|_| Line::open(port)).transpose()?;
            desks.push(Desk {
                folder: folder.join(&format!("station-{at}")),
                errors: folder.join(&format!("station-{at}.txt")),
                line: Line::open(pooled.unwrap_or(port))?,
                direct,
                child: None,
                is_lost: false,
                due: None,
            });
        }
        let place = Self { database, _pool: pool, server, desks, trial, folder };
        place.import()?;
        Ok(place)
    }

    fn import(&self) -> Result<(), Failure> {
        let office = self.folder.join("office");
        let address = self.database.address("shop", self.database.server.port());
        let mut counter = station::open_desk(office, &self.server.login, address)?;
        counter.wait("the sign-in of the office", |state| {
            matches!(state.connection, Connection::Connected(_))
                && state.order_rules.documents.loaded
        })?;
        set_up_shop(&mut counter)?;
        import_table(&mut counter, self.trial.orders)?;
        counter.close();
        Ok(())
    }

    /// Orders by state, what is claimed by whom, and which stations run, for a trial that broke off.
    pub fn tell(&self) -> String {
        let mut said = String::new();
        for sql in [
            "SELECT state, count(*) FROM postroom.orders GROUP BY state",
            "SELECT order_id, transaction_id, station, wanted_by, wanted_since FROM postroom.claims",
            "SELECT name, now() - lease_until FROM postroom.stations",
            "SELECT json FROM postroom.order_details JOIN postroom.orders USING (position)
             WHERE state IN ('buying', 'in-doubt')",
            "SELECT history.claims.* FROM history.claims JOIN postroom.orders ON id = order_id
             WHERE state IN ('buying', 'in-doubt') ORDER BY history.claims.number",
        ] {
            match self.database.ask(sql) {
                Ok(rows) => said.push_str(&rows),
                Err(error) => said.push_str(&error.to_string()),
            }
            said.push('\n');
        }
        for (at, desk) in self.desks.iter().enumerate() {
            let name = station::station_name(&desk.folder).unwrap_or_default();
            let runs = desk.child.is_some();
            let lost = desk.is_lost;
            said.push_str(&format!("station {at} {name}: runs {runs}, lost {lost}\n"));
        }
        said
    }

    /// What a child must know.
    pub fn task(&self, at: usize, what: &str) -> Result<Value, Failure> {
        let desk = self.desks.get(at).ok_or("no such station")?;
        let mut address = self.database.address("shop", desk.line.port);
        if let Some(direct) = &desk.direct {
            address.direct = format!("127.0.0.1:{}", direct.port);
        }
        let login = &self.server.login;
        Ok(json!({
            "what": what, "folder": desk.folder, "orders": self.trial.orders,
            "seed": self.trial.seed.wrapping_add(at as u64 * 1_000), "at": at,
            "workspace": address,
            "base": login.base_url, "practice": login.practice_url,
            "key": login.api_key, "secret": login.api_secret.expose(),
            "user": login.user_name, "password": login.password.expose(),
        }))
    }

    pub fn start(&mut self, at: usize, child: Program<'_>) -> Result<(), Failure> {
        let task = self.task(at, "station")?;
        self.spawn(at, child, &task)
    }

    pub fn spawn(&mut self, at: usize, child: Program<'_>, task: &Value) -> Result<(), Failure> {
        let desk = self.desks.get_mut(at).ok_or("no such station")?;
        let errors = OpenOptions::new().create(true).append(true).open(&desk.errors)?;
        desk.child = Some(spawn_telling(child, task, Stdio::from(errors))?);
        desk.due = None;
        Ok(())
    }
}

impl Desk {
    /// Troubles of its lines from now on.
    fn trouble(&self, seed: u64) {
        self.line.trouble(seed);
        if let Some(direct) = &self.direct {
            direct.trouble(seed + 500);
        }
    }

    /// What it wrote to standard error.
    pub fn said(&self) -> String {
        std::fs::read_to_string(&self.errors).unwrap_or_default()
    }
}
