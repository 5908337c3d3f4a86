//! Checks the customs declaration (sections 2.14, 2.15), required only for international shipments.
//! Weight and value of an item are those of the whole line, not of one piece.

use std::collections::BTreeMap;

use crate::draft::{CustomsField, CustomsItemField, CustomsItemForm, Draft, Field};
use crate::message;
use crate::parse_input;
use crate::problems::{MessageOf, Report, number_as_written, postal_country};
use postroom_api::value::{ContentType, Eelpfc};
use postroom_base::geography;
use postroom_base::locale::Message;
use postroom_base::locale::format::formats;
use postroom_base::measure::Weight;
use postroom_base::money::{Amount, Currency, Money};

/// Exports from the United States above this value in one commodity class must be filed and carry
/// the filing's number (15 CFR 30.37(a)).
const FILING_LIMIT: Amount = Amount::from_cents(250_000);
/// Scales round, so the declared weight may exceed the packages' by this much.
const SLACK_GRAMS: f64 = 5.0;

pub(super) fn check(report: &mut Report, draft: &Draft) {
    let customs = &draft.customs;
    if customs.items.is_empty() {
        report.missing(Field::Customs(CustomsField::Items), message!("problems-items-missing"));
    }
    let hs_needed =
        geography::country(&draft.to.country).is_some_and(|destination| destination.hts_required);
    for (index, line) in customs.items.iter().enumerate() {
        item(report, index, line, hs_needed);
    }
    total_weight(report, draft);
    let wanted = |report: &mut Report, part, text: &str, missing: MessageOf| {
        if text.trim().is_empty() {
            report.missing(Field::Customs(part), missing());
        }
    };
    if Currency::parse(&customs.currency).is_none() {
        report
            .wrong(Field::Customs(CustomsField::Currency), message!("problems-currency-malformed"));
    }
    if customs.content_type == ContentType::Other {
        wanted(report, CustomsField::ContentsExplanation, &customs.contents_explanation, || {
            message!("problems-contents-missing")
        });
    }
    if customs.restriction.is_some() {
        wanted(report, CustomsField::RestrictionComments, &customs.restriction_comments, || {
            message!("problems-restriction-missing")
        });
    }
    filing(report, draft);
    wanted(report, CustomsField::Signer, &customs.signer, || message!("problems-signer-missing"));
    if !customs.certify {
        report.missing(Field::Customs(CustomsField::Certify), message!("problems-certify-missing"));
    }
}

/// The sum of the declared weights that can be parsed.
pub fn items_weight(items: &[CustomsItemForm]) -> Weight {
    let grams = items
        .iter()
        .filter_map(|item| parse_input::weight(&item.weight, item.weight_unit))
        .map(Weight::grams)
        // Not `sum`, which starts at -0.0 and would be displayed that way.
        .fold(0.0, |sum, grams| sum + grams);
    Weight::new(grams, postroom_base::measure::WeightUnit::G)
}

/// The sum of the declared values that can be parsed; `None` on overflow.
pub fn items_value(items: &[CustomsItemForm]) -> Option<Amount> {
    Amount::total(items.iter().filter_map(|item| parse_input::amount(&item.value).ok()))
}

fn item(report: &mut Report, index: usize, line: &CustomsItemForm, hs_needed: bool) {
    let at = |part| Field::CustomsItem(index, part);
    if line.description.trim().is_empty() {
        report.missing(at(CustomsItemField::Description), message!("problems-description-missing"));
    }
    let quantity = line.quantity.trim();
    if quantity.is_empty() {
        report.missing(at(CustomsItemField::Quantity), message!("problems-quantity-missing"));
    } else if !quantity.parse::<u32>().is_ok_and(|count| count > 0) {
        report.wrong(at(CustomsItemField::Quantity), message!("problems-quantity-malformed"));
    }
    if line.weight.trim().is_empty() {
        report.missing(at(CustomsItemField::Weight), message!("problems-item-weight-missing"));
    } else if !parse_input::weight(&line.weight, line.weight_unit).is_some_and(|w| w.value > 0.0) {
        report.wrong(
            at(CustomsItemField::Weight),
            message!("problems-item-weight-malformed", example = number_as_written("0.5")),
        );
    }
    if line.value.trim().is_empty() {
        report.missing(at(CustomsItemField::Value), message!("problems-value-missing"));
    } else if let Some(currency) = currency_behind(&line.value) {
        let words = message!("problems-value-currency", currency = currency.code());
        report.wrong(at(CustomsItemField::Value), words);
    } else if !parse_input::amount(&line.value).is_ok_and(|value| value > Amount::ZERO) {
        report.wrong(
            at(CustomsItemField::Value),
            message!("problems-value-malformed", example = number_as_written("19.90")),
        );
    }
    hs_number(report, at(CustomsItemField::HsTariffNumber), line, hs_needed);
    let origin = line.origin_country.trim();
    if origin.is_empty() {
        report.missing(at(CustomsItemField::OriginCountry), message!("problems-origin-missing"));
    } else if geography::country(origin).is_none() {
        report.wrong(
            at(CustomsItemField::OriginCountry),
            message!("problems-country-unknown", text = origin),
        );
    }
}

/// An order whose items have two currencies names the second one behind the amount.
fn currency_behind(value: &str) -> Option<Currency> {
    value.trim().rsplit_once(' ').and_then(|(_, code)| Currency::parse(code))
}

fn hs_number(report: &mut Report, field: Field, line: &CustomsItemForm, needed: bool) {
    let digits: String =
        line.hs_tariff_number.chars().filter(|c| !matches!(c, '.' | ' ' | '-')).collect();
    if digits.is_empty() {
        if needed {
            report.missing(field, message!("problems-hs-number-missing"));
        }
    } else if !matches!(digits.len(), 6 | 8 | 10) || !digits.bytes().all(|b| b.is_ascii_digit()) {
        report.wrong(field, message!("problems-hs-number-malformed"));
    }
}

fn total_weight(report: &mut Report, draft: &Draft) {
    let packed: Option<f64> = draft
        .packages
        .iter()
        .map(|package| parse_input::weight(&package.weight, package.weight_unit).map(Weight::grams))
        .sum();
    let declared = items_weight(&draft.customs.items);
    if let Some(packed) = packed
        && packed > 0.0
        && declared.grams() > packed + SLACK_GRAMS
    {
        let pounds = |weight: Weight| {
            let digits = format!("{:.2}", weight.pounds());
            Message::composed(move || formats().decimal(&digits))
        };
        report.wrong(
            Field::Customs(CustomsField::Items),
            message!(
                "problems-items-too-heavy",
                items = pounds(declared),
                packages = pounds(Weight::new(packed, declared.unit))
            ),
        );
    }
}

/// What the values of a declaration are added up by.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Commodity<'a> {
    Hs(&'a str),
    /// An item without an HS number, by its place from 1.
    Item(usize),
}

fn filing(report: &mut Report, draft: &Draft) {
    let customs = &draft.customs;
    let from_us = postal_country(&draft.from.country) == "US";
    let to_canada = postal_country(&draft.to.country) == "CA";
    let filed = customs.eelpfc == Some(Eelpfc::AesItn);
    if from_us && !to_canada && !filed && customs.currency.trim().eq_ignore_ascii_case("USD") {
        let mut classes: BTreeMap<Commodity, Amount> = BTreeMap::new();
        for (index, line) in customs.items.iter().enumerate() {
            let class = match line.hs_tariff_number.trim() {
                "" => Commodity::Item(index + 1),
                number => Commodity::Hs(number),
            };
            let value = parse_input::amount(&line.value).unwrap_or_default();
            let sum = classes.entry(class).or_default();
            *sum = sum.checked_add(value).unwrap_or(*sum);
        }
        if let Some((class, _)) = classes.iter().find(|(_, value)| **value > FILING_LIMIT) {
            let limit = Money::new(FILING_LIMIT, Currency::USD);
            let message = match class {
                Commodity::Hs(number) => {
                    message!("problems-filing-hs-number", limit = limit, number = *number)
                }
                Commodity::Item(number) => {
                    message!("problems-filing-item", limit = limit, number = *number)
                }
            };
            report.wrong(Field::Customs(CustomsField::Eelpfc), message);
        }
    }
    if filed {
        let field = Field::Customs(CustomsField::AesItn);
        let number = customs.aes_itn.trim();
        if number.is_empty() {
            report.missing(field, message!("problems-itn-missing"));
        } else if !is_itn(number) {
            report.wrong(field, message!("problems-itn-malformed"));
        }
    }
}

fn is_itn(text: &str) -> bool {
    text.strip_prefix(['X', 'x'])
        .is_some_and(|rest| rest.len() == 14 && rest.bytes().all(|b| b.is_ascii_digit()))
}
