//! The fields of an address, in the wizard and in a preset.

use egui::{Response, Ui};

use super::draft_guide::{Guide, Look};
use crate::parcel::draft::{AddressField, AddressForm, Field as At};
use crate::parcel::problems::{field_name, postal_country};
use crate::text;
use crate::ui::tokens::space;
use crate::ui::widgets::suggest::take_block;
use crate::ui::widgets::{Button, Icon, column_ui, country_ui, label_ui, problem_ui};

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
    let mut pasted = None;
    let field_ui = |ui: &mut Ui, guide: &mut Guide<'_>, field, label, width, text: &mut String| {
        let hint = match field {
            AddressField::Street2 => text!("ship-address-street-2-hint"),
            _ => "",
        };
        let look = Look { hint, ..Look::default() };
        guide.text_ui(ui, at(field), label, width, look, text)
    };
    ui.horizontal_top(|ui| {
        let label = text!("ship-address-name");
        let name = field_ui(ui, guide, AddressField::Name, label, half, &mut form.name);
        if name.has_focus() && matches!(at(AddressField::Name), At::From(_) | At::To(_)) {
            pasted = take_block(ui);
        }
        let label = text!("ship-address-company");
        field_ui(ui, guide, AddressField::Company, label, half, &mut form.company);
    });
    ui.horizontal_top(|ui| {
        let label = text!("ship-address-street");
        field_ui(ui, guide, AddressField::Street1, label, half, &mut form.street1);
        let label = text!("ship-address-street-2");
        field_ui(ui, guide, AddressField::Street2, label, half, &mut form.street2);
    });
    ui.horizontal_top(|ui| {
        let label = text!("ship-address-city");
        field_ui(ui, guide, AddressField::City, label, city_width, &mut form.city);
        field_ui(ui, guide, AddressField::State, state_word, state_width, &mut form.state);
        field_ui(ui, guide, AddressField::Zip, zip_word, zip_width, &mut form.zip);
    });
    ui.horizontal_top(|ui| {
        let wide = (room * COUNTRY_SHARE).floor();
        country_field_ui(ui, guide, at(AddressField::Country), wide, &mut form.country);
        let label = text!("ship-address-phone");
        field_ui(ui, guide, AddressField::Phone, label, room - wide - space::S, &mut form.phone);
    });
    if !has_more_ui(ui, guide, form, at) {
        return pasted;
    }
    ui.horizontal_top(|ui| {
        let label = text!("ship-address-email");
        field_ui(ui, guide, AddressField::Email, label, half, &mut form.email);
        let label = text!("ship-address-street-3");
        field_ui(ui, guide, AddressField::Street3, label, half, &mut form.street3);
    });
    pasted
}

/// Whether the rarer fields are shown; until they are, a button offers them.
fn has_more_ui(
    ui: &mut Ui,
    guide: &Guide<'_>,
    form: &AddressForm,
    at: fn(AddressField) -> At,
) -> bool {
    let more = ui.make_persistent_id(("more of the address", at(AddressField::Name)));
    let open = ui.data(|data| data.get_temp(more)).unwrap_or(false);
    let wanted = guide
        .wants(|target| target == at(AddressField::Email) || target == at(AddressField::Street3));
    if open || wanted || !form.email.is_empty() || !form.street3.is_empty() {
        return true;
    }
    let field = field_name(at(AddressField::Email));
    let name = text!("ship-address-fields-name", field = field);
    let add = Button::quiet(text!("ship-address-more")).icon(Icon::Plus).name(&name).compact();
    if add.show_ui(ui).clicked() {
        ui.data_mut(|data| data.insert_temp(more, true));
    }
    false
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
