//! News of claims: how long after the commit of a claim the desk of another station shows it.

use std::ops::Range;
use std::time::{Duration, Instant};

use postroom::base::id::TransactionId;
use postroom::desk::orders::list::OrderFilter;
use postroom::store::workspace::{
    ClaimTimes, OrderRow, OrderState, OrderWrite, SharedWorkspace, Workspace, WriteOutcome,
};
use tokio::runtime::Runtime;

use super::super::kit::orders::number;
use super::super::kit::trade::idle;
use super::super::kit::{Dice, Failure, PATIENCE};
use super::claim::claim_of;
use super::database::Database;
use super::station::Station;
use super::{Place, Trial};

/// The longest pause between two claims. The pauses are random, so that claims come at every moment
/// of the time in which a station gathers news.
const LONGEST_PAUSE_MS: u64 = 1_000;
/// In a busy shop somebody writes an order this often.
const BUSY: Duration = Duration::from_millis(50);

/// The times from the commits of claims until the other desk showed them.
#[derive(Debug, Default)]
pub struct NewsTimes {
    pub quiet: Vec<Duration>,
    /// While a further station writes another order all the time.
    pub busy: Vec<Duration>,
}

/// So many claims in a quiet and in a busy shop.
pub fn measure(claims: u64, seed: u64) -> Result<NewsTimes, Failure> {
    let place = Place::set_up(Trial {
        stations: 1,
        orders: claims * 2 + 1,
        kills: 0,
        lost: 0,
        late: 0,
        restarts: 0,
        seed,
        faulted: 0.0,
        is_pooled: false,
        ages_leases: false,
    })?;
    let mut watcher = Station::open(&place.task(0, "news")?)?;
    watcher.wait("announcements", PATIENCE, |state| state.stations.is_listening)?;
    let runtime = Runtime::new()?;
    let open = |station: &str| {
        let address = place.database.address("shop", place.database.server.port());
        let password = Some(Database::password());
        let times = ClaimTimes::default();
        runtime.block_on(SharedWorkspace::open(address, password, station.to_owned(), times))
    };
    let claimer = open("bench 2")?;
    let mut dice = Dice::new(seed);
    let quiet = claims_seen(&mut watcher, &runtime, &claimer, 0..claims, &mut dice)?;
    let writer = open("bench 3")?;
    let writing = runtime.spawn(write_all_the_time(writer, number(claims * 2)));
    let busy = claims_seen(&mut watcher, &runtime, &claimer, claims..claims * 2, &mut dice)?;
    if writing.is_finished() {
        return Err(format!("the busy station ended: {:?}", runtime.block_on(writing)).into());
    }
    writing.abort();
    watcher.counter.close();
    Ok(NewsTimes { quiet, busy })
}

/// Claims these orders one after the other, and waits until the watcher shows each.
fn claims_seen(
    watcher: &mut Station,
    runtime: &Runtime,
    claimer: &SharedWorkspace,
    orders: Range<u64>,
    dice: &mut Dice,
) -> Result<Vec<Duration>, Failure> {
    watcher.show(OrderFilter::default(), orders.start)?;
    let mut times = Vec::new();
    for at in orders {
        let pause = Duration::from_millis(dice.below(LONGEST_PAUSE_MS));
        idle(&mut watcher.counter, pause);
        let order = runtime.block_on(order_of_number(claimer, number(at)))?;
        let id = order.id.clone();
        let transaction = TransactionId::new(format!("claim-{:016x}", dice.next()));
        let claim = claim_of(order, transaction);
        let outcomes = runtime.block_on(claimer.claim_orders(vec![claim]))?;
        let committed = Instant::now();
        if !matches!(outcomes.as_slice(), [WriteOutcome::Written(_)]) {
            return Err(format!("a claim came to {outcomes:?}").into());
        }
        watcher.wait("a claim of another station", PATIENCE, |state| {
            let mut rows = state.orders.rows.iter();
            rows.any(|row| row.id == id && row.state == OrderState::Buying)
        })?;
        times.push(committed.elapsed());
    }
    Ok(times)
}

async fn order_of_number(workspace: &SharedWorkspace, number: String) -> Result<OrderRow, Failure> {
    let rows = workspace.orders_by_number(None, vec![number]).await?;
    let row = rows.into_iter().next();
    row.ok_or_else(|| "an order is missing".into())
}

/// Ends only with an error.
async fn write_all_the_time(workspace: SharedWorkspace, number: String) -> Result<(), String> {
    loop {
        let found = order_of_number(&workspace, number.clone()).await;
        let order = found.map_err(|error| error.to_string())?;
        let write = OrderWrite {
            id: order.id,
            revision: Some(order.revision),
            fields: order.fields,
            open_purchases: Vec::new(),
        };
        let written = workspace.write_orders(vec![write]).await;
        written.map_err(|error| error.to_string())?;
        tokio::time::sleep(BUSY).await;
    }
}
