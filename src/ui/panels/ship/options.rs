//! Label format, ship date, special services with their parameters, and rare options: a separate
//! return address, reference texts, postal entry.

use egui::Ui;

use super::address;
use super::guide::{Guide, Look};
use crate::api::value::{
    EntryFacilityType, HazmatType, LabelFileType, LabelOrientation, LabelSize, LiveAnimalsType,
    SpecialService,
};
use crate::desk::parcel::draft::{AddressForm, Draft, Field as At, OptionField, OptionsForm};
use crate::desk::parcel::problems::{
    Section, field_name, is_international, section_done, special_service_obstacle,
};
use crate::desk::parcel::rate_ranking::spaced;
use crate::ui::cx::Cx;
use crate::ui::tokens::space;
use crate::ui::widgets::card::Card;
use crate::ui::widgets::choice::{box_ui, check_ui};
use crate::ui::widgets::field::{column_ui, problem_ui};
use crate::ui::widgets::pick::{Choice, pick_ui};
use crate::ui::widgets::text::small_muted_ui;
use crate::ui::widgets::{Button, Icon};

#[derive(Debug, Default)]
pub struct ShipOptionsViewState {
    services: bool,
    more: bool,
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
    Card::new("Services and options")
        .done(done)
        .show_ui(ui, |ui| {
            label_ui(ui, draft);
            services_ui(ui, cx, guide, view, draft);
            parameters_ui(ui, guide, &mut draft.options);
            more_ui(ui, guide, view, draft);
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

/// `4 × 6 in`; a size without numbers keeps the name the service uses.
pub fn size_words(size: &LabelSize) -> String {
    let words = size.as_str();
    let inches = if words.contains('x') { " in" } else { "" };
    format!("{}{inches}", words.replace('x', " × "))
}

fn label_ui(ui: &mut Ui, draft: &mut Draft) {
    let label = &mut draft.label;
    let third = ((ui.available_width() - 2.0 * space::S) / 3.0).floor();
    ui.horizontal_top(|ui| {
        let formats: Vec<_> = LabelFileType::ALL
            .iter()
            .map(|kind| Choice::new(kind.clone(), kind.as_str()))
            .collect();
        pick_ui(
            ui,
            ("Label", "Label format"),
            third,
            &mut label.file_type,
            &formats,
        );
        let sizes: Vec<_> = LabelSize::ALL
            .iter()
            .map(|size| Choice::new(size.clone(), size_words(size)))
            .collect();
        pick_ui(ui, ("Size", "Label size"), third, &mut label.size, &sizes);
        let turns: Vec<_> = LabelOrientation::ALL
            .iter()
            .map(|turn| Choice::new(turn.clone(), turn.as_str()))
            .collect();
        let names = ("Orientation", "Label orientation");
        let rest = ui.available_width();
        pick_ui(ui, names, rest, &mut label.orientation, &turns);
    });
}

/// A button that shows or hides a part of the card.
fn unfold_ui(ui: &mut Ui, words: &str, name: &str, open: &mut bool) {
    let icon = if *open { Icon::Up } else { Icon::Down };
    if Button::quiet(words)
        .icon(icon)
        .name(name)
        .compact()
        .show_ui(ui)
        .clicked()
    {
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
    let chosen: Vec<String> = draft
        .options
        .special_services
        .iter()
        .map(|service| spaced(service.as_str()))
        .collect();
    let words = match chosen.as_slice() {
        [] => "Special services: none".to_owned(),
        chosen => format!("Special services: {}", chosen.join(", ")),
    };
    unfold_ui(ui, &words, "Special services", &mut view.services);
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
                            box_ui(ui, &spaced(service.as_str()), &mut on)
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
fn service_control(service: &SpecialService) -> String {
    match service {
        SpecialService::Tracking => "Tracking service".to_owned(),
        other => spaced(other.as_str()),
    }
}

/// The parameters of the chosen services only.
fn parameters_ui(ui: &mut Ui, guide: &mut Guide<'_>, options: &mut OptionsForm) {
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
    let amount = Look {
        hint: "100.00",
        right: true,
        ..Look::default()
    };
    let amounts = |ui: &mut Ui| {
        for (shown, part, label, value) in [
            (
                insured,
                OptionField::InsuranceAmount,
                "Insured for",
                &mut options.insurance_amount,
            ),
            (
                cod,
                OptionField::CodAmount,
                "Collect on delivery",
                &mut options.cod_amount,
            ),
            (
                registered,
                OptionField::RegisteredMailAmount,
                "Registered value",
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
    if hazmat {
        let plain = Look::default();
        let at = At::Option(OptionField::HazmatType);
        let kinds = optional("Choose", HazmatType::ALL, HazmatType::as_str);
        optional_pick_ui(
            ui,
            guide,
            (at, "Hazmat type", room),
            &mut options.hazmat_type,
            &kinds,
        );
        ui.horizontal_top(|ui| {
            let at = At::Option(OptionField::HazmatDescription);
            let text = &mut options.hazmat_description;
            guide.text_ui(ui, at, ("What it is", half), plain, text);
            let at = At::Option(OptionField::HazmatPhone);
            let text = &mut options.hazmat_phone;
            guide.text_ui(ui, at, ("Emergency phone", half), plain, text);
        });
    }
    if animals {
        let at = At::Option(OptionField::LiveAnimalsType);
        let kinds = optional("Choose", LiveAnimalsType::ALL, LiveAnimalsType::as_str);
        let slot = &mut options.live_animals_type;
        optional_pick_ui(ui, guide, (at, "Kind of animals", half), slot, &kinds);
    }
    if returns {
        let words = "Receiver shows a code instead of printing (label broker)";
        check_ui(ui, words, &mut options.label_broker);
    }
}

/// The choices of an enumeration, preceded by one for "not chosen".
fn optional<T: Clone>(none: &str, all: &[T], words: impl Fn(&T) -> &str) -> Vec<Choice<Option<T>>> {
    std::iter::once(Choice::new(None, none))
        .chain(
            all.iter()
                .map(|value| Choice::new(Some(value.clone()), spaced(words(value)))),
        )
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

fn more_ui(ui: &mut Ui, guide: &mut Guide<'_>, view: &mut ShipOptionsViewState, draft: &mut Draft) {
    let abroad = is_international(draft);
    let options = &mut draft.options;
    let words = match (options.ship_date.trim(), &options.return_address) {
        ("", None) => "Ships today; returns to sender".to_owned(),
        (date, None) if !date.is_empty() => format!("Ships {date}; returns to sender"),
        ("", Some(_)) => "Ships today; own return address".to_owned(),
        (date, _) => format!("Ships {date}; own return address"),
    };
    unfold_ui(ui, &words, "More options", &mut view.more);
    if !view.more {
        return;
    }
    let room = ui.available_width();
    let half = ((room - space::S) / 2.0).floor();
    ui.horizontal_top(|ui| {
        let today = Look {
            hint: "Today, or 2026-11-21",
            ..Look::default()
        };
        let at = At::Option(OptionField::ShipDate);
        guide.text_ui(ui, at, ("Ship date", half), today, &mut options.ship_date);
    });
    texts_ui(ui, guide, options, abroad);
    entry_ui(ui, guide, options, half);
    let mut own = options.return_address.is_some();
    if check_ui(ui, "Different return address", &mut own) {
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
        for (label, value, domestic_only, width) in [
            ("Reference text 1", &mut options.custom_text1, true, third),
            ("Reference text 2", &mut options.custom_text2, true, third),
            (
                "Reference text 3",
                &mut options.custom_text3,
                false,
                room - 2.0 * third,
            ),
        ] {
            let closed = domestic_only && abroad && value.is_empty();
            let response = ui
                .add_enabled_ui(!closed, |ui| {
                    crate::ui::widgets::Field::new(label)
                        .width(width)
                        .show_ui(ui, value)
                })
                .inner;
            if closed {
                response.on_disabled_hover_text("Not allowed on labels abroad");
            } else {
                guide.register_field(at, &response);
            }
        }
    });
    guide.note_ui(ui, at);
    small_muted_ui(ui, "Printed on the label, such as an order number");
}

fn entry_ui(ui: &mut Ui, guide: &mut Guide<'_>, options: &mut OptionsForm, half: f32) {
    ui.horizontal_top(|ui| {
        let kinds = optional("None", EntryFacilityType::ALL, EntryFacilityType::as_str);
        let names = ("Postal entry", "Entry facility");
        pick_ui(ui, names, half, &mut options.entry_facility, &kinds);
        if options.entry_facility.is_some() {
            let at = At::Option(OptionField::EntryFacilityZip);
            let value = &mut options.entry_facility_zip;
            guide.text_ui(
                ui,
                at,
                ("ZIP of the facility", half),
                Look::default(),
                value,
            );
        }
    });
}
