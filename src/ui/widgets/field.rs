//! Text fields with a label above and an error message below.

use std::hash::Hash;

use egui::{Id, Response, RichText, Stroke, TextEdit, Ui, UiBuilder, vec2};

use super::icon::{self, Icon};
use super::keyboard;
use super::measure_text::{self, Measure};
use super::words::words_ui;
use crate::base::measure::WeightUnit;
use crate::drawing::bidi::{may_contain_rtl, visual_order};
use crate::text;
use crate::ui::theme::margins;
use crate::ui::tokens::{Tokens, size, space, text};

/// `Field::new("City").problem(problem).show_ui(ui, &mut form.city)`.
#[must_use = "a field is drawn by show_ui"]
pub struct Field<'a> {
    label: &'a str,
    name: Option<&'a str>,
    hint: &'a str,
    problem: Option<&'a str>,
    width: Option<f32>,
    password: bool,
    carried_over: bool,
    rows: usize,
    id: Option<Id>,
    hide_label: bool,
    right: bool,
    search: bool,
    expects_scans: bool,
    explain: Option<&'a str>,
    problem_on_hover: bool,
    measure: Option<Measure>,
}

/// What a scanned barcode is to the field that has the keyboard focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ScanUse {
    /// Not its input: the field keeps the text it had, and the scan is acted on.
    #[default]
    None,
    /// Its input, after the text it already has: `PO 4471 ` and then the scanned number.
    Added,
    /// Its input in place of the text it has: nothing matches a name with a number after it.
    Alone,
    /// No scan at all: other programs fill in passwords just as fast, and a password must never be
    /// looked up like a number.
    Secret,
}

impl<'a> Field<'a> {
    pub fn new(label: &'a str) -> Self {
        Self {
            label,
            name: None,
            hint: "",
            problem: None,
            width: None,
            password: false,
            carried_over: false,
            rows: 1,
            id: None,
            hide_label: false,
            right: false,
            search: false,
            expects_scans: false,
            explain: None,
            problem_on_hover: false,
            measure: None,
        }
    }

    /// The name in the accessibility tree if two fields share a label, such as
    /// `Recipient city` for the label `City`.
    pub fn name(mut self, name: &'a str) -> Self {
        self.name = Some(name);
        self
    }

    /// Gray example text, shown while the field is empty.
    pub fn hint(mut self, hint: &'a str) -> Self {
        self.hint = hint;
        self
    }

    /// The error message; it colors the border and is read with the field by screen readers.
    pub fn problem(mut self, problem: Option<&'a str>) -> Self {
        self.problem = problem;
        self
    }

    /// Shows the error message on hover, for a field without room below it.
    pub fn problem_on_hover(mut self) -> Self {
        self.problem_on_hover = true;
        self
    }

    /// In points; without it the field fills the available width.
    pub fn width(mut self, width: f32) -> Self {
        self.width = Some(width);
        self
    }

    pub fn password(mut self) -> Self {
        self.password = true;
        self
    }

    /// Marked: the value is from the last parcel and the user has not confirmed it.
    pub fn carried_over(mut self, carried_over: bool) -> Self {
        self.carried_over = carried_over;
        self
    }

    pub fn rows(mut self, rows: usize) -> Self {
        self.rows = rows;
        self
    }

    /// A fixed id, so that other parts of the window can focus the field.
    pub fn id(mut self, source: impl Hash + std::fmt::Debug) -> Self {
        self.id = Some(Id::unique(source));
        self
    }

    /// For fields in a table, where the column title is the label.
    pub fn hide_label(mut self) -> Self {
        self.hide_label = true;
        self
    }

    /// For numbers.
    pub fn right_aligned(mut self) -> Self {
        self.right = true;
        self
    }

    /// For a length: the value is stored as `base::measure::stored_number` says, whatever separators
    /// the user types, and shown with the decimal separator of the region.
    pub fn measure(mut self) -> Self {
        self.measure = Some(Measure::Length);
        self
    }

    /// For a weight in this unit: as [`Field::measure`], and any unit can be typed. The text stays as
    /// it is typed until the field is left.
    pub fn weight(mut self, unit: WeightUnit) -> Self {
        self.measure = Some(Measure::Weight(unit));
        self
    }

    /// The name for screen readers: the one set with [`Field::name`], or the label.
    pub fn accessible_name(&self) -> &'a str {
        self.name.unwrap_or(self.label)
    }

    pub fn has_label(&self) -> bool {
        !self.hide_label
    }

    /// Shows a magnifier before the text.
    pub fn search(mut self) -> Self {
        self.search = true;
        self
    }

    /// For what a person would scan instead of typing it: a reference, a number, a code, a path, or
    /// the search for one. A barcode scanned while this field has the keyboard focus is its input,
    /// and so is the Enter after it; a search is replaced. Any other field keeps its text, because
    /// a parcel scanned while a name, a ZIP or an amount is being typed is not meant for it.
    pub fn expects_scans(mut self) -> Self {
        self.expects_scans = true;
        self
    }

    fn scan_use(&self) -> ScanUse {
        match (self.password, self.expects_scans, self.search) {
            (true, _, _) => ScanUse::Secret,
            (_, true, true) => ScanUse::Alone,
            (_, true, false) => ScanUse::Added,
            (_, false, _) => ScanUse::None,
        }
    }

    /// A muted explanation below, shown while there is no error.
    pub fn explain(mut self, explain: &'a str) -> Self {
        self.explain = Some(explain);
        self
    }

    pub fn show_ui(self, ui: &mut Ui, value: &mut String) -> Response {
        let tokens = Tokens::of_theme(ui);
        let width = self.width.unwrap_or_else(|| ui.available_width());
        column_ui(ui, width, |ui| {
            if !self.hide_label {
                label_ui(ui, self.label);
            }
            let response = self.edit_ui(ui, tokens, width, value);
            match (self.problem, self.explain) {
                (Some(problem), _) if self.problem_on_hover => {
                    return response.on_hover_text(problem);
                }
                (Some(problem), _) => problem_ui(ui, problem),
                (None, Some(explain)) if !explain.is_empty() => {
                    ui.label(RichText::new(explain).font(text::small()).color(tokens.ink_muted));
                }
                (None, _) => {}
            }
            // The editor shows text in typing order; this shows its display order.
            if !self.password && self.rows == 1 && may_contain_rtl(value) {
                let seen = visual_order(value);
                if seen != value.as_str() {
                    words_ui(ui, value, text::small(), tokens.ink_muted);
                }
            }
            response
        })
    }

    /// The text box, without label and error message.
    fn edit_ui(&self, ui: &mut Ui, tokens: &Tokens, width: f32, value: &mut String) -> Response {
        let response = ui
            .scope(|ui| {
                if self.problem.is_some() {
                    let line = Stroke::new(size::HAIRLINE, tokens.bad.ink);
                    let widgets = &mut ui.visuals_mut().widgets;
                    widgets.inactive.bg_stroke = line;
                    widgets.hovered.bg_stroke = line;
                }
                let id = self.id.unwrap_or_else(|| ui.next_auto_id());
                keyboard::before_field(ui, id, self.rows == 1);
                let shown = self.measure.map(|_| measure_text::shown(ui, id, value));
                let mut typed = shown.clone().unwrap_or_default();
                let text = match self.measure {
                    Some(_) => &mut typed,
                    None => &mut *value,
                };
                let mut edit = if self.rows > 1 {
                    TextEdit::multiline(text).desired_rows(self.rows)
                } else {
                    TextEdit::singleline(text).align(if self.right {
                        egui::Align2::RIGHT_CENTER
                    } else {
                        egui::Align2::LEFT_CENTER
                    })
                };
                edit = edit
                    .password(self.password)
                    .hint_text(RichText::new(self.hint).font(text::body()).color(tokens.ink_muted))
                    .margin(margins(space::S, space::XS))
                    .desired_width(width)
                    .min_size(vec2(width, size::CONTROL));
                if self.carried_over {
                    edit = edit.text_color(tokens.info.ink).background_color(tokens.info.wash);
                }
                if self.search {
                    edit = edit.prefix(egui::Atom::paint(
                        vec2(size::ICON_SMALL, size::ICON_SMALL),
                        |ui, place| {
                            let ink = Tokens::of_theme(ui).ink_muted;
                            icon::paint(ui.painter(), place.rect, Icon::Search, ink);
                        },
                    ));
                }
                if let Some(id) = self.id {
                    edit = edit.id(id);
                }
                let response = ui.add(edit);
                if let Some(measure) = self.measure.filter(|_| shown.as_ref() != Some(&typed)) {
                    measure_text::store(ui, id, measure, typed, value);
                }
                response
            })
            .inner;
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(scan_use_id(), self.scan_use()));
        }
        response.ctx.accesskit_node_builder(response.id, |node| {
            if let Some(problem) = self.problem {
                node.set_invalid(egui::accesskit::Invalid::True);
                node.set_description(problem);
            }
        });
        response.accessible_name(self.name.unwrap_or(self.label))
    }
}

fn scan_use_id() -> Id {
    Id::unique("what the focused field does with a scan")
}

/// What the field with the keyboard focus, drawn since the last call, does with a scan.
pub fn take_scan_use(ctx: &egui::Context) -> ScanUse {
    ctx.data_mut(|data| data.remove_temp(scan_use_id()).unwrap_or_default())
}

/// A weight and its unit, side by side under one label.
pub fn weight_ui(
    ui: &mut Ui,
    field: Field<'_>,
    value: &mut String,
    unit: &mut WeightUnit,
) -> Response {
    let field = field.weight(*unit);
    let units = WeightUnit::ALL.map(|unit| (unit, unit.code()));
    let name = text!("parts-field-unit", field = field.name.unwrap_or(field.label));
    let width = field.width.unwrap_or_else(|| ui.available_width());
    let unit_width = 64.0;
    let tokens = Tokens::of_theme(ui);
    column_ui(ui, width, |ui| {
        if !field.hide_label {
            label_ui(ui, field.label);
        }
        let mut response = ui
            .horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = space::XS;
                let response =
                    field.edit_ui(ui, tokens, (width - unit_width - space::XS).max(48.0), value);
                let picked = super::choice::combo_box_ui(ui, &name, unit_width, unit, &units);
                (response, picked)
            })
            .inner;
        if response.1 {
            response.0.mark_changed();
        }
        if let Some(problem) = field.problem {
            problem_ui(ui, problem);
        }
        response.0
    })
}

/// The label above a control.
pub fn label_ui(ui: &mut Ui, words: &str) {
    let tokens = Tokens::of_theme(ui);
    ui.label(RichText::new(words).font(text::label()).color(tokens.ink_muted));
}

/// Something at the height of the field beside it, which has a label above.
pub fn beside_field_ui<T>(ui: &mut Ui, add_ui: impl FnOnce(&mut Ui) -> T) -> T {
    let below_label = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        label_ui(ui, "");
        add_ui(ui)
    };
    ui.vertical(below_label).inner
}

/// The error message of the control above.
pub fn problem_ui(ui: &mut Ui, problem: &str) {
    let tokens = Tokens::of_theme(ui);
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        ui.spacing_mut().interact_size.y = size::ICON_SMALL;
        icon::icon_ui(ui, Icon::Warning, size::ICON_SMALL + 2.0, tokens.bad.ink);
        ui.add(
            egui::Label::new(RichText::new(problem).font(text::small()).color(tokens.bad.ink))
                .wrap(),
        );
    });
}

/// Parts of a panel side by side, such as a list and what is open of it. Each is a [`column_ui`].
pub fn panes_ui<R>(ui: &mut Ui, contents: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        contents(ui)
    })
    .inner
}

/// A column of fixed width, with the small spacing of a labeled control.
pub fn column_ui<R>(ui: &mut Ui, width: f32, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let next = ui.next_widget_position().x;
    let left = if ui.layout().prefer_right_to_left() { next - width } else { next };
    let room = egui::Rect::from_min_size(
        egui::pos2(left, ui.cursor().top()),
        vec2(width, ui.available_height().max(size::CONTROL)),
    );
    let builder = UiBuilder::new().max_rect(room).layout(egui::Layout::top_down(egui::Align::Min));
    ui.scope_builder(builder, |ui| {
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = space::XS;
        contents(ui)
    })
    .inner
}
