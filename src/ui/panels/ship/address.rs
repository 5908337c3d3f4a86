//! The From and To cards: a search in the address book, a pasted block, the fields, and the
//! service's verdict beside what was typed.

use egui::{Response, Ui};

use super::address_search;
use super::address_steps::{standing, steps_ui, take_step};
use super::address_summary::summary_ui;
use super::guide::{Guide, Look};
use crate::desk::intent::Intent;
use crate::desk::kernel::session::Environment;
use crate::desk::parcel::draft::{AddressField, AddressForm, Draft, Field as At, Side};
use crate::desk::parcel::problems::{
    Section, field_name, is_international, postal_country, section_done,
};
use crate::desk::ship::intent::ShipIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_verdict::check_ui;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::card::Card;
use crate::ui::widgets::field::{label_ui, problem_ui};
use crate::ui::widgets::notice::band_ui;
use crate::ui::widgets::pick::country_ui;
use crate::ui::widgets::suggest::take_block;
use crate::ui::widgets::text::muted_ui;
use crate::ui::widgets::{Button, Icon, Meaning};

#[derive(Debug, Default)]
pub struct ShipAddressViewState {
    pub(super) search: String,
    /// Enter was pressed before the book had answered: the first address found is taken.
    pub(super) entered: bool,
    /// Whether the fields or the summary are shown. `None` shows a complete address as a summary.
    pub(super) expanded: Option<bool>,
    /// The text box for a pasted block, while open.
    pub(super) block: Option<String>,
}

pub fn card_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    guide: &mut Guide<'_>,
    (view, side): (&mut ShipAddressViewState, Side),
    draft: &mut Draft,
) {
    let (title, section, at): (_, _, fn(AddressField) -> At) = match side {
        Side::From => (text!("ship-card-from"), Section::From, At::From),
        Side::To => (text!("ship-card-to"), Section::To, At::To),
    };
    let done = section_done(guide.problems, section);
    let within = |target| match target {
        At::From(_) => side == Side::From,
        At::To(_) => side == Side::To,
        _ => false,
    };
    if guide.progress.pasted == Some(side) {
        guide.progress.pasted = None;
        let gap = guide.problems.iter().find(|problem| within(problem.field));
        match gap {
            Some(problem) => guide.progress.jump = Some(problem.field),
            None => guide.progress.go_on_after(side, draft),
        }
        guide.progress.focus_early(ui);
    }
    if guide.wants(within) || guide.progress.search == Some(side) {
        view.expanded = Some(true);
    }
    let open = !done || view.expanded.unwrap_or(false);
    let abroad = side == Side::To && is_international(draft);
    let aside = match abroad {
        true => text!("ship-address-abroad"),
        false => "",
    };
    let form = match side {
        Side::From => &mut draft.from,
        Side::To => &mut draft.to,
    };
    let mut asked = Vec::new();
    let mut step = None;
    let mut taken = false;
    let standing = standing(cx, form, (open, done));
    Card::new(title).done(done).aside(aside).show_with_ui(
        ui,
        |ui| step = steps_ui(ui, title, standing),
        |ui| {
            if open {
                taken = address_search::search_ui(ui, cx, guide, view, (side, title));
                address_search::block_ui(ui, view, (side, title), &mut asked);
                let before = form.clone();
                fields_ui(ui, guide, form, at, (side, &mut asked));
                if *form != before {
                    // The id and the verdict belong to the earlier text.
                    form.stored = None;
                    form.verification = None;
                    view.expanded = Some(true);
                }
            } else {
                summary_ui(ui, form);
            }
            check_ui(ui, cx, form, side, &mut asked);
        },
    );
    if taken {
        guide.progress.go_on_after(side, draft);
    }
    take_step(guide, view, (side, open), step, &mut asked);
    let pasted = |intent: &Intent| matches!(intent, Intent::Ship(ShipIntent::PasteAddress { .. }));
    if asked.iter().any(pasted) {
        view.expanded = None;
        view.block = None;
        guide.progress.jump = None;
        guide.progress.pasted = Some(side);
    }
    cx.intents.extend(asked);
}

/// Offers two sample addresses for a first label; only in the practice environment.
pub fn samples_ui(ui: &mut Ui, cx: &mut Cx<'_>, draft: &Draft) {
    let empty = |form: &AddressForm| form.name.is_empty() && form.street1.is_empty();
    if cx.state.environment() != Some(Environment::Practice)
        || !empty(&draft.from)
        || !empty(&draft.to)
    {
        return;
    }
    let words = text!("ship-samples-words");
    if band_ui(ui, Meaning::Info, words, Some(text!("ship-samples-use"))) {
        cx.ask(ShipIntent::UseSampleAddresses);
    }
}

/// The fields of an address; also used for the return address.
pub fn fields_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    form: &mut AddressForm,
    at: fn(AddressField) -> At,
    (side, asked): (Side, &mut Vec<Intent>),
) {
    let american = postal_country(&form.country) == "US";
    let state_word = match form.country.as_str() {
        "US" => text!("ship-address-state"),
        "CA" => text!("ship-address-province"),
        _ => text!("ship-address-region"),
    };
    let zip_word = match american {
        true => text!("ship-address-zip"),
        false => text!("ship-address-postal-code"),
    };
    let room = ui.available_width();
    let half = ((room - space::S) / 2.0).floor();
    let state_width = (room * 0.22).floor().max(64.0);
    let zip_width = (room * 0.30).floor().max(84.0);
    let city_width = room - state_width - zip_width - 2.0 * space::S;
    let plain = Look::default();
    ui.horizontal_top(|ui| {
        let label = (text!("ship-address-name"), half);
        let response = guide.text_ui(ui, at(AddressField::Name), label, plain, &mut form.name);
        if response.has_focus()
            && matches!(at(AddressField::Name), At::From(_) | At::To(_))
            && let Some(text) = take_block(ui)
        {
            asked.push(Intent::Ship(ShipIntent::PasteAddress { side, text }));
        }
        let company = at(AddressField::Company);
        let label = (text!("ship-address-company"), half);
        guide.text_ui(ui, company, label, plain, &mut form.company);
    });
    ui.horizontal_top(|ui| {
        let street = at(AddressField::Street1);
        let label = (text!("ship-address-street"), half);
        guide.text_ui(ui, street, label, plain, &mut form.street1);
        let unit = Look {
            hint: text!("ship-address-street-2-hint"),
            ..plain
        };
        let second = at(AddressField::Street2);
        let label = (text!("ship-address-street-2"), half);
        guide.text_ui(ui, second, label, unit, &mut form.street2);
    });
    ui.horizontal_top(|ui| {
        guide.text_ui(
            ui,
            at(AddressField::City),
            (text!("ship-address-city"), city_width),
            plain,
            &mut form.city,
        );
        guide.text_ui(
            ui,
            at(AddressField::State),
            (state_word, state_width),
            plain,
            &mut form.state,
        );
        guide.text_ui(
            ui,
            at(AddressField::Zip),
            (zip_word, zip_width),
            plain,
            &mut form.zip,
        );
    });
    ui.horizontal_top(|ui| {
        let wide = (room * COUNTRY_SHARE).floor();
        country_field_ui(
            ui,
            guide,
            at(AddressField::Country),
            wide,
            &mut form.country,
        );
        let rest = room - wide - space::S;
        guide.text_ui(
            ui,
            at(AddressField::Phone),
            (text!("ship-address-phone"), rest),
            plain,
            &mut form.phone,
        );
    });
    let more = ui.make_persistent_id(("more of the address", at(AddressField::Name)));
    let mut open = ui.data(|data| data.get_temp(more)).unwrap_or(false);
    let wanted = guide
        .wants(|target| target == at(AddressField::Email) || target == at(AddressField::Street3));
    if wanted || !form.email.is_empty() || !form.street3.is_empty() {
        open = true;
    }
    if !open {
        let field = field_name(at(AddressField::Email));
        let name = text!("ship-address-fields-name", field = field);
        let add = Button::quiet(text!("ship-address-more"))
            .icon(Icon::Plus)
            .name(&name)
            .compact();
        if add.show_ui(ui).clicked() {
            ui.data_mut(|data| data.insert_temp(more, true));
        }
        return;
    }
    ui.horizontal_top(|ui| {
        guide.text_ui(
            ui,
            at(AddressField::Email),
            (text!("ship-address-email"), half),
            plain,
            &mut form.email,
        );
        let third = at(AddressField::Street3);
        let label = (text!("ship-address-street-3"), half);
        guide.text_ui(ui, third, label, plain, &mut form.street3);
    });
}

/// The country's share of the width; fits `United States of America`.
const COUNTRY_SHARE: f32 = 0.62;

fn country_field_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    at: At,
    width: f32,
    country: &mut String,
) -> Response {
    let name = field_name(at);
    crate::ui::widgets::field::column_ui(ui, width, |ui| {
        label_ui(ui, text!("ship-address-country"));
        let response = country_ui(ui, ("", &name), width, country);
        guide.register_field(at, &response);
        if let Some(message) = guide.message(at) {
            problem_ui(ui, message);
        }
        response
    })
}

/// The fields of a separate return address, in the options card.
pub fn return_ui(ui: &mut Ui, guide: &mut Guide<'_>, form: &mut AddressForm) {
    muted_ui(ui, text!("ship-return-words"));
    ui.add_space(size::HAIRLINE);
    let before = form.clone();
    let mut nothing = Vec::new();
    fields_ui(ui, guide, form, At::Return, (Side::From, &mut nothing));
    if *form != before {
        form.stored = None;
        form.verification = None;
    }
}
