//! Options and the customs declaration, with one invalid field at a time.

use crate::problems::tests::*;

/// The field for the number of an export filing.
const ITN: &str = "Number of the filing (ITN)";

#[test]
fn options() {
    use ProblemKind::{Missing, Wrong};
    fn with(d: &mut Draft, service: SpecialService) {
        d.options.special_services.insert(service);
    }
    let cases: &[(Change, ProblemKind, &str, &str)] = &[
        (
            |d| with(d, SpecialService::Insurance),
            Missing,
            "Insurance amount",
            "Enter the insurance amount",
        ),
        (
            |d| {
                with(d, SpecialService::Insurance);
                d.options.insurance_amount = "lots".into();
            },
            Wrong,
            "Insurance amount",
            "such as 125.00",
        ),
        (
            |d| {
                with(d, SpecialService::Cod);
                d.options.cod_amount = "0".into();
            },
            Wrong,
            "COD amount",
            "more than zero",
        ),
        (
            |d| {
                with(d, SpecialService::RegisteredMail);
                d.options.registered_mail_amount = "1.005".into();
            },
            Wrong,
            "Registered mail amount",
            "two decimal places",
        ),
        (
            |d| {
                with(d, SpecialService::Hazmat);
                d.options.hazmat_description = "Lithium cells".into();
                d.options.hazmat_phone = "212 555 0143".into();
            },
            Missing,
            "Hazmat type",
            "Choose a hazmat type",
        ),
        (
            |d| with(d, SpecialService::LiveAnimals),
            Missing,
            "Live animals type",
            "Choose the kind of animals",
        ),
        (
            |d| {
                with(d, SpecialService::AdultSignature);
                with(d, SpecialService::SignatureConfirmation);
            },
            Wrong,
            "Special services",
            "Choose either",
        ),
        (|d| d.options.ship_date = "2026-11-20".into(), Wrong, "Ship date", "past"),
        (|d| d.options.ship_date = "soon".into(), Wrong, "Ship date", "an example is 2026-11-21"),
        (|d| d.options.custom_text3 = "x".repeat(51), Wrong, "Reference text", "50 characters"),
        (
            |d| d.options.entry_facility = Some(EntryFacilityType::Dndc),
            Missing,
            "Entry facility ZIP",
            "Enter the ZIP code",
        ),
        (
            |d| {
                d.options.entry_facility = Some(EntryFacilityType::Dndc);
                d.options.entry_facility_zip = "6060".into();
            },
            Wrong,
            "Entry facility ZIP",
            "60607",
        ),
    ];
    for (change, kind, field, words) in cases {
        spoil(domestic(), change, *kind, field, words);
    }
    let to_germany: &[(Change, &str, &str)] = &[
        (|d| with(d, SpecialService::Returns), "Special services", "domestic"),
        (
            |d| d.options.custom_text1 = "Order 7".into(),
            "Reference text",
            "aren’t allowed on international shipments",
        ),
        (
            |d| d.options.custom_text2 = "Order 7".into(),
            "Reference text",
            "aren’t allowed on international shipments",
        ),
    ];
    for (change, field, words) in to_germany {
        spoil(abroad(), change, Wrong, field, words);
    }
    let mut ok = abroad();
    ok.options.custom_text3 = "Order 7".to_owned();
    ok.options.ship_date = TODAY.to_string();
    assert_eq!(found(&ok), []);
}

#[test]
fn customs_declaration() {
    use ProblemKind::{Missing, Wrong};
    let cases: &[(Change, ProblemKind, &str, &str)] = &[
        (|d| d.customs.items.clear(), Missing, "Customs items", "at least one"),
        (
            |d| d.customs.items[0].description.clear(),
            Missing,
            "Item 1 description",
            "Enter a description",
        ),
        (|d| d.customs.items[0].quantity = "1.5".into(), Wrong, "Item 1 quantity", "whole number"),
        (|d| d.customs.items[0].quantity = "0".into(), Wrong, "Item 1 quantity", "1 or more"),
        (|d| d.customs.items[0].weight.clear(), Missing, "Item 1 weight", "Enter the weight"),
        (|d| d.customs.items[0].weight = "0".into(), Wrong, "Item 1 weight", "above zero"),
        (|d| d.customs.items[0].value = "free".into(), Wrong, "Item 1 value", "19.90"),
        // O39: of an order whose items have two currencies.
        (|d| d.customs.items[0].value = "12.00 EUR".into(), Wrong, "Item 1 value", "than EUR"),
        (|d| d.customs.items[0].hs_tariff_number.clear(), Missing, "Item 1 HS number", "Norway"),
        (
            |d| d.customs.items[0].hs_tariff_number = "12".into(),
            Wrong,
            "Item 1 HS number",
            "6, 8 or 10",
        ),
        // O14: the zero in front of 0901.21.00 is lost.
        (
            |d| d.customs.items[0].hs_tariff_number = "9012100".into(),
            Wrong,
            "Item 1 HS number",
            "6, 8 or 10",
        ),
        (|d| d.customs.items[0].origin_country = "QQ".into(), Wrong, "Item 1 origin", "two-letter"),
        (|d| d.customs.items[0].weight = "1.6".into(), Wrong, "Customs items", "1.60 lb"),
        (|d| d.customs.signer.clear(), Missing, "Customs signer", "Enter the name"),
        (|d| d.customs.certify = false, Missing, "Customs certification", "Certify"),
        (|d| d.customs.currency = "dollars".into(), Wrong, "Customs currency", "three-letter"),
        (
            |d| d.customs.content_type = ContentType::Other,
            Missing,
            "Contents explanation",
            "Describe the contents",
        ),
        (
            |d| d.customs.restriction = Some(RestrictionType::Quarantine),
            Missing,
            "Restriction comments",
            "Describe the restriction",
        ),
        (|d| d.customs.items[0].value = "2500.01".into(), Wrong, "Export filing", "choose “Filed”"),
        (|d| d.customs.eelpfc = Some(Eelpfc::AesItn), Missing, ITN, "Enter the number"),
        (
            |d| {
                d.customs.eelpfc = Some(Eelpfc::AesItn);
                d.customs.aes_itn = "X123".into();
            },
            Wrong,
            ITN,
            "14 digits",
        ),
    ];
    for (change, kind, field, words) in cases {
        spoil(abroad(), change, *kind, field, words);
    }
    for (case, change) in [
        (
            "filed",
            (|d| {
                d.customs.items[0].value = "2500.01".into();
                d.customs.eelpfc = Some(Eelpfc::AesItn);
                d.customs.aes_itn = "X20261121123456".into();
            }) as Change,
        ),
        ("at the limit", |d| d.customs.items[0].value = "2,500".into()),
        ("to Canada", |d| {
            d.customs.items[0].value = "3000".into();
            d.to.country = "CA".into();
            d.to.state = "ON".into();
            d.to.zip = "K1A 0A9".into();
            d.customs.items[0].hs_tariff_number.clear();
        }),
    ] {
        let mut draft = abroad();
        change(&mut draft);
        assert_eq!(found(&draft), [], "{case}");
    }
}
