//! Addresses (sections 2.6 and 4.3): store, load, validate, and resolve an id that another request
//! gives in place of an address.

use std::sync::Arc;

use axum::extract::{Path, State};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::address_check;
use super::app::App;
use super::auth::Identity;
use super::fail::{self, Fail};
use super::fields::Fields;
use super::reply::{Json, JsonText, Reply};
use super::stamp::{from_ms, stamp};
use super::wire::Call;
use postroom_base::geography;
use postroom_base::geography::address_layout::{self, AddressFields};

/// An address, both as stored and as returned in responses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Address {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub company: Option<String>,
    pub street1: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street2: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street3: Option<String>,
    pub city: String,
    pub state: String,
    pub zip: String,
    pub country: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verification_status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_residential: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_value: Option<String>,
    pub errors: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_date: Option<String>,
}

impl Address {
    /// Whether the address is in the US. A US territory can be given as a state or as a country.
    pub fn is_domestic(&self) -> bool {
        matches!(
            self.country.as_str(),
            "US" | "PR" | "GU" | "VI" | "AS" | "MP" | "UM" | "MH" | "FM" | "PW"
        )
    }

    /// `US` for domestic addresses, otherwise the country.
    pub fn rating_country(&self) -> &str {
        if self.is_domestic() { "US" } else { &self.country }
    }

    pub fn is_po_box(&self) -> bool {
        let street: String = self
            .street1
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect::<String>()
            .to_lowercase();
        street.starts_with("pobox")
    }

    /// The address lines of a label, the name first. An address abroad is written as its country
    /// does.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![self.name.clone()];
        lines.extend(self.company.clone());
        let streets = [
            self.street1.as_str(),
            self.street2.as_deref().unwrap_or_default(),
            self.street3.as_deref().unwrap_or_default(),
        ];
        if self.is_domestic() {
            lines.extend(streets.map(str::to_owned));
            let place = format!("{} {} {}", self.city, self.state, self.zip);
            lines.push(place.trim().to_owned());
        } else {
            let country = geography::country(&self.country);
            let fields =
                AddressFields { streets, city: &self.city, state: &self.state, zip: &self.zip };
            lines.extend(address_layout::lines(&fields, country));
            lines.push(country.map_or(self.country.clone(), |c| c.english_name.to_uppercase()));
        }
        lines.retain(|line| !line.is_empty());
        lines
    }
}

/// An address in a request: either an id alone or the details.
#[derive(Clone, Debug)]
pub enum AddressInput {
    Id(String),
    Details(Box<Address>),
}

/// Which fields are required. Verification fills in city, state and ZIP, so only there may they be
/// missing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum RequiredAddressFields {
    Whole,
    /// Section 2.6: `state` is only required for rates and shipments.
    WholeButState,
    ToVerify,
}

pub fn read_given(fields: &Fields<'_>, need: RequiredAddressFields) -> Result<AddressInput, Fail> {
    match fields.text("id")? {
        Some(id) if fields.raw("street1").is_none() => Ok(AddressInput::Id(id)),
        _ => read(fields, need).map(|address| AddressInput::Details(Box::new(address))),
    }
}

fn read(fields: &Fields<'_>, need: RequiredAddressFields) -> Result<Address, Fail> {
    let required = |name: &str| match need {
        RequiredAddressFields::ToVerify => Ok(fields.text(name)?.unwrap_or_default()),
        _ => fields.need_text(name),
    };
    let country = match fields.text("country")? {
        None => "US".to_owned(),
        Some(text) => match geography::country(&text) {
            Some(country)
                if [&country.a2, &country.a3, &country.english_name]
                    .into_iter()
                    .any(|name| name.eq_ignore_ascii_case(text.trim())) =>
            {
                country.a2.clone()
            }
            _ => {
                return Err(Fail::new(
                    fail::ADDRESS_VALIDATION_FAILED,
                    format!("{} is not a country code: {text:?}.", fields.field_path("country")),
                ));
            }
        },
    };
    let state = match (need, geography::country(&country)) {
        // Outside the US a state is required only in countries whose addresses have one.
        (RequiredAddressFields::Whole, Some(known)) if known.a2 == "US" || known.needs_state() => {
            fields.need_text("state")?
        }
        _ => fields.text("state")?.unwrap_or_default(),
    };
    let zip = match geography::country(&country) {
        Some(known) if known.a2 != "US" && !known.needs_postcode() => {
            fields.text("zip")?.unwrap_or_default()
        }
        _ => required("zip")?,
    };
    // What has no meaning here must still have the right type.
    fields.text("verificationStatus")?;
    fields.flag("save")?;
    fields.flag("verify")?;
    Ok(Address {
        id: None,
        name: fields.need_text("name")?,
        company: fields.text("company")?,
        street1: required("street1")?,
        street2: fields.text("street2")?,
        street3: fields.text("street3")?,
        city: required("city")?,
        state,
        zip,
        country,
        phone: fields.text("phone")?,
        email: fields.text("email")?,
        source: fields.text("source")?,
        verification_status: None,
        is_residential: fields.flag("isResidential")?,
        reference_type: fields.one_of("referenceType")?.map(str::to_owned),
        reference_value: fields.text("referenceValue")?,
        errors: Vec::new(),
        created_date: None,
    })
}

/// POST /Address
pub async fn create(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let body = call.object()?;
    let fields = call.fields(&body)?;
    let save = fields.flag("save")?.unwrap_or(false);
    let verify = fields.flag("verify")?.unwrap_or(false);
    if !save && !verify {
        return Err(Fail::new(
            fail::ADDRESS_VALIDATION_FAILED,
            "At least one of save and verify must be true.",
        ));
    }
    let need =
        if verify { RequiredAddressFields::ToVerify } else { RequiredAddressFields::WholeButState };
    let mut address = match read_given(&fields, need)? {
        AddressInput::Details(address) => *address,
        AddressInput::Id(id) => {
            let who = who.clone();
            app.db.read(move |conn| load(conn, &who, &id)).await?
        }
    };
    if verify {
        address = check(address).await?;
    }
    let now = app.clock.now_of(&who);
    if save && address.id.is_none() {
        address = app.db.write(move |tx| store(tx, &who, address, now.as_millisecond())).await?;
    } else if address.created_date.is_none() {
        address.created_date = Some(stamp(now));
    }
    Ok(Json(with_flags(&address, save, verify)?))
}

/// GET /Address/:id
pub async fn get(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    call: Call,
) -> Result<JsonText, Fail> {
    let who = call.caller()?;
    // The stored JSON is also the response body.
    let kept = app.db.read(move |conn| load_text(conn, &who, &id)).await?;
    Ok(JsonText(kept))
}

/// POST /Address/:id/Validate
pub async fn validate(State(app): State<Arc<App>>, Path(id): Path<String>, call: Call) -> Reply {
    let who = call.caller()?;
    let caller = who.clone();
    let address = app.db.read(move |conn| load(conn, &caller, &id)).await?;
    let checked = check(address).await?;
    let answer = serde_json::to_value(&checked)?;
    app.db
        .write(move |tx| {
            let body = serde_json::to_string(&checked)?;
            tx.prepare_cached("UPDATE addresses SET body = ?1 WHERE id = ?2 AND account_id = ?3")?
                .execute(params![body, checked.id, who.account_id])?;
            Ok(())
        })
        .await?;
    Ok(Json(answer))
}

async fn check(address: Address) -> Result<Address, Fail> {
    tokio::task::spawn_blocking(move || address_check::check(address)).await.map_err(Fail::internal)
}

fn with_flags(address: &Address, save: bool, verify: bool) -> Result<Value, Fail> {
    let mut value = serde_json::to_value(address)?;
    if let Some(map) = value.as_object_mut() {
        map.insert("save".to_owned(), json!(save));
        map.insert("verify".to_owned(), json!(verify));
    }
    Ok(value)
}

/// Loads the address with this id, or fails with `ADDRESS.NOT_FOUND`.
pub fn load(conn: &Connection, who: &Identity, id: &str) -> Result<Address, Fail> {
    Ok(serde_json::from_str(&load_text(conn, who, id)?)?)
}

fn load_text(conn: &Connection, who: &Identity, id: &str) -> Result<String, Fail> {
    let row: Option<String> = conn
        .prepare_cached(
            "SELECT body FROM addresses WHERE id = ?1 AND account_id = ?2 AND env = ?3",
        )?
        .query_row(params![id, who.account_id, who.env.code()], |row| row.get(0))
        .optional()?;
    row.ok_or_else(|| {
        Fail::new(
            fail::Code::from_module_and_kind("ADDRESS", "NOT_FOUND"),
            format!("There is no address with the id {id:?}."),
        )
    })
}

/// Whether the id belongs to an address of another account or of the other environment (Production
/// or Test).
pub fn belongs_to_other_account(conn: &Connection, who: &Identity, id: &str) -> Result<bool, Fail> {
    Ok(conn
        .prepare_cached(
            "SELECT EXISTS(SELECT 1 FROM addresses
             WHERE id = ?1 AND NOT (account_id = ?2 AND env = ?3))",
        )?
        .query_row(params![id, who.account_id, who.env.code()], |row| row.get(0))?)
}

/// Stores a new address under a new id.
pub fn store(
    conn: &Connection,
    who: &Identity,
    mut address: Address,
    now_ms: i64,
) -> Result<Address, Fail> {
    address.id = Some(who.luck.id());
    address.created_date = Some(stamp(from_ms(now_ms)));
    let body = serde_json::to_string(&address)?;
    conn.prepare_cached(
        "INSERT INTO addresses(id, account_id, env, body, created_ms) VALUES(?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![address.id, who.account_id, who.env.code(), body, now_ms])?;
    Ok(address)
}

/// The address that a request refers to. Loads it by id, or checks that the given details are
/// deliverable.
pub fn resolve(conn: &Connection, who: &Identity, given: AddressInput) -> Result<Address, Fail> {
    let address = match given {
        AddressInput::Id(id) => load(conn, who, &id)?,
        AddressInput::Details(address) => *address,
    };
    address_check::deliverable(address)
}
