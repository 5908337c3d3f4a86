//! What an administrator can change outside the interface: disable carriers, services, package
//! types and accounts, and simulate failures of a carrier (the conditions of section 7.3 that the
//! caller does not cause). `/practice/admin` shows and changes this state.
//!
//! The state is stored in the database: one row of `admin` for each deviation from the default.
//! `kind` is one of the constants below, `subject` a carrier code, a carrier code and a value
//! (`NOVA/Ground`) or an id.

use std::sync::Arc;

use axum::extract::State;
use rusqlite::{Connection, OptionalExtension, params};
use serde_json::{Value, json};

use super::app::App;
use super::carrier_rules::{ALL, Rules, refund_outcome};
use super::carriers::{self, CARRIERS, Carrier};
use super::fail::{Code, Fail};
use super::fields::Fields;
use super::refund;
use super::reply::{Json, Reply};
use super::sim_clock::SimClock;
use super::wire::Call;

const MODULE: &str = "PRACTICE";
/// The switches of a carrier as (`kind` in the table, field of the request).
const CARRIER_SWITCHES: [(&str, &str); 4] = [
    ("carrier", "disabled"),
    ("credentials", "credentialsRefused"),
    ("labels", "labelsRejected"),
    ("outage", "outage"),
];

/// GET /practice/admin
pub async fn show(State(app): State<Arc<App>>) -> Reply {
    Ok(Json(app.db.read(state).await?))
}

/// POST /practice/admin: makes one change; the response is the whole state.
pub async fn change(State(app): State<Arc<App>>, call: Call) -> Reply {
    let body = call.object()?;
    let change = Change::read(&call.fields(&body)?)?;
    let clocks = Arc::clone(&app);
    let after = app
        .db
        .write(move |tx| {
            change.apply(tx, &clocks.clock)?;
            state(tx)
        })
        .await?;
    Ok(Json(after))
}

/// DELETE /practice/admin: resets everything to the default. Refunds keep the outcome they were
/// given.
pub async fn clear(State(app): State<Arc<App>>) -> Reply {
    let after = app
        .db
        .write(|tx| {
            tx.execute("DELETE FROM admin", [])?;
            state(tx)
        })
        .await?;
    Ok(Json(after))
}

enum Change {
    /// Kind, subject and whether the switch is on.
    Switches(Vec<(&'static str, String, bool)>),
    CarrierAccount {
        id: String,
        state: &'static str,
    },
    Account {
        id: Option<String>,
        key: Option<String>,
        closed: bool,
    },
    Refund {
        shipment: Option<String>,
        outcome: &'static str,
    },
}

impl Change {
    /// The field that names the subject determines the kind of change.
    fn read(fields: &Fields<'_>) -> Result<Self, Fail> {
        let given = |name: &str| fields.raw(name).is_some();
        if given("refunds") {
            only(fields, &["refunds", "shipmentId"])?;
            return Ok(Self::Refund {
                outcome: fields.need_one_of("refunds")?,
                shipment: fields.text("shipmentId")?,
            });
        }
        if given("carrierAccountId") {
            only(fields, &["carrierAccountId", "status"])?;
            return Ok(Self::CarrierAccount {
                id: fields.need_text("carrierAccountId")?,
                state: fields.need_one_of("status")?,
            });
        }
        if given("accountId") || given("apiKey") {
            only(fields, &["accountId", "apiKey", "closed"])?;
            return Ok(Self::Account {
                id: fields.text("accountId")?,
                key: fields.text("apiKey")?,
                closed: fields.need_flag("closed")?,
            });
        }
        for (field, kind) in [("service", "service"), ("packageType", "package")] {
            if given(field) {
                only(fields, &["carrier", field, "disabled"])?;
                return Self::values(fields, field, kind);
            }
        }
        if given("carrier") {
            return Self::carrier(fields);
        }
        Err(Fail::bad_request(
            MODULE,
            "One of carrier, service, packageType, carrierAccountId, accountId, apiKey and refunds is required.",
        ))
    }

    fn carrier(fields: &Fields<'_>) -> Result<Self, Fail> {
        let names = CARRIER_SWITCHES.map(|(_, field)| field);
        only(fields, &[&["carrier"][..], &names].concat())?;
        let carrier = named_carrier(&fields.need_text("carrier")?)?;
        let mut switches = Vec::new();
        for (kind, field) in CARRIER_SWITCHES {
            if let Some(on) = fields.flag(field)? {
                switches.push((kind, carrier.code.to_owned(), on));
            }
        }
        if switches.is_empty() {
            let words = format!("At least one of {} is required.", names.join(", "));
            return Err(Fail::bad_request(MODULE, words));
        }
        Ok(Self::Switches(switches))
    }

    /// A service or package type of one carrier, or of all carriers that offer it.
    fn values(fields: &Fields<'_>, field: &str, kind: &'static str) -> Result<Self, Fail> {
        let value = fields.need_text(field)?;
        let on = fields.need_flag("disabled")?;
        let of = match fields.text("carrier")? {
            Some(code) => vec![named_carrier(&code)?],
            None => CARRIERS.iter().collect(),
        };
        let switches: Vec<_> = of
            .into_iter()
            .filter(|carrier| {
                let offered =
                    if kind == "service" { carrier.services } else { carrier.package_types };
                offered.contains(&value.as_str())
            })
            .map(|carrier| (kind, format!("{}/{value}", carrier.code), on))
            .collect();
        if switches.is_empty() {
            let words = format!("{field} cannot be {value:?}: the carrier does not offer it.");
            return Err(Fail::invalid(MODULE, words));
        }
        Ok(Self::Switches(switches))
    }

    fn apply(self, conn: &Connection, clock: &SimClock) -> Result<(), Fail> {
        match self {
            Self::Switches(switches) => {
                for (kind, subject, on) in switches {
                    put(conn, kind, &subject, on.then_some("on"))?;
                }
                Ok(())
            }
            Self::CarrierAccount { id, state } => {
                let known =
                    "SELECT EXISTS(SELECT 1 FROM carrier_accounts WHERE id = ?1 AND deleted = 0)";
                if !conn.query_row(known, [&id], |row| row.get::<_, bool>(0))? {
                    return Err(nothing(format!(
                        "There is no carrier account with the id {id:?}."
                    )));
                }
                let state = Some(state).filter(|state| *state != "Approved");
                put(conn, "carrierAccount", &id, state)
            }
            Self::Account { id, key, closed } => {
                let ids: Vec<String> = conn
                    .prepare_cached(
                        "SELECT a.id FROM accounts a JOIN apps p ON p.account_id = a.id
                         WHERE (?1 IS NULL OR a.id = ?1)
                         AND (?2 IS NULL OR p.api_key = ?2 OR p.test_api_key = ?2)",
                    )?
                    .query_map(params![id, key], |row| row.get(0))?
                    .collect::<rusqlite::Result<_>>()?;
                if ids.is_empty() {
                    return Err(nothing("No account has this id or key.".to_owned()));
                }
                for id in ids {
                    put(conn, "account", &id, closed.then_some("closed"))?;
                }
                Ok(())
            }
            Self::Refund { shipment, outcome } => {
                let outcome = Some(outcome).filter(|outcome| *outcome != "Usual");
                match shipment {
                    Some(id) => decide(conn, &id, outcome, clock),
                    None => put(conn, "refund", ALL, outcome),
                }
            }
        }
    }
}

/// Sets the outcome of one shipment's refund, before or after it is requested, but not once the
/// carrier has decided: callers may have acted on the result.
fn decide(
    conn: &Connection,
    shipment_id: &str,
    outcome: Option<&str>,
    clock: &SimClock,
) -> Result<(), Fail> {
    if outcome != Some("Rejected") && refund::is_settled_by_a_scan(conn, shipment_id)? {
        let words =
            "The carrier had scanned a parcel when the refund was asked for: it rejects it.";
        return Err(Fail::invalid(MODULE, words));
    }
    let account: Option<String> = conn
        .query_row("SELECT account_id FROM shipments WHERE id = ?1", [shipment_id], |row| {
            row.get(0)
        })
        .optional()?;
    let now = account.map_or_else(|| clock.now(), |id| clock.now_of_account(&id));
    let now_ms = now.as_millisecond();
    let changed = conn.execute(
        "UPDATE shipments SET refund_outcome = ?1
         WHERE id = ?2 AND (refund_started_ms IS NULL OR refund_started_ms > ?3)",
        params![outcome, shipment_id, now_ms - refund::DECIDED_AFTER_MS],
    )?;
    if changed == 1 {
        return Ok(());
    }
    let known: bool = conn.query_row(
        "SELECT EXISTS(SELECT 1 FROM shipments WHERE id = ?1)",
        [shipment_id],
        |row| row.get(0),
    )?;
    Err(if known {
        Fail::invalid(MODULE, "The refund of this shipment is already decided.")
    } else {
        nothing(format!("There is no shipment with the id {shipment_id:?}."))
    })
}

fn put(conn: &Connection, kind: &str, subject: &str, state: Option<&str>) -> Result<(), Fail> {
    match state {
        Some(state) => conn.execute(
            "INSERT OR REPLACE INTO admin(kind, subject, state) VALUES(?1, ?2, ?3)",
            params![kind, subject, state],
        )?,
        None => conn.execute(
            "DELETE FROM admin WHERE kind = ?1 AND subject = ?2",
            params![kind, subject],
        )?,
    };
    Ok(())
}

/// The whole state, as returned by GET /practice/admin.
fn state(conn: &Connection) -> Result<Value, Fail> {
    let rules = Rules::load(conn)?;
    let carriers: Vec<Value> = CARRIERS
        .iter()
        .map(|carrier| {
            let off = |kind: &str, offered: &[&'static str]| -> Vec<&'static str> {
                let values = offered.iter().copied();
                values.filter(|value| rules.has_value(kind, carrier, value)).collect()
            };
            let mut shown = json!({
                "code": carrier.code,
                "disabledServices": off("service", carrier.services),
                "disabledPackageTypes": off("package", carrier.package_types),
            });
            if let Some(map) = shown.as_object_mut() {
                for (kind, field) in CARRIER_SWITCHES {
                    map.insert(field.to_owned(), json!(rules.has(kind, carrier.code)));
                }
            }
            shown
        })
        .collect();
    let rows = |kind: &str| -> Result<Vec<(String, String)>, Fail> {
        Ok(conn
            .prepare_cached("SELECT subject, state FROM admin WHERE kind = ?1 ORDER BY subject")?
            .query_map([kind], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<rusqlite::Result<_>>()?)
    };
    let accounts: Vec<Value> = rows("carrierAccount")?
        .into_iter()
        .map(|(id, status)| json!({"id": id, "status": status}))
        .collect();
    let closed: Vec<String> = rows("account")?.into_iter().map(|(id, _)| id).collect();
    Ok(json!({
        "carriers": carriers,
        "carrierAccounts": accounts,
        "closedAccounts": closed,
        "refunds": refund_outcome(conn)?.unwrap_or_else(|| "Usual".to_owned()),
    }))
}

fn named_carrier(code: &str) -> Result<&'static Carrier, Fail> {
    carriers::find(code).ok_or_else(|| {
        let known: Vec<&str> = CARRIERS.iter().map(|carrier| carrier.code).collect();
        nothing(format!("There is no carrier {code:?}; there are {}.", known.join(", ")))
    })
}

fn nothing(words: String) -> Fail {
    Fail::new(Code::from_module_and_kind(MODULE, "NOT_FOUND"), words)
}

/// Rejects unknown fields, so that a misspelled switch is not silently ignored.
fn only(fields: &Fields<'_>, allowed: &[&str]) -> Result<(), Fail> {
    match fields.names().find(|name| !allowed.contains(name)) {
        None => Ok(()),
        Some(name) => Err(Fail::bad_request(
            MODULE,
            format!("{name} does not go with this change; it takes {}.", allowed.join(", ")),
        )),
    }
}
