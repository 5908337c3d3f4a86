//! The From and To cards: a search in the address book, a pasted block, the fields, and the
//! service's verdict beside what was typed.

use egui::{Response, Ui};

use super::guide::{Guide, Look};
use crate::desk::intent::Intent;
use crate::desk::kernel::session::Environment;
use crate::desk::parcel::draft::{AddressField, AddressForm, Draft, Field as At, Side};
use crate::desk::parcel::problems::{
    Section, field_name, is_international, postal_country, section_done,
};
use crate::desk::parcel::rate_ranking::spaced;
use crate::desk::records::address_check::KEPT_AS_TYPED;
use crate::desk::ship::intent::ShipIntent;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::{lines, offered};
use crate::ui::parts::address_verdict::check_ui;

use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::card::Card;
use crate::ui::widgets::field::{label_ui, problem_ui};
use crate::ui::widgets::notice::band_ui;
use crate::ui::widgets::pick::country_ui;
use crate::ui::widgets::suggest::{suggest_ui, take_block};
use crate::ui::widgets::text::{muted_ui, pill_ui, small_muted_ui, strong_ui};
use crate::ui::widgets::words::words_ui;
use crate::ui::widgets::{Button, Field, Icon, Meaning};

#[derive(Debug, Default)]
pub struct ShipAddressViewState {
    search: String,
    /// Whether the fields or the summary are shown. `None` shows a complete address as a summary.
    expanded: Option<bool>,
    /// The text box for a pasted block, while open.
    block: Option<String>,
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
    let jumped = guide.wants(|target| {
        matches!(
            (target, side),
            (At::From(_), Side::From) | (At::To(_), Side::To)
        )
    });
    if jumped {
        view.expanded = Some(true);
    }
    let open = !done || view.expanded.unwrap_or(false);
    let abroad = side == Side::To && is_international(draft);
    let form = match side {
        Side::From => &mut draft.from,
        Side::To => &mut draft.to,
    };
    let aside = match abroad {
        true => text!("ship-address-abroad"),
        false => "",
    };
    let mut asked = Vec::new();
    let mut step = None;
    let (filled, stored) = (!form.street1.is_empty(), form.stored.is_some());
    let away = cx
        .state
        .unreachable_reason(text!("ship-address-check-offline"));
    Card::new(title).done(done).aside(aside).show_with_ui(
        ui,
        |ui| step = steps_ui(ui, title, (open, done), (filled, stored), away),
        |ui| {
            if open {
                search_ui(ui, cx, view, side, title);
                block_ui(ui, view, side, title, &mut asked);
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
    match step {
        Some(Step::Toggle) => view.expanded = Some(!open),
        Some(Step::Save) => asked.push(Intent::Ship(ShipIntent::SaveAddress { side })),
        Some(Step::Validate) => asked.push(Intent::Ship(ShipIntent::ValidateAddress { side })),
        Some(Step::Paste) => {
            view.block = match view.block {
                Some(_) => None,
                None => Some(String::new()),
            };
        }
        None => {}
    }
    if asked
        .iter()
        .any(|intent| matches!(intent, Intent::Ship(ShipIntent::PasteAddress { .. })))
    {
        view.expanded = None;
        view.block = None;
        guide.progress.jump = None;
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

/// The actions in the title line of an address card.
#[derive(Clone, Copy)]
enum Step {
    Toggle,
    Save,
    Validate,
    Paste,
}

fn steps_ui(
    ui: &mut Ui,
    title: &str,
    (open, done): (bool, bool),
    (filled, stored): (bool, bool),
    away: Option<&str>,
) -> Option<Step> {
    let mut step = None;
    for (shown, meant) in [
        (done, Step::Toggle),
        (filled && !stored, Step::Save),
        (filled, Step::Validate),
        (open, Step::Paste),
    ] {
        let (words, name) = match meant {
            Step::Toggle if open => (
                text!("ship-address-done"),
                text!("ship-address-done-name", card = title),
            ),
            Step::Toggle => (
                text!("ship-address-edit"),
                text!("ship-address-edit-name", card = title),
            ),
            Step::Save => (
                text!("ship-address-save"),
                text!("ship-address-save-name", card = title),
            ),
            Step::Validate => (
                text!("ship-address-check"),
                text!("ship-address-check-name", card = title),
            ),
            Step::Paste => (
                text!("ship-address-paste"),
                text!("ship-address-paste-name", card = title),
            ),
        };
        let waits = away.filter(|_| matches!(meant, Step::Validate));
        let button = Button::quiet(words).compact().name(&name);
        if shown && button.disabled_because(waits).show_ui(ui).clicked() {
            step = Some(meant);
        }
    }
    step
}

fn search_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    view: &mut ShipAddressViewState,
    side: Side,
    title: &str,
) {
    let searching = !view.search.trim().is_empty();
    let (rows, offers) = offered(&cx.state.ship.book, &view.search, MAX_OFFERS);
    let name = text!("ship-address-search-name", card = title);
    let field = Field::new(text!("ship-address-search"))
        .name(&name)
        .hint(text!("ship-address-search-hint"))
        .hide_label()
        .search();
    let heading = match searching {
        true => "",
        false => text!("ship-address-recent"),
    };
    let outcome = suggest_ui(
        ui,
        field,
        ("book search", side),
        &mut view.search,
        heading,
        &offers,
    );
    if outcome.response.changed() {
        cx.ask(ShipIntent::SearchBook {
            text: view.search.trim().to_owned(),
        });
    }
    if let Some(entry) = outcome.taken.and_then(|index| rows.get(index)) {
        view.search.clear();
        view.expanded = None;
        cx.ask(ShipIntent::PickAddress {
            side,
            row: entry.row,
        });
    }
    if let Some(text) = outcome.block {
        view.search.clear();
        view.expanded = None;
        cx.ask(ShipIntent::PasteAddress { side, text });
    }
}

const MAX_OFFERS: usize = 20;

/// The text box for a pasted block, as an alternative to pasting into the search field.
fn block_ui(
    ui: &mut Ui,
    view: &mut ShipAddressViewState,
    side: Side,
    title: &str,
    asked: &mut Vec<Intent>,
) {
    let Some(block) = &mut view.block else {
        return;
    };
    let name = text!("ship-address-block-name", card = title);
    Field::new(text!("ship-address-block"))
        .name(&name)
        .hint(text!("ship-address-block-hint"))
        .rows(4)
        .show_ui(ui, block);
    let fill = text!("ship-address-block-fill-name", card = title);
    let empty = block.trim().is_empty();
    let empty = empty.then(|| text!("ship-address-block-empty"));
    if Button::secondary(text!("ship-address-block-fill"))
        .name(&fill)
        .compact()
        .disabled_because(empty)
        .show_ui(ui)
        .clicked()
    {
        asked.push(Intent::Ship(ShipIntent::PasteAddress {
            side,
            text: block.clone(),
        }));
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
        let name = text!("ship-address-more-name", field = field);
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

fn summary_ui(ui: &mut Ui, form: &AddressForm) {
    let tokens = Tokens::of_theme(ui);
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        strong_ui(ui, &form.name);
        for line in lines(form) {
            words_ui(ui, &line, text::body(), tokens.ink);
        }
        let contact = [form.phone.trim(), form.email.trim()]
            .into_iter()
            .filter(|text| !text.is_empty())
            .collect::<Vec<_>>()
            .join(" · ");
        if !contact.is_empty() {
            small_muted_ui(ui, &contact);
        }
    });
    marks_ui(ui, form);
}

/// Marks for the verdict, residential and stored.
fn marks_ui(ui: &mut Ui, form: &AddressForm) {
    if form.verification.is_none() && form.residential.is_none() && form.stored.is_none() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = size::ICON;
        match form.verification.as_deref() {
            Some("Success") => {
                pill_ui(
                    ui,
                    Meaning::Good,
                    Icon::Check,
                    text!("ship-address-verified"),
                );
            }
            Some(KEPT_AS_TYPED) => {
                pill_ui(ui, Meaning::Neutral, Icon::Info, text!("ship-address-kept"));
            }
            Some(other) => {
                pill_ui(ui, Meaning::Neutral, Icon::Info, &spaced(other));
            }
            None => {}
        }
        if let Some(residential) = form.residential {
            let word = match residential {
                true => text!("ship-address-residential"),
                false => text!("ship-address-business"),
            };
            pill_ui(ui, Meaning::Neutral, Icon::House, word);
        }
        if form.stored.is_some() {
            let word = text!("ship-address-in-book");
            pill_ui(ui, Meaning::Neutral, Icon::Save, word);
        }
    });
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
