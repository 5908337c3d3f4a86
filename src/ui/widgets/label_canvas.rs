//! A view of a label as it will print: the page at true size at 100 %, with rulers, zoom and pan.

mod ruler;
mod sheet;

use egui::emath::GuiRounding;
use egui::{Key, Modifiers, Rect, RichText, ScrollArea, Sense, Ui, Vec2, vec2};

pub use self::ruler::Unit;
pub use self::sheet::Textures;
use super::button::{Button, next_row_ui};
use super::choice::compact_segmented_ui;
use super::notice::icon_button_ui;
use super::words::line_width;
use super::{Icon, text as words};
use crate::desk::kernel::remote::Remote;
use crate::label::{Page, inches};
use crate::text;
use crate::ui::theme::margin;
use crate::ui::tokens::{Tokens, radius, size, space, text};

/// Screens are assumed to have 96 dots per inch at a scale of 100 %.
const POINTS_PER_INCH: f32 = 96.0;
const RULER: f32 = ruler::WIDE;
const ZOOMS: [f32; 9] = [0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
const LEAST: f32 = 0.1;
const MOST: f32 = 6.0;
/// Seconds the zoom must stay unchanged before the page is rendered for it: a wheel
/// passes through many zoom levels.
const REST_SECONDS: f64 = 0.15;

/// View state of a label.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CanvasView {
    /// 1.0 is true size; `None` fits the room.
    pub zoom: Option<f32>,
    pub page: usize,
    pub unit: Unit,
    /// The positions of sheet and window in the last frame.
    seen: Option<Seen>,
    asked: Asked,
    /// The height of the controls in the last frame.
    controls: Option<f32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Seen {
    sheet: Rect,
    window: Rect,
    /// Offset of the sheet's corner within the scrolled content.
    inset: Vec2,
}

/// The resolution on screen, since when, and whether the pages were requested at it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Asked {
    dpi: f32,
    since: f64,
    done: bool,
    /// Whether a response, received or pending, was seen.
    answered: bool,
}

/// How large the page is on screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PageSize {
    Actual,
    Fit,
    /// Another zoom.
    Zoomed,
}

impl CanvasView {
    /// The first page in the whole room, with the rulers in this unit.
    pub fn in_unit(unit: Unit) -> Self {
        Self { unit, ..Self::default() }
    }

    fn page_size(&self) -> PageSize {
        match self.zoom {
            None => PageSize::Fit,
            Some(zoom) if (zoom - 1.0).abs() < 0.005 => PageSize::Actual,
            Some(_) => PageSize::Zoomed,
        }
    }

    /// Moves one step of [`ZOOMS`] up or down from a zoom.
    fn step(&mut self, zoom: f32, up: bool) {
        let next = if up {
            ZOOMS.iter().find(|step| **step > zoom + 0.01)
        } else {
            ZOOMS.iter().rev().find(|step| **step < zoom - 0.01)
        };
        self.zoom = next.copied().or(self.zoom);
    }
}

/// Draws page `view.page` in all available room, below its controls. `key` identifies the label,
/// `title` is the picture's name in the accessibility tree. The sheets are the printer's pages, and
/// the same pages rendered for the screen. Returns the resolution in dots per inch at which the
/// latter should be rendered, if it changed.
pub fn label_canvas_ui(
    ui: &mut Ui,
    textures: &mut Textures,
    key: &str,
    title: &str,
    pages: &[Page],
    zoomed: &Remote<Vec<Page>>,
    view: &mut CanvasView,
) -> Option<f32> {
    view.page = view.page.min(pages.len().saturating_sub(1));
    let Some(page) = pages.get(view.page) else {
        words::muted_ui(ui, text!("parts-canvas-no-pages"));
        return None;
    };
    let true_size = POINTS_PER_INCH / ui.ctx().zoom_factor();
    let controls = view.controls.unwrap_or(size::CONTROL);
    let room = ui.available_size() - vec2(RULER + space::M, RULER + controls + space::S + space::M);
    let fit = (room.x / (page.width_in * true_size))
        .min(room.y / (page.height_in * true_size))
        .clamp(LEAST, 4.0);
    let before = view.zoom.unwrap_or(fit);
    let above = controls_ui(ui, view, before, pages.len(), page);
    if (above - controls).abs() > 0.5 {
        view.controls = Some(above);
        // Not by discarding this pass: a second one would carry out a click again.
        ui.ctx().request_repaint();
    }
    let held = hands_ui(ui, view, before);
    let zoom = view.zoom.unwrap_or(fit);
    let dpi = true_size * zoom * ui.pixels_per_point();
    let paper = sheet::size_on(ui, page, dpi);
    let tokens = Tokens::of_theme(ui);
    egui::Frame::new().fill(tokens.sunken).corner_radius(radius::CONTROL).show(ui, |ui| {
        let window = ui.available_rect_before_wrap();
        let wanted = paper + vec2(RULER + space::M, RULER + space::M);
        let area = wanted.max(window.size());
        let inset = vec2(RULER + ((area.x - wanted.x) * 0.5).floor().max(0.0), RULER);
        let mut scroll = ScrollArea::both()
            .id_salt(("label", key))
            .auto_shrink([false, false])
            .scroll_source(egui::scroll_area::ScrollSource::ALL);
        if let Some(offset) = held.and_then(|at| offset_after(view, at, paper, inset)) {
            let most = (area - window.size()).max(Vec2::ZERO);
            scroll = scroll.scroll_offset(offset.clamp(Vec2::ZERO, most));
        }
        // Fading at the edges would make the label look pale there.
        ui.spacing_mut().scroll.fade.strength = 0.0;
        scroll.show(ui, |ui| {
            let (rect, response) = ui.allocate_exact_size(area, Sense::hover());
            // Aligned to whole pixels, or each dot of the label would be spread
            // over two pixels.
            let corner = (rect.min + inset).round_to_pixels(ui.pixels_per_point());
            let sheet = Rect::from_min_size(corner, paper);
            view.seen = Some(Seen { sheet, window, inset });
            let sharper = zoomed.value().and_then(|pages| pages.get(view.page));
            sheet::show_ui(ui, textures, key, view.page, page, sharper, sheet);
            ruler::show_ui(ui, sheet, window, view.unit, true_size * zoom);
            let name = text!(
                "parts-canvas-name",
                title = title,
                page = view.page + 1,
                pages = pages.len(),
                width = inches(page.width_in),
                height = inches(page.height_in),
            );
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &name));
        });
    });
    wanted(ui, &mut view.asked, zoomed, dpi)
}

/// Handles the wheel with Ctrl, pinching, and the plus and minus keys over the sheet. If the zoom
/// changed, returns the screen position that should stay fixed.
fn hands_ui(ui: &Ui, view: &mut CanvasView, zoom: f32) -> Option<egui::Pos2> {
    let seen = view.seen?;
    let middle = seen.window.center();
    let pointer = ui.input(|input| input.pointer.hover_pos());
    let over = pointer.filter(|at| seen.window.contains(*at));
    let typing = ui.ctx().text_edit_focused();
    if over.is_some() && ui.is_enabled() {
        let (turned, plus, minus) = ui.input_mut(|input| {
            let mut pressed = |key| !typing && input.consume_key(Modifiers::NONE, key);
            let plus = pressed(Key::Plus) || pressed(Key::Equals);
            let minus = pressed(Key::Minus);
            (input.zoom_delta(), plus, minus)
        });
        if plus || minus {
            view.step(zoom, plus);
        } else if (turned - 1.0).abs() > 1e-3 {
            view.zoom = Some((zoom * turned).clamp(LEAST, MOST));
        }
    }
    let changed = view.zoom.is_some_and(|now| (now - zoom).abs() > 1e-4);
    changed.then(|| over.unwrap_or(middle))
}

/// The scroll offset that keeps the point at a screen position in place.
fn offset_after(view: &CanvasView, at: egui::Pos2, paper: Vec2, inset: Vec2) -> Option<Vec2> {
    let Seen { sheet, window, .. } = view.seen?;
    let part = (at - sheet.min) / sheet.size().max(vec2(1.0, 1.0));
    Some(inset + part * paper - (at - window.min))
}

/// The resolution to request, once for each zoom that stays unchanged for a moment.
fn wanted(ui: &Ui, asked: &mut Asked, zoomed: &Remote<Vec<Page>>, dpi: f32) -> Option<f32> {
    let now = ui.input(|input| input.time);
    if (asked.dpi - dpi).abs() > dpi * 1e-3 {
        *asked = Asked { dpi, since: now, done: false, ..*asked };
    }
    // Pages dropped meanwhile, for example because the file was fetched again, are requested again.
    let dropped = asked.answered && matches!(zoomed, Remote::NotAsked);
    asked.done &= !dropped;
    asked.answered = !matches!(zoomed, Remote::NotAsked);
    if asked.done || zoomed.is_loading() {
        return None;
    }
    let rest = REST_SECONDS - (now - asked.since);
    if rest > 0.0 {
        let after = std::time::Duration::from_secs_f64(rest);
        ui.ctx().request_repaint_after(after);
        return None;
    }
    asked.done = true;
    Some(dpi)
}

/// Returns the height of the controls, which are several lines in a narrow place.
fn controls_ui(ui: &mut Ui, view: &mut CanvasView, zoom: f32, pages: usize, page: &Page) -> f32 {
    let controls = ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::XS, space::XS);
        // What does not fit moves to the next line as a whole.
        ui.style_mut().wrap_mode = Some(egui::TextWrapMode::Extend);
        if icon_button_ui(ui, Icon::Minus, text!("parts-zoom-out")) {
            view.step(zoom, false);
        }
        let percent = view.zoom.unwrap_or(zoom) * 100.0;
        let percent = text!("parts-zoom", percent = percent.round());
        let percent = ui.label(RichText::new(percent).font(text::label()));
        percent.on_hover_text(text!("parts-zoom-hint"));
        if icon_button_ui(ui, Icon::Plus, text!("parts-zoom-in")) {
            view.step(zoom, true);
        }
        page_size_ui(ui, view);
        if pages > 1 {
            let first = (view.page == 0).then(|| text!("parts-page-is-first"));
            let last = (view.page + 1 >= pages).then(|| text!("parts-page-is-last"));
            let turn = |name| Button::quiet(name).compact();
            let previous =
                turn(text!("parts-page-previous")).name(text!("parts-page-previous-name"));
            if previous.disabled_because(first).show_ui(ui).clicked() {
                view.page = view.page.saturating_sub(1);
            }
            let place = text!("parts-page", page = view.page + 1, pages = pages);
            ui.label(RichText::new(place).font(text::label()));
            let next = turn(text!("parts-page-next")).name(text!("parts-page-next-name"));
            if next.disabled_because(last).show_ui(ui).clicked() {
                view.page = (view.page + 1).min(pages - 1);
            }
        }
        let (name, hint) = match view.unit {
            Unit::Inches => {
                (text!("parts-ruler-millimeters"), text!("parts-ruler-millimeters-hint"))
            }
            Unit::Millimetres => (text!("parts-ruler-inches"), text!("parts-ruler-inches-hint")),
        };
        let unit = Button::quiet(name).name(text!("parts-ruler-unit")).compact().hint(hint);
        let measures = view.unit.measures(page);
        measures_ui(ui, &measures, unit.width(ui));
        if unit.show_ui(ui).clicked() {
            view.unit = view.unit.other();
        }
    });
    controls.response.rect.height()
}

fn page_size_ui(ui: &mut Ui, view: &mut CanvasView) {
    let sizes =
        [(PageSize::Actual, text!("parts-zoom-actual")), (PageSize::Fit, text!("parts-zoom-fit"))];
    let mut size = view.page_size();
    if compact_segmented_ui(ui, text!("parts-zoom-size"), &mut size, &sizes) {
        view.zoom = (size == PageSize::Actual).then_some(1.0);
    }
}

/// The measures of the page, if they fit together with the button after them, which is `button`
/// wide. Otherwise they give way to the button, unless that begins a row anyway.
fn measures_ui(ui: &mut Ui, measures: &str, button: f32) {
    let ink = Tokens::of_theme(ui).ink_muted;
    let words = line_width(ui, measures, &text::small()).ceil();
    let both = words + ui.spacing().item_spacing.x + button;
    if button > ui.available_size_before_wrap().x {
        next_row_ui(ui);
    }
    if both <= ui.available_size_before_wrap().x {
        ui.label(RichText::new(measures).font(text::small()).color(ink));
    }
}

/// A frame for a canvas of the given height.
pub fn framed_ui(ui: &mut Ui, height: f32, contents: impl FnOnce(&mut Ui)) {
    let room = vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(room, egui::Layout::top_down(egui::Align::Min), |ui| {
        egui::Frame::new().inner_margin(margin(0.0)).show(ui, contents);
    });
}

#[cfg(test)]
mod tests {
    use egui::pos2;

    use super::*;

    #[test]
    fn the_place_under_the_pointer_stays_there() {
        let view = CanvasView {
            seen: Some(Seen {
                sheet: Rect::from_min_size(pos2(126.0, 76.0), vec2(400.0, 600.0)),
                window: Rect::from_min_size(pos2(100.0, 50.0), vec2(450.0, 300.0)),
                inset: vec2(26.0, 26.0),
            }),
            ..CanvasView::default()
        };
        // A quarter across and a sixth down, at twice the size.
        let at = pos2(226.0, 176.0);
        let inset = vec2(26.0, 26.0);
        let offset = offset_after(&view, at, vec2(800.0, 1200.0), inset).expect("seen");
        let now = pos2(100.0, 50.0) + inset - offset + vec2(800.0 / 4.0, 1200.0 / 6.0);
        assert_eq!(now, at);
    }

    #[test]
    fn the_size_in_use_is_the_chosen_segment() {
        let check = |zoom: Option<f32>, expected: PageSize| {
            let view = CanvasView { zoom, ..CanvasView::default() };
            assert_eq!(view.page_size(), expected, "{zoom:?}");
        };
        assert_eq!(CanvasView::default().page_size(), PageSize::Fit);
        check(None, PageSize::Fit);
        check(Some(1.0), PageSize::Actual);
        check(Some(1.5), PageSize::Zoomed);
    }

    #[test]
    fn zoom_steps_end_at_both_ends() {
        let check = |zoom: f32, up: bool, expected: f32| {
            let mut view = CanvasView { zoom: Some(zoom), ..CanvasView::default() };
            view.step(zoom, up);
            assert_eq!(view.zoom, Some(expected), "{zoom} {up}");
        };
        check(1.0, true, 1.5);
        check(1.1, false, 1.0);
        check(6.0, true, 6.0);
        check(0.25, false, 0.25);
    }
}
