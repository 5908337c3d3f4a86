//! An order with its preset as a [`Draft`]: what is asked for rates and bought.

mod declaration;
mod label_texts;
mod order_weight;
mod return_draft;

pub use order_weight::weight_of_order;
pub use return_draft::return_draft_of_order;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::order::Order;
use postroom_api::value::{PackageType, SpecialService};
use postroom_base::id::OrderId;
use postroom_base::measure::WeightUnit;
use postroom_base::measure::exact_weight::ExactWeightSum;
use postroom_base::money::Currency;
use postroom_parcel::draft::{
    AddressForm, CustomsForm, Draft, LabelForm, OptionsForm, PackageForm,
};
use postroom_parcel::last_service::LastServices;
use postroom_parcel::preset::Preset;
use postroom_parcel::problems::{is_international, needs_dimensions};
use postroom_parcel::requests;

/// What holds for every order whose preset says nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct OrderDefaults {
    pub label: LabelForm,
    pub return_address: Option<AddressForm>,
    /// Who signs customs declarations.
    pub signer: String,
    /// The signer certifies the declarations of all orders.
    pub certify: bool,
    /// Prints the number and the reference of the order on its label if the preset has no texts.
    pub number_on_label: bool,
    /// The day on which the parcels are handed over; `None` for today. It is not stored, as it is
    /// soon in the past.
    #[serde(skip)]
    pub ship_date: Option<Date>,
}

impl Default for OrderDefaults {
    fn default() -> Self {
        Self {
            label: LabelForm::default(),
            return_address: None,
            signer: String::new(),
            certify: false,
            number_on_label: true,
            ship_date: None,
        }
    }
}

/// The draft of the next label of the order. It has no chosen rate. What the order itself says wins
/// over its preset, except that a preset may name another sender.
pub fn draft_of_order(
    order: &Order,
    id: &OrderId,
    preset: Option<&Preset>,
    sender: &AddressForm,
    defaults: &OrderDefaults,
) -> Draft {
    let from = preset.and_then(|preset| preset.from.as_ref());
    let label = preset.and_then(|preset| preset.label.as_ref());
    let mut draft = Draft {
        order: id.clone(),
        sequence: order.next_sequence(),
        from: from.unwrap_or(sender).clone(),
        to: order.to.clone(),
        usual_sender: None,
        packages: packages(order, preset),
        options: options(order, preset, defaults),
        customs: CustomsForm::default(),
        label: label.unwrap_or(&defaults.label).clone(),
        chosen: None,
        usual: None,
        aside: Vec::new(),
        last_services: LastServices::new(),
    };
    let abroad = is_international(&draft);
    label_texts::fill(&mut draft.options, order, abroad, defaults.number_on_label);
    if abroad {
        draft.customs = declaration::declare(order, preset, &draft.packages, defaults);
    }
    draft
}

/// The parcels of the order, else one that the preset describes.
fn packages(order: &Order, preset: Option<&Preset>) -> Vec<PackageForm> {
    let packed = preset.and_then(|preset| preset.package.as_ref());
    let mut packages = order.parcels.clone();
    if packages.is_empty() {
        packages.push(PackageForm { weight: String::new(), ..packed.cloned().unwrap_or_default() });
    }
    for package in &mut packages {
        package.carried_over = false;
        if let Some(packed) = packed {
            take_size(package, packed);
        }
    }
    let weighs_by_items = packages.len() == 1;
    for package in &mut packages {
        if !package.weight.trim().is_empty() {
            continue;
        }
        let of_items = weighs_by_items.then(|| packed_items_weight(order, preset));
        let of_preset = packed.map(|packed| (packed.weight.clone(), packed.weight_unit));
        if let Some((weight, unit)) = of_items.flatten().or(of_preset) {
            package.weight = weight;
            package.weight_unit = unit;
        }
    }
    packages
}

/// Gives the preset's type and size to a package that has none of its own. A type other than
/// [`PackageType::Parcel`] is one that the order asks for.
fn take_size(package: &mut PackageForm, preset: &PackageForm) {
    let sides = [&package.length, &package.width, &package.height];
    let has_size = sides.iter().any(|side| !side.trim().is_empty());
    let may_change = package.kind == PackageType::Parcel || package.kind == preset.kind;
    if has_size || !may_change || !needs_dimensions(&package.kind) {
        return;
    }
    *package = PackageForm {
        weight: package.weight.clone(),
        weight_unit: package.weight_unit,
        weighed: package.weighed.clone(),
        carried_over: false,
        ..preset.clone()
    };
}

/// The weight of the items and of what they are packed in. `None` if one of them cannot be read.
fn packed_items_weight(order: &Order, preset: Option<&Preset>) -> Option<(String, WeightUnit)> {
    let (items, unit) = order_weight::items_weight(order)?;
    let packaging = match preset {
        Some(preset) if !preset.packaging_weight.trim().is_empty() => {
            ExactWeightSum::parse(&preset.packaging_weight, preset.packaging_weight_unit)?
        }
        _ => ExactWeightSum::ZERO,
    };
    Some((items.checked_add(packaging)?.digits_in(unit), unit))
}

/// A day in a preset is of the past soon, so it does not count. Insurance without an amount is for
/// the value of the goods.
fn options(order: &Order, preset: Option<&Preset>, defaults: &OrderDefaults) -> OptionsForm {
    let options = preset.and_then(|preset| preset.options.as_ref());
    let mut options = options.cloned().unwrap_or_default();
    options.ship_date = match defaults.ship_date {
        Some(day) => day.to_string(),
        None => String::new(),
    };
    if options.return_address.is_none() {
        options.return_address.clone_from(&defaults.return_address);
    }
    let insured = options.special_services.contains(&SpecialService::Insurance);
    if insured
        && options.insurance_amount.trim().is_empty()
        && let Some(value) = order.value()
        && value.currency == Currency::USD
    {
        options.insurance_amount = value.amount.round_to_cents().to_string();
    }
    options
}

/// A digest of everything that the prices of the rates depend on: equal exactly if
/// [`requests::rate_inputs_equal`].
pub fn quote_inputs(draft: &Draft) -> String {
    digest(&serde_json::to_string(&requests::price_inputs(draft)).unwrap_or_default())
}

/// [`quote_inputs`] with what the preset asks for. A rate that was chosen for one preset must not be
/// bought for another, nor after the preset asks for another service, although its price still
/// holds. Without a preset the cheapest rate is chosen, as with an empty one.
pub fn quote_inputs_for_preset(draft: &Draft, preset: Option<&Preset>) -> String {
    let none = Preset::default();
    let preset = preset.unwrap_or(&none);
    let choice = serde_json::to_string(&(&preset.service, &preset.account)).unwrap_or_default();
    digest(&format!("{} {choice}", quote_inputs(draft)))
}

/// The SHA-256 in hexadecimal digits.
fn digest(text: &str) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
    let mut hex = String::with_capacity(64);
    for byte in digest.as_ref() {
        for half in [byte >> 4, byte & 15] {
            hex.extend(char::from_digit(u32::from(half), 16));
        }
    }
    hex
}

#[cfg(test)]
#[allow(clippy::type_complexity, reason = "tables of cases")]
mod tests;
