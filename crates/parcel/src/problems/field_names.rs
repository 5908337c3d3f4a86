//! The names of the fields, as a person reads them.

use crate::draft::{
    AddressField, CustomsField, CustomsItemField, Field, OptionField, PackageField,
};
use crate::text;
use postroom_base::locale::Message;

/// The name of a field on screen, in the footer and in the accessibility tree.
pub fn field_name(field: Field) -> String {
    match field {
        Field::From(part) => sender(part).to_owned(),
        Field::To(part) => recipient(part).to_owned(),
        Field::Return(part) => return_address(part).to_owned(),
        Field::Package(0, part) => package(part).to_owned(),
        Field::Package(index, part) => further_package(index + 1, part),
        Field::Option(part) => option(part).to_owned(),
        Field::Customs(part) => customs(part).to_owned(),
        Field::CustomsItem(index, part) => customs_item(index + 1, part),
        Field::Rate => text!("problems-field-rate").to_owned(),
    }
}

/// As [`field_name`], for a message that is kept.
pub fn field_name_message(field: Field) -> Message {
    Message::composed(move || field_name(field))
}

/// The name of a field of the recipient.
pub fn recipient_field_name(field: AddressField) -> &'static str {
    recipient(field)
}

fn sender(part: AddressField) -> &'static str {
    match part {
        AddressField::Name => text!("problems-field-from-name"),
        AddressField::Company => text!("problems-field-from-company"),
        AddressField::Street1 => text!("problems-field-from-street"),
        AddressField::Street2 => text!("problems-field-from-street-2"),
        AddressField::Street3 => text!("problems-field-from-street-3"),
        AddressField::City => text!("problems-field-from-city"),
        AddressField::State => text!("problems-field-from-state"),
        AddressField::Zip => text!("problems-field-from-zip"),
        AddressField::Country => text!("problems-field-from-country"),
        AddressField::Phone => text!("problems-field-from-phone"),
        AddressField::Email => text!("problems-field-from-email"),
    }
}

fn recipient(part: AddressField) -> &'static str {
    match part {
        AddressField::Name => text!("problems-field-to-name"),
        AddressField::Company => text!("problems-field-to-company"),
        AddressField::Street1 => text!("problems-field-to-street"),
        AddressField::Street2 => text!("problems-field-to-street-2"),
        AddressField::Street3 => text!("problems-field-to-street-3"),
        AddressField::City => text!("problems-field-to-city"),
        AddressField::State => text!("problems-field-to-state"),
        AddressField::Zip => text!("problems-field-to-zip"),
        AddressField::Country => text!("problems-field-to-country"),
        AddressField::Phone => text!("problems-field-to-phone"),
        AddressField::Email => text!("problems-field-to-email"),
    }
}

fn return_address(part: AddressField) -> &'static str {
    match part {
        AddressField::Name => text!("problems-field-return-name"),
        AddressField::Company => text!("problems-field-return-company"),
        AddressField::Street1 => text!("problems-field-return-street"),
        AddressField::Street2 => text!("problems-field-return-street-2"),
        AddressField::Street3 => text!("problems-field-return-street-3"),
        AddressField::City => text!("problems-field-return-city"),
        AddressField::State => text!("problems-field-return-state"),
        AddressField::Zip => text!("problems-field-return-zip"),
        AddressField::Country => text!("problems-field-return-country"),
        AddressField::Phone => text!("problems-field-return-phone"),
        AddressField::Email => text!("problems-field-return-email"),
    }
}

fn package(part: PackageField) -> &'static str {
    match part {
        PackageField::Kind => text!("problems-field-package-type"),
        PackageField::Weight => text!("problems-field-weight"),
        PackageField::Length => text!("problems-field-length"),
        PackageField::Width => text!("problems-field-width"),
        PackageField::Height => text!("problems-field-height"),
    }
}

/// A field of the second or a later package.
fn further_package(number: usize, part: PackageField) -> String {
    match part {
        PackageField::Kind => text!("problems-field-package-type-of", number = number),
        PackageField::Weight => text!("problems-field-weight-of", number = number),
        PackageField::Length => text!("problems-field-length-of", number = number),
        PackageField::Width => text!("problems-field-width-of", number = number),
        PackageField::Height => text!("problems-field-height-of", number = number),
    }
}

fn option(part: OptionField) -> &'static str {
    match part {
        OptionField::SpecialServices => text!("problems-field-special-services"),
        OptionField::InsuranceAmount => text!("problems-field-insurance-amount"),
        OptionField::CodAmount => text!("problems-field-cod-amount"),
        OptionField::RegisteredMailAmount => text!("problems-field-registered-mail-amount"),
        OptionField::HazmatType => text!("problems-field-hazmat-type"),
        OptionField::HazmatDescription => text!("problems-field-hazmat-description"),
        OptionField::HazmatPhone => text!("problems-field-hazmat-phone"),
        OptionField::LiveAnimalsType => text!("problems-field-live-animals-type"),
        OptionField::CustomText => text!("problems-field-reference-text"),
        OptionField::ShipDate => text!("problems-field-ship-date"),
        OptionField::EntryFacilityZip => text!("problems-field-entry-facility-zip"),
    }
}

fn customs(part: CustomsField) -> &'static str {
    match part {
        CustomsField::Items => text!("problems-field-customs-items"),
        CustomsField::ContentsExplanation => text!("problems-field-contents-explanation"),
        CustomsField::Signer => text!("problems-field-customs-signer"),
        CustomsField::Certify => text!("problems-field-customs-certification"),
        CustomsField::RestrictionComments => text!("problems-field-restriction-comments"),
        CustomsField::Eelpfc => text!("problems-field-eel-pfc"),
        CustomsField::AesItn => text!("problems-field-aes-itn"),
        CustomsField::Currency => text!("problems-field-customs-currency"),
    }
}

fn customs_item(number: usize, part: CustomsItemField) -> String {
    match part {
        CustomsItemField::Description => {
            text!("problems-field-item-description", number = number)
        }
        CustomsItemField::Quantity => text!("problems-field-item-quantity", number = number),
        CustomsItemField::Weight => text!("problems-field-item-weight", number = number),
        CustomsItemField::Value => text!("problems-field-item-value", number = number),
        CustomsItemField::HsTariffNumber => {
            text!("problems-field-item-hs-number", number = number)
        }
        CustomsItemField::OriginCountry => text!("problems-field-item-origin", number = number),
    }
}
