//! What is wrong with a preset, for the form that edits it.

use jiff::civil::Date;

use super::{Preset, ServiceChoice};
use crate::catalogs::Catalogs;
use crate::draft::{
    AddressForm, CustomsField, CustomsItemField, Draft, Field, OptionField, PackageField,
    PackageForm, Problem,
};
use crate::parse_input;
use crate::problems;
use crate::problems::{is_international, offered};
use crate::text;
use postroom_api::carrier_account::CarrierAccount;
use postroom_api::value::Service;
use postroom_base::locale::format::formats;
use postroom_base::money::Amount;

/// A field that only a preset has; the others are those of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PresetField {
    Name,
    Key,
    PackagingWeight,
    Service,
    Days,
    Amount,
    Account,
    Printer,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetProblem {
    pub field: PresetField,
    pub message: String,
    /// Nothing was entered yet.
    pub missing: bool,
    /// The preset can be saved all the same: what it names may come back.
    pub is_warning: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PresetProblems {
    pub own: Vec<PresetProblem>,
    /// Of the fields that a draft has too.
    pub of_draft: Vec<Problem>,
}

impl PresetProblems {
    /// Whether the preset must not be saved.
    pub fn block_saving(&self) -> bool {
        !self.of_draft.is_empty() || self.own.iter().any(|problem| !problem.is_warning)
    }
}

/// What a preset is checked against. Catalogs, accounts and printers that are not known add no
/// checks.
#[derive(Clone, Debug, Default)]
pub struct PresetSurroundings<'a> {
    /// The other presets of the workspace.
    pub others: Vec<&'a Preset>,
    pub catalogs: Option<&'a Catalogs>,
    pub accounts: Option<&'a [CarrierAccount]>,
    /// The names of the printers of this computer.
    pub printers: Vec<&'a str>,
    pub today: Date,
}

/// All problems of the preset. What a preset may leave open is none: the weight, the amount of an
/// insurance, the signer.
pub fn preset_problems(preset: &Preset, around: &PresetSurroundings<'_>) -> PresetProblems {
    let mut own = Vec::new();
    let mut add = |field, missing, is_warning, message: &str| {
        own.push(PresetProblem { field, message: message.to_owned(), missing, is_warning });
    };
    let name = preset.name.trim().to_lowercase();
    if name.is_empty() {
        add(PresetField::Name, true, false, text!("presets-name-missing"));
    } else if let Some(same) = around.others.iter().find(|it| it.name.trim().to_lowercase() == name)
    {
        let words = text!("presets-name-twice", name = same.name.trim());
        add(PresetField::Name, false, false, &words);
    }
    let same_key = |other: &&&Preset| preset.key.is_some() && other.key == preset.key;
    if let Some(other) = around.others.iter().find(same_key) {
        let words = text!("presets-key-taken", preset = other.name.trim());
        add(PresetField::Key, false, false, &words);
    }
    let packaging = preset.packaging_weight.trim();
    let weight = parse_input::weight(packaging, preset.packaging_weight_unit);
    if !packaging.is_empty() && weight.is_none() {
        let words = text!("presets-packaging-unreadable");
        add(PresetField::PackagingWeight, false, false, words);
    }
    match &preset.service {
        ServiceChoice::Cheapest => {}
        ServiceChoice::Named(service) if service.as_str().trim().is_empty() => {
            add(PresetField::Service, true, false, text!("presets-service-missing"));
        }
        ServiceChoice::Named(service) => {
            if !is_offered(preset, service, around) {
                add(PresetField::Service, false, true, text!("presets-service-not-offered"));
            }
        }
        ServiceChoice::CheapestWithin { days: 0 } => {
            add(PresetField::Days, true, false, text!("presets-days-missing"));
        }
        ServiceChoice::CheapestWithin { .. } => {}
        ServiceChoice::FastestUnder { amount } if amount.trim().is_empty() => {
            add(PresetField::Amount, true, false, text!("presets-amount-missing"));
        }
        ServiceChoice::FastestUnder { amount } => {
            let limit = parse_input::amount(amount).ok();
            if limit.is_none_or(|limit| limit <= Amount::ZERO) {
                let example = formats().decimal("12.50");
                let words = text!("presets-amount-unreadable", example = example);
                add(PresetField::Amount, false, false, &words);
            }
        }
    }
    if let (Some(account), Some(accounts)) = (&preset.account, around.accounts) {
        let is_named = |it: &&CarrierAccount| it.id.as_ref().is_some_and(|id| id.same_as(account));
        match accounts.iter().find(is_named) {
            None => add(PresetField::Account, false, true, text!("presets-account-gone")),
            Some(known) if !known.is_enabled() => {
                add(PresetField::Account, false, true, text!("presets-account-disabled"));
            }
            Some(_) => {}
        }
    }
    if let Some(printer) = &preset.printer
        && !around.printers.contains(&printer.as_str())
    {
        add(PresetField::Printer, false, true, text!("presets-printer-gone"));
    }
    PresetProblems { own, of_draft: problems_of_draft(preset, around) }
}

/// Whether a carrier of the preset's account, or of any account, offers the service; true while
/// that is not known.
fn is_offered(preset: &Preset, service: &Service, around: &PresetSurroundings<'_>) -> bool {
    let (Some(catalogs), Some(accounts)) = (around.catalogs, around.accounts) else {
        return true;
    };
    let is_meant = |it: &&CarrierAccount| {
        let of_preset = preset.account.as_ref();
        of_preset.is_none_or(|account| it.id.as_ref().is_some_and(|id| id.same_as(account)))
    };
    let accounts: Vec<CarrierAccount> = accounts.iter().filter(is_meant).cloned().collect();
    let services = offered(&catalogs.services, &accounts);
    services.is_none_or(|services| {
        let mut services = services.into_iter();
        services.any(|(_, code)| Service::parse(code) == *service)
    })
}

/// The problems of what the preset says, as those of a draft that has only that.
fn problems_of_draft(preset: &Preset, around: &PresetSurroundings<'_>) -> Vec<Problem> {
    let from = preset.from.clone().unwrap_or_default();
    let package = preset.package.clone().unwrap_or_default();
    let mut draft = Draft {
        to: AddressForm { country: from.country.clone(), ..AddressForm::default() },
        from,
        options: preset.options.clone().unwrap_or_default(),
        packages: vec![package],
        customs: preset.customs.clone().unwrap_or_default(),
        ..Draft::default()
    };
    draft.options.ship_date = String::new();
    let check = |draft: &Draft| {
        let accounts = around.accounts.unwrap_or_default();
        problems::check(draft, around.catalogs, accounts, around.today)
    };
    let mut found = check(&draft);
    found.retain(|problem| !matches!(problem.field, Field::Customs(_) | Field::CustomsItem(..)));
    // A declaration is checked only where the parcel crosses a border.
    let abroad = ["CA", "US"].into_iter().find(|country| {
        draft.to.country = (*country).to_owned();
        is_international(&draft)
    });
    if abroad.is_some() {
        let of_customs = check(&draft)
            .into_iter()
            .filter(|problem| matches!(problem.field, Field::Customs(_) | Field::CustomsItem(..)));
        found.extend(of_customs);
    }
    found.retain(|problem| counts(preset, problem));
    found
}

/// Whether the problem is one of a preset: of a part that it has, and no gap that it may leave.
fn counts(preset: &Preset, problem: &Problem) -> bool {
    let missing = problem.missing;
    match problem.field {
        Field::From(_) => preset.from.is_some(),
        Field::Package(_, PackageField::Weight) => preset.package.is_some() && !missing,
        Field::Package(..) => {
            let package = preset.package.as_ref();
            package.is_some_and(|package| !missing || has_a_side(package))
        }
        Field::Option(part) => {
            let may_be_open = matches!(
                part,
                OptionField::InsuranceAmount
                    | OptionField::CodAmount
                    | OptionField::RegisteredMailAmount
            );
            preset.options.is_some() && !(missing && may_be_open)
        }
        Field::Return(_) => preset.options.is_some(),
        Field::Customs(part) => {
            let may_be_open = matches!(
                part,
                CustomsField::Items
                    | CustomsField::Signer
                    | CustomsField::Certify
                    | CustomsField::Eelpfc
                    | CustomsField::AesItn
            );
            preset.customs.is_some() && !may_be_open
        }
        Field::CustomsItem(_, part) => {
            let is_default =
                matches!(part, CustomsItemField::HsTariffNumber | CustomsItemField::OriginCountry);
            preset.customs.is_some() && is_default && !missing
        }
        Field::To(_) | Field::Rate => false,
    }
}

fn has_a_side(package: &PackageForm) -> bool {
    let sides = [&package.length, &package.width, &package.height];
    sides.iter().any(|side| !side.trim().is_empty())
}

#[cfg(test)]
mod tests;
