//! What a customs declaration says besides its items, in the wizard and in a preset.

use egui::Ui;

use super::draft_guide::{Guide, Look};
use crate::api::value::{ContentType, Eelpfc, NonDeliveryOption, RestrictionType};
use crate::parcel::draft::{
    CustomsField, CustomsForm, CustomsItemField, CustomsItemForm, Field as At,
};
use crate::parcel::names;
use crate::parcel::names::Name;
use crate::parcel::problems::field_name;
use crate::text;
use crate::ui::tokens::space;
use crate::ui::widgets::{Button, Choice, column_ui, country_ui, pick_ui, problem_ui};

/// From this width on, an item needs one row less.
pub const WIDE: f32 = 600.0;

pub fn contents_ui(ui: &mut Ui, guide: &mut Guide<'_>, form: &mut CustomsForm) {
    let room = ui.available_width();
    let half = ((room - space::S) / 2.0).floor();
    if room >= WIDE {
        let quarter = ((room - 3.0 * space::S) / 4.0).floor();
        ui.horizontal_top(|ui| {
            kinds_ui(ui, form, quarter);
            limits_ui(ui, guide, form, quarter);
        });
    } else {
        ui.horizontal_top(|ui| kinds_ui(ui, form, half));
        ui.horizontal_top(|ui| limits_ui(ui, guide, form, half));
    }
    if form.content_type == ContentType::Other {
        let at = At::Customs(CustomsField::ContentsExplanation);
        let value = &mut form.contents_explanation;
        guide.text_ui(ui, at, text!("ship-customs-explanation"), room, Look::default(), value);
    }
    if form.restriction.is_some() {
        let at = At::Customs(CustomsField::RestrictionComments);
        let value = &mut form.restriction_comments;
        guide.text_ui(
            ui,
            at,
            text!("ship-customs-restriction-comments"),
            room,
            Look::default(),
            value,
        );
    }
}

/// The kind of contents, and what happens to a parcel that can't be delivered.
fn kinds_ui(ui: &mut Ui, form: &mut CustomsForm, width: f32) {
    let kinds = choices(ContentType::ALL, names::content_type);
    let label = text!("ship-customs-contents");
    pick_ui(ui, label, label, width, &mut form.content_type, &kinds);
    let ways = choices(NonDeliveryOption::ALL, names::non_delivery);
    let label = text!("ship-customs-undeliverable");
    pick_ui(ui, label, label, width, &mut form.non_delivery, &ways);
}

/// A restriction of the goods, and the currency of the values.
fn limits_ui(ui: &mut Ui, guide: &mut Guide<'_>, form: &mut CustomsForm, width: f32) {
    let kinds = or_none(RestrictionType::ALL, names::restriction);
    let label = text!("ship-customs-restriction");
    pick_ui(ui, label, label, width, &mut form.restriction, &kinds);
    let at = At::Customs(CustomsField::Currency);
    let label = text!("ship-customs-currency");
    let currencies = currency_choices(&form.currency);
    column_ui(ui, width, |ui| {
        let response = pick_ui(ui, label, label, width, &mut form.currency, &currencies);
        guide.register_field(at, &response);
        if let Some(message) = guide.message(at) {
            problem_ui(ui, message);
        }
    });
}

/// The exemption from the export filing, or that there was one.
pub fn filing_pick_ui(ui: &mut Ui, guide: &mut Guide<'_>, form: &mut CustomsForm, width: f32) {
    let at = At::Customs(CustomsField::Eelpfc);
    let kinds = or_none(Eelpfc::ALL, names::export_filing);
    column_ui(ui, width, |ui| {
        let label = text!("ship-customs-filing");
        let name = text!("ship-customs-filing-name");
        let response = pick_ui(ui, label, name, width, &mut form.eelpfc, &kinds);
        guide.register_field(at, &response);
        if let Some(message) = guide.message(at) {
            problem_ui(ui, message);
        }
    });
}

/// The HS number and the country of origin of an item.
pub fn hs_and_origin_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    index: usize,
    item: &mut CustomsItemForm,
    hs_needed: bool,
) {
    let at = |part| At::CustomsItem(index, part);
    let half = ((ui.available_width() - space::S) / 2.0).floor();
    ui.horizontal_top(|ui| {
        let look = Look {
            hint: match hs_needed {
                true => text!("ship-customs-hs-hint-required"),
                false => text!("ship-customs-hs-hint"),
            },
            scanned: true,
            ..Look::default()
        };
        let part = at(CustomsItemField::HsTariffNumber);
        guide.text_ui(ui, part, text!("ship-customs-hs"), half, look, &mut item.hs_tariff_number);
        let part = at(CustomsItemField::OriginCountry);
        let name = field_name(part);
        column_ui(ui, half, |ui| {
            let country = &mut item.origin_country;
            let response = country_ui(ui, text!("ship-customs-origin"), &name, half, country);
            guide.register_field(part, &response);
            if let Some(message) = guide.message(part) {
                problem_ui(ui, message);
            }
        });
    });
}

pub fn signature_ui(ui: &mut Ui, guide: &mut Guide<'_>, form: &mut CustomsForm, sender: &str) {
    let room = ui.available_width();
    let look = Look { hint: text!("ship-customs-signer-hint"), ..Look::default() };
    let at = At::Customs(CustomsField::Signer);
    guide.text_ui(ui, at, text!("ship-customs-signer"), room, look, &mut form.signer);
    if form.signer.is_empty() && !sender.is_empty() {
        let sign = text!("ship-customs-sign-as", name = sender);
        if Button::quiet(&sign).compact().show_ui(ui).clicked() {
            sender.clone_into(&mut form.signer);
        }
    }
    let at = At::Customs(CustomsField::Certify);
    let response = ui
        .checkbox(&mut form.certify, text!("ship-customs-certify"))
        .accessible_name(field_name(at));
    guide.register_field(at, &response);
    guide.note_ui(ui, at);
}

/// The currencies, by their codes; one that a file or an earlier version brought is among them.
fn currency_choices(chosen: &str) -> Vec<Choice<String>> {
    let known = names::CURRENCIES.iter().copied();
    let other = (!chosen.is_empty() && !names::CURRENCIES.contains(&chosen)).then_some(chosen);
    let choice = |code: &str| Choice::new(code.to_owned(), names::currency(code));
    other.into_iter().chain(known).map(choice).collect()
}

fn choices<T: Clone>(all: &[T], name: impl Fn(&T) -> Name) -> Vec<Choice<T>> {
    all.iter().map(|value| Choice::new(value.clone(), name(value))).collect()
}

/// The same, preceded by a choice of none of them.
fn or_none<T: Clone>(all: &[T], name: impl Fn(&T) -> Name) -> Vec<Choice<Option<T>>> {
    let none = Choice::new(None, text!("ship-customs-none"));
    let values = all.iter().map(|value| Choice::new(Some(value.clone()), name(value)));
    std::iter::once(none).chain(values).collect()
}
