//! Shipments as they are stored, with the facts of their purchase.

use jiff::Timestamp;
use rusqlite::{Connection, ToSql, params};
use serde_json::Value;

use super::app::App;
use super::auth::Identity;
use super::facts::Facts;
use super::fail::{self, Fail};
use super::page::{Page, PageQuery, PagedTable};
use super::stamp::from_ms;
use super::wire::Call;
use postroom_base::text;

const MODULE: &str = "SHIPMENT";
/// The value of the column `refund_settled` if the outcome of the refund is booked.
pub const SETTLED: i64 = 1;
/// Selects shipments with their parcels in one statement: one row per parcel.
macro_rules! select {
    ($which:literal) => {
        concat!(
            "SELECT s.id, s.carrier_code, s.created_ms, s.refund_started_ms, s.facts,
             p.package_number, p.tracking_number, p.label_token, s.manifest_id, s.refund_outcome,
             s.refund_settled, s.transaction_id, s.account_id, s.carrier_account_id
             FROM shipments s JOIN parcels p ON p.shipment_id = s.id WHERE ",
            $which
        )
    };
}

/// All shipments as a paged list.
pub const LIST: PagedTable = PagedTable { table: "shipments", at: "created_ms" };

/// A stored shipment with the facts of its purchase.
#[derive(Clone, Debug)]
pub struct Stored {
    pub id: String,
    pub carrier_code: String,
    pub created_ms: i64,
    pub facts: Facts,
    pub refund_started_ms: Option<i64>,
    pub manifest_id: Option<String>,
    /// `Approved` or `Rejected` if an administrator decided; otherwise chance decides.
    pub refund_outcome: Option<String>,
    /// Whether the outcome of the refund is booked.
    pub refund_settled: bool,
    pub transaction_id: String,
    pub account_id: String,
    pub carrier_account_id: String,
    pub parcels: Vec<StoredParcel>,
}

#[derive(Clone, Debug)]
pub struct StoredParcel {
    pub number: u32,
    pub tracking_number: String,
    pub label_token: String,
}

pub fn package_number(call: &Call) -> Result<Option<u32>, Fail> {
    let number = call.whole_param(MODULE, "packageNumber")?;
    Ok(number.and_then(|number| u32::try_from(number).ok()))
}

/// The shipment with this key and value, or `SHIPMENT.NOT_FOUND`.
pub fn by_key(conn: &Connection, who: &Identity, key: &str, value: &str) -> Result<Stored, Fail> {
    look_up(conn, who, key, value)?.ok_or_else(|| {
        Fail::new(
            fail::SHIPMENT_NOT_FOUND,
            text!("practice-service-no-shipment", key = key, value = value),
        )
    })
}

/// The caller's shipment with this key and value.
pub fn look_up(
    conn: &Connection,
    who: &Identity,
    key: &str,
    value: &str,
) -> Result<Option<Stored>, Fail> {
    let sql = match key {
        "Id" | "ShipmentId" => select!("s.account_id = ?1 AND s.env = ?2 AND s.id = ?3"),
        "TransactionId" => {
            select!("s.account_id = ?1 AND s.env = ?2 AND s.transaction_id = ?3")
        }
        "TrackingNumber" => select!(
            "s.account_id = ?1 AND s.env = ?2 AND
             s.id = (SELECT shipment_id FROM parcels WHERE tracking_number = ?3)"
        ),
        _ => {
            return Err(Fail::invalid(
                MODULE,
                format!(
                    "key cannot be {key:?}; allowed: Id, ShipmentId, TransactionId, TrackingNumber."
                ),
            ));
        }
    };
    let found = select(conn, sql, params![who.account_id, who.env.code(), value])?;
    Ok(found.into_iter().next())
}

/// The shipment with this id, of any account.
pub fn with_id(conn: &Connection, id: &str) -> Result<Option<Stored>, Fail> {
    let found = select(conn, select!("s.id = ?1"), params![id])?;
    Ok(found.into_iter().next())
}

/// Like [`with_id`], but the shipment must exist. For label files, whose URL is the authorization.
pub fn by_id(conn: &Connection, id: &str) -> Result<Stored, Fail> {
    let found = with_id(conn, id)?;
    found.ok_or_else(|| Fail::internal(format_args!("the shipment {id} is gone")))
}

pub fn list(
    conn: &Connection,
    who: &Identity,
    window: PageQuery,
) -> Result<(Vec<Stored>, Page), Fail> {
    let page = window.page(conn, &LIST, who)?;
    let sql = select!(
        "s.account_id = ?1 AND s.env = ?2 AND s.number BETWEEN ?3 AND ?4 ORDER BY s.number DESC"
    );
    let scope = params![who.account_id, who.env.code(), page.first, page.last];
    Ok((select(conn, sql, scope)?, page))
}

fn select(conn: &Connection, sql: &str, scope: &[&dyn ToSql]) -> Result<Vec<Stored>, Fail> {
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query(scope)?;
    let mut found: Vec<Stored> = Vec::new();
    while let Some(row) = rows.next()? {
        let id = row.get_ref(0)?.as_str().map_err(Fail::internal)?;
        let parcel = StoredParcel {
            number: row.get(5)?,
            tracking_number: row.get(6)?,
            label_token: row.get(7)?,
        };
        match found.last_mut() {
            Some(stored) if stored.id == id => stored.parcels.push(parcel),
            _ => found.push(Stored {
                id: id.to_owned(),
                carrier_code: row.get(1)?,
                created_ms: row.get(2)?,
                refund_started_ms: row.get(3)?,
                facts: Facts::new(row.get(4)?),
                manifest_id: row.get(8)?,
                refund_outcome: row.get(9)?,
                refund_settled: row.get::<_, i64>(10)? == SETTLED,
                transaction_id: row.get(11)?,
                account_id: row.get(12)?,
                carrier_account_id: row.get(13)?,
                parcels: vec![parcel],
            }),
        }
    }
    for stored in &mut found {
        stored.parcels.sort_by_key(|parcel| parcel.number);
    }
    Ok(found)
}

impl Stored {
    /// A string of the facts by its JSON pointer.
    pub fn fact(&self, pointer: &str) -> &str {
        self.facts.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
    }

    /// The time of its account.
    pub fn now(&self, app: &App) -> Timestamp {
        app.clock.now_of_account(&self.account_id)
    }

    pub fn created(&self) -> Timestamp {
        from_ms(self.created_ms)
    }
}
