//! One order: its problems, whom it goes to, what is in it, and its labels. Fields are changed in
//! place and stored when they are left.

use egui::{Align, Layout, ScrollArea, Ui};

use super::{state_words, write_back};
use crate::base::id::OrderId;
use crate::base::locale::format;
use crate::base::measure::WeightUnit;
use crate::desk::orders::OrderState;
use crate::desk::orders::change::OrderEdit;
use crate::desk::orders::intent::OrderIntent;
use crate::desk::orders::order_row::OrderInList;
use crate::desk::orders::order_state::OrderProblemField;
use crate::desk::parcel::draft::{AddressField, AddressForm};
use crate::desk::parcel::problems::recipient_field_name;
use crate::desk::records::order::{ChosenBy, LabelStatus, OrderLabel};
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::lines;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::card::{frame, height_within};
use crate::ui::widgets::choice::combo_ui;
use crate::ui::widgets::field::number_unit_ui;
use crate::ui::widgets::notice::{band_ui, icon_button_ui};
use crate::ui::widgets::pick::country_ui;
use crate::ui::widgets::text::{
    code_ui, line_ui, money_words, muted_ui, pill_ui, small_muted_ui, strong_ui, title_ui,
};
use crate::ui::widgets::words::wrapped_ui;
use crate::ui::widgets::{Button, Field, Icon, Meaning};

#[derive(Debug, Default)]
pub struct DetailViewState {
    /// The order whose fields are in the form, at this revision.
    of: Option<(OrderId, i64)>,
    form: AddressForm,
    weight: String,
    unit: WeightUnit,
    sides: [String; 3],
    note: String,
    preset: Option<String>,
}

impl DetailViewState {
    /// Takes the fields of the order, unless they are there: what is being typed stays.
    fn follow(&mut self, row: &OrderInList) {
        let of = (row.id.clone(), row.revision);
        if self.of.as_ref() == Some(&of) {
            return;
        }
        let package = row.packages.first().cloned().unwrap_or_default();
        *self = Self {
            of: Some(of),
            form: row.order.to.clone(),
            weight: package.weight,
            unit: package.weight_unit,
            sides: [package.length, package.width, package.height],
            note: row.order.note.clone(),
            preset: row.order.preset.as_ref().map(|preset| preset.key.clone()),
        };
    }
}

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DetailViewState, height: f32) {
    let Some(row) = cx.state.orders.open.clone() else {
        return;
    };
    local.follow(&row);
    let is_fixed = row.order.may_have_cost_money();
    frame(Tokens::of_theme(ui)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_max_height(height_within(height));
        ScrollArea::vertical().id_salt("order").show(ui, |ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
            head_ui(ui, cx, &row);
            problems_ui(ui, cx, &row);
            labels_ui(ui, cx, &row);
            match is_fixed {
                true => small_muted_ui(ui, text!("orders-bought-cannot-change")),
                false => small_muted_ui(ui, text!("orders-edit-hint")),
            };
            ui.add_enabled_ui(!is_fixed, |ui| {
                recipient_ui(ui, cx, local, &row);
                parcel_ui(ui, cx, local, &row);
            });
            items_ui(ui, &row);
            note_ui(ui, cx, local, &row);
            columns_ui(ui, &row);
        });
    });
}

fn edit(cx: &mut Cx<'_>, row: &OrderInList, edit: OrderEdit) {
    cx.ask(OrderIntent::Edit {
        ids: vec![row.id.clone()],
        edit,
    });
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: &OrderInList) {
    let order = &row.order;
    ui.horizontal(|ui| {
        title_ui(ui, &text!("orders-detail-title", number = &order.number));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button_ui(ui, Icon::Cross, text!("orders-close")) {
                cx.ask(OrderIntent::Open(None));
            }
        });
    });
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        let (meaning, words) = state_words(row.state);
        pill_ui(ui, meaning, meaning.icon(), words);
        let ordered = order
            .ordered
            .map(|day| format::formats().date(day))
            .unwrap_or_default();
        let parts = [order.source.as_str(), ordered.as_str(), &order.shipping];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        small_muted_ui(ui, &parts.join(" · "));
    });
    if let Some(hold) = &order.hold {
        let words = match hold.reason.is_empty() {
            true => text!("orders-held").to_owned(),
            false => text!("orders-held-because", reason = &hold.reason),
        };
        if band_ui(ui, Meaning::Info, &words, Some(text!("orders-release"))) {
            edit(cx, row, OrderEdit::Release);
        }
    }
}

/// Everything that keeps the order from being bought, each with what settles it.
fn problems_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: &OrderInList) {
    let tokens = cx.tokens;
    if let Some(suggested) = &row.order.suggested_address
        && suggested.remark.is_empty()
    {
        small_muted_ui(ui, text!("orders-suggested"));
        for line in lines(&suggested.form) {
            wrapped_ui(ui, &line, text::body(), tokens.ink);
        }
        ui.horizontal(|ui| {
            if Button::secondary(text!("orders-take-suggestion"))
                .compact()
                .show_ui(ui)
                .clicked()
            {
                edit(cx, row, OrderEdit::AcceptSuggestion);
            }
            if Button::quiet(text!("orders-keep-address"))
                .compact()
                .show_ui(ui)
                .clicked()
            {
                edit(cx, row, OrderEdit::KeepAddress);
            }
        });
    }
    for problem in &row.problems {
        let words = problem.in_words().to_string();
        let note = match problem.field {
            OrderProblemField::Note(place) => Some(place),
            _ => None,
        };
        let step = note.map(|_| text!("orders-settle-note"));
        if band_ui(ui, Meaning::Warning, &words, step)
            && let Some(place) = note
        {
            edit(cx, row, OrderEdit::SettleNote(place));
        }
    }
    if row.order.changed_in_file.is_some() {
        let words = text!("orders-changed-in-file");
        if band_ui(
            ui,
            Meaning::Warning,
            words,
            Some(text!("orders-dismiss-file")),
        ) {
            edit(cx, row, OrderEdit::DismissFileVersion);
        }
    }
}

fn labels_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: &OrderInList) {
    for label in row.order.labels.iter().rev() {
        label_ui(ui, cx, label);
        write_back::show_ui(ui, cx, row, label);
    }
}

fn label_ui(ui: &mut Ui, cx: &Cx<'_>, label: &OrderLabel) {
    let (meaning, words) = match label.status {
        LabelStatus::Buying => state_words(OrderState::Buying),
        LabelStatus::InDoubt => state_words(OrderState::InDoubt),
        LabelStatus::Bought => state_words(OrderState::Bought),
        LabelStatus::NotBought => (Meaning::Bad, text!("orders-label-not-bought")),
        LabelStatus::Refunded => (Meaning::Neutral, text!("orders-label-refunded")),
    };
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        pill_ui(ui, meaning, meaning.icon(), words);
        strong_ui(ui, &label.service);
        let price = label.charged.or(label.expected).map(money_words);
        muted_ui(ui, &price.unwrap_or_default());
    });
    for number in &label.tracking_numbers {
        code_ui(ui, number);
    }
    if !label.refusal.is_empty() {
        small_muted_ui(ui, &label.refusal);
    }
    for print in &label.prints {
        let at = format::formats().moment(&print.at.to_zoned(cx.zone.clone()).datetime());
        let words = text!(
            "orders-printed-at",
            at = at,
            printer = &print.printer,
            by = &print.by
        );
        small_muted_ui(ui, &words);
    }
}

/// Stores a field when it is left, if it was changed.
fn field_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    row: &OrderInList,
    (field, value): (AddressField, &mut String),
    stored: &str,
) {
    let name = recipient_field_name(field);
    let response = Field::new(name)
        .id(("order field", field))
        .show_ui(ui, value);
    if response.lost_focus() && value != stored {
        edit(cx, row, OrderEdit::To(field, value.clone()));
    }
}

fn recipient_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DetailViewState, row: &OrderInList) {
    let stored = row.order.to.clone();
    let form = &mut local.form;
    field_ui(
        ui,
        cx,
        row,
        (AddressField::Name, &mut form.name),
        &stored.name,
    );
    field_ui(
        ui,
        cx,
        row,
        (AddressField::Company, &mut form.company),
        &stored.company,
    );
    field_ui(
        ui,
        cx,
        row,
        (AddressField::Street1, &mut form.street1),
        &stored.street1,
    );
    field_ui(
        ui,
        cx,
        row,
        (AddressField::Street2, &mut form.street2),
        &stored.street2,
    );
    ui.columns_const(|[city, state, zip]| {
        field_ui(
            city,
            cx,
            row,
            (AddressField::City, &mut form.city),
            &stored.city,
        );
        field_ui(
            state,
            cx,
            row,
            (AddressField::State, &mut form.state),
            &stored.state,
        );
        field_ui(
            zip,
            cx,
            row,
            (AddressField::Zip, &mut form.zip),
            &stored.zip,
        );
    });
    let before = form.country.clone();
    let name = recipient_field_name(AddressField::Country);
    country_ui(ui, (name, name), ui.available_width(), &mut form.country);
    if form.country != before {
        let country = form.country.clone();
        edit(cx, row, OrderEdit::To(AddressField::Country, country));
    }
    ui.columns_const(|[phone, email]| {
        field_ui(
            phone,
            cx,
            row,
            (AddressField::Phone, &mut form.phone),
            &stored.phone,
        );
        field_ui(
            email,
            cx,
            row,
            (AddressField::Email, &mut form.email),
            &stored.email,
        );
    });
}

fn parcel_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DetailViewState, row: &OrderInList) {
    let package = row.packages.first().cloned().unwrap_or_default();
    let units = WeightUnit::ALL.map(|unit| (unit, unit.code()));
    let weight = Field::new(text!("orders-field-weight"));
    let response = number_unit_ui(ui, weight, &mut local.weight, &mut local.unit, &units);
    let is_other = local.weight != package.weight || local.unit != package.weight_unit;
    if (response.lost_focus() || local.unit != package.weight_unit) && is_other {
        let edited = OrderEdit::Weight {
            text: local.weight.clone(),
            unit: local.unit,
            weighed: None,
        };
        edit(cx, row, edited);
    }
    let names = [
        text!("orders-field-length"),
        text!("orders-field-width"),
        text!("orders-field-height"),
    ];
    let stored = [package.length, package.width, package.height];
    let sides = &mut local.sides;
    let mut left = false;
    ui.columns_const(|columns: &mut [Ui; 3]| {
        for ((ui, side), name) in columns.iter_mut().zip(sides.iter_mut()).zip(names) {
            left |= Field::new(name).show_ui(ui, side).lost_focus();
        }
    });
    if left && *sides != stored {
        edit(cx, row, OrderEdit::Size(sides.clone()));
    }
    let presets = &cx.state.orders.documents.presets;
    let mut options = vec![(None, text!("orders-preset-by-rules").to_owned())];
    options.extend(
        presets
            .iter()
            .map(|keyed| (Some(keyed.key.clone()), keyed.preset.name.clone())),
    );
    let width = ui.available_width();
    if combo_ui(
        ui,
        text!("orders-preset"),
        width,
        &mut local.preset,
        &options,
    ) {
        let preset = local.preset.clone();
        edit(cx, row, OrderEdit::Preset(preset));
    }
    if let Some(words) = chosen_by(row) {
        small_muted_ui(ui, &words);
    }
}

/// Who chose the preset.
fn chosen_by(row: &OrderInList) -> Option<String> {
    match &row.order.preset.as_ref()?.by {
        ChosenBy::Person => None,
        ChosenBy::Rule { name, .. } => Some(text!("orders-preset-of-rule", rule = name)),
        ChosenBy::File => Some(text!("orders-preset-of-file").to_owned()),
    }
}

fn items_ui(ui: &mut Ui, row: &OrderInList) {
    if row.order.items.is_empty() {
        return;
    }
    strong_ui(ui, text!("orders-items-title"));
    for item in &row.order.items {
        let words = text!(
            "orders-item",
            quantity = &item.quantity,
            sku = &item.sku,
            name = &item.name
        );
        wrapped_ui(ui, words.trim(), text::body(), Tokens::of_theme(ui).ink);
    }
}

fn note_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DetailViewState, row: &OrderInList) {
    let response = Field::new(text!("orders-field-note"))
        .rows(2)
        .show_ui(ui, &mut local.note);
    if response.lost_focus() && local.note != row.order.note {
        edit(cx, row, OrderEdit::Note(local.note.clone()));
    }
}

/// Columns of the source that no field takes, and the row's own text if it could not be read.
fn columns_ui(ui: &mut Ui, row: &OrderInList) {
    for (name, value) in &row.order.columns {
        small_muted_ui(ui, &format!("{name}: {value}"));
    }
    if let Some(raw) = &row.order.raw_row {
        small_muted_ui(ui, text!("orders-raw-row"));
        code_ui(ui, raw);
    }
}
