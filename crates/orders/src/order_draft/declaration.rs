//! The customs declaration of an order that leaves the country. Weight and value of a line are
//! those of all its pieces, as everywhere in a declaration.

use super::OrderDefaults;
use crate::order::{Order, OrderItem};
use postroom_base::geography;
use postroom_base::measure::WeightUnit;
use postroom_base::measure::exact_weight::ExactWeightSum;
use postroom_base::money::{Currency, Money};
use postroom_parcel::draft::{CustomsForm, CustomsItemForm, PackageForm};
use postroom_parcel::preset::Preset;

/// The declaration of the preset with the items of the order. The preset's first item has the
/// defaults of what they leave open. An order without items is declared with the preset's own.
///
/// What is still open stays blank and is a problem of the draft: nothing is declared that nobody
/// said, such as a country of origin.
pub(super) fn declare(
    order: &Order,
    preset: Option<&Preset>,
    packages: &[PackageForm],
    defaults: &OrderDefaults,
) -> CustomsForm {
    let customs = preset.and_then(|preset| preset.customs.as_ref());
    let mut form = customs.cloned().unwrap_or_default();
    if form.signer.trim().is_empty() {
        form.signer.clone_from(&defaults.signer);
    }
    form.certify |= defaults.certify;
    if let Some(currency) = currency_of_goods(order) {
        form.currency = currency.code().to_owned();
    }
    let of_preset = std::mem::take(&mut form.items);
    form.items = match order.items.is_empty() {
        true => of_preset,
        false => {
            let usual = of_preset.first();
            let lines = order.items.iter();
            lines.map(|item| line(item, usual, &form.currency)).collect()
        }
    };
    if let [only] = form.items.as_mut_slice() {
        fill_only_line(only, order, packages, &form.currency);
    }
    form
}

/// The currency of the first value that the order has.
fn currency_of_goods(order: &Order) -> Option<Currency> {
    let of_items = order.items.iter().find_map(|item| item.value);
    of_items.or(order.total).map(|value| value.currency)
}

fn line(item: &OrderItem, usual: Option<&CustomsItemForm>, currency: &str) -> CustomsItemForm {
    let usual_text = |text: fn(&CustomsItemForm) -> &String| {
        usual.map_or(String::new(), |usual| text(usual).clone())
    };
    let or_usual = |text: &str, usual: fn(&CustomsItemForm) -> &String| match text.trim() {
        "" => usual_text(usual),
        text => text.to_owned(),
    };
    let description = match item.name.trim() {
        "" => match or_usual("", |usual| &usual.description).as_str() {
            "" => item.sku.trim().to_owned(),
            usual => usual.to_owned(),
        },
        name => name.to_owned(),
    };
    let (weight, weight_unit) = weight_of_line(item);
    let origin = item.origin_country.trim();
    let origin = geography::country(origin).map_or(origin, |country| country.a2.as_str());
    CustomsItemForm {
        description,
        quantity: item.quantity.trim().to_owned(),
        weight,
        weight_unit,
        value: value_of_line(item, currency),
        hs_tariff_number: or_usual(&item.tariff_number, |usual| &usual.hs_tariff_number),
        origin_country: or_usual(origin, |usual| &usual.origin_country),
    }
}

/// Blank if it is not known.
fn weight_of_line(item: &OrderItem) -> (String, WeightUnit) {
    let pieces = item.pieces();
    let one = ExactWeightSum::parse(&item.weight, item.weight_unit);
    let weight = one.zip(pieces).and_then(|(one, pieces)| one.times(pieces));
    let weight = weight.filter(|weight| !weight.is_zero());
    let digits = weight.map(|weight| weight.digits_in(item.weight_unit));
    (digits.unwrap_or_default(), item.weight_unit)
}

/// Blank if it is not known.
fn value_of_line(item: &OrderItem, currency: &str) -> String {
    let line = item.value.zip(item.pieces()).and_then(|(one, pieces)| {
        let amount = one.amount.checked_mul(i64::from(pieces))?;
        Some(Money::new(amount, one.currency))
    });
    line.map_or(String::new(), |line| amount_text(line, currency))
}

/// Two decimals, so that it is read alike where a comma is the decimal separator. One in another
/// currency than the declaration names it, so that it is no amount until a person has converted it.
fn amount_text(money: Money, currency: &str) -> String {
    let amount = money.amount.round_to_cents();
    match Currency::parse(currency) == Some(money.currency) {
        true => amount.to_string(),
        false => format!("{amount} {}", money.currency.code()),
    }
}

/// A single line has the value of the order and the weight of its parcel where its own are not
/// known.
fn fill_only_line(
    line: &mut CustomsItemForm,
    order: &Order,
    packages: &[PackageForm],
    currency: &str,
) {
    if line.value.trim().is_empty()
        && let Some(value) = order.value()
    {
        line.value = amount_text(value, currency);
    }
    if line.weight.trim().is_empty()
        && let [package] = packages
    {
        line.weight.clone_from(&package.weight);
        line.weight_unit = package.weight_unit;
    }
}
