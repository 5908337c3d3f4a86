//! The fields of an address, in the wizard and in a preset.

use egui::{Response, Ui};

use super::draft_guide::{Guide, Look};
use crate::parcel::draft::{AddressField, AddressForm, Field as At};
use crate::parcel::problems::{field_name, postal_country};
use crate::text;
use crate::ui::tokens::space;
use crate::ui::widgets::field::{column_ui, label_ui, problem_ui};
use crate::ui::widgets::pick::country_ui;
use crate::ui::widgets::suggest::take_block;
use crate::ui::widgets::{Button, Icon};

/// The fields of an address. Returns a whole address that was pasted into the name of a sender or a
/// recipient.
pub fn fields_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    form: &mut AddressForm,
    at: fn(AddressField) -> At,
) -> Option<String> {
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
    let mut pasted = None;
    ui.horizontal_top(|ui| {
        let label = text!("ship-address-name");
        let response =
            guide.text_ui(ui, at(AddressField::Name), label, half, plain, &mut form.name);
        if response.has_focus() && matches!(at(AddressField::Name), At::From(_) | At::To(_)) {
            pasted = take_block(ui);
        }
        let company = at(AddressField::Company);
        guide.text_ui(ui, company, text!("ship-address-company"), half, plain, &mut form.company);
    });
    ui.horizontal_top(|ui| {
        let street = at(AddressField::Street1);
        guide.text_ui(ui, street, text!("ship-address-street"), half, plain, &mut form.street1);
        let unit = Look { hint: text!("ship-address-street-2-hint"), ..plain };
        let second = at(AddressField::Street2);
        guide.text_ui(ui, second, text!("ship-address-street-2"), half, unit, &mut form.street2);
    });
    ui.horizontal_top(|ui| {
        guide.text_ui(
            ui,
            at(AddressField::City),
            text!("ship-address-city"),
            city_width,
            plain,
            &mut form.city,
        );
        guide.text_ui(ui, at(AddressField::State), state_word, state_width, plain, &mut form.state);
        guide.text_ui(ui, at(AddressField::Zip), zip_word, zip_width, plain, &mut form.zip);
    });
    ui.horizontal_top(|ui| {
        let wide = (room * COUNTRY_SHARE).floor();
        country_field_ui(ui, guide, at(AddressField::Country), wide, &mut form.country);
        let rest = room - wide - space::S;
        guide.text_ui(
            ui,
            at(AddressField::Phone),
            text!("ship-address-phone"),
            rest,
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
        let add = Button::quiet(text!("ship-address-more")).icon(Icon::Plus).name(&name).compact();
        if add.show_ui(ui).clicked() {
            ui.data_mut(|data| data.insert_temp(more, true));
        }
        return pasted;
    }
    ui.horizontal_top(|ui| {
        guide.text_ui(
            ui,
            at(AddressField::Email),
            text!("ship-address-email"),
            half,
            plain,
            &mut form.email,
        );
        let third = at(AddressField::Street3);
        guide.text_ui(ui, third, text!("ship-address-street-3"), half, plain, &mut form.street3);
    });
    pasted
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
    column_ui(ui, width, |ui| {
        label_ui(ui, text!("ship-address-country"));
        let response = country_ui(ui, "", &name, width, country);
        guide.register_field(at, &response);
        if let Some(message) = guide.message(at) {
            problem_ui(ui, message);
        }
        response
    })
}
