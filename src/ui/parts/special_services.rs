//! Special services with their parameters, in the wizard and in a preset.

use egui::{Response, Ui};

use super::draft_guide::{Guide, Look};
use crate::api::value::{HazmatType, LiveAnimalsType, SpecialService};
use crate::base::locale::format;
use crate::base::money::{Currency, Money};
use crate::desk::ship::special_prices::{fee_of, last_price};
use crate::parcel::draft::{Draft, Field as At, OptionField};
use crate::parcel::names;
use crate::parcel::names::Name;
use crate::parcel::parse_input;
use crate::parcel::problems::{field_name, special_service_obstacle};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::choice::box_ui;
use crate::ui::widgets::{
    Button, Choice, Icon, check_ui, column_ui, money_words, pick_ui, problem_ui, small_muted_ui,
};

/// The services as shops use them, the most common first.
const BY_USE: [SpecialService; 16] = [
    SpecialService::Insurance,
    SpecialService::SignatureConfirmation,
    SpecialService::AdultSignature,
    SpecialService::Returns,
    SpecialService::CertifiedMail,
    SpecialService::ElectronicReturnReceipt,
    SpecialService::Tracking,
    SpecialService::Cod,
    SpecialService::RestrictedDelivery,
    SpecialService::RegisteredMail,
    SpecialService::Hazmat,
    SpecialService::SundayDelivery,
    SpecialService::HolidayDelivery,
    SpecialService::Delivery1030Am,
    SpecialService::LiveAnimals,
    SpecialService::CrematedRemains,
];

/// A button that shows or hides a part of the card.
pub fn unfold_ui(ui: &mut Ui, words: &str, name: &str, open: &mut bool) -> Response {
    let icon = if *open { Icon::Up } else { Icon::Down };
    let button = Button::quiet(words).icon(icon).name(name).compact();
    let response = button.show_ui(ui);
    let ctx = &response.ctx;
    ctx.accesskit_node_builder(response.id, |node| node.set_description(words));
    if response.clicked() {
        *open = !*open;
    }
    response
}

/// The special services of the draft, unfolded if `open`.
pub fn services_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    guide: &mut Guide<'_>,
    open: &mut bool,
    draft: &mut Draft,
) {
    let chosen = draft.options.special_services.iter();
    let chosen: Vec<Name> = chosen.map(names::special_service).collect();
    let words = match chosen.as_slice() {
        [] => text!("ship-services-none").to_owned(),
        chosen => text!("ship-services-chosen", services = format::list(chosen)),
    };
    let fold = unfold_ui(ui, &words, text!("ship-services"), open);
    guide.register_field(At::Option(OptionField::SpecialServices), &fold);
    guide.note_ui(ui, At::Option(OptionField::SpecialServices));
    if !*open {
        return;
    }
    let catalogs = cx.state.carriers.catalogs.value();
    let accounts = cx.state.carriers.accounts.value().map_or(&[][..], Vec::as_slice);
    let known = &cx.state.ship.special_prices;
    let half = ((ui.available_width() - space::S) / 2.0).floor();
    // The left column comes first, as in the order of the Tab key.
    let rows = BY_USE.len().div_ceil(2);
    ui.horizontal_top(|ui| {
        for column in BY_USE.chunks(rows) {
            column_ui(ui, half, |ui| {
                for service in column {
                    let mut on = draft.options.special_services.contains(service);
                    let reason = special_service_obstacle(service, draft, catalogs, accounts)
                        .filter(|_| !on);
                    let rate = draft.chosen.as_ref();
                    let price = match on {
                        true => rate.and_then(|rate| fee_of(rate, service)).map(money_words),
                        false => rate
                            .and_then(|rate| last_price(known, rate, service, draft.packages.len()))
                            .map(|price| text!("ship-services-price-about", price = price)),
                    };
                    let response = ui
                        .horizontal(|ui| {
                            // As in a column: a long name goes into a second line.
                            ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Wrap);
                            let name = names::special_service(service);
                            let response = ui
                                .add_enabled_ui(reason.is_none(), |ui| box_ui(ui, &name, &mut on))
                                .inner;
                            if let Some(price) = price {
                                small_muted_ui(ui, &price);
                            }
                            response
                        })
                        .inner
                        .accessible_name(service_control(service));
                    if let Some(reason) = &reason {
                        response.clone().on_disabled_hover_text(reason);
                        response.ctx.accesskit_node_builder(response.id, |node| {
                            node.set_description(reason.as_str())
                        });
                    }
                    if response.changed() {
                        if on {
                            draft.options.special_services.insert(service.clone());
                            // The field that it opens gets the keyboard.
                            guide.progress.jump = parameter_of(service).map(At::Option);
                        } else {
                            draft.options.special_services.remove(service);
                        }
                    }
                }
            });
        }
    });
}

/// The first thing to enter about a service.
fn parameter_of(service: &SpecialService) -> Option<OptionField> {
    match service {
        SpecialService::Insurance => Some(OptionField::InsuranceAmount),
        SpecialService::Cod => Some(OptionField::CodAmount),
        SpecialService::RegisteredMail => Some(OptionField::RegisteredMailAmount),
        SpecialService::Hazmat => Some(OptionField::HazmatType),
        SpecialService::LiveAnimals => Some(OptionField::LiveAnimalsType),
        _ => None,
    }
}

/// The accessible name of a service. The navigation rail already has a "Tracking".
fn service_control(service: &SpecialService) -> Name {
    match service {
        SpecialService::Tracking => text!("ship-services-tracking-name").into(),
        other => names::special_service(other),
    }
}

/// The parameters of the chosen services only.
pub fn parameters_ui(ui: &mut Ui, cx: &Cx<'_>, guide: &mut Guide<'_>, draft: &mut Draft) {
    let packages = draft.packages.len();
    let options = &mut draft.options;
    let room = ui.available_width();
    let half = ((room - space::S) / 2.0).floor();
    let has = |service| options.special_services.contains(&service);
    let (insured, cod, registered) = (
        has(SpecialService::Insurance),
        has(SpecialService::Cod),
        has(SpecialService::RegisteredMail),
    );
    let (hazmat, animals, returns) = (
        has(SpecialService::Hazmat),
        has(SpecialService::LiveAnimals),
        has(SpecialService::Returns),
    );
    let example = text!("ship-services-example", amount = format::formats().decimal("100.00"));
    let amount = Look { hint: &example, right: true, ..Look::default() };
    let amounts = |ui: &mut Ui| {
        for (shown, part, label, value) in [
            (
                insured,
                OptionField::InsuranceAmount,
                text!("ship-services-insured"),
                &mut options.insurance_amount,
            ),
            (cod, OptionField::CodAmount, text!("ship-services-cod"), &mut options.cod_amount),
            (
                registered,
                OptionField::RegisteredMailAmount,
                text!("ship-services-registered"),
                &mut options.registered_mail_amount,
            ),
        ] {
            if shown {
                guide.text_ui(ui, At::Option(part), label, half, amount, value);
            }
        }
    };
    if insured || cod || registered {
        ui.horizontal_wrapped(amounts);
    }
    if insured {
        let currency = cx.state.currency();
        let words = insured_words(&options.insurance_amount, currency, packages);
        small_muted_ui(ui, &words);
    }
    if hazmat {
        let plain = Look::default();
        let at = At::Option(OptionField::HazmatType);
        let choose = text!("ship-services-choose");
        let kinds = optional(choose, HazmatType::ALL, names::hazmat_type);
        let slot = &mut options.hazmat_type;
        optional_pick_ui(ui, guide, at, text!("ship-services-hazmat-type"), room, slot, &kinds);
        ui.horizontal_top(|ui| {
            let at = At::Option(OptionField::HazmatDescription);
            let text = &mut options.hazmat_description;
            guide.text_ui(ui, at, text!("ship-services-hazmat-description"), half, plain, text);
            let at = At::Option(OptionField::HazmatPhone);
            let text = &mut options.hazmat_phone;
            guide.text_ui(ui, at, text!("ship-services-hazmat-phone"), half, plain, text);
        });
    }
    if animals {
        let at = At::Option(OptionField::LiveAnimalsType);
        let choose = text!("ship-services-choose");
        let kinds = optional(choose, LiveAnimalsType::ALL, names::live_animals_type);
        let slot = &mut options.live_animals_type;
        optional_pick_ui(ui, guide, at, text!("ship-services-animals"), half, slot, &kinds);
    }
    if returns {
        let words = text!("ship-services-label-broker");
        check_ui(ui, words, &mut options.label_broker);
    }
}

/// What the amount means for all packages: the carrier insures, and charges, each of them.
fn insured_words(amount: &str, currency: Currency, packages: usize) -> String {
    let each = parse_input::amount(amount).ok();
    let count = i64::try_from(packages).unwrap_or(i64::MAX);
    let sum = each.and_then(|each| each.checked_mul(count));
    match (packages, each, sum) {
        (2.., Some(each), Some(sum)) => text!(
            "ship-services-insured-sum",
            count = packages,
            each = Money::new(each, currency),
            sum = Money::new(sum, currency)
        ),
        _ => text!("ship-services-insured-each").to_owned(),
    }
}

/// The choices of an enumeration, preceded by one for "not chosen".
pub fn optional<T: Clone>(
    none: &str,
    all: &[T],
    name: impl Fn(&T) -> Name,
) -> Vec<Choice<Option<T>>> {
    let values = all.iter().map(|value| Choice::new(Some(value.clone()), name(value)));
    std::iter::once(Choice::new(None, none)).chain(values).collect()
}

fn optional_pick_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    at: At,
    label: &str,
    width: f32,
    slot: &mut Option<T>,
    choices: &[Choice<Option<T>>],
) {
    let name = field_name(at);
    column_ui(ui, width, |ui| {
        let response = pick_ui(ui, label, &name, width, slot, choices);
        guide.register_field(at, &response);
        if let Some(message) = guide.message(at) {
            problem_ui(ui, message);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// W14: the list has each service exactly once.
    #[test]
    fn every_service_has_its_place() {
        let mut listed = BY_USE.to_vec();
        listed.sort();
        let mut all = SpecialService::ALL.to_vec();
        all.sort();
        assert_eq!(listed, all);
    }
}
