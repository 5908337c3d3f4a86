//! Controls to pick one of several options: combo boxes and segmented controls. Also check boxes.

use egui::{FontId, Response, RichText, Role, Stroke, Ui, WidgetInfo, vec2};

use super::button::next_row_ui;
use super::dropdown::{Closed, Row, dropdown_ui};
pub use super::dropdown::{combo_width, is_list_open, open_list};
use super::field::{column_ui, label_ui};
use super::text::line_ui;
use super::words::line_width;
use crate::drawing::bidi::visual_order;
use crate::ui::theme::margin;
use crate::ui::tokens::{Tokens, radius, size, space, text};

/// A combo box with a label. Returns whether another option was picked.
pub fn combo_ui<T: Clone + PartialEq, S: AsRef<str>>(
    ui: &mut Ui,
    label: &str,
    width: f32,
    selected: &mut T,
    options: &[(T, S)],
) -> bool {
    named_combo_ui(ui, label, label, width, selected, options)
}

/// The same with a separate name in the accessibility tree.
pub fn named_combo_ui<T: Clone + PartialEq, S: AsRef<str>>(
    ui: &mut Ui,
    label: &str,
    name: &str,
    width: f32,
    selected: &mut T,
    options: &[(T, S)],
) -> bool {
    let width = fitting(ui, width);
    column_ui(ui, width, |ui| {
        label_ui(ui, label);
        combo_box_ui(ui, name, width, selected, options)
    })
}

/// In a column, a control is at most as wide as the column. In a row it would wrap instead.
pub fn fitting(ui: &Ui, width: f32) -> f32 {
    match ui.layout().is_vertical() {
        true => width.min(ui.available_width()),
        false => width,
    }
}

/// A combo box without a label; screen readers read `name`, which must be unique on screen.
pub fn combo_box_ui<T: Clone + PartialEq, S: AsRef<str>>(
    ui: &mut Ui,
    name: &str,
    width: f32,
    selected: &mut T,
    options: &[(T, S)],
) -> bool {
    let shown =
        options.iter().find(|(value, _)| value == selected).map_or("", |(_, words)| words.as_ref());
    let rows = |_: &str| {
        let row = |(index, (value, words)): (usize, &(T, S))| Row {
            index,
            words: words.as_ref().to_owned(),
            chosen: value == selected,
            blocked: None,
        };
        options.iter().enumerate().map(row).collect()
    };
    let closed = Closed { name, width, shown };
    let (_, picked) = dropdown_ui(ui, &closed, false, rows);
    match picked.and_then(|index| options.get(index)) {
        Some((value, _)) if value != selected => {
            *selected = value.clone();
            true
        }
        _ => false,
    }
}

/// A few options side by side, one of them selected. Returns whether the selection changed. In a layout
/// that wraps, they begin a row if they do not fit in the rest of this one.
pub fn segmented_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    name: &str,
    selected: &mut T,
    options: &[(T, &str)],
) -> bool {
    segments_ui(ui, name, selected, options, Segments::NORMAL)
}

/// The same, as high as the compact buttons beside it.
pub fn compact_segmented_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    name: &str,
    selected: &mut T,
    options: &[(T, &str)],
) -> bool {
    segments_ui(ui, name, selected, options, Segments::COMPACT)
}

/// The size of the segments of a control.
#[derive(Clone, Copy)]
struct Segments {
    height: f32,
    /// At both sides of the text.
    padding: f32,
    font: fn() -> FontId,
}

impl Segments {
    const NORMAL: Self = Self { height: size::CONTROL, padding: space::M, font: text::body_medium };
    const COMPACT: Self =
        Self { height: size::CONTROL_COMPACT, padding: space::S, font: text::label };

    /// The width of the whole control.
    fn width<'a>(self, ui: &Ui, texts: impl Iterator<Item = &'a str>) -> f32 {
        let width = |words: &str| {
            line_width(ui, words, &(self.font)()).ceil() + 2.0 * self.padding + AROUND_SEGMENT
        };
        texts.map(width).sum::<f32>() + AROUND_SEGMENT
    }
}

/// Between two segments, and around them.
const AROUND_SEGMENT: f32 = 2.0;

fn segments_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    name: &str,
    selected: &mut T,
    options: &[(T, &str)],
    segments: Segments,
) -> bool {
    let words = || options.iter().map(|(_, words)| *words);
    let room = if ui.layout().main_wrap { ui.max_rect().width() } else { ui.available_width() };
    let width = segments.width(ui, words());
    // With large text in a narrow window, a list takes less room than the options side by side.
    if width > room {
        let width = combo_width(ui, words(), (0.0, room));
        return combo_box_ui(ui, name, width, selected, options);
    }
    let is_first = ui.cursor().left() <= ui.max_rect().left();
    if ui.layout().main_wrap && !is_first && width > ui.available_size_before_wrap().x {
        next_row_ui(ui);
    }
    let tokens = Tokens::of_theme(ui);
    let mut changed = false;
    egui::Frame::new()
        .fill(tokens.sunken)
        .corner_radius(radius::CONTROL)
        .inner_margin(margin(AROUND_SEGMENT))
        .show(ui, |ui| {
            let backwards = ui.layout().prefer_right_to_left();
            line_ui(ui, segments.height - 2.0 * AROUND_SEGMENT, |ui| {
                ui.spacing_mut().item_spacing.x = AROUND_SEGMENT;
                let in_order = |at: usize| match backwards {
                    true => options.get(options.len() - 1 - at),
                    false => options.get(at),
                };
                for (value, words) in (0..options.len()).filter_map(in_order) {
                    let chosen = value == selected;
                    if segment_ui(ui, name, segments, words, chosen) && !chosen {
                        *selected = value.clone();
                        changed = true;
                    }
                }
            });
        });
    changed
}

/// A segmented control below its label, which is also its name.
pub fn labelled_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    label: &str,
    selected: &mut T,
    options: &[(T, &str)],
) -> bool {
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        label_ui(ui, label);
        segmented_ui(ui, label, selected, options)
    })
    .inner
}

/// A check box with its text.
pub fn check_ui(ui: &mut Ui, words: &str, value: &mut bool) -> bool {
    let seen = visual_order(words);
    box_ui(ui, &seen, value).accessible_name(words).changed()
}

/// A check box without text, for a row that describes itself; `name` is for screen readers.
pub fn tick_ui(ui: &mut Ui, value: &mut bool, name: &str) -> bool {
    let response = box_ui(ui, "", value);
    let enabled = response.enabled();
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, *value, name));
    response.changed()
}

/// A checked box is as prominent as a selected row.
pub fn box_ui(ui: &mut Ui, words: &str, value: &mut bool) -> Response {
    let tokens = Tokens::of_theme(ui);
    next_row_if_too_wide_ui(ui, words);
    let stands_out = *value && ui.is_enabled();
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for state in [&mut widgets.inactive, &mut widgets.hovered] {
            if stands_out {
                state.bg_fill = tokens.accent;
                // Visible also in a selected row.
                state.bg_stroke.color = tokens.accent_ink;
                state.fg_stroke = Stroke::new(size::FOCUS_RING, tokens.on_accent);
            }
        }
        let words = RichText::new(words).font(text::body()).color(tokens.ink);
        ui.checkbox(value, words)
    })
    .inner
}

/// In a layout that wraps, begins a row if the rest of this one is too narrow for the check box; its
/// text would be broken there, inside a word if need be.
fn next_row_if_too_wide_ui(ui: &mut Ui, words: &str) {
    if !ui.layout().main_wrap {
        return;
    }
    let ink = Tokens::of_theme(ui).ink;
    let words = ui.painter().layout_no_wrap(words.to_owned(), text::body(), ink);
    let spacing = ui.spacing();
    let width = spacing.icon_width + spacing.icon_spacing + words.size().x;
    if width > ui.available_size_before_wrap().x {
        next_row_ui(ui);
    }
}

fn segment_ui(ui: &mut Ui, group: &str, segments: Segments, words: &str, chosen: bool) -> bool {
    let tokens = Tokens::of_theme(ui);
    let ink = if chosen { tokens.accent_ink } else { tokens.ink_muted };
    let response = ui
        .scope(|ui| {
            let widgets = &mut ui.visuals_mut().widgets;
            let line = if chosen { Stroke::new(size::HAIRLINE, tokens.line) } else { Stroke::NONE };
            for state in [&mut widgets.inactive, &mut widgets.hovered] {
                state.bg_stroke = line;
                state.weak_bg_fill =
                    if chosen { tokens.surface } else { egui::Color32::TRANSPARENT };
            }
            if !chosen {
                widgets.hovered.weak_bg_fill = tokens.hover;
            }
            let height = segments.height - 2.0 * AROUND_SEGMENT;
            ui.spacing_mut().button_padding = vec2(segments.padding, 0.0);
            let words = RichText::new(words).font((segments.font)()).color(ink);
            ui.add(egui::Button::new(words).min_size(vec2(0.0, height)))
        })
        .inner;
    let enabled = response.enabled();
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, enabled, chosen, words));
    response.ctx.accesskit_node_builder(response.id, |node| node.set_description(group));
    response.clicked()
}
