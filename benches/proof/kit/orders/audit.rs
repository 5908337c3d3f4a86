//! Compares the orders with the service's own records, and both with the journal. All three are
//! read from their files.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use postroom::orders::order::Order;
use postroom::orders::order_label::LabelStatus;

use super::super::Failure;
use super::super::audit::{Audit, audit};
use super::kills::{Place, read_only};
use super::number;

/// The result of an audit; every list must be empty.
#[derive(Debug, Default)]
pub struct OrderAudit {
    /// The journal and the service.
    pub purchases: Audit,
    pub orders: u64,
    pub by_state: BTreeMap<String, u64>,
    /// What the orders say was charged for them, in millionths.
    pub charged: i64,
    /// Orders with more than one label at the service.
    pub double: Vec<String>,
    /// Labels at the service that no order shows as bought, and orders that are missing.
    pub lost: Vec<String>,
    /// Orders without a label.
    pub stuck: Vec<String>,
    /// Any other violation.
    pub wrong: Vec<String>,
}

/// A label at the service.
struct Shipment {
    id: String,
    charge: i64,
    facts: String,
}

impl OrderAudit {
    /// The first violations of each kind.
    fn samples(&self) -> Vec<String> {
        let found = &self.purchases;
        let kinds = [
            ("double", [&self.double, &found.double]),
            ("lost", [&self.lost, &found.lost]),
            ("stuck", [&self.stuck, &found.stuck]),
            ("wrong", [&self.wrong, &found.wrong]),
        ];
        let lines = kinds.into_iter().flat_map(|(kind, lists)| {
            let all = lists.into_iter().flatten();
            all.take(5).map(move |line| format!("{kind}: {line}"))
        });
        lines.collect()
    }

    /// # Errors
    /// The sums and the first violations, as text.
    pub fn must_be_clean(&self) -> Result<(), Failure> {
        let (ledger, journal) = self.purchases.debits;
        let samples = self.samples();
        if samples.is_empty() && ledger == journal && journal == self.charged {
            return Ok(());
        }
        let sums = format!("ledger {ledger}, journal {journal}, orders {}", self.charged);
        let purchases = &self.purchases;
        Err(format!("{purchases}\n{sums}\n{}", samples.join("\n")).into())
    }
}

pub fn audit_orders(place: &Place, service: &Path) -> Result<OrderAudit, Failure> {
    let mut found =
        OrderAudit { purchases: audit(&[place.desk.as_path()], service)?, ..OrderAudit::default() };
    let workspace = read_only(&place.workspace)?;
    let mut read = workspace
        .prepare("SELECT number, state, json FROM orders JOIN order_details USING (position)")?;
    let rows = read.query_map([], |row| {
        Ok(StoredOrder { number: row.get(0)?, state: row.get(1)?, json: row.get(2)? })
    })?;
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    compare_all(&mut found, rows, place.orders, service)?;
    Ok(found)
}

/// An order as it is stored.
pub struct StoredOrder {
    pub number: String,
    pub state: String,
    pub json: String,
}

/// Compares all orders with the labels of the service.
pub fn compare_all(
    found: &mut OrderAudit,
    rows: Vec<StoredOrder>,
    orders: u64,
    service: &Path,
) -> Result<(), Failure> {
    let mut shipments = shipments(service)?;
    let mut numbers = HashMap::new();
    for row in rows {
        found.orders += 1;
        let order = serde_json::from_str(&row.json)?;
        compare(found, &mut shipments, &row.state, &order);
        *found.by_state.entry(row.state).or_default() += 1;
        *numbers.entry(row.number).or_insert(0_u64) += 1;
    }
    for at in 0..orders {
        let name = number(at);
        match numbers.remove(&name) {
            Some(1) => {}
            Some(times) => found.wrong.push(format!("{name} is there {times} times")),
            None => found.lost.push(format!("{name} is not there")),
        }
    }
    let unknown = numbers.into_keys();
    found.wrong.extend(unknown.map(|number| format!("{number} was never imported")));
    let left = shipments.into_iter();
    found.lost.extend(left.map(|(transaction, shipment)| {
        format!("{transaction} is shipment {} and no order has it", shipment.id)
    }));
    Ok(())
}

/// Takes the labels of the order out of `shipments`.
fn compare(
    found: &mut OrderAudit,
    shipments: &mut HashMap<String, Shipment>,
    state: &str,
    order: &Order,
) {
    let number = &order.number;
    if state != "bought" {
        found.stuck.push(format!("{number} is {state}"));
    }
    let mut at_service = 0;
    for label in &order.labels {
        let transaction = label.transaction.as_str();
        let shipment = shipments.remove(transaction);
        at_service += u64::from(shipment.is_some());
        match (label.status, shipment) {
            (LabelStatus::Bought, Some(shipment)) => {
                let charged = label.charged.unwrap_or_default().amount.micros();
                found.charged += charged;
                let id = label.shipment.as_ref().map(|id| id.as_str());
                if id != Some(shipment.id.as_str()) || charged != shipment.charge {
                    let line = format!("{number} shows {id:?} for {charged}");
                    found.wrong.push(line);
                }
                if label.tracking_numbers.len() != 1 {
                    let line = format!("{number} has {:?}", label.tracking_numbers);
                    found.wrong.push(line);
                }
                // The recipient's name has the number of the order.
                if !shipment.facts.contains(&format!("\"{}\"", order.to.name)) {
                    found.wrong.push(format!("{number} has another's label"));
                }
            }
            (LabelStatus::Bought, None) => {
                let line = format!("{number} shows {transaction} as bought");
                found.wrong.push(line);
            }
            (status, Some(_)) => {
                let line = format!("{number} shows {transaction} as {status:?}");
                found.lost.push(line);
            }
            (LabelStatus::NotBought, None) => {}
            (status, None) => found.stuck.push(format!("{number} has a label {status:?}")),
        }
    }
    match at_service {
        0 => found.stuck.push(format!("{number} has no label")),
        1 => {}
        times => found.double.push(format!("{number} was bought {times} times")),
    }
}

/// The shipments of the service by transaction id.
fn shipments(service: &Path) -> Result<HashMap<String, Shipment>, Failure> {
    let service = read_only(&service.join("practice.db"))?;
    let mut read = service.prepare("SELECT transaction_id, id, charge, facts FROM shipments")?;
    let rows = read.query_map([], |row| {
        let shipment = Shipment { id: row.get(1)?, charge: row.get(2)?, facts: row.get(3)? };
        Ok((row.get::<_, String>(0)?, shipment))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}
