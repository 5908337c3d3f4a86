//! The draft of a label that brings an order back.

use super::{OrderDefaults, draft_of_order, label_texts};
use crate::order::Order;
use postroom_base::id::OrderId;
use postroom_parcel::draft::{AddressForm, CustomsForm, Draft, OptionsForm};
use postroom_parcel::preset::Preset;

/// The parcels of the order from its recipient to the shop: to its address for returned parcels if
/// it has one, else to the sender.
///
/// It is a shipment like any other, without the special service `Returns`: no rate can be asked for
/// that (section 2.12), so its price would not be known before it is paid. The services of the way
/// there, such as insurance, do not hold for the way back.
pub fn return_draft_of_order(
    order: &Order,
    id: &OrderId,
    preset: Option<&Preset>,
    sender: &AddressForm,
    defaults: &OrderDefaults,
) -> Draft {
    let there = draft_of_order(order, id, preset, sender, defaults);
    let mut packages = there.packages;
    for package in &mut packages {
        // The scale had the parcel of the way there.
        package.weighed = None;
    }
    let mut options = OptionsForm::default();
    label_texts::fill(&mut options, order, false, defaults.number_on_label);
    Draft {
        from: there.to,
        to: there.options.return_address.unwrap_or(there.from),
        packages,
        options,
        customs: CustomsForm::default(),
        ..there
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use postroom_api::value::SpecialService;
    use postroom_parcel::draft::PackageForm;

    fn place(name: &str) -> AddressForm {
        AddressForm { name: name.to_owned(), country: "US".to_owned(), ..AddressForm::default() }
    }

    #[test]
    fn it_goes_the_other_way_without_the_services_of_the_way_there() {
        let order = Order {
            number: "1042".to_owned(),
            to: place("Jane Sample"),
            parcels: vec![PackageForm {
                weight: "1.5".to_owned(),
                weighed: Some(Default::default()),
                ..PackageForm::default()
            }],
            ..Order::default()
        };
        let preset = Preset {
            options: Some(OptionsForm {
                special_services: [SpecialService::Insurance].into(),
                insurance_amount: "100".to_owned(),
                ..OptionsForm::default()
            }),
            ..Preset::default()
        };
        let id = OrderId::new("o");
        let mut defaults = OrderDefaults::default();
        let draft = |defaults: &OrderDefaults| {
            return_draft_of_order(&order, &id, Some(&preset), &place("Shop"), defaults)
        };
        let back = draft(&defaults);
        assert_eq!((back.from.name, back.to.name), ("Jane Sample".into(), "Shop".into()));
        assert_eq!(back.packages[0].weight, "1.5");
        assert_eq!(back.packages[0].weighed, None);
        assert!(back.options.special_services.is_empty());
        assert_eq!(back.options.insurance_amount, "");
        assert_eq!(back.options.custom_text1, "1042", "the shop sees what comes back");
        defaults.return_address = Some(place("Returns dock"));
        let back = draft(&defaults);
        assert_eq!(back.to.name, "Returns dock");
        assert_eq!(back.options.return_address, None);
    }
}
