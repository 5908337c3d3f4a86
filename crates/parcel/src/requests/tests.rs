use serde_json::json;

use super::*;
use postroom_api::value::{EntryFacilityType, PackageType, Service};
use postroom_base::id::{AddressId, CarrierAccountId};
use postroom_base::measure::WeightUnit;

fn draft() -> Draft {
    let mut draft = Draft {
        from: AddressForm {
            name: " John Q Sample ".to_owned(),
            street1: "350 5th Ave".to_owned(),
            city: "New York".to_owned(),
            state: "new york".to_owned(),
            zip: "10118".to_owned(),
            ..AddressForm::default()
        },
        ..Draft::default()
    };
    draft.to.stored = Some(AddressId::new("a-1"));
    draft.to.zip = "94111".to_owned();
    let package = &mut draft.packages[0];
    package.weight = "1,5".to_owned();
    package.length = "10".to_owned();
    package.width = "6".to_owned();
    package.height = "4".to_owned();
    draft
}

#[test]
fn a_rate_request_on_the_wire() {
    let mut draft = draft();
    draft.options.special_services = [SpecialService::Insurance, SpecialService::Returns].into();
    draft.options.insurance_amount = "125.50".to_owned();
    draft.options.cod_amount = "left over".to_owned();
    assert_eq!(
        serde_json::to_value(rate_request(&draft)).unwrap(),
        json!({
            "fromAddress": {
                "name": "John Q Sample", "street1": "350 5th Ave", "city": "New York",
                "state": "NY", "zip": "10118", "country": "US"
            },
            "toAddress": { "id": "a-1" },
            "packages": [{
                "packageType": "Parcel", "length": 10.0, "width": 6.0, "height": 4.0,
                "dimensionUnit": "in", "weight": 1.5, "weightUnit": "lb"
            }],
            "specialService": ["Insurance"],
            "specialServiceParam": { "insuranceAmount": json_number("125.5") }
        })
    );
}

#[test]
fn a_shipment_request_on_the_wire() {
    let mut draft = draft();
    draft.to = AddressForm {
        name: "Erika Muster".to_owned(),
        street1: "Musterweg 5".to_owned(),
        city: "Berlin".to_owned(),
        zip: "10115".to_owned(),
        country: "DE".to_owned(),
        ..AddressForm::default()
    };
    draft.packages[0].kind = PackageType::FlatRateEnvelope;
    draft.packages[0].irregular = true;
    draft.customs.certify = true;
    draft.customs.signer = "John Q Sample".to_owned();
    draft.customs.contents_explanation = "not Other".to_owned();
    draft.customs.items = vec![CustomsItemForm {
        description: "Cotton shirt".to_owned(),
        quantity: "2".to_owned(),
        weight: "300".to_owned(),
        weight_unit: WeightUnit::G,
        value: "19.90".to_owned(),
        hs_tariff_number: "6109.10".to_owned(),
        origin_country: "us".to_owned(),
    }];
    draft.options.custom_text3 = "Order 7".to_owned();
    draft.options.ship_date = "11/23/2026".to_owned();
    draft.options.entry_facility = Some(EntryFacilityType::Dndc);
    draft.options.entry_facility_zip = "60607".to_owned();
    let rate = Rate {
        final_service: Some(Service::PriorityMailIntl),
        carrier_account_id: Some(CarrierAccountId::new("c-1")),
        ..Rate::default()
    };
    let sent = serde_json::to_value(shipment_request(&draft, &rate)).unwrap();
    assert_eq!(sent["toAddress"]["state"], "Berlin", "required, so the city is repeated");
    assert_eq!(sent["service"], "PriorityMailIntl");
    assert_eq!(sent["carrierAccountId"], "c-1");
    assert_eq!(sent["shipDate"], "2026-11-23");
    assert_eq!(
        sent["packages"],
        json!([{
            "packageType": "FlatRateEnvelope", "isRectangle": false,
            "weight": 1.5, "weightUnit": "lb"
        }])
    );
    assert_eq!(
        sent["postageLabel"],
        json!({
            "labelType": "Base64", "labelFileType": "PDF", "labelSize": "4x6",
            "labelOrientation": "Portrait", "customText3": "Order 7"
        })
    );
    assert_eq!(
        sent["option"],
        json!({ "POST_EntryFacilityType": "DNDC", "POST_EntryFacilityZip": "60607" })
    );
    assert_eq!(
        sent["customsInfo"],
        json!({
            "customsItem": [{
                "weightUnit": "g", "description": "Cotton shirt", "quantity": 2.0,
                "weight": 300.0, "value": json_number("19.9"),
                "hsTariffNumber": "6109.10", "originCountry": "US"
            }],
            "contentType": "Merchandise", "customsCertify": true,
            "customsSigner": "John Q Sample", "currency": "USD",
            "nonDeliveryOption": "Return"
        })
    );
}

#[test]
fn o23_a_state_is_sent_as_carriers_take_it() {
    for (country, state, expected) in [
        ("CA", "Québec", "QC"),
        ("AU", "New South Wales", "NSW"),
        ("US", "N.Y.", "NY"),
        ("US", "Atlantis", "Atlantis"),
        ("DE", " Bayern ", "Bayern"),
        // Of countries that need none, the city.
        ("DE", "", "New York"),
    ] {
        let mut form = draft().from;
        form.country = country.to_owned();
        form.city = "New York".to_owned();
        form.state = state.to_owned();
        assert_eq!(details(&form).state.as_deref(), Some(expected), "{country} {state}");
    }
}

#[test]
fn territories_travel_as_the_united_states() {
    let mut form = draft().from;
    form.country = "PR".to_owned();
    form.state.clear();
    let sent = details(&form);
    assert_eq!((sent.country.as_deref(), sent.state.as_deref()), (Some("US"), Some("PR")));
}

#[test]
fn which_edits_outdate_a_quote() {
    type Change = fn(&mut Draft);
    let cases: [(&str, Change, bool); 12] = [
        ("nothing", |_| {}, true),
        ("recipient name", |d| d.to.name = "Other".into(), true),
        ("phone", |d| d.to.phone = "212 555 0143".into(), true),
        ("saved to the book", |d| d.to.stored = None, true),
        ("label size", |d| d.label.size = postroom_api::value::LabelSize::Letter, true),
        ("ship date", |d| d.options.ship_date = "2026-11-23".into(), true),
        ("weight written otherwise", |d| d.packages[0].weight = "1.50".into(), true),
        ("weight", |d| d.packages[0].weight = "1.6".into(), false),
        ("unit", |d| d.packages[0].weight_unit = WeightUnit::Kg, false),
        ("ZIP", |d| d.to.zip = "94112".into(), false),
        ("residential", |d| d.to.residential = Some(true), false),
        (
            "a special service",
            |d| {
                d.options.special_services.insert(SpecialService::SundayDelivery);
            },
            false,
        ),
    ];
    for (case, change, equal) in cases {
        let mut edited = draft();
        change(&mut edited);
        assert_eq!(rate_inputs_equal(&draft(), &edited), equal, "{case}");
    }
}

fn json_number(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

/// Finding M1: responses with many labels inside exceeded every size limit.
#[test]
fn labels_of_many_packages_come_as_addresses() {
    for (packages, kind) in [(1, "Base64"), (8, "Base64"), (9, "Url"), (99, "Url")] {
        let mut draft = draft();
        draft.packages = vec![draft.packages[0].clone(); packages];
        let sent = serde_json::to_value(shipment_request(&draft, &Rate::default())).unwrap();
        assert_eq!(sent["postageLabel"]["labelType"], kind, "{packages}");
    }
}
