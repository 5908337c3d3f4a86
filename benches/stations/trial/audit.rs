//! Compares the orders of the database, the service's own records, the journals of all stations and
//! the history of claims that the database wrote itself. Nothing is read with the code under test.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::path::Path;

use super::super::kit::Failure;
use super::super::kit::audit::{Row, Rows, compare_with_service, journal_rows};
use super::super::kit::orders::audit::{OrderAudit, StoredOrder, compare_all};
use super::super::kit::orders::kills::read_only;
use super::Desk;
use super::database::Database;
use super::station::station_name;

/// The result of an audit; every list must be empty.
#[derive(Debug, Default)]
pub struct StationAudit {
    /// The orders, the service and all journals as one.
    pub orders: OrderAudit,
    /// Claims as the database noted them.
    pub claims: u64,
    /// Claims that went from one station to another.
    pub taken_over: u64,
    /// Requests that stations marked as being sent.
    pub sends: u64,
    /// Purchases that are in more than one journal.
    pub shared: u64,
    /// Orders by the number of stations that had claimed them at one time or another.
    pub by_owners: BTreeMap<usize, u64>,
    /// Orders that two stations had at once, and requests that were sent without the claim.
    pub at_once: Vec<String>,
}

/// A station had the claim of an order from one moment to another, in microseconds since 1970.
struct Owned {
    station: String,
    transaction: String,
    from: i64,
    /// `None` if it has it still.
    until: Option<i64>,
}

impl StationAudit {
    /// # Errors
    /// The first violations of each kind, as text.
    pub fn must_be_clean(&self) -> Result<(), Failure> {
        let first = self.at_once.iter().take(10).map(String::as_str);
        let first = first.collect::<Vec<_>>().join("\n");
        match self.orders.must_be_clean() {
            Ok(()) if first.is_empty() => Ok(()),
            Ok(()) => Err(first.into()),
            Err(error) => Err(format!("{error}\n{first}").into()),
        }
    }
}

impl fmt::Display for StationAudit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} claims, {} taken over, {} requests sent, {} purchases in several journals, orders \
             by the number of stations that had claimed them {:?}, {} at once; {}",
            self.claims,
            self.taken_over,
            self.sends,
            self.shared,
            self.by_owners,
            self.at_once.len(),
            self.orders.purchases
        )
    }
}

/// The database and the journals after the end of the trial.
pub fn audit_stations(
    database: &Database,
    desks: &[Desk],
    orders: u64,
    service: &Path,
) -> Result<StationAudit, Failure> {
    let mut found = StationAudit::default();
    let history = history(database, &mut found)?;
    let rows = all_journals(desks, &mut found)?;
    let mut purchases = std::mem::take(&mut found.orders.purchases);
    compare_with_service(&rows, service, &mut purchases)?;
    found.orders.purchases = purchases;
    sends(desks, &history, &mut found)?;
    claimed_before(&history, service, &mut found)?;
    let sql = "SELECT number, state, json FROM postroom.orders
        JOIN postroom.order_details USING (position)";
    let stored = database.rows(sql, 3)?.into_iter().map(|row| {
        let mut columns = row.into_iter();
        StoredOrder {
            number: columns.next().unwrap_or_default(),
            state: columns.next().unwrap_or_default(),
            json: columns.next().unwrap_or_default(),
        }
    });
    compare_all(&mut found.orders, stored.collect(), orders, service)?;
    for row in database.rows("SELECT order_id, station FROM postroom.claims", 2)? {
        let line = format!("a claim is left: {}", row.join(" "));
        found.orders.stuck.push(line);
    }
    for desk in desks {
        let said = desk.said();
        if said.contains("panicked") {
            found.orders.wrong.push(said);
        }
    }
    Ok(found)
}

/// Who had the claim of each order, from the database's own notes.
fn history(
    database: &Database,
    found: &mut StationAudit,
) -> Result<HashMap<String, Vec<Owned>>, Failure> {
    let sql = "SELECT order_id, transaction_id, micros, coalesce(before, ''), coalesce(after, ''),
        coalesce(lease_was_over, true) FROM history.claims ORDER BY number";
    let mut history: HashMap<String, Vec<Owned>> = HashMap::new();
    for row in database.rows(sql, 6)? {
        let [order, transaction, micros, before, after, lease_was_over] = row.as_slice() else {
            return Err(format!("the history has the line {row:?}").into());
        };
        let micros: i64 = micros.parse()?;
        let owned = history.entry(order.clone()).or_default();
        let last = owned.last_mut().filter(|last| last.until.is_none());
        match (last, before.as_str()) {
            (None, "") => {}
            (Some(last), _) if last.station == *before && last.transaction == *transaction => {
                last.until = Some(micros);
            }
            (last, before) => {
                let held = last.map(|last| format!("{} of {}", last.transaction, last.station));
                found.at_once.push(format!(
                    "{order}: {transaction} came from {before:?} to {after:?}, held was {held:?}"
                ));
            }
        }
        if lease_was_over != "t" {
            let line = format!("{order}: taken from {before} while its lease ran");
            found.at_once.push(line);
        }
        if !after.is_empty() {
            match before.is_empty() {
                true => found.claims += 1,
                false => found.taken_over += 1,
            }
            owned.push(Owned {
                station: after.clone(),
                transaction: transaction.clone(),
                from: micros,
                until: None,
            });
        }
    }
    for owned in history.values() {
        let stations: HashSet<&str> = owned.iter().map(|it| it.station.as_str()).collect();
        *found.by_owners.entry(stations.len()).or_default() += 1;
    }
    Ok(history)
}

/// The journals as one: a purchase that was taken over is in several. All must say the same of it,
/// except those of stations that died.
fn all_journals(desks: &[Desk], found: &mut StationAudit) -> Result<Rows, Failure> {
    let mut all = Rows::new();
    let mut requests: HashMap<String, Vec<u8>> = HashMap::new();
    let audit = &mut found.orders.purchases;
    for desk in desks {
        let file = desk.folder.join("journal.db");
        let bodies = bodies(&file)?;
        for (transaction, row) in journal_rows(&file)? {
            let body = bodies.get(&transaction).cloned().unwrap_or_default();
            if *requests.entry(transaction.clone()).or_insert(body.clone()) != body {
                let line = format!("{transaction} is in two journals with different requests");
                audit.wrong.push(line);
            }
            *audit.states.entry(row.state.clone()).or_default() += 1;
            let is_open = matches!(row.state.as_str(), "intent" | "sending" | "unknown");
            if is_open && !desk.is_lost {
                let line = format!("{transaction} is {} in {}", row.state, desk.folder.display());
                audit.stuck.push(line);
            }
            match all.remove(&transaction) {
                None => {
                    all.insert(transaction, row);
                }
                Some(other) => {
                    found.shared += 1;
                    if let Some(line) = contradiction(&transaction, &other, &row) {
                        audit.wrong.push(line);
                    }
                    all.insert(transaction, stronger(other, row));
                }
            }
        }
    }
    Ok(all)
}

fn contradiction(transaction: &str, one: &Row, other: &Row) -> Option<String> {
    let same_label = one.order == other.order && one.sequence == other.sequence;
    let both_bought = one.state == "confirmed" && other.state == "confirmed";
    let same_result = one.result == other.result && one.charged == other.charged;
    let is_wrong = !same_label || (both_bought && !same_result);
    is_wrong.then(|| format!("{transaction} is {one:?} in one journal and {other:?} in another"))
}

/// What one of them knows to be bought is bought.
fn stronger(one: Row, other: Row) -> Row {
    let attempts = one.attempts + other.attempts;
    let row = match other.state.as_str() {
        "confirmed" => other,
        _ => one,
    };
    Row { attempts, ..row }
}

pub(super) fn bodies(journal: &Path) -> Result<HashMap<String, Vec<u8>>, Failure> {
    let journal = read_only(journal)?;
    let mut read = journal.prepare("SELECT txn, body FROM entries")?;
    let rows = read.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Every request was marked as being sent by the station that had the claim at that moment.
fn sends(
    desks: &[Desk],
    history: &HashMap<String, Vec<Owned>>,
    found: &mut StationAudit,
) -> Result<(), Failure> {
    let owned = history.values().flatten();
    let mut by_transaction: HashMap<&str, Vec<&Owned>> = HashMap::new();
    for owned in owned {
        by_transaction.entry(owned.transaction.as_str()).or_default().push(owned);
    }
    for desk in desks {
        let station = station_name(&desk.folder)?;
        let journal = read_only(&desk.folder.join("journal.db"))?;
        let mut read = journal.prepare("SELECT txn, at FROM events WHERE state = 'sending'")?;
        let rows =
            read.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
        for row in rows {
            let (transaction, at) = row?;
            found.sends += 1;
            let mut owned = by_transaction.get(transaction.as_str()).into_iter().flatten();
            let had = |owned: &&&Owned| {
                let until = owned.until.unwrap_or(i64::MAX);
                owned.station == station && (owned.from..=until).contains(&at)
            };
            if owned.find(had).is_none() {
                let line = format!("{station} sent {transaction} at {at} without its claim");
                found.at_once.push(line);
            }
        }
    }
    Ok(())
}

/// Every purchase that reached the service was claimed.
fn claimed_before(
    history: &HashMap<String, Vec<Owned>>,
    service: &Path,
    found: &mut StationAudit,
) -> Result<(), Failure> {
    let owned = history.values().flatten();
    let claimed: HashSet<&str> = owned.map(|owned| owned.transaction.as_str()).collect();
    let service = read_only(&service.join("practice.db"))?;
    let mut read = service.prepare("SELECT transaction_id FROM used_transactions")?;
    for transaction in read.query_map([], |row| row.get::<_, String>(0))? {
        let transaction = transaction?;
        if !claimed.contains(transaction.as_str()) {
            let line = format!("{transaction} reached the service and was never claimed");
            found.at_once.push(line);
        }
    }
    Ok(())
}
