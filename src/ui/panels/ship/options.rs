//! Special services with their parameters, the ship date and rare options: a separate return
//! address, reference texts, postal entry; the format of the label.

use egui::Ui;
use jiff::ToSpan;

use super::address;
use crate::api::value::EntryFacilityType;
use crate::base::locale::format;
use crate::parcel::draft::{AddressForm, Draft, Field as At, LabelForm, OptionField, OptionsForm};
use crate::parcel::names::Name;
use crate::parcel::parse_input;
use crate::parcel::problems::{Section, field_name, is_international, section_done};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::draft_guide::{Guide, Look};
use crate::ui::parts::label_fields::{label_fields_ui, label_words};
use crate::ui::parts::special_services::{optional, parameters_ui, services_ui, unfold_ui};
use crate::ui::tokens::space;
use crate::ui::widgets::{Card, Field, check_ui, date_field_ui, pick_ui, small_muted_ui};

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
    view: &mut ShipOptionsViewState,
    draft: &mut Draft,
) {
    let done = section_done(guide.problems, Section::Options);
    view.services |= guide.wants(in_services);
    view.more |= guide.wants(in_more);
    Card::new(text!("ship-options-title")).done(done).show_ui(ui, |ui| {
        services_ui(ui, cx, guide, &mut view.services, draft);
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
    label_fields_ui(ui, label);
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
        .id(guide.field_id(at));
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
        let name = text!("ship-options-entry-name");
        pick_ui(ui, text!("ship-options-entry"), name, half, &mut options.entry_facility, &kinds);
        if options.entry_facility.is_some() {
            let at = At::Option(OptionField::EntryFacilityZip);
            let value = &mut options.entry_facility_zip;
            guide.text_ui(ui, at, text!("ship-options-entry-zip"), half, Look::default(), value);
        }
    });
}
