//! Carrier accounts and the three catalogues (section 4.4).

use std::sync::Arc;

use axum::extract::{Path, State};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::{Map, Value, json};

use super::address;
use super::app::App;
use super::auth::{Env, Identity};
use super::carrier::CATALOGUE_MS;
use super::carrier_rules::Rules;
use super::carriers::{self, CARRIERS, Carrier, PACKAGE_TYPES, SPECIAL_SERVICES, catalogue_id};
use super::fail::{self, Fail};
use super::fields::Fields;
use super::reply::{Json, Reply};
use super::stamp::{from_ms, stamp};
use super::tariff;
use super::wire::Call;
use postroom_base::text;

/// The last column is the status set by an administrator.
const COLUMNS: &str = "id, name, carrier_code, ship_from, configuration, description, logo, status, created_ms, modified_ms,
    (SELECT state FROM admin WHERE kind = 'carrierAccount' AND subject = id)";

#[derive(Clone, Debug)]
pub struct CarrierAccount {
    pub id: String,
    pub name: String,
    pub carrier_code: String,
    pub ship_from: Option<String>,
    /// Keys of the configuration other than `shipFromAddressId`, as they were sent.
    pub configuration: String,
    pub description: Option<String>,
    pub logo: Option<String>,
    pub status: String,
    created_ms: i64,
    modified_ms: i64,
    /// `AwaitingApproval` or `Disabled` if an administrator has suspended the account.
    held: Option<String>,
}

impl CarrierAccount {
    fn from_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            id: row.get(0)?,
            name: row.get(1)?,
            carrier_code: row.get(2)?,
            ship_from: row.get(3)?,
            configuration: row.get(4)?,
            description: row.get(5)?,
            logo: row.get(6)?,
            status: row.get(7)?,
            created_ms: row.get(8)?,
            modified_ms: row.get(9)?,
            held: row.get(10)?,
        })
    }

    /// Fails unless both the owner and the administrator have enabled the account.
    pub fn need_active(&self) -> Result<(), Fail> {
        let why = match self.held.as_deref() {
            None if self.status == "Enabled" => return Ok(()),
            None => text!("practice-service-account-disabled", account = self.name.as_str()),
            Some("AwaitingApproval") => {
                text!("practice-service-account-awaiting", account = self.name.as_str())
            }
            Some(_) => text!(
                "practice-service-account-disabled-by-administrator",
                account = self.name.as_str()
            ),
        };
        Err(Fail::new(fail::CARRIERACCOUNT_NOT_ACTIVE, why))
    }

    /// Section 2.8; the response spells the key `ShipFromAddressId`.
    fn show(&self) -> Value {
        // A damaged row must not make the whole list fail.
        let mut configuration: Value =
            serde_json::from_str(&self.configuration).unwrap_or_else(|error| {
                tracing::error!(%error, account = self.id, "a stored configuration cannot be read");
                json!({})
            });
        if let (Some(map), Some(id)) = (configuration.as_object_mut(), &self.ship_from) {
            map.insert("ShipFromAddressId".to_owned(), json!(id));
        }
        json!({
            "id": self.id,
            "name": self.name,
            "carrierCode": self.carrier_code,
            "configuration": configuration,
            "description": self.description,
            "logo": self.logo,
            // The interface allows two values; a suspended account is shown as disabled.
            "status": if self.held.is_some() { "Disabled" } else { &self.status },
            "createdDate": stamp(from_ms(self.created_ms)),
            "modifiedDate": stamp(from_ms(self.modified_ms)),
        })
    }
}

/// GET /CarrierAccount
pub async fn list(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let accounts = app.db.read(move |conn| all(conn, &who)).await?;
    Ok(Json(accounts.iter().map(CarrierAccount::show).collect()))
}

/// POST /CarrierAccount
pub async fn create(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let body = call.object()?;
    let now_ms = app.clock.now_of(&who).as_millisecond();
    let new = read(&call.fields(&body)?, who.luck.id(), now_ms)?;
    let stored = app
        .db
        .write(move |tx| {
            let carrier = check(tx, &who, &new)?;
            Rules::load(tx)?.carrier(carrier)?;
            insert(tx, &who, &new)?;
            Ok(new)
        })
        .await?;
    Ok(Json(stored.show()))
}

/// PUT /CarrierAccount
pub async fn update(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let body = call.object()?;
    let fields = call.fields(&body)?;
    let mut new = read(&fields, fields.need_text("id")?, app.clock.now_of(&who).as_millisecond())?;
    let status = fields.text("status")?;
    let given: Vec<String> = fields.names().map(str::to_owned).collect();
    let stored = app
        .db
        .write(move |tx| {
            let told = |name: &str| given.iter().any(|given| given == name);
            let old = load(tx, &who, &new.id)?;
            carriers::find_for_env(who.env, &new.carrier_code)?;
            if old.carrier_code != new.carrier_code {
                return Err(Fail::new(
                    fail::CARRIERACCOUNT_VALIDATION_FAILED,
                    "The carrier of a carrier account cannot be changed.",
                ));
            }
            check(tx, &who, &new)?;
            new.created_ms = old.created_ms;
            new.held = old.held;
            // The fields that are optional (section 4.4) keep their value when they are left out.
            if status.is_none() {
                new.status = old.status;
            }
            if !told("description") {
                new.description = old.description;
            }
            if !told("logo") {
                new.logo = old.logo;
            }
            tx.execute(
                "UPDATE carrier_accounts SET name = ?1, ship_from = ?2, configuration = ?3, description = ?4,
                 logo = ?5, status = ?6, modified_ms = ?7 WHERE id = ?8",
                params![
                    new.name, new.ship_from, new.configuration, new.description, new.logo, new.status,
                    new.modified_ms, new.id
                ],
            )?;
            Ok(new)
        })
        .await?;
    Ok(Json(stored.show()))
}

/// DELETE /CarrierAccount/:carrierAccountId. The row stays because shipments refer to it.
pub async fn remove(State(app): State<Arc<App>>, Path(id): Path<String>, call: Call) -> Reply {
    let who = call.caller()?;
    app.db
        .write(move |tx| {
            load(tx, &who, &id)?;
            tx.execute("UPDATE carrier_accounts SET deleted = 1 WHERE id = ?1", [&id])?;
            Ok(())
        })
        .await?;
    Ok(Json(Value::Bool(true)))
}

/// GET /CarrierAccount/Service
pub async fn services(State(app): State<Arc<App>>, call: Call) -> Reply {
    catalogue(&app, &call, |carrier, rules| {
        let known = carrier
            .services
            .iter()
            .filter(|code| rules.service(carrier, code).is_ok())
            .filter_map(|code| tariff::service(code));
        known.map(|service| entry("service", carrier, service.code, service.name)).collect()
    })
    .await
}

/// GET /CarrierAccount/SpecialService
pub async fn special_services(State(app): State<Arc<App>>, call: Call) -> Reply {
    catalogue(&app, &call, |carrier, _| {
        let offered =
            SPECIAL_SERVICES.iter().filter(|(code, _)| carrier.special_services.contains(code));
        offered.map(|(code, name)| entry("special", carrier, code, name)).collect()
    })
    .await
}

/// GET /CarrierAccount/PackageType
pub async fn package_types(State(app): State<Arc<App>>, call: Call) -> Reply {
    catalogue(&app, &call, |carrier, rules| {
        let offered = PACKAGE_TYPES
            .iter()
            .filter(|(code, _, _)| carrier.package_types.contains(code))
            .filter(|(code, _, _)| rules.package_type(carrier, code).is_ok());
        offered
            .map(|(code, name, [length, width, height])| {
                let mut entry = entry("package", carrier, code, name);
                if let Some(map) = entry.as_object_mut() {
                    map.insert("length".to_owned(), json!(length));
                    map.insert("width".to_owned(), json!(width));
                    map.insert("height".to_owned(), json!(height));
                }
                entry
            })
            .collect()
    })
    .await
}

/// A catalogue by carrier code, without what an administrator has disabled.
async fn catalogue(app: &App, call: &Call, entries: fn(&Carrier, &Rules) -> Vec<Value>) -> Reply {
    let who = call.caller()?;
    let rules = app.db.read(Rules::load).await?;
    let by_carrier: Map<String, Value> = CARRIERS
        .iter()
        .filter(|carrier| who.env == Env::Production || carrier.in_test)
        .filter(|carrier| rules.carrier(carrier).is_ok())
        .map(|carrier| (carrier.code.to_owned(), Value::Array(entries(carrier, &rules))))
        .collect();
    Ok(Json(Value::Object(by_carrier)))
}

fn entry(kind: &str, carrier: &Carrier, code: &str, name: &str) -> Value {
    json!({
        "code": code,
        "name": name,
        "id": catalogue_id(kind, carrier.code, code),
        "createdDate": stamp(from_ms(CATALOGUE_MS)),
    })
}

fn read(fields: &Fields<'_>, id: String, now_ms: i64) -> Result<CarrierAccount, Fail> {
    let configuration = fields.need_object("configuration")?;
    let ship_from = match configuration.text("shipFromAddressId")? {
        None => configuration.text("ShipFromAddressId")?,
        given => given,
    };
    let mut rest = fields.raw("configuration").cloned().unwrap_or_default();
    if let Some(map) = rest.as_object_mut() {
        map.retain(|key, _| !key.eq_ignore_ascii_case("shipFromAddressId"));
    }
    Ok(CarrierAccount {
        id,
        name: fields.need_text("name")?,
        carrier_code: fields.need_text("carrierCode")?,
        ship_from,
        configuration: rest.to_string(),
        description: fields.text("description")?,
        logo: fields.text("logo")?,
        status: fields.one_of("status")?.unwrap_or("Enabled").to_owned(),
        created_ms: now_ms,
        modified_ms: now_ms,
        held: None,
    })
}

/// Checks that the carrier exists and is allowed, the name is unused, and the ship-from address
/// belongs to the account.
fn check(
    conn: &Connection,
    who: &Identity,
    account: &CarrierAccount,
) -> Result<&'static Carrier, Fail> {
    let carrier = carriers::find_for_env(who.env, &account.carrier_code)?;
    let same_name =
        all(conn, who)?.iter().any(|other| other.name == account.name && other.id != account.id);
    if same_name {
        return Err(Fail::new(
            fail::CARRIERACCOUNT_VALIDATION_FAILED,
            text!("practice-service-account-name-taken"),
        ));
    }
    if let Some(id) = &account.ship_from {
        if address::belongs_to_other_account(conn, who, id)? {
            return Err(Fail::new(
                fail::CARRIERACCOUNT_CONFIG_NOT_AUTHORIZED,
                "The address of shipFromAddressId belongs to somebody else.",
            ));
        }
        address::load(conn, who, id)?;
    }
    Ok(carrier)
}

pub fn insert(conn: &Connection, who: &Identity, account: &CarrierAccount) -> Result<(), Fail> {
    conn.execute(
        "INSERT INTO carrier_accounts(id, account_id, env, name, carrier_code, ship_from, configuration,
         description, logo, status, created_ms, modified_ms)
         VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
        params![
            account.id, who.account_id, who.env.code(), account.name, account.carrier_code,
            account.ship_from, account.configuration, account.description, account.logo,
            account.status, account.created_ms, account.modified_ms
        ],
    )?;
    Ok(())
}

/// A carrier account for the ready-made practice account.
pub fn default_carrier_account(id: String, carrier: &Carrier, now_ms: i64) -> CarrierAccount {
    CarrierAccount {
        id,
        name: carrier.name.to_owned(),
        carrier_code: carrier.code.to_owned(),
        ship_from: None,
        configuration: "{}".to_owned(),
        description: None,
        logo: None,
        status: "Enabled".to_owned(),
        created_ms: now_ms,
        modified_ms: now_ms,
        held: None,
    }
}

pub fn all(conn: &Connection, who: &Identity) -> Result<Vec<CarrierAccount>, Fail> {
    let mut rows = conn.prepare_cached(&format!(
        "SELECT {COLUMNS} FROM carrier_accounts
         WHERE account_id = ?1 AND env = ?2 AND deleted = 0 ORDER BY created_ms, rowid"
    ))?;
    let accounts = rows
        .query_map(params![who.account_id, who.env.code()], CarrierAccount::from_row)?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    Ok(accounts)
}

fn load(conn: &Connection, who: &Identity, id: &str) -> Result<CarrierAccount, Fail> {
    let account = conn
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM carrier_accounts
             WHERE id = ?1 AND account_id = ?2 AND env = ?3 AND deleted = 0"
        ))?
        .query_row(params![id, who.account_id, who.env.code()], CarrierAccount::from_row)
        .optional()?;
    if let Some(account) = account {
        return Ok(account);
    }
    outside_the_sandbox(conn, who, id)?;
    Err(Fail::new(
        fail::CARRIERACCOUNT_NOT_FOUND,
        text!("practice-service-no-carrier-account", id = id),
    ))
}

/// Section 5.5: a Test token that names its own account's Production carrier account gets a
/// specific error if the sandbox does not have that carrier. The data stay separate.
fn outside_the_sandbox(conn: &Connection, who: &Identity, id: &str) -> Result<(), Fail> {
    if who.env == Env::Production {
        return Ok(());
    }
    let code: Option<String> = conn
        .prepare_cached(
            "SELECT carrier_code FROM carrier_accounts
             WHERE id = ?1 AND account_id = ?2 AND deleted = 0",
        )?
        .query_row(params![id, who.account_id], |row| row.get(0))
        .optional()?;
    code.map_or(Ok(()), |code| carriers::find_for_env(who.env, &code).map(|_| ()))
}

/// The carrier account of a rate or shipment; it must exist and be enabled.
pub fn load_active(conn: &Connection, who: &Identity, id: &str) -> Result<CarrierAccount, Fail> {
    let account = load(conn, who, id)?;
    account.need_active()?;
    Ok(account)
}
