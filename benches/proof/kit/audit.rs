//! Compares the journal with the service's own records. Both are read from their files, without the
//! client. The invariants are numbered as in `docs/money.md`.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use super::Failure;

/// The result of an audit; every list must be empty.
#[derive(Debug, Default)]
pub struct Audit {
    pub labels: u64,
    pub top_ups: u64,
    pub refunds: u64,
    /// Number of journal rows by their last state.
    pub states: BTreeMap<String, u64>,
    /// Sums in millionths: the service's and the journal's.
    pub debits: (i64, i64),
    pub credits: (i64, i64),
    pub double: Vec<String>,
    pub lost: Vec<String>,
    pub stuck: Vec<String>,
    /// Any other violation.
    pub wrong: Vec<String>,
}

/// A purchase of a journal.
#[derive(Clone, Debug)]
pub struct Row {
    pub kind: String,
    pub order: Option<String>,
    pub sequence: i64,
    pub state: String,
    pub attempts: i64,
    pub result: Option<String>,
    pub charged: Option<i64>,
    pub expected: Option<i64>,
}

impl Audit {
    pub fn is_clean(&self) -> bool {
        let none = [&self.double, &self.lost, &self.stuck, &self.wrong];
        none.iter().all(|list| list.is_empty())
            && self.debits.0 == self.debits.1
            && self.credits.0 == self.credits.1
    }

    /// Adds the result of another audit.
    pub fn add(&mut self, other: Self) {
        self.labels += other.labels;
        self.top_ups += other.top_ups;
        self.refunds += other.refunds;
        for (state, count) in other.states {
            *self.states.entry(state).or_default() += count;
        }
        for (own, other) in [(&mut self.debits, other.debits), (&mut self.credits, other.credits)] {
            *own = (own.0 + other.0, own.1 + other.1);
        }
        self.double.extend(other.double);
        self.lost.extend(other.lost);
        self.stuck.extend(other.stuck);
        self.wrong.extend(other.wrong);
    }

    /// # Errors
    /// Everything that is wrong, as text.
    pub fn must_be_clean(&self) -> Result<(), Failure> {
        if self.is_clean() {
            return Ok(());
        }
        Err(format!("{self}\n{self:#?}").into())
    }
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "service: {} labels, {} top-ups, {} refunds; journal: {:?}; {} double, {} lost, \
             {} stuck, {} otherwise wrong; debits {} = {}, credits {} = {} millionths",
            self.labels,
            self.top_ups,
            self.refunds,
            self.states,
            self.double.len(),
            self.lost.len(),
            self.stuck.len(),
            self.wrong.len(),
            self.debits.0,
            self.debits.1,
            self.credits.0,
            self.credits.1,
        )
    }
}

/// Compares the journals (one per desk) with the service. The files may be in use: SQLite gives a
/// reader the last commit.
pub fn audit(journals: &[&Path], service: &Path) -> Result<Audit, Failure> {
    let mut audit = Audit::default();
    let mut rows = HashMap::new();
    for journal in journals {
        for (txn, row) in journal_rows(&journal.join("journal.db"))? {
            *audit.states.entry(row.state.clone()).or_default() += 1;
            if rows.insert(txn.clone(), row).is_some() {
                audit.wrong.push(format!("{txn} stands in two journals"));
            }
        }
    }
    for (txn, row) in &rows {
        // I5: every purchase is settled or watched.
        if matches!(row.state.as_str(), "intent" | "sending" | "unknown") {
            audit.stuck.push(format!("{txn} is {}", row.state));
        }
    }
    compare_with_service(&rows, service, &mut audit)?;
    Ok(audit)
}

/// Compares the purchases of all journals with those of the service.
pub fn compare_with_service(rows: &Rows, service: &Path, audit: &mut Audit) -> Result<(), Failure> {
    let service = read_only(&service.join("practice.db"))?;
    seen(&service, rows, audit)?;
    labels(&service, rows, audit)?;
    top_ups(&service, rows, audit)?;
    refunds(&service, rows, audit)
}

/// I1: every request that reached the service was recorded and marked as sending before.
fn seen(service: &Connection, rows: &Rows, audit: &mut Audit) -> Result<(), Failure> {
    let mut ids = service.prepare("SELECT transaction_id FROM used_transactions")?;
    for id in ids.query_map([], |row| row.get::<_, String>(0))? {
        let id = id?;
        if rows.get(&id).is_none_or(|row| row.attempts == 0) {
            audit.wrong.push(format!("{id} reached the service unmarked"));
        }
    }
    Ok(())
}

/// Purchases by transaction id.
pub type Rows = HashMap<String, Row>;

fn labels(service: &Connection, rows: &Rows, audit: &mut Audit) -> Result<(), Failure> {
    let mut bought = HashMap::new();
    let mut read = service.prepare("SELECT transaction_id, id, charge FROM shipments")?;
    let shipments = read.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?))
    })?;
    let mut orders = HashSet::new();
    for shipment in shipments {
        let (txn, id, charge) = shipment?;
        audit.labels += 1;
        match rows.get(&txn) {
            // I3: every purchase at the service is confirmed, with its id and its price.
            Some(row) if row.state == "confirmed" => {
                if row.result.as_deref() != Some(&id) || row.charged != Some(charge) {
                    audit.wrong.push(format!("{txn} is confirmed as {:?}", row.result));
                }
                // I2: one shipment per order and sequence.
                if !orders.insert((row.order.clone(), row.sequence)) {
                    audit.double.push(format!("{txn} of {:?}", row.order));
                }
            }
            Some(row) => audit.lost.push(format!("{txn} is {}", row.state)),
            None => audit.lost.push(format!("{txn} is in no journal")),
        }
        bought.insert(txn, charge);
    }
    let confirmed = rows.iter().filter(|(_, row)| row.kind == "label" && row.state == "confirmed");
    for (txn, row) in confirmed {
        // I4: no confirmed row without a shipment.
        if !bought.contains_key(txn) {
            audit.wrong.push(format!("{txn} is confirmed and was not bought"));
        }
        audit.debits.1 += row.charged.unwrap_or_default();
    }
    // I8: the sums match the ledger, which is written together with the shipments.
    audit.debits.0 = service.query_row(
        "SELECT coalesce(-sum(amount), 0) FROM ledger WHERE event_type = 'OnLabelGenerate'",
        [],
        |row| row.get(0),
    )?;
    Ok(())
}

fn top_ups(service: &Connection, rows: &Rows, audit: &mut Audit) -> Result<(), Failure> {
    let mut booked = HashSet::new();
    let mut read = service.prepare(
        "SELECT transaction_id, amount FROM ledger
         WHERE event_type = 'OnAddFunds' AND payment_type = 'CreditCard'",
    )?;
    let lines = read.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))?;
    for line in lines {
        let (txn, amount) = line?;
        audit.top_ups += 1;
        audit.credits.0 += amount;
        match rows.get(&txn) {
            Some(row) if row.state == "confirmed" && row.expected == Some(amount) => {}
            Some(row) => audit.lost.push(format!("top-up {txn} is {}", row.state)),
            None => audit.lost.push(format!("top-up {txn} is in no journal")),
        }
        if !booked.insert(txn.clone()) {
            audit.double.push(format!("top-up {txn}"));
        }
    }
    let confirmed = rows.iter().filter(|(_, row)| row.kind == "top_up" && row.state == "confirmed");
    for (txn, row) in confirmed {
        if !booked.contains(txn) {
            audit.wrong.push(format!("top-up {txn} is confirmed and did not happen"));
        }
        audit.credits.1 += row.charged.unwrap_or_default();
    }
    Ok(())
}

fn refunds(service: &Connection, rows: &Rows, audit: &mut Audit) -> Result<(), Failure> {
    let mut asked = HashMap::new();
    let mut read = service.prepare(
        "SELECT id, refund_transaction_id FROM shipments WHERE refund_started_ms IS NOT NULL",
    )?;
    let lines =
        read.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    for line in lines {
        let (shipment, txn) = line?;
        audit.refunds += 1;
        match rows.get(&txn) {
            Some(row) if row.state == "confirmed" && row.order.as_ref() == Some(&shipment) => {}
            Some(row) => audit.lost.push(format!("refund {txn} is {}", row.state)),
            None => audit.lost.push(format!("refund {txn} is in no journal")),
        }
        asked.insert(shipment, txn);
    }
    let mut of_one = HashSet::new();
    let confirmed = rows.iter().filter(|(_, row)| row.kind == "refund" && row.state == "confirmed");
    for (txn, row) in confirmed {
        if row.order.as_ref().is_none_or(|order| asked.get(order) != Some(txn)) {
            audit.wrong.push(format!("refund {txn} is confirmed and was not asked for"));
        }
        if !of_one.insert(row.order.clone()) {
            audit.double.push(format!("refund {txn}"));
        }
    }
    Ok(())
}

/// The purchases of a journal by transaction id.
pub fn journal_rows(path: &Path) -> Result<Vec<(String, Row)>, Failure> {
    let journal = read_only(path)?;
    let mut read = journal.prepare(
        "SELECT txn, kind, order_id, sequence, state, attempts, result_id, charged_micros,
           expected_micros FROM entries",
    )?;
    let rows = read.query_map([], |row| {
        let read = Row {
            kind: row.get(1)?,
            order: row.get(2)?,
            sequence: row.get(3)?,
            state: row.get(4)?,
            attempts: row.get(5)?,
            result: row.get(6)?,
            charged: row.get(7)?,
            expected: row.get(8)?,
        };
        Ok((row.get::<_, String>(0)?, read))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn read_only(path: &Path) -> Result<Connection, Failure> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
    let open = Connection::open_with_flags(path, flags);
    open.map_err(|error| format!("{}: {error}", path.display()).into())
}
