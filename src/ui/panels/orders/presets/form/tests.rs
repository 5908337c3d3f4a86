use super::*;
use crate::api::value::{LabelSize, PackageType, SpecialService};
use crate::orders::practice_orders::practice_presets;
use crate::parcel::draft::{AddressForm, CustomsForm, LabelForm, OptionsForm};

fn full() -> Preset {
    Preset {
        name: "Abroad".to_owned(),
        package: Some(PackageForm {
            kind: PackageType::SoftPack,
            weight: "3".to_owned(),
            length: "9".to_owned(),
            width: "6".to_owned(),
            height: "1".to_owned(),
            ..PackageForm::default()
        }),
        packaging_weight: "1.5".to_owned(),
        packaging_weight_unit: WeightUnit::Oz,
        service: ServiceChoice::CheapestWithin { days: 4 },
        account: Some(CarrierAccountId::new("post")),
        from: Some(AddressForm { name: "Dock".to_owned(), ..AddressForm::default() }),
        options: Some(OptionsForm {
            special_services: [SpecialService::Insurance].into(),
            insurance_amount: "100".to_owned(),
            ..OptionsForm::default()
        }),
        customs: Some(CustomsForm {
            signer: "A. Shop".to_owned(),
            items: vec![CustomsItemForm {
                origin_country: "MX".to_owned(),
                ..CustomsItemForm::default()
            }],
            ..CustomsForm::default()
        }),
        label: Some(LabelForm { size: LabelSize::Letter, ..LabelForm::default() }),
        printer: Some("Dock".to_owned()),
        key: Some(4),
    }
}

fn keyed(revision: i64, preset: Preset) -> KeyedPreset {
    KeyedPreset { key: "a".to_owned(), revision, preset, ..KeyedPreset::default() }
}

#[test]
fn a_form_that_is_only_opened_says_what_the_preset_says() {
    let choices = [
        ServiceChoice::Cheapest,
        ServiceChoice::Named(Service::GroundAdvantage),
        ServiceChoice::FastestUnder { amount: "12.50".to_owned() },
    ];
    let mut presets = vec![Preset::default(), full()];
    presets.extend(choices.map(|service| Preset { service, ..full() }));
    presets.extend(practice_presets().into_iter().map(|(_, preset)| preset));
    for preset in presets {
        let form = PresetForm::of_preset(&preset);
        assert_eq!(form.preset(), preset);
        assert!(!form.is_changed());
    }
}

#[test]
fn what_is_left_open_stays_typed_and_is_not_said() {
    let mut form = PresetForm::of_preset(&full());
    form.says = PartsSaid::default();
    let open = form.preset();
    assert!(open.package.is_none() && open.from.is_none() && open.options.is_none());
    assert!(open.customs.is_none() && open.label.is_none());
    form.says.package = true;
    assert_eq!(form.preset().package, full().package);
}

#[test]
fn a_declaration_names_no_origin_that_nobody_chose() {
    let mut form = PresetForm::of_preset(&Preset::default());
    form.says.customs = true;
    assert_eq!(form.preset().customs.unwrap().items, []);
    form.draft.customs.items[0].hs_tariff_number = "610910".to_owned();
    let items = form.preset().customs.unwrap().items;
    assert_eq!((items.len(), items[0].origin_country.as_str()), (1, ""));
}

#[test]
fn the_form_follows_the_workspace_and_keeps_what_is_typed() {
    let other = Preset { packaging_weight: "2".to_owned(), ..full() };
    // Nothing is typed: the newer version comes on screen.
    let mut form = PresetForm::of_keyed(&keyed(1, full()));
    assert!(form.follow(&[keyed(2, other.clone())]));
    assert_eq!((form.revision, form.preset()), (2, other.clone()));
    // Typed text stays.
    let mut form = PresetForm::of_keyed(&keyed(1, full()));
    form.name = "Far".to_owned();
    let presets = [keyed(2, other)];
    assert!(form.follow(&presets) && form.overtaken_by(&presets).is_some() && form.is_changed());
    assert_eq!(form.preset().name, "Far");
    // Saved: nothing is left to save.
    let presets = [keyed(3, form.preset())];
    assert!(form.follow(&presets) && form.overtaken_by(&presets).is_none() && !form.is_changed());
    // Deleted elsewhere: typed text becomes a new preset.
    form.name = "Farther".to_owned();
    assert!(form.follow(&[]));
    assert_eq!((form.key.clone(), form.name.as_str()), (None, "Farther"));
    let mut form = PresetForm::of_keyed(&keyed(1, full()));
    assert!(!form.follow(&[]));
}

#[test]
fn a_new_preset_gets_its_key_when_it_is_saved() {
    let mut form = PresetForm::of_preset(&Preset::default());
    form.name = "Abroad".to_owned();
    let saved = keyed(1, form.preset());
    assert!(form.follow(std::slice::from_ref(&saved)) && form.key.is_none());
    form.saving = true;
    assert!(form.follow(&[saved]));
    assert_eq!(form.key.as_deref(), Some("a"));
    assert!(!form.is_changed() && !form.saving);
}

#[test]
fn what_is_typed_is_kept_on_top_of_the_other_version() {
    let mut form = PresetForm::of_keyed(&keyed(1, full()));
    form.name = "Far".to_owned();
    let other = Preset { packaging_weight: "2".to_owned(), name: "Near".to_owned(), ..full() };
    let presets = [keyed(2, other)];
    assert!(form.follow(&presets));
    let theirs = form.overtaken_by(&presets).unwrap();
    let parts: Vec<_> = form.differences(theirs).into_iter().map(|it| it.mine).collect();
    assert_eq!(parts, ["Far".to_owned(), full().packaging_weight]);
    form.rebase(theirs);
    assert!(form.overtaken_by(&presets).is_none() && form.is_changed());
    let kept = form.preset();
    assert_eq!((kept.name.as_str(), kept.packaging_weight.as_str()), ("Far", "2"));
}
