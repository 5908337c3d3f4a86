//! Checks special services with their parameters, label texts, ship date and postal entry (sections
//! 2.12, 2.13, 2.16, 2.18; conditions of 7.3).

use jiff::civil::Date;

use crate::catalogs::Catalogs;
use crate::draft::{AddressField, Draft, Field, OptionField, OptionsForm};
use crate::problems::{MessageOf, Report, address, is_international, number_as_written, offered};
use crate::{message, text};
use crate::{names, parse_input};
use postroom_api::carrier_account::CarrierAccount;
use postroom_api::value::SpecialService;
use postroom_base::geography;
use postroom_base::locale::Message;

/// Characters that fit on one line of reference text on a 4×6 label.
pub const CUSTOM_TEXT_CHARS: usize = 50;

pub(super) fn check(
    report: &mut Report,
    draft: &Draft,
    catalogs: Option<&Catalogs>,
    accounts: &[CarrierAccount],
    today: Date,
) {
    let options = &draft.options;
    let abroad = is_international(draft);
    selection(report, options, abroad);
    if let Some(offered) = catalogs.and_then(|known| offered(&known.special_services, accounts)) {
        for service in &options.special_services {
            if !offered.iter().any(|(_, code)| SpecialService::parse(code) == *service) {
                let service = service.clone();
                let name = Message::composed(move || names::special_service(&service).to_string());
                report.wrong(
                    Field::Option(OptionField::SpecialServices),
                    message!("problems-special-service-not-offered", service = name),
                );
            }
        }
    }
    amounts(report, options);
    dangerous(report, options);
    if let Some(form) = &options.return_address {
        address::check(report, form, Field::Return as fn(AddressField) -> Field);
    }
    texts(report, options, abroad);
    ship_date(report, &options.ship_date, today);
    entry_facility(report, options);
}

/// Why a special service cannot be chosen for this draft; `None` if it can.
pub fn special_service_obstacle(
    service: &SpecialService,
    draft: &Draft,
    catalogs: Option<&Catalogs>,
    accounts: &[CarrierAccount],
) -> Option<String> {
    if *service == SpecialService::Returns && is_international(draft) {
        return Some(text!("problems-returns-abroad").to_owned());
    }
    if let Some(rival) = rival(service)
        && draft.options.special_services.contains(&rival)
    {
        let service = names::special_service(&rival);
        return Some(text!("problems-special-service-rival", service = service));
    }
    let offered = catalogs.and_then(|known| offered(&known.special_services, accounts))?;
    (!offered.iter().any(|(_, code)| SpecialService::parse(code) == *service))
        .then(|| text!("problems-special-service-blocked").to_owned())
}

/// Two signature services at once are an invalid selection (SPECIALSERVICE.VALIDATION_FAILED).
fn rival(service: &SpecialService) -> Option<SpecialService> {
    match service {
        SpecialService::AdultSignature => Some(SpecialService::SignatureConfirmation),
        SpecialService::SignatureConfirmation => Some(SpecialService::AdultSignature),
        _ => None,
    }
}

fn selection(report: &mut Report, options: &OptionsForm, abroad: bool) {
    let field = Field::Option(OptionField::SpecialServices);
    let has = |service| options.special_services.contains(&service);
    if abroad && has(SpecialService::Returns) {
        report.wrong(field, message!("problems-returns-abroad"));
    }
    if has(SpecialService::AdultSignature) && has(SpecialService::SignatureConfirmation) {
        report.wrong(field, message!("problems-two-signatures"));
    }
}

fn amounts(report: &mut Report, options: &OptionsForm) {
    let needed: [(SpecialService, OptionField, &str, MessageOf); 3] = [
        (
            SpecialService::Insurance,
            OptionField::InsuranceAmount,
            &options.insurance_amount,
            || message!("problems-insurance-amount-missing"),
        ),
        (SpecialService::Cod, OptionField::CodAmount, &options.cod_amount, || {
            message!("problems-cod-amount-missing")
        }),
        (
            SpecialService::RegisteredMail,
            OptionField::RegisteredMailAmount,
            &options.registered_mail_amount,
            || message!("problems-registered-mail-amount-missing"),
        ),
    ];
    for (service, part, text, missing) in needed {
        if !options.special_services.contains(&service) {
            continue;
        }
        let field = Field::Option(part);
        if text.trim().is_empty() {
            report.missing(field, missing());
            continue;
        }
        match parse_input::amount(text) {
            Err(_) => {
                let example = number_as_written("125.00");
                report.wrong(field, message!("problems-amount-malformed", example = example));
            }
            Ok(amount) if amount.is_zero() || amount.is_negative() => {
                report.wrong(field, message!("problems-amount-zero"));
            }
            Ok(amount) if amount.round_to_cents() != amount => {
                report.wrong(field, message!("problems-amount-too-fine"));
            }
            Ok(_) => {}
        }
    }
}

fn dangerous(report: &mut Report, options: &OptionsForm) {
    if options.special_services.contains(&SpecialService::Hazmat) {
        if options.hazmat_type.is_none() {
            report.missing(
                Field::Option(OptionField::HazmatType),
                message!("problems-hazmat-type-missing"),
            );
        }
        if options.hazmat_description.trim().is_empty() {
            report.missing(
                Field::Option(OptionField::HazmatDescription),
                message!("problems-hazmat-description-missing"),
            );
        }
        let phone = Field::Option(OptionField::HazmatPhone);
        if options.hazmat_phone.trim().is_empty() {
            report.missing(phone, message!("problems-hazmat-phone-missing"));
        } else if let Some(fault) = address::phone_fault(&options.hazmat_phone) {
            report.wrong(phone, fault);
        }
    }
    if options.special_services.contains(&SpecialService::LiveAnimals)
        && options.live_animals_type.is_none()
    {
        report.missing(
            Field::Option(OptionField::LiveAnimalsType),
            message!("problems-live-animals-type-missing"),
        );
    }
}

fn texts(report: &mut Report, options: &OptionsForm, abroad: bool) {
    let field = Field::Option(OptionField::CustomText);
    let first_two = [&options.custom_text1, &options.custom_text2];
    if abroad && first_two.iter().any(|text| !text.trim().is_empty()) {
        report.wrong(field, message!("problems-reference-text-abroad"));
    }
    if first_two
        .into_iter()
        .chain([&options.custom_text3])
        .any(|text| text.chars().count() > CUSTOM_TEXT_CHARS)
    {
        report.wrong(field, message!("problems-reference-text-long", count = CUSTOM_TEXT_CHARS));
    }
}

fn ship_date(report: &mut Report, text: &str, today: Date) {
    let field = Field::Option(OptionField::ShipDate);
    if text.trim().is_empty() {
        return;
    }
    match parse_input::date(text) {
        None => {
            report.wrong(field, message!("problems-date-malformed", example = today.to_string()))
        }
        Some(day) if day < today => report.wrong(field, message!("problems-date-past")),
        Some(_) => {}
    }
}

fn entry_facility(report: &mut Report, options: &OptionsForm) {
    if options.entry_facility.is_none() {
        return;
    }
    let field = Field::Option(OptionField::EntryFacilityZip);
    let zip = options.entry_facility_zip.trim();
    if zip.is_empty() {
        report.missing(field, message!("problems-entry-facility-zip-missing"));
    } else if geography::country("US").is_some_and(|us| !us.postcode_fits(zip)) {
        report.wrong(field, message!("problems-zip-malformed", text = zip, example = "60607"));
    }
}
