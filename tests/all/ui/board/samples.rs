//! The rows that the board shows: addresses, carriers, rates and shipments.

use postroom::api::carrier::{Carrier, Catalog, CatalogEntry};
use postroom::api::carrier_account::CarrierAccount;
use postroom::api::rate::{Fee, Rate};
use postroom::api::value::{PackageType, Service, SpecialService};
use postroom::base::id::RateId;
use postroom::desk::records::stored_address::BookEntry;
use postroom::parcel::catalogs::Catalogs;

use crate::prelude::*;

pub fn new_york() -> AddressForm {
    AddressForm {
        name: "John Q Sample".to_owned(),
        company: "Sample Goods LLC".to_owned(),
        street1: "350 5th Ave".to_owned(),
        city: "New York".to_owned(),
        state: "NY".to_owned(),
        zip: "10118".to_owned(),
        phone: "212 555 0143".to_owned(),
        verification: Some("Success".to_owned()),
        residential: Some(false),
        ..AddressForm::default()
    }
}

pub fn san_francisco() -> AddressForm {
    AddressForm {
        name: "Casey Example".to_owned(),
        street1: "1 Ferry Building".to_owned(),
        street2: "Ste 50".to_owned(),
        city: "San Francisco".to_owned(),
        state: "CA".to_owned(),
        zip: "94111".to_owned(),
        ..AddressForm::default()
    }
}

pub fn chicago() -> AddressForm {
    AddressForm {
        name: "Riley Sample".to_owned(),
        street1: "233 S Wacker Dr".to_owned(),
        city: "Chicago".to_owned(),
        state: "IL".to_owned(),
        zip: "60606".to_owned(),
        ..AddressForm::default()
    }
}

pub fn berlin() -> AddressForm {
    AddressForm {
        name: "Erika Muster".to_owned(),
        street1: "Musterweg 5".to_owned(),
        city: "Berlin".to_owned(),
        zip: "10115".to_owned(),
        country: "DE".to_owned(),
        ..AddressForm::default()
    }
}

/// A complete domestic draft without a rate.
pub fn complete_draft() -> Draft {
    let mut draft = Draft { from: new_york(), to: san_francisco(), ..Draft::default() };
    let package = &mut draft.packages[0];
    package.weight = "1.5".to_owned();
    package.length = "10".to_owned();
    package.width = "6".to_owned();
    package.height = "4".to_owned();
    draft
}

pub fn entry(row: i64, address: AddressForm) -> BookEntry {
    BookEntry { row, address, last_used: None }
}

const CODES: [(&str, &str); 3] =
    [("POST-eVS", "Postal"), ("NORTHLINE", "Northline"), ("SKYWAY", "Skyway Express")];

pub fn carriers() -> Vec<Carrier> {
    CODES
        .iter()
        .map(|(code, name)| Carrier {
            code: Some((*code).to_owned()),
            name: Some((*name).to_owned()),
            ..Carrier::default()
        })
        .collect()
}

pub fn accounts() -> Vec<CarrierAccount> {
    CODES
        .iter()
        .map(|(code, name)| CarrierAccount {
            id: Some(CarrierAccountId::new(*code)),
            name: Some(format!("{name} main")),
            carrier_code: Some((*code).to_owned()),
            ..CarrierAccount::default()
        })
        .collect()
}

pub fn catalogs() -> Catalogs {
    let entry =
        |code: &str| CatalogEntry { code: Some(code.to_owned()), ..CatalogEntry::default() };
    let of = |codes: Vec<&str>| -> Catalog {
        [("POST-eVS".to_owned(), codes.into_iter().map(entry).collect())].into()
    };
    Catalogs {
        services: of(vec!["GroundAdvantage", "PriorityMail", "PriorityMailIntl", "MediaMail"]),
        special_services: of(SpecialService::ALL
            .iter()
            .filter(|service| **service != SpecialService::HolidayDelivery)
            .map(SpecialService::as_str)
            .collect()),
        package_types: of(PackageType::ALL.iter().take(9).map(PackageType::as_str).collect()),
    }
}

pub fn rates() -> Vec<Rate> {
    [
        ("POST-eVS", "Postal", Service::GroundAdvantage, 790, 5.0),
        ("POST-eVS", "Postal", Service::PriorityMail, 1140, 2.0),
        ("POST-eVS", "Postal", Service::PriorityMailExpress, 3165, 1.0),
        ("NORTHLINE", "Northline main", Service::Ground, 1022, 4.0),
        ("NORTHLINE", "Northline main", Service::ThreeDaySelect, 1875, 3.0),
        ("NORTHLINE", "Northline main", Service::SecondDayAir, 2490, 2.0),
        ("SKYWAY", "Skyway main", Service::NextDayAirSaver, 4210, 1.0),
        ("SKYWAY", "Skyway main", Service::NextDayAir, 5833, 1.0),
    ]
    .into_iter()
    .map(|(code, account, service, cents, days)| Rate {
        id: Some(RateId::new(format!("r-{cents}"))),
        carrier_account_name: Some(account.to_owned()),
        carrier_code: Some(code.to_owned()),
        carrier_account_id: Some(CarrierAccountId::new(code)),
        final_service: Some(service),
        total_fee: Some(Amount::from_cents(cents)),
        fees: vec![
            Fee {
                kind: Some("Base".to_owned()),
                fee: Some(Amount::from_cents(cents - 90)),
                rating_type: Some("WeightAndZone".to_owned()),
                ..Fee::default()
            },
            Fee {
                kind: Some("FuelSurcharge".to_owned()),
                fee: Some(Amount::from_cents(90)),
                ..Fee::default()
            },
        ],
        currency: Some("USD".to_owned()),
        delivery_days: Some(days),
        delivery_date: WireTime::parse(&format!("2026-11-{:02}T00:00:00", 21 + days as i8)),
        delivery_date_guaranteed: Some(days < 2.0),
        zone: Some("8".to_owned()),
        ..Rate::default()
    })
    .collect()
}

pub fn shipment_row(index: i64, status: &str) -> Arc<ShipmentRow> {
    let bought: Timestamp = "2026-11-21T09:58:00Z".parse().unwrap();
    let price = Money::new(Amount::from_cents(790 + index * 13), Currency::USD);
    Arc::new(ShipmentRow {
        id: ShipmentId::new(format!("s-{index}")),
        created: Timestamp::from_second(bought.as_second() - index * 5400).unwrap(),
        to_name: ["Casey Example", "Riley Sample", "Jordan Placeholder"][index as usize % 3]
            .to_owned(),
        to_place: ["San Francisco, CA", "Chicago, IL", "Austin, TX"][index as usize % 3].to_owned(),
        to_email: String::new(),
        reference: String::new(),
        carrier: "POST-eVS".to_owned(),
        service: "GroundAdvantage".to_owned(),
        tracking_number: Some(TrackingNumber::new(format!("94001118992231{index:08}"))),
        further_numbers: Vec::new(),
        status: status.to_owned(),
        sub_status: "OriginScan".to_owned(),
        price: Some(price),
        packages: 1,
        refund_status: None,
    })
}
