//! Special services with their parameters, the ship date and rare options: a separate return
//! address, reference texts, postal entry; the format of the label.

use egui::Ui;
use jiff::ToSpan;

use super::address;
use super::guide::{Guide, Look};
use crate::api::value::{
    EntryFacilityType, HazmatType, LabelFileType, LabelOrientation, LabelSize, LiveAnimalsType,
    SpecialService,
};
use crate::base::locale::format;
use crate::base::money::{Currency, Money};
use crate::desk::parcel::draft::{
    AddressForm, Draft, Field as At, LabelForm, OptionField, OptionsForm,
};
use crate::desk::parcel::names;
use crate::desk::parcel::names::Name;
use crate::desk::parcel::parse_input;
use crate::desk::parcel::problems::{
    Section, field_name, is_international, section_done, special_service_obstacle,
};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::calendar::date_field_ui;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::{box_ui, check_ui};
use crate::ui::widgets::field::{column_ui, problem_ui};
use crate::ui::widgets::pick::{Choice, pick_ui};
use crate::ui::widgets::text::small_muted_ui;
use crate::ui::widgets::{Button, Field, Icon};

#[derive(Debug, Default)]
pub struct ShipOptionsViewState {
    services: bool,
    more: bool,
    label: bool,
}

pub fn card_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    guide: &mut Guide<'_>,
    (view, _): (
        &mut ShipOptionsViewState,
        &mut address::ShipAddressViewState,
    ),
    draft: &mut Draft,
) {
    let done = section_done(guide.problems, Section::Options);
    view.services |= guide.wants(in_services);
    view.more |= guide.wants(in_more);
    Card::new(text!("ship-options-title"))
        .done(done)
        .show_ui(ui, |ui| {
            services_ui(ui, cx, guide, view, draft);
            parameters_ui(ui, cx, guide, draft);
            more_ui(ui, cx, guide, view, draft);
            label_ui(ui, view, &mut draft.label);
        });
}

fn in_services(at: At) -> bool {
    at == At::Option(OptionField::SpecialServices)
}

fn in_more(at: At) -> bool {
    matches!(
        at,
        At::Return(_)
            | At::Option(
                OptionField::CustomText | OptionField::EntryFacilityZip | OptionField::ShipDate
            )
    )
}

/// The format, size and orientation of the label: they depend on the printer and seldom change.
fn label_ui(ui: &mut Ui, view: &mut ShipOptionsViewState, label: &mut LabelForm) {
    let name = text!("ship-label-settings");
    unfold_ui(ui, &label_words(label), name, &mut view.label);
    if !view.label {
        return;
    }
    let third = ((ui.available_width() - 2.0 * space::S) / 3.0).floor();
    ui.horizontal_top(|ui| {
        let formats: Vec<_> = LabelFileType::ALL
            .iter()
            .map(|kind| Choice::new(kind.clone(), kind.as_str()))
            .collect();
        let name = (text!("ship-label-format"), text!("ship-label-format-name"));
        pick_ui(ui, name, third, &mut label.file_type, &formats);
        let sizes: Vec<_> = LabelSize::ALL
            .iter()
            .map(|size| Choice::new(size.clone(), names::label_size(size)))
            .collect();
        let name = (text!("ship-label-size"), text!("ship-label-size-name"));
        pick_ui(ui, name, third, &mut label.size, &sizes);
        let turns: Vec<_> = LabelOrientation::ALL
            .iter()
            .map(|turn| Choice::new(turn.clone(), names::label_orientation(turn)))
            .collect();
        let name = (
            text!("ship-label-orientation"),
            text!("ship-label-orientation-name"),
        );
        let rest = ui.available_width();
        pick_ui(ui, name, rest, &mut label.orientation, &turns);
    });
}

/// `Label: PDF, 4 × 6 in, Portrait`
fn label_words(label: &LabelForm) -> String {
    text!(
        "ship-label-words",
        format = label.file_type.as_str(),
        size = names::label_size(&label.size),
        orientation = names::label_orientation(&label.orientation)
    )
}

/// A button that shows or hides a part of the card.
fn unfold_ui(ui: &mut Ui, words: &str, name: &str, open: &mut bool) {
    let icon = if *open { Icon::Up } else { Icon::Down };
    let button = Button::quiet(words).icon(icon).name(name).compact();
    let response = button.show_ui(ui);
    let ctx = &response.ctx;
    ctx.accesskit_node_builder(response.id, |node| node.set_description(words));
    if response.clicked() {
        *open = !*open;
    }
}

fn services_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    guide: &mut Guide<'_>,
    view: &mut ShipOptionsViewState,
    draft: &mut Draft,
) {
    let chosen = draft.options.special_services.iter();
    let chosen: Vec<Name> = chosen.map(names::special_service).collect();
    let words = match chosen.as_slice() {
        [] => text!("ship-services-none").to_owned(),
        chosen => text!("ship-services-chosen", services = format::list(chosen)),
    };
    unfold_ui(ui, &words, text!("ship-services"), &mut view.services);
    guide.note_ui(ui, At::Option(OptionField::SpecialServices));
    if !view.services {
        return;
    }
    let catalogs = cx.state.carriers.catalogs.value();
    let accounts = cx
        .state
        .carriers
        .accounts
        .value()
        .map_or(&[][..], Vec::as_slice);
    let half = ((ui.available_width() - space::S) / 2.0).floor();
    // The left column comes first, as in the order of the Tab key.
    let rows = SpecialService::ALL.len().div_ceil(2);
    ui.horizontal_top(|ui| {
        for column in SpecialService::ALL.chunks(rows) {
            column_ui(ui, half, |ui| {
                for service in column {
                    let mut on = draft.options.special_services.contains(service);
                    let reason = special_service_obstacle(service, draft, catalogs, accounts)
                        .filter(|_| !on);
                    let response = ui
                        .add_enabled_ui(reason.is_none(), |ui| {
                            box_ui(ui, &names::special_service(service), &mut on)
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
                        } else {
                            draft.options.special_services.remove(service);
                        }
                    }
                }
            });
        }
    });
}

/// The accessible name of a service. The navigation rail already has a "Tracking".
fn service_control(service: &SpecialService) -> Name {
    match service {
        SpecialService::Tracking => text!("ship-services-tracking-name").into(),
        other => names::special_service(other),
    }
}

/// The parameters of the chosen services only.
fn parameters_ui(ui: &mut Ui, cx: &Cx<'_>, guide: &mut Guide<'_>, draft: &mut Draft) {
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
    let example = format::formats().decimal("100.00");
    let amount = Look {
        hint: &example,
        right: true,
        ..Look::default()
    };
    let amounts = |ui: &mut Ui| {
        for (shown, part, label, value) in [
            (
                insured,
                OptionField::InsuranceAmount,
                text!("ship-services-insured"),
                &mut options.insurance_amount,
            ),
            (
                cod,
                OptionField::CodAmount,
                text!("ship-services-cod"),
                &mut options.cod_amount,
            ),
            (
                registered,
                OptionField::RegisteredMailAmount,
                text!("ship-services-registered"),
                &mut options.registered_mail_amount,
            ),
        ] {
            if shown {
                guide.text_ui(ui, At::Option(part), (label, half), amount, value);
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
        let label = (at, text!("ship-services-hazmat-type"), room);
        let slot = &mut options.hazmat_type;
        optional_pick_ui(ui, guide, label, slot, &kinds);
        ui.horizontal_top(|ui| {
            let at = At::Option(OptionField::HazmatDescription);
            let text = &mut options.hazmat_description;
            let label = (text!("ship-services-hazmat-description"), half);
            guide.text_ui(ui, at, label, plain, text);
            let at = At::Option(OptionField::HazmatPhone);
            let text = &mut options.hazmat_phone;
            let label = (text!("ship-services-hazmat-phone"), half);
            guide.text_ui(ui, at, label, plain, text);
        });
    }
    if animals {
        let at = At::Option(OptionField::LiveAnimalsType);
        let choose = text!("ship-services-choose");
        let kinds = optional(choose, LiveAnimalsType::ALL, names::live_animals_type);
        let slot = &mut options.live_animals_type;
        let label = (at, text!("ship-services-animals"), half);
        optional_pick_ui(ui, guide, label, slot, &kinds);
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
fn optional<T: Clone>(none: &str, all: &[T], name: impl Fn(&T) -> Name) -> Vec<Choice<Option<T>>> {
    let values = all.iter();
    let values = values.map(|value| Choice::new(Some(value.clone()), name(value)));
    std::iter::once(Choice::new(None, none))
        .chain(values)
        .collect()
}

fn optional_pick_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    (at, label, width): (At, &str, f32),
    slot: &mut Option<T>,
    choices: &[Choice<Option<T>>],
) {
    let name = field_name(at);
    column_ui(ui, width, |ui| {
        let response = pick_ui(ui, (label, &name), width, slot, choices);
        guide.register_field(at, &response);
        if let Some(message) = guide.message(at) {
            problem_ui(ui, message);
        }
    });
}

/// The ship date: typed, or picked in a calendar.
fn date_ui(ui: &mut Ui, cx: &Cx<'_>, guide: &mut Guide<'_>, width: f32, date: &mut String) {
    let at = At::Option(OptionField::ShipDate);
    let name = field_name(at);
    let today = cx.world_now().to_zoned(cx.zone.clone()).date();
    let last = today.checked_add(LATEST_DAYS.days()).unwrap_or(today);
    let field = Field::new(text!("ship-options-date"))
        .name(&name)
        .hint(text!("ship-options-date-hint"))
        .problem(guide.message(at))
        .id(("ship", at));
    let response = date_field_ui(ui, field, width, date, today, &(today..=last));
    guide.register_field(at, &response);
}

/// How far ahead the calendar goes.
const LATEST_DAYS: i64 = 365;

fn more_ui(
    ui: &mut Ui,
    cx: &Cx<'_>,
    guide: &mut Guide<'_>,
    view: &mut ShipOptionsViewState,
    draft: &mut Draft,
) {
    let abroad = is_international(draft);
    let options = &mut draft.options;
    let date = match options.ship_date.trim() {
        "" => None,
        typed => Some(
            parse_input::date(typed)
                .map_or_else(|| typed.to_owned(), |date| format::formats().date(date)),
        ),
    };
    let words = match (date, &options.return_address) {
        (None, None) => text!("ship-options-today").to_owned(),
        (Some(date), None) => text!("ship-options-on", date = date),
        (None, Some(_)) => text!("ship-options-today-own").to_owned(),
        (Some(date), Some(_)) => text!("ship-options-on-own", date = date),
    };
    unfold_ui(ui, &words, text!("ship-options-more"), &mut view.more);
    if !view.more {
        return;
    }
    let room = ui.available_width();
    let half = ((room - space::S) / 2.0).floor();
    date_ui(ui, cx, guide, half, &mut options.ship_date);
    texts_ui(ui, guide, options, abroad);
    entry_ui(ui, guide, options, half);
    let mut own = options.return_address.is_some();
    if check_ui(ui, text!("ship-options-return"), &mut own) {
        options.return_address = own.then(AddressForm::default);
    }
    if let Some(form) = &mut options.return_address {
        address::return_ui(ui, guide, form);
    }
}

fn texts_ui(ui: &mut Ui, guide: &mut Guide<'_>, options: &mut OptionsForm, abroad: bool) {
    let room = ui.available_width() - 2.0 * space::S;
    let third = (room / 3.0).floor();
    let at = At::Option(OptionField::CustomText);
    ui.horizontal_top(|ui| {
        let rest = room - 2.0 * third;
        for (number, value, domestic_only, width) in [
            (1, &mut options.custom_text1, true, third),
            (2, &mut options.custom_text2, true, third),
            (3, &mut options.custom_text3, false, rest),
        ] {
            let label = text!("ship-options-text", number = number);
            let closed = domestic_only && abroad && value.is_empty();
            let response = ui
                .add_enabled_ui(!closed, |ui| {
                    let field = Field::new(&label).width(width).expects_scans();
                    field.show_ui(ui, value)
                })
                .inner;
            if closed {
                response.on_disabled_hover_text(text!("ship-options-text-closed"));
            } else {
                guide.register_field(at, &response);
            }
        }
    });
    guide.note_ui(ui, at);
    small_muted_ui(ui, text!("ship-options-text-words"));
}

fn entry_ui(ui: &mut Ui, guide: &mut Guide<'_>, options: &mut OptionsForm, half: f32) {
    ui.horizontal_top(|ui| {
        // Codes of USPS, the same in every language.
        let code = |kind: &EntryFacilityType| Name::Owned(kind.as_str().to_owned());
        let none = text!("ship-options-none");
        let kinds = optional(none, EntryFacilityType::ALL, code);
        let names = (
            text!("ship-options-entry"),
            text!("ship-options-entry-name"),
        );
        pick_ui(ui, names, half, &mut options.entry_facility, &kinds);
        if options.entry_facility.is_some() {
            let at = At::Option(OptionField::EntryFacilityZip);
            let value = &mut options.entry_facility_zip;
            guide.text_ui(
                ui,
                at,
                (text!("ship-options-entry-zip"), half),
                Look::default(),
                value,
            );
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::value::{LabelFileType, LabelOrientation, LabelSize};

    #[test]
    fn the_label_reads_as_its_form_does() {
        let label = LabelForm {
            file_type: LabelFileType::Pdf,
            size: LabelSize::S4x6,
            orientation: LabelOrientation::Portrait,
        };
        assert_eq!(label_words(&label), "Label: PDF, 4 × 6 in, Portrait");
    }
}
