//! Rating (section 4.5). [`quote`] prices one service of one carrier; a shipment is charged by the
//! same function, so that a rate and its charge cannot differ.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::{Date, Weekday};
use rusqlite::Connection;
use serde_json::{Value, json};

use super::address::{self, Address, AddressInput, RequiredAddressFields};
use super::app::App;
use super::auth::Identity;
use super::carrier_account::{self, CarrierAccount};
use super::carrier_rules::Rules;
use super::carriers::{self, Carrier, Class};
use super::customs;
use super::fail::{self, Code, Fail};
use super::luck::Luck;
use super::parcel::{self, Parcel};
use super::reply::{Json, Reply};
use super::special::Specials;
use super::stamp::{stamp, stamp_z};
use super::tariff::{self, ServiceSpec};
use super::warnings::Warnings;
use super::wire::Call;
use postroom_base::geography;
use postroom_base::money::Amount;
use postroom_base::text;

/// Everything that a price depends on.
pub struct RateQuery<'a> {
    pub carrier: &'static Carrier,
    pub service: &'static ServiceSpec,
    pub from: &'a Address,
    pub to: &'a Address,
    pub parcels: &'a [Parcel],
    pub specials: &'a Specials,
    pub ship_date: Date,
    pub rules: &'a Rules,
}

#[derive(Clone, Debug)]
pub struct Fee {
    pub package_number: u32,
    pub kind: String,
    pub amount: Amount,
    pub rating: Option<&'static str>,
}

#[derive(Clone, Debug)]
pub struct Quote {
    pub fees: Vec<Fee>,
    pub total: Amount,
    pub zone: u8,
    pub days: u8,
    pub arrives: Date,
    pub guaranteed: bool,
}

/// POST /ShipmentRate
pub async fn rates(State(app): State<Arc<App>>, call: Call) -> Reply {
    let who = call.caller()?;
    let body = call.object()?;
    let fields = call.fields(&body)?;
    let from =
        address::read_given(&fields.need_object("fromAddress")?, RequiredAddressFields::Whole)?;
    let to = address::read_given(&fields.need_object("toAddress")?, RequiredAddressFields::Whole)?;
    let parcels = parcel::read_all(&fields)?;
    let service = fields.text("service")?;
    if let Some(code) = &service {
        known_service(code)?;
    }
    let account_id = fields.text("carrierAccountId")?;
    let specials =
        Specials::read(&fields, fail::SHIPMENTRATE_SPECIALSERVICEPARAM_VALIDATION_FAILED)?;
    let customs = customs::read(&fields)?;
    let ignored = Warnings::in_rates(&body, &specials);
    let now = app.clock.now_of(&who);
    let rates = app
        .db
        .read(move |conn| {
            let request = Request {
                from,
                to,
                parcels,
                service,
                account_id,
                specials,
                customs: customs.is_some(),
            };
            all_rates(conn, &who, request, now)
        })
        .await?;
    Ok(Json(ignored.attach_to(json!({ "rates": rates }))))
}

struct Request {
    from: AddressInput,
    to: AddressInput,
    parcels: Vec<Parcel>,
    service: Option<String>,
    account_id: Option<String>,
    specials: Specials,
    customs: bool,
}

/// All available rates. Fails only if there are none: with the cause if there is just one or a
/// single rate was requested, otherwise with `SHIPMENTRATE.NOT_FOUND`.
fn all_rates(
    conn: &Connection,
    who: &Identity,
    request: Request,
    now: Timestamp,
) -> Result<Vec<Value>, Fail> {
    let from = address::resolve(conn, who, request.from)?;
    let to = address::resolve(conn, who, request.to)?;
    if !to.is_domestic() && !request.customs {
        return Err(Fail::invalid(
            "SHIPMENTRATE",
            "customsInfo is required for an international shipment.",
        ));
    }
    let accounts = match &request.account_id {
        Some(id) => vec![carrier_account::load_active(conn, who, id)?],
        None => carrier_account::all(conn, who)?,
    };
    if accounts.is_empty() {
        return Err(Fail::new(
            fail::CARRIERACCOUNT_NOT_FOUND,
            text!("practice-service-no-account"),
        ));
    }
    let ship_date = local_today(&from, now);
    let rules = Rules::load(conn)?;
    let (mut rates, mut causes) = (Vec::new(), Vec::new());
    for account in &accounts {
        let usable = account
            .need_active()
            .and_then(|()| carriers::find_for_env(who.env, &account.carrier_code))
            .and_then(|carrier| {
                // Checked once, to get one cause for the whole carrier and not one per service.
                rules.carrier(carrier)?;
                rules.check_reachable(carrier)?;
                Ok(carrier)
            });
        let carrier = match usable {
            Ok(carrier) => carrier,
            Err(cause) => {
                causes.push(cause);
                continue;
            }
        };
        let offered = carrier.services.iter().filter_map(|code| tariff::service(code));
        let mut found = 0_usize;
        for spec in offered
            .filter(|spec| request.service.as_deref().is_none_or(|wanted| wanted == spec.code))
        {
            found += 1;
            let ask = RateQuery {
                carrier,
                service: spec,
                from: &from,
                to: &to,
                parcels: &request.parcels,
                specials: &request.specials,
                ship_date,
                rules: &rules,
            };
            match quote(&ask, "SHIPMENTRATE") {
                Ok(quote) => rates.push(show(&quote, spec.code, account, now, &who.luck)),
                Err(cause) => causes.push(cause),
            }
        }
        if found == 0
            && let Some(code) = &request.service
        {
            causes.push(not_carried(carrier, code));
        }
    }
    if !rates.is_empty() {
        return Ok(rates);
    }
    let narrow = request.account_id.is_some() && request.service.is_some();
    if (narrow || causes.len() == 1)
        && let Some(cause) = causes.pop()
    {
        return Err(cause);
    }
    let none = Fail::new(fail::SHIPMENTRATE_NOT_FOUND, text!("practice-service-no-rates"));
    Err(none.with_info(json!({"causes": distinct(&causes)})))
}

fn distinct(causes: &[Fail]) -> Vec<String> {
    let mut texts: Vec<String> = causes.iter().map(ToString::to_string).collect();
    texts.sort();
    texts.dedup();
    texts
}

/// `SERVICE.NOT_SUPPORTED` for a value that is not in section 2.11.
pub fn known_service(code: &str) -> Result<&'static ServiceSpec, Fail> {
    tariff::service(code).ok_or_else(|| {
        Fail::new(fail::SERVICE_NOT_SUPPORTED, text!("practice-service-no-service", service = code))
    })
}

pub fn not_carried(carrier: &Carrier, service: &str) -> Fail {
    Fail::new(
        fail::SERVICE_NOT_SUPPORTED,
        text!("practice-service-not-offered", carrier = carrier.name, service = service),
    )
}

/// The price of one service, or why it has none. `module` is `SHIPMENTRATE` or `SHIPMENT`.
pub fn quote(ask: &RateQuery<'_>, module: &'static str) -> Result<Quote, Fail> {
    let (carrier, service) = (ask.carrier, ask.service);
    ask.rules.carrier(carrier)?;
    if !carrier.services.contains(&service.code) {
        return Err(not_carried(carrier, service.code));
    }
    ask.rules.service(carrier, service.code)?;
    if !ask.from.is_domestic() {
        return Err(Fail::invalid(module, text!("practice-service-collects-in-us")));
    }
    let country = ask.to.rating_country();
    if !service.goes_to(country) {
        return Err(Fail::invalid(
            module,
            text!("practice-service-service-not-there", service = service.code, country = country),
        ));
    }
    if carrier.class != Class::Postal
        && (ask.to.is_po_box() || geography::is_military_zip(&ask.to.zip) && ask.to.is_domestic())
    {
        return Err(Fail::invalid(
            module,
            text!("practice-service-no-po-box", carrier = carrier.name),
        ));
    }
    ask.specials.check(carrier, country == "US")?;
    let zone = zone(ask.from, ask.to).ok_or_else(|| {
        Fail::new(
            Code::from_module_and_kind(module, "VALIDATION_FAILED"),
            text!("practice-service-no-zone"),
        )
    })?;
    let mut fees = Vec::new();
    for parcel in ask.parcels {
        parcel_fees(ask, parcel, zone, module, &mut fees)?;
    }
    // The carrier's own failures are checked last.
    ask.rules.check_reachable(carrier)?;
    let total = Amount::total(fees.iter().map(|fee| fee.amount))
        .ok_or_else(|| Fail::internal("a price left the range of amounts"))?;
    let days = service.transit_days(zone);
    let arrives = business_days_after(ask.ship_date, days, ask.specials.has("SundayDelivery"));
    Ok(Quote { fees, total, zone, days, arrives, guaranteed: service.guaranteed })
}

fn parcel_fees(
    ask: &RateQuery<'_>,
    parcel: &Parcel,
    zone: u8,
    module: &'static str,
    fees: &mut Vec<Fee>,
) -> Result<(), Fail> {
    let (carrier, service) = (ask.carrier, ask.service);
    if !carrier.package_types.contains(&parcel.package_type) {
        return Err(Fail::new(
            fail::PACKAGETYPE_NOT_SUPPORTED,
            text!(
                "practice-service-no-package-type",
                carrier = carrier.name,
                package = parcel.package_type
            ),
        ));
    }
    ask.rules.package_type(carrier, parcel.package_type)?;
    if parcel.pounds > service.max_pounds {
        let words = text!(
            "practice-service-too-heavy",
            service = service.code,
            pounds = service.max_pounds
        );
        return Err(Fail::new(fail::PACKAGETYPE_VALIDATION_FAILED, words));
    }
    if parcel.length_plus_girth() > service.max_length_plus_girth_inches {
        let most = service.max_length_plus_girth_inches;
        let words = text!("practice-service-too-large", service = service.code, inches = most);
        return Err(Fail::new(fail::PACKAGETYPE_VALIDATION_FAILED, words));
    }
    let (base, rating) = base_fee(service, parcel, zone).ok_or_else(|| {
        Fail::invalid(
            module,
            text!(
                "practice-service-package-not-taken",
                service = service.code,
                package = parcel.package_type
            ),
        )
    })?;
    let mut add = |kind: &str, amount: Amount, rating| {
        fees.push(Fee { package_number: parcel.number, kind: kind.to_owned(), amount, rating });
    };
    add("Base", base, rating);
    if service.by_volume() && rating.is_some() {
        if parcel.length() > 30.0 {
            add("NonStandardDimension", Amount::from_cents(1_500), None);
        } else if parcel.length() > 22.0 {
            add("NonStandardDimension", Amount::from_cents(400), None);
        }
        if parcel.cubic_inches() > 2.0 * 1728.0 {
            add("NonStandardCubicFeet", Amount::from_cents(1_800), None);
        }
        if !parcel.is_rectangle {
            add("NonRectangular", Amount::from_cents(400), None);
        }
    }
    if carrier.class == Class::Express {
        if ask.to.is_residential == Some(true) {
            add("ResidentialDelivery", Amount::from_cents(365), None);
        }
        // 9.5 % of the base price.
        let fuel = Amount::from_micros(base.micros().saturating_mul(95) / 1000).round_to_cents();
        add("FuelSurcharge", fuel, None);
    }
    for code in &ask.specials.codes {
        let price = tariff::special_service(code, ask.specials.insured, ask.specials.collected)
            .ok_or_else(|| {
                Fail::new(
                    fail::SPECIALSERVICE_NOT_SUPPORTED,
                    text!("practice-service-special-no-price", special = *code),
                )
            })?;
        if !price.is_zero() {
            add(code, price, None);
        }
    }
    Ok(())
}

/// The base price and rating type; `None` if the service does not accept the package type.
fn base_fee(
    service: &ServiceSpec,
    parcel: &Parcel,
    zone: u8,
) -> Option<(Amount, Option<&'static str>)> {
    if !matches!(parcel.package_type, "Parcel" | "SoftPack") {
        let express = service.code == "PriorityMailExpress";
        if !express && service.code != "PriorityMail" {
            return None;
        }
        let flat = tariff::flat_rate(parcel.package_type, express);
        let regional = || tariff::regional_rate(parcel.package_type, zone).filter(|_| !express);
        return flat.or_else(regional).map(|amount| (amount, None));
    }
    let by_volume = service.by_volume();
    let amount = service.base_price(zone, parcel.billable_pounds(by_volume), parcel.ounces())?;
    Some((amount, Some(if by_volume { "DimensionalWeightAndZone" } else { "WeightAndZone" })))
}

/// The zone: 1–9 for domestic addresses, otherwise by distance from the center of the United
/// States.
fn zone(from: &Address, to: &Address) -> Option<u8> {
    if to.is_domestic() {
        return geography::postal_zone(&from.zip, &to.zip)
            .or_else(|| geography::is_military_zip(&to.zip).then_some(8));
    }
    let country = geography::country(&to.country)?;
    let far = match country.a2.as_str() {
        "CA" => return Some(1),
        "MX" => return Some(2),
        _ => geography::miles((39.8, -98.6), (country.lat, country.lon)),
    };
    let limits = [2_500.0, 4_000.0, 5_000.0, 6_000.0, 7_000.0, 8_000.0];
    let passed = limits.iter().filter(|limit| far > **limit).count();
    u8::try_from(passed + 2).ok()
}

/// Today's date at the origin of the shipment.
pub fn local_today(from: &Address, now: Timestamp) -> Date {
    let name = geography::zip3(&from.zip).map_or("UTC", |area| area.timezone.as_str());
    now.in_tz(name)
        .map_or_else(|_| now.to_zoned(jiff::tz::TimeZone::UTC).date(), |local| local.date())
}

/// Skips Sundays unless Sunday delivery was bought.
fn business_days_after(start: Date, days: u8, sundays: bool) -> Date {
    let mut date = start;
    let mut left = days;
    while left > 0 {
        let Ok(next) = date.tomorrow() else {
            return date;
        };
        date = next;
        if sundays || date.weekday() != Weekday::Sunday {
            left -= 1;
        }
    }
    date
}

/// The rate of section 2.19.
pub fn show(
    quote: &Quote,
    service: &str,
    account: &CarrierAccount,
    now: Timestamp,
    luck: &Luck,
) -> Value {
    let fees: Vec<Value> = quote.fees.iter().map(show_fee).collect();
    let arrives = quote
        .arrives
        .at(20, 0, 0, 0)
        .to_zoned(jiff::tz::TimeZone::UTC)
        .map_or(now, |at| at.timestamp());
    json!({
        "id": luck.id(),
        "carrierAccountName": account.name,
        "carrierCode": account.carrier_code,
        "carrierAccountId": account.id,
        "finalService": service,
        "totalFee": quote.total,
        "fees": fees,
        "currency": "USD",
        "deliveryDays": quote.days,
        "deliveryDate": stamp_z(arrives),
        "deliveryDateGuaranteed": quote.guaranteed,
        "zone": quote.zone.to_string(),
        "createdDate": stamp(now),
    })
}

fn show_fee(fee: &Fee) -> Value {
    match fee.rating {
        Some(rating) => {
            json!({"packageNumber": fee.package_number, "type": fee.kind, "fee": fee.amount, "ratingType": rating})
        }
        None => json!({"packageNumber": fee.package_number, "type": fee.kind, "fee": fee.amount}),
    }
}
