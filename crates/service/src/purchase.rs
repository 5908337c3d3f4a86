//! The request of POST /Shipment, and the purchase.

use std::borrow::Cow;

use jiff::Timestamp;
use jiff::civil::Date;
use rusqlite::{Connection, params};
use serde_json::{Value, json};

use super::address::{self, Address, AddressInput, RequiredAddressFields};
use super::auth::{Env, Identity};
use super::carrier_account;
use super::carrier_rules::Rules;
use super::carriers;
use super::customs;
use super::facts::{Facts, Journey};
use super::fail::{self, Fail};
use super::fields::Fields;
use super::label::LabelSettings;
use super::ledger::{self, Entry};
use super::number;
use super::parcel::{self, Parcel};
use super::rate::{self, Quote, RateQuery};
use super::reply::without_nulls;
use super::routing::Stop;
use super::special::Specials;
use super::stamp::{stamp, stamp_z};
use super::stored_shipment::{Stored, StoredParcel};
use super::tariff::ServiceSpec;
use super::warnings::{Warnings, kept as meant};
use postroom_base::clock::WireTime;
use postroom_base::money::Amount;
use postroom_base::text;

const MODULE: &str = "SHIPMENT";
/// How far in the future a ship date may be; the interface specifies no limit.
const SHIP_DATE_AHEAD_DAYS: i64 = 30;

pub struct Order {
    from: AddressInput,
    to: AddressInput,
    return_to: Option<AddressInput>,
    pub parcels: Vec<Parcel>,
    service: &'static ServiceSpec,
    carrier_account_id: String,
    customs: Option<Value>,
    wish: LabelSettings,
    ship_date: Option<Date>,
    specials: Specials,
    bill_to: Option<Value>,
    option: Option<Value>,
    ignored: Warnings,
}

pub struct Purchase<'a> {
    pub who: &'a Identity,
    pub transaction_id: &'a str,
    /// The sequence number among the account's shipments (see `page.rs`).
    pub number: i64,
    /// One unguessable token per parcel, for the URLs of the label files.
    pub tokens: Vec<String>,
    pub now: Timestamp,
    pub machine_now: Timestamp,
}

impl Order {
    pub fn read(fields: &Fields<'_>, body: &Value) -> Result<Self, Fail> {
        let from =
            address::read_given(&fields.need_object("fromAddress")?, RequiredAddressFields::Whole)?;
        let to =
            address::read_given(&fields.need_object("toAddress")?, RequiredAddressFields::Whole)?;
        let return_to = fields
            .object("altReturnAddress")?
            .map(|it| address::read_given(&it, RequiredAddressFields::Whole))
            .transpose()?;
        let ship_date = read_ship_date(fields)?;
        if let Some(option) = fields.object("option")? {
            read_option(&option)?;
        }
        let specials =
            Specials::read(fields, fail::SHIPMENT_SPECIALSERVICEPARAM_VALIDATION_FAILED)?;
        Ok(Self {
            from,
            to,
            return_to,
            parcels: parcel::read_all(fields)?,
            service: rate::known_service(&fields.need_text("service")?)?,
            carrier_account_id: fields.need_text("carrierAccountId")?,
            customs: customs::read(fields)?,
            wish: LabelSettings::read(fields.object("postageLabel")?.as_ref())?,
            ship_date,
            ignored: Warnings::in_shipment(body, &specials),
            specials,
            bill_to: read_bill_to(fields)?,
            option: fields.raw("option").cloned(),
        })
    }
}

/// Reads `shipDate`, of a shipment or a manifest.
pub fn read_ship_date(fields: &Fields<'_>) -> Result<Option<Date>, Fail> {
    let Some(text) = fields.text("shipDate")? else {
        return Ok(None);
    };
    let time = WireTime::parse(&text).ok_or_else(|| {
        Fail::bad_request(fields.module, format!("shipDate is not a date: {text:?}."))
    })?;
    Ok(Some(time.instant().to_zoned(jiff::tz::TimeZone::UTC).date()))
}

/// Today at the address `from`, by the simulated clock or the machine's, whichever is earlier: the
/// simulated day may be ahead of the caller's, and today by either clock is not in the past.
pub fn earliest_ship_date(from: &Address, now: Timestamp, machine_now: Timestamp) -> Date {
    rate::local_today(from, now).min(rate::local_today(from, machine_now))
}

/// Noon UTC on the ship date, which is the same date everywhere in the United States.
pub fn ship_moment(date: Date) -> Option<Timestamp> {
    let noon = date.at(12, 0, 0, 0).to_zoned(jiff::tz::TimeZone::UTC);
    noon.ok().map(|at| at.timestamp())
}

/// Rates, charges and stores a shipment. Also returns the warnings about ignored fields. Runs in
/// the caller's transaction.
pub fn buy(
    conn: &Connection,
    order: Order,
    purchase: Purchase<'_>,
) -> Result<(Stored, Warnings), Fail> {
    let who = purchase.who;
    let now_ms = purchase.now.as_millisecond();
    let from = address::resolve(conn, who, order.from)?;
    let to = address::resolve(conn, who, order.to)?;
    let account = carrier_account::load_active(conn, who, &order.carrier_account_id)?;
    let carrier = carriers::find_for_env(who.env, &account.carrier_code)?;
    let mut ignored = order.ignored;
    if let Some(option) = &order.option {
        ignored.option(option, carrier)?;
    }
    if order.bill_to.is_some() && !carrier.bills_others {
        ignored.bill_to(carrier);
    }
    let bill_to = order.bill_to.filter(|_| carrier.bills_others);
    check_abroad(&order.customs, &order.specials, &order.wish, &to)?;
    let today = rate::local_today(&from, purchase.now);
    let earliest = earliest_ship_date(&from, purchase.now, purchase.machine_now);
    let asked = order.ship_date.unwrap_or(today);
    if asked < earliest {
        return Err(Fail::new(
            fail::SHIPMENT_VALIDATION_FAILED,
            text!("practice-service-ship-date-past"),
        ));
    }
    let ship_date = asked.max(today);
    if ship_date.since(today).is_ok_and(|span| i64::from(span.get_days()) > SHIP_DATE_AHEAD_DAYS) {
        return Err(Fail::new(
            fail::SHIPMENT_VALIDATION_FAILED,
            text!("practice-service-ship-date-far"),
        ));
    }
    let rules = Rules::load(conn)?;
    let ask = RateQuery {
        carrier,
        service: order.service,
        from: &from,
        to: &to,
        parcels: &order.parcels,
        specials: &order.specials,
        ship_date,
        rules: &rules,
    };
    let quote = rate::quote(&ask, MODULE)?;
    rules.check_labels_accepted(carrier)?;
    // The sandbox charges nothing, and postage billed to a third party is not charged to the
    // account.
    let charge = if who.env == Env::Test || is_billed_to_another(bill_to.as_ref()) {
        Amount::ZERO
    } else {
        quote.total
    };
    if !charge.is_zero() {
        let entry = Entry {
            transaction_id: purchase.transaction_id,
            event_type: "OnLabelGenerate",
            amount: charge.negated(),
            comments: &format!("{} {}", carrier.name, order.service.code),
            payment_type: "Balance",
        };
        ledger::pay(conn, who, &entry, now_ms)?;
    }
    let from = ensure_address_stored(conn, who, from, now_ms)?;
    let to = ensure_address_stored(conn, who, to, now_ms)?;
    let return_to = match order.return_to {
        Some(given) => {
            Some(ensure_address_stored(conn, who, address::resolve(conn, who, given)?, now_ms)?)
        }
        None => None,
    };
    let id = who.luck.id();
    let by_volume = order.service.by_volume();
    let packages: Vec<Value> = order
        .parcels
        .iter()
        .map(|parcel| parcel.show(&who.luck.id(), by_volume, is_oversized(&quote, parcel.number)))
        .collect();
    let ship_at = ship_moment(ship_date).unwrap_or(purchase.now);
    let shown = without_nulls(json!({
        "id": id,
        "accountId": who.account_id,
        "appId": who.app_id,
        "fromAddress": from,
        "toAddress": to,
        "altReturnAddress": return_to,
        "packages": packages,
        "rates": [rate::show(&quote, order.service.code, &account, purchase.now, &who.luck)],
        "forms": [],
        "specialService": order.specials.codes,
        "specialServiceParam": order.specials.param,
        "carrierAccountName": account.name,
        "carrierCode": account.carrier_code,
        "carrierAccountId": account.id,
        "service": order.service.code,
        "shipDate": stamp_z(ship_at),
        "createdDate": stamp(purchase.now),
        "transactionId": purchase.transaction_id,
        "billTo": bill_to,
    }));
    let texts: Vec<Value> = order
        .parcels
        .iter()
        .map(|parcel| json!({"weight": parcel.weight_text(), "dimensions": parcel.dimensions_text()}))
        .collect();
    let label = without_nulls(json!({
        "from": from.lines(),
        "to": to.lines(),
        "toZip": to.is_domestic().then_some(&to.zip),
        "toCountry": to.rating_country(),
        "shipDate": ship_date.to_string(),
        "zone": quote.zone.to_string(),
        "parcels": texts,
        "option": order.option.as_ref().map(meant::option),
        "customs": order.customs,
    }));
    let journey = Journey {
        from: stop(&from, &from.country),
        to: stop(&to, to.rating_country()),
        to_zip: to.is_domestic().then_some(Cow::Borrowed(to.zip.as_str())),
        ship_ms: ship_at.as_millisecond(),
        days: i64::from(quote.days),
    };
    let facts = Facts::from_purchase(&journey, &order.wish.to_value(), &label, &shown)?;
    conn.prepare_cached(
        "INSERT INTO shipments(id, account_id, env, transaction_id, carrier_code, carrier_account_id,
         created_ms, charge, facts, number) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    )?
    .execute(params![
        id, who.account_id, who.env.code(), purchase.transaction_id, carrier.code, account.id, now_ms,
        charge.micros(), facts.text(), purchase.number
    ])?;
    let serial = number::serial(conn, who, conn.last_insert_rowid(), purchase.number)?;
    let mut parcels = Vec::new();
    for (parcel, token) in order.parcels.iter().zip(purchase.tokens) {
        let tracking_number =
            number::tracking_number(carrier.class, order.service.code, serial, parcel.number);
        conn.prepare_cached(
            "INSERT INTO parcels(shipment_id, package_number, tracking_number, label_token, label_file_type)
             VALUES(?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![id, parcel.number, tracking_number, token, order.wish.file_type])?;
        parcels.push(StoredParcel { number: parcel.number, tracking_number, label_token: token });
    }
    let stored = Stored {
        id,
        carrier_code: carrier.code.to_owned(),
        created_ms: now_ms,
        facts,
        refund_started_ms: None,
        manifest_id: None,
        refund_outcome: None,
        refund_settled: false,
        transaction_id: purchase.transaction_id.to_owned(),
        account_id: who.account_id.clone(),
        carrier_account_id: account.id,
        parcels,
    };
    Ok((stored, ignored))
}

fn stop<'a>(address: &'a Address, country: &'a str) -> Stop<'a> {
    Stop {
        city: Cow::Borrowed(&address.city),
        state: Cow::Borrowed(&address.state),
        zip: Cow::Borrowed(&address.zip),
        country: Cow::Borrowed(country),
    }
}

/// The requirements of section 7.3 for international shipments.
fn check_abroad(
    customs: &Option<Value>,
    specials: &Specials,
    wish: &LabelSettings,
    to: &Address,
) -> Result<(), Fail> {
    if to.is_domestic() {
        return Ok(());
    }
    let invalid = |words: &str| Err(Fail::new(fail::SHIPMENT_VALIDATION_FAILED, words));
    let Some(customs) = customs else {
        return invalid(text!("practice-service-no-customs"));
    };
    if specials.has("Returns") {
        return invalid(text!("practice-service-returns-domestic"));
    }
    if wish.custom_texts.iter().take(2).any(Option::is_some) {
        return Err(Fail::new(
            fail::SHIPMENT_LABEL_VALIDATION_FAILED,
            text!("practice-service-no-custom-texts"),
        ));
    }
    customs::check_tariff_numbers(customs, &to.country, MODULE)
}

/// Returns the address with an id, storing it if needed: responses have stored addresses (section
/// 2.20).
pub fn ensure_address_stored(
    conn: &Connection,
    who: &Identity,
    address: Address,
    now_ms: i64,
) -> Result<Address, Fail> {
    if address.id.is_some() { Ok(address) } else { address::store(conn, who, address, now_ms) }
}

fn is_oversized(quote: &Quote, package: u32) -> bool {
    quote
        .fees
        .iter()
        .any(|fee| fee.package_number == package && fee.kind.starts_with("NonStandard"))
}

/// Checks the values of section 2.18. Which of the fields are used depends on the carrier.
fn read_option(option: &Fields<'_>) -> Result<(), Fail> {
    option.one_of("POST_EntryFacilityType")?;
    for name in ["POST_ContainerType1", "POST_ContainerType2", "POST_ContainerType3"] {
        option.one_of(name)?;
    }
    for name in [
        "POST_EntryFacilityZip",
        "POST_ContainerID1",
        "POST_ContainerID2",
        "POST_ContainerID3",
        "locationCode",
        "subAccount",
    ] {
        option.text(name)?;
    }
    Ok(())
}

/// The `billTo` of section 2.17; the default type is Sender.
fn read_bill_to(fields: &Fields<'_>) -> Result<Option<Value>, Fail> {
    let Some(bill_to) = fields.object("billTo")? else {
        return Ok(None);
    };
    let kind = bill_to.one_of("type")?.unwrap_or("Sender");
    let needed: &[&str] = match kind {
        "Recipient" => &["account", "zip"],
        "ThirdParty" => &["account", "zip", "countryCode"],
        _ => &[],
    };
    for name in needed {
        bill_to.need_text(name)?;
    }
    Ok(fields.raw("billTo").map(meant::bill_to))
}

fn is_billed_to_another(bill_to: Option<&Value>) -> bool {
    bill_to
        .and_then(|bill_to| bill_to.get("type"))
        .and_then(Value::as_str)
        .is_some_and(|kind| kind.trim() != "Sender" && !kind.trim().is_empty())
}
