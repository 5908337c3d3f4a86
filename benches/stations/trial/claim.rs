//! Claims among very many orders: the program claims one order after the other, and the server's log
//! says how long each statement of it took there and which plans it chose.

use std::time::Duration;

use postroom::base::id::TransactionId;
use postroom::orders::order::Order;
use postroom::parcel::draft::{AddressForm, PackageForm};
use postroom::store::workspace::{
    ClaimTimes, ClaimedPurchase, OrderClaim, OrderRow, OrderState, OrderWrite, SharedWorkspace,
    Workspace, WriteOutcome,
};
use tokio::runtime::Runtime;

use super::super::kit::{Dice, Failure};
use super::database::Database;

/// Rows that one statement makes.
const AT_ONCE: u64 = 50_000;
/// Sizes of what a claim keeps beside its order.
const CONTEXT_BYTES: usize = 500;
const BODY_BYTES: usize = 2_000;
/// Claims whose plans are looked at.
const EXPLAINED: u64 = 5;

/// The time of claims at the database.
#[derive(Debug, Default)]
pub struct ClaimTime {
    /// All statements of a claim, from `BEGIN` to `COMMIT`.
    pub whole: Vec<Duration>,
    /// The same without `COMMIT`, which waits for the disk.
    pub without_commit: Vec<Duration>,
    /// The plan of the statement that looks for free orders.
    pub plan: String,
    /// Tables of orders that some statement of a claim read from one end to the other.
    pub scanned: Vec<String>,
}

/// Claims `claims` orders of `orders`, one in each transaction.
pub fn measure(orders: u64, claims: u64, seed: u64) -> Result<ClaimTime, Failure> {
    let database = Database::start(&[
        "fsync=on",
        "session_preload_libraries=auto_explain",
        "log_line_prefix=%p ",
        "autovacuum_naptime=10s",
    ])?;
    fill(&database, orders)?;
    let runtime = Runtime::new()?;
    database.ask("ALTER ROLE shop SET log_min_duration_statement = 0")?;
    let mut dice = Dice::new(seed);
    runtime.block_on(claim_some(&database, (orders, claims), &mut dice))?;
    let (whole, without_commit) = times(&database.server.log());
    database.ask("ALTER ROLE shop SET auto_explain.log_min_duration = 0")?;
    runtime.block_on(claim_some(&database, (orders, EXPLAINED), &mut dice))?;
    let log = database.server.log();
    let plans = log.split(" plan:\n").skip(1).map(indented);
    let is_claim = |plan: &String| plan.contains("FOR UPDATE OF o SKIP LOCKED");
    let plan = plans.clone().find(is_claim).map(|plan| plan_only(&plan));
    let of_orders = |line: &&str| {
        let mut tables = ["Seq Scan on orders", "Seq Scan on order_details"].iter();
        tables.any(|table| line.contains(table))
    };
    let mut scanned: Vec<String> = Vec::new();
    for plan in plans {
        let found = plan.lines().filter(of_orders);
        scanned.extend(found.map(|line| line.trim().to_owned()));
    }
    scanned.sort();
    scanned.dedup();
    Ok(ClaimTime {
        whole,
        without_commit,
        plan: plan.ok_or("the log has no plan of a claim")?,
        scanned,
    })
}

/// The lines of an entry of the log that follow its first one.
fn indented(entry: &str) -> String {
    let lines = entry.lines().take_while(|line| line.starts_with('\t'));
    lines.collect::<Vec<_>>().join("\n")
}

/// A plan without the statement before it.
fn plan_only(entry: &str) -> String {
    let lines = entry.lines();
    let plan = lines.skip_while(|line| !line.contains("(cost="));
    plan.collect::<Vec<_>>().join("\n")
}

/// Nine of ten orders were shipped, and one of ten can be bought.
pub(super) fn fill(database: &Database, orders: u64) -> Result<(), Failure> {
    let order = Order {
        number: "NUMBER".to_owned(),
        source: "Shop".to_owned(),
        to: AddressForm {
            name: "Jane Sample".into(),
            street1: "350 5th Ave".into(),
            city: "New York".into(),
            state: "NY".into(),
            zip: "10118".into(),
            ..AddressForm::default()
        },
        parcels: vec![PackageForm::default()],
        ..Order::default()
    };
    let json = serde_json::to_string(&order)?.replace('\'', "''");
    let mut first = 0;
    while first < orders {
        let last = (first + AT_ONCE).min(orders) - 1;
        database.ask(&format!(
            "INSERT INTO postroom.orders
               (id, revision, source, number, state, recipient, changed, changed_by)
             SELECT md5(n::text), 1, 'Shop', 'M' || n,
               CASE n % 10 WHEN 0 THEN 'rated' ELSE 'handed-over' END, 'Jane Sample ' || n, now(),
               'office' FROM generate_series({first}, {last}) AS n"
        ))?;
        first = last + 1;
    }
    database.ask(&format!(
        "INSERT INTO postroom.order_details (position, json, words)
         SELECT position, replace('{json}', 'NUMBER', number),
           to_tsvector('simple', number || ' ' || recipient) FROM postroom.orders"
    ))?;
    database.ask("VACUUM ANALYZE")?;
    Ok(())
}

/// The claim of an order as it is, of the usual size.
pub(super) fn claim_of(row: OrderRow, transaction: TransactionId) -> OrderClaim {
    let mut fields = row.fields;
    fields.state = OrderState::Buying;
    fields.json = fields.json.replace("\"labels\":[]", "\"labels\":[ ]");
    OrderClaim {
        write: OrderWrite {
            id: row.id,
            revision: Some(row.revision),
            fields,
            open_purchases: vec![transaction.clone()],
        },
        transaction,
        purchase: ClaimedPurchase {
            context: "c".repeat(CONTEXT_BYTES),
            body: vec![b'b'; BODY_BYTES],
        },
    }
}

/// Claims so many orders at random, none of them twice.
async fn claim_some(
    database: &Database,
    (orders, claims): (u64, u64),
    dice: &mut Dice,
) -> Result<(), Failure> {
    let workspace = SharedWorkspace::open(
        database.address("shop", database.server.port()),
        Some(Database::password()),
        "bench 1".to_owned(),
        ClaimTimes::default(),
    )
    .await?;
    let mut claimed = 0;
    let step = (orders / 10).max(1);
    while claimed < claims {
        let number = format!("M{}", dice.below(step) * 10);
        let rows = workspace.orders_by_number(None, vec![number]).await?;
        let Some(row) = rows.into_iter().next() else {
            return Err("an order is missing".into());
        };
        if row.fields.state != OrderState::Rated {
            continue;
        }
        let transaction = TransactionId::new(format!("claim-{:016x}", dice.next()));
        let claim = claim_of(row, transaction);
        let outcomes = workspace.claim_orders(vec![claim]).await?;
        if !matches!(outcomes.as_slice(), [WriteOutcome::Written(_)]) {
            return Err(format!("a claim came to {outcomes:?}").into());
        }
        claimed += 1;
    }
    workspace.close().await;
    Ok(())
}

/// The times of all transactions that claim, with and without `COMMIT`. A line of the log is
/// `4711 LOG:  duration: 0.123 ms  execute <unnamed>: SELECT …`, and a statement may go on in the
/// next lines. The claims come one after the other.
fn times(log: &str) -> (Vec<Duration>, Vec<Duration>) {
    let (mut whole, mut without_commit) = (Vec::new(), Vec::new());
    let (mut sum, mut is_claim) = (0.0, false);
    for entry in log.split(" LOG:  duration: ").skip(1) {
        let Some((time, statement)) = entry.split_once(" ms") else {
            continue;
        };
        let time: f64 = time.parse().unwrap_or_default();
        if statement.contains("BEGIN READ") {
            (sum, is_claim) = (0.0, false);
        }
        is_claim |= statement.contains("SKIP LOCKED");
        let before = sum;
        sum += time;
        if statement.contains("COMMIT") && is_claim {
            whole.push(Duration::from_secs_f64(sum / 1_000.0));
            without_commit.push(Duration::from_secs_f64(before / 1_000.0));
        }
    }
    (whole, without_commit)
}
