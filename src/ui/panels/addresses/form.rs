//! The form for one entry of the address book, typed or pasted as a block.

use egui::{ScrollArea, Ui};

use crate::desk::addresses::{AddressIntent, table};
use crate::desk::records::contact::Contact;
use crate::desk::state::State;
use crate::parcel::address_parts::problem;
use crate::parcel::draft::AddressForm;
use crate::parcel::paste_address::parse_block;
use crate::parcel::postcode::restore_zeros;
use crate::parcel::problems::postcode_problem;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::tokens::{size, space};
use crate::ui::widgets::form::{share_of_width, side_by_side_ui};
use crate::ui::widgets::suggest::take_block;
use crate::ui::widgets::{
    Button, Card, Field, FormEnd, combo_ui, country_ui, end_ui, fields_ui, keyboard, small_muted_ui,
};

#[derive(Debug)]
pub struct Form {
    row: Option<i64>,
    form: AddressForm,
    groups: String,
    /// The entry as it was when the form was opened.
    seen: Option<Box<Contact>>,
    /// The text box for a pasted block, while open.
    block: Option<String>,
    /// The number of saved entries when the form was opened.
    opened_at: u64,
}

impl Form {
    pub fn new(state: &State) -> Self {
        Self {
            row: None,
            form: AddressForm::default(),
            groups: String::new(),
            seen: None,
            block: None,
            opened_at: state.addresses.saved,
        }
    }

    pub fn of_contact(contact: &Contact, state: &State) -> Self {
        Self {
            row: Some(contact.row),
            form: contact.form.clone(),
            groups: contact.groups.join("; "),
            seen: Some(Box::new(contact.clone())),
            ..Self::new(state)
        }
    }

    pub fn is_done(&self, state: &State) -> bool {
        state.addresses.saved > self.opened_at
    }

    fn fill(&mut self, block: &str) {
        self.form = parse_block(block);
        self.block = None;
    }
}

/// Height of a card apart from its contents: margins and the title line.
const CARD_AROUND: f32 = 2.0 * space::L + size::CONTROL_COMPACT + space::L;

/// Returns whether the form was closed.
pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, form: &mut Form, height: f32) -> bool {
    let title = match form.row {
        Some(_) => text!("addresses-edit-title"),
        None => text!("addresses-new"),
    };
    // Several lines pasted into any field are a full address.
    if form.block.is_none()
        && let Some(block) = take_block(ui)
    {
        form.fill(&block);
    }
    let mut close = false;
    let mut paste = false;
    let open = form.block.is_some();
    keyboard::begin_form(ui, "address");
    Card::new(title).show_with_ui(
        ui,
        |ui| {
            let words =
                if open { text!("addresses-type-instead") } else { text!("addresses-paste") };
            paste = Button::quiet(words).compact().show_ui(ui).clicked();
        },
        |ui| {
            ScrollArea::vertical()
                .id_salt("address form")
                .max_height((height - CARD_AROUND).max(0.0))
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = space::S;
                    match form.block {
                        Some(_) => block_ui(ui, form),
                        None => {
                            address_ui(ui, form);
                            close = steps_ui(ui, cx, form);
                        }
                    }
                });
        },
    );
    if paste {
        form.block = match form.block {
            Some(_) => None,
            None => Some(String::new()),
        };
    }
    close || form.form.is_blank() && keyboard::take_escape(ui)
}

fn block_ui(ui: &mut Ui, form: &mut Form) {
    let Some(block) = &mut form.block else {
        return;
    };
    Field::new(text!("addresses-block"))
        .hint(text!("addresses-block-hint"))
        .rows(6)
        .show_ui(ui, block);
    let empty = block.trim().is_empty();
    let reason = empty.then(|| text!("addresses-block-empty"));
    let taken = block.clone();
    if Button::primary(text!("addresses-block-fill")).disabled_because(reason).show_ui(ui).clicked()
    {
        form.fill(&taken);
    }
}

fn address_ui(ui: &mut Ui, edited: &mut Form) {
    let form = &mut edited.form;
    Field::new(text!("addresses-field-name")).show_ui(ui, &mut form.name);
    Field::new(text!("addresses-field-company")).show_ui(ui, &mut form.company);
    Field::new(text!("addresses-field-street")).show_ui(ui, &mut form.street1);
    fields_ui(
        ui,
        [
            (Field::new(text!("addresses-field-street-2")), &mut form.street2),
            (Field::new(text!("addresses-field-street-3")), &mut form.street3),
        ],
    );
    fields_ui(
        ui,
        [
            (Field::new(text!("addresses-field-city")), &mut form.city),
            (Field::new(text!("addresses-field-state")), &mut form.state),
            (Field::new(text!("addresses-field-zip")), &mut form.zip),
        ],
    );
    let half = share_of_width(ui, 2);
    side_by_side_ui(ui, |ui| {
        let label = text!("addresses-field-country");
        country_ui(ui, label, label, half, &mut form.country);
        let kinds = [
            (None, text!("addresses-kind-unknown")),
            (Some(true), text!("addresses-residential")),
            (Some(false), text!("addresses-commercial")),
        ];
        let label = text!("addresses-field-kind");
        combo_ui(ui, label, half, &mut form.residential, &kinds);
    });
    fields_ui(
        ui,
        [
            (Field::new(text!("addresses-field-phone")), &mut form.phone),
            (Field::new(text!("addresses-field-email")), &mut form.email),
        ],
    );
    Field::new(text!("addresses-field-groups"))
        .hint(text!("addresses-groups-hint"))
        .show_ui(ui, &mut edited.groups);
}

fn steps_ui(ui: &mut Ui, cx: &mut Cx<'_>, form: &Form) -> bool {
    let reason = problem(&form.form).map(|words| words());
    // An address with such a postcode can be kept; shipping to it is refused.
    let mut kept = form.form.clone();
    restore_zeros(&mut kept);
    let doubt = postcode_problem(&kept).map(|doubt| doubt.to_string());
    for words in reason.into_iter().chain(doubt.as_deref()) {
        small_muted_ui(ui, words);
    }
    let save = Button::primary(text!("addresses-save")).disabled_because(reason);
    let cancel = Button::secondary(text!("addresses-cancel")).name(text!("addresses-close-form"));
    let end = end_ui(ui, save, cancel);
    if end == Some(FormEnd::Save) {
        cx.ask(AddressIntent::Save {
            row: form.row,
            form: Box::new(form.form.clone()),
            groups: table::groups(&form.groups),
            seen: form.seen.clone(),
        });
    }
    end == Some(FormEnd::Cancel)
}
