//! A preset: how a parcel is packed and sent, under a name. Rules and persons choose one for an
//! order, and the draft of Ship takes one with a key.

mod keyed_preset;
mod preset_problems;
mod rate_choice;

pub use keyed_preset::{KeyedPreset, PresetPick, find_preset};
pub use preset_problems::{
    PresetField, PresetProblem, PresetProblems, PresetSurroundings, preset_problems,
};
pub use rate_choice::{NoRate, choose_rate, left_out};

use serde::{Deserialize, Serialize};

use crate::draft::{
    AddressForm, CustomsForm, Draft, LabelForm, OptionsForm, PackageForm, PreferredService,
};
use postroom_api::value::{Service, SpecialService};
use postroom_base::id::CarrierAccountId;
use postroom_base::measure::WeightUnit;

/// What a preset says. Each `None` leaves the order or the draft as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preset {
    pub name: String,
    /// Type and size of each parcel. Its weight is used if the order has none.
    pub package: Option<PackageForm>,
    /// Added to the weight of the items, for the box and its filling; empty for none.
    pub packaging_weight: String,
    pub packaging_weight_unit: WeightUnit,
    pub service: ServiceChoice,
    /// Only this carrier account, if given.
    pub account: Option<CarrierAccountId>,
    pub from: Option<AddressForm>,
    pub options: Option<OptionsForm>,
    /// Content type, signer and the like. Its items are defaults for the fields that the order's
    /// items leave open: origin, tariff number, description.
    pub customs: Option<CustomsForm>,
    pub label: Option<LabelForm>,
    /// The name of a printer profile.
    pub printer: Option<String>,
    /// The digit that chooses it with Ctrl+Alt in Ship and in Orders; 1 to 9.
    pub key: Option<u8>,
}

/// How the rate is chosen. The names are stored.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServiceChoice {
    /// The cheapest of all.
    #[default]
    Cheapest,
    /// This service, of any account or of the preset's.
    Named(Service),
    /// The cheapest that takes at most this many days.
    CheapestWithin { days: u16 },
    /// The fastest that costs at most this much, as typed.
    FastestUnder { amount: String },
}

/// Special services that a preset asks for.
impl Preset {
    pub fn special_services(&self) -> impl Iterator<Item = &SpecialService> {
        let options = self.options.iter();
        options.flat_map(|options| options.special_services.iter())
    }
}

/// Gives the draft of Ship what the preset says. The recipient, the items of the declaration, the
/// ship date and a weight that is there stay, and so does everything that the preset leaves open.
///
/// The rate is chosen anew with [`choose_rate`], because the one of before was not chosen by the
/// preset. A named service of a named account is also set as the usual one, so that it is chosen
/// when the rates arrive.
pub fn apply_to_draft(preset: &Preset, draft: &mut Draft) {
    if let Some(package) = &preset.package {
        if draft.packages.is_empty() {
            draft.packages.push(PackageForm::default());
        }
        for mine in &mut draft.packages {
            *mine = packed_as(mine, package);
        }
    }
    if let Some(from) = &preset.from {
        draft.from = from.clone();
    }
    if let Some(options) = &preset.options {
        draft.options = options_of(options, &draft.options);
    }
    if let Some(customs) = &preset.customs {
        draft.customs = customs_of(customs, &draft.customs);
    }
    if let Some(label) = &preset.label {
        draft.label = label.clone();
    }
    draft.chosen = None;
    draft.usual = match (&preset.service, &preset.account) {
        (ServiceChoice::Named(service), Some(account)) => Some(PreferredService {
            account: Some(account.clone()),
            service: Some(service.clone()),
            of_this_parcel: true,
        }),
        _ => None,
    };
}

/// Type and size of the preset's package with the weight of this one, or with the preset's if this
/// one has none.
fn packed_as(mine: &PackageForm, preset: &PackageForm) -> PackageForm {
    let (weight, weight_unit) = match mine.weight.trim().is_empty() {
        true => (preset.weight.clone(), preset.weight_unit),
        false => (mine.weight.clone(), mine.weight_unit),
    };
    PackageForm {
        weight,
        weight_unit,
        weighed: mine.weighed.clone(),
        carried_over: false,
        ..preset.clone()
    }
}

/// A day in a preset is of the past soon, so the draft's stays. Label texts and the return address
/// belong to the parcel where the preset has none.
fn options_of(preset: &OptionsForm, mine: &OptionsForm) -> OptionsForm {
    let text = |preset: &str, mine: &str| given_or(preset, mine).to_owned();
    OptionsForm {
        return_address: preset.return_address.clone().or_else(|| mine.return_address.clone()),
        custom_text1: text(&preset.custom_text1, &mine.custom_text1),
        custom_text2: text(&preset.custom_text2, &mine.custom_text2),
        custom_text3: text(&preset.custom_text3, &mine.custom_text3),
        ship_date: mine.ship_date.clone(),
        ..preset.clone()
    }
}

/// The numbers of a declaration belong to the parcel. The preset's items are taken only where the
/// draft has none.
fn customs_of(preset: &CustomsForm, mine: &CustomsForm) -> CustomsForm {
    let items = if mine.items.is_empty() { &preset.items } else { &mine.items };
    CustomsForm {
        eelpfc: preset.eelpfc.clone().or_else(|| mine.eelpfc.clone()),
        aes_itn: given_or(&preset.aes_itn, &mine.aes_itn).to_owned(),
        invoice_number: given_or(&preset.invoice_number, &mine.invoice_number).to_owned(),
        items: items.clone(),
        ..preset.clone()
    }
}

fn given_or<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.trim().is_empty() { other } else { text }
}

#[cfg(test)]
mod tests;
