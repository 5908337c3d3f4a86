//! Labels an hour with more and more stations. The service answers after a while and is not the
//! limit. Each station does one order after the other, as at a packing bench: it asks for its rates, and
//! buys its label. It has boxes of its own, whose orders it looks up by their numbers; or all have one list,
//! of which each begins at a place of its own.

use std::time::{Duration, Instant};

use postroom::desk::order_batches::work::OrderWork;
use postroom::desk::orders::OrderState;
use postroom::desk::orders::list::OrderFilter;
use serde_json::{Value, json};

use super::super::kit::crash::{Program, say};
use super::super::kit::orders::kills::read_only;
use super::super::kit::orders::number;
use super::super::kit::{Failure, PATIENCE};
use super::cpu::CpuTime;
use super::station::{Station, end_with_parent};
use super::{Place, Trial};

const READY: &str = "the station is ready";
const LOOK: Duration = Duration::from_millis(100);

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The service answers each call after this time.
    pub answer: Duration,
    /// Labels are counted for this time, and until there are `least` of them.
    pub window: Duration,
    pub least: u64,
    /// The orders are as many with fewer stations: a longer list takes longer to read.
    pub most_stations: usize,
    /// All stations have one list.
    pub is_common: bool,
    pub seed: u64,
}

/// What so many stations did in the window.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    pub stations: usize,
    pub labels: u64,
    pub an_hour: u64,
    pub cpu: CpuTime,
}

/// The child's task, which ends when its parent kills it.
pub fn work(task: &Value) -> Result<(), Failure> {
    end_with_parent();
    let mut station = Station::open(task)?;
    let of = |name: &str| task.get(name).and_then(Value::as_u64).unwrap_or_default();
    let (mut at, stations) = (of("at"), of("stations").max(1));
    let is_common = task.get("common").and_then(Value::as_bool).unwrap_or_default();
    let open = OrderFilter {
        states: vec![OrderState::Ready, OrderState::Rated],
        ..OrderFilter::default()
    };
    say(READY);
    while at < of("orders") {
        if is_common {
            station.show(open.clone(), 0)?;
            let matching = station.counter.desk.state().orders.matching;
            station.show(open.clone(), matching * at / stations)?;
        } else {
            let filter = OrderFilter { text: number(at), ..OrderFilter::default() };
            station.show(filter, 0)?;
            at += stations;
        }
        let rows = station.counter.desk.state().orders.rows.iter();
        let ids: Vec<_> = rows.take(1).map(|row| row.id.clone()).collect();
        station.run(OrderWork::GetRates(ids.clone()))?;
        station.buy(ids)?;
    }
    Err("there were too few orders".into())
}

/// Counts the labels that the service makes in the window, once every station is at work.
pub fn measure(growth: &Growth, stations: usize, child: Program<'_>) -> Result<Pace, Failure> {
    // Two calls a label: more labels than these nobody can buy.
    let calls = growth.window.as_millis() / growth.answer.as_millis().max(1);
    let most = u64::try_from(calls)? + growth.least + 10;
    let mut place = Place::set_up(Trial {
        stations,
        orders: most * growth.most_stations as u64,
        kills: 0,
        lost: 0,
        late: 0,
        restarts: 0,
        seed: growth.seed,
        faulted: 0.0,
        is_pooled: false,
        ages_leases: false,
    })?;
    let millis = u64::try_from(growth.answer.as_millis())?;
    let slow = json!({"seed": growth.seed, "rules": [
        {"call": "*", "kind": "delay_before_commit", "millis": millis, "chance": 1.0},
    ]});
    place.server.meet(&place.folder, &slow)?;
    for at in 0..stations {
        let mut task = place.task(at, "growth")?;
        if let Some(members) = task.as_object_mut() {
            members.insert("stations".to_owned(), json!(stations));
            members.insert("common".to_owned(), json!(growth.is_common));
            // Nothing troubles the lines, so the stations reach the database without them.
            let direct = place.database.address("shop", place.database.server.port());
            members.insert("workspace".to_owned(), serde_json::to_value(direct)?);
        }
        place.spawn(at, child, &task)?;
    }
    let begun = Instant::now();
    while !place.desks.iter().all(|desk| desk.said().contains(READY)) {
        if begun.elapsed() > PATIENCE {
            return Err("the stations do not get ready".into());
        }
        std::thread::sleep(LOOK);
    }
    let (from, before) = (Instant::now(), place.labels()?);
    let cpu_before = CpuTime::of(&place);
    std::thread::sleep(growth.window);
    let (mut after, mut took) = (place.labels()?, from.elapsed());
    while after < before + growth.least {
        if took > growth.window + PATIENCE {
            return Err(format!("only {} labels were bought", after - before).into());
        }
        std::thread::sleep(LOOK);
        (after, took) = (place.labels()?, from.elapsed());
    }
    let cpu = CpuTime::of(&place).since(cpu_before);
    for desk in &mut place.desks {
        let mut child = desk.child.take().ok_or("no such station")?;
        if child.try_wait()?.is_some() {
            return Err(format!("a station has ended: {}", desk.said()).into());
        }
        child.kill()?;
        child.wait()?;
    }
    let labels = after - before;
    let Place { server, .. } = place;
    server.stop();
    Ok(Pace {
        stations,
        labels,
        an_hour: (labels as f64 * 3_600.0 / took.as_secs_f64()) as u64,
        cpu,
    })
}

impl Place {
    /// The labels that the service has made.
    pub(super) fn labels(&self) -> Result<u64, Failure> {
        let service = read_only(&self.folder.join("service").join("practice.db"))?;
        let count: i64 =
            service.query_row("SELECT count(*) FROM shipments", [], |row| row.get(0))?;
        Ok(count.unsigned_abs())
    }
}
