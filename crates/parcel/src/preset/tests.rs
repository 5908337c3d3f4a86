use super::*;
use crate::draft::{CustomsItemForm, Weighed};
use postroom_api::rate::Rate;
use postroom_api::value::{ContentType, Eelpfc, PackageType};

fn sender(name: &str) -> AddressForm {
    AddressForm { name: name.to_owned(), street1: "1 Dock St".to_owned(), ..AddressForm::default() }
}

fn item(description: &str) -> CustomsItemForm {
    CustomsItemForm { description: description.to_owned(), ..CustomsItemForm::default() }
}

fn box_of_preset() -> PackageForm {
    PackageForm {
        kind: PackageType::SoftPack,
        weight: "3".to_owned(),
        weight_unit: WeightUnit::Oz,
        length: "9".to_owned(),
        width: "6".to_owned(),
        height: "1".to_owned(),
        ..PackageForm::default()
    }
}

#[test]
fn an_empty_preset_only_gives_the_choice_of_the_rate_back() {
    let mut draft = Draft {
        from: sender("Shop"),
        to: sender("Customer"),
        chosen: Some(Rate::default()),
        usual: Some(PreferredService::default()),
        ..Draft::default()
    };
    draft.packages[0].weight = "2".to_owned();
    draft.options.ship_date = "2026-11-24".to_owned();
    draft.customs.items = vec![item("Cup")];
    let before = draft.clone();
    apply_to_draft(&Preset::default(), &mut draft);
    let expected = Draft { chosen: None, usual: None, ..before };
    assert_eq!(draft, expected);
}

#[test]
fn the_package_of_the_preset_keeps_the_weight_of_the_draft() {
    let weighed = Weighed { digits: "2.5".to_owned(), ..Weighed::default() };
    let with_weight = PackageForm {
        weight: "2.5".to_owned(),
        weighed: Some(weighed.clone()),
        length: "40".to_owned(),
        carried_over: true,
        ..PackageForm::default()
    };
    let preset = Preset { package: Some(box_of_preset()), ..Preset::default() };
    let mut draft =
        Draft { packages: vec![with_weight, PackageForm::default()], ..Draft::default() };
    apply_to_draft(&preset, &mut draft);
    let first = PackageForm {
        weight: "2.5".to_owned(),
        weight_unit: WeightUnit::Lb,
        weighed: Some(weighed),
        ..box_of_preset()
    };
    assert_eq!(draft.packages, [first, box_of_preset()]);
    assert!(draft.packages[0].is_weighed());
    draft.packages.clear();
    apply_to_draft(&preset, &mut draft);
    assert_eq!(draft.packages, [box_of_preset()]);
}

#[test]
fn the_rest_of_the_preset_replaces_what_it_says() {
    let options = OptionsForm {
        special_services: [SpecialService::SignatureConfirmation].into(),
        custom_text1: "Thank you".to_owned(),
        ship_date: "2020-01-01".to_owned(),
        ..OptionsForm::default()
    };
    let customs = CustomsForm {
        content_type: ContentType::Gift,
        signer: "Pat Clerk".to_owned(),
        certify: true,
        items: vec![item("Shirt")],
        ..CustomsForm::default()
    };
    let preset = Preset {
        from: Some(sender("Warehouse B")),
        options: Some(options),
        customs: Some(customs),
        label: Some(LabelForm {
            file_type: postroom_api::value::LabelFileType::Zpl,
            ..LabelForm::default()
        }),
        ..Preset::default()
    };
    let mut draft = Draft { from: sender("Shop"), to: sender("Customer"), ..Draft::default() };
    draft.options.insurance_amount = "100".to_owned();
    draft.options.custom_text1 = "Order 7".to_owned();
    draft.options.custom_text3 = "Fragile".to_owned();
    draft.options.ship_date = "2026-11-24".to_owned();
    draft.options.return_address = Some(sender("Returns"));
    draft.customs.invoice_number = "R-9".to_owned();
    draft.customs.eelpfc = Some(Eelpfc::AesItn);
    draft.customs.aes_itn = "X20261121123456".to_owned();
    draft.customs.items = vec![item("Cup"), item("Plate")];
    apply_to_draft(&preset, &mut draft);
    assert_eq!(draft.from.name, "Warehouse B");
    assert_eq!(draft.to.name, "Customer");
    assert_eq!(draft.label, preset.label.unwrap());
    let options = &draft.options;
    let signature = [SpecialService::SignatureConfirmation].into();
    assert_eq!(options.special_services, signature);
    assert_eq!(options.insurance_amount, "");
    let texts = [&options.custom_text1, &options.custom_text3];
    assert_eq!(texts, ["Thank you", "Fragile"]);
    assert_eq!(options.ship_date, "2026-11-24");
    assert_eq!(options.return_address, Some(sender("Returns")));
    let customs = &draft.customs;
    assert_eq!(customs.content_type, ContentType::Gift);
    assert_eq!((customs.signer.as_str(), customs.certify), ("Pat Clerk", true));
    let numbers = [&customs.invoice_number, &customs.aes_itn];
    assert_eq!(numbers, ["R-9", "X20261121123456"]);
    assert_eq!(customs.eelpfc, Some(Eelpfc::AesItn));
    assert_eq!(customs.items, [item("Cup"), item("Plate")]);
}

#[test]
fn the_items_of_the_preset_fill_an_empty_declaration() {
    let customs = CustomsForm { items: vec![item("Shirt")], ..CustomsForm::default() };
    let preset = Preset { customs: Some(customs), ..Preset::default() };
    let mut draft = Draft::default();
    apply_to_draft(&preset, &mut draft);
    assert_eq!(draft.customs.items, [item("Shirt")]);
}

#[test]
fn a_named_service_of_a_named_account_becomes_the_usual_one() {
    let service = Service::MediaMail;
    let account = CarrierAccountId::new("a");
    let usual = PreferredService {
        account: Some(account.clone()),
        service: Some(service.clone()),
        of_this_parcel: true,
    };
    for (choice, account, expected) in [
        (ServiceChoice::Named(service.clone()), Some(account.clone()), Some(usual)),
        (ServiceChoice::Named(service), None, None),
        (ServiceChoice::Cheapest, Some(account), None),
    ] {
        let preset = Preset { service: choice, account, ..Preset::default() };
        let mut draft = Draft {
            chosen: Some(Rate::default()),
            usual: Some(PreferredService::default()),
            ..Draft::default()
        };
        apply_to_draft(&preset, &mut draft);
        assert_eq!((draft.usual, draft.chosen), (expected, None), "{preset:?}");
    }
}

#[test]
fn a_preset_is_stored_with_every_choice() {
    for service in [
        ServiceChoice::Cheapest,
        ServiceChoice::Named(Service::parse("NewService")),
        ServiceChoice::CheapestWithin { days: 3 },
        ServiceChoice::FastestUnder { amount: "12.50".to_owned() },
    ] {
        let preset = Preset {
            name: "Light".to_owned(),
            service,
            package: Some(box_of_preset()),
            key: Some(3),
            ..Preset::default()
        };
        let json = serde_json::to_string(&preset).unwrap();
        assert_eq!(serde_json::from_str::<Preset>(&json).unwrap(), preset, "{json}");
    }
    assert_eq!(serde_json::from_str::<Preset>("{}").unwrap(), Preset::default());
}
