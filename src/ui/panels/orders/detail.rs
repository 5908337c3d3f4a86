//! One order: its problems, whom it goes to, what is in it, and its labels. Fields are changed in
//! place and stored when they are left.

mod labels;
mod mending;
mod recipient;
mod typed;

use std::sync::Arc;

use egui::{Align, Id, Layout, ScrollArea, Ui, UiBuilder};

use self::labels::moment;
use self::mending::{Mending, Remedy};
use self::typed::FormValues;
use super::state_words::state_words;
use crate::base::id::OrderId;
use crate::base::locale::format;
use crate::desk::orders::OrderState;
use crate::desk::orders::intent::OrderIntent;
use crate::orders::import::merge::changes_put_aside;
use crate::orders::import::read_orders::information_of_note;
use crate::orders::order::ChosenBy;
use crate::orders::order_edit::OrderEdit;
use crate::orders::order_row::OrderInList;
use crate::orders::order_state::OrderProblemField;
use crate::text;
use crate::ui::cx::Cx;
use crate::ui::parts::address_lines::lines;
use crate::ui::parts::signed::signed_by;
use crate::ui::tokens::{Tokens, size, space, text};
use crate::ui::widgets::{
    Button, Field, Icon, Meaning, band_ui, band_with_ui, code_ui, column_ui, combo_ui, frame,
    height_within, icon_button_ui, line_ui, pill_ui, small_muted_ui, strong_ui, weight_ui,
    wrapped_ui,
};

#[derive(Debug, Default)]
pub struct DetailViewState {
    /// The order whose fields are in the form, at this revision.
    of: Option<(OrderId, i64)>,
    form: FormValues,
    /// The form as the order was.
    base: FormValues,
    /// What another station wrote into fields that are being typed here, and who.
    theirs: Option<(String, Vec<String>)>,
    mending: Mending,
    /// The order for which a return label is asked.
    comes_back: Option<OrderId>,
    /// The order was not open in the frame before: it is shown from its top.
    opens: bool,
}

impl DetailViewState {
    /// The order for which a return label is asked, once.
    pub fn take_return(&mut self) -> Option<OrderId> {
        self.comes_back.take()
    }

    /// Gives the keyboard to the first problem of this order, once it is open.
    pub fn enter(&mut self, id: OrderId) {
        self.mending.enter(id);
    }

    /// Whether the last order that needed attention is mended, so that the list gets the keyboard.
    pub fn take_over(&mut self) -> bool {
        self.mending.take_over()
    }

    /// Takes the fields of the order, unless they are there: what is being typed stays. `is_own`:
    /// this window has changed the order.
    fn follow(&mut self, row: &OrderInList, is_own: bool) {
        let of = (row.id.clone(), row.revision);
        if self.of.as_ref() == Some(&of) {
            return;
        }
        let is_same = self.of.as_ref().is_some_and(|(id, _)| *id == row.id);
        let newer = FormValues::of_row(row);
        let (form, theirs) = match is_same {
            true => std::mem::take(&mut self.form).merged(&self.base, newer.clone()),
            false => (newer.clone(), Vec::new()),
        };
        let earlier = self.theirs.take().filter(|_| is_same && form != newer);
        let is_others = !is_own && !theirs.is_empty();
        *self = Self {
            of: Some(of),
            form,
            base: newer,
            theirs: if is_others { Some((signed_by(&row.changed_by), theirs)) } else { earlier },
            mending: std::mem::take(&mut self.mending),
            comes_back: None,
            opens: !is_same,
        };
    }

    /// What another station wrote into fields that are being typed here.
    fn theirs_ui(&mut self, ui: &mut Ui) {
        let Some((by, theirs)) = &self.theirs else {
            return;
        };
        let theirs = theirs.join(" · ");
        let words = text!("stations-typed-kept", by = by, theirs = theirs);
        let take = text!("stations-typed-take");
        if band_ui(ui, Meaning::Warning, &words, Some(take)) {
            self.form = self.base.clone();
            self.theirs = None;
        }
    }
}

/// Width of the field of a quantity.
const QUANTITY: f32 = 140.0;

pub fn show_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DetailViewState, height: f32) {
    let Some(row) = cx.state.orders.open.clone() else {
        return;
    };
    local.follow(&row, cx.state.orders.is_changed_here(&row));
    local.mending.follow(cx, &row);
    // The keyboard stays on its control when a line appears above the list.
    let own = UiBuilder::new().scope_id(Id::unique("open order"));
    ui.scope_builder(own, |ui| order_ui(ui, cx, local, &row, height));
}

fn order_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    local: &mut DetailViewState,
    row: &Arc<OrderInList>,
    height: f32,
) {
    let is_fixed = row.is_fixed();
    frame(Tokens::of_theme(ui)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.set_max_height(height_within(height));
        let mut area = ScrollArea::vertical().id_salt("order");
        if std::mem::take(&mut local.opens) {
            area = area.vertical_scroll_offset(0.0);
        }
        area.show(ui, |ui| {
            ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
            head_ui(ui, cx, row);
            local.theirs_ui(ui);
            problems_ui(ui, cx, &mut local.mending, row);
            if labels::show_ui(ui, cx, row) {
                local.comes_back = Some(row.id.clone());
            }
            let hint = match is_fixed {
                true if row.state == OrderState::Unreadable => text!("orders-work-unreadable"),
                true => text!("orders-bought-cannot-change"),
                false if row.problems.is_empty() => text!("orders-edit-hint"),
                false => text!("orders-mend-hint"),
            };
            small_muted_ui(ui, hint);
            ui.add_enabled_ui(!is_fixed, |ui| {
                recipient::show_ui(ui, cx, &mut local.form.to, &mut local.mending, row);
                parcel_ui(ui, cx, local, row);
            });
            items_ui(ui, cx, local, row);
            note_ui(ui, cx, local, row);
            columns_ui(ui, row);
            changed_ui(ui, cx, row);
        });
    });
}

/// Which station and which person changed the order last, and when.
fn changed_ui(ui: &mut Ui, cx: &Cx<'_>, row: &OrderInList) {
    let words = text!(
        "stations-order-changed",
        at = moment(cx, row.changed),
        by = signed_by(&row.changed_by)
    );
    small_muted_ui(ui, &words);
}

fn edit(cx: &mut Cx<'_>, row: &OrderInList, edit: OrderEdit) {
    cx.ask(OrderIntent::Edit { ids: vec![row.id.clone()], edit });
}

fn edit_entered(cx: &mut Cx<'_>, entered: Arc<OrderInList>, edit: OrderEdit) {
    cx.ask(OrderIntent::EditEntered { entered, edit });
}

fn head_ui(ui: &mut Ui, cx: &mut Cx<'_>, row: &OrderInList) {
    let order = &row.order;
    ui.horizontal_top(|ui| {
        let room = ui.available_width() - size::CONTROL - space::S;
        column_ui(ui, room, |ui| {
            let title = text!("orders-detail-title", number = &order.number);
            wrapped_ui(ui, &title, text::title(), cx.tokens.ink);
        });
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            if icon_button_ui(ui, Icon::Cross, text!("orders-close")) {
                cx.ask(OrderIntent::Open(None));
            }
        });
    });
    line_ui(ui, size::CONTROL_COMPACT, |ui| {
        let (meaning, words) = state_words(row.state);
        pill_ui(ui, meaning, meaning.icon(), words);
        let ordered = order.ordered.map(|day| format::formats().date(day)).unwrap_or_default();
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
fn problems_ui(ui: &mut Ui, cx: &mut Cx<'_>, mending: &mut Mending, row: &OrderInList) {
    let tokens = cx.tokens;
    if let Some(suggested) = &row.order.suggested_address
        && suggested.remark.is_empty()
    {
        small_muted_ui(ui, text!("orders-suggested"));
        for line in lines(&suggested.form) {
            wrapped_ui(ui, &line, text::body(), tokens.ink);
        }
        ui.horizontal(|ui| {
            let take = Button::secondary(text!("orders-take-suggestion")).compact().show_ui(ui);
            mending.focus(&take, Remedy::Suggestion);
            let keep = Button::quiet(text!("orders-keep-address")).compact().show_ui(ui);
            if take.clicked() || keep.clicked() {
                edit(
                    cx,
                    row,
                    match take.clicked() {
                        true => OrderEdit::AcceptSuggestion,
                        false => OrderEdit::KeepAddress,
                    },
                );
                mending.used_control(ui, cx, row);
            }
        });
    }
    // What fields below settle is one band: a band each would push the fields out of sight.
    let mut of_fields: Vec<String> = Vec::new();
    for problem in &row.problems {
        let words = problem.in_words().to_string();
        let OrderProblemField::Note(place) = problem.field else {
            of_fields.push(words);
            continue;
        };
        band_with_ui(ui, Meaning::Warning, &words, |ui| {
            let settle = Button::secondary(text!("orders-settle-note")).compact().show_ui(ui);
            mending.focus(&settle, Remedy::Settle(place));
            if settle.clicked() {
                edit(cx, row, OrderEdit::SettleNote(place));
                mending.used_control(ui, cx, row);
            }
        });
    }
    if !of_fields.is_empty() {
        band_ui(ui, Meaning::Warning, &of_fields.join("\n"), None);
    }
    if row.order.changed_in_file.is_some() {
        let words = text!("orders-changed-in-file");
        if band_ui(ui, Meaning::Warning, words, Some(text!("orders-dismiss-file"))) {
            edit(cx, row, OrderEdit::DismissFileVersion);
        }
        for change in changes_put_aside(&row.order) {
            wrapped_ui(ui, change.in_words().as_str(), text::small(), tokens.ink);
        }
    }
}

fn parcel_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DetailViewState, row: &Arc<OrderInList>) {
    let package = row.packages.first().cloned().unwrap_or_default();
    let weight = Field::new(text!("orders-field-weight"));
    let response = weight_ui(ui, weight, &mut local.form.weight, &mut local.form.unit);
    let mending = &mut local.mending;
    mending.focus(&response, Remedy::Weight);
    let is_other = local.form.weight != package.weight || local.form.unit != package.weight_unit;
    let left = mending.has_left(&response, row);
    if left.is_some() {
        mending.left_field(ui, cx, row, is_other);
    }
    if (left.is_some() || local.form.unit != package.weight_unit) && is_other {
        let edited = OrderEdit::Weight {
            text: local.form.weight.clone(),
            unit: local.form.unit,
            weighed: None,
        };
        edit_entered(cx, left.unwrap_or_else(|| Arc::clone(row)), edited);
    }
    let unit = package.length_unit.code();
    let names = [
        text!("orders-field-length-in", unit = unit),
        text!("orders-field-width-in", unit = unit),
        text!("orders-field-height-in", unit = unit),
    ];
    let stored = [package.length, package.width, package.height];
    let sides = &mut local.form.sides;
    let mut left = None;
    ui.columns_const(|columns: &mut [Ui; 3]| {
        for ((ui, side), name) in columns.iter_mut().zip(sides.iter_mut()).zip(names) {
            let response = Field::new(&name).measure().show_ui(ui, side);
            left = mending.has_left(&response, row).or(left.take());
            mending.focus(&response, Remedy::Length);
        }
    });
    let is_other = *sides != stored;
    if let Some(entered) = left {
        mending.left_field(ui, cx, row, is_other);
        if is_other {
            edit_entered(cx, entered, OrderEdit::Size(sides.clone()));
        }
    }
    let presets = &cx.state.order_rules.documents.presets;
    let mut options = vec![(None, text!("orders-preset-by-rules").to_owned())];
    options
        .extend(presets.iter().map(|keyed| (Some(keyed.key.clone()), keyed.preset.name.clone())));
    let width = ui.available_width();
    if combo_ui(ui, text!("orders-preset"), width, &mut local.form.preset, &options) {
        let preset = local.form.preset.clone();
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

fn items_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DetailViewState, row: &Arc<OrderInList>) {
    let items = &row.order.items;
    if items.is_empty() {
        return;
    }
    strong_ui(ui, text!("orders-items-title"));
    let is_fixed = row.order.may_have_cost_money();
    for (place, item) in items.iter().enumerate() {
        let words =
            text!("orders-item", quantity = &item.quantity, sku = &item.sku, name = &item.name);
        wrapped_ui(ui, words.trim(), text::body(), Tokens::of_theme(ui).ink);
        if item.pieces().is_none()
            && !is_fixed
            && let Some(quantity) = local.form.quantities.get_mut(place)
        {
            quantity_ui(ui, cx, &mut local.mending, row, place, quantity);
        }
    }
}

/// The quantity of an item that is no number of pieces.
fn quantity_ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    mending: &mut Mending,
    row: &Arc<OrderInList>,
    place: usize,
    quantity: &mut String,
) {
    let name = text!("order-problems-field-quantity", number = place + 1);
    let field = Field::new(&name).id(("order quantity", place));
    let response = field.width(QUANTITY).right_aligned().show_ui(ui, quantity);
    mending.focus(&response, Remedy::Quantity(place));
    let Some(entered) = mending.has_left(&response, row) else {
        return;
    };
    let mut items = row.order.items.clone();
    let item = items.get_mut(place).filter(|item| item.quantity != *quantity);
    let is_changed = item.is_some();
    if let Some(item) = item {
        item.quantity.clone_from(quantity);
        edit_entered(cx, entered, OrderEdit::Items(items));
    }
    mending.left_field(ui, cx, row, is_changed);
}

fn note_ui(ui: &mut Ui, cx: &mut Cx<'_>, local: &mut DetailViewState, row: &Arc<OrderInList>) {
    let response = Field::new(text!("orders-field-note")).rows(2).show_ui(ui, &mut local.form.note);
    if let Some(entered) = local.mending.has_left(&response, row)
        && local.form.note != row.order.note
    {
        edit_entered(cx, entered, OrderEdit::Note(local.form.note.clone()));
    }
}

/// What the import has repaired, columns of the source that no field takes, and the row's own text
/// if it could not be read.
fn columns_ui(ui: &mut Ui, row: &OrderInList) {
    let notes = row.order.import_notes.iter();
    for words in notes.filter_map(information_of_note) {
        small_muted_ui(ui, words.as_str());
    }
    for (name, value) in &row.order.columns {
        small_muted_ui(ui, &format!("{name}: {value}"));
    }
    if let Some(raw) = &row.order.raw_row {
        small_muted_ui(ui, text!("orders-raw-row"));
        code_ui(ui, raw);
    }
}
