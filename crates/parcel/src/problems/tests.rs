mod forms;

use super::*;
use crate::draft::{AddressForm, CustomsItemForm};
use postroom_api::carrier::CatalogEntry;
use postroom_api::value::{
    CarrierAccountStatus, ContentType, Eelpfc, EntryFacilityType, PackageType, RestrictionType,
    SpecialService,
};
use postroom_base::measure::{LengthUnit, WeightUnit};

const TODAY: Date = Date::constant(2026, 11, 21);

fn new_york() -> AddressForm {
    AddressForm {
        name: "John Q Sample".to_owned(),
        street1: "350 5th Ave".to_owned(),
        city: "New York".to_owned(),
        state: "NY".to_owned(),
        zip: "10118".to_owned(),
        ..AddressForm::default()
    }
}

fn berlin() -> AddressForm {
    AddressForm {
        name: "Erika Muster".to_owned(),
        street1: "Musterweg 5".to_owned(),
        city: "Berlin".to_owned(),
        zip: "10115".to_owned(),
        country: "DE".to_owned(),
        ..AddressForm::default()
    }
}

/// A domestic draft without problems.
fn domestic() -> Draft {
    let mut draft = Draft {
        from: new_york(),
        to: AddressForm {
            name: "Casey Example".to_owned(),
            street1: "1 Ferry Building".to_owned(),
            city: "San Francisco".to_owned(),
            state: "CA".to_owned(),
            zip: "94111".to_owned(),
            ..AddressForm::default()
        },
        chosen: Some(postroom_api::rate::Rate::default()),
        ..Draft::default()
    };
    let package = &mut draft.packages[0];
    package.weight = "1.5".to_owned();
    package.length = "10".to_owned();
    package.width = "6".to_owned();
    package.height = "4".to_owned();
    draft
}

/// A draft to Germany without problems.
fn abroad() -> Draft {
    let mut draft = domestic();
    draft.to = berlin();
    draft.customs.signer = "John Q Sample".to_owned();
    draft.customs.certify = true;
    draft.customs.items = vec![CustomsItemForm {
        description: "Cotton shirt".to_owned(),
        weight: "1".to_owned(),
        value: "19.90".to_owned(),
        hs_tariff_number: "6109.10".to_owned(),
        ..CustomsItemForm::default()
    }];
    draft
}

fn found(draft: &Draft) -> Vec<(String, String)> {
    check(draft, None, &[], TODAY)
        .into_iter()
        .map(|problem| (field_name(problem.field), problem.message.to_string()))
        .collect()
}

#[derive(Clone, Copy, PartialEq)]
enum ProblemKind {
    Missing,
    Wrong,
}

/// Breaks a valid draft and expects exactly one problem, at that field, with those words.
fn spoil(draft: Draft, change: impl Fn(&mut Draft), kind: ProblemKind, field: &str, words: &str) {
    assert_eq!(found(&draft), [], "the draft to spoil is whole");
    let mut spoilt = draft;
    change(&mut spoilt);
    let problems = check(&spoilt, None, &[], TODAY);
    let [problem] = problems.as_slice() else {
        panic!("expected one problem at {field}, found {:?}", found(&spoilt));
    };
    assert_eq!(field_name(problem.field), field);
    assert!(problem.message.contains(words), "{:?} does not say {words:?}", problem.message);
    assert_eq!(problem.missing, kind == ProblemKind::Missing, "{field}");
    assert!(!problem.message.ends_with('.'), "{:?}", problem.message);
}

type Change = fn(&mut Draft);

#[test]
fn addresses() {
    use ProblemKind::{Missing, Wrong};
    let cases: &[(Change, ProblemKind, &str, &str)] = &[
        (|d| d.from.name.clear(), Missing, "Sender name", "Enter a name"),
        (|d| d.to.street1 = "  ".into(), Missing, "Recipient street", "Enter a street"),
        (|d| d.to.city.clear(), Missing, "Recipient city", "Enter a city"),
        (|d| d.to.state.clear(), Missing, "Recipient state", "Enter a state"),
        (|d| d.to.state = "XX".into(), Wrong, "Recipient state", "isn’t a US state"),
        (|d| d.to.zip.clear(), Missing, "Recipient ZIP", "Enter a ZIP code"),
        (|d| d.to.zip = "9411".into(), Wrong, "Recipient ZIP", "an example is 95014"),
        (
            |d| d.to.state = "NY".into(),
            Wrong,
            "Recipient ZIP",
            "94111 is in San Francisco, CA, not in NY",
        ),
        (|d| d.to.zip = "09012".into(), Wrong, "Recipient ZIP", "military"),
        (|d| d.to.zip = "00000".into(), Wrong, "Recipient ZIP", "isn’t a ZIP code in use"),
        (|d| d.to.country = "XQ".into(), Wrong, "Recipient country", "two-letter code"),
        (|d| d.to.country.clear(), Missing, "Recipient country", "Enter a country"),
        (|d| d.to.email = "jane@".into(), Wrong, "Recipient email", "name@example.com"),
        (|d| d.from.phone = "12".into(), Wrong, "Sender phone", "7 to 15 digits"),
        (|d| d.from.phone = "call me".into(), Wrong, "Sender phone", "only digits"),
        (
            |d| {
                d.options.return_address = Some(AddressForm { city: String::new(), ..new_york() });
            },
            Missing,
            "Return city",
            "Enter a city",
        ),
    ];
    for (change, kind, field, words) in cases {
        spoil(domestic(), change, *kind, field, words);
    }
}

#[test]
fn addresses_that_are_right() {
    for (case, country, state, zip) in [
        ("ZIP+4", "US", "CA", "94111-1234"),
        ("state by name", "US", "california", "94111"),
        ("military", "US", "AE", "09012"),
        ("territory as a state", "US", "PR", "00901"),
        ("territory as a country", "PR", "", "00901"),
    ] {
        let mut draft = domestic();
        draft.to.country = country.to_owned();
        draft.to.state = state.to_owned();
        draft.to.zip = zip.to_owned();
        assert_eq!(found(&draft), [], "{case}");
    }
    for (case, country, state, zip) in [
        ("no states", "DE", "", "10115"),
        ("no postcodes", "HK", "Kowloon", ""),
        ("optional county", "IE", "", "A65 F4E2"),
        ("no postcode where none is needed", "CL", "RM", "00000"),
        ("province and postcode", "CA", "Alberta", "T2P 1J9"),
        ("Gatineau", "CA", "QC", "K1A 0B1"),
        ("either territory", "CA", "Nunavut", "X0A 0H0"),
    ] {
        let mut draft = abroad();
        draft.to.country = country.to_owned();
        draft.to.state = state.to_owned();
        draft.to.zip = zip.to_owned();
        assert_eq!(found(&draft), [], "{case}");
    }
}

#[test]
fn o23_a_postcode_of_another_province_is_told() {
    for (state, zip, words) in [
        ("Alberta", "M5V 2T6", "M5V 2T6 is in ON, not in AB"),
        ("QC", "V8X 3X4", "V8X 3X4 is in BC, not in QC"),
        ("Colombie-Britannique", "h2w1y4", "h2w1y4 is in QC, not in BC"),
    ] {
        let mut draft = abroad();
        draft.to.country = "CA".to_owned();
        draft.to.state = state.to_owned();
        draft.to.zip = zip.to_owned();
        let told = found(&draft);
        assert!(told.len() == 1 && told[0].1.contains(words), "{told:?}");
    }
}

#[test]
fn o32_a_blank_postcode_is_told_with_a_way_out() {
    for country in ["CL", "PE", "CO", "KE", "IE"] {
        let mut draft = abroad();
        draft.to.country = country.to_owned();
        draft.to.state = "X".to_owned();
        draft.to.zip.clear();
        let told = found(&draft);
        assert!(told.len() == 1 && told[0].1.contains("has none, enter 00000"), "{told:?}");
        draft.to.zip = "00000".to_owned();
        assert_eq!(found(&draft), [], "{country}");
    }
}

#[test]
fn packages() {
    use ProblemKind::{Missing, Wrong};
    let cases: &[(Change, ProblemKind, &str, &str)] = &[
        (|d| d.packages[0].weight.clear(), Missing, "Weight", "Enter a weight"),
        (|d| d.packages[0].weight = "heavy".into(), Wrong, "Weight", "such as 1.5"),
        (|d| d.packages[0].weight = "0".into(), Wrong, "Weight", "more than zero"),
        (|d| d.packages[0].weight = "150.1".into(), Wrong, "Weight", "150 lb"),
        (
            |d| {
                d.packages[0].weight = "69".into();
                d.packages[0].weight_unit = WeightUnit::Kg;
            },
            Wrong,
            "Weight",
            "150 lb",
        ),
        (|d| d.packages[0].length.clear(), Missing, "Length", "Enter a length"),
        (|d| d.packages[0].width = "x".into(), Wrong, "Width", "Must be a number"),
        (|d| d.packages[0].height = "0.0".into(), Wrong, "Height", "more than zero"),
        (|d| d.packages[0].length = "109".into(), Wrong, "Length", "108 in"),
        (
            |d| {
                d.packages[0].length = "3".into();
                d.packages[0].length_unit = LengthUnit::M;
                d.packages[0].width = "0.1".into();
                d.packages[0].height = "0.1".into();
            },
            Wrong,
            "Length",
            "108 in",
        ),
        (
            |d| {
                d.packages[0].length = "100".into();
                d.packages[0].width = "30".into();
            },
            Wrong,
            "Length",
            "girth",
        ),
        (
            |d| {
                let mut second = d.packages[0].clone();
                second.weight.clear();
                d.packages.push(second);
            },
            Missing,
            "Weight of package 2",
            "Enter a weight",
        ),
        (|d| d.packages.clear(), Missing, "Weight", "Add a package"),
    ];
    for (change, kind, field, words) in cases {
        spoil(domestic(), change, *kind, field, words);
    }
    let mut flat = domestic();
    flat.packages[0].kind = PackageType::SmallFlatRateBox;
    flat.packages[0].length.clear();
    assert_eq!(found(&flat), [], "a flat-rate box has its own size");
}

#[test]
fn borders() {
    for (from, to, crosses) in [
        ("US", "US", false),
        ("US", "DE", true),
        ("US", "PR", false),
        ("PR", "DE", true),
        ("us", "USA", false),
        ("US", "", false),
    ] {
        let mut draft = domestic();
        draft.from.country = from.to_owned();
        draft.to.country = to.to_owned();
        assert_eq!(is_international(&draft), crosses, "{from} to {to}");
    }
}

/// Finding O38: mail to a military address or a territory may have a declaration, and needs none.
#[test]
fn o38_a_declaration_is_possible_where_the_post_may_want_one() {
    for (country, state, zip, possible) in [
        ("US", "AE", "09001", true),
        ("US", "", "96201", true),
        ("US", "GU", "96910", true),
        ("GU", "", "96910", true),
        ("US", "PR", "00901", false),
        ("PR", "", "00901", false),
        ("US", "TN", "37206", false),
        ("DE", "BE", "10115", false),
    ] {
        let mut draft = domestic();
        draft.to.country = country.to_owned();
        draft.to.state = state.to_owned();
        draft.to.zip = zip.to_owned();
        draft.customs.items.clear();
        assert_eq!(may_be_declared(&draft), possible, "{country} {state}");
        let request = crate::requests::rate_request(&draft);
        assert_eq!(request.customs_info.is_some(), country == "DE", "{country} {state}");
        draft.customs.items.push(CustomsItemForm::default());
        let is_checked = |problem: &Problem| section_of(problem.field) == Section::Customs;
        let problems = check(&draft, None, &[], TODAY);
        let is_declared = possible || country == "DE";
        assert_eq!(problems.iter().any(is_checked), is_declared, "{country} {state}");
        let request = crate::requests::rate_request(&draft);
        assert_eq!(request.customs_info.is_some(), is_declared, "{country} {state}");
    }
}

#[test]
fn reads_from_top_to_bottom_and_ticks_sections() {
    let mut draft = Draft::default();
    draft.to.country = "DE".to_owned();
    let problems = check(&draft, None, &[], TODAY);
    let mut sections: Vec<Section> = problems.iter().map(|p| section_of(p.field)).collect();
    assert!(sections.is_sorted(), "{sections:?}");
    sections.dedup();
    assert_eq!(
        sections,
        [Section::From, Section::To, Section::Packages, Section::Customs, Section::Rates]
    );
    assert!(section_done(&problems, Section::Options));
    assert!(problems.iter().all(|problem| problem.missing));
    assert!(!ready_for_quote(&problems));
    let mut unsigned = abroad();
    unsigned.chosen = None;
    unsigned.customs.certify = false;
    unsigned.options.ship_date = "soon".to_owned();
    assert!(ready_for_quote(&check(&unsigned, None, &[], TODAY)));
}

#[test]
fn only_what_a_carrier_with_an_account_offers() {
    let entry =
        |code: &str| CatalogEntry { code: Some(code.to_owned()), ..CatalogEntry::default() };
    let catalogs = Catalogs {
        special_services: [
            ("POST-eVS".to_owned(), vec![entry("Insurance")]),
            ("OTHER".to_owned(), vec![entry("SundayDelivery")]),
        ]
        .into(),
        package_types: [("POST-eVS".to_owned(), vec![entry("Parcel")])].into(),
        ..Catalogs::default()
    };
    let account = |code: &str, status| CarrierAccount {
        carrier_code: Some(code.to_owned()),
        status,
        ..CarrierAccount::default()
    };
    let mine = [account("POST-eVS", None), account("OTHER", Some(CarrierAccountStatus::Disabled))];
    let mut draft = domestic();
    draft.options.special_services.insert(SpecialService::SundayDelivery);
    draft.packages[0].kind = PackageType::FlatRateEnvelope;
    let messages: Vec<String> = check(&draft, Some(&catalogs), &mine, TODAY)
        .into_iter()
        .map(|problem| problem.message.to_string())
        .collect();
    assert_eq!(
        messages,
        [
            "None of your carriers takes Flat Rate Envelope",
            "None of your carriers offers Sunday delivery"
        ]
    );
    assert_eq!(check(&draft, Some(&catalogs), &[], TODAY), [], "accounts not known yet");
    let reason = |service| special_service_obstacle(&service, &draft, Some(&catalogs), &mine);
    assert_eq!(reason(SpecialService::Insurance), None);
    assert!(reason(SpecialService::HolidayDelivery).is_some());
}
