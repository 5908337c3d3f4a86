//! The customs declaration, shown for international shipments and where one is possible. Weights and
//! values are for an entire line, not for one piece.

use egui::Ui;

use crate::api::value::Eelpfc;
use crate::base::geography;
use crate::base::geography::Country;
use crate::base::locale::format;
use crate::base::measure::{Weight, WeightUnit};
use crate::parcel::draft::{
    CustomsField, CustomsForm, CustomsItemField, CustomsItemForm, Draft, Field as At,
};
use crate::parcel::parse_input;
use crate::parcel::problems::{
    Section, field_name, items_value, items_weight, may_be_declared, section_done,
};
use crate::text;
use crate::ui::command::Command;
use crate::ui::cx::Cx;
use crate::ui::guide::HelpPage;
use crate::ui::parts::customs_fields::{
    WIDE, contents_ui, filing_pick_ui, hs_and_origin_ui, signature_ui,
};
use crate::ui::parts::draft_guide::{Guide, Look};
use crate::ui::tokens::{Tokens, space, text};
use crate::ui::widgets::measure_text::Measure;
use crate::ui::widgets::{
    Button, Card, Choice, Field, Icon, column_ui, label_ui, pick_ui, small_muted_ui, strong_ui,
    wrapped_ui,
};

pub fn card_ui(ui: &mut Ui, cx: &mut Cx<'_>, guide: &mut Guide<'_>, draft: &mut Draft) {
    let done = section_done(guide.problems, Section::Customs);
    let destination = geography::country(&draft.to.country);
    let into = |to: &Country| text!("ship-customs-into", country = to.name());
    let is_optional = may_be_declared(draft);
    let aside = match is_optional {
        true => text!("ship-customs-possible").to_owned(),
        false => destination.map_or_else(String::new, into),
    };
    let hs_needed = destination.is_some_and(|to| to.hts_required);
    let packed = draft
        .packages
        .iter()
        .filter_map(|package| parse_input::weight(&package.weight, package.weight_unit))
        .map(Weight::pounds)
        .sum::<f64>();
    let signer = draft.from.name.clone();
    let form = &mut draft.customs;
    let origin = cx.state.ship.draft.from.country.clone();
    let blank = CustomsItemForm { origin_country: origin, ..CustomsItemForm::of_region() };
    let (mut add, mut asks) = (false, false);
    Card::new(text!("ship-customs-title")).done(done).aside(&aside).show_with_ui(
        ui,
        |ui| {
            add = Button::quiet(text!("ship-customs-add"))
                .icon(Icon::Plus)
                .compact()
                .show_ui(ui)
                .clicked();
            let help = Button::quiet(text!("ship-customs-help")).compact();
            asks = help.name(text!("ship-customs-help-name")).show_ui(ui).clicked();
        },
        |ui| {
            if guide.wants(|at| at == At::Customs(CustomsField::Items)) {
                // The items lack, or weigh more than the parcel.
                let part = match form.items.is_empty() {
                    true => CustomsItemField::Description,
                    false => CustomsItemField::Weight,
                };
                if form.items.is_empty() {
                    form.items.push(CustomsItemForm::of_region());
                }
                guide.progress.touched.insert(At::Customs(CustomsField::Items));
                guide.progress.jump = Some(At::CustomsItem(0, part));
            }
            if is_optional && form.items.is_empty() {
                small_muted_ui(ui, text!("ship-customs-empty"));
                return;
            }
            items_ui(ui, guide, form, hs_needed, &blank);
            totals_ui(ui, form, packed);
            guide.note_ui(ui, At::Customs(CustomsField::Items));
            contents_ui(ui, guide, form);
            filing_ui(ui, guide, form);
            signature_ui(ui, guide, form, &signer);
        },
    );
    if asks {
        cx.commands.push(Command::Help(HelpPage::Section("customs".to_owned())));
    }
    if add {
        form.items.push(blank);
        let last = form.items.len() - 1;
        guide.progress.jump = Some(At::CustomsItem(last, CustomsItemField::Description));
    }
}

const QUANTITY: f32 = 64.0;
const UNIT: f32 = 60.0;
/// Width of a weight with its unit, and of a value, in a wide card.
const NUMBER: f32 = 152.0;

const NUMBERS: Look<'_> = Look {
    hint: "",
    right: true,
    carried_over: false,
    hide_label: false,
    scanned: false,
    measure: None,
};

/// Without an item, the fields of the first one: what is typed into them makes it.
fn items_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    form: &mut CustomsForm,
    hs_needed: bool,
    blank: &CustomsItemForm,
) {
    if form.items.is_empty() {
        small_muted_ui(ui, text!("ship-customs-empty"));
        let mut first = blank.clone();
        ui.push_id(("item", 0_usize), |ui| item_ui(ui, guide, 0, &mut first, hs_needed));
        if first != *blank {
            form.items.push(first);
        }
        return;
    }
    let mut remove = None;
    for (index, item) in form.items.iter_mut().enumerate() {
        ui.push_id(("item", index), |ui| {
            ui.horizontal(|ui| {
                let number = index + 1;
                strong_ui(ui, &text!("ship-customs-item", number = number));
                let name = text!("ship-customs-remove-name", number = number);
                if Button::quiet(text!("ship-customs-remove"))
                    .name(&name)
                    .compact()
                    .show_ui(ui)
                    .clicked()
                {
                    remove = Some(index);
                }
            });
            item_ui(ui, guide, index, item, hs_needed);
        });
    }
    if let Some(index) = remove {
        form.items.remove(index);
    }
}

fn item_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    index: usize,
    item: &mut CustomsItemForm,
    hs_needed: bool,
) {
    let room = ui.available_width();
    let half = ((room - space::S) / 2.0).floor();
    if room >= WIDE {
        ui.horizontal_top(|ui| {
            let others = QUANTITY + 2.0 * NUMBER + 3.0 * space::S;
            what_ui(ui, guide, index, item, room - others);
            amounts_ui(ui, guide, index, item, NUMBER);
        });
    } else {
        ui.horizontal_top(|ui| {
            what_ui(ui, guide, index, item, room - QUANTITY - space::S);
        });
        ui.horizontal_top(|ui| amounts_ui(ui, guide, index, item, half));
    }
    hs_and_origin_ui(ui, guide, index, item, hs_needed);
}

/// The description, in this width, and the quantity.
fn what_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    index: usize,
    item: &mut CustomsItemForm,
    width: f32,
) {
    let look = Look { hint: text!("ship-customs-description-hint"), ..Look::default() };
    let at = At::CustomsItem(index, CustomsItemField::Description);
    guide.text_ui(ui, at, text!("ship-customs-description"), width, look, &mut item.description);
    let at = At::CustomsItem(index, CustomsItemField::Quantity);
    guide.text_ui(ui, at, text!("ship-customs-quantity"), QUANTITY, NUMBERS, &mut item.quantity);
}

/// The weight with its unit, and the value, each in this width.
fn amounts_ui(
    ui: &mut Ui,
    guide: &mut Guide<'_>,
    index: usize,
    item: &mut CustomsItemForm,
    width: f32,
) {
    let at = At::CustomsItem(index, CustomsItemField::Weight);
    let look = Look { measure: Some(Measure::Weight(item.weight_unit)), ..NUMBERS };
    let narrow = width - UNIT - space::S;
    let label = text!("ship-customs-weight");
    guide.text_ui(ui, at, label, narrow, look, &mut item.weight);
    column_ui(ui, UNIT, |ui| {
        label_ui(ui, "");
        let name = text!("ship-package-unit-name", field = field_name(at));
        let units = WeightUnit::ALL.map(|unit| Choice::new(unit, unit.code()));
        pick_ui(ui, "", &name, UNIT, &mut item.weight_unit, &units);
    });
    let at = At::CustomsItem(index, CustomsItemField::Value);
    guide.text_ui(ui, at, text!("ship-customs-value"), width, NUMBERS, &mut item.value);
}

fn totals_ui(ui: &mut Ui, form: &CustomsForm, packed: f64) {
    if form.items.is_empty() {
        return;
    }
    let pounds = |weight: f64| format::formats().decimal(&format!("{weight:.2}"));
    let words = text!(
        "ship-customs-total",
        weight = pounds(items_weight(&form.items).pounds()),
        packed = pounds(packed),
        value = items_value(&form.items).map_or_else(|| "–".to_owned(), format::amount),
        currency = form.currency.trim()
    );
    let tokens = Tokens::of_theme(ui);
    // More than the parcel weighs is no total to pass over.
    let is_over = items_weight(&form.items).pounds() > packed;
    let ink = if is_over { tokens.warning.ink } else { tokens.ink_muted };
    wrapped_ui(ui, &words, text::small(), ink);
}

fn filing_ui(ui: &mut Ui, guide: &mut Guide<'_>, form: &mut CustomsForm) {
    let room = ui.available_width();
    let half = ((room - space::S) / 2.0).floor();
    let is_filed = form.eelpfc == Some(Eelpfc::AesItn);
    let beside = room >= WIDE && !is_filed;
    // The reasons are sentences, which need the room of a narrow card.
    let width = if beside || is_filed { half } else { room };
    ui.horizontal_top(|ui| {
        filing_pick_ui(ui, guide, form, width);
        if form.eelpfc == Some(Eelpfc::AesItn) {
            let look = Look { hint: "X20261121123456", scanned: true, ..Look::default() };
            let at = At::Customs(CustomsField::AesItn);
            guide.text_ui(ui, at, text!("ship-customs-itn"), half, look, &mut form.aes_itn);
        }
        if beside {
            invoice_ui(ui, form, half);
        }
    });
    if !beside {
        invoice_ui(ui, form, room);
    }
}

fn invoice_ui(ui: &mut Ui, form: &mut CustomsForm, width: f32) {
    Field::new(text!("ship-customs-invoice"))
        .width(width)
        .expects_scans()
        .show_ui(ui, &mut form.invoice_number);
}
