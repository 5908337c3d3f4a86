use super::*;
use crate::draft::{CustomsForm, CustomsItemForm, OptionsForm};
use postroom_api::carrier::{Catalog, CatalogEntry};
use postroom_api::value::{CarrierAccountStatus, PackageType, SpecialService};
use postroom_base::id::CarrierAccountId;

fn named(name: &str) -> Preset {
    Preset { name: name.to_owned(), ..Preset::default() }
}

fn account(id: &str, carrier: &str) -> CarrierAccount {
    CarrierAccount {
        id: Some(CarrierAccountId::new(id)),
        carrier_code: Some(carrier.to_owned()),
        ..CarrierAccount::default()
    }
}

fn catalogs() -> Catalogs {
    let entry =
        |code: &str| CatalogEntry { code: Some(code.to_owned()), ..CatalogEntry::default() };
    let services: Catalog = [
        ("POST".to_owned(), vec![entry("GroundAdvantage")]),
        ("NORTH".to_owned(), vec![entry("Ground")]),
    ]
    .into();
    Catalogs { services, ..Catalogs::default() }
}

/// The problems as `field: message`, warnings with a question mark.
fn found(preset: &Preset) -> Vec<String> {
    let (catalogs, small) = (catalogs(), Preset { key: Some(2), ..named("Small box") });
    let mut closed = account("closed", "NORTH");
    closed.status = Some(CarrierAccountStatus::Disabled);
    let accounts = [account("post", "POST"), account("north", "NORTH"), closed];
    let around = PresetSurroundings {
        others: vec![&small],
        catalogs: Some(&catalogs),
        accounts: Some(&accounts),
        printers: vec!["Dock"],
        today: jiff::civil::date(2026, 11, 23),
    };
    let problems = preset_problems(preset, &around);
    let own = problems.own.iter().map(|problem| {
        let mark = if problem.is_warning { "?" } else { "" };
        format!("{:?}{mark}: {}", problem.field, problem.message)
    });
    let of_draft = problems.of_draft.iter();
    own.chain(of_draft.map(|problem| format!("{:?}: {}", problem.field, problem.message))).collect()
}

#[test]
fn the_fields_of_a_preset_are_checked() {
    let account = |id: &str| Some(CarrierAccountId::new(id));
    let service = |service| Preset { service, ..named("Mailer") };
    let cases: Vec<(Preset, &[&str])> = vec![
        (named("Mailer"), &[]),
        (named(" "), &["Name: Enter a name"]),
        (named("small BOX "), &["Name: There is a preset named “Small box” already"]),
        (Preset { key: Some(2), ..named("Mailer") }, &["Key: “Small box” has this key"]),
        (
            Preset { packaging_weight: "light".to_owned(), ..named("Mailer") },
            &["PackagingWeight: Enter the weight as a number, or leave it empty"],
        ),
        (service(ServiceChoice::Named(Service::GroundAdvantage)), &[]),
        (service(ServiceChoice::Named(Service::parse(""))), &["Service: Choose a service"]),
        (
            service(ServiceChoice::Named(Service::MediaMail)),
            &["Service?: None of your carriers offers this service now"],
        ),
        (
            Preset {
                account: account("north"),
                ..service(ServiceChoice::Named(Service::GroundAdvantage))
            },
            &["Service?: None of your carriers offers this service now"],
        ),
        (service(ServiceChoice::CheapestWithin { days: 0 }), &["Days: Enter a number of days"]),
        (
            service(ServiceChoice::FastestUnder { amount: " ".to_owned() }),
            &["Amount: Enter an amount"],
        ),
        (
            service(ServiceChoice::FastestUnder { amount: "ten".to_owned() }),
            &["Amount: Enter an amount above zero, such as 12.50"],
        ),
        (service(ServiceChoice::FastestUnder { amount: "$12.50".to_owned() }), &[]),
        (
            Preset { account: account("gone"), ..named("Mailer") },
            &["Account?: This carrier account no longer exists"],
        ),
        (
            Preset { account: account("closed"), ..named("Mailer") },
            &["Account?: This carrier account is disabled"],
        ),
        (
            Preset { printer: Some("Desk".to_owned()), ..named("Mailer") },
            &["Printer?: This computer has no printer of this name"],
        ),
        (Preset { printer: Some("Dock".to_owned()), ..named("Mailer") }, &[]),
    ];
    for (preset, expected) in cases {
        assert_eq!(found(&preset), expected, "{preset:?}");
    }
}

#[test]
fn what_a_preset_may_leave_open_is_no_problem() {
    let open = Preset {
        package: Some(PackageForm::default()),
        options: Some(OptionsForm {
            special_services: [SpecialService::Insurance].into(),
            ship_date: "1999-01-01".to_owned(),
            ..OptionsForm::default()
        }),
        customs: Some(CustomsForm {
            items: vec![CustomsItemForm::default()],
            ..CustomsForm::default()
        }),
        ..named("Abroad")
    };
    assert_eq!(found(&open), Vec::<String>::new());
}

#[test]
fn what_it_says_is_checked_as_in_a_draft() {
    let package = |package: PackageForm| Preset { package: Some(package), ..named("Mailer") };
    let options = |services: &[SpecialService], insured: &str| Preset {
        options: Some(OptionsForm {
            special_services: services.iter().cloned().collect(),
            insurance_amount: insured.to_owned(),
            ..OptionsForm::default()
        }),
        ..named("Mailer")
    };
    let cases: Vec<(Preset, &[&str])> = vec![
        (
            package(PackageForm { weight: "heavy".to_owned(), ..PackageForm::default() }),
            &["Package(0, Weight): Weight must be a number, such as 1.5"],
        ),
        (
            package(PackageForm { length: "9".to_owned(), ..PackageForm::default() }),
            &["Package(0, Width): Enter a width", "Package(0, Height): Enter a height"],
        ),
        (
            package(PackageForm { kind: PackageType::SmallFlatRateBox, ..PackageForm::default() }),
            &[],
        ),
        (
            options(&[SpecialService::Insurance], "much"),
            &["Option(InsuranceAmount): Must be an amount, such as 125.00"],
        ),
        (
            options(&[SpecialService::AdultSignature, SpecialService::SignatureConfirmation], ""),
            &["Option(SpecialServices): Choose either adult signature or signature confirmation"],
        ),
        (
            Preset { from: Some(AddressForm::default()), ..named("Mailer") },
            &[
                "From(Name): Enter a name",
                "From(Street1): Enter a street",
                "From(City): Enter a city",
                "From(State): Enter a state",
                "From(Zip): Enter a ZIP code",
            ],
        ),
        (
            Preset {
                customs: Some(CustomsForm {
                    currency: "dollars".to_owned(),
                    items: vec![CustomsItemForm {
                        hs_tariff_number: "12".to_owned(),
                        origin_country: "Freedonia".to_owned(),
                        ..CustomsItemForm::default()
                    }],
                    ..CustomsForm::default()
                }),
                ..named("Abroad")
            },
            &[
                "CustomsItem(0, HsTariffNumber): An HS number has 6, 8 or 10 digits, such as 6109.10",
                "CustomsItem(0, OriginCountry): Freedonia isn’t a country; use a two-letter code such as US",
                "Customs(Currency): Currency must be a three-letter code, such as USD",
            ],
        ),
    ];
    for (preset, expected) in cases {
        assert_eq!(found(&preset), expected, "{preset:?}");
    }
}

#[test]
fn a_warning_does_not_keep_it_from_being_saved() {
    let around = PresetSurroundings { accounts: Some(&[]), ..PresetSurroundings::default() };
    let account = Some(CarrierAccountId::new("gone"));
    let warned = preset_problems(&Preset { account, ..named("Mailer") }, &around);
    assert_eq!((warned.own.len(), warned.block_saving()), (1, false));
    assert!(preset_problems(&named(""), &around).block_saving());
    let package = Some(PackageForm { weight: "x".to_owned(), ..PackageForm::default() });
    assert!(preset_problems(&Preset { package, ..named("Mailer") }, &around).block_saving());
}
