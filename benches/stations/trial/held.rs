//! A transaction that is held open for minutes, as a dump or a report does, while stations claim orders
//! and write what became of them. The server keeps every version of a row that was changed since, and
//! the claims must not become slower by it.

use std::ops::Range;
use std::time::{Duration, Instant};

use postroom::base::id::TransactionId;
use postroom::store::workspace::{
    ClaimTimes, OrderState, OrderWrite, SharedWorkspace, Workspace, WriteOutcome,
};
use tokio::runtime::Runtime;

use super::super::kit::{Failure, PATIENCE};
use super::claim::{claim_of, fill};
use super::database::Database;

const STATIONS: u64 = 4;
/// Between two labels of a station.
const PAUSE: Duration = Duration::from_millis(100);
/// The beginning and the end are such a part of the time.
const PART: u32 = 10;
/// The transaction is open for so much longer than the stations work.
const SPARE_SECS: u64 = 10;
/// Of the orders that are made, one of so many can be bought.
const MADE_FOR_ONE: u64 = 10;

/// What was measured while the transaction was open.
#[derive(Debug, Default)]
pub struct HeldTimes {
    pub claims: u64,
    /// Times of claims in the first tenth of the time, as the stations see them.
    pub beginning: Vec<Duration>,
    pub end: Vec<Duration>,
    /// Rows of orders and claims that a cleaning at the end had to leave.
    pub kept_rows: u64,
}

/// A claim, with the time from the start to its beginning.
type Timed = (Duration, Duration);

pub fn measure(seconds: u64) -> Result<HeldTimes, Failure> {
    let database = Database::start(&[])?;
    let window = Duration::from_secs(seconds);
    let labels = u64::try_from(window.as_millis() / PAUSE.as_millis())? + 1;
    fill(&database, STATIONS * labels * MADE_FOR_ONE)?;
    std::thread::scope(|scope| {
        let holding = scope.spawn(|| {
            let asked = database.ask(&format!(
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
                 SELECT count(*) FROM postroom.orders;
                 SELECT pg_sleep({});
                 COMMIT",
                seconds + SPARE_SECS
            ));
            asked.map(drop).map_err(|error| error.to_string())
        });
        wait_until_held(&database)?;
        let timed = claim_for(&database, window, labels)?;
        let kept_rows = kept_rows(&database)?;
        if holding.is_finished() {
            return Err("the transaction was not open to the end".into());
        }
        let until = window / PART;
        let of = |is_in: &dyn Fn(Duration) -> bool| {
            let chosen = timed.iter().filter(|(at, _)| is_in(*at));
            chosen.map(|(_, took)| *took).collect()
        };
        let (beginning, end) = (of(&|at| at < until), of(&|at| at >= window.saturating_sub(until)));
        let held = holding.join();
        held.map_err(|_| "the thread of the transaction panicked")??;
        Ok(HeldTimes { claims: timed.len() as u64, beginning, end, kept_rows })
    })
}

fn wait_until_held(database: &Database) -> Result<(), Failure> {
    let begun = Instant::now();
    let held = "SELECT count(*) FROM pg_stat_activity
        WHERE query LIKE '%pg_sleep(%' AND wait_event = 'PgSleep' AND backend_xmin IS NOT NULL";
    while database.ask(held)?.trim() != "1" {
        if begun.elapsed() > PATIENCE {
            return Err("the transaction is not held open".into());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

/// What a cleaning leaves, because the transaction may still read it.
fn kept_rows(database: &Database) -> Result<u64, Failure> {
    database.ask("VACUUM postroom.orders, postroom.order_details, postroom.claims")?;
    let kept = database.ask(
        "SELECT sum(pg_stat_get_dead_tuples(oid)) FROM pg_class
         WHERE oid IN ('postroom.orders'::regclass, 'postroom.order_details'::regclass,
           'postroom.claims'::regclass)",
    )?;
    Ok(kept.trim().parse()?)
}

/// All stations claim and write for this time; returns the time of each claim.
fn claim_for(database: &Database, window: Duration, labels: u64) -> Result<Vec<Timed>, Failure> {
    let runtime = Runtime::new()?;
    let mut workspaces = Vec::new();
    for station in 0..STATIONS {
        let opened = SharedWorkspace::open(
            database.address("shop", database.server.port()),
            Some(Database::password()),
            format!("bench {station}"),
            ClaimTimes::default(),
        );
        workspaces.push(runtime.block_on(opened)?);
    }
    let begun = Instant::now();
    let stations = (0..).zip(workspaces).map(|(at, workspace)| {
        let numbers = at * labels..(at + 1) * labels;
        runtime.spawn(work(workspace, numbers, (begun, window)))
    });
    let mut timed = Vec::new();
    for station in stations.collect::<Vec<_>>() {
        timed.extend(runtime.block_on(station)??);
    }
    Ok(timed)
}

async fn work(
    workspace: SharedWorkspace,
    numbers: Range<u64>,
    (begun, window): (Instant, Duration),
) -> Result<Vec<Timed>, String> {
    let mut timed = Vec::new();
    for at in numbers {
        let since = begun.elapsed();
        if since >= window {
            break;
        }
        let took = buy(&workspace, at * MADE_FOR_ONE).await?;
        timed.push((since, took));
        tokio::time::sleep(PAUSE).await;
    }
    workspace.close().await;
    Ok(timed)
}

/// Claims an order and writes that it was bought and printed. Returns the time of the claim.
async fn buy(workspace: &SharedWorkspace, number: u64) -> Result<Duration, String> {
    let numbers = vec![format!("M{number}")];
    let rows = workspace.orders_by_number(None, numbers).await;
    let rows = rows.map_err(|error| error.to_string())?;
    let row = rows.into_iter().next().ok_or("an order is missing")?;
    let mut revision = row.revision;
    let claim = claim_of(row, TransactionId::new(format!("label-{number}")));
    let mut write = claim.write.clone();
    let asked = Instant::now();
    let claimed = workspace.claim_orders(vec![claim]).await;
    let took = asked.elapsed();
    let claimed = claimed.map_err(|error| error.to_string())?;
    written(&claimed)?;
    for state in [OrderState::Bought, OrderState::Printed] {
        revision += 1;
        write.fields.state = state;
        write.fields.json.push(' ');
        let write =
            OrderWrite { revision: Some(revision), open_purchases: Vec::new(), ..write.clone() };
        let outcomes = workspace.write_orders(vec![write]).await;
        written(&outcomes.map_err(|error| error.to_string())?)?;
    }
    Ok(took)
}

fn written(outcomes: &[WriteOutcome]) -> Result<(), String> {
    match outcomes {
        [WriteOutcome::Written(_)] => Ok(()),
        other => Err(format!("a write came to {other:?}")),
    }
}
