//! Converts the typed draft to the bodies of POST /ShipmentRate and POST /Shipment (sections 4.5,
//! 4.6). Pure; a draft that passes [`crate::problems`] gives a complete body.

use crate::draft::{AddressForm, CustomsForm, CustomsItemForm, Draft, OptionsForm, PackageForm};
use crate::parse_input;
use crate::problems::{is_declared, needs_dimensions, postal_country, us_territory};
use postroom_api::address::Address;
use postroom_api::customs::{CustomsInfo, CustomsItem};
use postroom_api::label::PostageLabel;
use postroom_api::package::Package;
use postroom_api::rate::{Rate, RateRequest};
use postroom_api::shipment::{ShipmentOption, ShipmentRequest, SpecialServiceParam};
use postroom_api::value::{ContentType, Eelpfc, LabelType, ReturnsImageType, SpecialService};
use postroom_base::geography;
use postroom_base::measure::{parse_number, sent_weight};

pub fn rate_request(draft: &Draft) -> RateRequest {
    RateRequest {
        from_address: address(&draft.from),
        to_address: address(&draft.to),
        packages: draft.packages.iter().map(package).collect(),
        service: None,
        carrier_account_id: None,
        // `Returns` is listed for shipment creation only (section 2.12).
        special_service: draft
            .options
            .special_services
            .iter()
            .filter(|service| **service != SpecialService::Returns)
            .cloned()
            .collect(),
        customs_info: is_declared(draft).then(|| customs(&draft.customs)),
        special_service_param: params(&draft.options, false),
    }
}

/// Labels of more packages than this are requested as URLs: inside the response they can take
/// hundreds of megabytes, all of which are lost if the connection breaks.
const MOST_INSIDE: usize = 8;

/// The request to buy one rate. The label is requested inside the response (`Base64`), so that it
/// needs no second download, unless there are many packages.
pub fn shipment_request(draft: &Draft, rate: &Rate) -> ShipmentRequest {
    let options = &draft.options;
    ShipmentRequest {
        from_address: address(&draft.from),
        to_address: address(&draft.to),
        packages: draft.packages.iter().map(package).collect(),
        service: rate.final_service.clone(),
        carrier_account_id: rate.carrier_account_id.clone(),
        customs_info: is_declared(draft).then(|| customs(&draft.customs)),
        alt_return_address: options.return_address.as_ref().map(address),
        postage_label: Some(PostageLabel {
            label_type: Some(match draft.packages.len() {
                0..=MOST_INSIDE => LabelType::Base64,
                _ => LabelType::Url,
            }),
            label_file_type: Some(draft.label.file_type.clone()),
            label_size: Some(draft.label.size.clone()),
            label_orientation: Some(draft.label.orientation.clone()),
            custom_text1: given(&options.custom_text1),
            custom_text2: given(&options.custom_text2),
            custom_text3: given(&options.custom_text3),
            labels: Vec::new(),
        }),
        ship_date: parse_input::date(&options.ship_date).map(|day| day.to_string()),
        special_service: options.special_services.iter().cloned().collect(),
        special_service_param: params(options, true),
        option: options.entry_facility.as_ref().map(|kind| ShipmentOption {
            entry_facility_type: Some(kind.clone()),
            entry_facility_zip: given(&options.entry_facility_zip),
            ..ShipmentOption::default()
        }),
    }
}

/// Whether a quote for one draft is still valid for the other. Names, contact details and fields
/// that only a purchase sends do not change a price; everything else does.
pub fn rate_inputs_equal(a: &Draft, b: &Draft) -> bool {
    price_inputs(a) == price_inputs(b)
}

/// The rate request without what no price depends on.
pub fn price_inputs(draft: &Draft) -> RateRequest {
    let place = |form: &AddressForm| {
        let full = details(form);
        Address { name: None, company: None, phone: None, email: None, ..full }
    };
    let mut request = rate_request(draft);
    request.from_address = place(&draft.from);
    request.to_address = place(&draft.to);
    if let Some(customs) = &mut request.customs_info {
        customs.customs_certify = None;
        customs.customs_signer = None;
        customs.contents_explanation = None;
        customs.restriction_comments = None;
        customs.invoice_number = None;
    }
    request
}

/// A stored address is sent as its id alone, any other in full (section 2.6). The first edit
/// removes the id.
pub fn address(form: &AddressForm) -> Address {
    match &form.stored {
        Some(id) => Address::by_id(id.clone()),
        None => details(form),
    }
}

/// The full address, whether or not it is stored; also the body of POST /Address.
pub fn details(form: &AddressForm) -> Address {
    let country = geography::country(&form.country);
    // US territories have their own country code but use the United States postal service.
    let territory = us_territory(country.map_or(form.country.as_str(), |known| &known.a2));
    let state = match (territory, country) {
        (Some(code), _) => Some(code.to_owned()),
        // Required at both ends, even for countries without states.
        (None, Some(known)) => given(known.usual_state(&form.state))
            .or_else(|| given(&form.city).filter(|_| !known.needs_state())),
        (None, None) => given(&form.state),
    };
    let zip = given(&form.zip).or_else(|| {
        country
            .filter(|known| known.postcode_example().is_none())
            .map(|_| geography::NO_POSTCODE.to_owned())
    });
    Address {
        name: given(&form.name),
        company: given(&form.company),
        street1: given(&form.street1),
        street2: given(&form.street2),
        street3: given(&form.street3),
        city: given(&form.city),
        state,
        zip,
        country: Some(postal_country(&form.country)).filter(|code| !code.is_empty()),
        phone: given(&form.phone),
        email: given(&form.email),
        is_residential: form.residential,
        ..Address::default()
    }
}

fn package(form: &PackageForm) -> Package {
    let sized = needs_dimensions(&form.kind);
    let side = |text: &str| sized.then(|| parse_number(text)).flatten();
    Package {
        package_type: Some(form.kind.clone()),
        // Rectangular is the default (section 2.10); only the exception is sent.
        is_rectangle: form.irregular.then_some(false),
        length: side(&form.length),
        width: side(&form.width),
        height: side(&form.height),
        dimension_unit: sized.then(|| form.length_unit.code().to_owned()),
        weight: sent_weight(&form.weight, form.weight_unit),
        weight_unit: Some(form.weight_unit.code().to_owned()),
        ..Package::default()
    }
}

/// Only the parameters of the chosen services are sent, whatever else was typed earlier.
fn params(options: &OptionsForm, buying: bool) -> Option<SpecialServiceParam> {
    let has = |service: SpecialService| options.special_services.contains(&service);
    let money =
        |service, text: &str| has(service).then(|| parse_input::amount(text).ok()).flatten();
    let hazmat = has(SpecialService::Hazmat);
    let params = SpecialServiceParam {
        hazmat_description: hazmat.then(|| given(&options.hazmat_description)).flatten(),
        hazmat_phone: hazmat.then(|| given(&options.hazmat_phone)).flatten(),
        hazmat_type: options.hazmat_type.clone().filter(|_| hazmat),
        cod_amount: money(SpecialService::Cod, &options.cod_amount),
        registered_mail_amount: money(
            SpecialService::RegisteredMail,
            &options.registered_mail_amount,
        ),
        insurance_amount: money(SpecialService::Insurance, &options.insurance_amount),
        live_animals_type: options
            .live_animals_type
            .clone()
            .filter(|_| has(SpecialService::LiveAnimals)),
        returns_image_type: (buying && options.label_broker && has(SpecialService::Returns))
            .then_some(ReturnsImageType::LabelBroker),
    };
    (params != SpecialServiceParam::default()).then_some(params)
}

fn customs(form: &CustomsForm) -> CustomsInfo {
    CustomsInfo {
        customs_item: form.items.iter().map(customs_item).collect(),
        content_type: Some(form.content_type.clone()),
        contents_explanation: given(&form.contents_explanation)
            .filter(|_| form.content_type == ContentType::Other),
        customs_certify: Some(form.certify),
        customs_signer: given(&form.signer),
        currency: given(&form.currency).map(|code| code.to_ascii_uppercase()),
        non_delivery_option: Some(form.non_delivery.clone()),
        restriction_type: form.restriction.clone(),
        restriction_comments: given(&form.restriction_comments)
            .filter(|_| form.restriction.is_some()),
        eelpfc: form.eelpfc.clone(),
        aesitn: given(&form.aes_itn).filter(|_| form.eelpfc == Some(Eelpfc::AesItn)),
        invoice_number: given(&form.invoice_number),
        ..CustomsInfo::default()
    }
}

fn customs_item(form: &CustomsItemForm) -> CustomsItem {
    CustomsItem {
        weight_unit: Some(form.weight_unit.code().to_owned()),
        description: given(&form.description),
        quantity: parse_number(&form.quantity),
        weight: sent_weight(&form.weight, form.weight_unit),
        value: parse_input::amount(&form.value).ok(),
        hs_tariff_number: given(&form.hs_tariff_number),
        origin_country: given(&form.origin_country).map(|code| code.to_ascii_uppercase()),
        ..CustomsItem::default()
    }
}

fn given(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests;
